//! What thread-modular analysis says besides its answer: a proof thread by thread, or what no thread can exclude.

use raddle_engines::{Config, Limits, registry};
use raddle_evidence::{Answer, Property, Verdict};
use raddle_frontend::{Options, load_text};

/// Each thread changes `a` only when the other does not look at it.
const EXAMPLE: &str = "
typedef unsigned long pthread_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern void reach_error(void);
volatile int d, a;
void *first(void *p) { if (d == 0) a = 1; return 0; }
int main(void) {
  pthread_t t;
  d = 1;
  pthread_create(&t, 0, first, 0);
  a = 2;
  if (a != 2) reach_error();
  return 0;
}";

fn check(settings: &[(&str, &str)]) -> Verdict {
    let (program, _) = load_text("example.c", EXAMPLE, &Options::default()).expect("the program is right");
    let mut config = Config::default();
    for (key, value) in settings {
        config.set(&format!("thread_modular.{key}"), value).expect("a setting that exists");
    }
    let analysis = registry::find("thread-modular").expect("it is registered");
    registry::check(analysis, &program, Property::UnreachCall, &config, &Limits::default())
}

#[test]
fn a_proof_says_what_threads_know_and_assume() {
    let verdict = check(&[("explain", "true")]);
    assert!(matches!(verdict.answer(), Answer::True(_)), "{:?}", verdict.answer());
    let text = verdict.explanation().join("\n");
    assert!(text.contains("Thread by thread:") && text.contains("  first\n    knows:\n      d != 0"), "{text}");
}

#[test]
fn nothing_is_explained_unasked() {
    assert_eq!(check(&[]).explanation(), &[] as &[String]);
}

#[test]
fn without_a_proof_the_path_is_shown_that_no_thread_excludes() {
    let verdict = check(&[("refiner", "default"), ("knowledge", "numbers"), ("search_states", "100")]);
    assert!(matches!(verdict.answer(), Answer::Unknown(_)), "{:?}", verdict.answer());
    let text = verdict.explanation().join("\n");
    assert!(text.starts_with("\nWhat no thread can know to be impossible, step by step:\n  main"), "{text}");
    let lines: Vec<&String> = verdict.explanation().iter().filter(|line| line.contains("meanwhile")).collect();
    assert!(lines.iter().any(|line| line.contains("first") && line.ends_with("a = 1")), "{text}");
}
