//! The proof: stations with their classes, grounds, and abstract states.

use std::collections::BTreeSet;

use raddle_evidence::{ClassState, ClosedClasses, Proof};

use super::reach::Abstract;
use super::system::System;
use super::valuation::Predicates;
use super::way::StationId;
use crate::nonmonotonic::partition::Partition;

/// A closed set of abstract states as a proof, with the stations that steps between them lead to.
pub fn proof(
    (states, come_to): (&[Abstract], &BTreeSet<(usize, StationId)>),
    predicates: &Predicates,
    partition: &Partition,
    system: System<'_, '_>,
) -> Proof {
    let System { stations, grounds, domain, .. } = system;
    let mut smt = domain.logic.smt;
    let mut described = Vec::new();
    for state in states {
        let known: Vec<_> = state.known.iter().map(|literal| predicates.formula(&mut smt, *literal)).collect();
        let (ground, classes) = (state.ground as usize, state.classes.clone());
        described.push(ClassState { ground, classes, known: smt.conjunction(known) });
    }
    let mut listed = vec![Vec::new(); stations.len()];
    for (slot, id) in come_to {
        let station = &stations[*slot][*id as usize];
        listed[*slot].push(((**station).clone(), partition.class(*slot, *id)));
    }
    Proof::Classes(Box::new(ClosedClasses {
        stations: listed,
        grounds: grounds.iter().map(|ground| (**ground).clone()).collect(),
        states: described,
        terms: domain.terms,
        formulas: smt,
        symbols: domain.logic.symbols,
    }))
}
