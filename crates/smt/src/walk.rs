//! Walks over the DAG of a term. None of them recurses: formulas of long paths are deeper than any stack.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::BuildHasher;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::term::{Node, Sort, Term};
use crate::terms::Terms;

/// What [`Terms::substitute`] replaces by what.
pub trait Mapping {
    /// The term that stands in for this one, if one does.
    fn target(&self, t: Term) -> Option<Term>;
}

impl<S: BuildHasher> Mapping for HashMap<Term, Term, S> {
    fn target(&self, t: Term) -> Option<Term> {
        self.get(&t).copied()
    }
}

impl Mapping for BTreeMap<Term, Term> {
    fn target(&self, t: Term) -> Option<Term> {
        self.get(&t).copied()
    }
}

impl Terms {
    /// Calls `visit` with every term of the DAGs that `known` does not know yet, operands before the terms they are in. A term is known
    /// from when `visit` has been called with it; `visit` must see to that.
    pub(crate) fn postorder<C>(
        &self,
        roots: &[Term],
        context: &mut C,
        known: impl Fn(&C, Term) -> bool,
        mut visit: impl FnMut(&mut C, Term),
    ) {
        let mut stack: Vec<(Term, bool)> = Vec::new();
        for root in roots {
            stack.push((*root, false));
            while let Some((t, ready)) = stack.pop() {
                self.deadline().look();
                if known(context, t) {
                    continue;
                }
                if ready {
                    visit(context, t);
                } else {
                    stack.push((t, true));
                    let first = stack.len();
                    self.node(t).for_each_child(|child| {
                        if !known(context, child) {
                            stack.push((child, false));
                        }
                    });
                    // The first operand first: older terms, such as definitions, before those that use them.
                    stack[first..].reverse();
                }
            }
        }
    }

    /// Every term of a DAG, operands before the terms they are in.
    pub fn subterms(&self, roots: &[Term]) -> Vec<Term> {
        let mut seen: (FxHashSet<Term>, Vec<Term>) = Default::default();
        self.postorder(
            roots,
            &mut seen,
            |seen, t| seen.0.contains(&t),
            |seen, t| {
                seen.0.insert(t);
                seen.1.push(t);
            },
        );
        seen.1
    }

    /// The variables of a term, in order. The answer is kept.
    pub fn variables(&self, t: Term) -> Arc<[Term]> {
        if let Some(known) = self.variables_of.borrow().get(&t) {
            return known.clone();
        }
        let mut found: BTreeSet<Term> = BTreeSet::new();
        {
            let cache = self.variables_of.borrow();
            let mut seen: FxHashSet<Term> = FxHashSet::default();
            let mut stack = vec![t];
            while let Some(t) = stack.pop() {
                self.deadline().look();
                if !seen.insert(t) {
                    continue;
                }
                if let Some(known) = cache.get(&t) {
                    found.extend(known.iter());
                } else if self.is_variable(t) {
                    found.insert(t);
                } else {
                    self.node(t).for_each_child(|child| stack.push(child));
                }
            }
        }
        let found: Arc<[Term]> = found.into_iter().collect();
        self.variables_of.borrow_mut().insert(t, found.clone());
        found
    }

