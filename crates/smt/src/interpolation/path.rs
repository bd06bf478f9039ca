//! A path as one formula: every assignment makes a new version of its variable (static single assignment).

use std::collections::BTreeMap;

use super::{Block, Failure, Settings};
use crate::embedded::Embedded;
use crate::solver::{Answer, Solver};
use crate::term::Term;
use crate::terms::Terms;

/// One guard or assignment of a path, over versions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) block: usize,
    pub(super) what: What,
    /// The guard, or the equation of the new version.
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
            versions.insert(*variable, new);
            let term = terms.equal(new, value);
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

/// Parts that suffice to make the path infeasible; minimal as far as the budget of checks goes.
pub(super) fn core(terms: &mut Terms, parts: &[Part], settings: &Settings) -> Result<Vec<Part>, Failure> {
    let mut solver = Embedded::new();
    solver.set_stop(settings.stop.clone());
    let mut core = match check(&mut solver, terms, parts) {
        Some(core) => core?,
        None => return Err(Failure::Feasible),
    };
    let mut budget = settings.minimise;
    // From the end, so that what remains lies early in the path and the interpolants become false soon.
    let mut next = core.len();
    while next > 0 && budget > 0 {
        next -= 1;
        budget -= 1;
        let mut fewer = core.clone();
        fewer.remove(next);
        solver.set_conflicts(Some(2_000));
        if let Some(Ok(smaller)) = check(&mut solver, terms, &fewer) {
            // What lies behind has been tried before; of what lies in front some may have gone, too.
            let position = |part: &Part| core.iter().position(|p| (p.block, p.what) == (part.block, part.what));
            next = smaller.iter().filter(|part| position(part).is_some_and(|i| i < next)).count();
            core = smaller;
        }
    }
    Ok(core)
}

/// The core of the parts, none if they are satisfiable.
fn check(solver: &mut Embedded, terms: &Terms, parts: &[Part]) -> Option<Result<Vec<Part>, Failure>> {
    let assumptions: Vec<Term> = parts.iter().map(|p| p.term).collect();
    match solver.check(terms, &assumptions) {
        Answer::Sat => None,
        Answer::Unknown(_) => Some(Err(Failure::Unknown)),
        Answer::Unsat => {
            let mut core = solver.core();
            let mut kept = Vec::new();
            for part in parts {
                // The same formula may be several parts; one of them is enough.
                if let Some(i) = core.iter().position(|t| *t == part.term) {
                    core.remove(i);
                    kept.push(*part);
                }
            }
            Some(Ok(kept))
        }
    }
}
