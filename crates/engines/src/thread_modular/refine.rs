//! Refutes counterexamples: in one thread, or together with the paths to the effects on it.
//!
//! **Idea** (V. Rudenchik, P. Andrianov, *Predicate Abstraction Refinement in Thread-Modular Analysis*, section IV, and beyond it). The path to an error
//! is one of a single thread. If it is impossible by itself, it is interpolated as usual. Otherwise ([`Refiner`]) the path to each effect on
//! it is joined: if both are impossible together, there is an interpolant ρ₁ of (path, path to the effect), which goes to
//! the precision of the one thread, and an interpolant ρ₂ of (path to the effect, ρ₁), which goes to that of the other, so that ρ₁ and
//! ρ₂ exclude each other and the effect cannot be absorbed any more. `recursive` joins all effects at once, and those on the
//! paths to them, and does the same along the tree.
//!
//! **Several origins.** An effect that stands for steps from several states is impossible only if it is from each of them.
//!
//! **Progress.** Interpolants along a chain are inductive with the effects as they are demanded of the others, and each other chain is
//! interpolated until it gives what is demanded. So with Boolean abstraction the same tree is not found again.

use raddle_machine::ThreadIx;
use std::collections::BTreeSet;

use raddle_analyses::predicate::At;
use raddle_cpa::{Graph, NodeId};
use raddle_machine::lazy::formula::Stopped;
use raddle_smt::interpolation::{Block, Failure, Method, Settings, sequence};
use raddle_smt::{Stop, Term};
use rustc_hash::FxHashMap;

use super::Cpa;
use super::tree::{Assembler, Chain, Tree, chain_to};
use crate::config::Refiner;
use crate::predicate::refine::atoms;

/// How many chains a tree may have.
const MAX_CHAINS: usize = 16;

/// What became of a counterexample.
pub enum Judged {
    /// It is impossible; all these trees are.
    Spurious(Vec<Tree>),
    /// The refiner has nothing against it.
    Possible(Tree),
    /// The solver was stopped.
    Stopped,
}

/// Predicates, with the template and the place where they are needed.
pub type NewPredicates = Vec<(ThreadIx, Option<At>, BTreeSet<Term>)>;

/// Judges and refutes.
pub struct Refinement<'c, 'g, 'a, 'p, 'l> {
    /// Makes formulas.
    pub assembler: Assembler<'c, 'a, 'p, 'l>,
    /// The states.
    pub graph: &'g Graph<Cpa<'a, 'p, 'l>>,
    /// How far to look.
    pub refiner: Refiner,
    /// How to interpolate.
    pub method: Method,
    /// When to stop.
    pub stop: Stop,
}

