//! Thread-modular analysis: one graph per thread template, and what threads do to each other as effects between them.
//!
//! **Idea** (C. Flanagan, S. Qadeer, SPIN 2003; P. Andrianov, 2020; V. Rudenchik, P. Andrianov, *Predicate Abstraction Refinement in
//! Thread-Modular Analysis*, for the words). An analysis whose states are what *one* thread sees can be run for every thread by itself, if
//! it can say what others notice of a step ([`Modular::publish`], the *projection*) and what a state becomes when another thread makes such a step
//! ([`Modular::absorb`], the *application*). The set of all effects is the *environment*. Steps make states and effects, effects make states,
//! until nothing is new.
//!
//! **Soundness.** If the γ of all states contain the initial views, are closed under each thread's own steps, and under every effect
//! of a state on every other, then they contain all views of all reachable states, by induction over the steps of an execution.
//!
//! **Cost.** Polynomial in the number of templates: states × effects of the same shared part. The number of instances of a template does not matter.
//! Nothing is recomputed: every state absorbs every effect once.

use std::collections::VecDeque;
use std::rc::Rc;

use raddle_machine::Halt;
use rustc_hash::FxHashMap;

use crate::arg::NodeId;
use crate::cpa::{Cpa, Successor};

/// An analysis of single threads.
pub trait Modular: Cpa {
    /// What others notice of a step.
    type Effect;

    /// The steps that the thread of a state can take.
    fn steps(&self, state: &Self::State) -> Vec<Self::Step>;

    /// What others notice of a step from one state to another, if anything.
    ///
    /// Law: whoever sees a concrete state in γ(from) sees, after the step, what the effect makes of it.
    /// Nothing if it was a step of another thread.
    fn publish(&mut self, from: &Self::State, to: &Self::State) -> Option<Self::Effect>;

    /// What a state has to offer to others without a step: that its thread has ended, and can be joined.
    fn offer(&mut self, state: &Self::State) -> Option<Self::Effect>;

    /// What a state becomes when another thread makes a step with this effect, not yet adjusted to a precision; nothing if none
    /// can while the thread sees what it sees. If it is an offer: what the thread does when it takes it.
    ///
    /// Law: γ of all contain all that views in γ(state) become by steps with the effect.
    fn absorb(&mut self, state: &Self::State, effect: &Self::Effect) -> Vec<Result<Self::State, Halt>>;

    /// Whether one effect is also the other. Law: then absorbing it leads to nothing that absorbing the other does not lead to.
    fn includes(&mut self, effect: &Self::Effect, other: &Self::Effect) -> bool;

    /// What is shared in a state, as a number.
    fn shared(&self, state: &Self::State) -> u32;

    /// What is shared where an effect is made, as a number.
    fn requires(&self, effect: &Self::Effect) -> u32;

    /// Whether what has these numbers can be shared at the same time. Law: reflexive and symmetric; if not, a state with the one number absorbs no effect
    /// with the other.
    fn agree(&mut self, a: u32, b: u32) -> bool;

    /// What kind of effect one is, as a number. Law: effects of different kinds are not included in each other.
    fn kind(&self, effect: &Self::Effect) -> u64;
}

/// A number of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EffectId(pub u32);

/// How a state was reached.
#[derive(Clone, Debug)]
pub enum How<A: Modular> {
    /// It is where the program begins.
    Start(A::Label),
    /// By a step of its own thread, or of the one that created it.
    Step(NodeId, A::Step, A::Label),
    /// By a step of another thread.
    Effect(NodeId, EffectId),
}

/// A state of the graph.
pub struct Reached<A: Modular> {
    /// The state.
    pub state: A::State,
    /// How it was reached first.
    pub how: How<A>,
    /// Whether its own steps were taken.
    expanded: bool,
    /// How many effects it has absorbed, of those that what it shares agrees with.
    absorbed: usize,
    queued: bool,
    /// Whether it rests because a state that came later covers it.
    pub covered: bool,
    /// What is shared in it.
    shared: u32,
}

/// An effect with the states it comes from.
pub struct Published<A: Modular> {
    /// The effect.
    pub effect: Rc<A::Effect>,
    /// The states in front of the steps, and the effect of each as it was found.
    pub origins: Vec<(NodeId, Rc<A::Effect>)>,
}

/// All that has the same in common.
#[derive(Default)]
struct Sharing {
    states: Vec<NodeId>,
    effects: Vec<EffectId>,
    /// What can be shared at the same time.
    agreeing: Vec<u32>,
    /// The effects of all those, in the order in which they were published.
    environment: Vec<EffectId>,
}

