//! `raddle check`: load, verify, report.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use raddle_deadline::{Over, caught};
use raddle_engines::Limits;
use raddle_engines::registry::{Analysis, Run, check as run_analysis};
use raddle_evidence::{Answer, Property, Statistics, Verdict};
use raddle_frontend::{Leave, Unit, with_large_stack_until};
use raddle_program::Program;
use raddle_report::{
    Look, ProgramFile, Witness, html_report, json_verdicts, sarif_verdicts, show_costs, show_verdicts,
};

use crate::args::{CheckArgs, Format};
use crate::progress::SearchLine;
use crate::property::Specification;
use crate::settings::{Settings, settings};
use crate::watchdog::{self, Floor};
use crate::{Failure, build, internal, load, member, project, property, suppressions, write_file};

/// The exit code of a verdict that says nothing.
const UNKNOWN: u8 = 3;

/// Exit codes of a verdict.
pub fn exit_code(verdict: &Verdict) -> u8 {
    match verdict.answer() {
        Answer::True(_) => 0,
        Answer::False(_) => 1,
        Answer::Unknown(_) => UNKNOWN,
    }
}

/// What to check, and from where: the command line and the property file must agree on the entry.
fn specification(args: &CheckArgs, analysis: &Analysis) -> Result<Asked, Failure> {
    match &args.prp {
        Some(path) => {
            let specification = property::read_file(path).map_err(Failure::usage)?;
            let property = property::by_name(&specification.property).map_err(Failure::usage)?;
            let Specification { entry, error_function, property: _ } = specification;
            Ok(Asked { properties: vec![property], entry: Some(entry), error_function })
        }
        None => {
            let named = args.property.as_deref().map(property::by_names).transpose().map_err(Failure::usage)?;
            Ok(Asked { properties: named.unwrap_or_else(|| usual(analysis)), entry: None, error_function: None })
        }
    }
}

/// What is checked if the user names nothing: the default properties, or those of them that the analysis checks; what it checks instead if it is none of them.
fn usual(analysis: &Analysis) -> Vec<Property> {
    let able: Vec<Property> = Property::ALL.into_iter().filter(|property| (analysis.checks)(*property)).collect();
    let usual: Vec<Property> = Property::DEFAULT.into_iter().filter(|property| able.contains(property)).collect();
    if usual.is_empty() { able } else { usual }
}

/// What a run of the command is asked for.
struct Asked {
    /// At least one.
    properties: Vec<Property>,
    /// The entry function, if a property file names it.
    entry: Option<String>,
    /// The function whose call is the error, if a property file names one.
    error_function: Option<String>,
}

