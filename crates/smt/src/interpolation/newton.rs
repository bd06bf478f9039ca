//! Newton-style interpolation: strongest postconditions or weakest preconditions of what matters on the path.
//!
//! After T. Ball, S. Rajamani, *Generating abstract explanations of spurious counterexamples in C programs* (2002), and D. Dietsch et al.,
//! *Craig vs. Newton in software model checking* (FSE 2017): find an unsatisfiable core of the path's guards and assignments; what is not
//! in the core is forgotten (a guard is dropped, an assignment becomes a havoc); then either go forward and compute what must
//! hold, or backward and compute what must not. Because operators of the program are only put together, never taken apart
//! into bits, the formulas have the program's own comparisons as their atoms, which is what lets predicate abstraction converge.
//!
//! *Forward*: Iₖ₊₁ over-approximates the states after block k+1 from Iₖ; the old values of assigned variables, inputs, and variables that
//! are not live in the rest of the core are eliminated (`eliminate.rs`). *Backward*: Iₖ is the negation of an over-approximation of
//! the states from which blocks k+1 … n can be executed; values replace variables, only inputs and havocs need elimination.
//!
//! Soundness: elimination only weakens the conjunction it works on, and the next formula is computed from the weakened one, so each
//! step is inductive; that the end is reached (Iₙ = false, or I₀ = true) is checked. If weakening lost too much the answer is
//! [`Failure::Quantifier`], and the other direction or Craig interpolation may succeed.
//! Cost: one path check, the checks of core minimisation, and substitutions linear in the formula per block.

use std::collections::{BTreeMap, BTreeSet};

use super::eliminate::eliminate;
use super::path::{self, What};
use super::{Block, Failure, Settings};
use crate::embedded::Embedded;
use crate::solver::{Answer, Solver};
use crate::term::Term;
use crate::terms::Terms;

/// What matters of a block.
struct Kept {
    guard: Vec<Term>,
    assign: Vec<(Term, Term)>,
    /// Variables whose assignment does not matter.
    havoc: Vec<Term>,
    inputs: Vec<Term>,
}

/// The blocks with what is not in a core forgotten.
fn keep(terms: &mut Terms, blocks: &[Block], settings: &Settings) -> Result<Vec<Kept>, Failure> {
    let (parts, _) = path::parts(terms, blocks);
    let core = path::core(terms, &parts, settings)?;
    let mut kept: Vec<Kept> = blocks
        .iter()
        .map(|b| Kept { guard: Vec::new(), assign: Vec::new(), havoc: Vec::new(), inputs: b.inputs.clone() })
        .collect();
    for part in &core {
        match part.what {
            What::Guard(i) => kept[part.block].guard.push(blocks[part.block].guard[i]),
            What::Assign(i) => kept[part.block].assign.push(blocks[part.block].assign[i]),
        }
    }
    for (block, kept) in blocks.iter().zip(&mut kept) {
        let assigned: BTreeSet<Term> = kept.assign.iter().map(|(x, _)| *x).collect();
        kept.havoc = block.assign.iter().map(|(x, _)| *x).filter(|x| !assigned.contains(x)).collect();
    }
    Ok(kept)
}

/// The variables that matter at each point: those that are read before they are written.
fn live(terms: &Terms, blocks: &[Kept]) -> Vec<BTreeSet<Term>> {
    let mut live = vec![BTreeSet::new(); blocks.len() + 1];
    for (k, block) in blocks.iter().enumerate().rev() {
        let mut before: BTreeSet<Term> = live[k + 1].clone();
        for x in block.assign.iter().map(|(x, _)| x).chain(&block.havoc) {
            before.remove(x);
        }
        let values = block.assign.iter().filter(|(x, _)| live[k + 1].contains(x)).map(|(_, value)| value);
        for t in block.guard.iter().chain(values) {
            before.extend(terms.variables(*t).iter());
        }
        for input in &block.inputs {
            before.remove(input);
        }
        live[k] = before;
    }
    live
}

