//! Runs a C program in the machine and prints what it prints: `interpret [--steps N] [--stats] FILE.c [cc args…]`.
//!
//! Nondeterministic values are zero. This is what the differential tests against the system compiler do, by hand.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use raddle_frontend::{Options, load};
use raddle_machine::{Config, Machine, RoundRobin, RunEnd, Value, ZeroOracle, run};

fn main() -> ExitCode {
    let mut options = Options::default();
    let (mut steps, mut stats, mut file) = (50_000_000, false, None);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--steps" => steps = args.next().and_then(|n| n.parse().ok()).unwrap_or(steps),
            "--stats" => stats = true,
            "-m32" => options.data_model = raddle_program::DataModel::Ilp32,
            _ if file.is_none() => file = Some(PathBuf::from(arg)),
            _ => options.cc_args.push(arg),
        }
    }
    let Some(file) = file else {
        eprintln!("usage: interpret [--steps N] [--stats] FILE.c [cc args…]");
        return ExitCode::from(125);
    };
    let started = Instant::now();
    let program = match load(&[file], &options) {
        Ok((program, _)) => program,
        Err(error) => {
            for d in error.diagnostics {
                let place = error.source.place(d.span).map_or(String::new(), |p| format!("{p}:{}: ", p.column));
                eprintln!("{place}{}", d.message);
            }
            return ExitCode::from(126);
        }
    };
    let loaded = started.elapsed();
    let machine = Machine::new(&program, Config::default());
    let mut oracle = ZeroOracle::default();
    let result = run(&machine, &mut oracle, &mut RoundRobin::default(), steps);
    let _ = std::io::stdout().write_all(&oracle.output);
    if stats {
        let seconds = (started.elapsed() - loaded).as_secs_f64();
        let rate = result.steps as f64 / seconds / 1e6;
        eprintln!("loaded in {loaded:?}; {} edges in {seconds:.3} s: {rate:.1} M edges/s", result.steps);
    }
    match (result.end, result.result) {
        (RunEnd::Ended(_), Some(Value::Bits(code))) => ExitCode::from(code as u8),
        (RunEnd::Ended(_), _) => ExitCode::SUCCESS,
        (RunEnd::StepLimit, _) => {
            eprintln!("step limit");
            ExitCode::from(124)
        }
        (RunEnd::Halted(halt), _) => {
            let place = program.source.place(halt.span).map_or(String::new(), |p| format!("{p}: "));
            eprintln!("{place}{halt}");
            ExitCode::from(127)
        }
        (RunEnd::Error(_) | RunEnd::Blocked, _) => {
            eprintln!("error location or deadlock");
            ExitCode::from(127)
        }
    }
}
