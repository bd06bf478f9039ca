//! Reductions change how long a verdict takes, never the verdict: the corpus with each of them on and off.
//!
//! By default every 21st run of the folders about threads is compared; `RADDLE_REDUCTIONS=all` compares all of them.

use std::path::Path;
use std::process::Command;

use raddle::bench::task::{self, Task};
use raddle::bench::verdict_of;
use raddle_evidence::Property;
use raddle_report::data_model_name;

const FOLDERS: &[&str] = &["mutual-exclusion", "sync-patterns", "races", "properties"];

/// Names of analyses with what is set.
const CONFIGURATIONS: &[(&str, &[&str])] = &[
    ("explicit", &["scheduler.reduction=persistent"]),
    ("explicit", &["scheduler.reduction=none"]),
    ("value", &["scheduler.sleep=true", "scheduler.symmetry=false"]),
    ("value", &["scheduler.sleep=false", "scheduler.symmetry=true"]),
    ("value", &["scheduler.reduction=none", "scheduler.sleep=false", "scheduler.symmetry=false"]),
    ("value", &["scheduler.reduction=none", "scheduler.symmetry=true"]),
];

/// TRUE or FALSE; `None` if a limit was reached or the analysis does not know.
fn verdict(task: &Task, property: Property, (analysis, settings): (&str, &[&str])) -> Option<bool> {
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .args(["check", "--time", "5s", "--memory", "2GiB", "--property", property.name(), "--analysis", analysis])
        .args(settings.iter().flat_map(|s| ["--set", s]))
        .args(["--data-model", data_model_name(task.data_model)])
        .args(&task.inputs)
        .output()
        .expect("raddle starts");
    let stdout = String::from_utf8_lossy(&output.stdout);
    let rejected = ["proof was rejected", "does not replay"].iter().find(|t| stdout.contains(*t));
    assert!(rejected.is_none(), "{} {} {analysis} {settings:?}: {stdout}", task.path.display(), property.name());
    match verdict_of(&stdout)? {
        "TRUE" => Some(true),
        verdict if verdict.starts_with("FALSE") => Some(false),
        _ => None,
    }
}

#[test]
fn reductions_do_not_change_verdicts() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let folders: Vec<_> = FOLDERS.iter().map(|f| corpus.join(f)).collect();
    let paths = task::collect(&folders).expect("the corpus can be read");
    let tasks: Vec<Task> = paths.iter().map(|path| task::read(path).unwrap_or_else(|e| panic!("{e}"))).collect();
    let every = if std::env::var("RADDLE_REDUCTIONS").is_ok_and(|v| v == "all") { 1 } else { 21 };
    let runs =
        tasks.iter().flat_map(|t| t.expectations.iter().filter_map(move |e| Some((t, e.property?, e.expected?))));
    let (mut agreed, mut wrong) = (0, Vec::new());
    for (task, property, expected) in runs.step_by(every) {
        for configuration in CONFIGURATIONS {
            match verdict(task, property, *configuration) {
                Some(answer) if answer == expected => agreed += 1,
                Some(answer) => {
                    wrong.push(format!("{} {} {configuration:?}: {answer}", task.path.display(), property.name()));
                }
                None => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(agreed > 50, "only {agreed} runs have a verdict: the test says nothing");
}
