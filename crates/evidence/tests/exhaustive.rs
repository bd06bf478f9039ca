//! Proofs by exhaustion, made by hand: the whole set of states is accepted, and each lie about it is refused with its reason.

#[path = "support/explore.rs"]
mod explore;
mod support;

use std::sync::Arc;

use explore::{Made, Offers, all_states, closed, proof};
use raddle_evidence::{Answer, Candidate, Claim, Expanded, KnownValues, Proof, Property, Rank};
use raddle_machine::{ThreadIx, ThreadSet, Value};
use raddle_program::Program;
use support::{confirmed, program, rejected, told};

/// Two threads and a sum.
const SUM: &str = "int x;
void *adds(void *a) { x = x + 1; return 0; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, adds, 0);
  pthread_create(&t, 0, adds, 0);
  pthread_join(s, 0); pthread_join(t, 0);
  if (x > 2) reach_error();
  return 0;
}";

/// Two threads that have nothing to do with each other.
const APART: &str = "int x, y;
void *left(void *a) { x = 1; x = 2; return 0; }
void *right(void *a) { y = 1; y = 2; return 0; }
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, left, 0);
  pthread_create(&t, 0, right, 0);
  pthread_join(s, 0); pthread_join(t, 0);
  return 0;
}";

/// An input that is kept in memory.
const INPUT: &str = "int x;
void *looks(void *a) { int seen = x; if (seen == 5) reach_error(); return 0; }
int main(void) {
  pthread_t t;
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 5);
  x = n;
  pthread_create(&t, 0, looks, 0);
  x = 7;
  pthread_join(t, 0);
  return 0;
}";

fn check(program: &Program, property: Property, change: impl FnOnce(&mut Made)) -> Answer {
    let (found, terms) = all_states(program, property);
    let mut made = proof(found, terms);
    change(&mut made.0);
    confirmed(program, property, Claim::True(Proof::States(closed(made))))
}

#[test]
fn all_states_are_a_proof() {
    for (text, property) in [
        (SUM, Property::UnreachCall),
        (APART, Property::UnreachCall),
        (APART, Property::NoDataRace),
        (SUM, Property::NoDeadlock),
        (INPUT, Property::UnreachCall),
        ("int main(void) { return 0; }", Property::NoDataRace),
    ] {
        let program = program(text);
        let answer = check(&program, property, |_| {});
        let states = all_states(&program, property).0.len();
        assert_eq!(told(&program, &answer), format!("TRUE, {states} states"), "{text}");
    }
}

#[test]
fn a_violation_in_the_set_is_found() {
    let broken = program(&SUM.replace("x > 2", "x > 1"));
    let answer = check(&broken, Property::UnreachCall, |_| {});
    assert_eq!(rejected(&answer), Some("an error is reachable"));
    let answer = check(&program(SUM), Property::NoDataRace, |_| {});
    let why = rejected(&answer).expect("it is rejected");
    assert!(why.starts_with("state ") && why.ends_with(" violates the property"), "{why}");
    let stuck = program(
        "pthread_mutex_t m; void *t1(void *a) { pthread_mutex_lock(&m); return 0; }
int main(void) { pthread_t t; pthread_mutex_lock(&m); pthread_create(&t, 0, t1, 0); pthread_join(t, 0); return 0; }",
    );
    let answer = check(&stuck, Property::NoDeadlock, |_| {});
    assert!(rejected(&answer).is_some_and(|why| why.ends_with(" violates the property")), "{answer:?}");
    let section = program(
        "int x; void *t1(void *a) { __VERIFIER_atomic_begin(); x = 1; x = 2; __VERIFIER_atomic_end(); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, t1, 0); x = 3; return 0; }",
    );
    assert!(rejected(&check(&section, Property::NoDataRace, |_| {})).is_some());
}

#[test]
fn a_state_that_is_missing() {
    let sum = program(SUM);
    let count = all_states(&sum, Property::UnreachCall).0.len();
    assert!(count > 8, "{count}");
    for index in 0..count {
        let answer = check(&sum, Property::UnreachCall, |made| {
            made.states.remove(index);
            made.expansions.remove(index);
        });
        assert_eq!(rejected(&answer), Some("a reachable state is missing"), "state {index}");
    }
    let answer = check(&sum, Property::UnreachCall, |made| {
        made.states.clear();
        made.expansions.clear();
    });
    assert_eq!(rejected(&answer), Some("a reachable state is missing"));
}

#[test]
fn a_state_that_stands_for_another() {
    let sum = program(SUM);
    for (offers, why) in [
        (Offers::Only(0), "a state was taken for another"),
        (Offers::Only(9999), "a state that is not there stands for another"),
        (Offers::Nothing, "a reachable state is missing"),
    ] {
        let answer = check(&sum, Property::UnreachCall, |made| made.offers = offers);
        assert_eq!(rejected(&answer), Some(why), "{offers:?}");
    }
}

