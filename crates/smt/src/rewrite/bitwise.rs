//! Bitwise operators and shifts.

use crate::semantics::{self, mask};
use crate::term::{Node, Sort, Term};
use crate::terms::Terms;

impl Terms {
    /// Bitwise complement.
    pub fn bv_not(&mut self, a: Term) -> Term {
        let width = self.bv_width(a);
        match *self.node(a) {
            Node::Constant { value, .. } => self.constant(!value, width),
            Node::BvNot(x) => x,
            _ => self.intern(Node::BvNot(a), Sort::Bv(width)),
        }
    }

    fn bitwise_complementary(&self, a: Term, b: Term) -> bool {
        *self.node(a) == Node::BvNot(b) || *self.node(b) == Node::BvNot(a)
    }

    /// Bitwise conjunction.
    pub fn bv_and(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        let (a, b) = self.ordered(a, b);
        if a == b {
            return a;
        }
        if self.bitwise_complementary(a, b) {
            return self.constant(0, width);
        }
        if let Some(c) = self.as_constant(b) {
            if let Some(d) = self.as_constant(a) {
                return self.constant(c & d, width);
            }
            if c == 0 {
                return b;
            }
            if c == mask(width) {
                return a;
            }
            if let Node::BvAnd(x, d) = *self.node(a)
                && let Some(d) = self.as_constant(d)
            {
                let both = self.constant(c & d, width);
                return self.bv_and(x, both);
            }
            if let Some((condition, x, y)) = self.as_choice(a) {
                return self.choice(condition, x & c, y & c, width);
            }
        }
        self.intern(Node::BvAnd(a, b), Sort::Bv(width))
    }

    /// Bitwise disjunction.
    pub fn bv_or(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        let (a, b) = self.ordered(a, b);
        if a == b {
            return a;
        }
        if self.bitwise_complementary(a, b) {
            return self.constant(mask(width), width);
        }
        if let Some(c) = self.as_constant(b) {
            if let Some(d) = self.as_constant(a) {
                return self.constant(c | d, width);
            }
            if c == 0 {
                return a;
            }
            if c == mask(width) {
                return b;
            }
            if let Node::BvOr(x, d) = *self.node(a)
                && let Some(d) = self.as_constant(d)
            {
                let both = self.constant(c | d, width);
                return self.bv_or(x, both);
            }
            if let Some((condition, x, y)) = self.as_choice(a) {
                return self.choice(condition, x | c, y | c, width);
            }
        }
        self.intern(Node::BvOr(a, b), Sort::Bv(width))
    }

    /// Bitwise exclusive disjunction.
    pub fn bv_xor(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        let (a, b) = self.ordered(a, b);
        if a == b {
            return self.constant(0, width);
        }
        if self.bitwise_complementary(a, b) {
            return self.constant(mask(width), width);
        }
        if let Some(c) = self.as_constant(b) {
            if let Some(d) = self.as_constant(a) {
                return self.constant(c ^ d, width);
            }
            if c == 0 {
                return a;
            }
            if c == mask(width) {
                return self.bv_not(a);
            }
            if let Node::BvXor(x, d) = *self.node(a)
                && let Some(d) = self.as_constant(d)
            {
                let both = self.constant(c ^ d, width);
                return self.bv_xor(x, both);
            }
            if let Some((condition, x, y)) = self.as_choice(a) {
                return self.choice(condition, x ^ c, y ^ c, width);
            }
        }
        self.intern(Node::BvXor(a, b), Sort::Bv(width))
    }

    /// A choice between constants.
    pub(super) fn choice(&mut self, condition: Term, x: u128, y: u128, width: u32) -> Term {
        let x = self.constant(x, width);
        let y = self.constant(y, width);
        self.ite(condition, x, y)
    }

    /// Shift left; by the width or more zero.
    pub fn shl(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(x), Some(y)) => self.constant(semantics::shl(x, y, width), width),
            (_, Some(0)) | (Some(0), _) => a,
            (None, Some(y)) if y >= width.into() => self.constant(0, width),
            (Some(_), None) | (None, Some(_)) | (None, None) => self.intern(Node::Shl(a, b), Sort::Bv(width)),
        }
    }

    /// Logical shift right; by the width or more zero.
    pub fn lshr(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(x), Some(y)) => self.constant(semantics::lshr(x, y, width), width),
            (_, Some(0)) | (Some(0), _) => a,
            (None, Some(y)) if y >= width.into() => self.constant(0, width),
            (Some(_), None) | (None, Some(_)) | (None, None) => self.intern(Node::Lshr(a, b), Sort::Bv(width)),
        }
    }

    /// Arithmetic shift right; by the width or more all sign bits.
    pub fn ashr(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(x), Some(y)) => self.constant(semantics::ashr(x, y, width), width),
            (_, Some(0)) | (Some(0), _) => a,
            (Some(ones), None) if ones == mask(width) => a,
            (None, Some(y)) if y >= width.into() => {
                let last = self.constant((width - 1).into(), width);
                self.ashr(a, last)
            }
            (Some(_), None) | (None, Some(_)) | (None, None) => self.intern(Node::Ashr(a, b), Sort::Bv(width)),
        }
    }
}
