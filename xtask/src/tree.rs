//! The tree: sizes, openings, forbidden words, and a task definition for every corpus program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const LARGEST_FILE: u64 = 300_000;
const LONGEST_RUST_FILE: usize = 800;

/// Left over from writing; written in pieces so that this file does not find itself.
const LEFTOVERS: [&str; 3] = [concat!("to", "do!("), concat!("unim", "plemented!("), concat!("db", "g!(")];

/// Only the command may print or end the process.
const PRINTING: [&str; 5] = ["println!(", "print!(", "eprintln!(", "eprint!(", "process::exit("];

/// Checks every file of the tree.
pub fn check(root: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    let mut files = Vec::new();
    walk(root, &mut files);
    for file in &files {
        let name = file.strip_prefix(root).unwrap_or(file).display().to_string();
        let size = std::fs::metadata(file).map_or(0, |m| m.len());
        if size > LARGEST_FILE {
            problems.push(format!("{name} has {size} bytes, more than {LARGEST_FILE}"));
        }
        if name.ends_with(".rs") {
            problems.extend(rust_file(&name, &std::fs::read_to_string(file).unwrap_or_default()));
        }
    }
    problems.extend(corpus(root, &files));
    problems
}

/// The Rust sources of the crates, with their names, but for tests that have a file or a folder of their own.
pub fn sources(root: &Path) -> Vec<(String, String)> {
    let mut files = Vec::new();
    walk(&root.join("crates"), &mut files);
    let name = |file: &PathBuf| file.strip_prefix(root).unwrap_or(file).display().to_string();
    let is_product = |name: &String| {
        name.ends_with(".rs") && name.contains("/src/") && !name.ends_with("/tests.rs") && !name.contains("/tests/")
    };
    let named = files.iter().map(|file| (name(file), file)).filter(|(name, _)| is_product(name));
    named.map(|(name, file)| (name, std::fs::read_to_string(file).unwrap_or_default())).collect()
}

/// What of a source is not tests, which are at its end.
pub fn product(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or_default()
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(listing) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = listing.filter_map(|e| e.ok().map(|e| e.path())).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
        if path.is_dir() && name != ".git" && name != "target" {
            walk(&path, files);
        } else if path.is_file() && name != ".git" {
            files.push(path);
        }
    }
}

fn rust_file(name: &str, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let lines = text.lines().count();
    if lines > LONGEST_RUST_FILE {
        problems.push(format!("{name} has {lines} lines, more than {LONGEST_RUST_FILE}"));
    }
    if !text.starts_with("//!") && !name.ends_with("/tests.rs") {
        problems.push(format!("{name} does not open with a `//!` comment that says what it is"));
    }
    for word in LEFTOVERS {
        if text.contains(word) {
            problems.push(format!("{name} contains {word}…)"));
        }
    }
    let product_only = name.starts_with("crates/") && name.contains("/src/") && !name.starts_with("crates/raddle/");
    for word in PRINTING {
        let used = product(text).lines().any(|line| line.contains(word) && !line.trim_start().starts_with("//"));
        if product_only && used {
            problems.push(format!("{name} uses {word}…): only crates/raddle prints or ends the process"));
        }
    }
    problems
}

/// Every corpus program belongs to a task definition, and every definition's programs exist.
fn corpus(root: &Path, files: &[PathBuf]) -> Vec<String> {
    let folder = root.join("corpus");
    let mut problems = Vec::new();
    let mut named: BTreeSet<PathBuf> = BTreeSet::new();
    let in_corpus = |extension: &'static str| {
        files.iter().filter(|f| f.starts_with(&folder)).filter(move |f| f.extension().is_some_and(|e| e == extension))
    };
    for definition in in_corpus("yml") {
        let text = std::fs::read_to_string(definition).unwrap_or_default();
        let inputs = input_files(&text);
        if inputs.is_empty() {
            problems.push(format!("{} names no input files", definition.display()));
        }
        for input in inputs {
            let path = definition.parent().unwrap_or(&folder).join(&input);
            if !path.is_file() {
                problems.push(format!("{} names `{input}`, which does not exist", definition.display()));
            }
            named.insert(path);
        }
    }
    for program in in_corpus("c") {
        if !named.contains(program) {
            problems.push(format!("{} belongs to no task definition", program.display()));
        }
    }
    problems
}

/// The quoted or bare names after `input_files:`, on its line or as the list items below it.
fn input_files(text: &str) -> Vec<String> {
    let mut lines = text.lines().skip_while(|l| !l.starts_with("input_files:"));
    let Some(first) = lines.next() else { return Vec::new() };
    let clean = |s: &str| s.trim().trim_matches(['\'', '"']).to_string();
    let rest = first["input_files:".len()..].trim().trim_start_matches('[').trim_end_matches(']').to_string();
    if !rest.is_empty() {
        return rest.split(',').map(clean).collect();
    }
    lines.map_while(|l| l.trim_start().strip_prefix("- ")).map(clean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn input_files_in_all_forms() {
        assert_eq!(input_files("input_files: 'a.c'\n"), ["a.c"]);
        assert_eq!(input_files("x: 1\ninput_files: ['a.c', \"b.c\"]\n"), ["a.c", "b.c"]);
        assert_eq!(input_files("input_files:\n  - 'a.c'\n  - b.c\noptions:\n"), ["a.c", "b.c"]);
    }

    #[test]
    fn faults_of_a_rust_file_are_named() {
        assert_eq!(rust_file("crates/x/src/a.rs", "//! An essay.\n"), Vec::<String>::new());
        let bad = format!("fn f() {{ {}); println!(); }}\n", LEFTOVERS[0]);
        assert_eq!(rust_file("crates/x/src/a.rs", &bad).len(), 3);
        assert_eq!(rust_file("crates/x/src/a.rs", &format!("//! x\n{}", "\n".repeat(900))).len(), 1);
    }
}
