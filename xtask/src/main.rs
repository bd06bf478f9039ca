//! Tasks for developers: `cargo xtask tidy` checks the house, `cargo xtask docs` writes the generated documents,
//! `cargo xtask library` compares the library table with the system's C library, `cargo xtask laws` tries the laws of the
//! definitions on random programs, `cargo xtask agree` compares all analyses on random programs, `cargo xtask corpus --all` runs every analysis on every corpus program, `cargo xtask results FOLDER` writes
//! `docs/results.md` from results of `benches/series`, `cargo xtask twins FOLDER` compares refinements in them.

mod agree;
mod corpus;
mod crates;
mod documents;
mod laws;
mod library;
mod library_document;
mod options;
mod results;
mod tree;
mod wildcards;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

fn main() -> ExitCode {
    let root = root();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let problems = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["tidy"] => tidy(&root),
        ["docs"] => documents::write(&root),
        ["library", ref rest @ ..] => return compare_library(&root, rest),
        ["laws", ref rest @ ..] => return try_laws(rest),
        ["agree", ref rest @ ..] => return compare_analyses(&root, rest),
        ["corpus", ref rest @ ..] => return run_corpus(&root, rest),
        ["results", folder] => results::write(&root, Path::new(folder)),
        ["twins", folder] => return compare_twins(Path::new(folder)),
        _ => {
            eprintln!("usage: cargo xtask tidy    check the crate graph, the documents, the options and the tree");
            eprintln!("       cargo xtask docs    write the generated documents");
            eprintln!("       cargo xtask library [--only NAME,NAME] [--group FILE] [--sample START/EVERY] [--jobs N]");
            eprintln!("                           compare the library table with the system's C library");
            eprintln!("       cargo xtask laws [--seeds N] [--from SEED]");
            eprintln!("                           try the laws of the definitions on executions of random programs");
            eprintln!("       cargo xtask agree [--seeds N] [--from SEED] [--time MILLISECONDS] [--only NAME,NAME…]");
            eprintln!("                           compare the verdicts of all analyses on random programs");
            eprintln!("       cargo xtask corpus [--all | --analysis NAME] [--time 5s] [--jobs N]");
            eprintln!("                           run one analysis or all of them on every program of the corpus");
            eprintln!("       cargo xtask results FOLDER");
            eprintln!(
                "                           write docs/results.md from the results of benches/series in a folder"
            );
            eprintln!("       cargo xtask twins FOLDER");
            eprintln!("                           compare non-monotonic with monotonic refinement in such results");
            return ExitCode::from(2);
        }
    };
    for problem in &problems {
        eprintln!("tidy: {problem}");
    }
    if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Non-monotonic against monotonic refinement: a table to standard output.
fn compare_twins(folder: &Path) -> ExitCode {
    match results::twins::table(folder) {
        Ok(table) => {
            print!("{table}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("twins: {error}");
            ExitCode::from(2)
        }
    }
}

/// The differential test of the library: figures to standard output, problems and gaps to standard error.
fn compare_library(root: &Path, arguments: &[&str]) -> ExitCode {
    let selection = match library::Selection::parse(arguments) {
        Ok(selection) => selection,
        Err(error) => {
            eprintln!("library: {error}");
            return ExitCode::from(2);
        }
    };
    let folder = root.join("target/library");
    if let Err(error) = std::fs::create_dir_all(&folder) {
        eprintln!("library: cannot make {}: {error}", folder.display());
        return ExitCode::FAILURE;
    }
    let report = library::run(&root.join("xtask/recipes"), &folder, &selection);
    for (key, reason) in &report.gaps {
        eprintln!("gap: {key}: {reason}");
    }
    for problem in &report.problems {
        eprintln!("library: {problem}");
    }
    println!("{}", report.table());
    println!("{} problems, {} gaps", report.problems.len(), report.gaps.len());
    if report.problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Analyses on the whole corpus: figures to standard output, problems to standard error.
fn run_corpus(root: &Path, arguments: &[&str]) -> ExitCode {
    let selection = match corpus::Selection::parse(arguments) {
        Ok(selection) => selection,
        Err(error) => {
            eprintln!("corpus: {error}");
            return ExitCode::from(2);
        }
    };
    let problems = corpus::run(root, &selection).unwrap_or_else(|error| vec![error]);
    for problem in &problems {
        eprintln!("corpus: {problem}");
    }
    if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The laws of the definitions on random programs.
fn try_laws(arguments: &[&str]) -> ExitCode {
    let (mut seeds, mut from) = (200, 0);
    for pair in arguments.chunks(2) {
        match (pair[0], pair.get(1).and_then(|n| n.parse().ok())) {
            ("--seeds", Some(number)) => seeds = number,
            ("--from", Some(number)) => from = number,
            _ => {
                eprintln!(
                    "laws: `{}` is not an option with a number; there are --seeds N and --from SEED",
                    pair.join(" ")
                );
                return ExitCode::from(2);
            }
        }
    }
    if laws::run(from, seeds) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// All analyses on random programs.
fn compare_analyses(root: &Path, arguments: &[&str]) -> ExitCode {
    match agree::Selection::parse(arguments) {
        Ok(selection) => match agree::run(root, selection) {
            true => ExitCode::SUCCESS,
            false => ExitCode::FAILURE,
        },
        Err(error) => {
            eprintln!("agree: {error}");
            ExitCode::from(2)
        }
    }
}

/// All checks; what is wrong, in words.
fn tidy(root: &Path) -> Vec<String> {
    let mut problems = crates::check(root);
    problems.extend(tree::check(root));
    problems.extend(documents::check(root));
    problems.extend(options::check(root));
    problems.extend(wildcards::check(root));
    problems
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_house_is_tidy() {
        let problems = super::tidy(&super::root());
        assert!(problems.is_empty(), "{}", problems.join("\n"));
    }
}
