//! The checker of proofs by control abstraction.
//!
//! A proof is a list of abstract states: a ground, a class of stations for each thread ([`raddle_semantics::stations`]), and a formula. It stands for all states in which each thread is at some station of its class that fits the ground, and the symbols
//! have values that satisfy the formula. It proves that no error is reachable if
//! 1. the state in which `main` first has to share the world is *inside* one of them;
//! 2. from every one of them every step of every thread from *every* station of its class, with every sight of the others that their classes have, executed here again with every answer to every question, is impossible under the formula, ends the program, or leads inside one of them;
//!    never to an error, a halt, or a station that the proof does not list.
//!
//! *Inside*: ground and stations are those of the abstract state with values put in for their symbols, each station is in its class, and the formula with these values follows from what was known before and was decided in the step.
//! Symbols that nothing holds any more keep their values: a formula says of them only that there are some. The steps are those of [`super::stations`].
//!
//! The checker shares with the engine the machine, and the definition of stations; its solver is its own. It executes a step once for all abstract states with the same ground and knows nothing while it does, as the engine; what a formula excludes is decided afterwards.

use raddle_machine::Machine;
use raddle_machine::lazy::formula::Logic;
use raddle_semantics::dependence::Dependence;
use raddle_semantics::stations::{self, Sight, Station};

use super::stations::{Done, Steps};
use super::{Rejected, Task};
use crate::outcome::{Basis, Certificate};
use crate::proof::{ClassState, ClosedClasses};

struct ClassesChecker<'a, 'p> {
    proof: &'a [ClassState],
    /// The class of each station.
    classes: Vec<Vec<u32>>,
    steps: Steps<'a, 'p>,
}

fn wrong<T>(what: impl Into<String>) -> Result<T, Rejected> {
    Err(Rejected::Wrong(what.into()))
}

/// Checks a closed set of abstract states.
pub(crate) fn check_classes(task: Task<'_>, proof: ClosedClasses) -> Result<Certificate, Rejected> {
    if !task.property.is_about_errors() {
        return wrong("classes of places say nothing about this property");
    }
    let ClosedClasses { stations, grounds, states, mut terms, formulas, symbols } = proof;
    if let Some(confirmation) = task.confirmation {
        terms.confirm_answers(confirmation.clone());
    }
    let stop = || (task.exceeded)().is_some();
    let machine = Machine::new(task.program, task.property.watching(task.machine.clone()));
    stations::check_program(&machine)?;
    let dependence = Dependence::new(&machine, task.property);
    let listed: Vec<Vec<&Station>> =
        stations.iter().map(|of| of.iter().map(|(station, _)| station).collect()).collect();
    let logic = Logic::with(formulas, symbols, task.confirmation.cloned(), &stop);
    let mut checker = ClassesChecker {
        proof: &states,
        classes: stations.iter().map(|of| of.iter().map(|(_, class)| *class).collect()).collect(),
        steps: Steps::new(&task, &dependence, (listed, &grounds), (terms, logic)),
    };
    checker.check().map_err(|rejected| match (task.exceeded)() {
        // A solver that was stopped halts the execution.
        Some(reason) => Rejected::Stopped(reason),
        None => rejected,
    })?;
    Ok(Certificate { states: states.len() as u64, transitions: checker.steps.transitions, basis: Basis::States })
}

impl ClassesChecker<'_, '_> {
    fn check(&mut self) -> Result<(), Rejected> {
        for (number, state) in self.proof.iter().enumerate() {
            if self.steps.grounds.get(state.ground).is_none_or(|ground| ground.slots.len() != state.classes.len()) {
                return wrong(format!("state {number} has another number of threads than its ground"));
            }
            if !self.steps.is_about_holders(state.known) {
                return wrong(format!("state {number} mentions a variable that is no symbol of a holder"));
            }
        }
        self.steps.owners()?;
        self.check_beginning()?;
        // Only stations that steps lead to count; from those that are found late, all is done again.
        loop {
            let before = self.steps.come_to.len();
            for number in 0..self.proof.len() {
                self.check_state(number)?;
            }
            if self.steps.come_to.len() == before {
                return Ok(());
            }
        }
    }

