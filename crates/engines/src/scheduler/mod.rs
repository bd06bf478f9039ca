//! Who may move: the enabled moves of a state, and which of them are enough.
//!
//! **Idea** (persistent sets; P. Godefroid, *Partial-Order Methods for the Verification of Concurrent Systems*, LNCS 1032,
//! 1996, after A. Valmari's stubborn sets). A set P of threads is *persistent* in a state if nothing the other threads
//! can do, as long as those of P do not move, depends on the next step of a thread of P. Then it is enough to let the
//! threads of P move. Sets are grown from each enabled thread by adding whoever is in conflict
//! ([`Dependence::first_conflict`]), and the one with the fewest moves is taken.
//!
//! **Soundness.** Let w be a sequence of steps from s to a violation. If w contains a step of P, the first such step is
//! independent of all before it and can be done first: the rest is shorter. If not, every step of P is independent of
//! all of w, so after any of them w still leads to the violation. The second case must not repeat for ever: one of the
//! steps of P has to lead to a state that is expanded *later* than s (`Rank` in the search); as there are finitely many
//! states, a state is reached that is expanded fully, where the first case applies. The same argument keeps
//! - *races*: if a and b are co-enabled in conflict after w and a ∈ P, then b is not independent of a, so by
//!   persistence w contains a step of P, or b ∈ P and the race is in s;
//! - *deadlocks*: a step of P that is enabled in s stays enabled along w, so a w into a deadlock contains a step of P.
//!   Wake-ups for no reason do not count as enabled here, which is why a set must contain a thread that can really move;
//! - *halts*: they are steps like any other.
//!
//! The end of the program is no step of any such w; see [`raddle_semantics::dependence`].
//!
//! Who is in conflict is asked with summaries of objects, then with facts about the whole program if there are some ([`facts`], [`raddle_semantics::Apart`]), then with intervals of bytes.
//!
//! **Cost**: for each enabled thread a closure, quadratic in the number of threads with a bit test per stack frame.
//! Rejected for now: dynamic reduction (Flanagan and Godefroid 2005), which does not combine with a visited set without
//! care. Sleep sets are in `filter`; symmetry between threads is a matter of states, not of moves
//! ([`raddle_semantics::symmetry`]).

pub mod facts;
mod filter;

pub use filter::Filter;

use raddle_analyses::threading::{Action, Choice};
use raddle_machine::{Enabled, Halt, Machine, State, ThreadIx};
use raddle_semantics::dependence::{Dependence, threads};

use crate::config::Reduction;

/// The moves of a state: the first `first` of them are enough (if one leads to a state that is expanded later).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moves {
    /// All moves.
    pub all: Vec<Choice>,
    /// How many suffice.
    pub first: usize,
    /// Whether parts of objects were told apart, and whether fewer moves suffice for it.
    pub parts: Option<bool>,
    /// Whether several threads have to move and one of all is in front of an access, so that facts about the whole program may help.
    pub contested: bool,
}

/// All moves of one thread.
fn moves_of(machine: &Machine<'_>, state: &State, thread: ThreadIx, out: &mut Vec<Choice>) {
    match machine.enabled(state, thread) {
        Enabled::Yes => out.push(Choice { thread, action: Action::Step }),
        Enabled::Blocked(_) => {
            if machine.can_wake_spuriously(state, thread) {
                out.push(Choice { thread, action: Action::Wake });
            }
            if machine.can_time_out(state, thread) {
                out.push(Choice { thread, action: Action::TimeOut });
            }
        }
        Enabled::Stuck | Enabled::Done => {}
    }
}

/// The moves of a state, those of the chosen set first. `parts`: whether to tell parts of objects apart where whole objects do not help.
pub fn moves(dependence: &Dependence<'_>, state: &State, reduction: Reduction, parts: bool) -> Result<Moves, Halt> {
    let machine = dependence.machine();
    let (chosen, parts) = match reduction {
        Reduction::None => (None, None),
        Reduction::Persistent => smallest_set(dependence, state, parts)?,
    };
    let mut all = Vec::new();
    let Some(set) = chosen else {
        for thread in threads(state) {
            moves_of(machine, state, thread, &mut all);
        }
        let (first, contested) = (all.len(), is_contested(machine, state, &all));
        return Ok(Moves { first, all, parts, contested });
    };
    for thread in &set {
        moves_of(machine, state, *thread, &mut all);
    }
    let (first, contested) = (all.len(), is_contested(machine, state, &all));
    for thread in threads(state).filter(|t| !set.contains(t)) {
        moves_of(machine, state, thread, &mut all);
    }
    Ok(Moves { all, first, parts, contested })
}

/// Whether several threads have to move, and some thread is in front of an access.
fn is_contested(machine: &Machine<'_>, state: &State, first: &[Choice]) -> bool {
    let accesses = |thread: ThreadIx| {
        let edge = machine.edge(state, thread);
        let op = edge.map(|(function, edge)| &machine.program().functions[function].edge(edge).op);
        state.threads[thread.0 as usize].atomic == 0 && op.is_some_and(|op| op.access().is_some())
    };
    first.iter().any(|choice| choice.thread != first[0].thread) && threads(state).any(accesses)
}

/// A set of threads, and how many of them can move.
type Sized = (usize, Vec<ThreadIx>);

/// The persistent set with the fewest threads that can move (`None` if only all threads together are one), and whether telling parts of
/// objects apart was tried and has helped.
fn smallest_set(
    dependence: &Dependence<'_>,
    state: &State,
    parts: bool,
) -> Result<(Option<Vec<ThreadIx>>, Option<bool>), Halt> {
    let machine = dependence.machine();
    let enabled: Vec<ThreadIx> = threads(state).filter(|t| machine.enabled(state, *t) == Enabled::Yes).collect();
    if enabled.len() < 2 {
        // One thread that can move may still have to let a sleeper wake up first.
        let sleepers = threads(state).any(|t| machine.can_wake_spuriously(state, t));
        if enabled.is_empty() || !sleepers {
            return Ok((None, None));
        }
    }
    let mut best = smallest(&enabled, None, |set| dependence.first_conflict(state, set))?;
    let (mut helped, whole) = (None, best.as_ref().map_or(0, |(size, _)| *size));
    // It depends on the state only, so that a state is planned in the same way whenever it is expanded.
    if parts && whole > 1 && threads(state).any(|thread| dependence.accesses_part(state, thread)) {
        best = smallest(&enabled, best, |set| dependence.first_conflict_in_parts(state, set))?;
        helped = Some(best.as_ref().is_some_and(|(size, _)| *size < whole));
    }
    let all_threads = state.threads.len();
    Ok((best.map(|(_, set)| set).filter(|set| set.len() < all_threads), helped))
}

/// Grows a set from each thread that can move until nobody is in conflict with it; the smallest, if it is smaller than the best so far.
fn smallest(
    enabled: &[ThreadIx],
    mut best: Option<Sized>,
    first_conflict: impl Fn(&[ThreadIx]) -> Result<Option<ThreadIx>, Halt>,
) -> Result<Option<Sized>, Halt> {
    for seed in enabled {
        let mut set = vec![*seed];
        let mut size = 1;
        while best.as_ref().is_none_or(|(least, _)| size < *least) {
            let Some(other) = first_conflict(&set)? else { break };
            size += usize::from(enabled.contains(&other));
            set.push(other);
        }
        if best.as_ref().is_none_or(|(least, _)| size < *least) {
            set.sort_unstable();
            best = Some((size, set));
        }
        if best.as_ref().is_some_and(|(size, _)| *size == 1) {
            break;
        }
    }
    Ok(best)
}
