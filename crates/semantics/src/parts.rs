//! Which bytes of shared objects a thread may still touch.
//!
//! **Idea.** The summaries of [`Effects`] speak of whole objects: two threads that fill different halves of an array are in each other's way for them.
//! Here the thread is followed from where it is, alone and with *intervals* instead of values (P. and R. Cousot, POPL 1977): its registers begin with
//! their values, a branch limits what it compares, and each access becomes an interval of addresses. The state lies in it as numbers, so an address is
//! a number like any other.
//!
//! **Memory** is read only where nobody can change it any more: the object is in no thread's future as written. Every other load
//! gives any value, and stores are not followed.
//!
//! **Soundness.** Law: if an execution goes on from the state, each access that the thread makes is in one of its parts; everything else that it does
//! is in the summaries of its edges, which are taken whole. By induction on the execution each register is in its interval: what is read from memory is what is there
//! now, as the futures of all threads together contain every write. Called functions are followed with the hull of all their arguments; threads that
//! it creates are taken whole.
//!
//! **Widening.** A bound that still moves at the fourth visit goes to the next *threshold*: a bound that some branch has compared with; behind the last
//! one, to the end of the type. So a counter stops where its loop does. **Cost**: some visits of each edge that the thread can reach,
//! [`MOST_EDGES`] at most; then nothing is known. What was found is remembered per content of a thread and the memory it read, and is a function of these.
//!
//! *Rejected*: what a thread touches in all its life, from its argument. It would be computed once per thread, but the argument is dead soon, and dead values are
//! cut out of states.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use raddle_machine::{Addr, Machine, State, Status, Thread, Value};
use raddle_program::{
    AccessKind, Edge, EdgeId, Expr, ExprKind, Flow, FuncId, Function, GlobalKind, Id, Loc, LocalId, Op, Program,
    Scalar, Storage, SyncOp,
};

use crate::effects::{Effects, Touch};
use crate::interval::{self, Interval, is_number};

/// More edges than this are not looked at.
const MOST_EDGES: u32 = 4000;
/// So often a place is visited before its bounds go to thresholds.
const EXACT_VISITS: u32 = 3;
/// So many thresholds are kept.
const MOST_THRESHOLDS: usize = 64;
/// A load from one of so many addresses is followed.
const MOST_READ: i128 = 32;
/// So many threads are remembered.
const MOST_THREADS: usize = 1 << 14;

/// What a thread may still touch.
#[derive(Debug, Default)]
pub(crate) struct Future {
    /// Accesses: from an address to another one in steps, so many bytes at each, and whether they are written.
    accesses: BTreeSet<(i128, i128, i128, i128, bool)>,
    /// Edges whose summaries are taken whole.
    edges: BTreeSet<(FuncId, EdgeId)>,
    /// The start routines of threads that it creates.
    starts: BTreeSet<FuncId>,
}

impl Future {
    /// Whether something in it conflicts with an access.
    pub(crate) fn conflicts(
        &self,
        program: &Program,
        effects: &Effects,
        touch: Touch,
        (addr, len): (Addr, u32),
    ) -> bool {
        let (first, last) = (i128::from(addr), i128::from(addr) + i128::from(len) - 1);
        let clash = |other: &Touch| other.resource == touch.resource && (other.write || touch.write);
        let meets = |lo: i128, hi: i128, step: i128, bytes: i128| {
            // The first of the addresses from which on a byte is accessed that is not before the first one.
            let (step, ahead) = (step.max(1), (first - bytes + 1 - lo).max(0));
            let from = lo + (ahead + step - 1) / step * step;
            from <= hi && from <= last
        };
        self.accesses
            .iter()
            .any(|(lo, hi, step, bytes, write)| (*write || touch.write) && meets(*lo, *hi, *step, *bytes))
            || self.edges.iter().any(|(function, edge)| effects.edge(*function, *edge).iter().any(clash))
            || self.starts.iter().any(|f| effects.from(*f, program.functions[*f].entry).conflicts(touch))
    }
}