/// All states of all templates, and the environment.
pub struct Graph<A: Modular> {
    nodes: Vec<Reached<A>>,
    effects: Vec<Published<A>>,
    waiting: VecDeque<NodeId>,
    by_control: FxHashMap<u64, Vec<NodeId>>,
    by_shared: FxHashMap<u32, Sharing>,
    by_kind: FxHashMap<u64, Vec<EffectId>>,
    /// Whether states rest that are covered by one that came later. There are fewer states then, but paths to errors are longer and less
    /// telling: they lead through states that know less.
    pub covered_rest: bool,
}

impl<A: Modular> Default for Graph<A> {
    fn default() -> Graph<A> {
        Graph {
            nodes: Vec::new(),
            effects: Vec::new(),
            waiting: VecDeque::new(),
            by_control: FxHashMap::default(),
            by_shared: FxHashMap::default(),
            by_kind: FxHashMap::default(),
            covered_rest: false,
        }
    }
}

/// Why the exploration is over.
pub enum ModularEnd<A: Modular> {
    /// Nothing is new.
    Exhausted,
    /// A target; how it was reached.
    Target(A::State, How<A>),
    /// A way that cannot be followed and may be real; how it was reached.
    Halted(Halt, How<A>),
    /// The observer said so.
    Stopped,
}

/// Who watches.
pub trait ModularObserver {
    /// Work is about to be done; false ends the exploration.
    fn working(&mut self, states: usize, waiting: usize) -> bool;

    /// A way cannot be followed; true if that is known to be real, so that the exploration can go on elsewhere.
    fn is_known(&mut self, halt: &Halt) -> bool;
}

impl<A: Modular> Graph<A> {
    /// A state.
    pub fn node(&self, id: NodeId) -> &Reached<A> {
        &self.nodes[id.0 as usize]
    }

