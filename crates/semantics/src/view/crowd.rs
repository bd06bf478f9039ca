//! At most how many threads are where.
//!
//! **Idea** (counter abstraction: A. Pnueli, J. Xu, L. Zuck, CAV 2002; bounds from above only, as in the trees of R. Karp, R. Miller, 1969). Of threads
//! that are told apart a view can say where each one is. Of any number of like threads it can still say that *nobody* is in a
//! section, or *at most one*. That is what a lock, a flag, or a counter that is made out of plain variables achieves. So a
//! [`Crowd`] has, for some spots at which a thread of some template can be, a bound: none, one, or any number. The thread of the view is counted, too. At which spots, is
//! up to whoever makes the views: those of counterexamples, for instance.
//!
//! **Soundness.** A crowd is a bound from above of the numbers of threads in a state. If two views are of the same state, so is the lesser of
//! their bounds, and there must be room in it for both of their threads. A thread that leaves a place at which at most one is leaves
//! it empty; one that enters a place makes it one more, and more than one is any number. Threads that have ended, those that do not exist yet, and those at spots where
//! nobody counts are nowhere.
//!
//! **Cost.** Places with any number of threads stay so, and a view with greater bounds covers those with smaller ones; so what multiplies the
//! views are the places at which there is never more than one. Exact numbers (none, one, several) would have to guess at
//! every step whether the last one has left, and nothing would be covered. A bound is two bits, so that crowds are compared and combined at once.

use std::collections::BTreeSet;

use raddle_machine::ThreadIx;

use super::{Calls, Change, SideEffects, View, Views};

/// Where a thread of a template is.
pub type Spot = (ThreadIx, Calls);

/// The number of a spot among those at which threads are counted.
type Counted = u8;

/// The most spots at which threads are counted.
pub const MOST_SPOTS: usize = 32;

/// At most how many threads are at the spots where they are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Crowd {
    /// Two bits each: none, one (01), or any number (11).
    bounds: u64,
    /// Where the thread is whose view this is part of, if that is such a spot.
    me: Option<Counted>,
}

impl Crowd {
    fn at(self, spot: Counted) -> u64 {
        self.bounds >> (2 * spot) & 3
    }

    /// One more is there.
    fn enter(&mut self, spot: Counted) {
        self.bounds |= (self.at(spot) << 1 & 3 | 1) << (2 * spot);
    }

    /// Somebody who was there is not any more.
    fn leave(&mut self, spot: Counted) {
        if self.at(spot) == 1 {
            self.bounds &= !(3 << (2 * spot));
        }
    }

    /// Whether another one allows all that this one allows.
    pub fn is_within(self, other: Crowd) -> bool {
        self.bounds & !other.bounds == 0
    }

    /// This one, with any number where another one has less: what has become more once can become more again.
    pub fn widened(self, smaller: Crowd) -> Crowd {
        let grown = self.bounds & !smaller.bounds;
        Crowd { bounds: self.bounds | (grown << 1 & !(u64::MAX / 3)) | (grown >> 1 & (u64::MAX / 3)), ..self }
    }

    /// What both allow, as the thread of this one sees it.
    fn both(self, other: Crowd) -> Crowd {
        Crowd { bounds: self.bounds & other.bounds, ..self }
    }

    /// Whether there is room for the threads of both at the same time; one that is nowhere needs none.
    fn has_room(self, other: Crowd) -> bool {
        let both = self.both(other);
        match (self.me, other.me) {
            (Some(a), Some(b)) if a == b => both.at(a) == 3,
            (a, b) => a.into_iter().chain(b).all(|spot| both.at(spot) != 0),
        }
    }
}

/// Who goes where in a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moves {
    left: Option<Counted>,
    /// By the thread itself, and by one that it creates.
    entered: [Option<Counted>; 2],
}

impl Moves {
    /// Whether nobody goes anywhere.
    pub fn is_nothing(&self) -> bool {
        self.left == self.entered[0] && self.entered[1].is_none()
    }

    fn apply(&self, crowd: &mut Crowd) {
        self.left.into_iter().for_each(|spot| crowd.leave(spot));
        self.entered.iter().flatten().for_each(|spot| crowd.enter(*spot));
    }
}

impl Views<'_, '_> {
    /// Where threads are counted.
    pub fn counted(&self) -> &BTreeSet<Spot> {
        &self.counted
    }

    /// Has threads counted at more spots; whether there are such. Views that there are already mean nothing any more.
    pub fn count_at(&mut self, spots: impl IntoIterator<Item = Spot>) -> bool {
        let before = self.counted.len();
        for spot in spots {
            if self.counted.len() < MOST_SPOTS {
                self.counted.insert(spot);
            }
        }
        self.counted.len() > before
    }

    /// Where the thread of a view is, unless it has ended.
    pub fn spot(&self, view: &View) -> Option<Spot> {
        (!view.has_ended()).then(|| (view.me, view.calls()))
    }

    /// The same, if threads are counted there.
    fn counted_spot(&self, view: &View) -> Option<Counted> {
        if self.counted.is_empty() {
            return None;
        }
        let spot = self.spot(view)?;
        self.counted.iter().position(|other| *other == spot).map(|number| number as Counted)
    }

