//! `raddle bench`: many tasks, each in a process of its own, verdicts compared with what is expected.
//!
//! A separate process per run keeps one run's memory, crash or runaway from touching another, and makes the measured
//! time that of `raddle check` as a user runs it, process start included. Rows come in the order of the tasks whatever
//! the number of jobs. An interrupt kills the runs under way and still prints what has been measured.

mod process;
mod table;
pub mod task;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use raddle_evidence::Property;
use raddle_report::bench::{BenchFile, BenchRow, Class};
use raddle_report::data_model_name;

use crate::args::BenchArgs;
use crate::progress::bar;
use crate::property;
use crate::{Failure, write_file};
use task::Task;

/// One thing to run.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    task: &'a Task,
    property: Property,
    /// The arguments that name the property.
    arguments: [OsString; 2],
    expected: Option<bool>,
    /// Which part of the property is violated, if the task says so.
    subproperty: Option<&'a str>,
}

/// Compares a verdict with the expectation.
pub fn classify(verdict: Option<&str>, expected: Option<bool>, subproperty: Option<&str>) -> Class {
    let said = match verdict {
        Some("TRUE") => true,
        Some(v) if v.starts_with("FALSE(") => false,
        Some(v) if v.starts_with("UNKNOWN(") => return Class::Unknown,
        Some(_) | None => return Class::Error,
    };
    // The right word for the wrong reason is spurious.
    let other = subproperty.is_some_and(|part| verdict != Some(&format!("FALSE({part})")));
    match (said, expected) {
        (false, Some(false)) if other => Class::WrongFalse,
        (true, Some(true)) => Class::CorrectTrue,
        (false, Some(false)) => Class::CorrectFalse,
        (true, Some(false)) => Class::WrongTrue,
        (false, Some(true)) => Class::WrongFalse,
        (_, None) => Class::Unchecked,
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
    let mut tasks = Vec::new();
    for path in task::collect(&args.tasks).map_err(Failure::usage)? {
        let name = path.display().to_string();
        if args.filter.is_empty() || args.filter.iter().any(|f| name.contains(f.as_str())) {
            tasks.push(task::read(&path).map_err(Failure::usage)?);
        }
    }
    let mut jobs = Vec::new();
    let mut skipped: BTreeMap<&str, usize> = BTreeMap::new();
    for task in &tasks {
        for expectation in &task.expectations {
            match expectation.property.zip(expectation.arguments()) {
                Some((property, arguments)) if wanted.is_empty() || wanted.contains(&property) => {
                    let subproperty = expectation.subproperty.as_deref();
                    jobs.push(Job { task, property, arguments, expected: expectation.expected, subproperty });
                }
                Some(_) => {}
                None => *skipped.entry(&expectation.name).or_default() += 1,
            }
        }
    }
    if jobs.is_empty() {
        return Err(Failure::usage("no task fits the filters"));
    }
    let rows = run_all(args, &jobs, cancel)?;

    let mut out = table::summary(&rows);
    for (name, count) in skipped {
        out.push_str(&format!("{count} runs left out: the property {name} is not implemented\n"));
    }
    if rows.len() < jobs.len() {
        out.push_str(&format!("Interrupted: {} of {} runs were done\n", rows.len(), jobs.len()));
    }
    out.push('\n');
    out.push_str(&table::problems(&rows));
    if let Some(baseline) = baseline {
        out.push_str(&table::comparison(&baseline.rows, &rows));
    }
    let wrong = rows.iter().any(|r| matches!(r.class, Class::WrongTrue | Class::WrongFalse));
    if let Some(path) = &args.json {
        write_file(path, &BenchFile::new(child_arguments(args), rows).to_text())?;
    }
    Ok((out, u8::from(wrong)))
}

fn read_baseline(path: &Path) -> Result<BenchFile, Failure> {
    let text =
        std::fs::read_to_string(path).map_err(|e| Failure::usage(format!("cannot read `{}`: {e}", path.display())))?;
    BenchFile::from_text(&text).map_err(|e| Failure::usage(format!("`{}`: {e}", path.display())))
}

/// The arguments that all runs share.
fn child_arguments(args: &BenchArgs) -> Vec<String> {
    let mut list = vec![
        "--time".to_string(),
        format!("{}ms", args.time.as_millis().max(1)),
        "--memory".to_string(),
        format!("{}B", args.memory),
    ];
    if let Some(analysis) = &args.analysis {
        list.extend(["--analysis".to_string(), analysis.clone()]);
    }
    if let Some(config) = &args.config {
        list.extend(["--config".to_string(), config.display().to_string()]);
    }
    for set in &args.set {
        list.extend(["--set".to_string(), set.clone()]);
    }
    list
}

fn run_all(args: &BenchArgs, jobs: &[Job<'_>], cancel: &'static AtomicBool) -> Result<Vec<BenchRow>, Failure> {
    let own = std::env::current_exe().map_err(|e| Failure::internal(format!("cannot find the own program: {e}")))?;
    let next = AtomicUsize::new(0);
    let results: Mutex<BTreeMap<usize, BenchRow>> = Mutex::new(BTreeMap::new());
    let failed: Mutex<Option<String>> = Mutex::new(None);
    let bar = bar(jobs.len() as u64);
    std::thread::scope(|scope| {
        for _ in 0..args.jobs {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(job) = jobs.get(index).filter(|_| !cancel.load(Ordering::Relaxed)) else { return };
                    match run_one(args, &own, job, cancel) {
                        Ok(None) => return,
                        Ok(Some(row)) => {
                            results.lock().expect("no panic while locked").insert(index, row);
                            bar.inc(1);
                        }
                        Err(error) => {
                            *failed.lock().expect("no panic while locked") = Some(error.to_string());
                            return;
                        }
                    }
                }
            });
        }
    });
    bar.finish_and_clear();
    if let Some(error) = failed.into_inner().expect("no panic while locked") {
        return Err(Failure::internal(format!("cannot run {}: {error}", own.display())));
    }
    Ok(results.into_inner().expect("no panic while locked").into_values().collect())
}

