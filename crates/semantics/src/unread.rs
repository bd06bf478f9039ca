//! Which global objects nobody ever reads.
//!
//! **Idea.** What a register holds that flows into nothing is faint ([`Faint`](raddle_program::analysis::Faint)); the same for objects: an array that is filled
//! and never read, as in programs of which only the skeleton of an algorithm was kept. What is in such an object cannot change what is executed,
//! so it need not be kept, and *where* in it a store goes need not be known, as long as it is inside.
//!
//! **Method.** An object is unread if its address is written down nowhere but in the addresses of stores, once in each and in none together
//! with another object's: then every access of it is one of these stores. [`PointsTo`] says what else an expression may address.
//!
//! **Soundness.** The address of an unread object is in no register and no other object, so nobody but its stores can reach it;
//! an address that a program invents is not covered, as always ([`PointsTo`]: whoever relies on it halts at such an access). Nobody
//! compares its address or computes with it, so no layout of memory can be told from another by it. **Cost**: linear in the edges.
//!
//! **Rejected**: addresses that go through registers first. A condition on a pointer whose offset is not known would have to be checked for
//! whether it depends on the layout.

use std::collections::BTreeSet;

use raddle_program::GlobalId;
use raddle_program::Op;
use raddle_program::analysis::{Object, PointsTo};
use raddle_program::{BinaryOp, Expr, ExprKind};
use raddle_program::{Global, GlobalKind, Program};

/// The objects that nobody reads.
#[derive(Clone, Debug, Default)]
pub struct Unread {
    globals: BTreeSet<GlobalId>,
}

impl Unread {
    /// Looks at all functions that may be called.
    pub fn new(program: &Program, points_to: &PointsTo) -> Unread {
        let plain = |(id, global): (GlobalId, &Global)| {
            let own = match global.kind {
                GlobalKind::Variable | GlobalKind::StaticLocal => global.size > 0,
                GlobalKind::ThreadLocal | GlobalKind::Constant | GlobalKind::Extern => false,
            };
            own.then_some(id)
        };
        let mut globals: BTreeSet<GlobalId> = program.globals.enumerated().filter_map(plain).collect();
        for number in points_to.objects().ids() {
            points_to.deadline().look();
            for kept in points_to.content(number).iter() {
                remove(&mut globals, points_to.objects()[kept]);
            }
        }
        for (function, body) in program.functions.enumerated().filter(|(id, _)| points_to.is_reachable(*id)) {
            for edge in body.edges().iter() {
                points_to.deadline().look();
                let mut stored = None;
                if let Op::Store { addr, .. } = &edge.op {
                    stored = target(addr).map(|_| addr);
                }
                edge.op.for_each_expr(&mut |expr| {
                    // Of a comparison nothing is an address, but addresses may be compared.
                    let mut named = Vec::new();
                    expr.walk(&mut |e| named.extend(target(e).filter(|_| matches!(e.kind, ExprKind::GlobalAddr(..)))));
                    let addressed = points_to.may_address(function, expr);
                    let alone = named.len() == 1 && addressed.iter().count() == 1;
                    if !alone || !stored.is_some_and(|addr| std::ptr::eq(addr, expr)) {
                        named.into_iter().for_each(|global| remove(&mut globals, Object::Global(global)));
                        addressed.iter().for_each(|n| remove(&mut globals, points_to.objects()[n]));
                    }
                });
            }
        }
        Unread { globals }
    }

    /// The global that an operation stores into, if nobody reads that.
    pub fn stored(&self, op: &Op) -> Option<GlobalId> {
        let Op::Store { addr, .. } = op else { return None };
        target(addr).filter(|global| self.globals.contains(global))
    }

    /// All of them.
    pub fn globals(&self) -> impl Iterator<Item = GlobalId> + '_ {
        self.globals.iter().copied()
    }
}

fn remove(globals: &mut BTreeSet<GlobalId>, object: Object) {
    match object {
        Object::Global(global) => {
            globals.remove(&global);
        }
        Object::Local(..) | Object::Block(..) | Object::Function(_) | Object::ThreadIds => {}
    }
}

/// The global whose address a sum begins with.
fn target(addr: &Expr) -> Option<GlobalId> {
    match &addr.kind {
        ExprKind::GlobalAddr(global, _) => Some(*global),
        ExprKind::Binary(BinaryOp::Add, a, _) => target(a),
        ExprKind::Const(_)
        | ExprKind::Reg(_)
        | ExprKind::LocalAddr(..)
        | ExprKind::FuncAddr(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cast(_)
        | ExprKind::Ite(..) => None,
    }
}
