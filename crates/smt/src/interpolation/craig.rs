//! Craig interpolation from the SAT solver's proof.
//!
//! W. Craig (1957): if A ∧ B is unsatisfiable there is an I over their common symbols with A ⇒ I and I ∧ B unsatisfiable. K. McMillan,
//! *Interpolation and SAT-based model checking* (CAV 2003), reads I from a resolution refutation: each clause of A stands for its
//! literals that B knows, each clause of B for true; resolution on a variable only A knows is a disjunction, on any other a
//! conjunction. The refutation of a whole path, read once for every cut into A = blocks 1 … k and B = the rest, gives
//! formulas that are inductive from one to the next.
//!
//! Each block has a circuit of its own here, so that what blocks have in common is the bits of the variables between them and nothing
//! else; a gate shared by two blocks would be a symbol without meaning for the program. CaDiCaL runs without preprocessing, reports each
//! learned clause with the clauses it follows from by unit propagation, and the propagation is replayed backward as resolution.
//!
//! The results speak about single bits (`x[3]`), which makes poor predicates: this is the method that always has an answer, and the one to
//! compare the others with. Cost: the proof times the number of cuts. Arrays and functions would need lemmas that belong to one side; paths with them are
//! refused. Rejected: CaDiCaL's own `craigtracer`, which is not part of the crate; interpolants by enumeration of models, exponential in the width.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use cadical_sys::Status;
use raddle_deadline::Deadline;
use rustc_hash::{FxHashMap, FxHashSet};

use super::path::{self, Part, Versions};
use super::proof::{Origin, Proof, Tracer};
use super::{Block, Failure, Settings};
use crate::embedded::blast::Blaster;
use crate::embedded::cnf::Sat;
use crate::term::{Node, Sort, Term};
use crate::terms::Terms;

/// Interpolants from one refutation.
pub(super) fn sequence(terms: &mut Terms, blocks: &[Block], settings: &Settings) -> Result<Vec<Term>, Failure> {
    let (parts, versions) = path::parts(terms, blocks);
    let all: Vec<Term> = parts.iter().map(|p| p.term).collect();
    let has_places =
        |t: &Term| matches!(terms.node(*t), Node::Apply(..)) || matches!(terms.sort(*t), Sort::Array { .. });
    if terms.subterms(&all).iter().any(has_places) {
        return Err(Failure::Proof);
    }
    let proof = Rc::new(RefCell::new(Proof::default()));
    let mut sat = Sat::traced(settings.stop.as_ref(), Tracer(proof.clone()));
    let mut bits = Bits::default();
    for k in 0..blocks.len() {
        proof.borrow_mut().block = k;
        write(terms, &mut sat, &mut bits, &parts, k);
    }
    match sat.solve(&[], None) {
        Status::SATISFIABLE => return Err(Failure::Feasible),
        Status::UNKNOWN => return Err(Failure::Unknown),
        Status::UNSATISFIABLE => {}
    }
    let proof = proof.borrow();
    let steps = proof.refutation().filter(|steps| steps.len() <= settings.proof).ok_or(Failure::Proof)?;
    let resolutions = resolutions(&proof, &steps, terms.deadline())?;
    let mut interpolants = vec![terms.bool(true)];
    for (cut, versions) in versions.iter().enumerate().take(blocks.len()).skip(1) {
        interpolants.push(interpolant(terms, &proof, &steps, &resolutions, &bits, cut, versions));
    }
    interpolants.push(terms.bool(false));
    Ok(interpolants)
}

/// The variables of the SAT solver that are bits of versions.
#[derive(Default)]
struct Bits {
    /// The first of the consecutive variables of a version.
    first: FxHashMap<Term, i32>,
    /// The version and the position of each variable.
    meaning: FxHashMap<i32, (Term, u32)>,
    /// The last block in which each variable occurs; variables of gates occur in one block only.
    last: FxHashMap<i32, usize>,
}

/// Adds the clauses of a block, with a circuit of its own.
fn write(terms: &Terms, sat: &mut Sat, bits: &mut Bits, parts: &[Part], k: usize) {
    let mut blaster = Blaster::within(terms.deadline());
    let mut asserted = Vec::new();
    let mut variables: std::collections::BTreeSet<Term> = Default::default();
    for part in parts.iter().filter(|p| p.block == k) {
        asserted.push(blaster.bit(terms, part.term));
        variables.extend(terms.variables(part.term).iter());
    }
    let mut inputs = Vec::new();
    for v in variables {
        let word = blaster.known(v).unwrap_or_default();
        let first = *bits.first.entry(v).or_insert_with(|| {
            let numbers: Vec<i32> = word.iter().map(|_| sat.fresh()).collect();
            for (i, n) in numbers.iter().enumerate() {
                bits.meaning.insert(*n, (v, i as u32));
            }
            numbers.first().copied().unwrap_or_default()
        });
        for (i, bit) in word.iter().enumerate() {
            inputs.push((*bit, first + i as i32));
            bits.last.insert(first + i as i32, k);
        }
    }
    sat.next_circuit(&blaster.circuit, inputs.into_iter());
    for bit in asserted {
        sat.assert(&blaster.circuit, bit, None);
    }
}

