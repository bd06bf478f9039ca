//! The execution of an HTML report, to be gone through step by step: the lanes, the source beside them, and the values that are known at each step.
//!
//! **Idea.** Everything is in the page as text: the rows of the table say where they stand in the source and what they set (`data-place`, `data-set`), and each file of the execution is there with its lines.
//! Without scripts one reads the table from top to bottom. The script (`player.js`) marks a row and its line, sums up the values that the rows so far have set, and folds what matters to nobody else ([`crate::fold`]).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use raddle_evidence::{Cell, ThreadNo, Trace, TraceEvent};
use raddle_program::Program;

use crate::diagnostic::DiskLines;
use crate::fold::folds;
use crate::html::escape;
use crate::story::{Entry, cell_name, short_name, show, tell, thread_name};
use crate::text::count;

/// What moves through the execution.
pub(crate) const SCRIPT: &str = include_str!("player.js");

/// How it looks.
pub(crate) const STYLE: &str = "
.player { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 0 1.2rem; align-items: start; }
.player aside { position: sticky; top: 0; max-height: 100vh; display: flex; flex-direction: column; }
.player .source { overflow: auto; max-height: 60vh; border: 1px solid var(--line); } .player .source pre { margin: 0; padding: 0; background: none; overflow: visible; min-width: max-content; }
.player .source h3 { font: 600 12px/2 ui-monospace, monospace; margin: 0; padding: 0 .6rem; position: sticky; top: 0; background: Canvas; border-bottom: 1px solid var(--line); }
.player .source span { display: block; padding-right: .6rem; } .player .source span::before { content: attr(data-n); display: inline-block; width: 4ch; margin-right: 1ch; text-align: right; color: #888; }
.player .source span.visited { background: var(--soft); } .player .source span.now { background: #ffd54a; color: #000; }
.player .values { overflow: auto; max-height: 30vh; } .player .values table { font: 12px/1.6 ui-monospace, monospace; border-collapse: collapse; } .player .values td { padding: 0 .8rem 0 0; }
.player .values tr.changed td { color: var(--mark); font-weight: 700; }
.player .buttons { padding: .4rem 0; display: flex; gap: .4rem; flex-wrap: wrap; align-items: center; } .player .buttons button { font: inherit; } .player .buttons output { margin-left: auto; color: #777; }
.lanes tbody tr.step { cursor: pointer; } .lanes tr.now td { background: #ffd54a55; } .lanes tr.now td:first-child { box-shadow: inset 4px 0 #d69e00; } .lanes tr.fold td { color: #777; font-style: italic; cursor: pointer; }
.player.still { display: block; } .player.still aside { position: static; max-height: none; }
@media (max-width: 60rem) { .player { display: block; } .player aside { position: static; } }
";

/// So many lines around those of the execution are shown of a long file.
const AROUND: u32 = 40;
/// A file with more lines is long.
const LONG: u32 = 2000;

/// An execution as part of a page.
pub(crate) fn player(program: &Program, trace: &Trace, disk: &mut DiskLines, out: &mut String) {
    let story = tell(program, trace, disk);
    let lanes: Vec<_> = trace.threads.iter().filter(|t| story.entries.iter().any(|e| e.thread == t.no)).collect();
    let _ = write!(
        out,
        "<h2>How it comes about: {}, {}</h2>\n<div class=\"player still\"><table class=\"lanes\"><thead><tr><th class=\"place\"></th>",
        count(trace.threads.len() as u64, "thread"),
        count(story.switches as u64, "context switch"),
    );
    for thread in &lanes {
        let _ = write!(out, "<th>{}</th>", escape(&thread_name(program, thread)));
    }
    out.push_str("</tr></thead><tbody>\n");
    let (folds, names) = (folds(trace, &story), Names::of(trace));
    for (number, entry) in story.entries.iter().enumerate() {
        row(
            trace,
            entry,
            &names,
            folds.iter().find(|fold| fold.entries.contains(&number)).map(|fold| fold.text.as_str()),
            out,
        );
        for thread in &lanes {
            cell(entry, thread.no, out);
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</tbody></table>\n");
    sources(&story.entries, disk, out);
    out.push_str("</div>\n");
}

/// Which names belong to several places in memory: `job->id` of one job after the other.
struct Names(BTreeMap<String, BTreeSet<u64>>);

impl Names {
    fn of(trace: &Trace) -> Names {
        let mut names: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
        for event in trace.steps.iter().flat_map(|step| &step.events) {
            if let TraceEvent::Read { cell, .. } | TraceEvent::Write { cell, .. } = event {
                names.entry(cell_name(cell)).or_default().insert(cell.addr);
            }
        }
        Names(names)
    }

    /// A name that no other place has.
    fn name(&self, cell: &Cell) -> String {
        let name = cell_name(cell);
        let is_one = self.0.get(&name).is_none_or(|addresses| addresses.len() == 1);
        if is_one { name } else { format!("{name} (at {:#x})", cell.addr) }
    }
}

/// The beginning of a row: where it stands and what it sets.
fn row(trace: &Trace, entry: &Entry, names: &Names, fold: Option<&str>, out: &mut String) {
    let place = entry.place.as_ref().map_or(String::new(), |p| p.to_string());
    let class = if entry.switched { "step switch" } else { "step" };
    let line = entry.place.as_ref().map_or(String::new(), |p| format!("{}:{}", p.file, p.line));
    let _ = write!(out, "<tr class=\"{class}\" data-place=\"{}\"", escape(&line));
    let values = values(trace, entry, names);
    if !values.is_empty() {
        let json = serde_json::to_string(&values).unwrap_or_default();
        let _ = write!(out, " data-set=\"{}\"", escape(&json));
    }
    if let Some(fold) = fold {
        let _ = write!(out, " data-fold=\"{}\"", escape(fold));
    }
    let _ = write!(out, "><td class=\"place\">{}</td>", escape(&place));
}

fn cell(entry: &Entry, lane: ThreadNo, out: &mut String) {
    if lane != entry.thread {
        out.push_str("<td></td>");
        return;
    }
    let _ = write!(out, "<td class=\"on\"><code>{}</code>", escape(&entry.text));
    for detail in &entry.details {
        let _ = write!(out, "<span class=\"detail {}\">{}</span>", detail.kind.name(), escape(&detail.text));
    }
    out.push_str("</td>");
}

/// What is known to have which value behind an entry, by name; locals have their thread in front.
fn values(trace: &Trace, entry: &Entry, names: &Names) -> Vec<(String, String)> {
    let steps = trace.steps.get(entry.steps.0..=entry.steps.1).unwrap_or_default();
    let mut values: Vec<(String, String)> = Vec::new();
    for step in steps.iter().filter(|step| !step.internal) {
        for event in &step.events {
            let (name, ty, value) = match event {
                TraceEvent::Read { cell, ty, value } | TraceEvent::Write { cell, ty, value } if !cell.unnamed => {
                    (names.name(cell), ty, value)
                }
                TraceEvent::Set { name, ty, value, .. } => (format!("{}: {name}", short_name(step.thread)), ty, value),
                _ => continue,
            };
            values.retain(|(known, _)| *known != name);
            values.push((name, show(trace, *ty, *value)));
        }
    }
    values
}

/// The lines of the files in which the execution runs.
fn sources(entries: &[Entry], disk: &mut DiskLines, out: &mut String) {
    let mut files: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for place in entries.iter().filter_map(|entry| entry.place.as_ref()) {
        let (first, last) = files.entry(&place.file).or_insert((place.line, place.line));
        (*first, *last) = ((*first).min(place.line), (*last).max(place.line));
    }
    out.push_str("<aside><div class=\"source\">");
    for (file, (first, last)) in files {
        let many = (1..).take_while(|line| disk.line(file, *line).is_some()).last().unwrap_or(0);
        if many == 0 {
            continue;
        }
        let shown =
            if many > LONG { first.saturating_sub(AROUND).max(1)..=(last + AROUND).min(many) } else { 1..=many };
        let _ = write!(out, "<section data-file=\"{0}\"><h3>{0}</h3><pre>", escape(file));
        for number in shown {
            let line = disk.line(file, number).unwrap_or_default();
            let _ = write!(out, "<span data-n=\"{number}\">{}</span>", escape(line));
        }
        out.push_str("</pre></section>");
    }
    out.push_str("</div><div class=\"values\"></div></aside>");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

    #[test]
    fn rows_say_where_they_stand_and_what_they_set() {
        let (program, trace) = (sample::program(), sample::with_private_lines(6));
        let mut out = String::new();
        player(&program, &trace, &mut DiskLines::default(), &mut out);
        for part in [
            "data-place=\"no-such-file.c:6\" data-set=\"[[&quot;ten&quot;,&quot;10&quot;],[&quot;balance&quot;,&quot;110&quot;]]\"",
            "data-set=\"[[&quot;T1: i&quot;,&quot;3&quot;]]\" data-fold=\"6 lines of deposit() without effect on others\"",
            "class=\"step switch\"",
        ] {
            assert!(out.contains(part), "no {part} in {out}");
        }
        assert_eq!(out.matches("data-fold").count(), 6);
    }
}
