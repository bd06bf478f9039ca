//! Which analysis is run when, for how long: the one table that decides it.
//!
//! Lines are taken from top to bottom. A line is passed over if its analysis does not check the property, or if the same analysis has ended before its time was over: it would say the same
//! again. The share is of the whole time that the run has; what a line does not use goes to the last one, which has all that is left.
//!
//! **Why this order.** What answers most programs in milliseconds comes first. What is cheap and often decides everything (`locks`) comes before what may take long. Exhaustive search in other orders finds what breadth first
//! does not get to. Proofs come before the deep search, because they end where it does not; but they have a small part of the time only, so that nothing is lost that it answers alone. `thread-modular` comes twice: most of the programs with any number of threads that it proves take it a second,
//! and whoever comes before it would spend several on each of them; a few take ten.
//!
//! **Where.** What answers most programs in milliseconds runs in the process that was started for the check, because a process more costs as much as the answer. All others may eat memory, and run in processes of their own (`docs/decisions/0046-members-in-processes.md`).
//!
//! **What a line is there for** (the 1082 development tasks, `docs/decisions/0036-what-the-lines-are-for.md`). `value` with all values finds and proves what depends on how many of many like threads have done something. `control` and `cartesian` answer no task there that nobody else does; they prove
//! small protocols of the corpus, and their shares are small.

use raddle_evidence::Property;

/// For which properties a line is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum For {
    /// All that its analysis checks.
    All,
    /// Errors: assertions and forbidden calls.
    Errors,
    /// Data races.
    Races,
    /// All but data races.
    Others,
}

impl For {
    /// Whether a property is among them.
    pub fn includes(self, property: Property) -> bool {
        match self {
            For::All => true,
            For::Errors => property.is_about_errors(),
            For::Races => property.is_about_pairs(),
            For::Others => !property.is_about_pairs(),
        }
    }
}

/// One analysis with its options and its share of the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// For what.
    pub properties: For,
    /// What `--analysis` would take.
    pub analysis: &'static str,
    /// What `--set` would take.
    pub options: &'static [&'static str],
    /// The share, in percent of the whole time.
    pub percent: u32,
    /// Where it runs.
    pub place: Place,
}

/// Where a line runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the process that was started for the check, alone.
    Here,
    /// In a process of its own, where the portfolio can start some.
    Apart,
}

use Place::{Apart, Here};

/// The line of the table.
const fn line(
    properties: For,
    analysis: &'static str,
    options: &'static [&'static str],
    percent: u32,
    place: Place,
) -> Line {
    Line { properties, analysis, options, percent, place }
}

/// The analysis that executes the program as it is, and nothing else: its reason for UNKNOWN is that of all.
pub const EXHAUSTIVE: &str = "explicit";

/// Search with few threads: where a program makes threads without end, the others come too late. What it finds is real; that it finds nothing says nothing.
const FEW_THREADS: &[&str] = &["program.max_threads=3"];

/// All values from the beginning, and like threads may change places: where many threads run the same code, this has far fewer states than anything before it.
const ALL_VALUES: &[&str] = &["value.refinement=false"];

/// Control abstraction as `configs/control.toml` has it.
const CLASSES: &[&str] = &["control.refinement=monotonic"];

/// The table.
#[rustfmt::skip]
pub const STRATEGY: &[Line] = &[
    //   for          analysis           options                      percent of the time
    line(For::Errors, "calls",           &[],                         1,  Here),
    line(For::Races,  "locks",           &[],                         20, Here),
    line(For::All,    "explicit",        &[],                         3,  Here),
    line(For::All,    "explicit",        FEW_THREADS,                 3,  Apart),
    line(For::All,    "thread-modular",  &[],                         3,  Apart),
    line(For::All,    "explicit",        &["explicit.order=delays"],  2,  Apart),
    line(For::All,    "explicit",        &["explicit.order=dfs"],     2,  Apart),
    line(For::All,    "value",           &[],                         3,  Apart),
    line(For::All,    "value",           ALL_VALUES,                  8,  Apart),
    line(For::Races,  "thread-modular",  &[],                         25, Apart),
    line(For::Others, "thread-modular",  &[],                         28, Apart),
    line(For::All,    "predicate+value", &[],                         5,  Apart),
    line(For::All,    "bmc+value",       &[],                         4,  Apart),
    line(For::All,    "control",         CLASSES,                     4,  Apart),
    line(For::All,    "cartesian",       &[],                         3,  Apart),
    line(For::All,    "explicit",        &[],                         100, Apart),
];
