//! The embedded back end: bit-blasting into CaDiCaL.
//!
//! Terms become circuits once (`blast.rs`, `words.rs`, `circuit.rs`), circuits become clauses when they are needed (`cnf.rs`), CaDiCaL
//! answers under assumptions. A level is an activation literal: its assertions hold only where it does, it is assumed while the level is
//! open and false for ever afterwards. Arrays and functions add lemmas until the model satisfies them (`arrays.rs`).
//!
//! Predicate abstraction asks thousands of small questions about a few formulas that share most of their terms. What is kept between
//! them: the circuits of all terms ever seen, their clauses, what CaDiCaL learned, the last few models (`model.rs`). What is not kept: clauses of formulas no longer asked
//! about make every model larger, so the SAT solver is replaced by a new one with only the present question when it has
//! grown far beyond it; the circuits stay.
//!
//! In debug builds every model is evaluated, and cores are solved again by a solver of its own: all at first, later one in sixteen.

mod arrays;
pub(crate) mod blast;
pub(crate) mod circuit;
pub(crate) mod cnf;
mod model;
mod words;

use std::sync::Arc;

use cadical_sys::Status;
use raddle_deadline::Deadline;
use rustc_hash::FxHashSet;

use crate::array_value::ArrayValue;
use crate::lrat::Confirmation;
use crate::solver::{Answer, Solver, Stop, StopReason};
use crate::term::Term;
use crate::terms::Terms;
use blast::Blaster;
use cnf::Sat;
use model::{Model, plays_a_part};

/// A SAT solver with fewer variables than this is never replaced.
const SMALL: usize = 2_000;
/// A SAT solver is replaced when it has this many times the variables of its first check, and of the open levels.
const GROWTH: usize = 2;
/// How many models are kept for later checks.
const MODELS: usize = 4;
/// In debug builds this many cores of a solver are solved again, and then one in so many: a new solver for each would make tests of whole
/// analyses quadratic.
const ALL_CORES: u64 = 64;
const SOME_CORES: u64 = 16;

#[derive(Default)]
struct Level {
    assertions: Vec<Term>,
    /// How many of them the SAT solver has.
    written: usize,
    /// The literal under which they hold; none for the ground level.
    activation: Option<i32>,
    /// How many variables writing them took.
    variables: usize,
}

/// What a solver has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Calls of `check`.
    pub checks: u64,
    /// Calls of the SAT solver: more than checks where lemmas were needed, fewer where constants or an earlier model decided.
    pub solved: u64,
    /// Lemmas about arrays and functions.
    pub lemmas: u64,
    /// How often the SAT solver was replaced.
    pub replaced: u64,
    /// Gates of all circuits.
    pub gates: u64,
}

/// The embedded solver.
pub struct Embedded {
    blaster: Blaster,
    sat: Sat,
    levels: Vec<Level>,
    /// Activation literals of closed levels that the SAT solver has not been told about.
    closed: Vec<i32>,
    /// The variables that the SAT solver's first check needed.
    base: usize,
    stop: Option<Stop>,
    conflicts: Option<u32>,
    core: Vec<Term>,
    model: Option<Model>,
    /// The assumptions of the last check.
    assumed: Vec<Term>,
    /// Models of earlier checks, the last used first.
    models: Vec<Model>,
    statistics: Statistics,
    /// Who is told whether answers `Unsat` were confirmed; none if the SAT solver is believed.
    confirmation: Option<Confirmation>,
    /// Whether answers are checked by solving again, and how many of them were `Unsat`.
    checked: bool,
    unsatisfiable: u64,
}

impl Default for Embedded {
    fn default() -> Self {
        Self::new()
    }
}

impl Embedded {
    /// A solver without assertions.
    pub fn new() -> Self {
        Self::within(&Deadline::new())
    }

    /// A solver without assertions that unwinds when a deadline has come while it translates, and gives up while it searches.
    pub fn within(deadline: &Deadline) -> Self {
        Self::confirmed(deadline, None)
    }

    /// As [`Embedded::within`]; if a confirmation is given, `Unsat` is only said if the SAT solver's proof of it was checked.
    pub fn confirmed(deadline: &Deadline, confirmation: Option<Confirmation>) -> Self {
        let ends = deadline.clone();
        let stop: Stop = Arc::new(move || ends.over().is_some());
        Self {
            blaster: Blaster::within(deadline),
            sat: Sat::new(Some(&stop), confirmation.as_ref()),
            levels: vec![Level::default()],
            closed: Vec::new(),
            base: 0,
            stop: Some(stop),
            conflicts: None,
            core: Vec::new(),
            model: None,
            assumed: Vec::new(),
            models: Vec::new(),
            statistics: Statistics::default(),
            confirmation,
            checked: cfg!(debug_assertions),
            unsatisfiable: 0,
        }
    }

