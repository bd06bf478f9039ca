//! The strongest combination of predicates that follows from a formula.
//!
//! **Idea** (S. Graf, H. Saïdi, CAV 1997; S. Lahiri, R. Nieuwenhuis, A. Oliveras, CAV 2006, for enumeration by a solver). At the end of a
//! block every holder gets its own symbol, and a predicate over these symbols is true of the end exactly if it is true
//! with the values in place of the symbols. *Cartesian*: for each predicate, whether it or its negation follows. *Boolean*: what
//! the Cartesian abstraction leaves open is enumerated, one solution after the other, each of them a conjunction of literals
//! that is excluded from then on; the disjunction of all of them is the strongest combination there is.
//!
//! **Soundness.** Every model of the formula satisfies one of the conjunctions, as the enumeration ends when there is no
//! other model. If it does not end within [`MAX_CUBES`], the Cartesian part is the result, which is weaker.
//!
//! **Cost.** One check per predicate at most, fewer if the models of others answer, and one per solution; no question is asked twice.

use std::collections::BTreeSet;
use std::rc::Rc;

use raddle_machine::State;
use raddle_machine::lazy::formula::{Logic, Stopped};
use raddle_smt::Term;
use rustc_hash::{FxHashMap, FxHashSet};

use super::precision::At;
use super::{Before, Combination, Formula, Precision, Predicate};

/// Solutions that are enumerated.
const MAX_CUBES: usize = 128;

/// A formula: what was known at the beginning of a block, and what was decided since.
pub type BlockFormula = (Term, Term);

/// Of formulas: whether they follow from something, or are refuted by it; `None` if neither.
pub(super) type Truths = FxHashMap<Term, Option<bool>>;

/// What was asked: the formula, and the predicates with the values put in.
pub(super) type Question = (Term, Term, Vec<Term>);

impl Predicate<'_, '_> {
    /// Ends a block.
    pub(super) fn abstracted(&mut self, state: &mut State, element: &Formula, precision: &Precision) -> Formula {
        let places: Vec<At> =
            state.threads.iter().filter_map(|t| t.frames.last()).map(|frame| (frame.func, frame.loc)).collect();
        let bound = self.bind(state, &|holder| precision.leaves(holder));
        let values = self.values(&bound);
        let abstraction = self.combined((element.abstraction, element.path), &precision.at(places), &values);
        let always = self.logic.smt.bool(true);
        Formula {
            abstraction,
            path: always,
            inputs: 0,
            jumped: false,
            called: false,
            choices: Rc::new([]),
            parts: Rc::default(),
            before: Some(Rc::new(Before { bound, abstraction: element.abstraction, path: element.path })),
        }
    }

    /// The strongest combination of predicates over symbols that holds if a formula is true and the symbols have these values.
    /// Predicates over other symbols are left out.
    pub fn combined(
        &mut self,
        known: BlockFormula,
        predicates: &BTreeSet<Term>,
        values: &FxHashMap<Term, Term>,
    ) -> Term {
        let has_value = |p: &&Term| self.logic.smt.variables(**p).iter().all(|v| values.contains_key(v));
        let predicates: Vec<Term> = predicates.iter().filter(has_value).copied().collect();
        let holds: Vec<Term> = predicates.iter().map(|p| self.logic.smt.substitute(*p, values)).collect();
        self.strongest(known, &predicates, &holds)
    }

    fn strongest(&mut self, known: BlockFormula, predicates: &[Term], holds: &[Term]) -> Term {
        let question: Question = (known.0, known.1, [predicates, holds].concat());
        if let Some(known) = self.abstractions.get(&question) {
            return *known;
        }
        // Where the solver was stopped nothing more is known.
        let _ = self.decide(known, holds);
        let truths = self.truths.get(&known).cloned().unwrap_or_default();
        let mut literals = Vec::new();
        let mut open = Vec::new();
        for (predicate, holds) in predicates.iter().zip(holds) {
            match truths.get(holds).copied().flatten() {
                Some(true) => literals.push(*predicate),
                Some(false) => literals.push(self.logic.smt.not(*predicate)),
                None => open.push((*predicate, *holds)),
            }
        }
        let cartesian = self.logic.smt.conjunction(literals);
        let result = match self.combination() {
            Combination::Boolean if open.len() > 1 => match self.enumerated(known, &open) {
                Some(cubes) => self.logic.smt.and(cartesian, cubes),
                None => cartesian,
            },
            Combination::Boolean | Combination::Cartesian => cartesian,
        };
        self.abstractions.insert(question, result);
        result
    }

