//! Giving the locals of a function other numbers.

use crate::expr::{Expr, ExprKind};
use crate::ids::LocalId;
use crate::op::{Callee, Op, OutputSink};

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
        let set = |local: &mut LocalId| *local = name(*local);
        let all = |exprs: &mut [Expr]| exprs.iter_mut().for_each(|e| e.rename_locals(name));
        match self {
            Op::Skip
            | Op::Fence
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::Error { .. }
            | Op::End { .. }
            | Op::Unreachable
            | Op::Unsupported { .. } => {}
            Op::Assume { cond, .. } | Op::Require { cond } => cond.rename_locals(name),
            Op::Assign { dst, value } => {
                set(dst);
                value.rename_locals(name);
            }
            Op::Nondet { dst, .. } => set(dst),
            Op::Declare { local } | Op::Live { local, .. } => set(local),
            Op::Load { dst, addr, .. } | Op::BlockSize { dst, addr } => {
                set(dst);
                addr.rename_locals(name);
            }
            Op::Store { addr, value, .. } => {
                addr.rename_locals(name);
                value.rename_locals(name);
            }
            Op::Rmw { dst, addr, operand, .. } => {
                dst.iter_mut().for_each(set);
                addr.rename_locals(name);
                operand.rename_locals(name);
            }
            Op::CompareExchange { dst, failed, addr, expected, desired, .. } => {
                set(dst);
                set(failed);
                addr.rename_locals(name);
                expected.rename_locals(name);
                desired.rename_locals(name);
            }
            Op::Call { dst, callee, args } => {
                dst.iter_mut().for_each(set);
                match callee {
                    Callee::Direct(_) => {}
                    Callee::Indirect(target) => target.rename_locals(name),
                }
                all(args);
            }
            Op::External { dst, args, .. } => {
                dst.iter_mut().for_each(set);
                args.iter_mut().for_each(|a| a.value.rename_locals(name));
            }
            Op::Return { value } => value.iter_mut().for_each(|v| v.rename_locals(name)),
            Op::Alloc { dst, size, align, .. } => {
                set(dst);
                size.rename_locals(name);
                align.rename_locals(name);
            }
            Op::Free { addr } | Op::StackFree { addr } => addr.rename_locals(name),
            Op::StackAlloc { dst, size, .. } => {
                set(dst);
                size.rename_locals(name);
            }
            Op::Compute { dst, args, .. } => {
                set(dst);
                all(args);
            }
            Op::Sync { args, dst, out, .. } => {
                all(args);
                dst.iter_mut().for_each(set);
                out.iter_mut().for_each(set);
            }
            Op::Output { dst, sink, format, args } => {
                dst.iter_mut().for_each(set);
                match sink {
                    OutputSink::Stdout | OutputSink::Other => {}
                    OutputSink::Buffer { addr, size } => {
                        addr.rename_locals(name);
                        size.iter_mut().for_each(|s| s.rename_locals(name));
                    }
                }
                format.rename_locals(name);
                all(args);
            }
        }
    }
}
