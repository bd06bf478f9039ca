//! Declarators: from the base type to the type of the name (C11 6.7.6).

use lang_c::ast::{
    ArraySize, Declarator, DeclaratorKind, DerivedDeclarator, Ellipsis, FunctionDeclarator, ParameterDeclaration,
    PointerQualifier, TypeName,
};
use lang_c::span::Node;
use raddle_program::{ArrayLen, FunctionType, QualType, Quals, Span, Type, VlaId};

use super::attributes::Attributes;
use super::scope::Symbol;
use super::specifiers::{of_declaration, of_type_name, qualifier_bits};
use super::{Typed, Typer};
use crate::hir::{Expr, ExprKind, LocalRef, LvalueKind, Stmt, StmtKind};
use crate::normalise::markers::original_name;

/// A parameter as declared.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Its adjusted type.
    pub ty: QualType,
    /// Where it is declared.
    pub span: Span,
}

/// The parameters of the function that a declarator declares.
#[derive(Clone, Debug)]
pub enum Params {
    /// With a prototype; the statements compute the lengths of variable array types.
    Prototype(Vec<Param>, Vec<Stmt>),
    /// Names only: an old-style definition, or `f()`.
    Names(Vec<(String, Span)>),
}

/// What a declarator declares.
#[derive(Debug)]
pub struct Declared {
    /// The name; `None` if the declarator is abstract.
    pub name: Option<String>,
    /// The place of the name.
    pub span: Span,
    /// The type.
    pub ty: QualType,
    /// Parameters, if it is a function.
    pub params: Option<Params>,
    /// Attributes of the declarator.
    pub attributes: Attributes,
}

