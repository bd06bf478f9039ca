//! Eliminating variables from a conjunction without quantifiers.
//!
//! The result is implied by `∃ symbols. conjuncts` and has none of the symbols. First by equalities: a conjunct that can be solved for a symbol
//! gives it its value (`y == s + 1` gives `s := y - 1`), which is exact. Then a program variable that equals a term with symbols
//! stands for that term wherever it occurs, and bounds on a symbol are chained (`a < s`, `s < b` give `a < b`). What then still
//! has a symbol is dropped: the result is weaker than the quantified formula, never wrong. Whoever uses it finds out by
//! a check whether it is still strong enough.
//!
//! Rejected: Cooper's and Fourier–Motzkin's procedures are about integers, not about words that wrap around.

use std::collections::{BTreeMap, BTreeSet};

use crate::semantics::mask;
use crate::term::{Node, Sort, Term};
use crate::terms::Terms;

/// Conjuncts implied by the given ones, without the symbols.
pub(super) fn eliminate(terms: &mut Terms, conjuncts: Vec<Term>, symbols: &BTreeSet<Term>) -> Vec<Term> {
    let mut conjuncts = flatten(terms, conjuncts);
    while let Some((at, symbol, solution)) = solvable(terms, &conjuncts, symbols) {
        let Solution { value, conditions } = solution;
        conjuncts.remove(at);
        conjuncts.extend(conditions);
        let map = BTreeMap::from([(symbol, value)]);
        conjuncts = conjuncts.into_iter().map(|c| terms.substitute(c, &map)).collect();
        conjuncts = flatten(terms, conjuncts);
    }
    conjuncts = abbreviate(terms, conjuncts, symbols);
    let chained = chain_bounds(terms, &conjuncts, symbols);
    conjuncts.extend(chained);
    conjuncts.retain(|c| !mentions(terms, *c, symbols));
    flatten(terms, conjuncts)
}

/// The conjuncts of all, each once; only false if one of them is.
fn flatten(terms: &mut Terms, conjuncts: Vec<Term>) -> Vec<Term> {
    let mut seen = BTreeSet::new();
    let mut flat = Vec::new();
    for c in conjuncts {
        for c in terms.conjuncts(c) {
            if seen.insert(c) {
                flat.push(c);
            }
        }
    }
    match flat.iter().find(|c| terms.as_bool(**c) == Some(false)) {
        Some(contradiction) => vec![*contradiction],
        None => flat,
    }
}

fn mentions(terms: &Terms, t: Term, symbols: &BTreeSet<Term>) -> bool {
    terms.variables(t).iter().any(|v| symbols.contains(v))
}

fn occurs(terms: &Terms, symbol: Term, t: Term) -> bool {
    terms.variables(t).binary_search(&symbol).is_ok()
}

/// The value of a symbol, and what else the solved conjunct says.
struct Solution {
    value: Term,
    conditions: Vec<Term>,
}

/// The first conjunct that can be solved for a symbol.
fn solvable(terms: &mut Terms, conjuncts: &[Term], symbols: &BTreeSet<Term>) -> Option<(usize, Term, Solution)> {
    for (at, c) in conjuncts.iter().enumerate() {
        let candidates: Vec<Term> = terms.variables(*c).iter().filter(|v| symbols.contains(v)).copied().collect();
        for symbol in candidates {
            if let Some(solution) = solve(terms, *c, symbol) {
                return Some((at, symbol, solution));
            }
        }
    }
    None
}

fn solve(terms: &mut Terms, conjunct: Term, symbol: Term) -> Option<Solution> {
    match *terms.node(conjunct) {
        Node::Variable(..) if conjunct == symbol => Some(Solution { value: terms.bool(true), conditions: Vec::new() }),
        Node::Not(inner) if inner == symbol => Some(Solution { value: terms.bool(false), conditions: Vec::new() }),
        Node::Not(inner) => match *terms.node(inner) {
            // The negation of an equivalence is one with a negated side.
            Node::Equal(a, b) if terms.sort(a) == Sort::Bool => {
                let b = terms.not(b);
                solve_equality(terms, a, b, symbol)
            }
            _ => None,
        },
        Node::Equal(a, b) => solve_equality(terms, a, b, symbol),
        _ => None,
    }
}

fn solve_equality(terms: &mut Terms, a: Term, b: Term, symbol: Term) -> Option<Solution> {
    match (occurs(terms, symbol, a), occurs(terms, symbol, b)) {
        (true, false) => isolate(terms, a, b, symbol),
        (false, true) => isolate(terms, b, a, symbol),
        (true, true) | (false, false) => None,
    }
}

