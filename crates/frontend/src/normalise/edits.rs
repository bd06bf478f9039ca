//! Replacements in a text, and the way back from the new text to the old one.

use raddle_program::{Diagnostic, Span, UnitId};

/// One replacement of `start..end` by `text`.
#[derive(Clone, Debug)]
struct Edit {
    start: usize,
    end: usize,
    text: String,
}

/// Replacements of disjoint ranges, in any order. Insertions at the same place keep their order.
#[derive(Debug, Default)]
pub struct Edits {
    edits: Vec<Edit>,
}

impl Edits {
    /// Replaces a range by a text.
    pub fn replace(&mut self, start: usize, end: usize, text: impl Into<String>) {
        self.edits.push(Edit { start, end, text: text.into() });
    }

    /// Inserts a text before a byte.
    pub fn insert(&mut self, at: usize, text: impl Into<String>) {
        self.replace(at, at, text);
    }

    /// Replaces a range by one space.
    pub fn blank(&mut self, start: usize, end: usize) {
        self.replace(start, end, " ");
    }

    /// Applies all replacements. Where two overlap the one that begins first (then the longer one) wins: a construct
    /// that is blanked as a whole takes the rewrites inside it with it.
    pub fn apply(mut self, text: &[u8]) -> (Vec<u8>, OffsetMap) {
        // Insertions (empty ranges) come before a replacement at the same place; the sort is stable.
        self.edits.sort_by_key(|e| (e.start, e.start != e.end, std::cmp::Reverse(e.end)));
        let mut out = Vec::with_capacity(text.len() + text.len() / 8);
        let mut map = OffsetMap { pieces: Vec::with_capacity(self.edits.len() * 2 + 1) };
        let mut at = 0;
        for edit in self.edits {
            if edit.start < at {
                continue;
            }
            map.pieces.push(Piece { new: out.len(), old: at, verbatim: true });
            out.extend_from_slice(&text[at..edit.start]);
            if !edit.text.is_empty() {
                map.pieces.push(Piece { new: out.len(), old: edit.start, verbatim: false });
                out.extend_from_slice(edit.text.as_bytes());
            }
            at = edit.end;
        }
        map.pieces.push(Piece { new: out.len(), old: at, verbatim: true });
        out.extend_from_slice(&text[at..]);
        (out, map)
    }
}

/// From byte `new` of the new text on, the text is that at `old` (verbatim) or replaces what stands there.
#[derive(Clone, Copy, Debug)]
struct Piece {
    new: usize,
    old: usize,
    verbatim: bool,
}

/// The way back from offsets in the normalised text to offsets in the original.
#[derive(Clone, Debug, Default)]
pub struct OffsetMap {
    pieces: Vec<Piece>,
}

impl OffsetMap {
    /// Where the byte at `new` comes from.
    pub fn original(&self, new: usize) -> usize {
        let index = self.pieces.partition_point(|p| p.new <= new);
        match index.checked_sub(1).map(|i| self.pieces[i]) {
            Some(piece) if piece.verbatim => piece.old + (new - piece.new),
            Some(piece) => piece.old,
            None => 0,
        }
    }

    /// The map for a text with `by` more bytes in front, which stand for nothing.
    pub fn shifted(mut self, by: usize) -> OffsetMap {
        for piece in &mut self.pieces {
            piece.new += by;
        }
        self
    }

    /// The original range of a range that is not empty, such that its last byte is that of the last original byte.
    pub fn original_range(&self, start: usize, end: usize) -> (usize, usize) {
        let from = self.original(start);
        if end <= start {
            return (from, from);
        }
        let index = self.pieces.partition_point(|p| p.new < end);
        let to = match index.checked_sub(1).map(|i| self.pieces[i]) {
            Some(piece) if piece.verbatim => piece.old + (end - piece.new),
            // The end of a replacement is where the next piece begins in the original.
            Some(_) => self.pieces.get(index).map_or(from, |next| next.old),
            None => from,
        };
        (from, to.max(from))
    }
}

/// Collects what is wrong with a text.
#[derive(Debug)]
pub struct Problems {
    unit: UnitId,
    /// So far.
    pub list: Vec<Diagnostic>,
}

impl Problems {
    /// None yet.
    pub fn new(unit: UnitId) -> Problems {
        Problems { unit, list: Vec::new() }
    }

    /// An error at a byte range.
    pub fn error(&mut self, start: usize, end: usize, message: impl Into<String>) {
        self.list.push(Diagnostic::error(self.span(start, end), message));
    }

    /// An error with a hint.
    pub fn error_with_help(&mut self, start: usize, end: usize, message: impl Into<String>, help: impl Into<String>) {
        self.list.push(Diagnostic::error(self.span(start, end), message).with_help(help));
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span { unit: self.unit, start: start as u32, end: end as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_apply_in_order_and_map_back() {
        let mut edits = Edits::default();
        edits.replace(4, 5, "long");
        edits.insert(6, "<");
        edits.insert(6, ">");
        edits.replace(0, 3, "");
        let (out, map) = edits.apply(b"abc x yz");
        assert_eq!(String::from_utf8(out).unwrap(), " long <>yz");
        assert_eq!(map.original(0), 3);
        assert_eq!(map.original(1), 4);
        assert_eq!(map.original(3), 4);
        assert_eq!(map.original(5), 5);
        assert_eq!(map.original(8), 6);
        assert_eq!(map.original_range(1, 5), (4, 5));
        assert_eq!(map.original_range(8, 10), (6, 8));
        assert_eq!(map.original_range(1, 10), (4, 8));
    }

    #[test]
    fn an_edit_inside_a_larger_one_is_dropped() {
        let mut edits = Edits::default();
        edits.replace(2, 3, "inner");
        edits.blank(1, 5);
        let (out, _) = edits.apply(b"abcdef");
        assert_eq!(out, b"a f");
    }
}
