//! All interleavings of all threads: the component that every analysis of a multi-threaded program starts from.
//!
//! **Idea** (ThreadingCPA; V. Kolesnykov, *SMT-based Model Checking of Concurrent Programs*, section 3.1, after Beyer
//! and Friedberger, MEMICS 2016). The abstract state holds where each thread is, with its call stack, what it waits for and
//! which locks it holds; there is no bound on the number of threads but the option's. In Raddle the reference machine
//! executes the steps: it knows threads, locks, calls and memory, and asks an *oracle* about every value that is not plain. So
//! an analysis is a [`Domain`]: what it knows about the values that the machine does not. `value` knows intervals and
//! forgets what it does not track; `bdd` knows a relation between all of them.
//!
//! **Soundness.** The machine is the semantics; a domain answers its questions with every answer that γ allows, each in a
//! way of its own. What cannot be followed is a halt, and the state in front of it is still reached, so that the others can go on
//! from there.
//!
//! **Rejected**: a product of a control component and a data component that exchange facts after each edge. A lock through
//! a pointer, a call through a pointer, the result of `pthread_mutex_trylock` need both in one step; the product would
//! have to execute everything twice and match the halves.

mod decisions;
mod intern;
mod lead;
mod run;
mod symmetry;

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

pub use raddle_cpa::Taken;
use raddle_cpa::{Cpa, ReachedSet, Successor};
use raddle_machine::{Enabled, Halt, Machine, Note, State, Status, ThreadIx};
use raddle_program::Span;
use raddle_semantics::Dead;
use raddle_semantics::dependence::Dependence;
use raddle_semantics::symmetry::{Renaming, Symmetry, rename};
use rustc_hash::FxHasher;

pub use decisions::Decisions;
pub use intern::Components;
pub use lead::all_steps;
pub use raddle_semantics::run::{Action, Choice, MAX_EDGES, Move, StepEnd};
pub use run::{Passed, StepOracle, Stepper};
pub use symmetry::{Unrenamed, canonical};

/// What an oracle knows and has noticed at the end of a run.
#[derive(Clone, Debug)]
pub struct Answers<E> {
    /// What is known now.
    pub element: E,
    /// Whether the run turned out not to exist.
    pub infeasible: bool,
    /// The alternatives taken where the machine asked for one, in order.
    pub choices: Vec<u32>,
    /// Undefined behaviour that was observed.
    pub undefined: Vec<(&'static str, raddle_program::Span)>,
}

/// What an analysis knows about the values that are not plain in a state.
///
/// γ(state, element) is the set of concrete states that `state` stands for if its unknown values are as `element` says.
pub trait Domain {
    /// What is known in one state.
    type Element: Clone + Debug;
    /// How much is tracked.
    type Precision: Clone;
    /// Answers the questions of one run.
    type Oracle<'a>: StepOracle
    where
        Self: 'a;

    /// What is known before the program has started.
    fn start(&mut self) -> Self::Element;

    /// An oracle for a run from a state. Law: with all decisions together, its answers are all that γ allows.
    fn oracle<'a>(&'a mut self, element: &Self::Element, decisions: &'a mut Decisions) -> Self::Oracle<'a>;

