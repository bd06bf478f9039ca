//! Terms as vectors of Boolean functions, least significant bit first.

use std::rc::Rc;

use raddle_program::{BinaryOp, Scalar, UnaryOp};

use super::encoder::Encoder;
use super::gates::{Full, Gates};
use crate::arith;
use crate::lazy::terms::{Term, Terms};
use crate::oracle::LazyOp;
use crate::value::{LazyId, Value};

/// Cases of an operator that has no circuit.
const MAX_CASES: usize = 1024;

/// Pairs of factors of a product without a circuit.
const MAX_FACTORS: usize = 64;

/// Unknown bits of the smaller factor of a product.
const MAX_FACTOR: usize = 10;

impl<G: Gates> Encoder<G> {
    /// A constant as bits.
    pub fn constant_bits(&mut self, value: u128, width: u32) -> Vec<G::Bit> {
        (0..width).map(|i| self.gates.constant(value >> i & 1 == 1)).collect()
    }

    /// The bits of a value of a width.
    pub fn bits(&mut self, terms: &Terms, value: Value, width: u32) -> Result<Rc<[G::Bit]>, Full> {
        let bits = match value {
            Value::Bits(bits) => return Ok(self.constant_bits(bits, width).into()),
            Value::Lazy(id) => self.term(terms, id)?,
        };
        if bits.len() == width as usize {
            return Ok(bits);
        }
        let zero = self.gates.constant(false);
        Ok((0..width as usize).map(|i| bits.get(i).unwrap_or(&zero).clone()).collect())
    }

    /// Where a term is true.
    pub fn truth(&mut self, terms: &Terms, id: LazyId, ty: Scalar) -> Result<G::Bit, Full> {
        let bits = self.bits(terms, Value::Lazy(id), ty.bits())?;
        self.bits_truth(&bits, ty)
    }

    fn bits_truth(&mut self, bits: &[G::Bit], ty: Scalar) -> Result<G::Bit, Full> {
        let everything = self.gates.constant(true);
        let mut any = self.gates.constant(false);
        match ty {
            Scalar::Int { .. } => {
                for bit in bits {
                    any = self.gates.or(&any, bit)?;
                }
            }
            Scalar::Float(_) => {
                for (value, when) in self.cases(bits, &everything, MAX_CASES)? {
                    if arith::is_true(ty, value) {
                        any = self.gates.or(&any, &when)?;
                    }
                }
            }
        }
        Ok(any)
    }

    /// The bits of a term.
    fn term(&mut self, terms: &Terms, id: LazyId) -> Result<Rc<[G::Bit]>, Full> {
        if let Some(known) = self.blasted.get(&id) {
            return Ok(known.clone());
        }
        let bits: Rc<[G::Bit]> = match terms.get(id) {
            Term::Any => return Err(Full),
            Term::Symbol(symbol) => self.value_of(symbol)?.into(),
            Term::Apply(op, args) => self.operation(terms, op, &args)?.into(),
        };
        self.blasted.insert(id, bits.clone());
        Ok(bits)
    }

