//! The values of literals: C11 6.4.4 and 6.4.5.
//!
//! The parser hands literals over as text. Everything here is a pure function from that text to a bit pattern and a
//! type, so it can be tested without a program.

use lang_c::ast;
use raddle_program::{DataModel, FloatKind, IntKind};

use super::float;

/// The value and type of an integer constant (6.4.4.1): the first type of the list in which the value fits.
pub fn integer(literal: &ast::Integer, model: DataModel) -> Result<(u128, IntKind), String> {
    let (radix, decimal) = match literal.base {
        ast::IntegerBase::Decimal => (10, true),
        ast::IntegerBase::Octal => (8, false),
        ast::IntegerBase::Hexadecimal => (16, false),
        ast::IntegerBase::Binary => (2, false),
    };
    let value =
        u128::from_str_radix(&literal.number, radix).map_err(|_| "integer constant is too large".to_string())?;
    let kinds: &[IntKind] = match literal.suffix.size {
        ast::IntegerSize::Int => &[IntKind::Int, IntKind::Long, IntKind::LongLong, IntKind::Int128],
        ast::IntegerSize::Long => &[IntKind::Long, IntKind::LongLong, IntKind::Int128],
        ast::IntegerSize::LongLong => &[IntKind::LongLong, IntKind::Int128],
    };
    for kind in kinds {
        let bits = 8 * kind.size(model) as u32;
        // A decimal constant never becomes unsigned by itself.
        if !literal.suffix.unsigned && value < 1 << (bits - 1) {
            return Ok((value, *kind));
        }
        if (literal.suffix.unsigned || !decimal) && (bits == 128 || value < 1 << bits) {
            return Ok((value, kind.to_unsigned()));
        }
    }
    Err("integer constant is too large".to_string())
}

/// The bits and format of a floating constant (6.4.4.2); `None` in the format for those we do not model.
pub fn floating(literal: &ast::Float) -> Result<(u128, Option<FloatKind>), String> {
    let kind = match &literal.suffix.format {
        ast::FloatFormat::Float => Some(FloatKind::F32),
        ast::FloatFormat::Double => Some(FloatKind::F64),
        ast::FloatFormat::LongDouble => Some(FloatKind::F80),
        ast::FloatFormat::TS18661Format(format) => extended_kind(format),
    };
    let kind = if literal.suffix.imaginary { None } else { kind };
    let text = match literal.base {
        ast::FloatBase::Decimal => literal.number.to_string(),
        ast::FloatBase::Hexadecimal => format!("0x{}", literal.number),
    };
    match kind {
        None => Ok((0, None)),
        Some(kind) => match float::parse(&text, kind) {
            Some(bits) => Ok((bits, Some(kind))),
            None => Err(format!("malformed floating constant `{text}`")),
        },
    }
}

/// The format of `_Float32`, `_Float64x`, …; `None` for half precision and decimal formats.
pub fn extended_kind(format: &ast::TS18661FloatType) -> Option<FloatKind> {
    match (&format.format, format.width) {
        (ast::TS18661FloatFormat::BinaryInterchange, 32) => Some(FloatKind::F32),
        (ast::TS18661FloatFormat::BinaryInterchange, 64) => Some(FloatKind::F64),
        (ast::TS18661FloatFormat::BinaryInterchange, 128) => Some(FloatKind::F128),
        (ast::TS18661FloatFormat::BinaryExtended, 32) => Some(FloatKind::F64),
        (ast::TS18661FloatFormat::BinaryExtended, 64) => Some(FloatKind::F80),
        (ast::TS18661FloatFormat::BinaryInterchange | ast::TS18661FloatFormat::BinaryExtended, _)
        | (ast::TS18661FloatFormat::DecimalInterchange | ast::TS18661FloatFormat::DecimalExtended, _) => None,
    }
}

/// The element type a literal's prefix asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// `"…"` and `u8"…"`
    Narrow,
    /// `L"…"`
    Wide,
    /// `u"…"`
    Utf16,
    /// `U"…"`
    Utf32,
}

