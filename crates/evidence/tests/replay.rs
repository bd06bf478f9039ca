//! Counterexamples are believed only if they happen: real executions are, and each of them with one lie is not.

mod support;

use raddle_evidence::replay::{ReplayError, replay};
use raddle_evidence::{Claim, Counterexample, Ending, Move, Property};
use raddle_machine::{Config, ThreadIx};
use raddle_program::Program;
use support::{confirmed, line, program, run, shortest, told};

/// An error that only some interleavings reach, behind an input.
const LOST: &str = "int x;
void *adds(void *a) { int old = x; x = old + 1; return 0; }
int main(void) {
  pthread_t s, t;
  int wanted = __VERIFIER_nondet_int();
  pthread_create(&s, 0, adds, 0);
  pthread_create(&t, 0, adds, 0);
  pthread_join(s, 0); pthread_join(t, 0);
  if (x == wanted) reach_error();
  return 0;
}";

/// Two locks in two orders.
const LOCKS: &str = "pthread_mutex_t a, b;
void *other(void *p) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  exit(0);
}";

/// Two threads that write what nobody protects, and one that does not.
const RACE: &str = "int x, y; pthread_mutex_t m;
void *writes(void *a) { x = 1; return 0; }
void *careful(void *a) { pthread_mutex_lock(&m); y = 1; pthread_mutex_unlock(&m); return 0; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, writes, 0);
  pthread_create(&t, 0, careful, 0);
  x = 2;
  pthread_mutex_lock(&m); y = 2; pthread_mutex_unlock(&m);
  return 0;
}";

fn real(program: &Program, property: Property, inputs: &[u128]) -> Counterexample {
    shortest(program, property, inputs, &[]).expect("there is a violation")
}

