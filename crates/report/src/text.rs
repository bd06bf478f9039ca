//! The verdict as text, the last line first in importance.

use std::fmt::Write;

use raddle_evidence::{AboutRaces, Answer, Basis, Certificate, Others, Reason, Statistics, Trace, Tried, Verdict};
use raddle_machine::HaltKind;
use raddle_program::Program;

use crate::diagnostic::DiskLines;
use crate::ending::show_ending;
use crate::lanes::{only_file, show_lanes};
use crate::paint::{Look, Role, width, wrap};
use crate::story::tell;

/// `TRUE`, `FALSE(property)` or `UNKNOWN(reason)`; on one line whatever the reason contains.
pub fn verdict_word(program: &Program, verdict: &Verdict) -> String {
    match verdict.answer() {
        Answer::True(_) => "TRUE".to_string(),
        Answer::False(violation) => format!("FALSE({})", violation.trace.violated),
        Answer::Unknown(reasons) => {
            let reason = reasons.first().map_or("no reason given".to_string(), |r| r.text(program));
            format!("UNKNOWN({})", reason.split_whitespace().collect::<Vec<_>>().join(" "))
        }
    }
}

/// The report on several properties, one after the other, each with its own line; the last line is the worst of them. One property alone is reported as
/// [`show_verdict`] does.
pub fn show_verdicts(program: &Program, verdicts: &[Verdict], look: Look) -> String {
    if let [verdict] = verdicts {
        return show_verdict(program, verdict, look);
    }
    let mut out = String::new();
    for verdict in verdicts {
        let text = show_verdict(program, verdict, look);
        let body = text.trim_end().rsplit_once('\n').map_or("", |(body, _)| body);
        let _ = writeln!(out, "{}", look.paint(Role::Strong, &format!("== {} ==", verdict.property())));
        let _ = writeln!(out, "{body}");
        let line = format!("{}: {}", verdict.property(), verdict_word(program, verdict));
        let _ = writeln!(out, "{}\n", look.paint(role(verdict), &line));
    }
    if let Some(worst) = Verdict::worst(verdicts) {
        let line = format!("Verdict: {}", verdict_word(program, worst));
        let _ = writeln!(out, "{}", look.paint(role(worst), &line));
    }
    out
}

fn role(verdict: &Verdict) -> Role {
    match verdict.answer() {
        Answer::True(_) => Role::Good,
        Answer::False(_) => Role::Error,
        Answer::Unknown(_) => Role::Warning,
    }
}

/// What a proof is, and how much of it was checked again.
pub(crate) fn basis(certificate: &Certificate) -> String {
    let steps = count(certificate.transitions, "step");
    match (certificate.basis, certificate.states) {
        (Basis::Pairs(pairs), _) => {
            let pairs = count(pairs, "pair");
            format!("{pairs} of kinds of accesses that could meet, each excluded for a reason, re-checked over {steps}")
        }
        (Basis::Functions, functions) => {
            let edges = count(certificate.transitions, "edge");
            format!(
                "There is nothing to violate: no assertion and no call of an error function is in the {} that can run, re-checked over {edges}",
                count(functions, "function")
            )
        }
        // Nothing had to be remembered: no step had more than one thread to choose from.
        (Basis::States, 0) => format!("All executions were followed to their end, re-checked over {steps}"),
        (Basis::States, states) => {
            format!("The proof is a closed set of {}, re-checked over {steps}", count(states, "state"))
        }
    }
}

