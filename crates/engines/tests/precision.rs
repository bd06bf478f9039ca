//! Values that are too many are left to the predicates; few stay what they are.

use std::time::Duration;

use raddle_engines::{Config, Limits, registry};
use raddle_evidence::{Answer, Property, Verdict};
use raddle_frontend::{Options, load_text};

/// Two counters go up together, as long as the environment likes.
const TWINS: &str = "
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned sent = 0, logged = 0;
  while (__VERIFIER_nondet_int()) { sent++; logged++; }
  if (sent != logged) reach_error();
  return 0;
}";

/// A loop of which each round matters.
const SQUARES: &str = "
extern void reach_error(void);
int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 20; i++) sum = sum * 3 + i * i;
  if (sum % 7 == 9) reach_error();
  return 0;
}";

fn check(text: &str, most: &str) -> (Verdict, u64) {
    let (program, _) = load_text("precision.c", text, &Options::default()).expect("the program is right");
    let mut config = Config::default();
    config.set("predicate.max_values", most).expect("it exists");
    let analysis = registry::find("predicate+value").expect("it is registered");
    let limits = Limits::new(Some(Duration::from_secs(30)), None);
    let verdict = registry::check(analysis, &program, Property::UnreachCall, &config, &limits);
    let states = verdict.stats().states;
    (verdict, states)
}

#[test]
fn a_counter_is_left_to_the_predicates() {
    for most in ["8", "64"] {
        let (verdict, states) = check(TWINS, most);
        assert!(matches!(verdict.answer(), Answer::True(_)), "{most}: {:?}", verdict.answer());
        assert!(states < 100, "{most}: {states} states");
    }
}

#[test]
fn few_values_stay() {
    let (verdict, states) = check(SQUARES, "64");
    assert!(matches!(verdict.answer(), Answer::True(_)), "{:?}", verdict.answer());
    let (_, all) = check(SQUARES, "0");
    assert_eq!(states, all, "nothing was left");
}
