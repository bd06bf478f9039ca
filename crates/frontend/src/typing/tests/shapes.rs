//! What lowering relies on: registers, explicit conversions, globals, flags.

use raddle_program::{GlobalKind, Type};

use super::{body, type_text, typed};
use crate::hir::{Builtin, Callee, Expr, ExprKind, StmtKind};

/// The names of the locals of `f` that need an address.
fn in_memory(text: &str) -> Vec<String> {
    let hir = typed(text);
    let locals = &body(&hir, "f").locals;
    locals.iter().filter(|l| l.address_taken).map(|l| l.name.clone().unwrap_or_default()).collect()
}

#[test]
fn scalars_stay_registers_unless_their_address_is_taken() {
    let cases: &[(&str, &[&str])] = &[
        ("void f(int a) { int x = a; x++; x += a; }", &[]),
        ("void f(int a) { int x; int *p = &x; *p = a; }", &["x"]),
        ("void f(void) { int x; sizeof(&x); typeof(&x) p; }", &[]),
        ("void f(void) { volatile int x = 1; _Atomic int y = 2; x++; y++; }", &[]),
        ("void f(void) { int a[2]; struct { int m; } s; a[1] = s.m; }", &["a", "s"]),
        ("void f(int n) { int a[n]; a[0] = n; }", &["a"]),
        ("void g(void *); void f(int p) { struct { int m; } s; g(&s.m); g(&p); }", &["p", "s"]),
        ("void f(int *q) { int x; int y = *&x; }", &["x"]),
        ("int f(int *p) { int x; __atomic_load(p, &x, 5); int y = 3; __atomic_store(p, &y, 5); return x; }", &[]),
        ("int f(int *p) { int e = 0; return __atomic_compare_exchange_n(p, &e, 1, 0, 5, 5); }", &["e"]),
    ];
    for (text, expected) in cases {
        assert_eq!(in_memory(text), *expected, "{text}");
    }
}

#[test]
fn static_locals_and_literals_are_globals() {
    let hir = typed("int f(void) { static int n = 3; static const char t[] = \"ab\"; return n + t[0] + \"xyz\"[1]; }");
    let found: Vec<_> = hir.globals.iter().map(|g| (g.name.as_str(), g.kind, g.init.clone())).collect();
    assert!(found.contains(&("n", GlobalKind::StaticLocal, vec![3])));
    assert!(found.contains(&("t", GlobalKind::Constant, b"ab".to_vec())));
    assert!(found.contains(&("\"xyz\"", GlobalKind::Constant, b"xyz\0".to_vec())));
    let hir = typed("extern int e; int v; _Thread_local int t; const int c = 1; int f(void) { return e; }");
    let kind = |name: &str| hir.globals.iter().find(|g| g.name == name).map(|g| g.kind);
    assert_eq!(kind("e"), Some(GlobalKind::Extern));
    assert_eq!(kind("v"), Some(GlobalKind::Variable));
    assert_eq!(kind("t"), Some(GlobalKind::ThreadLocal));
    assert_eq!(kind("c"), Some(GlobalKind::Constant));
}

#[test]
fn addresses_are_relocations() {
    let hir = typed(
        "int a[4]; struct { char c; int *p; int (*f)(void); } s = {1, &a[2], 0}; int g(void); int (*h)(void) = g;",
    );
    let s = hir.globals.iter().find(|g| g.name == "s").expect("s");
    assert_eq!((s.relocations[0].offset, s.relocations[0].addend), (8, 8));
    let h = hir.globals.iter().find(|g| g.name == "h").expect("h");
    assert_eq!(h.relocations.len(), 1);
}

/// The value returned by `f`.
fn returned(text: &str) -> (crate::hir::Hir, Expr) {
    let hir = typed(text);
    let value = body(&hir, "f").stmts.iter().find_map(|s| match &s.kind {
        StmtKind::Return(Some(e)) => Some(e.clone()),
        _ => None,
    });
    let value = value.expect("f returns a value");
    (hir, value)
}

#[test]
fn conversions_are_explicit() {
    let (hir, e) = returned("long f(char c, unsigned u) { return c + u; }");
    let ExprKind::Convert(sum) = e.kind else { panic!("{e:?}") };
    let ExprKind::Arith(_, left, right) = sum.kind else { panic!("not a sum") };
    assert_eq!(left.ty, right.ty);
    assert_eq!(hir.types.display(left.ty), "unsigned int");
    let ExprKind::Convert(promoted) = left.kind else { panic!("not converted") };
    assert_eq!(hir.types.display(promoted.ty), "int");
}

