//! What a thread may still touch: access summaries of locations.
//!
//! **Idea.** For every location of every function: the *resources* that may be read or written from there until the
//! function returns, calls and created threads included. Resources are the abstract objects of [`PointsTo`] that more
//! than one thread can reach, and a few things that are not memory (the table of thread slots, …). The *future* of a
//! thread is the union over its call stack. Partial-order reduction compares futures with next steps: what is in no
//! other thread's future can be done at once.
//!
//! **Sharing.** An object is shared if it is a global that can change, or if its address is handed to a new thread, a
//! join or a key, or is stored in a shared object. Everything else belongs to one thread.
//!
//! **Locks.** While a thread holds a mutex, the others cannot get past an edge that locks it. So for every lock with a
//! constant address there is a second summary, cut at the edges that acquire it: what the others may touch *before*
//! they have to wait. Under a consistent locking discipline it contains nothing of the critical section.
//!
//! **Soundness.** Each edge's effect covers what the machine does on it, given sound points-to sets (see there for
//! addresses that a program invents); rows are the least solution of the obvious backward equations. The end of the
//! program is not an effect: no execution of interest continues after it (`scheduler` has the argument).
//!
//! **Cost.** Two bits per resource and location; one pass over the edges per round of a fixpoint that needs few.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use raddle_deadline::Deadline;

use raddle_program::SyncScope;
use raddle_program::analysis::{Object, ObjectIx, ObjectSet, PointsTo};
use raddle_program::{Callee, Op, OutputSink, SyncOp};
use raddle_program::{Edge, Function};
use raddle_program::{EdgeId, FuncId, GlobalId, Id, IdVec, Loc};
use raddle_program::{Expr, ExprKind};
use raddle_program::{GlobalKind, Program};

use crate::locks::{LockUse, lock_use};

/// Something two threads may compete for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Resource(pub u32);

impl Resource {
    /// The allocator: allocations read it (each thread allocates from its own arena), a free writes it.
    pub const HEAP: Resource = Resource(0);
    /// The table of threads: creation and join take and give back slots.
    pub const THREADS: Resource = Resource(1);
    /// Whether threads are detached.
    pub const DETACHED: Resource = Resource(2);
    /// The table of thread-specific keys.
    pub const KEYS: Resource = Resource(3);
    /// Whether threads shall end.
    pub const CANCELLATION: Resource = Resource(4);
    /// How many there are besides memory.
    const FIRST_OBJECT: u32 = 5;
}

/// A use of a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Touch {
    /// What.
    pub resource: Resource,
    /// Whether it may change.
    pub write: bool,
}

/// A lock with an address known at compile time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LockCell {
    /// The global it lies in.
    pub global: GlobalId,
    /// Byte offset in the global.
    pub offset: i64,
}

/// The number of a [`LockCell`] in [`Effects::lock_cells`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LockId(pub u32);

/// What may be touched from a location on.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    reads: &'a [u64],
    writes: &'a [u64],
    /// Whether the function may return from there.
    pub returns: bool,
}

impl Row<'_> {
    /// Whether a use of a resource conflicts with something in the row.
    pub fn conflicts(&self, touch: Touch) -> bool {
        let (word, bit) = (touch.resource.0 as usize / 64, touch.resource.0 % 64);
        let mut set = self.writes[word];
        if touch.write {
            set |= self.reads[word];
        }
        set >> bit & 1 == 1
    }

    /// Whether one of two rows may write what the other touches.
    pub fn conflicts_with(&self, other: &Row<'_>) -> bool {
        (0..self.reads.len())
            .any(|i| self.writes[i] & (other.reads[i] | other.writes[i]) | self.reads[i] & other.writes[i] != 0)
    }

    /// Whether nothing is touched.
    pub fn is_empty(&self) -> bool {
        self.reads.iter().chain(self.writes).all(|w| *w == 0)
    }

    /// The resources in the row, for people and tests.
    pub fn touches(&self) -> Vec<Touch> {
        let bit = |words: &[u64], r: u32| words[r as usize / 64] >> (r % 64) & 1 == 1;
        (0..self.reads.len() as u32 * 64)
            .filter(|r| bit(self.reads, *r) || bit(self.writes, *r))
            .map(|r| Touch { resource: Resource(r), write: bit(self.writes, r) })
            .collect()
    }
}