    /// What has been done so far.
    pub fn statistics(&self) -> Statistics {
        Statistics { gates: self.blaster.circuit.len() as u64, ..self.statistics }
    }

    /// Forgets all levels and assertions, but not the circuits of the terms seen so far.
    pub fn clear(&mut self) {
        self.levels = vec![Level::default()];
        self.core.clear();
        self.model = None;
        self.replace_sat();
    }

    fn replace_sat(&mut self) {
        self.sat = Sat::new(self.stop.as_ref(), self.confirmation.as_ref());
        self.closed.clear();
        self.base = 0;
        self.blaster.arrays.forget_lemmas();
        for level in &mut self.levels {
            level.written = 0;
            level.activation = None;
            level.variables = 0;
        }
    }

    /// Tells the SAT solver what has been asserted and closed since it was last asked.
    fn write(&mut self, terms: &Terms) {
        let open: usize = self.levels.iter().map(|l| l.variables).sum();
        if self.sat.variables() > SMALL && self.sat.variables() > GROWTH * self.base.max(open) {
            self.statistics.replaced += 1;
            self.replace_sat();
        }
        for literal in std::mem::take(&mut self.closed) {
            self.sat.clause(&[-literal]);
        }
        for (depth, level) in self.levels.iter_mut().enumerate() {
            let before = self.sat.variables();
            if depth > 0 && level.activation.is_none() {
                level.activation = Some(self.sat.fresh());
            }
            for t in &level.assertions[level.written..] {
                let bit = self.blaster.bit(terms, *t);
                self.sat.assert(&self.blaster.circuit, bit, level.activation);
            }
            level.written = level.assertions.len();
            level.variables += self.sat.variables() - before;
        }
    }

    /// Literals for the places and values of all reads and applications that play a part: whether they agree can only
    /// be seen if the model has all of them.
    fn complete(&mut self) {
        let Blaster { circuit, arrays, .. } = &self.blaster;
        loop {
            let before = self.sat.variables();
            for u in arrays.uses() {
                circuit.deadline().look();
                if plays_a_part(&self.sat, &u.value) {
                    for bit in u.place.iter().chain(&u.value) {
                        self.sat.literal(circuit, *bit);
                    }
                }
            }
            if self.sat.variables() == before {
                return;
            }
        }
    }

    /// Adds the lemmas that the model contradicts; whether there were any.
    fn refute_model(&mut self, terms: &Terms) -> bool {
        if self.blaster.arrays.is_empty() {
            return false;
        }
        let sat = &mut self.sat;
        let lemmas = self.blaster.lemmas(terms, &mut |bit| sat.value(bit));
        for lemma in &lemmas {
            let clause: Vec<i32> = lemma.iter().map(|b| self.sat.literal(&self.blaster.circuit, *b)).collect();
            self.sat.clause(&clause);
        }
        self.statistics.lemmas += lemmas.len() as u64;
        !lemmas.is_empty()
    }

    fn solve(&mut self, terms: &Terms, assumptions: &[Term]) -> Answer {
        self.write(terms);
        let mut literals: Vec<i32> = self.levels.iter().filter_map(|l| l.activation).collect();
        let mut assumed: Vec<(Term, i32)> = Vec::with_capacity(assumptions.len());
        let mut seen: FxHashSet<i32> = FxHashSet::default();
        for t in assumptions {
            let bit = self.blaster.bit(terms, *t);
            match bit.constant() {
                Some(true) => {}
                Some(false) => {
                    self.core = vec![*t];
                    return Answer::Unsat;
                }
                None => {
                    let literal = self.sat.assumption(&self.blaster.circuit, bit);
                    if seen.insert(literal) {
                        assumed.push((*t, literal));
                        literals.push(literal);
                    }
                }
            }
        }
        if self.base == 0 {
            self.base = self.sat.variables();
        }
        loop {
            if self.stop.as_ref().is_some_and(|stop| stop()) {
                return Answer::Unknown(StopReason::Stopped);
            }
            self.complete();
            self.statistics.solved += 1;
            match self.sat.solve(&literals, self.conflicts) {
                Status::SATISFIABLE => {
                    if !self.refute_model(terms) {
                        self.model = Some(Model::default());
                        return Answer::Sat;
                    }
                }
                Status::UNSATISFIABLE => {
                    if let Some(confirmation) = &self.confirmation
                        && !confirmation.count(self.sat.confirm(&literals))
                    {
                        return Answer::Unknown(StopReason::Unconfirmed);
                    }
                    self.core = assumed.iter().filter(|(_, l)| self.sat.failed(*l)).map(|(t, _)| *t).collect();
                    return Answer::Unsat;
                }
                Status::UNKNOWN => {
                    let stopped = self.stop.as_ref().is_some_and(|stop| stop());
                    return Answer::Unknown(if stopped { StopReason::Stopped } else { StopReason::Conflicts });
                }
            }
        }
    }

