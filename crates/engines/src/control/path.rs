//! A path to something bad: whether data admits it, whether control does, and the execution along it.
//!
//! Data and control are looked at apart, as in the paper: the guards and assignments of the path say nothing of who is where, and the *mismatches* say nothing else. A path against which neither has anything is an execution.

use raddle_evidence::{Counterexample, Property};
use raddle_machine::Value;
use raddle_machine::lazy::Term as Lazy;
use raddle_machine::lazy::formula::{Model, Stopped};
use raddle_smt::interpolation::Block;
use raddle_smt::{Sort, Term};
use rustc_hash::FxHashMap;

use super::system::System;
use super::way::{StationId, WayEnd, WayId};
use crate::nonmonotonic::partition::Mismatch;

/// The blocks of a path, as the interpolation wants them.
pub fn blocks(system: &System<'_, '_>, path: &[WayId]) -> Vec<Block> {
    let block = |way: &WayId| {
        let way = &system.ways[*way as usize];
        Block { guard: way.guard.clone(), assign: way.assign.clone(), inputs: way.inputs.clone() }
    };
    path.iter().map(block).collect()
}

/// A variable at the beginning of a step of a path, if nobody has assigned it before.
fn at_step(system: &mut System<'_, '_>, number: usize, variable: Term) -> Term {
    let smt = &mut system.domain.logic.smt;
    let name = format!("{}@{number}", smt.name(variable).unwrap_or_default());
    let width = smt.sort(variable).width();
    smt.variable(&name, Sort::Bv(width))
}

/// Values of the inputs with which data admits the path; `None` if there are none.
pub fn follow(system: &mut System<'_, '_>, path: &[WayId]) -> Result<Option<Model>, Stopped> {
    let mut values: FxHashMap<Term, Term> = FxHashMap::default();
    let mut all = Vec::new();
    for (number, way) in path.iter().enumerate() {
        let way = system.ways[*way as usize].clone();
        let mut here = values.clone();
        for input in &way.inputs {
            here.insert(*input, at_step(system, number, *input));
        }
        for guard in &way.guard {
            all.push(system.domain.logic.smt.substitute(*guard, &here));
        }
        for (variable, value) in &way.assign {
            values.insert(*variable, system.domain.logic.smt.substitute(*value, &here));
        }
    }
    system.domain.logic.solve(&all)
}

/// Where threads have to be for a way: the mover at its beginning, the others where they look as it needs.
pub fn needs(system: &System<'_, '_>, way: WayId) -> Vec<(usize, Vec<StationId>)> {
    let way = &system.ways[way as usize];
    let (Some(from), Some(ground)) = (way.from, way.ground) else { return Vec::new() };
    let mut all = vec![(way.mover, vec![from])];
    for (slot, stands) in &way.others {
        let look = |station: StationId| match system.sight(*slot, station, way.looks) {
            raddle_semantics::stations::Sight::Itself => station == *stands,
            sight => sight == system.sight(*slot, *stands, way.looks),
        };
        all.push((*slot, system.fitting(ground, *slot).filter(|station| look(*station)).collect()));
    }
    all
}

/// Every mismatch of a path: where a thread is at one station, and the path goes on as if it were at another.
///
/// Law (the paper's `SafeInd` with *true … pcᵢ = ℓ … false*): an abstraction that keeps apart the stations of one of them does not admit the path.
pub fn mismatches(system: &System<'_, '_>, path: &[WayId]) -> Vec<Mismatch> {
    let mut at: Vec<StationId> = Vec::new();
    let mut found = Vec::new();
    for way in path {
        for (thread, needed) in needs(system, *way) {
            let is = at.get(thread).copied().unwrap_or(0);
            if !needed.contains(&is) {
                let mismatch = Mismatch { thread, at: is, needed };
                if !found.contains(&mismatch) {
                    found.push(mismatch);
                }
            }
        }
        for (slot, station) in &system.ways[*way as usize].to {
            if at.len() <= *slot {
                at.resize(*slot + 1, 0);
            }
            at[*slot] = *station;
        }
    }
    found
}

/// The execution along a path with these inputs.
pub fn counterexample(
    system: &mut System<'_, '_>,
    property: Property,
    path: &[WayId],
    inputs: &Model,
) -> Option<Counterexample> {
    let mut example =
        Counterexample { property, schedule: Vec::new(), inputs: Vec::new(), choices: Vec::new(), racing: None };
    for (number, way) in path.iter().enumerate() {
        let way = system.ways[*way as usize].clone();
        if let WayEnd::Violation(end) = way.end {
            example.racing = end.racing();
        }
        example.schedule.extend(way.moves.iter().copied());
        example.choices.extend(way.choices.iter().copied());
        for value in &way.asked {
            let bits = match value {
                Value::Bits(bits) => *bits,
                Value::Lazy(id) => {
                    let Lazy::Symbol(symbol) = system.domain.terms.get(*id) else { return None };
                    let variable = system.domain.logic.variable(symbol)?;
                    let renamed = at_step(system, number, variable);
                    inputs.get(&renamed).copied().unwrap_or(0)
                }
            };
            example.inputs.push(bits);
        }
    }
    Some(example)
}
