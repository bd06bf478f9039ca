//! What the next step of a thread would touch, without executing it.
//!
//! This is all a scheduler needs to know about a step: partial-order reduction asks whether two pending steps are
//! dependent, race detection asks for two pending accesses to the same bytes.

use raddle_program::{Expr, ExternalArg, MemoryAccess, Op, OutputSink, Scalar, Storage, SyncOp, SyncScope};

use crate::describe::ObjectRef;
use crate::machine::Machine;
use crate::state::{Addr, State, Status, ThreadIx};

/// What a step would touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pending {
    /// Nothing that another thread could see: registers, branches, calls, returns.
    Local,
    /// Memory.
    Access {
        /// First byte.
        addr: Addr,
        /// How many.
        len: u32,
        /// Whether it writes.
        write: bool,
        /// Whether it reads.
        read: bool,
        /// Whether it is atomic.
        atomic: bool,
        /// The object.
        object: ObjectRef,
    },
    /// A synchronisation object, or two (condition variable and mutex).
    Sync {
        /// Which operation. A thread that takes its mutex again after a wait: [`SyncOp::MutexLock`].
        op: SyncOp,
        /// The objects.
        addrs: [Option<Addr>; 2],
    },
    /// The begin of an atomic section.
    AtomicBegin,
    /// The end of one.
    AtomicEnd,
    /// The heap, or the life of an object: allocation (`None`), or the end or a new beginning of the life of the block
    /// with this address and size, which conflicts with every access to it (but is no access itself).
    Heap {
        /// The block that goes or becomes indeterminate.
        block: Option<(Addr, u64)>,
    },
    /// Threads: create, join, detach, exit; and keys, whose numbers are handed out in order.
    Thread(SyncOp),
    /// Ends the program.
    End,
    /// Reaches the error.
    Error,
    /// May touch anything: an external function, output with `%s`, an address that is not known yet, a step that halts.
    Everything,
    /// The thread has no next step.
    None,
}

