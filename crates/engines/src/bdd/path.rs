//! From a violation back to the beginning: one execution out of sets of them.
//!
//! A node stands for the union of what was joined into it, piece by piece, and a step was taken from the union that there
//! was at the time. So the way back goes from a valuation to one before it: the step is executed again from that
//! union (from less it might end elsewhere: a run stops where questions have several answers), and the diagram of the path that leads
//! to the valuation has a valuation of the symbols before and of the inputs of the step. The piece that contains it says how it
//! came about. Pieces are older than what came from their union, so this ends at the beginning, with all inputs known.

use raddle_analyses::bdd::{Bdd, Diagram};
use raddle_analyses::threading::{Choice, Configuration, Decisions, Domain, MAX_EDGES, StepEnd, Way, execute};
use raddle_cpa::{Arg, Cpa, Origin};
use raddle_evidence::{Counterexample, Move};
use raddle_machine::lazy::Term;
use raddle_machine::lazy::relation::Gates;
use raddle_machine::{Halt, State, Value};

use super::Analysis;
use crate::reach::search::{Paths, Search};

type Valuated<'p> = Configuration<<Bdd<'p> as Domain>::Element>;

/// Where a step has to lead.
enum Goal {
    /// To a violation.
    End(StepEnd),
    /// To a halt.
    Halt(Halt),
    /// To a state, with these values of the variables.
    State(Box<State>, Vec<bool>),
}

/// A step with everything that makes it deterministic.
struct Taken {
    moves: Vec<Move>,
    inputs: Vec<u128>,
    choices: Vec<u32>,
    /// The values of the variables before it.
    before: Vec<bool>,
}

/// From valuations back to the beginning.
pub struct Back;

impl<'a, 'p> Paths<'a, 'p, Analysis<'a, 'p>> for Back {
    /// It can always be found again; if not, that is an error of ours.
    fn violating(
        &mut self,
        search: &mut Search<'a, 'p, Analysis<'a, 'p>>,
        target: &Valuated<'p>,
        origin: &Origin<Analysis<'a, 'p>>,
    ) -> Option<Result<Counterexample, Halt>> {
        let execution = execution(&mut search.cpa, &search.arg, Goal::End(target.end), origin)?;
        Some(Ok(Counterexample { racing: target.end.racing(), ..execution }))
    }

    fn halting(
        &mut self,
        search: &mut Search<'a, 'p, Analysis<'a, 'p>>,
        halt: &Halt,
        origin: &Origin<Analysis<'a, 'p>>,
    ) -> Option<Counterexample> {
        execution(&mut search.cpa, &search.arg, Goal::Halt(halt.clone()), origin)
    }
}

/// The execution that leads to a goal.
fn execution<'a, 'p>(
    threading: &mut Analysis<'a, 'p>,
    arg: &Arg<Analysis<'a, 'p>>,
    mut goal: Goal,
    last: &Origin<Analysis<'a, 'p>>,
) -> Option<Counterexample> {
    let mut origin = last;
    let mut steps = Vec::new();
    while let Some((parent, choice)) = &origin.from {
        let node = arg.node(*parent);
        let older = &node.origins[..origin.parent_origins as usize];
        let diagrams: Vec<&Diagram> =
            older.iter().map(|o| &o.piece.as_deref().unwrap_or(&node.state).element.diagram).collect();
        // What was joined into the node while it was expanded came too late for the step.
        let step = (1..=diagrams.len()).rev().find_map(|count| {
            let mut from = node.state.clone();
            from.element.diagram = union(threading, &diagrams[..count])?;
            take(threading, Some(&from), Some(*choice), &goal)
        })?;
        let gates = &threading.domain.encoder.gates;
        let piece = diagrams.iter().position(|diagram| gates.holds(diagram, &step.before))?;
        goal = Goal::State(Box::new(node.state.state.clone()), step.before.clone());
        steps.push(step);
        origin = &older[piece];
    }
    steps.push(take(threading, None, None, &goal)?);
    steps.reverse();
    Some(Counterexample {
        property: threading.stepper.property,
        schedule: steps.iter().flat_map(|s| s.moves.iter().copied()).collect(),
        inputs: steps.iter().flat_map(|s| s.inputs.iter().copied()).collect(),
        choices: steps.iter().flat_map(|s| s.choices.iter().copied()).collect(),
        racing: None,
    })
}

