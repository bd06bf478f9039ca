//! States that stand for sets of valuations: what is known is a decision diagram.
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

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

use raddle_machine::lazy::relation::{Encoder, Encoding, Full, Gates, RelationOracle, Variables};
use raddle_machine::lazy::{SymbolId, Terms};
use raddle_machine::{Halt, HaltKind, State, Value};
use raddle_program::{Id, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::bindings::bindings;
use super::diagrams::{Bdd, Diagrams, FALSE, TRUE};
use super::matching::pairs;
use super::{Counter, ProofStep, Rejected, Values};
use crate::outcome::Reason;
use crate::proof::{KnownValues, Rank, Sought, SoughtValues, StateIx, States};

impl From<Full> for Rejected {
    fn from(Full: Full) -> Rejected {
        let what = "the decision diagrams of the proof are too large to be built again";
        Rejected::Stopped(Reason::Halt(Halt::new(HaltKind::TooManyCases, what, Span::NONE)))
    }
}

/// The variables of a symbol that is some value, and where it can be that value.
type Code = (Rc<[Bdd]>, Bdd);

/// What diagrams mean.
pub(super) struct Related<'a> {
    terms: Terms,
    encoder: Encoder<Diagrams<'a>>,
    /// What symbols have been bound to, as bits.
    codes: FxHashMap<(SymbolId, Value), Code>,
    relations: Vec<Bdd>,
    max_cases: u64,
}

impl<'a> Related<'a> {
    pub(super) fn new(
        max_cases: u64,
        states: &dyn States,
        terms: Terms,
        (nodes, symbols): (&[(u32, u32, u32)], Vec<Encoding>),
        stop: &'a dyn Fn() -> bool,
    ) -> Result<Related<'a>, Rejected> {
        let wrong = |what: &str| Rejected::Wrong(what.to_string());
        let mut terms = terms;
        let mut taken = FxHashSet::default();
        // Inputs get the twins of variables, so that they are independent of everything.
        let is_own = |variable: u32| variable < Variables::ALL && variable.is_multiple_of(2);
        for symbol in &symbols {
            if !symbol.vars.iter().all(|v| is_own(*v)) {
                return Err(wrong("a variable out of range"));
            }
            // A place that keeps its symbol would not be asked whether it agrees with another one.
            if !symbol.vars.iter().all(|v| taken.insert(*v)) {
                return Err(wrong("two symbols share a variable"));
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
        let mut built: Vec<Bdd> = vec![FALSE, TRUE];
        for &(variable, low, high) in nodes {
            let (Some(low), Some(high)) = (built.get(low as usize), built.get(high as usize)) else {
                return Err(wrong("a diagram with a node that is not there"));
            };
            if !is_own(variable) {
                return Err(wrong("a diagram with a variable out of range"));
            }
            built.push(diagrams.node(variable, *low, *high)?);
        }
        for index in states.ids() {
            // A symbol that does not exist would become an input of the check.
            let (state, _) = states.state(index);
            let Some(pairs) = pairs(&state, &state, &mut terms) else {
                return Err(Rejected::Wrong(format!("{index:?} is not one that the machine could have made")));
            };
            if pairs.iter().any(|(id, _)| terms.symbols(*id).iter().any(|s| s.index() >= symbols.len())) {
                return Err(Rejected::Wrong(format!("{index:?} mentions a symbol that does not exist")));
            }
        }
        let root = |index| match states.state(index).1 {
            KnownValues::Diagram(diagram) => built.get(diagram as usize).copied(),
            KnownValues::Symbols(_) | KnownValues::Formula(_) => None,
        };
        let relations = states.ids().map(root).collect::<Option<Vec<Bdd>>>();
        Ok(Related {
            terms,
            codes: FxHashMap::default(),
            encoder: Encoder::with_symbols(diagrams, symbols, Variables::twins()),
            relations: relations.ok_or_else(|| wrong("a diagram that is not there"))?,
            max_cases,
        })
    }

    /// A state of the proof that the given one is in.
    fn locate(&mut self, step: &ProofStep<'_>, mut state: State, path: Bdd) -> Result<StateIx, Rejected> {
        step.walker.cut(&mut state);
        let sought = Sought {
            state: &state,
            known: SoughtValues::Diagram,
            near: step.from,
            asleep: step.asleep,
            dependence: step.walker.runs.dependence,
        };
        let candidates = step.states.candidates(&sought, &mut self.terms);
        let expansion = |index: StateIx| (index.index() < self.relations.len()).then(|| step.states.expansion(index));
        let may_be =
            |index: StateIx| expansion(index).filter(|e| e.asleep.is_inside(step.asleep)).map(|e| (index, e.rank));
        let mut ranked: Vec<(StateIx, Rank)> = candidates.iter().filter_map(|c| may_be(c.index)).collect();
        // Several may stand for it; the one with the highest rank leaves the least to be shown.
        ranked.sort_by_key(|(_, rank)| Reverse(*rank));
        for (index, _) in ranked {
            let (known, _) = step.states.state(index);
            if let Some(bindings) = bindings(&known, &state, &mut self.terms)
                && self.is_inside(index, &bindings, path)?
            {
                return Ok(index);
            }
        }
        Err(Rejected::Wrong("a reachable state is missing".to_string()))
    }

    /// The variables of a symbol that is a value, and where it can be that value.
    fn code(&mut self, symbol: SymbolId, value: Value, width: u32) -> Result<Code, Full> {
        if let Some(known) = self.codes.get(&(symbol, value)) {
            return Ok(known.clone());
        }
        let bits = self.encoder.bits(&self.terms, value, u128::BITS)?;
        let (bits, beyond) = bits.split_at(width.min(u128::BITS) as usize);
        let (code, mut possible) = self.encoder.code_of(symbol, bits)?;
        for bit in beyond {
            let fits = self.encoder.gates.not(bit)?;
            possible = self.encoder.gates.and(&possible, &fits)?;
        }
        let code: Rc<[Bdd]> = code.into();
        self.codes.insert((symbol, value), (code.clone(), possible));
        Ok((code, possible))
    }

    /// Whether the relation of a state holds on the path if its symbols are what they are bound to.
    fn is_inside(&mut self, index: StateIx, bindings: &[(SymbolId, Value)], path: Bdd) -> Result<bool, Rejected> {
        let mut by: BTreeMap<u32, Bdd> = BTreeMap::new();
        for (symbol, value) in bindings {
            if let Value::Lazy(id) = value
                && self.terms.find_symbol(*symbol) == Some(*id)
            {
                continue;
            }
            let Some(encoding) = self.encoder.symbols().get(symbol.index()) else { return Ok(false) };
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
        let relation = self.relations[index.index()];
        if by.is_empty() {
            return Ok(self.encoder.gates.implies(path, relation)?);
        }
        Ok(self.encoder.gates.is_inside(path, relation, &by)?)
    }
}

impl Values for Related<'_> {
    fn joined(&self) -> bool {
        true
    }

    fn follow(&mut self, step: &ProofStep<'_>, counter: &mut Counter) -> Result<Option<StateIx>, Rejected> {
        let path = step.from.map_or(TRUE, |index| self.relations[index.index()]);
        if path == FALSE {
            return Ok(None);
        }
        let none: Rc<[SymbolId]> = Rc::new([]);
        let mut oracle = RelationOracle::new(&mut self.terms, &mut self.encoder, path, none, counter, self.max_cases);
        let reached = step.walker.execute(step.start, &mut oracle);
        let path = oracle.path;
        match reached? {
            Some(state) => self.locate(step, state, path).map(Some),
            None => Ok(None),
        }
    }
}
