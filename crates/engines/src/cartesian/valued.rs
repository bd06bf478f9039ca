//! A program as its predicates see it: finitely many shared and local parts, whatever the values are.
//!
//! **Idea.** Thread-modular reachability as Cartesian abstraction is for finitely many states; a program with any values has them after predicate abstraction. The steps are those that control abstraction executes
//! ([`crate::control::system`]): from a *station* of a thread over a *ground* to others, with a guard and assignments of symbols. What is known of values are literals of predicates:
//! - those about registers of one thread alone are in its *local part*, beside its station;
//! - all others are in the *shared part*, beside the ground: about globals, about a global and a register (`my_ticket == serving`), and about registers of several threads (`ticket_1 != ticket_2`). So relations between threads are known
//!   without product of their places. The price is that a shared part is one for each valuation of these.
//!
//! A step knows the literals of the shared part and of its own local part, and afterwards the strongest literals that follow.
//!
//! **Others.** Whom a step looks at is one thread that it joins, cancels or detaches: they *meet*. Whether somebody else has not ended matters only for the end of the program, after which there is nothing; so it is followed as
//! if somebody had not. What looks at several (barriers, condition variables) is refused, as with exact values.
//!
//! **Rejected**: predicates about a global and a register in the local part of that thread. Every step of another thread that writes the global would have to set the local parts of all others.

use std::rc::Rc;

use raddle_analyses::bdd::Holder;
use raddle_cpa::cartesian::{GlobId, LocalId, Multithreaded, Step, Steps, ThreadNo};
use raddle_evidence::{ClosedValuations, ProductAt, Proof, Reason};
use raddle_machine::lazy::SymbolId;
use raddle_machine::{Halt, HaltKind, Status, ThreadIx};
use raddle_program::Span;
use raddle_semantics::stations::{Looks, Setting, Station};
use raddle_smt::Term;
use rustc_hash::FxHashMap;

use super::explain::{self, Readable};
use super::holders::{LockCell, LockValues};
use super::numbered::{ABSENT, Numbers};
use crate::control::explain::{place, show};
use crate::control::system::System;
use crate::control::valuation::{Literals, Predicates, Valuations};
use crate::control::way::{GroundId, StationId, WayEnd, WayId};

/// The station of the first thread when it is not there, which never is.
const NOWHERE: StationId = StationId::MAX;

/// A program with predicates.
pub struct Valued<'s, 'a, 'p> {
    /// What steps do.
    pub system: &'s mut System<'a, 'p>,
    valuations: Valuations,
    /// Which stations are those of a thread that has ended, or of none.
    over: Vec<Vec<bool>>,
    /// The predicates about registers of each thread alone, by slot.
    own: Vec<Vec<u32>>,
    /// All others.
    common: Vec<u32>,
    /// The variables of lock cells, each with the literal that says that it is zero.
    cells: Vec<(LockCell, u32)>,
    shared: Numbers<(GroundId, Literals)>,
    /// For each slot; that of a slot without a thread is the first.
    locals: Vec<Numbers<(StationId, Literals)>>,
    steps: FxHashMap<(GlobId, ThreadNo, LocalId), Rc<Steps>>,
    #[allow(clippy::type_complexity)]
    meetings: FxHashMap<(GlobId, (ThreadNo, LocalId), (ThreadNo, LocalId)), Rc<Steps>>,
}

/// The variable of a lock cell, if a step assigns it.
fn variable_of(system: &System<'_, '_>, cell: LockCell) -> Option<Term> {
    let machine = system.stepper.dependence.machine();
    let (block, offset) = machine.global_block(cell.global)?;
    let (object, _) = system.grounds.first()?.objects.get(raddle_program::Id::index(block))?;
    let is_cell = |symbol: SymbolId| {
        let held = system.domain.holder(symbol);
        matches!(held, Some(Holder::Memory(base, at, len, _)) if (base, at, len) == (object.base, offset + cell.offset, cell.len))
    };
    let mut variables = system.ways.iter().flat_map(|way| way.assign.iter().map(|(variable, _)| *variable));
    variables.find(|variable| system.domain.logic.symbol_of(*variable).is_some_and(is_cell))
}

