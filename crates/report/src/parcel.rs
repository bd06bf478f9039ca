//! A verdict on its way from one process to another, as text: one line, read by the same build that has written it.
//!
//! What it means is said in `raddle_evidence`, where it is made and unpacked. Here every part has a form of its own, and what cannot be read is an error: half a parcel is none.

use raddle_evidence::{
    AboutRaces, Answered, Assumption, Basis, Certificate, Note, Parcel, PossibleAccess, PossibleRace, Property, Reason,
    Statistics, UndefinedBehaviour, Variable,
};
use raddle_machine::{Halt, HaltKind, Undefined};
use raddle_program::{Span, UnitId};
use serde::{Deserialize, Serialize};

use crate::witness::Execution;

/// Unit, first byte, one past the last.
#[derive(Serialize, Deserialize)]
struct At(u32, u32, u32);

#[derive(Serialize, Deserialize)]
struct HaltForm {
    kind: KindForm,
    what: String,
    at: At,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum KindForm {
    Unsupported,
    Overflow,
    Dereference,
    Free,
    Other,
    TooManyCases,
    Imprecise,
    Layout,
    Limit,
    Unwound,
    Oracle,
}

#[derive(Serialize, Deserialize)]
enum ReasonForm {
    Halt(HaltForm),
    TimeLimit,
    MemoryLimit,
    StateLimit(u64),
    Cancelled,
    ProofNotChecked,
    ReplayFailed(String),
    ProofRejected(String),
    Internal(String),
}

#[derive(Serialize, Deserialize)]
enum AssumptionForm {
    External(String, At),
    Environment(String),
    AllocationSucceeds,
    SequentialConsistency,
    DefinedOtherwise,
    AllowedRaces(usize),
    UndefinedReads,
    NoOverflow,
    FreedAddressesAgain,
}

#[derive(Serialize, Deserialize)]
enum BasisForm {
    States,
    Pairs(u64),
    Functions,
}

#[derive(Serialize, Deserialize)]
enum AnswerForm {
    True { states: u64, transitions: u64, basis: BasisForm },
    False(Execution),
    Several(Vec<Execution>, Vec<ReasonForm>),
    Unknown(Vec<ReasonForm>),
}

#[derive(Serialize, Deserialize)]
struct AccessForm {
    at: At,
    does: String,
    holding: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct ParcelForm {
    program: u64,
    property: String,
    answer: AnswerForm,
    assumptions: Vec<AssumptionForm>,
    notes: Vec<(At, String)>,
    undefined: Option<(HaltForm, Execution)>,
    stats: [u64; 11],
    explanation: Vec<String>,
    possible: Vec<(String, [AccessForm; 2])>,
    variables: Vec<(String, String, bool)>,
}

/// One line, without an end.
pub fn parcel_to_text(parcel: &Parcel) -> String {
    let answer = match &parcel.answer {
        Answered::True(Certificate { states, transitions, basis }) => {
            let basis = match basis {
                Basis::States => BasisForm::States,
                Basis::Pairs(pairs) => BasisForm::Pairs(*pairs),
                Basis::Functions => BasisForm::Functions,
            };
            AnswerForm::True { states: *states, transitions: *transitions, basis }
        }
        Answered::False(execution) => AnswerForm::False(Execution::of(execution)),
        Answered::Several(all, open) => {
            AnswerForm::Several(all.iter().map(Execution::of).collect(), open.iter().map(reason).collect())
        }
        Answered::Unknown(reasons) => AnswerForm::Unknown(reasons.iter().map(reason).collect()),
    };
    let access = |access: &PossibleAccess| AccessForm {
        at: at(access.span),
        does: access.does.clone(),
        holding: access.holding.clone(),
    };
    let form = ParcelForm {
        program: parcel.program,
        property: parcel.property.name().to_string(),
        answer,
        assumptions: parcel.assumptions.iter().map(assumption).collect(),
        notes: parcel.notes.iter().map(|note| (at(note.span), note.what.clone())).collect(),
        undefined: parcel.undefined.as_ref().map(|shown| (halt(&shown.halt), Execution::of(&shown.execution))),
        stats: numbers(&parcel.stats),
        explanation: parcel.explanation.clone(),
        possible: (parcel.races.possible.iter())
            .map(|race| (race.variable.clone(), [access(&race.accesses[0]), access(&race.accesses[1])]))
            .collect(),
        variables: (parcel.races.variables.iter())
            .map(|variable| (variable.name.clone(), variable.status.clone(), variable.decided))
            .collect(),
    };
    serde_json::to_string(&form).expect("plain data always serialises")
}

/// Reads it again; why it is none otherwise.
pub fn parcel_from_text(text: &str) -> Result<Parcel, String> {
    let form: ParcelForm = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let execution = |execution: Execution| execution.counterexample().map_err(|error| error.to_string());
    let answer = match form.answer {
        AnswerForm::True { states, transitions, basis } => {
            let basis = match basis {
                BasisForm::States => Basis::States,
                BasisForm::Pairs(pairs) => Basis::Pairs(pairs),
                BasisForm::Functions => Basis::Functions,
            };
            Answered::True(Certificate { states, transitions, basis })
        }
        AnswerForm::False(one) => Answered::False(execution(one)?),
        AnswerForm::Several(all, open) => {
            let all: Result<Vec<_>, String> = all.into_iter().map(execution).collect();
            Answered::Several(all?, open.into_iter().map(reason_of).collect())
        }
        AnswerForm::Unknown(reasons) => Answered::Unknown(reasons.into_iter().map(reason_of).collect()),
    };
    let undefined = match form.undefined {
        Some((halt, one)) => Some(UndefinedBehaviour { halt: halt_of(halt), execution: execution(one)? }),
        None => None,
    };
    let access = |AccessForm { at, does, holding }| PossibleAccess { span: span(at), does, holding };
    let race = |(variable, [one, other]): (String, [AccessForm; 2])| PossibleRace {
        variable,
        accesses: [access(one), access(other)],
    };
    let variable = |(name, status, decided)| Variable { name, status, decided };
    Ok(Parcel {
        program: form.program,
        property: Property::from_name(&form.property).ok_or_else(|| format!("property `{}`", form.property))?,
        answer,
        assumptions: form.assumptions.into_iter().map(assumption_of).collect(),
        notes: form.notes.into_iter().map(|(at, what)| Note { span: span(at), what }).collect(),
        undefined,
        stats: statistics(form.stats),
        explanation: form.explanation,
        races: AboutRaces {
            possible: form.possible.into_iter().map(race).collect(),
            variables: form.variables.into_iter().map(variable).collect(),
        },
    })
}

fn at(span: Span) -> At {
    At(span.unit.0, span.start, span.end)
}

fn span(At(unit, start, end): At) -> Span {
    Span { unit: UnitId(unit), start, end }
}

fn halt(halt: &Halt) -> HaltForm {
    let kind = match halt.kind {
        HaltKind::Unsupported => KindForm::Unsupported,
        HaltKind::Undefined(Undefined::Overflow) => KindForm::Overflow,
        HaltKind::Undefined(Undefined::Dereference) => KindForm::Dereference,
        HaltKind::Undefined(Undefined::Free) => KindForm::Free,
        HaltKind::Undefined(Undefined::Other) => KindForm::Other,
        HaltKind::TooManyCases => KindForm::TooManyCases,
        HaltKind::Imprecise => KindForm::Imprecise,
        HaltKind::Layout => KindForm::Layout,
        HaltKind::Limit => KindForm::Limit,
        HaltKind::Unwound => KindForm::Unwound,
        HaltKind::Oracle => KindForm::Oracle,
    };
    HaltForm { kind, what: halt.what.clone(), at: at(halt.span) }
}

fn halt_of(form: HaltForm) -> Halt {
    let kind = match form.kind {
        KindForm::Unsupported => HaltKind::Unsupported,
        KindForm::Overflow => HaltKind::Undefined(Undefined::Overflow),
        KindForm::Dereference => HaltKind::Undefined(Undefined::Dereference),
        KindForm::Free => HaltKind::Undefined(Undefined::Free),
        KindForm::Other => HaltKind::Undefined(Undefined::Other),
        KindForm::TooManyCases => HaltKind::TooManyCases,
        KindForm::Imprecise => HaltKind::Imprecise,
        KindForm::Layout => HaltKind::Layout,
        KindForm::Limit => HaltKind::Limit,
        KindForm::Unwound => HaltKind::Unwound,
        KindForm::Oracle => HaltKind::Oracle,
    };
    Halt { kind, what: form.what, span: span(form.at) }
}

fn reason(reason: &Reason) -> ReasonForm {
    match reason {
        Reason::Halt(why) => ReasonForm::Halt(halt(why)),
        Reason::TimeLimit => ReasonForm::TimeLimit,
        Reason::MemoryLimit => ReasonForm::MemoryLimit,
        Reason::StateLimit(states) => ReasonForm::StateLimit(*states),
        Reason::Cancelled => ReasonForm::Cancelled,
        Reason::ProofNotChecked => ReasonForm::ProofNotChecked,
        Reason::ReplayFailed(what) => ReasonForm::ReplayFailed(what.clone()),
        Reason::ProofRejected(what) => ReasonForm::ProofRejected(what.clone()),
        Reason::Internal(what) => ReasonForm::Internal(what.clone()),
    }
}

fn reason_of(form: ReasonForm) -> Reason {
    match form {
        ReasonForm::Halt(why) => Reason::Halt(halt_of(why)),
        ReasonForm::TimeLimit => Reason::TimeLimit,
        ReasonForm::MemoryLimit => Reason::MemoryLimit,
        ReasonForm::StateLimit(states) => Reason::StateLimit(states),
        ReasonForm::Cancelled => Reason::Cancelled,
        ReasonForm::ProofNotChecked => Reason::ProofNotChecked,
        ReasonForm::ReplayFailed(what) => Reason::ReplayFailed(what),
        ReasonForm::ProofRejected(what) => Reason::ProofRejected(what),
        ReasonForm::Internal(what) => Reason::Internal(what),
    }
}

fn assumption(assumption: &Assumption) -> AssumptionForm {
    match assumption {
        Assumption::External { name, span } => AssumptionForm::External(name.clone(), at(*span)),
        Assumption::Environment(what) => AssumptionForm::Environment(what.clone()),
        Assumption::AllocationSucceeds => AssumptionForm::AllocationSucceeds,
        Assumption::SequentialConsistency => AssumptionForm::SequentialConsistency,
        Assumption::DefinedOtherwise => AssumptionForm::DefinedOtherwise,
        Assumption::AllowedRaces(count) => AssumptionForm::AllowedRaces(*count),
        Assumption::UndefinedReads => AssumptionForm::UndefinedReads,
        Assumption::NoOverflow => AssumptionForm::NoOverflow,
        Assumption::FreedAddressesAgain => AssumptionForm::FreedAddressesAgain,
    }
}

fn assumption_of(form: AssumptionForm) -> Assumption {
    match form {
        AssumptionForm::External(name, at) => Assumption::External { name, span: span(at) },
        AssumptionForm::Environment(what) => Assumption::Environment(what),
        AssumptionForm::AllocationSucceeds => Assumption::AllocationSucceeds,
        AssumptionForm::SequentialConsistency => Assumption::SequentialConsistency,
        AssumptionForm::DefinedOtherwise => Assumption::DefinedOtherwise,
        AssumptionForm::AllowedRaces(count) => Assumption::AllowedRaces(count),
        AssumptionForm::UndefinedReads => Assumption::UndefinedReads,
        AssumptionForm::NoOverflow => Assumption::NoOverflow,
        AssumptionForm::FreedAddressesAgain => Assumption::FreedAddressesAgain,
    }
}

fn numbers(stats: &Statistics) -> [u64; 11] {
    let Statistics {
        states,
        transitions,
        edges,
        depth,
        frontier,
        threads,
        bytes,
        search_micros,
        refinement_micros,
        check_micros,
        confirmed,
    } = *stats;
    [
        states,
        transitions,
        edges,
        depth,
        frontier,
        threads,
        bytes,
        search_micros,
        refinement_micros,
        check_micros,
        confirmed,
    ]
}

fn statistics(numbers: [u64; 11]) -> Statistics {
    let [
        states,
        transitions,
        edges,
        depth,
        frontier,
        threads,
        bytes,
        search_micros,
        refinement_micros,
        check_micros,
        confirmed,
    ] = numbers;
    Statistics {
        states,
        transitions,
        edges,
        depth,
        frontier,
        threads,
        bytes,
        search_micros,
        refinement_micros,
        check_micros,
        confirmed,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use raddle_evidence::{Counterexample, Move};
    use raddle_machine::ThreadIx;

    use super::*;

    fn execution(property: Property) -> Counterexample {
        Counterexample {
            property,
            schedule: vec![
                Move::Run { thread: ThreadIx(1), edges: 9 },
                Move::Wake { thread: ThreadIx(0), timed_out: false },
            ],
            inputs: vec![u128::MAX, 0],
            choices: vec![2],
            racing: Some((ThreadIx(0), ThreadIx(1))),
        }
    }

    fn halts() -> Vec<Halt> {
        let undefined = [Undefined::Overflow, Undefined::Dereference, Undefined::Free, Undefined::Other];
        let others = [
            HaltKind::Unsupported,
            HaltKind::TooManyCases,
            HaltKind::Imprecise,
            HaltKind::Layout,
            HaltKind::Limit,
            HaltKind::Unwound,
            HaltKind::Oracle,
        ];
        let kinds = undefined.into_iter().map(HaltKind::Undefined).chain(others);
        kinds.map(|kind| Halt::new(kind, format!("{kind:?}"), Span { unit: UnitId(3), start: 4, end: 7 })).collect()
    }

    fn reasons() -> Vec<Reason> {
        let text = || "a \"text\"\nof two lines".to_string();
        let mut all: Vec<Reason> = halts().into_iter().map(Reason::Halt).collect();
        all.extend([Reason::TimeLimit, Reason::MemoryLimit, Reason::StateLimit(77), Reason::Cancelled]);
        all.extend([Reason::ProofNotChecked, Reason::ReplayFailed(text())]);
        all.extend([Reason::ProofRejected(text()), Reason::Internal(text())]);
        all
    }

    fn parcel(answer: Answered) -> Parcel {
        let access = |does: &str| PossibleAccess { span: Span::NONE, does: does.into(), holding: vec!["m".into()] };
        Parcel {
            program: u64::MAX,
            property: Property::NoDataRace,
            answer,
            assumptions: BTreeSet::from([
                Assumption::External { name: "f".into(), span: Span { unit: UnitId(0), start: 1, end: 2 } },
                Assumption::Environment("rain".into()),
                Assumption::AllocationSucceeds,
                Assumption::SequentialConsistency,
                Assumption::DefinedOtherwise,
                Assumption::AllowedRaces(3),
                Assumption::UndefinedReads,
                Assumption::NoOverflow,
                Assumption::FreedAddressesAgain,
            ]),
            notes: BTreeSet::from([Note { span: Span::NONE, what: "overflow".into() }]),
            undefined: Some(UndefinedBehaviour {
                halt: halts().remove(1),
                execution: execution(Property::UnreachCall),
            }),
            stats: statistics([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, u64::MAX]),
            explanation: vec!["why".into(), "and how".into()],
            races: AboutRaces {
                possible: vec![PossibleRace { variable: "x".into(), accesses: [access("read"), access("write")] }],
                variables: vec![Variable { name: "x".into(), status: "racy".into(), decided: true }],
            },
        }
    }

    #[test]
    fn a_parcel_reads_back_as_it_was_written_in_one_line() {
        let several = vec![execution(Property::NoDataRace), execution(Property::NoDataRace)];
        let certificate = |basis| Answered::True(Certificate { states: 5, transitions: 6, basis });
        for answer in [
            certificate(Basis::States),
            certificate(Basis::Pairs(9)),
            certificate(Basis::Functions),
            Answered::False(execution(Property::NoDataRace)),
            Answered::Several(several, reasons()),
            Answered::Unknown(reasons()),
        ] {
            let parcel = parcel(answer);
            let text = parcel_to_text(&parcel);
            assert!(!text.contains('\n'), "{text}");
            assert_eq!(parcel_from_text(&text), Ok(parcel));
        }
    }

    #[test]
    fn half_a_parcel_is_none() {
        let text = parcel_to_text(&parcel(Answered::Unknown(reasons())));
        for length in [0, 1, text.len() / 2, text.len() - 1] {
            assert!(parcel_from_text(&text[..length]).is_err());
        }
        assert!(parcel_from_text(&text.replace("no-data-race", "no-race")).is_err());
        assert!(parcel_from_text(&text.replace("MemoryLimit", "Memory")).is_err());
    }
}
