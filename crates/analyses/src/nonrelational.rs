//! Non-relational analyses: what is known of each variable by itself.
//!
//! **Idea** (P. Cousot, R. Cousot, POPL 1977; A. Miné, *Tutorial on Static Inference of Numeric Invariants by Abstract Interpretation*, 2017,
//! chapter 4). An abstract *value* stands for a set of numbers: signs, intervals, residues. A domain says what operators do to such
//! sets ([`Values`]); everything else is the same for all of them and is done here: which registers and globals there are, calls and
//! returns, what nobody will read again, what a branch says about the registers in its condition, and what of it goes into the proof.
//!
//! The component follows the edges that threading executes, and refutes branches that no number of these sets takes.
//!
//! **Soundness.** γ is the set of states in which every variable that is known has one of its numbers. A global is followed only if every
//! occurrence of its name is a direct access of its whole type: no pointer can change it. Nobody has to believe this: all that is known
//! is handed to the checker as [`Fact`]s.
//!
//! **What can be checked.** The checker executes a step with the facts in front of it, and where nothing is known of a variable it has *forgotten* it: a branch says nothing about
//! what is forgotten, nor about what is computed from it. So nothing is concluded from such a branch here either. What comes up in the step itself (an input, the result of a
//! library function) may be any number but is remembered in the step; what is still any number at its end is forgotten.
//!
//! **Cost**: linear in the edges of a run. **Rejected**: joining states of the same control state: what tells two branches apart is just
//! what is known after them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use raddle_cpa::{Component, Fact, Taken, Variable};
use raddle_machine::{Halt, Machine, State, ThreadIx};
use raddle_program::analysis::Liveness;
use raddle_program::{
    AccessKind, BinaryOp, Control, Edge, Expr, ExprKind, Flow, FuncId, GlobalId, GlobalKind, Id, Loc, LocalId,
    MemoryAccess, Op, Program, RelocationTarget, Scalar, UnaryOp,
};
use rustc_hash::FxHasher;

/// A set of numbers of an integer type. Floating-point numbers are never asked about.
pub trait Values: Clone + Debug + PartialEq + Eq + Hash + 'static {
    /// The name of the analysis.
    const NAME: &'static str;

    /// All numbers of a type.
    fn all(ty: Scalar) -> Self;

    /// At least the numbers in some ranges.
    fn of(ty: Scalar, ranges: &[(i128, i128)]) -> Self;

    /// Ranges with at least all numbers of the set, in ascending order: what is handed to the checker.
    fn ranges(&self, ty: Scalar) -> Vec<(i128, i128)>;

    /// Whether all numbers of this set are in another.
    fn within(&self, other: &Self) -> bool;

    /// At least the numbers of both sets.
    fn or(&self, other: &Self) -> Self;

    /// At least the results of an operator.
    fn unary(op: UnaryOp, ty: Scalar, x: &Self) -> Self;

    /// At least the results of an operator on numbers of a type; a comparison has 0 or 1 as its result.
    fn binary(op: BinaryOp, ty: Scalar, x: &Self, y: &Self) -> Self;

    /// At least the results of a conversion.
    fn cast(from: Scalar, to: Scalar, x: &Self) -> Self;

    /// Whether one of the numbers is zero (false) or another one (true).
    fn may_be(&self, truth: bool) -> bool;

    /// At least the numbers of both sets for which a comparison has a truth value; by default all.
    fn assume(_op: BinaryOp, _ty: Scalar, x: &Self, y: &Self, _holds: bool) -> (Self, Self) {
        (x.clone(), y.clone())
    }
}

/// A register: thread, depth of the frame, function, local.
type Register = (ThreadIx, u32, FuncId, LocalId);

/// What is known in a state; nothing is known about what is missing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Valuation<V> {
    registers: BTreeMap<Register, V>,
    globals: BTreeMap<GlobalId, V>,
    /// Which register of its caller the result of a frame goes to.
    results: BTreeMap<(ThreadIx, u32), Register>,
}

fn register(taken: &Taken, local: LocalId) -> Register {
    (taken.thread, taken.depth, taken.function, local)
}

