//! Where things stand in the source text.
//!
//! A [`Span`] is a byte range of one preprocessed text. The [`SourceMap`] turns it into the file, line and column the
//! user wrote, using the `# n "file"` markers the preprocessor left behind, indexed once.

use crate::ids::{Id, IdVec, UnitId};

/// A byte range in one preprocessed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Which preprocessed text.
    pub unit: UnitId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of code that has no text of its own (library models, start-up code).
    pub const NONE: Span = Span { unit: UnitId(u32::MAX), start: 0, end: 0 };

    /// Whether this is [`Span::NONE`].
    pub fn is_none(self) -> bool {
        self.unit.0 == u32::MAX
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        if self.is_none() || self.unit != other.unit {
            return if self.is_none() { other } else { self };
        }
        Span { unit: self.unit, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A position as a person names it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The file as the preprocessor named it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in bytes, from 1 (of the preprocessed line).
    pub column: u32,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// One line marker: from byte `offset` on, text lines are those of `file` starting at `line`.
#[derive(Clone, Debug)]
struct Marker {
    /// Index of the first text line (0-based) that the marker governs.
    text_line: u32,
    file: u32,
    line: u32,
}

/// One preprocessed text with its line table.
#[derive(Clone, Debug)]
pub struct SourceUnit {
    /// The name the user gave.
    pub name: String,
    /// The text all spans of this unit index into.
    pub text: String,
    /// Library models of ours are units too; people should not see their inside.
    pub internal: bool,
    line_starts: Vec<u32>,
    markers: Vec<Marker>,
    files: Vec<String>,
}

impl SourceUnit {
    /// Indexes `text`: its line starts and its `# n "file"` and `#line n "file"` markers.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> SourceUnit {
        let (name, text) = (name.into(), text.into());
        let mut unit = SourceUnit {
            files: vec![name.clone()],
            line_starts: vec![0],
            markers: vec![Marker { text_line: 0, file: 0, line: 1 }],
            name,
            text,
            internal: false,
        };
        for (i, byte) in unit.text.bytes().enumerate() {
            if byte == b'\n' {
                unit.line_starts.push(i as u32 + 1);
            }
        }
        for index in 0..unit.line_starts.len() {
            let line = unit.text_line(index);
            if let Some((number, file)) = parse_marker(line) {
                let file = match file {
                    Some(file) => match unit.files.iter().position(|f| *f == file) {
                        Some(known) => known as u32,
                        None => {
                            unit.files.push(file);
                            unit.files.len() as u32 - 1
                        }
                    },
                    None => unit.markers.last().map_or(0, |m| m.file),
                };
                unit.markers.push(Marker { text_line: index as u32 + 1, file, line: number });
            }
        }
        unit
    }

    fn text_line(&self, index: usize) -> &str {
        let start = self.line_starts[index] as usize;
        let end = self.line_starts.get(index + 1).map_or(self.text.len(), |e| *e as usize);
        self.text[start..end].trim_end_matches(['\n', '\r'])
    }

    fn line_index(&self, offset: u32) -> usize {
        self.line_starts.partition_point(|s| *s <= offset) - 1
    }

    /// The file, line and column of a byte.
    pub fn place(&self, offset: u32) -> Place {
        let index = self.line_index(offset);
        let at = self.markers.partition_point(|m| m.text_line as usize <= index) - 1;
        let marker = &self.markers[at];
        Place {
            file: self.files[marker.file as usize].clone(),
            line: marker.line + (index as u32 - marker.text_line),
            column: offset - self.line_starts[index] + 1,
        }
    }

    /// The whole text line that holds `offset`, and the offset of its first byte.
    pub fn line_at(&self, offset: u32) -> (&str, u32) {
        let index = self.line_index(offset);
        (self.text_line(index), self.line_starts[index])
    }
}

/// Parses `# 12 "file.c" 1 3` and `#line 12 "file.c"`.
fn parse_marker(line: &str) -> Option<(u32, Option<String>)> {
    let rest = line.trim_start().strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("line").unwrap_or(rest).trim_start();
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let number = rest[..digits].parse().ok()?;
    let rest = rest[digits..].trim_start();
    let file = rest.strip_prefix('"').and_then(|r| {
        let mut name = String::new();
        let mut chars = r.chars();
        while let Some(c) = chars.next() {
            match c {
                '"' => return Some(name),
                '\\' => name.push(chars.next()?),
                c => name.push(c),
            }
        }
        None
    });
    Some((number, file))
}

/// All preprocessed texts of a program.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    units: IdVec<UnitId, SourceUnit>,
}

