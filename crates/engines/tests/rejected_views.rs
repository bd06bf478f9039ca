//! Bad evidence is rejected: real thread-modular proofs, each with one lie.

use std::collections::BTreeMap;
use std::sync::Arc;

use raddle_engines::{Config, Limits, registry};
use raddle_evidence::{Answer, Checking, Claim, ClosedViews, Proof, Property, Reason, confirm};
use raddle_frontend::{Options, load_text};
use raddle_semantics::view::{Crowd, Knowledge, Place, Places, View};
use raddle_smt::Confirmation;

/// Any number of threads that take turns by a flag which is tested and set; who has it finds `x` as it left it.
const TURNS: &str = "
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int flag, x;
void *takes(void *a) {
  __VERIFIER_atomic_begin(); __VERIFIER_assume(flag == 0); flag = 1; __VERIFIER_atomic_end();
  x = 1;
  if (x != 1) reach_error();
  x = 0;
  flag = 0;
  return 0;
}
int main(void) {
  pthread_t t;
  while (1) pthread_create(&t, 0, takes, 0);
}";

/// A lock that keeps a variable as it is, and a thread whose work `main` knows after joining it.
const JOINED: &str = "
typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern void reach_error(void);
pthread_mutex_t m;
int x;
void *sets(void *a) { pthread_mutex_lock(&m); x = 1; x = 2; pthread_mutex_unlock(&m); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sets, 0);
  pthread_mutex_lock(&m);
  int seen = x;
  if (x != seen) reach_error();
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  if (x != 2) reach_error();
  return 0;
}";

/// Two counters that are equal whenever the lock is free: only who knows that somebody holds it can prove that.
const PAIR: &str = "
typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern void reach_error(void);
pthread_mutex_t m;
int a, b;
void *counts(void *p) {
  pthread_mutex_lock(&m);
  if (a != b) reach_error();
  a++;
  b++;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  while (1) pthread_create(&t, 0, counts, 0);
}";

/// Peterson's algorithm: only who knows where the other thread is can prove it.
const PETERSON: &str = "
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern void reach_error(void);
volatile int wants0, wants1, turn, inside;
void *one(void *p) {
  wants0 = 1; turn = 1;
  while (wants1 && turn == 1) ;
  inside = 1; if (inside != 1) reach_error();
  wants0 = 0;
  return 0;
}
void *two(void *p) {
  wants1 = 1; turn = 0;
  while (wants0 && turn == 0) ;
  inside = 2; if (inside != 2) reach_error();
  wants1 = 0;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  return 0;
}";

/// Only the first of any number of threads comes inside: only who knows how many are past their arrival can prove that.
const FIRST: &str = "
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
unsigned arrived;
int inside;
void *comes(void *p) {
  __VERIFIER_atomic_begin(); __VERIFIER_assume(arrived != -1u); arrived++; __VERIFIER_atomic_end();
  if (arrived == 1) {
    inside++;
    if (inside != 1) reach_error();
    inside--;
  }
  return 0;
}
int main(void) {
  pthread_t t;
  while (1) pthread_create(&t, 0, comes, 0);
}";

#[derive(Clone, Copy, Debug, PartialEq)]
enum Lie {
    None,
    /// Nothing is in any view.
    Empty,
    /// One view stands for nothing.
    OneEmpty(usize),
    /// The first view stands for everything.
    FirstStandsForAll,
    /// Nothing stands for anything.
    Missing,
    /// The last view is left out.
    LastLeftOut,
    /// Everybody was the last to change every cell that somebody was.
    AllMine,
    /// There is only one thread of each kind.
    OnlyOne,
    /// Every name that a thread ever had is one of a thread that exists.
    AllNames,
    /// Nobody else holds anything.
    AllFree,
    /// The others do not exist.
    Nowhere,
    /// Nobody is where threads are counted.
    NoCrowd,
    /// There are never more threads than when somebody first was at a place.
    FirstCrowd,
    /// Threads are counted nowhere.
    NotCounted,
    /// Less is known of others than the proof needs.
    NoKnowledge,
    /// All places are in one class.
    OneClass,
    /// All others are in the class of places that nothing is said about.
    Elsewhere,
    /// Two classes are each other's.
    Exchanged,
}

