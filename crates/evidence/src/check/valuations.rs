//! The checker of proofs by Cartesian products of places with what is known of values there.
//!
//! A proof is a list of products: a shared part is a ground with a formula, a local part a station ([`raddle_semantics::stations`]) with a formula over symbols of that thread alone. A product stands for all states that have values for the symbols such that
//! the formula of the shared part holds, each thread is at the station of some local part in its set, and the formula of that local part holds as well. The products prove a property if
//! 1. every state in which the program begins is in one of them;
//! 2. no step of a thread that is possible in one of them is a violation or a halt;
//! 3. what each product becomes by each step is inside of the union.
//!
//! **A step of a thread**, executed again ([`super::stations`]), knows the formulas of the shared part and of its own local part, and of a thread that it looks at exactly ([`Sight::Itself`]) that one's as well. What follows from these and from what was decided on the way, with values put in for symbols, are the
//! shared parts that the step leads to and the local parts of those who take part in it. Local parts of all others stay: their formulas are about symbols of nobody else, which is checked. So the step makes of the product the same product with some
//! sets replaced, and that has to be inside of the products of these shared parts ([`super::sets::is_in_union`]).
//!
//! **Only stations that steps lead to count**, as in the checker of classes. Others stand for no state.
//!
//! **Cost**: one execution for each ground, station and sight of others, and as many questions to the solver for each pair of a shared and a local part as there are candidates for where it leads.

use std::rc::Rc;

use raddle_machine::Machine;
use raddle_machine::lazy::formula::Logic;
use raddle_semantics::dependence::Dependence;
use raddle_semantics::stations::{self, Sight, Station};
use raddle_smt::Term as Formula;
use rustc_hash::FxHashMap;

use super::sets::{Bits, bits, is_in_union, numbers};
use super::stations::{Done, Question, Steps};
use super::{Rejected, Task};
use crate::outcome::{Basis, Certificate};
use crate::proof::{ClosedValuations, ProductAt};

fn wrong<T>(what: impl Into<String>) -> Result<T, Rejected> {
    Err(Rejected::Wrong(what.into()))
}

/// Where a step leads that can be taken.
struct Leads {
    /// How many slots there are then.
    slots: usize,
    /// The products that it may be inside of: those of shared parts whose formula holds.
    to: Vec<usize>,
    /// For each thread that takes part, the local parts that it has then: any of them is right.
    changed: Vec<(usize, Vec<u32>)>,
}

/// A thread with one of its local parts.
type Part = (usize, u32);

/// From where a step is taken: shared part, local parts that are known exactly, the mover's first; and what is executed.
type From = (usize, Vec<Part>, Question);

/// What the others look like to a step: the station of each thread, and the local parts that are looked at exactly.
type Case = (Vec<(usize, usize)>, Vec<Part>);

struct ValuationsChecker<'a, 'p> {
    shared: &'a [(usize, Formula)],
    locals: &'a [Vec<(usize, Formula)>],
    /// The products: the shared part, and a set of local parts for each slot.
    products: Vec<(usize, Vec<Bits>)>,
    steps: Steps<'a, 'p>,
    known: FxHashMap<From, Rc<Vec<Leads>>>,
}

/// Checks products of places with what is known there.
pub(crate) fn check_valuations(task: Task<'_>, proof: ClosedValuations) -> Result<Certificate, Rejected> {
    if !task.property.is_about_errors() {
        return wrong("products of local parts say nothing about this property");
    }
    let ClosedValuations { stations, grounds, shared, locals, products, mut terms, formulas, symbols } = proof;
    if let Some(confirmation) = task.confirmation {
        terms.confirm_answers(confirmation.clone());
    }
    let stop = || (task.exceeded)().is_some();
    let machine = Machine::new(task.program, task.property.watching(task.machine.clone()));
    stations::check_program(&machine)?;
    let dependence = Dependence::new(&machine, task.property);
    let listed: Vec<Vec<&Station>> = stations.iter().map(|of| of.iter().collect()).collect();
    let logic = Logic::with(formulas, symbols, task.confirmation.cloned(), &stop);
    let mut checker = ValuationsChecker {
        shared: &shared,
        locals: &locals,
        products: Vec::new(),
        steps: Steps::new(&task, &dependence, (listed, &grounds), (terms, logic)),
        known: FxHashMap::default(),
    };
    checker.check(&products).map_err(|rejected| match (task.exceeded)() {
        // A solver that was stopped halts the execution.
        Some(reason) => Rejected::Stopped(reason),
        None => rejected,
    })?;
    let (states, transitions) = (checker.products.len() as u64, checker.steps.transitions);
    Ok(Certificate { states, transitions, basis: Basis::States })
}

