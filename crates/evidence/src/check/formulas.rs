//! States whose values satisfy formulas.
//!
//! A proof is a list of states whose unknown values are terms over symbols, and for each a formula over the symbols: it stands
//! for all concrete states in which the symbols have values that satisfy the formula. The conditions are those of
//! [`crate::check`]; what differs is how a step is executed (the answers to a question are those that the formula admits) and
//! what it means that the result of a step is *inside* a state of the proof: for all values of the symbols that the
//! result admits there are values of the state's symbols under which it is the same concrete state. The proof says which:
//! - where a block **begins**, every symbol of the state stands in a place, and its value is what the result holds there;
//! - elsewhere symbols keep their values, but for those that choose between what was merged into the state, whose values the proof gives.
//!
//! What remains to be seen is that the values agree and that the state's formula, with all that put in, follows. No quantifier is
//! needed for it.
//!
//! The checker shares with the engines the machine, the terms and their translation to formulas
//! ([`raddle_machine::lazy::formula`]); its solver is its own.

use raddle_machine::lazy::formula::{FormulaOracle, Logic, Stopped, Symbols};
use raddle_machine::lazy::{SymbolId, Term, Terms};
use raddle_machine::{LazyId, State, Value};
use raddle_program::Id;
use raddle_smt::{Term as Formula, Terms as Formulas};
use rustc_hash::FxHashMap;

use super::{Counter, ProofStep, Rejected, Task, Values, matching};
use crate::proof::{KnownValues, PathFormula, Sought, SoughtValues, StateIx, States};

/// What formulas mean.
pub(super) struct Described<'a> {
    terms: Terms,
    logic: Logic<'a>,
    max_cases: u64,
    /// Whether the content of an object may be a map.
    arrays: bool,
}

impl From<Stopped> for Rejected {
    fn from(Stopped: Stopped) -> Rejected {
        Rejected::Wrong("the solver gave up".to_string())
    }
}

