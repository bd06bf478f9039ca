//! Facts of `locks` are held against executions and against exhaustive search, and proofs with lies in them are rejected.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use raddle_deadline::Deadline;
use raddle_engines::{Config, Limits, locks, registry};
use raddle_evidence::{Answer, Checking, Claim, ExcludedPairs, Proof, Property, Reason, confirm};
use raddle_frontend::{Options, load, load_text, with_large_stack};
use raddle_machine::Machine;
use raddle_program::analysis::{BitSet, PointsTo};
use raddle_program::{Id, LocalId, Program};
use raddle_randprog::{Concurrent, workers};
use raddle_semantics::laws::{Believed, FactTally, check_facts};
use raddle_semantics::locks::pairs::{Pairs, Reason as Exclusion};
use raddle_semantics::locks::ranges::Bound;
use raddle_semantics::locks::sums::{Sum, Term};
use raddle_semantics::locks::{Code, Facts, InstanceId, KindId, Known, Lock, Mode, Object, ObjectId, Offsets, Point};

#[path = "locks/numbers.rs"]
mod numbers;

const HEADER: &str = "
typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
typedef union { char size[56]; long align; } pthread_rwlock_t;
typedef union { char size[32]; long align; } sem_t;
typedef union { char size[32]; long align; } pthread_barrier_t;
extern void *malloc(unsigned long);
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_mutex_init(pthread_mutex_t *, const void *);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_trylock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_rwlock_rdlock(pthread_rwlock_t *);
extern int pthread_rwlock_wrlock(pthread_rwlock_t *);
extern int pthread_rwlock_unlock(pthread_rwlock_t *);
extern int pthread_cancel(pthread_t);
extern int pthread_once(int *, void (*)(void));
extern int pthread_barrier_init(pthread_barrier_t *, const void *, unsigned);
extern int pthread_barrier_wait(pthread_barrier_t *);
extern int sem_init(sem_t *, int, unsigned);
extern int sem_post(sem_t *);
extern int sem_wait(sem_t *);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
pthread_mutex_t m, n;
pthread_rwlock_t r;
sem_t s;
pthread_barrier_t b;
int x, y, once, many;
struct node { pthread_mutex_t lock; int value; struct node *next; };
struct node nodes[4], *list;
int row[8];
";

fn program(body: &str) -> Program {
    load_text("program.c", &format!("{HEADER}{body}"), &Options::default()).expect("the program is right").0
}

/// What `locks` says.
fn verdict(program: &Program) -> Answer {
    let analysis = registry::find("locks").expect("it is registered");
    registry::check(analysis, program, Property::NoDataRace, &Config::default(), &Limits::default()).answer().clone()
}

