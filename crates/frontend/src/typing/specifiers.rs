//! Declaration specifiers: storage class, qualifiers and the base type (C11 6.7.1 to 6.7.5).

use lang_c::ast::{
    AlignmentSpecifier, DeclarationSpecifier, Expression, Extension, FunctionSpecifier, SpecifierQualifier,
    StorageClassSpecifier, TypeOf, TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;
use raddle_program::{FloatKind, IntKind, QualType, Quals, Span, Type, TypeId};

use super::attributes::Attributes;
use super::scope::Symbol;
use super::{Typed, Typer, literal};
use crate::normalise::markers::{AUTO_TYPE, is_int128, original_name};

/// The storage class of a declaration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Storage {
    /// `typedef`
    pub typedef: bool,
    /// `extern`
    pub extern_: bool,
    /// `static`
    pub static_: bool,
    /// `_Thread_local`
    pub thread: bool,
    /// `register`
    pub register: bool,
    /// `auto`
    pub auto: bool,
}

/// What the specifiers of a declaration say.
#[derive(Clone, Debug)]
pub struct Specifiers {
    /// The base type.
    pub ty: QualType,
    /// The alignment that a typedef gave the base type.
    pub type_align: Option<u64>,
    /// The storage class.
    pub storage: Storage,
    /// `inline`
    pub inline: bool,
    /// `__auto_type`: the base type is that of the initialiser.
    pub auto_type: bool,
    /// Attributes, `_Noreturn` and `_Alignas` included.
    pub attributes: Attributes,
    /// Whether the specifiers define or declare a tag (then no declarator is needed).
    pub tag: bool,
}