impl Encoding {
    /// The type of one element.
    pub fn element(self, model: DataModel) -> IntKind {
        match self {
            Encoding::Narrow => IntKind::Char,
            Encoding::Wide => match model {
                DataModel::Ilp32 => IntKind::Long,
                DataModel::Lp64 => IntKind::Int,
            },
            Encoding::Utf16 => IntKind::UShort,
            Encoding::Utf32 => IntKind::UInt,
        }
    }

    /// Bytes of one element, in both data models.
    pub fn width(self) -> usize {
        match self {
            Encoding::Narrow => 1,
            Encoding::Utf16 => 2,
            Encoding::Wide | Encoding::Utf32 => 4,
        }
    }
}

/// A character of a literal: spelled out, or a number given by an octal or hexadecimal escape.
enum Piece {
    Char(char),
    Code(u32),
}

/// Splits a literal into its encoding and the text between its quotes.
fn unquote(token: &str) -> Option<(Encoding, &str)> {
    let quote = token.find(['"', '\''])?;
    let encoding = match &token[..quote] {
        "" | "u8" => Encoding::Narrow,
        "L" => Encoding::Wide,
        "u" => Encoding::Utf16,
        "U" => Encoding::Utf32,
        _ => return None,
    };
    let body = &token[quote + 1..];
    Some((encoding, body.get(..body.len().checked_sub(1)?)?))
}

/// Resolves the escapes of the text between quotes.
fn pieces(body: &str) -> Result<Vec<Piece>, String> {
    let mut result = Vec::with_capacity(body.len());
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            result.push(Piece::Char(c));
            continue;
        }
        let escape = chars.next().ok_or("a literal ends in a backslash")?;
        let piece = match escape {
            'n' => Piece::Code(10),
            't' => Piece::Code(9),
            'r' => Piece::Code(13),
            'a' => Piece::Code(7),
            'b' => Piece::Code(8),
            'f' => Piece::Code(12),
            'v' => Piece::Code(11),
            'e' | 'E' => Piece::Code(27),
            '\\' | '\'' | '"' | '?' => Piece::Char(escape),
            '\n' => continue,
            '0'..='7' => {
                let mut code = escape.to_digit(8).unwrap_or(0);
                for _ in 0..2 {
                    let Some(digit) = chars.peek().and_then(|c| c.to_digit(8)) else { break };
                    code = code * 8 + digit;
                    chars.next();
                }
                Piece::Code(code)
            }
            'x' => {
                let mut code = 0u32;
                let mut any = false;
                while let Some(digit) = chars.peek().and_then(|c| c.to_digit(16)) {
                    code = (code << 4) | digit;
                    any = true;
                    chars.next();
                }
                if !any {
                    return Err("\\x used with no following hex digits".to_string());
                }
                Piece::Code(code)
            }
            'u' | 'U' => {
                let mut code = 0u32;
                for _ in 0..if escape == 'u' { 4 } else { 8 } {
                    let digit = chars.next().and_then(|c| c.to_digit(16));
                    code = (code << 4) | digit.ok_or("incomplete universal character name")?;
                }
                Piece::Char(char::from_u32(code).ok_or("not a valid universal character")?)
            }
            // gcc warns and takes the character itself.
            other => Piece::Char(other),
        };
        result.push(piece);
    }
    Ok(result)
}

/// The elements of a sequence of pieces in an encoding.
fn elements(pieces: &[Piece], encoding: Encoding, out: &mut Vec<u32>) {
    for piece in pieces {
        match (piece, encoding) {
            (Piece::Code(code), Encoding::Narrow) => out.push(code & 0xff),
            (Piece::Code(code), Encoding::Utf16) => out.push(code & 0xffff),
            (Piece::Code(code), Encoding::Wide | Encoding::Utf32) => out.push(*code),
            (Piece::Char(c), Encoding::Narrow) => {
                out.extend(c.encode_utf8(&mut [0; 4]).bytes().map(u32::from));
            }
            (Piece::Char(c), Encoding::Utf16) => {
                out.extend(c.encode_utf16(&mut [0; 2]).iter().map(|u| u32::from(*u)));
            }
            (Piece::Char(c), Encoding::Wide | Encoding::Utf32) => out.push(u32::from(*c)),
        }
    }
}

