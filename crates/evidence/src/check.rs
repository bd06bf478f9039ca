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
//! A state may be in the set with threads in other slots, if [`crate::symmetry`] lets them change places; and without the
//! values that nobody will read again, if the proof says that they were cut ([`raddle_machine::Dead`]). The checker cuts
//! them itself after each step, so a state in which something else was cut is not found.
//!
//! The checker shares with the engines the machine, the lazy values, and the definition of dependence; not the search,
//! the scheduler or the store. What the engine's `find` says is not believed: the state it names is compared. An
//! abstraction needs no trust either: what it has forgotten is [`raddle_machine::LazyId::ANY`] in its states, and the steps from there are
//! executed with every value.
//!
//! **Cost**: about that of the search.

use std::sync::Arc;

use raddle_machine::lazy::{Decide, LazyOracle, Symbol, Terms, canonicalise, is_below};
use raddle_machine::{Config, Enabled, Halt, Machine, State, ThreadIx};
use raddle_program::Program;

use crate::closed::{ClosedStates, Expanded, Found, Sought, ThreadBits};
use crate::dependence::{Dependence, threads};
use crate::outcome::{Certificate, Property, Reason};
use crate::race::{find_race, is_deadlock};
use crate::symmetry::{Renaming, Symmetry, is_permutation_of, rename};
use crate::walk::{Start, Until, Walker, starts};

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

/// A set of abstract states that is to be checked.
pub(crate) trait Knowledge {
    /// Whether one state stands for concrete states that go different ways at once, so that all ways have to lead on.
    const JOINED: bool;

    /// How many states there are.
    fn len(&self) -> usize;

    /// Where everybody is in a state.
    fn state(&self, index: usize) -> State;

    /// Which threads were moved in a state.
    fn expanded(&self, index: usize) -> Expanded;

    /// Whose steps were left out in a state.
    fn asleep(&self, _index: usize) -> ThreadBits {
        0
    }

    /// The threads that were moved first in a state, in their order.
    fn first(&self, _index: usize) -> Vec<ThreadIx> {
        Vec::new()
    }

    /// Whether a state was found that stands for a larger one than itself.
    fn widened(&self) -> bool {
        Self::JOINED
    }

    /// A number that grows along some step of every state that was not expanded fully.
    fn rank(&self, index: usize) -> u32;

    /// Whether steps pass edges that conflict with nobody.
    fn passes(&self) -> bool;

    /// Whether values that nobody will read again were cut out of the states.
    fn cuts_dead(&self) -> bool;

    /// Executes a step with given answers; the number of the state it leads into, if anywhere, in which no others than
    /// the given threads sleep.
    fn follow(
        &mut self,
        walker: &Walker<'_, '_>,
        start: Start<'_>,
        from: Option<usize>,
        asleep: ThreadBits,
        counter: &mut Counter,
    ) -> Result<Option<usize>, Rejected>;
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
    let known = Listed { proof, terms: proof.terms(), max_cases, widened: false, symmetry: None };
    check_all(program, config, property, known, exceeded)
}

/// Whether a thread waits inside an atomic section. (One that can move keeps everybody else from moving.)
fn section_waits(machine: &Machine<'_>, state: &State) -> bool {
    threads(state).any(|t| state.threads[t.0 as usize].atomic > 0 && machine.enabled(state, t) != Enabled::Yes)
}

/// Checks all states.
pub(crate) fn check_all(
    program: &Program,
    config: &Config,
    property: Property,
    known: impl Knowledge,
    exceeded: &dyn Fn() -> Option<Reason>,
) -> Result<Certificate, Rejected> {
    let machine = Machine::new(program, config.clone());
    let dependence = Dependence::new(&machine, property);
    let mut reduces = false;
    let mut waits = false;
    for index in 0..known.len() {
        machine.deadline().look();
        reduces |= known.expanded(index) != Expanded::Fully || known.asleep(index) != 0;
        waits |= section_waits(&machine, &known.state(index));
    }
    if (reduces || known.passes()) && waits {
        return Err(Rejected::Wrong("moves were left out although a section waits inside".to_string()));
    }
    let until = if known.passes() { Until::Conflict } else { Until::Visible };
    let dead = known.cuts_dead().then(|| dependence.dead());
    let walker = Walker { dependence: &dependence, property, until, dead };
    let mut checker = Checker { known, walker, transitions: 0, one_way_only: false, exceeded };
    checker.successors(Start::Beginning, None, 0)?;
    for index in 0..checker.known.len() {
        checker.check_state(index)?;
    }
    if checker.one_way_only && checker.known.widened() {
        return Err(Rejected::Wrong("moves are left out although only one way of a step leads on".to_string()));
    }
    Ok(Certificate { states: checker.known.len() as u64, transitions: checker.transitions })
}

