//! Whether a concrete state is one of those that a state with unknown values stands for.
//!
//! [`is_below`](super::is_below) compares terms as they are written; here a concrete state is given, so terms can be evaluated.
//! Symbols that occur by themselves have the value that the concrete state has there; all terms over them must agree. For
//! other symbols the terms are inverted or, if there are few values, tried out. The answer "yes" is given where none of that
//! decides, so a "no" is certain: that is what a test of soundness needs.

use raddle_program::Id;

use super::domain::Domain;
use super::order::{Piece, pieces};
use super::preimage::preimage;
use super::terms::{Constraint, Symbol, SymbolId, Term, Terms};
use crate::arith;
use crate::state::State;

/// Values of a symbol that are tried out.
const TRIES: u128 = 1 << 16;

/// Whether a concrete state may be in γ of a state with its symbols; no is certain.
pub fn may_contain(state: (&State, &[Symbol]), concrete: &State, terms: &Terms) -> bool {
    let Some(pieces) = pieces(concrete, state, terms) else { return false };
    let mut known: Vec<Option<u128>> = state.1.iter().map(|s| s.domain.as_single()).collect();
    for piece in &pieces {
        if let Term::Symbol(symbol) = terms.get(piece.term) {
            let whole = piece
                .bytes
                .is_none_or(|(first, len)| first == 0 && u64::from(len) == state.1[symbol.index()].ty.size());
            if whole && known[symbol.index()].replace(piece.bits).is_some_and(|other| other != piece.bits) {
                return false;
            }
        }
    }
    let fits = |(symbol, value): (&Symbol, &Option<u128>)| match value {
        Some(bits) => symbol.domain.contains(*bits) && symbol.admits(*bits, terms),
        None => true,
    };
    let joint = state.1.iter().flat_map(|s| &s.constraints).filter(|c| terms.symbols(c.term).len() > 1);
    let holds = |c: &Constraint| {
        let all_known = terms.symbols(c.term).iter().all(|s| known[s.index()].is_some());
        let value = || terms.evaluate(c.term, &|s| known[s.index()].unwrap_or_default());
        !all_known || value().is_some_and(|value| arith::is_true(c.ty, value) == c.holds)
    };
    state.1.iter().zip(&known).all(fits)
        && joint.into_iter().all(holds)
        && pieces.iter().all(|piece| agrees(piece, &known, terms))
        && (0..known.len())
            .filter(|s| known[*s].is_none())
            .all(|s| has_value(SymbolId::from_index(s), state.1, &pieces, terms))
}

/// Whether a piece is what the known symbols make it, if they are all known.
fn agrees(piece: &Piece, known: &[Option<u128>], terms: &Terms) -> bool {
    let all_known = terms.symbols(piece.term).iter().all(|s| known[s.index()].is_some());
    !all_known || evaluates(piece, &|s| known[s.index()].unwrap_or_default(), terms)
}

fn evaluates(piece: &Piece, value: &dyn Fn(SymbolId) -> u128, terms: &Terms) -> bool {
    let Some(bits) = terms.evaluate(piece.term, value) else { return false };
    match piece.bytes {
        None => bits == piece.bits,
        Some((first, len)) => (0..len).all(|i| {
            let shift = 8 * (u32::from(first) + i);
            bits.checked_shr(shift).unwrap_or(0) as u8 == (piece.bits >> (8 * i)) as u8
        }),
    }
}

/// Whether there may be a value for a symbol that only occurs inside terms.
fn has_value(symbol: SymbolId, symbols: &[Symbol], pieces: &[Piece], terms: &Terms) -> bool {
    let about: Vec<&Piece> = pieces.iter().filter(|p| terms.symbols(p.term) == [symbol]).collect();
    let mut domain = symbols[symbol.index()].domain.clone();
    for piece in about.iter().filter(|p| p.bytes.is_none()) {
        if let Some(set) = preimage(terms, piece.term, &Domain::single(piece.bits)) {
            domain = domain.intersect(&set);
        }
    }
    if domain.size() > TRIES {
        return true;
    }
    let admits = |value: u128| {
        symbols[symbol.index()].admits(value, terms) && about.iter().all(|p| evaluates(p, &|_| value, terms))
    };
    domain.values().any(admits)
}
