//! Propositions 1 and 2 and Theorem 3 of the paper on thread-modular abstraction refinement, on small random programs, and what each algorithm says of the paper's programs.
//!
//! A *toy* has two threads that go round for ever, a shared variable `m` with three values, which they test and set, and a variable `x`, which they write: that they both write it at the same time is the
//! error. Whether a toy is safe, safe in a thread-modular way, or safe in a strongly thread-modular way is computed here from the definitions, state by state; nothing of the engine is used for it. Then the toy is a C program, and the
//! algorithms say what they say.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use raddle_engines::{Config, Limits, registry};
use raddle_evidence::{Answer, Property, Verdict};
use raddle_frontend::{Options, load, load_text, with_large_stack};
use raddle_program::Program;

/// What a thread of a toy does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Command {
    /// Waits until `m` has a value, and sets it in the same step.
    TestAndSet(u8, u8),
    Set(u8),
    /// Writes `x`.
    Write,
}

impl Command {
    /// What `m` becomes, if it can be executed.
    fn step(self, m: u8) -> Option<u8> {
        match self {
            Command::TestAndSet(test, set) => (m == test).then_some(set),
            Command::Set(set) => Some(set),
            Command::Write => Some(m),
        }
    }

    fn text(self) -> String {
        let inside = match self {
            Command::Write => return "x = 1;".to_string(),
            Command::TestAndSet(test, set) => format!("__VERIFIER_assume(m == {test}); m = {set};"),
            Command::Set(set) => format!("m = {set};"),
        };
        format!("__VERIFIER_atomic_begin(); {inside} __VERIFIER_atomic_end();")
    }
}

type Toy = [Vec<Command>; 2];

/// The values of `m`.
const VALUES: [u8; 3] = [0, 1, 2];

/// How a toy is safe, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Safety {
    Strongly,
    Modular,
    Safe,
    Unsafe,
}

/// States of one thread: `m`, and where the thread is.
type Reach = BTreeSet<(u8, usize)>;

/// Steps of `m` alone.
type Environment = BTreeSet<(u8, u8)>;

/// What a thread reaches if `m` may also be changed by an environment.
fn reach(thread: &[Command], environment: &Environment) -> Reach {
    let mut reached = Reach::from([(0, 0)]);
    let mut open = vec![(0, 0)];
    while let Some((m, at)) = open.pop() {
        let own = thread[at].step(m).map(|m| (m, (at + 1) % thread.len()));
        let others = environment.iter().filter(|(from, _)| *from == m).map(|(_, to)| (*to, at));
        open.extend(own.into_iter().chain(others).filter(|state| reached.insert(*state)));
    }
    reached
}

/// What others see of a thread that makes its steps from some states (the paper's ρ), or from all (σ).
fn seen(thread: &[Command], from: impl Fn(u8, usize) -> bool) -> Environment {
    let all = VALUES.iter().flat_map(|m| (0..thread.len()).map(|at| (*m, at)));
    all.filter(|(m, at)| from(*m, *at)).filter_map(|(m, at)| Some((m, thread[at].step(m)?))).collect()
}

/// Whether both threads write `x` for the same value of `m`.
fn clash(toy: &Toy, reached: [&Reach; 2]) -> bool {
    let writes = |i: usize, m: u8| reached[i].iter().any(|(n, at)| *n == m && toy[i][*at] == Command::Write);
    VALUES.iter().any(|m| writes(0, *m) && writes(1, *m))
}

fn is_strongly_safe(toy: &Toy) -> bool {
    let g = [seen(&toy[0], |_, _| true), seen(&toy[1], |_, _| true)];
    !clash(toy, [&reach(&toy[0], &g[1]), &reach(&toy[1], &g[0])])
}

/// The same where a command counts only if its thread executes it in some state that it reaches; then it counts in all states in which it can be executed. Nothing else is proved by our B: it never looks at what is not executed at
/// all, where the paper's has steps of unreachable code in σ.
fn is_strongly_safe_where_reached(toy: &Toy) -> bool {
    let mut g = [Environment::new(), Environment::new()];
    loop {
        let r = [reach(&toy[0], &g[1]), reach(&toy[1], &g[0])];
        let executed =
            |i: usize, at: usize| r[i].iter().any(|(m, other)| *other == at && toy[i][at].step(*m).is_some());
        let more = [0, 1].map(|i| seen(&toy[i], |_, at| executed(i, at)));
        if more == g {
            return !clash(toy, [&r[0], &r[1]]);
        }
        g = more;
    }
}

fn is_modularly_safe(toy: &Toy) -> bool {
    let mut g = [Environment::new(), Environment::new()];
    loop {
        let r = [reach(&toy[0], &g[1]), reach(&toy[1], &g[0])];
        let more = [0, 1].map(|i| seen(&toy[i], |m, at| r[i].contains(&(m, at))));
        if more == g {
            return !clash(toy, [&r[0], &r[1]]);
        }
        g = more;
    }
}

