//! Tasks for developers: `cargo xtask tidy` checks the house, `cargo xtask docs` writes the generated documents.

mod crates;
mod documents;
mod library;
mod tree;

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
        _ => {
            eprintln!("usage: cargo xtask tidy    check the crate graph, the documents and the tree");
            eprintln!("       cargo xtask docs    write the generated documents");
            return ExitCode::from(2);
        }
    };
    for problem in &problems {
        eprintln!("tidy: {problem}");
    }
    if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// All checks; what is wrong, in words.
fn tidy(root: &Path) -> Vec<String> {
    let mut problems = crates::check(root);
    problems.extend(tree::check(root));
    problems.extend(documents::check(root));
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
