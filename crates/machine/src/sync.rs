//! Locks, condition variables, barriers, semaphores, once objects.
//!
//! A synchronisation object is named by its address and lives in the [`SyncTable`](crate::SyncTable) beside memory. An
//! object that is absent from the table is in the state its bytes say: a statically initialised mutex is free and of
//! the kind that glibc's initialisers write (`__kind`, an `int` at byte 16 on LP64 and 12 on ILP32), and one whose bytes
//! are indeterminate was never initialised, so that using it is undefined behaviour. Objects that are back in the state
//! their bytes say are removed again, so that a lock taken and released leaves no trace in the state.
//!
//! **Waiting.** A blocking operation is simply not enabled until it can proceed; a timed one is always enabled and times
//! out when the object is not available (being scheduled only when it is available is the other outcome). Waiting on a
//! condition variable takes two steps: the first releases the mutex and makes the thread wait, the second — after a
//! signal, a broadcast, a time-out or for no reason at all — takes the mutex again and completes the edge. A barrier
//! lets all go at the moment the last one arrives: nobody can tell the difference, and it works even if more threads
//! use the barrier than it counts.
//!
//! **Cancellation** is in [`crate::cancellation`].
//!
//! Error numbers are those of Linux.

use std::sync::Arc;

use raddle_program::{CANCELLED, Edge, EdgeId, Expr, ExprKind, FuncId, LocalId, Op, Scalar, Span, SyncOp};

use crate::halt::{Halt, HaltKind};
use crate::machine::Machine;
use crate::oracle::{Choice, Event, Oracle};
use crate::state::{Addr, BlockReason, Frame, State, Status, SyncObject, ThreadIx, cancel};
use crate::step::top;
use crate::value::Value;

pub(crate) const EPERM: u32 = 1;
pub(crate) const ESRCH: u32 = 3;
pub(crate) const EAGAIN: u32 = 11;
pub(crate) const EBUSY: u32 = 16;
pub(crate) const EINVAL: u32 = 22;
pub(crate) const EDEADLK: u32 = 35;
pub(crate) const EOVERFLOW: u32 = 75;
pub(crate) const ENOTSUP: u32 = 95;
pub(crate) const ETIMEDOUT: u32 = 110;
pub(crate) const EOWNERDEAD: u32 = 130;
pub(crate) const ENOTRECOVERABLE: u32 = 131;

/// How a synchronisation operation went.
pub(crate) enum Outcome {
    /// It is complete, with this result.
    Done(u32),
    /// It is complete, with a result of any type.
    Value(Value),
    /// It is complete, with a result and an out value.
    Out(u32, Value),
    /// The thread waits, has ended, or has been moved on already: nothing more to do.
    Moved,
}

/// The synchronisation object at an address, if it is not in the state its bytes say.
pub fn lookup(state: &State, addr: Addr) -> Option<&SyncObject> {
    let objects = &state.sync.objects;
    objects.binary_search_by_key(&addr, |(a, _)| *a).ok().map(|i| &objects[i].1)
}

/// Sets the synchronisation object at an address; `None`: it is in the state its bytes say.
pub fn put(state: &mut State, addr: Addr, object: Option<SyncObject>) {
    let position = state.sync.objects.binary_search_by_key(&addr, |(a, _)| *a);
    let objects = &mut Arc::make_mut(&mut state.sync).objects;
    match (position, object) {
        (Ok(i), Some(object)) => objects[i].1 = object,
        (Ok(i), None) => {
            objects.remove(i);
        }
        (Err(i), Some(object)) => objects.insert(i, (addr, object)),
        (Err(_), None) => {}
    }
}

