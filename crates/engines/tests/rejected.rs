//! Bad evidence is rejected: real proofs of the engines, each with one lie about one reduction.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use raddle_engines::{Config, Limits, registry};
use raddle_evidence::{
    Answer, Candidate, Checking, Claim, ClosedStates, Expanded, Expansion, KnownValues, Outcome, Proof, Property, Rank,
    Reason, Sought, SoughtValues, StateIx, States, confirm,
};
use raddle_frontend::{Options, load_text};
use raddle_machine::lazy::Terms;
use raddle_machine::{Machine, Pending, State, ThreadIx, ThreadSet};
use raddle_program::{Id, Program};
use raddle_smt::Confirmation;

const HEADER: &str = "
typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
";

/// Two threads that read and write the same variable.
const COUNTER: &str = "
int x;
void *count(void *a) { x = x + 1; x = x + 1; return 0; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, count, 0);
  pthread_create(&t, 0, count, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  if (x > 4) reach_error();
  return 0;
}";

/// Two threads that overwrite each other's values.
const WRITERS: &str = "
int x;
void *one(void *a) { x = 1; x = 2; x = 3; return 0; }
void *two(void *a) { x = 4; x = 5; x = 6; return 0; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  if (x > 6) reach_error();
  return 0;
}";

/// Two pairs of threads that have nothing to do with each other.
const PAIRS: &str = "
int x, y;
void *left(void *a) { x = x + 1; x = x + 1; return 0; }
void *right(void *a) { y = y + 1; y = y + 1; return 0; }
int main(void) {
  pthread_t s, t, u, v;
  pthread_create(&s, 0, left, 0);
  pthread_create(&t, 0, left, 0);
  pthread_create(&u, 0, right, 0);
  pthread_create(&v, 0, right, 0);
  pthread_join(s, 0); pthread_join(t, 0); pthread_join(u, 0); pthread_join(v, 0);
  if (x > 4 || y > 4) reach_error();
  return 0;
}";

