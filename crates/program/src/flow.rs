//! What an operation does to values, and what to control.
//!
//! Most who look at operations want one of the two: where a value goes ([`Op::flow`]), or where a thread goes ([`Op::control`]). Each is
//! answered here once, with every operation listed; whoever asks lists the few answers. So a new operation does not compile until
//! somebody has said here what it is.

use crate::expr::Expr;
use crate::ids::LocalId;
use crate::op::{Callee, EndKind, ErrorKind, ExternalArg, Op, OutputSink, SyncOp};
use crate::operands::MemoryAccess;

/// Where an operation takes values from and puts them.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "the fields are those of the operations")]
pub enum Flow<'a> {
    /// It only looks at a truth value.
    Condition(&'a Expr),
    /// A value goes into a register.
    Assign { dst: LocalId, value: &'a Expr },
    /// Any value goes into a register, or any of these ranges.
    Nondet { dst: LocalId, ranges: Option<&'a [(i128, i128)]> },
    /// A local begins to live, with no value of its own.
    Declare { local: LocalId },
    /// One access to memory.
    Access(MemoryAccess<'a>),
    /// Values go to a function of the program, and its result into a register.
    Call { dst: Option<LocalId>, callee: &'a Callee, args: &'a [Expr] },
    /// A value goes to the caller.
    Return { value: Option<&'a Expr> },
    /// A function that nobody knows reads and writes through its arguments, and gives any result.
    External { dst: Option<LocalId>, args: &'a [ExternalArg] },
    /// The address of a new block goes into a register.
    Block { dst: LocalId },
    /// The size of a block goes into a register.
    Size { dst: LocalId },
    /// A number that is computed goes into a register.
    Compute { dst: LocalId },
    /// Synchronisation; [`SyncOp`] says what its arguments and results are.
    Sync { op: SyncOp, args: &'a [Expr], dst: Option<LocalId>, out: Option<LocalId> },
    /// Text is written.
    Output { dst: Option<LocalId>, sink: &'a OutputSink, format: &'a Expr, args: &'a [Expr] },
    /// No value goes anywhere. (It may look at addresses: [`Op::for_each_expr`].)
    Nothing,
}

/// Where a thread goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// To the target of the edge.
    Next,
    /// To the target of the edge, if a condition is as it must be.
    Condition,
    /// Into a function; to the target when that returns.
    Call,
    /// Back to the caller.
    Return,
    /// Out of all its frames.
    ThreadEnd,
    /// To the target, from where on nobody else moves.
    SectionBegin,
    /// To the target, from where on others move again.
    SectionEnd,
    /// Nowhere: this is an error.
    Error(ErrorKind),
    /// Nowhere: the program ends.
    End(EndKind),
    /// Nobody can say: behaviour is undefined, or not modelled.
    Unknown,
}

impl Op {
    /// Where the operation takes values from and puts them.
    pub fn flow(&self) -> Flow<'_> {
        if let Some(access) = self.access() {
            return Flow::Access(access);
        }
        match self {
            Op::Assume { cond, .. } | Op::Require { cond } => Flow::Condition(cond),
            Op::Assign { dst, value } => Flow::Assign { dst: *dst, value },
            Op::Nondet { dst, ranges, .. } => Flow::Nondet { dst: *dst, ranges: ranges.as_deref() },
            Op::Declare { local } => Flow::Declare { local: *local },
            Op::Call { dst, callee, args } => Flow::Call { dst: *dst, callee, args },
            Op::Return { value } => Flow::Return { value: value.as_ref() },
            Op::External { dst, args, .. } => Flow::External { dst: *dst, args },
            Op::Alloc { dst, .. } | Op::StackAlloc { dst, .. } => Flow::Block { dst: *dst },
            Op::BlockSize { dst, .. } | Op::TakeText { dst, .. } => Flow::Size { dst: *dst },
            Op::Compute { dst, .. } => Flow::Compute { dst: *dst },
            Op::Sync { op, args, dst, out } => Flow::Sync { op: *op, args, dst: *dst, out: *out },
            Op::Output { dst, sink, format, args } => Flow::Output { dst: *dst, sink, format, args },
            Op::Skip
            | Op::Live { .. }
            | Op::Fence
            | Op::Free { .. }
            | Op::StackFree { .. }
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::Error { .. }
            | Op::End { .. }
            | Op::Unreachable
            | Op::Unsupported { .. } => Flow::Nothing,
            Op::Load { .. } | Op::Store { .. } | Op::Rmw { .. } | Op::CompareExchange { .. } => {
                unreachable!("accesses have been dealt with")
            }
        }
    }

    /// Where the thread goes.
    pub fn control(&self) -> Control {
        match self {
            Op::Assume { .. } | Op::Require { .. } => Control::Condition,
            Op::Call { .. } => Control::Call,
            Op::Return { .. } => Control::Return,
            Op::Sync { op: SyncOp::ThreadExit, .. } => Control::ThreadEnd,
            Op::AtomicBegin => Control::SectionBegin,
            Op::AtomicEnd => Control::SectionEnd,
            Op::Error { kind } => Control::Error(*kind),
            Op::End { kind } => Control::End(*kind),
            Op::Unreachable | Op::Unsupported { .. } => Control::Unknown,
            Op::Skip
            | Op::Assign { .. }
            | Op::Nondet { .. }
            | Op::Declare { .. }
            | Op::Live { .. }
            | Op::Load { .. }
            | Op::Store { .. }
            | Op::Rmw { .. }
            | Op::CompareExchange { .. }
            | Op::Fence
            | Op::External { .. }
            | Op::Alloc { .. }
            | Op::Free { .. }
            | Op::BlockSize { .. }
            | Op::TakeText { .. }
            | Op::Compute { .. }
            | Op::StackAlloc { .. }
            | Op::StackFree { .. }
            | Op::Sync { .. }
            | Op::Output { .. } => Control::Next,
        }
    }

    /// Whether control can go on to the target of the edge (for a call: if the callee returns).
    pub fn continues(&self) -> bool {
        match self.control() {
            Control::Next | Control::Condition | Control::Call | Control::SectionBegin | Control::SectionEnd => true,
            Control::Return | Control::ThreadEnd | Control::Error(_) | Control::End(_) | Control::Unknown => false,
        }
    }
}
