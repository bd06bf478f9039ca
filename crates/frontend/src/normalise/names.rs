//! Declared names: typedefs, implicit `int`, and parameters that shadow a typedef.
//!
//! `lang-c` keeps track of typedef names itself, with one gap: parameters are forgotten when the parameter list ends,
//! so in `typedef int T; int f(int T, int x) { T * x; }` it reads a declaration where C has a product. Here such a
//! parameter is renamed together with all its uses in the body. Renaming *all* ordinary uses of the name in the body
//! is sound: there the typedef is hidden from the first brace to the last, and what an inner block declares under the
//! same name is renamed along with its uses. Tags, labels and members live in name spaces of their own and stay.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::edits::{Edits, Problems};
use super::lexer::Kind;
use super::markers;
use super::structure::{Body, Inside, NONTYPE_SPECIFIERS, Structure, TYPE_KEYWORDS};

/// Names that are typedefs somewhere in the unit.
#[derive(Debug, Default)]
pub struct Typedefs<'t> {
    all: BTreeSet<&'t [u8]>,
    file_scope: BTreeSet<&'t [u8]>,
}

impl<'t> Typedefs<'t> {
    /// Finds the names that typedef declarations declare.
    pub fn find(s: &Structure<'t>) -> Typedefs<'t> {
        let mut typedefs = Typedefs::default();
        for i in 0..s.tokens.len() {
            if !s.is(i, "typedef") {
                continue;
            }
            // `int typedef T;` is allowed, so begin where the declaration begins.
            let mut start = i;
            while start > 0 && !s.item_start[start] {
                start -= 1;
            }
            for name in declared_names(s, start) {
                typedefs.all.insert(s.text(name));
                if s.inside[i] == Inside::File {
                    typedefs.file_scope.insert(s.text(name));
                }
            }
        }
        typedefs
    }

    /// Whether the name is a typedef somewhere.
    pub fn contains(&self, name: &[u8]) -> bool {
        self.all.contains(name)
    }
}

/// Skips specifiers from `at` on. Returns the first token after them, and whether one of them names a type.
fn skip_specifiers(s: &Structure, mut at: usize) -> (usize, bool) {
    let mut typed = false;
    loop {
        if s.is_any(at, &["struct", "union", "enum"]) {
            typed = true;
            at += 1;
            while s.tokens.get(at).is_some_and(|t| t.kind == Kind::Attribute) {
                at += 1;
            }
            if s.is_name(at) {
                at += 1;
            }
            while s.tokens.get(at).is_some_and(|t| t.kind == Kind::Attribute) {
                at += 1;
            }
            if s.is(at, "{") {
                at = s.after(at);
            }
        } else if s.is_any(at, &["typeof", "__typeof", "__typeof__"]) || (s.is(at, "_Atomic") && s.is(at + 1, "(")) {
            typed = true;
            at = s.after(at + 1);
        } else if s.is(at, "_Alignas") {
            at = s.after(at + 1);
        } else if s.is_any(at, TYPE_KEYWORDS) {
            typed = true;
            at += 1;
        } else if s.is_any(at, NONTYPE_SPECIFIERS)
            || s.is(at, "_Atomic")
            || s.tokens.get(at).is_some_and(|t| t.kind == Kind::Attribute)
        {
            at += 1;
        } else if !typed && s.is_name(at) {
            // A name in the place of a type is a type.
            typed = true;
            at += 1;
        } else {
            return (at, typed);
        }
    }
}

/// The name that a declarator declares: the first one in it.
fn declarator_name(s: &Structure, mut at: usize) -> Option<usize> {
    loop {
        if s.is_name(at) {
            return Some(at);
        }
        let passes = s.is_any(at, &["*", "("])
            || s.is_any(at, NONTYPE_SPECIFIERS)
            || s.is(at, "_Atomic")
            || s.tokens.get(at).is_some_and(|t| t.kind == Kind::Attribute);
        if !passes {
            return None;
        }
        at += 1;
    }
}

/// Whether the declaration that begins at `start` declares the name at `name`, after a type.
pub fn declares(s: &Structure, start: usize, name: usize) -> bool {
    let (at, typed) = skip_specifiers(s, start);
    typed && at <= name && declarator_name(s, at) == Some(name)
}

/// The tokens that are the declared names of the declaration that begins at `start`.
fn declared_names(s: &Structure, start: usize) -> Vec<usize> {
    let mut names = Vec::new();
    let (mut at, _) = skip_specifiers(s, start);
    loop {
        names.extend(declarator_name(s, at));
        while at < s.tokens.len() && !s.is_any(at, &[",", ";", ")", "}"]) {
            at = s.after(at);
        }
        if !s.is(at, ",") {
            return names;
        }
        at += 1;
    }
}

/// Inserts the `int` that old C leaves out: `f() { … }`, `static x;`, `*g();`.
pub fn implicit_int(s: &Structure, typedefs: &Typedefs, edits: &mut Edits) {
    for start in (0..s.tokens.len()).filter(|i| s.item_start[*i]) {
        if !matches!(s.inside[start], Inside::File | Inside::Block) {
            continue;
        }
        let mut at = start;
        while s.is_any(at, NONTYPE_SPECIFIERS) || s.tokens.get(at).is_some_and(|t| t.kind == Kind::Attribute) {
            at += 1;
        }
        // In a block only a specifier tells a declaration from a statement.
        let declares = s.inside[start] == Inside::File || s.is_any(start, NONTYPE_SPECIFIERS);
        if !declares || at >= s.tokens.len() {
            continue;
        }
        let name = s.is_name(at)
            && !typedefs.contains(s.text(at))
            && s.is_any(at + 1, &["(", "=", ";", ",", "["])
            && !s.is_any(at, &["__label__"]);
        let pointer = s.is(at, "*") && declarator_name(s, at).is_some();
        if name || pointer {
            edits.insert(s.tokens[at].start, "int ");
        }
    }
}

/// The names that function bodies and initialisers mention, without the prefix `__builtin_`: among them are all
/// functions that can be called.
pub fn mentioned(s: &Structure) -> BTreeSet<String> {
    let mut names: FxHashSet<&[u8]> = FxHashSet::default();
    let mut initialiser = false;
    let mut at = 0;
    while at < s.tokens.len() {
        let mut end = at + 1;
        if s.inside[at] == Inside::File {
            initialiser = if s.item_start[at] { false } else { initialiser || s.is(at, "=") };
            // Brackets at file scope are parameter lists and types unless they belong to a body or initialiser.
            let body = s.is(at, "{") && s.encloses[at] == Inside::Block;
            if !body && !initialiser {
                at = s.after(at);
                continue;
            }
            end = s.after(at);
        }
        names.extend((at..end).filter(|i| s.is_name(*i)).map(|i| s.text(i)));
        // `cleanup(f)` calls a function.
        for attribute in (at..end).filter(|i| s.tokens[*i].kind == Kind::Attribute) {
            names.extend(s.text(attribute).split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_'));
        }
        at = end;
    }
    names
        .into_iter()
        .filter_map(|name| std::str::from_utf8(name).ok())
        .map(|name| {
            let plain = name.strip_prefix("__builtin_").unwrap_or(name);
            // `__builtin___memcpy_chk` checks and then calls `memcpy`.
            let checked = plain.strip_prefix("__").and_then(|n| n.strip_suffix("_chk"));
            checked.filter(|_| plain.len() < name.len()).unwrap_or(plain).to_string()
        })
        .collect()
}

/// Finds declarations that begin where one before has not ended. `lang-c` reads `int x int f(void) { … }` as the begin
/// of an old-style definition and complains about a brace far away.
pub fn missing_semicolons(s: &Structure, typedefs: &Typedefs, problems: &mut Problems) {
    for i in 1..s.tokens.len() {
        let begins =
            s.is_any(i, TYPE_KEYWORDS) || s.is_any(i, &["struct", "union", "enum", "static", "extern", "typedef"]);
        if !begins || s.item_start[i] || !matches!(s.inside[i], Inside::File | Inside::Block | Inside::Record) {
            continue;
        }
        let before = i - 1;
        let ended = match s.tokens[before].kind {
            Kind::Number | Kind::Char | Kind::Str => false,
            Kind::Word => !s.is_name(before) || typedefs.contains(s.text(before)),
            Kind::Attribute => true,
            Kind::Punct => match s.text(before) {
                b"]" => false,
                b"}" => s.encloses[before] != Inside::Init,
                _ => true,
            },
        };
        if !ended {
            let (token, next) = (s.tokens[before], String::from_utf8_lossy(s.text(i)).into_owned());
            problems.error(token.start, token.end, format!("expected `;` after this, before `{next}`"));
        }
    }
}

/// Renames parameters that shadow a typedef.
pub fn shadowing_parameters(s: &Structure, typedefs: &Typedefs, edits: &mut Edits, problems: &mut Problems) {
    for body in &s.bodies {
        for parameter in parameters(s, body) {
            let name = s.text(parameter);
            if !typedefs.file_scope.contains(name) {
                continue;
            }
            let new = markers::renamed(&String::from_utf8_lossy(name));
            for i in parameter..body.close {
                if s.text(i) != name || !is_ordinary_use(s, i) {
                    continue;
                }
                // Between the parameter list and the body the name may also be the type of a later parameter.
                if i > parameter && i < body.open && s.is_name(i + 1) {
                    let token = s.tokens[i];
                    problems.error(token.start, token.end, "a parameter of the same name hides this type");
                    return;
                }
                edits.replace(s.tokens[i].start, s.tokens[i].end, new.as_str());
            }
        }
    }
}

/// Whether a name is neither tag, member nor label.
fn is_ordinary_use(s: &Structure, i: usize) -> bool {
    let before = i.wrapping_sub(1);
    let label = s.label_colon.get(i + 1).is_some_and(|l| *l) && s.item_start[i];
    !s.is_any(before, &[".", "->", "struct", "union", "enum", "goto"]) && !label && s.inside[i] != Inside::Record
}

/// The names of the parameters of a function definition.
fn parameters(s: &Structure, body: &Body) -> Vec<usize> {
    let (at, _) = skip_specifiers(s, body.header);
    // With an implicit `int` the function's name has been taken for its type.
    let name = if s.is(at, "(") && s.is_name(at.wrapping_sub(1)) && !s.is(at + 1, "*") && s.after(at) == body.open {
        Some(at - 1)
    } else {
        declarator_name(s, at)
    };
    let Some(open) = name.map(|n| n + 1).filter(|open| s.is(*open, "(")) else { return Vec::new() };
    super::rewrites::arguments(s, open)
        .into_iter()
        .filter_map(|(from, to)| {
            let (at, _) = skip_specifiers(s, from);
            declarator_name(s, at).filter(|name| *name < to)
        })
        .collect()
}
