//! When to stop: time, memory, the user.
//!
//! A thread looks at the clock, the memory and the interrupt every [`PERIOD`], and announces the [`Deadline`] when one of them says so. Engines ask
//! [`Limits::exceeded`] where they can stop with all they know. Deeper down, where every loop that can run long looks at the deadline
//! (`raddle-deadline` has the argument), the run is unwound a moment later, and [`Limits::seen`] is what is left of its statistics.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use raddle_deadline::{Deadline, Over};
use raddle_evidence::{Parcel, Property, Reason, Statistics};

use crate::config::Config;

/// Whom to tell how far a search is.
pub type Listener = Arc<dyn Fn(&Progress) + Send + Sync>;

/// Whom to tell what a solver was asked: a script in SMT-LIB.
pub type SessionListener = Arc<dyn Fn(String) + Send + Sync>;

/// Time between two looks of the thread that watches. A fast search takes some megabytes in it.
const PERIOD: Duration = Duration::from_millis(20);

/// How much of the memory a member of a portfolio may take, in percent.
const MEMBER_SHARE: u64 = 60;

/// How much of the memory it may take at least beside what is resident when it begins, in percent.
const MEMBER_MORE: u64 = 15;

/// How much of the memory that is not resident here members in processes of their own may take together, in percent.
const APART_SHARE: u64 = 95;

/// How long a run may take to end with what it knows before it is unwound.
const LAST_WORDS: Duration = Duration::from_millis(100);

/// How members of a portfolio run in processes of their own.
#[derive(Clone)]
pub struct Apart {
    /// Runs one member.
    pub run: Arc<dyn Fn(&Errand<'_>) -> Brought + Send + Sync>,
    /// How many may run at the same time, at least one.
    pub at_once: usize,
    /// How long such a process takes until it begins.
    pub start: Duration,
}

/// What a process brings back.
#[derive(Debug)]
pub enum Brought {
    /// A verdict.
    Parcel(Box<Parcel>),
    /// None: it was ended, or has ended without one.
    Nothing(Reason),
    /// No process could be started.
    NotStarted,
}

/// What a process runs.
pub struct Errand<'a> {
    /// Which line of the table ([`STRATEGY`](crate::portfolio::strategy::STRATEGY)).
    pub line: usize,
    /// What to check.
    pub property: Property,
    /// How long it may look for a claim.
    pub slice: Duration,
    /// The limits of the whole run.
    pub limits: &'a Limits,
    /// Bytes that it may take.
    pub memory: Option<u64>,
    /// Whether nobody needs its verdict any more.
    pub unneeded: &'a (dyn Fn() -> bool + Sync),
}

/// How far a search may go, and whom to tell about it.
#[derive(Clone)]
pub struct Limits {
    deadline: Deadline,
    watched: Arc<Watched>,
    /// Told every now and then how far the search is.
    pub progress: Option<Listener>,
    /// Told each session with the solver when it is over.
    pub session: Option<SessionListener>,
    /// How members of a portfolio run in processes of their own; without it they run here.
    pub apart: Option<Apart>,
    /// Told when an engine has claimed something, which is then checked.
    pub claimed: Option<Arc<dyn Fn() + Send + Sync>>,
    /// Whether the process ends when a limit was exceeded: then memory need not be given back piece by piece, which takes
    /// seconds for a large graph.
    pub process_ends: bool,
    started: Instant,
    seen: Arc<Seen>,
}

/// What is watched.
#[derive(Debug, Default)]
struct Watched {
    /// When to stop at the latest.
    until: Mutex<Option<Instant>>,
    /// Bytes of resident memory of this process.
    memory: Mutex<Option<u64>>,
    /// Set from outside to stop.
    cancel: Arc<AtomicBool>,
}

/// How far a search was when it was last asked.
#[derive(Debug, Default)]
struct Seen {
    states: AtomicU64,
    frontier: AtomicU64,
    depth: AtomicU64,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// States stored.
    pub states: u64,
    /// States still to be expanded.
    pub frontier: u64,
    /// Scheduler steps from the initial state.
    pub depth: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::of(Watched::default())
    }
}

impl Watched {
    fn until(&self) -> Option<Instant> {
        *self.until.lock().expect("nobody panics with it")
    }

    fn memory(&self) -> Option<u64> {
        *self.memory.lock().expect("nobody panics with it")
    }

    /// What says that the run has to end.
    fn over(&self, now: Instant) -> Option<Over> {
        if self.cancel.load(Ordering::Relaxed) {
            return Some(Over::Cancelled);
        }
        if self.until().is_some_and(|until| now >= until) {
            return Some(Over::Time);
        }
        let limit = self.memory()?;
        resident_bytes().is_some_and(|used| used > limit).then_some(Over::Memory)
    }
}

