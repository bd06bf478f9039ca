//! Factoring: what all alternatives have in common is said once.
//!
//! **Idea** (Listing 3.1 of V. Kolesnykov, *SMT-based Model Checking of Concurrent Programs*). A formula is split into the
//! operands of its disjunction, each of them into the operands of its conjunction; what occurs in all conjunctions is taken out:
//! `(A ∧ B ∧ C) ∨ (A ∧ B ∧ D)` is `A ∧ B ∧ (C ∨ D)`. Operands that are not atoms are treated the same way before.
//!
//! **Cost.** The listing walks over formulas as trees, which is exponential in the depth of a formula with shared parts. Here a
//! subformula is looked at once (`known` remembers), so it is linear in the number of distinct subformulas times the length of their
//! conjunctions. Operands are taken in the order of their numbers: the result is the same every time.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::term::{Node, Term};
use crate::terms::Terms;

/// An equivalent formula in which common parts of alternatives occur once. `known` is kept between calls.
pub fn factored(terms: &mut Terms, formula: Term, known: &mut FxHashMap<Term, Term>) -> Term {
    let mut stack = vec![(formula, false)];
    while let Some((t, ready)) = stack.pop() {
        terms.deadline().look();
        if known.contains_key(&t) {
            continue;
        }
        let alternatives = operands(terms, t, Kind::Or);
        let parts: Vec<Vec<Term>> = alternatives.iter().map(|a| operands(terms, *a, Kind::And)).collect();
        // The formula itself is an operand if it is an atom.
        let inner: Vec<Term> = parts.iter().flatten().copied().filter(|p| *p != t && is_compound(terms, *p)).collect();
        if !ready && inner.iter().any(|p| !known.contains_key(p)) {
            stack.push((t, true));
            stack.extend(inner.into_iter().map(|p| (p, false)));
            continue;
        }
        let sets: Vec<BTreeSet<Term>> =
            parts.iter().map(|p| p.iter().map(|o| known.get(o).copied().unwrap_or(*o)).collect()).collect();
        let common = sets.iter().skip(1).fold(sets[0].clone(), |a, b| a.intersection(b).copied().collect());
        let mut rest = Vec::new();
        for set in &sets {
            let left: Vec<Term> = set.difference(&common).copied().collect();
            rest.push(terms.conjunction(left));
        }
        let rest = terms.disjunction(rest);
        let common = terms.conjunction(common);
        let result = terms.and(common, rest);
        known.insert(t, result);
    }
    known[&formula]
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    And,
    Or,
}

/// Whether there is anything to be factored in a term.
fn is_compound(terms: &Terms, t: Term) -> bool {
    matches!(terms.node(t), Node::And(..) | Node::Or(..))
}

/// The operands of a conjunction or disjunction, each once; the term itself if it is none.
fn operands(terms: &Terms, t: Term, kind: Kind) -> Vec<Term> {
    let mut seen = BTreeSet::new();
    let mut out = BTreeSet::new();
    let mut todo = vec![t];
    while let Some(t) = todo.pop() {
        terms.deadline().look();
        if !seen.insert(t) {
            continue;
        }
        match terms.node(t) {
            Node::And(a, b) if kind == Kind::And => todo.extend([*a, *b]),
            Node::Or(a, b) if kind == Kind::Or => todo.extend([*a, *b]),
            _ => {
                out.insert(t);
            }
        }
    }
    out.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Sort;

    fn evaluate(terms: &Terms, t: Term, variables: &[Term], bits: u32) -> Option<u128> {
        let value = |v: Term| variables.iter().position(|x| *x == v).map(|i| u128::from(bits >> i & 1));
        terms.evaluate(t, &value)
    }

    #[test]
    fn the_example_of_the_thesis() {
        let mut terms = Terms::new();
        let v: Vec<Term> = ["A", "B", "C", "D", "E"].iter().map(|n| terms.variable(n, Sort::Bool)).collect();
        let left = terms.conjunction([v[0], v[1], v[2]]);
        let right = terms.conjunction([v[0], v[1], v[3], v[4]]);
        let formula = terms.or(left, right);
        let common = terms.and(v[0], v[1]);
        let inner = terms.and(v[3], v[4]);
        let rest = terms.or(v[2], inner);
        let expected = terms.and(common, rest);
        assert_eq!(factored(&mut terms, formula, &mut FxHashMap::default()), expected);
    }

    #[test]
    fn factoring_keeps_the_meaning() {
        let mut terms = Terms::new();
        let variables: Vec<Term> = (0..5).map(|i| terms.variable(&format!("x{i}"), Sort::Bool)).collect();
        let mut seed = 7u64;
        let mut next = |n: usize| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) as usize % n
        };
        let mut known = FxHashMap::default();
        let mut smaller = 0;
        for _ in 0..200 {
            let mut pool = variables.clone();
            for _ in 0..24 {
                let (a, b) = (pool[next(pool.len())], pool[next(pool.len())]);
                let t = match next(5) {
                    0 | 1 => terms.and(a, b),
                    2 | 3 => terms.or(a, b),
                    _ => terms.not(a),
                };
                pool.push(t);
            }
            let formula = pool[pool.len() - 1];
            let result = factored(&mut terms, formula, &mut known);
            for bits in 0..32 {
                assert_eq!(evaluate(&terms, formula, &variables, bits), evaluate(&terms, result, &variables, bits));
            }
            smaller += usize::from(terms.size(result) < terms.size(formula));
        }
        assert!(smaller > 0, "nothing was factored");
    }

    #[test]
    fn shared_parts_are_looked_at_once() {
        let mut terms = Terms::new();
        let mut formula = terms.variable("seed", Sort::Bool);
        for i in 0..60 {
            let (a, b) = (terms.variable(&format!("a{i}"), Sort::Bool), terms.variable(&format!("b{i}"), Sort::Bool));
            let (left, right) = (terms.and(formula, a), terms.and(formula, b));
            formula = terms.or(left, right);
        }
        // As a tree it has more than 2^60 nodes.
        let mut known = FxHashMap::default();
        let result = factored(&mut terms, formula, &mut known);
        assert!(terms.size(result) <= terms.size(formula));
        assert!(known.len() < 300, "{} subformulas were looked at", known.len());
    }
}
