//! Reductions change how long a verdict takes, never the verdict: every corpus program with each of them on and off.
//!
//! A run that reaches its limit says nothing and is counted as undecided; a verdict that is not the expected one, a proof
//! that is rejected and a counterexample that does not replay fail the test. Programs that create no thread are run with dead values cut
//! and not cut only: the other reductions are about the order of threads, and there is one.
//!
//! By default each program is run with a few of the configurations, all of them taking turns (`RADDLE_SAMPLE=N`: others); `RADDLE_REDUCTIONS=all` runs everything:
//! `RADDLE_REDUCTIONS=all cargo test --release -p raddle --test reductions -- --nocapture`.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use raddle::bench::task::{self, Task};
use raddle_engines::{Config, Limits, registry};
use raddle_evidence::{Answer, Property, Reason};
use raddle_frontend::{Options, load, with_large_stack};
use raddle_program::{Op, Program, SyncOp};

/// What is compared.
struct Configuration {
    analysis: &'static str,
    settings: &'static [(&'static str, &'static str)],
    /// Whether it can differ from the others in programs with one thread.
    sequential: bool,
    /// Time for a run in milliseconds; without partial-order reduction the larger programs are out of reach.
    limit: u64,
}

const ON: &str = "true";
const OFF: &str = "false";
/// By default one run in so many is made.
const SHARE: usize = 20;
const REDUCED: u64 = 2_000;
const UNREDUCED: u64 = 500;

macro_rules! configurations {
    ($($analysis:literal, $limit:ident, $sequential:literal: $($key:literal = $value:expr),*;)*) => {
        &[$(Configuration {
            analysis: $analysis,
            settings: &[$((concat!("scheduler.", $key), $value)),*],
            sequential: $sequential,
            limit: $limit,
        }),*]
    };
}

const CONFIGURATIONS: &[Configuration] = configurations! {
    "explicit", REDUCED, true: "reduction" = "persistent";
    "explicit", REDUCED, true: "dead" = OFF;
    "explicit", REDUCED, false: "facts" = "always";
    "explicit", UNREDUCED, false: "reduction" = "none";
    "explicit", UNREDUCED, false: "reduction" = "none", "dead" = OFF;
    "value", REDUCED, true: "sleep" = ON, "symmetry" = OFF;
    "value", REDUCED, false: "sleep" = OFF, "symmetry" = ON;
    "value", REDUCED, true: "sleep" = ON, "symmetry" = OFF, "dead" = OFF;
    "value", REDUCED, false: "sleep" = ON, "symmetry" = ON, "dead" = OFF;
    "value", REDUCED, false: "facts" = "always";
    "value", UNREDUCED, false: "reduction" = "none", "sleep" = OFF, "symmetry" = OFF;
    "value", UNREDUCED, false: "reduction" = "none", "symmetry" = ON;
    "bdd", REDUCED, true: "reduction" = "persistent";
    "bdd", REDUCED, true: "dead" = OFF;
    "bdd", REDUCED, false: "facts" = "always";
    "bdd", UNREDUCED, false: "reduction" = "none";
};

/// How a run went.
enum Run {
    Agrees,
    Undecided,
    Wrong(String),
}

fn run(program: &Program, property: Property, expected: bool, configuration: &Configuration) -> Run {
    let analysis = registry::find(configuration.analysis).expect("the analysis is registered");
    let mut config = Config::default();
    for (key, value) in configuration.settings {
        config.set(key, value).expect("a setting that exists");
    }
    let limits = Limits::new(Some(Duration::from_millis(configuration.limit)), Some(3 << 30));
    let verdict = registry::check(analysis, program, property, &config, &limits);
    match verdict.answer() {
        Answer::True(_) if expected => Run::Agrees,
        Answer::False(_) if !expected => Run::Agrees,
        Answer::True(_) => Run::Wrong("TRUE".to_string()),
        Answer::False(_) => Run::Wrong("FALSE".to_string()),
        Answer::Unknown(reasons) => {
            let ours =
                |r: &&Reason| matches!(r, Reason::ReplayFailed(_) | Reason::ProofRejected(_) | Reason::Internal(_));
            reasons.iter().find(ours).map_or(Run::Undecided, |reason| Run::Wrong(format!("{reason:?}")))
        }
    }
}

