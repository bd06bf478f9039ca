//! A thread with a stack that deep programs fit on.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread::Builder;
use std::time::Duration;

use raddle_deadline::Deadline;

/// Time between two looks at the deadline while a thread works.
const PERIOD: Duration = Duration::from_millis(10);

/// Bytes of stack, tried in this order. Only pages that are touched cost memory.
const SIZES: [usize; 3] = [1 << 30, 1 << 28, 1 << 26];

/// Runs `f` on a thread with a large stack. Parsing, typing and lowering descend recursively into the program, and so
/// does dropping a syntax tree: call the whole pipeline in one such thread. A panic of `f` goes on in the caller.
pub fn with_large_stack<T: Send>(f: impl FnOnce() -> T + Send) -> T {
    // The closure can be taken only once, but each attempt to start a thread needs one.
    let work = std::sync::Mutex::new(Some(f));
    let run = || work.lock().ok().and_then(|mut f| f.take()).map(|f| f());
    let result = std::thread::scope(|scope| {
        let thread = SIZES.iter().find_map(|size| Builder::new().stack_size(*size).spawn_scoped(scope, run).ok());
        thread.map(|t| t.join())
    });
    match result {
        Some(Ok(Some(value))) => value,
        Some(Err(panic)) => std::panic::resume_unwind(panic),
        // No thread could be started: do it here and hope for the best.
        Some(Ok(None)) | None => match run() {
            Some(value) => value,
            None => unreachable!("the work is taken only by a thread whose result is handled above"),
        },
    }
}

/// How long a thread that has noticed the deadline may take to end with what it knows.
const LAST_WORDS: Duration = Duration::from_millis(150);

/// When a thread is left to itself after the deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leave {
    /// At once: it runs code that is not ours and looks at no deadline.
    AtOnce,
    /// A moment after it has noticed; it may be giving back memory then, for which nobody should have to wait.
    WhenNoticed,
}

/// Runs `f` on a thread with a large stack until a deadline, at which the caller is unwound. The thread is left to itself then, and what it
/// returns is dropped there.
pub fn with_large_stack_until<T: Send + 'static>(
    deadline: &Deadline,
    leave: Leave,
    f: impl FnOnce() -> T + Send + 'static,
) -> T {
    let work = Arc::new(Mutex::new(Some(f)));
    let run = move |work: &Mutex<Option<_>>| {
        work.lock().ok().and_then(|mut f| f.take()).map(|f: _| catch_unwind(AssertUnwindSafe(f)))
    };
    let (sender, receiver) = channel();
    let start = |size: &usize| {
        let (work, sender) = (work.clone(), sender.clone());
        // Nobody listens after the deadline.
        let thread = move || drop(run(&work).map(|result| sender.send(result)));
        Builder::new().stack_size(*size).spawn(thread).ok()
    };
    let started = SIZES.iter().find_map(start);
    drop(sender);
    let mut result = None;
    let mut left = LAST_WORDS;
    while started.is_some() && result.is_none() {
        match receiver.recv_timeout(PERIOD) {
            Ok(done) => result = Some(done),
            Err(RecvTimeoutError::Timeout) => {
                if deadline.is_noticed() {
                    left = left.saturating_sub(PERIOD);
                }
                if left.is_zero() || leave == Leave::AtOnce {
                    deadline.give_up();
                }
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    // If no thread could be started: do it here and hope for the best.
    match result.or_else(|| run(&work)) {
        Some(Ok(value)) => value,
        Some(Err(panic)) => resume_unwind(panic),
        None => unreachable!("the work is taken only by a thread that sends its result"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_deadline::{Over, caught};

    #[test]
    fn a_thread_that_does_not_look_is_left_alone() {
        let deadline = Deadline::new();
        assert_eq!(with_large_stack_until(&deadline, Leave::AtOnce, || 7), 7);
        assert!(
            catch_unwind(|| with_large_stack_until(&Deadline::new(), Leave::AtOnce, || panic!("as planned"))).is_err()
        );
        let long = Duration::from_secs(2);
        let late = deadline.clone();
        let ended = caught(|| {
            with_large_stack_until(&deadline, Leave::AtOnce, move || {
                late.end(Over::Time);
                std::thread::sleep(long);
            })
        });
        assert_eq!(ended, Err(Over::Time));
    }

    #[test]
    fn a_thread_that_has_noticed_may_still_say_something() {
        let run = |pause: Duration| {
            let deadline = Deadline::new();
            let late = deadline.clone();
            caught(|| {
                with_large_stack_until(&deadline, Leave::WhenNoticed, move || {
                    late.end(Over::Time);
                    // Nobody goes away before this is noticed.
                    std::thread::sleep(2 * LAST_WORDS);
                    assert_eq!(late.over(), Some(Over::Time));
                    std::thread::sleep(pause);
                    7
                })
            })
        };
        assert_eq!(run(Duration::ZERO), Ok(7));
        assert_eq!(run(Duration::from_secs(5)), Err(Over::Time));
    }

    #[test]
    fn deep_recursion_fits() {
        fn depth(n: u64) -> u64 {
            if n == 0 { 0 } else { 1 + std::hint::black_box(depth(n - 1)) }
        }
        assert_eq!(with_large_stack(|| depth(1_000_000)), 1_000_000);
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        assert!(std::panic::catch_unwind(|| with_large_stack(|| panic!("as planned"))).is_err());
    }
}
