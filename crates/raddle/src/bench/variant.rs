//! What is run on every task: analyses with their options, each under a name.
//!
//! `--analysis a,b` gives a variant for each analysis, named after it; `--variant NAME=ANALYSIS:KEY=VALUE,…` one with options of its own. Options of the
//! command (`--set`, `--config`) are for all of them. A key without a dot is not an option of an analysis: `config` is a file of options, in place of the
//! command's, and `program` another build of Raddle. Mistakes are found before the first run, except those that only another build can judge.

use std::path::{Path, PathBuf};

use raddle_engines::registry::ANALYSES;
use raddle_evidence::Property;
use raddle_report::bench::Variant;

use crate::Failure;
use crate::args::{AnalysisArgs, BenchArgs};
use crate::settings::settings;

/// A variant, ready to run.
#[derive(Clone, Debug)]
pub struct Runner {
    /// Name and arguments.
    pub variant: Variant,
    /// What is run instead of this program.
    pub program: Option<PathBuf>,
    /// Whether it can check a property at all.
    checks: Option<fn(Property) -> bool>,
}

impl Runner {
    /// Whether it can check a property at all; of another build nothing is known.
    pub fn can_check(&self, property: Property) -> bool {
        self.checks.is_none_or(|checks| checks(property))
    }
}

/// The variants that the command line asks for, at least one.
pub fn runners(args: &BenchArgs) -> Result<Vec<Runner>, Failure> {
    let mut runners = Vec::new();
    for name in args.analysis.iter().flat_map(|list| list.split(',')).map(str::trim) {
        runners.push(runner(args, name, Some(name), &[])?);
    }
    for text in &args.variant {
        let wrong = |what: &str| Failure::usage(format!("--variant `{text}`: {what}"));
        let (name, rest) = text.split_once('=').ok_or_else(|| wrong("NAME=ANALYSIS[:KEY=VALUE,…] is needed"))?;
        let (analysis, options) = rest.split_once(':').unwrap_or((rest, ""));
        let options: Vec<&str> = options.split(',').map(str::trim).filter(|o| !o.is_empty()).collect();
        runners.push(runner(args, name, Some(analysis).filter(|a| !a.is_empty()), &options)?);
    }
    if runners.is_empty() {
        let file = args.config.as_deref().and_then(Path::file_stem).map(|s| s.to_string_lossy().into_owned());
        runners.push(runner(args, &file.unwrap_or_else(|| ANALYSES[0].name.to_string()), None, &[])?);
    }
    for (number, runner) in runners.iter().enumerate() {
        if runners[..number].iter().any(|r| r.variant.name == runner.variant.name) {
            let name = &runner.variant.name;
            return Err(Failure::usage(format!("two variants are called `{name}`; --variant gives them names")));
        }
    }
    Ok(runners)
}

fn runner(args: &BenchArgs, name: &str, analysis: Option<&str>, options: &[&str]) -> Result<Runner, Failure> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-+.".contains(c);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
        // Names are folders of the output.
        let message = format!("a variant cannot be called `{name}`: letters, digits and _ - + . are fine");
        return Err(Failure::usage(message));
    }
    let fail = |what: String| Failure::usage(format!("variant `{name}`: {what}"));
    let (mut config, mut program, mut set) = (args.config.clone(), None, args.set.clone());
    for option in options {
        let (key, value) = option.split_once('=').ok_or_else(|| fail(format!("`{option}` is not KEY=VALUE")))?;
        match key {
            "config" => config = Some(PathBuf::from(value)),
            "program" => program = Some(find_program(value).map_err(fail)?),
            _ => set.push((*option).to_string()),
        }
    }
    let mut arguments = Vec::new();
    if let Some(analysis) = analysis {
        arguments.extend(["--analysis".to_string(), analysis.to_string()]);
    }
    if let Some(config) = &config {
        arguments.extend(["--config".to_string(), config.display().to_string()]);
    }
    for set in &set {
        arguments.extend(["--set".to_string(), set.clone()]);
    }
    let checks = match &program {
        Some(_) => None,
        None => {
            let asked = AnalysisArgs {
                analysis: analysis.map(str::to_string),
                config,
                set,
                time: None,
                memory: None,
                seed: None,
                threads: None,
                no_config: true,
            };
            Some(settings(&asked, None)?.analysis.checks)
        }
    };
    let mut variant = Variant { name: name.to_string(), arguments };
    if let Some(program) = &program {
        // It is part of what the variant is, so that rows of two builds are not taken for rows of one.
        variant.arguments.insert(0, program.display().to_string());
    }
    Ok(Runner { variant, program, checks })
}

fn find_program(value: &str) -> Result<PathBuf, String> {
    std::fs::canonicalize(value).map_err(|e| format!("cannot find the program `{value}`: {e}"))
}

impl Runner {
    /// The arguments of `check` that only this variant has.
    pub fn arguments(&self) -> &[String] {
        &self.variant.arguments[usize::from(self.program.is_some())..]
    }
}
