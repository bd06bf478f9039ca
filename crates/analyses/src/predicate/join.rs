//! Merging two states of a block.
//!
//! **Idea** (state merging; V. Kuznetsov, J. Kinder, S. Bucur, G. Candea, PLDI 2012; the disjunction of path formulas in the
//! adjustable-block encoding). The merged state holds, in every holder in which the two differ, a conditional value, and the condition is a
//! new input: nothing but the way that was taken says which of the two it is. (Where the branches of a condition meet again the condition
//! itself would do; that would need no input, and is not done yet.)
//!
//! **Soundness.** γ of the result is the union of both: the new input selects one of the paths with its values. So
//! merging loses nothing.
//!
//! **Factoring** (`simplify`; Listing 3.1 of the thesis). What both paths have in common is asserted once. Formulas are DAGs and
//! results are remembered, so the recursion of the listing looks at every subformula once instead of once per path to it.

use std::rc::Rc;

use raddle_machine::lazy::formula::Logic;
use raddle_machine::lazy::{SymbolId, Terms};
use raddle_machine::{ArrayOp, LazyOp, Value, Widths};
use raddle_program::Scalar;
use raddle_smt::simplify::factored;
use raddle_smt::{Sort, Term};
use rustc_hash::FxHashMap;

use super::{Formula, Part, Predicate};
use crate::holders::{self, Held};
use crate::threading::Configuration;

/// The type of inputs that choose.
pub(super) const CHOICE: Scalar = Scalar::Int { bits: 8, signed: false };

impl Predicate<'_, '_> {
    /// Both states in one, if they belong to the same block and differ in nothing but values.
    pub(super) fn joined(
        &mut self,
        new: &Configuration<Formula>,
        old: &Configuration<Formula>,
    ) -> Option<Configuration<Formula>> {
        let (a, b) = (&new.element, &old.element);
        let mergeable =
            new.end == old.end && a.before.is_none() && b.before.is_none() && a.abstraction == b.abstraction;
        if !mergeable || self.is_part(new, old) {
            return None;
        }
        let (mut first, mut second) = (new.state.clone(), old.state.clone());
        let (mine, theirs) = (self.bind(&mut first, &|_| false), self.bind(&mut second, &|_| false));
        let aligned = mine.len() == theirs.len() && mine.iter().zip(&theirs).all(|(m, t)| m.0 == t.0);
        if !aligned || first != second {
            return None;
        }
        let number = a.inputs.max(b.inputs);
        let choice = self.logic.symbols.input(number, CHOICE.bits());
        let selector = Value::Lazy(self.terms.symbol(choice));
        let mut values: FxHashMap<SymbolId, Value> = FxHashMap::default();
        for ((symbol, m), (_, t)) in mine.iter().zip(&theirs) {
            let value = match m == t {
                true => *m,
                false => {
                    let choose = match self.logic.symbols.sort(*symbol)? {
                        Sort::Array { index, element } => {
                            let widths = Widths { offset: index as u8, element: element as u8 };
                            LazyOp::Array(ArrayOp::Choose(CHOICE), widths)
                        }
                        sort @ (Sort::Bool | Sort::Bv(_)) => {
                            LazyOp::Ite(CHOICE, Scalar::Int { bits: sort.width() as u8, signed: false })
                        }
                    };
                    self.terms.apply(choose, &[selector, *m, *t])?
                }
            };
            values.insert(*symbol, value);
        }
        let path = chosen_path(&mut self.logic, choice, a.path, b.path)?;
        let path = if self.options.simplify { factored(&mut self.logic.smt, path, &mut self.simplified) } else { path };
        let mut state = old.state.clone();
        let (cells, program) = (self.cells.clone(), self.program);
        let mut terms = std::mem::take(&mut self.terms);
        holders::replace(&cells, program, &mut terms, &mut state, &mut |_: &mut Terms, held: Held<'_>| {
            if !self.is_symbolic(&held) {
                return None;
            }
            let symbol = self.symbol(held.holder, held.sort);
            values.get(&symbol).copied().filter(|v| *v != held.value)
        });
        self.terms = terms;
        let choices = b.choices.len();
        let mut parts = b.parts.to_vec();
        parts.push(Part { state: old.state.clone(), path: b.path, choices, made: false });
        parts.push(Part { state: new.state.clone(), path: a.path, choices: choices + 1, made: true });
        let element = Formula {
            abstraction: b.abstraction,
            path,
            inputs: number + 1,
            jumped: a.jumped || b.jumped,
            called: a.called || b.called,
            choices: b.choices.iter().copied().chain([choice]).collect(),
            parts: Rc::new(parts),
            before: None,
        };
        Some(Configuration { state, element, end: old.end, renaming: old.renaming.clone() })
    }

    fn is_part(&mut self, new: &Configuration<Formula>, old: &Configuration<Formula>) -> bool {
        use crate::threading::Domain;
        self.leq(new, old)
    }
}

/// One path if the choice is made, the other if not.
fn chosen_path(logic: &mut Logic<'_>, choice: SymbolId, made: Term, not_made: Term) -> Option<Term> {
    let variable = logic.variable(choice)?;
    let zero = logic.smt.constant(0, CHOICE.bits());
    let is_zero = logic.smt.equal(variable, zero);
    let is_made = logic.smt.not(is_zero);
    let (first, second) = (logic.smt.and(is_made, made), logic.smt.and(is_zero, not_made));
    Some(logic.smt.or(first, second))
}
