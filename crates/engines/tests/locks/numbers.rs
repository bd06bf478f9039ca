//! `locks` and what is between two numbers: barriers for variables, elements of arrays in structures.

use raddle_evidence::Answer;
use raddle_frontend::{Options, load_text};
use raddle_program::DataModel;

use super::{HEADER, program, verdict};

/// A barrier for as many threads as a variable says.
#[test]
fn reasons_about_barriers_for_a_variable() {
    let (wait, again) = ("pthread_barrier_wait(&b);", "if (many < 7) many++;");
    let phases = "*(int *)a = 1; pthread_barrier_wait(&b); if (row[0] + row[1]) ;";
    let global = |count: &str, between: &str, up_to: &str, main: &str| {
        format!(
            "void *f(void *a) {{ {phases} return 0; }} int main(void) {{ pthread_t t[9]; many = __VERIFIER_nondet_int(); \
             if (many < 1 || many > 8) return 0; pthread_barrier_init(&b, 0, {count}); {between} \
             for (int i = 0; i < {up_to}; i++) {{ pthread_create(&t[i], 0, f, &row[i]); }} {main} return 0; }}"
        )
    };
    let local = |count: &str, between: &str, main: &str| {
        format!(
            "void ask(int *n) {{ *n = __VERIFIER_nondet_int(); }} void *f(void *a) {{ {phases} return 0; }} \
             int main(void) {{ pthread_t t[9]; int n; ask(&n); pthread_barrier_init(&b, 0, {count}); {between} \
             for (int i = 0; i < n; i++) {{ pthread_create(&t[i], 0, f, &row[i]); }} {main} return 0; }}"
        )
    };
    let cases = [
        (global("many", "", "many", ""), true),
        (global("(unsigned) many", "", "many", ""), true),
        (global("many + 1", "", "many", wait), true),
        (global("many + 1", "", "many + 1", ""), true),
        (global("many", "", "many", wait), false),
        (global("many - 1", "", "many", ""), false),
        (global("many", "", "many + 1", ""), false),
        (global("many", again, "many", ""), false),
        (global("many", "", "many", again), true),
        (global("2", "", "many", ""), false),
        (global("(unsigned short) many", "", "many", ""), false),
        // If the input is -1 there are two threads, at a barrier for one.
        (
            local("n + 2", "", "pthread_t u, v; pthread_create(&u, 0, f, &row[6]); pthread_create(&v, 0, f, &row[7]);"),
            false,
        ),
        (local("n", "", ""), true),
        (local("n", "", wait), false),
        (local("n", "n++;", ""), false),
        (local("n", "ask(&n);", ""), false),
        (local("n", "", "for (int i = 0; i < n; i++) pthread_join(t[i], 0); row[1] = 3;"), true),
        (local("n", "", "ask(&n); for (int i = 0; i < n; i++) pthread_join(t[i], 0); row[1] = 3;"), false),
    ];
    for (body, expected) in cases {
        let answer = verdict(&program(&body));
        assert_eq!(matches!(answer, Answer::True(_)), expected, "{body}\n{answer:?}");
    }
}