/// Solves `left == right` for a symbol that occurs on the left only, by inverting the operators above it.
fn isolate(terms: &mut Terms, left: Term, right: Term, symbol: Term) -> Option<Solution> {
    let (mut left, mut right) = (left, right);
    let mut conditions = Vec::new();
    while left != symbol {
        let node = terms.node(left).clone();
        (left, right) = match node {
            Node::Not(x) => (x, terms.not(right)),
            Node::Neg(x) => (x, terms.bv_neg(right)),
            Node::BvNot(x) => (x, terms.bv_not(right)),
            Node::Add(x, y) => {
                let (x, y) = sides(terms, symbol, x, y)?;
                (x, terms.sub(right, y))
            }
            Node::BvXor(x, y) => {
                let (x, y) = sides(terms, symbol, x, y)?;
                (x, terms.bv_xor(right, y))
            }
            Node::Equal(x, y) if terms.sort(x) == Sort::Bool => {
                let (x, y) = sides(terms, symbol, x, y)?;
                (x, terms.equal(right, y))
            }
            Node::Sub(x, y) => match (occurs(terms, symbol, x), occurs(terms, symbol, y)) {
                (true, false) => (x, terms.add(right, y)),
                (false, true) => (y, terms.sub(x, right)),
                (true, true) | (false, false) => return None,
            },
            Node::Mul(x, y) => {
                let factor = terms.as_constant(y).filter(|c| c % 2 == 1)?;
                let width = terms.width(x);
                let inverse = terms.constant(inverse(factor) & mask(width), width);
                (x, terms.mul(right, inverse))
            }
            Node::ZeroExtend(x, width) => {
                let narrow = terms.width(x);
                let low = terms.extract(right, 0, narrow);
                let again = terms.zero_extend(low, width);
                conditions.push(terms.equal(again, right));
                (x, low)
            }
            Node::SignExtend(x, width) => {
                let narrow = terms.width(x);
                let low = terms.extract(right, 0, narrow);
                let again = terms.sign_extend(low, width);
                conditions.push(terms.equal(again, right));
                (x, low)
            }
            Node::Concat(high, low) => {
                let split = terms.width(low);
                let width = terms.width(high);
                let upper = terms.extract(right, split, width);
                let lower = terms.extract(right, 0, split);
                match (occurs(terms, symbol, high), occurs(terms, symbol, low)) {
                    (true, false) => {
                        conditions.push(terms.equal(low, lower));
                        (high, upper)
                    }
                    (false, true) => {
                        conditions.push(terms.equal(high, upper));
                        (low, lower)
                    }
                    (true, true) | (false, false) => return None,
                }
            }
            _ => return None,
        };
    }
    Some(Solution { value: right, conditions })
}

/// The operand with the symbol and the one without.
fn sides(terms: &Terms, symbol: Term, x: Term, y: Term) -> Option<(Term, Term)> {
    match (occurs(terms, symbol, x), occurs(terms, symbol, y)) {
        (true, false) => Some((x, y)),
        (false, true) => Some((y, x)),
        (true, true) | (false, false) => None,
    }
}

/// The inverse of an odd number modulo 2^128, by Newton's iteration, which doubles the right bits each time.
fn inverse(odd: u128) -> u128 {
    let mut x = odd;
    for _ in 0..7 {
        x = x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x)));
    }
    x
}

/// Where `x == e` and only `e` has symbols, `x` stands for `e` in the other conjuncts.
fn abbreviate(terms: &mut Terms, conjuncts: Vec<Term>, symbols: &BTreeSet<Term>) -> Vec<Term> {
    let mut map: BTreeMap<Term, Term> = BTreeMap::new();
    let mut definitions = BTreeSet::new();
    for c in &conjuncts {
        if let Node::Equal(a, b) = *terms.node(*c) {
            for (x, e) in [(a, b), (b, a)] {
                let defines = mentions(terms, e, symbols) && !mentions(terms, x, symbols) && !terms.is_variable(e);
                if defines && !map.contains_key(&e) {
                    map.insert(e, x);
                    definitions.insert(*c);
                }
            }
        }
    }
    if map.is_empty() {
        return conjuncts;
    }
    let replaced =
        conjuncts.into_iter().map(|c| if definitions.contains(&c) { c } else { terms.substitute(c, &map) }).collect();
    flatten(terms, replaced)
}

/// A comparison in one order: `low < high` or `low <= high`, signed or not.
struct Bound {
    low: Term,
    high: Term,
    strict: bool,
    signed: bool,
}

fn bound(terms: &Terms, conjunct: Term) -> Option<Bound> {
    match *terms.node(conjunct) {
        Node::Ult(low, high) => Some(Bound { low, high, strict: true, signed: false }),
        Node::Slt(low, high) => Some(Bound { low, high, strict: true, signed: true }),
        Node::Not(inner) => match *terms.node(inner) {
            Node::Ult(high, low) => Some(Bound { low, high, strict: false, signed: false }),
            Node::Slt(high, low) => Some(Bound { low, high, strict: false, signed: true }),
            _ => None,
        },
        _ => None,
    }
}

/// `a < s` and `s < b` give `a < b`, for symbols that are compared directly.
fn chain_bounds(terms: &mut Terms, conjuncts: &[Term], symbols: &BTreeSet<Term>) -> Vec<Term> {
    let bounds: Vec<Bound> = conjuncts.iter().filter_map(|c| bound(terms, *c)).collect();
    let mut chained = Vec::new();
    for below in &bounds {
        for above in &bounds {
            let between = below.high;
            if between != above.low || below.signed != above.signed || !symbols.contains(&between) {
                continue;
            }
            let (low, high) = (below.low, above.high);
            chained.push(match (below.strict || above.strict, below.signed) {
                (true, true) => terms.slt(low, high),
                (true, false) => terms.ult(low, high),
                (false, true) => terms.sle(low, high),
                (false, false) => terms.ule(low, high),
            });
        }
    }
    chained
}
