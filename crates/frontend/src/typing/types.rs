//! Questions about types that typing asks all the time.

use raddle_program::{
    ArrayLen, BitRange, DataModel, Field, FloatKind, FunctionType, IntKind, QualType, Quals, Record, RecordId,
    RecordKind, Span, Type, TypeId, TypeTable,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Typer;
use crate::hir::SizeOf;

/// Ids of the types that need no declaration.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Predeclared {
    pub void: TypeId,
    pub bool: TypeId,
    pub char: TypeId,
    pub int: TypeId,
    pub uint: TypeId,
    pub double: TypeId,
    /// `size_t`
    pub size: TypeId,
    /// `ptrdiff_t`
    pub ptrdiff: TypeId,
    /// `void *`
    pub void_ptr: TypeId,
    /// `char *`
    pub char_ptr: TypeId,
    /// `const char *`
    pub const_char_ptr: TypeId,
    /// `__builtin_va_list`: on x86-64 an array of one record, on i386 the record itself.
    pub va_list: TypeId,
    /// The record of a `va_list`.
    pub va_record: TypeId,
}

impl Predeclared {
    /// Interns them.
    pub fn new(types: &mut TypeTable) -> Predeclared {
        let model = types.model();
        let void = types.intern(Type::Void);
        let char = types.int(IntKind::Char);
        let void_ptr = types.pointer_to(void);
        let const_char = QualType { ty: char, quals: Quals { is_const: true, ..Quals::default() } };
        let (size, fields) = match model {
            DataModel::Ilp32 => (4, vec![("__cursor", 0)]),
            DataModel::Lp64 => (24, vec![("__cursor", 0), ("__reserved0", 8), ("__reserved1", 16)]),
        };
        let field = |(name, offset): (&str, u64)| Field {
            name: Some(name.to_string()),
            ty: void_ptr.into(),
            offset,
            bits: None::<BitRange>,
        };
        let record = types.records.push(Record {
            kind: RecordKind::Struct,
            tag: Some("__va_list_tag".to_string()),
            fields: Some(fields.into_iter().map(field).collect()),
            size,
            align: model.pointer_size(),
            span: Span::NONE,
        });
        let va_record = types.intern(Type::Record(record));
        let va_list = match model {
            DataModel::Ilp32 => va_record,
            DataModel::Lp64 => types.intern(Type::Array(va_record.into(), ArrayLen::Fixed(1))),
        };
        Predeclared {
            void,
            bool: types.int(IntKind::Bool),
            char,
            int: types.int(IntKind::Int),
            uint: types.int(IntKind::UInt),
            double: types.intern(Type::Float(FloatKind::F64)),
            size: types.int(model.size_type()),
            ptrdiff: types.int(model.ptrdiff_type()),
            void_ptr,
            char_ptr: types.pointer_to(char),
            const_char_ptr: types.pointer_to(const_char),
            va_list,
            va_record,
        }
    }
}

/// Types that are valid C but that we do not compute with: records without members, of the right size.
#[derive(Default)]
pub struct Opaque {
    by_name: FxHashMap<String, TypeId>,
    /// Which they are; also records whose bytes are stored in another order.
    pub records: FxHashSet<RecordId>,
    /// Unions with the attribute `transparent_union`: arguments may be given as any member.
    pub transparent: FxHashSet<RecordId>,
}

impl Opaque {
    /// The opaque type called `name`.
    pub fn get(&mut self, types: &mut TypeTable, name: &str, size: u64, align: u64) -> TypeId {
        if let Some(id) = self.by_name.get(name) {
            return *id;
        }
        let record = types.records.push(Record {
            kind: RecordKind::Struct,
            tag: Some(name.to_string()),
            fields: Some(Vec::new()),
            size,
            align,
            span: Span::NONE,
        });
        let id = types.intern(Type::Record(record));
        self.records.insert(record);
        self.by_name.insert(name.to_string(), id);
        id
    }
}