#[test]
fn what_is_known_in_another_language() {
    let sum = program(SUM);
    let answer = check(&sum, Property::UnreachCall, |made| made.states[3].1 = KnownValues::Diagram(1));
    assert_eq!(rejected(&answer), Some("state 3 is not described by symbols"));
}

#[test]
fn a_symbol_that_can_be_less_than_it_is() {
    use raddle_machine::lazy::Domain;
    let input = program(INPUT);
    let with_symbols = |made: &Made| {
        let has = |(_, known): &(_, KnownValues)| matches!(known, KnownValues::Symbols(symbols) if !symbols.is_empty());
        made.states.iter().position(has).expect("a state with a symbol")
    };
    let narrowed = |domain: Domain| {
        check(&input, Property::UnreachCall, |made| {
            let first = with_symbols(made);
            let KnownValues::Symbols(symbols) = &mut made.states[first].1 else { panic!("just found") };
            Arc::make_mut(symbols)[0].domain = domain;
            made.offers = Offers::Only(first);
        })
    };
    for domain in [Domain::interval(7, 9), Domain::EMPTY, Domain::single(6)] {
        assert_eq!(rejected(&narrowed(domain.clone())), Some("a state was taken for another"), "{domain:?}");
    }
}

#[test]
fn answers_of_the_environment_are_not_anybodys() {
    use raddle_machine::lazy::Reading;
    let input = program(INPUT);
    // If the input were the last reading of a clock, no later reading could be less.
    let answer = check(&input, Property::UnreachCall, |made| {
        for (_, known) in &mut made.states {
            let KnownValues::Symbols(symbols) = known else { panic!("a proof with symbols") };
            for symbol in Arc::make_mut(symbols) {
                let (model, thread) = ("__raddle_clock_monotonic", ThreadIx(0));
                symbol.reading = Some(Reading { model, thread, fraction: false, with: None });
            }
        }
        made.offers = Offers::All;
    });
    assert_eq!(rejected(&answer), Some("a state was taken for another"));
}

#[test]
fn a_symbol_that_nobody_mentions_says_nothing() {
    use raddle_machine::lazy::{Domain, Symbol};
    use raddle_program::Scalar;
    let sum = program(SUM);
    for domain in [Domain::EMPTY, Domain::interval(1, 2)] {
        let answer = check(&sum, Property::UnreachCall, |made| {
            made.states[0].1 = KnownValues::Symbols(Arc::new(vec![Symbol::new(Scalar::INT, domain)]));
            made.offers = Offers::Only(0);
        });
        assert_eq!(rejected(&answer), Some("a state was taken for another"));
    }
}

#[test]
fn somebody_who_sleeps() {
    let sum = program(SUM);
    let everywhere = |bits: u64| {
        check(&sum, Property::UnreachCall, |made| made.expansions.iter_mut().for_each(|e| e.asleep = ThreadSet(bits)))
    };
    for bits in [1, 2, 4, u64::MAX] {
        let answer = everywhere(bits);
        let why = rejected(&answer).unwrap_or_else(|| panic!("{bits:b}: {answer:?}"));
        assert!(why.starts_with("somebody sleeps in state 0"), "{why}");
    }
    // Bits of threads that never exist count as well.
    assert!(rejected(&everywhere(1 << 40)).is_some());
}

#[test]
fn threads_that_are_left_out() {
    let sum = program(SUM);
    let (found, _) = all_states(&sum, Property::UnreachCall);
    // Both add: neither of them is enough.
    let both = |state: &raddle_machine::State| {
        state.threads.len() == 3 && state.threads[1..].iter().all(|t| !t.frames.is_empty())
    };
    let index = found.iter().position(|(state, _)| both(state)).expect("both are there");
    let only = |set: &[u16]| {
        let set: Vec<ThreadIx> = set.iter().map(|t| ThreadIx(*t)).collect();
        check(&sum, Property::UnreachCall, |made| made.expansions[index].expanded = Expanded::Only(set))
    };
    for (set, expected) in [(&[1u16][..], "must move too"), (&[2], "must move too"), (&[], "nobody can move")] {
        let answer = only(set);
        let why = rejected(&answer).unwrap_or_else(|| panic!("{set:?}: {answer:?}"));
        assert!(why.contains(expected), "{set:?}: {why}");
    }
    // All of them is no reduction, but it has to lead somewhere.
    let why = only(&[0, 1, 2]);
    assert_eq!(rejected(&why), Some(&*format!("moves are left out at state {index} and in all that follow")));
}

