//! Answers that do not depend on the order of threads.
//!
//! To see whether two steps commute, both have to get the same answers in both orders. So the answers in a step are a function of the
//! seed, of the thread, and of how many questions it has asked in that step; what an uninitialised value is, which whoever
//! looks first decides for all, is a function of the seed and the place only.

use raddle_machine::{Addr, Choice, Event, Halt, HaltKind, LazyId, LazyOp, Oracle, Origin, ThreadIx, Value};
use raddle_program::{NondetKind, Scalar, Span};

use crate::asking::Asking;

/// Numbers that look random: SplitMix64 (G. Steele, D. Lea, C. Flood, 2014).
#[derive(Clone, Debug)]
pub(super) struct Mixed(pub(super) u64);

impl Mixed {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// One of some items, if there are any.
    pub(super) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() {
            return None;
        }
        let at = self.next() % items.len() as u64;
        items.get(at as usize).copied()
    }
}

/// The answers that a thread gets in one step, and what the step accesses.
#[derive(Clone, Debug)]
pub struct Answers {
    seed: u64,
    mixed: Mixed,
    chosen: u32,
    /// What was accessed: address, bytes, whether it was written.
    pub accesses: Vec<(Addr, u64, bool)>,
}

impl Answers {
    /// Those of a thread.
    pub fn new(seed: u64, thread: ThreadIx) -> Answers {
        let mut start = Mixed(seed ^ u64::from(thread.0) << 48);
        Answers { seed, mixed: Mixed(start.next()), chosen: 0, accesses: Vec::new() }
    }
}

fn refuse<T>(span: Span) -> Result<T, Halt> {
    Err(Halt::new(HaltKind::Oracle, "a lazy value in a concrete execution", span))
}

impl Oracle for Answers {
    fn nondet(&mut self, ty: Scalar, ranges: Option<&[(i128, i128)]>, origin: Origin<'_>) -> Result<Value, Halt> {
        let drawn = match origin.kind {
            NondetKind::Uninitialised => Mixed(self.seed ^ u64::from(origin.span.start)).next(),
            NondetKind::Input(_) | NondetKind::Library(_) | NondetKind::Inexact(_) | NondetKind::Assuming(_) => {
                self.mixed.next()
            }
        };
        let small = i128::from(drawn % 4);
        let value = match ranges {
            None | Some([]) => small,
            Some(ranges) => {
                let (lo, hi) = ranges[drawn as usize % ranges.len()];
                if (lo..=hi).contains(&small) { small } else { lo.saturating_add(small).min(hi) }
            }
        };
        Ok(Value::Bits(ty.truncate(value as u128)))
    }

    fn choose(&mut self, alternatives: u32, choice: Choice, _: Span) -> Result<u32, Halt> {
        // Whether the address of an object that is gone is in use again is asked only after it is gone, so in one order of two steps. Nothing has
        // the address yet, or the allocation that got it came first: so it is answered with no.
        if choice == Choice::AddressReuse {
            return Ok(0);
        }
        self.chosen += 1;
        Ok((self.mixed.next() % u64::from(alternatives.max(1))) as u32)
    }

    fn apply(&mut self, _: LazyOp, _: &[Value], span: Span) -> Result<Value, Halt> {
        refuse(span)
    }

    fn truth(&mut self, _: LazyId, _: Scalar, span: Span) -> Result<bool, Halt> {
        refuse(span)
    }

    fn exact(&mut self, _: LazyId, _: Scalar, span: Span) -> Result<u128, Halt> {
        refuse(span)
    }

    fn observe(&mut self, _: ThreadIx, event: Event<'_>) {
        match event {
            Event::Read { addr, ty, .. } => self.accesses.push((addr, ty.size(), false)),
            Event::Write { addr, ty, .. } => self.accesses.push((addr, ty.size(), true)),
            Event::Register { .. } | Event::Sync { .. } | Event::Undefined { .. } => {}
        }
    }
}

impl Asking for Answers {
    fn asked(&self) -> u32 {
        self.chosen
    }
}
