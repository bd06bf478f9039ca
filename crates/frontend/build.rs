//! Cuts the library models (`src/models/*.c`) into snippets while Raddle is built, so that no run pays for it.
//!
//! Written are two tables: the files, and for each function that a snippet defines where that snippet is, sorted by name.

use std::error::Error;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

/// What begins a snippet.
const MARK: &str = "//@ ";

/// What begins the list of functions of a snippet that is only for programs that create no threads.
const SEQUENTIAL: &str = "sequential ";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("src/models");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "c") {
            files.push(path);
        }
    }
    files.sort();
    let mut texts = String::from("/// The files.\nstatic FILES: &[&str] = &[\n");
    let mut rows = Vec::new();
    for (number, file) in files.iter().enumerate() {
        writeln!(texts, "    include_str!({file:?}),")?;
        rows.extend(cut(&fs::read_to_string(file)?, number));
    }
    rows.sort();
    let mut table = String::from("/// Where the snippet of each function is.\nstatic ROWS: &[Row] = &[\n");
    for (function, sequential, name, file, start, end) in rows {
        writeln!(
            table,
            "    Row {{ function: {function:?}, sequential: {sequential}, name: {name:?}, file: {file}, start: {start}, end: {end} }},"
        )?;
    }
    fs::write(Path::new(&env::var("OUT_DIR")?).join("snippets.rs"), format!("{texts}];\n\n{table}];\n"))?;
    Ok(())
}

/// The functions of a file; what stands before the first mark is a comment.
fn cut(text: &str, file: usize) -> Vec<(String, bool, String, usize, usize, usize)> {
    let mut rows = Vec::new();
    let marks: Vec<usize> = text.match_indices(MARK).map(|(at, _)| at).chain([text.len()]).collect();
    for pair in marks.windows(2) {
        let piece = &text[pair[0] + MARK.len()..pair[1]];
        let (first_line, rest) = piece.split_once('\n').unwrap_or((piece, ""));
        let (sequential, defines) = match first_line.strip_prefix(SEQUENTIAL) {
            Some(defines) => (true, defines),
            None => (false, first_line),
        };
        let name = defines.split_whitespace().next().unwrap_or(defines);
        for function in defines.split_whitespace() {
            rows.push((function.to_string(), sequential, name.to_string(), file, pair[1] - rest.len(), pair[1]));
        }
    }
    rows
}
