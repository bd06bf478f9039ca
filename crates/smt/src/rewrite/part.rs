//! Concatenation, extraction and extension.

use crate::semantics::{self, mask};
use crate::term::{Node, Sort, Term};
use crate::terms::Terms;

impl Terms {
    /// The bits of `high` above those of `low`.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        let (h, l) = (self.bv_width(high), self.bv_width(low));
        let width = h + l;
        assert!(width <= 128, "widths are between 1 and 128");
        if let Some(x) = self.as_constant(high) {
            if let Some(y) = self.as_constant(low) {
                return self.constant(x << l | y, width);
            }
            if x == 0 {
                return self.zero_extend(low, width);
            }
        }
        if let (Node::Extract { term: s, low: from, width: w }, Node::Extract { term: t, low: to, width: v }) =
            (self.node(high).clone(), self.node(low).clone())
            && s == t
            && to + v == from
        {
            return self.extract(s, to, v + w);
        }
        self.intern(Node::Concat(high, low), Sort::Bv(width))
    }

    /// `width` bits of a term from bit `low` on.
    pub fn extract(&mut self, t: Term, low: u32, width: u32) -> Term {
        let whole = self.bv_width(t);
        assert!(width >= 1 && low + width <= whole, "bits {low}..{} of {whole}", low + width);
        if width == whole {
            return t;
        }
        if let Some((c, x, y)) = self.as_choice(t) {
            return self.choice(c, semantics::extract(x, low, width), semantics::extract(y, low, width), width);
        }
        match *self.node(t) {
            Node::Constant { value, .. } => return self.constant(semantics::extract(value, low, width), width),
            Node::Extract { term, low: inner, .. } => return self.extract(term, inner + low, width),
            Node::Concat(h, l) => {
                let split = self.width(l);
                if low + width <= split {
                    return self.extract(l, low, width);
                }
                if low >= split {
                    return self.extract(h, low - split, width);
                }
            }
            Node::ZeroExtend(x, _) => {
                let narrow = self.width(x);
                if low + width <= narrow {
                    return self.extract(x, low, width);
                }
                if low >= narrow {
                    return self.constant(0, width);
                }
                let kept = self.extract(x, low, narrow - low);
                return self.zero_extend(kept, width);
            }
            Node::SignExtend(x, _) => {
                let narrow = self.width(x);
                if low + width <= narrow {
                    return self.extract(x, low, width);
                }
                let from = low.min(narrow - 1);
                let kept = self.extract(x, from, narrow - from);
                return self.sign_extend(kept, width);
            }
            _ => {}
        }
        if low == 0
            && let Some(narrow) = self.narrowed(t, width)
        {
            return narrow;
        }
        self.intern(Node::Extract { term: t, low, width }, Sort::Bv(width))
    }

    /// The low bits of an operation on extended operands are the operation on the operands: C's `(char)(c + 1)`.
    fn narrowed(&mut self, t: Term, width: u32) -> Option<Term> {
        let small = |s: &Self, x: Term| match *s.node(x) {
            Node::Constant { .. } => true,
            Node::ZeroExtend(y, _) | Node::SignExtend(y, _) => s.width(y) >= width,
            _ => false,
        };
        type Operation = fn(&mut Terms, Term, Term) -> Term;
        let (operation, a, b): (Operation, Term, Term) = match *self.node(t) {
            Node::Add(a, b) => (Terms::add, a, b),
            Node::Sub(a, b) => (Terms::sub, a, b),
            Node::Mul(a, b) => (Terms::mul, a, b),
            Node::BvAnd(a, b) => (Terms::bv_and, a, b),
            Node::BvOr(a, b) => (Terms::bv_or, a, b),
            Node::BvXor(a, b) => (Terms::bv_xor, a, b),
            _ => return None,
        };
        if !small(self, a) || !small(self, b) {
            return None;
        }
        let a = self.extract(a, 0, width);
        let b = self.extract(b, 0, width);
        Some(operation(self, a, b))
    }

    /// The term with zeros above, to a width that is not smaller.
    pub fn zero_extend(&mut self, t: Term, width: u32) -> Term {
        let from = self.bv_width(t);
        assert!((from..=128).contains(&width), "extension from {from} to {width} bits");
        if from == width {
            return t;
        }
        if let Some((c, x, y)) = self.as_choice(t) {
            return self.choice(c, x, y, width);
        }
        match *self.node(t) {
            Node::Constant { value, .. } => self.constant(value, width),
            Node::ZeroExtend(x, _) => self.intern(Node::ZeroExtend(x, width), Sort::Bv(width)),
            _ => self.intern(Node::ZeroExtend(t, width), Sort::Bv(width)),
        }
    }

    /// The term with copies of its sign bit above, to a width that is not smaller.
    pub fn sign_extend(&mut self, t: Term, width: u32) -> Term {
        let from = self.bv_width(t);
        assert!((from..=128).contains(&width), "extension from {from} to {width} bits");
        if from == width {
            return t;
        }
        if let Some((c, x, y)) = self.as_choice(t) {
            let extended = |v| semantics::sign_extend(v, from, width);
            return self.choice(c, extended(x), extended(y), width);
        }
        match *self.node(t) {
            Node::Constant { value, .. } => {
                self.constant(semantics::sign_extend(value & mask(from), from, width), width)
            }
            Node::SignExtend(x, _) => self.intern(Node::SignExtend(x, width), Sort::Bv(width)),
            // The bit above a zero extension is zero, and so is every copy of it.
            Node::ZeroExtend(x, _) => self.intern(Node::ZeroExtend(x, width), Sort::Bv(width)),
            _ => self.intern(Node::SignExtend(t, width), Sort::Bv(width)),
        }
    }

    /// The term in another width: its low bits, or extended with zeros or sign bits.
    pub fn resize(&mut self, t: Term, width: u32, sign: bool) -> Term {
        let from = self.bv_width(t);
        if width <= from {
            self.extract(t, 0, width)
        } else if sign {
            self.sign_extend(t, width)
        } else {
            self.zero_extend(t, width)
        }
    }

    /// The bit-vector of one bit that is 1 if the Bool holds.
    pub fn bool_to_bv(&mut self, t: Term, width: u32) -> Term {
        self.choice(t, 1, 0, width)
    }
}
