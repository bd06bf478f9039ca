//! How far a thread goes in one step of a proof.
//!
//! A proof has states only where the order of threads matters. From such a state the checker lets a thread execute its
//! next edge and all that follow up to the next such point, here, by the definition of dependence; the engines have their own
//! code for the same thing.

use raddle_machine::lazy::{Decide, LazyOracle};
use raddle_machine::{Dead, Enabled, Halt, LazyId, Machine, Oracle, Progress, State, ThreadIx};
use raddle_program::{Scalar, Span};

use crate::check::Rejected;
use crate::dependence::{Dependence, control, jumps_back, threads};
use crate::outcome::Property;
use crate::race::find_section_race;

/// After this many edges a run of one thread must have come to a state of the set.
const MAX_EDGES: u32 = 10_000;

/// An oracle that counts the questions that had several answers.
pub trait Asking: Oracle {
    /// How many there were so far.
    fn asked(&self) -> u32;

    /// How many of them were about values that are forgotten.
    fn asked_forgotten(&self) -> u32 {
        0
    }

    /// One of the values that a lazy value can have, if there are at most `most` and the oracle can tell.
    fn few(&mut self, _value: LazyId, _ty: Scalar, _most: u64, _span: Span) -> Result<Option<u128>, Halt> {
        Ok(None)
    }
}

impl<D: Decide> Asking for LazyOracle<'_, D> {
    fn asked(&self) -> u32 {
        self.decisions
    }

    fn asked_forgotten(&self) -> u32 {
        self.forgotten
    }
}

/// Where a step starts.
#[derive(Clone, Copy)]
pub(crate) enum Start<'a> {
    /// From the initial state, with `main`.
    Beginning,
    /// From a state, with a thread.
    Step(&'a State, ThreadIx),
    /// From a state, with a thread that wakes up (or whose wait times out).
    Wake(&'a State, ThreadIx, bool),
}

/// Executes steps.
pub(crate) struct Walker<'a, 'p> {
    pub(crate) dependence: &'a Dependence<'p>,
    pub(crate) property: Property,
    /// How far a thread goes after its first edge.
    pub(crate) until: Until,
    /// What is read when, if dead values are cut.
    pub(crate) dead: Option<Dead<'p>>,
}

impl Walker<'_, '_> {
    /// Cuts dead values out of a state that a step has led to, if the proof wants it.
    pub(crate) fn cut(&self, state: &mut State) {
        if let Some(dead) = &self.dead {
            dead.cut(state, None);
        }
    }

    /// Executes one step; `None` if the program ends or the move turns out to be none.
    pub(crate) fn execute(&self, start: Start<'_>, oracle: &mut impl Asking) -> Result<Option<State>, Rejected> {
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
        oracle: &mut impl Asking,
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
        oracle: &mut impl Asking,
    ) -> Result<bool, Rejected> {
        let goes_on = self.pass(state, thread, edges, until, oracle)?;
        if goes_on {
            self.look_ahead(state, thread, oracle)?;
        }
        Ok(goes_on)
    }

    /// Has it decided where the next access of a thread is.
    fn look_ahead(&self, state: &State, thread: ThreadIx, oracle: &mut impl Asking) -> Result<(), Rejected> {
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
        oracle: &mut impl Asking,
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
                    Until::Question => oracle.asked() == 0 && self.dependence.is_invisible(state, thread)?,
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
    fn edge(&self, state: &mut State, thread: ThreadIx, oracle: &mut impl Asking) -> Result<Went, Rejected> {
        let in_section = state.threads[thread.0 as usize].atomic > 0;
        if in_section
            && self.property == Property::NoDataRace
            && find_section_race(self.dependence, state, thread)?.is_some()
        {
            return Err(Rejected::Wrong("a race inside an atomic section".to_string()));
        }
        self.dependence.check_access(state, thread)?;
        let before = control(state, thread);
        match self.dependence.machine().step(state, thread, oracle)? {
            // The edge that leaves a section may be the one that goes back.
            Progress::Ran
                if oracle.asked() > 0
                    && jumps_back(before, control(state, thread))
                    && state.threads.get(thread.0 as usize).is_none_or(|t| t.atomic == 0) =>
            {
                Ok(Went::Back)
            }
            Progress::Ran if oracle.asked_forgotten() > 0 && self.dependence.is_join(state, thread) => Ok(Went::Back),
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
pub(crate) enum Until {
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
    /// Back in a loop after a question with several answers, or to where ways meet after a question about something
    /// forgotten: a state of the set is due.
    Back,
    /// The program has ended.
    Out,
}

/// The ways a thread can move.
pub(crate) fn starts<'a>(machine: &Machine<'_>, state: &'a State, thread: ThreadIx) -> Vec<Start<'a>> {
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
