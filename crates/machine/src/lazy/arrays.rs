//! Terms for maps from offsets to elements ([`crate::unknown`]), and sums in terms.

use raddle_program::{BinaryOp, Scalar};

use super::terms::{Term, Terms};
use crate::oracle::{ArrayOp, LazyOp, Parted, Widths};
use crate::value::{LazyId, Value};

impl Terms {
    /// Reads of what was written, as far as offsets are known to be the same or different.
    pub(super) fn simplify_array(&mut self, op: ArrayOp, elements: Widths, args: &[Value]) -> Option<Value> {
        match (op, args) {
            // Zeros everywhere.
            (ArrayOp::Select, [Value::Bits(_), _]) => Some(Value::ZERO),
            (ArrayOp::Select, [Value::Lazy(map), at]) => match self.get(*map) {
                Term::Apply(LazyOp::Array(ArrayOp::Store, _), [_, other, element]) if other == *at => Some(element),
                Term::Apply(LazyOp::Array(ArrayOp::Store, _), [below, other, _]) if self.differ(other, *at) => {
                    self.apply(LazyOp::Array(ArrayOp::Select, elements), &[below, *at])
                }
                Term::Apply(..) | Term::Symbol(_) | Term::Any => None,
            },
            (ArrayOp::Store, [Value::Lazy(map), at, element]) => match self.get(*map) {
                Term::Apply(LazyOp::Array(ArrayOp::Store, _), [below, other, _]) if other == *at => {
                    self.apply(LazyOp::Array(ArrayOp::Store, elements), &[below, *at, *element])
                }
                Term::Apply(..) | Term::Symbol(_) | Term::Any => None,
            },
            (ArrayOp::Choose(ty), [Value::Bits(condition), a, b]) => {
                Some(if crate::arith::is_true(ty, *condition) { *a } else { *b })
            }
            (ArrayOp::Choose(_), [Value::Lazy(_), a, b]) if a == b => Some(*a),
            (ArrayOp::Select | ArrayOp::Store | ArrayOp::Choose(_), _) => None,
        }
    }

    /// Whether two offsets are different for sure: the same but for a number.
    fn differ(&self, a: Value, b: Value) -> bool {
        let (a, b) = (self.parted(a), self.parted(b));
        a.rest == b.rest && a.number != b.number
    }

    /// A value as the sum of a number and what is not known.
    pub fn parted(&self, value: Value) -> Parted {
        self.deadline().look();
        let all = Parted { number: 0, rest: value, zeros: 0 };
        let Value::Lazy(id) = value else {
            let Value::Bits(number) = value else { return all };
            return Parted { number, rest: Value::ZERO, zeros: u128::BITS };
        };
        match self.get(id) {
            Term::Any | Term::Symbol(_) => all,
            Term::Apply(LazyOp::Binary(BinaryOp::Add, ty, _), [a, b, _]) => match (a, b) {
                (Value::Bits(number), rest) | (rest, Value::Bits(number)) => {
                    let inner = self.parted(rest);
                    Parted { number: ty.truncate(inner.number.wrapping_add(number)), ..inner }
                }
                (Value::Lazy(_), Value::Lazy(_)) => Parted { zeros: self.zeros(id), ..all },
            },
            Term::Apply(LazyOp::Binary(BinaryOp::Sub, ty, _), [rest, Value::Bits(number), _]) => {
                let inner = self.parted(rest);
                Parted { number: ty.truncate(inner.number.wrapping_sub(number)), ..inner }
            }
            Term::Apply(..) => Parted { zeros: self.zeros(id), ..all },
        }
    }

    /// How many low bits of a term are zero for sure.
    fn zeros(&self, id: LazyId) -> u32 {
        let of = |value: Value| match value {
            Value::Bits(bits) => bits.trailing_zeros(),
            Value::Lazy(id) => self.zeros(id),
        };
        match self.get(id) {
            Term::Apply(LazyOp::Binary(BinaryOp::Add | BinaryOp::Sub, ..), [a, b, _]) => of(a).min(of(b)),
            Term::Apply(LazyOp::Binary(BinaryOp::Mul, ..), [a, b, _]) => (of(a) + of(b)).min(u128::BITS),
            Term::Apply(LazyOp::Binary(BinaryOp::Shl, ..), [a, Value::Bits(by), _]) if by < 64 => of(a) + by as u32,
            // Either more bits of the same value follow, or fewer are left.
            Term::Apply(LazyOp::Cast(Scalar::Int { .. }, Scalar::Int { .. }), [a, ..]) => of(a),
            Term::Any | Term::Symbol(_) | Term::Apply(..) => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const U64: Scalar = Scalar::Int { bits: 64, signed: false };
    const WORDS: Widths = Widths { offset: 64, element: 32 };

    fn apply(terms: &mut Terms, op: LazyOp, args: &[Value]) -> Value {
        terms.apply(op, args).expect("it has a value")
    }

    #[test]
    fn sums_are_parted() {
        let mut terms = Terms::default();
        let x = Value::Lazy(terms.symbol(raddle_program::Id::from_index(0)));
        let by_four = apply(&mut terms, LazyOp::Binary(BinaryOp::Mul, U64, U64), &[x, Value::Bits(4)]);
        let base = apply(&mut terms, LazyOp::Binary(BinaryOp::Add, U64, U64), &[Value::Bits(4096), by_four]);
        let above = apply(&mut terms, LazyOp::Binary(BinaryOp::Sub, U64, U64), &[base, Value::Bits(8)]);
        assert_eq!(terms.parted(above), Parted { number: 4088, rest: by_four, zeros: 2 });
        assert_eq!(terms.parted(Value::Bits(7)).number, 7);
        assert_eq!(terms.parted(x), Parted { number: 0, rest: x, zeros: 0 });
    }

    #[test]
    fn what_was_written_is_read() {
        let mut terms = Terms::default();
        let [i, v] = [0, 1].map(|s| Value::Lazy(terms.symbol(raddle_program::Id::from_index(s))));
        let next = apply(&mut terms, LazyOp::Binary(BinaryOp::Add, U64, U64), &[i, Value::Bits(4)]);
        let select = |terms: &mut Terms, map, at| apply(terms, LazyOp::Array(ArrayOp::Select, WORDS), &[map, at]);
        let store = LazyOp::Array(ArrayOp::Store, WORDS);
        assert_eq!(select(&mut terms, Value::ZERO, i), Value::ZERO);
        let one = apply(&mut terms, store, &[Value::ZERO, i, v]);
        let two = apply(&mut terms, store, &[one, next, Value::Bits(9)]);
        assert_eq!(select(&mut terms, two, i), v);
        assert_eq!(select(&mut terms, two, next), Value::Bits(9));
        assert_eq!(apply(&mut terms, store, &[two, next, Value::Bits(9)]), two);
        // Nobody knows whether these are the same places.
        assert!(matches!(select(&mut terms, two, Value::Bits(0)), Value::Lazy(_)));
    }

    #[test]
    fn a_map_with_known_elements_is_a_term() {
        let mut terms = Terms::default();
        let map =
            apply(&mut terms, LazyOp::Array(ArrayOp::Store, WORDS), &[Value::ZERO, Value::Bits(8), Value::Bits(5)]);
        assert!(matches!(map, Value::Lazy(_)));
        let select = LazyOp::Array(ArrayOp::Select, WORDS);
        assert_eq!(apply(&mut terms, select, &[map, Value::Bits(8)]), Value::Bits(5));
        assert_eq!(apply(&mut terms, select, &[map, Value::Bits(4)]), Value::ZERO);
    }
}
