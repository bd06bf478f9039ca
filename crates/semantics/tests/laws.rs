//! The definitions keep their laws on random executions of the corpus, and definitions that lie are caught.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use raddle_frontend::{Options, load, load_text, with_large_stack};
use raddle_machine::{Addr, Config, Halt, Machine, State, ThreadIx};
use raddle_program::FuncId;
use raddle_randprog::{Concurrent, minimise};
use raddle_semantics::dependence::Dependence;
use raddle_semantics::laws::{
    Beliefs, Broken, Law, Ours, Replies, Tally, ViewBeliefs, check_execution, check_program, follow,
};
use raddle_semantics::run::Runs;
use raddle_semantics::view::{
    Act, Applied, Change, Knowledge, Partition, Places, Ran, SideEffects, Stand, View, Views, Whereabouts,
};
use raddle_semantics::{Property, Touch};

/// Programs that every property can be checked of.
fn options() -> Options {
    Options { lifetimes: true, ..Options::default() }
}

/// The programs of the corpus, sorted.
fn corpus() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut files = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the corpus can be read").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "c") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// A share of the corpus; `RADDLE_LAWS=1` takes all of it, with `RADDLE_ONLY=races/71` the programs that have this in their paths.
#[test]
fn executions_of_the_corpus() {
    with_large_stack(|| {
        let share = std::env::var("RADDLE_LAWS").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
        let only = std::env::var("RADDLE_ONLY").unwrap_or_default();
        let mut tally = Tally::default();
        let mut broken = Vec::new();
        let of_interest = |file: &&PathBuf| file.to_string_lossy().contains(&only);
        for file in corpus().iter().filter(of_interest).step_by(share) {
            let Ok((program, _)) = load(std::slice::from_ref(file), &options()) else { continue };
            match check_program(&program, 0..6) {
                Ok(more) => tally.add(&more),
                Err((seed, law)) => broken.push(format!("{}, seed {seed}: {law}", file.display())),
            }
        }
        println!("{tally:?}");
        assert!(broken.is_empty(), "{} laws broken\n{}", broken.len(), broken.join("\n"));
        for law in Law::ALL.into_iter().filter(|_| only.is_empty()) {
            assert!(tally.of(law) > 20, "{law:?} was hardly ever tried: {}", tally.of(law));
        }
    });
}

/// The laws on a random program.
fn tried(program: &Concurrent, seeds: std::ops::Range<u64>) -> Result<Tally, (u64, Broken)> {
    let text = program.to_string();
    let loaded = load_text("random.c", &text, &options());
    let (program, _) = loaded.unwrap_or_else(|error| panic!("{:?}\n{text}", error.diagnostics));
    check_program(&program, seeds)
}

/// Some random programs; `RADDLE_RANDOM=500` takes so many, `RADDLE_RANDOM_FROM=7` begins with another seed.
#[test]
fn executions_of_random_programs() {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (from, many): (u64, u64) = (number("RADDLE_RANDOM_FROM", 0), number("RADDLE_RANDOM", 40));
    with_large_stack(|| {
        let mut wrong = Vec::new();
        let mut tally = Tally::default();
        for seed in from..from + many {
            let program = Concurrent::mixed(seed);
            match tried(&program, 0..12) {
                Ok(more) => tally.add(&more),
                Err((_, law)) => {
                    let alike = |p: &Concurrent| tried(p, 0..12).is_err_and(|(_, other)| other.law == law.law);
                    let small = minimise(program, alike);
                    let (of, law) = tried(&small, 0..12).err().unwrap_or((0, law));
                    wrong.push(format!("program {seed}, execution {of}: {law}\n{small}"));
                }
            }
        }
        println!("{tally:?}");
        assert!(wrong.is_empty(), "{} programs break a law\n{}", wrong.len(), wrong.join("\n"));
        for law in Law::ALL {
            // Few programs race, and not all the time.
            let often = if law == Law::Races { 2 } else { 5 };
            assert!(tally.of(law) > often * many, "{law:?} was hardly ever tried: {}", tally.of(law));
        }
    });
}

/// Three like threads and one that differs, with shared and private variables and values that die.
const PROGRAM: &str = "
typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
extern void *malloc(unsigned long);
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
pthread_mutex_t m;
int x, y, z, *kept;
void *like(void *a) {
  int l = x;
  pthread_mutex_lock(&m);
  y = y + l;
  pthread_mutex_unlock(&m);
  x = x + 1;
  return 0;
}
void *other(void *a) { int l = x; int *p = &l; int *h = malloc(4); x = 3; kept = h; h = 0; z = y; *p = z; x = *p; y = 2; return 0; }
int main(void) {
  pthread_t s, t, u;
  pthread_create(&s, 0, like, 0);
  pthread_create(&t, 0, like, 0);
  pthread_create(&u, 0, other, 0);
  pthread_join(s, 0); pthread_join(t, 0); pthread_join(u, 0);
  return x + y;
}";

