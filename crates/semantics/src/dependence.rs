//! Which steps of different threads can influence each other.
//!
//! The *footprint* of a thread's next step is what it touches: one concrete object for a memory access, the static
//! summary of the section for an atomic section. The *future* of a thread is what its call stack may still touch
//! ([`Effects`]). A step whose footprint is in no other thread's future is independent of everything the others can do
//! before it, so its thread may go on alone: `{t}` is a persistent set (P. Godefroid, LNCS 1032, 1996).
//!
//! **What counts as a future.** Only what the others can do *while the thread (or the set of threads) in question does
//! not move*. They cannot get past a lock that it holds, so futures are cut there; they cannot join it.
//!
//! **The end of the program** is in the footprint of `exit` and of the return of `main` (it conflicts with everybody who
//! is still alive), but in nobody's future: a violation is never found after the end, so no sequence of steps that
//! leads to one contains it. The same holds for a step behind which violations do not count ([`Machine::disbelief`]): whoever is
//! about to violate the property has to get the chance before it.
//!
//! **Invented addresses.** The static summaries do not know addresses that a program makes up. Each access through a
//! pointer is compared with the summary of its edge; an object that is not in it stops the execution with a
//! [`Halt`], so the summaries never have to be believed about an access that really happens.
//!
//! This module is the definition of (in)dependence. It explores nothing: the scheduler of the engines chooses sets of
//! threads with it, and the proof checker decides with it whether the sets are persistent.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use raddle_machine::{
    Addr, BlockReason, Enabled, Halt, HaltKind, Machine, ObjectKind, ObjectRef, Oracle, Pending, Progress, State,
    Status, SyncObject, ThreadIx,
};
use raddle_program::analysis::Object;
use raddle_program::{
    AccessKind, Control, Edge, EdgeId, Expr, ExprKind, FuncId, GlobalKind, Id, IdVec, Loc, NondetKind, Op, Program,
    Storage, SyncOp,
};

use crate::apart::Apart;
use crate::dead::Dead;
use crate::effects::{Effects, LockId, Resource, Touch};
use crate::footprint::{footprints_conflict, listed, row_conflicts};
use crate::locks::Facts;
use crate::noting::Noting;
use crate::parts::Parts;
use crate::property::Property;
use crate::race::RaceLog;
use raddle_program::analysis::Liveness;

pub use crate::footprint::Footprint;

/// A loop that creates threads goes on without the others as long as at most this many threads are alive. Then it is
/// treated as depending on everybody: it may never end, and the others have to get their turn.
const CREATED_AT_ONCE: usize = 4;

/// What an edge is for the scheduler, as far as it can be told without a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// Touches nothing that others can see.
    Invisible,
    /// One access to a known object.
    Fixed(Touch),
    /// An access through a pointer.
    Pointer,
    /// Returns from a function; the last one ends the thread.
    Return,
    /// Ends the thread.
    ThreadExit,
    /// Creates a thread, perhaps in a loop.
    CreateAgain,
    /// Begins an atomic section.
    Section,
    /// Ends the program, for the property under check; or what can be believed.
    End,
    /// Whatever the summary of the edge says.
    Listed,
}

/// The relation.
pub struct Dependence<'p> {
    machine: &'p Machine<'p>,
    program: &'p Program,
    property: Property,
    liveness: OnceCell<Liveness>,
    races: Rc<RaceLog>,
    effects: Effects,
    classes: IdVec<FuncId, Vec<Class>>,
    /// Edges that call functions without a definition.
    externals: IdVec<FuncId, Vec<EdgeId>>,
    /// Locks with a constant address, sorted by address.
    locks: Vec<(u64, LockId)>,
    /// Locations that several edges lead to.
    joins: IdVec<FuncId, Vec<bool>>,
    /// Which bytes threads may still touch.
    parts: Parts,
    /// What facts about the whole program say.
    apart: Option<Apart<'p>>,
}

