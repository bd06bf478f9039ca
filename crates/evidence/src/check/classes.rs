//! The checker of proofs by control abstraction.
//!
//! A proof is a list of abstract states: a ground, a class of stations for each thread ([`raddle_semantics::stations`]), and a formula. It stands for all states in which each thread is at some station of its class that fits the ground, and the symbols
//! have values that satisfy the formula. It proves that no error is reachable if
//! 1. the state in which `main` first has to share the world is *inside* one of them;
//! 2. from every one of them every step of every thread from *every* station of its class, with every sight of the others that their classes have, executed here again with every answer to every question, is impossible under the formula, ends the program, or leads inside one of them;
//!    never to an error, a halt, or a station that the proof does not list.
//!
//! *Inside*: ground and stations are those of the abstract state with values put in for their symbols, each station is in its class, and the formula with these values follows from what was known before and was decided in the step.
//! Symbols that nothing holds any more keep their values: a formula says of them only that there are some.
//!
//! **Symbols.** A lazy value in a station or ground must be a symbol that is no input, and no symbol may stand for two holders in a state: otherwise a state would claim that two values are equal without saying so. Both are checked where they matter: values are
//! put in for a symbol once, and a second value must be the same. A symbol of one thread must not be in a station of another or in a ground.
//!
//! **Only stations that steps lead to count**, starting from the beginning: by induction no thread is ever anywhere else. One that the proof makes up could stand for others, and keep everybody from moving.
//!
//! The checker shares with the engine the machine, and the definition of stations; its solver is its own. It executes a step once for all abstract states with the same ground and knows nothing while it does, as the engine; what a formula excludes is decided afterwards.

use std::collections::{BTreeMap, BTreeSet};

use raddle_machine::lazy::formula::{FormulaOracle, Logic};
use raddle_machine::lazy::{SymbolId, Term, Terms};
use raddle_machine::{Halt, LazyId, Machine, State, Thread, ThreadIx, Value};
use raddle_semantics::dependence::Dependence;
use raddle_semantics::run::{Choice, Runs, StepEnd, Watch, choices};
use raddle_semantics::stations::{self, Ground, Looks, Onward, Parted, Setting, Sight, Station};
use raddle_semantics::{Dead, ExactUses};
use raddle_smt::Term as Formula;
use rustc_hash::FxHashMap;

use super::{Counter, Rejected, Task, matching};
use crate::outcome::{Basis, Certificate, Reason};
use crate::proof::{ClassState, ClosedClasses};

/// What a step does: what was decided, and where it leads with which values.
struct Done {
    path: Formula,
    end: Result<Reached, String>,
}

/// Where a step leads.
struct Reached {
    /// The number of the ground.
    ground: usize,
    /// The stations of threads that it has changed.
    changed: Vec<(usize, usize)>,
    /// What each symbol of ground and stations has to be.
    put_in: FxHashMap<Formula, Formula>,
}

/// Which step: ground, mover, station, stations of the others.
type Question = (usize, usize, usize, Vec<(usize, usize)>);

/// What a station or ground looks like without values, to find it quickly.
type Outline = Vec<(usize, usize)>;

struct ClassesChecker<'a, 'p> {
    dependence: &'a Dependence<'p>,
    runs: Runs<'a, 'p>,
    proof: &'a [ClassState],
    stations: &'a [Vec<(Station, u32)>],
    grounds: &'a [Ground],
    by_outline: BTreeMap<(usize, Outline), Vec<usize>>,
    dead: Dead<'p>,
    exact: ExactUses,
    /// The stations that steps were seen to lead to.
    come_to: BTreeSet<(usize, usize)>,
    terms: Terms,
    logic: Logic<'a>,
    known: FxHashMap<Question, std::rc::Rc<Vec<Done>>>,
    max_cases: u64,
    transitions: u64,
    exceeded: &'a dyn Fn() -> Option<Reason>,
}

/// Nobody looks at others after the first edge of a run.
struct Careful<'a, 'p>(&'a Machine<'p>);

