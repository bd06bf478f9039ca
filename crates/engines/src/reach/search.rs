//! An exploration from its set-up to its outcome: what the engines over CPA+ have in common.
//!
//! A [`Task`] says what is to be checked and how. A [`Search`] is a graph with everything that makes it grow; [`Search::explore`] is one round of CPA+
//! and says what came of it. An engine is what it does then: one that refines looks at the path and changes the precision (`cegar`, `predicate`); one
//! that does not has only to tell executions along paths ([`Paths`]), and [`Search::settle`] is its loop (`bdd`, `bmc`, `composite`).
//!
//! **Soundness.** TRUE is claimed in one place, [`Search::outcome`], of a graph that was explored to its end without a halt. FALSE is replayed.

use std::cell::Cell;

use raddle_analyses::threading::{Choice, Configuration, Domain, Stepper, Threading, Way};
use raddle_cpa::{Arg, Composite, Cpa, End, OfLead, Origin, explore};
use raddle_evidence::{AboutRaces, Claim, ClosedStates, Counterexample, Outcome, Proof, Property, Reason, doubt};
use raddle_machine::{Halt, Machine};
use raddle_program::Program;
use raddle_semantics::Apart;
use raddle_semantics::dependence::Dependence;

use super::{Watch, assumptions, order};
use crate::config::{Config, External, Reduction, SchedulerConfig};
use crate::limits::Limits;
use crate::scheduler::Filter;
use crate::scheduler::facts::{Next, Relations};

/// What is to be checked, and how: the same for all attempts of an engine.
#[derive(Clone, Copy)]
pub struct Task<'a, 'p> {
    /// The program, the property, and which steps matter for it.
    pub relations: &'a Relations<'a, 'p>,
    /// The options.
    pub config: &'a Config,
    /// How far to go.
    pub limits: &'a Limits,
    /// Whether that is exceeded.
    pub stop: &'a dyn Fn() -> bool,
    /// What is to be done about facts about the whole program.
    pub facts: &'a Cell<Next>,
}

/// Why a search has to be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// A section that waits inside lets others in; the reduction does not reason about that.
    WithoutReduction,
    /// A path through states in which threads have changed places could not be told as an execution.
    WithoutSymmetry,
    /// Facts about the whole program were found, or an execution did not do what they foresee.
    WithOtherFacts,
    /// In the next one the content of an object may be a map: something had too many cases.
    WithArrays,
}

/// Makes the task of a program and a property.
pub fn with_task<T>(
    program: &Program,
    property: Property,
    config: &Config,
    limits: &Limits,
    run: impl FnOnce(Task<'_, '_>) -> T,
) -> T {
    let machine = Machine::new(program, property.watching(limits.machine(config)));
    let dependence = Dependence::new(&machine, property);
    let relations = Relations::new(&dependence);
    let stop = || limits.exceeded().is_some();
    let facts = Cell::new(Next::first(&config.scheduler, program));
    run(Task { relations: &relations, config, limits, stop: &stop, facts: &facts })
}

/// Tries until it need not be repeated.
pub fn attempts<T>(mut scheduler: SchedulerConfig, mut attempt: impl FnMut(&SchedulerConfig) -> Result<T, Again>) -> T {
    loop {
        match attempt(&scheduler) {
            Ok(result) => return result,
            Err(Again::WithoutReduction) => scheduler.reduction = Reduction::None,
            Err(Again::WithoutSymmetry) => scheduler.symmetry = false,
            Err(Again::WithOtherFacts | Again::WithArrays) => {}
        }
    }
}

impl<'a, 'p> Task<'a, 'p> {
    /// Which steps matter for the property, as far as is known in this attempt.
    pub fn dependence(&self) -> &'a Dependence<'p> {
        self.relations.now()
    }

    /// The machine.
    pub fn machine(&self) -> &'a Machine<'p> {
        self.dependence().machine()
    }

    /// All interleavings, with a domain that knows values.
    pub fn threading<D: Domain>(&self, scheduler: &SchedulerConfig, domain: D) -> Threading<'a, 'p, D> {
        let strict = self.config.program.external == External::Strict;
        let reduce = scheduler.reduction == Reduction::Persistent;
        let stepper = Stepper::new(self.dependence(), self.dependence().property(), reduce, strict);
        let mut threading = Threading::new(stepper, domain);
        threading.stop = Some(self.stop);
        threading.dead = threading.dead.filter(|_| scheduler.dead);
        threading
    }
}

/// An analysis whose steps are executed by threading: threading itself, or a composite that it leads.
pub trait Executing<'a, 'p>: Cpa<Step = Choice, Label = Way> + Sized {
    /// What knows values.
    type Values: Domain;

    /// Who executes steps.
    fn threading(&mut self) -> &mut Threading<'a, 'p, Self::Values>;

