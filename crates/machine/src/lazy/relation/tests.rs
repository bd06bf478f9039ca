//! The circuits compute what the operators say: every operator on all values of two symbols, with truth tables for gates.

use std::sync::Arc;

use raddle_program::{BinaryOp, Id, Scalar, UnaryOp};

use super::{Encoder, Full, Gates};
use crate::arith;
use crate::lazy::{SymbolId, Terms};
use crate::oracle::LazyOp;
use crate::value::Value;

/// Functions of the variables 0, 2, …, 10 (symbols take every second one): bit i is the value where the variables are the bits
/// of i.
struct Tables;

impl Gates for Tables {
    type Bit = u64;

    fn constant(&self, value: bool) -> u64 {
        if value { u64::MAX } else { 0 }
    }
    fn as_constant(&self, bit: &u64) -> Option<bool> {
        [0, u64::MAX].contains(bit).then_some(*bit != 0)
    }
    fn variable(&mut self, variable: u32) -> Result<u64, Full> {
        Ok((0..64).filter(|row| row >> (variable / 2) & 1 == 1).fold(0, |table, row| table | 1 << row))
    }
    fn not(&mut self, a: &u64) -> Result<u64, Full> {
        Ok(!a)
    }
    fn and(&mut self, a: &u64, b: &u64) -> Result<u64, Full> {
        Ok(a & b)
    }
    fn or(&mut self, a: &u64, b: &u64) -> Result<u64, Full> {
        Ok(a | b)
    }
    fn xor(&mut self, a: &u64, b: &u64) -> Result<u64, Full> {
        Ok(a ^ b)
    }
    fn ite(&mut self, a: &u64, b: &u64, c: &u64) -> Result<u64, Full> {
        Ok(a & b | !a & c)
    }
}

const VALUES: [[u128; 8]; 2] = [[0, 1, 2, 7, 100, 127, 128, 255], [0, 1, 3, 8, 31, 64, 129, 254]];

fn int(bits: u8, signed: bool) -> Scalar {
    Scalar::Int { bits, signed }
}

/// Two symbols of a width, whose values are those above, signed ones extended.
fn encoder(ty: Scalar) -> Encoder<Tables> {
    let mut encoder = Encoder::new(Tables);
    for values in VALUES {
        let signed = ty == int(ty.bits() as u8, true);
        let widened = values.map(|v| arith::cast(int(8, signed), ty, v).0);
        encoder.symbol(ty.bits(), Some(Arc::from(widened))).unwrap();
    }
    encoder
}

/// Compares a term over both symbols with the operator, row by row.
fn check(op: LazyOp, ty: Scalar, args: &[Value], terms: &mut Terms) {
    let mut encoder = encoder(ty);
    let Some(Value::Lazy(term)) = terms.apply(op, args) else { return };
    let Ok(bits) = encoder.bits(terms, Value::Lazy(term), 64) else { panic!("{op:?} on {args:?} was refused") };
    for row in 0..64usize {
        let codes = [row & 7, row >> 3];
        let symbol = |s: SymbolId| encoder.symbols()[s.index()].values.as_ref().unwrap()[codes[s.index()]];
        let expected = terms.evaluate(term, &symbol);
        let found = bits.iter().enumerate().fold(0u128, |n, (i, bit)| n | u128::from(bit >> row & 1) << i);
        assert_eq!(Some(found), expected, "{op:?} on {args:?} at {codes:?}");
    }
}

#[test]
fn circuits_compute_what_the_operators_say() {
    use BinaryOp::*;
    for ty in [int(8, false), int(8, true), int(32, true), int(32, false)] {
        let mut terms = Terms::default();
        let (x, y) = (Value::Lazy(terms.symbol(SymbolId(0))), Value::Lazy(terms.symbol(SymbolId(1))));
        for op in [Add, Sub, Mul, And, Or, Xor, Eq, Ne, Lt, Le, Gt, Ge, Shl, Shr] {
            for args in [[x, y], [y, x], [x, Value::Bits(3)], [Value::Bits(5), y]] {
                check(LazyOp::Binary(op, ty, ty), ty, &args, &mut terms);
            }
        }
        for op in [Div, Rem] {
            for divisor in [1, 2, 3, 7, 10, 127] {
                check(LazyOp::Binary(op, ty, ty), ty, &[x, Value::Bits(divisor)], &mut terms);
            }
        }
        for op in [UnaryOp::Neg, UnaryOp::BitNot] {
            check(LazyOp::Unary(op, ty), ty, &[y], &mut terms);
        }
        for to in [int(8, true), int(16, false), int(64, true)] {
            check(LazyOp::Cast(ty, to), ty, &[x], &mut terms);
        }
        check(LazyOp::Ite(ty, ty), ty, &[x, y, Value::Bits(9)], &mut terms);
        check(LazyOp::Extract { of: ty, first: 0, count: 1 }, ty, &[x], &mut terms);
        if ty.bits() == 32 {
            check(LazyOp::Extract { of: ty, first: 1, count: 2 }, ty, &[y], &mut terms);
            check(LazyOp::Concat { low: 4, high: 4 }, ty, &[x, y], &mut terms);
        }
    }
}

#[test]
fn a_code_is_the_inverse_of_a_value() {
    let mut encoder = encoder(int(8, false));
    let value = encoder.value_of(SymbolId(0)).unwrap();
    let (code, possible) = encoder.code_of(SymbolId(0), &value).unwrap();
    assert_eq!(possible, u64::MAX);
    let variables: Vec<u64> = (0..3).map(|v| Tables.variable(2 * v).unwrap()).collect();
    assert_eq!(code, variables);
    // A value that the symbol cannot have is possible nowhere.
    let other = encoder.constant_bits(77, 8);
    assert_eq!(encoder.code_of(SymbolId(0), &other).unwrap().1, 0);
}

#[test]
fn the_cases_of_a_value_split_a_set() {
    let mut encoder = encoder(int(8, false));
    let value = encoder.value_of(SymbolId(1)).unwrap();
    let set = 0x0000_00ff_ffff_0000;
    let cases = encoder.cases(&value, &set, 8).unwrap();
    assert_eq!(cases.iter().map(|(v, _)| *v).collect::<Vec<_>>(), [3, 8, 31]);
    assert_eq!(cases.iter().fold(0, |all, (_, part)| all | part), set);
    assert!(encoder.cases(&value, &set, 2).is_err());
}
