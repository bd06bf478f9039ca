//! No verdict without evidence, and no more in a verdict than its evidence says; undefined behaviour; simpler counterexamples; answers of the environment.

#[path = "support/explore.rs"]
mod explore;
mod support;

use std::cell::Cell;

use expect_test::expect;
use explore::{all_states, closed, proof};
use raddle_evidence::replay::replay;
use raddle_evidence::{
    Answer, Checking, Claim, Counterexample, Ending, Move, Outcome, Proof, Property, Reason, StepKind, Trace,
    TraceEvent, UndefinedBehaviour, Violation, confirm,
};
use raddle_machine::{Config, Enabled, Halt, HaltKind, Machine, Progress, ThreadIx, Undefined, ZeroOracle};
use raddle_program::Program;
use raddle_smt::Confirmation;
use support::{confirmed, line, outcome, program, shortest, told};

const SAFE: &str = "int x; void *adds(void *a) { x = x + 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, adds, 0); pthread_join(t, 0); if (x > 1) reach_error(); return 0; }";

/// Two threads have to alternate for the error.
const TURNS: &str = "int x, y, z; pthread_mutex_t m;
void *counts(void *a) {
  for (int i = 0; i < 2; i++) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); y = i; }
  return 0;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, counts, 0);
  pthread_create(&t, 0, counts, 0);
  pthread_mutex_lock(&m);
  if (x == 3) reach_error();
  pthread_mutex_unlock(&m);
  return 0;
}";

/// Two locks in two orders, after some work.
const CROSSED: &str = "int x, y; pthread_mutex_t m, n;
void *left(void *a) { x = 1; x = 2; pthread_mutex_lock(&m); x = 3; pthread_mutex_lock(&n); return 0; }
void *right(void *a) { y = 1; y = 2; pthread_mutex_lock(&n); y = 3; pthread_mutex_lock(&m); return 0; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, left, 0);
  pthread_create(&t, 0, right, 0);
  pthread_join(s, 0); pthread_join(t, 0);
  return 0;
}";

fn proven(program: &Program) -> Claim {
    let (found, terms) = all_states(program, Property::UnreachCall);
    Claim::True(Proof::States(closed(proof(found, terms))))
}

#[test]
fn a_claim_is_no_verdict() {
    // So many steps that a limit is looked at.
    let safe = program(&TURNS.replace("x == 3", "x == 5"));
    let machine = Config::default();
    let check = |claim, proofs, exceeded: &dyn Fn() -> Option<Reason>| {
        let checking =
            Checking { machine: &machine, max_cases: 64, proofs, confirmation: Some(Confirmation::new()), exceeded };
        confirm(&safe, outcome(Property::UnreachCall, claim), &checking)
    };
    let verdict = check(proven(&safe), true, &|| None);
    assert!(matches!(verdict.answer(), Answer::True(_)) && verdict.explanation() == ["why"]);
    // What explains a proof says nothing if it is none.
    let verdict = check(proven(&safe), false, &|| None);
    assert_eq!(told(&safe, verdict.answer()), "UNKNOWN: proof found but not checked");
    assert!(verdict.explanation().is_empty());
    let verdict = check(proven(&safe), true, &|| Some(Reason::TimeLimit));
    assert_eq!(told(&safe, verdict.answer()), "UNKNOWN: time limit");
    let verdict = check(Claim::Unknown(vec![Reason::StateLimit(3), Reason::Cancelled]), true, &|| None);
    assert_eq!(told(&safe, verdict.answer()), "UNKNOWN: the limit of 3 states is reached; interrupted");
    assert_eq!(verdict.explanation(), ["why"]);
    // A limit that is reached in the middle.
    let asked = Cell::new(0);
    let verdict = check(proven(&safe), true, &|| {
        asked.set(asked.get() + 1);
        (asked.get() > 1).then_some(Reason::MemoryLimit)
    });
    assert_eq!(told(&safe, verdict.answer()), "UNKNOWN: memory limit");
    assert!(asked.get() > 1);
}

#[test]
fn a_proof_of_another_program_is_none() {
    let (safe, other) = (program(SAFE), program(&SAFE.replace("x + 1", "x + 2")));
    let answer = confirmed(&other, Property::UnreachCall, proven(&safe));
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    // That no error is reachable says nothing about races.
    let racing = program(
        "int x; void *adds(void *a) { x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, adds, 0); x = 2; return 0; }",
    );
    assert!(matches!(confirmed(&racing, Property::UnreachCall, proven(&racing)), Answer::True(_)));
    assert!(matches!(confirmed(&racing, Property::NoDataRace, proven(&racing)), Answer::Unknown(_)));
}