/// Interpolants by strongest postconditions.
pub(super) fn forward(terms: &mut Terms, blocks: &[Block], settings: &Settings) -> Result<Vec<Term>, Failure> {
    let kept = keep(terms, blocks, settings)?;
    let live = live(terms, &kept);
    let last = kept.iter().rposition(|b| !b.guard.is_empty()).ok_or(Failure::Quantifier)?;
    let mut conjuncts: Vec<Term> = Vec::new();
    let mut interpolants = vec![terms.bool(true)];
    for (k, block) in kept.iter().enumerate() {
        if k < last {
            conjuncts = post(terms, &conjuncts, block, &live[k + 1]);
        } else {
            // Behind the last guard of the core nothing is reachable.
            if k == last {
                conjuncts.extend(&block.guard);
                unsatisfiable(terms, &conjuncts, settings)?;
            }
            conjuncts = vec![terms.bool(false)];
        }
        interpolants.push(terms.conjunction(conjuncts.iter().copied()));
    }
    Ok(interpolants)
}

/// What holds after a block.
fn post(terms: &mut Terms, before: &[Term], block: &Kept, live: &BTreeSet<Term>) -> Vec<Term> {
    let mut old: BTreeMap<Term, Term> = BTreeMap::new();
    for x in block.assign.iter().map(|(x, _)| x).chain(&block.havoc) {
        let name = format!("{}#old", terms.name(*x).expect("variables are assigned"));
        let sort = terms.sort(*x);
        old.insert(*x, terms.variable(&name, sort));
    }
    let mut after: Vec<Term> = before.iter().chain(&block.guard).map(|c| terms.substitute(*c, &old)).collect();
    for (x, value) in &block.assign {
        let value = terms.substitute(*value, &old);
        after.push(terms.equal(*x, value));
    }
    let symbols: BTreeSet<Term> =
        after.iter().flat_map(|c| terms.variables(*c).to_vec()).filter(|v| !live.contains(v)).collect();
    eliminate(terms, after, &symbols)
}

/// Interpolants by weakest preconditions.
pub(super) fn backward(terms: &mut Terms, blocks: &[Block], settings: &Settings) -> Result<Vec<Term>, Failure> {
    let kept = keep(terms, blocks, settings)?;
    // In front of the core nothing is needed: what follows cannot be executed from anywhere.
    let first = kept.iter().position(|b| !b.guard.is_empty() || !b.assign.is_empty()).unwrap_or(0);
    let mut interpolants = vec![terms.bool(true); blocks.len() + 1];
    interpolants[blocks.len()] = terms.bool(false);
    // The states from which the rest of the path can be executed: a conjunction, at the end anything.
    let mut rest: Vec<Term> = Vec::new();
    for (k, block) in kept.iter().enumerate().skip(first).rev() {
        rest = pre(terms, &rest, block);
        if k > first {
            let executable = terms.conjunction(rest.iter().copied());
            interpolants[k] = terms.not(executable);
        }
    }
    unsatisfiable(terms, &rest, settings)?;
    Ok(interpolants)
}

/// The states from which a block can be executed into a state of `after`.
fn pre(terms: &mut Terms, after: &[Term], block: &Kept) -> Vec<Term> {
    let mut values: BTreeMap<Term, Term> = block.assign.iter().copied().collect();
    let mut symbols: BTreeSet<Term> = block.inputs.iter().copied().collect();
    for x in &block.havoc {
        let name = format!("{}#new", terms.name(*x).expect("variables are assigned"));
        let sort = terms.sort(*x);
        let any = terms.variable(&name, sort);
        values.insert(*x, any);
        symbols.insert(any);
    }
    let mut before: Vec<Term> = block.guard.clone();
    before.extend(after.iter().map(|c| terms.substitute(*c, &values)));
    eliminate(terms, before, &symbols)
}

fn unsatisfiable(terms: &mut Terms, conjuncts: &[Term], settings: &Settings) -> Result<(), Failure> {
    let mut solver = Embedded::within(terms.deadline());
    if settings.stop.is_some() {
        solver.set_stop(settings.stop.clone());
    }
    match solver.check(terms, conjuncts) {
        Answer::Unsat => Ok(()),
        Answer::Sat => Err(Failure::Quantifier),
        Answer::Unknown(_) => Err(Failure::Unknown),
    }
}