/// What replaying says, in words.
fn replayed(program: &Program, claimed: &Counterexample) -> String {
    match replay(program, &Config::default(), claimed) {
        Ok(trace) => match trace.ending {
            Ending::Error { thread, span, .. } => format!("T{} fails in line {}", thread.0, line(program, span)),
            Ending::Race { cell, accesses, .. } => {
                let [a, b] = *accesses;
                format!("T{} and T{} race for {}", a.thread.0, b.thread.0, cell.name)
            }
            Ending::Deadlock(waiting) => {
                let one = |w: &raddle_evidence::WaitingThread| {
                    let object = w
                        .object
                        .as_ref()
                        .map_or("a thread".to_string(), |o| o.name.split('.').next().unwrap_or_default().to_string());
                    format!("T{} for {object} of {:?}", w.thread.0, w.waits_for.map(|t| t.0))
                };
                waiting.iter().map(one).collect::<Vec<_>>().join(", ")
            }
            Ending::Lost(blocks) => format!("{} blocks are lost", blocks.len()),
            Ending::Undefined { thread, what, .. } => format!("T{}: {what}", thread.0),
        },
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_happens_is_told() {
    let lost = program(LOST);
    assert_eq!(replayed(&lost, &real(&lost, Property::UnreachCall, &[1])), "T0 fails in line 9");
    assert_eq!(replayed(&lost, &real(&lost, Property::UnreachCall, &[2])), "T0 fails in line 9");
    let locks = program(LOCKS);
    let waiting = replayed(&locks, &real(&locks, Property::NoDeadlock, &[]));
    assert_eq!(waiting, "T0 for b of Some(1), T1 for a of Some(0)");
    let race = program(RACE);
    assert_eq!(replayed(&race, &real(&race, Property::NoDataRace, &[])), "T0 and T1 race for x");
}

#[test]
fn an_execution_that_does_not_reach_what_it_claims() {
    let lost = program(LOST);
    let good = real(&lost, Property::UnreachCall, &[1]);
    let check = |what: &str, expected: &str, change: &dyn Fn(&mut Counterexample)| {
        let mut bad = good.clone();
        change(&mut bad);
        assert_eq!(replayed(&lost, &bad), expected, "{what}");
        let answer = confirmed(&lost, bad.property, Claim::False(bad));
        let answer = told(&lost, &answer);
        assert_eq!(answer, format!("UNKNOWN: internal: the counterexample does not replay: {expected}"), "{what}");
    };
    let none = "the schedule does not lead to a violation";
    let early = "the program ends before the schedule does";
    check("another input", none, &|c| c.inputs = vec![3]);
    check("an error that is one step away", none, &|c| c.schedule.truncate(c.schedule.len() - 1));
    check("nothing", none, &|c| c.schedule.clear());
    check("a step after the error", early, &|c| c.schedule.push(run(0, 1)));
    check("a wake-up after the error", early, &|c| {
        c.schedule.push(Move::Wake { thread: ThreadIx(0), timed_out: false });
    });
    check("a run that goes on after the error", early, &|c| {
        let last = c.schedule.len() - 1;
        c.schedule[last] = run(0, 2);
    });
    check("no input", "the script has no value left", &|c| c.inputs.clear());
    let wide = "the script's value does not fit the type that is asked for";
    check("an input that is no int", wide, &|c| c.inputs = vec![1 << 32 | 1]);
    check("a race", none, &|c| (c.property, c.racing) = (Property::NoDataRace, Some((ThreadIx(1), ThreadIx(2)))));
    check("a race without threads", none, &|c| c.property = Property::NoDataRace);
    check("a deadlock", none, &|c| c.property = Property::NoDeadlock);
}

#[test]
fn a_schedule_that_does_not_fit_the_program() {
    let lost = program(LOST);
    let good = real(&lost, Property::UnreachCall, &[1]);
    let cannot = |thread: u16, entry| ReplayError::NotEnabled { entry, thread: ThreadIx(thread) };
    let check = |expected: ReplayError, schedule: Vec<Move>| {
        let bad = Counterexample { schedule, ..good.clone() };
        assert_eq!(replay(&lost, &Config::default(), &bad), Err(expected));
    };
    let then = |step: Move| good.schedule[..4].iter().copied().chain([step]).collect::<Vec<_>>();
    check(cannot(7, 4), then(run(7, 1)));
    check(cannot(7, 4), then(Move::Wake { thread: ThreadIx(7), timed_out: true }));
    check(cannot(0, 4), then(Move::Wake { thread: ThreadIx(0), timed_out: false }));
    check(cannot(0, 4), then(Move::Wake { thread: ThreadIx(0), timed_out: true }));
    // A thread that has ended, and `main` that waits for one that has not.
    let after = |thread: u16| {
        let mut schedule: Vec<Move> = good.schedule.clone();
        let last = schedule.iter().rposition(|m| *m == run(thread, 1)).expect("it moves");
        schedule.insert(last + 1, run(thread, 1));
        (cannot(thread, last + 1), schedule)
    };
    let (expected, schedule) = after(1);
    check(expected, schedule);
    let joins = good.schedule.iter().position(|m| *m == run(1, 1)).expect("it moves");
    let before = good.schedule.iter().filter(|m| **m == run(0, 1)).count() as u32;
    check(cannot(0, 0), [vec![run(0, before)], good.schedule[joins..].to_vec()].concat());
}

#[test]
fn a_program_that_has_ended_violates_nothing_any_more() {
    let ends = program(
        "int x; void *loops(void *a) { while (1) x = 1; }
int main(void) { pthread_t t; pthread_create(&t, 0, loops, 0); x = 2; exit(0); }",
    );
    let race = real(&ends, Property::NoDataRace, &[]);
    assert_eq!(replayed(&ends, &race), "T0 and T1 race for x");
    let mut schedule = race.schedule.clone();
    let edges = loop {
        schedule.push(run(0, 1));
        let claimed = Counterexample { schedule: schedule.clone(), ..race.clone() };
        match replay(&ends, &Config::default(), &claimed) {
            Err(ReplayError::NoViolation) if schedule.len() < 60 => {}
            other => break (other, schedule.len()),
        }
    };
    assert_eq!(edges.0, Err(ReplayError::EndsEarly), "after {} moves", edges.1);
}

#[test]
fn a_race_behind_an_error_is_none() {
    let text = program(
        "int x; void *writes(void *a) { x = 1; return 0; }
void *fails(void *a) { reach_error(); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, writes, 0); pthread_create(&t, 0, fails, 0); x = 2; return 0; }",
    );
    let race = real(&text, Property::NoDataRace, &[]);
    assert_eq!(replayed(&text, &race), "T0 and T1 race for x");
    for edges in 1..9 {
        let schedule = race.schedule.iter().copied().chain([run(2, edges)]).collect();
        let claimed = Counterexample { schedule, ..race.clone() };
        let as_error = Counterexample { property: Property::UnreachCall, ..claimed.clone() };
        if replayed(&text, &as_error) == "T2 fails in line 2" {
            assert_eq!(replayed(&text, &claimed), "the schedule does not lead to a violation");
            return;
        }
    }
    panic!("nobody fails");
}

#[test]
fn a_race_that_is_none() {
    let race = program(RACE);
    let good = real(&race, Property::NoDataRace, &[]);
    let claimed = |racing| Counterexample { racing, ..good.clone() };
    let pair = |a: u16, b: u16| Some((ThreadIx(a), ThreadIx(b)));
    assert_eq!(replayed(&race, &claimed(pair(1, 0))), "T1 and T0 race for x");
    for racing in [None, pair(0, 0), pair(1, 1), pair(0, 2), pair(2, 1), pair(0, 9), pair(9, 9)] {
        assert_eq!(replayed(&race, &claimed(racing)), "the schedule does not lead to a violation", "{racing:?}");
    }
    let none = [
        ("two reads", "void *t1(void *a) { return (void *)(long)x; }", "return x;"),
        ("two atomic writes", "_Atomic int z; void *t1(void *a) { z = 1; return 0; }", "z = 2; return 0;"),
        (
            "two sections",
            "void *t1(void *a) { __VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end(); return 0; }",
            "__VERIFIER_atomic_begin(); x = 2; __VERIFIER_atomic_end(); return 0;",
        ),
        (
            "one lock",
            "pthread_mutex_t m; void *t1(void *a) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }",
            "pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m); return 0;",
        ),
        ("two bytes", "char c[2]; void *t1(void *a) { c[0] = 1; return 0; }", "c[1] = 2; return 0;"),
        ("a join between", "void *t1(void *a) { x = 1; return 0; }", "pthread_join(t, 0); x = 2; return 0;"),
    ];
    for (what, thread, main) in none {
        let text = format!("int x; {thread} int main(void) {{ pthread_t t; pthread_create(&t, 0, t1, 0); {main} }}");
        let program = program(&text);
        assert_eq!(shortest(&program, Property::NoDataRace, &[], &[]), None, "{what}");
        // Whatever both have done before.
        for (main, other) in (0..16).flat_map(|main| (0..8).map(move |other| (main, other))) {
            let schedule = vec![run(0, main), run(1, other)];
            let claimed = Counterexample { schedule, ..claimed(pair(0, 1)) };
            assert!(replay(&program, &Config::default(), &claimed).is_err(), "{what} after {main} and {other}");
        }
    }
    // A section does not protect from those outside.
    let half = program(
        "int x; void *t1(void *a) { __VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end(); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, t1, 0); x = 2; return 0; }",
    );
    let inside = (0..16).flat_map(|main| (0..8).map(move |other| vec![run(0, main), run(1, other)]));
    let races = inside.filter(|schedule| {
        let claimed = Counterexample { schedule: schedule.clone(), ..claimed(pair(0, 1)) };
        replayed(&half, &claimed) == "T0 and T1 race for x"
    });
    assert!(races.count() > 0);
}

#[test]
fn a_deadlock_that_is_none() {
    let locks = program(LOCKS);
    let good = real(&locks, Property::NoDeadlock, &[]);
    for length in 0..good.schedule.len() {
        let claimed = Counterexample { schedule: good.schedule[..length].to_vec(), ..good.clone() };
        assert_eq!(replayed(&locks, &claimed), "the schedule does not lead to a violation", "after {length} moves");
    }
    let free = [
        (
            "a wait that times out",
            "int main(void) { struct timespec t = {1, 0};
pthread_mutex_lock(&m); pthread_cond_timedwait(&c, &m, &t); return 0; }",
        ),
        ("a false assumption", "int main(void) { __VERIFIER_assume(0); return 0; }"),
        ("the end", "int main(void) { pthread_mutex_lock(&m); exit(0); }"),
    ];
    for (what, text) in free {
        let program = program(&format!("pthread_mutex_t m; pthread_cond_t c; {text}"));
        assert_eq!(shortest(&program, Property::NoDeadlock, &[], &[]), None, "{what}");
        for edges in 0..20 {
            let claimed = Counterexample { schedule: vec![run(0, edges)], ..good.clone() };
            assert!(replay(&program, &Config::default(), &claimed).is_err(), "{what} after {edges}");
        }
    }
    // Nobody can rely on waking up for no reason.
    let waits = program(
        "pthread_mutex_t m; pthread_cond_t c;
int main(void) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); return 0; }",
    );
    let waiting = real(&waits, Property::NoDeadlock, &[]);
    assert_eq!(replayed(&waits, &waiting), "T0 for c of None");
    let woken = Move::Wake { thread: ThreadIx(0), timed_out: false };
    let claimed = Counterexample { schedule: [&waiting.schedule[..], &[woken]].concat(), ..waiting.clone() };
    assert_eq!(replayed(&waits, &claimed), "the schedule does not lead to a violation");
    let timed_out = Move::Wake { thread: ThreadIx(0), timed_out: true };
    let claimed = Counterexample { schedule: [&waiting.schedule[..], &[timed_out]].concat(), ..waiting };
    assert!(replayed(&waits, &claimed).starts_with("thread 0 cannot move"));
}

