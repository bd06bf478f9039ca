//! Inputs for an execution: a value for each symbol that agrees with all answers.
//!
//! A symbol that was never compared with others has a value of its domain, the one that a person likes to read. Symbols that are connected by
//! answers ([`super::joint`]) need values that go together. First some values of each are tried: the extremes of its domain, small
//! numbers, and those of the others, because people like to read them too; then the solver is asked. What neither finds is UNKNOWN. Every value
//! that is handed out has been put into every answer.

use std::collections::BTreeSet;

use raddle_program::{FloatKind, Id, Scalar};

use super::joint::connected;
use super::terms::{Constraint, Symbol, SymbolId, Terms};
use crate::arith;

/// How many combinations are tried.
const TRIES: u32 = 20_000;

/// Values of all symbols that agree with their domains and with all that was answered, if they are found.
pub fn inputs(symbols: &[Symbol], terms: &mut Terms) -> Option<Vec<u128>> {
    let mut values: Vec<Option<u128>> = vec![None; symbols.len()];
    for symbol in (0..symbols.len()).map(SymbolId::from_index) {
        if values[symbol.index()].is_some() {
            continue;
        }
        let (group, known) = connected(symbols, terms, &[symbol]);
        for (member, value) in together(symbols, &group, &known, terms)? {
            values[member.index()] = Some(value);
        }
    }
    values.into_iter().collect()
}

/// Values of symbols that are connected.
fn together(
    symbols: &[Symbol],
    group: &[SymbolId],
    known: &[Constraint],
    terms: &mut Terms,
) -> Option<Vec<(SymbolId, u128)>> {
    if let [only] = group
        && let Some(value) = symbols[only.index()].example(terms)
    {
        return Some(vec![(*only, value)]);
    }
    let tried = if group.len() > 1 { by_trying(symbols, group, known, terms) } else { None };
    let found = match tried {
        Some(values) => values,
        None => terms.values_of(symbols, group)?,
    };
    let value = |s: SymbolId| found.iter().find(|(symbol, _)| *symbol == s).map_or(0, |(_, value)| *value);
    let agree = found.iter().all(|(s, value)| symbols[s.index()].domain.contains(*value))
        && known.iter().all(|c| agrees(c, terms, &value));
    agree.then_some(found)
}

fn agrees(constraint: &Constraint, terms: &Terms, value: &dyn Fn(SymbolId) -> u128) -> bool {
    terms.evaluate(constraint.term, value).is_some_and(|v| arith::is_true(constraint.ty, v) == constraint.holds)
}

/// Floats that are worth trying: one, minus one, infinity and what is not a number.
fn interesting_floats(ty: Scalar) -> &'static [u128] {
    match ty {
        Scalar::Float(FloatKind::F32) => &[0x3f80_0000, 0xbf80_0000, 0x7f80_0000, 0x7fc0_0000],
        Scalar::Float(FloatKind::F64) => {
            &[0x3ff0_0000_0000_0000, 0xbff0_0000_0000_0000, 0x7ff0_0000_0000_0000, 0x7ff8_0000_0000_0000]
        }
        Scalar::Float(FloatKind::F80 | FloatKind::F128) | Scalar::Int { .. } => &[],
    }
}

fn by_trying(
    symbols: &[Symbol],
    group: &[SymbolId],
    known: &[Constraint],
    terms: &Terms,
) -> Option<Vec<(SymbolId, u128)>> {
    let mut interesting: BTreeSet<u128> = [0, 1, 2, 3].into();
    for symbol in group {
        let Symbol { ty, domain, .. } = &symbols[symbol.index()];
        interesting.extend(interesting_floats(*ty));
        for (lo, hi) in domain.intervals().iter().take(4) {
            interesting.extend([*lo, *hi, lo.saturating_add(1), hi.saturating_sub(1)]);
        }
    }
    let candidates: Vec<Vec<u128>> = group
        .iter()
        .map(|s| {
            let symbol = &symbols[s.index()];
            let fits = |v: &u128| symbol.domain.contains(*v) && symbol.admits(*v, terms);
            symbol.example(terms).into_iter().chain(interesting.iter().copied().filter(fits)).collect()
        })
        .collect();
    let mut values = vec![0; symbols.len()];
    let mut search = Search { known, terms, tries: TRIES };
    search.assign(group, &candidates, &mut values).then(|| group.iter().map(|s| (*s, values[s.index()])).collect())
}

struct Search<'a> {
    known: &'a [Constraint],
    terms: &'a Terms,
    tries: u32,
}

impl Search<'_> {
    /// Tries the candidates of the first symbol with everything that the others offer.
    fn assign(&mut self, group: &[SymbolId], candidates: &[Vec<u128>], values: &mut [u128]) -> bool {
        self.tries = self.tries.saturating_sub(1);
        let [symbol, rest @ ..] = group else { return true };
        for value in &candidates[0] {
            values[symbol.index()] = *value;
            // What is about symbols that have their values already can be checked at once.
            let decided = |c: &&Constraint| {
                let about = self.terms.symbols(c.term);
                about.contains(symbol) && !about.iter().any(|s| rest.contains(s))
            };
            let so_far = self.known.iter().filter(decided).all(|c| agrees(c, self.terms, &|s| values[s.index()]));
            if so_far && self.assign(rest, &candidates[1..], values) {
                return true;
            }
            if self.tries == 0 {
                return false;
            }
        }
        false
    }
}
