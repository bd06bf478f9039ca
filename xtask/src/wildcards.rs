//! A match on a program construct lists every variant.
//!
//! Whoever adds an operation has to be told by the compiler where something must be said about it; an arm `_ =>` says something about operations that nobody
//! has thought of. So no match of the product may have such an arm beside one that names a variant of a construct. Who asks about one construct only says so
//! with `if let`, `let … else` or `matches!`; who asks about few uses the answers in `crates/program/src/flow.rs` and `crates/program/src/operands.rs`.
//!
//! **How.** The sources are read as text: comments and literals are blanked, then each `match` is taken apart into the patterns of its arms. A pattern
//! counts if it names a variant at its top or inside a tuple, a reference or an option. That is less than the compiler knows (a variant that
//! was imported by name is not seen), and enough to notice the habit.

use std::path::Path;

use crate::tree::{product, sources};

/// The constructs.
const CONSTRUCTS: [&str; 14] = [
    "Op::",
    "SyncOp::",
    "RmwOp::",
    "ExprKind::",
    "BinaryOp::",
    "UnaryOp::",
    "Scalar::",
    "Type::",
    "NondetKind::",
    "Meaning::",
    "StmtKind::",
    "LvalueKind::",
    "Flow::",
    "Control::",
];

/// Files that may, how often, and why.
const ALLOWED: [(&str, usize, &str); 3] = [
    // What is no pattern of a rule is left as it is, whatever the operator.
    ("crates/machine/src/lazy/preimage.rs", 1, "rules that simplify"),
    ("crates/machine/src/lazy/terms.rs", 1, "rules that simplify"),
    // The two functions are called with the operations of one kind of object, and what is left are those that take it.
    ("crates/machine/src/locks.rs", 2, "operations of one kind of object"),
];

/// Matches that are not complete.
pub fn check(root: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    for (name, text) in sources(root) {
        let lines = incomplete(product(&text));
        let allowed = ALLOWED.iter().find(|(file, ..)| *file == name).map_or(0, |(_, count, _)| *count);
        if lines.len() > allowed {
            let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
            problems.push(format!(
                "{name}: an arm `_ =>` beside variants of a program construct, line {}",
                lines.join(", ")
            ));
        }
        if lines.len() < allowed {
            problems.push(format!(
                "{name} may have {allowed} incomplete matches and has {}: change xtask/src/wildcards.rs",
                lines.len()
            ));
        }
    }
    problems
}

/// The lines of matches that name a construct and have an arm `_ =>`.
fn incomplete(text: &str) -> Vec<usize> {
    let blanked = blank(text);
    let starts = blanked.match_indices("match ").map(|(at, _)| at);
    let starts = starts.filter(|at| !blanked[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_'));
    let incomplete = starts.filter(|at| {
        let patterns = arms(&blanked[*at + "match ".len()..]);
        patterns.iter().any(|pattern| pattern == "_") && patterns.iter().any(|p| names_construct(p))
    });
    incomplete.map(|at| 1 + blanked[..at].matches('\n').count()).collect()
}

/// Whether a pattern names a variant of a construct, outside of brackets other than those of tuples and options.
fn names_construct(pattern: &str) -> bool {
    let pattern = pattern.split(" if ").next().unwrap_or_default();
    let mut hidden = 0i32;
    for (at, c) in pattern.char_indices() {
        let before = &pattern[..at];
        let of_variant = before.ends_with(|c: char| c.is_alphanumeric() || c == '_') && !before.ends_with("Some");
        match c {
            '{' | '[' => hidden += 1,
            '(' if of_variant || hidden > 0 => hidden += 1,
            '}' | ']' => hidden -= 1,
            ')' if hidden > 0 => hidden -= 1,
            c if c.is_alphabetic() => {
                let fresh = !before.ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
                if hidden == 0 && fresh && CONSTRUCTS.iter().any(|construct| pattern[at..].starts_with(construct)) {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

/// The patterns of the arms of a match, whose text begins with the scrutinee.
fn arms(text: &str) -> Vec<String> {
    let mut depth = 0;
    let mut patterns = Vec::new();
    let Some(body) = text.char_indices().find_map(|(at, c)| {
        depth += match c {
            '(' | '[' => 1,
            ')' | ']' => -1,
            _ => 0,
        };
        (c == '{' && depth == 0).then_some(at + 1)
    }) else {
        return patterns;
    };
    let (mut depth, mut pattern, mut in_pattern) = (0, String::new(), true);
    let mut rest = text[body..].chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            break;
        }
        if in_pattern && depth == 0 && c == '=' && rest.peek() == Some(&'>') {
            rest.next();
            patterns.push(pattern.split_whitespace().collect::<Vec<_>>().join(" "));
            (pattern, in_pattern) = (String::new(), false);
        } else if in_pattern {
            pattern.push(c);
        } else if depth == 0 && (c == ',' || c == '}') {
            // A comma after a block belongs to it.
            while rest.next_if(|c| c.is_whitespace() || *c == ',').is_some() {}
            in_pattern = true;
        }
    }
    patterns
}

/// The text with spaces for comments and for what is inside of literals.
fn blank(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if c == '"' {
            literal(rest, '"')
        } else if c == '\'' && (rest[1..].starts_with('\\') || rest.chars().nth(2) == Some('\'')) {
            literal(rest, '\'')
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        };
        out.extend(rest[..skipped].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        rest = &rest[skipped..];
    }
    out
}

/// The length of the literal that a text begins with.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn incomplete_matches_are_found() {
        let found = |text: &str| incomplete(text);
        assert_eq!(found("fn f() {\n    match op {\n        Op::Skip => 1,\n        _ => 2,\n    }\n}"), [2]);
        assert_eq!(found("match (a, &b.op) { (1, Op::Load { addr, .. }) => g(), _ => h() }"), [1]);
        assert_eq!(found("match x { Some(Op::Skip | Op::Fence) => { g() } _ => 1 }"), [1]);
        assert_eq!(found("match x { A => match y { SyncOp::Yield => 1, _ => 2 }, B => 3 }"), [1]);
        assert_eq!(
            found(
                "match x {\n    A => {}\n    B => match y {\n        ExprKind::Reg(_) => 1,\n        _ => 2,\n    },\n}"
            ),
            [3]
        );
    }

    #[test]
    fn complete_ones_and_other_matters_are_left_alone() {
        for text in [
            "match op { Op::Skip => 1, Op::Fence | Op::Load { .. } => 2 }",
            "match n { 0 => Op::Skip, _ => Op::Fence }",
            "match v { Value::Bits(_) => 1, _ => 2 }",
            "match r { Event::Input { kind: NondetKind::Inexact(_) } => 1, _ => 2 }",
            "match r { Event::Of(Op::Skip) => 1, _ => 2 }",
            "match op { _ if x => 1, Op::Skip => 2, Op::Fence => 3 }",
            "match c { 'x' => 1, // Op::Skip =>\n _ => \"Op::Skip\" }",
            "match flow { Flow::Nothing => 1, Flow::Access(a) => match a.n { 1 => 2, _ => 3 } }",
        ] {
            assert_eq!(incomplete(text), Vec::<usize>::new(), "{text}");
        }
    }
}
