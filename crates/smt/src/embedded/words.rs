//! Circuits of the bit-vector operators. A word is its bits, lowest first.
//!
//! Addition is a ripple of majority gates, comparison the carry of a subtraction, multiplication adds shifted copies (rows of constant
//! zero bits vanish), division is restoring division, shifting by a word is a barrel shifter. All of them are pure functions of
//! their inputs, without side conditions, so that equal operations are equal gates whatever is asserted. Constants are folded
//! gate by gate, so an operation with a constant costs only what depends on variables.
//!
//! Rejected: division by multiplication (`a = q·b + r`) with fresh words and side conditions; it is smaller but not a function of its
//! inputs. Carry-lookahead adders: SAT solvers propagate ripples as well with fewer clauses.

use super::circuit::{Bit, Circuit};

/// Bits, lowest first.
pub(crate) type Word = Vec<Bit>;

impl Circuit {
    pub(crate) fn constant_word(value: u128, width: u32) -> Word {
        (0..width).map(|i| Bit::of(value >> i & 1 == 1)).collect()
    }

    pub(crate) fn input_word(&mut self, width: u32) -> Word {
        (0..width).map(|_| self.input()).collect()
    }

    fn sum_with_carry(&mut self, a: &[Bit], b: &[Bit], mut carry: Bit) -> Word {
        let mut sum = Vec::with_capacity(a.len());
        for i in 0..a.len() {
            let half = self.xor(a[i], b[i]);
            sum.push(self.xor(half, carry));
            if i + 1 < a.len() {
                carry = self.majority(a[i], b[i], carry);
            }
        }
        sum
    }

    pub(crate) fn add_words(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        self.sum_with_carry(a, b, Bit::FALSE)
    }

    pub(crate) fn subtract_words(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        self.sum_with_carry(a, &complement(b), Bit::TRUE)
    }

    pub(crate) fn negate_word(&mut self, a: &[Bit]) -> Word {
        let zero = vec![Bit::FALSE; a.len()];
        self.subtract_words(&zero, a)
    }

    pub(crate) fn equal_words(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let mut same = Vec::with_capacity(a.len());
        for (x, y) in a.iter().zip(b) {
            let different = self.xor(*x, *y);
            if different == Bit::TRUE {
                return Bit::FALSE;
            }
            same.push(!different);
        }
        self.all(same)
    }

    /// Unsigned `a < b`: whether subtracting borrows.
    pub(crate) fn less_words(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let mut less = Bit::FALSE;
        for (x, y) in a.iter().zip(b) {
            less = self.majority(!*x, *y, less);
        }
        less
    }

    pub(crate) fn signed_less_words(&mut self, a: &[Bit], b: &[Bit]) -> Bit {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        if let (Some(x), Some(y)) = (a.last_mut(), b.last_mut()) {
            *x = !*x;
            *y = !*y;
        }
        self.less_words(&a, &b)
    }

    pub(crate) fn choose_words(&mut self, c: Bit, a: &[Bit], b: &[Bit]) -> Word {
        a.iter().zip(b).map(|(x, y)| self.ite(c, *x, *y)).collect()
    }

    pub(crate) fn multiply_words(&mut self, a: &[Bit], b: &[Bit]) -> Word {
        let width = a.len();
        // The rows are selected by the operand with more constant bits.
        let constants = |w: &[Bit]| w.iter().filter(|b| b.constant().is_some()).count();
        let (a, b) = if constants(a) > constants(b) { (b, a) } else { (a, b) };
        let mut sum = vec![Bit::FALSE; width];
        for (shift, select) in b.iter().enumerate() {
            if *select == Bit::FALSE {
                continue;
            }
            let row: Word = a[..width - shift].iter().map(|x| self.and(*x, *select)).collect();
            let upper = self.add_words(&sum[shift..], &row);
            sum.splice(shift.., upper);
        }
        sum
    }

    /// Unsigned quotient and remainder; by zero all ones and the dividend.
    pub(crate) fn divide_words(&mut self, a: &[Bit], b: &[Bit]) -> (Word, Word) {
        let width = a.len();
        if let Some(power) = power_of_two(b) {
            let mut quotient = a[power..].to_vec();
            quotient.resize(width, Bit::FALSE);
            let mut remainder = a[..power].to_vec();
            remainder.resize(width, Bit::FALSE);
            return (quotient, remainder);
        }
        let mut quotient = vec![Bit::FALSE; width];
        let mut remainder = vec![Bit::FALSE; width];
        for i in (0..width).rev() {
            // The bit shifted out at the top means that the divisor fits, whatever the rest is.
            let top = remainder[width - 1];
            remainder.insert(0, a[i]);
            remainder.pop();
            let less = self.less_words(&remainder, b);
            let fits = self.or(top, !less);
            let difference = self.subtract_words(&remainder, b);
            remainder = self.choose_words(fits, &difference, &remainder);
            quotient[i] = fits;
        }
        // With a zero divisor every step "fits" and subtracts nothing: the quotient is all ones and the remainder the dividend.
        (quotient, remainder)
    }

    fn magnitude(&mut self, a: &[Bit]) -> Word {
        let negated = self.negate_word(a);
        self.choose_words(a[a.len() - 1], &negated, a)
    }

    /// Signed quotient and remainder, truncating.
    pub(crate) fn signed_divide_words(&mut self, a: &[Bit], b: &[Bit]) -> (Word, Word) {
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        let (x, y) = (self.magnitude(a), self.magnitude(b));
        let (quotient, remainder) = self.divide_words(&x, &y);
        let opposite = self.xor(sign_a, sign_b);
        let negated = self.negate_word(&quotient);
        let quotient = self.choose_words(opposite, &negated, &quotient);
        let negated = self.negate_word(&remainder);
        let remainder = self.choose_words(sign_a, &negated, &remainder);
        (quotient, remainder)
    }

    /// `a` shifted by `b`; `left` or right, with `fill` coming in.
    pub(crate) fn shift_word(&mut self, a: &[Bit], b: &[Bit], left: bool, fill: Bit) -> Word {
        let width = a.len();
        let mut result = a.to_vec();
        let mut too_far = Vec::new();
        for (stage, select) in b.iter().enumerate() {
            let by = 1usize.checked_shl(stage as u32).filter(|by| *by < width);
            let Some(by) = by else {
                too_far.push(*select);
                continue;
            };
            let moved: Word = (0..width)
                .map(|i| {
                    let from = if left { i.checked_sub(by) } else { Some(i + by).filter(|f| *f < width) };
                    from.map_or(fill, |f| result[f])
                })
                .collect();
            result = self.choose_words(*select, &moved, &result);
        }
        let too_far = self.any(too_far);
        let nothing = vec![fill; width];
        self.choose_words(too_far, &nothing, &result)
    }
}

pub(crate) fn complement(a: &[Bit]) -> Word {
    a.iter().map(|b| !*b).collect()
}

/// The exponent of a constant that is a power of two.
fn power_of_two(word: &[Bit]) -> Option<usize> {
    let mut exponent = None;
    for (i, bit) in word.iter().enumerate() {
        match (bit.constant()?, exponent) {
            (true, None) => exponent = Some(i),
            (true, Some(_)) => return None,
            (false, _) => {}
        }
    }
    exponent
}
