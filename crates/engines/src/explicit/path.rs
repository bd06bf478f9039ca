//! From a state back to the beginning: the schedule and the inputs that lead there.
//!
//! The store remembers for each state who moved first to reach it. Each move is executed again from the stored state; the alternative is taken
//! whose canonical result is the next one. What is learnt about symbols on the way is collected: a symbol of a state is an input, under a name that
//! changes from state to state, and everything that any step has asked about it has to hold together. States forget what was
//! answered about symbols that are gone; here nothing is forgotten. In the end one value is picked for each input
//! ([`inputs`]); if there is none, nobody takes this path.

use raddle_analyses::threading::{Choice, Decisions, MAX_EDGES, StepEnd, execute};
use raddle_evidence::{Counterexample, Move};
use raddle_machine::lazy::{Constraint, LazyOracle, Substitute, Symbol, SymbolId, Terms, inputs};
use raddle_machine::{Halt, ThreadIx, Value};
use raddle_program::Id;

use super::store::StateId;
use super::{Search, Violation};

/// Where a re-executed move has to lead.
#[derive(Clone, Copy)]
enum Goal<'h> {
    State(StateId),
    End(StepEnd),
    Halt(&'h Halt),
}

/// A move to be executed again.
#[derive(Clone, Copy)]
struct Leg<'h> {
    from: Option<StateId>,
    choice: Option<Choice>,
    goal: Goal<'h>,
}

/// An execution under construction.
#[derive(Clone, Default)]
struct Execution {
    /// All inputs, in the order in which they are asked for, with all that was answered about them.
    inputs: Vec<Symbol>,
    /// Which input each symbol of the state is that has been reached.
    names: Vec<SymbolId>,
    choices: Vec<u32>,
    schedule: Vec<Move>,
}

impl Execution {
    /// Takes over what a move has learnt about its symbols: those of the state before, and new inputs. States remember only so many answers; those that were dropped count here.
    fn learn(&mut self, symbols: &[Symbol], dropped: &[Constraint], terms: &mut Terms) -> Option<()> {
        for symbol in &symbols[self.names.len()..] {
            self.names.push(SymbolId::from_index(self.inputs.len()));
            self.inputs.push(Symbol { constraints: Vec::new(), ..symbol.clone() });
        }
        for (symbol, name) in symbols.iter().zip(&self.names) {
            let input = &mut self.inputs[name.index()];
            input.domain = input.domain.intersect(&symbol.domain);
        }
        for constraint in symbols.iter().flat_map(|symbol| &symbol.constraints).chain(dropped) {
            let names = &self.names;
            let renamed = terms.substitute(constraint.term, &|s| Substitute::Symbol(names[s.index()]))?;
            let Value::Lazy(term) = renamed else { continue };
            let home = *terms.symbols(term).last()?;
            let known = &mut self.inputs[home.index()].constraints;
            let constraint = Constraint { term, ..*constraint };
            if !known.contains(&constraint) {
                known.push(constraint);
            }
        }
        Some(())
    }
}

impl Search<'_, '_> {
    /// The execution that ends in a violation; `None` if no inputs are found that take its path.
    pub(super) fn counterexample(&mut self, violation: Violation) -> Option<Counterexample> {
        let Violation { at, last, end } = violation;
        let leg = Leg { from: at, choice: last, goal: Goal::End(end) };
        self.execution(at, (at.is_none() || last.is_some()).then_some(leg), end.racing())
    }

    /// The execution whose last move halts; `None` if no inputs are found that take its path.
    pub(super) fn halting(
        &mut self,
        at: Option<StateId>,
        choice: Option<Choice>,
        halt: &Halt,
    ) -> Option<Counterexample> {
        self.execution(at, Some(Leg { from: at, choice, goal: Goal::Halt(halt) }), None)
    }

    /// The execution to a state, and further if there is a last move.
    fn execution(
        &mut self,
        mut at: Option<StateId>,
        last: Option<Leg<'_>>,
        racing: Option<(ThreadIx, ThreadIx)>,
    ) -> Option<Counterexample> {
        let mut path: Vec<Leg<'_>> = last.into_iter().collect();
        while let Some(id) = at {
            let parent = self.parents[id.0 as usize];
            at = (parent.state != u32::MAX).then_some(StateId(parent.state));
            path.push(Leg { from: at, choice: parent.choice, goal: Goal::State(id) });
        }
        let mut execution = Execution::default();
        for leg in path.into_iter().rev() {
            execution = self.extend(&execution, leg)?;
        }
        let inputs = inputs(&execution.inputs, &mut self.terms)?;
        Some(Counterexample {
            property: self.stepper.property,
            schedule: joined(execution.schedule),
            inputs,
            choices: execution.choices,
            racing,
        })
    }

    /// Takes the alternative of a move that leads to the goal.
    fn extend(&mut self, execution: &Execution, leg: Leg<'_>) -> Option<Execution> {
        let mut decisions = Decisions::default();
        loop {
            let found = self.attempt(execution, leg, &mut decisions).or_else(|| {
                // The search cuts runs in front of a halt.
                decisions.rewind();
                self.stepper.budget = self.stepper.executed.saturating_sub(1).max(1);
                let found = self.attempt(execution, leg, &mut decisions);
                self.stepper.budget = MAX_EDGES;
                found
            });
            if found.is_some() {
                return found;
            }
            if !decisions.advance() {
                return None;
            }
        }
    }

    /// Executes a move with the given decisions; the longer execution if it leads to the goal.
    fn attempt(&mut self, execution: &Execution, leg: Leg<'_>, decisions: &mut Decisions) -> Option<Execution> {
        let from = leg.from.map(|id| self.store.load(id));
        let symbols = from.as_ref().map_or(Vec::new(), |from| from.symbols.to_vec());
        let mut oracle = LazyOracle::new(&mut self.terms, symbols, decisions, self.config.program.max_cases);
        oracle.samples = self.config.explicit.samples as usize;
        let stepped = execute(&mut self.stepper, from.as_ref().map(|from| &from.state), leg.choice, &mut oracle);
        let (symbols, dropped) = (oracle.symbols, oracle.dropped);
        let (choices, infeasible) = (oracle.choices, oracle.infeasible);
        let order = match leg.goal {
            Goal::Halt(wanted) => (!infeasible && stepped.err().as_ref() == Some(wanted)).then(Vec::new)?,
            Goal::End(wanted) => (stepped.ok()?.1 == wanted).then(Vec::new)?,
            Goal::State(id) => {
                let (mut state, end) = stepped.ok()?;
                let canonical =
                    (end == StepEnd::State).then(|| self.normalise(&mut state, symbols.clone(), from.as_ref()));
                let (symbols, order) = canonical?.ok()?;
                (self.store.find(&state, &symbols, None) == Some(id)).then_some(order)?
            }
        };
        let mut longer = execution.clone();
        longer.learn(&symbols, &dropped, &mut self.terms)?;
        longer.names = order.iter().map(|old| longer.names[old.index()]).collect();
        longer.choices.extend(choices);
        longer.schedule.extend(&self.stepper.log);
        Some(longer)
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
