//! Linkage (C11 6.2.2) and linking: one symbol, one id.
//!
//! Names with external linkage are found in one table by all units; names with internal linkage only in the file scope of
//! their unit. Declarations of one entity are merged into the composite type. What is never defined is an extern
//! object or a function without a body.

use raddle_program::{ArrayLen, Diagnostic, GlobalKind, QualType, Severity, Span, Type, TypeId, UnitId};

use super::attributes::Attributes;
use super::scope::Symbol;
use super::specifiers::Storage;
use super::{Typed, Typer, Typing};
use crate::hir::{
    Body, Callee, Difference, Expr, ExprKind, FuncRef, Function, Global, GlobalRef, Hir, Local, LocalRef, Lvalue,
    LvalueKind, Stmt, StmtKind,
};

/// What a name with external linkage stands for.
#[derive(Clone, Copy, Debug)]
pub enum Entity {
    /// An object.
    Global(GlobalRef),
    /// A function.
    Function(FuncRef),
}

/// What is known about an object besides its contents.
#[derive(Clone, Debug)]
pub struct GlobalState {
    /// It has an initialiser.
    pub defined: bool,
    /// Declared without `extern` and without initialiser.
    pub tentative: bool,
    /// Visible to other units.
    pub external: bool,
    /// A definition that another may replace.
    pub weak: bool,
    /// Units declare it differently, and that matters.
    pub differs: bool,
    /// The unit that declared it last.
    pub unit: UnitId,
}

impl GlobalState {
    /// The state of an object without a name.
    pub fn literal() -> GlobalState {
        let unit = UnitId(u32::MAX);
        GlobalState { defined: true, tentative: false, external: false, weak: false, differs: false, unit }
    }
}

/// What is known about a function besides its body.
#[derive(Clone, Debug)]
pub struct FunctionState {
    /// Visible to other units.
    pub external: bool,
    /// A definition that another may replace: `weak`, or `inline`.
    pub replaceable: bool,
    /// The unit that declared it last.
    pub unit: UnitId,
    /// `alias("target")`
    pub alias: Option<(String, Span)>,
}

