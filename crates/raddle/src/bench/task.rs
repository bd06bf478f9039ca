//! Task definitions: which program, which properties, what to expect.
//!
//! Formats 1.0 and 2.0 of SV-COMP's task definitions are read. Format 1.0 has no data model; its tasks are ILP32.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use raddle_evidence::Property;
use raddle_program::DataModel;
use yaml_rust2::{Yaml, YamlLoader};

use crate::property;

/// A property that a task is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// Its name, implemented or not.
    pub name: String,
    /// The property, if it is implemented.
    pub property: Option<Property>,
    /// The property file, where it says more than the property's name does: with the function whose call is the error.
    pub names_function: Option<(PathBuf, String)>,
    /// What to expect, if the task says so.
    pub expected: Option<bool>,
    /// Which part of the property is violated, if that is said (`subproperty: valid-deref`).
    pub subproperty: Option<String>,
}

/// A task definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// The definition's path.
    pub path: PathBuf,
    /// The program's files.
    pub inputs: Vec<PathBuf>,
    /// Sizes of types.
    pub data_model: DataModel,
    /// What it is about.
    pub expectations: Vec<Expectation>,
}

impl Expectation {
    /// The arguments of the command that name the property, if it is implemented.
    pub fn arguments(&self) -> Option<[OsString; 2]> {
        let property = self.property?;
        Some(match &self.names_function {
            Some((file, _)) => ["--prp".into(), file.into()],
            None => ["--property".into(), property.name().into()],
        })
    }
}

/// Reads a task definition.
pub fn read(path: &Path) -> Result<Task, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("cannot read `{}`: {e}", path.display()))?;
    parse(path, &text).map_err(|e| format!("`{}`: {e}", path.display()))
}

fn parse(path: &Path, text: &str) -> Result<Task, String> {
    let documents = YamlLoader::load_from_str(text).map_err(|e| format!("not YAML: {e}"))?;
    let root = documents.first().ok_or("the file is empty")?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let version = match &root["format_version"] {
        Yaml::String(text) | Yaml::Real(text) => text.clone(),
        Yaml::Integer(number) => number.to_string(),
        _ => return Err("there is no `format_version`".to_string()),
    };
    if !version.starts_with("1.") && !version.starts_with("2.") {
        return Err(format!("format version {version} is not known (1.0 and 2.0 are)"));
    }
    let inputs = match &root["input_files"] {
        Yaml::String(name) => vec![folder.join(name)],
        Yaml::Array(names) => names.iter().filter_map(Yaml::as_str).map(|name| folder.join(name)).collect::<Vec<_>>(),
        _ => Vec::new(),
    };
    if inputs.is_empty() {
        return Err("there are no `input_files`".to_string());
    }
    let data_model = match root["options"]["data_model"].as_str() {
        Some(name) if name.eq_ignore_ascii_case("ILP32") => DataModel::Ilp32,
        Some(name) if name.eq_ignore_ascii_case("LP64") => DataModel::Lp64,
        Some(name) => return Err(format!("the data model `{name}` is not known (ILP32 and LP64 are)")),
        None if version.starts_with("1.") => DataModel::Ilp32,
        None => DataModel::Lp64,
    };
    let mut expectations = Vec::new();
    for entry in root["properties"].as_vec().into_iter().flatten() {
        let file = entry["property_file"].as_str().ok_or("a property without `property_file`")?;
        let path = folder.join(file);
        let (name, names_function) = match property::read_file(&path) {
            Ok(specification) => (specification.property, specification.error_function.map(|f| (path, f))),
            // A property of another kind (coverage), or a set that was copied without its property files: the file's
            // name is the property's name.
            Err(_) => (Path::new(file).file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned()), None),
        };
        let property = Property::from_name(&name);
        expectations.push(Expectation {
            name,
            property,
            names_function,
            expected: expected_verdict(&entry["expected_verdict"])?,
            subproperty: entry["subproperty"].as_str().map(str::to_string),
        });
    }
    Ok(Task { path: path.to_path_buf(), inputs, data_model, expectations })
}

/// What a task says about a property: true, false, or nothing at all. Anything else would be taken for nothing, and never be noticed.
fn expected_verdict(value: &Yaml) -> Result<Option<bool>, String> {
    match value {
        Yaml::BadValue => Ok(None),
        Yaml::Boolean(truth) => Ok(Some(*truth)),
        Yaml::String(text) | Yaml::Real(text) => {
            Err(format!("the expected_verdict `{text}` is neither true nor false"))
        }
        Yaml::Integer(number) => Err(format!("the expected_verdict `{number}` is neither true nor false")),
        Yaml::Null | Yaml::Array(_) | Yaml::Hash(_) | Yaml::Alias(_) => {
            Err("the expected_verdict is neither true nor false".to_string())
        }
    }
}

