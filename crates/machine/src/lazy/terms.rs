//! Hash-consed terms over nondeterministic symbols.
//!
//! A [`LazyId`] is the index of a term. Equal terms have equal ids, in all states of a search, so components that hold
//! lazy values compare and hash like any other. A term is a symbol (an input nobody has looked at yet) or a pure
//! operation on terms and constants; it never contains a constant subterm. Symbols are numbered per state; their
//! domains are kept beside the state. One term stands for anything: what an abstraction has forgotten.

use raddle_deadline::Deadline;
use raddle_program::{BinaryOp, Scalar};
use rustc_hash::FxHashMap;

use super::domain::Domain;
use super::formula::is_encoded;
use super::joint::Judge;
use super::reading::Reading;
use crate::arith;
use crate::oracle::{ArrayOp, LazyOp};
use crate::value::{LazyId, Value};

raddle_program::ids! {
    /// A symbol: a nondeterministic value, by its number among those of a state or of a formula.
    SymbolId = "s";
}

/// A nondeterministic value: its type and what it may still be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symbol {
    /// Its type.
    pub ty: Scalar,
    /// The bit patterns it may have, as far as intervals can say.
    pub domain: Domain,
    /// Questions about it that were answered but could not be turned into intervals, sorted. They are applied as soon
    /// as the domain is small. A question about several symbols is kept with the last of them ([`super::joint`]).
    pub constraints: Vec<Constraint>,
    /// Which answer of the environment it is, if others have to go with it.
    pub reading: Option<Reading>,
}

/// A term and whether it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Constraint {
    /// The term.
    pub term: LazyId,
    /// Its type.
    pub ty: Scalar,
    /// Whether it is true.
    pub holds: bool,
}

impl Symbol {
    /// A symbol of which only the domain is known.
    pub fn new(ty: Scalar, domain: Domain) -> Symbol {
        Symbol { ty, domain, constraints: Vec::new(), reading: None }
    }

    /// The constraints that are about this symbol alone.
    pub fn own<'a>(&'a self, terms: &'a Terms) -> impl Iterator<Item = &'a Constraint> {
        self.constraints.iter().filter(|c| terms.symbols(c.term).len() < 2)
    }

    /// Whether a bit pattern agrees with the constraints that are about this symbol alone.
    pub fn admits(&self, value: u128, terms: &Terms) -> bool {
        self.own(terms)
            .all(|c| terms.evaluate(c.term, &|_| value).is_some_and(|result| arith::is_true(c.ty, result) == c.holds))
    }

    /// A bit pattern it may have; `None` if none was found.
    pub fn example(&self, terms: &Terms) -> Option<u128> {
        const TRIES: usize = 1 << 18;
        let simplest = self.domain.simplest(self.ty)?;
        std::iter::once(simplest).chain(self.domain.values().take(TRIES)).find(|v| self.admits(*v, terms))
    }
}

/// A term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Term {
    /// [`LazyId::ANY`].
    Any,
    /// A symbol of the state.
    Symbol(SymbolId),
    /// A pure operation; unused arguments are zero.
    Apply(LazyOp, [Value; 3]),
}

/// How many arguments an operation takes.
fn arity(op: LazyOp) -> usize {
    match op {
        LazyOp::Unary(..) | LazyOp::Cast(..) | LazyOp::Extract { .. } => 1,
        LazyOp::Binary(..) | LazyOp::Concat { .. } => 2,
        LazyOp::Ite(..) | LazyOp::Array(ArrayOp::Store | ArrayOp::Choose(_), _) => 3,
        LazyOp::Array(ArrayOp::Select, _) => 2,
    }
}

