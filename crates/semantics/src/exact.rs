//! Which values a program needs exactly.
//!
//! An address, an array index, the thread to join, the size of a block: such values decide *where* something happens, and an
//! analysis that has forgotten them cannot go on. Values that only decide which branch is taken can be forgotten: then both
//! are. This pass finds the registers and objects whose content may flow to a place where it is needed exactly.
//!
//! **Method**: data flow backwards, insensitive to the order of statements: from operands that are needed exactly through
//! assignments, loads and stores ([`PointsTo`] says of which objects), calls and returns, arguments and results of threads,
//! and keys. Conditions are no flow. **Cost**: linear in edges times the objects a pointer may address.
//!
//! It is advice, not a promise: nothing is unsound if a needed value is missing here.

use std::collections::BTreeSet;

use crate::unread::Unread;
use raddle_machine::Machine;
use raddle_program::Program;
use raddle_program::analysis::{Elements, Object, ObjectIx, ObjectSet, PointsTo};
use raddle_program::{AccessKind, Callee, Flow, Op, OutputSink, SyncOp};
use raddle_program::{BinaryOp, Expr, ExprKind};
use raddle_program::{EdgeId, FuncId, LocalId};

/// What holds values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Register(FuncId, LocalId),
    Object(ObjectIx),
    Result(FuncId),
    ThreadResults,
    KeyValues,
}

/// The values that are needed exactly.
#[derive(Clone, Debug, Default)]
pub struct ExactUses {
    registers: BTreeSet<(FuncId, LocalId)>,
    objects: BTreeSet<Object>,
}

impl ExactUses {
    /// Runs the pass.
    pub fn new(program: &Program, points_to: &PointsTo) -> ExactUses {
        ExactUses::besides(program, points_to, &Unread::default(), &|_| Needs::All)
    }

    /// Runs the pass for who need not know where in an object that nobody reads a store goes, and for whom some edges need less of the address that they access.
    pub fn besides(
        program: &Program,
        points_to: &PointsTo,
        unread: &Unread,
        needs: &dyn Fn((FuncId, EdgeId)) -> Needs,
    ) -> ExactUses {
        ExactUses::find(program, points_to, (unread, None), needs)
    }

    /// Runs the pass for who knows maps from offsets to elements ([`raddle_machine::unknown`]): where in such an object an access is need not be known, nor its size.
    pub fn without_maps(machine: &Machine<'_>) -> ExactUses {
        let (program, points_to) = (machine.program(), machine.points_to());
        ExactUses::find(program, points_to, (&Unread::default(), Some(machine.elements())), &|_| Needs::All)
    }

    fn find(
        program: &Program,
        points_to: &PointsTo,
        (unread, maps): (&Unread, Option<&Elements>),
        needs: &dyn Fn((FuncId, EdgeId)) -> Needs,
    ) -> ExactUses {
        let mut flows = Flows { points_to, unread, maps, flows: Vec::new(), needed: Vec::new() };
        for (function, body) in program.functions.enumerated() {
            if points_to.is_reachable(function) {
                for (number, edge) in body.edges().enumerated() {
                    points_to.deadline().look();
                    flows.of_op((function, number), &edge.op, needs((function, number)));
                }
            }
        }
        for start in points_to.thread_starts() {
            flows.flows.push((Node::ThreadResults, Node::Result(start)));
        }
        flows.flows.sort_unstable();
        let mut reached: BTreeSet<Node> = flows.needed.iter().copied().collect();
        let mut queue: Vec<Node> = reached.iter().copied().collect();
        while let Some(node) = queue.pop() {
            points_to.deadline().look();
            let first = flows.flows.partition_point(|(to, _)| *to < node);
            for (_, from) in flows.flows[first..].iter().take_while(|(to, _)| *to == node) {
                if reached.insert(*from) {
                    queue.push(*from);
                }
            }
        }
        let mut uses = ExactUses::default();
        for node in reached {
            match node {
                Node::Register(function, local) => {
                    uses.registers.insert((function, local));
                }
                Node::Object(object) => {
                    uses.objects.insert(points_to.objects()[object]);
                }
                Node::Result(_) | Node::ThreadResults | Node::KeyValues => {}
            }
        }
        uses
    }

