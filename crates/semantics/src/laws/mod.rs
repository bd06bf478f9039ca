//! The laws of the definitions, as checks against executions.
//!
//! What search and checker both believe about steps, threads and values is believed here about one concrete execution at a time: a
//! random one is taken, and in each of its states everything that the definitions say is tried out in the reference machine.
//! - [`Law::Independent`]: two steps that are called independent commute: each can still be taken after the other, ends in the
//!   same way, and both orders lead to the same state.
//! - [`Law::Alone`]: a step of a thread that is called alone commutes with whatever the others do first.
//! - [`Law::Dead`]: a state and what is left of it when dead values are cut take the same steps, in which only dead values differ.
//! - [`Law::Symmetric`]: threads that may change places behave alike after they have.
//! - [`Law::Footprint`]: a step accesses nothing that is not in its footprint.
//! - [`Law::Persistent`]: whatever threads outside of a persistent set do commutes with the next step of each thread in it, and lets
//!   nobody in it move that could not.
//! - [`Law::Lost`]: what is lost stays lost.
//! - [`Law::Calls`]: threads are in functions that calls lead to.
//! - [`check_facts`]: facts about whole programs ([`crate::locks`]), which an engine finds.
//! - [`Law::OwnView`], [`Law::OthersViews`], [`Law::Unnoticed`], [`Law::Coexist`], [`Law::Races`]: what threads see ([`views`]).
//!
//! **What a green run means**: no counterexample among the executions that were tried. Each law has a definition that lies about it in
//! the tests, so each check can fail; and a [`Tally`] says how often each law had something to say.

mod answers;
mod calls;
mod commute;
mod dead;
mod facts;
mod footprint;
mod lost;
mod symmetric;
mod views;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;

use raddle_machine::{Addr, Config, Halt, Machine, State, ThreadIx};
use raddle_program::{FuncId, Program};

use crate::calls::may_run;
use crate::dead::Dead;
use crate::dependence::{Dependence, Footprint, threads};
use crate::effects::Touch;
use crate::lost::lost_blocks;
use crate::property::Property;
use crate::run::{Choice, Runs, StepEnd, choices};
use crate::symmetry::Symmetry;
use crate::view::Views;

pub use answers::Answers;
pub use facts::{Believed, FactTally, check_facts};
pub use views::{OnView, Replies, ViewBeliefs, check_views, follow};

/// A law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    /// Independent steps commute.
    Independent,
    /// A step of a thread that is alone commutes with everything the others can do before it.
    Alone,
    /// Dead values do not change what follows.
    Dead,
    /// Threads that may change places behave alike.
    Symmetric,
    /// A step accesses what is in its footprint and nothing else.
    Footprint,
    /// What threads outside of a persistent set do commutes with the next steps in it.
    Persistent,
    /// A heap block that is lost stays lost.
    Lost,
    /// A thread is in functions that calls lead to, and in no others.
    Calls,
    /// What a thread sees after its own step is one of the views that the definition gives.
    OwnView,
    /// What another sees after a step is the view that the definition makes of its own.
    OthersViews,
    /// A step that nobody notices changes nothing that others see.
    Unnoticed,
    /// Views of threads that exist at the same time are compatible.
    Coexist,
    /// The views of threads that race say that they may.
    Races,
}

impl Law {
    /// All of them.
    pub const ALL: [Law; 13] = [
        Law::Independent,
        Law::Alone,
        Law::Dead,
        Law::Symmetric,
        Law::Footprint,
        Law::Persistent,
        Law::Lost,
        Law::Calls,
        Law::OwnView,
        Law::OthersViews,
        Law::Unnoticed,
        Law::Coexist,
        Law::Races,
    ];
}

/// A law that does not hold, and the execution that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Which.
    pub law: Law,
    /// What happened instead.
    pub what: String,
    /// The moves that lead to the state in which it happened.
    pub schedule: Vec<Choice>,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}, after", self.law, self.what)?;
        self.schedule.iter().try_for_each(|c| write!(f, " {:?}{}", c.thread, if is_step(c) { "" } else { "(wakes)" }))
    }
}

fn is_step(choice: &Choice) -> bool {
    choice.action == crate::run::Action::Step
}

