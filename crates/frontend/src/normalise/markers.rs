//! What typing has to know about the rewrites of the normaliser.
//!
//! `lang-c` rejects a number of GNU constructs. The normaliser rewrites each into something `lang-c` accepts and no
//! program of a user can contain: every marker is an identifier that begins with [`PREFIX`] (the normaliser refuses
//! these in the input), or a combination that is never valid C. There is no side table: a marker stands in
//! the tree where its construct stood, so that typing meets it when it gets there.
//!
//! | C text | what stands in the tree |
//! |---|---|
//! | `a ?: b` | `Conditional` whose `then_expression` is the identifier [`ELVIS`] |
//! | `__auto_type x = e;` | `TypedefName` [`AUTO_TYPE`] as type specifier; each declarator takes its initialiser's type |
//! | `__int128`, `unsigned __int128` | `TS18661Float` with `DecimalExtended`, width 128 ([`is_int128`]), beside `Signed`/`Unsigned` |
//! | `__int128_t`, `__uint128_t` | `TypedefName` of that name; typing knows them as it knows `__builtin_va_list` |
//! | `__float128`, `__float80` | `_Float128`, `long double` |
//! | `__alignof__ e`, `__alignof__(T)` | `UnaryOperator(Address)` of a `SizeOfVal` or `SizeOfTy`: GNU's *preferred* alignment (8 for `double` on ILP32, the declared alignment of a variable or member) |
//! | `_Alignof(T)` | `AlignOf`: the alignment the ABI demands (4 for `double` on ILP32) |
//! | `__builtin_types_compatible_p(A, B)` | `Call` of [`TYPES_COMPATIBLE`] with two `SizeOfTy` arguments that hold the type names |
//! | `&&label` | `Call` of [`LABEL_ADDRESS`] with the label as identifier |
//! | `goto *e;` | the expression statement `Call` of [`COMPUTED_GOTO`] with the argument `e` |
//! | `(T){}` | `CompoundLiteral` whose only item is the identifier [`EMPTY`] |
//! | `asm goto (…)` | `AsmStatement::GnuExtended` with the template [`ASM_GOTO`] and an input operand, so it counts as unknown assembly |
//! | `__label__ l;` | blanked; `l` is renamed to a label name of its own, one per block (show it with [`original_name`]) |
//! | `#pragma pack(n)` | attribute [`PACK`]`(n)` right after the closing brace of every struct and union it governs |
//! | `f() { … }`, `static x;` | `int` is inserted |
//! | `$`, `é`, `\u00e9` in names; a parameter that shadows a typedef | renamed; [`original_name`] gives the name back |
//! | `int f(int x) { … }` inside a function | its declaration with the attribute [`NESTED`] |
//! | `__real__ e`, `__imag__ e` | `UnaryOperator(Address)` of a `UnaryOperator(Address)` |
//! | assembly or a pragma at file scope that we do not model | the declaration of an object with the attribute [`REFUSED`] |
//! | `__thread` | `_Thread_local` |
//! | `__extension__`, comments, `[ignored]` attributes | blanked |
//! | `_Alignas(…)` before a member | `__attribute__((aligned(…)))`, of a type `aligned(_Alignof(type))` |
//! | `_Static_assert(e)` | given an empty message |
//! | bytes that are not UTF-8, `\e`, `\u…` in literals | octal or hexadecimal escapes |
//!
//! **Attributes.** Those on the list [`IGNORED_ATTRIBUTES`] have no influence on what a program does and are blanked.
//! All others reach typing, which must understand or refuse them. Attributes between `struct`, `union` or `enum` and the
//! opening brace are moved behind the closing brace, where `lang-c` reports them as the `Extension` specifiers that
//! directly follow the `TypeSpecifier` of the definition. So: `Extension`s that directly follow a struct, union or enum
//! *definition* in a specifier list belong to that type, as in gcc; all others to what is declared. Names may be
//! spelled with or without underscores (`aligned`, `__aligned__`): use [`attribute_name`].
//!
//! **`typeof`.** `lang-c` tries an expression first: `typeof(T)` for a typedef name `T` is `TypeOf::Expression` of the
//! identifier `T`.
//!
//! **Spans.** Rewrites change lengths. Spans in the tree count bytes of the normalised text; `ParsedUnit::span` turns
//! them into a [`raddle_program::Span`] of the text the user knows. Use no other way.

use std::borrow::Cow;

use lang_c::ast::{TS18661FloatFormat, TS18661FloatType};

/// How every marker identifier begins.
pub const PREFIX: &str = "__raddle_";

/// The middle operand of `a ?: b`.
pub const ELVIS: &str = "__raddle_elvis";

/// Stands for `__auto_type`.
pub const AUTO_TYPE: &str = "__raddle_auto_type";

/// The attribute of a function that is defined inside another one.
pub const NESTED: &str = "__raddle_nested";

/// The attribute of a declaration that stands for something at file scope which is not modelled; its argument says what.
pub const REFUSED: &str = "__raddle_refused";

/// Callee that stands for `__builtin_types_compatible_p`.
pub const TYPES_COMPATIBLE: &str = "__raddle_types_compatible_p";

/// Callee that stands for the unary operator `&&`.
pub const LABEL_ADDRESS: &str = "__raddle_label_address";

/// Callee that stands for `goto *`.
pub const COMPUTED_GOTO: &str = "__raddle_goto";

/// The only item of an empty compound literal.
pub const EMPTY: &str = "__raddle_empty";

/// The attribute that carries the argument of `#pragma pack`: no member is aligned to more than that many bytes.
pub const PACK: &str = "__raddle_pack";

/// The template that stands for any `asm goto`.
pub const ASM_GOTO: &str = "asm goto";

