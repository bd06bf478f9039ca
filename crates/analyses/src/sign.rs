//! `sign`: whether integers are negative, zero or positive. The example of docs/adding-an-analysis.md.
//!
//! **Idea** (the textbook domain; P. Cousot, R. Cousot, POPL 1977). For every register and every global scalar whose address is
//! never taken, a set of signs. The component follows the edges that threading executes, and refutes branches that no value
//! with these signs takes.
//!
//! **Soundness.** γ is the set of states in which every variable has one of its signs (registers that nobody will read again
//! are not looked at). Arithmetic wraps around as the machine does, so the sum of two positive numbers may be
//! negative. A global is followed only if every occurrence of its name is a direct access of its whole type: no pointer can change
//! it.
//!
//! **Cost**: linear in the edges of a run. **Rejected**: joining states of the same control state: the signs of two branches are
//! just what tells them apart.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

use raddle_cpa::{Component, Facts, Taken};
use raddle_machine::{Halt, Machine, State, ThreadIx, Value};
use raddle_program::{
    BinaryOp, Expr, ExprKind, FuncId, GlobalId, GlobalKind, Id, IdVec, Loc, Local, LocalId, Op, Program,
    RelocationTarget, Scalar, SyncOp, UnaryOp,
};
use raddle_semantics::Liveness;
use rustc_hash::FxHasher;

// doc: signs
/// A set of signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signs(u8);

impl Signs {
    const NEGATIVE: Signs = Signs(1);
    const ZERO: Signs = Signs(2);
    const POSITIVE: Signs = Signs(4);
    const NONE: Signs = Signs(0);

    /// Every sign that a type has.
    fn all(ty: Scalar) -> Signs {
        match ty {
            Scalar::Int { signed: false, .. } => Signs::ZERO.or(Signs::POSITIVE),
            Scalar::Int { signed: true, .. } | Scalar::Float(_) => Signs(7),
        }
    }

    fn of(ty: Scalar, bits: u128) -> Signs {
        match ty {
            Scalar::Float(_) => Signs(7),
            Scalar::Int { .. } if bits == 0 => Signs::ZERO,
            Scalar::Int { signed, bits: width } if signed && bits >> (width - 1) & 1 == 1 => Signs::NEGATIVE,
            Scalar::Int { .. } => Signs::POSITIVE,
        }
    }

    fn or(self, other: Signs) -> Signs {
        Signs(self.0 | other.0)
    }

    fn within(self, other: Signs) -> bool {
        self.0 & !other.0 == 0
    }

    fn has(self, sign: Signs) -> bool {
        self.0 & sign.0 != 0
    }

    fn each(self) -> impl Iterator<Item = Signs> {
        [Signs::NEGATIVE, Signs::ZERO, Signs::POSITIVE].into_iter().filter(move |s| self.has(*s))
    }

    /// The results of an operation on each sign together.
    fn map(self, f: impl Fn(Signs) -> Signs) -> Signs {
        self.each().fold(Signs::NONE, |all, sign| all.or(f(sign)))
    }
}
// end

// doc: state
/// What is known in a state; nothing is known about what is missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Known {
    /// Registers by thread, depth of the frame, and local.
    registers: BTreeMap<(ThreadIx, u32, LocalId), Signs>,
    globals: BTreeMap<GlobalId, Signs>,
    /// Which register of its caller the result of a frame goes to.
    results: BTreeMap<(ThreadIx, u32), LocalId>,
}
// end

/// The component.
pub struct Sign<'a, 'p> {
    machine: &'a Machine<'p>,
    liveness: Liveness,
    /// The globals that are followed, with their types.
    followed: BTreeMap<GlobalId, Scalar>,
}

impl<'a, 'p> Sign<'a, 'p> {
    /// Follows a program.
    pub fn new(machine: &'a Machine<'p>) -> Sign<'a, 'p> {
        let program = machine.program();
        Sign { machine, liveness: Liveness::new(machine), followed: followed(program) }
    }
}

/// The global that an address expression names, if it is a whole one.
fn named(addr: &Expr) -> Option<GlobalId> {
    if let ExprKind::GlobalAddr(global, 0) = addr.kind { Some(global) } else { None }
}

