//! What assignments and conditions say about counters, and through them about the threads of loops.
//!
//! A counter is a register that is set to a number or to another register plus a number, moved by a number, or compared. Only functions that create or join threads count. What
//! is said are bounds ([`Differences`](super::ranges::Differences)); where a condition adds one, what is known of the threads that run follows it, and a range that contradicts itself has nobody in it.
//!
//! A function that creates threads often says by its result whether it has: `-1` if not. So a range may hold only if a register is a number ([`Range::only_if`]), which a condition on the result refutes.

use raddle_program::{BinaryOp, Expr, ExprKind, LocalId, Scalar};

use super::indices::counts;
use super::instances::InstanceId;
use super::known::{Known, copied_from};
use super::ranges::{Bound, Range};
use super::sums::{Term, number_of, register_type};
use super::{Code, Facts};

/// What is assigned to a register, as a register (or none) plus a number, if the function counts and nothing leaves its type.
pub(super) fn step_of(
    code: &Code<'_>,
    known: &Known,
    instance: InstanceId,
    dst: LocalId,
    value: &Expr,
) -> Option<(Option<LocalId>, i64)> {
    if !counts(code, instance) {
        return None;
    }
    let ty = register_type(code, instance, dst)?;
    let is_natural = |register| is_natural(code, known, instance, register);
    if let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) = &value.kind
        && a.kind == ExprKind::Reg(dst)
        && let Some((None, by)) = number_of(b, code.wraps(), &is_natural)
    {
        let by = if *op == BinaryOp::Add { by } else { by.checked_neg()? };
        let stays = !code.wraps() && matches!(ty, Scalar::Int { signed: true, .. });
        let type_of = |instance, register| register_type(code, instance, register);
        return (stays || known.differences.may_step(dst, ty, by, type_of)).then_some((Some(dst), by));
    }
    number_of(value, code.wraps(), &is_natural)
}

/// Whether a register is not negative.
pub(super) fn is_natural(code: &Code<'_>, known: &Known, instance: InstanceId, register: LocalId) -> bool {
    let unsigned = matches!(register_type(code, instance, register), Some(Scalar::Int { signed: false, .. }));
    unsigned || known.differences.is_natural(register)
}

/// A condition between numbers.
pub(super) fn compare(
    code: &Code<'_>,
    facts: &Facts,
    after: &mut Known,
    instance: InstanceId,
    cond: &Expr,
    holds: bool,
) {
    let ExprKind::Binary(op, a, b) = &cond.kind else { return };
    if let (true, Some(0)) = (matches!(op, BinaryOp::Eq | BinaryOp::Ne), b.as_const())
        && let ExprKind::Binary(inner, ..) = &a.kind
        && inner.is_comparison()
    {
        return compare(code, facts, after, instance, a, holds == (*op == BinaryOp::Ne));
    }
    let natural = |register| is_natural(code, after, instance, register);
    let (Some(left), Some(right)) = (number_of(a, code.wraps(), &natural), number_of(b, code.wraps(), &natural)) else {
        return;
    };
    let side = |(register, number): (Option<LocalId>, i64)| bound_of(code, facts, after, instance, register, number);
    let (Some((low, low_bound, low_number)), Some((high, high_bound, high_number))) = (side(left), side(right)) else {
        return;
    };
    let (low, high) = ((low, low_bound, low_number), (high, high_bound, high_number));
    let mut below = |a: (Option<LocalId>, Bound, i64), b: (Option<LocalId>, Bound, i64), more: i64| {
        if let Some(number) = b.2.checked_sub(a.2).and_then(|n| n.checked_add(more)) {
            after.differences.below((a.0, a.1), (b.0, b.1), number);
        }
    };
    match (op, holds) {
        (BinaryOp::Lt, true) | (BinaryOp::Ge, false) => below(low, high, 0),
        (BinaryOp::Le, true) | (BinaryOp::Gt, false) => below(low, high, 1),
        (BinaryOp::Gt, true) | (BinaryOp::Le, false) => below(high, low, 0),
        (BinaryOp::Ge, true) | (BinaryOp::Lt, false) => below(high, low, 1),
        (BinaryOp::Eq, true) | (BinaryOp::Ne, false) => {
            below(low, high, 1);
            below(high, low, 1);
        }
        (BinaryOp::Eq, false)
        | (BinaryOp::Ne, true)
        | (
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor,
            _,
        ) => return,
    }
    for (register, of) in &after.differences.0 {
        let bound = Bound::Register(instance, *register);
        let all = after.ranges.values_mut().chain(after.created.values_mut()).chain(after.parties.values_mut());
        all.for_each(|range| range.follow(bound, of));
    }
    after.ranges.retain(|_, range| !range.is_empty());
    after.created.retain(|_, range| !range.is_empty());
}

