//! What views say of other threads when a counterexample cannot be refuted without saying more.
//!
//! **The ladder** (`thread_modular.knowledge` up to `locals`). The next level of knowledge that makes a difference for the program is taken, and everything begins anew: predicates that were
//! found on paths which are impossible now would only cost. Where threads are counted, the counterexample says at which spots: those of
//! the threads that disturb others in it, and of the threads that they disturb. Counterexamples that remain add theirs, and then predicates are kept.
//!
//! With `knowledge=classes` there are no levels: a counterexample switches on the parts that it needs ([`super::parts`]).

use std::collections::BTreeSet;
use std::rc::Rc;

use raddle_analyses::predicate::{Combination, Precision};
use raddle_cpa::NodeId;
use raddle_semantics::view::{Knowledge, Spot, Views};
use raddle_smt::Term;

use super::Search;
use super::tree::Tree;
use crate::config::{KnowledgeKind, Refiner};

/// The levels of the ladder above the one that it begins with. That threads are counted is a level without a part of [`Knowledge`]: where they are is another matter.
const LADDER: [(KnowledgeKind, Knowledge); 4] = [
    (KnowledgeKind::Locks, Knowledge::LOCKS),
    (KnowledgeKind::Crowds, Knowledge::LOCKS),
    (KnowledgeKind::Locations, Knowledge::LOCATIONS),
    (KnowledgeKind::Locals, Knowledge::LOCALS),
];

/// How many levels may be taken, up to one of them.
fn levels(most: KnowledgeKind) -> usize {
    LADDER.iter().position(|(level, _)| *level == most).map_or(0, |at| at + 1)
}

/// Whether a level makes a difference for a program.
fn matters(level: KnowledgeKind, views: &Views<'_, '_>) -> bool {
    match level {
        KnowledgeKind::Plain | KnowledgeKind::Numbers | KnowledgeKind::Classes => false,
        KnowledgeKind::Locks => views.has_locks(),
        KnowledgeKind::Crowds => views.has_like_threads(),
        KnowledgeKind::Locations | KnowledgeKind::Locals => views.templates().len() > 1,
    }
}

impl Search<'_, '_> {
    /// Says more of other threads, and begins anew; whether there is more to say. A counterexample tells where it matters how many threads there are.
    pub(super) fn know_more(&mut self, tree: Option<&Tree>) -> bool {
        if self.config.thread_modular.knowledge == KnowledgeKind::Classes {
            return self.switch_on(tree);
        }
        let spots: BTreeSet<Spot> = tree.map_or_else(BTreeSet::new, |tree| self.spots(tree));
        if !self.cpa.views.counted().is_empty() && self.cpa.views.count_at(spots.iter().cloned()) {
            self.watch.real.clear();
            self.restart();
            return true;
        }
        loop {
            let left = LADDER[..levels(self.config.thread_modular.knowledge)].iter().enumerate().skip(self.level);
            let next = left.filter(|(_, (level, _))| matters(*level, &self.cpa.views)).next();
            let Some((at, (level, knowledge))) = next else { return false };
            self.level = at + 1;
            self.cpa.views.know(knowledge.clone());
            if *level != KnowledgeKind::Crowds || self.cpa.views.count_at(spots.iter().cloned()) {
                break;
            }
        }
        self.precision = Rc::new(vec![Precision::default(); self.cpa.views.templates().len()]);
        self.known_anew();
        true
    }

    /// Begins anew with other knowledge of other threads.
    pub(super) fn known_anew(&mut self) {
        self.cpa.domain.combine(Combination::Cartesian);
        self.environment.forget();
        self.watch.real.clear();
        self.knowledges += 1;
        self.rounds = 0;
        self.restart();
    }

    /// Where threads are in a counterexample: those that disturb others, and those that they disturb.
    pub(super) fn spots(&self, tree: &Tree) -> BTreeSet<Spot> {
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
            && !self.cpa.views.counted().is_empty()
            && self.cpa.domain.logic.symbols_in(predicate).iter().all(|symbol| self.cpa.is_common(*symbol, view))
    }
}
