//! Formulas about values: bounded model checking and predicate abstraction.
//!
//! **Idea** (adjustable-block encoding; D. Beyer, E. Keremoglu, P. Wendler, FMCAD 2010; for all interleavings V.
//! Kolesnykov, *SMT-based Model Checking of Concurrent Programs*, chapter 3). A state says where all threads are and what the
//! pointers are. What integers hold are terms over the symbols of the *block's* beginning and the inputs since, and a path
//! formula says which values of those belong together. States that agree in control are merged into one: a value is
//! chosen by a new input ([`join`]). So one formula stands for exponentially many paths, and a solver looks at it as a whole.
//!
//! At the end of a block ([`Block`]) the formula is *abstracted* ([`abstraction`]): every holder gets its own symbol, and what is
//! left to be known is which predicates of the precision hold between them. There states are covered by states with weaker
//! abstractions, so that loops end. With [`Block::Never`] nothing is abstracted: that is bounded model checking.
//!
//! **Soundness.** γ(state, formula) is the set of concrete states in which the symbols have values that satisfy the abstraction and
//! the path. A run adds its answers to the path; merging adds a choice; abstracting weakens.
//!
//! **What is never abstracted**: values that a step needs exactly (addresses, indices, what synchronisation asks for;
//! [`ExactUses`](raddle_semantics::ExactUses)). They are tracked explicitly, and with `values` so is everything else
//! that is known: the composite *predicate + value*.
//!
//! **Rejected**: one formula with program counters as variables. The machine would have to be compiled to formulas, locks, calls
//! and pointers included; here it is the semantics of every analysis.

mod abstraction;
mod join;
mod patience;
mod precision;

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use raddle_cpa::ReachedSet;
use raddle_machine::lazy::formula::{FormulaOracle, Logic};
use raddle_machine::lazy::{SymbolId, Term as Lazy, Terms, pieces};
use raddle_machine::{Halt, LazyId, Machine, State, Thread, Value};
use raddle_program::Program;
use raddle_semantics::ExactUses;
use raddle_smt::{Sort, Term};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::bdd::{Cells, Content, Holder};
use crate::holders::{self, Held};
use crate::threading::{Answers, Configuration, Decisions, Domain, Passed, StepEnd, StepOracle};
pub use abstraction::BlockFormula;
pub use precision::{At, Precision, Scope};

/// Where blocks end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// Where control has gone back in a loop.
    Loop,
    /// There, and where a function was entered or left.
    LoopAndFunction,
    /// After each run.
    Statement,
    /// Nowhere.
    Never,
}

/// How precisely predicates are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    /// All Boolean combinations.
    Boolean,
    /// Conjunctions only.
    Cartesian,
}

/// What was known before the abstraction.
#[derive(Clone, Debug)]
pub struct Before {
    /// What each symbol stands for, sorted.
    pub bound: Vec<(SymbolId, Value)>,
    /// What was known at the beginning of the block.
    pub abstraction: Term,
    /// What was decided in it.
    pub path: Term,
}

/// A part of a merged state.
#[derive(Clone, Debug)]
struct Part {
    state: State,
    path: Term,
    /// How many choices had been made before: all later ones are not made in it.
    choices: usize,
    /// Whether the last of those is made in it.
    made: bool,
}

/// What is known about the symbols of a state.
#[derive(Clone, Debug)]
pub struct Formula {
    /// At the beginning of the block.
    pub abstraction: Term,
    /// Since then.
    pub path: Term,
    /// How many inputs the block has had.
    pub inputs: u32,
    /// Whether control went back in a loop in the last run.
    pub jumped: bool,
    /// Whether a function was entered or left in it.
    pub called: bool,
    /// The inputs that choose between what was merged into this state, in order.
    pub choices: Rc<[SymbolId]>,
    /// What was merged into it, and what that made of it each time.
    parts: Rc<Vec<Part>>,
    /// If the block begins here: what was known at the end of the last one.
    pub before: Option<Rc<Before>>,
}

impl Formula {
    /// The paths that this one stands for since states were merged, each with the values of the inputs that choose it.
    pub fn merged(&self) -> impl Iterator<Item = (Term, Vec<(SymbolId, u128)>)> + '_ {
        self.parts.iter().map(|part| {
            let last = part.made.then(|| (self.choices[part.choices - 1], 1));
            let later = self.choices[part.choices..].iter().map(|choice| (*choice, 0));
            (part.path, last.into_iter().chain(later).collect())
        })
    }
}

