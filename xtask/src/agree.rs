//! `cargo xtask agree`: random programs on which all analyses have to agree, for a night.
//!
//! **Idea.** Nobody knows the verdicts of random programs, but there is only one for each property. So every analysis is asked for every property that it checks, and exhaustive search without any reduction besides.
//! An analysis need not answer; what it answers must not contradict another one, and its evidence must be accepted: a proof that is rejected, a counterexample that does not replay and a panic are
//! disagreements of an analysis with itself. A program on which there is one is shrunk, as long as the same two disagree (or the same one fails), and written to `target/agree/`, with what everybody said and the command that shows it.
//!
//! **What a green run means**: no contradiction among the programs that were tried. Two analyses that share a wrong definition agree; against that stand the laws (`cargo xtask laws`).
//!
//! The tests of `raddle-randprog` compare many more configurations of a few programs. Here it is the analyses as users run them.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use raddle_engines::registry::{self, ANALYSES, Analysis};
use raddle_engines::{Config, Limits};
use raddle_evidence::{Answer, Property};
use raddle_frontend::{Options, load_text, with_large_stack};
use raddle_program::Program;
use raddle_randprog::{Concurrent, minimise};

/// An analysis with an option.
type Asked = (&'static Analysis, Option<&'static str>);

/// Memory that one run may take.
const MEMORY: u64 = 2 << 30;

/// What to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// How many programs.
    pub seeds: u64,
    /// The seed of the first.
    pub from: u64,
    /// Time for each run.
    pub time: Duration,
    /// Names of the analyses that are compared with exhaustive search; all of them if there are none.
    pub only: Vec<String>,
}

impl Selection {
    /// The arguments behind `cargo xtask agree`.
    pub fn parse(arguments: &[&str]) -> Result<Selection, String> {
        let mut selection = Selection { seeds: 100, from: 0, time: Duration::from_millis(500), only: Vec::new() };
        for pair in arguments.chunks(2) {
            if let ["--only", names] = pair {
                selection.only = names.split(',').map(str::to_string).collect();
                if let Some(unknown) = selection.only.iter().find(|name| registry::find(name).is_none()) {
                    return Err(format!("there is no analysis `{unknown}`"));
                }
                continue;
            }
            match (pair[0], pair.get(1).and_then(|n| n.parse().ok())) {
                ("--seeds", Some(number)) => selection.seeds = number,
                ("--from", Some(number)) => selection.from = number,
                ("--time", Some(number)) => selection.time = Duration::from_millis(number),
                _ => {
                    return Err(format!(
                        "`{}` is not an option with a value; there are --seeds N, --from SEED, --time MILLISECONDS and --only NAME,NAME…",
                        pair.join(" ")
                    ));
                }
            }
        }
        Ok(selection)
    }
}

/// What an analysis says of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Said {
    True,
    False,
    Unknown,
    /// Its evidence was not accepted, or it has panicked.
    Broken(String),
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Said::True => f.write_str("TRUE"),
            Said::False => f.write_str("FALSE"),
            Said::Unknown => f.write_str("UNKNOWN"),
            Said::Broken(how) => write!(f, "internal: {how}"),
        }
    }
}

/// Exhaustive search without reduction first, then all analyses, or those with some names.
fn everybody(only: &[String]) -> Vec<Asked> {
    let explicit = registry::find("explicit").expect("it is registered");
    let wanted = ANALYSES.iter().filter(|a| only.is_empty() || only.iter().any(|name| name == a.name));
    std::iter::once((explicit, Some("scheduler.reduction=none"))).chain(wanted.map(|a| (a, None))).collect()
}

/// How a person names it.
fn named((analysis, option): Asked) -> String {
    option.map_or(analysis.name.to_string(), |option| format!("{} --set {option}", analysis.name))
}

