//! `auto`: several analyses one after the other, or some at a time, until one has an answer.
//!
//! **Idea.** No analysis is the best for every program: search finds what is near, proofs end where search does not. So each is run for a slice of the time, in an order that is data ([`strategy`]),
//! and the first TRUE or FALSE that evidence confirms is the verdict. An analysis knows nothing of the others.
//!
//! **Soundness.** The verdict is that of one analysis, checked as if it had been run alone ([`registry::check`]). If nobody has an answer it is UNKNOWN, with what each has tried.
//!
//! **Processes.** What answers most programs at once runs in this process; all others have processes of their own, if whoever has started the portfolio can start some ([`Apart`]). A process that eats memory, hangs or crashes is ended, and that is all; what it has eaten is given back without being
//! taken to pieces. With two cores two run at the same time. What counts is the first answer in the order of the table, not in time ([`board`]): so the verdict does not depend on how many run at once. A process has its claim checked where it was made, and what comes back is a [`Parcel`](raddle_evidence::Parcel).
//!
//! **Slices.** Each member has limits of its own, which end with those of the whole run: a share of the time, and less than all of the memory, so that one that eats memory does not take those down that come after it. A claim is checked in all the time that is left, whatever is left of the slice: it is worth more than whatever comes after it. What a member had in memory is given back before the next begins.
//!
//! **What a member cannot spoil.** A panic, a proof that is rejected, a counterexample that does not replay are UNKNOWN for this member, and told among what was tried; so is a process that ends without a verdict. (A stack that overflows takes the run down if it overflows in this process.)
//!
//! **When the rest would be in vain.** Exhaustive search that ends by itself, but for executions that nobody can follow (undefined behaviour, something that is not modelled), has seen everything else. Whoever comes after it executes the same program in
//! the same machine, so that is the end.
//!
//! **All races.** If all races are asked for, one is not the end: what any member shows is shown, what any member excludes is safe, and the rest is possible.
//!
//! **Cost.** A program that needs the last member waits for all before it: about half of the time. A process takes as long to begin as the program takes to be read (20 ms for a small one). An answer waits for those lines before it that still run. Which member answers may depend on how fast the machine is, where answers come near the end of a slice.
//!
//! **Rejected.** A choice of one member by features of the program: the features that decide (how many states, whether predicates are found) are not seen before trying. Members that go on where they were when their
//! turn comes again: their memory would have to be kept.

mod board;
pub mod strategy;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use raddle_deadline::Over;
use raddle_evidence::{Answer, Property, Reason, Verdict};
use raddle_machine::HaltKind;
use raddle_program::Program;

use crate::config::{Config, Races};
use crate::limits::{Apart, Brought, Errand, Limits};
use crate::registry::{self, Analysis, Engine};
use board::{Board, Entry, Next, Told};
use strategy::{EXHAUSTIVE, Line, Place};

/// The whole time that shares are of, if there is no limit.
const USUAL_TIME: Duration = Duration::from_secs(60);

/// Time between two looks of somebody who waits for a line of somebody else.
const PERIOD: Duration = Duration::from_millis(10);

/// Runs the lines of a strategy until one has an answer.
pub fn check(strategy: &[Line], program: &Program, property: Property, config: &Config, limits: &Limits) -> Verdict {
    let portfolio = Portfolio::new(strategy, program, property, config, limits);
    let members = limits.apart.as_ref().map_or(1, |apart| apart.at_once.max(1));
    std::thread::scope(|scope| {
        for _ in 1..members {
            // Without the thread fewer run at the same time.
            let _ = std::thread::Builder::new().spawn_scoped(scope, || portfolio.work(false));
        }
        portfolio.work(true);
    });
    portfolio.into_verdict()
}

/// Runs one line of a table for a portfolio in another process, which has started this one.
pub fn run_line(
    (strategy, number): (&[Line], usize),
    slice: Duration,
    program: &Program,
    property: Property,
    config: &Config,
    limits: &Limits,
) -> Verdict {
    let line = strategy.get(number);
    let Some((line, engine)) = line.and_then(|line| Some((line, registry::find(line.analysis)?.engine()?))) else {
        return Verdict::unknown(property, vec![nobody()], limits.seen());
    };
    let mut own = if number + 1 == strategy.len() { limits.rest() } else { limits.alone(slice) };
    own.process_ends = limits.process_ends;
    attempt(line, engine, program, property, config, (&own, limits))
}

/// A strategy at work.
struct Portfolio<'a> {
    strategy: &'a [Line],
    program: &'a Program,
    property: Property,
    config: &'a Config,
    limits: &'a Limits,
    /// What shares are of.
    whole: Duration,
    board: Mutex<Board<Verdict>>,
    /// Told when a line has ended.
    changed: Condvar,
}

