//! `raddle replay`: a witness is a claim like any other. It is confirmed by replaying it step by step in the reference
//! machine, and the verdict is what comes of that.

use std::collections::BTreeSet;
use std::path::PathBuf;

use raddle_deadline::Deadline;
use raddle_evidence::{AboutRaces, Checking, Claim, Outcome, Statistics, confirm};
use raddle_frontend::Unit;
use raddle_report::{Look, ProgramFile, Witness, show_verdict};

use crate::args::{Format, ProgramArgs, ReplayArgs};
use crate::build::{self, Sources};
use crate::check::exit_code;
use crate::{Failure, load, settings};

/// The command: what to print on standard output, and the exit code.
pub fn replay(args: &ReplayArgs, look: Look) -> Result<(String, u8), Failure> {
    let name = args.witness.display();
    let text =
        std::fs::read_to_string(&args.witness).map_err(|e| Failure::usage(format!("cannot read `{name}`: {e}")))?;
    let witness = Witness::from_text(&text).map_err(|e| Failure::usage(format!("`{name}`: {e}")))?;
    let sources = sources(args, &witness)?;
    changed(&name.to_string(), &witness.files, &sources.units)?;
    let (entry, forbidden) = (Some(witness.entry.as_str()), witness.error_function.as_deref());
    let program = load::program(&sources, entry, forbidden, witness.lifetimes, (Format::Text, &Deadline::new()))?;
    let config = settings::config_from(&witness.options)?;
    let outcome = Outcome {
        explanation: Vec::new(),
        races: AboutRaces::default(),
        property: witness.counterexample.property,
        claim: Claim::False(witness.counterexample),
        assumptions: BTreeSet::new(),
        notes: BTreeSet::new(),
        undefined: None,
        stats: Statistics::default(),
    };
    let checking = Checking {
        machine: &config.machine(),
        max_cases: config.program.max_cases,
        proofs: true,
        confirmation: None,
        exceeded: &|| None,
    };
    let verdict = confirm(&program, outcome, &checking);
    Ok((show_verdict(&program, &verdict, look), exit_code(&verdict)))
}

/// The program: as the command line says, or as the witness does.
fn sources(args: &ReplayArgs, witness: &Witness) -> Result<Sources, Failure> {
    if args.files.is_empty() {
        let unit = |file: &ProgramFile| Unit { path: PathBuf::from(&file.path), flags: file.flags.clone() };
        let units = witness.files.iter().map(unit).collect();
        let arguments = witness.arguments.clone();
        return Ok(Sources { units, data_model: witness.data_model, arguments, notes: Vec::new() });
    }
    let sources = build::sources(&ProgramArgs {
        files: args.files.clone(),
        data_model: Some(witness.data_model),
        entry: None,
        include: args.include.clone(),
        define: args.define.clone(),
        undefine: args.undefine.clone(),
        cc_arg: args.cc_arg.clone(),
        compile_commands: None,
        build: None,
        target: None,
        command: Vec::new(),
        args: None,
    })?;
    Ok(Sources { arguments: witness.arguments.clone(), ..sources })
}

/// Says what is another program than that of the witness.
fn changed(name: &str, before: &[ProgramFile], units: &[Unit]) -> Result<(), Failure> {
    let hashes: BTreeSet<&str> = before.iter().map(|f| f.sha256.as_str()).collect();
    for unit in units {
        let file = ProgramFile::of(&unit.path.display().to_string());
        if !file.sha256.is_empty() && !hashes.contains(file.sha256.as_str()) {
            return Err(Failure::usage(format!(
                "`{name}` was written for another version of `{}`: the file's hash differs",
                file.path
            )));
        }
        let same_file = before.iter().find(|known| known.sha256 == file.sha256);
        if let Some(known) = same_file.filter(|known| known.flags != unit.flags) {
            let shown = |flags: &[String]| if flags.is_empty() { "none".to_string() } else { flags.join(" ") };
            let (old, new) = (shown(&known.flags), shown(&unit.flags));
            eprintln!("note: `{name}` was written for `{}` with other flags: {old}; now: {new}", file.path);
        }
    }
    Ok(())
}