impl Typer<'_> {
    /// The type of a type name; lengths of variable arrays go to `pending`.
    pub(super) fn type_name(&mut self, name: &TypeName) -> Typed<QualType> {
        Ok(self.type_name_with_alignment(name)?.0)
    }

    /// The type that a type name in `_Alignof` names, and the alignment that a typedef or an attribute gave it.
    pub(super) fn aligned_type_name(&mut self, name: &TypeName) -> Typed<(QualType, Option<u64>)> {
        let outer = std::mem::take(&mut self.pending);
        self.unevaluated += 1;
        let ty = self.type_name_with_alignment(name);
        self.unevaluated -= 1;
        self.pending = outer;
        ty
    }

    fn type_name_with_alignment(&mut self, name: &TypeName) -> Typed<(QualType, Option<u64>)> {
        let span = match (name.specifiers.first(), name.specifiers.last()) {
            (Some(first), Some(last)) => self.span(first.span).to(self.span(last.span)),
            (None, _) | (_, None) => Span::NONE,
        };
        let specifiers = self.specifiers(&of_type_name(&name.specifiers), span)?;
        let ty = match &name.declarator {
            None => specifiers.ty,
            Some(declarator) => {
                let declared = self.declarator(declarator, specifiers.ty)?;
                self.apply_type_attributes(declared.ty, &declared.attributes)
            }
        };
        // An array is aligned as its elements are.
        let mut element = ty.ty;
        while let Some((inner, _)) = self.array(element).filter(|_| element != specifiers.ty.ty) {
            element = inner.ty;
        }
        let asked = specifiers.attributes.aligned.or(specifiers.type_align);
        Ok((ty, asked.filter(|_| element == specifiers.ty.ty)))
    }

    /// Applies a declarator to its base type.
    pub(super) fn declarator(&mut self, node: &Node<Declarator>, base: QualType) -> Typed<Declared> {
        let mut node = node;
        let mut ty = base;
        let mut params = None;
        let mut attributes = Attributes::default();
        loop {
            let own = self.attributes(&node.node.extensions)?;
            attributes.merge(own);
            let suffixes = |d: &&Node<DerivedDeclarator>| {
                !matches!(d.node, DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_))
            };
            let derived = &node.node.derived;
            let pointers = derived.iter().filter(|d| !suffixes(d));
            let order: Vec<_> = pointers.chain(derived.iter().rev().filter(suffixes)).collect();
            for derived in order {
                let span = self.span(derived.span);
                let (new, new_params) = self.derive(&derived.node, ty, span, &mut attributes)?;
                (ty, params) = (new, new_params);
            }
            match &node.node.kind.node {
                DeclaratorKind::Declarator(inner) => node = inner,
                DeclaratorKind::Identifier(name) => {
                    let span = self.span(name.span);
                    let name = Some(original_name(&name.node.name).into_owned());
                    return Ok(Declared { name, span, ty, params, attributes });
                }
                DeclaratorKind::Abstract => {
                    let span = self.span(node.span);
                    return Ok(Declared { name: None, span, ty, params, attributes });
                }
            }
        }
    }

    fn derive(
        &mut self,
        derived: &DerivedDeclarator,
        ty: QualType,
        span: Span,
        attributes: &mut Attributes,
    ) -> Typed<(QualType, Option<Params>)> {
        match derived {
            DerivedDeclarator::Pointer(qualifiers) => {
                let mut quals = Quals::default();
                for qualifier in qualifiers {
                    match &qualifier.node {
                        PointerQualifier::TypeQualifier(q) => quals = quals.union(qualifier_bits(&q.node)),
                        PointerQualifier::Extension(extensions) => {
                            let own = self.attributes(extensions)?;
                            attributes.merge(own);
                        }
                    }
                }
                Ok((QualType { ty: self.pointer_to(ty), quals }, None))
            }
            DerivedDeclarator::Block(_) => Err(self.error(span, "blocks are not C")),
            DerivedDeclarator::Array(array) => Ok((self.array_of(ty, &array.node.size, span)?, None)),
            DerivedDeclarator::Function(function) => {
                self.check_return_type(ty, span)?;
                let (ty, params) = self.prototype(ty, &function.node)?;
                Ok((ty, Some(params)))
            }
            DerivedDeclarator::KRFunction(names) => {
                self.check_return_type(ty, span)?;
                let function = FunctionType { ret: ty, params: Vec::new(), variadic: false, unprototyped: true };
                let names =
                    names.iter().map(|n| (original_name(&n.node.name).into_owned(), self.span(n.span))).collect();
                Ok((self.p.types.intern(Type::Function(function)).into(), Some(Params::Names(names))))
            }
        }
    }

    fn check_return_type(&mut self, ty: QualType, span: Span) -> Typed<()> {
        match self.ty(ty.ty) {
            Type::Function(_) => Err(self.error(span, "a function cannot return a function")),
            Type::Array(..) => Err(self.error(span, "a function cannot return an array")),
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Record(_) | Type::Enum(_) => Ok(()),
        }
    }

    fn array_of(&mut self, elem: QualType, size: &ArraySize, span: Span) -> Typed<QualType> {
        if !self.is_complete(elem.ty) {
            let message = format!("array type has incomplete element type {}", self.show(elem));
            return Err(self.error(span, message));
        }
        let len = match size {
            ArraySize::Unknown => ArrayLen::Incomplete,
            ArraySize::VariableUnknown => ArrayLen::Variable(self.p.types.fresh_vla()),
            ArraySize::VariableExpression(e) | ArraySize::StaticExpression(e) => {
                let length = self.value(e)?;
                if !self.is_integer(length.ty) {
                    return Err(self.error(length.span, "size of array has non-integer type"));
                }
                match self.constant_integer(&length).map(u64::try_from) {
                    Some(Ok(n)) => ArrayLen::Fixed(n),
                    Some(Err(_)) => return Err(self.error(length.span, "size of array is negative")),
                    None => match self.known_integer(&length).map(u64::try_from) {
                        // A constant object gives a fixed length: the array is the same, and cheaper to analyse.
                        Some(Ok(n)) if !self.scopes.at_file_scope() => ArrayLen::Fixed(n),
                        Some(_) | None => ArrayLen::Variable(self.run_time_length(length, span)?),
                    },
                }
            }
        };
        let ty = self.p.types.intern(Type::Array(elem, len));
        let limit = 1u64 << if self.model().pointer_size() == 4 { 31 } else { 47 };
        if matches!(len, ArrayLen::Fixed(_)) && !self.is_vla(ty) && self.p.types.size(ty).is_none_or(|n| n >= limit) {
            return Err(self.error(span, "size of array is too large"));
        }
        Ok(ty.into())
    }

    fn run_time_length(&mut self, length: Expr, span: Span) -> Typed<VlaId> {
        if self.scopes.at_file_scope() {
            return Err(self.error(span, "variably modified type at file scope"));
        }
        let vla = self.p.types.fresh_vla();
        let at = length.span;
        let length = self.convert(length, self.p.predeclared.size);
        self.pending.push(Stmt { kind: StmtKind::VlaLength { vla, length }, span: at });
        Ok(vla)
    }

    /// A function type; its parameters are visible in the declarators that follow them.
    fn prototype(&mut self, ret: QualType, function: &FunctionDeclarator) -> Typed<(QualType, Params)> {
        let outside = std::mem::take(&mut self.pending);
        self.scopes.enter();
        let params = self.parameters(&function.parameters);
        self.scopes.leave();
        let lengths = std::mem::replace(&mut self.pending, outside);
        let params = params?;
        let ty = FunctionType {
            ret,
            params: params.iter().map(|p| QualType::from(p.ty.ty)).collect(),
            variadic: function.ellipsis == Ellipsis::Some,
            unprototyped: false,
        };
        Ok((self.p.types.intern(Type::Function(ty)).into(), Params::Prototype(params, lengths)))
    }

    fn parameters(&mut self, declarations: &[Node<ParameterDeclaration>]) -> Typed<Vec<Param>> {
        let mut params: Vec<Param> = Vec::with_capacity(declarations.len());
        for node in declarations {
            let param = self.parameter(node)?;
            if self.is_void(param.ty.ty) {
                if declarations.len() == 1 && param.name.is_none() {
                    return Ok(Vec::new());
                }
                return Err(self.error(param.span, "parameter has incomplete type 'void'"));
            }
            if let Some(name) = &param.name {
                if self.scopes.lookup_innermost(name).is_some() {
                    return Err(self.error(param.span, format!("redefinition of parameter '{name}'")));
                }
                self.scopes.declare(name, Symbol::Local(LocalRef(params.len() as u32), param.ty));
            }
            params.push(param);
        }
        Ok(params)
    }

    fn parameter(&mut self, node: &Node<ParameterDeclaration>) -> Typed<Param> {
        let span = self.span(node.span);
        let specifiers = self.specifiers(&of_declaration(&node.node.specifiers), span)?;
        let mut attributes = self.attributes(&node.node.extensions)?;
        let (mut ty, mut name, mut name_span) = (specifiers.ty, None, span);
        let mut qualifiers = Quals::default();
        if let Some(declarator) = &node.node.declarator {
            let declared = self.declarator(declarator, ty)?;
            (ty, name, name_span) = (declared.ty, declared.name, declared.span);
            attributes.merge(declared.attributes);
            qualifiers = outer_array_qualifiers(&declarator.node);
        }
        ty = self.apply_type_attributes(ty, &attributes);
        let ty = self.adjust_parameter(ty, qualifiers);
        Ok(Param { name, ty, span: name_span })
    }

    /// Arrays and functions become pointers (6.7.6.3p7, p8).
    pub(super) fn adjust_parameter(&mut self, ty: QualType, qualifiers: Quals) -> QualType {
        match self.ty(ty.ty) {
            Type::Array(elem, len) => {
                let (elem, len) = (*elem, *len);
                if let ArrayLen::Variable(vla) = len {
                    // Nobody can ask for the outermost length any more; it is computed only for its side effects.
                    let plain = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::VlaLength { vla: own, length } if *own == vla && is_plain(length));
                    self.pending.retain(|stmt| !plain(stmt));
                }
                QualType { ty: self.pointer_to(elem), quals: qualifiers }
            }
            Type::Function(_) => self.pointer_to(ty.ty).into(),
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Record(_) | Type::Enum(_) => ty,
        }
    }
}

