//! The path to a state: back from a violation to the beginning, through blocks and merged states.
//!
//! The formula of a violation has a model: values of the symbols at the beginning of its block, of the inputs since, and of
//! the inputs that choose between what was merged. So the model says which of the merged states the path came through, all the way
//! back to the beginning of the block. There the values of the symbols are looked for at the end of the block before; if
//! they are not found, the abstraction has lost something, and any path through that block will do to show it.
//!
//! Blocks are put together again without their abstractions ([`Path::follow`]): the first begins with known values, each next one
//! with the values that the last ended with. The path is real if all answers on it can be given together.

use std::collections::hash_map::Entry;

use raddle_analyses::predicate::{Formula, Predicate};
use raddle_analyses::threading::{Choice, Configuration, Decisions, Domain, MAX_EDGES, StepEnd, Way, execute};
use raddle_cpa::{Arg, Cpa, NodeId, Origin};
use raddle_evidence::{Counterexample, Move};
use raddle_machine::Value;
use raddle_machine::lazy::formula::{Model, Stopped};
use raddle_machine::lazy::{SymbolId, Term as Lazy};
use raddle_program::{FuncId, Loc};
use raddle_smt::{Sort, Term, Terms};
use rustc_hash::FxHashMap;

use super::{Analysis, Led};

/// A step as it was taken.
struct PathStep {
    from: Option<Configuration<Formula>>,
    choice: Option<Choice>,
    way: Way,
}

/// A block of a path.
#[derive(Clone, Debug)]
pub struct BlockOfPath {
    /// What was decided in it, over the symbols of its beginning and its inputs.
    pub path: Term,
    /// What each symbol of the next block's beginning stands for; nothing at the end of the path.
    pub bound: Vec<(SymbolId, Value)>,
    /// Values of the inputs that choose.
    chosen: Vec<(SymbolId, u128)>,
    /// The node at its end; `None` at the end of the path.
    pub end: Option<NodeId>,
    /// Where the thread is that moved last.
    pub at: Option<(FuncId, Loc)>,
    /// How many steps belong to it.
    steps: usize,
}

/// A path from the beginning.
pub struct Path {
    steps: Vec<PathStep>,
    /// Its blocks, in order.
    pub blocks: Vec<BlockOfPath>,
}

/// What became of a path.
pub enum Followed {
    /// These inputs go along it.
    Real(Model),
    /// Nobody does.
    Spurious,
}

/// The path to a target or a halt; `None` if some of it has been taken out of the graph, or if the solver was stopped.
pub fn back<'a, 'p>(
    cpa: &mut Led<'a, 'p>,
    arg: &Arg<Led<'a, 'p>>,
    (abstraction, path): (Term, Term),
    last: &Origin<Led<'a, 'p>>,
) -> Option<Path> {
    let mut model = cpa.lead.domain.logic.solve(&[abstraction, path]).ok()??;
    let mut steps = Vec::new();
    let mut blocks = vec![BlockOfPath { path, bound: Vec::new(), chosen: Vec::new(), end: None, at: None, steps: 0 }];
    let mut origin = last;
    loop {
        let Some((parent, choice)) = &origin.from else {
            steps.push(PathStep { from: None, choice: None, way: origin.label });
            blocks.last_mut()?.steps += 1;
            break;
        };
        let node = arg.node(*parent);
        let older = node.origins.get(..origin.parent_origins as usize)?;
        let choices = &node.state.lead.element.choices;
        let is_made = |symbol: SymbolId, domain: &mut Predicate<'p, 'a>| {
            domain.logic.variable(symbol).and_then(|v| model.get(&v)).is_some_and(|value| *value != 0)
        };
        let piece = (1..older.len()).rev().find(|j| is_made(choices[*j - 1], &mut cpa.lead.domain)).unwrap_or(0);
        let block = blocks.last_mut()?;
        block.chosen.extend(choosing(&choices[..older.len() - 1], piece));
        let from = union(&mut cpa.lead, older, &node.state.lead)?;
        block.steps += 1;
        steps.push(PathStep { from: Some(from), choice: Some(*choice), way: origin.label });
        if let Some(before) = &node.state.lead.element.before {
            let at = older[piece].from.as_ref().and_then(|(_, choice)| {
                let frame = node.state.lead.state.threads.get(choice.thread.0 as usize)?.frames.last()?;
                Some((frame.func, frame.loc))
            });
            let (bound, end) = (before.bound.clone(), Some(*parent));
            blocks.push(BlockOfPath { path: before.path, bound, chosen: Vec::new(), end, at, steps: 0 });
            model = earlier(&mut cpa.lead.domain, before.abstraction, before.path, &before.bound, &model).ok()??;
        }
        origin = &older[piece];
    }
    steps.reverse();
    blocks.reverse();
    Some(Path { steps, blocks })
}

