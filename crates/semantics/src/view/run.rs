//! What a thread does to its own view.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use raddle_machine::{
    Addr, Choice, Enabled, Event, GONE, Halt, LazyId, LazyOp, ObjectMeta, Oracle, Origin, Progress, State, Status,
    SyncObject, Thread, ThreadIx, Value,
};
use raddle_program::{BinaryOp, Control, EdgeId, FuncId, Id, Loc, LocalId, NondetKind, Op, Scalar, Span, Storage};

use super::assume::Assumed;
use super::knowledge::learn_whereabouts;
use super::rounds::Counter;
use super::unread::Room;
use super::{Crowd, Stand, ThreadName, View, Views, closed, owner, unsupported};
use crate::asking::Asking;
use crate::dependence::{comes_round, control};

/// Edges after which a run is cut.
const MAX_EDGES: u32 = 10_000;

/// Into how many cases a value is split at the end of a run.
const FEW: u64 = 16;

/// What a view asks for when a thread gets an id.
pub(crate) const ID_OF_A_THREAD: &str = "the id of a thread";

/// What a view asks for when something is read of which it holds nothing.
pub(crate) const FORGOTTEN: &str = "a value that is not kept";

/// What semaphores count.
type Counts = BTreeSet<(Addr, u32)>;

/// What a thread can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Act {
    /// Executes its next edge, and what follows up to the next one that others can see.
    Step,
    /// Wakes up from waiting for a condition and takes its mutex again.
    Wake,
    /// Stops waiting because time is over.
    TimeOut,
}

/// Whom a thread waits for, to join it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// A thread of a template that certainly exists; its name is in this register.
    Known(ThreadIx, LocalId),
    /// A thread of which nothing is known; its id is in this register.
    Any(LocalId),
}

/// What a run does to others besides what its view says.
#[derive(Clone, Debug, Default)]
pub struct SideEffects {
    /// The shared cells that it may have changed.
    pub wrote: BTreeSet<Addr>,
    /// Where a thread is that it has created, if threads are counted.
    pub created_at: Option<u8>,
    /// What it was about to access on the way, inside an atomic section.
    pub inside: Option<Stand>,
}

/// How a run ended.
// There is never more than one of them.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug)]
pub enum Ran {
    /// In a view.
    On {
        /// Of the thread itself.
        view: View,
        /// Of a thread that it has created.
        born: Option<View>,
        /// What was done to others on the way.
        side_effects: SideEffects,
    },
    /// At an error, or in a step that is a violation of the property.
    Error,
    /// The program has ended, or there was nothing to do.
    Out {
        /// What it was about to access on the way, inside an atomic section.
        inside: Option<Stand>,
    },
}

/// An oracle that remembers which cells are read and written.
pub(super) struct Watched<'o, 'p, O> {
    pub(super) oracle: &'o mut O,
    /// What was read first, where nothing was written before.
    read: BTreeMap<Addr, (Scalar, Value)>,
    /// What was written last.
    written: BTreeMap<Addr, (Scalar, Value)>,
    /// Where the next step may store, if it does not matter where.
    room: Option<Room<'p>>,
}

impl<O: Oracle> Oracle for Watched<'_, '_, O> {
    fn nondet(&mut self, ty: Scalar, ranges: Option<&[(i128, i128)]>, origin: Origin<'_>) -> Result<Value, Halt> {
        self.oracle.nondet(ty, ranges, origin)
    }

    fn choose(&mut self, alternatives: u32, choice: Choice, span: Span) -> Result<u32, Halt> {
        self.oracle.choose(alternatives, choice, span)
    }

    fn apply(&mut self, op: LazyOp, args: &[Value], span: Span) -> Result<Value, Halt> {
        self.oracle.apply(op, args, span)
    }

    fn truth(&mut self, value: LazyId, ty: Scalar, span: Span) -> Result<bool, Halt> {
        self.oracle.truth(value, ty, span)
    }

    fn exact(&mut self, value: LazyId, ty: Scalar, span: Span) -> Result<u128, Halt> {
        match self.room {
            Some(room) => room.somewhere(value, ty, span, self.oracle),
            None => self.oracle.exact(value, ty, span),
        }
    }

