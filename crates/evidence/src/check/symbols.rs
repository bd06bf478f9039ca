//! States whose symbols have constraints: what is not known is a symbol with the values it can have, or forgotten.
//!
//! A step is executed with every answer that the constraints admit. A state of the proof stands for the result if the result is
//! *below* it ([`is_below`]): equal, or with less forgotten; threads may have changed places if they are alike.

use std::sync::Arc;

use raddle_machine::State;
use raddle_machine::lazy::{LazyOracle, Symbol, Terms, canonicalise, is_below};
use raddle_program::Id;
use raddle_semantics::symmetry::{Renaming, Symmetry, is_permutation_of, rename};

use super::{Counter, ProofStep, Rejected, Values};
use crate::proof::{KnownValues, Sought, SoughtValues, StateIx, States};

/// What constraints mean.
pub(super) struct Listed {
    terms: Terms,
    max_cases: u64,
    widened: bool,
    /// Who may change places, once it was asked.
    symmetry: Option<Option<Symmetry>>,
}

impl Listed {
    pub(super) fn new(terms: Terms, max_cases: u64) -> Listed {
        Listed { terms, max_cases, widened: false, symmetry: None }
    }

    /// The state with threads in other slots, if they may change places.
    fn renamed(
        &mut self,
        step: &ProofStep<'_>,
        mut state: State,
        symbols: &Arc<Vec<Symbol>>,
        renaming: &Renaming,
    ) -> Result<(State, Arc<Vec<Symbol>>), Rejected> {
        let dependence = step.walker.runs.dependence;
        let machine = dependence.machine();
        let symmetry = self.symmetry.get_or_insert_with(|| Symmetry::new(machine));
        let moving = symmetry.as_ref().map_or(Vec::new(), |s| s.interchangeable(dependence, &state));
        if !is_permutation_of(renaming, &state, &moving) {
            return Err(Rejected::Wrong("threads have changed places that must not".to_string()));
        }
        rename(machine, &mut state, renaming);
        let symbols = canonicalise(&mut state, symbols.to_vec(), &mut self.terms)?;
        Ok((state, Arc::new(symbols)))
    }

    /// The number of a state of the set that the given one is below.
    fn locate(
        &mut self,
        step: &ProofStep<'_>,
        mut state: State,
        symbols: Vec<Symbol>,
        before: &Arc<Vec<Symbol>>,
    ) -> Result<StateIx, Rejected> {
        step.walker.cut(&mut state);
        let symbols = canonicalise(&mut state, symbols, &mut self.terms)?;
        let symbols = if **before == symbols { before.clone() } else { Arc::new(symbols) };
        let sought = Sought {
            state: &state,
            known: SoughtValues::Symbols(&symbols),
            near: step.from,
            asleep: step.asleep,
            dependence: step.walker.runs.dependence,
        };
        let candidates = step.states.candidates(&sought, &mut self.terms);
        let Some(candidate) = candidates.into_iter().next() else {
            return Err(Rejected::Wrong("a reachable state is missing".to_string()));
        };
        let index = candidate.index;
        if index.index() >= step.states.len() {
            return Err(Rejected::Wrong("a state that is not there stands for another".to_string()));
        }
        let (state, symbols) = match candidate.renaming.is_empty() {
            true => (state, symbols),
            false => self.renamed(step, state, &symbols, &candidate.renaming)?,
        };
        if !candidate.renaming.is_empty() && !step.states.expansion(index).asleep.is_empty() {
            return Err(Rejected::Wrong("a thread sleeps in a state in which threads have changed places".to_string()));
        }
        let (known, its_symbols) = symbols_of(step.states, index)?;
        let same = known == state && its_symbols == symbols;
        self.widened |= !same;
        if same || is_below((&state, &symbols), (&known, &its_symbols), &self.terms) {
            Ok(index)
        } else {
            Err(Rejected::Wrong("a state was taken for another".to_string()))
        }
    }
}

/// A state with its symbols.
fn symbols_of(states: &dyn States, index: StateIx) -> Result<(State, Arc<Vec<Symbol>>), Rejected> {
    match states.state(index) {
        (state, KnownValues::Symbols(symbols)) => Ok((state, symbols)),
        (_, KnownValues::Diagram(_) | KnownValues::Formula(_)) => {
            Err(Rejected::Wrong(format!("{index:?} is not described by symbols")))
        }
    }
}

impl Values for Listed {
    fn joined(&self) -> bool {
        false
    }

    fn widened(&self) -> bool {
        self.widened
    }

    fn follow(&mut self, step: &ProofStep<'_>, counter: &mut Counter) -> Result<Option<StateIx>, Rejected> {
        let symbols = match step.from {
            Some(index) => symbols_of(step.states, index)?.1,
            None => Arc::default(),
        };
        let mut oracle = LazyOracle::new(&mut self.terms, symbols.to_vec(), counter, self.max_cases);
        let reached = step.walker.execute(step.start, &mut oracle);
        let (left, infeasible) = (oracle.symbols, oracle.infeasible);
        match if infeasible { None } else { reached? } {
            Some(state) => self.locate(step, state, left, &symbols).map(Some),
            None => Ok(None),
        }
    }
}
