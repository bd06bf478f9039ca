//! Formulas mean what the operators say, and the oracle gives the answers they admit.

use raddle_deadline::Deadline;
use raddle_program::{BinaryOp, Id, NondetKind, Scalar, Span, UnaryOp};

use super::{FormulaOracle, Logic, Symbols};
use crate::lazy::{Decide, Terms};
use crate::oracle::{ArrayOp, LazyOp, Oracle, Origin, Widths};
use crate::state::ThreadIx;
use crate::value::Value;

fn int(bits: u8, signed: bool) -> Scalar {
    Scalar::Int { bits, signed }
}

const VALUES: [u128; 9] = [0, 1, 2, 3, 7, 31, 100, 128, 255];

/// Compares a term over two symbols with the operator, for many values.
fn check(logic: &mut Logic<'_>, terms: &mut Terms, op: LazyOp, ty: Scalar, args: &[Value]) {
    let Some(Value::Lazy(term)) = terms.apply(op, args) else { return };
    let formula = logic.term(terms, term).unwrap_or_else(|| panic!("{op:?} has no meaning"));
    let signed = ty == int(ty.bits() as u8, true);
    for x in VALUES {
        for y in VALUES {
            let values = [x, y].map(|v| crate::arith::cast(int(8, signed), ty, v).0);
            let expected = terms.evaluate(term, &|s| values[s.index()]);
            let found = logic.smt.evaluate(formula, &|v| logic.symbol_of(v).map(|s| values[s.index()]));
            assert_eq!(found, expected, "{op:?} on {args:?} at {values:?}");
        }
    }
}

#[test]
fn formulas_mean_what_the_operators_say() {
    use BinaryOp::*;
    let stop = || false;
    for ty in [int(8, false), int(8, true), int(32, true), int(32, false), int(64, true), int(128, false)] {
        let mut logic = Logic::new(&Deadline::new(), &stop);
        let mut terms = Terms::default();
        let [x, y] = [0, 1].map(|_| Value::Lazy(terms.symbol(logic.symbols.add(ty.bits()))));
        for op in [Add, Sub, Mul, And, Or, Xor, Eq, Ne, Lt, Le, Gt, Ge, Shl, Shr] {
            for args in [[x, y], [y, x], [x, Value::Bits(3)], [Value::Bits(5), y]] {
                check(&mut logic, &mut terms, LazyOp::Binary(op, ty, ty), ty, &args);
            }
        }
        for op in [Div, Rem] {
            for divisor in [1, 2, 3, 7, 10, 127] {
                check(&mut logic, &mut terms, LazyOp::Binary(op, ty, ty), ty, &[x, Value::Bits(divisor)]);
            }
        }
        for op in [UnaryOp::Neg, UnaryOp::BitNot] {
            check(&mut logic, &mut terms, LazyOp::Unary(op, ty), ty, &[y]);
        }
        for to in [int(8, true), int(16, false), int(64, true)] {
            check(&mut logic, &mut terms, LazyOp::Cast(ty, to), ty, &[x]);
        }
        check(&mut logic, &mut terms, LazyOp::Ite(ty, ty), ty, &[x, y, Value::Bits(9)]);
        check(&mut logic, &mut terms, LazyOp::Extract { of: ty, first: 0, count: 1 }, ty, &[x]);
        if ty.bits() == 32 {
            check(&mut logic, &mut terms, LazyOp::Extract { of: ty, first: 1, count: 2 }, ty, &[y]);
            check(&mut logic, &mut terms, LazyOp::Concat { low: 4, high: 4 }, ty, &[x, y]);
        }
    }
}

/// Always takes the alternative with this number, or the last one.
struct Always(u32);

impl Decide for Always {
    fn decide(&mut self, alternatives: u32) -> u32 {
        self.0.min(alternatives - 1)
    }
}

