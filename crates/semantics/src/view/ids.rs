//! Names for threads, where nobody looks at their ids.
//!
//! **Idea.** What id a thread gets depends on which others there are, so views know nothing of ids ([`super::joins`]). But most programs do
//! nothing with an id but keep it and join the thread by it. Then ids are *opaque*: no execution depends on which they are, and the one who
//! creates threads may be thought to get *names* instead, chosen here so that the views of `main` are finitely many: the smallest one that is in
//! no variable. As long as a name is one of a thread that was created and neither joined nor detached, a join of it waits for that thread, and
//! cannot fail. (Data independence: P. Wolper, *Expressing interesting properties of programs in propositional temporal logic*, POPL 1986.)
//!
//! **When ids are opaque.** A flow analysis, insensitive to the order of statements, follows what creations return through copies of full width, from
//! register to register, to and from objects ([`PointsTo`]), into and out of calls. All of this must hold, or ids stay unknown:
//! - only `main` creates, joins and detaches threads, and code that other threads may execute touches no variable that may hold an id;
//! - an id goes nowhere but into such copies, into joins and detaches, and to where no answer can come from (arguments of externals, output);
//! - where ids are kept, nothing else is but zero, which is no id; so what is joined is an id, or zero, or was never set.
//!
//! **Soundness.** Take an execution, and give each thread a name when it is created that no variable holds. As ids are only copied, a variable holds a
//! name exactly where it held the id of that thread in the execution. A name of a thread that is not joined
//! yet is the only name of it, and its id is not given to another one. Where a name is left of a thread that is gone, it may have become the id of another
//! thread in the execution: joining it takes any thread or fails, and whom it took is not known, so all names are given up. The choice
//! depends on the variables for ids alone, which are explicit in every view, so all views that stand for a state agree on it. If one of them
//! holds something that is not known, the next thread gets no name.
//!
//! Names are spelled such that bytes of several of them never make up another one.
//!
//! **Cost**: linear in edges times objects of a pointer; a look at the variables for ids in every view of `main`.
//!
//! **Rejected**: matching loops that create with loops that join, by their bounds. It knows fewer programs, and the loops are executed anyway.

use std::collections::BTreeSet;
use std::fmt;

use raddle_machine::{Block, BlockIx, ObjectKind, State, ThreadIx, Value};
use raddle_program::analysis::{Object, ObjectSet, PointsTo};
use raddle_program::{
    AccessKind, Callee, Expr, ExprKind, Flow, FuncId, GlobalKind, Id, LocalId, MemoryAccess, Op, OutputSink, Program,
    Scalar, SyncOp,
};

use crate::dependence::Dependence;
use crate::exact::ExactUses;

/// How many threads of a template get names at the same time.
pub(super) const NAMES: u64 = 64;

/// The name of a thread in a view: the bits that a variable for ids holds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ThreadName(pub u128);

impl fmt::Debug for ThreadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

/// Where ids are kept in a program that does not look at them.
#[derive(Debug)]
pub(super) struct Ids {
    registers: BTreeSet<(FuncId, LocalId)>,
    objects: BTreeSet<Object>,
    /// All objects with ids, those that no join depends on included.
    all: BTreeSet<Object>,
    /// Block, offset and length of those that are global.
    globals: Vec<(BlockIx, u32, u32)>,
    /// Bytes of an id.
    size: u32,
}

impl Ids {
    /// Finds out where they are kept; `None` if the program may look at them.
    pub(super) fn new(dependence: &Dependence<'_>, exact: &ExactUses) -> Option<Ids> {
        let machine = dependence.machine();
        let (program, points_to) = (machine.program(), machine.points_to());
        let pointer = Scalar::pointer(program.data_model());
        let mut flow = Propagation { program, points_to, pointer, kept: Kept::default(), grown: true, opaque: true };
        while flow.grown {
            flow.grown = false;
            flow.pass(&BTreeSet::new());
        }
        // What was used before all was known does not count.
        flow.opaque = true;
        flow.pass(&dependence.executed_by_others());
        if !flow.opaque {
            return None;
        }
        let mut ids = Ids {
            registers: BTreeSet::new(),
            objects: BTreeSet::new(),
            all: flow.kept.objects.iter().map(|number| points_to.objects()[number]).collect(),
            globals: Vec::new(),
            size: pointer.size() as u32,
        };
        // What no join depends on does not matter.
        ids.registers.extend(flow.kept.registers.into_iter().filter(|(f, local)| exact.register(*f, *local)));
        for number in flow.kept.objects.iter() {
            let object = points_to.objects()[number];
            if let Object::Global(global) = object
                && (program.globals[global].kind == GlobalKind::ThreadLocal
                    || program.globals[global].init.iter().any(|byte| *byte != 0))
            {
                return None;
            }
            let place = match object {
                Object::Global(global) => machine.global_block(global).map(|at| (at, program.globals[global].size)),
                Object::Local(..) | Object::Block(..) | Object::Function(_) | Object::ThreadIds => None,
            };
            match place {
                _ if !exact.object(object) => {}
                Some(((block, offset), size)) => ids.globals.push((block, offset, size as u32)),
                None => {
                    ids.objects.insert(object);
                }
            }
        }
        Some(ids)
    }

