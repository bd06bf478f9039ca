//! `cartesian.values=predicates`: whatever the values are.
//!
//! **Idea.** Two abstractions are refined here, each for its own mistakes. The program that its predicates make of it ([`Valued`]) has finitely many parts, and Cartesian abstraction with exceptions looks for a proof of that. If a step fails:
//! - a counterexample of that program with all interleavings that no execution takes is spurious for *data*: new predicates exclude it ([`data::refute`]), and everything begins anew;
//! - if there is none, it is Cartesian abstraction that has forgotten who is where. With `cartesian.exceptions=auto` that is noticed before: exceptions are states which that program reaches, so a step that fails while they are looked for is no
//!   mistake of Cartesian abstraction.
//!
//! **Soundness.** The proof is closed under the steps that the checker executes again; FALSE is replayed.
//!
//! **Progress.** No counterexample comes twice: the conjuncts of its interpolants are predicates.
//!
//! **Cost.** Counterexamples are looked for in the product of all threads, shortest first, as in `control` with every place a class of its own; so the mistakes of data must not be deep.

use std::sync::Arc;

use raddle_cpa::cartesian::{Exceptions, Multithreaded};
use raddle_evidence::{Claim, Property, Reason, doubt};
use raddle_machine::lazy::formula::Model;
use raddle_machine::{Halt, HaltKind};
use raddle_program::Span;
use raddle_semantics::dependence::Dependence;
use raddle_semantics::stations;
use raddle_smt::Stop;

use super::attempt::{Attempt, attempt, grow};
use super::holders::{self, LockCell};
use super::numbered::ABSENT;
use super::valued::{Described, Valued, closed};
use super::{Finished, explain, not_excluded, products};
use crate::config::{Config, ExceptionSet};
use crate::control::reach::{Found, Known, Wanted, find_counterexample};
use crate::control::system::System;
use crate::control::valuation::{Predicates, stopped};
use crate::control::way::{WayEnd, WayId};
use crate::control::{data, path};
use crate::limits::{Limits, Progress};
use crate::nonmonotonic::partition::Partition;
use crate::reach as around;

/// How the refinement has ended.
enum Ended {
    /// With a proof.
    Proof(Described),
    /// With an execution.
    Claim(Box<Claim>),
}

/// The analysis.
pub struct ByPredicates<'a, 'p> {
    config: &'a Config,
    limits: &'a Limits,
    property: Property,
    /// `None` when it has become part of a proof.
    system: Option<System<'a, 'p>>,
    predicates: Predicates,
    cells: Vec<LockCell>,
    stop: Stop,
    finished: Finished,
    refinements: u64,
}

impl<'a, 'p> ByPredicates<'a, 'p> {
    /// Nothing is known yet.
    pub fn new(
        dependence: &'a Dependence<'p>,
        property: Property,
        config: &'a Config,
        limits: &'a Limits,
        stop: &'a dyn Fn() -> bool,
    ) -> Result<ByPredicates<'a, 'p>, Reason> {
        stations::check_program(dependence.machine()).map_err(Reason::Halt)?;
        let mut system = System::new(dependence, property, config, limits, stop);
        system.close()?;
        let cells = match config.cartesian.exceptions {
            ExceptionSet::Locks => holders::lock_cells(dependence.machine()),
            ExceptionSet::None | ExceptionSet::Auto => Vec::new(),
        };
        let stop: Stop = {
            let limits = limits.clone();
            Arc::new(move || limits.exceeded().is_some())
        };
        let (predicates, finished) = (Predicates::default(), Finished::default());
        Ok(ByPredicates {
            config,
            limits,
            property,
            system: Some(system),
            predicates,
            cells,
            stop,
            finished,
            refinements: 0,
        })
    }

    /// Looks for a proof, and for predicates that it needs.
    pub fn prove(&mut self) -> Result<Claim, Reason> {
        let mut system = self.system.take().expect("it is there until there is a proof");
        let claim = self.refine(&mut system);
        let stats = &mut self.finished.stats;
        (stats.transitions, stats.edges) = (system.ways.len() as u64, system.stepper.edges);
        stats.threads = system.stations.len() as u64;
        self.finished.assumptions = around::assumptions(&system.stepper, self.config);
        self.finished.notes = std::mem::take(&mut system.notes);
        match claim? {
            Ended::Proof(parts) => Ok(Claim::True(closed(parts, system))),
            Ended::Claim(claim) => Ok(*claim),
        }
    }

