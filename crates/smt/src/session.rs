//! Sessions with a solver as data: recorded, written down as SMT-LIB, replayed with another solver.
//!
//! A recorded session of an analysis is the honest benchmark of a back end: the questions an analysis really asked, in their order.

use crate::solver::{Answer, Solver, Stop};
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
}

impl Event {
    /// The terms of the event.
    pub fn terms(&self) -> &[Term] {
        match self {
            Event::Assert(t) => std::slice::from_ref(t),
            Event::Push | Event::Pop => &[],
            Event::Check(assumptions) => assumptions,
        }
    }
}

/// A solver that writes down what it is told and asked.
pub struct Recorder<S> {
    solver: S,
    events: Vec<Event>,
}

impl<S: Solver> Recorder<S> {
    /// Records what goes to a solver.
    pub fn new(solver: S) -> Self {
        Self { solver, events: Vec::new() }
    }

    /// What it was told and asked so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }
}

impl<S: Solver> Solver for Recorder<S> {
    fn assert(&mut self, terms: &Terms, t: Term) {
        self.events.push(Event::Assert(t));
        self.solver.assert(terms, t);
    }

    fn push(&mut self) {
        self.events.push(Event::Push);
        self.solver.push();
    }

    fn pop(&mut self) {
        self.events.push(Event::Pop);
        self.solver.pop();
    }

    fn check(&mut self, terms: &Terms, assumptions: &[Term]) -> Answer {
        self.events.push(Event::Check(assumptions.to_vec()));
        self.solver.check(terms, assumptions)
    }

    fn core(&self) -> Vec<Term> {
        self.solver.core()
    }

    fn value(&mut self, terms: &Terms, t: Term) -> Option<u128> {
        self.solver.value(terms, t)
    }

    fn set_stop(&mut self, stop: Option<Stop>) {
        self.solver.set_stop(stop);
    }

    fn set_conflicts(&mut self, limit: Option<u32>) {
        self.solver.set_conflicts(limit);
    }
}

/// Tells and asks a solver the same again; the answers to the checks in order.
pub fn replay(terms: &Terms, events: &[Event], solver: &mut impl Solver) -> Vec<Answer> {
    let mut answers = Vec::new();
    for event in events {
        match event {
            Event::Assert(t) => solver.assert(terms, *t),
            Event::Push => solver.push(),
            Event::Pop => solver.pop(),
            Event::Check(assumptions) => answers.push(solver.check(terms, assumptions)),
        }
    }
    answers
}