/// Values of the inputs that choose one of the states that were merged. Inputs that chose between earlier ones may be inputs
/// of another kind to it, so they are left alone.
fn choosing(choices: &[SymbolId], piece: usize) -> impl Iterator<Item = (SymbolId, u128)> + '_ {
    (piece.max(1) - 1..choices.len()).map(move |i| (choices[i], u128::from(i + 1 == piece)))
}

/// What a node stood for when these were the states merged into it.
fn union<'a, 'p>(
    threading: &mut Analysis<'a, 'p>,
    older: &[Origin<Led<'a, 'p>>],
    now: &Configuration<Formula>,
) -> Option<Configuration<Formula>> {
    let mut pieces = older.iter().map(|o| o.piece.as_deref().map_or(now, |piece| &piece.lead));
    let mut all = pieces.next()?.clone();
    for piece in pieces {
        all = threading.merge(piece, &all)?;
        threading.share(&mut all.state);
    }
    Some(all)
}

/// A model of the block before which ends with the values that the next one begins with, if there is one.
fn earlier(
    domain: &mut Predicate<'_, '_>,
    abstraction: Term,
    path: Term,
    bound: &[(SymbolId, Value)],
    next: &Model,
) -> Result<Option<Model>, Stopped> {
    let mut goal = Vec::new();
    for (symbol, value) in bound {
        let (Some(variable), Some(width)) = (domain.logic.variable(*symbol), domain.logic.symbols.width(*symbol))
        else {
            continue;
        };
        if let (Some(wanted), Some(term)) = (next.get(&variable), domain.logic.value(&domain.terms, *value, width)) {
            let wanted = domain.logic.smt.constant(*wanted, width);
            goal.push(domain.logic.smt.equal(term, wanted));
        }
    }
    let goal = domain.logic.smt.conjunction(goal);
    match domain.logic.solve(&[abstraction, path, goal])? {
        Some(model) => Ok(Some(model)),
        None => domain.logic.solve(&[abstraction, path]),
    }
}

impl BlockOfPath {
    /// The answers of the block on the way that the path takes, and the values it ends with.
    pub fn linear(&self, domain: &mut Predicate<'_, '_>) -> Option<(Term, Vec<(SymbolId, Term)>)> {
        let mut chosen: FxHashMap<Term, Term> = FxHashMap::default();
        for (symbol, value) in &self.chosen {
            let (variable, width) = (domain.logic.variable(*symbol)?, domain.logic.symbols.width(*symbol)?);
            chosen.insert(variable, domain.logic.smt.constant(*value, width));
        }
        let path = domain.logic.smt.substitute(self.path, &chosen);
        let mut ends = Vec::new();
        for (symbol, value) in &self.bound {
            let sort = domain.logic.symbols.sort(*symbol)?;
            if let Some(term) = domain.logic.value_of(&domain.terms, *value, sort) {
                ends.push((*symbol, domain.logic.smt.substitute(term, &chosen)));
            }
        }
        Some((path, ends))
    }
}

/// The name of an input of a block among those of all blocks.
pub fn of_block(domain: &mut Predicate<'_, '_>, block: usize, variable: Term) -> Option<Term> {
    let symbol = domain.logic.symbol_of(variable)?;
    let sort = domain.logic.symbols.sort(symbol)?;
    Some(domain.logic.smt.variable(&format!("{symbol:?}@{block}"), sort))
}

/// Inputs up to this number are tried where memory has unknown sizes: it has to be there when the execution is replayed.
const SMALL: u128 = 64;

/// So many inputs are made small.
const MOST_INPUTS: usize = 48;

/// A model of a formula in which as many inputs as possible are small, taken one after the other.
fn with_small_inputs(domain: &mut Predicate<'_, '_>, formula: Term, model: Model) -> Model {
    let (mut formula, mut model) = (formula, model);
    let logic = &mut domain.logic;
    let inputs = logic.smt.variables(formula).to_vec();
    let is_wide = |smt: &Terms, v: &Term| matches!(smt.sort(*v), Sort::Bv(width) if width > 8);
    let wide: Vec<Term> = inputs.into_iter().filter(|v| is_wide(&logic.smt, v)).take(MOST_INPUTS).collect();
    for input in wide {
        let bound = logic.smt.constant(SMALL, logic.smt.width(input));
        let is_small = logic.smt.ule(input, bound);
        let both = logic.smt.and(formula, is_small);
        // Where the solver was stopped the last model will do.
        if let Ok(Some(smaller)) = logic.solve(&[both]) {
            (formula, model) = (both, smaller);
        }
    }
    model
}

