//! A state taken apart: where each thread is, and everything else.
//!
//! **Idea.** Control abstraction ([`raddle_program`] locations of *all* threads in classes; A. Gupta, C. Popeea, A. Rybalchenko, 2010) puts a state together from a location of each thread that the abstraction only knows the
//! class of. So a state is divided into the *stations* of the threads and the *ground*:
//! - a [`Station`] is where a thread is: its whole call stack, its status (not created and ended are stations, too) and the objects that are its own, with values in them as far as they are explicit. It is what the paper calls
//!   a control location;
//! - the [`Ground`] is what belongs to nobody: globals and heap blocks, locks, which slots are taken.
//!
//! One step of a thread needs its own station and the ground, and of the others only what they look like from there ([`Looks`], [`Sight`]): mostly nothing at all. Stations that look alike can stand for each other.
//!
//! **How often a thread has created others** is a ghost: it is in its station and in the ground. Nothing that is abstracted from can lead a thread back to a place where it has created fewer, so that an abstraction of its control does not
//! create threads without end.
//!
//! **Law** (tested on executions, `tests/stations.rs`): if thread i makes a step from a state, and the stations of others are replaced by ones that look alike, then the same step is possible; ground and station of i become the
//! same, and so do the stations that were changed; the others stay. What a step looks at is decided by its first edge; inside an atomic section nobody may look at others (a halt).
//!
//! **What is not in it**: pointers into frames of other threads. Their objects are not in the state that a step is executed in, and an access to them is a halt. So is an atomic section in which a thread waits, and a program that compares the ids of threads.

use std::sync::Arc;

use raddle_machine::{
    Addr, Block, Choice, Event, Halt, HaltKind, LazyId, LazyOp, Machine, Memory, ObjectKind, ObjectMeta, Oracle,
    Origin, Shape, State, Status, SyncTable, Thread, ThreadIx, Value,
};
use raddle_program::{ExprKind, Id, Op, Program, Scalar, Span, Storage, SyncOp};

use crate::asking::Asking;
use crate::exact::ExactUses;

/// Into how many cases a value is split at the end of a step that later ones need exactly.
const FEW: u64 = 16;

/// An object with its content.
pub type Object = (ObjectMeta, Arc<Block>);

/// Where a thread is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Station {
    /// Its frames and status; [`Status::Free`] if there is none.
    pub thread: Arc<Thread>,
    /// Its own objects, sorted by address.
    pub objects: Vec<Object>,
    /// How many threads it has created.
    pub creates: u32,
}

/// What belongs to no thread.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ground {
    /// Locks and the like.
    pub sync: Arc<SyncTable>,
    /// Globals and the heap, sorted by address.
    pub objects: Vec<Object>,
    /// For each slot: how many threads its thread has created; `None` if it is free.
    pub slots: Vec<Option<u32>>,
}

/// A state in parts, with a station for every slot of the ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parted {
    /// What belongs to nobody.
    pub ground: Ground,
    /// Where everybody is.
    pub stations: Vec<Station>,
}

/// What a step looks at of the other threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Looks {
    /// Nothing.
    Nobody,
    /// Which slots are free.
    Slots,
    /// Whether somebody has not ended.
    Ends,
    /// Whether one of them has ended, and with what.
    Target(ThreadIx),
    /// Where one of them is.
    Exactly(ThreadIx),
    /// Who waits, and where.
    Waiters,
    /// All of that.
    Everybody,
}

/// What a station looks like to a step of another thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sight {
    /// Like any other.
    Alike,
    /// There is no thread.
    Free,
    /// There is one.
    Taken,
    /// It has ended, or there is none.
    Over,
    /// It can go on; whether it is detached and somebody has asked for its end.
    Busy(bool, u8),
    /// It is the only one that looks like itself.
    Itself,
}

fn unsupported(what: &str, span: Span) -> Halt {
    Halt::new(HaltKind::Unsupported, format!("stations of single threads: {what}"), span)
}

