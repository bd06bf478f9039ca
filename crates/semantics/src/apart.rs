//! Threads that facts about the whole program keep apart: what partial-order reduction makes of [`crate::locks`].
//!
//! **Idea.** Summaries say which objects a thread may still touch ([`crate::dependence`]), and intervals which bytes ([`crate::parts`]). Neither knows that a block was not
//! published yet, that a lock lies beside its data, that each thread has its own element, or that `main` looks at a result only when it has joined the threads. Facts do: for
//! each access they say which threads can be in front of a step that touches the same bytes while the thread is in front of the access ([`Steps`]). If none can, the access is
//! independent of whatever the others do before it.
//!
//! **Soundness.** Let thread t be in front of an access a in a reachable state s, and let w be steps of other threads from s. Facts are invariants: they hold in every state of every
//! execution, not only in those that a search visits. Suppose that a step b of w, by thread u, depends on a: it touches a byte of a, and one of them writes. In the state before b, t is still in front of
//! a, because w has no step of t, and u is in front of b. That state is reachable, so the facts do not exclude the pair. If they exclude all pairs of a, there is no such b, and `{t}` is a
//! persistent set.
//! - *It does not matter why a pair is excluded.* A later access that is ordered behind a only by what t does (t has to release a lock, to set a flag, to create or to end a thread) is no step of w: that
//!   order is broken only if t moves. An access to other bytes is not dependent. An access that cannot exist beside t's place is not in w.
//! - *All that depends on an access is a touch*: other accesses, frees, operations on synchronisation objects, and the beginning and end of objects. A load or store changes nothing but its
//!   bytes, is enabled unless somebody is in an atomic section, and enables and disables nobody. Inside of a section everything is left to others.
//! - *The cycle proviso* is what it always is: sets that are persistent for one more reason are sets like any other.
//!
//! **What facts assume is noticed.** Facts about a program take for granted that accesses go where their addresses were made for. The machine halts where arithmetic leaves an object. What remains is looked at
//! in each step that is executed, and *deviates* if it is otherwise: a thread is where the facts say that nobody gets; an access is not where they say; a block gets an address that somebody may still have
//! from the block that was there before. What deviates halts. Whether a step deviates does not depend on steps that are independent of it, so deviations are lost to the reduction as little as other
//! halts: if some execution deviates, one that is explored does. Signed numbers wrap around here ([`Code::wrapping`]), as in the machine. A thread that somebody may cancel could end anywhere: then no facts are used.
//! What is not noticed: a pointer that was never set, was found to be equal to the address of a block, and is then followed into this block, if it may also point to blocks of the same allocation by other callers.
//!
//! **Proof.** The facts are part of the proof, and the checker asks first whether they hold, edge by edge.
//!
//! **Cost**: facts, once; then a lookup by the call stack. *Rejected*: facts instead of summaries (where facts say nothing, summaries follow how far a thread is); facts that hold from a state on (each
//! state would need its own).

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use raddle_machine::{Addr, Extent, Halt, HaltKind, Machine, ObjectKind, ObjectRef, State, Status, ThreadIx};
use raddle_program::analysis::{BitSet, Object as Declared};
use raddle_program::{BlockOwner, EdgeId, FuncId, Loc, Op, Span};
use rustc_hash::FxHashMap;

use crate::locks::accesses::accesses;
use crate::locks::instances::Kind;
use crate::locks::memory::Cell as Bytes;
use crate::locks::steps::Steps;
use crate::locks::{Code, Facts, InstanceId, KindId, MAIN, Object, Offsets, Site};

/// Where a thread is: who has made it, and its calls.
type Stack = (Option<(FuncId, EdgeId)>, Vec<(FuncId, Loc)>);

/// What facts say of a place.
#[derive(Debug)]
pub(crate) struct Place {
    /// The edges, in the instances that the thread may be in, to which threads get.
    sites: Vec<Site>,
    /// The kinds that the thread may be of.
    kinds: Vec<KindId>,
    /// The kinds of other threads that may meet the access in front of the thread; nothing if that cannot be told.
    met: Option<BitSet>,
}

/// An access that a step has made: from where, how many bytes, and whether it writes.
pub(crate) type Made = (Addr, u64, bool);

/// Facts, as the reduction asks them.
#[derive(Debug)]
pub struct Apart<'p> {
    code: Code<'p>,
    facts: Arc<Facts>,
    steps: Steps,
    /// Whether addresses of blocks can be used again.
    frees: bool,
    places: RefCell<FxHashMap<Stack, Rc<Place>>>,
    deviates: Cell<bool>,
    /// How often somebody has asked whether two threads may meet, and how often not.
    asked: Cell<u64>,
    denied: Cell<u64>,
}

/// Facts help if they keep threads apart once in so many times.
const HELPFUL: u64 = 16;

