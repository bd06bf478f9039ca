//! The results of `raddle bench` as JSON, to be kept and compared.

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
}

/// One run: a task and a property.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BenchRow {
    /// The task definition's path.
    pub task: String,
    /// The property's name.
    pub property: String,
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
    /// The analysis and options, as on the command line.
    pub arguments: Vec<String>,
    /// In the order of the tasks.
    pub rows: Vec<BenchRow>,
}

impl BenchFile {
    /// Results of this build.
    pub fn new(arguments: Vec<String>, rows: Vec<BenchRow>) -> BenchFile {
        let tool_version = env!("CARGO_PKG_VERSION").to_string();
        BenchFile { schema: "raddle-bench".to_string(), version: 1, tool_version, arguments, rows }
    }

    /// As text.
    pub fn to_text(&self) -> String {
        to_json(self)
    }

    /// Reads it back.
    pub fn from_text(text: &str) -> Result<BenchFile, String> {
        let file: BenchFile = serde_json::from_str(text).map_err(|e| format!("not a result of `raddle bench`: {e}"))?;
        if file.schema == "raddle-bench" && file.version == 1 {
            Ok(file)
        } else {
            Err(format!(
                "{} version {} is not a result of `raddle bench` that this version can read",
                file.schema, file.version
            ))
        }
    }
}
