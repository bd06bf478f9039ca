//! A run: one step of a thread for the scheduler, that is an edge that others can see, and all that follows up to the next one.
//!
//! **Idea.** Between two points where the order of threads matters, a thread runs alone: edges that touch nothing
//! shared, edges in conflict with nobody's future ([`Dependence::is_alone`]), and the inside of an atomic section are
//! executed at once, and no state in between is stored. A new thread runs up to its first visible edge when it is
//! created, so that stored states differ in what matters only.
//!
//! **Soundness.** Every edge after the first is a singleton persistent set, so letting its thread go on alone is the
//! reduction of `scheduler`, applied without storing the state. A run of more than [`MAX_EDGES`] edges ends in a stored
//! state, so no loop escapes the search. So does a jump back in a run in which a question had several answers: a loop
//! that asks in every round would have exponentially many ways to go otherwise. And so does a run that was asked about a
//! forgotten value, where the ways meet again: mostly they differ in nothing then. That may be inside an atomic section; as long
//! as its thread can move, nobody else can.

use std::collections::BTreeSet;

use raddle_cpa::Taken;
use raddle_evidence::dependence::{Dependence, control, jumps_back, threads};
use raddle_evidence::race::find_section_race;
use raddle_evidence::{Move, Property};
use raddle_machine::lazy::{Decide, LazyOracle};
use raddle_machine::{Enabled, Halt, HaltKind, Oracle, Progress, State, ThreadIx};
use raddle_program::analysis::Loops;
use raddle_program::{EdgeId, FuncId, Op};

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

/// An oracle that counts its decisions.
pub trait StepOracle: Oracle {
    /// How many questions had more than one answer so far.
    fn decisions(&self) -> u32;

    /// How many of them were about values that are forgotten.
    fn forgotten(&self) -> u32 {
        0
    }

    /// Told what the run passes.
    fn passed(&mut self, _what: Passed) {}
}

/// What a run may pass that is worth knowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// Control goes back in a loop.
    Back,
    /// A function is entered or left.
    Call,
}

impl<D: Decide> StepOracle for LazyOracle<'_, D> {
    fn decisions(&self) -> u32 {
        self.decisions
    }

    fn forgotten(&self) -> u32 {
        self.forgotten
    }
}

/// Edges after which a run of one thread is cut.
pub const MAX_EDGES: u32 = 10_000;

/// How a step ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepEnd {
    /// In a state to be stored.
    State,
    /// The program has ended, or the move turned out to be none.
    Nothing,
    /// An error edge was reached.
    Error,
    /// Some thread waits and none can ever move.
    Deadlock,
    /// An access inside an atomic section races with the pending access of another thread.
    Race(ThreadIx, ThreadIx),
}

/// A step and what is recorded about it.
pub struct Stepper<'a, 'p> {
    /// The relation that says how far a thread may go on.
    pub dependence: &'a Dependence<'p>,
    /// What is looked for.
    pub property: Property,
    /// Whether edges in conflict with nobody may be passed without storing a state.
    pub reduce: bool,
    /// Where control goes back.
    loops: Loops,
    /// Whether a call of a function without a definition is refused.
    pub strict_externals: bool,
    /// The calls of functions without a definition that were executed.
    pub externals: BTreeSet<(FuncId, EdgeId)>,
    /// Edges after which the run of the moving thread is cut: [`MAX_EDGES`], or less to stop in front of a halt.
    pub budget: u32,
    /// Edges that the moving thread has executed in the last step, the one that halted included.
    pub executed: u32,
    /// Edges executed.
    pub edges: u64,
    /// Who executed how many edges in the last step.
    pub log: Vec<Move>,
    /// If it is there: every edge that was executed in the last step.
    pub edges_taken: Option<Vec<Taken>>,
}

impl<'a, 'p> Stepper<'a, 'p> {
    /// A stepper that has executed nothing yet.
    pub fn new(
        dependence: &'a Dependence<'p>,
        property: Property,
        reduce: bool,
        strict_externals: bool,
    ) -> Stepper<'a, 'p> {
        Stepper {
            dependence,
            property,
            reduce,
            loops: Loops::new(dependence.machine().program()),
            strict_externals,
            externals: BTreeSet::new(),
            budget: MAX_EDGES,
            executed: 0,
            edges: 0,
            log: Vec::new(),
            edges_taken: None,
        }
    }

