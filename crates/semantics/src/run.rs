//! A run: one step of a thread for the scheduler, that is an edge that others can see, and all that follows up to the next one.
//!
//! **Idea.** Between two points where the order of threads matters, a thread runs alone: edges that touch nothing
//! shared, edges in conflict with nobody's future ([`Dependence::is_alone`]), and the inside of an atomic section are
//! executed at once, and no state in between is stored. A new thread runs up to its first visible edge when it is
//! created, so that stored states differ in what matters only.
//!
//! **Soundness.** Every edge after the first is a singleton persistent set, so letting its thread go on alone is the
//! reduction of the scheduler, applied without storing the state. A run of more than [`MAX_EDGES`] edges ends in a stored
//! state, so no loop escapes the search. So does a round of a loop or recursion in a run in which a question had several answers: one
//! that asks in every round would have exponentially many ways to go otherwise. And so does a run that was asked about a
//! forgotten value, where the ways meet again: mostly they differ in nothing then. That may be inside an atomic section; as long
//! as its thread can move, nobody else can.
//!
//! This is the definition. Engines and the checker of proofs both execute runs with it, so that a state of a proof is
//! where the checker looks for one; who wants to know what happens on the way watches ([`Watch`]).

use raddle_machine::{Enabled, Halt, Machine, Progress, State, ThreadIx};
use raddle_program::{EdgeId, FuncId, Loc};

use crate::asking::Asking;
use crate::dependence::{Dependence, comes_round, control, threads};
use crate::property::{Property, ViolationKind};

/// Edges after which a run of one thread is cut.
pub const MAX_EDGES: u32 = 10_000;

/// A way to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The thread executes its next edge (and what follows up to the next point where others matter).
    Step,
    /// The thread wakes up for no reason and takes its mutex again.
    Wake,
    /// The thread's wait times out.
    TimeOut,
}

/// Who does what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    /// Who.
    pub thread: ThreadIx,
    /// What.
    pub action: Action,
}

/// What a thread can do in a state.
pub fn choices(machine: &Machine<'_>, state: &State, thread: ThreadIx) -> Vec<Choice> {
    let actions = [
        (Action::Step, machine.enabled(state, thread) == Enabled::Yes),
        (Action::Wake, machine.can_wake_spuriously(state, thread)),
        (Action::TimeOut, machine.can_time_out(state, thread)),
    ];
    actions.into_iter().filter(|(_, possible)| *possible).map(|(action, _)| Choice { thread, action }).collect()
}

/// One entry of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The thread executes this many edges.
    Run {
        /// Who.
        thread: ThreadIx,
        /// How many edges, at least 1.
        edges: u32,
    },
    /// A thread that waits on a condition variable wakes up by itself.
    Wake {
        /// Who.
        thread: ThreadIx,
        /// Whether the wait timed out (or it was a spurious wake-up).
        timed_out: bool,
    },
}

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepEnd {
    /// In a state to be stored.
    State,
    /// The program has ended, or the move turned out to be none.
    Nothing,
    /// In a violation of the property. (Some are said of a state after the step, never by the step itself.)
    Violation(ViolationKind),
}

impl StepEnd {
    /// The threads that race, if it is a race.
    pub fn racing(self) -> Option<(ThreadIx, ThreadIx)> {
        match self {
            StepEnd::Violation(violation) => violation.racing(),
            StepEnd::State | StepEnd::Nothing => None,
        }
    }
}

/// An edge that was executed in a run.
#[derive(Clone, Copy, Debug)]
pub struct Executed {
    /// By whom.
    pub thread: ThreadIx,
    /// The first of the edges that leave the place where the thread was.
    pub edge: Option<(FuncId, EdgeId)>,
    /// Depth of the stack and location before.
    pub before: Option<(usize, Loc)>,
    /// Depth of the stack and location afterwards.
    pub after: Option<(usize, Loc)>,
}

/// Told what happens in a run.
pub trait Watch<O> {
    /// A thread is about to execute an edge, the nth of the moving thread (0 if the thread was just created). May refuse.
    fn before(&mut self, _state: &State, _thread: ThreadIx, _nth: u32) -> Result<(), Halt> {
        Ok(())
    }