type ChangeState = Rc<dyn Fn(usize, &mut State)>;
type ChangeFound = Rc<dyn Fn(&Sought<'_>, Candidate) -> Option<Candidate>>;
type ChangeExpanded = Rc<dyn Fn(usize, Expanded) -> Expanded>;
type ChangeAsleep = Rc<dyn Fn(usize, ThreadSet) -> ThreadSet>;
type ChangeRelation = Rc<dyn Fn(usize, u32) -> u32>;

/// What is changed in a proof.
#[derive(Default, Clone)]
struct Lie {
    state: Option<ChangeState>,
    found: Option<ChangeFound>,
    expanded: Option<ChangeExpanded>,
    asleep: Option<ChangeAsleep>,
    rank: Option<u32>,
    passes: Option<bool>,
    cuts_dead: Option<bool>,
    /// For proofs with diagrams: the diagram of a state.
    relation: Option<ChangeRelation>,
    /// The last states are not handed over.
    without_last: usize,
}

struct Lying(Box<dyn States>, Lie);

impl States for Lying {
    fn len(&self) -> usize {
        self.0.len() - self.1.without_last
    }

    fn state(&self, index: StateIx) -> (State, KnownValues) {
        let (mut state, known) = self.0.state(index);
        if let Some(change) = &self.1.state {
            change(index.index(), &mut state);
        }
        let known = match (known, &self.1.relation) {
            (KnownValues::Diagram(real), Some(change)) => KnownValues::Diagram(change(index.index(), real)),
            (known, _) => known,
        };
        (state, known)
    }

    fn expansion(&self, index: StateIx) -> Expansion {
        let Expansion { expanded, first, asleep, rank } = self.0.expansion(index);
        Expansion {
            expanded: self.1.expanded.as_ref().map_or(expanded.clone(), |change| change(index.index(), expanded)),
            asleep: self.1.asleep.as_ref().map_or(asleep, |change| change(index.index(), asleep)),
            rank: self.1.rank.map_or(rank, Rank),
            first,
        }
    }

    fn candidates(&self, sought: &Sought<'_>, terms: &mut Terms) -> Vec<Candidate> {
        match sought.known {
            SoughtValues::Symbols(_) => {
                let found = self.0.candidates(sought, terms).into_iter();
                found
                    .filter_map(|c| self.1.found.as_ref().map_or(Some(c.clone()), |change| change(sought, c)))
                    .collect()
            }
            // The worst a proof can do is to offer everything.
            SoughtValues::Diagram => (0..self.len()).map(|i| Candidate::plain(StateIx::from_index(i))).collect(),
            SoughtValues::Formula(..) => self.0.candidates(sought, terms),
        }
    }
}

/// A proof of an engine, found again for every lie about it.
struct Proven {
    program: Program,
    analysis: &'static str,
    config: Config,
}

impl Proven {
    fn new(body: &str, analysis: &'static str, settings: &[&str]) -> Proven {
        let text = format!("{HEADER}{body}");
        let loaded = load_text("proof.c", &text, &Options::default());
        let (program, _) = loaded.unwrap_or_else(|e| panic!("{:?}", e.diagnostics));
        let mut config = Config::default();
        settings.iter().for_each(|s| config.assign(s).expect("a setting that exists"));
        let proven = Proven { program, analysis, config };
        assert!(matches!(proven.check(Lie::default()), Answer::True(_)), "{analysis} {settings:?}: no proof\n{body}");
        proven
    }

    fn outcome(&self) -> Outcome {
        let analysis = registry::find(self.analysis).expect("the analysis is registered");
        (analysis.engine().expect("an engine"))(&self.program, Property::UnreachCall, &self.config, &Limits::default())
    }

    fn proof(&self) -> ClosedStates {
        match self.outcome().claim {
            Claim::True(Proof::States(proof)) => proof,
            other => panic!("no proof by states: {other:?}"),
        }
    }

    /// The states of the proof.
    fn states(&self) -> Vec<State> {
        let states = self.proof().states;
        (0..states.len()).map(|i| states.state(StateIx::from_index(i)).0).collect()
    }

    fn check(&self, lie: Lie) -> Answer {
        let proof = self.proof();
        let (passes, cuts_dead) = (lie.passes.unwrap_or(proof.passes), lie.cuts_dead.unwrap_or(proof.cuts_dead));
        let states = Box::new(Lying(proof.states, lie));
        let claim = Claim::True(Proof::States(ClosedStates { states, passes, cuts_dead, ..proof }));
        let outcome = Outcome { claim, ..self.outcome() };
        let machine = self.config.machine();
        let max_cases = self.config.program.max_cases;
        let checking = Checking {
            machine: &machine,
            max_cases,
            proofs: true,
            confirmation: Some(Confirmation::new()),
            exceeded: &|| None,
        };
        confirm(&self.program, outcome, &checking).answer().clone()
    }

    fn rejects(&self, what: &str, lie: Lie) {
        let answer = self.check(lie);
        let rejected = matches!(&answer, Answer::Unknown(reasons) if matches!(reasons[..], [Reason::ProofRejected(_)]));
        assert!(rejected, "{what} is accepted by the checker of {}: {answer:?}", self.analysis);
    }

    /// The bytes of a global are set to zero.
    fn without(&self, name: &str) -> ChangeState {
        let machine = Machine::new(&self.program, self.config.machine());
        let (id, global) = self.program.globals.enumerated().find(|(_, g)| g.name == name).expect("a global");
        let (block, offset) = machine.global_block(id).expect("it is in a block");
        let size = global.size as usize;
        Rc::new(move |_, state| {
            let block = Arc::make_mut(&mut state.memory[block]);
            block.bytes[offset as usize..offset as usize + size].fill(0);
            block.lazy.retain(|range| range.offset != offset);
        })
    }
}

const ALL: [(&str, &[&str]); 3] =
    [("explicit", &[]), ("value", &["scheduler.symmetry=false", "value.refinement=false"]), ("bdd", &[])];

#[test]
fn a_thread_that_sleeps_although_its_step_depends_on_the_last_one() {
    for (analysis, settings) in ALL {
        let proven = Proven::new(WRITERS, analysis, settings);
        let machine = Machine::new(&proven.program, proven.config.machine());
        let writes = |state: &State, thread: u16| {
            (thread as usize) < state.threads.len()
                && matches!(machine.pending(state, ThreadIx(thread)), Pending::Access { write: true, .. })
        };
        let mut tried = 0;
        for (index, state) in proven.states().iter().enumerate() {
            // Where both are about to write, one of them has written just before.
            for thread in [1, 2].into_iter().filter(|_| writes(state, 1) && writes(state, 2)) {
                let asleep: ChangeAsleep =
                    Rc::new(move |i, real| if i == index { real.with(ThreadIx(thread)) } else { real });
                let what = format!("thread {thread} that sleeps in state {index}");
                proven.rejects(&what, Lie { asleep: Some(asleep), ..Lie::default() });
                tried += 1;
            }
        }
        assert!(tried > 4, "{analysis}: {tried}");
    }
}

#[test]
fn everybody_sleeps() {
    let proven = Proven::new(PAIRS, "value", &["scheduler.symmetry=false"]);
    proven.rejects("sleep for all", Lie { asleep: Some(Rc::new(|_, _| ThreadSet(u64::MAX))), ..Lie::default() });
    proven.rejects(
        "sleep of the first",
        Lie { asleep: Some(Rc::new(|_, real| real.with(ThreadIx(1)))), ..Lie::default() },
    );
}

#[test]
fn a_permutation_that_is_none_or_not_allowed() {
    let proven = Proven::new(PAIRS, "value", &["scheduler.symmetry=true", "value.refinement=false"]);
    let renamed = Rc::new(Cell::new(0));
    let count = renamed.clone();
    let find = move |change: fn(Vec<ThreadIx>) -> Vec<ThreadIx>| {
        let count = count.clone();
        let find: ChangeFound = Rc::new(move |_, found| {
            let is_renamed = !found.renaming.is_empty();
            count.set(count.get() + usize::from(is_renamed));
            let renaming = if is_renamed { change(found.renaming) } else { Vec::new() };
            Some(Candidate { renaming, ..found })
        });
        Lie { found: Some(find), ..Lie::default() }
    };
    proven.rejects("a permutation that was forgotten", find(|_| Vec::new()));
    proven.rejects("two threads in one slot", find(|r| vec![r[1]; r.len()]));
    proven.rejects(
        "main in another slot",
        find(|mut r| {
            r.swap(0, 1);
            r
        }),
    );
    proven.rejects("too few threads", find(|r| r[..1].to_vec()));
    proven.rejects(
        "threads of different routines",
        find(|mut r| {
            let last = r.len() - 1;
            r.swap(1, last);
            r
        }),
    );
    assert!(renamed.get() > 0, "no state of the proof has threads in other slots: the test says nothing");
}

#[test]
fn threads_that_change_places_while_others_sleep_or_without_being_alike() {
    let proven = Proven::new(PAIRS, "value", &["scheduler.symmetry=false", "value.refinement=false"]);
    let find: ChangeFound = Rc::new(|sought, found| {
        let mut renaming: Vec<ThreadIx> = (0..sought.state.threads.len() as u16).map(ThreadIx).collect();
        if renaming.len() > 2 {
            renaming.swap(0, 2);
        }
        Some(Candidate { renaming, ..found })
    });
    proven.rejects("a permutation with main", Lie { found: Some(find), ..Lie::default() });
}

#[test]
fn a_live_variable_that_is_cut() {
    for (analysis, settings) in ALL {
        let proven = Proven::new(COUNTER, analysis, settings);
        proven.rejects("a live variable that was cut", Lie { state: Some(proven.without("x")), ..Lie::default() });
    }
}

#[test]
fn a_wrong_word_about_dead_values() {
    let body = "
int x, y;
void *count(void *a) { y = x; x = x + 1; return 0; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, count, 0);
  pthread_create(&t, 0, count, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  y = 0;
  if (x > 4) reach_error();
  return y;
}";
    for (analysis, settings) in ALL {
        let cut = Proven::new(body, analysis, settings);
        cut.rejects("a proof that hides what it has cut", Lie { cuts_dead: Some(false), ..Lie::default() });
        let kept = Proven::new(body, analysis, &[settings, &["scheduler.dead=false"]].concat());
        kept.rejects("a proof with values that are not cut", Lie { cuts_dead: Some(true), ..Lie::default() });
    }
}

#[test]
fn a_successor_that_is_dropped() {
    for (analysis, settings) in ALL {
        let proven = Proven::new(COUNTER, analysis, settings);
        let states = proven.states().len();
        assert!(states > 4, "{analysis}: {states}");
        for index in 0..states {
            let missing: ChangeFound = Rc::new(move |_, found| (found.index.index() != index).then_some(found));
            let other: ChangeFound = Rc::new(move |_, found| {
                Some(if found.index.index() == index {
                    Candidate { index: StateIx::from_index((index + 1) % states), ..found }
                } else {
                    found
                })
            });
            if analysis != "bdd" {
                proven.rejects(&format!("state {index} missing"), Lie { found: Some(missing), ..Lie::default() });
                proven.rejects(&format!("another for {index}"), Lie { found: Some(other), ..Lie::default() });
            }
        }
        let first: ChangeFound = Rc::new(move |_, found| {
            Some(if found.index.index() + 1 == states { Candidate { index: StateIx(0), ..found } } else { found })
        });
        proven.rejects("the last state left out", Lie { without_last: 1, found: Some(first), ..Lie::default() });
    }
}

#[test]
fn a_relation_that_is_too_small() {
    let body = "
int x, y;
void *pick(void *a) { x = __VERIFIER_nondet_int() ? 1 : 2; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, pick, 0);
  y = x;
  pthread_join(t, 0);
  if (x + y > 4) reach_error();
  return 0;
}";
    let proven = Proven::new(body, "bdd", &[]);
    for index in 0..proven.states().len() {
        let nothing: ChangeRelation = Rc::new(move |i, real| if i == index { 0 } else { real });
        proven.rejects(&format!("nothing in state {index}"), Lie { relation: Some(nothing), ..Lie::default() });
    }
}

