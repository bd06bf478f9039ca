//! Operators (C11 6.5.3.3 to 6.5.16).

use lang_c::ast::BinaryOperator;
use raddle_program::{QualType, Span, TypeId};

use super::convert::Target;
use super::fold::as_const;
use super::lvalue::Operand;
use super::{Typed, Typer};
use crate::hir::{Arith, Builtin, Compare, Expr, ExprKind, Lvalue, SizeOf};

/// A binary operator that is not an assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `+ - * / % << >> & | ^`
    Arith(Arith),
    /// `== != < <= > >=`
    Compare(Compare),
    /// `&&`
    And,
    /// `||`
    Or,
    /// `a[b]`
    Index,
    /// `=`
    Assign,
    /// `+=` and the like
    ArithAssign(Arith),
}

/// Sorts the operators of the syntax tree.
pub fn operator(op: &BinaryOperator) -> Operator {
    match op {
        BinaryOperator::Index => Operator::Index,
        BinaryOperator::Multiply => Operator::Arith(Arith::Mul),
        BinaryOperator::Divide => Operator::Arith(Arith::Div),
        BinaryOperator::Modulo => Operator::Arith(Arith::Rem),
        BinaryOperator::Plus => Operator::Arith(Arith::Add),
        BinaryOperator::Minus => Operator::Arith(Arith::Sub),
        BinaryOperator::ShiftLeft => Operator::Arith(Arith::Shl),
        BinaryOperator::ShiftRight => Operator::Arith(Arith::Shr),
        BinaryOperator::BitwiseAnd => Operator::Arith(Arith::And),
        BinaryOperator::BitwiseXor => Operator::Arith(Arith::Xor),
        BinaryOperator::BitwiseOr => Operator::Arith(Arith::Or),
        BinaryOperator::Less => Operator::Compare(Compare::Lt),
        BinaryOperator::Greater => Operator::Compare(Compare::Gt),
        BinaryOperator::LessOrEqual => Operator::Compare(Compare::Le),
        BinaryOperator::GreaterOrEqual => Operator::Compare(Compare::Ge),
        BinaryOperator::Equals => Operator::Compare(Compare::Eq),
        BinaryOperator::NotEquals => Operator::Compare(Compare::Ne),
        BinaryOperator::LogicalAnd => Operator::And,
        BinaryOperator::LogicalOr => Operator::Or,
        BinaryOperator::Assign => Operator::Assign,
        BinaryOperator::AssignMultiply => Operator::ArithAssign(Arith::Mul),
        BinaryOperator::AssignDivide => Operator::ArithAssign(Arith::Div),
        BinaryOperator::AssignModulo => Operator::ArithAssign(Arith::Rem),
        BinaryOperator::AssignPlus => Operator::ArithAssign(Arith::Add),
        BinaryOperator::AssignMinus => Operator::ArithAssign(Arith::Sub),
        BinaryOperator::AssignShiftLeft => Operator::ArithAssign(Arith::Shl),
        BinaryOperator::AssignShiftRight => Operator::ArithAssign(Arith::Shr),
        BinaryOperator::AssignBitwiseAnd => Operator::ArithAssign(Arith::And),
        BinaryOperator::AssignBitwiseXor => Operator::ArithAssign(Arith::Xor),
        BinaryOperator::AssignBitwiseOr => Operator::ArithAssign(Arith::Or),
    }
}

fn symbol(op: Arith) -> &'static str {
    match op {
        Arith::Add => "+",
        Arith::Sub => "-",
        Arith::Mul => "*",
        Arith::Div => "/",
        Arith::Rem => "%",
        Arith::Shl => "<<",
        Arith::Shr => ">>",
        Arith::And => "&",
        Arith::Or => "|",
        Arith::Xor => "^",
    }
}

