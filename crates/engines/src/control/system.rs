//! The program as a transition system: stations of all threads, and the ways that lead from one to another.
//!
//! A *way* ([`Way`]) is computed by the machine: the stations are put together with the ground
//! ([`raddle_semantics::stations`]), every value is a symbol of its holder, and the step is executed with an oracle that knows nothing ([`FormulaOracle`] with the formula *true*): what it was asked on the way is the guard, and what
//! the holders hold afterwards are the assignments. So there is no second semantics of C here.
//!
//! [`System::close`] finds all stations and all grounds: those that are reached if nothing is known about data and any thread is anywhere. That is the paper's 𝓛.
//!
//! **Cost.** One execution for each ground, station and sight of others; a ground is changed by locks and by values that are needed exactly, so there are few. What has more is refused ([`MOST_STATIONS`], [`MOST_GROUNDS`]).

use std::collections::BTreeSet;
use std::rc::Rc;

use raddle_analyses::predicate::{Block, Combination, Options, Predicate};
use raddle_analyses::threading::{Decisions, StepEnd, StepOracle, Stepper};
use raddle_evidence::Reason;
use raddle_machine::lazy::formula::FormulaOracle;
use raddle_machine::{Halt, HaltKind, Note, State, ThreadIx};
use raddle_program::Span;
use raddle_semantics::dependence::Dependence;
use raddle_semantics::run::{Choice, Executed, MAX_EDGES, Move, Runs, Watch, choices};
use raddle_semantics::stations::{self, Ground, Looks, Onward, Setting, Sight, Station};
use raddle_semantics::{Dead, ExactUses, Property};
use raddle_smt::Term;
use rustc_hash::FxHashMap;

use super::way::{GroundId, StationId, Way, WayEnd, WayId};
use crate::config::{Config, External};
use crate::limits::Limits;

/// More stations are refused.
pub const MOST_STATIONS: usize = 4_000;

/// More grounds are refused.
pub const MOST_GROUNDS: usize = 4_000;

/// More threads are refused: most likely there is no end to them.
const MOST_SLOTS: usize = 16;

/// So many combinations of what others look like are tried for a step.
const MOST_CASES: usize = 4_096;

/// Which step it is: ground, mover, station, a station of each other.
type Question = (GroundId, usize, StationId, Vec<(usize, StationId)>);

/// Watches a run: what the engines record, and that nobody is looked at after the first edge.
struct Careful<'w, 'a, 'p>(&'w mut Stepper<'a, 'p>);

impl<O: StepOracle> Watch<O> for Careful<'_, '_, '_> {
    fn before(&mut self, state: &State, thread: ThreadIx, nth: u32) -> Result<(), Halt> {
        stations::check_edge(self.0.dependence.machine(), state, thread, nth)?;
        Watch::<O>::before(&mut *self.0, state, thread, nth)
    }

    fn after(&mut self, state: &State, executed: &Executed, oracle: &mut O) {
        Watch::after(&mut *self.0, state, executed, oracle);
    }

    fn moved(&mut self, entry: Move) {
        Watch::<O>::moved(&mut *self.0, entry);
    }
}

/// The program as a transition system.
pub struct System<'a, 'p> {
    /// Records what is executed.
    pub stepper: Stepper<'a, 'p>,
    /// Names the holders, and has all formulas.
    pub domain: Predicate<'p, 'a>,
    /// All stations, by slot. That of a slot without a thread is the first.
    pub stations: Vec<Vec<Rc<Station>>>,
    /// All grounds.
    pub grounds: Vec<Rc<Ground>>,
    /// All ways.
    pub ways: Vec<Rc<Way>>,
    /// Undefined behaviour on the ways that were taken last.
    pub notes: BTreeSet<Note>,
    dead: Dead<'p>,
    exact: ExactUses,
    station_ids: Vec<FxHashMap<Rc<Station>, StationId>>,
    ground_ids: FxHashMap<Rc<Ground>, GroundId>,
    known: FxHashMap<Question, Rc<[WayId]>>,
    limits: &'a Limits,
    max_cases: u64,
}

fn limit(what: impl Into<String>) -> Halt {
    Halt::limit(what.into(), Span::NONE)
}