/// Whether an operation is a quotient, or a product of two values that nobody knows.
fn multiplies(op: LazyOp, args: &[Value; 3]) -> bool {
    match (op, args) {
        (LazyOp::Binary(BinaryOp::Mul, ..), [Value::Lazy(_), Value::Lazy(_), _]) => true,
        (LazyOp::Binary(BinaryOp::Div | BinaryOp::Rem, ..), [_, Value::Bits(divisor), _]) => !divisor.is_power_of_two(),
        (LazyOp::Binary(BinaryOp::Div | BinaryOp::Rem, ..), _) => true,
        (LazyOp::Unary(..) | LazyOp::Binary(..) | LazyOp::Cast(..) | LazyOp::Ite(..) | LazyOp::Extract { .. }, _)
        | (LazyOp::Concat { .. } | LazyOp::Array(..), _) => false,
    }
}

/// The result of an operation on [`Value::ANY`]. Two occurrences of it need not be the same value, so only what a constant
/// decides by itself is known.
fn apply_to_anything(op: LazyOp, args: &[Value]) -> Value {
    match (op, args) {
        (
            LazyOp::Binary(BinaryOp::And | BinaryOp::Mul, Scalar::Int { .. }, _),
            [Value::Bits(0), _] | [_, Value::Bits(0)],
        ) => Value::ZERO,
        (LazyOp::Ite(condition, _), [Value::Bits(c), a, b]) => {
            if arith::is_true(condition, *c) {
                *a
            } else {
                *b
            }
        }
        (LazyOp::Unary(..) | LazyOp::Binary(..) | LazyOp::Cast(..) | LazyOp::Ite(..), _)
        | (LazyOp::Extract { .. } | LazyOp::Concat { .. } | LazyOp::Array(..), _) => Value::ANY,
    }
}

/// The store of all terms.
#[derive(Clone, Debug)]
pub struct Terms {
    terms: Vec<Term>,
    /// The symbols of each term, sorted.
    symbols: Vec<Box<[SymbolId]>>,
    /// Whether the solver is good at each term.
    easy: Vec<bool>,
    ids: FxHashMap<Term, LazyId>,
    deadline: Deadline,
    /// Who decides questions about several symbols.
    pub(super) joint: Judge,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms::within(&Deadline::new())
    }
}

impl Terms {
    /// No terms yet. What is done with them looks at a deadline: a term is a DAG, and a walk over all its paths can take for ever.
    pub fn within(deadline: &Deadline) -> Terms {
        let deadline = deadline.clone();
        let mut terms = Terms {
            terms: Vec::new(),
            symbols: Vec::new(),
            easy: Vec::new(),
            ids: FxHashMap::default(),
            deadline,
            joint: Judge::default(),
        };
        let any = terms.intern(Term::Any);
        debug_assert_eq!(any, LazyId::ANY);
        terms
    }

    /// When everything that is done with the terms has to end.
    pub fn deadline(&self) -> &Deadline {
        &self.deadline
    }

    /// The term behind an id.
    pub fn get(&self, id: LazyId) -> Term {
        self.terms[id.0 as usize]
    }

    /// The arguments of a term that is an operation.
    pub fn args(&self, id: LazyId) -> (Option<LazyOp>, Vec<Value>) {
        match self.get(id) {
            Term::Any | Term::Symbol(_) => (None, Vec::new()),
            Term::Apply(op, args) => (Some(op), args[..arity(op)].to_vec()),
        }
    }

    /// The symbols a term depends on, sorted.
    pub fn symbols(&self, id: LazyId) -> &[SymbolId] {
        &self.symbols[id.0 as usize]
    }

    /// The term that is just a symbol.
    pub fn symbol(&mut self, index: SymbolId) -> LazyId {
        self.intern(Term::Symbol(index))
    }

    /// The term that is just a symbol, if anybody has asked for it before.
    pub fn find_symbol(&self, index: SymbolId) -> Option<LazyId> {
        self.ids.get(&Term::Symbol(index)).copied()
    }