/// What of formulas can be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Where blocks end.
    pub block: Block,
    /// How predicates are combined.
    pub combination: Combination,
    /// Whether known values stay in the state.
    pub values: bool,
    /// How many values a holder may have where all threads are at the same locations before it is left to the predicates; 0 for any number.
    pub max_values: u64,
    /// Whether common parts are factored out where paths are merged.
    pub simplify: bool,
    /// Into how many cases a value may be split that is needed exactly.
    pub max_cases: u64,
    /// Whether the content of an object may be a map ([`raddle_machine::unknown`]); then offsets in such objects and their sizes are not needed exactly.
    pub arrays: bool,
}

/// The domain.
pub struct Predicate<'p, 'l> {
    program: &'p Program,
    cells: Rc<Cells>,
    /// All terms.
    pub terms: Terms,
    /// All formulas.
    pub logic: Logic<'l>,
    /// The symbols of holders.
    holders: FxHashMap<(Holder, Sort), SymbolId>,
    /// The holders of symbols.
    named: FxHashMap<SymbolId, Holder>,
    options: Options,
    abstractions: FxHashMap<abstraction::Question, Term>,
    truths: FxHashMap<BlockFormula, abstraction::Truths>,
    simplified: FxHashMap<Term, Term>,
    patience: patience::Patience,
}

impl<'p, 'l> Predicate<'p, 'l> {
    /// A domain for the programs of a machine; `stop` is asked while the solver works.
    pub fn new(machine: &Machine<'p>, options: Options, stop: &'l dyn Fn() -> bool) -> Predicate<'p, 'l> {
        Predicate {
            program: machine.program(),
            cells: Rc::new(match options.arrays {
                true => Cells::besides(machine, &ExactUses::without_maps(machine)),
                false => Cells::new(machine),
            }),
            terms: Terms::within(machine.deadline()),
            logic: Logic::new(machine.deadline(), stop),
            holders: FxHashMap::default(),
            named: FxHashMap::default(),
            options,
            abstractions: FxHashMap::default(),
            truths: FxHashMap::default(),
            simplified: FxHashMap::default(),
            patience: patience::Patience::default(),
        }
    }

    /// Other holders than those of all integers that are not needed exactly; before anything else is done.
    pub fn with_cells(self, cells: Cells) -> Self {
        Predicate { cells: Rc::new(cells), ..self }
    }

    /// Dead registers are holders as well.
    pub fn keep_dead(&mut self) {
        if let Some(cells) = Rc::get_mut(&mut self.cells) {
            cells.keep_dead();
        }
    }

    /// Which holders there are.
    pub fn cells(&self) -> Rc<Cells> {
        self.cells.clone()
    }

    /// What was chosen.
    pub fn options(&self) -> Options {
        self.options
    }

    /// Combines predicates in another way from now on.
    pub fn combine(&mut self, combination: Combination) {
        if self.options.combination != combination {
            self.options.combination = combination;
            self.abstractions.clear();
        }
    }

    /// The holder of a symbol, if it is one of a holder.
    pub fn holder(&self, symbol: SymbolId) -> Option<Holder> {
        self.named.get(&symbol).copied()
    }

    /// Whether what a holder holds belongs to the formula.
    fn is_symbolic(&self, held: &Held<'_>) -> bool {
        match (held.value, held.content) {
            (Value::Lazy(_), _) => true,
            (Value::Bits(_), Content::Plain) => false,
            (Value::Bits(_), Content::Few(_) | Content::Many) => !self.options.values,
        }
    }

    pub(crate) fn symbol(&mut self, holder: Holder, sort: Sort) -> SymbolId {
        if let Some(known) = self.holders.get(&(holder, sort)) {
            return *known;
        }
        let symbol = self.logic.symbols.add_of(sort);
        self.holders.insert((holder, sort), symbol);
        self.named.insert(symbol, holder);
        symbol
    }