fn is_safe(toy: &Toy) -> bool {
    let mut reached = BTreeSet::from([(0, [0, 0])]);
    let mut open = vec![(0, [0, 0])];
    while let Some((m, at)) = open.pop() {
        if [0, 1].iter().all(|i: &usize| toy[*i][at[*i]] == Command::Write) {
            return false;
        }
        for i in 0..2 {
            let Some(m) = toy[i][at[i]].step(m) else { continue };
            let mut at = at;
            at[i] = (at[i] + 1) % toy[i].len();
            if reached.insert((m, at)) {
                open.push((m, at));
            }
        }
    }
    true
}

fn safety(toy: &Toy) -> Safety {
    match (is_strongly_safe(toy), is_modularly_safe(toy), is_safe(toy)) {
        (true, ..) => Safety::Strongly,
        (_, true, _) => Safety::Modular,
        (.., true) => Safety::Safe,
        (.., false) => Safety::Unsafe,
    }
}

/// The toy of a seed: three to five commands in each thread, one of which writes.
fn toy(seed: u64) -> Toy {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut pick = move |n: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) % n
    };
    [1, 2].map(|own| {
        let mut commands: Vec<Command> = (0..2 + pick(2))
            .map(|_| match pick(5) {
                0 | 1 => Command::TestAndSet(pick(3) as u8, pick(3) as u8),
                2 => Command::TestAndSet(0, own),
                3 => Command::Set(pick(3) as u8),
                _ => Command::Set(0),
            })
            .collect();
        let at = 1 + pick(commands.len() as u64) as usize;
        commands.insert(at, Command::Write);
        commands
    })
}

/// Example 1 of the paper: a lock that holds the number of its owner.
fn example_1() -> Toy {
    [1, 2].map(|own| vec![Command::TestAndSet(0, own), Command::Write, Command::Set(0)])
}

fn text(toy: &Toy) -> String {
    let thread = |i: usize| toy[i].iter().map(|command| command.text()).collect::<Vec<_>>().join("\n    ");
    format!(
        "
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
int m, x;
void *one(void *a) {{
  while (1) {{
    {}
  }}
}}
void *two(void *a) {{
  while (1) {{
    {}
  }}
}}
int main(void) {{
  pthread_t t;
  pthread_create(&t, 0, one, 0);
  pthread_create(&t, 0, two, 0);
  while (1) ;
}}",
        thread(0),
        thread(1)
    )
}

fn check(program: &Program, algorithm: &str, settings: &[(&str, &str)]) -> Verdict {
    let analysis = registry::find("tar").expect("it is registered");
    let mut config = Config::default();
    for (key, value) in [("tar.algorithm", algorithm)].iter().chain(settings) {
        config.set(key, value).expect("an option that exists");
    }
    let limits = Limits::new(Some(Duration::from_secs(60)), None);
    registry::check(analysis, program, Property::NoDataRace, &config, &limits)
}

/// Whether it is safe, if the algorithm knows.
fn said(answer: &Answer) -> Option<bool> {
    match answer {
        Answer::True(_) => Some(true),
        Answer::False(_) => Some(false),
        Answer::Unknown(_) => None,
    }
}

/// Proposition 1: strongly thread-modular safety is thread-modular safety, that is safety, and none of them is another.
#[test]
fn the_three_kinds_of_safety() {
    let mut kinds = BTreeSet::new();
    for seed in 0..3000 {
        let toy = toy(seed);
        let (strongly, modularly, safe) = (is_strongly_safe(&toy), is_modularly_safe(&toy), is_safe(&toy));
        assert!(!strongly || modularly, "{toy:?} is safe in a strongly thread-modular way only");
        let by_b = is_strongly_safe_where_reached(&toy);
        assert!((!strongly || by_b) && (!by_b || modularly), "{toy:?}: B proves {by_b}");
        assert!(!modularly || safe, "{toy:?} is safe in a thread-modular way, and unsafe");
        kinds.insert(safety(&toy));
    }
    assert_eq!(kinds.len(), 4, "{kinds:?}");
    assert_eq!(safety(&example_1()), Safety::Modular);
}

