//! Numbers that are known up to a multiple: offsets into objects.
//!
//! **Idea** (P. Granger, 1989: congruences). What matters of an offset is which member of a structure it is at, in whichever element of an array. So
//! an offset is known exactly, or as a rest by a modulus: `&a[i].data` is 40 modulo 64 for every `i`. Two accesses to one object
//! touch no common byte if no two numbers of their kinds make their bytes overlap. Nothing is assumed about indices: one that
//! runs from its row into the next one is in there, because the modulus of a sum divides the moduli of all its parts.
//!
//! **Wrapping around.** Offsets are taken modulo 2^64 (or 2^32), as signed numbers. That keeps a rest by a power of two, and no other; so
//! what may have wrapped around is known only by the power of two in its modulus ([`Offsets::wrapped`]).

/// A set of numbers: one, or all with a certain rest by a modulus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Offsets {
    /// 0 if there is one number only.
    pub modulus: u64,
    /// The number, or the rest (not negative, below the modulus).
    pub rest: i64,
}

/// The greatest common divisor; of 0 and a number the number.
fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Offsets {
    /// All numbers.
    pub const ANY: Offsets = Offsets { modulus: 1, rest: 0 };

    /// One number.
    pub fn exactly(number: i64) -> Offsets {
        Offsets { modulus: 0, rest: number }
    }

    /// All numbers with a rest by a modulus.
    fn new(modulus: u64, rest: i64) -> Offsets {
        match modulus {
            0 => Offsets { modulus: 0, rest },
            // Larger moduli than any object; kept out of the way of overflow.
            _ if modulus > 1 << 40 => Offsets::ANY,
            _ => Offsets { modulus, rest: rest.rem_euclid(modulus as i64) },
        }
    }

    /// The number, if there is one only.
    pub fn exact(self) -> Option<i64> {
        (self.modulus == 0).then_some(self.rest)
    }

    /// The least such set that contains both.
    pub fn join(self, other: Offsets) -> Offsets {
        let modulus = gcd(gcd(self.modulus, other.modulus), self.rest.abs_diff(other.rest));
        Offsets::new(modulus, self.rest)
    }

    /// Whether all numbers are in another set.
    pub fn is_within(self, other: Offsets) -> bool {
        self.join(other) == other
    }

    /// All sums.
    pub fn plus(self, other: Offsets) -> Offsets {
        match self.rest.checked_add(other.rest) {
            Some(rest) => Offsets::new(gcd(self.modulus, other.modulus), rest),
            None => Offsets::ANY,
        }
    }

    /// All negated.
    pub fn negated(self) -> Offsets {
        self.rest.checked_neg().map_or(Offsets::ANY, |rest| Offsets::new(self.modulus, rest))
    }

    /// All products with a number.
    pub fn times(self, factor: i64) -> Offsets {
        match (self.modulus.checked_mul(factor.unsigned_abs()), self.rest.checked_mul(factor)) {
            (Some(0), Some(rest)) => Offsets::exactly(rest),
            (Some(modulus), Some(rest)) => Offsets::new(modulus, rest),
            (None, _) | (_, None) => Offsets::ANY,
        }
    }

    /// What is left if numbers may have wrapped around at a power of two that no object reaches.
    pub fn wrapped(self) -> Offsets {
        match self.modulus {
            0 => self,
            modulus => Offsets::new(1 << modulus.trailing_zeros(), self.rest),
        }
    }

    /// Whether some bytes `[a, a + mine)` and `[b, b + theirs)` overlap, for `a` and `b` of the two sets.
    pub fn overlaps(self, mine: u64, other: Offsets, theirs: u64) -> bool {
        if mine == 0 || theirs == 0 {
            return false;
        }
        if self.modulus == 1 || other.modulus == 1 {
            return true;
        }
        let distance = i128::from(other.rest) - i128::from(self.rest);
        match gcd(self.modulus, other.modulus) {
            0 => distance < i128::from(mine) && -distance < i128::from(theirs),
            modulus => {
                let ahead = distance.rem_euclid(i128::from(modulus));
                ahead < i128::from(mine) || i128::from(modulus) - ahead < i128::from(theirs)
            }
        }
    }

    /// Whether some bytes `[a, a + size)`, for `a` of this set, are among those from `start` on and before `end`.
    pub fn meets(self, size: u64, (start, end): (i64, i64)) -> bool {
        if size == 0 || start >= end {
            return false;
        }
        let (start, end, size) = (i128::from(start), i128::from(end), i128::from(size));
        let rest = i128::from(self.rest);
        match self.modulus {
            0 => rest < end && start < rest + size,
            modulus => {
                // The first one whose last byte is not in front of the start.
                let modulus = i128::from(modulus);
                let least = start - size + 1;
                least + (rest - least).rem_euclid(modulus) < end
            }
        }
    }

    /// How far bytes of another set are from bytes of this one if they overlap, if there is only one way.
    pub fn only_distance(self, mine: u64, other: Offsets, theirs: u64) -> Option<i128> {
        let distance = i128::from(other.rest) - i128::from(self.rest);
        match gcd(self.modulus, other.modulus) {
            0 => Some(distance),
            modulus => {
                let modulus = i128::from(modulus);
                let ahead = distance.rem_euclid(modulus);
                let (mine, theirs) = (i128::from(mine), i128::from(theirs));
                match (ahead < mine, modulus - ahead < theirs) {
                    (true, false) if ahead + modulus >= mine => Some(ahead),
                    (false, true) if 2 * modulus - ahead >= theirs => Some(ahead - modulus),
                    _ => None,
                }
            }
        }
    }

    /// Whether bytes of this size that overlap are the same bytes.
    pub fn coincides(self, other: Offsets, size: u64) -> bool {
        let distance = i128::from(other.rest) - i128::from(self.rest);
        match gcd(self.modulus, other.modulus) {
            0 => distance == 0,
            modulus => distance.rem_euclid(i128::from(modulus)) == 0 && size <= modulus,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The members of a set near zero.
    fn members(set: Offsets) -> Vec<i64> {
        (-60..60).filter(|n| Offsets::exactly(*n).is_within(set)).collect()
    }

    #[test]
    fn operations_are_those_on_all_members() {
        let sets: Vec<Offsets> =
            [(0, 0), (0, 7), (0, -5), (4, 1), (6, 2), (24, 8), (1, 0)].map(|(m, r)| Offsets::new(m, r)).into();
        for a in &sets {
            for b in &sets {
                for x in members(*a) {
                    assert!(Offsets::exactly(x).is_within(a.join(*b)));
                    assert!(Offsets::exactly(-x).is_within(a.negated()));
                    assert!(Offsets::exactly(3 * x).is_within(a.times(3)));
                    assert!(Offsets::exactly(x).is_within(a.wrapped()));
                    for y in members(*b) {
                        assert!(Offsets::exactly(x + y).is_within(a.plus(*b)), "{x} + {y} of {a:?} {b:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn bytes_overlap_if_some_members_do() {
        let sets = [(0, 0), (0, 7), (4, 1), (6, 2), (8, 4), (24, 8)].map(|(m, r)| Offsets::new(m, r));
        for a in sets {
            for b in sets {
                for (mine, theirs) in [(1, 1), (4, 4), (2, 8), (3, 1)] {
                    let overlap = |x: i64, y: i64| x < y + theirs as i64 && y < x + mine as i64;
                    let some = members(a).iter().any(|x| members(b).iter().any(|y| overlap(*x, *y)));
                    assert_eq!(a.overlaps(mine, b, theirs), some, "{a:?} {mine} {b:?} {theirs}");
                    if let Some(start) = b.exact() {
                        assert_eq!(a.meets(mine, (start, start + theirs as i64)), some, "{a:?} {mine} {b:?} {theirs}");
                    }
                    let same = |x: i64, y: i64| x == y || !(x < y + 4 && y < x + 4);
                    let all = members(a).iter().all(|x| members(b).iter().all(|y| same(*x, *y)));
                    assert!(!a.coincides(b, 4) || all, "{a:?} {b:?}");
                    if let Some(only) = a.only_distance(mine, b, theirs) {
                        let only = only as i64;
                        let far = |x: i64, y: i64| !overlap(x, y) || y - x == only;
                        assert!(members(a).iter().all(|x| members(b).iter().all(|y| far(*x, *y))), "{a:?} {b:?}");
                    }
                }
            }
        }
    }
}