/// The component.
pub struct NonRelational<'a, 'p, V> {
    machine: &'a Machine<'p>,
    liveness: Liveness,
    /// The globals that are followed, with their types.
    followed: BTreeMap<GlobalId, Scalar>,
    values: PhantomData<V>,
}

impl<'a, 'p, V: Values> NonRelational<'a, 'p, V> {
    /// Follows a program.
    pub fn new(machine: &'a Machine<'p>) -> Self {
        let program = machine.program();
        let liveness = machine.liveness().clone();
        NonRelational { machine, liveness, followed: followed(program), values: PhantomData }
    }
}

/// Whether sets of numbers of a type are kept.
fn is_kept(ty: Scalar) -> bool {
    matches!(ty, Scalar::Int { bits: 0..=64, .. })
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
        let scalar = is_kept(*ty) && ty.size() == object.size;
        scalar && object.kind == GlobalKind::Variable && object.relocations.is_empty() && !out.contains(global)
    });
    types
}

impl<V: Values> Valuation<V> {
    fn set(&mut self, taken: &Taken, local: LocalId, values: Option<V>) {
        match values {
            Some(values) => self.registers.insert(register(taken, local), values),
            None => self.registers.remove(&register(taken, local)),
        };
    }

    /// Forgets the frames of a thread from a depth on.
    fn leave(&mut self, thread: ThreadIx, depth: u32) {
        self.registers.retain(|(t, d, ..), _| *t != thread || *d < depth);
        self.results.retain(|(t, d), _| *t != thread || *d < depth);
    }

    /// The numbers that an expression over the registers of a frame can have; `None` if its type is not kept, or something in it is forgotten.
    fn eval(&self, taken: &Taken, expr: &Expr) -> Option<V> {
        if !is_kept(expr.ty) {
            return None;
        }
        match &expr.kind {
            ExprKind::Const(bits) => {
                let number = expr.ty.to_i128(*bits);
                Some(V::of(expr.ty, &[(number, number)]))
            }
            ExprKind::Reg(local) => self.registers.get(&register(taken, *local)).cloned(),
            ExprKind::GlobalAddr(..) | ExprKind::LocalAddr(..) | ExprKind::FuncAddr(_) => None,
            ExprKind::Unary(op, a) => Some(V::unary(*op, expr.ty, &self.eval(taken, a)?)),
            ExprKind::Binary(op, a, b) => Some(V::binary(*op, a.ty, &self.eval(taken, a)?, &self.eval(taken, b)?)),
            ExprKind::Cast(a) => Some(V::cast(a.ty, expr.ty, &self.eval(taken, a)?)),
            ExprKind::Ite(c, a, b) => {
                let c = self.eval(taken, c);
                let may_be = |truth: bool| c.as_ref().is_none_or(|c| c.may_be(truth));
                match (may_be(true), may_be(false)) {
                    (true, false) => self.eval(taken, a),
                    (false, true) => self.eval(taken, b),
                    (true, true) | (false, false) => Some(self.eval(taken, a)?.or(&self.eval(taken, b)?)),
                }
            }
        }
    }

    /// Keeps the numbers under which a condition has a truth value; false if there are none.
    fn assume(&mut self, taken: &Taken, cond: &Expr, holds: bool) -> bool {
        let Some(truth) = self.eval(taken, cond) else { return true };
        if !truth.may_be(holds) {
            return false;
        }
        let zero = Expr { kind: ExprKind::Const(0), ..cond.clone() };
        let (op, a, b) = match &cond.kind {
            ExprKind::Binary(op, a, b) if op.is_comparison() => (*op, &**a, &**b),
            ExprKind::Reg(_) => (BinaryOp::Ne, cond, &zero),
            ExprKind::Binary(..) | ExprKind::Const(_) | ExprKind::GlobalAddr(..) | ExprKind::LocalAddr(..) => {
                return true;
            }
            ExprKind::FuncAddr(_) | ExprKind::Unary(..) | ExprKind::Cast(_) | ExprKind::Ite(..) => return true,
        };
        let (Some(x), Some(y)) = (self.eval(taken, a), self.eval(taken, b)) else { return true };
        let (x, y) = V::assume(op, a.ty, &x, &y, holds);
        for (side, values) in [(a, x), (b, y)] {
            if let ExprKind::Reg(local) = side.kind {
                self.set(taken, local, Some(values));
            }
        }
        true
    }
}

