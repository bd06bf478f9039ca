//! Terms in C syntax, for people: `i < n`, `a == 1`, `!locked`.
//!
//! Variables are taken as unsigned where an operator is unsigned and as signed where it is signed. C's operators take their sign from their
//! operands' types, so a comparison, division or right shift that is signed is written plainly and one that is unsigned has its operands
//! cast, unless both readings agree because an operand is a constant or an extension that decides it. What C has no operator for is
//! written as a function call or with a bit range: `x[7:0]`. A term with very much structure is cut off with `…`: the text is for
//! reading, never for parsing.

use std::cell::Cell;

use crate::semantics::{mask, signed, signed_min};
use crate::term::{Node, Term};
use crate::terms::Terms;

/// How deep a term is written before it is cut off.
const DEPTH: u32 = 60;
/// How many operators are written before a term is cut off.
const OPERATORS: u32 = 2_000;

/// C's precedences, as far as they are needed: a higher number binds tighter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Choice,
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equality,
    Relation,
    Shift,
    Sum,
    Product,
    Unary,
    Atom,
}

impl Terms {
    /// The term in C syntax.
    pub fn to_c(&self, t: Term) -> String {
        Writer { terms: self, left: Cell::new(OPERATORS) }.c(t, DEPTH).0
    }
}

struct Writer<'a> {
    terms: &'a Terms,
    /// How many more operators may be written: a small DAG can be a huge text.
    left: Cell<u32>,
}

