//! What there is to say about races besides those that were shown: which are possible, and what each variable is.
//!
//! An analysis that cannot exclude two accesses lists them as *possible*: a place to look at, no finding. What was replayed is no longer possible but real, so [`undecided`] takes it out
//! of the list; and where all executions were followed, nothing is left of it.

use std::collections::BTreeSet;

use raddle_program::{Program, Span};

use crate::outcome::{Answer, Violation};
use crate::trace::{Ending, RaceAccess};

/// What an analysis knows about races besides those that it shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AboutRaces {
    /// Those that nothing excludes.
    pub possible: Vec<PossibleRace>,
    /// What each variable is, if that was asked for.
    pub variables: Vec<Variable>,
}

/// What a variable is for the threads that use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its name as a whole.
    pub name: String,
    /// "protected by `m`".
    pub status: String,
    /// Whether that is certain.
    pub decided: bool,
}

impl AboutRaces {
    /// What another analysis has not excluded beside what this one has shown, and what the other knows of variables that this one has not decided.
    pub(crate) fn beside(self, other: AboutRaces, program: &Program, answer: &Answer) -> AboutRaces {
        let mut variables = self.variables;
        for theirs in other.variables {
            match variables.iter_mut().find(|mine| mine.name == theirs.name) {
                Some(mine) if !mine.decided && theirs.decided => *mine = theirs,
                Some(_) => {}
                None => variables.push(theirs),
            }
        }
        let possible = if self.possible.is_empty() { other.possible } else { self.possible };
        AboutRaces { possible: undecided(program, possible, answer), variables }
    }
}

/// Two accesses of which nothing excludes that they race.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PossibleRace {
    /// What both may access, as far as it has a name.
    pub variable: String,
    /// Both sides, in the order of the text.
    pub accesses: [PossibleAccess; 2],
}

/// One side of a possible race.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PossibleAccess {
    /// Where it stands in the user's program.
    pub span: Span,
    /// What it does: "write", "atomic read".
    pub does: &'static str,
    /// The locks that are surely held there.
    pub holding: Vec<String>,
}

impl PossibleAccess {
    /// In words: what, where, holding what.
    pub fn text(&self, program: &Program) -> String {
        let place = program.source.place(self.span).map_or("an unknown place".to_string(), |place| place.to_string());
        match self.holding.is_empty() {
            true => format!("{} at {place}", self.does),
            false => format!("{} at {place} holding {}", self.does, self.holding.join(", ")),
        }
    }
}

impl PossibleRace {
    /// In words.
    pub fn text(&self, program: &Program) -> String {
        let [a, b] = &self.accesses;
        format!("{}: {} and {}", self.variable, a.text(program), b.text(program))
    }
}

/// Two lines, in their order.
type Lines = [Option<(String, u32)>; 2];

fn lines(program: &Program, spans: [Span; 2]) -> Lines {
    let mut lines = spans.map(|span| program.source.place(span).map(|place| (place.file, place.line)));
    lines.sort();
    lines
}

/// The lines of a race that was shown.
fn shown(program: &Program, violation: &Violation) -> Option<Lines> {
    let Ending::Race { accesses, .. } = &violation.trace.ending else { return None };
    let visible = |a: &RaceAccess| a.stack.iter().find(|entry| !entry.internal).map_or(a.span, |entry| entry.span);
    Some(lines(program, [visible(&accesses[0]), visible(&accesses[1])]))
}

/// What is left of possible races beside an answer.
pub(crate) fn undecided(program: &Program, possible: Vec<PossibleRace>, answer: &Answer) -> Vec<PossibleRace> {
    let violation = match answer {
        Answer::True(_) => return Vec::new(),
        Answer::Unknown(_) => return possible,
        Answer::False(violation) => violation,
    };
    // One race was asked for, or all executions were followed.
    let Some(others) = violation.others.as_ref().filter(|others| !others.open.is_empty()) else { return Vec::new() };
    let shown: BTreeSet<Lines> = std::iter::once(&**violation)
        .chain(&others.violations)
        .filter_map(|violation| shown(program, violation))
        .collect();
    let is_open =
        |race: &PossibleRace| !shown.contains(&lines(program, [race.accesses[0].span, race.accesses[1].span]));
    possible.into_iter().filter(is_open).collect()
}
