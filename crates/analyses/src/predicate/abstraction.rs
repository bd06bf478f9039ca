//! The strongest combination of predicates that follows from a formula.
//!
//! **Idea** (S. Graf, H. Saïdi, CAV 1997; S. Lahiri, R. Nieuwenhuis, A. Oliveras, CAV 2006, for enumeration by a solver). At the end of a
//! block every place gets its own symbol, and a predicate over these symbols is true of the end exactly if it is true
//! with the values in place of the symbols. *Cartesian*: for each predicate, whether it or its negation follows. *Boolean*: what
//! the Cartesian abstraction leaves open is enumerated, one solution after the other, each of them a conjunction of literals
//! that is excluded from then on; the disjunction of all of them is the strongest combination there is.
//!
//! **Soundness.** Every model of the formula satisfies one of the conjunctions, as the enumeration ends when there is no
//! other model. If it does not end within [`MAX_CUBES`], the Cartesian part is the result, which is weaker.
//!
//! **Cost.** Two checks per predicate at most, one per solution; questions with the same answer are asked once.

use std::collections::BTreeSet;
use std::rc::Rc;

use raddle_machine::State;
use raddle_smt::Term;
use rustc_hash::{FxHashMap, FxHashSet};

use super::precision::At;
use super::{Before, Combination, Formula, Precision, Predicate};

/// Solutions that are enumerated.
const MAX_CUBES: usize = 128;

/// A formula: what was known at the beginning of a block, and what was decided since.
pub type Known = (Term, Term);

/// What was asked: the formula, and the predicates with the values put in.
pub(super) type Question = (Term, Term, Vec<Term>);

impl Predicate<'_, '_> {
    /// Ends a block.
    pub(super) fn abstracted(&mut self, state: &mut State, element: &Formula, precision: &Precision) -> Formula {
        let places: Vec<At> =
            state.threads.iter().filter_map(|t| t.frames.last()).map(|frame| (frame.func, frame.loc)).collect();
        let bound = self.bind(state);
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
    pub fn combined(&mut self, known: Known, predicates: &BTreeSet<Term>, values: &FxHashMap<Term, Term>) -> Term {
        let has_value = |p: &&Term| self.logic.smt.variables(**p).iter().all(|v| values.contains_key(v));
        let predicates: Vec<Term> = predicates.iter().filter(has_value).copied().collect();
        let holds: Vec<Term> = predicates.iter().map(|p| self.logic.smt.substitute(*p, values)).collect();
        self.strongest(known, &predicates, &holds)
    }

    fn strongest(&mut self, known: Known, predicates: &[Term], holds: &[Term]) -> Term {
        let question: Question = (known.0, known.1, [predicates, holds].concat());
        if let Some(known) = self.abstractions.get(&question) {
            return *known;
        }
        let mut literals = Vec::new();
        let mut open = Vec::new();
        let [before, since] = [known.0, known.1].map(|formula| self.logic.smt.conjuncts(formula));
        let asserted: FxHashSet<Term> = before.into_iter().chain(since).collect();
        for (predicate, holds) in predicates.iter().zip(holds) {
            let fails = self.logic.smt.not(*holds);
            let negated = self.logic.smt.not(*predicate);
            // What did not change is known without a solver.
            if let Some(literal) = [(holds, *predicate), (&fails, negated)].iter().find(|(f, _)| asserted.contains(*f))
            {
                literals.push(literal.1);
                continue;
            }
            // Where the solver was stopped nothing is known.
            if self.logic.implies(known.0, known.1, *holds) == Ok(true) {
                literals.push(*predicate);
            } else if self.logic.implies(known.0, known.1, fails) == Ok(true) {
                literals.push(negated);
            } else {
                open.push((*predicate, *holds));
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

    fn combination(&self) -> Combination {
        self.options.combination
    }

    /// All solutions of the open predicates; `None` if there are too many.
    fn enumerated(&mut self, known: Known, open: &[(Term, Term)]) -> Option<Term> {
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
