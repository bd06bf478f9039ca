//! `cargo xtask library`: the library table against the system's C library.
//!
//! The idea: a row of the library table (`crates/program/src/library/contracts/`) and its model are claims about the C library, and
//! the C library of this system is here to be asked. For each row there are *recipes* (`recipe.rs`): a few lines of C that call
//! the function and tell what they see. A recipe is compiled and run natively in several environments (`native.rs`): descriptors
//! closed, limits reached, files missing or locked, disks full. Then Raddle is asked (`program.rs`):
//!
//! - *inside*: each thing that was seen natively must be possible in the model. The recipe becomes a program that reaches the error
//!   exactly if the same is seen; it must be FALSE. TRUE means that the model leaves out what really happens: TRUE verdicts of users
//!   would be wrong.
//! - *exact*: if the row says that the function is computed exactly, nothing else may be possible. It must be TRUE. FALSE means that
//!   the model allows what never happens here: FALSE verdicts of users would be wrong.
//! - *races*: for each region of a row, a program in which another thread touches a byte of it must have a data race; and none if it
//!   touches the byte behind it, or only reads what the function only reads.
//!
//! UNKNOWN is no error, but a gap: those known are pinned in `xtask/recipes/gaps.txt`, and one that goes away fails the run until it
//! is unpinned. A row without a recipe fails the run, too, so that no new row is forgotten.
//!
//! What this does not show: that a model allows nothing more than the standard does where the row is a contract. A native run is one
//! environment of many, so that only what is seen can be demanded.

mod check;
mod native;
mod program;
mod recipe;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use raddle_evidence::Property;
use raddle_frontend::models::facts;
use raddle_program::library::contract::{self, Contract, Level, level};
use raddle_program::library::meaning;

use check::Verdict;
use native::Native;
use program::Question;
use recipe::Group;

/// What to test.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Only functions with these names; all if empty.
    pub only: Vec<String>,
    /// Only functions with recipes in the files of these names; all if empty.
    pub groups: Vec<String>,
    /// Only every so many of the rows, beginning with the one of this number.
    pub sample: Option<(usize, usize)>,
    pub jobs: usize,
}

impl Selection {
    /// The arguments behind `cargo xtask library`.
    pub fn parse(arguments: &[&str]) -> Result<Selection, String> {
        let mut selection = Selection { jobs: 1, ..Selection::default() };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let value = rest.next().ok_or_else(|| format!("`{argument}` needs a value"))?;
            match *argument {
                "--only" => selection.only.extend(value.split(',').map(str::to_string)),
                "--group" => selection.groups.extend(value.split(',').map(str::to_string)),
                "--jobs" => selection.jobs = value.parse().map_err(|_| format!("`{value}` is no number of jobs"))?,
                "--sample" => {
                    let pair = value.split_once('/').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
                    selection.sample = Some(pair.ok_or("a sample is START/EVERY, such as 3/12")?);
                }
                _ => return Err(format!("`{argument}` is not known")),
            }
        }
        Ok(selection)
    }

    fn takes(&self, at: usize, name: &str) -> bool {
        (self.only.is_empty() || self.only.iter().any(|n| n == name))
            && self.sample.is_none_or(|(start, every)| at % every == start % every)
    }
}

/// What is asked about a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Inside,
    Exact,
    Race,
    NoRace,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Inside => "inside",
            Kind::Exact => "exact",
            Kind::Race => "race",
            Kind::NoRace => "no-race",
        }
    }
}

/// One program with what its verdict must be.
struct Task {
    kind: Kind,
    /// The function, and which recipe or region it is about: how the gap is pinned.
    name: String,
    /// What it is about, in words for people.
    about: String,
    text: String,
    property: Property,
    malloc_may_fail: bool,
}

impl Task {
    fn key(&self) -> String {
        format!("{} {}", self.kind.word(), self.name)
    }

    /// The verdict that is right.
    fn expected(&self) -> Verdict {
        match self.kind {
            Kind::Inside | Kind::Race => Verdict::False,
            Kind::Exact | Kind::NoRace => Verdict::True,
        }
    }

