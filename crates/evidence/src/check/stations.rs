//! The steps between stations, executed again: what the checkers of classes and of valuations have in common.
//!
//! A step is executed once for each ground, station and sight of others, with every answer to every question, and knows nothing of values while it is; what a formula excludes is decided afterwards. Where it leads is looked up in the
//! stations and grounds of the proof: the state that comes out must be one of them with values put in for its symbols.
//!
//! **Symbols.** A lazy value in a station or ground must be a symbol that is no input, and no symbol may stand for two holders in a state: otherwise a state would claim that two values are equal without saying so. Both are checked where they matter: values are
//! put in for a symbol once, and a second value must be the same. A symbol of one thread must not be in a station of another or in a ground.
//!
//! **Only stations that steps lead to count**, starting from the beginning: by induction no thread is ever anywhere else. One that the proof makes up could stand for others, and keep everybody from moving.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raddle_machine::lazy::formula::{FormulaOracle, Logic};
use raddle_machine::lazy::{SymbolId, Term, Terms};
use raddle_machine::{Halt, LazyId, Machine, State, Thread, ThreadIx, Value};
use raddle_semantics::dependence::Dependence;
use raddle_semantics::run::{Choice, Runs, StepEnd, Watch, choices};
use raddle_semantics::stations::{self, Ground, Looks, Onward, Parted, Setting, Station};
use raddle_semantics::{Dead, ExactUses};
use raddle_smt::Term as Formula;
use rustc_hash::FxHashMap;

use super::{Counter, Rejected, Task, matching};
use crate::outcome::Reason;

/// What a step does: what was decided, and where it leads with which values.
pub(super) struct Done {
    /// What was decided.
    pub path: Formula,
    /// Where it leads, or why it must not be possible.
    pub end: Result<Reached, String>,
}

/// Where a step leads.
pub(super) struct Reached {
    /// The number of the ground.
    pub ground: usize,
    /// The stations of threads that it has changed.
    pub changed: Vec<(usize, usize)>,
    /// What each symbol of ground and stations has to be.
    pub put_in: FxHashMap<Formula, Formula>,
}

/// Which step: ground, mover, station, stations of the others.
pub(super) type Question = (usize, usize, usize, Vec<(usize, usize)>);

/// What a station or ground looks like without values, to find it quickly.
type Outline = Vec<(usize, usize)>;

/// The steps between the stations of a proof.
pub(super) struct Steps<'a, 'p> {
    dependence: &'a Dependence<'p>,
    runs: Runs<'a, 'p>,
    /// For each slot all stations that a thread can be at.
    pub stations: Vec<Vec<&'a Station>>,
    /// What belongs to no thread, in all variants.
    pub grounds: &'a [Ground],
    by_outline: BTreeMap<(usize, Outline), Vec<usize>>,
    dead: Dead<'p>,
    exact: ExactUses,
    /// The stations that steps were seen to lead to.
    pub come_to: BTreeSet<(usize, usize)>,
    terms: Terms,
    /// All formulas.
    pub logic: Logic<'a>,
    known: FxHashMap<Question, Rc<Vec<Done>>>,
    max_cases: u64,
    /// How many steps were executed.
    pub transitions: u64,
    exceeded: &'a dyn Fn() -> Option<Reason>,
}

fn wrong<T>(what: impl Into<String>) -> Result<T, Rejected> {
    Err(Rejected::Wrong(what.into()))
}

/// Nobody looks at others after the first edge of a run.
struct Careful<'a, 'p>(&'a Machine<'p>);

impl<O> Watch<O> for Careful<'_, '_> {
    fn before(&mut self, state: &State, thread: ThreadIx, nth: u32) -> Result<(), Halt> {
        stations::check_edge(self.0, state, thread, nth)
    }
}

/// Where the frames of a thread are.
fn outline(thread: &Thread) -> Outline {
    thread.frames.iter().map(|f| (raddle_program::Id::index(f.func), raddle_program::Id::index(f.loc))).collect()
}