/// An array in a structure: elements with indices between numbers are not the members beside it.
#[test]
fn reasons_about_bytes() {
    let body = |members: &str, bound: &str, use_of: &str| {
        format!(
            "struct pool {{ {members} }} pool; void *f(void *a) {{ {use_of} return 0; }} \
             int main(void) {{ many = __VERIFIER_nondet_int(); for (int i = 0; i < {bound}; i++) pthread_create(&pool.ids[i], 0, f, 0); return 0; }}"
        )
    };
    let joined = |beside: &str, bound: &str, then: &str| {
        format!(
            "struct pool {{ long first; pthread_t ids[4]; long end; }} pool; \
             void *f(void *a) {{ pthread_mutex_lock(&n); {beside} x = 1; pthread_mutex_unlock(&n); return 0; }} \
             int main(void) {{ many = __VERIFIER_nondet_int(); \
             for (int i = 0; i < {bound}; i++) pthread_create(&pool.ids[i], 0, f, 0); \
             pthread_mutex_lock(&n); {then} pthread_mutex_unlock(&n); \
             for (int i = 0; i < {bound}; i++) pthread_join(pool.ids[i], 0); x = 2; return 0; }}"
        )
    };
    let ring = |index: &str| {
        format!(
            "struct pool {{ pthread_mutex_t m; int ring[4]; unsigned at; }} pool; \
             void *f(void *a) {{ pthread_mutex_lock(&pool.m); pool.ring[{index}] = 1; pool.at++; \
             pthread_mutex_unlock(&pool.m); return 0; }} int main(void) {{ pthread_t t; \
             pthread_create(&t, 0, f, 0); pthread_create(&t, 0, f, 0); return 0; }}"
        )
    };
    let creation = "pthread_create(&pool.ids[i], 0, f, 0);";
    let guessed = |body: String| body.replace(creation, &format!("{{ if (i < 4) y = 0; {creation} }}"));
    for (body, expected) in [
        (joined("", "4", ""), true),
        (joined("", "many", ""), true),
        (joined("pool.end = 1; pool.first = 1;", "4", "pool.end = 2;"), true),
        (guessed(joined("pool.end = 1; pool.first = 1;", "4", "pool.end = 2;")), true),
        (joined("pool.end = 1;", "5", ""), false),
        (joined("", "5", "pool.end = 2;"), false),
        (joined("pool.end = 1;", "many", ""), false),
        // A guess that is not known where threads are created is worth nothing.
        (guessed(joined("pool.end = 1;", "many", "")), false),
        (guessed(joined("", "many", "pool.end = 2;")), false),
        (joined("pool.ids[1] = 0;", "4", ""), false),
        (joined("", "4", "pool.ids[1] = 0;"), false),
        (ring("pool.at % 4"), true),
        (ring("pool.at & 3"), true),
        (ring("(pool.at + 1) % 4"), true),
        (ring("(int) pool.at % 4"), false),
        (ring("pool.at % 4 - 1"), false),
        (ring("pool.at"), false),
    ] {
        let answer = verdict(&program(&body));
        assert_eq!(matches!(answer, Answer::True(_)), expected, "{body}\n{answer:?}");
    }
    let (ids, locked) = (
        "pthread_mutex_t m; int n; pthread_t ids[4]; long end;",
        "pthread_mutex_lock(&pool.m); pool.n++; pthread_mutex_unlock(&pool.m);",
    );
    let cases = [
        (body(ids, "4", "if (pool.n) ;"), true),
        (body(ids, "4", "if (pool.end) ;"), true),
        (body(ids, "5", "if (pool.end) ;"), false),
        (body(ids, "4", "if (pool.ids[3]) ;"), false),
        (body(ids, "3", "if (pool.ids[3]) ;"), true),
        (body(ids, "many", "if (pool.end) ;"), false),
        (body(ids, "4", locked), true),
        (body(ids, "many", locked), false),
    ];
    for (body, expected) in cases {
        let answer = verdict(&program(&body));
        assert_eq!(matches!(answer, Answer::True(_)), expected, "{body}\n{answer:?}");
    }
}

/// With 32 bits a product of natural numbers comes round within the bounds of a loop, and what it is a multiple of changes.
#[test]
fn what_comes_round_is_anywhere() {
    let body = |from: &str, factor: &str| {
        format!(
            "struct {{ int first; int rest[7]; }} all; \
             void *f(void *a) {{ for (unsigned u = {from}; u < {from} + 2; u++) *(int *)((char *)&all + u * {factor}u) = 1; return 0; }} \
             void *g(void *a) {{ all.first = 2; return 0; }} \
             int main(void) {{ pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); return 0; }}"
        )
    };
    for (from, factor, expected) in
        [("1u", "8", true), ("0u", "8", false), ("0x20000000u", "8", false), ("0x2aaaaaaau", "6", false)]
    {
        let text = format!("{HEADER}{}", body(from, factor));
        let options = Options { data_model: DataModel::Ilp32, ..Options::default() };
        let (program, _) = load_text("program.c", &text, &options).expect("the program is right");
        let answer = verdict(&program);
        assert_eq!(matches!(answer, Answer::True(_)), expected, "{from} {factor}\n{answer:?}");
    }
}