/// The whole report on standard output. Its last line is the verdict. It has no times in it, so that the same input
/// gives the same bytes.
pub fn show_verdict(program: &Program, verdict: &Verdict, look: Look) -> String {
    let mut disk = DiskLines::default();
    let mut out = String::new();
    match verdict.answer() {
        Answer::True(certificate) => {
            let _ = writeln!(out, "Proved: no execution violates {}. {}.", verdict.property(), basis(certificate));
            for line in verdict.explanation() {
                let _ = writeln!(out, "{line}");
            }
        }
        Answer::False(violation) => {
            show_execution(program, "Counterexample", &violation.trace, &mut disk, look, &mut out);
            if let Some(others) = &violation.others {
                show_others(program, others, &mut disk, look, &mut out);
            }
            for line in verdict.explanation() {
                let _ = writeln!(out, "{line}");
            }
        }
        Answer::Unknown(reasons) => {
            let _ = writeln!(out, "No answer, because:");
            for reason in reasons.iter().take(REASONS) {
                bullet(&reason.text(program), look, &mut out);
            }
            if let Some(advice) = reasons.first().and_then(|reason| advice(reason, !verdict.tried().is_empty())) {
                bullet_with("help:", advice, look, &mut out);
            }
            if reasons.len() > REASONS {
                let _ = writeln!(out, "  … and {}", count((reasons.len() - REASONS) as u64, "other reason"));
            }
            for line in verdict.explanation() {
                let _ = writeln!(out, "{line}");
            }
            if let Some(trace) = verdict.undefined() {
                out.push('\n');
                show_execution(program, "Execution to undefined behaviour", trace, &mut disk, look, &mut out);
            }
        }
    }
    show_races(program, verdict, look, &mut out);
    show_tried(program, verdict, look, &mut out);
    if !verdict.notes().is_empty() {
        let _ = writeln!(out, "\n{}", look.paint(Role::Warning, "Undefined behaviour seen on the way:"));
        for note in verdict.notes() {
            let place = program.source.place(note.span).map_or(String::new(), |p| format!("{p}: "));
            bullet(&format!("{place}{}", note.what), look, &mut out);
        }
    }
    if !verdict.assumptions().is_empty() {
        out.push('\n');
        for assumption in verdict.assumptions() {
            let _ = writeln!(out, "{}", look.paint(Role::Faint, &format!("Assuming: {}", assumption.text(program))));
        }
    }
    let covered = show_coverage(verdict.stats(), matches!(verdict.answer(), Answer::Unknown(_)));
    if !covered.is_empty() {
        let _ = writeln!(out, "{}", look.paint(Role::Faint, &covered));
    }
    let _ = writeln!(out, "\n{}", look.paint(role(verdict), &format!("Verdict: {}", verdict_word(program, verdict))));
    out
}

/// An execution, thread by thread, and how it ends.
fn show_execution(program: &Program, title: &str, trace: &Trace, disk: &mut DiskLines, look: Look, out: &mut String) {
    let story = tell(program, trace, disk);
    let title = format!(
        "{title}{}: {}, {}, {}",
        only_file(&story).map_or(String::new(), |file| format!(" in {file}")),
        count(trace.threads.len() as u64, "thread"),
        count(story.switches as u64, "context switch"),
        count(trace.steps.len() as u64, "step"),
    );
    let _ = writeln!(out, "{}\n", look.paint(Role::Strong, &title));
    out.push_str(&show_lanes(program, trace, &story, look));
    out.push('\n');
    out.push_str(&show_ending(program, trace, disk, look));
}

/// The races besides the first one; without the story, unless that is asked for.
fn show_others(program: &Program, others: &Others, disk: &mut DiskLines, look: Look, out: &mut String) {
    let total = others.violations.len() as u64 + 1;
    for (index, violation) in others.violations.iter().enumerate() {
        let rule = format!("── {} of {total} ", index + 2);
        let rule = format!("{rule}{}", "─".repeat(look.width.saturating_sub(width(&rule)).min(40)));
        let _ = writeln!(out, "\n{}", look.paint(Role::Frame, &rule));
        match look.verbose {
            true => show_execution(program, "Counterexample", &violation.trace, disk, look, out),
            false => out.push_str(&show_ending(program, &violation.trace, disk, look)),
        }
    }
    let races = count(total, "data race");
    if others.open.is_empty() {
        let _ = writeln!(out, "\n{races}; the search is complete, so there are no others.");
    } else {
        let _ = writeln!(out, "\n{races}; there may be others, because:");
        others.open.iter().take(REASONS).for_each(|reason| bullet(&reason.text(program), look, out));
    }
}

/// Races that are possible, and what each variable is.
fn show_races(program: &Program, verdict: &Verdict, look: Look, out: &mut String) {
    let AboutRaces { possible, variables } = verdict.races();
    if !possible.is_empty() {
        let shown = if look.verbose { possible.len() } else { POSSIBLE };
        let _ = writeln!(out, "\nPossible, not excluded and not shown ({}):", count(possible.len() as u64, "pair"));
        possible.iter().take(shown).for_each(|race| bullet(&race.text(program), look, out));
        if possible.len() > shown {
            let _ =
                writeln!(out, "  … and {} (--verbose lists all)", count((possible.len() - shown) as u64, "other pair"));
        }
    }
    if !variables.is_empty() {
        let _ = writeln!(out, "\nVariables:");
        let (first, same) = (&variables[0].status, variables.iter().all(|v| v.status == variables[0].status));
        match same && variables.len() > ALIKE {
            true => drop(writeln!(out, "  all {}: {first}", variables.len())),
            false => variables.iter().for_each(|v| _ = writeln!(out, "  {}: {}", v.name, v.status)),
        }
    }
}

/// What each of several analyses has tried, if none has an answer.
fn show_tried(program: &Program, verdict: &Verdict, look: Look, out: &mut String) {
    let Answer::Unknown(_) = verdict.answer() else { return };
    if !verdict.tried().is_empty() {
        let _ = writeln!(out, "\nTried in vain:");
    }
    for Tried { by, reasons } in verdict.tried() {
        let reason = reasons.first().map_or(String::new(), |reason| reason.text(program));
        bullet(&format!("{by}: {reason}"), look, out);
    }
}

