//! Sets of valuations as decision diagrams.
//!
//! **Idea** (D. Beyer, A. Stahlbauer, *BDD-Based Software Verification*, STTT 2014; for multi-threaded programs V.
//! Kolesnykov, *SMT-based Model Checking of Concurrent Programs*, section 2.4). A state says where all threads are, which
//! locks they hold and what the pointers are; what integers hold is a *set of valuations*, one for each state of that kind, and a
//! decision diagram is a small representation of many such sets. States that agree in everything else are joined: the union
//! of two sets loses nothing, so this is no abstraction, and the program is explored once per control state and set instead of
//! once per valuation.
//!
//! **What is in the diagram.** Integer registers and integers in memory that are not needed exactly ([`ExactUses`]: no
//! addresses, no indices, nothing that synchronisation asks for). Each such [`Holder`] has a symbol, the same in all
//! states. If few values flow to it ([`values`]), their numbers are encoded, otherwise its bits.
//!
//! **A step.** The machine executes it; the symbols of holders are inputs like any other, and a branch on them splits
//! the set in two ([`RelationOracle`]). In the end holders hold terms over old symbols and inputs; [`image`] turns that
//! into the set of new valuations.
//!
//! **Soundness and precision.** γ(state, diagram) is the set of concrete states in which the symbols have values that satisfy the
//! diagram. No operation enlarges or shrinks it, so a violation found is one, and a proof needs no refinement.
//!
//! **Cost.** That of the diagrams: linear in their size for each Boolean operation, exponential in the number of bits in the
//! worst case, which multiplication is. **Rejected**: diagrams for control as well (one formula for the whole
//! transition relation): the machine would have to be compiled to formulas, pointers and locks included, and most steps touch
//! three variables of a hundred.
//!
//! [`ExactUses`]: raddle_semantics::ExactUses

mod cells;
mod diagrams;
mod image;
mod skeleton;
mod values;

use std::rc::Rc;

use raddle_machine::lazy::relation::{Encoder, Encoding, Full, Gates, RelationOracle};
use raddle_machine::lazy::{Piece, SymbolId, Terms, pieces};
use raddle_machine::{Halt, HaltKind, Machine, State, Value};
use raddle_program::{Id, Program, Span};
use rustc_hash::FxHashMap;

use crate::threading::{Answers, Configuration, Decisions, Domain, StepOracle, hash_components};
pub use cells::{Bytes, Cell, Cells, Content, Holder, bytes_of};
pub use diagrams::{Diagram, Diagrams};
pub use image::value_of;

/// A set of valuations.
#[derive(Clone)]
pub struct Valuations {
    /// The set.
    pub diagram: Diagram,
    /// The symbols of the state, sorted: only their variables occur.
    pub cells: Rc<[SymbolId]>,
    /// The symbols of inputs; none in a canonical state.
    pub inputs: Rc<[SymbolId]>,
}

impl std::fmt::Debug for Valuations {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a relation between {:?}", self.cells)
    }
}

/// How a symbol stands for a value.
type Relation = Rc<Bound>;

struct Bound {
    /// Where the variables of the symbol are the code of the value.
    relation: Diagram,
    /// Where the symbol can be the value.
    possible: Diagram,
}

/// The domain.
pub struct Bdd<'p> {
    program: &'p Program,
    /// What has symbols.
    pub cells: Cells,
    /// All terms.
    pub terms: Terms,
    /// All symbols.
    pub encoder: Encoder<Diagrams>,
    holders: FxHashMap<(Holder, bool), SymbolId>,
    relations: FxHashMap<(SymbolId, Value, bool), Relation>,
    max_cases: u64,
}

fn full(Full: Full) -> Halt {
    Halt::new(HaltKind::TooManyCases, "a set of values is too large for a decision diagram", Span::NONE)
}

