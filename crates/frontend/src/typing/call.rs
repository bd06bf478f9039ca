//! Calls (C11 6.5.2.2).

use lang_c::ast::{CallExpression, Expression, VaArgExpression};
use lang_c::span::Node;
use raddle_program::{FunctionType, QualType, Span, Type, TypeId};

use super::convert::Target;
use super::link::Entity;
use super::scope::Symbol;
use super::{Typed, Typer};
use crate::hir::{Builtin, Callee, Expr, ExprKind, FuncRef, Lvalue, LvalueKind};
use crate::normalise::markers::{LABEL_ADDRESS, TYPES_COMPATIBLE, original_name};

impl Typer<'_> {
    pub(super) fn call(&mut self, call: &CallExpression, span: Span) -> Typed<Expr> {
        if let Expression::Identifier(name) = &call.callee.node {
            let raw = name.node.name.as_str();
            match raw {
                TYPES_COMPATIBLE => return self.types_compatible(&call.arguments, span),
                LABEL_ADDRESS => return self.label_address(&call.arguments, span),
                _ => {}
            }
            let name = original_name(raw);
            let callee_span = self.span(call.callee.span);
            let declared = self.scopes.lookup(&name);
            if matches!(declared, None | Some(Symbol::Function(_)))
                && !self.is_defined(&name)
                && let Some(result) = self.builtin_call(&name, &call.arguments, span)
            {
                return result;
            }
            let function = match declared {
                None => Some(self.implicit_function(&name, callee_span)),
                Some(Symbol::Function(function)) => Some(function).filter(|f| self.implicit.contains(f)),
                Some(_) => None,
            };
            let pointer = match function {
                // Whatever the function's definition elsewhere says, here it is called as `int f()`.
                Some(function) if self.implicit.contains(&function) => {
                    let ty = self.implicit_type();
                    Expr { kind: ExprKind::FuncAddr(function), ty: self.pointer_to(ty), span: callee_span }
                }
                Some(function) => self.function_address(function, callee_span),
                None => self.value(&call.callee)?,
            };
            return self.call_value(pointer, &name, &call.arguments, span);
        }
        let pointer = self.value(&call.callee)?;
        self.call_value(pointer, "the called function", &call.arguments, span)
    }

    /// Whether the program has a function of this name with a body, here or in a unit before.
    fn is_defined(&self, name: &str) -> bool {
        self.defined_here.contains(name)
            || matches!(self.p.externs.get(name), Some(Entity::Function(f)) if self.p.functions[f.0 as usize].body.is_some())
    }

    /// The type `int ()`.
    fn implicit_type(&mut self) -> TypeId {
        let ret = self.p.predeclared.int.into();
        let ty = FunctionType { ret, params: Vec::new(), variadic: false, unprototyped: true };
        self.p.types.intern(Type::Function(ty))
    }

    /// An undeclared function that is called: `int f()`, or a builtin with its own type if that is another one.
    fn implicit_function(&mut self, name: &str, span: Span) -> FuncRef {
        if !self.internal {
            self.warn(span, format!("implicit declaration of function '{name}'"));
        }
        let ty = self.implicit_type();
        if let Some(Entity::Function(function)) = self.p.externs.get(name) {
            let function = *function;
            self.scopes.declare_at_file(name, Symbol::Function(function));
            if !self.internal {
                self.implicit.insert(function);
            }
            return function;
        }
        if let Some(function) = self.builtin_function(name, span) {
            if !self.internal && self.compatible(self.p.functions[function.0 as usize].ty, ty) {
                self.implicit.insert(function);
            }
            return function;
        }
        let function = self.new_function(name, ty, true, span);
        self.p.functions[function.0 as usize].implicit = true;
        self.scopes.declare_at_file(name, Symbol::Function(function));
        self.implicit.insert(function);
        function
    }

    /// A call through a pointer value (a constant one for a call by name).
    fn call_value(&mut self, pointer: Expr, name: &str, arguments: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let target = self.pointee(pointer.ty).map(|t| t.ty);
        let Some(ty) = target.filter(|t| self.function_type(*t).is_some()) else {
            let message =
                format!("called object is not a function or function pointer (it has type {})", self.show(pointer.ty));
            return Err(self.error(span, message));
        };
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.value(argument)?);
        }
        self.finish_call(pointer, ty, name, values, span)
    }

    /// Converts the arguments and builds the call.
    pub(super) fn finish_call(
        &mut self,
        pointer: Expr,
        ty: TypeId,
        name: &str,
        values: Vec<Expr>,
        span: Span,
    ) -> Typed<Expr> {
        let Some(function) = self.function_type(ty).cloned() else { return Err(super::Reported) };
        let args = self.arguments(&function, name, values, span)?;
        let ret = function.ret.ty;
        if !self.is_void(ret) && !self.is_complete(ret) {
            return Err(self.error(span, "invalid use of an incomplete return type"));
        }
        let callee = if let ExprKind::FuncAddr(function) = pointer.kind {
            Callee::Direct(function)
        } else {
            Callee::Indirect { pointer: Box::new(pointer), ty }
        };
        Ok(Expr { kind: ExprKind::Call { callee, args }, ty: ret, span })
    }

    fn arguments(&mut self, function: &FunctionType, name: &str, values: Vec<Expr>, span: Span) -> Typed<Vec<Expr>> {
        if !function.unprototyped {
            if values.len() < function.params.len() {
                return Err(self.error(span, format!("too few arguments to function '{name}'")));
            }
            if values.len() > function.params.len() && !function.variadic {
                return Err(self.error(span, format!("too many arguments to function '{name}'")));
            }
        }
        let mut args = Vec::with_capacity(values.len());
        for (index, value) in values.into_iter().enumerate() {
            let arg = match function.params.get(index) {
                Some(param) if !function.unprototyped => {
                    let target = Target::Argument(index + 1, name.to_string());
                    self.assign_convert(value, *param, &target)?
                }
                Some(_) | None => {
                    if self.is_void(value.ty) {
                        return Err(self.error(value.span, "invalid use of void expression"));
                    }
                    self.default_promote(value)
                }
            };
            args.push(arg);
        }
        Ok(args)
    }

    /// `__builtin_types_compatible_p(A, B)`
    fn types_compatible(&mut self, arguments: &[Node<Expression>], span: Span) -> Typed<Expr> {
        let mut types = Vec::new();
        for argument in arguments {
            types.push(match &argument.node {
                Expression::SizeOfTy(name) => self.unevaluated_type_name(&name.node.0.node)?,
                Expression::SizeOfVal(e) => self.type_of_operand(&e.node.0)?,
                _ => return Err(self.error(span, "expected a type name")),
            });
        }
        let [a, b] = types[..] else { return Err(self.error(span, "expected two type names")) };
        let same = self.compatible(a.ty, b.ty);
        Ok(self.int_const(i128::from(same), self.p.predeclared.int, span))
    }

    /// `&&label`
    fn label_address(&mut self, arguments: &[Node<Expression>], span: Span) -> Typed<Expr> {
        match arguments {
            [Node { node: Expression::Identifier(name), .. }] => {
                let label = self.label(&name.node.name, span, false)?;
                if let Some(function) = self.function.as_mut().filter(|f| f.in_static_initialiser) {
                    function.static_labels.push((label, span));
                }
                Ok(Expr { kind: ExprKind::LabelAddr(label), ty: self.p.predeclared.void_ptr, span })
            }
            _ => Err(self.error(span, "expected a label")),
        }
    }

    /// The record of a `va_list` argument: the object itself, or what a `va_list` parameter points to.
    pub(super) fn va_list_lvalue(&mut self, e: &Node<Expression>) -> Typed<Lvalue> {
        let span = self.span(e.span);
        let operand = self.operand(e)?;
        let record = self.p.predeclared.va_record;
        if let super::lvalue::Operand::Lvalue(lvalue) = operand {
            if lvalue.ty.ty == record {
                self.take_address(&lvalue);
                return Ok(lvalue);
            }
            let value = self.rvalue(super::lvalue::Operand::Lvalue(lvalue))?;
            if self.pointee(value.ty).is_some_and(|t| t.ty == record) {
                return Ok(Lvalue { kind: LvalueKind::Deref(Box::new(value)), ty: record.into(), span });
            }
        } else {
            let value = self.rvalue(operand)?;
            if self.pointee(value.ty).is_some_and(|t| t.ty == record) {
                return Ok(Lvalue { kind: LvalueKind::Deref(Box::new(value)), ty: record.into(), span });
            }
        }
        Err(self.error(span, "expected an argument of type 'va_list'"))
    }

    pub(super) fn va_arg(&mut self, arg: &VaArgExpression, span: Span) -> Typed<Expr> {
        let list = self.va_list_lvalue(&arg.va_list)?;
        let ty: QualType = self.unevaluated_type_name(&arg.type_name.node)?;
        if !self.is_complete(ty.ty) {
            let message = format!("second argument to 'va_arg' is of incomplete type {}", self.show(ty));
            return Err(self.error(span, message));
        }
        Ok(Expr { kind: ExprKind::Builtin(Builtin::VaArg(Box::new(list))), ty: ty.ty, span })
    }
}
