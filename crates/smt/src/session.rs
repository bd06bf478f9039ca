//! Sessions with a solver as data: recorded, written down as SMT-LIB, replayed with another solver.
//!
//! A recorded session of an analysis is the honest benchmark of a back end: the questions an analysis really asked, in their order.

use crate::array_value::ArrayValue;
use crate::solver::{Answer, Solver, Stop, StopReason};
use crate::term::Term;
use crate::terms::Terms;

/// What a solver was told or asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A term was asserted.
    Assert(Term),
    /// A level was opened.
    Push,
    /// A level was closed.
    Pop,
    /// A check under these assumptions.
    Check(Vec<Term>),
    /// The solver was replaced by a new one.
    Reset,
}

impl Event {
    /// The terms of the event.
    pub fn terms(&self) -> &[Term] {
        match self {
            Event::Assert(t) => std::slice::from_ref(t),
            Event::Push | Event::Pop | Event::Reset => &[],
            Event::Check(assumptions) => assumptions,
        }
    }
}

/// A solver that writes down what it is told and asked.
pub struct Recorder<S> {
    solver: S,
    events: Vec<Event>,
    listens: bool,
    /// Whether the last check ran out of conflicts.
    unfinished: bool,
}

impl<S: Solver> Recorder<S> {
    /// Records what goes to a solver.
    pub fn new(solver: S) -> Self {
        Self { solver, events: Vec::new(), listens: true, unfinished: false }
    }

    /// Only passes on what goes to a solver, until [`Recorder::listen`].
    pub fn deaf(solver: S) -> Self {
        Self { listens: false, ..Self::new(solver) }
    }

    /// Records from now on.
    pub fn listen(&mut self) {
        self.listens = true;
    }

    /// Goes on with another solver, which has heard nothing.
    pub fn replace(&mut self, solver: S) {
        self.solver = solver;
        self.hear(|| Event::Reset);
    }

    fn hear(&mut self, event: impl FnOnce() -> Event) {
        if self.listens {
            self.events.push(event());
        }
        self.unfinished = false;
    }

    /// What it was told and asked so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}

impl<S: Solver> Solver for Recorder<S> {
    fn assert(&mut self, terms: &Terms, t: Term) {
        self.hear(|| Event::Assert(t));
        self.solver.assert(terms, t);
    }

    fn push(&mut self) {
        self.hear(|| Event::Push);
        self.solver.push();
    }

    fn pop(&mut self) {
        self.hear(|| Event::Pop);
        self.solver.pop();
    }

    fn check(&mut self, terms: &Terms, assumptions: &[Term]) -> Answer {
        // A check that is asked again with more conflicts is one check: another solver has no use for the first attempts.
        let again = self.unfinished && matches!(self.events.last(), Some(Event::Check(last)) if last == assumptions);
        if !again {
            self.hear(|| Event::Check(assumptions.to_vec()));
        }
        let answer = self.solver.check(terms, assumptions);
        self.unfinished = answer == Answer::Unknown(StopReason::Conflicts);
        answer
    }

    fn core(&self) -> Vec<Term> {
        self.solver.core()
    }

    fn value(&mut self, terms: &Terms, t: Term) -> Option<u128> {
        self.solver.value(terms, t)
    }

    fn array(&mut self, terms: &Terms, variable: Term) -> Option<ArrayValue> {
        self.solver.array(terms, variable)
    }

    fn set_stop(&mut self, stop: Option<Stop>) {
        self.solver.set_stop(stop);
    }

    fn set_conflicts(&mut self, limit: Option<u32>) {
        self.solver.set_conflicts(limit);
    }
}

/// Tells and asks solvers the same again; the answers to the checks in order.
pub fn replay<S: Solver>(terms: &Terms, events: &[Event], mut fresh: impl FnMut() -> S) -> Vec<Answer> {
    let mut solver = fresh();
    let mut answers = Vec::new();
    for event in events {
        match event {
            Event::Assert(t) => solver.assert(terms, *t),
            Event::Push => solver.push(),
            Event::Pop => solver.pop(),
            Event::Check(assumptions) => answers.push(solver.check(terms, assumptions)),
            Event::Reset => solver = fresh(),
        }
    }
    answers
}
