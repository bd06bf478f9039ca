//! Atomic builtins: `__atomic_*`, `__sync_*` with and without size suffix, and C11's `atomic_*` as functions.
//!
//! gcc's `stdatomic.h` turns `atomic_load(&x)` into a statement expression around `__atomic_load(p, &tmp, order)`. The
//! temporaries of these macros are only ever accessed as `&tmp` in such an argument; they are read and written
//! directly here, so they stay registers and cost an analysis nothing.

use lang_c::ast::Expression;
use lang_c::span::Node;
use raddle_program::{IntKind, MemoryOrder, QualType, RmwOp, Span, TypeId};

use super::fold::as_const;
use super::scope::Symbol;
use super::{Typed, Typer};
use crate::hir::{Builtin, Expr, ExprKind, Lvalue, LvalueKind};

/// The families of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    /// `__atomic_load_n`: gcc's own.
    Gnu,
    /// `__atomic_load_4`: the library's, without the `weak` argument.
    Sized(u64),
    /// `atomic_load`, `__c11_atomic_load`; `true` if a memory order is given.
    C11 { explicit: bool },
}

/// Reads a trailing `_1`, `_2`, `_4`, `_8`, `_16`.
fn size_suffix(name: &str) -> (&str, Option<u64>) {
    for (suffix, size) in [("_16", 16), ("_1", 1), ("_2", 2), ("_4", 4), ("_8", 8)] {
        if let Some(base) = name.strip_suffix(suffix) {
            return (base, Some(size));
        }
    }
    (name, None)
}

fn rmw_op(word: &str) -> Option<RmwOp> {
    Some(match word {
        "add" => RmwOp::Add,
        "sub" => RmwOp::Sub,
        "and" => RmwOp::And,
        "or" => RmwOp::Or,
        "xor" => RmwOp::Xor,
        "nand" => RmwOp::Nand,
        _ => return None,
    })
}

