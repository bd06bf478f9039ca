//! Control abstraction: predicates about data, and classes of the program counters of all threads.
//!
//! **Idea** (A. Gupta, C. Popeea, A. Rybalchenko, *Non-Monotonic Refinement of Control Abstraction for Concurrent Programs*, ATVA 2010). To know where all threads are is mostly more than a proof needs. So an abstract state says only in which *class* of
//! its locations each thread is, the moving one as well, and which predicates hold between the values of all threads; in the beginning a thread has one class. A counterexample ([`reach`]) that no execution takes is spurious for data or for control ([`path`]). If only data
//! excludes it, new predicates do ([`data`]); otherwise some thread is at one location and goes on from another, and these two must be told apart: `control.refinement = monotonic` gives them classes of their own, `non-monotonic` looks for
//! the partition with the fewest classes that excludes all counterexamples so far ([`crate::nonmonotonic`], Figures 3 and 4).
//!
//! **Which counterexample** makes the difference between a second and no answer: the nearest to an execution, not the shortest ([`nearest`]). So a path without mismatches is excluded by data, and all others by control, unless the options say otherwise.
//!
//! **What is a location** here: a *station* ([`raddle_semantics::stations`]), the whole call stack of a thread and what it holds of values that steps need exactly; not created and ended are stations as well. Locks and such values in globals are not abstracted from: they
//! are the *ground*. The steps between stations are executed by the machine, symbolically ([`system`]).
//!
//! **Soundness.** TRUE is a set of abstract states that contains the initial one and is closed under every step from every location of every class; the checker executes all of them again. FALSE is replayed.
//!
//! **Progress** (Theorem 1): no counterexample comes twice. It is asserted.
//!
//! **Cost.** Each exploration starts from scratch. What is refused with a reason: unboundedly many threads, pointers into frames of other threads, recursion without a bound.

pub(crate) mod data;
pub(crate) mod explain;
mod fewest;
mod nearest;
pub(crate) mod path;
mod proof;
pub(crate) mod reach;
pub(crate) mod system;
pub(crate) mod valuation;
pub(crate) mod way;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use raddle_evidence::{AboutRaces, Claim, Outcome, Property, Reason, Statistics, doubt};
use raddle_machine::lazy::formula::Model;
use raddle_machine::{Halt, HaltKind, Machine};
use raddle_program::{Program, Span};
use raddle_semantics::dependence::Dependence;
use raddle_semantics::stations;
use raddle_smt::{Stop, Term};

use crate::config::{Config, Counterexamples, Preference, Refinement};
use crate::limits::Limits;
use crate::nonmonotonic::History;
use crate::nonmonotonic::cover::FewestPredicates;
use crate::nonmonotonic::partition::{Mismatch, Partition, Repartition};
use crate::reach as around;
use crate::undefined::Shown;
use fewest::Fewest;
use reach::{Abstract, Found, Known, Wanted, find_counterexample};
use system::System;
use valuation::{Predicates, stopped};
use way::{StationId, WayEnd, WayId};

/// How many counterexamples are excluded at once: each of them has to be.
const AT_ONCE: usize = 16;

/// How often paths with the same mismatches are excluded by data before control excludes them all: around a loop that control does not admit, data may find ever new predicates.
const PATIENCE: u32 = 4;

/// Whether the analysis says anything about a property: those that single steps violate.
pub fn checks(property: Property) -> bool {
    property.is_about_errors()
}

/// Runs the analysis.
pub fn run(program: &Program, property: Property, config: &Config, limits: &Limits) -> Outcome {
    let machine = Machine::new(program, property.watching(limits.machine(config)));
    let dependence = Dependence::new(&machine, property);
    let stop = || limits.exceeded().is_some();
    let mut search = Search::new(&dependence, property, config, limits, &stop);
    let claim = match checks(property) {
        true => search.run(),
        false => {
            let what = format!("control abstraction does not check {property}");
            Err(Reason::Halt(Halt::new(HaltKind::Unsupported, what, Span::NONE)))
        }
    };
    search.outcome(claim)
}

