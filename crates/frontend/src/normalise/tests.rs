use lang_c::ast::ExternalDeclaration;
use raddle_program::{SourceUnit, UnitId};

use super::{markers, normalise};
use crate::parse::parse;
use crate::with_large_stack;

const UNIT: UnitId = UnitId(0);

/// Valid texts, each about one or a few constructs that `lang-c` alone rejects or that are close to those.
const CONSTRUCTS: &[&str] = &[
    "int f(int a) { return a ?: 2; }",
    "int f(int a) { return a?:a?:2; }",
    "int a$b; int f(void) { return a$b; }",
    "__thread int x; static __thread int y; extern __thread int z;",
    "int x; /* a * comment */ // and another\nint y;",
    "__int128 a; unsigned __int128 b; const __int128 unsigned c; __int128_t d; __uint128_t e;",
    "__float128 a; _Float128 b; _Float64x c; __float80 d; double e = 1.0q;",
    "struct s { __float128 a __attribute__((__aligned__(__alignof(__float128)))); };",
    "int f(void) { __auto_type x = 1; const __auto_type y = x; return y; }",
    "int f(int x) { return __alignof__(x) + __alignof__ x + __alignof(int) + _Alignof(int) + _Alignof(x); }",
    "int f(void) { return (int)__alignof__(int) & __alignof__(int); }",
    "void f(int x) { switch (x) { case 1: __attribute__((fallthrough)); default: ; } }",
    "void f(void) { l: __attribute__((unused)) ; goto l; }",
    "enum __attribute__((packed)) E { A, B = 3 } e; enum { C } __attribute__((packed)) g;",
    "struct __attribute__((packed, aligned(4))) S { int x; } s; union __attribute__ ( ( packed ) ) { int a; } u;",
    "asm(\"\"); __asm__ (\"\" \" \");int x;",
    "void f(void) { asm goto (\"jmp %l0\" : : : : out); out: ; }",
    "void f(int x) { asm volatile inline (\"nop\" : \"=r\"(x) : \"0\"(x) : \"memory\"); __asm__ __volatile__(\"\"); }",
    "void f(void) { __label__ a, b; goto a; a: ; b: ; { __label__ a; goto a; a: ; } }",
    "int f(int *p) { return __builtin_types_compatible_p(int, typeof(*p)) + __builtin_types_compatible_p(int[3], int (*)(int, int)); }",
    "typedef int T; _Atomic(T) a; _Atomic(T *) b; _Atomic T c; struct { _Atomic(unsigned long) d; } s;",
    "f() { return 1; } static g(a) int a; { return a; } main(argc, argv) char **argv; { static x; auto y = 2; const z = 3; }",
    "\x0cint x;\x0b\r\nint y;\\\nint z;",
    "_Static_assert(1); struct S { _Static_assert(1); int x; }; void f(void) { _Static_assert(1, \"m\"); }",
    "void f(int x) { switch (x) { case 1 ... 3: break; case 'a'...'z': ; } int a[9] = { [0 ... 7] = 1, [8] 2 }; }",
    "void f(int x) { static void *t[] = { &&a, &&b }; goto *t[x]; a: ; b: x = x && a; void *p = (void *)&&a; }",
    "struct E {}; struct E e = {}; int z[0]; int f(void) { return sizeof((struct E){}) + sizeof (int[]){1, 2}; }",
    "int x = 0b101 + 0x1.8p3 + 1.5e-3f + 10ull + 0xeUL; double y = 1.0i;",
    "char *s = \"a\\e[0m\" \"\\u00e9\\x41\" u8\"x\"; int w = L'x' + u'y' + U'z'; int *ws = L\"w\\u1234\";",
    "void f(int x) { if (x) { lab: } else goto lab; switch (x) { default: } }",
    "typedef int T; void f(int x) { switch (x) { case 1: int y = 2; a: T z; b: T *w; } }",
    "int f(int x) { return __extension__ (int) x + __extension__ ({ int y = x; y; }); } __extension__ typedef long long L;",
    "asm(\"nop\");",
    "[[noreturn]] void f(int x [[maybe_unused]]); struct [[gnu::packed]] s { int x [[other::thing(1, 2)]]; };",
    "#pragma redefine_extname a b\nint x;",
    "#pragma pack(push, name, 2)\nstruct s { int x; };\n#pragma pack(pop, name)\n",
    "double f(double _Complex z) { __imag__ z = 1; return __real__ z; }",
    "int f(void) { int y = 1; int g(int x) { return x + y; } auto int h(void); int h(void) { return 1; } return g(1); }",
    "const char *s = R\"x(a\\b)\")x\";",
    "void f(void) { int x __attribute__((cleanup(g))) = 1; __attribute__((unused)) int y; int *__attribute__((unused)) p; }",
    "void f(void) __attribute__((noreturn, nonnull (1))); int __attribute__((weak)) g(int a __attribute__((unused)));",
    "int f(int a __attribute__((unused)), ...) { __builtin_va_list l; __builtin_va_start(l, a); return __builtin_va_arg(l, int); }",
    "int f(void) { return __builtin_offsetof(struct S, a.b[2].c) + __builtin_choose_expr(1, 2, 3); }",
    "int f(void) { for (int i = 0, j = 1; i < j; i++) ; return _Generic(1, int: 2, default: 3); }",
    "struct S { int a : 3, : 0, b : 4 __attribute__((packed)); struct { int c; }; union { int d; float e; } u; };",
    "int f(a, b) int a; char *b; { return a; } int (*g(int x))(int) { return 0; }",
    "__const__ int x; __const int y; __volatile__ int z; __signed__ char c; __inline__ int f(void); int *__restrict__ p;",
    "#pragma GCC diagnostic push\nint x;\n# 3 \"y.h\" 2\n#ident \"v\"\n;int y;;",
    "struct S { int x, *y; } s = { x: 1, .y = &s.x }; int a[2][2] = {{1, 2}, {3}};",
    "void f(int n, int a[static n], int b[*], int c[const n]); void g(int n) { int v[n]; sizeof(int[n]); }",
    "int é = 1; int f(void) { return é; }",
    "int f(void) { return ((struct S){ .a = 1 }).a + (&(struct S){ 1, })->a; }",
    "int x = 1; int f(int x) { x: return x; } struct x { int x; };",
];

