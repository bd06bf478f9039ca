//! Which of the threads that were created in a loop still run: a range of numbers, with bounds that are numbers or registers.
//!
//! **Idea.** `for (i = 0; i < n; i++) pthread_create(&t[i], …)` makes threads that are told apart by the value of `i` when each was created: its *index*. Behind the
//! loop the indices of those that run are at least 0 and less than `n`. `pthread_join(t[j], …)` takes one of them away: if none was below `j`, none is
//! below `j + 1` now. So a loop over the same numbers leaves nobody when it ends, whatever `n` is. A range is a conjunction of such bounds; one that
//! contradicts itself has nobody in it.
//!
//! [`Differences`] are the same kind of bounds, for registers: how far one is from another at most (A. Miné's zones, 2001, without the closure: a bound is
//! used only if an edge has said it).
//!
//! **Soundness.** Bounds are between mathematical numbers, the values of registers of their types. A step of a register must not leave its type: signed ones cannot without
//! undefined behaviour; for unsigned ones, and for all where signed numbers wrap around, a bound has to be known ([`Differences::may_step`]).

use std::collections::BTreeMap;

use raddle_program::{LocalId, Scalar};

use super::instances::InstanceId;
use super::point::Lock;

/// What something is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bound {
    /// The number 0.
    Zero,
    /// A register of the call of an instance that the thread is in.
    Register(InstanceId, LocalId),
    /// A number of a type that stands in memory, and that only this thread writes ([`super::standing`]).
    Standing(Lock, Scalar),
}

/// Where numbers are: from these bounds on, and below those. Each bound with a number that is added to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Range {
    /// At least.
    pub lower: BTreeMap<Bound, i64>,
    /// Less than.
    pub upper: BTreeMap<Bound, i64>,
    /// There are any only if this register is this number: a function that has created threads says so by what it returns.
    pub only_if: Option<(Bound, i64)>,
}

/// What bounds may do that would have to move.
#[derive(Clone, Copy, Debug)]
pub enum Widening<'a> {
    /// They move.
    Not,
    /// They move as far as one of these numbers, which are sorted (thresholds; B. Blanchet et al., 2003), or are given up.
    To(&'a [i64]),
}

fn weaken(mine: &mut BTreeMap<Bound, i64>, other: &BTreeMap<Bound, i64>, is_lower: bool, widening: Widening<'_>) {
    mine.retain(|bound, number| {
        let Some(theirs) = other.get(bound) else { return false };
        let moves = if is_lower { theirs < number } else { theirs > number };
        if !moves {
            return true;
        }
        let to = match widening {
            Widening::Not => Some(*theirs),
            Widening::To(numbers) => {
                // What a loop keeps of two counters is that one is below, or beside, the other.
                let numbers = if *bound == Bound::Zero { numbers } else { &[-1, 0, 1] };
                match is_lower {
                    true => numbers.iter().rev().find(|n| *n <= theirs).copied(),
                    false => numbers.iter().find(|n| *n >= theirs).copied(),
                }
            }
        };
        *number = to.unwrap_or(*number);
        to.is_some()
    });
}

fn move_bound(bounds: &mut BTreeMap<Bound, i64>, bound: Bound, by: i64) {
    if let Some(number) = bounds.get_mut(&bound) {
        match number.checked_sub(by) {
            Some(moved) => *number = moved,
            None => drop(bounds.remove(&bound)),
        }
    }
}

fn copy_bound(bounds: &mut BTreeMap<Bound, i64>, from: Bound, to: Bound, by: i64) {
    if let Some(number) = bounds.get(&from).and_then(|number| number.checked_sub(by)) {
        bounds.insert(to, number);
    }
}

impl Range {
    /// One number: a register now, and where it is.
    pub fn only(bound: Bound, differences: Option<&Range>) -> Range {
        let mut range = differences.cloned().unwrap_or_default();
        range.lower.insert(bound, 0);
        range.upper.insert(bound, 1);
        range
    }

    /// Whether it has all numbers that another one has.
    pub fn covers(&self, other: &Range) -> bool {
        self.lower.iter().all(|(bound, number)| other.lower.get(bound).is_some_and(|theirs| theirs >= number))
            && (self.only_if.is_none() || self.only_if == other.only_if)
            && self.upper.iter().all(|(bound, number)| other.upper.get(bound).is_some_and(|theirs| theirs <= number))
    }

    /// Becomes one that has all numbers of another one, too.
    pub fn weaken(&mut self, other: &Range, widening: Widening<'_>) {
        weaken(&mut self.lower, &other.lower, true, widening);
        weaken(&mut self.upper, &other.upper, false, widening);
        self.only_if = self.only_if.filter(|condition| other.only_if == Some(*condition));
    }

    /// Nothing can be in there.
    pub fn is_empty(&self) -> bool {
        self.lower.iter().any(|(bound, low)| self.upper.get(bound).is_some_and(|high| high <= low))
    }