    /// Lets `main` go on from the initial state as long as nobody else matters.
    pub fn start<O: StepOracle>(&mut self, state: &mut State, oracle: &mut O) -> Result<StepEnd, Halt> {
        self.begin();
        let end = self.run_thread(state, ThreadIx(0), Run::GoOn, oracle)?;
        if end == StepEnd::State { self.settle_new(state, ThreadIx(0), 1, oracle) } else { Ok(end) }
    }

    /// Executes a move from a state.
    pub fn run<O: StepOracle>(&mut self, state: &mut State, choice: Choice, oracle: &mut O) -> Result<StepEnd, Halt> {
        self.begin();
        let machine = self.dependence.machine();
        let thread = choice.thread;
        match choice.action {
            Action::Step => {}
            Action::Wake | Action::TimeOut => {
                let timed_out = choice.action == Action::TimeOut;
                machine.wake(state, thread, timed_out);
                self.log.push(Move::Wake { thread, timed_out });
                // Waking up for no reason is only told apart from waiting on when the mutex is free; a time-out
                // changes the result of the wait, so it may come at any time.
                if machine.enabled(state, thread) != Enabled::Yes {
                    return Ok(if timed_out { StepEnd::State } else { StepEnd::Nothing });
                }
                if timed_out {
                    return Ok(StepEnd::State);
                }
            }
        }
        let born = state.threads.len();
        let end = self.run_thread(state, thread, Run::Step, oracle)?;
        if end == StepEnd::State { self.settle_new(state, thread, born, oracle) } else { Ok(end) }
    }

    fn begin(&mut self) {
        self.log.clear();
        if let Some(taken) = &mut self.edges_taken {
            taken.clear();
        }
    }

    /// Remembers the edge that a thread with this many frames has executed, if that is wanted.
    fn note_edge(&mut self, state: &State, thread: ThreadIx, depth: usize, edge: Option<(FuncId, EdgeId)>) {
        let (Some(taken), Some((function, first))) = (&mut self.edges_taken, edge) else { return };
        let frame = state.threads.get(thread.0 as usize).and_then(|t| t.frames.last());
        let after = frame.map(|f| (f.func, f.loc));
        let body = &self.dependence.machine().program().functions[function];
        let edges: Vec<_> = body.leaving(body.edge(first).source).collect();
        let there: Vec<EdgeId> =
            edges.iter().filter(|(_, e)| after.is_some_and(|(_, loc)| e.target == loc)).map(|(id, _)| *id).collect();
        let branched = edges.len() == 2 && there.len() == 1;
        let edge = if branched { there[0] } else { first };
        taken.push(Taken { thread, depth: depth as u32, function, edge, branched, after });
    }

    /// Lets the threads that `creator` has created go on up to their first visible edge.
    fn settle_new<O: StepOracle>(
        &mut self,
        state: &mut State,
        creator: ThreadIx,
        born: usize,
        oracle: &mut O,
    ) -> Result<StepEnd, Halt> {
        // Slots that were free before may have been taken too.
        for new in threads(state).filter(|t| *t != creator) {
            if new.0 as usize >= born || self.is_fresh(state, new) {
                let end = self.run_thread(state, new, Run::Settle, oracle)?;
                if end != StepEnd::State {
                    return Ok(end);
                }
            }
        }
        Ok(StepEnd::State)
    }

    /// Whether a thread has not executed any edge yet.
    fn is_fresh(&self, state: &State, thread: ThreadIx) -> bool {
        let t = &state.threads[thread.0 as usize];
        match &t.frames[..] {
            [frame] => {
                t.created.is_some() && frame.loc == self.dependence.machine().program().functions[frame.func].entry
            }
            _ => false,
        }
    }

