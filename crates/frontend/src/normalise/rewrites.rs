//! The rewrites that need to look at one token and its neighbours only: keywords, operators and numbers.

use super::edits::{Edits, Problems};
use super::lexer::Kind;
use super::markers;
use super::names::Typedefs;
use super::structure::{Inside, Structure, TYPE_KEYWORDS, TYPE_PREFIXES, is_nested_body};

/// Rewrites every token that `lang-c` would reject or misunderstand wherever it stands.
pub fn rewrite(s: &Structure, typedefs: &Typedefs, edits: &mut Edits, problems: &mut Problems) {
    for i in 0..s.tokens.len() {
        match s.tokens[i].kind {
            Kind::Word => word(s, i, typedefs, edits, problems),
            Kind::Punct => punctuator(s, i, edits, problems),
            Kind::Number => number(s, i, edits),
            Kind::Char | Kind::Str | Kind::Attribute => {}
        }
    }
}

/// The keywords that `lang-c` knows under another spelling only.
pub fn keyword(word: &[u8]) -> Option<&'static str> {
    match word {
        b"__thread" => Some("_Thread_local"),
        b"__const__" => Some("const"),
        b"__float128" => Some("_Float128"),
        b"__float80" => Some("long double"),
        b"__int128" => Some("_Decimal128x"),
        b"__auto_type" => Some(markers::AUTO_TYPE),
        _ => None,
    }
}

fn word(s: &Structure, i: usize, typedefs: &Typedefs, edits: &mut Edits, problems: &mut Problems) {
    let token = s.tokens[i];
    let (start, end) = (token.start, token.end);
    if let Some(spelling) = keyword(s.text(i)) {
        return edits.replace(start, end, spelling);
    }
    match s.text(i) {
        // `pthread_cleanup_push` of glibc: the model of `__pthread_register_cancel` needs to know what to run, and nothing ever
        // jumps back to where the buffer was set.
        b"__pthread_register_cancel" if s.is(i + 1, "(") && s.is(i + 2, "&") && s.is_name(i + 3) => {
            let buffer = String::from_utf8_lossy(s.text(i + 3)).into_owned();
            let keep = format!(
                "((void **)&{buffer})[0] = (void *)__cancel_routine, ((void **)&{buffer})[1] = (void *)__cancel_arg, "
            );
            edits.insert(start, keep);
        }
        b"__sigsetjmp" | b"__sigsetjmp_cancel"
            if i > 1 && s.is(i - 1, "=") && s.text(i - 2) == b"__not_first_call" && s.is(i + 1, "(") =>
        {
            if let Some(close) = s.mate(i + 1) {
                edits.replace(start, s.tokens[close].end, "0");
            }
        }
        b"__alignof__" | b"__alignof" => edits.replace(start, end, "& sizeof"),
        b"_Alignof" if !(s.is(i + 1, "(") && begins_type(s, i + 2, typedefs)) => edits.replace(start, end, "& sizeof"),
        b"__builtin_types_compatible_p" => types_compatible(s, i, edits, problems),
        b"__builtin_convertvector" if s.is(i + 1, "(") => {
            // Its second argument is a type.
            if let [_, (from, to)] = arguments(s, i + 1)[..] {
                edits.insert(s.tokens[from].start, "sizeof(");
                edits.insert(s.tokens[to - 1].end, ")");
            }
        }
        b"_Static_assert" if s.is(i + 1, "(") => {
            if let Some(close) = s.mate(i + 1).filter(|_| arguments(s, i + 1).len() == 1) {
                edits.insert(s.tokens[close].start, ", \"\"");
            }
        }
        b"_Alignas" if s.inside[i] == Inside::Record && s.is(i + 1, "(") => {
            // `lang-c` does not expect it in members; there the attribute means the same.
            if let Some(close) = s.mate(i + 1) {
                let of_type = begins_type(s, i + 2, typedefs);
                let before = if of_type { "__attribute__((aligned(_Alignof" } else { "__attribute__((aligned" };
                edits.replace(start, end, before);
                edits.insert(s.tokens[close].end, if of_type { ")))" } else { "))" });
            }
        }
        b"for" if s.is(i + 1, "(") => {
            // `lang-c` tries an expression first: `for (T *p; …)` would be a product.
            let product = s.is(i + 3, "*") && s.is_name(i + 4) && s.is_any(i + 5, &[";", ","]);
            if product && s.is_name(i + 2) && typedefs.contains(s.text(i + 2)) {
                edits.insert(s.tokens[i + 2].start, "auto ");
            }
        }
        b"typeof" | b"__typeof__" | b"__typeof" => {
            // `lang-c` takes the other spellings for names where it looks for an expression, and it looks for one
            // first: `typeof(typeof(x))` would be a call, `typeof(T[3])` an element.
            edits.replace(start, end, "__typeof");
            let ambiguous = s.is(i + 1, "(") && s.is_any(i + 3, &["[", "("]);
            if ambiguous && s.is_name(i + 2) && typedefs.contains(s.text(i + 2)) {
                edits.insert(s.tokens[i + 2].start, "__typeof(");
                edits.insert(s.tokens[i + 2].end, ")");
            }
        }
        // `asm("nop");` would be a call.
        b"asm" => edits.replace(start, end, "__asm__"),
        b"sizeof" => sizeof_compound_literal(s, i, edits),
        b"_Pragma" if s.is(i + 1, "(") => {
            if let Some(close) = s.mate(i + 1) {
                if String::from_utf8_lossy(&s.text[start..s.tokens[close].end]).contains("pack") {
                    problems.error(start, end, "`_Pragma(\"pack…\")` is not supported in preprocessed text");
                }
                edits.blank(start, s.tokens[close].end);
            }
        }
        b"__real__" | b"__real" | b"__imag__" | b"__imag" => {
            edits.replace(start, end, "& &");
        }
        b"__typeof_unqual__" | b"__typeof_unqual" => {
            problems.error(start, end, "`typeof_unqual` is not part of GNU C11");
        }
        text if text.iter().any(|b| !b.is_ascii_alphanumeric() && *b != b'_') => match std::str::from_utf8(text) {
            Ok(name) => edits.replace(start, end, markers::renamed(&unescaped(name))),
            Err(_) => problems.error(start, end, "this name is not valid UTF-8"),
        },
        text if text.starts_with(markers::PREFIX.as_bytes()) && markers::is_reserved(text) => {
            problems.error(start, end, "this name is reserved for the verifier");
        }
        _ => {}
    }
}