impl<'a, 'p> System<'a, 'p> {
    /// A system of which nothing is known yet.
    pub fn new(
        dependence: &'a Dependence<'p>,
        property: Property,
        config: &Config,
        limits: &'a Limits,
        stop: &'a dyn Fn() -> bool,
    ) -> System<'a, 'p> {
        let machine = dependence.machine();
        let options = Options {
            block: Block::Statement,
            combination: Combination::Cartesian,
            values: false,
            max_values: 0,
            simplify: false,
            max_cases: config.program.max_cases,
            arrays: false,
        };
        let strict = config.program.external == External::Strict;
        System {
            stepper: Stepper::new(dependence, property, false, strict),
            domain: Predicate::new(machine, options, stop),
            stations: Vec::new(),
            grounds: Vec::new(),
            ways: Vec::new(),
            notes: BTreeSet::new(),
            dead: dependence.dead(),
            exact: ExactUses::new(machine.program(), machine.points_to()),
            station_ids: Vec::new(),
            ground_ids: FxHashMap::default(),
            known: FxHashMap::default(),
            limits,
            max_cases: config.program.max_cases,
        }
    }

    /// Why the run has to end, if it has to.
    pub fn over(&self) -> Option<Reason> {
        self.limits.exceeded()
    }

    /// How many stations there are in each slot.
    pub fn sizes(&self) -> Vec<usize> {
        self.stations.iter().map(Vec::len).collect()
    }

    fn station(&mut self, slot: usize, station: Station) -> StationId {
        while self.stations.len() <= slot {
            let free = Rc::new(Station::free());
            // The first thread exists from the beginning to the end.
            let first = if self.stations.is_empty() { Vec::new() } else { vec![free.clone()] };
            let ids = first.iter().map(|station| (station.clone(), 0)).collect();
            self.stations.push(first);
            self.station_ids.push(ids);
        }
        let next = self.stations[slot].len() as StationId;
        let station = Rc::new(station);
        let id = *self.station_ids[slot].entry(station.clone()).or_insert(next);
        if id == next {
            self.stations[slot].push(station);
        }
        id
    }

    fn ground(&mut self, ground: Ground) -> GroundId {
        let next = self.grounds.len() as GroundId;
        let ground = Rc::new(ground);
        let id = *self.ground_ids.entry(ground.clone()).or_insert(next);
        if id == next {
            self.grounds.push(ground);
        }
        id
    }