/// Looks every now and then, as long as somebody has the limits.
fn watch(watched: &Weak<Watched>, deadline: &Deadline) {
    while let Some(limits) = watched.upgrade() {
        let now = Instant::now();
        if let Some(over) = limits.over(now) {
            deadline.announce(over);
            drop(limits);
            std::thread::sleep(LAST_WORDS);
            deadline.end(over);
            return;
        }
        let left = limits.until().map_or(PERIOD, |until| until.duration_since(now));
        drop(limits);
        std::thread::sleep(left.min(PERIOD));
    }
}

impl Limits {
    /// Limits with a time from now and a number of bytes.
    pub fn new(time: Option<Duration>, memory: Option<u64>) -> Limits {
        Limits::with_cancel(time, memory, Arc::default())
    }

    /// Limits with a time from now, a number of bytes, and a flag that ends the run when it is set.
    pub fn with_cancel(time: Option<Duration>, memory: Option<u64>, cancel: Arc<AtomicBool>) -> Limits {
        Limits::ending(time.and_then(|t| Instant::now().checked_add(t)), memory, cancel)
    }

    fn ending(until: Option<Instant>, memory: Option<u64>, cancel: Arc<AtomicBool>) -> Limits {
        let limits = Limits::of(Watched { until: Mutex::new(until), memory: Mutex::new(memory), cancel });
        let (watched, deadline) = (Arc::downgrade(&limits.watched), limits.deadline.clone());
        // Without a thread the limits are kept less exactly: by those who ask.
        let _ = std::thread::Builder::new().name("limits".to_string()).spawn(move || watch(&watched, &deadline));
        limits
    }

    fn of(watched: Watched) -> Limits {
        Limits {
            deadline: Deadline::new(),
            watched: Arc::new(watched),
            progress: None,
            session: None,
            apart: None,
            claimed: None,
            process_ends: false,
            started: Instant::now(),
            seen: Arc::default(),
        }
    }

    /// Limits of their own for one of so many runs that follow each other: an equal part of the time that is left, and all of the memory.
    pub fn part(&self, parts: u32) -> Limits {
        self.slice(self.left().map(|left| left / parts.max(1)), self.watched.memory())
    }

    /// Limits of their own for a run that others follow if it comes to nothing: so much time, and a part of the memory. Whoever takes more of it than that is ended, and not all that follow with it.
    /// Memory that is given back may still count as resident, so there is always some more than what is resident now.
    pub fn member(&self, time: Duration) -> Limits {
        let share = |memory: u64| {
            let more = resident_bytes().unwrap_or(0).saturating_add(memory / 100 * MEMBER_MORE);
            (memory / 100 * MEMBER_SHARE).max(more).min(memory)
        };
        self.slice(Some(time), self.watched.memory().map(share))
    }

    /// Limits of their own for a run that has this process for itself: so much time, and all of the memory.
    pub fn alone(&self, time: Duration) -> Limits {
        self.slice(Some(time), self.watched.memory())
    }

    /// Limits of their own for the last run: all that is left.
    pub fn rest(&self) -> Limits {
        self.slice(None, self.watched.memory())
    }

    /// Limits of their own for a run that has so much time, but no more than is left, and so much memory.
    fn slice(&self, time: Option<Duration>, memory: Option<u64>) -> Limits {
        let until = time.and_then(|t| Instant::now().checked_add(t)).into_iter().chain(self.until()).min();
        let own = Limits::ending(until, memory, self.watched.cancel.clone());
        Limits {
            progress: self.progress.clone(),
            session: self.session.clone(),
            apart: self.apart.clone(),
            claimed: self.claimed.clone(),
            // The process goes on with the next run.
            process_ends: false,
            ..own
        }
    }

    /// Has a slice last as long as what it is a slice of, with all of its memory: what has been found deserves to be checked.
    pub fn prolong(&self, whole: &Limits) {
        *self.watched.memory.lock().expect("nobody panics with it") = whole.watched.memory();
        *self.watched.until.lock().expect("nobody panics with it") = whole.watched.until();
    }

    /// How much memory one of several processes may take that run at the same time beside this one.
    pub fn memory_for(&self, processes: usize) -> Option<u64> {
        let left = self.watched.memory()?.saturating_sub(resident_bytes().unwrap_or(0));
        // What is resident here may grow a little while they run: their counterexamples are replayed.
        Some(left / 100 * APART_SHARE / processes.max(1) as u64)
    }

    /// Whether the end is announced or the user has interrupted, for somebody who only waits.
    pub fn is_ending(&self) -> bool {
        self.watched.cancel.load(Ordering::Relaxed) || self.deadline.announced().is_some()
    }

    /// How much time is left, if it is limited.
    pub fn left(&self) -> Option<Duration> {
        self.until().map(|until| until.saturating_duration_since(Instant::now()))
    }

