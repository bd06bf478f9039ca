//! `raddle check`: load, verify, report.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use raddle_engines::Limits;
use raddle_engines::registry::check as run_analysis;
use raddle_evidence::{Answer, Property, Verdict};
use raddle_program::Program;
use raddle_report::{Look, ProgramFile, Witness, html_report, json_verdict, sarif_verdict, show_costs, show_verdict};

use crate::args::{CheckArgs, Format, ProgramArgs};
use crate::progress::SearchLine;
use crate::property::Specification;
use crate::settings::{Settings, settings};
use crate::{Failure, load, property, write_file};

/// Exit codes of a verdict.
pub fn exit_code(verdict: &Verdict) -> u8 {
    match verdict.answer() {
        Answer::True(_) => 0,
        Answer::False(_) => 1,
        Answer::Unknown(_) => 3,
    }
}

/// What to check, and from where: the command line and the property file must agree on the entry.
fn specification(args: &CheckArgs) -> Result<Asked, Failure> {
    match &args.prp {
        Some(path) => {
            let specification = property::read_file(path).map_err(Failure::usage)?;
            let property = property::by_name(&specification.property).map_err(Failure::usage)?;
            let Specification { entry, error_function, property: _ } = specification;
            Ok(Asked { property, entry: Some(entry), error_function })
        }
        None => {
            let name = args.property.as_deref().unwrap_or(Property::UnreachCall.name());
            let property = property::by_name(name).map_err(Failure::usage)?;
            Ok(Asked { property, entry: None, error_function: None })
        }
    }
}

/// What a run of the command is asked for.
struct Asked {
    property: Property,
    /// The entry function, if a property file names it.
    entry: Option<String>,
    /// The function whose call is the error, if a property file names one.
    error_function: Option<String>,
}

/// The command: what to print on standard output, and the exit code.
pub fn check(args: &CheckArgs, look: Look, cancel: &Arc<AtomicBool>) -> Result<(String, u8), Failure> {
    let Asked { property, entry, error_function } = specification(args)?;
    let settings = settings(&args.analysis)?;
    let line = SearchLine::new();
    // The clock runs from here: the time limit is for the whole command, not for the search alone.
    let mut limits = Limits::new(args.analysis.time, args.analysis.memory);
    limits.cancel = cancel.clone();
    limits.process_ends = true;
    if let Some(line) = line.clone() {
        limits.progress = Some(Arc::new(move |progress| line.show(progress)));
    }
    let mut program_args = args.program.clone();
    if program_args.entry.is_none() {
        program_args.entry = entry;
    }
    let program = load::program(&program_args, error_function.as_deref())?;
    let sessions = Arc::new(Mutex::new(Vec::new()));
    if settings.config.smt.record.is_some() {
        let sessions = sessions.clone();
        limits.session = Some(Arc::new(move |script| sessions.lock().expect("nobody panics with it").push(script)));
    }
    let verdict = run_analysis(settings.analysis, &program, property, &settings.config, &limits);
    if let Some(line) = line {
        line.clear();
    }
    if args.stats {
        eprintln!("{}", show_costs(verdict.stats()));
    }
    let sessions = std::mem::take(&mut *sessions.lock().expect("nobody panics with it"));
    if let Some(folder) = &settings.config.smt.record {
        write_sessions(folder, &sessions)?;
    }
    let files = program_files(&program_args);
    let witness = witness(&program, &program_args, error_function, &files, &verdict, &settings);
    write_forms(args, &program, &files, &verdict, witness)?;
    let out = match args.format {
        Format::Text => show_verdict(&program, &verdict, look),
        Format::Json => json_verdict(&program, files, &verdict),
        Format::Sarif => sarif_verdict(&program, &verdict),
    };
    Ok((out, exit_code(&verdict)))
}

/// Writes what the solver was asked, a file for each session.
fn write_sessions(folder: &Path, sessions: &[String]) -> Result<(), Failure> {
    make_directory(folder)?;
    for (number, script) in sessions.iter().enumerate() {
        write_file(&folder.join(format!("{:03}.smt2", number + 1)), script)?;
    }
    Ok(())
}

fn make_directory(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)
        .map_err(|e| Failure::usage(format!("cannot make the directory `{}`: {e}", folder.display())))
}

fn program_files(args: &ProgramArgs) -> Vec<ProgramFile> {
    args.files.iter().map(|f| ProgramFile::of(&f.display().to_string())).collect()
}

/// What makes a counterexample replayable.
fn witness(
    program: &Program,
    program_args: &ProgramArgs,
    error_function: Option<String>,
    files: &[ProgramFile],
    verdict: &Verdict,
    settings: &Settings,
) -> Option<Witness> {
    match verdict.answer() {
        Answer::False(violation) => Some(Witness {
            files: files.to_vec(),
            data_model: program.data_model(),
            entry: program_args.entry.clone().unwrap_or_else(|| "main".to_string()),
            error_function,
            options: settings.given.clone(),
            counterexample: violation.counterexample.clone(),
        }),
        Answer::True(_) | Answer::Unknown(_) => None,
    }
}

/// Writes the files that were asked for.
fn write_forms(
    args: &CheckArgs,
    program: &Program,
    files: &[ProgramFile],
    verdict: &Verdict,
    witness: Option<Witness>,
) -> Result<(), Failure> {
    if let Some(path) = &args.report {
        write_file(path, &html_report(program, files, verdict))?;
    }
    match (&args.witness, &witness) {
        (Some(path), Some(witness)) => write_file(path, &witness.to_text())?,
        (Some(path), None) => eprintln!("note: there is no counterexample, so {} was not written", path.display()),
        (None, _) => {}
    }
    if let Some(folder) = &args.output {
        make_directory(folder)?;
        let file = |name: &str| Path::new(folder).join(name);
        write_file(&file("verdict.txt"), &show_verdict(program, verdict, Look::PLAIN))?;
        write_file(&file("verdict.json"), &json_verdict(program, files.to_vec(), verdict))?;
        write_file(&file("verdict.sarif"), &sarif_verdict(program, verdict))?;
        write_file(&file("report.html"), &html_report(program, files, verdict))?;
        if let Some(witness) = &witness {
            write_file(&file("witness.json"), &witness.to_text())?;
        }
    }
    Ok(())
}
