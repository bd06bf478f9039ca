//! What gcc rejects is rejected, with a message that says why; what gcc accepts is accepted.

use raddle_program::DataModel;

use super::{type_text, type_units};

/// A program and a part of its first message.
const WRONG: &[(&str, &str)] = &[
    ("int f(void) { return x; }", "1: 'x' undeclared"),
    ("struct s { int a; }; int f(struct s v) { return v.b; }", "no member named 'b'"),
    ("struct s { int a; }; int f(struct s v) { int i = v; return i; }", "incompatible types when initializing"),
    ("struct s { int a; }; void f(struct s v) { v = 1; }", "incompatible types when assigning"),
    ("struct s { int a; } x; int f(void) { return x; }", "incompatible types when returning"),
    ("void f(void) { int x; x(); }", "called object is not a function"),
    ("int g(int a); void f(void) { g(); }", "too few arguments to function 'g'"),
    ("int g(int a); void f(void) { g(1, 2); }", "too many arguments to function 'g'"),
    ("struct s { int a; }; int g(int); void f(struct s v) { g(v); }", "incompatible type for argument 1 of 'g'"),
    ("void f(void) { 1 = 2; }", "lvalue required as left operand"),
    ("void f(int a) { a++ = 1; }", "lvalue required"),
    ("void f(int a) { ++a++; }", "lvalue required as increment operand"),
    ("struct s { int a; }; struct s g(void); void f(void) { g().a = 1; }", "lvalue required"),
    ("void f(void) { int *p = &3; }", "lvalue required as unary '&'"),
    ("void f(void) { register int r; int *p = &r; }", "address of register variable"),
    ("struct s { int b:3; }; void f(struct s *p) { int *q = &p->b; }", "address of bit-field"),
    ("void f(void) { const int c = 1; c = 2; }", "read-only"),
    ("void f(void) { int a[3]; a = 0; }", "array type"),
    ("int x; int x = 1; int x = 2;", "redefinition of 'x'"),
    ("int f(void) { return 1; } int f(void) { return 2; }", "redefinition of 'f'"),
    ("int f(void); long f(void);", "conflicting types for 'f'"),
    ("int x; char x;", "conflicting types for 'x'"),
    ("int x; int x(void);", "different kind of symbol"),
    ("int x; static int x;", "static declaration of 'x' follows"),
    ("void f(void) { int x; int x; }", "redeclaration of 'x'"),
    ("struct s { int a; }; struct s { int a; };", "redefinition of 's'"),
    ("struct s { int a; }; union s u;", "wrong kind of tag"),
    ("struct s { int a; int a; };", "duplicate member 'a'"),
    ("enum e { A, A };", "redeclaration of enumerator 'A'"),
    ("void f(void) { break; }", "break statement not within loop or switch"),
    ("void f(void) { continue; }", "continue statement not within a loop"),
    ("void f(int x) { switch (x) { continue; } }", "continue statement not within a loop"),
    ("void f(void) { goto out; }", "label 'out' used but not defined"),
    ("void f(void) { a: ; a: ; }", "duplicate label 'a'"),
    ("void f(int x) { switch (x) { case 1: case 1: ; } }", "duplicate case value"),
    ("void f(int x) { switch (x) { case 1 ... 5: case 3: ; } }", "duplicate case value"),
    ("void f(int x) { switch (x) { default: default: ; } }", "multiple default labels"),
    ("void f(int x) { case 1: ; }", "case label not within a switch"),
    ("void f(int x) { default: ; }", "'default' label not within a switch"),
    ("void f(int x) { switch (x) { case x: ; } }", "integer constant"),
    ("void f(double x) { switch (x) { } }", "switch quantity not an integer"),
    ("struct s; struct s x; int f(void) { return 0; }", "storage size of 'x'"),
    ("struct s; void f(void) { struct s x; }", "storage size of 'x'"),
    ("struct s; struct t { struct s x; };", "incomplete type"),
    ("void f(void) { void x; }", "declared void"),
    ("void g(void); int f(void) { return g(); }", "void value not ignored"),
    ("void g(void); void f(void) { int x = g() + 1; }", "invalid operands"),
    ("void f(int *p, int *q) { p + q; }", "invalid operands to binary +"),
    ("void f(double d) { d % 2; }", "invalid operands to binary %"),
    ("void f(double d) { ~d; }", "wrong type argument"),
    ("struct s { int a; }; void f(struct s v) { if (v) ; }", "scalar is required"),
    ("struct s { int a; }; void f(struct s v) { (int)v; }", "cannot cast"),
    ("void f(int x) { *x; }", "invalid type argument of unary '*'"),
    ("void f(int x) { x->a; }", "invalid type argument of '->'"),
    ("void f(int x) { x[1]; }", "subscripted value"),
    ("int f(void) { return f[1]; }", "subscripted value"),
    ("int f(void) { return g(); } float g(void) { return 1; }", "conflicting types for 'g'"),
    ("int a[-1];", "size of array is negative"),
    ("int n; int a[n];", "variably modified"),
    ("const int n = 3; int a[n];", "variably modified"),
    ("const int n = 3; void f(int x) { switch (x) { case n: ; } }", "integer constant"),
    ("int a[] = { [99999999999999] = 1 };", "not supported"),
    ("int n; static int x = n;", "initializer element is not constant"),
    ("int f(void); int x = f();", "initializer element is not constant"),
    ("struct s { int a:40; };", "width of bit-field exceeds its type"),
    ("struct s { int a:0; };", "zero width"),
    ("struct s { double a:3; };", "invalid type"),
    ("int f(void)[3];", "cannot return an array"),
    ("void f(a) int b; { }", "no such parameter"),
    ("_Static_assert(sizeof(int) == 3, \"odd\");", "static assertion failed: \"odd\""),
    ("void f(int x) { int a[x] = {1}; }", "variable-sized object"),
    ("struct s { int a; } x = { .b = 1 };", "no member named 'b'"),
    ("int a[2] = { [5] = 1 };", "exceeds array bounds"),
    ("int x = { .a = 1 };", "designator in initializer for scalar"),
    ("void f(void) { __auto_type x; }", "requires an expression"),
    ("void f(int x) { int *p = x ? (struct s { int a; }){1} : 2; }", "type mismatch in conditional"),
    ("int f(int a, int a) { return a; }", "redefinition of parameter 'a'"),
    ("unsigned float x;", "two or more data types"),
    ("long char x;", "two or more data types"),
    ("float float x;", "two or more data types"),
    ("enum nowhere f(void) { return 0; }", "incomplete type"),
    ("int f(int x) { return _Generic(x, char: 1, long: 2); }", "not compatible with any association"),
    ("extern int x; void f(void) { extern int x = 1; }", "both 'extern' and initializer"),
    ("void f(void) { __builtin_va_list a; __builtin_va_start(a, 1); }", "fixed arguments"),
    ("struct s { int b:2; } v; int x = sizeof v.b;", "bit-field"),
    ("typedef int T; typedef char T;", "conflicting types for typedef 'T'"),
];

