//! `cargo xtask twins FOLDER`: non-monotonic against monotonic refinement, for each instance of the scheme.
//!
//! FOLDER is what `benches/series` makes of its series `twins` (`raddle bench -o`): variants `NAME-monotonic` and `NAME-non-monotonic`. For each NAME there is a row for both: what they proved and found, and alone; how
//! many predicates, classes and counterexamples their proofs needed where *both* have one (other proofs compare nothing), and the time where both have an answer.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use raddle_report::bench::{BenchRow, Class};

use super::Series;

/// Counts of what proofs need, as the reports call them.
const FIGURES: [(&str, &[&str]); 3] = [
    ("predicates", &["predicates"]),
    ("classes", &["classes of places"]),
    ("counterexamples", &["spurious counterexamples", "refinements"]),
];

/// What two variants have on one task.
type Pair<'a> = [&'a BenchRow; 2];

/// The table, or why there is none.
pub fn table(folder: &Path) -> Result<String, String> {
    let parent = folder.parent().unwrap_or(Path::new("."));
    let name = folder.file_name().and_then(|name| name.to_str()).ok_or("this is no folder")?;
    let series = Series::read(parent, name)?;
    let mut names: Vec<&str> =
        series.rows.iter().filter_map(|row| row.variant.strip_suffix("-non-monotonic")).collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return Err(format!("{} has no variants NAME-monotonic and NAME-non-monotonic", folder.display()));
    }
    let mut out = format!(
        "{}. Predicates, classes and counterexamples are those of proofs where both have one, CPU s where both have an answer.\n\n",
        series.limits()
    );
    let counts: Vec<&str> = FIGURES.iter().map(|(name, _)| *name).collect();
    let _ = writeln!(
        out,
        "| instance | refinement | tasks | proved | found | wrong | only this one | {} | CPU s |",
        counts.join(" | ")
    );
    let _ = writeln!(out, "|---|---|--:|--:|--:|--:|---|{}--:|", "--:|".repeat(counts.len()));
    for name in names {
        out.push_str(&instance(&series, name));
    }
    Ok(out)
}

/// The two rows of an instance.
fn instance(series: &Series, name: &str) -> String {
    let variants = ["monotonic", "non-monotonic"];
    let of = variants.map(|refinement| {
        let rows = series.of(&format!("{name}-{refinement}"));
        rows.into_iter().map(|row| (row.subject(), row)).collect::<BTreeMap<_, _>>()
    });
    let pairs: Vec<Pair<'_>> = of[0].iter().filter_map(|(task, row)| Some([*row, *of[1].get(task)?])).collect();
    let mut out = String::new();
    for (me, refinement) in variants.iter().enumerate() {
        let count = |wanted: fn(Class) -> bool| pairs.iter().filter(|pair| wanted(pair[me].class)).count();
        let alone: Vec<&str> = pairs
            .iter()
            .filter(|pair| pair[me].class.is_correct() && !pair[1 - me].class.is_correct())
            .map(|pair| pair[me].stem())
            .collect();
        let figures = FIGURES.map(|(_, names)| sum(&pairs, me, names).map_or("–".to_string(), |sum| sum.to_string()));
        let both = pairs.iter().filter(|pair| pair.iter().all(|row| row.class.is_correct()));
        let cpu: f64 = both.map(|pair| pair[me].cpu_ms / 1000.0).sum();
        let _ = writeln!(
            out,
            "| {name} | {refinement} | {} | {} | {} | {} | {} | {} | {cpu:.1} |",
            pairs.len(),
            count(|class| class == Class::CorrectTrue),
            count(|class| class == Class::CorrectFalse),
            count(Class::is_wrong),
            if alone.is_empty() { "–".to_string() } else { format!("{}: {}", alone.len(), alone.join(", ")) },
            figures.join(" | ")
        );
    }
    out
}

/// What one of two variants counts, over all tasks for which both have it; `None` if there are none.
fn sum(pairs: &[Pair<'_>], me: usize, names: &[&str]) -> Option<u64> {
    let count = |row: &BenchRow| {
        let is_proof = row.class == Class::CorrectTrue;
        is_proof.then(|| names.iter().find_map(|name| row.figures.get(*name).copied()))?
    };
    let both = pairs.iter().filter_map(|pair| Some([count(pair[0])?, count(pair[1])?]));
    both.map(|counts| counts[me]).reduce(|a, b| a + b)
}
