//! How few classes the paper's Bakery can have, whatever is known about its values.
//!
//! The program of the paper's Figure 2, location by location as it is printed, is explored with classes of locations and *exact* values: no predicates say more than that. So a counterexample is excluded by classes or by nothing,
//! and the fewest classes for all counterexamples are the fewest that any proof by classes and predicates can have. They are 10, the paper's number, if the program has one initial state, as the paper says of all programs; where what a
//! thread remembers of a ticket begins with any value, as it does in C, they are 12. (Tickets are bounded: a counterexample with small ones is one with all.)

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use raddle_deadline::Deadline;

use super::NonMonRefine;
use super::partition::{Location, Mismatch, Partition, Repartition};

/// The largest ticket that somebody draws a greater one after.
const LARGEST: u8 = 3;

/// What stands for −1 in what is remembered.
const BELOW: u8 = u8::MAX;

/// Values of the variables, of both threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Values {
    ticket: [u8; 2],
    choosing: [bool; 2],
    remembered: [u8; 2],
    x: u8,
}

/// What a step leads to.
enum After {
    Location(Values),
    Error,
    Nothing,
}

/// The line of a thread at a location (1 to 10 and 11 to 20 in the paper, from 0 here); nothing is behind the last.
fn step(thread: usize, at: Location, values: Values) -> After {
    let (me, other, mut after) = (thread, 1 - thread, values);
    let goes = |waits: bool, after: Values| if waits { After::Nothing } else { After::Location(after) };
    match at {
        0 => after.choosing[me] = true,
        1 if values.ticket[other] > LARGEST => return After::Nothing,
        // `tmp` is the ticket of the other and one more.
        1 => after.remembered[me] = values.ticket[other],
        2 if values.remembered[me] == BELOW => after.ticket[me] = 0,
        2 => after.ticket[me] = values.remembered[me] + 1,
        3 => after.choosing[me] = false,
        4 => return goes(values.choosing[other], after),
        5 => return goes(values.ticket[me] >= values.ticket[other] && values.ticket[other] != 0, after),
        6 => after.x = thread as u8,
        7 if values.x != thread as u8 => return After::Error,
        7 => {}
        8 => after.ticket[me] = 0,
        _ => return After::Nothing,
    }
    After::Location(after)
}

/// Where both threads are, and the values.
type State = ([Location; 2], Values);

/// A jump: a thread goes on from the second location as if it were at the first.
type Jump = (usize, Location, Location);

/// The jumps of a path to the error with as few as possible, if the classes admit one.
fn counterexample(partition: &Partition, initial: &[Values]) -> Option<BTreeSet<Jump>> {
    let mut least: BTreeMap<State, u32> = BTreeMap::new();
    let mut from: BTreeMap<State, (State, Option<Jump>)> = BTreeMap::new();
    let mut open: VecDeque<(State, u32)> = VecDeque::new();
    for values in initial {
        least.insert(([0, 0], *values), 0);
        open.push_back((([0, 0], *values), 0));
    }
    let mut nearest: Option<(u32, State, Option<Jump>)> = None;
    while let Some((state, jumps)) = open.pop_front() {
        if least[&state] < jumps {
            continue;
        }
        let (at, values) = state;
        for (thread, real) in at.into_iter().enumerate() {
            for location in 0..10 {
                if partition.class(thread, real) != partition.class(thread, location) {
                    continue;
                }
                let jump = (location != real).then_some((thread, location, real));
                let jumps = jumps + u32::from(jump.is_some());
                let after = match step(thread, location, values) {
                    After::Nothing => continue,
                    After::Error => {
                        if nearest.as_ref().is_none_or(|(fewest, ..)| jumps < *fewest) {
                            nearest = Some((jumps, state, jump));
                        }
                        continue;
                    }
                    After::Location(after) => after,
                };
                let mut next = (at, after);
                next.0[thread] = location + 1;
                if least.get(&next).is_none_or(|before| jumps < *before) {
                    least.insert(next, jumps);
                    from.insert(next, (state, jump));
                    match jump {
                        None => open.push_front((next, jumps)),
                        Some(_) => open.push_back((next, jumps)),
                    }
                }
            }
        }
    }
    let (_, mut state, last) = nearest?;
    let mut all: BTreeSet<Jump> = last.into_iter().collect();
    while let Some((before, jump)) = from.get(&state) {
        all.extend(jump);
        state = *before;
    }
    Some(all)
}

/// The fewest classes with which there is no path to the error.
fn fewest(initial: &[Values]) -> usize {
    let mut repartition = Repartition::new(&[10, 10], &Deadline::new(), None);
    let (mut paths, mut partition) = (Vec::new(), Partition::coarsest(&[10, 10]));
    while let Some(jumps) = counterexample(&partition, initial) {
        assert!(!jumps.is_empty(), "Bakery is right");
        let mismatch = |(thread, location, real): Jump| Mismatch { thread, at: real, needed: vec![location] };
        paths.push(jumps.into_iter().map(mismatch).collect::<Vec<Mismatch>>());
        partition = repartition.choose(&paths).expect("all alone is a partition that excludes it");
    }
    partition.count()
}

fn beginning(remembered: [u8; 2]) -> Values {
    Values { ticket: [0, 0], choosing: [false, false], remembered, x: 0 }
}

#[test]
fn bakery_has_as_few_classes_as_the_paper_counts_if_it_has_one_initial_state() {
    assert_eq!(fewest(&[beginning([0, 0])]), 10);
}

#[test]
fn bakery_needs_twelve_classes_if_what_is_remembered_begins_with_anything() {
    let values = || (0..=LARGEST).chain([BELOW]);
    let all: Vec<Values> = values().flat_map(|a| values().map(move |b| beginning([a, b]))).collect();
    assert_eq!(fewest(&all), 12);
}