/// From how many on variables of which the same is said have one line.
const ALIKE: usize = 8;

/// How many possible races are shown.
const POSSIBLE: usize = 20;

const REASONS: usize = 5;

fn bullet(text: &str, look: Look, out: &mut String) {
    bullet_with("•", text, look, out);
}

fn bullet_with(mark: &str, text: &str, look: Look, out: &mut String) {
    let indent = width(mark);
    for (index, line) in wrap(text, look.width.saturating_sub(3 + indent)).iter().enumerate() {
        let mark = if index == 0 { mark } else { "" };
        let _ = writeln!(out, "  {mark:indent$} {}", line.trim_start());
    }
}

/// What the user can do about a reason. `several`: several analyses have tried, in several orders.
fn advice(reason: &Reason, several: bool) -> Option<&'static str> {
    match reason {
        Reason::TimeLimit if several => {
            Some("give more time with --time; fewer threads and smaller bounds in the program help most")
        }
        Reason::TimeLimit => {
            Some("give more time with --time, or try --set explicit.order=dfs, which finds deep errors sooner")
        }
        Reason::MemoryLimit => Some("give more memory with --memory, or use fewer threads or smaller bounds"),
        Reason::StateLimit(_) => Some("raise explicit.max_states"),
        Reason::ProofNotChecked => Some("set evidence.check_proof=true"),
        Reason::Halt(halt) => match halt.kind {
            HaltKind::TooManyCases => {
                Some("bound the value in the program, or raise program.max_cases if it has few values")
            }
            HaltKind::Limit => Some("`raddle options` lists the limits on threads and calls that can be raised"),
            HaltKind::Undefined(_) => {
                Some("the behaviour of the program is undefined there; what comes after it cannot be judged")
            }
            HaltKind::Unwound => Some("raise bmc.max_unwind, or use an analysis without a bound"),
            HaltKind::Layout => {
                Some("objects may lie anywhere and threads may have any ids, and only one such choice is explored")
            }
            HaltKind::Unsupported => Some(
                "only executions that get there are affected: keep the program from it, or, if it is a function, give a \
                 file that defines it",
            ),
            HaltKind::Imprecise | HaltKind::Oracle => None,
        },
        Reason::Cancelled => None,
        Reason::ReplayFailed(_) | Reason::ProofRejected(_) | Reason::Internal(_) => {
            Some("this is an error of Raddle; please report it with the program")
        }
    }
}

/// How much was looked at: the part of the statistics that is the same in every run.
fn show_coverage(stats: &Statistics, unfinished: bool) -> String {
    if stats.states == 0 {
        return String::new();
    }
    let mut parts = vec![count(stats.states, "state")];
    // A search that was ended in the middle of a step has not told all of this.
    if stats.transitions > 0 {
        parts.push(count(stats.transitions, "transition"));
    }
    parts.push(format!("depth {}", grouped(stats.depth)));
    if stats.threads > 0 {
        parts.push(format!("at most {} at once", count(stats.threads, "thread")));
    }
    if unfinished && stats.frontier > 0 {
        parts.push(format!("{} not expanded", count(stats.frontier, "state")));
    }
    format!("Explored: {}", parts.join(", "))
}

/// Times and bytes, for standard error: they differ from run to run.
pub fn show_costs(stats: &Statistics) -> String {
    let millis = |micros: u64| format!("{}.{:03} s", micros / 1_000_000, micros / 1000 % 1000);
    let rate = stats.states.saturating_mul(1_000_000).checked_div(stats.search_micros).unwrap_or(0);
    let per_state = stats.bytes.checked_div(stats.states).unwrap_or(0);
    let confirmed = match stats.confirmed {
        0 => String::new(),
        answers => format!(" ({} of the solver confirmed)", count(answers, "answer")),
    };
    let refinement = match stats.refinement_micros {
        0 => String::new(),
        micros => format!(" (refinement {})", millis(micros)),
    };
    format!(
        "search {}{refinement}, check {}{confirmed}, {} states/s, {} bytes ({} per state)",
        millis(stats.search_micros),
        millis(stats.check_micros),
        grouped(rate),
        grouped(stats.bytes),
        per_state,
    )
}

/// `1,234,567`
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1 state`, `2 states`, `3 context switches`.
pub fn count(number: u64, noun: &str) -> String {
    let plural = if noun.ends_with("ch") { "es" } else { "s" };
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { plural })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(999), "999");
        assert_eq!(count(1, "context switch"), "1 context switch");
        assert_eq!(count(2, "context switch"), "2 context switches");
    }
}
