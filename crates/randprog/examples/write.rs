//! Prints the program of a kind and seed: `write sequential 7 40`, `write library 7`, `write concurrent 7`.

use raddle_randprog::{Concurrent, library, sequential};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |i: usize, default: u64| arguments.get(i).and_then(|a| a.parse().ok()).unwrap_or(default);
    match arguments.get(1).map(String::as_str) {
        Some("sequential") => print!("{}", sequential(number(2, 0), number(3, 40) as u32)),
        Some("library") => print!("{}", library(number(2, 0), number(3, 100) as usize)),
        Some("concurrent") => print!("{}", Concurrent::generate(number(2, 0))),
        _ => eprintln!("usage: write sequential SEED [SIZE] | write library SEED [CALLS] | write concurrent SEED"),
    }
}