/// The definitions, but for one that lies.
struct Lying<'a, 'p> {
    ours: Ours<'a, 'p>,
    about: Law,
}

impl Beliefs for Lying<'_, '_> {
    fn runs(&self) -> Runs<'_, '_> {
        self.ours.runs()
    }

    fn is_independent(&self, state: &State, a: ThreadIx, b: ThreadIx) -> Result<bool, Halt> {
        Ok(self.about == Law::Independent || self.ours.is_independent(state, a, b)?)
    }

    fn is_alone(&self, state: &State, thread: ThreadIx) -> Result<bool, Halt> {
        Ok(self.about == Law::Alone || self.ours.is_alone(state, thread)?)
    }

    fn first_conflict(&self, state: &State, set: &[ThreadIx]) -> Result<Option<ThreadIx>, Halt> {
        match self.about {
            Law::Persistent => Ok(None),
            _ => self.ours.first_conflict(state, set),
        }
    }

    fn lost(&self, state: &State) -> Vec<Addr> {
        let mut state = state.clone();
        if self.about == Law::Lost {
            // What variables hold does not count.
            state.threads.iter_mut().for_each(|thread| std::sync::Arc::make_mut(thread).frames.clear());
        }
        self.ours.lost(&state)
    }

    fn may_run(&self) -> BTreeSet<FuncId> {
        let mut functions = self.ours.may_run();
        if self.about == Law::Calls {
            // Nobody is called.
            let program = self.ours.runs().dependence.machine().program();
            functions.retain(|f| *f == program.entry);
        }
        functions
    }

    fn cut(&self, state: &mut State) {
        self.ours.cut(state);
        if self.about == Law::Dead {
            for block in &mut state.memory.blocks {
                std::sync::Arc::make_mut(block).bytes.fill(0);
            }
        }
    }

    fn interchangeable(&self, state: &State) -> Vec<ThreadIx> {
        match self.about {
            Law::Symmetric => (1..state.threads.len() as u16).map(ThreadIx).collect(),
            _ => self.ours.interchangeable(state),
        }
    }

    fn covers(&self, state: &State, thread: ThreadIx, touch: Touch) -> Result<bool, Halt> {
        match self.about {
            Law::Footprint => Ok(!touch.write && self.ours.covers(state, thread, touch)?),
            _ => self.ours.covers(state, thread, touch),
        }
    }
}

/// The definition of views, but for one part that lies.
struct LyingViews<'a, 'p> {
    ours: &'a Views<'a, 'p>,
    about: Law,
}

impl ViewBeliefs for LyingViews<'_, '_> {
    fn views(&self) -> &Views<'_, '_> {
        self.ours
    }

    fn step(&self, view: &View, act: Act, oracle: &mut Replies<'_>) -> Result<Ran, Halt> {
        let mut ran = self.ours.step(view, act, oracle)?;
        if let (Law::OwnView, Ran::On { view: after, .. }) = (self.about, &mut ran) {
            // What is in globals is never changed.
            let globals = after.state.memory.blocks.iter_mut().zip(&view.state.memory.blocks);
            globals.for_each(|(after, before)| after.clone_from(before));
        }
        Ok(ran)
    }

    fn is_unnoticed(&self, change: &Change) -> bool {
        self.about == Law::Unnoticed || change.is_nothing()
    }

    fn meet(&self, view: &View, change: &Change) -> Result<Option<Applied>, Halt> {
        let met = self.ours.meet(view, &self.ours.shared(view), change)?;
        // Nobody is disturbed.
        Ok(met.map(|met| if self.about == Law::OthersViews { Applied { view: view.clone(), ..met } } else { met }))
    }

    fn can_coexist(&self, view: &View, other: &View) -> Result<bool, Halt> {
        let alike = self.about == Law::Coexist && view.me == other.me;
        Ok(!alike && self.ours.can_coexist(view, other)?)
    }

    fn may_race(&self, view: &View, stand: &Stand, other: &View) -> Result<bool, Halt> {
        let clash = self.ours.stand(other).is_some_and(|other| stand.clash(&other).is_some());
        // Nobody races but `main`.
        let lie = self.about == Law::Races && view.me.0 != 0 && other.me.0 != 0;
        Ok(!lie && clash && self.ours.can_coexist(view, other)?)
    }
}