/// The thread that an object is one of.
fn owner(kind: ObjectKind) -> Option<ThreadIx> {
    match kind {
        ObjectKind::ThreadLocal(_, thread) | ObjectKind::Local(_, _, thread) | ObjectKind::StackBlock(_, _, thread) => {
            Some(thread)
        }
        ObjectKind::GlobalPage(_) | ObjectKind::Global(_) | ObjectKind::Heap(..) | ObjectKind::Freed => None,
    }
}

impl Station {
    /// That of a slot without a thread.
    pub fn free() -> Station {
        let thread = Thread {
            frames: Vec::new(),
            status: Status::Free,
            atomic: 0,
            detached: false,
            keys: Vec::new(),
            ending: 0,
            ending_key: 0,
            result: Value::ZERO,
            cancel: 0,
            created: None,
        };
        Station { thread: Arc::new(thread), objects: Vec::new(), creates: 0 }
    }

    /// Whether there is no thread.
    pub fn is_free(&self) -> bool {
        self.thread.status == Status::Free
    }

    /// Whether a thread can be here in a slot, as far as the ground says.
    pub fn fits(&self, ground: &Ground, slot: usize) -> bool {
        match ground.slots.get(slot).copied().flatten() {
            Some(creates) => !self.is_free() && self.creates == creates,
            None => self.is_free(),
        }
    }

    /// What it looks like to a step of another thread, if it is in this slot.
    pub fn sight(&self, slot: usize, looks: Looks) -> Sight {
        let is_over = matches!(self.thread.status, Status::Ended { .. } | Status::Free);
        let waits = match self.thread.status {
            Status::Waiting { .. } | Status::Reacquiring { .. } | Status::Queued { .. } | Status::AtBarrier { .. } => {
                true
            }
            Status::Running | Status::Stuck | Status::Ended { .. } | Status::Free => false,
        };
        let busy = Sight::Busy(self.thread.detached, self.thread.cancel);
        match looks {
            Looks::Nobody => Sight::Alike,
            Looks::Slots if self.is_free() => Sight::Free,
            Looks::Slots => Sight::Taken,
            Looks::Ends if is_over => Sight::Over,
            Looks::Ends => Sight::Alike,
            Looks::Target(thread) if usize::from(thread.0) != slot => Sight::Alike,
            Looks::Target(_) if is_over => Sight::Itself,
            Looks::Target(_) => busy,
            Looks::Exactly(thread) if usize::from(thread.0) != slot => Sight::Alike,
            Looks::Exactly(_) => Sight::Itself,
            Looks::Waiters if waits => Sight::Itself,
            Looks::Waiters => Sight::Alike,
            Looks::Everybody if is_over || waits || !self.thread.keys.is_empty() => Sight::Itself,
            Looks::Everybody => busy,
        }
    }
}

/// A step of one thread: what it starts from.
#[derive(Clone, Debug)]
pub struct Setting<'s> {
    /// What belongs to nobody.
    pub ground: &'s Ground,
    /// Who moves.
    pub mover: ThreadIx,
    /// A station for each slot of the ground: that of the mover, and of the others ones that look like theirs.
    pub stations: Vec<&'s Station>,
}

