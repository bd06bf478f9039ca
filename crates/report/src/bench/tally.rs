//! Rows counted: what all tables say of a group of rows.

use std::collections::{BTreeMap, BTreeSet};

use super::{BenchRow, Class, variants_of};

/// What there is to say of some rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tally {
    /// How many rows.
    pub runs: usize,
    /// TRUE, as expected.
    pub correct_true: usize,
    /// FALSE, as expected.
    pub correct_false: usize,
    /// TRUE, not as expected.
    pub wrong_true: usize,
    /// FALSE, not as expected.
    pub wrong_false: usize,
    /// No answer.
    pub unknown: usize,
    /// No verdict.
    pub error: usize,
    /// A verdict, but nothing to compare it with.
    pub unchecked: usize,
    /// As in SV-COMP.
    pub points: i64,
    /// CPU seconds of all rows.
    pub cpu: f64,
    /// Wall-clock seconds of all rows.
    pub wall: f64,
    /// The CPU seconds in the middle.
    pub median_cpu: f64,
    /// The largest resident set of one row, in bytes.
    pub max_rss: u64,
}

impl Tally {
    /// Counts rows.
    pub fn of<'a>(rows: impl IntoIterator<Item = &'a BenchRow>) -> Tally {
        let mut tally = Tally::default();
        let mut cpus: Vec<f64> = Vec::new();
        for row in rows {
            tally.runs += 1;
            *match row.class {
                Class::CorrectTrue => &mut tally.correct_true,
                Class::CorrectFalse => &mut tally.correct_false,
                Class::WrongTrue => &mut tally.wrong_true,
                Class::WrongFalse => &mut tally.wrong_false,
                Class::Unknown => &mut tally.unknown,
                Class::Error => &mut tally.error,
                Class::Unchecked => &mut tally.unchecked,
            } += 1;
            tally.points += row.class.points();
            tally.wall += row.wall_ms / 1000.0;
            tally.max_rss = tally.max_rss.max(row.max_rss);
            cpus.push(row.cpu_ms / 1000.0);
        }
        cpus.sort_by(f64::total_cmp);
        tally.cpu = cpus.iter().sum();
        tally.median_cpu = cpus.get(cpus.len() / 2).copied().unwrap_or(0.0);
        tally
    }

    /// Right answers.
    pub fn correct(&self) -> usize {
        self.correct_true + self.correct_false
    }

    /// Wrong answers.
    pub fn wrong(&self) -> usize {
        self.wrong_true + self.wrong_false
    }
}

/// The rows of one folder, property and variant.
#[derive(Clone, Debug)]
pub struct Group<'a> {
    /// The folder, without what all folders begin with; `total` for all of them.
    pub folder: String,
    /// The property; empty for all of them.
    pub property: String,
    /// The variant's name.
    pub variant: &'a str,
    /// What the rows say.
    pub tally: Tally,
}

/// One group per folder, property and variant, and a total for each variant if there are several folders or properties.
pub fn groups(rows: &[BenchRow]) -> Vec<Group<'_>> {
    let common = common_folder(rows);
    let variants = variants_of(rows);
    let keys: BTreeSet<(&str, &str)> = rows.iter().map(|row| (row.folder(), row.property.as_str())).collect();
    let mut found = Vec::new();
    for (folder, property) in &keys {
        for variant in &variants {
            let of = |row: &&BenchRow| row.folder() == *folder && row.property == *property && row.variant == *variant;
            let tally = Tally::of(rows.iter().filter(of));
            if tally.runs > 0 {
                let (folder, property) = (below(folder, &common), property.to_string());
                found.push(Group { folder, property, variant, tally });
            }
        }
    }
    if keys.len() > 1 {
        for variant in variants {
            let tally = Tally::of(rows.iter().filter(|row| row.variant == variant));
            found.push(Group { folder: "total".to_string(), property: String::new(), variant, tally });
        }
    }
    found
}

/// The folder that all folders of tasks are in, with a slash at its end; empty if there is none or only one folder.
pub fn common_folder(rows: &[BenchRow]) -> String {
    let folders: BTreeSet<&str> = rows.iter().map(BenchRow::folder).collect();
    let (Some(first), true) = (folders.first(), folders.len() > 1) else { return String::new() };
    let mut common = String::new();
    for part in first.split_inclusive('/') {
        let longer = format!("{common}{part}");
        // A folder that others are in has a name, too.
        if !longer.ends_with('/') || !folders.iter().all(|f| f.starts_with(&longer)) {
            break;
        }
        common = longer;
    }
    common
}

