//! A state as a shared part and the local parts of its threads.
//!
//! **Idea** (A. Malkis, A. Podelski, A. Rybalchenko, *Precise Thread-Modular Verification*, SAS 2007, section 4.1). A program state is (g, l₁ … lₙ), and a step of thread i changes g and
//! lᵢ only, and depends on nothing else. What is *local* to a thread is its [`Thread`] (calls, registers, what it waits for) and the objects on its stack that only it may know; all
//! else is *shared*: memory, locks with their holders, which slots are in use, whose atomic section it is. Threads are told apart by their slots, so that threads with the same start
//! routine are different components.
//!
//! A step is executed by the machine in a state in which all others are a stand-in that never moves ([`Splitting::together`]). What a step needs to know of others beyond g is one of these:
//! - *Creation* sets the part of a slot that was free; g says which are.
//! - *Joining and detaching* a thread look at its part and may free its slot: it is then in the state with its own part ([`Splitting::meets`]).
//! - *Signals* wake those who wait. A thread may also wake up by itself at any time, so nobody is woken by a signal here, and who waits does so until it wakes up.
//! - What depends on all of them (barriers, destroying what others may wait for, who is the last to end, cancellation) is a halt, unless there is nobody else.
//!
//! **Values.** All are explicit. A nondeterministic value that a run has not looked at, or only in part, is decided at the end of the run if it has few cases, and forgotten otherwise
//! ([`LazyId::ANY`]): then it may be anything whenever somebody looks. So local parts have no symbols in common with g.
//!
//! **Law.** Let s be a state and s′ what a move of thread i leads to ([`Runs`] without passing). If l and g describe s ([`Splitting::split`]), then so do the results of some way of
//! [`Splitting::step`] describe s′, where a thread that was woken by a signal and has not got its mutex yet counts as one that waits, and forgotten values as any. Results also describe states with less in them:
//! the end of all threads is not noticed, which nobody moves after.
//!
//! **Rejected**: the views of [`crate::view`], which know no slots: all threads of a template are one, so that no product of n components can be made of them.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use raddle_machine::lazy::{Decide, LazyOracle, Symbol, Terms, canonicalise, forget_bytes};
use raddle_machine::{
    Block, Enabled, Halt, HaltKind, LazyId, Machine, Memory, ObjectKind, ObjectMeta, State, Status, SyncObject,
    SyncTable, Thread, ThreadIx, Value,
};
use raddle_program::{EdgeId, FuncId, Op, Span, SyncOp};

use crate::dead::Dead;
use crate::dependence::Dependence;
use crate::property::{Property, ViolationKind};
use crate::run::{Choice, Runs, StepEnd, Watch, choices};

/// How many values a value may have at the end of a run to be decided.
const FEW: u128 = 16;

/// What all threads see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedPart {
    /// The objects that several threads may know, and all heap blocks.
    pub memory: Memory,
    /// Locks and the like.
    pub sync: Arc<SyncTable>,
    /// Which slots are in use; the last one is.
    pub slots: Vec<bool>,
    /// The thread in whose atomic section nobody else moves.
    pub section: Option<ThreadIx>,
}

impl Hash for SharedPart {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (&self.memory.shape, &self.memory.blocks, &self.sync, &self.slots, self.section).hash(hasher);
    }
}

/// What belongs to one thread.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LocalPart {
    /// The thread.
    pub thread: Arc<Thread>,
    /// The objects on its stack that only it may know, by address.
    pub objects: Vec<(ObjectMeta, Arc<Block>)>,
}

/// Where a step has led.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Went {
    /// To a state, in which these parts are new.
    To(NewParts),
    /// Nowhere: the program has ended, or nobody ever moves again.
    Nowhere,
    /// To a violation.
    Fails(ViolationKind),
}

/// What is shared after a step, and the parts of those who took part: the one that moves first, then who it has met, then whom it has created. There is no part where a slot is free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewParts {
    /// What is shared.
    pub shared: SharedPart,
    /// The parts.
    pub parts: Vec<(ThreadIx, Option<LocalPart>)>,
    /// Whether the step would be the same, and leave the slots as they are, whichever slots are in use besides that of the thread that moves.
    pub any_slots: bool,
}

/// Who moves, whom it meets, and what is shared before.
#[derive(Clone, Copy)]
pub struct Moving<'a> {
    /// What is shared.
    pub shared: &'a SharedPart,
    /// The move.
    pub choice: Choice,
    /// Whom the thread meets.
    pub meets: Option<ThreadIx>,
}

