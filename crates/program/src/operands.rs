//! What everybody asks of an operation: the registers it sets, the expressions it evaluates, the memory it accesses.
//!
//! Each question is answered here once, with every variant listed, so that an analysis that only wants to know whether
//! an edge reads memory need not know all the operations there are.

use crate::expr::Expr;
use crate::ids::LocalId;
use crate::op::{Access, Callee, Op, OutputSink, RmwOp, SyncOp};

/// The one access to memory that an operation makes.
#[derive(Clone, Copy, Debug)]
pub struct MemoryAccess<'a> {
    /// The address.
    pub addr: &'a Expr,
    /// The type, and whether it is atomic.
    pub access: Access,
    /// What is done there.
    pub kind: AccessKind<'a>,
}

/// What an access does.
#[derive(Clone, Copy, Debug)]
pub enum AccessKind<'a> {
    /// Reads.
    Load {
        /// Receives the value.
        dst: LocalId,
    },
    /// Writes.
    Store {
        /// What is written.
        value: &'a Expr,
    },
    /// Reads, computes and writes.
    Rmw {
        /// What is computed.
        op: RmwOp,
        /// The right operand.
        operand: &'a Expr,
        /// Receives the old value.
        dst: Option<LocalId>,
    },
    /// Reads, compares and perhaps writes.
    CompareExchange {
        /// What the old value is compared with.
        expected: &'a Expr,
        /// What is written if they are equal.
        desired: &'a Expr,
        /// Receives the old value.
        dst: LocalId,
        /// Receives 0 if it was written, 1 if not.
        failed: LocalId,
    },
}

impl AccessKind<'_> {
    /// Whether it looks at what is there.
    pub fn reads(self) -> bool {
        match self {
            AccessKind::Load { .. } | AccessKind::Rmw { .. } | AccessKind::CompareExchange { .. } => true,
            AccessKind::Store { .. } => false,
        }
    }

    /// Whether it may change what is there.
    pub fn writes(self) -> bool {
        match self {
            AccessKind::Load { .. } => false,
            AccessKind::Store { .. } | AccessKind::Rmw { .. } | AccessKind::CompareExchange { .. } => true,
        }
    }
}

/// Whom a synchronisation operation concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncScope {
    /// Nobody but the caller.
    Nobody,
    /// The table of threads: a thread is made, or waited for.
    Threads,
    /// Whether a thread can be joined.
    Detach,
    /// That a thread shall end.
    Cancel,
    /// Whether the caller shall end.
    Cancellation,
    /// The end of the caller, with all frames it has.
    ThreadEnd,
    /// Which keys exist.
    KeyNumbers,
    /// What the caller stores under a key.
    KeyValues,
    /// Synchronisation objects, this many: their addresses are the first arguments.
    Objects(usize),
}

impl SyncOp {
    /// Whether the thread may have to end where it executes the operation because somebody has asked for its end.
    pub fn is_cancellation_point(self) -> bool {
        use SyncOp::{CancelTest, CondTimedwait, CondWait, SemTimedwait, SemWait, ThreadJoin};
        matches!(self, CancelTest | CondWait | CondTimedwait | SemWait | SemTimedwait | ThreadJoin)
    }

    /// Whom the operation concerns.
    pub fn scope(self) -> SyncScope {
        match self {
            SyncOp::ThreadSelf | SyncOp::Yield => SyncScope::Nobody,
            SyncOp::ThreadCreate | SyncOp::ThreadJoin => SyncScope::Threads,
            SyncOp::ThreadDetach | SyncOp::ThreadTryjoin | SyncOp::ThreadExists => SyncScope::Detach,
            SyncOp::ThreadCancel => SyncScope::Cancel,
            SyncOp::CancelTest | SyncOp::CancelSet => SyncScope::Cancellation,
            SyncOp::ThreadExit => SyncScope::ThreadEnd,
            SyncOp::KeyCreate | SyncOp::KeyDelete => SyncScope::KeyNumbers,
            SyncOp::KeySet | SyncOp::KeyGet => SyncScope::KeyValues,
            SyncOp::CondWait | SyncOp::CondTimedwait => SyncScope::Objects(2),
            SyncOp::MutexInit
            | SyncOp::MutexDestroy
            | SyncOp::MutexConsistent
            | SyncOp::MutexCeiling
            | SyncOp::MutexLock
            | SyncOp::MutexTrylock
            | SyncOp::MutexTimedlock
            | SyncOp::MutexUnlock
            | SyncOp::RwlockInit
            | SyncOp::RwlockDestroy
            | SyncOp::RwlockRdlock
            | SyncOp::RwlockTryrdlock
            | SyncOp::RwlockTimedrdlock
            | SyncOp::RwlockWrlock
            | SyncOp::RwlockTrywrlock
            | SyncOp::RwlockTimedwrlock
            | SyncOp::RwlockUnlock
            | SyncOp::SpinInit
            | SyncOp::SpinDestroy
            | SyncOp::SpinLock
            | SyncOp::SpinTrylock
            | SyncOp::SpinUnlock
            | SyncOp::CondInit
            | SyncOp::CondDestroy
            | SyncOp::CondSignal
            | SyncOp::CondBroadcast
            | SyncOp::BarrierInit
            | SyncOp::BarrierDestroy
            | SyncOp::BarrierWait
            | SyncOp::SemInit
            | SyncOp::SemDestroy
            | SyncOp::SemWait
            | SyncOp::SemTrywait
            | SyncOp::SemTimedwait
            | SyncOp::SemPost
            | SyncOp::SemGetvalue
            | SyncOp::OnceEnter
            | SyncOp::OnceLeave => SyncScope::Objects(1),
        }
    }
}