impl<V: Values> NonRelational<'_, '_, V> {
    fn edge_of(&self, taken: &Taken) -> &Edge {
        self.machine.program().functions[taken.function].edge(taken.edge)
    }

    fn ty(&self, function: FuncId, local: LocalId) -> Scalar {
        self.machine.program().functions[function].locals[local].scalar()
    }

    /// What an edge does to what is known; false if nobody with these numbers goes this way.
    fn edge(&self, known: &mut Valuation<V>, taken: &Taken) -> bool {
        let edge = self.edge_of(taken);
        match edge.op.flow() {
            Flow::Condition(cond) => {
                let passed = edge.target != edge.source && taken.after == Some((taken.function, edge.target));
                if let Op::Assume { holds, .. } = edge.op {
                    return !taken.branched || known.assume(taken, cond, holds);
                }
                let required = matches!(edge.op, Op::Require { .. }) && passed;
                return !required || known.assume(taken, cond, true);
            }
            Flow::Assign { dst, value } => known.set(taken, dst, known.eval(taken, value)),
            Flow::Nondet { dst, ranges } => {
                let ty = self.ty(taken.function, dst);
                known.set(taken, dst, is_kept(ty).then(|| ranges.map_or_else(|| V::all(ty), |r| V::of(ty, r))));
            }
            Flow::Access(access) => self.access(known, taken, access),
            Flow::Call { dst, args, .. } => self.call(known, taken, dst, args, edge.target),
            Flow::Return { value } => {
                let result = value.and_then(|value| known.eval(taken, value));
                let dst = known.results.get(&(taken.thread, taken.depth)).copied();
                known.leave(taken.thread, taken.depth);
                if let (Some(dst), Some(result)) = (dst, result) {
                    known.registers.insert(dst, result);
                }
            }
            Flow::Declare { .. } => edge.op.defs().into_iter().flatten().for_each(|dst| known.set(taken, dst, None)),
            Flow::External { .. }
            | Flow::Block { .. }
            | Flow::Size { .. }
            | Flow::Compute { .. }
            | Flow::Sync { .. }
            | Flow::Output { .. }
            | Flow::Nothing => edge.op.defs().into_iter().flatten().for_each(|dst| {
                let ty = self.ty(taken.function, dst);
                known.set(taken, dst, is_kept(ty).then(|| V::all(ty)));
            }),
        }
        true
    }

    fn access(&self, known: &mut Valuation<V>, taken: &Taken, MemoryAccess { addr, kind, .. }: MemoryAccess<'_>) {
        let global = named(addr).filter(|global| self.followed.contains_key(global));
        let old = global.and_then(|global| known.globals.get(&global).cloned());
        let new = match kind {
            AccessKind::Load { dst } => return known.set(taken, dst, old),
            AccessKind::Store { value } => known.eval(taken, value),
            AccessKind::Rmw { dst, .. } => {
                dst.into_iter().for_each(|dst| known.set(taken, dst, old.clone()));
                None
            }
            AccessKind::CompareExchange { desired, dst, failed, .. } => {
                let new = known.eval(taken, desired).zip(old.as_ref()).map(|(new, old)| new.or(old));
                known.set(taken, failed, None);
                known.set(taken, dst, old);
                new
            }
        };
        match (global, new) {
            (Some(global), Some(new)) => drop(known.globals.insert(global, new)),
            (Some(global), None) => drop(known.globals.remove(&global)),
            (None, _) => {}
        }
    }

