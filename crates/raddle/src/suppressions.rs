//! Data races that do not count: `--suppressions FILE`, and comments in the source.
//!
//! A file has ThreadSanitizer's format: a line `race:PATTERN` for each kind of race, empty lines, and comments that begin with `#`. Lines of other kinds
//! (`thread:`, `mutex:`, `deadlock:`, …) are for ThreadSanitizer alone and are passed over with a note.
//!
//! In the source, `raddle: allow-race` in a comment allows the races of the accesses that stand in its line. The preprocessor takes comments away, so they are
//! looked for in the files that its output names.

use std::collections::BTreeSet;
use std::path::Path;

use raddle_program::{AllowedRaces, Program};

use crate::Failure;

/// What a comment has to say.
const COMMENT: &str = "raddle: allow-race";

/// The kinds of lines that ThreadSanitizer knows besides `race`.
const OTHER_KINDS: &[&str] =
    &["race_top", "thread", "mutex", "signal", "deadlock", "called_from_lib", "leak", "unlock", "destroy"];

/// Reads a suppressions file.
pub fn read_file(path: &Path) -> Result<AllowedRaces, Failure> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|e| Failure::usage(format!("cannot read `{name}`: {e}")))?;
    let (allowed, passed_over) =
        parse(&text).map_err(|(line, what)| Failure::usage(format!("{name}:{line}: {what}")))?;
    for (line, kind) in passed_over {
        eprintln!("note: {name}:{line}: `{kind}:` says nothing to Raddle, which suppresses data races only");
    }
    Ok(allowed)
}

/// What the lines of a file allow, and which of them are of another kind.
#[expect(clippy::type_complexity, reason = "a line number beside what is there")]
fn parse(text: &str) -> Result<(AllowedRaces, Vec<(usize, String)>), (usize, String)> {
    let mut allowed = AllowedRaces::default();
    let mut passed_over = Vec::new();
    for (number, line) in text.lines().enumerate().map(|(index, line)| (index + 1, line.trim())) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match line.split_once(':') {
            Some((_, "")) => return Err((number, "there is no pattern behind the colon".to_string())),
            Some(("race", pattern)) => allowed.allow_pattern(pattern),
            Some((kind, _)) if OTHER_KINDS.contains(&kind) => passed_over.push((number, kind.to_string())),
            Some((kind, _)) => return Err((number, format!("there is no kind `{kind}`; a line is `race:PATTERN`"))),
            None => return Err((number, "a line is `race:PATTERN`".to_string())),
        }
    }
    Ok((allowed, passed_over))
}

/// Allows the races that comments in the source allow.
pub fn add_comments(program: &mut Program) {
    let spans = program.functions.iter().filter(|f| !f.internal).flat_map(|f| f.edges().iter().map(|edge| edge.span));
    let files: BTreeSet<String> = spans.filter_map(|span| program.source.place(span)).map(|place| place.file).collect();
    for file in files {
        // A file that is not there has no comments either.
        let Ok(text) = std::fs::read_to_string(&file) else { continue };
        let lines = text.lines().enumerate().filter(|(_, line)| says_so(line));
        lines.for_each(|(index, _)| program.allowed_races.allow_line(&file, index as u32 + 1));
    }
}

/// Whether a line has a comment that allows races.
fn says_so(line: &str) -> bool {
    let comment = [line.find("//"), line.find("/*")].into_iter().flatten().min();
    comment.is_some_and(|start| line[start..].contains(COMMENT))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let (allowed, passed_over) = parse("# a comment\n\nrace:^count*\nthread:foo\n").expect("a good file");
        assert!(allowed.has_name("counter") && !allowed.has_name("my_counter"));
        assert_eq!(passed_over, [(4, "thread".to_string())]);
    }

    #[test]
    fn bad_lines_are_named() {
        for (text, wrong) in [("race:x\nfoo", 2), ("race:", 1), ("# a\nraces:x", 2)] {
            assert_eq!(parse(text).expect_err(text).0, wrong);
        }
    }

    #[test]
    fn only_comments_count() {
        assert!(says_so("x = 1; /* raddle: allow-race */") && says_so("x = 1; // raddle: allow-race, it is a hint"));
        assert!(!says_so("puts(\"raddle: allow-race\");"));
    }
}