/// How renamed identifiers begin; see [`renamed`].
const RENAMED: &str = "__raddle_name_";

/// How renamed local labels begin; a number and `_` follow.
const LOCAL_LABEL: &str = "__raddle_label_of_";

/// Whether a floating type of `lang-c` stands for `__int128`.
pub fn is_int128(ty: &TS18661FloatType) -> bool {
    ty.format == TS18661FloatFormat::DecimalExtended && ty.width == 128
}

/// The name `lang-c` sees instead of `name`, which it would reject or misunderstand: letters, digits and underscores
/// stay, but for the escape character `Z`; all else becomes `Z` and two hexadecimal digits per byte.
pub(crate) fn renamed(name: &str) -> String {
    let mut out = String::from(RENAMED);
    for byte in name.bytes() {
        if (byte.is_ascii_alphanumeric() || byte == b'_') && byte != b'Z' {
            out.push(byte as char);
        } else {
            out.push_str(&format!("Z{byte:02X}"));
        }
    }
    out
}

/// The name of a label that is local to block number `block` of its unit.
pub(crate) fn local_label(block: usize, name: &str) -> String {
    format!("{LOCAL_LABEL}{block}_{name}")
}

/// The name as the user wrote it. It is the one to link and to show; for local labels (`__label__`) only to show,
/// because several blocks may have the same.
pub fn original_name(name: &str) -> Cow<'_, str> {
    if let Some(rest) = name.strip_prefix(LOCAL_LABEL) {
        return Cow::Borrowed(rest.split_once('_').map_or(rest, |(_, label)| label));
    }
    let Some(rest) = name.strip_prefix(RENAMED) else { return Cow::Borrowed(name) };
    let mut bytes = Vec::with_capacity(rest.len());
    let mut at = 0;
    while at < rest.len() {
        let escape = if rest.as_bytes()[at] == b'Z' { rest.get(at + 1..at + 3) } else { None };
        match escape.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                at += 3;
            }
            None => {
                bytes.push(rest.as_bytes()[at]);
                at += 1;
            }
        }
    }
    Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
}

/// A declaration that makes typing refuse to follow any execution.
pub(crate) fn refused(what: &str) -> String {
    format!(" extern int __raddle_refused_object __attribute__(({REFUSED}(\"{what}\"))); ")
}

/// Whether a name of the input could be mistaken for a marker.
pub(crate) fn is_reserved(name: &[u8]) -> bool {
    let markers = [ELVIS, AUTO_TYPE, TYPES_COMPATIBLE, LABEL_ADDRESS, COMPUTED_GOTO, EMPTY, PACK, NESTED, REFUSED];
    markers.iter().any(|m| m.as_bytes() == name)
        || name.starts_with(RENAMED.as_bytes())
        || name.starts_with(LOCAL_LABEL.as_bytes())
}

/// The name of an attribute without the underscores around it: `__packed__` is `packed`.
pub fn attribute_name(name: &str) -> &str {
    name.strip_prefix("__").and_then(|n| n.strip_suffix("__")).unwrap_or(name)
}

/// Attributes that say nothing about layout, linkage, control flow or memory: hints for optimisers, linkers and
/// warnings, and calling conventions. Sorted; names without underscores.
pub const IGNORED_ATTRIBUTES: &[&str] = &[
    "access",
    "alloc_align",
    "alloc_size",
    "always_inline",
    "artificial",
    "assume_aligned",
    "cdecl",
    "cold",
    "common",
    "const",
    "copy",
    "counted_by",
    "deprecated",
    "designated_init",
    "error",
    "externally_visible",
    "fallthrough",
    "fastcall",
    "fd_arg",
    "fd_arg_read",
    "fd_arg_write",
    "flatten",
    "force_align_arg_pointer",
    "format",
    "format_arg",
    "gnu_inline",
    "hot",
    "leaf",
    "malloc",
    "may_alias",
    "maybe_unused",
    "ms_abi",
    "no_icf",
    "no_instrument_function",
    "no_profile_instrument_function",
    "no_reorder",
    "no_sanitize",
    "no_sanitize_address",
    "no_sanitize_coverage",
    "no_sanitize_thread",
    "no_sanitize_undefined",
    "no_split_stack",
    "no_stack_protector",
    "nocf_check",
    "noclone",
    "nocommon",
    "nodiscard",
    "noinline",
    "noipa",
    "nonnull",
    "nonstring",
    "noplt",
    "nothrow",
    "null_terminated_string_arg",
    "optimize",
    "patchable_function_entry",
    "pure",
    "regparm",
    "retain",
    "returns_nonnull",
    "section",
    "sentinel",
    "simd",
    "stack_protect",
    "stdcall",
    "sysv_abi",
    "target",
    "thiscall",
    "tls_model",
    "unavailable",
    "unused",
    "used",
    "visibility",
    "warn_unused_result",
    "warning",
    "zero_call_used_regs",
];

/// Whether an attribute is on the list of those that are blanked.
pub(crate) fn is_ignored(name: &str) -> bool {
    IGNORED_ATTRIBUTES.binary_search(&attribute_name(name)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn renaming_is_undone() {
        for name in ["T", "a$b", "Zoo", "é", "$Z24", "__raddle"] {
            let new = renamed(name);
            assert!(new.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'), "{new}");
            assert_eq!(original_name(&new), name);
        }
        assert_eq!(original_name(&local_label(12, "out_1")), "out_1");
        assert_eq!(original_name("main"), "main");
    }

    #[test]
    fn ignored_attributes_are_sorted_and_found() {
        assert!(IGNORED_ATTRIBUTES.is_sorted());
        assert!(is_ignored("__nonnull__") && is_ignored("pure"));
        assert!(!is_ignored("packed") && !is_ignored("__aligned__") && !is_ignored("cleanup"));
    }
}
