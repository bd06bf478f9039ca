//! Parts of what views say of others, switched on where a counterexample asks for them (`thread_modular.knowledge=classes`).
//!
//! **Idea.** The levels of [`super::escalate`] add one kind of knowledge after the other, each for all of the program. Here a counterexample that no predicate refutes is asked what it would take:
//! - *locks*, if somebody holds one in it;
//! - *classes* of places, if a thread jumps in it ([`super::mismatch`]): the partition is refined so that it cannot. That is control abstraction (A. Gupta, C. Popeea, A. Rybalchenko, ATVA 2010) put together with
//!   thread-modular analysis: the thread whose view it is knows where it is, and of all others it knows the class. With `thread_modular.refinement=non-monotonic` the partition is chosen anew, with the fewest classes for all
//!   counterexamples so far (the paper's Figure 4, [`crate::nonmonotonic::partition`]); with `monotonic` classes are split;
//! - *crowds*, if it has like threads that are not told apart: they are counted where they are in it. If they are already, the first few are told apart;
//! - if it has nothing of the kind, *places* themselves in place of classes, and after that *registers*.
//!
//! **Predicates are kept** when a part is switched on. Templates keep their numbers; those that tell like threads apart get the predicates of the one that all these threads had, under their own names.
//!
//! **Progress.** A path whose mismatches were all kept apart before does not come again; if nothing new is kept apart, the next part is taken, and there are finitely many.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use raddle_cpa::NodeId;
use raddle_machine::{SyncObject, ThreadIx};
use raddle_program::FuncId;
use raddle_semantics::view::{Calls, Class, Knowledge, MOST_SPOTS, Partition, Places, Spot, View};
use raddle_smt::Stop;

use super::Search;
use super::mismatch::{Apart, Moves};
use super::tree::Tree;
use crate::config::Refinement;
use crate::nonmonotonic::History;
use crate::nonmonotonic::partition::{Location, Mismatch, Repartition};

/// What counterexamples have asked for.
#[derive(Default)]
pub struct Asked {
    history: History<u64, Mismatch>,
    /// The start routines with places in mismatches.
    starts: Vec<FuncId>,
    /// Those places; the number of one is its index and one more, and 0 is for all others.
    places: Vec<Vec<Calls>>,
}

impl Asked {
    /// A mismatch in numbers.
    fn numbered(&mut self, apart: &Apart) -> Mismatch {
        let thread = number(&mut self.starts, apart.start);
        self.places.resize(self.starts.len(), Vec::new());
        let places = &mut self.places[thread];
        let mut place = |calls: &Calls| number(places, calls.clone()) as Location + 1;
        Mismatch { thread, at: place(&apart.at), needed: apart.needed.iter().map(&mut place).collect() }
    }
}

/// The number of something, which may be a new one.
fn number<T: PartialEq>(all: &mut Vec<T>, one: T) -> usize {
    all.iter().position(|other| *other == one).unwrap_or_else(|| {
        all.push(one);
        all.len() - 1
    })
}

/// The class of a place.
fn class(classes: &Partition, start: FuncId, calls: &Calls) -> Class {
    classes.get(&(start, calls.clone())).copied().unwrap_or(0)
}

/// Splits classes so that a place is apart from others.
fn split(classes: &mut Partition, apart: &Apart) {
    let of_start = |classes: &Partition| {
        classes.iter().filter(|((start, _), _)| *start == apart.start).map(|(_, class)| *class).max().unwrap_or(0)
    };
    let with = class(classes, apart.start, &apart.at);
    let new = of_start(classes) + 1;
    classes.insert((apart.start, apart.at.clone()), new);
    // As in the paper: both are alone if there are only two.
    if let [other] = &apart.needed[..]
        && class(classes, apart.start, other) == with
    {
        classes.insert((apart.start, other.clone()), new + 1);
    }
}

impl Search<'_, '_> {
    /// Switches on what a counterexample asks for, and begins anew; whether there is anything.
    pub(super) fn switch_on(&mut self, tree: Option<&Tree>) -> bool {
        let mut spots = self.cpa.views.counted().clone();
        let Some(knowledge) = self.asked_for(tree, &mut spots) else { return false };
        self.cpa.views.know(knowledge);
        self.cpa.views.count_at(spots);
        self.keep_predicates();
        self.known_anew();
        true
    }

