//! The checker of proofs by exhaustive search.
//!
//! A set of states proves a property if
//! 1. every state in which `main` first has to share the world is in the set;
//! 2. no state of the set violates the property;
//! 3. every step of every thread that has to move, executed here again with every answer to every question, leads to a
//!    state that is below one of the set ([`is_below`]: equal, or with less forgotten), ends the program, or (never) to a
//!    violation;
//! 4. where not all threads were moved, those that were are a persistent set, one of them can really move, and one of
//!    their steps leads to a state of higher rank (see `raddle-engines`, `scheduler`, for why that is enough).
//!
//! The checker shares with the engines the machine, the lazy values, and the definition of dependence; not the search,
//! the scheduler or the store. What the engine's `find` says is not believed: the state it names is compared. An
//! abstraction needs no trust either: what it has forgotten is [`raddle_machine::LazyId::ANY`] in its states, and the steps from there are
//! executed with every value.
//!
//! **Cost**: about that of the search.

use std::sync::Arc;

use raddle_machine::lazy::{Decide, LazyOracle, Symbol, Terms, canonicalise, is_below};
use raddle_machine::{Config, Enabled, Halt, Machine, Progress, State, ThreadIx};
use raddle_program::Program;
use raddle_program::analysis::Liveness;

use crate::closed::{ClosedStates, Expanded};
use crate::dependence::{Dependence, control, jumps_back, threads};
use crate::outcome::{Certificate, Property, Reason};
use crate::race::{find_race, find_section_race, is_deadlock};

/// After this many edges a run of one thread must have come to a state of the set.
const MAX_EDGES: u32 = 10_000;

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