impl Path {
    /// Whether somebody goes along the path.
    pub fn follow(&self, domain: &mut Predicate<'_, '_>) -> Option<Result<Followed, Stopped>> {
        let mut values: FxHashMap<Term, Term> = FxHashMap::default();
        let mut all = domain.logic.smt.bool(true);
        for (number, block) in self.blocks.iter().enumerate() {
            let (path, ends) = block.linear(domain)?;
            // What is not known from the block before is an input of this one.
            let mentioned: Vec<Term> = ends
                .iter()
                .map(|(_, t)| *t)
                .chain([path])
                .flat_map(|t| domain.logic.smt.variables(t).to_vec())
                .collect();
            for variable in mentioned {
                if let Entry::Vacant(vacant) = values.entry(variable) {
                    vacant.insert(of_block(domain, number, variable)?);
                }
            }
            let path = domain.logic.smt.substitute(path, &values);
            all = domain.logic.smt.and(all, path);
            let mut next = FxHashMap::default();
            for (symbol, end) in ends {
                let end = domain.logic.smt.substitute(end, &values);
                next.insert(domain.logic.variable(symbol)?, end);
            }
            values = next;
        }
        let always = domain.logic.smt.bool(true);
        Some(match domain.logic.solve(&[all, always]) {
            Ok(Some(model)) if domain.options().arrays => Ok(Followed::Real(with_small_inputs(domain, all, model))),
            Ok(Some(model)) => Ok(Followed::Real(model)),
            Ok(None) => Ok(Followed::Spurious),
            Err(stopped) => Err(stopped),
        })
    }

    /// An execution along a path whose last step halts, if somebody goes along it.
    pub fn halting(&self, threading: &mut Analysis<'_, '_>) -> Option<Counterexample> {
        match self.follow(&mut threading.domain)? {
            Ok(Followed::Real(inputs)) => self.counterexample(threading, &inputs, None),
            Ok(Followed::Spurious) | Err(_) => None,
        }
    }

    /// The execution along the path with these inputs, to this end; `None` if it is a halt.
    pub fn counterexample(
        &self,
        threading: &mut Analysis<'_, '_>,
        inputs: &Model,
        end: Option<StepEnd>,
    ) -> Option<Counterexample> {
        let mut example = Counterexample {
            property: threading.stepper.property,
            schedule: Vec::new(),
            inputs: Vec::new(),
            choices: Vec::new(),
            racing: end.and_then(StepEnd::racing),
        };
        let mut steps = self.steps.iter().enumerate();
        for (number, block) in self.blocks.iter().enumerate() {
            for (place, step) in steps.by_ref().take(block.steps) {
                let (ended, (moves, asked, choices), _) = attempt(threading, step)?;
                let halts = end.is_none() && place + 1 == self.steps.len();
                (ended != halts).then_some(())?;
                example.schedule.extend(moves);
                example.choices.extend(choices);
                for value in asked {
                    example.inputs.push(match value {
                        Value::Bits(bits) => bits,
                        Value::Lazy(id) => {
                            let Lazy::Symbol(symbol) = threading.domain.terms.get(id) else { return None };
                            let variable = threading.domain.logic.variable(symbol)?;
                            let renamed = of_block(&mut threading.domain, number, variable)?;
                            inputs.get(&renamed).copied().unwrap_or(0)
                        }
                    });
                }
            }
        }
        Some(example)
    }
}

/// Who moved, which values were asked for, which alternatives were taken.
type Again = (Vec<Move>, Vec<Value>, Vec<u32>);

/// Executes a step once more: whether it came to its end, what it did, and what was known then.
fn attempt(threading: &mut Analysis<'_, '_>, step: &PathStep) -> Option<(bool, Again, (Term, Term))> {
    let element = match &step.from {
        Some(from) => from.element.clone(),
        None => threading.domain.start(),
    };
    let state = step.from.as_ref().map(|from| &from.state);
    let mut decisions = Decisions::default();
    for _ in 0..step.way.number {
        // The structure of the decisions is known only by making them.
        let mut oracle = threading.domain.oracle(&element, &mut decisions);
        let _ = execute(&mut threading.stepper, state, step.choice, &mut oracle);
        // A solver that was stopped answers in another way.
        let stopped = threading.stop.is_some_and(|stop| stop());
        (!stopped && decisions.advance()).then_some(())?;
    }
    threading.stepper.budget = step.way.budget;
    let mut oracle = threading.domain.oracle(&element, &mut decisions);
    let ended = execute(&mut threading.stepper, state, step.choice, &mut oracle);
    let asked = std::mem::take(&mut oracle.asked);
    let formula = (oracle.abstraction, oracle.path);
    let choices = std::mem::take(&mut oracle.choices);
    threading.stepper.budget = MAX_EDGES;
    Some((ended.is_ok(), (threading.stepper.log.clone(), asked, choices), formula))
}

/// What is known where a way of a step halts.
pub fn at_halt<'a, 'p>(
    cpa: &mut Led<'a, 'p>,
    arg: &Arg<Led<'a, 'p>>,
    origin: &Origin<Led<'a, 'p>>,
) -> Option<(Term, Term)> {
    let (from, choice) = match &origin.from {
        Some((parent, choice)) => {
            let node = arg.node(*parent);
            let older = node.origins.get(..origin.parent_origins as usize)?;
            (Some(union(&mut cpa.lead, older, &node.state.lead)?), Some(*choice))
        }
        None => (None, None),
    };
    let step = PathStep { from, choice, way: origin.label };
    attempt(&mut cpa.lead, &step).map(|(_, _, formula)| formula)
}
