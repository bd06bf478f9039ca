//! Toy proofs with one lie each, and proofs of CaDiCaL about random clauses, one solver asked many times.

use cadical_sys::Status;

use super::*;
use crate::embedded::cnf::Sat;

/// A step of a toy proof.
#[derive(Clone)]
enum Step {
    Give(i64, &'static [i32]),
    Derive(i64, &'static [i32], &'static [i64]),
    Delete(i64),
    Weaken(i64),
    Restore(i64),
}

use Step::{Delete, Derive, Give, Restore, Weaken};

/// Follows a toy proof whose conclusion is a clause, under assumptions.
fn follow(steps: &[Step], assumptions: &[i32], conclusion: i64) -> Result<(), Failure> {
    let mut checker = LratChecker::default();
    for step in steps {
        let result = match step {
            Give(id, clause) => {
                checker.give(clause);
                let result = checker.original(*id);
                checker.gave();
                result
            }
            Derive(id, clause, hints) => checker.derive(*id, clause, hints),
            Delete(id) => {
                checker.drop_clause(*id);
                Ok(())
            }
            Weaken(id) => {
                checker.weaken(*id);
                Ok(())
            }
            Restore(id) => checker.restore(*id),
        };
        checker.note(result);
    }
    checker.ask(assumptions);
    checker.concluded = vec![conclusion];
    checker.confirm(assumptions)
}

/// One of 1 and 2, whatever 3 is; not 2.
const TRUTH: [Step; 5] =
    [Give(1, &[1, 2, 3]), Give(2, &[1, 2, -3]), Give(3, &[-2]), Derive(4, &[1, 2], &[1, 2]), Derive(5, &[1], &[3, 4])];

#[test]
fn the_truth_is_confirmed() {
    assert_eq!(follow(&TRUTH, &[-1, 7], 5), Ok(()));
    assert_eq!(follow(&TRUTH, &[7, -1], 4), Err(Failure::NoConclusion));
    assert_eq!(follow(&TRUTH, &[-1, -2], 4), Ok(()));
    let mut refuted = TRUTH.to_vec();
    refuted.extend([Give(6, &[-1, -1]), Derive(7, &[], &[5, 6])]);
    assert_eq!(follow(&refuted, &[], 7), Ok(()));
    // Assumptions that contradict each other.
    let clash = [Derive(1, &[1, -1], &[])];
    assert_eq!(follow(&[&[Give(2, &[1, 2])], &clash[..]].concat(), &[1, -1], 1), Ok(()));
    // A clause that was put aside comes back.
    let mut restored = TRUTH[..3].to_vec();
    restored.extend([Weaken(1), Delete(1), Restore(1)]);
    restored.extend(TRUTH[3..].to_vec());
    assert_eq!(follow(&restored, &[-1], 5), Ok(()));
}

#[test]
fn every_lie_is_noticed() {
    let lies: [(&str, usize, &[Step], Failure); 11] = [
        ("a hint is another clause", 4, &[Derive(5, &[1], &[1, 4])], Failure::Idle { clause: 5, hint: 1 }),
        ("a hint is missing", 4, &[Derive(5, &[1], &[4])], Failure::NoConflict(5)),
        ("a hint is too early", 4, &[Derive(5, &[1], &[2, 3])], Failure::Idle { clause: 5, hint: 2 }),
        ("no hints", 4, &[Derive(5, &[1], &[])], Failure::NoConflict(5)),
        ("a hint that never was", 4, &[Derive(5, &[1], &[3, 99])], Failure::Missing { clause: 5, hint: 99 }),
        ("a hint of another kind", 4, &[Derive(5, &[1], &[-3, 4])], Failure::Missing { clause: 5, hint: -3 }),
        ("a clause that does not follow", 4, &[Derive(5, &[3], &[3, 4])], Failure::NoConflict(5)),
        ("a hint was deleted", 4, &[Delete(4), Derive(5, &[1], &[3, 4])], Failure::Missing { clause: 5, hint: 4 }),
        ("a variable that nobody gave", 4, &[Derive(5, &[1, 50], &[3, 4])], Failure::Variable(5)),
        ("a number that is taken", 4, &[Derive(4, &[1], &[3, 4])], Failure::Number(4)),
        ("a clause that was not put aside", 4, &[Restore(4), Derive(5, &[1], &[3, 4])], Failure::NotWeakened(4)),
    ];
    for (what, place, lie, failure) in lies {
        let mut steps = TRUTH[..place].to_vec();
        steps.extend(lie.to_vec());
        assert_eq!(follow(&steps, &[-1], 5), Err(failure), "{what}");
    }
    assert_eq!(follow(&TRUTH, &[-1], 6), Err(Failure::NoConclusion), "a conclusion that is not there");
    assert_eq!(follow(&TRUTH, &[1], 5), Err(Failure::NoConclusion), "another sign");
    assert_eq!(follow(&TRUTH, &[], 5), Err(Failure::NoConclusion), "without the assumption");
}

#[test]
fn clauses_that_nobody_gave_and_clauses_that_got_lost() {
    let mut checker = LratChecker::default();
    assert_eq!(checker.original(1), Err(Failure::NotGiven));
    checker.give(&[1]);
    checker.gave();
    assert_eq!(checker.confirm(&[]), Err(Failure::NotGiven));
    let mut checker = LratChecker::default();
    checker.give(&[1]);
    assert_eq!(checker.original(i64::MAX), Err(Failure::Number(i64::MAX)));
}

#[test]
fn places_of_deleted_clauses_are_used_again() {
    let mut checker = LratChecker::default();
    checker.give(&[1, 2, 3]);
    assert_eq!(checker.original(1), Ok(()));
    for id in 2..200_000 {
        assert_eq!(checker.derive(id, &[1, 2, 3, 1], &[1]), Ok(()));
        checker.drop_clause(id);
    }
    assert!(checker.arena.len() < 1_500_000, "{}", checker.arena.len());
    assert_eq!(checker.clause(1), Some(&[2, 4, 6][..]));
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn clause(&mut self, variables: &[i32], length: usize) -> Vec<i32> {
        let literal = |random: &mut Random| {
            let variable = variables[random.below(variables.len() as u64) as usize];
            if random.below(2) == 0 { variable } else { -variable }
        };
        (0..length).map(|_| literal(self)).collect()
    }
}

/// Asks one solver about more and more random clauses under random assumptions; how many answers were confirmed and how many clauses derived.
fn session(seed: u64, variables: usize, rounds: u32, more: usize) -> (u64, u64) {
    let (mut random, confirmation) = (Random(seed), Confirmation::new());
    let mut sat = Sat::new(None, Some(&confirmation));
    let variables: Vec<i32> = (0..variables).map(|_| sat.fresh()).collect();
    let mut all: Vec<Vec<i32>> = Vec::new();
    let mut refuted = 0;
    for _ in 0..rounds {
        for _ in 0..more {
            // A few clauses are as long or short as they like, and some repeat a literal or contain both signs.
            let length = if random.below(20) == 0 { 1 + random.below(6) as usize } else { 3 };
            let clause = random.clause(&variables, length.max(2));
            sat.clause(&clause);
            all.push(clause);
        }
        for _ in 0..4 {
            let count = random.below(6) as usize;
            let assumptions = random.clause(&variables, count);
            match sat.solve(&assumptions, None) {
                Status::UNSATISFIABLE => {
                    let result = sat.confirm(&assumptions);
                    assert_eq!(result, Ok(()), "seed {seed}");
                    refuted += 1;
                }
                Status::SATISFIABLE => {}
                Status::UNKNOWN => panic!("nobody stops it"),
            }
        }
    }
    (refuted, sat.derived())
}

#[test]
fn random_clauses() {
    let mut total = (0, 0);
    for (seeds, variables, rounds, more) in [(0..60, 12, 12, 6), (100..120, 60, 12, 25), (200..206, 170, 4, 190)] {
        for seed in seeds {
            let (refuted, derived) = session(seed, variables, rounds, more);
            total = (total.0 + refuted, total.1 + derived);
        }
    }
    assert!(total.0 > 1_000 && total.1 > 20_000, "{total:?}");
}

/// More pigeons than holes: enough conflicts that the solver eliminates, vivifies and restores.
#[test]
fn pigeons() {
    let confirmation = Confirmation::new();
    let mut sat = Sat::new(None, Some(&confirmation));
    let (pigeons, holes) = (9, 8);
    let place: Vec<Vec<i32>> = (0..pigeons).map(|_| (0..holes).map(|_| sat.fresh()).collect()).collect();
    let all: Vec<i32> = (0..pigeons).map(|_| sat.fresh()).collect();
    for (pigeon, here) in place.iter().zip(&all) {
        let clause: Vec<i32> = pigeon.iter().copied().chain([-here]).collect();
        sat.clause(&clause);
    }
    for (a, first) in place.iter().enumerate() {
        for second in &place[..a] {
            first.iter().zip(second).for_each(|(x, y)| sat.clause(&[-x, -y]));
        }
    }
    assert_eq!(sat.solve(&all[1..], None), Status::SATISFIABLE);
    assert_eq!(sat.solve(&all, None), Status::UNSATISFIABLE);
    assert_eq!(sat.confirm(&all), Ok(()));
    assert_eq!(sat.solve(&all[..holes], None), Status::SATISFIABLE);
    sat.clause(&[-place[0][0]]);
    sat.clause(&[place[1][0]]);
    assert_eq!(sat.solve(&all, None), Status::UNSATISFIABLE);
    assert_eq!(sat.confirm(&all), Ok(()));
    assert!(sat.derived() > 2_000, "{}", sat.derived());
}
