//! The graph of a finished exploration as a proof: all views with what is known in them.

use raddle_cpa::Graph;
use raddle_evidence::ClosedViews;
use raddle_semantics::view::View;
use rustc_hash::FxHashMap;

use super::Cpa;

/// The proof that a graph is to which nothing is to be added.
pub fn proof<'a, 'p, 'l>(graph: &Graph<Cpa<'a, 'p, 'l>>, cpa: &mut Cpa<'a, 'p, 'l>) -> ClosedViews {
    let domain = &mut cpa.domain;
    let cells = domain.cells();
    let control = move |view: &View| (view.me.0, cells.skeleton(&view.state, view.is_alone()));
    let mut views = Vec::new();
    let mut by_control: FxHashMap<_, Vec<usize>> = FxHashMap::default();
    for (_, node) in graph.nodes().filter(|(_, node)| !node.covered && !node.state.inside) {
        let view = &node.state.view;
        by_control.entry(control(view)).or_default().push(views.len());
        views.push((view.clone(), node.state.abstraction));
    }
    ClosedViews {
        views,
        candidates: Box::new(move |view| by_control.get(&control(view)).cloned().unwrap_or_default()),
        knowledge: cpa.views.knowledge().clone(),
        counted: cpa.views.counted().clone(),
        terms: std::mem::take(&mut domain.terms),
        formulas: std::mem::take(&mut domain.logic.smt),
        symbols: std::mem::take(&mut domain.logic.symbols),
    }
}
