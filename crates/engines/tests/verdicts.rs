//! Small programs, every property, all orders, with and without reduction: always the same right answer.

use raddle_engines::registry::{check, find};
use raddle_engines::{Config, Limits};
use raddle_evidence::{Answer, Assumption, Property, Verdict};
use raddle_frontend::{Options, load_text};

const HEADER: &str = "
typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
typedef union { char size[48]; long align; } pthread_cond_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_trylock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_cond_wait(pthread_cond_t *, pthread_mutex_t *);
extern int pthread_cond_signal(pthread_cond_t *);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int unknown_function(int);
";

fn verdict(body: &str, property: Property, settings: &[&str]) -> Verdict {
    let text = format!("{HEADER}{body}");
    let program = match load_text("test.i", &text, &Options::default()) {
        Ok((program, _)) => program,
        Err(error) => panic!("{:?}", error.diagnostics),
    };
    let mut config = Config::default();
    for setting in settings {
        config.assign(setting).expect("a valid setting");
    }
    check(find("explicit").expect("the analysis is registered"), &program, property, &config, &Limits::default())
}

fn answer(verdict: &Verdict) -> &'static str {
    match verdict.answer() {
        Answer::True(_) => "true",
        Answer::False(_) => "false",
        Answer::Unknown(_) => "unknown",
    }
}

/// Checks one program under all settings.
fn expect(body: &str, property: Property, expected: &str) {
    let settings: [&[&str]; 9] = [
        &[],
        &["scheduler.dead=false"],
        &["scheduler.reduction=none"],
        &["explicit.order=dfs"],
        &["explicit.order=dfs", "scheduler.reduction=none"],
        &["explicit.order=delays"],
        &["explicit.order=delays", "scheduler.reduction=none"],
        &["explicit.order=turns"],
        &["explicit.order=turns", "scheduler.reduction=none"],
    ];
    for setting in settings {
        let verdict = verdict(body, property, setting);
        assert_eq!(answer(&verdict), expected, "{property} under {setting:?}: {:?}\n{body}", verdict.answer());
    }
}

const LOST_UPDATE: &str = "
int x;
void *worker(void *a) { int t = x; x = t + 1; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x != 2) reach_error();
  return 0;
}";

const LOCKED_UPDATE: &str = "
int x;
pthread_mutex_t m;
void *worker(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x != 2) reach_error();
  return 0;
}";

#[test]
fn updates() {
    expect(LOST_UPDATE, Property::UnreachCall, "false");
    expect(LOST_UPDATE, Property::NoDataRace, "false");
    expect(LOST_UPDATE, Property::NoDeadlock, "true");
    expect(LOCKED_UPDATE, Property::UnreachCall, "true");
    expect(LOCKED_UPDATE, Property::NoDataRace, "true");
    expect(LOCKED_UPDATE, Property::NoDeadlock, "true");
}

#[test]
fn locks_in_two_orders() {
    let body = "
pthread_mutex_t a, b;
void *worker(void *p) { pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&a); pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b); pthread_mutex_unlock(&a);
  pthread_join(t, 0);
  return 0;
}";
    expect(body, Property::NoDeadlock, "false");
    expect(
        &body.replace("lock(&b); pthread_mutex_lock(&a);", "lock(&a); pthread_mutex_lock(&b);"),
        Property::NoDeadlock,
        "true",
    );
}

#[test]
fn sections_exclude_each_other_only() {
    let body = "
int x;
void *worker(void *p) { __VERIFIER_atomic_begin(); x = x + 1; __VERIFIER_atomic_end(); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  BEGIN x = x + 1; END
  pthread_join(t, 0);
  if (x != 2) reach_error();
  return 0;
}";
    let guarded = body.replace("BEGIN", "__VERIFIER_atomic_begin();").replace("END", "__VERIFIER_atomic_end();");
    expect(&guarded, Property::UnreachCall, "true");
    expect(&guarded, Property::NoDataRace, "true");
    let open = body.replace("BEGIN", "").replace("END", "");
    expect(&open, Property::UnreachCall, "false");
    expect(&open, Property::NoDataRace, "false");
}

