//! What there is to say about races besides those that were shown: which are possible, and what each variable is.
//!
//! An analysis that cannot exclude two accesses lists them as *possible*: a place to look at, no finding. What was replayed is no longer possible but real, so [`undecided`] takes it out
//! of the list; and where all executions were followed, nothing is left of it.
//!
//! What two analyses know is put together ([`Verdict::beside`]): what one of them excludes is excluded, so nothing that is possible for the one is left of a variable that the other has decided; what each of them has shown is shown
//! ([`Verdict::with_shown`]), a race once; and if one has looked at everything there are no others.

use std::collections::BTreeSet;

use raddle_program::{Program, Span};

use crate::outcome::{Answer, Assumption, Others, Verdict, Violation};
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

impl Variable {
    /// One that two threads race for.
    pub const RACY: &'static str = "racy";

    /// Whether it is certain that nobody races for it.
    fn is_safe(&self) -> bool {
        self.decided && self.status != Variable::RACY
    }
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
        let mut possible = self.possible;
        let listed: BTreeSet<Lines> = possible.iter().map(|race| race.lines(program)).collect();
        possible.extend(other.possible.into_iter().filter(|race| !listed.contains(&race.lines(program))));
        let is_safe = |race: &PossibleRace| variables.iter().any(|v| v.name == race.variable && v.is_safe());
        possible.retain(|race| !is_safe(race));
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
    pub does: String,
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

    fn lines(&self, program: &Program) -> Lines {
        lines(program, [self.accesses[0].span, self.accesses[1].span])
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
    if violation.others.as_ref().is_none_or(|others| others.open.is_empty()) {
        return Vec::new();
    }
    let shown: BTreeSet<Lines> = in_order(violation).filter_map(|violation| shown(program, violation)).collect();
    possible.into_iter().filter(|race| !shown.contains(&race.lines(program))).collect()
}

impl Verdict {
    /// The same verdict, with the races that another analysis has shown and this one has not, if all of them are told.
    #[must_use]
    pub fn with_shown(mut self, program: &Program, other: &Verdict) -> Verdict {
        let (Answer::False(mine), Answer::False(theirs)) = (&mut self.answer, &other.answer) else { return self };
        let known: BTreeSet<_> = in_order(mine).map(|violation| identity(program, violation)).collect();
        let (Some(all), Some(open)) = (&mut mine.others, theirs.others.as_ref().map(|others| &others.open)) else {
            return self;
        };
        let is_new = |violation: &&Violation| !known.contains(&identity(program, violation));
        all.violations.extend(in_order(theirs).filter(is_new).map(|new| Violation { others: None, ..new.clone() }));
        if open.is_empty() {
            all.open.clear();
        }
        self.assumptions.extend(other.assumptions.iter().cloned());
        Assumption::count_allowed_once(&mut self.assumptions);
        self
    }
}

/// What makes a race the same as another one: what is accessed, and the lines.
fn identity(program: &Program, violation: &Violation) -> (Option<Span>, Option<Lines>) {
    let declared = match &violation.trace.ending {
        Ending::Race { cell, .. } => Some(cell.declared),
        Ending::Error { .. } | Ending::Deadlock(_) | Ending::Lost(_) | Ending::Undefined { .. } => None,
    };
    (declared, shown(program, violation))
}

/// A violation and the others that were shown with it.
fn in_order(first: &Violation) -> impl Iterator<Item = &Violation> {
    std::iter::once(first).chain(first.others.iter().flat_map(|Others { violations, .. }| violations))
}