/// The globals whose name occurs only in accesses of one integer type that is as large as they are.
fn followed(program: &Program) -> BTreeMap<GlobalId, Scalar> {
    let mut types: BTreeMap<GlobalId, Scalar> = BTreeMap::new();
    let mut out: BTreeSet<GlobalId> = BTreeSet::new();
    for edge in program.functions.iter().flat_map(|f| f.edges().iter()) {
        let direct = edge.op.access().and_then(|access| Some((named(access.addr)?, access)));
        if let Some((global, access)) = direct
            && *types.entry(global).or_insert(access.access.ty) != access.access.ty
        {
            out.insert(global);
        }
        edge.op.for_each_expr(&mut |expr| {
            expr.walk(&mut |part| {
                if let ExprKind::GlobalAddr(global, _) = part.kind
                    && !direct.is_some_and(|(_, access)| std::ptr::eq(access.addr, part))
                {
                    out.insert(global);
                }
            });
        });
    }
    for relocation in program.globals.iter().flat_map(|g| &g.relocations) {
        match relocation.target {
            RelocationTarget::Global(global) => out.insert(global),
            RelocationTarget::Function(_) => false,
        };
    }
    types.retain(|global, ty| {
        let object = &program.globals[*global];
        let scalar = matches!(ty, Scalar::Int { .. }) && ty.size() == object.size;
        scalar && object.kind == GlobalKind::Variable && object.relocations.is_empty() && !out.contains(global)
    });
    types
}

/// Evaluates expressions of one frame.
struct Frame<'k> {
    known: &'k Known,
    thread: ThreadIx,
    depth: u32,
}

impl Frame<'_> {
    // doc: eval
    fn eval(&self, expr: &Expr) -> Signs {
        let all = Signs::all(expr.ty);
        match &expr.kind {
            ExprKind::Const(bits) => Signs::of(expr.ty, *bits),
            ExprKind::Reg(local) => *self.known.registers.get(&(self.thread, self.depth, *local)).unwrap_or(&all),
            ExprKind::GlobalAddr(..) | ExprKind::LocalAddr(..) | ExprKind::FuncAddr(_) => all,
            ExprKind::Unary(op, a) => self.eval(a).map(|sign| unary(*op, expr.ty, sign)),
            ExprKind::Binary(op, a, b) => {
                let (x, y) = (self.eval(a), self.eval(b));
                x.map(|x| {
                    y.map(|y| if op.is_comparison() { compare(*op, a.ty, x, y) } else { arithmetic(*op, all, x, y) })
                })
            }
            ExprKind::Cast(a) => self.eval(a).map(|sign| cast(a.ty, expr.ty, sign)),
            ExprKind::Ite(c, a, b) => self.eval(c).map(|c| self.eval(if c == Signs::ZERO { b } else { a })),
        }
    }
    // end
}

fn unary(op: UnaryOp, ty: Scalar, sign: Signs) -> Signs {
    match (op, ty) {
        (UnaryOp::Neg, Scalar::Int { .. }) if sign == Signs::ZERO => Signs::ZERO,
        (UnaryOp::Neg, Scalar::Int { signed: true, .. }) if sign == Signs::POSITIVE => Signs::NEGATIVE,
        // The smallest number is its own negation.
        (UnaryOp::Neg, Scalar::Int { signed: true, .. }) => Signs::NEGATIVE.or(Signs::POSITIVE),
        (UnaryOp::Neg, Scalar::Int { signed: false, .. }) => Signs::POSITIVE,
        (UnaryOp::BitNot, Scalar::Int { signed: true, .. }) if sign == Signs::NEGATIVE => {
            Signs::ZERO.or(Signs::POSITIVE)
        }
        (UnaryOp::BitNot, Scalar::Int { signed: true, .. }) => Signs::NEGATIVE,
        (UnaryOp::BitNot, Scalar::Int { signed: false, .. }) | (UnaryOp::Neg | UnaryOp::BitNot, Scalar::Float(_)) => {
            Signs::all(ty)
        }
    }
}

/// Arithmetic on two signs; it wraps around.
fn arithmetic(op: BinaryOp, all: Signs, x: Signs, y: Signs) -> Signs {
    let (zero, not_negative) = (Signs::ZERO, Signs::ZERO.or(Signs::POSITIVE));
    match op {
        BinaryOp::Add | BinaryOp::Or | BinaryOp::Xor if x == zero => y,
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor if y == zero => x,
        BinaryOp::Mul | BinaryOp::And if x == zero || y == zero => zero,
        BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr if x == zero => zero,
        BinaryOp::And if x == Signs::POSITIVE || y == Signs::POSITIVE => not_negative,
        BinaryOp::Or if x == Signs::NEGATIVE || y == Signs::NEGATIVE => Signs::NEGATIVE,
        BinaryOp::Or => Signs::POSITIVE,
        BinaryOp::Div if x == Signs::POSITIVE && y == Signs::POSITIVE => not_negative,
        BinaryOp::Rem => x.or(zero),
        BinaryOp::Shr if x == Signs::POSITIVE => not_negative,
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::And
        | BinaryOp::Xor
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le
        | BinaryOp::Gt
        | BinaryOp::Ge => all,
    }
}

