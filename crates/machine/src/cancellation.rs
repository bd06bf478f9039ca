//! Cancellation: threads that others ask to end.
//!
//! `pthread_cancel` sets a bit in the thread that shall end. The thread looks at it where it executes a *cancellation point*: an
//! operation that may wait for long ([`SyncOp::is_cancellation_point`](raddle_program::SyncOp)), or a test that the front end puts
//! before calls of other library functions that are cancellation points (`read`, `sleep`, …). There the operation answers
//! [`CANCELLED`] instead of waiting, and the program goes on with the handlers of `pthread_cleanup_push` and the end of the thread,
//! which are ordinary code. A thread that waits already can move when it is asked to end: one that waits on a condition
//! variable takes the mutex again first.
//!
//! Like glibc, a semaphore's wait looks at the bit even if it need not wait, a join only if it has to. Whoever waits on a
//! condition variable may still be woken by a signal that comes after the request. Once a thread is ending, by cancellation or by
//! `pthread_exit`, further requests have no effect.
//!
//! Asynchronous cancellation can end a thread anywhere, even inside the library; it is not supported where it would happen.

use std::sync::Arc;

use raddle_program::{CANCELLED, Span};

use crate::halt::{Halt, HaltKind};
use crate::machine::Machine;
use crate::state::{State, Status, ThreadIx, cancel};
use crate::sync::{ESRCH, Outcome};

impl Machine<'_> {
    /// Whether a thread has to end at its next cancellation point.
    pub(crate) fn shall_end(&self, state: &State, thread: ThreadIx) -> bool {
        let relevant = cancel::PENDING | cancel::DISABLED | cancel::ENDING;
        state.threads[thread.0 as usize].cancel & relevant == cancel::PENDING
    }

    /// A thread is at a cancellation point and has to end.
    pub(crate) fn cancelled(&self, state: &mut State, thread: ThreadIx, span: Span) -> Result<Outcome, Halt> {
        let ending = Arc::make_mut(&mut state.threads[thread.0 as usize]);
        if ending.ending > 0 {
            let what = "the cancellation of a thread in the destructor of a key is not modelled";
            return Err(Halt::new(HaltKind::Unsupported, what, span));
        }
        ending.cancel |= cancel::ENDING;
        Ok(Outcome::Done(CANCELLED))
    }

    /// A thread that waits on a condition variable has to end: it takes the mutex again first.
    pub(crate) fn cancel_wait(&self, state: &mut State, thread: ThreadIx) {
        let waiting = Arc::make_mut(&mut state.threads[thread.0 as usize]);
        if let Status::Waiting { mutex, .. } = waiting.status {
            waiting.status = Status::Reacquiring { mutex, result: CANCELLED, count: 1 };
        }
    }

    pub(crate) fn thread_exists(&self, state: &State, id: u64) -> Outcome {
        Outcome::Done(self.thread_of(state, id).map_or(ESRCH, |_| 0))
    }

    pub(crate) fn cancel_thread(&self, state: &mut State, id: u64, span: Span) -> Result<Outcome, Halt> {
        let Some(target) = self.thread_of(state, id) else { return Ok(Outcome::Done(ESRCH)) };
        let asked = &state.threads[target.0 as usize];
        if matches!(asked.status, Status::Ended { .. }) || asked.cancel & cancel::ENDING != 0 {
            return Ok(Outcome::Done(0));
        }
        Arc::make_mut(&mut state.threads[target.0 as usize]).cancel |= cancel::PENDING;
        self.check_asynchronous(state, target, span)?;
        Ok(Outcome::Done(0))
    }

    /// Sets one of the bits of a thread; the result is what it was.
    pub(crate) fn set_cancellation(
        &self,
        state: &mut State,
        thread: ThreadIx,
        what: u64,
        value: bool,
        span: Span,
    ) -> Result<Outcome, Halt> {
        let bit = match what {
            0 => cancel::DISABLED,
            1 => cancel::ASYNCHRONOUS,
            _ => cancel::ENDING,
        };
        let running = Arc::make_mut(&mut state.threads[thread.0 as usize]);
        let old = running.cancel & bit != 0;
        running.cancel = if value { running.cancel | bit } else { running.cancel & !bit };
        self.check_asynchronous(state, thread, span)?;
        Ok(Outcome::Done(u32::from(old)))
    }

    fn check_asynchronous(&self, state: &State, thread: ThreadIx, span: Span) -> Result<(), Halt> {
        let at_once = state.threads[thread.0 as usize].cancel & cancel::ASYNCHRONOUS != 0;
        match at_once && self.shall_end(state, thread) {
            true => {
                Err(Halt::new(HaltKind::Unsupported, "the asynchronous cancellation of a thread is not modelled", span))
            }
            false => Ok(()),
        }
    }
}
