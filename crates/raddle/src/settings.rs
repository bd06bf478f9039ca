//! From a project's `raddle.toml`, `--analysis`, `--config` and `--set` to a configuration. Later wins: defaults, the project, file, command line.

use std::path::Path;

use raddle_engines::Config;
use raddle_engines::registry::{ANALYSES, Analysis, find};

use crate::Failure;
use crate::args::AnalysisArgs;
use crate::project::{CHECK, Project};

/// What the user has chosen.
pub struct Settings {
    /// The analysis.
    pub analysis: &'static Analysis,
    /// The options.
    pub config: Config,
    /// The options that were given, as `key=value`, in order.
    pub given: Vec<String>,
}

/// Follows the project and the command line.
pub fn settings(args: &AnalysisArgs, project: Option<&Project>) -> Result<Settings, Failure> {
    let mut config = Config::default();
    let mut given = Vec::new();
    let mut name = None;
    if let Some(project) = project {
        let mut table = project.table.clone();
        table.remove(CHECK);
        name = read_table(&project.path, &table, &mut config, &mut given)?;
    }
    if let Some(path) = &args.config {
        name = read_file(path, &mut config, &mut given)?.or(name);
    }
    for assignment in &args.set {
        config.assign(assignment).map_err(|e| Failure::usage(format!("--set: {e}")))?;
        given.push(assignment.clone());
    }
    if let Some(seed) = args.seed {
        config.reach.seed = seed;
        given.push(format!("reach.seed={seed}"));
    }
    let name = args.analysis.clone().or(name);
    let analysis = match &name {
        None => &ANALYSES[0],
        Some(name) => find(name).ok_or_else(|| {
            let known: Vec<_> = ANALYSES.iter().map(|a| a.name).collect();
            Failure::usage(format!("there is no analysis `{name}`; there are {}", known.join(", ")))
        })?,
    };
    Ok(Settings { analysis, config, given })
}

/// The options of an earlier run, as a witness lists them.
pub fn config_from(given: &[String]) -> Result<Config, Failure> {
    let mut config = Config::default();
    for assignment in given {
        config.assign(assignment).map_err(|e| Failure::usage(e.to_string()))?;
    }
    Ok(config)
}

/// Reads a file of options: `analysis = "name"` and a table per component. Returns the analysis' name.
fn read_file(path: &Path, config: &mut Config, given: &mut Vec<String>) -> Result<Option<String>, Failure> {
    let fail = |what: String| Failure::usage(format!("`{}`: {what}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|e| fail(format!("cannot read it: {e}")))?;
    let table: toml::Table = text.parse().map_err(|e: toml::de::Error| fail(e.to_string().trim_end().to_string()))?;
    read_table(path, &table, config, given)
}

fn read_table(
    path: &Path,
    table: &toml::Table,
    config: &mut Config,
    given: &mut Vec<String>,
) -> Result<Option<String>, Failure> {
    let fail = |what: String| Failure::usage(format!("`{}`: {what}", path.display()));
    let mut name = None;
    for (component, value) in table {
        match value {
            toml::Value::String(text) if component == "analysis" => name = Some(text.clone()),
            toml::Value::Table(options) => {
                for (option, value) in options {
                    let key = format!("{component}.{option}");
                    let value = match value {
                        toml::Value::String(text) => text.clone(),
                        toml::Value::Integer(number) => number.to_string(),
                        toml::Value::Boolean(truth) => truth.to_string(),
                        toml::Value::Float(number) => number.to_string(),
                        toml::Value::Datetime(_) | toml::Value::Array(_) | toml::Value::Table(_) => {
                            return Err(fail(format!("`{key}` must be a text, a number, true or false")));
                        }
                    };
                    config.set(&key, &value).map_err(|e| fail(e.to_string()))?;
                    given.push(format!("{key}={value}"));
                }
            }
            toml::Value::String(_)
            | toml::Value::Integer(_)
            | toml::Value::Float(_)
            | toml::Value::Boolean(_)
            | toml::Value::Datetime(_)
            | toml::Value::Array(_) => {
                return Err(fail(format!("`{component}` is neither `analysis` nor a table of options")));
            }
        }
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Config, Option<String>), String> {
        let path = std::env::temp_dir().join(format!("raddle-settings-{}-{:x}.toml", std::process::id(), fnv(text)));
        std::fs::write(&path, text).unwrap();
        let mut config = Config::default();
        let name = read_file(&path, &mut config, &mut Vec::new());
        std::fs::remove_file(&path).unwrap();
        name.map(|name| (config, name)).map_err(|f| f.message)
    }

    fn fnv(text: &str) -> u64 {
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
    }

    #[test]
    fn a_file_sets_options_and_the_analysis() {
        let (config, name) = read("analysis = \"explicit\"\n[explicit]\norder = \"dfs\"\nmax_states = 5\n").unwrap();
        assert_eq!(name.as_deref(), Some("explicit"));
        assert_eq!(config.explicit.max_states, 5);
    }

    #[test]
    fn mistakes_are_named() {
        assert!(read("[explicit]\nordr = \"dfs\"").unwrap_err().contains("did you mean `explicit.order`"));
        assert!(read("speed = 3").unwrap_err().contains("neither `analysis` nor a table"));
        assert!(read("[explicit\n").is_err());
    }
}
