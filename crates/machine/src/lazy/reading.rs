//! Answers of the environment that go together, as far as a search can know it.
//!
//! **Idea.** Clocks do not go back, threads have different numbers ([`library::relation`]). When the environment gives an answer, what it has to do
//! with earlier answers that are still in the state is remembered as if the program had asked. Answers that nobody mentions any more cost nothing.
//!
//! **Soundness.** What is remembered holds in every real execution, so nothing real is left out. For clocks that is so only between readings of
//! the same thread: those of two threads may have been taken in either order, and a reduction follows one order for both. A reading of a clock is two values,
//! seconds and a fraction; the fraction belongs to seconds that were given in the same run, or it is not known to belong to any.
//!
//! Not everything that holds is known here (a reading that has become a constant is none any more), so a counterexample is looked at again
//! when it is replayed.

use raddle_program::library::{self, Relation};
use raddle_program::{BinaryOp, Id, NondetKind, Scalar};

use super::oracle::{Decide, LazyOracle};
use super::terms::{Constraint, SymbolId};
use crate::oracle::{LazyOp, Origin};
use crate::state::ThreadIx;
use crate::value::Value;

/// A fraction of a second is less than this; the seconds of every clock go further.
const FRACTIONS: u128 = 1_000_000_000;

/// With how many earlier answers a new one is compared.
const MOST: usize = 6;

/// An answer of the environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// The model that has made it up.
    pub model: &'static str,
    /// Who has asked.
    pub thread: ThreadIx,
    /// Whether it is a fraction of a second.
    pub fraction: bool,
    /// The seconds that it goes with.
    pub with: Option<SymbolId>,
}

impl<D: Decide> LazyOracle<'_, D> {
    /// Remembers what a new symbol has to do with earlier ones.
    pub(super) fn relate(&mut self, new: SymbolId, origin: Origin<'_>) {
        let NondetKind::Library(model) = origin.kind else { return };
        let Some((model, relation)) = library::relation(model) else { return };
        let largest = self.symbols[new.index()].domain.intervals().last().map_or(0, |(_, hi)| *hi);
        let fraction = matches!(relation, Relation::NeverBack { .. }) && largest < FRACTIONS;
        let mut reading = Reading { model, thread: origin.thread, fraction, with: None };
        if fraction {
            let fresh = (self.before..new.index()).rev().map(SymbolId::from_index);
            reading.with = fresh.into_iter().find(|s| self.is_like(*s, &Reading { fraction: false, ..reading }));
        }
        let earlier: Vec<SymbolId> = (0..new.index())
            .rev()
            .map(SymbolId::from_index)
            .filter(|old| self.goes_with(*old, &reading, relation))
            .take(MOST)
            .collect();
        for old in earlier {
            let holds = match relation {
                Relation::NeverBack { .. } if fraction => self.not_before(new, old, &reading),
                Relation::NeverBack { .. } => self.compare(BinaryOp::Ge, new, old),
                Relation::NeverLess => self.zero_or_at_least(new, old),
                Relation::Same => self.compare(BinaryOp::Eq, new, old),
                Relation::Distinct => self.compare(BinaryOp::Ne, new, old),
            };
            if let Some(Value::Lazy(term)) = holds {
                self.remember(Constraint { term, ty: Scalar::INT, holds: true });
            }
        }
        self.symbols[new.index()].reading = Some(reading);
    }

    fn is_like(&self, symbol: SymbolId, reading: &Reading) -> bool {
        self.symbols[symbol.index()].reading.is_some_and(|known| {
            (known.model, known.thread, known.fraction) == (reading.model, reading.thread, reading.fraction)
        })
    }

    /// Whether an earlier symbol has something to do with an answer.
    fn goes_with(&self, old: SymbolId, reading: &Reading, relation: Relation) -> bool {
        let Some(known) = self.symbols[old.index()].reading else { return false };
        match relation {
            // The next thread in the same slot has a clock that begins anew; `main` stays where it is.
            Relation::NeverBack { per_thread: true } if reading.thread.0 != 0 => false,
            // Between threads nobody knows which came first.
            Relation::NeverBack { .. } | Relation::NeverLess => self.is_like(old, reading),
            Relation::Same => known.model == reading.model,
            Relation::Distinct => library::relation(known.model).is_some_and(|(_, of)| of == Relation::Distinct),
        }
    }

    fn compare(&mut self, op: BinaryOp, a: SymbolId, b: SymbolId) -> Option<Value> {
        let ty = Scalar::Int { bits: self.symbols[a.index()].ty.bits() as u8, signed: false };
        let same = self.symbols[b.index()].ty.bits() == ty.bits();
        let (a, b) = (self.terms.symbol(a), self.terms.symbol(b));
        if !same {
            return None;
        }
        self.terms.apply(LazyOp::Binary(op, ty, ty), &[Value::Lazy(a), Value::Lazy(b)])
    }

    fn or(&mut self, a: Option<Value>, b: Option<Value>) -> Option<Value> {
        self.terms.apply(LazyOp::Binary(BinaryOp::Or, Scalar::INT, Scalar::INT), &[a?, b?])
    }

    /// The seconds are later, or the fraction is not less.
    fn not_before(&mut self, new: SymbolId, old: SymbolId, reading: &Reading) -> Option<Value> {
        let before = self.symbols[old.index()].reading?.with?;
        let later = self.compare(BinaryOp::Gt, reading.with?, before);
        let at_least = self.compare(BinaryOp::Ge, new, old);
        self.or(later, at_least)
    }

    /// Zero stands for a failure.
    fn zero_or_at_least(&mut self, new: SymbolId, old: SymbolId) -> Option<Value> {
        let ty = Scalar::Int { bits: self.symbols[new.index()].ty.bits() as u8, signed: false };
        let value = Value::Lazy(self.terms.symbol(new));
        let zero = self.terms.apply(LazyOp::Binary(BinaryOp::Eq, ty, ty), &[value, Value::ZERO]);
        let at_least = self.compare(BinaryOp::Ge, new, old);
        self.or(zero, at_least)
    }
}