#[test]
fn a_reduction_that_is_right_and_one_that_puts_off_for_ever() {
    // The left thread alone is a persistent set wherever both are.
    let apart = program(APART);
    let answer = |rank: &dyn Fn(usize) -> u32| {
        check(&apart, Property::UnreachCall, |made| {
            for (index, (state, _)) in made.states.iter().enumerate() {
                let here = state.threads.len() == 3 && state.threads[1..].iter().all(|t| !t.frames.is_empty());
                if here {
                    made.expansions[index].expanded = Expanded::Only(vec![ThreadIx(1)]);
                }
                made.expansions[index].rank = Rank(rank(index));
            }
        })
    };
    assert!(matches!(answer(&|index| index as u32), Answer::True(_)), "{:?}", answer(&|index| index as u32));
    let why = answer(&|_| 1);
    assert!(rejected(&why).is_some_and(|why| why.starts_with("moves are left out")), "{why:?}");
    let why = answer(&|index| 1000 - index as u32);
    assert!(rejected(&why).is_some_and(|why| why.starts_with("moves are left out")), "{why:?}");
    // A thread that goes round and round would put the other off for ever, whatever the ranks are.
    let round = program(
        "int x, y; void *left(void *a) { while (1) { x = 1; x = 2; } }
void *right(void *a) { y = 1; y = 2; reach_error(); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, left, 0); pthread_create(&t, 0, right, 0); while (1); }",
    );
    for seed in 0..20u32 {
        let answer = check(&round, Property::UnreachCall, |made| {
            for (index, (state, _)) in made.states.iter().enumerate() {
                if state.threads.len() == 3 {
                    made.expansions[index].expanded = Expanded::Only(vec![ThreadIx(1)]);
                }
                made.expansions[index].rank = Rank((index as u32).wrapping_mul(seed.wrapping_mul(2_654_435_761)) >> 7);
            }
        });
        assert!(rejected(&answer).is_some(), "seed {seed}: {answer:?}");
    }
}

#[test]
fn threads_that_change_places() {
    let sum = program(SUM);
    let (found, _) = all_states(&sum, Property::UnreachCall);
    struct Swapped(Made, Vec<ThreadIx>);
    impl raddle_evidence::States for Swapped {
        fn len(&self) -> usize {
            self.0.len()
        }
        fn state(&self, index: raddle_evidence::StateIx) -> (raddle_machine::State, KnownValues) {
            self.0.state(index)
        }
        fn expansion(&self, index: raddle_evidence::StateIx) -> raddle_evidence::Expansion {
            self.0.expansion(index)
        }
        fn candidates(
            &self,
            sought: &raddle_evidence::Sought<'_>,
            terms: &mut raddle_machine::lazy::Terms,
        ) -> Vec<Candidate> {
            let renaming = if sought.state.threads.len() == 3 { self.1.clone() } else { Vec::new() };
            let found = self.0.candidates(sought, terms).into_iter();
            found.map(|c| Candidate { renaming: renaming.clone(), ..c }).collect()
        }
    }
    assert!(found.len() > 8);
    for renaming in [vec![0u16, 2], vec![1, 0, 2], vec![0, 1, 1], vec![0, 1, 9], vec![0, 2, 1, 3], vec![2, 1, 0]] {
        let (found, terms) = all_states(&sum, Property::UnreachCall);
        let (made, language, terms) = proof(found, terms);
        let states = Box::new(Swapped(made, renaming.iter().map(|t| ThreadIx(*t)).collect()));
        let claim = raddle_evidence::ClosedStates {
            states,
            language,
            terms,
            passes: false,
            by_control: false,
            cuts_dead: false,
            facts: None,
        };
        let answer = confirmed(&sum, Property::UnreachCall, Claim::True(Proof::States(claim)));
        assert_eq!(rejected(&answer), Some("threads have changed places that must not"), "{renaming:?}");
    }
}

#[test]
fn a_value_in_a_state_is_changed() {
    let sum = program(SUM);
    let count = all_states(&sum, Property::UnreachCall).0.len();
    for index in 0..count {
        let answer = check(&sum, Property::UnreachCall, |made| {
            let state = &mut made.states[index].0;
            let block = state.memory.blocks.iter_mut().find(|block| !block.bytes.is_empty()).expect("x is there");
            let last = block.bytes.len() - 1;
            Arc::make_mut(block).bytes[last] ^= 64;
        });
        assert!(rejected(&answer).is_some(), "state {index}: {answer:?}");
        let answer = check(&sum, Property::UnreachCall, |made| {
            let thread = Arc::make_mut(&mut made.states[index].0.threads[0]);
            thread.result = Value::Bits(1);
        });
        assert!(rejected(&answer).is_some(), "state {index}: {answer:?}");
    }
}
