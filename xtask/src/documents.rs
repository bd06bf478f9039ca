//! Documents that match the tree: what is generated is up to date, what is named exists, what exists is named.

use std::collections::BTreeSet;
use std::path::Path;

use raddle_engines::Config;

use crate::library_document;

/// The documents people read; every path they name in backticks must exist.
const DOCUMENTS: [&str; 8] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "docs/soundness.md",
    "docs/adding-an-analysis.md",
    "docs/adding-a-library-function.md",
    "docs/adding-a-c-construct.md",
    "docs/house.md",
];

/// `docs/options.md` as the option table says.
fn options() -> String {
    let mut out = String::from(
        "# Options\n\nGenerated from the declarations in `crates/engines/src/config.rs` by `cargo xtask docs`; do not \
         edit. Set an option with `--set KEY=VALUE` or in a file for `--config` (see `configs/`).\n",
    );
    let mut component = "";
    for option in Config::options() {
        let name = option.key.split('.').next().unwrap_or_default();
        if name != component {
            out.push_str(&format!("\n## {name}\n"));
            component = name;
        }
        out.push_str(&format!(
            "\n**`{}`** (default `{}`; allowed: {})  \n{}\n",
            option.key, option.default, option.allowed, option.doc
        ));
    }
    out
}

/// The generated documents, and what they are generated from.
fn generated() -> [(&'static str, String, &'static str); 2] {
    [
        ("docs/options.md", options(), "the option table says"),
        ("docs/library.md", library_document::document(), "the contracts of the library say"),
    ]
}

/// Writes the generated documents.
pub fn write(root: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    for (name, text, _) in generated() {
        if let Err(error) = std::fs::write(root.join(name), text) {
            problems.push(format!("cannot write {name}: {error}"));
        }
    }
    problems
}

/// Checks all documents.
pub fn check(root: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap_or_default();
    for (name, text, source) in generated() {
        if read(name) != text {
            problems.push(format!("{name} is not what {source}; run `cargo xtask docs`"));
        }
    }
    for document in DOCUMENTS {
        let text = read(document);
        if text.is_empty() {
            problems.push(format!("{document} is missing"));
        }
        for path in named_paths(&text) {
            if !root.join(&path).exists() {
                problems.push(format!("{document} names `{path}`, which does not exist"));
            }
        }
    }
    let architecture: BTreeSet<String> =
        named_paths(&read("ARCHITECTURE.md")).into_iter().map(|p| p.trim_end_matches('/').to_string()).collect();
    for folder in rooms(root) {
        if !architecture.contains(&folder) {
            problems.push(format!("ARCHITECTURE.md does not name `{folder}/`"));
        }
    }
    problems
}

/// The top-level folders and the crates.
fn rooms(root: &Path) -> Vec<String> {
    let folders = |of: &Path| -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(of)
            .into_iter()
            .flatten()
            .filter_map(Result::ok)
            .filter(|e| e.path().is_dir())
            .map(|e| e.file_name().to_string_lossy().into_owned())
            .filter(|name| name != ".git" && name != "target")
            .collect();
        names.sort();
        names
    };
    let mut rooms = folders(root);
    rooms.extend(folders(&root.join("crates")).into_iter().map(|name| format!("crates/{name}")));
    rooms
}

/// What stands in backticks and looks like a path of this tree: it begins with a top-level name and a slash.
fn named_paths(text: &str) -> Vec<String> {
    let tops = [".cargo/", ".ci/", "benches/", "configs/", "corpus/", "crates/", "docs/", "examples/", "xtask/"];
    text.split('`')
        .skip(1)
        .step_by(2)
        .filter(|quoted| tops.iter().any(|top| quoted.starts_with(top)))
        .filter(|quoted| !quoted.contains(['*', '<', ' ', '…']))
        .map(str::to_string)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_found_in_backticks_only() {
        let text = "See `crates/program/` and `docs/soundness.md`, not crates/x or `corpus/<topic>/a.c` or `main`.";
        assert_eq!(named_paths(text), ["crates/program/", "docs/soundness.md"]);
    }
}
