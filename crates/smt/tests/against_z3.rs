//! The two back ends against each other on random formulas of C's widths, and the SMT-LIB scripts against Z3's parser.

mod random;

use raddle_smt::{Answer, Embedded, Solver, Sort, Term, Terms, Z3};
use random::{Random, build, expression};

fn compare(seed: u64, sorts: &[Sort], depth: u32) -> Option<bool> {
    let mut random = Random(seed);
    let mut terms = Terms::new();
    let variables: Vec<Term> = sorts.iter().enumerate().map(|(i, s)| terms.variable(&format!("v{i}"), *s)).collect();
    let mut embedded = Embedded::new();
    let mut z3 = Z3::new();
    embedded.set_conflicts(Some(5_000));
    z3.set_conflicts(Some(5_000));
    let mut formula = |terms: &mut Terms| {
        let e = expression(&mut random, Sort::Bool, depth, sorts);
        build(terms, &e, &variables)
    };
    let asserted = formula(&mut terms);
    let assumptions: Vec<Term> = (0..3).map(|_| formula(&mut terms)).collect();
    embedded.assert(&terms, asserted);
    z3.assert(&terms, asserted);
    let (ours, theirs) = (embedded.check(&terms, &assumptions), z3.check(&terms, &assumptions));
    // The script says the same as the terms.
    let all: Vec<Term> = assumptions.iter().copied().chain([asserted]).collect();
    let parsed = z3::Solver::new();
    parsed.from_string(terms.to_smtlib(&all));
    assert_eq!(parsed.get_assertions().len(), all.len(), "seed {seed}: {}", terms.to_smtlib(&all));
    match (ours, theirs) {
        (Answer::Unknown(_), _) | (_, Answer::Unknown(_)) => return None,
        (ours, theirs) => assert_eq!(ours, theirs, "seed {seed}: {}", terms.to_smtlib(&all)),
    }
    let script = parsed.check();
    match ours {
        Answer::Sat => {
            assert_ne!(script, z3::SatResult::Unsat, "seed {seed}");
            for t in &all {
                assert_eq!((embedded.value(&terms, *t), z3.value(&terms, *t)), (Some(1), Some(1)), "seed {seed}");
            }
        }
        Answer::Unsat => {
            assert_ne!(script, z3::SatResult::Sat, "seed {seed}");
            let (core, other) = (embedded.core(), z3.core());
            assert_eq!(z3.check(&terms, &core), Answer::Unsat, "seed {seed}: our core");
            assert_eq!(embedded.check(&terms, &other), Answer::Unsat, "seed {seed}: Z3's core");
        }
        Answer::Unknown(_) => {}
    }
    Some(ours == Answer::Sat)
}

fn run(seeds: std::ops::Range<u64>, sorts: &[Sort], depth: u32) {
    let (mut sat, mut unsat, total) = (0, 0, seeds.end - seeds.start);
    for seed in seeds {
        match compare(seed, sorts, depth) {
            Some(true) => sat += 1,
            Some(false) => unsat += 1,
            None => {}
        }
    }
    assert!(sat > total / 10 && unsat > total / 10, "{sat} and {unsat} of {total}");
}

#[test]
fn words() {
    let sorts = [Sort::Bv(32), Sort::Bv(32), Sort::Bv(8), Sort::Bv(64), Sort::Bool];
    run(0..150, &sorts, 2);
    run(1000..1080, &sorts, 3);
}

#[test]
fn arrays_and_functions() {
    let array = Sort::Array { index: 32, element: 8 };
    let table = Sort::Array { index: random::FUNCTION, element: 32 };
    run(0..400, &[array, array, Sort::Bv(32), Sort::Bv(8), table, Sort::Bool], 3);
}

#[test]
fn wide_words() {
    run(0..60, &[Sort::Bv(128), Sort::Bv(100), Sort::Bool], 2);
}
