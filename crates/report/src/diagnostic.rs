//! Diagnostics as a compiler shows them.
//!
//! ```text
//! error: `x` is not declared
//!  --> account.c:12:5
//!    |
//! 12 |     x = 1;
//!    |     ^ used here
//!    |
//!    = help: did you mean `y`?
//! ```
//!
//! Spans index the *preprocessed* text, the reader knows the file as it is on disk. If the text of the span can be
//! found in the line on disk, it is marked there. If not, a macro was expanded: the whole line is marked, provided that we
//! have preprocessed it just now. The files that a `.i` names may have changed since: then the preprocessed line is shown.
//! A caret under the wrong word would be worse than neither.

use std::collections::HashMap;
use std::fmt::Write;

use raddle_program::{Diagnostic, Severity, SourceMap, Span};

use crate::paint::{Look, Role, width};

const TAB: usize = 4;

/// The lines of files on disk, each read at most once.
#[derive(Default)]
pub struct DiskLines {
    files: HashMap<String, Option<Vec<String>>>,
}

impl DiskLines {
    /// Line `number` (from 1) of a file, if it can be read as text.
    pub fn line(&mut self, file: &str, number: u32) -> Option<&str> {
        let lines = self.files.entry(file.to_string()).or_insert_with(|| {
            let text = std::fs::read_to_string(file).ok()?;
            Some(text.lines().map(str::to_string).collect())
        });
        lines.as_ref()?.get((number as usize).checked_sub(1)?).map(String::as_str)
    }
}

/// A source line with the bytes of it that matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The file as the user named it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The line's text.
    pub text: String,
    /// First byte of the part the message is about.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
}

impl Excerpt {
    /// The column in characters, from 1.
    pub fn column(&self) -> usize {
        self.text[..self.start].chars().count() + 1
    }

    /// The line a span begins in, as it is on disk if that can be told.
    pub fn of(source: &SourceMap, span: Span, disk: &mut DiskLines) -> Option<Excerpt> {
        let unit = source.unit(span.unit)?;
        let place = unit.place(span.start);
        let (line, line_start) = unit.line_at(span.start);
        let start = floor(line, (span.start - line_start) as usize);
        let end = floor(line, (span.end.max(span.start) - line_start) as usize).max(start);
        let from_text = |text: &str, start: usize, end: usize| Excerpt {
            file: place.file.clone(),
            line: place.line,
            text: text.to_string(),
            start,
            end,
        };
        if let Some(original) = disk.line(&place.file, place.line) {
            let needle = line[start..end].trim_end();
            if original == line {
                return Some(from_text(original, start, end));
            }
            if original.get(start..).is_some_and(|rest| !needle.is_empty() && rest.starts_with(needle)) {
                return Some(from_text(original, start, start + needle.len()));
            }
            if let Some(at) = (!needle.is_empty()).then(|| original.find(needle)).flatten() {
                return Some(from_text(original, at, at + needle.len()));
            }
            if !is_preprocessed(&unit.name) {
                let indent = original.len() - original.trim_start().len();
                return Some(from_text(original, indent, without_comment(original).len().max(indent)));
            }
        }
        Some(from_text(line, start, end))
    }
}

/// Whether the user gave the preprocessed text: its files on disk are whatever they are today.
pub(crate) fn is_preprocessed(unit: &str) -> bool {
    unit.ends_with(".i")
}

/// A line without the comment at its end and the space before that. Lines with quotes are left alone: what looks like a
/// comment may be part of a string.
pub(crate) fn without_comment(line: &str) -> &str {
    let line = line.trim_end();
    if line.contains('"') {
        return line;
    }
    let block = line.ends_with("*/").then(|| line.rfind("/*")).flatten();
    let cut = block.or_else(|| line.find("//")).unwrap_or(line.len());
    let kept = line[..cut].trim_end();
    if kept.trim_start().is_empty() { line } else { kept }
}

fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Tabs as spaces up to the next multiple of four, so that carets stand where they should; other control characters
/// are made visible.
fn expand(text: &str, mut column: usize) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let shown = match c {
            '\t' => " ".repeat(TAB - column % TAB),
            c if c.is_control() => "\u{fffd}".to_string(),
            c => c.to_string(),
        };
        column += width(&shown);
        out.push_str(&shown);
    }
    out
}

/// Source lines can be machine-made and very long: show a window around the part that matters.
fn window(excerpt: &Excerpt, columns: usize) -> (String, usize, usize) {
    let before = expand(&excerpt.text[..excerpt.start], 0);
    let marked = expand(&excerpt.text[excerpt.start..excerpt.end], width(&before));
    let after = expand(&excerpt.text[excerpt.end..], width(&before) + width(&marked));
    let total = width(&before) + width(&marked) + width(&after);
    let (at, long) = (width(&before), width(&marked).max(1));
    if total <= columns.max(40) * 2 {
        return (format!("{before}{marked}{after}"), at, long);
    }
    let keep = columns.max(40) / 3;
    let cut = before.chars().count().saturating_sub(keep);
    let head: String = before.chars().skip(cut).collect();
    let head = if cut > 0 { format!("…{head}") } else { head };
    let body: String = marked.chars().take(keep).collect();
    let tail: String = after.chars().take(keep).collect();
    let long = width(&body).max(1);
    (format!("{head}{body}{tail}…"), width(&head), long)
}