    /// All objects with ids.
    pub(super) fn all(&self) -> &BTreeSet<Object> {
        &self.all
    }

    /// Bytes of an id.
    pub(super) fn size(&self) -> usize {
        self.size as usize
    }

    /// Whether a variable is one for ids: one in an object of this kind, or that begins at an offset of a block with globals.
    pub(super) fn are_kept_in(&self, kind: ObjectKind, (block, offset): (usize, usize)) -> bool {
        let global = self.globals.iter().any(|(page, start, _)| (page.index(), *start as usize) == (block, offset));
        match kind {
            ObjectKind::GlobalPage(_) | ObjectKind::Global(_) => global,
            ObjectKind::ThreadLocal(global, _) => self.objects.contains(&Object::Global(global)),
            ObjectKind::Local(function, local, _) => self.objects.contains(&Object::Local(function, local)),
            ObjectKind::StackBlock(function, edge, _) | ObjectKind::Heap(function, edge) => {
                self.objects.contains(&Object::Block(function, edge))
            }
            ObjectKind::Freed => false,
        }
    }

    /// Whether a register is one for ids.
    pub(super) fn are_kept_in_register(&self, function: FuncId, register: usize) -> bool {
        self.registers.contains(&(function, LocalId(register as u32)))
    }

    /// The name of a thread of a template.
    fn name(&self, template: ThreadIx, number: u64) -> Value {
        let number = u64::from(template.0) * NAMES + number;
        let byte = |i: u32| u128::from(i) << 5 | u128::from(number >> (5 * i) & 31);
        Value::Bits((0..self.size).map(|i| byte(i) << (8 * i)).sum())
    }

    /// Whose name this is, if it is one.
    pub(super) fn template(&self, name: ThreadName) -> Option<ThreadIx> {
        let ThreadName(bits) = name;
        let bytes = (0..self.size).map(|i| bits >> (8 * i) & 255);
        let spelled = bytes.clone().zip(0..).all(|(byte, i)| byte >> 5 == i);
        let number = bytes.zip(0..).map(|(byte, i)| (byte as u64 & 31) << (5 * i)).sum::<u64>();
        (spelled && bits >> (8 * self.size) == 0).then_some(())?;
        u16::try_from(number / NAMES).ok().map(ThreadIx)
    }

    /// A name for a new thread: the first one that no variable of the thread that creates it holds. None if there are too many, or if
    /// a variable holds something that is not known.
    pub(super) fn fresh(&self, state: &State, creator: ThreadIx, template: ThreadIx) -> Option<Value> {
        let held = self.held(state, creator)?;
        let free = |name: &Value| matches!(name, Value::Bits(bits) if !held.contains(&ThreadName(*bits)));
        let spelled =
            |name: &Value| matches!(name, Value::Bits(bits) if self.template(ThreadName(*bits)) == Some(template));
        (0..NAMES).map(|number| self.name(template, number)).find(free).filter(spelled)
    }

    /// The names that the variables for ids hold; `None` if one of them holds something that is not known.
    pub(super) fn held(&self, state: &State, thread: ThreadIx) -> Option<BTreeSet<ThreadName>> {
        let mut names = BTreeSet::new();
        for frame in &state.threads[thread.0 as usize].frames {
            for (_, local) in self.registers.range((frame.func, LocalId(0))..=(frame.func, LocalId(u32::MAX))) {
                match frame.regs.get(local.0 as usize)? {
                    Value::Bits(bits) => {
                        names.extend(Some(ThreadName(*bits)).filter(|name| self.template(*name).is_some()))
                    }
                    Value::Lazy(_) => return None,
                }
            }
        }
        for (block, offset, len) in &self.globals {
            self.names_in(&state.memory[*block], *offset, *len, &mut names)?;
        }
        for (object, block) in state.memory.shape.objects.iter().zip(&state.memory.blocks) {
            let declared = match object.kind {
                ObjectKind::GlobalPage(_) | ObjectKind::Global(_) | ObjectKind::ThreadLocal(..) | ObjectKind::Freed => {
                    continue;
                }
                ObjectKind::Local(function, local, _) => Object::Local(function, local),
                ObjectKind::StackBlock(function, edge, _) | ObjectKind::Heap(function, edge) => {
                    Object::Block(function, edge)
                }
            };
            if self.objects.contains(&declared) {
                self.names_in(block, 0, block.bytes.len() as u32, &mut names)?;
            }
        }
        Some(names)
    }

