//! The SAT solver's refutation, step by step as it is found.

use std::cell::RefCell;
use std::rc::Rc;

use cadical_sys::ProofTracer;
use rustc_hash::{FxHashMap, FxHashSet};

/// A clause and where it comes from.
pub(super) struct Step {
    pub(super) clause: Vec<i32>,
    pub(super) origin: Origin,
}

/// Where a clause comes from.
pub(super) enum Origin {
    /// It is one of a block's.
    Block(usize),
    /// It follows from these steps by unit propagation in this order: the last one is the conflict.
    Derived(Vec<usize>),
}

/// The steps so far, in order.
#[derive(Default)]
pub(super) struct Proof {
    pub(super) steps: Vec<Step>,
    /// The block whose clauses are being added.
    pub(super) block: usize,
    step_of: FxHashMap<i64, usize>,
    empty: Option<usize>,
    /// Whether there is a step that is no resolution.
    broken: bool,
}

impl Proof {
    fn add(&mut self, id: i64, clause: &[i32], origin: Origin) {
        if clause.is_empty() && self.empty.is_none() {
            self.empty = Some(self.steps.len());
        }
        self.step_of.insert(id, self.steps.len());
        self.steps.push(Step { clause: clause.to_vec(), origin });
    }

    fn derive(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        let known: Option<Vec<usize>> = antecedents.iter().map(|a| self.step_of.get(a).copied()).collect();
        match known {
            Some(antecedents) if !antecedents.is_empty() => self.add(id, clause, Origin::Derived(antecedents)),
            Some(_) | None => self.broken = true,
        }
    }

    /// The steps that the empty clause needs, in order, itself last; none if it was not derived by resolution.
    pub(super) fn refutation(&self) -> Option<Vec<usize>> {
        let empty = self.empty.filter(|_| !self.broken)?;
        let mut needed: FxHashSet<usize> = FxHashSet::default();
        let mut stack = vec![empty];
        while let Some(step) = stack.pop() {
            if needed.insert(step)
                && let Origin::Derived(antecedents) = &self.steps[step].origin
            {
                stack.extend(antecedents);
            }
        }
        let mut needed: Vec<usize> = needed.into_iter().collect();
        needed.sort_unstable();
        Some(needed)
    }
}

/// Writes a proof down; the proof stays readable from outside.
pub(super) struct Tracer(pub(super) Rc<RefCell<Proof>>);

impl ProofTracer for Tracer {
    fn add_original_clause(&mut self, id: i64, _: bool, clause: &[i32], restored: bool) {
        let mut proof = self.0.borrow_mut();
        if !restored {
            let block = proof.block;
            proof.add(id, clause, Origin::Block(block));
        }
    }

    fn add_derived_clause(&mut self, id: i64, _: bool, witness: i32, clause: &[i32], antecedents: &[i64]) {
        let mut proof = self.0.borrow_mut();
        if witness == 0 {
            proof.derive(id, clause, antecedents);
        } else {
            proof.broken = true;
        }
    }

    fn delete_clause(&mut self, _: i64, _: bool, _: &[i32]) {}

    fn weaken_minus(&mut self, _: i64, _: &[i32]) {}

    fn strengthen(&mut self, _: i64) {}

    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}

    fn add_assumption(&mut self, _: i32) {}

    fn add_constraint(&mut self, _: &[i32]) {}

    fn reset_assumptions(&mut self) {}

    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        self.0.borrow_mut().derive(id, clause, antecedents);
    }

    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}

    fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}

    fn conclude_unknown(&mut self, _: &[i32]) {}
}