/// A cell that was read: its bytes, and what was there if nobody can change it.
type Read = (Addr, u32, Option<u128>);

/// What was found for a thread, with the memory that it rests on; nothing if that was too much.
type Remembered = (Vec<Read>, Option<Rc<Future>>);

/// Parts, and what is remembered of them.
#[derive(Default)]
pub(crate) struct Parts {
    known: RefCell<FxHashMap<Arc<Thread>, Vec<Remembered>>>,
}

impl Parts {
    /// What a thread may still touch, if that can be told.
    pub(crate) fn future(
        &self,
        machine: &Machine<'_>,
        effects: &Effects,
        state: &State,
        thread: &Arc<Thread>,
    ) -> Option<Rc<Future>> {
        let memory = Unchanging { machine, effects, state };
        let mut known = self.known.borrow_mut();
        if let Some(all) = known.get(thread) {
            let holds = |(reads, _): &&Remembered| reads.iter().all(|(a, len, value)| memory.read(*a, *len) == *value);
            if let Some((_, future)) = all.iter().find(holds) {
                return future.clone();
            }
        }
        let mut walk = Walk::new(&memory, thread);
        let future = walk.solve().then(|| Rc::new(walk.collect()));
        if known.len() >= MOST_THREADS {
            known.clear();
        }
        let reads = walk.reads.into_iter().map(|((addr, len), value)| (addr, len, value)).collect();
        known.entry(thread.clone()).or_default().push((reads, future.clone()));
        future
    }
}

/// The memory of a state, as far as nobody can change it.
struct Unchanging<'a> {
    machine: &'a Machine<'a>,
    effects: &'a Effects,
    state: &'a State,
}

impl Unchanging<'_> {
    /// The bits at an address, if they are known and stay.
    fn read(&self, addr: Addr, len: u32) -> Option<u128> {
        let object = self.machine.object_at(self.state, addr)?.0.declared()?;
        let resource = self.effects.resource(object)?;
        let touch = Touch { resource, write: false };
        let program = self.machine.program();
        let from = |function: FuncId, loc: Loc| self.effects.from(function, loc).conflicts(touch);
        let writes = |thread: &Arc<Thread>| match thread.status {
            Status::Ended { .. } | Status::Free => false,
            Status::Running
            | Status::Waiting { .. }
            | Status::Reacquiring { .. }
            | Status::Queued { .. }
            | Status::AtBarrier { .. }
            | Status::Stuck => thread.frames.iter().any(|frame| from(frame.func, frame.loc)),
        };
        let ends = self.effects.destructors().iter().any(|f| from(*f, program.functions[*f].entry));
        if ends || self.state.threads.iter().any(writes) {
            return None;
        }
        self.machine.plain_at(self.state, addr, len)
    }
}

/// Where a thread is followed: in one of its frames, or in a function that is called.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Room {
    Frame(usize),
    Called(FuncId),
}

/// The intervals of a function's registers.
type Registers = Vec<Interval>;

struct Walk<'a> {
    memory: &'a Unchanging<'a>,
    thread: &'a Thread,
    reached: BTreeMap<(Room, Loc), (Registers, u32)>,
    queue: Vec<(Room, Loc)>,
    thresholds: BTreeSet<i128>,
    reads: BTreeMap<(Addr, u32), Option<u128>>,
    edges: u32,
}

