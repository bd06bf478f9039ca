//! The formulas about the symbols of a program, and who decides them.

use std::collections::VecDeque;
use std::rc::Rc;

use raddle_deadline::Deadline;
use raddle_program::IdVec;
use raddle_smt::{
    Answer, ArrayValue, Confirmation, Embedded, Function, Recorder, Solver, Sort, StopReason, Term as Formula,
    Terms as Store, Valuation,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::lazy::terms::SymbolId;
use crate::value::LazyId;

/// Models that are tried before the solver is asked.
const MODELS: usize = 8;

/// After how many new terms of the store the solver is made anew: it looks at all it has ever heard of in every check.
const STALE: usize = 40_000;

/// Conflicts of the solver between two questions whether to stop. In a hard formula each takes a tenth of a millisecond; most of what was
/// learnt is kept when the solver goes on.
const CONFLICTS: u32 = 2_000;

/// How many more it gets each time, so that it comes to an end even if it forgets what it has learnt.
const MORE_CONFLICTS: u32 = 100;

/// The solver was told to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// All symbols: their sort, and which of them are inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    all: IdVec<SymbolId, (Sort, Option<u32>)>,
    inputs: FxHashMap<(u32, Sort), SymbolId>,
}

impl Symbols {
    /// A new symbol that is no input.
    pub fn add(&mut self, width: u32) -> SymbolId {
        self.add_of(Sort::Bv(width))
    }

    /// A new symbol of a sort that is no input.
    pub fn add_of(&mut self, sort: Sort) -> SymbolId {
        self.all.push((sort, None))
    }

    /// The symbol of input number `number` of a path, if it has this width.
    pub fn input(&mut self, number: u32, width: u32) -> SymbolId {
        self.input_of(number, Sort::Bv(width))
    }

    /// The same of a sort.
    pub fn input_of(&mut self, number: u32, sort: Sort) -> SymbolId {
        let next = self.all.next_id();
        let symbol = *self.inputs.entry((number, sort)).or_insert(next);
        if symbol == next {
            self.all.push((sort, Some(number)));
        }
        symbol
    }

    /// The sort of a symbol.
    pub fn sort(&self, symbol: SymbolId) -> Option<Sort> {
        self.all.get(symbol).map(|(sort, _)| *sort)
    }

    /// The width of a symbol, if it is no map.
    pub fn width(&self, symbol: SymbolId) -> Option<u32> {
        match self.sort(symbol)? {
            Sort::Array { .. } => None,
            sort @ (Sort::Bool | Sort::Bv(_)) => Some(sort.width()),
        }
    }

    /// The number of the input that a symbol is.
    pub fn number(&self, symbol: SymbolId) -> Option<u32> {
        self.all.get(symbol).and_then(|(_, number)| *number)
    }
}

/// What a bounded check says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// These values make all formulas true.
    Satisfiable(Model),
    /// None do.
    Unsatisfiable,
    /// Nobody knows.
    GaveUp,
}

/// Values of variables.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    bits: FxHashMap<Formula, u128>,
    arrays: FxHashMap<Formula, ArrayValue>,
}

impl Model {
    /// The value of a variable that is no array.
    pub fn get(&self, variable: &Formula) -> Option<&u128> {
        self.bits.get(variable)
    }

    /// The value of an array variable.
    pub fn array(&self, variable: &Formula) -> Option<&ArrayValue> {
        self.arrays.get(variable)
    }
}

/// A model; variables that it does not mention are zero if it is taken for total.
struct Read<'m>(&'m Model, bool);

impl Valuation for Read<'_> {
    fn bits(&self, variable: Formula) -> Option<u128> {
        self.0.get(&variable).copied().or(self.1.then_some(0))
    }

    fn array(&self, variable: Formula) -> Option<ArrayValue> {
        self.0.array(&variable).cloned().or_else(|| self.1.then(ArrayValue::default))
    }

    fn apply(&self, _: Function, _: &[u128]) -> Option<u128> {
        None
    }
}

/// All values that a term can have, ascending; `None` if there are too many.
pub(super) type Cases = Option<Rc<[u128]>>;

