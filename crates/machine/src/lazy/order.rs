//! When one state with unknown values is below another.
//!
//! A state with symbols and [`LazyId::ANY`] stands for a set of concrete states. `a` is *below* `b` if `b` is `a` with some
//! values forgotten: where `b` has ANY or indeterminate bytes, `a` may have whatever it has; where `b` has a symbol, also in a term, `a` has
//! at every occurrence of it the same value, within the symbol's domain; everywhere else the two are equal. What `b` says of
//! several symbols at once (`x < y`) `a` says as well, of what it has for them. A compound term is within a symbol's domain if its
//! bounds are ([`bounds`]).
//!
//! **Soundness.** Any assignment of values to `b`'s symbols within their domains that agrees with what is said of several at once
//! is a concrete state of `b`. The assignment that `a`'s values make is one, so γ(a) ⊆ γ(b). (Two states of which neither
//! is below the other in this sense may still be so in meaning: the answer may be a wrong no, never a wrong yes.)
//! A symbol of `b` that is an answer of the environment ([`super::Reading`]) says more: what later answers can be. So only symbols that are
//! no such answers stand for others; of symbols that it does not mention `b` says nothing; and what it says of one symbol is kept with
//! that one.

use std::collections::BTreeSet;
use std::sync::Arc;

use raddle_program::Id;

use super::bounds;
use super::terms::{Constraint, Symbol, SymbolId, Term, Terms};
use crate::arith;
use crate::memory::from_bytes;
use crate::state::{Block, Frame, State, Status, Thread};
use crate::value::{LazyId, Value};

/// Whether every concrete state of `a` is one of `b`; each with its symbols.
pub fn is_below(a: (&State, &[Symbol]), b: (&State, &[Symbol]), terms: &Terms) -> bool {
    let mut order =
        Order { a: a.1, b: b.1, assigned: vec![None; b.1.len()], compared: BTreeSet::new(), terms, pieces: None };
    order.states(a.0, b.0) && order.joint() && order.says_nothing_else()
}

/// What a concrete state has where `b` has something symbolic, if they are the same everywhere else. (The domains of the
/// symbols are not looked at.)
pub fn pieces(concrete: &State, b: (&State, &[Symbol]), terms: &Terms) -> Option<Vec<Piece>> {
    let mut order = Order {
        a: &[],
        b: b.1,
        assigned: vec![None; b.1.len()],
        compared: BTreeSet::new(),
        terms,
        pieces: Some(Vec::new()),
    };
    if order.states(concrete, b.0) { order.pieces } else { None }
}

/// A part of a symbolic value and what it is in a concrete state.
#[derive(Clone, Copy, Debug)]
pub struct Piece {
    /// The value.
    pub term: LazyId,
    /// Its first byte, and how many; `None`: all of it.
    pub bytes: Option<(u8, u32)>,
    /// The bits.
    pub bits: u128,
}

/// The comparison under way.
struct Order<'a> {
    a: &'a [Symbol],
    b: &'a [Symbol],
    /// What `a` has for each symbol of `b`.
    assigned: Vec<Option<Value>>,
    /// Terms that are the same with what is assigned.
    compared: BTreeSet<(LazyId, LazyId)>,
    terms: &'a Terms,
    /// If `a` is concrete and this is wanted: what it has for each symbolic value of `b`, instead of assigning it.
    pieces: Option<Vec<Piece>>,
}

