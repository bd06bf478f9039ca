//! The skeleton of a token stream: which bracket closes which, what each brace encloses, where block items begin.
//!
//! One forward pass with a stack. A brace is told apart by what stands before it: `struct S {` encloses members,
//! `= {` and `(T) {` an initialiser, `({` and `) {` after a control head statements. That is all the parsing the
//! rewrites need; whatever is not valid C is classified somehow and left to `lang-c` to reject.

use super::edits::Problems;
use super::lexer::{Kind, Token, digraph};

/// What the innermost bracket around a token encloses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// Nothing around: file scope.
    File,
    /// Statements: a function body, a block, a statement expression.
    Block,
    /// Members of a struct or union.
    Record,
    /// Enumerators.
    Enum,
    /// An initialiser or a compound literal.
    Init,
    /// `( … )`
    Paren,
    /// `[ … ]`
    Square,
}

/// A function definition.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// First token of the definition (of its last declaration if it is old-style).
    pub header: usize,
    /// The opening brace.
    pub open: usize,
    /// The closing brace.
    pub close: usize,
}

/// The deepest nesting of `(` and `[` that is accepted. The parser's time grows with the square of this depth; clang's
/// own limit is 256.
pub const MAX_NESTING: usize = 512;

/// The deepest nesting of `{`.
pub const MAX_BRACES: usize = 1000;

/// The most steps from the file down to a token, counting brackets, the links of `else if` and label chains, and the
/// tokens of an expression (each of which may be an operator whose operand is the rest). It bounds the depth of the
/// syntax tree and so the stack that the front end needs.
pub const MAX_DEPTH: usize = 50_000;

const NONE: usize = usize::MAX;

/// Tokens with their skeleton.
pub struct Structure<'t> {
    /// The original text.
    pub text: &'t [u8],
    /// Its tokens.
    pub tokens: Vec<Token>,
    /// For each token what is around it (for a bracket: around the pair).
    pub inside: Vec<Inside>,
    /// For each opening brace what it encloses; `inside` of the token for all others.
    pub encloses: Vec<Inside>,
    /// Whether a declaration, member or statement begins here.
    pub item_start: Vec<bool>,
    /// Whether this colon ends a label.
    pub label_colon: Vec<bool>,
    /// All function definitions.
    pub bodies: Vec<Body>,
    mates: Vec<usize>,
}

impl<'t> Structure<'t> {
    /// The text of a token; empty beyond the end.
    pub fn text(&self, index: usize) -> &'t [u8] {
        let spelling: &'t [u8] = self.tokens.get(index).map_or(b"", |t| &self.text[t.start..t.end]);
        digraph(spelling).map_or(spelling, str::as_bytes)
    }

    /// Whether a token is spelled so.
    pub fn is(&self, index: usize, spelling: &str) -> bool {
        self.text(index) == spelling.as_bytes()
    }

    /// Whether a token is one of these.
    pub fn is_any(&self, index: usize, spellings: &[&str]) -> bool {
        let text = self.text(index);
        spellings.iter().any(|s| s.as_bytes() == text)
    }

    /// Whether a token is a name or keyword.
    pub fn is_word(&self, index: usize) -> bool {
        self.tokens.get(index).is_some_and(|t| t.kind == Kind::Word)
    }

    /// Whether a token is a name and not a keyword.
    pub fn is_name(&self, index: usize) -> bool {
        self.is_word(index) && !is_keyword(self.text(index))
    }

    /// The bracket that belongs to a bracket.
    pub fn mate(&self, index: usize) -> Option<usize> {
        self.mates.get(index).copied().filter(|m| *m != NONE)
    }

    /// The token after the bracket pair that opens at `index`, or after the token if it opens none.
    pub fn after(&self, index: usize) -> usize {
        match self.mate(index) {
            Some(close) if close > index => close + 1,
            _ => index + 1,
        }
    }
}

/// Keywords that begin or belong to a declaration's specifiers but name no type.
pub const NONTYPE_SPECIFIERS: &[&str] = &[
    "extern",
    "static",
    "auto",
    "register",
    "typedef",
    "inline",
    "__inline",
    "__inline__",
    "const",
    "__const",
    "__const__",
    "volatile",
    "__volatile",
    "__volatile__",
    "restrict",
    "__restrict",
    "__restrict__",
    "_Noreturn",
    "_Thread_local",
    "__thread",
];

/// Keywords that name a type by themselves.
pub const TYPE_KEYWORDS: &[&str] = &[
    "void",
    "char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "signed",
    "__signed",
    "__signed__",
    "unsigned",
    "_Bool",
    "_Complex",
    "__complex",
    "__complex__",
    "__int128",
    "__float128",
    "__float80",
    "_Float16",
    "_Float32",
    "_Float64",
    "_Float128",
    "_Float32x",
    "_Float64x",
    "_Float128x",
    "_Decimal32",
    "_Decimal64",
    "_Decimal128",
    "__auto_type",
    "__builtin_va_list",
    "__int128_t",
    "__uint128_t",
];

