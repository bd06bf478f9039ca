//! In which order nodes are expanded.
//!
//! Breadth first finds short counterexamples and, where states are merged, lets most of them meet before they are
//! expanded. Depth first reaches deep errors soon. *By switches* expands states with few context switches first: most
//! concurrency errors need few (S. Qadeer, J. Rehof, TACAS 2005). A random order with a seed finds what no fixed order finds.

use std::collections::{BTreeMap, VecDeque};

use crate::arg::NodeId;

/// An order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// First in, first out.
    BreadthFirst,
    /// Last in, first out.
    DepthFirst,
    /// Fewest context switches first, then first in, first out.
    FewestSwitches,
    /// Any, determined by the seed.
    Random(u64),
}

/// Nodes that wait to be expanded.
#[derive(Clone, Debug)]
pub enum Waitlist {
    /// A queue (`true`) or a stack (`false`).
    Linear(VecDeque<NodeId>, bool),
    /// A queue for each number of switches.
    BySwitches(BTreeMap<u32, VecDeque<NodeId>>),
    /// A bag and the state of a generator.
    Shuffled(Vec<NodeId>, u64),
}

impl Waitlist {
    /// An empty list.
    pub fn new(order: Order) -> Waitlist {
        match order {
            Order::BreadthFirst => Waitlist::Linear(VecDeque::new(), true),
            Order::DepthFirst => Waitlist::Linear(VecDeque::new(), false),
            Order::FewestSwitches => Waitlist::BySwitches(BTreeMap::new()),
            Order::Random(seed) => Waitlist::Shuffled(Vec::new(), seed),
        }
    }

    /// Adds a node that was reached with this many context switches.
    pub fn push(&mut self, node: NodeId, switches: u32) {
        match self {
            Waitlist::Linear(list, _) => list.push_back(node),
            Waitlist::BySwitches(lists) => lists.entry(switches).or_default().push_back(node),
            Waitlist::Shuffled(list, _) => list.push(node),
        }
    }

    /// Takes the next node.
    pub fn pop(&mut self) -> Option<NodeId> {
        match self {
            Waitlist::Linear(list, true) => list.pop_front(),
            Waitlist::Linear(list, false) => list.pop_back(),
            Waitlist::BySwitches(lists) => {
                let mut first = lists.first_entry()?;
                let node = first.get_mut().pop_front();
                if first.get().is_empty() {
                    first.remove();
                }
                node
            }
            Waitlist::Shuffled(list, state) => {
                // splitmix64: a good generator in three lines.
                *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
                let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
                let index = (mixed ^ (mixed >> 31)).checked_rem(list.len() as u64)?;
                Some(list.swap_remove(index as usize))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn popped(order: Order) -> Vec<u32> {
        let mut list = Waitlist::new(order);
        for (node, switches) in [(0, 2), (1, 0), (2, 1), (3, 0)] {
            list.push(NodeId(node), switches);
        }
        std::iter::from_fn(|| list.pop()).map(|n| n.0).collect()
    }

    #[test]
    fn each_order_is_what_it_says() {
        assert_eq!(popped(Order::BreadthFirst), [0, 1, 2, 3]);
        assert_eq!(popped(Order::DepthFirst), [3, 2, 1, 0]);
        assert_eq!(popped(Order::FewestSwitches), [1, 3, 2, 0]);
    }

    #[test]
    fn a_random_order_takes_every_node_once_and_depends_on_the_seed_only() {
        let mut sorted = popped(Order::Random(7));
        assert_eq!(sorted, popped(Order::Random(7)));
        assert!((0..20).any(|seed| popped(Order::Random(seed)) != sorted), "the seed has no effect");
        sorted.sort_unstable();
        assert_eq!(sorted, [0, 1, 2, 3]);
    }
}