impl Setting<'_> {
    /// The state in which the step is executed. What belongs to others is not in it: who accesses it halts.
    pub fn state(&self) -> State {
        let mut threads: Vec<Arc<Thread>> = self.stations.iter().map(|station| station.thread.clone()).collect();
        while threads.last().is_some_and(|thread| thread.status == Status::Free) {
            threads.pop();
        }
        let own = self.stations.get(usize::from(self.mover.0)).map_or(&[][..], |station| &station.objects);
        let mut objects: Vec<Object> = self.ground.objects.iter().chain(own).cloned().collect();
        objects.sort_by_key(|(object, _)| object.base);
        let (objects, blocks) = objects.into_iter().unzip();
        let memory = Memory { shape: Arc::new(Shape { objects }), blocks };
        State { memory, threads, sync: self.ground.sync.clone(), ended: None }
    }

    /// Takes the state apart that the step has led to.
    pub fn after(&self, state: &State) -> Result<Parted, Halt> {
        let mover = usize::from(self.mover.0);
        let slots = self.ground.slots.len().max(state.threads.len());
        let was = |slot: usize| self.ground.slots.get(slot).copied().flatten();
        let is_free = |slot: usize| state.threads.get(slot).is_none_or(|thread| thread.status == Status::Free);
        let born = (0..slots).filter(|slot| !is_free(*slot) && was(*slot).is_none()).count() as u32;
        let creates = |slot: usize| match (is_free(slot), was(slot)) {
            (true, _) => None,
            (false, None) => Some(0),
            (false, Some(creates)) if slot == mover => Some(creates + born),
            (false, Some(creates)) => Some(creates),
        };
        let slots: Vec<Option<u32>> = (0..slots).map(creates).collect();
        let mut parted = divided(state, slots)?;
        for (slot, station) in parted.stations.iter_mut().enumerate() {
            // What belongs to others was not there, and is as it was.
            if slot != mover && was(slot).is_some() && !station.is_free() {
                station.objects.clone_from(&self.stations[slot].objects);
            }
        }
        Ok(parted)
    }
}

/// Whether nobody can ever move again: a thread is stuck inside an atomic section.
pub fn is_stuck(state: &State) -> bool {
    state.threads.iter().any(|thread| thread.atomic > 0 && thread.status == Status::Stuck)
}

/// Takes the state apart in which the program begins.
pub fn beginning(state: &State) -> Result<Parted, Halt> {
    divided(state, vec![Some(0); state.threads.len()])
}

/// Takes a state apart; the slots say who exists.
fn divided(state: &State, mut slots: Vec<Option<u32>>) -> Result<Parted, Halt> {
    if state.threads.iter().any(|thread| thread.atomic > 0) {
        return Err(unsupported("an atomic section in which a thread waits", Span::NONE));
    }
    while slots.last().is_some_and(Option::is_none) {
        slots.pop();
    }
    let mut ground = Ground { sync: state.sync.clone(), objects: Vec::new(), slots };
    let mut stations: Vec<Station> = (0..ground.slots.len())
        .map(|slot| match (state.threads.get(slot), ground.slots[slot]) {
            (Some(thread), Some(creates)) => Station { thread: thread.clone(), objects: Vec::new(), creates },
            (Some(_) | None, _) => Station::free(),
        })
        .collect();
    for (object, block) in state.memory.shape.objects.iter().zip(&state.memory.blocks) {
        let objects = match owner(object.kind) {
            None => &mut ground.objects,
            Some(thread) => match stations.get_mut(usize::from(thread.0)) {
                Some(station) if !station.is_free() => &mut station.objects,
                Some(_) | None => return Err(unsupported("an object of a thread that does not exist", Span::NONE)),
            },
        };
        objects.push((*object, block.clone()));
    }
    Ok(Parted { ground, stations })
}

/// Halts if a program is one whose states cannot be taken apart.
pub fn check_program(machine: &Machine<'_>) -> Result<(), Halt> {
    if machine.compares_ids() {
        return Err(unsupported("a program that compares the ids of threads", Span::NONE));
    }
    if machine.program().after_last_thread.is_some() {
        return Err(unsupported("exit handlers, which the last thread runs", Span::NONE));
    }
    Ok(())
}

