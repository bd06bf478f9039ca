//! Facts about small programs: where pointers may point, who looks at addresses, what nobody needs, where loops close. What is asked of
//! points-to is that nothing is missing, whatever a program does to an address on its way.

use std::collections::BTreeSet;

use raddle_frontend::{Options, load_text};
use raddle_program::analysis::{AddressUses, Faint, Loops, Object, PointsTo};
use raddle_program::{FuncId, Function, Loc, Program};

const HEADER: &str = "
typedef unsigned long pthread_t;
typedef unsigned pthread_key_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern void pthread_exit(void *);
extern pthread_t pthread_self(void);
extern int pthread_key_create(pthread_key_t *, void (*)(void *));
extern int pthread_setspecific(pthread_key_t, const void *);
extern void *pthread_getspecific(pthread_key_t);
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
extern void *memcpy(void *, const void *, unsigned long);
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
extern int printf(const char *, ...);
extern int __VERIFIER_nondet_int(void);
int a, b, c, *p, *q, **pp;
";

fn program(body: &str) -> Program {
    let loaded = load_text("facts.c", &format!("{HEADER}{body}"), &Options::default());
    loaded.unwrap_or_else(|e| panic!("{:?}\n{body}", e.diagnostics)).0
}

fn name(program: &Program, object: Object) -> String {
    let of = |f: FuncId| program.functions[f].name.clone();
    match object {
        Object::Global(g) => program.globals[g].name.clone(),
        Object::Local(f, l) => format!("{}.{}", of(f), program.functions[f].locals[l].name.as_deref().unwrap_or("?")),
        Object::Block(f, _) => format!("{}:block", of(f)),
        Object::Function(f) => of(f),
        Object::ThreadIds => "ids".to_string(),
    }
}

/// What a global may hold the addresses of.
fn content(program: &Program, points_to: &PointsTo, global: &str) -> BTreeSet<String> {
    let (id, _) = program.globals.enumerated().find(|(_, g)| g.name == global).expect("a global");
    let number = points_to.number(Object::Global(id)).expect("it is an object");
    points_to.content(number).iter().map(|o| name(program, points_to.objects()[o])).collect()
}

fn set(names: &str) -> BTreeSet<String> {
    names.split(' ').filter(|n| !n.is_empty()).map(str::to_string).collect()
}

/// Checks what `p` may point to, exactly.
fn p_is(body: &str, expected: &str) {
    let program = program(body);
    assert_eq!(content(&program, &PointsTo::new(&program), "p"), set(expected), "{body}");
}

/// Checks that `p` may point to something, at least.
fn p_has(body: &str, expected: &str) {
    let program = program(body);
    let found = content(&program, &PointsTo::new(&program), "p");
    assert!(set(expected).is_subset(&found), "{body}: {found:?}");
}

#[test]
fn simple_pointers_are_known_exactly() {
    p_is("int main(void) { p = &a; return *p; }", "a");
    p_is("int main(void) { p = &a; p = &b; return *p; }", "a b");
    p_is("int main(void) { p = __VERIFIER_nondet_int() ? &a : &b; return *p; }", "a b");
    p_is("int main(void) { q = &a; p = q; q = &b; return *p; }", "a b");
    p_is("int main(void) { pp = &p; *pp = &c; return *p; }", "c");
    p_is("int main(void) { int x; p = &x; return *p; }", "main.x");
    p_is("int *of(int *x) { return x; } int main(void) { p = of(&b); return *p; }", "b");
    p_is("int main(void) { p = malloc(4); return *p; }", "main:block");
    p_is("int *r = &b; int main(void) { p = r; return *p; }", "b");
    // Nobody calls it.
    p_is("void never(void) { p = &b; } int main(void) { p = &a; return *p; }", "a");
    // A number is no address, and neither is the outcome of a comparison.
    p_is("int main(void) { p = (int *)(long)(q == &a); return p == 0; }", "");
}

