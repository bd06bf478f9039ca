//! The constructors keep the meaning: random expressions, built with rewriting, against the expression as written.

mod random;

use raddle_smt::{Sort, Term, Terms};
use random::{Expression, Op, Random, build, evaluate, expression, from_bits, to_bits};

fn compare(seed: u64, sorts: &[Sort], sort: Sort, depth: u32) {
    let mut random = Random(seed);
    let mut terms = Terms::new();
    let variables: Vec<Term> = sorts.iter().enumerate().map(|(i, s)| terms.variable(&format!("v{i}"), *s)).collect();
    let written = expression(&mut random, sort, depth, sorts);
    let term = build(&mut terms, &written, &variables);
    assert_eq!(terms.sort(term), sort);
    for _ in 0..8 {
        let values: Vec<Vec<bool>> = sorts.iter().map(|s| to_bits(random.wide(), s.width())).collect();
        let expected = from_bits(&evaluate(&written, &values));
        let lookup = |v: Term| variables.iter().position(|x| *x == v).map(|i| from_bits(&values[i]));
        let found = terms.evaluate(term, &lookup);
        assert_eq!(found, Some(expected), "seed {seed}: {written:?} under {values:?}");
        // Putting the values in folds everything away.
        let map: std::collections::BTreeMap<Term, Term> = variables
            .iter()
            .zip(sorts)
            .map(|(v, s)| {
                let value = from_bits(&values[variables.iter().position(|x| x == v).unwrap()]);
                let constant = match s {
                    Sort::Bool => terms.bool(value == 1),
                    Sort::Bv(width) => terms.constant(value, *width),
                    Sort::Array { .. } => unreachable!("no arrays here"),
                };
                (*v, constant)
            })
            .collect();
        let folded = terms.substitute(term, &map);
        let folded = terms.as_constant(folded).or(terms.as_bool(folded).map(u128::from));
        assert_eq!(folded, Some(expected), "seed {seed}: {written:?} folded under {values:?}");
    }
}

#[test]
fn small_widths() {
    let sorts = [Sort::Bool, Sort::Bv(3), Sort::Bv(3), Sort::Bv(5), Sort::Bool, Sort::Bv(1), Sort::Bv(2)];
    for seed in 0..20_000 {
        let sort = if seed % 2 == 0 { Sort::Bool } else { Sort::Bv(1 + (seed % 5) as u32) };
        compare(seed, &sorts, sort, 2 + (seed % 3) as u32);
    }
}

#[test]
fn widths_of_c() {
    let sorts = [Sort::Bv(32), Sort::Bv(32), Sort::Bv(8), Sort::Bv(64), Sort::Bv(128), Sort::Bool];
    for seed in 100_000..104_000 {
        let sort = [Sort::Bool, Sort::Bv(32), Sort::Bv(64), Sort::Bv(128), Sort::Bv(127)][(seed % 5) as usize];
        compare(seed, &sorts, sort, 3);
    }
}

