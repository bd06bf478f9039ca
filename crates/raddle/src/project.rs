//! `raddle.toml`: what a project always wants to say, found from the program's folder upwards.
//!
//! **Idea.** It is a file as `--config` takes it (`analysis` and a table of options for each component), with one more table, `[check]`, whose keys are the options of
//! `raddle check` without the two dashes. Paths in it start from its own folder. The command line wins, option by option; flags for the preprocessor come before those of the command line.
//! One note tells that there is such a file, because what a verdict means depends on it. `--no-config` does without, and `raddle bench` always does: a task is the same wherever it lies.

use std::path::{Path, PathBuf};

use raddle_program::DataModel;
use toml::{Table, Value};

use crate::Failure;
use crate::args::{CheckArgs, ProgramArgs};
use crate::quantity::{parse_size, parse_time};

const NAME: &str = "raddle.toml";

/// The table with options of `raddle check`.
pub const CHECK: &str = "check";

/// The keys of the table.
const KEYS: [&str; 16] = [
    "args",
    "cc-arg",
    "data-model",
    "define",
    "entry",
    "include",
    "memory",
    "property",
    "races",
    "seed",
    "suppressions",
    "target",
    "threads",
    "time",
    "undefine",
    "verbose",
];

/// A project's file.
#[derive(Debug)]
pub struct Project {
    /// Where it is.
    pub path: PathBuf,
    /// What is in it.
    pub table: Table,
}

/// The file that is nearest to a program, if there is one.
pub fn find(program: &ProgramArgs) -> Result<Option<Project>, Failure> {
    let near = program.files.first().or(program.compile_commands.as_ref()).or(program.build.as_ref());
    // Files that cannot be found are told by who reads them.
    let Ok(near) = near.map_or_else(std::env::current_dir, std::fs::canonicalize) else { return Ok(None) };
    let Some(path) = near.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file()) else {
        return Ok(None);
    };
    let fail = |what: String| Failure::usage(format!("`{}`: {what}", path.display()));
    let text = std::fs::read_to_string(&path).map_err(|e| fail(format!("cannot read it: {e}")))?;
    let table = text.parse().map_err(|e: toml::de::Error| fail(e.to_string().trim_end().to_string()))?;
    Ok(Some(Project { path, table }))
}

impl Project {
    /// Adds what the file says and the command line does not.
    pub fn complete(&self, args: &mut CheckArgs) -> Result<(), Failure> {
        self.each(|key, value| match self.set_for_program(&mut args.program, key, value)? {
            true => Ok(()),
            false => self.set(args, key, value),
        })
    }

    /// The same for those who only read the program.
    pub fn complete_program(&self, args: &mut ProgramArgs) -> Result<(), Failure> {
        self.each(|key, value| self.set_for_program(args, key, value).map(|_| ()))
    }

    fn each(&self, mut set: impl FnMut(&str, &Value) -> Result<(), String>) -> Result<(), Failure> {
        let Some(said) = self.table.get(CHECK) else { return Ok(()) };
        let fail = |what: String| Failure::usage(format!("`{}`: {what}", self.path.display()));
        let said = said.as_table().ok_or_else(|| fail("`check` must be a table".to_string()))?;
        said.iter().try_for_each(|(key, value)| set(key, value).map_err(|what| fail(format!("`check.{key}` {what}"))))
    }

    /// Whether the key is about the program.
    fn set_for_program(&self, program: &mut ProgramArgs, key: &str, value: &Value) -> Result<bool, String> {
        match key {
            "args" => or_set(&mut program.args, text(value)?),
            "entry" => or_set(&mut program.entry, text(value)?),
            "target" if program.compile_commands.is_some() || program.build.is_some() => {
                or_set(&mut program.target, text(value)?);
            }
            "target" => {}
            "data-model" => or_set(&mut program.data_model, data_model(&text(value)?)?),
            "include" => in_front(&mut program.include, texts(value)?.into_iter().map(|path| self.beside(&path))),
            "define" => in_front(&mut program.define, texts(value)?),
            "undefine" => in_front(&mut program.undefine, texts(value)?),
            "cc-arg" => in_front(&mut program.cc_arg, texts(value)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn set(&self, args: &mut CheckArgs, key: &str, value: &Value) -> Result<(), String> {
        let analysis = &mut args.analysis;
        match key {
            "property" if args.prp.is_none() => or_set(&mut args.property, texts(value)?.join(",")),
            "property" => {}
            "races" => or_set(&mut args.races, one_of(&text(value)?, &["first", "all"])?),
            "suppressions" => or_set(&mut args.suppressions, self.beside(&text(value)?)),
            "verbose" => args.verbose |= value.as_bool().ok_or("must be true or false")?,
            "time" => or_set(&mut analysis.time, parse_time(&text(value)?)?),
            "memory" => or_set(&mut analysis.memory, parse_size(&text(value)?)?),
            "seed" => or_set(&mut analysis.seed, number(value, 0, i64::MAX)? as u64),
            "threads" => or_set(&mut analysis.threads, number(value, 1, 1024)? as u32),
            _ => {
                let near = KEYS.into_iter().map(|known| (strsim::damerau_levenshtein(known, key), known)).min();
                let hint = near.filter(|(far, _)| *far <= 2).map(|(_, known)| format!("; did you mean `{known}`?"));
                return Err(format!("is not known{}", hint.unwrap_or(format!("; there are {}", KEYS.join(", ")))));
            }
        }
        Ok(())
    }

    /// A path that starts from the file's folder.
    fn beside(&self, path: &str) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("")).join(path)
    }
}

fn or_set<T>(place: &mut Option<T>, value: T) {
    place.get_or_insert(value);
}

fn in_front<T>(list: &mut Vec<T>, values: impl IntoIterator<Item = T>) {
    list.splice(0..0, values);
}

/// A text; a number is the text that it is written as.
fn text(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(_) | Value::Datetime(_) | Value::Array(_) | Value::Table(_) => {
            Err("must be a text or a number".to_string())
        }
    }
}