impl<'a, 'p> Steps<'a, 'p> {
    /// No step is executed yet.
    pub fn new(
        task: &Task<'a>,
        dependence: &'a Dependence<'p>,
        (stations, grounds): (Vec<Vec<&'a Station>>, &'a [Ground]),
        (terms, logic): (Terms, Logic<'a>),
    ) -> Steps<'a, 'p> {
        let machine = dependence.machine();
        let mut by_outline: BTreeMap<(usize, Outline), Vec<usize>> = BTreeMap::new();
        for (slot, all) in stations.iter().enumerate() {
            for (number, station) in all.iter().enumerate() {
                by_outline.entry((slot, outline(&station.thread))).or_default().push(number);
            }
        }
        Steps {
            dependence,
            runs: Runs::new(dependence, task.property, false),
            stations,
            grounds,
            by_outline,
            dead: dependence.dead(),
            exact: ExactUses::new(machine.program(), machine.points_to()),
            come_to: BTreeSet::new(),
            terms,
            logic,
            known: FxHashMap::default(),
            max_cases: task.max_cases,
            transitions: 0,
            exceeded: task.exceeded,
        }
    }

    /// Whether a formula mentions symbols of holders only, and no inputs.
    pub fn is_about_holders(&self, formula: Formula) -> bool {
        let mentioned = self.logic.symbols_in(formula);
        let is_input = |symbol: &SymbolId| self.logic.symbols.number(*symbol).is_some();
        mentioned.len() == self.logic.smt.variables(formula).len() && !mentioned.iter().any(is_input)
    }

    /// Whose each symbol is: of the thread in a slot, or of the ground. No symbol is one of two: it would get the value of one when the other changes.
    pub fn owners(&mut self) -> Result<FxHashMap<SymbolId, Option<usize>>, Rejected> {
        if self.grounds.iter().any(|ground| ground.slots.len() > self.stations.len()) {
            return wrong("a ground has slots without stations");
        }
        let free = Station::free();
        let nothing = Ground { sync: Default::default(), objects: Vec::new(), slots: Vec::new() };
        let of_grounds = self.grounds.iter().map(|ground| (None, alone(ground, &free)));
        let of_stations = self.stations.iter().enumerate().flat_map(|(slot, all)| {
            let nothing = &nothing;
            all.iter().map(move |station| (Some(slot), alone(nothing, station)))
        });
        let mut owners: FxHashMap<SymbolId, Option<usize>> = FxHashMap::default();
        for (owner, state) in of_grounds.chain(of_stations) {
            let Some(pairs) = matching::pairs(&state, &state, &mut self.terms) else {
                return wrong("a station or ground is not one that the machine could have made");
            };
            for (id, _) in pairs {
                let Term::Symbol(symbol) = self.terms.get(id) else {
                    return wrong("a value in a station or ground is no symbol");
                };
                if *owners.entry(symbol).or_insert(owner) != owner {
                    return wrong("a symbol is one of two threads");
                }
            }
        }
        Ok(owners)
    }

    fn setting(&self, (ground, mover, from, others): &Question) -> Setting<'_> {
        let slots = self.grounds[*ground].slots.len();
        let at = |slot: usize| match slot == *mover {
            true => *from,
            false => others.iter().find(|(other, _)| *other == slot).map_or(0, |(_, number)| *number),
        };
        let stations = (0..slots).map(|slot| self.stations[slot][at(slot)]).collect();
        Setting { ground: &self.grounds[*ground], mover: ThreadIx(*mover as u16), stations }
    }

    /// What a step does, executed once.
    pub fn steps(&mut self, question: Question) -> Result<Rc<Vec<Done>>, Rejected> {
        if let Some(known) = self.known.get(&question) {
            return Ok(known.clone());
        }
        let done = Rc::new(self.execute(Some(&question))?);
        self.known.insert(question, done.clone());
        Ok(done)
    }

    /// What a step looks at of others.
    pub fn looks(&self, question: &Question) -> Looks {
        stations::looks(self.dependence.machine(), &self.setting(question).state(), ThreadIx(question.1 as u16))
    }

    /// Executes a step in all ways, or the beginning.
    pub fn execute(&mut self, question: Option<&Question>) -> Result<Vec<Done>, Rejected> {
        let machine = self.dependence.machine();
        let state = question.map(|question| self.setting(question).state());
        let thread = ThreadIx(question.map_or(0, |(_, mover, ..)| *mover as u16));
        let moves: Vec<Option<Choice>> = match &state {
            Some(state) => choices(machine, state, thread).into_iter().map(Some).collect(),
            None => vec![None],
        };
        let mut out = Vec::new();
        for choice in moves {
            let mut counter = Counter::default();
            loop {
                self.transitions += 1;
                if let Some(reason) = (self.exceeded)() {
                    return Err(Rejected::Stopped(reason));
                }
                out.extend(self.one_way(question, state.as_ref(), choice, &mut counter)?);
                if !counter.increment() {
                    break;
                }
            }
        }
        Ok(out)
    }

    fn one_way(
        &mut self,
        question: Option<&Question>,
        state: Option<&State>,
        choice: Option<Choice>,
        counter: &mut Counter,
    ) -> Result<Option<Done>, Rejected> {
        let machine = self.dependence.machine();
        let always = self.logic.smt.bool(true);
        let (terms, logic) = (&mut self.terms, &mut self.logic);
        let mut oracle = FormulaOracle::new(terms, logic, (always, always), 0, counter, self.max_cases);
        let mut careful = Careful(machine);
        let runs = self.runs;
        let mut run = || -> Result<(State, StepEnd), Halt> {
            let mut oracle = Onward(&mut oracle);
            let mut state = match state {
                Some(state) => state.clone(),
                None => machine.initial(&mut oracle)?,
            };
            let end = match choice {
                Some(choice) => runs.execute(&mut state, choice, &mut oracle, &mut careful)?,
                None => runs.start(&mut state, &mut oracle, &mut careful)?,
            };
            if end == StepEnd::State {
                self.dead.cut_frames(&mut state);
                let mover = question.map_or(0, |(_, mover, ..)| *mover);
                stations::split(machine.program(), &self.exact, &mut state, mover, &mut oracle)?;
            }
            Ok((state, end))
        };
        let ran = run();
        let path = oracle.path;
        let end = match ran {
            Ok((_, StepEnd::Nothing)) => return Ok(None),
            Ok((state, StepEnd::State)) if stations::is_stuck(&state) => return Ok(None),
            Ok((_, StepEnd::Violation(violation))) => Err(format!("{violation} is reachable")),
            Ok((state, StepEnd::State)) => self.reached(question, &state),
            Err(halt) => Err(format!("an execution halts: {}", halt.what)),
        };
        Ok(Some(Done { path, end }))
    }