/// Rows of all locations of a function: reads, then writes, per location.
#[derive(Clone, Debug, Default)]
struct FunctionRows {
    bits: Vec<u64>,
    returns: Vec<bool>,
}

type Rows = IdVec<FuncId, FunctionRows>;

/// Where a summary stops.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    Nowhere,
    Lock(LockCell),
    SectionEnd,
}

/// The summaries of a program.
#[derive(Clone, Debug)]
pub struct Effects {
    words: usize,
    /// Resource of each abstract object (`None`: it belongs to one thread, or never changes).
    resources: IdVec<ObjectIx, Option<Resource>>,
    numbers: BTreeMap<Object, ObjectIx>,
    edges: IdVec<FuncId, Vec<Box<[Touch]>>>,
    callees: IdVec<FuncId, Vec<(EdgeId, Vec<FuncId>)>>,
    full: Rows,
    sections: Rows,
    locks: Vec<LockCell>,
    until_lock: Vec<OnceCell<Rows>>,
    destructors: Vec<FuncId>,
    /// Whether somebody may ask for the end of a thread.
    cancels: bool,
    deadline: Deadline,
}

impl Effects {
    /// Summarises all reachable functions.
    pub fn new(program: &Program, points_to: &PointsTo) -> Effects {
        let resources = resources(program, points_to);
        let count = Resource::FIRST_OBJECT as usize + resources.iter().flatten().count();
        let numbers = points_to.objects().enumerated().map(|(i, o)| (*o, i)).collect();
        let mut effects = Effects {
            words: count.div_ceil(64),
            resources,
            numbers,
            edges: IdVec::new(),
            callees: IdVec::new(),
            full: IdVec::new(),
            sections: IdVec::new(),
            locks: Vec::new(),
            until_lock: Vec::new(),
            destructors: points_to.destructors().collect(),
            cancels: program.functions.iter().any(cancels),
            deadline: points_to.deadline().clone(),
        };
        let (frames, stack) = frame_objects(program, points_to);
        for (id, function) in program.functions.enumerated() {
            let reachable = points_to.is_reachable(id);
            let scope = EdgeScope { program, points_to, function: id, frame: &frames[id], stack: &stack };
            let touches = |edge: &Edge| -> Box<[Touch]> {
                points_to.deadline().look();
                if reachable { effects.edge_touches(&scope, edge) } else { Box::default() }
            };
            let touched = function.edges().iter().map(touches).collect();
            effects.edges.push(touched);
            effects.callees.push(if reachable { callees(&scope, function) } else { Vec::new() });
        }
        effects.full = effects.solve(program, Cut::Nowhere);
        effects.sections = effects.solve_sections(program);
        effects.locks = lock_cells(program, points_to);
        effects.until_lock = vec![OnceCell::new(); effects.locks.len()];
        effects
    }

    /// The resource an object is, if more than one thread can reach it and it can change.
    pub fn resource(&self, object: Object) -> Option<Resource> {
        self.resources[*self.numbers.get(&object)?]
    }

    /// What an edge itself touches (without what the functions it calls do).
    pub fn edge(&self, function: FuncId, edge: EdgeId) -> &[Touch] {
        &self.edges[function][edge.index()]
    }