impl ValuationsChecker<'_, '_> {
    fn check(&mut self, products: &[ProductAt]) -> Result<(), Rejected> {
        self.check_parts()?;
        for product in products {
            let fits = |(slot, numbers): (usize, &Vec<u32>)| {
                !numbers.is_empty() && numbers.iter().all(|number| (*number as usize) < self.locals[slot].len())
            };
            let is_listed = product.shared < self.shared.len() && product.parts.len() == self.locals.len();
            if !is_listed || !product.parts.iter().enumerate().all(fits) {
                return wrong("a product has parts that are not there");
            }
            let parts = product.parts.iter().map(|numbers| bits(numbers)).collect();
            self.products.push((product.shared, parts));
        }
        let always = self.steps.logic.smt.bool(true);
        for done in self.steps.execute(None)? {
            let Some(leads) = self.leads(always, &done)? else { continue };
            self.check_inside(&[], &leads, "a state in which the program begins is missing")?;
        }
        // Only stations that steps lead to count; from those that are found late, all is done again.
        loop {
            let before = self.steps.come_to.len();
            for number in 0..self.products.len() {
                self.check_product(number)?;
            }
            if self.steps.come_to.len() == before {
                return Ok(());
            }
        }
    }

    /// That parts are of what is listed, and that formulas of local parts are about their threads alone.
    fn check_parts(&mut self) -> Result<(), Rejected> {
        let owners = self.steps.owners()?;
        if self.locals.len() != self.steps.stations.len() {
            return wrong("there are local parts of slots without stations");
        }
        for (ground, formula) in self.shared {
            if *ground >= self.steps.grounds.len() || !self.steps.is_about_holders(*formula) {
                return wrong("a shared part is not one of a ground and its symbols");
            }
        }
        for (slot, locals) in self.locals.iter().enumerate() {
            for (station, formula) in locals {
                if *station >= self.steps.stations[slot].len() || !self.steps.is_about_holders(*formula) {
                    return wrong("a local part is not one of a station and its symbols");
                }
                let symbols = self.steps.logic.symbols_in(*formula);
                if symbols.iter().any(|symbol| owners.get(symbol).is_some_and(|owner| *owner != Some(slot))) {
                    return wrong("a local part says something about what others can change");
                }
            }
        }
        Ok(())
    }

    /// Where a step leads, if it can be taken.
    fn leads(&mut self, known: Formula, done: &Done) -> Result<Option<Leads>, Rejected> {
        if !self.steps.logic.is_satisfiable(known, done.path)? {
            return Ok(None);
        }
        let reached = match &done.end {
            Ok(reached) => reached,
            Err(what) => return wrong(what.clone()),
        };
        let slots = self.steps.grounds[reached.ground].slots.len();
        let mut holds = |formula: Formula| -> Result<bool, Rejected> {
            let formula = self.steps.logic.smt.substitute(formula, &reached.put_in);
            Ok(self.steps.logic.implies(known, done.path, formula)?)
        };
        let mut at = Vec::new();
        for (number, (ground, formula)) in self.shared.iter().enumerate() {
            if *ground == reached.ground && holds(*formula)? {
                at.push(number);
            }
        }
        let to = (0..self.products.len()).filter(|product| at.contains(&self.products[*product].0)).collect();
        let mut changed = Vec::new();
        for (slot, station) in reached.changed.iter().filter(|(slot, _)| *slot < slots) {
            let mut parts = Vec::new();
            for (number, (at, formula)) in self.locals[*slot].iter().enumerate() {
                if at == station && holds(*formula)? {
                    parts.push(number as u32);
                }
            }
            changed.push((*slot, parts));
        }
        Ok(Some(Leads { slots, to, changed }))
    }

    /// The local parts of a product that count, for each slot of its ground.
    fn members(&self, (shared, parts): &(usize, Vec<Bits>)) -> Vec<Vec<u32>> {
        let ground = &self.steps.grounds[self.shared[*shared].0];
        let counts = |slot: usize, number: &u32| {
            let station = self.locals[slot][*number as usize].0;
            self.steps.stations[slot][station].fits(ground, slot) && self.steps.come_to.contains(&(slot, station))
        };
        (0..ground.slots.len())
            .map(|slot| numbers(&parts[slot]).filter(|number| counts(slot, number)).collect())
            .collect()
    }