    /// Whether a register is needed exactly.
    pub fn register(&self, function: FuncId, local: LocalId) -> bool {
        self.registers.contains(&(function, local))
    }

    /// Whether some content of an object is needed exactly.
    pub fn object(&self, object: Object) -> bool {
        self.objects.contains(&object)
    }
}

/// What an edge needs to know exactly of the address that it accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// All of it.
    All,
    /// What it begins with, if it is a sum.
    Base,
    /// Nothing.
    Nothing,
}

struct Flows<'a> {
    points_to: &'a PointsTo,
    unread: &'a Unread,
    /// Which objects may be maps, if that is all the same.
    maps: Option<&'a Elements>,
    /// To, from.
    flows: Vec<(Node, Node)>,
    needed: Vec<Node>,
}

/// The registers whose value makes the value of an expression. (Which half of a conditional it is, is no flow.)
fn sources(function: FuncId, expr: &Expr, visit: &mut impl FnMut(Node)) {
    match &expr.kind {
        ExprKind::Const(_) | ExprKind::GlobalAddr(..) | ExprKind::LocalAddr(..) | ExprKind::FuncAddr(_) => {}
        ExprKind::Reg(local) => visit(Node::Register(function, *local)),
        ExprKind::Unary(_, a) | ExprKind::Cast(a) => sources(function, a, visit),
        ExprKind::Binary(op, a, b) => {
            if !op.is_comparison() {
                sources(function, a, visit);
                sources(function, b, visit);
            }
        }
        ExprKind::Ite(_, a, b) => {
            sources(function, a, visit);
            sources(function, b, visit);
        }
    }
}