fn union(threading: &mut Analysis<'_, '_>, pieces: &[&Diagram]) -> Option<Diagram> {
    let gates = &mut threading.domain.encoder.gates;
    let mut all = gates.constant(false);
    for piece in pieces {
        all = gates.or(&all, piece).ok()?;
    }
    Some(all)
}

/// A step (or the beginning) that leads to the goal, if there is one.
fn take<'p>(
    threading: &mut Analysis<'_, 'p>,
    from: Option<&Valuated<'p>>,
    choice: Option<Choice>,
    goal: &Goal,
) -> Option<Taken> {
    let successors = match (from, choice) {
        (Some(from), Some(choice)) => threading.post(from, &choice, &()),
        _ => threading.initial(&()),
    };
    for successor in successors {
        let leads = match (goal, successor.state) {
            (Goal::Halt(wanted), Err(halt)) => halt == *wanted,
            (Goal::Halt(_), Ok(_)) | (Goal::End(_) | Goal::State(..), Err(_)) => false,
            (Goal::End(end), Ok(reached)) => reached.end == *end,
            (Goal::State(state, variables), Ok(reached)) => {
                reached.end == StepEnd::State
                    && reached.state == **state
                    && threading.domain.encoder.gates.holds(&reached.element.diagram, variables)
            }
        };
        if leads && let Some(taken) = again(threading, from, choice, successor.label, goal) {
            return Some(taken);
        }
    }
    None
}

/// Executes one way of a step again and picks values that go this way to the goal.
fn again<'p>(
    threading: &mut Analysis<'_, 'p>,
    from: Option<&Valuated<'p>>,
    choice: Option<Choice>,
    way: Way,
    goal: &Goal,
) -> Option<Taken> {
    let element = from.map_or_else(|| threading.domain.start(), |from| from.element.clone());
    let state = from.map(|from| &from.state);
    let mut decisions = Decisions::default();
    for _ in 0..way.number {
        // The structure of the decisions is known only by making them.
        let mut oracle = threading.domain.oracle(&element, &mut decisions);
        let _ = execute(&mut threading.stepper, state, choice, &mut oracle);
        decisions.advance().then_some(())?;
    }
    threading.stepper.budget = way.budget;
    let mut oracle = threading.domain.oracle(&element, &mut decisions);
    let ended = execute(&mut threading.stepper, state, choice, &mut oracle);
    let inputs = oracle.inputs.clone();
    let answers = Bdd::answers(oracle);
    threading.stepper.budget = MAX_EDGES;
    let mut ended = match (goal, ended) {
        (Goal::Halt(wanted), Err(halt)) => (halt == *wanted).then_some(None)?,
        (Goal::Halt(_), Ok(_)) | (Goal::End(_) | Goal::State(..), Err(_)) => return None,
        (Goal::End(_) | Goal::State(..), Ok((ended, _))) => Some(ended),
    };
    if let (Goal::State(..), Some(ended), Some(dead)) = (goal, &mut ended, &threading.dead) {
        dead.cut(ended, state);
    }
    let wanted = match goal {
        Goal::End(_) | Goal::Halt(_) => None,
        Goal::State(_, variables) => ended.as_ref().map(|ended| (ended, &variables[..])),
    };
    let domain = &mut threading.domain;
    let before = domain.solve(&answers.element, wanted)?;
    let pattern = |input: &Value| match input {
        Value::Bits(bits) => Some(*bits),
        Value::Lazy(id) => match domain.terms.get(*id) {
            Term::Symbol(symbol) => domain.value(symbol, &before),
            Term::Any | Term::Apply(..) => None,
        },
    };
    let inputs = inputs.iter().map(pattern).collect::<Option<Vec<u128>>>()?;
    Some(Taken { moves: threading.stepper.log.clone(), inputs, choices: answers.choices, before })
}
