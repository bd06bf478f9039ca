//! Rewrites of statements: labels, computed goto, inline assembly.

use std::collections::BTreeSet;

use super::edits::Edits;
use super::lexer::Kind;
use super::markers;
use super::names::Typedefs;
use super::rewrites::begins_type;
use super::structure::{Inside, NONTYPE_SPECIFIERS, Structure};

/// Rewrites what stands at the begin of statements, and the operators on labels.
pub fn rewrite(s: &Structure, typedefs: &Typedefs, edits: &mut Edits) {
    for i in 0..s.tokens.len() {
        if s.label_colon[i] {
            label(s, i, typedefs, edits);
        } else if s.item_start[i] {
            match s.text(i) {
                b"goto" if s.is(i + 1, "*") => computed_goto(s, i, edits),
                b"asm" | b"__asm" | b"__asm__" => assembly(s, i, edits),
                // A `;` at file scope that ends nothing.
                b";" if s.inside[i] == Inside::File => edits.blank(s.tokens[i].start, s.tokens[i].end),
                _ => {}
            }
        }
    }
    local_labels(s, edits);
    label_addresses(s, typedefs, edits);
}

/// The `;` that ends the statement at `at`.
fn semicolon(s: &Structure, mut at: usize) -> Option<usize> {
    while at < s.tokens.len() && !s.is_any(at, &[";", "}"]) {
        at = s.after(at);
    }
    s.is(at, ";").then_some(at)
}

/// GNU C lets a label stand before a declaration or a closing brace; `lang-c` wants a statement after it.
fn label(s: &Structure, colon: usize, typedefs: &Typedefs, edits: &mut Edits) {
    let next = colon + 1;
    let declares = if s.is_name(next) {
        typedefs.contains(s.text(next)) && (s.is_name(next + 1) || (s.is(next + 1, "*") && s.is_name(next + 2)))
    } else {
        begins_type(s, next, typedefs) || s.is_any(next, NONTYPE_SPECIFIERS) || s.is(next, "_Static_assert")
    };
    if declares || s.is(next, "}") {
        edits.insert(s.tokens[colon].end, " ;");
    }
}

fn computed_goto(s: &Structure, i: usize, edits: &mut Edits) {
    if let Some(end) = semicolon(s, i) {
        edits.replace(s.tokens[i].start, s.tokens[i + 1].end, format!("{}(", markers::COMPUTED_GOTO));
        edits.insert(s.tokens[end].start, ")");
    }
}

/// Assembly: at file scope only an empty template can be ignored; in functions `goto` and `inline` need help.
fn assembly(s: &Structure, i: usize, edits: &mut Edits) {
    let start = s.tokens[i].start;
    let Some(semicolon) = semicolon(s, i) else { return };
    let mut open = i + 1;
    let mut qualifiers = Vec::new();
    while s.is_word(open) {
        qualifiers.push(open);
        open += 1;
    }
    if s.inside[i] == Inside::File {
        let template = (open..semicolon).filter(|t| s.tokens[*t].kind == Kind::Str);
        if template.flat_map(|t| s.text(t).iter()).any(|b| !matches!(b, b'"' | b' ' | b'\t')) {
            edits.replace(start, s.tokens[semicolon].end, markers::refused("assembly at file scope"));
            return;
        }
        edits.blank(start, s.tokens[semicolon].end);
        return;
    }
    if qualifiers.iter().any(|q| s.is(*q, "goto")) {
        let text = format!("__asm__ volatile (\"{}\" : : \"r\"(0));", markers::ASM_GOTO);
        edits.replace(start, s.tokens[semicolon].end, text);
        return;
    }
    // `lang-c` knows one qualifier, and none of them changes what the statement does.
    for qualifier in qualifiers {
        edits.blank(s.tokens[qualifier].start, s.tokens[qualifier].end);
    }
}

/// `__label__ a, b;` makes labels local to the block: blanks the declaration and renames the labels in the block.
/// Inner blocks come first, so that their labels win over those of outer blocks.
fn local_labels(s: &Structure, edits: &mut Edits) {
    for i in (0..s.tokens.len()).rev().filter(|i| s.is(*i, "__label__")) {
        let Some(end) = semicolon(s, i) else { continue };
        let mut close = end;
        while close < s.tokens.len() && !s.is(close, "}") {
            close = s.after(close);
        }
        let names: BTreeSet<&[u8]> = (i + 1..end).filter(|n| s.is_name(*n)).map(|n| s.text(n)).collect();
        edits.blank(s.tokens[i].start, s.tokens[end].end);
        for at in end + 1..close {
            let used = s.is_any(at - 1, &["goto", "&&"]) || s.label_colon.get(at + 1).is_some_and(|l| *l);
            if used && names.contains(s.text(at)) {
                let name = String::from_utf8_lossy(s.text(at));
                edits.replace(s.tokens[at].start, s.tokens[at].end, markers::local_label(i, &name));
            }
        }
    }
}

/// `&&label` as a value.
fn label_addresses(s: &Structure, typedefs: &Typedefs, edits: &mut Edits) {
    for body in &s.bodies {
        let labels: BTreeSet<&[u8]> = (body.open..body.close)
            .filter(|i| s.label_colon[*i] && s.item_start[*i - 1])
            .map(|i| s.text(i - 1))
            .collect();
        for i in body.open + 1..body.close {
            if s.is(i, "&&") && labels.contains(s.text(i + 1)) && is_unary(s, i, typedefs) {
                edits.replace(s.tokens[i].start, s.tokens[i].end, format!("{}(", markers::LABEL_ADDRESS));
                edits.insert(s.tokens[i + 1].end, ")");
            }
        }
    }
}

/// Whether the operator at `i` has no left operand.
fn is_unary(s: &Structure, i: usize, typedefs: &Typedefs) -> bool {
    let before = i - 1;
    match s.tokens[before].kind {
        Kind::Number | Kind::Char | Kind::Str => false,
        Kind::Word => s.is_any(before, &["return", "case", "else", "do", "sizeof"]),
        Kind::Attribute => true,
        Kind::Punct => match s.text(before) {
            // A cast, or a value in brackets?
            b")" => s.mate(before).is_some_and(|open| begins_type(s, open + 1, typedefs)),
            b"]" | b"}" | b"++" | b"--" => false,
            _ => true,
        },
    }
}
