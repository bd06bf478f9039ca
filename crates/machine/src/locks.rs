//! Mutexes, read-write locks and spin locks.
//!
//! Relocking: a normal mutex blocks for ever, a recursive one counts, an error-checking one answers EDEADLK. Unlocking
//! a normal mutex, a read-write lock or a spin lock that the thread does not hold is undefined behaviour and halts;
//! the other mutex kinds answer EPERM. A thread that asks for a read-write lock it holds for writing gets EDEADLK, as
//! from glibc.
//!
//! **Threads that end with a lock** keep it for ever ([`GONE`] holds it once their slot is free), unless it is a *robust*
//! mutex: then whoever takes it next gets EOWNERDEAD and has to say that all is well again
//! (`pthread_mutex_consistent`) before unlocking, or nobody can ever lock it. The details are glibc's: a recursive one
//! that is unlocked too early answers ENOTRECOVERABLE as long as it is still held. Locking a mutex with a priority ceiling
//! depends on privileges and is not supported; priority inheritance changes nothing that a program can observe but one
//! error number.
//!
//! **Read-write locks** prefer nobody: any thread that could get the lock may get it. With
//! `PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP` a writer that cannot have the lock joins a queue ([`Status::Queued`]), a step
//! of its own, and as long as somebody is in the queue nobody gets the lock to read. So a thread that read-locks it twice can
//! deadlock with a writer that came in between.

use std::sync::Arc;

use raddle_program::{DataModel, MutexKind, Op, Span, SyncOp};

use crate::halt::{Halt, HaltKind};
use crate::machine::Machine;
use crate::oracle::{Event, Oracle};
use crate::state::{Addr, GONE, State, Status, SyncObject, Thread, ThreadIx};
use crate::step::top;
use crate::sync::{
    EAGAIN, EBUSY, EDEADLK, EINVAL, ENOTRECOVERABLE, ENOTSUP, EOWNERDEAD, EPERM, ETIMEDOUT, Outcome, lookup, put,
};
use crate::value::Value;

/// A mutex as a step sees it.
#[derive(Clone, Copy)]
struct Mutex {
    kind: MutexKind,
    owner: Option<ThreadIx>,
    count: u32,
}

/// A read-write lock as a step sees it.
#[derive(Clone)]
struct Rwlock {
    writer: Option<ThreadIx>,
    readers: Vec<ThreadIx>,
    writers_first: bool,
}

