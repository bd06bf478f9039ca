//! Function definitions (C11 6.9.1), old-style ones included.

use std::collections::BTreeMap;

use lang_c::ast::{FunctionDefinition, Statement};
use lang_c::span::Node;
use raddle_program::{FloatKind, FunctionType, QualType, Quals, Span, Type, TypeId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::declarator::{Param, Params};
use super::scope::Symbol;
use super::specifiers::of_declaration;
use super::{Typed, Typer};
use crate::hir::{Body, Expr, ExprKind, FuncRef, LabelRef, Local, LocalRef, Stmt, StmtKind};

/// A `switch` whose body is being typed.
pub struct SwitchContext {
    /// The promoted type of its value.
    pub ty: TypeId,
    /// Case ranges seen: first to last value.
    pub cases: BTreeMap<i128, i128>,
    /// Whether `default` was seen.
    pub default: bool,
}

/// The function whose body is being typed.
pub struct FunctionContext {
    /// Its name, for `__func__`.
    pub name: String,
    /// Its return type.
    pub ret: QualType,
    /// Whether it has a `...`.
    pub variadic: bool,
    /// All locals so far.
    pub locals: Vec<Local>,
    /// Those declared `register`.
    pub registers: FxHashSet<LocalRef>,
    /// Names of labels as the user wrote them.
    pub labels: Vec<String>,
    /// Labels by the name the syntax tree uses.
    pub label_refs: FxHashMap<String, LabelRef>,
    /// Where each label is used first, and whether it is defined.
    pub label_uses: Vec<(Span, bool)>,
    /// Labels whose address is in a static initialiser.
    pub static_labels: Vec<(LabelRef, Span)>,
    /// Whether such an initialiser is being typed.
    pub in_static_initialiser: bool,
    /// Open loops.
    pub loops: u32,
    /// Open loops and switches.
    pub breakable: u32,
    /// Open switches, innermost last.
    pub switches: Vec<SwitchContext>,
}

impl Typer<'_> {
    /// Types a definition; errors inside the body are reported and leave the function without one.
    pub(super) fn function_definition(&mut self, node: &Node<FunctionDefinition>) -> Typed<()> {
        let span = self.span(node.span);
        let specifiers = self.specifiers(&of_declaration(&node.node.specifiers), span)?;
        let declared = self.declarator(&node.node.declarator, specifiers.ty)?;
        self.pending.clear();
        let name_span = declared.span;
        let Some(name) = declared.name else { return Err(self.error(span, "a function needs a name")) };
        let Some(Type::Function(mut ty)) = Some(self.ty(declared.ty.ty).clone()) else {
            return Err(self.error(name_span, format!("'{name}' is not a function")));
        };
        if specifiers.storage.typedef {
            return Err(self.error(name_span, "function definition declared 'typedef'"));
        }
        let (params, lengths, old_style) = match declared.params {
            Some(Params::Prototype(params, lengths)) => (params, lengths, false),
            Some(Params::Names(names)) => (self.old_style_params(node, &names)?, Vec::new(), true),
            None => return Err(self.error(name_span, "a definition needs its own parameter list")),
        };
        if old_style {
            ty.params = params.iter().map(|p| self.promoted_param(p.ty.ty).into()).collect();
        }
        let mut attributes = specifiers.attributes;
        attributes.merge(declared.attributes);
        let ty_id = self.p.types.intern(Type::Function(ty.clone()));
        let function = self.declare_function(&name, ty_id, specifiers.storage, &attributes, name_span)?;
        let replaceable = specifiers.inline && !specifiers.storage.static_ || attributes.weak;
        if !self.accepts_definition(function, &name, replaceable, name_span)? {
            return Ok(());
        }
        if !self.is_void(ty.ret.ty) && !self.is_complete(ty.ret.ty) {
            return Err(self.error(name_span, "return type is an incomplete type"));
        }
        let outer_type = self.composite_definition_type(function, ty_id, old_style);
        self.p.functions[function.0 as usize].ty = outer_type;
        self.p.functions[function.0 as usize].span = name_span;
        self.p.function_states[function.0 as usize].replaceable = replaceable;
        // Callers that see a prototype pass the types it names.
        let passed = if old_style { self.function_type(outer_type).map(|f| f.params.clone()) } else { None };
        let body = self.function_body(&name, &ty, params, lengths, passed.as_deref(), &node.node.statement)?;
        self.p.functions[function.0 as usize].body = Some(body);
        Ok(())
    }

    /// A function inside of a function. It may use the variables around it, even through its address, for which gcc makes
    /// code at run time; here calling it is not modelled.
    pub(super) fn nested_function(&mut self, name: &str, ty: TypeId, span: Span) {
        if let Some(Symbol::Function(_)) = self.scopes.lookup_innermost(name) {
            return;
        }
        let Type::Function(shape) = self.ty(ty).clone() else { return };
        let function = self.new_function(name, ty, false, span);
        let params = shape.params.iter().map(|ty| {
            let address_taken = self.p.types.scalar(ty.ty).is_none();
            Local { name: None, ty: *ty, align: None, promoted: None, address_taken, span }
        });
        let locals: Vec<Local> = params.collect();
        let what = format!("a call of '{name}', which is defined inside of another function,");
        let refuse = self.unsupported(what, self.p.predeclared.void, span);
        let stmts = vec![Stmt { kind: StmtKind::Expr(refuse), span }];
        let params = locals.len();
        self.p.functions[function.0 as usize].body =
            Some(Body { locals, params, labels: Vec::new(), stmts, end: span });
        self.scopes.declare(name, Symbol::Function(function));
    }

    /// The type of a function once it is defined: the definition's, with what a prototype before it knows.
    fn composite_definition_type(&mut self, function: FuncRef, ty: TypeId, old_style: bool) -> TypeId {
        let declared = self.p.functions[function.0 as usize].ty;
        let prototyped = self.function_type(declared).is_some_and(|f| !f.unprototyped);
        if old_style && prototyped { declared } else { ty }
    }

    /// Whether this definition is the one to keep.
    fn accepts_definition(&mut self, function: FuncRef, name: &str, replaceable: bool, span: Span) -> Typed<bool> {
        if self.p.functions[function.0 as usize].body.is_none() {
            return Ok(true);
        }
        let old_replaceable = self.p.function_states[function.0 as usize].replaceable;
        if self.internal || (replaceable && old_replaceable) {
            return Ok(false);
        }
        if old_replaceable {
            return Ok(true);
        }
        if replaceable {
            return Ok(false);
        }
        Err(self.error(span, format!("redefinition of '{name}'")))
    }

    /// The type in which callers without prototype pass a parameter.
    fn promoted_param(&mut self, ty: TypeId) -> TypeId {
        match self.float_kind(ty) {
            Some(FloatKind::F32) => self.p.predeclared.double,
            Some(_) => ty,
            None => self.promoted_type(ty, None),
        }
    }

    fn old_style_params(&mut self, node: &Node<FunctionDefinition>, names: &[(String, Span)]) -> Typed<Vec<Param>> {
        let mut types: FxHashMap<String, (QualType, Span)> = FxHashMap::default();
        for declaration in &node.node.declarations {
            let span = self.span(declaration.span);
            let specifiers = self.specifiers(&of_declaration(&declaration.node.specifiers), span)?;
            for declarator in &declaration.node.declarators {
                let declared = self.declarator(&declarator.node.declarator, specifiers.ty)?;
                let Some(name) = declared.name else { continue };
                if !names.iter().any(|(n, _)| *n == name) {
                    return Err(
                        self.error(declared.span, format!("declaration for parameter '{name}' but no such parameter"))
                    );
                }
                let ty = self.adjust_parameter(declared.ty, Quals::default());
                types.insert(name, (ty, declared.span));
            }
        }
        let int = self.p.predeclared.int.into();
        Ok(names
            .iter()
            .map(|(name, span)| {
                let (ty, span) = types.get(name).copied().unwrap_or((int, *span));
                Param { name: Some(name.clone()), ty, span }
            })
            .collect())
    }

    fn function_body(
        &mut self,
        name: &str,
        ty: &FunctionType,
        params: Vec<Param>,
        lengths: Vec<Stmt>,
        passed: Option<&[QualType]>,
        statement: &Node<Statement>,
    ) -> Typed<Body> {
        let count = params.len();
        self.function = Some(FunctionContext {
            name: name.to_string(),
            ret: ty.ret,
            variadic: ty.variadic,
            locals: Vec::new(),
            registers: FxHashSet::default(),
            labels: Vec::new(),
            label_refs: FxHashMap::default(),
            label_uses: Vec::new(),
            static_labels: Vec::new(),
            in_static_initialiser: false,
            loops: 0,
            breakable: 0,
            switches: Vec::new(),
        });
        let errors = self.p.errors;
        self.scopes.enter();
        for (index, param) in params.into_iter().enumerate() {
            if !self.is_complete(param.ty.ty) {
                let shown = param.name.as_deref().unwrap_or("<unnamed>");
                let message = format!("parameter '{shown}' has incomplete type {}", self.show(param.ty));
                self.error(param.span, message);
            }
            let local = self.new_local(param.name.clone(), param.ty, None, param.span);
            if let (Some(passed), Some(function)) = (passed, &mut self.function) {
                function.locals[local.0 as usize].promoted = passed.get(index).copied();
            }
            if let Some(name) = &param.name {
                self.scopes.declare(name, Symbol::Local(local, param.ty));
            }
        }
        let mut stmts = lengths;
        if let Statement::Compound(items) = &statement.node {
            self.block_items(items, &mut stmts);
        } else {
            self.error(self.span(statement.span), "a function body is a compound statement");
        }
        self.scopes.leave();
        let Some(context) = self.function.take() else { return Err(super::Reported) };
        for (index, (span, defined)) in context.label_uses.iter().enumerate() {
            if !defined {
                self.error(*span, format!("label '{}' used but not defined", context.labels[index]));
            }
        }
        if self.p.errors > errors {
            return Err(super::Reported);
        }
        // A label whose address is only in static data has to be known as a target of computed jumps.
        for (label, span) in context.static_labels {
            let address = Expr { kind: ExprKind::LabelAddr(label), ty: self.p.predeclared.void_ptr, span };
            let unused = Expr { kind: ExprKind::Convert(Box::new(address)), ty: self.p.predeclared.void, span };
            stmts.insert(0, Stmt { kind: StmtKind::Expr(unused), span });
        }
        let whole = self.span(statement.span);
        let end = Span { start: whole.end.saturating_sub(1), ..whole };
        Ok(Body { locals: context.locals, params: count, labels: context.labels, stmts, end })
    }

    /// The label with this name, which may be defined later.
    pub(super) fn label(&mut self, name: &str, span: Span, defines: bool) -> Typed<LabelRef> {
        let shown = crate::normalise::markers::original_name(name).into_owned();
        let Some(function) = &mut self.function else {
            return Err(self.error(span, "label outside of a function"));
        };
        let label = match function.label_refs.get(name) {
            Some(label) => *label,
            None => {
                let label = LabelRef(function.labels.len() as u32);
                function.labels.push(shown.clone());
                function.label_refs.insert(name.to_string(), label);
                function.label_uses.push((span, false));
                label
            }
        };
        if defines {
            let defined = &mut function.label_uses[label.0 as usize].1;
            if std::mem::replace(defined, true) {
                return Err(self.error(span, format!("duplicate label '{shown}'")));
            }
        }
        Ok(label)
    }
}
