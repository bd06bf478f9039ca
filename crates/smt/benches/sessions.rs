//! Recorded sessions of analyses, replayed with both back ends in one run; the answers must be the same.
//!
//! ```text
//! raddle check --analysis predicate --set smt.record=LOGS/TASK … FILE.c            (once for each task)
//! cargo bench -p raddle-smt --features z3 --bench sessions -- LOGS/*              (docs/decisions/0009 says how to get Z3)
//! ```
//!
//! An argument is a directory with the sessions of one task, or a script. Each script is read once; what is measured is asserting and
//! checking, including the translation of terms into what the back end works on. Where the analysis took a new solver, both back ends do. A script on
//! which Z3 is busy for more than [`PATIENCE`] ends with the check that it gave up, for both: the ratio is then at least as good for the
//! embedded solver as the figure says. Without the feature only the embedded solver is measured. Logs of benchmark programs do not belong in the
//! repository.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use raddle_smt::{Answer, Embedded, Event, Terms, read_smtlib, replay};

/// How long Z3 may take for a script.
#[cfg(feature = "z3")]
const PATIENCE: Duration = Duration::from_secs(40);

/// What the sessions of a task took.
#[derive(Default)]
struct Cost {
    checks: usize,
    unsatisfiable: usize,
    embedded: Duration,
    z3: Option<Duration>,
    /// In how many scripts Z3 gave up.
    given_up: usize,
}

fn main() {
    let mut total = Cost::default();
    // Cargo passes options of its own.
    for task in std::env::args().skip(1).filter(|a| !a.starts_with("--")) {
        let mut cost = Cost::default();
        for file in scripts(Path::new(&task)) {
            cost.add(&measured(&file));
        }
        println!("{task}: {}", cost.show());
        total.add(&cost);
    }
    println!("total: {}", total.show());
}

impl Cost {
    fn add(&mut self, other: &Cost) {
        self.checks += other.checks;
        self.unsatisfiable += other.unsatisfiable;
        self.embedded += other.embedded;
        self.given_up += other.given_up;
        self.z3 = other.z3.map(|more| self.z3.unwrap_or_default() + more).or(self.z3);
    }

    fn show(&self) -> String {
        let own = self.embedded.as_secs_f64();
        let other = self.z3.map_or(String::new(), |z3| {
            let (z3, given_up) = (z3.as_secs_f64(), self.given_up);
            format!(", the same answers by z3 in {z3:.3} s (gave up {given_up} times), ratio {:.3}", own / z3)
        });
        format!("{} checks, {} unsatisfiable, embedded {own:.3} s{other}", self.checks, self.unsatisfiable)
    }
}

/// The scripts of a task, in order.
fn scripts(task: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(task) else { return vec![task.to_path_buf()] };
    let mut files: Vec<PathBuf> = entries.filter_map(|e| Some(e.ok()?.path())).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "smt2"));
    files.sort();
    files
}

fn measured(file: &Path) -> Cost {
    let name = file.display();
    let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{name}: {e}"));
    let mut terms = Terms::new();
    let events = read_smtlib(&mut terms, &text).unwrap_or_else(|e| panic!("{name}:{}: {}", e.line, e.message));
    let z3 = second(&terms, &events);
    let (answered, asked) = z3.as_ref().map_or((events.len(), events.len()), |(_, answers)| ends(&events, answers));
    let start = Instant::now();
    let answers = replay(&terms, &events[..asked], Embedded::new);
    let embedded = start.elapsed();
    if let Some((_, others)) = &z3 {
        let both = answers.len() - usize::from(answered < asked);
        assert_eq!(others[..both], answers[..both], "{name}: both solvers answer the same");
    }
    let unsatisfiable = answers.iter().filter(|a| **a == Answer::Unsat).count();
    let given_up = usize::from(answered < asked);
    Cost { checks: answers.len(), unsatisfiable, embedded, z3: z3.map(|(time, _)| time), given_up }
}

/// How many events there are before the first check without an answer, and with it.
fn ends(events: &[Event], answers: &[Answer]) -> (usize, usize) {
    let checks = events.iter().enumerate().filter(|(_, e)| matches!(e, Event::Check(_)));
    let unknown = checks.zip(answers).find(|(_, answer)| matches!(answer, Answer::Unknown(_)));
    unknown.map_or((events.len(), events.len()), |((at, _), _)| (at, at + 1))
}

#[cfg(feature = "z3")]
fn second(terms: &Terms, events: &[Event]) -> Option<(Duration, Vec<Answer>)> {
    use raddle_smt::{Solver, Stop, Z3};
    let start = Instant::now();
    let stop: Stop = std::sync::Arc::new(move || start.elapsed() > PATIENCE);
    let answers = replay(terms, events, || {
        let mut solver = Z3::new();
        solver.set_stop(Some(stop.clone()));
        solver
    });
    Some((start.elapsed(), answers))
}

#[cfg(not(feature = "z3"))]
fn second(_: &Terms, _: &[Event]) -> Option<(Duration, Vec<Answer>)> {
    None
}