/// Splits states, and executes steps on parts of them.
pub struct Splitting<'a, 'p> {
    runs: Runs<'a, 'p>,
    dead: Dead<'p>,
    /// Into how many cases a nondeterministic value may be split.
    max_cases: u64,
    /// Whether a call of a function without a definition is refused.
    strict_externals: bool,
    /// Stands in for a thread of which nothing is known.
    other: Arc<Thread>,
    free: Arc<Thread>,
    /// The calls of functions without a definition that were executed.
    pub externals: RefCell<BTreeSet<(FuncId, EdgeId)>>,
}

impl<'a, 'p> Splitting<'a, 'p> {
    /// Splits states of the program that a relation of dependence is about. Halts if threads of the program cannot be told apart by their slots.
    pub fn new(
        dependence: &'a Dependence<'p>,
        property: Property,
        max_cases: u64,
        strict_externals: bool,
    ) -> Result<Splitting<'a, 'p>, Halt> {
        if dependence.machine().compares_ids() {
            return Err(unsupported("the ids of threads are compared", Span::NONE));
        }
        Ok(Splitting {
            runs: Runs::new(dependence, property, false),
            dead: dependence.dead(),
            max_cases,
            strict_externals,
            other: Arc::new(stand_in(Status::Stuck)),
            free: Arc::new(stand_in(Status::Free)),
            externals: RefCell::default(),
        })
    }

    /// The machine.
    pub fn machine(&self) -> &'p Machine<'p> {
        self.runs.dependence.machine()
    }

    /// The parts of the state in which the program begins, on one way to get there.
    pub fn start(&self, terms: &mut Terms, decider: &mut impl Decide) -> Result<Went, Halt> {
        let nothing = SharedPart {
            memory: Memory { shape: Arc::default(), blocks: Vec::new() },
            sync: Arc::default(),
            slots: Vec::new(),
            section: None,
        };
        let mut oracle = LazyOracle::new(terms, Vec::new(), decider, self.max_cases);
        let mut guard = Guard { splitting: self, involved: &[], any_slots: false };
        let ran = self.machine().initial(&mut oracle).and_then(|mut state| {
            let end = self.runs.start(&mut state, &mut oracle, &mut guard)?;
            Ok((state, end))
        });
        self.finish(ran, oracle, &nothing, (ThreadIx(0), None), false)
    }

    /// A state with these parts, in which all other threads are stand-ins.
    pub fn together(&self, shared: &SharedPart, parts: &[(ThreadIx, &LocalPart)]) -> State {
        let stand_in = |used: &bool| if *used { self.other.clone() } else { self.free.clone() };
        let mut threads: Vec<Arc<Thread>> = shared.slots.iter().map(stand_in).collect();
        let mut memory = shared.memory.clone();
        for (slot, part) in parts {
            threads[slot.0 as usize] = part.thread.clone();
            for (object, block) in &part.objects {
                let at = memory.shape.objects.partition_point(|o| o.base < object.base);
                Arc::make_mut(&mut memory.shape).objects.insert(at, *object);
                memory.blocks.insert(at, block.clone());
            }
        }
        State { memory, threads, sync: shared.sync.clone(), ended: None }
    }

    /// Whom a thread meets in its next step: it joins or detaches that one. What happens then depends on that one's part.
    pub fn meets(&self, state: &State, thread: ThreadIx) -> Option<ThreadIx> {
        let machine = self.machine();
        let (id, _) = machine.joins(state, thread).or_else(|| machine.detaches(state, thread))?;
        machine.thread_of(state, id?).filter(|target| *target != thread)
    }

    /// What a thread can do in a state that was put together from its part, and that of whom it meets.
    pub fn choices(&self, shared: &SharedPart, state: &State, thread: ThreadIx) -> Vec<Choice> {
        match shared.section {
            Some(holder) if holder != thread => Vec::new(),
            Some(_) | None => choices(self.machine(), state, thread),
        }
    }

