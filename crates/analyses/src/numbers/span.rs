//! Numbers in an interval and a residue class.

use super::Fact;

/// The values `residue + k * modulus` (one value if the modulus is zero) between bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) modulus: u64,
    pub(super) residue: i128,
    pub(super) low: Option<i128>,
    pub(super) high: Option<i128>,
}

impl Span {
    pub(super) const ALL: Span = Span { modulus: 1, residue: 0, low: None, high: None };

    pub(super) fn one(value: i128) -> Span {
        Span { modulus: 0, residue: value, low: Some(value), high: Some(value) }
    }

    pub(super) fn join(self, other: Span) -> Span {
        let apart = u64::try_from(self.residue.abs_diff(other.residue)).unwrap_or(1);
        Span {
            modulus: gcd(gcd(self.modulus, other.modulus), apart),
            residue: self.residue,
            low: self.low.zip(other.low).map(|(a, b)| a.min(b)),
            high: self.high.zip(other.high).map(|(a, b)| a.max(b)),
        }
    }

    pub(super) fn add(self, other: Span) -> Span {
        let sum = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        Span {
            modulus: gcd(self.modulus, other.modulus),
            residue: self.residue.wrapping_add(other.residue),
            low: sum(self.low, other.low),
            high: sum(self.high, other.high),
        }
    }

    pub(super) fn negate(self) -> Span {
        let negated = |bound: Option<i128>| bound?.checked_neg();
        let (low, high) = (negated(self.high), negated(self.low));
        Span { residue: self.residue.wrapping_neg(), low, high, ..self }
    }

    /// What is worth knowing about a value of these.
    pub(super) fn facts(self) -> impl Iterator<Item = Fact> {
        let residue = (self.modulus > 1).then(|| Fact::Residue {
            modulus: self.modulus,
            residue: self.residue.rem_euclid(i128::from(self.modulus)) as u64,
        });
        let below = self.low.and_then(|low| low.checked_sub(1));
        let bounds = [below, self.high].into_iter().flatten().map(Fact::AtMost);
        bounds.chain(residue).filter(move |_| self.modulus > 0)
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