    /// What the oracle knows in the end.
    fn answers(oracle: Self::Oracle<'_>) -> Answers<Self::Element>;

    /// Gives a state its canonical form. Law: γ stays the same.
    fn canonicalise(&mut self, state: &mut State, element: Self::Element) -> Result<Self::Element, Halt>;

    /// The precision of a new state, after a look at what was reached; by default that of the state it comes from.
    fn adjust(
        &mut self,
        _state: &Configuration<Self::Element>,
        precision: &Self::Precision,
        _reached: &dyn ReachedSet<Configuration<Self::Element>>,
    ) -> Self::Precision {
        precision.clone()
    }

    /// Forgets what is not tracked. Law: γ grows or stays the same.
    fn forget(&mut self, state: &mut State, element: Self::Element, precision: &Self::Precision) -> Self::Element;

    /// Whether one state is below another. Law: yes implies γ(a) ⊆ γ(b).
    fn leq(&mut self, a: &Configuration<Self::Element>, b: &Configuration<Self::Element>) -> bool;

    /// Both states in one, if that is wanted and larger than `old`. Law: γ(new) ∪ γ(old) ⊆ γ(result).
    fn merge(
        &mut self,
        new: &Configuration<Self::Element>,
        old: &Configuration<Self::Element>,
    ) -> Option<Configuration<Self::Element>>;

    /// Whether a concrete state may be in γ. The laws are checked with it; nothing else asks. By default it has to be below in
    /// its canonical form, which can be a wrong no if values that were symbolic are kept apart from plain ones.
    fn contains(&mut self, state: &Configuration<Self::Element>, concrete: &State) -> bool {
        let mut state_of_one = concrete.clone();
        let element = self.start();
        let Ok(element) = self.canonicalise(&mut state_of_one, element) else { return true };
        self.leq(&Configuration { state: state_of_one, element, ..state.clone() }, state)
    }

    /// The element as a number. Law: equal elements have equal numbers.
    fn fingerprint(&self, element: &Self::Element) -> u64;

    /// What counts as control, for a state whose components are shared. Law: states that are merged or compared have the same.
    fn control(&self, state: &State) -> u64;
}

/// An abstract state: where everybody is, and what is known about values.
#[derive(Clone, Debug)]
pub struct Configuration<E> {
    /// Threads and memory; unknown values have names that the element knows.
    pub state: State,
    /// What is known about them.
    pub element: E,
    /// How the run that led here ended; everything but [`StepEnd::State`] is a violation.
    pub end: StepEnd,
    /// How threads changed places when the state was made ([`Threading::symmetry`]).
    pub renaming: Renaming,
}

/// Which of the ways a step can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// How many ways come before it.
    pub number: u32,
    /// After how many edges it was cut.
    pub budget: u32,
}

/// A step executed once more, with everything about it.
#[derive(Clone, Debug)]
pub struct Rerun {
    /// Who executed how many edges.
    pub moves: Vec<Move>,
    /// The edges.
    pub edges: Vec<Taken>,
    /// The alternatives taken where the machine asked for one.
    pub choices: Vec<u32>,
}

/// Ways of a step between two questions whether to stop.
const WAYS_PER_CHECK: u32 = 16;

/// The analysis.
pub struct Threading<'a, 'p, D> {
    /// Executes steps.
    pub stepper: Stepper<'a, 'p>,
    /// Knows values.
    pub domain: D,
    /// Undefined behaviour seen on the way.
    pub notes: BTreeSet<Note>,
    /// Set when a thread waits inside an atomic section although edges in conflict with nobody were passed: the
    /// reduction does not reason about that.
    pub section_waits: bool,
    /// How many runs there were.
    pub runs: u64,
    /// What was executed on each way of the last step, if that is wanted.
    recorded: Vec<Vec<Taken>>,
    /// Asked within steps that go very many ways whether to stop.
    pub stop: Option<&'a dyn Fn() -> bool>,
    /// If it is there, threads that may change places do so, into one order. Then [`Cpa::prec`] does not keep its law
    /// literally: the result stands for every state that the given one is equivalent to.
    pub symmetry: Option<Symmetry>,
    /// If it is there, values that nobody will read again are cut out of states. Then [`Cpa::post`] does not keep its law
    /// literally: γ is closed under changing them.
    pub dead: Option<Dead<'p>>,
    components: Components,
}

impl<'a, 'p, D: Domain> Threading<'a, 'p, D> {
    /// An analysis with a domain.
    pub fn new(stepper: Stepper<'a, 'p>, domain: D) -> Threading<'a, 'p, D> {
        Threading {
            dead: Some(stepper.dependence.dead()),
            stepper,
            domain,
            notes: BTreeSet::new(),
            section_waits: false,
            runs: 0,
            stop: None,
            recorded: Vec::new(),
            symmetry: None,
            components: Components::default(),
        }
    }

