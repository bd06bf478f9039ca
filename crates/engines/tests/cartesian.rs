//! Cartesian abstraction with exceptions on C programs: verdicts, agreement with exhaustive search, lies about proofs, the explanation.

use std::collections::VecDeque;

use raddle_analyses::threading::Decisions;
use raddle_engines::registry::{check, find};
use raddle_engines::{Config, Limits};
use raddle_evidence::{Answer, Checking, Claim, ClosedProducts, Outcome, Proof, Property, Reason, Verdict, confirm};
use raddle_frontend::{Options, load_text};
use raddle_machine::lazy::{LazyOracle, Terms};
use raddle_machine::{Machine, ThreadIx};
use raddle_program::Program;
use raddle_randprog::Concurrent;
use raddle_semantics::dependence::{self, Dependence};
use raddle_semantics::run::{Runs, StepEnd, choices};
use raddle_semantics::split::{LocalPart, Moving, NewParts, SharedPart, Splitting, Went};

const HEADER: &str = "
typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
typedef union { char size[48]; long align; } pthread_cond_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_detach(pthread_t);
extern void pthread_exit(void *);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
extern int pthread_cond_signal(pthread_cond_t *);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
";

/// Peterson's algorithm.
const PETERSON: &str = "
int x, y, turn, in;
void *first(void *a) { x = 1; turn = 1; while (y && turn == 1) {} in = 1; if (in != 1) reach_error(); x = 0; return 0; }
void *second(void *a) { y = 1; turn = 0; while (x && turn == 0) {} in = 2; if (in != 2) reach_error(); y = 0; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, first, 0); pthread_create(&t, 0, second, 0); return 0; }";

/// Section 1: a lock that does not say who holds it.
const ACQUIRE: &str = "
int lck, in;
void acquire(void) { while (!__sync_bool_compare_and_swap(&lck, 0, 1)) {} }
void *f(void *a) { acquire(); in = in + 1; if (in != 1) reach_error(); in = in - 1; lck = 0; return 0; }
void *g(void *a) { acquire(); in = in + 1; if (in != 1) reach_error(); in = in - 1; lck = 0; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); return 0; }";

/// A thread whose result `main` gets after joining it.
const JOIN: &str = "
int x;
void *f(void *a) { x = 1; x = 2; return (void *)7; }
int main(void) {
  pthread_t t; void *r;
  pthread_create(&t, 0, f, 0);
  pthread_join(t, &r);
  if (x != 2 || r != (void *)7) reach_error();
  return 0;
}";

fn program(text: &str) -> Program {
    match load_text("test.i", text, &Options::default()) {
        Ok((program, _)) => program,
        Err(error) => panic!("{:?}", error.diagnostics),
    }
}

fn config(settings: &[&str]) -> Config {
    let mut config = Config::default();
    settings.iter().for_each(|setting| config.assign(setting).expect("a valid setting"));
    config
}

fn verdict(program: &Program, analysis: &str, settings: &[&str]) -> Verdict {
    let analysis = find(analysis).expect("the analysis is registered");
    check(analysis, program, Property::UnreachCall, &config(settings), &Limits::default())
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict.answer() {
        Answer::True(_) => "true",
        Answer::False(_) => "false",
        Answer::Unknown(_) => "unknown",
    }
}

/// The answers with no exceptions, those of locks, and those that were reached.
fn answers(body: &str) -> [&'static str; 3] {
    let program = program(&format!("{HEADER}{body}"));
    ["none", "locks", "auto"]
        .map(|set| word(&verdict(&program, "cartesian", &[&format!("cartesian.exceptions={set}")])))
}

#[test]
fn exceptions_prove_what_products_alone_do_not() {
    assert_eq!(answers(PETERSON), ["unknown", "unknown", "true"]);
    assert_eq!(answers(ACQUIRE), ["unknown", "true", "true"]);
    let wrong = ACQUIRE.replacen("acquire(); in", "in", 1);
    assert_eq!(answers(&wrong), ["false", "false", "false"]);
    let wrong = PETERSON.replace("turn = 0", "turn = 1");
    assert_eq!(answers(&wrong), ["false", "false", "false"]);
}