/// The normalised text, single-spaced.
fn normal(text: &str) -> String {
    let normalised = normalise(text.as_bytes(), UNIT).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    normalised.text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The messages about a text, with the text each points to.
fn problems(text: &str) -> Vec<String> {
    let diagnostics = match parse(text.as_bytes(), UNIT) {
        Ok(_) => return Vec::new(),
        Err(diagnostics) => diagnostics,
    };
    let at = |d: &raddle_program::Diagnostic| text.get(d.span.start as usize..d.span.end as usize).unwrap_or("?");
    diagnostics.iter().map(|d| format!("{} [{}]", d.message, at(d))).collect()
}

#[track_caller]
fn accepted(text: &str) {
    assert_eq!(problems(text), Vec::<String>::new(), "{text}\n{}", normal(text));
}

#[test]
fn gnu_constructs_are_accepted() {
    for text in CONSTRUCTS {
        accepted(text);
    }
}

#[test]
fn rewrites_leave_the_documented_markers() {
    for (text, expected) in [
        ("int x = a?:b;", "int x = a? __raddle_elvis :b;"),
        ("int a$b;", "int __raddle_name_aZ24b;"),
        ("__thread int x;", "_Thread_local int x;"),
        ("unsigned __int128 x;", "unsigned _Decimal128x x;"),
        ("int x = __alignof__(y);", "int x = & sizeof(y);"),
        ("int x = _Alignof(int);", "int x = _Alignof(int);"),
        ("struct __attribute__((packed)) S { int x; };", "struct S { int x; } __attribute__((packed)) ;"),
        ("struct __attribute__((packed, unused)) S x;", "struct S x;"),
        ("struct S __attribute__((aligned(8))) x;", "struct S __attribute__((aligned(8))) x;"),
        ("int x __attribute__ ( (__unused__ , aligned (8)) );", "int x __attribute__((aligned (8)));"),
        ("int f(void) { goto *p; }", "int f(void) { __raddle_goto(p); }"),
        ("int f(void) { l: return &&l == x && l; }", "int f(void) { l: return __raddle_label_address(l) == x && l; }"),
        ("f() { }", "int f() { }"),
        ("static *f() { }", "static int *f() { }"),
        ("typedef int T; static T (f)(void);", "typedef int T; static T (f)(void);"),
        ("int x = sizeof (int[]){1};", "int x = sizeof ((int[]){1});"),
        (
            "#pragma pack(push, 2)\nstruct S { int x; };\n#pragma pack(pop)\nstruct R { int x; };",
            "struct S { int x; } __attribute__((__raddle_pack(2))) ; struct R { int x; };",
        ),
        ("char *s = \"\\e\";", "char *s = \"\\033\";"),
        ("char *s = \"\\u00e9\\%\";", "char *s = \"é%\";"),
        ("int x = (T){};", "int x = (T){__raddle_empty};"),
        ("void f(void) { if (x) {} while (y) {} }", "void f(void) { if (x) {} while (y) {} }"),
        ("asm(\"\");int x;", "int x;"),
        ("typedef int T; void f(void) { for (T *p; ; ) ; }", "typedef int T; void f(void) { for (auto T *p; ; ) ; }"),
        ("typedef int T; typeof(T[3]) x;", "typedef int T; __typeof(__typeof(T)[3]) x;"),
        (
            "void f(void) { asm(\"nop\"); typeof(typeof(x)) y; }",
            "void f(void) { __asm__(\"nop\"); __typeof(__typeof(x)) y; }",
        ),
        ("struct S { _Alignas(8) int x; };", "struct S { __attribute__((aligned(8))) int x; };"),
        ("struct S { _Alignas(int) char x; };", "struct S { __attribute__((aligned(_Alignof(int)))) char x; };"),
    ] {
        assert_eq!(normal(text), expected);
    }
}

#[test]
fn a_parameter_that_shadows_a_typedef_is_renamed() {
    let text =
        "typedef int T; int f(int T, int x) { struct T { int T; } s; s.T = T * x; goto T; T: return (T) * x; } T g;";
    let out = normal(text);
    assert!(out.contains("int f(int __raddle_name_T, int x) { struct T { int T; } s; s.T = __raddle_name_T * x; goto T; T: return (__raddle_name_T) * x; } T g;"), "{out}");
    assert_eq!(markers::original_name("__raddle_name_T"), "T");
    // The body's first statement must be an expression now, not a declaration of x.
    let parsed = parse(b"typedef int T; int f(int T, int x) { T * x; }", UNIT).unwrap();
    let ExternalDeclaration::FunctionDefinition(definition) = &parsed.ast.0[1].node else { panic!() };
    assert!(format!("{:?}", definition.node.statement).contains("Multiply"));
}

#[test]
fn local_labels_are_kept_apart() {
    let out = normal("void f(void) { { __label__ a; goto a; a: ; } { __label__ a; goto a; a: ; } }");
    let names: std::collections::BTreeSet<_> =
        out.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|w| w.contains("label_of")).collect();
    assert_eq!(names.len(), 2, "{out}");
    assert!(names.iter().all(|n| markers::original_name(n) == "a"));
}