    /// An edge was executed, and this is the state now.
    fn after(&mut self, _state: &State, _executed: &Executed, _oracle: &mut O) {}

    /// The run continues the schedule so; the edge at which it halts is counted.
    fn moved(&mut self, _entry: Move) {}
}

/// Nobody watches.
impl<O> Watch<O> for () {}

/// Executes runs.
#[derive(Clone, Copy)]
pub struct Runs<'a, 'p> {
    /// The relation that says how far a thread may go on.
    pub dependence: &'a Dependence<'p>,
    /// What is looked for.
    pub property: Property,
    /// Whether edges in conflict with nobody are passed without a state in front of them.
    pub passes: bool,
    /// Whether control alone says where runs end, not which questions were asked on the way: then a run ends at the same places
    /// however much is known about values.
    pub by_control: bool,
    /// Edges after which the run of the moving thread is cut: [`MAX_EDGES`], or less to stop in front of a halt.
    pub budget: u32,
}

/// How far a thread goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Its next edge, and then as far as nobody matters.
    Step,
    /// As far as nobody matters.
    GoOn,
    /// As far as nobody can see it.
    Settle,
}

impl<'a, 'p> Runs<'a, 'p> {
    /// Runs that are cut only where the definition says.
    pub fn new(dependence: &'a Dependence<'p>, property: Property, passes: bool) -> Runs<'a, 'p> {
        Runs { dependence, property, passes, by_control: false, budget: MAX_EDGES }
    }

    /// Lets `main` go on from the initial state as long as nobody else matters.
    pub fn start<O: Asking>(
        &self,
        state: &mut State,
        oracle: &mut O,
        watch: &mut impl Watch<O>,
    ) -> Result<StepEnd, Halt> {
        self.run_and_settle(state, ThreadIx(0), Extent::GoOn, oracle, watch)
    }

    /// Executes a move from a state.
    pub fn execute<O: Asking>(
        &self,
        state: &mut State,
        Choice { thread, action }: Choice,
        oracle: &mut O,
        watch: &mut impl Watch<O>,
    ) -> Result<StepEnd, Halt> {
        let machine = self.dependence.machine();
        match action {
            Action::Step => {}
            Action::Wake | Action::TimeOut => {
                let timed_out = action == Action::TimeOut;
                machine.wake(state, thread, timed_out);
                watch.moved(Move::Wake { thread, timed_out });
                // A time-out changes the result of the wait, so it may come at any time.
                if timed_out {
                    return Ok(StepEnd::State);
                }
                // Waking up for no reason is only told apart from waiting on when the mutex is free.
                if machine.enabled(state, thread) != Enabled::Yes {
                    return Ok(StepEnd::Nothing);
                }
            }
        }
        self.run_and_settle(state, thread, Extent::Step, oracle, watch)
    }

    /// Lets a thread run, and then those that it has created up to their first visible edge.
    fn run_and_settle<O: Asking>(
        &self,
        state: &mut State,
        mover: ThreadIx,
        extent: Extent,
        oracle: &mut O,
        watch: &mut impl Watch<O>,
    ) -> Result<StepEnd, Halt> {
        let mut end = self.run(state, mover, extent, oracle, watch)?;
        for new in threads(state).filter(|t| *t != mover) {
            if end == StepEnd::State && self.is_fresh(state, new) {
                end = self.run(state, new, Extent::Settle, oracle, watch)?;
            }
        }
        Ok(end)
    }

    /// Whether a thread has not executed any edge yet.
    fn is_fresh(&self, state: &State, thread: ThreadIx) -> bool {
        let new = &state.threads[thread.0 as usize];
        match &new.frames[..] {
            [frame] => {
                new.created.is_some() && frame.loc == self.dependence.machine().program().functions[frame.func].entry
            }
            _ => false,
        }
    }