    fn check_beginning(&mut self) -> Result<(), Rejected> {
        let always = self.steps.logic.smt.bool(true);
        for done in self.steps.execute(None)? {
            let nowhere = ClassState { ground: usize::MAX, classes: Vec::new(), known: always };
            self.check_done(&nowhere, &done)?;
        }
        Ok(())
    }

    /// The stations of a class that fit a ground, and that steps lead to.
    fn members(&self, state: &ClassState, slot: usize) -> Vec<usize> {
        let ground = &self.steps.grounds[state.ground];
        let all = self.steps.stations[slot].iter().zip(&self.classes[slot]).enumerate();
        all.filter(|(_, (station, class))| **class == state.classes[slot] && station.fits(ground, slot))
            .map(|(number, _)| number)
            .filter(|number| self.steps.come_to.contains(&(slot, *number)))
            .collect()
    }

    /// Every step of every thread from every station of its class.
    fn check_state(&mut self, number: usize) -> Result<(), Rejected> {
        let proof = self.proof;
        let state = &proof[number];
        let members: Vec<Vec<usize>> = (0..state.classes.len()).map(|slot| self.members(state, slot)).collect();
        if members.iter().any(Vec::is_empty) {
            // It stands for nothing.
            return Ok(());
        }
        for mover in 0..members.len() {
            for from in &members[mover] {
                for others in self.cases(state, mover, *from, &members) {
                    let question = (state.ground, mover, *from, others);
                    let done = self.steps.steps(question)?;
                    for done in done.iter() {
                        self.check_done(state, done)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// All combinations of what the others look like to a step: for each of them a station that stands for all that look so.
    fn cases(&self, state: &ClassState, mover: usize, from: usize, members: &[Vec<usize>]) -> Vec<Vec<(usize, usize)>> {
        let others: Vec<usize> = (0..members.len()).filter(|slot| *slot != mover).collect();
        let first = others.iter().map(|slot| (*slot, members[*slot][0])).collect();
        let looks = self.steps.looks(&(state.ground, mover, from, first));
        let mut all = vec![Vec::new()];
        for slot in others {
            let mut there: Vec<(Sight, usize)> = Vec::new();
            for number in &members[slot] {
                let sight = self.steps.stations[slot][*number].sight(slot, looks);
                if sight == Sight::Itself || !there.iter().any(|(seen, _)| *seen == sight) {
                    there.push((sight, *number));
                }
            }
            let with = |case: &Vec<(usize, usize)>| -> Vec<Vec<(usize, usize)>> {
                there.iter().map(|(_, number)| [case.clone(), vec![(slot, *number)]].concat()).collect()
            };
            all = all.iter().flat_map(with).collect();
        }
        all
    }

    /// What a step does, from one abstract state.
    fn check_done(&mut self, from: &ClassState, done: &Done) -> Result<(), Rejected> {
        if !self.steps.logic.is_satisfiable(from.known, done.path)? {
            return Ok(());
        }
        let reached = match &done.end {
            Ok(reached) => reached,
            Err(what) => return wrong(what.clone()),
        };
        let slots = self.steps.grounds[reached.ground].slots.len();
        let classes: Vec<u32> = (0..slots)
            .map(|slot| {
                let changed = reached.changed.iter().find(|(other, _)| *other == slot);
                match changed {
                    Some((_, number)) => self.classes[slot][*number],
                    None => from.classes.get(slot).copied().unwrap_or(0),
                }
            })
            .collect();
        for candidate in self.proof {
            if candidate.ground != reached.ground || candidate.classes != classes {
                continue;
            }
            let formula = self.steps.logic.smt.substitute(candidate.known, &reached.put_in);
            if self.steps.logic.implies(from.known, done.path, formula)? {
                return Ok(());
            }
        }
        wrong("a reachable state is missing")
    }
}
