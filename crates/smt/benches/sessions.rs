//! Recorded sessions of analyses, replayed: `cargo bench -p raddle-smt --features z3 --bench sessions -- FILE.smt2 …`
//!
//! A session is what a `Recorder` heard, written by `Terms::session_to_smtlib`. Each file is read once and asked of both back ends in turn, in one
//! run; the answers must be the same. Without the feature only the embedded solver is measured.

use std::time::{Duration, Instant};

use raddle_smt::{Embedded, Terms, read_smtlib, replay};

fn main() {
    let (mut ours, mut theirs) = (Duration::ZERO, Duration::ZERO);
    let mut checks = 0;
    for file in std::env::args().skip(1).filter(|a| a.ends_with(".smt2")) {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{file}: {e}"));
        let mut terms = Terms::new();
        let events = read_smtlib(&mut terms, &text).unwrap_or_else(|e| panic!("{file}:{}: {}", e.line, e.message));
        let start = Instant::now();
        let answers = replay(&terms, &events, &mut Embedded::new());
        let own = start.elapsed();
        ours += own;
        checks += answers.len();
        let other: Option<Duration> = second(&terms, &events, &answers, &file);
        theirs += other.unwrap_or_default();
        let ratio = other.map_or(String::new(), |o| {
            format!(", z3 {:.3} s, ratio {:.3}", o.as_secs_f64(), own.as_secs_f64() / o.as_secs_f64())
        });
        println!("{file}: {} checks, embedded {:.3} s{ratio}", answers.len(), own.as_secs_f64());
    }
    println!("{checks} checks, embedded {:.3} s", ours.as_secs_f64());
    if theirs > Duration::ZERO {
        println!(
            "z3 {:.3} s, ratio embedded / z3: {:.3}",
            theirs.as_secs_f64(),
            ours.as_secs_f64() / theirs.as_secs_f64()
        );
    }
}

#[cfg(feature = "z3")]
fn second(
    terms: &Terms,
    events: &[raddle_smt::Event],
    expected: &[raddle_smt::Answer],
    file: &str,
) -> Option<Duration> {
    let start = Instant::now();
    let answers = replay(terms, events, &mut raddle_smt::Z3::new());
    let time = start.elapsed();
    assert_eq!(answers, expected, "{file}: both solvers answer the same");
    Some(time)
}

#[cfg(not(feature = "z3"))]
fn second(_: &Terms, _: &[raddle_smt::Event], _: &[raddle_smt::Answer], _: &str) -> Option<Duration> {
    None
}