/// Keywords that name a type with what follows them.
pub const TYPE_PREFIXES: &[&str] = &["struct", "union", "enum", "typeof", "__typeof", "__typeof__", "_Atomic"];

const OTHER_KEYWORDS: &[&str] = &[
    "_Alignas",
    "_Alignof",
    "_Generic",
    "_Static_assert",
    "__alignof",
    "__alignof__",
    "__asm",
    "__asm__",
    "__attribute",
    "__attribute__",
    "__label__",
    "asm",
    "break",
    "case",
    "continue",
    "default",
    "do",
    "else",
    "for",
    "goto",
    "if",
    "return",
    "sizeof",
    "switch",
    "while",
];

/// Whether a word is a keyword.
pub fn is_keyword(word: &[u8]) -> bool {
    let Ok(word) = std::str::from_utf8(word) else { return false };
    [NONTYPE_SPECIFIERS, TYPE_KEYWORDS, TYPE_PREFIXES, OTHER_KEYWORDS].iter().any(|list| list.contains(&word))
}

struct Open {
    index: usize,
    encloses: Inside,
    /// The next token begins an item.
    item: bool,
    /// Steps down to this bracket.
    base: usize,
    /// Statements that hang on the one before: bodies of `if`, `else` branches, what a label stands at.
    chain: usize,
    /// Tokens of the current expression.
    run: usize,
    /// `?` seen after `case` and not yet met by their `:`; `None` outside of a case label.
    case: Option<usize>,
}

impl Open {
    fn new(index: usize, encloses: Inside, base: usize) -> Open {
        let item = !matches!(encloses, Inside::Paren | Inside::Square);
        Open { index, encloses, item, base, chain: 0, run: 0, case: None }
    }

    fn depth(&self) -> usize {
        self.base + self.chain + self.run
    }
}

/// Finds the skeleton of a token stream.
pub fn structure<'t>(text: &'t [u8], tokens: Vec<Token>, problems: &mut Problems) -> Structure<'t> {
    let count = tokens.len();
    let mut s = Structure {
        text,
        tokens,
        inside: vec![Inside::File; count],
        encloses: vec![Inside::File; count],
        item_start: vec![false; count],
        label_colon: vec![false; count],
        bodies: Vec::new(),
        mates: vec![NONE; count],
    };
    let mut stack = vec![Open::new(NONE, Inside::File, 0)];
    let mut nesting = 0;
    // First token of the current external declaration, and whether it has reached its initialiser.
    let mut external = 0;
    let mut initialised = false;
    for i in 0..count {
        let Some(top) = stack.last_mut() else { break };
        let parent = top.encloses;
        s.inside[i] = parent;
        s.encloses[i] = parent;
        let token = s.tokens[i];
        let starts = top.item && matches!(parent, Inside::File | Inside::Block | Inside::Record);
        s.item_start[i] = starts;
        top.item = false;
        if parent == Inside::File && starts {
            external = i;
            initialised = false;
        }
        count_depth(top, &text[token.start..token.end], starts, i > 0 && is_end(text, s.tokens[i - 1]));
        if top.depth() > MAX_DEPTH {
            let message = format!("this statement or expression is more than {MAX_DEPTH} steps deep");
            problems.error_with_help(token.start, token.end, message, "split it into several statements");
            return s;
        }
        match &text[token.start..token.end] {
            b"(" | b"[" => {
                nesting += 1;
                if nesting > MAX_NESTING {
                    problems.error_with_help(
                        token.start,
                        token.end,
                        format!("brackets are nested more than {MAX_NESTING} levels deep here"),
                        "split the expression into several statements",
                    );
                    return s;
                }
                let encloses = if text[token.start] == b'(' { Inside::Paren } else { Inside::Square };
                let base = top.depth() + 1;
                stack.push(Open::new(i, encloses, base));
            }
            b"{" => {
                if stack.len() - nesting > MAX_BRACES {
                    problems.error(
                        token.start,
                        token.end,
                        format!("braces are nested more than {MAX_BRACES} levels deep here"),
                    );
                    return s;
                }
                let encloses = classify(&s, i, parent, initialised);
                s.encloses[i] = encloses;
                let base = stack.last().map_or(0, Open::depth) + 1;
                stack.push(Open::new(i, encloses, base));
            }
            closing @ (b")" | b"]" | b"}") => {
                let open = top.index;
                let fits =
                    open != NONE && matches!((s.text(open), closing), (b"(", b")") | (b"[", b"]") | (b"{", b"}"));
                if !fits {
                    unmatched(&s, i, open, problems);
                    return s;
                }
                let closed = top.encloses;
                stack.pop();
                s.mates[open] = i;
                s.mates[i] = open;
                if closing != b"}" {
                    nesting -= 1;
                }
                let Some(top) = stack.last_mut() else { break };
                s.inside[i] = top.encloses;
                s.encloses[i] = closed;
                top.item = match closed {
                    Inside::Block => matches!(top.encloses, Inside::Block | Inside::File),
                    Inside::Paren => top.encloses == Inside::Block && is_control_head(&s, open),
                    Inside::File | Inside::Record | Inside::Enum | Inside::Init | Inside::Square => false,
                };
                if closed == Inside::Block && top.encloses == Inside::File {
                    s.bodies.push(Body { header: external, open, close: i });
                }
            }
            b";" => top.item = true,
            b"=" if parent == Inside::File => initialised = true,
            b"else" | b"do" if parent == Inside::Block => top.item = true,
            b"case" if starts => top.case = Some(0),
            b"?" => top.case = top.case.map(|open| open + 1),
            b":" if parent == Inside::Block => {
                let label = match top.case {
                    Some(0) => true,
                    Some(open) => {
                        top.case = Some(open - 1);
                        false
                    }
                    None => i > 0 && s.item_start[i - 1] && s.is_word(i - 1),
                };
                if label {
                    top.case = None;
                    top.item = true;
                    s.label_colon[i] = true;
                }
            }
            _ => {}
        }
    }
    if let Some(open) = stack.last().map(|o| o.index).filter(|o| *o != NONE) {
        let token = s.tokens[open];
        let what = String::from_utf8_lossy(s.text(open)).into_owned();
        problems.error(token.start, token.end, format!("this `{what}` is never closed"));
    }
    s
}