    /// Where everybody is in a state.
    fn configuration(state: &Self::State) -> &Configuration<<Self::Values as Domain>::Element>;

    /// One round of CPA+.
    fn explore(
        &mut self,
        filter: &mut Filter<'a, 'p>,
        precision: &Self::Precision,
        arg: &mut Arg<Self>,
        watch: &mut Watch<'_, Self>,
    ) -> End<Self>;
}

impl<'a, 'p, D: Domain> Executing<'a, 'p> for Threading<'a, 'p, D> {
    type Values = D;

    fn threading(&mut self) -> &mut Threading<'a, 'p, D> {
        self
    }

    fn configuration(state: &Self::State) -> &Configuration<D::Element> {
        state
    }

    fn explore(
        &mut self,
        filter: &mut Filter<'a, 'p>,
        precision: &D::Precision,
        arg: &mut Arg<Self>,
        watch: &mut Watch<'_, Self>,
    ) -> End<Self> {
        explore(self, filter, precision, arg, watch)
    }
}

impl<'a, 'p, D: Domain> Executing<'a, 'p> for Composite<'a, Threading<'a, 'p, D>> {
    type Values = D;

    fn threading(&mut self) -> &mut Threading<'a, 'p, D> {
        &mut self.lead
    }

    fn configuration(state: &Self::State) -> &Configuration<D::Element> {
        &state.lead
    }

    fn explore(
        &mut self,
        filter: &mut Filter<'a, 'p>,
        precision: &Self::Precision,
        arg: &mut Arg<Self>,
        watch: &mut Watch<'_, Self>,
    ) -> End<Self> {
        explore(self, &mut OfLead(filter), precision, arg, watch)
    }
}

/// A graph that grows.
pub struct Search<'a, 'p, A: Executing<'a, 'p>> {
    /// What is to be checked.
    pub task: Task<'a, 'p>,
    /// The analysis.
    pub cpa: A,
    /// What it tracks in new states.
    pub precision: A::Precision,
    /// Who may move.
    pub filter: Filter<'a, 'p>,
    /// What was reached.
    pub arg: Arg<A>,
    /// Limits, progress and reasons for UNKNOWN.
    pub watch: Watch<'a, A>,
}

/// What came of a round.
pub enum Explored<A: Cpa> {
    /// There is nothing more to be reached.
    Everything,
    /// A state that violates the property, and how it was reached.
    Target(A::State, Origin<A>),
    /// A halt that has to be looked at: it may not be real, or somebody wants to see the execution.
    Halted(Halt, Origin<A>),
    /// A limit is exceeded.
    Over(Reason),
}

/// What a search has found.
pub enum Finding {
    /// Nothing, and the graph was explored to its end.
    Nothing,
    /// A violation.
    Violation(Counterexample),
    /// Nothing so far, and this is why it did not go on.
    GaveUp(Reason),
}

/// Executions along paths of a graph.
pub trait Paths<'a, 'p, A: Executing<'a, 'p>> {
    /// An execution that ends in a target. A halt if nobody takes the path; `None` if it could not be told.
    fn violating(
        &mut self,
        search: &mut Search<'a, 'p, A>,
        target: &A::State,
        origin: &Origin<A>,
    ) -> Option<Result<Counterexample, Halt>>;

    /// An execution that ends in a halt, if there is one.
    fn halting(&mut self, search: &mut Search<'a, 'p, A>, halt: &Halt, origin: &Origin<A>) -> Option<Counterexample>;
}

impl<'a, 'p, A: Executing<'a, 'p>> Search<'a, 'p, A> {
    /// A search that has reached nothing yet. `believe_halts`: whether every halt is a reason for UNKNOWN, as nothing is forgotten.
    pub fn new(
        task: Task<'a, 'p>,
        scheduler: &SchedulerConfig,
        cpa: A,
        precision: A::Precision,
        believe_halts: bool,
    ) -> Search<'a, 'p, A> {
        Search {
            task,
            cpa,
            precision,
            filter: Filter::new(task.dependence(), scheduler.clone()),
            arg: Arg::new(order(task.config)),
            watch: Watch::new(task.config, task.limits, believe_halts),
        }
    }

    /// Takes the exploration up where it was left.
    pub fn explore(&mut self) -> Result<Explored<A>, Again> {
        let end = loop {
            self.watch.pause_after = match self.task.facts.get() {
                Next::Nothing => None,
                Next::Look(after) | Next::Judge(after) => Some(after),
            };
            let end = self.cpa.explore(&mut self.filter, &self.precision, &mut self.arg, &mut self.watch);
            if self.cpa.threading().section_waits {
                return Err(Again::WithoutReduction);
            }
            if self.task.dependence().deviates() {
                self.task.relations.distrust();
                return Err(Again::WithOtherFacts);
            }
            if !self.watch.is_paused() {
                break end;
            }
            if self.decides_on_facts() {
                return Err(Again::WithOtherFacts);
            }
        };
        self.watch.reasons.append(&mut self.filter.halts);
        Ok(match (end, self.watch.doubtful.take()) {
            (End::Exhausted, _) => Explored::Everything,
            (End::Target(state, origin), _) => Explored::Target(state, origin),
            (End::Stopped, Some((halt, origin))) => Explored::Halted(halt, origin),
            (End::Stopped, None) => Explored::Over(self.watch.over()),
        })
    }

