//! Barriers: accesses in different phases do not meet.
//!
//! **Idea.** A barrier for `n` lets nobody past before `n` threads have come. Let at most `n` threads of an execution ever wait at it. Then each round needs all of them, and nobody comes
//! twice in one round; so a thread that is past its `k`-th wait knows that all the others have come to their `k`-th. Two of them that are both at an access have been past
//! equally many waits: the access of one that has been past `i` and of another one that has been past `j` do not meet if `i` and `j` differ.
//!
//! How many waits a thread is past is followed as [`Offsets`]: one number, or, in loops, a rest by a modulus (a loop with two waits in each round: even at the first, odd at the second).
//! How many threads there are is bounded by their indices: those of all threads that a thread *has ever* created ([`Known::created`](super::Known)) are kept beside those that still run; if each new one has another
//! index, and all indices are between two numbers, there are not more.
//!
//! **Soundness.** The barrier is a place in an object that an execution has only one of; one edge, taken at most once, makes it, with a known number; nobody else writes its bytes but who
//! waits there or destroys it. Everybody who may wait there is counted: kinds of which there is one thread, and kinds that one thread creates under different indices.
//!
//! **Rejected**: barriers for a number that is not known before running, and barriers made out of a mutex and a condition.

use std::collections::{BTreeMap, BTreeSet};

use raddle_program::{Op, SyncKind, SyncOp};

use super::accesses::accesses;
use super::indices::{Indices, is_new, is_one_thread};
use super::instances::{KindId, Site};
use super::offsets::Offsets;
use super::point::{Lock, may_name, named};
use super::ranges::Bound;
use super::value::Value;
use super::{Code, Facts};

/// How many waits a thread is past, of each barrier; none where there is no entry.
pub type Waits = BTreeMap<Lock, Offsets>;

/// The barriers of a program.
#[derive(Clone, Debug, Default)]
pub struct Barriers {
    /// With how many threads they wait for, and the kinds of threads that may wait.
    list: BTreeMap<Lock, (i64, BTreeSet<KindId>)>,
}

/// Waits of no barrier are zero.
pub fn waits_at(waits: &Waits, barrier: Lock) -> Offsets {
    waits.get(&barrier).copied().unwrap_or(Offsets::exactly(0))
}

/// Whether numbers of waits have all that others have.
pub fn covers(waits: &Waits, others: &Waits) -> bool {
    let all = waits.keys().chain(others.keys());
    all.into_iter().all(|barrier| waits_at(others, *barrier).is_within(waits_at(waits, *barrier)))
}

/// Adds what others have.
pub fn weaken(waits: &mut Waits, others: &Waits) {
    let all: Vec<Lock> = waits.keys().chain(others.keys()).copied().collect();
    for barrier in all {
        waits.insert(barrier, waits_at(waits, barrier).join(waits_at(others, barrier)));
    }
}

fn object(code: &Code<'_>, facts: &Facts, site: Site) -> Value {
    let Op::Sync { args, .. } = &code.edge(site).op else { return Value::default() };
    args.first().map_or_else(Value::default, |e| facts.values.evaluate(code, site.instance, e))
}

impl Barriers {
    /// Finds them.
    pub fn new(code: &Code<'_>, facts: &Facts) -> Barriers {
        let mut out = Barriers::default();
        for site in code.sync_edges(SyncOp::BarrierInit) {
            let Op::Sync { args, .. } = &code.edge(site).op else { continue };
            let count = args.get(1).and_then(|e| facts.values.evaluate(code, site.instance, e).exact_number());
            if let (Some(place), Some(count @ 1..), true) =
                (named(code, &object(code, facts, site)), count, code.instances.is_once(site))
            {
                out.list.insert(place, (count, BTreeSet::new()));
            }
        }
        if out.list.is_empty() {
            return out;
        }
        out.look_at_writes(code, facts);
        for site in code.sync_edges(SyncOp::BarrierWait) {
            let barrier = object(code, facts, site);
            for (place, (_, kinds)) in &mut out.list {
                if may_name(&barrier, *place) {
                    kinds.extend(code.instances.get(site.instance).kinds.iter().map(KindId));
                }
            }
        }
        out
    }

