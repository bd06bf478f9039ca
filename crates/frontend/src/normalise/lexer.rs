//! Preprocessed bytes to tokens.
//!
//! The lexer works on bytes, so a Latin-1 letter in a string is no obstacle. Comments, directive lines and white space
//! that `lang-c` does not know (form feeds, lone carriage returns, spliced lines) are not tokens: they become edits
//! that blank them. `#pragma pack` is remembered, because it changes the layout of what follows.

use raddle_program::{Diagnostic, Span, UnitId};

use super::edits::Edits;

/// What kind of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name or keyword.
    Word,
    /// A number.
    Number,
    /// A character constant, prefix included.
    Char,
    /// One string literal, prefix included.
    Str,
    /// An operator or bracket.
    Punct,
    /// A whole `__attribute__((…))`; made after lexing by `attributes`.
    Attribute,
}

/// A token: a byte range of the text.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// From byte `offset` on, `#pragma pack` limits the alignment of members to `limit` bytes (`None`: no limit).
#[derive(Clone, Copy, Debug)]
pub struct Pack {
    /// Where it begins.
    pub offset: usize,
    /// The limit.
    pub limit: Option<u64>,
}

/// The tokens of a text and what was found between them.
pub struct Lexed {
    /// In order.
    pub tokens: Vec<Token>,
    /// In order.
    pub packs: Vec<Pack>,
}

/// The punctuators of more than one byte, longest first.
const LONG: &[&[u8]] = &[
    b"<<=", b">>=", b"...", b"->", b"++", b"--", b"<<", b">>", b"<=", b">=", b"==", b"!=", b"&&", b"||", b"*=", b"/=",
    b"%=", b"+=", b"-=", b"&=", b"^=", b"|=", b"<:", b":>", b"<%", b"%>",
];

/// What a digraph is another spelling of.
pub fn digraph(spelling: &[u8]) -> Option<&'static str> {
    match spelling {
        b"<:" => Some("["),
        b":>" => Some("]"),
        b"<%" => Some("{"),
        b"%>" => Some("}"),
        _ => None,
    }
}

struct Lexer<'t> {
    text: &'t [u8],
    unit: UnitId,
    at: usize,
    line_start: bool,
    tokens: Vec<Token>,
    packs: Vec<Pack>,
    /// What `push` has kept, with the name it was given.
    pack_stack: Vec<(String, Option<u64>)>,
    errors: Vec<Diagnostic>,
}

/// Splits `text` into tokens; blanks what is none.
pub fn lex(text: &[u8], unit: UnitId, edits: &mut Edits) -> Result<Lexed, Vec<Diagnostic>> {
    let mut lexer = Lexer {
        text,
        unit,
        at: 0,
        line_start: true,
        tokens: Vec::with_capacity(text.len() / 4),
        packs: Vec::new(),
        pack_stack: Vec::new(),
        errors: Vec::new(),
    };
    while lexer.at < text.len() && lexer.errors.len() < 20 {
        lexer.next(edits);
    }
    if lexer.errors.is_empty() { Ok(Lexed { tokens: lexer.tokens, packs: lexer.packs }) } else { Err(lexer.errors) }
}