/// A comparison of two signs of a type: zero is false, positive is true.
fn compare(op: BinaryOp, ty: Scalar, x: Signs, y: Signs) -> Signs {
    let either = Signs::ZERO.or(Signs::POSITIVE);
    let truth = |holds: bool| if holds { Signs::POSITIVE } else { Signs::ZERO };
    if matches!(ty, Scalar::Float(_)) || x == y && x != Signs::ZERO {
        return either;
    }
    match op {
        BinaryOp::Eq => truth(x == y),
        BinaryOp::Ne => truth(x != y),
        BinaryOp::Lt => truth(x < y),
        BinaryOp::Le => truth(x <= y),
        BinaryOp::Gt => truth(x > y),
        BinaryOp::Ge => truth(x >= y),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Shl
        | BinaryOp::Shr
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor => either,
    }
}

fn cast(from: Scalar, to: Scalar, sign: Signs) -> Signs {
    match (from, to) {
        (Scalar::Int { .. }, Scalar::Int { .. }) if sign == Signs::ZERO => sign,
        (Scalar::Int { bits: f, signed: was }, Scalar::Int { bits: t, signed }) if t > f || t == f && was == signed => {
            if signed {
                sign
            } else {
                Signs::POSITIVE
            }
        }
        (Scalar::Int { bits: f, .. }, Scalar::Int { bits: t, signed: false }) if t == f => Signs::POSITIVE,
        (Scalar::Int { .. }, Scalar::Int { bits: _, signed: true }) if from.bits() == to.bits() => {
            Signs::NEGATIVE.or(Signs::POSITIVE)
        }
        (Scalar::Int { .. } | Scalar::Float(_), Scalar::Int { .. } | Scalar::Float(_)) => Signs::all(to),
    }
}

fn is_integer(expr: &Expr) -> bool {
    matches!(expr.ty, Scalar::Int { .. })
}

impl Known {
    fn frame(&self, taken: &Taken) -> Frame<'_> {
        Frame { known: self, thread: taken.thread, depth: taken.depth }
    }

    fn set(&mut self, taken: &Taken, local: LocalId, signs: Signs) {
        self.registers.insert((taken.thread, taken.depth, local), signs);
    }

    /// Forgets the frames of a thread from a depth on.
    fn leave(&mut self, thread: ThreadIx, depth: u32) {
        self.registers.retain(|(t, d, _), _| *t != thread || *d < depth);
        self.results.retain(|(t, d), _| *t != thread || *d < depth);
    }

    // doc: assume
    /// Keeps the signs under which a condition has a truth value; false if there are none.
    fn assume(&mut self, taken: &Taken, cond: &Expr, holds: bool) -> bool {
        let wanted = |signs: Signs| if holds { signs.has(Signs(5)) } else { signs.has(Signs::ZERO) };
        if !wanted(self.frame(taken).eval(cond)) {
            return false;
        }
        let narrowed = |local: LocalId, signs: Signs, result: &dyn Fn(Signs) -> Signs| {
            (local, signs.map(|sign| if wanted(result(sign)) { sign } else { Signs::NONE }))
        };
        let mut news = Vec::new();
        match &cond.kind {
            ExprKind::Reg(local) if is_integer(cond) => {
                news.push(narrowed(*local, self.frame(taken).eval(cond), &|sign| sign))
            }
            ExprKind::Binary(op, a, b) if op.is_comparison() && is_integer(a) => {
                let (x, y) = (self.frame(taken).eval(a), self.frame(taken).eval(b));
                if let ExprKind::Reg(local) = a.kind {
                    news.push(narrowed(local, x, &|x| y.map(|y| compare(*op, a.ty, x, y))));
                }
                if let ExprKind::Reg(local) = b.kind {
                    news.push(narrowed(local, y, &|y| x.map(|x| compare(*op, a.ty, x, y))));
                }
            }
            ExprKind::Reg(_) | ExprKind::Binary(..) | ExprKind::Const(_) => {}
            ExprKind::GlobalAddr(..) | ExprKind::LocalAddr(..) => {}
            ExprKind::FuncAddr(_) | ExprKind::Unary(..) | ExprKind::Cast(_) | ExprKind::Ite(..) => {}
        }
        for (local, signs) in news {
            self.set(taken, local, signs);
        }
        true
    }
    // end
}

