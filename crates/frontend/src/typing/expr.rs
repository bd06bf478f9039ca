//! Expressions: one function per form of the syntax tree (C11 6.5).

use lang_c::ast::{
    BinaryOperatorExpression, BlockItem, CompoundLiteral, ConditionalExpression, Constant, Expression,
    GenericAssociation, GenericSelection, Identifier, Label, MemberExpression, MemberOperator, OffsetMember,
    OffsetOfExpression, Statement, StringLiteral, TypeName, UnaryOperator, UnaryOperatorExpression,
};
use lang_c::span::Node;
use raddle_program::{ArrayLen, GlobalKind, QualType, Quals, Span, Type, TypeId};

use super::arith::{self, Operator};
use super::link::GlobalState;
use super::literal::{self, Encoding};
use super::lvalue::Operand;
use super::scope::Symbol;
use super::{Typed, Typer};
use crate::hir::{Arith, Expr, ExprKind, Global, GlobalRef, Lvalue, LvalueKind, Stmt, StmtKind};
use crate::normalise::markers::{ELVIS, original_name};

impl Typer<'_> {
    /// The value of an expression: read, decayed.
    pub(super) fn value(&mut self, e: &Node<Expression>) -> Typed<Expr> {
        let operand = self.operand(e)?;
        let mut value = self.rvalue(operand)?;
        value.span = self.span(e.span);
        Ok(value)
    }

    /// An integer constant expression.
    pub(super) fn integer_constant(&mut self, e: &Node<Expression>) -> Typed<i128> {
        let value = self.value(e)?;
        match self.constant_integer(&value) {
            Some(value) => Ok(value),
            None => Err(self.error(value.span, "expression is not an integer constant expression")),
        }
    }

    /// An expression whose use decides whether its value or its lvalue is wanted.
    pub(super) fn operand(&mut self, e: &Node<Expression>) -> Typed<Operand> {
        let span = self.span(e.span);
        match &e.node {
            Expression::Identifier(name) => self.identifier(&original_name(&name.node.name), span),
            Expression::Constant(constant) => self.constant(&constant.node, span).map(Operand::Value),
            Expression::StringLiteral(tokens) => self.string_literal(&tokens.node, span).map(Operand::Lvalue),
            Expression::GenericSelection(selection) => self.generic(&selection.node, span),
            Expression::Member(member) => self.member_access(&member.node, span),
            Expression::Call(call) => match self.chosen_expression(&call.node)? {
                Some(chosen) => self.operand(chosen),
                None => self.call(&call.node, span).map(Operand::Value),
            },
            Expression::CompoundLiteral(literal) => self.compound_literal(&literal.node, span).map(Operand::Lvalue),
            Expression::SizeOfTy(of) => self.size_of_type(&of.node.0.node, span).map(Operand::Value),
            Expression::SizeOfVal(of) => self.size_of_value(&of.node.0, span).map(Operand::Value),
            Expression::AlignOf(of) => {
                let (ty, asked) = self.aligned_type_name(&of.node.0.node)?;
                let align = asked.unwrap_or_else(|| self.atomic_align(ty, self.p.types.field_align(ty.ty)));
                Ok(Operand::Value(self.int_const(i128::from(align), self.p.predeclared.size, span)))
            }
            Expression::UnaryOperator(unary) => self.unary(&unary.node, span),
            Expression::Cast(cast) => {
                let (ty, lengths) = self.type_name_with_lengths(&cast.node.type_name.node)?;
                let value = self.value(&cast.node.expression)?;
                let value = self.cast(value, ty, span)?;
                Ok(Operand::Value(self.after_lengths(lengths, value)))
            }
            Expression::BinaryOperator(binary) => self.binary(&binary.node, span),
            Expression::Conditional(conditional) => self.conditional_expression(&conditional.node, span),
            Expression::Comma(parts) => self.comma(parts).map(Operand::Value),
            Expression::OffsetOf(of) => self.offset_of(&of.node, span).map(Operand::Value),
            Expression::VaArg(arg) => self.va_arg(&arg.node, span).map(Operand::Value),
            Expression::Statement(statement) => self.statement_expression(statement, span).map(Operand::Value),
        }
    }

    fn identifier(&mut self, name: &str, span: Span) -> Typed<Operand> {
        match self.scopes.lookup(name) {
            Some(Symbol::Local(local, ty)) => Ok(Operand::Lvalue(Lvalue { kind: LvalueKind::Local(local), ty, span })),
            Some(Symbol::Global(global)) => {
                let ty = self.type_of_object(global);
                Ok(Operand::Lvalue(Lvalue { kind: LvalueKind::Global(global), ty, span }))
            }
            Some(Symbol::Function(function)) => Ok(Operand::Function(self.function_address(function, span))),
            Some(Symbol::Enumerator(value, ty)) => Ok(Operand::Value(self.int_const(value, ty, span))),
            Some(Symbol::Typedef(..)) => {
                Err(self.error(span, format!("expected an expression, but '{name}' is a type")))
            }
            Some(Symbol::Poisoned) => Err(super::Reported),
            None => match name {
                "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" => Ok(Operand::Lvalue(self.function_name(span))),
                _ => match self.builtin_function(name, span) {
                    Some(function) => Ok(Operand::Function(self.function_address(function, span))),
                    None => Err(self.error(span, format!("'{name}' undeclared"))),
                },
            },
        }
    }

    /// `__func__`: a constant array with the name of the function.
    fn function_name(&mut self, span: Span) -> Lvalue {
        let name = self.function.as_ref().map_or(String::new(), |f| f.name.clone());
        let mut bytes = name.into_bytes();
        bytes.push(0);
        let mut lvalue = self.string_object(Encoding::Narrow, bytes, span);
        lvalue.ty = self.qualify(lvalue.ty, Quals { is_const: true, ..Quals::default() });
        lvalue
    }

    fn constant(&mut self, constant: &Constant, span: Span) -> Typed<Expr> {
        let model = self.model();
        let (bits, ty) = match constant {
            Constant::Integer(integer) if integer.suffix.imaginary => {
                return Ok(self.imaginary(span));
            }
            Constant::Integer(integer) => match literal::integer(integer, model) {
                Ok((bits, kind)) => (bits, self.p.types.int(kind)),
                Err(message) => return Err(self.error(span, message)),
            },
            Constant::Float(float) => match literal::floating(float) {
                Ok((bits, Some(kind))) => (bits, self.p.types.intern(Type::Float(kind))),
                Ok((_, None)) if float.suffix.imaginary => return Ok(self.imaginary(span)),
                Ok((_, None)) => {
                    let ty = self.opaque("decimal float", 8, 8);
                    return Ok(self.unsupported(format!("a constant of type {}", self.show(ty)), ty, span));
                }
                Err(message) => return Err(self.error(span, message)),
            },
            Constant::Character(token) => match literal::character(token, model) {
                Ok((bits, kind)) => (bits, self.p.types.int(kind)),
                Err(message) => return Err(self.error(span, message)),
            },
        };
        Ok(Expr { kind: ExprKind::Const(bits), ty, span })
    }

    fn imaginary(&mut self, span: Span) -> Expr {
        let ty = self.opaque("_Complex double", 16, 8);
        self.unsupported("a complex constant", ty, span)
    }

    fn string_literal(&mut self, tokens: &StringLiteral, span: Span) -> Typed<Lvalue> {
        match literal::string(tokens) {
            Ok((encoding, bytes)) => Ok(self.string_object(encoding, bytes, span)),
            Err(message) => Err(self.error(span, message)),
        }
    }

    /// The object of a string literal.
    pub(super) fn string_object(&mut self, encoding: Encoding, bytes: Vec<u8>, span: Span) -> Lvalue {
        let elem = self.p.types.int(encoding.element(self.p.types.model()));
        let len = ArrayLen::Fixed((bytes.len() / encoding.width()) as u64);
        let ty = self.p.types.intern(Type::Array(elem.into(), len)).into();
        let key = (encoding.width(), bytes);
        let global = match self.p.strings.get(&key) {
            Some(global) => *global,
            None => {
                let global = GlobalRef(self.p.globals.len() as u32);
                let text = key.1.strip_suffix(&[0][..]).unwrap_or(&key.1);
                self.p.globals.push(Global {
                    name: format!("\"{}\"", text.escape_ascii()),
                    ty,
                    kind: GlobalKind::Constant,
                    align: None,
                    init: key.1.clone(),
                    relocations: Vec::new(),
                    unmodelled: None,
                    span,
                });
                self.p.global_states.push(GlobalState::literal());
                self.p.strings.insert(key, global);
                global
            }
        };
        Lvalue { kind: LvalueKind::Global(global), ty, span }
    }

    /// `_Generic` (6.5.1.1): only the chosen expression is typed.
    fn generic(&mut self, selection: &GenericSelection, span: Span) -> Typed<Operand> {
        self.unevaluated += 1;
        let control = self.value(&selection.expression);
        self.unevaluated -= 1;
        let control = control?;
        // The type of a field that is wider than `int` has no name.
        let nameless = self.wide_field(&control).is_some();
        let control = control.ty;
        let mut default = None;
        for association in &selection.associations {
            match &association.node {
                GenericAssociation::Default(e) => default = Some(e),
                GenericAssociation::Type(case) => {
                    let ty = self.unevaluated_type_name(&case.node.type_name.node)?;
                    if ty.quals == Quals::default() && !nameless && self.compatible(ty.ty, control) {
                        return self.operand(&case.node.expression);
                    }
                }
            }
        }
        match default {
            Some(e) => self.operand(e),
            None => {
                let message = format!(
                    "'_Generic' selector of type {} is not compatible with any association",
                    self.show(control)
                );
                Err(self.error(span, message))
            }
        }
    }

    fn member_access(&mut self, member: &MemberExpression, span: Span) -> Typed<Operand> {
        let name = original_name(&member.identifier.node.name);
        let base = match member.operator.node {
            MemberOperator::Direct => self.operand(&member.expression)?,
            MemberOperator::Indirect => {
                let pointer = self.value(&member.expression)?;
                if self.pointee(pointer.ty).is_none() {
                    let message = format!("invalid type argument of '->' (have {})", self.show(pointer.ty));
                    return Err(self.error(span, message));
                }
                let at = pointer.span;
                self.dereference(pointer, at)?
            }
        };
        self.member(base, &name, span)
    }

    fn compound_literal(&mut self, literal: &CompoundLiteral, span: Span) -> Typed<Lvalue> {
        let ty = self.type_name(&literal.type_name.node)?;
        if self.function.is_none() {
            let (ty, image) = self.static_list(ty, &literal.initializer_list, span)?;
            let global = GlobalRef(self.p.globals.len() as u32);
            self.p.globals.push(Global {
                name: "<compound literal>".to_string(),
                ty,
                kind: if self.quals(ty).is_const { GlobalKind::Constant } else { GlobalKind::Variable },
                align: None,
                init: image.bytes,
                relocations: image.relocations,
                unmodelled: image.unknown,
                span,
            });
            self.p.global_states.push(GlobalState::literal());
            return Ok(Lvalue { kind: LvalueKind::Global(global), ty, span });
        }
        let (ty, init) = self.local_list(ty, &literal.initializer_list, span)?;
        Ok(self.compound_local(ty, init, span))
    }

    /// A type name in an expression, and the run-time lengths it needs.
    pub(super) fn type_name_with_lengths(&mut self, name: &TypeName) -> Typed<(QualType, Vec<Stmt>)> {
        let outside = std::mem::take(&mut self.pending);
        let ty = self.type_name(name);
        let lengths = std::mem::replace(&mut self.pending, outside);
        Ok((ty?, lengths))
    }

    /// A type name whose run-time lengths nobody asks for.
    pub(super) fn unevaluated_type_name(&mut self, name: &TypeName) -> Typed<QualType> {
        self.type_name_with_lengths(name).map(|(ty, _)| ty)
    }

    /// The value, with run-time lengths computed before it.
    fn after_lengths(&self, lengths: Vec<Stmt>, value: Expr) -> Expr {
        if lengths.is_empty() {
            return value;
        }
        let (ty, span) = (value.ty, value.span);
        Expr { kind: ExprKind::StmtExpr { stmts: lengths, value: Some(Box::new(value)) }, ty, span }
    }

    fn size_of_type(&mut self, name: &TypeName, span: Span) -> Typed<Expr> {
        let (ty, lengths) = self.type_name_with_lengths(name)?;
        let size = self.size_expression(ty.ty, span)?;
        Ok(if self.is_vla(ty.ty) { self.after_lengths(lengths, size) } else { size })
    }

    fn size_of_value(&mut self, e: &Node<Expression>, span: Span) -> Typed<Expr> {
        let ty = self.type_of_operand(e)?;
        self.size_expression(ty.ty, span)
    }

    /// The type of an operand that is not executed.
    pub(super) fn type_of_operand(&mut self, e: &Node<Expression>) -> Typed<QualType> {
        if let Expression::Identifier(name) = &e.node
            && let Some(Symbol::Typedef(ty, _)) = self.scopes.lookup(&original_name(&name.node.name))
        {
            return Ok(ty);
        }
        self.unevaluated += 1;
        let operand = self.operand(e);
        self.unevaluated -= 1;
        let operand = operand?;
        if let Operand::Lvalue(Lvalue { kind: LvalueKind::Field { bits: Some(_), .. }, span, .. }) = &operand {
            return Err(self.error(*span, "'sizeof' applied to a bit-field"));
        }
        Ok(self.operand_type(&operand))
    }

    fn size_expression(&mut self, ty: TypeId, span: Span) -> Typed<Expr> {
        match self.size_of(ty) {
            Some(size) => Ok(self.make(ExprKind::SizeOf(Box::new(size)), self.p.predeclared.size, span)),
            None => {
                let message = format!("invalid application of 'sizeof' to incomplete type {}", self.show(ty));
                Err(self.error(span, message))
            }
        }
    }

    fn unary(&mut self, unary: &UnaryOperatorExpression, span: Span) -> Typed<Operand> {
        let value = match &unary.operator.node {
            UnaryOperator::Address => return self.address_operator(&unary.operand, span).map(Operand::Value),
            UnaryOperator::Indirection => {
                let pointer = self.value(&unary.operand)?;
                return self.dereference(pointer, span);
            }
            UnaryOperator::PostIncrement => self.step(&unary.operand, Arith::Add, true, span)?,
            UnaryOperator::PostDecrement => self.step(&unary.operand, Arith::Sub, true, span)?,
            UnaryOperator::PreIncrement => self.step(&unary.operand, Arith::Add, false, span)?,
            UnaryOperator::PreDecrement => self.step(&unary.operand, Arith::Sub, false, span)?,
            op @ (UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Complement) => {
                let value = self.value(&unary.operand)?;
                let integers_only = *op == UnaryOperator::Complement;
                if self.is_opaque(value.ty) {
                    let ty = value.ty;
                    let made = || format!("an operator on {}", self.show(ty));
                    self.unsupported(Self::refusal(&[&value]).unwrap_or_else(made), ty, span)
                } else if integers_only && !self.is_integer(value.ty) || !self.is_arithmetic(value.ty) {
                    let message = format!("wrong type argument to unary operator (have {})", self.show(value.ty));
                    return Err(self.error(span, message));
                } else {
                    let field = self.wide_field(&value);
                    let value = self.promote(value);
                    let ty = value.ty;
                    let result = match op {
                        UnaryOperator::Minus => self.make(ExprKind::Neg(Box::new(value)), ty, span),
                        UnaryOperator::Complement => self.make(ExprKind::BitNot(Box::new(value)), ty, span),
                        _ => value,
                    };
                    self.of_field(result, field)
                }
            }
            UnaryOperator::Negate => {
                let value = self.value(&unary.operand)?;
                let value = self.condition(value)?;
                self.make(ExprKind::Not(Box::new(value)), self.p.predeclared.int, span)
            }
        };
        Ok(Operand::Value(value))
    }

    fn step(&mut self, e: &Node<Expression>, op: Arith, postfix: bool, span: Span) -> Typed<Expr> {
        let operand = self.operand(e)?;
        if let Some(unsupported) = Self::as_unsupported(&operand) {
            return Ok(unsupported);
        }
        let what = if op == Arith::Add { "increment operand" } else { "decrement operand" };
        let lvalue = self.modifiable(operand, span, what)?;
        let one = self.int_const(1, self.p.predeclared.int, span);
        self.arith_assign(lvalue, op, one, postfix, span)
    }

    fn address_operator(&mut self, e: &Node<Expression>, span: Span) -> Typed<Expr> {
        // The normaliser writes GNU's `__alignof__` as the address of a `sizeof`, which is never valid C.
        if let Expression::SizeOfVal(of) = &e.node {
            return self.alignment_of_value(&of.node.0, span);
        }
        if let Expression::SizeOfTy(of) = &e.node {
            let (ty, asked) = self.aligned_type_name(&of.node.0.node)?;
            let align = asked.unwrap_or_else(|| self.atomic_align(ty, self.p.types.align(ty.ty)));
            return Ok(self.int_const(i128::from(align), self.p.predeclared.size, span));
        }
        // `__real__` and `__imag__`.
        if let Expression::UnaryOperator(inner) = &e.node
            && inner.node.operator.node == UnaryOperator::Address
        {
            self.value(&inner.node.operand)?;
            return Ok(self.unsupported("a part of a complex number", self.p.predeclared.double, span));
        }
        match self.operand(e)? {
            Operand::Function(pointer) => Ok(Expr { span, ..pointer }),
            Operand::Lvalue(lvalue) if Self::is_lvalue(&lvalue) || self.array(lvalue.ty.ty).is_some() => {
                if let LvalueKind::Field { bits: Some(_), .. } = lvalue.kind {
                    return Err(self.error(span, "cannot take address of bit-field"));
                }
                if let LvalueKind::Local(local) = lvalue.kind
                    && self.function.as_ref().is_some_and(|f| f.registers.contains(&local))
                {
                    return Err(self.error(span, "address of register variable requested"));
                }
                let ty = self.pointer_to(lvalue.ty);
                let address = self.address_of(lvalue, ty);
                Ok(Expr { span, ..address })
            }
            operand @ (Operand::Lvalue(_) | Operand::Value(_)) => match Self::as_unsupported(&operand) {
                Some(unsupported) => Ok(Expr { ty: self.p.predeclared.void_ptr, ..unsupported }),
                None => Err(self.error(span, "lvalue required as unary '&' operand")),
            },
        }
    }

    fn alignment_of_value(&mut self, e: &Node<Expression>, span: Span) -> Typed<Expr> {
        self.unevaluated += 1;
        let operand = self.operand(e);
        self.unevaluated -= 1;
        let operand = operand?;
        let ty = self.operand_type(&operand);
        let declared = match &operand {
            Operand::Lvalue(Lvalue { kind: LvalueKind::Global(global), .. }) => self.p.globals[global.0 as usize].align,
            Operand::Lvalue(Lvalue { kind: LvalueKind::Local(local), .. }) => {
                self.function.as_ref().and_then(|f| f.locals.get(local.0 as usize)).and_then(|l| l.align)
            }
            Operand::Lvalue(Lvalue { kind: LvalueKind::Field { base, offset, .. }, .. }) => {
                let known = self.p.field_aligns.get(&(base.ty.ty, *offset, ty.ty)).copied();
                return Ok(match known {
                    Some(Some(align)) => self.int_const(i128::from(align), self.p.predeclared.size, span),
                    Some(None) | None => {
                        self.unsupported("the alignment of this member", self.p.predeclared.size, span)
                    }
                });
            }
            // A type does not know with which typedef it was named.
            Operand::Lvalue(_) if self.p.aligned_typedefs.contains(&ty.ty) => {
                return Ok(self.unsupported("the alignment of a value of this type", self.p.predeclared.size, span));
            }
            Operand::Lvalue(_) | Operand::Value(_) | Operand::Function(_) => None,
        };
        let align = self.atomic_align(ty, self.p.types.align(ty.ty)).max(declared.unwrap_or(1));
        Ok(self.int_const(i128::from(align), self.p.predeclared.size, span))
    }

    /// `(T)value` (6.5.4), and GNU's cast to a union.
    pub(super) fn cast(&mut self, value: Expr, to: QualType, span: Span) -> Typed<Expr> {
        let from = value.ty;
        if self.is_void(to.ty) {
            return Ok(Expr { kind: ExprKind::Convert(Box::new(value)), ty: to.ty, span });
        }
        if self.is_opaque(from) || self.is_opaque(to.ty) {
            return Ok(self.convert(value, to.ty));
        }
        if self.is_scalar(to.ty) && self.is_scalar(from) {
            let float_pointer = (self.float_kind(to.ty).is_some() && self.pointee(from).is_some())
                || (self.float_kind(from).is_some() && self.pointee(to.ty).is_some());
            if float_pointer {
                let message = format!("cannot convert from {} to {}", self.show(from), self.show(to.ty));
                return Err(self.error(span, message));
            }
            if value.ty == to.ty && self.wide_field(&value).is_some() {
                return Ok(Expr { kind: ExprKind::Convert(Box::new(value)), ty: to.ty, span });
            }
            let converted = self.convert(value, to.ty);
            return Ok(Expr { span, ..converted });
        }
        if let Some(record) = self.record(to.ty) {
            if from == to.ty {
                return Ok(value);
            }
            let fields = self.p.types.records[record].fields.clone().unwrap_or_default();
            let is_union = self.p.types.records[record].kind == raddle_program::RecordKind::Union;
            if let Some(field) = fields.iter().find(|f| is_union && self.compatible(f.ty.ty, from)) {
                let item = crate::hir::InitItem { offset: field.offset, bits: field.bits, ty: field.ty, value };
                let lvalue = self.compound_local(to, crate::hir::Init { zero: true, items: vec![item] }, span);
                return Ok(Expr { kind: ExprKind::Load(Box::new(lvalue)), ty: to.ty, span });
            }
            return Err(self.error(span, "conversion to non-scalar type requested"));
        }
        if self.is_void(from) {
            return Err(self.error(span, "invalid use of void expression"));
        }
        let message = format!("cannot cast from {} to {}", self.show(from), self.show(to.ty));
        Err(self.error(span, message))
    }

    fn binary(&mut self, binary: &BinaryOperatorExpression, span: Span) -> Typed<Operand> {
        let value = match arith::operator(&binary.operator.node) {
            Operator::Index => {
                let a = self.value(&binary.lhs)?;
                let b = self.value(&binary.rhs)?;
                return self.index(a, b, span);
            }
            Operator::Arith(op) => {
                let a = self.value(&binary.lhs)?;
                let b = self.value(&binary.rhs)?;
                self.arith(op, a, b, span)?
            }
            Operator::Compare(op) => {
                let a = self.value(&binary.lhs)?;
                let b = self.value(&binary.rhs)?;
                self.compare(op, a, b, span)?
            }
            op @ (Operator::And | Operator::Or) => {
                let a = self.value(&binary.lhs)?;
                let a = Box::new(self.condition(a)?);
                let b = self.value(&binary.rhs)?;
                let b = Box::new(self.condition(b)?);
                let kind = if op == Operator::And { ExprKind::And(a, b) } else { ExprKind::Or(a, b) };
                self.make(kind, self.p.predeclared.int, span)
            }
            Operator::Assign => {
                let lvalue = self.operand(&binary.lhs)?;
                let value = self.value(&binary.rhs)?;
                self.assign(lvalue, value, span)?
            }
            Operator::ArithAssign(op) => {
                let operand = self.operand(&binary.lhs)?;
                if let Some(unsupported) = Self::as_unsupported(&operand) {
                    return Ok(Operand::Value(unsupported));
                }
                let lvalue = self.modifiable(operand, span, "left operand of assignment")?;
                let value = self.value(&binary.rhs)?;
                self.arith_assign(lvalue, op, value, false, span)?
            }
        };
        Ok(Operand::Value(value))
    }

    fn conditional_expression(&mut self, e: &ConditionalExpression, span: Span) -> Typed<Operand> {
        let condition = self.value(&e.condition)?;
        let condition = self.condition(condition)?;
        let elvis = matches!(&e.then_expression.node, Expression::Identifier(name) if name.node.name == ELVIS);
        let then = if elvis { None } else { Some(self.value(&e.then_expression)?) };
        let otherwise = self.value(&e.else_expression)?;
        self.conditional(condition, then, otherwise, span).map(Operand::Value)
    }

    fn comma(&mut self, parts: &[Node<Expression>]) -> Typed<Expr> {
        let mut result: Option<Expr> = None;
        for part in parts {
            let value = self.value(part)?;
            result = Some(match result {
                None => value,
                Some(before) => {
                    let (ty, span) = (value.ty, before.span.to(value.span));
                    Expr { kind: ExprKind::Comma(Box::new(before), Box::new(value)), ty, span }
                }
            });
        }
        result.ok_or(super::Reported)
    }

    /// `offsetof(T, member)`; an index may be computed at run time (GNU).
    fn offset_of(&mut self, of: &OffsetOfExpression, span: Span) -> Typed<Expr> {
        let mut ty = self.unevaluated_type_name(&of.type_name.node)?;
        let size = self.p.predeclared.size;
        let mut offset: u64 = 0;
        let mut run_time: Option<Expr> = None;
        let base = original_name(&of.designator.node.base.node.name).into_owned();
        (ty, offset) = self.offset_member(ty, &base, offset, span)?;
        for member in &of.designator.node.members {
            match &member.node {
                OffsetMember::Member(name) => {
                    let name = original_name(&name.node.name).into_owned();
                    (ty, offset) = self.offset_member(ty, &name, offset, span)?;
                }
                OffsetMember::IndirectMember(name) => {
                    return Err(self.error(self.span(name.span), "'->' in offsetof is not supported"));
                }
                OffsetMember::Index(index) => {
                    let Some((elem, _)) = self.array(ty.ty) else {
                        return Err(self.error(span, "subscripted value in offsetof is not an array"));
                    };
                    let index = self.value(index)?;
                    let index = self.convert(index, size);
                    let bytes = self.p.types.size(elem.ty).unwrap_or(0);
                    let bytes = self.int_const(i128::from(bytes), size, span);
                    let product = self.make(ExprKind::Arith(Arith::Mul, Box::new(index), Box::new(bytes)), size, span);
                    run_time = Some(match run_time {
                        None => product,
                        Some(sum) => {
                            self.make(ExprKind::Arith(Arith::Add, Box::new(sum), Box::new(product)), size, span)
                        }
                    });
                    ty = elem;
                }
            }
        }
        let fixed = self.int_const(i128::from(offset), size, span);
        Ok(match run_time {
            None => fixed,
            Some(sum) => self.make(ExprKind::Arith(Arith::Add, Box::new(fixed), Box::new(sum)), size, span),
        })
    }

    fn offset_member(&mut self, ty: QualType, name: &str, offset: u64, span: Span) -> Typed<(QualType, u64)> {
        let found = match self.record(ty.ty) {
            Some(record) => self.find_field(record, name),
            None => None,
        };
        match found {
            Some(field) if field.bits.is_some() => {
                Err(self.error(span, format!("attempt to take address of bit-field '{name}'")))
            }
            Some(field) => Ok((field.ty, offset + field.offset)),
            None => {
                let message = format!("{} has no member named '{name}'", self.show(ty.ty));
                Err(self.error(span, message))
            }
        }
    }

    /// `({ … })`
    fn statement_expression(&mut self, statement: &Node<Statement>, span: Span) -> Typed<Expr> {
        if self.function.is_none() {
            return Err(self.error(span, "braced-group within expression allowed only inside a function"));
        }
        let Statement::Compound(items) = &statement.node else {
            return Err(self.error(span, "expected a compound statement"));
        };
        self.scopes.enter();
        let (last, before) = match items.split_last() {
            Some((last, before)) => match &last.node {
                BlockItem::Statement(last) => match labelled_expression(last) {
                    Some(found) => (Some(found), before),
                    None => (None, &items[..]),
                },
                BlockItem::Declaration(_) | BlockItem::StaticAssert(_) => (None, &items[..]),
            },
            None => (None, &items[..]),
        };
        let mut stmts = Vec::with_capacity(before.len());
        self.block_items(before, &mut stmts);
        let last = last.map(|(labels, e)| {
            for name in labels {
                let span = self.span(name.span);
                if let Ok(label) = self.label(&name.node.name, span, true) {
                    let empty = Box::new(Stmt { kind: StmtKind::Empty, span });
                    stmts.push(Stmt { kind: StmtKind::Label(label, empty), span });
                }
            }
            e
        });
        let value = last.map(|e| self.full_expression(e));
        self.scopes.leave();
        let value = value.transpose()?;
        Ok(match value {
            Some(value) if !self.is_void(value.ty) => {
                let ty = value.ty;
                Expr { kind: ExprKind::StmtExpr { stmts, value: Some(Box::new(value)) }, ty, span }
            }
            other => {
                if let Some(value) = other {
                    let span = value.span;
                    stmts.push(Stmt { kind: StmtKind::Expr(value), span });
                }
                Expr { kind: ExprKind::StmtExpr { stmts, value: None }, ty: self.p.predeclared.void, span }
            }
        })
    }
}

/// The expression of an expression statement, with the labels in front of it.
fn labelled_expression(statement: &Node<Statement>) -> Option<(Vec<&Node<Identifier>>, &Node<Expression>)> {
    let mut labels = Vec::new();
    let mut statement = &statement.node;
    while let Statement::Labeled(labeled) = statement {
        let Label::Identifier(name) = &labeled.node.label.node else { return None };
        labels.push(name);
        statement = &labeled.node.statement.node;
    }
    if let Statement::Expression(Some(e)) = statement { Some((labels, e)) } else { None }
}