impl<'a> Walk<'a> {
    fn new(memory: &'a Unchanging<'a>, thread: &'a Thread) -> Walk<'a> {
        let mut walk = Walk {
            memory,
            thread,
            reached: BTreeMap::new(),
            queue: Vec::new(),
            thresholds: BTreeSet::new(),
            reads: BTreeMap::new(),
            edges: 0,
        };
        for (depth, frame) in thread.frames.iter().enumerate() {
            let function = walk.function(frame.func);
            let mut registers: Registers = Vec::with_capacity(function.locals.len());
            for (local, value) in function.locals.iter().zip(&frame.regs) {
                registers.push(match (&local.storage, value) {
                    (Storage::Register(ty), Value::Bits(bits)) => Interval::of_bits(*bits, *ty),
                    (Storage::Register(ty), Value::Lazy(_)) => Interval::any(*ty),
                    (Storage::Memory { .. }, _) => Interval::one(0),
                });
            }
            // A caller goes on after its call.
            let loc = match function.first_edge(frame.loc) {
                Some(edge) if depth + 1 < thread.frames.len() => {
                    let edge = function.edge(edge);
                    set_any(function, &edge.op, &mut registers);
                    edge.target
                }
                _ => frame.loc,
            };
            walk.reach((Room::Frame(depth), loc), registers);
        }
        walk
    }

    fn function(&self, id: FuncId) -> &'a Function {
        &self.memory.machine.program().functions[id]
    }

    fn function_of(&self, room: Room) -> FuncId {
        match room {
            Room::Frame(depth) => self.thread.frames[depth].func,
            Room::Called(function) => function,
        }
    }

    /// Finds intervals for all places; false if that is too much.
    fn solve(&mut self) -> bool {
        while let Some(place) = self.queue.pop() {
            let (room, loc) = place;
            let id = self.function_of(room);
            let registers = self.reached[&place].0.clone();
            for (edge_id, edge) in self.function(id).leaving(loc) {
                self.edges += 1;
                if self.edges > MOST_EDGES {
                    return false;
                }
                self.memory.machine.deadline().look();
                self.follow(room, (id, edge_id, edge), registers.clone());
            }
        }
        true
    }

