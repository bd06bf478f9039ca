//! The checker of proofs whose states have formulas.
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
use raddle_machine::lazy::{Decide, Term, Terms};
use raddle_machine::{Config, Halt, LazyId, State, ThreadIx, Value};
use raddle_program::{Program, Scalar, Span};
use raddle_smt::{Term as Formula, Terms as Formulas};
use rustc_hash::FxHashMap;

use crate::check::{Counter, Knowledge, Rejected, check_all};
use crate::closed::{Expanded, ThreadBits};
use crate::matching;
use crate::outcome::{Certificate, Property, Reason};
use crate::walk::{Asking, Start, Walker};

/// What is known about the symbols of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// At the beginning of its block.
    pub abstraction: Formula,
    /// Since then.
    pub path: Formula,
    /// The inputs that its block has had: none with this number or a higher one occurs.
    pub inputs: u32,
    /// Whether a block begins here.
    pub begins: bool,
}

/// A state that may stand for another, and the values of symbols that choose.
pub type Candidate = (usize, Vec<(u32, u128)>);

/// A closed set of states with formulas, as the engine hands it over for checking.
pub trait ClosedFormulas {
    /// How many states there are; they are numbered from 0.
    fn len(&self) -> usize;

    /// Whether there are none (never for a real proof: the initial state is one).
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A state.
    fn state(&self, index: usize) -> State;

    /// Its formula.
    fn known(&self, index: usize) -> Known;

    /// States that may stand for one with this formula, the most likely first.
    fn candidates(&self, state: &State, abstraction: Formula, path: Formula) -> Vec<Candidate>;

    /// Which threads were moved in a state.
    fn expanded(&self, index: usize) -> Expanded;

    /// Whose steps were left out in a state because everything that follows from them follows elsewhere.
    fn asleep(&self, index: usize) -> ThreadBits;

    /// The threads that were moved first in a state, in their order.
    fn first(&self, index: usize) -> Vec<ThreadIx>;

    /// Whether steps pass edges that conflict with nobody, so that there is no state in front of them.
    fn passes(&self) -> bool;

    /// Whether dead values were cut.
    fn cuts_dead(&self) -> bool;

    /// A number that grows along some step of every state that was not expanded fully, whichever way it goes.
    fn rank(&self, index: usize) -> u32;

    /// What the lazy values in states mean.
    fn terms(&self) -> Terms;

    /// All formulas, and the symbols in them.
    fn formulas(&self) -> (Formulas, Symbols);
}

impl<D: Decide> Asking for FormulaOracle<'_, '_, D> {
    fn asked(&self) -> u32 {
        self.decisions
    }

    fn asked_forgotten(&self) -> u32 {
        self.branches
    }

    fn few(&mut self, value: LazyId, ty: Scalar, most: u64, span: Span) -> Result<Option<u128>, Halt> {
        FormulaOracle::few(self, value, ty, most, span)
    }
}

/// Checks a closed set of states with formulas.
pub fn check_formulas(
    program: &Program,
    config: &Config,
    property: Property,
    max_cases: u64,
    proof: &dyn ClosedFormulas,
    exceeded: &dyn Fn() -> Option<Reason>,
) -> Result<Certificate, Rejected> {
    let stop = || exceeded().is_some();
    let (formulas, symbols) = proof.formulas();
    let mut known = Described { proof, terms: proof.terms(), logic: Logic::with(formulas, symbols, &stop), max_cases };
    for index in 0..proof.len() {
        config.deadline.look();
        known.check_inputs(index)?;
    }
    check_all(program, config, property, known, exceeded).map_err(|rejected| match exceeded() {
        // A solver that was stopped halts the execution.
        Some(reason) => Rejected::Stopped(reason),
        None => rejected,
    })
}

struct Described<'a> {
    proof: &'a dyn ClosedFormulas,
    terms: Terms,
    logic: Logic<'a>,
    max_cases: u64,
}

impl From<Stopped> for Rejected {
    fn from(Stopped: Stopped) -> Rejected {
        Rejected::Wrong("the solver gave up".to_string())
    }
}

