//! Proofs, as engines hand them over for checking.
//!
//! A proof is data: the states that an exploration has reached, what is known about the values in each of them, and who was moved
//! in it. Engines differ in how they write down what is known ([`Language`]), in nothing else; so there is one proof of states and
//! one checker. Views of single threads ([`ClosedViews`]) are another kind, facts about a whole program ([`ExcludedPairs`]) the third, products of local parts
//! ([`ClosedProducts`]) the fourth, states in which threads are somewhere in classes of places ([`ClosedClasses`]) the fifth,
//! products of places and what is known there ([`ClosedValuations`]) the sixth, and the functions that can run at all ([`Proof::Functions`]) the seventh.
//!
//! [`States`] is a trait because an exhaustive search keeps its states compressed. Nothing that it says is believed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use raddle_machine::lazy::formula::Symbols;
use raddle_machine::lazy::relation::Encoding;
use raddle_machine::lazy::{Symbol, SymbolId, Terms};
use raddle_machine::{State, ThreadIx, ThreadSet};
use raddle_program::{FuncId, Id};
use raddle_semantics::dependence::Dependence;
use raddle_semantics::locks::Facts;
use raddle_semantics::locks::pairs::ClassId;
use raddle_semantics::split::{LocalPart, SharedPart};
use raddle_semantics::stations::{Ground, Station};
use raddle_semantics::symmetry::Renaming;
use raddle_semantics::view::{Knowledge, Spot, View};
use raddle_smt::{Term as Formula, Terms as Formulas};

/// Why TRUE.
#[derive(Debug)]
pub enum Proof {
    /// A set of states that contains the initial one and is closed under all moves that matter.
    States(ClosedStates),
    /// A set of views of single threads that is closed under their steps and under each other's.
    Views(ClosedViews),
    /// Facts about a whole program that exclude every pair of accesses that would be a race.
    Pairs(Box<ExcludedPairs>),
    /// A union of products of local parts that is closed under the steps of all threads.
    Products(Box<ClosedProducts>),
    /// Abstract states with classes of the places of all threads, closed under all steps from every place of every class.
    Classes(Box<ClosedClasses>),
    /// A union of products of places with what is known of values, closed under the steps of all threads.
    Valuations(Box<ClosedValuations>),
    /// Functions that contain all that can run, closed under calls, without an error in them.
    Functions(BTreeSet<FuncId>),
}

/// A union of products of local parts that contains the initial states and is closed under the steps of all threads.
pub struct ClosedProducts {
    /// Shared parts.
    pub shared: Vec<SharedPart>,
    /// Local parts, for each slot.
    pub locals: Vec<Vec<LocalPart>>,
    /// The products.
    pub products: Vec<ProductAt>,
}

/// A product of sets of local parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductAt {
    /// The number of the shared part.
    pub shared: usize,
    /// For each slot the numbers of its local parts, from 1; 0 if it is not in use.
    pub parts: Vec<Vec<u32>>,
    /// Whether it is an exception. Of the others there is at most one for each shared part.
    pub exception: bool,
}

/// Abstract states with classes of the places of all threads.
pub struct ClosedClasses {
    /// For each slot all stations that a thread can be at, each with its class.
    pub stations: Vec<Vec<(Station, u32)>>,
    /// What belongs to no thread, in all variants.
    pub grounds: Vec<Ground>,
    /// The abstract states.
    pub states: Vec<ClassState>,
    /// What the lazy values in stations and grounds mean: all of them are symbols.
    pub terms: Terms,
    /// All formulas.
    pub formulas: Formulas,
    /// The symbols in them.
    pub symbols: Symbols,
}

/// An abstract state: it stands for all states in which each thread is at some station of its class, and the symbols have values that satisfy the formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassState {
    /// The number of its ground.
    pub ground: usize,
    /// The class of each thread, by slot: one for each slot of the ground.
    pub classes: Vec<u32>,
    /// What is known about symbols. Those that nothing in the state holds have any value.
    pub known: Formula,
}