/// Programs that are odd, but accepted.
const RIGHT: &[&str] = &[
    "int f() { return g(1, 2); } int g(int a, int b) { return a + b; }",
    "int x; int x; extern int x; int x = 3;",
    "void f(void) { g(1); } void g(int x) { }",
    "int a[]; int a[3];",
    "extern int a[]; int f(void) { return a[1]; } int a[4];",
    "f() { return 1; }",
    "int f(a, b) char a; float b; { return a + b; } int g(void) { return f('a', 1.0f); }",
    "int f(int n, int a[n][n], int b[static 3], int c[const]) { return a[1][2] + b[0] + sizeof(a[0]); }",
    "int main(int argc, char **argv) { int *p = argc; char c = argv; return p == c; }",
    "void *f(void *p) { return p + 1; }",
    "int f(void) { return ({ int x = 1; x + 1; }); }",
    "int f(int x) { return x ?: 3; }",
    "struct s; struct s *f(struct s *p) { return p; }",
    "void f(struct t *p);",
    "typedef int T; typedef int T; T x;",
    "typedef struct s S; struct s { S *next; }; int f(S *p) { return p->next->next != 0; }",
    "enum e; enum e { A }; enum e f(enum e x) { return A; }",
    "int f(void) { int x = sizeof(x); return x; }",
    "static int f(void); int g(void) { return f(); } static int f(void) { return 1; }",
    "static int x; extern int x; int g(void) { return x; }",
    "void f(void); void g(void) { return f(); }",
    "int f(void) { static int n = 1, *p = &n; return *p; }",
    "int a[3]; int *p = a + 1, *q = &a[2], n = 3; long d = (long)&a[1];",
    "void g(void); void (*fp)(void) = g, (*fq)(void) = &g; void f(void) { (*fp)(); (**fq)(); fp(); }",
    "int f(int (*g)(int), int h(int)) { return g(1) + h(2); }",
    "struct s { int a; struct { int b; union { int c; float d; }; }; }; int f(struct s *p) { return p->c + p->b; }",
    "int f(int x) { switch (x) { case 1 ... 3: return 1; default: return 2; case -1: ; } return 3; }",
    "int f(int n) { int a[n]; typedef int T[n]; T b; return sizeof a + sizeof(T) + sizeof b + sizeof(int[n + 1]); }",
    "int f(int n, int m) { int a[n][m]; return (&a[1][2] - &a[0][0]) + (a + 1 != 0); }",
    "int f(const char *s, ...) { __builtin_va_list a; __builtin_va_start(a, s); int x = __builtin_va_arg(a, int); __builtin_va_end(a); return x; }",
    "void g(__builtin_va_list a); void f(int n, ...) { __builtin_va_list a, b; __builtin_va_start(a, n); __builtin_va_copy(b, a); g(a); }",
    "_Complex double z; double _Complex f(double _Complex a) { return a * 2.0; }",
    "typedef int v4 __attribute__((vector_size(16))); v4 f(v4 a, v4 b) { return a + b; }",
    "_Float128 q; __float128 r; int f(void) { return q < r; }",
    "__int128 x; unsigned __int128 f(__int128 a) { return a * x; }",
    "int f(void) { void *p = &&out; goto *p; out: return 1; }",
    "_Thread_local int t; static __thread int u = 3; int f(void) { return t + u; }",
    "_Atomic int a; _Atomic(long) b; int f(void) { a++; b += 2; a = b; return a; }",
    "int f(int *p) { return __sync_fetch_and_add(p, 1) + __sync_bool_compare_and_swap_4(p, 1, 2) + __atomic_load_n(p, 5); }",
    "int f(void) { return *__func__ + sizeof __PRETTY_FUNCTION__; }",
    "struct f { int x; }; int f(struct f f) { return f.x; }",
    "void f(void) { for (int i = 0, j; i < 3; i++) { int i = 2; (void)i; } }",
    "int f(void) { extern int g(int); return g(1); } int g(int x) { return x; }",
    "int f(x) { return x; }",
    "__attribute__((noreturn)) void die(void); int f(void) { die(); }",
    "int g(void) { return 1; } int f(void) __attribute__((alias(\"g\")));",
    "int f(void) __attribute__((weak)); int f(void) { return 1; }",
    "char *s = \"abc\" + 1; char c = \"abc\"[1];",
    "struct s { int n; char t[]; }; int f(void) { return sizeof(struct s); }",
    "void f(int a[3]) { a = 0; a++; }",
    "int f(void) { struct { int a; } x = {1}, y = x; x = y; return x.a; }",
    "union u { int a; float b; }; union u f(int x) { return (union u)x; }",
    "int x = 1 / 1, y = (int)1.5, z = !\"\";",
    "int main(void) { return (int){3} + ((struct { int a; }){4}).a; }",
    "int f(int x) { __label__ l; goto l; l: return x; }",
    "int f(char *p) { return p == 0 ? 1 : p > (char *)4; }",
    "void *malloc(unsigned long); int *f(void) { return malloc(4); }",
    "int f(void) { char *p = malloc(3); return p != 0; }",
    "inline int f(void) { return 1; } int g(void) { return f(); }",
    "extern inline int f(void) { return 1; } int f(void);",
    "int f(void) { int x; __asm__ volatile(\"\" : \"=r\"(x) : \"0\"(1) : \"memory\"); return x; }",
    "int f(int x) { typeof(x) y = x; __typeof__(int *) p = &y; return *p; }",
    "typedef int T; int f(void) { T T = 1; return T; }",
    "int f(void) { return __builtin_expect(1, 0) + __builtin_object_size(\"a\", 0); }",
    "void f(void) { if (0) undeclared_function(1, \"a\", 2.0); }",
    "double f(double x) { return __builtin_isnan(x) ? __builtin_fabs(x) : __builtin_inf(); }",
    "int f(void) { return (1, 2, 3); }",
    "int f(int a, int b) { int r; return __builtin_add_overflow(a, b, &r) ? 0 : r; }",
    "struct { int a; } x, *p = &x; int f(void) { return p->a; }",
    "const int c = 4; int f(void) { int a[c]; return sizeof a; }",
    "int f(int x) { return x > 0 && ({ x < 10; }); }",
    "extern struct undefined thing; void *f(void) { return &thing; }",
    "void f(void) { int a[2] = {1, 2, 3}; int b = {1, 2}; }",
];