    fn intern(&mut self, term: Term) -> LazyId {
        self.deadline.look();
        if let Some(id) = self.ids.get(&term) {
            return *id;
        }
        let symbols: Box<[SymbolId]> = match term {
            Term::Any => Box::new([]),
            Term::Symbol(index) => Box::new([index]),
            Term::Apply(_, args) => {
                let mut all = Vec::new();
                for arg in args {
                    match arg {
                        Value::Bits(_) => {}
                        Value::Lazy(id) => all.extend_from_slice(self.symbols(id)),
                    }
                }
                all.sort_unstable();
                all.dedup();
                all.into()
            }
        };
        let easy = match term {
            Term::Any => false,
            Term::Symbol(_) => true,
            Term::Apply(op, args) => {
                is_encoded(op) && !multiplies(op, &args) && args.iter().all(|arg| self.is_easy(*arg))
            }
        };
        let id = LazyId(u32::try_from(self.terms.len()).expect("fewer than 2^32 terms"));
        self.easy.push(easy);
        self.terms.push(term);
        self.symbols.push(symbols);
        self.ids.insert(term, id);
        id
    }

    /// Whether the solver decides questions about a value quickly: it has a meaning in the logic, which floats have not, and nothing is
    /// divided or multiplied.
    pub fn is_easy(&self, value: Value) -> bool {
        match value {
            Value::Bits(_) => true,
            Value::Lazy(id) => self.easy[id.0 as usize],
        }
    }

    /// The value of an operation; `None` if it has none for these constants (a division by zero).
    pub fn apply(&mut self, op: LazyOp, args: &[Value]) -> Option<Value> {
        let mut bits = [0u128; 3];
        let mut constant = true;
        for (i, arg) in args.iter().enumerate() {
            match arg {
                Value::Bits(b) => bits[i] = *b,
                Value::Lazy(_) => constant = false,
            }
        }
        // A map with known elements is no number, so it is a term.
        if constant && !matches!(op, LazyOp::Array(..)) {
            return arith::apply(op, &bits[..args.len()]).map(Value::Bits);
        }
        if args.contains(&Value::ANY) {
            return Some(apply_to_anything(op, args));
        }
        if let Some(value) = self.simplify(op, args) {
            return Some(value);
        }
        let mut full = [Value::ZERO; 3];
        full[..args.len()].copy_from_slice(args);
        Some(Value::Lazy(self.intern(Term::Apply(op, full))))
    }

    /// The number that some bytes of a term are, from `first` on.
    pub fn bytes(&mut self, id: LazyId, first: u8, count: u8) -> Value {
        let of = Scalar::Int { bits: 8 * (first + count), signed: false };
        // Only division has no result.
        self.apply(LazyOp::Extract { of, first, count }, &[Value::Lazy(id)]).unwrap_or(Value::ANY)
    }

    /// Identities that keep terms small and chains invertible.
    fn simplify(&mut self, op: LazyOp, args: &[Value]) -> Option<Value> {
        match op {
            LazyOp::Cast(Scalar::Int { bits: from, .. }, Scalar::Int { bits: to, .. }) if from == to => Some(args[0]),
            LazyOp::Extract { of, first: 0, count } if u64::from(count) == of.size() && of.bits() % 8 == 0 => {
                Some(args[0])
            }
            LazyOp::Extract { of: _, first, count } => self.simplify_extract(args[0], first, count),
            LazyOp::Concat { low, high } => self.simplify_concat(args[0], args[1], low, high),
            LazyOp::Ite(condition, _) => match args[0] {
                Value::Bits(c) => Some(if arith::is_true(condition, c) { args[1] } else { args[2] }),
                Value::Lazy(_) => (args[1] == args[2]).then_some(args[1]),
            },
            LazyOp::Binary(op, ty, _) => self.simplify_binary(op, ty, args[0], args[1]),
            LazyOp::Array(op, elements) => self.simplify_array(op, elements, args),
            LazyOp::Unary(..) | LazyOp::Cast(..) => None,
        }
    }