    /// What may be touched from a location on, until the function returns.
    pub fn from(&self, function: FuncId, loc: Loc) -> Row<'_> {
        self.row(&self.full, function, loc)
    }

    /// What may be touched from a location on before a lock is acquired that somebody else holds.
    pub fn from_until(&self, program: &Program, function: FuncId, loc: Loc, lock: LockId) -> Row<'_> {
        let index = lock.0 as usize;
        let rows = self.until_lock[index].get_or_init(|| self.solve(program, Cut::Lock(self.locks[index])));
        self.row(rows, function, loc)
    }

    /// What may be touched from a location inside an atomic section until the section ends; `None` if the section may
    /// end outside of the function.
    pub fn section(&self, function: FuncId, loc: Loc) -> Option<Row<'_>> {
        let row = self.row(&self.sections, function, loc);
        (!row.returns).then_some(row)
    }

    /// The locks with a constant address.
    pub fn lock_cells(&self) -> &[LockCell] {
        &self.locks
    }

    /// Functions that may run at the end of any thread.
    pub fn destructors(&self) -> &[FuncId] {
        &self.destructors
    }

    /// Words of bits that a set of resources has.
    pub fn words(&self) -> usize {
        self.words
    }

    /// When everything that builds on the summaries has to end.
    pub fn deadline(&self) -> &Deadline {
        &self.deadline
    }

    /// The functions that the edges of a function call or start as threads, by edge.
    pub fn callees(&self, function: FuncId) -> &[(EdgeId, Vec<FuncId>)] {
        &self.callees[function]
    }

    fn row<'a>(&self, rows: &'a Rows, function: FuncId, loc: Loc) -> Row<'a> {
        let f = &rows[function];
        let start = loc.index() * 2 * self.words;
        let (reads, writes) = f.bits[start..start + 2 * self.words].split_at(self.words);
        Row { reads, writes, returns: f.returns[loc.index()] }
    }

    fn blank(&self, function: &Function) -> FunctionRows {
        FunctionRows {
            bits: vec![0; function.locations() * 2 * self.words],
            returns: vec![false; function.locations()],
        }
    }

    /// The least solution of the backward equations over all functions.
    fn solve(&self, program: &Program, cut: Cut) -> Rows {
        let mut rows: Rows = program.functions.iter().map(|f| self.blank(f)).collect();
        let mut totals: Totals = program.functions.iter().map(|_| (vec![0; 2 * self.words], false)).collect();
        let mut callers: IdVec<FuncId, Vec<FuncId>> = program.functions.iter().map(|_| Vec::new()).collect();
        for (caller, calls) in self.callees.enumerated() {
            for callee in calls.iter().flat_map(|(_, c)| c) {
                callers[*callee].push(caller);
            }
        }
        let mut queue: Vec<FuncId> = program.functions.ids().collect();
        let mut queued = vec![true; queue.len()];
        while let Some(f) = queue.pop() {
            queued[f.index()] = false;
            let function = &program.functions[f];
            while self.pass(f, function, &mut rows[f], &totals, cut) {}
            let entry = function.entry.index();
            let total = (self.slice(&rows[f], entry), rows[f].returns[entry]);
            if total.0 != totals[f].0 || total.1 != totals[f].1 {
                totals[f] = (total.0.to_vec(), total.1);
                for caller in &callers[f] {
                    if !std::mem::replace(&mut queued[caller.index()], true) {
                        queue.push(*caller);
                    }
                }
            }
        }
        rows
    }

    /// Summaries that stop at the end of an atomic section. `returns` means: the section may end elsewhere.
    fn solve_sections(&self, program: &Program) -> Rows {
        let totals: Totals = program
            .functions
            .enumerated()
            .map(|(id, f)| {
                (self.slice(&self.full[id], f.entry.index()).to_vec(), self.full[id].returns[f.entry.index()])
            })
            .collect();
        let mut rows = IdVec::new();
        for (id, function) in program.functions.enumerated() {
            let mut mine = self.blank(function);
            if function.edges().iter().any(|e| matches!(e.op, Op::AtomicBegin)) {
                while self.pass(id, function, &mut mine, &totals, Cut::SectionEnd) {}
            }
            rows.push(mine);
        }
        rows
    }

    fn slice<'a>(&self, rows: &'a FunctionRows, loc: usize) -> &'a [u64] {
        &rows.bits[loc * 2 * self.words..(loc + 1) * 2 * self.words]
    }

    /// One round over the edges of a function, last first; true if something changed.
    fn pass(&self, f: FuncId, function: &Function, mine: &mut FunctionRows, totals: &Totals, cut: Cut) -> bool {
        let mut changed = false;
        for (id, edge) in function.edges().enumerated().rev() {
            self.deadline.look();
            let source = edge.source.index();
            let stops = match cut {
                Cut::Nowhere => false,
                Cut::Lock(cell) => acquires(&edge.op) == Some(cell),
                Cut::SectionEnd => {
                    // The end of an inner section is not the end of the outer one: give up on nested sections.
                    if matches!(edge.op, Op::AtomicBegin) && !std::mem::replace(&mut mine.returns[source], true) {
                        changed = true;
                    }
                    matches!(edge.op, Op::AtomicEnd)
                }
            };
            if stops {
                continue;
            }
            for touch in &self.edges[f][id.index()] {
                changed |= self.add_touch(mine, source, *touch);
            }
            let mut goes_on = edge.op.continues();
            if let Ok(found) = self.callees[f].binary_search_by_key(&id, |(e, _)| *e) {
                // A creating thread goes on at once; a caller goes on if the callee returns.
                let is_call = matches!(edge.op, Op::Call { .. });
                goes_on &= !is_call;
                for callee in &self.callees[f][found].1 {
                    let (row, returns) = &totals[*callee];
                    changed |= add_row(&mut mine.bits, source * 2 * self.words, row);
                    goes_on |= is_call && *returns;
                }
            }
            if matches!(edge.op, Op::Return { .. }) {
                changed |= !std::mem::replace(&mut mine.returns[source], true);
            }
            if goes_on {
                let target = edge.target.index();
                changed |= self.copy_row(mine, target, source);
                if mine.returns[target] {
                    changed |= !std::mem::replace(&mut mine.returns[source], true);
                }
            }
        }
        changed
    }

    fn add_touch(&self, rows: &mut FunctionRows, loc: usize, touch: Touch) -> bool {
        let half = if touch.write { self.words } else { 0 };
        let word = loc * 2 * self.words + half + touch.resource.0 as usize / 64;
        let bit = 1u64 << (touch.resource.0 % 64);
        let new = rows.bits[word] & bit == 0;
        rows.bits[word] |= bit;
        new
    }

    fn copy_row(&self, rows: &mut FunctionRows, from: usize, to: usize) -> bool {
        let mut changed = false;
        for i in 0..2 * self.words {
            let theirs = rows.bits[from * 2 * self.words + i];
            let mine = &mut rows.bits[to * 2 * self.words + i];
            changed |= theirs & !*mine != 0;
            *mine |= theirs;
        }
        changed
    }

    fn touch_all(&self, set: &ObjectSet, write: bool, out: &mut Vec<Touch>) {
        out.extend(set.iter().filter_map(|o| self.resources[o]).map(|resource| Touch { resource, write }));
    }

    /// What one edge touches.
    fn edge_touches(&self, scope: &EdgeScope<'_>, edge: &Edge) -> Box<[Touch]> {
        let mut out = Vec::new();
        let at = |e: &Expr| scope.points_to.may_address(scope.function, e);
        match &edge.op {
            Op::Load { addr, .. } => self.touch_all(&at(addr), false, &mut out),
            Op::Store { addr, .. } | Op::Rmw { addr, .. } | Op::CompareExchange { addr, .. } => {
                self.touch_all(&at(addr), true, &mut out);
            }
            Op::Declare { local } | Op::Live { local, .. } => {
                let object = scope.points_to.number(Object::Local(scope.function, *local));
                self.touch_all(&object.into_iter().collect(), true, &mut out);
            }
            Op::Alloc { .. } => out.push(Touch { resource: Resource::HEAP, write: false }),
            Op::Free { addr } => {
                out.push(Touch { resource: Resource::HEAP, write: true });
                self.touch_all(&at(addr), true, &mut out);
            }
            Op::BlockSize { addr, .. } => {
                out.push(Touch { resource: Resource::HEAP, write: false });
                self.touch_all(&at(addr), false, &mut out);
            }
            Op::TakeText { addr, .. } => {
                out.push(Touch { resource: Resource::HEAP, write: false });
                self.touch_all(&at(addr), false, &mut out);
                self.touch_all(&at(addr), true, &mut out);
            }
            Op::StackFree { addr } => self.touch_all(&at(addr), true, &mut out),
            // A frame takes its objects with it; nobody else should look at them, but somebody may.
            Op::Return { .. } => self.touch_all(scope.frame, true, &mut out),
            Op::External { args, .. } => {
                for arg in args {
                    let reached = scope.points_to.closure(at(&arg.value));
                    self.touch_all(&reached, arg.may_write(), &mut out);
                }
            }
            Op::Output { sink, format, args, .. } => {
                match sink {
                    OutputSink::Stdout | OutputSink::Other => {}
                    OutputSink::Buffer { addr, .. } => self.touch_all(&at(addr), true, &mut out),
                }
                let counts = scope.program.may_store_count(format);
                args.iter().for_each(|arg| self.touch_all(&at(arg), counts, &mut out));
                self.touch_all(&at(format), false, &mut out);
            }
            Op::Sync { op, args, .. } => self.sync_touches(scope, *op, args, &mut out),
            Op::Skip
            | Op::Assume { .. }
            | Op::Require { .. }
            | Op::Assign { .. }
            | Op::Nondet { .. }
            | Op::Fence
            | Op::Call { .. }
            | Op::Compute { .. }
            | Op::StackAlloc { .. }
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::Error { .. }
            | Op::End { .. }
            | Op::Unreachable
            | Op::Unsupported { .. } => {}
        }
        out.sort_unstable();
        out.dedup();
        out.into()
    }

    fn sync_touches(&self, scope: &EdgeScope<'_>, op: SyncOp, args: &[Expr], out: &mut Vec<Touch>) {
        let at = |e: &Expr| scope.points_to.may_address(scope.function, e);
        let write = |resource| Touch { resource, write: true };
        if self.cancels && op.is_cancellation_point() {
            out.push(Touch { resource: Resource::CANCELLATION, write: false });
        }
        match op.scope() {
            SyncScope::Nobody => {}
            SyncScope::Threads => out.push(write(Resource::THREADS)),
            SyncScope::Detach => out.extend([write(Resource::THREADS), write(Resource::DETACHED)]),
            SyncScope::Cancel => out.extend([Resource::THREADS, Resource::DETACHED, Resource::CANCELLATION].map(write)),
            SyncScope::Cancellation => out.push(Touch { resource: Resource::CANCELLATION, write: false }),
            SyncScope::ThreadEnd => self.touch_all(scope.stack, true, out),
            SyncScope::KeyNumbers => out.push(write(Resource::KEYS)),
            SyncScope::KeyValues => out.push(Touch { resource: Resource::KEYS, write: false }),
            SyncScope::Objects(count) => {
                for object in args.iter().take(count) {
                    self.touch_all(&at(object), true, out);
                }
            }
        }
    }
}

