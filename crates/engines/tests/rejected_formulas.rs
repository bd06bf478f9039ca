//! Bad evidence is rejected: real proofs with formulas, each with one lie.

use raddle_engines::{Config, Limits, registry};
use raddle_evidence::{
    Answer, Candidate, Checking, Claim, ClosedStates, Expanded, Expansion, KnownValues, Language, PathFormula, Proof,
    Property, Reason, Sought, StateIx, States, confirm,
};
use raddle_frontend::{Options, load_text};
use raddle_machine::lazy::Terms;
use raddle_machine::{State, ThreadIx};
use raddle_smt::{Confirmation, Term};

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

/// An array of unknown length, a thread that writes somewhere in it, and a loop that writes everywhere.
const UNKNOWN_LENGTH: &str = "
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void *malloc(unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int *a, n, k;
void *writes(void *unused) { a[k] = 5; return 0; }
int main(void) {
  pthread_t t;
  n = __VERIFIER_nondet_int();
  k = __VERIFIER_nondet_int();
  if (n < 1 || n > 1000 || k < 0 || k >= n) return 0;
  a = malloc(n * sizeof *a);
  pthread_create(&t, 0, writes, 0);
  pthread_join(t, 0);
  if (a[k] != 5) reach_error();
  return 0;
}";

#[derive(Clone, Copy, Debug, PartialEq)]
enum Lie {
    None,
    /// There are no maps.
    NoMaps,
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

struct Lying {
    real: Box<dyn States>,
    never: Term,
    lie: Lie,
}

impl States for Lying {
    fn len(&self) -> usize {
        self.real.len()
    }

    fn state(&self, index: StateIx) -> (State, KnownValues) {
        let (state, KnownValues::Formula(known)) = self.real.state(index) else { panic!("a proof with formulas") };
        let known = match self.lie {
            Lie::Empty => PathFormula { path: self.never, ..known },
            Lie::OldInputs => PathFormula { inputs: 0, ..known },
            Lie::Begins => PathFormula { begins: !known.begins, ..known },
            Lie::None | Lie::NoMaps | Lie::FirstStandsForAll | Lie::Missing | Lie::Unchosen | Lie::OnlyMain => known,
        };
        (state, KnownValues::Formula(known))
    }

    fn expansion(&self, index: StateIx) -> Expansion {
        let real = self.real.expansion(index);
        match self.lie {
            Lie::OnlyMain => Expansion { expanded: Expanded::Only(vec![ThreadIx(0)]), ..real },
            _ => real,
        }
    }

    fn candidates(&self, sought: &Sought<'_>, terms: &mut Terms) -> Vec<Candidate> {
        let candidates = self.real.candidates(sought, terms);
        match self.lie {
            Lie::FirstStandsForAll => vec![Candidate::plain(StateIx(0))],
            Lie::Missing => Vec::new(),
            Lie::Unchosen => candidates.into_iter().map(|c| Candidate::plain(c.index)).collect(),
            Lie::None | Lie::NoMaps | Lie::Empty | Lie::OldInputs | Lie::Begins | Lie::OnlyMain => candidates,
        }
    }
}

fn check(text: &str, analysis: &str, lie: Lie) -> Answer {
    let (program, _) =
        load_text("proof.c", text, &Options::default()).unwrap_or_else(|e| panic!("{:?}", e.diagnostics));
    let config = Config::default();
    let analysis = registry::find(analysis).expect("the analysis is registered");
    let mut outcome =
        (analysis.engine().expect("an engine"))(&program, Property::UnreachCall, &config, &Limits::default());
    outcome.claim = match outcome.claim {
        Claim::True(Proof::States(mut proof)) => {
            let Language::Formulas { formulas, arrays, .. } = &mut proof.language else {
                panic!("a proof with formulas")
            };
            *arrays &= lie != Lie::NoMaps;
            let never = formulas.bool(false);
            let states = Box::new(Lying { real: proof.states, never, lie });
            Claim::True(Proof::States(ClosedStates { states, ..proof }))
        }
        other => panic!("no proof by {}: {other:?}", analysis.name),
    };
    let machine = config.machine();
    let confirmation = Some(Confirmation::new());
    let checking = Checking { machine: &machine, max_cases: 4096, proofs: true, confirmation, exceeded: &|| None };
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

#[test]
fn proofs_with_maps_are_checked() {
    for analysis in ["predicate", "bmc"] {
        assert!(matches!(check(UNKNOWN_LENGTH, analysis, Lie::None), Answer::True(_)), "{analysis}");
        for lie in [Lie::NoMaps, Lie::Empty, Lie::FirstStandsForAll, Lie::Missing, Lie::OnlyMain] {
            rejects(UNKNOWN_LENGTH, analysis, lie);
        }
    }
}