/// A proof with a lie in it.
fn lying(mut proof: ClosedViews, lie: Lie) -> ClosedViews {
    let all: Vec<u64> = proof.views.iter().flat_map(|(view, _)| view.mine.iter().copied()).collect();
    let names: Vec<_> = proof.views.iter().flat_map(|(view, _)| view.ids.iter().copied()).collect();
    let place = |view: &View| view.thread().frames.last().map(|frame| (view.me, frame.func, frame.loc));
    let mut crowds = BTreeMap::new();
    for view in proof.views.iter_mut().map(|(view, _)| view) {
        let first = *crowds.entry(place(view)).or_insert(view.crowd);
        match lie {
            Lie::FirstCrowd => view.crowd = first,
            Lie::AllNames => view.ids.extend(names.iter().copied()),
            Lie::AllMine => view.mine.extend(all.iter().copied()),
            Lie::OnlyOne => view.alive.iter_mut().for_each(|count| *count = (*count).min(1)),
            Lie::AllFree if view.held().is_empty() => Arc::make_mut(&mut view.state.sync).objects.clear(),
            Lie::Nowhere => {
                let me = view.me.0 as usize;
                let others = view.whereabouts.iter_mut().enumerate().filter(|(slot, _)| *slot != me);
                others.for_each(|(_, place)| *place = None);
            }
            Lie::Elsewhere => {
                let me = view.me.0 as usize;
                let others = view.whereabouts.iter_mut().enumerate().filter(|(slot, _)| *slot != me);
                others.filter_map(|(_, place)| place.as_mut()).for_each(|place| place.place = Place::Among(0));
            }
            Lie::NoCrowd => view.crowd = Crowd::default(),
            Lie::None
            | Lie::Empty
            | Lie::OneEmpty(_)
            | Lie::FirstStandsForAll
            | Lie::Missing
            | Lie::LastLeftOut
            | Lie::AllFree
            | Lie::NotCounted
            | Lie::NoKnowledge
            | Lie::OneClass
            | Lie::Exchanged => {}
        }
    }
    let never = proof.formulas.bool(false);
    match lie {
        Lie::Empty => proof.views.iter_mut().for_each(|(_, known)| *known = never),
        Lie::OneEmpty(number) => proof.views[number].1 = never,
        Lie::FirstStandsForAll => proof.candidates = Box::new(|_| vec![0]),
        Lie::Missing => proof.candidates = Box::new(|_| Vec::new()),
        Lie::LastLeftOut => drop(proof.views.pop()),
        Lie::NotCounted => proof.counted.clear(),
        Lie::NoKnowledge => proof.knowledge = Knowledge::NUMBERS,
        Lie::OneClass => proof.knowledge.places = Places::Classes(Arc::default()),
        Lie::Exchanged => {
            let Places::Classes(classes) = &mut proof.knowledge.places else { panic!("no classes") };
            let last = classes.values().copied().max().unwrap_or(0);
            let other = |class: u32| {
                if class == last {
                    1
                } else if class == 1 {
                    last
                } else {
                    class
                }
            };
            assert!(last > 1, "nothing to exchange: {classes:?}");
            Arc::make_mut(classes).values_mut().for_each(|class| *class = other(*class));
        }
        Lie::None
        | Lie::AllMine
        | Lie::OnlyOne
        | Lie::AllNames
        | Lie::AllFree
        | Lie::Nowhere
        | Lie::Elsewhere
        | Lie::NoCrowd
        | Lie::FirstCrowd => {}
    }
    proof
}

fn check(text: &str, lie: Lie) -> (usize, Answer) {
    check_for(text, lie, (Property::UnreachCall, Property::UnreachCall))
}

/// Checks a proof of one property, with a lie in it, as one of another.
fn check_for(text: &str, lie: Lie, properties: (Property, Property)) -> (usize, Answer) {
    check_with(text, lie, properties, Config::default())
}