/// Whether a token ends a statement or opens a list of them.
fn is_end(text: &[u8], token: Token) -> bool {
    matches!(text[token.start], b';' | b'{' | b'}') && token.end - token.start == 1
}

/// Counts a token for [`MAX_DEPTH`].
fn count_depth(top: &mut Open, token: &[u8], starts: bool, after_end: bool) {
    if starts {
        top.run = 0;
        if !after_end {
            top.chain += 1;
        } else if !matches!(token, b"else" | b"while") {
            top.chain = 0;
        }
    } else if matches!(token, b"," | b";") {
        top.run = 0;
    } else if token[0] != b'"' {
        top.run += 1;
    }
}

fn unmatched(s: &Structure, at: usize, open: usize, problems: &mut Problems) {
    let token = s.tokens[at];
    let what = String::from_utf8_lossy(s.text(at)).into_owned();
    let message = match s.tokens.get(open) {
        Some(_) => format!("this `{what}` does not close the `{}` before it", String::from_utf8_lossy(s.text(open))),
        None => format!("this `{what}` closes nothing"),
    };
    problems.error(token.start, token.end, message);
}

/// Whether a parenthesis belongs to `if`, `while`, `for` or `switch`.
fn is_control_head(s: &Structure, open: usize) -> bool {
    open > 0 && s.is_any(open - 1, &["if", "while", "for", "switch"])
}

/// What the brace at `i` encloses.
fn classify(s: &Structure, i: usize, parent: Inside, initialised: bool) -> Inside {
    if let Some(keyword) = record_keyword(s, i) {
        return if s.is(keyword, "enum") { Inside::Enum } else { Inside::Record };
    }
    let Some(before) = i.checked_sub(1) else { return Inside::Block };
    match parent {
        Inside::Init | Inside::Enum | Inside::Square => Inside::Init,
        Inside::File => {
            if initialised || s.is(before, "=") {
                Inside::Init
            } else {
                Inside::Block
            }
        }
        Inside::Paren => {
            if s.is(before, "(") {
                Inside::Block
            } else {
                Inside::Init
            }
        }
        Inside::Block | Inside::Record => {
            if is_nested_body(s, i) {
                return Inside::Block;
            }
            let control = s.mate(before).is_some_and(|open| s.is(before, ")") && is_control_head(s, open));
            if control || s.item_start[i] || !s.is_any(before, &[")", "=", ",", "(", "["]) {
                Inside::Block
            } else {
                Inside::Init
            }
        }
    }
}

/// Whether the brace opens the body of a function inside a function: `int f(…) {`.
pub fn is_nested_body(s: &Structure, brace: usize) -> bool {
    let close = brace.wrapping_sub(1);
    let Some(open) = s.mate(close).filter(|open| s.is(close, ")") && *open > 0 && *open < close) else { return false };
    let name = open - 1;
    if s.inside[brace] != Inside::Block || !s.is_name(name) {
        return false;
    }
    let mut start = name;
    while start > 0 && !s.item_start[start] {
        start -= 1;
    }
    super::names::declares(s, start, name)
}

/// The `struct`, `union` or `enum` whose body opens at `brace`.
pub fn record_keyword(s: &Structure, brace: usize) -> Option<usize> {
    let mut at = brace;
    let mut tags = 0;
    while at > 0 {
        at -= 1;
        if s.is_any(at, &["struct", "union", "enum"]) {
            return Some(at);
        }
        if s.is_name(at) && tags == 0 {
            tags = 1;
        } else if s.tokens[at].kind != Kind::Attribute {
            return None;
        }
    }
    None
}