impl<'s, 'a, 'p> Valued<'s, 'a, 'p> {
    /// Nothing has a number yet. What lock cells are must be known: a predicate for each is among the others.
    pub fn new(system: &'s mut System<'a, 'p>, predicates: &Predicates, lock_cells: &[LockCell]) -> Valued<'s, 'a, 'p> {
        let mut predicates = predicates.clone();
        let mut cells = Vec::new();
        for cell in lock_cells {
            let Some(variable) = variable_of(system, *cell) else { continue };
            let smt = &mut system.domain.logic.smt;
            let zero = smt.constant(0, smt.sort(variable).width());
            let is_free = smt.equal(variable, zero);
            predicates.add(system, is_free);
            let negated = system.domain.logic.smt.not(is_free);
            let literals = predicates.all.iter().enumerate().find_map(|(number, predicate)| {
                [(is_free, 0), (negated, 1)]
                    .iter()
                    .find(|(p, _)| p == predicate)
                    .map(|(_, sign)| 2 * number as u32 + sign)
            });
            cells.extend(literals.map(|literal| (*cell, literal)));
        }
        let valuations = Valuations::new(system, &predicates);
        let threads = system.stations.len();
        let (mut own, mut common) = (vec![Vec::new(); threads], Vec::new());
        for number in 0..predicates.all.len() as u32 {
            match thread_of(system, &valuations, number) {
                Some(thread) if thread < threads => own[thread].push(number),
                Some(_) | None => common.push(number),
            }
        }
        let mut locals: Vec<Numbers<(StationId, Literals)>> = (0..threads).map(|_| Numbers::new()).collect();
        for (slot, of_slot) in locals.iter_mut().enumerate() {
            // The first thread is never absent, and its first station is where it begins.
            let absent = if slot == 0 { NOWHERE } else { 0 };
            of_slot.number((absent, Literals::new()));
        }
        let is_over = |station: &Rc<Station>| matches!(station.thread.status, Status::Ended { .. } | Status::Free);
        Valued {
            over: system.stations.iter().map(|of| of.iter().map(is_over).collect()).collect(),
            system,
            valuations,
            own,
            common,
            cells,
            shared: Numbers::new(),
            locals,
            steps: FxHashMap::default(),
            meetings: FxHashMap::default(),
        }
    }

    /// How many shared parts there are.
    pub fn shared_parts(&self) -> usize {
        self.shared.things.len()
    }

    /// The predicates.
    pub fn predicates(&self) -> &Predicates {
        self.valuations.predicates()
    }

    /// The station of a local part.
    pub fn station(&self, thread: ThreadNo, local: LocalId) -> StationId {
        self.locals[thread.0].things[local.0 as usize].0
    }

    /// What is known of a shared part and some local ones together.
    fn known(&self, glob: GlobId, locals: &[(ThreadNo, LocalId)]) -> Literals {
        let mut known = self.shared.things[glob.0 as usize].1.clone();
        for (thread, local) in locals {
            known.extend(&self.locals[thread.0].things[local.0 as usize].1);
        }
        known.sort_unstable();
        known
    }

    /// Where a way leads, if it is possible as far as is known.
    fn follow(&mut self, known: &Literals, way: WayId, steps: &mut Steps) -> Result<(), Reason> {
        if !self.valuations.is_possible(self.system, known, way)? {
            return Ok(());
        }
        let taken = self.system.ways[way as usize].clone();
        self.system.notes.extend(taken.notes.iter().cloned());
        if taken.end != WayEnd::State {
            steps.fails = true;
            return Ok(());
        }
        let common = self.valuations.post_of(self.system, known, way, self.common.iter().copied())?;
        let glob = GlobId(self.shared.number((taken.after, common)));
        let (mut local, mut others) = (ABSENT, Vec::new());
        for (slot, station) in &taken.to {
            let is_free = self.system.stations[*slot][*station as usize].is_free();
            let part = if is_free {
                ABSENT
            } else {
                let own = self.valuations.post_of(self.system, known, way, self.own[*slot].iter().copied())?;
                LocalId(self.locals[*slot].number((*station, own)))
            };
            match *slot == taken.mover {
                true => local = part,
                false => others.push((ThreadNo(*slot), part)),
            }
        }
        let step = Step { glob, local, others };
        if !steps.alone.contains(&step) {
            steps.alone.push(step);
        }
        Ok(())
    }

    /// The ways of a thread that looks at nobody in particular.
    fn ways_alone(&mut self, ground: GroundId, mover: usize, from: StationId) -> Result<Vec<WayId>, Reason> {
        let slots = self.system.grounds[ground as usize].slots.len();
        // Where others can be that have not ended, they have not.
        let goes_on: Vec<bool> =
            (0..slots).map(|slot| self.system.fitting(ground, slot).any(|at| !self.over[slot][at as usize])).collect();
        let over = &self.over;
        self.system.ways(ground, mover, from, &|slot, at| over[slot][at as usize] != goes_on[slot])
    }

    fn compute(&mut self, glob: GlobId, thread: ThreadNo, local: LocalId) -> Result<Steps, Reason> {
        let mut steps = Steps::default();
        if local == ABSENT {
            return Ok(steps);
        }
        let (ground, from) = (self.shared.things[glob.0 as usize].0, self.station(thread, local));
        match self.system.looks(ground, thread.0, from) {
            Some(Looks::Target(met) | Looks::Exactly(met))
                if usize::from(met.0) != thread.0 && usize::from(met.0) < self.threads() =>
            {
                steps.meets.push(ThreadNo(met.0 as usize));
                return Ok(steps);
            }
            Some(Looks::Nobody | Looks::Slots | Looks::Ends | Looks::Target(_) | Looks::Exactly(_)) => {}
            Some(Looks::Waiters | Looks::Everybody) => {
                let what = "cartesian: with predicates, a step that looks at more than one other thread";
                let span = self.span(thread, local);
                return Err(Reason::Halt(Halt::new(HaltKind::Unsupported, what, span)));
            }
            None => return Ok(steps),
        }
        let known = self.known(glob, &[(thread, local)]);
        for way in self.ways_alone(ground, thread.0, from)? {
            self.follow(&known, way, &mut steps)?;
        }
        Ok(steps)
    }

    /// Where a thread is.
    pub fn span(&self, thread: ThreadNo, local: LocalId) -> Span {
        let station = &self.system.stations[thread.0][self.station(thread, local) as usize];
        let free = Station::free();
        let stations = (0..=thread.0).map(|slot| if slot == thread.0 { &**station } else { &free }).collect();
        let slot = ThreadIx(thread.0 as u16);
        let state = Setting { ground: &self.system.grounds[0], mover: slot, stations }.state();
        let machine = self.system.stepper.dependence.machine();
        let Some((function, edge)) = machine.edge(&state, slot) else { return Span::NONE };
        machine.visible_place(&state, slot, machine.program().functions[function].edge(edge).span)
    }

    /// Literals as a formula.
    fn formula(&mut self, literals: &[u32]) -> Term {
        let predicates = self.valuations.predicates();
        let smt = &mut self.system.domain.logic.smt;
        let all: Vec<Term> = literals.iter().map(|literal| predicates.formula(smt, *literal)).collect();
        smt.conjunction(all)
    }

    /// The parts as formulas, for a proof by some products.
    pub fn described(&mut self, products: Vec<ProductAt>) -> Described {
        let shared: Vec<(GroundId, Literals)> = self.shared.things.iter().map(|part| (**part).clone()).collect();
        let shared = shared.iter().map(|(ground, literals)| (*ground as usize, self.formula(literals))).collect();
        let mut locals = Vec::new();
        for slot in 0..self.locals.len() {
            let of: Vec<(StationId, Literals)> = self.locals[slot].things.iter().map(|part| (**part).clone()).collect();
            let listed = |station: StationId| if station == NOWHERE { 0 } else { station as usize };
            locals.push(of.iter().map(|(station, literals)| (listed(*station), self.formula(literals))).collect());
        }
        Described { shared, locals, products }
    }

    fn literals(&mut self, literals: &[u32]) -> Vec<String> {
        let formulas: Vec<Term> = literals.iter().map(|literal| self.formula(&[*literal])).collect();
        formulas.into_iter().map(|formula| show(self.system, formula)).collect()
    }
}

/// The thread that a predicate is about alone: all its variables are registers of that one.
fn thread_of(system: &System<'_, '_>, valuations: &Valuations, predicate: u32) -> Option<usize> {
    let mut threads = valuations.variables(predicate).iter().map(|variable| {
        let symbol = system.domain.logic.symbol_of(*variable)?;
        match system.domain.holder(symbol) {
            Some(Holder::Register(thread, ..)) => Some(usize::from(thread.0)),
            Some(Holder::Memory(..) | Holder::Key(..) | Holder::Result(_) | Holder::Ended(_)) | None => None,
        }
    });
    let first = threads.next()??;
    threads.all(|thread| thread == Some(first)).then_some(first)
}

/// The parts of a proof, as formulas.
pub struct Described {
    shared: Vec<(usize, Term)>,
    locals: Vec<Vec<(usize, Term)>>,
    products: Vec<ProductAt>,
}

/// A proof as the checker wants it, when the system is not needed any more.
pub fn closed(Described { shared, locals, products }: Described, system: System<'_, '_>) -> Proof {
    let System { stations, grounds, domain, .. } = system;
    Proof::Valuations(Box::new(ClosedValuations {
        stations: stations.iter().map(|of| of.iter().map(|station| (**station).clone()).collect()).collect(),
        grounds: grounds.iter().map(|ground| (**ground).clone()).collect(),
        shared,
        locals,
        products,
        terms: domain.terms,
        formulas: domain.logic.smt,
        symbols: domain.logic.symbols,
    }))
}

impl Multithreaded for Valued<'_, '_, '_> {
    type Halt = Reason;

