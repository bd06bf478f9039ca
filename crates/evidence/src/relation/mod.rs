//! The checker of proofs whose states stand for sets of valuations.
//!
//! A proof is a list of states with symbols in places, and for each a decision diagram over the symbols' variables: it
//! stands for all concrete states in which the symbols have values that satisfy the diagram. The conditions are those of
//! [`crate::check`]; what differs is how a step is executed (the answers to a question are those that the diagram admits) and
//! what it means to be in the set: the result of a step holds terms in places where a state of the proof has
//! symbols, and it is inside if the diagram *with the terms put in place of the symbols* is implied by what is known on the path.
//! No quantifier is needed for that, and no image is computed: the engine does it the other way round. The inputs of a step have
//! variables of their own beside those of the symbols, which lets sums of both stay small.
//!
//! **Cost.** Most steps put constants or values of small sets in place of symbols; these are looked at one by one, which restricts
//! the diagram of a state in the same few ways again and again. Measured on programs with shared flags, it takes a tenth of the
//! time of the search and less. **Rejected**: to put the terms in place whatever they are, which is done only where they have
//! many values: it was a third.
//!
//! The checker shares with the engine the machine, the terms and their translation to gates
//! ([`raddle_machine::lazy::relation`]); diagrams are its own (`diagrams`).

mod diagrams;
mod matching;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

use raddle_machine::lazy::Terms;
use raddle_machine::lazy::relation::{Encoder, Encoding, Full, RelationOracle, Variables};
use raddle_machine::{Config, Halt, HaltKind, State, ThreadIx, Value};
use raddle_program::{Program, Span};
use rustc_hash::FxHashMap;

use crate::check::{Counter, Knowledge, Rejected, check_all};
use crate::closed::{Expanded, ThreadBits};
use crate::outcome::{Certificate, Property, Reason};
use crate::walk::{Asking, Start, Walker};
use diagrams::{Bdd, Diagrams};

/// A closed set of states with relations between their symbols, as the engine hands it over for checking.
pub trait ClosedRelation {
    /// How many states there are; they are numbered from 0.
    fn len(&self) -> usize;

    /// Whether there are none (never for a real proof: the initial state is one).
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A state; what is not plain in it is a symbol.
    fn state(&self, index: usize) -> State;

    /// The diagram of a state: 0 is false, 1 is true, n + 2 is entry n of [`ClosedRelation::nodes`].
    fn relation(&self, index: usize) -> u32;

    /// The nodes of all diagrams, children first: variable, where it is false, where it is true.
    fn nodes(&self) -> Vec<(u32, u32, u32)>;

    /// How symbols are encoded.
    fn symbols(&self) -> Vec<Encoding>;

    /// States that may stand for the result of a step.
    fn candidates(&self, state: &State) -> Vec<usize>;

    /// Which threads were moved in a state.
    fn expanded(&self, index: usize) -> Expanded;

    /// Whose steps were left out in a state because everything that follows from them follows elsewhere.
    fn asleep(&self, index: usize) -> ThreadBits;

    /// The threads that were moved first in a state, in their order.
    fn first(&self, index: usize) -> Vec<ThreadIx>;

    /// Whether steps pass edges that conflict with nobody, so that there is no state in front of them.
    fn passes(&self) -> bool;

    /// Whether values that nobody will read again were cut out of the states ([`raddle_machine::Dead`]).
    fn cuts_dead(&self) -> bool;

    /// A number that grows along some step of every state that was not expanded fully, whichever way it goes.
    fn rank(&self, index: usize) -> u32;

    /// What the lazy values in states mean.
    fn terms(&self) -> Terms;
}

impl<D: raddle_machine::lazy::Decide> Asking for RelationOracle<'_, Diagrams<'_>, D> {
    fn asked(&self) -> u32 {
        self.decisions
    }
}

impl From<Full> for Rejected {
    fn from(Full: Full) -> Rejected {
        let what = "the decision diagrams of the proof are too large to be built again";
        Rejected::Stopped(Reason::Halt(Halt::new(HaltKind::TooManyCases, what, Span::NONE)))
    }
}

/// Checks a closed set of states with relations.
pub fn check_relation(
    program: &Program,
    config: &Config,
    property: Property,
    max_cases: u64,
    proof: &dyn ClosedRelation,
    exceeded: &dyn Fn() -> Option<Reason>,
) -> Result<Certificate, Rejected> {
    let stop = || exceeded().is_some();
    let checked =
        Related::new(max_cases, proof, &stop).and_then(|known| check_all(program, config, property, known, exceeded));
    match (checked, exceeded()) {
        // Diagrams end with an error if they are stopped.
        (Err(_), Some(reason)) => Err(Rejected::Stopped(reason)),
        (checked, _) => checked,
    }
}

/// The variables of a symbol that is some value, and where it can be that value.
type Code = (Rc<[Bdd]>, Bdd);

struct Related<'a> {
    proof: &'a dyn ClosedRelation,
    terms: Terms,
    encoder: Encoder<Diagrams<'a>>,
    /// What symbols have been bound to, as bits.
    codes: FxHashMap<(u32, Value), Code>,
    relations: Vec<Bdd>,
    max_cases: u64,
}