    fn call(&self, known: &mut Valuation<V>, taken: &Taken, dst: Option<LocalId>, args: &[Expr], back: Loc) {
        let Some((callee, _)) = taken.after else { return };
        let (thread, inside) = (taken.thread, taken.depth + 1);
        let given: Vec<Option<V>> = args.iter().map(|arg| known.eval(taken, arg)).collect();
        known.leave(thread, inside);
        known.registers.retain(|(t, depth, _, local), _| {
            let here = *t == thread && *depth == taken.depth;
            !here || self.liveness.is_live(taken.function, back, *local) && dst != Some(*local)
        });
        known.results.extend(dst.map(|dst| ((thread, inside), register(taken, dst))));
        let params = self.machine.program().functions[callee].params;
        for (i, values) in given.into_iter().enumerate().take(params) {
            let param = LocalId::from_index(i);
            if let Some(values) = values.filter(|_| self.ty(callee, param) == args[i].ty) {
                known.registers.insert((thread, inside, callee, param), values);
            }
        }
    }
}

impl<V: Values> Component for NonRelational<'_, '_, V> {
    type State = Valuation<V>;
    type Precision = ();

    fn name(&self) -> &'static str {
        V::NAME
    }

    fn precision(&self) {}

    fn initial(&mut self) -> Valuation<V> {
        let mut globals = BTreeMap::new();
        for (id, ty) in &self.followed {
            let bytes = &self.machine.program().globals[*id].init;
            let bits = bytes.iter().take(16).rev().fold(0, |bits, byte| bits << 8 | u128::from(*byte));
            globals.insert(*id, V::of(*ty, &[(ty.to_i128(bits), ty.to_i128(bits))]));
        }
        Valuation { globals, registers: BTreeMap::new(), results: BTreeMap::new() }
    }

    fn post(&mut self, state: &Valuation<V>, run: &[Taken], (): &()) -> Result<Option<Valuation<V>>, Halt> {
        let mut known = state.clone();
        for taken in run {
            if !self.edge(&mut known, taken) {
                return Ok(None);
            }
            let depth = match self.edge_of(taken).op.control() {
                Control::Call => taken.depth + 1,
                Control::Return => taken.depth.saturating_sub(1),
                Control::Next
                | Control::Condition
                | Control::ThreadEnd
                | Control::SectionBegin
                | Control::SectionEnd
                | Control::Error(_)
                | Control::End(_)
                | Control::Unknown => taken.depth,
            };
            match taken.after {
                None => known.leave(taken.thread, 0),
                Some((function, loc)) => known.registers.retain(|(thread, frame, _, local), _| {
                    let innermost = *thread == taken.thread && *frame == depth;
                    !innermost || self.liveness.is_live(function, loc, *local)
                }),
            }
        }
        let says_nothing = |ty: Scalar, values: &V| V::all(ty).within(values);
        known.registers.retain(|(.., function, local), values| !says_nothing(self.ty(*function, *local), values));
        known.globals.retain(|global, values| !says_nothing(self.followed[global], values));
        Ok(Some(known))
    }

    fn facts(&self, state: &Valuation<V>) -> Vec<Fact> {
        let fact = |variable, ty, values: &V| Fact { variable, ty, ranges: values.ranges(ty) };
        let registers = state.registers.iter().map(|((thread, depth, function, local), values)| {
            fact(Variable::Register(*thread, depth - 1, *local), self.ty(*function, *local), values)
        });
        let globals = state.globals.iter();
        let globals = globals.map(|(global, values)| fact(Variable::Global(*global), self.followed[global], values));
        registers.chain(globals).collect()
    }

    fn fingerprint(&self, state: &Valuation<V>) -> u64 {
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        hasher.finish()
    }

    fn leq(&mut self, a: &Valuation<V>, b: &Valuation<V>) -> bool {
        let registers = b.registers.iter().all(|(k, values)| a.registers.get(k).is_some_and(|v| v.within(values)));
        let globals = b.globals.iter().all(|(k, values)| a.globals.get(k).is_some_and(|v| v.within(values)));
        registers && globals && a.results == b.results
    }

    fn contains(&self, state: &Valuation<V>, concrete: &State) -> bool {
        self.facts(state).iter().all(|fact| fact.holds(self.machine, concrete))
    }
}
