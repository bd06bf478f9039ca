//! Graphs of single threads: what is explored is closed, also if it was interrupted, and rebuilt with more precision, any number of times.
//!
//! The analysis is a toy: threads with short programs over one shared number, which a state knows or does not, and a precision that
//! says where it is to be known.

use std::collections::BTreeSet;

use raddle_cpa::laws::{Law, check_modular};
use raddle_cpa::{Cpa, Graph, How, Modular, ModularEnd, ModularObserver, NodeId, ReachedSet, Successor};
use raddle_machine::{Halt, ThreadIx};

/// An instruction of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Op {
    Set(u8),
    /// Adds one, modulo 4.
    Add,
    Assume(u8),
    /// Goes to another instruction, or to the next.
    Maybe(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Local {
    thread: usize,
    at: usize,
    number: Option<u8>,
    /// What the last step did to the number, and what was known before.
    did: Option<(Option<u8>, Op)>,
}

type Tracked = BTreeSet<(usize, usize)>;

/// How the toy breaks a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lie {
    None,
    /// Only smaller numbers agree.
    Order,
    /// Nobody agrees with who knows something else, or nothing.
    Strict,
    /// What is known where an effect is made does not matter.
    Includes,
    /// Every number is of a kind of its own.
    Kind,
}

struct Toy(Vec<Vec<Op>>, Lie);

/// What an instruction makes of the number; none if it cannot be executed.
fn execute(op: Op, number: Option<u8>) -> Option<Option<u8>> {
    match op {
        Op::Set(value) => Some(Some(value)),
        Op::Add => Some(number.map(|n| (n + 1) % 4)),
        Op::Assume(value) => number.is_none_or(|n| n == value).then_some(Some(value)),
        Op::Maybe(_) => Some(number),
    }
}

impl Toy {
    fn ways(&self, state: &Local) -> Vec<Local> {
        let Some(op) = self.0[state.thread].get(state.at).copied() else { return Vec::new() };
        let Some(number) = execute(op, state.number) else { return Vec::new() };
        let next = |at: usize| Local { at, number, did: Some((state.number, op)), ..state.clone() };
        match op {
            Op::Maybe(to) => vec![next(state.at + 1), next(to)],
            Op::Set(_) | Op::Add | Op::Assume(_) => vec![next(state.at + 1)],
        }
    }
}

impl Cpa for Toy {
    type State = Local;
    type Precision = Tracked;
    type Step = ();
    type Label = usize;

    fn initial(&mut self, _: &Tracked) -> Vec<Successor<Local, usize>> {
        let start = |thread| Local { thread, at: 0, number: Some(0), did: None };
        (0..self.0.len()).map(|thread| Successor { label: thread, state: Ok(start(thread)) }).collect()
    }

    fn post(&mut self, state: &Local, (): &(), _: &Tracked) -> Vec<Successor<Local, usize>> {
        let ways = self.ways(state).into_iter().enumerate();
        ways.map(|(label, state)| Successor { label, state: Ok(state) }).collect()
    }

    fn control(&self, state: &Local) -> u64 {
        (state.thread * 100 + state.at) as u64
    }

    fn fingerprint(&self, state: &Local) -> u64 {
        self.control(state)
    }

    fn leq(&mut self, a: &Local, b: &Local) -> bool {
        (a.thread, a.at) == (b.thread, b.at) && (b.number.is_none() || a.number == b.number)
    }

    fn merge(&mut self, _: &Local, _: &Local) -> Option<Local> {
        None
    }

    fn prec(&mut self, state: Local, tracked: &Tracked, _: &dyn ReachedSet<Local>) -> (Local, Tracked) {
        let number = state.number.filter(|_| tracked.contains(&(state.thread, state.at)));
        (Local { number, ..state }, tracked.clone())
    }

    fn thread((): &()) -> ThreadIx {
        ThreadIx(0)
    }

    fn is_target(&mut self, _: &Local) -> bool {
        false
    }
}

/// Who does something, what is known then, and what it is.
type Effect = (usize, Option<u8>, Op);

impl Modular for Toy {
    type Effect = Effect;

    fn steps(&self, _: &Local) -> Vec<()> {
        vec![()]
    }