/// Every binary operator on every pair of operands of the shapes that rules look for.
#[test]
fn shapes_in_pairs() {
    let sorts = [Sort::Bv(3), Sort::Bv(3), Sort::Bool, Sort::Bool, Sort::Bv(2), Sort::Bv(5)];
    let mut terms = Terms::new();
    let variables: Vec<Term> = sorts.iter().enumerate().map(|(i, s)| terms.variable(&format!("v{i}"), *s)).collect();
    let [x, y, p, q, z, w] = std::array::from_fn(Expression::Variable);
    let op = |op, operands: &[&Expression]| Expression::Op(op, operands.iter().map(|e| (*e).clone()).collect());
    let constants: Vec<Expression> = [0, 1, 3, 4, 6, 7].into_iter().map(|v| Expression::Constant(v, 3)).collect();
    let mut words = vec![x.clone(), y.clone()];
    words.extend(constants.iter().cloned());
    for e in [&x, &y] {
        words.push(op(Op::Neg, &[e]));
        words.push(op(Op::BvNot, &[e]));
        for c in &constants[1..3] {
            for binary in [Op::Add, Op::Mul, Op::BvAnd, Op::BvOr, Op::BvXor] {
                words.push(op(binary, &[e, c]));
            }
            words.push(op(Op::Sub, &[c, e]));
        }
    }
    for binary in [Op::Add, Op::Sub, Op::BvXor] {
        words.push(op(binary, &[&x, &y]));
    }
    words.push(op(Op::Sub, &[&y, &x]));
    for c in [&p, &q] {
        words.push(op(Op::Ite, &[c, &constants[1], &constants[3]]));
        words.push(op(Op::Ite, &[c, &constants[1], &constants[4]]));
    }
    let wide = op(Op::Ite, &[&p, &Expression::Constant(2, 5), &Expression::Constant(29, 5)]);
    let part = |low, e: &Expression| op(Op::Extract { low, width: 3 }, &[e]);
    for low in 0..3 {
        words.push(part(low, &w));
        words.push(part(low, &wide));
        words.push(part(low, &op(Op::SignExtend(5), &[&x])));
        words.push(part(low, &op(Op::ZeroExtend(5), &[&x])));
        words.push(part(low, &op(Op::Concat, &[&z, &y])));
    }
    words.push(part(0, &op(Op::Add, &[&op(Op::SignExtend(5), &[&x]), &Expression::Constant(9, 5)])));
    for extend in [Op::ZeroExtend(3), Op::SignExtend(3)] {
        words.push(op(extend, &[&z]));
        words.push(op(extend, &[&op(Op::Ite, &[&q, &Expression::Constant(2, 2), &Expression::Constant(1, 2)])]));
    }
    words.push(op(Op::Concat, &[&Expression::Constant(1, 1), &z]));
    words.push(op(
        Op::Concat,
        &[&op(Op::Extract { low: 2, width: 1 }, &[&x]), &op(Op::Extract { low: 0, width: 2 }, &[&x])],
    ));
    // Overlapping bits of one word are not neighbours.
    words.push(op(
        Op::Concat,
        &[&op(Op::Extract { low: 1, width: 1 }, &[&x]), &op(Op::Extract { low: 0, width: 2 }, &[&x])],
    ));
    let mut bools = vec![p.clone(), q.clone(), Expression::Bool(true), Expression::Bool(false)];
    for e in [&p, &q] {
        bools.push(op(Op::Not, &[e]));
    }
    for binary in [Op::And, Op::Or, Op::Iff, Op::Implies] {
        let e = op(binary, &[&p, &q]);
        bools.push(op(Op::Not, &[&e]));
        bools.push(e);
    }
    const ON_WORDS: [Op; 18] = [
        Op::Equal,
        Op::Add,
        Op::Sub,
        Op::Mul,
        Op::Udiv,
        Op::Urem,
        Op::Sdiv,
        Op::Srem,
        Op::BvAnd,
        Op::BvOr,
        Op::BvXor,
        Op::Shl,
        Op::Lshr,
        Op::Ashr,
        Op::Ult,
        Op::Ule,
        Op::Slt,
        Op::Sle,
    ];
    let mut random = Random(1);
    let mut check = |e: &Expression| {
        let term = build(&mut terms, e, &variables);
        for _ in 0..6 {
            let values: Vec<Vec<bool>> = sorts.iter().map(|s| to_bits(random.wide(), s.width())).collect();
            let lookup = |v: Term| variables.iter().position(|x| *x == v).map(|i| from_bits(&values[i]));
            let expected = from_bits(&evaluate(e, &values));
            assert_eq!(terms.evaluate(term, &lookup), Some(expected), "{e:?} under {values:?}");
        }
    };
    for a in &words {
        for b in &words {
            for binary in ON_WORDS {
                check(&op(binary, &[a, b]));
            }
            check(&op(Op::Ite, &[&p, a, b]));
            check(&op(Op::Ite, &[&op(Op::Not, &[&p]), &op(Op::Ite, &[&p, a, &x]), b]));
            check(&op(Op::Ite, &[&p, &op(Op::Ite, &[&p, &y, a]), &op(Op::Ite, &[&p, b, &x])]));
        }
    }
    for a in &bools {
        for b in &bools {
            for binary in [Op::And, Op::Or, Op::Xor, Op::Iff, Op::Implies] {
                check(&op(binary, &[a, b]));
            }
            for c in &bools {
                check(&op(Op::Ite, &[c, a, b]));
            }
        }
    }
}

