//! Mutexes, read-write locks and spin locks.
//!
//! Relocking: a normal mutex blocks for ever, a recursive one counts, an error-checking one answers EDEADLK. Unlocking
//! a normal mutex, a read-write lock or a spin lock that the thread does not hold is undefined behaviour and halts;
//! the other mutex kinds answer EPERM. Read-write locks prefer nobody: any thread that could get the lock may get it.
//! A thread that asks for a read-write lock it holds for writing gets EDEADLK, as from glibc.

use raddle_program::{DataModel, Span, SyncOp};

use crate::halt::Halt;
use crate::machine::Machine;
use crate::state::{Addr, State, SyncObject, ThreadIx};
use crate::sync::{EAGAIN, EBUSY, EDEADLK, EPERM, ETIMEDOUT, Outcome, lookup, put};

/// A mutex as a step sees it.
#[derive(Clone, Copy)]
struct Mutex {
    kind: u8,
    owner: Option<ThreadIx>,
    count: u32,
}

impl Machine<'_> {
    /// The kind of mutex the bytes at an address say; `None` if they are indeterminate.
    fn static_kind(&self, state: &State, addr: Addr) -> Option<u8> {
        if self.is_uninitialised(state, addr) {
            return None;
        }
        let offset = match self.program.data_model() {
            DataModel::Lp64 => 16,
            DataModel::Ilp32 => 12,
        };
        match self.resolve(&state.memory, addr + offset, 4) {
            None => Some(0),
            Some(place) => Some(match self.peek(&state.memory, place, 4)? {
                1 => 1,
                2 => 2,
                _ => 0,
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

    pub(crate) fn init_mutex(&self, state: &mut State, addr: Addr, kind: u8, span: Span) -> Result<Outcome, Halt> {
        self.check_object(state, addr, span)?;
        if let Some(SyncObject::Mutex { owner: Some(_), .. }) = lookup(state, addr) {
            return Err(Halt::undefined("initialisation of a mutex that is locked", span));
        }
        self.put_mutex(state, addr, Mutex { kind: if kind > 2 { 0 } else { kind }, owner: None, count: 0 });
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
        let result = match (op, mutex.owner) {
            (SyncOp::MutexDestroy, None) => {
                put(state, addr, Some(SyncObject::Destroyed));
                0
            }
            (SyncOp::MutexDestroy, Some(_)) => EBUSY,
            (SyncOp::MutexUnlock, Some(owner)) if owner == thread => {
                let left = mutex.count.saturating_sub(1);
                let owner = (left > 0).then_some(owner);
                self.put_mutex(state, addr, Mutex { owner, count: left, ..mutex });
                0
            }
            (SyncOp::MutexUnlock, _) if mutex.kind != 0 => EPERM,
            (SyncOp::MutexUnlock, owner) => {
                let name = self.describe_addr(state, addr);
                let what = match owner {
                    Some(owner) => format!("{thread:?} unlocks the mutex {name}, which {owner:?} holds"),
                    None => format!("unlock of the mutex {name}, which is not locked"),
                };
                return Err(Halt::undefined(what, span));
            }
            (_, None) => {
                self.put_mutex(state, addr, Mutex { owner: Some(thread), count: 1, ..mutex });
                0
            }
            (_, Some(owner)) if owner == thread && mutex.kind == 1 => {
                if mutex.count == u32::MAX {
                    return Ok(Outcome::Done(EAGAIN));
                }
                self.put_mutex(state, addr, Mutex { count: mutex.count + 1, ..mutex });
                0
            }
            (SyncOp::MutexTrylock, Some(_)) => EBUSY,
            (_, Some(owner)) if owner == thread && mutex.kind == 2 => EDEADLK,
            (_, Some(_)) => ETIMEDOUT,
        };
        Ok(Outcome::Done(result))
    }

    pub(crate) fn rwlock_op(
        &self,
        state: &mut State,
        thread: ThreadIx,
        op: SyncOp,
        addr: Addr,
        span: Span,
    ) -> Result<Outcome, Halt> {
        if op == SyncOp::RwlockInit {
            self.check_object(state, addr, span)?;
            if let Some(SyncObject::Rwlock { writer, readers }) = lookup(state, addr)
                && (writer.is_some() || !readers.is_empty())
            {
                return Err(Halt::undefined("initialisation of a read-write lock that is locked", span));
            }
            self.put_rwlock(state, addr, None, Vec::new());
            return Ok(Outcome::Done(0));
        }
        let (writer, mut readers) = match lookup(state, addr) {
            Some(SyncObject::Rwlock { writer, readers }) => (*writer, readers.clone()),
            Some(_) => return Err(self.misuse("read-write lock", addr, state, span)),
            None => {
                self.check_object(state, addr, span)?;
                if self.is_uninitialised(state, addr) {
                    return Err(self.misuse("read-write lock", addr, state, span));
                }
                (None, Vec::new())
            }
        };
        let reads = matches!(op, SyncOp::RwlockRdlock | SyncOp::RwlockTryrdlock | SyncOp::RwlockTimedrdlock);
        let free = writer.is_none() && (reads || readers.is_empty());
        let result = match op {
            SyncOp::RwlockDestroy if writer.is_none() && readers.is_empty() => {
                put(state, addr, Some(SyncObject::Destroyed));
                0
            }
            SyncOp::RwlockDestroy => EBUSY,
            SyncOp::RwlockUnlock if writer == Some(thread) => {
                self.put_rwlock(state, addr, None, readers);
                0
            }
            SyncOp::RwlockUnlock => match readers.iter().position(|r| *r == thread) {
                Some(i) => {
                    readers.remove(i);
                    self.put_rwlock(state, addr, writer, readers);
                    0
                }
                None => {
                    let name = self.describe_addr(state, addr);
                    let what = format!("{thread:?} unlocks the read-write lock {name}, which it does not hold");
                    return Err(Halt::undefined(what, span));
                }
            },
            _ if free && reads => {
                let i = readers.partition_point(|r| *r <= thread);
                readers.insert(i, thread);
                self.put_rwlock(state, addr, writer, readers);
                0
            }
            _ if free => {
                self.put_rwlock(state, addr, Some(thread), readers);
                0
            }
            SyncOp::RwlockTryrdlock | SyncOp::RwlockTrywrlock => EBUSY,
            _ if writer == Some(thread) => EDEADLK,
            _ => ETIMEDOUT,
        };
        Ok(Outcome::Done(result))
    }

    /// Has a thread let go of all locks that it holds.
    pub fn let_go(&self, state: &mut State, thread: ThreadIx) {
        for (addr, object) in state.sync.objects.clone() {
            match object {
                SyncObject::Mutex { kind, owner: Some(owner), .. } if owner == thread => {
                    self.put_mutex(state, addr, Mutex { kind, owner: None, count: 0 });
                }
                SyncObject::Rwlock { writer, readers } => {
                    let others = readers.into_iter().filter(|reader| *reader != thread).collect();
                    self.put_rwlock(state, addr, writer.filter(|writer| *writer != thread), others);
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

    fn put_rwlock(&self, state: &mut State, addr: Addr, writer: Option<ThreadIx>, readers: Vec<ThreadIx>) {
        let initial = writer.is_none() && readers.is_empty() && !self.is_uninitialised(state, addr);
        put(state, addr, (!initial).then_some(SyncObject::Rwlock { writer, readers }));
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