/// What a sum begins with.
fn base(addr: &Expr) -> &Expr {
    match &addr.kind {
        ExprKind::Binary(BinaryOp::Add, a, _) => base(a),
        ExprKind::Const(_)
        | ExprKind::Reg(_)
        | ExprKind::GlobalAddr(..)
        | ExprKind::LocalAddr(..)
        | ExprKind::FuncAddr(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Cast(_)
        | ExprKind::Ite(..) => addr,
    }
}

impl Flows<'_> {
    fn needs(&mut self, function: FuncId, expr: &Expr) {
        sources(function, expr, &mut |node| self.needed.push(node));
    }

    fn assigns(&mut self, to: Node, function: FuncId, expr: &Expr) {
        sources(function, expr, &mut |from| self.flows.push((to, from)));
    }

    fn loads(&mut self, to: Node, objects: &ObjectSet) {
        self.flows.extend(objects.iter().map(|object| (to, Node::Object(object))));
    }

    fn stores(&mut self, objects: &ObjectSet, function: FuncId, value: &Expr) {
        for object in objects.iter() {
            self.assigns(Node::Object(object), function, value);
        }
    }

    /// Whether an edge makes an object that may be a map.
    fn makes_map(&self, function: FuncId, edge: EdgeId) -> bool {
        self.maps.is_some_and(|maps| maps.of(Object::Block(function, edge)).is_some())
    }

    fn of_op(&mut self, (function, edge): (FuncId, EdgeId), op: &Op, needs: Needs) {
        let register = |local: LocalId| Node::Register(function, local);
        match op.flow() {
            Flow::Assign { dst, value } => self.assigns(register(dst), function, value),
            Flow::Access(access) => {
                let objects = self.points_to.may_address(function, access.addr);
                let in_map = self.maps.is_some_and(|maps| maps.are_all(&objects, self.points_to));
                match needs {
                    Needs::All if self.unread.stored(op).is_none() => sources(function, access.addr, &mut |node| {
                        let is_offset = in_map
                            && matches!(node, Node::Register(function, local) if !self.points_to.register_may_address(function, local));
                        if !is_offset {
                            self.needed.push(node);
                        }
                    }),
                    Needs::Base => self.needs(function, base(access.addr)),
                    Needs::All | Needs::Nothing => {}
                }
                match access.kind {
                    AccessKind::Load { dst } => self.loads(register(dst), &objects),
                    AccessKind::Store { value } => self.stores(&objects, function, value),
                    AccessKind::Rmw { operand, dst, .. } => {
                        self.stores(&objects, function, operand);
                        dst.into_iter().for_each(|dst| self.loads(register(dst), &objects));
                    }
                    AccessKind::CompareExchange { desired, dst, .. } => {
                        self.stores(&objects, function, desired);
                        self.loads(register(dst), &objects);
                    }
                }
            }
            Flow::Call { dst, callee, args } => self.call(function, dst, callee, args),
            Flow::Return { value } => {
                if let Some(value) = value {
                    self.assigns(Node::Result(function), function, value);
                }
            }
            Flow::External { args, .. } => {
                for arg in args.iter().filter(|a| a.may_write()) {
                    self.needs(function, &arg.value);
                }
            }
            Flow::Sync { op, args, dst, out } => self.sync(function, op, args, dst, out),
            Flow::Output { sink, format, args, .. } => {
                match sink {
                    OutputSink::Stdout | OutputSink::Other => {}
                    OutputSink::Buffer { addr, size } => {
                        self.needs(function, addr);
                        size.iter().for_each(|size| self.needs(function, size));
                    }
                }
                // Which bytes are read and written depends on where the texts are and where they end.
                for text in args.iter().chain([format]) {
                    let objects = self.points_to.may_address(function, text);
                    if !objects.is_empty() {
                        self.needs(function, text);
                        self.needed.extend(objects.iter().map(Node::Object));
                    }
                }
            }
            // Which branch is taken need not be known.
            Flow::Condition(_) => {}
            Flow::Block { .. }
                if matches!(op, Op::Alloc { .. } | Op::StackAlloc { .. }) && self.makes_map(function, edge) => {}
            // Sizes and addresses of blocks, and what is computed exactly.
            Flow::Nondet { .. }
            | Flow::Declare { .. }
            | Flow::Block { .. }
            | Flow::Size { .. }
            | Flow::Compute { .. }
            | Flow::Nothing => op.for_each_expr(&mut |expr| self.needs(function, expr)),
        }
    }

    fn call(&mut self, function: FuncId, dst: Option<LocalId>, callee: &Callee, args: &[Expr]) {
        let callees = match callee {
            Callee::Direct(callee) => vec![*callee],
            Callee::Indirect(target) => {
                self.needs(function, target);
                self.points_to.callees(function, target)
            }
        };
        for callee in callees {
            for (i, arg) in args.iter().enumerate() {
                self.assigns(Node::Register(callee, LocalId(i as u32)), function, arg);
            }
            if let Some(dst) = dst {
                self.flows.push((Node::Register(function, dst), Node::Result(callee)));
            }
        }
    }

    fn sync(&mut self, function: FuncId, op: SyncOp, args: &[Expr], dst: Option<LocalId>, out: Option<LocalId>) {
        for (i, arg) in args.iter().enumerate() {
            // These are only handed on.
            let handed_on =
                [(SyncOp::ThreadCreate, 1), (SyncOp::KeySet, 1), (SyncOp::ThreadExit, 0)].contains(&(op, i));
            if !handed_on {
                self.needs(function, arg);
                // The bytes of a synchronisation object say its kind, and whether it was ever initialised.
                let objects = self.points_to.may_address(function, arg);
                self.needed.extend(objects.iter().map(Node::Object));
            } else if op == SyncOp::ThreadCreate {
                for start in self.points_to.thread_starts().collect::<Vec<_>>() {
                    self.assigns(Node::Register(start, LocalId(0)), function, arg);
                }
            } else {
                let to = if op == SyncOp::KeySet { Node::KeyValues } else { Node::ThreadResults };
                self.assigns(to, function, arg);
            }
        }
        let mut receives = |local: Option<LocalId>, from| {
            self.flows.extend(local.map(|local| (Node::Register(function, local), from)));
        };
        if op == SyncOp::KeyGet {
            receives(dst, Node::KeyValues);
        }
        if op == SyncOp::ThreadJoin || op == SyncOp::ThreadTryjoin {
            receives(out, Node::ThreadResults);
        }
    }
}