/// Programs with their verdicts: each reason, and each reason broken.
#[test]
fn reasons() {
    let main = "int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); return 0; }";
    let two = |f: &str| format!("void *f(void *a) {{ {f} return 0; }} {main}");
    let one = |f: &str, main: &str| {
        format!("void *f(void *a) {{ {f} return 0; }} int main(void) {{ pthread_t t, u; {main} return 0; }}")
    };
    let create = "pthread_create(&t, 0, f, 0);";
    let made_up = |f: &str| {
        let externals = "long get(void); void look(const int *); void number(long);";
        format!("{externals} {}", one(f, &format!("{create} x = 1;")))
    };
    let cases = [
        (two("pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"), true),
        (two("pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x++;"), false),
        (two("pthread_mutex_lock(a ? &m : &n); x++; pthread_mutex_unlock(a ? &m : &n);"), false),
        (two("pthread_mutex_t *l = &m; pthread_mutex_lock(l); x++; pthread_mutex_unlock(l);"), true),
        (two("if (a) pthread_mutex_lock(&m); x++; if (a) pthread_mutex_unlock(&m);"), false),
        (two("if (pthread_mutex_trylock(&m) == 0) { x++; pthread_mutex_unlock(&m); }"), true),
        (two("if (!pthread_mutex_trylock(&m)) { x++; pthread_mutex_unlock(&m); }"), true),
        (two("int e = pthread_mutex_trylock(&m); if (e) return 0; x++; pthread_mutex_unlock(&m);"), true),
        (two("pthread_mutex_trylock(&m); x++; pthread_mutex_unlock(&m);"), false),
        (two("if (pthread_mutex_trylock(&m)) { x++; pthread_mutex_unlock(&m); }"), false),
        (two("__VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end();"), true),
        (two("__VERIFIER_atomic_begin(); __VERIFIER_atomic_end(); x++;"), false),
        (two("pthread_rwlock_wrlock(&r); x++; pthread_rwlock_unlock(&r);"), true),
        (two("pthread_rwlock_rdlock(&r); x++; pthread_rwlock_unlock(&r);"), false),
        (two("pthread_rwlock_rdlock(&r); y = x; pthread_rwlock_unlock(&r);"), false),
        (two("int l = x; int *p = &l; *p = l + 1;"), true),
        (two("int *p = malloc(4); *p = x;"), true),
        (two("int l = x; x = l;"), false),
        (two("pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"), false),
        (one("x++;", &format!("x = 1; {create} pthread_join(t, 0); x = 2;")), true),
        (one("x++;", &format!("{create} x = 2; pthread_join(t, 0);")), false),
        (one("x++;", &format!("{create} {create} pthread_join(t, 0); x = 2;")), false),
        (one("x++;", &format!("{create} pthread_create(&u, 0, f, 0); pthread_join(t, 0); x = 2;")), false),
        (one("x++;", &format!("for (int i = 0; i < 2; i++) {{ {create} }}")), false),
        (one("x++;", create), true),
        (one("y = x;", &format!("x = 1; {create}")), true),
        (one("x = 1;", &format!("t = 0; {create} t = 0; pthread_join(t, 0); x = 2;")), false),
        (one("*(int *)a = 1;", "int l; pthread_create(&t, 0, f, &l); l = 2;"), false),
        (one("*(int *)a = 1;", "int l; pthread_create(&t, 0, f, &l); pthread_join(t, 0); l = 2;"), true),
        (one("x++;", &format!("int *p = malloc(4); {create} if (*p) x = 2; *p = 0;")), false),
        (one("x++;", &format!("int *p = (int *)malloc(4); int *q; {create} if (q) x = 2; q = 0; if (q) x = 3;")), false),
        (one("x++;", &format!("{create} int k = 0; if (k) x = 2;")), true),
        (one("x++;", &format!("char *p = 0; if (y) p = malloc(9); for (int i = 0; i < 9; i++) p[i] = 1; {create}")), true),
        (one("*(int *)(long)&x = 1;", &format!("{create} x = 2;")), false),
        (
            format!(
                "struct s {{ pthread_mutex_t m; int d; }} *p; void *f(void *a) {{ pthread_mutex_lock(&p->m); p->d++; \
                 pthread_mutex_unlock(&p->m); return 0; }} int main(void) {{ pthread_t t; p = malloc(sizeof *p); \
                 pthread_mutex_init(&p->m, 0); p->d = 0; {create} pthread_mutex_lock(&p->m); p->d++; \
                 pthread_mutex_unlock(&p->m); return 0; }}"
            ),
            true,
        ),
        (
            format!(
                "void lock(pthread_mutex_t *l) {{ pthread_mutex_lock(l); }} void unlock(pthread_mutex_t *l) {{ \
                 pthread_mutex_unlock(l); }} {}",
                two("lock(&m); x++; unlock(&m); lock(&n); y++; unlock(&n);")
            ),
            true,
        ),
        (
            format!(
                "void work(int k) {{ pthread_mutex_unlock(&m); if (k) work(k - 1); }} {}",
                two("pthread_mutex_lock(&m); work(3); x++;")
            ),
            false,
        ),
        ("long get(void); void *f(void *a) { *(int *)get() = 1; return 0; } int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; return 0; }".to_string(), false),
        // What an external reads behind a pointer that somebody made up may be anything; a number is no pointer.
        (made_up("int *p = get() ? &y : (int *)get(); look(p);"), false),
        (made_up("look((int *)get());"), false),
        (made_up("look(&y);"), true),
        (made_up("number(get());"), true),
    ];
    for (body, expected) in cases {
        let answer = verdict(&program(&body));
        assert_eq!(matches!(answer, Answer::True(_)), expected, "{body}\n{answer:?}");
        assert!(!matches!(answer, Answer::False(_)), "{body}");
    }
}