/// Answers in order, all combinations one after the other, like the digits of a counter.
#[derive(Default)]
pub(crate) struct Counter {
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
    pub(crate) fn increment(&mut self) -> bool {
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

struct Checker<'a, 'p, K> {
    known: K,
    walker: Walker<'a, 'p>,
    transitions: u64,
    /// Whether moves were left out in some state although no step leads to higher ranks whichever way it goes.
    one_way_only: bool,
    exceeded: &'a dyn Fn() -> Option<Reason>,
}

impl<K: Knowledge> Checker<'_, '_, K> {
    /// Conditions 2, 3 and 4 for one state.
    fn check_state(&mut self, index: usize) -> Result<(), Rejected> {
        let state = self.known.state(index);
        let dependence = self.walker.dependence;
        let machine = dependence.machine();
        let violated = match self.walker.property {
            Property::UnreachCall => false,
            Property::NoDataRace => find_race(dependence, &state)?.is_some(),
            Property::NoDeadlock => is_deadlock(machine, &state),
        };
        if violated {
            return Err(Rejected::Wrong(format!("state {index} violates the property")));
        }
        let expanded = self.known.expanded(index);
        let fully = expanded == Expanded::Fully;
        let movers: Vec<ThreadIx> = match expanded {
            Expanded::Fully => threads(&state).collect(),
            Expanded::Only(mut set) => {
                set = self.with_blocked_members(&state, set)?;
                if !set.iter().any(|t| machine.enabled(&state, *t) == Enabled::Yes) {
                    return Err(Rejected::Wrong(format!("nobody can move in the set of state {index}")));
                }
                if !dependence.is_persistent(&state, &set)? {
                    return Err(Rejected::Wrong(format!("the set of threads of state {index} is not persistent")));
                }
                set
            }
        };
        let (rank, asleep) = (self.known.rank(index), self.known.asleep(index));
        let (mut some_way, mut all_ways) = (fully, fully);
        let mut moved = 0;
        for thread in in_order(self.known.first(index), &movers) {
            if bit(thread) & asleep != 0 {
                continue;
            }
            let after = self.sleepers(&state, thread, asleep | moved)?;
            for start in starts(machine, &state, thread) {
                let counts = matches!(start, Start::Step(..)) || !K::JOINED;
                if let Some((least, highest)) = self.successors(start, Some(index), after)? {
                    some_way |= counts && highest > rank;
                    all_ways |= counts && least > rank;
                }
            }
            moved |= bit(thread);
        }
        if !some_way {
            return Err(Rejected::Wrong(format!("moves are left out at state {index} and in all that follow")));
        }
        self.one_way_only |= !all_ways;
        Ok(())
    }

    /// Which of some threads may sleep after a step of another: those that can move and whose next step commutes with it.
    fn sleepers(&self, state: &State, moving: ThreadIx, candidates: ThreadBits) -> Result<ThreadBits, Rejected> {
        let dependence = self.walker.dependence;
        let mut asleep = 0;
        for thread in threads(state).filter(|t| *t != moving && bit(*t) & candidates != 0) {
            let can_move = dependence.machine().enabled(state, thread) == Enabled::Yes;
            // Where it cannot be told the engine could not tell either.
            if can_move && dependence.is_independent(state, moving, thread)? {
                asleep |= bit(thread);
            }
        }
        Ok(asleep)
    }

    /// A set as the engine gives it names the threads that moved. Threads that cannot move belong to it for free: they
    /// only add obligations.
    fn with_blocked_members(&self, state: &State, mut set: Vec<ThreadIx>) -> Result<Vec<ThreadIx>, Rejected> {
        let dependence = self.walker.dependence;
        let machine = dependence.machine();
        while let Some(other) = dependence.first_conflict(state, &set)? {
            let can_move = machine.enabled(state, other) == Enabled::Yes || machine.can_wake_spuriously(state, other);
            if can_move {
                return Err(Rejected::Wrong(format!("{other:?} must move too")));
            }
            set.push(other);
        }
        Ok(set)
    }

    /// Executes a step with all answers; the least and the highest rank of a state it leads to.
    fn successors(
        &mut self,
        start: Start<'_>,
        from: Option<usize>,
        asleep: ThreadBits,
    ) -> Result<Option<(u32, u32)>, Rejected> {
        let mut counter = Counter::default();
        let mut ranks: Option<(u32, u32)> = None;
        loop {
            let reached = self.known.follow(&self.walker, start, from, asleep, &mut counter)?;
            self.transitions += 1;
            if self.transitions.is_multiple_of(16)
                && let Some(reason) = (self.exceeded)()
            {
                return Err(Rejected::Stopped(reason));
            }
            if let Some(reached) = reached {
                if self.known.asleep(reached) & !asleep != 0 {
                    return Err(Rejected::Wrong(format!("somebody sleeps in state {reached} who has to move")));
                }
                let rank = self.known.rank(reached);
                ranks = Some(ranks.map_or((rank, rank), |(least, highest)| (least.min(rank), highest.max(rank))));
            }
            if !counter.increment() {
                return Ok(ranks);
            }
        }
    }
}

/// A thread as a set.
fn bit(thread: ThreadIx) -> ThreadBits {
    1u64.checked_shl(u32::from(thread.0)).unwrap_or(0)
}

/// Some threads, those that were moved first in front.
fn in_order(mut first: Vec<ThreadIx>, all: &[ThreadIx]) -> Vec<ThreadIx> {
    first.retain(|t| all.contains(t));
    let rest: Vec<ThreadIx> = all.iter().copied().filter(|t| !first.contains(t)).collect();
    first.extend(rest);
    first
}

/// States with lazy values, each with its symbols.
struct Listed<'a> {
    proof: &'a dyn ClosedStates,
    terms: Terms,
    max_cases: u64,
    widened: bool,
    /// Who may change places, once it was asked.
    symmetry: Option<Option<Symmetry>>,
}

impl Knowledge for Listed<'_> {
    const JOINED: bool = false;