    fn names_in(&self, block: &Block, offset: u32, len: u32, names: &mut BTreeSet<ThreadName>) -> Option<()> {
        let inside = |at: u32| offset <= at && at < offset + len;
        if block.lazy.iter().any(|r| r.value.is_some() && (inside(r.offset) || inside(r.offset + r.len - 1))) {
            return None;
        }
        let bytes = block.bytes.get(offset as usize..(offset + len) as usize)?;
        for word in bytes.windows(self.size as usize) {
            let name = ThreadName(word.iter().rev().fold(0, |n, byte| n << 8 | u128::from(*byte)));
            names.extend(Some(name).filter(|name| self.template(*name).is_some()));
        }
        Some(())
    }
}

/// What may hold ids.
#[derive(Debug, Default)]
struct Kept {
    registers: BTreeSet<(FuncId, LocalId)>,
    results: BTreeSet<FuncId>,
    objects: ObjectSet,
}

struct Propagation<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    pointer: Scalar,
    kept: Kept,
    /// Whether something was added in this pass.
    grown: bool,
    /// Whether all uses so far were allowed.
    opaque: bool,
}

impl Propagation<'_> {
    /// Looks at every edge; at those of some functions as at code that must not touch ids.
    fn pass(&mut self, others: &BTreeSet<FuncId>) {
        for (function, body) in self.program.functions.enumerated() {
            if !self.points_to.is_reachable(function) {
                continue;
            }
            let foreign = others.contains(&function);
            for edge in body.edges().iter() {
                self.op(function, &edge.op);
                let mut touched = false;
                edge.op.for_each_expr(&mut |e| touched |= self.holds_id(function, e));
                if let Some(access) = edge.op.access() {
                    touched |= self.reaches_ids(function, access.addr);
                }
                self.opaque &= !(foreign && touched);
            }
        }
    }

    /// Whether the value of an expression is made of an id.
    fn holds_id(&self, function: FuncId, expr: &Expr) -> bool {
        let mut found = false;
        expr.walk(&mut |e| {
            found |= matches!(e.kind, ExprKind::Reg(local) if self.kept.registers.contains(&(function, local)));
        });
        found
    }

    /// Whether an expression may be the address of an object that holds ids.
    fn reaches_ids(&self, function: FuncId, addr: &Expr) -> bool {
        self.points_to.may_address(function, addr).iter().any(|object| self.kept.objects.contains(object))
    }

    fn is_id(&self, ty: Scalar) -> bool {
        matches!(ty, Scalar::Int { bits, .. } if u32::from(bits) == self.pointer.bits())
    }

    /// Whether an expression is a register, converted at most between types that hold all of an id.
    fn is_copy(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Reg(_) => self.is_id(expr.ty),
            ExprKind::Cast(inner) => self.is_id(expr.ty) && self.is_copy(inner),
            ExprKind::Const(_)
            | ExprKind::GlobalAddr(..)
            | ExprKind::LocalAddr(..)
            | ExprKind::FuncAddr(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Ite(..) => false,
        }
    }

    fn is_zero(expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Const(bits) => *bits == 0,
            ExprKind::Cast(inner) => Self::is_zero(inner),
            ExprKind::Reg(_)
            | ExprKind::GlobalAddr(..)
            | ExprKind::LocalAddr(..)
            | ExprKind::FuncAddr(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Ite(..) => false,
        }
    }

    fn keep(&mut self, function: FuncId, register: Option<LocalId>) {
        if let Some(local) = register {
            self.grown |= self.kept.registers.insert((function, local));
        }
    }

    /// A value goes to where ids are kept if `kept` says so: whether it is an id that has to be kept there, too.
    fn goes(&mut self, function: FuncId, value: &Expr, kept: bool) -> bool {
        let id = self.holds_id(function, value);
        self.opaque &= match id {
            true => self.is_copy(value),
            false => !kept || Self::is_zero(value),
        };
        id
    }

    /// No id may be used here.
    fn refuse(&mut self, function: FuncId, op: &Op) {
        let mut used = op.access().is_some_and(|access| self.reaches_ids(function, access.addr));
        let syncs = matches!(op, Op::Sync { .. });
        op.for_each_expr(&mut |e| used |= self.holds_id(function, e) || syncs && self.reaches_ids(function, e));
        let set = |local: &LocalId| self.kept.registers.contains(&(function, *local));
        used |= op.defs().iter().flatten().any(set);
        self.opaque &= !used;
    }

    fn op(&mut self, function: FuncId, op: &Op) {
        match op.flow() {
            Flow::Assign { dst, value } => {
                if self.goes(function, value, self.kept.registers.contains(&(function, dst))) {
                    self.keep(function, Some(dst));
                }
            }
            Flow::Access(MemoryAccess { addr, access, kind: AccessKind::Load { dst } }) => {
                self.opaque &= !self.holds_id(function, addr);
                let from = self.points_to.may_address(function, addr);
                let ids = from.iter().any(|object| self.kept.objects.contains(object));
                if ids {
                    self.opaque &=
                        self.is_id(access.ty) && from.iter().all(|object| self.kept.objects.contains(object));
                    self.keep(function, Some(dst));
                } else {
                    self.opaque &= !self.kept.registers.contains(&(function, dst));
                }
            }
            Flow::Access(MemoryAccess { addr, access, kind: AccessKind::Store { value } }) => {
                self.opaque &= !self.holds_id(function, addr);
                let to = self.points_to.may_address(function, addr);
                let ids = to.iter().any(|object| self.kept.objects.contains(object));
                if ids || self.holds_id(function, value) {
                    self.opaque &= self.is_id(access.ty);
                }
                if self.goes(function, value, ids) {
                    for object in to.iter() {
                        self.grown |= self.kept.objects.insert(object);
                    }
                }
            }
            Flow::Call { dst, callee, args } => self.call(function, dst, callee, args),
            Flow::Return { value } => {
                let kept = self.kept.results.contains(&function);
                match value {
                    Some(value) => {
                        if self.goes(function, value, kept) {
                            self.grown |= self.kept.results.insert(function);
                        }
                    }
                    None => self.opaque &= !kept,
                }
            }
            Flow::Sync { op: SyncOp::ThreadCreate, args, dst, out } => {
                self.opaque &= !args.iter().any(|arg| self.holds_id(function, arg));
                self.opaque &= !dst.is_some_and(|dst| self.kept.registers.contains(&(function, dst)));
                self.keep(function, out);
            }
            Flow::Sync { op: SyncOp::ThreadJoin | SyncOp::ThreadDetach, args, dst, out } => {
                let set = [dst, out].into_iter().flatten().any(|r| self.kept.registers.contains(&(function, r)));
                let id = |arg: &Expr| self.holds_id(function, arg) && self.is_copy(arg) || Self::is_zero(arg);
                self.opaque &= !set && args.iter().all(id);
            }
            Flow::External { args, .. } => {
                let writes = |arg: &raddle_program::ExternalArg| {
                    let reached = self.points_to.closure(self.points_to.may_address(function, &arg.value));
                    arg.may_write() && reached.iter().any(|object| self.kept.objects.contains(object))
                };
                let set = op.defs().iter().flatten().any(|r| self.kept.registers.contains(&(function, *r)));
                self.opaque &= !set && !args.iter().any(writes);
            }
            Flow::Output { dst, sink, format, args } => {
                let shown = args.iter().chain([format]).any(|arg| self.holds_id(function, arg));
                let seen = match sink {
                    OutputSink::Stdout | OutputSink::Other => false,
                    OutputSink::Buffer { addr, .. } => shown || self.reaches_ids(function, addr),
                };
                let kept = dst.is_some_and(|dst| self.kept.registers.contains(&(function, dst)));
                self.opaque &= !(seen || kept || shown && dst.is_some());
            }
            Flow::Declare { .. } => {}
            Flow::Condition(_)
            | Flow::Nondet { .. }
            | Flow::Access(MemoryAccess {
                kind: AccessKind::Rmw { .. } | AccessKind::CompareExchange { .. }, ..
            })
            | Flow::Block { .. }
            | Flow::Size { .. }
            | Flow::Compute { .. }
            | Flow::Sync { .. }
            | Flow::Nothing => self.refuse(function, op),
        }
    }

    fn call(&mut self, function: FuncId, dst: Option<LocalId>, callee: &Callee, args: &[Expr]) {
        let callees = match callee {
            Callee::Direct(callee) => vec![*callee],
            Callee::Indirect(target) => {
                self.opaque &= !self.holds_id(function, target);
                self.points_to.callees(function, target)
            }
        };
        let mut results = 0;
        for callee in &callees {
            for (i, arg) in args.iter().enumerate() {
                let parameter = LocalId(i as u32);
                if self.goes(function, arg, self.kept.registers.contains(&(*callee, parameter))) {
                    self.keep(*callee, Some(parameter));
                }
            }
            results += usize::from(self.kept.results.contains(callee));
        }
        if let Some(dst) = dst {
            if results > 0 {
                self.keep(function, Some(dst));
            }
            self.opaque &= results == callees.len() || !self.kept.registers.contains(&(function, dst));
        }
    }
}