    /// What it means if the opposite comes out.
    fn wrong(&self) -> &'static str {
        match self.kind {
            Kind::Inside => "the model does not allow what the C library does",
            Kind::Exact => "the model allows what the C library does not do",
            Kind::Race => "no race is found on a byte that the row says is touched",
            Kind::NoRace => "a race is found on a byte that the row does not say is touched",
        }
    }
}

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub rows: usize,
    pub recipes: usize,
    pub runs: usize,
    pub observations: usize,
    /// Programs by kind: as they must be, gaps, and wrong ones.
    counts: BTreeMap<Kind, [usize; 3]>,
    /// What makes the run fail.
    pub problems: Vec<String>,
    /// Gaps that were met, with reasons.
    pub gaps: Vec<(String, String)>,
}

impl Report {
    /// The figures, for people.
    pub fn table(&self) -> String {
        let mut out = format!(
            "{} rows, {} recipes, {} native runs, {} different observations\n\n",
            self.rows, self.recipes, self.runs, self.observations
        );
        out.push_str("| programs | checked | as the C library | gaps | wrong |\n|---|---|---|---|---|\n");
        for (kind, [good, gaps, wrong]) in &self.counts {
            let all = good + gaps + wrong;
            out.push_str(&format!("| {} | {all} | {good} | {gaps} | {wrong} |\n", kind.word()));
        }
        out
    }
}

/// Runs the selected part of the test. What is written is kept below `folder`.
pub fn run(recipes: &Path, folder: &Path, selection: &Selection) -> Report {
    let mut report = Report::default();
    let groups = match recipe::read(recipes) {
        Ok(groups) => groups,
        Err(error) => {
            report.problems.push(error);
            return report;
        }
    };
    let chosen: Vec<&Contract> =
        contract::all().enumerate().filter(|(at, c)| selection.takes(*at, c.name())).map(|(_, c)| c).collect();
    report.rows = chosen.len();
    names_are_known(&groups, &mut report.problems);
    let mut tasks = Vec::new();
    for group in groups.iter().filter(|g| selection.groups.is_empty() || selection.groups.contains(&g.name)) {
        group_tasks(group, &chosen, folder, &mut tasks, &mut report);
    }
    for contract in &chosen {
        let name = contract.name();
        let has_one = |g: &Group| g.skipped.contains_key(name) || g.recipes.iter().any(|r| r.function == name);
        if selection.groups.is_empty() && !groups.iter().any(has_one) {
            report.problems.push(format!("{name} has no recipe in {}", recipes.display()));
        }
    }
    let pinned = pinned(&recipes.join("gaps.txt"));
    judge(&tasks, verdicts(&tasks, folder, selection.jobs), &pinned, folder, &mut report);
    report
}

/// Recipes are for rows that exist.
fn names_are_known(groups: &[Group], problems: &mut Vec<String>) {
    for group in groups {
        let names = group.recipes.iter().map(|r| &r.function).chain(group.races.keys()).chain(group.skipped.keys());
        let unknown: BTreeSet<_> = names.filter(|n| contract::contract(n).is_none()).collect();
        problems.extend(unknown.iter().map(|n| format!("{}.recipes names {n}, which has no row", group.name)));
    }
}

/// Whether a function is computed exactly.
fn is_exact(name: &str) -> bool {
    meaning(name).is_some_and(|entry| level(entry, |n| facts(n).is_nondeterministic) == Level::Exact)
}

/// Runs the recipes of a group natively, and makes all programs about its functions.
fn group_tasks(group: &Group, chosen: &[&Contract], folder: &Path, tasks: &mut Vec<Task>, report: &mut Report) {
    let takes = |name: &str| chosen.iter().any(|c| c.name() == name);
    let recipes: Vec<_> = group.recipes.iter().filter(|r| takes(&r.function)).collect();
    if recipes.is_empty() {
        return;
    }
    let native = match Native::build(group, &recipes, folder) {
        Ok(native) => native,
        Err(error) => {
            report.problems.push(error);
            return;
        }
    };
    for (at, recipe) in recipes.iter().enumerate() {
        let seen = match native.run(at, recipe) {
            Ok(seen) => seen,
            Err(error) => {
                report.problems.push(error);
                continue;
            }
        };
        report.recipes += 1;
        report.runs += seen.runs;
        report.observations += seen.observations.len();
        let exact = recipe.is("exact") || is_exact(&recipe.function) && !recipe.is("any");
        if exact && seen.observations.len() > 1 {
            let all: Vec<_> = seen.observations.iter().map(|(o, e)| format!("{e}: {:?}", o.values)).collect();
            let name = native::name(recipe);
            report.problems.push(format!("{name} is exact and differs between environments:\n  {}", all.join("\n  ")));
            continue;
        }
        for (observation, environment) in &seen.observations {
            let mut add = |kind, question| {
                tasks.push(Task {
                    kind,
                    name: native::name(recipe),
                    about: format!("seen in the environment {environment}: {:?}", observation.values),
                    text: program::observed(group, recipe, observation, question),
                    property: Property::UnreachCall,
                    malloc_may_fail: observation.memory,
                });
            };
            // What ends at once shows nothing but that it ends.
            if observation.done || !observation.values.is_empty() {
                add(Kind::Inside, Question::Inside);
            }
            if exact || recipe.is("ends") {
                add(Kind::Exact, Question::Exact);
            }
        }
    }
    let names: BTreeSet<&str> = recipes.iter().map(|r| r.function.as_str()).collect();
    for contract in chosen.iter().filter(|c| names.contains(c.name())) {
        for race in program::races(group, contract) {
            tasks.push(Task {
                kind: if race.races { Kind::Race } else { Kind::NoRace },
                name: format!("{} {}", contract.name(), race.name),
                about: String::new(),
                text: race.text,
                property: Property::NoDataRace,
                malloc_may_fail: false,
            });
        }
    }
}

