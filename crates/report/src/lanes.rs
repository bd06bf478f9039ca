//! An execution as lanes: one column per thread, time runs downwards.
//!
//! Only one thread moves at a time, so a row has text in one lane. While all lanes are wide enough to be read each
//! entry stays in its lane; with many threads an entry may run on to the right over the lanes beside it, which are
//! empty in that row. A rule across the page marks every context switch.

use raddle_evidence::{ThreadInfo, ThreadNo, Trace};
use raddle_program::Program;

use crate::fold::{Fold, folds};
use crate::paint::{Look, Role, width, wrap};
use crate::story::{Detail, DetailKind, Entry, Story, short_name, thread_name};

const NARROWEST: usize = 22;
/// Lanes narrower than this make room by shortening places.
const COMFORTABLE: usize = 34;
/// So do places wider than this.
const WIDE: usize = 20;
/// A longer story is cut in the middle: the beginning says how it came about, the end is where it hurts.
const FIRST: usize = 60;
const LAST: usize = 100;

struct Page<'a> {
    look: Look,
    /// Columns of the place at the left.
    margin: usize,
    /// Columns of a lane, without the bar.
    lane: usize,
    lanes: &'a [ThreadNo],
    spill: bool,
}

/// The lanes of a story. Ends with a newline.
pub fn show_lanes(program: &Program, trace: &Trace, story: &Story, look: Look) -> String {
    let threads = &trace.threads[..];
    let lanes: Vec<ThreadNo> =
        threads.iter().map(|t| t.no).filter(|no| story.entries.iter().any(|e| e.thread == *no)).collect();
    if lanes.is_empty() {
        return "  (nothing happens before the violation)\n".to_string();
    }
    let measure = |places: &[String]| {
        let margin = places.iter().map(|p| width(p)).max().unwrap_or(0).max(4);
        (margin, (look.width.saturating_sub(margin + 1) / lanes.len()).saturating_sub(3))
    };
    let mut places: Vec<String> = story.entries.iter().map(place).collect();
    let (mut margin, mut lane) = measure(&places);
    if (lane < COMFORTABLE || margin > WIDE) && only_file(story).is_some() {
        // The title names the file; the lanes need the room more than we need its name on every line.
        places =
            story.entries.iter().map(|e| e.place.as_ref().map_or(String::new(), |p| format!(":{}", p.line))).collect();
        (margin, lane) = measure(&places);
    }
    let room = look.width.saturating_sub(margin + 1);
    let spill = lane < NARROWEST;
    // The last lane has nothing to run over, so it gets its room first.
    let lane = if spill {
        (room.saturating_sub(NARROWEST + 3) / (lanes.len() - 1).max(1)).saturating_sub(3).max(5)
    } else {
        lane
    };
    let page = Page { look, margin, lane, lanes: &lanes, spill };

    let mut out = String::new();
    if spill {
        let names: Vec<String> = threads.iter().map(|t| thread_name(program, t)).collect();
        for line in wrap(&format!("Threads: {}", names.join(", ")), look.width) {
            out.push_str(&format!("{line}\n"));
        }
    }
    out.push_str(&page.heading(program, threads));
    let folds = if story.entries.len() > FIRST { folds(trace, story) } else { Vec::new() };
    let lines = lines(story.entries.len(), &folds);
    let left_out = lines.len().saturating_sub(FIRST + LAST);
    for (number, line) in lines.iter().enumerate() {
        if left_out > 1 && (FIRST..FIRST + left_out).contains(&number) {
            if number == FIRST {
                let text = format!("… {left_out} lines left out; --report FILE.html shows them all …");
                out.push_str(&format!("{:margin$} {}\n", "", look.paint(Role::Faint, &text)));
            }
            continue;
        }
        let entry = &story.entries[line.entry];
        if entry.switched {
            out.push_str(&page.switch(entry.thread));
        }
        match line.fold {
            Some(fold) => page.fold(entry.thread, &fold.text, &mut out),
            None => page.entry(entry, &places[line.entry], &mut out),
        }
    }
    out
}

/// What is printed in one go: an entry, or a fold that begins with it.
struct Line<'a> {
    entry: usize,
    fold: Option<&'a Fold>,
}

fn lines(entries: usize, folds: &[Fold]) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut entry = 0;
    while entry < entries {
        let fold = folds.iter().find(|fold| fold.entries.start == entry);
        lines.push(Line { entry, fold });
        entry = fold.map_or(entry + 1, |fold| fold.entries.end);
    }
    lines
}

/// The file in which everything happens, if there is only one.
pub fn only_file(story: &Story) -> Option<&str> {
    let mut files = story.entries.iter().filter_map(|e| e.place.as_ref()).map(|p| p.file.as_str());
    let first = files.next()?;
    files.all(|f| f == first).then_some(first)
}