/// Where a step starts.
#[derive(Clone, Copy)]
enum Start<'a> {
    /// From the initial state, with `main`.
    Beginning,
    /// From a state, with a thread.
    Step(&'a State, ThreadIx),
    /// From a state, with a thread that wakes up (or whose wait times out).
    Wake(&'a State, ThreadIx, bool),
}

/// Checks a closed set of states.
pub fn check_closed(
    program: &Program,
    config: &Config,
    property: Property,
    max_cases: u64,
    proof: &dyn ClosedStates,
    exceeded: &dyn Fn() -> Option<Reason>,
) -> Result<Certificate, Rejected> {
    let machine = Machine::new(program, config.clone());
    let dependence = Dependence::new(&machine, property);
    let mut reduces = false;
    let mut in_section = false;
    for index in 0..proof.len() {
        reduces |= proof.expanded(index) != Expanded::Fully;
        in_section |= proof.state(index).0.threads.iter().any(|t| t.atomic > 0);
    }
    if (reduces || proof.passes()) && in_section {
        return Err(Rejected::Wrong("moves were left out although a section waits inside".to_string()));
    }
    let mut checker = Checker {
        proof,
        dependence: &dependence,
        property,
        liveness: Liveness::new(program),
        terms: proof.terms(),
        max_cases,
        until: if proof.passes() { Until::Conflict } else { Until::Visible },
        transitions: 0,
        exceeded,
    };
    checker.successors(Start::Beginning, &Arc::new(Vec::new()), None)?;
    for index in 0..proof.len() {
        checker.check_state(index)?;
    }
    Ok(Certificate { states: proof.len() as u64, transitions: checker.transitions })
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

struct Checker<'a, 'p> {
    proof: &'a dyn ClosedStates,
    dependence: &'a Dependence<'p>,
    property: Property,
    liveness: Liveness,
    terms: Terms,
    max_cases: u64,
    /// How far a thread goes after its first edge.
    until: Until,
    transitions: u64,
    exceeded: &'a dyn Fn() -> Option<Reason>,
}

impl Checker<'_, '_> {
    /// Conditions 2, 3 and 4 for one state.
    fn check_state(&mut self, index: usize) -> Result<(), Rejected> {
        let (state, symbols) = self.proof.state(index);
        let machine = self.dependence.machine();
        let violated = match self.property {
            Property::UnreachCall => false,
            Property::NoDataRace => find_race(self.dependence, &state)?.is_some(),
            Property::NoDeadlock => is_deadlock(machine, &state),
        };
        if violated {
            return Err(Rejected::Wrong(format!("state {index} violates the property")));
        }
        let movers: Vec<ThreadIx> = match self.proof.expanded(index) {
            Expanded::Fully => threads(&state).collect(),
            Expanded::Only(mut set) => {
                set = self.with_blocked_members(&state, set)?;
                if !set.iter().any(|t| machine.enabled(&state, *t) == Enabled::Yes) {
                    return Err(Rejected::Wrong(format!("nobody can move in the set of state {index}")));
                }
                if !self.dependence.is_persistent(&state, &set)? {
                    return Err(Rejected::Wrong(format!("the set of threads of state {index} is not persistent")));
                }
                set
            }
        };
        let mut highest = None;
        for thread in &movers {
            for start in starts(machine, &state, *thread) {
                highest = highest.max(self.successors(start, &symbols, Some(index))?);
            }
        }
        if self.proof.expanded(index) != Expanded::Fully && highest <= Some(self.proof.rank(index)) {
            return Err(Rejected::Wrong(format!("moves are left out at state {index} and in all that follow")));
        }
        Ok(())
    }

    /// A set as the engine gives it names the threads that moved. Threads that cannot move belong to it for free: they
    /// only add obligations.
    fn with_blocked_members(&self, state: &State, mut set: Vec<ThreadIx>) -> Result<Vec<ThreadIx>, Rejected> {
        let machine = self.dependence.machine();
        while let Some(other) = self.dependence.first_conflict(state, &set)? {
            let can_move = machine.enabled(state, other) == Enabled::Yes || machine.can_wake_spuriously(state, other);
            if can_move {
                return Err(Rejected::Wrong(format!("{other:?} must move too")));
            }
            set.push(other);
        }
        Ok(set)
    }

    /// Executes a step with all answers; the highest rank of a state it leads to.
    fn successors(
        &mut self,
        start: Start<'_>,
        symbols: &Arc<Vec<Symbol>>,
        from: Option<usize>,
    ) -> Result<Option<u32>, Rejected> {
        let mut counter = Counter::default();
        let mut highest = None;
        loop {
            let mut terms = std::mem::take(&mut self.terms);
            let mut oracle = LazyOracle::new(&mut terms, symbols.to_vec(), &mut counter, self.max_cases);
            let reached = self.execute(start, &mut oracle);
            let (left, infeasible) = (oracle.symbols, oracle.infeasible);
            self.terms = terms;
            self.transitions += 1;
            if self.transitions.is_multiple_of(256)
                && let Some(reason) = (self.exceeded)()
            {
                return Err(Rejected::Stopped(reason));
            }
            let reached = if infeasible { None } else { reached? };
            if let Some(state) = reached {
                highest = highest.max(Some(self.proof.rank(self.locate(state, left, symbols, from)?)));
            }
            if !counter.increment() {
                return Ok(highest);
            }
        }
    }

    /// The number of a state of the set that the given one is below.
    fn locate(
        &mut self,
        mut state: State,
        symbols: Vec<Symbol>,
        before: &Arc<Vec<Symbol>>,
        from: Option<usize>,
    ) -> Result<usize, Rejected> {
        for thread in threads(&state) {
            self.dependence.machine().clear_dead(&mut state, thread, &self.liveness);
        }
        let symbols = canonicalise(&mut state, symbols, &mut self.terms)?;
        let symbols = if **before == symbols { before.clone() } else { Arc::new(symbols) };
        let Some(index) = self.proof.find(&state, &symbols, from, &mut self.terms) else {
            return Err(Rejected::Wrong("a reachable state is missing".to_string()));
        };
        let (known, its_symbols) = self.proof.state(index);
        let same = known == state && its_symbols == symbols;
        if same || is_below((&state, &symbols), (&known, &its_symbols), &self.terms) {
            Ok(index)
        } else {
            Err(Rejected::Wrong("a state was taken for another".to_string()))
        }
    }

    /// Executes one step; `None` if the program ends or the move turns out to be none.
    fn execute(&self, start: Start<'_>, oracle: &mut LazyOracle<'_, Counter>) -> Result<Option<State>, Rejected> {
        let machine = self.dependence.machine();
        let (mut state, thread) = match start {
            Start::Beginning => (machine.initial(oracle)?, ThreadIx(0)),
            Start::Step(state, thread) => {
                let mut state = state.clone();
                match self.edge(&mut state, thread, oracle)? {
                    Went::On => (state, thread),
                    Went::Back => {
                        self.look_ahead(&state, thread, oracle)?;
                        return self.settled(state, thread, oracle);
                    }
                    Went::Out => return Ok(None),
                }
            }
            Start::Wake(state, thread, timed_out) => {
                let mut state = state.clone();
                machine.wake(&mut state, thread, timed_out);
                if timed_out {
                    return Ok(Some(state));
                }
                // Waking up while the mutex is taken cannot be told from waiting on.
                if machine.enabled(&state, thread) != Enabled::Yes {
                    return Ok(None);
                }
                match self.edge(&mut state, thread, oracle)? {
                    Went::On => (state, thread),
                    Went::Back => {
                        self.look_ahead(&state, thread, oracle)?;
                        return self.settled(state, thread, oracle);
                    }
                    Went::Out => return Ok(None),
                }
            }
        };
        let first = u32::from(!matches!(start, Start::Beginning));
        match self.go_on(&mut state, thread, first, self.until, oracle)? {
            true => self.settled(state, thread, oracle),
            false => Ok(None),
        }
    }

    /// Lets the threads that `creator` has just created go on to their first visible edge.
    fn settled(
        &self,
        mut state: State,
        creator: ThreadIx,
        oracle: &mut LazyOracle<'_, Counter>,
    ) -> Result<Option<State>, Rejected> {
        let machine = self.dependence.machine();
        // Whatever others do without touching anything shared they may as well do now: threads that were just created.
        for other in threads(&state).filter(|t| *t != creator) {
            let new = &state.threads[other.0 as usize];
            let at_entry = |f: &raddle_machine::Frame| f.loc == machine.program().functions[f.func].entry;
            let fresh = new.created.is_some() && new.frames.len() == 1 && new.frames.iter().all(at_entry);
            if fresh && !self.go_on(&mut state, other, 0, Until::Question, oracle)? {
                return Ok(None);
            }
        }
        Ok(Some(state))
    }

    /// Lets a thread go on as long as nobody else matters, and has it decided where its next access is if races are
    /// looked for; false if the program has ended.
    fn go_on(
        &self,
        state: &mut State,
        thread: ThreadIx,
        edges: u32,
        until: Until,
        oracle: &mut LazyOracle<'_, Counter>,
    ) -> Result<bool, Rejected> {
        let goes_on = self.pass(state, thread, edges, until, oracle)?;
        if goes_on {
            self.look_ahead(state, thread, oracle)?;
        }
        Ok(goes_on)
    }

    /// Has it decided where the next access of a thread is.
    fn look_ahead(
        &self,
        state: &State,
        thread: ThreadIx,
        oracle: &mut LazyOracle<'_, Counter>,
    ) -> Result<(), Rejected> {
        if self.property == Property::NoDataRace && (thread.0 as usize) < state.threads.len() {
            self.dependence.machine().decide_address(state, thread, oracle)?;
        }
        Ok(())
    }

    /// Executes the edges that nobody else matters for.
    fn pass(
        &self,
        state: &mut State,
        thread: ThreadIx,
        edges: u32,
        until: Until,
        oracle: &mut LazyOracle<'_, Counter>,
    ) -> Result<bool, Rejected> {
        let machine = self.dependence.machine();
        for _ in edges..MAX_EDGES {
            let exists = (thread.0 as usize) < state.threads.len();
            if !exists || machine.enabled(state, thread) != Enabled::Yes {
                return Ok(true);
            }
            let in_section = state.threads[thread.0 as usize].atomic > 0;
            let alone = in_section
                || match until {
                    Until::Conflict => self.dependence.is_alone(state, thread)?,
                    Until::Visible => self.dependence.is_invisible(state, thread)?,
                    Until::Question => oracle.decisions == 0 && self.dependence.is_invisible(state, thread)?,
                };
            if !alone {
                return Ok(true);
            }
            match self.edge(state, thread, oracle)? {
                Went::On => {}
                Went::Back => return Ok(true),
                Went::Out => return Ok(false),
            }
        }
        Ok(true)
    }

    /// Executes one edge.
    fn edge(
        &self,
        state: &mut State,
        thread: ThreadIx,
        oracle: &mut LazyOracle<'_, Counter>,
    ) -> Result<Went, Rejected> {
        let in_section = state.threads[thread.0 as usize].atomic > 0;
        if in_section
            && self.property == Property::NoDataRace
            && find_section_race(self.dependence, state, thread)?.is_some()
        {
            return Err(Rejected::Wrong("a race inside an atomic section".to_string()));
        }
        let before = control(state, thread);
        match self.dependence.machine().step(state, thread, oracle)? {
            Progress::Ran if oracle.decisions > 0 && !in_section && jumps_back(before, control(state, thread)) => {
                Ok(Went::Back)
            }
            Progress::Ran => Ok(Went::On),
            Progress::Error(_) if self.property == Property::UnreachCall => {
                Err(Rejected::Wrong("an error is reachable".to_string()))
            }
            Progress::Error(_) | Progress::Ended(_) => Ok(Went::Out),
        }
    }
}

/// How far a thread goes on without a state of the set in between.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// To an edge that conflicts with what others may do.
    Conflict,
    /// To an edge that others can see.
    Visible,
    /// To an edge that others can see, or until a question had several answers.
    Question,
}

/// Where an edge leads.
enum Went {
    /// On.
    On,
    /// Back in a loop, after a question with several answers: a state of the set is due.
    Back,
    /// The program has ended.
    Out,
}

/// The ways a thread can move.
fn starts<'a>(machine: &Machine<'_>, state: &'a State, thread: ThreadIx) -> Vec<Start<'a>> {
    let mut out = Vec::new();
    if machine.enabled(state, thread) == Enabled::Yes {
        out.push(Start::Step(state, thread));
    }
    if machine.can_wake_spuriously(state, thread) {
        out.push(Start::Wake(state, thread, false));
    }
    if machine.can_time_out(state, thread) {
        out.push(Start::Wake(state, thread, true));
    }
    out
}
