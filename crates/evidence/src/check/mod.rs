//! The checker of proofs by exhaustive search.
//!
//! A set of states proves a property if
//! 1. every state in which `main` first has to share the world is in the set;
//! 2. no state of the set violates the property;
//! 3. every step of every thread that has to move, executed here again with every answer to every question, leads to a
//!    state that is below one of the set ([`is_below`]: equal, or with less forgotten), ends the program, or (never) to a
//!    violation;
//! 4. where not all threads were moved, those that were are a persistent set, one of them can really move, and one of
//!    their steps leads to states of higher rank whichever way it goes (one way is enough if no state of the set stands
//!    for a larger one than itself; see `raddle-engines`, `scheduler`, for both);
//! 5. who sleeps in a state slept in each state it is reached from, or was moved there before, and is independent of the
//!    step in between; nobody sleeps in the beginning.
//!
//! A state may be in the set with threads in other slots, if [`raddle_semantics::symmetry`] lets them change places; and without the
//! values that nobody will read again, if the proof says that they were cut ([`raddle_semantics::Dead`]). The checker cuts
//! them itself after each step, so a state in which something else was cut is not found.
//!
//! The checker shares with the engines the machine, the lazy values, and the definition of dependence; not the search,
//! the scheduler or the store. What the engine's `find` says is not believed: the state it names is compared. An
//! abstraction needs no trust either: what it has forgotten is [`raddle_machine::LazyId::ANY`] in its states, and the steps from there are
//! executed with every value.
//!
//! Where facts about the whole program kept threads apart ([`raddle_semantics::Apart`]), it is asked first whether they hold, edge by edge; and what each step does has to be what they foresee.
//!
//! A solver that is asked on the way is one of the checker's own, and if [`Task::confirmation`] is there its answers "unsatisfiable" are not believed either:
//! each comes with a proof that is checked.
//!
//! **Cost**: about that of the search.

mod bindings;
mod calls;
mod classes;
mod diagrams;
mod executions;
mod formulas;
mod matching;
mod pairs;
mod products;
mod relation;
mod sets;
mod stations;
mod symbols;
mod valuations;
mod views;
mod walk;

pub use executions::ViewsOfProof;

use std::sync::Arc;

use raddle_machine::lazy::Decide;
use raddle_machine::{Config, Enabled, Halt, Machine, State, ThreadIx, ThreadSet};
use raddle_program::Program;
use raddle_semantics::Property;
use raddle_semantics::dependence::{Dependence, threads};
use raddle_semantics::locks::{Code, Facts};
use raddle_semantics::run::{Action, Runs, choices};
use raddle_smt::Confirmation;

use crate::outcome::{Basis, Certificate, Reason};
use crate::proof::{ClosedStates, Expanded, Expansion, Language, Rank, StateIx, States};
use walk::{Start, Walker};

pub(crate) use calls::check_functions;
pub(crate) use classes::check_classes;
use pairs::check_facts;
pub(crate) use pairs::check_pairs;
pub(crate) use products::check_products;
pub(crate) use valuations::check_valuations;
pub(crate) use views::check_views;

/// Why a proof is none, or was not checked to the end.
pub enum Rejected {
    /// Something is wrong with it.
    Wrong(String),
    /// A limit.
    Stopped(Reason),
}

impl From<Halt> for Rejected {
    fn from(halt: Halt) -> Rejected {
        Rejected::Wrong(format!("an execution halts: {}", halt.what))
    }
}

/// What a language means: how steps are executed from what is known about values, and which state of the proof stands for the result.
trait Values {
    /// Whether one state stands for concrete states that go different ways at once, so that all ways have to lead on.
    fn joined(&self) -> bool;

    /// Whether a state was found that stands for a larger one than itself.
    fn widened(&self) -> bool {
        self.joined()
    }

    /// Executes a step with given answers; the number of the state it leads into, if anywhere, in which no others than
    /// the given threads sleep.
    fn follow(&mut self, step: &ProofStep<'_>, counter: &mut Counter) -> Result<Option<StateIx>, Rejected>;
}

/// A step of the proof.
struct ProofStep<'a> {
    /// The states of the proof.
    states: &'a dyn States,
    /// Who executes it.
    walker: &'a Walker<'a, 'a>,
    /// Where it starts.
    start: Start<'a>,
    /// The number of the state it starts from; none for the beginning.
    from: Option<StateIx>,
    /// Who may sleep afterwards.
    asleep: ThreadSet,
}

/// How a claim is checked.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) program: &'a Program,
    pub(crate) machine: &'a Config,
    pub(crate) property: Property,
    /// Into how many cases a nondeterministic value may be split.
    pub(crate) max_cases: u64,
    /// Who confirms the SAT solver's answers; none if they are believed.
    pub(crate) confirmation: Option<&'a Confirmation>,
    /// Why to stop now, if so.
    pub(crate) exceeded: &'a dyn Fn() -> Option<Reason>,
}

