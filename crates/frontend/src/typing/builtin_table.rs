//! Types of the functions gcc knows without a declaration.
//!
//! A call of an undeclared `malloc` has the type of gcc's builtin, not `int malloc()`, and `__builtin_memcpy` is a call of
//! `memcpy` even where no header declares it. A signature is one letter per type, the result first:
//! `v` void, `b` _Bool, `i` int, `u` unsigned, `l` long, `L` unsigned long, `q` long long, `Q` unsigned long long, `z` size_t,
//! `d` double, `f` float, `D` long double, `p` void *, `P` const void *, `c` char *, `C` const char *, `a` va_list, `.` variadic.

use raddle_program::{FloatKind, FunctionType, IntKind, QualType, Quals, Span, Type, TypeId};

use super::Checker;
use super::link::Entity;
use super::scope::Symbol;
use crate::hir::FuncRef;

/// Name and signature; sorted by name.
const SIGNATURES: &[(&str, &str)] = &[
    ("_Exit", "vi"),
    ("__atomic_signal_fence", "vi"),
    ("__atomic_thread_fence", "vi"),
    ("__builtin_trap", "v"),
    ("__builtin_unreachable", "v"),
    ("__sync_synchronize", "v"),
    ("_exit", "vi"),
    ("abort", "v"),
    ("abs", "ii"),
    ("acos", "dd"),
    ("asin", "dd"),
    ("atan", "dd"),
    ("atan2", "ddd"),
    ("bcmp", "iPPz"),
    ("bcopy", "vPpz"),
    ("bzero", "vpz"),
    ("calloc", "pzz"),
    ("ceil", "dd"),
    ("ceilf", "ff"),
    ("ceill", "DD"),
    ("copysign", "ddd"),
    ("copysignf", "fff"),
    ("copysignl", "DDD"),
    ("cos", "dd"),
    ("cosh", "dd"),
    ("exit", "vi"),
    ("exp", "dd"),
    ("fabs", "dd"),
    ("fabsf", "ff"),
    ("fabsl", "DD"),
    ("floor", "dd"),
    ("floorf", "ff"),
    ("floorl", "DD"),
    ("fmax", "ddd"),
    ("fmaxf", "fff"),
    ("fmin", "ddd"),
    ("fminf", "fff"),
    ("fmod", "ddd"),
    ("fmodf", "fff"),
    ("fmodl", "DDD"),
    ("fprintf", "ipC."),
    ("fputc", "iip"),
    ("fputs", "iCp"),
    ("free", "vp"),
    ("fwrite", "zPzzp"),
    ("isalnum", "ii"),
    ("isalpha", "ii"),
    ("isdigit", "ii"),
    ("islower", "ii"),
    ("isprint", "ii"),
    ("isspace", "ii"),
    ("isupper", "ii"),
    ("isxdigit", "ii"),
    ("labs", "ll"),
    ("llabs", "qq"),
    ("llround", "qd"),
    ("log", "dd"),
    ("log10", "dd"),
    ("log2", "dd"),
    ("lround", "ld"),
    ("malloc", "pz"),
    ("memchr", "pPiz"),
    ("memcmp", "iPPz"),
    ("memcpy", "ppPz"),
    ("memmove", "ppPz"),
    ("mempcpy", "ppPz"),
    ("memset", "ppiz"),
    ("pow", "ddd"),
    ("printf", "iC."),
    ("putchar", "ii"),
    ("puts", "iC"),
    ("realloc", "ppz"),
    ("rint", "dd"),
    ("round", "dd"),
    ("roundf", "ff"),
    ("scanf", "iC."),
    ("sin", "dd"),
    ("sinh", "dd"),
    ("snprintf", "iczC."),
    ("sprintf", "icC."),
    ("sqrt", "dd"),
    ("sqrtf", "ff"),
    ("sqrtl", "DD"),
    ("sscanf", "iCC."),
    ("stpcpy", "ccC"),
    ("strcat", "ccC"),
    ("strchr", "cCi"),
    ("strcmp", "iCC"),
    ("strcpy", "ccC"),
    ("strcspn", "zCC"),
    ("strdup", "cC"),
    ("strlen", "zC"),
    ("strncat", "ccCz"),
    ("strncmp", "iCCz"),
    ("strncpy", "ccCz"),
    ("strndup", "cCz"),
    ("strpbrk", "cCC"),
    ("strrchr", "cCi"),
    ("strspn", "zCC"),
    ("strstr", "cCC"),
    ("tan", "dd"),
    ("tanh", "dd"),
    ("tolower", "ii"),
    ("toupper", "ii"),
    ("trunc", "dd"),
    ("truncf", "ff"),
    ("vfprintf", "ipCa"),
    ("vprintf", "iCa"),
    ("vsnprintf", "iczCa"),
    ("vsprintf", "icCa"),
];