/// What rewriting is for: each line is a construction and what must come out of it.
#[test]
fn what_comes_out() {
    let mut s = Terms::new();
    let (x, y) = (s.variable("x", Sort::Bv(32)), s.variable("y", Sort::Bv(32)));
    let (p, q) = (s.variable("p", Sort::Bool), s.variable("q", Sort::Bool));
    let narrow = s.variable("c", Sort::Bv(8));
    let k = |s: &mut Terms, v: u128| s.constant(v, 32);
    let (zero, one, five) = (k(&mut s, 0), k(&mut s, 1), k(&mut s, 5));
    let truth = s.bool(true);

    // x + 1 == 5 is x == 4.
    let sum = s.add(x, one);
    let left = s.equal(sum, five);
    let four = k(&mut s, 4);
    assert_eq!(left, s.equal(x, four));
    // (p ? 1 : 0) != 0 is p.
    let int = s.ite(p, one, zero);
    let null = s.equal(int, zero);
    assert_eq!(s.not(null), p);
    // (int) c == (int) d and (int) c < 300 are about eight bits.
    let other = s.variable("d", Sort::Bv(8));
    let (wide, wide_other) = (s.sign_extend(narrow, 32), s.sign_extend(other, 32));
    let left = s.equal(wide, wide_other);
    assert_eq!(left, s.equal(narrow, other));
    let limit = k(&mut s, 300);
    assert_eq!(s.slt(wide, limit), truth);
    // (char) (c + 1) is an addition of eight bits.
    let sum = s.add(wide, one);
    let left = s.extract(sum, 0, 8);
    let small_one = s.constant(1, 8);
    assert_eq!(left, s.add(narrow, small_one));
    // Operands of commutative operators have one order, and sums collect their constants.
    assert_eq!(s.add(x, y), s.add(y, x));
    let left = s.add(x, one);
    let left = s.add(left, y);
    let right = s.add(x, y);
    assert_eq!(left, s.add(right, one));
    let back = s.sub(left, y);
    assert_eq!(back, s.add(x, one));
    // p && (!p || q) is p && q.
    let implication = s.implies(p, q);
    let left = s.and(p, implication);
    assert_eq!(left, s.and(p, q));
    // Reading what was written.
    let array = s.variable("m", Sort::Array { index: 32, element: 32 });
    let written = s.store(array, one, x);
    assert_eq!(s.select(written, one), x);
    assert_eq!(s.select(written, five), s.select(array, five));
}

#[test]
fn deep_terms_do_not_overflow() {
    let mut s = Terms::new();
    let x = s.variable("x", Sort::Bv(32));
    let mut sum = x;
    for i in 0..200_000 {
        let v = s.variable(&format!("y{}", i % 7), Sort::Bv(32));
        sum = if i % 2 == 0 { s.bv_xor(sum, v) } else { s.mul(sum, v) };
    }
    assert_eq!(s.variables(sum).len(), 8);
    let zero = s.constant(0, 32);
    let map = std::collections::BTreeMap::from([(x, zero)]);
    let replaced = s.substitute(sum, &map);
    assert_eq!(s.variables(replaced).len(), 7);
    assert!(s.size(sum) > 200_000);
    assert!(s.evaluate(sum, &|_| Some(3)).is_some());
}
