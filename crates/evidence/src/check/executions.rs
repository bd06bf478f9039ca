//! The views of a proof, compared with those of executions.
//!
//! The tests of engines do that: every execution's projection to each thread has to be inside the views of a proof. Nothing of it is needed to check a
//! proof.

use raddle_machine::lazy::formula::Logic;
use raddle_machine::lazy::{Term, Terms};
use raddle_semantics::view::View;
use raddle_smt::Term as Formula;
use rustc_hash::FxHashMap;

use super::matching;
use crate::proof::ClosedViews;

/// The views of a proof, to be compared with those of executions.
pub struct ViewsOfProof<'a> {
    views: Vec<(View, Formula)>,
    terms: Terms,
    logic: Logic<'a>,
}

impl<'a> ViewsOfProof<'a> {
    /// Those of a proof.
    pub fn new(proof: ClosedViews, stop: &'a dyn Fn() -> bool) -> ViewsOfProof<'a> {
        let ClosedViews { views, candidates: _, knowledge: _, counted: _, terms, formulas, symbols } = proof;
        ViewsOfProof { views, terms, logic: Logic::with(formulas, symbols, None, stop) }
    }

    /// Whether one of them stands for a view in which all values are known.
    pub fn contain(&mut self, view: &View) -> bool {
        let always = self.logic.smt.bool(true);
        for (other, known) in self.views.iter().filter(|(other, _)| view.claims_no_less(other)) {
            let Some(pairs) = matching::pairs(&other.state, &view.state, &mut self.terms) else { continue };
            let mut values = FxHashMap::default();
            let bound = pairs.iter().all(|(id, value)| {
                let Term::Symbol(symbol) = self.terms.get(*id) else { return false };
                let (Some(variable), Some(width)) = (self.logic.variable(symbol), self.logic.symbols.width(symbol))
                else {
                    return false;
                };
                let Some(value) = self.logic.value(&self.terms, *value, width) else { return false };
                values.insert(variable, value).is_none_or(|before| before == value)
            });
            let holds = self.logic.smt.substitute(*known, &values);
            if bound && self.logic.implies(always, always, holds) == Ok(true) {
                return true;
            }
        }
        false
    }
}