    /// Whoever says where a register is, is forgotten.
    pub fn forget(&mut self, bound: Bound) {
        self.lower.remove(&bound);
        self.upper.remove(&bound);
        self.only_if = self.only_if.filter(|(register, _)| *register != bound);
    }

    /// Bounds that are not kept are forgotten.
    pub fn retain(&mut self, keep: impl Fn(Bound) -> bool) {
        self.lower.retain(|bound, _| keep(*bound));
        self.upper.retain(|bound, _| keep(*bound));
        self.only_if = self.only_if.filter(|(bound, _)| keep(*bound));
    }

    /// A register has moved by a number.
    pub fn step(&mut self, bound: Bound, by: i64) {
        move_bound(&mut self.lower, bound, by);
        move_bound(&mut self.upper, bound, by);
        self.only_if = self.only_if.filter(|(register, _)| *register != bound);
    }

    /// A register has become another bound plus a number.
    pub fn copy(&mut self, from: Bound, to: Bound, by: i64) {
        copy_bound(&mut self.lower, from, to, by);
        copy_bound(&mut self.upper, from, to, by);
    }

    /// What is at least (less than) a register is at least (less than) what that is.
    pub fn follow(&mut self, bound: Bound, of: &Range) {
        if let Some(low) = self.lower.get(&bound).copied() {
            for (other, more) in &of.lower {
                self.at_least(*other, low.saturating_add(*more));
            }
        }
        if let Some(high) = self.upper.get(&bound).copied() {
            for (other, more) in &of.upper {
                self.below(*other, high.saturating_add(*more).saturating_sub(1));
            }
        }
    }

    /// Everything is at least this.
    pub fn at_least(&mut self, bound: Bound, number: i64) {
        let low = self.lower.entry(bound).or_insert(number);
        *low = number.max(*low);
    }

    /// Everything is less than this.
    pub fn below(&mut self, bound: Bound, number: i64) {
        let high = self.upper.entry(bound).or_insert(number);
        *high = number.min(*high);
    }

    /// A number is gone: that of a bound and a number.
    pub fn without(&mut self, bound: Bound, number: i64) {
        if let Some(low) = self.lower.get_mut(&bound).filter(|low| **low == number) {
            *low += 1;
        }
        if let Some(high) = self.upper.get_mut(&bound).filter(|high| **high == number.saturating_add(1)) {
            *high -= 1;
        }
    }
}

/// Where registers of an instance are.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Differences(pub BTreeMap<LocalId, Range>);

impl Differences {
    /// Whether everything that it says is said by another one.
    pub fn covers(&self, other: &Differences) -> bool {
        self.0.iter().all(|(register, range)| other.0.get(register).is_some_and(|theirs| range.covers(theirs)))
    }

    /// Becomes one that says no more than another one.
    pub fn weaken(&mut self, other: &Differences, widening: Widening<'_>) {
        self.0.retain(|register, range| match other.0.get(register) {
            Some(theirs) => {
                range.weaken(theirs, widening);
                *range != Range::default()
            }
            None => false,
        });
    }

    /// Whether registers would have to be what they cannot be.
    pub fn is_empty(&self) -> bool {
        self.0.values().any(Range::is_empty)
    }

    /// A register is set to something.
    pub fn forget(&mut self, instance: InstanceId, register: LocalId) {
        self.0.remove(&register);
        self.0.values_mut().for_each(|range| range.forget(Bound::Register(instance, register)));
    }

    /// A number in memory may have changed.
    pub fn forget_standing(&mut self, place: impl Fn(Lock) -> bool) {
        let keep = |bound| !matches!(bound, Bound::Standing(at, _) if place(at));
        self.0.values_mut().for_each(|range| range.retain(keep));
    }

    /// The number in memory that a register surely is.
    pub fn standing(&self, register: LocalId) -> Option<Bound> {
        let range = self.0.get(&register)?;
        let is_standing = |bound: &&Bound| matches!(bound, Bound::Standing(..));
        let same = |bound: &&Bound| range.lower.get(bound) == Some(&0) && range.upper.get(bound) == Some(&1);
        range.lower.keys().filter(is_standing).find(same).copied()
    }

    /// A register is at least 0.
    pub fn is_natural(&self, register: LocalId) -> bool {
        self.0.get(&register).is_some_and(|range| range.lower.get(&Bound::Zero).is_some_and(|low| *low >= 0))
    }

