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
                let mut predicates: NewPredicates = between.iter().map(|i| atoms(&domain.logic.smt, *i)).collect();
                if domain.options().arrays {
                    both_ways(&mut domain.logic.smt, &blocks, &settings, &mut predicates);
                    predicates.iter_mut().for_each(|found| beside(&mut domain.logic.smt, found));
                }
                let smt = &domain.logic.smt;
                let found = is_new(predicates);
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

/// The atoms of the interpolants in the other direction, too.
///
/// Whether an access to an array of unknown size is in bounds depends on where its size comes from (`size == 4 * n`, which goes forward from the allocation) and on the condition
/// of the loop (`i < n`, which goes backward from the access). With one direction only, one of them is missing and the loop is unrolled.
fn both_ways(smt: &mut Terms, blocks: &[Block], settings: &Settings, predicates: &mut NewPredicates) {
    let method = match settings.method {
        Method::Forward => Method::Backward,
        Method::Backward | Method::Craig => Method::Forward,
    };
    if let Ok(more) = sequence(smt, blocks, &Settings { method, ..settings.clone() }) {
        for (found, interpolant) in predicates.iter_mut().zip(&more[1..more.len() - 1]) {
            found.extend(atoms(smt, *interpolant));
        }
    }
}

/// What stands beside a comparison `x < y` in the invariant of a loop that counts: `x <= y`, and `0 <= x`, without which `x` is no offset.
fn beside(smt: &mut Terms, found: &mut BTreeSet<Term>) {
    let mut more = Vec::new();
    for atom in found.iter() {
        let Node::Slt(x, y) = *smt.node(*atom) else { continue };
        let zero = smt.constant(0, smt.width(x));
        if smt.as_constant(x).is_none() {
            more.push(smt.slt(x, zero));
            if smt.as_constant(y).is_none() {
                more.push(smt.slt(y, x));
            }
        }
    }
    found.extend(more.into_iter().filter(|atom| smt.as_bool(*atom).is_none()));
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