/// Runs one analysis.
fn ask((analysis, option): Asked, program: &Program, property: Property, time: Duration) -> Said {
    let mut config = Config::default();
    option.iter().for_each(|option| config.assign(option).expect("it is an option"));
    let limits = Limits::new(Some(time), Some(MEMORY));
    let run = catch_unwind(AssertUnwindSafe(|| registry::check(analysis, program, property, &config, &limits)));
    let Ok(verdict) = run else { return Said::Broken("it has panicked".to_string()) };
    match verdict.answer() {
        Answer::True(_) => Said::True,
        Answer::False(_) => Said::False,
        Answer::Unknown(reasons) => {
            let internal = reasons.iter().find(|reason| reason.is_internal());
            internal.map_or(Said::Unknown, |reason| Said::Broken(reason.text(program)))
        }
    }
}

/// What is wrong with what everybody says: the two that contradict each other, or the one that contradicts itself.
fn disagreement(said: &[(Asked, Said)]) -> Option<Vec<Asked>> {
    let who = |wanted: fn(&Said) -> bool| said.iter().find(|(_, said)| wanted(said)).map(|(asked, _)| *asked);
    if let Some(broken) = who(|said| matches!(said, Said::Broken(_))) {
        return Some(vec![broken]);
    }
    Some(vec![who(|said| *said == Said::True)?, who(|said| *said == Said::False)?])
}

/// How programs are read: what is checked decides what has to be in them.
fn read(program: &Concurrent, property: Property) -> Option<Program> {
    let options = Options { lifetimes: property.needs_lifetimes(), ..Options::default() };
    load_text("random.c", &program.to_string(), &options).ok().map(|(program, _)| program)
}

/// What some say of a program; nothing if it is none (which shrinking may lead to).
fn ask_all(
    asked: &[Asked],
    program: &Concurrent,
    property: Property,
    answer: &dyn Fn(Asked, &Program, Property) -> Said,
) -> Vec<(Asked, Said)> {
    let Some(loaded) = read(program, property) else { return Vec::new() };
    let able = asked.iter().filter(|(analysis, _)| (analysis.checks)(property));
    able.map(|asked| (*asked, answer(*asked, &loaded, property))).collect()
}

/// A program on which there is no agreement, as small as it gets, and what was said of it.
struct Found {
    seed: u64,
    property: Property,
    said: Vec<(Asked, Said)>,
    small: Concurrent,
}

impl Found {
    /// Shrinks a program as long as the same disagree.
    fn shrunk(
        seed: u64,
        property: Property,
        program: Concurrent,
        who: &[Asked],
        answer: &dyn Fn(Asked, &Program, Property) -> Said,
    ) -> Found {
        let small = minimise(program, |p| disagreement(&ask_all(who, p, property, answer)).is_some());
        let said = ask_all(&everybody(&[]), &small, property, answer);
        Found { seed, property, said, small }
    }

    /// The program, with what everybody says of it in front.
    fn text(&self) -> String {
        let Found { seed, property, said, small } = self;
        let mut text = format!("/* cargo xtask agree --from {seed} --seeds 1\n * {property}:\n");
        for (asked, said) in said {
            text.push_str(&format!(" *   raddle check --property {property} --analysis {}: {said}\n", named(*asked)));
        }
        format!("{text} */\n{small}")
    }

    fn file_name(&self) -> String {
        format!("seed-{}-{}.c", self.seed, self.property)
    }
}

/// How often each analysis said what.
#[derive(Default)]
struct Tally(BTreeMap<String, [u64; 4]>);

impl Tally {
    fn add(&mut self, said: &[(Asked, Said)]) {
        for (asked, said) in said {
            let column = match said {
                Said::True => 0,
                Said::False => 1,
                Said::Unknown => 2,
                Said::Broken(_) => 3,
            };
            self.0.entry(named(*asked)).or_default()[column] += 1;
        }
    }
}

/// Compares what is said of the programs of some seeds.
fn compare(
    seeds: std::ops::Range<u64>,
    only: &[String],
    answer: &dyn Fn(Asked, &Program, Property) -> Said,
    mut tell: impl FnMut(&Found),
) -> Tally {
    let (mut tally, asked) = (Tally::default(), everybody(only));
    for seed in seeds {
        let program = Concurrent::mixed(seed);
        // Where none of them says anything there is nothing to compare.
        let asked_about = |property: &Property| asked.iter().skip(1).any(|(analysis, _)| (analysis.checks)(*property));
        for property in Property::ALL.into_iter().filter(asked_about) {
            let said = ask_all(&asked, &program, property, answer);
            tally.add(&said);
            if let Some(who) = disagreement(&said) {
                tell(&Found::shrunk(seed, property, program.clone(), &who, answer));
            }
        }
    }
    tally
}