#[test]
fn lost_signals_are_deadlocks_and_wake_ups_are_not() {
    let body = "
int ready;
pthread_mutex_t m;
pthread_cond_t c;
void *waiter(void *p) {
  pthread_mutex_lock(&m);
  LOOP pthread_cond_wait(&c, &m);
  if (!ready) reach_error();
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}";
    let while_loop = body.replace("LOOP", "while (!ready)");
    expect(&while_loop, Property::UnreachCall, "true");
    expect(&while_loop, Property::NoDeadlock, "true");
    let no_test = body.replace("LOOP", "");
    expect(&no_test, Property::NoDeadlock, "false");
    expect(&no_test, Property::UnreachCall, "false");
    expect(&body.replace("LOOP", "if (!ready)"), Property::UnreachCall, "false");
}

#[test]
fn inputs_are_split_as_far_as_they_are_observed() {
    let check = |condition: &str, expected: &str| {
        let body = format!(
            "int main(void) {{ int x = __VERIFIER_nondet_int(); unsigned u = __VERIFIER_nondet_uint();
               long l = __VERIFIER_nondet_long(); if ({condition}) reach_error(); return x + u + l; }}"
        );
        expect(&body, Property::UnreachCall, expected);
    };
    check("x == 1234567", "false");
    check("x > 5 && x < 5", "true");
    check("x > 5 && u < 7 && l == -3", "false");
    check("l > 9223372036854775806L && l < 9223372036854775807L", "true");
    check("x < 0 && x > -1000 && (unsigned char)x == 200", "false");
    check("x + 1 < x", "false");
    check("u + 1 < u && u != 4294967295u", "true");
    check("(long)x > 2147483647L", "true");
    check("!x == x", "true");
    check("x != 3 && !(x > 3) && x + 5 > 7 && x < 2147480000", "true");
    check("x % 2 == 1 && x > 100 && x < 200 && x == 150", "true");
    check("x % 7 == 3", "false");
    check("x * x == 49 && x > 0 && x < 100", "false");
    check("x == u", "false");
    check("x < l && l < x", "true");
    check("x <= l && l <= x && x != l", "true");
    check("x < l && l < u && x >= (long)u", "true");
    check("(x > l) - (x < l) > 0 && x <= l", "true");
    check("x * u == 49u && x > 7 && u > 7", "false");
    check("x + u == 5u && u > 1000u", "false");
    check("x > 0 && l > x && l * 2 == 7", "true");
    check("x % 3 == l % 3 && x == 4 && l == 5", "true");
}

#[test]
fn invented_addresses_are_noticed_everywhere() {
    // The first global lies there. What an address may point to is not asked of one that was made up, so neither the
    // dependence of steps nor the end of a value's life would take the read into account.
    let body = "
int x;
void *worker(void *p) {
  BEGIN
  if (*(int *)0x13570000000 == 1) reach_error();
  END
  return 0;
}
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); x = 1; pthread_join(t, 0); return 0; }";
    expect(&body.replace("BEGIN", "").replace("END", ""), Property::UnreachCall, "unknown");
    let section = body.replace("BEGIN", "__VERIFIER_atomic_begin();").replace("END", "__VERIFIER_atomic_end();");
    expect(&section, Property::UnreachCall, "unknown");
    let known = section.replace("(int *)0x13570000000", "&x");
    expect(&known, Property::UnreachCall, "false");
}

#[test]
fn a_stuck_thread_is_no_deadlock() {
    let body = "
int x;
void *worker(void *p) { __VERIFIER_assume(x == 5); reach_error(); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); x = __VERIFIER_nondet_int(); pthread_join(t, 0); return 0; }";
    expect(body, Property::NoDeadlock, "true");
    expect(body, Property::UnreachCall, "false");
}

#[test]
fn externals_are_listed_or_refused() {
    let body = "int main(void) { int x = unknown_function(3); if (x == 7) return 1; return 0; }";
    let modelled = verdict(body, Property::UnreachCall, &[]);
    assert_eq!(answer(&modelled), "true");
    let listed = |a: &Assumption| matches!(a, Assumption::External { name, .. } if name == "unknown_function");
    assert!(modelled.assumptions().iter().any(listed), "{:?}", modelled.assumptions());
    assert_eq!(answer(&verdict(body, Property::UnreachCall, &["program.external=strict"])), "unknown");
}