impl<'p> Bdd<'p> {
    /// A domain for the programs of a machine; a value that is needed exactly may have `max_cases` values.
    pub fn new(machine: &Machine<'p>, max_cases: u64) -> Bdd<'p> {
        Bdd {
            program: machine.program(),
            cells: Cells::new(machine),
            terms: Terms::within(machine.deadline()),
            encoder: Encoder::new(Diagrams::default()),
            holders: FxHashMap::default(),
            relations: FxHashMap::default(),
            max_cases,
        }
    }

    /// The symbols and their variables.
    pub fn symbols(&self) -> Vec<Encoding> {
        self.encoder.symbols().to_vec()
    }

    /// The part of a set where symbols have the values of a concrete state.
    fn valuation(&mut self, set: &Diagram, pieces: &[Piece]) -> Result<Diagram, Full> {
        let mut set = set.clone();
        for piece in pieces {
            let bits = self.encoder.bits(&self.terms, Value::Lazy(piece.term), u128::BITS)?;
            let own = match piece.bytes {
                None => &bits[..],
                Some((first, len)) => &bits[8 * first as usize..8 * (first as usize + len as usize)],
            };
            let is = self.encoder.equals_constant(own, piece.bits)?;
            set = self.encoder.gates.and(&set, &is)?;
        }
        Ok(set)
    }

    /// The value of a symbol if the variables have these values.
    pub fn value(&self, symbol: SymbolId, variables: &[bool]) -> Option<u128> {
        let encoding = &self.encoder.symbols()[symbol.index()];
        let bit = |(i, v): (usize, &u32)| u128::from(variables[*v as usize]) << i;
        let code = encoding.vars.iter().enumerate().map(bit).fold(0, |a, b| a | b);
        match &encoding.values {
            None => Some(code),
            Some(values) => values.get(code as usize).copied(),
        }
    }
}

impl StepOracle for RelationOracle<'_, Diagrams, Decisions> {}

impl<'p> Domain for Bdd<'p> {
    type Element = Valuations;
    type Precision = ();
    type Oracle<'a>
        = RelationOracle<'a, Diagrams, Decisions>
    where
        Self: 'a;

    fn start(&mut self) -> Valuations {
        let diagram = self.encoder.gates.constant(true);
        Valuations { diagram, cells: Rc::new([]), inputs: Rc::new([]) }
    }

    fn oracle<'a>(&'a mut self, element: &Valuations, decisions: &'a mut Decisions) -> Self::Oracle<'a> {
        let (path, cells) = (element.diagram.clone(), element.cells.clone());
        RelationOracle::new(&mut self.terms, &mut self.encoder, path, cells, decisions, self.max_cases)
    }

    fn answers(oracle: RelationOracle<'_, Diagrams, Decisions>) -> Answers<Valuations> {
        let inputs = oracle.input_symbols().into();
        Answers {
            element: Valuations { diagram: oracle.path, cells: oracle.cells, inputs },
            infeasible: false,
            choices: oracle.choices,
            undefined: oracle.undefined,
        }
    }

    fn canonicalise(&mut self, state: &mut State, element: Valuations) -> Result<Valuations, Halt> {
        let bound = self.bind(state, &element.diagram)?;
        self.image(element, &bound).map_err(full)
    }

    fn forget(&mut self, _: &mut State, element: Valuations, (): &()) -> Valuations {
        element
    }

    fn leq(&mut self, a: &Configuration<Valuations>, b: &Configuration<Valuations>) -> bool {
        // Where there is no room to tell, the answer is no.
        a.end == b.end
            && a.state == b.state
            && (a.element.diagram == b.element.diagram
                || self.encoder.gates.implies(&a.element.diagram, &b.element.diagram).unwrap_or(false))
    }

    fn merge(
        &mut self,
        new: &Configuration<Valuations>,
        old: &Configuration<Valuations>,
    ) -> Option<Configuration<Valuations>> {
        if new.end != old.end || new.state != old.state {
            return None;
        }
        let joined = self.encoder.gates.or(&new.element.diagram, &old.element.diagram).ok()?;
        if joined == old.element.diagram {
            return None;
        }
        let element = Valuations { diagram: joined, ..old.element.clone() };
        Some(Configuration { state: old.state.clone(), element, end: old.end, renaming: old.renaming.clone() })
    }

    /// Exact: the valuation that the concrete state makes is in the set or not.
    fn contains(&mut self, state: &Configuration<Valuations>, concrete: &State) -> bool {
        let Some(pieces) = pieces(concrete, (&state.state, &[]), &self.terms) else { return false };
        let valuation = self.valuation(&state.element.diagram, &pieces);
        // Where there is no room to tell, it may be.
        valuation.map_or(true, |set| self.encoder.gates.as_constant(&set) != Some(false))
    }

    fn fingerprint(&self, element: &Valuations) -> u64 {
        use std::hash::{Hash, Hasher};
        let mut hasher = rustc_hash::FxHasher::default();
        element.diagram.hash(&mut hasher);
        hasher.finish()
    }

    fn control(&self, state: &State) -> u64 {
        hash_components(state)
    }
}