impl Machine<'_> {
    /// The kind of mutex the bytes at an address say; `None` if they are indeterminate.
    pub fn static_kind(&self, state: &State, addr: Addr) -> Option<MutexKind> {
        if self.is_uninitialised(state, addr) {
            return None;
        }
        let offset = match self.program.data_model() {
            DataModel::Lp64 => 16,
            DataModel::Ilp32 => 12,
        };
        match self.resolve(&state.memory, addr + offset, 4) {
            None => Some(MutexKind(0)),
            Some(resolved) => Some(match self.peek(&state.memory, resolved, 4)? {
                1 => MutexKind(1),
                2 => MutexKind(2),
                _ => MutexKind(0),
            }),
        }
    }

    fn mutex(&self, state: &State, addr: Addr, span: Span) -> Result<Mutex, Halt> {
        match lookup(state, addr) {
            Some(SyncObject::Mutex { kind, owner, count }) => Ok(Mutex { kind: *kind, owner: *owner, count: *count }),
            Some(_) => Err(self.misuse("mutex", addr, state, span)),
            None => {
                self.check_object(state, addr, span)?;
                match self.static_kind(state, addr) {
                    Some(kind) => Ok(Mutex { kind, owner: None, count: 0 }),
                    None => Err(self.misuse("mutex", addr, state, span)),
                }
            }
        }
    }

    fn put_mutex(&self, state: &mut State, addr: Addr, mutex: Mutex) {
        let Mutex { kind, owner, count } = mutex;
        let initial = owner.is_none() && self.static_kind(state, addr) == Some(kind);
        put(state, addr, (!initial).then_some(SyncObject::Mutex { kind, owner, count }));
    }

    pub(crate) fn init_mutex(
        &self,
        state: &mut State,
        addr: Addr,
        attributes: u32,
        span: Span,
    ) -> Result<Outcome, Halt> {
        self.check_object(state, addr, span)?;
        if let Some(SyncObject::Mutex { owner: Some(_), .. }) = lookup(state, addr) {
            return Err(Halt::undefined("initialisation of a mutex that is locked", span));
        }
        let kind = MutexKind::of_attributes(attributes);
        if kind.is_robust() && kind.has_ceiling() {
            return Ok(Outcome::Done(ENOTSUP));
        }
        self.put_mutex(state, addr, Mutex { kind, owner: None, count: 0 });
        Ok(Outcome::Done(0))
    }

    pub(crate) fn mutex_op(
        &self,
        state: &mut State,
        thread: ThreadIx,
        op: SyncOp,
        addr: Addr,
        span: Span,
    ) -> Result<Outcome, Halt> {
        let mutex = self.mutex(state, addr, span)?;
        let kind = mutex.kind;
        let own = mutex.owner == Some(thread);
        let result = match op {
            SyncOp::MutexDestroy if mutex.owner.is_none() => {
                put(state, addr, Some(SyncObject::Destroyed));
                0
            }
            SyncOp::MutexDestroy if kind.is_robust() => {
                return Err(Halt::undefined("destruction of a robust mutex that is locked", span));
            }
            SyncOp::MutexDestroy => EBUSY,
            SyncOp::MutexCeiling => match kind.has_ceiling() {
                true => return Ok(Outcome::Out(0, Value::Bits(u128::from(kind.ceiling())))),
                false => EINVAL,
            },
            SyncOp::MutexConsistent if !kind.is(MutexKind::INCONSISTENT) || mutex.owner.is_none() => EINVAL,
            SyncOp::MutexConsistent if own => {
                let kind = kind.with(MutexKind::INCONSISTENT, false);
                self.put_mutex(state, addr, Mutex { kind, ..mutex });
                0
            }
            SyncOp::MutexConsistent => {
                let what = "`pthread_mutex_consistent` by a thread that does not hold the mutex";
                return Err(Halt::undefined(what, span));
            }
            SyncOp::MutexUnlock if own => self.unlock_mutex(state, addr, mutex),
            SyncOp::MutexUnlock if !kind.is_normal() || kind.is_robust() => EPERM,
            SyncOp::MutexUnlock => {
                let name = self.describe_addr(state, addr);
                let what = match mutex.owner {
                    Some(owner) if owner == GONE => {
                        format!("{thread:?} unlocks the mutex {name}, whose holder has ended")
                    }
                    Some(owner) => format!("{thread:?} unlocks the mutex {name}, which {owner:?} holds"),
                    None => format!("unlock of the mutex {name}, which is not locked"),
                };
                return Err(Halt::undefined(what, span));
            }
            _ if kind.has_ceiling() => {
                let what = "locking a mutex with a priority ceiling, which depends on priorities and privileges, is not modelled";
                return Err(Halt::new(HaltKind::Unsupported, what, span));
            }
            _ if mutex.owner.is_none() && kind.is(MutexKind::UNRECOVERABLE) => ENOTRECOVERABLE,
            _ if mutex.owner.is_none() => {
                self.put_mutex(state, addr, Mutex { owner: Some(thread), count: 1, ..mutex });
                if kind.is(MutexKind::INCONSISTENT) { EOWNERDEAD } else { 0 }
            }
            _ if own && kind.is_recursive() => {
                if mutex.count == u32::MAX {
                    return Ok(Outcome::Done(EAGAIN));
                }
                self.put_mutex(state, addr, Mutex { count: mutex.count + 1, ..mutex });
                0
            }
            // The trylock of glibc says so for robust mutexes and those with priority inheritance.
            _ if own && kind.is_error_checking() && (kind.is_robust() || kind.inherits_priority()) => EDEADLK,
            SyncOp::MutexTrylock => EBUSY,
            _ if own && kind.is_error_checking() => EDEADLK,
            _ => ETIMEDOUT,
        };
        Ok(Outcome::Done(result))
    }

    /// The holder of a mutex unlocks it. A mutex whose state nobody has made consistent is lost with that.
    fn unlock_mutex(&self, state: &mut State, addr: Addr, mutex: Mutex) -> u32 {
        let left = mutex.count.saturating_sub(1);
        let lost = mutex.kind.is(MutexKind::INCONSISTENT);
        if left > 0 {
            self.put_mutex(state, addr, Mutex { count: left, ..mutex });
            return if lost { ENOTRECOVERABLE } else { 0 };
        }
        let kind = mutex.kind.with(MutexKind::INCONSISTENT, false);
        let kind = kind.with(MutexKind::UNRECOVERABLE, lost);
        self.put_mutex(state, addr, Mutex { kind, owner: None, count: 0 });
        0
    }

    /// A thread has ended: who takes a robust mutex that it held is told. It keeps all other locks, for ever.
    pub(crate) fn owner_dies(&self, state: &mut State, thread: ThreadIx) {
        let robust = |(addr, object): &(Addr, SyncObject)| match object {
            SyncObject::Mutex { kind, owner: Some(owner), .. } if *owner == thread && kind.is_robust() => {
                Some((*addr, kind.with(MutexKind::INCONSISTENT, true)))
            }
            _ => None,
        };
        let held: Vec<(Addr, MutexKind)> = state.sync.objects.iter().filter_map(robust).collect();
        for (addr, kind) in held {
            self.put_mutex(state, addr, Mutex { kind, owner: None, count: 0 });
        }
    }

    /// Whether a thread holds a robust mutex, so that its end lets others go on.
    pub fn holds_robust_mutex(&self, state: &State, thread: ThreadIx) -> bool {
        state.sync.objects.iter().any(|(_, object)| {
            matches!(object, SyncObject::Mutex { kind, owner: Some(owner), .. } if *owner == thread && kind.is_robust())
        })
    }

    /// The read-write lock at an address.
    fn rwlock(&self, state: &State, addr: Addr, span: Span) -> Result<Rwlock, Halt> {
        match lookup(state, addr) {
            Some(SyncObject::Rwlock { writer, readers, writers_first }) => {
                Ok(Rwlock { writer: *writer, readers: readers.clone(), writers_first: *writers_first })
            }
            Some(_) => Err(self.misuse("read-write lock", addr, state, span)),
            None => {
                self.check_object(state, addr, span)?;
                match self.static_preference(state, addr) {
                    Some(writers_first) => Ok(Rwlock { writer: None, readers: Vec::new(), writers_first }),
                    None => Err(self.misuse("read-write lock", addr, state, span)),
                }
            }
        }
    }

    /// Whether the bytes at an address say that waiting writers come first (`__flags` is 2); `None` if they are indeterminate.
    fn static_preference(&self, state: &State, addr: Addr) -> Option<bool> {
        if self.is_uninitialised(state, addr) {
            return None;
        }
        let (offset, size) = match self.program.data_model() {
            DataModel::Lp64 => (48, 4u32),
            DataModel::Ilp32 => (24, 1),
        };
        match self.resolve(&state.memory, addr + offset, u64::from(size)) {
            None => Some(false),
            Some(resolved) => Some(self.peek(&state.memory, resolved, size)? == 2),
        }
    }

    fn put_rwlock(&self, state: &mut State, addr: Addr, lock: Rwlock) {
        let Rwlock { writer, readers, writers_first } = lock;
        let free = writer.is_none() && readers.is_empty();
        let initial = free && self.static_preference(state, addr) == Some(writers_first);
        put(state, addr, (!initial).then_some(SyncObject::Rwlock { writer, readers, writers_first }));
    }

    /// Whether somebody else waits to write a lock that prefers waiting writers.
    fn has_queue(&self, state: &State, thread: ThreadIx, addr: Addr) -> bool {
        let queued = |(i, t): (usize, &Arc<Thread>)| {
            i != usize::from(thread.0) && matches!(t.status, Status::Queued { lock } if lock == addr)
        };
        state.threads.iter().enumerate().any(queued)
    }

    /// Whether an operation that takes a read-write lock has to wait.
    pub(crate) fn rwlock_blocks(&self, state: &State, thread: ThreadIx, addr: Addr, op: SyncOp) -> bool {
        match lookup(state, addr) {
            Some(SyncObject::Rwlock { writer, writers_first, .. }) if op == SyncOp::RwlockRdlock => {
                writer.is_some_and(|w| w != thread)
                    || *writers_first && writer.is_none() && self.has_queue(state, thread, addr)
            }
            // A writer that cannot have the lock joins the queue.
            Some(SyncObject::Rwlock { writers_first: true, .. }) => false,
            Some(SyncObject::Rwlock { writer, readers, .. }) => {
                *writer != Some(thread) && (writer.is_some() || !readers.is_empty())
            }
            _ => false,
        }
    }

    /// Whether a thread that waits in the queue of a lock still has to.
    pub(crate) fn queue_blocks(&self, state: &State, addr: Addr) -> bool {
        matches!(lookup(state, addr), Some(SyncObject::Rwlock { writer, readers, .. }) if writer.is_some() || !readers.is_empty())
    }

    /// A thread that has waited in the queue of a lock takes it.
    pub(crate) fn leave_queue<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        addr: Addr,
        oracle: &mut O,
    ) -> Result<(), Halt> {
        let frame = top(state, thread);
        let function = &self.program.functions[frame.func];
        let edge = function.first_edge(frame.loc).map(|id| function.edge(id));
        let Some((edge, Op::Sync { op, dst, out, .. })) = edge.map(|edge| (edge, &edge.op)) else {
            return Err(Halt::new(HaltKind::Oracle, "a thread waits at an edge that does not", function.span));
        };
        let lock = self.rwlock(state, addr, edge.span)?;
        self.put_rwlock(state, addr, Rwlock { writer: Some(thread), ..lock });
        Arc::make_mut(&mut state.threads[thread.0 as usize]).status = Status::Running;
        let args = [Value::Bits(u128::from(addr))];
        oracle.observe(thread, Event::Sync { op: *op, args: &args, result: Some(Value::ZERO) });
        self.complete(state, thread, edge, (*dst, *out), Some(Value::ZERO), None, oracle);
        Ok(())
    }

    pub(crate) fn init_rwlock(&self, state: &mut State, addr: Addr, kind: u32, span: Span) -> Result<Outcome, Halt> {
        self.check_object(state, addr, span)?;
        if let Some(SyncObject::Rwlock { writer, readers, .. }) = lookup(state, addr)
            && (writer.is_some() || !readers.is_empty())
        {
            return Err(Halt::undefined("initialisation of a read-write lock that is locked", span));
        }
        self.put_rwlock(state, addr, Rwlock { writer: None, readers: Vec::new(), writers_first: kind == 2 });
        Ok(Outcome::Done(0))
    }

    pub(crate) fn rwlock_op(
        &self,
        state: &mut State,
        thread: ThreadIx,
        op: SyncOp,
        addr: Addr,
        span: Span,
    ) -> Result<Outcome, Halt> {
        let mut lock = self.rwlock(state, addr, span)?;
        let reads = matches!(op, SyncOp::RwlockRdlock | SyncOp::RwlockTryrdlock | SyncOp::RwlockTimedrdlock);
        let queue = lock.writers_first && self.has_queue(state, thread, addr);
        let free = lock.writer.is_none() && (reads || lock.readers.is_empty()) && !queue;
        let own = lock.writer == Some(thread);
        let result = match op {
            SyncOp::RwlockDestroy if lock.writer.is_none() && lock.readers.is_empty() && !queue => {
                put(state, addr, Some(SyncObject::Destroyed));
                0
            }
            SyncOp::RwlockDestroy => {
                let name = self.describe_addr(state, addr);
                let what = format!("destruction of the read-write lock {name}, which is locked");
                return Err(Halt::undefined(what, span));
            }
            SyncOp::RwlockUnlock if own => {
                lock.writer = None;
                self.put_rwlock(state, addr, lock);
                0
            }
            SyncOp::RwlockUnlock => match lock.readers.iter().position(|r| *r == thread) {
                Some(i) => {
                    lock.readers.remove(i);
                    self.put_rwlock(state, addr, lock);
                    0
                }
                None => {
                    let name = self.describe_addr(state, addr);
                    let what = format!("{thread:?} unlocks the read-write lock {name}, which it does not hold");
                    return Err(Halt::undefined(what, span));
                }
            },
            _ if free && reads => {
                let i = lock.readers.partition_point(|r| *r <= thread);
                lock.readers.insert(i, thread);
                self.put_rwlock(state, addr, lock);
                0
            }
            _ if free => {
                lock.writer = Some(thread);
                self.put_rwlock(state, addr, lock);
                0
            }
            SyncOp::RwlockTryrdlock | SyncOp::RwlockTrywrlock => EBUSY,
            _ if own => EDEADLK,
            SyncOp::RwlockWrlock => {
                Arc::make_mut(&mut state.threads[thread.0 as usize]).status = Status::Queued { lock: addr };
                return Ok(Outcome::Moved);
            }
            SyncOp::RwlockTimedwrlock if lock.writers_first => {
                let what = "a timed wait for a read-write lock that prefers waiting writers is not modelled";
                return Err(Halt::new(HaltKind::Unsupported, what, span));
            }
            _ => ETIMEDOUT,
        };
        Ok(Outcome::Done(result))
    }

    /// Gives what a thread holds to another, or to nobody that exists ([`GONE`]).
    pub fn hand_over(&self, state: &mut State, from: ThreadIx, to: ThreadIx) {
        let holds = |object: &SyncObject| match object {
            SyncObject::Mutex { owner, .. } | SyncObject::Spin { owner } => *owner == Some(from),
            SyncObject::Rwlock { writer, readers, .. } => *writer == Some(from) || readers.contains(&from),
            SyncObject::Once { running, .. } => *running == Some(from),
            SyncObject::Cond | SyncObject::Barrier { .. } | SyncObject::Semaphore { .. } | SyncObject::Destroyed => {
                false
            }
        };
        if !state.sync.objects.iter().any(|(_, object)| holds(object)) {
            return;
        }
        let rename = |thread: &mut ThreadIx| {
            if *thread == from {
                *thread = to;
            }
        };
        for (_, object) in &mut Arc::make_mut(&mut state.sync).objects {
            match object {
                SyncObject::Mutex { owner, .. } | SyncObject::Spin { owner } => owner.iter_mut().for_each(rename),
                SyncObject::Rwlock { writer, readers, .. } => {
                    writer.iter_mut().for_each(rename);
                    readers.iter_mut().for_each(rename);
                    readers.sort_unstable();
                }
                SyncObject::Once { running, .. } => running.iter_mut().for_each(rename),
                SyncObject::Cond
                | SyncObject::Barrier { .. }
                | SyncObject::Semaphore { .. }
                | SyncObject::Destroyed => {}
            }
        }
    }

    /// Has a thread let go of all locks that it holds.
    pub fn let_go(&self, state: &mut State, thread: ThreadIx) {
        for (addr, object) in state.sync.objects.clone() {
            match object {
                SyncObject::Mutex { kind, owner: Some(owner), .. } if owner == thread => {
                    self.put_mutex(state, addr, Mutex { kind, owner: None, count: 0 });
                }
                SyncObject::Rwlock { writer, readers, writers_first } => {
                    let readers = readers.into_iter().filter(|reader| *reader != thread).collect();
                    let writer = writer.filter(|writer| *writer != thread);
                    self.put_rwlock(state, addr, Rwlock { writer, readers, writers_first });
                }
                SyncObject::Spin { owner: Some(owner) } if owner == thread => {
                    let free = self.is_uninitialised(state, addr).then_some(SyncObject::Spin { owner: None });
                    put(state, addr, free);
                }
                SyncObject::Mutex { .. }
                | SyncObject::Spin { .. }
                | SyncObject::Cond
                | SyncObject::Barrier { .. }
                | SyncObject::Semaphore { .. }
                | SyncObject::Once { .. }
                | SyncObject::Destroyed => {}
            }
        }
    }

    pub(crate) fn spin_op(
        &self,
        state: &mut State,
        thread: ThreadIx,
        op: SyncOp,
        addr: Addr,
        span: Span,
    ) -> Result<Outcome, Halt> {
        self.check_object(state, addr, span)?;
        let owner = match lookup(state, addr) {
            Some(SyncObject::Spin { owner }) => *owner,
            None if op == SyncOp::SpinInit || !self.is_uninitialised(state, addr) => None,
            Some(SyncObject::Destroyed) if op == SyncOp::SpinInit => None,
            _ => return Err(self.misuse("spin lock", addr, state, span)),
        };
        let mut change = |owner: Option<ThreadIx>| {
            let initial = owner.is_none() && !self.is_uninitialised(state, addr);
            put(state, addr, (!initial).then_some(SyncObject::Spin { owner }));
            Ok(Outcome::Done(0))
        };
        match (op, owner) {
            (SyncOp::SpinInit, None) => change(None),
            (SyncOp::SpinInit, Some(_)) => Err(Halt::undefined("initialisation of a spin lock that is held", span)),
            (SyncOp::SpinDestroy, None) => {
                put(state, addr, Some(SyncObject::Destroyed));
                Ok(Outcome::Done(0))
            }
            (SyncOp::SpinDestroy, Some(_)) => Err(Halt::undefined("destruction of a spin lock that is held", span)),
            (SyncOp::SpinUnlock, Some(owner)) if owner == thread => change(None),
            (SyncOp::SpinUnlock, _) => {
                let name = self.describe_addr(state, addr);
                Err(Halt::undefined(format!("unlock of the spin lock {name}, which {thread:?} does not hold"), span))
            }
            (_, None) => change(Some(thread)),
            (_, Some(_)) => Ok(Outcome::Done(EBUSY)),
        }
    }
}