    fn threads(&self) -> usize {
        self.locals.len()
    }

    fn absent(&self) -> LocalId {
        ABSENT
    }

    fn rank(&self, glob: GlobId) -> usize {
        let ground = self.shared.things[glob.0 as usize].0;
        self.system.grounds[ground as usize].slots.iter().flatten().count()
    }

    fn initial(&mut self) -> Result<Vec<(GlobId, Vec<LocalId>)>, Reason> {
        let begins: Vec<WayId> = (0..self.system.ways.len() as WayId)
            .take_while(|way| self.system.ways[*way as usize].from.is_none())
            .collect();
        let mut initial = Vec::new();
        for way in begins {
            let mut steps = Steps::default();
            self.follow(&Literals::new(), way, &mut steps)?;
            // Nobody else is there, so the search for executions finds it.
            if steps.fails {
                let what = "an error or something that is not modelled happens before anything else";
                return Err(Reason::Halt(Halt::new(HaltKind::Imprecise, what, Span::NONE)));
            }
            for Step { glob, local, others } in steps.alone {
                let mut tuple = vec![ABSENT; self.threads()];
                tuple[0] = local;
                others.into_iter().for_each(|(thread, local)| tuple[thread.0] = local);
                initial.push((glob, tuple));
            }
        }
        Ok(initial)
    }