#[test]
fn errors_are_found() {
    for (text, part) in WRONG {
        match type_text(text) {
            Ok(_) => panic!("accepted: {text}"),
            Err(errors) => assert!(errors.first().is_some_and(|e| e.contains(part)), "{errors:?}\n{text}"),
        }
    }
}

#[test]
fn odd_programs_are_accepted() {
    for text in RIGHT {
        for model in [DataModel::Lp64, DataModel::Ilp32] {
            if let Err(errors) = type_units(&[(text, false)], model) {
                panic!("{errors:?}\n{text}");
            }
        }
    }
}

#[test]
fn one_error_does_not_hide_the_next() {
    let errors = type_text("int f(void) {\n  int a = x;\n  a = y;\n  return a;\n}\nint g(void) { return z; }").err();
    let errors = errors.expect("three names are missing");
    assert_eq!(errors, ["2: 'x' undeclared", "3: 'y' undeclared", "6: 'z' undeclared"]);
}

#[test]
fn units_are_linked() {
    let two = |a: &str, b: &str| type_units(&[(a, false), (b, false)], DataModel::Lp64);
    let hir = two(
        "static int x = 1; int f(void) { return x; }",
        "static int x = 2; int f(void); int g(void) { return f() + x; }",
    );
    let hir = hir.expect("two units");
    assert_eq!(hir.globals.iter().filter(|g| g.name == "x").count(), 2);
    assert_eq!(hir.functions.iter().filter(|f| f.name == "f").count(), 1);
    let first = |result: Result<crate::hir::Hir, Vec<String>>| result.err().and_then(|e| e.into_iter().next());
    let message = first(two("int x = 1;", "int x = 2;")).expect("two definitions");
    assert!(message.contains("redefinition of 'x'"), "{message}");
    let header = "struct s { struct s *next; int n; }; extern struct s list; int len(struct s *);";
    let a = format!("{header} struct s list; int main(void) {{ return len(&list); }}");
    let b = format!("{header} int len(struct s *p) {{ return p->n + list.n; }}");
    assert!(two(&a, &b).is_ok());
    // One header, with and without a feature of the C library.
    let time =
        |member: &str, rest: &str| format!("struct tm {{ int sec; long {member}; }}; long mk(struct tm *p); {rest}");
    let main = time("gmtoff", "int main(void) { return 0; }");
    assert!(two(&time("__gmtoff", ""), &main).is_ok());
}