    /// Keeps the model of the last check for later ones. What is asserted since then may not hold in it and is evaluated when it is tried.
    fn keep_model(&mut self, terms: &Terms) {
        let Some(mut model) = self.model.take() else { return };
        let written = self.levels.iter().flat_map(|l| l.assertions[..l.written].iter().copied());
        model.keep(terms, &self.blaster, &mut self.sat, written.chain(self.assumed.iter().copied()));
        self.models.insert(0, model);
        self.models.truncate(MODELS);
    }

    /// An earlier model that is one of the present assertions and assumptions, too.
    fn try_models(&mut self, terms: &Terms, assumptions: &[Term]) -> Option<Model> {
        let Self { models, levels, .. } = self;
        let position = models.iter_mut().position(|model| {
            assumptions.iter().chain(levels.iter().flat_map(|l| &l.assertions)).all(|t| model.holds(terms, *t))
        });
        position.map(|i| models.remove(i))
    }

    fn assertions(&self) -> impl Iterator<Item = Term> {
        self.levels.iter().flat_map(|l| l.assertions.iter().copied())
    }

    fn check_model(&mut self, terms: &Terms, assumptions: &[Term]) {
        let all: Vec<Term> = self.assertions().chain(assumptions.iter().copied()).collect();
        for t in all {
            assert_eq!(self.value(terms, t), Some(1), "the model satisfies every assertion and assumption");
        }
    }

    fn check_core(&mut self, terms: &Terms) {
        let mut other = Embedded { checked: false, ..Embedded::within(terms.deadline()) };
        other.set_stop(self.stop.clone());
        for t in self.assertions() {
            other.assert(terms, t);
        }
        let answer = other.check(terms, &self.core);
        assert_ne!(answer, Answer::Sat, "the core is unsatisfiable");
    }
}

impl Solver for Embedded {
    fn assert(&mut self, terms: &Terms, t: Term) {
        assert_eq!(terms.sort(t), crate::Sort::Bool, "what is asserted is a Bool");
        let level = self.levels.last_mut().expect("the ground level is always open");
        level.assertions.push(t);
    }

    fn push(&mut self) {
        self.levels.push(Level::default());
    }

    fn pop(&mut self) {
        assert!(self.levels.len() > 1, "a level is open");
        let level = self.levels.pop().expect("a level is open");
        self.closed.extend(level.activation);
    }

    fn check(&mut self, terms: &Terms, assumptions: &[Term]) -> Answer {
        self.statistics.checks += 1;
        self.core.clear();
        self.keep_model(terms);
        self.assumed = assumptions.to_vec();
        let answer = match self.try_models(terms, assumptions) {
            Some(model) => {
                self.model = Some(model);
                Answer::Sat
            }
            None => self.solve(terms, assumptions),
        };
        if self.checked {
            match answer {
                Answer::Sat => self.check_model(terms, assumptions),
                Answer::Unsat => {
                    self.unsatisfiable += 1;
                    if self.unsatisfiable <= ALL_CORES || self.unsatisfiable.is_multiple_of(SOME_CORES) {
                        self.check_core(terms);
                    }
                }
                Answer::Unknown(_) => {}
            }
        }
        answer
    }

    fn core(&self) -> Vec<Term> {
        self.core.clone()
    }

    fn value(&mut self, terms: &Terms, t: Term) -> Option<u128> {
        let model = self.model.as_mut()?;
        model.value(terms, &self.blaster, &mut self.sat, t)
    }

    fn array(&mut self, terms: &Terms, variable: Term) -> Option<ArrayValue> {
        let model = self.model.as_mut()?;
        Some(model.array_of(terms, &self.blaster, &mut self.sat, variable))
    }

    fn set_stop(&mut self, stop: Option<Stop>) {
        self.sat.set_stop(stop.as_ref());
        self.stop = stop;
    }

    fn set_conflicts(&mut self, limit: Option<u32>) {
        self.conflicts = limit;
    }
}