    /// The relation that says which steps can influence each other.
    pub fn dependence(&self) -> &'a Dependence<'p> {
        self.stepper.dependence
    }

    /// All components of all states so far.
    pub fn components(&self) -> &Components {
        &self.components
    }

    /// Has equal components of states be the same.
    pub fn share(&mut self, state: &mut State) {
        self.components.share(state);
    }

    /// All ways a step (or the beginning) can go.
    fn ways(
        &mut self,
        from: Option<&Configuration<D::Element>>,
        choice: Option<Choice>,
    ) -> Vec<Successor<Configuration<D::Element>, Way>> {
        let mut decisions = Decisions::default();
        let mut out = Vec::new();
        for number in 0.. {
            if number % WAYS_PER_CHECK == WAYS_PER_CHECK - 1 && self.stop.is_some_and(|stop| stop()) {
                let halt = Halt::limit("the limit was reached in the middle of a step", Span::NONE);
                out.push(Successor { label: Way { number, budget: MAX_EDGES }, state: Err(halt) });
                self.record(out.len());
                break;
            }
            self.one_way(from, choice, number, &mut decisions, &mut out);
            if !decisions.advance() {
                break;
            }
        }
        out
    }

    /// One way, up to a halt if there is one, and the state in front of the halt.
    fn one_way(
        &mut self,
        from: Option<&Configuration<D::Element>>,
        choice: Option<Choice>,
        number: u32,
        decisions: &mut Decisions,
        out: &mut Vec<Successor<Configuration<D::Element>, Way>>,
    ) {
        let label = Way { number, budget: MAX_EDGES };
        match self.attempt(from, choice, decisions) {
            Ok(Some(reached)) => {
                self.finish(reached, from, label, out);
                self.record(out.len());
            }
            Ok(None) => {}
            Err(halt) => {
                let budget = self.stepper.executed.saturating_sub(1);
                out.push(Successor { label, state: Err(halt) });
                self.record(out.len());
                if budget > 0 {
                    decisions.rewind();
                    self.stepper.budget = budget;
                    let cut = self.attempt(from, choice, decisions);
                    self.stepper.budget = MAX_EDGES;
                    // In front of a halt inside a section is not a place where others may move.
                    if let Ok(Some(reached)) = cut
                        && !(self.stepper.reduce && in_section(&reached.0))
                    {
                        self.finish(reached, from, Way { number, budget }, out);
                        self.record(out.len());
                    }
                }
            }
        }
    }

    /// Executes a step with the given decisions; `None` if it leads nowhere.
    #[allow(clippy::type_complexity)]
    fn attempt(
        &mut self,
        from: Option<&Configuration<D::Element>>,
        choice: Option<Choice>,
        decisions: &mut Decisions,
    ) -> Result<Option<(State, D::Element, StepEnd)>, Halt> {
        self.runs += 1;
        let element = from.map_or_else(|| self.domain.start(), |from| from.element.clone());
        let mut oracle = self.domain.oracle(&element, decisions);
        let result = execute(&mut self.stepper, from.map(|from| &from.state), choice, &mut oracle);
        let answers = D::answers(oracle);
        for (what, span) in answers.undefined {
            self.notes.insert(Note { span, what: what.to_string() });
        }
        if answers.infeasible {
            return Ok(None);
        }
        let (state, end) = result?;
        Ok((end != StepEnd::Nothing).then_some((state, answers.element, end)))
    }