/// Shows a source line with a caret line below it, in the manner of a compiler.
pub fn show_excerpt(excerpt: &Excerpt, role: Role, label: Option<&str>, gutter: usize, look: Look) -> String {
    let bar = look.paint(Role::Frame, "|");
    let (text, at, long) = window(excerpt, look.width);
    let mut out = String::new();
    let number = look.paint(Role::Frame, &format!("{:>gutter$}", excerpt.line));
    let _ = writeln!(out, "{number} {bar} {}", text.trim_end());
    let label = label.map_or(String::new(), |l| format!(" {l}"));
    let carets = look.paint(role, &format!("{}{label}", "^".repeat(long)));
    let _ = writeln!(out, "{:gutter$} {bar} {:at$}{carets}", "", "");
    out
}

/// One diagnostic, with its source line if it has one. Ends with a newline.
pub fn show_diagnostic(diagnostic: &Diagnostic, source: &SourceMap, disk: &mut DiskLines, look: Look) -> String {
    let (word, role) = match diagnostic.severity {
        Severity::Error => ("error", Role::Error),
        Severity::Warning => ("warning", Role::Warning),
    };
    let mut out =
        format!("{}{}\n", look.paint(role, word), look.paint(Role::Strong, &format!(": {}", diagnostic.message)));
    let mut gutter = 1;
    let bar = look.paint(Role::Frame, "|");
    if let Some(excerpt) = Excerpt::of(source, diagnostic.span, disk) {
        gutter = excerpt.line.to_string().len();
        let arrow = look.paint(Role::Frame, "-->");
        let _ = writeln!(out, "{:gutter$}{arrow} {}:{}:{}", "", excerpt.file, excerpt.line, excerpt.column());
        let _ = writeln!(out, "{:gutter$} {bar}", "");
        out.push_str(&show_excerpt(&excerpt, role, diagnostic.label.as_deref(), gutter, look));
    }
    if let Some(help) = &diagnostic.help {
        if !diagnostic.span.is_none() {
            let _ = writeln!(out, "{:gutter$} {bar}", "");
        }
        let _ = writeln!(out, "{:gutter$} {} help: {help}", "", look.paint(Role::Frame, "="));
    }
    out
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};
    use raddle_program::SourceUnit;

    use super::*;

    fn check(text: &str, needle: &str, expected: Expect) {
        let mut source = SourceMap::default();
        let unit = source.add(SourceUnit::new("no-such-file.c", text));
        let start = text.find(needle).unwrap() as u32;
        let span = Span { unit, start, end: start + needle.len() as u32 };
        let diagnostic = Diagnostic::error(span, "`x` is not declared").with_label("used here").with_help("declare it");
        expected.assert_eq(&show_diagnostic(&diagnostic, &source, &mut DiskLines::default(), Look::PLAIN));
    }

    #[test]
    fn the_caret_stands_under_the_name() {
        check(
            "int main() {\n    x = 1;\n}\n",
            "x",
            expect![[r#"
                error: `x` is not declared
                 --> no-such-file.c:2:5
                  |
                2 |     x = 1;
                  |     ^ used here
                  |
                  = help: declare it
            "#]],
        );
    }

    #[test]
    fn tabs_and_wide_characters_do_not_move_the_caret() {
        check(
            "int main() {\n\t/* 数 */\tfoo = 1;\n}\n",
            "foo",
            expect![[r#"
                error: `x` is not declared
                 --> no-such-file.c:2:10
                  |
                2 |     /* 数 */    foo = 1;
                  |                 ^^^ used here
                  |
                  = help: declare it
            "#]],
        );
    }

    #[test]
    fn comments_at_the_end_of_a_line_go() {
        assert_eq!(without_comment("  x = 1; /* one */"), "  x = 1;");
        assert_eq!(without_comment("x = 1; // one"), "x = 1;");
        assert_eq!(without_comment("puts(\"// no\");"), "puts(\"// no\");");
        assert_eq!(without_comment("/* alone */"), "/* alone */");
    }

    #[test]
    fn a_message_without_a_place_is_one_line() {
        let diagnostic = Diagnostic::error(Span::NONE, "cannot read `a.c`: no such file");
        let shown = show_diagnostic(&diagnostic, &SourceMap::default(), &mut DiskLines::default(), Look::PLAIN);
        assert_eq!(shown, "error: cannot read `a.c`: no such file\n");
    }

    #[test]
    fn a_span_that_runs_over_lines_is_marked_to_the_end_of_its_first() {
        check(
            "int f(\n  int);\n",
            "f(\n  int",
            expect![[r#"
                error: `x` is not declared
                 --> no-such-file.c:1:5
                  |
                1 | int f(
                  |     ^^ used here
                  |
                  = help: declare it
            "#]],
        );
    }
}