/// The verdicts of all tasks, in their order.
fn verdicts(tasks: &[Task], folder: &Path, jobs: usize) -> Vec<Verdict> {
    let results: Vec<Mutex<Option<Verdict>>> = tasks.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(at) else { break };
                    let path = file(folder, task);
                    let verdict = match std::fs::write(&path, &task.text) {
                        Ok(()) => check::check(&path, task.property, task.malloc_may_fail),
                        Err(error) => Verdict::Refused(format!("cannot write {}: {error}", path.display())),
                    };
                    if let Ok(mut result) = results[at].lock() {
                        *result = Some(verdict);
                    }
                }
            });
        }
    });
    let taken = |r: Mutex<Option<Verdict>>| r.into_inner().ok().flatten();
    let none = || Verdict::Refused("the check ended in a panic".to_string());
    results.into_iter().map(|r| taken(r).unwrap_or_else(none)).collect()
}

/// Where the program of a task is kept. Several observations of a recipe have one name.
fn file(folder: &Path, task: &Task) -> PathBuf {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    task.text.hash(&mut hasher);
    let name: String = task.key().chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '-' }).collect();
    folder.join(format!("{name}-{:04x}.c", hasher.finish() & 0xffff))
}

/// Compares verdicts with what they must be, and gaps with those that are pinned.
fn judge(
    tasks: &[Task],
    verdicts: Vec<Verdict>,
    pinned: &BTreeMap<String, String>,
    folder: &Path,
    report: &mut Report,
) {
    let mut open: BTreeMap<String, String> = BTreeMap::new();
    let mut met = BTreeSet::new();
    for (task, verdict) in tasks.iter().zip(verdicts) {
        met.insert(task.key());
        let count = report.counts.entry(task.kind).or_default();
        let path = file(folder, task);
        match verdict {
            verdict if verdict == task.expected() => {
                count[0] += 1;
                // Only what somebody will want to look at is kept.
                let _ = std::fs::remove_file(path);
            }
            Verdict::Unknown(reason) => {
                count[1] += 1;
                open.insert(task.key(), reason);
            }
            Verdict::True | Verdict::False => {
                count[2] += 1;
                let problem = format!("{}: {} ({})", task.key(), task.wrong(), path.display());
                report.problems.push(format!("{problem}\n  {}", task.about));
            }
            Verdict::Refused(message) => {
                count[2] += 1;
                report.problems.push(format!("{}: {} is not accepted\n  {message}", task.key(), path.display()));
            }
        }
    }
    for (key, reason) in &open {
        if !pinned.contains_key(key) {
            report.problems.push(format!("a gap that is not pinned: {key}: {reason}"));
        }
    }
    for key in pinned.keys().filter(|k| met.contains(*k) && !open.contains_key(*k)) {
        report.problems.push(format!("no gap any more, unpin it: {key}"));
    }
    report.gaps = open.into_iter().collect();
}

/// The gaps that are known, with their reasons.
fn pinned(path: &Path) -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let lines = text.lines().filter(|l| !l.starts_with('#'));
    lines.filter_map(|l| l.split_once(": ")).map(|(k, r)| (k.trim().to_string(), r.trim().to_string())).collect()
}
