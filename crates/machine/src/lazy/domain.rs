//! Sets of bit patterns as sorted disjoint intervals.
//!
//! A domain says which bit patterns a nondeterministic value may still have. Patterns are unsigned numbers below
//! `2^bits`; what is an interval of signed values is at most two intervals of patterns, so one representation serves
//! all types. Every operation is exact.

use raddle_program::Scalar;

/// The largest pattern of `bits` bits.
pub(super) fn mask(bits: u32) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

/// A set of bit patterns: inclusive intervals, sorted, disjoint, not adjacent.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Domain {
    intervals: Vec<(u128, u128)>,
}

impl Domain {
    /// No pattern.
    pub const EMPTY: Domain = Domain { intervals: Vec::new() };

    /// All patterns of a width.
    pub fn full(bits: u32) -> Domain {
        Domain { intervals: vec![(0, mask(bits))] }
    }

    /// One interval; empty if `lo > hi`.
    pub fn interval(lo: u128, hi: u128) -> Domain {
        Domain { intervals: if lo <= hi { vec![(lo, hi)] } else { Vec::new() } }
    }

    /// One pattern.
    pub fn single(value: u128) -> Domain {
        Domain::interval(value, value)
    }

    /// The patterns of the mathematical values `lo ..= hi` of an integer type (clipped to the type).
    pub fn of_range(ty: Scalar, lo: i128, hi: i128) -> Domain {
        let bits = ty.bits();
        if bits == 128 {
            // The mathematical value of a 128-bit pattern is its two's complement for the purpose of ranges.
            return Domain::from_intervals(if lo > hi {
                vec![]
            } else if (lo < 0) == (hi < 0) {
                vec![(lo as u128, hi as u128)]
            } else {
                vec![(0, hi as u128), (lo as u128, u128::MAX)]
            });
        }
        let (min, max) = match ty {
            Scalar::Int { signed: true, .. } => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
            Scalar::Int { signed: false, .. } | Scalar::Float(_) => (0, mask(bits) as i128),
        };
        let (lo, hi) = (lo.max(min), hi.min(max));
        if lo > hi {
            return Domain::EMPTY;
        }
        let pattern = |v: i128| (v as u128) & mask(bits);
        Domain::from_intervals(if lo < 0 && hi >= 0 {
            vec![(0, pattern(hi)), (pattern(lo), mask(bits))]
        } else {
            vec![(pattern(lo), pattern(hi))]
        })
    }

    /// The patterns of ranges of mathematical values of a type; all patterns without ranges.
    pub fn of_ranges(ty: Scalar, ranges: Option<&[(i128, i128)]>) -> Domain {
        match ranges {
            Some([(lo, hi)]) => Domain::of_range(ty, *lo, *hi),
            Some(ranges) => Domain::from_intervals(
                ranges.iter().flat_map(|(lo, hi)| Domain::of_range(ty, *lo, *hi).intervals).collect(),
            ),
            None => Domain::full(ty.bits()),
        }
    }

    /// The union of any intervals.
    pub fn from_intervals(mut intervals: Vec<(u128, u128)>) -> Domain {
        intervals.retain(|(lo, hi)| lo <= hi);
        intervals.sort_unstable();
        let mut merged: Vec<(u128, u128)> = Vec::with_capacity(intervals.len());
        for (lo, hi) in intervals {
            match merged.last_mut() {
                Some(last) if lo <= last.1.saturating_add(1) => last.1 = last.1.max(hi),
                _ => merged.push((lo, hi)),
            }
        }
        Domain { intervals: merged }
    }

    /// The union of single patterns.
    pub fn from_values(values: impl IntoIterator<Item = u128>) -> Domain {
        Domain::from_intervals(values.into_iter().map(|v| (v, v)).collect())
    }

    /// Its intervals, sorted.
    pub fn intervals(&self) -> &[(u128, u128)] {
        &self.intervals
    }

    /// Whether there is no pattern.
    pub fn is_empty(&self) -> bool {
        self.intervals.is_empty()
    }

    /// The pattern, if there is just one.
    pub fn as_single(&self) -> Option<u128> {
        match self.intervals[..] {
            [(lo, hi)] if lo == hi => Some(lo),
            _ => None,
        }
    }

    /// How many patterns (saturating: all 2^128 count as 2^128 - 1).
    pub fn size(&self) -> u128 {
        self.intervals.iter().fold(0u128, |n, (lo, hi)| n.saturating_add((hi - lo).saturating_add(1)))
    }

    /// Whether a pattern belongs to the set.
    pub fn contains(&self, value: u128) -> bool {
        let after = self.intervals.partition_point(|(lo, _)| *lo <= value);
        after > 0 && self.intervals[after - 1].1 >= value
    }

