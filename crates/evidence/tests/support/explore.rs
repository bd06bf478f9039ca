//! All states of a small program, found without any reduction: a proof by exhaustion for the checker, and what lies start from.
#![allow(dead_code, reason = "each test uses a part")]

use std::sync::Arc;

use raddle_evidence::{
    Candidate, ClosedStates, Expanded, Expansion, KnownValues, Language, Property, Rank, Sought, SoughtValues, StateIx,
    States,
};
use raddle_machine::lazy::{Decide, LazyOracle, Symbol, Terms, canonicalise};
use raddle_machine::{Config, Machine, State, ThreadSet};
use raddle_program::{Id, Program};
use raddle_semantics::dependence::{Dependence, threads};
use raddle_semantics::run::{Choice, Runs, StepEnd, choices};

/// All combinations of answers, one after the other.
#[derive(Default)]
struct Answers {
    digits: Vec<(u32, u32)>,
    position: usize,
}

impl Decide for Answers {
    fn decide(&mut self, alternatives: u32) -> u32 {
        if self.position == self.digits.len() {
            self.digits.push((0, alternatives));
        }
        self.position += 1;
        self.digits[self.position - 1].0
    }
}

impl Answers {
    fn next(&mut self) -> bool {
        self.position = 0;
        while let Some((digit, base)) = self.digits.pop() {
            if digit + 1 < base {
                self.digits.push((digit + 1, base));
                return true;
            }
        }
        false
    }
}

/// A state with its symbols.
pub type Found = (State, Arc<Vec<Symbol>>);

/// All states in which a thread of a program has to share the world, with their symbols, and what these are made of. Violations are
/// passed over.
pub fn all_states(program: &Program, property: Property) -> (Vec<Found>, Terms) {
    states_of(program, property, false)
}

/// The same; edges that conflict with nobody may be passed without a state in front of them.
pub fn states_of(program: &Program, property: Property, passes: bool) -> (Vec<Found>, Terms) {
    let machine = Machine::new(program, property.watching(Config::default()));
    let dependence = Dependence::new(&machine, property);
    let runs = Runs::new(&dependence, property, passes);
    let mut terms = Terms::default();
    let mut found: Vec<Found> = Vec::new();
    let mut next = 0;
    let mut starts: Vec<Option<(usize, Choice)>> = vec![None];
    loop {
        for start in starts.drain(..) {
            let mut answers = Answers::default();
            loop {
                let before = start.map_or(Arc::default(), |(index, _)| found[index].1.clone());
                let mut oracle = LazyOracle::new(&mut terms, before.to_vec(), &mut answers, 64);
                let ran = match start {
                    None => {
                        let mut state = machine.initial(&mut oracle).expect("the program starts");
                        runs.start(&mut state, &mut oracle, &mut ()).map(|end| (state, end))
                    }
                    Some((index, choice)) => {
                        let mut state = found[index].0.clone();
                        runs.execute(&mut state, choice, &mut oracle, &mut ()).map(|end| (state, end))
                    }
                };
                let (symbols, infeasible) = (oracle.symbols, oracle.infeasible);
                if !infeasible && let (mut state, StepEnd::State) = ran.expect("every step can be executed") {
                    let symbols = canonicalise(&mut state, symbols, &mut terms).expect("no division");
                    let new = (state, Arc::new(symbols));
                    if !found.contains(&new) {
                        found.push(new);
                    }
                }
                if !answers.next() {
                    break;
                }
            }
        }
        if next == found.len() {
            return (found, terms);
        }
        let state = &found[next].0;
        starts.extend(threads(state).flat_map(|t| choices(&machine, state, t)).map(|choice| Some((next, choice))));
        next += 1;
    }
}

/// A proof whose parts can be changed.
pub struct Made {
    /// The states, with what is known.
    pub states: Vec<(State, KnownValues)>,
    /// How they were expanded.
    pub expansions: Vec<Expansion>,
    /// Offers all states instead of the right one.
    pub offers: Offers,
}

/// What a proof offers as the state that stands for another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Offers {
    /// The one that is the same, if there is one.
    Same,
    /// All, in their order.
    All,
    /// This one.
    Only(usize),
    /// None.
    Nothing,
}

impl States for Made {
    fn len(&self) -> usize {
        self.states.len()
    }

    fn state(&self, index: StateIx) -> (State, KnownValues) {
        self.states[index.index()].clone()
    }

    fn expansion(&self, index: StateIx) -> Expansion {
        self.expansions[index.index()].clone()
    }

    fn candidates(&self, sought: &Sought<'_>, _: &mut Terms) -> Vec<Candidate> {
        let is_sought = |(state, known): &(State, KnownValues)| {
            state == sought.state
                && match (known, sought.known) {
                    (KnownValues::Symbols(mine), SoughtValues::Symbols(theirs)) => mine == theirs,
                    (KnownValues::Symbols(_) | KnownValues::Diagram(_) | KnownValues::Formula(_), _) => true,
                }
        };
        let at = |index: usize| Candidate::plain(StateIx::from_index(index));
        match self.offers {
            Offers::Same => self.states.iter().position(is_sought).map(at).into_iter().collect(),
            Offers::All => (0..self.len()).map(at).collect(),
            Offers::Only(index) => vec![at(index)],
            Offers::Nothing => Vec::new(),
        }
    }
}

/// A state that was expanded fully.
pub fn fully() -> Expansion {
    Expansion { expanded: Expanded::Fully, first: Vec::new(), asleep: ThreadSet::NONE, rank: Rank(0) }
}

/// A proof of states with symbols of their own.
pub fn proof(found: Vec<Found>, terms: Terms) -> (Made, Language, Terms) {
    let expansions = found.iter().map(|_| fully()).collect();
    let states = found.into_iter().map(|(state, symbols)| (state, KnownValues::Symbols(symbols))).collect();
    (Made { states, expansions, offers: Offers::Same }, Language::Symbols, terms)
}

/// The proof as it is handed over.
pub fn closed((states, language, terms): (Made, Language, Terms)) -> ClosedStates {
    ClosedStates {
        states: Box::new(states),
        language,
        terms,
        passes: false,
        by_control: false,
        cuts_dead: false,
        facts: None,
    }
}
