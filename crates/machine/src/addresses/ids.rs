//! What may be done with the ids of threads; see the essay of the folder.

use raddle_program::analysis::{Object, is_harmless_for_ids};
use raddle_program::{BinaryOp, Scalar};

use super::{Check, Operand};
use crate::halt::{Halt, HaltKind};
use crate::state::ThreadIx;

/// A value that is the id of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Id {
    id: u64,
    /// Whose it is, if the thread exists: it was neither joined nor has it ended detached.
    thread: Option<ThreadIx>,
}

impl Check<'_, '_> {
    /// The thread that a value is the id of.
    pub(super) fn id(&self, operand: Operand<'_>) -> Option<Id> {
        if !self.is_wide(operand.ty) {
            return None;
        }
        let value = self.as_address(operand.bits, operand.ty);
        self.machine.layout.regions.thread_number(value)?;
        let thread = self.machine.thread_of(self.state, value);
        self.may_point(operand.source, &|object| object == Object::ThreadIds).then_some(Id { id: value, thread })
    }

    pub(super) fn depends_on_id(&self, how: &str) -> Halt {
        let what = format!("the program's behaviour depends on the number of a thread's id: {how}");
        Halt::new(HaltKind::Layout, what, self.span)
    }

    /// An operator on two ids.
    pub(super) fn both_ids(&self, op: BinaryOp, p: Id, q: Id) -> Result<(), Halt> {
        let same = p.id == q.id;
        let differ = |thread, gone| self.machine.differs_from_gone(self.state, thread, gone);
        let apart = match (p.thread, q.thread) {
            (Some(_), Some(_)) => true,
            (Some(thread), None) => differ(thread, q.id),
            (None, Some(thread)) => differ(thread, p.id),
            (None, None) => false,
        };
        match op {
            BinaryOp::Eq | BinaryOp::Ne => {
                if !same && !apart {
                    self.reuse.set(Some(
                        "the program compares the id of a thread that is gone: whether another thread has the same id \
                         by now depends on the C library",
                    ));
                }
                Ok(())
            }
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Sub | BinaryOp::Xor if same => Ok(()),
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                Err(self.depends_on_id("it is ordered against that of another thread"))
            }
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => Err(self.depends_on_id("a number is computed from two of them")),
        }
    }

    /// An operator on an id, on whichever side, and something else of the same type.
    pub(super) fn id_with_number(&self, op: BinaryOp, ty: Scalar, number: u128) -> Result<(), Halt> {
        if is_harmless_for_ids(op, ty, number) {
            Ok(())
        } else if op.is_comparison() {
            Err(self.depends_on_id("it is compared with a number"))
        } else {
            Err(self.depends_on_id(&format!("a number is computed from it with `{op}`")))
        }
    }
}
