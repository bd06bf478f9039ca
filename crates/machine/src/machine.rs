//! The machine: a program with everything that can be computed about it before it runs.

use std::sync::{Arc, OnceLock};

use raddle_deadline::Deadline;
use raddle_program::analysis::{Elements, Liveness, Outside, PointsTo};
use raddle_program::{EdgeId, FuncId, Id, LocalId, NondetKind, Op, Program, Scalar};

use crate::addresses::Addresses;
use crate::halt::{Halt, HaltKind};
use crate::layout::{Layout, RED_ZONE, WIDE_RED_ZONE, align_up};
use crate::memory;
use crate::oracle::{Oracle, Origin};
use crate::outlive::Outlived;
use crate::state::{BlockReason, Frame, Memory, ObjectKind, ObjectMeta, State, Status, SyncTable, Thread, ThreadIx};
use crate::value::Value;

/// What the machine may assume and where it gives up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Threads that exist at one time, `main` included.
    pub max_threads: u16,
    /// With how many of them the machine is content, if fewer: the rest keep their addresses.
    pub at_once: Option<u16>,
    /// Frames on one thread's call stack.
    pub max_depth: u32,
    /// Whether `malloc` and its relatives may return null.
    pub malloc_may_fail: bool,
    /// Bytes of the largest object.
    pub max_object: u64,
    /// Whether a load from where no object is gives any value, instead of ending the execution. Not where memory is watched: there it is what is looked for.
    pub undefined_reads: bool,
    /// Whether no execution is of interest in which a signed operation overflows: the thread stops there. Not where overflow is watched: there it is what is looked for.
    pub no_overflow: bool,
    /// Which undefined behaviour somebody looks for.
    pub watch: Watch,
    /// When everything that is done with the machine has to end.
    pub deadline: Deadline,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            max_threads: 256,
            at_once: None,
            max_depth: 10_000,
            malloc_may_fail: false,
            max_object: 1 << 28,
            undefined_reads: false,
            no_overflow: false,
            watch: Watch::default(),
            deadline: Deadline::new(),
        }
    }
}

/// Undefined behaviour that a property looks for. What is not watched is treated as the hardware would where it has a meaning for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Watch {
    /// Signed overflow ends the execution ([`crate::Undefined::Overflow`]).
    pub overflow: bool,
    /// Memory that is gone does not come back: no address is used again that an old pointer may have.
    pub memory: bool,
    /// What an external may read matters: it has to be known where its pointers lead while there are other threads.
    pub reads: bool,
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// One edge was executed (or one half of a wait).
    Ran,
    /// The error location is reached; the state is unchanged.
    Error(raddle_program::ErrorKind),
    /// The program has ended.
    Ended(raddle_program::EndKind),
}

/// Whether a thread can take a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enabled {
    /// It can.
    Yes,
    /// It has to wait.
    Blocked(BlockReason),
    /// A `__VERIFIER_assume` was false: it loops for ever.
    Stuck,
    /// It has ended, or the program has.
    Done,
}

/// A program ready to be executed. All methods are functions of the state they are given; the machine never changes.
#[derive(Clone, Debug)]
pub struct Machine<'p> {
    pub(crate) program: &'p Program,
    pub(crate) config: Config,
    pub(crate) layout: Layout,
    pub(crate) pointer: Scalar,
    pub(crate) addresses: Addresses,
    pub(crate) outlived: Outlived,
    /// Computed when it is asked for.
    liveness: OnceLock<Liveness>,
    outside: OnceLock<Outside>,
    elements: OnceLock<Elements>,
}

