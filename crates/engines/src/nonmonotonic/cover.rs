//! The fewest predicates that refute all paths so far, whatever a predicate is: a formula, or one that a thread tracks somewhere.
//!
//! **Idea** (Figure 3 of the paper with predicates about data, which its implementation keeps monotonic; the collection of broken traces of A. Gupta, E. Clarke, *Reconsidering CEGAR*, ICCD 2005, is closest). Each
//! refuted path has several *refutations*: sets of predicates of which each suffices, one for each minimal contradiction in the path that was looked at. The abstraction is the smallest set of predicates that contains a
//! refutation of every path.
//!
//! **Cost.** A set cover by the solver: a predicate is a Bool, a path a disjunction of conjunctions, and the sum of all Bools is at most k; k starts from the last number and grows after failure. Of the
//! smallest sets the one is taken that honours the first refutation of every path where it can.

use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;

use raddle_deadline::Deadline;
use raddle_smt::{Answer, Embedded, Solver, Sort, Stop, Term, Terms};

use super::NonMonRefine;

/// Chooses sets of predicates with the fewest elements.
pub struct FewestPredicates<P> {
    /// The number found last.
    number: usize,
    deadline: Deadline,
    stop: Option<Stop>,
    of: PhantomData<P>,
}

impl<P> FewestPredicates<P> {
    /// Nothing is refuted yet.
    pub fn new(deadline: &Deadline, stop: Option<Stop>) -> FewestPredicates<P> {
        FewestPredicates { number: 0, deadline: deadline.clone(), stop, of: PhantomData }
    }
}

impl<P: Ord + Clone> NonMonRefine for FewestPredicates<P> {
    /// Predicates that refute a path together; nobody looks into them here.
    type Reason = BTreeSet<P>;
    type Abstraction = BTreeSet<P>;

    fn choose(&mut self, paths: &[Vec<BTreeSet<P>>]) -> Option<BTreeSet<P>> {
        if paths.iter().any(Vec::is_empty) {
            return None;
        }
        let all: BTreeSet<P> = paths.iter().flatten().flatten().cloned().collect();
        let mut terms = Terms::within(&self.deadline);
        let mut solver = Embedded::within(&self.deadline);
        solver.set_stop(self.stop.clone());
        let width = usize::BITS - all.len().leading_zeros() + 1;
        let used: BTreeMap<P, Term> = all
            .iter()
            .enumerate()
            .map(|(i, p)| (p.clone(), terms.variable(&format!("used {i}"), Sort::Bool)))
            .collect();
        let mut total = terms.constant(0, width);
        for variable in used.values() {
            let one = terms.bool_to_bv(*variable, width);
            total = terms.add(total, one);
        }
        let mut reasons = Vec::new();
        for path in paths {
            let alternatives: Vec<Term> =
                path.iter().map(|reason| terms.conjunction(reason.iter().map(|p| used[p]))).collect();
            let some = terms.disjunction(alternatives.iter().copied());
            solver.assert(&terms, some);
            reasons.push(alternatives);
        }
        let mut demand = |terms: &Terms, formula: Term| match solver.check(terms, &[formula]) {
            Answer::Sat => {
                solver.assert(terms, formula);
                Some(true)
            }
            Answer::Unsat => Some(false),
            Answer::Unknown(_) => None,
        };
        loop {
            let number = terms.constant(self.number as u128, width);
            let enough = terms.ule(total, number);
            if demand(&terms, enough)? {
                break;
            }
            self.number += 1;
        }
        for alternatives in reasons {
            for reason in alternatives {
                if demand(&terms, reason)? {
                    break;
                }
            }
        }
        let mut chosen = BTreeSet::new();
        for (predicate, variable) in used {
            let unused = terms.not(variable);
            if !demand(&terms, unused)? {
                chosen.insert(predicate);
            }
        }
        Some(chosen)
    }

    fn honours(&self, predicates: &BTreeSet<P>, refutation: &BTreeSet<P>) -> bool {
        refutation.is_subset(predicates)
    }
}
