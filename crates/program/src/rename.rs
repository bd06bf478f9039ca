//! Giving the locals of a function other numbers.

use crate::expr::{Expr, ExprKind};
use crate::ids::LocalId;
use crate::op::Op;

impl Expr {
    /// Replaces every local by what `name` says.
    pub fn rename_locals(&mut self, name: &impl Fn(LocalId) -> LocalId) {
        match &mut self.kind {
            ExprKind::Const(_) | ExprKind::GlobalAddr(..) | ExprKind::FuncAddr(_) => {}
            ExprKind::Reg(local) | ExprKind::LocalAddr(local, _) => *local = name(*local),
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => a.rename_locals(name),
            ExprKind::Binary(_, a, b) => {
                a.rename_locals(name);
                b.rename_locals(name);
            }
            ExprKind::Ite(c, a, b) => {
                c.rename_locals(name);
                a.rename_locals(name);
                b.rename_locals(name);
            }
        }
    }
}

impl Op {
    /// Replaces every local, set or read, by what `name` says.
    pub fn rename_locals(&mut self, name: &impl Fn(LocalId) -> LocalId) {
        self.for_each_mut(&mut |local| *local = name(*local), &mut |expr| expr.rename_locals(name));
    }
}
