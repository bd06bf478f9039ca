//! `raddle bench`: many tasks, each in a process of its own, verdicts compared with what is expected.
//!
//! A separate process per run keeps one run's memory, crash or runaway from touching another, and makes the measured
//! time that of `raddle check` as a user runs it, process start included. The variants of a task run one after the other, so that all of them meet the machine
//! in the same mood. Rows come in the order of the tasks whatever
//! the number of jobs. An interrupt kills the runs under way and still prints what has been measured; what kills the bench itself leaves the journal.

mod journal;
mod output;
mod process;
pub mod task;
mod variant;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use raddle_evidence::Property;
use raddle_report::bench::journal::Header;
use raddle_report::bench::page::{Page, page, plots};
use raddle_report::bench::peer::{self, Asked};
use raddle_report::bench::table::{self, Comparison};
use raddle_report::bench::{BenchFile, BenchRow, Class, Variant};
use raddle_report::data_model_name;

use crate::args::BenchArgs;
use crate::progress::bar;
use crate::property;
use crate::{Failure, write_file};
use journal::{Earlier, Journal};
use output::Output;
use process::{Ended, Finished, Limits};
pub use process::{PARENT, end_with_parent, restrain};
use task::Task;
use variant::Runner;

/// One thing to run.
#[derive(Clone, Debug)]
struct Job<'a> {
    task: &'a Task,
    property: Property,
    /// The arguments that name the property.
    arguments: [OsString; 2],
    expected: Option<bool>,
    /// Which part of the property is violated, if the task says so.
    subproperty: Option<&'a str>,
    runner: &'a Runner,
}

impl Job<'_> {
    fn key(&self) -> (String, &str, &str) {
        (self.task.path.display().to_string(), self.property.name(), &self.runner.variant.name)
    }
}

/// What the verdict line of a text report says.
pub fn verdict_of(stdout: &str) -> Option<&str> {
    stdout.lines().last()?.strip_prefix("Verdict: ")
}

/// The command: returns what to print and the exit code.
pub fn bench(args: &BenchArgs, cancel: &'static AtomicBool) -> Result<(String, u8), Failure> {
    let mut wanted = Vec::new();
    for name in &args.property {
        wanted.push(property::by_name(name).map_err(Failure::usage)?);
    }
    let baseline = args.baseline.as_deref().map(read_baseline).transpose()?;
    let runners = variant::runners(args)?;
    let tasks = tasks(args)?;
    let (jobs, skipped) = jobs(&tasks, &wanted, &runners);
    if jobs.is_empty() {
        return Err(Failure::usage("no task fits the filters"));
    }
    let (peers, notes) = peers(args, &jobs)?;
    let output = args.output.as_deref().map(Output::new).transpose()?;
    let bench = Bench::new(args, &runners, output)?;
    let (journal, earlier) = bench.journal(args)?;
    let rows = bench.run_all(&jobs, journal.as_ref(), earlier.rows, args.jobs, cancel)?;
    let mut text = String::new();
    for (what, count) in skipped {
        text.push_str(&format!("{count} runs left out: {what}\n"));
    }
    text.push_str(&notes);
    if earlier.other_build {
        text.push_str("Some rows of the journal were measured by another build of Raddle\n");
    }
    if rows.len() < jobs.len() {
        text.push_str(&format!("Interrupted: {} of {} runs were done", rows.len(), jobs.len()));
        text.push_str(&journal.map_or("\n".to_string(), |j| format!("; go on with --resume {}\n", j.path().display())));
    }
    bench.tell(args, rows, peers, baseline.as_ref(), &text)
}

fn read_baseline(path: &Path) -> Result<BenchFile, Failure> {
    let text = read(path)?;
    BenchFile::from_text(&text).map_err(|e| Failure::usage(format!("`{}`: {e}", path.display())))
}

fn read(path: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(path).map_err(|e| Failure::usage(format!("cannot read `{}`: {e}", path.display())))
}

/// The task definitions that fit the filters.
fn tasks(args: &BenchArgs) -> Result<Vec<Task>, Failure> {
    let mut paths = task::collect(&args.tasks).map_err(Failure::usage)?;
    paths.retain(|path| {
        let name = path.display().to_string();
        args.filter.is_empty() || args.filter.iter().any(|f| name.contains(f.as_str()))
    });
    let sample = paths.iter().step_by(args.every as usize);
    sample.map(|path| task::read(path).map_err(Failure::usage)).collect()
}

