//! From normalised text to the syntax tree of `lang-c`.

use raddle_program::{Span, UnitId};

/// The syntax tree of one unit.
#[derive(Debug)]
pub struct ParsedUnit {
    /// The tree. Its spans count bytes of the normalised text; see [`ParsedUnit::span`].
    pub ast: lang_c::ast::TranslationUnit,
    /// Whose text it is.
    pub unit: UnitId,
}

impl ParsedUnit {
    /// The place of a node in the text of its unit.
    pub fn span(&self, span: lang_c::span::Span) -> Span {
        Span { unit: self.unit, start: span.start as u32, end: span.end as u32 }
    }
}