type Totals = IdVec<FuncId, (Vec<u64>, bool)>;

fn add_row(bits: &mut [u64], start: usize, row: &[u64]) -> bool {
    let mut changed = false;
    for (mine, theirs) in bits[start..].iter_mut().zip(row) {
        changed |= theirs & !*mine != 0;
        *mine |= theirs;
    }
    changed
}

/// What is needed to know what an edge touches.
struct EdgeScope<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    function: FuncId,
    /// The objects of a frame of the function.
    frame: &'a ObjectSet,
    /// The objects of all frames.
    stack: &'a ObjectSet,
}

/// The objects that die with a frame of each function, and with any frame.
fn frame_objects(program: &Program, points_to: &PointsTo) -> (IdVec<FuncId, ObjectSet>, ObjectSet) {
    let mut frames: IdVec<FuncId, ObjectSet> = program.functions.iter().map(|_| ObjectSet::default()).collect();
    let mut all = ObjectSet::default();
    for (number, object) in points_to.objects().enumerated() {
        let owner = match object {
            Object::Local(f, _) => Some(*f),
            Object::Block(f, e) if matches!(program.functions[*f].edge(*e).op, Op::StackAlloc { .. }) => Some(*f),
            Object::Block(..) | Object::Global(_) | Object::Function(_) | Object::ThreadIds => None,
        };
        if let Some(f) = owner {
            frames[f].insert(number);
            all.insert(number);
        }
    }
    (frames, all)
}