/// The same of a proof that the analysis finds with certain options.
fn check_with(text: &str, lie: Lie, (proved, claimed): (Property, Property), mut config: Config) -> (usize, Answer) {
    let (program, _) = load_text("program.c", text, &Options::default()).expect("the program is right");
    // There are no executions to be found.
    config.thread_modular.search_states = 0;
    let analysis = registry::find("thread-modular").expect("it is registered");
    let mut outcome = (analysis.engine().expect("an engine"))(&program, proved, &config, &Limits::default());
    outcome.property = claimed;
    let Claim::True(Proof::Views(proof)) = outcome.claim else { panic!("no proof: {:?}", outcome.claim) };
    let views = proof.views.len();
    outcome.claim = Claim::True(Proof::Views(lying(proof, lie)));
    let (machine, max_cases) = (config.machine(), config.program.max_cases);
    let checking = Checking {
        machine: &machine,
        max_cases,
        proofs: true,
        confirmation: Some(Confirmation::new()),
        exceeded: &|| None,
    };
    (views, confirm(&program, outcome, &checking).answer().clone())
}

fn is_rejected(answer: &Answer) -> bool {
    matches!(answer, Answer::Unknown(reasons) if matches!(reasons[..], [Reason::ProofRejected(_)]))
}

#[test]
fn the_truth_is_accepted() {
    for text in [TURNS, JOINED, PAIR, PETERSON, FIRST] {
        let (_, answer) = check(text, Lie::None);
        assert!(matches!(answer, Answer::True(_)), "{answer:?}");
    }
}

#[test]
fn lies_are_rejected() {
    for text in [TURNS, JOINED, PAIR, PETERSON, FIRST] {
        for lie in [Lie::Empty, Lie::FirstStandsForAll, Lie::Missing, Lie::LastLeftOut] {
            let (_, answer) = check(text, lie);
            assert!(is_rejected(&answer), "{lie:?}: {answer:?}");
        }
    }
}

#[test]
fn no_view_may_be_missing() {
    for text in [TURNS, JOINED] {
        let (views, _) = check(text, Lie::None);
        let rejected = (0..views).filter(|index| is_rejected(&check(text, Lie::OneEmpty(*index)).1)).count();
        // A view may be below another one that was found later.
        assert!(2 * rejected > views, "{rejected} of {views}");
    }
}

#[test]
fn whose_a_cell_is_and_which_threads_there_are_is_not_believed() {
    for (text, lie) in [(TURNS, Lie::AllMine), (TURNS, Lie::OnlyOne), (JOINED, Lie::AllNames)] {
        let (_, answer) = check(text, lie);
        assert!(is_rejected(&answer), "{lie:?}: {answer:?}");
    }
}

#[test]
fn what_others_hold_and_where_they_are_is_not_believed() {
    for (text, lie) in [
        (PAIR, Lie::AllFree),
        (PAIR, Lie::NoKnowledge),
        (PETERSON, Lie::Nowhere),
        (PETERSON, Lie::NoKnowledge),
        (FIRST, Lie::NoCrowd),
        (FIRST, Lie::FirstCrowd),
        (FIRST, Lie::NotCounted),
    ] {
        let (_, answer) = check(text, lie);
        assert!(is_rejected(&answer), "{lie:?}: {answer:?}");
    }
}

/// Two threads that add to a variable, each a few times: who knows how far they are can prove that it does not become too large.
const ADDERS: &str = "
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);
unsigned x;
void *one(void *a) {
  __VERIFIER_atomic_begin(); x = x + 1; __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin(); x = x + 1; __VERIFIER_atomic_end();
  return 0;
}
void *two(void *a) {
  __VERIFIER_atomic_begin(); x = x + 2; __VERIFIER_atomic_end();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  if (x > 4) reach_error();
  return 0;
}";

/// In which class a thread is has to be true of its own view, and of what others see of it.
#[test]
fn in_which_class_others_are_is_not_believed() {
    let with = |text: &str, lie: Lie| {
        let mut config = Config::default();
        config.set("thread_modular.knowledge", "classes").expect("an option");
        check_with(text, lie, (Property::UnreachCall, Property::UnreachCall), config).1
    };
    for text in [TURNS, JOINED, PAIR, PETERSON, FIRST, ADDERS] {
        let answer = with(text, Lie::None);
        assert!(matches!(answer, Answer::True(_)), "{answer:?}");
        for lie in [Lie::Empty, Lie::Missing, Lie::LastLeftOut] {
            let answer = with(text, lie);
            assert!(is_rejected(&answer), "{lie:?}: {answer:?}");
        }
    }
    for lie in [Lie::OneClass, Lie::Elsewhere, Lie::Exchanged, Lie::NoKnowledge] {
        let answer = with(ADDERS, lie);
        assert!(is_rejected(&answer), "{lie:?}: {answer:?}");
    }
}

