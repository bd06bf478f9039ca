//! From files to a program, with diagnostics shown on standard error.

use raddle_deadline::Deadline;
use raddle_frontend::{Options, load_units};
use raddle_program::{Diagnostic, Program, Severity, SourceMap};
use raddle_report::{DiskLines, json_refusal, sarif_refusal, show_diagnostic};

use crate::args::Format;
use crate::build::Sources;
use crate::{Failure, stderr_look};

/// One mistake can lead to many messages; the first ones are those that help.
const SHOWN: usize = 10;

/// Loads the program; warnings are printed, errors end the command.
///
/// `error_function` is the function whose call is the error of `unreach-call`, if the property names one.
/// `lifetimes`: whether it has to say when the life of each local ends, as some properties need.
/// `format`: in which form standard output says what is wrong with the input.
pub fn program(
    sources: &Sources,
    entry: Option<&str>,
    error_function: Option<&str>,
    lifetimes: bool,
    (format, deadline): (Format, &Deadline),
) -> Result<Program, Failure> {
    sources.notes.iter().for_each(|note| eprintln!("note: {note}"));
    let options = Options {
        data_model: sources.data_model,
        entry: entry.unwrap_or("main").to_string(),
        error_function: error_function.map(str::to_string),
        arguments: sources.arguments.clone(),
        lifetimes,
        deadline: deadline.clone(),
        ..Options::default()
    };
    match load_units(&sources.units, &options) {
        Ok((program, warnings)) => {
            eprint!("{}", show_all(&warnings, &program.source));
            Ok(program)
        }
        Err(error) => {
            let (diagnostics, source) = (&error.diagnostics, &error.source);
            let out = match format {
                Format::Text => String::new(),
                Format::Json => json_refusal(diagnostics, source),
                Format::Sarif => sarif_refusal(diagnostics, source),
            };
            Err(Failure { out, ..Failure::input(show_all(diagnostics, source)) })
        }
    }
}

/// Errors before warnings, each kind in the order it was found.
fn show_all(diagnostics: &[Diagnostic], source: &SourceMap) -> String {
    let mut disk = DiskLines::default();
    let mut out = String::new();
    for severity in [Severity::Error, Severity::Warning] {
        let of_kind: Vec<_> = diagnostics.iter().filter(|d| d.severity == severity).collect();
        for diagnostic in of_kind.iter().take(SHOWN) {
            out.push_str(&show_diagnostic(diagnostic, source, &mut disk, stderr_look()));
        }
        if of_kind.len() > SHOWN {
            let noun = match severity {
                Severity::Error => "errors",
                Severity::Warning => "warnings",
            };
            out.push_str(&format!("… and {} more {noun}\n", of_kind.len() - SHOWN));
        }
    }
    out
}