#[test]
fn choices_are_answers_to_questions() {
    let signals = program(
        "pthread_mutex_t m; pthread_cond_t c; int waiting, woken;
void *waits(void *a) { pthread_mutex_lock(&m); waiting++; pthread_cond_wait(&c, &m); woken = (long)a; pthread_mutex_unlock(&m); return 0; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, waits, (void *)1L);
  pthread_create(&t, 0, waits, (void *)2L);
  pthread_mutex_lock(&m);
  if (waiting == 2) {
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    while (!woken) ;
    if (woken == 2) reach_error();
  }
  return 0;
}",
    );
    let woken = |chosen: u32| shortest(&signals, Property::UnreachCall, &[], &[chosen]);
    let good = woken(1).or_else(|| woken(0)).expect("one of them is the second thread");
    assert_eq!(replayed(&signals, &good), "T0 fails in line 12");
    let with = |choices: Vec<u32>| replayed(&signals, &Counterexample { choices, ..good.clone() });
    assert_eq!(with(vec![]), "the script has no choice left");
    assert_eq!(with(vec![2]), "the script's choice is not among the alternatives");
    // The other one wakes up; the schedule does not fit any more.
    let other = with(vec![1 - good.choices[0]]);
    assert!(other.starts_with("thread 2 cannot move"), "{other}");
}
