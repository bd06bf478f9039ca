//! Which parts of a story matter to nobody but the thread itself.
//!
//! **Idea.** Most lines of a long execution compute something for their own thread. A line has an *effect on others* if it does anything but compute: it synchronises, creates, wakes, prints, ends, is given an input, goes wrong; or if it touches memory that another thread
//! of this execution touches. Many lines in a row of one thread without one are a *fold*: they are told in one line, and nothing of what the threads do to each other is lost.

use std::collections::BTreeMap;
use std::ops::Range;

use raddle_evidence::{Cell, Ending, ThreadNo, Trace, TraceEvent, TraceStep};
use raddle_program::Scalar;

use crate::story::{Entry, Story};

/// Fewer lines are told one by one.
const SHORTEST: usize = 5;

/// Lines of one thread in a row without effect on others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fold {
    /// Which entries of the story.
    pub(crate) entries: Range<usize>,
    /// In words.
    pub(crate) text: String,
}

/// The folds of a story, in order. What is directly in front of the violation is never folded.
pub(crate) fn folds(trace: &Trace, story: &Story) -> Vec<Fold> {
    let shared = Shared::of(trace);
    let is_private = |entry: &Entry| {
        trace
            .steps
            .get(entry.steps.0..=entry.steps.1)
            .is_some_and(|steps| steps.iter().all(|step| shared.is_private(step)))
    };
    let mut folds = Vec::new();
    let mut begin = 0;
    while begin < story.entries.len() {
        let first = &story.entries[begin];
        let goes_on = |entry: &&Entry| entry.thread == first.thread && is_private(entry);
        let many = story.entries[begin..].iter().take_while(goes_on).count();
        let end = begin + many;
        if many >= SHORTEST && end < story.entries.len() {
            folds.push(Fold { entries: begin..end, text: words(&story.entries[begin..end]) });
        }
        begin = end.max(begin + 1);
    }
    folds
}

/// "37 lines of worker() without effect on others"
fn words(entries: &[Entry]) -> String {
    let mut functions: Vec<&str> = Vec::new();
    for entry in entries {
        if !entry.function.is_empty() && !functions.contains(&entry.function.as_str()) {
            functions.push(&entry.function);
        }
    }
    let of = match functions[..] {
        [] => String::new(),
        [one] => format!(" of {one}()"),
        [first, second] => format!(" of {first}() and {second}()"),
        [first, ..] => format!(" of {first}() and {} others", functions.len() - 1),
    };
    format!("{} lines{of} without effect on others", entries.len())
}

/// Which bytes more than one thread touches.
struct Shared {
    /// Who touches a byte; nobody in particular if there are several.
    owners: BTreeMap<u64, Option<ThreadNo>>,
}

impl Shared {
    fn of(trace: &Trace) -> Shared {
        let mut shared = Shared { owners: BTreeMap::new() };
        for step in &trace.steps {
            for event in &step.events {
                if let TraceEvent::Read { cell, ty, .. } | TraceEvent::Write { cell, ty, .. } = event {
                    bytes(cell, *ty).for_each(|byte| shared.touch(byte, step.thread));
                }
            }
        }
        if let Ending::Race { accesses, .. } = &trace.ending {
            for access in accesses.iter() {
                (access.cell.addr..access.cell.addr + access.len).for_each(|byte| shared.touch(byte, access.thread));
            }
        }
        shared
    }

    fn touch(&mut self, byte: u64, thread: ThreadNo) {
        let owner = self.owners.entry(byte).or_insert(Some(thread));
        *owner = owner.filter(|owner| *owner == thread);
    }

    fn is_private(&self, step: &TraceStep) -> bool {
        step.events.iter().all(|event| match event {
            TraceEvent::Read { cell, ty, .. } | TraceEvent::Write { cell, ty, .. } => {
                bytes(cell, *ty).all(|byte| self.owners.get(&byte) == Some(&Some(step.thread)))
            }
            TraceEvent::Set { .. } => true,
            TraceEvent::Input { .. }
            | TraceEvent::Sync { .. }
            | TraceEvent::Freed(_)
            | TraceEvent::Created(_)
            | TraceEvent::Woken(_)
            | TraceEvent::Undefined { .. }
            | TraceEvent::Output(_)
            | TraceEvent::ThreadEnded
            | TraceEvent::ProgramEnded(_)
            | TraceEvent::Error(_) => false,
        })
    }
}

fn bytes(cell: &Cell, ty: Scalar) -> Range<u64> {
    cell.addr..cell.addr + ty.size()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::DiskLines;
    use crate::sample;
    use crate::story::tell;

    #[test]
    fn lines_that_touch_what_others_touch_are_told() {
        let (program, trace) = (sample::program(), sample::lost_update());
        assert_eq!(folds(&trace, &tell(&program, &trace, &mut DiskLines::default())), []);
    }

    #[test]
    fn many_private_lines_are_one() {
        let (program, trace) = (sample::program(), sample::with_private_lines(7));
        let story = tell(&program, &trace, &mut DiskLines::default());
        let found = folds(&trace, &story);
        let [fold] = &found[..] else { panic!("one fold: {found:?}") };
        assert_eq!(fold.text, "7 lines of deposit() without effect on others");
        assert!(story.entries[fold.entries.clone()].iter().all(|entry| entry.thread == ThreadNo(1)));
        let few = sample::with_private_lines(4);
        assert_eq!(folds(&few, &tell(&program, &few, &mut DiskLines::default())), []);
    }
}