    /// The stations of a slot that a thread can be at, as far as a ground says.
    pub fn fitting(&self, ground: GroundId, slot: usize) -> impl Iterator<Item = StationId> + '_ {
        let ground = self.grounds[ground as usize].clone();
        let stations = self.stations[slot].iter().enumerate();
        stations.filter(move |(_, station)| station.fits(&ground, slot)).map(|(id, _)| id as StationId)
    }

    /// What a station looks like to a way.
    pub fn sight(&self, slot: usize, station: StationId, looks: Looks) -> Sight {
        self.stations[slot][station as usize].sight(slot, looks)
    }

    /// The ways in which the program begins.
    pub fn start(&mut self) -> Result<Rc<[WayId]>, Reason> {
        let ways = self.execute(None)?;
        Ok(self.number(ways))
    }

    fn number(&mut self, ways: Vec<Way>) -> Rc<[WayId]> {
        let first = self.ways.len() as WayId;
        self.ways.extend(ways.into_iter().map(Rc::new));
        (first..self.ways.len() as WayId).collect()
    }

    /// What the next step of a thread looks at of the others, where all of them can be somewhere.
    pub fn looks(&self, ground: GroundId, mover: usize, from: StationId) -> Option<Looks> {
        let slots = self.grounds[ground as usize].slots.len();
        let others = (0..slots).filter(|slot| *slot != mover);
        let first =
            others.map(|slot| self.fitting(ground, slot).next().map(|id| (slot, id))).collect::<Option<Vec<_>>>()?;
        let state = self.setting(ground, mover, from, &first).state();
        Some(stations::looks(self.stepper.dependence.machine(), &state, ThreadIx(mover as u16)))
    }

    /// The ways of a thread from a station, in a ground, where the others are at any of the stations that are `available` in their slots.
    pub fn ways(
        &mut self,
        ground: GroundId,
        mover: usize,
        from: StationId,
        available: &dyn Fn(usize, StationId) -> bool,
    ) -> Result<Vec<WayId>, Reason> {
        let slots = self.grounds[ground as usize].slots.len();
        let mut first = Vec::new();
        for slot in (0..slots).filter(|slot| *slot != mover) {
            match self.fitting(ground, slot).find(|id| available(slot, *id)) {
                Some(id) => first.push((slot, id)),
                None => return Ok(Vec::new()),
            }
        }
        let looks = stations::looks(
            self.stepper.dependence.machine(),
            &self.setting(ground, mover, from, &first).state(),
            ThreadIx(mover as u16),
        );
        // For each other slot what can be seen there; of all stations that look so, the first stands for them.
        let mut seen: Vec<Vec<(usize, StationId)>> = Vec::new();
        for (slot, _) in &first {
            let mut sights: Vec<(Sight, StationId)> = Vec::new();
            let mut there = Vec::new();
            for id in self.fitting(ground, *slot) {
                let sight = self.sight(*slot, id, looks);
                let same =
                    if sight == Sight::Itself { None } else { sights.iter().find(|(s, _)| *s == sight).copied() };
                let stands = same.map_or(id, |(_, stands)| stands);
                if same.is_none() {
                    sights.push((sight, id));
                }
                if available(*slot, id) && !there.contains(&(*slot, stands)) {
                    there.push((*slot, stands));
                }
            }
            seen.push(there);
        }
        if seen.iter().map(Vec::len).try_fold(1usize, usize::checked_mul).is_none_or(|n| n > MOST_CASES) {
            return Err(Reason::Halt(limit(
                "control: a step that looks at other threads, which can be in too many places",
            )));
        }
        let mut all = Vec::new();
        let mut chosen = vec![0; seen.len()];
        loop {
            let others: Vec<(usize, StationId)> = seen.iter().zip(&chosen).map(|(there, at)| there[*at]).collect();
            all.extend(self.answers((ground, mover, from, others), looks)?.iter());
            let Some(digit) = (0..chosen.len()).rev().find(|i| chosen[*i] + 1 < seen[*i].len()) else { break };
            chosen[digit] += 1;
            chosen[digit + 1..].fill(0);
        }
        Ok(all)
    }

    fn setting(&self, ground: GroundId, mover: usize, from: StationId, others: &[(usize, StationId)]) -> Setting<'_> {
        let slots = self.grounds[ground as usize].slots.len();
        let at = |slot: usize| match slot == mover {
            true => from,
            false => others.iter().find(|(other, _)| *other == slot).map_or(0, |(_, id)| *id),
        };
        let stations = (0..slots).map(|slot| &*self.stations[slot][at(slot) as usize]).collect();
        Setting { ground: &self.grounds[ground as usize], mover: ThreadIx(mover as u16), stations }
    }

    fn answers(&mut self, question: Question, looks: Looks) -> Result<Rc<[WayId]>, Reason> {
        if let Some(known) = self.known.get(&question) {
            return Ok(known.clone());
        }
        let ways = self.execute(Some((&question, looks)))?;
        let ways = self.number(ways);
        self.known.insert(question, ways.clone());
        Ok(ways)
    }

    /// Executes a step in all ways.
    fn execute(&mut self, question: Option<(&Question, Looks)>) -> Result<Vec<Way>, Reason> {
        let machine = self.stepper.dependence.machine();
        let state =
            question.map(|((ground, mover, from, others), _)| self.setting(*ground, *mover, *from, others).state());
        let thread = ThreadIx(question.map_or(0, |((_, mover, ..), _)| *mover as u16));
        let moves = match &state {
            Some(state) => choices(machine, state, thread).into_iter().map(Some).collect(),
            None => vec![None],
        };
        let mut out = Vec::new();
        for choice in moves {
            let mut decisions = Decisions::default();
            loop {
                if let Some(reason) = self.limits.exceeded() {
                    return Err(reason);
                }
                out.extend(self.one_way(question, state.as_ref(), choice, &mut decisions)?);
                if !decisions.advance() {
                    break;
                }
            }
        }
        Ok(out)
    }

    fn one_way(
        &mut self,
        question: Option<(&Question, Looks)>,
        state: Option<&State>,
        choice: Option<Choice>,
        decisions: &mut Decisions,
    ) -> Result<Option<Way>, Reason> {
        let dependence = self.stepper.dependence;
        let machine = dependence.machine();
        let property = self.stepper.property;
        let runs = Runs { dependence, property, passes: false, by_control: false, budget: MAX_EDGES };
        let mover = question.map_or(0, |((_, mover, ..), _)| *mover);
        self.stepper.log.clear();
        let always = self.domain.logic.smt.bool(true);
        let mut oracle = FormulaOracle::new(
            &mut self.domain.terms,
            &mut self.domain.logic,
            (always, always),
            0,
            decisions,
            self.max_cases,
        );
        let mut run = || {
            let mut careful = Careful(&mut self.stepper);
            let mut oracle = Onward(&mut oracle);
            let (mut state, end) = match (state, choice) {
                (Some(state), Some(choice)) => {
                    let mut state = state.clone();
                    let end = runs.execute(&mut state, choice, &mut oracle, &mut careful)?;
                    (state, end)
                }
                (Some(_) | None, _) => {
                    let mut state = machine.initial(&mut oracle)?;
                    let end = runs.start(&mut state, &mut oracle, &mut careful)?;
                    (state, end)
                }
            };
            if end == StepEnd::State {
                self.dead.cut_frames(&mut state);
                stations::split(machine.program(), &self.exact, &mut state, mover, &mut oracle)?;
            }
            Ok((state, end))
        };
        let ran: Result<(State, StepEnd), Halt> = run();
        let (path, asked, taken, undefined) = (oracle.path, oracle.asked, oracle.choices, oracle.undefined);
        if let Some(reason) = self.limits.exceeded() {
            return Err(reason);
        }
        let mut way = Way {
            mover,
            from: question.map(|((_, _, from, _), _)| *from),
            ground: question.map(|((ground, ..), _)| *ground),
            looks: question.map_or(Looks::Nobody, |(_, looks)| looks),
            others: question.map_or(Vec::new(), |((.., others), _)| others.clone()),
            guard: self.domain.logic.smt.conjuncts(path),
            assign: Vec::new(),
            inputs: Vec::new(),
            after: 0,
            to: Vec::new(),
            end: WayEnd::State,
            moves: self.stepper.log.clone(),
            asked,
            choices: taken,
            notes: undefined.into_iter().map(|(what, span)| Note { span, what: what.to_string() }).collect(),
        };
        let arrived = ran.and_then(|(state, end)| match end {
            StepEnd::State if stations::is_stuck(&state) => Ok(WayEnd::Violation(StepEnd::Nothing)),
            StepEnd::State => self.arrive(&mut way, state).map(|()| WayEnd::State),
            StepEnd::Nothing | StepEnd::Violation(_) => Ok(WayEnd::Violation(end)),
        });
        way.end = arrived.unwrap_or_else(WayEnd::Halt);
        if way.end == WayEnd::Violation(StepEnd::Nothing) {
            return Ok(None);
        }
        self.find_inputs(&mut way);
        Ok(Some(way))
    }

    /// Names what holders hold after a step, and takes the state apart.
    fn arrive(&mut self, way: &mut Way, mut state: State) -> Result<(), Halt> {
        let unknown = || {
            let what = "control: a value that no single variable holds, or that the solver has no operation for";
            Halt::new(HaltKind::Unsupported, what, Span::NONE)
        };
        let bound = self.domain.named(&mut state, false).ok_or_else(unknown)?;
        for (symbol, value) in bound {
            let variable = self.domain.logic.variable(symbol).ok_or_else(unknown)?;
            if variable != value {
                way.assign.push((variable, value));
            }
        }
        let parted = match (way.ground, way.from) {
            (Some(ground), Some(from)) => self.setting(ground, way.mover, from, &way.others).after(&state)?,
            (Some(_) | None, _) => stations::beginning(&state)?,
        };
        if parted.ground.slots.len() > MOST_SLOTS {
            return Err(limit(format!("control: more than {MOST_SLOTS} threads")));
        }
        let slots = parted.stations.len().max(way.others.len() + 1);
        for slot in 0..slots {
            let station = parted.stations.get(slot).cloned().unwrap_or_else(Station::free);
            let other = way.others.iter().find(|(other, _)| *other == slot).map(|(_, id)| *id);
            if let Some(other) = other {
                let old = self.stations[slot][other as usize].clone();
                stations::check_unchanged(&old, &station, old.sight(slot, way.looks))?;
                if *old == station {
                    continue;
                }
            }
            if other.is_none() && station.is_free() && slot != way.mover {
                continue;
            }
            let id = self.station(slot, station);
            way.to.push((slot, id));
        }
        way.after = self.ground(parted.ground);
        Ok(())
    }

    fn find_inputs(&self, way: &mut Way) {
        let logic = &self.domain.logic;
        let mentioned = way.guard.iter().copied().chain(way.assign.iter().map(|(_, value)| *value));
        let variables = mentioned.flat_map(|term| logic.smt.variables(term).to_vec());
        let is_input = |variable: &Term| logic.symbol_of(*variable).is_some_and(|s| logic.symbols.number(s).is_some());
        way.inputs = variables.filter(is_input).collect();
        way.inputs.sort_unstable();
        way.inputs.dedup();
    }

    /// Finds all stations and grounds.
    pub fn close(&mut self) -> Result<(), Reason> {
        self.start()?;
        loop {
            let size =
                |system: &System<'_, '_>| (system.grounds.len(), system.stations.iter().map(Vec::len).sum::<usize>());
            let before = size(self);
            for ground in 0..self.grounds.len() as GroundId {
                for mover in 0..self.grounds[ground as usize].slots.len() {
                    let from: Vec<StationId> = self.fitting(ground, mover).collect();
                    for from in from {
                        self.ways(ground, mover, from, &|_, _| true)?;
                    }
                }
            }
            let after = size(self);
            if after.0 > MOST_GROUNDS || after.1 > MOST_STATIONS {
                let what =
                    "control: threads can be at too many places, or values that are needed exactly change too often";
                return Err(Reason::Halt(limit(what)));
            }
            if before == after {
                return Ok(());
            }
        }
    }
}
