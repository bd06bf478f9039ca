//! Snapshots of automata, and the laws on every program here.

use expect_test::{Expect, expect};
use raddle_program::{DataModel, Op, Pretty, Program};

use crate::{Options, load_text};

fn program(text: &str, data_model: DataModel) -> Program {
    let options = Options { data_model, ..Options::default() };
    match load_text("test.c", text, &options) {
        Ok((program, _)) => {
            assert_eq!(program.check_laws(), Vec::<String>::new(), "{text}");
            program
        }
        Err(error) => panic!("{:?}\n{text}", error.diagnostics),
    }
}

/// The automata of the functions that are not ours, without places.
fn check(text: &str, expected: Expect) {
    let program = program(text, DataModel::Lp64);
    program_text(&program, expected);
}

fn program_text(program: &Program, expected: Expect) {
    let mut shown = String::new();
    for function in program.functions.iter().filter(|f| !f.internal) {
        let text = Pretty { program, function: None, item: function }.to_string();
        for line in text.lines() {
            shown.push_str(line.split("  //").next().unwrap_or(line).trim_end());
            shown.push('\n');
        }
    }
    expected.assert_eq(&shown);
}

/// The operations of `main` only, one per line.
fn check_main(text: &str, expected: Expect) {
    let program = program(text, DataModel::Lp64);
    let main = &program.functions[program.function_named("main").expect("a main function")];
    let mut shown = String::new();
    for edge in main.edges().iter() {
        let op = Pretty { program: &program, function: Some(main), item: &edge.op };
        shown.push_str(&format!("{:?} -> {:?}  {op}\n", edge.source, edge.target));
    }
    expected.assert_eq(&shown);
}

