//! From a counterexample of single threads to an execution.
//!
//! **Within a tree.** A tree of chains that nothing speaks against says which runs each thread makes, and where the effects of others come
//! in, but not in which order all the runs of all threads happen. That is searched for: all orders of runs from the places where the
//! chains have them, with at most as many threads as there are chains, under the semantics of the program, so that program order,
//! creation, locks and what is read from whom are respected by construction. If there is none, the chains do not fit together
//! although no two of them exclude each other.
//!
//! **Anywhere.** A counterexample that is refuted may be real with other runs: another round of a loop, another thread. If there is an
//! execution, the analysis never ends with a proof, and a tree that nothing speaks against may be far away. So it is not enough to look
//! then: as long as the error is not excluded an execution is looked for, from the beginning, at a part of the cost of the analysis itself. Each
//! round looks at twice as many states as the one before, in orders that find errors of different kinds: depth first, breadth first, and by the
//! fewest delays of threads that run as long as they can, or take turns. Values stay symbolic as in `explicit`; if one has too many
//! cases, the orders of runs are searched with formulas as in `bmc`.
//!
//! **All races.** If all races are told, a search goes on behind each that it finds ([`explicit`]), and so does the analysis.
//!
//! **Soundness.** What is found is replayed like every counterexample. What is not found is never FALSE, nor TRUE.
//!
//! **Cost.** Work is counted in states, counterexamples and nodes, never in time, so that the same input gives the same answer.
//!
//! **Rejected**: order variables for all runs in one formula. The machine decides within a run which object is accessed; the formula
//! would have to know that for every order.

use std::collections::BTreeSet;

use raddle_evidence::{Assumption, Confirmed, Counterexample, confirm_violation};
use raddle_machine::{Halt, HaltKind, State, ThreadIx};
use raddle_program::{FuncId, Loc};
use raddle_semantics::dependence::Dependence;

use super::tree::Tree;
use crate::bmc;
use crate::config::{Config, Races, SearchOrder};
use crate::explicit::{self, Quest, Schedule, Sought, Strategy};
use crate::limits::Limits;
use crate::undefined::Shown;

/// How many states the first round looks at, in each order.
const FIRST_STATES: u64 = 1000;

/// How many moves count as a state. States are not counted themselves: where each is reached in very many ways, or by very long
/// runs, few states take as long as many do elsewhere.
const MOVES_PER_STATE: u64 = 2;

/// How many states may be looked at for every state of a single thread that is expanded: that asks the solver, which takes as long as
/// some hundred states.
const STATES_PER_EXPANSION: u64 = 8;

/// How many states may be looked at for every counterexample.
const STATES_PER_COUNTEREXAMPLE: u64 = 1000;

/// How many states are looked at in the time of one node with a formula.
const STATES_PER_NODE: u64 = 100;

/// Into how many nodes the states of a round are converted where values have too many cases.
const STATES_FOR_NODE: u64 = 16;

/// How many states are looked at for a tree that knowing more of other threads may refute.
const STATES_TO_TRY_OUT: u64 = 5000;

/// The orders in which states are looked at.
const ORDERS: [Strategy; 4] = [
    Strategy::DepthFirst,
    Strategy::FewestDelays(Schedule::Run),
    Strategy::FewestDelays(Schedule::Turns),
    Strategy::BreadthFirst,
];

/// Looks for executions beside the analysis, more and more: the engine's loop gives it its share of the work.
pub struct Executions<'a, 'p> {
    dependence: &'a Dependence<'p>,
    config: &'a Config,
    limits: &'a Limits,
    /// How many states may be looked at.
    credit: u64,
    /// How many states the last round looked at, in each order.
    last: u64,
    /// Whether there is nothing to be found.
    over: bool,
    /// Whether a value had too many cases.
    too_many_cases: bool,
    /// What the execution that was found rests on.
    pub assumptions: BTreeSet<Assumption>,
    /// Why executions that were found are not believed.
    pub refused: BTreeSet<Halt>,
    /// Undefined behaviour on the way.
    pub shown: Shown,
    /// The races that were found, if all are told.
    pub told: Vec<Confirmed>,
    /// Whether one of them was found with formulas.
    told_by_formulas: bool,
}

impl<'a, 'p> Executions<'a, 'p> {
    /// Nothing has been looked at.
    pub fn new(dependence: &'a Dependence<'p>, config: &'a Config, limits: &'a Limits) -> Executions<'a, 'p> {
        Executions {
            dependence,
            config,
            limits,
            credit: ORDERS.len() as u64 * FIRST_STATES,
            last: 0,
            over: false,
            too_many_cases: false,
            assumptions: BTreeSet::new(),
            refused: BTreeSet::new(),
            shown: Shown::default(),
            told: Vec::new(),
            told_by_formulas: false,
        }
    }

    /// How many states of single threads may be expanded until it is this search's turn.
    pub fn expansions_left(&self) -> u64 {
        match self.next_round() {
            Some(states) => (ORDERS.len() as u64 * states).saturating_sub(self.credit).div_ceil(STATES_PER_EXPANSION),
            None => u64::MAX,
        }
    }