impl Typer<'_> {
    /// Declares an object with static storage duration and linkage.
    pub(super) fn declare_object(
        &mut self,
        name: &str,
        ty: QualType,
        storage: Storage,
        attributes: &Attributes,
        span: Span,
    ) -> Typed<GlobalRef> {
        let unit = self.parsed.unit;
        let at_file = self.scopes.at_file_scope();
        let previous = if at_file { self.scopes.lookup_file(name) } else { self.visible_linked(name) };
        let known = match previous {
            Some(Symbol::Global(global)) => Some(global),
            Some(Symbol::Poisoned) => return Err(super::Reported),
            Some(Symbol::Typedef(..) | Symbol::Local(..) | Symbol::Function(_) | Symbol::Enumerator(..)) => {
                return Err(self.error(span, format!("'{name}' redeclared as different kind of symbol")));
            }
            None if storage.static_ => None,
            None => match self.p.externs.get(name) {
                Some(Entity::Global(global)) => Some(*global),
                Some(Entity::Function(_)) if !self.internal => {
                    return Err(self.error(span, format!("'{name}' is a function in another unit")));
                }
                Some(Entity::Function(_)) | None => None,
            },
        };
        let global = match known {
            None => self.new_object(name, ty, storage, span),
            Some(global) => {
                self.merge_object(global, name, ty, storage, span)?;
                global
            }
        };
        let state = &mut self.p.global_states[global.0 as usize];
        state.unit = unit;
        state.weak |= attributes.weak;
        let align = attributes.aligned;
        let object = &mut self.p.globals[global.0 as usize];
        object.align = object.align.max(align);
        self.scopes.declare(name, Symbol::Global(global));
        if let Some(target) = &attributes.alias {
            self.alias_object(name, global, target, span);
        }
        Ok(global)
    }

    /// An object that is another name of one that is declared before. (gcc wants it in the same unit.)
    fn alias_object(&mut self, name: &str, global: GlobalRef, target: &str, span: Span) {
        let fresh = global.0 as usize + 1 == self.p.globals.len();
        match self.scopes.lookup_file(target) {
            Some(Symbol::Global(target)) if fresh && target != global && self.scopes.at_file_scope() => {
                self.scopes.declare(name, Symbol::Global(target));
                if let Some(entity) = self.p.externs.get_mut(name) {
                    *entity = Entity::Global(target);
                }
            }
            Some(_) | None => {
                self.p.refused.push((format!("'{name}' as an alias of the object '{target}'"), span));
            }
        }
    }

    /// The entity with linkage that an `extern` declaration in a block refers to.
    fn visible_linked(&self, name: &str) -> Option<Symbol> {
        match self.scopes.lookup(name) {
            symbol @ Some(Symbol::Global(_) | Symbol::Function(_)) => symbol,
            Some(Symbol::Local(..) | Symbol::Typedef(..) | Symbol::Enumerator(..) | Symbol::Poisoned) | None => {
                match self.scopes.lookup_file(name) {
                    symbol @ Some(Symbol::Global(_) | Symbol::Function(_)) => symbol,
                    Some(_) | None => None,
                }
            }
        }
    }

    fn new_object(&mut self, name: &str, ty: QualType, storage: Storage, span: Span) -> GlobalRef {
        let global = GlobalRef(self.p.globals.len() as u32);
        let kind = self.object_kind(ty, storage);
        let (init, relocations) = (Vec::new(), Vec::new());
        self.p.globals.push(Global {
            name: name.to_string(),
            ty,
            kind,
            align: None,
            init,
            relocations,
            unmodelled: None,
            span,
        });
        self.p.global_states.push(GlobalState {
            defined: false,
            tentative: false,
            external: !storage.static_,
            weak: false,
            differs: false,
            unit: self.parsed.unit,
        });
        if !storage.static_ {
            self.p.externs.insert(name.to_string(), Entity::Global(global));
        }
        global
    }

    fn object_kind(&self, ty: QualType, storage: Storage) -> GlobalKind {
        let quals = self.quals(ty);
        if storage.thread {
            GlobalKind::ThreadLocal
        } else if quals.is_const && !quals.is_volatile {
            GlobalKind::Constant
        } else {
            GlobalKind::Variable
        }
    }

    fn merge_object(&mut self, global: GlobalRef, name: &str, ty: QualType, storage: Storage, span: Span) -> Typed<()> {
        let object = &self.p.globals[global.0 as usize];
        let state = &self.p.global_states[global.0 as usize];
        let (linked, old, same_unit) = (object.ty, self.type_of_object(global), state.unit == self.parsed.unit);
        let differs = !self.p.compatible_qualified(old, ty);
        if differs && self.internal {
            return Ok(());
        }
        if differs && same_unit {
            let message = format!("conflicting types for '{name}': {} here, {} before", self.show(ty), self.show(old));
            return Err(self.error(span, message));
        }
        if same_unit && storage.static_ && state.external {
            return Err(self.error(span, format!("static declaration of '{name}' follows non-static declaration")));
        }
        if same_unit && !storage.static_ && !storage.extern_ && !state.external && self.scopes.at_file_scope() {
            return Err(self.error(span, format!("non-static declaration of '{name}' follows static declaration")));
        }
        if storage.thread != (object.kind == GlobalKind::ThreadLocal) && !self.internal {
            return Err(self.error(span, format!("'{name}' is thread-local in only one of its declarations")));
        }
        if differs {
            self.object_differs(global, name, (linked, ty), span);
        } else if same_unit && self.own_objects.contains_key(&global) {
            let merged = self.p.composite(old.ty, ty.ty);
            self.own_objects.insert(global, QualType { ty: merged, quals: old.quals });
        } else {
            let merged = self.p.composite(old.ty, ty.ty);
            self.p.globals[global.0 as usize].ty = QualType { ty: merged, quals: old.quals };
            return Ok(());
        }
        // What there is says the definition.
        if !storage.extern_ && !self.p.global_states[global.0 as usize].defined {
            let own = self.type_of_object(global);
            let kind = self.object_kind(own, storage);
            let object = &mut self.p.globals[global.0 as usize];
            (object.ty, object.kind) = (own, kind);
        }
        Ok(())
    }

    /// Declares a function.
    pub(super) fn declare_function(
        &mut self,
        name: &str,
        ty: TypeId,
        storage: Storage,
        attributes: &Attributes,
        span: Span,
    ) -> Typed<FuncRef> {
        let at_file = self.scopes.at_file_scope();
        let previous = if at_file { self.scopes.lookup_file(name) } else { self.visible_linked(name) };
        let known = match previous {
            Some(Symbol::Function(function)) => Some(function),
            Some(Symbol::Poisoned) => return Err(super::Reported),
            Some(Symbol::Typedef(..) | Symbol::Local(..) | Symbol::Global(_) | Symbol::Enumerator(..)) => {
                return Err(self.error(span, format!("'{name}' redeclared as different kind of symbol")));
            }
            None if storage.static_ => None,
            None => match self.p.externs.get(name) {
                Some(Entity::Function(function)) => Some(*function),
                Some(Entity::Global(_)) if !self.internal => {
                    return Err(self.error(span, format!("'{name}' is an object in another unit")));
                }
                Some(Entity::Global(_)) | None => None,
            },
        };
        let function = match known {
            None => self.new_function(name, ty, !storage.static_, span),
            Some(function) => {
                self.merge_function(function, name, ty, storage, span)?;
                function
            }
        };
        let state = &mut self.p.function_states[function.0 as usize];
        state.unit = self.parsed.unit;
        state.replaceable |= attributes.weak;
        if let Some(target) = &attributes.alias {
            state.alias = Some((target.clone(), span));
        }
        let declared = &mut self.p.functions[function.0 as usize];
        declared.noreturn |= attributes.noreturn;
        declared.constructor = attributes.constructor.or(declared.constructor);
        declared.destructor = attributes.destructor.or(declared.destructor);
        self.scopes.declare(name, Symbol::Function(function));
        self.implicit.remove(&function);
        Ok(function)
    }

    /// A function nobody has declared before.
    pub(super) fn new_function(&mut self, name: &str, ty: TypeId, external: bool, span: Span) -> FuncRef {
        let function = FuncRef(self.p.functions.len() as u32);
        self.p.functions.push(Function {
            name: name.to_string(),
            ty,
            body: None,
            span,
            noreturn: false,
            alias: None,
            implicit: false,
            constructor: None,
            destructor: None,
            difference: Difference::Names,
        });
        let unit = self.parsed.unit;
        self.p.function_states.push(FunctionState { external, replaceable: false, unit, alias: None });
        if external {
            self.p.externs.insert(name.to_string(), Entity::Function(function));
        }
        function
    }

    fn merge_function(&mut self, function: FuncRef, name: &str, ty: TypeId, storage: Storage, span: Span) -> Typed<()> {
        let known = &self.p.functions[function.0 as usize];
        let state = &self.p.function_states[function.0 as usize];
        let (linked, old) = (known.ty, self.type_of_function(function));
        let same_unit = state.unit == self.parsed.unit;
        if !self.compatible(old, ty) {
            if self.internal {
                return Ok(());
            }
            // gcc lets a function without result be called before its declaration, and the linker does not compare types.
            // A call whose result or arguments are of another kind is not followed.
            let returns_void = self.function_type(ty).is_some_and(|f| self.is_void(f.ret.ty));
            let guessed = self.function_type(old).is_some_and(|f| f.unprototyped);
            if known.implicit && (returns_void || !guessed || !same_unit) {
                let message = format!("conflicting types for '{name}', which was declared implicitly before");
                self.warn(span, message);
                let known = &mut self.p.functions[function.0 as usize];
                (known.ty, known.implicit) = (ty, false);
                return Ok(());
            }
            if same_unit {
                let message =
                    format!("conflicting types for '{name}': {} here, {} before", self.show(ty), self.show(old));
                return Err(self.error(span, message));
            }
            self.function_differs(function, name, (linked, ty), span);
            return Ok(());
        }
        if same_unit && storage.static_ && state.external && !known.implicit {
            return Err(self.error(span, format!("static declaration of '{name}' follows non-static declaration")));
        }
        if let Some(own) = self.own_functions.get(&function).copied() {
            let merged = self.p.composite(own, ty);
            self.own_functions.insert(function, merged);
        } else if known.body.is_none() {
            let merged = self.p.composite(old, ty);
            let known = &mut self.p.functions[function.0 as usize];
            (known.ty, known.implicit) = (merged, false);
        }
        Ok(())
    }

    /// The address of a function.
    pub(super) fn function_address(&mut self, function: FuncRef, span: Span) -> Expr {
        let ty = self.type_of_function(function);
        Expr { kind: ExprKind::FuncAddr(function), ty: self.pointer_to(ty), span }
    }
}

