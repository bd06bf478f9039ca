//! Rebuilding a part of the graph after a refinement: lazy abstraction with effects.
//!
//! **Idea** (T. Henzinger, R. Jhala, R. Majumdar, G. Sutre, *Lazy Abstraction*, POPL 2002; V. Rudenchik, P. Andrianov, *Predicate Abstraction Refinement in
//! Thread-Modular Analysis*, where both the thread with the error and those whose effects led to it are rebuilt). States that were made with
//! less than is tracked now are removed, with all that rests on them, and the exploration goes on with the rest. What rests on a state:
//! - what was reached from it, by its own steps or by effects on it;
//! - the effects that come from it, and so what they have led to;
//! - that other states rest, or were not added at all, because it covers them. Those rest no longer, and what led to the others
//!   is done again.
//!
//! An effect that others have made too stays if one of them makes the very same, and has been there before the effect: who came
//! later may be a consequence of it, and would keep itself alive. Otherwise it goes, and what the others do is published by itself.
//!
//! **Soundness.** Afterwards each state that does not rest has taken its steps and absorbed the effects, up to what is noted as still to be done; each state that
//! was reached from one that stays is there, or covered by one that stays, or its source is noted. So when nothing is left to be
//! done the graph is closed like one that was explored at once.
//!
//! **Cost.** One pass over states and effects, in the order in which they were made. Numbers stay: what is removed leaves a gap.
//!
//! **Rejected.** Adjusting the roots to the new precision in place saves their last step, but a state may have forgotten what it
//! would have to keep now.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::{EffectId, Graph, How, Modular};
use crate::arg::NodeId;

/// What leads to states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Source {
    /// The beginning of the program.
    Start,
    /// The steps of a state.
    Step(NodeId),
    /// An effect on a state.
    Effect(NodeId, EffectId),
}

impl Source {
    pub(super) fn of<A: Modular>(how: &How<A>) -> Source {
        match how {
            How::Start(_) => Source::Start,
            How::Step(from, ..) => Source::Step(*from),
            How::Effect(from, effect) => Source::Effect(*from, *effect),
        }
    }
}

impl<A: Modular> Graph<A> {
    /// All states that one rests on which is reached like this: on the way to it, and on the ways to the effects on those.
    pub fn support(&self, how: &How<A>) -> BTreeSet<NodeId> {
        let mut support = BTreeSet::new();
        let mut effects = BTreeSet::new();
        let mut open = vec![Source::of(how)];
        while let Some(source) = open.pop() {
            let from = match source {
                Source::Start => continue,
                Source::Step(from) => from,
                Source::Effect(from, effect) => {
                    if effects.insert(effect) {
                        open.extend(self.effect(effect).origins.iter().map(|(origin, _)| Source::Step(*origin)));
                    }
                    from
                }
            };
            if support.insert(from) {
                open.push(Source::of(&self.node(from).how));
            }
        }
        support
    }

    /// Notes that a state would be the same with another precision.
    pub fn confirm(&mut self, id: NodeId, precision: &A::Precision) {
        self.nodes[id.0 as usize].precision = precision.clone();
    }

    /// Removes some states with all that rests on them, so that [`Graph::explore`] makes them anew; how many are gone.
    pub fn rebuild(&mut self, cpa: &mut A, roots: &BTreeSet<NodeId>) -> usize {
        let (removed, effects) = self.remove(cpa, roots);
        self.forget();
        let mut orphans = Vec::new();
        for id in effects {
            orphans.extend(std::mem::take(&mut self.effects[id.0 as usize].origins));
        }
        let mut sources: BTreeSet<Source> = BTreeSet::new();
        for id in &removed {
            let node = &mut self.nodes[id.0 as usize];
            sources.insert(Source::of(&node.how));
            sources.extend(std::mem::take(&mut node.spared));
            let resting = std::mem::take(&mut node.resting);
            self.wake(cpa, resting);
        }
        self.repeat(sources);
        for (origin, effect) in orphans {
            if !self.node(origin).gone {
                self.publish(cpa, origin, effect);
            }
        }
        removed.len()
    }