/// The signs of the numbers in some ranges.
fn signs_of(ty: Scalar, ranges: Option<&[(i128, i128)]>) -> Signs {
    match (ty, ranges) {
        (Scalar::Int { bits, .. }, Some(ranges)) if bits < 128 => {
            let part = |there: bool, sign: Signs| if there { sign } else { Signs::NONE };
            ranges.iter().fold(Signs::NONE, |all, &(lo, hi)| {
                let signs = part(lo < 0, Signs::NEGATIVE).or(part(lo <= 0 && hi >= 0, Signs::ZERO));
                all.or(signs).or(part(hi > 0, Signs::POSITIVE))
            })
        }
        (Scalar::Int { .. } | Scalar::Float(_), Some(_) | None) => Signs::all(ty),
    }
}

impl Sign<'_, '_> {
    fn locals(&self, function: FuncId) -> &IdVec<LocalId, Local> {
        &self.machine.program().functions[function].locals
    }

    // doc: edge
    /// What an edge does to what is known; false if nobody with these signs goes this way.
    fn edge(&self, known: &mut Known, taken: &Taken) -> bool {
        let edge = self.machine.program().functions[taken.function].edge(taken.edge);
        match &edge.op {
            Op::Assume { cond, holds } => return !taken.branched || known.assume(taken, cond, *holds),
            Op::Require { cond } => {
                let passed = edge.target != edge.source && taken.after == Some((taken.function, edge.target));
                return !passed || known.assume(taken, cond, true);
            }
            Op::Assign { dst, value } => {
                let signs = known.frame(taken).eval(value);
                known.set(taken, *dst, signs);
            }
            Op::Nondet { dst, ranges, .. } => {
                known.set(taken, *dst, signs_of(self.locals(taken.function)[*dst].scalar(), ranges.as_deref()));
            }
            Op::Load { dst, addr, access } => {
                let global = named(addr).and_then(|global| known.globals.get(&global).copied());
                known.set(taken, *dst, global.unwrap_or(Signs::all(access.ty)));
            }
            Op::Store { addr, value, .. } => {
                let signs = known.frame(taken).eval(value);
                self.store(known, addr, |_| signs);
            }
            Op::Rmw { addr, access, .. } => self.store(known, addr, |_| Signs::all(access.ty)),
            Op::CompareExchange { addr, desired, .. } => {
                let signs = known.frame(taken).eval(desired);
                self.store(known, addr, |old| old.or(signs));
            }
            Op::Call { dst, args, .. } => self.call(known, taken, *dst, args, edge.target),
            Op::Return { value } => {
                let signs = value.as_ref().map(|value| known.frame(taken).eval(value));
                let dst = known.results.get(&(taken.thread, taken.depth)).copied();
                known.leave(taken.thread, taken.depth);
                if let (Some(dst), Some(signs)) = (dst, signs) {
                    known.registers.insert((taken.thread, taken.depth - 1, dst), signs);
                }
            }
            Op::Sync { op: SyncOp::ThreadExit, .. } => known.leave(taken.thread, 0),
            Op::Skip
            | Op::Declare { .. }
            | Op::Live { .. }
            | Op::Fence
            | Op::External { .. }
            | Op::Alloc { .. }
            | Op::Free { .. }
            | Op::BlockSize { .. }
            | Op::Compute { .. }
            | Op::StackAlloc { .. }
            | Op::StackFree { .. }
            | Op::Sync { .. }
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::Output { .. }
            | Op::Error { .. }
            | Op::End { .. }
            | Op::Unreachable
            | Op::Unsupported { .. } => {}
        }
        true
    }
    // end

    /// Whether the signs of what an operation sets were worked out in [`Sign::edge`].
    fn sets_known(op: &Op) -> bool {
        matches!(op, Op::Assign { .. } | Op::Nondet { .. } | Op::Load { .. } | Op::Call { .. })
    }

    fn store(&self, known: &mut Known, addr: &Expr, new: impl Fn(Signs) -> Signs) {
        if let Some((global, ty)) = named(addr).and_then(|global| Some((global, *self.followed.get(&global)?))) {
            let old = known.globals.get(&global).copied().unwrap_or(Signs::all(ty));
            known.globals.insert(global, new(old));
        }
    }

