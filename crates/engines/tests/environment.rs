//! The environment of thread-modular analysis, refined non-monotonically (decision 34): against its monotonic twin, on programs of the corpus.

use std::path::Path;
use std::time::Duration;

use raddle_engines::config::Refinement;
use raddle_engines::{Config, Limits, registry};
use raddle_evidence::{Answer, Property};
use raddle_frontend::{Options, load, with_large_stack};
use raddle_program::Program;

fn corpus(name: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/thread-modular").join(format!("{name}.c"));
    let loaded = with_large_stack(move || load(&[path], &Options::default()).map(|(program, _)| program));
    loaded.unwrap_or_else(|_| panic!("{name} is right"))
}

/// The answer, and with TRUE how many predicates are tracked. Executions are not searched for.
fn check(program: &Program, refinement: Refinement, seconds: u64) -> (Answer, Option<usize>) {
    let mut config = Config::default();
    config.thread_modular.refinement = refinement;
    config.thread_modular.search_states = 0;
    config.thread_modular.explain = true;
    let analysis = registry::find("thread-modular").expect("it is registered");
    let limits = Limits::new(Some(Duration::from_secs(seconds)), None);
    let verdict = registry::check(analysis, program, Property::UnreachCall, &config, &limits);
    let counted = verdict.explanation().iter().find_map(|line| {
        let (predicates, _) = line.split_once(" predicates, ")?;
        predicates.parse().ok()
    });
    (verdict.answer().clone(), counted)
}

/// What is tracked is the fewest for all counterexamples so far; for these programs that is fewer than what one counterexample after the other adds.
#[test]
fn fewer_predicates_refute_the_same_effects() {
    let mut together = (0, 0);
    for name in [
        "06-two-phases",
        "11-handover",
        "14-several-origins",
        "16-three-turns",
        "30-many-test-and-set",
        "74-nested-joins",
    ] {
        let program = corpus(name);
        let (answer, anew) = check(&program, Refinement::NonMonotonic, 60);
        assert!(matches!(answer, Answer::True(_)), "{name}: {answer:?}");
        let (answer, added) = check(&program, Refinement::Monotonic, 60);
        assert!(matches!(answer, Answer::True(_)), "{name}: {answer:?}");
        let (anew, added) = (anew.expect("it is a proof"), added.expect("it is a proof"));
        assert!(anew <= added, "{name}: {anew} predicates instead of {added}");
        together = (together.0 + anew, together.1 + added);
    }
    assert!(together.0 < together.1, "{together:?}");
}

/// Nothing is proved of a program with an error, whichever predicates are left out again.
#[test]
fn errors_stay_possible() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/thread-modular");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("the corpus is there")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter_map(|name| name.strip_suffix("-bug.c").map(|stem| format!("{stem}-bug")))
        .collect();
    names.sort_unstable();
    assert!(names.len() > 10, "{names:?}");
    for name in names.iter().step_by(4) {
        let (answer, _) = check(&corpus(name), Refinement::NonMonotonic, 1);
        assert!(!matches!(answer, Answer::True(_)), "{name}");
    }
}
