//! `switch`: collect the cases while the body is lowered, then emit the comparisons.
//!
//! Few cases become a chain in source order, as a person would write it; many become a balanced tree over the sorted
//! ranges, so that a state machine of hundreds of cases costs a logarithmic number of comparisons a step.

use raddle_program::{BinaryOp, Expr, Loc, Span};

use super::body::{Body, Exit};
use super::fold;
use crate::hir::{self, Stmt};

/// Above this number of cases the comparisons form a tree.
const CHAIN: usize = 8;

/// The cases of a switch that is being lowered.
#[derive(Debug, Default)]
pub(super) struct Switch {
    cases: Vec<(i128, i128, Loc)>,
    default: Option<Loc>,
}

impl<'h> Body<'_, 'h> {
    /// Lowers a switch statement.
    pub fn switch(&mut self, value: &'h hir::Expr, body: &'h Stmt, span: Span) {
        let value = self.expression(value);
        let value = self.hold(value);
        let dispatch = self.automaton.here();
        let inside = self.automaton.fresh();
        let after = self.automaton.fresh();
        self.automaton.resume(inside);
        self.switches.push(Switch::default());
        self.breaks.push(Exit { target: after, endings: self.endings.len() });
        self.block(std::slice::from_ref(body), span);
        self.breaks.pop();
        self.automaton.enter(after);
        let switch = self.switches.pop().unwrap_or_default();
        self.automaton.resume(dispatch);
        let otherwise = switch.default.unwrap_or(after);
        if switch.cases.len() <= CHAIN {
            for (low, high, target) in switch.cases {
                let next = self.automaton.fresh();
                self.test_range(&value, low, high, span, target, next);
                self.automaton.resume(next);
            }
            self.automaton.jump(otherwise);
        } else {
            let mut cases = switch.cases;
            cases.sort();
            self.search(&value, &cases, span, otherwise);
        }
        self.automaton.resume(after);
    }

    /// `case low ... high:` of the innermost switch.
    pub fn case(&mut self, low: i128, high: i128) {
        let loc = self.automaton.fresh();
        self.automaton.enter(loc);
        if let Some(switch) = self.switches.last_mut() {
            switch.cases.push((low, high, loc));
        }
    }

    /// `default:` of the innermost switch.
    pub fn default_case(&mut self) {
        let loc = self.automaton.fresh();
        self.automaton.enter(loc);
        if let Some(switch) = self.switches.last_mut() {
            switch.default = Some(loc);
        }
    }

    fn test_range(&mut self, value: &Expr, low: i128, high: i128, span: Span, yes: Loc, no: Loc) {
        let constant = |v: i128| Expr::constant(v as u128, value.ty, span);
        if low == high {
            let cond = fold::binary(BinaryOp::Eq, value.clone(), constant(low), span);
            return self.automaton.branch(cond, span, yes, no);
        }
        let upper = self.automaton.fresh();
        let above = fold::binary(BinaryOp::Ge, value.clone(), constant(low), span);
        self.automaton.branch(above, span, upper, no);
        self.automaton.resume(upper);
        let below = fold::binary(BinaryOp::Le, value.clone(), constant(high), span);
        self.automaton.branch(below, span, yes, no);
    }

    /// Binary search over sorted, disjoint ranges.
    fn search(&mut self, value: &Expr, cases: &[(i128, i128, Loc)], span: Span, otherwise: Loc) {
        match cases {
            [] => self.automaton.jump(otherwise),
            [(low, high, target)] => self.test_range(value, *low, *high, span, *target, otherwise),
            _ => {
                let (left, right) = cases.split_at(cases.len() / 2);
                let (lower, upper) = (self.automaton.fresh(), self.automaton.fresh());
                let pivot = Expr::constant(right[0].0 as u128, value.ty, span);
                let cond = fold::binary(BinaryOp::Lt, value.clone(), pivot, span);
                self.automaton.branch(cond, span, lower, upper);
                self.automaton.resume(lower);
                self.search(value, left, span, otherwise);
                self.automaton.resume(upper);
                self.search(value, right, span, otherwise);
            }
        }
    }
}
