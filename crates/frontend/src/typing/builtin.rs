//! Compiler builtins other than atomics: folded away, turned into calls, or [`Builtin`] nodes.

use lang_c::ast::Expression;
use lang_c::span::Node;
use raddle_program::{DataModel, FloatKind, IntKind, RecordKind, Span, Type, TypeId};

use super::fold::as_const;
use super::lvalue::Operand;
use super::scope::Symbol;
use super::{Typed, Typer, float};
use crate::hir::{Arith, BitsOp, Builtin, Compare, Expr, ExprKind, Init, InitItem, Lvalue, LvalueKind, Stmt, StmtKind};

/// Which integer type a suffix of `__builtin_clz`, `__builtin_sadd_overflow`, … names.
fn suffixed(name: &str) -> Option<(&str, IntKind)> {
    let base = name.trim_end_matches('l');
    match name.len() - base.len() {
        0 => Some((base, IntKind::Int)),
        1 => Some((base, IntKind::Long)),
        2 => Some((base, IntKind::LongLong)),
        _ => None,
    }
}

impl Typer<'_> {
    /// The meaning of a call of a builtin; `None` if the name is an ordinary function's.
    pub(super) fn builtin_call(&mut self, name: &str, args: &[Node<Expression>], span: Span) -> Option<Typed<Expr>> {
        let outer = std::mem::take(&mut self.also_evaluated);
        let result = match (self.atomic_call(name, args, span), name.strip_prefix("__builtin_")) {
            (Some(result), _) => Some(result),
            (None, _) if name == "alloca" => Some(self.alloca(args, span)),
            (None, Some(builtin)) => Some(self.prefixed_builtin(name, builtin, args, span)),
            (None, None) => None,
        };
        let also_evaluated = std::mem::replace(&mut self.also_evaluated, outer);
        Some(result?.map(|value| after(also_evaluated, value)))
    }

    /// An argument whose value does not matter is evaluated all the same.
    pub(super) fn also_evaluate(&mut self, value: Expr) {
        if as_const(&value).is_none() {
            let value = self.discarded(value);
            self.also_evaluated.push(value);
        }
    }

    /// The argument with this index.
    pub(super) fn argument<'n>(
        &mut self,
        args: &'n [Node<Expression>],
        index: usize,
        span: Span,
    ) -> Typed<&'n Node<Expression>> {
        match args.get(index) {
            Some(arg) => Ok(arg),
            None => Err(self.error(span, "too few arguments to a builtin function")),
        }
    }

    pub(super) fn argument_value(&mut self, args: &[Node<Expression>], index: usize, span: Span) -> Typed<Expr> {
        let arg = self.argument(args, index, span)?;
        self.value(arg)
    }

    fn prefixed_builtin(&mut self, name: &str, builtin: &str, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let predeclared = self.p.predeclared;
        match builtin {
            "expect" | "expect_with_probability" => {
                let value = self.argument_value(args, 0, span)?;
                let long = self.p.types.int(IntKind::Long);
                if !self.is_scalar(value.ty) {
                    return Err(self.error(span, "expected a scalar argument"));
                }
                // gcc knows the result if the value is constant, and then looks at nothing else.
                if as_const(&value).is_none() {
                    let expected = self.argument_value(args, 1, span)?;
                    self.also_evaluate(expected);
                }
                Ok(self.convert(value, long))
            }
            "constant_p" => {
                self.unevaluated += 1;
                let value = self.argument_value(args, 0, span);
                self.unevaluated -= 1;
                let constant = self.evaluate(&value?).is_some();
                Ok(self.int_const(i128::from(constant), predeclared.int, span))
            }
            "classify_type" => self.type_class(args, span),
            "va_start" | "stdarg_start" | "c23_va_start" => {
                if self.function.as_ref().is_none_or(|f| !f.variadic) {
                    return Err(self.error(span, "'va_start' used in function with fixed arguments"));
                }
                let list = self.argument(args, 0, span)?;
                let list = self.va_list_lvalue(list)?;
                Ok(self.builtin_node(Builtin::VaStart(Box::new(list)), predeclared.void, span))
            }
            "va_end" => {
                let list = self.argument(args, 0, span)?;
                let list = self.va_list_lvalue(list)?;
                Ok(self.builtin_node(Builtin::VaEnd(Box::new(list)), predeclared.void, span))
            }
            "va_copy" => {
                let to = self.argument(args, 0, span)?;
                let to = Box::new(self.va_list_lvalue(to)?);
                let from = self.argument(args, 1, span)?;
                let from = Box::new(self.va_list_lvalue(from)?);
                Ok(self.builtin_node(Builtin::VaCopy(to, from), predeclared.void, span))
            }
            "alloca" | "alloca_with_align" | "alloca_with_align_and_max" => self.alloca(args, span),
            "object_size" | "dynamic_object_size" => self.object_size(args, span),
            // Hints and barriers, which have no effect under sequential consistency.
            "ia32_pause" | "ia32_mfence" | "ia32_lfence" | "ia32_sfence" | "prefetch" => {
                for arg in args {
                    let value = self.value(arg)?;
                    self.also_evaluate(value);
                }
                let zero = self.int_const(0, predeclared.int, span);
                Ok(Expr { kind: ExprKind::Convert(Box::new(zero)), ty: predeclared.void, span })
            }
            "assume_aligned" => {
                let value = self.argument_value(args, 0, span)?;
                for arg in args.iter().skip(1) {
                    let value = self.value(arg)?;
                    self.also_evaluate(value);
                }
                Ok(self.convert(value, predeclared.void_ptr))
            }
            "speculation_safe_value" => {
                if let Some(safe) = args.get(1) {
                    let safe = self.value(safe)?;
                    self.also_evaluate(safe);
                }
                self.argument_value(args, 0, span)
            }
            "add_overflow" => self.overflow(Arith::Add, args, None, span),
            "sub_overflow" => self.overflow(Arith::Sub, args, None, span),
            "mul_overflow" => self.overflow(Arith::Mul, args, None, span),
            "add_overflow_p" => self.overflow_p(Arith::Add, args, span),
            "sub_overflow_p" => self.overflow_p(Arith::Sub, args, span),
            "mul_overflow_p" => self.overflow_p(Arith::Mul, args, span),
            "isgreater" => self.compare_arguments(Compare::Gt, args, span),
            "isgreaterequal" => self.compare_arguments(Compare::Ge, args, span),
            "isless" => self.compare_arguments(Compare::Lt, args, span),
            "islessequal" => self.compare_arguments(Compare::Le, args, span),
            "isunordered" | "islessgreater" => self.unordered(builtin, args, span),
            "isnan" | "isnanf" | "isnanl" | "isinf" | "isinff" | "isinfl" | "isinf_sign" | "isfinite" | "finite"
            | "isnormal" => self.classify(builtin, args, span),
            "fpclassify" => self.class(args, span),
            "signbit" | "signbitf" | "signbitl" => self.sign_bit(builtin, args, span),
            "huge_val" | "inf" => Ok(self.float_const(float::infinity(FloatKind::F64), FloatKind::F64, span)),
            "huge_valf" | "inff" => Ok(self.float_const(float::infinity(FloatKind::F32), FloatKind::F32, span)),
            "huge_vall" | "infl" => Ok(self.float_const(float::infinity(FloatKind::F80), FloatKind::F80, span)),
            "huge_valf128" | "inff128" => Ok(self.float_const(float::infinity(FloatKind::F128), FloatKind::F128, span)),
            "nan" => self.nan(name, FloatKind::F64, args, span),
            "nanf" => self.nan(name, FloatKind::F32, args, span),
            "nanl" => self.nan(name, FloatKind::F80, args, span),
            "return_address" | "frame_address" | "extract_return_addr" => {
                Ok(self.unsupported(format!("the builtin '{name}'"), predeclared.void_ptr, span))
            }
            "bswap16" => self.bits(BitsOp::Bswap, IntKind::UShort, args, span),
            "bswap32" => self.bits(BitsOp::Bswap, IntKind::UInt, args, span),
            "bswap64" => {
                let kind = match self.model() {
                    DataModel::Ilp32 => IntKind::ULongLong,
                    DataModel::Lp64 => IntKind::ULong,
                };
                self.bits(BitsOp::Bswap, kind, args, span)
            }
            "bswap128" => self.bits(BitsOp::Bswap, IntKind::UInt128, args, span),
            "LINE" => Ok(self.unsupported(format!("the builtin '{name}'"), predeclared.int, span)),
            _ => self.other_builtin(name, builtin, args, span),
        }
    }

    fn other_builtin(&mut self, name: &str, builtin: &str, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        if let Some((base, kind)) = suffixed(builtin) {
            let op = match base {
                "clz" => Some(BitsOp::Clz),
                "ctz" => Some(BitsOp::Ctz),
                "popcount" => Some(BitsOp::Popcount),
                "parity" => Some(BitsOp::Parity),
                "ffs" => Some(BitsOp::Ffs),
                "clrsb" => Some(BitsOp::Clrsb),
                _ => None,
            };
            if let Some(op) = op {
                let signed = matches!(op, BitsOp::Ffs | BitsOp::Clrsb);
                return self.bits(op, if signed { kind } else { kind.to_unsigned() }, args, span);
            }
        }
        if let Some(rest) = builtin.strip_suffix("_overflow") {
            for (prefix, signed) in [("s", true), ("u", false)] {
                let Some((base, kind)) = rest.strip_prefix(prefix).and_then(suffixed_operation) else { continue };
                let kind = if signed { kind } else { kind.to_unsigned() };
                return self.overflow(base, args, Some(kind), span);
            }
        }
        // `__builtin___memcpy_chk(d, s, n, size)` checks and then calls `memcpy`.
        let plain = builtin.strip_prefix("__").and_then(|n| n.strip_suffix("_chk"));
        let checked = plain.filter(|n| {
            matches!(*n, "memcpy" | "memmove" | "memset" | "strcpy" | "strncpy" | "strcat" | "strncat" | "stpcpy")
        });
        let (target, count) = match checked {
            Some(plain) => (plain, args.len().saturating_sub(1)),
            None => (builtin, args.len()),
        };
        let function = match self.scopes.lookup_file(target) {
            Some(Symbol::Function(function)) => Some(function),
            Some(_) | None => self.builtin_function(name, span).or_else(|| self.builtin_function(target, span)),
        };
        let Some(function) = function else {
            // Nobody knows the type of its result: whatever is done with it is not modelled either.
            let ty = self.opaque("a value of an unknown type", 8, 8);
            return Ok(self.unsupported(format!("the builtin '{name}'"), ty, span));
        };
        let mut values = Vec::with_capacity(count);
        for arg in &args[..count] {
            values.push(self.value(arg)?);
        }
        for arg in &args[count..] {
            let value = self.value(arg)?;
            self.also_evaluate(value);
        }
        let pointer = self.function_address(function, span);
        let ty = self.p.functions[function.0 as usize].ty;
        self.finish_call(pointer, ty, name, values, span)
    }

    pub(super) fn builtin_node(&self, builtin: Builtin, ty: TypeId, span: Span) -> Expr {
        Expr { kind: ExprKind::Builtin(builtin), ty, span }
    }

    fn alloca(&mut self, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let size = self.argument_value(args, 0, span)?;
        let size = self.convert(size, self.p.predeclared.size);
        // Blocks of the frame are aligned to 16 bytes, and the alignment is given in bits.
        if let Some(align) = args.get(1)
            && self.integer_constant(align)? > 128
        {
            return Ok(self.unsupported("'alloca' with a larger alignment than 16", self.p.predeclared.void_ptr, span));
        }
        Ok(self.builtin_node(Builtin::Alloca(Box::new(size)), self.p.predeclared.void_ptr, span))
    }

    fn float_const(&mut self, bits: u128, kind: FloatKind, span: Span) -> Expr {
        let ty = self.p.types.intern(Type::Float(kind));
        Expr { kind: ExprKind::Const(bits), ty, span }
    }

    /// `nan("")`; another text chooses the bits of the result.
    fn nan(&mut self, name: &str, kind: FloatKind, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let text = &self.argument(args, 0, span)?.node;
        if matches!(text, Expression::StringLiteral(text) if text.node.iter().all(|piece| piece == "\"\"")) {
            return Ok(self.float_const(float::nan(kind), kind, span));
        }
        let ty = self.p.types.intern(Type::Float(kind));
        Ok(self.unsupported(format!("'{name}' of a text that is not empty"), ty, span))
    }

    fn bits(&mut self, op: BitsOp, kind: IntKind, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let value = self.argument_value(args, 0, span)?;
        if !self.is_arithmetic(value.ty) {
            return Err(self.error(span, "expected an integer argument"));
        }
        let ty = self.p.types.int(kind);
        let value = self.convert(value, ty);
        let result = if op == BitsOp::Bswap { ty } else { self.p.predeclared.int };
        if let (ExprKind::Const(bits), Some(scalar)) = (&value.kind, self.p.types.scalar(ty))
            && let Some(folded) = fold_bits(op, *bits, scalar.bits())
        {
            return Ok(self.int_const(folded as i128, result, span));
        }
        Ok(self.builtin_node(Builtin::Bits(op, Box::new(value)), result, span))
    }

    fn compare_arguments(&mut self, op: Compare, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let a = self.argument_value(args, 0, span)?;
        let b = self.argument_value(args, 1, span)?;
        self.compare(op, a, b, span)
    }

    /// A local that a statement of a statement expression sets to a value; what it is loaded with.
    fn bind(&mut self, value: Expr, stmts: &mut Vec<Stmt>, span: Span) -> impl Fn() -> Box<Expr> + use<> {
        let ty = value.ty;
        let local = self.new_local(None, ty.into(), None, span);
        let item = InitItem { offset: 0, bits: None, ty: ty.into(), value };
        let init = Some(Init { zero: false, items: vec![item] });
        stmts.push(Stmt { kind: StmtKind::Declare { local, init }, span });
        move || {
            let lvalue = Lvalue { kind: LvalueKind::Local(local), ty: ty.into(), span };
            Box::new(Expr { kind: ExprKind::Load(Box::new(lvalue)), ty, span })
        }
    }

    /// `isunordered` and `islessgreater`: comparisons of two values that are computed once.
    fn unordered(&mut self, name: &str, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let int = self.p.predeclared.int;
        let (a, b) = (self.argument_value(args, 0, span)?, self.argument_value(args, 1, span)?);
        if self.function.is_none() {
            return Err(self.error(span, "initializer element is not constant"));
        }
        let mut stmts = Vec::new();
        let (a, b) = (self.bind(a, &mut stmts, span), self.bind(b, &mut stmts, span));
        let (first, second) = if name == "isunordered" {
            (self.compare(Compare::Ne, *a(), *a(), span)?, self.compare(Compare::Ne, *b(), *b(), span)?)
        } else {
            (self.compare(Compare::Lt, *a(), *b(), span)?, self.compare(Compare::Gt, *a(), *b(), span)?)
        };
        let either = ExprKind::Or(Box::new(first), Box::new(second));
        let value = Some(Box::new(Expr { kind: either, ty: int, span }));
        Ok(Expr { kind: ExprKind::StmtExpr { stmts, value }, ty: int, span })
    }

    /// `signbit`: a call of the C library's function for the type.
    fn sign_bit(&mut self, name: &str, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let value = self.argument_value(args, 0, span)?;
        let int = self.p.predeclared.int;
        let target = match (name, self.float_kind(value.ty)) {
            ("signbitf", _) | ("signbit", Some(FloatKind::F32)) => "__signbitf",
            ("signbitl", _) | ("signbit", Some(FloatKind::F80)) => "__signbitl",
            (_, Some(FloatKind::F128)) => {
                return Ok(self.unsupported("'signbit' of a value of 128 bits".to_string(), int, span));
            }
            (_, _) => "__signbit",
        };
        let Some(function) = self.builtin_function(target, span) else {
            return Ok(self.unsupported(format!("the builtin '{name}'"), int, span));
        };
        let pointer = self.function_address(function, span);
        let ty = self.p.functions[function.0 as usize].ty;
        self.finish_call(pointer, ty, target, vec![value], span)
    }

    /// `__builtin_classify_type`: a number for the kind of type that an argument has when it is passed; gcc's `typeclass.h` has the list.
    fn type_class(&mut self, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        self.unevaluated += 1;
        let value = self.argument_value(args, 0, span);
        self.unevaluated -= 1;
        let (ty, int) = (value?.ty, self.p.predeclared.int);
        if self.is_opaque(ty) {
            return Ok(self.unsupported("the class of a type that is not modelled", int, span));
        }
        let class = match self.p.types.get(ty) {
            Type::Void => return Err(self.error(span, "invalid use of void expression")),
            Type::Int(_) | Type::Enum(_) => 1,
            Type::Pointer(_) | Type::Array(..) | Type::Function(_) => 5,
            Type::Float(_) => 8,
            Type::Record(record) => match self.p.types.records[*record].kind {
                RecordKind::Struct => 12,
                RecordKind::Union => 13,
            },
        };
        Ok(self.int_const(class, int, span))
    }

    /// `fpclassify`: one of five numbers.
    fn class(&mut self, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let int = self.p.predeclared.int;
        let value = self.argument_value(args, 5, span)?;
        let Some(kind) = self.float_kind(value.ty) else {
            return Ok(self.unsupported("'fpclassify' of a value that is not floating".to_string(), int, span));
        };
        if self.function.is_none() {
            return Err(self.error(span, "initializer element is not constant"));
        }
        let mut classes = Vec::with_capacity(5);
        for index in 0..5 {
            let class = self.argument_value(args, index, span)?;
            classes.push(Box::new(self.convert(class, int)));
        }
        let ty = value.ty;
        let mut stmts = Vec::new();
        let load = self.bind(value, &mut stmts, span);
        let compare = |op, bits| {
            let constant = Box::new(Expr { kind: ExprKind::Const(bits), ty, span });
            Box::new(Expr { kind: ExprKind::Compare(op, load(), constant), ty: int, span })
        };
        let both = |a, b| Box::new(Expr { kind: ExprKind::And(a, b), ty: int, span });
        let either = |a, b| Box::new(Expr { kind: ExprKind::Or(a, b), ty: int, span });
        let choose = |condition, yes, no| Box::new(Expr { kind: ExprKind::Cond(condition, yes, no), ty: int, span });
        let (infinity, least) = (float::infinity(kind), smallest_normal(kind));
        let (down, below) = (float::negate(infinity, kind), float::negate(least, kind));
        let is_nan = Box::new(Expr { kind: ExprKind::Compare(Compare::Ne, load(), load()), ty: int, span });
        let is_infinite = either(compare(Compare::Eq, infinity), compare(Compare::Eq, down));
        let is_small = both(compare(Compare::Lt, least), compare(Compare::Gt, below));
        let is_zero = compare(Compare::Eq, 0);
        let mut classes = classes.into_iter();
        let mut next = || classes.next().unwrap_or_else(|| Box::new(Expr { kind: ExprKind::Const(0), ty: int, span }));
        let (nan, infinite, normal, subnormal, zero) = (next(), next(), next(), next(), next());
        let value = choose(is_small, choose(is_zero, zero, subnormal), normal);
        let value = choose(is_nan, nan, choose(is_infinite, infinite, value));
        Ok(Expr { kind: ExprKind::StmtExpr { stmts, value: Some(value) }, ty: int, span })
    }

    /// `isnan` and relatives: comparisons of a value that is computed once.
    fn classify(&mut self, name: &str, args: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let value = self.argument_value(args, 0, span)?;
        let int = self.p.predeclared.int;
        let Some(kind) = self.float_kind(value.ty) else {
            return Ok(self.unsupported(format!("'{name}' of a value that is not floating"), int, span));
        };
        if self.function.is_none() {
            return Err(self.error(span, "initializer element is not constant"));
        }
        let ty = value.ty;
        let mut stmts = Vec::new();
        let load = self.bind(value, &mut stmts, span);
        let infinity = float::infinity(kind);
        let constant = |bits| Box::new(Expr { kind: ExprKind::Const(bits), ty, span });
        let compare = |op, bits| Box::new(Expr { kind: ExprKind::Compare(op, load(), constant(bits)), ty: int, span });
        let both = |a, b| Box::new(Expr { kind: ExprKind::And(a, b), ty: int, span });
        let negative = float::negate(infinity, kind);
        let least = smallest_normal(kind);
        let kind = match name {
            "isinf" | "isinff" | "isinfl" => {
                ExprKind::Or(compare(Compare::Eq, infinity), compare(Compare::Eq, negative))
            }
            "isinf_sign" => ExprKind::Arith(Arith::Sub, compare(Compare::Eq, infinity), compare(Compare::Eq, negative)),
            "isfinite" | "finite" => ExprKind::And(compare(Compare::Lt, infinity), compare(Compare::Gt, negative)),
            "isnormal" => ExprKind::Or(
                both(compare(Compare::Ge, least), compare(Compare::Lt, infinity)),
                both(compare(Compare::Le, float::negate(least, kind)), compare(Compare::Gt, negative)),
            ),
            _ => ExprKind::Compare(Compare::Ne, load(), load()),
        };
        let value = Some(Box::new(Expr { kind, ty: int, span }));
        Ok(Expr { kind: ExprKind::StmtExpr { stmts, value }, ty: int, span })
    }

    /// The lvalue an argument points to; `&x` gives `x` itself, so that a register stays one.
    pub(super) fn pointed_lvalue(&mut self, e: &Node<Expression>) -> Typed<Lvalue> {
        let span = self.span(e.span);
        if let Expression::UnaryOperator(unary) = &e.node
            && unary.node.operator.node == lang_c::ast::UnaryOperator::Address
            && let Operand::Lvalue(lvalue) = self.operand(&unary.node.operand)?
        {
            return Ok(lvalue);
        }
        let pointer = self.value(e)?;
        match self.dereference(pointer, span)? {
            Operand::Lvalue(lvalue) => Ok(lvalue),
            Operand::Value(_) | Operand::Function(_) => Err(self.error(span, "expected a pointer to an object")),
        }
    }
}