impl Order<'_> {
    fn states(&mut self, a: &State, b: &State) -> bool {
        let same = |x: &State, y: &State| {
            x.ended == y.ended
                && x.threads.len() == y.threads.len()
                && (Arc::ptr_eq(&x.sync, &y.sync) || x.sync == y.sync)
                && (Arc::ptr_eq(&x.memory.shape, &y.memory.shape) || x.memory.shape == y.memory.shape)
        };
        same(a, b)
            && a.threads.iter().zip(&b.threads).all(|(a, b)| self.threads(a, b))
            && a.memory.blocks.iter().zip(&b.memory.blocks).all(|(a, b)| self.blocks(a, b))
    }

    fn threads(&mut self, a: &Arc<Thread>, b: &Arc<Thread>) -> bool {
        if Arc::ptr_eq(a, b) && self.a.is_empty() && self.b.is_empty() {
            return true;
        }
        let statuses = match (a.status, b.status) {
            (Status::Ended { result: x }, Status::Ended { result: y }) => self.values(x, y),
            (x, y) => x == y,
        };
        statuses
            && a.frames.len() == b.frames.len()
            && (a.atomic, a.detached, a.ending, a.ending_key, a.cancel, a.created)
                == (b.atomic, b.detached, b.ending, b.ending_key, b.cancel, b.created)
            && a.keys.len() == b.keys.len()
            && a.keys.iter().zip(&b.keys).all(|((k, x), (l, y))| k == l && self.values(*x, *y))
            && self.values(a.result, b.result)
            && a.frames.iter().zip(&b.frames).all(|(x, y)| self.frames(x, y))
    }

    fn frames(&mut self, a: &Frame, b: &Frame) -> bool {
        (a.func, a.loc, a.base, a.dst) == (b.func, b.loc, b.base, b.dst)
            && a.regs.iter().zip(&b.regs).all(|(x, y)| self.values(*x, *y))
    }

    fn values(&mut self, a: Value, b: Value) -> bool {
        let Value::Lazy(id) = b else { return a == b };
        if id == LazyId::ANY {
            return true;
        }
        if a == Value::ANY {
            return false;
        }
        if let (Some(pieces), Value::Bits(bits)) = (&mut self.pieces, a) {
            pieces.push(Piece { term: id, bytes: None, bits });
            return true;
        }
        if let Term::Symbol(symbol) = self.terms.get(id) {
            return self.assign(symbol, a);
        }
        // A compound term: the same one, over symbols that are the same on both sides, or one of the same form.
        match a {
            _ if a == b => self.terms.symbols(id).iter().all(|s| self.assign_itself(*s)),
            Value::Lazy(mine) => self.forms(mine, id),
            Value::Bits(_) => false,
        }
    }

    /// Whether a term of `a` is a term of `b` with values put in for its symbols. (Symbols are numbered by where they occur
    /// first, so that a value that only one of the two has shifts the numbers.)
    fn forms(&mut self, a: LazyId, b: LazyId) -> bool {
        match (self.terms.get(a), self.terms.get(b)) {
            (Term::Apply(op, mine), Term::Apply(same, theirs)) if op == same => {
                // A part that occurs often is looked at once.
                self.compared.contains(&(a, b)) || {
                    let same = mine.iter().zip(&theirs).all(|(x, y)| self.values(*x, *y));
                    self.compared.extend(same.then_some((a, b)));
                    same
                }
            }
            (Term::Any | Term::Symbol(_) | Term::Apply(..), Term::Any | Term::Symbol(_) | Term::Apply(..)) => false,
        }
    }

    /// Lets a symbol of `b` be a value of `a`.
    fn assign(&mut self, symbol: SymbolId, value: Value) -> bool {
        if let Some(known) = self.assigned[symbol.index()] {
            return known == value;
        }
        let theirs = &self.b[symbol.index()];
        if theirs.reading.is_some() || !theirs.own(self.terms).all(|c| self.terms.symbols(c.term) == [symbol]) {
            return false;
        }
        let fits = match value {
            Value::Bits(bits) => theirs.domain.contains(bits) && theirs.admits(bits, self.terms),
            Value::Lazy(id) => match self.terms.get(id) {
                Term::Symbol(index) => {
                    let mine = &self.a[index.index()];
                    let narrower = mine.domain == theirs.domain || mine.domain.intersect(&theirs.domain) == mine.domain;
                    let implied = theirs.own(self.terms).next().is_none()
                        || index == symbol && theirs.own(self.terms).all(|c| mine.constraints.contains(c));
                    mine.ty.bits() == theirs.ty.bits() && narrower && implied
                }
                Term::Any => false,
                Term::Apply(op, _) => {
                    theirs.own(self.terms).next().is_none()
                        && op.result_bits() <= theirs.ty.bits()
                        && (theirs.domain == super::domain::Domain::full(theirs.ty.bits())
                            || bounds::within(self.terms, self.a, id, theirs.ty, &theirs.domain))
                }
            },
        };
        if fits {
            self.assigned[symbol.index()] = Some(value);
        }
        fits
    }

    /// Whether what `b` says of several symbols at once holds for what is assigned to them: `a` says the same, or has numbers.
    fn joint(&mut self) -> bool {
        let (a, b, terms) = (self.a, self.b, self.terms);
        let theirs = b.iter().flat_map(|s| &s.constraints).filter(|c| terms.symbols(c.term).len() > 1);
        for constraint in theirs {
            let number = |s: SymbolId| match self.assigned[s.index()] {
                Some(Value::Bits(bits)) => Some(bits),
                Some(Value::Lazy(_)) | None => None,
            };
            let holds = match terms.symbols(constraint.term).iter().all(|s| number(*s).is_some()) {
                true => terms
                    .evaluate(constraint.term, &|s| number(s).unwrap_or_default())
                    .is_some_and(|value| arith::is_true(constraint.ty, value) == constraint.holds),
                false => {
                    let same = |c: &&Constraint| (c.ty, c.holds) == (constraint.ty, constraint.holds);
                    a.iter()
                        .flat_map(|s| &s.constraints)
                        .filter(same)
                        .any(|mine| self.forms(mine.term, constraint.term))
                }
            };
            if !holds {
                return false;
            }
        }
        true
    }

    /// Whether `b` says nothing of symbols that it does not mention.
    fn says_nothing_else(&self) -> bool {
        let silent = |s: &Symbol| s.own(self.terms).next().is_none() && s.reading.is_none() && !s.domain.is_empty();
        self.b.iter().zip(&self.assigned).all(|(symbol, assigned)| assigned.is_some() || silent(symbol))
    }

    /// Lets a symbol of `b` be the symbol of `a` with the same number.
    fn assign_itself(&mut self, symbol: SymbolId) -> bool {
        let wanted = |value: Value| match value {
            Value::Lazy(id) => self.terms.get(id) == Term::Symbol(symbol),
            Value::Bits(_) => false,
        };
        if let Some(known) = self.assigned[symbol.index()] {
            return wanted(known);
        }
        match self.terms.find_symbol(symbol) {
            Some(id) if symbol.index() < self.a.len() => self.assign(symbol, Value::Lazy(id)),
            Some(_) | None => false,
        }
    }

    fn blocks(&mut self, a: &Arc<Block>, b: &Arc<Block>) -> bool {
        if Arc::ptr_eq(a, b) && (self.a.is_empty() && self.b.is_empty() || b.lazy.is_empty()) {
            return true;
        }
        if a.bytes.len() != b.bytes.len() {
            return false;
        }
        let mut plain_from = 0;
        for range in &b.lazy {
            if !equal_plain(a, b, plain_from, range.offset) {
                return false;
            }
            plain_from = range.offset + range.len;
            let Some((id, first)) = range.value else { continue };
            if id == LazyId::ANY {
                continue;
            }
            let start = a.lazy.partition_point(|r| r.offset + r.len <= range.offset);
            let value = match a.lazy.get(start).filter(|r| r.offset < plain_from) {
                None => Value::Bits(from_bytes(&a.bytes[range.offset as usize..plain_from as usize])),
                Some(mine) if (mine.offset, mine.len) == (range.offset, range.len) => match mine.value {
                    Some((mine, same)) if same == first => Value::Lazy(mine),
                    Some(_) | None => return false,
                },
                Some(_) => return false,
            };
            if let (Some(pieces), Value::Bits(bits)) = (&mut self.pieces, value) {
                pieces.push(Piece { term: id, bytes: Some((first, range.len)), bits });
            } else if first != 0 || !self.values(value, Value::Lazy(id)) {
                return false;
            }
        }
        equal_plain(a, b, plain_from, b.bytes.len() as u32)
    }
}