/// The qualifiers inside the brackets of `int a[const static 3]`.
fn outer_array_qualifiers(declarator: &Declarator) -> Quals {
    let mut declarator = declarator;
    while let DeclaratorKind::Declarator(inner) = &declarator.kind.node {
        declarator = &inner.node;
    }
    let first = declarator.derived.iter().find_map(|d| match &d.node {
        DerivedDeclarator::Array(array) => Some(&array.node.qualifiers),
        DerivedDeclarator::Pointer(_)
        | DerivedDeclarator::Function(_)
        | DerivedDeclarator::KRFunction(_)
        | DerivedDeclarator::Block(_) => None,
    });
    first.into_iter().flatten().fold(Quals::default(), |quals, q| quals.union(qualifier_bits(&q.node)))
}

/// Whether an expression only reads variables and computes.
fn is_plain(e: &Expr) -> bool {
    if let ExprKind::Convert(a) | ExprKind::Neg(a) = &e.kind {
        return is_plain(a);
    }
    if let ExprKind::Arith(_, a, b) = &e.kind {
        return is_plain(a) && is_plain(b);
    }
    let variable = |kind: &LvalueKind| matches!(kind, LvalueKind::Local(_) | LvalueKind::Global(_));
    matches!(&e.kind, ExprKind::Const(_)) || matches!(&e.kind, ExprKind::Load(lvalue) if variable(&lvalue.kind))
}
