//! C types and their layout under a data model.
//!
//! Types are interned in a [`TypeTable`], so equal types have equal ids. Qualifiers sit beside the id ([`QualType`]):
//! most questions are about the unqualified type. Records and enums are nominal: two definitions are two types even
//! if they look alike.

use std::collections::HashMap;

use crate::expr::{FloatKind, Scalar};
use crate::ids::{EnumId, IdVec, RecordId, TypeId, VlaId};
use crate::source::Span;

/// Sizes and alignments of the machine the program runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum DataModel {
    /// 32-bit int, long and pointers (i386 System V).
    Ilp32,
    /// 32-bit int, 64-bit long and pointers (x86-64 System V).
    #[default]
    Lp64,
}

impl DataModel {
    /// Bytes of a pointer.
    pub fn pointer_size(self) -> u64 {
        match self {
            DataModel::Ilp32 => 4,
            DataModel::Lp64 => 8,
        }
    }

    /// The integer kind of `size_t`.
    pub fn size_type(self) -> IntKind {
        match self {
            DataModel::Ilp32 => IntKind::UInt,
            DataModel::Lp64 => IntKind::ULong,
        }
    }

    /// The integer kind of `ptrdiff_t`.
    pub fn ptrdiff_type(self) -> IntKind {
        match self {
            DataModel::Ilp32 => IntKind::Int,
            DataModel::Lp64 => IntKind::Long,
        }
    }
}

/// The integer types of C, distinct even where their widths agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum IntKind {
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

impl IntKind {
    /// Bytes.
    pub fn size(self, model: DataModel) -> u64 {
        match self {
            IntKind::Bool | IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
            IntKind::Short | IntKind::UShort => 2,
            IntKind::Int | IntKind::UInt => 4,
            IntKind::Long | IntKind::ULong => model.pointer_size(),
            IntKind::LongLong | IntKind::ULongLong => 8,
            IntKind::Int128 | IntKind::UInt128 => 16,
        }
    }

    /// Whether values can be negative (plain `char` is signed, as on x86).
    pub fn signed(self) -> bool {
        match self {
            IntKind::Char
            | IntKind::SChar
            | IntKind::Short
            | IntKind::Int
            | IntKind::Long
            | IntKind::LongLong
            | IntKind::Int128 => true,
            IntKind::Bool
            | IntKind::UChar
            | IntKind::UShort
            | IntKind::UInt
            | IntKind::ULong
            | IntKind::ULongLong
            | IntKind::UInt128 => false,
        }
    }

    /// C's integer conversion rank (6.3.1.1).
    pub fn rank(self) -> u8 {
        match self {
            IntKind::Bool => 0,
            IntKind::Char | IntKind::SChar | IntKind::UChar => 1,
            IntKind::Short | IntKind::UShort => 2,
            IntKind::Int | IntKind::UInt => 3,
            IntKind::Long | IntKind::ULong => 4,
            IntKind::LongLong | IntKind::ULongLong => 5,
            IntKind::Int128 | IntKind::UInt128 => 6,
        }
    }

    /// The unsigned type of the same rank.
    pub fn to_unsigned(self) -> IntKind {
        match self {
            IntKind::Char | IntKind::SChar => IntKind::UChar,
            IntKind::Short => IntKind::UShort,
            IntKind::Int => IntKind::UInt,
            IntKind::Long => IntKind::ULong,
            IntKind::LongLong => IntKind::ULongLong,
            IntKind::Int128 => IntKind::UInt128,
            IntKind::Bool
            | IntKind::UChar
            | IntKind::UShort
            | IntKind::UInt
            | IntKind::ULong
            | IntKind::ULongLong
            | IntKind::UInt128 => self,
        }
    }
}

/// `const`, `volatile`, `restrict`, `_Atomic`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Quals {
    /// `const`
    pub is_const: bool,
    /// `volatile`
    pub is_volatile: bool,
    /// `restrict`
    pub is_restrict: bool,
    /// `_Atomic`
    pub is_atomic: bool,
}

