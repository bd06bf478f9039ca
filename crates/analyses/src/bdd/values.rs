//! Which registers and objects have few values.
//!
//! **Method**: for every register and every part of an object the set of constants that may flow into it, insensitive to the
//! order of statements; a set of more than [`LIMIT`] values is all values. Flags, states of a protocol and counters modulo a
//! small number come out small; sums do not. **Cost**: each set grows at most [`LIMIT`] times; each growth looks at
//! all edges in the worst case.
//!
//! It is advice, not a promise: a value that is not in the set of its holder is encoded in another way there.

use std::collections::{BTreeMap, BTreeSet};

use raddle_machine::arith;
use raddle_program::analysis::{Object, ObjectIx, PointsTo};
use raddle_program::{
    AccessKind, BinaryOp, Callee, Expr, ExprKind, Flow, FuncId, LocalId, MemoryAccess, Op, Program, RmwOp, Scalar,
    Storage, SyncOp,
};

/// Values of a small set.
const LIMIT: usize = 16;

/// Parts of an object that are looked at one by one.
const PARTS: u64 = 16;

/// What may flow to a holder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Few {
    /// These.
    Values(BTreeSet<u128>),
    /// Too many.
    Many,
    /// Addresses of objects, or what only synchronisation makes.
    Addresses,
}

impl Few {
    fn join(&mut self, other: &Few) -> bool {
        let joined = match (&*self, other) {
            (Few::Addresses, _) | (_, Few::Addresses) => Few::Addresses,
            (Few::Many, _) | (_, Few::Many) => Few::Many,
            (Few::Values(a), Few::Values(b)) => {
                if b.is_subset(a) {
                    return false;
                }
                let all: BTreeSet<u128> = a.union(b).copied().collect();
                if all.len() > LIMIT { Few::Many } else { Few::Values(all) }
            }
        };
        let grown = joined != *self;
        *self = joined;
        grown
    }

    /// The values as a type represents them. A holder can hold nothing else, and two codes for one value would be confused.
    fn of_type(self, ty: Scalar) -> Few {
        match self {
            Few::Values(values) => Few::Values(values.into_iter().map(|value| ty.truncate(value)).collect()),
            Few::Many | Few::Addresses => self,
        }
    }

    fn none() -> Few {
        Few::Values(BTreeSet::new())
    }

    fn truth() -> Few {
        Few::Values(BTreeSet::from([0, 1]))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Register(FuncId, LocalId),
    /// A part of an object; all parts together if it is accessed through computed addresses.
    Part(ObjectIx, Option<u32>),
    Result(FuncId),
}

/// How an object is accessed.
#[derive(Clone, Debug, Default)]
struct Accesses {
    /// Offset and size, where both are known.
    direct: BTreeSet<(u32, u32)>,
    /// Sizes of accesses through computed addresses.
    computed: BTreeSet<u32>,
}

/// The sets.
pub struct ValueSets<'p> {
    program: &'p Program,
    points_to: &'p PointsTo,
    sets: BTreeMap<Node, Few>,
    accesses: BTreeMap<ObjectIx, Accesses>,
}