    fn steps(&mut self, glob: GlobId, thread: ThreadNo, local: LocalId) -> Result<Rc<Steps>, Reason> {
        let key = (glob, thread, local);
        if let Some(steps) = self.steps.get(&key) {
            return Ok(steps.clone());
        }
        if let Some(reason) = self.system.over() {
            return Err(reason);
        }
        let steps = Rc::new(self.compute(glob, thread, local)?);
        self.steps.insert(key, steps.clone());
        Ok(steps)
    }

    fn meeting(
        &mut self,
        glob: GlobId,
        thread: (ThreadNo, LocalId),
        with: (ThreadNo, LocalId),
    ) -> Result<Rc<Steps>, Reason> {
        let key = (glob, thread, with);
        if let Some(steps) = self.meetings.get(&key) {
            return Ok(steps.clone());
        }
        let (ground, from) = (self.shared.things[glob.0 as usize].0, self.station(thread.0, thread.1));
        let met = self.station(with.0, with.1);
        let known = self.known(glob, &[thread, with]);
        let mut steps = Steps::default();
        for way in self.system.ways(ground, thread.0.0, from, &|slot, at| slot != with.0.0 || at == met)? {
            self.follow(&known, way, &mut steps)?;
        }
        let steps = Rc::new(steps);
        self.meetings.insert(key, steps.clone());
        Ok(steps)
    }
}

impl LockValues for Valued<'_, '_, '_> {
    fn is_taken(&self, glob: GlobId, cell: LockCell) -> Option<bool> {
        let (_, free) = self.cells.iter().find(|(other, _)| *other == cell)?;
        let known = &self.shared.things[glob.0 as usize].1;
        let holds = |literal: u32| known.binary_search(&literal).is_ok();
        if holds(*free) { Some(false) } else { holds(*free ^ 1).then_some(true) }
    }
}

impl Readable for Valued<'_, '_, '_> {
    fn shared_part(&mut self, glob: GlobId) -> String {
        let (ground, literals) = (*self.shared.things[glob.0 as usize]).clone();
        let here = self.system.grounds[ground as usize].clone();
        let free = Station::free();
        let setting = Setting { ground: &here, mover: ThreadIx(0), stations: vec![&free] };
        let mut said = explain::held(self.system.stepper.dependence.machine(), &setting.state(), &here.sync);
        said.extend(self.literals(&literals));
        let threads = explain::count(here.slots.iter().flatten().count());
        if said.is_empty() { threads } else { format!("{threads}; {}", said.join(", ")) }
    }

    fn local_part(&mut self, _: GlobId, thread: ThreadNo, local: LocalId) -> Option<String> {
        if local == ABSENT {
            return None;
        }
        let (station, literals) = (*self.locals[thread.0].things[local.0 as usize]).clone();
        let station = self.system.stations[thread.0][station as usize].clone();
        let at = place(self.system, thread.0, &station);
        let known = self.literals(&literals);
        Some(if known.is_empty() { at } else { format!("{at} ({})", known.join(", ")) })
    }
}
