//! Proofs of views are held against executions: whatever a thread sees in a state of an execution must be inside a view of the proof.
//!
//! The checker of proofs and the engine share the definition of views; an execution of the machine with the views of its threads beside it
//! ([`raddle_semantics::laws::follow`]) shares nothing with the exploration. A proof from which views were taken is noticed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use raddle_engines::{Config, Limits, registry};
use raddle_evidence::{Claim, ClosedViews, Proof, Property, ViewsOfProof};
use raddle_frontend::{Options, load, load_text, with_large_stack};
use raddle_machine::Machine;
use raddle_program::Program;
use raddle_randprog::Concurrent;
use raddle_semantics::dependence::Dependence;
use raddle_semantics::laws::follow;
use raddle_semantics::view::Views;

const SETTINGS: &[&[(&str, &str)]] = &[
    &[],
    &[("thread_modular.refiner", "effect")],
    &[("thread_modular.refiner", "simple"), ("thread_modular.environment", "havoc")],
    &[("thread_modular.domain", "values")],
    &[("thread_modular.domain", "both"), ("thread_modular.refiner", "default")],
    &[("thread_modular.knowledge", "plain")],
    &[("thread_modular.knowledge", "classes")],
    &[("thread_modular.knowledge", "classes"), ("thread_modular.refinement", "non-monotonic")],
];

/// Executions of each program.
const EXECUTIONS: u64 = 10;

/// Steps of each execution.
const STEPS: usize = 60;

/// The proof of a program with some settings, if there is one in a short time.
fn proof(program: &Program, settings: &[(&str, &str)]) -> Option<(Config, ClosedViews)> {
    let analysis = registry::find("thread-modular").expect("it is registered");
    let mut config = Config::default();
    config.set("thread_modular.search_states", "0").expect("it exists");
    settings.iter().for_each(|(key, value)| config.set(key, value).expect("it exists"));
    let limits = Limits::new(Some(Duration::from_millis(1_000)), None);
    match (analysis.engine().expect("an engine"))(program, Property::UnreachCall, &config, &limits).claim {
        Claim::True(Proof::Views(proof)) => Some((config, proof)),
        _ => None,
    }
}

/// How many views of executions are inside of a proof, or the first that is not.
fn views_inside(program: &Program, config: &Config, proof: ClosedViews) -> Result<u64, String> {
    let machine = Machine::new(program, config.machine());
    let dependence = Dependence::new(&machine, Property::UnreachCall);
    let mut views = Views::new(&dependence, false);
    views.know(proof.knowledge.clone());
    views.count_at(proof.counted.iter().cloned());
    let mut of_proof = ViewsOfProof::new(proof, &|| false);
    let mut inside = 0;
    for seed in 0..EXECUTIONS {
        let mut compared = |view: &_| {
            inside += 1;
            of_proof.contain(view).then_some(()).ok_or_else(|| "a view that is not in the proof".to_string())
        };
        follow(&views, seed, STEPS, &mut compared).map_err(|broken| format!("execution {seed}: {broken}"))?;
    }
    Ok(inside)
}

fn corpus() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/thread-modular");
    let entries = std::fs::read_dir(folder).expect("the corpus can be read").flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|e| e == "c")).collect();
    files.sort();
    files
}

/// All programs of the corpus that are about it, each with one of the settings; `RADDLE_EXECUTIONS=all` takes each with all of them. Random programs as
/// well, `RADDLE_RANDOM` of them.
#[test]
fn executions_are_inside_of_proofs() {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let all = std::env::var("RADDLE_EXECUTIONS").is_ok_and(|v| v == "all");
    let (from, many): (u64, u64) = (number("RADDLE_RANDOM_FROM", 0), number("RADDLE_RANDOM", 20));
    with_large_stack(move || {
        let mut programs = Vec::new();
        for file in corpus() {
            let loaded = load(std::slice::from_ref(&file), &Options::default());
            programs.extend(loaded.ok().map(|(program, _)| (file.display().to_string(), program)));
        }
        for seed in from..from + many {
            let text = Concurrent::generate(seed).to_string();
            let loaded = load_text("random.c", &text, &Options::default());
            programs.extend(loaded.ok().map(|(program, _)| (format!("random program {seed}"), program)));
        }
        let (mut proofs, mut inside) = (0, 0);
        let mut wrong = Vec::new();
        for (number, (name, program)) in programs.iter().enumerate() {
            let settings = SETTINGS.iter().enumerate().filter(|(at, _)| all || number % SETTINGS.len() == *at);
            for (_, settings) in settings {
                let Some((config, proof)) = proof(program, settings) else { continue };
                proofs += 1;
                match views_inside(program, &config, proof) {
                    Ok(views) => inside += views,
                    Err(what) => wrong.push(format!("{name} {settings:?}: {what}")),
                }
            }
        }
        println!("{proofs} proofs, {inside} views of executions are inside");
        assert!(wrong.is_empty(), "{} proofs leave something out\n{}", wrong.len(), wrong.join("\n"));
        assert!(proofs > 15 && inside > 100 * proofs, "{proofs} proofs, {inside} views: the test says little");
    });
}

/// A thread that counts to two under a lock, beside `main`.
const PROGRAM: &str = "
typedef unsigned long pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern void reach_error(void);
pthread_mutex_t m;
int x;
void *sets(void *a) { pthread_mutex_lock(&m); x = 1; x = 2; pthread_mutex_unlock(&m); return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sets, 0);
  pthread_mutex_lock(&m);
  int seen = x;
  if (x != seen) reach_error();
  pthread_mutex_unlock(&m);
  return 0;
}";

#[test]
fn a_proof_that_leaves_something_out_is_noticed() {
    let (program, _) = load_text("program.c", PROGRAM, &Options::default()).expect("it is right");
    let views = proof(&program, &[]).expect("it has a proof").1.views.len();
    for left_out in 0..views {
        let (config, mut proof) = proof(&program, &[]).expect("it has a proof");
        proof.views.remove(left_out);
        let noticed = views_inside(&program, &config, proof).is_err();
        assert!(noticed, "view {left_out} of {views} can be left out");
    }
}
