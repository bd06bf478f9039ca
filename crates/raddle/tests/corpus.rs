//! Every corpus program, for every property its task definition is about.
//!
//! Failures are split into *unsound* (TRUE where a violation exists), *spurious* (FALSE where none does) and
//! *imprecise* (no answer). The first two always fail the run. An imprecise one fails it unless it is pinned in
//! `corpus/known-gaps.txt` with its reason; a pinned one that gives the right answer fails it until it is unpinned.
//! That is for exhaustive search, and for `predicate` on the folder of programs that go on for ever, which only an
//! abstraction can prove; the other analyses must never be wrong, which is looked at on a sample of the programs. `RADDLE_SAMPLE=N` takes the
//! Nth sample; `.ci/run` counts commits.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use raddle::bench::task::{self, Task};
use raddle::bench::verdict_of;
use raddle_evidence::Property;
use raddle_report::bench::Class;
use raddle_report::data_model_name;

/// The folder of programs that go on for ever: analyses that follow single executions run into their limits there.
const ENDLESS: &str = "predicate/";

/// The folder of programs with memory and numbers of threads that nobody knows: no single analysis answers them all.
const UNKNOWN_SIZES: &str = "symbolic/";

/// The folder of the example analysis: following values comes to no end in some of its programs.
const SIGNS: &str = "sign/";

/// The folder of programs for thread-modular analysis, many with unboundedly many threads: `refiners.rs` runs it.
const MODULAR: &str = "thread-modular/";

/// The folder of programs for thread-modular abstraction refinement, for any number of threads: `tar.rs` of `raddle-engines` runs it.
const TAR: &str = "tar/";

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").canonicalize().expect("the corpus is there")
}

/// Lines `path property: reason`; `#` begins a comment.
fn known_gaps() -> BTreeMap<(String, String), String> {
    let text = std::fs::read_to_string(corpus().join("known-gaps.txt")).expect("corpus/known-gaps.txt is there");
    let mut gaps = BTreeMap::new();
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let (what, reason) = line.split_once(": ").unwrap_or_else(|| panic!("no reason in `{line}`"));
        let (task, property) = what.split_once(' ').unwrap_or_else(|| panic!("no property in `{line}`"));
        gaps.insert((task.to_string(), property.trim().to_string()), reason.to_string());
    }
    gaps
}

fn name(task: &Task) -> String {
    let corpus = corpus();
    task.path.strip_prefix(&corpus).unwrap_or(&task.path).display().to_string()
}

/// The verdict, or the first line of the error output.
fn run(task: &Task, property: Property, arguments: &[&str]) -> (Option<String>, String) {
    let expectation = task.expectations.iter().find(|e| e.property == Some(property));
    let named = expectation.and_then(task::Expectation::arguments).expect("jobs come from expectations");
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .args(["check", "--memory", "3GiB"])
        .args(named)
        .args(["--data-model", data_model_name(task.data_model)])
        .args(arguments)
        .args(&task.inputs)
        .output()
        .expect("raddle starts");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let verdict = verdict_of(&stdout).map(str::to_string);
    let said = verdict.clone().unwrap_or_else(|| stderr.lines().take(2).collect::<Vec<_>>().join(" "));
    (verdict, said)
}

fn all_tasks() -> Vec<Task> {
    let paths = task::collect(&[corpus()]).expect("the corpus can be read");
    let tasks: Vec<Task> = paths.iter().map(|path| task::read(path).unwrap_or_else(|e| panic!("{e}"))).collect();
    assert!(tasks.len() >= 120, "the corpus has {} tasks", tasks.len());
    tasks
}

fn tasks() -> Vec<Task> {
    let elsewhere =
        |task: &Task| [ENDLESS, MODULAR, SIGNS, TAR, UNKNOWN_SIZES].iter().any(|folder| name(task).starts_with(folder));
    all_tasks().into_iter().filter(|task| !elsewhere(task)).collect()
}

fn endless_tasks() -> Vec<Task> {
    all_tasks().into_iter().filter(|task| name(task).starts_with(ENDLESS)).collect()
}

