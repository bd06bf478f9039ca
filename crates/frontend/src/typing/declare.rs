//! Declarations at file and block scope (C11 6.7).

use lang_c::ast::{
    Declaration, Declarator, DeclaratorKind, Expression, ExternalDeclaration, InitDeclarator, Initializer,
    StaticAssert, TranslationUnit,
};
use lang_c::span::Node;
use raddle_program::{ArrayLen, GlobalKind, QualType, Quals, Span};
use rustc_hash::FxHashSet;

use super::attributes::Attributes;
use super::declarator::Declared;
use super::link::GlobalState;
use super::literal;
use super::lvalue::Operand;
use super::scope::Symbol;
use super::specifiers::{Specifiers, of_declaration};
use super::{Reported, Typed, Typer};
use crate::hir::{Global, GlobalRef, Init, InitItem, LocalRef, Lvalue, LvalueKind, Stmt, StmtKind};
use crate::normalise::markers::original_name;

/// The names of the functions a unit defines.
pub fn defined_functions(unit: &TranslationUnit) -> FxHashSet<String> {
    let mut names = FxHashSet::default();
    for item in &unit.0 {
        if let ExternalDeclaration::FunctionDefinition(definition) = &item.node {
            let mut declarator: &Declarator = &definition.node.declarator.node;
            while let DeclaratorKind::Declarator(inner) = &declarator.kind.node {
                declarator = &inner.node;
            }
            if let DeclaratorKind::Identifier(name) = &declarator.kind.node {
                names.insert(original_name(&name.node.name).into_owned());
            }
        }
    }
    names
}