    /// Makes a successor of what a run has reached.
    fn finish(
        &mut self,
        (mut state, element, mut end): (State, D::Element, StepEnd),
        from: Option<&Configuration<D::Element>>,
        label: Way,
        out: &mut Vec<Successor<Configuration<D::Element>, Way>>,
    ) {
        let dependence = self.stepper.dependence;
        if end == StepEnd::State {
            self.section_waits |= self.stepper.reduce && section_waits(dependence.machine(), &state);
            if let Some(dead) = &self.dead {
                dead.cut(&mut state, from.map(|from| &from.state));
            }
            match self.stepper.property.in_state(dependence, &state) {
                Ok(violation) => end = violation.map_or(end, StepEnd::Violation),
                Err(halt) => out.push(Successor { label, state: Err(halt) }),
            }
        }
        if end != StepEnd::State
            && let Some(halt) = dependence.machine().disbelief(&state)
        {
            out.push(Successor { label, state: Err(halt) });
            return;
        }
        let canonical = self.domain.canonicalise(&mut state, element);
        let canonical = canonical.map_err(|halt| self.placed(halt, &state));
        out.push(Successor {
            label,
            state: canonical.map(|element| Configuration { state, element, end, renaming: Renaming::new() }),
        });
    }

    /// A halt with the place that the last step has reached, if it has none.
    fn placed(&self, halt: Halt, state: &State) -> Halt {
        let machine = self.stepper.dependence.machine();
        let ran = |moved: &Move| match moved {
            Move::Run { thread, .. } => Some(*thread),
            Move::Wake { .. } => None,
        };
        let moved = self.stepper.log.iter().rev().find_map(ran).filter(|_| halt.span == Span::NONE);
        let exists = |thread: &ThreadIx| (thread.0 as usize) < state.threads.len();
        let next = moved.filter(exists).and_then(|thread| Some((thread, machine.edge(state, thread)?)));
        match next {
            Some((thread, (function, edge))) => {
                let span = machine.program().functions[function].edge(edge).span;
                Halt { span: machine.visible_place(state, thread, span), ..halt }
            }
            None => halt,
        }
    }

    /// Executes a way of a step once more; `None` if there is no such way.
    pub fn rerun(
        &mut self,
        from: Option<&Configuration<D::Element>>,
        choice: Option<Choice>,
        way: Way,
    ) -> Option<Rerun> {
        let mut decisions = Decisions::default();
        for _ in 0..way.number {
            // The structure of the decisions is known only by making them.
            let _ = self.attempt(from, choice, &mut decisions);
            decisions.advance().then_some(())?;
        }
        let element = from.map_or_else(|| self.domain.start(), |from| from.element.clone());
        self.stepper.edges_taken = Some(Vec::new());
        self.stepper.budget = way.budget;
        let mut oracle = self.domain.oracle(&element, &mut decisions);
        let _ = execute(&mut self.stepper, from.map(|from| &from.state), choice, &mut oracle);
        let choices = D::answers(oracle).choices;
        self.stepper.budget = MAX_EDGES;
        let edges = self.stepper.edges_taken.take()?;
        Some(Rerun { moves: self.stepper.log.clone(), edges, choices })
    }
}

/// Whether somebody waits inside an atomic section.
fn section_waits(machine: &Machine<'_>, state: &State) -> bool {
    let threads = (0..state.threads.len() as u16).map(ThreadIx);
    in_section(state)
        && threads
            .into_iter()
            .any(|t| state.threads[t.0 as usize].atomic > 0 && machine.enabled(state, t) != Enabled::Yes)
}

/// Whether somebody is in an atomic section.
fn in_section(state: &State) -> bool {
    state.threads.iter().any(|t| t.atomic > 0)
}

/// Executes a move from a state, or `main` from the beginning.
pub fn execute<O: StepOracle>(
    stepper: &mut Stepper<'_, '_>,
    from: Option<&State>,
    choice: Option<Choice>,
    oracle: &mut O,
) -> Result<(State, StepEnd), Halt> {
    let mut state = match from {
        Some(state) => state.clone(),
        None => stepper.dependence.machine().initial(oracle)?,
    };
    let end = match choice {
        Some(choice) => stepper.run(&mut state, choice, oracle)?,
        None => stepper.start(&mut state, oracle)?,
    };
    Ok((state, end))
}

impl<D: Domain> Cpa for Threading<'_, '_, D> {
    type State = Configuration<D::Element>;
    type Precision = D::Precision;
    type Step = Choice;
    type Label = Way;