/// Whether a byte may be part of a name. All bytes above ASCII may: they are letters in some encoding.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn error(&mut self, start: usize, end: usize, message: impl Into<String>) {
        let span = Span { unit: self.unit, start: start as u32, end: end as u32 };
        self.errors.push(Diagnostic::error(span, message));
    }

    fn push(&mut self, kind: Kind, start: usize) {
        self.tokens.push(Token { kind, start, end: self.at });
        self.line_start = false;
    }

    /// Consumes one token or one stretch of what is none.
    fn next(&mut self, edits: &mut Edits) {
        let start = self.at;
        match self.peek(0) {
            b'\n' => {
                self.at += 1;
                self.line_start = true;
            }
            b' ' | b'\t' => self.at += 1,
            b'\r' | 0x0b | 0x0c => {
                self.at += 1;
                edits.blank(start, self.at);
            }
            b'\\' if matches!(self.peek(1), b'\n') || (self.peek(1) == b'\r' && self.peek(2) == b'\n') => {
                self.at += if self.peek(1) == b'\r' { 3 } else { 2 };
                edits.blank(start, self.at);
            }
            b'/' if self.peek(1) == b'/' => {
                self.skip_line();
                edits.blank(start, self.at);
            }
            b'/' if self.peek(1) == b'*' => match find(self.text, self.at + 2, b"*/") {
                Some(end) => {
                    self.at = end + 2;
                    edits.blank(start, self.at);
                }
                None => {
                    self.error(start, start + 2, "this comment is never closed");
                    self.at = self.text.len();
                }
            },
            b'#' if self.line_start => {
                self.skip_line();
                match self.directive(start) {
                    None => edits.blank(start, self.at),
                    Some(refused) => edits.replace(start, self.at, refused),
                }
            }
            b'"' => self.literal(start, b'"', Kind::Str),
            b'\'' => self.literal(start, b'\'', Kind::Char),
            b'0'..=b'9' => self.number(start),
            b'.' if self.peek(1).is_ascii_digit() => self.number(start),
            b'\\' if matches!(self.peek(1), b'u' | b'U') => self.word(start, edits),
            byte if is_word(byte) => self.word(start, edits),
            byte if byte.is_ascii_punctuation() && !matches!(byte, b'@' | b'`' | b'\\' | b'#') => {
                let long = LONG.iter().find(|p| self.text[start..].starts_with(p));
                self.at += long.map_or(1, |p| p.len());
                if let Some(meant) = long.and_then(|p| digraph(p)) {
                    edits.replace(start, self.at, meant);
                }
                self.push(Kind::Punct, start);
            }
            byte => {
                self.at += 1;
                let message = match byte {
                    0x21..=0x7e => format!("stray `{}` in the program", byte as char),
                    _ => format!("stray byte 0x{byte:02x} in the program"),
                };
                self.error(start, start + 1, message);
            }
        }
    }

    fn skip_line(&mut self) {
        self.at = find(self.text, self.at, b"\n").unwrap_or(self.text.len());
    }

    fn word(&mut self, start: usize, edits: &mut Edits) {
        loop {
            if is_word(self.peek(0)) && self.at < self.text.len() {
                self.at += 1;
            } else if self.peek(0) == b'\\' && matches!(self.peek(1), b'u' | b'U') {
                self.at += 2;
            } else {
                break;
            }
        }
        let prefix = &self.text[start..self.at];
        match self.peek(0) {
            b'"' if matches!(prefix, b"L" | b"u" | b"U" | b"u8") => self.literal(start, b'"', Kind::Str),
            b'\'' if matches!(prefix, b"L" | b"u" | b"U") => self.literal(start, b'\'', Kind::Char),
            b'"' if matches!(prefix, b"R" | b"LR" | b"uR" | b"UR" | b"u8R") => {
                self.raw_string(start, edits);
            }
            _ => self.push(Kind::Word, start),
        }
    }

    /// `R"x(…)x"`: everything between the brackets as it stands. It becomes an ordinary literal.
    fn raw_string(&mut self, start: usize, edits: &mut Edits) {
        let prefix = String::from_utf8_lossy(&self.text[start..self.at - 1]).into_owned();
        let rest = &self.text[self.at + 1..];
        let delimiter = rest.iter().position(|b| *b == b'(').map(|at| &rest[..at]);
        let Some(delimiter) = delimiter.filter(|d| d.len() <= 16) else {
            self.error(start, self.at + 1, "invalid delimiter of a raw string");
            self.at = self.text.len();
            return;
        };
        let close: Vec<u8> = [b")", delimiter, b"\""].concat();
        let from = self.at + 1 + delimiter.len() + 1;
        let Some(to) = find(self.text, from, &close) else {
            self.error(start, self.at + 1, "this literal is never closed");
            self.at = self.text.len();
            return;
        };
        let mut ordinary = format!("{prefix}\"");
        for byte in &self.text[from..to] {
            match byte {
                b' ' | b'!' | b'#'..=b'[' | b']'..=b'~' => ordinary.push(char::from(*byte)),
                _ => ordinary.push_str(&format!("\\{byte:03o}")),
            }
        }
        ordinary.push('"');
        self.at = to + close.len();
        edits.replace(start, self.at, ordinary);
        self.push(Kind::Str, start);
    }

    /// A preprocessing number: digits, letters, dots, and signs after an exponent letter.
    fn number(&mut self, start: usize) {
        loop {
            let byte = self.peek(0);
            if matches!(byte, b'e' | b'E' | b'p' | b'P') && matches!(self.peek(1), b'+' | b'-') {
                let hexadecimal = matches!(&self.text[start..][..2.min(self.at - start)], b"0x" | b"0X");
                if hexadecimal && matches!(byte, b'e' | b'E') { self.at += 1 } else { self.at += 2 }
            } else if byte.is_ascii_alphanumeric() || byte == b'.' || byte == b'_' {
                // `1...3` in a case range is not one number.
                if byte == b'.' && self.text[self.at..].starts_with(b"...") {
                    break;
                }
                self.at += 1;
            } else {
                break;
            }
        }
        self.push(Kind::Number, start);
    }

    fn literal(&mut self, start: usize, quote: u8, kind: Kind) {
        self.at += 1;
        loop {
            match self.peek(0) {
                b'\\' => self.at += 2,
                byte if byte == quote && self.at < self.text.len() => {
                    self.at += 1;
                    break;
                }
                b'\n' => {
                    self.error(start, self.at, "this literal is not closed on its line");
                    break;
                }
                _ => self.at += 1,
            }
            if self.at >= self.text.len() {
                self.at = self.text.len();
                self.error(start, start + 1, "this literal is never closed");
                break;
            }
        }
        if kind == Kind::Char && self.at - start == 2 {
            self.error(start, self.at, "empty character constant");
        }
        self.push(kind, start);
    }

    /// A directive line: line markers are known to the source map, `#pragma pack` matters, and whatever else only a
    /// preprocessor understands means that there was none.
    fn directive(&mut self, start: usize) -> Option<String> {
        let line = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
        let body = line[1..].trim();
        let word = body.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or("");
        match word {
            "" | "line" | "ident" | "sccs" => {}
            "pragma" => return self.pragma(start, body["pragma".len()..].trim()),
            _ if word.bytes().all(|b| b.is_ascii_digit()) => {}
            _ => self.error(start, self.at, format!("`#{word}` in a text that should be preprocessed")),
        }
        None
    }

    /// What has to stand in the place of a pragma that we do not model.
    fn pragma(&mut self, start: usize, body: &str) -> Option<String> {
        let mut words = body.split_whitespace();
        match (words.next(), words.next()) {
            (Some("redefine_extname"), _) => return Some(super::markers::refused("the pragma 'redefine_extname'")),
            (Some("scalar_storage_order"), Some("big-endian")) => {
                return Some(super::markers::refused("the pragma 'scalar_storage_order big-endian'"));
            }
            (Some(_) | None, Some(_) | None) => {}
        }
        if let Some(arguments) = body.strip_prefix("pack") {
            self.pack(start, arguments);
        }
        None
    }

    /// `#pragma pack(push, name, 4)` and its forms.
    fn pack(&mut self, start: usize, arguments: &str) {
        let inner = arguments.trim().strip_prefix('(').and_then(|a| a.split(')').next());
        let Some(inner) = inner else { return };
        let mut limit = self.packs.last().and_then(|p| p.limit);
        let mut empty = true;
        let mut pops = false;
        for argument in inner.split(',').map(str::trim).filter(|a| !a.is_empty()) {
            empty = false;
            match argument {
                "push" => self.pack_stack.push((String::new(), limit)),
                "pop" => {
                    pops = true;
                    limit = self.pack_stack.last().and_then(|(_, limit)| *limit);
                }
                number => match number.parse::<u64>() {
                    Ok(0) => limit = None,
                    Ok(n) if n.is_power_of_two() && n <= 16 => limit = Some(n),
                    Ok(_) => self.error(start, self.at, "an alignment is a small power of two"),
                    // A name: `pop` goes back to the `push` that has it, and does nothing if there is none.
                    Err(_) if pops => match self.pack_stack.iter().rposition(|(name, _)| name == argument) {
                        Some(at) => {
                            self.pack_stack.truncate(at + 1);
                            limit = self.pack_stack[at].1;
                        }
                        None => return,
                    },
                    Err(_) => {
                        if let Some((name, _)) = self.pack_stack.last_mut() {
                            *name = argument.to_string();
                        }
                    }
                },
            }
        }
        if pops {
            self.pack_stack.pop();
        }
        if empty {
            limit = None;
        }
        self.packs.push(Pack { offset: start, limit });
    }
}

/// The first place of `needle` at or after `from`.
fn find(text: &[u8], from: usize, needle: &[u8]) -> Option<usize> {
    let rest = text.get(from..)?;
    rest.windows(needle.len()).position(|w| w == needle).map(|at| from + at)
}
