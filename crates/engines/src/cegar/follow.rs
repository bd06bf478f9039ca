//! Following an abstract path: is there an execution that takes it?
//!
//! A path is a sequence of runs, each with the edges it executed and the alternatives it took where the machine asks for one.
//! It is executed again, edge by edge, under a precision: `None` tracks everything, and then what arrives at the end are real
//! executions with symbolic inputs. Where a question has several answers, every answer that leads along the path is kept, so there may
//! be several executions at a time; more than [`MAX_EXECUTIONS`] are not followed, and then "nobody arrives" means nothing.

use raddle_analyses::threading::{Decisions, StepEnd, Taken};
use raddle_analyses::value::Precision;
use raddle_evidence::{Counterexample, Move, Property};
use raddle_machine::lazy::{LazyOracle, Symbol, Terms, canonicalise, inputs};
use raddle_machine::{Enabled, Halt, Progress, State, ThreadIx};
use raddle_program::{Program, Span};
use raddle_semantics::ViolationKind;
use raddle_semantics::dependence::{Dependence, threads};
use raddle_semantics::race::{find_race, find_section_race};

use crate::reach::search::Task;

/// How many executions are followed at a time.
const MAX_EXECUTIONS: usize = 64;

/// One run of an abstract path.
#[derive(Clone, Debug)]
pub struct PathRun {
    /// The thread that wakes up first, and whether its wait times out.
    pub wakes: Option<(ThreadIx, bool)>,
    /// The edges, in order.
    pub edges: Vec<Taken>,
    /// The alternatives taken, in order.
    pub choices: Vec<u32>,
}

/// What happens at the end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathEnd {
    /// A violation.
    Violation(ViolationKind),
    /// Somebody's next edge cannot be executed, or it is not known where an access goes.
    Halt,
}

impl PathEnd {
    /// How the run to a target ends.
    pub fn of(end: StepEnd) -> PathEnd {
        match end {
            StepEnd::Violation(violation) => PathEnd::Violation(violation),
            StepEnd::State | StepEnd::Nothing => PathEnd::Halt,
        }
    }

    /// The threads that race, if it is a race.
    pub fn racing(self) -> Option<(ThreadIx, ThreadIx)> {
        match self {
            PathEnd::Violation(violation) => violation.racing(),
            PathEnd::Halt => None,
        }
    }
}

/// An abstract path.
#[derive(Clone, Debug)]
pub struct Path {
    /// The runs.
    pub runs: Vec<PathRun>,
    /// The end.
    pub end: PathEnd,
    /// Whether threads have changed places along it.
    pub renamed: bool,
}

/// An execution that has followed the path so far.
#[derive(Clone, Debug)]
pub struct Execution {
    /// Where it is.
    pub state: State,
    /// Its inputs; none has been dropped or renamed.
    pub symbols: Vec<Symbol>,
    /// The alternatives taken.
    pub choices: Vec<u32>,
    /// The violation that its last edge is.
    pub broken: Option<ViolationKind>,
}

/// What became of it.
#[derive(Clone, Debug)]
pub enum Followed {
    /// These executions end as the path does, at a violation.
    Violates(Vec<Execution>),
    /// They end as the path does, in this halt; who moves last and all that is known of the inputs then, if it is somebody's step that halts.
    Halts(Halt, Option<(ThreadIx, Execution)>),
    /// No execution takes the path.
    Nobody,
    /// There were too many to follow, or a halt on the way: nothing is known.
    GaveUp,
}

/// Follows paths.
pub struct Follower<'a, 'p> {
    /// The relation, with the machine.
    pub dependence: &'a Dependence<'p>,
    /// What is looked for.
    pub property: Property,
    /// What symbolic values mean.
    pub terms: Terms,
    /// Into how many cases a value may be split.
    pub max_cases: u64,
    /// Asked before each run whether to stop.
    pub stop: &'a dyn Fn() -> bool,
}

impl<'a, 'p> Follower<'a, 'p> {
    /// One for the paths of a task.
    pub fn new(task: Task<'a, 'p>) -> Follower<'a, 'p> {
        let (dependence, stop) = (task.dependence(), task.stop);
        let (terms, max_cases) = (Terms::within(task.limits.deadline()), task.config.program.max_cases);
        Follower { dependence, property: dependence.property(), terms, max_cases, stop }
    }
}

/// What a single edge did.
enum Edge {
    Went(Execution),
    /// What there was of the execution when it halted.
    Halted(Halt, Execution),
}