/// The loop of Figure 3, `NonMonCEGAR`.
struct Search<'a, 'p> {
    config: &'a Config,
    limits: &'a Limits,
    property: Property,
    system: System<'a, 'p>,
    predicates: Predicates,
    partition: Partition,
    repartition: Repartition,
    cover: FewestPredicates<Term>,
    /// Every counterexample so far.
    paths: BTreeSet<Vec<WayId>>,
    /// Those that control excludes, with all their mismatches.
    by_control: History<Vec<WayId>, Mismatch>,
    /// The same if data may exclude them instead.
    fewest: Fewest,
    /// Those that data excludes, with predicates that do.
    by_data: History<Vec<WayId>, BTreeSet<Term>>,
    /// How often paths with these mismatches were excluded by data.
    tried: BTreeMap<Vec<Mismatch>, u32>,
    known: Known,
    reasons: BTreeSet<Halt>,
    shown: Shown,
    states: Vec<Abstract>,
    /// The stations that steps between them lead to.
    come_to: BTreeSet<(usize, StationId)>,
    stop: Stop,
    started: Instant,
    /// Of all explorations.
    reachability: Duration,
    /// Of all refinements.
    refinement: Duration,
}

impl<'a, 'p> Search<'a, 'p> {
    fn new(
        dependence: &'a Dependence<'p>,
        property: Property,
        config: &'a Config,
        limits: &'a Limits,
        stop: &'a dyn Fn() -> bool,
    ) -> Search<'a, 'p> {
        let handle: Stop = {
            let limits = limits.clone();
            Arc::new(move || limits.exceeded().is_some())
        };
        Search {
            config,
            limits,
            property,
            system: System::new(dependence, property, config, limits, stop),
            predicates: Predicates::default(),
            partition: Partition::coarsest(&[]),
            repartition: Repartition::new(&[], limits.deadline(), None),
            cover: FewestPredicates::new(limits.deadline(), Some(handle.clone())),
            paths: BTreeSet::new(),
            by_control: History::default(),
            fewest: Fewest::default(),
            by_data: History::default(),
            tried: BTreeMap::new(),
            known: Known::default(),
            reasons: BTreeSet::new(),
            shown: Shown::default(),
            states: Vec::new(),
            come_to: BTreeSet::new(),
            stop: handle,
            started: Instant::now(),
            reachability: Duration::ZERO,
            refinement: Duration::ZERO,
        }
    }

    /// Explores and refines; `None` if the states are a proof.
    fn run(&mut self) -> Result<Option<Claim>, Reason> {
        stations::check_program(self.system.stepper.dependence.machine()).map_err(Reason::Halt)?;
        self.system.close()?;
        let sizes = self.system.sizes();
        self.partition = Partition::coarsest(&sizes);
        self.repartition = Repartition::new(&sizes, self.limits.deadline(), Some(self.stop.clone()));
        loop {
            let started = Instant::now();
            let wanted = Wanted {
                most: match self.config.control.refinement {
                    Refinement::Monotonic => 1,
                    Refinement::NonMonotonic => AT_ONCE,
                },
                nearest: self.config.control.counterexamples == Counterexamples::Nearest,
            };
            let Search { system, predicates, partition, known, limits, .. } = self;
            let found = find_counterexample(system, predicates, partition, known, wanted, limits);
            self.reachability += started.elapsed();
            match found? {
                Found::Counterexamples(paths) => {
                    let started = Instant::now();
                    let claim = self.refine_all(paths);
                    self.refinement += started.elapsed();
                    if let Some(claim) = claim? {
                        return Ok(Some(claim));
                    }
                }
                Found::Closed(states, come_to) => {
                    (self.states, self.come_to) = (states, come_to);
                    return Ok(None);
                }
            }
        }
    }

    /// Excludes counterexamples, or claims that one is real.
    fn refine_all(&mut self, paths: Vec<Vec<WayId>>) -> Result<Option<Claim>, Reason> {
        let before = (self.by_control.count(), self.fewest.count());
        for path in paths {
            if let Some(claim) = self.refine(path)? {
                return Ok(Some(claim));
            }
        }
        if self.fewest.count() > before.1 {
            self.divide()?;
        }
        if self.by_control.count() > before.0 {
            let chosen = self.by_control.choose(&mut self.repartition);
            self.partition = chosen.ok_or_else(|| stopped(&self.system))?;
        }
        Ok(None)
    }

    /// Excludes a counterexample, or claims that it is one.
    fn refine(&mut self, path: Vec<WayId>) -> Result<Option<Claim>, Reason> {
        assert!(self.paths.insert(path.clone()), "a counterexample came twice");
        let model = path::follow(&mut self.system, &path).map_err(|_| stopped(&self.system))?;
        let mismatches = path::mismatches(&self.system, &path);
        let by_data = match self.config.control.prefer {
            Preference::Data => mismatches.is_empty() || self.is_patient(&mismatches),
            Preference::Control | Preference::Fewest => mismatches.is_empty(),
        };
        if by_data && model.is_none() && self.refine_data(&path)? {
            return Ok(None);
        }
        match (mismatches.is_empty(), model) {
            (true, Some(model)) => self.is_real(path, &model),
            (true, None) => {
                let what = "control: no predicate was found that excludes a path which no execution takes";
                Err(Reason::Halt(Halt::new(HaltKind::Imprecise, what, Span::NONE)))
            }
            (false, model) => {
                match (self.config.control.refinement, self.config.control.prefer) {
                    (Refinement::Monotonic, _) => self.partition.split(&mismatches[0]),
                    (Refinement::NonMonotonic, Preference::Fewest) => {
                        self.fewest.add(path, mismatches, model.is_none())
                    }
                    (Refinement::NonMonotonic, Preference::Data | Preference::Control) => {
                        self.by_control.add(path, mismatches);
                    }
                }
                Ok(None)
            }
        }
    }