/// A union of products as [`ClosedProducts`], of places with formulas: it contains the initial states and is closed under the steps of all threads.
pub struct ClosedValuations {
    /// For each slot all stations that a thread can be at.
    pub stations: Vec<Vec<Station>>,
    /// What belongs to no thread, in all variants.
    pub grounds: Vec<Ground>,
    /// Shared parts: the number of a ground, and what is known of all symbols.
    pub shared: Vec<(usize, Formula)>,
    /// Local parts, for each slot: the number of a station, and what is known of the symbols of its thread.
    pub locals: Vec<Vec<(usize, Formula)>>,
    /// The products. The numbers of local parts begin with 0 here.
    pub products: Vec<ProductAt>,
    /// What the lazy values in stations and grounds mean: all of them are symbols.
    pub terms: Terms,
    /// All formulas.
    pub formulas: Formulas,
    /// The symbols in them.
    pub symbols: Symbols,
}

/// Facts about a whole program that exclude every pair of accesses that would be a race.
pub struct ExcludedPairs {
    /// The facts.
    pub facts: Facts,
    /// Why each pair of classes of accesses is none.
    pub reasons: BTreeMap<(ClassId, ClassId), raddle_semantics::locks::pairs::Reason>,
}

raddle_program::ids! {
    /// A state of a proof, by its number.
    StateIx = "state ";
    /// When a state was expanded, compared with others: the order that keeps a reduction from putting a thread off for ever.
    Rank = "rank ";
}

/// A set of states that contains the initial one and is closed under all moves that matter.
pub struct ClosedStates {
    /// The states.
    pub states: Box<dyn States>,
    /// How it is written down what is known about their values.
    pub language: Language,
    /// What the lazy values in states mean.
    pub terms: Terms,
    /// Whether steps pass edges that conflict with nobody, so that there is no state in front of them.
    pub passes: bool,
    /// Whether steps end where control says, however much is known about values.
    pub by_control: bool,
    /// Whether values that nobody will read again were cut out of the states ([`raddle_semantics::Dead`]).
    pub cuts_dead: bool,
    /// The facts about the whole program that kept threads apart, if some did ([`raddle_semantics::Apart`]).
    pub facts: Option<Arc<Facts>>,
}

/// How it is written down what is known about the values in states.
#[expect(clippy::large_enum_variant, reason = "there is one in a proof")]
pub enum Language {
    /// Each state has symbols of its own, with constraints.
    Symbols,
    /// A decision diagram over the variables of symbols: a state stands for all values that satisfy its diagram.
    Diagrams {
        /// The nodes of all diagrams, children first: variable, where it is false, where it is true. Diagram 0 is false, 1 is
        /// true, n + 2 is node n.
        nodes: Vec<(u32, u32, u32)>,
        /// How symbols are encoded.
        symbols: Vec<Encoding>,
    },
    /// A formula over symbols: a state stands for all values that satisfy its formula.
    Formulas {
        /// All formulas.
        formulas: Formulas,
        /// The symbols in them.
        symbols: Symbols,
        /// Whether the content of an object may be a map ([`raddle_machine::unknown`]).
        arrays: bool,
    },
}

/// What is known about the values in one state, in the language of its proof.
#[derive(Clone, Debug, PartialEq)]
pub enum KnownValues {
    /// Its symbols.
    Symbols(Arc<Vec<Symbol>>),
    /// Its diagram.
    Diagram(u32),
    /// Its formula.
    Formula(PathFormula),
}

/// What is known about the symbols of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathFormula {
    /// At the beginning of its block.
    pub abstraction: Formula,
    /// Since then.
    pub path: Formula,
    /// The inputs that its block has had: none with this number or a higher one occurs.
    pub inputs: u32,
    /// Whether a block begins here.
    pub begins: bool,
}

/// Which threads were moved in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expanded {
    /// All that can move.
    Fully,
    /// Only these; together they have to be a persistent set.
    Only(Vec<ThreadIx>),
}

