//! Random concurrent programs: every configuration of the search must agree on the verdict.
//!
//! Nobody knows the right verdict of a random program, but the search with and without partial-order reduction,
//! breadth first and depth first, must say the same. A program on which they do not is shrunk before it is shown.
//! `RADDLE_DIFFERENTIAL=5000 cargo test -p raddle --test differential` tries more than the usual number.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use raddle_engines::registry::{check, find};
use raddle_engines::{Config, Limits};
use raddle_evidence::{Answer, Property, Reason};
use raddle_frontend::{Options, load_text};
use raddle_randprog::{Concurrent, minimise};

const CONFIGURATIONS: [&[&str]; 3] = [&[], &["scheduler.reduction=none"], &["explicit.order=dfs"]];

/// `None` if there was not enough time.
fn verdict(text: &str, property: Property, options: &[&str]) -> Option<String> {
    let (program, _) = load_text("random.i", text, &Options::default()).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    let mut config = Config::default();
    for option in options {
        config.assign(option).expect("the options of this test exist");
    }
    let limits = Limits::new(Some(Duration::from_secs(20)), None);
    let analysis = find("explicit").expect("the search exists");
    match check(analysis, &program, property, &config, &limits).answer() {
        Answer::True(_) => Some("TRUE".to_string()),
        Answer::False(_) => Some("FALSE".to_string()),
        Answer::Unknown(reasons) => match reasons.first() {
            Some(Reason::TimeLimit | Reason::MemoryLimit) => None,
            Some(Reason::ReplayFailed(what) | Reason::ProofRejected(what)) => Some(format!("an error of ours: {what}")),
            Some(_) | None => Some("UNKNOWN".to_string()),
        },
    }
}

/// The verdicts of all configurations, if they are not what they should be.
fn disagreement(program: &Concurrent, property: Property) -> Option<Vec<String>> {
    let text = program.to_string();
    let verdicts: Option<Vec<String>> =
        CONFIGURATIONS.iter().map(|options| verdict(&text, property, options)).collect();
    let verdicts = verdicts?;
    let wrong = verdicts.iter().any(|v| *v != verdicts[0] || v.starts_with("an error"));
    wrong.then_some(verdicts)
}

#[test]
fn all_configurations_agree() {
    let count: u64 = std::env::var("RADDLE_DIFFERENTIAL").ok().and_then(|n| n.parse().ok()).unwrap_or(100);
    let next = AtomicU64::new(0);
    let found: Mutex<Vec<String>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, |n| n.get().min(8)) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= count || !found.lock().expect("no panic while locked").is_empty() {
                        return;
                    }
                    let program = Concurrent::generate(seed);
                    for property in Property::ALL {
                        if disagreement(&program, property).is_some() {
                            let small = minimise(program.clone(), |p| disagreement(p, property).is_some());
                            let verdicts = disagreement(&small, property);
                            let message =
                                format!("seed {seed}, {property}: {verdicts:?} by {CONFIGURATIONS:?}\n{small}");
                            found.lock().expect("no panic while locked").push(message);
                            return;
                        }
                    }
                }
            });
        }
    });
    let found = found.into_inner().expect("no panic while locked");
    assert!(found.is_empty(), "{}", found.join("\n"));
}
