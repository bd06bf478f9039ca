//! When to stop: time, memory, the user.
//!
//! An engine asks [`Limits::exceeded`] after every few units of work, and before every question to a solver. It costs a clock read and,
//! every [`MEMORY_PERIOD`], a read of `/proc/self/statm`; engines end within a second of the limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use raddle_evidence::Reason;

/// Whom to tell how far a search is.
pub type Listener = Arc<dyn Fn(&Progress) + Send + Sync>;

/// Whom to tell what a solver was asked: a script in SMT-LIB.
pub type SessionListener = Arc<dyn Fn(String) + Send + Sync>;

/// Milliseconds between two looks at the memory: each costs a hundred times what a look at the clock does.
const MEMORY_PERIOD: u64 = 20;

/// How far a search may go, and whom to tell about it.
#[derive(Clone)]
pub struct Limits {
    /// When to stop at the latest.
    pub deadline: Option<Instant>,
    /// Bytes of resident memory of this process.
    pub memory: Option<u64>,
    /// Set from outside to stop.
    pub cancel: Arc<AtomicBool>,
    /// Told every now and then how far the search is.
    pub progress: Option<Listener>,
    /// Told each session with the solver when it is over.
    pub session: Option<SessionListener>,
    /// Whether the process ends when a limit was exceeded: then memory need not be given back piece by piece, which takes
    /// seconds for a large graph.
    pub process_ends: bool,
    started: Instant,
    /// When to look at the memory next, in milliseconds since the start.
    next_look: Arc<AtomicU64>,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is going on.
    pub phase: Phase,
    /// States stored (while checking: states checked).
    pub states: u64,
    /// States still to be expanded (while checking: to be checked).
    pub frontier: u64,
    /// Scheduler steps from the initial state.
    pub depth: u64,
}

/// What is going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Exploring.
    Search,
    /// Re-checking the proof.
    Check,
}

impl Default for Limits {
    fn default() -> Limits {
        let cancel = Arc::new(AtomicBool::new(false));
        let (started, next_look) = (Instant::now(), Arc::default());
        Limits {
            deadline: None,
            memory: None,
            cancel,
            progress: None,
            session: None,
            process_ends: false,
            started,
            next_look,
        }
    }
}

impl Limits {
    /// Limits with a time from now and a number of bytes.
    pub fn new(time: Option<Duration>, memory: Option<u64>) -> Limits {
        Limits { deadline: time.and_then(|t| Instant::now().checked_add(t)), memory, ..Limits::default() }
    }

    /// Why to stop now, if so.
    pub fn exceeded(&self) -> Option<Reason> {
        if self.cancel.load(Ordering::Relaxed) {
            return Some(Reason::Cancelled);
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|d| now >= d) {
            return Some(Reason::TimeLimit);
        }
        let limit = self.memory?;
        let elapsed = now.duration_since(self.started).as_millis() as u64;
        if elapsed < self.next_look.load(Ordering::Relaxed) {
            return None;
        }
        if resident_bytes().is_some_and(|used| used > limit) {
            return Some(Reason::MemoryLimit);
        }
        self.next_look.store(elapsed + MEMORY_PERIOD, Ordering::Relaxed);
        None
    }

    /// Gives back the memory of what is not needed any more, if that is worth the time.
    pub fn let_go<T>(&self, unneeded: T) {
        if self.process_ends && self.exceeded().is_some() {
            std::mem::forget(unneeded);
        }
    }

    /// Tells the listener, if there is one.
    pub fn report(&self, progress: Progress) {
        if let Some(listener) = &self.progress {
            listener(&progress);
        }
    }
}

/// Resident memory of this process, where the system tells.
fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_has_its_reason() {
        assert_eq!(Limits::default().exceeded(), None);
        assert_eq!(Limits::new(Some(Duration::ZERO), None).exceeded(), Some(Reason::TimeLimit));
        assert_eq!(Limits::new(None, Some(1)).exceeded(), Some(Reason::MemoryLimit));
        let limits = Limits::default();
        limits.cancel.store(true, Ordering::Relaxed);
        assert_eq!(limits.exceeded(), Some(Reason::Cancelled));
    }
}