    fn observe(&mut self, thread: ThreadIx, event: Event<'_>) {
        match event {
            Event::Read { addr, ty, value } => {
                if self.room.is_none() && !self.written.contains_key(&addr) {
                    self.read.entry(addr).or_insert((ty, value));
                }
            }
            Event::Write { addr, ty, value } => {
                if self.room.is_none() {
                    self.written.insert(addr, (ty, value));
                }
            }
            Event::Register { .. } | Event::Sync { .. } | Event::Undefined { .. } => {}
        }
        self.oracle.observe(thread, event);
    }

    fn output(&mut self, bytes: &[u8]) {
        self.oracle.output(bytes);
    }
}

impl Views<'_, '_> {
    /// The view in which the program begins.
    pub fn start(&self, oracle: &mut impl Asking) -> Result<Ran, Halt> {
        let state = self.machine().initial(oracle)?;
        let mut alive = vec![0; self.templates.len()];
        alive[0] = 1;
        let whereabouts = vec![None; self.templates.len()];
        let (mine, ids) = (BTreeSet::new(), BTreeSet::new());
        let mut view = View { state, me: ThreadIx(0), alive, whereabouts, crowd: Crowd::default(), mine, ids };
        self.settle(&mut view, Span::NONE)?;
        self.count(&mut view, None);
        Ok(Ran::On { view, born: None, side_effects: SideEffects::default() })
    }

    /// Whom a thread waits for, to join it: what happens then depends on what that one sees.
    pub fn awaits(&self, view: &View) -> Option<Awaited> {
        match self.machine().joins(&view.state, view.me)? {
            // No thread has this id.
            (Some(0), _) | (_, None) => None,
            (id, Some(register)) => match id.and_then(|id| self.named(view, id)) {
                Some(template) => Some(Awaited::Known(template, register)),
                // Who is in a row was created and not joined.
                None if self.joined_in_row(view).is_some() => Some(Awaited::Any(register)),
                None => {
                    let exists = |slot: &usize| *slot != view.me.0 as usize && view.may_have(ThreadIx(*slot as u16), 0);
                    (0..self.templates.len()).any(|slot| exists(&slot)).then_some(Awaited::Any(register))
                }
            },
        }
    }

    /// Whether the join that a thread is about to make may be one of a thread of a template, as far as the program says.
    pub(super) fn may_join(&self, view: &View, template: ThreadIx) -> bool {
        if let Some(starts) = self.joined_in_row(view) {
            return starts.contains(&self.templates[template.0 as usize]);
        }
        let starts = self.plain_joins.as_ref().and_then(|plain| plain.get(&self.machine().edge(&view.state, view.me)?));
        starts.is_none_or(|starts| starts.contains(&self.templates[template.0 as usize]))
    }

    /// What the threads start with that are joined next, if that is one of a row and so cannot fail.
    fn joined_in_row(&self, view: &View) -> Option<&[FuncId]> {
        self.rows.joins(self.machine().edge(&view.state, view.me)?)
    }

    /// Whether an edge reads what views do not hold.
    pub(crate) fn reads_forgotten(&self, site: (FuncId, EdgeId)) -> bool {
        let op = &self.machine().program().functions[site.0].edge(site.1).op;
        matches!(op, Op::Load { .. }) && self.is_forgotten(site)
    }

    /// The counter of a loop that a thread is at the head of, if views do not hold it.
    fn counts_at(&self, state: &State, thread: ThreadIx) -> Option<Counter> {
        let frame = state.threads.get(thread.0 as usize).filter(|t| t.status == Status::Running)?.frames.last()?;
        self.rows.counter(frame.func, frame.loc)
    }

    /// What views forget at the head of a loop that a thread is at.
    pub(crate) fn forgets_now(&self, state: &State, thread: ThreadIx) -> Option<Value> {
        let counter = self.counts_at(state, thread)?;
        Some(state.threads[thread.0 as usize].frames.last()?.regs[counter.register.index()])
    }

