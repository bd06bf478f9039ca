//! Predicate abstraction: exploration, refinement, proof.
//!
//! **Idea** (CEGAR with lazy abstraction; E. Clarke et al., CAV 2000; T. Henzinger, R. Jhala, R. Majumdar, G. Sutre, POPL 2002; for all
//! interleavings V. Kolesnykov, *SMT-based Model Checking of Concurrent Programs*, sections 3.1 and 3.2). Explore with few predicates
//! ([`raddle_analyses::predicate`]). The path to a violation (or to a halt) is put together again without abstractions
//! ([`path`]): if somebody goes along it, it is a counterexample with its inputs; if nobody does, [`refine`] finds predicates
//! that refute it, and everything behind the first place where one of them is new is explored again.
//!
//! **Soundness.** A graph without violations is a proof under any precision, and the checker does not need to know the precision
//! (`proof`). FALSE is replayed.

pub(crate) mod path;
pub(crate) mod proof;
pub(crate) mod refine;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use raddle_analyses::predicate::{Formula, Options, Precision, Predicate};
use raddle_analyses::threading::{Configuration, StepEnd, Threading};
use raddle_cpa::{Arg, Composite, CompositeState, NodeId, Origin};
use raddle_evidence::{Counterexample, Outcome, Property};
use raddle_machine::{Halt, HaltKind};
use raddle_program::{Program, Span};
use raddle_smt::Stop;

use crate::config::{Config, SchedulerConfig};
use crate::limits::Limits;
use crate::reach;
use crate::reach::search::{Again, Explored, Finding, Search, Task, attempts, with_task};
use crate::scheduler::facts::Next;
use path::{Followed, Path};

/// Threading with formulas.
pub(crate) type Analysis<'a, 'p> = Threading<'a, 'p, Predicate<'p, 'a>>;

/// Threading with formulas, and components beside it.
pub(crate) type Led<'a, 'p> = Composite<'a, Analysis<'a, 'p>>;

/// Runs predicate abstraction, with known values in the state or not.
pub fn run(program: &Program, property: Property, config: &Config, limits: &Limits, values: bool) -> Outcome {
    let options = Options {
        block: config.predicate.block.into(),
        combination: config.predicates.combination.into(),
        values,
        max_values: config.predicate.max_values,
        simplify: false,
        max_cases: config.program.max_cases,
        arrays: false,
    };
    // A node that is joined with a state in which others sleep has to be expanded again.
    let scheduler = SchedulerConfig { sleep: false, ..config.scheduler.clone() };
    let arrays = Cell::new(false);
    with_task(program, property, config, limits, |task| {
        attempts(scheduler, |scheduler| {
            // With known values in the state, a loop up to a number that nobody knows would never end.
            let options = Options { arrays: arrays.get(), values: values && !arrays.get(), ..options };
            if options.arrays {
                // Facts about the whole program say where accesses are; in a map nobody knows.
                task.facts.set(Next::Nothing);
            }
            let mut cegar = Cegar::new(task, scheduler, options);
            let finding = cegar.run();
            reach::tell_session(limits, &cegar.search.cpa.lead.domain.logic);
            let unknown = matches!(finding, Ok(Finding::Nothing | Finding::GaveUp(_)));
            if unknown && may_need_arrays(task, &cegar.search.watch.reasons) && !arrays.replace(true) {
                return Err(Again::WithArrays);
            }
            Ok(cegar.search.outcome(finding?, proof::proof))
        })
    })
}

/// Whether an exploration has halted where another one, in which the content of an object may be a map, need not.
pub(crate) fn may_need_arrays<'h>(task: Task<'_, '_>, reasons: impl IntoIterator<Item = &'h Halt>) -> bool {
    reasons.into_iter().any(|halt| halt.kind == HaltKind::TooManyCases) && !task.machine().elements().is_empty()
}

/// What a suspicious path turned out to be.
enum Judged {
    Real(Option<Counterexample>),
    /// Refuted by predicates that are new from this node on.
    Refined(Option<NodeId>),
    /// Nothing new was found, but parts of the graph do not know all predicates yet.
    Outdated,
    Unknown(Halt),
}