/// Formulas about symbols.
pub struct Logic<'a> {
    /// All formulas.
    pub smt: Store,
    /// All symbols.
    pub symbols: Symbols,
    /// The values that a term can have under an abstraction and a path, if there are at most so many.
    pub(super) cases: FxHashMap<(Formula, Formula, Formula, u64), Cases>,
    pub(super) translated: FxHashMap<LazyId, Option<Formula>>,
    variables: FxHashMap<SymbolId, Formula>,
    of_variable: FxHashMap<Formula, SymbolId>,
    solver: Recorder<Embedded>,
    fresh_at: usize,
    models: VecDeque<Model>,
    satisfiable: FxHashMap<(Formula, Formula), bool>,
    /// How often the solver was asked.
    pub queries: u64,
    /// Who is told whether the solver's answers were confirmed; none if they are believed.
    confirmation: Option<Confirmation>,
    stop: &'a dyn Fn() -> bool,
}

impl<'a> Logic<'a> {
    /// No formulas yet.
    pub fn new(deadline: &Deadline, stop: &'a dyn Fn() -> bool) -> Logic<'a> {
        Logic::with(Store::within(deadline), Symbols::default(), None, stop)
    }

    /// The formulas and symbols of another, with a solver of its own; if a confirmation is given, nothing counts as unsatisfiable unless the
    /// SAT solver's proof of it was checked.
    pub fn with(
        smt: Store,
        symbols: Symbols,
        confirmation: Option<Confirmation>,
        stop: &'a dyn Fn() -> bool,
    ) -> Logic<'a> {
        let solver = Embedded::confirmed(smt.deadline(), confirmation.clone());
        let mut logic = Logic {
            fresh_at: smt.len(),
            smt,
            symbols,
            cases: FxHashMap::default(),
            translated: FxHashMap::default(),
            variables: FxHashMap::default(),
            of_variable: FxHashMap::default(),
            solver: Recorder::deaf(solver),
            models: VecDeque::new(),
            satisfiable: FxHashMap::default(),
            queries: 0,
            confirmation,
            stop,
        };
        for symbol in logic.symbols.all.ids() {
            logic.variable(symbol);
        }
        logic
    }

    /// Writes down what the solver is told and asked from now on.
    pub fn record(&mut self) {
        self.solver.listen();
    }

    /// What was written down, as a script in SMT-LIB.
    pub fn session(&self) -> String {
        self.smt.session_to_smtlib(self.solver.events())
    }

    /// The variable of a symbol; `None` if there is no such symbol.
    pub fn variable(&mut self, symbol: SymbolId) -> Option<Formula> {
        if let Some(known) = self.variables.get(&symbol) {
            return Some(*known);
        }
        let sort = self.symbols.sort(symbol)?;
        let variable = self.smt.variable(&format!("{symbol:?}"), sort);
        self.variables.insert(symbol, variable);
        self.of_variable.insert(variable, symbol);
        Some(variable)
    }

    /// The symbol of a variable.
    pub fn symbol_of(&self, variable: Formula) -> Option<SymbolId> {
        self.of_variable.get(&variable).copied()
    }

    /// The symbols that a formula mentions.
    pub fn symbols_in(&self, formula: Formula) -> Vec<SymbolId> {
        self.smt.variables(formula).iter().filter_map(|v| self.symbol_of(*v)).collect()
    }

    /// Whether two formulas can be true together.
    pub fn is_satisfiable(&mut self, a: Formula, b: Formula) -> Result<bool, Stopped> {
        match (self.smt.as_bool(a), self.smt.as_bool(b)) {
            (Some(false), _) | (_, Some(false)) => return Ok(false),
            (Some(true), Some(true)) => return Ok(true),
            (Some(true) | None, Some(true) | None) => {}
        }
        if let Some(known) = self.satisfiable.get(&(a, b)) {
            return Ok(*known);
        }
        if self.clash(a, b) {
            self.satisfiable.insert((a, b), false);
            return Ok(false);
        }
        let by_model = self.models.iter().any(|m| [a, b].iter().all(|f| holds(&self.smt, *f, m)));
        let answer = by_model || self.solve(&[a, b])?.is_some();
        self.satisfiable.insert((a, b), answer);
        Ok(answer)
    }

    /// Whether one of two formulas asserts what the other denies, without looking into it.
    fn clash(&mut self, a: Formula, b: Formula) -> bool {
        let (many, few) = (self.smt.conjuncts(a), self.smt.conjuncts(b));
        let (many, few) = if many.len() < few.len() { (few, many) } else { (many, few) };
        let asserted: FxHashSet<Formula> = many.into_iter().collect();
        few.into_iter().any(|formula| {
            let denied = self.smt.not(formula);
            asserted.contains(&denied)
        })
    }

