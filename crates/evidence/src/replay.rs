//! Replay: a counterexample is executed step by step in the reference machine.
//!
//! The schedule says who moves, the inputs and choices answer what the machine asks; nothing else of what the engine
//! claims is believed. The execution must be possible (every thread that moves is enabled) and must end in the claimed
//! violation: the last edge is an error edge; or two enabled threads are about to make conflicting accesses; or nobody
//! can move and somebody waits. What really happened becomes the [`Trace`].
//!
//! Undefined behaviour that is a reason for UNKNOWN is replayed in the same way: the last edge has to halt for that very reason.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::sync::Arc;

use raddle_machine::{
    Addr, BlockReason, Choice, Config, Enabled, Event, GONE, Halt, HaltKind, LazyId, LazyOp, Machine, ObjectKind,
    ObjectMeta, ObjectRef, Oracle, Origin, Progress, ScriptedOracle, State, Status, SyncObject, ThreadIx, Value,
};
use raddle_program::analysis::Liveness;
use raddle_program::{FuncId, LocalId, NondetKind, Op, Program, Scalar, Span, SyncOp, SyncScope};
use raddle_semantics::lost::lost_blocks;
use raddle_semantics::run::Move;
use raddle_semantics::{Property, ViolationKind};

use crate::environment::Answers;
use crate::outcome::Counterexample;
use crate::trace::{
    Cell, Creation, Ending, HeldLock, RaceAccess, StackEntry, StepKind, ThreadInfo, ThreadNo, Trace, TraceEvent,
    TraceStep, WaitingThread,
};
use raddle_semantics::dependence::threads;
use raddle_semantics::race::{NextAccess, racing_accesses};

/// How an execution has to end.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal<'a> {
    /// In a violation of the property.
    Violation,
    /// In undefined behaviour that the property does not look for.
    Halt(&'a Halt),
}

impl Goal<'_> {
    /// What it is that a step cannot be executed, if the execution may end so.
    fn in_halt(self, property: Property, halt: &Halt) -> Option<ViolationKind> {
        match (self, halt.kind) {
            (Goal::Violation, _) => property.in_halt(halt),
            (Goal::Halt(wanted), HaltKind::Undefined(kind)) if wanted == halt => Some(ViolationKind::Undefined(kind)),
            (Goal::Halt(_), _) => None,
        }
    }
}

/// Why a counterexample is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// A thread is to move that cannot.
    NotEnabled {
        /// Index of the entry in the schedule.
        entry: usize,
        /// Who.
        thread: ThreadIx,
    },
    /// The machine cannot execute a step.
    Halted(Halt),
    /// The program ends before the schedule does.
    EndsEarly,
    /// The schedule is over and the violation has not happened.
    NoViolation,
    /// The violation needs answers of the environment that do not go together.
    Environment,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::NotEnabled { entry, thread } => {
                write!(f, "thread {} cannot move at entry {entry} of the schedule", thread.0)
            }
            ReplayError::Halted(halt) => f.write_str(&halt.what),
            ReplayError::EndsEarly => f.write_str("the program ends before the schedule does"),
            ReplayError::NoViolation => f.write_str("the schedule does not lead to a violation"),
            ReplayError::Environment => f.write_str(
                "a violation was found only for answers of the environment that no environment gives together: a clock \
                 that goes back, threads with the same number, or times in different zones",
            ),
        }
    }
}

impl std::error::Error for ReplayError {}

/// Something the machine told during a step, before names are looked up.
enum Told {
    Read(Addr, Scalar, u128),
    Write(Addr, Scalar, u128),
    Register(LocalId, Scalar, u128),
    Input(NondetKind, Scalar, u128),
    Sync(SyncOp, Vec<u128>, Option<u128>),
    Undefined(&'static str, Span),
    Output(Vec<u8>),
}

/// Answers from the counterexample and listens.
struct Recorder {
    script: ScriptedOracle,
    told: Vec<Told>,
    answers: Answers,
    /// Inputs taken so far.
    taken: usize,
    /// The first input that does not go with those before, and what it should have been.
    repair: Option<(usize, u128)>,
}

fn bits(value: Value) -> u128 {
    match value {
        Value::Bits(bits) => bits,
        Value::Lazy(_) => 0,
    }
}

impl Oracle for Recorder {
    fn nondet(&mut self, ty: Scalar, ranges: Option<&[(i128, i128)]>, origin: Origin<'_>) -> Result<Value, Halt> {
        let value = self.script.nondet(ty, ranges, origin)?;
        self.told.push(Told::Input(origin.kind.clone(), ty, bits(value)));
        if let NondetKind::Library(model) = origin.kind
            && self.repair.is_none()
        {
            self.repair = self.answers.take(model, origin.thread, bits(value)).map(|fitting| (self.taken, fitting));
        }
        self.taken += 1;
        Ok(value)
    }

