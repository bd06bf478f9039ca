//! The laws a [`Program`] obeys, checked.
//!
//! Every consumer relies on them, so they are checked in all tests and in debug builds on everything the front end
//! makes. Cost: linear.

use crate::expr::{BinaryOp, Expr, ExprKind, Scalar};
use crate::function::{Function, Storage};
use crate::ids::{FuncId, Id, LocalId};
use crate::op::{Access, Callee, Op};
use crate::program::{Program, RelocationTarget};

impl Program {
    /// What is wrong with the program, in words; nothing if it obeys the laws:
    ///
    /// - a location has no edge, one edge, or two [`Op::Assume`] edges with one condition and opposite truth values;
    /// - register operands are register locals of the expression's type, and [`ExprKind::LocalAddr`] is of a memory
    ///   local; ids are in range;
    /// - both operands of an operator have the same type (but for shifts), comparisons have type `int`, addresses
    ///   have the pointer's type;
    /// - what is stored, assigned or compared-and-exchanged has the type of its destination;
    /// - a direct call passes as many arguments as the callee has parameters, of their types;
    /// - a function returns a value if and only if it says so, of the type it says.
    pub fn check_laws(&self) -> Vec<String> {
        let mut checker = Validator { program: self, wrong: Vec::new(), context: String::new() };
        for (id, function) in self.functions.enumerated() {
            checker.function(id, function);
        }
        for global in self.globals.iter() {
            checker.context = format!("global {}", global.name);
            for relocation in &global.relocations {
                let known = match relocation.target {
                    RelocationTarget::Global(g) => g.index() < self.globals.len(),
                    RelocationTarget::Function(f) => f.index() < self.functions.len(),
                };
                checker.require(known, "a relocation points nowhere");
                let end = relocation.offset.checked_add(self.data_model().pointer_size());
                checker.require(end.is_some_and(|end| end <= global.size), "a relocation lies outside of its object");
            }
            checker.require(global.init.len() as u64 <= global.size, "more initial bytes than the object has");
            checker.require(global.align.is_power_of_two(), "an alignment that is no power of two");
        }
        checker.context = "program".to_string();
        checker.require(self.entry.index() < self.functions.len(), "there is no entry function");
        let runnable = |f: crate::ids::FuncId| self.functions.get(f).is_some_and(|f| f.params == 0);
        checker.require(self.after_last_thread.is_none_or(runnable), "what follows the last thread takes arguments");
        checker.wrong
    }
}

struct Validator<'p> {
    program: &'p Program,
    wrong: Vec<String>,
    context: String,
}