    /// All patterns in ascending order.
    pub fn values(&self) -> impl Iterator<Item = u128> + '_ {
        self.intervals.iter().flat_map(|(lo, hi)| *lo..=*hi)
    }

    /// What is in both.
    pub fn intersect(&self, other: &Domain) -> Domain {
        let (mut i, mut j) = (0, 0);
        let mut out = Vec::new();
        while i < self.intervals.len() && j < other.intervals.len() {
            let (a, b) = (self.intervals[i], other.intervals[j]);
            let (lo, hi) = (a.0.max(b.0), a.1.min(b.1));
            if lo <= hi {
                out.push((lo, hi));
            }
            if a.1 < b.1 { i += 1 } else { j += 1 }
        }
        Domain { intervals: out }
    }

    /// What is in either.
    pub fn union(&self, other: &Domain) -> Domain {
        Domain::from_intervals(self.intervals.iter().chain(&other.intervals).copied().collect())
    }

    /// The patterns of a width that are not in the set.
    pub fn complement(&self, bits: u32) -> Domain {
        let mut out = Vec::with_capacity(self.intervals.len() + 1);
        let mut next = Some(0u128);
        for (lo, hi) in &self.intervals {
            if let Some(from) = next
                && from < *lo
            {
                out.push((from, lo - 1));
            }
            next = hi.checked_add(1);
        }
        if let Some(from) = next
            && from <= mask(bits)
        {
            out.push((from, mask(bits)));
        }
        Domain { intervals: out }
    }

    /// `{ v + by mod 2^bits }`
    pub fn rotate(&self, by: u128, bits: u32) -> Domain {
        let m = mask(bits);
        let by = by & m;
        if by == 0 {
            return self.clone();
        }
        let mut out = Vec::with_capacity(self.intervals.len() + 1);
        for (lo, hi) in &self.intervals {
            let (a, b) = (lo.wrapping_add(by) & m, hi.wrapping_add(by) & m);
            if hi - lo == m {
                out.push((0, m));
            } else if a <= b {
                out.push((a, b));
            } else {
                out.push((a, m));
                out.push((0, b));
            }
        }
        Domain::from_intervals(out)
    }

    /// `{ !v }`
    pub fn bit_not(&self, bits: u32) -> Domain {
        let m = mask(bits);
        Domain::from_intervals(self.intervals.iter().map(|(lo, hi)| (m - hi, m - lo)).collect())
    }

    /// `{ -v mod 2^bits }`
    pub fn negate(&self, bits: u32) -> Domain {
        self.bit_not(bits).rotate(1, bits)
    }

    /// A pattern that a person likes to read: the one nearest to zero as a number of the type.
    pub fn simplest(&self, ty: Scalar) -> Option<u128> {
        let m = mask(ty.bits());
        let smallest = self.intervals.first()?.0;
        let largest = self.intervals.last()?.1;
        match ty {
            Scalar::Int { signed: true, .. } if m - largest < smallest => Some(largest),
            Scalar::Int { .. } | Scalar::Float(_) => Some(smallest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All sets of 3-bit patterns, as bit masks.
    fn sets() -> impl Iterator<Item = (u8, Domain)> {
        (0..=255u8).map(|m| (m, Domain::from_values((0..8).filter(|i| m >> i & 1 == 1))))
    }

    fn as_mask(domain: &Domain) -> u8 {
        domain.values().fold(0, |m, v| m | 1 << v)
    }

    #[test]
    fn set_operations_are_those_of_sets() {
        for (a, x) in sets() {
            assert_eq!(as_mask(&x.complement(3)), !a);
            assert_eq!(x.size(), u128::from(a.count_ones()));
            for (b, y) in sets() {
                assert_eq!(as_mask(&x.intersect(&y)), a & b);
                assert_eq!(as_mask(&x.union(&y)), a | b);
                assert_eq!(x == y, a == b, "the representation is canonical");
            }
        }
    }

    #[test]
    fn arithmetic_is_modular() {
        for (a, x) in sets() {
            for c in 0..8u128 {
                let rotated = x.values().fold(0u8, |m, v| m | 1 << ((v + c) % 8));
                assert_eq!(as_mask(&x.rotate(c, 3)), rotated, "{a} + {c}");
            }
            assert_eq!(as_mask(&x.negate(3)), x.values().fold(0u8, |m, v| m | 1 << ((8 - v) % 8)));
        }
    }

    #[test]
    fn the_widest_type_does_not_overflow() {
        let all = Domain::full(128);
        assert_eq!(all.rotate(5, 128), all);
        assert_eq!(all.complement(128), Domain::EMPTY);
        assert_eq!(Domain::EMPTY.complement(128), all);
        assert_eq!(Domain::of_range(Scalar::Int { bits: 128, signed: true }, -1, 0).size(), 2);
    }
}
