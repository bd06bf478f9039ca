//! Library calls: how the meanings of the table in [`raddle_program::library`] become edges.

use raddle_program::library::{self as table, Allocation, Entry, Meaning, OutType, Printer, Sink, Stream};
use raddle_program::library::{SyncArg, SyncCall, SyncResult};
use raddle_program::{
    Access, BinaryOp, EndKind, ErrorKind, Expr, GlobalKind, NondetKind, Op, OutputSink, Scalar, Span, SyncOp, TypeId,
};

use super::body::Body;
use super::call::Argument;
use super::{Linker, fold};
use crate::hir::{self, ExprKind, PlaceKind};

/// `pthread_mutexattr_settype` knows one more kind than we do: adaptive mutexes behave as normal ones.
const ADAPTIVE: u128 = 3;

/// What a call of a name means. Where the property names the function whose call is the error, a name does not mean
/// an error by itself: a failing assertion ends the program, and the error functions of the competition are as
/// ordinary as any other, with a body or without.
pub(super) fn meaning(name: &str, property_names_error: bool) -> Option<Entry> {
    let entry = table::meaning(name)?;
    let Meaning::Error(kind) = entry.meaning else { return Some(*entry) };
    match kind {
        _ if !property_names_error => Some(*entry),
        ErrorKind::AssertFail => Some(Entry { meaning: Meaning::End(EndKind::Abort), ..*entry }),
        ErrorKind::ReachError | ErrorKind::ForbiddenCall => None,
    }
}

/// Whether the body of a function is an atomic section.
pub(super) fn is_atomic_function(name: &str) -> bool {
    table::is_atomic_section(name)
}

/// Whether an expression is the standard output stream.
pub(super) fn is_stdout(linker: &Linker<'_>, e: &hir::Expr) -> bool {
    match &e.kind {
        ExprKind::Convert(a) => is_stdout(linker, a),
        ExprKind::Load(place) => match place.kind {
            PlaceKind::Global(g) => {
                let global = &linker.typed.globals[g.0 as usize];
                global.kind == GlobalKind::Extern && table::stream(&global.name) == Some(Stream::Output)
            }
            PlaceKind::Local(_)
            | PlaceKind::Deref(_)
            | PlaceKind::Field { .. }
            | PlaceKind::CompoundLiteral { .. }
            | PlaceKind::Temporary(_) => false,
        },
        ExprKind::Const(_)
        | ExprKind::AddrOf(_)
        | ExprKind::FuncAddr(_)
        | ExprKind::LabelAddr(_)
        | ExprKind::Neg(_)
        | ExprKind::BitNot(_)
        | ExprKind::Not(_)
        | ExprKind::Arith(..)
        | ExprKind::Compare(..)
        | ExprKind::PtrAdd { .. }
        | ExprKind::PtrDiff { .. }
        | ExprKind::SizeOf(_)
        | ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Cond(..)
        | ExprKind::Elvis(..)
        | ExprKind::Comma(..)
        | ExprKind::Assign(..)
        | ExprKind::ArithAssign { .. }
        | ExprKind::PtrAssign { .. }
        | ExprKind::Call { .. }
        | ExprKind::StmtExpr { .. }
        | ExprKind::Builtin(_) => false,
    }
}

/// Whether the text of an inline assembly is nothing but barriers and hints, which have no effect under sequential
/// consistency. Instructions are separated by `;` or line ends; prefixes and operands of fences are left out.
pub(super) fn is_barrier(template: &str) -> bool {
    const BARRIERS: &[&str] = &[
        "", "mfence", "lfence", "sfence", "pause", "nop", "rep", "rep nop", "dmb", "dsb", "isb", "yield", "sync",
        "lwsync", "isync", "eieio", "hwsync", "wfe", "sev",
    ];
    template.split([';', '\n']).all(|instruction| {
        let words: Vec<&str> = instruction.split_whitespace().collect();
        let text = words.join(" ");
        BARRIERS.contains(&text.as_str())
            || matches!(words.as_slice(), ["dmb" | "dsb" | "isb", _])
            // A locked addition of zero to the top of the stack: the fence of old processors.
            || matches!(words.as_slice(), ["lock", "addl" | "addq" | "orl" | "orq", rest @ ..]
                if rest.join("").starts_with("$0,") || rest.join("").starts_with("$0x0,"))
    })
}