impl Typing {
    /// Closes the program: tentative definitions become definitions, aliases functions.
    pub(super) fn finish(mut self) -> Result<Hir, Vec<Diagnostic>> {
        for index in 0..self.globals.len() {
            self.finish_object(index);
        }
        for index in 0..self.functions.len() {
            self.finish_alias(index);
        }
        for (object, state) in self.globals.iter_mut().zip(&self.global_states) {
            if state.differs {
                object.unmodelled = Some("an object that units declare differently".to_string());
            }
        }
        if self.errors > 0 {
            return Err(self.diagnostics);
        }
        let warnings = self.diagnostics.into_iter().filter(|d| d.severity == Severity::Warning).collect();
        let (globals, functions, refused) = (self.globals, self.functions, self.refused);
        Ok(Hir { types: self.types, globals, functions, refused, warnings })
    }

    fn finish_object(&mut self, index: usize) {
        let state = &self.global_states[index];
        if state.defined {
            return;
        }
        let (tentative, ty, span) = (state.tentative, self.globals[index].ty, self.globals[index].span);
        if !tentative {
            if self.globals[index].kind != GlobalKind::ThreadLocal {
                self.globals[index].kind = GlobalKind::Extern;
            }
            return;
        }
        // An array that is still incomplete at the end of its unit has one element (6.9.2p5).
        if let Type::Array(elem, ArrayLen::Incomplete) = self.types.get(ty.ty).clone() {
            let array = self.types.intern(Type::Array(elem, ArrayLen::Fixed(1)));
            self.globals[index].ty = QualType { ty: array, quals: ty.quals };
        } else if self.types.size(ty.ty).is_none() {
            let message = format!("storage size of '{}' isn't known", self.globals[index].name);
            self.report(Diagnostic::error(span, message));
        }
    }

