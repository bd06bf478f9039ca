//! Predicates that refute a path that data does not admit.
//!
//! **Progress.** The conjuncts of a sequence of interpolants are the predicates: each follows from those before it and the step in between, so the strongest conjunction of predicates contains them all, and the path is excluded (`SafeInd`).
//!
//! **Monotonic** (as in the paper): those of the first sequence that is found are added. **Non-monotonic**: for every minimal contradiction of the path ([`contradictions`]) and every direction of interpolation there is a set of predicates that refutes it, and of
//! those for all paths so far the fewest are chosen ([`FewestPredicates`](crate::nonmonotonic::cover::FewestPredicates)).
//!
//! **Minimal contradictions** are found as in R. Reiter's tree of hitting sets (1987): one, and then for each of its parts one without that part, and so on, up to [`MOST_CONTRADICTIONS`]. A part is one guard or one assignment; an assignment that is left
//! out sets its variable to any value.

use std::collections::{BTreeSet, VecDeque};

use raddle_smt::interpolation::{Block, Method, Settings, sequence};
use raddle_smt::{Answer, Embedded, Solver, Sort, Stop, Term, Terms};
use rustc_hash::FxHashMap;

use super::path;
use super::system::System;
use super::valuation::Predicates;
use super::way::WayId;

/// How many minimal contradictions of a path are looked at.
const MOST_CONTRADICTIONS: usize = 6;

/// The directions in which interpolants are looked for, a given one first.
fn methods(first: Method) -> impl Iterator<Item = Method> {
    let others = [Method::Backward, Method::Forward, Method::Craig].into_iter().filter(move |m| *m != first);
    [first].into_iter().chain(others)
}

/// The conjuncts of the interpolants of a path, if it has some in this direction.
pub fn refutation(terms: &mut Terms, blocks: &[Block], method: Method, stop: &Stop) -> Option<BTreeSet<Term>> {
    let settings = Settings { method, stop: Some(stop.clone()), ..Settings::default() };
    let interpolants = sequence(terms, blocks, &settings).ok()?;
    let parts = interpolants.into_iter().flat_map(|i| terms.conjuncts(i)).collect::<BTreeSet<Term>>();
    Some(parts.into_iter().filter(|part| terms.as_bool(*part).is_none()).collect())
}

/// Adds predicates that refute a path, for monotonic refinement: those of the first direction of interpolation that has new ones. Whether there are any.
pub fn refute(
    system: &mut System<'_, '_>,
    predicates: &mut Predicates,
    path: &[WayId],
    first: Method,
    stop: &Stop,
) -> bool {
    let blocks = path::blocks(system, path);
    methods(first).any(|method| {
        let Some(set) = refutation(&mut system.domain.logic.smt, &blocks, method, stop) else { return false };
        let mut is_new = false;
        for predicate in set {
            is_new |= predicates.add(system, predicate);
        }
        is_new
    })
}

/// One of the guards or assignments of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
enum Part {
    Guard(usize, usize),
    Assign(usize, usize),
}

/// The parts of a path with the formula of each: every assignment makes a new version of its variable.
fn parts(terms: &mut Terms, blocks: &[Block]) -> Vec<(Part, Term)> {
    let mut versions: FxHashMap<Term, Term> = FxHashMap::default();
    let mut all = Vec::new();
    let version = |terms: &mut Terms, variable: Term, k: usize| {
        let name = format!("{}~{k}", terms.name(variable).unwrap_or_default());
        let width = terms.sort(variable).width();
        terms.variable(&name, Sort::Bv(width))
    };
    for (k, block) in blocks.iter().enumerate() {
        let mut here = versions.clone();
        for input in &block.inputs {
            here.insert(*input, version(terms, *input, k));
        }
        for (i, guard) in block.guard.iter().enumerate() {
            all.push((Part::Guard(k, i), terms.substitute(*guard, &here)));
        }
        for (i, (variable, value)) in block.assign.iter().enumerate() {
            let value = terms.substitute(*value, &here);
            let new = version(terms, *variable, k + 1);
            versions.insert(*variable, new);
            all.push((Part::Assign(k, i), terms.equal(new, value)));
        }
    }
    all
}