    fn publish(&mut self, from: &Local, to: &Local) -> Option<Effect> {
        let (known, op) = to.did?;
        matches!(op, Op::Set(_) | Op::Add).then_some((from.thread, known, op))
    }

    fn offer(&mut self, _: &Local) -> Option<Effect> {
        None
    }

    fn absorb(&mut self, state: &Local, (thread, known, op): &Effect) -> Vec<Result<Local, Halt>> {
        let agree = state.number.is_none() || known.is_none() || state.number == *known;
        let both = state.number.or(*known);
        match execute(*op, both) {
            Some(number) if agree && *thread != state.thread => vec![Ok(Local { number, did: None, ..state.clone() })],
            Some(_) | None => Vec::new(),
        }
    }

    fn includes(&mut self, effect: &Effect, other: &Effect) -> bool {
        (effect.0, effect.2) == (other.0, other.2)
            && (other.1.is_none() || effect.1 == other.1 || self.1 == Lie::Includes)
    }

    fn shared(&self, state: &Local) -> u32 {
        state.number.map_or(9, u32::from)
    }

    fn requires(&self, effect: &Effect) -> u32 {
        effect.1.map_or(9, u32::from)
    }

    fn agree(&mut self, a: u32, b: u32) -> bool {
        match self.1 {
            Lie::Order => a <= b,
            Lie::Strict => a == b,
            Lie::None | Lie::Includes | Lie::Kind => a == b || a == 9 || b == 9,
        }
    }

    fn kind(&self, effect: &Effect) -> u64 {
        match self.1 {
            Lie::Kind => u64::from(self.requires(effect)),
            Lie::None | Lie::Order | Lie::Strict | Lie::Includes => effect.0 as u64,
        }
    }
}

/// Lets some work be done.
struct Patience(u32);