/// A specifier of either list of the syntax tree.
pub(super) enum Spec<'t> {
    Type(&'t Node<TypeSpecifier>),
    Qualifier(&'t TypeQualifier),
    Extension(&'t [Node<Extension>]),
    Storage(&'t StorageClassSpecifier),
    Function(&'t FunctionSpecifier),
    Alignment(&'t AlignmentSpecifier),
}

pub(super) fn of_declaration(specifiers: &[Node<DeclarationSpecifier>]) -> Vec<Spec<'_>> {
    specifiers
        .iter()
        .map(|s| match &s.node {
            DeclarationSpecifier::StorageClass(s) => Spec::Storage(&s.node),
            DeclarationSpecifier::TypeSpecifier(t) => Spec::Type(t),
            DeclarationSpecifier::TypeQualifier(q) => Spec::Qualifier(&q.node),
            DeclarationSpecifier::Function(f) => Spec::Function(&f.node),
            DeclarationSpecifier::Alignment(a) => Spec::Alignment(&a.node),
            DeclarationSpecifier::Extension(e) => Spec::Extension(e),
        })
        .collect()
}

pub(super) fn of_type_name(specifiers: &[Node<SpecifierQualifier>]) -> Vec<Spec<'_>> {
    specifiers
        .iter()
        .map(|s| match &s.node {
            SpecifierQualifier::TypeSpecifier(t) => Spec::Type(t),
            SpecifierQualifier::TypeQualifier(q) => Spec::Qualifier(&q.node),
            SpecifierQualifier::Extension(e) => Spec::Extension(e),
        })
        .collect()
}

/// The arithmetic keywords seen so far.
#[derive(Default)]
struct Words {
    void: bool,
    bool: bool,
    char: bool,
    short: bool,
    int: bool,
    long: u8,
    float: bool,
    double: bool,
    signed: bool,
    unsigned: bool,
    complex: bool,
    int128: bool,
    /// Some word was there twice.
    repeated: bool,
}

impl Words {
    fn set(&mut self, word: impl Fn(&mut Words) -> &mut bool) -> Typed<()> {
        if std::mem::replace(word(self), true) {
            self.repeated = true;
        }
        Ok(())
    }

    fn kind(&self) -> Option<Type> {
        let pick = |signed: IntKind| {
            if self.unsigned { Type::Int(signed.to_unsigned()) } else { Type::Int(signed) }
        };
        Some(if self.void {
            Type::Void
        } else if self.bool {
            Type::Int(IntKind::Bool)
        } else if self.char {
            Type::Int(match (self.signed, self.unsigned) {
                (false, false) => IntKind::Char,
                (true, _) => IntKind::SChar,
                (false, true) => IntKind::UChar,
            })
        } else if self.float {
            Type::Float(FloatKind::F32)
        } else if self.double {
            Type::Float(if self.long > 0 { FloatKind::F80 } else { FloatKind::F64 })
        } else if self.int128 {
            pick(IntKind::Int128)
        } else if self.short {
            pick(IntKind::Short)
        } else if self.long == 1 {
            pick(IntKind::Long)
        } else if self.long >= 2 {
            pick(IntKind::LongLong)
        } else if self.int || self.signed || self.unsigned {
            pick(IntKind::Int)
        } else {
            return None;
        })
    }

    /// Combinations C does not have (6.7.2p2).
    fn contradictory(&self) -> bool {
        let bases = [self.void, self.bool, self.char, self.float, self.double, self.int128];
        let base = bases.iter().filter(|b| **b).count();
        let sizes = usize::from(self.short) + usize::from(self.long > 0);
        self.repeated
            || base > 1
            || (self.signed && self.unsigned)
            || sizes > 1
            || self.long > 2
            || (base == 1 && self.int)
            || (base == 1 && sizes == 1 && !(self.double && self.long == 1))
            || ((self.void || self.bool || self.float || self.double) && (self.signed || self.unsigned))
    }
}

impl Typer<'_> {
    /// Reads the specifiers of something that has declarators.
    pub(super) fn specifiers(&mut self, specs: &[Spec<'_>], span: Span) -> Typed<Specifiers> {
        self.all_specifiers(specs, span, false)
    }

    /// Reads the specifiers of a declaration without declarators: a tag that stands alone (`struct s;`) declares a new
    /// type even if one is visible outside.
    pub(super) fn bare_specifiers(&mut self, specs: &[Spec<'_>], span: Span) -> Typed<Specifiers> {
        self.all_specifiers(specs, span, specs.len() == 1)
    }

    fn all_specifiers(&mut self, specs: &[Spec<'_>], span: Span, alone: bool) -> Typed<Specifiers> {
        let mut words = Words::default();
        let mut quals = Quals::default();
        let mut base: Option<QualType> = None;
        let mut result = Specifiers {
            ty: self.p.predeclared.int.into(),
            type_align: None,
            storage: Storage::default(),
            inline: false,
            auto_type: false,
            attributes: Attributes::default(),
            tag: false,
        };
        let mut index = 0;
        while index < specs.len() {
            match &specs[index] {
                Spec::Storage(storage) => match storage {
                    StorageClassSpecifier::Typedef => result.storage.typedef = true,
                    StorageClassSpecifier::Extern => result.storage.extern_ = true,
                    StorageClassSpecifier::Static => result.storage.static_ = true,
                    StorageClassSpecifier::ThreadLocal => result.storage.thread = true,
                    StorageClassSpecifier::Register => result.storage.register = true,
                    StorageClassSpecifier::Auto => result.storage.auto = true,
                },
                Spec::Function(FunctionSpecifier::Inline) => result.inline = true,
                Spec::Function(FunctionSpecifier::Noreturn) => result.attributes.noreturn = true,
                Spec::Alignment(alignment) => {
                    let align = match alignment {
                        AlignmentSpecifier::Type(name) => {
                            let ty = self.type_name(&name.node)?;
                            self.p.types.align(ty.ty)
                        }
                        AlignmentSpecifier::Constant(e) => self.alignment(e)?,
                    };
                    result.attributes.aligned = result.attributes.aligned.max(Some(align));
                }
                Spec::Qualifier(qualifier) => quals = quals.union(qualifier_bits(qualifier)),
                Spec::Extension(extensions) => {
                    let attributes = self.attributes(extensions)?;
                    result.attributes.merge(attributes);
                }
                Spec::Type(specifier) => {
                    // Attributes right behind the closing brace belong to the type that is being defined.
                    let mut behind: Vec<&[Node<Extension>]> = Vec::new();
                    if defines_tag(&specifier.node) {
                        while let Some(Spec::Extension(extensions)) = specs.get(index + 1) {
                            behind.push(extensions);
                            index += 1;
                        }
                    }
                    self.type_specifier(specifier, &behind, alone, &mut words, &mut base, &mut result)?;
                }
            }
            index += 1;
        }
        let arithmetic = words.kind();
        if words.contradictory() || (arithmetic.is_some() && base.is_some()) {
            return Err(self.error(span, "two or more data types in declaration specifiers"));
        }
        let mut ty = match (base, arithmetic) {
            (Some(base), _) => base,
            (None, Some(kind)) => self.p.types.intern(kind).into(),
            (None, None) if words.complex => self.p.predeclared.double.into(),
            (None, None) => self.p.predeclared.int.into(),
        };
        if words.complex {
            ty = self.complex(ty.ty).into();
        }
        ty = self.apply_type_attributes(ty, &result.attributes);
        result.attributes.mode = None;
        result.attributes.vector = false;
        result.ty = self.qualify(ty, quals);
        Ok(result)
    }

    /// `T _Complex`: two of `T`.
    fn complex(&mut self, part: TypeId) -> TypeId {
        let name = format!("_Complex {}", self.p.types.display(part));
        let size = 2 * self.p.types.size(part).unwrap_or(8);
        let align = self.p.types.align(part);
        self.opaque(&name, size, align)
    }

    fn type_specifier(
        &mut self,
        specifier: &Node<TypeSpecifier>,
        behind: &[&[Node<Extension>]],
        alone: bool,
        words: &mut Words,
        base: &mut Option<QualType>,
        result: &mut Specifiers,
    ) -> Typed<()> {
        let span = self.span(specifier.span);
        let new: QualType = match &specifier.node {
            TypeSpecifier::Void => return words.set(|w| &mut w.void),
            TypeSpecifier::Char => return words.set(|w| &mut w.char),
            TypeSpecifier::Short => return words.set(|w| &mut w.short),
            TypeSpecifier::Int => return words.set(|w| &mut w.int),
            TypeSpecifier::Long => {
                words.long = words.long.saturating_add(1);
                return Ok(());
            }
            TypeSpecifier::Float => return words.set(|w| &mut w.float),
            TypeSpecifier::Double => return words.set(|w| &mut w.double),
            TypeSpecifier::Signed => return words.set(|w| &mut w.signed),
            TypeSpecifier::Unsigned => return words.set(|w| &mut w.unsigned),
            TypeSpecifier::Bool => return words.set(|w| &mut w.bool),
            TypeSpecifier::Complex => return words.set(|w| &mut w.complex),
            TypeSpecifier::Atomic(name) => {
                let ty = self.type_name(&name.node)?;
                QualType { ty: ty.ty, quals: Quals { is_atomic: true, ..ty.quals } }
            }
            TypeSpecifier::Struct(definition) => {
                result.tag = true;
                self.struct_type(definition, behind, alone)?.into()
            }
            TypeSpecifier::Enum(definition) => {
                result.tag = true;
                self.enum_type(definition, behind)?.into()
            }
            TypeSpecifier::TypedefName(name) if name.node.name == AUTO_TYPE => {
                result.auto_type = true;
                self.p.predeclared.int.into()
            }
            TypeSpecifier::TypedefName(name) => {
                let (ty, align) = self.typedef_name(&name.node.name, span)?;
                result.type_align = align;
                ty
            }
            TypeSpecifier::TypeOf(of) => self.type_of(of)?,
            TypeSpecifier::TS18661Float(format) if is_int128(format) => return words.set(|w| &mut w.int128),
            TypeSpecifier::TS18661Float(format) => match literal::extended_kind(format) {
                Some(kind) => self.p.types.intern(Type::Float(kind)).into(),
                None => {
                    let size = (format.width as u64 / 8).max(1);
                    let name = format!("{:?} float of {} bits", format.format, format.width);
                    self.opaque(&name, size, size).into()
                }
            },
        };
        if base.replace(new).is_some() {
            return Err(self.error(span, "two or more data types in declaration specifiers"));
        }
        Ok(())
    }

    /// The type a typedef name stands for.
    pub(super) fn typedef_name(&mut self, name: &str, span: Span) -> Typed<(QualType, Option<u64>)> {
        let shown = original_name(name);
        match self.scopes.lookup(&shown) {
            Some(Symbol::Typedef(ty, align)) => Ok((ty, align)),
            Some(Symbol::Poisoned) => Err(super::Reported),
            Some(Symbol::Local(..) | Symbol::Global(_) | Symbol::Function(_) | Symbol::Enumerator(..)) => {
                Err(self.error(span, format!("'{shown}' is not a type here")))
            }
            None => match name {
                "__builtin_va_list" => Ok((self.p.predeclared.va_list.into(), None)),
                "__int128_t" => Ok((self.p.types.int(IntKind::Int128).into(), None)),
                "__uint128_t" => Ok((self.p.types.int(IntKind::UInt128).into(), None)),
                _ => Err(self.error(span, format!("unknown type name '{shown}'"))),
            },
        }
    }

    /// `typeof`: the operand is not executed, but for the lengths of variable array types.
    fn type_of(&mut self, of: &Node<TypeOf>) -> Typed<QualType> {
        match &of.node {
            TypeOf::Type(name) => self.type_name(&name.node),
            TypeOf::Expression(e) => {
                if let Expression::Identifier(name) = &e.node
                    && let Some(Symbol::Typedef(ty, _)) = self.scopes.lookup(&original_name(&name.node.name))
                {
                    return Ok(ty);
                }
                self.unevaluated += 1;
                let operand = self.operand(e);
                self.unevaluated -= 1;
                Ok(self.operand_type(&operand?))
            }
        }
    }
}

fn defines_tag(specifier: &TypeSpecifier) -> bool {
    match specifier {
        TypeSpecifier::Struct(s) => s.node.declarations.is_some(),
        TypeSpecifier::Enum(e) => !e.node.enumerators.is_empty(),
        TypeSpecifier::Void
        | TypeSpecifier::Char
        | TypeSpecifier::Short
        | TypeSpecifier::Int
        | TypeSpecifier::Long
        | TypeSpecifier::Float
        | TypeSpecifier::Double
        | TypeSpecifier::Signed
        | TypeSpecifier::Unsigned
        | TypeSpecifier::Bool
        | TypeSpecifier::Complex
        | TypeSpecifier::Atomic(_)
        | TypeSpecifier::TypedefName(_)
        | TypeSpecifier::TypeOf(_)
        | TypeSpecifier::TS18661Float(_) => false,
    }
}

/// One qualifier as a set; Clang's nullability says nothing about meaning.
pub(super) fn qualifier_bits(qualifier: &TypeQualifier) -> Quals {
    match qualifier {
        TypeQualifier::Const => Quals { is_const: true, ..Quals::default() },
        TypeQualifier::Restrict => Quals { is_restrict: true, ..Quals::default() },
        TypeQualifier::Volatile => Quals { is_volatile: true, ..Quals::default() },
        TypeQualifier::Atomic => Quals { is_atomic: true, ..Quals::default() },
        TypeQualifier::Nonnull | TypeQualifier::NullUnspecified | TypeQualifier::Nullable => Quals::default(),
    }
}
