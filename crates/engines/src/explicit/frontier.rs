//! Which state is expanded next.
//!
//! **Breadth first** finds the shortest way, **depth first** the first way down. Both look at schedules as they come, and where errors need
//! a schedule of a certain kind, both look at a great many others before. **Fewest delays first** (M. Emmi, S. Qadeer, Z. Rakamarić,
//! *Delay-Bounded Scheduling*, POPL 2011) starts from one schedule that a simple rule makes: every thread runs until it cannot, or all threads take
//! turns. A state costs as many delays as it takes to come there, where a delay passes over a thread whose turn it is. Cheap
//! states come first, and among those the last found. With d delays there are polynomially many schedules of a given length, of
//! degree d; most errors need very few.
//!
//! Unlike there, a thread that was passed over once can be passed over again for nothing until it moves: one delay keeps `main` from
//! looking at a result before the others are done.
//!
//! **Samples last.** Behind a value that was sampled because it has too many ([`raddle_machine::lazy`]) there can be any number of states, and none of them helps to prove anything. Breadth
//! first they are put off until nothing else is left; a sample costs as much as a delay.
//!
//! **Soundness.** This is an order, not a bound: every state is expanded in the end. A state that is found again at a lower cost
//! before it was expanded gets that cost, and the way that it was found by.
//!
//! **Rejected**: delays as part of a state. The same state would be expanded once for every set of delayed threads.

use raddle_machine::{ThreadIx, ThreadSet};
use std::collections::{BTreeMap, BTreeSet};

use raddle_analyses::threading::{Action, Choice};

use super::store::StateId;
use crate::config::Order;

/// In which order states are expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Breadth first.
    BreadthFirst,
    /// Depth first.
    DepthFirst,
    /// Fewest delays first.
    FewestDelays(Schedule),
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// A thread runs until it cannot; then the next one does.
    Run,
    /// All threads take turns.
    Turns,
}

impl From<Order> for Strategy {
    fn from(order: Order) -> Strategy {
        match order {
            Order::BreadthFirst => Strategy::BreadthFirst,
            Order::DepthFirst => Strategy::DepthFirst,
            Order::FewestDelays => Strategy::FewestDelays(Schedule::Run),
            Order::FewestDelayedTurns => Strategy::FewestDelays(Schedule::Turns),
        }
    }
}

/// How a state was reached, for the cost of the next move.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    cost: u32,
    last: ThreadIx,
    /// The threads that were passed over and have not moved since; those that no set can hold are not remembered.
    delayed: ThreadSet,
}

/// The states that were found and not expanded.
#[derive(Debug)]
pub struct Frontier {
    strategy: Strategy,
    expanded: u32,
    /// Breadth first: the states before this one were expanded or put off.
    passed: u32,
    /// Breadth first: the states behind samples that were not expanded, and all that there are.
    put_off: BTreeSet<StateId>,
    behind_samples: BTreeSet<StateId>,
    /// Breadth first: states that were put off, and then found without samples.
    resumed: Vec<StateId>,
    /// When each state was expanded; not needed breadth first, as that is the order of discovery.
    ranks: Vec<u32>,
    stack: Vec<StateId>,
    by_cost: BTreeMap<u32, Vec<StateId>>,
    ways: Vec<Way>,
    /// The way to what is found now.
    way: Way,
}

impl Frontier {
    /// Nothing is found yet.
    pub fn new(strategy: Strategy) -> Frontier {
        Frontier {
            strategy,
            expanded: 0,
            passed: 0,
            put_off: BTreeSet::new(),
            behind_samples: BTreeSet::new(),
            resumed: Vec::new(),
            ranks: Vec::new(),
            stack: Vec::new(),
            by_cost: BTreeMap::new(),
            ways: Vec::new(),
            way: Way::default(),
        }
    }

    /// In which order states are expanded.
    pub fn strategy(&self) -> Strategy {
        self.strategy
    }

    /// How many states were expanded.
    pub fn expanded(&self) -> u32 {
        self.expanded
    }

    /// Breadth first: how many states are behind the search.
    pub fn passed(&self) -> u32 {
        self.passed
    }