/// Everything to run, and why what is left out is.
fn jobs<'a>(tasks: &'a [Task], wanted: &[Property], runners: &'a [Runner]) -> (Vec<Job<'a>>, BTreeMap<String, usize>) {
    let mut jobs = Vec::new();
    let mut skipped: BTreeMap<String, usize> = BTreeMap::new();
    for task in tasks {
        for expectation in &task.expectations {
            let Some((property, arguments)) = expectation.property.zip(expectation.arguments()) else {
                *skipped.entry(format!("the property {} is not implemented", expectation.name)).or_default() += 1;
                continue;
            };
            if !wanted.is_empty() && !wanted.contains(&property) {
                continue;
            }
            for runner in runners {
                if runner.can_check(property) {
                    let (expected, subproperty) = (expectation.expected, expectation.subproperty.as_deref());
                    jobs.push(Job { task, property, arguments: arguments.clone(), expected, subproperty, runner });
                } else {
                    let what = format!("{} does not check {property}", runner.variant.name);
                    *skipped.entry(what).or_default() += 1;
                }
            }
        }
    }
    (jobs, skipped)
}

/// The rows of other tools, and what is to be said of them.
fn peers(args: &BenchArgs, jobs: &[Job<'_>]) -> Result<(Vec<BenchRow>, String), Failure> {
    let (mut rows, mut notes) = (Vec::new(), String::new());
    if args.peer.is_empty() {
        return Ok((rows, notes));
    }
    let names: Vec<String> = jobs.iter().map(|job| job.task.path.display().to_string()).collect();
    let mut asked: Vec<Asked<'_>> = Vec::new();
    for (job, task) in jobs.iter().zip(&names) {
        let next = Asked { task, property: job.property.name(), expected: job.expected };
        // The variants of a task follow each other.
        if asked.last() != Some(&next) {
            asked.push(next);
        }
    }
    for text in &args.peer {
        let (name, path) =
            text.split_once('=').ok_or_else(|| Failure::usage(format!("--peer `{text}`: NAME=FILE.csv is needed")))?;
        if jobs.iter().any(|job| job.runner.variant.name == name) {
            return Err(Failure::usage(format!("--peer `{text}`: a variant is called `{name}`, too")));
        }
        let peer = peer::read(name, &read(Path::new(path))?, &asked)
            .map_err(|e| Failure::usage(format!("--peer `{path}`: {e}")))?;
        if peer.left_out > 0 {
            notes.push_str(&format!("{} rows of {name} are about other tasks\n", peer.left_out));
        }
        for task in peer.disputed {
            notes.push_str(&format!("{name} was told to expect something else of {task}\n"));
        }
        rows.extend(peer.rows);
    }
    Ok((rows, notes))
}

/// What all runs share.
struct Bench<'a> {
    runners: &'a [Runner],
    limits: Limits,
    /// This program.
    own: PathBuf,
    output: Option<Output>,
}