impl<'p> Machine<'p> {
    /// Lays out the program.
    pub fn new(program: &'p Program, config: Config) -> Machine<'p> {
        let red_zone = if config.watch.memory { WIDE_RED_ZONE } else { RED_ZONE };
        let layout = Layout::new(program, config.max_threads, config.max_object, red_zone);
        let addresses = Addresses::new(program, &config.deadline);
        let outlived = match config.watch.memory {
            true => Outlived::new(program, &addresses.points_to),
            false => Outlived::default(),
        };
        Machine {
            program,
            layout,
            pointer: Scalar::pointer(program.data_model()),
            config,
            addresses,
            outlived,
            liveness: OnceLock::new(),
            outside: OnceLock::new(),
            elements: OnceLock::new(),
        }
    }

    /// When everything that is done with the machine has to end.
    pub fn deadline(&self) -> &Deadline {
        &self.config.deadline
    }

    /// The addresses where heap blocks lie.
    pub fn heap_addresses(&self) -> std::ops::Range<u64> {
        self.layout.regions.heap()
    }

    /// Which undefined behaviour is looked for.
    pub fn watch(&self) -> Watch {
        self.config.watch
    }

    /// Which objects each address may point into.
    pub fn points_to(&self) -> &PointsTo {
        &self.addresses.points_to
    }

    /// Whether it matters that a signed operation overflows.
    pub(crate) fn looks_at_overflow(&self) -> bool {
        self.config.watch.overflow || self.config.no_overflow
    }

    /// Which registers are read again.
    pub fn liveness(&self) -> &Liveness {
        let compute = || Liveness::new(self.program, self.points_to(), self.looks_at_overflow());
        self.liveness.get_or_init(compute)
    }

    /// Which objects are arrays of elements of one size.
    pub fn elements(&self) -> &Elements {
        self.elements.get_or_init(|| Elements::new(self.program, self.points_to()))
    }

    /// Which values may be addresses from outside of the program.
    pub(crate) fn outside(&self) -> &Outside {
        self.outside.get_or_init(|| Outside::new(self.program, self.points_to()))
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// The state in which the entry function is about to run.
    ///
    /// Parameters of the entry function, if it has any, are nondeterministic inputs (the first from 1 on): the command
    /// line is not modelled, so a program that follows `argv` depends on a pointer nobody knows, and halts.
    pub fn initial<O: Oracle>(&self, oracle: &mut O) -> Result<State, Halt> {
        if let Some(halt) = &self.layout.too_large {
            return Err(halt.clone());
        }
        let memory = Memory { shape: self.layout.shape.clone(), blocks: self.layout.blocks.clone() };
        let mut state = State { memory, threads: Vec::new(), sync: Arc::new(SyncTable::default()), ended: None };
        let main = ThreadIx(0);
        let entry = &self.program.functions[self.program.entry];
        let top = self.start_thread_memory(&mut state, main);
        let mut args = Vec::new();
        for local in entry.locals.ids().take(entry.params) {
            let first = local.index() == 0;
            let kind = NondetKind::Input(if first { "argc" } else { "argv" }.to_string());
            let ranges: Option<&[(i128, i128)]> = if first { Some(&[(1, i32::MAX as i128)]) } else { None };
            let origin = Origin { kind: &kind, thread: main, span: entry.span };
            args.push(oracle.nondet(entry.locals[local].scalar(), ranges, origin)?);
        }
        let thread = Thread {
            frames: Vec::new(),
            status: Status::Running,
            atomic: 0,
            detached: false,
            keys: Vec::new(),
            ending: 0,
            ending_key: 0,
            result: Value::ZERO,
            cancel: 0,
            created: None,
        };
        state.threads.push(Arc::new(thread));
        self.push_frame(&mut state, main, self.program.entry, &args, None, top, entry.span)?;
        Ok(state)
    }

    /// The edge a thread takes next (of the two edges of a branch the first); `None` if it has ended.
    pub fn edge(&self, state: &State, thread: ThreadIx) -> Option<(FuncId, EdgeId)> {
        let frame = state.threads[thread.0 as usize].frames.last()?;
        Some((frame.func, self.program.functions[frame.func].first_edge(frame.loc)?))
    }

    /// Whether a thread can take a step.
    ///
    /// While a thread is inside an atomic section and can move, nobody else can.
    pub fn enabled(&self, state: &State, thread: ThreadIx) -> Enabled {
        if state.ended.is_some() {
            return Enabled::Done;
        }
        match self.enabled_alone(state, thread) {
            Enabled::Yes => match self.section_holder(state, thread) {
                Some(holder) => Enabled::Blocked(BlockReason::AtomicSection(holder)),
                None => Enabled::Yes,
            },
            other => other,
        }
    }

    /// The other thread whose atomic section keeps this one from moving.
    fn section_holder(&self, state: &State, thread: ThreadIx) -> Option<ThreadIx> {
        let begins = || {
            self.edge(state, thread)
                .is_some_and(|(f, e)| matches!(self.program.functions[f].edge(e).op, Op::AtomicBegin))
        };
        for (index, other) in state.threads.iter().enumerate() {
            let holder = ThreadIx(index as u16);
            if other.atomic == 0 || holder == thread {
                continue;
            }
            let waits = matches!(self.enabled_alone(state, holder), Enabled::Blocked(_));
            if !waits || (state.threads[thread.0 as usize].atomic == 0 && begins()) {
                return Some(holder);
            }
        }
        None
    }

    /// Whether a thread could take a step if there were no atomic sections.
    fn enabled_alone(&self, state: &State, thread: ThreadIx) -> Enabled {
        let running = &state.threads[thread.0 as usize];
        match running.status {
            Status::Running => {}
            Status::Waiting { .. } if self.shall_end(state, thread) => return Enabled::Yes,
            Status::Waiting { cond, .. } => return Enabled::Blocked(BlockReason::Condition(cond)),
            Status::Queued { lock } => {
                return match self.queue_blocks(state, lock) {
                    true => Enabled::Blocked(BlockReason::Lock(lock)),
                    false => Enabled::Yes,
                };
            }
            Status::Reacquiring { mutex, .. } => {
                return match self.lock_blocks(state, thread, mutex) {
                    true => Enabled::Blocked(BlockReason::Lock(mutex)),
                    false => Enabled::Yes,
                };
            }
            Status::AtBarrier { barrier, .. } => return Enabled::Blocked(BlockReason::Barrier(barrier)),
            Status::Stuck => return Enabled::Stuck,
            Status::Ended { .. } | Status::Free => return Enabled::Done,
        }
        let Some(frame) = running.frames.last() else { return Enabled::Yes };
        let function = &self.program.functions[frame.func];
        let Some(edge) = function.first_edge(frame.loc) else { return Enabled::Yes };
        if let Op::Sync { op, args, .. } = &function.edge(edge).op {
            // An argument that is not known yet is asked for by the step itself.
            let first = args.first().and_then(|a| self.fast(a, frame, thread));
            if let Some(reason) = first.and_then(|first| self.sync_blocks(state, thread, *op, first)) {
                return Enabled::Blocked(reason);
            }
        }
        Enabled::Yes
    }

    /// Whether a thread waits on a condition variable, from which it may wake up for no reason.
    pub fn can_wake_spuriously(&self, state: &State, thread: ThreadIx) -> bool {
        matches!(state.threads[thread.0 as usize].status, Status::Waiting { .. })
    }

    /// Whether a thread waits on a condition variable with a time limit.
    pub fn can_time_out(&self, state: &State, thread: ThreadIx) -> bool {
        matches!(state.threads[thread.0 as usize].status, Status::Waiting { timed: true, .. })
    }

    /// Wakes a thread that waits on a condition variable: it has to take its mutex again.
    pub fn wake(&self, state: &mut State, thread: ThreadIx, timed_out: bool) {
        let waiting = Arc::make_mut(&mut state.threads[thread.0 as usize]);
        if let Status::Waiting { mutex, .. } = waiting.status {
            let result = if timed_out { crate::sync::ETIMEDOUT } else { 0 };
            waiting.status = Status::Reacquiring { mutex, result, count: 1 };
        }
    }

    /// Makes the thread-local objects of a thread; returns where its frames begin.
    pub(crate) fn start_thread_memory(&self, state: &mut State, thread: ThreadIx) -> u64 {
        let (base, _) = self.layout.regions.stack(thread);
        let used = self.used_before(state, thread);
        for object in &self.layout.thread_objects {
            let kind = ObjectKind::ThreadLocal(object.global, thread);
            let meta = ObjectMeta { base: base + object.offset, size: object.size, kind, array: None };
            memory::insert(&mut state.memory, meta, object.block.clone());
        }
        let above = used.map_or(0, |last_byte| last_byte + 1 + self.layout.red_zone);
        align_up((base + self.layout.thread_size).max(above), 16)
    }

    /// Up to where a thread that had the slot before has used its stack, if something may still point there.
    pub(crate) fn used_before(&self, state: &State, thread: ThreadIx) -> Option<u64> {
        let (base, end) = self.layout.regions.stack(thread);
        let objects = &state.memory.shape.objects;
        let there = objects[..objects.partition_point(|o| o.base < end)].iter().rev().take_while(|o| o.base >= base);
        there.into_iter().find(|o| o.kind == ObjectKind::Freed).map(|o| o.base)
    }

    /// Pushes a frame whose memory begins at `top`.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn push_frame(
        &self,
        state: &mut State,
        thread: ThreadIx,
        func: FuncId,
        args: &[Value],
        dst: Option<LocalId>,
        top: u64,
        span: raddle_program::Span,
    ) -> Result<(), Halt> {
        let function = &self.program.functions[func];
        let layout = &self.layout.frames[func];
        let base = align_up(top, layout.align);
        if base + layout.size > self.layout.regions.stack(thread).1 {
            return Err(Halt::limit("stack overflow: the thread's stack is exhausted", span));
        }
        if state.threads[thread.0 as usize].frames.len() as u64 >= u64::from(self.config.max_depth) {
            let what = format!(
                "calls nest deeper than {} levels (--set program.max_call_depth=N allows more)",
                self.config.max_depth
            );
            return Err(Halt::new(HaltKind::Limit, what, span));
        }
        if !layout.objects.is_empty() {
            let at = state.memory.shape.objects.partition_point(|o| o.base < base);
            let metas = layout.objects.iter().map(|o| ObjectMeta {
                base: base + o.offset,
                size: o.size,
                kind: ObjectKind::Local(func, o.local, thread),
                array: None,
            });
            Arc::make_mut(&mut state.memory.shape).objects.splice(at..at, metas);
            state.memory.blocks.splice(at..at, layout.objects.iter().map(|o| o.block.clone()));
        }
        let mut regs = Vec::with_capacity(function.locals.len());
        regs.extend_from_slice(args);
        regs.resize(function.locals.len(), Value::ZERO);
        let frame = Frame { func, loc: function.entry, regs, base, dst };
        Arc::make_mut(&mut state.threads[thread.0 as usize]).frames.push(frame);
        Ok(())
    }

    /// Removes the objects of a stack from an address on. If something may still point to them, their addresses are not used again.
    pub(crate) fn remove_frames(&self, state: &mut State, from: u64, end: u64, outlived: bool) {
        let mut used = None;
        if self.config.watch.memory {
            let objects = &state.memory.shape.objects;
            let mut there = objects.iter().filter(|o| (from..end).contains(&o.base)).rev();
            let last = there.find(|o| outlived || o.kind == ObjectKind::Freed);
            used = last.map(|last| last.base + last.size.max(1) - 1);
        }
        memory::remove(&mut state.memory, from, end);
        self.drop_sync_objects(state, from, end);
        if let Some(last_byte) = used {
            self.remember_freed(state, last_byte, end);
        }
    }

    /// The first free address above a thread's frames.
    pub(crate) fn stack_top(&self, state: &State, thread: ThreadIx) -> u64 {
        let (start, end) = self.layout.regions.stack(thread);
        let fixed = match state.threads[thread.0 as usize].frames.last() {
            Some(frame) => {
                let layout = &self.layout.frames[frame.func];
                let fixed = frame.base + layout.size;
                if !layout.grows && !self.config.watch.memory {
                    return fixed;
                }
                fixed
            }
            None => align_up(start + self.layout.thread_size, 16),
        };
        let objects = &state.memory.shape.objects;
        match objects[..objects.partition_point(|o| o.base < end)].last() {
            Some(last) if last.base >= fixed => last.base + last.size.max(1) + self.layout.red_zone,
            _ => fixed,
        }
    }
}