/// The objects that several threads can reach and that can change, numbered.
fn resources(program: &Program, points_to: &PointsTo) -> IdVec<ObjectIx, Option<Resource>> {
    let mut shared = points_to.handed_over().clone();
    for (number, object) in points_to.objects().enumerated() {
        if let Object::Global(g) = object {
            match program.globals[*g].kind {
                GlobalKind::Variable | GlobalKind::StaticLocal | GlobalKind::Constant | GlobalKind::Extern => {
                    shared.insert(number);
                }
                GlobalKind::ThreadLocal => {}
            }
        }
    }
    let shared = points_to.closure(shared);
    let mut next = Resource::FIRST_OBJECT;
    let mut number = |object: ObjectIx| {
        let can_change = match points_to.objects()[object] {
            Object::Global(g) => match program.globals[g].kind {
                GlobalKind::Constant => false,
                GlobalKind::Variable | GlobalKind::StaticLocal | GlobalKind::Extern | GlobalKind::ThreadLocal => true,
            },
            Object::Function(_) | Object::ThreadIds => false,
            Object::Local(..) | Object::Block(..) => true,
        };
        (can_change && shared.contains(object)).then(|| {
            next += 1;
            Resource(next - 1)
        })
    };
    points_to.objects().ids().map(&mut number).collect()
}

