//! The progress line: on standard error, only on a terminal, only for work that takes longer than a second.

use std::io::IsTerminal;
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use raddle_engines::Progress;
use raddle_report::grouped;

/// A line that tells how far a search is.
pub struct SearchLine {
    bar: ProgressBar,
    started: Instant,
    patience: Duration,
}

impl SearchLine {
    /// A line that appears after a second; `None` if nobody would see it.
    pub fn new() -> Option<Arc<SearchLine>> {
        std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
                bar.set_style(style);
            }
            Arc::new(SearchLine { bar, started: Instant::now(), patience: Duration::from_secs(1) })
        })
    }

    /// Shows where the search is.
    pub fn show(&self, progress: &Progress) {
        if self.started.elapsed() < self.patience {
            return;
        }
        if self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(8));
        }
        let (states, frontier) = (grouped(progress.states), grouped(progress.frontier));
        self.bar
            .set_message(format!("searching: {states} states, {frontier} to do, depth {}", grouped(progress.depth)));
        self.bar.tick();
    }

    /// Takes the line away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// A bar over a known number of things, some of which are done already. It says what came of them and how long the rest will take.
pub fn bar(length: u64, done: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::stderr_with_hz(4)).with_position(done);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed} (still {eta}) {msg}") {
        bar.set_style(style);
    }
    // The estimate is of what is to be done.
    bar.reset_eta();
    bar
}