/// A value that is computed after some expressions have been evaluated.
fn after(first: Vec<Expr>, value: Expr) -> Expr {
    first.into_iter().rev().fold(value, |value, effect| {
        let (ty, span) = (value.ty, value.span);
        Expr { kind: ExprKind::Comma(Box::new(effect), Box::new(value)), ty, span }
    })
}

/// The bits of the smallest positive number that has all its digits.
fn smallest_normal(kind: FloatKind) -> u128 {
    match kind {
        FloatKind::F32 => 1 << 23,
        FloatKind::F64 => 1 << 52,
        FloatKind::F80 => 3 << 63,
        FloatKind::F128 => 1 << 112,
    }
}

/// `addll` is the addition of `long long`.
fn suffixed_operation(name: &str) -> Option<(Arith, IntKind)> {
    for (word, op) in [("add", Arith::Add), ("sub", Arith::Sub), ("mul", Arith::Mul)] {
        if let Some(suffix) = name.strip_prefix(word) {
            return match suffix {
                "" => Some((op, IntKind::Int)),
                "l" => Some((op, IntKind::Long)),
                "ll" => Some((op, IntKind::LongLong)),
                _ => None,
            };
        }
    }
    None
}

/// The value of a bit-counting builtin of a constant; `None` where it is undefined.
fn fold_bits(op: BitsOp, bits: u128, width: u32) -> Option<u128> {
    let leading = bits.leading_zeros().checked_sub(128 - width)?;
    Some(match op {
        BitsOp::Clz if bits != 0 => u128::from(leading),
        BitsOp::Ctz if bits != 0 => u128::from(bits.trailing_zeros()),
        BitsOp::Clz | BitsOp::Ctz => return None,
        BitsOp::Popcount => u128::from(bits.count_ones()),
        BitsOp::Parity => u128::from(bits.count_ones() & 1),
        BitsOp::Ffs if bits == 0 => 0,
        BitsOp::Ffs => u128::from(bits.trailing_zeros() + 1),
        BitsOp::Clrsb => {
            let negative = (bits >> (width - 1)) & 1 == 1;
            let mask = if width == 128 { u128::MAX } else { (1 << width) - 1 };
            let magnitude = if negative { !bits & mask } else { bits };
            u128::from(magnitude.leading_zeros() - (128 - width) - 1)
        }
        BitsOp::Bswap => bits.swap_bytes() >> (128 - width),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bit_counts_of_constants() {
        assert_eq!(fold_bits(BitsOp::Clz, 1, 32), Some(31));
        assert_eq!(fold_bits(BitsOp::Clz, 0, 32), None);
        assert_eq!(fold_bits(BitsOp::Ctz, 8, 64), Some(3));
        assert_eq!(fold_bits(BitsOp::Ffs, 0, 32), Some(0));
        assert_eq!(fold_bits(BitsOp::Clrsb, 0xffff_ffff, 32), Some(31));
        assert_eq!(fold_bits(BitsOp::Bswap, 0x1234, 16), Some(0x3412));
    }
}
