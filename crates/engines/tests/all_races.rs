//! Which races are told: single threads against exhaustive search, on random programs.
//!
//! Whatever `thread-modular` and `tar` show with `--races all` exhaustive search shows as well, if it is complete; and whatever that shows they show or list as possible, if they have come to an end.
//! `RADDLE_RANDOM=500` takes so many programs, `RADDLE_RANDOM_FROM=7` begins with another seed.

use std::collections::BTreeSet;
use std::time::Duration;

use raddle_engines::{Config, Limits, registry};
use raddle_evidence::{Answer, Ending, Property, RaceAccess, Reason, Verdict, Violation};
use raddle_frontend::{Options, load_text, with_large_stack};
use raddle_machine::HaltKind;
use raddle_program::{Program, Span};
use raddle_randprog::Concurrent;

/// The lines of two accesses, in their order.
type Lines = [u32; 2];

fn lines(program: &Program, spans: [Span; 2]) -> Lines {
    let mut lines = spans.map(|span| program.source.place(span).map_or(0, |place| place.line));
    lines.sort_unstable();
    lines
}

fn shown(program: &Program, violation: &Violation) -> Lines {
    let Ending::Race { accesses, .. } = &violation.trace.ending else { panic!("a race") };
    let visible = |a: &RaceAccess| a.stack.iter().find(|entry| !entry.internal).map_or(a.span, |entry| entry.span);
    lines(program, [visible(&accesses[0]), visible(&accesses[1])])
}

/// What an analysis says about races.
struct Told {
    shown: BTreeSet<Lines>,
    possible: BTreeSet<Lines>,
    /// Whether it has looked at everything.
    complete: bool,
}

fn told(program: &Program, verdict: &Verdict) -> Told {
    // That some are neither excluded nor shown is said of those that are listed.
    let is_listed = |reason: &Reason| matches!(reason, Reason::Halt(halt) if halt.kind == HaltKind::Imprecise);
    let (shown, complete) = match verdict.answer() {
        Answer::True(_) => (BTreeSet::new(), true),
        Answer::False(first) => {
            let others = first.others.as_ref().expect("all races were asked for");
            let all = std::iter::once(&**first).chain(&others.violations);
            (all.map(|violation| shown(program, violation)).collect(), others.open.iter().all(is_listed))
        }
        Answer::Unknown(reasons) => (BTreeSet::new(), reasons.iter().all(is_listed)),
    };
    let possible = verdict.races().possible.iter();
    let possible = possible.map(|race| lines(program, [race.accesses[0].span, race.accesses[1].span])).collect();
    Told { shown, possible, complete }
}

#[test]
fn the_same_races_are_told() {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (from, many): (u64, u64) = (number("RADDLE_RANDOM_FROM", 0), number("RADDLE_RANDOM", 24));
    with_large_stack(move || {
        let (mut wrong, mut compared, mut races, mut listed) = (Vec::new(), 0, 0, 0);
        for seed in from..from + many {
            let random = if seed % 3 == 0 { Concurrent::rich(seed) } else { Concurrent::generate(seed) };
            let (program, _) = load_text("random.c", &random.to_string(), &Options::default()).expect("a program");
            let of = |analysis: &str| {
                let mut config = Config::default();
                config.set("races.tell", "all").expect("it exists");
                let analysis = registry::find(analysis).expect("it is registered");
                let limits = Limits::new(Some(Duration::from_secs(3)), None);
                told(&program, &registry::check(analysis, &program, Property::NoDataRace, &config, &limits))
            };
            let all = of("explicit");
            if !all.complete || !all.possible.is_empty() {
                continue;
            }
            for analysis in ["thread-modular", "tar"] {
                let some = of(analysis);
                let mut complain = |what: &str, lines: &Lines| {
                    wrong.push(format!("seed {seed}, {analysis}: {what}, lines {lines:?}\n{random}"));
                };
                some.shown.difference(&all.shown).for_each(|lines| complain("exhaustive search shows no such", lines));
                if some.complete {
                    let missing = all.shown.difference(&some.shown).filter(|lines| !some.possible.contains(*lines));
                    missing.for_each(|lines| complain("neither shown nor listed", lines));
                    compared += 1;
                }
                races += some.shown.len();
                listed += some.possible.len();
            }
        }
        println!("{compared} runs compared, {races} races shown, {listed} listed as possible");
        assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
        assert!(compared as u64 > many / 3 && races as u64 > many / 4, "{compared} runs, {races} races");
    });
}
