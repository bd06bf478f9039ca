//! A *way* is the paper's transition τ with its relation ρ_τ: a thread goes from one station to another if a guard holds, and assigns values to symbols.

use raddle_analyses::threading::StepEnd;
use raddle_machine::{Halt, Note, Value};
use raddle_semantics::run::Move;
use raddle_semantics::stations::Looks;
use raddle_smt::Term;

/// The number of a station among those of its slot.
pub type StationId = u32;

/// The number of a ground.
pub type GroundId = u32;

/// The number of a way.
pub type WayId = u32;

/// How a way ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WayEnd {
    /// In a state.
    State,
    /// In a violation.
    Violation(StepEnd),
    /// In a halt.
    Halt(Halt),
}

/// A transition.
#[derive(Clone, Debug)]
pub struct Way {
    /// Who goes.
    pub mover: usize,
    /// From where; none at the beginning.
    pub from: Option<StationId>,
    /// Before it.
    pub ground: Option<GroundId>,
    /// What it looked at, and what the others looked like.
    pub looks: Looks,
    /// For each other slot a station that stands for all that look like it.
    pub others: Vec<(usize, StationId)>,
    /// What must hold, over the symbols before it and its inputs.
    pub guard: Vec<Term>,
    /// Variables with their new values; those that keep theirs are not in it.
    pub assign: Vec<(Term, Term)>,
    /// Variables of inputs.
    pub inputs: Vec<Term>,
    /// The ground after it.
    pub after: GroundId,
    /// The stations of all threads that it has changed, its own included.
    pub to: Vec<(usize, StationId)>,
    /// How it ends.
    pub end: WayEnd,
    /// Who executed how many edges.
    pub moves: Vec<Move>,
    /// The values that were asked for.
    pub asked: Vec<Value>,
    /// The alternatives that were taken.
    pub choices: Vec<u32>,
    /// Undefined behaviour on it.
    pub notes: Vec<Note>,
}
