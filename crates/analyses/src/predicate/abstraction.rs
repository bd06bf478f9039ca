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

use super::precision::At;
use super::{Before, Combination, Formula, Precision, Predicate};

/// Solutions that are enumerated.
const MAX_CUBES: usize = 128;

/// What was asked: the formula, and the predicates with the values put in.
pub(super) type Question = (Term, Term, Vec<Term>);

impl Predicate<'_, '_> {
    /// Ends a block.
    pub(super) fn abstracted(&mut self, state: &mut State, element: &Formula, precision: &Precision) -> Formula {
        let places: Vec<At> =
            state.threads.iter().filter_map(|t| t.frames.last()).map(|frame| (frame.func, frame.loc)).collect();
        let bound = self.bind(state);
        let values = self.values(&bound);
        let known: BTreeSet<Term> = values.keys().copied().collect();
        let predicates: Vec<Term> = precision
            .at(places)
            .into_iter()
            .filter(|p| self.logic.smt.variables(*p).iter().all(|v| known.contains(v)))
            .collect();
        let holds: Vec<Term> = predicates.iter().map(|p| self.logic.smt.substitute(*p, &values)).collect();
        let abstraction = self.strongest(element, &predicates, &holds);
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

    fn strongest(&mut self, element: &Formula, predicates: &[Term], holds: &[Term]) -> Term {
        let question: Question = (element.abstraction, element.path, [predicates, holds].concat());
        if let Some(known) = self.abstractions.get(&question) {
            return *known;
        }
        let mut literals = Vec::new();
        let mut open = Vec::new();
        for (predicate, holds) in predicates.iter().zip(holds) {
            let fails = self.logic.smt.not(*holds);
            let negated = self.logic.smt.not(*predicate);
            // Where the solver was stopped nothing is known.
            if self.logic.implies(element.abstraction, element.path, *holds) == Ok(true) {
                literals.push(*predicate);
            } else if self.logic.implies(element.abstraction, element.path, fails) == Ok(true) {
                literals.push(negated);
            } else {
                open.push((*predicate, *holds));
            }
        }
        let cartesian = self.logic.smt.conjunction(literals);
        let result = match self.combination() {
            Combination::Boolean if open.len() > 1 => match self.enumerated(element, &open) {
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
    fn enumerated(&mut self, element: &Formula, open: &[(Term, Term)]) -> Option<Term> {
        let mut cubes = BTreeSet::new();
        let mut rest = element.path;
        while let Some(model) = self.logic.solve(&[element.abstraction, rest]).ok()? {
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
