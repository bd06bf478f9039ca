//! What may be worth knowing about integers that only count.
//!
//! **Idea.** An index that is counted up in strides stays in a residue class and above where it began, and is compared with a bound before it is used. That
//! it is in a class is what no interpolant says: on each single path it is one number. This pass guesses such *facts*: a value is at most a number, or
//! has a residue (P. Granger, *Static analysis of arithmetical congruences*, 1989; intervals without widening thresholds; bounds from the
//! program's conditions).
//!
//! **Method.** Insensitive to the order of statements: for each register, scalar object and result of a function the interval and residue class
//! that all that flows into it has ([`Span`]). A use of a register that was set on the only way to it is one of what it was set to then, as one
//! register is used for many values. What is found for an object, or a register that is computed, is a fact about all that is
//! copied from it as well; the bounds in conditions are facts about what the compared register was copied from, too, and after a number was added
//! the bound has grown with the value.
//!
//! **Soundness.** None is claimed: sums are taken not to overflow, objects to be zero before. Facts are candidates for predicates, and whether
//! they hold is for others to prove. **Cost**: a few passes over the edges.
//!
//! **Rejected**: facts per location, which would be nearer to invariants; whether a fact holds at a location is what predicate
//! abstraction finds out anyway.

mod span;

use std::collections::{BTreeMap, BTreeSet};

use self::span::Span;
use raddle_program::Edge;
use raddle_program::Program;
use raddle_program::analysis::{Object, PointsTo};
use raddle_program::{AccessKind, Callee, Flow, MemoryAccess, RmwOp, SyncOp};
use raddle_program::{BinaryOp, Expr, ExprKind, Scalar};
use raddle_program::{EdgeId, FuncId, Loc, LocalId};
use raddle_semantics::ExactUses;

/// What may be known about a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// It has a residue, modulo a number greater than one.
    Residue {
        /// That number.
        modulus: u64,
        /// The residue.
        residue: u64,
    },
    /// It is at most this.
    AtMost(i128),
}

/// Facts about one value that are kept.
const MOST: usize = 8;

/// How often a bound may grow before it is given up.
const PATIENCE: u32 = 3;

/// Bytes of the largest object that is one integer.
const WORD: u64 = 8;

/// Edges that are looked at before a use of a register.
const BACK: u32 = 64;

/// A location of a function.
type At = (FuncId, Loc);

/// What holds values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Register(FuncId, LocalId),
    /// What an edge sets a register to.
    Set(FuncId, LocalId, EdgeId),
    Object(Object),
    Result(FuncId),
}

/// The facts.
#[derive(Clone, Debug, Default)]
pub struct Numbers {
    facts: BTreeMap<Node, BTreeSet<Fact>>,
}

impl Numbers {
    /// Guesses facts about what is in one set and not in another, and what that is copied to.
    pub fn new(program: &Program, points_to: &PointsTo, (of, without): (&ExactUses, &ExactUses)) -> Numbers {
        let mut pass = Pass {
            program,
            points_to,
            spans: BTreeMap::new(),
            copies: BTreeSet::new(),
            computed: BTreeSet::new(),
            strides: BTreeSet::new(),
            bounds: BTreeSet::new(),
            entering: BTreeMap::new(),
            growth: BTreeMap::new(),
            grown: true,
        };
        for object in points_to.objects().iter() {
            if let Some(span) = pass.first(*object) {
                pass.flow(Node::Object(*object), span);
            }
        }
        let reachable = || program.functions.enumerated().filter(|(id, _)| points_to.is_reachable(*id));
        for (function, body) in reachable() {
            pass.entering.insert((function, body.entry), None);
            for (id, edge) in body.edges().enumerated() {
                let entering = pass.entering.entry((function, edge.target));
                entering.and_modify(|first| *first = None).or_insert(Some(id));
            }
        }
        while pass.grown {
            pass.grown = false;
            for (function, body) in reachable() {
                for (id, edge) in body.edges().enumerated() {
                    points_to.deadline().look();
                    let [first, second] = edge.op.defs();
                    for local in [first, second].into_iter().flatten() {
                        pass.copy(Node::Set(function, local, id), Node::Register(function, local));
                    }
                    pass.of_op((function, id), edge);
                }
            }
        }
        let wanted = |node: &Node| match *node {
            Node::Register(f, local) | Node::Set(f, local, _) => of.register(f, local) && !without.register(f, local),
            Node::Object(object) => of.object(object) && !without.object(object),
            Node::Result(_) => true,
        };
        pass.numbers(&wanted)
    }

