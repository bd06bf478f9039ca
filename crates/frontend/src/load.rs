//! The whole front end as one function.

use std::collections::BTreeSet;
use std::path::PathBuf;

use raddle_program::{Diagnostic, Program, SourceMap, SourceUnit, Span};

use crate::lower::LowerOptions;
use crate::parse::{ParsedUnit, parse};
use crate::preprocess::{displayable, preprocess};
use crate::{Leave, Options, Unit, lower, models, typing, with_large_stack_until};

/// Why there is no program, with the texts the diagnostics point into.
#[derive(Debug)]
pub struct LoadError {
    /// What is wrong; not empty.
    pub diagnostics: Vec<Diagnostic>,
    /// The texts.
    pub source: SourceMap,
}

/// Reads files that together are one program. With it come the warnings.
pub fn load(files: &[PathBuf], options: &Options) -> Result<(Program, Vec<Diagnostic>), LoadError> {
    let units: Vec<Unit> = files.iter().cloned().map(Unit::from).collect();
    load_units(&units, options)
}

/// Reads files that together are one program, each with flags of its own.
pub fn load_units(units: &[Unit], options: &Options) -> Result<(Program, Vec<Diagnostic>), LoadError> {
    let mut source = SourceMap::default();
    let mut texts = Vec::new();
    let mut errors = Vec::new();
    for unit in units {
        match preprocess(unit, options, &mut source) {
            Ok(bytes) => texts.push((unit.path.display().to_string(), bytes)),
            Err(mut problems) => errors.append(&mut problems),
        }
    }
    if !errors.is_empty() {
        return Err(LoadError { diagnostics: errors, source });
    }
    read(texts, options, source)
}

/// Reads one preprocessed text, as tests do.
pub fn load_text(name: &str, text: &str, options: &Options) -> Result<(Program, Vec<Diagnostic>), LoadError> {
    let texts = vec![(name.to_string(), text.as_bytes().to_vec())];
    read(texts, options, SourceMap::default())
}

fn read(
    texts: Vec<(String, Vec<u8>)>,
    options: &Options,
    source: SourceMap,
) -> Result<(Program, Vec<Diagnostic>), LoadError> {
    let own = options.clone();
    with_large_stack_until(&options.deadline, Leave::AtOnce, move || from_preprocessed(texts, &own, source))
}

/// The stages behind the preprocessor.
fn from_preprocessed(
    texts: Vec<(String, Vec<u8>)>,
    options: &Options,
    mut source: SourceMap,
) -> Result<(Program, Vec<Diagnostic>), LoadError> {
    let mut units: Vec<ParsedUnit> = Vec::new();
    let mut errors = Vec::new();
    for (name, bytes) in texts {
        options.deadline.give_up();
        let unit = source.add(SourceUnit::new(name, displayable(&bytes)));
        match parse(&bytes, unit) {
            Ok(parsed) => units.push(parsed),
            Err(mut problems) => errors.append(&mut problems),
        }
    }
    let mentioned: BTreeSet<String> = units.iter().flat_map(|u| u.mentioned.iter().cloned()).collect();
    for model in models::needed(mentioned.iter().map(String::as_str)) {
        let mut text = SourceUnit::new(model.name, &model.text);
        text.internal = true;
        let unit = source.add(text);
        match parse(model.text.as_bytes(), unit) {
            Ok(parsed) => units.push(parsed),
            Err(mut problems) => errors.append(&mut problems),
        }
    }
    if !errors.is_empty() {
        return Err(LoadError { diagnostics: errors, source });
    }
    options.deadline.give_up();
    let mut hir = match typing::check(units, &source, options.data_model) {
        Ok(hir) => hir,
        Err(diagnostics) => return Err(LoadError { diagnostics, source }),
    };
    let mut warnings = std::mem::take(&mut hir.warnings);
    if let Some(name) = &options.error_function
        && !hir.functions.iter().any(|f| f.name == *name)
    {
        let message = format!("the property forbids calls of `{name}`, but the program has no function of this name");
        warnings.push(Diagnostic::warning(Span::NONE, message));
    }
    options.deadline.give_up();
    let options = LowerOptions {
        entry: options.entry.clone(),
        error_function: options.error_function.clone(),
        arguments: options.arguments.clone(),
        lifetimes: options.lifetimes,
        looks_at_errno: mentioned.contains("__errno_location") || mentioned.contains("errno"),
    };
    match lower::lower(hir, source.clone(), &options) {
        Ok(program) => Ok((program, warnings)),
        Err(diagnostics) => Err(LoadError { diagnostics, source }),
    }
}
