//! Calls: evaluating arguments, the calling convention, and functions without a body.

use raddle_program::library::READ;
use raddle_program::{
    Access, ErrorKind, Expr, ExternalArg, Function, NondetKind, Op, QualType, RecordKind, Scalar, Span, Type, TypeId,
};

use super::automaton::Head;
use super::body::Body;
use super::{Linker, Task, fold, library};
use crate::hir::{self, Callee, Difference, FuncRef};

/// An argument that has been evaluated: a scalar, or the address of a record.
#[derive(Clone, Debug)]
pub(super) struct Argument {
    pub value: Expr,
    pub ty: TypeId,
}

/// What a caller needs to know about a callee.
struct Convention {
    /// The C type of each parameter, as it is passed.
    params: Vec<TypeId>,
    variadic: bool,
    ret: TypeId,
}

impl<'h> Body<'_, 'h> {
    /// A call. The result is its value (the address of the object, for a record), if `want`ed and there is one. A
    /// record is written to `into`, if given.
    pub fn call(
        &mut self,
        callee: &'h Callee,
        args: &'h [hir::Expr],
        ty: TypeId,
        into: Option<Expr>,
        want: bool,
        span: Span,
    ) -> Option<Expr> {
        match callee {
            Callee::Direct(f) => {
                let streams = args.iter().map(|a| library::standard_stream(self.linker, a)).collect::<Vec<_>>();
                let args = self.arguments(args);
                self.call_function(*f, &args, &streams, ty, into, want, span)
            }
            Callee::Indirect { pointer, ty: function } => {
                let target = self.expression(pointer);
                let target = self.hold(target);
                let args = self.arguments(args);
                if let Some(f) = self.known_target(&target, *function) {
                    return self.call_function(f, &args, &[], ty, into, want, span);
                }
                let convention = self.convention_of_type(*function, &args);
                let callee = raddle_program::Callee::Indirect(fold::cast(target, self.linker.pointer(), span));
                self.call_with(convention, callee, &args, ty, into, want, span)
            }
        }
    }

    /// The function that a call through a constant pointer (an entry of a constant table) calls, if it has the type
    /// the call expects.
    fn known_target(&self, target: &Expr, ty: TypeId) -> Option<FuncRef> {
        let raddle_program::ExprKind::FuncAddr(id) = target.kind else { return None };
        let tasks = self.linker.function_ids.iter();
        let f = tasks.filter(|(_, known)| **known == id).find_map(|(task, _)| match task {
            Task::Body(f) | Task::Wrapper(f) => Some(*f),
            Task::Entry(_) | Task::Start | Task::Finish => None,
        })?;
        (self.linker.typed.functions[f.0 as usize].ty == ty).then_some(f)
    }

    fn arguments(&mut self, args: &'h [hir::Expr]) -> Vec<Argument> {
        args.iter().map(|a| Argument { value: self.expression(a), ty: a.ty }).collect()
    }

    /// A call by name, the arguments evaluated.
    #[allow(clippy::too_many_arguments)]
    pub fn call_function(
        &mut self,
        f: FuncRef,
        args: &[Argument],
        streams: &[Option<raddle_program::library::Stream>],
        ty: TypeId,
        into: Option<Expr>,
        want: bool,
        span: Span,
    ) -> Option<Expr> {
        let function = &self.linker.typed.functions[f.0 as usize];
        if function.name.starts_with(raddle_program::library::ERRNO_PREFIX) && !self.linker.looks_at_errno {
            return None;
        }
        // What a library function of ours calls to do its work is not a call in the program.
        if self.linker.is_error_function(f) && !self.internal {
            return self.forbidden_call(ty, want, span);
        }
        if let (true, Some(point)) = (self.linker.cancels, raddle_program::library::cancellation_point(&function.name))
            && (!self.internal || self.name == function.name)
            && (function.body.is_none() || self.linker.source.is_internal(function.span))
        {
            self.cancellation_point(point, span);
        }
        // The variant for calls whose result is dropped has another name, so what depends on the name comes before.
        if let Some((printf, args)) = self.to_memory(&function.name, function.body.is_none(), args, streams) {
            return self.call_function(printf, &args, &[], ty, into, want, span);
        }
        let library = function.body.is_none() || self.linker.source.is_internal(function.span);
        let locked = if library && !self.internal { self.lock_stream(&function.name, args, span) } else { None };
        let called = f;
        let f = if want { f } else { self.linker.quiet(f) };
        let function = &self.linker.typed.functions[f.0 as usize];
        let entry = library::meaning(&function.name, self.linker.error_function.is_some());
        let is_unknown = function.body.is_none() && entry.is_none();
        if function.difference == Difference::Kind || function.difference == Difference::Promise && is_unknown {
            let what = format!("a call of `{}`, which units declare differently,", function.name);
            let value = self.unsupported_value(what, ty, span);
            return want.then_some(value);
        }
        let value = match (&function.body, entry) {
            (Some(body), _) if self.linker.has_own_body(f) => {
                let convention = Convention {
                    params: body.locals[..body.params].iter().map(|p| p.promoted.unwrap_or(p.ty).ty).collect(),
                    variadic: self.is_variadic(function.ty),
                    ret: self.return_type(function.ty),
                };
                let callee = raddle_program::Callee::Direct(self.linker.task(Task::Body(f)));
                self.call_with(convention, callee, args, ty, into, want, span)
            }
            (_, Some(entry)) => self.library_call(&entry, &function.name, args, streams, ty, into, want, span),
            (_, None) => {
                let value = self.external(&function.name, args, ty, into, want, span);
                if function.noreturn {
                    // It never comes back, and what it does to the thread is not known: the others go on.
                    self.emit(Op::Require { cond: fold::zero(Scalar::INT, span) }, span);
                }
                return value;
            }
        };
        // Whether output whose result is dropped has failed can still be seen in `errno`.
        if f != called && !self.internal && self.linker.looks_at_errno {
            self.call_model(raddle_program::library::ERRNO_OF_DROPPED_OUTPUT, Vec::new(), span);
        }
        if function.noreturn {
            self.automaton.end(Op::Unreachable, span);
        }
        if let Some(stream) = locked {
            self.unlock_stream(stream, span);
        }
        value
    }

    /// A call of the function that the property forbids: the error. The value is only there to go on with.
    pub fn forbidden_call(&mut self, ty: TypeId, want: bool, span: Span) -> Option<Expr> {
        self.automaton.end(Op::Error { kind: ErrorKind::ForbiddenCall }, span);
        let scalar = self.linker.types.scalar(ty).unwrap_or(self.linker.pointer());
        want.then(|| fold::zero(scalar, span))
    }

    fn convention_of_type(&self, ty: TypeId, args: &[Argument]) -> Convention {
        match self.linker.types.get(ty) {
            Type::Function(f) => Convention {
                params: match f.unprototyped {
                    true => args.iter().map(|a| a.ty).collect(),
                    false => f.params.iter().map(|p| p.ty).collect(),
                },
                variadic: f.variadic,
                ret: f.ret.ty,
            },
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Record(_)
            | Type::Enum(_) => {
                Convention { params: args.iter().map(|a| a.ty).collect(), variadic: false, ret: self.linker.int.ty }
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn call_with(
        &mut self,
        convention: Convention,
        callee: raddle_program::Callee,
        args: &[Argument],
        ty: TypeId,
        into: Option<Expr>,
        want: bool,
        span: Span,
    ) -> Option<Expr> {
        let mut passed = Vec::with_capacity(args.len() + 2);
        let result = self.linker.is_record(convention.ret).then(|| self.result_object(convention.ret, into, span));
        passed.extend(result.clone());
        for (i, param) in convention.params.iter().enumerate() {
            let Some(arg) = args.get(i) else {
                self.unsupported("a call with fewer arguments than the function has parameters", span);
                return want.then(|| fold::zero(self.scalar(ty), span));
            };
            match self.passed(arg, *param, span) {
                Some(value) => passed.push(value),
                None => {
                    self.unsupported("a call with an argument of another kind than the parameter", span);
                    return want.then(|| fold::zero(self.scalar(ty), span));
                }
            }
        }
        if convention.variadic {
            let extra = self.extra_arguments(args.get(convention.params.len()..).unwrap_or(&[]), span);
            passed.push(extra);
        }
        let returned = match result {
            Some(_) => None,
            None => self.linker.types.scalar(convention.ret),
        };
        let expected = self.linker.types.scalar(ty);
        if want && (result.is_some() != self.linker.is_record(ty) || !same_register(returned, expected)) {
            self.unsupported("a call of a function as if its result were of another type", span);
            return Some(fold::zero(expected.unwrap_or(self.linker.pointer()), span));
        }
        let dst = returned.filter(|_| want).map(|scalar| self.typed_temporary(convention.ret, scalar, span));
        self.emit(Op::Call { dst, callee, args: passed }, span);
        match (result, dst, returned) {
            (Some(addr), _, _) => Some(addr),
            (None, Some(dst), Some(scalar)) => Some(fold::cast(Expr::reg(dst, scalar, span), self.scalar(ty), span)),
            (None, _, _) if want && !self.is_void(ty) => Some(self.indeterminate(ty, span)),
            (None, _, _) => None,
        }
    }

    /// An argument in the type of its parameter; `None` if no conversion is as harmless as the one between integers.
    fn passed(&mut self, arg: &Argument, param: TypeId, span: Span) -> Option<Expr> {
        match (self.linker.types.scalar(arg.ty), self.linker.types.scalar(param)) {
            (Some(Scalar::Int { .. }), Some(to @ Scalar::Int { .. })) => Some(fold::cast(arg.value.clone(), to, span)),
            (Some(Scalar::Float(_)), Some(to @ Scalar::Float(_))) => Some(fold::cast(arg.value.clone(), to, span)),
            (None, None) if self.linker.is_record(arg.ty) && self.linker.is_record(param) => {
                (self.linker.types.size(arg.ty) == self.linker.types.size(param)).then(|| arg.value.clone())
            }
            // What headers declare with a transparent union of pointers, models declare as a pointer.
            (None, Some(to)) if self.is_union_of_pointers(arg.ty) && to == self.linker.pointer() => {
                Some(self.load(arg.value.clone(), Access::plain(to), span))
            }
            (_, _) => None,
        }
    }

    /// Whether a type is a union of pointers. It is passed as a pointer is; glibc declares `accept`, `bind` and relatives with one
    /// (a transparent union), while our models of them take pointers.
    fn is_union_of_pointers(&self, ty: TypeId) -> bool {
        let Type::Record(record) = *self.linker.types.get(ty) else { return false };
        let record = &self.linker.types.records[record];
        let fields = record.fields.as_deref().unwrap_or(&[]);
        let pointer = |ty: TypeId| matches!(self.linker.types.get(ty), Type::Pointer(_));
        record.kind == RecordKind::Union && !fields.is_empty() && fields.iter().all(|f| pointer(f.ty.ty))
    }

    /// Where a record result goes.
    fn result_object(&mut self, ty: TypeId, into: Option<Expr>, span: Span) -> Expr {
        into.unwrap_or_else(|| {
            let (size, align) = (self.linker.types.size(ty).unwrap_or(0), self.linker.types.align(ty).max(1));
            let local = self.memory_temporary(ty, size, align, span);
            self.local_address(local, span)
        })
    }

    /// A value nobody has set.
    fn indeterminate(&mut self, ty: TypeId, span: Span) -> Expr {
        let scalar = self.scalar(ty);
        let dst = self.typed_temporary(ty, scalar, span);
        self.emit(Op::Nondet { dst, kind: NondetKind::Uninitialised, ranges: None }, span);
        Expr::reg(dst, scalar, span)
    }

    /// A function without a body and without a meaning: any result, and any value written through its pointers.
    fn external(
        &mut self,
        name: &str,
        args: &[Argument],
        ty: TypeId,
        into: Option<Expr>,
        want: bool,
        span: Span,
    ) -> Option<Expr> {
        for arg in args {
            if !self.linker.is_record(arg.ty) {
                continue;
            }
            let size = self.word(self.linker.types.size(arg.ty).unwrap_or(0), span);
            self.call_model(READ, vec![arg.value.clone(), size], span);
        }
        let args = args
            .iter()
            .map(|a| ExternalArg {
                value: a.value.clone(),
                writable_target: self.writable_target(a.ty),
                writes_behind: self.writes_behind(a.ty),
                points: self.points_to_object(a.ty),
            })
            .collect();
        if self.linker.is_record(ty) {
            let addr = self.result_object(ty, into, span);
            let mut args: Vec<ExternalArg> = args;
            let (value, writable_target) = (addr.clone(), Some(ty.into()));
            args.push(ExternalArg { value, writable_target, writes_behind: false, points: true });
            self.emit(Op::External { dst: None, name: name.to_string(), args }, span);
            return Some(addr);
        }
        let scalar = self.linker.types.scalar(ty).filter(|_| want);
        let dst = scalar.map(|s| self.typed_temporary(ty, s, span));
        self.emit(Op::External { dst, name: name.to_string(), args }, span);
        Some(Expr::reg(dst?, scalar?, span))
    }

    /// Whether a callee may read what an argument of this type points to. Records are passed in a copy, which is known.
    fn points_to_object(&self, ty: TypeId) -> bool {
        match self.linker.types.get(ty) {
            Type::Pointer(target) => !matches!(self.linker.types.get(target.ty), Type::Function(_)),
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Array(..)
            | Type::Record(_)
            | Type::Enum(_)
            | Type::Function(_) => false,
        }
    }

    /// What a callee may write through an argument of this type.
    fn writable_target(&self, ty: TypeId) -> Option<QualType> {
        match self.linker.types.get(ty) {
            Type::Pointer(target) => {
                let function = matches!(self.linker.types.get(target.ty), Type::Function(_));
                (!target.quals.is_const && !function).then_some(*target)
            }
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Array(..)
            | Type::Record(_)
            | Type::Enum(_)
            | Type::Function(_) => None,
        }
    }
}

/// Whether a caller that expects one type finds a result of another where it looks for it: in an integer register, or in
/// one for floating numbers of the same format. A function without a result leaves any value there.
fn same_register(returned: Option<Scalar>, expected: Option<Scalar>) -> bool {
    match (returned, expected) {
        (Some(Scalar::Float(a)), Some(Scalar::Float(b))) => a == b,
        (Some(Scalar::Float(_)), Some(Scalar::Int { .. })) | (Some(Scalar::Int { .. }), Some(Scalar::Float(_))) => {
            false
        }
        (Some(Scalar::Int { bits, .. }), Some(Scalar::Int { bits: wanted, .. })) => wanted <= bits,
        (None, _) | (_, None) => true,
    }
}

impl Body<'_, '_> {
    /// Whether a callee may not write what an argument of this type is or points to, but what pointers in there point to: the
    /// argument is a record, or a pointer to something const.
    fn writes_behind(&self, ty: TypeId) -> bool {
        match self.linker.types.get(ty) {
            Type::Pointer(target) if target.quals.is_const => self.holds_writable_pointer(target.ty, &mut Vec::new()),
            Type::Record(_) => self.holds_writable_pointer(ty, &mut Vec::new()),
            Type::Pointer(_)
            | Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Array(..)
            | Type::Enum(_)
            | Type::Function(_) => false,
        }
    }

    /// Whether from an object of this type a pointer to something that is not const can be reached.
    fn holds_writable_pointer(&self, ty: TypeId, seen: &mut Vec<TypeId>) -> bool {
        if seen.contains(&ty) {
            return false;
        }
        seen.push(ty);
        match self.linker.types.get(ty) {
            Type::Pointer(target) => match self.linker.types.get(target.ty) {
                Type::Function(_) => false,
                Type::Pointer(_)
                | Type::Void
                | Type::Int(_)
                | Type::Float(_)
                | Type::Array(..)
                | Type::Record(_)
                | Type::Enum(_) => !target.quals.is_const || self.holds_writable_pointer(target.ty, seen),
            },
            Type::Array(element, _) => self.holds_writable_pointer(element.ty, seen),
            Type::Record(record) => {
                let fields = self.linker.types.records[*record].fields.iter().flatten();
                fields.into_iter().any(|field| self.holds_writable_pointer(field.ty.ty, seen))
            }
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Enum(_) | Type::Function(_) => false,
        }
    }
}

/// A function of the program that does nothing but call a library function or an external: what the address of such
/// a function is the address of.
pub(super) fn lower_wrapper(linker: &mut Linker<'_>, f: FuncRef) -> Function {
    let typed = linker.typed;
    let function = &typed.functions[f.0 as usize];
    let (params, variadic) = match linker.types.get(function.ty) {
        Type::Function(ty) => (ty.params.iter().map(|p| p.ty).collect(), ty.variadic),
        Type::Void
        | Type::Int(_)
        | Type::Float(_)
        | Type::Pointer(_)
        | Type::Array(..)
        | Type::Record(_)
        | Type::Enum(_) => (Vec::new(), false),
    };
    let mut body = Body::new(linker, &function.name, true);
    let span = function.span;
    body.ret_type = body.return_type(function.ty);
    body.declare_result(span);
    let args: Vec<Argument> = params
        .iter()
        .map(|ty| {
            let scalar = body.linker.types.scalar(*ty).unwrap_or(body.linker.pointer());
            let local = body.typed_temporary(*ty, scalar, span);
            Argument { value: Expr::reg(local, scalar, span), ty: *ty }
        })
        .collect();
    if variadic {
        body.extra = Some(body.temporary(body.linker.pointer(), span));
    }
    let params = body.automaton.locals.len();
    let forbidden = body.linker.is_error_function(f);
    if variadic && !forbidden {
        body.unsupported(format!("a call of `{}` through a pointer", function.name), span);
    }
    let into = body.result.map(|r| body.pointer_register(r, span));
    let ret_type = body.ret_type;
    let value = match forbidden {
        true => body.forbidden_call(ret_type, true, span),
        false => body.call_function(f, &args, &[], ret_type, into, true, span),
    };
    let ret = body.ret;
    let value = ret.map(|scalar| value.map_or(fold::zero(scalar, span), |v| fold::cast(v, scalar, span)));
    body.leave(value, span);
    let pointer = body.linker.pointer();
    body.automaton.finish(Head { name: function.name.clone(), span, params, ret, internal: true, pointer })
}