#[test]
fn externals_may_access_what_they_can_reach() {
    let body = "
struct box { int *inside; };
extern void look(const int *);
extern void look_inside(const struct box *);
extern void take(struct box);
extern void say(const char *);
int x;
struct box b = { &x };
void *worker(void *p) { x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, worker, 0); CALL; pthread_join(t, 0); return 0; }";
    for call in ["look(&x)", "look_inside(&b)", "take(b)"] {
        expect(&body.replace("CALL", call), Property::NoDataRace, "unknown");
    }
    expect(&body.replace("CALL", "say(\"hello\")"), Property::NoDataRace, "true");
    // Where a made-up pointer leads is not known; a number is no pointer, and nobody else is there yet.
    let made_up = "extern const int *give(void); extern void number(unsigned long);".to_string() + body;
    for call in ["look(give())", "look((const int *)__VERIFIER_nondet_long())"] {
        expect(&made_up.replace("CALL", call), Property::NoDataRace, "unknown");
        let early = made_up.replace("pthread_create", &format!("{call}; pthread_create")).replace("CALL", "");
        expect(&early, Property::NoDataRace, "true");
    }
    expect(&made_up.replace("CALL", "number(__VERIFIER_nondet_long())"), Property::NoDataRace, "true");
    let writes = "
struct box { int *inside; };
extern void fill(const struct box *);
extern void fill_all(struct box);
extern void look(const int *);
int main(void) { int x = 0; struct box b = { &x }; CALL; if (x || b.inside != &x) reach_error(); return 0; }";
    expect(&writes.replace("CALL", "fill(&b)"), Property::UnreachCall, "false");
    expect(&writes.replace("CALL", "fill_all(b)"), Property::UnreachCall, "false");
    expect(&writes.replace("CALL", "look(&x)"), Property::UnreachCall, "true");
}

#[test]
fn externals_that_are_given_functions_may_call_them() {
    let body = "
struct events { int kind; void (*handler)(void); };
extern void take(void (*)(void));
extern void take_events(const struct events *);
int x;
void set(void) { x = 1; }
int main(void) {
  struct events e = { 1, HANDLER };
  void (*f)(void) = set;
  CALL;
  if (x) reach_error();
  f();
  return 0;
}";
    let with = |handler: &str, call: &str| body.replace("HANDLER", handler).replace("CALL", call);
    expect(&with("0", "take(f)"), Property::UnreachCall, "unknown");
    expect(&with("set", "take_events(&e)"), Property::UnreachCall, "unknown");
    expect(&with("0", "take_events(&e)"), Property::UnreachCall, "true");
    expect(&with("0", "take(0)"), Property::UnreachCall, "true");
}

#[test]
fn limits_end_the_search() {
    let body = "
int main(void) {
  unsigned i = 0;
  while (1) { i++; if (__VERIFIER_nondet_int() == 3) i += 2; if (i == 4000000000u) reach_error(); }
}";
    let text = verdict(body, Property::UnreachCall, &["explicit.max_states=50"]);
    assert_eq!(answer(&text), "unknown");
}

#[test]
fn reduction_saves_states() {
    let states = |settings: &[&str]| verdict(LOCKED_UPDATE, Property::UnreachCall, settings).stats().states;
    assert!(states(&[]) * 2 < states(&["scheduler.reduction=none"]), "{}", states(&[]));
}

#[test]
fn cutting_dead_values_saves_states() {
    let body = "
int x, last, scratch;
void *worker(void *a) { scratch = x; x = scratch + 1; last = 1; return 0; }
void *other(void *a) { scratch = x; x = scratch + 2; last = 2; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (x > 5) reach_error();
  return 0;
}";
    let states = |settings: &[&str]| {
        let verdict = verdict(body, Property::UnreachCall, settings);
        assert_eq!(answer(&verdict), "true", "{settings:?}");
        verdict.stats().states
    };
    assert!(states(&[]) < states(&["scheduler.dead=false"]), "{}", states(&[]));
}
