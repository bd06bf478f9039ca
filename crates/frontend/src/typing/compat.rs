//! Compatible and composite types (C11 6.2.7).
//!
//! Records are nominal within a unit. Two units that include one header have two records of the same tag; those are
//! compatible if their members correspond. The comparison assumes pairs under comparison to be equal, which
//! terminates on recursive types and is what 6.2.7 means.

use raddle_program::{ArrayLen, FunctionType, QualType, RecordId, Type, TypeId};

use super::{Typer, Typing};

/// Whether two members correspond by name. Headers call a member by a reserved name where the unit has not asked for it (`tm_gmtoff`, `__tm_gmtoff`), so a unit cannot use it by the other one.
fn same_member(a: Option<&str>, b: Option<&str>) -> bool {
    let plain = |name: &str| name.trim_start_matches('_').to_string();
    let reserved = |name: Option<&str>| name.is_some_and(|name| name.starts_with("__"));
    a == b || (reserved(a) || reserved(b)) && a.map(plain) == b.map(plain)
}

impl Typing {
    /// Whether two types are compatible, qualifiers included.
    pub(super) fn compatible_qualified(&self, a: QualType, b: QualType) -> bool {
        let same = |x: QualType, y: QualType| {
            x.quals.is_const == y.quals.is_const
                && x.quals.is_volatile == y.quals.is_volatile
                && x.quals.is_atomic == y.quals.is_atomic
        };
        same(a, b) && self.compatible(a.ty, b.ty)
    }

    /// Whether two unqualified types are compatible.
    pub(super) fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        self.compatible_under(a, b, &mut Vec::new())
    }

    fn compatible_under(&self, a: TypeId, b: TypeId, assumed: &mut Vec<(RecordId, RecordId)>) -> bool {
        if a == b {
            return true;
        }
        let qualified = |x: QualType, y: QualType, assumed: &mut Vec<(RecordId, RecordId)>| {
            x.quals.is_const == y.quals.is_const
                && x.quals.is_volatile == y.quals.is_volatile
                && x.quals.is_atomic == y.quals.is_atomic
                && self.compatible_under(x.ty, y.ty, assumed)
        };
        match (self.types.get(a), self.types.get(b)) {
            (Type::Pointer(x), Type::Pointer(y)) => qualified(*x, *y, assumed),
            (Type::Array(x, n), Type::Array(y, m)) => {
                let lengths = match (n, m) {
                    (ArrayLen::Fixed(n), ArrayLen::Fixed(m)) => n == m,
                    (ArrayLen::Incomplete | ArrayLen::Variable(_), _)
                    | (_, ArrayLen::Incomplete | ArrayLen::Variable(_)) => true,
                };
                lengths && qualified(*x, *y, assumed)
            }
            (Type::Function(f), Type::Function(g)) => {
                if !self.compatible_under(f.ret.ty, g.ret.ty, assumed) {
                    return false;
                }
                if f.unprototyped || g.unprototyped {
                    return true;
                }
                f.variadic == g.variadic
                    && f.params.len() == g.params.len()
                    && f.params.iter().zip(&g.params).all(|(x, y)| self.compatible_under(x.ty, y.ty, assumed))
            }
            (Type::Enum(e), Type::Int(kind)) | (Type::Int(kind), Type::Enum(e)) => self.types.enums[*e].repr == *kind,
            (Type::Enum(e), Type::Enum(f)) => {
                let (e, f) = (&self.types.enums[*e], &self.types.enums[*f]);
                e.tag == f.tag && e.repr == f.repr && e.constants == f.constants
            }
            (Type::Record(r), Type::Record(s)) => self.same_record(*r, *s, assumed),
            (
                Type::Void
                | Type::Int(_)
                | Type::Float(_)
                | Type::Pointer(_)
                | Type::Array(..)
                | Type::Record(_)
                | Type::Enum(_)
                | Type::Function(_),
                _,
            ) => false,
        }
    }

    fn same_record(&self, r: RecordId, s: RecordId, assumed: &mut Vec<(RecordId, RecordId)>) -> bool {
        if r == s || assumed.contains(&(r, s)) {
            return true;
        }
        let (x, y) = (&self.types.records[r], &self.types.records[s]);
        // Within one unit two records are two types, whatever they look like.
        if x.span.unit == y.span.unit || x.kind != y.kind || x.tag != y.tag {
            return false;
        }
        let (Some(left), Some(right)) = (&x.fields, &y.fields) else { return true };
        if left.len() != right.len() || x.size != y.size {
            return false;
        }
        assumed.push((r, s));
        left.iter().zip(right).all(|(f, g)| {
            same_member(f.name.as_deref(), g.name.as_deref())
                && f.offset == g.offset
                && f.bits == g.bits
                && self.compatible_under(f.ty.ty, g.ty.ty, assumed)
        })
    }

    /// The type that knows what both know.
    pub(super) fn composite(&mut self, a: TypeId, b: TypeId) -> TypeId {
        if a == b {
            return a;
        }
        match (self.types.get(a).clone(), self.types.get(b).clone()) {
            (Type::Array(x, n), Type::Array(y, m)) => {
                let elem = QualType { ty: self.composite(x.ty, y.ty), quals: x.quals };
                let len = match (n, m) {
                    (ArrayLen::Fixed(_), _) => n,
                    (_, ArrayLen::Fixed(_)) => m,
                    (ArrayLen::Variable(_), _) => n,
                    (ArrayLen::Incomplete, _) => m,
                };
                self.types.intern(Type::Array(elem, len))
            }
            (Type::Function(f), Type::Function(g)) => match (f.unprototyped, g.unprototyped) {
                (true, true) if f.params.is_empty() => b,
                (true, false) => b,
                (false, true) | (true, true) => a,
                (false, false) => {
                    let ret = QualType { ty: self.composite(f.ret.ty, g.ret.ty), quals: f.ret.quals };
                    let params = f.params.iter().zip(&g.params);
                    let params = params.map(|(x, y)| self.composite(x.ty, y.ty).into()).collect();
                    self.types.intern(Type::Function(FunctionType { ret, params, ..f }))
                }
            },
            (Type::Pointer(x), Type::Pointer(y)) => {
                let target = QualType { ty: self.composite(x.ty, y.ty), quals: x.quals };
                self.types.pointer_to(target)
            }
            (
                Type::Void
                | Type::Int(_)
                | Type::Float(_)
                | Type::Pointer(_)
                | Type::Array(..)
                | Type::Record(_)
                | Type::Enum(_)
                | Type::Function(_),
                _,
            ) => a,
        }
    }
}

impl Typer<'_> {
    pub(super) fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        self.p.compatible(a, b)
    }
}
