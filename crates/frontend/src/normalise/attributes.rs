//! `__attribute__`, `[[…]]`, `__extension__` and `#pragma pack`.
//!
//! Attributes without influence on what a program does are blanked, wherever they stand, which removes most of the
//! places `lang-c` does not expect one. The others become one token each, so that the later passes need not look
//! inside; those between `struct` and its brace are moved behind the body, where `lang-c` accepts them.

use std::collections::{BTreeMap, BTreeSet};

use super::edits::{Edits, Problems};
use super::lexer::{Kind, Pack, Token};
use super::markers;
use super::rewrites::keyword;
use super::structure::{Inside, Structure};

/// A token stream in which each attribute specifier is one token.
pub struct Folded {
    /// The tokens.
    pub tokens: Vec<Token>,
    /// For the first byte of each attribute token the text `lang-c` is to see.
    pub specifiers: BTreeMap<usize, String>,
}

/// Replaces the tokens of each `__attribute__((…))` by one token or by none, and drops `__extension__`.
pub fn fold(text: &[u8], tokens: Vec<Token>, edits: &mut Edits, problems: &mut Problems) -> Folded {
    let spelling = |t: &Token| &text[t.start..t.end];
    let mut out = Folded { tokens: Vec::with_capacity(tokens.len()), specifiers: BTreeMap::new() };
    let mut i = 0;
    while i < tokens.len() {
        let token = tokens[i];
        match spelling(&token) {
            b"__extension__" => {
                edits.blank(token.start, token.end);
                i += 1;
            }
            b"__attribute__" | b"__attribute" => {
                let Some(end) = specifier_end(text, &tokens, i) else {
                    problems.error(token.start, token.end, "`((` and `))` must enclose the attributes");
                    return out;
                };
                let last = tokens[end - 1].end;
                match kept(text, &tokens[i + 3..end - 2]) {
                    None => edits.blank(token.start, last),
                    Some(attributes) => {
                        out.tokens.push(Token { kind: Kind::Attribute, start: token.start, end: last });
                        out.specifiers.insert(token.start, specifier(&attributes));
                    }
                }
                i = end;
            }
            b"[" if tokens.get(i + 1).is_some_and(|next| spelling(next) == b"[") => {
                let Some(end) = brackets_end(text, &tokens, i) else {
                    problems.error(token.start, token.end, "`[[` and `]]` must enclose the attributes");
                    return out;
                };
                let last = tokens[end - 1].end;
                match kept(text, &without_namespaces(text, &tokens[i + 2..end - 2])) {
                    None => edits.blank(token.start, last),
                    Some(attributes) => {
                        out.tokens.push(Token { kind: Kind::Attribute, start: token.start, end: last });
                        out.specifiers.insert(token.start, specifier(&attributes));
                    }
                }
                i = end;
            }
            _ => {
                out.tokens.push(token);
                i += 1;
            }
        }
    }
    out
}

/// The token after `]]` of the attributes that `[[` begins at `at`.
fn brackets_end(text: &[u8], tokens: &[Token], at: usize) -> Option<usize> {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        match &text[token.start..token.end] {
            b"[" => depth += 1,
            b"]" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(i + 1);
        }
    }
    None
}

/// `gnu::packed` is `packed`; attributes of other owners are ignored by gcc.
fn without_namespaces(text: &[u8], tokens: &[Token]) -> Vec<Token> {
    let is = |i: usize, s: &[u8]| tokens.get(i).is_some_and(|t| &text[t.start..t.end] == s);
    let mut out = Vec::with_capacity(tokens.len());
    let mut i = 0;
    while i < tokens.len() {
        if !(is(i + 1, b":") && is(i + 2, b":")) {
            out.push(tokens[i]);
            i += 1;
        } else if is(i, b"gnu") || is(i, b"__gnu__") {
            i += 3;
        } else {
            let mut depth = 0;
            while i < tokens.len() && (depth > 0 || !is(i, b",")) {
                depth += i32::from(is(i, b"(")) - i32::from(is(i, b")"));
                i += 1;
            }
        }
    }
    out
}

fn specifier(attributes: &str) -> String {
    format!("__attribute__(({attributes}))")
}