    /// A function that is an alias calls its target.
    fn finish_alias(&mut self, index: usize) {
        let Some((target, span)) = self.function_states[index].alias.clone() else { return };
        if self.functions[index].body.is_some() {
            return;
        }
        let named = self.functions.iter().position(|f| f.name == target && f.body.is_some());
        let Type::Function(ty) = self.types.get(self.functions[index].ty).clone() else { return };
        let Some(found) = named.filter(|_| !ty.variadic) else {
            let message = format!("'{}' aliased to undefined function '{target}'", self.functions[index].name);
            self.report(Diagnostic::error(span, message));
            return;
        };
        // With the same type both are one function, with one address.
        if self.functions[found].ty == self.functions[index].ty {
            self.functions[index].alias = Some(FuncRef(found as u32));
        }
        let params = ty.params.iter().map(|ty| {
            let address_taken = self.types.scalar(ty.ty).is_none();
            Local { name: None, ty: *ty, align: None, promoted: None, address_taken, span }
        });
        let locals: Vec<Local> = params.collect();
        let load = |(i, ty): (usize, &QualType)| {
            let lvalue = Lvalue { kind: LvalueKind::Local(LocalRef(i as u32)), ty: *ty, span };
            Expr { kind: ExprKind::Load(Box::new(lvalue)), ty: ty.ty, span }
        };
        let args = ty.params.iter().enumerate().map(load).collect();
        let kind = ExprKind::Call { callee: Callee::Direct(FuncRef(found as u32)), args };
        let call = Expr { kind, ty: ty.ret.ty, span };
        let stmt = match self.types.get(ty.ret.ty) {
            Type::Void => StmtKind::Expr(call),
            Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Array(..)
            | Type::Record(_)
            | Type::Enum(_)
            | Type::Function(_) => StmtKind::Return(Some(call)),
        };
        let stmts = vec![Stmt { kind: stmt, span }];
        let params = locals.len();
        self.functions[index].body = Some(Body { locals, params, labels: Vec::new(), stmts, end: span });
    }
}