    /// When each state was expanded, if not in the order of discovery.
    pub fn into_ranks(self) -> Vec<u32> {
        self.ranks
    }

    /// The state to be expanded next, if there are `found` states.
    pub fn next(&mut self, found: usize) -> Option<StateId> {
        let id = match self.strategy {
            Strategy::BreadthFirst => self.first(found),
            Strategy::DepthFirst => self.stack.pop(),
            Strategy::FewestDelays(_) => self.cheapest(),
        }?;
        if self.strategy != Strategy::BreadthFirst {
            self.ranks[id.0 as usize] = self.expanded;
        }
        self.expanded += 1;
        Some(id)
    }

    /// The state that was found first, of those that are not behind samples if there are any.
    fn first(&mut self, found: usize) -> Option<StateId> {
        if let Some(id) = self.resumed.pop() {
            return Some(id);
        }
        while (self.passed as usize) < found {
            let id = StateId(self.passed);
            self.passed += 1;
            if !self.put_off.contains(&id) {
                return Some(id);
            }
        }
        self.put_off.pop_first()
    }

    fn cheapest(&mut self) -> Option<StateId> {
        loop {
            let mut lowest = self.by_cost.first_entry()?;
            match lowest.get_mut().pop() {
                // A state that became cheaper is still where it was before.
                Some(id) if self.ranks[id.0 as usize] != u32::MAX => {}
                Some(id) => return Some(id),
                None => drop(lowest.remove()),
            }
        }
    }

    /// Whether a state will be expanded after those expanded so far.
    pub fn comes_later(&self, id: StateId) -> bool {
        match self.strategy {
            Strategy::BreadthFirst => id.0 >= self.passed || self.put_off.contains(&id) || self.resumed.contains(&id),
            Strategy::DepthFirst | Strategy::FewestDelays(_) => self.ranks[id.0 as usize] == u32::MAX,
        }
    }

    /// Whether a state is behind a sample, as far as is known.
    pub fn is_behind_samples(&self, id: StateId) -> bool {
        self.behind_samples.contains(&id)
    }

    /// A new state was found; whether behind a sample.
    pub fn push(&mut self, id: StateId, sampled: bool) {
        match self.strategy {
            Strategy::BreadthFirst => {
                if sampled {
                    self.put_off.insert(id);
                    self.behind_samples.insert(id);
                }
                return;
            }
            Strategy::DepthFirst => self.stack.push(id),
            Strategy::FewestDelays(_) => {
                let way = self.way(sampled);
                self.ways.push(way);
                self.by_cost.entry(way.cost).or_default().push(id);
            }
        }
        self.ranks.push(u32::MAX);
    }

    /// A state was found again, perhaps behind a sample; whether this way is cheaper and still of use.
    pub fn cheaper(&mut self, id: StateId, sampled: bool) -> bool {
        let cheaper = match self.strategy {
            Strategy::BreadthFirst => return !sampled && self.resume(id),
            Strategy::DepthFirst => false,
            Strategy::FewestDelays(_) => self.way(sampled).cost < self.ways[id.0 as usize].cost && self.comes_later(id),
        };
        if cheaper {
            let way = self.way(sampled);
            self.ways[id.0 as usize] = way;
            self.by_cost.entry(way.cost).or_default().push(id);
        }
        cheaper
    }

    /// Takes a state out of those that are put off; whether it was one of them.
    fn resume(&mut self, id: StateId) -> bool {
        let was_put_off = self.put_off.remove(&id);
        if was_put_off {
            self.behind_samples.remove(&id);
            if id.0 < self.passed {
                self.resumed.push(id);
            }
        }
        was_put_off
    }

    /// The way to what is found now, perhaps by a sample.
    fn way(&self, sampled: bool) -> Way {
        Way { cost: self.way.cost + u32::from(sampled), ..self.way }
    }

    /// Puts moves of a state in the order in which it is their turn.
    pub fn sort(&self, from: StateId, moves: &mut [Choice]) {
        match self.strategy {
            Strategy::BreadthFirst | Strategy::DepthFirst => {}
            Strategy::FewestDelays(schedule) => {
                let last = self.ways[from.0 as usize].last;
                moves.sort_by_key(|choice| turn(schedule, last, choice.thread));
            }
        }
    }

