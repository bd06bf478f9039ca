//! Every corpus program, for every property its task definition is about.
//!
//! Failures are split into *unsound* (TRUE where a violation exists), *spurious* (FALSE where none does) and
//! *imprecise* (no answer). The first two always fail the run. An imprecise one fails it unless it is pinned in
//! `corpus/known-gaps.txt` with its reason; a pinned one that gives the right answer fails it until it is unpinned.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use raddle::bench::task::{self, Task};
use raddle::bench::{classify, verdict_of};
use raddle_evidence::Property;
use raddle_report::bench::Class;
use raddle_report::data_model_name;

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
fn run(task: &Task, property: Property) -> (Option<String>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .args(["check", "--time", "100s", "--memory", "3GiB", "--property", property.name()])
        .args(["--data-model", data_model_name(task.data_model)])
        .args(&task.inputs)
        .output()
        .expect("raddle starts");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let verdict = verdict_of(&stdout).map(str::to_string);
    let said = verdict.clone().unwrap_or_else(|| stderr.lines().take(2).collect::<Vec<_>>().join(" "));
    (verdict, said)
}

#[test]
fn the_corpus_has_the_expected_verdicts() {
    let gaps = known_gaps();
    let tasks: Vec<Task> = task::collect(&[corpus()])
        .expect("the corpus can be read")
        .iter()
        .map(|path| task::read(path).unwrap_or_else(|e| panic!("{e}")))
        .collect();
    assert!(tasks.len() >= 120, "the corpus has {} tasks", tasks.len());
    let jobs: Vec<(&Task, Property, bool)> = tasks
        .iter()
        .flat_map(|task| {
            task.expectations.iter().map(move |e| {
                let property = e.property.unwrap_or_else(|| panic!("{}: unknown property {}", name(task), e.name));
                let expected = e.expected.unwrap_or_else(|| panic!("{}: no expected verdict", name(task)));
                (task, property, expected)
            })
        })
        .collect();
    let next = AtomicUsize::new(0);
    let failures: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(2, |n| n.get().min(8));
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((task, property, expected)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let (verdict, said) = run(task, *property);
                    let (task, property) = (name(task), property.name());
                    let gap = gaps.get(&(task.clone(), property.to_string()));
                    let problem = match (classify(verdict.as_deref(), Some(*expected)), gap) {
                        (Class::WrongTrue, _) => format!("UNSOUND: {task} {property}: {said}"),
                        (Class::WrongFalse, _) => format!("SPURIOUS: {task} {property}: {said}"),
                        (Class::Unknown | Class::Error | Class::Unchecked, None) => {
                            format!("imprecise: {task} {property}: {said}")
                        }
                        (Class::CorrectTrue | Class::CorrectFalse, Some(_)) => {
                            format!("fixed: {task} {property} is right now; unpin it in corpus/known-gaps.txt")
                        }
                        (Class::Unknown | Class::Error | Class::Unchecked, Some(_))
                        | (Class::CorrectTrue | Class::CorrectFalse, None) => continue,
                    };
                    failures.lock().expect("no panic while locked").push(problem);
                }
            });
        }
    });
    for (task, property) in gaps.keys() {
        let exists = jobs.iter().any(|(t, p, _)| name(t) == *task && p.name() == property);
        assert!(exists, "corpus/known-gaps.txt names `{task} {property}`, which is not in the corpus");
    }
    let mut failures = failures.into_inner().expect("no panic while locked");
    failures.sort();
    assert!(failures.is_empty(), "{} of {} runs:\n{}", failures.len(), jobs.len(), failures.join("\n"));
}