/// The command: what to print on standard output, and the exit code. Whoever gets them has the floor.
pub fn check(args: &CheckArgs, look: Look, cancel: &Arc<AtomicBool>, floor: &Floor) -> Result<(String, u8), Failure> {
    let project = if args.analysis.no_config { None } else { project::find(&args.program)? };
    let mut completed = args.clone();
    if let Some(project) = &project {
        project.complete(&mut completed)?;
        eprintln!("note: options are taken from {}", project.path.display());
    }
    let args = &completed;
    let mut settings = settings(&args.analysis, project.as_ref())?;
    let Asked { mut properties, entry, error_function } = specification(args, settings.analysis)?;
    if let Some(member) = args.member {
        properties.retain(|property| *property == member.property);
    }
    if let Some(races) = &args.races {
        let assignment = format!("races.tell={races}");
        settings.config.assign(&assignment).expect("both values are allowed");
        let name = settings.analysis.name;
        if races == "all" && !settings.analysis.tells_all_races() {
            return Err(Failure::usage(format!(
                "the analysis `{name}` ends with the first race: --races all needs `--analysis auto`, `explicit`, `locks`, `thread-modular` or `tar`"
            )));
        }
    }
    let suppressions = args.suppressions.as_deref().map(suppressions::read_file).transpose()?;
    if let Some(property) = properties.iter().find(|property| !(settings.analysis.checks)(**property)) {
        let name = settings.analysis.name;
        return Err(Failure::usage(format!(
            "the analysis `{name}` does not check {property}: it looks at each thread by itself; `--analysis auto` does"
        )));
    }
    let look = Look { verbose: args.verbose, ..look };
    let line = SearchLine::new();
    // The clock runs from here: the time limit is for the whole command, not for the search alone.
    let started = Instant::now();
    let (time, memory) = args.member.map_or((args.analysis.time, args.analysis.memory), |own| (own.time, own.memory));
    let mut limits = Limits::with_cancel(time, memory, cancel.clone());
    limits.process_ends = true;
    if let Some(line) = line.clone() {
        limits.progress = Some(Arc::new(move |progress| line.show(progress)));
    }
    let sources = build::sources(&args.program)?;
    let entry = args.program.entry.clone().or(entry);
    let (format, model) = (args.format, sources.data_model);
    let units = sources.units.clone();
    let asked = properties.clone();
    let last_words = move |over: Over| {
        let unknown = |property: &Property| Verdict::unknown(*property, vec![over.into()], Statistics::default());
        let verdicts: Vec<Verdict> = asked.iter().map(unknown).collect();
        form(format, &Program::unread(model), &program_files(&units), &verdicts, look)
    };
    let words = last_words.clone();
    watchdog::watch(floor, limits.deadline(), move |over| {
        eprintln!("note: the watchdog has ended the run, which did not look at its limits (please report this)");
        crate::print(&words(over));
        std::process::exit(i32::from(UNKNOWN));
    });
    let lifetimes = properties.iter().any(|property| property.needs_lifetimes());
    let forbidden = error_function.as_deref();
    let mut program =
        match caught(|| load::program(&sources, entry.as_deref(), forbidden, lifetimes, limits.deadline())) {
            Ok(program) => program?,
            Err(over) => {
                floor.take_or_wait();
                return Ok((last_words(over), UNKNOWN));
            }
        };
    if properties.iter().any(|property| property.looks_at_next_accesses()) {
        program.allowed_races = suppressions.unwrap_or_default();
        suppressions::add_comments(&mut program);
    }
    let sessions = Arc::new(Mutex::new(Vec::new()));
    if settings.config.smt.record.is_some() {
        let sessions = sessions.clone();
        limits.session = Some(Arc::new(move |script| sessions.lock().expect("nobody panics with it").push(script)));
    }
    let program = Arc::new(program);
    if let Some(member) = args.member {
        member::limit(&mut limits);
        member::serve(member, &program, &settings.config, &limits);
        floor.take_or_wait();
        limits.let_go(program);
        return Ok((String::new(), 0));
    }
    if let Run::InTurn(_) = settings.analysis.run {
        limits.apart = member::apart(args, &sources, started.elapsed(), &settings.config);
    }
    let mut verdicts = Vec::new();
    for (number, property) in properties.iter().enumerate() {
        // One property has all the time there is; of several, each has an equal part of what those before have left.
        let own = if properties.len() == 1 { limits.clone() } else { limits.part((properties.len() - number) as u32) };
        verdicts.push(judge(&program, *property, &settings, &own));
    }
    if let Some(line) = line {
        line.clear();
    }
    if args.stats {
        verdicts.iter().for_each(|verdict| eprintln!("{}", show_costs(verdict.stats())));
    }
    let files = program_files(&sources.units);
    let command: Vec<String> = std::env::args().collect();
    let (options, seed) = (&settings.given, settings.config.reach.seed);
    if let Some(report) = internal::report(&program, &verdicts, &files, &command, options, seed) {
        eprint!("{report}");
    }
    let witnesses: Vec<(Property, Witness)> = verdicts
        .iter()
        .filter_map(|verdict| {
            let witness = witness(&program, entry.as_deref(), error_function.clone(), &files, verdict, &settings)?;
            Some((verdict.property(), witness))
        })
        .collect();
    let mut written = forms(args, &program, &files, &verdicts, &witnesses);
    let sessions = std::mem::take(&mut *sessions.lock().expect("nobody panics with it"));
    if let Some(folder) = &settings.config.smt.record {
        for (number, script) in sessions.into_iter().enumerate() {
            written.push((folder.join(format!("{:03}.smt2", number + 1)), script));
        }
    }
    let out = form(args.format, &program, &files, &verdicts, look);
    // From here on only writing is left, and nobody may interrupt it.
    floor.take_or_wait();
    for folder in args.output.iter().chain(&settings.config.smt.record) {
        make_directory(folder)?;
    }
    for (path, text) in written {
        write_file(&path, &text)?;
    }
    let code = Verdict::worst(&verdicts).map_or(UNKNOWN, exit_code);
    limits.let_go((program, verdicts));
    Ok((out, code))
}