    /// The loop: a proof of what the predicates make of the program, or more predicates.
    fn refine(&mut self, system: &mut System<'a, 'p>) -> Result<Ended, Reason> {
        let finest = Partition::finest(&system.sizes());
        let mut known = Known::default();
        loop {
            let failing = match self.attempt(system)? {
                Ok(described) => return Ok(Ended::Proof(described)),
                Err(failing) => failing,
            };
            let wanted = Wanted { most: 1, nearest: false };
            let Found::Counterexamples(paths) =
                find_counterexample(system, &self.predicates, &finest, &mut known, wanted, self.limits)?
            else {
                return Err(Reason::Halt(failing));
            };
            for path in paths {
                match path::follow(system, &path).map_err(|_| stopped(system))? {
                    Some(model) => {
                        return self.is_real(system, &path, &model).map(|claim| Ended::Claim(Box::new(claim)));
                    }
                    None => self.exclude(system, &path)?,
                }
            }
        }
    }

    /// Looks for a proof with the predicates that there are; or says where it is not excluded that a step fails.
    fn attempt(&mut self, system: &mut System<'a, 'p>) -> Result<Result<Described, Halt>, Reason> {
        let (config, limits) = (self.config, self.limits);
        let mut program = Valued::new(system, &self.predicates, &self.cells);
        let (tried, exceptions) = match config.cartesian.exceptions {
            ExceptionSet::None => attempt(&mut program, Exceptions::new()),
            ExceptionSet::Locks => {
                let exceptions = holders::exceptions(&mut program, self.cells.clone())?;
                attempt(&mut program, exceptions)
            }
            ExceptionSet::Auto => grow(&mut program, |program, reached| {
                let states = program.shared_parts() as u64;
                limits.report(Progress { states, frontier: reached.len() as u64, depth: 0 });
            }),
        };
        match tried? {
            Attempt::Proof(element) => {
                if config.cartesian.explain {
                    let found = (program.predicates().all.len(), self.refinements);
                    let lines = explain::lines(&mut program, &element, &exceptions);
                    let counted = format!("{} predicates, {} refinements:", found.0, found.1);
                    self.finished.explanation = [vec![String::new(), counted], lines].concat();
                }
                let products = products(&element, &exceptions, program.threads(), ABSENT);
                self.finished.stats.states = products.len() as u64;
                Ok(Ok(program.described(products)))
            }
            Attempt::Fails((_, thread, local)) => {
                let span = program.span(thread, local);
                Ok(Err(Halt::new(HaltKind::Imprecise, not_excluded(config), span)))
            }
        }
    }

    /// Adds predicates that exclude a path which no execution takes.
    fn exclude(&mut self, system: &mut System<'a, 'p>, path: &[WayId]) -> Result<(), Reason> {
        self.refinements += 1;
        let method = self.config.predicates.interpolation.into();
        let found = data::refute(system, &mut self.predicates, path, method, &self.stop);
        if let Some(reason) = self.limits.exceeded() {
            return Err(reason);
        }
        let what = "cartesian: no predicate was found that excludes a path which no execution takes";
        found.then_some(()).ok_or_else(|| Reason::Halt(Halt::new(HaltKind::Imprecise, what, Span::NONE)))
    }

    /// Nothing speaks against a path.
    fn is_real(&self, system: &mut System<'a, 'p>, path: &[WayId], inputs: &Model) -> Result<Claim, Reason> {
        let last = path.last().map(|way| system.ways[*way as usize].end.clone());
        if let Some(WayEnd::Halt(halt)) = last {
            return Err(Reason::Halt(halt));
        }
        let execution = path::counterexample(system, self.property, path, inputs);
        let internal = || Reason::Internal("the path to a violation could not be rebuilt".to_string());
        let execution = execution.ok_or_else(internal)?;
        match doubt(system.stepper.dependence.machine(), &execution) {
            Some(halt) => Err(Reason::Halt(halt)),
            None => Ok(Claim::False(execution)),
        }
    }

    /// What the report has besides.
    pub fn finish(self) -> Finished {
        self.finished
    }
}
