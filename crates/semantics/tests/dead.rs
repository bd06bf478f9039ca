//! Which globals are dead in a state: every global of the programs below is 7 when somebody enters `here`, and a dead one is 0
//! after the cut.

use raddle_frontend::{Options, load_text};
use raddle_machine::{Config, Enabled, Machine, Progress, State, ThreadIx, ZeroOracle};
use raddle_program::Program;
use raddle_semantics::{Dead, Effects};

const HEADER: &str = "
typedef unsigned long pthread_t;
typedef unsigned pthread_key_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_key_create(pthread_key_t *, void (*)(void *));
extern int pthread_setspecific(pthread_key_t, const void *);
extern int printf(const char *, ...);
extern void unknown(int *);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int a = 7, b = 7, c = 7, d[2] = {7, 7};
int *p = &a;
void use(int x) { __VERIFIER_assume(x); }
void here(void) {}
";

/// The state in which the last of the threads that do has entered `here`; others go on as long as they can.
fn state_at(program: &Program, machine: &Machine<'_>, threads: usize) -> State {
    let mut oracle = ZeroOracle::default();
    let mut state = machine.initial(&mut oracle).expect("the program starts");
    let is_here = |state: &State, t: usize| {
        state.threads[t].frames.last().is_some_and(|f| program.functions[f.func].name == "here")
    };
    loop {
        let waiting = (0..state.threads.len()).filter(|t| is_here(&state, *t)).count();
        if waiting == threads {
            return state;
        }
        let can_move = |t: &usize| !is_here(&state, *t) && machine.enabled(&state, ThreadIx(*t as u16)) == Enabled::Yes;
        let next = (0..state.threads.len()).find(can_move).expect("somebody can move");
        match machine.step(&mut state, ThreadIx(next as u16), &mut oracle) {
            Ok(Progress::Ran) => {}
            other => panic!("nobody gets to `here`: {other:?}"),
        }
    }
}

/// Checks which of the globals `a`, `b`, `c`, `d`, `p` are dead.
fn check(threads: usize, body: &str, expected: &str) {
    let text = format!("{HEADER}{body}");
    let (program, _) =
        load_text("dead.c", &text, &Options::default()).unwrap_or_else(|e| panic!("{:?}", e.diagnostics));
    let machine = Machine::new(&program, Config::default());
    let mut state = state_at(&program, &machine, threads);
    Dead::new(&machine, &Effects::new(&program, machine.points_to())).cut(&mut state, None);
    let is_zero = |name: &str| {
        // A global that the program does not mention does not even exist.
        let Some((id, global)) = program.globals.enumerated().find(|(_, g)| g.name == name) else { return true };
        let (block, offset) = machine.global_block(id).expect("it is in a block");
        let bytes = &state.memory[block].bytes[offset as usize..];
        bytes[..global.size as usize].iter().all(|b| *b == 0)
    };
    let dead: Vec<&str> = ["a", "b", "c", "d", "p"].into_iter().filter(|name| is_zero(name)).collect();
    assert_eq!(dead.join(" "), expected, "{body}");
}

#[test]
fn what_one_thread_reads() {
    check(1, "int main(void) { here(); return 0; }", "a b c d p");
    check(1, "int main(void) { here(); use(a); return 0; }", "b c d p");
    check(1, "int main(void) { here(); a = 1; use(a); return 0; }", "a b c d p");
    check(1, "int main(void) { here(); if (b) a = 1; use(a); return 0; }", "c d p");
    check(1, "int main(void) { here(); a++; return 0; }", "b c d p");
    check(1, "int main(void) { here(); while (b) { use(c); c = 1; } return 0; }", "a d p");
    check(1, "int main(void) { here(); d[0] = 1; use(d[0]); return 0; }", "a b c p");
    check(1, "int main(void) { here(); *p = 1; use(a); return 0; }", "b c d");
    check(1, "int main(void) { here(); use(*p); return 0; }", "b c d");
    check(1, "int main(void) { here(); *(char *)&a = 1; use(a); return 0; }", "b c d p");
}

#[test]
fn what_is_read_after_calls() {
    check(1, "void f(void) { here(); } int main(void) { f(); use(a); return 0; }", "b c d p");
    check(1, "void f(void) { here(); a = 1; } int main(void) { f(); use(a); return 0; }", "a b c d p");
    check(1, "void f(void) { here(); if (b) a = 1; } int main(void) { f(); use(a); return 0; }", "c d p");
    check(1, "void f(void) { a = 1; } int main(void) { here(); f(); use(a); return 0; }", "a b c d p");
    check(
        1,
        "void f(int n) { if (n) { f(n - 1); a = 1; } } int main(void) { here(); f(b); use(a); return 0; }",
        "c d p",
    );
    check(1, "void f(int n) { if (n) f(n - 1); else use(c); } int main(void) { here(); f(b); return 0; }", "a d p");
    check(
        1,
        "void f(void) { use(a); } void g(void) {} int main(void) { void (*h)(void) = b ? f : g; here(); h(); return 0; }",
        "b c d p",
    );
}

#[test]
fn what_the_library_reads() {
    check(1, "int main(void) { here(); printf(\"%s\", (char *)d); return 0; }", "a b c p");
    check(1, "int main(void) { here(); unknown(d); return 0; }", "a b c p");
    check(1, "int *q = &b; int main(void) { here(); unknown((int *)&q); return 0; }", "a c d p");
}

#[test]
fn what_any_thread_reads() {
    let join = "pthread_t t; pthread_create(&t, 0, f, 0);";
    let with = |f: &str, main: &str| {
        format!("void *f(void *x) {{ {f} return 0; }} int main(void) {{ {main} return 0; }}").replace("START", join)
    };
    check(1, &with("use(a);", "here(); START use(b);"), "c d p");
    check(1, &with("use(a);", "here(); a = 1; START"), "a b c d p");
    check(1, &with("use(a);", "here(); START a = 1;"), "b c d p");
    check(2, &with("here(); use(a);", "START here(); a = 1; use(b);"), "c d p");
    check(2, &with("here(); a = 2; use(a);", "START here(); a = 1; use(a);"), "a b c d p");
    // Who has ended or waits for ever reads nothing.
    check(1, &with("use(a); use(b); here();", "START __VERIFIER_assume(0); use(c);"), "a b c d p");
    // Destructors run at the end of any thread.
    check(
        1,
        "void last(void *x) { use(b); } int main(void) { pthread_key_t k; pthread_key_create(&k, last); here(); return 0; }",
        "a c d p",
    );
}