#[test]
fn bytes_that_are_not_utf8_keep_their_value() {
    let text = b"/* caf\xe9 */ char *s = \"caf\xe9\"; // \xff\n";
    let normalised = normalise(text, UNIT).unwrap();
    assert!(normalised.text.contains("\"caf\\351\""), "{}", normalised.text);
    assert!(normalise(b"int *s = L\"\xe9\";", UNIT).is_err());
    assert!(normalise(b"int \xe9;", UNIT).is_err());
}

#[test]
fn bad_text_is_refused_at_its_place() {
    for (text, expected) in [
        ("int f(void) { return (1; }", "this `}` does not close the `(` before it [}]"),
        ("int f(void) { return 1;", "this `{` is never closed [{]"),
        ("int x; }", "this `}` closes nothing [}]"),
        ("int x = @;", "stray `@` in the program [@]"),
        ("int x; /* end", "this comment is never closed [/*]"),
        ("char *s = \"abc\n;", "this literal is not closed on its line [\"abc]"),
        ("#include <stdio.h>\n", "`#include` in a text that should be preprocessed [#include <stdio.h>]"),
        ("int __raddle_elvis;", "this name is reserved for the verifier [__raddle_elvis]"),
        ("int x = 1 +;", "syntax error: `;` cannot stand here [;]"),
        ("int x;\nint y\nint z;", "expected `;` after this, before `int` [y]"),
        ("int x = 3\nint main(void) { return 0; }", "expected `;` after this, before `int` [3]"),
        ("int f(void) { foreach(x, y) { x; } return g(1); }", "`foreach(…) {` inside a function [foreach]"),
        ("int f(void) { int x = 1\n    x = 2;\n    return x; }", "expected `;` after this, before `x` [1]"),
        ("int f(void) { return 2 }", "expected `;` after this, before `}` [2]"),
        ("int g(int); int f(void) { g(2) return 2; }", "expected `;` after this, before `return` [)]"),
        ("void f(void) { int x = 1 y; }", "syntax error: `y` cannot stand here [y]"),
        ("void f(void) { foo x; }", "syntax error: `x` cannot stand here [x]"),
        ("typedef int T; int f(int T, T x) { return T; }", "a parameter of the same name hides this type [T]"),
    ] {
        let found = problems(text);
        assert!(found.iter().any(|p| p == expected), "{text}: {found:?}");
    }
}