/// How a state was expanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// Which threads were moved.
    pub expanded: Expanded,
    /// The threads that were moved first, in their order; all others come after them in the order of their numbers. It matters
    /// only where threads sleep afterwards.
    pub first: Vec<ThreadIx>,
    /// Whose steps were left out because everything that follows from them follows elsewhere.
    pub asleep: ThreadSet,
    /// A number that grows along some step of every state that was not expanded fully.
    pub rank: Rank,
}

/// The states of a proof.
pub trait States {
    /// How many states there are; they are numbered from 0.
    fn len(&self) -> usize;

    /// Whether there are none (never for a real proof: the initial state is one).
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A state, with what is known about its values. States with symbols of their own are in canonical form.
    fn state(&self, index: StateIx) -> (State, KnownValues);

    /// How a state was expanded.
    fn expansion(&self, index: StateIx) -> Expansion;

    /// States that may stand for the sought one, the most likely first. Its lazy values are those of `terms`, which may have
    /// grown since the proof was made.
    fn candidates(&self, sought: &Sought<'_>, terms: &mut Terms) -> Vec<Candidate>;
}

impl dyn States + '_ {
    /// The numbers of all states.
    pub fn ids(&self) -> impl Iterator<Item = StateIx> + use<> {
        (0..self.len()).map(StateIx::from_index)
    }
}

/// A state that the set has to contain.
#[derive(Clone, Copy)]
pub struct Sought<'a> {
    /// The state. What stands for it is the same, or one in which less is known.
    pub state: &'a State,
    /// What is known about its values.
    pub known: SoughtValues<'a>,
    /// The number of a state that it may share components with: the one it was reached from.
    pub near: Option<StateIx>,
    /// Who may sleep in it: what stands for it must not let others sleep.
    pub asleep: ThreadSet,
    /// The relation, for who wants to let threads change places.
    pub dependence: &'a Dependence<'a>,
}

/// What is known about the values of a sought state.
#[derive(Clone, Copy)]
pub enum SoughtValues<'a> {
    /// Its symbols; the state is in canonical form.
    Symbols(&'a Arc<Vec<Symbol>>),
    /// A diagram of the checker's own.
    Diagram,
    /// These formulas: at the beginning of the block, and since then.
    Formula(Formula, Formula),
}

/// A state that may stand for another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Its number.
    pub index: StateIx,
    /// How threads of the sought state have to change places.
    pub renaming: Renaming,
    /// For formulas: the values of symbols that choose between what was merged.
    pub chosen: Vec<(SymbolId, u128)>,
}

impl Candidate {
    /// A state as it is.
    pub fn plain(index: StateIx) -> Candidate {
        Candidate { index, renaming: Renaming::new(), chosen: Vec::new() }
    }
}

/// Tells views that a given one may be inside of, the most likely first.
pub type Candidates = Box<dyn Fn(&View) -> Vec<usize>>;

/// A set of views of single threads that is closed under their steps and under each other's.
pub struct ClosedViews {
    /// The views, each with what is known about its symbols.
    pub views: Vec<(View, Formula)>,
    /// Views that a given one may be inside of, the most likely first.
    pub candidates: Candidates,
    /// How much views say of others.
    pub knowledge: Knowledge,
    /// Where views count threads.
    pub counted: BTreeSet<Spot>,
    /// What the lazy values in views mean.
    pub terms: Terms,
    /// All formulas.
    pub formulas: Formulas,
    /// The symbols in them.
    pub symbols: Symbols,
}

impl fmt::Debug for ClosedStates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} states", self.states.len())
    }
}

impl fmt::Debug for ExcludedPairs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} pairs", self.reasons.len())
    }
}

impl fmt::Debug for ClosedProducts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} products", self.products.len())
    }
}

impl fmt::Debug for ClosedValuations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} products of valuations", self.products.len())
    }
}

impl fmt::Debug for ClosedClasses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} states of classes", self.states.len())
    }
}

impl fmt::Debug for ClosedViews {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} views", self.views.len())
    }
}