/// How often each law had something to say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    counts: BTreeMap<Law, u64>,
}

impl Tally {
    /// How often a law was tried.
    pub fn of(&self, law: Law) -> u64 {
        self.counts.get(&law).copied().unwrap_or(0)
    }

    fn count(&mut self, law: Law) {
        *self.counts.entry(law).or_default() += 1;
    }

    /// Adds what another one has counted.
    pub fn add(&mut self, other: &Tally) {
        other.counts.iter().for_each(|(law, count)| *self.counts.entry(*law).or_default() += count);
    }
}

/// What is believed about the states of a program.
pub trait Beliefs {
    /// How steps are executed.
    fn runs(&self) -> Runs<'_, '_>;

    /// Whether the next steps of two threads that can move are independent.
    fn is_independent(&self, state: &State, a: ThreadIx, b: ThreadIx) -> Result<bool, Halt> {
        self.runs().dependence.is_independent(state, a, b)
    }

    /// Whether nothing the others can do matters for the next step of a thread.
    fn is_alone(&self, state: &State, thread: ThreadIx) -> Result<bool, Halt> {
        self.runs().dependence.is_alone(state, thread)
    }

    /// A thread outside of a set that must be added to make it persistent.
    fn first_conflict(&self, state: &State, set: &[ThreadIx]) -> Result<Option<ThreadIx>, Halt> {
        self.runs().dependence.first_conflict_in_parts(state, set)
    }

    /// The heap blocks that are lost in a state.
    fn lost(&self, state: &State) -> Vec<Addr> {
        let dependence = self.runs().dependence;
        lost_blocks(dependence.machine(), dependence.liveness(), state).iter().map(|block| block.base).collect()
    }

    /// The functions that may run.
    fn may_run(&self) -> BTreeSet<FuncId> {
        may_run(self.runs().dependence.machine().program())
    }

    /// Cuts dead values out of a state.
    fn cut(&self, state: &mut State);

    /// Threads that may change places.
    fn interchangeable(&self, state: &State) -> Vec<ThreadIx>;

    /// Whether the footprint of a thread's next step covers an access to a resource.
    fn covers(&self, state: &State, thread: ThreadIx, touch: Touch) -> Result<bool, Halt> {
        Ok(match self.runs().dependence.footprint(state, thread)? {
            Footprint::Everything => true,
            Footprint::Nothing => false,
            Footprint::One(one) => allows(&[one], touch),
            Footprint::Many(many) => allows(many, touch),
            Footprint::End(many, last) => allows(many, touch) || allows(&[last], touch),
            Footprint::Row(row) => allows(&row.touches(), touch),
        })
    }
}

/// Whether one of some touches is of the same resource and writes if the access does.
fn allows(touches: &[Touch], access: Touch) -> bool {
    touches.iter().any(|t| t.resource == access.resource && (t.write || !access.write))
}

/// The definitions of this crate.
pub struct Ours<'a, 'p> {
    dependence: &'a Dependence<'p>,
    property: Property,
    dead: Dead<'p>,
    symmetry: Option<Symmetry>,
}

impl<'a, 'p> Ours<'a, 'p> {
    /// For a program and a property.
    pub fn new(dependence: &'a Dependence<'p>, property: Property) -> Ours<'a, 'p> {
        Ours { dependence, property, dead: dependence.dead(), symmetry: Symmetry::new(dependence.machine()) }
    }
}

impl Beliefs for Ours<'_, '_> {
    fn runs(&self) -> Runs<'_, '_> {
        Runs::new(self.dependence, self.property, false)
    }

    fn cut(&self, state: &mut State) {
        self.dead.cut(state, None);
    }

    fn interchangeable(&self, state: &State) -> Vec<ThreadIx> {
        self.symmetry.as_ref().map_or(Vec::new(), |s| s.interchangeable(self.dependence, state))
    }
}

