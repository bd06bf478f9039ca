//! `cargo xtask laws`: the laws of the definitions on many random programs, for a night.
//!
//! The tests of `raddle-semantics` try the same on a few. A program that breaks a law is shrunk before it is shown.

use std::time::Instant;

use raddle_frontend::{Options, load_text, with_large_stack};
use raddle_randprog::{Concurrent, minimise};
use raddle_semantics::laws::{Broken, Law, Tally, check_program};

/// Executions of each program.
const EXECUTIONS: u64 = 12;

/// Tries the laws on the programs of some seeds; whether all hold.
pub fn run(from: u64, many: u64) -> bool {
    with_large_stack(move || {
        let started = Instant::now();
        let mut tally = Tally::default();
        let mut wrong = 0;
        for seed in from..from + many {
            let program = Concurrent::mixed(seed);
            match tried(&program) {
                Ok(more) => tally.add(&more),
                Err((_, broken)) => {
                    let alike = |p: &Concurrent| tried(p).is_err_and(|(_, other)| other.law == broken.law);
                    let small = minimise(program, alike);
                    let (execution, broken) = tried(&small).err().unwrap_or((0, broken));
                    println!("program {seed}, execution {execution}: {broken}\n{small}");
                    wrong += 1;
                }
            }
        }
        println!("{many} programs, {EXECUTIONS} executions each, {} s", started.elapsed().as_secs());
        for law in Law::ALL {
            println!("{law:?}: tried {} times", tally.of(law));
        }
        println!("{} passed, {wrong} failed", many - wrong);
        wrong == 0
    })
}

fn tried(program: &Concurrent) -> Result<Tally, (u64, Broken)> {
    match load_text("random.c", &program.to_string(), &Options { lifetimes: true, ..Options::default() }) {
        Ok((loaded, _)) => check_program(&loaded, 0..EXECUTIONS),
        // Shrinking may lead to something that is no program; a generated one always is, see the tests of `raddle-randprog`.
        Err(_) => Ok(Tally::default()),
    }
}