    /// Whether an edge accesses what views do not hold.
    fn is_forgotten(&self, site: (FuncId, EdgeId)) -> bool {
        self.rows.is_access(site) || self.slots.accessed(site).is_some()
    }

    /// Whether the next edge accesses a row of ids.
    pub(super) fn is_at_row(&self, view: &View) -> bool {
        self.machine().edge(&view.state, view.me).is_some_and(|site| self.rows.is_access(site))
    }

    /// The template of the thread with a name, if it certainly exists.
    pub(super) fn named(&self, view: &View, id: u64) -> Option<ThreadIx> {
        let name = ThreadName(u128::from(id));
        let template = self.ids.as_ref()?.template(name)?;
        (view.ids.contains(&name) && template != view.me && view.may_have(template, 0)).then_some(template)
    }

    /// Lets a thread join one of a template, and no more.
    pub fn join(&self, view: &View, template: ThreadIx, oracle: &mut impl Asking) -> Result<Ran, Halt> {
        let mut view = view.clone();
        let Some(awaited) = self.awaits(&view) else { return Ok(Ran::Out { inside: None }) };
        let (Awaited::Known(_, register) | Awaited::Any(register)) = awaited;
        let id = self.id_of(&view, template);
        let (depth, was) = (view.thread().frames.len(), self.set_register(&mut view, register, id));
        match (awaited, was) {
            (Awaited::Known(..), Value::Bits(name)) => {
                view.ids.remove(&ThreadName(name));
            }
            // It may be any of them that was joined.
            (Awaited::Known(..) | Awaited::Any(_), _) => self.forget_joined(&mut view),
        }
        let mut ran = self.run(view, 1, Some(template), oracle)?;
        // The id is what it was.
        if let Ran::On { view, .. } = &mut ran
            && view.thread().frames.len() == depth
            && view.thread().frames.last().is_some_and(|frame| frame.regs[register.index()] == id)
        {
            self.set_register(view, register, was);
        }
        Ok(ran)
    }

    /// Forgets the names of those that may have been joined.
    fn forget_joined(&self, view: &mut View) {
        let starts = self.joined_in_row(view).map(<[FuncId]>::to_vec);
        let stays = |name: &ThreadName| {
            let template = self.ids.as_ref().and_then(|ids| ids.template(*name));
            starts.as_ref().zip(template).is_some_and(|(starts, t)| !starts.contains(&self.templates[t.0 as usize]))
        };
        view.ids.retain(stays);
    }

    /// What stands for the id of a thread of a template while it is joined.
    pub(super) fn id_of(&self, view: &View, template: ThreadIx) -> Value {
        Value::Bits(u128::from(self.machine().thread_id(&view.state, template)))
    }

    /// Sets a register of the innermost frame; what it held.
    pub(super) fn set_register(&self, view: &mut View, register: LocalId, value: Value) -> Value {
        let thread = Arc::make_mut(&mut view.state.threads[view.me.0 as usize]);
        let held = thread.frames.last_mut().map(|frame| &mut frame.regs[register.index()]);
        held.map_or(value, |held| std::mem::replace(held, value))
    }