#[test]
fn a_violation_of_another_property_is_none_of_this_one() {
    let racing = program(
        "int x; void *adds(void *a) { x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, adds, 0); x = 2; pthread_join(t, 0); return 0; }",
    );
    let race = shortest(&racing, Property::NoDataRace, &[], &[]).expect("there is a race");
    assert!(matches!(confirmed(&racing, Property::NoDataRace, Claim::False(race.clone())), Answer::False(_)));
    for property in [Property::UnreachCall, Property::NoDeadlock] {
        let answer = told(&racing, &confirmed(&racing, property, Claim::False(race.clone())));
        assert_eq!(answer, "UNKNOWN: internal: the counterexample does not replay: it is about another property");
    }
}

fn violation(program: &Program, claimed: &Counterexample) -> Violation {
    match confirmed(program, claimed.property, Claim::False(claimed.clone())) {
        Answer::False(violation) => *violation,
        other => panic!("{other:?}"),
    }
}

fn switches(schedule: &[Move]) -> usize {
    let thread = |m: &Move| match *m {
        Move::Run { thread, .. } | Move::Wake { thread, .. } => thread,
    };
    schedule.windows(2).filter(|pair| thread(&pair[0]) != thread(&pair[1])).count()
}

#[test]
fn simpler_counterexamples_are_the_same_violation() {
    for (text, property) in
        [(TURNS, Property::UnreachCall), (TURNS, Property::NoDataRace), (CROSSED, Property::NoDeadlock)]
    {
        let program = program(text);
        let claimed = shortest(&program, property, &[], &[]).unwrap_or_else(|| panic!("nothing violates {property}"));
        let Violation { counterexample, trace } = violation(&program, &claimed);
        assert_eq!((counterexample.property, trace.property), (property, property));
        assert!(counterexample.schedule.len() < claimed.schedule.len(), "{property}");
        assert!(switches(&counterexample.schedule) <= switches(&claimed.schedule), "{property}");
        // What is shown is what was replayed.
        let again = replay(&program, &Config::default(), &counterexample).expect("it replays");
        assert_eq!(again, trace);
        let kind = std::mem::discriminant(&trace.ending);
        let first = replay(&program, &Config::default(), &claimed).expect("it replays");
        assert_eq!(kind, std::mem::discriminant(&first.ending));
    }
}

#[test]
fn a_counterexample_that_alternates_for_nothing() {
    // Each thread works for itself; only the end matters.
    let apart = program(
        "int x, y, z; void *left(void *a) { x = 1; x = 2; x = 3; return 0; }
void *right(void *a) { y = 1; y = 2; y = 3; return 0; }
int main(void) { pthread_t s, t; pthread_create(&s, 0, left, 0); pthread_create(&t, 0, right, 0);
  pthread_join(s, 0); pthread_join(t, 0); if (x + y == 6) reach_error(); return 0; }",
    );
    let machine = Machine::new(&apart, Config::default());
    let mut oracle = ZeroOracle::default();
    let mut state = machine.initial(&mut oracle).expect("the program starts");
    let (mut schedule, mut turn) = (Vec::new(), 1u16);
    loop {
        let can = |t: u16| usize::from(t) < state.threads.len() && machine.enabled(&state, ThreadIx(t)) == Enabled::Yes;
        // The two take turns as soon as both are there.
        let others = if state.threads.len() == 3 { vec![turn, 3 - turn, 0] } else { vec![0] };
        let next = others.into_iter().find(|t| can(*t)).expect("somebody can move");
        turn = if next == 0 { turn } else { 3 - next };
        schedule.push(support::run(next, 1));
        match machine.step(&mut state, ThreadIx(next), &mut oracle) {
            Ok(Progress::Ran) => {}
            Ok(Progress::Error(_)) => break,
            other => panic!("{other:?}"),
        }
    }
    let property = Property::UnreachCall;
    let claimed = Counterexample { property, schedule, inputs: vec![], choices: vec![], racing: None };
    assert!(switches(&claimed.schedule) > 8);
    let Violation { counterexample, .. } = violation(&apart, &claimed);
    assert_eq!(switches(&counterexample.schedule), 3, "{:?}", counterexample.schedule);
}

/// A number; where objects lie is nobody's business.
fn number(value: u128) -> String {
    if value < 1 << 32 { value.to_string() } else { "an id".to_string() }
}

