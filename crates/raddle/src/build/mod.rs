//! Which sources a program is made of, and how each is compiled: from files, from a compiler's command line, from `compile_commands.json`, or from a recorded build.
//!
//! **Idea.** A program is what a build links. Who gives files gives the program; a build says it by itself, in one of three forms, and none of them needs to be written by hand.
//! Everything becomes units: files with the flags of their preprocessor.

pub mod capture;
pub mod command_line;
mod database;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use raddle_frontend::Unit;
use raddle_program::DataModel;
use raddle_report::{BuiltProgram, read_build_file};

use crate::Failure;
use crate::args::ProgramArgs;

/// What a program is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sources {
    /// Files with their flags; not empty.
    pub units: Vec<Unit>,
    /// For which machine.
    pub data_model: DataModel,
    /// The arguments of the program, if they are known.
    pub arguments: Option<Vec<String>>,
    /// What the user should know.
    pub notes: Vec<String>,
}

/// What a build says of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Found {
    units: Vec<Unit>,
    /// If it says so.
    data_model: Option<DataModel>,
    notes: Vec<String>,
}

/// The sources that a command line asks for. Its own flags come before those of the build.
pub fn sources(args: &ProgramArgs) -> Result<Sources, Failure> {
    let found = match (&args.compile_commands, &args.build) {
        (Some(path), _) => database::read(path, &args.files, args.target.as_deref()),
        (None, Some(path)) => of_build(path, args.target.as_deref()),
        (None, None) if !args.command.is_empty() => of_command(&args.command),
        (None, None) => Ok(Found { units: args.files.iter().cloned().map(Unit::from).collect(), ..Found::default() }),
    };
    let Found { mut units, data_model, notes } = found.map_err(Failure::usage)?;
    let mut common: Vec<String> = Vec::new();
    common.extend(args.define.iter().map(|value| format!("-D{value}")));
    common.extend(args.undefine.iter().map(|value| format!("-U{value}")));
    common.extend(args.include.iter().flat_map(|folder| ["-I".to_string(), folder.display().to_string()]));
    common.extend(args.cc_arg.iter().cloned());
    for unit in &mut units {
        unit.flags.splice(0..0, common.iter().cloned());
    }
    let words = args.args.as_deref().map(command_line::words).transpose();
    let arguments = words.map_err(|what| Failure::usage(format!("--args: {what}")))?;
    Ok(Sources { units, data_model: args.data_model.or(data_model).unwrap_or_default(), arguments, notes })
}

/// The program that one command of a compiler makes.
fn of_command(command: &[String]) -> Result<Found, String> {
    let compilation = command_line::read(command, Path::new(""))?;
    let mut notes = compilation.notes;
    for object in &compilation.objects {
        notes.push(format!("`{}` is not read: what it defines is external", object.display()));
    }
    if compilation.sources.is_empty() {
        return Err("the compiler's command line names no C file".to_string());
    }
    Ok(Found { units: compilation.sources, data_model: compilation.data_model, notes })
}

/// One program of a recorded build.
fn of_build(path: &Path, target: Option<&str>) -> Result<Found, String> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|e| format!("cannot read `{shown}`: {e}"))?;
    let programs = read_build_file(&text).map_err(|e| format!("`{shown}`: {e}"))?;
    let names: BTreeSet<&str> = programs.iter().map(|program| program.name.as_str()).collect();
    let program = chosen(&programs, &names, target).map_err(|e| format!("`{shown}`: {e}"))?;
    let unit = |unit: &raddle_report::BuiltUnit| Unit { path: PathBuf::from(&unit.file), flags: unit.flags.clone() };
    let units: Vec<Unit> = program.units.iter().map(unit).collect();
    let notes = program.unread.iter().map(|name| format!("`{name}` is not read: what it defines is external"));
    Ok(Found { units, data_model: program.data_model, notes: notes.collect() })
}

fn chosen<'a>(
    programs: &'a [BuiltProgram],
    names: &BTreeSet<&str>,
    target: Option<&str>,
) -> Result<&'a BuiltProgram, String> {
    let named = |program: &&BuiltProgram| match target {
        None => true,
        Some(target) => {
            program.name == target || Path::new(&program.name).file_name().is_some_and(|name| name == target)
        }
    };
    let fitting: Vec<&BuiltProgram> = programs.iter().filter(named).collect();
    match (fitting[..].split_first(), target) {
        (Some((program, [])), _) => Ok(program),
        (None, Some(target)) => Err(format!("there is no target `{target}`; there {}", listed(names))),
        (_, _) => Err(format!("there {}: choose one with --target", listed(names))),
    }
}

/// "is `a`", "are `a`, `b`"
fn listed(names: &BTreeSet<&str>) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match &quoted[..] {
        [] => "is none".to_string(),
        [one] => format!("is {one}"),
        several => format!("are {}", several.join(", ")),
    }
}