impl Typer<'_> {
    /// Types all declarations of a unit; an error ends only the declaration it is in.
    pub(super) fn unit(&mut self, unit: &TranslationUnit) {
        for item in &unit.0 {
            // Errors are reported where they are found; the next declaration is typed all the same.
            let _reported = match &item.node {
                ExternalDeclaration::Declaration(declaration) => self.declaration(declaration, &mut Vec::new()),
                ExternalDeclaration::StaticAssert(assertion) => self.static_assert(assertion),
                ExternalDeclaration::FunctionDefinition(definition) => self.function_definition(definition),
            };
            self.function = None;
        }
    }

    pub(super) fn static_assert(&mut self, assertion: &Node<StaticAssert>) -> Typed<()> {
        let span = self.span(assertion.span);
        if self.integer_constant(&assertion.node.expression)? != 0 {
            return Ok(());
        }
        let message = match literal::string(&assertion.node.message.node) {
            Ok((_, bytes)) => String::from_utf8_lossy(bytes.strip_suffix(&[0][..]).unwrap_or(&bytes)).into_owned(),
            Err(_) => String::new(),
        };
        Err(self.error(span, format!("static assertion failed: \"{message}\"")))
    }

    /// A declaration; what it does at run time is appended to `out`.
    pub(super) fn declaration(&mut self, node: &Node<Declaration>, out: &mut Vec<Stmt>) -> Typed<()> {
        let span = self.span(node.span);
        let specs = of_declaration(&node.node.specifiers);
        let bare = node.node.declarators.is_empty();
        let specifiers = if bare { self.bare_specifiers(&specs, span) } else { self.specifiers(&specs, span) };
        let specifiers = match specifiers {
            Ok(specifiers) => specifiers,
            Err(reported) => {
                self.poison(&node.node.declarators);
                return Err(reported);
            }
        };
        out.append(&mut self.pending);
        let mut result = Ok(());
        for declarator in &node.node.declarators {
            if let Err(reported) = self.init_declarator(&specifiers, declarator, out) {
                self.poison(std::slice::from_ref(declarator));
                result = Err(reported);
            }
            self.pending.clear();
        }
        result
    }

    /// Names whose declaration failed are known as such, so that their uses are no further errors.
    fn poison(&mut self, declarators: &[Node<InitDeclarator>]) {
        for declarator in declarators {
            let mut declarator: &Declarator = &declarator.node.declarator.node;
            while let DeclaratorKind::Declarator(inner) = &declarator.kind.node {
                declarator = &inner.node;
            }
            if let DeclaratorKind::Identifier(name) = &declarator.kind.node {
                let name = original_name(&name.node.name);
                if self.scopes.lookup_innermost(&name).is_none() {
                    self.scopes.declare(&name, Symbol::Poisoned);
                }
            }
        }
    }

    fn init_declarator(
        &mut self,
        specifiers: &Specifiers,
        node: &Node<InitDeclarator>,
        out: &mut Vec<Stmt>,
    ) -> Typed<()> {
        let mut base = specifiers.ty;
        let init = node.node.initializer.as_ref();
        if specifiers.auto_type {
            if self.function.is_some() && !specifiers.storage.static_ {
                return self.auto_local(specifiers, node, out);
            }
            base = self.auto_type(init, specifiers.ty.quals, self.span(node.span))?;
        }
        let mut declared = self.declarator(&node.node.declarator, base)?;
        out.append(&mut self.pending);
        let mut attributes = specifiers.attributes.clone();
        attributes.merge(std::mem::take(&mut declared.attributes));
        declared.ty = self.apply_type_attributes(declared.ty, &attributes);
        if declared.ty.ty == base.ty && !specifiers.storage.typedef {
            attributes.aligned = attributes.aligned.max(specifiers.type_align);
        }
        let Some(name) = declared.name.clone() else {
            return Err(self.error(declared.span, "a declaration needs a name"));
        };
        if specifiers.storage.typedef {
            return self.typedef(&name, &declared, &attributes, specifiers);
        }
        if self.function_type(declared.ty.ty).is_some() {
            if init.is_some() {
                return Err(self.error(declared.span, format!("function '{name}' is initialized like a variable")));
            }
            if !self.scopes.at_file_scope()
                && let Some(Symbol::Local(..)) = self.scopes.lookup_innermost(&name)
            {
                return Err(self.error(declared.span, format!("'{name}' redeclared as different kind of symbol")));
            }
            if attributes.nested || (specifiers.storage.auto && !self.scopes.at_file_scope()) {
                self.nested_function(&name, declared.ty.ty, declared.span);
                return Ok(());
            }
            return self
                .declare_function(&name, declared.ty.ty, specifiers.storage, &attributes, declared.span)
                .map(|_| ());
        }
        if self.is_void(declared.ty.ty) && !specifiers.storage.extern_ {
            return Err(self.error(declared.span, format!("variable or field '{name}' declared void")));
        }
        if self.scopes.at_file_scope() || specifiers.storage.extern_ {
            return self.linked_object(&name, &declared, specifiers, &attributes, init);
        }
        if self.scopes.lookup_innermost(&name).is_some() {
            return Err(self.error(declared.span, format!("redeclaration of '{name}'")));
        }
        if specifiers.storage.static_ || specifiers.storage.thread {
            return self.static_local(&name, &declared, specifiers, &attributes, init);
        }
        self.automatic(&name, &declared, specifiers, &attributes, init, out)
    }

    /// `__auto_type x = e;` in a block. The initialiser is typed only once: macros nest these declarations, and
    /// typing each twice would be exponential.
    fn auto_local(&mut self, specifiers: &Specifiers, node: &Node<InitDeclarator>, out: &mut Vec<Stmt>) -> Typed<()> {
        let span = self.span(node.span);
        let Some(Initializer::Expression(e)) = node.node.initializer.as_ref().map(|i| &i.node) else {
            return Err(self.error(span, "'__auto_type' requires an expression as initializer"));
        };
        let value = self.value(e)?;
        if self.is_void(value.ty) {
            return Err(self.error(span, "variable declared void"));
        }
        let ty = QualType { ty: value.ty, quals: specifiers.ty.quals };
        let declared = self.declarator(&node.node.declarator, ty)?;
        let mut attributes = specifiers.attributes.clone();
        attributes.merge(declared.attributes);
        let Some(name) = declared.name else { return Err(self.error(span, "a declaration needs a name")) };
        if self.scopes.lookup_innermost(&name).is_some() {
            return Err(self.error(declared.span, format!("redeclaration of '{name}'")));
        }
        let local = self.new_local(Some(name.clone()), ty, None, declared.span);
        self.scopes.declare(&name, Symbol::Local(local, ty));
        let init = Init { zero: false, items: vec![InitItem { offset: 0, bits: None, ty, value }] };
        out.push(Stmt { kind: StmtKind::Declare { local, init: Some(init) }, span });
        if let Some(function) = &attributes.cleanup {
            self.cleanup(function, local, ty, out)?;
        }
        Ok(())
    }

    /// `__auto_type` at file scope: the type of the initialiser's value.
    fn auto_type(&mut self, init: Option<&Node<Initializer>>, quals: Quals, span: Span) -> Typed<QualType> {
        let Some(Initializer::Expression(e)) = init.map(|i| &i.node) else {
            return Err(self.error(span, "'__auto_type' requires an expression as initializer"));
        };
        self.unevaluated += 1;
        let value = self.value(e);
        self.unevaluated -= 1;
        Ok(QualType { ty: value?.ty, quals })
    }

    fn typedef(
        &mut self,
        name: &str,
        declared: &Declared,
        attributes: &Attributes,
        specifiers: &Specifiers,
    ) -> Typed<()> {
        if let Some(previous) = self.scopes.lookup_innermost(name) {
            let same = match previous {
                Symbol::Typedef(old, _) => self.compatible(old.ty, declared.ty.ty),
                Symbol::Local(..)
                | Symbol::Global(_)
                | Symbol::Function(_)
                | Symbol::Enumerator(..)
                | Symbol::Poisoned => false,
            };
            if !same {
                return Err(self.error(declared.span, format!("conflicting types for typedef '{name}'")));
            }
            return Ok(());
        }
        if attributes.transparent_union
            && let Some(record) = self.record(declared.ty.ty)
        {
            self.p.opaque.transparent.insert(record);
        }
        let align = if declared.ty.ty == specifiers.ty.ty {
            attributes.aligned.or(specifiers.type_align)
        } else {
            attributes.aligned
        };
        if align.is_some() {
            self.p.aligned_typedefs.insert(declared.ty.ty);
        }
        self.scopes.declare(name, Symbol::Typedef(declared.ty, align));
        Ok(())
    }

    /// An object at file scope, or declared `extern` in a block.
    fn linked_object(
        &mut self,
        name: &str,
        declared: &Declared,
        specifiers: &Specifiers,
        attributes: &Attributes,
        init: Option<&Node<Initializer>>,
    ) -> Typed<()> {
        let span = declared.span;
        if self.is_vla(declared.ty.ty) {
            return Err(self.error(span, "object with variably modified type must have no linkage"));
        }
        let global = self.declare_object(name, declared.ty, specifiers.storage, attributes, span)?;
        let index = global.0 as usize;
        let Some(init) = init else {
            let unknown = matches!(self.array(declared.ty.ty), Some((_, ArrayLen::Incomplete)));
            if !specifiers.storage.extern_ {
                if specifiers.storage.static_ && !unknown && !self.is_complete(declared.ty.ty) {
                    return Err(self.error(span, format!("storage size of '{name}' isn't known")));
                }
                let state = &mut self.p.global_states[index];
                if !state.tentative {
                    self.p.globals[index].span = span;
                }
                self.p.global_states[index].tentative = true;
            }
            return Ok(());
        };
        if !self.scopes.at_file_scope() {
            return Err(self.error(span, format!("'{name}' has both 'extern' and initializer")));
        }
        let state = &self.p.global_states[index];
        if state.defined {
            if self.internal || attributes.weak {
                return Ok(());
            }
            if !state.weak {
                return Err(self.error(span, format!("redefinition of '{name}'")));
            }
        }
        let (ty, image) = self.static_init(declared.ty, init)?;
        let merged = self.p.composite(self.type_of_object(global).ty, ty.ty);
        let object = &mut self.p.globals[index];
        object.ty = QualType { ty: merged, quals: ty.quals };
        object.init = image.bytes;
        object.relocations = image.relocations;
        object.span = span;
        object.unmodelled = image.unknown;
        let state = &mut self.p.global_states[index];
        state.defined = true;
        state.weak = attributes.weak;
        Ok(())
    }

    fn static_local(
        &mut self,
        name: &str,
        declared: &Declared,
        specifiers: &Specifiers,
        attributes: &Attributes,
        init: Option<&Node<Initializer>>,
    ) -> Typed<()> {
        let span = declared.span;
        if self.is_vla(declared.ty.ty) {
            return Err(self.error(span, format!("storage size of '{name}' isn't constant")));
        }
        let quals = self.quals(declared.ty);
        let kind = if specifiers.storage.thread {
            GlobalKind::ThreadLocal
        } else if quals.is_const && !quals.is_volatile {
            GlobalKind::Constant
        } else {
            GlobalKind::StaticLocal
        };
        let global = GlobalRef(self.p.globals.len() as u32);
        self.p.globals.push(Global {
            name: name.to_string(),
            ty: declared.ty,
            kind,
            align: attributes.aligned,
            init: Vec::new(),
            relocations: Vec::new(),
            unmodelled: None,
            span,
        });
        self.p.global_states.push(GlobalState { defined: init.is_none(), ..GlobalState::literal() });
        self.scopes.declare(name, Symbol::Global(global));
        let mut ty = declared.ty;
        if let Some(init) = init {
            self.set_static_initialiser(true);
            let result = self.static_init(declared.ty, init);
            self.set_static_initialiser(false);
            let (completed, image) = result?;
            ty = completed;
            let object = &mut self.p.globals[global.0 as usize];
            object.ty = ty;
            object.init = image.bytes;
            object.relocations = image.relocations;
            object.unmodelled = image.unknown;
            self.p.global_states[global.0 as usize].defined = true;
        }
        if !self.is_complete(ty.ty) {
            return Err(self.error(span, format!("storage size of '{name}' isn't known")));
        }
        Ok(())
    }

    fn set_static_initialiser(&mut self, on: bool) {
        if let Some(function) = &mut self.function {
            function.in_static_initialiser = on;
        }
    }

    fn automatic(
        &mut self,
        name: &str,
        declared: &Declared,
        specifiers: &Specifiers,
        attributes: &Attributes,
        init: Option<&Node<Initializer>>,
        out: &mut Vec<Stmt>,
    ) -> Typed<()> {
        let span = declared.span;
        let align = attributes.aligned.filter(|a| *a > self.p.types.align(declared.ty.ty));
        let local = self.new_local(Some(name.to_string()), declared.ty, align, span);
        if let (Some(function), true) = (&mut self.function, specifiers.storage.register) {
            function.registers.insert(local);
        }
        // The name is visible in its own initialiser.
        self.scopes.declare(name, Symbol::Local(local, declared.ty));
        let mut ty = declared.ty;
        let init = match init {
            None => None,
            Some(init) => {
                let (completed, init) = self.local_init(declared.ty, init)?;
                ty = completed;
                Some(init)
            }
        };
        if !self.is_complete(ty.ty) {
            return Err(self.error(span, format!("storage size of '{name}' isn't known")));
        }
        self.scopes.declare(name, Symbol::Local(local, ty));
        if let Some(function) = &mut self.function {
            function.locals[local.0 as usize].ty = ty;
        }
        out.push(Stmt { kind: StmtKind::Declare { local, init }, span });
        if let Some(function) = &attributes.cleanup {
            self.cleanup(function, local, ty, out)?;
        }
        Ok(())
    }

    /// `__attribute__((cleanup(f)))`: the scope of the variable ends with `f(&variable)`.
    fn cleanup(
        &mut self,
        function: &Node<Expression>,
        local: LocalRef,
        ty: QualType,
        out: &mut Vec<Stmt>,
    ) -> Typed<()> {
        let span = self.span(function.span);
        let (Expression::Identifier(name), Operand::Function(callee)) = (&function.node, self.operand(function)?)
        else {
            return Err(self.error(span, "cleanup argument not a function"));
        };
        let Some(target) = self.pointee(callee.ty) else { return Err(Reported) };
        let lvalue = Lvalue { kind: LvalueKind::Local(local), ty, span };
        let pointer = self.pointer_to(ty);
        let address = self.address_of(lvalue, pointer);
        let call = self.finish_call(callee, target.ty, &original_name(&name.node.name), vec![address], span)?;
        let call = self.discarded(call);
        out.push(Stmt { kind: StmtKind::Cleanup { call }, span });
        Ok(())
    }
}
