//! Threads that may change places do so, and everybody but `main` goes on.
//!
//! `main` is left where it is: it may join the threads in another order then, which the essay of [`crate::symmetry`] is about. When all
//! of them have ended it has to come out of its joins in both cases, in the same state.

use raddle_machine::{Enabled, State, ThreadIx};

use super::answers::Mixed;
use super::commute::{difference, is_alike};
use super::{Law, Tally, Tried, moves};
use crate::dependence::{control, threads};
use crate::run::{Action, Choice, StepEnd};
use crate::symmetry::{Renaming, rename};

/// How far both are followed.
const AHEAD: usize = 40;

/// Steps of `main` when all others have ended.
const TO_THE_END: usize = 20;

/// Threads that may change places behave alike.
pub(super) fn symmetric(tried: &Tried<'_>, random: &mut Mixed, tally: &mut Tally) -> Result<(), String> {
    let alike = tried.beliefs.interchangeable(tried.state);
    let (Some(a), Some(b)) = (random.pick(&alike), random.pick(&alike)) else { return Ok(()) };
    if a == b {
        return Ok(());
    }
    tally.count(Law::Symmetric);
    let mut renaming: Renaming = threads(tried.state).collect();
    renaming.swap(a.0 as usize, b.0 as usize);
    let machine = tried.beliefs.runs().dependence.machine();
    let renamed = |state: &State| {
        let mut other = state.clone();
        rename(machine, &mut other, &renaming);
        other
    };
    let slot = |thread: ThreadIx| renaming.get(thread.0 as usize).copied().unwrap_or(thread);
    let (mut one, mut other) = (tried.state.clone(), renamed(tried.state));
    for _ in 0..AHEAD {
        let others: Vec<Choice> = moves(tried, &one).into_iter().filter(|c| c.thread.0 != 0).collect();
        let Some(choice) = random.pick(&others) else { break };
        let theirs = Choice { thread: slot(choice.thread), ..choice };
        if choice.action == Action::Step && machine.enabled(&other, theirs.thread) != Enabled::Yes {
            return Err(format!("{:?} can move, and {:?} in its place cannot", choice.thread, theirs.thread));
        }
        let (a, b) = match (tried.run(&one, choice), tried.run_as(&other, theirs, choice.thread)) {
            (Some(a), Some(b)) => (a, b),
            (None, None) => return Ok(()),
            (Some(_), None) | (None, Some(_)) => {
                return Err(format!("{:?} halts either in its place or in another", choice.thread));
            }
        };
        if !is_alike(a.1, b.1) {
            return Err(format!("{:?} ends in {:?}, in another place in {:?}", choice.thread, a.1, b.1));
        }
        if a.1 != StepEnd::State {
            return Ok(());
        }
        if renamed(&a.0) != b.0 {
            let what = difference(&renamed(&a.0), &b.0);
            return Err(format!("{:?} does something else in another place{what}", choice.thread));
        }
        (one, other) = (a.0, b.0);
    }
    joins_in_any_order(tried, one, other)
}

/// When everybody else has ended, `main` goes on to the same end.
fn joins_in_any_order(tried: &Tried<'_>, mut one: State, mut other: State) -> Result<(), String> {
    let main = Choice { thread: ThreadIx(0), action: Action::Step };
    let machine = tried.beliefs.runs().dependence.machine();
    let over = |state: &State| threads(state).skip(1).all(|t| machine.enabled(state, t) == Enabled::Done);
    if !over(&one) || one.threads[0].atomic > 0 {
        return Ok(());
    }
    for _ in 0..TO_THE_END {
        let possible = (machine.enabled(&one, ThreadIx(0)), machine.enabled(&other, ThreadIx(0)));
        if possible.0 != possible.1 {
            return Err(format!("main is {:?}, and {:?} if threads have changed places", possible.0, possible.1));
        }
        if possible.0 != Enabled::Yes {
            return Ok(());
        }
        let (Some(a), Some(b)) = (tried.run(&one, main), tried.run(&other, main)) else { return Ok(()) };
        if !is_alike(a.1, b.1) {
            return Err(format!("main ends in {:?}, in {:?} if threads have changed places", a.1, b.1));
        }
        if a.1 != StepEnd::State {
            return Ok(());
        }
        (one, other) = (a.0, b.0);
        if one.memory != other.memory || control(&one, ThreadIx(0)) != control(&other, ThreadIx(0)) {
            let what = difference(&one, &other);
            return Err(format!("main goes another way if threads have changed places{what}"));
        }
    }
    Ok(())
}
