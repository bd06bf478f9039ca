//! The graph of a finished exploration as a proof.
//!
//! A state that stands for the result of a step is found by its formula, if it was merged into it, or by what no formula knows.

use std::cmp::Reverse;
use std::rc::Rc;

use raddle_analyses::bdd::Cells;
use raddle_analyses::predicate::Formula;
use raddle_evidence::{Candidate, ClosedStates, KnownValues, Language, PathFormula, Sought, SoughtValues, StateIx};
use raddle_machine::lazy::Terms;
use raddle_program::Id;
use raddle_smt::Term;
use rustc_hash::FxHashMap;

use super::Led;
use crate::reach::proof::{Executed, Index, Nodes, closed};
use crate::reach::search::Search;

/// Where the states are.
struct ByFormula {
    cells: Rc<Cells>,
    values: bool,
    /// Within a block, by what no formula knows and the formula: where all values are known, all states have the same formula.
    inside: FxHashMap<(u64, Term, Term), Vec<Candidate>>,
    /// Where blocks begin, by what no formula knows.
    beginnings: FxHashMap<u64, Vec<StateIx>>,
    /// Those of them in which values are left to predicates, by what is not a value.
    adjusted: FxHashMap<u64, Vec<StateIx>>,
}

/// The proof that a graph is.
pub fn proof<'a, 'p>(search: Search<'a, 'p, Led<'a, 'p>>) -> ClosedStates {
    let Search { cpa, arg, mut filter, .. } = search;
    let executed = Executed::by(&cpa.lead);
    let domain = cpa.lead.domain;
    let mut index = ByFormula {
        cells: domain.cells(),
        values: domain.options().values,
        inside: FxHashMap::default(),
        beginnings: FxHashMap::default(),
        adjusted: FxHashMap::default(),
    };
    let mut nodes = Nodes::default();
    for (_, node) in arg.nodes() {
        let (state, element) = (&node.state.lead.state, &node.state.lead.element);
        let number = nodes.next();
        let &Formula { abstraction, path, inputs, .. } = element;
        let begins = element.before.is_some();
        let skeleton = index.cells.skeleton(state, index.values);
        if begins && node.precision.lead.leaves_some() {
            index.adjusted.entry(index.cells.skeleton(state, false)).or_default().push(number);
        } else if begins {
            index.beginnings.entry(skeleton).or_default().push(number);
        } else {
            index.inside.entry((skeleton, abstraction, path)).or_default().push(Candidate::plain(number));
            for (path, chosen) in element.merged() {
                let candidate = Candidate { chosen, ..Candidate::plain(number) };
                index.inside.entry((skeleton, abstraction, path)).or_default().push(candidate);
            }
        }
        nodes.push(node, &mut filter, state, KnownValues::Formula(PathFormula { abstraction, path, inputs, begins }));
    }
    let language = Language::Formulas {
        arrays: domain.options().arrays,
        formulas: domain.logic.smt,
        symbols: domain.logic.symbols,
    };
    closed(nodes, index, executed, language, domain.terms)
}

impl Index for ByFormula {
    fn candidates(&self, nodes: &Nodes, sought: &Sought<'_>, _: &mut Terms) -> Vec<Candidate> {
        let SoughtValues::Formula(abstraction, path) = sought.known else { return Vec::new() };
        let skeleton = self.cells.skeleton(sought.state, self.values);
        let mut out = self.inside.get(&(skeleton, abstraction, path)).cloned().unwrap_or_default();
        let beginnings = self.beginnings.get(&skeleton).into_iter().flatten();
        let adjusted = match self.adjusted.is_empty() {
            true => None,
            false => self.adjusted.get(&self.cells.skeleton(sought.state, false)),
        };
        let beginnings = beginnings.chain(adjusted.into_iter().flatten());
        out.extend(beginnings.map(|index| Candidate::plain(*index)));
        // Where several states will do, moves may be left out only if the one that was expanded last is taken.
        out.sort_by_key(|candidate| Reverse(nodes.expansions[candidate.index.index()].rank));
        out
    }
}
