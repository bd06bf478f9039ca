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

use std::rc::Rc;
use std::sync::Arc;

use raddle_analyses::predicate::{Formula, Options, Precision, Predicate};
use raddle_analyses::threading::{StepEnd, Stepper, Threading};
use raddle_cpa::{Arg, Composite, CompositePrecision, End, NodeId, OfLead, Origin, explore};
use raddle_evidence::{AboutRaces, Claim, Counterexample, Outcome, Proof, Property, Reason, doubt};
use raddle_machine::{Halt, HaltKind, Machine};
use raddle_program::{Program, Span};
use raddle_semantics::dependence::Dependence;
use raddle_smt::{Stop, Term};

use crate::config::{Config, External, Reduction, SchedulerConfig};
use crate::limits::Limits;
use crate::reach::{self, Watch};
use crate::scheduler::Filter;
use path::{Followed, Path};

/// Threading with formulas.
pub(crate) type Analysis<'a, 'p> = Threading<'a, 'p, Predicate<'p, 'a>>;

/// Threading with formulas, and components beside it.
pub(crate) type Led<'a, 'p> = Composite<'a, Analysis<'a, 'p>>;

/// Runs predicate abstraction, with known values in the state or not.
pub fn run(program: &Program, property: Property, config: &Config, limits: &Limits, values: bool) -> Outcome {
    let machine = Machine::new(program, property.watching(limits.machine(config)));
    let dependence = Dependence::new(&machine, property);
    let mut scheduler = config.scheduler.clone();
    let stop = || limits.exceeded().is_some();
    let options = Options {
        block: config.predicate.block.into(),
        combination: config.predicates.combination.into(),
        values,
        simplify: false,
        max_cases: config.program.max_cases,
    };
    loop {
        let mut cegar = Cegar::new(&dependence, property, config, limits, &stop, &scheduler, options);
        let finding = cegar.run();
        reach::tell_session(limits, &cegar.cpa.lead.domain.logic);
        match finding {
            Some(claim) => return cegar.outcome(claim),
            // A section that waits inside lets others in; the reduction does not reason about that.
            None => scheduler.reduction = Reduction::None,
        }
    }
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

/// A claim, or its proof still to be made of the graph.
#[expect(clippy::large_enum_variant, reason = "there is one in a run")]
enum Finding {
    Claim(Claim),
    Closed,
}

struct Cegar<'a, 'p> {
    config: &'a Config,
    property: Property,
    cpa: Led<'a, 'p>,
    arg: Arg<Led<'a, 'p>>,
    filter: Filter<'a, 'p>,
    watch: Watch<'a, Led<'a, 'p>>,
    precision: CompositePrecision<Rc<Precision>>,
    /// What stops the solver while it interpolates.
    stop: Stop,
    /// Whether parts of the graph were explored with fewer predicates than there are now.
    outdated: bool,
}

/// Threading with formulas for a program.
pub(crate) fn threading<'a, 'p>(
    dependence: &'a Dependence<'p>,
    property: Property,
    config: &Config,
    stop: &'a dyn Fn() -> bool,
    scheduler: &SchedulerConfig,
    options: Options,
) -> Analysis<'a, 'p> {
    let strict = config.program.external == External::Strict;
    let stepper = Stepper::new(dependence, property, scheduler.reduction == Reduction::Persistent, strict);
    let mut domain = Predicate::new(dependence.machine(), options, stop);
    if !scheduler.dead {
        domain.keep_dead();
    }
    if config.smt.record.is_some() {
        domain.logic.record();
    }
    let mut threading = Threading::new(stepper, domain);
    threading.dead = threading.dead.filter(|_| scheduler.dead);
    threading.stop = Some(stop);
    threading
}

impl<'a, 'p> Cegar<'a, 'p> {
    fn new(
        dependence: &'a Dependence<'p>,
        property: Property,
        config: &'a Config,
        limits: &'a Limits,
        stop: &'a dyn Fn() -> bool,
        scheduler: &SchedulerConfig,
        options: Options,
    ) -> Cegar<'a, 'p> {
        let cpa = Composite::new(threading(dependence, property, config, stop, scheduler, options));
        let mut filter = Filter::new(dependence, scheduler.clone());
        // A node that is joined with a state in which others sleep has to be expanded again.
        filter.options.sleep = false;
        Cegar {
            config,
            property,
            precision: cpa.precision(Rc::default()),
            cpa,
            arg: Arg::new(reach::order(config)),
            filter,
            watch: Watch::new(config, limits, false),
            stop: {
                let limits = limits.clone();
                Arc::new(move || limits.exceeded().is_some())
            },
            outdated: false,
        }
    }

    /// The loop; `None` if it has to be done without reduction.
    fn run(&mut self) -> Option<Finding> {
        loop {
            let scheduler = &mut OfLead(&mut self.filter);
            let end = explore(&mut self.cpa, scheduler, &self.precision, &mut self.arg, &mut self.watch);
            if self.cpa.lead.section_waits {
                return None;
            }
            let (formula, origin, violation) = match end {
                End::Exhausted => {
                    self.watch.reasons.append(&mut self.filter.halts);
                    return Some(match self.watch.reasons.is_empty() {
                        true => Finding::Closed,
                        false => Finding::Claim(Claim::Unknown(self.reasons(None))),
                    });
                }
                End::Target(state, origin) => {
                    let Formula { abstraction, path, .. } = state.lead.element;
                    (Some((abstraction, path)), origin, Ok(state.lead.end))
                }
                End::Stopped => match self.watch.doubtful.take() {
                    Some((halt, origin)) => (path::at_halt(&mut self.cpa, &self.arg, &origin), origin, Err(halt)),
                    None => return Some(Finding::Claim(Claim::Unknown(self.reasons(self.watch.exceeded.clone())))),
                },
            };
            if let Err(halt) = &violation
                && self.watch.reasons.contains(halt)
            {
                // It is a reason for UNKNOWN already, and only to be shown.
                let path = formula.and_then(|formula| path::back(&mut self.cpa, &self.arg, formula, &origin));
                let execution = path.and_then(|path| path.halting(&mut self.cpa.lead));
                self.watch.shown.offer(self.cpa.lead.dependence().machine(), halt, execution);
                self.watch.believe(&mut self.arg, origin, halt.clone());
                continue;
            }
            let judged = self.judge(formula, &origin, violation.as_ref().ok().copied());
            if self.watch.is_over() {
                return Some(Finding::Claim(Claim::Unknown(self.reasons(self.watch.exceeded.clone()))));
            }
            match (judged, violation) {
                (Judged::Real(Some(counterexample)), Ok(_)) => {
                    match doubt(self.cpa.lead.dependence().machine(), &counterexample) {
                        Some(halt) => self.watch.refuse(&mut self.arg, origin, halt),
                        None => return Some(Finding::Claim(Claim::False(counterexample))),
                    }
                }
                // There may be another violation, which is real.
                (Judged::Unknown(halt), Ok(_)) => self.watch.refuse(&mut self.arg, origin, halt),
                (judged @ (Judged::Real(_) | Judged::Unknown(_)), Err(halt)) => {
                    let execution = if let Judged::Real(execution) = judged { execution } else { None };
                    self.watch.shown.offer(self.cpa.lead.dependence().machine(), &halt, execution);
                    self.watch.reasons.insert(halt);
                    match origin.from {
                        Some((parent, _)) => self.arg.expand_again(parent, self.precision.clone()),
                        None => self.restart(),
                    }
                }
                (Judged::Refined(root), _) => self.rebuild(root, origin.from.map(|(last, _)| last)),
                (Judged::Outdated, _) => self.restart(),
                (Judged::Real(None), Ok(_)) => {
                    let what = "the path to a violation could not be rebuilt".to_string();
                    return Some(Finding::Claim(Claim::Unknown(vec![Reason::Internal(what)])));
                }
            }
        }
    }

    /// Begins again, with all predicates everywhere.
    fn restart(&mut self) {
        self.arg = Arg::new(reach::order(self.config));
        self.watch.anew();
        self.outdated = false;
    }

    /// Lazy abstraction: only what was reached through the node is explored again, with all predicates.
    fn rebuild(&mut self, root: Option<NodeId>, last: Option<NodeId>) {
        let parent = root.and_then(|root| self.arg.node(root).origins.first()?.from);
        let (Some(root), Some((parent, _))) = (root, parent) else { return self.restart() };
        self.arg.remove_subtree(&self.cpa, root);
        // The last node of the path was left in the middle of its expansion, and what was merged into it came through the root.
        if last.is_none_or(|last| !self.arg.is_removed(last)) {
            return self.restart();
        }
        self.arg.expand_again(parent, self.precision.clone());
        self.outdated = true;
    }

    /// Whether a path is real; if not, tracks what refutes it.
    fn judge(&mut self, formula: Option<(Term, Term)>, origin: &Origin<Led<'a, 'p>>, end: Option<StepEnd>) -> Judged {
        let what = "no predicate was found that excludes a violation which nothing confirms";
        let halt = Halt::new(HaltKind::Imprecise, what, self.span_of(origin));
        let gave_up = || Judged::Unknown(halt);
        let path = formula.and_then(|formula| path::back(&mut self.cpa, &self.arg, formula, origin));
        let Some(path) = path else { return if self.outdated { Judged::Outdated } else { gave_up() } };
        match path.follow(&mut self.cpa.lead.domain) {
            Some(Ok(Followed::Real(inputs))) => Judged::Real(path.counterexample(&mut self.cpa.lead, &inputs, end)),
            Some(Ok(Followed::Spurious)) => match self.refine(&path) {
                Some(judged) => judged,
                None if self.outdated => Judged::Outdated,
                None => gave_up(),
            },
            Some(Err(_)) | None => gave_up(),
        }
    }

    /// Where the last step of a path begins.
    fn span_of(&self, origin: &Origin<Led<'a, 'p>>) -> Span {
        let machine = self.cpa.lead.dependence().machine();
        let Some((node, choice)) = origin.from else { return Span::NONE };
        let state = &self.arg.node(node).state.lead.state;
        let edge = machine.edge(state, choice.thread);
        let span = edge.map_or(Span::NONE, |(function, edge)| machine.program().functions[function].edge(edge).span);
        machine.visible_place(state, choice.thread, span)
    }

    /// Tracks what refutes a path.
    fn refine(&mut self, path: &Path) -> Option<Judged> {
        let (method, scope) = (self.config.predicates.interpolation.into(), self.config.predicates.scope.into());
        let mut precision = Precision::clone(&self.precision.lead);
        let mut first = None;
        // If parts of the graph do not know all predicates yet, those may be enough.
        let thorough = !self.outdated;
        refine::refute(&mut self.cpa.lead.domain, path, method, thorough, self.stop.clone(), |found| {
            for (block, predicates) in path.blocks.iter().zip(found) {
                for predicate in predicates {
                    if precision.add(scope, block.at, predicate) {
                        first.get_or_insert(block.end);
                    }
                }
            }
            first.is_some()
        })?;
        self.precision.lead = Rc::new(precision);
        first.map(Judged::Refined)
    }

    /// The reasons for UNKNOWN, a limit first.
    fn reasons(&mut self, first: Option<Reason>) -> Vec<Reason> {
        let halts = std::mem::take(&mut self.watch.reasons);
        first.into_iter().chain(halts.into_iter().map(Reason::Halt)).collect()
    }

    fn outcome(mut self, finding: Finding) -> Outcome {
        let threads = self.arg.nodes().map(|(_, n)| n.state.lead.state.threads.len() as u64).max().unwrap_or(1);
        let stats = self.watch.statistics(&self.arg, &self.cpa.lead, threads);
        let assumptions = reach::assumptions(&self.cpa.lead.stepper, self.config);
        let notes = std::mem::take(&mut self.cpa.lead.notes);
        let undefined = std::mem::take(&mut self.watch.shown).into_found();
        let claim = match finding {
            Finding::Claim(claim) => {
                self.watch.limits.let_go((self.arg, self.cpa));
                claim
            }
            Finding::Closed => Claim::True(Proof::States(proof::proof(self.arg, &mut self.filter, self.cpa))),
        };
        Outcome { property: self.property, claim, assumptions, notes, undefined, stats, explanation: Vec::new(), races: AboutRaces::default() }
    }
}