    /// Whether a view counts threads only where they are counted, and knows where its own thread is: what a proof has to show before anything it
    /// says of crowds means something.
    pub fn counts_rightly(&self, view: &View) -> bool {
        let spots = self.counted.len();
        let nowhere_else = spots == MOST_SPOTS || view.crowd.bounds >> (2 * spots) == 0;
        let possible = (0..spots).all(|spot| view.crowd.at(spot as Counted) != 2);
        let there = view.crowd.me.is_none_or(|me| view.crowd.at(me) != 0);
        nowhere_else && possible && there && view.crowd.me == self.counted_spot(view)
    }

    /// Whether a crowd is a bound of where some threads are.
    pub(super) fn is_bound<'v>(&self, crowd: Crowd, threads: impl Iterator<Item = &'v View>) -> bool {
        let mut there = vec![0; self.counted.len()];
        threads.filter_map(|view| self.counted_spot(view)).for_each(|spot| there[spot as usize] += 1);
        there.iter().zip(0..).all(|(number, spot)| match crowd.at(spot) {
            0 => *number == 0,
            1 => *number <= 1,
            _ => true,
        })
    }

    /// Has the view of a thread that was somewhere else, and of one that it has created, count itself where they are now; where that one is.
    pub(super) fn count(&self, view: &mut View, born: Option<&mut View>) -> Option<Counted> {
        let (left, now) = (view.crowd.me, self.counted_spot(view));
        let created_at = born.as_ref().and_then(|born| self.counted_spot(born));
        Moves { left, entered: [now, created_at] }.apply(&mut view.crowd);
        view.crowd.me = now;
        if let Some(born) = born {
            born.crowd = Crowd { me: created_at, ..view.crowd };
        }
        created_at
    }
}

impl Change {
    /// Who is where after it, as the thread of a view knows that makes room for it.
    pub fn crowd_after(&self, view: &View) -> Crowd {
        let mut crowd = view.crowd.both(self.from.crowd);
        self.moves.apply(&mut crowd);
        crowd
    }
}

/// Who goes where in a step from one view to another.
pub(super) fn moves(from: &View, to: &View, side_effects: &SideEffects) -> Moves {
    Moves { left: from.crowd.me, entered: [to.crowd.me, side_effects.created_at] }
}

/// Whether the threads of two views can be where they are at the same time.
pub(super) fn have_room(a: &View, b: &View) -> bool {
    a.crowd.has_room(b.crowd)
}

#[cfg(test)]
mod tests {
    use super::{Crowd, Moves};

    /// All crowds at two spots, of a thread at one of them or nowhere.
    fn crowds() -> impl Iterator<Item = Crowd> {
        let bounds = [0, 1, 3];
        bounds.into_iter().flat_map(move |a| bounds.map(|b| Crowd { bounds: a | b << 2, me: None }))
    }

    /// Whether a crowd allows these numbers of threads.
    fn allows(crowd: Crowd, numbers: [u32; 2]) -> bool {
        numbers.iter().zip(0..).all(|(number, spot)| match crowd.at(spot) {
            0 => *number == 0,
            1 => *number <= 1,
            _ => true,
        })
    }

    fn numbers() -> impl Iterator<Item = [u32; 2]> {
        (0..4).flat_map(|a| (0..4).map(move |b| [a, b]))
    }

    #[test]
    fn bounds_stay_bounds() {
        let moves = |from, to| Moves { left: Some(from), entered: [Some(to), None] };
        for crowd in crowds() {
            for [a, b] in numbers().filter(|numbers| allows(crowd, *numbers) && numbers[0] > 0) {
                let mut after = crowd;
                moves(0, 1).apply(&mut after);
                assert!(allows(after, [a - 1, b + 1]), "{crowd:?} allows {a}, {b}");
                let mut after = crowd;
                moves(0, 0).apply(&mut after);
                assert!(allows(after, [a, b]), "{crowd:?} allows {a}, {b}");
                let mut after = crowd;
                Moves { left: Some(0), entered: [None, Some(1)] }.apply(&mut after);
                assert!(allows(after, [a - 1, b + 1]), "{crowd:?} allows {a}, {b}");
            }
        }
    }

    #[test]
    fn both_bounds_are_bounds() {
        for a in crowds() {
            for b in crowds() {
                let both = a.both(b);
                for numbers in numbers() {
                    assert_eq!(allows(both, numbers), allows(a, numbers) && allows(b, numbers), "{a:?}, {b:?}");
                }
                assert_eq!(a.is_within(b), numbers().all(|n| !allows(a, n) || allows(b, n)), "{a:?}, {b:?}");
                assert!(a.is_within(a.widened(b)));
                for spot in 0..2 {
                    let wide = a.widened(b).at(spot);
                    assert_eq!(wide, if a.at(spot) > b.at(spot) { 3 } else { a.at(spot) }, "{a:?}, {b:?}");
                }
            }
        }
    }

    #[test]
    fn there_is_room_for_two() {
        for a in crowds() {
            for b in crowds() {
                for (x, y) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    let needed = |n: &[u32; 2]| {
                        let mut need = [0, 0];
                        need[x] += 1;
                        need[y] += 1;
                        n[0] >= need[0] && n[1] >= need[1]
                    };
                    let possible = numbers().any(|n| needed(&n) && allows(a.both(b), n));
                    let (a, b) = (Crowd { me: Some(x as u8), ..a }, Crowd { me: Some(y as u8), ..b });
                    assert_eq!(a.has_room(b), possible, "{a:?}, {b:?}");
                }
            }
        }
    }
}
