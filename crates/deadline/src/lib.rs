//! The deadline: one handle that every loop which can run long looks at.
//!
//! **Idea.** A run ends because its time or memory is used up or because the user interrupts it. Whoever watches the clock (`Limits` of
//! `raddle-engines`, on a thread of its own) writes the cause into one shared byte; everybody else holds a [`Deadline`] and reads that
//! byte: [`Deadline::look`] costs one load and one branch that is never taken, so it may stand in every loop. Nothing here reads a clock,
//! and no crate needs one to keep the time.
//!
//! **What happens then.** `look` unwinds with the cause as payload, as a panic does but without the message, and [`caught`] at the
//! bottom of a run makes a value of it. Code that has a result worth keeping asks [`Deadline::over`] instead and returns.
//!
//! **Why it is sound.** Half of a result is the danger of every early return: points-to sets that are not closed yet, a formula of which
//! the last conjuncts are missing. Unwinding destroys everything that was being computed, so nobody can take half for the whole; only
//! the cause arrives. A `look` never stands in a destructor.
//!
//! **Rejected.** `Result` in every signature: hundreds of functions, in the inner loops of the machine and the solver, would carry an error that
//! none of them handles. A flag in a thread-local variable: nothing in Raddle is global. A callback that reads the clock: a hundred times the cost, so it could
//! not stand in inner loops, and every place needed a counter of its own.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// Why a run has to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Over {
    /// The time is used up.
    Time,
    /// The memory is used up.
    Memory,
    /// The user interrupted.
    Cancelled,
}

const GO_ON: u8 = 0;
const TIME: u8 = 1;
const MEMORY: u8 = 2;
const CANCELLED: u8 = 3;

/// Whether the run has to end. Clones are one and the same deadline; the default one never comes.
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    cause: Arc<AtomicU8>,
}

/// A deadline is no part of what a configuration means: two that differ only in it are the same.
impl PartialEq for Deadline {
    fn eq(&self, _: &Deadline) -> bool {
        true
    }
}

impl Eq for Deadline {}

impl Deadline {
    /// A deadline that has not come.
    pub fn new() -> Deadline {
        Deadline::default()
    }

    /// Goes on, or ends the run by unwinding to [`caught`].
    #[inline]
    pub fn look(&self) {
        if self.cause.load(Ordering::Relaxed) != GO_ON {
            self.unwind();
        }
    }

    #[cold]
    #[inline(never)]
    fn unwind(&self) {
        if let Some(over) = self.over() {
            resume_unwind(Box::new(over));
        }
    }

    /// Why the run has to end, if so.
    #[inline]
    pub fn over(&self) -> Option<Over> {
        match self.cause.load(Ordering::Relaxed) {
            TIME => Some(Over::Time),
            MEMORY => Some(Over::Memory),
            CANCELLED => Some(Over::Cancelled),
            _ => None,
        }
    }

    /// Ends the run. The first cause stays.
    pub fn end(&self, over: Over) {
        let cause = match over {
            Over::Time => TIME,
            Over::Memory => MEMORY,
            Over::Cancelled => CANCELLED,
        };
        let _ = self.cause.compare_exchange(GO_ON, cause, Ordering::Relaxed, Ordering::Relaxed);
    }
}

/// What a piece of work gives, or why it had to end. Any other panic goes on.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Over> {
    // Nothing of what the work was computing is left when it has ended, so nothing half done can be seen.
    catch_unwind(AssertUnwindSafe(work)).map_err(|payload| match payload.downcast::<Over>() {
        Ok(over) => *over,
        Err(panic) => resume_unwind(panic),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_ends_the_work_when_the_time_has_come() {
        let deadline = Deadline::new();
        let other = deadline.clone();
        let mut rounds = 0;
        let ended = caught(|| {
            loop {
                rounds += 1;
                if rounds == 3 {
                    other.end(Over::Memory);
                    other.end(Over::Time);
                }
                deadline.look();
            }
        });
        assert_eq!((ended, rounds), (Err::<(), Over>(Over::Memory), 3));
        assert_eq!(caught(|| 5), Ok(5));
    }

    #[test]
    fn other_panics_go_on() {
        let outer = catch_unwind(|| caught(|| resume_unwind(Box::new("as planned"))));
        assert_eq!(outer.unwrap_err().downcast_ref::<&str>(), Some(&"as planned"));
    }
}