/// Runs the analysis for one property.
fn judge(program: &Arc<Program>, property: Property, settings: &Settings, limits: &Limits) -> Verdict {
    let verdict = caught(|| {
        let (program, analysis, config) = (program.clone(), settings.analysis, settings.config.clone());
        let own = limits.clone();
        with_large_stack_until(limits.deadline(), Leave::WhenNoticed, move || {
            run_analysis(analysis, &program, property, &config, &own)
        })
    });
    verdict.unwrap_or_else(|over| Verdict::unknown(property, vec![over.into()], limits.seen()))
}

/// Verdicts as standard output gets them.
fn form(format: Format, program: &Program, files: &[ProgramFile], verdicts: &[Verdict], look: Look) -> String {
    match format {
        Format::Text => show_verdicts(program, verdicts, look),
        Format::Json => json_verdicts(program, files, verdicts),
        Format::Sarif => sarif_verdicts(program, verdicts),
    }
}

fn make_directory(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)
        .map_err(|e| Failure::usage(format!("cannot make the directory `{}`: {e}", folder.display())))
}

fn program_files(units: &[Unit]) -> Vec<ProgramFile> {
    let file =
        |unit: &Unit| ProgramFile { flags: unit.flags.clone(), ..ProgramFile::of(&unit.path.display().to_string()) };
    units.iter().map(file).collect()
}

/// What makes a counterexample replayable.
fn witness(
    program: &Program,
    entry: Option<&str>,
    error_function: Option<String>,
    files: &[ProgramFile],
    verdict: &Verdict,
    settings: &Settings,
) -> Option<Witness> {
    match verdict.answer() {
        Answer::False(violation) => Some(Witness {
            files: files.to_vec(),
            data_model: program.data_model(),
            entry: entry.unwrap_or("main").to_string(),
            error_function,
            lifetimes: program.lifetimes,
            arguments: program.arguments.clone(),
            options: settings.given.clone(),
            counterexample: violation.counterexample.clone(),
        }),
        Answer::True(_) | Answer::Unknown(_) => None,
    }
}

/// The files that were asked for, with their texts.
fn forms(
    args: &CheckArgs,
    program: &Program,
    files: &[ProgramFile],
    verdicts: &[Verdict],
    witnesses: &[(Property, Witness)],
) -> Vec<(PathBuf, String)> {
    let mut written = Vec::new();
    if let Some(path) = &args.report {
        written.push((path.clone(), html_report(program, files, verdicts)));
    }
    if let Some(path) = &args.witness {
        if witnesses.is_empty() {
            eprintln!("note: there is no counterexample, so {} was not written", path.display());
        }
        let files = named(path, verdicts.len(), witnesses);
        if verdicts.len() > 1 {
            files.iter().for_each(|(path, _)| eprintln!("note: a witness is written to {}", path.display()));
        }
        written.extend(files);
    }
    if let Some(folder) = &args.output {
        let file = |name: &str| Path::new(folder).join(name);
        written.push((file("verdict.txt"), show_verdicts(program, verdicts, Look::PLAIN)));
        written.push((file("verdict.json"), json_verdicts(program, files, verdicts)));
        written.push((file("verdict.sarif"), sarif_verdicts(program, verdicts)));
        written.push((file("report.html"), html_report(program, files, verdicts)));
        written.extend(named(&file("witness.json"), verdicts.len(), witnesses));
    }
    written
}

/// One witness per violated property. If one property was checked it has the given name; if several were, each has the name of its
/// property in it, so that the command line says which file is about what: `witness-no-data-race.json`.
fn named(path: &Path, checked: usize, witnesses: &[(Property, Witness)]) -> Vec<(PathBuf, String)> {
    let name = |property: Property| match (path.file_stem(), path.extension()) {
        (Some(stem), extension) if checked > 1 => {
            let extension = extension.map_or(String::new(), |e| format!(".{}", e.to_string_lossy()));
            path.with_file_name(format!("{}-{property}{extension}", stem.to_string_lossy()))
        }
        _ => path.to_path_buf(),
    };
    witnesses.iter().map(|(property, witness)| (name(*property), witness.to_text())).collect()
}