    /// Marks what goes; it is still in all lists.
    fn remove(&mut self, cpa: &mut A, roots: &BTreeSet<NodeId>) -> (Vec<NodeId>, Vec<EffectId>) {
        let mut removed = (Vec::new(), Vec::new());
        let mut next = 0;
        for number in 0..self.nodes.len() {
            while self.effects.get(next).is_some_and(|effect| effect.since <= number) {
                self.keep_or_remove(cpa, EffectId(next as u32), &mut removed.1);
                next += 1;
            }
            let id = NodeId(number as u32);
            let rests_on_gone = match Source::of(&self.nodes[number].how) {
                Source::Start => false,
                Source::Step(from) => self.node(from).gone,
                Source::Effect(from, effect) => self.node(from).gone || self.effect(effect).gone,
            };
            if !self.nodes[number].gone && (rests_on_gone || roots.contains(&id)) {
                self.nodes[number].gone = true;
                removed.0.push(id);
            }
        }
        for number in next..self.effects.len() {
            self.keep_or_remove(cpa, EffectId(number as u32), &mut removed.1);
        }
        removed
    }

    /// Decides about an effect, when it is known of all states before it whether they are gone.
    fn keep_or_remove(&mut self, cpa: &mut A, id: EffectId, removed: &mut Vec<EffectId>) {
        let (nodes, published) = (&self.nodes, &mut self.effects[id.0 as usize]);
        if published.gone {
            return;
        }
        let makes_the_same = |(origin, effect): &(NodeId, Rc<A::Effect>)| {
            let before = (origin.0 as usize) < published.since && !nodes[origin.0 as usize].gone;
            before && (Rc::ptr_eq(effect, &published.effect) || cpa.includes(&published.effect, effect))
        };
        match published.origins.iter().position(makes_the_same) {
            Some(first) => published.origins.swap(0, first),
            None => {
                published.gone = true;
                removed.push(id);
            }
        }
    }

    /// Takes what is gone out of all lists.
    fn forget(&mut self) {
        let Graph { nodes, effects, waiting, by_control, by_shared, by_kind, .. } = self;
        let is_there = |id: &NodeId| !nodes[id.0 as usize].gone;
        for published in effects.iter_mut() {
            published.origins.retain(|(origin, _)| is_there(origin));
        }
        waiting.retain(|(_, id)| is_there(id));
        by_control.values_mut().for_each(|states| states.retain(is_there));
        by_shared.values_mut().for_each(|sharing| sharing.states.retain(is_there));
        by_kind.values_mut().for_each(|alike| alike.retain(|id| !effects[id.0 as usize].gone));
    }

    /// States that rested because of one that is gone rest no longer, unless there is another.
    fn wake(&mut self, cpa: &mut A, resting: Vec<NodeId>) {
        for id in resting {
            let node = &self.nodes[id.0 as usize];
            if node.gone {
                continue;
            }
            let at = self.by_control.entry(cpa.control(&node.state)).or_default();
            match at.iter().find(|other| cpa.leq(&node.state, &self.nodes[other.0 as usize].state)) {
                Some(other) => self.nodes[other.0 as usize].resting.push(id),
                None => {
                    at.push(id);
                    self.nodes[id.0 as usize].covered = false;
                    self.enqueue(id, 0);
                }
            }
        }
    }

    /// Notes what has to be done once more.
    fn repeat(&mut self, sources: BTreeSet<Source>) {
        for source in sources {
            let (from, depth) = match source {
                Source::Start => {
                    self.begun = false;
                    continue;
                }
                Source::Step(from) => {
                    self.nodes[from.0 as usize].expanded = false;
                    (from, 0)
                }
                Source::Effect(_, effect) if self.effect(effect).gone => continue,
                Source::Effect(from, effect) => {
                    self.nodes[from.0 as usize].again.push(effect);
                    (from, self.effect(effect).depth)
                }
            };
            if !self.node(from).gone {
                self.nodes[from.0 as usize].repeats = true;
                self.enqueue(from, depth);
            }
        }
    }
}