/// A derived clause as resolutions: the step to start from, then pivots and the steps to resolve with.
struct Chain {
    start: usize,
    with: Vec<(i32, usize)>,
}

/// Replays unit propagation backward: from the conflict, each earlier clause resolves away the literal it propagated.
fn resolutions(proof: &Proof, steps: &[usize], deadline: &Deadline) -> Result<BTreeMap<usize, Chain>, Failure> {
    let mut chains = BTreeMap::new();
    for step in steps {
        deadline.look();
        let Origin::Derived(antecedents) = &proof.steps[*step].origin else { continue };
        let (start, rest) = antecedents.split_last().ok_or(Failure::Proof)?;
        let mut resolvent: FxHashSet<i32> = proof.steps[*start].clause.iter().copied().collect();
        let mut with = Vec::new();
        for other in rest.iter().rev() {
            let clause = &proof.steps[*other].clause;
            let Some(pivot) = clause.iter().find(|l| resolvent.contains(&-**l)) else { continue };
            resolvent.remove(&-*pivot);
            resolvent.extend(clause.iter().filter(|l| *l != pivot));
            with.push((pivot.abs(), *other));
        }
        if !resolvent.iter().all(|l| proof.steps[*step].clause.contains(l)) {
            return Err(Failure::Proof);
        }
        chains.insert(*step, Chain { start: *start, with });
    }
    Ok(chains)
}

/// The interpolant between the blocks before a cut and those behind it.
fn interpolant(
    terms: &mut Terms,
    proof: &Proof,
    steps: &[usize],
    chains: &BTreeMap<usize, Chain>,
    bits: &Bits,
    cut: usize,
    versions: &Versions,
) -> Term {
    let program_variable: BTreeMap<Term, Term> = versions.iter().map(|(x, version)| (*version, *x)).collect();
    // Only bits of versions can be known behind the cut and in front of it.
    let behind = |variable: i32| bits.last.get(&variable).is_some_and(|last| *last >= cut);
    let mut only_behind: FxHashSet<i32> = FxHashSet::default();
    for step in steps {
        if matches!(proof.steps[*step].origin, Origin::Block(block) if block >= cut) {
            only_behind.extend(proof.steps[*step].clause.iter().map(|l| l.abs()));
        }
    }
    let mut partial: FxHashMap<usize, Term> = FxHashMap::default();
    for step in steps {
        let t = match &proof.steps[*step].origin {
            Origin::Block(block) if *block >= cut => terms.bool(true),
            Origin::Block(_) => {
                let common: Vec<i32> = proof.steps[*step].clause.iter().copied().filter(|l| behind(l.abs())).collect();
                let literals: Vec<Term> = common.iter().map(|l| literal(terms, bits, &program_variable, *l)).collect();
                terms.disjunction(literals)
            }
            Origin::Derived(_) => {
                let chain = &chains[step];
                let mut t = partial[&chain.start];
                for (pivot, other) in &chain.with {
                    let o = partial[other];
                    let known_behind = behind(*pivot) || only_behind.contains(pivot);
                    t = if known_behind { terms.and(t, o) } else { terms.or(t, o) };
                }
                t
            }
        };
        partial.insert(*step, t);
    }
    steps.last().map_or_else(|| terms.bool(false), |last| partial[last])
}

/// A bit of a version as a formula about the program's variable.
fn literal(terms: &mut Terms, bits: &Bits, program_variable: &BTreeMap<Term, Term>, literal: i32) -> Term {
    let (version, position) = bits.meaning[&literal.abs()];
    let variable = program_variable.get(&version).copied().unwrap_or(version);
    let holds = match terms.sort(variable) {
        Sort::Bool => variable,
        Sort::Bv(_) => {
            let bit = terms.extract(variable, position, 1);
            let one = terms.constant(1, 1);
            terms.equal(bit, one)
        }
        Sort::Array { .. } => panic!("arrays have been refused"),
    };
    if literal < 0 { terms.not(holds) } else { holds }
}
