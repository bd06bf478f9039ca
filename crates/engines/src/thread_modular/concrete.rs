//! From a counterexample of single threads to an execution.
//!
//! A tree of chains that nothing speaks against says which runs each thread makes, and where the effects of others come in, but not in
//! which order all the runs of all threads happen. That is searched for: all orders of runs from the places where the chains have
//! them, with at most as many threads as there are chains, under the semantics of the program, so that program order, creation, locks and
//! what is read from whom are respected by construction. What is found is replayed like every counterexample.
//!
//! If there is none, the chains do not fit together although no two of them exclude each other. Then a violation is looked for anywhere, for a
//! limited number of states: the counterexample may be real with other runs. What is not found then is never FALSE.
//!
//! **Rejected**: order variables for all runs in one formula. The machine decides within a run which object is accessed; the formula
//! would have to know that for every order.

use std::collections::BTreeSet;

use raddle_evidence::view::Views;
use raddle_evidence::{Counterexample, Property};
use raddle_machine::{State, ThreadIx};
use raddle_program::{FuncId, Loc};

use super::tree::Tree;
use crate::config::Config;
use crate::explicit;
use crate::limits::Limits;

/// An execution that violates the property, if one is found; first among those that make the runs of a tree.
pub fn find(views: &Views<'_, '_>, config: &Config, limits: &Limits, tree: &Tree) -> Option<Counterexample> {
    let program = views.machine().program();
    let mut places: BTreeSet<(FuncId, Loc)> = program.functions.enumerated().map(|(id, f)| (id, f.entry)).collect();
    let chains = tree.chains();
    places.extend(chains.iter().flat_map(|chain| &chain.steps).filter_map(|step| step.to?.1));
    let threads = chains.len() + 1;
    let may_move = |state: &State, thread: ThreadIx| {
        let top = state.threads[thread.0 as usize].frames.last();
        state.threads.len() <= threads
            && (state.threads.len() == 1 || top.is_none_or(|frame| places.contains(&(frame.func, frame.loc))))
    };
    let mut config = config.clone();
    config.explicit.max_states = config.thread_modular.search_states;
    if config.explicit.max_states == 0 {
        return None;
    }
    let (dependence, property) = (views.dependence, Property::UnreachCall);
    let within = explicit::find(dependence, property, &config, limits, Some(&may_move));
    within.or_else(|| explicit::find(dependence, property, &config, limits, None))
}
