//! Interpolants of random infeasible paths, checked by trying all states.

mod random;

use std::collections::BTreeMap;

use raddle_smt::interpolation::{Block, Failure, Method, Settings, check_sequence, sequence};
use raddle_smt::{Sort, Term, Terms};
use random::{Random, build, expression};

const SORTS: [Sort; 4] = [Sort::Bv(3), Sort::Bv(2), Sort::Bv(2), Sort::Bool];
const INPUTS: [Sort; 2] = [Sort::Bv(2), Sort::Bool];

struct Path {
    terms: Terms,
    variables: Vec<Term>,
    inputs: Vec<Term>,
    blocks: Vec<Block>,
}

/// A random path; `simple` has guards and assignments as programs have them, else they are any expressions.
fn path(seed: u64, simple: bool) -> Path {
    let mut random = Random(seed);
    let mut terms = Terms::new();
    let variables: Vec<Term> = SORTS.iter().enumerate().map(|(i, s)| terms.variable(&format!("v{i}"), *s)).collect();
    let inputs: Vec<Term> = INPUTS.iter().enumerate().map(|(i, s)| terms.variable(&format!("in{i}"), *s)).collect();
    let all: Vec<Term> = variables.iter().chain(&inputs).copied().collect();
    let sorts: Vec<Sort> = SORTS.iter().chain(&INPUTS).copied().collect();
    let depth = if simple { 1 } else { 3 };
    let mut blocks = Vec::new();
    for _ in 0..2 + random.below(5) {
        let mut block = Block { inputs: inputs.clone(), ..Block::default() };
        for _ in 0..random.below(3) {
            let e = expression(&mut random, Sort::Bool, depth, &sorts);
            block.guard.push(build(&mut terms, &e, &all));
        }
        for (variable, sort) in variables.iter().zip(SORTS) {
            if random.below(3) == 0 {
                let e = expression(&mut random, sort, depth, &sorts);
                block.assign.push((*variable, build(&mut terms, &e, &all)));
            }
        }
        blocks.push(block);
    }
    Path { terms, variables, inputs, blocks }
}

/// All valuations of some variables.
fn valuations(terms: &Terms, variables: &[Term]) -> Vec<BTreeMap<Term, u128>> {
    let total: u32 = variables.iter().map(|v| terms.width(*v)).sum();
    (0..1u128 << total)
        .map(|mut rest| {
            let mut valuation = BTreeMap::new();
            for v in variables {
                let width = terms.width(*v);
                valuation.insert(*v, rest & ((1 << width) - 1));
                rest >>= width;
            }
            valuation
        })
        .collect()
}

/// Whether the interpolants are right, by executing every block from every state with every input.
fn right(path: &Path, interpolants: &[Term]) -> bool {
    let Path { terms, variables, inputs, blocks } = path;
    let holds = |t: Term, v: &BTreeMap<Term, u128>| terms.evaluate(t, &|x| v.get(&x).copied()) == Some(1);
    let states = valuations(terms, variables);
    let choices = valuations(terms, inputs);
    interpolants.len() == blocks.len() + 1
        && states.iter().all(|s| holds(interpolants[0], s) && !holds(interpolants[blocks.len()], s))
        && states.iter().all(|s| {
            choices.iter().all(|c| {
                let mut before = s.clone();
                before.extend(c.iter());
                blocks.iter().zip(interpolants.windows(2)).all(|(block, pair)| {
                    let mut after = s.clone();
                    for (x, value) in &block.assign {
                        let value = terms.evaluate(*value, &|x| before.get(&x).copied()).expect("all are known");
                        after.insert(*x, value);
                    }
                    !holds(pair[0], s) || !block.guard.iter().all(|g| holds(*g, &before)) || holds(pair[1], &after)
                })
            })
        })
}