/// The value and type of a character constant (6.4.4.4). Several characters make an `int`, the first the most
/// significant, as gcc does.
pub fn character(token: &str, model: DataModel) -> Result<(u128, IntKind), String> {
    let (encoding, body) = unquote(token).ok_or_else(|| format!("malformed character constant {token}"))?;
    let mut units = Vec::new();
    elements(&pieces(body)?, encoding, &mut units);
    let Some(last) = units.last().copied() else { return Err("empty character constant".to_string()) };
    match encoding {
        Encoding::Narrow if units.len() == 1 => Ok((u128::from(last as u8 as i8 as i32 as u32), IntKind::Int)),
        Encoding::Narrow => {
            let value = units.iter().fold(0u32, |value, unit| (value << 8) | unit);
            Ok((u128::from(value), IntKind::Int))
        }
        Encoding::Wide | Encoding::Utf16 | Encoding::Utf32 => Ok((u128::from(last), encoding.element(model))),
    }
}

/// The encoding and the bytes (terminating zero included) of adjacent string literals (6.4.5).
pub fn string(tokens: &[String]) -> Result<(Encoding, Vec<u8>), String> {
    let mut parts = Vec::with_capacity(tokens.len());
    let mut encoding = Encoding::Narrow;
    for token in tokens {
        let (own, body) = unquote(token).ok_or_else(|| format!("malformed string literal {token}"))?;
        if own != Encoding::Narrow {
            encoding = own;
        }
        parts.push(pieces(body)?);
    }
    let mut units = Vec::new();
    for part in &parts {
        elements(part, encoding, &mut units);
    }
    units.push(0);
    let width = encoding.width();
    Ok((encoding, units.iter().flat_map(|unit| unit.to_le_bytes().into_iter().take(width)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(base: ast::IntegerBase, number: &str, size: ast::IntegerSize, unsigned: bool) -> (u128, IntKind) {
        let suffix = ast::IntegerSuffix { size, unsigned, imaginary: false };
        integer(&ast::Integer { base, number: number.into(), suffix }, DataModel::Ilp32).unwrap()
    }

    #[test]
    fn integers_take_the_first_type_that_fits() {
        use ast::IntegerBase::{Decimal, Hexadecimal};
        use ast::IntegerSize::{Int, Long};
        assert_eq!(int(Decimal, "2147483647", Int, false).1, IntKind::Int);
        assert_eq!(int(Decimal, "2147483648", Int, false).1, IntKind::LongLong);
        assert_eq!(int(Hexadecimal, "80000000", Int, false).1, IntKind::UInt);
        assert_eq!(int(Decimal, "1", Long, true).1, IntKind::ULong);
        assert_eq!(int(Hexadecimal, "ffffffffffffffff", Int, false).1, IntKind::ULongLong);
    }

    #[test]
    fn characters_and_strings() {
        assert_eq!(character("'a'", DataModel::Lp64).unwrap(), (97, IntKind::Int));
        assert_eq!(character("'\\xff'", DataModel::Lp64).unwrap(), (0xffff_ffff, IntKind::Int));
        assert_eq!(character("'ab'", DataModel::Lp64).unwrap(), (0x6162, IntKind::Int));
        assert_eq!(character("L'\\x1234'", DataModel::Lp64).unwrap(), (0x1234, IntKind::Int));
        assert_eq!(string(&["\"a\\n\"".into(), "\"\\0012\"".into()]).unwrap().1, b"a\n\x012\0");
        assert_eq!(string(&["L\"é\"".into()]).unwrap().1, [0xe9, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(string(&["\"é\"".into()]).unwrap().1, [0xc3, 0xa9, 0]);
    }
}