impl<'h> Body<'_, 'h> {
    /// A call of a library function.
    #[allow(clippy::too_many_arguments)]
    pub fn library_call(
        &mut self,
        entry: &Entry,
        name: &str,
        args: &[Argument],
        to_stdout: &[bool],
        ty: TypeId,
        into: Option<Expr>,
        want: bool,
        span: Span,
    ) -> Option<Expr> {
        if self.linker.is_record(ty) {
            self.unsupported(format!("`{name}`, whose result is a record,"), span);
            return Some(into.unwrap_or_else(|| self.word(0, span)));
        }
        match entry.meaning {
            Meaning::Error(kind) => self.automaton.end(Op::Error { kind }, span),
            Meaning::End(kind) => self.automaton.end(Op::End { kind }, span),
            Meaning::Exit => self.exit(span),
            Meaning::Assert => match args {
                [arg] | [arg, _] if !self.linker.is_record(arg.ty) => {
                    let (go_on, fails) = (self.automaton.fresh(), self.automaton.fresh());
                    self.automaton.branch(arg.value.clone(), span, go_on, fails);
                    self.automaton.resume(fails);
                    let op = match self.linker.error_function {
                        None => Op::Error { kind: ErrorKind::AssertFail },
                        Some(_) => Op::End { kind: EndKind::Abort },
                    };
                    self.automaton.end(op, span);
                    self.automaton.resume(go_on);
                }
                _ => self.missing_argument(name, span),
            },
            Meaning::Assume => match args.first() {
                Some(arg) => {
                    let cond = fold::condition(arg.value.clone());
                    if cond.as_const().is_none_or(|c| c == 0) {
                        self.emit(Op::Require { cond }, span);
                    }
                }
                None => self.missing_argument(name, span),
            },
            Meaning::AssumeOrAbort => match args.first() {
                Some(arg) => {
                    let (go_on, stop) = (self.automaton.fresh(), self.automaton.fresh());
                    self.automaton.branch(arg.value.clone(), span, go_on, stop);
                    self.automaton.resume(stop);
                    self.automaton.end(Op::End { kind: EndKind::Abort }, span);
                    self.automaton.resume(go_on);
                }
                None => self.missing_argument(name, span),
            },
            Meaning::AtomicBegin => self.emit(Op::AtomicBegin, span),
            Meaning::AtomicEnd => self.emit(Op::AtomicEnd, span),
            Meaning::Input(range) => {
                return self.nondeterministic(NondetKind::Input(name.to_string()), range, ty, want, span);
            }
            Meaning::Anything(range) => {
                let origin = if self.internal { self.name } else { name };
                return self.nondeterministic(NondetKind::Library(origin.to_string()), range, ty, want, span);
            }
            Meaning::Below => match args.first().and_then(|a| a.value.as_const()) {
                Some(limit) if limit > 0 => {
                    let kind = NondetKind::Library(self.name.to_string());
                    return self.nondeterministic(kind, Some((0, limit as i128 - 1)), ty, want, span);
                }
                Some(_) | None => self.missing_argument(name, span),
            },
            Meaning::Constant(value) => {
                let scalar = self.linker.types.scalar(ty)?;
                return Some(Expr::constant(value as u128, scalar, span));
            }
            Meaning::Sync(call) => return self.synchronisation(&call, name, args, ty, want, span),
            Meaning::Allocate(allocation) => return self.allocation(allocation, name, args, ty, span),
            Meaning::Free => match self.argument(args, 0, self.linker.pointer()) {
                Some(addr) => self.emit(Op::Free { addr }, span),
                None => self.missing_argument(name, span),
            },
            Meaning::BlockSize => match self.argument(args, 0, self.linker.pointer()) {
                Some(addr) => {
                    let dst = self.temporary(self.linker.pointer(), span);
                    self.emit(Op::BlockSize { dst, addr }, span);
                    return Some(fold::cast(self.pointer_register(dst, span), self.scalar(ty), span));
                }
                None => self.missing_argument(name, span),
            },
            Meaning::Print(printer) => return self.print(&printer, name, args, to_stdout, ty, want, span),
            Meaning::StandardOutput => {
                let file = self.linker.standard_output();
                let address = file.map_or(self.word(0, span), |file| self.global_address(file, span));
                return Some(address);
            }
            Meaning::Fence => self.emit(Op::Fence, span),
            Meaning::Assembly => match args.first().and_then(|a| self.literal(&a.value)) {
                Some(text) if is_barrier(&text) => self.emit(Op::Fence, span),
                Some(_) | None => self.unsupported("inline assembly", span),
            },
            Meaning::Unreachable => self.automaton.end(Op::Unreachable, span),
            Meaning::Model => self.unsupported(format!("`{name}`, whose model is missing,"), span),
            Meaning::Unsupported => self.unsupported(format!("a call of the library function `{name}`"), span),
            Meaning::Stop => {
                let what = args.first().and_then(|a| self.literal(&a.value));
                self.unsupported(what.unwrap_or_else(|| format!("`{}`", self.name)), span);
            }
        }
        want.then(|| fold::zero(self.scalar(ty), span))
    }

    /// The text of the string literal that an expression is the address of.
    fn literal(&self, address: &Expr) -> Option<String> {
        let raddle_program::ExprKind::GlobalAddr(global, 0) = address.kind else { return None };
        let global = &self.linker.globals[global];
        let text = global.init.strip_suffix(&[0]).unwrap_or(&global.init);
        (global.kind == GlobalKind::Constant).then(|| String::from_utf8_lossy(text).into_owned())
    }

    fn missing_argument(&mut self, name: &str, span: Span) {
        self.unsupported(format!("`{name}` without the arguments it needs"), span);
    }

    /// An argument in a given type.
    fn argument(&self, args: &[Argument], position: u8, ty: Scalar) -> Option<Expr> {
        let arg = args.get(usize::from(position))?;
        match (arg.value.ty, ty) {
            (Scalar::Int { .. }, Scalar::Int { .. }) => Some(fold::cast(arg.value.clone(), ty, arg.value.span)),
            (_, _) => None,
        }
    }

    fn exit(&mut self, span: Span) {
        if self.linker.exit_handlers {
            self.run_exit_handlers(span);
        }
        self.automaton.end(Op::End { kind: EndKind::Exit }, span);
    }

    fn nondeterministic(
        &mut self,
        kind: NondetKind,
        range: Option<(i128, i128)>,
        ty: TypeId,
        want: bool,
        span: Span,
    ) -> Option<Expr> {
        let scalar = self.linker.types.scalar(ty)?;
        if !want {
            return None;
        }
        // Only 0 and 1 are values of `_Bool`.
        let boolean = matches!(self.linker.types.get(ty), raddle_program::Type::Int(raddle_program::IntKind::Bool));
        let range = if boolean { Some((0, 1)) } else { range };
        let dst = self.typed_temporary(ty, scalar, span);
        self.emit(Op::Nondet { dst, kind, range }, span);
        Some(Expr::reg(dst, scalar, span))
    }

    fn synchronisation(
        &mut self,
        call: &SyncCall,
        name: &str,
        args: &[Argument],
        ty: TypeId,
        want: bool,
        span: Span,
    ) -> Option<Expr> {
        let word = self.linker.pointer();
        let mut operands = Vec::with_capacity(call.args.len());
        for arg in call.args {
            let operand = match arg {
                SyncArg::Word(i) => self.argument(args, *i, word),
                SyncArg::Int(i) => self.argument(args, *i, Scalar::INT),
                SyncArg::Behind(i) => {
                    let pointer = self.argument(args, *i, word);
                    pointer.map(|p| self.attribute(p, call.op, span))
                }
            };
            match operand {
                Some(operand) => operands.push(operand),
                None => {
                    self.missing_argument(name, span);
                    return want.then(|| fold::zero(self.scalar(ty), span));
                }
            }
        }
        if call.result == SyncResult::Never {
            self.automaton.end(Op::Sync { op: call.op, args: operands, dst: None, out: None }, span);
            return want.then(|| fold::zero(self.scalar(ty), span));
        }
        let destination = match call.out {
            Some(out) => match self.argument(args, out.pointer, word) {
                Some(pointer) => Some((out, pointer)).filter(|(_, p)| p.as_const() != Some(0)),
                None => {
                    self.missing_argument(name, span);
                    return want.then(|| fold::zero(self.scalar(ty), span));
                }
            },
            None => None,
        };
        let result = match call.result {
            SyncResult::Status => Some(Scalar::INT),
            SyncResult::Word => Some(word),
            SyncResult::Zero | SyncResult::Never => None,
        };
        let fallible = destination.is_some() && call.op != SyncOp::ThreadCreate;
        let dst = result.filter(|_| want || fallible).map(|scalar| self.temporary(scalar, span));
        let out = destination.as_ref().map(|(out, _)| self.temporary(self.out_scalar(out.ty), span));
        self.emit(Op::Sync { op: call.op, args: operands, dst, out }, span);
        if let (Some((out_type, pointer)), Some(out)) = (destination, out) {
            let scalar = self.out_scalar(out_type.ty);
            let status = dst.filter(|_| fallible).map(|d| Expr::reg(d, Scalar::INT, span));
            self.store_out(pointer, Expr::reg(out, scalar, span), status, span);
        }
        match (dst, result) {
            (Some(dst), Some(scalar)) => Some(fold::cast(Expr::reg(dst, scalar, span), self.scalar(ty), span)),
            (_, _) => want.then(|| fold::zero(self.scalar(ty), span)),
        }
    }

    fn out_scalar(&self, ty: OutType) -> Scalar {
        match ty {
            OutType::Word => self.linker.pointer(),
            OutType::Int => Scalar::INT,
            OutType::UInt => Scalar::Int { bits: 32, signed: false },
        }
    }

    /// Stores an out value if the operation succeeded and the pointer is not null.
    fn store_out(&mut self, pointer: Expr, value: Expr, status: Option<Expr>, span: Span) {
        let after = self.automaton.fresh();
        if let Some(status) = status {
            let success = self.automaton.fresh();
            self.automaton.branch(status, span, after, success);
            self.automaton.resume(success);
        }
        if !fold::is_fixed(&pointer) {
            let not_null = self.automaton.fresh();
            self.automaton.branch(pointer.clone(), span, not_null, after);
            self.automaton.resume(not_null);
        }
        let access = Access::plain(value.ty);
        self.store(pointer, value, access, span);
        self.automaton.enter(after);
    }

    /// The `int` at the start of an attribute object, zero for a null pointer.
    fn attribute(&mut self, pointer: Expr, op: SyncOp, span: Span) -> Expr {
        if pointer.as_const() == Some(0) {
            return fold::zero(Scalar::INT, span);
        }
        let value = if fold::is_fixed(&pointer) {
            self.load(pointer, Access::plain(Scalar::INT), span)
        } else {
            let pointer = self.hold(pointer);
            let dst = self.temporary(Scalar::INT, span);
            let (some, none, after) = (self.automaton.fresh(), self.automaton.fresh(), self.automaton.fresh());
            self.automaton.branch(pointer.clone(), span, some, none);
            self.automaton.resume(some);
            self.emit(Op::Load { dst, addr: pointer, access: Access::plain(Scalar::INT) }, span);
            self.automaton.jump(after);
            self.automaton.resume(none);
            self.emit(Op::Assign { dst, value: fold::zero(Scalar::INT, span) }, span);
            self.automaton.enter(after);
            Expr::reg(dst, Scalar::INT, span)
        };
        if op != SyncOp::MutexInit {
            return value;
        }
        let adaptive = Expr::constant(ADAPTIVE, Scalar::INT, span);
        let is_adaptive = fold::binary(BinaryOp::Eq, value.clone(), adaptive, span);
        fold::ite(is_adaptive, fold::zero(Scalar::INT, span), value, span)
    }

    fn allocation(
        &mut self,
        allocation: Allocation,
        name: &str,
        args: &[Argument],
        ty: TypeId,
        span: Span,
    ) -> Option<Expr> {
        let word = self.linker.pointer();
        let zero = self.word(0, span);
        let request = match allocation {
            Allocation::Heap { size } => self.argument(args, size, word).map(|s| (s, zero)),
            Allocation::Aligned { align, size } => {
                self.argument(args, size, word).zip(self.argument(args, align, word))
            }
            Allocation::Zeroed { count, size } => {
                let factors = self.argument(args, count, word).zip(self.argument(args, size, word));
                return match factors {
                    Some((count, size)) => Some(self.allocate_product(count, size, ty, span)),
                    None => {
                        self.missing_argument(name, span);
                        Some(fold::zero(self.scalar(ty), span))
                    }
                };
            }
            Allocation::Stack { size } => match self.argument(args, size, word) {
                Some(size) => {
                    let block = self.stack_block(size, span);
                    return Some(fold::cast(block, self.scalar(ty), span));
                }
                None => None,
            },
        };
        let Some((size, align)) = request else {
            self.missing_argument(name, span);
            return Some(fold::zero(self.scalar(ty), span));
        };
        let dst = self.temporary(word, span);
        self.emit(Op::Alloc { dst, size, align, zeroed: false }, span);
        Some(fold::cast(self.pointer_register(dst, span), self.scalar(ty), span))
    }

    /// `calloc`: null if the product does not fit.
    fn allocate_product(&mut self, count: Expr, size: Expr, ty: TypeId, span: Span) -> Expr {
        let dst = self.temporary(self.linker.pointer(), span);
        let align = self.word(0, span);
        let max = self.word(u64::MAX, span);
        let bytes = fold::binary(BinaryOp::Mul, count.clone(), size.clone(), span);
        let too_large = match (count.as_const(), size.as_const()) {
            (Some(0), _) | (_, Some(0)) => fold::zero(Scalar::INT, span),
            (Some(_), _) => fold::binary(BinaryOp::Gt, size, fold::binary(BinaryOp::Div, max, count, span), span),
            (None, Some(_)) => fold::binary(BinaryOp::Gt, count, fold::binary(BinaryOp::Div, max, size, span), span),
            (None, None) => {
                let one = self.word(1, span);
                let divisor = fold::ite(size.clone(), size.clone(), one, span);
                let limit = fold::binary(BinaryOp::Div, max, divisor, span);
                let large = fold::binary(BinaryOp::Gt, count, limit, span);
                fold::ite(size, large, fold::zero(Scalar::INT, span), span)
            }
        };
        let (fits, fails, after) = (self.automaton.fresh(), self.automaton.fresh(), self.automaton.fresh());
        self.automaton.branch(too_large, span, fails, fits);
        self.automaton.resume(fits);
        self.emit(Op::Alloc { dst, size: bytes, align, zeroed: true }, span);
        self.automaton.jump(after);
        self.automaton.resume(fails);
        self.emit(Op::Assign { dst, value: self.word(0, span) }, span);
        self.automaton.enter(after);
        fold::cast(self.pointer_register(dst, span), self.scalar(ty), span)
    }

    #[allow(clippy::too_many_arguments)]
    fn print(
        &mut self,
        printer: &Printer,
        name: &str,
        args: &[Argument],
        to_stdout: &[bool],
        ty: TypeId,
        want: bool,
        span: Span,
    ) -> Option<Expr> {
        let word = self.linker.pointer();
        let is_stdout = |i: u8| to_stdout.get(usize::from(i)) == Some(&true);
        let sink = match printer.sink {
            Sink::Stdout => Some(OutputSink::Stdout),
            Sink::Stream(i) if is_stdout(i) => Some(OutputSink::Stdout),
            Sink::Stream(_) | Sink::Unobserved => Some(OutputSink::Other),
            Sink::Buffer { addr, size } => self.argument(args, addr, word).and_then(|addr| {
                let size = match size {
                    Some(size) => Some(self.argument(args, size, word)?),
                    None => None,
                };
                Some(OutputSink::Buffer { addr, size })
            }),
        };
        let format = self.argument(args, printer.format, word);
        let printed = args.get(usize::from(printer.format) + 1..).unwrap_or(&[]);
        if printed.iter().any(|a| self.linker.is_record(a.ty)) {
            self.unsupported(format!("a record argument of `{name}`"), span);
            return want.then(|| fold::zero(self.scalar(ty), span));
        }
        let (Some(sink), Some(format)) = (sink, format) else {
            self.missing_argument(name, span);
            return want.then(|| fold::zero(self.scalar(ty), span));
        };
        let args = printed.iter().map(|a| a.value.clone()).collect();
        let dst = want.then(|| self.temporary(Scalar::INT, span));
        self.emit(Op::Output { dst, sink, format, args }, span);
        dst.map(|dst| fold::cast(Expr::reg(dst, Scalar::INT, span), self.scalar(ty), span))
    }
}
