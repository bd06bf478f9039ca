//! A few values in place of too many.
//!
//! **Idea.** `p = malloc(n * sizeof *p)` needs `n` exactly, and if it is an input nobody can look at all its values. An error mostly shows with a small one, or at a boundary. So
//! a few values are tried, and all others together are one more case: a halt, which is what the whole question was before.
//!
//! **Soundness.** The cases are still all there are: the samples, each with its value, and the rest, in which nothing is known. An execution with a sampled value is an execution like any other, and can be a violation;
//! the rest makes TRUE impossible.
//!
//! **Which values.** Small ones (a loop up to them is soon over), and the ends of the intervals that the answers so far have left, which are the numbers that the program compares with.
//!
//! **Cost.** Each such question multiplies the states behind it by the number of samples, where the search was over before. Whoever searches can look at them last ([`LazyOracle::sampled`]).

use raddle_program::{Id, Span};

use super::domain::Domain;
use super::oracle::{Decide, LazyOracle};
use crate::halt::Halt;
use crate::value::Value;

/// Numbers that are tried first.
const SMALL: [u128; 3] = [1, 2, 0];

/// Values of a domain to be tried, the most telling first.
fn candidates(domain: &Domain) -> impl Iterator<Item = u128> + '_ {
    let small = SMALL.into_iter().filter(|value| domain.contains(*value));
    let ends = domain.intervals().iter().flat_map(|(lo, hi)| [*lo, *hi]);
    small.chain(ends)
}

impl<D: Decide> LazyOracle<'_, D> {
    /// One of a few values of a term that has too many; a halt for all others.
    pub(super) fn one_of_samples(&mut self, value: Value, span: Span) -> Result<u128, Halt> {
        let mut value = value;
        loop {
            let term = match value {
                Value::Bits(bits) => return Ok(bits),
                Value::Lazy(term) => term,
            };
            let Some(symbol) = self.terms.symbols(term).first().map(|s| s.index()) else {
                return Err(self.too_many(span));
            };
            let mut samples: Vec<u128> = Vec::new();
            for candidate in candidates(&self.symbols[symbol].domain) {
                let is_new = !samples.contains(&candidate) && self.symbols[symbol].admits(candidate, self.terms);
                if is_new && samples.len() < self.samples {
                    samples.push(candidate);
                }
            }
            let chosen = self.pick(samples.len() + 1);
            let Some(sample) = samples.get(chosen) else { return Err(self.too_many(span)) };
            self.sampled = true;
            self.narrow(symbol, Domain::single(*sample), span)?;
            value = self.resolved(term, span)?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_and_the_ends_of_intervals_are_tried() {
        let domain = Domain::from_intervals(vec![(2, 9), (100, 200)]);
        assert_eq!(candidates(&domain).collect::<Vec<_>>(), [2, 2, 9, 100, 200]);
        let all = Domain::full(32);
        assert_eq!(candidates(&all).collect::<Vec<_>>(), [1, 2, 0, 0, u128::from(u32::MAX)]);
    }
}
