//! `auto`: several analyses one after the other, until one has an answer.
//!
//! **Idea.** No analysis is the best for every program: search finds what is near, proofs end where search does not. So each is run for a slice of the time, in an order that is data ([`strategy`]),
//! and the first TRUE or FALSE that evidence confirms is the verdict. An analysis knows nothing of the others.
//!
//! **Soundness.** The verdict is that of one analysis, checked as if it had been run alone ([`registry::check`]). If nobody has an answer it is UNKNOWN, with what each has tried.
//!
//! **Slices.** Each member has limits of its own, which end with those of the whole run: a share of the time, and less than all of the memory, so that one that eats memory does not take those down that come after it. A claim is checked in all the time that is left, whatever is left of the slice: it is worth more than whatever comes after it. What a member had in memory is given back before the next begins.
//!
//! **What a member cannot spoil.** A panic, a proof that is rejected, a counterexample that does not replay are UNKNOWN for this member, and told among what was tried. (A stack that overflows or a process that is killed for its memory takes the run down all the same; the limit of memory comes before that.)
//!
//! **When the rest would be in vain.** Exhaustive search that ends by itself, but for executions that nobody can follow (undefined behaviour, something that is not modelled), has seen everything else. Whoever comes after it executes the same program in
//! the same machine, so that is the end.
//!
//! **All races.** If all races are asked for, one is not the end: what any member shows is shown, what any member excludes is safe, and the rest is possible.
//!
//! **Cost.** A program that needs the last member waits for all before it: about half of the time. Which member answers may depend on how fast the machine is, where answers come near the end of a slice.
//!
//! **Rejected.** A choice of one member by features of the program: the features that decide (how many states, whether predicates are found) are not seen before trying. Members that go on where they were when their
//! turn comes again: their memory would have to be kept.

pub mod strategy;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::time::Duration;

use raddle_deadline::Over;
use raddle_evidence::{Answer, Property, Reason, Verdict};
use raddle_machine::HaltKind;
use raddle_program::Program;

use crate::config::{Config, Races};
use crate::limits::Limits;
use crate::registry::{self, Engine};
use strategy::{EXHAUSTIVE, Line};

/// The whole time that shares are of, if there is no limit.
const USUAL_TIME: Duration = Duration::from_secs(60);

/// Runs the lines of a strategy until one has an answer.
pub fn check(strategy: &[Line], program: &Program, property: Property, config: &Config, limits: &Limits) -> Verdict {
    let whole = limits.left().unwrap_or(USUAL_TIME);
    let all_races = config.races.tell == Races::All && property.is_about_pairs();
    let mut tried: Vec<(&Line, Verdict)> = Vec::new();
    for (number, line) in strategy.iter().enumerate() {
        let Some(analysis) = registry::find(line.analysis) else { continue };
        let is_able = (analysis.checks)(property) && (!all_races || analysis.tells_all_races());
        let Some(engine) = analysis.engine().filter(|_| is_able && line.properties.includes(property)) else {
            continue;
        };
        let has_said_all =
            |(before, verdict): &(&Line, Verdict)| before.analysis == line.analysis && ended_by_itself(verdict);
        if tried.iter().any(has_said_all) {
            continue;
        }
        let is_last = number + 1 == strategy.len();
        let mut own = if is_last { limits.rest() } else { limits.member(whole * line.percent / 100) };
        own.process_ends = limits.process_ends && is_last;
        let verdict = attempt(line, engine, program, property, config, (&own, limits));
        let ends = is_final(line, &verdict) || limits.exceeded().is_some();
        tried.push((line, verdict));
        if ends {
            break;
        }
    }
    let best = tried.iter().enumerate().max_by_key(|(number, (line, verdict))| (worth(line, verdict), *number));
    let Some((best, _)) = best else { return Verdict::unknown(property, vec![nobody()], limits.seen()) };
    if tried.len() == 1 {
        return tried.swap_remove(best).1;
    }
    let mut verdict = tried[best].1.clone();
    for (_, other) in &tried {
        verdict = verdict.with_shown(program, other).beside(program, other.races().clone());
    }
    verdict.after(tried.into_iter().map(named).collect())
}

/// How much a verdict says: an answer, and of races as many as were shown; where there is none, exhaustive search speaks for all.
fn worth(line: &Line, verdict: &Verdict) -> (usize, bool) {
    let said = match verdict.answer() {
        Answer::True(_) => usize::MAX,
        Answer::False(violation) => 1 + violation.others.as_ref().map_or(0, |others| others.violations.len()),
        Answer::Unknown(_) => 0,
    };
    (said, line.analysis == EXHAUSTIVE)
}

/// Why there is no answer if nobody was asked.
fn nobody() -> Reason {
    Reason::Internal("no analysis of the strategy checks the property".to_string())
}

/// What a member is called among those that have tried.
fn named((line, verdict): (&Line, Verdict)) -> (String, Verdict) {
    let options: String = line.options.iter().map(|option| format!(" --set {option}")).collect();
    (format!("{}{options}", line.analysis), verdict)
}