    fn call(&self, known: &mut Known, taken: &Taken, dst: Option<LocalId>, args: &[Expr], back: Loc) {
        let Some((callee, _)) = taken.after else { return };
        let (thread, inside) = (taken.thread, taken.depth + 1);
        let given: Vec<Signs> = args.iter().map(|arg| known.frame(taken).eval(arg)).collect();
        known.leave(thread, inside);
        known.registers.retain(|(t, depth, local), _| {
            let here = *t == thread && *depth == taken.depth;
            !here || self.liveness.is_live(taken.function, back, *local) && dst != Some(*local)
        });
        known.results.extend(dst.map(|dst| ((thread, inside), dst)));
        let params = self.machine.program().functions[callee].params;
        for (i, signs) in given.into_iter().enumerate().take(params) {
            let param = LocalId::from_index(i);
            if self.locals(callee)[param].scalar() == args[i].ty {
                known.registers.insert((thread, inside, param), signs);
            }
        }
    }
}

impl Component for Sign<'_, '_> {
    type State = Known;
    type Precision = ();

    fn name(&self) -> &'static str {
        "sign"
    }

    fn precision(&self) {}

    fn initial(&mut self) -> Known {
        let mut known = Known::default();
        for (id, ty) in &self.followed {
            let init = &self.machine.program().globals[*id].init;
            let bytes = init.iter().take(16).enumerate();
            let bits = bytes.fold(0u128, |bits, (i, byte)| bits | u128::from(*byte) << (8 * i));
            known.globals.insert(*id, Signs::of(*ty, bits));
        }
        known
    }

    // doc: post
    fn post(&mut self, state: &Known, run: &[Taken], _: &Facts<'_>, (): &()) -> Result<Option<Known>, Halt> {
        let mut known = state.clone();
        for taken in run {
            let op = &self.machine.program().functions[taken.function].edge(taken.edge).op;
            if !self.edge(&mut known, taken) {
                return Ok(None);
            }
            if !Self::sets_known(op) {
                for local in op.defs().into_iter().flatten() {
                    known.registers.remove(&(taken.thread, taken.depth, local));
                }
            }
            match taken.after {
                None => known.leave(taken.thread, 0),
                Some((function, loc)) => known.registers.retain(|(thread, depth, local), _| {
                    let inner = *thread == taken.thread && *depth == depth_after(op, taken.depth);
                    !inner || self.liveness.is_live(function, loc, *local)
                }),
            }
        }
        Ok(Some(known))
    }
    // end

    fn fingerprint(&self, state: &Known) -> u64 {
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        hasher.finish()
    }

    // doc: leq
    fn leq(&mut self, a: &Known, b: &Known) -> bool {
        let registers = b.registers.iter().all(|(k, signs)| a.registers.get(k).is_some_and(|s| s.within(*signs)));
        let globals = b.globals.iter().all(|(k, signs)| a.globals.get(k).is_some_and(|s| s.within(*signs)));
        registers && globals && a.results == b.results
    }
    // end

    fn contains(&self, state: &Known, concrete: &State) -> bool {
        let registers = state.registers.iter().all(|((thread, depth, local), signs)| {
            let frames = concrete.threads.get(thread.0 as usize).map(|t| &t.frames);
            let Some(frame) = frames.and_then(|frames| frames.get(*depth as usize - 1)) else { return false };
            match frame.regs[local.index()] {
                Value::Bits(bits) => Signs::of(self.locals(frame.func)[*local].scalar(), bits).within(*signs),
                Value::Lazy(_) => true,
            }
        });
        registers
            && state.globals.iter().all(|(global, signs)| {
                let Some((block, offset)) = self.machine.global_block(*global) else { return true };
                let ty = self.followed[global];
                let bytes = &concrete.memory.blocks[block as usize].bytes[offset as usize..][..ty.size() as usize];
                let bits = bytes.iter().enumerate().fold(0u128, |bits, (i, b)| bits | u128::from(*b) << (8 * i));
                Signs::of(ty, bits).within(*signs)
            })
    }
}

/// How many frames a thread has after an edge, if it has not ended.
fn depth_after(op: &Op, depth: u32) -> u32 {
    if matches!(op, Op::Call { .. }) {
        depth + 1
    } else if matches!(op, Op::Return { .. }) {
        depth.saturating_sub(1)
    } else {
        depth
    }
}
