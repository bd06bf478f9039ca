//! Generated concurrent programs get the same verdict from every analysis, with each reduction on and off, in every order.
//!
//! A few seeds run by default; `RADDLE_RANDOM=500` runs so many, `RADDLE_RANDOM_FROM=7` begins with another seed. A
//! program on which two configurations disagree is shrunk before it is shown.

use std::time::Duration;

use raddle_engines::{Config, Limits, registry};
use raddle_evidence::{Answer, Property, Reason};
use raddle_frontend::{Options, load_text, with_large_stack};
use raddle_randprog::{Concurrent, minimise};

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

type Configuration = (&'static str, &'static [(&'static str, &'static str)]);

const CONFIGURATIONS: &[Configuration] = &[
    ("explicit", &[]),
    ("explicit", &[("scheduler.reduction", "none")]),
    ("explicit", &[("explicit.order", "dfs")]),
    ("explicit", &[("scheduler.dead", "false")]),
    ("bdd", &[]),
    ("bdd", &[("scheduler.reduction", "none"), ("reach.order", "dfs")]),
    ("bdd", &[("scheduler.dead", "false")]),
    ("predicate", &[]),
    ("predicate", &[("predicate.block", "statement"), ("predicates.scope", "location"), ("scheduler.dead", "false")]),
    ("predicate", &[("predicates.combination", "cartesian"), ("scheduler.reduction", "none")]),
    ("predicate+value", &[("predicate.block", "loop+function"), ("predicates.scope", "function")]),
    ("bmc", &[]),
    ("bmc+simplify", &[("reach.order", "dfs")]),
    ("bmc+value", &[("scheduler.reduction", "none")]),
    ("thread-modular", &[]),
    ("thread-modular", &[("thread_modular.refiner", "effect"), ("thread_modular.search_states", "0")]),
    ("thread-modular", &[("thread_modular.environment", "havoc"), ("predicates.scope", "location")]),
    ("thread-modular", &[("thread_modular.domain", "values"), ("thread_modular.search_states", "0")]),
    ("value", &[("scheduler.dead", "false"), ("scheduler.symmetry", "false")]),
    ("value", &[("scheduler.dead", "false"), ("scheduler.reduction", "none"), ("value.refinement", "false")]),
    ("value", &[("scheduler.sleep", "true"), ("scheduler.symmetry", "false")]),
    ("value", &[("scheduler.sleep", "true"), ("scheduler.symmetry", "true")]),
    ("value", &[("scheduler.sleep", "false"), ("scheduler.symmetry", "false"), ("scheduler.reduction", "none")]),
    ("value", &[("scheduler.symmetry", "true"), ("value.refinement", "false"), ("reach.order", "dfs")]),
    ("value", &[("scheduler.symmetry", "false"), ("value.refinement", "false"), ("reach.order", "dfs")]),
];

/// The verdicts of all configurations; `None` where a limit was reached.
fn verdicts(program: &Concurrent, property: Property) -> Vec<Option<bool>> {
    let text = program.to_string();
    let (loaded, _) = load_text("random.c", &text, &Options::default())
        .unwrap_or_else(|error| panic!("{:?}\n{text}", error.diagnostics));
    let verdict = |(analysis, settings): &Configuration| {
        let analysis = registry::find(analysis).expect("the analysis is registered");
        let mut config = Config::default();
        config.set("explicit.max_states", "20000").unwrap();
        for (key, value) in *settings {
            config.set(key, value).unwrap();
        }
        let seconds = if may_give_up(analysis.name) { 5 } else { 20 };
        let limits = Limits::new(Some(Duration::from_secs(seconds)), None);
        match registry::check(analysis, &loaded, property, &config, &limits).answer() {
            Answer::True(_) => Some(true),
            Answer::False(_) => Some(false),
            Answer::Unknown(reasons) => {
                let ours =
                    |r: &Reason| matches!(r, Reason::ReplayFailed(_) | Reason::ProofRejected(_) | Reason::Internal(_));
                assert!(!reasons.iter().any(ours), "{} {settings:?}, {property:?}: {reasons:?}\n{text}", analysis.name);
                None
            }
        }
    };
    CONFIGURATIONS.iter().map(verdict).collect()
}

/// Whether an analysis may have no answer although a program is small.
fn may_give_up(analysis: &str) -> bool {
    analysis == "thread-modular"
}

fn disagree(program: &Concurrent, property: Property) -> bool {
    let verdicts = verdicts(program, property);
    verdicts.contains(&Some(true)) && verdicts.contains(&Some(false))
}

#[test]
fn configurations_agree() {
    with_large_stack(|| {
        let from = number("RADDLE_RANDOM_FROM", 0);
        let (mut known, mut unknown) = (0, 0);
        let mut wrong = Vec::new();
        for seed in from..from + number("RADDLE_RANDOM", 25) {
            let mut program = Concurrent::generate(seed);
            if seed % 2 == 1 {
                // Threads that do the same, so that there is some symmetry.
                let first = program.threads[0].clone();
                program.threads.iter_mut().take(2).for_each(|t| t.clone_from(&first));
            }
            for property in Property::ALL {
                let verdicts = verdicts(&program, property);
                if verdicts.contains(&Some(true)) && verdicts.contains(&Some(false)) {
                    let small = minimise(program.clone(), |p| disagree(p, property));
                    wrong.push(format!("seed {seed}, {property:?}: {verdicts:?}\n{small}"));
                } else if CONFIGURATIONS.iter().zip(&verdicts).any(|((name, _), v)| v.is_none() && !may_give_up(name)) {
                    unknown += 1;
                } else {
                    known += 1;
                }
            }
        }
        println!("{known} agree, {unknown} reached a limit");
        assert!(wrong.is_empty(), "{} verdicts differ\n{}", wrong.len(), wrong.join("\n"));
        // Most programs must be small enough for a verdict, or the test says nothing.
        assert!(known > 4 * unknown, "{known} agree, {unknown} reached a limit");
    });
}