    /// What may be known about a register of a function.
    pub fn register(&self, function: FuncId, local: LocalId) -> impl Iterator<Item = Fact> + '_ {
        self.of(Node::Register(function, local))
    }

    /// What may be known about an object that is one integer.
    pub fn object(&self, object: Object) -> impl Iterator<Item = Fact> + '_ {
        self.of(Node::Object(object))
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    fn of(&self, node: Node) -> impl Iterator<Item = Fact> + '_ {
        self.facts.get(&node).into_iter().flatten().copied().take(MOST)
    }
}

struct Pass<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    spans: BTreeMap<Node, Span>,
    /// From, to.
    copies: BTreeSet<(Node, Node)>,
    /// What is not only copied.
    computed: BTreeSet<Node>,
    /// From, to, and what is added.
    strides: BTreeSet<(Node, Node, i128)>,
    /// Numbers that registers are compared with.
    bounds: BTreeSet<(Node, i128)>,
    /// The edge that leads to a location, if it is the only one.
    entering: BTreeMap<(FuncId, Loc), Option<EdgeId>>,
    /// How often the bounds of spans have grown.
    growth: BTreeMap<Node, [u32; 2]>,
    grown: bool,
}

impl Pass<'_> {
    /// All facts about what is wanted, and what they are handed on to.
    fn numbers(self, wanted: &dyn Fn(&Node) -> bool) -> Numbers {
        let mut facts: BTreeMap<Node, BTreeSet<Fact>> = BTreeMap::new();
        let mut computed = self.computed.clone();
        let set = |node: &Node| match *node {
            Node::Set(function, local, _) => Some(Node::Register(function, local)),
            Node::Register(..) | Node::Object(_) | Node::Result(_) => None,
        };
        computed.extend(self.computed.iter().filter_map(set));
        computed.extend(self.spans.keys().filter(|node| matches!(node, Node::Object(_))));
        computed.retain(|node| wanted(node) && set(node).is_none());
        for (node, span) in self.spans.iter().filter(|(node, _)| computed.contains(node)) {
            facts.entry(*node).or_default().extend(span.facts());
        }
        let mut compared: BTreeMap<Node, BTreeSet<Fact>> = BTreeMap::new();
        let mut bounds = self.bounds.clone();
        bounds.retain(|(node, _)| wanted(node));
        while let Some((node, bound)) = bounds.pop_first() {
            self.points_to.deadline().look();
            if compared.entry(node).or_default().insert(Fact::AtMost(bound)) {
                let from = self.copies.iter().filter(|(from, to)| *to == node && wanted(from));
                bounds.extend(from.map(|(from, _)| (*from, bound)));
            }
        }
        self.hand_on(&mut compared);
        for (from, to, stride) in self.strides.iter().filter(|(_, to, _)| wanted(to)) {
            let after = |fact: &Fact| match fact {
                Fact::AtMost(bound) => Some(Fact::AtMost(bound.checked_add(*stride)?)),
                Fact::Residue { .. } => None,
            };
            let bounds = compared.get(from).into_iter().flatten();
            facts.entry(*to).or_default().extend(bounds.filter_map(after));
        }
        for (node, bounds) in compared {
            facts.entry(node).or_default().extend(bounds);
        }
        self.hand_on(&mut facts);
        facts.retain(|_, known| !known.is_empty());
        Numbers { facts }
    }

    /// What is known of a value is known of what is copied from it.
    fn hand_on(&self, facts: &mut BTreeMap<Node, BTreeSet<Fact>>) {
        let mut grown = true;
        while grown {
            grown = false;
            for (from, to) in &self.copies {
                self.points_to.deadline().look();
                let more = facts.get(from).cloned().unwrap_or_default();
                if !more.is_empty() {
                    let known = facts.entry(*to).or_default();
                    let before = known.len();
                    known.extend(more);
                    grown |= known.len() > before;
                }
            }
        }
    }

    /// What is in an object before anything is stored, if it is one integer.
    fn first(&self, object: Object) -> Option<Span> {
        let Object::Global(id) = object else { return None };
        let global = &self.program.globals[id];
        let bytes = (0..global.size as usize).rev().map(|i| global.init.get(i).copied().unwrap_or(0));
        let ty = Scalar::Int { bits: 8 * global.size.min(WORD) as u8, signed: true };
        let is_word = (1..=WORD).contains(&global.size) && global.relocations.is_empty();
        is_word.then(|| Span::one(ty.to_i128(bytes.fold(0, |n, byte| n << 8 | u128::from(byte)))))
    }

    fn flow(&mut self, to: Node, span: Span) {
        let Some(known) = self.spans.get(&to).copied() else {
            self.spans.insert(to, span);
            self.grown = true;
            return;
        };
        let mut joined = known.join(span);
        let [low, high] = self.growth.entry(to).or_default();
        for (old, new, count) in [(known.low, &mut joined.low, low), (known.high, &mut joined.high, high)] {
            *count += u32::from(old != *new);
            new.take_if(|_| *count > PATIENCE);
        }
        self.grown |= known != joined;
        self.spans.insert(to, joined);
    }

    fn copy(&mut self, from: Node, to: Node) {
        self.copies.insert((from, to));
        if let Some(span) = self.spans.get(&from).copied() {
            self.flow(to, span);
        }
    }

    /// What a register is at a location: what the last edge before has set it to, if there is one way to get there only.
    fn used(&self, (function, mut loc): At, local: LocalId) -> Node {
        for _ in 0..BACK {
            let Some(id) = self.entering.get(&(function, loc)).copied().flatten() else { break };
            let edge = self.program.functions[function].edge(id);
            if edge.op.defs().contains(&Some(local)) {
                return Node::Set(function, local, id);
            }
            loc = edge.source;
        }
        Node::Register(function, local)
    }

    fn assign(&mut self, at: At, to: Node, value: &Expr) {
        if let Some(local) = bare(value) {
            self.copy(self.used(at, local), to);
            return;
        }
        if value.as_const().is_none() {
            self.computed.insert(to);
        }
        if let Some((Some(local), stride)) = linear(value) {
            self.strides.insert((self.used(at, local), to, stride));
        }
        if let Some(span) = self.eval(at, value) {
            self.flow(to, span);
        }
    }

    /// What an expression can be; nothing if what it is made of is not known to be anything yet.
    fn eval(&self, at: At, expr: &Expr) -> Option<Span> {
        match &expr.kind {
            ExprKind::Const(bits) => Some(Span::one(expr.ty.to_i128(*bits))),
            ExprKind::Reg(local) => self.spans.get(&self.used(at, *local)).copied(),
            ExprKind::Cast(a) if expr.ty.bits() >= a.ty.bits() => self.eval(at, a),
            ExprKind::Binary(BinaryOp::Add, a, b) => Some(self.eval(at, a)?.add(self.eval(at, b)?)),
            ExprKind::Binary(BinaryOp::Sub, a, b) => Some(self.eval(at, a)?.add(self.eval(at, b)?.negate())),
            ExprKind::Ite(_, a, b) => Some(self.eval(at, a)?.join(self.eval(at, b)?)),
            ExprKind::GlobalAddr(..)
            | ExprKind::LocalAddr(..)
            | ExprKind::FuncAddr(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_) => Some(Span::ALL),
        }
    }

    /// What an object is after something was added to it.
    fn counted(&mut self, object: Node, old: Span, by: Span) -> Span {
        if by.modulus == 0 {
            self.strides.insert((object, object, by.residue));
        }
        old.add(by)
    }

    fn addressed(&self, function: FuncId, addr: &Expr) -> Vec<Node> {
        let objects = self.points_to.may_address(function, addr);
        objects.iter().map(|object| Node::Object(self.points_to.objects()[object])).collect()
    }

    /// Numbers that a condition compares a register with.
    fn condition(&mut self, at: At, cond: &Expr) {
        let mut found = Vec::new();
        cond.walk(&mut |e| {
            let ExprKind::Binary(op, a, b) = &e.kind else { return };
            // The same with the register on the left.
            let (side, other, turned) = match (linear(a), linear(b)) {
                (Some((Some(register), c)), Some((None, k))) => (register, k.saturating_sub(c), false),
                (Some((None, k)), Some((Some(register), c))) => (register, k.saturating_sub(c), true),
                _ => return,
            };
            let less = match (op, turned) {
                (BinaryOp::Le | BinaryOp::Gt, false) | (BinaryOp::Lt | BinaryOp::Ge, true) => other,
                (BinaryOp::Lt | BinaryOp::Ge, false) | (BinaryOp::Le | BinaryOp::Gt, true) => other.saturating_sub(1),
                (BinaryOp::Eq | BinaryOp::Ne, _) => return,
                (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem, _) => return,
                (BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shl | BinaryOp::Shr, _) => return,
            };
            found.push((self.used(at, side), less));
        });
        self.bounds.extend(found);
    }

    fn of_op(&mut self, (function, id): (FuncId, EdgeId), edge: &Edge) {
        let register = |local: LocalId| Node::Set(function, local, id);
        let at = (function, edge.source);
        match edge.op.flow() {
            Flow::Condition(cond) => self.condition(at, cond),
            Flow::Assign { dst, value } => self.assign(at, register(dst), value),
            Flow::Access(MemoryAccess { addr, kind: AccessKind::Load { dst }, .. }) => {
                let objects = self.addressed(function, addr);
                objects.into_iter().for_each(|object| self.copy(object, register(dst)));
            }
            Flow::Access(MemoryAccess { addr, kind: AccessKind::Store { value }, .. }) => {
                let objects = self.addressed(function, addr);
                objects.into_iter().for_each(|object| self.assign(at, object, value));
            }
            Flow::Access(MemoryAccess { addr, kind: AccessKind::Rmw { op, operand, dst }, .. }) => {
                for object in self.addressed(function, addr) {
                    dst.into_iter().for_each(|dst| self.copy(object, register(dst)));
                    self.computed.insert(object);
                    let (Some(old), Some(operand)) = (self.spans.get(&object).copied(), self.eval(at, operand)) else {
                        continue;
                    };
                    let new = match op {
                        RmwOp::Exchange => operand,
                        RmwOp::Add => self.counted(object, old, operand),
                        RmwOp::Sub => self.counted(object, old, operand.negate()),
                        RmwOp::And
                        | RmwOp::Or
                        | RmwOp::Xor
                        | RmwOp::Nand
                        | RmwOp::Mul
                        | RmwOp::Div
                        | RmwOp::Rem
                        | RmwOp::Shl
                        | RmwOp::Shr => Span::ALL,
                    };
                    self.flow(object, new);
                }
            }
            Flow::Access(MemoryAccess { addr, kind: AccessKind::CompareExchange { dst, desired, .. }, .. }) => {
                for object in self.addressed(function, addr) {
                    self.assign(at, object, desired);
                    self.copy(object, register(dst));
                }
            }
            Flow::Call { dst, callee, args } => {
                let callees = match callee {
                    Callee::Direct(callee) => vec![*callee],
                    Callee::Indirect(target) => self.points_to.callees(function, target),
                };
                for callee in callees {
                    for (i, arg) in args.iter().enumerate() {
                        self.assign(at, Node::Register(callee, LocalId(i as u32)), arg);
                    }
                    dst.into_iter().for_each(|dst| self.copy(Node::Result(callee), register(dst)));
                }
            }
            Flow::Return { value } => value.into_iter().for_each(|v| self.assign(at, Node::Result(function), v)),
            Flow::External { dst, args } => {
                dst.into_iter().for_each(|dst| self.flow(register(dst), Span::ALL));
                for arg in args.iter().filter(|arg| arg.may_write()) {
                    let objects = self.addressed(function, &arg.value);
                    objects.into_iter().for_each(|object| self.flow(object, Span::ALL));
                }
            }
            Flow::Nondet { dst, .. }
            | Flow::Block { dst }
            | Flow::Size { dst }
            | Flow::Compute { dst }
            | Flow::Output { dst: Some(dst), .. } => self.flow(register(dst), Span::ALL),
            Flow::Sync { op, dst, out, .. } => {
                [dst, out].into_iter().flatten().for_each(|dst| self.flow(register(dst), Span::ALL));
                if op == SyncOp::ThreadCreate {
                    let starts: Vec<FuncId> = self.points_to.thread_starts().collect();
                    starts.into_iter().for_each(|f| self.flow(Node::Register(f, LocalId(0)), Span::ALL));
                }
            }
            Flow::Declare { .. } | Flow::Output { dst: None, .. } | Flow::Nothing => {}
        }
    }
}