/// Runs everything; whether all agree.
pub fn run(root: &Path, selection: Selection) -> bool {
    let folder = root.join("target/agree");
    let (started, mut wrong) = (Instant::now(), 0);
    let Selection { seeds, from, time, only } = selection;
    let tally = with_large_stack(|| {
        compare(from..from + seeds, &only, &|asked, program, property| ask(asked, program, property, time), |found| {
            wrong += 1;
            let text = found.text();
            println!("{text}");
            let path = folder.join(found.file_name());
            let written = std::fs::create_dir_all(&folder).and_then(|()| std::fs::write(&path, text));
            if let Err(error) = written {
                eprintln!("agree: cannot write {}: {error}", path.display());
            }
        })
    });
    println!("{:38} {:>7} {:>7} {:>8} {:>8}", "", "TRUE", "FALSE", "UNKNOWN", "internal");
    for (name, [yes, no, unknown, broken]) in &tally.0 {
        println!("{name:38} {yes:7} {no:7} {unknown:8} {broken:8}");
    }
    println!("{seeds} programs from seed {from}, {} s: {wrong} disagreements", started.elapsed().as_secs());
    wrong == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A few programs; with `RADDLE_SAMPLE=N` other ones.
    #[test]
    fn analyses_agree_on_a_sample() {
        let sample: u64 = std::env::var("RADDLE_SAMPLE").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
        let time = Duration::from_millis(300);
        let mut wrong = Vec::new();
        let tally = with_large_stack(|| {
            let from = sample * 3;
            let answer = |asked, program: &Program, property| ask(asked, program, property, time);
            compare(from..from + 3, &[], &answer, |found| wrong.push(found.text()))
        });
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        let [yes, no, ..] = tally.0["explicit --set scheduler.reduction=none"];
        assert!(yes + no > 5, "hardly any answer: {yes} TRUE, {no} FALSE");
    }

    /// An analysis that lies is noticed, and what is told is small.
    #[test]
    fn a_lie_is_noticed_and_shrunk() {
        let found = with_large_stack(|| {
            let liar = |asked: Asked, program: &Program, property| {
                // It overlooks what happens in threads.
                let lies = asked.0.name == "value" && program.functions.len() > 2;
                let said = if asked.1.is_some() || lies {
                    ask(
                        (registry::find("explicit").expect("registered"), None),
                        program,
                        property,
                        Duration::from_secs(2),
                    )
                } else {
                    Said::Unknown
                };
                if lies && said == Said::False { Said::True } else { said }
            };
            let mut all = Vec::new();
            compare(0..6, &[], &liar, |found| all.push((found.text(), found.small.to_string().len())));
            all
        });
        assert!(!found.is_empty());
        let (text, size) = &found[0];
        assert!(text.contains("--analysis value: TRUE") && text.contains("reduction=none: FALSE"), "{text}");
        assert!(*size < Concurrent::mixed(0).to_string().len(), "{text}");
    }

    #[test]
    fn what_is_no_agreement() {
        let asked = everybody(&[]);
        let said = |answers: &[Said]| asked.iter().copied().zip(answers.iter().cloned()).collect::<Vec<_>>();
        let broken = Said::Broken("a panic".to_string());
        assert_eq!(disagreement(&said(&[Said::True, Said::Unknown, Said::True])).map(|w| w.len()), None);
        assert_eq!(disagreement(&said(&[Said::True, Said::Unknown, Said::False])).map(|w| w.len()), Some(2));
        assert_eq!(disagreement(&said(&[Said::Unknown, broken])).map(|w| w.len()), Some(1));
        assert!(Selection::parse(&["--seeds", "7", "--time", "20"]).is_ok_and(|s| s.seeds == 7));
        assert!(Selection::parse(&["--seeds"]).is_err());
        assert!(Selection::parse(&["--only", "control,nobody"]).is_err());
        let only = Selection::parse(&["--only", "control,cartesian"]).expect("they are analyses").only;
        assert_eq!(everybody(&only).len(), 3);
    }
}