/// Threads that read and write `x`, each in its own way.
fn racing(first: &str, second: &str) -> String {
    format!(
        "
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void exit(int);
int x;
void *one(void *a) {{ {first} return 0; }}
void *two(void *a) {{ {second} return 0; }}
int main(void) {{
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  pthread_create(&t, 0, one, 0);
  pthread_create(&t, 0, two, 0);
}}"
    )
}

/// Views that prove that there are no errors do not prove that nothing overflows: every step is executed again, and one that overflows is an error.
#[test]
fn overflows_in_views_are_noticed() {
    let section = "__VERIFIER_atomic_begin(); if (x < 9) x++; __VERIFIER_atomic_end();";
    for (first, second) in [("x++;", ""), (section, "x = 2147483647; x++;"), ("int l = x; l = -l;", "x = 1;")] {
        let (_, answer) = check_for(&racing(first, second), Lie::None, (Property::UnreachCall, Property::NoOverflow));
        let Answer::Unknown(reasons) = &answer else { panic!("{first} and {second}: {answer:?}") };
        let error = |reason: &Reason| matches!(reason, Reason::ProofRejected(what) if what.contains("error"));
        assert!(reasons.iter().any(error), "{first} and {second}: {reasons:?}");
    }
    let proved = (Property::NoOverflow, Property::NoOverflow);
    let text = racing(section, "int l = x; l = l + 1;");
    let (_, answer) = check_for(&text, Lie::None, proved);
    assert!(matches!(answer, Answer::True(_)), "{answer:?}");
    for lie in [Lie::Empty, Lie::FirstStandsForAll, Lie::Missing, Lie::LastLeftOut] {
        let (_, answer) = check_for(&text, lie, proved);
        assert!(is_rejected(&answer), "{lie:?}: {answer:?}");
    }
}

/// Views that prove that there are no errors do not prove that there are no races: whether two views race is asked for each pair, for a view and itself, and inside of atomic sections.
#[test]
fn races_between_views_are_noticed() {
    let section = "__VERIFIER_atomic_begin(); if (x < 9) x++; __VERIFIER_atomic_end();";
    let ends = "__VERIFIER_atomic_begin(); if (x < 9) x++; exit(0); __VERIFIER_atomic_end();";
    let proved = (Property::UnreachCall, Property::NoDataRace);
    for (first, second) in [("int l = x;", "x = 1;"), ("x = 1;", ""), (section, "int l = x;"), (ends, "x = 1;")] {
        let (_, answer) = check_for(&racing(first, second), Lie::None, proved);
        let Answer::Unknown(reasons) = &answer else { panic!("{first} and {second}: {answer:?}") };
        let race = |reason: &Reason| matches!(reason, Reason::ProofRejected(what) if what.contains("may race"));
        assert!(reasons.iter().any(race), "{first} and {second}: {reasons:?}");
    }
    let proved = (Property::NoDataRace, Property::NoDataRace);
    for (first, second) in [("int l = x;", "int l = x;"), (section, section), (ends, section)] {
        let (_, answer) = check_for(&racing(first, second), Lie::None, proved);
        assert!(matches!(answer, Answer::True(_)), "{first} and {second}: {answer:?}");
    }
    // Who gives the flag back by a plain store races with who tests it.
    let turns = TURNS.replace("  flag = 0;", "  __VERIFIER_atomic_begin(); flag = 0; __VERIFIER_atomic_end();");
    for text in [&turns, JOINED, PAIR] {
        let (_, answer) = check_for(text, Lie::None, proved);
        assert!(matches!(answer, Answer::True(_)), "{answer:?}");
        for lie in [Lie::Empty, Lie::FirstStandsForAll, Lie::Missing, Lie::LastLeftOut] {
            let (_, answer) = check_for(text, lie, proved);
            assert!(is_rejected(&answer), "{lie:?}: {answer:?}");
        }
    }
}
