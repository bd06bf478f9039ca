//! The graph of a finished exploration as a proof.
//!
//! States are handed over with their formulas. A state that stands for the result of a step is found by its formula, if it
//! was merged into it, or by what no formula knows; whether it does stand for it is for the checker to see.

use std::rc::Rc;

use raddle_analyses::bdd::Cells;
use raddle_analyses::predicate::Formula;
use raddle_cpa::Arg;
use raddle_evidence::{Candidate, ClosedFormulas, Expanded, Known, ThreadBits};
use raddle_machine::lazy::Terms;
use raddle_machine::lazy::formula::Symbols;
use raddle_machine::{State, ThreadIx};
use raddle_smt::{Term, Terms as Formulas};
use rustc_hash::FxHashMap;

use super::Led;
use crate::scheduler::Filter;

/// The nodes of a graph from which nothing new is reached.
pub struct Formulated {
    states: Vec<State>,
    known: Vec<Known>,
    expanded: Vec<Expanded>,
    ranks: Vec<u32>,
    asleep: Vec<ThreadBits>,
    first: Vec<Vec<ThreadIx>>,
    passes: bool,
    cuts_dead: bool,
    terms: Terms,
    formulas: Formulas,
    symbols: Symbols,
    cells: Rc<Cells>,
    values: bool,
    /// Within a block, by what no formula knows and the formula: where all values are known, all states have the same formula.
    by_formula: FxHashMap<(u64, Term, Term), Vec<Candidate>>,
    beginnings: FxHashMap<u64, Vec<usize>>,
}

impl Formulated {
    /// Takes over the nodes of a graph.
    pub fn new<'a, 'p>(arg: Arg<Led<'a, 'p>>, filter: &mut Filter<'a, 'p>, cpa: Led<'a, 'p>) -> Formulated {
        let passes = cpa.lead.stepper.reduce;
        let domain = cpa.lead.domain;
        let mut proof = Formulated {
            states: Vec::new(),
            known: Vec::new(),
            expanded: Vec::new(),
            ranks: Vec::new(),
            asleep: Vec::new(),
            first: Vec::new(),
            passes,
            cuts_dead: cpa.lead.dead.is_some(),
            cells: domain.cells(),
            values: domain.options().values,
            terms: domain.terms,
            formulas: domain.logic.smt,
            symbols: domain.logic.symbols,
            by_formula: FxHashMap::default(),
            beginnings: FxHashMap::default(),
        };
        for (_, node) in arg.nodes() {
            let (state, element) = (&node.state.lead.state, &node.state.lead.element);
            let index = proof.states.len();
            let expansion = filter.expansion(state, node.asleep, node.groups_taken);
            proof.expanded.push(expansion.expanded);
            proof.first.push(expansion.first);
            proof.asleep.push(node.asleep.0);
            proof.ranks.push(node.rank.unwrap_or(u32::MAX));
            let Formula { abstraction, path, inputs, .. } = element;
            let begins = element.before.is_some();
            proof.known.push(Known { abstraction: *abstraction, path: *path, inputs: *inputs, begins });
            let skeleton = proof.cells.skeleton(state, proof.values);
            if begins {
                proof.beginnings.entry(skeleton).or_default().push(index);
            } else {
                proof.by_formula.entry((skeleton, *abstraction, *path)).or_default().push((index, Vec::new()));
                for (path, chosen) in element.merged() {
                    proof.by_formula.entry((skeleton, *abstraction, path)).or_default().push((index, chosen));
                }
            }
            proof.states.push(state.clone());
        }
        proof
    }
}

impl ClosedFormulas for Formulated {
    fn len(&self) -> usize {
        self.states.len()
    }

    fn state(&self, index: usize) -> State {
        self.states[index].clone()
    }

    fn known(&self, index: usize) -> Known {
        self.known[index]
    }

    fn candidates(&self, state: &State, abstraction: Term, path: Term) -> Vec<Candidate> {
        let skeleton = self.cells.skeleton(state, self.values);
        let mut out = self.by_formula.get(&(skeleton, abstraction, path)).cloned().unwrap_or_default();
        let beginnings = self.beginnings.get(&skeleton).into_iter().flatten();
        out.extend(beginnings.map(|index| (*index, Vec::new())));
        // Where several states will do, moves may be left out only if the one that was expanded last is taken.
        out.sort_by_key(|(index, _)| std::cmp::Reverse(self.ranks[*index]));
        out
    }

    fn expanded(&self, index: usize) -> Expanded {
        self.expanded[index].clone()
    }

    fn asleep(&self, index: usize) -> ThreadBits {
        self.asleep[index]
    }

    fn first(&self, index: usize) -> Vec<ThreadIx> {
        self.first[index].clone()
    }

    fn passes(&self) -> bool {
        self.passes
    }

    fn cuts_dead(&self) -> bool {
        self.cuts_dead
    }

    fn rank(&self, index: usize) -> u32 {
        self.ranks[index]
    }

    fn terms(&self) -> Terms {
        self.terms.clone()
    }

    fn formulas(&self) -> (Formulas, Symbols) {
        (self.formulas.clone(), self.symbols.clone())
    }
}
