//! The graph of a finished exploration as a proof: all views with what is known in them.

use std::collections::BTreeSet;
use std::rc::Rc;

use raddle_analyses::bdd::Cells;
use raddle_cpa::Graph;
use raddle_evidence::ClosedViews;
use raddle_evidence::view::{Knowledge, Spot, View};
use raddle_machine::lazy::Terms;
use raddle_machine::lazy::formula::Symbols;
use raddle_smt::{Term, Terms as Formulas};
use rustc_hash::FxHashMap;

use super::Cpa;

/// The states of a graph to which nothing is to be added.
pub struct Viewed {
    views: Vec<(View, Term)>,
    by_control: FxHashMap<(u16, u64), Vec<usize>>,
    cells: Rc<Cells>,
    knowledge: Knowledge,
    counted: BTreeSet<Spot>,
    terms: Terms,
    formulas: Formulas,
    symbols: Symbols,
}

impl Viewed {
    /// Takes over the states of a graph.
    pub fn new<'a, 'p, 'l>(graph: &Graph<Cpa<'a, 'p, 'l>>, cpa: &mut Cpa<'a, 'p, 'l>) -> Viewed {
        let domain = &mut cpa.domain;
        let cells = domain.cells();
        let mut views = Vec::new();
        let mut by_control: FxHashMap<_, Vec<usize>> = FxHashMap::default();
        for (_, node) in graph.nodes().filter(|(_, node)| !node.covered) {
            let view = &node.state.view;
            by_control.entry((view.me.0, cells.skeleton(&view.state, view.is_alone()))).or_default().push(views.len());
            views.push((view.clone(), node.state.abstraction));
        }
        Viewed {
            views,
            by_control,
            cells,
            knowledge: cpa.views.knowledge(),
            counted: cpa.views.counted().clone(),
            terms: std::mem::take(&mut domain.terms),
            formulas: std::mem::take(&mut domain.logic.smt),
            symbols: std::mem::take(&mut domain.logic.symbols),
        }
    }
}

impl ClosedViews for Viewed {
    fn len(&self) -> usize {
        self.views.len()
    }

    fn view(&self, index: usize) -> &View {
        &self.views[index].0
    }

    fn knowledge(&self) -> Knowledge {
        self.knowledge
    }

    fn counted(&self) -> &BTreeSet<Spot> {
        &self.counted
    }

    fn known(&self, index: usize) -> Term {
        self.views[index].1
    }

    fn candidates(&self, view: &View) -> Vec<usize> {
        let control = (view.me.0, self.cells.skeleton(&view.state, view.is_alone()));
        self.by_control.get(&control).cloned().unwrap_or_default()
    }

    fn terms(&self) -> Terms {
        self.terms.clone()
    }

    fn formulas(&self) -> (Formulas, Symbols) {
        (self.formulas.clone(), self.symbols.clone())
    }
}