    fn choose(&mut self, alternatives: u32, choice: Choice, span: Span) -> Result<u32, Halt> {
        self.script.choose(alternatives, choice, span)
    }

    fn apply(&mut self, op: LazyOp, args: &[Value], span: Span) -> Result<Value, Halt> {
        self.script.apply(op, args, span)
    }

    fn truth(&mut self, value: LazyId, ty: Scalar, span: Span) -> Result<bool, Halt> {
        self.script.truth(value, ty, span)
    }

    fn exact(&mut self, value: LazyId, ty: Scalar, span: Span) -> Result<u128, Halt> {
        self.script.exact(value, ty, span)
    }

    fn observe(&mut self, _thread: ThreadIx, event: Event<'_>) {
        self.told.push(match event {
            Event::Read { addr, ty, value } => Told::Read(addr, ty, bits(value)),
            Event::Write { addr, ty, value } => Told::Write(addr, ty, bits(value)),
            Event::Register { local, ty, value } => Told::Register(local, ty, bits(value)),
            Event::Sync { op, args, result } => {
                Told::Sync(op, args.iter().map(|a| bits(*a)).collect(), result.map(bits))
            }
            Event::Undefined { what, expr } => Told::Undefined(what, expr.span),
        });
    }

    fn output(&mut self, bytes: &[u8]) {
        self.told.push(Told::Output(bytes.to_vec()));
    }
}

/// A synchronisation object is the smallest thing at its address, and its inside is the library's.
const SMALLEST: u64 = 1;

/// Executes a counterexample and tells what happened. What the environment answers in it is made to go together first.
pub fn replay(program: &Program, config: &Config, claimed: &Counterexample) -> Result<Trace, ReplayError> {
    replay_in(&Machine::new(program, claimed.property.watching(config.clone())), claimed, Goal::Violation)
}

/// Executes what has to end so in a machine that has been set up.
pub(crate) fn replay_in(machine: &Machine<'_>, claimed: &Counterexample, goal: Goal<'_>) -> Result<Trace, ReplayError> {
    let mut inputs = claimed.inputs.clone();
    let mut repaired = false;
    // Each repair makes one more input fit.
    for _ in 0..=claimed.inputs.len() {
        let (result, repair) = execute(machine, claimed, goal, &inputs);
        match repair {
            None if repaired => return result.map_err(|_| ReplayError::Environment),
            None => return result,
            Some((input, fitting)) => match inputs.get_mut(input) {
                Some(input) => *input = fitting,
                None => return Err(ReplayError::Environment),
            },
        }
        repaired = true;
    }
    Err(ReplayError::Environment)
}

/// Executes a counterexample with some inputs; also which of them does not go with those before.
fn execute(
    machine: &Machine<'_>,
    claimed: &Counterexample,
    goal: Goal<'_>,
    inputs: &[u128],
) -> (Result<Trace, ReplayError>, Option<(usize, u128)>) {
    let mut oracle = Recorder {
        script: ScriptedOracle {
            inputs: inputs.iter().copied().collect(),
            choices: VecDeque::from(claimed.choices.clone()),
            ..ScriptedOracle::default()
        },
        told: Vec::new(),
        answers: Answers::default(),
        taken: 0,
        repair: None,
    };
    let result = follow(machine, claimed, goal, &mut oracle);
    (result, oracle.repair)
}

fn follow(
    machine: &Machine<'_>,
    claimed: &Counterexample,
    goal: Goal<'_>,
    oracle: &mut Recorder,
) -> Result<Trace, ReplayError> {
    let program = machine.program();
    let state = machine.initial(oracle).map_err(ReplayError::Halted)?;
    let slot = ThreadIx(0);
    let id = machine.thread_id(&state, slot);
    let main = ThreadInfo { no: ThreadNo(0), slot, id, start: program.entry, created: None };
    let mut replay = Replay {
        machine,
        program,
        state,
        threads: vec![main],
        held: Vec::new(),
        allocations: Vec::new(),
        steps: Vec::new(),
        liveness: OnceCell::new(),
    };
    let mut last = None;
    for (entry, step) in claimed.schedule.iter().enumerate() {
        if last.as_ref().is_some_and(Last::is_the_end) {
            return Err(ReplayError::EndsEarly);
        }
        match *step {
            Move::Run { thread, edges } => {
                for _ in 0..edges {
                    if last.as_ref().is_some_and(Last::is_the_end) {
                        return Err(ReplayError::EndsEarly);
                    }
                    last = Some(replay.step((claimed.property, goal), (entry, thread), oracle)?);
                }
            }
            Move::Wake { thread, timed_out } => replay.wake(entry, thread, timed_out)?,
        }
    }
    let (violated, ending) = replay.ending(claimed, goal, last).ok_or(ReplayError::NoViolation)?;
    let addresses = replay.addresses();
    Ok(Trace { property: claimed.property, violated, threads: replay.threads, steps: replay.steps, ending, addresses })
}

/// What the last edge has done.
#[derive(Clone)]
struct Last {
    thread: ThreadIx,
    progress: Progress,
    /// The violation that it is.
    violation: Option<ViolationKind>,
    /// Why it could not be executed, if the violation is that.
    halt: Option<Halt>,
}

impl Last {
    /// Whether nothing can come after it.
    fn is_the_end(&self) -> bool {
        self.violation.is_some() || self.progress != Progress::Ran
    }
}

/// An execution in progress.
struct Replay<'p> {
    machine: &'p Machine<'p>,
    program: &'p Program,
    state: State,
    threads: Vec<ThreadInfo>,
    /// Locks held, in the order they were taken.
    held: Vec<(ThreadIx, HeldLock)>,
    /// Heap blocks, with the call stack in which each was allocated, the last one last.
    allocations: Vec<(Addr, Vec<StackEntry>)>,
    steps: Vec<TraceStep>,
    liveness: OnceCell<Liveness>,
}