    /// Takes out what is made twice, or written in another way.
    fn look_at_writes(&mut self, code: &Code<'_>, facts: &Facts) {
        let size = code.program.sync_sizes.get(SyncKind::Barrier);
        let mut makers: BTreeMap<Lock, u32> = BTreeMap::new();
        for site in code.sites() {
            let op = &code.edge(site).op;
            for access in accesses(code, facts, site).list.into_iter().filter(|access| access.write) {
                let touches = |place: &&Lock| {
                    let offsets = Offsets::exactly(place.offset);
                    place.object == access.object && access.cell.offsets.overlaps(access.cell.size, offsets, size)
                };
                for place in self.list.keys().copied().filter(|place| touches(&place)).collect::<Vec<_>>() {
                    let whole = access.cell.offsets == Offsets::exactly(place.offset) && access.cell.size == size;
                    let fits = if matches!(op, Op::Sync { op: SyncOp::BarrierInit, .. }) {
                        let makers = makers.entry(place).or_default();
                        *makers += 1;
                        whole && *makers == 1
                    } else {
                        matches!(op, Op::Sync { op: SyncOp::BarrierWait | SyncOp::BarrierDestroy, .. })
                    };
                    if !fits {
                        self.list.remove(&place);
                    }
                }
            }
        }
    }

    /// Whether it matters how many threads of a kind there have ever been.
    pub fn counts(&self, kind: KindId) -> bool {
        self.list.values().any(|(_, kinds)| kinds.contains(&kind))
    }

    /// Somebody is past an edge.
    pub fn next(&self, code: &Code<'_>, facts: &Facts, waits: &mut Waits, site: Site) {
        if self.list.is_empty() || !matches!(code.edge(site).op, Op::Sync { op: SyncOp::BarrierWait, .. }) {
            return;
        }
        let barrier = object(code, facts, site);
        let sure = named(code, &barrier);
        for place in self.list.keys().filter(|place| may_name(&barrier, **place)) {
            let before = waits_at(waits, *place);
            let one_more = before.plus(Offsets::exactly(1));
            waits.insert(*place, if sure == Some(*place) { one_more } else { before.join(one_more) });
        }
    }

    /// The kinds of threads that wait at each barrier at which not more threads ever wait than it is for.
    pub fn complete(&self, code: &Code<'_>, facts: &Facts, indices: &Indices) -> BTreeMap<Lock, BTreeSet<KindId>> {
        let is_complete = |(count, kinds): &(i64, BTreeSet<KindId>)| {
            let mut threads = kinds.iter().map(|kind| how_many(code, facts, indices, *kind));
            let all = threads.try_fold(0i64, |sum, some| sum.checked_add(some?));
            all.is_some_and(|all| all <= *count)
        };
        let complete = self.list.iter().filter(|(_, barrier)| is_complete(barrier));
        complete.map(|(place, (_, kinds))| (*place, kinds.clone())).collect()
    }
}

/// How many threads of a kind an execution has at most.
fn how_many(code: &Code<'_>, facts: &Facts, indices: &Indices, kind: KindId) -> Option<i64> {
    let k = &code.instances.kinds()[kind];
    if k.once {
        return Some(1);
    }
    let [creator] = k.creators[..] else { return None };
    if !is_one_thread(code, &[creator.instance]) {
        return None;
    }
    let Some(known) = facts.known_before(code, creator) else { return Some(0) };
    let register = indices.register(kind)?;
    let bound = Bound::Register(creator.instance, register);
    let between = known.differences.0.get(&register)?;
    let (low, high) = (between.lower.get(&Bound::Zero)?, between.upper.get(&Bound::Zero)?);
    is_new(&known.created, kind, bound).then(|| high.saturating_sub(*low).max(0))
}
