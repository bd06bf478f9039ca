//! Generated concurrent programs get the same verdict from every analysis, with each reduction on and off, in every order.
//!
//! A few seeds run by default; `RADDLE_RANDOM=500` runs so many, `RADDLE_RANDOM_FROM=7` begins with another seed. A
//! program on which two configurations disagree is shrunk before it is shown.
//!
//! Almost every run ends within a second. Those that do not (bounded model checking depth first, predicates location by location, on
//! one program in twenty) reach the limit, and three of them were most of the time of the test; so a run has little time by default, and more
//! where `RADDLE_RANDOM` is set, or as many seconds as `RADDLE_RANDOM_SECONDS` says.

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
    ("auto", &[]),
    ("explicit", &[("scheduler.reduction", "none")]),
    ("explicit", &[("explicit.order", "dfs")]),
    ("explicit", &[("scheduler.dead", "false")]),
    ("explicit", &[("scheduler.facts", "always")]),
    ("bdd", &[]),
    ("bdd", &[("scheduler.facts", "always")]),
    ("bdd", &[("scheduler.reduction", "none"), ("reach.order", "dfs")]),
    ("bdd", &[("scheduler.dead", "false")]),
    ("predicate", &[]),
    ("predicate", &[("scheduler.facts", "always")]),
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
    ("thread-modular", &[("thread_modular.refinement", "non-monotonic")]),
    ("thread-modular", &[("thread_modular.knowledge", "classes"), ("thread_modular.search_states", "0")]),
    ("thread-modular", &[("thread_modular.knowledge", "plain"), ("thread_modular.search_states", "0")]),
    ("cartesian", &[]),
    ("cartesian", &[("cartesian.exceptions", "locks"), ("thread_modular.search_states", "0")]),
    ("value", &[("scheduler.dead", "false"), ("scheduler.symmetry", "false")]),
    ("value", &[("scheduler.dead", "false"), ("scheduler.reduction", "none"), ("value.refinement", "false")]),
    ("value", &[("scheduler.sleep", "true"), ("scheduler.symmetry", "false")]),
    ("value", &[("scheduler.sleep", "true"), ("scheduler.symmetry", "true")]),
    ("value", &[("scheduler.sleep", "true"), ("scheduler.facts", "always")]),
    ("value", &[("scheduler.sleep", "false"), ("scheduler.symmetry", "false"), ("scheduler.reduction", "none")]),
    ("value", &[("scheduler.symmetry", "true"), ("value.refinement", "false"), ("reach.order", "dfs")]),
    ("value", &[("scheduler.symmetry", "false"), ("value.refinement", "false"), ("reach.order", "dfs")]),
];

/// Exhaustive search without any reduction, and with each of them.
const REDUCTIONS: &[Configuration] = &[
    ("explicit", &[("scheduler.reduction", "none"), ("scheduler.dead", "false")]),
    ("explicit", &[("scheduler.reduction", "persistent"), ("scheduler.dead", "false")]),
    ("explicit", &[("scheduler.reduction", "none"), ("scheduler.dead", "true")]),
    ("explicit", &[]),
    ("explicit", &[("scheduler.facts", "always")]),
    ("value", &[("value.refinement", "false"), ("scheduler.sleep", "true"), ("scheduler.symmetry", "false")]),
    ("value", &[("value.refinement", "false"), ("scheduler.sleep", "false"), ("scheduler.symmetry", "true")]),
];

/// Exhaustive search, and analyses of single threads that look for races in pairs of views.
const PAIRS: &[Configuration] = &[
    ("explicit", &[]),
    ("thread-modular", &[]),
    ("thread-modular", &[("thread_modular.search_states", "0")]),
    ("thread-modular", &[("thread_modular.refiner", "default"), ("thread_modular.search_states", "0")]),
    ("thread-modular", &[("thread_modular.refiner", "simple"), ("thread_modular.environment", "havoc")]),
    ("thread-modular", &[("thread_modular.domain", "values"), ("thread_modular.search_states", "0")]),
    ("thread-modular", &[("thread_modular.knowledge", "classes"), ("thread_modular.search_states", "0")]),
    ("tar", &[("thread_modular.search_states", "0")]),
    ("tar", &[("tar.havoc", "true")]),
    ("tar", &[("tar.algorithm", "b")]),
];

