//! Which registers nothing depends on.
//!
//! **Idea** (R. Giegerich, U. Möncke, R. Wilhelm, *Invariance of approximate semantics with respect to program transformations*, 1981: faint
//! variables). A register may be read all the time and still not matter: a pointer that is only ever incremented, a difference that is
//! returned to callers who drop it. It is *faint* if its value flows into nothing but faint registers. What a faint register holds can neither
//! change what is executed nor what is found in memory, so it need not be kept, and it may hold an address that no layout would give.
//!
//! **Method**: data flow backwards, insensitive to the order of statements and across calls: whatever a condition, an address, a value in
//! memory, an argument of the library or a divisor (it may be zero) is made of is needed, and so is what flows into something needed.
//!
//! **Soundness.** Every use that is not an assignment, an argument of a call or a returned value makes the register needed. Who is called through a pointer
//! is said by [`PointsTo`], as for all that is known about calls. **Cost**: linear in the size of expressions.
//!
//! **Rejected**: faintness per location, which finds a little more; liveness, which is per location, is taken of what is not faint.

use std::collections::BTreeSet;

use super::points_to::PointsTo;
use crate::expr::{BinaryOp, Expr, ExprKind, Scalar, UnaryOp};
use crate::flow::Flow;
use crate::ids::{FuncId, LocalId};
use crate::op::{Callee, Op};
use crate::program::Program;

/// What holds values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    Register(FuncId, LocalId),
    Result(FuncId),
}

/// The registers and results that are needed; all others are faint.
#[derive(Clone, Debug, Default)]
pub struct Faint {
    needed: BTreeSet<Node>,
}

impl Faint {
    /// Looks at all functions that may be called.
    pub fn new(program: &Program, points_to: &PointsTo) -> Faint {
        Faint::of(program, points_to, false)
    }

    /// The same for who looks for overflow: then a signed operation needs its operands, whatever becomes of the result.
    pub fn if_overflow_matters(program: &Program, points_to: &PointsTo) -> Faint {
        Faint::of(program, points_to, true)
    }

    fn of(program: &Program, points_to: &PointsTo, overflow: bool) -> Faint {
        let mut flows = Flows { points_to, overflow, flows: Vec::new(), needed: BTreeSet::new() };
        flows.needed.insert(Node::Result(program.entry));
        flows.needed.extend(points_to.thread_starts().map(Node::Result));
        for (function, body) in program.functions.enumerated() {
            if points_to.is_reachable(function) {
                for edge in body.edges().iter() {
                    points_to.deadline().look();
                    flows.of_op(function, &edge.op);
                }
            }
        }
        flows.flows.sort_unstable();
        let Flows { flows, mut needed, .. } = flows;
        let mut queue: Vec<Node> = needed.iter().copied().collect();
        while let Some(node) = queue.pop() {
            points_to.deadline().look();
            let first = flows.partition_point(|(to, _)| *to < node);
            for (_, from) in flows[first..].iter().take_while(|(to, _)| *to == node) {
                if needed.insert(*from) {
                    queue.push(*from);
                }
            }
        }
        Faint { needed }
    }

    /// Whether nothing depends on a register of a function.
    pub fn register(&self, function: FuncId, local: LocalId) -> bool {
        !self.needed.contains(&Node::Register(function, local))
    }

    /// Whether nothing depends on what a function returns.
    pub fn result(&self, function: FuncId) -> bool {
        !self.needed.contains(&Node::Result(function))
    }
}

struct Flows<'a> {
    points_to: &'a PointsTo,
    /// Whether signed operations need their operands.
    overflow: bool,
    /// To, from.
    flows: Vec<(Node, Node)>,
    needed: BTreeSet<Node>,
}

impl Flows<'_> {
    fn needs(&mut self, function: FuncId, expr: &Expr) {
        expr.walk(&mut |e| {
            if let ExprKind::Reg(local) = e.kind {
                self.needed.insert(Node::Register(function, local));
            }
        });
    }

    fn flows(&mut self, to: Node, function: FuncId, expr: &Expr) {
        let mut observed = Vec::new();
        let signed = |e: &Expr| self.overflow && matches!(e.ty, Scalar::Int { signed: true, .. });
        expr.walk(&mut |e| {
            let partial = match &e.kind {
                ExprKind::Binary(op, ..) => match op {
                    BinaryOp::Div | BinaryOp::Rem => true,
                    BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl => signed(e),
                    BinaryOp::Shr
                    | BinaryOp::And
                    | BinaryOp::Or
                    | BinaryOp::Xor
                    | BinaryOp::Eq
                    | BinaryOp::Ne
                    | BinaryOp::Lt
                    | BinaryOp::Le
                    | BinaryOp::Gt
                    | BinaryOp::Ge => false,
                },
                ExprKind::Unary(UnaryOp::Neg, _) => signed(e),
                // Whether a branch is computed at all.
                ExprKind::Ite(..) => self.overflow,
                ExprKind::Unary(UnaryOp::BitNot, _)
                | ExprKind::Reg(_)
                | ExprKind::Const(_)
                | ExprKind::GlobalAddr(..)
                | ExprKind::LocalAddr(..)
                | ExprKind::FuncAddr(_)
                | ExprKind::Cast(_) => false,
            };
            if partial {
                observed.push(e.clone());
            }
        });
        expr.walk(&mut |e| match &e.kind {
            ExprKind::Reg(local) => self.flows.push((to, Node::Register(function, *local))),
            ExprKind::Const(_)
            | ExprKind::GlobalAddr(..)
            | ExprKind::LocalAddr(..)
            | ExprKind::FuncAddr(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::Ite(..) => {}
        });
        for operation in observed {
            self.needs(function, &operation);
        }
    }

    fn of_op(&mut self, function: FuncId, op: &Op) {
        match op.flow() {
            Flow::Assign { dst, value } => self.flows(Node::Register(function, dst), function, value),
            Flow::Return { value: Some(value) } => self.flows(Node::Result(function), function, value),
            Flow::Call { dst, callee, args } => {
                let callees = match callee {
                    Callee::Direct(callee) => vec![*callee],
                    Callee::Indirect(target) => {
                        self.needs(function, target);
                        self.points_to.callees(function, target)
                    }
                };
                for callee in callees {
                    for (i, arg) in args.iter().enumerate() {
                        self.flows(Node::Register(callee, LocalId(i as u32)), function, arg);
                    }
                    if let Some(dst) = dst {
                        self.flows.push((Node::Register(function, dst), Node::Result(callee)));
                    }
                }
            }
            Flow::Condition(_)
            | Flow::Nondet { .. }
            | Flow::Declare { .. }
            | Flow::Access(_)
            | Flow::Return { value: None }
            | Flow::External { .. }
            | Flow::Block { .. }
            | Flow::Size { .. }
            | Flow::Compute { .. }
            | Flow::Sync { .. }
            | Flow::Output { .. }
            | Flow::Nothing => op.for_each_expr(&mut |expr| self.needs(function, expr)),
        }
    }
}