    /// Looks for facts about the whole program, or judges them; whether others are asked from now on.
    fn decides_on_facts(&mut self) -> bool {
        let (Task { relations, facts, limits, config, .. }, mut next) = (self.task, self.task.facts.get());
        let due = next.is_due(self.watch.expanded(), self.filter.contested);
        facts.set(if due { Next::Nothing } else { next });
        if !due {
            return false;
        }
        if !relations.is_informed() {
            let found = relations.inform(limits.deadline());
            facts.set(if found { Next::after_finding(&config.scheduler) } else { Next::Nothing });
            return found;
        }
        let helps = relations.now().apart().is_some_and(Apart::helps);
        if !helps {
            relations.distrust();
        }
        !helps
    }

    /// Explores until there is a violation with an execution, or nothing more.
    pub fn settle(&mut self, paths: &mut impl Paths<'a, 'p, A>) -> Result<Finding, Again> {
        loop {
            match self.explore()? {
                Explored::Everything => return Ok(Finding::Nothing),
                Explored::Over(limit) => return Ok(Finding::GaveUp(limit)),
                Explored::Halted(halt, origin) => {
                    let execution = paths.halting(self, &halt, &origin);
                    self.watch.shown.offer(self.task.machine(), &halt, execution);
                    self.watch.believe(&mut self.arg, origin, halt);
                }
                Explored::Target(state, origin) => match paths.violating(self, &state, &origin) {
                    Some(Ok(counterexample)) => {
                        if let Some(counterexample) = self.believed(counterexample, origin) {
                            return Ok(Finding::Violation(counterexample));
                        }
                    }
                    // There may be another violation, which is real.
                    Some(Err(halt)) => self.watch.refuse(&mut self.arg, origin, halt),
                    None => return Ok(Finding::GaveUp(self.no_path())),
                },
            }
        }
    }

    /// A counterexample to a target, unless it rests on more than the C library allows: then the search goes on without it.
    pub fn believed(&mut self, counterexample: Counterexample, origin: Origin<A>) -> Option<Counterexample> {
        match doubt(self.task.machine(), &counterexample) {
            Some(halt) => {
                self.watch.refuse(&mut self.arg, origin, halt);
                None
            }
            None => Some(counterexample),
        }
    }

    /// Expands again the node from which the last step of a path was taken.
    pub fn expand_again(&mut self, origin: &Origin<A>) {
        match &origin.from {
            Some((parent, _)) => self.arg.expand_again(*parent, self.precision.clone()),
            None => self.arg.clear(),
        }
    }

    /// A path to a target could not be told, because a limit is exceeded or by an error of ours.
    pub fn no_path(&mut self) -> Reason {
        match self.watch.is_over() {
            true => self.watch.over(),
            false => Reason::Internal("the path to a violation could not be rebuilt".to_string()),
        }
    }

    /// What is claimed, with the proof that the graph is if it is one.
    pub fn outcome(mut self, finding: Finding, proof: fn(Self) -> ClosedStates) -> Outcome {
        let threads = |state| A::configuration(state).state.threads.len() as u64;
        let most = self.arg.nodes().map(|(_, node)| threads(&node.state)).max().unwrap_or(1);
        let threading = self.cpa.threading();
        let stats = self.watch.statistics(&self.arg, threading, most);
        let assumptions = assumptions(&threading.stepper, self.task.config);
        let notes = std::mem::take(&mut threading.notes);
        let undefined = std::mem::take(&mut self.watch.shown).into_found();
        let property = self.task.dependence().property();
        let halts = std::mem::take(&mut self.watch.reasons).into_iter().map(Reason::Halt);
        let claim = match finding {
            Finding::Nothing if halts.len() == 0 => Claim::True(Proof::States(proof(self))),
            not_proved => {
                self.task.limits.let_go((self.arg, self.cpa));
                match not_proved {
                    Finding::Violation(counterexample) => Claim::False(counterexample),
                    Finding::GaveUp(first) => Claim::Unknown([first].into_iter().chain(halts).collect()),
                    Finding::Nothing => Claim::Unknown(halts.collect()),
                }
            }
        };
        Outcome {
            property,
            claim,
            assumptions,
            notes,
            undefined,
            stats,
            explanation: Vec::new(),
            races: AboutRaces::default(),
        }
    }
}
