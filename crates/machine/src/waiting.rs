//! Condition variables, barriers and semaphores.
//!
//! A wait on a condition variable releases the mutex once, even a recursive one that is locked several times (glibc does
//! the same), and leaves the thread in [`Status::Waiting`]; [`Machine::wake`] and `finish_wait` do the rest.

use std::sync::Arc;

use raddle_program::{Edge, LocalId, Op, Span, SyncOp};

use crate::halt::Halt;
use crate::machine::Machine;
use crate::oracle::{Choice, Oracle};
use crate::state::{Addr, State, Status, SyncObject, ThreadIx};
use crate::sync::{Outcome, lookup, put};
use crate::value::Value;

impl Machine<'_> {
    pub(crate) fn check_cond(&self, state: &State, addr: Addr, span: Span) -> Result<(), Halt> {
        match lookup(state, addr) {
            Some(SyncObject::Cond) => Ok(()),
            Some(_) => Err(self.misuse("condition variable", addr, state, span)),
            None => {
                self.check_object(state, addr, span)?;
                match self.is_uninitialised(state, addr) {
                    true => Err(self.misuse("condition variable", addr, state, span)),
                    false => Ok(()),
                }
            }
        }
    }

    /// The threads that wait on a condition variable.
    pub(crate) fn waiters<'s>(&self, state: &'s State, addr: Addr) -> impl Iterator<Item = ThreadIx> + use<'s> {
        state.threads.iter().enumerate().filter_map(move |(i, t)| match t.status {
            Status::Waiting { cond, .. } if cond == addr => Some(ThreadIx(i as u16)),
            _ => None,
        })
    }

    pub(crate) fn wait(
        &self,
        state: &mut State,
        thread: ThreadIx,
        cond: Addr,
        mutex: Addr,
        timed: bool,
        span: Span,
    ) -> Result<Outcome, Halt> {
        self.check_cond(state, cond, span)?;
        match self.mutex_op(state, thread, SyncOp::MutexUnlock, mutex, span)? {
            Outcome::Done(0) => {}
            refused => return Ok(refused),
        }
        Arc::make_mut(&mut state.threads[thread.0 as usize]).status = Status::Waiting { cond, mutex, timed };
        Ok(Outcome::Moved)
    }

    /// Count and arrivals of a barrier.
    pub(crate) fn barrier(&self, state: &State, addr: Addr, span: Span) -> Result<(u32, u32), Halt> {
        match lookup(state, addr) {
            Some(SyncObject::Barrier { count, arrived, .. }) => Ok((*count, *arrived)),
            _ => Err(self.misuse("barrier", addr, state, span)),
        }
    }

    pub(crate) fn barrier_wait<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        addr: Addr,
        edge: &Edge,
        sets: (Option<LocalId>, Option<LocalId>),
        oracle: &mut O,
    ) -> Result<Outcome, Halt> {
        let (count, arrived) = self.barrier(state, addr, edge.span)?;
        if arrived + 1 < count {
            put(state, addr, Some(SyncObject::Barrier { count, arrived: arrived + 1, round: 0 }));
            let status = Status::AtBarrier { barrier: addr, round: 0 };
            Arc::make_mut(&mut state.threads[thread.0 as usize]).status = status;
            return Ok(Outcome::Moved);
        }
        put(state, addr, Some(SyncObject::Barrier { count, arrived: 0, round: 0 }));
        let mut group = vec![(thread, edge, sets)];
        for (index, other) in state.threads.iter().enumerate() {
            let Some(frame) = other.frames.last() else { continue };
            let function = &self.program.functions[frame.func];
            let waits = matches!(other.status, Status::AtBarrier { barrier, .. } if barrier == addr);
            if let (true, Some(id)) = (waits, function.first_edge(frame.loc))
                && let Op::Sync { dst, out, .. } = &function.edge(id).op
            {
                group.push((ThreadIx(index as u16), function.edge(id), (*dst, *out)));
            }
        }
        // Which thread is told that it is the serial one is not specified; it matters only if somebody looks.
        let observed = group.iter().any(|(_, _, (dst, _))| dst.is_some());
        let serial = match group.len() {
            n if n > 1 && observed => oracle.choose(n as u32, Choice::Sync(SyncOp::BarrierWait), edge.span)? as usize,
            _ => 0,
        };
        for (i, (member, edge, sets)) in group.into_iter().enumerate() {
            let result = if i == serial { Value::Bits(u128::from(u32::MAX)) } else { Value::ZERO };
            Arc::make_mut(&mut state.threads[member.0 as usize]).status = Status::Running;
            self.complete(state, member, edge, sets, Some(result), None, oracle);
        }
        Ok(Outcome::Moved)
    }

    pub(crate) fn semaphore(&self, state: &State, addr: Addr, span: Span) -> Result<u32, Halt> {
        match lookup(state, addr) {
            Some(SyncObject::Semaphore { value }) => Ok(*value),
            Some(_) => Err(self.misuse("semaphore", addr, state, span)),
            None => {
                self.check_object(state, addr, span)?;
                Err(self.misuse("semaphore", addr, state, span))
            }
        }
    }
}
