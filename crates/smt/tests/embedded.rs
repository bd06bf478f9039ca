//! The embedded solver against all valuations of a few small variables.

mod random;

use std::sync::Arc;

use raddle_deadline::Deadline;
use raddle_smt::{Answer, Confirmation, Embedded, Lie, Solver, Sort, StopReason, Term, Terms};
use random::{Expression, Random, bits, build, evaluate, expression, to_bits};

/// Variables that can be tried exhaustively, and every valuation of them.
struct World {
    terms: Terms,
    variables: Vec<Term>,
    valuations: Vec<Vec<Vec<bool>>>,
}

impl World {
    fn new(sorts: &[Sort]) -> Self {
        let mut terms = Terms::new();
        let variables = sorts.iter().enumerate().map(|(i, s)| terms.variable(&format!("v{i}"), *s)).collect();
        let total: u32 = sorts.iter().map(|s| bits(*s)).sum();
        let split = |all: u128| {
            let mut rest = all;
            let next = |s: &Sort| {
                let value = to_bits(rest, bits(*s));
                rest >>= bits(*s);
                value
            };
            sorts.iter().map(next).collect()
        };
        Self { terms, variables, valuations: (0..1 << total).map(split).collect() }
    }

    fn satisfiable(&self, all: &[&Expression]) -> bool {
        self.valuations.iter().any(|v| all.iter().all(|e| evaluate(e, v) == [true]))
    }
}

/// What the solver said how often.
#[derive(Default, Debug)]
struct Tally {
    sat: u32,
    unsat: u32,
    unconfirmed: u32,
}

/// A random session of assertions, levels and checks, each answer compared.
fn session(seed: u64, sorts: &[Sort], depth: u32, confirmation: Option<Confirmation>, tally: &mut Tally) {
    let mut random = Random(seed);
    let mut world = World::new(sorts);
    let mut solver = Embedded::confirmed(&Deadline::new(), confirmation);
    let mut levels: Vec<Vec<(Expression, Term)>> = vec![Vec::new()];
    for _ in 0..12 {
        match random.below(5) {
            0 => {
                solver.push();
                levels.push(Vec::new());
            }
            1 if levels.len() > 1 => {
                solver.pop();
                levels.pop();
            }
            2 => {
                let e = expression(&mut random, Sort::Bool, depth, sorts);
                let t = build(&mut world.terms, &e, &world.variables);
                solver.assert(&world.terms, t);
                levels.last_mut().unwrap().push((e, t));
            }
            _ => {
                let assumed: Vec<(Expression, Term)> = (0..random.below(4))
                    .map(|_| {
                        let e = expression(&mut random, Sort::Bool, depth, sorts);
                        let t = build(&mut world.terms, &e, &world.variables);
                        (e, t)
                    })
                    .collect();
                let asserted: Vec<&Expression> = levels.iter().flatten().map(|(e, _)| e).collect();
                let all: Vec<&Expression> = asserted.iter().copied().chain(assumed.iter().map(|(e, _)| e)).collect();
                let expected = world.satisfiable(&all);
                let assumptions: Vec<Term> = assumed.iter().map(|(_, t)| *t).collect();
                match solver.check(&world.terms, &assumptions) {
                    Answer::Sat => {
                        assert!(expected, "seed {seed}: {all:?} has no model");
                        for t in levels.iter().flatten().map(|(_, t)| t).chain(&assumptions) {
                            assert_eq!(solver.value(&world.terms, *t), Some(1), "seed {seed}");
                        }
                        tally.sat += 1;
                    }
                    Answer::Unsat => {
                        assert!(!expected, "seed {seed}: {all:?} has a model");
                        let core = solver.core();
                        let kept: Vec<&Expression> = asserted
                            .iter()
                            .copied()
                            .chain(assumed.iter().filter(|(_, t)| core.contains(t)).map(|(e, _)| e))
                            .collect();
                        assert!(core.iter().all(|t| assumptions.contains(t)), "seed {seed}");
                        assert!(!world.satisfiable(&kept), "seed {seed}: the core {kept:?} has a model");
                        tally.unsat += 1;
                    }
                    Answer::Unknown(StopReason::Unconfirmed) => tally.unconfirmed += 1,
                    Answer::Unknown(reason) => panic!("seed {seed}: {reason}"),
                }
            }
        }
    }
}

/// Sessions with solvers that are believed, and the same with solvers whose answers are confirmed.
fn sessions(seeds: std::ops::Range<u64>, sorts: &[Sort], depth: u32) {
    let confirmation = Confirmation::new();
    for confirmation in [None, Some(confirmation.clone())] {
        let mut tally = Tally::default();
        for seed in seeds.clone() {
            session(seed, sorts, depth, confirmation.clone(), &mut tally);
        }
        assert!(tally.sat > 50 && tally.unsat > 50 && tally.unconfirmed == 0, "both answers are exercised: {tally:?}");
    }
    assert_eq!(confirmation.failure(), None);
    assert!(confirmation.answers() > 20, "{}", confirmation.answers());
}