impl Refinement<'_, '_, '_, '_, '_> {
    /// Whether all chains of a tree are possible together.
    pub fn is_feasible(&mut self, tree: &Tree) -> Result<bool, Stopped> {
        if (self.stop)() { Err(Stopped) } else { self.assembler.is_feasible(tree) }
    }

    /// Whether a chain is possible, as far as the refiner looks.
    pub fn judge(&mut self, chain: Chain) -> Judged {
        match self.look(chain) {
            Ok(judged) => judged,
            Err(Stopped) => Judged::Stopped,
        }
    }

    fn look(&mut self, chain: Chain) -> Result<Judged, Stopped> {
        let alone = Tree::of(chain);
        if !self.is_feasible(&alone)? {
            return Ok(Judged::Spurious(vec![alone]));
        }
        match self.refiner {
            Refiner::Default | Refiner::Simple | Refiner::Effect => self.each_effect(alone),
            Refiner::Recursive => match self.each_effect(alone)? {
                Judged::Possible(alone) => self.grow(alone.chain, &mut FxHashMap::default()),
                judged => Ok(judged),
            },
        }
    }

    /// Joins one effect after the other, each by itself. The path of the thread that a race is with is always joined: it is a part of the counterexample itself.
    fn each_effect(&mut self, alone: Tree) -> Result<Judged, Stopped> {
        for (number, step) in alone.chain.steps.iter().enumerate() {
            let Some(effect) = step.effect else { continue };
            let faced = self.graph.effect(effect).effect.stand.is_some();
            if self.refiner == Refiner::Default && !faced {
                continue;
            }
            let mut spurious = Vec::new();
            let origins = self.graph.effect(effect).origins.clone();
            let all = origins.len();
            for (origin, effect) in origins {
                let other = Tree::of(chain_to(self.graph, origin));
                let tree = match self.refiner {
                    Refiner::Default | Refiner::Simple if !faced => other,
                    Refiner::Default | Refiner::Simple | Refiner::Effect | Refiner::Recursive => {
                        let mut tree = alone.clone();
                        tree.joined.insert(number, (other, effect));
                        tree
                    }
                };
                if self.is_feasible(&tree)? {
                    break;
                }
                spurious.push(tree);
            }
            if spurious.len() == all {
                return Ok(Judged::Spurious(spurious));
            }
        }
        Ok(Judged::Possible(alone))
    }

    /// Joins all effects of a chain, and all effects on those; `known` are the chains to origins that were judged before.
    fn grow(&mut self, chain: Chain, known: &mut FxHashMap<NodeId, Judged>) -> Result<Judged, Stopped> {
        let mut tree = Tree::of(Chain::default());
        for (number, step) in chain.steps.iter().enumerate() {
            tree.chain.steps.push(step.clone());
            let Some(effect) = step.effect else { continue };
            let mut spurious = Vec::new();
            let mut possible = None;
            for (origin, effect) in self.graph.effect(effect).origins.clone() {
                if !known.contains_key(&origin) {
                    let judged = self.grow(chain_to(self.graph, origin), known)?;
                    known.insert(origin, judged);
                }
                match &known[&origin] {
                    Judged::Spurious(trees) => spurious.extend(trees.iter().cloned()),
                    Judged::Possible(other) if tree.chains().len() + other.chains().len() > MAX_CHAINS => {
                        // Unconstrained, as there would be too much to look at.
                        possible = Some(tree.clone());
                        break;
                    }
                    Judged::Possible(other) => {
                        let mut with = tree.clone();
                        with.joined.insert(number, (other.clone(), effect));
                        if self.is_feasible(&with)? {
                            possible = Some(with);
                            break;
                        }
                        // What comes later may give a better reason.
                        with.chain.clone_from(&chain);
                        spurious.push(with);
                    }
                    Judged::Stopped => return Err(Stopped),
                }
            }
            match possible {
                Some(with) => tree = with,
                None => return Ok(Judged::Spurious(spurious)),
            }
        }
        // Its own steps after the last effect.
        match self.is_feasible(&tree)? {
            true => Ok(Judged::Possible(tree)),
            false => Ok(Judged::Spurious(vec![tree])),
        }
    }

    /// Predicates that refute a tree; `None` if no way of interpolation finds any.
    pub fn refute(&mut self, tree: &Tree) -> Option<NewPredicates> {
        let tree = self.minimised(tree.clone(), tree.places());
        self.refutation(&tree)
    }

    /// Predicates that refute a tree as it is.
    pub fn refutation(&mut self, tree: &Tree) -> Option<NewPredicates> {
        let mut found = Vec::new();
        self.interpolate(tree, None, &mut found)?;
        Some(found)
    }

    /// Joins no more than is needed: what is not about the contradiction only makes interpolants worse. What is joined at the first of some places is left out first.
    pub fn minimised(&mut self, mut tree: Tree, places: Vec<Vec<usize>>) -> Tree {
        for place in places {
            let mut smaller = tree.clone();
            if smaller.cut(&place) && self.is_feasible(&smaller) == Ok(false) {
                tree = smaller;
            }
        }
        for place in tree.places().into_iter().chain([Vec::new()]) {
            self.shorten(&mut tree, &place);
        }
        tree
    }

    /// Leaves out as many first steps of a chain as possible: where a counter stands is no reason if how it is changed is one.
    fn shorten(&mut self, tree: &mut Tree, place: &[usize]) {
        let Some(steps) = tree.at(place).map(|chain| chain.chain.steps.len()) else { return };
        let skipped = most_left_out(steps, |skipped| {
            let mut smaller = tree.clone();
            smaller.at(place).into_iter().for_each(|chain| chain.skipped = skipped);
            self.is_feasible(&smaller) == Ok(false)
        });
        tree.at(place).into_iter().for_each(|chain| chain.skipped = skipped);
    }

    /// Interpolates a chain, with what is demanded at its end, and what is joined to it.
    fn interpolate(&mut self, tree: &Tree, demand: Option<Block>, found: &mut NewPredicates) -> Option<()> {
        let mut blocks = self.assembler.blocks(tree);
        blocks.extend(demand);
        let interpolants = self.interpolants(&blocks)?;
        for (number, step) in tree.chain.steps.iter().enumerate().skip(tree.skipped) {
            let Some((template, at)) = step.to else { continue };
            let predicates = atoms(&self.assembler.cpa.domain.logic.smt, interpolants[number + 1 - tree.skipped]);
            found.push((template, at, predicates));
        }
        for (number, (other, effect)) in tree.joined.range(tree.skipped..) {
            let step = &tree.chain.steps[*number];
            let at = number - tree.skipped;
            let (before, after) = (interpolants[at], interpolants[at + 1]);
            let smt = &mut self.assembler.cpa.domain.logic.smt;
            if smt.as_bool(before) == Some(false) || smt.as_bool(after) == Some(true) {
                continue;
            }
            let demand = self.assembler.demand(step, effect, before, after);
            if !self.is_satisfiable(&demand) {
                continue;
            }
            self.interpolate(other, Some(demand), found)?;
        }
        Some(())
    }

    fn is_satisfiable(&mut self, block: &Block) -> bool {
        let smt = &mut self.assembler.cpa.domain.logic.smt;
        let all = smt.conjunction(block.guard.clone());
        let always = smt.bool(true);
        self.assembler.cpa.domain.logic.is_satisfiable(all, always).unwrap_or(true)
    }

    /// Inductive interpolants of some blocks that cannot be executed one after the other.
    fn interpolants(&mut self, blocks: &[Block]) -> Option<Vec<Term>> {
        for method in self.methods() {
            match self.interpolants_by(method, blocks) {
                Ok(interpolants) => return Some(interpolants),
                Err(Failure::Feasible | Failure::Unknown) => return None,
                Err(Failure::Quantifier | Failure::Proof) => {}
            }
        }
        None
    }

    /// What all ways of interpolation find.
    pub fn all_interpolants(&mut self, blocks: &[Block]) -> Vec<Vec<Term>> {
        self.methods().filter_map(|method| self.interpolants_by(method, blocks).ok()).collect()
    }

    fn methods(&self) -> impl Iterator<Item = Method> + use<> {
        let first = self.method;
        let others = [Method::Backward, Method::Forward, Method::Craig].into_iter().filter(move |m| *m != first);
        [first].into_iter().chain(others)
    }

    fn interpolants_by(&mut self, method: Method, blocks: &[Block]) -> Result<Vec<Term>, Failure> {
        let settings = Settings { method, stop: Some(self.stop.clone()), ..Settings::default() };
        sequence(&mut self.assembler.cpa.domain.logic.smt, blocks, &settings)
    }
}

/// How many of the first of some steps can be left out so that the others are still refuted; by bisection, so not always the most.
pub fn most_left_out(steps: usize, mut is_refuted: impl FnMut(usize) -> bool) -> usize {
    let (mut spurious, mut possible) = (0, steps);
    while spurious + 1 < possible {
        let middle = spurious.midpoint(possible);
        match is_refuted(middle) {
            true => spurious = middle,
            false => possible = middle,
        }
    }
    spurious
}
