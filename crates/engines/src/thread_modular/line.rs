//! A path of one thread in which the steps of all others are known: one execution.
//!
//! **Idea.** Where views say how far all others are ([`Places::Each`](raddle_semantics::view::Places)), every step of a thread that is the only
//! one of its template is an effect on everybody. So a path of one thread has, in order, all steps of all such threads, and does not have to
//! be joined with the paths to the effects on it ([`super::tree`]): each effect is replaced by the step that it comes from, with what it does
//! to the variables of its own thread. The places of different templates have different symbols, so nothing needs another name.
//!
//! Where views say only the classes of places, steps within a class are no effects. They are taken from the path to where the next effect of their thread is made, and inserted right before that effect, or right behind the one before it: when exactly they
//! were made is not known, and it does not matter unless they read what others write. A path in which somebody jumps ([`super::mismatch`]) is none of these.
//!
//! If the steps cannot be executed one after the other, interpolants say at each boundary why. Their atoms go to the precision of every
//! thread that knows all the symbols in them, where that thread is then. An atom about private places of two threads is lost: no
//! single thread can know it. Another way of interpolation may do without it, so all of them are asked.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raddle_analyses::modular::Link;
use raddle_analyses::predicate::At;
use raddle_cpa::{How, NodeId};
use raddle_machine::ThreadIx;
use raddle_machine::lazy::formula::Stopped;
use raddle_semantics::view::{Calls, Place, View};
use raddle_smt::Term;
use raddle_smt::interpolation::Block;

use super::mismatch::Moves;
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

/// A step in a line.
struct Made {
    block: Block,
    /// Where threads are after it.
    at: Vec<(ThreadIx, Option<At>)>,
    /// What the thread sees whose path it is.
    seen: Option<NodeId>,
}

/// When steps were made that nobody noticed.
#[derive(Clone, Copy)]
enum When {
    /// Right before the next effect of their thread.
    Late,
    /// Right behind its last one.
    Early,
}

/// The innermost call.
fn last(calls: &Calls) -> Option<At> {
    calls.last().map(|call| (call.func, call.loc))
}

fn pairs(at: &BTreeMap<ThreadIx, Option<At>>) -> Vec<(ThreadIx, Option<At>)> {
    at.iter().map(|(thread, at)| (*thread, *at)).collect()
}

impl Refinement<'_, '_, '_, '_, '_> {
    /// Judges a path as one execution; `silent` are the steps that nobody notices, if there are such.
    pub fn in_line(&mut self, chain: &Chain, silent: Option<&Moves<'_, '_, '_, '_>>) -> Result<Lined, Stopped> {
        let orders = if silent.is_some() { &[When::Late, When::Early][..] } else { &[When::Late][..] };
        let mut refuted = Vec::new();
        for when in orders {
            let Some(line) = self.line(chain, silent, *when) else { return Ok(Lined::Several) };
            let blocks: Vec<Block> = line.iter().map(|made| made.block.clone()).collect();
            if self.assembler.can_execute(&blocks)? {
                return Ok(Lined::Possible);
            }
            let skipped = most_left_out(blocks.len(), |n| self.assembler.can_execute(&blocks[n..]) == Ok(false));
            let ways = self.all_interpolants(&blocks[skipped..]);
            refuted.extend(ways.iter().map(|way| self.known_by_each(&line[skipped..], way)));
        }
        Ok(Lined::Refuted(refuted))
    }

    /// The atoms of interpolants, for each thread those that it knows.
    fn known_by_each(&self, line: &[Made], interpolants: &[Term]) -> NewPredicates {
        let mut found = NewPredicates::new();
        for (made, interpolant) in line.iter().zip(&interpolants[1..]) {
            let Some(node) = made.seen else { continue };
            let view = &self.graph.node(node).state.view;
            let atoms = atoms(&self.assembler.cpa.domain.logic.smt, *interpolant);
            for (thread, at) in &made.at {
                let known = atoms.iter().copied().filter(|atom| self.knows(view, *thread, *atom));
                found.push((*thread, *at, known.collect::<BTreeSet<Term>>()));
            }
        }
        found
    }

    /// The steps of everybody, if they can be told.
    fn line(&mut self, chain: &Chain, silent: Option<&Moves<'_, '_, '_, '_>>, when: When) -> Option<Vec<Made>> {
        let graph = self.graph;
        let mut line: Vec<Made> = Vec::new();
        let mut at: BTreeMap<ThreadIx, Option<At>> = BTreeMap::new();
        // Where each thread was heard of last, and what was seen.
        let mut heard: BTreeMap<ThreadIx, usize> = BTreeMap::new();
        let mut seen = None;
        for step in &chain.steps {
            let block = self.as_made(step)?;
            let origin = step.effect.and_then(|effect| graph.effect(effect).origins.first());
            if let (Some(silent), Some((origin, effect))) = (silent, origin) {
                let maker = effect.change.from.me;
                let unnoticed = self.unnoticed(*origin, silent);
                let place = match when {
                    When::Late => line.len(),
                    When::Early => heard.get(&maker).copied().unwrap_or(line.len()),
                };
                heard.values_mut().filter(|other| **other > place).for_each(|other| *other += unnoticed.len());
                let own = unnoticed.into_iter().map(|(link, node)| {
                    at.insert(maker, last(&graph.node(node).state.view.calls()));
                    Made { block: self.assembler.made_by_itself(&link), at: pairs(&at), seen }
                });
                let own: Vec<Made> = own.collect();
                line.splice(place..place, own);
                at.insert(maker, effect.change.to.as_ref().and_then(last));
                heard.insert(maker, line.len() + 1);
            }
            seen = step.node.or(seen);
            let known = match (step.node, silent) {
                (Some(node), None) => whereabouts(&graph.node(node).state.view),
                (Some(node), Some(_)) => {
                    let view = &graph.node(node).state.view;
                    at.insert(view.me, last(&view.calls()));
                    for (slot, _) in view.whereabouts.iter().enumerate().filter(|(_, place)| place.is_some()) {
                        heard.entry(ThreadIx(slot as u16)).or_insert(line.len() + 1);
                    }
                    pairs(&at)
                }
                (None, _) => Vec::new(),
            };
            line.push(Made { block, at: known, seen: step.node });
        }
        Some(line)
    }

    /// The last own steps on the way to a state, of which nobody notices anything.
    fn unnoticed(&self, mut node: NodeId, silent: &Moves<'_, '_, '_, '_>) -> Vec<(Rc<Link>, NodeId)> {
        let mut links = Vec::new();
        loop {
            let state = &self.graph.node(node).state;
            node = match self.graph.node(node).how {
                How::Start(_) => break,
                How::Effect(from, _) => from,
                How::Step(from, ..) => {
                    let before = &self.graph.node(from).state.view;
                    if before.me != state.view.me || silent.is_noticed(before.me, &before.calls(), &state.view.calls())
                    {
                        break;
                    }
                    links.push((state.link.clone(), node));
                    from
                }
            };
        }
        links.reverse();
        links
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
