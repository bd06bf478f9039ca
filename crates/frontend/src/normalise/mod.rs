//! The normaliser: preprocessed GNU C in, C that `lang-c` accepts out.
//!
//! `lang-c` 0.15 knows C11 and part of GNU C. This pass works on tokens and rewrites the rest into what `lang-c`
//! accepts, with markers that typing understands ([`markers`] lists them all). It never guesses: a construct it cannot
//! carry over faithfully is refused with its place.
//!
//! Rewrites are a list of edits of the original text. Applying them yields the new text together with the map of
//! offsets back to the original, so that every span of the syntax tree can be turned into a span of the text the user
//! knows. (The alternative, rewrites of equal length, needs no map, but then `a?:b` has no room for a marker, and side
//! tables keyed by offset would have to be carried along.)
//!
//! The passes, in order: [`lexer`] (tokens; comments and directives go), `attributes` (one token each; most go),
//! [`structure`] (brackets, kinds of braces, begins of items, nesting limits), then the rewrites proper: `rewrites`
//! (single tokens), `names` (typedefs, implicit `int`, shadowing parameters), `statements` (labels, assembly), `literals`.
//! Time is linear in the text but for local labels and shadowing parameters, which scan their block once each.

mod attributes;
mod edits;
mod lexer;
mod literals;
pub mod markers;
mod names;
mod rewrites;
mod statements;
mod structure;

use std::collections::BTreeSet;

use raddle_program::{Diagnostic, UnitId};

pub use edits::OffsetMap;
use edits::{Edits, Problems};
pub use structure::{MAX_BRACES, MAX_DEPTH, MAX_NESTING};

/// A text that `lang-c` accepts, if the original is a program.
#[derive(Debug)]
pub struct Normalised {
    /// The new text.
    pub text: String,
    /// From its offsets to those of the original.
    pub offsets: OffsetMap,
    /// The names that function bodies and initialisers mention.
    pub mentioned: BTreeSet<String>,
}

/// Normalises the preprocessed text of a unit.
pub fn normalise(text: &[u8], unit: UnitId) -> Result<Normalised, Vec<Diagnostic>> {
    let mut edits = Edits::default();
    let mut problems = Problems::new(unit);
    let lexed = lexer::lex(text, unit, &mut edits)?;
    let folded = attributes::fold(text, lexed.tokens, &mut edits, &mut problems);
    let structure = structure::structure(text, folded.tokens, &mut problems);
    if !problems.list.is_empty() {
        return Err(problems.list);
    }
    let typedefs = names::Typedefs::find(&structure);
    attributes::place(&structure, &folded.specifiers, &lexed.packs, &mut edits);
    // A parameter that is renamed must not be renamed again for its dollar signs: the first edit of a range wins.
    names::shadowing_parameters(&structure, &typedefs, &mut edits, &mut problems);
    names::missing_semicolons(&structure, &typedefs, &mut problems);
    names::implicit_int(&structure, &typedefs, &mut edits);
    statements::rewrite(&structure, &typedefs, &mut edits);
    rewrites::rewrite(&structure, &typedefs, &mut edits, &mut problems);
    literals::rewrite(&structure, &mut edits, &mut problems);
    if !problems.list.is_empty() {
        return Err(problems.list);
    }
    let mentioned = names::mentioned(&structure);
    let (bytes, offsets) = edits.apply(text);
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Normalised { text, offsets, mentioned }),
        // All tokens are checked; only white space and comments are left, and those are blanked.
        Err(error) => {
            let at = offsets.original(error.utf8_error().valid_up_to());
            problems.error(at, at + 1, "this byte is not UTF-8");
            Err(problems.list)
        }
    }
}

#[cfg(test)]
mod tests;
