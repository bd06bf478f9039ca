//! The program model as a person reads it: text and Graphviz.

use std::fmt;

use crate::expr::{BinaryOp, Expr, ExprKind, FloatKind, Scalar, UnaryOp};
use crate::function::{Function, Storage};
use crate::ids::{FuncId, LocalId};
use crate::op::{BlockOwner, Callee, Op, OutputSink};
use crate::program::Program;

/// Something shown in the context of a program (and a function, for names of locals).
pub struct Pretty<'a, T: ?Sized> {
    /// Names come from here.
    pub program: &'a Program,
    /// Locals come from here.
    pub function: Option<&'a Function>,
    /// What to show.
    pub item: &'a T,
}

fn local_name(function: Option<&Function>, local: LocalId) -> String {
    match function.and_then(|f| f.locals.get(local)).and_then(|l| l.name.as_deref()) {
        Some(name) => name.to_string(),
        None => format!("%{}", local.0),
    }
}

impl<'a, T: ?Sized> Pretty<'a, T> {
    fn of<'b, U: ?Sized>(&self, item: &'b U) -> Pretty<'b, U>
    where
        'a: 'b,
    {
        Pretty { program: self.program, function: self.function, item }
    }

    fn local(&self, local: LocalId) -> String {
        local_name(self.function, local)
    }

    fn list<'b>(&self, items: impl IntoIterator<Item = &'b Expr>) -> String
    where
        'a: 'b,
    {
        items.into_iter().map(|e| self.of(e).to_string()).collect::<Vec<_>>().join(", ")
    }

    fn assign(&self, f: &mut fmt::Formatter<'_>, dst: Option<LocalId>) -> fmt::Result {
        match dst {
            Some(dst) => write!(f, "{} = ", self.local(dst)),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Int { bits, signed: true } => write!(f, "i{bits}"),
            Scalar::Int { bits, signed: false } => write!(f, "u{bits}"),
            Scalar::Float(FloatKind::F32) => f.write_str("f32"),
            Scalar::Float(FloatKind::F64) => f.write_str("f64"),
            Scalar::Float(FloatKind::F80) => f.write_str("f80"),
            Scalar::Float(FloatKind::F128) => f.write_str("f128"),
        }
    }
}

impl fmt::Display for BinaryOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Rem => "%",
            BinaryOp::Shl => "<<",
            BinaryOp::Shr => ">>",
            BinaryOp::And => "&",
            BinaryOp::Or => "|",
            BinaryOp::Xor => "^",
            BinaryOp::Eq => "==",
            BinaryOp::Ne => "!=",
            BinaryOp::Lt => "<",
            BinaryOp::Le => "<=",
            BinaryOp::Gt => ">",
            BinaryOp::Ge => ">=",
        })
    }
}

impl fmt::Display for Pretty<'_, Expr> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offset =
            |f: &mut fmt::Formatter<'_>, offset: i64| if offset == 0 { Ok(()) } else { write!(f, "{offset:+}") };
        match &self.item.kind {
            ExprKind::Const(bits) => match self.item.ty {
                Scalar::Int { .. } => write!(f, "{}", self.item.ty.to_i128(*bits)),
                Scalar::Float(FloatKind::F32) => write!(f, "{:?}f", f32::from_bits(*bits as u32)),
                Scalar::Float(FloatKind::F64) => write!(f, "{:?}", f64::from_bits(*bits as u64)),
                Scalar::Float(FloatKind::F80 | FloatKind::F128) => write!(f, "{:#x}", bits),
            },
            ExprKind::Reg(local) => f.write_str(&self.local(*local)),
            ExprKind::GlobalAddr(global, by) => {
                write!(f, "&{}", self.program.globals[*global].name)?;
                offset(f, *by)
            }
            ExprKind::LocalAddr(local, by) => {
                write!(f, "&{}", self.local(*local))?;
                offset(f, *by)
            }
            ExprKind::FuncAddr(function) => write!(f, "&{}", self.program.functions[*function].name),
            ExprKind::Unary(UnaryOp::Neg, a) => write!(f, "-{}", self.of(&**a)),
            ExprKind::Unary(UnaryOp::BitNot, a) => write!(f, "~{}", self.of(&**a)),
            ExprKind::Binary(op, a, b) => write!(f, "({} {op} {})", self.of(&**a), self.of(&**b)),
            ExprKind::Cast(a) => write!(f, "({}){}", self.item.ty, self.of(&**a)),
            ExprKind::Ite(c, a, b) => write!(f, "({} ? {} : {})", self.of(&**c), self.of(&**a), self.of(&**b)),
        }
    }
}