impl Quals {
    /// The qualifiers of either.
    pub fn union(self, other: Quals) -> Quals {
        Quals {
            is_const: self.is_const || other.is_const,
            is_volatile: self.is_volatile || other.is_volatile,
            is_restrict: self.is_restrict || other.is_restrict,
            is_atomic: self.is_atomic || other.is_atomic,
        }
    }
}

/// A type with its qualifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QualType {
    /// The unqualified type.
    pub ty: TypeId,
    /// Its qualifiers.
    pub quals: Quals,
}

impl From<TypeId> for QualType {
    fn from(ty: TypeId) -> QualType {
        QualType { ty, quals: Quals::default() }
    }
}

/// The length of an array type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrayLen {
    /// Known at compile time (zero for GNU empty arrays).
    Fixed(u64),
    /// `[]`: a flexible member, or to be completed by an initialiser or another declaration.
    Incomplete,
    /// Computed at run time.
    Variable(VlaId),
}

/// The type of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionType {
    /// What it returns.
    pub ret: QualType,
    /// Parameter types after adjustment (arrays and functions decayed).
    pub params: Vec<QualType>,
    /// `...` at the end.
    pub variadic: bool,
    /// `f()` or an old-style definition: nothing is known about the arguments a caller may pass.
    pub unprototyped: bool,
}

/// An unqualified type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `void`
    Void,
    /// `_Bool`, `char`, … `__int128`
    Int(IntKind),
    /// `float`, `double`, `long double`, `__float128`
    Float(FloatKind),
    /// `T *`
    Pointer(QualType),
    /// `T [n]`
    Array(QualType, ArrayLen),
    /// `struct` or `union`
    Record(RecordId),
    /// `enum`
    Enum(EnumId),
    /// a function
    Function(FunctionType),
}

/// Struct or union.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum RecordKind {
    Struct,
    Union,
}

/// The bits of a bit-field, counted from the record's first bit (little endian).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BitRange {
    /// First bit from the start of the record.
    pub start: u64,
    /// Number of bits.
    pub width: u32,
    /// Bytes of the same memory location before the first byte that holds one of its bits. (Bit-fields next to each other,
    /// with or without names, are one location, C11 3.14; a race on one is a race on all.)
    pub before: u32,
    /// Bytes of the same memory location after the last one.
    pub after: u32,
}

/// A member of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name; `None` for an anonymous struct or union member (whose members are found through it).
    pub name: Option<String>,
    /// Its type.
    pub ty: QualType,
    /// Bytes from the start of the record (for a bit-field: of the first byte that holds one of its bits).
    pub offset: u64,
    /// Which bits, for a bit-field.
    pub bits: Option<BitRange>,
}

/// A struct or union definition.
#[derive(Clone, Debug)]
pub struct Record {
    /// Struct or union.
    pub kind: RecordKind,
    /// Its tag.
    pub tag: Option<String>,
    /// Members in order; `None` while the type is incomplete.
    pub fields: Option<Vec<Field>>,
    /// Bytes with tail padding (0 while incomplete).
    pub size: u64,
    /// Alignment in bytes (1 while incomplete).
    pub align: u64,
    /// Where it is defined.
    pub span: Span,
}

/// An enum definition.
#[derive(Clone, Debug)]
pub struct EnumDef {
    /// Its tag.
    pub tag: Option<String>,
    /// The integer type that represents it.
    pub repr: IntKind,
    /// Its constants.
    pub constants: Vec<(String, i128)>,
}

/// All types of a program.
#[derive(Clone, Debug)]
pub struct TypeTable {
    model: DataModel,
    types: IdVec<TypeId, Type>,
    interned: HashMap<Type, TypeId>,
    /// Struct and union definitions.
    pub records: IdVec<RecordId, Record>,
    /// Enum definitions.
    pub enums: IdVec<EnumId, EnumDef>,
    /// How many VLA lengths have been handed out.
    vlas: u32,
}

