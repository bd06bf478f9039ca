//! The environment chosen anew: the fewest predicates that refute all counterexamples so far.
//!
//! **Idea.** The third instance of [`crate::nonmonotonic`], which is in no paper. Refinement of the environment ([`super::refine`]) finds for a tree of paths what a thread must know so that it cannot absorb an effect, and what the thread that makes
//! the effect must know. There is more than one way to do so: another direction of interpolation, and other effects that are left unconstrained. Monotonic refinement takes the first, and what it once tracks it tracks for ever. Here all of them are kept, and the predicates of
//! all threads are replaced by the smallest set that refutes every tree so far. An element is a predicate *with the thread that tracks it*, as one that two threads track costs twice: in views and in effects.
//!
//! **What is different from classes and formulas.** A tree is refuted by its set of predicates only as far as the abstraction is exact: a Cartesian one may lose what a conjunction says. So the same tree can come again, and Theorem 1 holds for
//! Boolean abstraction only. A tree that comes again keeps all of its predicates from then on; if it comes a third time, the analysis goes on as it does without this file: it combines predicates, or says more of the others.
//!
//! **Soundness.** Any precision is sound; the graph is explored from the beginning, as what was known by predicates that are not tracked any more must not be relied on.
//!
//! **Cost.** Up to four refutations for each tree where monotonic refinement needs one, a set cover, and no lazy rebuilding.

use std::collections::BTreeSet;
use std::rc::Rc;

use raddle_analyses::predicate::{At, Precision, Scope};
use raddle_machine::ThreadIx;
use raddle_program::{Id, Loc};
use raddle_smt::Term;
use raddle_smt::interpolation::Method;

use super::Search;
use super::refine::{NewPredicates, Refinement};
use super::tree::Tree;
use crate::nonmonotonic::History;
use crate::nonmonotonic::cover::FewestPredicates;

/// A predicate, with who tracks it (none: everybody) and where.
pub type Tracked = (Option<ThreadIx>, Option<At>, Term);

/// What was refuted so far.
pub struct Environment {
    history: History<u64, BTreeSet<Tracked>>,
    cover: FewestPredicates<Tracked>,
    /// Predicates of trees that came again.
    kept: BTreeSet<Tracked>,
}

impl Environment {
    /// Chooses by this.
    pub fn new(cover: FewestPredicates<Tracked>) -> Environment {
        Environment { history: History::default(), cover, kept: BTreeSet::new() }
    }

    /// What threads know of each other has changed: other trees are possible.
    pub fn forget(&mut self) {
        self.history = History::default();
        self.kept.clear();
    }
}

impl Search<'_, '_> {
    /// Tracks the fewest predicates that refute some trees and all before; each with a name, and sets of predicates of which each refutes it. Whether there is something new.
    pub(super) fn track_anew(&mut self, refuted: Vec<(u64, Vec<NewPredicates>)>) -> bool {
        self.refinements += 1;
        let mut new = false;
        for (name, sets) in refuted {
            let mut reasons: Vec<BTreeSet<Tracked>> = Vec::new();
            for set in sets {
                let reason = self.tracked(set);
                if !reason.is_empty() && !reasons.contains(&reason) {
                    reasons.push(reason);
                }
            }
            if self.environment.history.has(&name) {
                for predicate in reasons.into_iter().flatten() {
                    new |= self.environment.kept.insert(predicate);
                }
            } else if !reasons.is_empty() {
                self.environment.history.add(name, reasons);
                new = true;
            }
        }
        let Environment { history, cover, kept } = &mut self.environment;
        let chosen = if new { history.choose(cover) } else { None };
        let Some(chosen) = chosen else { return false };
        let all: BTreeSet<Tracked> = chosen.union(kept).copied().collect();
        let scope: Scope = self.config.predicates.scope.into();
        let mut precisions = vec![Precision::default(); self.cpa.views.templates().len()];
        for (template, at, predicate) in all {
            let of_all = template.is_none();
            for (number, precision) in precisions.iter_mut().enumerate() {
                if of_all {
                    precision.add(Scope::Global, None, predicate);
                } else if template == Some(ThreadIx(number as u16)) {
                    precision.add(scope, at, predicate);
                }
            }
        }
        self.precision = Rc::new(precisions);
        true
    }

    /// Predicates as they are tracked: two places that are one for the scope are one.
    fn tracked(&self, found: NewPredicates) -> BTreeSet<Tracked> {
        let place = |at: Option<At>| match self.config.predicates.scope.into() {
            Scope::Global => None,
            Scope::Function => at.map(|(function, _)| (function, Loc::from_index(0))),
            Scope::Location => at,
        };
        let mut all = BTreeSet::new();
        for (template, at, predicates) in found {
            for predicate in predicates {
                if self.cpa.domain.logic.smt.as_bool(predicate).is_none() {
                    all.insert(match self.is_for_all(predicate) {
                        true => (None, None, predicate),
                        false => (Some(template), place(at), predicate),
                    });
                }
            }
        }
        all
    }
}

impl Refinement<'_, '_, '_, '_, '_> {
    /// Sets of predicates of which each refutes a tree: in both directions, with either the first or the last effects left unconstrained. The one of monotonic refinement comes first.
    pub fn refutations(&mut self, tree: &Tree) -> Vec<NewPredicates> {
        let first = self.method;
        let mut found = Vec::new();
        for from_behind in [false, true] {
            let mut places = tree.places();
            if from_behind {
                if places.len() < 2 {
                    break;
                }
                places.reverse();
            }
            let tree = self.minimised(tree.clone(), places);
            let others = [Method::Backward, Method::Forward].into_iter().filter(|method| *method != first);
            for method in [first].into_iter().chain(others) {
                self.method = method;
                found.extend(self.refutation(&tree));
            }
            self.method = first;
        }
        found
    }
}
