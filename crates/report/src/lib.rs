//! Verdicts and diagnostics, for people and for machines.
//!
//! Everything here is a view: a function from a checked [`Verdict`](raddle_evidence::Verdict) or a
//! [`Diagnostic`](raddle_program::Diagnostic) to text. Nothing is printed and no verdict is made here.
//!
//! **Architecture invariant**: this is the only crate that serialises; no other crate depends on `serde`.

pub mod bench;
mod build;
mod diagnostic;
mod ending;
mod fold;
mod html;
mod json;
mod lanes;
mod paint;
mod parcel;
mod player;
mod race;
#[cfg(test)]
mod sample;
mod sarif;
mod story;
mod text;
mod value;
mod witness;

pub use build::{BuiltProgram, BuiltUnit, build_file, read_build_file};
pub use diagnostic::{DiskLines, Excerpt, show_diagnostic, show_excerpt};
pub use html::html_report;
pub use json::{JSON_VERSION, data_model_name, json_verdicts};
pub use lanes::show_lanes;
pub use paint::{Look, Role, width, wrap};
pub use parcel::{parcel_from_text, parcel_to_text};
pub use sarif::sarif_verdicts;
pub use story::{Detail, DetailKind, Entry, Story, short_name, tell, thread_name};
pub use text::{count, grouped, show_costs, show_verdict, show_verdicts, verdict_word};
pub use value::show_value;
pub use witness::{ProgramFile, Witness, WitnessError};