    /// Whether a register plus a number is surely in the register's type. `type_of` says of which types registers are.
    pub fn may_step(
        &self,
        register: LocalId,
        ty: Scalar,
        by: i64,
        type_of: impl Fn(InstanceId, LocalId) -> Option<Scalar>,
    ) -> bool {
        let Scalar::Int { bits, signed } = ty else { return false };
        let Some(range) = self.0.get(&register) else { return false };
        let bits_of_most = if signed { bits - 1 } else { bits };
        let most = if bits_of_most >= 63 { i64::MAX } else { (1 << bits_of_most) - 1 };
        if by <= 0 {
            let least = if signed { -most } else { 0 };
            return range.lower.get(&Bound::Zero).is_some_and(|low| low.saturating_add(by) >= least);
        }
        // Whether no number of a type is above all of this one.
        let is_within = |other: Scalar| {
            matches!(other, Scalar::Int { bits: others, signed: is_signed }
                if others < bits || others == bits && (is_signed || !signed))
        };
        range.upper.iter().any(|(bound, number)| {
            let highest = number.saturating_sub(1).saturating_add(by);
            match bound {
                Bound::Zero => highest < most,
                Bound::Register(instance, other) => highest <= 0 && type_of(*instance, *other).is_some_and(is_within),
                Bound::Standing(_, other) => highest <= 0 && is_within(*other),
            }
        })
    }

    /// A register has moved by a number.
    pub fn step(&mut self, instance: InstanceId, register: LocalId, by: i64) {
        if let Some(range) = self.0.get_mut(&register) {
            for number in range.lower.values_mut().chain(range.upper.values_mut()) {
                *number = number.saturating_add(by);
            }
        }
        let bound = Bound::Register(instance, register);
        self.0.iter_mut().filter(|(r, _)| **r != register).for_each(|(_, range)| range.step(bound, by));
    }

    /// A register (or 0) is less than another one (or 0) plus a number.
    pub fn below(
        &mut self,
        (low, low_bound): (Option<LocalId>, Bound),
        (high, high_bound): (Option<LocalId>, Bound),
        number: i64,
    ) {
        if let Some(low) = low {
            self.0.entry(low).or_default().below(high_bound, number);
        }
        if let (Some(high), Some(least)) = (high, 1i64.checked_sub(number)) {
            self.0.entry(high).or_default().at_least(low_bound, least);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const I: Bound = Bound::Register(InstanceId(0), LocalId(0));
    const N: Bound = Bound::Register(InstanceId(0), LocalId(1));
    const J: Bound = Bound::Register(InstanceId(0), LocalId(2));

    /// The numbers near zero that a range has if registers are these.
    fn members(range: &Range, value: impl Fn(Bound) -> i64) -> Vec<i64> {
        let inside = |v: &i64| {
            range.lower.iter().all(|(b, c)| *v >= value(*b) + c) && range.upper.iter().all(|(b, c)| *v < value(*b) + c)
        };
        (-8..8).filter(inside).collect()
    }

    #[test]
    fn a_loop_of_creations_and_one_of_joins() {
        // for (i = 0; i < n; i++) create: [0, i) and below n at the head.
        let mut made = Range::default();
        made.at_least(Bound::Zero, 0);
        made.below(I, 0);
        made.below(N, 0);
        let mut i = Range::default();
        i.at_least(Bound::Zero, 0);
        i.below(N, 0);
        let mut more = made.clone();
        more.weaken(&Range::only(I, Some(&i)), Widening::Not);
        more.step(I, 1);
        assert!(made.covers(&more), "{more:?}");
        // for (j = 0; j < n; j++) join
        made.copy(Bound::Zero, J, 0);
        let head = made.clone();
        made.without(J, 0);
        made.step(J, 1);
        assert!(head.covers(&made) && !head.is_empty());
        let mut end = Range::default();
        end.at_least(N, 0);
        let mut behind = head.clone();
        behind.follow(J, &end);
        assert!(behind.is_empty());
    }

    #[test]
    fn operations_are_those_on_members() {
        for (n, i, by) in [(3, 1, 1), (5, 2, -1), (2, 2, 3)] {
            let value = |b: Bound| match b {
                Bound::Zero => 0,
                bound if bound == N => n,
                _ => i,
            };
            let mut range = Range::default();
            range.at_least(I, -2);
            range.below(N, 1);
            let before = members(&range, value);
            let mut stepped = range.clone();
            stepped.step(I, by);
            let after = members(&stepped, |b| if b == I { i + by } else { value(b) });
            assert_eq!(before, after);
            let mut copied = range.clone();
            copied.copy(I, J, by);
            assert_eq!(before, members(&copied, |b| if b == J { i + by } else { value(b) }));
            let mut less = range.clone();
            less.without(N, 0);
            assert!(before.iter().all(|v| *v == n || members(&less, value).contains(v)));
            let mut joined = range.clone();
            joined.weaken(&Range::only(I, None), Widening::Not);
            assert!(before.iter().chain([&i]).all(|v| members(&joined, value).contains(v)));
            assert!(joined.covers(&range) && joined.covers(&Range::only(I, None)));
            assert!(!range.is_empty() || before.is_empty());
        }
    }
}