/// Exhaustive search without reduction, and everything that excludes races without it.
const RACES: &[Configuration] = &[
    ("explicit", &[("scheduler.reduction", "none")]),
    ("auto", &[]),
    ("locks", &[]),
    ("tar", &[("thread_modular.search_states", "0")]),
    ("thread-modular", &[("thread_modular.search_states", "0")]),
];

/// Exhaustive search, control abstraction with both refinements of control and of data, and Cartesian abstraction of what predicates say, which has its steps.
const CLASSES: &[Configuration] = &[
    ("explicit", &[]),
    ("control", &[]),
    ("control", &[("control.refinement", "monotonic")]),
    ("control", &[("control.counterexamples", "shortest"), ("control.prefer", "data")]),
    ("control", &[("control.data", "non-monotonic")]),
    ("control", &[("control.prefer", "control")]),
    ("cartesian", &[("cartesian.values", "predicates"), ("thread_modular.search_states", "0")]),
];

/// The verdicts of some configurations; `None` where a limit was reached. What is an error of ours is added to `ours`.
fn verdicts(
    program: &Concurrent,
    property: Property,
    configurations: &[Configuration],
    ours: &mut Vec<String>,
) -> Vec<Option<bool>> {
    let text = program.to_string();
    let (loaded, _) =
        load_text("random.c", &text, &Options { lifetimes: property.needs_lifetimes(), ..Options::default() })
            .unwrap_or_else(|error| panic!("{:?}\n{text}", error.diagnostics));
    let verdict = |(analysis, settings): &Configuration| {
        let analysis = registry::find(analysis).expect("the analysis is registered");
        let mut config = Config::default();
        config.set("explicit.max_states", "20000").unwrap();
        for (key, value) in *settings {
            config.set(key, value).unwrap();
        }
        let seconds = match (may_give_up(analysis.name), std::env::var_os("RADDLE_RANDOM").is_some()) {
            (true, true) => 5,
            (false, true) => 20,
            (true, false) => 2,
            (false, false) => 4,
        };
        let seconds = number("RADDLE_RANDOM_SECONDS", seconds);
        let limits = Limits::new(Some(Duration::from_secs(seconds)), None);
        match registry::check(analysis, &loaded, property, &config, &limits).answer() {
            Answer::True(_) => Some(true),
            Answer::False(_) => Some(false),
            Answer::Unknown(reasons) => {
                let is_ours =
                    |r: &Reason| matches!(r, Reason::ReplayFailed(_) | Reason::ProofRejected(_) | Reason::Internal(_));
                if reasons.iter().any(is_ours) {
                    ours.push(format!("{} {settings:?}, {property:?}: {reasons:?}", analysis.name));
                }
                None
            }
        }
    };
    configurations.iter().map(verdict).collect()
}

/// Whether an analysis may have no answer although a program is small.
fn may_give_up(analysis: &str) -> bool {
    ["thread-modular", "tar", "locks", "control", "cartesian"].contains(&analysis)
}

fn disagree(verdicts: &[Option<bool>]) -> bool {
    verdicts.contains(&Some(true)) && verdicts.contains(&Some(false))
}

/// How the verdicts of programs compare.
#[derive(Default)]
struct Compared {
    known: usize,
    unknown: usize,
    /// How often each answer was given by an analysis that may give up.
    proved: usize,
    shown: usize,
    wrong: Vec<String>,
}

impl Compared {
    /// Compares the verdicts on a program for all properties.
    fn add(&mut self, seed: u64, program: Concurrent, configurations: &[Configuration]) {
        self.add_for(&Property::ALL, seed, program, configurations);
    }

    /// Compares the verdicts on a program for some properties.
    fn add_for(
        &mut self,
        properties: &[Property],
        seed: u64,
        mut program: Concurrent,
        configurations: &[Configuration],
    ) {
        if seed % 2 == 1 {
            // Threads that do the same, so that there is some symmetry.
            let first = program.threads[0].clone();
            program.threads.iter_mut().take(2).for_each(|t| t.clone_from(&first));
        }
        for property in properties.iter().copied() {
            let mut ours = Vec::new();
            let found = verdicts(&program, property, configurations, &mut ours);
            let answers = |answer| {
                let given = configurations.iter().zip(&found).filter(|((name, _), _)| may_give_up(name));
                given.filter(|(_, v)| **v == Some(answer)).count()
            };
            (self.proved, self.shown) = (self.proved + answers(true), self.shown + answers(false));
            if !ours.is_empty() {
                let fails = |p: &Concurrent| {
                    let mut ours = Vec::new();
                    verdicts(p, property, configurations, &mut ours);
                    !ours.is_empty()
                };
                let small = minimise(program.clone(), fails);
                self.wrong.push(format!("seed {seed}: {}\n{small}", ours.join("\n")));
            } else if disagree(&found) {
                let fails = |p: &Concurrent| disagree(&verdicts(p, property, configurations, &mut Vec::new()));
                let small = minimise(program.clone(), fails);
                self.wrong.push(format!("seed {seed}, {property:?}: {found:?}\n{small}"));
            } else if configurations.iter().zip(&found).any(|((name, _), v)| v.is_none() && !may_give_up(name)) {
                self.unknown += 1;
            } else {
                self.known += 1;
            }
        }
    }

