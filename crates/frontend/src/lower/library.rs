//! Library calls: how the meanings of the table in [`raddle_program::library`] become edges.

use raddle_program::library::{self as table, Allocation, Entry, Meaning, OutType, Printer, Sink, Stream};
use raddle_program::library::{CancellationPoint, SyncArg, SyncCall, SyncResult};
use raddle_program::{
    Access, BinaryOp, BlockOwner, CANCELLED, EndKind, ErrorKind, Expr, GlobalKind, Loc, LocalId, NondetKind, Op,
    OutputSink, Scalar, Span, SyncOp, TypeId,
};

use super::body::Body;
use super::call::Argument;
use super::{Linker, fold};
use crate::hir::{self, ExprKind, LvalueKind};

/// The bit of a thread's attributes that our models set if the thread asks for a scheduling policy that needs privileges.
const REAL_TIME: u128 = 2;

/// `EPERM`
const NOT_PERMITTED: u128 = 1;

/// `ENOMEM`
const NO_MEMORY: u128 = 12;

/// What a call of a name means. Where the property names the function whose call is the error, a name does not mean
/// an error by itself: a failing assertion ends the program, and the error functions of the competition are as
/// ordinary as any other, with a body or without.
pub(super) fn meaning(name: &str, property_names_error: bool) -> Option<Entry> {
    let entry = table::meaning(name)?;
    let Meaning::Error(kind) = entry.meaning else { return Some(*entry) };
    match kind {
        _ if !property_names_error => Some(*entry),
        ErrorKind::AssertFail => Some(Entry { meaning: Meaning::Die(table::ABORT_SIGNAL), ..*entry }),
        ErrorKind::ReachError | ErrorKind::ForbiddenCall => None,
    }
}

/// Whether a call of a function of this name creates a thread.
pub(super) fn creates_threads(name: &str) -> bool {
    matches!(table::meaning(name).map(|e| e.meaning), Some(Meaning::Sync(call)) if call.op == SyncOp::ThreadCreate)
}

/// Whether the body of a function is an atomic section.
pub(super) fn is_atomic_function(name: &str) -> bool {
    table::is_atomic_section(name)
}

