//! Sequence interpolation: why a path is infeasible, as a formula between any two of its blocks.
//!
//! For a path of blocks 1 … n that cannot be executed the result is I₀ … Iₙ with I₀ = true, Iₙ = false and
//! Iₖ ∧ blockₖ₊₁ ⇒ Iₖ₊₁, over program variables only. Two ways, both selectable: *Newton style* ([`Method::Forward`],
//! [`Method::Backward`], `newton.rs`) stays close to the program's text; *Craig* ([`Method::Craig`], `craig.rs`) reads the interpolants from the
//! refutation, works on every infeasible path, and speaks about single bits. Every result is checked in debug builds, and by
//! [`check_sequence`] for whoever wants to know.

mod craig;
mod eliminate;
mod newton;
mod path;
mod proof;

use std::collections::{BTreeMap, BTreeSet};

use crate::embedded::Embedded;
use crate::solver::{Answer, Solver, Stop};
use crate::term::Term;
use crate::terms::Terms;

/// A step of a path: assume the guards, then assign all at once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Block {
    /// What must hold, over the variables before the block and its inputs.
    pub guard: Vec<Term>,
    /// Variables with their new values, over the variables before the block and its inputs. A variable is assigned once.
    pub assign: Vec<(Term, Term)>,
    /// Variables free in this block only: nondeterministic values.
    pub inputs: Vec<Term>,
}

/// How to interpolate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Method {
    /// Newton style with strongest postconditions.
    Forward,
    /// Newton style with weakest preconditions.
    Backward,
    /// From the SAT solver's proof.
    Craig,
}

/// How to interpolate and how long.
#[derive(Clone)]
pub struct Settings {
    /// The way.
    pub method: Method,
    /// How many checks may be spent on making the unsatisfiable core smaller.
    pub minimise: u32,
    /// The largest proof, in clauses, that [`Method::Craig`] reads.
    pub proof: usize,
    /// What stops everything.
    pub stop: Option<Stop>,
}

impl Default for Settings {
    fn default() -> Self {
        Self { method: Method::Backward, minimise: 64, proof: 200_000, stop: None }
    }
}

/// Why there are no interpolants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failure {
    /// The path can be executed.
    Feasible,
    /// They would need a quantifier; another method may find some.
    Quantifier,
    /// Not from this proof: it is too large, uses something other than resolution, or the path has arrays or functions, whose lemmas belong to
    /// no block.
    Proof,
    /// The solver was stopped or does not know.
    Unknown,
}

/// Inductive interpolants I₀ … Iₙ of an infeasible path of n blocks.
///
/// Law: [`check_sequence`] holds for every result.
pub fn sequence(terms: &mut Terms, blocks: &[Block], settings: &Settings) -> Result<Vec<Term>, Failure> {
    let interpolants = match settings.method {
        Method::Forward => newton::forward(terms, blocks, settings)?,
        Method::Backward => newton::backward(terms, blocks, settings)?,
        Method::Craig => craig::sequence(terms, blocks, settings)?,
    };
    if cfg!(debug_assertions) {
        let inductive = check_sequence(terms, blocks, &interpolants);
        // A check that had to end says nothing.
        let stopped = terms.deadline().over().is_some() || settings.stop.as_ref().is_some_and(|stop| stop());
        assert!(inductive || stopped, "interpolants are inductive");
    }
    Ok(interpolants)
}

/// Whether formulas are inductive interpolants of a path: true first, false last, each with the next block implying the next, over
/// no input of a block.
pub fn check_sequence(terms: &mut Terms, blocks: &[Block], interpolants: &[Term]) -> bool {
    let (Some(first), Some(last)) = (interpolants.first(), interpolants.last()) else { return false };
    if interpolants.len() != blocks.len() + 1
        || terms.as_bool(*first) != Some(true)
        || terms.as_bool(*last) != Some(false)
    {
        return false;
    }
    let inputs: BTreeSet<Term> = blocks.iter().flat_map(|b| b.inputs.iter().copied()).collect();
    if interpolants.iter().any(|i| terms.variables(*i).iter().any(|v| inputs.contains(v))) {
        return false;
    }
    let mut solver = Embedded::within(terms.deadline());
    blocks.iter().zip(interpolants.windows(2)).all(|(block, pair)| {
        let map: BTreeMap<Term, Term> = block.assign.iter().copied().collect();
        let after = terms.substitute(pair[1], &map);
        let mut assumptions = block.guard.clone();
        assumptions.push(pair[0]);
        assumptions.push(terms.not(after));
        solver.check(terms, &assumptions) == Answer::Unsat
    })
}
