//! Inputs for an execution: a value for each symbol.
//!
//! A symbol's domain says which values agree with everything that was asked about it alone. Guesses are about several symbols
//! at once; here some values of each symbol are tried together: the extremes of its domain, small numbers, and those of the
//! others. That is no solver. It finds inputs for the comparisons that programs make, and what it does not find is UNKNOWN.

use std::collections::BTreeSet;

use raddle_machine::arith;
use raddle_machine::lazy::{Constraint, Symbol, Terms};

/// How many combinations are tried.
const TRIES: u32 = 50_000;

/// Values of all symbols that agree with their domains and the guesses, if they are found.
pub fn find(symbols: &[Symbol], guesses: &[Constraint], terms: &Terms) -> Option<Vec<u128>> {
    let mut values = symbols.iter().map(|s| s.example(terms)).collect::<Option<Vec<u128>>>()?;
    let involved: BTreeSet<u32> = guesses.iter().flat_map(|g| terms.symbols(g.term)).copied().collect();
    let involved: Vec<u32> = involved.into_iter().collect();
    let mut interesting: BTreeSet<u128> = [0, 1, 2, 3].into();
    for symbol in &involved {
        for (lo, hi) in symbols[*symbol as usize].domain.intervals() {
            interesting.extend([*lo, *hi, lo.saturating_add(1), hi.saturating_sub(1)]);
        }
    }
    let candidates: Vec<Vec<u128>> = involved
        .iter()
        .map(|s| {
            let symbol = &symbols[*s as usize];
            let fits = |v: &u128| symbol.domain.contains(*v) && symbol.admits(*v, terms);
            std::iter::once(values[*s as usize]).chain(interesting.iter().copied().filter(fits)).collect()
        })
        .collect();
    let mut search = Search { guesses, terms, tries: TRIES };
    search.assign(&involved, &candidates, &mut values).then_some(values)
}

struct Search<'a> {
    guesses: &'a [Constraint],
    terms: &'a Terms,
    tries: u32,
}

impl Search<'_> {
    /// Tries the candidates of the first symbol with everything that the others offer.
    fn assign(&mut self, involved: &[u32], candidates: &[Vec<u128>], values: &mut [u128]) -> bool {
        self.tries = self.tries.saturating_sub(1);
        let [symbol, rest @ ..] = involved else { return self.guesses.iter().all(|g| self.agrees(g, values)) };
        for value in &candidates[0] {
            values[*symbol as usize] = *value;
            // What is about symbols that have their values already can be checked at once.
            let decided = |g: &&Constraint| !self.terms.symbols(g.term).iter().any(|s| rest.contains(s));
            let so_far = self.guesses.iter().filter(decided).all(|g| self.agrees(g, values));
            if so_far && self.assign(rest, &candidates[1..], values) {
                return true;
            }
            if self.tries == 0 {
                return false;
            }
        }
        false
    }

    fn agrees(&self, guess: &Constraint, values: &[u128]) -> bool {
        let value = self.terms.evaluate(guess.term, &|s| values[s as usize]);
        value.is_some_and(|value| arith::is_true(guess.ty, value) == guess.holds)
    }
}