/// Whether there can be nobody in a range because of what a function has returned.
pub(super) fn is_refuted(
    code: &Code<'_>,
    known: &Known,
    instance: InstanceId,
    range: &Range,
    (cond, holds): (&Expr, bool),
) -> bool {
    let Some((Bound::Register(owner, register), number)) = range.only_if else { return false };
    let value = |r: LocalId| (owner == instance && copied_from(known, instance, r) == register).then_some(number);
    decided(cond, code.wraps(), &value).is_some_and(|truth| truth != holds)
}

/// The truth of a condition, given the numbers that some registers are.
fn decided(cond: &Expr, wraps: bool, value: &impl Fn(LocalId) -> Option<i64>) -> Option<bool> {
    let ExprKind::Binary(op, a, b) = &cond.kind else {
        return number(cond, wraps, value).map(|number| number != 0);
    };
    if let (BinaryOp::Eq | BinaryOp::Ne, Some(0)) = (op, b.as_const())
        && let Some(inner) = decided(a, wraps, value)
    {
        return Some(inner == (*op == BinaryOp::Ne));
    }
    let (a, b) = (number(a, wraps, value)?, number(b, wraps, value)?);
    match op {
        BinaryOp::Eq => Some(a == b),
        BinaryOp::Ne => Some(a != b),
        BinaryOp::Lt => Some(a < b),
        BinaryOp::Le => Some(a <= b),
        BinaryOp::Gt => Some(a > b),
        BinaryOp::Ge => Some(a >= b),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => None,
    }
}

/// An expression as a number, given the numbers that some registers are.
fn number(expr: &Expr, wraps: bool, value: &impl Fn(LocalId) -> Option<i64>) -> Option<i64> {
    let natural = |register| value(register).is_some_and(|number| number >= 0);
    match number_of(expr, wraps, &natural)? {
        (None, number) => Some(number),
        (Some(register), more) => value(register)?.checked_add(more),
    }
}

/// What a register plus a number is compared with: a number, a register of a caller that it was copied from, or itself.
pub(super) fn bound_of(
    code: &Code<'_>,
    facts: &Facts,
    known: &Known,
    instance: InstanceId,
    register: Option<LocalId>,
    number: i64,
) -> Option<(Option<LocalId>, Bound, i64)> {
    let Some(register) = register else { return Some((None, Bound::Zero, number)) };
    let own = Bound::Register(instance, register);
    let value = &facts.values.registers[instance][register.0 as usize];
    if let Some(exact) = value.exact_number() {
        return Some((None, Bound::Zero, number.checked_add(exact)?));
    }
    if let Some(place) = known.differences.standing(register) {
        return Some((Some(register), place, number));
    }
    match known.equal.get(&register).map(|sum| (&sum.terms[..], sum.number)) {
        Some(([(Term::Register(other, local), 1)], 0))
            if register_type(code, *other, *local) == register_type(code, instance, register) =>
        {
            Some((Some(register), Bound::Register(*other, *local), number))
        }
        Some(_) | None => Some((Some(register), own, number)),
    }
}
