//! Types as C writes them: `int *`, `struct s`, `void *(*)(void *)`.
//!
//! C's declarator syntax wraps around the name: the printer walks from the outside of the type to its base and keeps
//! the text left and right of where the name would stand. A pointer to an array or function needs parentheses.

use crate::expr::FloatKind;
use crate::types::{ArrayLen, IntKind, QualType, Quals, RecordKind, Type, TypeTable};

impl IntKind {
    /// The shortest C spelling.
    pub fn c_name(self) -> &'static str {
        match self {
            IntKind::Bool => "_Bool",
            IntKind::Char => "char",
            IntKind::SChar => "signed char",
            IntKind::UChar => "unsigned char",
            IntKind::Short => "short",
            IntKind::UShort => "unsigned short",
            IntKind::Int => "int",
            IntKind::UInt => "unsigned int",
            IntKind::Long => "long",
            IntKind::ULong => "unsigned long",
            IntKind::LongLong => "long long",
            IntKind::ULongLong => "unsigned long long",
            IntKind::Int128 => "__int128",
            IntKind::UInt128 => "unsigned __int128",
        }
    }
}

impl FloatKind {
    /// The C spelling.
    pub fn c_name(self) -> &'static str {
        match self {
            FloatKind::F32 => "float",
            FloatKind::F64 => "double",
            FloatKind::F80 => "long double",
            FloatKind::F128 => "__float128",
        }
    }
}

/// The qualifiers with a space after each.
fn qualifiers(quals: Quals) -> String {
    let mut text = String::new();
    for (set, word) in [
        (quals.is_const, "const "),
        (quals.is_volatile, "volatile "),
        (quals.is_restrict, "restrict "),
        (quals.is_atomic, "_Atomic "),
    ] {
        if set {
            text.push_str(word);
        }
    }
    text
}

impl TypeTable {
    /// The type as a C type name.
    pub fn display(&self, ty: impl Into<QualType>) -> String {
        self.declare(ty, "")
    }

    /// The declaration of `name` with this type, without the final semicolon.
    pub fn declare(&self, ty: impl Into<QualType>, name: &str) -> String {
        let mut ty = ty.into();
        let mut text = name.to_string();
        let mut after_pointer = false;
        loop {
            match self.get(ty.ty) {
                Type::Pointer(target) => {
                    let quals = qualifiers(ty.quals);
                    let quals = if text.is_empty() { quals.trim_end() } else { &quals };
                    text = format!("*{quals}{text}");
                    after_pointer = true;
                    ty = *target;
                }
                Type::Array(elem, len) => {
                    if after_pointer {
                        text = format!("({text})");
                    }
                    match len {
                        ArrayLen::Fixed(n) => text.push_str(&format!("[{n}]")),
                        ArrayLen::Incomplete => text.push_str("[]"),
                        ArrayLen::Variable(_) => text.push_str("[*]"),
                    }
                    after_pointer = false;
                    ty = QualType { ty: elem.ty, quals: elem.quals.union(ty.quals) };
                }
                Type::Function(function) => {
                    if after_pointer {
                        text = format!("({text})");
                    }
                    let mut params: Vec<String> = function.params.iter().map(|p| self.display(*p)).collect();
                    if function.variadic {
                        params.push("...".to_string());
                    }
                    if params.is_empty() && !function.unprototyped {
                        params.push("void".to_string());
                    }
                    text.push_str(&format!("({})", params.join(", ")));
                    after_pointer = false;
                    ty = function.ret;
                }
                Type::Void | Type::Int(_) | Type::Float(_) | Type::Record(_) | Type::Enum(_) => {
                    let base = format!("{}{}", qualifiers(ty.quals), self.base_name(ty));
                    return if text.is_empty() { base } else { format!("{base} {text}") };
                }
            }
        }
    }

    /// The name of a type that is not derived.
    fn base_name(&self, ty: QualType) -> String {
        match self.get(ty.ty) {
            Type::Void => "void".to_string(),
            Type::Int(kind) => kind.c_name().to_string(),
            Type::Float(kind) => kind.c_name().to_string(),
            Type::Record(id) => {
                let record = &self.records[*id];
                let keyword = match record.kind {
                    RecordKind::Struct => "struct",
                    RecordKind::Union => "union",
                };
                format!("{keyword} {}", record.tag.as_deref().unwrap_or("<anonymous>"))
            }
            Type::Enum(id) => format!("enum {}", self.enums[*id].tag.as_deref().unwrap_or("<anonymous>")),
            Type::Pointer(_) | Type::Array(..) | Type::Function(_) => self.display(ty),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::{DataModel, FunctionType};

    #[test]
    fn derived_types_wrap_around_the_name() {
        let mut types = TypeTable::new(DataModel::Lp64);
        let void = types.intern(Type::Void);
        let int = types.int(IntKind::Int);
        let pointer = types.pointer_to(void);
        let start = types.intern(Type::Function(FunctionType {
            ret: pointer.into(),
            params: vec![pointer.into()],
            variadic: false,
            unprototyped: false,
        }));
        let to_start = types.pointer_to(start);
        assert_eq!(types.display(pointer), "void *");
        assert_eq!(types.display(to_start), "void *(*)(void *)");
        let array = types.intern(Type::Array(to_start.into(), ArrayLen::Fixed(3)));
        assert_eq!(types.declare(array, "handlers"), "void *(*handlers[3])(void *)");
        let constant = QualType { ty: int, quals: Quals { is_const: true, ..Quals::default() } };
        let to_constant = types.pointer_to(constant);
        assert_eq!(types.display(to_constant), "const int *");
        let row = types.intern(Type::Array(int.into(), ArrayLen::Fixed(4)));
        let to_row = types.pointer_to(row);
        assert_eq!(types.display(to_row), "int (*)[4]");
        let fixed = QualType { ty: to_constant, quals: Quals { is_const: true, ..Quals::default() } };
        assert_eq!(types.declare(fixed, "p"), "const int *const p");
    }
}