    /// The ground and the stations of the proof that a state is made of.
    fn reached(&mut self, question: Option<&Question>, state: &State) -> Result<Reached, String> {
        let parted = match question {
            Some(question) => self.setting(question).after(state),
            None => stations::beginning(state),
        };
        let Parted { ground, stations } = parted.map_err(|halt| halt.what)?;
        let looks = question.map_or(Looks::Nobody, |question| self.looks(question));
        let mut put_in = FxHashMap::default();
        let slots = question.map_or(0, |(ground, ..)| self.grounds[*ground].slots.len()).max(stations.len());
        let mut changed = Vec::new();
        for slot in 0..slots {
            let station = stations.get(slot).cloned().unwrap_or_else(Station::free);
            let other = question.and_then(|(.., others)| others.iter().find(|(other, _)| *other == slot));
            if let Some((_, number)) = other {
                let old = self.stations[slot][*number];
                stations::check_unchanged(old, &station, old.sight(slot, looks)).map_err(|halt| halt.what)?;
                if *old == station {
                    continue;
                }
            }
            let Some((number, pairs)) = self.find_station(slot, &station) else {
                return Err("a thread comes to a place that the proof does not list".to_string());
            };
            if !self.put(&pairs, &mut put_in) {
                return Err("a station stands for values that do not fit".to_string());
            }
            changed.push((slot, number));
        }
        let Some((number, pairs)) = self.find_ground(&ground) else {
            return Err("a ground is missing".to_string());
        };
        if !self.put(&pairs, &mut put_in) {
            return Err("a ground stands for values that do not fit".to_string());
        }
        Ok(Reached { ground: number, changed, put_in })
    }

    /// The station of a slot that stands for a given one, with what its values have to be: of several the one with the fewest symbols.
    fn find_station(&mut self, slot: usize, station: &Station) -> Option<(usize, Vec<(LazyId, Value)>)> {
        let candidates = self.by_outline.get(&(slot, outline(&station.thread)))?.clone();
        let nothing = Ground { sync: Default::default(), objects: Vec::new(), slots: Vec::new() };
        let sought = alone(&nothing, station);
        let mut best: Option<(usize, Vec<(LazyId, Value)>)> = None;
        for number in candidates {
            let known = self.stations[slot][number];
            if known.creates != station.creates || known.is_free() != station.is_free() {
                continue;
            }
            let Some(pairs) = matching::pairs(&alone(&nothing, known), &sought, &mut self.terms) else { continue };
            self.come_to.insert((slot, number));
            if best.as_ref().is_none_or(|(_, fewest)| pairs.len() < fewest.len()) {
                best = Some((number, pairs));
            }
        }
        best
    }

    /// The ground that stands for a given one.
    fn find_ground(&mut self, ground: &Ground) -> Option<(usize, Vec<(LazyId, Value)>)> {
        let free = Station::free();
        let sought = alone(ground, &free);
        (0..self.grounds.len()).find_map(|number| {
            let known = &self.grounds[number];
            if known.slots != ground.slots {
                return None;
            }
            Some((number, matching::pairs(&alone(known, &free), &sought, &mut self.terms)?))
        })
    }

    /// Puts values in for symbols; whether they fit.
    fn put(&mut self, pairs: &[(LazyId, Value)], put_in: &mut FxHashMap<Formula, Formula>) -> bool {
        pairs.iter().all(|(id, value)| {
            let Term::Symbol(symbol) = self.terms.get(*id) else { return false };
            let is_holder = self.logic.symbols.number(symbol).is_none();
            let (Some(variable), Some(sort)) = (self.logic.variable(symbol), self.logic.symbols.sort(symbol)) else {
                return false;
            };
            let Some(value) = matching::fitting(&mut self.logic, &self.terms, *value, sort) else { return false };
            is_holder && put_in.insert(variable, value).is_none_or(|other| other == value)
        })
    }
}

/// A state of one thread, or of none.
fn alone(ground: &Ground, station: &Station) -> State {
    Setting { ground, mover: ThreadIx(0), stations: vec![station] }.state()
}