impl<'p> ValueSets<'p> {
    /// Runs the pass.
    pub fn new(program: &'p Program, points_to: &'p PointsTo) -> ValueSets<'p> {
        let mut sets = ValueSets { program, points_to, sets: BTreeMap::new(), accesses: BTreeMap::new() };
        sets.each_edge(&mut |sets, function, op| {
            sets.note_accesses(function, op);
            false
        });
        for (number, object) in points_to.objects().enumerated() {
            sets.initial(number, *object);
        }
        for local in program.functions[program.entry].locals.ids().take(program.functions[program.entry].params) {
            sets.sets.insert(Node::Register(program.entry, local), Few::Addresses);
        }
        while sets.each_edge(&mut |sets, function, op| sets.transfer(function, op)) {}
        sets
    }

    /// What a register of a type may hold.
    pub fn register(&self, function: FuncId, local: LocalId, ty: Scalar) -> Few {
        self.get(Node::Register(function, local)).of_type(ty)
    }

    /// The parts of an object: first byte, bytes, what they may hold. Nothing if they overlap or are many.
    pub fn parts(&self, object: Object) -> Vec<(u32, u32, Few)> {
        let Some(number) = self.points_to.number(object) else { return Vec::new() };
        self.regions(number, object)
            .into_iter()
            .map(|(offset, len)| {
                let ty = Scalar::Int { bits: 8 * len.min(16) as u8, signed: false };
                (offset, len, self.get(self.part(number, offset)).of_type(ty))
            })
            .collect()
    }

    fn get(&self, node: Node) -> Few {
        self.sets.get(&node).cloned().unwrap_or_else(Few::none)
    }

    /// Whether different accesses take different parts of an object for one value.
    fn is_mixed(&self, object: ObjectIx) -> bool {
        self.accesses.get(&object).is_some_and(|a| match a.computed.first() {
            None => overlaps(&a.direct),
            Some(one) => a.computed.len() > 1 || a.direct.iter().any(|(offset, size)| size != one || offset % one != 0),
        })
    }

    fn part(&self, object: ObjectIx, offset: u32) -> Node {
        let known = self.accesses.get(&object).is_some_and(|a| a.computed.is_empty());
        Node::Part(object, known.then_some(offset))
    }

    fn regions(&self, number: ObjectIx, object: Object) -> Vec<(u32, u32)> {
        let size = match object {
            Object::Global(global) => self.program.globals[global].size,
            Object::Local(function, local) => match self.program.functions[function].locals[local].storage {
                Storage::Memory { size, .. } => size,
                Storage::Register(_) => return Vec::new(),
            },
            // How large a block is the state says.
            Object::Block(..) | Object::Function(_) | Object::ThreadIds => return Vec::new(),
        };
        let Some(accesses) = self.accesses.get(&number) else { return Vec::new() };
        if accesses.computed.is_empty() {
            let all: Vec<(u32, u32)> = accesses.direct.iter().copied().collect();
            return if overlaps(&accesses.direct) || all.len() as u64 > PARTS { Vec::new() } else { all };
        }
        let mut sizes: BTreeSet<u32> = accesses.direct.iter().map(|(_, size)| *size).collect();
        sizes.extend(&accesses.computed);
        let aligned = |size: u32| accesses.direct.iter().all(|(offset, _)| offset % size == 0);
        match sizes.first() {
            Some(one) if sizes.len() == 1 && aligned(*one) && size % u64::from(*one) == 0 => {
                let count = size / u64::from(*one);
                if count > PARTS { Vec::new() } else { (0..count as u32).map(|i| (i * one, *one)).collect() }
            }
            _ => Vec::new(),
        }
    }

    /// What is in an object before anything is stored.
    fn initial(&mut self, number: ObjectIx, object: Object) {
        let Object::Global(global) = object else { return };
        let declared = &self.program.globals[global];
        let pointers = !declared.relocations.is_empty();
        for (offset, len) in self.regions(number, object) {
            let bytes = (offset..offset + len).rev().map(|i| declared.init.get(i as usize).copied().unwrap_or(0));
            let value = bytes.fold(0u128, |n, b| n << 8 | u128::from(b));
            let few = if pointers { Few::Addresses } else { Few::Values(BTreeSet::from([value])) };
            let node = self.part(number, offset);
            self.flow(node, &few);
        }
    }

    fn each_edge(&mut self, visit: &mut impl FnMut(&mut Self, FuncId, &'p Op) -> bool) -> bool {
        let mut changed = false;
        for (function, body) in self.program.functions.enumerated() {
            if self.points_to.is_reachable(function) {
                for edge in body.edges().iter() {
                    self.points_to.deadline().look();
                    changed |= visit(self, function, &edge.op);
                }
            }
        }
        changed
    }

    fn note_accesses(&mut self, function: FuncId, op: &Op) {
        let Some(access) = op.access() else { return };
        let (addr, size) = (access.addr, access.access.ty.size() as u32);
        let known = self.known(function, addr);
        for object in self.points_to.may_address(function, addr).iter() {
            let accesses = self.accesses.entry(object).or_default();
            match known {
                Some((_, offset)) => accesses.direct.insert((offset, size)),
                None => accesses.computed.insert(size),
            };
        }
    }

    /// The object and offset of an address that is written down.
    fn known(&self, function: FuncId, addr: &Expr) -> Option<(ObjectIx, u32)> {
        let (object, offset) = match &addr.kind {
            ExprKind::GlobalAddr(global, offset) => (Object::Global(*global), offset),
            ExprKind::LocalAddr(local, offset) => (Object::Local(function, *local), offset),
            ExprKind::Const(_)
            | ExprKind::Reg(_)
            | ExprKind::FuncAddr(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::Ite(..) => return None,
        };
        Some((self.points_to.number(object)?, u32::try_from(*offset).ok()?))
    }

    /// The parts that an access may touch.
    fn touched(&self, function: FuncId, addr: &Expr) -> Vec<Node> {
        match self.known(function, addr) {
            Some((object, offset)) => vec![self.part(object, offset)],
            None => self.points_to.may_address(function, addr).iter().map(|o| Node::Part(o, None)).collect(),
        }
    }

    fn flow(&mut self, to: Node, what: &Few) -> bool {
        self.sets.entry(to).or_insert_with(Few::none).join(what)
    }

    fn store(&mut self, function: FuncId, addr: &Expr, what: &Few) -> bool {
        self.touched(function, addr).into_iter().fold(false, |changed, part| changed | self.flow(part, what))
    }

    fn load(&self, function: FuncId, addr: &Expr) -> Few {
        let mut all = Few::none();
        for part in self.touched(function, addr) {
            // A value that is stored as one and loaded in pieces, or the other way round, is not in the sets.
            if matches!(part, Node::Part(object, _) if self.is_mixed(object)) {
                all.join(&Few::Many);
            }
            all.join(&self.get(part));
        }
        all
    }

    fn transfer(&mut self, function: FuncId, op: &Op) -> bool {
        let register = |local: LocalId| Node::Register(function, local);
        match op.flow() {
            Flow::Assign { dst, value } => {
                let value = self.eval(function, value);
                self.flow(register(dst), &value)
            }
            Flow::Nondet { dst, ranges } => {
                let ty = self.program.functions[function].locals[dst].scalar();
                let size = |(lo, hi): &(i128, i128)| hi.saturating_sub(*lo).saturating_add(1);
                let few = match ranges {
                    Some(ranges) if ranges.iter().fold(0i128, |n, r| n.saturating_add(size(r))) <= LIMIT as i128 => {
                        let all = ranges.iter().flat_map(|(lo, hi)| *lo..=*hi);
                        Few::Values(all.map(|v| ty.truncate(v as u128)).collect())
                    }
                    Some(_) | None => Few::Many,
                };
                self.flow(register(dst), &few)
            }
            Flow::Access(MemoryAccess { addr, kind: AccessKind::Load { dst }, .. }) => {
                let value = self.load(function, addr);
                self.flow(register(dst), &value)
            }
            Flow::Access(MemoryAccess { addr, kind: AccessKind::Store { value }, .. }) => {
                let value = self.eval(function, value);
                self.store(function, addr, &value)
            }
            Flow::Access(MemoryAccess { addr, access, kind: AccessKind::Rmw { op, operand, dst } }) => {
                let (old, operand) = (self.load(function, addr), self.eval(function, operand));
                let new = match binary_of(op) {
                    Some(binary) => apply(binary, access.ty, access.ty, &old, &operand),
                    None if op == RmwOp::Exchange => operand,
                    None => Few::Many,
                };
                let mut changed = self.store(function, addr, &new);
                if let Some(dst) = dst {
                    changed |= self.flow(register(dst), &old) | self.flow(register(dst), &new);
                }
                changed
            }
            Flow::Access(MemoryAccess {
                addr, kind: AccessKind::CompareExchange { dst, failed, desired, .. }, ..
            }) => {
                let (old, new) = (self.load(function, addr), self.eval(function, desired));
                self.store(function, addr, &new)
                    | self.flow(register(dst), &old)
                    | self.flow(register(failed), &Few::truth())
            }
            Flow::Call { dst, callee, args } => self.call(function, dst, callee, args),
            Flow::Return { value } => match value {
                Some(value) => {
                    let value = self.eval(function, value);
                    self.flow(Node::Result(function), &value)
                }
                None => false,
            },
            Flow::External { dst, args } => {
                let mut changed = dst.is_some_and(|dst| self.flow(register(dst), &Few::Many));
                for arg in args.iter().filter(|a| a.may_write()) {
                    changed |= self.store(function, &arg.value, &Few::Many);
                }
                changed
            }
            Flow::Block { dst } | Flow::Size { dst } => self.flow(register(dst), &Few::Addresses),
            Flow::Sync { op, dst, out, .. } => {
                let mut changed = false;
                if op == SyncOp::ThreadCreate {
                    for start in self.points_to.thread_starts().collect::<Vec<_>>() {
                        changed |= self.flow(Node::Register(start, LocalId(0)), &Few::Addresses);
                    }
                }
                for result in [dst, out].into_iter().flatten() {
                    changed |= self.flow(register(result), &Few::Addresses);
                }
                changed
            }
            Flow::Compute { dst } => self.flow(register(dst), &Few::Many),
            Flow::Output { dst, .. } => dst.is_some_and(|dst| self.flow(register(dst), &Few::Many)),
            Flow::Condition(_) | Flow::Declare { .. } | Flow::Nothing => false,
        }
    }

    fn call(&mut self, function: FuncId, dst: Option<LocalId>, callee: &Callee, args: &[Expr]) -> bool {
        let callees = match callee {
            Callee::Direct(callee) => vec![*callee],
            Callee::Indirect(target) => self.points_to.callees(function, target),
        };
        let mut changed = false;
        for callee in callees {
            for (i, arg) in args.iter().enumerate() {
                let value = self.eval(function, arg);
                changed |= self.flow(Node::Register(callee, LocalId(i as u32)), &value);
            }
            if let Some(dst) = dst {
                let result = self.get(Node::Result(callee));
                changed |= self.flow(Node::Register(function, dst), &result);
            }
        }
        changed
    }

    /// Whether a type can hold an address.
    fn is_wide(&self, ty: Scalar) -> bool {
        ty.bits() >= Scalar::pointer(self.program.data_model()).bits()
    }

    fn eval(&self, function: FuncId, expr: &Expr) -> Few {
        match &expr.kind {
            ExprKind::Const(bits) => Few::Values(BTreeSet::from([*bits])),
            ExprKind::Reg(local) => self.get(Node::Register(function, *local)),
            ExprKind::GlobalAddr(..) | ExprKind::LocalAddr(..) | ExprKind::FuncAddr(_) => Few::Addresses,
            ExprKind::Unary(op, a) => match self.eval(function, a) {
                Few::Values(values) => Few::Values(values.iter().map(|v| arith::unary(*op, a.ty, *v)).collect()),
                other => other,
            },
            ExprKind::Cast(a) => match self.eval(function, a) {
                Few::Values(values) => Few::Values(values.iter().map(|v| arith::cast(a.ty, expr.ty, *v).0).collect()),
                // A part of an address is a number.
                Few::Addresses if self.is_wide(a.ty) && !self.is_wide(expr.ty) => Few::Many,
                other => other,
            },
            ExprKind::Binary(op, a, b) => apply(*op, a.ty, b.ty, &self.eval(function, a), &self.eval(function, b)),
            ExprKind::Ite(_, a, b) => {
                let mut either = self.eval(function, a);
                either.join(&self.eval(function, b));
                either
            }
        }
    }
}

/// Whether some of the ranges (offset and size, sorted) overlap.
fn overlaps(ranges: &BTreeSet<(u32, u32)>) -> bool {
    ranges.iter().zip(ranges.iter().skip(1)).any(|(a, b)| a.0 + a.1 > b.0)
}

fn binary_of(op: RmwOp) -> Option<BinaryOp> {
    match op {
        RmwOp::Add => Some(BinaryOp::Add),
        RmwOp::Sub => Some(BinaryOp::Sub),
        RmwOp::And => Some(BinaryOp::And),
        RmwOp::Or => Some(BinaryOp::Or),
        RmwOp::Xor => Some(BinaryOp::Xor),
        RmwOp::Mul => Some(BinaryOp::Mul),
        RmwOp::Div => Some(BinaryOp::Div),
        RmwOp::Rem => Some(BinaryOp::Rem),
        RmwOp::Shl => Some(BinaryOp::Shl),
        RmwOp::Shr => Some(BinaryOp::Shr),
        RmwOp::Exchange | RmwOp::Nand => None,
    }
}

fn apply(op: BinaryOp, left: Scalar, right: Scalar, a: &Few, b: &Few) -> Few {
    match (a, b) {
        (Few::Values(a), Few::Values(b)) => {
            let mut all = BTreeSet::new();
            for x in a {
                all.extend(b.iter().filter_map(|y| arith::binary(op, left, right, *x, *y)));
            }
            if all.len() > LIMIT { Few::Many } else { Few::Values(all) }
        }
        _ if op.is_comparison() => Few::truth(),
        (Few::Addresses, _) | (_, Few::Addresses) => Few::Addresses,
        (Few::Many, _) | (_, Few::Many) => Few::Many,
    }
}
