//! Between which bytes of an object an access is: elements of an array in a structure are not the members beside it.
//!
//! **Idea.** Offsets are known up to a multiple, so that `pool.ids[i]` may be any word of `pool`. Where the index is between two numbers, the access is between two bytes. A counter is, as conditions say
//! ([`Differences`](super::ranges::Differences)); so is what is left of a division by a number, or of a mask. An address is taken apart as it stands: one part points to a known place of the object, the others are numbers with
//! bounds (intervals; P. Cousot, R. Cousot, 1976, without anything that has to be widened).
//!
//! **Soundness.** At the width of addresses everything is computed modulo the size of the address space: a number is the mathematical one if both are less than half of it away from zero, and no object is larger. So no bound is further away
//! ([`FAR`]): with 32 bits `u * 8u` may well be 0, although `u` is not. Narrower arithmetic is
//! the mathematical one only if it stays in its type: signed numbers do without undefined behaviour (not if they wrap around), others if the bounds say so.
//!
//! **Rejected**: that an index stays in its member array, as C says: the machine executes what comes behind.

use raddle_program::{BinaryOp, Expr, ExprKind, Scalar};

use super::accesses::Access;
use super::instances::InstanceId;
use super::known::Known;
use super::objects::{Object, ObjectId};
use super::ranges::Bound;
use super::{Code, Facts};

/// No bound is further away from zero: half of the smallest address space there is. Numbers that are the same modulo its size and both within are the same.
const FAR: i64 = 1 << 31;

/// A number between two others, or so far behind the beginning of the object.
#[derive(Clone, Copy, Debug)]
struct Between {
    inside: bool,
    low: i64,
    high: i64,
}

impl Between {
    fn new(inside: bool, low: i64, high: i64) -> Option<Between> {
        (-FAR < low && low <= high && high < FAR).then_some(Between { inside, low, high })
    }

    fn exactly(number: i64) -> Option<Between> {
        Between::new(false, number, number)
    }
}

/// What is looked at.
struct Looking<'a, 'p> {
    code: &'a Code<'p>,
    facts: &'a Facts,
    known: &'a Known,
    instance: InstanceId,
    object: ObjectId,
}

/// Between which bytes of its object an access is: from the first one on, before the second one. Nothing if that is known anyway.
pub fn bytes(
    code: &Code<'_>,
    facts: &Facts,
    known: &Known,
    access: &Access,
    (instance, address): (InstanceId, &Expr),
) -> Option<(i64, i64)> {
    if access.cell.offsets.exact().is_some() {
        return None;
    }
    let looking = Looking { code, facts, known, instance, object: access.object };
    let at = looking.between(address).filter(|at| at.inside)?;
    Some((at.low, at.high.checked_add(i64::try_from(access.cell.size).ok()?)?))
}

impl Looking<'_, '_> {
    fn between(&self, expr: &Expr) -> Option<Between> {
        let Scalar::Int { .. } = expr.ty else { return None };
        let here = |object: Object, offset: i64| {
            let same = self.code.objects.id(object) == self.object;
            if same { Between::new(true, offset, offset) } else { None }
        };
        match &expr.kind {
            ExprKind::Const(bits) => self.constant(expr, *bits),
            ExprKind::Reg(local) => {
                let value = self.facts.values.registers[self.instance].get(local.0 as usize)?;
                if !value.targets.is_empty() {
                    let offset = value.offsets_in(self.object)?.exact()?;
                    return Between::new(true, offset, offset);
                }
                if let Some(number) = value.exact_number() {
                    return Between::exactly(number).filter(|at| self.is_in_type(expr.ty, *at));
                }
                let range = self.known.differences.0.get(local)?;
                let (low, high) = (range.lower.get(&Bound::Zero)?, range.upper.get(&Bound::Zero)?);
                Between::new(false, *low, high.checked_sub(1)?)
            }
            ExprKind::GlobalAddr(global, offset) => here(Object::Global(*global), *offset),
            ExprKind::LocalAddr(local, offset) => here(Object::Local(self.instance, *local), *offset),
            ExprKind::Cast(inner) => self.cast(inner, expr.ty),
            ExprKind::Ite(_, a, b) => {
                let (a, b) = (self.between(a)?, self.between(b)?);
                if a.inside != b.inside {
                    return None;
                }
                Between::new(a.inside, a.low.min(b.low), a.high.max(b.high))
            }
            ExprKind::Binary(op, a, b) => self.binary(*op, (a, b), expr.ty),
            ExprKind::FuncAddr(_) | ExprKind::Unary(..) => None,
        }
    }