#[test]
fn one_access_per_edge() {
    check_main(
        "int x, y; int main(void) { x = x + y; x++; return 0; }",
        expect![[r#"
            @0 -> @1  %0 = load i32 &x
            @1 -> @2  %1 = load i32 &y
            @2 -> @3  store i32 &x <- (%0 + %1)
            @3 -> @4  %0 = load i32 &x
            @4 -> @5  store i32 &x <- (%0 + 1)
            @5 -> @5  return 0
        "#]],
    );
}

#[test]
fn registers_need_no_access() {
    check_main(
        "int main(void) { int i = 1, s = 0; while (i < 10 && s >= 0) { s += i; i++; } return s; }",
        expect![[r#"
        @0 -> @1  i = 1
        @1 -> @2  s = 0
        @2 -> @3  [(i < 10)]
        @2 -> @6  [!(i < 10)]
        @3 -> @4  [(s >= 0)]
        @3 -> @6  [!(s >= 0)]
        @4 -> @5  s = (s + i)
        @5 -> @2  i = (i + 1)
        @6 -> @6  return s
    "#]],
    );
}

#[test]
fn loops_and_jumps_cost_no_step() {
    check_main(
        "int x; int main(void) { for (;;) { if (x) break; if (x == 2) continue; x = 1; } L: x = 3; if (x) goto L; return 0; }",
        expect![[r#"
            @0 -> @1  %0 = load i32 &x
            @1 -> @2  [%0]
            @1 -> @6  [!%0]
            @2 -> @3  store i32 &x <- 3
            @3 -> @4  %0 = load i32 &x
            @4 -> @2  [%0]
            @4 -> @5  [!%0]
            @5 -> @5  return 0
            @6 -> @7  %0 = load i32 &x
            @7 -> @0  [(%0 == 2)]
            @7 -> @8  [!(%0 == 2)]
            @8 -> @0  store i32 &x <- 1
        "#]],
    );
}

#[test]
fn switch_with_ranges_and_fall_through() {
    check_main(
        "int x; int main(void) { int r = 0; switch (x) { case 1: r = 1; case 2 ... 5: r = 2; break; default: r = 3; } return r; }",
        expect![[r#"
            @0 -> @1  r = 0
            @1 -> @2  %1 = load i32 &x
            @2 -> @3  [(%1 == 1)]
            @2 -> @6  [!(%1 == 1)]
            @3 -> @4  r = 1
            @4 -> @5  r = 2
            @5 -> @5  return r
            @6 -> @7  [(%1 >= 2)]
            @6 -> @8  [!(%1 >= 2)]
            @7 -> @4  [(%1 <= 5)]
            @7 -> @8  [!(%1 <= 5)]
            @8 -> @5  r = 3
        "#]],
    );
}

#[test]
fn threads_and_locks() {
    check(
        "typedef unsigned long pthread_t; typedef struct { int k[10]; } pthread_mutex_t;
         int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
         int pthread_join(pthread_t, void **);
         int pthread_mutex_lock(pthread_mutex_t *); int pthread_mutex_unlock(pthread_mutex_t *);
         pthread_mutex_t m; int x;
         void *worker(void *arg) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
         int main(void) { pthread_t t; void *r; pthread_create(&t, 0, worker, 0); pthread_join(t, &r); return 0; }",
        expect![[r#"
            function main() enters @0
              t: memory 8 align 8
              r: memory 8 align 8
              @0 -> @1  declare t
              @1 -> @2  declare r
              @2 -> @3  %2 = ThreadCreate(&worker, 0, 0)
              @3 -> @4  store u64 &t <- %2
              @4 -> @5  %3 = load u64 &t
              @5 -> @6  %4 = %5 = ThreadJoin(%3)
              @6 -> @7  [%4]
              @6 -> @8  [!%4]
              @7 -> @7  return 0
              @8 -> @7  store u64 &r <- %5
            function worker(arg) enters @0
              arg: u64
              @0 -> @1  MutexLock(&m)
              @1 -> @2  %1 = load i32 &x
              @2 -> @3  store i32 &x <- (%1 + 1)
              @3 -> @4  MutexUnlock(&m)
              @4 -> @4  return 0
        "#]],
    );
}

#[test]
fn bit_fields_touch_their_own_bytes() {
    check_main(
        "struct S { unsigned a : 3; int b : 7; unsigned c : 20; } s; int main(void) { s.b = -1; return s.b + s.c; }",
        expect![[r#"
            @0 -> @1  %0 = load u16 &s
            @1 -> @2  store u16 &s <- ((%0 & 64519) | 1016)
            @2 -> @3  %0 = load u16 &s
            @3 -> @4  %1 = load u24 &s+1
            @4 -> @4  return ((i32)((i16)(%0 << 6) >> 9) + (i32)((%1 >> 2) & 1048575))
        "#]],
    );
}

#[test]
fn records_are_copied_by_member() {
    check(
        "struct P { int a; char *b; }; struct P g; struct P swap(struct P p) { p.a++; return p; }
         int main(void) { struct P x = { 1 }; g = swap(x); return 0; }",
        expect![[r#"
            function main() enters @0
              x: memory 16 align 8
              @0 -> @1  store u64 &x+8 <- 0
              @1 -> @2  store u32 &x+4 <- 0
              @2 -> @3  store i32 &x <- 1
              @3 -> @4  swap(&g, &x)
              @4 -> @4  return 0
            function swap(%0, p) enters @0
              p: u64
              p: memory 16 align 8
              @0 -> @1  %3 = load i32 p
              @1 -> @2  store i32 &p <- %3
              @2 -> @3  %4 = load u64 (p + 8)
              @3 -> @4  store u64 &p+8 <- %4
              @4 -> @5  %3 = load i32 &p
              @5 -> @6  store i32 &p <- (%3 + 1)
              @6 -> @7  %3 = load i32 &p
              @7 -> @8  store i32 %0 <- %3
              @8 -> @9  %5 = load u64 &p+8
              @9 -> @10  store u64 (%0 + 8) <- %5
              @10 -> @10  return
        "#]],
    );
}

#[test]
fn atomic_objects() {
    check_main(
        "_Atomic int n; _Atomic char c; int main(void) { n += 2; c += 1.5; return n++; }",
        expect![[r#"
            @0 -> @1  %0 = rmw Add i32 &n with 2
            @1 -> @2  %1 = load atomic i8 &c
            @2 -> @3  %2 = (i8)((f64)%1 + 1.5)
            @3 -> @4  %1 = cas i8 &c %1 -> %2
            @4 -> @5  [%0]
            @4 -> @6  [!%0]
            @5 -> @2  %1 = %1
            @6 -> @7  %0 = rmw Add i32 &n with 1
            @7 -> @7  return %0
        "#]],
    );
}

#[test]
fn verification_functions() {
    check_main(
        "extern int __VERIFIER_nondet_int(void); extern void __VERIFIER_assume(int); extern void __VERIFIER_error(void);
         extern _Bool __VERIFIER_nondet_bool(void); extern void abort(void);
         int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 0); if (x == 7) __VERIFIER_error();
         if (__VERIFIER_nondet_bool()) abort(); return 0; }",
        expect![[r#"
            @0 -> @1  x = nondet
            @1 -> @2  require (x > 0)
            @2 -> @3  [(x == 7)]
            @2 -> @4  [!(x == 7)]
            @3 -> @3  error ReachError
            @4 -> @5  %1 = nondet in 0..=1
            @5 -> @6  [%1]
            @5 -> @7  [!%1]
            @6 -> @6  end Abort
            @7 -> @7  return 0
        "#]],
    );
}

#[test]
fn an_atomic_function_is_a_section() {
    check(
        "int x; void __VERIFIER_atomic_inc(void) { if (x > 3) return; x++; } int main(void) { __VERIFIER_atomic_inc(); }",
        expect![[r#"
            function main() enters @0
              @0 -> @1  __VERIFIER_atomic_inc()
              @1 -> @1  return 0
            function __VERIFIER_atomic_inc() enters @0
              @0 -> @1  atomic begin
              @1 -> @2  %0 = load i32 &x
              @2 -> @3  [(%0 > 3)]
              @2 -> @5  [!(%0 > 3)]
              @3 -> @4  atomic end
              @4 -> @4  return
              @5 -> @6  %0 = load i32 &x
              @6 -> @7  store i32 &x <- (%0 + 1)
              @7 -> @8  atomic end
              @8 -> @8  return
        "#]],
    );
}

#[test]
fn an_unknown_function_is_an_external() {
    check_main(
        "int f(int *p, const char *s, int n); int main(void) { int a[2]; return f(a, \"x\", 3); }",
        expect![[r#"
        @0 -> @1  declare a
        @1 -> @2  %1 = external f(&a, &"x", 3)
        @2 -> @2  return %1
    "#]],
    );
}

#[test]
fn the_address_of_a_library_function_is_a_wrapper() {
    let text = "void free(void *); void (*release)(void *) = free; int main(void) { release(0); return 0; }";
    let program = program(text, DataModel::Lp64);
    let wrapper = program.functions.iter().find(|f| f.name == "free").expect("a function for free");
    assert!(wrapper.internal);
    assert!(wrapper.edges().iter().any(|e| matches!(e.op, Op::Free { .. })));
}

#[test]
fn variadic_arguments_lie_in_slots() {
    check(
        "int sum(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int s = 0; while (n--) s += __builtin_va_arg(l, int); return s; }
         int main(void) { return sum(2, 3, 4); }",
        expect![[r#"
            function main() enters @0
              @0 -> @1  store i32 &%0 <- 3
              @1 -> @2  store i32 &%0+8 <- 4
              @2 -> @3  %1 = sum(2, &%0)
              @3 -> @3  return %1
            function sum(n, %1) enters @0
              n: i32
              l: memory 24 align 8
              s: i32
              @0 -> @1  declare l
              @1 -> @2  store u64 &l <- %1
              @2 -> @3  s = 0
              @3 -> @4  %4 = n
              @4 -> @5  n = (%4 - 1)
              @5 -> @6  [%4]
              @5 -> @10  [!%4]
              @6 -> @7  %5 = load u64 &l
              @7 -> @8  store u64 &l <- (%5 + 8)
              @8 -> @9  %4 = load i32 %5
              @9 -> @3  s = (s + %4)
              @10 -> @10  return s
        "#]],
    );
}

#[test]
fn variable_length_arrays_end_with_their_scope() {
    check_main(
        "int main(void) { int n = 3; for (int i = 0; i < n; i++) { int a[n]; if (i) continue; a[0] = 1; } return 0; }",
        expect![[r#"
            @0 -> @1  n = 3
            @1 -> @2  i = 0
            @2 -> @3  [(i < n)]
            @2 -> @10  [!(i < n)]
            @3 -> @4  %3 = (u64)n
            @4 -> @5  a = stack alloc (%3 * 4)
            @5 -> @6  [i]
            @5 -> @8  [!i]
            @6 -> @7  stack free a
            @7 -> @2  i = (i + 1)
            @8 -> @9  store i32 a <- 1
            @9 -> @7  stack free a
            @10 -> @10  return 0
        "#]],
    );
}

#[test]
fn unsupported_constructs_are_marked_where_they_are() {
    check_main(
        "int main(void) { int x = 0; if (x) { asm(\"cli\"); } asm volatile(\"\" ::: \"memory\"); return 0; }",
        expect![[r#"
            @0 -> @1  x = 0
            @1 -> @2  [x]
            @1 -> @3  [!x]
            @2 -> @2  unsupported: inline assembly
            @3 -> @4  fence
            @4 -> @4  return 0
        "#]],
    );
}

#[test]
fn no_main_is_an_error() {
    let error = load_text("test.c", "int f(void) { return 0; }", &Options::default()).expect_err("no entry");
    assert_eq!(error.diagnostics.len(), 1);
    assert_eq!(error.diagnostics[0].message, "the program has no function `main`");
}

/// Every model compiles in both data models and obeys the laws.
#[test]
fn all_models_lower() {
    use raddle_program::library::{Meaning, entries};
    for model in [DataModel::Ilp32, DataModel::Lp64] {
        for entry in entries().filter(|e| matches!(e.meaning, Meaning::Model | Meaning::Contract)) {
            // Mentioning the address is enough to bring the model in, whatever its parameters are.
            let text = format!("int {0}(); void *p; int main(void) {{ p = (void *){0}; return 0; }}", entry.name);
            let program = program(&text, model);
            let function = program.functions.iter().find(|f| f.name == entry.name);
            assert!(function.is_some_and(|f| f.locations() > 0), "{}", entry.name);
            for function in program.functions.iter() {
                for edge in function.edges().iter() {
                    let missing = matches!(&edge.op, Op::Unsupported { what } if what.contains("model is missing"))
                        || matches!(edge.op, Op::External { .. });
                    assert!(!missing, "{:?} in {}", edge.op, function.name);
                }
            }
        }
    }
}

#[test]
fn constants_are_not_read() {
    check_main(
        "static int twice(int x) { return 2 * x; } static const struct { int n; int (*f)(int); } ops = { 3, twice };
         const int limit = 10; int main(void) { return ops.f(ops.n) + limit + \"ab\"[1]; }",
        expect![[r#"
            @0 -> @1  %0 = twice(3)
            @1 -> @1  return ((%0 + 10) + 98)
        "#]],
    );
}

#[test]
fn the_arguments_of_main_are_unknown() {
    check_main(
        "int main(int argc, char **argv) { return argc > 2; }",
        expect![[r#"
        @0 -> @1  argc = nondet in 1..=2147483647
        @1 -> @2  argv = nondet
        @2 -> @2  return (argc > 2)
    "#]],
    );
}

#[test]
fn constructors_and_exit_handlers_run_around_main() {
    let text = "int x; __attribute__((constructor)) void before(void) { x = 1; }
                __attribute__((destructor)) void after(void) { x = 2; } int main(void) { return x; }";
    let program = program(text, DataModel::Lp64);
    let start = &program.functions[program.entry];
    let ops: Vec<_> = start
        .edges()
        .iter()
        .map(|e| Pretty { program: &program, function: Some(start), item: &e.op }.to_string())
        .collect();
    assert_eq!(ops, ["before()", "%0 = main()", "after()", "return %0"]);
}

#[test]
fn large_objects_are_copied_and_cleared_by_models() {
    check_main(
        "struct big { int a[100]; } g; int main(void) { struct big x = { { 1 } }; g = x; return 0; }",
        expect![[r#"
            @0 -> @1  __raddle_zero(&x, 400)
            @1 -> @2  store i32 &x <- 1
            @2 -> @3  __raddle_copy(&g, &x, 400)
            @3 -> @3  return 0
        "#]],
    );
}

#[test]
fn a_register_that_control_jumps_around_is_indeterminate() {
    check_main(
        "int x; int main(void) { switch (x) { int y; case 1: y = 2; default: return y; } }",
        expect![[r#"
        @0 -> @1  declare y
        @1 -> @2  %1 = load i32 &x
        @2 -> @3  [(%1 == 1)]
        @2 -> @4  [!(%1 == 1)]
        @3 -> @4  y = 2
        @4 -> @4  return y
    "#]],
    );
}

#[test]
fn old_style_parameters_are_passed_promoted() {
    check(
        "int f(c) char c; { return c; } int main(void) { return f(300); }",
        expect![[r#"
        function main() enters @0
          @0 -> @1  %0 = f(300)
          @1 -> @1  return %0
        function f(c) enters @0
          c: i32
          c: i8
          @0 -> @1  c = (i8)c
          @1 -> @1  return (i32)c
    "#]],
    );
}

#[test]
fn many_cases_are_searched_like_a_tree() {
    let cases: String = (0..64).map(|i| format!("case {i}: return {i};")).collect();
    let program = program(&format!("int x; int main(void) {{ switch (x) {{ {cases} }} return -1; }}"), DataModel::Lp64);
    let main = &program.functions[program.entry];
    let mut depth = vec![usize::MAX; main.locations()];
    let mut queue = std::collections::VecDeque::from([(main.entry, 0)]);
    while let Some((loc, steps)) = queue.pop_front() {
        use raddle_program::Id;
        if depth[loc.index()] == usize::MAX {
            depth[loc.index()] = steps;
            queue.extend(main.leaving(loc).map(|(_, e)| (e.target, steps + 1)));
        }
    }
    assert!(depth.iter().max().is_some_and(|d| *d <= 10), "{depth:?}");
}

#[test]
fn output_goes_to_its_stream() {
    check_main(
        "struct f; extern struct f *stdout, *stderr; int fprintf(struct f *, const char *, ...);
         int snprintf(char *, unsigned long, const char *, ...);
         int main(void) { char b[8]; fprintf(stdout, \"%d\", 1); fprintf(stderr, \"x\"); return snprintf(b, 8, \"%d\", 2); }",
        expect![[r#"
            @0 -> @1  declare b
            @1 -> @2  print &"%d" (1)
            @2 -> @3  print elsewhere &"x" ()
            @3 -> @4  %1 = print into &b &"%d" (2)
            @4 -> @4  return %1
        "#]],
    );
}
