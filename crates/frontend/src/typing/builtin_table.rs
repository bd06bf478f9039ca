//! Types of the functions gcc knows without a declaration.
//!
//! A call of an undeclared `malloc` has the type of gcc's builtin, not `int malloc()`, and `__builtin_memcpy` is a call of
//! `memcpy` even where no header declares it. A signature is one letter per type, the result first:
//! `v` void, `b` _Bool, `i` int, `u` unsigned, `l` long, `L` unsigned long, `q` long long, `Q` unsigned long long, `z` size_t,
//! `d` double, `f` float, `D` long double, `p` void *, `P` const void *, `c` char *, `C` const char *, `a` va_list, `.` variadic.

use raddle_program::{FloatKind, FunctionType, IntKind, QualType, Quals, Span, Type, TypeId};

use super::Typer;
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
    ("__signbit", "id"),
    ("__signbitf", "if"),
    ("__signbitl", "iD"),
    ("__sync_synchronize", "v"),
    ("_exit", "vi"),
    ("abort", "v"),
    ("abs", "ii"),
    ("acos", "dd"),
    ("acosf", "ff"),
    ("acosl", "DD"),
    ("asin", "dd"),
    ("asinf", "ff"),
    ("asinl", "DD"),
    ("atan", "dd"),
    ("atan2", "ddd"),
    ("atan2f", "fff"),
    ("atan2l", "DDD"),
    ("atanf", "ff"),
    ("atanl", "DD"),
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
    ("cosf", "ff"),
    ("cosh", "dd"),
    ("coshf", "ff"),
    ("coshl", "DD"),
    ("cosl", "DD"),
    ("exit", "vi"),
    ("exp", "dd"),
    ("exp2", "dd"),
    ("exp2f", "ff"),
    ("exp2l", "DD"),
    ("expf", "ff"),
    ("expl", "DD"),
    ("expm1", "dd"),
    ("expm1f", "ff"),
    ("expm1l", "DD"),
    ("fabs", "dd"),
    ("fabsf", "ff"),
    ("fabsl", "DD"),
    ("fdim", "ddd"),
    ("fdimf", "fff"),
    ("fdiml", "DDD"),
    ("floor", "dd"),
    ("floorf", "ff"),
    ("floorl", "DD"),
    ("fma", "dddd"),
    ("fmaf", "ffff"),
    ("fmal", "DDDD"),
    ("fmax", "ddd"),
    ("fmaxf", "fff"),
    ("fmaxl", "DDD"),
    ("fmin", "ddd"),
    ("fminf", "fff"),
    ("fminl", "DDD"),
    ("fmod", "ddd"),
    ("fmodf", "fff"),
    ("fmodl", "DDD"),
    ("fprintf", "ipC."),
    ("fputc", "iip"),
    ("fputs", "iCp"),
    ("free", "vp"),
    ("fwrite", "zPzzp"),
    ("hypot", "ddd"),
    ("hypotf", "fff"),
    ("hypotl", "DDD"),
    ("ilogb", "id"),
    ("isalnum", "ii"),
    ("isalpha", "ii"),
    ("isdigit", "ii"),
    ("islower", "ii"),
    ("isprint", "ii"),
    ("isspace", "ii"),
    ("isupper", "ii"),
    ("isxdigit", "ii"),
    ("labs", "ll"),
    ("ldexp", "ddi"),
    ("ldexpf", "ffi"),
    ("llabs", "qq"),
    ("llrint", "qd"),
    ("llround", "qd"),
    ("log", "dd"),
    ("log10", "dd"),
    ("log10f", "ff"),
    ("log10l", "DD"),
    ("log1p", "dd"),
    ("log1pf", "ff"),
    ("log1pl", "DD"),
    ("log2", "dd"),
    ("log2f", "ff"),
    ("log2l", "DD"),
    ("logb", "dd"),
    ("logf", "ff"),
    ("logl", "DD"),
    ("lrint", "ld"),
    ("lround", "ld"),
    ("malloc", "pz"),
    ("memchr", "pPiz"),
    ("memcmp", "iPPz"),
    ("memcpy", "ppPz"),
    ("memmove", "ppPz"),
    ("mempcpy", "ppPz"),
    ("memset", "ppiz"),
    ("nearbyint", "dd"),
    ("nearbyintf", "ff"),
    ("nearbyintl", "DD"),
    ("nextafter", "ddd"),
    ("nextafterf", "fff"),
    ("nextafterl", "DDD"),
    ("pow", "ddd"),
    ("powf", "fff"),
    ("powl", "DDD"),
    ("printf", "iC."),
    ("putchar", "ii"),
    ("puts", "iC"),
    ("realloc", "ppz"),
    ("remainder", "ddd"),
    ("remainderf", "fff"),
    ("remainderl", "DDD"),
    ("rint", "dd"),
    ("rintf", "ff"),
    ("rintl", "DD"),
    ("round", "dd"),
    ("roundf", "ff"),
    ("roundl", "DD"),
    ("scalbn", "ddi"),
    ("scanf", "iC."),
    ("sin", "dd"),
    ("sinf", "ff"),
    ("sinh", "dd"),
    ("sinhf", "ff"),
    ("sinhl", "DD"),
    ("sinl", "DD"),
    ("snprintf", "iczC."),
    ("sprintf", "icC."),
    ("sqrt", "dd"),
    ("sqrtf", "ff"),
    ("sqrtl", "DD"),
    ("sscanf", "iCC."),
    ("stpcpy", "ccC"),
    ("strcasecmp", "iCC"),
    ("strcat", "ccC"),
    ("strchr", "cCi"),
    ("strcmp", "iCC"),
    ("strcpy", "ccC"),
    ("strcspn", "zCC"),
    ("strdup", "cC"),
    ("strlen", "zC"),
    ("strncasecmp", "iCCz"),
    ("strncat", "ccCz"),
    ("strncmp", "iCCz"),
    ("strncpy", "ccCz"),
    ("strndup", "cCz"),
    ("strpbrk", "cCC"),
    ("strrchr", "cCi"),
    ("strspn", "zCC"),
    ("strstr", "cCC"),
    ("tan", "dd"),
    ("tanf", "ff"),
    ("tanh", "dd"),
    ("tanhf", "ff"),
    ("tanhl", "DD"),
    ("tanl", "DD"),
    ("tolower", "ii"),
    ("toupper", "ii"),
    ("trunc", "dd"),
    ("truncf", "ff"),
    ("truncl", "DD"),
    ("vfprintf", "ipCa"),
    ("vprintf", "iCa"),
    ("vsnprintf", "iczCa"),
    ("vsprintf", "icCa"),
];

/// Builtins that do not return.
const NORETURN: &[&str] = &["_Exit", "__builtin_trap", "__builtin_unreachable", "_exit", "abort", "exit"];

impl Typer<'_> {
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
        let ret = types.next().unwrap_or(self.p.predeclared.void).into();
        let params = types.map(|ty| self.adjust_parameter(ty.into(), Quals::default())).map(|t| t.ty.into()).collect();
        self.p.types.intern(Type::Function(FunctionType { ret, params, variadic, unprototyped: false }))
    }

    fn letter(&mut self, letter: char) -> TypeId {
        let void = self.p.predeclared.void;
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
            'z' => self.p.predeclared.size,
            'd' => types.intern(Type::Float(FloatKind::F64)),
            'f' => types.intern(Type::Float(FloatKind::F32)),
            'D' => types.intern(Type::Float(FloatKind::F80)),
            'p' => self.p.predeclared.void_ptr,
            'P' => types.pointer_to(QualType { ty: void, quals: constant }),
            'c' => self.p.predeclared.char_ptr,
            'C' => self.p.predeclared.const_char_ptr,
            'a' => self.p.predeclared.va_list,
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
