//! The law of stations: a step of a thread depends on what others look like, and on nothing else of them. Held against executions of random programs.

use std::collections::BTreeMap;

use raddle_frontend::{Options, load_text, with_large_stack};
use raddle_machine::{Config, Machine, State, ThreadIx};
use raddle_randprog::Concurrent;
use raddle_semantics::Property;
use raddle_semantics::dependence::{Dependence, threads};
use raddle_semantics::laws::Answers;
use raddle_semantics::run::{Choice, Runs, StepEnd, Watch, choices};
use raddle_semantics::stations::{self, Looks, Onward, Parted, Setting, Sight, Station};

/// What a station looks like; a lie says that everybody always looks alike.
type Looking = fn(&Station, usize, Looks) -> Sight;

fn truth(station: &Station, slot: usize, looks: Looks) -> Sight {
    station.sight(slot, looks)
}

fn lie(_: &Station, _: usize, _: Looks) -> Sight {
    Sight::Alike
}

struct Careful<'a, 'p>(&'a Machine<'p>);

impl<O> Watch<O> for Careful<'_, '_> {
    fn before(&mut self, state: &State, thread: ThreadIx, nth: u32) -> Result<(), raddle_machine::Halt> {
        stations::check_edge(self.0, state, thread, nth)
    }
}

/// A step from a setting: how it ends, and where it leads.
fn step(runs: &Runs<'_, '_>, setting: &Setting<'_>, choice: Choice, seed: u64) -> Option<(StepEnd, Option<Parted>)> {
    let machine = runs.dependence.machine();
    let mut state = setting.state();
    if !choices(machine, &state, choice.thread).contains(&choice) {
        return Some((StepEnd::Nothing, None));
    }
    let mut answers = Answers::new(seed, choice.thread);
    // What halts says nothing.
    let end = runs.execute(&mut state, choice, &mut Onward(&mut answers), &mut Careful(machine)).ok()?;
    match end {
        StepEnd::State => Some((end, Some(setting.after(&state).ok()?))),
        StepEnd::Nothing | StepEnd::Violation(_) => Some((end, None)),
    }
}

/// How often others were replaced in an execution of a program, and in which steps that mattered although they look alike.
fn replaced(text: &str, seed: u64, looking: Looking) -> (u32, Vec<String>) {
    let (program, _) = load_text("random.c", text, &Options::default()).expect("random programs are right");
    let machine = Machine::new(&program, Config::default());
    let dependence = Dependence::new(&machine, Property::UnreachCall);
    let runs = Runs::new(&dependence, Property::UnreachCall, false);
    if stations::check_program(&machine).is_err() {
        return (0, Vec::new());
    }
    let mut seen: BTreeMap<usize, Vec<Station>> = BTreeMap::new();
    let (mut tried, mut broken) = (0, Vec::new());
    for execution in 0..12u64 {
        let mut answers = Answers::new(seed, ThreadIx(0));
        let Ok(mut state) = machine.initial(&mut answers) else { break };
        if runs.start(&mut state, &mut Onward(&mut answers), &mut ()).is_err() {
            break;
        }
        let Ok(mut parted) = stations::beginning(&state) else { break };
        for length in 0..40u64 {
            let whole =
                Setting { ground: &parted.ground, mover: ThreadIx(0), stations: parted.stations.iter().collect() };
            let state = whole.state();
            let possible: Vec<Choice> = threads(&state).flat_map(|t| choices(&machine, &state, t)).collect();
            let mut next = None;
            for (number, choice) in possible.iter().enumerate() {
                let mover = usize::from(choice.thread.0);
                let setting = Setting { mover: choice.thread, ..whole.clone() };
                let looks = stations::looks(&machine, &setting.state(), choice.thread);
                let Some(real) = step(&runs, &setting, *choice, seed) else { continue };
                for slot in (0..parted.stations.len()).filter(|slot| *slot != mover) {
                    let old = &parted.stations[slot];
                    for other in seen.get(&slot).into_iter().flatten() {
                        let sight = looking(old, slot, looks);
                        let alike = looking(other, slot, looks) == sight && sight != Sight::Itself;
                        if other == old || !alike || !other.fits(&parted.ground, slot) {
                            continue;
                        }
                        let mut setting = setting.clone();
                        setting.stations[slot] = other;
                        let Some(mut with_other) = step(&runs, &setting, *choice, seed) else { continue };
                        tried += 1;
                        if let Some(Parted { stations, .. }) = &mut with_other.1
                            && let Some(station) = stations.get_mut(slot)
                            && station == other
                        {
                            *station = old.clone();
                        }
                        if with_other != real {
                            broken.push(format!("seed {seed}: {choice:?} looks at {looks:?}"));
                        }
                    }
                }
                if (seed + 7 * execution + 3 * length) as usize % possible.len() == number {
                    next = real.1;
                }
            }
            let Some(after) = next else { break };
            parted = after;
            for (slot, station) in parted.stations.iter().enumerate() {
                let known = seen.entry(slot).or_default();
                if known.len() < 40 && !known.contains(station) {
                    known.push(station.clone());
                }
            }
        }
    }
    (tried, broken)
}

fn all(looking: Looking) -> (u32, Vec<String>) {
    let (mut tried, mut broken) = (0, Vec::new());
    for seed in 0..40 {
        let program = if seed % 2 == 0 { Concurrent::rich(seed) } else { Concurrent::generate(seed) };
        let (more, wrong) = replaced(&program.to_string(), seed, looking);
        tried += more;
        broken.extend(wrong);
    }
    (tried, broken)
}

#[test]
fn steps_depend_on_what_others_look_like_only() {
    with_large_stack(|| {
        let (tried, broken) = all(truth);
        assert!(tried > 1_000, "others were replaced {tried} times only");
        assert!(broken.is_empty(), "{} of {tried}: {:?}", broken.len(), &broken[..broken.len().min(5)]);
    });
}

#[test]
fn that_everybody_looks_alike_is_noticed() {
    with_large_stack(|| {
        let (_, broken) = all(lie);
        assert!(!broken.is_empty(), "nobody noticed");
    });
}