impl Machine<'_> {
    /// What the next step of a thread would touch.
    pub fn pending(&self, state: &State, thread: ThreadIx) -> Pending {
        let running = &state.threads[thread.0 as usize];
        match running.status {
            Status::Running => {}
            Status::Reacquiring { mutex, .. } => {
                return Pending::Sync { op: SyncOp::MutexLock, addrs: [Some(mutex), None] };
            }
            Status::Queued { lock } => return Pending::Sync { op: SyncOp::RwlockWrlock, addrs: [Some(lock), None] },
            Status::Waiting { .. } | Status::AtBarrier { .. } | Status::Stuck => return Pending::None,
            Status::Ended { .. } | Status::Free => return Pending::None,
        }
        let Some(frame) = running.frames.last() else { return Pending::None };
        let function = &self.program.functions[frame.func];
        let Some(edge) = function.first_edge(frame.loc).map(|id| function.edge(id)) else {
            return Pending::Everything;
        };
        let known = |e: &Expr| self.fast(e, frame, thread);
        if let Some(MemoryAccess { addr, access, kind }) = edge.op.access() {
            let (read, write, atomic) = (kind.reads(), kind.writes(), access.atomic.is_some());
            if let Some(map) = self.map_of_access(state, thread, addr) {
                let Some((object, _)) = self.object_at(state, map.base) else { return Pending::Everything };
                let len = u32::try_from(map.size).unwrap_or(u32::MAX);
                return Pending::Access { addr: map.base, len, write, read, atomic, object };
            }
            let Some(addr) = known(addr) else { return Pending::Everything };
            let Some((object, _)) = self.object_at(state, addr) else { return Pending::Everything };
            return Pending::Access { addr, len: access.ty.size() as u32, write, read, atomic, object };
        }
        match &edge.op {
            Op::Skip
            | Op::Fence
            | Op::Assume { .. }
            | Op::Require { .. }
            | Op::Assign { .. }
            | Op::Nondet { .. }
            | Op::Call { .. }
            | Op::BlockSize { .. }
            | Op::Compute { .. }
            | Op::StackAlloc { .. } => Pending::Local,
            Op::Return { .. } => match frame_ends_thread(running.frames.len()) {
                false => Pending::Local,
                true if thread.0 == 0 && running.ending == 0 => Pending::End,
                true => Pending::Thread(SyncOp::ThreadExit),
            },
            Op::Declare { local } | Op::Live { local, .. } => match function.locals[*local].storage {
                Storage::Register(_) => Pending::Local,
                Storage::Memory { size, .. } => {
                    let offset = self.layout.frames[frame.func].offsets[raddle_program::Id::index(*local)];
                    Pending::Heap { block: Some((frame.base + offset, size)) }
                }
            },
            // An external function that is given no object to read or write has no effect but its result.
            Op::External { args, .. } => {
                let is_object = |addr| self.object_at(state, addr).is_some();
                let harmless = |arg: &ExternalArg| match arg.value.ty {
                    Scalar::Float(_) => true,
                    Scalar::Int { .. } => match known(&arg.value) {
                        Some(value) => !is_object(value),
                        None => self.addresses.points_to.may_address(frame.func, &arg.value).is_empty(),
                    },
                };
                if args.iter().all(harmless) { Pending::Local } else { Pending::Everything }
            }
            // Other blocks than those of the environment are left alone.
            Op::TakeText { addr, .. } => match known(addr).map(|addr| self.is_open_at(state, addr)) {
                Some(false) => Pending::Local,
                Some(true) | None => Pending::Everything,
            },
            Op::Alloc { .. } => Pending::Heap { block: None },
            Op::Free { addr } | Op::StackFree { addr } => match known(addr) {
                Some(0) => Pending::Local,
                Some(addr) => match self.object_at(state, addr) {
                    Some((object, 0)) => Pending::Heap { block: Some((addr, self.object_size(state, object))) },
                    Some(_) | None => Pending::Everything,
                },
                None => Pending::Everything,
            },
            Op::Sync { op, args, .. } => self.pending_sync(*op, args.first().map(known), args.get(1).map(known)),
            Op::AtomicBegin => Pending::AtomicBegin,
            Op::AtomicEnd => Pending::AtomicEnd,
            Op::Output { sink: OutputSink::Buffer { .. }, .. } => Pending::Everything,
            Op::Output { sink: OutputSink::Stdout | OutputSink::Other, format, args, .. } => {
                match known(format).is_some_and(|format| self.prints_constants(format, args.iter().map(known))) {
                    true => Pending::Local,
                    false => Pending::Everything,
                }
            }
            Op::Error { .. } => Pending::Error,
            Op::End { .. } => Pending::End,
            Op::Unreachable | Op::Unsupported { .. } => Pending::Everything,
            Op::Load { .. } | Op::Store { .. } | Op::Rmw { .. } | Op::CompareExchange { .. } => {
                unreachable!("accesses have been dealt with")
            }
        }
    }

    /// Whether an output operation reads no memory but constants and writes none. What is printed is no part of the
    /// state, so such a step is local.
    fn prints_constants(&self, format: Addr, args: impl Iterator<Item = Option<u64>>) -> bool {
        let Some((_, constant)) = self.layout.constant_at(format) else { return false };
        let bytes = &constant.bytes[(format - constant.addr) as usize..];
        let mut conversions = bytes.split(|b| *b == b'%').skip(1).map(|rest| {
            let modifiers = b"-+ #0123456789.*'hljztLq";
            rest.iter().copied().find(|b| !modifiers.contains(b)).unwrap_or(0)
        });
        if conversions.clone().any(|c| c == b'n') {
            return false;
        }
        let is_constant = |addr: u64| self.layout.regions.is_constant(addr) || addr < 4096;
        !conversions.any(|c| c == b's') || args.into_iter().all(|arg| arg.is_some_and(is_constant))
    }

    /// What a synchronisation operation touches; an argument may be absent, or there but not known.
    fn pending_sync(&self, op: SyncOp, first: Option<Option<u64>>, second: Option<Option<u64>>) -> Pending {
        match op.scope() {
            SyncScope::Nobody | SyncScope::KeyValues => Pending::Local,
            SyncScope::Threads
            | SyncScope::Detach
            | SyncScope::Cancel
            | SyncScope::Cancellation
            | SyncScope::ThreadEnd
            | SyncScope::KeyNumbers => Pending::Thread(op),
            SyncScope::Objects(count) => match (first.flatten(), second.flatten()) {
                (Some(object), _) if count == 1 => Pending::Sync { op, addrs: [Some(object), None] },
                (Some(cond), Some(mutex)) => Pending::Sync { op, addrs: [Some(cond), Some(mutex)] },
                (None, _) | (_, None) => Pending::Everything,
            },
        }
    }
}

/// Whether a return from the innermost of this many frames leaves the thread's first function.
fn frame_ends_thread(frames: usize) -> bool {
    frames <= 1
}