    /// Gives every holder that belongs to the formula its own symbol; what each stands for, sorted by symbol.
    fn bind(&mut self, state: &mut State, leaves: &dyn Fn(Holder) -> bool) -> Vec<(SymbolId, Value)> {
        let (cells, program) = (self.cells.clone(), self.program);
        let mut bound = Vec::new();
        let mut terms = std::mem::take(&mut self.terms);
        holders::replace(&cells, program, &mut terms, state, &mut |terms: &mut Terms, held: Held<'_>| {
            let left = !matches!(held.content, Content::Plain) && leaves(held.holder);
            if !left && !self.is_symbolic(&held) {
                return None;
            }
            let symbol = self.symbol(held.holder, held.sort);
            bound.push((symbol, held.value));
            Some(Value::Lazy(terms.symbol(symbol)))
        });
        self.terms = terms;
        bound.sort_unstable();
        bound
    }

    /// Gives every holder that belongs to the formula its own symbol; what each stands for, sorted by symbol. `None` if some value
    /// is not in a holder of its own, or is one that the logic does not know. Known values stay in the state if they are to be kept.
    pub fn named(&mut self, state: &mut State, keep: bool) -> Option<Vec<(SymbolId, Term)>> {
        let values = std::mem::replace(&mut self.options.values, keep);
        let bound = self.bind(state, &|_| false);
        self.options.values = values;
        let is_bound = |id: LazyId| match self.terms.get(id) {
            Lazy::Symbol(symbol) => bound.binary_search_by_key(&symbol, |(s, _)| *s).is_ok(),
            _ => false,
        };
        let is_known = |value: Value| match value {
            Value::Bits(_) => true,
            Value::Lazy(id) => is_bound(id),
        };
        let in_frames = |thread: &Thread| thread.frames.iter().all(|f| f.regs.iter().all(|v| is_known(*v)));
        let in_block = |block: &raddle_machine::Block| {
            block.lazy.iter().all(|range| range.value.is_none_or(|(id, first)| first == 0 && is_bound(id)))
        };
        if !state.threads.iter().all(|t| in_frames(t)) || !state.memory.blocks.iter().all(|b| in_block(b)) {
            return None;
        }
        let term = |(symbol, value): &(SymbolId, Value)| {
            let sort = self.logic.symbols.sort(*symbol)?;
            Some((*symbol, self.logic.value_of(&self.terms, *value, sort)?))
        };
        bound.iter().map(term).collect()
    }

    /// Whether a state is one of those that another stands for, where a block begins.
    fn is_inside(&mut self, a: &Configuration<Formula>, b: &Configuration<Formula>) -> bool {
        let mut state = a.state.clone();
        let own = |(symbol, _): &(SymbolId, Value)| self.holder(*symbol);
        let symbolic: FxHashSet<Holder> = b.element.before.iter().flat_map(|b| &b.bound).filter_map(own).collect();
        let bound = self.bind(&mut state, &|holder| symbolic.contains(&holder));
        if state != b.state {
            return false;
        }
        let values = self.values(&bound);
        let known = self.logic.smt.variables(b.element.abstraction).iter().all(|v| values.contains_key(v));
        let formula = self.logic.smt.substitute(b.element.abstraction, &values);
        known && self.logic.implies(a.element.abstraction, a.element.path, formula).unwrap_or(false)
    }

    /// The variables of some symbols with what they stand for, as far as the logic knows all operations in it.
    fn values(&mut self, bound: &[(SymbolId, Value)]) -> FxHashMap<Term, Term> {
        let mut values = FxHashMap::default();
        for (symbol, value) in bound {
            let Some(sort) = self.logic.symbols.sort(*symbol) else { continue };
            if let (Some(variable), Some(term)) =
                (self.logic.variable(*symbol), self.logic.value_of(&self.terms, *value, sort))
            {
                values.insert(variable, term);
            }
        }
        values
    }

    /// Whether a block ends where a run has led to.
    fn ends_block(&self, element: &Formula) -> bool {
        match self.options.block {
            Block::Never => false,
            Block::Statement => true,
            Block::Loop => element.jumped,
            Block::LoopAndFunction => element.jumped || element.called,
        }
    }

    /// Whether the formula of one state follows from that of another.
    fn implies(&mut self, a: &Formula, b: &Formula) -> bool {
        let then = self.logic.smt.and(b.abstraction, b.path);
        self.logic.implies(a.abstraction, a.path, then).unwrap_or(false)
    }
}

impl StepOracle for FormulaOracle<'_, '_, Decisions> {
    fn passed(&mut self, what: Passed) {
        match what {
            Passed::Back => self.jumped = true,
            Passed::Call => self.called = true,
        }
    }
}

