//! Tables for people: results by folder, what is wrong first, why there is no answer, what each variant solves alone, what has changed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::plot::scatter;
use super::tally::{Tally, below, common_folder, contradictions, groups, reasons};
use super::{BenchRow, Class, variants_of};

/// Columns of which the first ones stand on the left.
pub fn aligned(lines: &[Vec<String>], left: usize) -> String {
    let columns = lines.first().map_or(0, Vec::len);
    let width = |column: usize| lines.iter().map(|l| l[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for (index, cells) in lines.iter().enumerate() {
        let mut row = String::new();
        for (column, cell) in cells.iter().enumerate() {
            let pad = widths[column] - cell.chars().count();
            if column < left {
                let _ = write!(row, "{cell}{:pad$}  ", "");
            } else {
                let _ = write!(row, "{:pad$}{cell}  ", "");
            }
        }
        let _ = writeln!(out, "{}", row.trim_end());
        if index == 0 {
            let _ = writeln!(out, "{}", "─".repeat(widths.iter().sum::<usize>() + 2 * columns.saturating_sub(1)));
        }
    }
    out
}

const HEAD: [&str; 11] =
    ["runs", "true", "false", "wrong", "unknown", "error", "points", "CPU s", "wall s", "median CPU ms", "max MiB"];

fn cells(tally: &Tally) -> [String; HEAD.len()] {
    [
        tally.runs.to_string(),
        tally.correct_true.to_string(),
        tally.correct_false.to_string(),
        tally.wrong().to_string(),
        (tally.unknown + tally.unchecked).to_string(),
        tally.error.to_string(),
        tally.points.to_string(),
        format!("{:.1}", tally.cpu),
        // Other tools do not say.
        if tally.wall > 0.0 { format!("{:.1}", tally.wall) } else { "–".to_string() },
        format!("{:.0}", tally.median_cpu * 1000.0),
        (tally.max_rss >> 20).to_string(),
    ]
}

/// One line per folder, property and variant, and a total for each variant.
pub fn summary(rows: &[BenchRow]) -> String {
    let several = variants_of(rows).len() > 1;
    let mut names = vec!["folder", "property"];
    if several {
        names.push("variant");
    }
    let left = names.len();
    names.extend(HEAD);
    let mut lines = vec![names.into_iter().map(str::to_string).collect::<Vec<_>>()];
    for group in groups(rows) {
        let mut line = vec![group.folder, group.property];
        if several {
            line.push(group.variant.to_string());
        }
        line.extend(cells(&group.tally));
        lines.push(line);
    }
    let mut out = String::new();
    let common = common_folder(rows);
    if !common.is_empty() {
        let _ = writeln!(out, "Tasks in {common}\n");
    }
    out.push_str(&aligned(&lines, left));
    out.push_str("\nPoints: true +2, false +1, wrong true −32, wrong false −16\n");
    out
}

const EXAMPLES: usize = 3;

/// Wrong verdicts, then contradictions, then runs without a verdict, then the reasons why there is no answer.
pub fn problems(rows: &[BenchRow]) -> String {
    let mut out = String::new();
    let several = variants_of(rows).len() > 1;
    let by = |row: &BenchRow| if several { format!("{}: ", row.variant) } else { String::new() };
    let mut wrong = |class: Class| {
        for row in rows.iter().filter(|r| r.class == class) {
            let _ = writeln!(out, "{}: {}{} ({}): {}", class.name(), by(row), row.task, row.property, row.verdict);
        }
    };
    wrong(Class::WrongTrue);
    wrong(Class::WrongFalse);
    wrong(Class::Error);
    for (yes, no) in contradictions(rows) {
        let _ = writeln!(
            out,
            "CONTRADICTION: {} ({}): {} says TRUE, {} says {}",
            yes.task, yes.property, yes.variant, no.variant, no.verdict
        );
    }
    let unknown: Vec<BenchRow> = rows.iter().filter(|row| row.class == Class::Unknown).cloned().collect();
    if !unknown.is_empty() {
        let _ = writeln!(out, "\nNo answer:");
    }
    let variants = variants_of(rows);
    for (reason, rows) in reasons(&unknown) {
        let _ = write!(out, "{:6} × {reason}", rows.len());
        if several {
            let of = |variant: &&str| rows.iter().filter(|row| row.variant == **variant).count();
            let counts: Vec<String> =
                variants.iter().map(|v| (v, of(v))).filter(|(_, n)| *n > 0).map(|(v, n)| format!("{v} {n}")).collect();
            let _ = write!(out, " ({})", counts.join(", "));
        }
        out.push('\n');
        let tasks: BTreeSet<&str> = rows.iter().map(|row| row.task.as_str()).collect();
        for task in tasks.iter().take(EXAMPLES) {
            let _ = writeln!(out, "           {task}");
        }
        if tasks.len() > EXAMPLES {
            let _ = writeln!(out, "           …");
        }
    }
    out
}

/// What a variant solves and another does not, and who is faster where both do.
pub fn side_by_side(rows: &[BenchRow]) -> String {
    let variants = variants_of(rows);
    if variants.len() < 2 {
        return String::new();
    }
    let solved = |variant: &str| -> BTreeMap<(&str, &str), f64> {
        let of = |row: &&BenchRow| row.variant == variant && row.class.is_correct();
        rows.iter().filter(of).map(|row| (row.subject(), row.cpu_ms)).collect()
    };
    let solved: Vec<_> = variants.iter().map(|v| (*v, solved(v))).collect();
    let had = |variant: &str| -> BTreeSet<(&str, &str)> {
        rows.iter().filter(|row| row.variant == variant).map(BenchRow::subject).collect()
    };
    let had: Vec<_> = variants.iter().map(|v| had(v)).collect();
    let mut out = String::from("\nSide by side:\n");
    for (name, own) in &solved {
        let others = solved.iter().filter(|(other, _)| other != name);
        let alone = own.keys().filter(|k| others.clone().all(|(_, theirs)| !theirs.contains_key(*k))).count();
        let _ = writeln!(out, "  {name} solves {}, {alone} of them alone", own.len());
    }
    // Only what both were asked is compared: others may have run a part of the tasks.
    for (left, (first, own)) in solved.iter().enumerate() {
        for (right, (second, theirs)) in solved.iter().enumerate().skip(left + 1) {
            let asked = |k: &&(&str, &str)| had[left].contains(*k) && had[right].contains(*k);
            let only_first = own.keys().filter(asked).filter(|k| !theirs.contains_key(*k)).count();
            let only_second = theirs.keys().filter(asked).filter(|k| !own.contains_key(*k)).count();
            let both: Vec<(f64, f64)> = own.iter().filter_map(|(k, cpu)| Some((*cpu, *theirs.get(k)?))).collect();
            let (a, b) = both.iter().fold((0.0, 0.0), |(a, b), (x, y)| (a + x, b + y));
            let _ = write!(out, "  {first} and {second}: {} both, {only_first} only {first}, ", both.len());
            let _ = write!(out, "{only_second} only {second}");
            if a > 0.0 {
                let _ = write!(out, "; CPU time where both do: {second} has {:.2} of {first}'s", b / a);
            }
            out.push('\n');
        }
    }
    out
}

/// A row that is of another class than before.
#[derive(Clone, Copy, Debug)]
pub struct Change<'a> {
    /// As it was.
    pub before: &'a BenchRow,
    /// As it is.
    pub after: &'a BenchRow,
}

/// What differs from an earlier run.
#[derive(Clone, Debug)]
pub struct Comparison<'a> {
    /// Every row that both have, as it was and is.
    pub pairs: Vec<Change<'a>>,
    /// How many rows of the earlier run have no counterpart.
    pub missing: usize,
}

