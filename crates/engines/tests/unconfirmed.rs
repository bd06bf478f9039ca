//! Right proofs of engines, checked with a SAT solver that lies about its answers: none is accepted.

use raddle_engines::{Config, Limits, registry};
use raddle_evidence::{Answer, Checking, Property, Reason, Verdict, confirm};
use raddle_frontend::{Options, load_text};
use raddle_smt::{Confirmation, Lie};

/// Two threads that keep a relation between two variables; `main` looks on.
const RELATED: &str = "
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);
int x, y = 1;
void *keeps(void *a) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) return 0;
  __VERIFIER_atomic_begin(); x = n; y = n + n + 1; __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, keeps, 0);
  __VERIFIER_atomic_begin(); int a = x, b = y; __VERIFIER_atomic_end();
  if (a >= b) reach_error();
  return 0;
}";

/// Questions about two values that nobody knows.
const ORDERED: &str = "
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int shared;
void *writes(void *a) { shared = 1; return 0; }
int main(void) {
  pthread_t t;
  unsigned char x = __VERIFIER_nondet_uchar(), y = __VERIFIER_nondet_uchar();
  pthread_create(&t, 0, writes, 0);
  int before = shared;
  if (x < y) {
    int after = shared;
    if (y < x) reach_error();
  }
  return 0;
}";

/// The programs, and which analyses prove them with a SAT solver in the check.
const CASES: [(&str, &str); 7] = [
    (RELATED, "predicate"),
    (RELATED, "predicate+value"),
    (RELATED, "bmc"),
    (RELATED, "bmc+value"),
    (RELATED, "thread-modular"),
    (ORDERED, "explicit"),
    (ORDERED, "value"),
];

fn check(text: &str, analysis: &str, confirmation: Option<Confirmation>) -> Verdict {
    let (program, _) =
        load_text("proof.c", text, &Options::default()).unwrap_or_else(|e| panic!("{:?}", e.diagnostics));
    let config = Config::default();
    let analysis = registry::find(analysis).expect("the analysis is registered");
    let outcome = (analysis.engine().expect("an engine"))(&program, Property::UnreachCall, &config, &Limits::default());
    let (machine, max_cases) = (config.machine(), config.program.max_cases);
    let checking = Checking { machine: &machine, max_cases, proofs: true, confirmation, exceeded: &|| None };
    confirm(&program, outcome, &checking)
}

#[test]
fn answers_of_an_honest_solver_are_confirmed() {
    for (text, analysis) in CASES {
        let believed = check(text, analysis, None);
        assert!(matches!(believed.answer(), Answer::True(_)), "{analysis}: {:?}", believed.answer());
        assert_eq!(believed.stats().confirmed, 0);
        let confirmed = check(text, analysis, Some(Confirmation::new()));
        assert!(matches!(confirmed.answer(), Answer::True(_)), "{analysis}: {:?}", confirmed.answer());
        assert!(confirmed.stats().confirmed > 0, "{analysis}: the SAT solver was not asked, the test says nothing");
    }
}

#[test]
fn a_proof_is_not_accepted_if_the_solver_lies() {
    for (text, analysis) in CASES {
        for lie in [
            Lie::LostHint,
            Lie::WrongHint,
            Lie::ShorterClause,
            Lie::DeletedHint,
            Lie::OtherConclusion,
            Lie::AlwaysUnsatisfiable,
        ] {
            let verdict = check(text, analysis, Some(Confirmation::lying(lie)));
            let Answer::Unknown(reasons) = verdict.answer() else { panic!("{lie:?} is accepted from {analysis}") };
            let [Reason::ProofRejected(what)] = &reasons[..] else { panic!("{lie:?}, {analysis}: {reasons:?}") };
            assert!(what.starts_with("the solver said \"unsatisfiable\""), "{lie:?}, {analysis}: {what}");
        }
    }
}