/// Tries the laws on the executions of some seeds, for one property after the other; the seed that breaks one.
pub fn check_program(program: &Program, seeds: Range<u64>) -> Result<Tally, (u64, Broken)> {
    let mut tally = Tally::default();
    for seed in seeds {
        let visible: Vec<Property> = Property::ALL.into_iter().filter(|p| p.is_visible_in(program)).collect();
        let property = visible[seed as usize % visible.len()];
        let machine = Machine::new(program, property.watching(Config::default()));
        let dependence = Dependence::new(&machine, property);
        tally.add(&check_execution(&Ours::new(&dependence, property), seed).map_err(|broken| (seed, broken))?);
        for property in visible.into_iter().filter(|property| property.is_seen_by_single_threads()) {
            let machine = Machine::new(program, property.watching(Config::default()));
            let dependence = Dependence::new(&machine, property);
            let mut views = Views::new(&dependence, false);
            tally.add(&check_views(&mut views, seed, STEPS).map_err(|broken| (seed, broken))?);
        }
    }
    Ok(tally)
}

/// Steps of one execution in which laws are tried.
const STEPS: usize = 60;

/// Takes the random execution of a seed and tries all laws in each of its states.
pub fn check_execution(beliefs: &dyn Beliefs, seed: u64) -> Result<Tally, Broken> {
    let mut tally = Tally::default();
    let mut schedule = Vec::new();
    let mut random = answers::Mixed(seed);
    let runs = beliefs.runs();
    let machine = runs.dependence.machine();
    let mut oracle = Answers::new(seed, ThreadIx(0));
    let Ok(mut state) = machine.initial(&mut oracle) else { return Ok(tally) };
    if !matches!(runs.start(&mut state, &mut oracle, &mut ()), Ok(StepEnd::State)) {
        return Ok(tally);
    }
    let functions = beliefs.may_run();
    for _ in 0..STEPS {
        machine.deadline().look();
        let tried = Tried { beliefs, seed, state: &state };
        let broken = |law: Law, what: String| Broken { law, what, schedule: schedule.clone() };
        commute::independent(&tried, &mut tally).map_err(|what| broken(Law::Independent, what))?;
        commute::alone(&tried, &mut random, &mut tally).map_err(|what| broken(Law::Alone, what))?;
        commute::persistent(&tried, &mut random, &mut tally).map_err(|what| broken(Law::Persistent, what))?;
        dead::dead(&tried, &mut random, &mut tally).map_err(|what| broken(Law::Dead, what))?;
        symmetric::symmetric(&tried, &mut random, &mut tally).map_err(|what| broken(Law::Symmetric, what))?;
        footprint::footprint(&tried, &mut tally).map_err(|what| broken(Law::Footprint, what))?;
        calls::calls(&tried, &functions, &mut tally).map_err(|what| broken(Law::Calls, what))?;
        let Some(choice) = random.pick(&moves(&tried, &state)) else { break };
        schedule.push(choice);
        match tried.run(&state, choice) {
            Some((next, StepEnd::State)) => {
                let broken = |what| Broken { law: Law::Lost, what, schedule: schedule.clone() };
                lost::lost(&tried, &next, &mut tally).map_err(broken)?;
                state = next;
            }
            Some(_) | None => break,
        }
    }
    Ok(tally)
}

/// A state in which laws are tried.
struct Tried<'a> {
    beliefs: &'a dyn Beliefs,
    seed: u64,
    state: &'a State,
}

impl Tried<'_> {
    /// Executes a move with the answers that its thread always gets; none if it halts.
    fn run(&self, from: &State, choice: Choice) -> Option<(State, StepEnd)> {
        self.run_as(from, choice, choice.thread)
    }

    /// Executes a move with the answers of another thread.
    fn run_as(&self, from: &State, choice: Choice, answers: ThreadIx) -> Option<(State, StepEnd)> {
        self.try_run(from, choice, answers).ok()
    }

    fn try_run(&self, from: &State, choice: Choice, answers: ThreadIx) -> Result<(State, StepEnd), Halt> {
        let mut state = from.clone();
        let mut oracle = Answers::new(self.seed, answers);
        let end = self.beliefs.runs().execute(&mut state, choice, &mut oracle, &mut ())?;
        Ok((state, end))
    }
}

/// All moves of a state.
fn moves(tried: &Tried<'_>, state: &State) -> Vec<Choice> {
    let machine = tried.beliefs.runs().dependence.machine();
    threads(state).flat_map(|thread| choices(machine, state, thread)).collect()
}
