//! Bad evidence is rejected: real proofs with formulas, each with one lie.

use raddle_engines::{Config, Limits, registry};
use raddle_evidence::{
    Answer, Candidate, Checking, Claim, ClosedFormulas, Expanded, Known, Proof, Property, Reason, ThreadBits, confirm,
};
use raddle_frontend::{Options, load_text};
use raddle_machine::lazy::Terms;
use raddle_machine::lazy::formula::Symbols;
use raddle_machine::{State, ThreadIx};
use raddle_smt::{Term, Terms as Formulas};

/// Two threads that keep a relation between two variables, in loops without a bound; `main` looks on.
const RELATED: &str = "
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);
int x, y;
void *keeps(void *a) {
  while (__VERIFIER_nondet_int()) {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_atomic_begin(); x = n; y = n; __VERIFIER_atomic_end();
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, keeps, 0);
  while (__VERIFIER_nondet_int()) {
    __VERIFIER_atomic_begin(); int a = x, b = y; __VERIFIER_atomic_end();
    if (a != b) reach_error();
  }
  return 0;
}";

/// Values that are merged and compared at the end.
const MERGED: &str = "
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int x;
void *writes(void *a) { x = __VERIFIER_nondet_int() ? 3 : 5; x = x + 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writes, 0);
  x = 7;
  pthread_join(t, 0);
  if (x != 7 && x != 4 && x != 6 && x != 8) reach_error();
  return 0;
}";

#[derive(Clone, Copy, Debug, PartialEq)]
enum Lie {
    None,
    /// Nothing is in any state.
    Empty,
    /// Inputs that the states mention are given out again.
    OldInputs,
    /// Blocks begin elsewhere.
    Begins,
    /// The first state stands for everything.
    FirstStandsForAll,
    /// Nothing stands for anything.
    Missing,
    /// The values of what was merged are mixed up.
    Unchosen,
    /// Only `main` moves.
    OnlyMain,
}

struct Lying(Box<dyn ClosedFormulas>, Lie);

impl ClosedFormulas for Lying {
    fn len(&self) -> usize {
        self.0.len()
    }
    fn state(&self, index: usize) -> State {
        self.0.state(index)
    }
    fn known(&self, index: usize) -> Known {
        let known = self.0.known(index);
        match self.1 {
            Lie::Empty => Known { path: self.formulas().0.bool(false), ..known },
            Lie::OldInputs => Known { inputs: 0, ..known },
            Lie::Begins => Known { begins: !known.begins, ..known },
            Lie::None | Lie::FirstStandsForAll | Lie::Missing | Lie::Unchosen | Lie::OnlyMain => known,
        }
    }
    fn candidates(&self, state: &State, abstraction: Term, path: Term) -> Vec<Candidate> {
        let candidates = self.0.candidates(state, abstraction, path);
        match self.1 {
            Lie::FirstStandsForAll => vec![(0, Vec::new())],
            Lie::Missing => Vec::new(),
            Lie::Unchosen => candidates.into_iter().map(|(index, _)| (index, Vec::new())).collect(),
            Lie::None | Lie::Empty | Lie::OldInputs | Lie::Begins | Lie::OnlyMain => candidates,
        }
    }
    fn expanded(&self, index: usize) -> Expanded {
        match self.1 {
            Lie::OnlyMain => Expanded::Only(vec![ThreadIx(0)]),
            _ => self.0.expanded(index),
        }
    }
    fn asleep(&self, index: usize) -> ThreadBits {
        self.0.asleep(index)
    }
    fn first(&self, index: usize) -> Vec<ThreadIx> {
        self.0.first(index)
    }
    fn passes(&self) -> bool {
        self.0.passes()
    }
    fn cuts_dead(&self) -> bool {
        self.0.cuts_dead()
    }
    fn rank(&self, index: usize) -> u32 {
        self.0.rank(index)
    }
    fn terms(&self) -> Terms {
        self.0.terms()
    }
    fn formulas(&self) -> (Formulas, Symbols) {
        let (mut formulas, symbols) = self.0.formulas();
        formulas.bool(false);
        (formulas, symbols)
    }
}

fn check(text: &str, analysis: &str, lie: Lie) -> Answer {
    let (program, _) =
        load_text("proof.c", text, &Options::default()).unwrap_or_else(|e| panic!("{:?}", e.diagnostics));
    let config = Config::default();
    let analysis = registry::find(analysis).expect("the analysis is registered");
    let mut outcome = (analysis.run)(&program, Property::UnreachCall, &config, &Limits::default());
    outcome.claim = match outcome.claim {
        Claim::True(Proof::ClosedFormulas(proof)) => Claim::True(Proof::ClosedFormulas(Box::new(Lying(proof, lie)))),
        other => panic!("no proof by {}: {other:?}", analysis.name),
    };
    let machine = config.machine();
    let checking = Checking { machine: &machine, max_cases: 4096, proofs: true, exceeded: &|| None };
    confirm(&program, outcome, &checking).answer().clone()
}

fn rejects(text: &str, analysis: &str, lie: Lie) {
    let answer = check(text, analysis, lie);
    let rejected = matches!(&answer, Answer::Unknown(reasons) if matches!(reasons[..], [Reason::ProofRejected(_)]));
    assert!(rejected, "{lie:?} is accepted by the checker of {analysis}: {answer:?}");
}

#[test]
fn proofs_by_abstraction_are_checked() {
    assert!(matches!(check(RELATED, "predicate", Lie::None), Answer::True(_)));
    for lie in [Lie::Empty, Lie::Begins, Lie::FirstStandsForAll, Lie::Missing, Lie::OnlyMain] {
        rejects(RELATED, "predicate", lie);
    }
}

#[test]
fn proofs_by_unwinding_are_checked() {
    for analysis in ["bmc", "bmc+simplify", "bmc+value"] {
        assert!(matches!(check(MERGED, analysis, Lie::None), Answer::True(_)), "{analysis}");
        for lie in [Lie::Empty, Lie::OldInputs, Lie::FirstStandsForAll, Lie::Missing, Lie::Unchosen, Lie::OnlyMain] {
            rejects(MERGED, analysis, lie);
        }
    }
}
