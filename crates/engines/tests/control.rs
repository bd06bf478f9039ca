//! Control abstraction on the programs of the paper's Table 1, by both refinements, and real proofs with one lie each.

use std::path::Path;
use std::time::Duration;

use raddle_engines::config::{Counterexamples, Refinement};
use raddle_engines::{Config, Limits, registry};
use raddle_evidence::{Answer, Checking, Claim, ClosedClasses, Proof, Property, Reason, confirm};
use raddle_frontend::{Options, load, load_text, with_large_stack};
use raddle_machine::{LazyId, Value};
use raddle_program::Program;
use raddle_smt::Confirmation;

fn corpus(name: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name);
    let loaded = with_large_stack(move || load(&[path], &Options::default()).map(|(program, _)| program));
    loaded.unwrap_or_else(|_| panic!("{name} is right"))
}

fn config(control: Refinement, data: Refinement) -> Config {
    let mut config = Config::default();
    config.control.refinement = control;
    config.control.data = data;
    config.control.explain = true;
    config
}

/// The answer, and with TRUE the number of classes and of predicates.
fn check(program: &Program, config: &Config) -> (Answer, Option<(usize, usize)>) {
    let analysis = registry::find("control").expect("it is registered");
    let limits = Limits::new(Some(Duration::from_secs(60)), None);
    let verdict = registry::check(analysis, program, Property::UnreachCall, config, &limits);
    let first = verdict.explanation().iter().find(|line| line.contains("classes of places"));
    let numbers = first.map(|line| {
        let numbers: Vec<usize> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        (numbers[0], numbers[1])
    });
    (verdict.answer().clone(), numbers)
}

/// The programs of Table 1 with the classes that non-monotonic refinement needs at most: as many as the paper counts. Bakery as C means it, where a local variable begins with any value, needs 12 whatever the predicates are
/// (`crates/engines/src/nonmonotonic/bakery.rs`), and as the paper says that programs are, with one initial state, 10.
const TABLE: &[(&str, usize)] = &[
    ("control/01-bakery-atomic.c", 7),
    ("control/03-bakery.c", 12),
    ("control/11-bakery-one-initial-state.c", 10),
    ("control/05-bluetooth.c", 5),
    ("control/07-mozilla-order-fixed.c", 3),
    ("control/09-time-varying-mutex.c", 7),
];

#[test]
fn the_programs_of_the_paper_are_proved_with_as_few_classes() {
    for (name, most) in TABLE {
        let program = corpus(name);
        let by = |control: Refinement| {
            let (answer, numbers) = check(&program, &config(control, Refinement::Monotonic));
            assert!(matches!(answer, Answer::True(_)), "{name}: {answer:?}");
            numbers.expect("a proof is explained").0
        };
        let (fewest, monotonic) = (by(Refinement::NonMonotonic), by(Refinement::Monotonic));
        assert!(fewest <= *most, "{name}: {fewest} classes");
        assert!(fewest < monotonic, "{name}: {fewest} classes instead of {monotonic}");
    }
}

/// The second of the nearest counterexamples is the bug of this example; the shortest ones went on without an end.
#[test]
fn the_nearest_counterexamples_find_a_bug_soon() {
    let program = corpus("../examples/bank_account_race.c");
    let (answer, _) = check(&program, &config(Refinement::NonMonotonic, Refinement::Monotonic));
    assert!(matches!(answer, Answer::False(_)), "{answer:?}");
}

#[test]
fn the_nearest_counterexamples_are_fewer() {
    let program = corpus("control/01-bakery-atomic.c");
    let by = |counterexamples: Counterexamples| {
        let mut config = config(Refinement::NonMonotonic, Refinement::Monotonic);
        config.control.counterexamples = counterexamples;
        let analysis = registry::find("control").expect("it is registered");
        let verdict = registry::check(analysis, &program, Property::UnreachCall, &config, &Limits::new(None, None));
        assert!(matches!(verdict.answer(), Answer::True(_)), "{counterexamples:?}: {:?}", verdict.answer());
        let line =
            verdict.explanation().iter().find(|line| line.contains("counterexamples")).expect("explained").clone();
        line.split(' ').filter_map(|word| word.parse::<usize>().ok()).nth(2).expect("a number")
    };
    let (nearest, shortest) = (by(Counterexamples::Nearest), by(Counterexamples::Shortest));
    assert!(nearest < shortest, "{nearest} and {shortest} counterexamples");
}

#[test]
fn predicates_can_be_chosen_anew_as_well() {
    for name in ["control/01-bakery-atomic.c", "control/05-bluetooth.c", "control/07-mozilla-order-fixed.c"] {
        let program = corpus(name);
        let by = |data: Refinement| {
            let (answer, numbers) = check(&program, &config(Refinement::NonMonotonic, data));
            assert!(matches!(answer, Answer::True(_)), "{name}: {answer:?}");
            numbers.expect("a proof is explained").1
        };
        let (fewest, monotonic) = (by(Refinement::NonMonotonic), by(Refinement::Monotonic));
        assert!(fewest <= monotonic, "{name}: {fewest} predicates instead of {monotonic}");
    }
}

#[test]
fn broken_twins_are_refuted_by_an_execution() {
    for name in [
        "control/02-bakery-atomic-torn-draw-bug.c",
        "control/04-bakery-no-choosing-bug.c",
        "control/06-bluetooth-flag-first-bug.c",
        "control/08-mozilla-order-bug.c",
        "control/10-time-varying-mutex-not-looked-bug.c",
    ] {
        let (answer, _) = check(&corpus(name), &config(Refinement::Monotonic, Refinement::Monotonic));
        assert!(matches!(answer, Answer::False(_)), "{name}: {answer:?}");
    }
}