/// Whether bytes that are plain in `b` are plain and the same in `a`.
fn equal_plain(a: &Block, b: &Block, from: u32, to: u32) -> bool {
    let lazy = a.lazy.partition_point(|r| r.offset + r.len <= from);
    a.lazy.get(lazy).is_none_or(|r| r.offset >= to)
        && a.bytes[from as usize..to as usize] == b.bytes[from as usize..to as usize]
}

#[cfg(test)]
mod tests {
    use raddle_program::{BinaryOp, FuncId, Loc, Scalar};

    use super::*;
    use crate::lazy::{Domain, may_contain};
    use crate::oracle::LazyOp;
    use crate::state::{Memory, SyncTable};

    const BYTE: Scalar = Scalar::Int { bits: 8, signed: false };

    /// A state whose only thread has these registers.
    fn state(regs: &[Value]) -> State {
        let frame = Frame { func: FuncId(0), loc: Loc(0), regs: regs.to_vec(), base: 0, dst: None };
        let thread = Thread {
            frames: vec![frame],
            status: Status::Running,
            atomic: 0,
            detached: false,
            keys: Vec::new(),
            ending: 0,
            ending_key: 0,
            result: Value::ZERO,
            cancel: 0,
            created: None,
        };
        State {
            memory: Memory { shape: Arc::default(), blocks: Vec::new() },
            threads: vec![Arc::new(thread)],
            sync: Arc::new(SyncTable::default()),
            ended: None,
        }
    }