impl Writer<'_> {
    fn c(&self, t: Term, depth: u32) -> (String, Level) {
        let left = self.left.get().saturating_sub(1);
        self.left.set(left);
        if depth == 0 || left == 0 {
            return ("…".to_string(), Level::Atom);
        }
        let binary = |operator: &str, level: Level, a: String, b: String| (format!("{a} {operator} {b}"), level);
        let at = |t: Term, level: Level| self.operand(t, level, depth);
        // The right operand of an operator that associates to the left must bind tighter.
        let above = |t: Term, level: Level| self.operand_above(t, level, depth);
        match *self.terms.node(t) {
            Node::Bool(value) => (if value { "1" } else { "0" }.to_string(), Level::Atom),
            Node::Constant { value, width } => constant(value, width),
            Node::Variable(..) => (self.terms.name(t).unwrap_or_default().to_string(), Level::Atom),
            Node::Not(a) => self.negation(a, depth),
            Node::And(a, b) => binary("&&", Level::And, at(a, Level::And), at(b, Level::And)),
            Node::Or(a, b) => binary("||", Level::Or, at(a, Level::Or), at(b, Level::Or)),
            Node::Equal(a, b) => binary("==", Level::Equality, above(a, Level::Equality), above(b, Level::Equality)),
            Node::Ite(c, a, b) => {
                let text =
                    format!("{} ? {} : {}", above(c, Level::Choice), above(a, Level::Choice), at(b, Level::Choice));
                (text, Level::Choice)
            }
            Node::Neg(a) => (format!("-{}", above(a, Level::Unary)), Level::Unary),
            Node::BvNot(a) => (format!("~{}", at(a, Level::Unary)), Level::Unary),
            Node::Add(a, b) => match *self.terms.node(b) {
                // x + (2^w - 1) is x - 1 to every reader.
                Node::Constant { value, width } if signed(value, width) < 0 && value != signed_min(width) => {
                    let (magnitude, _) = constant(value.wrapping_neg() & mask(width), width);
                    binary("-", Level::Sum, at(a, Level::Sum), magnitude)
                }
                _ => binary("+", Level::Sum, at(a, Level::Sum), above(b, Level::Sum)),
            },
            Node::Sub(a, b) => binary("-", Level::Sum, at(a, Level::Sum), above(b, Level::Sum)),
            Node::Mul(a, b) => binary("*", Level::Product, at(a, Level::Product), above(b, Level::Product)),
            Node::Udiv(a, b) => self.unsigned("/", Level::Product, a, b, depth),
            Node::Urem(a, b) => self.unsigned("%", Level::Product, a, b, depth),
            Node::Sdiv(a, b) => binary("/", Level::Product, at(a, Level::Product), above(b, Level::Product)),
            Node::Srem(a, b) => binary("%", Level::Product, at(a, Level::Product), above(b, Level::Product)),
            Node::BvAnd(a, b) => binary("&", Level::BitAnd, at(a, Level::BitAnd), above(b, Level::BitAnd)),
            Node::BvOr(a, b) => binary("|", Level::BitOr, at(a, Level::BitOr), above(b, Level::BitOr)),
            Node::BvXor(a, b) => binary("^", Level::BitXor, at(a, Level::BitXor), above(b, Level::BitXor)),
            Node::Shl(a, b) => binary("<<", Level::Shift, at(a, Level::Shift), above(b, Level::Shift)),
            Node::Ashr(a, b) => binary(">>", Level::Shift, at(a, Level::Shift), above(b, Level::Shift)),
            Node::Lshr(a, b) => {
                let left = self.as_unsigned(a, depth);
                binary(">>", Level::Shift, left, above(b, Level::Shift))
            }
            Node::Ult(a, b) => self.unsigned("<", Level::Relation, a, b, depth),
            Node::Slt(a, b) => binary("<", Level::Relation, at(a, Level::Relation), above(b, Level::Relation)),
            Node::Concat(a, b) => (format!("concat({}, {})", self.inner(a, depth), self.inner(b, depth)), Level::Atom),
            Node::Extract { term, low: 0, width } if matches!(width, 8 | 16 | 32 | 64) => {
                (format!("({}){}", c_type(width, true), at(term, Level::Unary)), Level::Unary)
            }
            Node::Extract { term, low, width: 1 } => (format!("{}[{low}]", at(term, Level::Atom)), Level::Atom),
            Node::Extract { term, low, width } => {
                (format!("{}[{}:{low}]", at(term, Level::Atom), low + width - 1), Level::Atom)
            }
            Node::ZeroExtend(a, width) => {
                let from = c_type(self.terms.width(a), false);
                (format!("({})({from}){}", c_type(width, true), at(a, Level::Unary)), Level::Unary)
            }
            Node::SignExtend(a, width) => (format!("({}){}", c_type(width, true), at(a, Level::Unary)), Level::Unary),
            Node::Select(a, i) => (format!("{}[{}]", at(a, Level::Atom), self.inner(i, depth)), Level::Atom),
            Node::Store(a, i, v) => {
                let text = format!("{}{{[{}] = {}}}", at(a, Level::Atom), self.inner(i, depth), self.inner(v, depth));
                (text, Level::Atom)
            }
            Node::ConstantArray { element, .. } => (format!("{{{}, …}}", self.inner(element, depth)), Level::Atom),
            Node::Apply(f, ref arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|a| self.inner(*a, depth)).collect();
                (format!("{}({})", self.terms.function_name(f), arguments.join(", ")), Level::Atom)
            }
        }
    }

    fn inner(&self, t: Term, depth: u32) -> String {
        self.c(t, depth - 1).0
    }

    /// The operand, in parentheses if it binds less than the level.
    fn operand(&self, t: Term, level: Level, depth: u32) -> String {
        let (text, own) = self.c(t, depth - 1);
        if own < level { format!("({text})") } else { text }
    }

    /// The operand, in parentheses unless it binds tighter than the level.
    fn operand_above(&self, t: Term, level: Level, depth: u32) -> String {
        let (text, own) = self.c(t, depth - 1);
        if own <= level { format!("({text})") } else { text }
    }

    /// The negation of a comparison is the opposite comparison.
    fn negation(&self, a: Term, depth: u32) -> (String, Level) {
        match *self.terms.node(a) {
            Node::Equal(x, y) => {
                let (x, y) =
                    (self.operand_above(x, Level::Equality, depth), self.operand_above(y, Level::Equality, depth));
                (format!("{x} != {y}"), Level::Equality)
            }
            Node::Ult(x, y) => self.unsigned("<=", Level::Relation, y, x, depth),
            Node::Slt(x, y) => {
                let (x, y) = (self.operand_above(x, Level::Relation, depth), self.operand(y, Level::Relation, depth));
                (format!("{y} <= {x}"), Level::Relation)
            }
            _ => (format!("!{}", self.operand(a, Level::Unary, depth)), Level::Unary),
        }
    }

    fn unsigned(&self, operator: &str, level: Level, a: Term, b: Term, depth: u32) -> (String, Level) {
        // One unsigned operand makes the operation unsigned.
        let left = if self.terms.as_constant(a).is_some() { self.plain(a) } else { self.as_unsigned(a, depth) };
        let right = if self.terms.as_constant(b).is_some() { self.plain(b) } else { self.as_unsigned(b, depth) };
        (format!("{left} {operator} {right}"), level)
    }

    /// A constant as an unsigned number.
    fn plain(&self, t: Term) -> String {
        format!("{}u", self.terms.as_constant(t).unwrap_or_default())
    }

    fn as_unsigned(&self, t: Term, depth: u32) -> String {
        match *self.terms.node(t) {
            // The outer cast of a zero extension can be unsigned at once.
            Node::ZeroExtend(a, width) => {
                let from = c_type(self.terms.width(a), false);
                format!("({})({from}){}", c_type(width, false), self.operand(a, Level::Unary, depth))
            }
            _ => format!("({}){}", c_type(self.terms.width(t), false), self.operand(t, Level::Unary, depth)),
        }
    }
}