    /// Whether a formula follows from two others.
    pub fn implies(&mut self, a: Formula, b: Formula, then: Formula) -> Result<bool, Stopped> {
        let fails = self.smt.not(then);
        let b = self.smt.and(b, fails);
        Ok(!self.is_satisfiable(a, b)?)
    }

    /// Values of the variables in some formulas that make them true, if there are any; of those that were found before, if they do.
    pub fn witness(&mut self, formulas: &[Formula]) -> Result<Option<Model>, Stopped> {
        match self.models.iter().find(|m| formulas.iter().all(|f| holds(&self.smt, *f, m))) {
            Some(known) => Ok(Some(known.clone())),
            None => self.solve(formulas),
        }
    }

    /// Values of all variables that make some formulas true, if there are any.
    pub fn solve(&mut self, formulas: &[Formula]) -> Result<Option<Model>, Stopped> {
        self.renew();
        let mut parts: Vec<Formula> = formulas.iter().flat_map(|f| self.smt.conjuncts(*f)).collect();
        parts.sort_unstable();
        parts.dedup();
        self.check(&parts)
    }

    /// As [`Logic::solve`] with a bounded number of conflicts; nobody knows if they do not suffice.
    pub fn attempt(&mut self, formulas: &[Formula], conflicts: u32) -> Attempt {
        self.renew();
        self.solver.set_conflicts(Some(conflicts));
        match self.solver.check(&self.smt, formulas) {
            Answer::Unsat => Attempt::Unsatisfiable,
            Answer::Sat => Attempt::Satisfiable(self.model(formulas)),
            Answer::Unknown(StopReason::Conflicts | StopReason::Incomplete | StopReason::Unconfirmed) => {
                Attempt::GaveUp
            }
            Answer::Unknown(StopReason::Stopped) => {
                // The run ends here: with another answer than before, nothing that follows would be what it was.
                self.smt.deadline().give_up();
                Attempt::GaveUp
            }
        }
    }

    /// Makes the solver anew if it has heard of too much.
    fn renew(&mut self) {
        if self.smt.len() > self.fresh_at + STALE {
            self.solver.replace(Embedded::confirmed(self.smt.deadline(), self.confirmation.clone()));
            self.fresh_at = self.smt.len();
        }
    }

    /// A model of the conjunction of some formulas, if there is one.
    fn check(&mut self, parts: &[Formula]) -> Result<Option<Model>, Stopped> {
        self.queries += 1;
        let mut conflicts = CONFLICTS;
        loop {
            if (self.stop)() {
                return Err(Stopped);
            }
            self.solver.set_conflicts(Some(conflicts));
            match self.solver.check(&self.smt, parts) {
                Answer::Unsat => return Ok(None),
                Answer::Sat => return Ok(Some(self.model(parts))),
                Answer::Unknown(StopReason::Conflicts) => conflicts = conflicts.saturating_add(MORE_CONFLICTS),
                Answer::Unknown(StopReason::Stopped | StopReason::Incomplete | StopReason::Unconfirmed) => {
                    return Err(Stopped);
                }
            }
        }
    }

    /// The model that was found for some formulas.
    fn model(&mut self, formulas: &[Formula]) -> Model {
        let mut model = Model::default();
        for formula in formulas {
            for variable in self.smt.variables(*formula).iter() {
                match self.smt.sort(*variable) {
                    Sort::Array { .. } => {
                        let value = self.solver.array(&self.smt, *variable).unwrap_or_default();
                        model.arrays.insert(*variable, value);
                    }
                    Sort::Bool | Sort::Bv(_) => {
                        let value = self.solver.value(&self.smt, *variable).unwrap_or(0);
                        model.bits.insert(*variable, value);
                    }
                }
            }
        }
        self.models.truncate(MODELS - 1);
        self.models.push_front(model.clone());
        model
    }

    /// The value of a bit-vector in a model; variables that it does not mention are zero.
    pub fn evaluate(&self, term: Formula, model: &Model) -> Option<u128> {
        self.smt.evaluate_bits(term, &Read(model, true))
    }
}

/// Whether a formula is true in a model that mentions all of it.
fn holds(smt: &Store, formula: Formula, model: &Model) -> bool {
    smt.evaluate_bits(formula, &Read(model, false)) == Some(1)
}