/// A name with universal character names (`\u00e9`) written as the characters.
fn unescaped(name: &str) -> String {
    let mut out = String::new();
    let mut rest = name;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let digits = if rest[at + 1..].starts_with('U') { 8 } else { 4 };
        let code = rest.get(at + 2..at + 2 + digits).and_then(|d| u32::from_str_radix(d, 16).ok());
        match code.and_then(char::from_u32) {
            Some(c) => {
                out.push(c);
                rest = &rest[at + 2 + digits..];
            }
            None => {
                out.push('\\');
                rest = &rest[at + 1..];
            }
        }
    }
    out.push_str(rest);
    out
}

/// Whether the token can only be the begin of a type name.
pub fn begins_type(s: &Structure, i: usize, typedefs: &Typedefs) -> bool {
    s.is_any(i, TYPE_KEYWORDS)
        || s.is_any(i, TYPE_PREFIXES)
        || s.is_any(i, &["const", "volatile", "__const", "__const__", "__volatile", "__volatile__"])
        || (s.is_name(i) && typedefs.contains(s.text(i)))
}

/// The first tokens and ends (exclusive) of the comma-separated parts between the brackets that open at `open`.
pub fn arguments(s: &Structure, open: usize) -> Vec<(usize, usize)> {
    let Some(close) = s.mate(open) else { return Vec::new() };
    let mut parts = Vec::new();
    let (mut from, mut at) = (open + 1, open + 1);
    while at < close {
        if s.is(at, ",") {
            parts.push((from, at));
            from = at + 1;
        }
        at = s.after(at);
    }
    parts.push((from, close));
    parts
}

fn types_compatible(s: &Structure, i: usize, edits: &mut Edits, problems: &mut Problems) {
    let token = s.tokens[i];
    let parts = if s.is(i + 1, "(") { arguments(s, i + 1) } else { Vec::new() };
    let [(a, a_end), (b, b_end)] = parts[..] else {
        problems.error(token.start, token.end, "`__builtin_types_compatible_p` takes two types");
        return;
    };
    edits.replace(token.start, token.end, markers::TYPES_COMPATIBLE);
    for (from, to) in [(a, a_end), (b, b_end)] {
        if from < to {
            edits.insert(s.tokens[from].start, "sizeof(");
            edits.insert(s.tokens[to - 1].end, ")");
        }
    }
}

/// `sizeof (T){ … }`: `lang-c` takes `sizeof (T)` for the whole and stumbles over the brace.
fn sizeof_compound_literal(s: &Structure, i: usize, edits: &mut Edits) {
    if !s.is(i + 1, "(") {
        return;
    }
    let brace = s.after(i + 1);
    let literal = s.is(brace, "{") && s.encloses[brace] == Inside::Init;
    if let Some(close) = s.mate(brace).filter(|_| literal) {
        edits.insert(s.tokens[i + 1].start, "(");
        edits.insert(s.tokens[close].end, ")");
    }
}

fn punctuator(s: &Structure, i: usize, edits: &mut Edits, problems: &mut Problems) {
    let token = s.tokens[i];
    match s.text(i) {
        b"?" if s.is(i + 1, ":") => edits.insert(token.end, format!(" {} ", markers::ELVIS)),
        b"{" if s.encloses[i] == Inside::Block && is_nested_body(s, i) => {
            if let Some(close) = s.mate(i) {
                let end = format!(" __attribute__(({})); ", markers::NESTED);
                edits.replace(token.start, s.tokens[close].end, end);
            }
        }
        b"{" if i > 0 && s.is(i - 1, ")") && s.encloses[i] == Inside::Init => {
            // `name(…) {` in a function cannot be a compound literal.
            let callee = s.mate(i - 1).and_then(|open| open.checked_sub(1)).filter(|name| s.is_name(*name));
            if let Some(name) = callee.filter(|_| s.inside[i] == Inside::Block) {
                problems.error_with_help(
                    s.tokens[name].start,
                    s.tokens[name].end,
                    format!("`{}(…) {{` inside a function", String::from_utf8_lossy(s.text(name))),
                    "is a macro not defined, or the type of a nested function left out?",
                );
            } else if s.is(i + 1, "}") {
                edits.insert(token.end, markers::EMPTY);
            }
        }
        _ => {}
    }
}

/// The suffix `q` of `__float128` constants.
fn number(s: &Structure, i: usize, edits: &mut Edits) {
    let token = s.tokens[i];
    if matches!(s.text(i).last(), Some(b'q' | b'Q')) {
        edits.replace(token.end - 1, token.end, "f128");
    }
}
