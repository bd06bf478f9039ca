//! Conversions (C11 6.3): every implicit one becomes explicit here.

use raddle_program::{FloatKind, IntKind, QualType, Quals, Span, Type, TypeId};

use super::fold::as_const;
use super::{Typed, Typer};
use crate::hir::{Builtin, Expr, ExprKind, Init, InitItem, Lvalue, LvalueKind};

/// Where a value is assigned, for messages.
#[derive(Clone, Debug)]
pub enum Target {
    /// `=`
    Assignment,
    /// A declaration's initialiser.
    Initialisation,
    /// `return`
    Return,
    /// The argument with this number (from 1) of a call of this function.
    Argument(usize, String),
}

impl Target {
    /// How gcc begins a warning about this conversion.
    fn phrase(&self, to: &str, from: &str) -> String {
        match self {
            Target::Assignment => format!("assignment to {to} from {from}"),
            Target::Initialisation => format!("initialization of {to} from {from}"),
            Target::Return => format!("returning {from} from a function with return type {to}"),
            Target::Argument(n, callee) => format!("passing argument {n} of '{callee}' as {to} from {from}"),
        }
    }

    /// How gcc words the error.
    fn mismatch(&self, to: &str, from: &str) -> String {
        match self {
            Target::Assignment => format!("incompatible types when assigning to type {to} from type {from}"),
            Target::Initialisation => format!("incompatible types when initializing type {to} using type {from}"),
            Target::Return => format!("incompatible types when returning type {from} but {to} was expected"),
            Target::Argument(n, callee) => {
                format!("incompatible type for argument {n} of '{callee}': expected {to} but it is of type {from}")
            }
        }
    }
}

