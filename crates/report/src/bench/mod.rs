//! The results of `raddle bench`: rows to be kept and compared, and what people look at.
//!
//! A *row* is one task, one property and one *variant*: an analysis with its options, under a name. Rows are written to a
//! [journal](journal) as they come and to a [`BenchFile`] at the end. Everything else here is a view of rows: [tables](table), [plots](plot), a
//! [page](page). Rows of [other tools](peer) are rows like ours.

pub mod journal;
pub mod page;
pub mod peer;
pub mod plot;
pub mod table;
pub mod tally;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::json::to_json;

/// How a run stands to what was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// TRUE, as expected.
    CorrectTrue,
    /// FALSE, as expected.
    CorrectFalse,
    /// TRUE although an error was expected: unsound.
    WrongTrue,
    /// FALSE although none was expected: spurious.
    WrongFalse,
    /// No answer.
    Unknown,
    /// No verdict line: rejected input, crash, killed.
    Error,
    /// A verdict, but the task says nothing about what to expect.
    Unchecked,
}

impl Class {
    /// Compares a verdict with what is expected: `TRUE`, `FALSE(what)` or `UNKNOWN(why)`, and `None` if there was none.
    pub fn of(verdict: Option<&str>, expected: Option<bool>, subproperty: Option<&str>) -> Class {
        let said = match verdict {
            Some("TRUE") => true,
            Some(v) if v.starts_with("FALSE(") => false,
            Some(v) if v.starts_with("UNKNOWN(") => return Class::Unknown,
            Some(_) | None => return Class::Error,
        };
        // The right word for the wrong reason is spurious.
        let other = subproperty.is_some_and(|part| verdict != Some(&format!("FALSE({part})")));
        match (said, expected) {
            (false, Some(false)) if other => Class::WrongFalse,
            (true, Some(true)) => Class::CorrectTrue,
            (false, Some(false)) => Class::CorrectFalse,
            (true, Some(false)) => Class::WrongTrue,
            (false, Some(true)) => Class::WrongFalse,
            (_, None) => Class::Unchecked,
        }
    }

    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Class::CorrectTrue => "correct true",
            Class::CorrectFalse => "correct false",
            Class::WrongTrue => "WRONG TRUE",
            Class::WrongFalse => "WRONG FALSE",
            Class::Unknown => "unknown",
            Class::Error => "error",
            Class::Unchecked => "unchecked",
        }
    }

    /// Points as in SV-COMP.
    pub fn points(self) -> i64 {
        match self {
            Class::CorrectTrue => 2,
            Class::CorrectFalse => 1,
            Class::WrongTrue => -32,
            Class::WrongFalse => -16,
            Class::Unknown | Class::Error | Class::Unchecked => 0,
        }
    }

    /// The answer is right.
    pub fn is_correct(self) -> bool {
        matches!(self, Class::CorrectTrue | Class::CorrectFalse)
    }

    /// The answer is not right.
    pub fn is_wrong(self) -> bool {
        matches!(self, Class::WrongTrue | Class::WrongFalse)
    }
}

/// One run: a task, a property and a variant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenchRow {
    /// The task definition's path.
    pub task: String,
    /// The property's name.
    pub property: String,
    /// The variant's name; empty in files that are older than variants.
    #[serde(skip_serializing_if = "String::is_empty", default)]
    pub variant: String,
    /// The expected verdict.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub expected: Option<bool>,
    /// What was said: `TRUE`, `FALSE(…)`, `UNKNOWN(…)` or, without a verdict, the last line of the error output.
    pub verdict: String,
    /// How the two compare.
    pub class: Class,
    /// Exit code; absent if the process was killed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub exit: Option<i32>,
    /// Wall-clock milliseconds.
    pub wall_ms: f64,
    /// CPU milliseconds, the preprocessor's included.
    pub cpu_ms: f64,
    /// Largest resident set in bytes.
    pub max_rss: u64,
    /// What the run has counted: states, iterations, classes, by the words of its report.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    pub figures: BTreeMap<String, u64>,
    /// Where the run's output is, relative to the folder of the results.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub log: Option<String>,
}

impl BenchRow {
    /// What was run, whoever ran it.
    pub fn subject(&self) -> (&str, &str) {
        (&self.task, &self.property)
    }

    /// The folder of the task definition.
    pub fn folder(&self) -> &str {
        self.task.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    /// The task definition's name without its extension.
    pub fn stem(&self) -> &str {
        let name = self.task.rsplit_once('/').map_or(self.task.as_str(), |(_, name)| name);
        name.strip_suffix(".yml").unwrap_or(name)
    }
}

/// An analysis with its options, under a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// What the tables call it.
    pub name: String,
    /// The arguments that only its runs have.
    pub arguments: Vec<String>,
}