/// The steps that a user sees, by line.
fn story(program: &Program, trace: &Trace) -> String {
    let mut text = String::new();
    for step in trace.steps.iter().filter(|step| !step.internal) {
        let events: Vec<String> = step
            .events
            .iter()
            .map(|event| match event {
                TraceEvent::Read { cell, value, .. } => format!("reads {} from {}", number(*value), cell.name),
                TraceEvent::Write { cell, value, .. } => format!("writes {} to {}", number(*value), cell.name),
                TraceEvent::Set { name, value, .. } => format!("{name} = {value}"),
                TraceEvent::Input { value, .. } => format!("input {value}"),
                TraceEvent::Sync { op, objects, result, .. } => {
                    let names: Vec<&str> = objects.iter().map(|o| &*o.name).collect();
                    format!("{op:?} {} gives {}", names.join(" "), result.unwrap_or(99))
                }
                TraceEvent::Freed(cell) => format!("frees {}", cell.name),
                TraceEvent::Created(thread) => format!("creates T{}", thread.0),
                TraceEvent::Woken(thread) => format!("wakes T{}", thread.0),
                TraceEvent::Undefined { what, .. } => format!("undefined: {what}"),
                TraceEvent::Output(bytes) => format!("prints {}", String::from_utf8_lossy(bytes)),
                TraceEvent::ThreadEnded => "ends".to_string(),
                TraceEvent::ProgramEnded(kind) => format!("ends all: {kind:?}"),
                TraceEvent::Error(kind) => format!("fails: {kind:?}"),
            })
            .collect();
        let locks: Vec<&str> = step.locks.iter().map(|l| &*l.lock.name).collect();
        if !events.is_empty() || matches!(step.kind, StepKind::Wake { .. }) {
            let held = if locks.is_empty() { String::new() } else { format!(" [{}]", locks.join(" ")) };
            text += &format!(
                "T{} line {}: {}{held}{}\n",
                step.thread.0,
                line(program, step.span),
                events.join(", "),
                if step.in_atomic { " (atomic)" } else { "" }
            );
        }
    }
    text
}