#[test]
fn an_address_is_followed_whatever_is_done_to_it() {
    p_has(
        "int main(void) { unsigned long n = (unsigned long)&a; n ^= 0x55; n ^= 0x55; p = (int *)n; return *p; }",
        "a",
    );
    p_has("int main(void) { unsigned long n = ~(unsigned long)&a; p = (int *)~n; return *p; }", "a");
    p_has("int main(void) { unsigned long n = -(unsigned long)&a; p = (int *)-n; return *p; }", "a");
    p_has("int main(void) { unsigned long n = (unsigned long)&a * 3; p = (int *)(n / 3); return *p; }", "a");
    p_has("int main(void) { long d = &b - &a; p = &a + d; return *p; }", "a b");
    p_has(
        "int main(void) { unsigned lo = (unsigned long)&a, hi = (unsigned long)&a >> 32;
      p = (int *)(lo | (unsigned long)hi << 32); return *p; }",
        "a",
    );
    p_has(
        "union u { int *to; unsigned long n; char bytes[8]; } u;
      int main(void) { u.to = &a; unsigned long n = u.n; p = (int *)n; return *p; }",
        "a",
    );
    p_has(
        "int main(void) { q = &b; char *from = (char *)&q, *to = (char *)&p;
      for (int i = 0; i < 8; i++) to[i] = from[i]; return *p; }",
        "b",
    );
    p_has("int main(void) { q = &b; memcpy(&p, &q, sizeof p); return *p; }", "b");
    p_has("struct s { int n; int *to; } s, t; int main(void) { s.to = &a; t = s; p = t.to; return *p; }", "a");
    p_has(
        "struct s { struct s *next; int *to; }; int main(void) { struct s *l = 0;
      for (int i = 0; i < 3; i++) { struct s *n = malloc(16); n->next = l; n->to = i ? &a : &b; l = n; }
      p = l->next->next->to; return *p; }",
        "a b",
    );
    p_has("int main(void) { int **v = malloc(8); v[0] = &a; v = realloc(v, 16); p = v[0]; return *p; }", "a");
    p_has("int *v[2]; int main(void) { v[1] = &a; p = *(int **)((char *)v + 8); return *p; }", "a");
    p_has("int main(void) { p = __atomic_exchange_n(&q, &a, 5); p = q; return *p; }", "a");
    p_has("int main(void) { q = &b; p = __atomic_exchange_n(&q, &a, 5); return *p; }", "b");
    p_has("int main(void) { int *e = 0; __atomic_compare_exchange_n(&p, &e, &c, 0, 5, 5); return *p; }", "c");
    p_has(
        "int main(void) { q = &b; int *e = 0; __atomic_compare_exchange_n(&q, &e, &c, 0, 5, 5); p = e; return *p; }",
        "b",
    );
    p_has("int main(void) { __atomic_fetch_add((unsigned long *)&p, (unsigned long)&a, 5); return *p; }", "a");
    p_has("void set(int **to, int *x) { *to = x; } int main(void) { set(&p, &a); set(&q, &b); return *p; }", "a");
    p_has(
        "int *pick(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int *r = __builtin_va_arg(l, int *);
      __builtin_va_end(l); return r; } int main(void) { p = pick(1, &a); return *p; }",
        "a",
    );
}

#[test]
fn an_address_is_followed_through_calls_and_threads() {
    p_has("int *of(int *x) { return x; } int *(*f)(int *) = of; int main(void) { p = f(&b); return *p; }", "b");
    p_has(
        "int *one(void) { return &a; } int *two(void) { return &b; } int *(*f[2])(void) = { one, two };
      int main(void) { p = f[__VERIFIER_nondet_int() & 1](); return *p; }",
        "a b",
    );
    p_has(
        "void *start(void *x) { p = x; return 0; }
      int main(void) { pthread_t t; pthread_create(&t, 0, start, &a); return 0; }",
        "a",
    );
    p_has(
        "void *start(void *x) { return &b; }
      int main(void) { pthread_t t; void *r; pthread_create(&t, 0, start, 0); pthread_join(t, &r); p = r; return *p; }",
        "b",
    );
    p_has(
        "void deep(void) { pthread_exit(&c); } void *start(void *x) { deep(); return 0; }
      int main(void) { pthread_t t; void *r; pthread_create(&t, 0, start, 0); pthread_join(t, &r); p = r; return *p; }",
        "c",
    );
    p_has(
        "pthread_key_t k; int main(void) { pthread_key_create(&k, 0); pthread_setspecific(k, &a);
      p = pthread_getspecific(k); return *p; }",
        "a",
    );
    p_has(
        "pthread_key_t k; void gone(void *x) { p = x; }
      void *start(void *x) { pthread_setspecific(k, &b); return 0; }
      int main(void) { pthread_t t; pthread_key_create(&k, gone); pthread_create(&t, 0, start, 0); return 0; }",
        "b",
    );
    p_has(
        "int *v[3]; int order(const void *x, const void *y) { p = *(int **)x; return 0; }
      int main(void) { v[0] = &a; v[1] = &b; qsort(v, 3, sizeof *v, order); return 0; }",
        "a b",
    );
    p_has("struct arg { int *to; }; void *start(void *x) { p = ((struct arg *)x)->to; return 0; }
      int main(void) { pthread_t t; struct arg g = { &c }; pthread_create(&t, 0, start, &g); pthread_join(t, 0); return 0; }", "c");
}