fn is_sequential(program: &Program) -> bool {
    let creates = |op: &Op| matches!(op, Op::Sync { op: SyncOp::ThreadCreate, .. });
    !program.functions.iter().flat_map(|f| f.edges().iter()).any(|edge| creates(&edge.op))
}

/// Counts of one configuration.
#[derive(Default)]
struct Count {
    agreed: AtomicUsize,
    undecided: AtomicUsize,
}

#[test]
fn reductions_do_not_change_verdicts() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let paths = task::collect(&[corpus]).expect("the corpus can be read");
    // Programs that go on for ever have no verdict within a limit, reduced or not.
    let endless = ["corpus/predicate/", "corpus/sign/", "corpus/tar/", "corpus/thread-modular/"];
    let is_endless = |path: &PathBuf| endless.iter().any(|folder| path.to_string_lossy().contains(folder));
    let paths: Vec<PathBuf> = paths.into_iter().filter(|path| !is_endless(path)).collect();
    let tasks: Vec<Task> = paths.iter().map(|path| task::read(path).unwrap_or_else(|e| panic!("{e}"))).collect();
    let all = std::env::var("RADDLE_REDUCTIONS").is_ok_and(|v| v == "all");
    let first: usize = std::env::var("RADDLE_SAMPLE").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let counts: Vec<Count> = CONFIGURATIONS.iter().map(|_| Count::default()).collect();
    let wrong: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((number, task)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|n| Some((n, tasks.get(n)?)))
        {
            compare(number + first, task, all, &counts, &wrong);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| with_large_stack(work));
        }
    });
    let (mut agreed, mut undecided) = (0, 0);
    for (configuration, count) in CONFIGURATIONS.iter().zip(&counts) {
        let (a, u) = (count.agreed.load(Ordering::Relaxed), count.undecided.load(Ordering::Relaxed));
        println!("{:5} agreed {:4} undecided: {} {:?}", a, u, configuration.analysis, configuration.settings);
        (agreed, undecided) = (agreed + a, undecided + u);
    }
    let wrong = wrong.into_inner().expect("no panic while locked");
    println!("{} tasks: {agreed} runs agree, {undecided} are undecided, {} are wrong", tasks.len(), wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(agreed > 2 * undecided, "only {agreed} runs have a verdict: the test says nothing");
}

/// Compares the verdicts of one task.
fn compare(number: usize, task: &Task, all: bool, counts: &[Count], wrong: &Mutex<Vec<String>>) {
    // All expectations of a task of ours name the same function, if any does.
    let error_function = task.expectations.iter().find_map(|e| e.names_function.clone()).map(|(_, name)| name);
    let loaded = |lifetimes: bool| {
        let error_function = error_function.clone();
        let options = Options { data_model: task.data_model, error_function, lifetimes, ..Options::default() };
        let (program, _) =
            load(&task.inputs, &options).unwrap_or_else(|e| panic!("{}: {:?}", task.path.display(), e.diagnostics));
        program
    };
    let jobs = task.expectations.iter().filter_map(|e| Some((e.property?, e.expected?)));
    for (i, (property, expected)) in jobs.enumerate() {
        let program = loaded(property.needs_lifetimes());
        let sequential = is_sequential(&program);
        for (k, configuration) in CONFIGURATIONS.iter().enumerate() {
            let is_turn = all || (number + 5 * i + k).is_multiple_of(SHARE);
            if !is_turn || sequential && !configuration.sequential {
                continue;
            }
            match run(&program, property, expected, configuration) {
                Run::Agrees => counts[k].agreed.fetch_add(1, Ordering::Relaxed),
                Run::Undecided => counts[k].undecided.fetch_add(1, Ordering::Relaxed),
                Run::Wrong(said) => {
                    let (path, name) = (task.path.display(), property.name());
                    let settings = configuration.settings;
                    let text = format!("{path} {name} {} {settings:?}: {said}", configuration.analysis);
                    wrong.lock().expect("no panic while locked").push(text);
                    0
                }
            };
        }
    }
}
