//! What views say of other threads when a counterexample cannot be refuted without saying more.
//!
//! The next level of knowledge that makes a difference for the program is taken ([`Knowledge`]), and everything begins anew: predicates that were
//! found on paths which are impossible now would only cost. Where threads are counted, the counterexample says at which spots: those of
//! the threads that disturb others in it, and of the threads that they disturb. Counterexamples that remain add theirs, and then predicates are kept.

use std::collections::BTreeSet;
use std::rc::Rc;

use raddle_analyses::predicate::{Combination, Precision};
use raddle_cpa::NodeId;
use raddle_semantics::view::{Knowledge, Spot};
use raddle_smt::Term;

use super::Search;
use super::tree::Tree;
use crate::config::Refiner;

impl Search<'_, '_> {
    /// Says more of other threads, and begins anew; whether there is more to say. A counterexample tells where it matters how many threads there are.
    pub(super) fn know_more(&mut self, tree: Option<&Tree>) -> bool {
        let spots: BTreeSet<Spot> = tree.map_or_else(BTreeSet::new, |tree| self.spots(tree));
        if self.cpa.views.knowledge() == Knowledge::Crowds && self.cpa.views.count_at(spots.iter().cloned()) {
            self.watch.real.clear();
            self.restart();
            return true;
        }
        let most = self.config.thread_modular.knowledge.into();
        loop {
            let Some(more) = self.cpa.views.more_knowledge().filter(|more| *more <= most) else { return false };
            self.cpa.views.know(more);
            if more != Knowledge::Crowds || self.cpa.views.count_at(spots.iter().cloned()) {
                break;
            }
        }
        self.cpa.domain.combine(Combination::Cartesian);
        self.precision = Rc::new(vec![Precision::default(); self.cpa.views.templates().len()]);
        self.environment.forget();
        self.watch.real.clear();
        self.rounds = 0;
        self.restart();
        true
    }

    /// Where threads are in a counterexample: those that disturb others, and those that they disturb.
    fn spots(&self, tree: &Tree) -> BTreeSet<Spot> {
        let mut spots = BTreeSet::new();
        let mut before = None;
        for step in &tree.chain.steps {
            if let Some(effect) = step.effect {
                let origins = self.graph.effect(effect).origins.iter().map(|(_, origin)| &origin.change.from);
                let disturbed = before.map(|node| &self.graph.node(node).state.view);
                spots.extend(origins.chain(disturbed).filter_map(|view| self.cpa.views.spot(view)));
            }
            before = step.node;
        }
        spots.extend(tree.joined.values().flat_map(|(other, _)| self.spots(other)));
        spots
    }

    /// Whether a predicate is one for all threads: where they are counted, nobody can rely on what others do to shared variables if these do not know
    /// what they do.
    pub(super) fn is_for_all(&self, predicate: Term) -> bool {
        let joins = match self.config.thread_modular.refiner {
            Refiner::Default | Refiner::Simple => false,
            Refiner::Effect | Refiner::Recursive => true,
        };
        let view = &self.graph.node(NodeId(0)).state.view;
        joins
            && self.cpa.views.knowledge() == Knowledge::Crowds
            && self.cpa.domain.logic.symbols_in(predicate).iter().all(|symbol| self.cpa.is_common(*symbol, view))
    }
}