fn place(entry: &Entry) -> String {
    entry.place.as_ref().map_or(String::new(), |p| {
        let file = p.file.rsplit('/').next().unwrap_or(&p.file);
        format!("{file}:{}", p.line)
    })
}

/// How a detail is painted.
fn role(detail: &Detail) -> Role {
    match detail.kind {
        DetailKind::Read | DetailKind::Write | DetailKind::Input => Role::Value,
        DetailKind::Lock => Role::Lock,
        DetailKind::Thread | DetailKind::Other => Role::Faint,
        DetailKind::Error => Role::Error,
    }
}

impl Page<'_> {
    fn position(&self, thread: ThreadNo) -> usize {
        self.lanes.iter().position(|l| *l == thread).unwrap_or(0)
    }

    fn heading(&self, program: &Program, threads: &[ThreadInfo]) -> String {
        let mut out = format!("{:1$}", "", self.margin);
        for no in self.lanes {
            let name = match threads.get(no.0 as usize) {
                Some(thread) if !self.spill => thread_name(program, thread),
                Some(_) | None => short_name(*no),
            };
            let name: String = name.chars().take(self.lane).collect();
            let pad = self.lane.saturating_sub(width(&name));
            out.push_str(&format!("   {}{:pad$}", self.look.paint(Role::Strong, &name), ""));
        }
        let mut out = out.trim_end().to_string();
        out.push('\n');
        let rule: String = self.lanes.iter().map(|_| format!("─┬{}", "─".repeat(self.lane + 1))).collect();
        out.push_str(&self.look.paint(Role::Frame, &format!("{}{rule}", "─".repeat(self.margin))));
        out.push('\n');
        out
    }

    /// The rule that marks a context switch, with the new thread's name in its lane.
    fn switch(&self, to: ThreadNo) -> String {
        let target = self.position(to);
        let mut rule = " ".repeat(self.margin);
        for index in 0..self.lanes.len() {
            if index == target {
                let name = format!("► {}", short_name(to));
                let pad = (self.lane + 1).saturating_sub(width(&name));
                let gap = if pad > 1 { " " } else { "" };
                rule.push_str(&format!(" ├{name}{gap}{}", "╌".repeat(pad.saturating_sub(gap.len()))));
            } else {
                let first = if index == 0 { " ├" } else { "╌┼" };
                rule.push_str(&format!("{first}{}", "╌".repeat(self.lane + 1)));
            }
        }
        format!("{}\n", self.look.paint(Role::Frame, &rule))
    }

    fn entry(&self, entry: &Entry, place: &str, out: &mut String) {
        let lane = self.position(entry.thread);
        let room = if self.spill {
            (self.look.width.saturating_sub(self.margin)).saturating_sub(lane * (self.lane + 3) + 3).max(NARROWEST)
        } else {
            self.lane
        };
        // A semicolon alone on a line helps nobody.
        let short = entry.text.strip_suffix(';').filter(|t| width(t) == room).unwrap_or(&entry.text);
        let mut rows: Vec<(Role, String)> = wrap(short, room).into_iter().map(|line| (Role::Strong, line)).collect();
        let mut line: Option<(Role, String)> = None;
        for detail in &entry.details {
            let joined = match &line {
                Some((r, text)) if *r == role(detail) && width(text) + 2 + width(&detail.text) <= room => {
                    Some(format!("{text}, {}", detail.text))
                }
                Some(_) | None => None,
            };
            match joined {
                Some(text) => line = Some((role(detail), text)),
                None => {
                    rows.extend(line.take().into_iter().flat_map(|l| wrapped(l, room)));
                    line = Some((role(detail), format!("  {}", detail.text)));
                }
            }
        }
        rows.extend(line.take().into_iter().flat_map(|l| wrapped(l, room)));
        for (index, (role, text)) in rows.iter().enumerate() {
            let left = if index == 0 { place } else { "" };
            self.row(left, lane, *role, text, out);
        }
    }

    fn fold(&self, thread: ThreadNo, text: &str, out: &mut String) {
        let lane = self.position(thread);
        let room = if self.spill { self.look.width.saturating_sub(self.margin + 3).max(NARROWEST) } else { self.lane };
        for line in wrap(&format!("… {text} …"), room) {
            self.row("", lane, Role::Faint, &line, out);
        }
    }

    /// One printed row: the place, then the bars of all lanes with the text in one of them.
    fn row(&self, left: &str, lane: usize, role: Role, text: &str, out: &mut String) {
        let bar = self.look.paint(Role::Frame, "│");
        let pad = self.margin.saturating_sub(width(left));
        let mut row = format!("{}{:pad$}", self.look.paint(Role::Place, left), "");
        for index in 0..self.lanes.len() {
            let content = if index == lane { text } else { "" };
            if index > lane && self.spill && width(text) > (index - lane) * (self.lane + 3) - 3 {
                // The text has run over this lane's bar.
                let end = (index + 1 - lane) * (self.lane + 3) - 3;
                let used = width(text).max((index - lane) * (self.lane + 3) - 3);
                row.push_str(&" ".repeat(end.saturating_sub(used)));
                continue;
            }
            let pad = self.lane.saturating_sub(width(content));
            let painted = self.look.paint(role, content);
            row.push_str(&format!(" {bar} {painted}{:pad$}", ""));
        }
        out.push_str(row.trim_end());
        out.push('\n');
    }
}