impl<'a> Comparison<'a> {
    /// Compares rows of the same task, property and variant. If each side has one variant only, names do not matter.
    pub fn new(before: &'a [BenchRow], after: &'a [BenchRow]) -> Comparison<'a> {
        let named = variants_of(before).len() > 1 || variants_of(after).len() > 1;
        let key = |row: &'a BenchRow| {
            let variant = if named { row.variant.as_str() } else { "" };
            (row.task.as_str(), row.property.as_str(), variant)
        };
        let mut old: BTreeMap<_, &BenchRow> = before.iter().map(|row| (key(row), row)).collect();
        let mut pairs = Vec::new();
        for after in after {
            if let Some(before) = old.remove(&key(after)) {
                pairs.push(Change { before, after });
            }
        }
        Comparison { pairs, missing: old.len() }
    }

    /// The pairs that changed their class, the worst first.
    pub fn changes(&self) -> Vec<Change<'a>> {
        let mut changed: Vec<_> = self.pairs.iter().filter(|c| c.before.class != c.after.class).copied().collect();
        changed.sort_by_key(|c| (c.after.class.points(), c.after.task.as_str(), c.after.property.as_str()));
        changed
    }

    /// CPU seconds before and after on what both solve, and how many that are.
    pub fn cpu(&self) -> (f64, f64, usize) {
        let both = self.pairs.iter().filter(|c| c.before.class.is_correct() && c.after.class.is_correct());
        both.fold((0.0, 0.0, 0), |(a, b, n), c| (a + c.before.cpu_ms / 1000.0, b + c.after.cpu_ms / 1000.0, n + 1))
    }

    /// Before and now, task by task.
    pub fn plot(&self) -> String {
        let named = |row: &BenchRow, when: &str| BenchRow { variant: when.to_string(), ..row.clone() };
        let mut rows = Vec::new();
        for (number, Change { before, after }) in self.pairs.iter().enumerate() {
            // Each pair is a mark of its own, also if several variants have run the task.
            let task = |row: BenchRow| BenchRow { property: format!("{} ({})", row.property, number + 1), ..row };
            rows.push(task(named(before, "before")));
            rows.push(task(named(after, "now")));
        }
        scatter(&rows, "before", "now")
    }

    /// For people.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let changes = self.changes();
        let _ = writeln!(out, "\nCompared with the baseline: {} runs changed their class", changes.len());
        let several = self.pairs.iter().any(|c| c.after.variant != self.pairs[0].after.variant);
        for Change { before, after } in changes {
            let by = if several { format!("{}: ", after.variant) } else { String::new() };
            let (was, is) = (before.class.name(), after.class.name());
            let _ = writeln!(out, "  {was} → {is}: {by}{} ({}): {}", after.task, after.property, after.verdict);
        }
        if self.missing > 0 {
            let _ = writeln!(out, "  {} runs of the baseline were not run", self.missing);
        }
        let (before, after, both) = self.cpu();
        if both > 0 && before > 0.0 {
            let ratio = after / before;
            let _ = writeln!(out, "  CPU time on the {both} runs that both solve: {ratio:.2} of the baseline's");
        }
        out
    }
}