    /// Two registers with every combination of constants, symbols, a sum and anything; symbols with small and large domains, and
    /// symbols of which the order is known.
    fn samples(terms: &mut Terms) -> Vec<(State, Vec<Symbol>)> {
        let symbols = [Value::Lazy(terms.symbol(SymbolId(0))), Value::Lazy(terms.symbol(SymbolId(1)))];
        let plus_one = LazyOp::Binary(BinaryOp::Add, BYTE, BYTE);
        let sum = terms.apply(plus_one, &[symbols[0], Value::Bits(1)]).expect("a sum has a value");
        let less = terms.apply(LazyOp::Binary(BinaryOp::Lt, BYTE, BYTE), &symbols).expect("a comparison has a value");
        let Value::Lazy(less) = less else { panic!("the order of two symbols is known") };
        let values = [Value::Bits(0), Value::Bits(2), symbols[0], symbols[1], sum, Value::ANY];
        let symbol = |hi: u128| Symbol::new(BYTE, Domain::interval(0, hi));
        let mut all = Vec::new();
        for x in values {
            for y in values {
                for (first, second) in [(2, 2), (3, 2), (255, 255)] {
                    all.push((state(&[x, y]), vec![symbol(first), symbol(second)]));
                }
                if let (Value::Lazy(a), Value::Lazy(b)) = (x, y)
                    && a != b
                    && x != Value::ANY
                    && y != Value::ANY
                    && [a, b].iter().any(|id| terms.symbols(*id) == [SymbolId(1)])
                {
                    let term = less;
                    for holds in [true, false] {
                        let mut second = symbol(3);
                        second.constraints.push(Constraint { term, ty: Scalar::INT, holds });
                        all.push((state(&[x, y]), vec![symbol(3), second]));
                    }
                }
            }
        }
        all
    }

    #[test]
    fn below_is_an_order() {
        let mut terms = Terms::default();
        let all = samples(&mut terms);
        let below: Vec<Vec<bool>> =
            all.iter().map(|a| all.iter().map(|b| is_below((&a.0, &a.1), (&b.0, &b.1), &terms)).collect()).collect();
        assert!(below.iter().flatten().filter(|b| **b).count() > 2 * all.len(), "hardly anything is comparable");
        for i in 0..all.len() {
            assert!(below[i][i], "{:?} is not below itself", all[i]);
            for j in (0..all.len()).filter(|j| below[i][*j]) {
                let k = (0..all.len()).find(|k| below[j][*k] && !below[i][*k]);
                assert!(k.is_none(), "not transitive: {:?}, {:?}, {:?}", all[i], all[j], k.map(|k| &all[k]));
            }
        }
    }

    #[test]
    fn what_is_below_stands_for_fewer_states() {
        let mut terms = Terms::default();
        let all = samples(&mut terms);
        let concrete: Vec<State> =
            (0..5).flat_map(|x| (0..5).map(move |y| state(&[Value::Bits(x), Value::Bits(y)]))).collect();
        let gamma: Vec<Vec<bool>> =
            all.iter().map(|a| concrete.iter().map(|c| may_contain((&a.0, &a.1), c, &terms)).collect()).collect();
        for (i, a) in all.iter().enumerate() {
            for (j, b) in all.iter().enumerate() {
                if is_below((&a.0, &a.1), (&b.0, &b.1), &terms) {
                    let fewer = gamma[i].iter().zip(&gamma[j]).all(|(a, b)| !a || *b);
                    assert!(fewer, "{a:?} is said to be below {b:?}");
                }
            }
        }
    }

