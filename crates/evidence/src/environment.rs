//! What the answers of the environment have to do with each other.
//!
//! **Idea.** A library model makes up what it cannot know: the time, the number of a thread. Each answer alone may be any value of the contract, but
//! some go together: a monotonic clock does not go back, threads have different numbers. To keep all of that in every state would cost every
//! program that reads a clock, and most never compare two readings. So a search need not know it (`explicit` knows some: `raddle_machine::lazy`), which only gives it
//! more executions: what it proves holds. A counterexample is different: it counts only if its answers go together ([`library::relation`]). That is
//! looked at here, when it is replayed.
//!
//! **Repair.** Most answers in a counterexample are there by chance, because nobody looks at them. So an answer that does not fit is replaced by one
//! that does (the last time, a number that is free), and the execution is replayed again. If it still ends in the violation, good:
//! nothing else was promised. Otherwise it is no counterexample, and the verdict is UNKNOWN.
//!
//! **Cost**: a replay for each answer that is replaced. **Rejected**: the last time as a variable of the model, with which a loop that
//! reads the clock has a new state in every round, and comparing two unknown values, which not every analysis can.

use std::collections::{BTreeMap, BTreeSet};

use raddle_machine::ThreadIx;
use raddle_program::library::{self, Relation};

/// What a clock has shown.
#[derive(Debug, Default)]
struct Clock {
    /// The last reading: seconds and a fraction.
    last: Option<(u128, u128)>,
    /// The seconds of the one that is being read.
    half: Option<u128>,
}

/// The answers so far.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    /// By model, and by thread where each has a clock of its own.
    clocks: BTreeMap<(String, Option<ThreadIx>), Clock>,
    /// The last or only answer of other models.
    last: BTreeMap<String, u128>,
    /// Numbers that must be different.
    numbers: BTreeSet<u128>,
}

impl Answers {
    /// Takes an answer of a model; the one that should have been given instead, if it does not go with those before.
    pub(crate) fn take(&mut self, model: &str, thread: ThreadIx, value: u128) -> Option<u128> {
        match library::relation(model)?.1 {
            Relation::NeverBack { per_thread } => {
                let key = (model.to_string(), per_thread.then_some(thread));
                let Clock { last, half } = self.clocks.entry(key).or_default();
                match (*half, *last) {
                    (None, Some((seconds, _))) if value < seconds => Some(seconds),
                    (None, _) => {
                        *half = Some(value);
                        None
                    }
                    (Some(now), Some((seconds, fraction))) if now == seconds && value < fraction => Some(fraction),
                    (Some(now), _) => {
                        (*last, *half) = (Some((now, value)), None);
                        None
                    }
                }
            }
            Relation::NeverLess => {
                let last = self.last.entry(model.to_string()).or_default();
                if value != 0 && value < *last {
                    return Some(*last);
                }
                *last = value.max(*last);
                None
            }
            Relation::Same => {
                let first = *self.last.entry(model.to_string()).or_insert(value);
                (first != value).then_some(first)
            }
            Relation::Distinct => {
                if self.numbers.insert(value) {
                    return None;
                }
                // The kernel counts from 1.
                (1..).find(|number| !self.numbers.contains(number))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAIN: ThreadIx = ThreadIx(0);

    #[test]
    fn a_clock_does_not_go_back() {
        let mut answers = Answers::default();
        let mut read = |value| answers.take("__raddle_clock_monotonic", MAIN, value);
        assert_eq!([read(5), read(7)], [None, None]);
        assert_eq!(read(4), Some(5));
        assert_eq!([read(5), read(6)], [None, Some(7)]);
        assert_eq!(read(8), None);
    }

    #[test]
    fn threads_have_different_numbers() {
        let mut answers = Answers::default();
        assert_eq!(answers.take("__raddle_process_number", MAIN, 1), None);
        assert_eq!(answers.take("__raddle_thread_number", ThreadIx(1), 1), Some(2));
        assert_eq!(answers.take("__raddle_thread_number", ThreadIx(1), 2), None);
        assert_eq!(answers.take("rand", MAIN, 1), None);
    }

    #[test]
    fn what_is_the_same_stays_the_same() {
        let mut answers = Answers::default();
        assert_eq!(answers.take("__raddle_zone_offset", MAIN, 3), None);
        assert_eq!(answers.take("__raddle_zone_offset", MAIN, 4), Some(3));
    }

    #[test]
    fn threads_have_clocks_of_their_own_and_share_others() {
        let other = ThreadIx(1);
        for (model, shared) in [("__raddle_clock_thread", false), ("__raddle_clock_process", true)] {
            let mut answers = Answers::default();
            assert_eq!([answers.take(model, MAIN, 9), answers.take(model, MAIN, 0)], [None, None]);
            assert_eq!(answers.take(model, other, 3), shared.then_some(9), "{model}");
        }
        // Different clocks have nothing to do with each other.
        let mut answers = Answers::default();
        assert_eq!([9, 0].map(|value| answers.take("__raddle_clock_raw", MAIN, value)), [None, None]);
        assert_eq!(answers.take("__raddle_clock_boot", MAIN, 3), None);
    }

    #[test]
    fn later_seconds_may_have_a_smaller_fraction() {
        let mut answers = Answers::default();
        let mut read = |value| answers.take("__raddle_clock_monotonic", MAIN, value);
        assert_eq!([read(5), read(7), read(6), read(1)], [None; 4]);
        // What is refused is not remembered: the answer in its place is.
        assert_eq!([read(2), read(6)], [Some(6), None]);
        assert_eq!([read(0), read(1)], [Some(1), None]);
    }

    #[test]
    fn the_time_that_was_used_does_not_get_less_but_may_fail() {
        let mut answers = Answers::default();
        let mut clock = |value| answers.take("clock", MAIN, value);
        assert_eq!(
            [clock(0), clock(8), clock(0), clock(7), clock(8), clock(9)],
            [None, None, None, Some(8), None, None]
        );
    }

    #[test]
    fn a_number_that_is_free_is_found() {
        let mut answers = Answers::default();
        let mut number = |value| answers.take("__raddle_thread_number", MAIN, value);
        assert_eq!([number(1), number(2), number(3), number(2), number(4)], [None, None, None, Some(4), None]);
    }
}
