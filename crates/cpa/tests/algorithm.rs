//! CPA+ on a toy analysis: what is covered, merged, put off, woken and removed.

mod toy;

use raddle_cpa::{Arg, End, NodeId, Observer, Order, Origin, explore};
use raddle_machine::{Halt, ThreadIx, ThreadSet};
use toy::{At, Groups, Toy, ToyEdge, everybody};

/// Writes down which locations are expanded.
#[derive(Default)]
struct Log {
    expanded: Vec<u8>,
    stop_after: Option<usize>,
}

impl Observer<Toy> for Log {
    fn expanding(&mut self, arg: &Arg<Toy>, node: NodeId) -> bool {
        if self.stop_after == Some(self.expanded.len()) {
            return false;
        }
        self.expanded.push(arg.node(node).state.0);
        true
    }

    fn halted(&mut self, _: Halt, _: &Origin<Toy>) -> bool {
        true
    }
}

struct Explored {
    toy: Toy,
    arg: Arg<Toy>,
    log: Log,
    end: End<Toy>,
}

fn run(mut toy: Toy, mut scheduler: Groups, order: Order) -> Explored {
    let mut arg = Arg::new(order);
    let mut log = Log::default();
    let end = explore(&mut toy, &mut scheduler, &8, &mut arg, &mut log);
    Explored { toy, arg, log, end }
}

fn toy(edges: &[ToyEdge], join: bool) -> Toy {
    Toy { edges: edges.to_vec(), initial: vec![At(0, 1)], join, ..Toy::default() }
}

fn states(arg: &Arg<Toy>) -> Vec<At> {
    let mut all: Vec<At> = arg.nodes().map(|(_, n)| n.state).collect();
    all.sort_by_key(|at| (at.0, at.1));
    all
}

fn at(arg: &Arg<Toy>, location: u8) -> NodeId {
    arg.nodes().find(|(_, n)| n.state.0 == location).expect("the location is reached").0
}

/// Two ways to location 3, the second of which comes with the same value.
const DIAMOND: &[ToyEdge] = &[(0, 0, 1, 0), (0, 1, 2, 0), (1, 1, 3, 0), (2, 0, 3, 0), (3, 0, 4, 0)];

#[test]
fn a_covered_state_is_not_expanded() {
    let explored = run(toy(DIAMOND, false), everybody(), Order::BreadthFirst);
    assert!(matches!(explored.end, End::Exhausted));
    assert_eq!(explored.log.expanded, [0, 1, 2, 3, 4]);
    assert_eq!(explored.arg.len(), 5);
}

#[test]
fn different_values_are_kept_apart_or_merged_and_expanded_again() {
    let edges = [(0, 0, 1, 0), (0, 0, 2, 0), (1, 0, 3, 0), (2, 0, 5, 0), (5, 0, 3, 1), (3, 0, 4, 0)];
    let apart = run(toy(&edges, false), everybody(), Order::BreadthFirst);
    assert_eq!(apart.log.expanded, [0, 1, 2, 3, 5, 4, 3, 4]);
    let merged = run(toy(&edges, true), everybody(), Order::BreadthFirst);
    assert_eq!(merged.log.expanded, [0, 1, 2, 3, 5, 4, 3, 4], "3 and 4 are expanded again when they have grown");
    assert_eq!(states(&merged.arg), [At(0, 1), At(1, 1), At(2, 1), At(3, 3), At(4, 3), At(5, 1)]);
    let origins = &merged.arg.node(at(&merged.arg, 3)).origins;
    let pieces: Vec<_> = origins.iter().map(|o| o.piece.as_deref().copied()).collect();
    assert_eq!(pieces, [Some(At(3, 1)), Some(At(3, 2))], "what came from where");
}

#[test]
fn a_target_ends_the_exploration_with_how_it_was_reached() {
    let toy = Toy { target: Some(4), ..toy(DIAMOND, false) };
    let explored = run(toy, everybody(), Order::BreadthFirst);
    let End::Target(state, origin) = explored.end else { panic!("no target") };
    assert_eq!((state, origin.label), (At(4, 1), 4));
    assert_eq!(origin.from.map(|(node, step)| (explored.arg.node(node).state, step)), Some((At(3, 1), 0)));
}

#[test]
fn the_second_group_is_due_only_if_the_first_leads_to_nothing_new() {
    // Thread 0 goes round in a circle 0, 1, 0; thread 1 leaves it from either place.
    let edges = [(0, 0, 1, 0), (1, 0, 0, 0), (0, 1, 2, 0), (1, 1, 3, 0)];
    let first_0 = || Groups(vec![vec![(0, ThreadSet::NONE)], vec![(1, ThreadSet::NONE)]]);
    let explored = run(toy(&edges, false), first_0(), Order::BreadthFirst);
    assert_eq!(explored.log.expanded, [0, 1, 3], "1 closes the circle, so thread 1 has to move there");
    assert_eq!(explored.arg.node(at(&explored.arg, 0)).groups_taken, 1);
    assert_eq!(explored.arg.node(at(&explored.arg, 1)).groups_taken, 2);
}