/// A lie is noticed at each level of knowledge.
#[test]
fn each_law_of_views_can_be_broken() {
    let (program, _) = load_text("laws.c", PROGRAM, &Options::default()).expect("it is right");
    let machine = Machine::new(&program, Property::NoDataRace.watching(Config::default()));
    let dependence = Dependence::new(&machine, Property::NoDataRace);
    let classes = Knowledge { places: Places::Classes(Arc::new(Partition::new())), ..Knowledge::LOCKS };
    for knowledge in
        [Knowledge::PLAIN, Knowledge::NUMBERS, Knowledge::LOCKS, Knowledge::LOCATIONS, Knowledge::LOCALS, classes]
    {
        let mut views = Views::new(&dependence, false);
        views.know(knowledge.clone());
        for about in [Law::OwnView, Law::OthersViews, Law::Unnoticed, Law::Coexist, Law::Races] {
            // The first like threads are told apart.
            if about == Law::Coexist && knowledge.tells_apart() {
                continue;
            }
            let lying = LyingViews { ours: &views, about };
            let noticed = |seed| follow(&lying, seed, 60, &mut |_| Ok(())).is_err_and(|broken| broken.law == about);
            assert!((0..30).any(noticed), "a lie about {about:?} goes unnoticed at {knowledge:?}");
        }
    }
}