/// What units say differently of one name is a warning where it matters, and refuses nothing.
#[test]
fn units_may_differ() {
    let warnings = |a: &str, b: &str| {
        let hir =
            type_units(&[(a, false), (b, false)], DataModel::Lp64).unwrap_or_else(|errors| panic!("{errors:?}\n{b}"));
        hir.warnings.into_iter().map(|w| w.message).collect::<Vec<_>>()
    };
    let main = "int main(void) { return 0; }";
    // Names, completeness and signs leave every value where it is.
    for (a, b) in [
        ("int x;", "extern unsigned x; unsigned f(void) { return x; }"),
        ("struct a { int n; }; int f(struct a *p);", "struct b { long n; }; int f(struct b *p) { return p != 0; }"),
        (
            "struct t { int s; long gmtoff; }; long mk(struct t *);",
            "struct t { int s; long off; }; long mk(struct t *);",
        ),
        ("char *name(char *);", "char *name(const char *p) { return (char *)p; }"),
        ("extern const int limit;", "int limit = 3;"),
    ] {
        assert_eq!(warnings(&format!("{a} {main}"), b), Vec::<String>::new(), "{b}");
    }
    for (a, b) in [
        ("int x;", "extern long x; long f(void) { return x; }"),
        ("int f(int);", "int f(int a, int b) { return a + b; }"),
        ("int f(int);", "double f(int a) { return a; }"),
        ("int f(long);", "int f(int a) { return a; }"),
        ("extern char *name;", "char name[8];"),
    ] {
        let said = warnings(&format!("{a} {main}"), b);
        assert!(said.len() == 2 && said[0].contains("in another unit"), "{b}: {said:?}");
        assert!(said[1].contains("this is the other declaration"), "{said:?}");
    }
    // Within one unit it is an error, whatever others have said before.
    let twice =
        type_units(&[("int f(int);", false), ("long f(int); int f(int a) { return a; }", false)], DataModel::Lp64);
    let message = twice.err().and_then(|e| e.into_iter().next()).expect("two types in one unit");
    assert!(message.contains("conflicting types for 'f'"), "{message}");
    // The definition says what there is, whoever is read first.
    let hir = type_units(
        &[("extern const int x; int get(void) { return x; }", false), ("int x = 7;", false)],
        DataModel::Lp64,
    );
    let hir = hir.expect("linked");
    let x = hir.globals.iter().find(|g| g.name == "x").expect("x");
    assert_eq!((x.kind, x.init.first()), (raddle_program::GlobalKind::Variable, Some(&7)));
}

#[test]
fn models_give_way_to_the_program() {
    let model = "int helper(int x) { return x; } int twice(int x) { return 2 * helper(x); } int state = 7;";
    let user = "long twice(int x) { return x; } int helper(int); int main(void) { return twice(1) + helper(2); }";
    let hir = type_units(&[(user, false), (model, true)], DataModel::Lp64).expect("linked");
    let named = |name: &str| hir.functions.iter().find(|f| f.name == name).expect("declared");
    assert_eq!(named("twice").span.unit.0, 0);
    assert_eq!(named("helper").span.unit.0, 1);
    assert!(named("helper").body.is_some());
}