    /// Lets a thread move in a state that was put together, on one way to do so. `None` if that way turns out not to exist.
    pub fn step(
        &self,
        state: &State,
        moving: Moving<'_>,
        terms: &mut Terms,
        decider: &mut impl Decide,
    ) -> Result<Went, Halt> {
        let Moving { shared, choice, meets } = moving;
        let mut state = state.clone();
        let mut oracle = LazyOracle::new(terms, Vec::new(), decider, self.max_cases);
        let involved: Vec<ThreadIx> = std::iter::once(choice.thread).chain(meets).collect();
        let mut guard = Guard { splitting: self, involved: &involved, any_slots: meets.is_none() };
        let ran = self.runs.execute(&mut state, choice, &mut oracle, &mut guard).map(|end| (state, end));
        let any_slots = guard.any_slots;
        self.finish(ran, oracle, shared, (choice.thread, meets), any_slots)
    }

    fn finish<D: Decide>(
        &self,
        ran: Result<(State, StepEnd), Halt>,
        oracle: LazyOracle<'_, D>,
        before: &SharedPart,
        (mover, meets): (ThreadIx, Option<ThreadIx>),
        any_slots: bool,
    ) -> Result<Went, Halt> {
        let LazyOracle { symbols, infeasible, terms, decider, .. } = oracle;
        if infeasible {
            return Ok(Went::Nowhere);
        }
        let (mut state, end) = ran?;
        match end {
            StepEnd::State => {}
            StepEnd::Nothing => return Ok(Went::Nowhere),
            StepEnd::Violation(violation) => return Ok(Went::Fails(violation)),
        }
        let span = Span::NONE;
        self.check_locks(&state)?;
        let section = state.threads.get(mover.0 as usize).is_some_and(|thread| thread.atomic > 0);
        if section {
            match self.machine().enabled(&state, mover) {
                Enabled::Yes => {}
                // While it is in its section nobody else moves.
                Enabled::Stuck | Enabled::Done => return Ok(Went::Nowhere),
                Enabled::Blocked(_) => return Err(unsupported("a thread waits inside an atomic section", span)),
            }
        }
        let over = |slot: usize| state.threads.get(slot).is_some_and(|t| matches!(t.status, Status::Ended { .. }));
        if over(0) && self.machine().program().after_last_thread.is_some() {
            let what = "which thread is the last and runs the exit handlers depends on how far others are";
            return Err(unsupported(what, span));
        }
        self.dead.cut_frames(&mut state);
        decide_values(&mut state, symbols, terms, decider)?;
        let new = self.split(state, before, mover, meets, section)?;
        Ok(Went::To(NewParts { any_slots: any_slots && new.any_slots, ..new }))
    }

    /// Robust mutexes and locks that prefer waiting writers depend on what others wait for, or on their end.
    fn check_locks(&self, state: &State) -> Result<(), Halt> {
        let unknown = |object: &SyncObject| match object {
            SyncObject::Mutex { kind, .. } => kind.is_robust(),
            SyncObject::Rwlock { writers_first, .. } => *writers_first,
            SyncObject::Spin { .. }
            | SyncObject::Cond
            | SyncObject::Barrier { .. }
            | SyncObject::Semaphore { .. }
            | SyncObject::Once { .. }
            | SyncObject::Destroyed => false,
        };
        match state.sync.objects.iter().any(|(_, object)| unknown(object)) {
            true => Err(unsupported("a robust mutex, or a read-write lock that prefers waiting writers", Span::NONE)),
            false => Ok(()),
        }
    }

    /// The parts of a state that are new.
    fn split(
        &self,
        state: State,
        before: &SharedPart,
        mover: ThreadIx,
        meets: Option<ThreadIx>,
        section: bool,
    ) -> Result<NewParts, Halt> {
        let threads = &state.threads;
        let mut taking_part = vec![mover];
        taking_part.extend(meets);
        for slot in (0..threads.len() as u16).map(ThreadIx).filter(|slot| *slot != mover && Some(*slot) != meets) {
            let thread = &threads[slot.0 as usize];
            match before.slots.get(slot.0 as usize).copied().unwrap_or(false) {
                true if Arc::ptr_eq(thread, &self.other) || **thread == *self.other => {}
                true => return Err(unsupported("a step changes a thread that it does not know", Span::NONE)),
                false if thread.status != Status::Free => taking_part.push(slot),
                false => {}
            }
        }
        let (mut shared, mut all) = self.parts_of(&state);
        shared.section = section.then_some(mover);
        let mut part = |slot: ThreadIx| all.get_mut(slot.0 as usize).and_then(Option::take);
        let parts: Vec<(ThreadIx, Option<LocalPart>)> = taking_part.iter().map(|slot| (*slot, part(*slot))).collect();
        // Who is the last to end depends on the others.
        let goes_on = |(_, part): &(ThreadIx, Option<LocalPart>)| {
            part.as_ref().is_some_and(|part| !matches!(part.thread.status, Status::Ended { .. }))
        };
        let any_slots = parts.len() == 1 && parts.iter().all(goes_on);
        Ok(NewParts { shared, parts, any_slots })
    }

