//! The checker of proofs by Cartesian products of local parts.
//!
//! A proof is a list of products: for a shared part, a set of local parts for each slot. One product of a shared part is the abstract element there, the others are exceptions. The states that it stands for are the union
//! of all of them. They prove a property if
//! 1. every state in which the program begins is in one of them;
//! 2. no step of a thread, from a shared part and a local part that a product has together, is a violation;
//! 3. what each product becomes by each step is inside of the union.
//!
//! The steps are executed here again ([`raddle_semantics::split`] defines them), each pair of a shared and a local part once, and with every answer to every question. (Once for all shared parts that differ in their slots only, if the definition says
//! that these do not matter.) For the third condition: what a step makes
//! of a product P is P with one or two sets replaced. If that sticks out of an exception C at no place, it is inside of C. If it sticks out at one place only, then what is in C there need not be anywhere else. If what is left
//! after that is inside of the abstract element, all of it is in the union. (A tuple that is not in what is left has, at some place, a part of an exception that everything else in the product is inside of,
//! so it is in that exception.) The opposite is not true; a proof may be rejected that is one.
//!
//! **Cost**: one execution for each pair of parts that is in a product, and exceptions × threads comparisons of sets for each product, thread, and shared part it gets to.

use std::collections::BTreeMap;
use std::rc::Rc;

use raddle_machine::lazy::Terms;
use raddle_machine::{Machine, ThreadIx};
use raddle_semantics::dependence::Dependence;
use raddle_semantics::split::{LocalPart, Moving, NewParts, SharedPart, Splitting, Went};
use rustc_hash::FxHashMap;

use super::sets::{Bits, bits, insert, is_in_union, is_within, numbers};
use super::{Counter, Rejected, Task};
use crate::outcome::{Basis, Certificate};
use crate::proof::ClosedProducts;

/// What a proof says of a shared part.
#[derive(Default)]
struct At {
    element: Option<Vec<Bits>>,
    exceptions: Vec<Vec<Bits>>,
}

/// What a step makes of the parts of those who take part in it; and where it leads.
type Stepped = (usize, Vec<(usize, u32)>);

/// The steps of a thread from its part.
#[derive(Default)]
struct FromPart {
    alone: Vec<Stepped>,
    meets: Option<usize>,
    /// Whether they are the same whichever slots are in use.
    any_slots: bool,
}

/// The steps of a thread from a set of parts.
#[derive(Default)]
struct FromSet {
    /// Those that nobody else takes part in: where they lead, and to which parts.
    moved: BTreeMap<usize, Bits>,
    /// The others.
    several: Vec<Stepped>,
    /// Who meets whom from which part.
    meets: Vec<(u32, usize)>,
}

/// Parts that differ from those of a product.
type Changed<'c> = &'c [(usize, Bits)];

struct ProductsChecker<'a, 'p> {
    task: Task<'a>,
    splitting: Splitting<'a, 'p>,
    proof: &'a ClosedProducts,
    shared: FxHashMap<&'a SharedPart, usize>,
    locals: Vec<FxHashMap<&'a LocalPart, u32>>,
    at: Vec<At>,
    /// For each shared part: a number for all that differ from it in the slots only, and one for its slots.
    kinds: Vec<(usize, usize)>,
    /// The shared part with these numbers.
    of_kind: FxHashMap<(usize, usize), usize>,
    /// Steps that are the same whichever slots are in use, as they were executed from one shared part of a kind.
    any_slots: FxHashMap<(usize, usize, u32), Rc<FromPart>>,
    terms: Terms,
    transitions: u64,
}

/// Checks products.
pub(crate) fn check_products(task: Task<'_>, proof: &ClosedProducts) -> Result<Certificate, Rejected> {
    if !task.property.is_about_errors() {
        return wrong("products of local parts say nothing about this property");
    }
    let machine = Machine::new(task.program, task.property.watching(task.machine.clone()));
    let dependence = Dependence::new(&machine, task.property);
    let splitting = Splitting::new(&dependence, task.property, task.max_cases, false)?;
    let shared = proof.shared.iter().enumerate().map(|(number, part)| (part, number)).collect();
    let number = |(number, part)| (part, number as u32 + 1);
    let locals = proof.locals.iter().map(|of| of.iter().enumerate().map(number).collect()).collect();
    let mut checker = ProductsChecker {
        task,
        splitting,
        proof,
        shared,
        locals,
        at: Vec::new(),
        kinds: Vec::new(),
        of_kind: FxHashMap::default(),
        any_slots: FxHashMap::default(),
        terms: Terms::within(&task.machine.deadline),
        transitions: 0,
    };
    checker.sort_shared();
    checker.collect()?;
    checker.check_start()?;
    let at = std::mem::take(&mut checker.at);
    let mut states = 0;
    for (shared, here) in at.iter().enumerate() {
        let products = here.element.iter().chain(&here.exceptions);
        states += products.clone().count() as u64;
        checker.check_shared(shared, products, &at)?;
    }
    Ok(Certificate { states, transitions: checker.transitions, basis: Basis::States })
}

