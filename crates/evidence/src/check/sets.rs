//! Sets of local parts as bits, and whether a product of them is inside of a union of others.

use std::borrow::Cow;

/// A set of local parts, as bits; 0 stands for a slot that is not in use.
pub(super) type Bits = Vec<u64>;

/// The set of some numbers.
pub(super) fn bits(numbers: &[u32]) -> Bits {
    let words = numbers.iter().max().map_or(0, |most| *most as usize / 64 + 1);
    let mut bits = vec![0; words];
    numbers.iter().for_each(|number| bits[*number as usize / 64] |= 1 << (number % 64));
    bits
}

/// Adds a number.
pub(super) fn insert(bits: &mut Bits, number: u32) {
    let word = number as usize / 64;
    if bits.len() <= word {
        bits.resize(word + 1, 0);
    }
    bits[word] |= 1 << (number % 64);
}

/// Whether everything in one set is in another.
pub(super) fn is_within(a: &[u64], b: &[u64]) -> bool {
    a.iter().enumerate().all(|(i, word)| word & !b.get(i).copied().unwrap_or(0) == 0)
}

/// The numbers in a set.
pub(super) fn numbers(bits: &[u64]) -> impl Iterator<Item = u32> + '_ {
    bits.iter()
        .enumerate()
        .flat_map(|(i, word)| (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * i as u32 + bit))
}

/// Whether a product is inside of a union of products, as far as the following finds out. What sticks out of one of them at no place is inside of it. If it sticks out at one place only, then what is in that one there need not be anywhere else: a tuple
/// with it is in that one. If what is left after that is inside of one of them, everything is in the union. The opposite is not true.
pub(super) fn is_in_union<'u>(product: &[&[u64]], union: impl Iterator<Item = &'u [Bits]> + Clone) -> bool {
    let mut left: Vec<Cow<'_, [u64]>> = product.iter().map(|part| Cow::Borrowed(*part)).collect();
    for of in union.clone() {
        let mut outside = (0..product.len()).filter(|slot| !is_within(product[*slot], &of[*slot]));
        match (outside.next(), outside.next()) {
            (None, _) => return true,
            (Some(slot), None) => {
                left[slot].to_mut().iter_mut().zip(&of[slot]).for_each(|(word, of)| *word &= !of);
                if left[slot].iter().all(|word| *word == 0) {
                    return true;
                }
            }
            (Some(_), Some(_)) => {}
        }
    }
    union.into_iter().any(|of| left.iter().zip(of).all(|(part, of)| is_within(part, of)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether every tuple of a product is in one of some others, by looking at all of them.
    fn by_tuples(product: &[Bits], union: &[Vec<Bits>]) -> bool {
        let mut tuples: Vec<Vec<u32>> = vec![Vec::new()];
        for part in product {
            tuples = tuples.iter().flat_map(|t| numbers(part).map(|n| [&t[..], &[n]].concat())).collect();
        }
        let is_in =
            |tuple: &Vec<u32>, of: &Vec<Bits>| tuple.iter().zip(of).all(|(n, part)| is_within(&bits(&[*n]), part));
        tuples.iter().all(|tuple| union.iter().any(|of| is_in(tuple, of)))
    }

    /// All triples of sets of at most three numbers, in an order that looks random.
    #[test]
    fn nothing_outside_is_said_to_be_inside() {
        let mut seed = 1u64;
        let mut set = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            vec![seed >> 33 & 7]
        };
        let (mut inside, mut missed) = (0, 0);
        for _ in 0..3_000 {
            let mut product = || -> Vec<Bits> { (0..3).map(|_| set()).collect() };
            let (of, union) = (product(), [product(), product(), product()]);
            let parts: Vec<&[u64]> = of.iter().map(|part| &part[..]).collect();
            let said = is_in_union(&parts, union.iter().map(|of| &of[..]));
            let is = by_tuples(&of, &union);
            assert!(is || !said, "{of:?} is not inside of {union:?}");
            inside += usize::from(said);
            missed += usize::from(is && !said);
        }
        assert!(inside > 100 && missed < inside, "{inside} inside, {missed} missed");
    }
}