    /// What every loop looks at.
    pub fn deadline(&self) -> &Deadline {
        &self.deadline
    }

    /// When the time is over.
    pub fn until(&self) -> Option<Instant> {
        self.watched.until()
    }

    /// How a machine is set up that keeps these limits.
    pub fn machine(&self, config: &Config) -> raddle_machine::Config {
        raddle_machine::Config { deadline: self.deadline.clone(), ..config.machine() }
    }

    /// Why to stop now, if so.
    pub fn exceeded(&self) -> Option<Reason> {
        // The memory is the business of the thread that watches: a look at it costs a hundred times what one at the clock does.
        if self.watched.cancel.load(Ordering::Relaxed) {
            self.deadline.announce(Over::Cancelled);
        } else if self.watched.until().is_some_and(|until| Instant::now() >= until) {
            self.deadline.announce(Over::Time);
        }
        self.deadline.over().map(Reason::from)
    }

    /// What is known of a search that was unwound.
    pub fn seen(&self) -> Statistics {
        Statistics {
            states: self.seen.states.load(Ordering::Relaxed),
            frontier: self.seen.frontier.load(Ordering::Relaxed),
            depth: self.seen.depth.load(Ordering::Relaxed),
            search_micros: self.started.elapsed().as_micros() as u64,
            ..Statistics::default()
        }
    }

    /// Gives back the memory of what is not needed any more, if that is worth the time.
    pub fn let_go<T>(&self, unneeded: T) {
        if self.process_ends && self.exceeded().is_some() {
            std::mem::forget(unneeded);
        }
    }

    /// Tells the listener, if there is one.
    pub fn report(&self, progress: Progress) {
        self.seen.states.store(progress.states, Ordering::Relaxed);
        self.seen.frontier.store(progress.frontier, Ordering::Relaxed);
        self.seen.depth.store(progress.depth, Ordering::Relaxed);
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
    use raddle_deadline::caught;

    #[test]
    fn each_limit_has_its_reason() {
        assert_eq!(Limits::default().exceeded(), None);
        assert_eq!(Limits::new(Some(Duration::ZERO), None).exceeded(), Some(Reason::TimeLimit));
        let cancel = Arc::new(AtomicBool::new(false));
        let limits = Limits::with_cancel(None, None, cancel.clone());
        assert_eq!(limits.exceeded(), None);
        cancel.store(true, Ordering::Relaxed);
        assert_eq!(limits.exceeded(), Some(Reason::Cancelled));
    }

    /// A slice ends by itself, never after the whole, and lasts as long as the whole if it is prolonged.
    #[test]
    fn a_slice_has_its_own_end() {
        let whole = Limits::new(Some(Duration::from_secs(1000)), None);
        let slice = whole.member(Duration::ZERO);
        assert_eq!((slice.exceeded(), whole.exceeded()), (Some(Reason::TimeLimit), None));
        assert_eq!(whole.member(Duration::from_secs(5000)).until(), whole.until());
        assert_eq!(Limits::default().rest().until(), None);
        let slice = whole.member(Duration::from_secs(5));
        assert!(slice.until() < whole.until());
        slice.prolong(&whole);
        assert_eq!(slice.until(), whole.until());
    }

    /// A member leaves memory to those that follow, has some however much is resident already, and never more than there is.
    #[test]
    fn a_member_has_a_part_of_the_memory() {
        let memory = |whole: u64| Limits::new(None, Some(whole)).member(Duration::from_secs(5)).watched.memory();
        let (most, resident) = (1 << 40, resident_bytes().expect("a process has memory"));
        assert_eq!(memory(most), Some(most / 100 * MEMBER_SHARE));
        let little = memory(resident).expect("it is limited");
        assert!(little > resident / 2 && little <= resident, "{little} of {resident}");
        let whole = Limits::new(None, Some(most));
        let member = whole.member(Duration::from_secs(5));
        member.prolong(&whole);
        assert_eq!(member.watched.memory(), Some(most));
        assert_eq!(whole.rest().watched.memory(), Some(most));
        assert_eq!(Limits::default().member(Duration::from_secs(5)).watched.memory(), None);
    }

    /// A loop that only looks at the deadline ends, whatever the limit is.
    #[test]
    fn a_loop_that_looks_ends() {
        let endless = |limits: &Limits| {
            caught(|| {
                loop {
                    limits.deadline().look();
                }
            })
        };
        let time = Limits::new(Some(Duration::from_millis(50)), None);
        assert_eq!(endless(&time), Err::<(), Over>(Over::Time));
        let memory = Limits::new(None, Some(1));
        assert_eq!(endless(&memory), Err::<(), Over>(Over::Memory));
        let cancelled = Limits::with_cancel(None, None, Arc::new(AtomicBool::new(true)));
        assert_eq!(endless(&cancelled), Err::<(), Over>(Over::Cancelled));
    }
}