/// Checks a closed set of states.
pub(crate) fn check_states(task: Task<'_>, proof: ClosedStates) -> Result<Certificate, Rejected> {
    let ClosedStates { states, language, mut terms, passes, by_control, cuts_dead, facts } = proof;
    let how = How { passes, by_control, cuts_dead, facts };
    if let Some(confirmation) = task.confirmation {
        terms.confirm_answers(confirmation.clone());
    }
    let stop = || (task.exceeded)().is_some();
    let states = &*states;
    let checked = match language {
        Language::Symbols => {
            let values = symbols::Listed::new(terms, task.max_cases);
            check_all(task, states, how, values)
        }
        Language::Diagrams { nodes, symbols } => {
            relation::Related::new(task.max_cases, states, terms, (&nodes, symbols), &stop)
                .and_then(|values| check_all(task, states, how, values))
        }
        Language::Formulas { formulas, symbols, arrays } => {
            formulas::Described::new(task, states, terms, (formulas, symbols, arrays), &stop)
                .and_then(|values| check_all(task, states, how, values))
        }
    };
    match (checked, (task.exceeded)()) {
        // Diagrams and solvers that are stopped end in an error.
        (Err(_), Some(reason)) => Err(Rejected::Stopped(reason)),
        (checked, _) => checked,
    }
}

/// Whether a thread waits inside an atomic section. (One that can move keeps everybody else from moving.)
fn section_waits(machine: &Machine<'_>, state: &State) -> bool {
    threads(state).any(|t| state.threads[t.0 as usize].atomic > 0 && machine.enabled(state, t) != Enabled::Yes)
}

/// How the steps of a proof are executed ([`ClosedStates`] says what each means).
struct How {
    passes: bool,
    by_control: bool,
    cuts_dead: bool,
    facts: Option<Arc<Facts>>,
}

/// Checks all states.
fn check_all(
    task: Task<'_>,
    states: &dyn States,
    How { passes, by_control, cuts_dead, facts }: How,
    values: impl Values,
) -> Result<Certificate, Rejected> {
    let machine = Machine::new(task.program, task.property.watching(task.machine.clone()));
    let mut dependence = Dependence::new(&machine, task.property);
    if let Some(facts) = facts {
        check_facts(&Code::wrapping(task.program, machine.points_to()), &facts)?;
        let what = "threads are kept apart by facts from which nothing can be concluded";
        dependence = dependence.with_facts(facts).ok_or_else(|| Rejected::Wrong(what.to_string()))?;
    }
    let (mut reduces, mut waits) = (false, false);
    for index in states.ids() {
        machine.deadline().look();
        let Expansion { expanded, asleep, .. } = states.expansion(index);
        reduces |= expanded != Expanded::Fully || !asleep.is_empty();
        waits |= section_waits(&machine, &states.state(index).0);
    }
    if (reduces || passes) && waits {
        return Err(Rejected::Wrong("moves were left out although a section waits inside".to_string()));
    }
    let dead = cuts_dead.then(|| dependence.dead());
    let runs = Runs { by_control, ..Runs::new(&dependence, task.property, passes) };
    let walker = Walker { runs, dead };
    let mut checker =
        StatesChecker { states, values, walker, transitions: 0, one_way_only: false, exceeded: task.exceeded };
    checker.successors(Start::Beginning, None, ThreadSet::NONE)?;
    for index in states.ids() {
        checker.check_state(index)?;
    }
    if checker.one_way_only && checker.values.widened() {
        return Err(Rejected::Wrong("moves are left out although only one way of a step leads on".to_string()));
    }
    Ok(Certificate { states: states.len() as u64, transitions: checker.transitions, basis: Basis::States })
}

/// Answers in order, all combinations one after the other, like the digits of a counter.
#[derive(Default)]
struct Counter {
    digits: Vec<(u32, u32)>,
    position: usize,
}

impl Decide for Counter {
    fn decide(&mut self, alternatives: u32) -> u32 {
        if self.position == self.digits.len() {
            self.digits.push((0, alternatives));
        }
        let (digit, _) = self.digits[self.position];
        self.position += 1;
        digit
    }
}

impl Counter {
    /// Counts up; false after the last combination.
    fn increment(&mut self) -> bool {
        self.position = 0;
        while let Some((digit, base)) = self.digits.pop() {
            if digit + 1 < base {
                self.digits.push((digit + 1, base));
                return true;
            }
        }
        false
    }
}

struct StatesChecker<'a, 'p, V> {
    states: &'a dyn States,
    values: V,
    walker: Walker<'a, 'p>,
    transitions: u64,
    /// Whether moves were left out in some state although no step leads to higher ranks whichever way it goes.
    one_way_only: bool,
    exceeded: &'a dyn Fn() -> Option<Reason>,
}