impl ModularObserver for Patience {
    fn working(&mut self, _: usize, _: usize) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 > 0
    }

    fn is_known(&mut self, _: &Halt) -> bool {
        false
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

fn toy(random: &mut Random) -> Toy {
    let mut op = |length: usize| match random.below(4) {
        0 => Op::Set(random.below(4) as u8),
        1 => Op::Add,
        2 => Op::Assume(random.below(4) as u8),
        _ => Op::Maybe(random.below(length)),
    };
    let threads = (0..3).map(|_| (0..5).map(|_| op(5)).collect()).collect();
    Toy(threads, Lie::None)
}

/// The states that count.
fn states(graph: &Graph<Toy>) -> Vec<Local> {
    graph.nodes().filter(|(_, node)| !node.covered).map(|(_, node)| node.state.clone()).collect()
}

/// Whether some states have the first ones, their own successors and what they make of each other.
fn is_closed(toy: &mut Toy, states: &[Local]) -> bool {
    let inside = |toy: &mut Toy, state: &Local| states.iter().any(|other| toy.leq(state, other));
    let first: Vec<Local> = toy.initial(&Tracked::new()).into_iter().filter_map(|s| s.state.ok()).collect();
    first.iter().all(|state| inside(toy, state))
        && states.iter().all(|from| {
            toy.ways(from).iter().all(|to| {
                let effect = toy.publish(from, to);
                inside(toy, to)
                    && effect.is_none_or(|effect| {
                        states.iter().all(|other| {
                            let next = toy.absorb(other, &effect);
                            next.iter().flatten().all(|state| inside(toy, state))
                        })
                    })
            })
        })
}

/// Whether all that is there rests on what is there.
fn is_founded(graph: &Graph<Toy>) -> bool {
    let there: BTreeSet<NodeId> = graph.nodes().map(|(id, _)| id).collect();
    let founded = |how: &How<Toy>| match how {
        How::Start(_) => true,
        How::Step(from, ..) => there.contains(from),
        How::Effect(from, effect) => there.contains(from) && !graph.effect(*effect).origins.is_empty(),
    };
    graph.nodes().all(|(_, node)| founded(&node.how))
        && graph.effects().all(|e| !e.origins.is_empty() && e.origins.iter().all(|(id, _)| there.contains(id)))
}

/// The states that would know more.
fn outdated(graph: &Graph<Toy>, tracked: &Tracked) -> BTreeSet<NodeId> {
    let lacks = |state: &Local| state.number.is_none() && tracked.contains(&(state.thread, state.at));
    graph.nodes().filter(|(_, node)| lacks(&node.state)).map(|(id, _)| id).collect()
}

#[test]
fn a_graph_is_closed_however_it_was_rebuilt() {
    let (mut gone, mut kept) = (0, 0);
    for seed in 0..6000 {
        let mut random = Random(seed);
        let mut toy = toy(&mut random);
        let mut graph = Graph::default();
        let mut tracked = Tracked::new();
        for round in 0..6 {
            graph.covered_rest = random.below(2) == 0;
            let patience = 1 + random.below(60) as u32;
            graph.explore(&mut toy, &tracked, &mut Patience(patience));
            tracked.extend((0..4).map(|_| (random.below(3), random.below(6))));
            let all = graph.nodes().count();
            let mut roots = outdated(&graph, &tracked);
            roots.retain(|_| random.below(3) != 0);
            if round % 2 == 1 {
                let any: Vec<NodeId> = graph.nodes().map(|(id, _)| id).collect();
                roots.extend(any.iter().filter(|_| random.below(8) == 0));
            }
            let removed = graph.rebuild(&mut toy, &roots);
            gone += removed;
            kept += all - removed;
            assert!(is_founded(&graph), "seed {seed}, round {round}");
        }
        assert!(matches!(graph.explore(&mut toy, &tracked, &mut Patience(u32::MAX)), ModularEnd::Exhausted));
        assert!(is_closed(&mut toy, &states(&graph)), "seed {seed}");
    }
    assert!(gone > 1000 && kept > 1000, "{gone} were removed, {kept} stayed");
}

#[test]
fn without_its_cause_an_effect_is_gone() {
    // The second thread keeps setting the number because it has once seen it set.
    let mut toy = Toy(
        vec![vec![Op::Assume(1), Op::Set(2)], vec![Op::Maybe(2), Op::Assume(2), Op::Set(2), Op::Maybe(1)]],
        Lie::None,
    );
    let mut graph = Graph::default();
    let all: Tracked = (0..2).flat_map(|thread| (0..6).map(move |at| (thread, at))).collect();
    let coarse: Tracked = all.iter().copied().filter(|place| *place != (0, 0)).collect();
    graph.explore(&mut toy, &coarse, &mut Patience(u32::MAX));
    let is_set = |graph: &Graph<Toy>| states(graph).iter().any(|state| (state.thread, state.at) == (0, 2));
    assert!(is_set(&graph), "the number may be anything where nothing is tracked");
    for number in (0..).map(NodeId).take(40) {
        let support = graph.nodes().find(|(id, _)| *id == number).map(|(_, node)| graph.support(&node.how));
        assert!(support.is_none_or(|support| !support.contains(&number)), "nothing rests on itself");
    }
    let roots = outdated(&graph, &all);
    graph.rebuild(&mut toy, &roots);
    graph.explore(&mut toy, &all, &mut Patience(u32::MAX));
    let mut fresh = Graph::default();
    fresh.explore(&mut toy, &all, &mut Patience(u32::MAX));
    let all_of = |graph: &Graph<Toy>| {
        states(graph).iter().map(|state| (state.thread, state.at, state.number)).collect::<BTreeSet<_>>()
    };
    assert_eq!(all_of(&graph), all_of(&fresh));
    assert!(is_closed(&mut toy, &states(&graph)));
}

#[test]
fn a_toy_that_breaks_a_law_is_noticed() {
    let broken = |lie: Lie| {
        let mut laws = BTreeSet::new();
        for seed in 0..60 {
            let mut random = Random(seed);
            let mut toy = Toy(toy(&mut random).0, lie);
            let tracked: Tracked = (0..12).map(|_| (random.below(3), random.below(6))).collect();
            laws.extend(check_modular(&mut toy, &tracked, 40, 40).err().map(|broken| broken.law));
        }
        laws.into_iter().collect::<Vec<Law>>()
    };
    assert_eq!(broken(Lie::None), []);
    assert_eq!(broken(Lie::Order), [Law::Agree]);
    assert_eq!(broken(Lie::Strict), [Law::Agree]);
    assert_eq!(broken(Lie::Includes), [Law::Includes]);
    assert_eq!(broken(Lie::Kind), [Law::Includes]);
}