/// Builtins that do not return.
const NORETURN: &[&str] = &["_Exit", "__builtin_trap", "__builtin_unreachable", "_exit", "abort", "exit"];

impl Checker<'_> {
    /// Declares a function gcc knows by itself, with or without the prefix `__builtin_`; `None` if it is none.
    pub(super) fn builtin_function(&mut self, name: &str, span: Span) -> Option<FuncRef> {
        let known = |name: &str| SIGNATURES.binary_search_by_key(&name, |(n, _)| n).ok();
        let stripped = name.strip_prefix("__builtin_").unwrap_or(name);
        let index = known(name).or_else(|| known(stripped))?;
        let (name, signature) = SIGNATURES[index];
        match self.scopes.lookup_file(name) {
            Some(Symbol::Function(function)) => return Some(function),
            Some(_) => return None,
            None => {}
        }
        let function = match self.p.externs.get(name) {
            Some(Entity::Function(function)) => *function,
            Some(Entity::Global(_)) => return None,
            None => {
                let ty = self.signature(signature);
                let function = self.new_function(name, ty, true, span);
                let declared = &mut self.p.functions[function.0 as usize];
                declared.implicit = true;
                declared.noreturn = NORETURN.contains(&name);
                function
            }
        };
        self.scopes.declare_at_file(name, Symbol::Function(function));
        Some(function)
    }

    fn signature(&mut self, letters: &str) -> TypeId {
        let variadic = letters.ends_with('.');
        let mut types = letters.chars().filter(|c| *c != '.').map(|c| self.letter(c)).collect::<Vec<_>>().into_iter();
        let ret = types.next().unwrap_or(self.p.known.void).into();
        let params = types.map(|ty| self.adjust_parameter(ty.into(), Quals::default())).map(|t| t.ty.into()).collect();
        self.p.types.intern(Type::Function(FunctionType { ret, params, variadic, unprototyped: false }))
    }

    fn letter(&mut self, letter: char) -> TypeId {
        let void = self.p.known.void;
        let constant = Quals { is_const: true, ..Quals::default() };
        let types = &mut self.p.types;
        match letter {
            'v' => void,
            'b' => types.int(IntKind::Bool),
            'u' => types.int(IntKind::UInt),
            'l' => types.int(IntKind::Long),
            'L' => types.int(IntKind::ULong),
            'q' => types.int(IntKind::LongLong),
            'Q' => types.int(IntKind::ULongLong),
            'z' => self.p.known.size,
            'd' => types.intern(Type::Float(FloatKind::F64)),
            'f' => types.intern(Type::Float(FloatKind::F32)),
            'D' => types.intern(Type::Float(FloatKind::F80)),
            'p' => self.p.known.void_ptr,
            'P' => types.pointer_to(QualType { ty: void, quals: constant }),
            'c' => self.p.known.char_ptr,
            'C' => self.p.known.const_char_ptr,
            'a' => self.p.known.va_list,
            _ => types.int(IntKind::Int),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_sorted_for_the_search() {
        assert!(SIGNATURES.is_sorted_by(|a, b| a.0 < b.0));
        assert!(NORETURN.iter().all(|n| SIGNATURES.iter().any(|(name, _)| name == n)));
    }
}