impl<'a> Described<'a> {
    pub(super) fn new(
        task: Task<'_>,
        states: &dyn States,
        terms: Terms,
        (formulas, symbols, arrays): (Formulas, Symbols, bool),
        stop: &'a dyn Fn() -> bool,
    ) -> Result<Described<'a>, Rejected> {
        let logic = Logic::with(formulas, symbols, task.confirmation.cloned(), stop);
        let mut described = Described { terms, logic, max_cases: task.max_cases, arrays };
        for index in states.ids() {
            task.machine.deadline.look();
            described.check_inputs(states, index)?;
        }
        Ok(described)
    }

    /// New inputs of a run must be new to the state it starts from: whatever a state mentions is a symbol that exists before the check
    /// makes others, and no input that is still to come.
    fn check_inputs(&mut self, states: &dyn States, index: StateIx) -> Result<(), Rejected> {
        let wrong = |what: &str| Err(Rejected::Wrong(format!("{index:?} {what}")));
        let (state, known) = formula_of(states, index)?;
        let mut symbols = Vec::new();
        for formula in [known.abstraction, known.path] {
            let mentioned = self.logic.symbols_in(formula);
            if mentioned.len() != self.logic.smt.variables(formula).len() {
                return wrong("mentions a variable that is no symbol");
            }
            symbols.extend(mentioned);
        }
        let Some(pairs) = matching::pairs(&state, &state, &mut self.terms) else {
            return wrong("is not one that the machine could have made");
        };
        symbols.extend(pairs.iter().flat_map(|(id, _)| self.terms.symbols(*id)));
        if symbols.iter().any(|symbol| self.logic.symbols.sort(*symbol).is_none()) {
            return wrong("mentions a symbol that does not exist");
        }
        let fresh = |symbol: &SymbolId| self.logic.symbols.number(*symbol).is_none_or(|number| number < known.inputs);
        match symbols.iter().all(fresh) {
            true => Ok(()),
            false => wrong("mentions an input that it has not had"),
        }
    }

    /// A state of the proof that the given one is inside.
    fn locate(
        &mut self,
        step: &ProofStep<'_>,
        mut state: State,
        (abstraction, path): (Formula, Formula),
    ) -> Result<StateIx, Rejected> {
        step.walker.cut(&mut state);
        let sought = Sought {
            state: &state,
            known: SoughtValues::Formula(abstraction, path),
            near: step.from,
            asleep: step.asleep,
            dependence: step.walker.runs.dependence,
        };
        for candidate in step.states.candidates(&sought, &mut self.terms) {
            let (index, chosen) = (candidate.index, candidate.chosen);
            if index.index() >= step.states.len() || !step.states.expansion(index).asleep.is_inside(step.asleep) {
                continue;
            }
            let (other, known) = formula_of(step.states, index)?;
            let Some(pairs) = matching::pairs(&other, &state, &mut self.terms) else {
                continue;
            };
            let put_in = match known.begins {
                true => self.places(&pairs),
                false => self.chosen(&pairs, &chosen, (abstraction, path))?,
            };
            let Some(put_in) = put_in else { continue };
            let formula = self.logic.smt.and(known.abstraction, known.path);
            let formula = self.logic.smt.substitute(formula, &put_in);
            if self.logic.implies(abstraction, path, formula)? {
                return Ok(index);
            }
        }
        Err(Rejected::Wrong("a reachable state is missing".to_string()))
    }

    /// The symbols of a state where a block begins with the values they have to have.
    fn places(&mut self, pairs: &[(LazyId, Value)]) -> Option<FxHashMap<Formula, Formula>> {
        let mut put_in = FxHashMap::default();
        for (id, value) in pairs {
            let Term::Symbol(symbol) = self.terms.get(*id) else { return None };
            let (variable, sort) = (self.logic.variable(symbol)?, self.logic.symbols.sort(symbol)?);
            let value = matching::fitting(&mut self.logic, &self.terms, *value, sort)?;
            if put_in.insert(variable, value).is_some_and(|other| other != value) {
                return None;
            }
        }
        Some(put_in)
    }

    /// The symbols that choose with the values they are given, if all values agree then.
    fn chosen(
        &mut self,
        pairs: &[(LazyId, Value)],
        chosen: &[(SymbolId, u128)],
        (abstraction, path): (Formula, Formula),
    ) -> Result<Option<FxHashMap<Formula, Formula>>, Rejected> {
        let mut put_in = FxHashMap::default();
        for (symbol, value) in chosen {
            let (Some(variable), Some(width)) = (self.logic.variable(*symbol), self.logic.symbols.width(*symbol))
            else {
                return Ok(None);
            };
            put_in.insert(variable, self.logic.smt.constant(*value, width));
        }
        for (id, value) in pairs {
            let chooses = |s: &SymbolId| chosen.iter().any(|(symbol, _)| symbol == s);
            if *value == Value::Lazy(*id) && !self.terms.symbols(*id).iter().any(chooses) {
                continue;
            }
            let Some(term) = self.logic.term(&self.terms, *id) else { return Ok(None) };
            let sort = self.logic.smt.sort(term);
            let Some(value) = matching::fitting(&mut self.logic, &self.terms, *value, sort) else { return Ok(None) };
            let term = self.logic.smt.substitute(term, &put_in);
            let same = self.logic.smt.equal(term, value);
            if !self.logic.implies(abstraction, path, same)? {
                return Ok(None);
            }
        }
        Ok(Some(put_in))
    }
}

/// A state with its formula.
fn formula_of(states: &dyn States, index: StateIx) -> Result<(State, PathFormula), Rejected> {
    match states.state(index) {
        (state, KnownValues::Formula(formula)) => Ok((state, formula)),
        (_, KnownValues::Symbols(_) | KnownValues::Diagram(_)) => {
            Err(Rejected::Wrong(format!("{index:?} is not described by a formula")))
        }
    }
}

impl Values for Described<'_> {
    fn joined(&self) -> bool {
        true
    }

    fn follow(&mut self, step: &ProofStep<'_>, counter: &mut Counter) -> Result<Option<StateIx>, Rejected> {
        let (formula, inputs) = match step.from {
            Some(index) => {
                let (_, known) = formula_of(step.states, index)?;
                ((known.abstraction, known.path), known.inputs)
            }
            None => {
                let always = self.logic.smt.bool(true);
                ((always, always), 0)
            }
        };
        let (terms, logic) = (&mut self.terms, &mut self.logic);
        let oracle = FormulaOracle::new(terms, logic, formula, inputs, counter, self.max_cases);
        let mut oracle = FormulaOracle { arrays: self.arrays, ..oracle };
        let reached = step.walker.execute(step.start, &mut oracle);
        let formula = (oracle.abstraction, oracle.path);
        match reached? {
            Some(state) => self.locate(step, state, formula).map(Some),
            None => Ok(None),
        }
    }
}