#[test]
fn mutexes_say_who_holds_them() {
    let mutex = "pthread_mutex_t m; int in;
      void *f(void *a) { pthread_mutex_lock(&m); in = in + 1; if (in != 1) reach_error(); in = in - 1; pthread_mutex_unlock(&m); return 0; }
      int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, f, 0); return 0; }";
    assert_eq!(answers(mutex), ["true", "true", "true"]);
}

#[test]
fn threads_are_created_joined_and_detached() {
    assert_eq!(answers(JOIN), ["true", "true", "true"]);
    assert_eq!(answers(&JOIN.replace("x != 2 ||", "x == 2 ||")), ["false", "false", "false"]);
    let twice = "int x; void *f(void *a) { x = x + 1; return 0; }
      int main(void) { pthread_t t; for (int i = 0; i < 2; i++) { pthread_create(&t, 0, f, 0); pthread_join(t, 0); }
      if (x != 2) reach_error(); return 0; }";
    // Without exceptions it is not known that the second round has begun.
    assert_eq!(answers(twice), ["unknown", "unknown", "true"]);
    let detached = "int x; void *f(void *a) { x = 1; return 0; }
      int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); if (x > 1) reach_error(); return 0; }";
    assert_eq!(answers(detached), ["true", "true", "true"]);
}

#[test]
fn who_waits_may_be_woken() {
    let wait = "pthread_mutex_t m; pthread_cond_t c; int x;
      void *f(void *a) { pthread_mutex_lock(&m); x = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }
      int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m);
      while (x == 0) pthread_cond_wait(&c, &m); if (x != 1) reach_error(); pthread_mutex_unlock(&m); return 0; }";
    assert_eq!(answers(wait), ["true", "true", "true"]);
    assert_eq!(answers(&wait.replace("x != 1", "x == 1")), ["false", "false", "false"]);
}

#[test]
fn values_that_are_not_known_are_any() {
    let any = "int x; void *f(void *a) { x = __VERIFIER_nondet_bool(); return 0; }
      int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); if (x > 1) reach_error(); return 0; }";
    assert_eq!(answers(any), ["true", "true", "true"]);
    let large = any.replace("nondet_bool", "nondet_int");
    assert_eq!(answers(&large), ["false", "false", "false"]);
}

#[test]
fn what_is_not_handled_is_unknown_with_a_reason() {
    let barrier = "typedef union { char size[32]; long align; } pthread_barrier_t;
      extern int pthread_barrier_init(pthread_barrier_t *, const void *, unsigned);
      extern int pthread_barrier_wait(pthread_barrier_t *);
      pthread_barrier_t b; void *f(void *a) { pthread_barrier_wait(&b); return 0; }
      int main(void) { pthread_t t; pthread_barrier_init(&b, 0, 2); pthread_create(&t, 0, f, 0); pthread_barrier_wait(&b); return 0; }";
    let verdict = verdict(&program(&format!("{HEADER}{barrier}")), "cartesian", &[]);
    let Answer::Unknown(reasons) = verdict.answer() else { panic!("{:?}", verdict.answer()) };
    assert!(format!("{reasons:?}").contains("BarrierWait"), "{reasons:?}");
}

/// Whatever exhaustive search finds out, this analysis says nothing else.
#[test]
fn random_programs_get_no_wrong_verdict() {
    let many = std::env::var("RADDLE_RANDOM").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let from = std::env::var("RADDLE_RANDOM_FROM").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let mut decided = 0;
    for seed in from..from + many {
        for text in [Concurrent::generate(seed).to_string(), Concurrent::rich(seed).to_string()] {
            let program = program(&text);
            let expected = word(&verdict(&program, "explicit", &["explicit.max_states=20000"]));
            // Without a search for executions nothing but a proof is an answer.
            for (set, states) in [("none", 0), ("locks", 0), ("auto", 20_000)] {
                let settings =
                    [format!("cartesian.exceptions={set}"), format!("thread_modular.search_states={states}")];
                let settings = settings.each_ref().map(String::as_str);
                let limits = Limits::new(Some(std::time::Duration::from_secs(2)), None);
                let analysis = find("cartesian").expect("the analysis is registered");
                let got = check(analysis, &program, Property::UnreachCall, &config(&settings), &limits);
                let said = word(&got);
                decided += u64::from(said != "unknown");
                assert!(
                    said == "unknown" || expected == "unknown" || said == expected,
                    "seed {seed}, {set}: {said}, not {expected}\n{text}"
                );
                if let Answer::Unknown(reasons) = got.answer() {
                    assert!(
                        !reasons.iter().any(|r| matches!(
                            r,
                            Reason::ProofRejected(_) | Reason::ReplayFailed(_) | Reason::Internal(_)
                        )),
                        "{reasons:?}\n{text}"
                    );
                }
            }
        }
    }
    assert!(decided >= many, "{decided} of {}", 6 * many);
}

