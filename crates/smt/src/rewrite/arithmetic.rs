//! Arithmetic modulo 2^width. Constants of sums move outwards and are added up, subtraction of a constant is addition.

use crate::semantics::{self, mask};
use crate::term::{Node, Sort, Term};
use crate::terms::Terms;

impl Terms {
    /// Two's complement negation.
    pub fn bv_neg(&mut self, a: Term) -> Term {
        let width = self.bv_width(a);
        match *self.node(a) {
            Node::Constant { value, .. } => self.constant(value.wrapping_neg(), width),
            Node::Neg(x) => x,
            Node::Sub(x, y) => self.sub(y, x),
            Node::Add(x, c) if self.as_constant(c).is_some() => {
                let c = self.bv_neg(c);
                self.sub(c, x)
            }
            _ => self.intern(Node::Neg(a), Sort::Bv(width)),
        }
    }

    /// Addition.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        let (a, b) = self.ordered(a, b);
        if let Some(c) = self.as_constant(b) {
            return self.add_constant(a, c, width);
        }
        match (self.as_offset(a), self.as_offset(b)) {
            (None, None) => {}
            (x, y) => {
                let (x, c) = x.unwrap_or((a, 0));
                let (y, d) = y.unwrap_or((b, 0));
                let sum = self.add(x, y);
                return self.add_constant(sum, semantics::add(c, d, width), width);
            }
        }
        for (x, y) in [(a, b), (b, a)] {
            match *self.node(y) {
                Node::Neg(z) => return self.sub(x, z),
                Node::Sub(z, w) if w == x => return z,
                Node::Sub(c, w) if self.as_constant(c).is_some() => {
                    let rest = self.sub(x, w);
                    return self.add(rest, c);
                }
                _ => {}
            }
        }
        self.intern(Node::Add(a, b), Sort::Bv(width))
    }

    fn add_constant(&mut self, a: Term, c: u128, width: u32) -> Term {
        if c == 0 {
            return a;
        }
        match *self.node(a) {
            Node::Constant { value, .. } => return self.constant(semantics::add(value, c, width), width),
            Node::Add(x, d) => {
                if let Some(d) = self.as_constant(d) {
                    return self.add_constant(x, semantics::add(c, d, width), width);
                }
            }
            Node::Sub(d, x) => {
                if let Some(d) = self.as_constant(d) {
                    let sum = self.constant(semantics::add(c, d, width), width);
                    return self.sub(sum, x);
                }
            }
            _ => {}
        }
        let c = self.constant(c, width);
        self.intern(Node::Add(a, c), Sort::Bv(width))
    }

    /// Subtraction.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        if a == b {
            return self.constant(0, width);
        }
        if let Some(c) = self.as_constant(b) {
            return self.add_constant(a, semantics::neg(c, width), width);
        }
        match (self.as_offset(a), self.as_offset(b)) {
            (None, None) => {}
            (x, y) => {
                let (x, c) = x.unwrap_or((a, 0));
                let (y, d) = y.unwrap_or((b, 0));
                let difference = self.sub(x, y);
                return self.add_constant(difference, semantics::sub(c, d, width), width);
            }
        }
        match (self.node(a), self.node(b)) {
            (_, Node::Neg(y)) => {
                let y = *y;
                return self.add(a, y);
            }
            (Node::Add(x, y), _) if *y == b => return *x,
            (Node::Add(x, y), _) if *x == b => return *y,
            (Node::Sub(x, y), _) if *x == b => {
                let y = *y;
                return self.bv_neg(y);
            }
            (_, Node::Sub(x, y)) if *x == a => return *y,
            (Node::Constant { value: 0, .. }, _) => return self.bv_neg(b),
            (_, Node::Sub(c, y)) if self.as_constant(*c).is_some() => {
                let (c, y) = (*c, *y);
                let sum = self.add(a, y);
                return self.sub(sum, c);
            }
            _ => {}
        }
        self.intern(Node::Sub(a, b), Sort::Bv(width))
    }

    /// Multiplication.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        let (a, b) = self.ordered(a, b);
        if let Some(c) = self.as_constant(b) {
            if let Some(d) = self.as_constant(a) {
                return self.constant(semantics::mul(c, d, width), width);
            }
            if c == 0 {
                return b;
            }
            if c == 1 {
                return a;
            }
            if c == mask(width) {
                return self.bv_neg(a);
            }
            if let Node::Mul(x, d) = *self.node(a)
                && let Some(d) = self.as_constant(d)
            {
                let product = self.constant(semantics::mul(c, d, width), width);
                return self.mul(x, product);
            }
        }
        self.intern(Node::Mul(a, b), Sort::Bv(width))
    }

    /// Unsigned division; by zero all ones.
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(x), Some(y)) => self.constant(semantics::udiv(x, y, width), width),
            (None, Some(0)) => self.constant(mask(width), width),
            (None, Some(1)) => a,
            (Some(_), None) | (None, Some(_)) | (None, None) => self.intern(Node::Udiv(a, b), Sort::Bv(width)),
        }
    }

    /// Unsigned remainder; by zero the dividend.
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(x), Some(y)) => self.constant(semantics::urem(x, y), width),
            (None, Some(0)) => a,
            (None, Some(1)) => self.constant(0, width),
            (None, None) if a == b => self.constant(0, width),
            (Some(_), None) | (None, Some(_)) | (None, None) => self.intern(Node::Urem(a, b), Sort::Bv(width)),
        }
    }

    /// Signed division, truncating; by zero 1 for a negative dividend, else −1.
    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(x), Some(y)) => self.constant(semantics::sdiv(x, y, width), width),
            // In one bit the constant 1 is the number −1, and dividing by it leaves the bit as it is, too.
            (None, Some(1)) => a,
            (Some(_), None) | (None, Some(_)) | (None, None) => self.intern(Node::Sdiv(a, b), Sort::Bv(width)),
        }
    }

    /// Signed remainder with the sign of the dividend; by zero the dividend.
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        let width = self.common_width(a, b);
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(x), Some(y)) => self.constant(semantics::srem(x, y, width), width),
            (None, Some(0)) => a,
            (None, Some(1)) => self.constant(0, width),
            (None, None) if a == b => self.constant(0, width),
            (Some(_), None) | (None, Some(_)) | (None, None) => self.intern(Node::Srem(a, b), Sort::Bv(width)),
        }
    }
}
