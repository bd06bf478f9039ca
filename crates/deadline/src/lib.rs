//! The deadline: one handle that every loop which can run long looks at.
//!
//! **Idea.** A run ends because its time or memory is used up or because the user interrupts it. Whoever watches the clock (`Limits` of
//! `raddle-engines`, on a thread of its own) writes the cause into one shared byte; everybody else holds a [`Deadline`] and reads that
//! byte: [`Deadline::look`] costs one load and one branch that is never taken, so it may stand in every loop. Nothing here reads a clock,
//! and no crate needs one to keep the time.
//!
//! **What happens then**, in two steps. First the deadline is *announced*: whoever asks [`Deadline::over`] hears it, which is what engines do between two
//! units of work; they return with all they know. A moment later it *comes*: `look` unwinds with the cause as payload, as a panic does but without
//! the message, and [`caught`] at the bottom of a run makes a value of it. Both leave a mark that they have noticed: giving back
//! the memory of a large graph can take seconds, so who waits for the run may go on without it once it has noticed, while a run
//! that never notices shows that a look is missing.
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
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

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
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Why the run has to end, as soon as that is announced.
    cause: AtomicU8,
    /// Whether looks unwind.
    come: AtomicBool,
    noticed: AtomicBool,
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
        if self.shared.come.load(Ordering::Relaxed) {
            self.give_up();
        }
    }

    /// Unwinds to [`caught`] if the end of the run is announced.
    #[cold]
    #[inline(never)]
    pub fn give_up(&self) {
        if let Some(over) = self.over() {
            resume_unwind(Box::new(over));
        }
    }

    /// Why the run has to end, if so. Whoever asks ends it then.
    #[inline]
    pub fn over(&self) -> Option<Over> {
        let over = self.announced();
        if over.is_some() {
            self.shared.noticed.store(true, Ordering::Relaxed);
        }
        over
    }

    /// Whether the run has seen that it has to end.
    pub fn is_noticed(&self) -> bool {
        self.shared.noticed.load(Ordering::Relaxed)
    }

    /// Why the run has to end, for those who only watch it.
    pub fn announced(&self) -> Option<Over> {
        match self.shared.cause.load(Ordering::Relaxed) {
            TIME => Some(Over::Time),
            MEMORY => Some(Over::Memory),
            CANCELLED => Some(Over::Cancelled),
            _ => None,
        }
    }

    /// Tells those who ask that the run has to end. The first cause stays.
    pub fn announce(&self, over: Over) {
        let cause = match over {
            Over::Time => TIME,
            Over::Memory => MEMORY,
            Over::Cancelled => CANCELLED,
        };
        let _ = self.shared.cause.compare_exchange(GO_ON, cause, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Ends the run wherever it is.
    pub fn end(&self, over: Over) {
        self.announce(over);
        self.shared.come.store(true, Ordering::Relaxed);
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
                match rounds {
                    2 => other.announce(Over::Memory),
                    4 => other.end(Over::Time),
                    _ => {}
                }
                assert!(rounds < 2 || !deadline.is_noticed());
                deadline.look();
            }
        });
        assert_eq!((ended, rounds), (Err::<(), Over>(Over::Memory), 4));
        assert!(deadline.is_noticed());
        assert_eq!(caught(|| 5), Ok(5));
    }

    #[test]
    fn other_panics_go_on() {
        let outer = catch_unwind(|| caught(|| resume_unwind(Box::new("as planned"))));
        assert_eq!(outer.unwrap_err().downcast_ref::<&str>(), Some(&"as planned"));
    }
}
