//! Escape sequences and bytes in literals that `lang-c` does not accept.
//!
//! `lang-c` reads text, not bytes, and knows the escapes of the standard but no universal character names. Each other
//! escape is replaced by an equal one: `\e` by `\033`, `\u00e9` by the character itself, a byte that is not UTF-8 by
//! its octal code, and an unknown `\%` by `%`, as gcc does.

use super::edits::{Edits, Problems};
use super::lexer::Kind;
use super::structure::Structure;

/// Rewrites the literals of a unit.
pub fn rewrite(s: &Structure, edits: &mut Edits, problems: &mut Problems) {
    for token in &s.tokens {
        if matches!(token.kind, Kind::Char | Kind::Str) {
            literal(s.text, token.start, token.end, edits, problems);
        }
    }
}

fn literal(text: &[u8], start: usize, end: usize, edits: &mut Edits, problems: &mut Problems) {
    let bytes = &text[start..end];
    if !bytes.contains(&b'\\') && std::str::from_utf8(bytes).is_ok() {
        return;
    }
    let wide = matches!(bytes.first(), Some(b'L' | b'U')) || (bytes[0] == b'u' && bytes.get(1) != Some(&b'8'));
    let mut at = start;
    while at < end {
        if text[at] == b'\\' {
            at += escape(text, at, end, edits, problems);
        } else if text[at] < 0x80 {
            at += 1;
        } else {
            let length = utf8_length(&text[at..end]);
            if length == 0 && wide {
                problems.error(at, at + 1, "this byte of a wide literal is not UTF-8");
            } else if length == 0 {
                edits.replace(at, at + 1, format!("\\{:03o}", text[at]));
            }
            at += length.max(1);
        }
    }
}

/// Bytes of the valid UTF-8 character at the start; 0 if there is none.
fn utf8_length(bytes: &[u8]) -> usize {
    (1..=4.min(bytes.len())).find(|n| std::str::from_utf8(&bytes[..*n]).is_ok()).unwrap_or(0)
}

/// Handles the escape at `at` and returns its length.
fn escape(text: &[u8], at: usize, end: usize, edits: &mut Edits, problems: &mut Problems) -> usize {
    match text[at + 1] {
        b'\'' | b'"' | b'?' | b'\\' | b'a' | b'b' | b'f' | b'n' | b'r' | b't' | b'v' | b'0'..=b'7' => 2,
        b'x' => {
            if !text[at + 2..end].first().is_some_and(u8::is_ascii_hexdigit) {
                problems.error(at, at + 2, "`\\x` without a hexadecimal digit");
            }
            2
        }
        b'e' | b'E' => {
            edits.replace(at, at + 2, "\\033");
            2
        }
        letter @ (b'u' | b'U') => {
            let length = if letter == b'u' { 6 } else { 10 };
            let digits = text.get(at + 2..(at + length).min(end)).and_then(|d| std::str::from_utf8(d).ok());
            let character = digits
                .filter(|d| d.len() == length - 2)
                .and_then(|d| u32::from_str_radix(d, 16).ok())
                .and_then(char::from_u32);
            match character {
                Some(c) if c >= '\u{80}' || matches!(c, '$' | '@' | '`') => {
                    edits.replace(at, at + length, c.to_string());
                    length
                }
                Some(_) | None => {
                    problems.error(at, at + 2, "this is not a valid universal character name");
                    2
                }
            }
        }
        b'\n' => {
            edits.replace(at, at + 2, "");
            2
        }
        _ => {
            edits.replace(at, at + 1, "");
            2
        }
    }
}
