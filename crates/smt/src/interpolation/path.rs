//! A path as one formula: every assignment makes a new version of its variable (static single assignment).
//!
//! An assignment is a part that can be left out: the equation of the new version, or, for an array, a Bool that chooses between the new value and an
//! array of which nothing is known. Equations of arrays would be decided by lemmas for every equation and index: a path of thirty writes
//! took forty seconds with them.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;

use super::{Block, Failure, Settings};
use crate::embedded::Embedded;
use crate::solver::{Answer, Solver};
use crate::term::{Sort, Term};
use crate::terms::Terms;

/// One guard or assignment of a path, over versions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) block: usize,
    pub(super) what: What,
    /// The guard, the equation of the new version, or the choice of the new value.
    pub(super) term: Term,
}

/// Which guard or assignment of its block a part is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum What {
    Guard(usize),
    Assign(usize),
}

/// The version that a variable has at each point of a path.
pub(super) type Versions = BTreeMap<Term, Term>;

/// The parts of a path, and the versions before each block and at the end. A variable without a version is its own.
pub(super) fn parts(terms: &mut Terms, blocks: &[Block]) -> (Vec<Part>, Vec<Versions>) {
    let mut versions = Versions::new();
    let mut all = Vec::new();
    let mut history = vec![versions.clone()];
    for (k, block) in blocks.iter().enumerate() {
        let mut before = versions.clone();
        for input in &block.inputs {
            before.insert(*input, version(terms, *input, k));
        }
        for (i, guard) in block.guard.iter().enumerate() {
            let term = terms.substitute(*guard, &before);
            all.push(Part { block: k, what: What::Guard(i), term });
        }
        for (i, (variable, value)) in block.assign.iter().enumerate() {
            let value = terms.substitute(*value, &before);
            let new = version(terms, *variable, k + 1);
            let term = match terms.sort(*variable) {
                Sort::Bool | Sort::Bv(_) => {
                    versions.insert(*variable, new);
                    terms.equal(new, value)
                }
                Sort::Array { .. } => {
                    let name = format!("{}#used", terms.name(new).unwrap_or_default());
                    let used = terms.variable(&name, Sort::Bool);
                    versions.insert(*variable, terms.ite(used, value, new));
                    used
                }
            };
            all.push(Part { block: k, what: What::Assign(i), term });
        }
        history.push(versions.clone());
    }
    (all, history)
}

fn version(terms: &mut Terms, variable: Term, k: usize) -> Term {
    let name = format!("{}#{k}", terms.name(variable).expect("variables are assigned"));
    let sort = terms.sort(variable);
    terms.variable(&name, sort)
}

/// The conflicts that one attempt to leave a part out may cost.
const CONFLICTS: u32 = 2_000;

/// Parts that suffice to make the path infeasible; minimal as far as the budget of checks goes.
pub(super) fn core(terms: &mut Terms, parts: &[Part], settings: &Settings) -> Result<Vec<Part>, Failure> {
    let mut solver = Embedded::within(terms.deadline());
    if settings.stop.is_some() {
        solver.set_stop(settings.stop.clone());
    }
    let Some(core) = check(&mut solver, terms, parts) else { return Err(Failure::Feasible) };
    let mut core = shortest_end(&mut solver, terms, parts, core?);
    let mut budget = settings.minimise;
    // From the start, so that what remains is as near to the end as possible.
    let mut next = 0;
    while next < core.len() && budget > 0 {
        budget -= 1;
        let mut fewer = core.clone();
        fewer.remove(next);
        solver.set_conflicts(Some(CONFLICTS));
        match check(&mut solver, terms, &fewer) {
            Some(Ok(smaller)) => {
                // What lies in front has been tried before, and some of it may have gone, too.
                let same = |a: &Part, b: &Part| (a.block, a.what) == (b.block, b.what);
                next = core[..next].iter().filter(|old| smaller.iter().any(|part| same(old, part))).count();
                core = smaller;
            }
            Some(Err(_)) | None => next += 1,
        }
    }
    Ok(core)
}

/// A core in the shortest end of the path that is infeasible from any state. Such a reason says more about a loop than one that
/// starts from the initial values and counts how often the loop has been run.
fn shortest_end(solver: &mut Embedded, terms: &Terms, parts: &[Part], core: Vec<Part>) -> Vec<Part> {
    let mut best = core;
    // Ends that start before `possible` are infeasible, those from `feasible` on are not, as far as is known.
    let mut possible = 0;
    let mut feasible = best.last().map_or(0, |p| p.block) + 1;
    solver.set_conflicts(Some(CONFLICTS));
    while possible + 1 < feasible {
        let middle = possible.midpoint(feasible);
        let end: Vec<Part> = parts.iter().filter(|p| p.block >= middle).copied().collect();
        match check(solver, terms, &end) {
            Some(Ok(core)) => {
                best = core;
                possible = middle;
            }
            Some(Err(_)) | None => feasible = middle,
        }
    }
    best
}

/// The core of the parts, none if they are satisfiable.
fn check(solver: &mut Embedded, terms: &Terms, parts: &[Part]) -> Option<Result<Vec<Part>, Failure>> {
    let assumptions: Vec<Term> = parts.iter().map(|p| p.term).collect();
    match solver.check(terms, &assumptions) {
        Answer::Sat => None,
        Answer::Unknown(_) => Some(Err(Failure::Unknown)),
        Answer::Unsat => {
            let mut core: FxHashSet<Term> = solver.core().into_iter().collect();
            // The same formula may be several parts; one of them is enough.
            Some(Ok(parts.iter().filter(|part| core.remove(&part.term)).copied().collect()))
        }
    }
}