impl<'p> Apart<'p> {
    /// From facts that hold for a program whose signed numbers wrap around; nothing if nothing can be concluded from them.
    pub fn new(machine: &Machine<'p>, facts: Arc<Facts>) -> Option<Apart<'p>> {
        let code = Code::wrapping(machine.program(), machine.points_to());
        let steps = Steps::new(&code, &facts)?;
        let frees = |site: Site| facts.before(&code, site).is_some() && matches!(code.edge(site).op, Op::Free { .. });
        let frees = code.sites().any(frees);
        let (places, deviates) = (RefCell::default(), Cell::new(false));
        let (asked, denied) = (Cell::new(0), Cell::new(0));
        Some(Apart { code, facts, steps, frees, places, deviates, asked, denied })
    }

    /// The facts.
    pub fn facts(&self) -> &Arc<Facts> {
        &self.facts
    }

    /// Whether an execution did what the facts assume away.
    pub fn deviates(&self) -> bool {
        self.deviates.get()
    }

    /// Whether the facts have kept threads apart often enough to be worth asking.
    pub fn helps(&self) -> bool {
        self.denied.get() * HELPFUL > self.asked.get()
    }

    /// Whether another thread, or one that it makes, may be about to touch what a thread is about to access, while the thread stays where it is.
    pub(crate) fn may_meet(&self, state: &State, thread: ThreadIx, other: ThreadIx) -> bool {
        self.asked.set(self.asked.get() + 1);
        let place = self.place(state, thread);
        let Some(met) = &place.met else { return true };
        let may_be =
            |kind: KindId| met.contains(kind.0) || self.facts.below[kind].iter().any(|below| met.contains(below.0));
        let may_meet = self.place(state, other).kinds.iter().any(|kind| may_be(*kind));
        self.denied.set(self.denied.get() + u64::from(!may_meet));
        may_meet
    }

    /// What is known of where a thread is.
    pub(crate) fn place(&self, state: &State, thread: ThreadIx) -> Rc<Place> {
        let running = &state.threads[thread.0 as usize];
        let stack = (running.created, running.frames.iter().map(|frame| (frame.func, frame.loc)).collect());
        if let Some(known) = self.places.borrow().get(&stack) {
            return known.clone();
        }
        let kinds = kinds(&self.code, state, thread);
        let last = running.frames.last();
        let edge = last.and_then(|frame| self.code.program.functions[frame.func].first_edge(frame.loc));
        let site = |instance| edge.map(|edge| Site { instance, edge });
        let instances = instances(&self.code, state, thread, running.frames.len());
        let mut sites: Vec<Site> = instances.into_iter().filter_map(site).collect();
        sites.retain(|site| self.facts.before(&self.code, *site).is_some());
        let met = sites.iter().try_fold(BitSet::default(), |mut all, site| {
            all.union_with(&*self.steps.met_by(&self.code, &self.facts, *site)?);
            Some(all)
        });
        let place = Rc::new(Place { met: met.filter(|_| !sites.is_empty()), sites, kinds });
        self.places.borrow_mut().insert(stack, place.clone());
        place
    }

    /// Halts if a thread is where the facts say that nobody gets, or if its next step, which is no plain access, would work on other memory than they say.
    pub(crate) fn check_before(&self, machine: &Machine<'_>, state: &State, thread: ThreadIx) -> Result<(), Halt> {
        let Some((function, edge)) = machine.edge(state, thread) else { return Ok(()) };
        let place = self.place(state, thread);
        if place.sites.is_empty() {
            return Err(self.deviation(machine, state, thread));
        }
        let op = &machine.program().functions[function].edge(edge).op;
        let works = matches!(op, Op::Sync { op, .. } if !op.objects().is_empty())
            || matches!(op, Op::Free { .. } | Op::TakeText { .. });
        if !works || state.threads[thread.0 as usize].status != Status::Running {
            return Ok(());
        }
        let mut made = Vec::new();
        let extent =
            machine.for_each_access(state, thread, &mut |access| made.push((access.addr, access.len, access.write)));
        let is_known = extent == Extent::Known && made.iter().all(|made| self.covers(machine, state, &place, *made));
        if is_known { Ok(()) } else { Err(self.deviation(machine, state, thread)) }
    }

    /// Halts if the accesses that a thread's step has made from some place are not where the facts say.
    pub(crate) fn check_after(
        &self,
        machine: &Machine<'_>,
        state: &State,
        thread: ThreadIx,
        (place, made): (&Place, &[Made]),
    ) -> Result<(), Halt> {
        let all = made.iter().all(|made| self.covers(machine, state, place, *made));
        if all { Ok(()) } else { Err(self.deviation(machine, state, thread)) }
    }

    /// Halts if somebody may have the address of the block that a thread has just allocated, from the block that was there before.
    pub(crate) fn check_block(
        &self,
        machine: &Machine<'_>,
        state: &State,
        thread: ThreadIx,
        op: &Op,
    ) -> Result<(), Halt> {
        let Op::Alloc { dst, .. } = op else { return Ok(()) };
        if !self.frees || !machine.is_known_from_before(state, thread, *dst) {
            return Ok(());
        }
        Err(self.deviation(machine, state, thread))
    }

    fn deviation(&self, machine: &Machine<'_>, state: &State, thread: ThreadIx) -> Halt {
        self.deviates.set(true);
        let what = "memory is accessed in a way that facts about the program do not foresee (scheduler.facts=never does without them)";
        let edge = machine.edge(state, thread).map(|(f, e)| machine.program().functions[f].edge(e).span);
        let span = edge.map_or(Span::NONE, |span| machine.visible_place(state, thread, span));
        Halt::new(HaltKind::Unsupported, what, span)
    }

    /// Whether an access is among those that the facts know at a place.
    fn covers(&self, machine: &Machine<'_>, state: &State, place: &Place, (addr, len, write): Made) -> bool {
        let Some((object, offset)) = machine.object_at(state, addr) else { return false };
        let Ok(offset) = i64::try_from(offset) else { return false };
        let mut near = Vec::new();
        if let ObjectRef::Object { kind: ObjectKind::Local(function, local, owner), base } = object {
            // The frame that it is in says of which instance it is.
            let frames = &state.threads[owner.0 as usize].frames;
            let is_its =
                |depth: &usize| frames[*depth].func == function && machine.local_addr(&frames[*depth], local) == base;
            let Some(depth) = (0..frames.len()).find(is_its) else { return false };
            near = instances(&self.code, state, owner, depth + 1);
        }
        let function_of = |instance| self.code.instances.get(instance).function;
        // What the environment gives are blocks of its own.
        let is_given = |function: FuncId, edge: EdgeId| {
            let op = &self.code.program.functions[function].edge(edge).op;
            matches!(op, Op::Alloc { owner, .. } if *owner != BlockOwner::Program)
        };
        let declared = object.declared();
        let is_it = |known: Object| match (declared, known) {
            (Some(Declared::Global(global)), Object::Global(other)) => global == other,
            (Some(Declared::Local(_, local)), Object::Local(instance, other)) => {
                local == other && near.contains(&instance)
            }
            (Some(Declared::Block(function, edge)), Object::Block(instance, other)) => {
                edge == other && function_of(instance) == function
            }
            (Some(Declared::Block(function, edge)), Object::CommandLine) => is_given(function, edge),
            (_, Object::Global(_) | Object::Local(..) | Object::Block(..) | Object::CommandLine) => false,
            (_, Object::Function(_) | Object::Threads(_)) => false,
        };
        place.sites.iter().any(|site| {
            accesses(&self.code, &self.facts, *site).list.iter().any(|access| {
                let at = Offsets::exactly(offset);
                let inside =
                    access.cell == Bytes::ANYWHERE || at.is_within(access.cell.offsets) && len <= access.cell.size;
                is_it(self.code.objects.get(access.object)) && inside && (access.write || !write)
            })
        })
    }
}

/// The kinds that a thread may be of.
fn kinds(code: &Code<'_>, state: &State, thread: ThreadIx) -> Vec<KindId> {
    let created = state.threads[thread.0 as usize].created;
    let begins = |kind: &Kind| match created {
        None => false,
        Some((function, edge)) => {
            let made = |site: &Site| site.edge == edge && code.instances.get(site.instance).function == function;
            kind.creators.iter().any(made)
        }
    };
    // Whoever is the last one runs what comes behind the threads.
    let is_one = |id: KindId, kind: &Kind| match id {
        MAIN => created.is_none(),
        _ => kind.creators.is_empty() || begins(kind),
    };
    code.instances.kinds().enumerated().filter(|(id, kind)| is_one(*id, kind)).map(|(id, _)| id).collect()
}

/// The instances that a thread may be in, as its outermost frames say, so many of them.
pub(crate) fn instances(code: &Code<'_>, state: &State, thread: ThreadIx, frames: usize) -> Vec<InstanceId> {
    let running = &state.threads[thread.0 as usize];
    let Some(first) = running.frames.first() else { return Vec::new() };
    let roots = kinds(code, state, thread).into_iter().map(|kind| &code.instances.kinds()[kind]);
    let mut now: Vec<InstanceId> =
        roots.flat_map(|kind| std::iter::once(kind.root).chain(kind.endings.clone())).collect();
    now.retain(|instance| code.instances.get(*instance).function == first.func);
    for pair in running.frames[..frames].windows(2) {
        let [caller, callee] = pair else { continue };
        let edge = code.program.functions[caller.func].first_edge(caller.loc);
        let sites = now.iter().filter_map(|instance| edge.map(|edge| Site { instance: *instance, edge }));
        now = sites.flat_map(|site| code.instances.callees(site).to_vec()).collect();
        now.retain(|instance| code.instances.get(*instance).function == callee.func);
    }
    now
}