impl Validator<'_> {
    fn require(&mut self, holds: bool, law: &str) {
        if !holds {
            self.wrong.push(format!("{}: {law}", self.context));
        }
    }

    fn function(&mut self, id: FuncId, function: &Function) {
        self.context = format!("function {} ({id:?})", function.name);
        self.require(function.params <= function.locals.len(), "more parameters than locals");
        for local in function.locals.iter().take(function.params) {
            self.require(matches!(local.storage, Storage::Register(_)), "a parameter is no register");
        }
        self.require(function.entry.index() < function.locations(), "the entry is no location");
        for index in 0..function.locations() {
            let loc = crate::ids::Loc::from_index(index);
            let edges: Vec<_> = function.leaving(loc).map(|(_, e)| e).collect();
            self.context = format!("function {} at {loc:?}", function.name);
            match edges.as_slice() {
                [] => {}
                [one] => self.require(!matches!(one.op, Op::Assume { .. }), "an assume edge without its opposite"),
                [a, b] => {
                    let opposite = matches!(
                        (&a.op, &b.op),
                        (Op::Assume { cond: x, holds: p }, Op::Assume { cond: y, holds: q }) if x == y && p != q
                    );
                    self.require(opposite, "two edges that are not the halves of one condition");
                }
                _ => self.require(false, "more than two edges"),
            }
            for edge in edges {
                self.require(edge.target.index() < function.locations(), "an edge ends nowhere");
                self.operation(function, &edge.op);
            }
        }
    }

    fn operation(&mut self, function: &Function, op: &Op) {
        op.for_each_expr(&mut |e| self.expression(function, e));
        for def in op.defs().into_iter().flatten() {
            let memory_declared = matches!(op, Op::Declare { .. });
            let local = function.locals.get(def);
            let register = local.is_some_and(|l| memory_declared || matches!(l.storage, Storage::Register(_)));
            self.require(register, "an operation sets something that is no register");
            if !register {
                return;
            }
        }
        let pointer = Scalar::pointer(self.program.data_model());
        let ty = |local: LocalId| match function.locals[local].storage {
            Storage::Register(scalar) => Some(scalar),
            Storage::Memory { .. } => None,
        };
        match op {
            Op::Assign { dst, value } => {
                self.require(ty(*dst) == Some(value.ty), "a register is set to a value of another type");
            }
            Op::Load { dst, addr, access } => {
                self.require(addr.ty == pointer, "an address of a wrong type");
                self.require(ty(*dst) == Some(access.ty), "a register is loaded with a value of another type");
            }
            Op::Store { addr, value, access } => {
                self.require(addr.ty == pointer, "an address of a wrong type");
                self.require(value.ty == access.ty, "a value of another type is stored");
            }
            Op::Rmw { dst, addr, op: _, operand: _, access } => {
                self.require(addr.ty == pointer, "an address of a wrong type");
                self.atomic(access);
                self.require(dst.is_none_or(|d| ty(d) == Some(access.ty)), "the old value has another type");
            }
            Op::CompareExchange { dst, failed, addr, expected, desired, weak: _, access } => {
                self.require(addr.ty == pointer, "an address of a wrong type");
                self.atomic(access);
                let types = [ty(*dst), Some(expected.ty), Some(desired.ty)];
                self.require(types.iter().all(|t| *t == Some(access.ty)), "a compare-exchange of mixed types");
                self.require(ty(*failed) == Some(Scalar::INT), "the failure flag is no int");
            }
            Op::Call { dst, callee: Callee::Direct(id), args } => {
                let Some(callee) = self.program.functions.get(*id) else {
                    return self.require(false, "a call of no function");
                };
                self.require(args.len() == callee.params, "a call with a wrong number of arguments");
                let same = args.iter().zip(callee.locals.iter()).all(|(a, l)| l.storage == Storage::Register(a.ty));
                self.require(same, "a call with an argument of a wrong type");
                let fits = dst.is_none_or(|d| callee.ret.is_some() && ty(d) == callee.ret);
                self.require(fits, "the result of a call has another type");
            }
            Op::Call { dst: _, callee: Callee::Indirect(target), args: _ } => {
                self.require(target.ty == pointer, "a callee that is no address");
            }
            Op::Return { value } => {
                self.require(value.as_ref().map(|v| v.ty) == function.ret, "a result of a wrong type is returned");
            }
            Op::Alloc { dst, .. } | Op::BlockSize { dst, .. } | Op::StackAlloc { dst, .. } => {
                self.require(ty(*dst) == Some(pointer), "an address or size in a register of another type");
            }
            Op::TakeText { dst, addr } => {
                self.require(ty(*dst) == Some(Scalar::INT), "an answer in a register of another type");
                self.require(addr.ty == pointer, "a text at no address");
            }
            Op::Compute { dst, function, .. } => {
                let right = match ty(*dst) {
                    Some(Scalar::Int { .. }) => function.gives_int(),
                    Some(Scalar::Float(_)) => !function.gives_int(),
                    None => false,
                };
                self.require(right, "a computed number in a register of another type");
            }
            Op::Free { addr } | Op::StackFree { addr } => {
                self.require(addr.ty == pointer, "an address of a wrong type");
            }
            Op::Skip
            | Op::Assume { .. }
            | Op::Require { .. }
            | Op::Nondet { .. }
            | Op::Declare { .. }
            | Op::Live { .. }
            | Op::Fence
            | Op::External { .. }
            | Op::Sync { .. }
            | Op::AtomicBegin
            | Op::AtomicEnd
            | Op::Output { .. }
            | Op::Error { .. }
            | Op::End { .. }
            | Op::Unreachable
            | Op::Unsupported { .. } => {}
        }
    }

    fn atomic(&mut self, access: &Access) {
        self.require(access.atomic.is_some(), "a read-modify-write that is not atomic");
    }

    fn expression(&mut self, function: &Function, e: &Expr) {
        let pointer = Scalar::pointer(self.program.data_model());
        let mut wrong = Vec::new();
        e.walk(&mut |e| {
            let law = match &e.kind {
                ExprKind::Const(bits) => (e.ty.truncate(*bits) == *bits, "a constant wider than its type"),
                ExprKind::Reg(local) => {
                    let storage = function.locals.get(*local).map(|l| l.storage);
                    (storage == Some(Storage::Register(e.ty)), "a register operand that is no register of its type")
                }
                ExprKind::GlobalAddr(global, _) => {
                    let known = global.index() < self.program.globals.len();
                    (known && e.ty == pointer, "the address of no global")
                }
                ExprKind::LocalAddr(local, _) => {
                    let storage = function.locals.get(*local).map(|l| l.storage);
                    let memory = matches!(storage, Some(Storage::Memory { .. }));
                    (memory && e.ty == pointer, "the address of a local that is not in memory")
                }
                ExprKind::FuncAddr(id) => {
                    let known = id.index() < self.program.functions.len();
                    (known && e.ty == pointer, "the address of no function")
                }
                ExprKind::Unary(_, a) => (a.ty == e.ty, "an operand of another type"),
                ExprKind::Binary(BinaryOp::Shl | BinaryOp::Shr, a, b) => {
                    (a.ty == e.ty && matches!(b.ty, Scalar::Int { .. }), "a shift of mixed types")
                }
                ExprKind::Binary(op, a, b) if op.is_comparison() => {
                    (a.ty == b.ty && e.ty == Scalar::INT, "a comparison of mixed types")
                }
                ExprKind::Binary(_, a, b) => (a.ty == b.ty && a.ty == e.ty, "arithmetic on mixed types"),
                ExprKind::Cast(_) => (true, ""),
                ExprKind::Ite(_, a, b) => (a.ty == e.ty && b.ty == e.ty, "a choice of mixed types"),
            };
            if !law.0 {
                wrong.push(law.1);
            }
        });
        for law in wrong {
            self.require(false, law);
        }
    }
}
