//! The last resort: a run that does not end at its deadline is ended from outside.
//!
//! Every loop of ours that can run long looks at the deadline (`raddle-deadline`), and that is what keeps the time. What this cannot
//! reach is a function of somebody else: the parser, the C library, one operation of a library of decision diagrams. So a thread
//! waits until [`GRACE`] after the deadline and then prints the verdict UNKNOWN itself and ends the process. It says so on standard error: where
//! that line appears, a look is missing, and the tests of the limits fail on it.
//!
//! **The floor.** Whoever writes a result has to take the floor before, and it is taken once. If the run has it, the watchdog keeps quiet
//! for ever, so a TRUE or FALSE is never cut off in the middle; if the watchdog has it, the run waits for the end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use raddle_deadline::{Deadline, Over};

/// How long after its deadline a run may still end by itself.
const GRACE: Duration = Duration::from_millis(500);

/// Time between two looks.
const PERIOD: Duration = Duration::from_millis(20);

/// Who may write the result: the first who asks.
#[derive(Clone, Debug, Default)]
pub struct Floor(Arc<AtomicBool>);

impl Floor {
    /// Whether the caller may write.
    pub fn take(&self) -> bool {
        !self.0.swap(true, Ordering::SeqCst)
    }

    /// Waits for the end of the process if somebody else writes.
    pub fn take_or_wait(&self) {
        while !self.take() {
            std::thread::park();
        }
    }

    fn is_taken(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Calls `end` on a thread of its own if nobody has taken the floor some time after the deadline.
pub fn watch(floor: &Floor, deadline: &Deadline, end: impl FnOnce(Over) + Send + 'static) {
    let (floor, deadline) = (floor.clone(), deadline.clone());
    // Without the thread the run ends by itself, only perhaps later.
    let _ = std::thread::Builder::new().name("watchdog".to_string()).spawn(move || {
        let mut since: Option<Instant> = None;
        while !floor.is_taken() {
            if let Some(over) = deadline.announced() {
                let waited = since.get_or_insert_with(Instant::now).elapsed();
                if waited >= GRACE {
                    if floor.take() {
                        end(over);
                    }
                    return;
                }
            }
            std::thread::sleep(PERIOD);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    const LONG: Duration = Duration::from_secs(20);

    #[test]
    fn a_run_that_does_not_end_is_ended() {
        let (floor, deadline, (sender, receiver)) = (Floor::default(), Deadline::new(), channel());
        watch(&floor, &deadline, move |over| sender.send(over).unwrap());
        assert!(receiver.recv_timeout(2 * PERIOD).is_err(), "the deadline has not come");
        deadline.end(Over::Time);
        assert_eq!(receiver.recv_timeout(LONG), Ok(Over::Time));
        assert!(!floor.take(), "the run may not write any more");
    }

    #[test]
    fn who_writes_is_not_interrupted() {
        let (floor, deadline, (sender, receiver)) = (Floor::default(), Deadline::new(), channel());
        assert!(floor.take());
        deadline.end(Over::Time);
        watch(&floor, &deadline, move |over| sender.send(over).unwrap());
        // The watchdog goes away and takes the sender with it.
        assert!(receiver.recv_timeout(LONG).is_err());
    }
}