#[test]
fn threads_that_were_not_moved() {
    for (analysis, settings) in ALL {
        let proven = Proven::new(COUNTER, analysis, settings);
        for (index, state) in proven.states().iter().enumerate() {
            // While the other counts a thread alone is no persistent set; nobody at all never is one.
            let counting = state.threads.iter().skip(1).filter(|t| !t.frames.is_empty()).count();
            let sets: &[&[u16]] = if counting == 2 { &[&[], &[1], &[2]] } else { &[&[]] };
            for set in sets {
                let only = Expanded::Only(set.iter().map(|t| ThreadIx(*t)).collect());
                let expanded: ChangeExpanded = Rc::new(move |i, real| if i == index { only.clone() } else { real });
                let what = format!("only {set:?} of {counting} in state {index}");
                proven.rejects(&what, Lie { expanded: Some(expanded), ..Lie::default() });
            }
        }
    }
}

#[test]
fn moves_that_are_left_out_for_ever() {
    let body = "
int x, y;
void *spin(void *a) { while (1) { x = 1; x = 0; } return 0; }
void *other(void *a) { y = y + 1; return 0; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, spin, 0);
  pthread_create(&t, 0, other, 0);
  y = y + 1;
  if (y > 4) reach_error();
  while (1) ;
}";
    for (analysis, settings) in ALL {
        let proven = Proven::new(body, analysis, settings);
        let expanded: ChangeExpanded = Rc::new(|_, _| Expanded::Only(vec![ThreadIx(1)]));
        let lie = Lie { expanded: Some(expanded), rank: Some(7), ..Lie::default() };
        proven.rejects("a loop that hides the others", lie);
        proven
            .rejects("steps that pass over conflicts", Lie { passes: Some(!proven.proof().passes), ..Lie::default() });
    }
}
