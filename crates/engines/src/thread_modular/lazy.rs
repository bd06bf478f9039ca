//! Which states are made anew after a refinement.
//!
//! **Idea.** A counterexample rests on the states on its path, and on those on the paths to the effects on it, and so on. Where one of them
//! was made with fewer predicates than its template has now, and would know more with these, it is a *refinement root*: it goes with all that rests on it
//! ([`Graph::rebuild`](raddle_cpa::Graph::rebuild)), in the thread with the error and in all others alike. States that the
//! counterexample does not rest on stay as they are, even if they could know more; should one of them be in the way it will be in the support of
//! the next counterexample. So a counterexample is judged only when all that it rests on knows what it can, and the argument for progress
//! is that of an exploration from scratch.
//!
//! Predicates are those of a template, so nearly every state of it may have more than it was made with. That does not matter for
//! most: a state is asked again what it would know, along the path from its beginning, until one would know more.
//!
//! Nothing can be kept where what threads say of each other changes, or how predicates are combined.
//!
//! **Repeated counterexamples** are recognised by where the threads go on the path and on all paths that are joined to it, over the whole history. One that
//! comes again is refined again, as interpolants may be others; if there is nothing new in them that is the reason for giving up.
//!
//! **Rejected.** Roots that are only the first states in which an interpolant is not trivial: less is removed, but the states before them
//! stay outdated, and other paths from those have to be refuted one by one, which takes longer than making them anew.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use raddle_analyses::modular::SingleThreads;
use raddle_cpa::{Cpa, How, ModularOrder, NodeId, Nowhere};
use rustc_hash::FxHasher;

use super::Search;
use super::tree::Tree;
use crate::config::Refinement;

impl Search<'_, '_> {
    /// Makes anew what a counterexample rests on, as far as it would know more; whether there is any.
    pub(super) fn rebuild(&mut self, support: &BTreeSet<NodeId>) -> bool {
        if !self.is_lazy() {
            return false;
        }
        let mut roots = BTreeSet::new();
        let mut below = BTreeSet::new();
        for id in support {
            let from = match self.graph.node(*id).how {
                How::Start(_) => None,
                How::Step(from, ..) | How::Effect(from, _) => Some(from),
            };
            if from.is_some_and(|from| below.contains(&from)) {
                below.insert(*id);
            } else if self.would_know_more(*id) {
                below.insert(*id);
                roots.insert(*id);
            }
        }
        if roots.is_empty() {
            return false;
        }
        self.graph.rebuild(&mut self.cpa, &roots);
        true
    }

    /// Notes which paths are refuted together; whether that is the first time, with what threads know of each other now.
    pub(super) fn is_new(&mut self, trees: &[Tree]) -> bool {
        let name = self.name_of(trees);
        self.refuted.insert(name)
    }

    /// A name for some paths, with what threads know of each other now.
    pub(super) fn name_of<'t>(&self, trees: impl IntoIterator<Item = &'t Tree>) -> u64 {
        let mut hasher = FxHasher::default();
        (self.knowledges, self.cpa.domain.options().combination as u8).hash(&mut hasher);
        for chain in trees.into_iter().flat_map(Tree::chains) {
            let steps = chain.steps.iter().map(|step| (step.to, step.effect.is_some(), step.link.path));
            steps.collect::<Vec<_>>().hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Explores again with more predicates.
    pub(super) fn again(&mut self, support: &BTreeSet<NodeId>) {
        let lazily = self.config.thread_modular.refinement == Refinement::Monotonic && self.rebuild(support);
        match lazily {
            true => self.rounds += 1,
            false => self.restart(),
        }
        self.rest_if_covered();
    }

    /// Explores again as before.
    pub(super) fn go_on(&mut self) {
        if !self.is_lazy() {
            self.restart();
        }
    }

    /// What remains when nothing refutes a counterexample: in another order, and always from scratch, another one is found, which may be
    /// refuted by predicates that exclude both. Whether that is something new.
    pub(super) fn other_order(&mut self) -> bool {
        let before = std::mem::replace(&mut self.order, ModularOrder::FirstCome);
        before != self.order
    }

    fn is_lazy(&self) -> bool {
        self.config.thread_modular.lazy && self.order == ModularOrder::Shallow
    }

    /// Whether a state would know more with what is tracked now.
    fn would_know_more(&mut self, id: NodeId) -> bool {
        let node = self.graph.node(id);
        if Rc::ptr_eq(&node.precision, &self.precision) {
            return false;
        }
        let (template, at) = (node.state.view.me.0 as usize, SingleThreads::at(&node.state));
        if node.precision[template].at(at) != self.precision[template].at(at) {
            let old = node.state.clone();
            let new = self.cpa.prec(old.clone(), &self.precision, &Nowhere).0;
            if !self.cpa.leq(&old, &new) {
                return true;
            }
        }
        self.graph.confirm(id, &self.precision);
        false
    }
}