    /// All parts of a state: what is shared, and what belongs to each slot that is in use.
    pub fn parts_of(&self, state: &State) -> (SharedPart, Vec<Option<LocalPart>>) {
        let State { mut memory, threads, mut sync, ended: _ } = state.clone();
        // What is not believed is not proved either.
        if sync.inexact.is_some() {
            Arc::make_mut(&mut sync).inexact = None;
        }
        let used = |thread: &Arc<Thread>| thread.status != Status::Free;
        let mut slots: Vec<bool> = threads.iter().map(used).collect();
        while slots.last() == Some(&false) {
            slots.pop();
        }
        let section = threads.iter().position(|thread| thread.atomic > 0).map(|slot| ThreadIx(slot as u16));
        let part = |thread: Arc<Thread>| used(&thread).then_some(LocalPart { thread, objects: Vec::new() });
        let mut parts: Vec<Option<LocalPart>> = threads.into_iter().map(part).collect();
        if memory.shape.objects.iter().any(|object| self.is_private(object)) {
            let mut kept = Vec::new();
            let shape = Arc::make_mut(&mut memory.shape);
            for (object, block) in std::mem::take(&mut shape.objects).into_iter().zip(memory.blocks.drain(..)) {
                let private = owner(object.kind).filter(|_| self.is_private(&object));
                match private.and_then(|owner| parts.get_mut(owner.0 as usize)?.as_mut()) {
                    Some(part) => part.objects.push((object, block)),
                    None => {
                        shape.objects.push(object);
                        kept.push(block);
                    }
                }
            }
            memory.blocks = kept;
        }
        (SharedPart { memory, sync, slots, section }, parts)
    }

    /// Whether an object is on the stack of a thread and nobody else may know it.
    fn is_private(&self, object: &ObjectMeta) -> bool {
        owner(object.kind).is_some() && !self.runs.dependence.is_shared(object.kind)
    }
}

/// Refuses what depends on more than the parts that are there.
struct Guard<'s, 'a, 'p> {
    splitting: &'s Splitting<'a, 'p>,
    involved: &'s [ThreadIx],
    /// Whether nothing was executed that depends on which slots are in use.
    any_slots: bool,
}

impl<O> Watch<O> for Guard<'_, '_, '_> {
    fn before(&mut self, state: &State, thread: ThreadIx, _nth: u32) -> Result<(), Halt> {
        let machine = self.splitting.machine();
        if let Some((function, id)) = self.splitting.runs.dependence.external(state, thread) {
            let edge = machine.program().functions[function].edge(id);
            if let (true, Op::External { name, .. }) = (self.splitting.strict_externals, &edge.op) {
                let what =
                    format!("`{name}` is called, and no file that was given defines it: give the file that does");
                return Err(Halt::new(HaltKind::Unsupported, what, edge.span));
            }
            self.splitting.externals.borrow_mut().insert((function, id));
        }
        let Some((function, edge)) = machine.edge(state, thread) else { return Ok(()) };
        let edge = machine.program().functions[function].edge(edge);
        let Op::Sync { op, .. } = &edge.op else { return Ok(()) };
        let span = machine.visible_place(state, thread, edge.span);
        let is_alone = || state.threads.iter().filter(|thread| thread.status != Status::Free).count() == 1;
        match op {
            SyncOp::ThreadJoin | SyncOp::ThreadDetach => {
                self.any_slots = false;
                match self.splitting.meets(state, thread) {
                    Some(met) if !self.involved.contains(&met) => {
                        Err(unsupported("a thread joins or detaches another in the middle of an atomic section", span))
                    }
                    Some(_) | None => Ok(()),
                }
            }
            SyncOp::ThreadTryjoin | SyncOp::ThreadExists | SyncOp::ThreadCancel => {
                Err(unsupported(&format!("an operation ({op:?}) on a thread that is not joined or detached"), span))
            }
            SyncOp::CondDestroy | SyncOp::BarrierWait | SyncOp::KeyDelete => {
                self.any_slots = false;
                match is_alone() {
                    true => Ok(()),
                    false => {
                        Err(unsupported(&format!("an operation ({op:?}) that depends on how far others are"), span))
                    }
                }
            }
            SyncOp::ThreadCreate | SyncOp::ThreadExit => {
                self.any_slots = false;
                Ok(())
            }
            SyncOp::ThreadSelf
            | SyncOp::CancelTest
            | SyncOp::CancelSet
            | SyncOp::MutexInit
            | SyncOp::MutexDestroy
            | SyncOp::MutexConsistent
            | SyncOp::MutexCeiling
            | SyncOp::MutexLock
            | SyncOp::MutexTrylock
            | SyncOp::MutexTimedlock
            | SyncOp::MutexUnlock
            | SyncOp::RwlockInit
            | SyncOp::RwlockDestroy
            | SyncOp::RwlockRdlock
            | SyncOp::RwlockTryrdlock
            | SyncOp::RwlockTimedrdlock
            | SyncOp::RwlockWrlock
            | SyncOp::RwlockTrywrlock
            | SyncOp::RwlockTimedwrlock
            | SyncOp::RwlockUnlock
            | SyncOp::SpinInit
            | SyncOp::SpinDestroy
            | SyncOp::SpinLock
            | SyncOp::SpinTrylock
            | SyncOp::SpinUnlock
            | SyncOp::CondInit
            | SyncOp::CondWait
            | SyncOp::CondTimedwait
            | SyncOp::CondSignal
            | SyncOp::CondBroadcast
            | SyncOp::BarrierInit
            | SyncOp::BarrierDestroy
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
            | SyncOp::Yield => Ok(()),
        }
    }
}

