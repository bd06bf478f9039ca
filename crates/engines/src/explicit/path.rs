//! From a state back to the beginning: the schedule and the inputs that lead there.
//!
//! The store remembers for each state who moved first to reach it. The path is executed again from the initial state
//! with *one* set of symbols that is never renamed or dropped; at each step the alternative is taken whose canonical
//! result is the recorded state. In the end each symbol's domain holds exactly the inputs that follow this path, and
//! one is picked from each.

use raddle_evidence::{Counterexample, Move};
use raddle_machine::State;
use raddle_machine::lazy::{LazyOracle, Symbol};

use super::decisions::Decisions;
use super::step::StepEnd;
use super::store::StateId;
use super::{Search, Violation, execute};
use crate::scheduler::Choice;

/// Where a re-executed move has to lead.
#[derive(Clone, Copy)]
enum Goal {
    State(StateId),
    End(StepEnd),
}

/// An execution under construction.
#[derive(Default)]
struct Execution {
    state: Option<State>,
    symbols: Vec<Symbol>,
    choices: Vec<u32>,
    schedule: Vec<Move>,
}

impl Search<'_, '_> {
    /// The execution that ends in a violation; `None` if it cannot be found again, which would be an error of ours.
    pub(super) fn counterexample(&mut self, violation: Violation) -> Option<Counterexample> {
        let mut path = Vec::new();
        let mut at = violation.at;
        while let Some(id) = at {
            let parent = self.parents[id.0 as usize];
            path.push((parent.choice, Goal::State(id)));
            at = (parent.state != u32::MAX).then_some(StateId(parent.state));
        }
        path.reverse();
        if violation.at.is_none() || violation.last.is_some() {
            path.push((violation.last, Goal::End(violation.end)));
        }
        let mut execution = Execution::default();
        for (choice, goal) in path {
            self.extend(&mut execution, choice, goal)?;
        }
        let inputs = execution.symbols.iter().map(|s| s.domain.simplest(s.ty)).collect::<Option<Vec<u128>>>()?;
        let racing = match violation.end {
            StepEnd::Race(a, b) => Some((a, b)),
            StepEnd::State | StepEnd::Nothing | StepEnd::Error => None,
        };
        Some(Counterexample {
            property: self.stepper.property,
            schedule: joined(execution.schedule),
            inputs,
            choices: execution.choices,
            racing,
        })
    }

    /// Takes the alternative of a move that leads to the goal.
    fn extend(&mut self, execution: &mut Execution, choice: Option<Choice>, goal: Goal) -> Option<()> {
        let mut decisions = Decisions::default();
        loop {
            let symbols = execution.symbols.clone();
            let max_cases = self.config.explicit.max_cases;
            let mut oracle = LazyOracle::new(&mut self.terms, symbols, &mut decisions, max_cases);
            let stepped = execute(&mut self.stepper, execution.state.as_ref(), choice, &mut oracle);
            let (symbols, choices) = (oracle.symbols, oracle.choices);
            if let Ok((state, end)) = stepped
                && self.is_goal(&state, &symbols, end, goal)
            {
                execution.state = Some(state);
                execution.symbols = symbols;
                execution.choices.extend(choices);
                execution.schedule.append(&mut self.stepper.log);
                return Some(());
            }
            if !decisions.next() {
                return None;
            }
        }
    }

    fn is_goal(&mut self, state: &State, symbols: &[Symbol], end: StepEnd, goal: Goal) -> bool {
        match goal {
            Goal::End(wanted) => end == wanted,
            Goal::State(id) => {
                let mut canonical = state.clone();
                end == StepEnd::State
                    && self
                        .normalise(&mut canonical, symbols.to_vec(), None)
                        .is_ok_and(|symbols| self.store.find(&canonical, &symbols) == Some(id))
            }
        }
    }
}

/// Joins neighbouring runs of the same thread.
fn joined(schedule: Vec<Move>) -> Vec<Move> {
    let mut out: Vec<Move> = Vec::new();
    for entry in schedule {
        match (out.last_mut(), entry) {
            (Some(Move::Run { thread: last, edges: sum }), Move::Run { thread, edges }) if *last == thread => {
                *sum += edges
            }
            _ => out.push(entry),
        }
    }
    out
}
