//! `raddle cfa`, `raddle analyses`, `raddle options`.

use raddle_deadline::Deadline;
use raddle_engines::Config;
use raddle_engines::registry::ANALYSES;
use raddle_program::{FuncId, Pretty, Program, write_dot};
use raddle_report::wrap;

use crate::args::CfaArgs;
use crate::{Failure, build, load, project};

/// The automata of a program.
pub fn cfa(args: &CfaArgs) -> Result<String, Failure> {
    let mut read = args.program.clone();
    if let Some(project) = project::find(&read)? {
        project.complete_program(&mut read)?;
    }
    let program = load::program(&build::sources(&read)?, read.entry.as_deref(), None, false, &Deadline::new())?;
    let mut chosen: Vec<FuncId> = Vec::new();
    for name in &args.function {
        let id = program.function_named(name).ok_or_else(|| Failure::usage(no_function(&program, name)))?;
        chosen.push(id);
    }
    if chosen.is_empty() {
        chosen = program.functions.ids().filter(|f| args.library || !program.functions[*f].internal).collect();
    }
    let mut out = String::new();
    if args.dot {
        write_dot(&program, &chosen, &mut out).expect("writing to a string never fails");
        return Ok(out);
    }
    for id in chosen {
        let function = &program.functions[id];
        out.push_str(&Pretty { program: &program, function: Some(function), item: function }.to_string());
        out.push('\n');
    }
    Ok(out)
}

fn no_function(program: &Program, name: &str) -> String {
    let known: Vec<_> = program.functions.iter().filter(|f| !f.internal).map(|f| f.name.as_str()).collect();
    format!("there is no function `{name}` with a body; there are {}", known.join(", "))
}

/// The list of analyses.
pub fn analyses() -> String {
    let longest = ANALYSES.iter().map(|a| a.name.len()).max().unwrap_or(0);
    ANALYSES.iter().map(|a| format!("{:longest$}  {}\n", a.name, a.doc)).collect()
}

/// The list of options.
pub fn options(width: usize) -> String {
    let mut out = String::new();
    for option in Config::options() {
        out.push_str(&format!("{}\n", option.key));
        for line in wrap(option.doc, width.saturating_sub(4)) {
            out.push_str(&format!("    {}\n", line.trim_start()));
        }
        out.push_str(&format!("    allowed: {}; default: {}\n", option.allowed, option.default));
    }
    out
}