    /// Every step of every thread from every local part.
    fn check_product(&mut self, number: usize) -> Result<(), Rejected> {
        let shared = self.products[number].0;
        let members = self.members(&self.products[number]);
        if members.iter().any(Vec::is_empty) {
            // It stands for nothing.
            return Ok(());
        }
        for mover in 0..members.len() {
            for part in &members[mover] {
                for (others, looked_at) in self.cases(shared, (mover, *part), &members) {
                    let exactly: Vec<Part> = [vec![(mover, *part)], looked_at].concat();
                    let question = (self.shared[shared].0, mover, self.locals[mover][*part as usize].0, others);
                    let leads = self.all_leads((shared, exactly.clone(), question))?;
                    let mut sets: Vec<Bits> = members.iter().map(|set| bits(set)).collect();
                    exactly.iter().for_each(|(slot, part)| sets[*slot] = bits(&[*part]));
                    for leads in leads.iter() {
                        self.check_inside(&sets, leads, "a step leads out of the products")?;
                    }
                }
            }
        }
        Ok(())
    }

    fn all_leads(&mut self, from: From) -> Result<Rc<Vec<Leads>>, Rejected> {
        if let Some(known) = self.known.get(&from) {
            return Ok(known.clone());
        }
        let (shared, exactly, question) = from.clone();
        let formulas = exactly.iter().map(|(slot, part)| self.locals[*slot][*part as usize].1);
        let formulas: Vec<Formula> = std::iter::once(self.shared[shared].1).chain(formulas).collect();
        let known = self.steps.logic.smt.conjunction(formulas);
        let mut all = Vec::new();
        for done in self.steps.steps(question)?.iter() {
            all.extend(self.leads(known, done)?);
        }
        let all = Rc::new(all);
        self.known.insert(from, all.clone());
        Ok(all)
    }

    /// All combinations of what the others look like to a step: for each of them a station that stands for all that look so, and the local parts that are looked at exactly.
    fn cases(&mut self, shared: usize, (mover, part): Part, members: &[Vec<u32>]) -> Vec<Case> {
        let (ground, from) = (self.shared[shared].0, self.locals[mover][part as usize].0);
        let others: Vec<usize> = (0..members.len()).filter(|slot| *slot != mover).collect();
        let station = |slot: usize, number: u32| self.locals[slot][number as usize].0;
        let first = others.iter().map(|slot| (*slot, station(*slot, members[*slot][0]))).collect();
        let looks = self.steps.looks(&(ground, mover, from, first));
        let mut all = vec![(Vec::new(), Vec::new())];
        for slot in others {
            let sight = |station: usize| self.steps.stations[slot][station].sight(slot, looks);
            // Whatever the product, the same station stands for those that look alike, so that a step is executed once.
            let stands = |seen: Sight| {
                let fits =
                    |station: &usize| self.steps.stations[slot][*station].fits(&self.steps.grounds[ground], slot);
                let come_to = self.steps.come_to.range((slot, 0)..(slot + 1, 0)).map(|(_, station)| *station);
                come_to.filter(fits).find(|station| sight(*station) == seen)
            };
            let mut there: Vec<(Sight, usize, Option<Part>)> = Vec::new();
            for number in &members[slot] {
                let at = station(slot, *number);
                match sight(at) {
                    Sight::Itself => there.push((Sight::Itself, at, Some((slot, *number)))),
                    seen if there.iter().any(|(other, ..)| *other == seen) => {}
                    seen => there.push((seen, stands(seen).unwrap_or(at), None)),
                }
            }
            let with = |(others, exactly): &Case| -> Vec<_> {
                let one = |(_, at, part): &(Sight, usize, Option<Part>)| {
                    ([&others[..], &[(slot, *at)]].concat(), exactly.iter().copied().chain(*part).collect())
                };
                there.iter().map(one).collect()
            };
            all = all.iter().flat_map(with).collect();
        }
        all
    }

    /// That what a step makes of a product is inside of others.
    fn check_inside(&self, product: &[Bits], leads: &Leads, otherwise: &str) -> Result<(), Rejected> {
        let mut sets: Vec<Bits> = product.to_vec();
        // A slot that was not there before is one of those that are changed.
        sets.resize(leads.slots, Bits::new());
        let union = leads.to.iter().map(|number| &self.products[*number].1[..leads.slots]);
        let mut chosen = vec![0; leads.changed.len()];
        loop {
            for ((slot, parts), at) in leads.changed.iter().zip(&chosen) {
                let Some(part) = parts.get(*at) else { return wrong(otherwise) };
                sets[*slot] = bits(&[*part]);
            }
            let is_complete = sets.iter().all(|set| set.iter().any(|word| *word != 0));
            let parts: Vec<&[u64]> = sets.iter().map(|set| &set[..]).collect();
            if is_complete && is_in_union(&parts, union.clone()) {
                return Ok(());
            }
            let more = |place: &usize| chosen[*place] + 1 < leads.changed[*place].1.len();
            let Some(place) = (0..chosen.len()).rev().find(more) else { return wrong(otherwise) };
            chosen[place] += 1;
            chosen[place + 1..].fill(0);
        }
    }
}