impl<'a> Related<'a> {
    fn new(max_cases: u64, proof: &'a dyn ClosedRelation, stop: &'a dyn Fn() -> bool) -> Result<Related<'a>, Rejected> {
        let wrong = |what: &str| Rejected::Wrong(what.to_string());
        let symbols = proof.symbols();
        // Inputs get the twins of variables, so that they are independent of everything.
        let is_own = |variable: u32| variable < Variables::ALL && variable.is_multiple_of(2);
        for symbol in &symbols {
            if !symbol.vars.iter().all(|v| is_own(*v)) {
                return Err(wrong("a variable out of range"));
            }
            let numbered = |values: &[u128]| values.len() <= 1 << symbol.vars.len().min(16);
            if !symbol.values.as_ref().map_or(symbol.vars.len() == symbol.width as usize, |v| numbered(v)) {
                return Err(wrong("a symbol with too few variables"));
            }
            let fits = |value: &u128| symbol.width >= u128::BITS || value >> symbol.width == 0;
            let codes = symbol.values.as_deref().unwrap_or_default();
            if !codes.iter().all(fits) || !codes.windows(2).all(|w| w[0] < w[1]) {
                return Err(wrong("a symbol with a value that has two codes"));
            }
        }
        let mut diagrams = Diagrams::new(stop);
        let mut built: Vec<Bdd> = vec![0, 1];
        for (variable, low, high) in proof.nodes() {
            let (Some(low), Some(high)) = (built.get(low as usize), built.get(high as usize)) else {
                return Err(wrong("a diagram with a node that is not there"));
            };
            if !is_own(variable) {
                return Err(wrong("a diagram with a variable out of range"));
            }
            built.push(diagrams.node(variable, *low, *high)?);
        }
        let root = |index| built.get(proof.relation(index) as usize).copied();
        let relations = (0..proof.len()).map(root).collect::<Option<Vec<Bdd>>>();
        Ok(Related {
            proof,
            terms: proof.terms(),
            codes: FxHashMap::default(),
            encoder: Encoder::with_symbols(diagrams, symbols, Variables::twins()),
            relations: relations.ok_or_else(|| wrong("a diagram that is not there"))?,
            max_cases,
        })
    }

    /// A state of the proof that the given one is in.
    fn locate(
        &mut self,
        walker: &Walker<'_, '_>,
        mut state: State,
        path: Bdd,
        asleep: ThreadBits,
    ) -> Result<usize, Rejected> {
        walker.cut(&mut state);
        let mut candidates = self.proof.candidates(&state);
        candidates.retain(|index| *index < self.relations.len() && self.proof.asleep(*index) & !asleep == 0);
        // Several may stand for it; the one with the highest rank leaves the least to be shown.
        candidates.sort_by_key(|index| Reverse(self.proof.rank(*index)));
        for index in candidates {
            let known = self.proof.state(index);
            if let Some(bindings) = matching::bindings(&known, &state, &mut self.terms)
                && self.is_inside(index, &bindings, path)?
            {
                return Ok(index);
            }
        }
        Err(Rejected::Wrong("a reachable state is missing".to_string()))
    }

    /// The variables of a symbol that is a value, and where it can be that value.
    fn code(&mut self, symbol: u32, value: Value, width: u32) -> Result<Code, Full> {
        if let Some(known) = self.codes.get(&(symbol, value)) {
            return Ok(known.clone());
        }
        let bits = self.encoder.bits(&self.terms, value, width)?;
        let (code, possible) = self.encoder.code_of(symbol, &bits)?;
        let code: Rc<[Bdd]> = code.into();
        self.codes.insert((symbol, value), (code.clone(), possible));
        Ok((code, possible))
    }

    /// Whether the relation of a state holds on the path if its symbols are what they are bound to.
    fn is_inside(&mut self, index: usize, bindings: &[(u32, Value)], path: Bdd) -> Result<bool, Rejected> {
        let mut by: BTreeMap<u32, Bdd> = BTreeMap::new();
        for (symbol, value) in bindings {
            if let Value::Lazy(id) = value
                && self.terms.find_symbol(*symbol) == Some(*id)
            {
                continue;
            }
            let Some(encoding) = self.encoder.symbols().get(*symbol as usize) else { return Ok(false) };
            let (width, vars) = (encoding.width, encoding.vars.clone());
            let (code, possible) = self.code(*symbol, *value, width)?;
            if !self.encoder.gates.implies(path, possible)? {
                return Ok(false);
            }
            for (variable, bit) in vars.into_iter().zip(code.iter()) {
                if by.insert(variable, *bit).is_some() {
                    // Two symbols that share a variable would have to agree.
                    return Ok(false);
                }
            }
        }
        let relation = self.relations[index];
        if by.is_empty() {
            return Ok(self.encoder.gates.implies(path, relation)?);
        }
        Ok(self.encoder.gates.is_inside(path, relation, &by)?)
    }
}

impl Knowledge for Related<'_> {
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
        let path = from.map_or(1, |index| self.relations[index]);
        if path == 0 {
            return Ok(None);
        }
        let none: Rc<[u32]> = Rc::new([]);
        let mut oracle = RelationOracle::new(&mut self.terms, &mut self.encoder, path, none, counter, self.max_cases);
        let reached = walker.execute(start, &mut oracle);
        let path = oracle.path;
        match reached? {
            Some(state) => self.locate(walker, state, path, asleep).map(Some),
            None => Ok(None),
        }
    }
}