    fn constant(&self, expr: &Expr, bits: u128) -> Option<Between> {
        let Scalar::Int { bits: width, signed } = expr.ty else { return None };
        // At the width of addresses adding a great number is taking a small one away.
        let signed = signed || self.is_address(expr.ty);
        Between::exactly(i64::try_from(Scalar::Int { bits: width, signed }.to_i128(bits)).ok()?)
    }

    fn is_address(&self, ty: Scalar) -> bool {
        matches!(ty, Scalar::Int { bits, .. } if u64::from(bits) == 8 * self.code.program.data_model().pointer_size())
    }

    /// Whether numbers between these bounds are numbers of a type.
    fn is_in_type(&self, ty: Scalar, at: Between) -> bool {
        let Scalar::Int { bits: bits @ 1..=64, signed } = ty else { return false };
        let most = i128::from(1u64) << (if signed { bits - 1 } else { bits });
        let least = if signed { -most } else { 0 };
        self.is_address(ty) || (i128::from(at.low) >= least && i128::from(at.high) < most)
    }

    fn cast(&self, inner: &Expr, to: Scalar) -> Option<Between> {
        let at = self.between(inner)?;
        let (Scalar::Int { bits: from, .. }, Scalar::Int { bits, .. }) = (inner.ty, to) else { return None };
        // A number at the width of addresses may be one that is taken away: it stands for itself only if it is natural.
        let sure = !self.is_address(inner.ty) || at.low >= 0 || bits <= from;
        let keeps = if at.inside { self.is_address(inner.ty) && self.is_address(to) } else { self.is_in_type(to, at) };
        (sure && keeps).then_some(at)
    }

    fn binary(&self, op: BinaryOp, (a, b): (&Expr, &Expr), ty: Scalar) -> Option<Between> {
        let Scalar::Int { signed, .. } = ty else { return None };
        let number = |e: &Expr| self.between(e).filter(|at| !at.inside && at.low == at.high).map(|at| at.low);
        let times = |e: &Expr, factor: i64| {
            let at = self.between(e).filter(|at| !at.inside && (0..FAR).contains(&factor))?;
            Between::new(false, at.low.checked_mul(factor)?, at.high.checked_mul(factor)?)
        };
        let result = match op {
            BinaryOp::Add => {
                let (a, b) = (self.between(a)?, self.between(b)?);
                if a.inside && b.inside {
                    return None;
                }
                Between::new(a.inside || b.inside, a.low + b.low, a.high + b.high)
            }
            BinaryOp::Sub => {
                let (a, b) = (self.between(a)?, self.between(b).filter(|at| !at.inside)?);
                Between::new(a.inside, a.low - b.high, a.high - b.low)
            }
            BinaryOp::Mul => match (number(a), number(b)) {
                (_, Some(factor)) => times(a, factor),
                (Some(factor), None) => times(b, factor),
                (None, None) => None,
            },
            BinaryOp::Shl => times(a, 1 << number(b).filter(|by| (0..32).contains(by))?),
            BinaryOp::Rem => {
                let most = number(b).filter(|by| *by > 0)? - 1;
                let natural = !signed || self.between(a).is_some_and(|at| at.low >= 0);
                return Between::new(false, if natural { 0 } else { -most }, most);
            }
            BinaryOp::And => {
                let mask = number(b).or_else(|| number(a)).filter(|mask| *mask >= 0)?;
                return Between::new(false, 0, mask);
            }
            BinaryOp::Div
            | BinaryOp::Shr
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Eq
            | BinaryOp::Ne
            | BinaryOp::Lt
            | BinaryOp::Le
            | BinaryOp::Gt
            | BinaryOp::Ge => None,
        }?;
        let stays = signed && !self.code.wraps();
        (stays || self.is_in_type(ty, result)).then_some(result)
    }
}