impl Machine<'_> {
    /// Whether an operation with this first argument has to wait.
    pub(crate) fn sync_blocks(&self, state: &State, thread: ThreadIx, op: SyncOp, first: u64) -> Option<BlockReason> {
        if op.is_cancellation_point() && self.shall_end(state, thread) {
            return None;
        }
        let lock = |blocks: bool| blocks.then_some(BlockReason::Lock(first));
        match op {
            SyncOp::MutexLock => lock(self.lock_blocks(state, thread, first)),
            SyncOp::RwlockRdlock | SyncOp::RwlockWrlock => lock(self.rwlock_blocks(state, thread, first, op)),
            SyncOp::SpinLock => match lookup(state, first) {
                Some(SyncObject::Spin { owner }) => lock(owner.is_some()),
                _ => None,
            },
            SyncOp::SemWait => match lookup(state, first) {
                Some(SyncObject::Semaphore { value: 0 }) => Some(BlockReason::Semaphore(first)),
                _ => None,
            },
            SyncOp::OnceEnter => match lookup(state, first) {
                Some(SyncObject::Once { running: Some(_), .. }) => Some(BlockReason::Once(first)),
                _ => None,
            },
            SyncOp::ThreadJoin => self.join_blocks(state, thread, first),
            SyncOp::ThreadCreate
            | SyncOp::ThreadTryjoin
            | SyncOp::ThreadExists
            | SyncOp::ThreadCancel
            | SyncOp::CancelTest
            | SyncOp::CancelSet
            | SyncOp::ThreadDetach
            | SyncOp::ThreadExit
            | SyncOp::ThreadSelf
            | SyncOp::MutexInit
            | SyncOp::MutexDestroy
            | SyncOp::MutexConsistent
            | SyncOp::MutexCeiling
            | SyncOp::MutexTrylock
            | SyncOp::MutexTimedlock
            | SyncOp::MutexUnlock
            | SyncOp::RwlockInit
            | SyncOp::RwlockDestroy
            | SyncOp::RwlockTryrdlock
            | SyncOp::RwlockTimedrdlock
            | SyncOp::RwlockTrywrlock
            | SyncOp::RwlockTimedwrlock
            | SyncOp::RwlockUnlock
            | SyncOp::SpinInit
            | SyncOp::SpinDestroy
            | SyncOp::SpinTrylock
            | SyncOp::SpinUnlock
            | SyncOp::CondInit
            | SyncOp::CondDestroy
            | SyncOp::CondWait
            | SyncOp::CondTimedwait
            | SyncOp::CondSignal
            | SyncOp::CondBroadcast
            | SyncOp::BarrierInit
            | SyncOp::BarrierDestroy
            | SyncOp::BarrierWait
            | SyncOp::SemInit
            | SyncOp::SemDestroy
            | SyncOp::SemTrywait
            | SyncOp::SemTimedwait
            | SyncOp::SemPost
            | SyncOp::SemGetvalue
            | SyncOp::OnceLeave
            | SyncOp::KeyCreate
            | SyncOp::KeyDelete
            | SyncOp::KeySet
            | SyncOp::KeyGet
            | SyncOp::Yield => None,
        }
    }

    /// Whether taking a mutex has to wait.
    pub(crate) fn lock_blocks(&self, state: &State, thread: ThreadIx, mutex: Addr) -> bool {
        match lookup(state, mutex) {
            Some(SyncObject::Mutex { kind, owner: Some(owner), .. }) => *owner != thread || kind.is_normal(),
            _ => false,
        }
    }

    /// The synchronisation operation that a thread is about to execute, if it is one.
    fn sync_edge<'s>(&'s self, state: &'s State, thread: ThreadIx) -> Option<(&'s Op, &'s Frame, Span)> {
        let running = &state.threads[thread.0 as usize];
        let (Status::Running, Some(frame)) = (running.status, running.frames.last()) else { return None };
        let function = &self.program.functions[frame.func];
        let edge = function.edge(function.first_edge(frame.loc)?);
        matches!(edge.op, Op::Sync { .. }).then_some((&edge.op, frame, edge.span))
    }

    /// If a thread is about to join another: the other's id, and the register that it is in.
    pub fn joins(&self, state: &State, thread: ThreadIx) -> Option<(Option<u64>, Option<LocalId>)> {
        self.first_is_id(state, thread, SyncOp::ThreadJoin)
    }

    /// If a thread is about to detach another: the other's id, and the register that it is in.
    pub fn detaches(&self, state: &State, thread: ThreadIx) -> Option<(Option<u64>, Option<LocalId>)> {
        self.first_is_id(state, thread, SyncOp::ThreadDetach)
    }

    fn first_is_id(
        &self,
        state: &State,
        thread: ThreadIx,
        operation: SyncOp,
    ) -> Option<(Option<u64>, Option<LocalId>)> {
        let (Op::Sync { op, args, .. }, frame, _) = self.sync_edge(state, thread)? else { return None };
        let id = args.first().filter(|_| *op == operation)?;
        let mut inner = id;
        while let ExprKind::Cast(converted) = &inner.kind {
            inner = converted;
        }
        let register = if let ExprKind::Reg(local) = inner.kind { Some(local) } else { None };
        Some((self.fast(id, frame, thread), register))
    }

    /// If a thread is about to create another: the register that gets its id, and whether it certainly is not created detached.
    pub fn creates_into(&self, state: &State, thread: ThreadIx) -> Option<(LocalId, bool)> {
        let (op, frame, _) = self.sync_edge(state, thread)?;
        let Op::Sync { op: SyncOp::ThreadCreate, args, out: Some(out), .. } = op else { return None };
        let detached = args.get(2).and_then(|detached| self.fast(detached, frame, thread));
        Some((*out, detached == Some(0)))
    }

    /// The synchronisation operation that a thread is about to execute, with its first argument.
    pub fn next_sync<O: Oracle>(
        &self,
        state: &State,
        thread: ThreadIx,
        oracle: &mut O,
    ) -> Result<Option<(SyncOp, u64, Span)>, Halt> {
        let Some((Op::Sync { op, args, .. }, frame, span)) = self.sync_edge(state, thread) else { return Ok(None) };
        let first = match args.first() {
            Some(arg) => match self.eval(arg, frame, thread, oracle)? {
                Value::Bits(bits) => bits as u64,
                Value::Lazy(id) => oracle.exact(id, arg.ty, arg.span)? as u64,
            },
            None => 0,
        };
        Ok(Some((*op, first, span)))
    }

    /// Executes a synchronisation operation.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn sync<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        at: (FuncId, EdgeId),
        edge: &Edge,
        op: SyncOp,
        args: &[Expr],
        sets: (Option<LocalId>, Option<LocalId>),
        oracle: &mut O,
    ) -> Result<(), Halt> {
        let mut values = [Value::ZERO; 3];
        for (value, arg) in values.iter_mut().zip(args) {
            *value = self.eval(arg, top(state, thread), thread, oracle)?;
        }
        let first = match (values[0], args.first()) {
            (Value::Bits(bits), _) => bits as u64,
            (Value::Lazy(id), Some(arg)) => oracle.exact(id, arg.ty, arg.span)? as u64,
            (Value::Lazy(_), None) => 0,
        };
        if self.sync_blocks(state, thread, op, first).is_some() {
            let what = "a lock, thread or semaphore is used through a pointer whose value is not determined";
            return Err(Halt::new(HaltKind::TooManyCases, what, edge.span));
        }
        values[0] = Value::Bits(u128::from(first));
        let outcome = self.perform(state, thread, at, edge, op, first, &values, sets, oracle)?;
        let (result, out) = match outcome {
            Outcome::Done(result) => (Some(Value::Bits(u128::from(result))), None),
            Outcome::Value(value) => (Some(value), None),
            Outcome::Out(result, out) => (Some(Value::Bits(u128::from(result))), Some(out)),
            Outcome::Moved => {
                oracle.observe(thread, Event::Sync { op, args: &values[..args.len().min(3)], result: None });
                return Ok(());
            }
        };
        oracle.observe(thread, Event::Sync { op, args: &values[..args.len().min(3)], result });
        self.complete(state, thread, edge, sets, result, out, oracle);
        Ok(())
    }

    /// Sets the registers of a completed operation and moves on.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn complete<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        edge: &Edge,
        (dst, out): (Option<LocalId>, Option<LocalId>),
        result: Option<Value>,
        out_value: Option<Value>,
        oracle: &mut O,
    ) {
        let function = &self.program.functions[top(state, thread).func];
        let fitting = |local: LocalId, value: Value| match value {
            Value::Bits(bits) => Value::Bits(function.locals[local].scalar().truncate(bits)),
            lazy => lazy,
        };
        self.advance(state, thread, edge);
        if let (Some(dst), Some(value)) = (dst, result) {
            self.set(state, thread, edge, dst, fitting(dst, value), oracle);
        }
        if let (Some(out), Some(value)) = (out, out_value) {
            self.set(state, thread, edge, out, fitting(out, value), oracle);
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn perform<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        at: (FuncId, EdgeId),
        edge: &Edge,
        op: SyncOp,
        first: u64,
        values: &[Value; 3],
        sets: (Option<LocalId>, Option<LocalId>),
        oracle: &mut O,
    ) -> Result<Outcome, Halt> {
        let span = edge.span;
        let number = |value: Value, ty: Scalar, oracle: &mut O| match value {
            Value::Bits(bits) => Ok(bits),
            Value::Lazy(id) => oracle.exact(id, ty, span),
        };
        match op {
            SyncOp::ThreadCreate => {
                let detached = number(values[2], Scalar::INT, oracle)? != 0;
                self.create_thread(state, at, first, values[1], detached, span)
            }
            SyncOp::ThreadJoin => match self.join_blocks(state, thread, first) {
                Some(_) => self.cancelled(state, thread, span),
                None => Ok(self.join_thread(state, thread, first)),
            },
            SyncOp::ThreadTryjoin => match self.join_blocks(state, thread, first) {
                Some(_) => Ok(Outcome::Done(EBUSY)),
                None => Ok(self.join_thread(state, thread, first)),
            },
            SyncOp::ThreadExists => Ok(self.thread_exists(state, first)),
            SyncOp::ThreadCancel => self.cancel_thread(state, first, span),
            SyncOp::CancelTest => match self.shall_end(state, thread) {
                true => self.cancelled(state, thread, span),
                false => Ok(Outcome::Done(0)),
            },
            SyncOp::CancelSet => {
                let value = number(values[1], Scalar::INT, oracle)? != 0;
                self.set_cancellation(state, thread, first, value, span)
            }
            SyncOp::ThreadDetach => Ok(self.detach_thread(state, first)),
            SyncOp::ThreadExit => self.exit_thread(state, thread, values[0], span, oracle),
            SyncOp::ThreadSelf => Ok(Outcome::Value(Value::Bits(u128::from(self.thread_id(state, thread))))),
            SyncOp::MutexInit => {
                let attributes = number(values[1], Scalar::INT, oracle)? as u32;
                self.init_mutex(state, first, attributes, span)
            }
            SyncOp::MutexDestroy
            | SyncOp::MutexConsistent
            | SyncOp::MutexCeiling
            | SyncOp::MutexLock
            | SyncOp::MutexTrylock
            | SyncOp::MutexTimedlock
            | SyncOp::MutexUnlock => self.mutex_op(state, thread, op, first, span),
            SyncOp::RwlockInit => {
                let kind = number(values[1], Scalar::INT, oracle)? as u32;
                self.init_rwlock(state, first, kind, span)
            }
            SyncOp::RwlockDestroy
            | SyncOp::RwlockRdlock
            | SyncOp::RwlockTryrdlock
            | SyncOp::RwlockTimedrdlock
            | SyncOp::RwlockWrlock
            | SyncOp::RwlockTrywrlock
            | SyncOp::RwlockTimedwrlock
            | SyncOp::RwlockUnlock => self.rwlock_op(state, thread, op, first, span),
            SyncOp::SpinInit | SyncOp::SpinDestroy | SyncOp::SpinLock | SyncOp::SpinTrylock | SyncOp::SpinUnlock => {
                self.spin_op(state, thread, op, first, span)
            }
            SyncOp::CondInit => {
                self.check_object(state, first, span)?;
                let object = self.is_uninitialised(state, first).then_some(SyncObject::Cond);
                put(state, first, object);
                Ok(Outcome::Done(0))
            }
            SyncOp::CondDestroy => {
                self.check_cond(state, first, span)?;
                if self.waiters(state, first).next().is_some() {
                    let what = "destruction of a condition variable that somebody waits on";
                    return Err(Halt::undefined(what, span));
                }
                put(state, first, Some(SyncObject::Destroyed));
                Ok(Outcome::Done(0))
            }
            SyncOp::CondWait | SyncOp::CondTimedwait => {
                let mutex = number(values[1], self.pointer, oracle)? as Addr;
                self.wait(state, thread, first, mutex, op == SyncOp::CondTimedwait, span)
            }
            SyncOp::CondSignal => {
                self.check_cond(state, first, span)?;
                let waiters: Vec<ThreadIx> = self.waiters(state, first).collect();
                let chosen = match waiters.len() {
                    0 => return Ok(Outcome::Done(0)),
                    1 => 0,
                    n => oracle.choose(n as u32, Choice::Sync(op), span)? as usize,
                };
                if let Some(waiter) = waiters.get(chosen) {
                    self.wake(state, *waiter, false);
                }
                Ok(Outcome::Done(0))
            }
            SyncOp::CondBroadcast => {
                self.check_cond(state, first, span)?;
                let waiters: Vec<ThreadIx> = self.waiters(state, first).collect();
                for waiter in waiters {
                    self.wake(state, waiter, false);
                }
                Ok(Outcome::Done(0))
            }
            SyncOp::BarrierInit => {
                self.check_object(state, first, span)?;
                let count = number(values[1], Scalar::Int { bits: 32, signed: false }, oracle)? as u32;
                // As many as glibc can count.
                if count == 0 || count >= i32::MAX as u32 {
                    return Ok(Outcome::Done(EINVAL));
                }
                put(state, first, Some(SyncObject::Barrier { count, arrived: 0, round: 0 }));
                Ok(Outcome::Done(0))
            }
            SyncOp::BarrierDestroy => match self.barrier(state, first, span)? {
                (_, 0) => {
                    put(state, first, Some(SyncObject::Destroyed));
                    Ok(Outcome::Done(0))
                }
                (_, _) => Err(Halt::undefined("destruction of a barrier that somebody waits at", span)),
            },
            SyncOp::BarrierWait => self.barrier_wait(state, thread, first, edge, sets, oracle),
            SyncOp::SemInit => {
                self.check_object(state, first, span)?;
                let value = number(values[1], Scalar::Int { bits: 32, signed: false }, oracle)? as u32;
                if value > i32::MAX as u32 {
                    return Ok(Outcome::Done(EINVAL));
                }
                put(state, first, Some(SyncObject::Semaphore { value }));
                Ok(Outcome::Done(0))
            }
            SyncOp::SemDestroy => {
                self.semaphore(state, first, span)?;
                put(state, first, Some(SyncObject::Destroyed));
                Ok(Outcome::Done(0))
            }
            SyncOp::SemWait | SyncOp::SemTimedwait if self.shall_end(state, thread) => {
                self.semaphore(state, first, span)?;
                self.cancelled(state, thread, span)
            }
            SyncOp::SemWait | SyncOp::SemTrywait | SyncOp::SemTimedwait => {
                match self.semaphore(state, first, span)?.checked_sub(1) {
                    Some(value) => {
                        put(state, first, Some(SyncObject::Semaphore { value }));
                        Ok(Outcome::Done(0))
                    }
                    None if op == SyncOp::SemTrywait => Ok(Outcome::Done(EAGAIN)),
                    None => Ok(Outcome::Done(ETIMEDOUT)),
                }
            }
            SyncOp::SemPost => {
                let value = self.semaphore(state, first, span)?;
                if value >= i32::MAX as u32 {
                    return Ok(Outcome::Done(EOVERFLOW));
                }
                put(state, first, Some(SyncObject::Semaphore { value: value + 1 }));
                Ok(Outcome::Done(0))
            }
            SyncOp::SemGetvalue => {
                let value = self.semaphore(state, first, span)?;
                Ok(Outcome::Out(0, Value::Bits(u128::from(value))))
            }
            SyncOp::OnceEnter => {
                self.check_object(state, first, span)?;
                match lookup(state, first) {
                    None if self.is_uninitialised(state, first) => Err(self.misuse("once object", first, state, span)),
                    None => {
                        put(state, first, Some(SyncObject::Once { running: Some(thread), done: false }));
                        Ok(Outcome::Done(1))
                    }
                    Some(SyncObject::Once { done: true, .. }) => Ok(Outcome::Done(0)),
                    Some(_) => Err(self.misuse("once object", first, state, span)),
                }
            }
            SyncOp::OnceLeave => match lookup(state, first) {
                Some(SyncObject::Once { running: Some(_), .. }) => {
                    put(state, first, Some(SyncObject::Once { running: None, done: true }));
                    Ok(Outcome::Done(0))
                }
                _ => Err(self.misuse("once object", first, state, span)),
            },
            SyncOp::KeyCreate => Ok(self.create_key(state, first)),
            SyncOp::KeyDelete => Ok(self.delete_key(state, first)),
            SyncOp::KeySet => Ok(self.set_key(state, thread, first, values[1])),
            SyncOp::KeyGet => Ok(self.get_key(state, thread, first)),
            SyncOp::Yield => Ok(Outcome::Done(0)),
        }
    }

    /// A wait is over: takes the mutex again and completes the edge.
    pub(crate) fn finish_wait<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        mutex: Addr,
        result: u32,
        oracle: &mut O,
    ) -> Result<(), Halt> {
        let frame = top(state, thread);
        let function = &self.program.functions[frame.func];
        let edge = function.first_edge(frame.loc).map(|id| function.edge(id));
        let Some((edge, Op::Sync { op, args, dst, out })) = edge.map(|edge| (edge, &edge.op)) else {
            return Err(Halt::new(HaltKind::Oracle, "a thread waits at an edge that does not", function.span));
        };
        let mut values = [Value::ZERO; 3];
        for (value, arg) in values.iter_mut().zip(args) {
            *value = self.eval(arg, frame, thread, oracle)?;
        }
        // What became of a robust mutex is more important than how the wait ended.
        let result = match self.mutex_op(state, thread, SyncOp::MutexLock, mutex, edge.span)? {
            Outcome::Done(0) => result,
            Outcome::Done(EOWNERDEAD | ENOTRECOVERABLE) if result == CANCELLED => result,
            Outcome::Done(error @ (EOWNERDEAD | ENOTRECOVERABLE)) => error,
            Outcome::Done(_) | Outcome::Value(_) | Outcome::Out(..) | Outcome::Moved => {
                return Err(Halt::undefined("the mutex of a condition variable cannot be taken again", edge.span));
            }
        };
        let running = Arc::make_mut(&mut state.threads[thread.0 as usize]);
        running.status = Status::Running;
        if result == CANCELLED {
            running.cancel |= cancel::ENDING;
        }
        let result = Some(Value::Bits(u128::from(result)));
        oracle.observe(thread, Event::Sync { op: *op, args: &values[..args.len().min(3)], result });
        self.complete(state, thread, edge, (*dst, *out), result, None, oracle);
        Ok(())
    }

    /// Forgets the synchronisation objects in memory that has gone.
    pub(crate) fn drop_sync_objects(&self, state: &mut State, from: Addr, to: Addr) {
        let objects = &state.sync.objects;
        let first = objects.partition_point(|(a, _)| *a < from);
        let last = objects.partition_point(|(a, _)| *a < to);
        if first < last {
            Arc::make_mut(&mut state.sync).objects.drain(first..last);
        }
    }

    /// Halts unless the address is one of an object.
    pub(crate) fn check_object(&self, state: &State, addr: Addr, span: Span) -> Result<(), Halt> {
        match self.resolve(&state.memory, addr, 1) {
            Some(_) => Ok(()),
            None => Err(self.fault(state, ThreadIx(0), addr, 1, span)),
        }
    }

    /// Whether nobody has ever written the first bytes of an object.
    pub(crate) fn is_uninitialised(&self, state: &State, addr: Addr) -> bool {
        match self.resolve(&state.memory, addr, 1) {
            Some(resolved) => self.peek(&state.memory, resolved, 1).is_none(),
            None => true,
        }
    }

    pub(crate) fn misuse(&self, kind: &str, addr: Addr, state: &State, span: Span) -> Halt {
        let name = self.describe_addr(state, addr);
        let what = match lookup(state, addr) {
            Some(SyncObject::Destroyed) => format!("use of the {kind} {name}, which was destroyed"),
            Some(_) => format!("{name} is used as a {kind} but is another kind of object"),
            None => format!("use of the {kind} {name}, which was never initialised"),
        };
        Halt::undefined(what, span)
    }
}