fn proof_of(program: &Program, config: &Config) -> (Outcome, Box<ClosedProducts>) {
    let analysis = find("cartesian").expect("it is registered");
    let mut outcome =
        (analysis.engine().expect("an engine"))(program, Property::UnreachCall, config, &Limits::default());
    match std::mem::replace(&mut outcome.claim, Claim::Unknown(Vec::new())) {
        Claim::True(Proof::Products(proof)) => (outcome, proof),
        claim => panic!("no proof: {claim:?}"),
    }
}

/// The verdict on a proof that somebody has changed.
fn changed(change: impl FnOnce(&mut ClosedProducts)) -> Answer {
    let program = program(&format!("{HEADER}{ACQUIRE}"));
    let config = config(&["cartesian.exceptions=locks"]);
    let (mut outcome, mut proof) = proof_of(&program, &config);
    change(&mut proof);
    outcome.claim = Claim::True(Proof::Products(proof));
    let (machine, max_cases) = (config.machine(), config.program.max_cases);
    let checking = Checking { machine: &machine, max_cases, proofs: true, confirmation: None, exceeded: &|| None };
    confirm(&program, outcome, &checking).answer().clone()
}

fn is_rejected(answer: &Answer) -> bool {
    matches!(answer, Answer::Unknown(reasons) if matches!(reasons[..], [Reason::ProofRejected(_)]))
}

#[test]
fn lies_about_products_are_rejected() {
    assert!(matches!(changed(|_| {}), Answer::True(_)));
    assert!(is_rejected(&changed(|proof| proof.products.clear())), "nothing is claimed");
    let count = |exception: bool| {
        let mut count = 0;
        changed(|proof| count = proof.products.iter().filter(|p| p.exception == exception).count());
        count
    };
    assert!(count(true) > 1 && count(false) > 1);
    for exception in [true, false] {
        for leave_out in 0..count(exception) {
            let answer = changed(|proof| {
                let at = proof.products.iter().enumerate().filter(|(_, p)| p.exception == exception).nth(leave_out);
                let at = at.expect("there are as many").0;
                proof.products.remove(at);
            });
            assert!(is_rejected(&answer), "without product {leave_out} (exception: {exception})");
        }
    }
    // A local part less in each set that has several, or a set that is empty.
    let sets = |proof: &ClosedProducts| -> Vec<(usize, usize)> {
        let all = proof.products.iter().enumerate();
        all.flat_map(|(i, p)| p.parts.iter().enumerate().filter(|(_, s)| s.len() > 1).map(move |(j, _)| (i, j)))
            .collect()
    };
    let mut several = Vec::new();
    changed(|proof| several = sets(proof));
    for (product, slot) in several {
        let fewer = |proof: &mut ClosedProducts| proof.products[product].parts[slot].truncate(1);
        assert!(is_rejected(&changed(fewer)), "{product} {slot}");
        assert!(is_rejected(&changed(|proof| proof.products[product].parts[slot].clear())), "{product} {slot}");
    }
    assert!(is_rejected(&changed(|proof| proof.products[0].parts[0].push(1000))), "a part that is not there");
    assert!(is_rejected(&changed(|proof| proof.products[0].shared = 1000)), "a shared part that is not there");
    assert!(is_rejected(&changed(|proof| drop(proof.shared.pop()))));
    assert!(is_rejected(&changed(|proof| drop(proof.locals.pop()))));
}