fn constant(value: u128, width: u32) -> (String, Level) {
    let number = if width == 1 { value as i128 } else { signed(value, width) };
    (number.to_string(), if number < 0 { Level::Unary } else { Level::Atom })
}

/// The name of an integer type of a width; C23's for widths without a name of their own.
fn c_type(width: u32, sign: bool) -> String {
    let name = match width {
        8 => "char",
        16 => "short",
        32 => "int",
        64 => "long long",
        _ => return format!("{}_BitInt({width})", if sign { "" } else { "unsigned " }),
    };
    match (sign, width) {
        (true, 8) => "signed char".to_string(),
        (true, _) => name.to_string(),
        (false, 32) => "unsigned".to_string(),
        (false, _) => format!("unsigned {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Sort;

    #[test]
    fn as_people_write_it() {
        let mut s = Terms::new();
        let word = Sort::Bv(32);
        let (x, y, n) = (s.variable("x", word), s.variable("y", word), s.variable("n", word));
        let (p, q) = (s.variable("p", Sort::Bool), s.variable("q", Sort::Bool));
        let c = s.variable("c", Sort::Bv(8));
        let m = s.variable("m", Sort::Array { index: 32, element: 32 });
        let (zero, one, three, minus) =
            (s.constant(0, 32), s.constant(1, 32), s.constant(3, 32), s.constant(u128::MAX, 32));
        let mut cases: Vec<(Term, &str)> = vec![(s.equal(x, one), "x == 1")];
        cases.push((s.distinct(one, x), "x != 1"));
        cases.push((s.slt(x, n), "x < n"));
        cases.push((s.sle(x, n), "x <= n"));
        cases.push((s.ult(x, n), "(unsigned)x < (unsigned)n"));
        cases.push((s.ult(x, three), "(unsigned)x < 3u"));
        cases.push((s.slt(x, minus), "x < -1"));
        let before = s.add(x, minus);
        cases.push((s.slt(before, n), "x - 1 < n"));
        let sum = s.add(x, y);
        let product = s.mul(sum, n);
        cases.push((product, "n * (x + y)"));
        let difference = s.sub(x, sum);
        let difference = s.sub(n, difference);
        cases.push((difference, "n - (x - (x + y))"));
        let low = s.bv_and(x, three);
        cases.push((s.equal(low, zero), "(x & 3) == 0"));
        let both = s.and(p, q);
        let either = s.or(p, q);
        let neither = s.not(either);
        cases.push((both, "p && q"));
        cases.push((neither, "!(p || q)"));
        let mixed = s.or(neither, both);
        cases.push((mixed, "p && q || !(p || q)"));
        let wide = s.sign_extend(c, 32);
        cases.push((s.slt(wide, x), "(int)c < x"));
        let wide = s.zero_extend(c, 32);
        cases.push((s.slt(wide, x), "(int)(unsigned char)c < x"));
        let read = s.select(m, sum);
        cases.push((s.equal(read, one), "m[x + y] == 1"));
        cases.push((s.lshr(x, three), "(unsigned)x >> 3"));
        cases.push((s.ashr(x, three), "x >> 3"));
        cases.push((s.extract(x, 3, 5), "x[7:3]"));
        let choice = s.ite(p, x, y);
        cases.push((s.slt(choice, n), "(p ? x : y) < n"));
        for (t, expected) in cases {
            assert_eq!(s.to_c(t), expected);
        }
    }

    #[test]
    fn deep_terms_are_cut_off() {
        let mut s = Terms::new();
        let mut t = s.variable("x", Sort::Bv(32));
        let y = s.variable("y", Sort::Bv(32));
        for _ in 0..10_000 {
            t = s.mul(t, y);
            t = s.bv_xor(t, y);
        }
        assert!(s.to_c(t).contains('…'));
        // A DAG with few nodes and 2^50 paths.
        let mut t = s.variable("x", Sort::Bv(32));
        for _ in 0..50 {
            t = s.mul(t, t);
        }
        assert!(s.to_c(t).len() < 100_000);
    }
}