/// Some minimal contradictions of a path, each as the path with nothing else in it.
fn contradictions(terms: &mut Terms, blocks: &[Block], stop: &Stop) -> Vec<Vec<Block>> {
    let all = parts(terms, blocks);
    let mut solver = Embedded::within(terms.deadline());
    solver.set_stop(Some(stop.clone()));
    let mut found: Vec<BTreeSet<Part>> = Vec::new();
    let mut todo = VecDeque::from([BTreeSet::new()]);
    let mut tried: BTreeSet<BTreeSet<Part>> = BTreeSet::new();
    while let Some(without) = todo.pop_front() {
        if found.len() >= MOST_CONTRADICTIONS || !tried.insert(without.clone()) {
            continue;
        }
        let known = found.iter().find(|core| core.is_disjoint(&without)).cloned();
        let allowed: Vec<(Part, Term)> = all.iter().filter(|(part, _)| !without.contains(part)).copied().collect();
        let Some(core) = known.clone().or_else(|| minimal(&mut solver, terms, allowed)) else { continue };
        for part in &core {
            let mut more = without.clone();
            more.insert(*part);
            todo.push_back(more);
        }
        if known.is_none() {
            found.push(core);
        }
    }
    found.iter().map(|core| only(terms, blocks, core)).collect()
}

/// A minimal contradiction among some parts, if there is one.
fn minimal(solver: &mut Embedded, terms: &Terms, mut parts: Vec<(Part, Term)>) -> Option<BTreeSet<Part>> {
    let mut core = |parts: &[(Part, Term)]| {
        let assumptions: Vec<Term> = parts.iter().map(|(_, term)| *term).collect();
        match solver.check(terms, &assumptions) {
            Answer::Unsat => {
                let mut core: BTreeSet<Term> = solver.core().into_iter().collect();
                // The same formula may be several parts; one of them is enough.
                Some(parts.iter().filter(|(_, term)| core.remove(term)).copied().collect::<Vec<_>>())
            }
            Answer::Sat | Answer::Unknown(_) => None,
        }
    };
    parts = core(&parts)?;
    let mut next = 0;
    while next < parts.len() {
        let fewer: Vec<(Part, Term)> = parts[..next].iter().chain(&parts[next + 1..]).copied().collect();
        match core(&fewer) {
            Some(smaller) => {
                next = parts[..next].iter().filter(|part| smaller.contains(part)).count();
                parts = smaller;
            }
            None => next += 1,
        }
    }
    Some(parts.into_iter().map(|(part, _)| part).collect())
}

/// A path with some of its parts only.
fn only(terms: &mut Terms, blocks: &[Block], core: &BTreeSet<Part>) -> Vec<Block> {
    let mut out = Vec::new();
    for (k, block) in blocks.iter().enumerate() {
        let guard = block.guard.iter().enumerate().filter(|(i, _)| core.contains(&Part::Guard(k, *i)));
        let mut kept =
            Block { guard: guard.map(|(_, g)| *g).collect(), assign: Vec::new(), inputs: block.inputs.clone() };
        for (i, (variable, value)) in block.assign.iter().enumerate() {
            if core.contains(&Part::Assign(k, i)) {
                kept.assign.push((*variable, *value));
            } else {
                let name = format!("{}?", terms.name(*variable).unwrap_or_default());
                let width = terms.sort(*variable).width();
                let any = terms.variable(&name, Sort::Bv(width));
                kept.inputs.push(any);
                kept.assign.push((*variable, any));
            }
        }
        out.push(kept);
    }
    out
}

/// Sets of predicates of which each refutes a path by itself, for non-monotonic refinement.
pub fn all(terms: &mut Terms, blocks: &[Block], first: Method, stop: &Stop) -> Vec<BTreeSet<Term>> {
    let mut found: Vec<BTreeSet<Term>> = Vec::new();
    for blocks in contradictions(terms, blocks, stop) {
        for method in methods(first) {
            // What the solver's proof says is about bits: only where nothing else is found.
            if method == Method::Craig && !found.is_empty() {
                continue;
            }
            if let Some(set) = refutation(terms, &blocks, method, stop)
                && !found.contains(&set)
            {
                found.push(set);
            }
        }
    }
    found
}