    /// All states.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Reached<A>)> {
        self.nodes.iter().enumerate().map(|(i, node)| (NodeId(i as u32), node))
    }

    /// An effect.
    pub fn effect(&self, id: EffectId) -> &Published<A> {
        &self.effects[id.0 as usize]
    }

    /// The environment.
    pub fn effects(&self) -> impl Iterator<Item = &Published<A>> {
        self.effects.iter()
    }

    /// Explores until nothing is new, a target is found, or the observer has had enough.
    pub fn explore(
        &mut self,
        cpa: &mut A,
        precision: &A::Precision,
        observer: &mut impl ModularObserver,
    ) -> ModularEnd<A> {
        match self.fixpoint(cpa, precision, observer) {
            Ok(()) => ModularEnd::Exhausted,
            Err(end) => end,
        }
    }

    fn fixpoint(
        &mut self,
        cpa: &mut A,
        precision: &A::Precision,
        observer: &mut impl ModularObserver,
    ) -> Result<(), ModularEnd<A>> {
        if self.nodes.is_empty() {
            for Successor { label, state } in cpa.initial(precision) {
                self.reach(cpa, state, How::Start(label), precision, observer)?;
            }
        }
        while let Some(id) = self.waiting.pop_front() {
            if !observer.working(self.nodes.len(), self.waiting.len()) {
                return Err(ModularEnd::Stopped);
            }
            self.nodes[id.0 as usize].queued = false;
            if self.node(id).covered {
                continue;
            }
            if !std::mem::replace(&mut self.nodes[id.0 as usize].expanded, true) {
                self.transfer(cpa, id, precision, observer)?;
            }
            self.apply(cpa, id, precision, observer)?;
        }
        Ok(())
    }

    /// Takes the own steps of a state.
    fn transfer(
        &mut self,
        cpa: &mut A,
        id: NodeId,
        precision: &A::Precision,
        observer: &mut impl ModularObserver,
    ) -> Result<(), ModularEnd<A>> {
        let from = self.node(id).state.clone();
        if let Some(offer) = cpa.offer(&from) {
            self.publish(cpa, id, offer);
        }
        for step in cpa.steps(&from) {
            for Successor { label, state } in cpa.post(&from, &step, precision) {
                let effect = state.as_ref().ok().and_then(|to| cpa.publish(&from, to));
                self.reach(cpa, state, How::Step(id, step.clone(), label), precision, observer)?;
                if let Some(effect) = effect {
                    self.publish(cpa, id, effect);
                }
            }
        }
        Ok(())
    }

    /// Has a state absorb the effects that it has not absorbed yet.
    fn apply(
        &mut self,
        cpa: &mut A,
        id: NodeId,
        precision: &A::Precision,
        observer: &mut impl ModularObserver,
    ) -> Result<(), ModularEnd<A>> {
        let state = self.node(id).state.clone();
        while let Some(effect) = self.next_effect(id) {
            let published = self.effect(effect).effect.clone();
            for next in cpa.absorb(&state, &published) {
                let own = next.as_ref().ok().and_then(|to| cpa.publish(&state, to));
                self.reach(cpa, next, How::Effect(id, effect), precision, observer)?;
                if let Some(own) = own {
                    self.publish(cpa, id, own);
                }
            }
        }
        Ok(())
    }

    /// The next effect that a state has to absorb.
    fn next_effect(&mut self, id: NodeId) -> Option<EffectId> {
        let node = &mut self.nodes[id.0 as usize];
        if node.covered {
            return None;
        }
        let effect = self.by_shared.get(&node.shared)?.environment.get(node.absorbed).copied();
        node.absorbed += usize::from(effect.is_some());
        effect
    }

    /// What is known about states and effects with a number.
    fn sharing(&mut self, cpa: &mut A, number: u32) -> &mut Sharing {
        if !self.by_shared.contains_key(&number) {
            let mut others: Vec<u32> = self.by_shared.keys().copied().collect();
            others.sort_unstable();
            others.retain(|other| cpa.agree(number, *other));
            for other in &others {
                self.by_shared.entry(*other).or_default().agreeing.push(number);
            }
            let effects = others.iter().filter_map(|other| self.by_shared.get(other)).flat_map(|other| &other.effects);
            let mut environment: Vec<EffectId> = effects.copied().collect();
            environment.sort_unstable();
            others.push(number);
            self.by_shared.insert(number, Sharing { agreeing: others, environment, ..Sharing::default() });
        }
        self.by_shared.entry(number).or_default()
    }

    /// Adds an effect, unless there is one that includes it.
    fn publish(&mut self, cpa: &mut A, origin: NodeId, effect: A::Effect) {
        let key = cpa.requires(&effect);
        let effect = Rc::new(effect);
        let alike = self.by_kind.entry(cpa.kind(&effect)).or_default();
        for known in alike.iter() {
            let published = &mut self.effects[known.0 as usize];
            if cpa.includes(&effect, &published.effect) {
                published.origins.push((origin, effect));
                return;
            }
        }
        let id = EffectId(self.effects.len() as u32);
        alike.push(id);
        let sharing = self.sharing(cpa, key);
        sharing.effects.push(id);
        let agreeing = sharing.agreeing.clone();
        self.effects.push(Published { effect: effect.clone(), origins: vec![(origin, effect)] });
        let mut concerned: Vec<NodeId> = Vec::new();
        for number in agreeing {
            let sharing = self.by_shared.entry(number).or_default();
            sharing.environment.push(id);
            concerned.extend(&sharing.states);
        }
        concerned.sort_unstable();
        for id in concerned {
            let node = &mut self.nodes[id.0 as usize];
            if !node.covered && !std::mem::replace(&mut node.queued, true) {
                self.waiting.push_back(id);
            }
        }
    }

    /// Adds a state, unless it is covered.
    fn reach(
        &mut self,
        cpa: &mut A,
        state: Result<A::State, Halt>,
        how: How<A>,
        precision: &A::Precision,
        observer: &mut impl ModularObserver,
    ) -> Result<(), ModularEnd<A>> {
        let state = match state {
            Ok(state) => cpa.prec(state, precision),
            Err(halt) if observer.is_known(&halt) => return Ok(()),
            Err(halt) => return Err(ModularEnd::Halted(halt, how)),
        };
        if cpa.is_target(&state) {
            return Err(ModularEnd::Target(state, how));
        }
        let at = self.by_control.entry(cpa.control(&state)).or_default();
        if at.iter().any(|old| cpa.leq(&state, &self.nodes[old.0 as usize].state)) {
            return Ok(());
        }
        let id = NodeId(self.nodes.len() as u32);
        if self.covered_rest {
            at.retain(|old| {
                let old = &mut self.nodes[old.0 as usize];
                old.covered = cpa.leq(&old.state, &state);
                !old.covered
            });
        }
        at.push(id);
        let shared = cpa.shared(&state);
        self.sharing(cpa, shared).states.push(id);
        self.nodes.push(Reached { state, how, expanded: false, absorbed: 0, queued: true, covered: false, shared });
        self.waiting.push_back(id);
        Ok(())
    }
}
