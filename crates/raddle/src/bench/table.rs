//! Tables for people: results by folder, what is wrong first, why there is no answer, what has changed.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use raddle_report::bench::{BenchRow, Class};

fn folder(row: &BenchRow) -> String {
    Path::new(&row.task).parent().map_or(String::new(), |p| p.display().to_string())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

/// One line per folder and property and a total.
pub fn summary(rows: &[BenchRow]) -> String {
    let mut groups: BTreeMap<(String, String), Vec<&BenchRow>> = BTreeMap::new();
    for row in rows {
        groups.entry((folder(row), row.property.clone())).or_default().push(row);
    }
    let mut lines = vec![
        [
            "folder",
            "property",
            "runs",
            "true",
            "false",
            "wrong",
            "unknown",
            "error",
            "CPU s",
            "median ms",
            "max ms",
            "max MiB",
        ]
        .map(str::to_string)
        .to_vec(),
    ];
    for ((folder, property), rows) in &groups {
        lines.push(line(folder, property, rows));
    }
    if groups.len() > 1 {
        lines.push(line("total", "", &rows.iter().collect::<Vec<_>>()));
    }
    let columns = lines[0].len();
    let widths: Vec<usize> =
        (0..columns).map(|c| lines.iter().map(|l| l[c].chars().count()).max().unwrap_or(0)).collect();
    let mut out = String::new();
    for (index, cells) in lines.iter().enumerate() {
        let mut row = String::new();
        for (column, cell) in cells.iter().enumerate() {
            let pad = widths[column] - cell.chars().count();
            if column < 2 {
                let _ = write!(row, "{cell}{:pad$}  ", "");
            } else {
                let _ = write!(row, "{:pad$}{cell}  ", "");
            }
        }
        let _ = writeln!(out, "{}", row.trim_end());
        if index == 0 {
            let _ = writeln!(out, "{}", "─".repeat(widths.iter().sum::<usize>() + 2 * (columns - 1)));
        }
    }
    let points: i64 = rows.iter().map(|r| r.class.points()).sum();
    let _ = writeln!(out, "\n{points} points (true +2, false +1, wrong true −32, wrong false −16)");
    out
}

fn line(folder: &str, property: &str, rows: &[&BenchRow]) -> Vec<String> {
    let of = |class: Class| rows.iter().filter(|r| r.class == class).count();
    let cpu: f64 = rows.iter().map(|r| r.cpu_ms).sum();
    let walls: Vec<f64> = rows.iter().map(|r| r.wall_ms).collect();
    let most = rows.iter().map(|r| r.max_rss).max().unwrap_or(0);
    vec![
        folder.to_string(),
        property.to_string(),
        rows.len().to_string(),
        of(Class::CorrectTrue).to_string(),
        of(Class::CorrectFalse).to_string(),
        (of(Class::WrongTrue) + of(Class::WrongFalse)).to_string(),
        (of(Class::Unknown) + of(Class::Unchecked)).to_string(),
        of(Class::Error).to_string(),
        format!("{:.1}", cpu / 1000.0),
        format!("{:.0}", median(walls.clone())),
        format!("{:.0}", walls.iter().copied().fold(0.0, f64::max)),
        (most >> 20).to_string(),
    ]
}

/// Wrong verdicts, then runs without a verdict, then the unknown ones grouped by reason.
pub fn problems(rows: &[BenchRow]) -> String {
    let mut out = String::new();
    for class in [Class::WrongTrue, Class::WrongFalse, Class::Error] {
        for row in rows.iter().filter(|r| r.class == class) {
            let _ = writeln!(out, "{}: {} ({}): {}", class.name(), row.task, row.property, row.verdict);
        }
    }
    let mut reasons: BTreeMap<String, Vec<&BenchRow>> = BTreeMap::new();
    for row in rows.iter().filter(|r| r.class == Class::Unknown) {
        reasons.entry(reason(&row.verdict)).or_default().push(row);
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, rows)| std::cmp::Reverse(rows.len()));
    if !reasons.is_empty() {
        let _ = writeln!(out, "\nNo answer:");
    }
    for (reason, rows) in reasons {
        let _ = writeln!(out, "{:6} × {reason}", rows.len());
        for row in rows.iter().take(EXAMPLES) {
            let _ = writeln!(out, "           {}", row.task);
        }
        if rows.len() > EXAMPLES {
            let _ = writeln!(out, "           …");
        }
    }
    out
}

