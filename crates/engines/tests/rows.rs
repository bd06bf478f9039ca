//! Loops that create any number of threads and loops that join them, by the analyses of single threads.
//!
//! What they cost does not depend on how many threads there are; and where the loops do not match, nothing is concluded from them.

use raddle_engines::{Config, Limits, registry};
use raddle_evidence::{Answer, Claim, Property};
use raddle_frontend::{Options, load_text};

const BEGIN: &str = "
typedef unsigned long pthread_t;
typedef struct { int held; } pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_detach(pthread_t);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
";

/// What is done besides is done by each worker, who leaves `busy` as it was.
fn program(globals: &str, main: &str) -> String {
    format!(
        "{BEGIN}{globals}
int busy;
void *work(void *p) {{ busy = 1; busy = 0; return 0; }}
int main(void) {{ int i, j; {main} if (busy) reach_error(); return 0; }}"
    )
}

fn claim(text: &str) -> (Claim, u64) {
    let (program, _) = load_text("rows.c", text, &Options::default()).expect("the program is right");
    let engine = registry::find("thread-modular").and_then(|analysis| analysis.engine()).expect("it is registered");
    let mut config = Config::default();
    config.set("thread_modular.search_states", "0").expect("it exists");
    let limits = Limits::new(Some(std::time::Duration::from_secs(5)), None);
    let outcome = engine(&program, Property::UnreachCall, &config, &limits);
    (outcome.claim, outcome.stats.states)
}

/// A loop that creates and one that joins.
fn loops(number: &str) -> String {
    format!(
        "for (i = 0; i < {number}; i++) pthread_create(&t[i], 0, work, 0);
         for (j = 0; j < {number}; j++) pthread_join(t[j], 0);"
    )
}

/// Workers that only ever set a flag: a proof for any number of them.
fn setting(number: u32, argument: &str) -> String {
    format!(
        "{BEGIN}
pthread_t t[{number}]; int args[{number}]; int done;
void *work(void *p) {{ done = 1; return 0; }}
int main(void) {{
  for (int i = 0; i < {number}; i++) pthread_create(&t[i], 0, work, {argument});
  for (int i = 0; i < {number}; i++) pthread_join(t[i], 0);
  if (done != 0 && done != 1) reach_error();
  return 0;
}}"
    )
}

#[test]
fn the_number_of_threads_costs_nothing() {
    for argument in ["0", "(void *)(long)i", "&args[i]"] {
        let of = |number| {
            let (claim, states) = claim(&setting(number, argument));
            assert!(matches!(claim, Claim::True(_)), "{argument}, {number}: {claim:?}");
            states
        };
        assert_eq!(of(100), of(10_000), "{argument}");
    }
}

#[test]
fn the_checker_believes_what_is_joined() {
    let (program, _) =
        load_text("rows.c", &setting(5_000, "(void *)(long)i"), &Options::default()).expect("it is right");
    for name in ["thread-modular", "tar"] {
        let analysis = registry::find(name).expect("it is registered");
        let verdict =
            registry::check(analysis, &program, Property::UnreachCall, &Config::default(), &Limits::default());
        assert!(matches!(verdict.answer(), Answer::True(_)), "{name}: {:?}", verdict.answer());
    }
}

#[test]
fn loops_that_do_not_match_prove_nothing() {
    let t = "pthread_t t[100];";
    let cases = [
        ("the last is left out", t, loops("100").replacen("j < 100", "j < 99", 1)),
        ("the first is left out", t, loops("100").replacen("j = 0", "j = 1", 1)),
        ("every other is left out", t, loops("100").replacen("j++", "j += 2", 1)),
        ("one more is created", t, format!("pthread_t u; pthread_create(&u, 0, work, 0); {}", loops("100"))),
        (
            "one more is created behind the loops",
            t,
            format!("{} pthread_t u; pthread_create(&u, 0, work, 0);", loops("100")),
        ),
        ("another cell is read", t, loops("100").replacen("t[j]", "t[99 - j]", 1).replacen("j < 100", "j < 50", 1)),
        (
            "the joining loop may end early",
            t,
            loops("100").replacen("pthread_join", "if (__VERIFIER_nondet_int()) break; pthread_join", 1),
        ),
        (
            "a join is passed over",
            t,
            loops("100").replacen("pthread_join", "if (__VERIFIER_nondet_int()) pthread_join", 1),
        ),
        (
            "the counter is set in the loop",
            t,
            loops("100").replacen("pthread_join(t[j], 0)", "{ pthread_join(t[j], 0); j = j + 1; }", 1),
        ),
        ("the end is moved", t, format!("int n = 100; {}", loops("n").replacen("for (j", "n = 50; for (j", 1))),
        (
            "the loops come twice",
            t,
            format!("for (int k = 0; k < 2; k++) {{ {} }} pthread_t u; pthread_create(&u, 0, work, 0);", loops("100")),
        ),
        ("a cell is written again", t, loops("100").replacen("for (j", "t[3] = t[4]; for (j", 1)),
        ("some are detached", t, loops("100").replacen("for (j", "pthread_detach(t[5]); for (j", 1)),
    ];
    for (what, globals, main) in cases {
        let (claim, _) = claim(&program(globals, &main));
        assert!(!matches!(claim, Claim::True(_)), "{what}");
    }
}