/// Each reason that speaks of registers and of events, right and broken.
#[test]
fn reasons_about_registers_and_events() {
    let threads = |given: &str, ahead: &str, late: &str, joins: &str, f: &str| {
        format!(
            "void *f(void *a) {{ {f} return 0; }} int main(int argc, char **argv) {{ pthread_t t[4]; int n = argc; \
             for (int i = 0; i < n; i++) {{ {ahead} pthread_create(&t[i], 0, f, {given}); {late} }} {joins} return 0; }}"
        )
    };
    let all = "for (int i = 0; i < n; i++) pthread_join(t[i], 0); x = 3;";
    let locked = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);";
    let own = "*(int *)a = 1;";
    let numbered = "row[(long)a]++;";
    let walk = "for (struct node *p = a; p; p = p->next) { pthread_mutex_lock(&p->lock); p->value++; pthread_mutex_unlock(&p->lock); }";
    let one = |main: &str, f: &str| {
        format!(
            "void fill(void) {{ y = 1; }} void *f(void *a) {{ {f} return 0; }} int main(void) {{ pthread_t t; {main} return 0; }}"
        )
    };
    let create = "pthread_create(&t, 0, f, 0);";
    let publish = |late: &str| {
        format!(
            "struct node *p = malloc(sizeof *p); pthread_mutex_init(&p->lock, 0); p->value = 1; pthread_mutex_lock(&m); \
             p->next = list; list = p; pthread_mutex_unlock(&m); {late} pthread_mutex_lock(&m); struct node *q = list; \
             pthread_mutex_unlock(&m); pthread_mutex_lock(&q->lock); q->value++; pthread_mutex_unlock(&q->lock);"
        )
    };
    let cases = [
        (threads("0", "", "", all, locked), true),
        (threads("0", "", "", &all.replace("i < n", "i < n - 1"), locked), false),
        (threads("0", "", "", &all.replace("i = 0", "i = 1"), locked), false),
        (threads("0", "", "", &format!("n--; {all}"), locked), false),
        (threads("0", "", "", &format!("t[0] = t[1]; {all}"), locked), false),
        (threads("0", "", "if (i == 2) i = 0;", all, locked), false),
        (
            threads("0", "", "", &all.replace("pthread_join(t[i], 0);", "if (i != 1) pthread_join(t[i], 0);"), locked),
            false,
        ),
        (threads("0", "", "pthread_cancel(t[i]);", all, locked), false),
        (threads("0", "", "", "for (int i = n - 1; i >= 0; i--) pthread_join(t[i], 0); x = 3;", locked), true),
        (
            threads(
                "&row[i]",
                "row[i] = 1;",
                "",
                "for (int i = 0; i < n; i++) { pthread_join(t[i], 0); x += row[i]; }",
                own,
            ),
            true,
        ),
        (threads("&row[i]", "", "row[i] = 1;", "", own), false),
        (threads("&row[i]", "row[i + 1] = 1;", "", "", own), true),
        (threads("&row[i]", "row[i - 1] = 1;", "", "", own), false),
        (threads("&row[i]", "", "", "for (int i = 0; i < n; i++) { x += row[i]; pthread_join(t[i], 0); }", own), false),
        (threads("&row[i / 2]", "", "", "", own), false),
        (threads("&row[i]", "", "", "", "((int *)a)[1] = 1;"), true),
        (threads("&row[i]", "", "", "", "((int *)a)[1] = 1; *(int *)a = 1;"), false),
        (threads("&row[i]", "", "", "", "*(long *)a = 1;"), false),
        (threads("(void *)(long)i", "row[i] = 0;", "", "", numbered), true),
        (threads("(void *)(long)i", "", "", "", "row[(long)a + 1]++; row[(long)a]++;"), false),
        (threads("malloc(8)", "", "", "", own), true),
        (threads("p", "int *p = malloc(8); *p = 1;", "", "", own), true),
        (threads("p", "int *p = malloc(8);", "*p = 1;", "", own), false),
        (threads("&nodes[0]", "", "", "", walk), true),
        (threads("&nodes[0]", "", "", "", &walk.replace("p->value++", "p++; p->value++; p--")), false),
        (
            threads(
                "&nodes[0]",
                "",
                "",
                "",
                &walk.replace("p->value++", "pthread_mutex_unlock(&((struct node *)a)->lock); p->value++"),
            ),
            false,
        ),
        (threads("0", "", "", "", &publish("")), true),
        (threads("0", "", "", "", &publish("p->value = 3;")), false),
        (threads("0", "", "", "", &publish("pthread_mutex_init(&p->lock, 0);")), false),
        (one(&format!("{create} x = 1; sem_post(&s);"), "sem_wait(&s); x++;"), true),
        (one(&format!("sem_init(&s, 0, 0); {create} x = 1; sem_post(&s);"), "sem_wait(&s); x++;"), true),
        (one(&format!("sem_init(&s, 0, 1); {create} x = 1; sem_post(&s);"), "sem_wait(&s); x++;"), false),
        (one(&format!("{create} sem_post(&s); x = 1;"), "sem_wait(&s); x++;"), false),
        (one(&format!("{create} {create} x = 1; sem_post(&s);"), "sem_wait(&s); x++;"), false),
        (one(&format!("{create} x = 1; sem_post(&s);"), "sem_wait(&s); if (x) ; sem_post(&s);"), false),
        (one(&format!("{create} x = 1; __atomic_store_n(&y, 1, 5);"), "if (__atomic_load_n(&y, 5)) x++;"), true),
        (one(&format!("{create} x = 1; __atomic_store_n(&y, 1, 5);"), "while (!__atomic_load_n(&y, 5)) ; x++;"), true),
        (one(&format!("{create} x = 1; __atomic_store_n(&y, 1, 5);"), "if (__atomic_load_n(&y, 5) >= 0) x++;"), false),
        (one(&format!("{create} __atomic_store_n(&y, 1, 5); x = 1;"), "if (__atomic_load_n(&y, 5)) x++;"), false),
        (
            one(&format!("y = 1; {create} x = 1; __atomic_store_n(&y, 2, 5);"), "if (__atomic_load_n(&y, 5)) x++;"),
            false,
        ),
        (one(&format!("{create} pthread_once(&once, fill); x = y;"), "pthread_once(&once, fill); if (y) ;"), true),
        (one(&format!("{create} pthread_once(&once, fill);"), "if (y) ; pthread_once(&once, fill);"), false),
        (one(&format!("{create} pthread_once(&once, fill); once = 0;"), "pthread_once(&once, fill); if (y) ;"), false),
    ];
    for (body, expected) in cases {
        let answer = verdict(&program(&body));
        assert_eq!(matches!(answer, Answer::True(_)), expected, "{body}\n{answer:?}");
    }
}