/// All runs of one benchmark.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenchFile {
    /// `raddle-bench`.
    pub schema: String,
    /// 1.
    pub version: u32,
    /// Which build produced it.
    pub tool_version: String,
    /// The limits and options that all runs share, as on the command line.
    pub arguments: Vec<String>,
    /// In the order of the command line; empty in files that are older than variants.
    #[serde(default)]
    pub variants: Vec<Variant>,
    /// In the order of the tasks, for each task in the order of the variants.
    pub rows: Vec<BenchRow>,
}

impl BenchFile {
    /// Results of this build.
    pub fn new(arguments: Vec<String>, variants: Vec<Variant>, rows: Vec<BenchRow>) -> BenchFile {
        let tool_version = env!("CARGO_PKG_VERSION").to_string();
        BenchFile { schema: SCHEMA.to_string(), version: 1, tool_version, arguments, variants, rows }
    }

    /// As text.
    pub fn to_text(&self) -> String {
        to_json(self)
    }

    /// Reads it back.
    pub fn from_text(text: &str) -> Result<BenchFile, String> {
        let file: BenchFile = serde_json::from_str(text).map_err(|e| format!("not a result of `raddle bench`: {e}"))?;
        if file.schema == SCHEMA && file.version == 1 {
            Ok(file)
        } else {
            Err(format!(
                "{} version {} is not a result of `raddle bench` that this version can read",
                file.schema, file.version
            ))
        }
    }
}

const SCHEMA: &str = "raddle-bench";

/// The names of the variants that have rows, in the order in which those of one task come. A variant that the first tasks do not have is where it stands in later ones.
pub fn variants_of(rows: &[BenchRow]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    let mut last: Option<&BenchRow> = None;
    for row in rows {
        if !names.contains(&row.variant.as_str()) {
            let neighbour = last.filter(|last| last.subject() == row.subject());
            let after = neighbour.and_then(|last| names.iter().position(|name| *name == last.variant));
            names.insert(after.map_or(names.len(), |at| at + 1), &row.variant);
        }
        last = Some(row);
    }
    names
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A row for the tests of the views.
    pub(crate) fn row(task: &str, variant: &str, class: Class, verdict: &str) -> BenchRow {
        BenchRow {
            task: task.to_string(),
            property: "unreach-call".to_string(),
            variant: variant.to_string(),
            expected: Some(!matches!(class, Class::CorrectFalse | Class::WrongTrue)),
            verdict: verdict.to_string(),
            class,
            exit: Some(0),
            wall_ms: 10.0,
            cpu_ms: 8.0,
            max_rss: 5 << 20,
            figures: BTreeMap::new(),
            log: None,
        }
    }

    #[test]
    fn classes() {
        assert_eq!(Class::of(Some("TRUE"), Some(true), None), Class::CorrectTrue);
        assert_eq!(Class::of(Some("TRUE"), Some(false), None), Class::WrongTrue);
        assert_eq!(Class::of(Some("FALSE(unreach-call)"), Some(true), None), Class::WrongFalse);
        assert_eq!(Class::of(Some("FALSE(unreach-call)"), Some(false), None), Class::CorrectFalse);
        assert_eq!(Class::of(Some("UNKNOWN(time limit)"), Some(false), None), Class::Unknown);
        assert_eq!(Class::of(None, Some(true), None), Class::Error);
        let part = |said| Class::of(Some(said), Some(false), Some("valid-deref"));
        assert_eq!(part("FALSE(valid-deref)"), Class::CorrectFalse);
        assert_eq!(part("FALSE(valid-free)"), Class::WrongFalse);
        assert_eq!(part("TRUE"), Class::WrongTrue);
    }

    #[test]
    fn variants_keep_their_order() {
        let of = |task: &str, variant: &str| row(task, variant, Class::Unknown, "UNKNOWN(x)");
        let rows = [of("a", "x"), of("a", "z"), of("b", "x"), of("b", "y"), of("b", "z"), of("a", "peer")];
        assert_eq!(variants_of(&rows), ["x", "y", "z", "peer"]);
    }

    #[test]
    fn files_without_variants_are_read() {
        let old = r#"{"schema":"raddle-bench","version":1,"tool_version":"0.1.0","arguments":["--time","60000ms"],
            "rows":[{"task":"d/a.yml","property":"unreach-call","expected":true,"verdict":"TRUE","class":"correct-true",
            "exit":0,"wall_ms":6.5,"cpu_ms":6.0,"max_rss":4096}]}"#;
        let file = BenchFile::from_text(old).unwrap();
        assert!(file.variants.is_empty());
        assert_eq!(file.rows[0].variant, "");
        assert_eq!((file.rows[0].folder(), file.rows[0].stem()), ("d", "a"));
        assert_eq!(BenchFile::from_text(&file.to_text()), Ok(file));
        assert!(BenchFile::from_text("{}").is_err_and(|e| e.contains("not a result of `raddle bench`")));
    }
}
