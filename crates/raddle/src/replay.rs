//! `raddle replay`: a witness is a claim like any other. It is confirmed by replaying it step by step in the reference
//! machine, and the verdict is what comes of that.

use std::collections::BTreeSet;

use raddle_deadline::Deadline;
use raddle_evidence::{AboutRaces, Checking, Claim, Outcome, Statistics, confirm};
use raddle_report::{Look, ProgramFile, Witness, show_verdict};

use crate::args::{ProgramArgs, ReplayArgs};
use crate::check::exit_code;
use crate::{Failure, load, settings};

/// The command: what to print on standard output, and the exit code.
pub fn replay(args: &ReplayArgs, look: Look) -> Result<(String, u8), Failure> {
    let name = args.witness.display();
    let text =
        std::fs::read_to_string(&args.witness).map_err(|e| Failure::usage(format!("cannot read `{name}`: {e}")))?;
    let witness = Witness::from_text(&text).map_err(|e| Failure::usage(format!("`{name}`: {e}")))?;
    let hashes: BTreeSet<String> = witness.files.iter().map(|f| f.sha256.clone()).collect();
    for file in &args.files {
        let file = ProgramFile::of(&file.display().to_string());
        if !file.sha256.is_empty() && !hashes.contains(&file.sha256) {
            return Err(Failure::usage(format!(
                "`{name}` was written for another version of `{}`: the file's hash differs",
                file.path
            )));
        }
    }
    let program_args = ProgramArgs {
        files: args.files.clone(),
        data_model: witness.data_model,
        entry: Some(witness.entry.clone()),
        include: args.include.clone(),
        define: args.define.clone(),
        undefine: args.undefine.clone(),
        cc_arg: args.cc_arg.clone(),
    };
    let program = load::program(&program_args, witness.error_function.as_deref(), witness.lifetimes, &Deadline::new())?;
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