/// Loops with bounds that are numbers, and that stand in memory, right and broken.
#[test]
fn reasons_about_bounds() {
    let threads = |head: &str, bound: &str, late: &str, behind: &str, joined: &str, f: &str| {
        format!(
            "int get(void); void change(void) {{ many = 2; }} void same(void) {{ y = many; }} void *f(void *a) {{ {f} return 0; }} \
             int main(void) {{ pthread_t t[9]; {head} for (int i = 0; i < {bound}; i++) {{ pthread_create(&t[i], 0, f, &row[i]); {late} }} \
             {behind} for (int i = 0; i < {joined}; i++) pthread_join(t[i], 0); row[get()] = 3; return 0; }}"
        )
    };
    let own = "*(int *)a = 1;";
    let mut cases = Vec::new();
    for bound in ["1", "2", "3", "4", "5", "8"] {
        cases.push((threads("", bound, "", "", bound, own), true));
    }
    cases.extend([
        (threads("", "3", "", "", "2", own), false),
        (threads("", "4", "", "", "3", own), false),
        (threads("many = get();", "many", "", "", "many", own), true),
        (threads("many = get();", "many", "same();", "same();", "many", own), true),
        (threads("many = get();", "many", "", "", "many - 1", own), false),
        (threads("many = get();", "many", "", "many--;", "many", own), false),
        (threads("many = get();", "many", "", "change();", "many", own), false),
        (threads("many = get();", "many", "", "change();", "2", own), false),
        (threads("many = get();", "many", "change();", "", "many", own), false),
        (threads("many = get(); int *p = &many;", "many", "", "*p = 2;", "many", own), false),
        (threads("many = get();", "many", "", "", "many", "*(int *)a = 1; many = 0;"), false),
        (threads("many = get();", "many", "", "", "many", "*(int *)a = many;"), true),
    ]);
    for (body, expected) in cases {
        let answer = verdict(&program(&body));
        assert_eq!(matches!(answer, Answer::True(_)), expected, "{body}\n{answer:?}");
    }
}

/// Phases of barriers, right and broken.
#[test]
fn reasons_about_barriers() {
    let two = |count: &str, f: &str, g: &str, main: &str| {
        format!(
            "void *f(void *a) {{ {f} return 0; }} void *g(void *a) {{ {g} return 0; }} int main(void) {{ pthread_t t, u; \
             pthread_barrier_init(&b, 0, {count}); pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); {main} return 0; }}"
        )
    };
    let wait = "pthread_barrier_wait(&b);";
    let row = |many: &str, count: &str, f: &str, main: &str| {
        format!(
            "void *f(void *a) {{ {f} return 0; }} int main(void) {{ pthread_t t[9]; pthread_barrier_init(&b, 0, {count}); \
             for (int i = 0; i < {many}; i++) {{ pthread_create(&t[i], 0, f, &row[i]); }} {main} return 0; }}"
        )
    };
    let phases = "*(int *)a = 1; pthread_barrier_wait(&b); if (row[0] + row[1]) ;";
    let rounds =
        "for (;;) { *(int *)a = 1; pthread_barrier_wait(&b); if (row[0] + row[1]) ; pthread_barrier_wait(&b); }";
    let cases = [
        (two("2", &format!("x = 1; {wait}"), &format!("{wait} x = 2;"), ""), true),
        (two("2", &format!("x = 1; {wait}"), &format!("x = 2; {wait}"), ""), false),
        (two("2", &format!("{wait} x = 1;"), &format!("{wait} x = 2;"), ""), false),
        (two("2", &format!("x = 1; {wait} {wait}"), &format!("{wait} {wait} x = 2;"), ""), true),
        (two("1", &format!("x = 1; {wait}"), &format!("{wait} x = 2;"), ""), false),
        (two("3", &format!("x = 1; {wait}"), &format!("{wait} x = 2;"), wait), true),
        (two("2", &format!("x = 1; {wait}"), &format!("{wait} x = 2;"), wait), false),
        (two("2", &format!("x = 1; {wait}"), &format!("if (a) {wait} x = 2;"), ""), false),
        (two("2", &format!("x = 1; {wait}"), &format!("{wait} x = 2;"), "x = 3;"), false),
        (two("2", &format!("x = 1; {wait}"), &format!("{wait} x = 2;"), "pthread_barrier_init(&b, 0, 1);"), false),
        (two("2", &format!("x = 1; {wait}"), &format!("{wait} x = 2;"), "*(char *)&b = 0;"), false),
        (two("x", &format!("x = 1; {wait}"), &format!("{wait} x = 2;"), ""), false),
        (row("4", "4", phases, ""), true),
        (row("4", "4", rounds, ""), true),
        (row("8", "8", rounds, ""), true),
        (row("4", "4", &rounds.replace("if (row[0] + row[1]) ; pthread", "pthread"), ""), true),
        (row("4", "4", &rounds.replace("; pthread_barrier_wait(&b); }", "; }"), ""), false),
        (row("4", "3", phases, ""), false),
        (row("4", "5", phases, wait), true),
        (row("4", "4", phases, wait), false),
        (row("4", "4", phases, "for (int i = 0; i < 4; i++) pthread_join(t[i], 0); row[1] = 3;"), true),
        // A thread that is created under an index that was there before is one more.
        (
            row("4", "4", phases, "").replace("&row[i]);", "&row[i]); if (i == 3) { pthread_join(t[3], 0); i = 2; }"),
            false,
        ),
    ];
    for (body, expected) in cases {
        let answer = verdict(&program(&body));
        assert_eq!(matches!(answer, Answer::True(_)), expected, "{body}\n{answer:?}");
    }
}