impl<'a> Portfolio<'a> {
    fn new(
        strategy: &'a [Line],
        program: &'a Program,
        property: Property,
        config: &'a Config,
        limits: &'a Limits,
    ) -> Portfolio<'a> {
        let whole = limits.left().unwrap_or(USUAL_TIME);
        let all_races = config.races.tell == Races::All && property.is_about_pairs();
        let entry = |line: &Line| {
            let is_able = |analysis: &Analysis| {
                let tells = !all_races || analysis.tells_all_races();
                (analysis.checks)(property) && tells && analysis.engine().is_some()
            };
            let applies = line.properties.includes(property) && registry::find(line.analysis).is_some_and(is_able);
            // Who has less time than a process takes to begin would do nothing there.
            let is_worth_it = |apart: &Apart| whole * line.percent / 100 > apart.start;
            let apart = line.place == Place::Apart && limits.apart.as_ref().is_some_and(is_worth_it);
            Entry { analysis: line.analysis, applies, apart }
        };
        let board = Mutex::new(Board::new(strategy.iter().map(entry).collect()));
        Portfolio { strategy, program, property, config, limits, whole, board, changed: Condvar::new() }
    }

    fn board(&self) -> MutexGuard<'_, Board<Verdict>> {
        self.board.lock().expect("nobody panics with it")
    }

    /// Runs lines as long as there are some to run; `here` if they may run in this process.
    fn work(&self, here: bool) {
        loop {
            let mut board = self.board();
            let line = loop {
                if self.is_ending(here) {
                    return;
                }
                match board.next(here) {
                    Next::Run(line) => break line,
                    Next::Wait => board = self.changed.wait_timeout(board, PERIOD).expect("nobody panics with it").0,
                    Next::Over => return,
                }
            };
            board.begin(line);
            let apart = board.runs_apart(line);
            drop(board);
            let verdict = if apart { self.run_apart(line) } else { Some(self.run_here(line)) };
            let mut board = self.board();
            match verdict {
                Some(verdict) => {
                    let is_final = is_final(&self.strategy[line], &verdict);
                    let ended_by_itself = ended_by_itself(&verdict);
                    board.tell(line, Told { verdict, is_final, ended_by_itself });
                }
                None => board.bring_here(line),
            }
            self.changed.notify_all();
        }
    }

    /// Whether the whole run ends. Who works here notices that; the others only wait, and whoever watches the run should not think that it has been noticed.
    fn is_ending(&self, here: bool) -> bool {
        if here { self.limits.exceeded().is_some() } else { self.limits.is_ending() }
    }

    /// The time of a line, and whether it is the last one, which has all that is left.
    fn slice(&self, line: usize) -> (Duration, bool) {
        (self.whole * self.strategy[line].percent / 100, line + 1 == self.strategy.len())
    }

    /// Runs a line in a process of its own; nothing if none can be started.
    fn run_apart(&self, number: usize) -> Option<Verdict> {
        let (apart, limits) = (self.limits.apart.as_ref()?, self.limits);
        let line = &self.strategy[number];
        let unneeded = &|| !self.board().is_needed(number);
        let slice = self.slice(number).0;
        let memory = limits.memory_for(apart.at_once);
        let errand = Errand { line: number, property: self.property, slice, limits, memory, unneeded };
        let unknown = |reason| Verdict::unknown(self.property, vec![reason], limits.seen());
        match (apart.run)(&errand) {
            Brought::NotStarted => None,
            Brought::Nothing(Reason::Internal(what)) => {
                Some(unknown(Reason::Internal(format!("`{}` {what}", line.analysis))))
            }
            Brought::Nothing(reason) => Some(unknown(reason)),
            Brought::Parcel(parcel) if parcel.property != self.property => {
                Some(unknown(Reason::Internal(format!("`{}` has checked another property", line.analysis))))
            }
            Brought::Parcel(parcel) => {
                let mut config = self.config.clone();
                options(line, &mut config);
                Some(registry::unpack(self.program, *parcel, &config, limits))
            }
        }
    }

    fn run_here(&self, number: usize) -> Verdict {
        let (slice, is_last) = self.slice(number);
        let line = &self.strategy[number];
        let Some(engine) = registry::find(line.analysis).and_then(Analysis::engine) else {
            return Verdict::unknown(self.property, vec![nobody()], self.limits.seen());
        };
        let mut own = if is_last { self.limits.rest() } else { self.limits.member(slice) };
        own.process_ends = self.limits.process_ends && is_last;
        attempt(line, engine, self.program, self.property, self.config, (&own, self.limits))
    }

    /// What the members together say.
    fn into_verdict(self) -> Verdict {
        let Portfolio { strategy, program, property, limits, board, .. } = self;
        let said = board.into_inner().expect("nobody panics with it").into_said();
        let mut tried: Vec<(&Line, Verdict)> = said.into_iter().map(|(line, said)| (&strategy[line], said)).collect();
        let best = tried.iter().enumerate().max_by_key(|(number, (line, verdict))| (worth(line, verdict), *number));
        let Some((best, _)) = best else {
            let why = limits.exceeded().unwrap_or_else(nobody);
            return Verdict::unknown(property, vec![why], limits.seen());
        };
        if tried.len() == 1 {
            return tried.swap_remove(best).1;
        }
        let mut verdict = tried[best].1.clone();
        for (_, other) in &tried {
            verdict = verdict.with_shown(program, other).beside(program, other.races().clone());
        }
        verdict.after(tried.into_iter().map(named).collect())
    }
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

/// The options of a line.
fn options(line: &Line, config: &mut Config) {
    for option in line.options {
        config.assign(option).expect("the tests assign every option of the table");
    }
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
    options(line, &mut config);
    // Nothing of what a member was computing is left when it has panicked.
    let run = catch_unwind(AssertUnwindSafe(|| {
        let outcome = registry::claim(engine, program, property, &config, own);
        own.prolong(whole);
        own.claimed.iter().for_each(|listener| listener());
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