/// What the next step of a thread looks at of the others. Asked of a state that is put together of any stations.
pub fn looks(machine: &Machine<'_>, state: &State, thread: ThreadIx) -> Looks {
    let Some((function, edge)) = machine.edge(state, thread) else { return Looks::Ends };
    match &machine.program().functions[function].edge(edge).op {
        Op::Sync { op, args, .. } => of_operation(*op, || {
            let frame = state.threads[usize::from(thread.0)].frames.last()?;
            let mut id = args.first()?;
            while let ExprKind::Cast(inner) = &id.kind {
                id = inner;
            }
            let ExprKind::Reg(register) = id.kind else { return None };
            let Value::Bits(id) = frame.regs[register.index()] else { return None };
            machine.slot_of_id(id as Addr)
        }),
        Op::Return { .. } if state.threads[usize::from(thread.0)].frames.len() == 1 => Looks::Ends,
        Op::Skip
        | Op::Assume { .. }
        | Op::Require { .. }
        | Op::Assign { .. }
        | Op::Nondet { .. }
        | Op::Declare { .. }
        | Op::Live { .. }
        | Op::Load { .. }
        | Op::Store { .. }
        | Op::Rmw { .. }
        | Op::CompareExchange { .. }
        | Op::Fence
        | Op::Call { .. }
        | Op::External { .. }
        | Op::Return { .. }
        | Op::Alloc { .. }
        | Op::Free { .. }
        | Op::BlockSize { .. }
        | Op::TakeText { .. }
        | Op::Compute { .. }
        | Op::StackAlloc { .. }
        | Op::StackFree { .. }
        | Op::AtomicBegin
        | Op::AtomicEnd
        | Op::Output { .. }
        | Op::Error { .. }
        | Op::End { .. }
        | Op::Unreachable
        | Op::Unsupported { .. } => Looks::Nobody,
    }
}

/// What an operation on threads, locks and the like looks at; if it is about a thread with a known id, it is in the slot that `target` says.
fn of_operation(op: SyncOp, target: impl Fn() -> Option<ThreadIx>) -> Looks {
    match op {
        SyncOp::ThreadCreate => Looks::Slots,
        SyncOp::ThreadJoin | SyncOp::ThreadTryjoin | SyncOp::ThreadExists => {
            target().map_or(Looks::Everybody, Looks::Target)
        }
        SyncOp::ThreadDetach | SyncOp::ThreadCancel => target().map_or(Looks::Everybody, Looks::Exactly),
        SyncOp::ThreadExit => Looks::Ends,
        SyncOp::CondSignal | SyncOp::CondBroadcast | SyncOp::BarrierWait => Looks::Waiters,
        SyncOp::MutexDestroy
        | SyncOp::RwlockInit
        | SyncOp::RwlockDestroy
        | SyncOp::RwlockRdlock
        | SyncOp::RwlockTryrdlock
        | SyncOp::RwlockTimedrdlock
        | SyncOp::RwlockWrlock
        | SyncOp::RwlockTrywrlock
        | SyncOp::RwlockTimedwrlock
        | SyncOp::RwlockUnlock
        | SyncOp::CondInit
        | SyncOp::CondDestroy
        | SyncOp::BarrierInit
        | SyncOp::BarrierDestroy
        | SyncOp::KeyDelete => Looks::Everybody,
        SyncOp::ThreadSelf
        | SyncOp::CancelTest
        | SyncOp::CancelSet
        | SyncOp::MutexInit
        | SyncOp::MutexConsistent
        | SyncOp::MutexCeiling
        | SyncOp::MutexLock
        | SyncOp::MutexTrylock
        | SyncOp::MutexTimedlock
        | SyncOp::MutexUnlock
        | SyncOp::SpinInit
        | SyncOp::SpinDestroy
        | SyncOp::SpinLock
        | SyncOp::SpinTrylock
        | SyncOp::SpinUnlock
        | SyncOp::CondWait
        | SyncOp::CondTimedwait
        | SyncOp::SemInit
        | SyncOp::SemDestroy
        | SyncOp::SemWait
        | SyncOp::SemTrywait
        | SyncOp::SemTimedwait
        | SyncOp::SemPost
        | SyncOp::SemGetvalue
        | SyncOp::OnceEnter
        | SyncOp::OnceLeave
        | SyncOp::KeyCreate
        | SyncOp::KeySet
        | SyncOp::KeyGet
        | SyncOp::Yield => Looks::Nobody,
    }
}