    /// One of several moves, in the order of their turns, is about to be made.
    pub fn follow(&mut self, from: StateId, moves: &[Choice], choice: Choice) {
        match self.strategy {
            Strategy::BreadthFirst | Strategy::DepthFirst => {}
            Strategy::FewestDelays(_) => {
                let mut way = self.ways[from.0 as usize];
                let mine = choice.thread;
                for thread in moves.iter().map(|other| other.thread).take_while(|thread| *thread != mine) {
                    way.cost += u32::from(!way.delayed.contains(thread));
                    way.delayed = way.delayed.with(thread);
                }
                // Nobody expects to be woken for no reason, nor that time runs out.
                way.cost += match choice.action {
                    Action::Step => 0,
                    Action::Wake | Action::TimeOut => 1,
                };
                way.delayed = way.delayed.without(ThreadSet::NONE.with(mine));
                way.last = mine;
                self.way = way;
            }
        }
    }
}

/// When it is a thread's turn after another has moved: how far it is from there, round and round.
fn turn(schedule: Schedule, last: ThreadIx, thread: ThreadIx) -> u16 {
    match schedule {
        Schedule::Run => thread.0.wrapping_sub(last.0),
        Schedule::Turns => thread.0.wrapping_sub(last.0).wrapping_sub(1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_machine::ThreadIx;

    /// The order in which states are expanded in which two threads have made so many steps, at most two each.
    fn expanded(strategy: Strategy) -> String {
        let mut frontier = Frontier::new(strategy);
        let mut found = vec![[0, 0]];
        frontier.push(StateId(0), false);
        let mut order = Vec::new();
        while let Some(id) = frontier.next(found.len()) {
            let at = found[id.0 as usize];
            order.push(format!("{}{}", at[0], at[1]));
            let can_move = [0u16, 1].into_iter().filter(|thread| at[usize::from(*thread)] < 2);
            let mut moves: Vec<Choice> =
                can_move.map(|thread| Choice { thread: ThreadIx(thread), action: Action::Step }).collect();
            frontier.sort(id, &mut moves);
            for choice in &moves {
                frontier.follow(id, &moves, *choice);
                let mut next = at;
                next[usize::from(choice.thread.0)] += 1;
                match found.iter().position(|known| *known == next) {
                    Some(known) => {
                        frontier.cheaper(StateId(known as u32), false);
                    }
                    None => {
                        found.push(next);
                        frontier.push(StateId(found.len() as u32 - 1), false);
                    }
                }
            }
        }
        order.join(" ")
    }

    #[test]
    fn what_is_behind_samples_is_put_off_until_it_is_found_without() {
        let mut frontier = Frontier::new(Strategy::BreadthFirst);
        frontier.push(StateId(0), false);
        assert_eq!(frontier.next(1), Some(StateId(0)));
        for (id, sampled) in [(1, true), (2, false), (3, true), (4, true)] {
            frontier.push(StateId(id), sampled);
        }
        assert_eq!(frontier.next(5), Some(StateId(2)));
        assert!(frontier.is_behind_samples(StateId(3)) && frontier.comes_later(StateId(1)));
        assert!(frontier.cheaper(StateId(1), false), "the way without samples counts");
        assert!(!frontier.cheaper(StateId(2), false) && !frontier.cheaper(StateId(3), true));
        assert_eq!([(); 4].map(|()| frontier.next(5).map(|id| id.0)), [Some(1), Some(3), Some(4), None]);
        assert!(!frontier.comes_later(StateId(3)));
    }

    #[test]
    fn each_order_has_its_first_schedule() {
        let run = Strategy::FewestDelays(Schedule::Run);
        let turns = Strategy::FewestDelays(Schedule::Turns);
        assert_eq!(expanded(Strategy::BreadthFirst), "00 10 01 20 11 02 21 12 22");
        assert_eq!(expanded(Strategy::DepthFirst), "00 01 02 12 22 11 21 10 20");
        assert_eq!(expanded(run), "00 10 20 21 22 11 12 01 02");
        assert_eq!(expanded(turns), "00 01 11 12 22 21 02 10 20");
    }
}