/// Asks whether an input is below 5, whether it is then below `then`, and for its value.
fn answers(first: u32, then: u128) -> (bool, bool, Result<u128, String>) {
    let stop = || false;
    let (mut terms, mut logic, mut decider) = (Terms::default(), Logic::new(&Deadline::new(), &stop), Always(first));
    let always = logic.smt.bool(true);
    let mut oracle = FormulaOracle::new(&mut terms, &mut logic, (always, always), 0, &mut decider, 8);
    let kind = NondetKind::Uninitialised;
    let origin = Origin { kind: &kind, thread: ThreadIx(0), span: Span::NONE };
    let x = oracle.nondet(int(8, false), None, origin).unwrap();
    let Value::Lazy(id) = x else { panic!("an input is known") };
    let mut below = |bound: u128| {
        let op = LazyOp::Binary(BinaryOp::Lt, int(8, false), int(8, false));
        let Value::Lazy(less) = oracle.apply(op, &[x, Value::Bits(bound)], Span::NONE).unwrap() else { panic!() };
        oracle.truth(less, Scalar::INT, Span::NONE).unwrap()
    };
    let (one, two) = (below(5), below(then));
    let value = oracle.exact(id, int(8, false), Span::NONE).map_err(|halt| halt.what);
    (one, two, value)
}

#[test]
fn answers_are_consistent() {
    assert_eq!(answers(0, 5), (true, true, Ok(0)), "the second question has no alternative");
    assert_eq!(answers(0, 200), (true, true, Ok(0)));
    let (first, second, value) = answers(1, 200);
    assert_eq!((first, second), (false, false));
    assert!(value.is_err(), "56 values are more than 8 cases: {value:?}");
    assert_eq!(answers(1, 250).2, Ok(251), "six values are left");
}

#[test]
fn an_input_has_a_symbol_for_each_width() {
    let mut symbols = Symbols::default();
    let place = symbols.add(32);
    let (a, b) = (symbols.input(0, 32), symbols.input(0, 8));
    assert!(place != a && a != b);
    assert_eq!((symbols.input(0, 32), symbols.number(a), symbols.number(place)), (a, Some(0), None));
}

#[test]
fn maps_mean_what_was_stored() {
    use raddle_smt::Sort;
    let stop = || false;
    let mut logic = Logic::new(&Deadline::new(), &stop);
    let mut terms = Terms::default();
    let sort = Sort::Array { index: 64, element: 32 };
    let map = Value::Lazy(terms.symbol(logic.symbols.add_of(sort)));
    let [i, j] = [0, 1].map(|_| Value::Lazy(terms.symbol(logic.symbols.add(64))));
    let widths = Widths { offset: 64, element: 32 };
    let mut apply = |op, args: &[Value]| terms.apply(LazyOp::Array(op, widths), args).expect("it has a value");
    let stored = apply(ArrayOp::Store, &[map, i, Value::Bits(5)]);
    let read = apply(ArrayOp::Select, &[stored, j]);
    let zeros = apply(ArrayOp::Store, &[Value::ZERO, i, Value::Bits(7)]);
    let read_zeros = apply(ArrayOp::Select, &[zeros, j]);
    let number = |logic: &mut Logic<'_>, value, width| logic.value(&terms, value, width).expect("it has a meaning");
    let (i, j) = (number(&mut logic, i, 64), number(&mut logic, j, 64));
    let (read, read_zeros) = (number(&mut logic, read, 32), number(&mut logic, read_zeros, 32));
    let (same, five, nine) = (logic.smt.equal(i, j), logic.smt.constant(5, 32), logic.smt.constant(9, 32));
    let is_five = logic.smt.equal(read, five);
    let is_nine = logic.smt.equal(read, nine);
    assert!(logic.implies(same, same, is_five).unwrap());
    let other = logic.smt.not(same);
    assert!(!logic.implies(other, other, is_five).unwrap());
    let model = logic.solve(&[other, is_nine]).unwrap().expect("elsewhere anything may be");
    assert_eq!((logic.evaluate(is_nine, &model), logic.evaluate(read, &model)), (Some(1), Some(9)));
    let zero = logic.smt.constant(0, 32);
    let is_zero = logic.smt.equal(read_zeros, zero);
    assert!(logic.implies(other, other, is_zero).unwrap());
    // A map is no number, and only zero is a map.
    assert_eq!(logic.value(&terms, stored, 64), None);
    assert_eq!(logic.value_of(&terms, Value::Bits(1), sort), None);
    assert!(logic.value_of(&terms, stored, sort).is_some());
    assert_eq!(logic.value_of(&terms, stored, Sort::Array { index: 64, element: 8 }), None);
}