impl<V: Values> StatesChecker<'_, '_, V> {
    /// Conditions 2, 3 and 4 for one state.
    fn check_state(&mut self, index: StateIx) -> Result<(), Rejected> {
        let (state, _) = self.states.state(index);
        let dependence = self.walker.runs.dependence;
        let machine = dependence.machine();
        if self.walker.runs.property.in_state(dependence, &state)?.is_some() {
            return Err(Rejected::Wrong(format!("{index:?} violates the property")));
        }
        let Expansion { expanded, first, asleep, rank } = self.states.expansion(index);
        let fully = expanded == Expanded::Fully;
        let movers: Vec<ThreadIx> = match expanded {
            Expanded::Fully => threads(&state).collect(),
            Expanded::Only(mut set) => {
                set = self.with_blocked_members(&state, set)?;
                if !set.iter().any(|t| machine.enabled(&state, *t) == Enabled::Yes) {
                    return Err(Rejected::Wrong(format!("nobody can move in the set of {index:?}")));
                }
                set
            }
        };
        let (mut some_way, mut all_ways) = (fully, fully);
        let mut moved = ThreadSet::NONE;
        for thread in in_order(first, &movers) {
            if asleep.contains(thread) {
                continue;
            }
            let after = self.sleepers(&state, thread, asleep.or(moved))?;
            for choice in choices(machine, &state, thread) {
                let counts = choice.action == Action::Step || !self.values.joined();
                let start = Start::Move(&state, choice);
                if let Some((least, highest)) = self.successors(start, Some(index), after)? {
                    some_way |= counts && highest > rank;
                    all_ways |= counts && least > rank;
                }
            }
            moved = moved.with(thread);
        }
        if !some_way {
            return Err(Rejected::Wrong(format!("moves are left out at {index:?} and in all that follow")));
        }
        self.one_way_only |= !all_ways;
        Ok(())
    }

    /// Which of some threads may sleep after a step of another: those that can move and whose next step commutes with it.
    fn sleepers(&self, state: &State, moving: ThreadIx, candidates: ThreadSet) -> Result<ThreadSet, Rejected> {
        let dependence = self.walker.runs.dependence;
        let mut asleep = ThreadSet::NONE;
        for thread in threads(state).filter(|t| *t != moving && candidates.contains(*t)) {
            let can_move = dependence.machine().enabled(state, thread) == Enabled::Yes;
            // Where it cannot be told the engine could not tell either.
            if can_move && dependence.is_independent(state, moving, thread)? {
                asleep = asleep.with(thread);
            }
        }
        Ok(asleep)
    }

    /// A set as the engine gives it names the threads that moved. Threads that cannot move belong to it for free: they
    /// only add obligations. The result is persistent. (Whole objects are compared first: it is faster, and mostly enough.)
    fn with_blocked_members(&self, state: &State, set: Vec<ThreadIx>) -> Result<Vec<ThreadIx>, Rejected> {
        let dependence = self.walker.runs.dependence;
        let machine = dependence.machine();
        let can_move = |t: ThreadIx| machine.enabled(state, t) == Enabled::Yes || machine.can_wake_spuriously(state, t);
        let mut whole = set.clone();
        loop {
            match dependence.first_conflict(state, &whole)? {
                None => return Ok(whole),
                Some(other) if can_move(other) => break,
                Some(other) => whole.push(other),
            }
        }
        let mut parts = set;
        while let Some(other) = dependence.first_conflict_in_parts(state, &parts)? {
            if can_move(other) {
                return Err(Rejected::Wrong(format!("{other:?} must move too")));
            }
            parts.push(other);
        }
        Ok(parts)
    }

    /// Executes a step with all answers; the least and the highest rank of a state it leads to.
    fn successors(
        &mut self,
        start: Start<'_>,
        from: Option<StateIx>,
        asleep: ThreadSet,
    ) -> Result<Option<(Rank, Rank)>, Rejected> {
        let mut counter = Counter::default();
        let mut ranks: Option<(Rank, Rank)> = None;
        loop {
            let step = ProofStep { states: self.states, walker: &self.walker, start, from, asleep };
            let reached = self.values.follow(&step, &mut counter)?;
            self.transitions += 1;
            if self.transitions.is_multiple_of(16)
                && let Some(reason) = (self.exceeded)()
            {
                return Err(Rejected::Stopped(reason));
            }
            if let Some(reached) = reached {
                let Expansion { asleep: sleeping, rank, .. } = self.states.expansion(reached);
                if !sleeping.is_inside(asleep) {
                    return Err(Rejected::Wrong(format!("somebody sleeps in {reached:?} who has to move")));
                }
                ranks = Some(ranks.map_or((rank, rank), |(least, highest)| (least.min(rank), highest.max(rank))));
            }
            if !counter.increment() {
                return Ok(ranks);
            }
        }
    }
}

/// Some threads, those that were moved first in front.
fn in_order(mut first: Vec<ThreadIx>, all: &[ThreadIx]) -> Vec<ThreadIx> {
    first.retain(|t| all.contains(t));
    let rest: Vec<ThreadIx> = all.iter().copied().filter(|t| !first.contains(t)).collect();
    first.extend(rest);
    first
}