/// The functions that edges call or start as threads, by edge.
fn callees(scope: &EdgeScope<'_>, function: &Function) -> Vec<(EdgeId, Vec<FuncId>)> {
    let mut out = Vec::new();
    for (id, edge) in function.edges().enumerated() {
        scope.points_to.deadline().look();
        if let Op::Call { callee, .. } = &edge.op {
            let callees = match callee {
                Callee::Direct(f) => vec![*f],
                Callee::Indirect(target) => scope.points_to.callees(scope.function, target),
            };
            out.push((id, callees));
        } else if let Op::Sync { op: SyncOp::ThreadCreate, args, .. } = &edge.op {
            let starts = args.first().map(|start| scope.points_to.callees(scope.function, start));
            out.push((id, starts.unwrap_or_default()));
        }
    }
    out
}

/// Whether a function asks for the end of a thread.
fn cancels(function: &Function) -> bool {
    function.edges().iter().any(|e| matches!(e.op, Op::Sync { op: SyncOp::ThreadCancel, .. }))
}

/// The lock with a constant address that the operation waits for while another thread holds it.
fn acquires(op: &Op) -> Option<LockCell> {
    let Op::Sync { op, args, .. } = op else { return None };
    let LockUse::Takes(_) = lock_use(*op) else { return None };
    let ExprKind::GlobalAddr(global, offset) = args.first()?.kind else { return None };
    Some(LockCell { global, offset })
}

fn lock_cells(program: &Program, points_to: &PointsTo) -> Vec<LockCell> {
    let mut cells: Vec<LockCell> = program
        .functions
        .enumerated()
        .filter(|(id, _)| points_to.is_reachable(*id))
        .flat_map(|(_, f)| f.edges().iter().filter_map(|e| acquires(&e.op)))
        .filter(|cell| program.globals[cell.global].kind != GlobalKind::ThreadLocal)
        .collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}
