//! Prints what a preprocessed program prints in the machine: `interpret file.c`.

use raddle_frontend::{Options, load_text};
use raddle_machine::{Config, Machine, RoundRobin, ZeroOracle, run};

fn main() {
    let file = std::env::args().nth(1).unwrap_or_default();
    let text = std::fs::read_to_string(&file).unwrap_or_default();
    match load_text(&file, &text, &Options::default()) {
        Ok((program, _)) => {
            let machine = Machine::new(&program, Config::default());
            let mut oracle = ZeroOracle::default();
            let result = run(&machine, &mut oracle, &mut RoundRobin::default(), 20_000_000);
            print!("{}", String::from_utf8_lossy(&oracle.output));
            eprintln!("{:?}", result.end);
        }
        Err(error) => {
            for d in error.diagnostics {
                eprintln!("{:?}: {}", error.source.place(d.span), d.message);
            }
        }
    }
}
