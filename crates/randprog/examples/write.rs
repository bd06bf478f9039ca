//! Prints the program of a kind and seed: `write sequential 7 40`, `write concurrent 7`.

use raddle_randprog::{Concurrent, sequential};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |i: usize, default: u64| arguments.get(i).and_then(|a| a.parse().ok()).unwrap_or(default);
    match arguments.get(1).map(String::as_str) {
        Some("sequential") => print!("{}", sequential(number(2, 0), number(3, 40) as u32)),
        Some("concurrent") => print!("{}", Concurrent::generate(number(2, 0))),
        _ => eprintln!("usage: write sequential SEED [SIZE] | write concurrent SEED"),
    }
}