    /// What to know next.
    fn asked_for(&mut self, tree: Option<&Tree>, spots: &mut BTreeSet<Spot>) -> Option<Knowledge> {
        let known = self.cpa.views.knowledge().clone();
        if !known.locks && self.cpa.views.has_locks() && tree.is_none_or(|tree| self.holds(tree)) {
            return Some(Knowledge { locks: true, ..known });
        }
        if let Some(tree) = tree {
            if let Some(classes) = self.kept_apart(tree, &known.places) {
                return Some(Knowledge { places: Places::Classes(Arc::new(classes)), ..known });
            }
            let several = |spot: &Spot| self.cpa.views.may_be_several(spot.0);
            let more: BTreeSet<Spot> = self.spots(tree).into_iter().filter(several).collect();
            let before = spots.len();
            spots.extend(more);
            if spots.len() > before && before < MOST_SPOTS {
                return Some(known);
            }
        }
        let several = self.cpa.views.has_like_threads();
        match known.places {
            _ if self.cpa.views.templates().len() < 2 => None,
            Places::Unsaid if several => Some(Knowledge { places: Places::Classes(Arc::default()), ..known }),
            Places::Unsaid | Places::Classes(_) => Some(Knowledge { places: Places::Each, ..known }),
            Places::Each if !known.registers => Some(Knowledge { registers: true, ..known }),
            Places::Each => None,
        }
    }

    /// Whether somebody holds something in a counterexample, or counts.
    fn holds(&self, tree: &Tree) -> bool {
        let counts = |view: &View| {
            let counted =
                |object: &SyncObject| matches!(object, SyncObject::Semaphore { .. } | SyncObject::Once { .. });
            !view.held().is_empty() || view.state.sync.objects.iter().any(|(_, object)| counted(object))
        };
        let steps = || tree.chains().into_iter().flat_map(|chain| &chain.steps);
        let nodes = steps().filter_map(|step| step.node).map(|node: NodeId| &self.graph.node(node).state.view);
        let effects = steps().filter_map(|step| step.effect).map(|effect| &self.graph.effect(effect).effect.change);
        nodes.into_iter().any(counts) || effects.into_iter().any(|change| !change.held.is_empty())
    }

    /// A partition in which a counterexample and all before it are impossible, if where threads are makes it so.
    fn kept_apart(&mut self, tree: &Tree, places: &Places) -> Option<Partition> {
        let known: Partition = match places {
            Places::Unsaid => Partition::new(),
            Places::Classes(classes) => Partition::clone(classes),
            Places::Each => return None,
        };
        let mut found = Moves::of(&self.graph, &self.cpa).mismatches(tree);
        // What is apart already has another reason.
        let together = |apart: &Apart| {
            let at = class(&known, apart.start, &apart.at);
            apart.needed.iter().any(|other| class(&known, apart.start, other) == at)
        };
        found.retain(together);
        let first = found.first()?;
        if self.config.thread_modular.refinement == Refinement::Monotonic {
            let mut classes = known;
            split(&mut classes, first);
            return Some(classes);
        }
        let name = self.name_of([tree]);
        if self.asked.history.has(&name) {
            return None;
        }
        let reasons = found.iter().map(|apart| self.asked.numbered(apart)).collect();
        self.asked.history.add(name, reasons);
        let sizes: Vec<usize> = self.asked.places.iter().map(|places| places.len() + 1).collect();
        let limits = self.limits.clone();
        let stop: Stop = Arc::new(move || limits.exceeded().is_some());
        let mut repartition = Repartition::new(&sizes, self.limits.deadline(), Some(stop));
        let chosen = self.asked.history.choose(&mut repartition)?;
        let mut classes = BTreeMap::new();
        for (thread, (start, places)) in self.asked.starts.iter().zip(&self.asked.places).enumerate() {
            for (place, calls) in places.iter().enumerate() {
                let class = chosen.class(thread, place as Location + 1);
                if class > 0 {
                    classes.insert((*start, calls.clone()), class);
                }
            }
        }
        (classes != known).then_some(classes)
    }

    /// Keeps the predicates of all templates. Those that tell like threads apart get what is tracked for these.
    fn keep_predicates(&mut self) {
        let mut precisions = Vec::clone(&self.precision);
        let templates = self.cpa.views.templates().len();
        precisions.truncate(templates);
        for template in precisions.len()..templates {
            let template = ThreadIx(template as u16);
            let kind = self.cpa.views.kind(template);
            let tracked = precisions[kind.0 as usize].clone();
            precisions.push(tracked.mapped(|predicate| self.cpa.for_another(predicate, kind, template)));
        }
        self.precision = Rc::new(precisions);
    }
}
