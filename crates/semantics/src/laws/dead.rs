//! A state is followed with and without its dead values.
//!
//! Where ids of threads have numbers, a new thread gets one that no variable holds, so that dead copies of ids count (`raddle_machine`,
//! `thread_ids`). Executions differ in names of threads then, which nobody can look at; they are not followed further.

use raddle_machine::State;

use super::answers::Mixed;
use super::commute::{difference, is_alike};
use super::{Law, Tally, Tried, moves};
use crate::run::StepEnd;

/// How far both are followed.
const AHEAD: usize = 8;

/// Dead values do not change what follows.
pub(super) fn dead(tried: &Tried<'_>, random: &mut Mixed, tally: &mut Tally) -> Result<(), String> {
    let cut = |state: &State| {
        let mut cut = state.clone();
        tried.beliefs.cut(&mut cut);
        cut
    };
    let (mut whole, mut less) = (tried.state.clone(), cut(tried.state));
    if whole == less {
        return Ok(());
    }
    tally.count(Law::Dead);
    for _ in 0..AHEAD {
        let (with, without) = (moves(tried, &whole), moves(tried, &less));
        if with != without {
            return Err(format!("{without:?} are possible without dead values, {with:?} with them"));
        }
        let Some(choice) = random.pick(&with) else { return Ok(()) };
        let (a, b) = match (tried.run(&whole, choice), tried.run(&less, choice)) {
            (Some(a), Some(b)) => (a, b),
            (None, None) => return Ok(()),
            (Some(_), None) | (None, Some(_)) => {
                return Err(format!("{:?} halts either with dead values or without", choice.thread));
            }
        };
        if !is_alike(a.1, b.1) {
            return Err(format!("{:?} ends in {:?} without dead values, in {:?} with them", choice.thread, b.1, a.1));
        }
        if a.1 != StepEnd::State {
            return Ok(());
        }
        if a.0.sync.numbered != b.0.sync.numbered {
            return Ok(());
        }
        if cut(&a.0) != cut(&b.0) {
            let what = difference(&cut(&a.0), &cut(&b.0));
            return Err(format!("{:?} leads elsewhere without dead values{what}", choice.thread));
        }
        (whole, less) = (a.0, b.0);
    }
    Ok(())
}