impl Described<'_> {
    /// New inputs of a run must be new to the state it starts from.
    fn check_inputs(&mut self, index: usize) -> Result<(), Rejected> {
        let (known, state) = (self.proof.known(index), self.proof.state(index));
        let mut symbols = self.logic.symbols_in(known.abstraction);
        symbols.extend(self.logic.symbols_in(known.path));
        let pairs = matching::pairs(&state, &state, &mut self.terms).unwrap_or_default();
        symbols.extend(pairs.iter().flat_map(|(id, _)| self.terms.symbols(*id)));
        let fresh = |symbol: &u32| self.logic.symbols.number(*symbol).is_none_or(|number| number < known.inputs);
        match symbols.iter().all(fresh) {
            true => Ok(()),
            false => Err(Rejected::Wrong(format!("state {index} mentions an input that it has not had"))),
        }
    }

    /// A state of the proof that the given one is inside.
    fn locate(
        &mut self,
        walker: &Walker<'_, '_>,
        mut state: State,
        (abstraction, path): (Formula, Formula),
        asleep: ThreadBits,
    ) -> Result<usize, Rejected> {
        walker.cut(&mut state);
        for (index, chosen) in self.proof.candidates(&state, abstraction, path) {
            if index >= self.proof.len() || self.proof.asleep(index) & !asleep != 0 {
                continue;
            }
            let Some(pairs) = matching::pairs(&self.proof.state(index), &state, &mut self.terms) else { continue };
            let known = self.proof.known(index);
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
            let (variable, width) = (self.logic.variable(symbol)?, self.logic.symbols.width(symbol)?);
            let value = self.logic.value(&self.terms, *value, width)?;
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
        chosen: &[(u32, u128)],
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
            let chooses = |s: &u32| chosen.iter().any(|(symbol, _)| symbol == s);
            if *value == Value::Lazy(*id) && !self.terms.symbols(*id).iter().any(chooses) {
                continue;
            }
            let Some(term) = self.logic.term(&self.terms, *id) else { return Ok(None) };
            let width = self.logic.smt.width(term);
            let Some(value) = self.logic.value(&self.terms, *value, width) else { return Ok(None) };
            let term = self.logic.smt.substitute(term, &put_in);
            let same = self.logic.smt.equal(term, value);
            if !self.logic.implies(abstraction, path, same)? {
                return Ok(None);
            }
        }
        Ok(Some(put_in))
    }
}

impl Knowledge for Described<'_> {
    const JOINED: bool = true;

    fn len(&self) -> usize {
        self.proof.len()
    }

    fn state(&self, index: usize) -> State {
        self.proof.state(index)
    }

    fn expanded(&self, index: usize) -> Expanded {
        self.proof.expanded(index)
    }

    fn asleep(&self, index: usize) -> ThreadBits {
        self.proof.asleep(index)
    }

    fn first(&self, index: usize) -> Vec<ThreadIx> {
        self.proof.first(index)
    }

    fn rank(&self, index: usize) -> u32 {
        self.proof.rank(index)
    }

    fn passes(&self) -> bool {
        self.proof.passes()
    }

    fn cuts_dead(&self) -> bool {
        self.proof.cuts_dead()
    }

    fn follow(
        &mut self,
        walker: &Walker<'_, '_>,
        start: Start<'_>,
        from: Option<usize>,
        asleep: ThreadBits,
        counter: &mut Counter,
    ) -> Result<Option<usize>, Rejected> {
        let (formula, inputs) = match from {
            Some(index) => {
                let known = self.proof.known(index);
                ((known.abstraction, known.path), known.inputs)
            }
            None => {
                let always = self.logic.smt.bool(true);
                ((always, always), 0)
            }
        };
        let (terms, logic) = (&mut self.terms, &mut self.logic);
        let mut oracle = FormulaOracle::new(terms, logic, formula, inputs, counter, self.max_cases);
        let reached = walker.execute(start, &mut oracle);
        let formula = (oracle.abstraction, oracle.path);
        match reached? {
            Some(state) => self.locate(walker, state, formula, asleep).map(Some),
            None => Ok(None),
        }
    }
}