    fn simplify_extract(&mut self, arg: Value, first: u8, count: u8) -> Option<Value> {
        let Value::Lazy(id) = arg else { return None };
        match self.get(id) {
            Term::Apply(LazyOp::Extract { of, first: inner, .. }, args) => {
                self.apply(LazyOp::Extract { of, first: inner + first, count }, &args[..1])
            }
            Term::Apply(LazyOp::Concat { low, high }, args) => {
                let unsigned = |bytes: u8| Scalar::Int { bits: bytes * 8, signed: false };
                if first + count <= low {
                    self.apply(LazyOp::Extract { of: unsigned(low), first, count }, &args[..1])
                } else if first >= low {
                    self.apply(LazyOp::Extract { of: unsigned(high), first: first - low, count }, &args[1..2])
                } else {
                    None
                }
            }
            Term::Apply(..) | Term::Symbol(_) | Term::Any => None,
        }
    }

    /// Two neighbouring pieces of one value are a larger piece of it.
    fn simplify_concat(&mut self, low: Value, high: Value, low_bytes: u8, high_bytes: u8) -> Option<Value> {
        let (Value::Lazy(l), Value::Lazy(h)) = (low, high) else { return None };
        match (self.get(l), self.get(h)) {
            (
                Term::Apply(LazyOp::Extract { of, first, .. }, a),
                Term::Apply(LazyOp::Extract { of: of2, first: first2, .. }, b),
            ) if of == of2 && a[0] == b[0] && first2 == first + low_bytes => {
                self.apply(LazyOp::Extract { of, first, count: low_bytes + high_bytes }, &a[..1])
            }
            _ => None,
        }
    }

    fn simplify_binary(&mut self, op: BinaryOp, ty: Scalar, a: Value, b: Value) -> Option<Value> {
        if !matches!(ty, Scalar::Int { .. }) {
            return None;
        }
        match (op, a, b) {
            (BinaryOp::Add | BinaryOp::Or | BinaryOp::Xor, Value::Bits(0), x)
            | (
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Shl | BinaryOp::Shr,
                x,
                Value::Bits(0),
            )
            | (BinaryOp::Mul | BinaryOp::Div, x, Value::Bits(1))
            | (BinaryOp::Mul, Value::Bits(1), x) => Some(x),
            (BinaryOp::Mul | BinaryOp::And, Value::Bits(0), _) | (BinaryOp::Mul | BinaryOp::And, _, Value::Bits(0)) => {
                Some(Value::ZERO)
            }
            (BinaryOp::Sub | BinaryOp::Xor, x, y) if x == y => Some(Value::ZERO),
            (BinaryOp::And | BinaryOp::Or, x, y) if x == y => Some(x),
            (BinaryOp::Eq | BinaryOp::Le | BinaryOp::Ge, x, y) if x == y => Some(Value::Bits(1)),
            (BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Gt, x, y) if x == y => Some(Value::ZERO),
            (BinaryOp::Ne, Value::Lazy(id), Value::Bits(0)) if self.is_truth_value(id) => Some(a),
            _ => None,
        }
    }

    /// Whether a term is 0 or 1 whatever its symbols are.
    fn is_truth_value(&self, id: LazyId) -> bool {
        match self.get(id) {
            Term::Any | Term::Symbol(_) => false,
            Term::Apply(LazyOp::Binary(op, ..), _) => op.is_comparison(),
            // A comparison is an `int`; widening or narrowing it keeps 0 and 1.
            Term::Apply(LazyOp::Cast(Scalar::Int { .. }, Scalar::Int { .. }), args) => match args[0] {
                Value::Lazy(arg) => self.is_truth_value(arg),
                Value::Bits(_) => false,
            },
            Term::Apply(..) => false,
        }
    }

