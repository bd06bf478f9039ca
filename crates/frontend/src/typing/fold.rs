//! Constant expressions (C11 6.6): folded as they are built, and evaluated where C demands a constant.
//!
//! There are two strengths. While expressions are built, a node whose operands are constants becomes a constant, but only
//! if the operation is *defined*: an overflow or a division by zero stays in the program so that executing it can be
//! noticed. Where C demands a constant (array bounds, `case`, static initialisers) the whole tree is evaluated,
//! wrapping on overflow as gcc does, and addresses of objects with static storage count as constants.

use raddle_program::{ArrayLen, GlobalKind, IntKind, Scalar, Span, Type, TypeId};

use super::{Typer, float};
use crate::hir::{Arith, Compare, Expr, ExprKind, Lvalue, LvalueKind, SizeOf, StaticTarget};

/// The value of a constant expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    /// A bit pattern.
    Bits(u128),
    /// The address of an object or function, plus bytes.
    Address(StaticTarget, i64),
}

impl Typer<'_> {
    /// An expression, folded if it is a defined operation on constants.
    pub(super) fn make(&self, kind: ExprKind, ty: TypeId, span: Span) -> Expr {
        let kind = match self.fold(&kind, ty, true) {
            Some(bits) => ExprKind::Const(bits),
            None => kind,
        };
        Expr { kind, ty, span }
    }

    /// A constant of an integer type.
    pub(super) fn int_const(&self, value: i128, ty: TypeId, span: Span) -> Expr {
        let bits = self.p.types.scalar(ty).map_or(value as u128, |s| s.truncate(value as u128));
        Expr { kind: ExprKind::Const(bits), ty, span }
    }

    /// The bit pattern of a node whose operands are constants.
    fn fold(&self, kind: &ExprKind, ty: TypeId, strict: bool) -> Option<u128> {
        let truth = |e: &Expr| self.truth(e);
        match kind {
            ExprKind::Neg(a) => self.negate(as_const(a)?, ty, strict),
            ExprKind::BitNot(a) => Some(self.p.types.scalar(ty)?.truncate(!as_const(a)?)),
            ExprKind::Not(a) => truth(a).map(|t| u128::from(!t)),
            ExprKind::Arith(op, a, b) => self.arith_bits(*op, as_const(a)?, as_const(b)?, ty, b.ty, strict),
            ExprKind::Compare(op, a, b) => self.compare_bits(*op, as_const(a)?, as_const(b)?, a.ty).map(u128::from),
            ExprKind::And(a, b) => match truth(a)? {
                false => Some(0),
                true => truth(b).map(u128::from),
            },
            ExprKind::Or(a, b) => match truth(a)? {
                true => Some(1),
                false => truth(b).map(u128::from),
            },
            ExprKind::Cond(c, a, b) => as_const(if truth(c)? { a } else { b }),
            ExprKind::Convert(a) => self.convert_bits(as_const(a)?, a.ty, ty, strict),
            ExprKind::PtrAdd { pointer, index, size, negative } => {
                let offset = self.offset(as_const(index)?, index.ty, size, *negative)?;
                Some(self.p.types.scalar(ty)?.truncate(as_const(pointer)?.wrapping_add(offset as u128)))
            }
            ExprKind::AddrOf(lvalue) => Some(self.p.types.scalar(ty)?.truncate(absolute(lvalue)?)),
            ExprKind::SizeOf(size) => size.lengths.is_empty().then_some(u128::from(size.bytes)),
            ExprKind::Const(bits) => Some(*bits),
            ExprKind::Elvis(a, b) => match truth(a)? {
                true => self.convert_bits(as_const(a)?, a.ty, ty, strict),
                false => as_const(b),
            },
            ExprKind::PtrDiff { .. }
            | ExprKind::Load(_)
            | ExprKind::FuncAddr(_)
            | ExprKind::LabelAddr(_)
            | ExprKind::Comma(..)
            | ExprKind::Assign(..)
            | ExprKind::ArithAssign { .. }
            | ExprKind::PtrAssign { .. }
            | ExprKind::Call { .. }
            | ExprKind::FieldBits { .. }
            | ExprKind::StmtExpr { .. }
            | ExprKind::Builtin(_) => None,
        }
    }

    /// Whether a constant differs from zero.
    pub(super) fn truth(&self, e: &Expr) -> Option<bool> {
        match self.float_kind(e.ty) {
            Some(kind) => as_const(e).map(|bits| !float::is_zero(bits, kind)),
            None => as_const(e).map(|bits| bits != 0),
        }
    }

    /// `index * size` bytes, negated if asked.
    fn offset(&self, index: u128, ty: TypeId, size: &SizeOf, negative: bool) -> Option<i64> {
        if !size.lengths.is_empty() {
            return None;
        }
        let index = self.p.types.scalar(ty)?.to_i128(index) as i64;
        let bytes = index.wrapping_mul(size.bytes as i64);
        Some(if negative { bytes.wrapping_neg() } else { bytes })
    }

    fn negate(&self, a: u128, ty: TypeId, strict: bool) -> Option<u128> {
        match self.p.types.scalar(ty)? {
            Scalar::Float(kind) => Some(float::negate(a, kind)),
            scalar @ Scalar::Int { .. } => self.arith_int(Arith::Sub, 0, a, scalar, scalar, strict),
        }
    }

    fn arith_bits(&self, op: Arith, a: u128, b: u128, ty: TypeId, right: TypeId, strict: bool) -> Option<u128> {
        match self.p.types.scalar(ty)? {
            Scalar::Float(kind) => float::arith(op, a, b, kind),
            scalar @ Scalar::Int { .. } => self.arith_int(op, a, b, scalar, self.p.types.scalar(right)?, strict),
        }
    }

    fn arith_int(&self, op: Arith, a: u128, b: u128, ty: Scalar, right: Scalar, strict: bool) -> Option<u128> {
        let signed = matches!(ty, Scalar::Int { signed: true, .. });
        let (x, y) = (ty.to_i128(a), ty.to_i128(b));
        let exact = match op {
            Arith::Add => x.checked_add(y),
            Arith::Sub => x.checked_sub(y),
            Arith::Mul => x.checked_mul(y),
            Arith::Div if b == 0 => return None,
            Arith::Rem if b == 0 => return None,
            Arith::Div if signed => Some(x.checked_div(y)?),
            Arith::Rem if signed => {
                // The quotient of the smallest number by -1 does not fit, so the remainder is undefined too.
                let quotient = x.checked_div(y)?;
                if ty.to_i128(ty.truncate(quotient as u128)) != quotient {
                    return None;
                }
                Some(x.checked_rem(y)?)
            }
            Arith::Div => return Some(a / b),
            Arith::Rem => return Some(a % b),
            Arith::Shl | Arith::Shr => {
                let amount = u32::try_from(right.to_i128(b)).ok().filter(|n| *n < ty.bits())?;
                let fits = || x >= 0 && ty.to_i128(ty.truncate(a << amount)) >> amount == x;
                if op == Arith::Shl && signed && strict && !fits() {
                    return None;
                }
                let right_shift = if signed { (x >> amount) as u128 } else { a >> amount };
                return Some(ty.truncate(if op == Arith::Shl { a << amount } else { right_shift }));
            }
            Arith::And => return Some(a & b),
            Arith::Or => return Some(a | b),
            Arith::Xor => return Some(a ^ b),
        };
        let wrapped = ty.truncate(match op {
            Arith::Add => a.wrapping_add(b),
            Arith::Sub => a.wrapping_sub(b),
            Arith::Mul => a.wrapping_mul(b),
            Arith::Div | Arith::Rem | Arith::Shl | Arith::Shr | Arith::And | Arith::Or | Arith::Xor => exact? as u128,
        });
        let overflow = signed && exact != Some(ty.to_i128(wrapped));
        let undefined = overflow && (strict || op == Arith::Div);
        if undefined { None } else { Some(wrapped) }
    }

    fn compare_bits(&self, op: Compare, a: u128, b: u128, ty: TypeId) -> Option<bool> {
        let scalar = self.p.types.scalar(ty)?;
        let order = match scalar {
            Scalar::Float(kind) => return Some(float::compare(op, a, b, kind)),
            Scalar::Int { signed: true, .. } => scalar.to_i128(a).cmp(&scalar.to_i128(b)),
            Scalar::Int { signed: false, .. } => a.cmp(&b),
        };
        Some(match op {
            Compare::Eq => order.is_eq(),
            Compare::Ne => order.is_ne(),
            Compare::Lt => order.is_lt(),
            Compare::Le => order.is_le(),
            Compare::Gt => order.is_gt(),
            Compare::Ge => order.is_ge(),
        })
    }

    /// Conversion of a scalar constant; `None` if it is not between scalars, or undefined and we are strict.
    fn convert_bits(&self, bits: u128, from: TypeId, to: TypeId, strict: bool) -> Option<u128> {
        let (source, target) = (self.p.types.scalar(from)?, self.p.types.scalar(to)?);
        if *self.ty(to) == Type::Int(IntKind::Bool) {
            return Some(match source {
                Scalar::Float(kind) => u128::from(!float::is_zero(bits, kind)),
                Scalar::Int { .. } => u128::from(bits != 0),
            });
        }
        Some(match (source, target) {
            (Scalar::Int { .. }, Scalar::Int { .. }) => target.truncate(source.to_i128(bits) as u128),
            (Scalar::Int { signed, .. }, Scalar::Float(kind)) => {
                float::from_int(source.to_i128(bits) as u128, signed, kind)
            }
            (Scalar::Float(kind), Scalar::Int { bits: width, signed }) => {
                let (value, fits) = float::to_int(bits, kind, u32::from(width), signed);
                if strict && !fits {
                    return None;
                }
                target.truncate(value)
            }
            (Scalar::Float(a), Scalar::Float(b)) => float::convert(bits, a, b),
        })
    }

    /// The value of an integer constant expression that is already typed (6.6p6: no object is read).
    pub(super) fn constant_integer(&self, e: &Expr) -> Option<i128> {
        self.integer_at(e, false)
    }

    /// Like [`Typer::constant_integer`], but constant objects count as constants.
    pub(super) fn known_integer(&self, e: &Expr) -> Option<i128> {
        self.integer_at(e, true)
    }

    fn integer_at(&self, e: &Expr, loads: bool) -> Option<i128> {
        let scalar = self.p.types.scalar(e.ty)?;
        self.int_kind(e.ty)?;
        match self.evaluate_at(e, loads)? {
            Constant::Bits(bits) => Some(scalar.to_i128(bits)),
            Constant::Address(..) => None,
        }
    }

    /// The value of an expression where C demands a constant; gcc accepts the value of a constant object.
    pub(super) fn evaluate(&self, e: &Expr) -> Option<Constant> {
        self.evaluate_at(e, true)
    }

    fn evaluate_at(&self, e: &Expr, loads: bool) -> Option<Constant> {
        use Constant::{Address, Bits};
        let scalar = self.p.types.scalar(e.ty);
        let operand = |a: &Expr| match self.evaluate_at(a, loads)? {
            Bits(bits) => Some(bits),
            Address(..) => None,
        };
        Some(match &e.kind {
            ExprKind::Const(bits) => Bits(*bits),
            ExprKind::AddrOf(lvalue) => match self.address_at(lvalue, loads)? {
                Bits(bits) => Bits(scalar?.truncate(bits)),
                address @ Address(..) => address,
            },
            ExprKind::FuncAddr(function) => Address(StaticTarget::Function(*function), 0),
            ExprKind::LabelAddr(label) => Bits(u128::from(label.address())),
            ExprKind::Load(lvalue) if loads => self.load_constant(lvalue, e.ty)?,
            ExprKind::Neg(a) => Bits(self.negate(operand(a)?, e.ty, false)?),
            ExprKind::BitNot(a) => Bits(scalar?.truncate(!operand(a)?)),
            ExprKind::Not(a) => Bits(u128::from(!self.constant_truth(a, loads)?)),
            ExprKind::Arith(op, a, b) => match (op, self.evaluate_at(a, loads)?, self.evaluate_at(b, loads)?) {
                (_, Bits(x), Bits(y)) => Bits(self.arith_bits(*op, x, y, e.ty, b.ty, false)?),
                (Arith::Add, Address(target, by), Bits(n)) | (Arith::Add, Bits(n), Address(target, by)) => {
                    Address(target, by.wrapping_add(scalar?.to_i128(n) as i64))
                }
                (Arith::Sub, Address(target, by), Bits(n)) => {
                    Address(target, by.wrapping_sub(scalar?.to_i128(n) as i64))
                }
                (Arith::Sub, Address(x, by), Address(y, less)) if x == y => {
                    Bits(scalar?.truncate(by.wrapping_sub(less) as u128))
                }
                (_, Address(..), _) | (_, _, Address(..)) => return None,
            },
            ExprKind::FieldBits { value, width } => {
                let bits = operand(value)?;
                let scalar = scalar?;
                let above = scalar.bits().checked_sub(*width)?;
                Bits(scalar.truncate(match self.int_kind(e.ty)?.signed() {
                    true => (((bits << (128 - width)) as i128) >> (128 - width)) as u128,
                    false => bits & (u128::MAX >> (128 - width)) & (u128::MAX >> above.min(127)),
                }))
            }
            ExprKind::Compare(op, a, b) => Bits(u128::from(self.compare_constants(*op, a, b, loads)?)),
            ExprKind::PtrAdd { pointer, index, size, negative } => {
                let offset = self.offset(operand(index)?, index.ty, size, *negative)?;
                match self.evaluate_at(pointer, loads)? {
                    Bits(bits) => Bits(scalar?.truncate(bits.wrapping_add(offset as u128))),
                    Address(target, by) => Address(target, by.wrapping_add(offset)),
                }
            }
            ExprKind::PtrDiff { left, right, size } => {
                let bytes = match (self.evaluate_at(left, loads)?, self.evaluate_at(right, loads)?) {
                    (Bits(a), Bits(b)) => a.wrapping_sub(b) as i64,
                    (Address(x, a), Address(y, b)) if x == y => a.wrapping_sub(b),
                    (Bits(_) | Address(..), Bits(_) | Address(..)) => return None,
                };
                if !size.lengths.is_empty() {
                    return None;
                }
                Bits(scalar?.truncate(bytes.checked_div(size.bytes as i64)? as u128))
            }
            ExprKind::SizeOf(size) if size.lengths.is_empty() => Bits(u128::from(size.bytes)),
            ExprKind::And(a, b) => Bits(u128::from(self.constant_truth(a, loads)? && self.constant_truth(b, loads)?)),
            ExprKind::Or(a, b) => Bits(u128::from(self.constant_truth(a, loads)? || self.constant_truth(b, loads)?)),
            ExprKind::Cond(c, a, b) => self.evaluate_at(if self.constant_truth(c, loads)? { a } else { b }, loads)?,
            ExprKind::Elvis(a, b) if !self.constant_truth(a, loads)? => self.evaluate_at(b, loads)?,
            ExprKind::Elvis(a, _) => self.convert_constant(self.evaluate_at(a, loads)?, a.ty, e.ty)?,
            ExprKind::Convert(a) => self.convert_constant(self.evaluate_at(a, loads)?, a.ty, e.ty)?,
            ExprKind::Load(_)
            | ExprKind::SizeOf(_)
            | ExprKind::Comma(..)
            | ExprKind::Assign(..)
            | ExprKind::ArithAssign { .. }
            | ExprKind::PtrAssign { .. }
            | ExprKind::Call { .. }
            | ExprKind::StmtExpr { .. }
            | ExprKind::Builtin(_) => return None,
        })
    }

    fn convert_constant(&self, value: Constant, from: TypeId, to: TypeId) -> Option<Constant> {
        match value {
            Constant::Bits(bits) => self.convert_bits(bits, from, to, false).map(Constant::Bits),
            Constant::Address(..) => {
                if *self.ty(to) == Type::Int(IntKind::Bool) {
                    return Some(Constant::Bits(1));
                }
                let whole = self.float_kind(to).is_none() && self.p.types.size(to) >= Some(self.model().pointer_size());
                (whole && self.p.types.scalar(to).is_some()).then_some(value)
            }
        }
    }

    fn constant_truth(&self, e: &Expr, loads: bool) -> Option<bool> {
        match (self.evaluate_at(e, loads)?, self.float_kind(e.ty)) {
            (Constant::Bits(bits), Some(kind)) => Some(!float::is_zero(bits, kind)),
            (Constant::Bits(bits), None) => Some(bits != 0),
            (Constant::Address(..), _) => Some(true),
        }
    }

    fn compare_constants(&self, op: Compare, a: &Expr, b: &Expr, loads: bool) -> Option<bool> {
        match (self.evaluate_at(a, loads)?, self.evaluate_at(b, loads)?) {
            (Constant::Bits(x), Constant::Bits(y)) => self.compare_bits(op, x, y, a.ty),
            (Constant::Address(x, by), Constant::Address(y, other)) if x == y => Some(match op {
                Compare::Eq => by == other,
                Compare::Ne => by != other,
                Compare::Lt => by < other,
                Compare::Le => by <= other,
                Compare::Gt => by > other,
                Compare::Ge => by >= other,
            }),
            (Constant::Address(..), Constant::Bits(0)) | (Constant::Bits(0), Constant::Address(..)) => match op {
                Compare::Eq => Some(false),
                Compare::Ne => Some(true),
                Compare::Lt | Compare::Le | Compare::Gt | Compare::Ge => None,
            },
            (Constant::Bits(_) | Constant::Address(..), Constant::Bits(_) | Constant::Address(..)) => None,
        }
    }

    /// The address of an lvalue, if it is the same in every execution.
    pub(super) fn address(&self, lvalue: &Lvalue) -> Option<Constant> {
        self.address_at(lvalue, true)
    }

    fn address_at(&self, lvalue: &Lvalue, loads: bool) -> Option<Constant> {
        match &lvalue.kind {
            LvalueKind::Global(global) => match self.p.globals[global.0 as usize].kind {
                GlobalKind::ThreadLocal => None,
                GlobalKind::Variable | GlobalKind::StaticLocal | GlobalKind::Constant | GlobalKind::Extern => {
                    Some(Constant::Address(StaticTarget::Global(*global), 0))
                }
            },
            LvalueKind::Deref(pointer) => self.evaluate_at(pointer, loads),
            LvalueKind::Field { base, offset, bits: _ } => Some(match self.address_at(base, loads)? {
                Constant::Bits(bits) => Constant::Bits(bits.wrapping_add(u128::from(*offset))),
                Constant::Address(target, by) => Constant::Address(target, by.wrapping_add(*offset as i64)),
            }),
            LvalueKind::Local(_) | LvalueKind::CompoundLiteral { .. } | LvalueKind::Temporary(_) => None,
        }
    }

    /// The value of a constant object, as gcc accepts it in initialisers (`static const int n = 3; int a = n;`).
    fn load_constant(&self, lvalue: &Lvalue, ty: TypeId) -> Option<Constant> {
        let Constant::Address(StaticTarget::Global(global), offset) = self.address(lvalue)? else { return None };
        if matches!(lvalue.kind, LvalueKind::Field { bits: Some(_), .. }) {
            return None;
        }
        let object = &self.p.globals[global.0 as usize];
        let state = &self.p.global_states[global.0 as usize];
        if !state.defined || object.kind != GlobalKind::Constant {
            return None;
        }
        let scalar = self.p.types.scalar(ty)?;
        let (start, size) = (u64::try_from(offset).ok()?, scalar.size());
        let object_size = match self.array(object.ty.ty) {
            Some((_, ArrayLen::Incomplete)) => object.init.len() as u64,
            Some(_) | None => self.p.types.size(object.ty.ty)?,
        };
        if start.checked_add(size)? > object_size {
            return None;
        }
        if let Some(found) = object.relocations.iter().find(|r| r.offset < start + size && start < r.offset + 8) {
            let exact = found.offset == start && size == self.model().pointer_size();
            return exact.then_some(Constant::Address(found.target, found.addend));
        }
        let mut bits = 0u128;
        for i in 0..size.min(16) {
            let byte = object.init.get((start + i) as usize).copied().unwrap_or(0);
            bits |= u128::from(byte) << (8 * i);
        }
        Some(Constant::Bits(bits))
    }
}

/// The bit pattern of a constant node.
pub(super) fn as_const(e: &Expr) -> Option<u128> {
    if let ExprKind::Const(bits) = e.kind { Some(bits) } else { None }
}

/// The address of an lvalue that hangs off a constant pointer: `&((struct s *)0)->member`.
fn absolute(lvalue: &Lvalue) -> Option<u128> {
    match &lvalue.kind {
        LvalueKind::Deref(pointer) => as_const(pointer),
        LvalueKind::Field { base, offset, bits: _ } => Some(absolute(base)?.wrapping_add(u128::from(*offset))),
        LvalueKind::Local(_)
        | LvalueKind::Global(_)
        | LvalueKind::CompoundLiteral { .. }
        | LvalueKind::Temporary(_) => None,
    }
}