/// A path without the folder that all have in common.
pub fn below(path: &str, common: &str) -> String {
    path.strip_prefix(common).unwrap_or(path).to_string()
}

/// The reason of an UNKNOWN without its place, so that the same reason in different programs is one; other verdicts as they are.
pub fn reason(verdict: &str) -> String {
    let inner = verdict.strip_prefix("UNKNOWN(").and_then(|v| v.strip_suffix(')')).unwrap_or(verdict);
    match inner.rsplit_once(", ") {
        Some((what, place)) if place.rsplit_once(':').is_some_and(|(_, n)| n.chars().all(|c| c.is_ascii_digit())) => {
            what.to_string()
        }
        Some(_) | None => inner.to_string(),
    }
}

/// Why there is no answer: reasons with the rows that have them, the most frequent first. Runs without a verdict have theirs, too.
pub fn reasons(rows: &[BenchRow]) -> Vec<(String, Vec<&BenchRow>)> {
    let mut found: BTreeMap<String, Vec<&BenchRow>> = BTreeMap::new();
    for row in rows {
        match row.class {
            Class::Unknown => found.entry(reason(&row.verdict)).or_default().push(row),
            Class::Error => found.entry(format!("error: {}", reason(&row.verdict))).or_default().push(row),
            Class::CorrectTrue | Class::CorrectFalse | Class::WrongTrue | Class::WrongFalse | Class::Unchecked => {}
        }
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|(_, rows)| std::cmp::Reverse(rows.len()));
    found
}

/// Tasks of which one variant says TRUE and another FALSE: one of them is wrong, whatever is expected.
pub fn contradictions(rows: &[BenchRow]) -> Vec<(&BenchRow, &BenchRow)> {
    let mut yes: BTreeMap<(&str, &str), &BenchRow> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.verdict == "TRUE") {
        yes.entry(row.subject()).or_insert(row);
    }
    let no = rows.iter().filter(|row| row.verdict.starts_with("FALSE("));
    no.filter_map(|row| Some((*yes.get(&row.subject())?, row))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::tests::row;

    #[test]
    fn folders_lose_what_they_have_in_common() {
        let of = |tasks: &[&str]| {
            let rows: Vec<_> = tasks.iter().map(|t| row(t, "", Class::Unknown, "UNKNOWN(x)")).collect();
            common_folder(&rows)
        };
        assert_eq!(of(&["/b/c/pthread/a.yml", "/b/c/pthread-ext/a.yml"]), "/b/c/");
        assert_eq!(of(&["c/x/a.yml", "c/x/b.yml"]), "");
        assert_eq!(of(&["c/a.yml", "c/x/b.yml"]), "");
        assert_eq!(of(&["d/c/a.yml", "d/c/x/b.yml"]), "d/");
        assert_eq!(of(&["a.yml", "c/x/b.yml"]), "");
    }

    #[test]
    fn groups_have_totals() {
        let rows = [
            row("s/d/a.yml", "x", Class::CorrectTrue, "TRUE"),
            row("s/d/a.yml", "y", Class::Unknown, "UNKNOWN(time limit)"),
            row("s/e/b.yml", "x", Class::WrongFalse, "FALSE(unreach-call)"),
        ];
        let groups = groups(&rows);
        let shown: Vec<_> = groups.iter().map(|g| (g.folder.as_str(), g.variant, g.tally.points)).collect();
        assert_eq!(shown, [("d", "x", 2), ("d", "y", 0), ("e", "x", -16), ("total", "x", -14), ("total", "y", 0)]);
        let total = &groups[3].tally;
        assert_eq!((total.runs, total.correct(), total.wrong(), total.cpu), (2, 1, 1, 0.016));
    }

    #[test]
    fn places_are_no_part_of_reasons() {
        assert_eq!(reason("UNKNOWN(inline assembly, a.c:12)"), "inline assembly");
        assert_eq!(reason("UNKNOWN(time limit)"), "time limit");
        assert_eq!(reason("UNKNOWN(no body, of `f`)"), "no body, of `f`");
    }

    #[test]
    fn contradictions_are_found() {
        let rows = [
            row("a.yml", "x", Class::Unchecked, "TRUE"),
            row("a.yml", "y", Class::Unchecked, "FALSE(unreach-call)"),
            row("b.yml", "x", Class::CorrectTrue, "TRUE"),
            row("b.yml", "y", Class::Unknown, "UNKNOWN(x)"),
        ];
        let found = contradictions(&rows);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].0.variant.as_str(), found[0].1.variant.as_str()), ("x", "y"));
    }
}
