//! A verdict on its way from one process to another.
//!
//! **Idea.** A member of a portfolio may run in a process of its own, where it can eat memory, hang or crash without taking anybody with it. It has its claim checked there, by [`confirm`](crate::confirm), as everybody
//! has; what comes back is a [`Parcel`]: the verdict as data, without anything that only that process knows (traces, proofs). [`unpack`] makes a verdict of it again.
//!
//! **Soundness.** FALSE is a counterexample in the parcel and nothing more: it is replayed here, and so is an execution to undefined behaviour. TRUE is the word of the other process, in which the checker of this same build has accepted the proof of the
//! same program; who starts processes has to see to both ([`Parcel::program`] tells the programs apart). A parcel of something else than one claim of one analysis cannot be made: it has no room for what others have tried.
//!
//! **Rejected.** The proof in the parcel, checked here: a set of states with its terms is as large as the memory of the process that has found it, each kind of proof would need a form of its own, and the check would be the same code with the same input.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use raddle_deadline::caught;
use raddle_machine::{Machine, Note};
use raddle_program::Program;
use raddle_semantics::Property;

use crate::outcome::{Answer, Assumption, Certificate, Counterexample, Others, Reason, Statistics, UndefinedBehaviour};
use crate::outcome::{Verdict, Violation};
use crate::possible::AboutRaces;
use crate::replay::{Goal, replay_in};
use crate::{Checking, refusal, replayed};

/// A verdict as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parcel {
    /// Of which program: [`Parcel::identity`].
    pub program: u64,
    /// About which property.
    pub property: Property,
    /// The answer.
    pub answer: Answered,
    /// What it rests on.
    pub assumptions: BTreeSet<Assumption>,
    /// What was seen on the way.
    pub notes: BTreeSet<Note>,
    /// Undefined behaviour that is one of the reasons for UNKNOWN.
    pub undefined: Option<UndefinedBehaviour>,
    /// How much work it was.
    pub stats: Statistics,
    /// What the verdict says of the proof.
    pub explanation: Vec<String>,
    /// What is known about races besides.
    pub races: AboutRaces,
}

/// The answer in a parcel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered {
    /// The checker has accepted a proof.
    True(Certificate),
    /// A violation.
    False(Counterexample),
    /// Violations, at least one, and why there may be others.
    Several(Vec<Counterexample>, Vec<Reason>),
    /// Nothing can be said.
    Unknown(Vec<Reason>),
}

impl Parcel {
    /// A verdict of one analysis as data.
    pub fn of(verdict: &Verdict, program: &Program) -> Parcel {
        let answer = match &verdict.answer {
            Answer::True(certificate) => Answered::True(certificate.clone()),
            Answer::False(violation) => match &violation.others {
                None => Answered::False(violation.counterexample.clone()),
                Some(Others { violations, open }) => {
                    let all = std::iter::once(&**violation).chain(violations);
                    Answered::Several(all.map(|one| one.counterexample.clone()).collect(), open.clone())
                }
            },
            Answer::Unknown(reasons) => Answered::Unknown(reasons.clone()),
        };
        Parcel {
            program: Parcel::identity(program),
            property: verdict.property,
            answer,
            assumptions: verdict.assumptions.clone(),
            notes: verdict.notes.clone(),
            undefined: verdict.undefined.as_ref().map(|shown| shown.claimed.clone()),
            stats: verdict.stats.clone(),
            explanation: verdict.explanation.clone(),
            races: verdict.races.clone(),
        }
    }

    /// A number that is the same for a program that was read in the same way from the same texts, and hardly ever for another one.
    pub fn identity(program: &Program) -> u64 {
        let mut hasher = DefaultHasher::new();
        for unit in program.source.units() {
            (&unit.name, &unit.text).hash(&mut hasher);
        }
        (program.data_model() as u8, program.entry, program.lifetimes, program.functions.len()).hash(&mut hasher);
        hasher.finish()
    }
}

/// The verdict in a parcel: what can be checked here is checked.
pub fn unpack(program: &Program, parcel: Parcel, checking: &Checking<'_>) -> Verdict {
    let Parcel { program: identity, property, answer, assumptions, notes, undefined, stats, explanation, races } =
        parcel;
    if identity != Parcel::identity(program) {
        let changed = "the program was changed while it was checked".to_string();
        return Verdict::unknown(property, vec![Reason::Internal(changed)], stats);
    }
    // What has to end in the middle of a replay is not shown.
    let answer = caught(|| replayed_answer(program, property, answer, checking));
    let answer = answer.unwrap_or_else(|over| Answer::Unknown(vec![over.into()]));
    let undefined =
        caught(|| undefined.and_then(|claimed| replayed(program, &answer, claimed, checking))).ok().flatten();
    let undefined = undefined.filter(|shown| shown.trace.inexact().is_none()).map(Box::new);
    Verdict { property, answer, assumptions, notes, undefined, stats, explanation, races, tried: Vec::new() }
}

fn replayed_answer(program: &Program, property: Property, answer: Answered, checking: &Checking<'_>) -> Answer {
    let machine = Machine::new(program, property.watching(checking.machine.clone()));
    match answer {
        Answered::True(_) if !checking.proofs => Answer::Unknown(vec![Reason::ProofNotChecked]),
        Answered::True(certificate) => Answer::True(certificate),
        Answered::False(counterexample) => match violation(&machine, property, counterexample) {
            Ok(violation) => Answer::False(Box::new(violation)),
            Err(reason) => Answer::Unknown(vec![reason]),
        },
        Answered::Several(counterexamples, mut open) => {
            let mut violations = Vec::new();
            for counterexample in counterexamples {
                match violation(&machine, property, counterexample) {
                    Ok(violation) => violations.push(violation),
                    Err(reason) => open.push(reason),
                }
            }
            let mut violations = violations.into_iter();
            match violations.next() {
                Some(first) => {
                    let others = Some(Others { violations: violations.collect(), open });
                    Answer::False(Box::new(Violation { others, ..first }))
                }
                None if open.is_empty() => {
                    Answer::Unknown(vec![Reason::Internal("violations without one".to_string())])
                }
                None => Answer::Unknown(open),
            }
        }
        Answered::Unknown(reasons) if reasons.is_empty() => {
            Answer::Unknown(vec![Reason::Internal("UNKNOWN without a reason".to_string())])
        }
        Answered::Unknown(reasons) => Answer::Unknown(reasons),
    }
}

/// Replays a counterexample that is as simple as it gets.
fn violation(machine: &Machine<'_>, property: Property, counterexample: Counterexample) -> Result<Violation, Reason> {
    if counterexample.property != property {
        return Err(Reason::ReplayFailed("it is about another property".to_string()));
    }
    match replay_in(machine, &counterexample, Goal::Violation) {
        Ok(trace) => match trace.inexact() {
            Some(halt) => Err(Reason::Halt(halt)),
            None => Ok(Violation { counterexample, trace, others: None }),
        },
        Err(error) => Err(match refusal(&error) {
            Some(halt) => Reason::Halt(halt),
            None => Reason::ReplayFailed(error.to_string()),
        }),
    }
}