/// The register that an expression is a copy of.
fn bare(expr: &Expr) -> Option<LocalId> {
    match linear(expr)? {
        (Some(register), 0) => Some(register),
        (Some(_) | None, _) => None,
    }
}

/// An expression as a register, if there is one in it, and a number.
fn linear(expr: &Expr) -> Option<(Option<LocalId>, i128)> {
    match &expr.kind {
        ExprKind::Const(bits) => Some((None, expr.ty.to_i128(*bits))),
        ExprKind::Reg(local) => Some((Some(*local), 0)),
        ExprKind::Cast(a) if expr.ty.bits() >= a.ty.bits() => linear(a),
        ExprKind::Binary(BinaryOp::Add, a, b) => match (linear(a)?, linear(b)?) {
            ((register, a), (None, b)) | ((None, a), (register, b)) => Some((register, a.checked_add(b)?)),
            ((Some(_), _), (Some(_), _)) => None,
        },
        ExprKind::Binary(BinaryOp::Sub, a, b) => match (linear(a)?, linear(b)?) {
            ((register, a), (None, b)) => Some((register, a.checked_sub(b)?)),
            ((Some(_) | None, _), (Some(_), _)) => None,
        },
        ExprKind::GlobalAddr(..)
        | ExprKind::LocalAddr(..)
        | ExprKind::FuncAddr(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cast(_)
        | ExprKind::Ite(..) => None,
    }
}