    /// What a thread can do by itself in a view.
    pub fn acts(&self, view: &View) -> &'static [Act] {
        match self.awaits(view) {
            Some(Awaited::Any(_)) if self.plain_joins.is_none() && self.joined_in_row(view).is_none() => {
                return &[Act::Step];
            }
            Some(Awaited::Any(_) | Awaited::Known(..)) => return &[],
            None => {}
        }
        match view.thread().status {
            Status::Running | Status::Reacquiring { .. } => &[Act::Step],
            Status::Waiting { timed: true, .. } => &[Act::Wake, Act::TimeOut],
            Status::Waiting { timed: false, .. } => &[Act::Wake],
            Status::Queued { .. } | Status::AtBarrier { .. } | Status::Stuck | Status::Ended { .. } | Status::Free => {
                &[]
            }
        }
    }

    /// Lets a thread act on its view.
    pub fn step(&self, view: &View, act: Act, oracle: &mut impl Asking) -> Result<Ran, Halt> {
        let mut view = view.clone();
        match act {
            Act::Step => {}
            Act::Wake => self.machine().wake(&mut view.state, view.me, false),
            Act::TimeOut => self.machine().wake(&mut view.state, view.me, true),
        }
        self.run(view, MAX_EDGES, None, oracle)
    }

    /// Executes an edge, and then as far as nobody can see it. The first edge may be one that joins a thread of a template.
    fn run(&self, mut view: View, most: u32, joined: Option<ThreadIx>, oracle: &mut impl Asking) -> Result<Ran, Halt> {
        let me = view.me;
        let before = self.counts(&view);
        let mut watched = Watched { oracle, read: BTreeMap::new(), written: BTreeMap::new(), room: None };
        let mut span = self.span(&view);
        let mut inside = None;
        for edges in 0..most {
            if edges > 0 && !self.goes_on(&view)? {
                break;
            }
            span = self.span(&view);
            if edges > 0 && view.thread().atomic > 0 && self.looks_for_races() && !view.is_alone() {
                self.decide_addresses(&mut view, &mut watched, span)?;
                self.add_inside(&view, &mut inside);
            }
            let assumed = self.assume(&mut view, joined.filter(|_| edges == 0), &mut watched)?;
            if self.machine().enabled(&view.state, me) != Enabled::Yes {
                if edges == 0 {
                    return Ok(Ran::Out { inside });
                }
                assumed.withdraw(&mut view);
                break;
            }
            self.dependence.check_access(&view.state, me)?;
            self.note_external(&view)?;
            let place = control(&view.state, me);
            if let Some(Counter { register, ty, range }) = self.counts_at(&view.state, me) {
                let ranges = range.map(|range| [range]);
                self.give_any(&mut view, (register, ty), ranges.as_ref().map(|r| &r[..]), &mut watched, span)?;
            }
            let site = self.machine().edge(&view.state, me);
            watched.room = self.room(&view);
            if watched.room.is_none() && site.is_some_and(|site| self.is_forgotten(site)) {
                return Err(unsupported("an access to one of several arrays of which nothing is kept", span));
            }
            let keeps_locks = self.is_last_edge(&view) && !view.held().is_empty();
            let stepped = self.machine().step(&mut view.state, me, &mut watched);
            if stepped.as_ref().is_err_and(|halt| self.dependence.property().in_halt(halt).is_some()) {
                return Ok(Ran::Error);
            }
            match stepped? {
                Progress::Ran => {}
                Progress::Error(_) if self.looks_for_errors() => return Ok(Ran::Error),
                Progress::Error(_) | Progress::Ended(_) => return Ok(Ran::Out { inside }),
            }
            self.check_locks(&view, span)?;
            if let Some(gives) = watched.room.and_then(|room| room.gives) {
                self.give_any(&mut view, gives, None, &mut watched, span)?;
            }
            if self.has_nobody_left(&view, place) {
                return Ok(Ran::Out { inside });
            }
            if let Assumed::Creates(template, id) = assumed {
                if let Some((id, joinable)) = id {
                    let named = joinable && !site.is_some_and(|site| self.rows.is_creation(site));
                    self.identify(&mut view, template, (id, named), &mut watched, span)?;
                }
                return self.bear(view, template, (watched, &before, inside), span);
            }
            self.conclude(&mut view, assumed, &mut watched, span)?;
            if is_over(&view.state, me) {
                if keeps_locks {
                    return Err(unsupported("a thread that ends while it holds a lock", span));
                }
                break;
            }
            let back = comes_round(&view.state, me, place) && view.thread().atomic == 0;
            let joins = watched.oracle.asked_forgotten() > 0 && self.dependence.is_join(&view.state, me);
            if (watched.oracle.asked() > 0 && back) || joins {
                break;
            }
        }
        self.dead.cut_frames(&mut view.state);
        self.split(&mut view, watched.oracle, span)?;
        self.decide_addresses(&mut view, watched.oracle, span)?;
        let wrote = self.remember(&mut view, (watched, &before), span)?;
        self.settle(&mut view, span)?;
        self.count(&mut view, None);
        Ok(Ran::On { view, born: None, side_effects: SideEffects { wrote, created_at: None, inside } })
    }

    /// Whether the next edge is the last one of its thread. What that still holds would be taken for ever, but views think that nobody holds
    /// a lock once all others have ended.
    fn is_last_edge(&self, view: &View) -> bool {
        let Some((function, edge)) = self.machine().edge(&view.state, view.me) else { return false };
        match self.machine().program().functions[function].edge(edge).op.control() {
            Control::ThreadEnd => true,
            Control::Return => view.thread().frames.len() == 1,
            Control::Next
            | Control::Condition
            | Control::Call
            | Control::SectionBegin
            | Control::SectionEnd
            | Control::Error(_)
            | Control::End(_)
            | Control::Unknown => false,
        }
    }

    /// Locks that the end of a thread or the wait of another makes free or keeps taken are more than views know.
    fn check_locks(&self, view: &View, span: Span) -> Result<(), Halt> {
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
        match view.state.sync.objects.iter().any(|(_, object)| unknown(object)) {
            true => Err(unsupported("a robust mutex, or a read-write lock that prefers waiting writers", span)),
            false => Ok(()),
        }
    }

    /// What later steps need exactly is decided now, if it has few values: between two runs only predicates are known.
    fn split(&self, view: &mut View, oracle: &mut impl Asking, span: Span) -> Result<(), Halt> {
        let me = view.me.0 as usize;
        let depths = view.state.threads.get(me).map_or(0, |thread| thread.frames.len());
        for depth in 0..depths {
            let frame = &view.state.threads[me].frames[depth];
            let function = &self.machine().program().functions[frame.func];
            let mut decided = Vec::new();
            for (local, declared) in function.locals.enumerated() {
                let Storage::Register(ty @ Scalar::Int { .. }) = declared.storage else { continue };
                if let Value::Lazy(id) = frame.regs[local.index()]
                    && self.exact.register(frame.func, local)
                    && let Some(bits) = oracle.few(id, ty, FEW, span)?
                {
                    decided.push((local.index(), bits));
                }
            }
            for (register, bits) in decided {
                let frame = &mut Arc::make_mut(&mut view.state.threads[me]).frames[depth];
                frame.regs[register] = Value::Bits(bits);
            }
        }
        Ok(())
    }

    /// Whether the next edge may be executed in the same run.
    fn goes_on(&self, view: &View) -> Result<bool, Halt> {
        let thread = view.thread();
        if thread.status != Status::Running || self.awaits(view).is_some() {
            return Ok(false);
        }
        // Others can move while a thread waits inside its section.
        if thread.atomic > 0 {
            let next = self.machine().edge(&view.state, view.me);
            let op = next.map(|(function, edge)| &self.machine().program().functions[function].edge(edge).op);
            return Ok(!matches!(op, Some(Op::Sync { .. })));
        }
        Ok(view.is_alone() || self.room(view).is_some() || self.dependence.is_invisible(&view.state, view.me)?)
    }

    /// Where a thread is.
    pub fn span(&self, view: &View) -> Span {
        let edge = self.machine().edge(&view.state, view.me);
        let span =
            edge.map_or(Span::NONE, |(function, edge)| self.machine().program().functions[function].edge(edge).span);
        self.machine().visible_place(&view.state, view.me, span)
    }

    /// Whose the cells are that were changed; which may have been changed. A cell that was read and then written is one that
    /// the step has changed only if the values differ.
    fn remember<O: Oracle>(
        &self,
        view: &mut View,
        (watched, counted): (Watched<'_, '_, O>, &Counts),
        span: Span,
    ) -> Result<BTreeSet<Addr>, Halt> {
        let Watched { oracle, read, written, .. } = watched;
        let objects = &view.state.memory.shape.objects;
        let shared = |addr: &Addr| {
            let at = objects.partition_point(|o| o.base <= *addr);
            at > 0 && self.is_shared(&objects[at - 1])
        };
        let mut wrote = BTreeSet::new();
        for (addr, (ty, new)) in written.into_iter().filter(|(addr, _)| shared(addr)) {
            let updated = read.get(&addr).filter(|(of, _)| *of == ty && matches!(ty, Scalar::Int { .. }));
            let changed = match updated {
                Some((_, old)) => Some(differ(*old, new, ty, oracle, span)?),
                None => None,
            };
            if changed == Some(true) && self.knowledge.cells {
                view.mine.insert(addr);
            }
            if changed != Some(false) {
                wrote.insert(addr);
            }
        }
        // What semaphores count is changed in one step with reading it.
        let counts = self.counts(view);
        for (addr, _) in counted.symmetric_difference(&counts) {
            if self.knowledge.cells {
                view.mine.insert(*addr);
            }
            wrote.insert(*addr);
        }
        Ok(wrote)
    }

    /// What semaphores count, if that is known.
    fn counts(&self, view: &View) -> Counts {
        let count = |(addr, object): &(Addr, SyncObject)| match object {
            SyncObject::Semaphore { value } => Some((*addr, *value)),
            SyncObject::Mutex { .. }
            | SyncObject::Rwlock { .. }
            | SyncObject::Spin { .. }
            | SyncObject::Cond
            | SyncObject::Barrier { .. }
            | SyncObject::Once { .. }
            | SyncObject::Destroyed => None,
        };
        let objects = self.knows_locks().then_some(&view.state.sync.objects);
        objects.into_iter().flatten().filter_map(count).collect()
    }

    /// Has a register hold a value of which nothing is known.
    fn give_any(
        &self,
        view: &mut View,
        (register, ty): (LocalId, Scalar),
        ranges: Option<&[(i128, i128)]>,
        oracle: &mut impl Oracle,
        span: Span,
    ) -> Result<(), Halt> {
        let kind = NondetKind::Library(FORGOTTEN.to_string());
        let value = oracle.nondet(ty, ranges, Origin { kind: &kind, thread: view.me, span })?;
        self.set_register(view, register, value);
        Ok(())
    }

    /// Whether a thread has just left a loop behind which some threads are joined that the view still counts, or counts nobody else and yet has locks that others hold: there is no such state. (Who ends with a lock
    /// held is a halt.)
    fn has_nobody_left(&self, view: &View, place: Option<(usize, Loc)>) -> bool {
        let (Some((depth, from)), Some(frame)) = (place, view.thread().frames.last()) else { return false };
        if view.thread().frames.len() != depth {
            return false;
        }
        let starts = self.rows.none_left(frame.func, from, frame.loc);
        let counts = |(slot, start): (usize, &FuncId)| {
            starts.contains(start) && view.alive.get(slot).is_some_and(|count| *count > 0)
        };
        let counted = self.templates.iter().enumerate().any(counts);
        counted || (!starts.is_empty() && view.is_alone() && view.has_locks_of_others())
    }

    /// Puts the id of a new thread where it is expected: which one it gets depends on which others there are.
    fn identify(
        &self,
        view: &mut View,
        template: ThreadIx,
        (register, named): (LocalId, bool),
        oracle: &mut impl Oracle,
        span: Span,
    ) -> Result<(), Halt> {
        self.set_register(view, register, Value::ZERO);
        // What was never set holds something that is not known, but if nobody reads it that does not matter.
        self.dead.cut_frames(&mut view.state);
        let ids = self.ids.as_ref().filter(|_| named);
        let id = match ids.and_then(|ids| ids.fresh(&view.state, view.me, template)) {
            Some(name @ Value::Bits(bits)) => {
                view.ids.insert(ThreadName(bits));
                name
            }
            Some(Value::Lazy(_)) | None => {
                let kind = NondetKind::Library(ID_OF_A_THREAD.to_string());
                let ty = Scalar::pointer(self.machine().program().data_model());
                oracle.nondet(ty, None, Origin { kind: &kind, thread: view.me, span })?
            }
        };
        self.set_register(view, register, id);
        Ok(())
    }

    /// Splits the view of a thread that has created another.
    fn bear<O: Oracle>(
        &self,
        mut view: View,
        template: ThreadIx,
        (mut watched, counts, inside): (Watched<'_, '_, O>, &Counts, Option<Stand>),
        span: Span,
    ) -> Result<Ran, Halt> {
        if let Some(count) = view.alive.get_mut(template.0 as usize) {
            *count = (*count + 1).min(self.many);
        }
        self.decide_addresses(&mut view, &mut watched, span)?;
        let wrote = self.remember(&mut view, (watched, counts), span)?;
        let mut born = View { me: template, mine: BTreeSet::new(), ids: BTreeSet::new(), ..view.clone() };
        if self.only_main {
            born.alive.clear();
        }
        let of_new = |object: &ObjectMeta| owner(object.kind) == Some(template);
        self.drop_private(&mut born.state, |object| !of_new(object));
        self.hide(&mut born.state, view.me);
        self.drop_private(&mut view.state, of_new);
        self.settle(&mut view, span)?;
        self.settle(&mut born, span)?;
        learn_whereabouts(&mut view, &born);
        learn_whereabouts(&mut born, &view);
        let created_at = self.count(&mut view, Some(&mut born));
        Ok(Ran::On { view, born: Some(born), side_effects: SideEffects { wrote, created_at, inside } })
    }

    /// Takes private objects out of a state.
    pub(super) fn drop_private(&self, state: &mut State, goes: impl Fn(&ObjectMeta) -> bool) {
        let memory = &mut state.memory;
        let kept: Vec<bool> = memory.shape.objects.iter().map(|o| self.is_shared(o) || !goes(o)).collect();
        if kept.iter().all(|kept| *kept) {
            return;
        }
        let mut flags = kept.iter();
        Arc::make_mut(&mut memory.shape).objects.retain(|_| flags.next() == Some(&true));
        let mut flags = kept.iter();
        memory.blocks.retain(|_| flags.next() == Some(&true));
    }

    /// Sets all slots but one to what they are in a view, and takes the numbers of threads away: nobody knows ids.
    pub(super) fn close(&self, state: &mut State, me: Option<ThreadIx>) {
        if state.sync.next_number > 0 || state.sync.inexact.is_some() {
            let sync = Arc::make_mut(&mut state.sync);
            sync.numbered.clear();
            sync.next_number = 0;
            // A view proves or it does not: executions that it may take part in are looked for elsewhere.
            sync.inexact = None;
        }
        let slots = self.templates.len();
        state.threads.resize_with(slots, || Arc::new(closed(false)));
        let mut given_back = false;
        for (slot, thread) in state.threads.iter_mut().enumerate() {
            match me.is_some_and(|me| me.0 as usize == slot) {
                // Even the slot of a detached thread that has ended is given back.
                true if matches!(thread.status, Status::Free | Status::Stuck) && thread.frames.is_empty() => {
                    *thread = Arc::new(closed(true));
                    given_back = true;
                }
                true => {
                    let own: &mut Thread = Arc::make_mut(thread);
                    (own.created, own.detached) = (None, false);
                }
                false => *thread = Arc::new(closed(false)),
            }
        }
        // What it still holds is nobody's then; to a view it is the thread's as before.
        if let (true, Some(me), false) = (given_back, me, self.knows_locks()) {
            self.machine().hand_over(state, GONE, me);
        }
    }
}

/// Whether two values differ.
fn differ(a: Value, b: Value, ty: Scalar, oracle: &mut impl Oracle, span: Span) -> Result<bool, Halt> {
    match (a, b) {
        (Value::Bits(a), Value::Bits(b)) => Ok(a != b),
        (a, b) if a == b => Ok(false),
        (a, b) => match oracle.apply(LazyOp::Binary(BinaryOp::Ne, ty, ty), &[a, b], span)? {
            Value::Bits(bits) => Ok(bits != 0),
            Value::Lazy(id) => oracle.truth(id, Scalar::INT, span),
        },
    }
}

/// Whether a thread has ended.
fn is_over(state: &State, thread: ThreadIx) -> bool {
    let status = state.threads.get(thread.0 as usize).map(|t| t.status);
    status.is_none_or(|status| matches!(status, Status::Ended { .. } | Status::Free))
}
