//! `cartesian.values=exact`: shared and local parts with all their values.

use raddle_cpa::cartesian::{Element, Exceptions, GlobId, Multithreaded, ThreadState};
use raddle_evidence::{Claim, ClosedProducts, Proof, Property, Reason, Statistics};
use raddle_machine::{Halt, HaltKind, ThreadIx};
use raddle_program::Span;
use raddle_semantics::dependence::Dependence;
use raddle_semantics::split::Splitting;

use super::attempt::{Attempt, attempt, grow};
use super::holders::{self, LockCell, LockValues};
use super::numbered::{self, Numbered};
use super::{Finished, explain, not_excluded, products};
use crate::config::{Config, ExceptionSet, External};
use crate::limits::{Limits, Progress};
use crate::reach;

/// The analysis.
pub struct Exact<'a, 'p> {
    config: &'a Config,
    limits: &'a Limits,
    program: Numbered<'a, 'p>,
    explanation: Vec<String>,
    products: u64,
}

impl<'a, 'p> Exact<'a, 'p> {
    /// Nothing is known yet.
    pub fn new(
        dependence: &'a Dependence<'p>,
        property: Property,
        config: &'a Config,
        limits: &'a Limits,
    ) -> Result<Exact<'a, 'p>, Reason> {
        let strict = config.program.external == External::Strict;
        let splitting = Splitting::new(dependence, property, config.program.max_cases, strict).map_err(Reason::Halt)?;
        let program = Numbered::new(splitting, limits.deadline().clone());
        Ok(Exact { config, limits, program, explanation: Vec::new(), products: 0 })
    }

    /// Looks for a proof.
    pub fn prove(&mut self) -> Result<Claim, Reason> {
        let limits = self.limits;
        let (tried, exceptions) = match self.config.cartesian.exceptions {
            ExceptionSet::None => attempt(&mut self.program, Exceptions::new()),
            ExceptionSet::Locks => {
                let cells = holders::lock_cells(self.program.splitting.machine());
                let exceptions = holders::exceptions(&mut self.program, cells).map_err(Reason::Halt)?;
                attempt(&mut self.program, exceptions)
            }
            ExceptionSet::Auto => grow(&mut self.program, |program, reached| {
                let states = program.shared_parts() as u64;
                limits.report(Progress { states, frontier: reached.len() as u64, depth: 0 });
            }),
        };
        match tried.map_err(Reason::Halt)? {
            Attempt::Proof(element) => {
                if self.config.cartesian.explain {
                    self.explanation = explain::lines(&mut self.program, &element, &exceptions);
                }
                Ok(Claim::True(self.proof(&element, &exceptions)))
            }
            Attempt::Fails(at) => Err(Reason::Halt(self.fails(at))),
        }
    }

    /// What the report has besides.
    pub fn finish(self) -> Finished {
        let stats = Statistics {
            states: if self.products > 0 { self.products } else { self.program.shared_parts() as u64 },
            transitions: self.program.executed,
            threads: self.program.threads() as u64,
            ..Statistics::default()
        };
        let externals = self.program.splitting.externals.take();
        let assumptions = reach::assumed(self.program.splitting.machine().program(), &externals, self.config);
        Finished { stats, assumptions, explanation: self.explanation, ..Finished::default() }
    }

    /// Why there is no proof.
    fn fails(&self, (glob, thread, local): ThreadState) -> Halt {
        let slot = ThreadIx(thread.0 as u16);
        let span = self.program.state(glob, thread, local).map_or(Span::NONE, |state| {
            let machine = self.program.splitting.machine();
            let edge = machine.edge(&state, slot);
            let span =
                edge.map_or(Span::NONE, |(function, edge)| machine.program().functions[function].edge(edge).span);
            machine.visible_place(&state, slot, span)
        });
        Halt::new(HaltKind::Imprecise, not_excluded(self.config), span)
    }

    fn proof(&mut self, element: &Element, exceptions: &Exceptions) -> Proof {
        let (shared, locals) = self.program.parts();
        let products = products(element, exceptions, locals.len(), numbered::ABSENT);
        self.products = products.len() as u64;
        Proof::Products(Box::new(ClosedProducts { shared, locals, products }))
    }
}

impl LockValues for Numbered<'_, '_> {
    fn is_taken(&self, glob: GlobId, cell: LockCell) -> Option<bool> {
        let (block, offset) = self.splitting.machine().global_block(cell.global)?;
        let block = self.shared(glob).memory.blocks.get(raddle_program::Id::index(block))?;
        let (from, to) = (offset + cell.offset, offset + cell.offset + cell.len);
        let known = block.lazy.iter().all(|range| range.offset + range.len <= from || to <= range.offset);
        let bytes = block.bytes.get(from as usize..to as usize)?;
        known.then(|| bytes.iter().any(|byte| *byte != 0))
    }
}