/// Two threads that agree by two flags; `main` is one of them. Waiting needs predicates, and the order of the flags needs control.
const ORDER: &str = "
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern void reach_error(void);
int ready, data, turn;
void *reads(void *a) {
  int seen;
  while (!ready) ;
  seen = data;
  turn = 1;
  if (seen != 1) reach_error();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reads, 0);
  data = 1;
  ready = 1;
  return 0;
}";

/// What is wrong with a proof.
#[derive(Clone, Copy, Debug)]
enum Lie {
    None,
    /// A state is left out.
    LeftOut(usize),
    /// A state stands for nothing.
    Empty(usize),
    /// All states stand for nothing.
    AllEmpty,
    /// All places are in one class, and nobody is anywhere else.
    OneClass,
    /// A place is left out.
    NoStation(usize),
    /// A place in which a thread keeps all others from moving.
    Atomic,
    /// The second thread has what the first one has in a register.
    SameSymbol,
    /// One ground is taken for another.
    Ground,
}

fn lying(mut proof: ClosedClasses, lie: Lie) -> ClosedClasses {
    let never = proof.formulas.bool(false);
    match lie {
        Lie::None => {}
        Lie::LeftOut(number) => drop(proof.states.remove(number)),
        Lie::Empty(number) => proof.states[number].known = never,
        Lie::AllEmpty => proof.states.iter_mut().for_each(|state| state.known = never),
        Lie::OneClass => {
            proof.stations.iter_mut().flatten().for_each(|(_, class)| *class = 0);
            proof.states.iter_mut().for_each(|state| state.classes.fill(0));
        }
        Lie::NoStation(slot) => drop(proof.stations[slot].pop()),
        Lie::Atomic => {
            let (mut station, class) = proof.stations[1][0].clone();
            std::sync::Arc::make_mut(&mut station.thread).atomic = 1;
            proof.stations[1].insert(0, (station, class));
        }
        Lie::SameSymbol => {
            let symbol = |value: &Value| match value {
                Value::Lazy(id) => Some(*id),
                Value::Bits(_) => None,
            };
            let of_ground = proof.grounds[0].objects.iter().flat_map(|(_, block)| block.lazy.iter());
            let shared: Option<LazyId> = of_ground.filter_map(|range| range.value).map(|(id, _)| id).next();
            let shared = shared.expect("a global is a symbol");
            for (station, _) in &mut proof.stations[1] {
                let frames = &mut std::sync::Arc::make_mut(&mut station.thread).frames;
                for register in frames.iter_mut().flat_map(|frame| &mut frame.regs) {
                    if symbol(register).is_some() {
                        *register = Value::Lazy(shared);
                    }
                }
            }
        }
        Lie::Ground => proof.grounds.swap_remove(0).slots.clear(),
    }
    proof
}

fn check_lie(lie: Lie) -> (usize, Answer) {
    let (program, _) = load_text("program.c", ORDER, &Options::default()).expect("the program is right");
    let config = Config::default();
    let analysis = registry::find("control").expect("it is registered");
    let mut outcome =
        (analysis.engine().expect("an engine"))(&program, Property::UnreachCall, &config, &Limits::default());
    let Claim::True(Proof::Classes(proof)) = outcome.claim else { panic!("no proof: {:?}", outcome.claim) };
    let states = proof.states.len();
    outcome.claim = Claim::True(Proof::Classes(Box::new(lying(*proof, lie))));
    let (machine, max_cases) = (config.machine(), config.program.max_cases);
    let confirmation = Some(Confirmation::new());
    let checking = Checking { machine: &machine, max_cases, proofs: true, confirmation, exceeded: &|| None };
    (states, confirm(&program, outcome, &checking).answer().clone())
}

/// How many steps were checked.
fn certified(answer: &Answer) -> Option<u64> {
    match answer {
        Answer::True(certificate) => Some(certificate.transitions),
        Answer::False(_) | Answer::Unknown(_) => None,
    }
}

fn is_rejected(answer: &Answer) -> bool {
    matches!(answer, Answer::Unknown(reasons) if matches!(reasons[..], [Reason::ProofRejected(_)]))
}

#[test]
fn the_truth_is_accepted_and_lies_are_rejected() {
    let (states, answer) = check_lie(Lie::None);
    assert!(matches!(answer, Answer::True(_)), "{answer:?}");
    let lies = [Lie::AllEmpty, Lie::OneClass, Lie::NoStation(0), Lie::NoStation(1), Lie::SameSymbol, Lie::Ground];
    for lie in lies {
        let (_, answer) = check_lie(lie);
        assert!(is_rejected(&answer), "{lie:?}: {answer:?}");
    }
    // A station that no step leads to is not looked at, and so keeps nobody from moving.
    let (_, made_up) = check_lie(Lie::Atomic);
    assert_eq!(certified(&made_up), certified(&answer));
    let rejected = |lie: fn(usize) -> Lie| (0..states).filter(|n| is_rejected(&check_lie(lie(*n)).1)).count();
    // A state may be below another one that was found later.
    assert!(2 * rejected(Lie::LeftOut) > states && 2 * rejected(Lie::Empty) > states);
}

#[test]
fn what_does_not_fit_is_refused_with_a_reason() {
    let endless = "
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern void reach_error(void);
int x;
void *writes(void *a) { x = 1; return 0; }
int main(void) {
  pthread_t t;
  while (1) pthread_create(&t, 0, writes, 0);
  if (x) reach_error();
}";
    let (program, _) = load_text("program.c", endless, &Options::default()).expect("the program is right");
    let (answer, _) = check(&program, &Config::default());
    assert!(
        matches!(&answer, Answer::Unknown(reasons) if matches!(&reasons[0], Reason::Halt(halt) if halt.what.contains("threads"))),
        "{answer:?}"
    );
}