    fn initial(&mut self, _: &D::Precision) -> Vec<Successor<Self::State, Way>> {
        self.ways(None, None)
    }

    fn post(&mut self, state: &Self::State, step: &Choice, _: &D::Precision) -> Vec<Successor<Self::State, Way>> {
        self.ways(Some(state), Some(*step))
    }

    fn control(&self, state: &Self::State) -> u64 {
        self.domain.control(&state.state)
    }

    fn fingerprint(&self, state: &Self::State) -> u64 {
        let mut hasher = FxHasher::default();
        hash_components(&state.state).hash(&mut hasher);
        self.domain.fingerprint(&state.element).hash(&mut hasher);
        hasher.finish()
    }

    fn leq(&mut self, a: &Self::State, b: &Self::State) -> bool {
        self.domain.leq(a, b)
    }

    fn merge(&mut self, new: &Self::State, old: &Self::State) -> Option<Self::State> {
        self.domain.merge(new, old)
    }

    fn prec(
        &mut self,
        state: Self::State,
        precision: &D::Precision,
        reached: &dyn ReachedSet<Self::State>,
    ) -> (Self::State, D::Precision) {
        let precision = self.domain.adjust(&state, precision, reached);
        let Configuration { mut state, element, end, mut renaming } = state;
        // A violation is the end of its path: everything about it is needed to judge it.
        let mut element = match end {
            StepEnd::State => self.domain.forget(&mut state, element, &precision),
            StepEnd::Nothing | StepEnd::Violation(_) => element,
        };
        if let (Some(symmetry), StepEnd::State) = (&self.symmetry, end) {
            renaming = canonical(symmetry, self.stepper.dependence, &state);
            if !renaming.is_empty() {
                rename(self.stepper.dependence.machine(), &mut state, &renaming);
                let renamed = self.domain.canonicalise(&mut state, element);
                element = renamed.expect("a canonical state has no operation without a value");
            }
        }
        self.components.share(&mut state);
        (Configuration { state, element, end, renaming }, precision)
    }

    fn thread(step: &Choice) -> ThreadIx {
        step.thread
    }

    fn is_target(&mut self, state: &Self::State) -> bool {
        state.end != StepEnd::State
    }
}

/// The components by identity: they are shared, so equal components are the same.
pub fn hash_components(state: &State) -> u64 {
    let hasher = &mut FxHasher::default();
    Arc::as_ptr(&state.sync).hash(hasher);
    Arc::as_ptr(&state.memory.shape).hash(hasher);
    state.threads.iter().for_each(|t| Arc::as_ptr(t).hash(hasher));
    state.memory.blocks.iter().for_each(|b| Arc::as_ptr(b).hash(hasher));
    hasher.finish()
}

/// Where everybody is, without any value; for a state whose components are shared.
pub fn hash_control(state: &State) -> u64 {
    let hasher = &mut FxHasher::default();
    Arc::as_ptr(&state.sync).hash(hasher);
    Arc::as_ptr(&state.memory.shape).hash(hasher);
    for thread in &state.threads {
        (thread.atomic, thread.detached, thread.ending, thread.ending_key, thread.cancel, thread.created).hash(hasher);
        match thread.status {
            Status::Ended { .. } => 0.hash(hasher),
            Status::Running
            | Status::Waiting { .. }
            | Status::Reacquiring { .. }
            | Status::Queued { .. }
            | Status::AtBarrier { .. }
            | Status::Stuck
            | Status::Free => thread.status.hash(hasher),
        }
        for frame in &thread.frames {
            (frame.func, frame.loc, frame.base, frame.dst).hash(hasher);
        }
    }
    hasher.finish()
}
