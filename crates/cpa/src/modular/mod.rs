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
//! Nothing is recomputed: every state absorbs every effect once, and after a refinement only what rests on the states that have to go
//! ([`Graph::rebuild`]).

mod rebuild;

use std::collections::VecDeque;
use std::rc::Rc;

use raddle_machine::Halt;
use rustc_hash::FxHashMap;

use self::rebuild::Source;
use crate::arg::NodeId;
use crate::cpa::{Cpa, Nowhere, Successor};

/// An analysis of single threads.
pub trait Modular: Cpa {
    /// What others notice of a step.
    type Effect;

    /// The steps that the thread of a state can take.
    fn steps(&self, state: &Self::State) -> Vec<Self::Step>;

    /// What others notice of a step from one state to another, if anything; the papers' *projection*.
    ///
    /// Law: whoever sees a concrete state in γ(from) sees, after the step, what the effect makes of it.
    /// Nothing if it was a step of another thread.
    fn publish(&mut self, from: &Self::State, to: &Self::State) -> Option<Self::Effect>;

    /// What a state has to offer to others without a step: that its thread has ended, and can be joined.
    fn offer(&mut self, state: &Self::State) -> Option<Self::Effect>;

    /// The papers' *application*: what a state becomes when another thread makes a step with this effect, not yet adjusted to a precision; nothing if none
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
    /// What it was adjusted to, or could have been with the same result.
    pub precision: A::Precision,
    /// Whether its own steps were taken.
    expanded: bool,
    /// Whether something is done once more with it, so that it may have published what it publishes.
    repeats: bool,
    /// Effects that it has to absorb once more.
    again: Vec<EffectId>,
    /// How many steps, of its own thread and of those that make the effects on it, one after the other lead to it.
    depth: u32,
    /// How many effects it has absorbed, of those that what it shares agrees with.
    absorbed: usize,
    queued: bool,
    /// Whether it rests because a state that came later covers it.
    pub covered: bool,
    /// Whether it was removed.
    gone: bool,
    /// What was not added because of it.
    spared: Vec<Source>,
    /// The states that rest because of it.
    resting: Vec<NodeId>,
    /// What is shared in it.
    shared: u32,
}

/// An effect with the states it comes from.
pub struct Published<A: Modular> {
    /// The effect.
    pub effect: Rc<A::Effect>,
    /// The states in front of the steps, and the effect of each as it was found.
    pub origins: Vec<(NodeId, Rc<A::Effect>)>,
    /// The depth of the state that it was published from first.
    depth: u32,
    /// How many states there were when it was published.
    since: usize,
    /// Whether it was removed.
    gone: bool,
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
    /// The states with which there is something to do, and how deep that is.
    waiting: VecDeque<(u32, NodeId)>,
    /// Whether it has been begun where the program begins.
    begun: bool,
    by_control: FxHashMap<u64, Vec<NodeId>>,
    by_shared: FxHashMap<u32, Sharing>,
    by_kind: FxHashMap<u64, Vec<EffectId>>,
    /// Whether states rest that are covered by one that came later. There are fewer states then, but paths to errors are longer and less
    /// telling: they lead through states that know less.
    pub covered_rest: bool,
    /// In which order there is something to do.
    pub order: ModularOrder,
    /// Effects that nobody absorbs before they are admitted, if that is wanted.
    withheld: Option<Vec<(NodeId, Rc<A::Effect>)>>,
}

/// In which order states are dealt with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ModularOrder {
    /// By how many steps, of all threads, lead to what they lead to: paths to errors are short, also in a graph that was rebuilt.
    #[default]
    Shallow,
    /// As they come.
    FirstCome,
}