/// The standard stream that an expression is, if it is one by name.
pub(super) fn standard_stream(linker: &Linker<'_>, e: &hir::Expr) -> Option<Stream> {
    match &e.kind {
        ExprKind::Convert(a) => standard_stream(linker, a),
        ExprKind::Load(lvalue) => match lvalue.kind {
            LvalueKind::Global(g) => {
                let global = &linker.typed.globals[g.0 as usize];
                table::stream(&global.name).filter(|_| global.kind == GlobalKind::Extern)
            }
            LvalueKind::Local(_)
            | LvalueKind::Deref(_)
            | LvalueKind::Field { .. }
            | LvalueKind::CompoundLiteral { .. }
            | LvalueKind::Temporary(_) => None,
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
        | ExprKind::FieldBits { .. }
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
        | ExprKind::Builtin(_) => None,
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
        streams: &[Option<Stream>],
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
            Meaning::Error(kind @ ErrorKind::AssertFail) => self.failing_assertion(kind, span),
            Meaning::Error(kind @ (ErrorKind::ReachError | ErrorKind::ForbiddenCall)) => {
                self.automaton.end(Op::Error { kind }, span);
            }
            Meaning::End(kind) => self.automaton.end(Op::End { kind }, span),
            Meaning::Die(signal) => self.die(signal, span),
            Meaning::Exit => self.exit(span),
            Meaning::Assert => match args {
                [arg] | [arg, _] if !self.linker.is_record(arg.ty) => {
                    let (go_on, fails) = (self.automaton.fresh(), self.automaton.fresh());
                    self.automaton.branch(arg.value.clone(), span, go_on, fails);
                    self.automaton.resume(fails);
                    match self.linker.error_function {
                        None => self.failing_assertion(ErrorKind::AssertFail, span),
                        Some(_) => self.die(table::ABORT_SIGNAL, span),
                    }
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
                    self.die(table::ABORT_SIGNAL, span);
                    self.automaton.resume(go_on);
                }
                None => self.missing_argument(name, span),
            },
            Meaning::AtomicBegin => self.emit(Op::AtomicBegin, span),
            Meaning::AtomicEnd => self.emit(Op::AtomicEnd, span),
            Meaning::Input(range) => {
                let ranges = range.map(|r| Box::from([r]));
                return self.nondeterministic(NondetKind::Input(name.to_string()), ranges, ty, want, span);
            }
            Meaning::Anything(range) => {
                let origin = if self.internal { self.name } else { name };
                let ranges = range.map(|r| Box::from([r]));
                return self.nondeterministic(NondetKind::Library(origin.to_string()), ranges, ty, want, span);
            }
            Meaning::OneOf => {
                let ranges: Option<Vec<_>> = args.iter().map(|a| self.constant(a).map(|v| (v, v))).collect();
                let kind = NondetKind::Library(self.name.to_string());
                return match ranges {
                    Some(mut ranges) if !ranges.is_empty() => {
                        ranges.sort_unstable();
                        self.nondeterministic(kind, Some(ranges.into()), ty, want, span)
                    }
                    Some(_) | None => {
                        self.missing_argument(name, span);
                        want.then(|| fold::zero(self.scalar(ty), span))
                    }
                };
            }
            Meaning::Between => {
                match (args.first().and_then(|a| self.constant(a)), args.get(1).and_then(|a| self.constant(a))) {
                    (Some(lo), Some(hi)) if lo <= hi => {
                        let kind = NondetKind::Library(self.name.to_string());
                        return self.nondeterministic(kind, Some(Box::from([(lo, hi)])), ty, want, span);
                    }
                    (_, _) => self.missing_argument(name, span),
                }
            }
            Meaning::Below => match args.first().and_then(|a| a.value.as_const()) {
                Some(limit) if limit > 0 => {
                    let kind = NondetKind::Library(self.name.to_string());
                    return self.nondeterministic(kind, Some(Box::from([(0, limit as i128 - 1)])), ty, want, span);
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
            Meaning::TakeText => match self.argument(args, 0, self.linker.pointer()) {
                Some(addr) => {
                    let dst = self.temporary(Scalar::INT, span);
                    self.emit(Op::TakeText { dst, addr }, span);
                    return Some(Expr::reg(dst, Scalar::INT, span));
                }
                None => self.missing_argument(name, span),
            },
            Meaning::Compute(function) => {
                if !want {
                    return None;
                }
                let scalar = self.scalar(ty);
                let dst = self.temporary(scalar, span);
                let args = args.iter().map(|arg| arg.value.clone()).collect();
                self.emit(Op::Compute { dst, function, args }, span);
                return Some(Expr::reg(dst, scalar, span));
            }
            Meaning::Print(printer) => return self.print(&printer, name, args, streams, ty, want, span),
            Meaning::StandardStream(stream) => {
                let file = self.linker.stream(stream);
                return Some(self.global_address(file, span));
            }
            Meaning::Fence => self.emit(Op::Fence, span),
            Meaning::Assembly => match args.first().and_then(|a| self.literal(&a.value)) {
                Some(text) if is_barrier(&text) => self.emit(Op::Fence, span),
                Some(_) | None => self.unsupported("inline assembly", span),
            },
            Meaning::Unreachable => self.automaton.end(Op::Unreachable, span),
            Meaning::Model | Meaning::Contract => self.unsupported(format!("`{name}`, whose model is missing,"), span),
            Meaning::Unsupported => self.unsupported(format!("a call of the library function `{name}`"), span),
            Meaning::Inexact | Meaning::Assuming => {
                let what = args.first().and_then(|a| self.literal(&a.value)).unwrap_or_else(|| self.name.to_string());
                let dst = self.temporary(Scalar::INT, span);
                let ranges = Some(Box::from([(0, 0)]));
                let kind = match entry.meaning == Meaning::Inexact {
                    true => NondetKind::Inexact(what),
                    false => NondetKind::Assuming(what),
                };
                self.emit(Op::Nondet { dst, kind, ranges }, span);
            }
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

    /// The value of a constant argument of an integer type.
    fn constant(&self, argument: &Argument) -> Option<i128> {
        Some(argument.value.ty.to_i128(argument.value.as_const()?))
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

    /// The thread sends itself a signal that ends the program, after the signal's handler if there is one.
    fn die(&mut self, signal: u8, span: Span) {
        if self.linker.defined(table::BEFORE_DEATH).is_some() {
            let number = Expr::constant(u128::from(signal), Scalar::INT, span);
            self.call_model(table::BEFORE_DEATH, vec![number], span);
        }
        self.automaton.end(Op::End { kind: EndKind::Abort }, span);
    }

    /// A failing assertion is an error for `unreach-call`. For the other properties it calls `abort`, and what they look at may happen in the handler
    /// of the signal: so where there may be a handler, both are possible.
    fn failing_assertion(&mut self, kind: ErrorKind, span: Span) {
        if self.linker.defined(table::BEFORE_DEATH).is_some() {
            let dst = self.temporary(Scalar::INT, span);
            let origin = NondetKind::Library("abort".to_string());
            self.emit(Op::Nondet { dst, kind: origin, ranges: Some(Box::from([(0, 1)])) }, span);
            let (error, handler) = (self.automaton.fresh(), self.automaton.fresh());
            self.automaton.branch(Expr::reg(dst, Scalar::INT, span), span, handler, error);
            self.automaton.resume(handler);
            self.die(table::ABORT_SIGNAL, span);
            self.automaton.resume(error);
        }
        self.automaton.end(Op::Error { kind }, span);
    }

    fn nondeterministic(
        &mut self,
        kind: NondetKind,
        ranges: Option<Box<[(i128, i128)]>>,
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
        let ranges = if boolean { Some(Box::from([(0, 1)])) } else { ranges };
        let dst = self.typed_temporary(ty, scalar, span);
        self.emit(Op::Nondet { dst, kind, ranges }, span);
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
            match (call.op, operands.pop()) {
                (SyncOp::ThreadExit, Some(value)) => self.end_thread(value, false, span),
                (op, last) => {
                    operands.extend(last);
                    self.automaton.end(Op::Sync { op, args: operands, dst: None, out: None }, span);
                }
            }
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
            SyncResult::Status | SyncResult::Errno | SyncResult::C11 => Some(Scalar::INT),
            SyncResult::Word => Some(word),
            SyncResult::Zero | SyncResult::Never => None,
        };
        let creates = call.op == SyncOp::ThreadCreate;
        let fallible = destination.is_some() && !creates;
        let can_end = self.linker.cancels && call.op.is_cancellation_point();
        let refusable = creates && operands.get(2).is_some_and(|attributes| attributes.as_const() != Some(0));
        let needed = want || fallible || can_end || refusable || call.result == SyncResult::Errno;
        let dst = match (result, can_end) {
            (None, true) => Some(self.temporary(Scalar::INT, span)),
            (result, _) => result.filter(|_| needed).map(|scalar| self.temporary(scalar, span)),
        };
        let out = destination.as_ref().map(|(out, _)| self.temporary(self.out_scalar(out.ty), span));
        let after = self.automaton.fresh();
        if let (true, Some(attributes), Some(dst)) = (refusable, operands.get_mut(2), dst) {
            let all = attributes.clone();
            *attributes = fold::binary(BinaryOp::And, all.clone(), Expr::constant(1, Scalar::INT, span), span);
            self.may_be_refused(&all, dst, after, span);
        }
        self.emit(Op::Sync { op: call.op, args: operands, dst, out }, span);
        if let (true, Some(dst)) = (can_end, dst) {
            self.end_if_cancelled(Expr::reg(dst, Scalar::INT, span), span);
        }
        if let (Some((out_type, pointer)), Some(out)) = (destination, out) {
            let scalar = self.out_scalar(out_type.ty);
            let status = dst.filter(|_| fallible).map(|d| Expr::reg(d, Scalar::INT, span));
            self.store_out(pointer, Expr::reg(out, scalar, span), status, span);
        }
        if refusable {
            self.automaton.enter(after);
        }
        let (Some(dst), Some(scalar)) = (dst, result) else { return want.then(|| fold::zero(self.scalar(ty), span)) };
        let status = Expr::reg(dst, scalar, span);
        let value = match call.result {
            SyncResult::Errno => self.result_in_errno(status, span),
            SyncResult::C11 => {
                let error = Expr::constant(2, Scalar::INT, span);
                fold::ite(status, error, fold::zero(Scalar::INT, span), span)
            }
            SyncResult::Status | SyncResult::Word | SyncResult::Zero | SyncResult::Never => status,
        };
        want.then(|| fold::cast(value, self.scalar(ty), span))
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
        // The address of an object, or of what is in it, is not null.
        if !fold::is_fixed(&pointer) && !fold::is_in_object(&pointer) {
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
        if fold::is_fixed(&pointer) {
            self.read_rest(&pointer, op, span);
            self.load(pointer, Access::plain(Scalar::INT), span)
        } else {
            let pointer = self.hold(pointer);
            let dst = self.temporary(Scalar::INT, span);
            let (some, none, after) = (self.automaton.fresh(), self.automaton.fresh(), self.automaton.fresh());
            self.automaton.branch(pointer.clone(), span, some, none);
            self.automaton.resume(some);
            self.read_rest(&pointer, op, span);
            self.emit(Op::Load { dst, addr: pointer, access: Access::plain(Scalar::INT) }, span);
            self.automaton.jump(after);
            self.automaton.resume(none);
            self.emit(Op::Assign { dst, value: fold::zero(Scalar::INT, span) }, span);
            self.automaton.enter(after);
            Expr::reg(dst, Scalar::INT, span)
        }
    }

    /// Reads what follows the first `int` of the attributes of a thread.
    fn read_rest(&mut self, pointer: &Expr, op: SyncOp, span: Span) {
        if op == SyncOp::ThreadCreate {
            let size = if self.linker.pointer().size() == 8 { 56 } else { 36 };
            let int = Scalar::INT.size();
            let args = vec![fold::offset(pointer.clone(), int, span), self.word(size - int, span)];
            self.call_model(table::READ, args, span);
        }
    }

    /// The thread ends with a value, after what `pthread_cleanup_push` has registered.
    pub fn end_thread(&mut self, value: Expr, cancelled: bool, span: Span) {
        if self.linker.cancels && !cancelled {
            let args = [2, 1].map(|n| Expr::constant(n, Scalar::INT, span)).to_vec();
            self.emit(Op::Sync { op: SyncOp::CancelSet, args, dst: None, out: None }, span);
        }
        if self.linker.defined(table::RUN_CLEANUP_HANDLERS).is_some() {
            self.call_model(table::RUN_CLEANUP_HANDLERS, Vec::new(), span);
        }
        self.automaton.end(Op::Sync { op: SyncOp::ThreadExit, args: vec![value], dst: None, out: None }, span);
    }

    /// The thread ends if the result of an operation says that it was cancelled.
    fn end_if_cancelled(&mut self, result: Expr, span: Span) {
        let cancelled = Expr::constant(u128::from(CANCELLED), Scalar::INT, span);
        let (over, on) = (self.automaton.fresh(), self.automaton.fresh());
        let is_cancelled = fold::binary(BinaryOp::Eq, result, cancelled, span);
        self.automaton.branch(is_cancelled, span, over, on);
        self.automaton.resume(over);
        let value = self.word(u64::MAX, span);
        self.end_thread(value, true, span);
        self.automaton.resume(on);
    }

    /// A cancellation point before a call of a library function.
    pub fn cancellation_point(&mut self, point: CancellationPoint, span: Span) {
        let after = self.automaton.fresh();
        if point == CancellationPoint::Perhaps {
            let dst = self.temporary(Scalar::INT, span);
            let kind = NondetKind::Library("cancellation".to_string());
            self.emit(Op::Nondet { dst, kind, ranges: Some(Box::from([(0, 1)])) }, span);
            let here = self.automaton.fresh();
            self.automaton.branch(Expr::reg(dst, Scalar::INT, span), span, here, after);
            self.automaton.resume(here);
        }
        let dst = self.temporary(Scalar::INT, span);
        self.emit(Op::Sync { op: SyncOp::CancelTest, args: Vec::new(), dst: Some(dst), out: None }, span);
        self.end_if_cancelled(Expr::reg(dst, Scalar::INT, span), span);
        self.automaton.enter(after);
    }

    /// Sets `errno` if a condition holds, and if the program has an `errno` to look at.
    fn set_errno_if(&mut self, failed: Expr, error: Expr, span: Span) {
        let Some(f) = self.linker.defined(table::ERRNO_LOCATION) else { return };
        let (fails, after) = (self.automaton.fresh(), self.automaton.fresh());
        self.automaton.branch(failed, span, fails, after);
        self.automaton.resume(fails);
        let callee = raddle_program::Callee::Direct(self.linker.function(f));
        let lvalue = self.temporary(self.linker.pointer(), span);
        self.emit(Op::Call { dst: Some(lvalue), callee, args: Vec::new() }, span);
        self.store(self.pointer_register(lvalue, span), error, Access::plain(Scalar::INT), span);
        self.automaton.enter(after);
    }

    /// 0, or -1 with the error number in `errno` (if the program can see it).
    fn result_in_errno(&mut self, status: Expr, span: Span) -> Expr {
        self.set_errno_if(status.clone(), status.clone(), span);
        let failure = self.minus_one(span);
        fold::ite(status, failure, fold::zero(Scalar::INT, span), span)
    }

    /// The creation of a thread that asks for a real-time policy may be refused.
    fn may_be_refused(&mut self, attributes: &Expr, dst: LocalId, refused: Loc, span: Span) {
        let bit = Expr::constant(REAL_TIME, Scalar::INT, span);
        let real_time = fold::binary(BinaryOp::And, attributes.clone(), bit, span);
        if real_time.as_const() == Some(0) {
            return;
        }
        let (asks, goes_on, no) = (self.automaton.fresh(), self.automaton.fresh(), self.automaton.fresh());
        self.automaton.branch(real_time, span, asks, goes_on);
        self.automaton.resume(asks);
        let choice = self.temporary(Scalar::INT, span);
        let kind = NondetKind::Library("pthread_create".to_string());
        self.emit(Op::Nondet { dst: choice, kind, ranges: Some(Box::from([(0, 1)])) }, span);
        self.automaton.branch(Expr::reg(choice, Scalar::INT, span), span, no, goes_on);
        self.automaton.resume(no);
        self.emit(Op::Assign { dst, value: Expr::constant(NOT_PERMITTED, Scalar::INT, span) }, span);
        self.automaton.jump(refused);
        self.automaton.resume(goes_on);
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
            Allocation::OfEnvironment { size } => match self.argument(args, size, word) {
                Some(size) => {
                    let block = self.environment_block(size, true, span);
                    return Some(fold::cast(block, self.scalar(ty), span));
                }
                None => None,
            },
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
        self.emit(Op::Alloc { dst, size, align, zeroed: false, owner: BlockOwner::Program }, span);
        self.tell_of_failure(dst, span);
        Some(fold::cast(self.pointer_register(dst, span), self.scalar(ty), span))
    }

    /// A block that the program did not make.
    pub fn environment_block(&mut self, size: Expr, open: bool, span: Span) -> Expr {
        let dst = self.temporary(self.linker.pointer(), span);
        let (align, owner) = (self.word(0, span), BlockOwner::Environment { open });
        self.emit(Op::Alloc { dst, size, align, zeroed: false, owner }, span);
        self.pointer_register(dst, span)
    }

    /// Sets `errno` if an allocation gave nothing.
    fn tell_of_failure(&mut self, block: LocalId, span: Span) {
        let is_null = fold::binary(BinaryOp::Eq, self.pointer_register(block, span), self.word(0, span), span);
        self.set_errno_if(is_null, Expr::constant(NO_MEMORY, Scalar::INT, span), span);
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
        self.emit(Op::Alloc { dst, size: bytes, align, zeroed: true, owner: BlockOwner::Program }, span);
        self.automaton.jump(after);
        self.automaton.resume(fails);
        self.emit(Op::Assign { dst, value: self.word(0, span) }, span);
        self.automaton.enter(after);
        self.tell_of_failure(dst, span);
        fold::cast(self.pointer_register(dst, span), self.scalar(ty), span)
    }

    #[allow(clippy::too_many_arguments)]
    fn print(
        &mut self,
        printer: &Printer,
        name: &str,
        args: &[Argument],
        streams: &[Option<Stream>],
        ty: TypeId,
        want: bool,
        span: Span,
    ) -> Option<Expr> {
        let word = self.linker.pointer();
        let known = |i: u8| streams.get(usize::from(i)).copied().flatten();
        let sink = match printer.sink {
            Sink::Stdout => Some(OutputSink::Stdout),
            Sink::Stream(i) if known(i) == Some(Stream::Output) => Some(OutputSink::Stdout),
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
        let refused = match printer.sink {
            Sink::Stream(i) if !matches!(known(i), Some(Stream::Output | Stream::Error)) => {
                self.argument(args, i, word).map(|file| self.refuses(file, span))
            }
            Sink::Stream(_) | Sink::Stdout | Sink::Unobserved | Sink::Buffer { .. } => None,
        };
        let args = printed.iter().map(|a| a.value.clone()).collect();
        let dst = want.then(|| self.temporary(Scalar::INT, span));
        let is_stream = !matches!(sink, OutputSink::Buffer { .. });
        self.emit(Op::Output { dst, sink, format, args }, span);
        if is_stream && !self.internal && self.linker.looks_at_errno {
            let model = if want { table::ERRNO_OF_OUTPUT } else { table::ERRNO_OF_DROPPED_OUTPUT };
            self.call_model(model, Vec::new(), span);
        }
        if let Some(dst) = dst.filter(|_| is_stream && !self.internal) {
            self.may_fail(dst, name, span);
            if let Some(refused) = refused {
                let (result, failure) = (Expr::reg(dst, Scalar::INT, span), self.minus_one(span));
                let value = fold::ite(Expr::reg(refused, Scalar::INT, span), failure, result, span);
                self.emit(Op::Assign { dst, value }, span);
            }
        }
        dst.map(|dst| fold::cast(Expr::reg(dst, Scalar::INT, span), self.scalar(ty), span))
    }

    /// Output to a stream fails as the environment likes: then the result is negative, and `errno` says why.
    fn may_fail(&mut self, dst: LocalId, name: &str, span: Span) {
        let choice = self.temporary(Scalar::INT, span);
        let (kind, ranges) = (NondetKind::Library(name.to_string()), Some(Box::from([(0, 1)])));
        self.emit(Op::Nondet { dst: choice, kind, ranges }, span);
        let (fails, after) = (self.automaton.fresh(), self.automaton.fresh());
        self.automaton.branch(Expr::reg(choice, Scalar::INT, span), span, fails, after);
        self.automaton.resume(fails);
        self.call_model(table::OUTPUT_FAILS, Vec::new(), span);
        self.emit(Op::Assign { dst, value: self.minus_one(span) }, span);
        self.automaton.enter(after);
    }

    /// Whether a stream that is open for reading only is to be written to, which is an error.
    fn refuses(&mut self, stream: Expr, span: Span) -> LocalId {
        let refused = self.temporary(Scalar::INT, span);
        match self.linker.defined(table::STREAM_REFUSES) {
            Some(f) => {
                let callee = raddle_program::Callee::Direct(self.linker.function(f));
                let args = vec![stream, Expr::constant(1, Scalar::INT, span)];
                self.emit(Op::Call { dst: Some(refused), callee, args }, span);
            }
            None => self.unsupported(
                format!("the library function `{}`, whose model is missing,", table::STREAM_REFUSES),
                span,
            ),
        }
        refused
    }

    fn minus_one(&self, span: Span) -> Expr {
        Expr::constant(Scalar::INT.truncate(u128::MAX), Scalar::INT, span)
    }
}