#[test]
fn spans_lead_back_to_the_text_of_the_user() {
    let text = "/* c */ __extension__ int a$b = x ?: y, z = 3;";
    let parsed = parse(text.as_bytes(), UNIT).unwrap();
    let ExternalDeclaration::Declaration(declaration) = &parsed.ast.0[0].node else { panic!() };
    let at = |span| {
        let span = parsed.span(span);
        &text[span.start as usize..span.end as usize]
    };
    let declarators = &declaration.node.declarators;
    assert_eq!(at(declarators[0].node.declarator.span).trim_end(), "a$b");
    assert_eq!(at(declarators[0].node.initializer.as_ref().unwrap().span), "= x ?: y");
    assert_eq!(at(declarators[1].span), "z = 3");
    assert_eq!(SourceUnit::new("t", text).place(parsed.span(declarators[1].span).start).line, 1);
}

#[test]
fn deep_nesting_gives_a_result_or_a_message() {
    with_large_stack(|| {
        let deep = |n: usize| format!("int x = {}1{};", "(".repeat(n), ")".repeat(n));
        accepted(&deep(500));
        assert!(problems(&deep(50_000))[0].contains("nested more than 512"));
        let braces = format!("void f(void) {}{}", "{".repeat(50_000), "}".repeat(50_000));
        assert!(problems(&braces)[0].contains("nested more than 1000"));
        let chain = format!("void f(int x) {{ {} ; }}", "if (x == 1) ; else ".repeat(20_000));
        accepted(&chain);
        accepted(&format!("int x = {}1;", "1 + ".repeat(20_000)));
        accepted(&format!("int x[] = {{ {} }};", "1, ".repeat(100_000)));
        accepted(&format!("void f(int x) {{ {} }}", "if (x) x = 1; x++; ".repeat(30_000)));
        for too_deep in ["- ", "1 + ", "(int) ", "1 ? 2 : "] {
            let text = format!("int x = {}1;", too_deep.repeat(60_000));
            assert!(problems(&text)[0].contains("steps deep"), "{too_deep}");
        }
        for too_deep in ["if (x) ; else ", "while (x) ", "case 1: ", "do "] {
            let text = format!("void f(int x) {{ {} ; }}", too_deep.repeat(60_000));
            assert!(problems(&text)[0].contains("steps deep"), "{too_deep}");
        }
    });
}

#[test]
fn only_bodies_and_initialisers_mention_names() {
    let text =
        "int f(int a); struct S { int m; }; int (*p)(int) = f; int g(int q) { return __builtin_memcpy(p, h); } int k;";
    let names = normalise(text.as_bytes(), UNIT).unwrap().mentioned;
    assert_eq!(names.iter().map(String::as_str).collect::<Vec<_>>(), ["f", "h", "memcpy", "p"]);
}

/// Texts that were valid until some bytes changed: there is a tree or a message, whatever they are, and in time.
#[test]
fn damaged_text_gives_a_result_or_a_message() {
    let mut state = 1u64;
    let mut random = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize) % bound
    };
    let pieces = [
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        ";",
        ",",
        "*",
        "&&",
        "\"",
        "'",
        "\\",
        "?:",
        ":",
        "T",
        "int ",
        "__attribute__",
        "struct ",
        "asm",
        "goto ",
        "\u{e9}",
        "#",
        "/*",
        "__label__ ",
        "typeof(",
        "typedef ",
        "=",
        "$",
        "for (",
        "case ",
    ];
    with_large_stack(|| {
        for round in 0..3000 {
            let mut bytes = CONSTRUCTS[round % CONSTRUCTS.len()].as_bytes().to_vec();
            for _ in 0..1 + random(4) {
                let at = random(bytes.len() + 1);
                match random(4) {
                    0 if at < bytes.len() => drop(bytes.remove(at)),
                    1 => drop(bytes.splice(at..at, pieces[random(pieces.len())].bytes())),
                    2 if at < bytes.len() => bytes[at] = random(256) as u8,
                    _ => {
                        let from = random(bytes.len() + 1).min(at);
                        let copy = bytes[from..at].to_vec();
                        let to = random(bytes.len() + 1);
                        bytes.splice(to..to, copy);
                    }
                }
            }
            let result = parse(&bytes, UNIT);
            assert!(result.is_ok() || result.is_err_and(|problems| !problems.is_empty()));
        }
    });
}