/// Several texts, or one.
fn texts(value: &Value) -> Result<Vec<String>, String> {
    match value {
        Value::Array(values) => values.iter().map(text).collect(),
        other => Ok(vec![text(other).map_err(|_| "must be a text or a list of texts".to_string())?]),
    }
}

fn number(value: &Value, least: i64, most: i64) -> Result<i64, String> {
    let number = value.as_integer().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("must be a number, at least {least}"))
}

fn one_of(text: &str, known: &[&str]) -> Result<String, String> {
    if known.contains(&text) { Ok(text.to_string()) } else { Err(format!("must be one of {}", known.join(", "))) }
}

fn data_model(text: &str) -> Result<DataModel, String> {
    match text {
        "ilp32" => Ok(DataModel::Ilp32),
        "lp64" => Ok(DataModel::Lp64),
        _ => Err("must be ilp32 or lp64".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{Cli, Command};

    /// The arguments of a command line, completed by a file.
    fn completed(file: &str, line: &[&str]) -> Result<CheckArgs, String> {
        let words = ["raddle", "check"].into_iter().chain(line.iter().copied()).chain(["x.c"]);
        let Command::Check(mut args) = Cli::try_parse_from(words).expect("it is a command line").command else {
            panic!("it is a check")
        };
        let project = Project { path: PathBuf::from("/p/raddle.toml"), table: file.parse().expect("it is TOML") };
        project.complete(&mut args).map(|()| *args).map_err(|failure| failure.message)
    }

    #[test]
    fn what_the_command_line_does_not_say_is_taken_from_the_file() {
        let file = "[check]\nproperty = [\"no-data-race\", \"no-deadlock\"]\ntime = \"5min\"\nthreads = 2\ninclude = \"inc\"\ndefine = [\"A\"]";
        let args = completed(file, &["-D", "B"]).unwrap();
        assert_eq!(args.property.as_deref(), Some("no-data-race,no-deadlock"));
        assert_eq!((args.analysis.time, args.analysis.threads), (Some(std::time::Duration::from_secs(300)), Some(2)));
        assert_eq!(args.program.include, [PathBuf::from("/p/inc")]);
        assert_eq!(args.program.define, ["A", "B"]);
    }

    #[test]
    fn the_command_line_wins() {
        let file = "[check]\nproperty = \"no-data-race\"\ntime = 9\nseed = 3";
        let args = completed(file, &["--property", "all", "--time", "1s", "--seed", "4"]).unwrap();
        assert_eq!(args.property.as_deref(), Some("all"));
        assert_eq!((args.analysis.time, args.analysis.seed), (Some(std::time::Duration::from_secs(1)), Some(4)));
        let args = completed(file, &["--prp", "x.prp"]).unwrap();
        assert_eq!(args.property, None, "the property file says what is checked");
    }

    #[test]
    fn every_key_is_known_and_mistakes_are_named() {
        for key in KEYS {
            let error = completed(&format!("[check]\n{key} = 1979-05-27"), &[]);
            assert!(error.as_ref().err().is_none_or(|text| !text.contains("not known")), "{key}: {error:?}");
        }
        assert!(completed("[check]\ntim = 5", &[]).unwrap_err().contains("did you mean `time`"));
        assert!(completed("[check]\nthreads = 0", &[]).unwrap_err().contains("at least 1"));
        assert!(completed("[check]\nraces = \"many\"", &[]).unwrap_err().contains("first, all"));
        assert!(completed("check = 5", &[]).unwrap_err().contains("must be a table"));
    }
}
