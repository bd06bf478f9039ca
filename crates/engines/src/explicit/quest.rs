//! A search that only looks for a violation, for other engines: with its own order, a number of states, and perhaps only some moves.

use std::collections::BTreeSet;

use raddle_evidence::{Assumption, Confirmed, Counterexample, Property};
use raddle_machine::{Halt, State, ThreadIx};
use raddle_semantics::dependence::Dependence;

use super::frontier::{Frontier, Strategy};
use super::{End, Search};
use crate::config::{Config, Reduction};
use crate::limits::Limits;
use crate::reach;
use crate::undefined::Shown;

/// Whether a thread may move in a state.
pub type MayMove<'a> = dyn Fn(&State, ThreadIx) -> bool + 'a;

/// What to look for, and how.
pub struct Quest<'a> {
    /// In which order.
    pub strategy: Strategy,
    /// How much is done at most.
    pub work: u64,
    /// Where threads may move, if not everywhere.
    pub may_move: Option<&'a MayMove<'a>>,
}

/// What was found.
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum Sought {
    /// A violation, and what it rests on.
    Violation(Box<Counterexample>, BTreeSet<Assumption>),
    /// Nothing.
    Nothing {
        /// Whether there is nothing at all where threads may move.
        exhausted: bool,
        /// How much was done.
        work: u64,
        /// What could not be followed.
        halts: BTreeSet<Halt>,
        /// Why violations were not believed.
        refused: BTreeSet<Halt>,
        /// Undefined behaviour on the way.
        shown: Shown,
        /// The races behind which the search went on, if all are told, and what they rest on.
        told: Vec<Confirmed>,
        assumptions: BTreeSet<Assumption>,
    },
}

/// Looks for a violation, and proves nothing if there is none.
pub fn find(
    dependence: &Dependence<'_>,
    property: Property,
    config: &Config,
    limits: &Limits,
    quest: &Quest<'_>,
) -> Sought {
    // A persistent set whose threads may not move would hide the others.
    let mut reduction = if quest.may_move.is_some() { Reduction::None } else { config.scheduler.reduction };
    let mut told = Vec::new();
    loop {
        let mut search = Search::new(dependence, property, config, limits, reduction);
        search.stepper.survey = None;
        search.max_work = Some(quest.work);
        search.frontier = Frontier::new(quest.strategy);
        search.may_move = quest.may_move;
        let exhausted = match search.run_to_limit() {
            End::Found(counterexample) => {
                let assumptions = reach::assumptions(&search.stepper, config);
                return Sought::Violation(counterexample, assumptions);
            }
            End::SectionBlocked => {
                told.append(&mut search.confirmed);
                reduction = Reduction::None;
                continue;
            }
            End::Exhausted => search.reasons.is_empty() && search.refused.is_empty(),
            End::Stopped(_) | End::FactsAreDue | End::FewAreDue | End::Deviates => false,
        };
        let work = search.work();
        told.append(&mut search.confirmed);
        let assumptions = reach::assumptions(&search.stepper, config);
        let Search { reasons: halts, refused, shown, .. } = search;
        return Sought::Nothing { exhausted, work, halts, refused, shown, told, assumptions };
    }
}