impl TypeTable {
    /// An empty table for a data model.
    pub fn new(model: DataModel) -> TypeTable {
        TypeTable {
            model,
            types: IdVec::new(),
            interned: HashMap::new(),
            records: IdVec::new(),
            enums: IdVec::new(),
            vlas: 0,
        }
    }

    /// The data model all layouts follow.
    pub fn model(&self) -> DataModel {
        self.model
    }

    /// The id of a type.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(id) = self.interned.get(&ty) {
            return *id;
        }
        let id = self.types.push(ty.clone());
        self.interned.insert(ty, id);
        id
    }

    /// A new run-time array length.
    pub fn fresh_vla(&mut self) -> VlaId {
        self.vlas += 1;
        VlaId(self.vlas - 1)
    }

    /// The type behind an id.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id]
    }

    /// Shorthand for an integer type.
    pub fn int(&mut self, kind: IntKind) -> TypeId {
        self.intern(Type::Int(kind))
    }

    /// Shorthand for a pointer type.
    pub fn pointer_to(&mut self, target: impl Into<QualType>) -> TypeId {
        self.intern(Type::Pointer(target.into()))
    }

    /// Bytes of a complete type of constant size; `None` for `void`, functions, incomplete types and VLAs.
    pub fn size(&self, id: TypeId) -> Option<u64> {
        match self.get(id) {
            Type::Void | Type::Function(_) => None,
            Type::Int(kind) => Some(kind.size(self.model)),
            Type::Float(kind) => Some(kind.size(self.model)),
            Type::Pointer(_) => Some(self.model.pointer_size()),
            Type::Array(elem, ArrayLen::Fixed(n)) => self.size(elem.ty)?.checked_mul(*n),
            Type::Array(_, ArrayLen::Incomplete | ArrayLen::Variable(_)) => None,
            Type::Record(r) => self.records[*r].fields.as_ref().map(|_| self.records[*r].size),
            Type::Enum(e) => Some(self.enums[*e].repr.size(self.model)),
        }
    }

    /// Alignment in bytes (`_Alignof`).
    pub fn align(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Void | Type::Function(_) => 1,
            Type::Int(kind) => kind.size(self.model),
            Type::Float(kind) => kind.align(self.model),
            Type::Pointer(_) => self.model.pointer_size(),
            Type::Array(elem, _) => self.align(elem.ty),
            Type::Record(r) => self.records[*r].align,
            Type::Enum(e) => self.enums[*e].repr.size(self.model),
        }
    }

    /// Alignment inside a struct: on i386 eight-byte scalars are aligned to four there.
    pub fn field_align(&self, id: TypeId) -> u64 {
        match self.get(id) {
            Type::Int(_) | Type::Float(_) | Type::Enum(_) | Type::Pointer(_) => match self.model {
                DataModel::Ilp32 => self.align(id).min(4).max(if self.is_wide(id) { 16 } else { 1 }),
                DataModel::Lp64 => self.align(id),
            },
            Type::Array(elem, _) => self.field_align(elem.ty),
            Type::Void | Type::Function(_) | Type::Record(_) => self.align(id),
        }
    }

    fn is_wide(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Int(IntKind::Int128 | IntKind::UInt128) | Type::Float(FloatKind::F128))
    }

    /// How a value of this type is held in a register; `None` for `void`, records, arrays and functions.
    pub fn scalar(&self, id: TypeId) -> Option<Scalar> {
        match self.get(id) {
            Type::Int(IntKind::Bool) => Some(Scalar::Int { bits: 8, signed: false }),
            Type::Int(kind) => Some(Scalar::Int { bits: 8 * kind.size(self.model) as u8, signed: kind.signed() }),
            Type::Enum(e) => {
                let kind = self.enums[*e].repr;
                Some(Scalar::Int { bits: 8 * kind.size(self.model) as u8, signed: kind.signed() })
            }
            Type::Float(kind) => Some(Scalar::Float(*kind)),
            Type::Pointer(_) => Some(Scalar::pointer(self.model)),
            Type::Void | Type::Array(..) | Type::Record(_) | Type::Function(_) => None,
        }
    }
}