impl<'a> Bench<'a> {
    fn new(args: &BenchArgs, runners: &'a [Runner], output: Option<Output>) -> Result<Bench<'a>, Failure> {
        let own =
            std::env::current_exe().map_err(|e| Failure::internal(format!("cannot find the own program: {e}")))?;
        // On a busy machine CPU time is slower than the clock. It must run out first, and the clock still ends a run that sleeps.
        let time = args.time.or(args.cpu.map(|cpu| 2 * cpu)).unwrap_or(Duration::from_secs(60));
        let limits = Limits { time, cpu: args.cpu, memory: args.memory };
        Ok(Bench { runners, limits, own, output })
    }

    /// The limits as `check` takes them.
    fn child_limits(&self) -> [String; 4] {
        let time = format!("{}ms", self.limits.time.as_millis().max(1));
        ["--time".to_string(), time, "--memory".to_string(), format!("{}B", self.limits.memory)]
    }

    /// The limits as `bench` takes them.
    fn arguments(&self) -> Vec<String> {
        let mut list = self.child_limits().to_vec();
        if let Some(cpu) = self.limits.cpu {
            list.extend(["--cpu".to_string(), format!("{}ms", cpu.as_millis())]);
        }
        list
    }

    fn variants(&self) -> Vec<Variant> {
        self.runners.iter().map(|runner| runner.variant.clone()).collect()
    }

    /// Begins or goes on with a journal.
    fn journal(&self, args: &BenchArgs) -> Result<(Option<Journal>, Earlier), Failure> {
        let header = Header::new(journal::build_of(&self.own), self.arguments(), self.variants());
        if let Some(path) = &args.resume {
            let (journal, earlier) = Journal::resume(path, &header)?;
            return Ok((Some(journal), earlier));
        }
        let path = args.journal.clone().or_else(|| Some(self.output.as_ref()?.file("journal.jsonl")));
        let journal = path.map(|path| Journal::begin(&path, &header)).transpose()?;
        Ok((journal, Earlier::default()))
    }

    /// Runs what has no row yet; all rows, in the order of the jobs.
    fn run_all(
        &self,
        jobs: &[Job<'_>],
        journal: Option<&Journal>,
        earlier: Vec<BenchRow>,
        at_once: u32,
        cancel: &'static AtomicBool,
    ) -> Result<Vec<BenchRow>, Failure> {
        let mut known: BTreeMap<(String, String, String), BenchRow> = BTreeMap::new();
        for row in earlier {
            known.insert((row.task.clone(), row.property.clone(), row.variant.clone()), row);
        }
        let mut rows: BTreeMap<usize, BenchRow> = BTreeMap::new();
        for (index, job) in jobs.iter().enumerate() {
            let (task, property, variant) = job.key();
            if let Some(row) = known.remove(&(task, property.to_string(), variant.to_string())) {
                rows.insert(index, row);
            }
        }
        let open: Vec<usize> = (0..jobs.len()).filter(|index| !rows.contains_key(index)).collect();
        let bar = bar(jobs.len() as u64, rows.len() as u64);
        let next = AtomicUsize::new(0);
        let rows = Mutex::new(rows);
        let failed: Mutex<Option<Failure>> = Mutex::new(None);
        let work = || {
            loop {
                let stop = cancel.load(Ordering::Relaxed) || failed.lock().expect("no panic while locked").is_some();
                let Some(index) = open.get(next.fetch_add(1, Ordering::Relaxed)).filter(|_| !stop) else { return };
                let done = self.run_one(&jobs[*index], cancel).and_then(|row| {
                    if let (Some(row), Some(journal)) = (&row, journal) {
                        journal.add(row)?;
                    }
                    Ok(row)
                });
                match done {
                    Ok(None) => return,
                    Ok(Some(row)) => {
                        let mut rows = rows.lock().expect("no panic while locked");
                        rows.insert(*index, row);
                        bar.inc(1);
                        bar.set_message(so_far(rows.values()));
                    }
                    Err(failure) => *failed.lock().expect("no panic while locked") = Some(failure),
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..at_once {
                scope.spawn(work);
            }
        });
        bar.finish_and_clear();
        match failed.into_inner().expect("no panic while locked") {
            Some(failure) => Err(failure),
            None => Ok(rows.into_inner().expect("no panic while locked").into_values().collect()),
        }
    }

    /// Runs one job; `None` if it was interrupted.
    fn run_one(&self, job: &Job<'_>, cancel: &AtomicBool) -> Result<Option<BenchRow>, Failure> {
        let program = job.runner.program.as_deref().unwrap_or(&self.own);
        let mut command = Command::new(program);
        command.arg("check").args(&job.arguments);
        if job.runner.program.is_none() {
            // A task is the same wherever it lies. Other builds may not know the option.
            command.arg("--no-config");
        }
        command.args(["--data-model", data_model_name(job.task.data_model)]);
        command.arg("--stats").args(self.child_limits()).args(job.runner.arguments()).args(&job.task.inputs);
        let shown = shown(&command);
        let done = process::run(command, self.limits, cancel)
            .map_err(|e| Failure::internal(format!("cannot run {}: {e}", program.display())))?;
        if done.ended == Some(Ended::Interrupted) {
            return Ok(None);
        }
        let (said, class) = judge(job, &done);
        let (task, property, variant) = job.key();
        let log = match &self.output {
            None => None,
            Some(output) => {
                let text = output::log_text(&shown, &done, &said);
                Some(output.log(variant, &job.task.path, property, &text)?)
            }
        };
        Ok(Some(BenchRow {
            property: property.to_string(),
            variant: variant.to_string(),
            task,
            expected: job.expected,
            verdict: said,
            class,
            exit: done.exit,
            wall_ms: milliseconds(done.wall),
            cpu_ms: milliseconds(done.cpu),
            max_rss: done.max_rss,
            figures: figures(&done.stdout).into_iter().chain(costs(&done.stderr)).collect(),
            log,
        }))
    }

    /// Writes what was asked for; returns what to print and the exit code.
    fn tell(
        &self,
        args: &BenchArgs,
        mut rows: Vec<BenchRow>,
        peers: Vec<BenchRow>,
        baseline: Option<&BenchFile>,
        notes: &str,
    ) -> Result<(String, u8), Failure> {
        let file = BenchFile::new(self.arguments(), self.variants(), rows.clone());
        let wrong = rows.iter().any(|row| row.class.is_wrong());
        let comparison = baseline.map(|baseline| Comparison::new(&baseline.rows, &file.rows));
        rows.extend(peers);
        let mut out = table::summary(&rows);
        out.push_str(&table::side_by_side(&rows));
        out.push_str(notes);
        out.push('\n');
        out.push_str(&table::problems(&rows));
        if let Some(comparison) = &comparison {
            out.push_str(&comparison.text());
        }
        if let Some(path) = &args.json {
            write_file(path, &file.to_text())?;
        }
        if let Some(output) = &self.output {
            let mut plots = plots(&rows);
            if let Some(comparison) = &comparison {
                plots.push(("scatter-baseline".to_string(), comparison.plot()));
            }
            for (name, svg) in &plots {
                output.write(&format!("plots/{name}.svg"), svg)?;
            }
            let (arguments, variants) = (&file.arguments, &file.variants);
            let comparison = comparison.as_ref();
            let page = page(&Page { arguments, variants, rows: &rows, comparison, plots: &plots });
            output.write("index.html", &page)?;
            output.write("results.json", &file.to_text())?;
            output.write("summary.txt", &out)?;
        }
        Ok((out, u8::from(wrong)))
    }
}

/// What came of the runs so far, for the progress bar.
fn so_far<'a>(rows: impl Iterator<Item = &'a BenchRow>) -> String {
    let (mut right, mut wrong, mut rest) = (0, 0, 0);
    for row in rows {
        if row.class.is_correct() {
            right += 1;
        } else if row.class.is_wrong() {
            wrong += 1;
        } else {
            rest += 1;
        }
    }
    let wrong = if wrong == 0 { String::new() } else { format!(", {wrong} WRONG") };
    format!("{right} right{wrong}, {rest} open")
}

/// Microseconds are exact enough.
fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

/// A command as a person would type it.
fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let quoted = words.map(|word| {
        let word = word.to_string_lossy();
        let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,".contains(c);
        if !word.is_empty() && word.chars().all(plain) {
            word.into_owned()
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    });
    quoted.collect::<Vec<_>>().join(" ")
}

/// What a run says, and how that stands to what is expected.
fn judge(job: &Job<'_>, done: &Finished) -> (String, Class) {
    let verdict = verdict_of(&done.stdout);
    match (done.ended, verdict, done.signal) {
        (Some(Ended::Cpu), _, _) => ("UNKNOWN(CPU limit)".to_string(), Class::Unknown),
        (Some(Ended::Time), _, _) => ("killed: ignored its time limit".to_string(), Class::Error),
        (Some(Ended::Memory), _, _) => ("killed: ignored its memory limit".to_string(), Class::Error),
        (Some(Ended::Interrupted), _, _) => ("killed: interrupted".to_string(), Class::Error),
        (None, _, Some(signal)) => (format!("died of signal {signal}"), Class::Error),
        (None, None, None) => (first_error(&done.stderr), Class::Error),
        (None, Some(verdict), None) if done.exit == Some(4) => (verdict.to_string(), Class::Error),
        (None, Some(verdict), None) => (verdict.to_string(), Class::of(Some(verdict), job.expected, job.subproperty)),
    }
}

/// What a report counts: lines like `Explored: 21 states, depth 3, at most 2 threads at once` or `7 classes, 3 predicates:`, in which every part has a number.
fn figures(stdout: &str) -> BTreeMap<String, u64> {
    let mut found = BTreeMap::new();
    for line in stdout.lines() {
        let (head, rest) = line.split_once(": ").unwrap_or(("", line.trim_end_matches(':')));
        let parts: Option<Vec<(String, u64)>> =
            rest.split(", ").flat_map(|part| part.split("; ")).map(figure).collect();
        // What is assumed is not counted. Without a word in front, one number is not enough to be sure what the line is about.
        let counts = head != "Assuming" && head.chars().all(|c| c.is_ascii_alphabetic());
        let parts = parts.filter(|parts| counts && (!head.is_empty() || parts.len() > 1));
        for (name, number) in parts.into_iter().flatten() {
            found.entry(name).or_insert(number);
        }
    }
    found
}

/// What `--stats` tells of the parts of a run's time, in milliseconds: `search 0.412 s (refinement 0.020 s), check 0.103 s, …`.
fn costs(stderr: &str) -> Vec<(String, u64)> {
    let words: Vec<&str> = stderr.split_ascii_whitespace().map(|word| word.trim_matches(['(', ')', ','])).collect();
    let mut found = Vec::new();
    for part in ["search", "refinement", "check"] {
        let seconds = words.windows(3).find(|w| w[0] == part && w[2] == "s").and_then(|w| w[1].parse::<f64>().ok());
        found.extend(seconds.map(|s| (format!("{part} ms"), (s * 1000.0).round() as u64)));
    }
    found
}

/// `1,234 states` or `depth 3`.
fn figure(part: &str) -> Option<(String, u64)> {
    // Remarks in parentheses are no part of the name.
    let part = part.split_once(" (").map_or(part, |(part, _)| part);
    let words: Vec<&str> = part.split_ascii_whitespace().collect();
    let numbers: Vec<(usize, u64)> =
        words.iter().enumerate().filter_map(|(at, word)| Some((at, word.replace(',', "").parse().ok()?))).collect();
    let [(at, number)] = numbers[..] else { return None };
    let name = if at + 1 < words.len() { &words[at + 1..] } else { &words[..at] };
    let plain = |word: &&str| word.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    (!name.is_empty() && name.iter().all(plain)).then(|| (name.join(" "), number))
}

/// The first error of a diagnostic output, with its place.
fn first_error(stderr: &str) -> String {
    let mut lines = stderr.lines().skip_while(|l| !l.starts_with("error"));
    match (lines.next(), lines.next().map(str::trim)) {
        (Some(error), Some(place)) if place.starts_with("-->") => format!("{error} {place}"),
        (Some(error), _) => error.to_string(),
        (None, _) => stderr.lines().last().unwrap_or("no output").to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_told_with_their_place() {
        let text = "warning: w\nerror: `x` is not declared\n --> a.c:3:1\n";
        assert_eq!(first_error(text), "error: `x` is not declared --> a.c:3:1");
    }

    #[test]
    fn figures_are_read_from_reports() {
        let text = "Proved: no execution violates it. The proof has 14 states.\nIterations: 6 outer, 2 inner; 199 solver queries\n\n\
            8 classes of places, 3 predicates, 9 spurious counterexamples (at least 4 by control):\n  thread 1: main\n12 + 3\n\
            Assuming: at most 3 of them\nExplored: 2,621 states, 168 transitions, depth 0, at most 2 threads at once\nVerdict: TRUE\n";
        let found = figures(text);
        let shown: Vec<String> = found.iter().map(|(name, number)| format!("{name} {number}")).collect();
        assert_eq!(
            shown,
            [
                "classes of places 8",
                "depth 0",
                "inner 2",
                "outer 6",
                "predicates 3",
                "solver queries 199",
                "spurious counterexamples 9",
                "states 2621",
                "threads at once 2",
                "transitions 168"
            ]
        );
    }

    #[test]
    fn parts_of_the_time_are_read() {
        let text = "warning: check this\nsearch 1.412 s (refinement 0.020 s), check 0.103 s, 71 states/s\n";
        let named = |name: &str, number: u64| (name.to_string(), number);
        assert_eq!(costs(text), [named("search ms", 1412), named("refinement ms", 20), named("check ms", 103)]);
        assert_eq!(costs("error: no"), []);
    }

    #[test]
    fn commands_can_be_typed_again() {
        let mut command = Command::new("raddle");
        command.args(["check", "a file.c", "it's"]);
        assert_eq!(shown(&command), "raddle check 'a file.c' 'it'\\''s'");
    }
}