const EXAMPLES: usize = 3;

/// The reason without its place, so that the same reason in different programs is one group.
fn reason(verdict: &str) -> String {
    let inner = verdict.strip_prefix("UNKNOWN(").and_then(|v| v.strip_suffix(')')).unwrap_or(verdict);
    match inner.rsplit_once(", ") {
        Some((what, place)) if place.rsplit_once(':').is_some_and(|(_, n)| n.chars().all(|c| c.is_ascii_digit())) => {
            what.to_string()
        }
        Some(_) | None => inner.to_string(),
    }
}

/// What differs from an earlier run.
pub fn comparison(before: &[BenchRow], after: &[BenchRow]) -> String {
    let old: BTreeMap<(&str, &str), &BenchRow> =
        before.iter().map(|r| ((r.task.as_str(), r.property.as_str()), r)).collect();
    let mut out = String::new();
    let (mut old_cpu, mut new_cpu, mut both) = (0.0, 0.0, 0u32);
    let mut changes: Vec<String> = Vec::new();
    let mut missing = old.len();
    for row in after {
        let Some(was) = old.get(&(row.task.as_str(), row.property.as_str())) else { continue };
        missing -= 1;
        if was.class != row.class {
            let text = format!(
                "{} → {}: {} ({}): {}",
                was.class.name(),
                row.class.name(),
                row.task,
                row.property,
                row.verdict
            );
            changes.push(text);
        }
        if was.class.points() > 0 && row.class.points() > 0 {
            old_cpu += was.cpu_ms;
            new_cpu += row.cpu_ms;
            both += 1;
        }
    }
    let _ = writeln!(out, "\nCompared with the baseline: {} runs changed their class", changes.len());
    changes.sort();
    for change in changes {
        let _ = writeln!(out, "  {change}");
    }
    if missing > 0 {
        let _ = writeln!(out, "  {missing} runs of the baseline were not run");
    }
    if both > 0 && old_cpu > 0.0 {
        let ratio = new_cpu / old_cpu;
        let _ = writeln!(out, "  CPU time on the {both} runs that both solve: {ratio:.2} of the baseline's");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(task: &str, class: Class, verdict: &str) -> BenchRow {
        BenchRow {
            task: task.to_string(),
            property: "unreach-call".to_string(),
            expected: Some(true),
            verdict: verdict.to_string(),
            class,
            exit: Some(0),
            wall_ms: 10.0,
            cpu_ms: 8.0,
            max_rss: 5 << 20,
        }
    }

    #[test]
    fn wrong_comes_first_and_reasons_are_grouped() {
        let rows = [
            row("d/a.yml", Class::Unknown, "UNKNOWN(inline assembly, a.c:12)"),
            row("d/b.yml", Class::Unknown, "UNKNOWN(inline assembly, b.c:7)"),
            row("d/c.yml", Class::WrongTrue, "TRUE"),
        ];
        let text = problems(&rows);
        assert!(text.starts_with("WRONG TRUE: d/c.yml"), "{text}");
        assert!(text.contains("2 × inline assembly\n"), "{text}");
    }

    #[test]
    fn a_comparison_names_what_changed() {
        let before = [row("a.yml", Class::Unknown, "UNKNOWN(x)"), row("b.yml", Class::CorrectTrue, "TRUE")];
        let after = [row("a.yml", Class::CorrectTrue, "TRUE"), row("b.yml", Class::CorrectTrue, "TRUE")];
        let text = comparison(&before, &after);
        assert!(text.contains("unknown → correct true: a.yml"), "{text}");
        assert!(text.contains("the 1 runs that both solve: 1.00"), "{text}");
    }
}