/// All that threads may do together, as one product: it contains the error.
#[test]
fn a_product_that_is_too_large_is_rejected() {
    let answer = changed(|proof| {
        for product in &mut proof.products {
            for (slot, set) in product.parts.iter_mut().enumerate().filter(|(_, set)| **set != [0]) {
                *set = (1..=proof.locals[slot].len() as u32).collect();
            }
        }
    });
    assert!(is_rejected(&answer));
}

#[test]
fn exceptions_are_shown() {
    let program = program(&format!("{HEADER}{ACQUIRE}"));
    let verdict = verdict(&program, "cartesian", &["cartesian.exceptions=locks", "cartesian.explain=true"]);
    let text = verdict.explanation().join("\n");
    assert!(text.contains("Exceptions:") && text.contains("lck = 1") && text.contains("thread 1: line"), "{text}");
}

/// Executes all ways of something.
fn ways<T>(mut run: impl FnMut(&mut Decisions) -> T) -> Vec<T> {
    let mut decisions = Decisions::default();
    let mut all = Vec::new();
    loop {
        all.push(run(&mut decisions));
        if !decisions.advance() {
            return all;
        }
    }
}

/// The law of splitting: whatever a move of a thread makes of a whole state, it makes of the parts that are given to it. Compares so many moves.
fn split_law(program: &Program, most: usize, lie: bool) -> Result<usize, String> {
    let machine = Machine::new(program, Property::UnreachCall.watching(Config::default().machine()));
    let dependence = Dependence::new(&machine, Property::UnreachCall);
    let splitting = Splitting::new(&dependence, Property::UnreachCall, 1024, false).map_err(|halt| halt.what)?;
    let runs = Runs::new(&dependence, Property::UnreachCall, false);
    let (mut terms, mut due, mut compared) = (Terms::within(&raddle_deadline::Deadline::new()), VecDeque::new(), 0);
    let mut oracle_of = Decisions::default();
    let mut oracle = LazyOracle::new(&mut terms, Vec::new(), &mut oracle_of, 1024);
    let mut state = machine.initial(&mut oracle).map_err(|halt| halt.what)?;
    if runs.start(&mut state, &mut oracle, &mut ()).ok() == Some(StepEnd::State) {
        due.push_back(state);
    }
    while let Some(mut state) = due.pop_front().filter(|_| compared < most) {
        dependence.dead().cut_frames(&mut state);
        let (shared, parts) = splitting.parts_of(&state);
        for choice in dependence::threads(&state).flat_map(|thread| choices(&machine, &state, thread)) {
            let slot = choice.thread.0 as usize;
            let Some(own) = &parts[slot] else { continue };
            let mut together = vec![(choice.thread, own)];
            let alone = splitting.together(&shared, &together);
            let meets = splitting.meets(&alone, choice.thread);
            if let Some(met) = meets {
                together.push((met, parts[met.0 as usize].as_ref().ok_or("who is met is not there")?));
            }
            let alone = splitting.together(&shared, &together);
            let moving = Moving { shared: &shared, choice, meets };
            let on_parts: Vec<_> = ways(|decisions| splitting.step(&alone, moving, &mut terms, decisions));
            if on_parts.iter().any(Result::is_err) {
                continue;
            }
            let on_states = ways(|decisions| {
                let mut next = state.clone();
                let mut oracle = LazyOracle::new(&mut terms, Vec::new(), decisions, 1024);
                let end = runs.execute(&mut next, choice, &mut oracle, &mut ());
                // Values that are not known are decided or forgotten on one side only.
                let plain = oracle.symbols.is_empty();
                end.map(|end| (next, end, plain))
            });
            for (mut next, end, plain) in on_states.into_iter().flatten() {
                if end != StepEnd::State || !plain || next.ended.is_some() {
                    continue;
                }
                compared += 1;
                dependence.dead().cut_frames(&mut next);
                let (shared_after, mut parts_after) = splitting.parts_of(&next);
                if lie {
                    parts_after[slot] = None;
                }
                let describes = |went: &Went| match went {
                    Went::To(new) => {
                        let mut described = parts.clone();
                        described.resize(described.len().max(parts_after.len()), None);
                        let mut expected = parts_after.clone();
                        expected.resize(described.len(), None);
                        new.parts.iter().for_each(|(slot, part)| {
                            if described.len() <= slot.0 as usize {
                                described.resize(slot.0 as usize + 1, None);
                                expected.resize(slot.0 as usize + 1, None);
                            }
                            described[slot.0 as usize] = part.clone();
                        });
                        new.shared == shared_after && described == expected
                    }
                    Went::Nowhere | Went::Fails(_) => false,
                };
                if !on_parts.iter().flatten().any(describes) {
                    return Err(format!("a move of {:?} is not described", choice.thread));
                }
                due.push_back(next);
            }
        }
    }
    Ok(compared)
}