impl<O> Watch<O> for Careful<'_, '_> {
    fn before(&mut self, state: &State, thread: ThreadIx, nth: u32) -> Result<(), Halt> {
        stations::check_edge(self.0, state, thread, nth)
    }
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
    let mut by_outline: BTreeMap<(usize, Outline), Vec<usize>> = BTreeMap::new();
    for (slot, all) in stations.iter().enumerate() {
        for (number, (station, _)) in all.iter().enumerate() {
            by_outline.entry((slot, outline(&station.thread))).or_default().push(number);
        }
    }
    let mut checker = ClassesChecker {
        dependence: &dependence,
        runs: Runs::new(&dependence, task.property, false),
        proof: &states,
        stations: &stations,
        grounds: &grounds,
        by_outline,
        dead: dependence.dead(),
        exact: ExactUses::new(task.program, machine.points_to()),
        come_to: BTreeSet::new(),
        terms,
        logic: Logic::with(formulas, symbols, task.confirmation.cloned(), &stop),
        known: FxHashMap::default(),
        max_cases: task.max_cases,
        transitions: 0,
        exceeded: task.exceeded,
    };
    checker.check().map_err(|rejected| match (task.exceeded)() {
        // A solver that was stopped halts the execution.
        Some(reason) => Rejected::Stopped(reason),
        None => rejected,
    })?;
    Ok(Certificate { states: states.len() as u64, transitions: checker.transitions, basis: Basis::States })
}

/// Where the frames of a thread are.
fn outline(thread: &Thread) -> Outline {
    thread.frames.iter().map(|f| (raddle_program::Id::index(f.func), raddle_program::Id::index(f.loc))).collect()
}

impl ClassesChecker<'_, '_> {
    fn check(&mut self) -> Result<(), Rejected> {
        for (number, state) in self.proof.iter().enumerate() {
            if self.grounds.get(state.ground).is_none_or(|ground| ground.slots.len() != state.classes.len()) {
                return wrong(format!("state {number} has another number of threads than its ground"));
            }
            let mentioned = self.logic.symbols_in(state.known);
            let is_input = |symbol: &SymbolId| self.logic.symbols.number(*symbol).is_some();
            if mentioned.len() != self.logic.smt.variables(state.known).len() || mentioned.iter().any(is_input) {
                return wrong(format!("state {number} mentions a variable that is no symbol of a holder"));
            }
        }
        if self.grounds.iter().any(|ground| ground.slots.len() > self.stations.len()) {
            return wrong("a ground has slots without stations");
        }
        self.check_owners()?;
        self.check_beginning()?;
        // Only stations that steps lead to count; from those that are found late, all is done again.
        loop {
            let before = self.come_to.len();
            for number in 0..self.proof.len() {
                self.check_state(number)?;
            }
            if self.come_to.len() == before {
                return Ok(());
            }
        }
    }

    /// No symbol is one of two threads, or of a thread and the ground: it would get the value of one when the other changes.
    fn check_owners(&mut self) -> Result<(), Rejected> {
        let free = Station::free();
        let nothing = Ground { sync: Default::default(), objects: Vec::new(), slots: Vec::new() };
        let of_grounds = self.grounds.iter().map(|ground| (None, alone(ground, &free)));
        let of_stations = self.stations.iter().enumerate().flat_map(|(slot, all)| {
            let nothing = &nothing;
            all.iter().map(move |(station, _)| (Some(slot), alone(nothing, station)))
        });
        let mut owners: FxHashMap<LazyId, Option<usize>> = FxHashMap::default();
        for (owner, state) in of_grounds.chain(of_stations) {
            let Some(pairs) = matching::pairs(&state, &state, &mut self.terms) else {
                return wrong("a station or ground is not one that the machine could have made");
            };
            for (id, _) in pairs {
                if *owners.entry(id).or_insert(owner) != owner {
                    return wrong("a symbol is one of two threads");
                }
            }
        }
        Ok(())
    }