    /// How many different terms the DAG of a term has.
    pub fn size(&self, t: Term) -> usize {
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            self.deadline().look();
            if seen.insert(t) {
                self.node(t).for_each_child(|child| stack.push(child));
            }
        }
        seen.len()
    }

    /// The terms whose conjunction the term is, from left to right; none for true.
    pub fn conjuncts(&self, t: Term) -> Vec<Term> {
        let mut conjuncts = Vec::new();
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            self.deadline().look();
            if !seen.insert(t) {
                continue;
            }
            match *self.node(t) {
                Node::And(a, b) => {
                    stack.push(b);
                    stack.push(a);
                }
                Node::Bool(true) => {}
                _ => conjuncts.push(t),
            }
        }
        conjuncts
    }

    /// The atoms of a Bool: the Bools that conjunction, disjunction, negation, equivalence and choice of Bools put together, in order of
    /// occurrence; no constants.
    pub fn atoms(&self, t: Term) -> Vec<Term> {
        let mut atoms = Vec::new();
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            self.deadline().look();
            if !seen.insert(t) {
                continue;
            }
            match *self.node(t) {
                Node::Bool(_) => {}
                Node::Not(a) => stack.push(a),
                Node::And(a, b) | Node::Or(a, b) => stack.extend([b, a]),
                Node::Equal(a, b) if self.sort(a) == Sort::Bool => stack.extend([b, a]),
                Node::Ite(c, a, b) => stack.extend([b, a, c]),
                _ => atoms.push(t),
            }
        }
        atoms
    }

    /// The term with every occurrence of a mapped term replaced, all at once: what is put in is not looked at again.
    pub fn substitute(&mut self, t: Term, map: &impl Mapping) -> Term {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        let mut stack = vec![(t, false)];
        let mut operands = Vec::new();
        while let Some((t, ready)) = stack.pop() {
            self.deadline().look();
            if done.contains_key(&t) {
                continue;
            }
            if ready {
                operands.clear();
                self.node(t).for_each_child(|child| operands.push(done[&child]));
                let new = self.rebuild(t, &operands);
                done.insert(t, new);
            } else if let Some(new) = map.target(t) {
                assert_eq!(self.sort(t), self.sort(new), "a term is replaced by one of its sort");
                done.insert(t, new);
            } else {
                stack.push((t, true));
                self.node(t).for_each_child(|child| {
                    if !done.contains_key(&child) {
                        stack.push((child, false));
                    }
                });
            }
        }
        done[&t]
    }

    /// The operator of a term on other operands.
    pub fn rebuild(&mut self, t: Term, operands: &[Term]) -> Term {
        match *self.node(t) {
            Node::Bool(_) | Node::Constant { .. } | Node::Variable(..) => t,
            Node::Not(_) => self.not(operands[0]),
            Node::And(..) => self.and(operands[0], operands[1]),
            Node::Or(..) => self.or(operands[0], operands[1]),
            Node::Equal(..) => self.equal(operands[0], operands[1]),
            Node::Ite(..) => self.ite(operands[0], operands[1], operands[2]),
            Node::Neg(_) => self.bv_neg(operands[0]),
            Node::BvNot(_) => self.bv_not(operands[0]),
            Node::Add(..) => self.add(operands[0], operands[1]),
            Node::Sub(..) => self.sub(operands[0], operands[1]),
            Node::Mul(..) => self.mul(operands[0], operands[1]),
            Node::Udiv(..) => self.udiv(operands[0], operands[1]),
            Node::Urem(..) => self.urem(operands[0], operands[1]),
            Node::Sdiv(..) => self.sdiv(operands[0], operands[1]),
            Node::Srem(..) => self.srem(operands[0], operands[1]),
            Node::BvAnd(..) => self.bv_and(operands[0], operands[1]),
            Node::BvOr(..) => self.bv_or(operands[0], operands[1]),
            Node::BvXor(..) => self.bv_xor(operands[0], operands[1]),
            Node::Shl(..) => self.shl(operands[0], operands[1]),
            Node::Lshr(..) => self.lshr(operands[0], operands[1]),
            Node::Ashr(..) => self.ashr(operands[0], operands[1]),
            Node::Ult(..) => self.ult(operands[0], operands[1]),
            Node::Slt(..) => self.slt(operands[0], operands[1]),
            Node::Concat(..) => self.concat(operands[0], operands[1]),
            Node::Extract { low, width, .. } => self.extract(operands[0], low, width),
            Node::ZeroExtend(_, width) => self.zero_extend(operands[0], width),
            Node::SignExtend(_, width) => self.sign_extend(operands[0], width),
            Node::Select(..) => self.select(operands[0], operands[1]),
            Node::Store(..) => self.store(operands[0], operands[1], operands[2]),
            Node::ConstantArray { index, .. } => self.constant_array(index, operands[0]),
            Node::Apply(f, _) => self.apply(f, operands),
        }
    }
}