/// Some facts, and with them the pairs that they exclude, compared with executions.
fn compared(program: &Program, seeds: u64, lie: impl FnOnce(&Code<'_>, &mut Facts)) -> Result<FactTally, String> {
    let points_to = PointsTo::new(program);
    let code = Code::new(program, &points_to);
    let mut facts = locks::facts(&code, &Deadline::new());
    lie(&code, &mut facts);
    let pairs = Pairs::new(&code, &facts);
    let believed = Believed { code: &code, facts: &facts, pairs: &pairs };
    let machine = Machine::new(program, Config::default().machine());
    let mut tally = FactTally::default();
    for seed in 0..seeds {
        tally.add(check_facts(&machine, &believed, seed, 400).map_err(|what| format!("execution {seed}: {what}"))?);
    }
    Ok(tally)
}

fn corpus() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let (mut files, mut folders) = (Vec::new(), vec![root]);
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).expect("the corpus can be read").flatten().map(|entry| entry.path()) {
            match path.extension() {
                _ if path.is_dir() => folders.push(path),
                Some(end) if end == "c" => files.push(path),
                Some(_) | None => {}
            }
        }
    }
    files.sort();
    files
}

/// A share of the corpus; `RADDLE_LAWS=1` takes all of it.
#[test]
fn facts_hold_in_executions_of_the_corpus() {
    with_large_stack(|| {
        let share = std::env::var("RADDLE_LAWS").ok().and_then(|n| n.parse().ok()).unwrap_or(6);
        let (mut tally, mut wrong) = (FactTally::default(), Vec::new());
        for file in corpus().iter().step_by(share) {
            let Ok((program, _)) = load(std::slice::from_ref(file), &Options::default()) else { continue };
            match compared(&program, 6, |_, _| {}) {
                Ok(more) => tally.add(more),
                Err(what) => wrong.push(format!("{}: {what}", file.display())),
            }
        }
        println!("{tally:?}");
        assert!(wrong.is_empty(), "{} programs\n{}", wrong.len(), wrong.join("\n"));
        assert!(tally.held > 100 && tally.accesses > 1000 && tally.met > 10, "{tally:?}");
    });
}

/// Random programs: facts against executions, and verdicts against exhaustive search. `RADDLE_RANDOM=500` takes so many,
/// `RADDLE_RANDOM_FROM=7` begins with another seed.
#[test]
fn random_programs() {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (from, many): (u64, u64) = (number("RADDLE_RANDOM_FROM", 0), number("RADDLE_RANDOM", 60));
    with_large_stack(move || {
        let (mut tally, mut wrong, mut proved) = (FactTally::default(), Vec::new(), 0);
        for seed in from..from + many {
            let random = if seed % 2 == 0 { Concurrent::rich(seed) } else { Concurrent::generate(seed) };
            let (program, _) = load_text("random.c", &random.to_string(), &Options::default()).expect("a program");
            match compared(&program, 6, |_, _| {}) {
                Ok(more) => tally.add(more),
                Err(what) => wrong.push(format!("program {seed}: {what}\n{random}")),
            }
            if let Answer::True(_) = verdict(&program) {
                proved += 1;
                let explicit = registry::find("explicit").expect("it is registered");
                let limits = Limits::new(Some(Duration::from_secs(20)), None);
                let found = registry::check(explicit, &program, Property::NoDataRace, &Config::default(), &limits);
                if let Answer::False(_) = found.answer() {
                    wrong.push(format!("program {seed} has a race\n{random}"));
                }
            }
        }
        println!("{proved} proved, {tally:?}");
        assert!(wrong.is_empty(), "{} programs\n{}", wrong.len(), wrong.join("\n"));
        assert!(tally.held > many && tally.accesses > 100 * many, "{tally:?}");
    });
}

