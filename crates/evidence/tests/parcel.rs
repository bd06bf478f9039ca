//! Verdicts that have come from another process: what can be checked is checked again, and lies are refused.

mod support;

use raddle_evidence::{
    Answer, Answered, Checking, Claim, Counterexample, Move, Outcome, Parcel, Property, Reason, UndefinedBehaviour,
    Verdict, confirm, unpack,
};
use raddle_machine::{Config, Enabled, Machine, ThreadIx, ZeroOracle};
use raddle_program::Program;
use support::{outcome, program, shortest};

const RACY: &str = "int x; void *adds(void *a) { x = x + 1; return 0; }
int main(void) { pthread_t s, t; pthread_create(&s, 0, adds, 0); pthread_create(&t, 0, adds, 0);
  pthread_join(s, 0); pthread_join(t, 0); if (x != 2) reach_error(); return 0; }";

fn checked(check: impl FnOnce(&Checking<'_>) -> Verdict, proofs: bool) -> Verdict {
    let machine = Config::default();
    check(&Checking { machine: &machine, max_cases: 64, proofs, confirmation: None, exceeded: &|| None })
}

fn confirmed(program: &Program, outcome: Outcome) -> Verdict {
    checked(|checking| confirm(program, outcome, checking), true)
}

fn unpacked(program: &Program, parcel: Parcel) -> Verdict {
    checked(|checking| unpack(program, parcel, checking), true)
}

fn violated(program: &Program) -> Verdict {
    let found = shortest(program, Property::UnreachCall, &[], &[]).expect("there is an error");
    confirmed(program, outcome(Property::UnreachCall, Claim::False(found)))
}

fn reasons(verdict: &Verdict) -> Vec<Reason> {
    match verdict.answer() {
        Answer::Unknown(reasons) => reasons.clone(),
        Answer::True(_) | Answer::False(_) => panic!("an answer"),
    }
}

/// A parcel of a violation, changed by somebody.
fn changed(program: &Program, change: impl FnOnce(&mut Counterexample)) -> Vec<Reason> {
    let mut parcel = Parcel::of(&violated(program), program);
    let Answered::False(counterexample) = &mut parcel.answer else { panic!("it is violated") };
    change(counterexample);
    reasons(&unpacked(program, parcel))
}

#[test]
fn a_violation_is_the_same_behind_the_way() {
    let racy = program(RACY);
    let there = violated(&racy);
    let here = unpacked(&racy, Parcel::of(&there, &racy));
    let (Answer::False(there), Answer::False(here)) = (there.answer(), here.answer()) else { panic!("it is violated") };
    assert_eq!((&there.counterexample, &there.trace), (&here.counterexample, &here.trace));
}

#[test]
fn a_violation_that_is_none_is_refused() {
    let racy = program(RACY);
    let is_refused = |reasons: Vec<Reason>| matches!(reasons[..], [Reason::ReplayFailed(_)]);
    assert!(is_refused(changed(&racy, |lie| _ = lie.schedule.pop())));
    assert!(is_refused(changed(&racy, |lie| lie.property = Property::NoDeadlock)));
    assert!(is_refused(changed(&racy, |lie| lie.schedule.insert(0, Move::Run { thread: ThreadIx(7), edges: 1 }))));
}

#[test]
fn a_verdict_about_another_program_is_refused() {
    let (racy, other) = (program(RACY), program(&RACY.replace("x != 2", "x != 3")));
    assert_ne!(Parcel::identity(&racy), Parcel::identity(&other));
    for answer in [Answered::Unknown(vec![Reason::TimeLimit]), Parcel::of(&violated(&racy), &racy).answer] {
        let parcel = Parcel { answer, ..Parcel::of(&violated(&racy), &racy) };
        assert!(
            matches!(&reasons(&unpacked(&other, parcel))[..], [Reason::Internal(what)] if what.contains("changed"))
        );
    }
}

#[test]
fn nothing_is_said_without_a_reason_or_without_the_check_of_proofs() {
    let racy = program(RACY);
    let parcel = |answer| Parcel { answer, ..Parcel::of(&violated(&racy), &racy) };
    assert!(matches!(reasons(&unpacked(&racy, parcel(Answered::Unknown(Vec::new()))))[..], [Reason::Internal(_)]));
    let none = Answered::Several(Vec::new(), Vec::new());
    assert!(matches!(reasons(&unpacked(&racy, parcel(none)))[..], [Reason::Internal(_)]));
    let certificate = raddle_evidence::Certificate { states: 1, transitions: 1, basis: raddle_evidence::Basis::States };
    let unchecked = checked(|checking| unpack(&racy, parcel(Answered::True(certificate)), checking), false);
    assert_eq!(reasons(&unchecked), [Reason::ProofNotChecked]);
}

/// Of several violations those that replay are left, and why the others are not.
#[test]
fn each_of_several_violations_is_replayed() {
    let racy = program(RACY);
    let parcel = Parcel::of(&violated(&racy), &racy);
    let Answered::False(real) = parcel.answer.clone() else { panic!("it is violated") };
    let lie = Counterexample { schedule: real.schedule[..1].to_vec(), ..real.clone() };
    let answer = Answered::Several(vec![lie, real.clone(), real], vec![Reason::TimeLimit]);
    let verdict = unpacked(&racy, Parcel { answer, ..parcel });
    let Answer::False(violation) = verdict.answer() else { panic!("it is violated") };
    let others = violation.others.as_ref().expect("there is another one");
    assert_eq!(others.violations.len(), 1);
    assert!(matches!(others.open[..], [Reason::TimeLimit, Reason::ReplayFailed(_)]));
}

#[test]
fn undefined_behaviour_is_replayed() {
    let freed = program(
        "void *malloc(unsigned long); void free(void *);
int main(void) { int *p = malloc(4); *p = 1; free(p); *p = 2; return 0; }",
    );
    let machine = Machine::new(&freed, Config::default());
    let mut state = machine.initial(&mut ZeroOracle::default()).expect("the program starts");
    let mut schedule = Vec::new();
    let halt = loop {
        assert_eq!(machine.enabled(&state, ThreadIx(0)), Enabled::Yes);
        schedule.push(Move::Run { thread: ThreadIx(0), edges: 1 });
        if let Err(halt) = machine.step(&mut state, ThreadIx(0), &mut ZeroOracle::default()) {
            break halt;
        }
    };
    let property = Property::UnreachCall;
    let execution = Counterexample { property, schedule, inputs: vec![], choices: vec![], racing: None };
    let claimed = UndefinedBehaviour { halt: halt.clone(), execution };
    let unknown = Claim::Unknown(vec![Reason::Halt(halt)]);
    let there = confirmed(&freed, Outcome { undefined: Some(claimed), ..outcome(property, unknown) });
    let parcel = Parcel::of(&there, &freed);
    assert!(there.undefined().is_some());
    assert_eq!(unpacked(&freed, parcel.clone()).undefined(), there.undefined());
    let mut lie = parcel;
    lie.undefined.as_mut().expect("it is shown").execution.schedule.pop();
    assert!(unpacked(&freed, lie).undefined().is_none());
}