/// What to run, with the expected verdict.
fn jobs(tasks: &[Task]) -> Vec<(&Task, Property, bool)> {
    let of_task = |task| {
        move |e: &task::Expectation| {
            let property = e.property.unwrap_or_else(|| panic!("{}: unknown property {}", name(task), e.name));
            let expected = e.expected.unwrap_or_else(|| panic!("{}: no expected verdict", name(task)));
            (task, property, expected)
        }
    };
    tasks.iter().flat_map(|task| task.expectations.iter().map(of_task(task)).collect::<Vec<_>>()).collect()
}

/// Runs all jobs on all cores; what `judge` says is wrong with the classes of their verdicts.
fn failures(
    jobs: &[(&Task, Property, bool)],
    arguments: &[&str],
    judge: impl Fn(&str, &str, Class, &str) -> Option<String> + Sync,
) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let failures: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(2, |n| n.get().min(8));
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((task, property, expected)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (verdict, said) = run(task, *property, arguments);
                    let expectation = task.expectations.iter().find(|e| e.property == Some(*property));
                    let part = expectation.and_then(|e| e.subproperty.as_deref());
                    let class = Class::of(verdict.as_deref(), Some(*expected), part);
                    let problem = judge(&name(task), property.name(), class, &said);
                    failures.lock().expect("no panic while locked").extend(problem);
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no panic while locked");
    failures.sort();
    failures
}

/// A wrong verdict in words. Evidence that Raddle itself rejects counts as one: only the check has kept it from being said.
fn wrong(task: &str, property: &str, class: Class, said: &str) -> Option<String> {
    match class {
        Class::WrongTrue => Some(format!("UNSOUND: {task} {property}: {said}")),
        Class::WrongFalse => Some(format!("SPURIOUS: {task} {property}: {said}")),
        Class::Unknown if said.starts_with("UNKNOWN(internal") => Some(format!("REJECTED: {task} {property}: {said}")),
        Class::CorrectTrue | Class::CorrectFalse | Class::Unknown | Class::Error | Class::Unchecked => None,
    }
}

fn is_pinned(gaps: &BTreeMap<(String, String), String>, (task, property, _): &(&Task, Property, bool)) -> bool {
    gaps.contains_key(&(name(task), property.name().to_string()))
}

/// Everything is answered that is not pinned, and nothing that is.
fn check_verdicts(tasks: &[Task], arguments: &[&str]) {
    let gaps = known_gaps();
    let (pinned, expected): (Vec<_>, Vec<_>) = jobs(tasks).into_iter().partition(|job| is_pinned(&gaps, job));
    let long = [&["--time", "100s"][..], arguments].concat();
    let mut problems = failures(&expected, &long, |task, property, class, said| {
        wrong(task, property, class, said).or_else(|| match class {
            Class::Unknown | Class::Error | Class::Unchecked => Some(format!("imprecise: {task} {property}: {said}")),
            Class::CorrectTrue | Class::CorrectFalse | Class::WrongTrue | Class::WrongFalse => None,
        })
    });
    // Many gaps are a matter of time, and are not worth more of it.
    let short = [&["--time", "5s"][..], arguments].concat();
    problems.extend(failures(&pinned, &short, |task, property, class, said| {
        wrong(task, property, class, said).or_else(|| match class {
            Class::CorrectTrue | Class::CorrectFalse => {
                Some(format!("fixed: {task} {property} is right now; unpin it in corpus/known-gaps.txt"))
            }
            Class::Unknown | Class::Error | Class::Unchecked | Class::WrongTrue | Class::WrongFalse => None,
        })
    }));
    let runs = expected.len() + pinned.len();
    assert!(problems.is_empty(), "{} of {runs} runs:\n{}", problems.len(), problems.join("\n"));
}

#[test]
fn the_corpus_has_the_expected_verdicts() {
    check_verdicts(&tasks(), &["--analysis", "explicit"]);
}

/// `auto` answers what exhaustive search does, and is never wrong.
#[test]
fn auto_has_the_expected_verdicts() {
    let (gaps, tasks) = (known_gaps(), tasks());
    let jobs: Vec<_> = sample(jobs(&tasks), 7).into_iter().filter(|job| !is_pinned(&gaps, job)).collect();
    let failures = failures(&jobs, &["--time", "100s"], |task, property, class, said| {
        wrong(task, property, class, said).or_else(|| match class {
            Class::Unknown | Class::Error | Class::Unchecked => Some(format!("imprecise: {task} {property}: {said}")),
            Class::CorrectTrue | Class::CorrectFalse | Class::WrongTrue | Class::WrongFalse => None,
        })
    });
    assert!(failures.is_empty(), "{} of {} runs:\n{}", failures.len(), jobs.len(), failures.join("\n"));
}