    /// Finds out which of some formulas follow from what is known, and which are refuted by it. Each model that the solver finds on the way
    /// leaves fewer of them to ask about.
    fn decide(&mut self, known: BlockFormula, formulas: &[Term]) -> Result<(), Stopped> {
        let mut truths = self.truths.remove(&known).unwrap_or_default();
        let done = self.decided(known, formulas, &mut truths);
        self.truths.insert(known, truths);
        done
    }

    fn decided(&mut self, known: BlockFormula, formulas: &[Term], truths: &mut Truths) -> Result<(), Stopped> {
        let [before, since] = [known.0, known.1].map(|formula| self.logic.smt.conjuncts(formula));
        let asserted: FxHashSet<Term> = before.into_iter().chain(since).collect();
        let mut rest = Vec::new();
        for formula in formulas {
            if truths.contains_key(formula) {
                continue;
            }
            let fails = self.logic.smt.not(*formula);
            // What did not change is known without a solver.
            if asserted.contains(formula) || asserted.contains(&fails) {
                truths.insert(*formula, Some(asserted.contains(formula)));
            } else {
                rest.push(*formula);
            }
        }
        if rest.is_empty() {
            return Ok(());
        }
        let Some(model) = self.logic.witness(&[known.0, known.1])? else {
            truths.extend(rest.into_iter().map(|formula| (formula, Some(true))));
            return Ok(());
        };
        let is_true = |logic: &Logic<'_>, formula, model: &_| logic.evaluate(formula, model) == Some(1);
        let mut rest: Vec<(Term, bool)> = rest.iter().map(|f| (*f, is_true(&self.logic, *f, &model))).collect();
        while let Some((formula, truth)) = rest.pop() {
            let other = if truth { self.logic.smt.not(formula) } else { formula };
            match self.logic.witness(&[known.0, known.1, other])? {
                None => {
                    truths.insert(formula, Some(truth));
                }
                Some(model) => {
                    truths.insert(formula, None);
                    rest.retain(|(formula, truth)| {
                        let same = is_true(&self.logic, *formula, &model) == *truth;
                        if !same {
                            truths.insert(*formula, None);
                        }
                        same
                    });
                }
            }
        }
        Ok(())
    }

    fn combination(&self) -> Combination {
        self.options.combination
    }

    /// All solutions of the open predicates; `None` if there are too many.
    fn enumerated(&mut self, known: BlockFormula, open: &[(Term, Term)]) -> Option<Term> {
        let mut cubes = BTreeSet::new();
        let mut rest = known.1;
        while let Some(model) = self.logic.solve(&[known.0, rest]).ok()? {
            if cubes.len() == MAX_CUBES {
                return None;
            }
            let (mut cube, mut excluded) = (Vec::new(), Vec::new());
            for (predicate, holds) in open {
                let is_true = self.logic.evaluate(*holds, &model)? == 1;
                let (negated, fails) = (self.logic.smt.not(*predicate), self.logic.smt.not(*holds));
                cube.push(if is_true { *predicate } else { negated });
                excluded.push(if is_true { fails } else { *holds });
            }
            let other = self.logic.smt.disjunction(excluded);
            rest = self.logic.smt.and(rest, other);
            cubes.insert(self.logic.smt.conjunction(cube));
        }
        // Sorted, so that the result does not depend on the order in which the solver finds them.
        Some(self.logic.smt.disjunction(cubes))
    }
}
