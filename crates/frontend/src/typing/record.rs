//! Struct, union and enum specifiers (C11 6.7.2.1 to 6.7.2.3).

use lang_c::ast::{EnumType, Extension, StructDeclaration, StructField, StructKind, StructType};
use lang_c::span::Node;
use raddle_program::{ArrayLen, EnumDef, EnumId, IntKind, QualType, Record, RecordId, RecordKind, Span, Type, TypeId};
use rustc_hash::FxHashSet;

use super::attributes::Attributes;
use super::layout::{self, Member};
use super::scope::{Symbol, Tag};
use super::specifiers::of_type_name;
use super::{Typed, Typer};
use crate::hir::{Stmt, StmtKind};
use crate::normalise::markers::original_name;

impl Typer<'_> {
    /// `struct s`, `struct s { … }`. `alone` means that the specifier is a whole declaration: `struct s;`.
    pub(super) fn struct_type(
        &mut self,
        node: &Node<StructType>,
        behind: &[&[Node<Extension>]],
        alone: bool,
    ) -> Typed<TypeId> {
        let span = self.span(node.span);
        let kind = match node.node.kind.node {
            StructKind::Struct => RecordKind::Struct,
            StructKind::Union => RecordKind::Union,
        };
        let tag = node.node.identifier.as_ref().map(|i| original_name(&i.node.name).into_owned());
        let Some(declarations) = &node.node.declarations else {
            let Some(tag) = tag else { return Err(self.error(span, "expected a tag or a member list")) };
            let visible = if alone { self.scopes.lookup_tag_innermost(&tag) } else { self.scopes.lookup_tag(&tag) };
            let id = match visible {
                Some(Tag::Record(id)) => {
                    self.check_record_kind(id, kind, &tag, span)?;
                    id
                }
                Some(Tag::Enum(_)) => return Err(self.error(span, format!("'{tag}' is an enum tag"))),
                None => self.new_record(kind, Some(tag), span),
            };
            return Ok(self.p.types.intern(Type::Record(id)));
        };
        let id = match tag.as_deref().and_then(|t| self.scopes.lookup_tag_innermost(t)) {
            Some(Tag::Record(id)) => {
                let tag = tag.unwrap_or_default();
                self.check_record_kind(id, kind, &tag, span)?;
                if self.p.types.records[id].fields.is_some() {
                    return Err(self.error(span, format!("redefinition of '{tag}'")));
                }
                id
            }
            Some(Tag::Enum(_)) => {
                return Err(self.error(span, format!("'{}' is an enum tag", tag.unwrap_or_default())));
            }
            None => self.new_record(kind, tag, span),
        };
        let mut attributes = Attributes::default();
        for extensions in behind {
            let more = self.attributes(extensions)?;
            attributes.merge(more);
        }
        let members = self.members(declarations, &attributes)?;
        let placed = layout::lay_out(kind, members, attributes.pack, attributes.aligned);
        let Some(placed) = placed else { return Err(self.error(span, "the type is too large")) };
        let ty = self.p.types.intern(Type::Record(id));
        for (field, align) in placed.fields.iter().zip(&placed.aligns) {
            let known = self.p.field_aligns.entry((ty, field.offset, field.ty.ty)).or_insert(Some(*align));
            *known = known.filter(|known| known == align);
        }
        let record = &mut self.p.types.records[id];
        record.fields = Some(placed.fields);
        record.size = placed.size;
        record.align = placed.align;
        record.span = span;
        if attributes.big_endian {
            self.p.opaque.records.insert(id);
        }
        if attributes.transparent_union {
            self.p.opaque.transparent.insert(id);
        }
        Ok(self.p.types.intern(Type::Record(id)))
    }

    fn check_record_kind(&mut self, id: RecordId, kind: RecordKind, tag: &str, span: Span) -> Typed<()> {
        if self.p.types.records[id].kind == kind {
            return Ok(());
        }
        Err(self.error(span, format!("'{tag}' defined as wrong kind of tag")))
    }

    fn new_record(&mut self, kind: RecordKind, tag: Option<String>, span: Span) -> RecordId {
        let record = Record { kind, tag: tag.clone(), fields: None, size: 0, align: 1, span };
        let id = self.p.types.records.push(record);
        if let Some(tag) = tag {
            self.scopes.declare_tag(&tag, Tag::Record(id));
        }
        id
    }

    fn members(&mut self, declarations: &[Node<StructDeclaration>], outer: &Attributes) -> Typed<Vec<Member>> {
        let mut members = Vec::with_capacity(declarations.len());
        let mut names = FxHashSet::default();
        for declaration in declarations {
            match &declaration.node {
                StructDeclaration::StaticAssert(assertion) => self.static_assert(assertion)?,
                StructDeclaration::Field(field) => {
                    self.field(&field.node, self.span(field.span), outer, &mut members, &mut names)?;
                }
            }
        }
        Ok(members)
    }

    fn field(
        &mut self,
        field: &StructField,
        span: Span,
        outer: &Attributes,
        members: &mut Vec<Member>,
        names: &mut FxHashSet<String>,
    ) -> Typed<()> {
        let specifiers = self.specifiers(&of_type_name(&field.specifiers), span)?;
        if field.declarators.is_empty() {
            // An anonymous struct or union; a tagged one here declares only its tag.
            if let Some(record) = self.record(specifiers.ty.ty)
                && self.p.types.records[record].tag.is_none()
            {
                let member = self.new_member(None, specifiers.ty, &specifiers.attributes, None, outer, None, span)?;
                self.check_names(record, names, span)?;
                members.push(Member { keep: true, ..member });
            }
            return Ok(());
        }
        for declarator in &field.declarators {
            let mut attributes = specifiers.attributes.clone();
            let mut name = None;
            let mut ty = specifiers.ty;
            let mut name_span = self.span(declarator.span);
            let mut direct = true;
            if let Some(node) = &declarator.node.declarator {
                let declared = self.declarator(node, specifiers.ty)?;
                direct = declared.ty.ty == specifiers.ty.ty || self.array(declared.ty.ty).is_some();
                ty = declared.ty;
                attributes.merge(declared.attributes);
                name_span = declared.span;
                name = declared.name;
            }
            ty = self.apply_type_attributes(ty, &attributes);
            let width = match &declarator.node.bit_width {
                None => None,
                Some(e) => {
                    let value = self.integer_constant(e)?;
                    Some(self.bit_width(value, ty.ty, name.is_some(), name_span)?)
                }
            };
            if let Some(name) = &name
                && !names.insert(name.clone())
            {
                return Err(self.error(name_span, format!("duplicate member '{name}'")));
            }
            let type_align = if direct { specifiers.type_align } else { None };
            members.push(self.new_member(name, ty, &attributes, width, outer, type_align, name_span)?);
        }
        Ok(())
    }

    /// Names of an anonymous member count as names of the outer record.
    fn check_names(&mut self, record: RecordId, names: &mut FxHashSet<String>, span: Span) -> Typed<()> {
        let fields = self.p.types.records[record].fields.clone().unwrap_or_default();
        for field in fields {
            match field.name {
                Some(name) => {
                    if !names.insert(name.clone()) {
                        return Err(self.error(span, format!("duplicate member '{name}'")));
                    }
                }
                None => {
                    if let Some(inner) = self.record(field.ty.ty) {
                        self.check_names(inner, names, span)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn bit_width(&mut self, value: i128, ty: TypeId, named: bool, span: Span) -> Typed<u32> {
        let Some(kind) = self.int_kind(ty) else {
            return Err(self.error(span, "bit-field has invalid type"));
        };
        let max = if kind == IntKind::Bool { 1 } else { 8 * kind.size(self.model()) };
        match u32::try_from(value) {
            Ok(0) if named => Err(self.error(span, "zero width for a named bit-field")),
            Ok(width) if u64::from(width) <= max => Ok(width),
            Ok(_) => Err(self.error(span, "width of bit-field exceeds its type")),
            Err(_) => Err(self.error(span, "negative width in bit-field")),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn new_member(
        &mut self,
        name: Option<String>,
        ty: QualType,
        attributes: &Attributes,
        width: Option<u32>,
        outer: &Attributes,
        type_align: Option<u64>,
        span: Span,
    ) -> Typed<Member> {
        let shown = name.as_deref().unwrap_or("<anonymous>");
        let size = match self.ty(ty.ty) {
            Type::Function(_) => return Err(self.error(span, format!("field '{shown}' declared as a function"))),
            Type::Array(elem, ArrayLen::Incomplete) if self.is_complete(elem.ty) => 0,
            Type::Array(..)
            | Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Record(_)
            | Type::Enum(_) => match self.p.types.size(ty.ty) {
                Some(size) => size,
                None if self.is_vla(ty.ty) => {
                    // Nothing that comes behind the type can be reached.
                    let e = self.unsupported("a member of variable size", self.p.predeclared.void, span);
                    self.pending.push(Stmt { kind: StmtKind::Expr(e), span });
                    0
                }
                None => {
                    let message = format!("field '{shown}' has incomplete type {}", self.show(ty));
                    return Err(self.error(span, message));
                }
            },
        };
        let mut natural_align = type_align.unwrap_or_else(|| self.p.types.field_align(ty.ty));
        natural_align = self.atomic_align(ty, natural_align);
        Ok(Member {
            name,
            ty,
            size,
            natural_align,
            asked_align: attributes.aligned,
            packed: attributes.packed || outer.packed,
            width,
            keep: false,
        })
    }

    /// The alignment of a type; an atomic one is aligned to its size.
    pub(super) fn atomic_align(&self, ty: QualType, align: u64) -> u64 {
        match self.p.types.size(ty.ty) {
            Some(size @ (1 | 2 | 4 | 8 | 16)) if ty.quals.is_atomic => align.max(size),
            Some(_) | None => align,
        }
    }

    /// `enum e`, `enum e { … }`.
    pub(super) fn enum_type(&mut self, node: &Node<EnumType>, behind: &[&[Node<Extension>]]) -> Typed<TypeId> {
        let span = self.span(node.span);
        let tag = node.node.identifier.as_ref().map(|i| original_name(&i.node.name).into_owned());
        if node.node.enumerators.is_empty() {
            let Some(tag) = tag else { return Err(self.error(span, "empty enum is invalid")) };
            let id = match self.scopes.lookup_tag(&tag) {
                Some(Tag::Enum(id)) => id,
                Some(Tag::Record(_)) => {
                    return Err(self.error(span, format!("'{tag}' defined as wrong kind of tag")));
                }
                None => self.new_enum(Some(tag)),
            };
            return Ok(self.p.types.intern(Type::Enum(id)));
        }
        let id = match tag.as_deref().and_then(|t| self.scopes.lookup_tag_innermost(t)) {
            Some(Tag::Enum(id)) if self.p.types.enums[id].constants.is_empty() => id,
            Some(Tag::Enum(_)) => {
                return Err(self.error(span, format!("redeclaration of 'enum {}'", tag.unwrap_or_default())));
            }
            Some(Tag::Record(_)) => {
                return Err(self.error(span, format!("'{}' defined as wrong kind of tag", tag.unwrap_or_default())));
            }
            None => self.new_enum(tag),
        };
        let mut packed = false;
        for extensions in behind {
            packed |= self.attributes(extensions)?.packed;
        }
        let mut constants = Vec::with_capacity(node.node.enumerators.len());
        let mut next: i128 = 0;
        for enumerator in &node.node.enumerators {
            let name = original_name(&enumerator.node.identifier.node.name).into_owned();
            let name_span = self.span(enumerator.node.identifier.span);
            if let Some(e) = &enumerator.node.expression {
                next = self.integer_constant(e)?;
            }
            if let Some(previous) = self.scopes.lookup_innermost(&name) {
                let message = match previous {
                    Symbol::Enumerator(..) => format!("redeclaration of enumerator '{name}'"),
                    Symbol::Typedef(..)
                    | Symbol::Local(..)
                    | Symbol::Global(_)
                    | Symbol::Function(_)
                    | Symbol::Poisoned => format!("'{name}' redeclared as different kind of symbol"),
                };
                return Err(self.error(name_span, message));
            }
            let kind = self.enum_repr(next, next, false, true);
            let ty = self.p.types.int(kind);
            self.scopes.declare(&name, Symbol::Enumerator(next, ty));
            constants.push((name, next));
            next = next.wrapping_add(1);
        }
        let low = constants.iter().map(|(_, v)| *v).min().unwrap_or(0);
        let high = constants.iter().map(|(_, v)| *v).max().unwrap_or(0);
        let repr = self.enum_repr(low, high, packed, false);
        let wide = self.p.types.int(repr);
        for (name, value) in &constants {
            // Constants that do not fit an `int` have the type that represents the enumeration.
            if i32::try_from(*value).is_err() {
                self.scopes.declare(name, Symbol::Enumerator(*value, wide));
            }
        }
        let definition = &mut self.p.types.enums[id];
        definition.repr = repr;
        definition.constants = constants;
        Ok(self.p.types.intern(Type::Enum(id)))
    }

    fn new_enum(&mut self, tag: Option<String>) -> EnumId {
        let definition = EnumDef { tag: tag.clone(), repr: IntKind::UInt, constants: Vec::new() };
        let id = self.p.types.enums.push(definition);
        if let Some(tag) = tag {
            self.scopes.declare_tag(&tag, Tag::Enum(id));
        }
        id
    }

    /// The first type that holds both values: `int` first for a constant, the unsigned types first for an enumeration
    /// without negative values.
    fn enum_repr(&self, low: i128, high: i128, packed: bool, constant: bool) -> IntKind {
        let small = [IntKind::UChar, IntKind::SChar, IntKind::UShort, IntKind::Short];
        let large = [IntKind::UInt, IntKind::Int, IntKind::ULong, IntKind::Long, IntKind::ULongLong, IntKind::LongLong];
        let constants = [IntKind::Int, IntKind::UInt, IntKind::Long, IntKind::ULong, IntKind::LongLong];
        let candidates: Vec<IntKind> = match (constant, packed) {
            (true, _) => constants.to_vec(),
            (false, true) => small.into_iter().chain(large).collect(),
            (false, false) => large.to_vec(),
        };
        let fits = |kind: &IntKind| {
            let bits = 8 * kind.size(self.model());
            let (min, max) = if kind.signed() {
                (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1)
            } else {
                (0, (1i128 << bits) - 1)
            };
            min <= low && high <= max
        };
        candidates.into_iter().find(fits).unwrap_or(if low < 0 { IntKind::LongLong } else { IntKind::ULongLong })
    }
}