    /// States of single threads were expanded: looks for an execution if that was enough.
    pub fn after_expansions(&mut self, expanded: u64) -> Option<Counterexample> {
        self.credit = self.credit.saturating_add(expanded.saturating_mul(STATES_PER_EXPANSION));
        self.look()
    }

    /// A counterexample of single threads was found: looks for an execution if there was enough other work.
    pub fn after_counterexample(&mut self) -> Option<Counterexample> {
        self.credit = self.credit.saturating_add(STATES_PER_COUNTEREXAMPLE);
        self.look()
    }

    /// How many states the next round looks at, in each order, if there is one.
    fn next_round(&self) -> Option<u64> {
        let states = FIRST_STATES.max(2 * self.last).min(self.config.thread_modular.search_states);
        (states > self.last && !self.over).then_some(states)
    }

    fn look(&mut self) -> Option<Counterexample> {
        let states = self.next_round().filter(|states| ORDERS.len() as u64 * states <= self.credit)?;
        self.anywhere(states)
    }

    /// Looks for an execution of a tree that nothing speaks against, but not for long.
    pub fn try_out(&mut self, tree: &Tree) -> Option<Counterexample> {
        self.within(tree, self.config.thread_modular.search_states.min(STATES_TO_TRY_OUT))
    }

    /// Looks for an execution of a tree that nothing speaks against, or of anything.
    pub fn search(&mut self, tree: &Tree) -> Option<Counterexample> {
        let states = self.config.thread_modular.search_states;
        self.within(tree, states).or_else(|| self.anywhere(states))
    }

    /// Looks for an execution of anything, as long as ever.
    pub fn everywhere(&mut self) -> Option<Counterexample> {
        self.anywhere(self.config.thread_modular.search_states)
    }

    fn is_over(&self) -> bool {
        self.over || self.limits.exceeded().is_some()
    }

    fn within(&mut self, tree: &Tree, states: u64) -> Option<Counterexample> {
        let program = self.dependence.machine().program();
        let mut places: BTreeSet<(FuncId, Loc)> = program.functions.enumerated().map(|(id, f)| (id, f.entry)).collect();
        let chains = tree.chains();
        places.extend(chains.iter().flat_map(|chain| &chain.steps).filter_map(|step| step.to?.1));
        let threads = chains.len() + 1;
        let may_move = |state: &State, thread: ThreadIx| {
            let top = state.threads[thread.0 as usize].frames.last();
            state.threads.len() <= threads
                && (state.threads.len() == 1 || top.is_none_or(|frame| places.contains(&(frame.func, frame.loc))))
        };
        self.seek(&Quest {
            strategy: Strategy::BreadthFirst,
            work: MOVES_PER_STATE * states,
            may_move: Some(&may_move),
        })
    }

    /// A round of looking everywhere.
    fn anywhere(&mut self, states: u64) -> Option<Counterexample> {
        if states <= self.last || self.is_over() {
            return None;
        }
        self.last = states;
        for strategy in ORDERS {
            let found = self.seek(&Quest { strategy, work: MOVES_PER_STATE * states, may_move: None });
            if found.is_some() {
                return found;
            }
        }
        // The formulas' search ends with a race, and would come to the same one again.
        let formulas = self.too_many_cases && !self.told_by_formulas;
        if formulas { self.formulas(states / STATES_FOR_NODE) } else { None }
    }

    fn seek(&mut self, quest: &Quest<'_>) -> Option<Counterexample> {
        if quest.work == 0 || self.is_over() {
            return None;
        }
        match explicit::find(self.dependence, self.dependence.property(), self.config, self.limits, quest) {
            Sought::Violation(counterexample, assumptions) => {
                self.assumptions.extend(assumptions);
                Some(*counterexample)
            }
            Sought::Nothing { exhausted, work, halts, refused, shown, told, assumptions } => {
                if !told.is_empty() {
                    self.told.extend(told);
                    self.assumptions.extend(assumptions);
                }
                self.refused.extend(refused);
                self.shown.take(shown);
                self.credit = self.credit.saturating_sub(work / MOVES_PER_STATE);
                self.over |= exhausted && quest.may_move.is_none();
                self.too_many_cases |= halts.iter().any(|halt| halt.kind == HaltKind::TooManyCases);
                None
            }
        }
    }

    fn formulas(&mut self, nodes: u64) -> Option<Counterexample> {
        let mut config = self.config.clone();
        for order in [SearchOrder::DepthFirst, SearchOrder::FewestSwitches] {
            if self.is_over() {
                break;
            }
            config.reach.order = order;
            self.credit = self.credit.saturating_sub(nodes * STATES_PER_NODE);
            let found = bmc::find(self.dependence, &config, self.limits, nodes);
            if let Some((counterexample, assumptions)) = found {
                self.assumptions.extend(assumptions);
                if !self.all_races() {
                    return Some(counterexample);
                }
                self.told_by_formulas = true;
                self.told.extend(confirm_violation(self.dependence.machine(), counterexample).ok());
                break;
            }
        }
        None
    }

    /// Whether a race is not the end.
    pub fn all_races(&self) -> bool {
        self.config.races.tell == Races::All && self.dependence.property().looks_at_next_accesses()
    }
}