impl Typer<'_> {
    /// An expression of this type that makes the verdict UNKNOWN where it is reached.
    pub(super) fn unsupported(&self, what: impl Into<String>, ty: TypeId, span: Span) -> Expr {
        Expr { kind: ExprKind::Builtin(Builtin::Unsupported(what.into())), ty, span }
    }

    /// Why the first of some operands that is not modelled is not.
    pub(super) fn refusal(operands: &[&Expr]) -> Option<String> {
        let refused = |operand: &&Expr| {
            if let ExprKind::Builtin(Builtin::Unsupported(what)) = &operand.kind { Some(what.clone()) } else { None }
        };
        operands.iter().find_map(refused)
    }

    /// Converts a value to another type. Both are scalars, or the target is `void`, or the types are the same record.
    pub(super) fn convert(&mut self, e: Expr, to: TypeId) -> Expr {
        if e.ty == to || (self.record(to).is_some() && self.record(e.ty).is_some() && !self.is_opaque(to)) {
            return e;
        }
        if (self.is_opaque(e.ty) || self.is_opaque(to)) && !self.is_void(to) {
            let made = || format!("a conversion from {} to {}", self.show(e.ty), self.show(to));
            let what = Self::refusal(&[&e]).unwrap_or_else(made);
            return self.unsupported(what, to, e.span);
        }
        let span = e.span;
        self.make(ExprKind::Convert(Box::new(e)), to, span)
    }

    /// The width of a bit-field whose value this is.
    pub(super) fn bit_field_width(&self, e: &Expr) -> Option<u32> {
        let lvalue = match &e.kind {
            ExprKind::Load(lvalue) | ExprKind::Assign(lvalue, _) | ExprKind::ArithAssign { lvalue, .. } => lvalue,
            ExprKind::Comma(_, last) => return self.bit_field_width(last),
            ExprKind::StmtExpr { .. }
            | ExprKind::Const(_)
            | ExprKind::AddrOf(_)
            | ExprKind::FuncAddr(_)
            | ExprKind::LabelAddr(_)
            | ExprKind::Neg(_)
            | ExprKind::BitNot(_)
            | ExprKind::Not(_)
            | ExprKind::Arith(..)
            | ExprKind::Compare(..)
            | ExprKind::PtrAdd { .. }
            | ExprKind::PtrDiff { .. }
            | ExprKind::SizeOf(_)
            | ExprKind::FieldBits { .. }
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Cond(..)
            | ExprKind::Elvis(..)
            | ExprKind::Convert(_)
            | ExprKind::PtrAssign { .. }
            | ExprKind::Call { .. }
            | ExprKind::Builtin(_) => return None,
        };
        match &lvalue.kind {
            LvalueKind::Field { bits: Some(bits), .. } => Some(bits.width),
            LvalueKind::Field { bits: None, .. }
            | LvalueKind::Local(_)
            | LvalueKind::Global(_)
            | LvalueKind::Deref(_)
            | LvalueKind::CompoundLiteral { .. }
            | LvalueKind::Temporary(_) => None,
        }
    }

    /// The type that integer promotion gives an integer type (6.3.1.1), `width` that of a bit-field.
    pub(super) fn promoted_type(&mut self, ty: TypeId, width: Option<u32>) -> TypeId {
        let Some(kind) = self.int_kind(ty) else { return ty };
        let narrow_field = width.is_some_and(|w| w < 32 || (w == 32 && kind.signed()));
        if kind.rank() < IntKind::Int.rank() || (narrow_field && kind.rank() >= IntKind::Int.rank()) {
            return self.p.predeclared.int;
        }
        if width == Some(32) {
            return self.p.predeclared.uint;
        }
        self.p.types.int(kind)
    }

    /// The type of a value after integer promotion.
    pub(super) fn promoted_value_type(&mut self, e: &Expr) -> TypeId {
        let width = self.bit_field_width(e);
        self.promoted_type(e.ty, width)
    }

    /// Integer promotion.
    pub(super) fn promote(&mut self, e: Expr) -> Expr {
        let ty = self.promoted_value_type(&e);
        self.convert(e, ty)
    }

    /// The type of a bit-field lvalue after promotion, or of any other integer.
    pub(super) fn promoted_lvalue_type(&mut self, lvalue: &Lvalue) -> TypeId {
        let width = match &lvalue.kind {
            LvalueKind::Field { bits, .. } => bits.map(|b| b.width),
            LvalueKind::Local(_)
            | LvalueKind::Global(_)
            | LvalueKind::Deref(_)
            | LvalueKind::CompoundLiteral { .. }
            | LvalueKind::Temporary(_) => None,
        };
        self.promoted_type(lvalue.ty.ty, width)
    }

    /// Default argument promotion (6.5.2.2p6).
    pub(super) fn default_promote(&mut self, e: Expr) -> Expr {
        if self.float_kind(e.ty) == Some(FloatKind::F32) {
            let double = self.p.predeclared.double;
            return self.convert(e, double);
        }
        self.promote(e)
    }

    /// The common type of two promoted arithmetic types (6.3.1.8).
    pub(super) fn common_type(&mut self, a: TypeId, b: TypeId) -> TypeId {
        if let Some(kind) = self.float_kind(a).max(self.float_kind(b)) {
            return self.p.types.intern(Type::Float(kind));
        }
        let (Some(x), Some(y)) = (self.int_kind(a), self.int_kind(b)) else { return a };
        if x == y {
            return a;
        }
        let kind = if x.signed() == y.signed() {
            if x.rank() >= y.rank() { x } else { y }
        } else {
            let (signed, unsigned) = if x.signed() { (x, y) } else { (y, x) };
            let model = self.model();
            if unsigned.rank() >= signed.rank() {
                unsigned
            } else if signed.size(model) > unsigned.size(model) {
                signed
            } else {
                signed.to_unsigned()
            }
        };
        self.p.types.int(kind)
    }

    /// The usual arithmetic conversions of two operands.
    pub(super) fn usual(&mut self, a: Expr, b: Expr) -> (Expr, Expr, TypeId) {
        let common = self.common_of_field(&a, &b);
        let (a, b) = (self.promote(a), self.promote(b));
        let (ty, field) = common.unwrap_or_else(|| (self.common_type(a.ty, b.ty), None));
        (self.in_common(a, ty, field), self.in_common(b, ty, field), ty)
    }

    /// Whether an expression is a null pointer constant (6.3.2.3p3).
    pub(super) fn is_null_constant(&self, e: &Expr) -> bool {
        let null_type = self.is_integer(e.ty) || e.ty == self.p.predeclared.void_ptr;
        null_type && as_const(e) == Some(0)
    }

    /// Converts as if by assignment (6.5.16.1).
    pub(super) fn assign_convert(&mut self, e: Expr, to: QualType, target: &Target) -> Typed<Expr> {
        let from = e.ty;
        let span = e.span;
        if self.is_void(from) {
            return Err(self.error(span, "void value not ignored as it ought to be"));
        }
        if from == to.ty || (self.is_arithmetic(from) && self.is_arithmetic(to.ty)) {
            return Ok(self.convert(e, to.ty));
        }
        if self.is_opaque(from) || self.is_opaque(to.ty) {
            return Ok(self.convert(e, to.ty));
        }
        match (self.pointee(to.ty), self.pointee(from)) {
            (Some(_), None) if self.is_null_constant(&e) => Ok(self.convert(e, to.ty)),
            (Some(_), Some(_)) if self.is_null_constant(&e) => Ok(self.convert(e, to.ty)),
            (Some(goal), Some(source)) => {
                if !self.assignable_pointers(goal, source) {
                    let phrase = target.phrase(&self.show(to.ty), &self.show(from));
                    self.warn(span, format!("{phrase}: incompatible pointer type"));
                }
                Ok(self.convert(e, to.ty))
            }
            (Some(_), None) if self.is_integer(from) => {
                let phrase = target.phrase(&self.show(to.ty), &self.show(from));
                self.warn(span, format!("{phrase} makes pointer from integer without a cast"));
                Ok(self.convert(e, to.ty))
            }
            (None, Some(_)) if self.is_integer(to.ty) => {
                if to.ty != self.p.predeclared.bool {
                    let phrase = target.phrase(&self.show(to.ty), &self.show(from));
                    self.warn(span, format!("{phrase} makes integer from pointer without a cast"));
                }
                Ok(self.convert(e, to.ty))
            }
            (None, None) if self.compatible(from, to.ty) => Ok(Expr { ty: to.ty, ..e }),
            (None | Some(_), None | Some(_)) => {
                if let (Target::Argument(..), Some(union)) = (target, self.record(to.ty))
                    && self.p.opaque.transparent.contains(&union)
                {
                    return self.transparent_argument(e, to.ty, target);
                }
                let message = target.mismatch(&self.show(to.ty), &self.show(from));
                Err(self.error(span, message))
            }
        }
    }

    fn assignable_pointers(&self, goal: QualType, source: QualType) -> bool {
        if self.is_void(goal.ty) || self.is_void(source.ty) || self.compatible(goal.ty, source.ty) {
            return true;
        }
        // gcc warns about signedness only with -Wpointer-sign, which is off by default.
        match (self.int_kind(goal.ty), self.int_kind(source.ty)) {
            (Some(a), Some(b)) => a.to_unsigned() == b.to_unsigned(),
            (None | Some(_), None | Some(_)) => false,
        }
    }

    /// An argument for a parameter of transparent union type: a union with the matching member set.
    fn transparent_argument(&mut self, e: Expr, union: TypeId, target: &Target) -> Typed<Expr> {
        let fields = self.record(union).and_then(|r| self.p.types.records[r].fields.clone()).unwrap_or_default();
        let null = self.is_null_constant(&e);
        let fits = |typer: &Self, ty: TypeId| {
            typer.compatible(ty, e.ty)
                || match (typer.pointee(ty), typer.pointee(e.ty)) {
                    (Some(goal), Some(source)) => typer.assignable_pointers(goal, source),
                    (Some(_), None) => null,
                    (None, _) => false,
                }
        };
        let Some(field) = fields.iter().find(|f| fits(self, f.ty.ty)) else {
            let message = target.mismatch(&self.show(union), &self.show(e.ty));
            return Err(self.error(e.span, message));
        };
        let span = e.span;
        let value = self.assign_convert(e, field.ty, target)?;
        let item = InitItem { offset: field.offset, bits: None, ty: field.ty, value };
        let init = Init { zero: true, items: vec![item] };
        let lvalue = self.compound_local(union.into(), init, span);
        Ok(Expr { kind: ExprKind::Load(Box::new(lvalue)), ty: union, span })
    }

    /// The qualifiers two pointer targets have together.
    pub(super) fn joined_quals(a: QualType, b: QualType) -> Quals {
        let both = a.quals.union(b.quals);
        Quals { is_atomic: a.quals.is_atomic && b.quals.is_atomic, ..both }
    }
}