#[test]
fn steps_on_parts_are_steps_on_states() {
    for body in [PETERSON, ACQUIRE, JOIN] {
        let program = program(&format!("{HEADER}{body}"));
        let compared = split_law(&program, 300, false);
        assert!(compared.clone().is_ok_and(|n| n > 5), "{compared:?}");
        assert!(split_law(&program, 300, true).is_err(), "a lie");
    }
    let mut compared = 0;
    for seed in 0..20 {
        let text = Concurrent::generate(seed).to_string();
        // Who was woken counts as one that waits.
        if text.contains("pthread_cond_wait(&") {
            continue;
        }
        match split_law(&program(&text), 200, false) {
            Ok(n) => compared += n,
            Err(what) => assert!(what.contains("cartesian: "), "seed {seed}: {what}\n{text}"),
        }
    }
    assert!(compared > 500, "{compared}");
}

/// A step of which it is said that it is the same whichever slots are in use is the same at all shared parts that differ in their slots only.
#[test]
fn slots_that_do_not_matter_do_not_matter() {
    let mut compared = 0;
    for body in [PETERSON, ACQUIRE, JOIN] {
        let program = program(&format!("{HEADER}{body}"));
        let proof = proof_of(&program, &config(&[])).1;
        let machine = Machine::new(&program, Property::UnreachCall.watching(Config::default().machine()));
        let dependence = Dependence::new(&machine, Property::UnreachCall);
        let splitting = Splitting::new(&dependence, Property::UnreachCall, 1024, false).expect("no ids are compared");
        let mut terms = Terms::within(&raddle_deadline::Deadline::new());
        let mut steps = |shared: &SharedPart, thread: ThreadIx, part: &LocalPart| {
            let state = splitting.together(shared, &[(thread, part)]);
            let choice = splitting.choices(shared, &state, thread).first().copied()?;
            let moving = Moving { shared, choice, meets: None };
            splitting.meets(&state, thread).is_none().then_some(())?;
            let went = ways(|decisions| splitting.step(&state, moving, &mut terms, decisions));
            let new = |went| match went {
                Ok(Went::To(new)) if new.any_slots => Some(new),
                Ok(Went::To(_) | Went::Nowhere | Went::Fails(_)) | Err(_) => None,
            };
            went.into_iter().map(new).collect::<Option<Vec<NewParts>>>()
        };
        for (slot, parts) in proof.locals.iter().enumerate() {
            let here = |shared: &&SharedPart| shared.slots.get(slot) == Some(&true);
            for part in parts {
                let thread = ThreadIx(slot as u16);
                for a in proof.shared.iter().filter(here) {
                    let Some(from_a) = steps(a, thread, part) else { continue };
                    let like = |b: &&SharedPart| {
                        **b != SharedPart { slots: a.slots.clone(), ..a.clone() }
                            && SharedPart { slots: a.slots.clone(), ..(*b).clone() } == *a
                    };
                    for b in proof.shared.iter().filter(here).filter(like) {
                        let from_b = steps(b, thread, part).expect("it does not depend on them here either");
                        compared += 1;
                        assert_eq!(from_a.len(), from_b.len());
                        for (x, y) in from_a.iter().zip(&from_b) {
                            assert_eq!(
                                (&x.parts, &x.shared.memory, &x.shared.sync),
                                (&y.parts, &y.shared.memory, &y.shared.sync)
                            );
                            assert_eq!((&x.shared.slots, &y.shared.slots), (&a.slots, &b.slots));
                        }
                    }
                }
            }
        }
    }
    assert!(compared > 20, "{compared}");
}