/// Whether the path can be executed, by executing it.
fn feasible(path: &Path) -> bool {
    let Path { terms, variables, inputs, blocks } = path;
    let choices = valuations(terms, inputs);
    let mut states: std::collections::BTreeSet<BTreeMap<Term, u128>> =
        valuations(terms, variables).into_iter().collect();
    for block in blocks {
        let mut next = std::collections::BTreeSet::new();
        for s in &states {
            for c in &choices {
                let mut before = s.clone();
                before.extend(c.iter());
                let value = |t: Term| terms.evaluate(t, &|x| before.get(&x).copied()).expect("all are known");
                if block.guard.iter().all(|g| value(*g) == 1) {
                    let mut after = s.clone();
                    after.extend(block.assign.iter().map(|(x, t)| (*x, value(*t))));
                    next.insert(after);
                }
            }
        }
        states = next;
    }
    !states.is_empty()
}

#[derive(Default, Debug)]
struct Count {
    infeasible: u32,
    solved: BTreeMap<Method, u32>,
    newton: u32,
}

fn run(seeds: std::ops::Range<u64>, simple: bool) -> Count {
    let mut count = Count::default();
    for seed in seeds {
        let mut path = path(seed, simple);
        let expected = feasible(&path);
        count.infeasible += u32::from(!expected);
        let mut newton = false;
        for method in [Method::Forward, Method::Backward, Method::Craig] {
            let settings = Settings { method, ..Settings::default() };
            match sequence(&mut path.terms, &path.blocks, &settings) {
                Ok(interpolants) => {
                    assert!(!expected, "seed {seed}: the path can be executed");
                    assert!(right(&path, &interpolants), "seed {seed}, {method:?}");
                    assert!(check_sequence(&mut path.terms, &path.blocks, &interpolants));
                    *count.solved.entry(method).or_default() += 1;
                    newton |= method != Method::Craig;
                }
                Err(Failure::Feasible) => assert!(expected, "seed {seed}: the path cannot be executed"),
                Err(Failure::Quantifier) => assert!(!expected && method != Method::Craig, "seed {seed}"),
                Err(failure) => panic!("seed {seed}, {method:?}: {failure:?}"),
            }
        }
        count.newton += u32::from(newton);
    }
    count
}

#[test]
fn paths_of_programs() {
    let count = run(0..150, true);
    assert!(count.infeasible > 60, "{count:?}");
    assert_eq!(count.solved[&Method::Craig], count.infeasible, "{count:?}");
    // Newton style may give up, but not often.
    assert!(count.newton * 100 >= count.infeasible * 90, "{count:?}");
}

#[test]
fn paths_of_anything() {
    let count = run(10_000..10_080, false);
    assert!(count.infeasible > 30, "{count:?}");
    assert_eq!(count.solved[&Method::Craig], count.infeasible, "{count:?}");
}

#[test]
fn what_is_no_sequence() {
    let mut s = Terms::new();
    let x = s.variable("x", Sort::Bv(8));
    let (zero, one) = (s.constant(0, 8), s.constant(1, 8));
    let (is_zero, is_one) = (s.equal(x, zero), s.equal(x, one));
    let blocks =
        [Block { assign: vec![(x, zero)], ..Block::default() }, Block { guard: vec![is_one], ..Block::default() }];
    let (yes, no) = (s.bool(true), s.bool(false));
    for (interpolants, expected) in [
        (vec![yes, is_zero, no], true),
        (vec![yes, is_one, no], false),
        (vec![yes, yes, no], false),
        (vec![yes, no, no], false),
        (vec![is_zero, is_zero, no], false),
        (vec![yes, is_zero, is_zero], false),
        (vec![yes, no], false),
        (vec![], false),
    ] {
        assert_eq!(check_sequence(&mut s, &blocks, &interpolants), expected, "{interpolants:?}");
    }
}