fn wrapped((role, text): (Role, String), room: usize) -> Vec<(Role, String)> {
    // The indentation of a detail is kept on its first line and deepened on the others.
    let lines = wrap(text.trim_start(), room.saturating_sub(2));
    lines.into_iter().map(|line| (role, format!("  {line}"))).collect()
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::diagnostic::DiskLines;
    use crate::sample;
    use crate::story::tell;

    fn check(width: usize, expected: Expect) {
        let (program, trace) = (sample::program(), sample::lost_update());
        let story = tell(&program, &trace, &mut DiskLines::default());
        let shown = show_lanes(&program, &trace, &story, Look { width, ..Look::PLAIN });
        assert!(shown.lines().all(|l| crate::paint::width(l) <= width), "{shown}");
        expected.assert_eq(&shown);
    }

    #[test]
    fn each_thread_has_its_lane() {
        check(
            100,
            expect![[r#"
                       main                           T1 deposit                     T2 deposit
                ─────┬──────────────────────────────┬──────────────────────────────┬─────────────────────────────
                :11  │ pthread_create(&t1, 0,       │                              │
                     │   deposit, &ten);            │                              │
                     │   starts T1 (deposit)        │                              │
                :12  │ pthread_create(&t2, 0,       │                              │
                     │   deposit, &ten);            │                              │
                     │   starts T2 (deposit)        │                              │
                     ├╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ ├► T1 ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌
                :4   │                              │ int b = balance;             │
                     │                              │   balance is 100             │
                     ├╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ ├► T2 ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌
                :4   │                              │                              │ int b = balance;
                     │                              │                              │   balance is 100
                :5   │                              │                              │ pthread_mutex_lock(&m);
                     │                              │                              │   locks m
                :6   │                              │                              │ balance = b + *(int *)amount
                     │                              │                              │   ten is 10, balance := 110
                :7   │                              │                              │ pthread_mutex_unlock(&m);
                     │                              │                              │   unlocks m
                :8   │                              │                              │ return 0;
                     │                              │                              │   the thread ends
                     ├╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ ├► T1 ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌
                :6   │                              │ balance = b + *(int *)amount │
                     │                              │   ten is 10, balance := 110  │
                     ├► main ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌
                :13  │ assert(balance == 120);      │                              │
                     │   balance is 110             │                              │
                     │   the assertion fails        │                              │
            "#]],
        );
    }

    #[test]
    fn narrow_pages_let_text_run_over_empty_lanes() {
        check(
            60,
            expect![[r#"
                Threads: main, T1 deposit, T2 deposit
                       main           T1             T2
                ─────┬──────────────┬──────────────┬─────────────
                :11  │ pthread_create(&t1, 0, deposit, &ten);
                     │   starts T1 (deposit)       │
                :12  │ pthread_create(&t2, 0, deposit, &ten);
                     │   starts T2 (deposit)       │
                     ├╌╌╌╌╌╌╌╌╌╌╌╌╌ ├► T1 ╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌
                :4   │              │ int b = balance;
                     │              │   balance is 100
                     ├╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌ ├► T2 ╌╌╌╌╌╌╌╌
                :4   │              │              │ int b = balance;
                     │              │              │   balance is 100
                :5   │              │              │ pthread_mutex_lock(&m);
                     │              │              │   locks m
                :6   │              │              │ balance = b + *(int
                     │              │              │   *)amount;
                     │              │              │   ten is 10
                     │              │              │   balance := 110
                :7   │              │              │ pthread_mutex_unlock(&
                     │              │              │   m);
                     │              │              │   unlocks m
                :8   │              │              │ return 0;
                     │              │              │   the thread ends
                     ├╌╌╌╌╌╌╌╌╌╌╌╌╌ ├► T1 ╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌
                :6   │              │ balance = b + *(int *)amount;
                     │              │   ten is 10, balance := 110
                     ├► main ╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌
                :13  │ assert(balance == 120);     │
                     │   balance is 110            │
                     │   the assertion fails       │
            "#]],
        );
    }
}