impl Follower<'_, '_> {
    /// Follows a path under a precision.
    pub fn follow(&mut self, path: &Path, precision: Option<&Precision>) -> Followed {
        let mut all = match self.initial() {
            Some(all) => all,
            None => return Followed::GaveUp,
        };
        let mut complete = true;
        for run in &path.runs {
            if (self.stop)() {
                return Followed::GaveUp;
            }
            if let Some((thread, timed_out)) = run.wakes {
                all.iter_mut().for_each(|e| self.dependence.machine().wake(&mut e.state, thread, timed_out));
            }
            let before: Vec<usize> = all.iter().map(|e| e.choices.len()).collect();
            let mut tagged: Vec<(usize, Execution)> = before.into_iter().zip(all).collect();
            for edge in &run.edges {
                let mut next = Vec::new();
                for (start, execution) in tagged {
                    for went in self.edge(&execution, edge.thread) {
                        match went {
                            Edge::Halted(..) => complete = false,
                            Edge::Went(execution) => {
                                let taken = &execution.choices[start..];
                                let arrives = match execution.broken {
                                    Some(violation) => path.end == PathEnd::Violation(violation),
                                    None => after(&execution.state, edge.thread) == edge.after,
                                };
                                let fits = arrives && run.choices.get(..taken.len()) == Some(taken);
                                if fits && next.len() < MAX_EXECUTIONS {
                                    next.push((start, execution));
                                } else if fits {
                                    complete = false;
                                }
                            }
                        }
                    }
                }
                tagged = next;
            }
            all = tagged.into_iter().map(|(_, execution)| execution).collect();
            if all.is_empty() {
                return if complete { Followed::Nobody } else { Followed::GaveUp };
            }
            if let Some(precision) = precision {
                all.iter_mut().for_each(|e| precision.forget(&mut e.state));
            }
        }
        match self.end(path.end, all) {
            Followed::Nobody if !complete => Followed::GaveUp,
            other => other,
        }
    }

    /// Which of the executions end as the path does.
    fn end(&mut self, end: PathEnd, all: Vec<Execution>) -> Followed {
        match end {
            PathEnd::Halt => {
                let halted = all.iter().find_map(|e| self.halts(e));
                halted.map_or(Followed::Nobody, |(halt, last)| Followed::Halts(halt, last))
            }
            PathEnd::Violation(end) => {
                let violating: Vec<Execution> = all.into_iter().filter_map(|e| self.violates(e, end)).collect();
                if violating.is_empty() { Followed::Nobody } else { Followed::Violates(violating) }
            }
        }
    }

    /// Why an execution cannot be continued, if so; and whose step it is that halts.
    fn halts(&mut self, execution: &Execution) -> Option<(Halt, Option<(ThreadIx, Execution)>)> {
        let machine = self.dependence.machine();
        let state = &execution.state;
        let halted = |went: Edge| match went {
            Edge::Halted(halt, execution) => Some((halt, execution)),
            Edge::Went(..) => None,
        };
        let undecided = self.judge(execution).into_iter().find_map(halted);
        let mut moving = threads(state).filter(|t| machine.enabled(state, *t) == Enabled::Yes);
        let stepped = moving.find_map(|thread| {
            let (halt, execution) = self.edge(execution, thread).into_iter().find_map(halted)?;
            Some((halt, Some((thread, execution))))
        });
        let vague = || self.property.in_state(self.dependence, state).err().or_else(|| self.disbelief(state));
        match (undecided, stepped) {
            (Some((halt, _)), stepped) => {
                let last = stepped.filter(|(same, _)| *same == halt).and_then(|(_, last)| last);
                Some((halt, last))
            }
            (None, stepped) => stepped.or_else(|| Some((vague()?, None))),
        }
    }

    /// An execution that takes the path and ends in a halt.
    pub fn halting(&mut self, path: &Path, halt: &Halt) -> Option<Counterexample> {
        match self.follow(path, None) {
            Followed::Halts(real, Some((thread, execution))) if real == *halt => {
                self.counterexample(path, &execution, Some(thread))
            }
            Followed::Halts(..) | Followed::Violates(_) | Followed::Nobody | Followed::GaveUp => None,
        }
    }

    /// An execution that takes the path, with inputs; also one more step of a thread, if it is given.
    pub fn counterexample(
        &mut self,
        path: &Path,
        execution: &Execution,
        last: Option<ThreadIx>,
    ) -> Option<Counterexample> {
        let inputs = inputs(&execution.symbols, &mut self.terms)?;
        let mut schedule = path.schedule();
        schedule.extend(last.map(|thread| Move::Run { thread, edges: 1 }));
        let (choices, racing) = (execution.choices.clone(), path.end.racing());
        Some(Counterexample { property: self.property, schedule, inputs, choices, racing })
    }

    /// Why a violation that is there, or comes with the next step, is not to be believed.
    fn disbelief(&self, state: &State) -> Option<Halt> {
        let machine = self.dependence.machine();
        let error = |thread| self.dependence.check_error(state, thread, self.property).err();
        let next = threads(state).filter(|t| machine.enabled(state, *t) == Enabled::Yes).find_map(error);
        let violated = || self.property.in_state(self.dependence, state) != Ok(None);
        next.or_else(|| machine.disbelief(state).filter(|_| violated()))
    }