/// Whatever the solver's proofs say: none of its answers "unsatisfiable" is wrong, and some are not believed.
#[test]
fn lies_in_proofs_are_noticed() {
    for lie in [
        Lie::LostHint,
        Lie::WrongHint,
        Lie::ShorterClause,
        Lie::DeletedHint,
        Lie::OtherConclusion,
        Lie::AlwaysUnsatisfiable,
    ] {
        let mut tally = Tally::default();
        for seed in 0..40 {
            let confirmation = Confirmation::lying(lie);
            let before = tally.unconfirmed;
            session(seed, &[Sort::Bv(4), Sort::Bv(4), Sort::Bool], 3, Some(confirmation.clone()), &mut tally);
            assert_eq!(confirmation.failure().is_some(), tally.unconfirmed > before, "{lie:?}, seed {seed}");
        }
        assert!(tally.unconfirmed > 10, "{lie:?}: {tally:?}");
    }
}

#[test]
fn bit_vectors() {
    sessions(0..150, &[Sort::Bv(3), Sort::Bv(3), Sort::Bool, Sort::Bv(2)], 3);
    sessions(1000..1100, &[Sort::Bv(5), Sort::Bv(5)], 3);
    sessions(2000..2060, &[Sort::Bv(9), Sort::Bool], 4);
}

#[test]
fn arrays() {
    let array = Sort::Array { index: 2, element: 1 };
    sessions(0..150, &[array, Sort::Bv(2), Sort::Bv(2), Sort::Bool], 3);
    sessions(1000..1100, &[array, array, Sort::Bv(2), Sort::Bv(1)], 4);
    // Mostly equalities between arrays.
    sessions(2000..2150, &[array, array, Sort::Bv(1), Sort::Bool], 3);
}

#[test]
fn functions() {
    let table = Sort::Array { index: random::FUNCTION, element: 2 };
    sessions(0..150, &[table, Sort::Bv(2), Sort::Bv(1), Sort::Bv(1)], 3);
}

/// Equalities of wide arrays, where no exhaustive search is possible.
#[test]
fn wide_arrays() {
    let mut s = Terms::new();
    let sort = Sort::Array { index: 32, element: 8 };
    let (a, b, c) = (s.variable("a", sort), s.variable("b", sort), s.variable("c", sort));
    let (i, j) = (s.variable("i", Sort::Bv(32)), s.variable("j", Sort::Bv(32)));
    let (one, two) = (s.constant(1, 8), s.constant(2, 8));
    let (ones, twos) = (s.constant_array(32, one), s.constant_array(32, two));
    let written = s.store(a, i, one);
    let is_written = s.equal(b, written);
    let (at_i, at_j, old_j) = (s.select(b, i), s.select(b, j), s.select(a, j));
    let (i_changed, j_changed) = (s.distinct(at_i, one), s.distinct(at_j, old_j));
    let same_place = s.equal(i, j);
    let apart = s.not(same_place);
    let (a_ones, a_twos, c_is_a, c_not_b) = (s.equal(a, ones), s.equal(a, twos), s.equal(c, a), s.distinct(c, b));
    let c_is_b = s.equal(c, b);
    let old_i = s.select(a, i);
    let not_one_before = s.distinct(old_i, one);
    for (formulas, expected) in [
        (vec![is_written, i_changed], Answer::Unsat),
        (vec![is_written, j_changed], Answer::Sat),
        (vec![is_written, j_changed, apart], Answer::Unsat),
        (vec![a_ones, a_twos], Answer::Unsat),
        (vec![a_ones, c_is_a], Answer::Sat),
        (vec![a_ones, is_written, c_is_a, c_not_b], Answer::Unsat),
        (vec![a_twos, is_written, c_is_a, c_not_b], Answer::Sat),
        (vec![is_written, c_is_a, c_is_b, not_one_before], Answer::Unsat),
        (vec![is_written, c_is_a, c_is_b], Answer::Sat),
    ] {
        let mut solver = Embedded::new();
        assert_eq!(solver.check(&s, &formulas), expected, "{formulas:?}");
        // The order of assertion does not matter, and levels come and go.
        let mut solver = Embedded::new();
        solver.push();
        for f in formulas.iter().rev() {
            solver.assert(&s, *f);
        }
        assert_eq!(solver.check(&s, &[]), expected, "{formulas:?}");
        solver.pop();
        assert_eq!(solver.check(&s, &[]), Answer::Sat);
    }
}

