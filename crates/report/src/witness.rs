//! Witnesses: a counterexample in a file, to be replayed later.
//!
//! A witness holds what makes the execution deterministic (schedule, inputs, choices) and the hashes of the program's
//! files, so that it cannot be replayed on another program by accident. It holds no trace: the trace is made again by
//! replaying.

use std::fmt;

use raddle_evidence::{Counterexample, Move, Property};
use raddle_machine::ThreadIx;
use raddle_program::DataModel;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::json::{data_model_name, to_json};

const SCHEMA: &str = "raddle-witness";
const VERSION: u32 = 1;

/// A file of the program and its content's hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramFile {
    /// As the user named it.
    pub path: String,
    /// SHA-256 of its bytes, in hexadecimal; empty if it could not be read.
    pub sha256: String,
    /// The flags that its preprocessor gets.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<String>,
}

impl ProgramFile {
    /// Reads and hashes a file. What is no file on a disk has no hash: reading a pipe again brings something else, or never ends.
    pub fn of(path: &str) -> ProgramFile {
        let is_file = std::fs::metadata(path).is_ok_and(|meta| meta.is_file());
        let bytes = if is_file { std::fs::read(path).ok() } else { None };
        let hash = |bytes: Vec<u8>| Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        let sha256 = bytes.map_or(String::new(), hash);
        ProgramFile { path: path.to_string(), sha256, flags: Vec::new() }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum WitnessMove {
    /// Thread slot, number of edges.
    Run(u16, u32),
    /// Thread slot, whether the wait timed out.
    Wake(u16, bool),
}

/// An execution: what makes it deterministic.
#[derive(Serialize, Deserialize)]
pub(crate) struct Execution {
    property: String,
    schedule: Vec<WitnessMove>,
    /// Decimal strings, because JSON numbers are not exact beyond 2^53.
    inputs: Vec<String>,
    choices: Vec<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    racing: Option<(u16, u16)>,
}

impl Execution {
    pub(crate) fn of(c: &Counterexample) -> Execution {
        let step = |step: &Move| match step {
            Move::Run { thread, edges } => WitnessMove::Run(thread.0, *edges),
            Move::Wake { thread, timed_out } => WitnessMove::Wake(thread.0, *timed_out),
        };
        Execution {
            property: c.property.name().to_string(),
            schedule: c.schedule.iter().map(step).collect(),
            inputs: c.inputs.iter().map(u128::to_string).collect(),
            choices: c.choices.clone(),
            racing: c.racing.map(|(a, b)| (a.0, b.0)),
        }
    }

    pub(crate) fn counterexample(self) -> Result<Counterexample, WitnessError> {
        let property = Property::from_name(&self.property)
            .ok_or_else(|| WitnessError::Value(format!("property `{}`", self.property)))?;
        let input = |i: &String| i.parse().map_err(|_| WitnessError::Value(format!("input `{i}`")));
        let inputs: Result<Vec<u128>, _> = self.inputs.iter().map(input).collect();
        let step = |step: WitnessMove| match step {
            WitnessMove::Run(thread, edges) => Move::Run { thread: ThreadIx(thread), edges },
            WitnessMove::Wake(thread, timed_out) => Move::Wake { thread: ThreadIx(thread), timed_out },
        };
        Ok(Counterexample {
            property,
            schedule: self.schedule.into_iter().map(step).collect(),
            inputs: inputs?,
            choices: self.choices,
            racing: self.racing.map(|(a, b)| (ThreadIx(a), ThreadIx(b))),
        })
    }
}

#[derive(Serialize, Deserialize)]
struct WitnessFile {
    schema: String,
    version: u32,
    producer: String,
    files: Vec<ProgramFile>,
    data_model: String,
    entry: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error_function: Option<String>,
    /// Whether the steps are those of a program that says when the life of each local ends.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    lifetimes: bool,
    /// Options that differ from their defaults, as `key=value`: they can change what a step means.
    options: Vec<String>,
    #[serde(flatten)]
    execution: Execution,
}

/// A counterexample with what is needed to replay it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The files of the program.
    pub files: Vec<ProgramFile>,
    /// For which the program was compiled.
    pub data_model: DataModel,
    /// The entry function.
    pub entry: String,
    /// The function whose call is the error, if the property names one.
    pub error_function: Option<String>,
    /// Whether the steps are those of a program that says when the life of each local ends.
    pub lifetimes: bool,
    /// `key=value` of the options given.
    pub options: Vec<String>,
    /// The execution.
    pub counterexample: Counterexample,
}

/// Why a file is not a witness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WitnessError {
    /// Not JSON, or not of the schema.
    Malformed(String),
    /// Of another schema or version.
    Version(String),
    /// A value that makes no sense.
    Value(String),
}

impl fmt::Display for WitnessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WitnessError::Malformed(what) => write!(f, "not a Raddle witness: {what}"),
            WitnessError::Version(what) => write!(f, "a witness of another kind: {what}"),
            WitnessError::Value(what) => write!(f, "the witness has a wrong value: {what}"),
        }
    }
}

impl std::error::Error for WitnessError {}

impl Witness {
    /// The text of the witness file.
    pub fn to_text(&self) -> String {
        to_json(&WitnessFile {
            schema: SCHEMA.to_string(),
            version: VERSION,
            producer: format!("raddle {}", env!("CARGO_PKG_VERSION")),
            files: self.files.clone(),
            data_model: data_model_name(self.data_model).to_string(),
            entry: self.entry.clone(),
            error_function: self.error_function.clone(),
            lifetimes: self.lifetimes,
            options: self.options.clone(),
            execution: Execution::of(&self.counterexample),
        })
    }

    /// Reads a witness file.
    pub fn from_text(text: &str) -> Result<Witness, WitnessError> {
        let file: WitnessFile = serde_json::from_str(text).map_err(|e| WitnessError::Malformed(e.to_string()))?;
        if file.schema != SCHEMA || file.version != VERSION {
            return Err(WitnessError::Version(format!("{} version {}", file.schema, file.version)));
        }
        let data_model = [DataModel::Ilp32, DataModel::Lp64]
            .into_iter()
            .find(|m| data_model_name(*m) == file.data_model)
            .ok_or_else(|| WitnessError::Value(format!("data model `{}`", file.data_model)))?;
        Ok(Witness {
            files: file.files,
            data_model,
            entry: file.entry,
            error_function: file.error_function,
            lifetimes: file.lifetimes,
            options: file.options,
            counterexample: file.execution.counterexample()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_witness_reads_back_as_it_was_written() {
        let witness = Witness {
            files: vec![ProgramFile { path: "a.c".into(), sha256: "00".into(), flags: vec!["-DX".into()] }],
            data_model: DataModel::Ilp32,
            entry: "main".into(),
            error_function: Some("give_up".into()),
            lifetimes: true,
            options: vec!["program.malloc_may_fail=true".into()],
            counterexample: Counterexample {
                property: Property::NoDataRace,
                schedule: vec![
                    Move::Run { thread: ThreadIx(0), edges: 12 },
                    Move::Wake { thread: ThreadIx(1), timed_out: true },
                ],
                inputs: vec![u128::MAX, 7],
                choices: vec![1],
                racing: Some((ThreadIx(0), ThreadIx(1))),
            },
        };
        assert_eq!(Witness::from_text(&witness.to_text()), Ok(witness));
    }

    #[test]
    fn other_files_are_refused_in_words() {
        assert!(matches!(Witness::from_text("int main"), Err(WitnessError::Malformed(_))));
        assert!(matches!(Witness::from_text("{}"), Err(WitnessError::Malformed(_))));
    }
}