#[test]
fn undefined_operations_are_not_folded_away() {
    let (_, e) = returned("int f(void) { return 2147483647 + 1; }");
    assert!(matches!(e.kind, ExprKind::Arith(..)), "{e:?}");
    let (_, e) = returned("int f(void) { return 1 / 0; }");
    assert!(matches!(e.kind, ExprKind::Arith(..)), "{e:?}");
    let (_, e) = returned("int f(void) { return (3 * 4 + 1) << 2; }");
    assert!(matches!(e.kind, ExprKind::Const(52)), "{e:?}");
}

#[test]
fn builtins_become_calls_or_nodes() {
    let (hir, e) = returned("void *f(void *p) { return __builtin_memcpy(p, p, 4); }");
    let ExprKind::Call { callee: Callee::Direct(callee), .. } = e.kind else { panic!("{e:?}") };
    assert_eq!(hir.functions[callee.0 as usize].name, "memcpy");
    let (_, e) = returned("int f(int *p) { return __sync_add_and_fetch(p, 2); }");
    assert!(matches!(e.kind, ExprKind::Builtin(Builtin::AtomicRmw { new_value: true, .. })), "{e:?}");
    let (_, e) = returned("void *f(void) { return __builtin_return_address(0); }");
    assert!(matches!(e.kind, ExprKind::Builtin(Builtin::Unsupported(_))), "{e:?}");
    let (_, e) = returned("double f(_Complex double z) { return (double)(z * z); }");
    assert!(matches!(e.kind, ExprKind::Builtin(Builtin::Unsupported(_))), "{e:?}");
    // A function of the program hides a builtin of the same name, even if it is defined later.
    let (_, e) = returned(
        "int atomic_load(int *); int f(int *p) { return atomic_load(p); } int atomic_load(int *p) { return *p; }",
    );
    assert!(matches!(e.kind, ExprKind::Call { .. }), "{e:?}");
}

#[test]
fn functions_have_their_flags() {
    let hir = typed(
        "__attribute__((constructor)) void init(void) { } __attribute__((destructor)) void fini(void) { }
         _Noreturn void die(void); void stop(void) __attribute__((noreturn)); int f(void) { return unknown(); }",
    );
    let named = |name: &str| hir.functions.iter().find(|f| f.name == name).expect("declared");
    assert!(named("init").constructor.is_some() && named("init").destructor.is_none());
    assert!(named("fini").destructor.is_some());
    assert!(named("die").noreturn && named("stop").noreturn);
    assert!(named("unknown").implicit && !named("f").implicit);
    let Type::Function(ty) = hir.types.get(named("unknown").ty) else { panic!("a function") };
    assert!(ty.unprototyped);
}

#[test]
fn old_style_parameters_arrive_promoted() {
    let hir = typed("int f(a, b) char a; float b; { return a + b; }");
    let locals = &body(&hir, "f").locals;
    let promoted = |i: usize| locals[i].promoted.map(|t| hir.types.display(t));
    assert_eq!(promoted(0).as_deref(), Some("int"));
    assert_eq!(promoted(1).as_deref(), Some("double"));
    assert_eq!(hir.types.display(locals[1].ty), "float");
}

#[test]
fn lengths_are_computed_before_the_arrays() {
    let hir = typed("void f(int n) { int a[n][n + 1]; }");
    let kinds: Vec<bool> = body(&hir, "f").stmts.iter().map(|s| matches!(s.kind, StmtKind::VlaLength { .. })).collect();
    assert_eq!(kinds, [true, true, false]);
    let hir = typed("int f(int n, int a[n][n]) { return a[1][1]; }");
    assert!(matches!(body(&hir, "f").stmts[0].kind, StmtKind::VlaLength { .. }));
}

#[test]
fn warnings_do_not_stop_anything() {
    let hir = typed("int *f(int x) { return x; } int g(void) { return h(); }");
    let messages: Vec<_> = hir.warnings.iter().map(|d| d.message.as_str()).collect();
    assert!(messages[0].contains("makes pointer from integer without a cast"), "{messages:?}");
    assert!(messages[1].contains("implicit declaration of function 'h'"), "{messages:?}");
    assert!(type_text("int f(void) { return 1; }").is_ok_and(|h| h.warnings.is_empty()));
}