/// Programs in the manner of real ones, as [`random_programs`]: `RADDLE_RANDOM` and `RADDLE_RANDOM_FROM` as there.
#[test]
fn random_workers() {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (from, many): (u64, u64) = (number("RADDLE_RANDOM_FROM", 0), number("RADDLE_RANDOM", 60));
    with_large_stack(move || {
        let (mut tally, mut wrong, mut proved) = (FactTally::default(), Vec::new(), 0);
        for seed in from..from + many {
            let text = workers(seed);
            let (program, _) = load_text("workers.c", &text, &Options::default()).expect("a program");
            match compared(&program, 4, |_, _| {}) {
                Ok(more) => tally.add(more),
                Err(what) => wrong.push(format!("program {seed}: {what}\n{text}")),
            }
            if let Answer::True(_) = verdict(&program) {
                proved += 1;
                let explicit = registry::find("explicit").expect("it is registered");
                let limits = Limits::new(Some(Duration::from_secs(10)), None);
                let found = registry::check(explicit, &program, Property::NoDataRace, &Config::default(), &limits);
                if let Answer::False(_) = found.answer() {
                    wrong.push(format!("program {seed} has a race\n{text}"));
                }
            }
        }
        println!("{proved} of {many} proved, {tally:?}");
        assert!(wrong.is_empty(), "{} programs\n{}", wrong.len(), wrong.join("\n"));
        assert!(proved > many / 20, "{proved}");
    });
}

/// Two threads that take a lock and count.
const COUNT: &str = "void *f(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); y++; return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0);
  pthread_join(t, 0); pthread_join(u, 0); return 0; }";

/// Definitions that lie are caught by executions.
#[test]
fn lying_facts_are_noticed() {
    let program = program(COUNT);
    assert!(compared(&program, 20, |_, _| {}).is_ok());
    let global = |code: &Code<'_>, name: &str| {
        let found = code.program.globals.enumerated().find(|(_, g)| g.name == name);
        code.objects.id(Object::Global(found.expect("it is there").0))
    };
    let points = |facts: &mut Facts, change: &dyn Fn(&mut Point)| {
        facts.points.iter_mut().flatten().flatten().for_each(change);
    };
    let holds_all = compared(&program, 20, |code, facts| {
        let lock = Lock { object: global(code, "m"), offset: 0 };
        points(facts, &|point| {
            point.held.insert(lock, Mode::Exclusive);
        });
    });
    assert!(holds_all.is_err_and(|what| what.contains("does not hold")));
    let in_sections = compared(&program, 20, |_, facts| points(facts, &|point| point.sections = 1));
    assert!(in_sections.is_err_and(|what| what.contains("does not hold")));
    let nowhere = compared(&program, 20, |_, facts| {
        facts.points.iter_mut().flatten().for_each(|point| *point = None);
    });
    assert!(nowhere.is_err_and(|what| what.contains("no thread gets to")));
    let alone = compared(&program, 20, |_, facts| points(facts, &|point| point.made.clear()));
    assert!(alone.is_err_and(|what| what.contains("race")));
    let private = compared(&program, 20, |_, facts| facts.shared = BitSet::default());
    assert!(private.is_err_and(|what| what.contains("race")));
}

/// The verdict on the proof of a program that somebody has changed.
fn changed(body: &str, change: impl FnOnce(&Code<'_>, &mut ExcludedPairs)) -> Answer {
    let program = program(body);
    let config = Config::default();
    let analysis = registry::find("locks").expect("it is registered");
    let mut outcome =
        (analysis.engine().expect("an engine"))(&program, Property::NoDataRace, &config, &Limits::default());
    let Claim::True(Proof::Pairs(mut proof)) = outcome.claim else { panic!("no proof: {:?}", outcome.claim) };
    let points_to = PointsTo::new(&program);
    change(&Code::new(&program, &points_to), &mut proof);
    outcome.claim = Claim::True(Proof::Pairs(proof));
    let machine = config.machine();
    let max_cases = config.program.max_cases;
    let checking = Checking { machine: &machine, max_cases, proofs: true, confirmation: None, exceeded: &|| None };
    confirm(&program, outcome, &checking).answer().clone()
}

fn is_rejected(answer: &Answer) -> bool {
    matches!(answer, Answer::Unknown(reasons) if matches!(reasons[..], [Reason::ProofRejected(_)]))
}

/// A program that uses every reason: a lock, a section, a join, memory of one thread.
const RIGHT: &str = "void *f(void *a) { int l = 0, *p = &l; *p = 1; pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);
  __VERIFIER_atomic_begin(); y++; __VERIFIER_atomic_end(); return 0; }
int z;
void *g(void *a) { z = 1; return 0; }
int main(void) { pthread_t t, u, v; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, f, 0); pthread_create(&v, 0, g, 0);
  pthread_join(v, 0); z = 2; return 0; }";

/// A program that uses every reason that speaks of registers and events: a row of threads, locks beside data, new blocks, a semaphore, an initialiser, a barrier, a bound in memory, an array in a structure.
const KNOWING: &str = "struct node given[4], *made; int phase; struct { pthread_t ids[2]; int n; } pool;
void *w(void *a) { if (pool.n) ; return 0; }
void fill(void) { y = 1; }
void *f(void *a) { struct node *p = a; p->value = 1; sem_wait(&s); if (x) ; return 0; }
void *g(void *a) { for (struct node *p = list; p; p = p->next) { pthread_mutex_lock(&p->lock); p->value++; pthread_mutex_unlock(&p->lock); }
  pthread_once(&once, fill); if (y) ;
  struct node *q = malloc(sizeof *q); q->value = 2; pthread_mutex_lock(&m); if (made) made->value = 4; made = q; pthread_mutex_unlock(&m); return 0; }