/// All task definitions that the arguments name, sorted, without duplicates.
pub fn collect(arguments: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for argument in arguments {
        let kind = std::fs::metadata(argument).map_err(|e| format!("cannot read `{}`: {e}", argument.display()))?;
        match argument.extension().and_then(|e| e.to_str()) {
            _ if kind.is_dir() => walk(argument, &mut found)?,
            Some("yml") => found.push(argument.clone()),
            Some("set") => read_set(argument, &mut found)?,
            Some(_) | None => {
                return Err(format!(
                    "`{}` is not a task definition (.yml), a set (.set) or a folder",
                    argument.display()
                ));
            }
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let listing = std::fs::read_dir(folder).map_err(|e| format!("cannot read `{}`: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = listing.filter_map(|e| e.ok().map(|e| e.path())).collect();
    paths.sort();
    Ok(paths)
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    for path in entries(folder)? {
        if path.is_dir() {
            walk(&path, found)?;
        } else if path.extension().is_some_and(|e| e == "yml") {
            found.push(path);
        }
    }
    Ok(())
}

/// A set has one pattern a line, relative to its folder; `*` and `?` stand for parts of a name.
fn read_set(path: &Path, found: &mut Vec<PathBuf>) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("cannot read `{}`: {e}", path.display()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    for pattern in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let mut matches = vec![folder.to_path_buf()];
        for component in pattern.split('/') {
            let mut next = Vec::new();
            for base in matches {
                if component.contains(['*', '?']) {
                    next.extend(entries(&base)?.into_iter().filter(|p| {
                        p.file_name().is_some_and(|n| matches_pattern(component.as_bytes(), n.as_encoded_bytes()))
                    }));
                } else {
                    next.push(base.join(component));
                }
            }
            matches = next;
        }
        let count = found.len();
        found.extend(matches.into_iter().filter(|p| p.is_file()));
        if found.len() == count {
            return Err(format!("`{}`: nothing matches `{pattern}`", path.display()));
        }
    }
    Ok(())
}

fn matches_pattern(pattern: &[u8], name: &[u8]) -> bool {
    match pattern {
        [] => name.is_empty(),
        [b'*', rest @ ..] => (0..=name.len()).any(|n| matches_pattern(rest, &name[n..])),
        [b'?', rest @ ..] => !name.is_empty() && matches_pattern(rest, &name[1..]),
        [c, rest @ ..] => name.first() == Some(c) && matches_pattern(rest, &name[1..]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_formats_are_read() {
        let old = "format_version: '1.0'\n# old name\ninput_files: 'a.i'\nproperties:\n  - property_file: ../p/unreach-call.prp\n    expected_verdict: false\n";
        let task = parse(Path::new("no-such-folder/a.yml"), old).unwrap();
        assert_eq!(task.inputs, [Path::new("no-such-folder/a.i")]);
        assert_eq!(task.data_model, DataModel::Ilp32);
        assert_eq!(task.expectations[0].property, Some(Property::UnreachCall));
        assert_eq!(task.expectations[0].expected, Some(false));

        let new = "format_version: '2.0'\ninput_files: ['a.c', 'b.c']\nproperties:\n  - property_file: termination.prp\noptions:\n  language: C\n  data_model: LP64\n";
        let task = parse(Path::new("a.yml"), new).unwrap();
        assert_eq!(task.inputs.len(), 2);
        assert_eq!(task.data_model, DataModel::Lp64);
        assert_eq!((task.expectations[0].property, task.expectations[0].expected), (None, None));
    }

    #[test]
    fn bad_definitions_are_refused_in_words() {
        let message = |text: &str| parse(Path::new("a.yml"), text).unwrap_err();
        assert_eq!(message(""), "the file is empty");
        assert_eq!(message("x: 1"), "there is no `format_version`");
        assert_eq!(message("format_version: '2.0'"), "there are no `input_files`");
        let expects = |what| {
            format!(
                "format_version: '2.0'\ninput_files: a.c\nproperties:\n  - property_file: p.prp\n    expected_verdict:{what}\n"
            )
        };
        assert_eq!(message(&expects(" maybe")), "the expected_verdict `maybe` is neither true nor false");
        assert_eq!(message(&expects(" 'true'")), "the expected_verdict `true` is neither true nor false");
        assert_eq!(message(&expects(" 1")), "the expected_verdict `1` is neither true nor false");
        assert_eq!(message(&expects("")), "the expected_verdict is neither true nor false");
        assert_eq!(message("format_version: '7.0'"), "format version 7.0 is not known (1.0 and 2.0 are)");
    }

    #[test]
    fn patterns() {
        assert!(matches_pattern(b"*.yml", b"a.yml"));
        assert!(matches_pattern(b"a?c*", b"abc"));
        assert!(!matches_pattern(b"*.yml", b"a.c"));
    }
}
