//! Boolean operators, choice and equality.

use crate::semantics::{extract, mask, sign_extend, sub};
use crate::term::{Node, Sort, Term};
use crate::terms::Terms;

impl Terms {
    /// Negation.
    pub fn not(&mut self, a: Term) -> Term {
        assert_eq!(self.sort(a), Sort::Bool, "negation of a Bool");
        match *self.node(a) {
            Node::Bool(value) => self.bool(!value),
            Node::Not(inner) => inner,
            _ => self.intern(Node::Not(a), Sort::Bool),
        }
    }

    /// Whether one term is the negation of the other.
    fn complementary(&self, a: Term, b: Term) -> bool {
        *self.node(a) == Node::Not(b) || *self.node(b) == Node::Not(a)
    }

    /// Conjunction.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        assert!(self.sort(a) == Sort::Bool && self.sort(b) == Sort::Bool, "conjunction of Bools");
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(false), _) | (_, Some(false)) => return self.bool(false),
            (Some(true), _) => return b,
            (_, Some(true)) => return a,
            (None, None) => {}
        }
        if a == b {
            return a;
        }
        if self.complementary(a, b) {
            return self.bool(false);
        }
        for (x, y) in [(a, b), (b, a)] {
            match *self.node(y) {
                Node::And(p, q) if p == x || q == x => return y,
                Node::And(p, q) if self.complementary(p, x) || self.complementary(q, x) => return self.bool(false),
                Node::Or(p, q) if p == x || q == x => return x,
                Node::Or(p, q) if self.complementary(p, x) => return self.and_node(x, q),
                Node::Or(p, q) if self.complementary(q, x) => return self.and_node(x, p),
                _ => {}
            }
        }
        self.and_node(a, b)
    }

    fn and_node(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return a;
        }
        if self.complementary(a, b) {
            return self.bool(false);
        }
        let (a, b) = self.ordered(a, b);
        self.intern(Node::And(a, b), Sort::Bool)
    }

    /// Disjunction.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        assert!(self.sort(a) == Sort::Bool && self.sort(b) == Sort::Bool, "disjunction of Bools");
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), _) | (_, Some(true)) => return self.bool(true),
            (Some(false), _) => return b,
            (_, Some(false)) => return a,
            (None, None) => {}
        }
        if a == b {
            return a;
        }
        if self.complementary(a, b) {
            return self.bool(true);
        }
        for (x, y) in [(a, b), (b, a)] {
            match *self.node(y) {
                Node::Or(p, q) if p == x || q == x => return y,
                Node::Or(p, q) if self.complementary(p, x) || self.complementary(q, x) => return self.bool(true),
                Node::And(p, q) if p == x || q == x => return x,
                Node::And(p, q) if self.complementary(p, x) => return self.or_node(x, q),
                Node::And(p, q) if self.complementary(q, x) => return self.or_node(x, p),
                _ => {}
            }
        }
        self.or_node(a, b)
    }

    fn or_node(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return a;
        }
        if self.complementary(a, b) {
            return self.bool(true);
        }
        let (a, b) = self.ordered(a, b);
        self.intern(Node::Or(a, b), Sort::Bool)
    }

    /// Exclusive disjunction of Bools.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let same = self.iff(a, b);
        self.not(same)
    }

    /// Equivalence of Bools.
    pub fn iff(&mut self, a: Term, b: Term) -> Term {
        assert_eq!(self.sort(a), Sort::Bool, "equivalence of Bools");
        self.equal(a, b)
    }

    /// Implication.
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let a = self.not(a);
        self.or(a, b)
    }

    /// The conjunction of all; true if there are none.
    pub fn conjunction(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let mut all = self.bool(true);
        for t in terms {
            all = self.and(all, t);
        }
        all
    }

    /// The disjunction of all; false if there are none.
    pub fn disjunction(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        let mut any = self.bool(false);
        for t in terms {
            any = self.or(any, t);
        }
        any
    }

    /// `a` if `c` holds, else `b`; of any sort.
    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        assert_eq!(self.sort(c), Sort::Bool, "a condition is a Bool");
        assert_eq!(self.sort(a), self.sort(b), "both branches have one sort");
        if let Some(value) = self.as_bool(c) {
            return if value { a } else { b };
        }
        if a == b {
            return a;
        }
        if let Node::Not(inner) = *self.node(c) {
            return self.ite(inner, b, a);
        }
        if self.sort(a) == Sort::Bool {
            return self.bool_ite(c, a, b);
        }
        // A branch that asks the same condition again has its answer.
        let a = match *self.node(a) {
            Node::Ite(d, x, _) if d == c => x,
            _ => a,
        };
        let b = match *self.node(b) {
            Node::Ite(d, _, y) if d == c => y,
            _ => b,
        };
        if a == b {
            return a;
        }
        let sort = self.sort(a);
        self.intern(Node::Ite(c, a, b), sort)
    }

    fn bool_ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), _) => return self.or(c, b),
            (Some(false), _) => {
                let c = self.not(c);
                return self.and(c, b);
            }
            (_, Some(false)) => return self.and(c, a),
            (_, Some(true)) => return self.implies(c, a),
            (None, None) => {}
        }
        if a == c {
            return self.or(c, b);
        }
        if b == c {
            return self.and(c, a);
        }
        if self.complementary(a, b) {
            return self.equal(c, a);
        }
        self.intern(Node::Ite(c, a, b), Sort::Bool)
    }

    /// Equality of two terms of one sort.
    pub fn equal(&mut self, a: Term, b: Term) -> Term {
        assert_eq!(self.sort(a), self.sort(b), "equality within one sort");
        if a == b {
            return self.bool(true);
        }
        match self.sort(a) {
            Sort::Bool => self.bool_equal(a, b),
            Sort::Bv(width) => self.bv_equal(a, b, width),
            Sort::Array { .. } => self.equal_node(a, b),
        }
    }

    /// Not equal.
    pub fn distinct(&mut self, a: Term, b: Term) -> Term {
        let same = self.equal(a, b);
        self.not(same)
    }

    fn equal_node(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        self.intern(Node::Equal(a, b), Sort::Bool)
    }

    fn bool_equal(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        match self.as_bool(b) {
            Some(true) => return a,
            Some(false) => return self.not(a),
            None => {}
        }
        if self.complementary(a, b) {
            return self.bool(false);
        }
        // The negations move outwards, so that a pair of terms has one equivalence.
        let (x, negated_a) = self.positive(a);
        let (y, negated_b) = self.positive(b);
        let same = self.equal_node(x, y);
        if negated_a != negated_b { self.not(same) } else { same }
    }

    fn positive(&self, a: Term) -> (Term, bool) {
        match *self.node(a) {
            Node::Not(inner) => (inner, true),
            _ => (a, false),
        }
    }

    fn bv_equal(&mut self, a: Term, b: Term, width: u32) -> Term {
        let (a, b) = self.ordered(a, b);
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(_), Some(_)) => self.bool(false),
            (None, Some(value)) => self.equal_constant(a, value, b, width),
            _ => self.equal_terms(a, b, width),
        }
    }

    /// `a == value`, where `b` is the value as a term.
    fn equal_constant(&mut self, a: Term, value: u128, b: Term, width: u32) -> Term {
        if let Some((c, x, y)) = self.as_choice(a) {
            return match (x == value, y == value) {
                (true, true) => self.bool(true),
                (true, false) => c,
                (false, true) => self.not(c),
                (false, false) => self.bool(false),
            };
        }
        match *self.node(a) {
            Node::Add(x, c) => {
                if let Some(c) = self.as_constant(c) {
                    let moved = self.constant(sub(value, c, width), width);
                    return self.equal(x, moved);
                }
            }
            Node::Sub(x, y) => {
                if value == 0 {
                    return self.equal(x, y);
                }
                if let Some(c) = self.as_constant(x) {
                    let moved = self.constant(sub(c, value, width), width);
                    return self.equal(y, moved);
                }
            }
            Node::Neg(x) => {
                let moved = self.constant(value.wrapping_neg(), width);
                return self.equal(x, moved);
            }
            Node::BvNot(x) => {
                let moved = self.constant(!value, width);
                return self.equal(x, moved);
            }
            Node::BvXor(x, y) => {
                if let Some(c) = self.as_constant(y) {
                    let moved = self.constant(value ^ c, width);
                    return self.equal(x, moved);
                }
                if value == 0 {
                    return self.equal(x, y);
                }
            }
            Node::ZeroExtend(x, _) => {
                let narrow = self.width(x);
                if value & !mask(narrow) != 0 {
                    return self.bool(false);
                }
                let value = self.constant(value, narrow);
                return self.equal(x, value);
            }
            Node::SignExtend(x, _) => {
                let narrow = self.width(x);
                if sign_extend(value & mask(narrow), narrow, width) != value {
                    return self.bool(false);
                }
                let value = self.constant(value, narrow);
                return self.equal(x, value);
            }
            Node::Concat(high, low) => {
                let split = self.width(low);
                let high_value = self.constant(extract(value, split, width - split), width - split);
                let low_value = self.constant(value, split);
                let high = self.equal(high, high_value);
                let low = self.equal(low, low_value);
                return self.and(high, low);
            }
            _ => {}
        }
        self.equal_node(a, b)
    }

    fn equal_terms(&mut self, a: Term, b: Term, width: u32) -> Term {
        if let (Some((x, c)), Some((y, d))) = (self.as_offset(a), self.as_offset(b)) {
            if c == d {
                return self.equal(x, y);
            }
            if x == y {
                return self.bool(false);
            }
        }
        for (s, t) in [(a, b), (b, a)] {
            if let Some((x, _)) = self.as_offset(s)
                && x == t
            {
                return self.bool(false);
            }
            if *self.node(s) == Node::BvNot(t) {
                return self.bool(false);
            }
            match *self.node(s) {
                Node::Add(x, y) if x == t || y == t => {
                    let rest = if x == t { y } else { x };
                    let zero = self.constant(0, width);
                    return self.equal(rest, zero);
                }
                _ => {}
            }
        }
        if let (Some((x, v)), Some((y, w))) = (self.as_zero_extend(a), self.as_zero_extend(b))
            && v == w
        {
            return self.equal(x, y);
        }
        if let (Some((x, v)), Some((y, w))) = (self.as_sign_extend(a), self.as_sign_extend(b))
            && v == w
        {
            return self.equal(x, y);
        }
        if let (Some((c, k, l)), Some((d, m, n))) = (self.as_choice(a), self.as_choice(b))
            && k == m
            && l == n
        {
            return self.equal(c, d);
        }
        self.equal_node(a, b)
    }
}