#[cfg(test)]
mod tests {
    use raddle_program::Span;

    use super::*;
    use crate::lazy::Terms;
    use crate::oracle::Oracle;

    const ULONG: Scalar = Scalar::Int { bits: 64, signed: false };

    /// Always the first alternative.
    struct First;

    impl Decide for First {
        fn decide(&mut self, _: u32) -> u32 {
            0
        }
    }

    fn ask(oracle: &mut LazyOracle<'_, First>, model: &str, thread: u16, most: i128) -> Value {
        let kind = NondetKind::Library(model.to_string());
        let origin = Origin { kind: &kind, thread: ThreadIx(thread), span: Span::NONE };
        oracle.nondet(ULONG, Some(&[(0, most)]), origin).expect("there are values")
    }

    /// Whether the answer to a comparison is known to be yes.
    fn surely(oracle: &mut LazyOracle<'_, First>, op: BinaryOp, a: Value, b: Value) -> bool {
        let Some(Value::Lazy(term)) = oracle.terms.apply(LazyOp::Binary(op, ULONG, ULONG), &[a, b]) else {
            return true;
        };
        !oracle.terms.possible(&oracle.symbols, term, Scalar::INT).no
    }

    const CLOCK: &str = "__raddle_clock_monotonic";
    const LATEST: i128 = 9_223_372_035;
    const FRACTION: i128 = 999_999_999;

    #[test]
    fn a_clock_does_not_go_back_for_one_thread() {
        let (mut terms, mut first) = (Terms::default(), First);
        let mut oracle = LazyOracle::new(&mut terms, Vec::new(), &mut first, 16);
        let early = ask(&mut oracle, CLOCK, 1, LATEST);
        let early_fraction = ask(&mut oracle, CLOCK, 1, FRACTION);
        let other = ask(&mut oracle, CLOCK, 2, LATEST);
        let late = ask(&mut oracle, CLOCK, 1, LATEST);
        let late_fraction = ask(&mut oracle, CLOCK, 1, FRACTION);
        assert!(surely(&mut oracle, BinaryOp::Ge, late, early));
        assert!(!surely(&mut oracle, BinaryOp::Gt, late, early));
        assert!(!surely(&mut oracle, BinaryOp::Ge, other, early) && !surely(&mut oracle, BinaryOp::Ge, late, other));
        assert!(!surely(&mut oracle, BinaryOp::Ge, late_fraction, early_fraction));
        let Some(Value::Lazy(same)) = oracle.terms.apply(LazyOp::Binary(BinaryOp::Eq, ULONG, ULONG), &[late, early])
        else {
            panic!("nobody knows")
        };
        oracle.remember(Constraint { term: same, ty: Scalar::INT, holds: true });
        assert!(surely(&mut oracle, BinaryOp::Ge, late_fraction, early_fraction));
    }

    #[test]
    fn a_fraction_without_its_seconds_goes_with_nothing() {
        let (mut terms, mut first) = (Terms::default(), First);
        let mut oracle = LazyOracle::new(&mut terms, Vec::new(), &mut first, 16);
        let seconds = ask(&mut oracle, CLOCK, 0, LATEST);
        let fraction = ask(&mut oracle, CLOCK, 0, FRACTION);
        let symbols = oracle.symbols;
        // Another run: the seconds of this reading were given in the one before, for all that is known.
        let mut oracle = LazyOracle::new(&mut terms, symbols, &mut first, 16);
        let next = ask(&mut oracle, CLOCK, 0, FRACTION);
        assert!(
            !surely(&mut oracle, BinaryOp::Ge, next, fraction) && !surely(&mut oracle, BinaryOp::Ge, next, seconds)
        );
        assert!(oracle.symbols[2].reading.is_some_and(|reading| reading.with.is_none()));
    }

    #[test]
    fn threads_have_different_numbers_and_one_zone() {
        let (mut terms, mut first) = (Terms::default(), First);
        let mut oracle = LazyOracle::new(&mut terms, Vec::new(), &mut first, 16);
        let one = ask(&mut oracle, "__raddle_thread_number", 1, 1000);
        let other = ask(&mut oracle, "__raddle_process_number", 2, 1000);
        let zone = ask(&mut oracle, "__raddle_zone_offset", 1, 1000);
        let again = ask(&mut oracle, "__raddle_zone_offset", 2, 1000);
        let any = ask(&mut oracle, "rand", 2, 1000);
        assert!(surely(&mut oracle, BinaryOp::Ne, one, other) && surely(&mut oracle, BinaryOp::Eq, zone, again));
        assert!(!surely(&mut oracle, BinaryOp::Ne, one, any) && !surely(&mut oracle, BinaryOp::Ne, one, zone));
    }
}