/// The token after the two closing brackets of the specifier at `at`.
fn specifier_end(text: &[u8], tokens: &[Token], at: usize) -> Option<usize> {
    let is = |i: usize, s: &[u8]| tokens.get(i).is_some_and(|t| &text[t.start..t.end] == s);
    if !is(at + 1, b"(") || !is(at + 2, b"(") {
        return None;
    }
    let mut depth = 0;
    for i in at + 1..tokens.len() {
        if is(i, b"(") {
            depth += 1;
        } else if is(i, b")") {
            depth -= 1;
            if depth == 0 {
                return is(i - 1, b")").then_some(i + 1);
            }
        }
    }
    None
}

/// Those attributes of a comma-separated list that have to be kept.
fn kept(text: &[u8], tokens: &[Token]) -> Option<String> {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    let mut depth = 0;
    let mut from = 0;
    for (i, token) in tokens.iter().enumerate() {
        match &text[token.start..token.end] {
            b"(" => depth += 1,
            b")" => depth -= 1,
            b"," if depth == 0 => {
                parts.push((from, i));
                from = i + 1;
            }
            _ => {}
        }
    }
    parts.push((from, tokens.len()));
    let wanted: Vec<_> = parts
        .into_iter()
        .filter(|(from, to)| from < to)
        .filter(|(from, _)| {
            let name = &tokens[*from];
            !markers::is_ignored(&String::from_utf8_lossy(&text[name.start..name.end]))
        })
        .map(|(from, to)| spelled(text, &tokens[from..to]))
        .collect();
    (!wanted.is_empty()).then(|| wanted.join(", "))
}

/// The text of some tokens and of what is between them, with the keywords that `lang-c` knows.
fn spelled(text: &[u8], tokens: &[Token]) -> String {
    let mut out = String::new();
    let mut end = tokens.first().map_or(0, |t| t.start);
    for token in tokens {
        out.push_str(&String::from_utf8_lossy(&text[end..token.start]));
        let word = &text[token.start..token.end];
        out.push_str(&keyword(word).map_or_else(|| String::from_utf8_lossy(word), Into::into));
        end = token.end;
    }
    out
}

/// Moves the attributes between `struct` (or `union`, `enum`) and its brace behind the body, adds the marker of
/// `#pragma pack`, and gives all attributes the form that `lang-c` accepts.
pub fn place(s: &Structure, specifiers: &BTreeMap<usize, String>, packs: &[Pack], edits: &mut Edits) {
    let mut moved_away = BTreeSet::new();
    for keyword in 0..s.tokens.len() {
        if !s.is_any(keyword, &["struct", "union", "enum"]) {
            continue;
        }
        let mut brace = keyword + 1;
        let mut attributes = Vec::new();
        let mut tag = None;
        loop {
            if s.tokens.get(brace).is_some_and(|t| t.kind == Kind::Attribute) {
                attributes.push(brace);
            } else if s.is_name(brace) && tag.is_none() {
                tag = Some(brace);
            } else {
                break;
            }
            brace += 1;
        }
        let close = if s.is(brace, "{") { s.mate(brace) } else { None };
        let mut behind = String::new();
        for attribute in attributes {
            let start = s.tokens[attribute].start;
            match close {
                Some(_) => {
                    behind.push_str(specifiers.get(&start).map_or("", String::as_str));
                    moved_away.insert(start);
                }
                // gcc ignores (and warns about) attributes of a struct that is only mentioned; behind the tag they
                // belong to what is declared.
                None if tag.is_none_or(|tag| attribute < tag) => {
                    moved_away.insert(start);
                }
                None => {}
            }
        }
        let Some(close) = close else { continue };
        if s.encloses[close] == Inside::Record {
            let index = packs.partition_point(|p| p.offset <= s.tokens[brace].start);
            if let Some(limit) = index.checked_sub(1).and_then(|i| packs[i].limit) {
                behind.push_str(&specifier(&format!("{}({limit})", markers::PACK)));
            }
        }
        if !behind.is_empty() {
            edits.insert(s.tokens[close].end, format!(" {behind} "));
        }
    }
    for token in s.tokens.iter().filter(|t| t.kind == Kind::Attribute) {
        if moved_away.contains(&token.start) {
            edits.blank(token.start, token.end);
        } else if let Some(text) = specifiers.get(&token.start) {
            edits.replace(token.start, token.end, format!(" {text}"));
        }
    }
}