    /// Lets a thread go on as long as nobody else matters.
    fn run_thread<O: StepOracle>(
        &mut self,
        state: &mut State,
        thread: ThreadIx,
        run: Run,
        oracle: &mut O,
    ) -> Result<StepEnd, Halt> {
        let machine = self.dependence.machine();
        let mut edges = 0;
        let end = loop {
            if thread.0 as usize >= state.threads.len() {
                // It was detached and has ended: even its slot is gone.
                break StepEnd::State;
            }
            let in_section = state.threads[thread.0 as usize].atomic > 0;
            if edges > 0 || run != Run::Step {
                if edges >= self.budget || machine.enabled(state, thread) != Enabled::Yes {
                    break StepEnd::State;
                }
                if run == Run::Settle && !in_section && oracle.decisions() > 0 {
                    // The answers of several new threads would multiply.
                    break StepEnd::State;
                }
                let reduce = self.reduce && run != Run::Settle;
                if !in_section && !self.may_go_on(state, thread, reduce)? {
                    break StepEnd::State;
                }
            }
            if in_section
                && self.property == Property::NoDataRace
                && let Some(other) = find_section_race(self.dependence, state, thread)?
            {
                break StepEnd::Race(thread, other);
            }
            self.dependence.check_access(state, thread)?;
            self.note_external(state, thread)?;
            edges += 1;
            self.executed = if run == Run::Settle { 0 } else { edges };
            let before = control(state, thread);
            let edge = machine.edge(state, thread);
            let progress = machine.step(state, thread, oracle)?;
            self.note_edge(state, thread, before.map_or(0, |(depth, _)| depth), edge);
            let after = control(state, thread);
            if let (Some((function, _)), Some((depth, from)), Some((same, to))) = (edge, before, after)
                && depth == same
                && self.loops.is_back(function, from, to)
            {
                oracle.passed(Passed::Back);
            }
            if before.map(|(depth, _)| depth) != after.map(|(depth, _)| depth) {
                oracle.passed(Passed::Call);
            }
            match progress {
                Progress::Ran
                    if oracle.decisions() > 0 && jumps_back(before, after) && !is_in_section(state, thread) =>
                {
                    break StepEnd::State;
                }
                Progress::Ran if oracle.forgotten() > 0 && self.dependence.is_join(state, thread) => {
                    break StepEnd::State;
                }
                Progress::Ran => {}
                Progress::Error(_) if self.property == Property::UnreachCall => break StepEnd::Error,
                Progress::Error(_) | Progress::Ended(_) => break StepEnd::Nothing,
            }
        };
        if end == StepEnd::State && self.property == Property::NoDataRace && (thread.0 as usize) < state.threads.len() {
            machine.decide_address(state, thread, oracle)?;
        }
        self.edges += u64::from(edges);
        if edges > 0 {
            self.log.push(Move::Run { thread, edges });
        }
        Ok(end)
    }

    /// Whether the next edge may be executed without giving the others a chance before it.
    fn may_go_on(&self, state: &State, thread: ThreadIx, reduce: bool) -> Result<bool, Halt> {
        if reduce { self.dependence.is_alone(state, thread) } else { self.dependence.is_invisible(state, thread) }
    }

    /// Remembers that the verdict rests on the model of an external function, or refuses to.
    fn note_external(&mut self, state: &State, thread: ThreadIx) -> Result<(), Halt> {
        let Some((function, id)) = self.dependence.external(state, thread) else { return Ok(()) };
        let edge = self.dependence.machine().program().functions[function].edge(id);
        match &edge.op {
            Op::External { name, .. } if self.strict_externals => Err(Halt {
                kind: HaltKind::Unsupported,
                what: format!("`{name}` is called, and no file that was given defines it"),
                span: edge.span,
            }),
            _ => {
                self.externals.insert((function, id));
                Ok(())
            }
        }
    }
}

/// Whether a thread is in an atomic section.
fn is_in_section(state: &State, thread: ThreadIx) -> bool {
    state.threads.get(thread.0 as usize).is_some_and(|t| t.atomic > 0)
}

/// How far a thread goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Run {
    /// Its next edge, and then as far as nobody matters.
    Step,
    /// As far as nobody matters.
    GoOn,
    /// As far as nobody can see it.
    Settle,
}