/// Runs one member in its slice; what it claims is checked in the time that is left of the whole.
fn attempt(
    line: &Line,
    engine: Engine,
    program: &Program,
    property: Property,
    config: &Config,
    (own, whole): (&Limits, &Limits),
) -> Verdict {
    let mut config = config.clone();
    for option in line.options {
        config.assign(option).expect("the tests assign every option of the table");
    }
    // Nothing of what a member was computing is left when it has panicked.
    let run = catch_unwind(AssertUnwindSafe(|| {
        let outcome = registry::claim(engine, program, property, &config, own);
        own.prolong(whole);
        registry::confirm(program, outcome, &config, own)
    }));
    run.unwrap_or_else(|payload| {
        if payload.is::<Over>() {
            resume_unwind(payload);
        }
        let text = payload.downcast_ref::<String>().cloned();
        let text = text.or_else(|| payload.downcast_ref::<&str>().map(|text| text.to_string()));
        let what = format!("`{}` has panicked: {}", line.analysis, text.unwrap_or_default());
        Verdict::unknown(property, vec![Reason::Internal(what)], own.seen())
    })
}

/// Whether no limit has ended a search without an answer: more time, and other options, would change nothing.
fn ended_by_itself(verdict: &Verdict) -> bool {
    let is_limit = |reason: &Reason| match reason {
        Reason::TimeLimit | Reason::MemoryLimit | Reason::StateLimit(_) | Reason::Cancelled => true,
        Reason::Halt(halt) => halt.kind == HaltKind::Limit,
        Reason::ProofNotChecked | Reason::ReplayFailed(_) | Reason::ProofRejected(_) | Reason::Internal(_) => false,
    };
    match verdict.answer() {
        Answer::True(_) => true,
        Answer::False(violation) => !violation.others.iter().flat_map(|others| &others.open).any(is_limit),
        Answer::Unknown(reasons) => !reasons.iter().any(is_limit),
    }
}

/// Whether nobody else can say more: all executions have been followed, but for those that nobody can follow.
fn is_final(line: &Line, verdict: &Verdict) -> bool {
    let nobody_can = |reason: &Reason| match reason {
        Reason::Halt(halt) => match halt.kind {
            HaltKind::Undefined(_) | HaltKind::Unsupported => true,
            HaltKind::TooManyCases
            | HaltKind::Imprecise
            | HaltKind::Layout
            | HaltKind::Limit
            | HaltKind::Unwound
            | HaltKind::Oracle => false,
        },
        Reason::TimeLimit
        | Reason::MemoryLimit
        | Reason::StateLimit(_)
        | Reason::Cancelled
        | Reason::ProofNotChecked
        | Reason::ReplayFailed(_)
        | Reason::ProofRejected(_)
        | Reason::Internal(_) => false,
    };
    match verdict.answer() {
        Answer::True(_) => true,
        // All races may be asked for, and then there may be others.
        Answer::False(violation) => violation.others.as_ref().is_none_or(|others| others.open.iter().all(nobody_can)),
        Answer::Unknown(reasons) => line.analysis == EXHAUSTIVE && reasons.iter().all(nobody_can),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use raddle_evidence::{AboutRaces, Claim, Counterexample, Outcome, Statistics};
    use raddle_program::DataModel;

    use super::strategy::STRATEGY;
    use super::*;

    #[test]
    fn the_table_names_what_there_is() {
        for line in STRATEGY {
            let analysis = registry::find(line.analysis).expect(line.analysis);
            assert!(analysis.engine().is_some(), "{} runs others itself", line.analysis);
            line.options.iter().for_each(|option| Config::default().assign(option).expect(option));
        }
        for property in Property::ALL {
            let last = STRATEGY.last().expect("a line");
            assert!(last.properties.includes(property) && last.analysis == EXHAUSTIVE, "{property} has a last member");
        }
    }

    fn line() -> Line {
        STRATEGY[STRATEGY.len() - 1]
    }

    fn attempted(engine: Engine) -> Verdict {
        let (program, limits) = (Program::unread(DataModel::Lp64), Limits::default());
        attempt(&line(), engine, &program, Property::UnreachCall, &Config::default(), (&limits, &limits))
    }

    fn reason(verdict: &Verdict) -> String {
        match verdict.answer() {
            Answer::True(_) | Answer::False(_) => panic!("an answer"),
            Answer::Unknown(reasons) => reasons[0].text(&Program::unread(DataModel::Lp64)),
        }
    }

    /// A member that panics has no answer, and that is all.
    #[test]
    fn a_panic_is_no_answer() {
        let verdict = attempted(|_, _, _, _| resume_unwind(Box::new("as planned")));
        assert_eq!(reason(&verdict), "internal: `explicit` has panicked: as planned");
    }

    /// What nothing confirms is no answer either.
    #[test]
    fn a_claim_alone_is_no_answer() {
        let verdict = attempted(|_, property, _, _| Outcome {
            property,
            claim: Claim::False(Counterexample {
                property: Property::NoDeadlock,
                schedule: Vec::new(),
                inputs: Vec::new(),
                choices: Vec::new(),
                racing: None,
            }),
            assumptions: BTreeSet::new(),
            notes: BTreeSet::new(),
            undefined: None,
            stats: Statistics::default(),
            explanation: Vec::new(),
            races: AboutRaces::default(),
        });
        assert!(reason(&verdict).starts_with("internal: the counterexample does not replay"), "{}", reason(&verdict));
    }
}
