//! Where threads would have to jump so that a counterexample is an execution.
//!
//! **Idea** (A. Gupta, C. Popeea, A. Rybalchenko, ATVA 2010, for paths of all threads). A path of a single thread has effects of others in it. After one of them its thread is at a certain place, and
//! the next one of the same thread begins at a certain place. If views say of others only the class of their place, these two may be any two of the class: the thread has jumped, unless steps that
//! nobody notices lead from the one to the other. Such a pair is a *mismatch*; in a partition that keeps the two apart the path is no counterexample any more.
//!
//! The same holds for a path to where an effect is made: of each third thread, and of the one that the effect is on, the last place on that path must fit the place on this one.
//!
//! **Silent steps** are read from the graph, place by place: own steps of which others notice nothing. That is more than some executions have, so mismatches may be overlooked, and
//! it may be less where a step was not added because it was covered; then two places are kept apart in vain. Any partition is sound.

use std::collections::{BTreeMap, BTreeSet};

use raddle_cpa::{Graph, How, NodeId};
use raddle_machine::ThreadIx;
use raddle_program::FuncId;
use raddle_semantics::view::{Calls, View};

use super::Cpa;
use super::tree::{Chain, Step, Tree, chain_to};

/// Two places of threads with a start routine; the one has to be kept apart from each of the others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Apart {
    /// The start routine.
    pub start: FuncId,
    /// Where a thread is.
    pub at: Calls,
    /// Where it would have to be: at any of these.
    pub needed: Vec<Calls>,
}

/// Places of a thread of a template.
type PlacesOf = BTreeMap<ThreadIx, BTreeSet<Calls>>;

/// Where threads get without anybody noticing.
pub struct Moves<'g, 'a, 'p, 'l> {
    graph: &'g Graph<Cpa<'a, 'p, 'l>>,
    templates: &'g [FuncId],
    /// Whether a template is one of several threads, of which nobody knows where each one is.
    several: Vec<bool>,
    /// Own steps, and whether others notice them.
    steps: BTreeMap<(ThreadIx, Calls), BTreeSet<Calls>>,
    noticed: BTreeSet<(ThreadIx, Calls, Calls)>,
    /// Where threads begin.
    begin: PlacesOf,
}

impl<'g, 'a, 'p, 'l> Moves<'g, 'a, 'p, 'l> {
    /// Reads them from a graph.
    pub fn of(graph: &'g Graph<Cpa<'a, 'p, 'l>>, cpa: &'g Cpa<'a, 'p, 'l>) -> Moves<'g, 'a, 'p, 'l> {
        let templates = cpa.views.templates();
        let several = (0..templates.len()).map(|t| cpa.views.may_be_several(ThreadIx(t as u16))).collect();
        let (mut steps, mut noticed, mut begin) = (BTreeMap::new(), BTreeSet::new(), PlacesOf::new());
        for (_, node) in graph.nodes() {
            let to = &node.state.view;
            match node.how {
                How::Step(from, ..) if graph.node(from).state.view.me == to.me => {
                    let from = (to.me, graph.node(from).state.view.calls());
                    steps.entry(from).or_insert_with(BTreeSet::new).insert(to.calls());
                }
                How::Step(..) | How::Start(_) => drop(begin.entry(to.me).or_default().insert(to.calls())),
                How::Effect(..) => {}
            }
        }
        for (_, effect) in graph.effects().flat_map(|effect| &effect.origins) {
            let change = &effect.change;
            noticed.extend(change.to.iter().map(|to| (change.from.me, change.from.calls(), to.clone())));
        }
        Moves { graph, templates, several, steps, noticed, begin }
    }

    /// All places that a thread gets to by steps that nobody notices.
    fn silently(&self, template: ThreadIx, from: &BTreeSet<Calls>) -> BTreeSet<Calls> {
        let (mut all, mut open) = (from.clone(), from.iter().cloned().collect::<Vec<Calls>>());
        while let Some(place) = open.pop() {
            let key = (template, place);
            for next in self.steps.get(&key).into_iter().flatten() {
                let unnoticed = !self.noticed.contains(&(template, key.1.clone(), next.clone()));
                if unnoticed && all.insert(next.clone()) {
                    open.push(next.clone());
                }
            }
        }
        all
    }

    /// All mismatches of a counterexample, those of its own path first.
    pub fn mismatches(&self, tree: &Tree) -> Vec<Apart> {
        let mut found = Vec::new();
        for chain in tree.chains() {
            self.follow(chain, Some(&mut found));
        }
        found
    }