/// Proposition 2 and Theorem 3: B says "safe" of all that is safe in a strongly thread-modular way, and of nothing that is not if what is never executed is left out, TAR of all that is safe in a thread-modular way and of nothing that is not safe (it knows who was the
/// last to set a variable, which the paper's threads do not know, so it proves some more); A says what is true. All find what is unsafe.
#[test]
fn each_algorithm_proves_what_the_paper_says() {
    with_large_stack(|| {
        // Of each kind of safety so many.
        let many = std::env::var("RADDLE_TOYS").ok().and_then(|n| n.parse().ok()).unwrap_or(8);
        let mut of_kind = std::collections::BTreeMap::new();
        let toys = [example_1()].into_iter().chain((0..100_000).map(toy));
        for toy in toys {
            let safety = safety(&toy);
            let count = of_kind.entry(safety).or_insert(0);
            *count += 1;
            if *count > many {
                if of_kind.len() == 4 && of_kind.values().all(|count| *count > many) {
                    break;
                }
                continue;
            }
            let text = text(&toy);
            let (program, _) = load_text("toy.c", &text, &Options::default()).expect("a toy is a program");
            let say = |algorithm, settings| said(check(&program, algorithm, settings).answer());
            let known = match safety {
                Safety::Unsafe => Some(false),
                Safety::Strongly | Safety::Modular | Safety::Safe => Some(true),
            };
            assert_eq!(say("a", &[]), known, "A, {safety:?}{text}");
            let b = say("b", &[]);
            let expected = match safety {
                Safety::Unsafe | Safety::Strongly => [known, known],
                Safety::Modular | Safety::Safe if is_strongly_safe_where_reached(&toy) => [None, known],
                Safety::Modular | Safety::Safe => [None, None],
            };
            assert!(expected.contains(&b), "B, {safety:?}: {b:?}{text}");
            let tar = say("tar", &[]);
            let expected = if safety == Safety::Safe { [None, known] } else { [known, known] };
            assert!(expected.contains(&tar), "TAR, {safety:?}: {tar:?}{text}");
            let havoc = say("tar", &[("tar.havoc", "true")]);
            assert!([None, known].contains(&havoc), "TAR with havoc, {safety:?}: {havoc:?}{text}");
        }
        assert!(of_kind.len() == 4, "{of_kind:?}");
    });
}

/// The idioms of the paper's Table 2 and Figure 1, and which of them B proves: those in which whatever the others do in any state does no harm. (Figure 1 is not among them, because what the flag is set to is in a register on the
/// way, and σ says nothing of registers.)
const IDIOMS: [(&str, bool); 11] = [
    ("01-simple-any-number", false),
    ("02-simple-any-number-bug", false),
    ("03-simple-mutex-any-number", false),
    ("04-simple-mutex-any-number-bug", false),
    ("05-producer-consumer-any-number", false),
    ("06-producer-consumer-any-number-bug", false),
    ("07-figure-1", false),
    ("08-figure-1-bug", false),
    ("09-time-varying-any-number", false),
    ("10-time-varying-any-number-bug", false),
    ("11-read-only", true),
];

/// TAR is right about all of them, with and without havoc; B finds the bugs, and says "don't know" of all that needs a lock.
#[test]
fn idioms_for_any_number_of_threads() {
    with_large_stack(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/tar");
        let files = std::fs::read_dir(&folder).expect("the corpus can be read").flatten();
        let programs = files.filter(|file| file.path().extension().is_some_and(|e| e == "c")).count();
        assert_eq!(programs, IDIOMS.len(), "a program is not in the list");
        for (name, strongly) in IDIOMS {
            let file = folder.join(name).with_extension("c");
            let (program, _) = load(&[file], &Options::default()).expect("the program is right");
            let right = Some(!name.ends_with("-bug"));
            for havoc in ["false", "true"] {
                let verdict = check(&program, "tar", &[("tar.havoc", havoc)]);
                assert_eq!(said(verdict.answer()), right, "{name}, TAR with havoc {havoc}: {:?}", verdict.answer());
            }
            let by_b = if strongly || right == Some(false) { right } else { None };
            // There is no end of executions of a program with any number of threads.
            let verdict = check(&program, "b", &[("thread_modular.search_states", "5000")]);
            assert_eq!(said(verdict.answer()), by_b, "{name}, B: {:?}", verdict.answer());
        }
    });
}

/// Figure 1 with a plain flag races on the flag; of `data` alone it can be said that there is no race.
#[test]
fn variables_of_interest() {
    with_large_stack(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/seeds");
        let file = folder.join("33-henzinger-producer-consumer-plain-flag.c");
        let (program, _) = load(&[file], &Options::default()).expect("the program is right");
        let of = |names: &str| check(&program, "tar", &[("tar.variables", names)]).answer().clone();
        assert_eq!(said(&of("all")), Some(false));
        let reason = |answer: Answer| match answer {
            Answer::Unknown(reasons) => format!("{reasons:?}"),
            Answer::True(_) | Answer::False(_) => panic!("nothing is known of other variables"),
        };
        assert!(reason(of("data")).contains("there is no race on `data`"));
        assert!(!reason(of("flag")).contains("there is no race"));
        assert!(reason(of("dat")).contains("no such global variable"));
    });
}