    /// Whether paths with these mismatches are still to be excluded by data.
    fn is_patient(&mut self, mismatches: &[Mismatch]) -> bool {
        let times = self.tried.entry(mismatches.to_vec()).or_default();
        *times += 1;
        *times <= PATIENCE
    }

    /// Finds predicates that exclude a path; whether there are some.
    fn refine_data(&mut self, path: &[WayId]) -> Result<bool, Reason> {
        let method = self.config.predicates.interpolation.into();
        let found = match self.config.control.data {
            Refinement::Monotonic => data::refute(&mut self.system, &mut self.predicates, path, method, &self.stop),
            Refinement::NonMonotonic => {
                let blocks = path::blocks(&self.system, path);
                let sets = data::all(&mut self.system.domain.logic.smt, &blocks, method, &self.stop);
                let any = !sets.is_empty();
                if any {
                    let chosen = self.by_data.refine(&mut self.cover, path.to_vec(), sets);
                    let chosen = chosen.ok_or_else(|| stopped(&self.system))?;
                    self.predicates = Predicates::default();
                    for predicate in chosen {
                        self.predicates.add(&mut self.system, predicate);
                    }
                }
                any
            }
        };
        match self.limits.exceeded() {
            Some(reason) => Err(reason),
            None => Ok(found),
        }
    }

    /// Data and control admit a path.
    fn is_real(&mut self, path: Vec<WayId>, inputs: &Model) -> Result<Option<Claim>, Reason> {
        let execution = path::counterexample(&mut self.system, self.property, &path, inputs);
        let machine = self.system.stepper.dependence.machine();
        let last = path.last().map(|way| self.system.ways[*way as usize].end.clone());
        match (last, execution) {
            (Some(WayEnd::Halt(halt)), execution) => {
                self.shown.offer(machine, &halt, execution);
                self.known.halts.insert(halt.clone());
                self.reasons.insert(halt);
                Ok(None)
            }
            (Some(WayEnd::Violation(_) | WayEnd::State) | None, Some(execution)) => match doubt(machine, &execution) {
                Some(halt) => {
                    self.reasons.insert(halt);
                    self.known.refused.insert(path);
                    Ok(None)
                }
                None => Ok(Some(Claim::False(execution))),
            },
            (Some(WayEnd::Violation(_) | WayEnd::State) | None, None) => {
                Err(Reason::Internal("the path to a violation could not be rebuilt".to_string()))
            }
        }
    }

    fn outcome(mut self, claim: Result<Option<Claim>, Reason>) -> Outcome {
        let stats = Statistics {
            states: self.states.len() as u64,
            transitions: self.system.ways.len() as u64,
            edges: self.system.stepper.edges,
            threads: self.system.stations.len() as u64,
            search_micros: self.started.elapsed().as_micros() as u64,
            refinement_micros: self.refinement.as_micros() as u64,
            ..Statistics::default()
        };
        let assumptions = around::assumptions(&self.system.stepper, self.config);
        let notes = std::mem::take(&mut self.system.notes);
        let undefined = std::mem::take(&mut self.shown).into_found();
        let proved = matches!(claim, Ok(None)) && self.reasons.is_empty();
        let explanation = match proved && self.config.control.explain {
            true => explain::lines(&mut self),
            false => Vec::new(),
        };
        let claim = match claim {
            Ok(Some(claim)) => claim,
            Ok(None) if proved => {
                let closed = (&self.states[..], &self.come_to);
                Claim::True(proof::proof(closed, &self.predicates, &self.partition, self.system))
            }
            Ok(None) => Claim::Unknown(self.reasons.into_iter().map(Reason::Halt).collect()),
            Err(reason) => {
                Claim::Unknown([reason].into_iter().chain(self.reasons.into_iter().map(Reason::Halt)).collect())
            }
        };
        Outcome {
            property: self.property,
            claim,
            assumptions,
            notes,
            undefined,
            stats,
            explanation,
            races: AboutRaces::default(),
        }
    }
}