    fn operation(&mut self, terms: &Terms, op: LazyOp, args: &[Value; 3]) -> Result<Vec<G::Bit>, Full> {
        match op {
            LazyOp::Unary(unary, ty) => {
                let a = self.bits(terms, args[0], ty.bits())?;
                match (unary, ty) {
                    (UnaryOp::BitNot, _) => self.complement(&a),
                    (UnaryOp::Neg, Scalar::Int { .. }) => self.negate(&a),
                    (UnaryOp::Neg, Scalar::Float(_)) => self.by_cases(op, &[&a], ty.bits()),
                }
            }
            LazyOp::Binary(binary, ty, right) => {
                let (a, b) = (self.bits(terms, args[0], ty.bits())?, self.bits(terms, args[1], right.bits())?);
                self.binary(binary, ty, right, &a, &b)
            }
            LazyOp::Cast(from, to) => {
                let a = self.bits(terms, args[0], from.bits())?;
                match (from, to) {
                    (Scalar::Int { signed, .. }, Scalar::Int { .. }) => {
                        let sign = a.last().cloned().filter(|_| signed);
                        let fill = sign.unwrap_or_else(|| self.gates.constant(false));
                        Ok((0..to.bits() as usize).map(|i| a.get(i).unwrap_or(&fill).clone()).collect())
                    }
                    (Scalar::Int { .. } | Scalar::Float(_), _) => self.by_cases(op, &[&a], to.bits()),
                }
            }
            LazyOp::Ite(condition, ty) => {
                let c = self.bits(terms, args[0], condition.bits())?;
                let c = self.bits_truth(&c, condition)?;
                let (a, b) = (self.bits(terms, args[1], ty.bits())?, self.bits(terms, args[2], ty.bits())?);
                self.choose(&c, &a, &b)
            }
            LazyOp::Extract { of, first, count } => {
                let a = self.bits(terms, args[0], of.bits())?;
                let zero = self.gates.constant(false);
                let range = 8 * first as usize..8 * (first as usize + count as usize);
                Ok(range.map(|i| a.get(i).unwrap_or(&zero).clone()).collect())
            }
            LazyOp::Concat { low, high } => {
                let a = self.bits(terms, args[0], 8 * u32::from(low))?;
                let b = self.bits(terms, args[1], 8 * u32::from(high))?;
                Ok(a.iter().chain(b.iter()).cloned().collect())
            }
            // No diagram knows maps, and no oracle of diagrams hands one out.
            LazyOp::Array(..) => Err(Full),
        }
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        ty: Scalar,
        right: Scalar,
        a: &[G::Bit],
        b: &[G::Bit],
    ) -> Result<Vec<G::Bit>, Full> {
        let result = if op.is_comparison() { Scalar::INT.bits() } else { ty.bits() };
        let Scalar::Int { signed, .. } = ty else {
            return self.by_cases(LazyOp::Binary(op, ty, right), &[a, b], result);
        };
        match op {
            BinaryOp::Add => self.sum(a, b, false),
            BinaryOp::Sub => {
                let b = self.complement(b)?;
                self.sum(a, &b, true)
            }
            BinaryOp::Mul => {
                let product = self.product(a, b);
                product.or_else(|Full| self.by_few_cases(LazyOp::Binary(op, ty, right), &[a, b], result, MAX_FACTORS))
            }
            BinaryOp::Div | BinaryOp::Rem => match self.constant_of(b) {
                Some(divisor) if !signed || ty.to_i128(divisor) > 0 => {
                    self.quotient(a, divisor, signed, op == BinaryOp::Rem)
                }
                Some(_) | None => self.by_cases(LazyOp::Binary(op, ty, right), &[a, b], result),
            },
            BinaryOp::Shl | BinaryOp::Shr => self.shift(op == BinaryOp::Shl, signed, a, b),
            BinaryOp::And => self.bitwise(a, b, |g, x, y| g.and(x, y)),
            BinaryOp::Or => self.bitwise(a, b, |g, x, y| g.or(x, y)),
            BinaryOp::Xor => self.bitwise(a, b, |g, x, y| g.xor(x, y)),
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                let holds = self.compare(op, signed, a, b)?;
                let mut bits = self.constant_bits(0, result);
                bits[0] = holds;
                Ok(bits)
            }
        }
    }

    fn compare(&mut self, op: BinaryOp, signed: bool, a: &[G::Bit], b: &[G::Bit]) -> Result<G::Bit, Full> {
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            let same = self.equal(a, b)?;
            return if op == BinaryOp::Eq { Ok(same) } else { self.gates.not(&same) };
        }
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        if signed {
            // Flipping the sign bits makes the order that of unsigned numbers.
            for x in [&mut a, &mut b] {
                if let Some(sign) = x.last_mut() {
                    *sign = self.gates.not(sign)?;
                }
            }
        }
        let swap = matches!(op, BinaryOp::Gt | BinaryOp::Le);
        let less = if swap { self.less(&b, &a)? } else { self.less(&a, &b)? };
        let negated = matches!(op, BinaryOp::Le | BinaryOp::Ge);
        if negated { self.gates.not(&less) } else { Ok(less) }
    }

    /// Whether one unsigned number is less than another.
    pub(super) fn less(&mut self, a: &[G::Bit], b: &[G::Bit]) -> Result<G::Bit, Full> {
        let mut less = self.gates.constant(false);
        for (x, y) in a.iter().zip(b) {
            let differ = self.gates.xor(x, y)?;
            less = self.gates.ite(&differ, y, &less)?;
        }
        Ok(less)
    }

    /// Whether two vectors are the same.
    pub fn equal(&mut self, a: &[G::Bit], b: &[G::Bit]) -> Result<G::Bit, Full> {
        let everything = self.gates.constant(true);
        self.equal_within(&everything, a, b)
    }

    /// The part of a set where two vectors are the same.
    pub fn equal_within(&mut self, set: &G::Bit, a: &[G::Bit], b: &[G::Bit]) -> Result<G::Bit, Full> {
        let mut same = set.clone();
        for (x, y) in a.iter().zip(b).rev() {
            let differ = self.gates.xor(x, y)?;
            let agree = self.gates.not(&differ)?;
            same = self.gates.and(&same, &agree)?;
        }
        Ok(same)
    }

    /// Whether a vector is a constant.
    pub fn equals_constant(&mut self, a: &[G::Bit], value: u128) -> Result<G::Bit, Full> {
        let mut same = self.gates.constant(true);
        for (i, bit) in a.iter().enumerate() {
            let agree = if value >> i & 1 == 1 { bit.clone() } else { self.gates.not(bit)? };
            same = self.gates.and(&same, &agree)?;
        }
        Ok(same)
    }

    /// The number that a vector is, if it is one.
    fn constant_of(&self, bits: &[G::Bit]) -> Option<u128> {
        let mut value = 0;
        for (i, bit) in bits.iter().enumerate() {
            value |= u128::from(self.gates.as_constant(bit)?) << i;
        }
        Some(value)
    }

    fn bitwise(
        &mut self,
        a: &[G::Bit],
        b: &[G::Bit],
        gate: impl Fn(&mut G, &G::Bit, &G::Bit) -> Result<G::Bit, Full>,
    ) -> Result<Vec<G::Bit>, Full> {
        a.iter().zip(b).map(|(x, y)| gate(&mut self.gates, x, y)).collect()
    }

    fn complement(&mut self, a: &[G::Bit]) -> Result<Vec<G::Bit>, Full> {
        a.iter().map(|x| self.gates.not(x)).collect()
    }

    fn negate(&mut self, a: &[G::Bit]) -> Result<Vec<G::Bit>, Full> {
        let flipped = self.complement(a)?;
        let zero = self.constant_bits(0, a.len() as u32);
        self.sum(&flipped, &zero, true)
    }

    fn choose(&mut self, c: &G::Bit, a: &[G::Bit], b: &[G::Bit]) -> Result<Vec<G::Bit>, Full> {
        a.iter().zip(b).map(|(x, y)| if x == y { Ok(x.clone()) } else { self.gates.ite(c, x, y) }).collect()
    }

    fn sum(&mut self, a: &[G::Bit], b: &[G::Bit], carry: bool) -> Result<Vec<G::Bit>, Full> {
        let mut carry = self.gates.constant(carry);
        let mut out = Vec::with_capacity(a.len());
        for (x, y) in a.iter().zip(b) {
            let differ = self.gates.xor(x, y)?;
            out.push(self.gates.xor(&differ, &carry)?);
            carry = self.gates.ite(&differ, &carry, x)?;
        }
        Ok(out)
    }

    fn product(&mut self, a: &[G::Bit], b: &[G::Bit]) -> Result<Vec<G::Bit>, Full> {
        let unknown = |bits: &[G::Bit]| bits.iter().filter(|x| self.gates.as_constant(x).is_none()).count();
        let (a, b) = if unknown(a) < unknown(b) { (b, a) } else { (a, b) };
        if unknown(b) > MAX_FACTOR {
            return Err(Full);
        }
        let mut sum = self.constant_bits(0, a.len() as u32);
        for (i, bit) in b.iter().enumerate() {
            if self.gates.as_constant(bit) == Some(false) {
                continue;
            }
            let mut shifted = self.constant_bits(0, i as u32);
            for x in &a[..a.len() - i] {
                shifted.push(self.gates.and(x, bit)?);
            }
            sum = self.sum(&sum, &shifted, false)?;
        }
        Ok(sum)
    }

    /// The quotient or remainder by a positive constant, by long division.
    fn quotient(&mut self, a: &[G::Bit], divisor: u128, signed: bool, rem: bool) -> Result<Vec<G::Bit>, Full> {
        let width = a.len() as u32;
        let sign = a.last().cloned().filter(|_| signed);
        let mut magnitude = a.to_vec();
        if let Some(sign) = &sign {
            let negated = self.negate(a)?;
            magnitude = self.choose(sign, &negated, a)?;
        }
        // One bit more than the divisor has: the remainder is doubled before it is compared.
        let digits = (128 - divisor.leading_zeros()) as usize + 1;
        let by = self.constant_bits(divisor, digits as u32);
        let minus = self.complement(&by)?;
        let mut rest = self.constant_bits(0, digits as u32);
        let mut quotient = self.constant_bits(0, width);
        for i in (0..a.len()).rev() {
            rest.pop();
            rest.insert(0, magnitude[i].clone());
            let less = self.less(&rest, &by)?;
            let reduced = self.sum(&rest, &minus, true)?;
            rest = self.choose(&less, &rest, &reduced)?;
            quotient[i] = self.gates.not(&less)?;
        }
        let mut result = quotient;
        if rem {
            result = self.constant_bits(0, width);
            result.iter_mut().zip(rest).for_each(|(bit, r)| *bit = r);
        }
        let Some(sign) = sign else { return Ok(result) };
        let negated = self.negate(&result)?;
        self.choose(&sign, &negated, &result)
    }

    fn shift(&mut self, left: bool, signed: bool, a: &[G::Bit], b: &[G::Bit]) -> Result<Vec<G::Bit>, Full> {
        let stages = match a.len() {
            0..=32 => 5,
            33..=64 => 6,
            _ => 7,
        };
        let zero = self.gates.constant(false);
        let fill = if !left && signed { a.last().unwrap_or(&zero).clone() } else { zero };
        let mut bits = a.to_vec();
        for (stage, when) in b.iter().take(stages).enumerate() {
            let by = 1usize << stage;
            let moved: Vec<G::Bit> = (0..bits.len())
                .map(|i| if left { i.checked_sub(by) } else { Some(i + by) })
                .map(|from| from.and_then(|from| bits.get(from)).unwrap_or(&fill).clone())
                .collect();
            bits = self.choose(when, &moved, &bits)?;
        }
        Ok(bits)
    }

    /// The values that a vector has somewhere in a set, ascending, each with the part of the set where it has it.
    pub fn cases(&mut self, bits: &[G::Bit], set: &G::Bit, max: usize) -> Result<Vec<(u128, G::Bit)>, Full> {
        let mut cases = vec![(0u128, set.clone())];
        for (i, bit) in bits.iter().enumerate().rev() {
            let mut split = Vec::with_capacity(cases.len());
            for (value, set) in cases {
                let yes = self.gates.and(&set, bit)?;
                if yes == set {
                    split.push((value | 1 << i, set));
                } else if self.gates.as_constant(&yes) == Some(false) {
                    split.push((value, set));
                } else {
                    let fails = self.gates.not(bit)?;
                    split.push((value, self.gates.and(&set, &fails)?));
                    split.push((value | 1 << i, yes));
                }
            }
            if split.len() > max.max(1) {
                return Err(Full);
            }
            cases = split;
        }
        Ok(cases)
    }

    /// An operator without a circuit: for each combination of values of its operands.
    fn by_cases(&mut self, op: LazyOp, args: &[&[G::Bit]], width: u32) -> Result<Vec<G::Bit>, Full> {
        self.by_few_cases(op, args, width, MAX_CASES)
    }

    fn by_few_cases(&mut self, op: LazyOp, args: &[&[G::Bit]], width: u32, max: usize) -> Result<Vec<G::Bit>, Full> {
        let mut combinations = vec![(Vec::new(), self.gates.constant(true))];
        for arg in args {
            let mut longer = Vec::new();
            for (values, when) in combinations {
                for (value, when) in self.cases(arg, &when, max)? {
                    let mut values: Vec<u128> = values.clone();
                    values.push(value);
                    longer.push((values, when));
                }
            }
            if longer.len() > max {
                return Err(Full);
            }
            combinations = longer;
        }
        let mut bits = self.constant_bits(0, width);
        for (values, when) in combinations {
            let result = arith::apply(op, &values).ok_or(Full)?;
            for (i, bit) in bits.iter_mut().enumerate() {
                if result >> i & 1 == 1 {
                    *bit = self.gates.or(bit, &when)?;
                }
            }
        }
        Ok(bits)
    }
}
