//! When to stop: time, memory, the user.
//!
//! An engine asks [`Limits::exceeded`] every few thousand units of work. It costs a clock read and, less often, a read
//! of `/proc/self/statm`; engines end within a fraction of a second of the limit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use raddle_evidence::Reason;

/// Whom to tell how far a search is.
pub type Listener = Arc<dyn Fn(&Progress) + Send + Sync>;

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
        Limits { deadline: None, memory: None, cancel: Arc::new(AtomicBool::new(false)), progress: None }
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
        if self.deadline.is_some_and(|d| Instant::now() >= d) {
            return Some(Reason::TimeLimit);
        }
        match (self.memory, resident_bytes()) {
            (Some(limit), Some(used)) if used > limit => Some(Reason::MemoryLimit),
            _ => None,
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
