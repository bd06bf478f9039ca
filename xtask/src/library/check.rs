//! One program, one verdict.

use std::path::Path;
use std::time::Duration;

use raddle_engines::{Config, Limits, registry};
use raddle_evidence::{Answer, Property};
use raddle_frontend::{Options, load, with_large_stack};

/// How long a program may take.
const TIME: Duration = Duration::from_secs(30);
/// How much memory the whole process may use.
const MEMORY: u64 = 6 << 30;

/// A verdict, as far as this test looks at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    True,
    False,
    /// With the reason.
    Unknown(String),
    /// The program was not accepted, with the messages.
    Refused(String),
}

/// Checks the program in a file.
pub fn check(path: &Path, property: Property, malloc_may_fail: bool) -> Verdict {
    with_large_stack(|| {
        let limits = Limits::new(Some(TIME), Some(MEMORY));
        let (program, _) = match load(&[path.to_path_buf()], &Options::default()) {
            Ok(loaded) => loaded,
            Err(error) => {
                let shown =
                    error.diagnostics.iter().map(|d| format!("{:?}: {}", error.source.place(d.span), d.message));
                return Verdict::Refused(shown.collect::<Vec<_>>().join("\n"));
            }
        };
        let mut config = Config::default();
        config.program.malloc_may_fail = malloc_may_fail;
        match registry::check(&registry::ANALYSES[0], &program, property, &config, &limits).answer() {
            Answer::True(_) => Verdict::True,
            Answer::False(_) => Verdict::False,
            Answer::Unknown(reasons) => {
                let reason = reasons.first().map_or("no reason given".to_string(), |r| r.text(&program));
                Verdict::Unknown(reason)
            }
        }
    })
}
