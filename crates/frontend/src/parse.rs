//! From normalised text to the syntax tree of `lang-c`.
//!
//! The parser descends recursively, and so do typing and lowering of what it returns, even dropping it. All of them
//! run on a thread with a large stack ([`with_large_stack`]); what could still exhaust it is refused by the
//! normaliser's limits on nesting.

use std::collections::BTreeSet;

use lang_c::ast::{ExternalDeclaration, TranslationUnit};
use lang_c::driver::{Config, Flavor, SyntaxError, parse_preprocessed};
use raddle_program::{Diagnostic, Span, UnitId};

use crate::normalise::{Normalised, OffsetMap, markers, normalise};

/// The syntax tree of one unit.
#[derive(Debug)]
pub struct ParsedUnit {
    /// The tree. Its spans count bytes of the normalised text; see [`ParsedUnit::span`].
    pub ast: TranslationUnit,
    /// Whose text it is.
    pub unit: UnitId,
    /// The names that function bodies and initialisers mention.
    pub mentioned: BTreeSet<String>,
    offsets: OffsetMap,
}

impl ParsedUnit {
    /// The place of a node in the text of its unit.
    pub fn span(&self, span: lang_c::span::Span) -> Span {
        if span.is_none() {
            return Span::NONE;
        }
        let (start, end) = self.offsets.original_range(span.start, span.end);
        Span { unit: self.unit, start: start as u32, end: end as u32 }
    }
}

/// Type names that are there without a declaration. `lang-c` knows `__builtin_va_list` by itself; it learns the
/// others from this line in front of the text, which is taken out of the tree again.
const PRELUDE: &str = "typedef int __raddle_auto_type, __int128_t, __uint128_t;";

/// Parses the preprocessed bytes of a unit. (The text of a [`raddle_program::SourceUnit`] is the same but for bytes that are not
/// UTF-8.)
pub fn parse(bytes: &[u8], unit: UnitId) -> Result<ParsedUnit, Vec<Diagnostic>> {
    let Normalised { text, offsets, mentioned } = normalise(bytes, unit)?;
    let config = Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::GnuC11 };
    let offsets = offsets.shifted(PRELUDE.len());
    match parse_preprocessed(&config, format!("{PRELUDE}{text}")) {
        Ok(parse) => {
            let mut ast = parse.unit;
            if matches!(ast.0.first().map(|d| &d.node), Some(ExternalDeclaration::Declaration(_))) {
                ast.0.remove(0);
            }
            Ok(ParsedUnit { ast, unit, mentioned, offsets })
        }
        Err(error) => Err(vec![syntax_error(&error, bytes, unit, &offsets)]),
    }
}

/// What is wrong and where, in words of C instead of the grammar's.
fn syntax_error(error: &SyntaxError, bytes: &[u8], unit: UnitId, offsets: &OffsetMap) -> Diagnostic {
    let found = token_at(error.source.as_bytes(), error.offset);
    let (start, end) = offsets.original_range(error.offset, error.offset + found.len().max(1));
    let span = Span { unit, start: start.min(bytes.len()) as u32, end: end.min(bytes.len()) as u32 };
    let found = String::from_utf8_lossy(found).into_owned();
    let shown = markers::original_name(&found);
    let before = error.source.as_bytes()[..error.offset].trim_ascii_end();
    let is_next_line = error.source.as_bytes()[before.len()..error.offset].contains(&b'\n');
    if error.expected.contains(";") && !before.is_empty() && (is_next_line || ENDED.contains(&found.as_str())) {
        // It is missing where the statement ends, not where the next one begins.
        let last = before.iter().rev().take_while(|byte| is_word(Some(byte))).count().max(1);
        let (start, end) = offsets.original_range(before.len() - last, before.len());
        let span = Span { unit, start: start.min(bytes.len()) as u32, end: end.min(bytes.len()) as u32 };
        return Diagnostic::error(span, format!("expected `;` after this, before `{shown}`"));
    }
    let message = if found.is_empty() {
        "syntax error: the text ends in the middle of a declaration".to_string()
    } else {
        format!("syntax error: `{shown}` cannot stand here")
    };
    let mut diagnostic = Diagnostic::error(span, message);
    if let Some(label) = expected(error) {
        diagnostic = diagnostic.with_label(label);
    }
    let word = before.rsplit(|b| !is_word(Some(b))).next().unwrap_or(before);
    if is_word(found.as_bytes().first()) && word.first().is_some_and(|byte| !byte.is_ascii_digit()) {
        let word = String::from_utf8_lossy(word).into_owned();
        diagnostic =
            diagnostic.with_help(format!("is `{}` a type that is not declared?", markers::original_name(&word)));
    }
    diagnostic
}

/// Where one of these stands and a semicolon could, the semicolon is missing.
const ENDED: [&str; 12] =
    ["}", "return", "if", "while", "for", "do", "switch", "break", "continue", "goto", "case", "else"];

fn is_word(byte: Option<&u8>) -> bool {
    byte.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_')
}

/// The token at an offset, for a message.
fn token_at(text: &[u8], offset: usize) -> &[u8] {
    let rest = text.get(offset..).unwrap_or(b"");
    let length = match rest.first() {
        None => 0,
        Some(byte) if is_word(Some(byte)) => rest.iter().take_while(|b| is_word(Some(b))).count(),
        Some(b'"') => 1 + rest[1..].iter().take_while(|b| !matches!(b, b'"' | b'\n')).count() + 1,
        Some(_) => 1,
    };
    &rest[..length.min(rest.len())]
}

/// What could have stood there, if that is short enough to help.
fn expected(error: &SyntaxError) -> Option<String> {
    let expected = &error.expected;
    let operand = expected.contains("(") && expected.contains("!") && expected.contains("~");
    let operator = expected.contains("==") && expected.contains("/");
    if operand {
        return Some("expected an expression".to_string());
    }
    let mut words: Vec<String> = expected
        .iter()
        .filter(|e| !operator || !OPERATORS.contains(e))
        .map(|e| match *e {
            "[_a-zA-Z]" | "identifier" => "a name".to_string(),
            "<typedef_name>" => "a type".to_string(),
            "" | "[_a-zA-Z0-9]" => String::new(),
            other => format!("`{other}`"),
        })
        .filter(|e| !e.is_empty())
        .collect();
    if operator {
        words.push("an operator".to_string());
    }
    words.sort();
    words.dedup();
    match &words[..] {
        [] => None,
        [one] => Some(format!("expected {one}")),
        [many @ .., last] if many.len() < 6 => Some(format!("expected {} or {last}", many.join(", "))),
        _ => None,
    }
}

const OPERATORS: &[&str] = &[
    "==", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%", "&", "|", "^", "&&", "||", "<<", ">>", "?", "=", "+=",
    "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ".", "->", "++", "--", "[", "(",
];
