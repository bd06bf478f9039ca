//! What Raddle says about a program.

use std::path::{Path, PathBuf};
use std::time::Duration;

use raddle_engines::{Config, Limits, registry};
use raddle_evidence::{Answer, Ending, Property, Reason, Trace};
use raddle_frontend::{Options, load};
use raddle_machine::HaltKind;

#[derive(Debug)]
pub enum Raddle {
    True,
    /// What is violated and in which line.
    False {
        violated: &'static str,
        line: Option<u32>,
    },
    /// The only execution ends in undefined behaviour that is no violation.
    Undefined {
        line: Option<u32>,
        #[expect(dead_code, reason = "shown where the answers differ")]
        what: String,
    },
    Unknown(String),
}

/// The verdict of the default analysis. Errors of ours are none: they end the test.
pub fn verdict(file: &Path, include: &[PathBuf], property: Property) -> Raddle {
    let options =
        Options { include_dirs: include.to_vec(), lifetimes: property.needs_lifetimes(), ..Options::default() };
    let program = match load(&[file.to_path_buf()], &options) {
        Ok((program, _)) => program,
        Err(error) => {
            let first = error.diagnostics.first().map_or(String::new(), |d| d.message.clone());
            panic!("{}: {first}", file.display());
        }
    };
    let limits = Limits::new(Some(Duration::from_secs(10)), None);
    let analysis = registry::find("explicit").expect("the analysis is registered");
    let line = |span| program.source.place(span).map(|place| place.line);
    match registry::check(analysis, &program, property, &Config::default(), &limits).answer() {
        Answer::True(_) => Raddle::True,
        Answer::False(violation) => {
            Raddle::False { violated: violation.trace.violated, line: caller(&violation.trace).and_then(line) }
        }
        Answer::Unknown(reasons) => match reasons.first() {
            Some(Reason::Halt(halt)) if matches!(halt.kind, HaltKind::Undefined(_)) => {
                Raddle::Undefined { line: line(halt.span), what: halt.to_string() }
            }
            Some(Reason::Halt(halt)) => Raddle::Unknown(halt.to_string()),
            Some(reason @ (Reason::ReplayFailed(_) | Reason::ProofRejected(_) | Reason::Internal(_))) => {
                panic!("{}: {reason:?}", file.display())
            }
            reason => Raddle::Unknown(format!("{reason:?}")),
        },
    }
}

/// Where a violation is: the statement of the program, not of a model of ours that it calls.
fn caller(trace: &Trace) -> Option<raddle_program::Span> {
    let Ending::Undefined { span, .. } = trace.ending else { return None };
    let last = trace.steps.last()?;
    let entry = last.stack.iter().find(|entry| !entry.internal);
    Some(if last.internal { entry.map_or(span, |entry| entry.span) } else { span })
}