    /// The execution, narrowed to inputs that make it a violation.
    fn violates(&mut self, execution: Execution, end: ViolationKind) -> Option<Execution> {
        match end {
            ViolationKind::Error | ViolationKind::Undefined(_) => (execution.broken == Some(end)).then_some(execution),
            ViolationKind::Deadlock | ViolationKind::Lost => {
                let there = || self.property.in_state(self.dependence, &execution.state) == Ok(Some(end));
                (execution.broken == Some(end) || there()).then_some(execution)
            }
            ViolationKind::Race(..) => self.judge(&execution).into_iter().find_map(|went| match went {
                Edge::Went(execution) => self.races(&execution, end).then_some(execution),
                Edge::Halted(..) => None,
            }),
        }
    }

    /// Whether the two threads race.
    fn races(&mut self, execution: &Execution, end: ViolationKind) -> bool {
        let ViolationKind::Race(a, b) = end else { return false };
        let mut state = execution.state.clone();
        if canonicalise(&mut state, execution.symbols.clone(), &mut self.terms).is_err() {
            return false;
        }
        if state.threads.get(a.0 as usize).is_some_and(|t| t.atomic > 0) {
            return find_section_race(self.dependence, &state, a).is_ok_and(|race| race == Some(b));
        }
        find_race(self.dependence, &state).is_ok_and(|race| race.is_some())
    }

    /// Has it decided where everybody's next access is.
    fn judge(&mut self, execution: &Execution) -> Vec<Edge> {
        let machine = self.dependence.machine();
        self.with_all_answers(execution, |state, oracle| {
            for thread in threads(state) {
                machine.decide_address(state, thread, oracle)?;
            }
            Ok(Progress::Ran)
        })
    }

    fn initial(&mut self) -> Option<Vec<Execution>> {
        let machine = self.dependence.machine();
        let mut decisions = Decisions::default();
        let mut oracle = LazyOracle::new(&mut self.terms, Vec::new(), &mut decisions, self.max_cases);
        let state = machine.initial(&mut oracle).ok()?;
        let (symbols, choices) = (oracle.symbols, oracle.choices);
        Some(vec![Execution { state, symbols, choices, broken: None }])
    }

    /// Executes one edge with all answers.
    fn edge(&mut self, execution: &Execution, thread: ThreadIx) -> Vec<Edge> {
        let machine = self.dependence.machine();
        self.with_all_answers(execution, |state, oracle| machine.step(state, thread, oracle))
    }

    fn with_all_answers(
        &mut self,
        execution: &Execution,
        step: impl Fn(&mut State, &mut LazyOracle<'_, Decisions>) -> Result<Progress, Halt>,
    ) -> Vec<Edge> {
        let mut decisions = Decisions::default();
        let mut out = Vec::new();
        loop {
            let symbols = execution.symbols.clone();
            let mut oracle = LazyOracle::new(&mut self.terms, symbols, &mut decisions, self.max_cases);
            // Inputs are picked for this very path.
            oracle.remembers_all = true;
            let mut state = execution.state.clone();
            let stepped = step(&mut state, &mut oracle);
            if !oracle.infeasible {
                let (machine, liveness) = (self.dependence.machine(), self.dependence.liveness());
                let broken = match stepped {
                    Ok(progress) => self.property.in_step(progress, machine, liveness, &state),
                    Err(halt) => self.property.in_halt(&halt).map(Some).ok_or(halt),
                };
                let choices = [&execution.choices[..], &oracle.choices[..]].concat();
                let now = |broken| Execution { state, symbols: oracle.symbols, choices, broken };
                out.push(match broken {
                    Err(halt) => Edge::Halted(halt, now(None)),
                    Ok(broken) => Edge::Went(now(broken)),
                });
            }
            if out.len() > MAX_EXECUTIONS || !decisions.advance() {
                return out;
            }
        }
    }
}

/// Where a thread is in its innermost frame.
fn after(state: &State, thread: ThreadIx) -> Option<(raddle_program::FuncId, raddle_program::Loc)> {
    let frame = state.threads.get(thread.0 as usize)?.frames.last()?;
    Some((frame.func, frame.loc))
}

impl Path {
    /// The place of the user's program that the last thread has come to. In a library model of ours that is the call.
    pub fn visible_end(&self, program: &Program) -> Span {
        let taken = || self.runs.iter().rev().flat_map(|run| run.edges.iter().rev());
        let Some(last) = taken().next() else { return Span::NONE };
        let spans =
            taken().filter(|e| e.thread == last.thread).map(|e| program.functions[e.function].edge(e.edge).span);
        spans.into_iter().find(|span| !program.source.is_internal(*span)).unwrap_or(Span::NONE)
    }

    /// The schedule: who executes how many edges.
    pub fn schedule(&self) -> Vec<Move> {
        let mut out: Vec<Move> = Vec::new();
        for run in &self.runs {
            if let Some((thread, timed_out)) = run.wakes {
                out.push(Move::Wake { thread, timed_out });
            }
            for edge in &run.edges {
                match out.last_mut() {
                    Some(Move::Run { thread, edges }) if *thread == edge.thread => *edges += 1,
                    _ => out.push(Move::Run { thread: edge.thread, edges: 1 }),
                }
            }
        }
        out
    }
}