/// Makes the symbols of a state explicit values if they have few, and forgets the others.
fn decide_values(
    state: &mut State,
    symbols: Vec<Symbol>,
    terms: &mut Terms,
    decider: &mut impl Decide,
) -> Result<(), Halt> {
    let mut symbols = canonicalise(state, symbols, terms)?;
    for symbol in &mut symbols {
        let size = symbol.domain.size();
        if (2..=FEW).contains(&size) {
            let chosen = decider.decide(size as u32) as usize;
            let value = symbol.domain.values().nth(chosen);
            symbol.domain = raddle_machine::lazy::Domain::from_values(value);
        }
    }
    let left = canonicalise(state, symbols, terms)?;
    if !left.is_empty() {
        forget(state);
    }
    Ok(())
}

/// Makes everything that is not known anything.
fn forget(state: &mut State) {
    let any = |value: &mut Value| {
        if let Value::Lazy(id) = value {
            *id = LazyId::ANY;
        }
    };
    for thread in &mut state.threads {
        let thread = Arc::make_mut(thread);
        thread.frames.iter_mut().flat_map(|frame| &mut frame.regs).for_each(any);
        thread.keys.iter_mut().for_each(|(_, value)| any(value));
        any(&mut thread.result);
        if let Status::Ended { result } = &mut thread.status {
            any(result);
        }
    }
    for block in &mut state.memory.blocks {
        let named = |value: Option<(LazyId, u8)>| value.is_some_and(|(id, _)| id != LazyId::ANY);
        while let Some((offset, len)) = block.lazy.iter().find(|r| named(r.value)).map(|r| (r.offset, r.len)) {
            forget_bytes(block, offset, len);
        }
    }
}

/// Who has an object on its stack.
fn owner(kind: ObjectKind) -> Option<ThreadIx> {
    match kind {
        ObjectKind::ThreadLocal(_, owner) | ObjectKind::Local(_, _, owner) | ObjectKind::StackBlock(_, _, owner) => {
            Some(owner)
        }
        ObjectKind::GlobalPage(_) | ObjectKind::Global(_) | ObjectKind::Heap(..) | ObjectKind::Freed => None,
    }
}

/// A thread that never moves.
fn stand_in(status: Status) -> Thread {
    Thread {
        frames: Vec::new(),
        status,
        atomic: 0,
        detached: false,
        keys: Vec::new(),
        ending: 0,
        ending_key: 0,
        result: Value::ZERO,
        cancel: 0,
        created: None,
    }
}

fn unsupported(what: &str, span: Span) -> Halt {
    Halt::new(HaltKind::Unsupported, format!("cartesian: {what}"), span)
}
