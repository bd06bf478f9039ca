//! Which variables a spurious path needs.
//!
//! **Idea.** A path that nobody can take when everything is tracked is followed again with fewer and fewer variables, as long as still
//! nobody can take it. What is left is a smallest set in the sense that no single variable can be left out: the variables of
//! an interpolant of the path, found without computing one. Halves are tried before single variables (A. Zeller's delta
//! debugging), so a path that needs few of many variables costs few trials.
//!
//! **Cost**: O(k log n) times following the path, for k needed variables of n.

use std::collections::BTreeSet;

use raddle_analyses::value::{Precision, Variable};
use raddle_program::analysis::{Object, PointsTo};
use raddle_program::{ExprKind, Program};

use super::follow::{Followed, Follower, Path};

/// The variables that a path touches.
pub fn touched(program: &Program, points_to: &PointsTo, path: &Path) -> BTreeSet<Variable> {
    let edges: BTreeSet<_> = path.runs.iter().flat_map(|run| &run.edges).map(|e| (e.function, e.edge)).collect();
    let mut all = BTreeSet::new();
    for (function, id) in edges {
        let op = &program.functions[function].edge(id).op;
        let mut visit = |local| {
            all.insert(Object::Local(function, local));
        };
        op.defs().into_iter().flatten().for_each(&mut visit);
        op.for_each_expr(&mut |expr| {
            expr.walk(&mut |part| match &part.kind {
                ExprKind::Reg(local) | ExprKind::LocalAddr(local, _) => {
                    all.insert(Object::Local(function, *local));
                }
                ExprKind::GlobalAddr(global, _) => {
                    all.insert(Object::Global(*global));
                }
                ExprKind::Const(_)
                | ExprKind::FuncAddr(_)
                | ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Cast(_)
                | ExprKind::Ite(..) => {}
            });
        });
        if let Some(access) = op.access() {
            let objects = points_to.may_address(function, access.addr);
            all.extend(objects.iter().map(|o| points_to.objects()[o]));
        }
    }
    all
}

/// Variables that have to be tracked besides `tracked` so that nobody can take the path; `None` if all of `candidates`
/// together do not help.
pub fn needed_for(
    follower: &mut Follower<'_, '_>,
    path: &Path,
    tracked: &BTreeSet<Variable>,
    candidates: Vec<Variable>,
) -> Option<BTreeSet<Variable>> {
    let machine = follower.dependence.machine();
    let mut refutes = |more: &[Variable]| {
        let precision = Precision::new(machine, tracked.iter().chain(more).copied().collect());
        matches!(follower.follow(path, Some(&precision)), Followed::Nobody)
    };
    if !refutes(&candidates) {
        return None;
    }
    let mut kept = candidates;
    let mut size = kept.len().div_ceil(2);
    while size > 0 {
        let mut start = 0;
        while start < kept.len() {
            let mut fewer = kept.clone();
            fewer.drain(start..(start + size).min(kept.len()));
            if refutes(&fewer) {
                kept = fewer;
            } else {
                start += size;
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    Some(kept.into_iter().collect())
}