struct Cegar<'a, 'p> {
    search: Search<'a, 'p, Led<'a, 'p>>,
    /// What stops the solver while it interpolates.
    stop: Stop,
    /// Whether parts of the graph were explored with fewer predicates than there are now.
    outdated: bool,
}

/// Threading with formulas for a program.
pub(crate) fn threading<'a, 'p>(task: Task<'a, 'p>, scheduler: &SchedulerConfig, options: Options) -> Analysis<'a, 'p> {
    let mut domain = Predicate::new(task.machine(), options, task.stop);
    if !scheduler.dead {
        domain.keep_dead();
    }
    if task.config.smt.record.is_some() {
        domain.logic.record();
    }
    task.threading(scheduler, domain)
}

impl<'a, 'p> Cegar<'a, 'p> {
    fn new(task: Task<'a, 'p>, scheduler: &SchedulerConfig, options: Options) -> Cegar<'a, 'p> {
        let cpa = Composite::new(threading(task, scheduler, options));
        let precision = cpa.precision(Rc::default());
        let search = Search::new(task, scheduler, cpa, precision, false);
        let limits = task.limits.clone();
        Cegar { search, stop: Arc::new(move || limits.exceeded().is_some()), outdated: false }
    }

    /// The loop: explore, put the path together that was found, refine.
    fn run(&mut self) -> Result<Finding, Again> {
        loop {
            let (path, origin, violation) = match self.search.explore()? {
                Explored::Everything => return Ok(Finding::Nothing),
                Explored::Over(limit) => return Ok(Finding::GaveUp(limit)),
                Explored::Target(state, origin) => (self.path_to(&state, &origin), origin, Ok(state.lead.end)),
                Explored::Halted(halt, origin) => (self.path_to_halt(&origin), origin, Err(halt)),
            };
            if let Err(halt) = &violation
                && self.search.watch.reasons.contains(halt)
            {
                // It is a reason for UNKNOWN already, and only to be shown.
                let execution = path.and_then(|path| path.halting(&mut self.search.cpa.lead));
                self.search.watch.shown.offer(self.search.task.machine(), halt, execution);
                self.search.watch.believe(&mut self.search.arg, origin, halt.clone());
                continue;
            }
            let judged = self.judge(path.as_ref(), &origin, violation.as_ref().ok().copied());
            if self.search.watch.is_over() {
                return Ok(Finding::GaveUp(self.search.watch.over()));
            }
            match (judged, violation) {
                (Judged::Real(Some(counterexample)), Ok(_)) => {
                    if let Some(counterexample) = self.search.believed(counterexample, origin) {
                        return Ok(Finding::Violation(counterexample));
                    }
                }
                (Judged::Real(None), Ok(_)) => return Ok(Finding::GaveUp(self.search.no_path())),
                // There may be another violation, which is real.
                (Judged::Unknown(why), Ok(_)) => self.search.watch.refuse(&mut self.search.arg, origin, why),
                (Judged::Real(_) | Judged::Unknown(_), Err(halt)) if self.gives_up_for_arrays(&halt) => {
                    self.search.watch.reasons.insert(halt);
                    return Ok(Finding::Nothing);
                }
                (Judged::Real(execution), Err(halt)) => self.halted(&origin, halt, execution),
                (Judged::Unknown(_), Err(halt)) => self.halted(&origin, halt, None),
                (Judged::Refined(root), _) => self.rebuild(root, origin.from.map(|(last, _)| last)),
                (Judged::Outdated, _) => self.restart(),
            }
        }
    }

    /// Whether another attempt has to be made because of a halt, in which the content of an object may be a map.
    fn gives_up_for_arrays(&self, halt: &Halt) -> bool {
        !self.search.cpa.lead.domain.options().arrays && may_need_arrays(self.search.task, [halt])
    }

    /// The path to a target.
    fn path_to(
        &mut self,
        target: &CompositeState<Configuration<Formula>>,
        origin: &Origin<Led<'a, 'p>>,
    ) -> Option<Path> {
        let Formula { abstraction, path, .. } = target.lead.element;
        path::back(&mut self.search.cpa, &self.search.arg, (abstraction, path), origin)
    }