#[test]
fn a_trace_tells_what_happened() {
    let program = program(
        "int x; pthread_mutex_t m;
void *sets(void *a) {
  pthread_mutex_lock(&m);
  x = __VERIFIER_nondet_int();
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sets, 0);
  pthread_join(t, 0);
  __VERIFIER_atomic_begin();
  x = x + 1;
  __VERIFIER_atomic_end();
  if (x == 6) reach_error();
  return 0;
}",
    );
    let claimed = shortest(&program, Property::UnreachCall, &[5], &[]).expect("there is an error");
    let Violation { trace, .. } = violation(&program, &claimed);
    assert_eq!(trace.threads.len(), 2);
    assert_eq!(trace.threads[1].created.as_ref().map(|c| c.by.0), Some(0));
    expect![[r#"
        T0 line 10: ThreadCreate  gives 0, creates T1
        T0 line 10: writes an id to t
        T0 line 11: reads an id from t
        T1 line 3: MutexLock m.size[0] gives 0 [m.size[0]]
        T1 line 4: input 5 [m.size[0]]
        T1 line 4: writes 5 to x [m.size[0]]
        T1 line 5: MutexUnlock m.size[0] gives 0
        T1 line 6: ends
        T0 line 11: ThreadJoin  gives 0
        T0 line 13: reads 5 from x (atomic)
        T0 line 13: writes 6 to x (atomic)
        T0 line 15: reads 6 from x
        T0 line 15: fails: ReachError
    "#]]
    .assert_eq(&story(&program, &trace));
}

/// Reads a clock twice; what is done with it follows.
fn clock(then: &str) -> Program {
    program(&format!(
        "int main(void) {{ struct timespec a, b; clock_gettime(1, &a); clock_gettime(1, &b); {then} return 0; }}"
    ))
}

#[test]
fn a_clock_that_goes_back_is_no_violation() {
    let back = clock("if (b.tv_sec < a.tv_sec) reach_error();");
    let claimed = shortest(&back, Property::UnreachCall, &[5, 0, 4, 0], &[]).expect("the search does not mind");
    let answer = told(&back, &confirmed(&back, Property::UnreachCall, Claim::False(claimed)));
    assert!(answer.contains("no environment gives together"), "{answer}");
    let fraction = clock("if (b.tv_sec == a.tv_sec && b.tv_nsec < a.tv_nsec) reach_error();");
    let claimed = shortest(&fraction, Property::UnreachCall, &[5, 9, 5, 3], &[]).expect("the search does not mind");
    let answer = told(&fraction, &confirmed(&fraction, Property::UnreachCall, Claim::False(claimed)));
    assert!(answer.contains("no environment gives together"), "{answer}");
    let on = clock("if (b.tv_sec > a.tv_sec && b.tv_nsec < a.tv_nsec) reach_error();");
    let claimed = shortest(&on, Property::UnreachCall, &[5, 9, 6, 3], &[]).expect("clocks go on");
    assert!(matches!(confirmed(&on, Property::UnreachCall, Claim::False(claimed)), Answer::False(_)));
}

#[test]
fn answers_that_do_not_matter_are_made_to_fit() {
    let program = clock("if (a.tv_sec == 5) reach_error();");
    let claimed = shortest(&program, Property::UnreachCall, &[5, 7, 4, 3], &[]).expect("there is an error");
    let Violation { trace, .. } = violation(&program, &claimed);
    let inputs: Vec<u128> = trace
        .steps
        .iter()
        .flat_map(|step| &step.events)
        .filter_map(|event| match event {
            TraceEvent::Input { value, .. } => Some(*value),
            _ => None,
        })
        .collect();
    assert_eq!(inputs, [5, 7, 5, 7]);
    // One that matters is not.
    let program = clock("if (a.tv_sec == 5 && b.tv_nsec == 3) reach_error();");
    let claimed = shortest(&program, Property::UnreachCall, &[5, 7, 4, 3], &[]).expect("the search does not mind");
    assert!(matches!(confirmed(&program, Property::UnreachCall, Claim::False(claimed)), Answer::Unknown(_)));
}

/// What is freed by `main` is used by the thread, if it is slow.
const FREED: &str = "extern void *malloc(unsigned long); extern void free(void *); int *p, *q;
void *uses(void *a) { *p = 1; return 0; }
int main(void) { pthread_t t; p = malloc(4); pthread_create(&t, 0, uses, 0); free(p); pthread_join(t, 0); return 0; }";

/// The first execution that halts when threads run as long as they can, `main` first.
fn halting(program: &Program) -> UndefinedBehaviour {
    let machine = Machine::new(program, Config::default());
    let mut state = machine.initial(&mut ZeroOracle::default()).expect("the program starts");
    let mut schedule = Vec::new();
    loop {
        let able = |thread: &ThreadIx| machine.enabled(&state, *thread) == Enabled::Yes;
        let thread = (0..state.threads.len() as u16).map(ThreadIx).find(able).expect("somebody can move");
        schedule.push(Move::Run { thread, edges: 1 });
        if let Err(halt) = machine.step(&mut state, thread, &mut ZeroOracle::default()) {
            let property = Property::UnreachCall;
            let execution = Counterexample { property, schedule, inputs: vec![], choices: vec![], racing: None };
            return UndefinedBehaviour { halt, execution };
        }
    }
}

#[test]
fn undefined_behaviour_is_shown_if_it_is_really_there() {
    let freed = program(FREED);
    let claimed = halting(&freed);
    let shown = |claim, claimed: &UndefinedBehaviour| {
        let outcome = Outcome { undefined: Some(claimed.clone()), ..outcome(Property::UnreachCall, claim) };
        let machine = Config::default();
        let checking =
            Checking { machine: &machine, max_cases: 64, proofs: true, confirmation: None, exceeded: &|| None };
        confirm(&freed, outcome, &checking).undefined().cloned()
    };
    let unknown = |halt: &Halt| Claim::Unknown(vec![Reason::StateLimit(3), Reason::Halt(halt.clone())]);
    let trace = shown(unknown(&claimed.halt), &claimed).expect("it is there");
    let Ending::Undefined { thread, kind, what, .. } = &trace.ending else { panic!("{:?}", trace.ending) };
    assert_eq!((thread.0, *kind, &**what), (1, Undefined::Dereference, &*claimed.halt.what));
    // Nothing that nobody has claimed.
    assert_eq!(shown(Claim::Unknown(vec![Reason::TimeLimit]), &claimed), None);
    // Another reason at the same place, and the same reason at another one.
    let other = |change: fn(&mut Halt)| {
        let mut lie = claimed.clone();
        change(&mut lie.halt);
        shown(unknown(&lie.halt), &lie)
    };
    assert_eq!(other(|halt| halt.what.push('!')), None);
    assert_eq!(other(|halt| halt.span.start += 1), None);
    assert_eq!(other(|halt| halt.kind = HaltKind::Undefined(Undefined::Other)), None);
    // An execution that ends before, or goes another way.
    let mut shorter = claimed.clone();
    shorter.execution.schedule.pop();
    assert_eq!(shown(unknown(&claimed.halt), &shorter), None);
    let mut early = claimed.clone();
    let last = early.execution.schedule.pop().expect("a move");
    let free = early.execution.schedule.iter().rposition(|m| *m == Move::Run { thread: ThreadIx(0), edges: 1 });
    early.execution.schedule.truncate(free.expect("main frees"));
    early.execution.schedule.push(last);
    assert_eq!(shown(unknown(&claimed.halt), &early), None);
    // What cannot be followed for another reason is not shown.
    let unsupported = Halt { kind: HaltKind::Unsupported, ..claimed.halt.clone() };
    assert_eq!(
        shown(unknown(&unsupported), &UndefinedBehaviour { halt: unsupported.clone(), ..claimed.clone() }),
        None
    );
}