impl Typer<'_> {
    /// The meaning of an atomic builtin's call; `None` if the name is none.
    pub(super) fn atomic_call(&mut self, name: &str, args: &[Node<Expression>], span: Span) -> Option<Typed<Expr>> {
        if let Some(rest) = name.strip_prefix("__sync_") {
            let (base, size) = size_suffix(rest);
            return self.sync(base, size, args, span);
        }
        if let Some(rest) = name.strip_prefix("__atomic_") {
            let (base, size) = size_suffix(rest);
            let family = size.map_or(Family::Gnu, Family::Sized);
            return self.atomic(base, family, args, span);
        }
        let c11 = name.strip_prefix("__c11_atomic_");
        let rest = c11.or_else(|| name.strip_prefix("atomic_"))?;
        let (base, explicit) = match rest.strip_suffix("_explicit") {
            Some(base) => (base, true),
            None => (rest, c11.is_some()),
        };
        // A program may have functions of its own with such names, declared but defined elsewhere; C11's take a pointer
        // to a scalar first.
        if self.scopes.lookup(name).is_some_and(|s| matches!(s, Symbol::Function(_))) && !self.first_is_atomic(args) {
            return None;
        }
        self.atomic(base, Family::C11 { explicit }, args, span)
    }

    fn first_is_atomic(&mut self, args: &[Node<Expression>]) -> bool {
        let Some(first) = args.first() else { return false };
        let errors = (self.p.errors, self.p.diagnostics.len());
        self.unevaluated += 1;
        let value = self.value(first);
        self.unevaluated -= 1;
        self.p.errors = errors.0;
        self.p.diagnostics.truncate(errors.1);
        match value {
            Ok(value) => self.pointee(value.ty).is_some_and(|t| self.is_scalar(t.ty)),
            Err(_) => false,
        }
    }

    /// The memory order an argument names; what is not constant is taken as the strongest.
    fn order(&mut self, args: &[Node<Expression>], index: usize) -> Typed<MemoryOrder> {
        let Some(arg) = args.get(index) else { return Ok(MemoryOrder::SeqCst) };
        let value = self.value(arg)?;
        let order = match as_const(&value) {
            Some(0) => MemoryOrder::Relaxed,
            Some(1) => MemoryOrder::Consume,
            Some(2) => MemoryOrder::Acquire,
            Some(3) => MemoryOrder::Release,
            Some(4) => MemoryOrder::AcqRel,
            Some(_) | None => MemoryOrder::SeqCst,
        };
        self.also_evaluate(value);
        Ok(order)
    }

    /// The pointer to the object and the type in which the object is accessed. A record of the size of an integer is
    /// accessed as that integer.
    fn object(&mut self, args: &[Node<Expression>], size: Option<u64>, span: Span) -> Typed<(Expr, TypeId)> {
        let arg = self.argument(args, 0, span)?;
        let pointer = self.value(arg)?;
        let Some(target) = self.pointee(pointer.ty) else {
            return Err(self.error(span, "the first argument of an atomic builtin must be a pointer"));
        };
        let bytes = size.or_else(|| self.p.types.size(target.ty));
        if size.is_none() && self.is_scalar(target.ty) {
            return Ok((pointer, target.ty));
        }
        let kinds = [IntKind::UChar, IntKind::UShort, IntKind::UInt, IntKind::ULongLong, IntKind::UInt128];
        let model = self.model();
        let same_size = |kind: &IntKind| Some(kind.size(model)) == bytes;
        if let (Some(_), true) = (size, self.is_scalar(target.ty) && self.p.types.size(target.ty) == bytes) {
            return Ok((pointer, target.ty));
        }
        let Some(kind) = kinds.into_iter().find(same_size) else {
            return Err(self.error(span, "an atomic builtin on an object of this size is not supported"));
        };
        let ty = self.p.types.int(kind);
        let to = self.pointer_to(QualType { ty, quals: target.quals });
        Ok((self.convert(pointer, to), ty))
    }

    /// `*pointer` where the argument is a pointer to a value of type `ty`.
    fn value_behind(&mut self, args: &[Node<Expression>], index: usize, ty: TypeId, span: Span) -> Typed<Expr> {
        let arg = self.argument(args, index, span)?;
        let lvalue = self.pointed_lvalue(arg)?;
        let lvalue = self.retyped(lvalue, ty);
        Ok(Expr { kind: ExprKind::Load(Box::new(lvalue)), ty, span })
    }

    /// An lvalue seen as another type of the same size.
    fn retyped(&mut self, lvalue: Lvalue, ty: TypeId) -> Lvalue {
        if lvalue.ty.ty == ty
            || (self.is_scalar(lvalue.ty.ty)
                && self.p.types.size(lvalue.ty.ty) == self.p.types.size(ty)
                && self.float_kind(lvalue.ty.ty) == self.float_kind(ty))
        {
            return Lvalue { ty: QualType { ty, quals: lvalue.ty.quals }, ..lvalue };
        }
        let (span, quals) = (lvalue.span, lvalue.ty.quals);
        let to = self.pointer_to(QualType { ty, quals });
        let own = self.pointer_to(lvalue.ty);
        let address = self.address_of(lvalue, own);
        let pointer = self.convert(address, to);
        Lvalue { kind: LvalueKind::Deref(Box::new(pointer)), ty: QualType { ty, quals }, span }
    }

    fn converted(&mut self, args: &[Node<Expression>], index: usize, ty: TypeId, span: Span) -> Typed<Expr> {
        let arg = self.argument(args, index, span)?;
        let value = self.value(arg)?;
        if !self.is_scalar(value.ty) {
            return Err(self.error(value.span, "incompatible type for an argument of an atomic builtin"));
        }
        Ok(self.convert(value, ty))
    }

    pub(super) fn discarded(&self, value: Expr) -> Expr {
        let span = value.span;
        Expr { kind: ExprKind::Convert(Box::new(value)), ty: self.p.predeclared.void, span }
    }

    fn atomic(&mut self, base: &str, family: Family, args: &[Node<Expression>], span: Span) -> Option<Typed<Expr>> {
        let words: Vec<&str> = base.split('_').collect();
        let result = match (words.as_slice(), family) {
            (["load", "n"], Family::Gnu) | (["load"], Family::Sized(_) | Family::C11 { .. }) => {
                self.atomic_load(family, args, span)
            }
            (["load"], Family::Gnu) => self.atomic_load_into(args, span),
            (["store", "n"], Family::Gnu) | (["store"], Family::Sized(_) | Family::C11 { .. }) => {
                self.atomic_store(family, args, span)
            }
            (["init"], Family::C11 { .. }) => self.atomic_store(family, args, span),
            (["store"], Family::Gnu) => self.atomic_store_from(args, span),
            (["exchange", "n"], Family::Gnu) | (["exchange"], Family::Sized(_) | Family::C11 { .. }) => {
                self.fetch_op(RmwOp::Exchange, false, family, args, span)
            }
            (["exchange"], Family::Gnu) => self.atomic_exchange_through(args, span),
            (["compare", "exchange", "n"], Family::Gnu) => self.compare_exchange(family, None, false, args, span),
            (["compare", "exchange"], Family::Gnu) => self.compare_exchange(family, None, true, args, span),
            (["compare", "exchange"], Family::Sized(_)) => {
                self.compare_exchange(family, Some(false), false, args, span)
            }
            (["compare", "exchange", "strong"], Family::C11 { .. }) => {
                self.compare_exchange(family, Some(false), false, args, span)
            }
            (["compare", "exchange", "weak"], Family::C11 { .. }) => {
                self.compare_exchange(family, Some(true), false, args, span)
            }
            (["fetch", op], _) => self.fetch_op(rmw_op(op)?, false, family, args, span),
            ([op, "fetch"], Family::Gnu | Family::Sized(_)) => self.fetch_op(rmw_op(op)?, true, family, args, span),
            (["test", "and", "set"], Family::Gnu | Family::Sized(_)) => self.test_and_set(1, args, span),
            (["clear"], Family::Gnu | Family::Sized(_)) => self.clear(1, args, span),
            (["flag", "test", "and", "set"], Family::C11 { explicit }) => {
                self.test_and_set(if explicit { 1 } else { usize::MAX }, args, span)
            }
            (["flag", "clear"], Family::C11 { explicit }) => {
                self.clear(if explicit { 1 } else { usize::MAX }, args, span)
            }
            (["always", "lock", "free"], Family::Gnu) => self.always_lock_free(args, span),
            (["is", "lock", "free"], Family::Gnu | Family::C11 { .. }) => self.is_lock_free(family, args, span),
            (["thread" | "signal", "fence"], _) => self.fence(words[0], args, span),
            (_, Family::Gnu | Family::Sized(_) | Family::C11 { .. }) => return None,
        };
        Some(result)
    }

    /// `__atomic_always_lock_free(size, object)`: both are constants.
    fn always_lock_free(&mut self, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let size = self.argument(args, 0, span)?;
        let size = self.integer_constant(size)?;
        Ok(self.int_const(i128::from(matches!(size, 1 | 2 | 4 | 8)), self.p.predeclared.bool, span))
    }

    /// `__atomic_is_lock_free(size, object)`, `atomic_is_lock_free(object)`.
    fn is_lock_free(&mut self, family: Family, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let first = self.argument(args, 0, span)?;
        let first = self.value(first)?;
        let size = match family {
            Family::C11 { .. } => {
                let target = self.pointee(first.ty).map(|t| t.ty);
                target.and_then(|t| self.p.types.size(t)).map(i128::from)
            }
            Family::Gnu | Family::Sized(_) => self.evaluated_integer(&first),
        };
        self.also_evaluate(first);
        if let Some(object) = args.get(1) {
            let object = self.value(object)?;
            self.also_evaluate(object);
        }
        let bool = self.p.predeclared.bool;
        match size {
            Some(1 | 2 | 4 | 8) => Ok(self.int_const(1, bool, span)),
            // Up to the processor and the library.
            Some(_) | None => Ok(self.unsupported("'is_lock_free' of an object of this size", bool, span)),
        }
    }

    /// The value that an expression has whenever it is evaluated: that of the right operand of a comma.
    fn evaluated_integer(&self, e: &Expr) -> Option<i128> {
        if let ExprKind::Comma(_, last) = &e.kind {
            return self.evaluated_integer(last);
        }
        if let ExprKind::Convert(inner) = &e.kind
            && self.is_integer(e.ty)
            && self.is_integer(inner.ty)
        {
            return self.evaluated_integer(inner);
        }
        self.constant_integer(e)
    }

    /// `__atomic_thread_fence(order)`: a call of the function of this name.
    fn fence(&mut self, kind: &str, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let name = format!("__atomic_{kind}_fence");
        let Some(function) = self.builtin_function(&name, span) else {
            return Ok(self.unsupported(name, self.p.predeclared.void, span));
        };
        let order = self.argument(args, 0, span)?;
        let order = self.value(order)?;
        let pointer = self.function_address(function, span);
        let ty = self.p.functions[function.0 as usize].ty;
        self.finish_call(pointer, ty, &name, vec![order], span)
    }

    fn sized(family: Family) -> Option<u64> {
        match family {
            Family::Sized(size) => Some(size),
            Family::Gnu | Family::C11 { .. } => None,
        }
    }

    fn family_order(&mut self, family: Family, args: &[Node<Expression>], index: usize) -> Typed<MemoryOrder> {
        match family {
            Family::C11 { explicit: false } => Ok(MemoryOrder::SeqCst),
            Family::C11 { explicit: true } | Family::Gnu | Family::Sized(_) => self.order(args, index),
        }
    }

    fn atomic_load(&mut self, family: Family, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let (pointer, ty) = self.object(args, Self::sized(family), span)?;
        let order = self.family_order(family, args, 1)?;
        Ok(self.builtin_node(Builtin::AtomicLoad { pointer: Box::new(pointer), order }, ty, span))
    }

    /// `__atomic_load(pointer, &result, order)`
    fn atomic_load_into(&mut self, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let (pointer, ty) = self.object(args, None, span)?;
        let arg = self.argument(args, 1, span)?;
        let lvalue = self.pointed_lvalue(arg)?;
        let lvalue = self.retyped(lvalue, ty);
        let order = self.order(args, 2)?;
        let value = self.builtin_node(Builtin::AtomicLoad { pointer: Box::new(pointer), order }, ty, span);
        let assign = Expr { kind: ExprKind::Assign(Box::new(lvalue), Box::new(value)), ty, span };
        Ok(self.discarded(assign))
    }

    fn atomic_store(&mut self, family: Family, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let (pointer, ty) = self.object(args, Self::sized(family), span)?;
        let value = Box::new(self.converted(args, 1, ty, span)?);
        let order = self.family_order(family, args, 2)?;
        let store = Builtin::AtomicStore { pointer: Box::new(pointer), value, order };
        Ok(self.builtin_node(store, self.p.predeclared.void, span))
    }

    /// `__atomic_store(pointer, &value, order)`
    fn atomic_store_from(&mut self, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let (pointer, ty) = self.object(args, None, span)?;
        let value = Box::new(self.value_behind(args, 1, ty, span)?);
        let order = self.order(args, 2)?;
        let store = Builtin::AtomicStore { pointer: Box::new(pointer), value, order };
        Ok(self.builtin_node(store, self.p.predeclared.void, span))
    }

    /// `__atomic_exchange(pointer, &value, &result, order)`
    fn atomic_exchange_through(&mut self, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let (pointer, ty) = self.object(args, None, span)?;
        let operand = Box::new(self.value_behind(args, 1, ty, span)?);
        let arg = self.argument(args, 2, span)?;
        let lvalue = self.pointed_lvalue(arg)?;
        let lvalue = self.retyped(lvalue, ty);
        let order = self.order(args, 3)?;
        let pointer = Box::new(pointer);
        let rmw = Builtin::AtomicRmw { pointer, op: RmwOp::Exchange, operand, new_value: false, order };
        let value = self.builtin_node(rmw, ty, span);
        let assign = Expr { kind: ExprKind::Assign(Box::new(lvalue), Box::new(value)), ty, span };
        Ok(self.discarded(assign))
    }

    fn fetch_op(
        &mut self,
        op: RmwOp,
        new_value: bool,
        family: Family,
        args: &[Node<Expression>],
        span: Span,
    ) -> Typed<Expr> {
        let (pointer, ty) = self.object(args, Self::sized(family), span)?;
        let operand = Box::new(self.converted(args, 1, ty, span)?);
        let order = self.family_order(family, args, 2)?;
        let rmw = Builtin::AtomicRmw { pointer: Box::new(pointer), op, operand, new_value, order };
        Ok(self.builtin_node(rmw, ty, span))
    }

    /// `weak` is known for C11's functions and the library's; gcc's builtins have it as an argument.
    fn compare_exchange(
        &mut self,
        family: Family,
        weak: Option<bool>,
        desired_behind: bool,
        args: &[Node<Expression>],
        span: Span,
    ) -> Typed<Expr> {
        let (pointer, ty) = self.object(args, Self::sized(family), span)?;
        let arg = self.argument(args, 1, span)?;
        let expected = self.value(arg)?;
        let to = self.pointer_to(ty);
        let expected = match self.pointee(expected.ty) {
            Some(_) => self.convert(expected, to),
            None => return Err(self.error(span, "the expected value of a compare-exchange is given by a pointer")),
        };
        let desired =
            if desired_behind { self.value_behind(args, 2, ty, span)? } else { self.converted(args, 2, ty, span)? };
        let (weak, order_index) = match weak {
            Some(weak) => (weak, 3),
            None => {
                let arg = self.argument(args, 3, span)?;
                let flag = self.value(arg)?;
                // What is not known to be strong may fail spuriously.
                let weak = as_const(&flag) != Some(0);
                self.also_evaluate(flag);
                (weak, 4)
            }
        };
        let order = self.family_order(family, args, order_index)?;
        // The order of a failing exchange.
        self.family_order(family, args, order_index + 1)?;
        let (pointer, expected, desired) = (Box::new(pointer), Box::new(expected), Box::new(desired));
        let node = Builtin::AtomicCompareExchange { pointer, expected, desired, weak, order };
        Ok(self.builtin_node(node, self.p.predeclared.bool, span))
    }

    /// The first argument as a pointer to a byte.
    fn flag(&mut self, args: &[Node<Expression>], span: Span) -> Typed<(Box<Expr>, TypeId)> {
        let arg = self.argument(args, 0, span)?;
        let pointer = self.value(arg)?;
        if self.pointee(pointer.ty).is_none() {
            return Err(self.error(span, "the first argument of an atomic builtin must be a pointer"));
        }
        let byte = self.p.types.int(IntKind::UChar);
        let to = self.pointer_to(byte);
        Ok((Box::new(self.convert(pointer, to)), byte))
    }

    fn test_and_set(&mut self, order: usize, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let (pointer, byte) = self.flag(args, span)?;
        let order = self.order(args, order)?;
        let operand = Box::new(self.int_const(1, byte, span));
        let rmw = Builtin::AtomicRmw { pointer, op: RmwOp::Exchange, operand, new_value: false, order };
        let old = self.builtin_node(rmw, byte, span);
        Ok(self.convert(old, self.p.predeclared.bool))
    }

    fn clear(&mut self, order: usize, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let (pointer, byte) = self.flag(args, span)?;
        let order = self.order(args, order)?;
        let value = Box::new(self.int_const(0, byte, span));
        Ok(self.builtin_node(Builtin::AtomicStore { pointer, value, order }, self.p.predeclared.void, span))
    }

    fn sync(&mut self, base: &str, size: Option<u64>, args: &[Node<Expression>], span: Span) -> Option<Typed<Expr>> {
        let words: Vec<&str> = base.split('_').collect();
        let family = size.map_or(Family::Gnu, Family::Sized);
        let result = match words.as_slice() {
            ["fetch", "and", op] => self.fetch_op(rmw_op(op)?, false, family, &args[..args.len().min(2)], span),
            [op, "and", "fetch"] => self.fetch_op(rmw_op(op)?, true, family, &args[..args.len().min(2)], span),
            ["lock", "test", "and", "set"] => {
                self.fetch_op(RmwOp::Exchange, false, family, &args[..args.len().min(2)], span)
            }
            ["lock", "release"] => self.object(args, size, span).map(|(pointer, ty)| {
                let value = Box::new(self.int_const(0, ty, span));
                let order = MemoryOrder::Release;
                let store = Builtin::AtomicStore { pointer: Box::new(pointer), value, order };
                self.builtin_node(store, self.p.predeclared.void, span)
            }),
            ["bool", "compare", "and", "swap"] => self.compare_and_swap(true, size, args, span),
            ["val", "compare", "and", "swap"] => self.compare_and_swap(false, size, args, span),
            ["synchronize"] => {
                let function = self.builtin_function("__sync_synchronize", span)?;
                let pointer = self.function_address(function, span);
                let ty = self.p.functions[function.0 as usize].ty;
                self.finish_call(pointer, ty, "__sync_synchronize", Vec::new(), span)
            }
            _ => return None,
        };
        Some(result)
    }

    fn compare_and_swap(
        &mut self,
        success: bool,
        size: Option<u64>,
        args: &[Node<Expression>],
        span: Span,
    ) -> Typed<Expr> {
        let (pointer, ty) = self.object(args, size, span)?;
        let expected = Box::new(self.converted(args, 1, ty, span)?);
        let desired = Box::new(self.converted(args, 2, ty, span)?);
        let node = Builtin::SyncCompareAndSwap { pointer: Box::new(pointer), expected, desired, success };
        Ok(self.builtin_node(node, if success { self.p.predeclared.bool } else { ty }, span))
    }
}
