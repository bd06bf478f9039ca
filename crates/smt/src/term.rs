//! What a term is: its index, its sort and its node.

/// A term: an index into the store that made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(pub(crate) u32);

impl Term {
    /// The number of the term in its store; children have smaller numbers than their parents.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The sort of a term. Widths are between 1 and 128.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// True or false.
    Bool,
    /// A bit-vector of that many bits.
    Bv(u32),
    /// A total map between bit-vectors of two widths.
    Array {
        /// The width of an index.
        index: u32,
        /// The width of an element.
        element: u32,
    },
}

impl Sort {
    /// The width of a bit-vector; 1 for Bool, which is a bit as a value.
    ///
    /// # Panics
    /// For arrays, which have no width.
    pub fn width(self) -> u32 {
        match self {
            Sort::Bool => 1,
            Sort::Bv(width) => width,
            Sort::Array { .. } => panic!("an array has no width"),
        }
    }
}

/// The name of a variable: an index into the store's names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub(crate) u32);

/// An uninterpreted function: an index into the store's functions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Function(pub(crate) u32);

/// An operator with its operands. Operators that are not here (`ule`, `sle`, `implies`, Boolean `xor`, …) are expressed by those
/// that are. The operands of commutative operators are ordered: constants last, else the older term first.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A truth value.
    Bool(bool),
    /// A bit-vector constant.
    Constant {
        /// Its value, below 2^width.
        value: u128,
        /// Its width.
        width: u32,
    },
    /// A variable of any sort.
    Variable(Symbol, Sort),
    /// Negation of a Bool.
    Not(Term),
    /// Conjunction.
    And(Term, Term),
    /// Disjunction.
    Or(Term, Term),
    /// Equality of two terms of one sort.
    Equal(Term, Term),
    /// If the first then the second else the third, of any sort.
    Ite(Term, Term, Term),
    /// Two's complement negation.
    Neg(Term),
    /// Bitwise complement.
    BvNot(Term),
    /// Addition modulo 2^width.
    Add(Term, Term),
    /// Subtraction modulo 2^width.
    Sub(Term, Term),
    /// Multiplication modulo 2^width.
    Mul(Term, Term),
    /// Unsigned division; by zero all ones.
    Udiv(Term, Term),
    /// Unsigned remainder; by zero the dividend.
    Urem(Term, Term),
    /// Signed division, truncating; by zero 1 for a negative dividend, else −1.
    Sdiv(Term, Term),
    /// Signed remainder with the sign of the dividend; by zero the dividend.
    Srem(Term, Term),
    /// Bitwise conjunction.
    BvAnd(Term, Term),
    /// Bitwise disjunction.
    BvOr(Term, Term),
    /// Bitwise exclusive disjunction.
    BvXor(Term, Term),
    /// Shift left; by the width or more zero.
    Shl(Term, Term),
    /// Logical shift right; by the width or more zero.
    Lshr(Term, Term),
    /// Arithmetic shift right; by the width or more all sign bits.
    Ashr(Term, Term),
    /// Unsigned less-than.
    Ult(Term, Term),
    /// Signed less-than.
    Slt(Term, Term),
    /// The bits of the first above those of the second.
    Concat(Term, Term),
    /// `width` bits from bit `low` on.
    Extract {
        /// The bit-vector whose bits these are.
        term: Term,
        /// The lowest bit.
        low: u32,
        /// How many bits.
        width: u32,
    },
    /// The operand with zeros above, to that width.
    ZeroExtend(Term, u32),
    /// The operand with copies of its sign bit above, to that width.
    SignExtend(Term, u32),
    /// The element of an array at an index.
    Select(Term, Term),
    /// An array with one element changed: array, index, element.
    Store(Term, Term, Term),
    /// The array with this element everywhere.
    ConstantArray {
        /// The width of an index.
        index: u32,
        /// The element.
        element: Term,
    },
    /// An uninterpreted function applied to arguments.
    Apply(Function, Box<[Term]>),
}

impl Node {
    /// Calls `f` with every operand, in order.
    pub fn for_each_child(&self, mut f: impl FnMut(Term)) {
        match self {
            Node::Bool(_) | Node::Constant { .. } | Node::Variable(..) => {}
            Node::Not(a)
            | Node::Neg(a)
            | Node::BvNot(a)
            | Node::Extract { term: a, .. }
            | Node::ZeroExtend(a, _)
            | Node::SignExtend(a, _)
            | Node::ConstantArray { element: a, .. } => f(*a),
            Node::And(a, b)
            | Node::Or(a, b)
            | Node::Equal(a, b)
            | Node::Add(a, b)
            | Node::Sub(a, b)
            | Node::Mul(a, b)
            | Node::Udiv(a, b)
            | Node::Urem(a, b)
            | Node::Sdiv(a, b)
            | Node::Srem(a, b)
            | Node::BvAnd(a, b)
            | Node::BvOr(a, b)
            | Node::BvXor(a, b)
            | Node::Shl(a, b)
            | Node::Lshr(a, b)
            | Node::Ashr(a, b)
            | Node::Ult(a, b)
            | Node::Slt(a, b)
            | Node::Concat(a, b)
            | Node::Select(a, b) => {
                f(*a);
                f(*b);
            }
            Node::Ite(a, b, c) | Node::Store(a, b, c) => {
                f(*a);
                f(*b);
                f(*c);
            }
            Node::Apply(_, arguments) => arguments.iter().for_each(|a| f(*a)),
        }
    }

    /// The operands, in order.
    pub fn children(&self) -> Vec<Term> {
        let mut children = Vec::new();
        self.for_each_child(|t| children.push(t));
        children
    }
}
