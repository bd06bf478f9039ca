//! Cartesian abstraction of what predicates say of C programs: verdicts, agreement with exhaustive search, lies about proofs, the explanation.

use raddle_engines::registry::{check, find};
use raddle_engines::{Config, Limits};
use raddle_evidence::{Answer, Checking, Claim, ClosedValuations, Proof, Property, Reason, Verdict, confirm};
use raddle_frontend::{Options, load_text};
use raddle_program::Program;
use raddle_randprog::Concurrent;
use raddle_smt::Confirmation;

/// A lie with its name.
type Lie = (&'static str, fn(&mut ClosedValuations));

const HEADER: &str = "
typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
typedef union { char size[48]; long align; } pthread_cond_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
extern int pthread_cond_signal(pthread_cond_t *);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
";

/// A lock whose word counts those who wait: it has any value, and who changed it last need not hold it.
const WAITERS: &str = "
unsigned word; int total;
void acquire(void) {
  __VERIFIER_atomic_begin(); word = word + 2; __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin(); __VERIFIER_assume((word & 1) == 0); word = word - 1; __VERIFIER_atomic_end();
}
void release(void) { __VERIFIER_atomic_begin(); word = word - 1; __VERIFIER_atomic_end(); }
void deposit(int amount) { total = amount; if (total != amount) reach_error(); }
void *f(void *a) { while (__VERIFIER_nondet_int()) { acquire(); deposit(__VERIFIER_nondet_int()); release(); } return 0; }
void *g(void *a) { while (__VERIFIER_nondet_int()) { acquire(); deposit(__VERIFIER_nondet_int()); release(); } return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); return 0; }";

/// The same with a lock that is one cell.
const CELL: &str = "
int word, total;
void acquire(void) { __VERIFIER_atomic_begin(); __VERIFIER_assume(word == 0); word = 1; __VERIFIER_atomic_end(); }
void release(void) { word = 0; }
void deposit(int amount) { total = amount; if (total != amount) reach_error(); }
void *f(void *a) { while (__VERIFIER_nondet_int()) { acquire(); deposit(__VERIFIER_nondet_int()); release(); } return 0; }
void *g(void *a) { while (__VERIFIER_nondet_int()) { acquire(); deposit(__VERIFIER_nondet_int()); release(); } return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); return 0; }";

/// What a thread has written, `main` reads after joining it; its argument has any value.
const JOIN: &str = "
int x;
void *f(void *a) { x = x + 2; return 0; }
int main(void) {
  pthread_t t; int before = __VERIFIER_nondet_int();
  x = before;
  pthread_create(&t, 0, f, 0);
  pthread_join(t, 0);
  if (x != before + 2) reach_error();
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
    let always = ["cartesian.values=predicates", "thread_modular.search_states=0"];
    always.iter().chain(settings).for_each(|setting| config.assign(setting).expect("a valid setting"));
    config
}

/// The verdict; executions are not searched for, so that what is found is found by counterexamples of predicates.
fn verdict(text: &str, settings: &[&str], limits: &Limits) -> Verdict {
    let analysis = find("cartesian").expect("the analysis is registered");
    check(analysis, &program(text), Property::UnreachCall, &config(settings), limits)
}

fn word(answer: &Answer) -> &'static str {
    match answer {
        Answer::True(_) => "true",
        Answer::False(_) => "false",
        Answer::Unknown(_) => "unknown",
    }
}

/// The answers with no exceptions, those of locks, and those that were reached.
fn words(body: &str) -> [&'static str; 3] {
    ["none", "locks", "auto"].map(|set| {
        let limits = Limits::new(Some(std::time::Duration::from_secs(10)), None);
        let verdict = verdict(&format!("{HEADER}{body}"), &[&format!("cartesian.exceptions={set}")], &limits);
        word(verdict.answer())
    })
}

#[test]
fn values_may_be_any() {
    assert_eq!(words(CELL), ["unknown", "true", "true"]);
    assert_eq!(words(WAITERS), ["unknown", "unknown", "true"]);
    assert_eq!(words(JOIN), ["true", "true", "true"]);
}

#[test]
fn counterexamples_are_found_among_values() {
    let lock = |from: &str, to: &str| CELL.replace(from, to);
    let open = lock("__VERIFIER_assume(word == 0);", "");
    assert!(words(&open).iter().all(|word| *word == "false"));
    assert!(words(&JOIN.replace("before + 2", "before + 3")).iter().all(|word| *word == "false"));
    assert!(words(&JOIN.replace("pthread_join(t, 0);", "")).iter().all(|word| *word == "false"));
}

#[test]
fn what_looks_at_several_threads_is_refused() {
    let body = "
pthread_mutex_t m; pthread_cond_t c; int x;
void *f(void *a) { pthread_mutex_lock(&m); x = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }
int main(void) {
  pthread_t t; pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&m);
  while (x == 0) pthread_cond_wait(&c, &m);
  if (x != 1) reach_error();
  return 0;
}";
    let verdict = verdict(&format!("{HEADER}{body}"), &[], &Limits::default());
    let Answer::Unknown(reasons) = verdict.answer() else { panic!("{:?}", verdict.answer()) };
    assert!(format!("{reasons:?}").contains("more than one other thread"), "{reasons:?}");
}