    /// Lets a thread go on as long as nobody else matters, and tells how far it came; if it halts, up to the edge that does.
    fn run<O: Asking>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        extent: Extent,
        oracle: &mut O,
        watch: &mut impl Watch<O>,
    ) -> Result<StepEnd, Halt> {
        let mut edges = 0;
        let end = self.run_counted(state, thread, extent, oracle, watch, &mut edges);
        if edges > 0 {
            watch.moved(Move::Run { thread, edges });
        }
        end
    }

    /// The same; counts the edges, the one that halts included.
    fn run_counted<O: Asking>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        extent: Extent,
        oracle: &mut O,
        watch: &mut impl Watch<O>,
        edges: &mut u32,
    ) -> Result<StepEnd, Halt> {
        let machine = self.dependence.machine();
        let end = loop {
            // If it was detached and has ended, even its slot is gone.
            if thread.0 as usize >= state.threads.len() {
                break StepEnd::State;
            }
            let must_move = *edges == 0 && extent == Extent::Step;
            if !must_move && !self.goes_on(state, thread, extent, *edges, oracle).inspect_err(|_| *edges += 1)? {
                break StepEnd::State;
            }
            if is_in_section(state, thread)
                && let Some(violation) = self.property.in_section(self.dependence, state, thread)?
            {
                break StepEnd::Violation(violation);
            }
            *edges += 1;
            self.dependence.check_access(state, thread)?;
            watch.before(state, thread, if extent == Extent::Settle { 0 } else { *edges })?;
            let (before, edge) = (control(state, thread), machine.edge(state, thread));
            let (progress, broken) = match self.dependence.step(state, thread, oracle) {
                Ok(progress) => (progress, None),
                Err(halt) => (Progress::Ran, Some(self.property.in_halt(&halt).ok_or(halt)?)),
            };
            let after = if broken.is_some() { before } else { control(state, thread) };
            let executed = Executed { thread, edge, before, after };
            watch.after(state, &executed, oracle);
            if let Some(violation) = broken {
                break StepEnd::Violation(violation);
            }
            match progress {
                Progress::Ran if self.is_cut(state, &executed, oracle) => break StepEnd::State,
                Progress::Ran => {}
                Progress::Error(_) | Progress::Ended(_) => {
                    let violation = self.property.in_step(progress, machine, self.dependence.liveness(), state)?;
                    break violation.map_or(StepEnd::Nothing, StepEnd::Violation);
                }
            }
        };
        // Where the next access of a thread is has to be decided if races are looked for.
        if end == StepEnd::State && self.property.looks_at_next_accesses() && (thread.0 as usize) < state.threads.len()
        {
            machine.decide_address(state, thread, oracle).inspect_err(|_| *edges += 1)?;
        }
        Ok(end)
    }

    /// Whether the next edge may be executed without giving the others a chance before it.
    fn goes_on(
        &self,
        state: &State,
        thread: ThreadIx,
        extent: Extent,
        edges: u32,
        oracle: &impl Asking,
    ) -> Result<bool, Halt> {
        if edges >= self.budget || self.dependence.machine().enabled(state, thread) != Enabled::Yes {
            return Ok(false);
        }
        if is_in_section(state, thread) {
            return Ok(true);
        }
        match extent {
            // The answers of several new threads would multiply.
            Extent::Settle if self.by_control => Ok(false),
            Extent::Settle => Ok(oracle.asked() == 0 && self.dependence.is_invisible(state, thread)?),
            Extent::Step | Extent::GoOn if self.passes => self.dependence.is_alone(state, thread),
            Extent::Step | Extent::GoOn => self.dependence.is_invisible(state, thread),
        }
    }

    /// Whether a state is due behind an edge: control came round after a question with several answers, or to where
    /// ways meet after a question about something forgotten; or, if control alone counts, wherever it came round or ways meet.
    fn is_cut(&self, state: &State, executed: &Executed, oracle: &impl Asking) -> bool {
        let &Executed { thread, before, .. } = executed;
        if self.by_control {
            let due = comes_round(state, thread, before) || self.dependence.is_join(state, thread);
            return due && !is_in_section(state, thread);
        }
        // The edge that leaves a section may be the one that goes back.
        let back = oracle.asked() > 0 && comes_round(state, thread, before) && !is_in_section(state, thread);
        back || oracle.asked_forgotten() > 0 && self.dependence.is_join(state, thread)
    }
}

/// Whether a thread is in an atomic section.
fn is_in_section(state: &State, thread: ThreadIx) -> bool {
    state.threads.get(thread.0 as usize).is_some_and(|t| t.atomic > 0)
}
