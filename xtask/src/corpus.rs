//! `cargo xtask corpus --all`: every analysis on every program of the corpus.
//!
//! The tests run the default analysis on everything and the others on a sample that rotates with the number of commits (`RADDLE_SAMPLE`
//! in `.ci/run`). Here everything is run, by `raddle bench` of a release build, one analysis after the other. An analysis need not
//! answer, but what it answers must be right: a wrong verdict, evidence that Raddle itself rejects (`UNKNOWN(internal …)`) and a run that
//! ends without a verdict are failures. The rows of each analysis are kept in `target/corpus/`.

use std::path::Path;
use std::process::Command;

use raddle_engines::registry::ANALYSES;
use serde_json::Value;

/// What to run.
pub struct Selection {
    /// The analyses.
    analyses: Vec<&'static str>,
    /// Time for each run, as `raddle bench` takes it.
    time: String,
    jobs: String,
}

impl Selection {
    /// The arguments behind `cargo xtask corpus`.
    pub fn parse(arguments: &[&str]) -> Result<Selection, String> {
        let mut selection = Selection { analyses: vec!["auto"], time: "5s".to_string(), jobs: "1".to_string() };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            if *argument == "--all" {
                // `auto` is run by the tests, and is one of the others.
                selection.analyses = ANALYSES.iter().map(|a| a.name).filter(|name| *name != "auto").collect();
                continue;
            }
            let value = rest.next().ok_or_else(|| format!("`{argument}` is not known, or needs a value"))?;
            match *argument {
                "--analysis" => {
                    let found = ANALYSES.iter().find(|a| a.name == *value);
                    selection.analyses = vec![found.ok_or_else(|| format!("there is no analysis `{value}`"))?.name];
                }
                "--time" => selection.time = (*value).to_string(),
                "--jobs" => selection.jobs = (*value).to_string(),
                _ => return Err(format!("`{argument}` is not known")),
            }
        }
        Ok(selection)
    }
}

/// Runs the analyses, prints a line for each; what is wrong, in words.
pub fn run(root: &Path, selection: &Selection) -> Result<Vec<String>, String> {
    let folder = root.join("target/corpus");
    std::fs::create_dir_all(&folder).map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    let build = Command::new("cargo").args(["build", "--release", "--package", "raddle"]).current_dir(root).status();
    if !build.map_err(|e| format!("cannot start cargo: {e}"))?.success() {
        return Err("the release build failed".to_string());
    }
    let mut problems = Vec::new();
    for analysis in &selection.analyses {
        let json = folder.join(format!("{analysis}.json"));
        let output = Command::new(root.join("target/release/raddle"))
            .args(["bench", "--analysis", analysis, "--time", &selection.time, "--jobs", &selection.jobs, "--json"])
            .args([&json, &root.join("corpus")])
            .output()
            .map_err(|e| format!("cannot start raddle: {e}"))?;
        let text = std::fs::read_to_string(&json)
            .map_err(|e| format!("no rows: {e}; {}", String::from_utf8_lossy(&output.stderr)))?;
        let rows: Value = serde_json::from_str(&text).map_err(|e| format!("{}: {e}", json.display()))?;
        let rows = rows["rows"].as_array().ok_or_else(|| format!("{} has no rows", json.display()))?;
        let said = |key: &'static str| move |row: &Value| row[key].as_str().unwrap_or_default().to_string();
        let of = |class: &str| rows.iter().filter(|row| row["class"] == class).count();
        println!(
            "{analysis:16} {:5} runs {:5} true {:5} false {:5} unknown {:3} wrong",
            rows.len(),
            of("correct-true"),
            of("correct-false"),
            of("unknown"),
            of("wrong-true") + of("wrong-false"),
        );
        let bad = rows.iter().filter(|row| is_wrong(&said("class")(row), &said("verdict")(row)));
        problems.extend(bad.map(|row| {
            let (task, property, verdict) = (said("task")(row), said("property")(row), said("verdict")(row));
            format!("{analysis}: {task} {property}: {verdict}")
        }));
    }
    Ok(problems)
}

fn is_wrong(class: &str, verdict: &str) -> bool {
    matches!(class, "wrong-true" | "wrong-false" | "error") || verdict.starts_with("UNKNOWN(internal")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong() {
        assert!(is_wrong("wrong-true", "TRUE"));
        assert!(is_wrong("error", "killed"));
        assert!(is_wrong("unknown", "UNKNOWN(internal: the proof was rejected)"));
        assert!(!is_wrong("unknown", "UNKNOWN(time limit)"));
        assert!(!is_wrong("correct-false", "FALSE(unreach-call)"));
    }

    #[test]
    fn all_are_all_but_the_portfolio() {
        let all = Selection::parse(&["--all", "--jobs", "2"]).expect("it is right");
        assert_eq!(all.analyses.len() + 1, ANALYSES.len());
        assert!(Selection::parse(&["--analysis", "guess"]).is_err_and(|e| e.contains("guess")));
        assert!(Selection::parse(&["--time"]).is_err());
    }
}