/// Halts where a run is about to look at others after its first edge: what it looks at was decided before.
pub fn check_edge(machine: &Machine<'_>, state: &State, thread: ThreadIx, nth: u32) -> Result<(), Halt> {
    if nth == 1 || looks(machine, state, thread) == Looks::Nobody {
        return Ok(());
    }
    let span = machine.edge(state, thread).map(|(f, e)| machine.program().functions[f].edge(e).span);
    Err(unsupported("operations on threads inside an atomic section", span.unwrap_or(Span::NONE)))
}

/// Halts if a step has changed a thread that looks like others: it depends on more than was looked at.
pub fn check_unchanged(before: &Station, after: &Station, sight: Sight) -> Result<(), Halt> {
    match sight {
        Sight::Itself | Sight::Free => Ok(()),
        Sight::Alike | Sight::Taken | Sight::Over | Sight::Busy(..) if before == after => Ok(()),
        Sight::Alike | Sight::Taken | Sight::Over | Sight::Busy(..) => {
            Err(unsupported("a step that changes another thread wherever that is", Span::NONE))
        }
    }
}

/// What later steps of a thread need exactly is decided now, if it has few values: between two steps only symbols are known.
pub fn split(
    program: &Program,
    exact: &ExactUses,
    state: &mut State,
    mover: usize,
    oracle: &mut impl Asking,
) -> Result<(), Halt> {
    let depths = state.threads.get(mover).map_or(0, |thread| thread.frames.len());
    for depth in 0..depths {
        let frame = &state.threads[mover].frames[depth];
        let function = &program.functions[frame.func];
        let mut decided = Vec::new();
        for (local, declared) in function.locals.enumerated() {
            let Storage::Register(ty @ Scalar::Int { .. }) = declared.storage else { continue };
            if let Value::Lazy(id) = frame.regs[local.index()]
                && exact.register(frame.func, local)
                && let Some(bits) = oracle.few(id, ty, FEW, declared.span)?
            {
                decided.push((local.index(), bits));
            }
        }
        for (register, bits) in decided {
            Arc::make_mut(&mut state.threads[mover]).frames[depth].regs[register] = Value::Bits(bits);
        }
    }
    Ok(())
}

/// An oracle of which nobody knows that it was asked about something forgotten, so that a step does not end where ways meet: there are fewer stations then, and none inside an atomic section.
pub struct Onward<'o, O>(pub &'o mut O);

impl<O: Asking> Oracle for Onward<'_, O> {
    fn nondet(&mut self, ty: Scalar, ranges: Option<&[(i128, i128)]>, origin: Origin<'_>) -> Result<Value, Halt> {
        self.0.nondet(ty, ranges, origin)
    }

    fn choose(&mut self, alternatives: u32, choice: Choice, span: Span) -> Result<u32, Halt> {
        self.0.choose(alternatives, choice, span)
    }

    fn apply(&mut self, op: LazyOp, args: &[Value], span: Span) -> Result<Value, Halt> {
        self.0.apply(op, args, span)
    }

    fn truth(&mut self, value: LazyId, ty: Scalar, span: Span) -> Result<bool, Halt> {
        self.0.truth(value, ty, span)
    }

    fn exact(&mut self, value: LazyId, ty: Scalar, span: Span) -> Result<u128, Halt> {
        self.0.exact(value, ty, span)
    }

    fn observe(&mut self, thread: ThreadIx, event: Event<'_>) {
        self.0.observe(thread, event);
    }

    fn output(&mut self, bytes: &[u8]) {
        self.0.output(bytes);
    }
}

impl<O: Asking> Asking for Onward<'_, O> {
    /// Something was asked, always: so a thread that was created stays where it begins until it moves itself, and a step ends where control comes round.
    fn asked(&self) -> u32 {
        1
    }

    fn few(&mut self, value: LazyId, ty: Scalar, most: u64, span: Span) -> Result<Option<u128>, Halt> {
        self.0.few(value, ty, most, span)
    }
}