#[test]
fn who_can_be_entered_and_what_is_handed_over() {
    let program = program("pthread_key_t k; int local;
      void gone(void *x) {} void never(void) {} void called(void) {} void (*f)(void) = called;
      void *start(void *x) { int *y = x; pthread_setspecific(k, &b); return &c; } void *other(void *x) { return 0; }
      int main(void) { pthread_t t; f(); pthread_key_create(&k, gone); pthread_create(&t, 0, start, &a); pthread_join(t, 0); p = &local; return 0; }");
    let points_to = PointsTo::new(&program);
    let reachable = |name: &str| program.function_named(name).is_some_and(|f| points_to.is_reachable(f));
    assert!(
        ["main", "gone", "called", "start"].into_iter().all(reachable)
            && !["never", "other"].into_iter().any(reachable)
    );
    let names =
        |functions: Vec<FuncId>| functions.iter().map(|f| program.functions[*f].name.clone()).collect::<Vec<_>>();
    assert_eq!(names(points_to.thread_starts().collect()), ["start"]);
    assert!(names(points_to.destructors().collect()).contains(&"gone".to_string()));
    let handed: BTreeSet<String> =
        points_to.handed_over().iter().map(|o| name(&program, points_to.objects()[o])).collect();
    assert_eq!(handed, set("a b c"));
}

#[test]
fn ids_of_threads_are_followed_like_addresses() {
    let program = program(
        "pthread_t t, u; unsigned long n; int m;
      void *start(void *x) { n = pthread_self() + 1; return 0; }
      int main(void) { pthread_create(&t, 0, start, 0); u = t; m = n == 5; return 0; }",
    );
    let points_to = PointsTo::new(&program);
    for (global, holds) in [("t", true), ("u", true), ("n", true), ("m", false)] {
        let (id, _) = program.globals.enumerated().find(|(_, g)| g.name == global).expect("a global");
        assert_eq!(points_to.object_may_hold_ids(Object::Global(id)), holds, "{global}");
    }
}

/// The lines, from 1, of a program on which addresses are computed with as if they were numbers.
fn uses(body: &str) -> Vec<u32> {
    let program = program(body);
    let points_to = PointsTo::new(&program);
    let uses = AddressUses::new(&program, &points_to);
    let header = HEADER.matches('\n').count() as u32;
    let mut lines = BTreeSet::new();
    for (f, function) in program.functions.enumerated().filter(|(_, function)| !function.internal) {
        for (e, edge) in function.edges().enumerated() {
            if uses.contains(f, e)
                && let Some(place) = program.source.place(edge.span)
            {
                lines.insert(place.line - header);
            }
        }
    }
    lines.into_iter().collect()
}

#[test]
fn whoever_looks_at_an_address_is_found() {
    let looks = [
        "m = p == q;",
        "m = p < q;",
        "m = ((long)p & 7) == 0;",
        "m = (int)(long)p;",
        "m = (long)p > 0;\n m = (unsigned long)p % 16;",
        "m = p == (int *)5000;",
        "m = !!((long)p ^ 1);",
        "m = p - q;",
        "m = ((unsigned char *)&p)[0] == 3;",
        "n = (long)p * 31; m = n;",
        "m = -(long)p < 0;",
        "n = (long)p; n = n >> 4; m = n;",
        "m = (float)(long)p > 1;",
        "unsigned char h = 0; for (int i = 0; i < 8; i++) h += ((unsigned char *)&p)[i]; m = h;",
        "m = __atomic_fetch_or((long *)&p, 1, 5) == 0;",
        "int *e = q; m = __atomic_compare_exchange_n(&p, &e, &a, 0, 5, 5);",
        "switch ((long)p & 3) { case 0: m = 1; }",
        "m = d[(long)p & 7];",
    ];
    for body in looks {
        let found = uses(&format!("int m; long n; int d[8];\nint main(void) {{ p = &a; q = &b;\n{body}\nreturn m; }}"));
        assert!(found.iter().any(|line| *line >= 3), "{body}: {found:?}");
    }
}

#[test]
fn whoever_does_not_look_is_let_alone() {
    let does_not = [
        "m = p == 0;",
        "m = p != (int *)-1;",
        "if (p) m = *p;",
        "m = p[1];",
        "m = *(p + m);",
        "q = p; *q = 1;",
        "char *from = (char *)&p, *to = (char *)&q; for (int i = 0; i < 8; i++) to[i] = from[i];",
        "printf(\"%p\\n\", (void *)p);",
        "m = d[3] + 5 * d[1];",
        "int *i = d; i++; i += 2;",
    ];
    for body in does_not {
        let found = uses(&format!("int m; long n; int d[8];\nint main(void) {{ p = &a; q = &b;\n{body}\nreturn m; }}"));
        assert_eq!(found, [] as [u32; 0], "{body}");
    }
}

#[test]
fn what_nothing_depends_on_is_faint() {
    let program = program(
        "int g; int half(int x) { return x / 2; } int add(int x, int unused) { return x + 1; }
      int main(void) {
        int shown = a, sum = 0, divides = b, indexed = c, stored = a, compared = b, chained = c, dropped = 0, last;
        last = chained; dropped = last + 1; sum = sum + shown; dropped = half(last);
        int quotient = 7 / divides; int d[4]; int *at = d; at = at + indexed; *at = 1; g = stored;
        if (compared) g = 2;
        return add(sum, dropped);
      }",
    );
    let points_to = PointsTo::new(&program);
    let faint = Faint::new(&program, &points_to);
    let is_faint = |function: &str, local: &str| {
        let f = program.function_named(function).expect("it has a body");
        let (id, _) = program.functions[f]
            .locals
            .enumerated()
            .find(|(_, l)| l.name.as_deref() == Some(local))
            .unwrap_or_else(|| panic!("no {local}"));
        faint.register(f, id)
    };
    for local in ["shown", "sum", "divides", "indexed", "stored", "compared", "at"] {
        assert!(!is_faint("main", local), "{local} is needed");
    }
    assert!(is_faint("main", "quotient") && is_faint("main", "dropped"));
    assert!(!is_faint("add", "x") && is_faint("add", "unused"));
    // A quotient may have no value, and then what it is made of matters.
    assert!(!is_faint("half", "x"));
    let f = |name: &str| program.function_named(name).expect("it has a body");
    assert!(!faint.result(f("main")) && !faint.result(f("add")) && faint.result(f("half")));
}

#[test]
fn every_cycle_contains_a_back_edge() {
    let loops = [
        ("while (a) b++;", 1),
        ("do b++; while (a); for (;;) { if (c) break; if (b) continue; a++; }", 2),
        ("for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) a++;", 2),
        ("x: if (a) goto x; y: if (b) goto x; if (c) goto y;", 3),
        // A cycle with two ways in.
        ("if (a) goto in; out: b++; in: c++; if (b) goto out;", 1),
        ("switch (a) { case 0: do { b++; case 1: c++; } while (a); }", 1),
        ("if (a) return 1; return 2;", 0),
        ("a++; { __builtin_unreachable(); }", 0),
    ];
    for (body, least) in loops {
        let program = program(&format!("int main(void) {{ {body} return 0; }}"));
        let loops = Loops::new(&program);
        let main = &program.functions[program.entry];
        let back = |from: Loc, to: Loc| loops.is_back(program.entry, from, to);
        let count = main.edges().iter().filter(|e| e.op.continues() && back(e.source, e.target)).count();
        assert!(count >= least, "{body}: {count}");
        assert!(is_acyclic_without(main, &back), "{body}");
        assert!(least > 0 || count == 0, "{body}: {count} edges go back without a loop");
    }
}

/// Whether there is no cycle if some edges are taken out: edges that lead to where nothing leads from are taken away until none is left.
fn is_acyclic_without(function: &Function, taken: &dyn Fn(Loc, Loc) -> bool) -> bool {
    let mut edges: Vec<(Loc, Loc)> =
        function.edges().iter().filter(|e| e.op.continues()).map(|e| (e.source, e.target)).collect();
    edges.retain(|(from, to)| !taken(*from, *to));
    loop {
        let before = edges.len();
        let sources: BTreeSet<Loc> = edges.iter().map(|(from, _)| *from).collect();
        edges.retain(|(_, to)| sources.contains(to));
        if edges.is_empty() || edges.len() == before {
            return edges.is_empty();
        }
    }
}