impl Op {
    /// The access to memory that this operation makes, if it is one. What library calls and the lifetimes of objects do
    /// to memory is no access.
    pub fn access(&self) -> Option<MemoryAccess<'_>> {
        let (addr, access, kind) = match self {
            Op::Load { dst, addr, access } => (addr, access, AccessKind::Load { dst: *dst }),
            Op::Store { addr, value, access } => (addr, access, AccessKind::Store { value }),
            Op::Rmw { dst, addr, op, operand, access } => {
                (addr, access, AccessKind::Rmw { op: *op, operand, dst: *dst })
            }
            Op::CompareExchange { dst, failed, addr, expected, desired, weak: _, access } => {
                (addr, access, AccessKind::CompareExchange { expected, desired, dst: *dst, failed: *failed })
            }
            Op::Skip
            | Op::Assume { .. }
            | Op::Require { .. }
            | Op::Assign { .. }
            | Op::Nondet { .. }
            | Op::Declare { .. }
            | Op::Live { .. }
            | Op::Fence
            | Op::Call { .. }
            | Op::External { .. }
            | Op::Return { .. }
            | Op::Alloc { .. }
            | Op::Free { .. }
            | Op::BlockSize { .. }
            | Op::TakeText { .. }
            | Op::Compute { .. }
            | Op::StackAlloc { .. }
            | Op::StackFree { .. }
            | Op::Sync { .. }
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::Output { .. }
            | Op::Error { .. }
            | Op::End { .. }
            | Op::Unreachable
            | Op::Unsupported { .. } => return None,
        };
        Some(MemoryAccess { addr, access: *access, kind })
    }

    /// The registers this operation sets, at most two.
    pub fn defs(&self) -> [Option<LocalId>; 2] {
        match self {
            Op::Assign { dst, .. }
            | Op::Nondet { dst, .. }
            | Op::Load { dst, .. }
            | Op::Alloc { dst, .. }
            | Op::BlockSize { dst, .. }
            | Op::TakeText { dst, .. }
            | Op::Compute { dst, .. }
            | Op::StackAlloc { dst, .. } => [Some(*dst), None],
            Op::Declare { local } => [Some(*local), None],
            Op::Rmw { dst, .. } | Op::Call { dst, .. } | Op::External { dst, .. } | Op::Output { dst, .. } => {
                [*dst, None]
            }
            Op::CompareExchange { dst, failed, .. } => [Some(*dst), Some(*failed)],
            Op::Sync { dst, out, .. } => [*dst, *out],
            Op::Skip
            | Op::Live { .. }
            | Op::Assume { .. }
            | Op::Require { .. }
            | Op::Store { .. }
            | Op::Fence
            | Op::Return { .. }
            | Op::Free { .. }
            | Op::StackFree { .. }
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::Error { .. }
            | Op::End { .. }
            | Op::Unreachable
            | Op::Unsupported { .. } => [None, None],
        }
    }

    /// Calls `visit` on each expression the operation evaluates, in order.
    pub fn for_each_expr<'a>(&'a self, visit: &mut impl FnMut(&'a Expr)) {
        match self {
            Op::Assume { cond, .. } | Op::Require { cond } => visit(cond),
            Op::Assign { value, .. } => visit(value),
            Op::Load { addr, .. }
            | Op::Free { addr }
            | Op::BlockSize { addr, .. }
            | Op::TakeText { addr, .. }
            | Op::StackFree { addr } => visit(addr),
            Op::Store { addr, value, .. } => {
                visit(addr);
                visit(value);
            }
            Op::Rmw { addr, operand, .. } => {
                visit(addr);
                visit(operand);
            }
            Op::CompareExchange { addr, expected, desired, .. } => {
                visit(addr);
                visit(expected);
                visit(desired);
            }
            Op::Call { callee, args, .. } => {
                match callee {
                    Callee::Direct(_) => {}
                    Callee::Indirect(target) => visit(target),
                }
                args.iter().for_each(visit);
            }
            Op::External { args, .. } => args.iter().for_each(|a| visit(&a.value)),
            Op::Return { value } => value.iter().for_each(visit),
            Op::Alloc { size, align, .. } => {
                visit(size);
                visit(align);
            }
            Op::StackAlloc { size, .. } => visit(size),
            Op::Sync { args, .. } | Op::Compute { args, .. } => args.iter().for_each(visit),
            Op::Output { sink, format, args, .. } => {
                match sink {
                    OutputSink::Stdout | OutputSink::Other => {}
                    OutputSink::Buffer { addr, size } => {
                        visit(addr);
                        size.iter().for_each(&mut *visit);
                    }
                }
                visit(format);
                args.iter().for_each(visit);
            }
            Op::Skip
            | Op::Nondet { .. }
            | Op::Declare { .. }
            | Op::Live { .. }
            | Op::Fence
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::Error { .. }
            | Op::End { .. }
            | Op::Unreachable
            | Op::Unsupported { .. } => {}
        }
    }

    /// Calls `set` on each local that the operation sets and `visit` on each expression it evaluates.
    pub fn for_each_mut(&mut self, set: &mut impl FnMut(&mut LocalId), visit: &mut impl FnMut(&mut Expr)) {
        match self {
            Op::Skip
            | Op::Fence
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::Error { .. }
            | Op::End { .. }
            | Op::Unreachable
            | Op::Unsupported { .. } => {}
            Op::Assume { cond, .. } | Op::Require { cond } => visit(cond),
            Op::Assign { dst, value } => {
                set(dst);
                visit(value);
            }
            Op::Nondet { dst, .. } => set(dst),
            Op::Declare { local } | Op::Live { local, .. } => set(local),
            Op::Load { dst, addr, .. } | Op::BlockSize { dst, addr } | Op::TakeText { dst, addr } => {
                set(dst);
                visit(addr);
            }
            Op::Store { addr, value, .. } => {
                visit(addr);
                visit(value);
            }
            Op::Rmw { dst, addr, operand, .. } => {
                dst.iter_mut().for_each(&mut *set);
                visit(addr);
                visit(operand);
            }
            Op::CompareExchange { dst, failed, addr, expected, desired, .. } => {
                set(dst);
                set(failed);
                visit(addr);
                visit(expected);
                visit(desired);
            }
            Op::Call { dst, callee, args } => {
                dst.iter_mut().for_each(&mut *set);
                match callee {
                    Callee::Direct(_) => {}
                    Callee::Indirect(target) => visit(target),
                }
                args.iter_mut().for_each(visit);
            }
            Op::External { dst, args, .. } => {
                dst.iter_mut().for_each(&mut *set);
                args.iter_mut().for_each(|a| visit(&mut a.value));
            }
            Op::Return { value } => value.iter_mut().for_each(visit),
            Op::Alloc { dst, size, align, .. } => {
                set(dst);
                visit(size);
                visit(align);
            }
            Op::Free { addr } | Op::StackFree { addr } => visit(addr),
            Op::StackAlloc { dst, size, .. } => {
                set(dst);
                visit(size);
            }
            Op::Compute { dst, args, .. } => {
                set(dst);
                args.iter_mut().for_each(visit);
            }
            Op::Sync { args, dst, out, .. } => {
                args.iter_mut().for_each(visit);
                dst.iter_mut().for_each(&mut *set);
                out.iter_mut().for_each(&mut *set);
            }
            Op::Output { dst, sink, format, args } => {
                dst.iter_mut().for_each(&mut *set);
                match sink {
                    OutputSink::Stdout | OutputSink::Other => {}
                    OutputSink::Buffer { addr, size } => {
                        visit(addr);
                        size.iter_mut().for_each(&mut *visit);
                    }
                }
                visit(format);
                args.iter_mut().for_each(visit);
            }
        }
    }
}