/// Newton-style interpolants are about the program's own comparisons.
#[test]
fn predicates_of_a_loop() {
    let mut s = Terms::new();
    let word = Sort::Bv(32);
    let (i, n, sum, any) =
        (s.variable("i", word), s.variable("n", word), s.variable("sum", word), s.variable("any", word));
    let (zero, one) = (s.constant(0, 32), s.constant(1, 32));
    let (next, added) = (s.add(i, one), s.add(sum, i));
    let (below, above) = (s.slt(i, n), s.slt(n, i));
    let (left, positive) = (s.not(below), s.sle(one, n));
    // n = any; assume(1 <= n); i = sum = 0; while (i < n) { sum += i; i++; } assert(!(n < i)), once through the loop.
    let blocks = [
        Block { assign: vec![(n, any)], inputs: vec![any], ..Block::default() },
        Block { guard: vec![positive], assign: vec![(i, zero), (sum, zero)], ..Block::default() },
        Block { guard: vec![below], assign: vec![(sum, added), (i, next)], ..Block::default() },
        Block { guard: vec![left], ..Block::default() },
        Block { guard: vec![above], ..Block::default() },
    ];
    for (method, expected) in [
        (Method::Backward, ["1", "1", "1", "i <= n", "i <= n", "0"]),
        (Method::Forward, ["1", "1", "1", "i - 1 < n", "i - 1 < n", "0"]),
    ] {
        let settings = Settings { method, ..Settings::default() };
        let interpolants = sequence(&mut s, &blocks, &settings).expect("the path is infeasible");
        let text: Vec<String> = interpolants.iter().map(|t| s.to_c(*t)).collect();
        assert_eq!(text, expected, "{method:?}");
    }
}

/// Memory as an array: what was written is read.
#[test]
fn arrays_of_a_path() {
    let mut s = Terms::new();
    let m = s.variable("m", Sort::Array { index: 32, element: 32 });
    let (p, q, x) = (s.variable("p", Sort::Bv(32)), s.variable("q", Sort::Bv(32)), s.variable("x", Sort::Bv(32)));
    let (one, two) = (s.constant(1, 32), s.constant(2, 32));
    let apart = s.distinct(p, q);
    let (write_p, write_q) = (s.store(m, p, one), s.store(m, q, two));
    let read = s.select(m, p);
    let wrong = s.distinct(x, one);
    let blocks = [
        Block { guard: vec![apart], ..Block::default() },
        Block { assign: vec![(m, write_p)], ..Block::default() },
        Block { assign: vec![(m, write_q)], ..Block::default() },
        Block { assign: vec![(x, read)], ..Block::default() },
        Block { guard: vec![wrong], ..Block::default() },
    ];
    let backward = sequence(&mut s, &blocks, &Settings { method: Method::Backward, ..Settings::default() });
    let backward = backward.expect("values are put in place of variables");
    assert!(check_sequence(&mut s, &blocks, &backward));
    let craig = sequence(&mut s, &blocks, &Settings { method: Method::Craig, ..Settings::default() });
    assert_eq!(craig, Err(Failure::Proof));
}

/// A long path with memory: every step writes, the end reads.
#[test]
fn many_writes_of_a_path() {
    let mut s = Terms::new();
    let m = s.variable("m", Sort::Array { index: 32, element: 32 });
    let (p, x) = (s.variable("p", Sort::Bv(32)), s.variable("x", Sort::Bv(32)));
    let mut blocks = Vec::new();
    for i in 0..30 {
        let offset = s.constant(4 * i, 32);
        let address = s.add(p, offset);
        let old = s.select(m, address);
        let value = s.add(old, x);
        let written = s.store(m, address, value);
        blocks.push(Block { assign: vec![(m, written)], ..Block::default() });
    }
    let (last, zero) = (s.constant(4 * 29, 32), s.constant(0, 32));
    let address = s.add(p, last);
    let read = s.select(m, address);
    let (is_zero, x_zero) = (s.equal(read, zero), s.equal(x, zero));
    let not_zero = s.not(is_zero);
    blocks.insert(0, Block { guard: vec![is_zero, x_zero], ..Block::default() });
    blocks.push(Block { guard: vec![not_zero], ..Block::default() });
    let interpolants = sequence(&mut s, &blocks, &Settings::default()).expect("the path is infeasible");
    // Before the last write matters what the cell holds, behind it that it is zero.
    assert_eq!(s.to_c(interpolants[31]), "m[p + 116] == 0");
}