impl Typer<'_> {
    /// Whether an operator may be applied to two arithmetic types.
    fn accepts(&self, op: Arith, a: TypeId, b: TypeId) -> bool {
        match op {
            Arith::Add | Arith::Sub | Arith::Mul | Arith::Div => self.is_arithmetic(a) && self.is_arithmetic(b),
            Arith::Rem | Arith::Shl | Arith::Shr | Arith::And | Arith::Or | Arith::Xor => {
                self.is_integer(a) && self.is_integer(b)
            }
        }
    }

    fn invalid_operands(&mut self, op: &str, a: TypeId, b: TypeId, span: Span) -> super::Reported {
        let message = format!("invalid operands to binary {op} (have {} and {})", self.show(a), self.show(b));
        self.error(span, message)
    }

    /// `a op b`
    pub(super) fn arith(&mut self, op: Arith, a: Expr, b: Expr, span: Span) -> Typed<Expr> {
        if self.is_opaque(a.ty) || self.is_opaque(b.ty) {
            let ty = if self.is_opaque(a.ty) { a.ty } else { b.ty };
            let made = || format!("the operator `{}` on {}", symbol(op), self.show(ty));
            let what = Self::refusal(&[&a, &b]).unwrap_or_else(made);
            return Ok(self.unsupported(what, ty, span));
        }
        match (op, self.pointee(a.ty), self.pointee(b.ty)) {
            (Arith::Add | Arith::Sub, Some(_), None) if self.is_integer(b.ty) => {
                return self.pointer_add(a, b, op == Arith::Sub, span);
            }
            (Arith::Add, None, Some(_)) if self.is_integer(a.ty) => return self.pointer_add(b, a, false, span),
            (Arith::Sub, Some(x), Some(y)) => {
                if !self.compatible(x.ty, y.ty) {
                    return Err(self.invalid_operands("-", a.ty, b.ty, span));
                }
                let size = Box::new(self.element_size(x, span)?);
                let kind = ExprKind::PtrDiff { left: Box::new(a), right: Box::new(b), size };
                return Ok(self.make(kind, self.p.predeclared.ptrdiff, span));
            }
            (_, None | Some(_), None | Some(_)) => {}
        }
        if !self.accepts(op, a.ty, b.ty) {
            return Err(self.invalid_operands(symbol(op), a.ty, b.ty, span));
        }
        match op {
            Arith::Shl | Arith::Shr => {
                let field = self.wide_field(&a);
                let (a, b) = (self.promote(a), self.promote(b));
                let ty = a.ty;
                let result = self.make(ExprKind::Arith(op, Box::new(a), Box::new(b)), ty, span);
                Ok(self.of_field(result, field))
            }
            Arith::Add | Arith::Sub | Arith::Mul | Arith::Div | Arith::Rem | Arith::And | Arith::Or | Arith::Xor => {
                let (a, b, ty) = self.usual(a, b);
                if matches!(op, Arith::Div | Arith::Rem) && self.is_integer(ty) && as_const(&b) == Some(0) {
                    self.warn(span, "division by zero");
                }
                let field = self.wide_field(&a);
                let result = self.make(ExprKind::Arith(op, Box::new(a), Box::new(b)), ty, span);
                Ok(self.of_field(result, field))
            }
        }
    }

    /// Bytes of what a pointer points to, for arithmetic.
    pub(super) fn element_size(&mut self, target: QualType, span: Span) -> Typed<SizeOf> {
        match self.size_of(target.ty) {
            Some(size) => Ok(size),
            None => {
                let message = format!("arithmetic on a pointer to an incomplete type {}", self.show(target.ty));
                Err(self.error(span, message))
            }
        }
    }

    fn pointer_add(&mut self, pointer: Expr, index: Expr, negative: bool, span: Span) -> Typed<Expr> {
        let target = self.pointee(pointer.ty).unwrap_or(self.p.predeclared.char.into());
        let size = Box::new(self.element_size(target, span)?);
        let ty = pointer.ty;
        let index = self.promote(index);
        let kind = ExprKind::PtrAdd { pointer: Box::new(pointer), index: Box::new(index), size, negative };
        Ok(self.make(kind, ty, span))
    }

    /// `a[b]`
    pub(super) fn index(&mut self, a: Expr, b: Expr, span: Span) -> Typed<Operand> {
        if self.is_opaque(a.ty) {
            let ty = a.ty;
            let what = Self::refusal(&[&a]).unwrap_or_else(|| "an element of a vector".to_string());
            return Ok(Operand::Value(self.unsupported(what, ty, span)));
        }
        let b = if self.is_opaque(b.ty) { self.convert(b, self.p.predeclared.int) } else { b };
        let (pointer, index) = match (self.pointee(a.ty), self.pointee(b.ty)) {
            (Some(_), None) => (a, b),
            (None, Some(_)) => (b, a),
            (None, None) | (Some(_), Some(_)) => {
                return Err(self.error(span, "subscripted value is neither array nor pointer nor vector"));
            }
        };
        if !self.is_integer(index.ty) {
            return Err(self.error(span, "array subscript is not an integer"));
        }
        if self.pointee(pointer.ty).is_some_and(|t| self.function_type(t.ty).is_some()) {
            return Err(self.error(span, "subscripted value is pointer to function"));
        }
        // `a[0]` is `*a`: no arithmetic is needed, and a constant zero is common in generated code.
        let pointer = match as_const(&index) {
            Some(0) => pointer,
            Some(_) | None => self.pointer_add(pointer, index, false, span)?,
        };
        self.dereference(pointer, span)
    }

    /// `a == b`, `a < b`, …
    pub(super) fn compare(&mut self, op: Compare, a: Expr, b: Expr, span: Span) -> Typed<Expr> {
        let int = self.p.predeclared.int;
        if self.is_opaque(a.ty) || self.is_opaque(b.ty) {
            let ty = if self.is_opaque(a.ty) { a.ty } else { b.ty };
            let what = Self::refusal(&[&a, &b]).unwrap_or_else(|| format!("a comparison of {}", self.show(ty)));
            return Ok(self.unsupported(what, int, span));
        }
        let (a, b) = match (self.pointee(a.ty), self.pointee(b.ty)) {
            (None, None) if self.is_arithmetic(a.ty) && self.is_arithmetic(b.ty) => {
                let (a, b, _) = self.usual(a, b);
                (a, b)
            }
            (Some(x), Some(y)) => {
                let null = self.is_null_constant(&a) || self.is_null_constant(&b);
                if !null && !self.is_void(x.ty) && !self.is_void(y.ty) && !self.compatible(x.ty, y.ty) {
                    self.warn(span, "comparison of distinct pointer types lacks a cast");
                }
                (a, b)
            }
            (Some(_), None) if self.is_integer(b.ty) => {
                if !self.is_null_constant(&b) {
                    self.warn(span, "comparison between pointer and integer");
                }
                let ty = a.ty;
                (a, self.convert(b, ty))
            }
            (None, Some(_)) if self.is_integer(a.ty) => {
                if !self.is_null_constant(&a) {
                    self.warn(span, "comparison between pointer and integer");
                }
                let ty = b.ty;
                (self.convert(a, ty), b)
            }
            (None | Some(_), None | Some(_)) => return Err(self.invalid_operands("comparison", a.ty, b.ty, span)),
        };
        Ok(self.make(ExprKind::Compare(op, Box::new(a), Box::new(b)), int, span))
    }

    /// Checks that a value can be a condition.
    pub(super) fn condition(&mut self, e: Expr) -> Typed<Expr> {
        if self.is_opaque(e.ty) {
            let what = Self::refusal(&[&e]).unwrap_or_else(|| format!("a condition of type {}", self.show(e.ty)));
            return Ok(self.unsupported(what, self.p.predeclared.int, e.span));
        }
        if !self.is_scalar(e.ty) {
            let message = format!("used {} value where scalar is required", self.show(e.ty));
            return Err(self.error(e.span, message));
        }
        Ok(e)
    }

    /// Checks that something may be assigned to.
    pub(super) fn modifiable(&mut self, operand: Operand, span: Span, what: &str) -> Typed<Lvalue> {
        let lvalue = match operand {
            Operand::Lvalue(lvalue) if Self::is_lvalue(&lvalue) => lvalue,
            Operand::Lvalue(_) | Operand::Value(_) | Operand::Function(_) => {
                return Err(self.error(span, format!("lvalue required as {what}")));
            }
        };
        if self.array(lvalue.ty.ty).is_some() {
            return Err(self.error(span, "assignment to expression with array type"));
        }
        if lvalue.ty.quals.is_const {
            return Err(self.error(span, "assignment of read-only location"));
        }
        if !self.is_complete(lvalue.ty.ty) {
            let message = format!("invalid use of incomplete type {}", self.show(lvalue.ty.ty));
            return Err(self.error(span, message));
        }
        Ok(lvalue)
    }

    /// Part of a value we do not model: using it as an lvalue is no error, but unsupported.
    pub(super) fn as_unsupported(operand: &Operand) -> Option<Expr> {
        match operand {
            Operand::Value(e) if matches!(e.kind, ExprKind::Builtin(Builtin::Unsupported(_))) => Some(e.clone()),
            Operand::Value(_) | Operand::Lvalue(_) | Operand::Function(_) => None,
        }
    }

    /// `lvalue = value`
    pub(super) fn assign(&mut self, lvalue: Operand, value: Expr, span: Span) -> Typed<Expr> {
        if let Some(unsupported) = Self::as_unsupported(&lvalue) {
            return Ok(unsupported);
        }
        let lvalue = self.modifiable(lvalue, span, "left operand of assignment")?;
        let value = self.assign_convert(value, lvalue.ty, &Target::Assignment)?;
        let ty = lvalue.ty.ty;
        Ok(Expr { kind: ExprKind::Assign(Box::new(lvalue), Box::new(value)), ty, span })
    }

    /// `lvalue op= value`, also `++` and `--`.
    pub(super) fn arith_assign(
        &mut self,
        lvalue: Lvalue,
        op: Arith,
        value: Expr,
        postfix: bool,
        span: Span,
    ) -> Typed<Expr> {
        let ty = lvalue.ty.ty;
        if self.is_opaque(ty) || self.is_opaque(value.ty) {
            let what = format!("the operator `{}=` on {}", symbol(op), self.show(ty));
            return Ok(self.unsupported(what, ty, span));
        }
        if let Some(target) = self.pointee(ty) {
            if !matches!(op, Arith::Add | Arith::Sub) || !self.is_integer(value.ty) {
                return Err(self.invalid_operands(symbol(op), ty, value.ty, span));
            }
            let size = Box::new(self.element_size(target, span)?);
            let index = Box::new(self.promote(value));
            let negative = op == Arith::Sub;
            let kind = ExprKind::PtrAssign { lvalue: Box::new(lvalue), index, size, negative, postfix };
            return Ok(Expr { kind, ty, span });
        }
        if !self.accepts(op, ty, value.ty) {
            return Err(self.invalid_operands(symbol(op), ty, value.ty, span));
        }
        let old = Expr { kind: ExprKind::Load(Box::new(lvalue.clone())), ty, span };
        let common = self.common_of_field(&old, &value);
        let left = self.promoted_lvalue_type(&lvalue);
        let value = self.promote(value);
        let (value, computation) = match op {
            Arith::Shl | Arith::Shr => (value, left),
            Arith::Add | Arith::Sub | Arith::Mul | Arith::Div | Arith::Rem | Arith::And | Arith::Or | Arith::Xor => {
                // The result is cut to the bits of the field where it is stored.
                let (common, field) = common.unwrap_or_else(|| (self.common_type(left, value.ty), None));
                (self.in_common(value, common, field), common)
            }
        };
        let (lvalue, value) = (Box::new(lvalue), Box::new(value));
        Ok(Expr { kind: ExprKind::ArithAssign { lvalue, op, value, computation, postfix }, ty, span })
    }

    /// `c ? a : b` (6.5.15); without `a` it is GNU's `c ?: b`.
    pub(super) fn conditional(&mut self, c: Expr, a: Option<Expr>, b: Expr, span: Span) -> Typed<Expr> {
        let first = a.as_ref().unwrap_or(&c);
        let (ty, field) = match self.common_of_field(first, &b) {
            Some(common) => common,
            None => (self.conditional_type(first, &b, span)?, None),
        };
        let b = self.in_common(b, ty, field);
        let Some(a) = a else {
            return Ok(match self.truth(&c) {
                Some(true) => self.convert(c, ty),
                Some(false) => b,
                None => Expr { kind: ExprKind::Elvis(Box::new(c), Box::new(b)), ty, span },
            });
        };
        let a = self.in_common(a, ty, field);
        Ok(match self.truth(&c) {
            Some(true) => a,
            Some(false) => b,
            None => Expr { kind: ExprKind::Cond(Box::new(c), Box::new(a), Box::new(b)), ty, span },
        })
    }

    fn conditional_type(&mut self, a: &Expr, b: &Expr, span: Span) -> Typed<TypeId> {
        if self.is_arithmetic(a.ty) && self.is_arithmetic(b.ty) {
            let (x, y) = (self.promoted_value_type(a), self.promoted_value_type(b));
            return Ok(self.common_type(x, y));
        }
        if self.is_void(a.ty) || self.is_void(b.ty) {
            return Ok(self.p.predeclared.void);
        }
        match (self.pointee(a.ty), self.pointee(b.ty)) {
            (Some(_), _) if self.is_null_constant(b) => Ok(a.ty),
            (_, Some(_)) if self.is_null_constant(a) => Ok(b.ty),
            (Some(x), Some(y)) => {
                let quals = Self::joined_quals(x, y);
                let target = if self.compatible(x.ty, y.ty) {
                    self.p.composite(x.ty, y.ty)
                } else {
                    if !self.is_void(x.ty) && !self.is_void(y.ty) {
                        self.warn(span, "pointer type mismatch in conditional expression");
                    }
                    self.p.predeclared.void
                };
                Ok(self.pointer_to(QualType { ty: target, quals }))
            }
            (Some(_), None) if self.is_integer(b.ty) => {
                self.warn(span, "pointer/integer type mismatch in conditional expression");
                Ok(a.ty)
            }
            (None, Some(_)) if self.is_integer(a.ty) => {
                self.warn(span, "pointer/integer type mismatch in conditional expression");
                Ok(b.ty)
            }
            (None, None) if self.compatible(a.ty, b.ty) || self.is_opaque(a.ty) || self.is_opaque(b.ty) => {
                Ok(if self.is_opaque(b.ty) { b.ty } else { a.ty })
            }
            (None | Some(_), None | Some(_)) => Err(self.error(span, "type mismatch in conditional expression")),
        }
    }
}