    /// Lets an edge lead on.
    fn follow(&mut self, room: Room, (id, edge_id, edge): (FuncId, EdgeId, &'a Edge), mut registers: Registers) {
        let target = (room, edge.target);
        match edge.op.flow() {
            Flow::Condition(cond) => {
                let holds = !matches!(edge.op, Op::Assume { holds: false, .. });
                if !self.limit(room, cond, holds, &mut registers) {
                    return;
                }
            }
            Flow::Assign { dst, value } => registers[dst.index()] = self.value(room, value, &registers),
            Flow::Nondet { dst, ranges: Some([(lo, hi)]) } => {
                let any = Interval::span(*lo, *hi);
                registers[dst.index()] = any.within(register_type(self.function(id), dst));
            }
            Flow::Access(access) => {
                let addr = self.value(room, access.addr, &registers);
                set_any(self.function(id), &edge.op, &mut registers);
                if let AccessKind::Load { dst } = access.kind
                    && let Some(read) = self.read(addr, access.access.ty)
                {
                    registers[dst.index()] = read;
                }
            }
            Flow::Call { args, .. } => {
                let values: Vec<Interval> = args.iter().map(|arg| self.value(room, arg, &registers)).collect();
                let calls = self.memory.effects.callees(id);
                let found = calls.binary_search_by_key(&edge_id, |(edge, _)| *edge);
                for callee in found.map_or(&[][..], |at| &calls[at].1[..]) {
                    self.enter(*callee, &values);
                }
                set_any(self.function(id), &edge.op, &mut registers);
            }
            Flow::Nondet { .. }
            | Flow::Declare { .. }
            | Flow::Return { .. }
            | Flow::External { .. }
            | Flow::Block { .. }
            | Flow::Size { .. }
            | Flow::Compute { .. }
            | Flow::Sync { .. }
            | Flow::Output { .. }
            | Flow::Nothing => set_any(self.function(id), &edge.op, &mut registers),
        }
        if edge.op.continues() {
            self.reach(target, registers);
        }
    }

    /// What is read from one of some addresses, if it stays.
    fn read(&mut self, from: Interval, ty: Scalar) -> Option<Interval> {
        let many = from.count().filter(|many| *many <= MOST_READ)?;
        let (memory, len) = (self.memory, ty.size() as u32);
        let mut all: Option<Interval> = None;
        for i in 0..many {
            let addr = Addr::try_from(from.lo + i * from.step).ok()?;
            let bits = (*self.reads.entry((addr, len)).or_insert_with(|| memory.read(addr, len)))?;
            let one = Interval::of_bits(ty.truncate(bits), ty);
            all = Some(all.map_or(one, |all| all.hull(one)));
        }
        all
    }

    /// Begins a called function with some arguments; its other registers may have any value.
    fn enter(&mut self, id: FuncId, values: &[Interval]) {
        let function = self.function(id);
        let mut registers: Registers =
            function.locals.ids().map(|local| Interval::any(register_type(function, local))).collect();
        for (index, (local, value)) in function.locals.ids().take(function.params).zip(values).enumerate() {
            registers[index] = value.within(register_type(function, local));
        }
        self.reach((Room::Called(id), function.entry), registers);
    }

    /// Adds what is known to what is known already.
    fn reach(&mut self, place: (Room, Loc), registers: Registers) {
        let function = self.function(self.function_of(place.0));
        let Some((old, visits)) = self.reached.get_mut(&place) else {
            self.reached.insert(place, (registers, 1));
            self.queue.push(place);
            return;
        };
        if old.iter().zip(&registers).all(|(old, new)| old.contains(*new)) {
            return;
        }
        *visits += 1;
        let widens = *visits > EXACT_VISITS;
        for (local, (old, new)) in function.locals.ids().zip(old.iter_mut().zip(&registers)) {
            let mut hull = old.hull(*new);
            if widens && hull != *old {
                let any = Interval::any(register_type(function, local));
                let (mut lo, mut hi) = (hull.lo, hull.hi);
                if lo < old.lo {
                    lo = self.thresholds.range(..=lo).next_back().map_or(any.lo, |t| (*t).max(any.lo));
                }
                if hi > old.hi {
                    hi = self.thresholds.range(hi..).next().map_or(any.hi, |t| (*t).min(any.hi));
                }
                hull = hull.widened(lo, hi);
            }
            *old = hull;
        }
        if !self.queue.contains(&place) {
            self.queue.push(place);
        }
    }

    /// What a condition says of registers; false if it cannot be as it must.
    fn limit(&mut self, room: Room, cond: &Expr, holds: bool, registers: &mut Registers) -> bool {
        if self.value(room, cond, registers).truth() == Some(!holds) {
            return false;
        }
        let ExprKind::Binary(op, a, b) = &cond.kind else { return true };
        let Some((_, negated)) = interval::mirrored_and_negated(*op) else { return true };
        let op = if holds { *op } else { negated };
        let Some((mirrored, _)) = interval::mirrored_and_negated(op) else { return true };
        if !is_number(a.ty) {
            return true;
        }
        let (left, right) = (self.value(room, a, registers), self.value(room, b, registers));
        for (value, ty) in [(left, a.ty), (right, b.ty)] {
            let any = Interval::any(ty);
            for bound in [value.lo, value.hi].into_iter().filter(|v| *v != any.lo && *v != any.hi) {
                if self.thresholds.len() + 2 < MOST_THRESHOLDS {
                    self.thresholds.extend([bound - 1, bound, bound + 1]);
                }
            }
        }
        let sides = [(a, interval::left_of(op, left, right)), (b, interval::left_of(mirrored, right, left))];
        for (side, limited) in sides {
            let Some(limited) = limited else { return false };
            if let Some(local) = register_behind(side, registers) {
                match registers[local.index()].meet(limited) {
                    Some(both) => registers[local.index()] = both,
                    None => return false,
                }
            }
        }
        true
    }

    /// The interval of an expression.
    fn value(&self, room: Room, expr: &Expr, registers: &Registers) -> Interval {
        let any = Interval::any(expr.ty);
        let at = |addr: Addr, offset: i64| Interval::one(i128::from(addr) + i128::from(offset)).within(expr.ty);
        let machine = self.memory.machine;
        match &expr.kind {
            ExprKind::Const(bits) => Interval::of_bits(*bits, expr.ty),
            ExprKind::Reg(local) => registers[local.index()].within(expr.ty),
            ExprKind::GlobalAddr(global, offset) => match machine.program().globals[*global].kind {
                GlobalKind::ThreadLocal => any,
                GlobalKind::Variable | GlobalKind::StaticLocal | GlobalKind::Constant | GlobalKind::Extern => {
                    at(machine.global_addr(*global), *offset)
                }
            },
            ExprKind::LocalAddr(local, offset) => match room {
                Room::Frame(depth) => at(machine.local_addr(&self.thread.frames[depth], *local), *offset),
                Room::Called(_) => any,
            },
            ExprKind::FuncAddr(_) => any,
            ExprKind::Unary(op, a) => interval::unary(*op, self.value(room, a, registers), expr.ty),
            ExprKind::Binary(op, a, b) => {
                let (left, right) = (self.value(room, a, registers), self.value(room, b, registers));
                interval::binary(*op, left, right, a.ty, expr.ty)
            }
            ExprKind::Cast(a) if is_number(a.ty) => self.value(room, a, registers).within(expr.ty),
            ExprKind::Cast(_) => any,
            ExprKind::Ite(cond, a, b) => match self.value(room, cond, registers).truth() {
                Some(true) => self.value(room, a, registers),
                Some(false) => self.value(room, b, registers),
                None => self.value(room, a, registers).hull(self.value(room, b, registers)),
            },
        }
    }

    /// Everything that is touched, once the intervals are found.
    fn collect(&self) -> Future {
        let mut future = Future::default();
        for ((room, loc), (registers, _)) in &self.reached {
            let id = self.function_of(*room);
            for (edge_id, edge) in self.function(id).leaving(*loc) {
                if let Some(access) = edge.op.access() {
                    let addr = self.value(*room, access.addr, registers);
                    let bytes = i128::from(access.access.ty.size());
                    if addr != Interval::any(access.addr.ty) {
                        future.accesses.insert((addr.lo, addr.hi, addr.step, bytes, access.kind.writes()));
                        continue;
                    }
                }
                if !self.memory.effects.edge(id, edge_id).is_empty() {
                    future.edges.insert((id, edge_id));
                }
                if matches!(edge.op, Op::Sync { op: SyncOp::ThreadCreate, .. }) {
                    let calls = self.memory.effects.callees(id);
                    let starts = calls.iter().filter(|(e, _)| *e == edge_id).flat_map(|(_, starts)| starts);
                    future.starts.extend(starts.copied());
                }
            }
        }
        future
    }
}

/// The type of a register; of a memory local something that is never looked at.
fn register_type(function: &Function, local: LocalId) -> Scalar {
    match function.locals[local].storage {
        Storage::Register(ty) => ty,
        Storage::Memory { .. } => Scalar::INT,
    }
}

/// Lets what an operation sets have any value.
fn set_any(function: &Function, op: &Op, registers: &mut Registers) {
    for local in op.defs().into_iter().flatten() {
        registers[local.index()] = Interval::any(register_type(function, local));
    }
}

/// The register whose value an expression has, also if it is converted to a type that can hold it.
fn register_behind(expr: &Expr, registers: &Registers) -> Option<LocalId> {
    match &expr.kind {
        ExprKind::Reg(local) => Some(*local),
        ExprKind::Cast(inner) if is_number(inner.ty) && is_number(expr.ty) => {
            let local = register_behind(inner, registers)?;
            Interval::any(expr.ty).contains(registers[local.index()]).then_some(local)
        }
        ExprKind::Const(_)
        | ExprKind::GlobalAddr(..)
        | ExprKind::LocalAddr(..)
        | ExprKind::FuncAddr(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cast(_)
        | ExprKind::Ite(..) => None,
    }
}
