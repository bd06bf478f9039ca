//! Predicates that refute a path.
//!
//! **Idea** (interpolation; T. Henzinger, R. Jhala, R. Majumdar, K. McMillan, POPL 2004; with unsatisfiable cores in the style of T.
//! Ball and S. Rajamani's *Newton*, 2002). The blocks of the path are guarded assignments to the symbols of places; they cannot be
//! executed one after the other, and a sequence of interpolants ([`raddle_smt::interpolation`]) says at each boundary why. The
//! atoms of the interpolants are the predicates. Newton-style interpolants stay close to the program's text (`i < n`,
//! `a == 1`); where they would need a quantifier the other direction is tried, and then the solver's proof.
//!
//! **Progress.** Each interpolant is a Boolean combination of its atoms and follows from the one before and the block in between, so
//! Boolean abstraction with these predicates refutes the path. Where it has given up combining them, or is Cartesian, the path comes again with
//! nothing new; then the interpolants themselves become predicates, and conjunctions of those refute it. If even these are known
//! already, another way of interpolation is asked.

use std::collections::BTreeSet;

use raddle_analyses::predicate::Predicate;
use raddle_machine::lazy::SymbolId;
use raddle_smt::interpolation::{Block, Failure, Method, Settings, sequence};
use raddle_smt::{Node, Sort, Stop, Term, Terms};
use rustc_hash::FxHashMap;

use super::path::{Path, of_block};

/// Predicates for the end of each block but the last, over the symbols there.
pub type NewPredicates = Vec<BTreeSet<Term>>;

/// Hands over what refutes a path, one way after the other until `is_new` says that one brings something new; without `thorough` only
/// the first. `None` if the path cannot be refuted.
pub fn refute(
    domain: &mut Predicate<'_, '_>,
    path: &Path,
    first: Method,
    thorough: bool,
    stop: Stop,
    mut is_new: impl FnMut(NewPredicates) -> bool,
) -> Option<()> {
    let mut blocks = Vec::new();
    for (number, block) in path.blocks.iter().enumerate() {
        let linear = block.linear(domain)?;
        blocks.push(guarded(domain, number, linear)?);
    }
    let others = [Method::Backward, Method::Forward, Method::Craig].into_iter().filter(|m| *m != first);
    for method in [first].into_iter().chain(others) {
        let settings = Settings { method, stop: Some(stop.clone()), ..Settings::default() };
        match sequence(&mut domain.logic.smt, &blocks, &settings) {
            Ok(interpolants) => {
                let between = &interpolants[1..interpolants.len() - 1];
                let smt = &domain.logic.smt;
                let found = is_new(between.iter().map(|i| atoms(smt, *i)).collect());
                if found || !thorough || is_new(between.iter().map(|i| whole(smt, *i)).collect()) {
                    return Some(());
                }
            }
            Err(Failure::Feasible | Failure::Unknown) => return None,
            Err(Failure::Quantifier | Failure::Proof) => {}
        }
    }
    Some(())
}

/// A block as a guarded assignment.
fn guarded(
    domain: &mut Predicate<'_, '_>,
    number: usize,
    (path, ends): (Term, Vec<(SymbolId, Term)>),
) -> Option<Block> {
    let mut inputs: FxHashMap<Term, Term> = FxHashMap::default();
    for term in ends.iter().map(|(_, end)| *end).chain([path]) {
        for variable in domain.logic.smt.variables(term).iter() {
            let symbol = domain.logic.symbol_of(*variable)?;
            if domain.holder(symbol).is_none() {
                inputs.insert(*variable, of_block(domain, number, *variable)?);
            }
        }
    }
    let smt = &mut domain.logic.smt;
    let guard = smt.conjuncts(path).into_iter().map(|t| smt.substitute(t, &inputs)).collect();
    let mut assign = Vec::new();
    for (symbol, end) in ends {
        let variable = domain.logic.variable(symbol)?;
        assign.push((variable, domain.logic.smt.substitute(end, &inputs)));
    }
    let mut inputs: Vec<Term> = inputs.into_values().collect();
    inputs.sort_unstable();
    Some(Block { guard, assign, inputs })
}

/// A formula as a predicate of its own.
fn whole(smt: &Terms, formula: Term) -> BTreeSet<Term> {
    if smt.as_bool(formula).is_some() { BTreeSet::new() } else { BTreeSet::from([formula]) }
}

/// The parts of a formula that are not made of others by Boolean operators.
pub(crate) fn atoms(smt: &Terms, formula: Term) -> BTreeSet<Term> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut todo = vec![formula];
    while let Some(t) = todo.pop() {
        if !seen.insert(t) {
            continue;
        }
        match smt.node(t) {
            Node::Not(a) => todo.push(*a),
            Node::And(a, b) | Node::Or(a, b) => todo.extend([*a, *b]),
            Node::Equal(a, b) if smt.sort(*a) == Sort::Bool => todo.extend([*a, *b]),
            Node::Ite(c, a, b) if smt.sort(t) == Sort::Bool => todo.extend([*c, *a, *b]),
            Node::Bool(_) => {}
            _ => {
                found.insert(t);
            }
        }
    }
    found
}