impl Typer<'_> {
    pub(super) fn ty(&self, id: TypeId) -> &Type {
        self.p.types.get(id)
    }

    pub(super) fn model(&self) -> DataModel {
        self.p.types.model()
    }

    /// The type in C syntax, in quotes for messages.
    pub(super) fn show(&self, ty: impl Into<QualType>) -> String {
        let ty = ty.into();
        let text = self.p.types.display(ty).to_string();
        // A type that we do not compute with is kept as a record of its name.
        let made_up = |record: RecordId| self.p.types.records[record].fields.as_ref().is_some_and(Vec::is_empty);
        match self.record(ty.ty).filter(|record| self.is_opaque(ty.ty) && made_up(*record)) {
            Some(_) => format!("'{}'", text.replacen("struct ", "", 1)),
            None => format!("'{text}'"),
        }
    }

    /// The integer kind of an integer or enumeration type.
    pub(super) fn int_kind(&self, id: TypeId) -> Option<IntKind> {
        match self.ty(id) {
            Type::Int(kind) => Some(*kind),
            Type::Enum(e) => Some(self.p.types.enums[*e].repr),
            Type::Void | Type::Float(_) | Type::Pointer(_) | Type::Array(..) | Type::Record(_) | Type::Function(_) => {
                None
            }
        }
    }

    /// The format of a floating type.
    pub(super) fn float_kind(&self, id: TypeId) -> Option<FloatKind> {
        if let Type::Float(kind) = self.ty(id) { Some(*kind) } else { None }
    }

    pub(super) fn is_integer(&self, id: TypeId) -> bool {
        self.int_kind(id).is_some()
    }

    pub(super) fn is_arithmetic(&self, id: TypeId) -> bool {
        self.is_integer(id) || self.float_kind(id).is_some()
    }

    pub(super) fn is_scalar(&self, id: TypeId) -> bool {
        self.is_arithmetic(id) || self.pointee(id).is_some()
    }

    pub(super) fn is_void(&self, id: TypeId) -> bool {
        id == self.p.predeclared.void
    }

    /// What a pointer type points to.
    pub(super) fn pointee(&self, id: TypeId) -> Option<QualType> {
        if let Type::Pointer(target) = self.ty(id) { Some(*target) } else { None }
    }

    /// The element and length of an array type.
    pub(super) fn array(&self, id: TypeId) -> Option<(QualType, ArrayLen)> {
        if let Type::Array(elem, len) = self.ty(id) { Some((*elem, *len)) } else { None }
    }

    pub(super) fn record(&self, id: TypeId) -> Option<RecordId> {
        if let Type::Record(record) = self.ty(id) { Some(*record) } else { None }
    }

    pub(super) fn function_type(&self, id: TypeId) -> Option<&FunctionType> {
        if let Type::Function(function) = self.ty(id) { Some(function) } else { None }
    }

    /// Whether nothing can be computed with values of this type.
    pub(super) fn is_opaque(&self, id: TypeId) -> bool {
        self.record(id).is_some_and(|r| self.p.opaque.records.contains(&r))
    }

    pub(super) fn opaque(&mut self, name: &str, size: u64, align: u64) -> TypeId {
        self.p.opaque.get(&mut self.p.types, name, size, align)
    }

    /// Adds qualifiers; those of an array belong to its elements.
    pub(super) fn qualify(&mut self, ty: QualType, quals: Quals) -> QualType {
        if quals == Quals::default() {
            return ty;
        }
        match self.array(ty.ty) {
            Some((elem, len)) => {
                let elem = self.qualify(elem, quals);
                self.p.types.intern(Type::Array(elem, len)).into()
            }
            None => QualType { ty: ty.ty, quals: ty.quals.union(quals) },
        }
    }

    /// The qualifiers of a type, for an array those of its elements.
    pub(super) fn quals(&self, ty: QualType) -> Quals {
        match self.array(ty.ty) {
            Some((elem, _)) => ty.quals.union(self.quals(elem)),
            None => ty.quals,
        }
    }

    /// The size of a complete type, run-time lengths included.
    pub(super) fn size_of(&self, id: TypeId) -> Option<SizeOf> {
        match self.ty(id) {
            // GNU: `sizeof(void)` and `sizeof(function)` are 1, so that pointer arithmetic works on both.
            Type::Void | Type::Function(_) => Some(SizeOf { bytes: 1, lengths: Vec::new() }),
            Type::Array(elem, ArrayLen::Variable(vla)) => {
                let mut size = self.size_of(elem.ty)?;
                size.lengths.insert(0, *vla);
                Some(size)
            }
            Type::Array(elem, ArrayLen::Fixed(n)) => {
                let mut size = self.size_of(elem.ty)?;
                size.bytes = size.bytes.checked_mul(*n)?;
                Some(size)
            }
            Type::Array(_, ArrayLen::Incomplete)
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Record(_)
            | Type::Enum(_) => Some(SizeOf { bytes: self.p.types.size(id)?, lengths: Vec::new() }),
        }
    }

    /// Whether objects of this type can exist: its size is known, be it at run time.
    pub(super) fn is_complete(&self, id: TypeId) -> bool {
        match self.ty(id) {
            Type::Void | Type::Function(_) => false,
            Type::Enum(e) => !self.p.types.enums[*e].constants.is_empty(),
            Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Array(..) | Type::Record(_) => {
                self.size_of(id).is_some()
            }
        }
    }

    /// Whether the type's size depends on a run-time length.
    pub(super) fn is_vla(&self, id: TypeId) -> bool {
        match self.ty(id) {
            Type::Array(_, ArrayLen::Variable(_)) => true,
            Type::Array(elem, ArrayLen::Fixed(_) | ArrayLen::Incomplete) => self.is_vla(elem.ty),
            Type::Void
            | Type::Int(_)
            | Type::Float(_)
            | Type::Pointer(_)
            | Type::Record(_)
            | Type::Enum(_)
            | Type::Function(_) => false,
        }
    }

    pub(super) fn pointer_to(&mut self, target: impl Into<QualType>) -> TypeId {
        self.p.types.pointer_to(target)
    }
}
