//! From a state back to the beginning: the schedule and the inputs that lead there.
//!
//! The store remembers for each state who moved first to reach it. The path is executed again from the initial state
//! with *one* set of symbols that is never renamed or dropped; at each step the alternative is taken whose canonical
//! result is the recorded state. In the end each symbol's domain holds exactly the inputs that follow this path, and
//! one is picked from each.

use raddle_analyses::threading::{Choice, Decisions, MAX_EDGES, StepEnd, execute};
use raddle_evidence::{Counterexample, Move};
use raddle_machine::State;
use raddle_machine::lazy::{LazyOracle, Symbol};

use super::store::StateId;
use super::{Search, Violation};

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
        let inputs = execution.symbols.iter().map(|s| s.example(&self.terms)).collect::<Option<Vec<u128>>>()?;
        let racing = match violation.end {
            StepEnd::Race(a, b) => Some((a, b)),
            StepEnd::State | StepEnd::Nothing | StepEnd::Error | StepEnd::Deadlock => None,
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
            let found = self.attempt(execution, choice, goal, &mut decisions).or_else(|| {
                // The search cuts runs in front of a halt.
                decisions.rewind();
                self.stepper.budget = self.stepper.executed.saturating_sub(1).max(1);
                let found = self.attempt(execution, choice, goal, &mut decisions);
                self.stepper.budget = MAX_EDGES;
                found
            });
            if let Some(longer) = found {
                *execution = longer;
                return Some(());
            }
            if !decisions.advance() {
                return None;
            }
        }
    }

    /// Executes a move with the given decisions; the longer execution if it leads to the goal.
    fn attempt(
        &mut self,
        execution: &Execution,
        choice: Option<Choice>,
        goal: Goal,
        decisions: &mut Decisions,
    ) -> Option<Execution> {
        let symbols = execution.symbols.clone();
        let mut oracle = LazyOracle::new(&mut self.terms, symbols, decisions, self.config.explicit.max_cases);
        let stepped = execute(&mut self.stepper, execution.state.as_ref(), choice, &mut oracle);
        let (symbols, choices) = (oracle.symbols, oracle.choices);
        let (state, end) = stepped.ok()?;
        self.is_goal(&state, &symbols, end, goal).then(|| Execution {
            state: Some(state),
            symbols,
            choices: [&execution.choices[..], &choices[..]].concat(),
            schedule: [&execution.schedule[..], &self.stepper.log[..]].concat(),
        })
    }

    fn is_goal(&mut self, state: &State, symbols: &[Symbol], end: StepEnd, goal: Goal) -> bool {
        match goal {
            Goal::End(wanted) => end == wanted,
            Goal::State(id) => {
                let mut canonical = state.clone();
                end == StepEnd::State
                    && self
                        .normalise(&mut canonical, symbols.to_vec(), None)
                        .is_ok_and(|symbols| self.store.find(&canonical, &symbols, None) == Some(id))
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