impl<'l> Domain for Predicate<'_, 'l> {
    type Element = Formula;
    type Precision = Rc<Precision>;
    type Oracle<'a>
        = FormulaOracle<'a, 'l, Decisions>
    where
        Self: 'a;

    fn start(&mut self) -> Formula {
        let always = self.logic.smt.bool(true);
        Formula {
            abstraction: always,
            path: always,
            inputs: 0,
            jumped: false,
            called: false,
            choices: Rc::new([]),
            parts: Rc::default(),
            before: None,
        }
    }

    fn oracle<'a>(&'a mut self, element: &Formula, decisions: &'a mut Decisions) -> Self::Oracle<'a> {
        let formula = (element.abstraction, element.path);
        let max_cases = self.options.max_cases;
        let arrays = self.options.arrays;
        let oracle =
            FormulaOracle::new(&mut self.terms, &mut self.logic, formula, element.inputs, decisions, max_cases);
        FormulaOracle { arrays, ..oracle }
    }

    fn answers(oracle: FormulaOracle<'_, 'l, Decisions>) -> Answers<Formula> {
        let element = Formula {
            abstraction: oracle.abstraction,
            path: oracle.path,
            inputs: oracle.inputs,
            jumped: oracle.jumped,
            called: oracle.called,
            choices: Rc::new([]),
            parts: Rc::default(),
            before: None,
        };
        Answers { element, infeasible: false, choices: oracle.choices, undefined: oracle.undefined }
    }

    fn canonicalise(&mut self, _: &mut State, element: Formula) -> Result<Formula, Halt> {
        Ok(element)
    }

    fn forget(&mut self, state: &mut State, element: Formula, precision: &Rc<Precision>) -> Formula {
        if self.ends_block(&element) { self.abstracted(state, &element, precision) } else { element }
    }

    fn adjust(
        &mut self,
        state: &Configuration<Formula>,
        precision: &Rc<Precision>,
        reached: &dyn ReachedSet<Configuration<Formula>>,
    ) -> Rc<Precision> {
        let looks = self.options.values && self.options.max_values > 0 && state.end == StepEnd::State;
        match looks && self.ends_block(&state.element) {
            true => self.leaving(state, precision, reached),
            false => precision.clone(),
        }
    }

    fn leq(&mut self, a: &Configuration<Formula>, b: &Configuration<Formula>) -> bool {
        if a.end != b.end {
            return false;
        }
        let (x, y) = (&a.element, &b.element);
        // The symbols of a state where a block begins are its own; others share theirs with the states before.
        match (x.before.is_some(), y.before.is_some()) {
            (true, true) => return a.state == b.state && (x.abstraction == y.abstraction || self.implies(x, y)),
            (false, true) => return self.is_inside(a, b),
            (true, false) => return false,
            (false, false) => {}
        }
        if a.state == b.state && x.abstraction == y.abstraction && x.path == y.path {
            return true;
        }
        let same = |part: &Part| part.path == x.path && part.state == a.state;
        x.abstraction == y.abstraction && y.parts.iter().any(same)
    }

    fn merge(&mut self, new: &Configuration<Formula>, old: &Configuration<Formula>) -> Option<Configuration<Formula>> {
        self.joined(new, old)
    }

    fn contains(&mut self, state: &Configuration<Formula>, concrete: &State) -> bool {
        let Some(pieces) = pieces(concrete, (&state.state, &[]), &self.terms) else { return false };
        let mut all = state.element.path;
        for piece in pieces {
            // What the logic does not know may be anything.
            let Some(term) = self.logic.term(&self.terms, piece.term) else { continue };
            let smt = &mut self.logic.smt;
            let own = match piece.bytes {
                None => term,
                Some((first, len)) => {
                    let (low, width) = (8 * u32::from(first), 8 * len);
                    let whole = smt.resize(term, smt.width(term).max(low + width), false);
                    smt.extract(whole, low, width)
                }
            };
            let bits = smt.constant(piece.bits, smt.width(own));
            let is = smt.equal(own, bits);
            all = smt.and(all, is);
        }
        self.logic.is_satisfiable(state.element.abstraction, all).unwrap_or(true)
    }

    fn fingerprint(&self, element: &Formula) -> u64 {
        let mut hasher = FxHasher::default();
        (element.abstraction, element.path).hash(&mut hasher);
        hasher.finish()
    }

    fn control(&self, state: &State) -> u64 {
        self.cells.skeleton(state, self.options.values)
    }
}