    /// No verdicts differ, and so many times as many programs have one as have none: or the test says nothing.
    fn assert(&self, times: usize) {
        let (known, unknown, wrong) = (self.known, self.unknown, &self.wrong);
        println!("{known} agree, {unknown} reached a limit");
        assert!(wrong.is_empty(), "{} verdicts differ\n{}", wrong.len(), wrong.join("\n"));
        assert!(known > times * unknown, "{known} agree, {unknown} reached a limit");
    }
}

#[test]
fn configurations_agree() {
    with_large_stack(|| {
        let from = number("RADDLE_RANDOM_FROM", 0);
        let mut compared = Compared::default();
        for seed in from..from + number("RADDLE_RANDOM", 25) {
            compared.add(seed, Concurrent::generate(seed), CONFIGURATIONS);
        }
        compared.assert(4);
    });
}

/// Rich programs, too, with all kinds of synchronisation. Some have something that is not modelled, or too many states without reduction.
#[test]
fn a_reduction_misses_no_verdict() {
    with_large_stack(|| {
        let from = number("RADDLE_RANDOM_FROM", 0);
        let mut compared = Compared::default();
        for seed in from..from + number("RADDLE_RANDOM", 25) {
            compared.add(seed, Concurrent::rich(seed), REDUCTIONS);
        }
        compared.assert(3);
    });
}

/// What two threads are about to access, in all pairs of views, against all interleavings.
#[test]
fn pairs_of_views_miss_no_race() {
    with_large_stack(|| {
        let from = number("RADDLE_RANDOM_FROM", 0);
        let many = number("RADDLE_RANDOM", 16);
        let mut compared = Compared::default();
        for seed in from..from + many {
            let program = if seed % 4 < 2 { Concurrent::rich(seed) } else { Concurrent::generate(seed) };
            compared.add_for(&[Property::NoDataRace, Property::UnreachCall], seed, program, PAIRS);
        }
        compared.assert(3);
        println!("{} proofs and {} races by pairs of views", compared.proved, compared.shown);
        assert!(compared.proved as u64 > many / 2, "hardly any proof: {}", compared.proved);
        assert!(compared.shown as u64 > many / 4, "hardly any race: {}", compared.shown);
    });
}

/// Races are excluded by facts, by assumptions about others, and by whatever `auto` takes: against all interleavings.
#[test]
fn no_race_is_excluded_that_there_is() {
    with_large_stack(|| {
        let from = number("RADDLE_RANDOM_FROM", 0);
        let many = number("RADDLE_RANDOM", 16);
        let mut compared = Compared::default();
        for seed in from..from + many {
            let program = if seed % 4 < 2 { Concurrent::rich(seed) } else { Concurrent::generate(seed) };
            compared.add_for(&[Property::NoDataRace], seed, program, RACES);
        }
        compared.assert(3);
        println!("{} proofs by `locks`, `tar` and `thread-modular`", compared.proved);
        assert!(compared.proved as u64 > many / 4, "hardly any proof: {}", compared.proved);
    });
}

/// Classes of places against all interleavings.
#[test]
fn classes_of_places_miss_no_error() {
    with_large_stack(|| {
        let from = number("RADDLE_RANDOM_FROM", 0);
        let many = number("RADDLE_RANDOM", 16);
        let mut compared = Compared::default();
        for seed in from..from + many {
            let program = if seed % 4 < 2 { Concurrent::rich(seed) } else { Concurrent::generate(seed) };
            compared.add_for(&[Property::UnreachCall], seed, program, CLASSES);
        }
        compared.assert(3);
        println!("{} proofs and {} errors by classes of places", compared.proved, compared.shown);
        assert!(compared.proved + compared.shown > 0, "no answer at all");
    });
}
