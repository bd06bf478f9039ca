//! A path of one thread in which the steps of all others are known: one execution.
//!
//! **Idea.** Where views say how far all others are ([`Places::Each`](raddle_semantics::view::Places)), every step of a thread that is the only
//! one of its template is an effect on everybody. So a path of one thread has, in order, all steps of all such threads, and does not have to
//! be joined with the paths to the effects on it ([`super::tree`]): each effect is replaced by the step that it comes from, with what it does
//! to the variables of its own thread. The places of different templates have different symbols, so nothing needs another name.
//!
//! If the steps cannot be executed one after the other, interpolants say at each boundary why. Their atoms go to the precision of every
//! thread that knows all the symbols in them, where that thread is then. An atom about private places of two threads is lost: no
//! single thread can know it. Another way of interpolation may do without it, so all of them are asked.

use std::collections::BTreeSet;
use std::rc::Rc;

use raddle_analyses::modular::Link;
use raddle_analyses::predicate::At;
use raddle_machine::ThreadIx;
use raddle_machine::lazy::formula::Stopped;
use raddle_semantics::view::{Place, View};
use raddle_smt::Term;
use raddle_smt::interpolation::Block;

use super::refine::{NewPredicates, Refinement, most_left_out};
use super::tree::{Chain, Step};
use crate::predicate::refine::atoms;

/// What became of a path.
pub enum Lined {
    /// It cannot be executed; these predicates say why, each set by itself.
    Refuted(Vec<NewPredicates>),
    /// Nothing speaks against it.
    Possible,
    /// There are steps in it of threads of which there may be several.
    Several,
}

impl Refinement<'_, '_, '_, '_, '_> {
    /// Judges a path as one execution.
    pub fn in_line(&mut self, chain: &Chain) -> Result<Lined, Stopped> {
        let Some(blocks) = self.line(chain) else { return Ok(Lined::Several) };
        if self.assembler.can_execute(&blocks)? {
            return Ok(Lined::Possible);
        }
        let skipped = most_left_out(blocks.len(), |n| self.assembler.can_execute(&blocks[n..]) == Ok(false));
        let ways = self.all_interpolants(&blocks[skipped..]);
        Ok(Lined::Refuted(ways.iter().map(|way| self.known_by_each(&chain.steps[skipped..], way)).collect()))
    }

    /// The atoms of interpolants, for each thread those that it knows.
    fn known_by_each(&self, steps: &[Step], interpolants: &[Term]) -> NewPredicates {
        let mut found = NewPredicates::new();
        for (step, interpolant) in steps.iter().zip(&interpolants[1..]) {
            let Some(node) = step.node else { continue };
            let view = &self.graph.node(node).state.view;
            let atoms = atoms(&self.assembler.cpa.domain.logic.smt, *interpolant);
            for (thread, at) in whereabouts(view) {
                let known = atoms.iter().copied().filter(|atom| self.knows(view, thread, *atom));
                found.push((thread, at, known.collect::<BTreeSet<Term>>()));
            }
        }
        found
    }

    /// The steps of everybody, if they can be told.
    fn line(&mut self, chain: &Chain) -> Option<Vec<Block>> {
        chain.steps.iter().map(|step| self.as_made(step)).collect()
    }

    /// A step as the thread makes it that makes it.
    fn as_made(&mut self, step: &Step) -> Option<Block> {
        let Some(effect) = step.effect else { return Some(self.assembler.made_by_itself(&step.link)) };
        let (_, effect) = self.graph.effect(effect).origins.first()?;
        if self.assembler.cpa.views.may_be_several(effect.change.from.me) {
            return None;
        }
        let Some(made) = effect.link.clone() else {
            let link = self.assembler.cpa.in_own_names(&step.link);
            return Some(self.assembler.made_by_itself(&link));
        };
        let smt = &mut self.assembler.cpa.domain.logic.smt;
        let path = smt.and(made.path, step.link.agreed);
        Some(self.assembler.made_by_itself(&Rc::new(Link { path, ..(*made).clone() })))
    }

    /// Whether a thread knows all that a formula is about; `view` is the one of whose path it is.
    fn knows(&self, view: &View, thread: ThreadIx, formula: Term) -> bool {
        let cpa = &self.assembler.cpa;
        let symbols = cpa.domain.logic.symbols_in(formula);
        symbols.iter().all(|symbol| {
            cpa.is_common(*symbol, view)
                || cpa.domain.holder(*symbol).is_some_and(|holder| match holder.thread() {
                    Some(owner) => owner == thread,
                    None => thread == view.me,
                })
        })
    }
}

/// Where each thread is, in a view that knows it.
fn whereabouts(view: &View) -> Vec<(ThreadIx, Option<At>)> {
    let own = view.thread().frames.last().map(|frame| (frame.func, frame.loc));
    let others = view.whereabouts.iter().enumerate().filter_map(|(slot, place)| {
        let thread = ThreadIx(slot as u16);
        (thread != view.me).then_some(())?;
        match &place.as_ref()?.place {
            Place::At(calls) => Some((thread, calls.last().map(|call| (call.func, call.loc)))),
            Place::Among(_) => None,
        }
    });
    [(view.me, own)].into_iter().chain(others).collect()
}