    /// Where all others are at the end of a chain; collects mismatches on the way if that is wanted.
    fn follow(&self, chain: &Chain, mut found: Option<&mut Vec<Apart>>) -> PlacesOf {
        let mut at = PlacesOf::new();
        let mut before: Option<&View> = None;
        for step in &chain.steps {
            if let (Some(view), Some(_)) = (before, step.effect) {
                self.effect(step, view, &mut at, found.as_deref_mut());
            }
            let Some(node) = step.node else { continue };
            let view = &self.graph.node(node).state.view;
            if let Some(before) = before.filter(|before| before.me != view.me) {
                // It has created the thread whose path this is from here on.
                let next = self.steps.get(&(before.me, before.calls()));
                at.insert(before.me, next.cloned().unwrap_or_default());
                at.remove(&view.me);
            }
            for (template, place) in view.whereabouts.iter().enumerate() {
                let template = ThreadIx(template as u16);
                match place {
                    Some(_) if template != view.me => {
                        let begin = || self.begin.get(&template).cloned().unwrap_or_default();
                        at.entry(template).or_insert_with(begin);
                    }
                    Some(_) | None => drop(at.remove(&template)),
                }
            }
            before = Some(view);
        }
        at
    }

    /// An effect on a thread that sees something.
    fn effect(&self, step: &Step, view: &View, at: &mut PlacesOf, found: Option<&mut Vec<Apart>>) {
        let Some(published) = step.effect.map(|effect| self.graph.effect(effect)) else { return };
        let maker = published.effect.change.from.me;
        let origins =
            published.origins.iter().map(|(node, effect)| (*node, effect.change.from.calls(), &effect.change.to));
        let origins: Vec<(NodeId, Calls, &Option<Calls>)> = origins.collect();
        let was = at.get(&maker).cloned().unwrap_or_default();
        let reached = self.silently(maker, &was);
        let fits = |from: &Calls| was.is_empty() || reached.contains(from);
        let jumps = !origins.iter().any(|(_, from, _)| fits(from));
        if let Some(found) = found {
            if jumps {
                let needed: BTreeSet<Calls> = origins.iter().map(|(_, from, _)| from.clone()).collect();
                self.apart(maker, &was, needed, found);
            }
            self.others(view, maker, at, &origins, found);
        }
        let after = origins.iter().filter(|(_, from, _)| jumps || fits(from)).filter_map(|(.., to)| (*to).clone());
        at.insert(maker, after.collect());
    }

    /// Of all others, what the path to where an effect is made says of their places must fit what is known here. It does not fit only if it does for no origin.
    fn others(
        &self,
        view: &View,
        maker: ThreadIx,
        at: &PlacesOf,
        origins: &[(NodeId, Calls, &Option<Calls>)],
        found: &mut Vec<Apart>,
    ) {
        let there: Vec<PlacesOf> =
            origins.iter().map(|(node, ..)| self.follow(&chain_to(self.graph, *node), None)).collect();
        let mut here = at.clone();
        here.insert(view.me, [view.calls()].into());
        for (template, places) in here.iter().filter(|(template, _)| **template != maker) {
            let now = match *template == view.me {
                true => places.clone(),
                false => self.silently(*template, places),
            };
            let last = |of: &PlacesOf| of.get(template).cloned().unwrap_or_default();
            let fits = |of: &PlacesOf| {
                let last = last(of);
                last.is_empty() || now.is_empty() || !self.silently(*template, &last).is_disjoint(&now)
            };
            if !there.iter().any(fits) {
                let needed: BTreeSet<Calls> = there.iter().flat_map(last).collect();
                self.apart(*template, places, needed, found);
            }
        }
    }

    /// Notes that a thread which is at one place would have to be at another.
    fn apart(&self, template: ThreadIx, at: &BTreeSet<Calls>, needed: BTreeSet<Calls>, found: &mut Vec<Apart>) {
        let (Some(first), 1, false) = (at.first(), at.len(), self.several[template.0 as usize]) else { return };
        let apart = Apart {
            start: self.templates[template.0 as usize],
            at: first.clone(),
            needed: needed.into_iter().collect(),
        };
        if !apart.needed.is_empty() && !apart.needed.contains(first) && !found.contains(&apart) {
            found.push(apart);
        }
    }
}