impl<A: Modular> Default for Graph<A> {
    fn default() -> Graph<A> {
        Graph {
            nodes: Vec::new(),
            effects: Vec::new(),
            waiting: VecDeque::new(),
            begun: false,
            by_control: FxHashMap::default(),
            by_shared: FxHashMap::default(),
            by_kind: FxHashMap::default(),
            covered_rest: false,
            order: ModularOrder::default(),
            withheld: None,
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
    /// Work is about to be done; false ends the exploration, which can be taken up again there.
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
        let all = self.nodes.iter().enumerate().map(|(i, node)| (NodeId(i as u32), node));
        all.filter(|(_, node)| !node.gone)
    }

    /// An effect.
    pub fn effect(&self, id: EffectId) -> &Published<A> {
        &self.effects[id.0 as usize]
    }

    /// The environment.
    pub fn effects(&self) -> impl Iterator<Item = &Published<A>> {
        self.effects.iter().filter(|effect| !effect.gone)
    }

    /// From now on has nobody absorb effects before they are admitted: the graph is explored under an environment that somebody else extends.
    pub fn withhold(&mut self) {
        self.withheld.get_or_insert_with(Vec::new);
    }

    /// Admits the withheld effects of some kind; how many of them are not included in others. Law: if none is withheld any more and nothing is new, the graph is the one that is explored without withholding.
    pub fn admit(&mut self, cpa: &mut A, is_one: impl Fn(&A::Effect) -> bool) -> usize {
        let Some(withheld) = self.withheld.take() else { return 0 };
        let before = self.effects.len();
        let (admitted, rest): (Vec<_>, Vec<_>) = withheld.into_iter().partition(|(_, effect)| is_one(effect));
        for (origin, effect) in admitted {
            self.publish(cpa, origin, effect);
        }
        self.withheld = Some(rest);
        self.effects.len() - before
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
        if !self.begun {
            for Successor { label, state } in cpa.initial(precision) {
                self.reach(cpa, state, How::Start(label), precision, observer)?;
            }
            self.begun = true;
        }
        while !self.waiting.is_empty() {
            if !observer.working(self.nodes.len(), self.waiting.len()) {
                return Err(ModularEnd::Stopped);
            }
            let Some((depth, id)) = self.waiting.pop_front() else { break };
            self.nodes[id.0 as usize].queued = false;
            if let Err(end) = self.work(cpa, id, precision, observer) {
                // It can be taken up again.
                self.enqueue(id, depth);
                return Err(end);
            }
        }
        Ok(())
    }

    /// Does what there is to do with a state.
    fn work(
        &mut self,
        cpa: &mut A,
        id: NodeId,
        precision: &A::Precision,
        observer: &mut impl ModularObserver,
    ) -> Result<(), ModularEnd<A>> {
        if !self.node(id).covered {
            self.transfer(cpa, id, precision, observer)?;
            self.apply(cpa, id, precision, observer)?;
        }
        Ok(())
    }

    /// Takes the own steps of a state, if it has not done so.
    fn transfer(
        &mut self,
        cpa: &mut A,
        id: NodeId,
        precision: &A::Precision,
        observer: &mut impl ModularObserver,
    ) -> Result<(), ModularEnd<A>> {
        if self.node(id).expanded {
            return Ok(());
        }
        let from = self.node(id).state.clone();
        if let Some(offer) = cpa.offer(&from) {
            self.publish(cpa, id, Rc::new(offer));
        }
        for step in cpa.steps(&from) {
            for Successor { label, state } in cpa.post(&from, &step, precision) {
                let effect = state.as_ref().ok().and_then(|to| cpa.publish(&from, to));
                let how = How::Step(id, step.clone(), label);
                if let Err(end) = self.reach(cpa, state, how, precision, observer) {
                    self.nodes[id.0 as usize].repeats = true;
                    return Err(end);
                }
                if let Some(effect) = effect {
                    self.publish(cpa, id, Rc::new(effect));
                }
            }
        }
        self.nodes[id.0 as usize].expanded = true;
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
                if let Err(end) = self.reach(cpa, next, How::Effect(id, effect), precision, observer) {
                    self.nodes[id.0 as usize].repeats = true;
                    self.nodes[id.0 as usize].again.push(effect);
                    return Err(end);
                }
                if let Some(own) = own {
                    self.publish(cpa, id, Rc::new(own));
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
        let environment = &self.by_shared.get(&node.shared)?.environment;
        loop {
            let effect = match node.again.pop() {
                Some(effect) => effect,
                None => {
                    let effect = environment.get(node.absorbed).copied()?;
                    node.absorbed += 1;
                    effect
                }
            };
            if !self.effects[effect.0 as usize].gone {
                return Some(effect);
            }
        }
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
    fn publish(&mut self, cpa: &mut A, origin: NodeId, effect: Rc<A::Effect>) {
        if let Some(withheld) = &mut self.withheld {
            withheld.push((origin, effect));
            return;
        }
        let key = cpa.requires(&effect);
        let repeats = self.node(origin).repeats;
        let alike = self.by_kind.entry(cpa.kind(&effect)).or_default();
        for known in alike.iter() {
            let published = &mut self.effects[known.0 as usize];
            if cpa.includes(&effect, &published.effect) {
                if !repeats || !published.origins.iter().any(|(known, _)| *known == origin) {
                    published.origins.push((origin, effect));
                }
                return;
            }
        }
        let id = EffectId(self.effects.len() as u32);
        alike.push(id);
        let sharing = self.sharing(cpa, key);
        sharing.effects.push(id);
        let agreeing = sharing.agreeing.clone();
        let (origins, since, depth) = (vec![(origin, effect.clone())], self.nodes.len(), self.node(origin).depth);
        self.effects.push(Published { effect, origins, depth, since, gone: false });
        let mut concerned: Vec<NodeId> = Vec::new();
        for number in agreeing {
            let sharing = self.by_shared.entry(number).or_default();
            sharing.environment.push(id);
            concerned.extend(&sharing.states);
        }
        concerned.sort_unstable();
        for id in concerned {
            if !self.node(id).covered {
                self.enqueue(id, depth);
            }
        }
    }

    /// Notes that there is something to do with a state that leads deeper than this.
    fn enqueue(&mut self, id: NodeId, depth: u32) {
        let node = &mut self.nodes[id.0 as usize];
        if !std::mem::replace(&mut node.queued, true) {
            let depth = node.depth.max(depth);
            let place = match self.order {
                ModularOrder::Shallow => self.waiting.partition_point(|(other, _)| *other <= depth),
                ModularOrder::FirstCome => self.waiting.len(),
            };
            self.waiting.insert(place, (depth, id));
        }
    }

    /// How deep a state is that is reached like this.
    fn depth(&self, how: &How<A>) -> u32 {
        match how {
            How::Start(_) => 0,
            How::Step(from, ..) => self.node(*from).depth + 1,
            How::Effect(from, effect) => self.node(*from).depth.max(self.effect(*effect).depth) + 1,
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
            Ok(state) => cpa.prec(state, precision, &Nowhere).0,
            Err(halt) if observer.is_known(&halt) => return Ok(()),
            Err(halt) => return Err(ModularEnd::Halted(halt, how)),
        };
        if cpa.is_target(&state) {
            return Err(ModularEnd::Target(state, how));
        }
        let at = self.by_control.entry(cpa.control(&state)).or_default();
        if let Some(old) = at.iter().find(|old| cpa.leq(&state, &self.nodes[old.0 as usize].state)) {
            self.nodes[old.0 as usize].spared.push(Source::of(&how));
            return Ok(());
        }
        // A state that is above one that was reached may be widened; it is still above that one then.
        let widen = |new, old: &NodeId| cpa.merge(&new, &self.nodes[old.0 as usize].state).unwrap_or(new);
        let state = at.iter().fold(state, widen);
        let id = NodeId(self.nodes.len() as u32);
        let mut resting = Vec::new();
        if self.covered_rest {
            at.retain(|id| {
                let old = &mut self.nodes[id.0 as usize];
                old.covered = cpa.leq(&old.state, &state);
                resting.extend(old.covered.then_some(*id));
                !old.covered
            });
        }
        at.push(id);
        let depth = self.depth(&how);
        let shared = cpa.shared(&state);
        self.sharing(cpa, shared).states.push(id);
        self.nodes.push(Reached {
            state,
            how,
            precision: precision.clone(),
            expanded: false,
            repeats: false,
            again: Vec::new(),
            depth,
            absorbed: 0,
            queued: false,
            covered: false,
            gone: false,
            spared: Vec::new(),
            resting,
            shared,
        });
        self.enqueue(id, depth);
        Ok(())
    }
}