    /// The value of a term whose symbols are all given; `None` if an operation has none.
    pub fn evaluate(&self, id: LazyId, symbol: &dyn Fn(SymbolId) -> u128) -> Option<u128> {
        self.deadline.look();
        match self.get(id) {
            Term::Any => None,
            Term::Symbol(index) => Some(symbol(index)),
            Term::Apply(op, args) => {
                let mut bits = [0u128; 3];
                for (i, arg) in args[..arity(op)].iter().enumerate() {
                    bits[i] = match arg {
                        Value::Bits(b) => *b,
                        Value::Lazy(arg) => self.evaluate(*arg, symbol)?,
                    };
                }
                arith::apply(op, &bits[..arity(op)])
            }
        }
    }

    /// The term with its symbols replaced; `None` if an operation has no value for the constants put in.
    pub fn substitute(&mut self, id: LazyId, symbol: &dyn Fn(SymbolId) -> Substitute) -> Option<Value> {
        self.deadline.look();
        match self.get(id) {
            Term::Any => Some(Value::ANY),
            Term::Symbol(index) => Some(match symbol(index) {
                Substitute::Constant(bits) => Value::Bits(bits),
                Substitute::Symbol(index) => Value::Lazy(self.symbol(index)),
            }),
            Term::Apply(op, args) => {
                let mut new = [Value::ZERO; 3];
                for (i, arg) in args[..arity(op)].iter().enumerate() {
                    new[i] = match arg {
                        Value::Bits(_) => *arg,
                        Value::Lazy(arg) => self.substitute(*arg, symbol)?,
                    };
                }
                self.apply(op, &new[..arity(op)])
            }
        }
    }
}

impl Terms {
    /// Whether bits of a value depend on bits of other values that have other places in them.
    pub fn takes_apart(&self, value: Value) -> bool {
        self.deadline.look();
        let Value::Lazy(id) = value else { return false };
        match self.get(id) {
            Term::Any | Term::Symbol(_) => false,
            Term::Apply(LazyOp::Extract { .. } | LazyOp::Concat { .. } | LazyOp::Array(..), _) => true,
            Term::Apply(LazyOp::Binary(BinaryOp::Shl | BinaryOp::Shr, ..), _) => true,
            Term::Apply(LazyOp::Binary(BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem, ..), _) => true,
            Term::Apply(_, args) => args.iter().any(|arg| self.takes_apart(*arg)),
        }
    }

    /// A comparison in a term that is about one symbol only, innermost first.
    pub fn comparison_inside(&self, id: LazyId) -> Option<LazyId> {
        self.deadline.look();
        let Term::Apply(op, args) = self.get(id) else { return None };
        let inner = args[..arity(op)].iter().find_map(|arg| match arg {
            Value::Bits(_) => None,
            Value::Lazy(arg) => self.comparison_inside(*arg),
        });
        let here = || match op {
            LazyOp::Binary(op, ..) => (op.is_comparison() && self.symbols(id).len() == 1).then_some(id),
            LazyOp::Unary(..) | LazyOp::Cast(..) | LazyOp::Ite(..) | LazyOp::Extract { .. } => None,
            LazyOp::Concat { .. } | LazyOp::Array(..) => None,
        };
        inner.or_else(here)
    }

    /// The term with a part of it replaced; `None` if an operation has no value for the constants put in.
    pub fn replace(&mut self, id: LazyId, part: LazyId, by: Value) -> Option<Value> {
        self.deadline.look();
        if id == part {
            return Some(by);
        }
        match self.get(id) {
            Term::Any | Term::Symbol(_) => Some(Value::Lazy(id)),
            Term::Apply(op, args) => {
                let mut new = args;
                for arg in &mut new[..arity(op)] {
                    if let Value::Lazy(inner) = *arg {
                        *arg = self.replace(inner, part, by)?;
                    }
                }
                self.apply(op, &new[..arity(op)])
            }
        }
    }
}

/// What a symbol is replaced by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Substitute {
    /// A known bit pattern.
    Constant(u128),
    /// Another symbol of the same type and domain.
    Symbol(SymbolId),
}
