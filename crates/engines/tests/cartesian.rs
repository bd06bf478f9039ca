//! Cartesian abstraction with exceptions on C programs: verdicts, agreement with exhaustive search, lies about proofs, the explanation.

use raddle_engines::registry::{check, find};
use raddle_engines::{Config, Limits};
use raddle_evidence::{Answer, Checking, Claim, ClosedProducts, Proof, Property, Reason, Verdict, confirm};
use raddle_frontend::{Options, load_text};
use raddle_program::Program;
use raddle_randprog::Concurrent;

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
    assert_eq!(answers(twice), ["true", "true", "true"]);
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
            for set in ["none", "locks", "auto"] {
                let setting = format!("cartesian.exceptions={set}");
                let limits = Limits::new(Some(std::time::Duration::from_secs(10)), None);
                let analysis = find("cartesian").expect("the analysis is registered");
                let got = check(analysis, &program, Property::UnreachCall, &config(&[&setting]), &limits);
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

/// The verdict on a proof that somebody has changed.
fn changed(change: impl FnOnce(&mut ClosedProducts)) -> Answer {
    let program = program(&format!("{HEADER}{ACQUIRE}"));
    let config = config(&["cartesian.exceptions=locks"]);
    let analysis = find("cartesian").expect("it is registered");
    let mut outcome =
        (analysis.engine().expect("an engine"))(&program, Property::UnreachCall, &config, &Limits::default());
    let Claim::True(Proof::Products(mut proof)) = outcome.claim else { panic!("no proof: {:?}", outcome.claim) };
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