/// One in so many: all runs take minutes, and `cargo xtask corpus --all` makes them. Each change takes another sample.
fn sample<T>(jobs: Vec<T>, every: usize) -> Vec<T> {
    let first = std::env::var("RADDLE_SAMPLE").ok().and_then(|n| n.parse().ok()).unwrap_or(0) % every;
    jobs.into_iter().skip(first).step_by(every).collect()
}

#[test]
fn predicate_has_the_expected_verdicts_without_an_end() {
    check_verdicts(&endless_tasks(), &["--analysis", "predicate"]);
}

#[test]
fn auto_has_the_expected_verdicts_for_unknown_sizes() {
    let tasks: Vec<Task> = all_tasks().into_iter().filter(|task| name(task).starts_with(UNKNOWN_SIZES)).collect();
    check_verdicts(&tasks, &[]);
}

#[test]
fn sign_has_the_expected_verdicts() {
    let tasks: Vec<Task> = all_tasks().into_iter().filter(|task| name(task).starts_with(SIGNS)).collect();
    check_verdicts(&tasks, &["--analysis", "sign"]);
}

#[test]
fn no_unwinding_proves_what_has_no_end() {
    let gaps = known_gaps();
    let tasks = endless_tasks();
    let is_proof = |(_, property, expected): &(&Task, Property, bool)| *property == Property::UnreachCall && *expected;
    let jobs: Vec<_> = jobs(&tasks).into_iter().filter(is_proof).collect();
    let proved = jobs.iter().filter(|job| !is_pinned(&gaps, job)).count();
    assert!(proved >= 25, "`predicate` proves only {proved} programs");
    let arguments = ["--time", "5s", "--analysis", "bmc", "--set", "bmc.unwind=1", "--set", "bmc.max_unwind=1"];
    let failures = failures(&jobs, &arguments, |task, property, class, said| match class {
        Class::Unknown => wrong(task, property, class, said),
        Class::CorrectTrue | Class::CorrectFalse | Class::WrongTrue | Class::WrongFalse => {
            Some(format!("{task} {property} has an end: {said}"))
        }
        Class::Error | Class::Unchecked => Some(format!("error: {task} {property}: {said}")),
    });
    assert!(failures.is_empty(), "{} of {} runs:\n{}", failures.len(), jobs.len(), failures.join("\n"));
}

#[test]
fn known_gaps_are_in_the_corpus() {
    let tasks = all_tasks();
    let jobs = jobs(&tasks);
    for (task, property) in known_gaps().keys() {
        let exists = jobs.iter().any(|(t, p, _)| name(t) == *task && p.name() == property);
        assert!(exists, "corpus/known-gaps.txt names `{task} {property}`, which is not in the corpus");
    }
}

/// The other analyses need not answer everything within a short time, but nothing they answer may be wrong, and an error is
/// never an answer.
fn is_never_wrong(analysis: &str, every: usize) {
    let tasks = tasks();
    let jobs = sample(jobs(&tasks), every);
    let answers = AtomicUsize::new(0);
    let failures = failures(&jobs, &["--time", "5s", "--analysis", analysis], |task, property, class, said| {
        match class {
            Class::CorrectTrue | Class::CorrectFalse => {
                answers.fetch_add(1, Ordering::Relaxed);
            }
            Class::WrongTrue | Class::WrongFalse | Class::Unknown | Class::Unchecked => {}
            Class::Error => return Some(format!("error: {task} {property}: {said}")),
        }
        wrong(task, property, class, said)
    });
    assert!(failures.is_empty(), "{} of {} runs:\n{}", failures.len(), jobs.len(), failures.join("\n"));
    let answers = answers.into_inner();
    assert!(answers * 2 > jobs.len(), "only {answers} of {} runs have an answer", jobs.len());
}

#[test]
fn value_is_never_wrong() {
    is_never_wrong("value", 3);
}

#[test]
fn bdd_is_never_wrong() {
    is_never_wrong("bdd", 3);
}

#[test]
fn predicate_is_never_wrong() {
    is_never_wrong("predicate", 13);
}

#[test]
fn bmc_is_never_wrong() {
    is_never_wrong("bmc+value", 13);
}