fn wrong<T>(what: &str) -> Result<T, Rejected> {
    Err(Rejected::Wrong(what.to_string()))
}

impl<'a> ProductsChecker<'a, '_> {
    /// Tells shared parts that differ in their slots only.
    fn sort_shared(&mut self) {
        let (mut besides, mut slots) = (FxHashMap::default(), FxHashMap::default());
        for (number, shared) in self.proof.shared.iter().enumerate() {
            let next = besides.len();
            let kind = *besides.entry(SharedPart { slots: Vec::new(), ..shared.clone() }).or_insert(next);
            let next = slots.len();
            let slots = *slots.entry(&shared.slots).or_insert(next);
            self.kinds.push((kind, slots));
            self.of_kind.insert((kind, slots), number);
        }
    }

    /// Sorts the products by their shared parts.
    fn collect(&mut self) -> Result<(), Rejected> {
        self.at.resize_with(self.proof.shared.len(), At::default);
        for product in &self.proof.products {
            let fits = |(slot, numbers): (usize, &Vec<u32>)| {
                !numbers.is_empty() && numbers.iter().all(|number| *number as usize <= self.proof.locals[slot].len())
            };
            if product.parts.len() != self.proof.locals.len() || !product.parts.iter().enumerate().all(fits) {
                return wrong("a product has parts that are not there");
            }
            let parts = product.parts.iter().map(|numbers| bits(numbers)).collect();
            let Some(at) = self.at.get_mut(product.shared) else {
                return wrong("a product has a shared part that is not there");
            };
            match product.exception {
                true => at.exceptions.push(parts),
                false if at.element.is_some() => {
                    return wrong("two products are the abstract element at a shared part");
                }
                false => at.element = Some(parts),
            }
        }
        Ok(())
    }

    /// The first condition.
    fn check_start(&mut self) -> Result<(), Rejected> {
        let mut counter = Counter::default();
        loop {
            match self.splitting.start(&mut self.terms, &mut counter)? {
                Went::Nowhere => {}
                Went::Fails(violation) => return wrong(&format!("{violation} is reachable")),
                Went::To(new) => {
                    let (shared, parts) = self.number(new)?;
                    let mut tuple: Vec<Bits> = vec![bits(&[0]); self.locals.len()];
                    parts.into_iter().for_each(|(slot, part)| tuple[slot] = bits(&[part]));
                    if !is_covered(&tuple, &[], &self.at[shared]) {
                        return wrong("a state in which the program begins is missing");
                    }
                }
            }
            if !counter.increment() {
                return Ok(());
            }
        }
    }

    /// The numbers of parts that a step has led to.
    fn number(&self, new: NewParts) -> Result<Stepped, Rejected> {
        let Some(shared) = self.shared.get(&new.shared) else { return wrong("a shared part is missing") };
        let mut parts = Vec::new();
        for (slot, part) in new.parts {
            let slot = slot.0 as usize;
            let Some(known) = self.locals.get(slot) else { return wrong("a slot is missing") };
            let number = match part {
                None => Some(0),
                Some(part) => known.get(&part).copied(),
            };
            let Some(number) = number else { return wrong("a local part is missing") };
            parts.push((slot, number));
        }
        Ok((*shared, parts))
    }

    fn part(&self, slot: usize, number: u32) -> Option<&'a LocalPart> {
        self.proof.locals[slot].get((number as usize).checked_sub(1)?)
    }

    /// Executes the steps of a thread from its part, with that of whom it meets if it is given.
    fn execute(
        &mut self,
        shared: usize,
        (slot, part): (usize, &LocalPart),
        met: Option<(usize, &LocalPart)>,
    ) -> Result<FromPart, Rejected> {
        let thread = ThreadIx(slot as u16);
        let mut parts = vec![(thread, part)];
        parts.extend(met.map(|(slot, part)| (ThreadIx(slot as u16), part)));
        let here = &self.proof.shared[shared];
        let state = self.splitting.together(here, &parts);
        let choices = self.splitting.choices(here, &state, thread);
        // Whether a thread can move may depend on others.
        let mut from = FromPart { any_slots: met.is_none() && !choices.is_empty(), ..FromPart::default() };
        if met.is_none()
            && let Some(met) = self.splitting.meets(&state, thread)
        {
            (from.meets, from.any_slots) = (Some(met.0 as usize), false);
            return Ok(from);
        }
        for choice in choices {
            let mut counter = Counter::default();
            loop {
                self.transitions += 1;
                if self.transitions.is_multiple_of(16)
                    && let Some(reason) = (self.task.exceeded)()
                {
                    return Err(Rejected::Stopped(reason));
                }
                let moving = Moving { shared: here, choice, meets: met.map(|(slot, _)| ThreadIx(slot as u16)) };
                match self.splitting.step(&state, moving, &mut self.terms, &mut counter)? {
                    Went::Nowhere => from.any_slots = false,
                    Went::Fails(violation) => return wrong(&format!("{violation} is reachable")),
                    Went::To(new) => {
                        from.any_slots &= new.any_slots;
                        let stepped = self.number(new)?;
                        if !from.alone.contains(&stepped) {
                            from.alone.push(stepped);
                        }
                    }
                }
                if !counter.increment() {
                    break;
                }
            }
        }
        Ok(from)
    }

    /// The steps of a thread from its part, executed at this shared part or at one that differs in what does not matter.
    fn image_of_part(&mut self, shared: usize, slot: usize, number: u32) -> Result<Rc<FromPart>, Rejected> {
        let Some(part) = self.part(slot, number) else { return Ok(Rc::default()) };
        let (kind, slots) = self.kinds[shared];
        if let Some(same) = self.any_slots.get(&(kind, slot, number)) {
            let mut from = FromPart::default();
            for (to, parts) in &same.alone {
                let Some(to) = self.of_kind.get(&(self.kinds[*to].0, slots)) else {
                    return wrong("a shared part is missing");
                };
                from.alone.push((*to, parts.clone()));
            }
            return Ok(Rc::new(from));
        }
        let from = Rc::new(self.execute(shared, (slot, part), None)?);
        if from.any_slots {
            self.any_slots.insert((kind, slot, number), from.clone());
        }
        Ok(from)
    }

    fn image_of_set(&mut self, shared: usize, slot: usize, set: &[u64]) -> Result<FromSet, Rejected> {
        let mut from_set = FromSet::default();
        for number in numbers(set) {
            let from = self.image_of_part(shared, slot, number)?;
            for (to, parts) in &from.alone {
                match parts[..] {
                    [(_, own)] => insert(from_set.moved.entry(*to).or_default(), own),
                    [..] => from_set.several.push((*to, parts.clone())),
                }
            }
            from_set.meets.extend(from.meets.map(|met| (number, met)));
        }
        Ok(from_set)
    }

    /// The second and the third condition for the products of one shared part.
    fn check_shared<'b>(
        &mut self,
        shared: usize,
        products: impl Iterator<Item = &'b Vec<Bits>>,
        at: &[At],
    ) -> Result<(), Rejected> {
        let mut known: FxHashMap<(usize, &'b Bits), Rc<FromSet>> = FxHashMap::default();
        for product in products {
            self.task.machine.deadline.look();
            for (slot, set) in product.iter().enumerate() {
                let from = match known.get(&(slot, set)) {
                    Some(from) => from.clone(),
                    None => {
                        let from = Rc::new(self.image_of_set(shared, slot, set)?);
                        known.insert((slot, set), from.clone());
                        from
                    }
                };
                for (to, moved) in &from.moved {
                    // Most steps stay inside of the product that they start from.
                    let stays = *to == shared && is_within(moved, set);
                    if !stays && !is_covered(product, &[(slot, moved.clone())], &at[*to]) {
                        return wrong("a step leads out of the products");
                    }
                }
                for (to, parts) in &from.several {
                    self.check_step(product, (*to, parts), None, at)?;
                }
                for (number, met) in &from.meets {
                    self.check_meetings(shared, product, (slot, *number, *met), at)?;
                }
            }
        }
        Ok(())
    }

    /// The same for the steps of a thread that meets another one.
    fn check_meetings(
        &mut self,
        shared: usize,
        product: &[Bits],
        (slot, number, met): (usize, u32, usize),
        at: &[At],
    ) -> Result<(), Rejected> {
        if met >= product.len() {
            return wrong("a slot is missing");
        }
        for its in numbers(&product[met]) {
            let (Some(part), Some(its_part)) = (self.part(slot, number), self.part(met, its)) else { continue };
            let from = self.execute(shared, (slot, part), Some((met, its_part)))?;
            for (to, parts) in &from.alone {
                self.check_step(product, (*to, parts), Some((met, its)), at)?;
            }
        }
        Ok(())
    }

    /// That a step in which several take part stays inside.
    fn check_step(
        &self,
        product: &[Bits],
        (to, parts): (usize, &[(usize, u32)]),
        met: Option<(usize, u32)>,
        at: &[At],
    ) -> Result<(), Rejected> {
        let met = met.filter(|(met, _)| parts.iter().all(|(slot, _)| slot != met));
        let changed: Vec<(usize, Bits)> =
            parts.iter().chain(&met).map(|(slot, part)| (*slot, bits(&[*part]))).collect();
        match is_covered(product, &changed, &at[to]) {
            true => Ok(()),
            false => wrong("a step of several threads leads out of the products"),
        }
    }
}

/// Whether a product with some parts changed is inside of what the proof says of a shared part.
fn is_covered(product: &[Bits], changed: Changed<'_>, at: &At) -> bool {
    let mut parts: Vec<&[u64]> = product.iter().map(|part| &part[..]).collect();
    changed.iter().for_each(|(slot, set)| parts[*slot] = set);
    is_in_union(&parts, at.element.iter().chain(&at.exceptions).map(|product| &product[..]))
}