/// Memories that are named and equated, as path formulas do it: each equality defines one, in whatever order they come.
#[test]
fn named_memories() {
    for (steps, backwards) in [(60, false), (8, true)] {
        let mut s = Terms::new();
        let sort = Sort::Array { index: 32, element: 32 };
        let p = s.variable("p", Sort::Bv(32));
        let mut formulas = Vec::new();
        let first = s.variable("m0", sort);
        let mut memory = first;
        for i in 0..steps {
            let (offset, value) = (s.constant(4 * i, 32), s.variable(&format!("v{i}"), Sort::Bv(32)));
            let address = s.add(p, offset);
            let old = s.select(memory, address);
            let sum = s.add(old, value);
            let written = s.store(memory, address, sum);
            memory = s.variable(&format!("m{}", i + 1), sort);
            formulas.push(s.equal(memory, written));
        }
        let (before, after) = (s.select(first, p), s.select(memory, p));
        let v = s.variable("v0", Sort::Bv(32));
        let expected = s.add(before, v);
        let right = s.equal(after, expected);
        let wrong = s.not(right);
        if backwards {
            formulas.reverse();
        }
        let mut solver = Embedded::new();
        for f in &formulas {
            solver.assert(&s, *f);
        }
        assert_eq!(solver.check(&s, &[wrong]), Answer::Unsat);
        assert_eq!(solver.check(&s, &[right]), Answer::Sat);
        // One memory forgotten: anything may be read, and the model says so of all of them.
        let mut solver = Embedded::new();
        for f in &formulas[1..] {
            solver.assert(&s, *f);
        }
        assert_eq!(solver.check(&s, &[wrong]), Answer::Sat);
        let unequal = s.not(formulas[0]);
        assert_eq!(solver.check(&s, &[wrong, unequal]), Answer::Sat);
        assert_eq!(solver.check(&s, &[wrong, formulas[0]]), Answer::Unsat);
    }
}

/// Factors of a large prime: hard enough not to be answered at once.
fn hard(s: &mut Terms) -> Term {
    let (x, y) = (s.variable("x", Sort::Bv(64)), s.variable("y", Sort::Bv(64)));
    let product = s.mul(x, y);
    let prime = s.constant(0x7fff_ffff_ffff_ffe7, 64);
    let (one, limit) = (s.constant(1, 64), s.constant(1 << 32, 64));
    let bounds = [s.ult(one, x), s.ult(one, y), s.ult(x, limit), s.ult(y, limit), s.equal(product, prime)];
    s.conjunction(bounds)
}

#[test]
fn a_check_can_be_stopped() {
    let mut s = Terms::new();
    let t = hard(&mut s);
    let mut solver = Embedded::new();
    solver.assert(&s, t);
    let calls = Arc::new(std::sync::atomic::AtomicU32::new(0));
    let counter = calls.clone();
    solver.set_stop(Some(Arc::new(move || counter.fetch_add(1, std::sync::atomic::Ordering::Relaxed) > 20)));
    assert_eq!(solver.check(&s, &[]), Answer::Unknown(StopReason::Stopped));
    solver.set_stop(None);
    solver.set_conflicts(Some(100));
    assert_eq!(solver.check(&s, &[]), Answer::Unknown(StopReason::Conflicts));
    let truth = s.variable("p", Sort::Bool);
    assert_eq!(solver.value(&s, truth), None);
}

#[test]
fn a_model_stays_readable_until_the_next_check() {
    let mut s = Terms::new();
    let x = s.variable("x", Sort::Bv(8));
    let five = s.constant(5, 8);
    let less = s.ult(x, five);
    let mut solver = Embedded::new();
    solver.push();
    solver.assert(&s, less);
    let mut seen = std::collections::BTreeSet::new();
    while solver.check(&s, &[]) == Answer::Sat {
        let value = solver.value(&s, x).expect("a model");
        let constant = s.constant(value, 8);
        let other = s.distinct(x, constant);
        solver.assert(&s, other);
        solver.push();
        solver.pop();
        assert_eq!(solver.value(&s, x), Some(value));
        assert!(seen.insert(value));
    }
    assert_eq!(seen, (0..5).collect());
    solver.pop();
    assert_eq!(solver.check(&s, &[]), Answer::Sat);
}

/// Many formulas that come and go: the SAT solver is replaced, the answers stay right, and are confirmed.
#[test]
fn a_long_session() {
    let mut s = Terms::new();
    let confirmation = Confirmation::new();
    let mut solver = Embedded::confirmed(&Deadline::new(), Some(confirmation.clone()));
    let x = s.variable("x", Sort::Bv(32));
    let limit = s.constant(1000, 32);
    let small = s.ult(x, limit);
    solver.assert(&s, small);
    for i in 0..120 {
        let y = s.variable(&format!("y{i}"), Sort::Bv(32));
        let factor = s.constant(2 * i + 3, 32);
        let product = s.mul(y, factor);
        let is_x = s.equal(product, x);
        let target = s.constant(i * 7, 32);
        let at = s.equal(x, target);
        let outside = s.constant(1000 + i, 32);
        let beyond = s.equal(x, outside);
        assert_eq!(solver.check(&s, &[is_x, at]), Answer::Sat);
        assert_eq!(solver.value(&s, x), Some(i * 7));
        assert_eq!(solver.check(&s, &[is_x, beyond]), Answer::Unsat);
        assert_eq!(solver.core(), vec![beyond]);
    }
    assert!(solver.statistics().replaced > 0, "{:?}", solver.statistics());
    assert_eq!((confirmation.answers(), confirmation.failure()), (120, None));
}