    fn check_beginning(&mut self) -> Result<(), Rejected> {
        let always = self.logic.smt.bool(true);
        for done in self.execute(None)? {
            let nowhere = ClassState { ground: usize::MAX, classes: Vec::new(), known: always };
            self.check_done(&nowhere, &done)?;
        }
        Ok(())
    }

    /// The stations of a class that fit a ground, and that steps lead to.
    fn members(&self, state: &ClassState, slot: usize) -> Vec<usize> {
        let ground = &self.grounds[state.ground];
        let all = self.stations[slot].iter().enumerate();
        all.filter(|(_, (station, class))| *class == state.classes[slot] && station.fits(ground, slot))
            .map(|(number, _)| number)
            .filter(|number| self.come_to.contains(&(slot, *number)))
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
                    let done = match self.known.get(&question) {
                        Some(known) => known.clone(),
                        None => {
                            let done = std::rc::Rc::new(self.execute(Some(&question))?);
                            self.known.insert(question, done.clone());
                            done
                        }
                    };
                    for done in done.iter() {
                        self.check_done(state, done)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn setting(&self, (ground, mover, from, others): &Question) -> Setting<'_> {
        let slots = self.grounds[*ground].slots.len();
        let at = |slot: usize| match slot == *mover {
            true => *from,
            false => others.iter().find(|(other, _)| *other == slot).map_or(0, |(_, number)| *number),
        };
        let stations = (0..slots).map(|slot| &self.stations[slot][at(slot)].0).collect();
        Setting { ground: &self.grounds[*ground], mover: ThreadIx(*mover as u16), stations }
    }

    /// All combinations of what the others look like to a step: for each of them a station that stands for all that look so.
    fn cases(&self, state: &ClassState, mover: usize, from: usize, members: &[Vec<usize>]) -> Vec<Vec<(usize, usize)>> {
        let others: Vec<usize> = (0..members.len()).filter(|slot| *slot != mover).collect();
        let first = others.iter().map(|slot| (*slot, members[*slot][0])).collect();
        let looks = self.looks(&(state.ground, mover, from, first));
        let mut all = vec![Vec::new()];
        for slot in others {
            let mut there: Vec<(Sight, usize)> = Vec::new();
            for number in &members[slot] {
                let sight = self.stations[slot][*number].0.sight(slot, looks);
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

    fn looks(&self, question: &Question) -> Looks {
        stations::looks(self.dependence.machine(), &self.setting(question).state(), ThreadIx(question.1 as u16))
    }

    /// Executes a step in all ways, or the beginning.
    fn execute(&mut self, question: Option<&Question>) -> Result<Vec<Done>, Rejected> {
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
                let old = &self.stations[slot][*number].0;
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
            let known = &self.stations[slot][number].0;
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

    /// What a step does, from one abstract state.
    fn check_done(&mut self, from: &ClassState, done: &Done) -> Result<(), Rejected> {
        if !self.logic.is_satisfiable(from.known, done.path)? {
            return Ok(());
        }
        let reached = match &done.end {
            Ok(reached) => reached,
            Err(what) => return wrong(what.clone()),
        };
        let slots = self.grounds[reached.ground].slots.len();
        let classes: Vec<u32> = (0..slots)
            .map(|slot| {
                let changed = reached.changed.iter().find(|(other, _)| *other == slot);
                match changed {
                    Some((_, number)) => self.stations[slot][*number].1,
                    None => from.classes.get(slot).copied().unwrap_or(0),
                }
            })
            .collect();
        for candidate in self.proof {
            if candidate.ground != reached.ground || candidate.classes != classes {
                continue;
            }
            let formula = self.logic.smt.substitute(candidate.known, &reached.put_in);
            if self.logic.implies(from.known, done.path, formula)? {
                return Ok(());
            }
        }
        wrong("a reachable state is missing")
    }
}

/// A state of one thread, or of none.
fn alone(ground: &Ground, station: &Station) -> State {
    Setting { ground, mover: ThreadIx(0), stations: vec![station] }.state()
}