/// A task as tables name it.
pub fn task_name(row: &BenchRow, common: &str) -> String {
    below(row.task.strip_suffix(".yml").unwrap_or(&row.task), common)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::tests::row;
    use expect_test::expect;

    #[test]
    fn wrong_comes_first_and_reasons_are_grouped() {
        let rows = [
            row("d/a.yml", "", Class::Unknown, "UNKNOWN(inline assembly, a.c:12)"),
            row("d/b.yml", "", Class::Unknown, "UNKNOWN(inline assembly, b.c:7)"),
            row("d/c.yml", "", Class::WrongTrue, "TRUE"),
        ];
        let text = problems(&rows);
        assert!(text.starts_with("WRONG TRUE: d/c.yml"), "{text}");
        assert!(text.contains("2 × inline assembly\n"), "{text}");
    }

    #[test]
    fn a_comparison_names_what_changed() {
        let before = [row("a.yml", "", Class::Unknown, "UNKNOWN(x)"), row("b.yml", "", Class::CorrectTrue, "TRUE")];
        let after = [row("a.yml", "n", Class::CorrectTrue, "TRUE"), row("b.yml", "n", Class::CorrectTrue, "TRUE")];
        let text = Comparison::new(&before, &after).text();
        assert!(text.contains("unknown → correct true: a.yml"), "{text}");
        assert!(text.contains("the 1 runs that both solve: 1.00"), "{text}");
    }

    #[test]
    fn variants_are_compared_with_their_own() {
        let before = [row("a.yml", "x", Class::Unknown, "UNKNOWN(x)"), row("a.yml", "y", Class::CorrectTrue, "TRUE")];
        let after = [row("a.yml", "y", Class::CorrectTrue, "TRUE")];
        let comparison = Comparison::new(&before, &after);
        assert_eq!((comparison.changes().len(), comparison.missing), (0, 1));
    }

    #[test]
    fn variants_stand_side_by_side() {
        let rows = [
            row("s/d/a.yml", "x", Class::CorrectTrue, "TRUE"),
            row("s/d/a.yml", "long-name", Class::CorrectTrue, "TRUE"),
            row("s/e/b.yml", "x", Class::CorrectFalse, "FALSE(unreach-call)"),
            row("s/e/b.yml", "long-name", Class::Unknown, "UNKNOWN(time limit)"),
            row("s/e/c.yml", "x", Class::CorrectTrue, "TRUE"),
        ];
        let text = format!("{}{}", summary(&rows), side_by_side(&rows));
        expect![[r#"
            Tasks in s/

            folder  property      variant    runs  true  false  wrong  unknown  error  points  CPU s  wall s  median CPU ms  max MiB
            ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
            d       unreach-call  x             1     1      0      0        0      0       2    0.0     0.0              8        5
            d       unreach-call  long-name     1     1      0      0        0      0       2    0.0     0.0              8        5
            e       unreach-call  x             2     1      1      0        0      0       3    0.0     0.0              8        5
            e       unreach-call  long-name     1     0      0      0        1      0       0    0.0     0.0              8        5
            total                 x             3     2      1      0        0      0       5    0.0     0.0              8        5
            total                 long-name     2     1      0      0        1      0       2    0.0     0.0              8        5

            Points: true +2, false +1, wrong true −32, wrong false −16

            Side by side:
              x solves 3, 2 of them alone
              long-name solves 1, 0 of them alone
              x and long-name: 1 both, 1 only x, 0 only long-name; CPU time where both do: long-name has 1.00 of x's
        "#]].assert_eq(&text);
    }
}
