//! Oracles that answer with concrete values: for running programs and replaying executions.

use std::collections::VecDeque;

use raddle_program::{Scalar, Span};

use crate::halt::{Halt, HaltKind};
use crate::oracle::{Choice, LazyOp, Oracle, Origin};
use crate::value::{LazyId, Value};

/// A concrete oracle hands out no lazy values, so nobody can ask it about one.
fn no_lazy_values(span: Span) -> Halt {
    Halt::new(HaltKind::Oracle, "a lazy value in a concrete execution", span)
}

/// The value of some ranges that is closest to zero.
fn closest_to_zero(ranges: Option<&[(i128, i128)]>) -> i128 {
    let closest = |(lo, hi): &(i128, i128)| if *lo > 0 { *lo } else { (*hi).min(0) };
    ranges.unwrap_or(&[]).iter().map(closest).min_by_key(|v| v.unsigned_abs()).unwrap_or(0)
}

macro_rules! concrete {
    () => {
        fn apply(&mut self, _op: LazyOp, _args: &[Value], span: Span) -> Result<Value, Halt> {
            Err(no_lazy_values(span))
        }

        fn truth(&mut self, _value: LazyId, _ty: Scalar, span: Span) -> Result<bool, Halt> {
            Err(no_lazy_values(span))
        }

        fn exact(&mut self, _value: LazyId, _ty: Scalar, span: Span) -> Result<u128, Halt> {
            Err(no_lazy_values(span))
        }

        fn output(&mut self, bytes: &[u8]) {
            self.output.extend_from_slice(bytes);
        }
    };
}

/// Everything is zero (or as close as the range allows) and every choice the first: for deterministic programs.
#[derive(Clone, Debug, Default)]
pub struct ZeroOracle {
    /// What was printed.
    pub output: Vec<u8>,
}

impl Oracle for ZeroOracle {
    fn nondet(&mut self, ty: Scalar, ranges: Option<&[(i128, i128)]>, _origin: Origin<'_>) -> Result<Value, Halt> {
        Ok(Value::Bits(ty.truncate(closest_to_zero(ranges) as u128)))
    }

    fn choose(&mut self, _alternatives: u32, _choice: Choice, _span: Span) -> Result<u32, Halt> {
        Ok(0)
    }

    concrete!();
}

/// Answers from recorded lists; halts when a list is exhausted or an answer does not fit the question.
#[derive(Clone, Debug, Default)]
pub struct ScriptedOracle {
    /// Bit patterns of nondeterministic values, in the order they are asked for.
    pub inputs: VecDeque<u128>,
    /// Choices, in order.
    pub choices: VecDeque<u32>,
    /// What was printed.
    pub output: Vec<u8>,
}

impl Oracle for ScriptedOracle {
    fn nondet(&mut self, ty: Scalar, ranges: Option<&[(i128, i128)]>, origin: Origin<'_>) -> Result<Value, Halt> {
        let halt = |what: &str| Err(Halt::new(HaltKind::Oracle, what, origin.span));
        let Some(bits) = self.inputs.pop_front() else { return halt("the script has no value left") };
        if ty.truncate(bits) != bits {
            return halt("the script's value does not fit the type that is asked for");
        }
        let value = ty.to_i128(bits);
        match ranges {
            Some(ranges) if !ranges.iter().any(|(lo, hi)| (*lo..=*hi).contains(&value)) => {
                halt("the script's value is not among those asked for")
            }
            Some(_) | None => Ok(Value::Bits(bits)),
        }
    }

    fn choose(&mut self, alternatives: u32, _choice: Choice, span: Span) -> Result<u32, Halt> {
        match self.choices.pop_front() {
            Some(choice) if choice < alternatives => Ok(choice),
            Some(_) => Err(Halt::new(HaltKind::Oracle, "the script's choice is not among the alternatives", span)),
            None => Err(Halt::new(HaltKind::Oracle, "the script has no choice left", span)),
        }
    }

    concrete!();
}

/// Random answers from a seed, with a preference for small values and edge cases.
#[derive(Clone, Debug)]
pub struct SeededOracle {
    state: u64,
    /// What was printed.
    pub output: Vec<u8>,
}

impl SeededOracle {
    /// The same seed gives the same answers.
    pub fn new(seed: u64) -> SeededOracle {
        SeededOracle { state: seed ^ 0x9e37_79b9_7f4a_7c15, output: Vec::new() }
    }

    /// Steele, Lea and Flood's SplitMix64.
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

impl Oracle for SeededOracle {
    fn nondet(&mut self, ty: Scalar, ranges: Option<&[(i128, i128)]>, _origin: Origin<'_>) -> Result<Value, Halt> {
        let wide = u128::from(self.next()) << 64 | u128::from(self.next());
        let ranges = ranges.unwrap_or(&[]);
        let (lo, hi) = match ranges.len() {
            0 => (i128::MIN, i128::MAX),
            1 => ranges[0],
            count => ranges[self.next() as usize % count],
        };
        let value = match self.next() % 8 {
            0 => lo,
            1 => hi,
            2 => ty.to_i128(ty.truncate(wide)),
            3 => -1,
            small => i128::from(self.next() % (1 << small)),
        };
        let fitted = ty.to_i128(ty.truncate(value as u128));
        let chosen = if (lo..=hi).contains(&fitted) {
            fitted
        } else {
            let span = (hi as u128).wrapping_sub(lo as u128).wrapping_add(1);
            lo.wrapping_add(if span == 0 { wide as i128 } else { (wide % span) as i128 })
        };
        Ok(Value::Bits(ty.truncate(chosen as u128)))
    }

    fn choose(&mut self, alternatives: u32, _choice: Choice, _span: Span) -> Result<u32, Halt> {
        Ok((self.next() % u64::from(alternatives.max(1))) as u32)
    }

    concrete!();
}
