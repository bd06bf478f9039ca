//! What to say where an engine and its check disagree: everything that is needed to see it again.
//!
//! Such a verdict is UNKNOWN, and the error is ours. In a portfolio another member may have an answer all the same; the disagreement is told beside it. Standard error, because it is no part of the result.

use raddle_evidence::{Answer, Verdict};
use raddle_program::Program;
use raddle_report::ProgramFile;

/// The errors of ours behind some verdicts: whose, and what.
fn errors(program: &Program, verdicts: &[Verdict]) -> Vec<String> {
    let mut errors = Vec::new();
    for verdict in verdicts {
        let property = verdict.property();
        if let (Answer::Unknown(reasons), true) = (verdict.answer(), verdict.tried().is_empty()) {
            let ours = reasons.iter().filter(|reason| reason.is_internal());
            errors.extend(ours.map(|reason| format!("{property}: {}", reason.text(program))));
        }
        for tried in verdict.tried() {
            let ours = tried.reasons.iter().filter(|reason| reason.is_internal());
            errors.extend(ours.map(|reason| format!("{property}, {}: {}", tried.by, reason.text(program))));
        }
    }
    errors
}

/// The report, if there is something to report.
pub fn report(
    program: &Program,
    verdicts: &[Verdict],
    files: &[ProgramFile],
    command: &[String],
    options: &[String],
    seed: u64,
) -> Option<String> {
    let errors = errors(program, verdicts);
    if errors.is_empty() {
        return None;
    }
    let mut text =
        "internal error: an analysis and the check of its evidence disagree (please report this)\n".to_string();
    errors.iter().for_each(|error| text.push_str(&format!("  what: {error}\n")));
    text.push_str(&format!("  version: {}\n", env!("CARGO_PKG_VERSION")));
    text.push_str(&format!("  command: {}\n", command.join(" ")));
    text.push_str(&format!("  options: {}\n", if options.is_empty() { "none".to_string() } else { options.join(" ") }));
    text.push_str(&format!("  seed: {seed}\n"));
    for file in files {
        text.push_str(&format!("  file: {} sha256 {}\n", file.path, file.sha256));
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use raddle_evidence::{Property, Reason, Statistics};
    use raddle_program::DataModel;

    use super::*;

    fn reported(reason: Reason) -> Option<String> {
        let verdict = Verdict::unknown(Property::NoDataRace, vec![reason], Statistics::default());
        let files = [ProgramFile { path: "a.c".to_string(), sha256: "77aa".to_string(), flags: Vec::new() }];
        let command = ["raddle", "check", "a.c"].map(str::to_string);
        report(&Program::unread(DataModel::Lp64), &[verdict], &files, &command, &["reach.seed=3".to_string()], 3)
    }

    #[test]
    fn everything_to_see_it_again() {
        let text = reported(Reason::ProofRejected("a state is missing".to_string())).expect("an error of ours");
        for part in [
            "no-data-race: internal: ",
            "a state is missing",
            "raddle check a.c",
            "reach.seed=3",
            "seed: 3",
            "a.c sha256 77aa",
        ] {
            assert!(text.contains(part), "no `{part}` in\n{text}");
        }
    }

    #[test]
    fn a_limit_is_no_error() {
        assert_eq!(reported(Reason::TimeLimit), None);
    }
}
