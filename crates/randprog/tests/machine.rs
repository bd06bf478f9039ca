//! Generated sequential programs print the same in the machine and compiled with the system's compiler.
//!
//! A few seeds run by default; `RADDLE_RANDOM=500` runs so many, `RADDLE_RANDOM_FROM=7` begins with another seed.

use std::process::Command;

use raddle_frontend::{Options, load_text};
use raddle_machine::{Config, Machine, RoundRobin, RunEnd, ZeroOracle, run};
use raddle_randprog::{library, sequential};

const STEPS: u64 = 20_000_000;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// What the compiled program prints; `None` if there is no compiler.
fn compiled(kind: &str, seed: u64, text: &str) -> Option<String> {
    let binary = std::env::temp_dir().join(format!("raddle-random-{kind}-{}-{seed}", std::process::id()));
    let source = binary.with_extension("c");
    std::fs::write(&source, text).unwrap();
    let built =
        Command::new("cc").args(["-std=gnu11", "-w", "-o"]).arg(&binary).arg(&source).arg("-lm").status().ok()?;
    assert!(built.success(), "cc fails on seed {seed}");
    let output = Command::new(&binary).output().unwrap();
    assert!(output.status.success(), "seed {seed}");
    std::fs::remove_file(binary).unwrap();
    std::fs::remove_file(source).unwrap();
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn interpreted(text: &str) -> Result<String, String> {
    let (program, _) = load_text("random.c", text, &Options::default()).map_err(|error| {
        let shown = error.diagnostics.iter().map(|d| format!("{:?}: {}", error.source.place(d.span), d.message));
        shown.collect::<Vec<_>>().join("\n")
    })?;
    let machine = Machine::new(&program, Config::default());
    let mut oracle = ZeroOracle::default();
    let result = run(&machine, &mut oracle, &mut RoundRobin::default(), STEPS);
    let output = String::from_utf8_lossy(&oracle.output).into_owned();
    match result.end {
        RunEnd::Ended(_) => Ok(output),
        RunEnd::Halted(halt) => Err(format!("{halt} at {:?}\n{output}", program.source.place(halt.span))),
        other => Err(format!("{other:?}\n{output}")),
    }
}

/// Compares so many programs; what differs is named with its first line.
fn compare(kind: &str, program: impl Fn(u64) -> String) {
    let mut wrong = Vec::new();
    let from = number("RADDLE_RANDOM_FROM", 100);
    for seed in from..from + number("RADDLE_RANDOM", 8) {
        let text = program(seed);
        let Some(expected) = compiled(kind, seed, &text) else { return };
        match interpreted(&text) {
            Ok(output) if output == expected => {}
            Ok(output) => {
                let differs = expected.lines().zip(output.lines()).find(|(a, b)| a != b);
                wrong.push(format!("seed {seed}: compiled and interpreted: {differs:?}"));
            }
            Err(problem) => wrong.push(format!("seed {seed}: {problem}")),
        }
    }
    assert!(wrong.is_empty(), "{} programs differ\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn sequential_programs_print_what_the_compiled_ones_print() {
    compare("sequential", |seed| sequential(seed, 30));
}

#[test]
fn library_functions_compute_what_the_c_library_computes() {
    compare("library", |seed| library(seed, 100));
}