impl Replay<'_> {
    /// The thread that lives in a slot now.
    fn no(&self, slot: ThreadIx) -> ThreadNo {
        self.threads.iter().rev().find(|t| t.slot == slot).map_or(ThreadNo(0), |t| t.no)
    }

    fn stack(&self, thread: ThreadIx) -> Vec<StackEntry> {
        let Some(running) = self.state.threads.get(thread.0 as usize) else { return Vec::new() };
        let entry = |frame: &raddle_machine::Frame| {
            let function = &self.program.functions[frame.func];
            let span = function.first_edge(frame.loc).map_or(function.span, |e| function.edge(e).span);
            StackEntry { func: frame.func, span, internal: function.internal }
        };
        running.frames.iter().rev().map(entry).collect()
    }

    fn locks(&self, thread: ThreadIx) -> Vec<HeldLock> {
        self.held.iter().filter(|(t, _)| *t == thread).map(|(_, lock)| lock.clone()).collect()
    }

    /// What the values that were read and written point to, as far as that is there all the time.
    fn addresses(&self) -> BTreeMap<u128, String> {
        let value = |event: &TraceEvent| match event {
            TraceEvent::Read { ty, value, .. }
            | TraceEvent::Write { ty, value, .. }
            | TraceEvent::Set { ty, value, .. } => {
                (*ty == Scalar::pointer(self.program.data_model())).then_some(*value)
            }
            TraceEvent::Input { .. }
            | TraceEvent::Sync { .. }
            | TraceEvent::Freed(_)
            | TraceEvent::Created(_)
            | TraceEvent::Woken(_)
            | TraceEvent::Undefined { .. }
            | TraceEvent::Output(_)
            | TraceEvent::ThreadEnded
            | TraceEvent::ProgramEnded(_)
            | TraceEvent::Error(_) => None,
        };
        let values: BTreeSet<u128> = self.steps.iter().flat_map(|step| &step.events).filter_map(value).collect();
        let named =
            |value: u128| Some((value, self.machine.describe_pointer(&self.state, Addr::try_from(value).ok()?)?));
        values.into_iter().filter_map(named).collect()
    }

    /// Whether a place is in a variable without a name.
    fn is_unnamed(&self, state: &State, addr: Addr) -> bool {
        match self.machine.object_at(state, addr) {
            Some((ObjectRef::Object { kind: ObjectKind::Local(function, local, _), .. }, _)) => {
                self.program.functions[function].locals[local].name.is_none()
            }
            Some(_) | None => false,
        }
    }

    /// A place in memory, by the name it has itself.
    fn cell(&self, addr: Addr) -> Cell {
        self.cell_in(&self.state, addr)
    }

    fn cell_in(&self, state: &State, addr: Addr) -> Cell {
        let (name, unnamed) = (self.machine.describe_addr(state, addr), self.is_unnamed(state, addr));
        Cell { addr, name, declared: self.declared(state, addr), unnamed }
    }

    /// A place in memory, by the name that the next step of a thread gives it.
    fn accessed(&self, (state, thread): (&State, ThreadIx), addr: Addr, len: u64) -> Cell {
        let name = self.machine.describe_access(state, thread, addr, len);
        Cell { addr, name, declared: self.declared(&self.state, addr), unnamed: self.is_unnamed(state, addr) }
    }

    fn declared(&self, state: &State, addr: Addr) -> Span {
        match self.machine.object_at(state, addr) {
            None => Span::NONE,
            Some((ObjectRef::Global(global), _)) => self.program.globals[global].span,
            Some((ObjectRef::Object { kind, .. }, _)) => match kind {
                ObjectKind::GlobalPage(_) | ObjectKind::Freed => Span::NONE,
                ObjectKind::Global(global) | ObjectKind::ThreadLocal(global, _) => self.program.globals[global].span,
                ObjectKind::Local(function, local, _) => self.program.functions[function].locals[local].span,
                ObjectKind::StackBlock(function, edge, _) | ObjectKind::Heap(function, edge) => {
                    self.program.functions[function].edge(edge).span
                }
            },
        }
    }

    /// The heap blocks that are there no more.
    fn freed(&self, before: &State, thread: ThreadIx) -> Vec<Cell> {
        let now = &self.state.memory.shape.objects;
        let is_freed = |object: &&ObjectMeta| {
            matches!(object.kind, ObjectKind::Heap(..)) && now.binary_search_by_key(&object.base, |o| o.base).is_err()
        };
        let objects = &before.memory.shape.objects;
        let cell = |object: &ObjectMeta| {
            let name = self.machine.describe_access(before, thread, object.base, object.size);
            Cell { name, ..self.cell_in(before, object.base) }
        };
        objects.iter().filter(is_freed).map(cell).collect()
    }

    /// Executes one edge.
    fn step(
        &mut self,
        (property, goal): (Property, Goal<'_>),
        (entry, thread): (usize, ThreadIx),
        oracle: &mut Recorder,
    ) -> Result<Last, ReplayError> {
        let exists = (thread.0 as usize) < self.state.threads.len();
        if !exists || self.machine.enabled(&self.state, thread) != Enabled::Yes {
            return Err(ReplayError::NotEnabled { entry, thread });
        }
        let stack = self.stack(thread);
        let no = self.no(thread);
        let Some((func, edge)) = self.machine.edge(&self.state, thread) else {
            return Err(ReplayError::NotEnabled { entry, thread });
        };
        let waiting: Vec<ThreadIx> = self.waiting();
        let alive: Vec<bool> = self.state.threads.iter().map(|t| t.status != Status::Free).collect();
        oracle.told.clear();
        let before = self.state.clone();
        let (progress, halt) = match self.machine.step(&mut self.state, thread, oracle) {
            Ok(progress) => (progress, None),
            Err(halt) if goal.in_halt(property, &halt).is_some() => {
                self.state = before.clone();
                (Progress::Ran, Some(halt))
            }
            Err(halt) => return Err(ReplayError::Halted(halt)),
        };
        let mut events: Vec<TraceEvent> = Vec::new();
        for told in oracle.told.drain(..) {
            events.extend(self.event((&before, thread), func, told));
        }
        if !Arc::ptr_eq(&before.memory.shape, &self.state.memory.shape) {
            events.extend(self.freed(&before, thread).into_iter().map(TraceEvent::Freed));
        }
        for slot in threads(&self.state) {
            let was_alive = alive.get(slot.0 as usize).copied().unwrap_or(false);
            let created = &self.state.threads[slot.0 as usize];
            if let Some(start) = created.frames.first().map(|f| f.func)
                && !was_alive
                && created.status != Status::Free
            {
                let new = ThreadNo(self.threads.len() as u32);
                let creation = Creation { by: no, step: self.steps.len(), stack: stack.clone() };
                let id = self.machine.thread_id(&self.state, slot);
                self.threads.push(ThreadInfo { no: new, slot, id, start, created: Some(creation) });
                events.push(TraceEvent::Created(new));
            }
        }
        for slot in waiting.into_iter().filter(|slot| *slot != thread) {
            let still = self.state.threads.get(slot.0 as usize).map(|t| t.status);
            if matches!(still, Some(Status::Reacquiring { .. } | Status::Running)) {
                events.push(TraceEvent::Woken(self.no(slot)));
            }
        }
        let after = self.state.threads.get(thread.0 as usize).map(|t| t.status);
        if matches!(after, None | Some(Status::Ended { .. } | Status::Free)) {
            events.push(TraceEvent::ThreadEnded);
        }
        match progress {
            Progress::Ran => {}
            Progress::Error(kind) => events.push(TraceEvent::Error(kind)),
            Progress::Ended(kind) => events.push(TraceEvent::ProgramEnded(kind)),
        }
        let violation = match &halt {
            Some(halt) => {
                events.push(TraceEvent::Undefined { what: halt.what.clone(), span: halt.span });
                goal.in_halt(property, halt)
            }
            None => {
                property.in_step(progress, self.machine, &self.liveness, &self.state).map_err(ReplayError::Halted)?
            }
        };
        self.update_locks((&before, thread), &stack);
        if let Op::Alloc { .. } = self.program.functions[func].edge(edge).op {
            let blocks =
                |state: &State| state.memory.shape.objects.iter().map(|object| object.base).collect::<Vec<_>>();
            let old = blocks(&before);
            let new = blocks(&self.state).into_iter().filter(|base| !old.contains(base));
            self.allocations.extend(new.map(|base| (base, stack.clone())));
        }
        self.push_step(thread, no, StepKind::Edge { func, edge }, stack, events);
        Ok(Last { thread, progress, violation, halt })
    }

    /// Wakes a thread that waits on a condition variable.
    fn wake(&mut self, entry: usize, thread: ThreadIx, timed_out: bool) -> Result<(), ReplayError> {
        let exists = (thread.0 as usize) < self.state.threads.len();
        let can = exists
            && match timed_out {
                true => self.machine.can_time_out(&self.state, thread),
                false => self.machine.can_wake_spuriously(&self.state, thread),
            };
        if !can {
            return Err(ReplayError::NotEnabled { entry, thread });
        }
        let (stack, no) = (self.stack(thread), self.no(thread));
        self.machine.wake(&mut self.state, thread, timed_out);
        self.push_step(thread, no, StepKind::Wake { timed_out }, stack, Vec::new());
        Ok(())
    }

    fn push_step(
        &mut self,
        thread: ThreadIx,
        no: ThreadNo,
        kind: StepKind,
        stack: Vec<StackEntry>,
        events: Vec<TraceEvent>,
    ) {
        let span = stack.first().map_or(Span::NONE, |e| e.span);
        let in_atomic = self.state.threads.get(thread.0 as usize).is_some_and(|t| t.atomic > 0);
        let internal = stack.first().is_some_and(|e| e.internal);
        let locks = self.locks(thread);
        self.steps.push(TraceStep { thread: no, kind, span, stack, events, locks, in_atomic, internal });
    }

    /// The threads that wait on a condition variable or at a barrier.
    fn waiting(&self) -> Vec<ThreadIx> {
        let waits = |t: &ThreadIx| {
            matches!(self.state.threads[t.0 as usize].status, Status::Waiting { .. } | Status::AtBarrier { .. })
        };
        threads(&self.state).filter(waits).collect()
    }

    /// Brings the list of held locks up to date after a step of a thread with this call stack.
    fn update_locks(&mut self, before: (&State, ThreadIx), stack: &[StackEntry]) {
        let mut now: Vec<(ThreadIx, Addr, bool)> = Vec::new();
        for (addr, object) in &self.state.sync.objects {
            match object {
                SyncObject::Mutex { owner, .. } | SyncObject::Spin { owner } => {
                    now.extend(owner.map(|t| (t, *addr, false)));
                }
                SyncObject::Rwlock { writer, readers, .. } => {
                    now.extend(writer.map(|t| (t, *addr, false)));
                    now.extend(readers.iter().map(|t| (*t, *addr, true)));
                }
                SyncObject::Cond
                | SyncObject::Barrier { .. }
                | SyncObject::Semaphore { .. }
                | SyncObject::Once { .. }
                | SyncObject::Destroyed => {}
            }
        }
        now.dedup();
        self.held.retain(|(t, lock)| now.contains(&(*t, lock.lock.addr, lock.shared)));
        for (thread, addr, shared) in now {
            if !self.held.iter().any(|(t, l)| *t == thread && l.lock.addr == addr && l.shared == shared) {
                // What the user wrote, not the inside of a library model.
                let taken_at = stack.iter().find(|e| !e.internal).or(stack.first()).map_or(Span::NONE, |e| e.span);
                self.held.push((thread, HeldLock { lock: self.accessed(before, addr, SMALLEST), shared, taken_at }));
            }
        }
    }

    /// What happened, with the names that it had before the step.
    fn event(&self, before: (&State, ThreadIx), func: FuncId, told: Told) -> Option<TraceEvent> {
        let cell = |addr, ty: Scalar| self.accessed(before, addr, ty.size());
        Some(match told {
            Told::Read(addr, ty, value) => TraceEvent::Read { cell: cell(addr, ty), ty, value },
            Told::Write(addr, ty, value) => TraceEvent::Write { cell: cell(addr, ty), ty, value },
            Told::Register(local, ty, value) => {
                let name = self.program.functions[func].locals.get(local)?.name.clone()?;
                TraceEvent::Set { func, local, name, ty, value }
            }
            Told::Input(kind, ty, value) => TraceEvent::Input { kind, ty, value },
            Told::Sync(op, args, result) => {
                let objects =
                    args.iter().take(objects_of(op)).map(|a| self.accessed(before, *a as Addr, SMALLEST)).collect();
                TraceEvent::Sync { op, objects, args, result }
            }
            Told::Undefined(what, span) => TraceEvent::Undefined { what: what.to_string(), span },
            Told::Output(bytes) => TraceEvent::Output(bytes),
        })
    }

    /// The violation in the final state, if it is there.
    fn ending(&self, claimed: &Counterexample, goal: Goal<'_>, last: Option<Last>) -> Option<(&'static str, Ending)> {
        let violation = match (&last, goal) {
            // What the property forbids is not what is looked for.
            (Some(Last { halt: None, .. }) | None, Goal::Halt(_)) => return None,
            (Some(Last { violation: Some(violation), .. }), _) => *violation,
            (Some(last), _) if last.is_the_end() => return None,
            (Some(_) | None, _) => {
                claimed.property.at_end(self.machine, &self.liveness, &self.state, claimed.racing)?
            }
        };
        let ending = match violation {
            ViolationKind::Error => {
                let Some(Last { thread, progress: Progress::Error(kind), .. }) = last else { return None };
                let span = self.steps.last()?.span;
                Some(Ending::Error { thread: self.no(thread), kind, span })
            }
            ViolationKind::Race(a, b) => {
                let (first, second) = racing_accesses(self.machine, &self.state, a, b)?;
                let accesses = Box::new([self.race_access(a, first)?, self.race_access(b, second)?]);
                // The name of the smaller one says more: the other may be a whole block that is freed.
                let [mine, theirs] = &*accesses;
                let cell = if theirs.len < mine.len { &theirs.cell } else { &mine.cell };
                Some(Ending::Race { cell: cell.clone(), allocated: self.allocated(cell.addr), accesses })
            }
            ViolationKind::Undefined(kind) => {
                let Some(Last { thread, halt: Some(halt), .. }) = last else { return None };
                Some(Ending::Undefined { thread: self.no(thread), kind, what: halt.what, span: halt.span })
            }
            ViolationKind::Lost => {
                let blocks = lost_blocks(self.machine, &self.liveness, &self.state);
                Some(Ending::Lost(blocks.iter().map(|block| self.cell(block.base)).collect()))
            }
            ViolationKind::Deadlock => {
                Some(Ending::Deadlock(threads(&self.state).filter_map(|t| self.waiting_thread(t)).collect()))
            }
        };
        let violated = match goal {
            Goal::Violation => claimed.property.name_of(violation),
            Goal::Halt(_) => "undefined behaviour",
        };
        ending.map(|ending| (violated, ending))
    }

    /// The call stack in which the heap block around an address was allocated.
    fn allocated(&self, addr: Addr) -> Vec<StackEntry> {
        match self.machine.object_at(&self.state, addr) {
            Some((ObjectRef::Object { kind: ObjectKind::Heap(..), base }, _)) => {
                let last = self.allocations.iter().rev().find(|(block, _)| *block == base);
                last.map_or(Vec::new(), |(_, stack)| stack.clone())
            }
            Some(_) | None => Vec::new(),
        }
    }

    fn race_access(&self, thread: ThreadIx, access: NextAccess) -> Option<RaceAccess> {
        let (func, edge) = self.machine.edge(&self.state, thread)?;
        let stack = self.stack(thread);
        Some(RaceAccess {
            thread: self.no(thread),
            write: access.write,
            atomic: access.atomic,
            cell: self.accessed((&self.state, thread), access.addr, access.len),
            len: access.len,
            func,
            edge,
            span: stack.first()?.span,
            stack,
            locks: self.locks(thread),
            in_atomic: self.state.threads[thread.0 as usize].atomic > 0,
        })
    }

    fn waiting_thread(&self, thread: ThreadIx) -> Option<WaitingThread> {
        let Enabled::Blocked(reason) = self.machine.enabled(&self.state, thread) else { return None };
        let object = match reason {
            BlockReason::Lock(addr)
            | BlockReason::Condition(addr)
            | BlockReason::Semaphore(addr)
            | BlockReason::Barrier(addr)
            | BlockReason::Once(addr) => Some(self.accessed((&self.state, thread), addr, SMALLEST)),
            BlockReason::Join(_) | BlockReason::AtomicSection(_) => None,
        };
        let waits_for = match reason {
            BlockReason::Join(other) | BlockReason::AtomicSection(other) => Some(self.no(other)),
            BlockReason::Lock(addr) => {
                let holds = |(holder, lock): &&(ThreadIx, HeldLock)| lock.lock.addr == addr && *holder != GONE;
                self.held.iter().find(holds).map(|(holder, _)| self.no(*holder))
            }
            BlockReason::Condition(_) | BlockReason::Semaphore(_) | BlockReason::Barrier(_) | BlockReason::Once(_) => {
                None
            }
        };
        let stack = self.stack(thread);
        let span = stack.first().map_or(Span::NONE, |e| e.span);
        Some(WaitingThread {
            thread: self.no(thread),
            reason,
            object,
            waits_for,
            span,
            stack,
            locks: self.locks(thread),
        })
    }
}

/// How many of the first arguments of an operation are addresses of synchronisation objects.
fn objects_of(op: SyncOp) -> usize {
    match op.scope() {
        SyncScope::Objects(count) => count,
        SyncScope::Nobody
        | SyncScope::Threads
        | SyncScope::Detach
        | SyncScope::Cancel
        | SyncScope::Cancellation
        | SyncScope::ThreadEnd
        | SyncScope::KeyNumbers
        | SyncScope::KeyValues => 0,
    }
}
