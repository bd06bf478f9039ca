//! The scheduler of the configurable analyses: plans of moves in groups.
//!
//! The first group of a plan is a persistent set, the second everything else ([`super`] says why that is enough as long as
//! one step of the first leads to a state that is expanded later).

use std::collections::BTreeSet;

use raddle_analyses::threading::{Choice, Configuration, Domain, Threading};
use raddle_cpa::{Plan, PlannedStep, Scheduler, Threads};
use raddle_evidence::dependence::Dependence;
use raddle_machine::Halt;

use super::moves;
use crate::config::{Reduction, SchedulerConfig};

/// Plans the moves of a state.
pub struct Filter<'a, 'p> {
    dependence: &'a Dependence<'p>,
    /// Which reductions are applied.
    pub options: SchedulerConfig,
    /// Why the relation could not be asked in some state; each makes the verdict UNKNOWN.
    pub halts: BTreeSet<Halt>,
}

impl<'a, 'p> Filter<'a, 'p> {
    /// A scheduler with these reductions.
    pub fn new(dependence: &'a Dependence<'p>, options: SchedulerConfig) -> Filter<'a, 'p> {
        Filter { dependence, options, halts: BTreeSet::new() }
    }
}

impl<D: Domain> Scheduler<Threading<'_, '_, D>> for Filter<'_, '_> {
    fn plan(&mut self, state: &Configuration<D::Element>, _asleep: Threads) -> Plan<Choice> {
        let state = &state.state;
        let moves = moves(self.dependence, state, self.options.reduction).or_else(|halt| {
            self.halts.insert(halt);
            moves(self.dependence, state, Reduction::None)
        });
        let moves = moves.expect("without reduction nothing is asked that could halt");
        let (first, rest) = moves.all.split_at(moves.first);
        let group = |choices: &[Choice]| {
            choices.iter().map(|step| PlannedStep { step: *step, asleep: Threads::NONE }).collect::<Vec<_>>()
        };
        let groups = [group(first), group(rest)].into_iter().filter(|group| !group.is_empty()).collect();
        Plan { groups }
    }
}
