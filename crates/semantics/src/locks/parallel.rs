//! Which threads may run at the same time.
//!
//! **Idea.** Threads form a tree: who has made whom. Let two threads run at the same time. Either one of them is above the other in the
//! tree; then the upper one has made the lower one, or one above that, and its point says so ([`Point::made`]). Or some thread is above both and has made one
//! of them, or one above it, after the other, or one above that: where it did, its point said that the first one may still run. So
//! two kinds are *parallel* if at some edge that creates threads one is in, or below, what the point before the edge has, and the other is in, or
//! below, what the edge creates. Threads of one kind are parallel to each other if the kind is parallel to itself.
//!
//! `main` and what runs after the last thread are above all others: they are parallel to what they have made and to nothing else.

use std::collections::BTreeSet;

use raddle_program::analysis::BitSet;
use raddle_program::{IdVec, SyncOp};

use super::instances::KindId;
use super::point::Point;
use super::{Code, Facts};

/// What may run at the same time.
#[derive(Clone, Debug)]
pub struct Parallel {
    /// Each kind and what its threads make.
    below: IdVec<KindId, BitSet>,
    /// What the threads of a kind make.
    made: IdVec<KindId, BTreeSet<KindId>>,
    pairs: IdVec<KindId, BitSet>,
}

impl Parallel {
    /// From the points of all edges that create threads.
    pub fn new(code: &Code<'_>, facts: &Facts) -> Parallel {
        let with_below = |(kind, set): (KindId, &BTreeSet<KindId>)| {
            std::iter::once(kind.0).chain(set.iter().map(|k| k.0)).collect::<BitSet>()
        };
        let below: IdVec<KindId, BitSet> = facts.below.enumerated().map(with_below).collect();
        let mut pairs: IdVec<KindId, BitSet> = below.iter().map(|_| BitSet::default()).collect();
        for site in code.sync_edges(SyncOp::ThreadCreate).filter(|site| facts.before(code, *site).is_some()) {
            let mut made = BitSet::default();
            facts.running(code, site).iter().for_each(|kind| {
                made.union_with(&below[*kind]);
            });
            for created in code.instances.created(site) {
                for first in made.iter() {
                    pairs[KindId(first)].union_with(&below[*created]);
                }
                for second in below[*created].iter() {
                    pairs[KindId(second)].union_with(&made);
                }
            }
        }
        Parallel { below, made: facts.below.clone(), pairs }
    }

    /// Whether a thread at a point may have made, itself or through others, a thread of a kind that still runs.
    pub fn has_made(&self, point: &Point, kind: KindId) -> bool {
        point.made.iter().any(|made| self.below[*made].contains(kind.0))
    }

    /// Whether threads of two kinds, none above the other, may run at the same time.
    pub fn are_parallel(&self, a: KindId, b: KindId) -> bool {
        self.pairs[a].contains(b.0)
    }

    /// Whether a thread of one kind may be at a point while another thread, of the other kind, is at another point.
    pub fn may_meet(&self, (a, at): (KindId, &Point), (b, there): (KindId, &Point)) -> bool {
        self.are_parallel(a, b) || self.has_made(at, b) || self.has_made(there, a)
    }

    /// Whether a thread of one kind may be at a point while another one of the other kind runs.
    pub fn may_run_beside(&self, (a, at): (KindId, &Point), b: KindId) -> bool {
        // Somebody of the kind may have made one of the first kind, wherever it is now.
        self.are_parallel(a, b) || self.has_made(at, b) || self.made[b].contains(&a)
    }
}