/// The definition of views, but that a thread stays in the class that it was in first.
struct Unmoved<'a, 'p>(&'a Views<'a, 'p>);

impl ViewBeliefs for Unmoved<'_, '_> {
    fn views(&self) -> &Views<'_, '_> {
        self.0
    }

    fn step(&self, view: &View, act: Act, oracle: &mut Replies<'_>) -> Result<Ran, Halt> {
        let mut ran = self.0.step(view, act, oracle)?;
        if let Ran::On { view: after, .. } = &mut ran {
            after.whereabouts[view.me.0 as usize].clone_from(&view.whereabouts[view.me.0 as usize]);
        }
        Ok(ran)
    }
}

/// The definition of views, but that others do not learn of a move from one class to another.
struct Unheard<'a, 'p>(&'a Views<'a, 'p>);

impl ViewBeliefs for Unheard<'_, '_> {
    fn views(&self) -> &Views<'_, '_> {
        self.0
    }

    fn is_unnoticed(&self, change: &Change) -> bool {
        let mut change = change.clone();
        change.whereabouts.clone_from(&change.from.whereabouts);
        change.is_nothing()
    }
}

/// Which class a thread is in is known to itself and to all others, and each step that changes it is noticed.
#[test]
fn classes_are_told() {
    let (program, _) = load_text("laws.c", PROGRAM, &Options::default()).expect("it is right");
    let machine = Machine::new(&program, Property::UnreachCall.watching(Config::default()));
    let dependence = Dependence::new(&machine, Property::UnreachCall);
    let mut views = Views::new(&dependence, false);
    views.know(Knowledge::LOCATIONS);
    // Places in alternating classes, so that mostly a step leads from one to another.
    let mut places = BTreeSet::new();
    for seed in 0..10 {
        let on_view = &mut |view: &View| {
            places.insert((views.templates()[view.me.0 as usize], view.calls()));
            Ok(())
        };
        assert!(follow(&views, seed, 60, on_view).is_ok());
    }
    let classes: Partition = places.into_iter().zip((0..3).cycle()).collect();
    let mut views = Views::new(&dependence, false);
    views.know(Knowledge { places: Places::Classes(Arc::new(classes)), ..Knowledge::LOCKS });
    let mut most = 0;
    let on_view = &mut |view: &View| {
        let classes: BTreeSet<&Whereabouts> = view.whereabouts.iter().flatten().collect();
        most = most.max(classes.len());
        Ok(())
    };
    assert!((0..30).all(|seed| follow(&views, seed, 60, on_view).is_ok()));
    assert!(most >= 2, "threads are never in different classes");
    let broken = |beliefs: &dyn ViewBeliefs, seed| follow(beliefs, seed, 60, &mut |_| Ok(())).err();
    assert!((0..30).any(|seed| broken(&Unmoved(&views), seed).is_some_and(|broken| broken.law == Law::OwnView)));
    assert!((0..30).any(|seed| broken(&Unheard(&views), seed).is_some_and(|broken| broken.law == Law::Unnoticed)));
}

#[test]
fn each_law_can_be_broken() {
    let (program, _) = load_text("laws.c", PROGRAM, &Options::default()).expect("it is right");
    check_program(&program, 0..30).expect("the definitions keep their laws");
    let machine = Machine::new(&program, Config::default());
    let dependence = Dependence::new(&machine, Property::UnreachCall);
    let of_views = [Law::OwnView, Law::OthersViews, Law::Unnoticed, Law::Coexist, Law::Races];
    for about in Law::ALL.into_iter().filter(|law| !of_views.contains(law)) {
        let lying = Lying { ours: Ours::new(&dependence, Property::UnreachCall), about };
        let caught = (0..30).filter_map(|seed| check_execution(&lying, seed).err()).find(|broken| broken.law == about);
        assert!(caught.is_some(), "a lie about {about:?} goes unnoticed");
    }
}

/// The definition of views, but that nothing is accessed inside of atomic sections.
struct Blind<'a, 'p>(&'a Views<'a, 'p>);

impl ViewBeliefs for Blind<'_, '_> {
    fn views(&self) -> &Views<'_, '_> {
        self.0
    }

    fn step(&self, view: &View, act: Act, oracle: &mut Replies<'_>) -> Result<Ran, Halt> {
        Ok(match self.0.step(view, act, oracle)? {
            Ran::On { view, born, side_effects } => {
                Ran::On { view, born, side_effects: SideEffects { inside: None, ..side_effects } }
            }
            Ran::Out { .. } => Ran::Out { inside: None },
            Ran::Error => Ran::Error,
        })
    }
}

/// Who races with an access in the middle of an atomic section is told by what is said of the way through it, also where the program ends there.
#[test]
fn races_inside_of_sections_are_told() {
    for rest in ["", "exit(0);"] {
        let text = format!(
            "
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void exit(int);
int x;
void *inside(void *a) {{ __VERIFIER_atomic_begin(); x = x + 1; {rest} __VERIFIER_atomic_end(); return 0; }}
void *outside(void *a) {{ x = 7; return 0; }}
int main(void) {{
  pthread_t t;
  pthread_create(&t, 0, inside, 0);
  pthread_create(&t, 0, outside, 0);
}}"
        );
        let (program, _) = load_text("laws.c", &text, &Options::default()).expect("it is right");
        let machine = Machine::new(&program, Property::NoDataRace.watching(Config::default()));
        let dependence = Dependence::new(&machine, Property::NoDataRace);
        let views = Views::new(&dependence, false);
        let broken = |beliefs: &dyn ViewBeliefs, seed| follow(beliefs, seed, 60, &mut |_| Ok(())).err();
        assert!((0..60).all(|seed| broken(&views, seed).is_none()));
        let caught = |seed| broken(&Blind(&views), seed).is_some_and(|broken| broken.law == Law::Races);
        assert!((0..60).any(caught), "nobody notices that the section races ({rest})");
    }
}

/// The definition of views, but that nothing overflows.
struct Wrapping<'a, 'p>(&'a Views<'a, 'p>);

impl ViewBeliefs for Wrapping<'_, '_> {
    fn views(&self) -> &Views<'_, '_> {
        self.0
    }

    fn step(&self, view: &View, act: Act, oracle: &mut Replies<'_>) -> Result<Ran, Halt> {
        Ok(match self.0.step(view, act, oracle)? {
            Ran::Error => Ran::Out { inside: None },
            ran @ (Ran::On { .. } | Ran::Out { .. }) => ran,
        })
    }
}

/// A step that overflows is a violation in the view of its thread.
#[test]
fn overflows_are_told() {
    let text = "
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int x;
void *add(void *a) { x = x + 1000000000; return 0; }
int main(void) {
  pthread_t t;
  for (int i = 0; i < 3; i++) pthread_create(&t, 0, add, 0);
  add(0);
}";
    let (program, _) = load_text("laws.c", text, &Options::default()).expect("it is right");
    let machine = Machine::new(&program, Property::NoOverflow.watching(Config::default()));
    let dependence = Dependence::new(&machine, Property::NoOverflow);
    let views = Views::new(&dependence, false);
    let broken = |beliefs: &dyn ViewBeliefs, seed| follow(beliefs, seed, 60, &mut |_| Ok(())).err();
    assert!((0..60).all(|seed| broken(&views, seed).is_none()));
    let caught = |seed| broken(&Wrapping(&views), seed).is_some_and(|broken| broken.law == Law::OwnView);
    assert!((0..60).any(caught), "nobody notices that it overflows");
}
