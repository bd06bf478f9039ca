//! The crate graph: dependencies point one way.
//!
//! The allowed edges are written down here, from the ground up, and compared with what `cargo metadata` says. A new
//! edge between crates is a decision about the architecture: it is made by changing this table (and ARCHITECTURE.md),
//! not by adding a line to a manifest. Dev-dependencies are free: tests may compile C to test an engine.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Which crates of ours each crate may depend on.
const ALLOWED: &[(&str, &[&str])] = &[
    ("raddle-randprog", &[]),
    ("raddle-deadline", &[]),
    ("raddle-smt", &["raddle-deadline"]),
    ("raddle-program", &["raddle-deadline"]),
    ("raddle-frontend", &["raddle-deadline", "raddle-program"]),
    ("raddle-machine", &["raddle-deadline", "raddle-program", "raddle-smt"]),
    ("raddle-semantics", &["raddle-deadline", "raddle-program", "raddle-machine"]),
    ("raddle-evidence", &["raddle-deadline", "raddle-program", "raddle-machine", "raddle-semantics", "raddle-smt"]),
    ("raddle-cpa", &["raddle-program", "raddle-machine"]),
    (
        "raddle-analyses",
        &["raddle-deadline", "raddle-program", "raddle-machine", "raddle-semantics", "raddle-cpa", "raddle-smt"],
    ),
    (
        "raddle-engines",
        &[
            "raddle-deadline",
            "raddle-program",
            "raddle-machine",
            "raddle-semantics",
            "raddle-evidence",
            "raddle-cpa",
            "raddle-analyses",
            "raddle-smt",
        ],
    ),
    ("raddle-report", &["raddle-program", "raddle-machine", "raddle-evidence"]),
    (
        "raddle",
        &[
            "raddle-deadline",
            "raddle-program",
            "raddle-frontend",
            "raddle-machine",
            "raddle-evidence",
            "raddle-engines",
            "raddle-report",
        ],
    ),
    (
        "xtask",
        &[
            "raddle-engines",
            "raddle-evidence",
            "raddle-frontend",
            "raddle-program",
            "raddle-randprog",
            "raddle-report",
            "raddle-semantics",
        ],
    ),
];

/// The crates that may serialise.
const SERIALISE: &[&str] = &["raddle-report", "xtask"];

/// Compares the real graph with the allowed one.
pub fn check(root: &Path) -> Vec<String> {
    match metadata(root) {
        Ok(metadata) => compare(&graph(&metadata)),
        Err(error) => vec![error],
    }
}

fn metadata(root: &Path) -> Result<Value, String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root)
        .output()
        .map_err(|e| format!("cannot run cargo metadata: {e}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata fails: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo metadata is not JSON: {e}"))
}

/// Every crate of the workspace with its dependencies, dev-dependencies left out.
fn graph(metadata: &Value) -> BTreeMap<String, BTreeSet<String>> {
    let mut graph = BTreeMap::new();
    for package in metadata["packages"].as_array().into_iter().flatten() {
        let dependencies: BTreeSet<String> = package["dependencies"]
            .as_array()
            .into_iter()
            .flatten()
            .filter(|d| d["kind"] != "dev")
            .filter_map(|d| d["name"].as_str().map(str::to_string))
            .collect();
        graph.insert(package["name"].as_str().unwrap_or_default().to_string(), dependencies);
    }
    graph
}

fn compare(graph: &BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    let mut problems = Vec::new();
    for (name, dependencies) in graph {
        let Some((_, allowed)) = ALLOWED.iter().find(|(n, _)| n == name) else {
            problems.push(format!("the crate `{name}` has no place in the crate graph (xtask/src/crates.rs)"));
            continue;
        };
        for dependency in dependencies {
            if graph.contains_key(dependency) && !allowed.contains(&dependency.as_str()) {
                problems.push(format!("`{name}` must not depend on `{dependency}`"));
            }
            if dependency.starts_with("serde") && !SERIALISE.contains(&name.as_str()) {
                problems.push(format!("`{name}` must not depend on `{dependency}`: only `raddle-report` serialises"));
            }
        }
    }
    for (name, _) in ALLOWED {
        if !graph.contains_key(*name) {
            problems.push(format!("the crate graph (xtask/src/crates.rs) names `{name}`, which does not exist"));
        }
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_edge_is_found() {
        let mut graph: BTreeMap<String, BTreeSet<String>> =
            ALLOWED.iter().map(|(n, d)| (n.to_string(), d.iter().map(|d| d.to_string()).collect())).collect();
        assert_eq!(compare(&graph), Vec::<String>::new());
        graph.get_mut("raddle-evidence").unwrap().insert("raddle-engines".to_string());
        graph.get_mut("raddle-engines").unwrap().insert("serde".to_string());
        let problems = compare(&graph);
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert!(problems.contains(&"`raddle-evidence` must not depend on `raddle-engines`".to_string()));
    }
}