#[test]
fn a_step_that_leads_back_in_some_ways_is_not_enough() {
    // Thread 0 may stay where it is or go on: those who stay must not be forgotten.
    let edges = [(0, 0, 0, 0), (0, 0, 1, 0), (0, 1, 2, 0)];
    let first_0 = Groups(vec![vec![(0, ThreadSet::NONE)], vec![(1, ThreadSet::NONE)]]);
    let explored = run(toy(&edges, false), first_0, Order::BreadthFirst);
    assert_eq!(explored.arg.node(at(&explored.arg, 0)).groups_taken, 2);
}

#[test]
fn a_node_wakes_threads_that_were_awake_where_it_covers() {
    // Thread 1 sleeps after a step of thread 0, but location 3 is also reached with everybody awake.
    let edges = [(0, 0, 3, 0), (0, 1, 2, 0), (2, 1, 3, 0), (3, 1, 4, 0)];
    let sleepy = Groups(vec![vec![(0, ThreadSet::NONE.with(ThreadIx(1))), (1, ThreadSet::NONE)]]);
    let explored = run(toy(&edges, false), sleepy, Order::BreadthFirst);
    assert_eq!(explored.log.expanded, [0, 3, 2, 3, 4], "3 is expanded again, with thread 1 awake");
    assert!(explored.arg.node(at(&explored.arg, 3)).asleep.is_empty());
    let only_asleep =
        run(toy(&edges[..1], false), Groups(vec![vec![(0, ThreadSet::NONE.with(ThreadIx(1)))]]), Order::BreadthFirst);
    assert!(only_asleep.arg.node(at(&only_asleep.arg, 3)).asleep.contains(ThreadIx(1)));
}

#[test]
fn removing_a_subtree_has_parents_and_covered_expanded_again() {
    let Explored { mut toy, mut arg, .. } = run(toy(DIAMOND, false), everybody(), Order::BreadthFirst);
    let left = at(&arg, 1);
    arg.remove_subtree(&toy, left);
    assert_eq!(states(&arg), [At(0, 1), At(2, 1)], "3 and 4 were reached through 1 first");
    assert!(arg.is_waiting(at(&arg, 0)), "the parent has to be expanded again");
    assert!(arg.is_waiting(at(&arg, 2)), "its child was covered by a node that is gone");
    assert!(arg.is_removed(left));
    let mut log = Log::default();
    let end = explore(&mut toy, &mut everybody(), &8, &mut arg, &mut log);
    assert!(matches!(end, End::Exhausted));
    assert_eq!(states(&arg), [At(0, 1), At(1, 1), At(2, 1), At(3, 1), At(4, 1)]);
}

#[test]
fn an_exploration_is_taken_up_where_it_was_stopped() {
    let mut toy = toy(DIAMOND, false);
    let mut arg = Arg::new(Order::BreadthFirst);
    let mut log = Log { stop_after: Some(2), ..Log::default() };
    assert!(matches!(explore(&mut toy, &mut everybody(), &8, &mut arg, &mut log), End::Stopped));
    log.stop_after = None;
    assert!(matches!(explore(&mut toy, &mut everybody(), &8, &mut arg, &mut log), End::Exhausted));
    assert_eq!(states(&arg).len(), 5);
    let mut all = log.expanded.clone();
    all.sort_unstable();
    assert_eq!(all, [0, 1, 2, 3, 4], "every node is expanded once");
}

#[test]
fn nodes_are_expanded_in_the_order_asked_for() {
    let tree = [(0, 0, 1, 0), (0, 1, 2, 0), (1, 1, 3, 0), (1, 0, 4, 0), (2, 1, 5, 0), (2, 0, 6, 0)];
    let expanded = |order| run(toy(&tree, false), everybody(), order).log.expanded;
    assert_eq!(expanded(Order::BreadthFirst), [0, 1, 2, 4, 3, 6, 5]);
    assert_eq!(expanded(Order::DepthFirst), [0, 2, 5, 6, 1, 3, 4]);
    assert_eq!(expanded(Order::FewestSwitches), [0, 1, 2, 4, 5, 3, 6], "3 and 6 need a context switch");
    assert_eq!(expanded(Order::Random(3)), expanded(Order::Random(3)));
}

/// A counter that goes round a loop, one more each time.
const COUNTER: &[ToyEdge] = &[(0, 0, 0, 1)];

#[test]
fn precision_is_adjusted_while_states_are_reached() {
    let patient = run(toy(COUNTER, false), everybody(), Order::BreadthFirst);
    assert!(matches!(patient.end, End::Exhausted));
    assert_eq!(patient.arg.len(), 8, "each value is a state");
    let adjusting = Toy { patience: Some(3), ..toy(COUNTER, false) };
    let Explored { arg, end, .. } = run(adjusting, everybody(), Order::BreadthFirst);
    assert!(matches!(end, End::Exhausted));
    assert_eq!(
        states(&arg),
        [At(0, 1), At(0, 2), At(0, 4), At(0, 0xff)],
        "the fourth forgets its value and covers all others"
    );
    let precisions: Vec<u32> = arg.nodes().map(|(_, node)| node.precision).collect();
    assert_eq!(precisions, [8, 8, 8, 0], "a node has the precision that was adjusted for it");
}