    #[test]
    fn membership_looks_through_terms() {
        let mut terms = Terms::default();
        let x = Value::Lazy(terms.symbol(SymbolId(0)));
        let sum = LazyOp::Binary(BinaryOp::Add, BYTE, BYTE);
        let next = terms.apply(sum, &[x, Value::Bits(1)]).expect("a sum has a value");
        let symbols = [Symbol::new(BYTE, Domain::interval(0, 9))];
        let contains = |regs: [Value; 2], bits: [u128; 2]| {
            may_contain((&state(&regs), &symbols), &state(&bits.map(Value::Bits)), &terms)
        };
        assert!(contains([x, next], [3, 4]) && !contains([x, next], [3, 5]) && !contains([x, next], [10, 11]));
        assert!(
            contains([next, next], [10, 10]) && !contains([next, next], [11, 11]) && !contains([next, next], [4, 5])
        );
        assert!(contains([Value::ANY, x], [200, 0]) && !contains([Value::Bits(1), x], [2, 0]));
    }

    fn value(term: Option<Value>) -> LazyId {
        match term {
            Some(Value::Lazy(id)) => id,
            other => panic!("no unknown value: {other:?}"),
        }
    }

    #[test]
    fn what_only_one_of_two_states_says_is_not_overlooked() {
        let mut terms = Terms::default();
        let symbols = [terms.symbol(SymbolId(0)), terms.symbol(SymbolId(1))];
        let byte = || Symbol::new(BYTE, Domain::full(8));
        let below = |a: (&[Value], &[Symbol]), b: (&[Value], &[Symbol]), terms: &Terms| {
            is_below((&state(a.0), a.1), (&state(b.0), b.1), terms)
        };
        let (x, y) = (Value::Lazy(symbols[0]), Value::Lazy(symbols[1]));
        let numbers = [Value::Bits(7), Value::Bits(5)];
        let both = [byte(), byte()];
        assert!(below((&numbers, &[]), (&[x, y], &both), &terms));
        // That x is 5 is kept with y: if it were asked of y it would hold.
        let same = LazyOp::Binary(BinaryOp::Eq, BYTE, BYTE);
        let is_five = value(terms.apply(same, &[x, Value::Bits(5)]));
        let mut lying = both.clone();
        lying[1].constraints.push(Constraint { term: is_five, ty: Scalar::INT, holds: true });
        assert!(!below((&numbers, &[]), (&[x, y], &lying), &terms));
        // A symbol that nobody mentions, with no value.
        let more = [byte(), Symbol::new(BYTE, Domain::EMPTY)];
        assert!(below((&numbers[..1], &[]), (&[x], &both[..1]), &terms));
        assert!(!below((&numbers[..1], &[]), (&[x], &more), &terms));
        // The last reading of a clock stands for no other number.
        let mut reading = byte();
        reading.reading = Some(crate::lazy::Reading {
            model: "clock",
            thread: crate::state::ThreadIx(0),
            fraction: false,
            with: None,
        });
        assert!(!below((&numbers[..1], &[]), (&[x], &[reading.clone()]), &terms));
        assert!(below((&[x], &[reading]), (&[x], &both[..1]), &terms), "forgetting that it is one is fine");
    }

    #[test]
    fn a_term_wider_than_a_symbol_is_not_below_it() {
        const WORD: Scalar = Scalar::Int { bits: 16, signed: false };
        let mut terms = Terms::default();
        let x = Value::Lazy(terms.symbol(SymbolId(0)));
        let narrow = Symbol::new(BYTE, Domain::full(8));
        let word = Symbol::new(WORD, Domain::full(16));
        for (ty, mine, below) in [(WORD, &word, false), (BYTE, &narrow, true)] {
            let add = LazyOp::Binary(BinaryOp::Add, ty, ty);
            let sum = Value::Lazy(value(terms.apply(add, &[x, Value::Bits(1)])));
            let (a, b) = (state(&[sum]), state(&[x]));
            let answer = is_below((&a, std::slice::from_ref(mine)), (&b, std::slice::from_ref(&narrow)), &terms);
            assert_eq!(answer, below, "{ty}");
        }
    }
}
