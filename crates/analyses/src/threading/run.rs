//! Runs as the engines execute them: the definition of [`raddle_semantics::run`], and what is recorded on the way.

use std::collections::BTreeSet;

use raddle_cpa::Taken;
use raddle_machine::lazy::{Decide, LazyOracle};
use raddle_machine::{Halt, HaltKind, State, ThreadIx};
use raddle_program::analysis::Loops;
use raddle_program::{EdgeId, FuncId, Op};
use raddle_semantics::dependence::Dependence;
use raddle_semantics::run::{Choice, Executed, MAX_EDGES, Move, Runs, StepEnd, Watch};
use raddle_semantics::stations::Onward;
use raddle_semantics::survey::Survey;
use raddle_semantics::{Asking, Property};

/// An oracle that wants to know what a run passes.
pub trait StepOracle: Asking {
    /// Told what the run passes.
    fn passed(&mut self, _what: Passed) {}
}

/// What a run may pass that is worth knowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// Control goes back in a loop.
    Back,
    /// A function is entered or left.
    Call,
}

impl<D: Decide> StepOracle for LazyOracle<'_, D> {}

impl<O: StepOracle> StepOracle for Onward<'_, O> {
    fn passed(&mut self, what: Passed) {
        self.0.passed(what);
    }
}

/// A step and what is recorded about it.
pub struct Stepper<'a, 'p> {
    /// The relation that says how far a thread may go on.
    pub dependence: &'a Dependence<'p>,
    /// What is looked for.
    pub property: Property,
    /// Whether edges in conflict with nobody may be passed without storing a state.
    pub reduce: bool,
    /// Whether runs end where control says, however much is known about values.
    pub by_control: bool,
    /// Edges after which the run of the moving thread is cut: [`MAX_EDGES`], or less to stop in front of a halt.
    pub budget: u32,
    /// Edges that the moving thread has executed in the last step, the one that halted included.
    pub executed: u32,
    /// Edges executed.
    pub edges: u64,
    /// The calls of functions without a definition that were executed.
    pub externals: BTreeSet<(FuncId, EdgeId)>,
    /// Who executed how many edges in the last step.
    pub log: Vec<Move>,
    /// If it is there: every edge that was executed in the last step.
    pub edges_taken: Option<Vec<Taken>>,
    /// If it is there: what was seen of each variable.
    pub survey: Option<Box<Survey>>,
    /// Whether a call of a function without a definition is refused.
    strict_externals: bool,
    /// Where control goes back.
    loops: Loops,
}

impl<'a, 'p> Stepper<'a, 'p> {
    /// A stepper that has executed nothing yet.
    pub fn new(
        dependence: &'a Dependence<'p>,
        property: Property,
        reduce: bool,
        strict_externals: bool,
    ) -> Stepper<'a, 'p> {
        Stepper {
            dependence,
            property,
            reduce,
            by_control: false,
            loops: Loops::new(dependence.machine().program()),
            strict_externals,
            externals: BTreeSet::new(),
            budget: MAX_EDGES,
            executed: 0,
            edges: 0,
            log: Vec::new(),
            edges_taken: None,
            survey: None,
        }
    }

    /// Lets `main` go on from the initial state as long as nobody else matters.
    pub fn start<O: StepOracle>(&mut self, state: &mut State, oracle: &mut O) -> Result<StepEnd, Halt> {
        self.begin(true).start(state, oracle, self)
    }

    /// Executes a move from a state.
    pub fn run<O: StepOracle>(&mut self, state: &mut State, choice: Choice, oracle: &mut O) -> Result<StepEnd, Halt> {
        self.begin(false).execute(state, choice, oracle, self)
    }

    fn begin(&mut self, is_start: bool) -> Runs<'a, 'p> {
        if let Some(survey) = &mut self.survey {
            survey.is_start = is_start;
        }
        self.log.clear();
        if let Some(taken) = &mut self.edges_taken {
            taken.clear();
        }
        let &mut Stepper { dependence, property, reduce: passes, by_control, budget, .. } = self;
        Runs { dependence, property, passes, by_control, budget }
    }

    /// Remembers an edge that was executed, if that is wanted.
    fn note_edge(&mut self, state: &State, executed: &Executed) {
        let (Some(taken), Some((function, first))) = (&mut self.edges_taken, executed.edge) else { return };
        let thread = executed.thread;
        let frame = state.threads.get(thread.0 as usize).and_then(|t| t.frames.last());
        let after = frame.map(|f| (f.func, f.loc));
        let body = &self.dependence.machine().program().functions[function];
        let edges: Vec<_> = body.leaving(body.edge(first).source).collect();
        let there: Vec<EdgeId> =
            edges.iter().filter(|(_, e)| after.is_some_and(|(_, loc)| e.target == loc)).map(|(id, _)| *id).collect();
        let branched = edges.len() == 2 && there.len() == 1;
        let edge = if branched { there[0] } else { first };
        let depth = executed.before.map_or(0, |(depth, _)| depth as u32);
        taken.push(Taken { thread, depth, function, edge, branched, after });
    }

    /// Remembers that the verdict rests on the model of an external function, or refuses to.
    fn note_external(&mut self, state: &State, thread: ThreadIx) -> Result<(), Halt> {
        let Some((function, id)) = self.dependence.external(state, thread) else { return Ok(()) };
        let edge = self.dependence.machine().program().functions[function].edge(id);
        if let Op::External { name, .. } = &edge.op
            && self.strict_externals
        {
            let what = format!("`{name}` is called, and no file that was given defines it: give the file that does");
            return Err(Halt::new(HaltKind::Unsupported, what, edge.span));
        }
        self.externals.insert((function, id));
        Ok(())
    }
}

impl<O: StepOracle> Watch<O> for Stepper<'_, '_> {
    fn before(&mut self, state: &State, thread: ThreadIx, nth: u32) -> Result<(), Halt> {
        self.dependence.check_error(state, thread, self.property)?;
        self.note_external(state, thread)?;
        self.executed = nth;
        if let Some(survey) = &mut self.survey {
            survey.note(self.dependence.machine(), state, thread);
        }
        Ok(())
    }

    fn after(&mut self, state: &State, executed: &Executed, oracle: &mut O) {
        self.edges += 1;
        self.note_edge(state, executed);
        if let (Some((function, _)), Some((depth, from)), Some((same, to))) =
            (executed.edge, executed.before, executed.after)
            && depth == same
            && self.loops.is_back(function, from, to)
        {
            oracle.passed(Passed::Back);
        }
        if executed.before.map(|(depth, _)| depth) != executed.after.map(|(depth, _)| depth) {
            oracle.passed(Passed::Call);
        }
    }

    fn moved(&mut self, entry: Move) {
        self.log.push(entry);
    }
}