    fn len(&self) -> usize {
        self.proof.len()
    }

    fn state(&self, index: usize) -> State {
        self.proof.state(index).0
    }

    fn expanded(&self, index: usize) -> Expanded {
        self.proof.expanded(index)
    }

    fn asleep(&self, index: usize) -> ThreadBits {
        self.proof.asleep(index)
    }

    fn first(&self, index: usize) -> Vec<ThreadIx> {
        self.proof.first(index)
    }

    fn widened(&self) -> bool {
        self.widened
    }

    fn rank(&self, index: usize) -> u32 {
        self.proof.rank(index)
    }

    fn passes(&self) -> bool {
        self.proof.passes()
    }

    fn cuts_dead(&self) -> bool {
        self.proof.cuts_dead()
    }

    fn follow(
        &mut self,
        walker: &Walker<'_, '_>,
        start: Start<'_>,
        from: Option<usize>,
        asleep: ThreadBits,
        counter: &mut Counter,
    ) -> Result<Option<usize>, Rejected> {
        let symbols = from.map_or_else(Arc::default, |index| self.proof.state(index).1);
        let mut oracle = LazyOracle::new(&mut self.terms, symbols.to_vec(), counter, self.max_cases);
        oracle.guesses = self.proof.guesses().then(Vec::new);
        let reached = walker.execute(start, &mut oracle);
        let (left, infeasible) = (oracle.symbols, oracle.infeasible);
        match if infeasible { None } else { reached? } {
            Some(state) => self.locate(walker, state, left, &symbols, from, asleep).map(Some),
            None => Ok(None),
        }
    }
}

impl Listed<'_> {
    /// The state with threads in other slots, if they may change places.
    fn renamed(
        &mut self,
        walker: &Walker<'_, '_>,
        mut state: State,
        symbols: &Arc<Vec<Symbol>>,
        renaming: &Renaming,
    ) -> Result<(State, Arc<Vec<Symbol>>), Rejected> {
        let machine = walker.dependence.machine();
        let symmetry = self.symmetry.get_or_insert_with(|| Symmetry::new(machine));
        let moving = symmetry.as_ref().map_or(Vec::new(), |s| s.interchangeable(walker.dependence, &state));
        if !is_permutation_of(renaming, &state, &moving) {
            return Err(Rejected::Wrong("threads have changed places that must not".to_string()));
        }
        rename(machine, &mut state, renaming);
        let symbols = canonicalise(&mut state, symbols.to_vec(), &mut self.terms)?;
        Ok((state, Arc::new(symbols)))
    }

    /// The number of a state of the set that the given one is below.
    fn locate(
        &mut self,
        walker: &Walker<'_, '_>,
        mut state: State,
        symbols: Vec<Symbol>,
        before: &Arc<Vec<Symbol>>,
        near: Option<usize>,
        asleep: ThreadBits,
    ) -> Result<usize, Rejected> {
        walker.cut(&mut state);
        let symbols = canonicalise(&mut state, symbols, &mut self.terms)?;
        let symbols = if **before == symbols { before.clone() } else { Arc::new(symbols) };
        let sought = Sought { state: &state, symbols: &symbols, near, asleep, dependence: walker.dependence };
        let Some(Found { index, renaming }) = self.proof.find(&sought, &mut self.terms) else {
            return Err(Rejected::Wrong("a reachable state is missing".to_string()));
        };
        let (state, symbols) = match renaming.is_empty() {
            true => (state, symbols),
            false => self.renamed(walker, state, &symbols, &renaming)?,
        };
        if !renaming.is_empty() && self.proof.asleep(index) != 0 {
            return Err(Rejected::Wrong("a thread sleeps in a state in which threads have changed places".to_string()));
        }
        let (known, its_symbols) = self.proof.state(index);
        let same = known == state && its_symbols == symbols;
        self.widened |= !same;
        if same || is_below((&state, &symbols), (&known, &its_symbols), &self.terms) {
            Ok(index)
        } else {
            Err(Rejected::Wrong("a state was taken for another".to_string()))
        }
    }
}