impl SourceMap {
    /// Adds a text and returns its id.
    pub fn add(&mut self, unit: SourceUnit) -> UnitId {
        self.units.push(unit)
    }

    /// All texts, in the order in which they were read.
    pub fn units(&self) -> impl Iterator<Item = &SourceUnit> {
        self.units.iter()
    }

    /// The text behind an id.
    pub fn unit(&self, id: UnitId) -> Option<&SourceUnit> {
        if id.index() < self.units.len() { Some(&self.units[id]) } else { None }
    }

    /// Where a span begins; `None` for code without a text.
    pub fn place(&self, span: Span) -> Option<Place> {
        self.unit(span.unit).map(|u| u.place(span.start))
    }

    /// The text a span covers.
    pub fn text(&self, span: Span) -> &str {
        self.unit(span.unit).and_then(|u| u.text.get(span.start as usize..span.end as usize)).unwrap_or("")
    }

    /// Whether the span lies in a library model of ours.
    pub fn is_internal(&self, span: Span) -> bool {
        self.unit(span.unit).is_none_or(|u| u.internal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_map_lines_to_files() {
        let unit = SourceUnit::new("a.i", "# 1 \"a.c\"\nint x;\n# 7 \"b.h\" 1 3\nint y;\nint z;\n");
        let at = |needle: &str| unit.place(unit.text.find(needle).unwrap() as u32).to_string();
        assert_eq!(at("int x"), "a.c:1");
        assert_eq!(at("int y"), "b.h:7");
        assert_eq!(at("int z"), "b.h:8");
    }

    #[test]
    fn a_text_without_markers_is_its_own_file() {
        let unit = SourceUnit::new("a.i", "int x;\nint y;");
        assert_eq!(unit.place(7), Place { file: "a.i".into(), line: 2, column: 1 });
    }

    #[test]
    fn markers_of_all_forms() {
        let text = "# 3 \"a.c\"\r\nx1\r\n#line 9\nx2\n  # line 20 \"dir\\\\b \\\"c\\\".h\" 2\nx3\n#pragma once\nx4\n# 5 \"open\nx5\n#7\nx6";
        let unit = SourceUnit::new("a.i", text);
        let at = |needle: &str| unit.place(unit.text.find(needle).unwrap() as u32).to_string();
        assert_eq!(at("x1"), "a.c:3");
        assert_eq!(at("x2"), "a.c:9", "the file stays");
        assert_eq!(at("x3"), "dir\\b \"c\".h:20", "escaped");
        assert_eq!(at("x4"), "dir\\b \"c\".h:22", "a pragma is a line like others");
        assert_eq!(at("x5"), "dir\\b \"c\".h:5", "a name without an end is none");
        assert_eq!(at("x6"), "dir\\b \"c\".h:7");
        // A marker itself belongs to what was before it.
        assert_eq!(at("#line 9"), "a.c:4");
        assert_eq!(unit.line_at(unit.text.find("1\r").unwrap() as u32), ("x1", 11));
        assert_eq!(unit.place(unit.text.len() as u32).line, 7, "the end of the text");
    }

    #[test]
    fn spans_without_a_text() {
        let mut map = SourceMap::default();
        let unit = map.add(SourceUnit::new("a.c", "int x;\nint y;\n"));
        let model = map.add(SourceUnit { internal: true, ..SourceUnit::new("model.c", "int z;") });
        let span = |unit, start, end| Span { unit, start, end };
        assert_eq!(map.text(span(unit, 4, 5)), "x");
        assert_eq!(map.text(span(unit, 4, 500)), "", "out of range");
        assert_eq!((map.text(Span::NONE), map.place(Span::NONE)), ("", None));
        assert!(
            map.is_internal(span(model, 0, 1)) && map.is_internal(Span::NONE) && !map.is_internal(span(unit, 0, 1))
        );
        let (a, b) = (span(unit, 4, 5), span(unit, 11, 12));
        assert_eq!((a.to(b), b.to(a)), (span(unit, 4, 12), span(unit, 4, 12)));
        assert_eq!((Span::NONE.to(b), b.to(Span::NONE), b.to(span(model, 0, 1))), (b, b, b));
    }
}