impl fmt::Display for Pretty<'_, Op> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.item {
            Op::Skip => f.write_str("skip"),
            Op::Assume { cond, holds: true } => write!(f, "[{}]", self.of(cond)),
            Op::Assume { cond, holds: false } => write!(f, "[!{}]", self.of(cond)),
            Op::Require { cond } => write!(f, "require {}", self.of(cond)),
            Op::Assign { dst, value } => write!(f, "{} = {}", self.local(*dst), self.of(value)),
            Op::Nondet { dst, ranges, .. } => {
                write!(f, "{} = nondet", self.local(*dst))?;
                for (i, (lo, hi)) in ranges.iter().flatten().enumerate() {
                    write!(f, "{} {lo}..={hi}", if i == 0 { " in" } else { "," })?;
                }
                Ok(())
            }
            Op::Declare { local } => write!(f, "declare {}", self.local(*local)),
            Op::Live { local, begins: true } => write!(f, "life of {} begins", self.local(*local)),
            Op::Live { local, begins: false } => write!(f, "life of {} ends", self.local(*local)),
            Op::Load { dst, addr, access } => {
                let atomic = if access.atomic.is_some() { " atomic" } else { "" };
                write!(f, "{} = load{atomic} {} {}", self.local(*dst), access.ty, self.of(addr))
            }
            Op::Store { addr, value, access } => {
                let atomic = if access.atomic.is_some() { " atomic" } else { "" };
                write!(f, "store{atomic} {} {} <- {}", access.ty, self.of(addr), self.of(value))
            }
            Op::Rmw { dst, addr, op, operand, access } => {
                self.assign(f, *dst)?;
                write!(f, "rmw {op:?} {} {} with {}", access.ty, self.of(addr), self.of(operand))
            }
            Op::CompareExchange { dst, addr, expected, desired, weak, access, .. } => {
                let weak = if *weak { " weak" } else { "" };
                write!(f, "{} = cas{weak} {} {}", self.local(*dst), access.ty, self.of(addr))?;
                write!(f, " {} -> {}", self.of(expected), self.of(desired))
            }
            Op::Fence => f.write_str("fence"),
            Op::Call { dst, callee, args } => {
                self.assign(f, *dst)?;
                match callee {
                    Callee::Direct(id) => f.write_str(&self.program.functions[*id].name)?,
                    Callee::Indirect(target) => write!(f, "(*{})", self.of(target))?,
                }
                write!(f, "({})", self.list(args))
            }
            Op::External { dst, name, args } => {
                self.assign(f, *dst)?;
                write!(f, "external {name}({})", self.list(args.iter().map(|a| &a.value)))
            }
            Op::Return { value: Some(value) } => write!(f, "return {}", self.of(value)),
            Op::Return { value: None } => f.write_str("return"),
            Op::Alloc { dst, size, zeroed, owner, align: _ } => {
                let zeroed = if *zeroed { "zeroed " } else { "" };
                let owner = match owner {
                    BlockOwner::Program => "",
                    BlockOwner::Environment { open: false } => "of the environment ",
                    BlockOwner::Environment { open: true } => "of the environment, open, ",
                };
                write!(f, "{} = alloc {zeroed}{owner}{}", self.local(*dst), self.of(size))
            }
            Op::Free { addr } => write!(f, "free {}", self.of(addr)),
            Op::BlockSize { dst, addr } => write!(f, "{} = block size {}", self.local(*dst), self.of(addr)),
            Op::TakeText { dst, addr } => write!(f, "{} = take text {}", self.local(*dst), self.of(addr)),
            Op::Compute { dst, function, args } => {
                write!(f, "{} = {function:?}({})", self.local(*dst), self.list(args))
            }
            Op::StackAlloc { dst, size, .. } => write!(f, "{} = stack alloc {}", self.local(*dst), self.of(size)),
            Op::StackFree { addr } => write!(f, "stack free {}", self.of(addr)),
            Op::Sync { op, args, dst, out } => {
                self.assign(f, *dst)?;
                self.assign(f, *out)?;
                write!(f, "{op:?}({})", self.list(args))
            }
            Op::AtomicBegin => f.write_str("atomic begin"),
            Op::AtomicEnd => f.write_str("atomic end"),
            Op::Output { dst, sink, format, args } => {
                self.assign(f, *dst)?;
                match sink {
                    OutputSink::Stdout => f.write_str("print ")?,
                    OutputSink::Other => f.write_str("print elsewhere ")?,
                    OutputSink::Buffer { addr, .. } => write!(f, "print into {} ", self.of(addr))?,
                }
                write!(f, "{} ({})", self.of(format), self.list(args))
            }
            Op::Error { kind } => write!(f, "error {kind:?}"),
            Op::End { kind } => write!(f, "end {kind:?}"),
            Op::Unreachable => f.write_str("unreachable"),
            Op::Unsupported { what } => write!(f, "unsupported: {what}"),
        }
    }
}

impl fmt::Display for Pretty<'_, Function> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let function = self.item;
        let params: Vec<_> =
            function.locals.ids().take(function.params).map(|l| local_name(Some(function), l)).collect();
        writeln!(f, "function {}({}) enters {:?}", function.name, params.join(", "), function.entry)?;
        for (id, local) in function.locals.enumerated() {
            let storage = match local.storage {
                Storage::Register(scalar) => scalar.to_string(),
                Storage::Memory { size, align } => format!("memory {size} align {align}"),
            };
            if local.name.is_some() {
                writeln!(f, "  {}: {storage}", local_name(Some(function), id))?;
            }
        }
        for edge in function.edges().iter() {
            let line = self.program.source.place(edge.span).map_or(String::new(), |p| format!("  // {p}"));
            let op = Pretty { program: self.program, function: Some(function), item: &edge.op };
            writeln!(f, "  {:?} -> {:?}  {op}{line}", edge.source, edge.target)?;
        }
        Ok(())
    }
}

/// Writes the automata of the functions in Graphviz syntax.
pub fn write_dot(program: &Program, functions: &[FuncId], f: &mut impl fmt::Write) -> fmt::Result {
    writeln!(f, "digraph program {{\n  node [shape=circle, fontsize=10];\n  edge [fontsize=10];")?;
    for id in functions {
        let function = &program.functions[*id];
        writeln!(f, "  subgraph cluster_{} {{\n    label=\"{}\";", id.0, function.name)?;
        writeln!(f, "    f{0}_{1} [style=filled];", id.0, function.entry.0)?;
        for edge in function.edges().iter() {
            let op = Pretty { program, function: Some(function), item: &edge.op }.to_string();
            let label = op.replace('\\', "\\\\").replace('"', "\\\"");
            let (s, t) = (edge.source.0, edge.target.0);
            writeln!(f, "    f{0}_{s} -> f{0}_{t} [label=\"{label}\"];", id.0)?;
        }
        writeln!(f, "  }}")?;
    }
    writeln!(f, "}}")
}