    /// The path to a halt.
    fn path_to_halt(&mut self, origin: &Origin<Led<'a, 'p>>) -> Option<Path> {
        let Search { cpa, arg, .. } = &mut self.search;
        let formula = path::at_halt(cpa, arg, origin)?;
        path::back(cpa, arg, formula, origin)
    }

    /// A halt counts, with an execution if there is one.
    fn halted(&mut self, origin: &Origin<Led<'a, 'p>>, halt: Halt, execution: Option<Counterexample>) {
        self.search.watch.shown.offer(self.search.task.machine(), &halt, execution);
        self.search.watch.reasons.insert(halt);
        match origin.from {
            Some(_) => self.search.expand_again(origin),
            None => self.restart(),
        }
    }

    /// Begins again, with all predicates everywhere.
    fn restart(&mut self) {
        self.search.arg = Arg::new(reach::order(self.search.task.config));
        self.search.watch.anew();
        self.outdated = false;
    }

    /// Lazy abstraction: only what was reached through the node is explored again, with all predicates.
    fn rebuild(&mut self, root: Option<NodeId>, last: Option<NodeId>) {
        let parent = root.and_then(|root| self.search.arg.node(root).origins.first()?.from);
        let (Some(root), Some((parent, _))) = (root, parent) else { return self.restart() };
        self.search.arg.remove_subtree(&self.search.cpa, root);
        // The last node of the path was left in the middle of its expansion, and what was merged into it came through the root.
        if last.is_none_or(|last| !self.search.arg.is_removed(last)) {
            return self.restart();
        }
        self.search.arg.expand_again(parent, self.search.precision.clone());
        self.outdated = true;
    }

    /// Whether a path is real; if not, tracks what refutes it.
    fn judge(&mut self, path: Option<&Path>, origin: &Origin<Led<'a, 'p>>, end: Option<StepEnd>) -> Judged {
        let what = "no predicate was found that excludes a violation which nothing confirms";
        let halt = Halt::new(HaltKind::Imprecise, what, self.span_of(origin));
        let gave_up = || Judged::Unknown(halt);
        let Some(path) = path else { return if self.outdated { Judged::Outdated } else { gave_up() } };
        match path.follow(&mut self.search.cpa.lead.domain) {
            Some(Ok(Followed::Real(inputs))) => {
                Judged::Real(path.counterexample(&mut self.search.cpa.lead, &inputs, end))
            }
            Some(Ok(Followed::Spurious)) => match self.refine(path) {
                Some(judged) => judged,
                None if self.outdated => Judged::Outdated,
                None => gave_up(),
            },
            Some(Err(_)) | None => gave_up(),
        }
    }

    /// Where the last step of a path begins.
    fn span_of(&self, origin: &Origin<Led<'a, 'p>>) -> Span {
        let machine = self.search.task.machine();
        let Some((node, choice)) = origin.from else { return Span::NONE };
        let state = &self.search.arg.node(node).state.lead.state;
        let edge = machine.edge(state, choice.thread);
        let span = edge.map_or(Span::NONE, |(function, edge)| machine.program().functions[function].edge(edge).span);
        machine.visible_place(state, choice.thread, span)
    }

    /// Tracks what refutes a path.
    fn refine(&mut self, path: &Path) -> Option<Judged> {
        let (method, scope) =
            (self.search.task.config.predicates.interpolation.into(), self.search.task.config.predicates.scope.into());
        let mut precision = Precision::clone(&self.search.precision.lead);
        let mut first = None;
        // If parts of the graph do not know all predicates yet, those may be enough.
        let thorough = !self.outdated;
        refine::refute(&mut self.search.cpa.lead.domain, path, method, thorough, self.stop.clone(), |found| {
            for (block, predicates) in path.blocks.iter().zip(found) {
                for predicate in predicates {
                    if precision.add(scope, block.at, predicate) {
                        first.get_or_insert(block.end);
                    }
                }
            }
            first.is_some()
        })?;
        self.search.precision.lead = Rc::new(precision);
        first.map(Judged::Refined)
    }
}