void *h(void *a) { phase = 1; pthread_barrier_wait(&b); return 0; }
void *k(void *a) { pthread_barrier_wait(&b); phase = 2; return 0; }
int main(void) { pthread_t t[4], u, v; many = 3;
  for (int i = 0; i < 2; i++) { struct node *p = malloc(sizeof *p); pthread_mutex_init(&p->lock, 0); p->value = 0; p->next = list; list = p; }
  pthread_barrier_init(&b, 0, 2);
  for (int i = 0; i < many; i++) { given[i].value = 0; pthread_create(&t[i], 0, f, &given[i]); }
  pthread_create(&u, 0, g, 0); pthread_create(&v, 0, g, 0); pthread_create(&u, 0, h, 0); pthread_create(&v, 0, k, 0);
  x = 1; sem_post(&s);
  for (int i = 0; i < 2; i++) pthread_create(&pool.ids[i], 0, w, 0);
  for (int i = 0; i < many; i++) pthread_join(t[i], 0);
  given[0].value = 3;
  return 0; }";

/// What somebody does to facts.
type Change<'a> = &'a dyn Fn(&Code<'_>, &mut Facts);

#[test]
fn proofs_with_a_lie_are_rejected() {
    assert!(matches!(changed(RIGHT, |_, _| {}), Answer::True(_)));
    let reasons = |wanted: fn(&Exclusion) -> bool, instead: Option<Exclusion>| {
        let answer = changed(RIGHT, |_, proof| {
            let found: Vec<_> = proof.reasons.iter().filter(|(_, r)| wanted(r)).map(|(pair, _)| *pair).collect();
            assert!(!found.is_empty(), "the reason is used");
            for pair in found {
                match instead {
                    Some(other) => drop(proof.reasons.insert(pair, other)),
                    None => drop(proof.reasons.remove(&pair)),
                }
            }
        });
        assert!(is_rejected(&answer), "{instead:?}: {answer:?}");
    };
    let lock = |r: &Exclusion| matches!(r, Exclusion::Lock(_));
    let section = |r: &Exclusion| *r == Exclusion::Section;
    let apart = |r: &Exclusion| *r == Exclusion::NotParallel;
    reasons(lock, None);
    reasons(lock, Some(Exclusion::Section));
    reasons(lock, Some(Exclusion::NotParallel));
    reasons(section, None);
    reasons(section, Some(Exclusion::NotParallel));
    reasons(apart, None);
    reasons(apart, Some(Exclusion::Section));

    let facts = |change: &dyn Fn(&Code<'_>, &mut Facts)| changed(RIGHT, |code, proof| change(code, &mut proof.facts));
    let lies: [(&str, Change<'_>); 10] = [
        ("a lock more", &|code, facts| {
            let lock = Lock { object: code.objects.id(Object::Global(raddle_program::GlobalId(1))), offset: 0 };
            let last = facts.points.iter_mut().flatten().flatten().last().expect("a point");
            last.held.insert(lock, Mode::Exclusive);
        }),
        ("a section more", &|_, facts| facts.points.iter_mut().flatten().flatten().for_each(|p| p.sections += 1)),
        ("no threads", &|_, facts| facts.points.iter_mut().flatten().flatten().for_each(|p| p.made.clear())),
        ("nobody gets there", &|_, facts| {
            facts.points.iter_mut().for_each(|i| *i.last_mut().expect("a location") = None)
        }),
        ("no values", &|_, facts| facts.values.registers.iter_mut().flatten().for_each(|v| *v = Default::default())),
        ("no cells", &|_, facts| facts.values.cells.iter_mut().for_each(std::collections::BTreeMap::clear)),
        ("nothing is shared", &|_, facts| facts.shared = BitSet::default()),
        ("no effects", &|_, facts| facts.effects.iter_mut().for_each(|e| *e = Default::default())),
        ("nobody knows anything there", &|_, facts| {
            let last = facts.known.iter_mut().flatten().filter(|known| known.is_some()).last();
            *last.expect("a location") = None;
        }),
        ("a point less", &|_, facts| drop(facts.points.iter_mut().next().expect("an instance").pop())),
    ];
    for (what, lie) in lies {
        let answer = facts(lie);
        assert!(is_rejected(&answer), "{what}: {answer:?}");
    }
    let known = |change: &dyn Fn(&mut Known)| {
        changed(KNOWING, |_, proof| proof.facts.known.iter_mut().flatten().flatten().for_each(change))
    };
    assert!(matches!(known(&|_| {}), Answer::True(_)));
    let root = InstanceId(0);
    #[allow(clippy::type_complexity)]
    let lies: [(&str, &dyn Fn(&mut Known)); 15] = [
        ("a lock beside", &|k| {
            let _ = k.locks.insert(Sum::term(Term::Register(root, LocalId(0))), Mode::Exclusive);
        }),
        ("equal registers", &|k| drop(k.equal.insert(LocalId(2), Sum::term(Term::Register(root, LocalId(0)))))),
        ("a fresh block", &|k| {
            let _ = k.fresh.insert((root, LocalId(0)));
        }),
        ("nobody runs", &|k| k.ranges.clear()),
        ("nobody below", &|k| k.ranges.values_mut().for_each(|range| range.at_least(Bound::Zero, 5))),
        ("a small register", &|k| k.differences.below((Some(LocalId(1)), Bound::Zero), (None, Bound::Zero), 0)),
        ("an event is seen", &|k| {
            let _ = k.events.seen.insert(Lock { object: ObjectId(0), offset: 0 });
        }),
        ("no event is caused", &|k| k.events.caused.clear()),
        ("an initialiser runs", &|k| {
            let _ = k.events.inside.insert(Lock { object: ObjectId(0), offset: 0 });
        }),
        ("an initialiser is over", &|k| k.events.seen.extend(k.events.inside.clone())),
        ("nobody was created", &|k| k.created.clear()),
        ("nobody has waited", &|k| k.waits.clear()),
        ("somebody has waited more often", &|k| {
            k.waits.values_mut().for_each(|waits| *waits = waits.plus(Offsets::exactly(2)));
        }),
        ("a barrier is for more", &|k| {
            k.parties.values_mut().flat_map(|parties| parties.lower.values_mut()).for_each(|number| *number += 1);
        }),
        ("a number in memory is small", &|k| {
            let place = |bound: &Bound| matches!(bound, Bound::Standing(..));
            for range in k.differences.0.values_mut() {
                let places: Vec<Bound> = range.lower.keys().copied().filter(place).collect();
                places.into_iter().for_each(|place| range.at_least(place, 1));
            }
        }),
    ];
    for (what, lie) in lies {
        let answer = known(lie);
        assert!(is_rejected(&answer), "{what}: {answer:?}");
    }
    let new = |r: &Exclusion| {
        use Exclusion::{Beside, Fresh, HandOver, Once, OtherBytes, OtherElement, OwnArgument, Phase};
        matches!(r, Beside(..) | Fresh | HandOver(_) | Once(_) | OtherBytes | OtherElement | OwnArgument | Phase(_))
    };
    let kinds = std::cell::RefCell::new(BTreeSet::new());
    let wrong = Lock { object: ObjectId(0), offset: 0 };
    for instead in [
        Exclusion::Fresh,
        Exclusion::OwnArgument,
        Exclusion::OtherElement,
        Exclusion::OtherBytes,
        Exclusion::Beside(8, 0),
        Exclusion::Once(wrong),
        Exclusion::HandOver(wrong),
        Exclusion::Phase(wrong),
    ] {
        let answer = changed(KNOWING, |_, proof| {
            for (_, reason) in proof.reasons.iter_mut().filter(|(_, r)| new(r)) {
                kinds.borrow_mut().insert(format!("{reason:?}").split('(').next().unwrap_or_default().to_string());
                *reason = instead;
            }
        });
        assert!(is_rejected(&answer), "{instead:?}: {answer:?}");
    }
    // A true initialiser and a true barrier exclude only what they do.
    for of in [|r: &Exclusion| matches!(r, Exclusion::Once(_)), |r: &Exclusion| matches!(r, Exclusion::Phase(_))] {
        let answer = changed(KNOWING, |_, proof| {
            let reason = proof.reasons.values().copied().find(of).expect("the reason is used");
            proof.reasons.values_mut().filter(|r| new(r) && !of(r)).for_each(|other| *other = reason);
        });
        assert!(is_rejected(&answer), "{answer:?}");
    }
    let all = ["Beside", "Fresh", "HandOver", "Once", "OtherBytes", "OtherElement", "OwnArgument", "Phase"];
    assert_eq!(kinds.into_inner().into_iter().collect::<Vec<_>>(), all, "each reason is used");
    let below = changed(
        "void *g(void *a) { return 0; } void *f(void *a) { pthread_t t; pthread_create(&t, 0, g, 0); return 0; }
         int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }",
        |_, proof| proof.facts.below.iter_mut().for_each(BTreeSet::clear),
    );
    assert!(is_rejected(&below), "{below:?}");
    let left = changed(
        "void *g(void *a) { return 0; } void *f(void *a) { pthread_t t; pthread_create(&t, 0, g, 0); return 0; }
         int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }",
        |_, proof| proof.facts.left[KindId::from_index(1)].clear(),
    );
    assert!(is_rejected(&left), "{left:?}");
}

#[test]
fn other_properties_are_refused() {
    let analysis = registry::find("locks").expect("it is registered");
    for property in Property::ALL {
        assert_eq!((analysis.checks)(property), property == Property::NoDataRace, "{property}");
    }
}