impl<'p> Dependence<'p> {
    /// Runs the pre-analyses.
    pub fn new(machine: &'p Machine<'p>, property: Property) -> Dependence<'p> {
        let program = machine.program();
        assert!(property.is_watched_by(machine), "a machine that does not watch for {property} would overlook it");
        let effects = Effects::new(program, machine.points_to());
        let mut classes = IdVec::new();
        for (id, function) in program.functions.enumerated() {
            let class = |(e, edge): (EdgeId, &Edge)| classify(program, &effects, id, e, edge, property);
            classes.push(function.edges().enumerated().map(class).collect());
        }
        let cells = effects.lock_cells().iter().enumerate();
        let mut locks: Vec<(u64, LockId)> = cells
            .map(|(i, c)| (machine.global_addr(c.global).wrapping_add_signed(c.offset), LockId(i as u32)))
            .collect();
        locks.sort_unstable();
        let is_external = |(id, edge): (EdgeId, &Edge)| {
            let assumes = matches!(edge.op, Op::External { .. } | Op::Nondet { kind: NondetKind::Assuming(_), .. });
            assumes.then_some(id)
        };
        let externals =
            program.functions.iter().map(|f| f.edges().enumerated().filter_map(is_external).collect()).collect();
        let joins = program.functions.iter().map(joins).collect();
        let liveness = OnceCell::new();
        let (races, parts) = (Rc::default(), Parts::default());
        let apart = None;
        Dependence {
            machine,
            program,
            property,
            liveness,
            races,
            effects,
            classes,
            externals,
            locks,
            joins,
            parts,
            apart,
        }
    }

    /// The same relation, and what facts about the whole program say, which have to hold; nothing if nothing can be concluded from them. Races that one of the two passes over
    /// the other one passes over, too.
    pub fn with_facts(&self, facts: Arc<Facts>) -> Option<Dependence<'p>> {
        let apart = Some(Apart::new(self.machine, facts)?);
        let races = self.races.clone();
        Some(Dependence { apart, races, ..Dependence::new(self.machine, self.property) })
    }

    /// What facts about the whole program say.
    pub fn apart(&self) -> Option<&Apart<'p>> {
        self.apart.as_ref()
    }

    /// Whether an execution has deviated from what the facts assume.
    pub fn deviates(&self) -> bool {
        self.apart().is_some_and(Apart::deviates)
    }

    /// Whether a thread is where several ways meet.
    pub fn is_join(&self, state: &State, thread: ThreadIx) -> bool {
        let frame = state.threads.get(thread.0 as usize).and_then(|t| t.frames.last());
        frame.is_some_and(|f| self.joins[f.func][f.loc.index()])
    }

    /// What is looked for.
    pub fn property(&self) -> Property {
        self.property
    }

    /// Which registers matter; computed when somebody asks.
    pub fn liveness(&self) -> &OnceCell<Liveness> {
        &self.liveness
    }

    /// The races that are passed over.
    pub fn races(&self) -> &RaceLog {
        &self.races
    }

    /// The machine.
    pub fn machine(&self) -> &'p Machine<'p> {
        self.machine
    }

    /// Whether nobody writes an object but by naming it: no store, call or library function may through a pointer.
    pub fn is_written_directly(&self, object: Object) -> bool {
        let points_to = self.machine.points_to();
        let Some(number) = points_to.number(object) else { return true };
        let kept = points_to.objects().ids().any(|other| points_to.content(other).contains(number));
        let named = |addr: &Expr| matches!(addr.kind, ExprKind::LocalAddr(..) | ExprKind::GlobalAddr(..));
        let passed = self.program.functions.enumerated().any(|(id, function)| {
            function.edges().iter().any(|edge| {
                let plain = |kind: AccessKind<'_>| matches!(kind, AccessKind::Load { .. } | AccessKind::Store { .. });
                let access = edge.op.access().filter(|access| plain(access.kind) && named(access.addr));
                let direct = access.map(|access| access.addr);
                let mut found = false;
                edge.op.for_each_expr(&mut |expr| {
                    found |= direct.is_none_or(|addr| !std::ptr::eq(addr, expr))
                        && points_to.may_address(id, expr).contains(number);
                });
                found
            })
        });
        !kept && !passed
    }

    /// The functions that threads other than `main` may execute.
    pub fn executed_by_others(&self) -> BTreeSet<FuncId> {
        let points_to = self.machine.points_to();
        let mut seen = BTreeSet::new();
        let mut queue: Vec<FuncId> = points_to.thread_starts().chain(points_to.destructors()).collect();
        while let Some(id) = queue.pop() {
            if seen.insert(id) {
                queue.extend(self.effects.callees(id).iter().flat_map(|(_, callees)| callees).copied());
            }
        }
        seen
    }

    /// Whether a function itself creates, joins or detaches threads.
    pub fn handles_threads(&self, function: FuncId) -> bool {
        let is_one = |edge: &Edge| {
            let ops = [
                SyncOp::ThreadCreate,
                SyncOp::ThreadJoin,
                SyncOp::ThreadTryjoin,
                SyncOp::ThreadCancel,
                SyncOp::ThreadDetach,
            ];
            matches!(&edge.op, Op::Sync { op, .. } if ops.contains(op))
        };
        self.program.functions[function].edges().iter().any(is_one)
    }

    /// Whether threads may be created with a start routine more than once.
    pub fn may_start_twice(&self, start: FuncId) -> bool {
        let mut starts = 0;
        for (id, function) in self.program.functions.enumerated() {
            for edge in function.edges().iter() {
                if let Op::Sync { op: SyncOp::ThreadCreate, args, .. } = &edge.op
                    && args.first().is_some_and(|arg| self.machine.points_to().callees(id, arg).contains(&start))
                {
                    starts += if may_repeat(self.program, id, edge) { 2 } else { 1 };
                }
            }
        }
        starts > 1
    }

    /// Whether several threads may know an object of this kind.
    pub fn is_shared(&self, kind: ObjectKind) -> bool {
        let object = match kind {
            ObjectKind::GlobalPage(_) | ObjectKind::Global(_) => return true,
            ObjectKind::Freed => return false,
            ObjectKind::ThreadLocal(global, _) => Object::Global(global),
            ObjectKind::Local(function, local, _) => Object::Local(function, local),
            ObjectKind::StackBlock(function, edge, _) | ObjectKind::Heap(function, edge) => {
                Object::Block(function, edge)
            }
        };
        self.effects.resource(object).is_some()
    }

    /// What is read when, for who wants to cut dead values out of states.
    pub fn dead(&self) -> Dead<'p> {
        Dead::new(self.machine, &self.effects)
    }

    /// Halts if the next edge of a thread accesses an object that is not in the summary of the edge. Asked where no footprint
    /// is: inside atomic sections, and without reduction.
    pub fn check_access(&self, state: &State, thread: ThreadIx) -> Result<(), Halt> {
        let Some((function, edge)) = self.machine.edge(state, thread) else { return Ok(()) };
        match self.classes[function][edge.index()] {
            Class::Pointer => self.pointer_access(state, thread, function, edge).map(|_| ()),
            Class::Invisible
            | Class::Fixed(_)
            | Class::Return
            | Class::ThreadExit
            | Class::CreateAgain
            | Class::Section
            | Class::End
            | Class::Listed => Ok(()),
        }
    }

    /// Executes the next edge of a thread; halts if facts about the whole program do not foresee what it does.
    pub fn step<O: Oracle>(&self, state: &mut State, thread: ThreadIx, oracle: &mut O) -> Result<Progress, Halt> {
        let Some(apart) = self.apart() else { return self.machine.step(state, thread, oracle) };
        let Some((function, edge)) = self.machine.edge(state, thread) else {
            return self.machine.step(state, thread, oracle);
        };
        apart.check_before(self.machine, state, thread)?;
        let op = &self.program.functions[function].edge(edge).op;
        if op.access().is_none() {
            let progress = self.machine.step(state, thread, oracle)?;
            apart.check_block(self.machine, state, thread, op)?;
            return Ok(progress);
        }
        let place = apart.place(state, thread);
        let mut noting = Noting { oracle, made: Vec::new() };
        let progress = self.machine.step(state, thread, &mut noting)?;
        apart.check_after(self.machine, state, thread, (&place, &noting.made))?;
        Ok(progress)
    }

    /// Halts if the next edge of a thread violates the property and nobody may believe it.
    pub fn check_error(&self, state: &State, thread: ThreadIx, property: Property) -> Result<(), Halt> {
        if state.sync.inexact.is_none() || !property.is_about_errors() {
            return Ok(());
        }
        let Some((function, edge)) = self.machine.edge(state, thread) else { return Ok(()) };
        let is_error = matches!(self.program.functions[function].edge(edge).op, Op::Error { .. });
        self.machine.disbelief(state).filter(|_| is_error).map_or(Ok(()), Err)
    }

    /// What the next step of a thread touches. In an atomic section it is asked at its beginning.
    pub fn footprint(&self, state: &State, thread: ThreadIx) -> Result<Footprint<'_>, Halt> {
        let running = &state.threads[thread.0 as usize];
        match running.status {
            Status::Running
            | Status::Waiting { .. }
            | Status::Reacquiring { .. }
            | Status::Queued { .. }
            | Status::AtBarrier { .. } => {}
            Status::Stuck | Status::Ended { .. } | Status::Free => return Ok(Footprint::Nothing),
        }
        if running.atomic > 0 { Ok(Footprint::Everything) } else { self.edge_footprint(state, thread) }
    }

    /// What the next edge of a thread touches, whether in an atomic section or not.
    pub fn edge_footprint(&self, state: &State, thread: ThreadIx) -> Result<Footprint<'_>, Halt> {
        let running = &state.threads[thread.0 as usize];
        let Some(frame) = running.frames.last() else { return Ok(Footprint::Nothing) };
        let function = &self.program.functions[frame.func];
        let Some(edge) = function.first_edge(frame.loc) else { return Ok(Footprint::Nothing) };
        Ok(match self.classes[frame.func][edge.index()] {
            Class::Invisible => Footprint::Nothing,
            Class::Fixed(touch) => Footprint::One(touch),
            Class::Pointer => return self.pointer_access(state, thread, frame.func, edge),
            Class::Listed => listed(self.effects.edge(frame.func, edge)),
            Class::Return if running.frames.len() > 1 => listed(self.effects.edge(frame.func, edge)),
            Class::Return if thread.0 == 0 && running.ending == 0 => Footprint::Everything,
            // Who is the last one runs the exit handlers.
            Class::Return | Class::ThreadExit if self.program.after_last_thread.is_some() => Footprint::Everything,
            // Others may go on then who wait for a robust mutex.
            Class::Return | Class::ThreadExit if self.machine.holds_robust_mutex(state, thread) => {
                Footprint::Everything
            }
            Class::Return | Class::ThreadExit => {
                let last = match running.detached {
                    true => Touch { resource: Resource::THREADS, write: true },
                    false => Touch { resource: Resource::DETACHED, write: false },
                };
                Footprint::End(self.effects.edge(frame.func, edge), last)
            }
            Class::CreateAgain if alive(state) > CREATED_AT_ONCE => Footprint::Everything,
            Class::CreateAgain => listed(self.effects.edge(frame.func, edge)),
            Class::Section => match self.effects.section(frame.func, function.edge(edge).target) {
                Some(row) if row.is_empty() => Footprint::Nothing,
                Some(row) => Footprint::Row(row),
                None => Footprint::Everything,
            },
            Class::End => Footprint::Everything,
        })
    }

    /// What an address belongs to, if it is something that several threads may know.
    pub fn resource_at(&self, state: &State, addr: Addr) -> Option<Resource> {
        let (object, _) = self.machine.object_at(state, addr)?;
        abstract_object(object).0.and_then(|object| self.effects.resource(object))
    }

    /// Which object a pointer really points to, compared with what the summary of the edge says.
    fn pointer_access(
        &self,
        state: &State,
        thread: ThreadIx,
        function: FuncId,
        edge: EdgeId,
    ) -> Result<Footprint<'_>, Halt> {
        let summary = self.effects.edge(function, edge);
        let Pending::Access { object, write, .. } = self.machine.pending(state, thread) else {
            // The address is not known yet, or does not exist: the step itself will tell.
            return Ok(if summary.is_empty() { Footprint::Everything } else { Footprint::Many(summary) });
        };
        let (object, owner) = abstract_object(object);
        match object.and_then(|o| self.effects.resource(o)) {
            Some(resource) if summary.iter().any(|t| t.resource == resource) => {
                Ok(Footprint::One(Touch { resource, write }))
            }
            None if owner.is_none_or(|owner| owner == thread) => Ok(Footprint::Nothing),
            Some(_) | None => {
                let span = self.machine.visible_place(state, thread, self.program.functions[function].edge(edge).span);
                Err(Halt {
                    kind: HaltKind::Unsupported,
                    what: "access through an address that was not computed from that of an object".to_string(),
                    span,
                })
            }
        }
    }

    /// Whether the next step of a thread touches nothing that others can see.
    pub fn is_invisible(&self, state: &State, thread: ThreadIx) -> Result<bool, Halt> {
        Ok(matches!(self.footprint(state, thread)?, Footprint::Nothing))
    }

    /// The call of a function without a definition that a thread is about to make, or another step that a verdict can
    /// only rest on with an assumption.
    pub fn external(&self, state: &State, thread: ThreadIx) -> Option<(FuncId, EdgeId)> {
        let frame = state.threads[thread.0 as usize].frames.last()?;
        let externals = &self.externals[frame.func];
        if externals.is_empty() {
            return None;
        }
        let edge = self.program.functions[frame.func].first_edge(frame.loc)?;
        externals.contains(&edge).then_some((frame.func, edge))
    }

    /// Whether the thread can take its next step at once: no other thread can do anything before it that matters.
    pub fn is_alone(&self, state: &State, thread: ThreadIx) -> Result<bool, Halt> {
        let footprint = self.footprint(state, thread)?;
        if let Footprint::Nothing = footprint {
            return Ok(true);
        }
        let mut held = Vec::new();
        self.held_locks(state, thread, &mut held);
        let matters = |other| {
            other != thread
                && self.conflicts(state, footprint, other, &held)
                && !self.never_meets(state, footprint, thread, other)
        };
        Ok(!threads(state).any(matters))
    }

    /// Whether facts about the whole program say that nothing another thread can do depends on the access that a thread is about to make.
    fn never_meets(&self, state: &State, footprint: Footprint<'_>, thread: ThreadIx, other: ThreadIx) -> bool {
        let Some(apart) = self.apart() else { return false };
        // Inside of a section the rest of the section counts, too.
        let is_one = state.threads[thread.0 as usize].atomic == 0
            && !self.destructors_conflict(footprint)
            && !self.machine.holds_robust_mutex(state, other);
        is_one && !apart.may_meet(state, thread, other)
    }

    /// Whether the next steps of two threads that can move commute: neither touches what the other changes, so each can
    /// still be taken after the other, and both orders lead to the same state.
    pub fn is_independent(&self, state: &State, a: ThreadIx, b: ThreadIx) -> Result<bool, Halt> {
        let (first, second) = (self.footprint(state, a)?, self.footprint(state, b)?);
        Ok(!footprints_conflict(first, second) || self.access_different_bytes(state, (a, first), (b, second)))
    }

    /// Whether the next steps of two threads are accesses to different bytes.
    fn access_different_bytes(
        &self,
        state: &State,
        (a, first): (ThreadIx, Footprint<'_>),
        (b, second): (ThreadIx, Footprint<'_>),
    ) -> bool {
        let (Footprint::One(_), Footprint::One(_)) = (first, second) else { return false };
        match (self.machine.pending(state, a), self.machine.pending(state, b)) {
            (Pending::Access { addr, len, .. }, Pending::Access { addr: other, len: others, .. }) => {
                addr + u64::from(len) <= other || other + u64::from(others) <= addr
            }
            _ => false,
        }
    }

    /// A thread outside of the set that must be added to make it persistent.
    pub fn first_conflict(&self, state: &State, set: &[ThreadIx]) -> Result<Option<ThreadIx>, Halt> {
        self.first_conflict_where(state, set, |_, _, _| false)
    }

    /// Whether a thread is about to access something that has other parts: if nobody is, telling parts apart hardly ever helps.
    pub fn accesses_part(&self, state: &State, thread: ThreadIx) -> bool {
        let Pending::Access { addr, len, .. } = self.machine.pending(state, thread) else { return false };
        match self.machine.object_at(state, addr) {
            Some((ObjectRef::Global(global), _)) => self.program.globals[global].size != u64::from(len),
            Some((ObjectRef::Object { .. }, _)) | None => true,
        }
    }

    /// As [`Self::first_conflict`], but threads that touch different bytes of an object are not in conflict. That takes longer to find out.
    pub fn first_conflict_in_parts(&self, state: &State, set: &[ThreadIx]) -> Result<Option<ThreadIx>, Halt> {
        self.first_conflict_where(state, set, |footprint, member, other| {
            self.in_other_parts(state, footprint, member, other)
        })
    }

    /// Whether a thread will not touch the bytes that the next step of another one accesses, although the summaries say it may.
    fn in_other_parts(&self, state: &State, footprint: Footprint<'_>, member: ThreadIx, other: ThreadIx) -> bool {
        let Footprint::One(touch) = footprint else { return false };
        let Pending::Access { addr, len, .. } = self.machine.pending(state, member) else { return false };
        if self.destructors_conflict(footprint) || self.machine.holds_robust_mutex(state, other) {
            return false;
        }
        let thread = &state.threads[other.0 as usize];
        let future = self.parts.future(self.machine, &self.effects, state, thread);
        future.is_some_and(|future| !future.conflicts(self.program, &self.effects, touch, (addr, len)))
    }

    fn first_conflict_where(
        &self,
        state: &State,
        set: &[ThreadIx],
        apart: impl Fn(Footprint<'_>, ThreadIx, ThreadIx) -> bool,
    ) -> Result<Option<ThreadIx>, Halt> {
        let mut held = Vec::new();
        for member in set {
            self.held_locks(state, *member, &mut held);
        }
        for member in set {
            if let Enabled::Blocked(BlockReason::Join(other) | BlockReason::AtomicSection(other)) =
                self.machine.enabled(state, *member)
                && !set.contains(&other)
            {
                return Ok(Some(other));
            }
            let footprint = self.footprint(state, *member)?;
            if let Footprint::Nothing = footprint {
                continue;
            }
            for other in threads(state) {
                let clash = !set.contains(&other)
                    && self.conflicts(state, footprint, other, &held)
                    && !self.never_meets(state, footprint, *member, other);
                if clash && !apart(footprint, *member, other) {
                    return Ok(Some(other));
                }
            }
        }
        Ok(None)
    }

    /// The locks with a constant address that a thread holds, so that the others have to wait for them.
    fn held_locks(&self, state: &State, thread: ThreadIx, out: &mut Vec<LockId>) {
        if self.locks.is_empty() {
            return;
        }
        for (addr, object) in &state.sync.objects {
            let holder = match object {
                SyncObject::Mutex { owner, .. } | SyncObject::Spin { owner } => *owner,
                // A writer that cannot have such a lock gets past the edge, into the queue.
                SyncObject::Rwlock { writers_first: true, .. } => None,
                SyncObject::Rwlock { writer, .. } => *writer,
                SyncObject::Cond
                | SyncObject::Barrier { .. }
                | SyncObject::Semaphore { .. }
                | SyncObject::Once { .. }
                | SyncObject::Destroyed => None,
            };
            if holder == Some(thread)
                && let Ok(found) = self.locks.binary_search_by_key(addr, |(a, _)| *a)
            {
                out.push(self.locks[found].1);
            }
        }
    }

    /// Whether a thread may do something that conflicts with a footprint before it needs one of the held locks.
    fn conflicts(&self, state: &State, footprint: Footprint<'_>, other: ThreadIx, held: &[LockId]) -> bool {
        let thread = &state.threads[other.0 as usize];
        match thread.status {
            Status::Running
            | Status::Waiting { .. }
            | Status::Reacquiring { .. }
            | Status::Queued { .. }
            | Status::AtBarrier { .. } => {}
            Status::Stuck | Status::Ended { .. } | Status::Free => return false,
        }
        let implicit = |touch: Touch| {
            // Every thread reads at its end whether it is detached, and gives its slot back if it is.
            // Its keys' destructors are looked up then, too.
            touch.resource == Resource::DETACHED && touch.write
                || touch.resource == Resource::THREADS && thread.detached
                || touch.resource == Resource::KEYS && touch.write && !self.effects.destructors().is_empty()
        };
        let also = match footprint {
            Footprint::Nothing => return false,
            Footprint::Everything => return true,
            Footprint::One(touch) => implicit(touch),
            Footprint::Many(touches) => touches.iter().any(|t| implicit(*t)),
            Footprint::End(touches, last) => implicit(last) || touches.iter().any(|t| implicit(*t)),
            Footprint::Row(_) => thread.detached,
        };
        // Its end gives a robust mutex back.
        if also || self.destructors_conflict(footprint) || self.machine.holds_robust_mutex(state, other) {
            return true;
        }
        if held.is_empty() {
            return self.stack_conflicts(state, footprint, other, None);
        }
        held.iter().all(|lock| self.stack_conflicts(state, footprint, other, Some(*lock)))
    }

    fn destructors_conflict(&self, footprint: Footprint<'_>) -> bool {
        let destructors = self.effects.destructors();
        destructors.iter().any(|f| row_conflicts(footprint, &self.effects.from(*f, self.program.functions[*f].entry)))
    }

    fn stack_conflicts(&self, state: &State, footprint: Footprint<'_>, other: ThreadIx, lock: Option<LockId>) -> bool {
        let frames = &state.threads[other.0 as usize].frames;
        for (depth, frame) in frames.iter().enumerate().rev() {
            let function = &self.program.functions[frame.func];
            // A caller goes on after its call.
            let loc = match function.first_edge(frame.loc) {
                Some(edge) if depth + 1 < frames.len() => function.edge(edge).target,
                _ => frame.loc,
            };
            let row = match lock {
                None => self.effects.from(frame.func, loc),
                Some(lock) => self.effects.from_until(self.program, frame.func, loc, lock),
            };
            if row_conflicts(footprint, &row) {
                return true;
            }
            if !row.returns {
                return false;
            }
        }
        false
    }
}

/// The abstract object of a concrete one, and the thread it belongs to.
fn abstract_object(object: ObjectRef) -> (Option<Object>, Option<ThreadIx>) {
    match object {
        ObjectRef::Global(global) => (Some(Object::Global(global)), None),
        ObjectRef::Object { kind, .. } => match kind {
            ObjectKind::GlobalPage(_) | ObjectKind::Freed => (None, None),
            ObjectKind::Global(global) => (Some(Object::Global(global)), None),
            ObjectKind::ThreadLocal(global, owner) => (Some(Object::Global(global)), Some(owner)),
            ObjectKind::Local(f, local, owner) => (Some(Object::Local(f, local)), Some(owner)),
            ObjectKind::StackBlock(f, e, owner) => (Some(Object::Block(f, e)), Some(owner)),
            ObjectKind::Heap(f, e) => (Some(Object::Block(f, e)), None),
        },
    }
}

/// For each location of a function: whether several edges lead there.
fn joins(function: &raddle_program::Function) -> Vec<bool> {
    let mut incoming = vec![0u8; function.locations()];
    for edge in function.edges().iter() {
        let count = &mut incoming[edge.target.index()];
        *count = count.saturating_add(1);
    }
    incoming.into_iter().map(|count| count > 1).collect()
}

/// Where control is in a thread: the depth of its stack and the location in the innermost frame.
pub fn control(state: &State, thread: ThreadIx) -> Option<(usize, Loc)> {
    let frames = &state.threads.get(thread.0 as usize)?.frames;
    Some((frames.len(), frames.last()?.loc))
}

/// Whether an edge of a thread led control round, from a place to where it is now: back in the same frame, as happens at least once in
/// every round of a loop, or into a function that is being executed already, as in every round of a recursion.
pub fn comes_round(state: &State, thread: ThreadIx, before: Option<(usize, Loc)>) -> bool {
    let (Some((depth, from)), Some(thread)) = (before, state.threads.get(thread.0 as usize)) else { return false };
    let Some((last, callers)) = thread.frames.split_last() else { return false };
    match thread.frames.len().cmp(&depth) {
        Ordering::Less => false,
        Ordering::Equal => last.loc <= from,
        Ordering::Greater => callers.iter().any(|frame| frame.func == last.func),
    }
}

/// How many threads have not ended.
fn alive(state: &State) -> usize {
    let ended = |status: &Status| matches!(status, Status::Ended { .. } | Status::Free);
    state.threads.iter().filter(|t| !ended(&t.status)).count()
}

/// Whether an edge can be executed more than once in one activation of its function, or its function more than once.
pub(crate) fn may_repeat(program: &Program, function: FuncId, edge: &Edge) -> bool {
    function != program.entry || is_in_loop(&program.functions[function], edge)
}

/// Whether an edge can be executed more than once in one activation of its function.
pub(crate) fn is_in_loop(f: &raddle_program::Function, edge: &Edge) -> bool {
    let mut seen = vec![false; f.locations()];
    let mut queue = vec![edge.target];
    while let Some(loc) = queue.pop() {
        if loc == edge.source {
            return true;
        }
        if !std::mem::replace(&mut seen[loc.index()], true) {
            queue.extend(f.leaving(loc).map(|(_, e)| e.target).filter(|t| !seen[t.index()]));
        }
    }
    false
}

/// All slots of a state.
pub fn threads(state: &State) -> impl Iterator<Item = ThreadIx> + use<> {
    (0..state.threads.len() as u16).map(ThreadIx)
}

fn classify(
    program: &Program,
    effects: &Effects,
    function: FuncId,
    id: EdgeId,
    edge: &Edge,
    property: Property,
) -> Class {
    let access = |addr: &Expr, write: bool| match addr.kind {
        ExprKind::GlobalAddr(global, offset) => {
            let g = &program.globals[global];
            let inside = offset >= 0 && (offset as u64) < g.size;
            match effects.resource(Object::Global(global)) {
                Some(resource) if inside && g.kind != GlobalKind::ThreadLocal => {
                    Class::Fixed(Touch { resource, write })
                }
                None if inside => Class::Invisible,
                Some(_) | None => Class::Pointer,
            }
        }
        ExprKind::LocalAddr(local, offset) => {
            let inside = match program.functions[function].locals[local].storage {
                Storage::Memory { size, .. } => offset >= 0 && (offset as u64) < size,
                Storage::Register(_) => false,
            };
            match effects.resource(Object::Local(function, local)) {
                Some(resource) if inside => Class::Fixed(Touch { resource, write }),
                None if inside => Class::Invisible,
                Some(_) | None => Class::Pointer,
            }
        }
        ExprKind::Const(_)
        | ExprKind::Reg(_)
        | ExprKind::FuncAddr(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cast(_)
        | ExprKind::Ite(..) => Class::Pointer,
    };
    let by_summary = || if effects.edge(function, id).is_empty() { Class::Invisible } else { Class::Listed };
    if let Some(one) = edge.op.access() {
        return access(one.addr, one.kind.writes());
    }
    match edge.op.control() {
        Control::Return => Class::Return,
        Control::ThreadEnd => Class::ThreadExit,
        Control::SectionBegin => Class::Section,
        Control::End(_) => Class::End,
        Control::Error(_) if property.is_about_errors() => Class::Invisible,
        Control::Error(_) => Class::End,
        Control::Next if creates(&edge.op) && may_repeat(program, function, edge) => Class::CreateAgain,
        Control::Next if matches!(edge.op, Op::Nondet { kind: NondetKind::Inexact(_), .. }) => Class::End,
        Control::Next | Control::Condition | Control::Call | Control::SectionEnd | Control::Unknown => by_summary(),
    }
}

/// Whether an operation creates a thread.
fn creates(op: &Op) -> bool {
    matches!(op, Op::Sync { op: SyncOp::ThreadCreate, .. })
}