/// Runs one job; `None` if it was interrupted.
fn run_one(args: &BenchArgs, own: &Path, job: &Job<'_>, cancel: &AtomicBool) -> std::io::Result<Option<BenchRow>> {
    let mut command = Command::new(own);
    command.arg("check").args(&job.arguments);
    command.args(["--data-model", data_model_name(job.task.data_model)]);
    command.args(child_arguments(args)).args(&job.task.inputs);
    let done = process::run(command, args.time, args.memory, cancel)?;
    if done.killed.is_some() && cancel.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let verdict = verdict_of(&done.stdout);
    let said = match (verdict, done.killed, done.signal) {
        (Some(verdict), None, _) => verdict.to_string(),
        (_, Some(reason), _) => format!("killed: {reason}"),
        (None, None, Some(signal)) => format!("died of signal {signal}"),
        (None, None, None) => first_error(&done.stderr),
    };
    let class = match done.killed {
        Some(_) => Class::Error,
        None if done.exit == Some(4) => Class::Error,
        None => classify(verdict, job.expected, job.subproperty),
    };
    Ok(Some(BenchRow {
        task: job.task.path.display().to_string(),
        property: job.property.name().to_string(),
        expected: job.expected,
        verdict: said,
        class,
        exit: done.exit,
        wall_ms: done.wall.as_secs_f64() * 1000.0,
        cpu_ms: done.cpu.as_secs_f64() * 1000.0,
        max_rss: done.max_rss,
    }))
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
    fn classes() {
        assert_eq!(classify(Some("TRUE"), Some(true), None), Class::CorrectTrue);
        assert_eq!(classify(Some("TRUE"), Some(false), None), Class::WrongTrue);
        assert_eq!(classify(Some("FALSE(unreach-call)"), Some(true), None), Class::WrongFalse);
        assert_eq!(classify(Some("FALSE(unreach-call)"), Some(false), None), Class::CorrectFalse);
        assert_eq!(classify(Some("UNKNOWN(time limit)"), Some(false), None), Class::Unknown);
        assert_eq!(classify(None, Some(true), None), Class::Error);
        let part = |said| classify(Some(said), Some(false), Some("valid-deref"));
        assert_eq!(part("FALSE(valid-deref)"), Class::CorrectFalse);
        assert_eq!(part("FALSE(valid-free)"), Class::WrongFalse);
        assert_eq!(part("TRUE"), Class::WrongTrue);
    }

    #[test]
    fn errors_are_told_with_their_place() {
        let text = "warning: w\nerror: `x` is not declared\n --> a.c:3:1\n";
        assert_eq!(first_error(text), "error: `x` is not declared --> a.c:3:1");
    }
}