#[test]
fn a_proof_is_shown() {
    let verdict = verdict(&format!("{HEADER}{WAITERS}"), &["cartesian.explain=true"], &Limits::default());
    let text = verdict.explanation().join("\n");
    assert!(text.contains("predicates,") && text.contains("Exceptions:") && text.contains("word"), "{text}");
    assert!(text.contains("thread 1: line"), "{text}");
}

/// Whatever exhaustive search finds out, this analysis says nothing else.
#[test]
fn random_programs_get_no_wrong_verdict() {
    let number = |variable: &str, default| std::env::var(variable).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (many, from): (u64, u64) = (number("RADDLE_RANDOM", 10), number("RADDLE_RANDOM_FROM", 0));
    let mut decided = 0;
    for seed in from..from + many {
        for text in [Concurrent::generate(seed).to_string(), Concurrent::rich(seed).to_string()] {
            let mut exhaustive = Config::default();
            exhaustive.assign("explicit.max_states=20000").expect("a valid setting");
            let explicit = find("explicit").expect("the analysis is registered");
            let expected = check(explicit, &program(&text), Property::UnreachCall, &exhaustive, &Limits::default());
            let expected = word(expected.answer());
            for set in ["none", "locks", "auto"] {
                let limits = Limits::new(Some(std::time::Duration::from_secs(1)), None);
                let got = verdict(&text, &[&format!("cartesian.exceptions={set}")], &limits);
                let said = word(got.answer());
                decided += u64::from(said != "unknown");
                assert!(
                    said == "unknown" || expected == "unknown" || said == expected,
                    "seed {seed}, {set}: {said}, not {expected}\n{text}"
                );
                if let Answer::Unknown(reasons) = got.answer() {
                    let ours = |r: &Reason| {
                        matches!(r, Reason::ProofRejected(_) | Reason::ReplayFailed(_) | Reason::Internal(_))
                    };
                    assert!(!reasons.iter().any(ours), "seed {seed}, {set}: {reasons:?}\n{text}");
                }
            }
        }
    }
    println!("{decided} of {} decided", 6 * many);
    assert!(decided >= many, "{decided} of {}", 6 * many);
}

/// The verdict on a proof that somebody has changed.
fn changed(body: &str, change: impl FnOnce(&mut ClosedValuations)) -> Answer {
    let (program, config) = (program(&format!("{HEADER}{body}")), config(&[]));
    let analysis = find("cartesian").expect("it is registered");
    let mut outcome =
        (analysis.engine().expect("an engine"))(&program, Property::UnreachCall, &config, &Limits::default());
    let Claim::True(Proof::Valuations(mut proof)) = outcome.claim else { panic!("no proof: {:?}", outcome.claim) };
    change(&mut proof);
    outcome.claim = Claim::True(Proof::Valuations(proof));
    let (machine, max_cases) = (config.machine(), config.program.max_cases);
    let confirmation = Some(Confirmation::new());
    let checking = Checking { machine: &machine, max_cases, proofs: true, confirmation, exceeded: &|| None };
    confirm(&program, outcome, &checking).answer().clone()
}

fn is_rejected(answer: &Answer) -> bool {
    matches!(answer, Answer::Unknown(reasons) if matches!(reasons[..], [Reason::ProofRejected(_)]))
}

#[test]
fn lies_about_valuations_are_rejected() {
    assert!(matches!(changed(CELL, |_| {}), Answer::True(_)));
    let lies: [Lie; 11] = [
        ("nothing is claimed", |proof| proof.products.clear()),
        ("a part that is not there", |proof| proof.products[0].parts[0].push(10_000)),
        ("a shared part that is not there", |proof| proof.products[0].shared = 10_000),
        ("a set that is empty", |proof| proof.products[0].parts[0].clear()),
        ("a slot less", |proof| drop(proof.locals.pop())),
        ("a station less", |proof| drop(proof.stations[1].pop())),
        ("one ground is taken for another", |proof| proof.grounds.swap_remove(0).slots.clear()),
        ("nothing is possible", |proof| {
            let never = proof.formulas.bool(false);
            proof.shared.iter_mut().for_each(|(_, formula)| *formula = never);
        }),
        ("no local part is possible", |proof| {
            let never = proof.formulas.bool(false);
            proof.locals.iter_mut().flatten().for_each(|(_, formula)| *formula = never);
        }),
        ("what is shared is said to be local", |proof| {
            let common = proof.shared.iter().map(|(_, formula)| *formula);
            let mut about_something = common.filter(|formula| proof.formulas.as_bool(*formula).is_none());
            let formula = about_something.next().expect("something is known");
            proof.locals[1].iter_mut().for_each(|(_, known)| *known = formula);
        }),
        ("everything goes together", |proof| {
            for product in &mut proof.products {
                for (slot, set) in product.parts.iter_mut().enumerate().filter(|(_, set)| **set != [0]) {
                    *set = (1..proof.locals[slot].len() as u32).collect();
                }
            }
        }),
    ];
    for (what, lie) in lies {
        let answer = changed(CELL, lie);
        assert!(is_rejected(&answer), "{what}: {answer:?}");
    }
    // Each product and each local part is there for something; but one may be inside of another that was found later.
    let mut products = 0;
    changed(CELL, |proof| products = proof.products.len());
    let without = |number: usize| is_rejected(&changed(CELL, |proof| drop(proof.products.remove(number))));
    let needed = (0..products).filter(|number| without(*number)).count();
    assert!(2 * needed > products, "{needed} of {products}");
}
