//! Conditions become control flow: `a && b` in an `if` is two branches, not a number that is tested afterwards.

use raddle_program::{Loc, Scalar};

use super::body::Body;
use crate::hir::{self, ExprKind};

impl<'h> Body<'_, 'h> {
    /// Goes to `yes` if the expression differs from zero, else to `no`.
    pub fn condition(&mut self, e: &'h hir::Expr, yes: Loc, no: Loc) {
        match &e.kind {
            ExprKind::And(a, b) => {
                let middle = self.automaton.fresh();
                self.condition(a, middle, no);
                self.automaton.resume(middle);
                self.condition(b, yes, no);
            }
            ExprKind::Or(a, b) => {
                let middle = self.automaton.fresh();
                self.condition(a, yes, middle);
                self.automaton.resume(middle);
                self.condition(b, yes, no);
            }
            ExprKind::Not(a) => self.condition(a, no, yes),
            ExprKind::Comma(a, b) => {
                self.effect(a);
                self.condition(b, yes, no);
            }
            ExprKind::Convert(a) if self.keeps_truth(a, e) => self.condition(a, yes, no),
            ExprKind::Compare(hir::Compare::Ne, a, b) if is_zero(b) && is_logical(a) => self.condition(a, yes, no),
            ExprKind::Compare(hir::Compare::Eq, a, b) if is_zero(b) && is_logical(a) => self.condition(a, no, yes),
            ExprKind::Const(_)
            | ExprKind::Load(_)
            | ExprKind::AddrOf(_)
            | ExprKind::FuncAddr(_)
            | ExprKind::LabelAddr(_)
            | ExprKind::Neg(_)
            | ExprKind::BitNot(_)
            | ExprKind::Arith(..)
            | ExprKind::Compare(..)
            | ExprKind::PtrAdd { .. }
            | ExprKind::PtrDiff { .. }
            | ExprKind::SizeOf(_)
            | ExprKind::FieldBits { .. }
            | ExprKind::Cond(..)
            | ExprKind::Elvis(..)
            | ExprKind::Convert(_)
            | ExprKind::Assign(..)
            | ExprKind::ArithAssign { .. }
            | ExprKind::PtrAssign { .. }
            | ExprKind::Call { .. }
            | ExprKind::StmtExpr { .. }
            | ExprKind::Builtin(_) => {
                let cond = self.expression(e);
                self.automaton.branch(cond, e.span, yes, no);
            }
        }
    }

    /// Whether a conversion cannot turn a value that is not zero into zero.
    fn keeps_truth(&self, from: &hir::Expr, to: &hir::Expr) -> bool {
        use raddle_program::{IntKind, Type};
        let types = &self.linker.types;
        if matches!(types.get(to.ty), Type::Int(IntKind::Bool)) {
            return types.scalar(from.ty).is_some();
        }
        match (types.scalar(from.ty), types.scalar(to.ty)) {
            (Some(Scalar::Int { bits: from, .. }), Some(Scalar::Int { bits: to, .. })) => from <= to,
            (_, _) => false,
        }
    }
}

fn is_zero(e: &hir::Expr) -> bool {
    matches!(e.kind, ExprKind::Const(0))
}

/// Whether an expression is control flow, if nothing is between it and the test (conversions of truth values aside).
fn is_logical(e: &hir::Expr) -> bool {
    match &e.kind {
        ExprKind::And(..) | ExprKind::Or(..) | ExprKind::Not(_) => true,
        ExprKind::Convert(a) => is_logical(a),
        ExprKind::Const(_)
        | ExprKind::Load(_)
        | ExprKind::AddrOf(_)
        | ExprKind::FuncAddr(_)
        | ExprKind::LabelAddr(_)
        | ExprKind::Neg(_)
        | ExprKind::BitNot(_)
        | ExprKind::Arith(..)
        | ExprKind::Compare(..)
        | ExprKind::PtrAdd { .. }
        | ExprKind::PtrDiff { .. }
        | ExprKind::SizeOf(_)
        | ExprKind::FieldBits { .. }
        | ExprKind::Cond(..)
        | ExprKind::Elvis(..)
        | ExprKind::Comma(..)
        | ExprKind::Assign(..)
        | ExprKind::ArithAssign { .. }
        | ExprKind::PtrAssign { .. }
        | ExprKind::Call { .. }
        | ExprKind::StmtExpr { .. }
        | ExprKind::Builtin(_) => false,
    }
}
