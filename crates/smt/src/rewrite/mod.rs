//! The constructors, one file per family of operators, each with its cheap rewriting.
//!
//! A constructor looks at its operands and their operands, never deeper than that except where widths bound the depth, so that it is
//! constant work and cannot overflow the stack. What rewriting is for: constants vanish, equal meanings become equal
//! terms (so that hash-consing, gate caching and predicate discovery share them), and comparisons that C's promotions made wide
//! become narrow again.
//!
//! Soundness: `tests/rewriting.rs` builds random expressions with every operator through the constructors and compares with an
//! independent evaluation of the expression as written. Rejected: a normaliser over whole formulas (canonical sums and
//! products); it is no constant work, and it makes predicates unlike the program's text.

mod arithmetic;
mod array;
mod bitwise;
mod boolean;
mod comparison;
mod part;

use crate::term::{Node, Sort, Term};
use crate::terms::Terms;

impl Terms {
    /// The width of two operands, which must agree.
    fn common_width(&self, a: Term, b: Term) -> u32 {
        match (self.sort(a), self.sort(b)) {
            (Sort::Bv(v), Sort::Bv(w)) if v == w => v,
            (a, b) => panic!("operands of sorts {a:?} and {b:?}"),
        }
    }

    /// The width of a bit-vector operand.
    fn bv_width(&self, a: Term) -> u32 {
        match self.sort(a) {
            Sort::Bv(width) => width,
            sort => panic!("operand of sort {sort:?}"),
        }
    }

    /// Constants last, else the older term first.
    fn ordered(&self, a: Term, b: Term) -> (Term, Term) {
        let key = |t: Term| (self.is_value(t), t);
        if key(a) <= key(b) { (a, b) } else { (b, a) }
    }

    fn is_value(&self, t: Term) -> bool {
        matches!(self.node(t), Node::Constant { .. } | Node::Bool(_))
    }

    /// The condition and the two constants of an `ite` between constants.
    fn as_choice(&self, t: Term) -> Option<(Term, u128, u128)> {
        match *self.node(t) {
            Node::Ite(c, a, b) => Some((c, self.as_constant(a)?, self.as_constant(b)?)),
            _ => None,
        }
    }

    /// The operands of a sum with a constant: the term and the constant.
    fn as_offset(&self, t: Term) -> Option<(Term, u128)> {
        match *self.node(t) {
            Node::Add(x, c) => Some((x, self.as_constant(c)?)),
            _ => None,
        }
    }

    /// The operand of a zero extension with its width.
    fn as_zero_extend(&self, t: Term) -> Option<(Term, u32)> {
        match *self.node(t) {
            Node::ZeroExtend(x, _) => Some((x, self.width(x))),
            _ => None,
        }
    }

    /// The operand of a sign extension with its width.
    fn as_sign_extend(&self, t: Term) -> Option<(Term, u32)> {
        match *self.node(t) {
            Node::SignExtend(x, _) => Some((x, self.width(x))),
            _ => None,
        }
    }
}
