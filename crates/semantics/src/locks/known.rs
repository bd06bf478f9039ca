//! What a thread knows about its own registers at a location: which are equal, which locks lie where they point, which blocks nobody else has seen, and which of
//! the threads that it has created in a loop still run.
//!
//! **Idea.** [`Point`](super::Point) names locks by places that an execution has only one of. Most objects of real programs are one of many: a lock lies
//! in the object that it protects, threads work on elements of arrays. Such places have no name, but relative to a register they have ([`Sum`]): `p + 8` is a lock that is held,
//! `p + 40` is accessed. If another thread does the same with its own `p` and both access the same byte, then both have the same `p`, and hold the same lock.
//!
//! - [`Known::equal`]: registers that are a sum of others. Parameters are what the caller has given, so that a lock which a callee takes has the caller's name.
//! - [`Known::locks`]: addresses, as sums, of locks that are held.
//! - [`Known::fresh`]: registers that point into a heap block whose address is in no memory and in no other thread. What is done to it before it is published races with nobody.
//! - [`Known::events`]: what has surely happened in other threads (`crate::locks::events`).
//! - [`Known::ranges`]: the threads of each kind that this thread has created and that may still run, by index (`crate::locks::ranges`). No entry: there are none.
//! - [`Known::waits`]: how many waits at barriers the thread is past (`crate::locks::barriers`), and, to count who waits there, [`Known::created`] and [`Known::parties`].
//!
//! **Soundness.** Everything is about values of registers in the calls that the thread is in, and is forgotten when a register is set or a call returns. An instance that is not
//! merged has at most one call on the stack of a thread, so that naming registers by instance is enough; of merged ones nothing is said behind a call. A fresh
//! block is lost as soon as a value that may be its address, as the facts about values say, is stored, or given to anything that is not followed.
//!
//! **Cost**: as points; what is known at a location is at most a few sums ([`MAX_EQUAL`]).

use std::collections::{BTreeMap, BTreeSet};

use raddle_program::{Expr, LocalId, Op, SyncOp};

use super::accesses::accesses;
use super::barriers::{self, Barriers, Waits};
use super::counting::{bound_of, compare, is_refuted, step_of};
use super::events::{Events, Seen};
use super::fresh::{fresh_base, give_away};
use super::indices::{Indices, counts, is_new, joined_indices};
use super::instances::{InstanceId, KindId, Site};
use super::lock_use::{LockUse, Mode, lock_use};
use super::memory::Values;
use super::point::{Lock, is_zero};
use super::ranges::{Bound, Differences, Range, Widening};
use super::standing::Standing;
use super::sums::{Plain, Registers, Sum, Term, belongs_to, register_type, sum_of};
use super::threads::joined_kind;
use super::value::Value;
use super::{Code, Facts};

/// More equalities than these are not remembered at a location.
const MAX_EQUAL: usize = 24;

/// What the threads of a program are told apart by and what they notice of each other, before anything is known at locations.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Threads that loops create.
    pub indices: Indices,
    /// What threads notice.
    pub events: Events,
    /// Where threads wait for each other.
    pub barriers: Barriers,
    /// Numbers in memory.
    pub standing: Standing,
}

impl Ground {
    /// From the facts about values and about who knows which object.
    pub fn new(code: &Code<'_>, facts: &Facts) -> Ground {
        Ground {
            indices: Indices::new(code, facts),
            events: Events::new(code, facts),
            barriers: Barriers::new(code, facts),
            standing: Standing::new(code, facts),
        }
    }
}

/// What a thread knows at a location.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Known {
    /// Registers of the innermost call, as sums of something else.
    pub equal: BTreeMap<LocalId, Sum>,
    /// Addresses of locks that are held.
    pub locks: BTreeMap<Sum, Mode>,
    /// The lock that is held if a register of the innermost call is zero.
    pub tried: BTreeMap<LocalId, (Sum, Mode)>,
    /// Registers that point into a block that no other thread, and no memory, has the address of.
    pub fresh: BTreeSet<(InstanceId, LocalId)>,
    /// Where registers of the innermost call are; only in functions that create or join threads.
    pub differences: Differences,
    /// The threads that this thread has created and that may still run.
    pub ranges: BTreeMap<KindId, Range>,
    /// The threads that this thread has ever created, of kinds that wait at barriers.
    pub created: BTreeMap<KindId, Range>,
    /// How many threads barriers that it has made are for, at least.
    pub parties: BTreeMap<Lock, Range>,
    /// Events.
    pub events: Seen,
    /// How many waits at barriers it is past.
    pub waits: Waits,
}

impl Known {
    /// Whether this one says no more than another.
    pub fn covers(&self, other: &Known) -> bool {
        self.equal.iter().all(|(register, sum)| other.equal.get(register) == Some(sum))
            && self.locks.iter().all(|(lock, mode)| other.locks.get(lock).is_some_and(|theirs| theirs >= mode))
            && self.tried.iter().all(|(register, lock)| other.tried.get(register) == Some(lock))
            && self.fresh.is_subset(&other.fresh)
            && self.differences.covers(&other.differences)
            && self.events.covers(&other.events)
            && has_all(&self.ranges, &other.ranges)
            && has_all(&self.created, &other.created)
            && self.parties.iter().all(|(barrier, range)| other.parties.get(barrier).is_some_and(|r| range.covers(r)))
            && barriers::covers(&self.waits, &other.waits)
    }

    /// Becomes one that covers another, too.
    pub fn weaken(&mut self, other: &Known, widening: Widening<'_>) {
        self.equal.retain(|register, sum| other.equal.get(register) == Some(sum));
        let common =
            |(lock, mode): (&Sum, &Mode)| other.locks.get(lock).map(|theirs| (lock.clone(), *theirs.min(mode)));
        self.locks = self.locks.iter().filter_map(common).collect();
        self.tried.retain(|register, lock| other.tried.get(register) == Some(lock));
        self.fresh.retain(|register| other.fresh.contains(register));
        self.differences.weaken(&other.differences, widening);
        for (mine, others) in [(&mut self.ranges, &other.ranges), (&mut self.created, &other.created)] {
            for (kind, theirs) in others {
                match mine.get_mut(kind) {
                    Some(range) => range.weaken(theirs, widening),
                    None => drop(mine.insert(*kind, theirs.clone())),
                }
            }
        }
        self.parties.retain(|barrier, range| {
            let Some(theirs) = other.parties.get(barrier) else { return false };
            range.weaken(theirs, Widening::To(&[]));
            *range != Range::default()
        });
        self.events.weaken(&other.events);
        barriers::weaken(&mut self.waits, &other.waits);
    }

    /// The indices of threads, of those that run and of those that were created.
    fn indices(&mut self) -> impl Iterator<Item = &mut Range> {
        self.ranges.values_mut().chain(self.created.values_mut())
    }

    /// Everything that registers and numbers in memory are bounds of.
    fn bounded(&mut self) -> impl Iterator<Item = &mut Range> {
        self.ranges.values_mut().chain(self.created.values_mut()).chain(self.parties.values_mut())
    }

    /// Numbers in memory may have changed.
    fn forget_standing(&mut self, places: impl Fn(Lock) -> bool) {
        let keep = |bound| !matches!(bound, Bound::Standing(at, _) if places(at));
        self.bounded().for_each(|range| range.retain(keep));
        self.differences.forget_standing(places);
    }

    /// A register is set: what was known of it is not true any more.
    fn set(&mut self, instance: InstanceId, register: LocalId) {
        let term = Term::Register(instance, register);
        self.equal.remove(&register);
        self.equal.retain(|_, sum| !sum.has(term));
        self.locks.retain(|lock, _| !lock.has(term));
        self.tried.remove(&register);
        self.tried.retain(|_, (lock, _)| !lock.has(term));
        self.fresh.remove(&(instance, register));
        self.differences.forget(instance, register);
        self.events.answers.remove(&register);
        self.bounded().for_each(|range| range.forget(Bound::Register(instance, register)));
    }

    /// What belongs to the calls of an instance is forgotten.
    fn leave(&mut self, code: &Code<'_>, indices: &Indices, instance: InstanceId) {
        self.locks.retain(|lock, _| lock.outlives(code, instance));
        self.fresh.retain(|(owner, _)| *owner != instance);
        let outlives = |bound| match bound {
            Bound::Zero | Bound::Standing(..) => true,
            Bound::Register(owner, _) => owner != instance,
        };
        for (kind, range) in &mut self.ranges {
            let lost = indices.ids_in(*kind).is_some_and(|object| belongs_to(code, object, instance));
            range.retain(|bound| !lost && outlives(bound));
        }
        self.created.values_mut().chain(self.parties.values_mut()).for_each(|range| range.retain(outlives));
    }

    /// Somebody may know blocks that a value may point into.
    pub(super) fn publish(&mut self, values: &Values, value: &Value) {
        if !self.fresh.is_empty() && !value.targets.is_empty() {
            self.fresh.retain(|(instance, register)| {
                let own = &values.registers[*instance][register.0 as usize];
                !own.targets.iter().any(|(object, _)| value.offsets_in(*object).is_some())
            });
        }
    }
}

/// Whether ranges have all that others have.
fn has_all(ranges: &BTreeMap<KindId, Range>, others: &BTreeMap<KindId, Range>) -> bool {
    others.iter().all(|(kind, theirs)| ranges.get(kind).is_some_and(|range| range.covers(theirs)))
}

/// A thread's registers as it knows them.
pub struct Knowing<'a, 'p> {
    /// As they are in any case.
    pub plain: Plain<'a, 'p>,
    /// What is known.
    pub known: &'a Known,
    /// A register that is left as it is.
    pub keep: Option<LocalId>,
}

impl Registers for Knowing<'_, '_> {
    fn sum(&self, local: LocalId) -> Sum {
        let term = Sum::term(Term::Register(self.plain.instance, local));
        if self.keep == Some(local) {
            return term;
        }
        // The address of a fresh block is known by its register: an object has a name for all threads.
        let is_fresh = |(term, _): &(Term, i64)| match term {
            Term::Register(instance, register) => self.known.fresh.contains(&(*instance, *register)),
            Term::Object(_) | Term::Argument(_) => false,
        };
        if let Some(sum) = self.known.equal.get(&local).filter(|sum| sum.terms.iter().any(is_fresh)) {
            return sum.clone();
        }
        if self.known.fresh.contains(&(self.plain.instance, local)) {
            return term;
        }
        let plain = self.plain.sum(local);
        match self.known.equal.get(&local) {
            Some(sum) if plain == term => sum.clone(),
            Some(_) | None => plain,
        }
    }
}

/// An expression of an instance as a sum of what the thread knows.
pub fn known_sum(code: &Code<'_>, facts: &Facts, known: &Known, instance: InstanceId, expr: &Expr) -> Option<Sum> {
    let plain = Plain { code, facts, instance };
    sum_of(code, instance, &Knowing { plain, known, keep: None }, expr)
}

/// The value of a sum, as the facts about values say.
pub fn value_of(code: &Code<'_>, values: &Values, sum: &Sum) -> Value {
    let mut base: Option<Value> = None;
    let mut offsets = super::Offsets::exactly(sum.number);
    for (term, factor) in &sum.terms {
        let value = match term {
            Term::Object(object) => Value::address(*object, super::Offsets::exactly(0)),
            Term::Register(instance, local) => values.registers[*instance][local.0 as usize].clone(),
            Term::Argument(kind) => {
                values.registers[code.instances.kinds()[*kind].root].first().cloned().unwrap_or_default()
            }
        };
        if value.targets.is_empty() {
            let number = value.number.map_or(super::Offsets::ANY, |n| n.offsets);
            offsets = offsets.plus(number.times(*factor)).wrapped();
        } else if *factor == 1 && base.is_none() {
            base = Some(value);
        } else {
            // Addresses of several objects together: it may be anything.
            return Value::number(super::value::Number::ANY);
        }
    }
    let mut out = base.unwrap_or_else(|| Value::number(super::value::Number::ANY));
    out.targets = out.targets.map(|o| o.plus(offsets));
    out
}

/// Whether two values may be the same address.
fn may_be_same(a: &Value, b: &Value) -> bool {
    let meets = |(object, mine): &(super::ObjectId, super::Offsets)| {
        b.offsets_in(*object).is_some_and(|theirs| mine.overlaps(1, theirs, 1))
    };
    a.is_made_up() || b.is_made_up() || a.targets.iter().any(meets)
}

/// What a thread knows where it begins: what it was given, and what its creator has seen.
pub fn begin(code: &Code<'_>, kind: KindId, creator: Option<&Known>) -> Known {
    let root = code.instances.kinds()[kind].root;
    let events = creator.map(|known| known.events.inherit()).unwrap_or_default();
    let mut known = Known { events, ..Known::default() };
    if kind != super::MAIN && code.program.functions[code.instances.get(root).function].params > 0 {
        known.equal.insert(LocalId(0), Sum::term(Term::Argument(kind)));
    }
    known
}

/// What a thread knows where what runs at its end begins.
pub fn begin_ending(known: &Known, made: &BTreeSet<KindId>) -> Known {
    let ranges = made.iter().chain(known.ranges.keys()).map(|kind| (*kind, Range::default())).collect();
    let events = Seen { caused: known.events.caused.clone(), ..known.events.inherit() };
    let created = known.created.keys().map(|kind| (*kind, Range::default())).collect();
    Known { ranges, created, events, waits: known.waits.clone(), ..Known::default() }
}

/// What is known behind an edge that does not call anybody.
pub fn next(code: &Code<'_>, facts: &Facts, ground: &Ground, known: &Known, site: Site) -> Known {
    let instance = site.instance;
    let op = &code.edge(site).op;
    let mut after = known.clone();
    if let Op::Assign { dst, value } = op {
        assign(code, facts, known, &mut after, instance, (*dst, value));
        return after;
    }
    give_away(code, facts, &mut after, site);
    match op {
        Op::Assume { cond, holds } => {
            if let Some((lock, mode)) = is_zero(cond, *holds).and_then(|register| known.tried.get(&register)) {
                take(&mut after, lock.clone(), *mode);
            }
            after.ranges.retain(|_, range| !is_refuted(code, known, instance, range, (cond, *holds)));
            after.created.retain(|_, range| !is_refuted(code, known, instance, range, (cond, *holds)));
            if counts(code, instance) {
                compare(code, facts, &mut after, instance, cond, *holds);
            }
        }
        Op::Require { cond } if counts(code, instance) => {
            compare(code, facts, &mut after, instance, cond, true);
        }
        Op::Sync { op, args, .. } => sync(code, facts, ground, known, &mut after, site, (*op, args)),
        Op::Skip
        | Op::Require { .. }
        | Op::Assign { .. }
        | Op::Nondet { .. }
        | Op::Declare { .. }
        | Op::Live { .. }
        | Op::Load { .. }
        | Op::Store { .. }
        | Op::Rmw { .. }
        | Op::CompareExchange { .. }
        | Op::Fence
        | Op::Call { .. }
        | Op::External { .. }
        | Op::Return { .. }
        | Op::Alloc { .. }
        | Op::Free { .. }
        | Op::BlockSize { .. }
        | Op::TakeText { .. }
        | Op::Compute { .. }
        | Op::StackAlloc { .. }
        | Op::StackFree { .. }
        | Op::AtomicBegin
        | Op::AtomicEnd
        | Op::Output { .. }
        | Op::Error { .. }
        | Op::End { .. }
        | Op::Unreachable
        | Op::Unsupported { .. } => {}
    }
    for kind in ground.indices.spoiled(site) {
        if let Some(range) = after.ranges.get_mut(kind) {
            *range = Range::default();
        }
    }
    for register in op.defs().into_iter().flatten() {
        after.set(instance, register);
    }
    let overwritten = ground.standing.written(site);
    if !overwritten.is_empty() {
        after.forget_standing(|place| overwritten.contains(&place));
    }
    if let Some((register, place, ty)) = ground.standing.loaded(code, facts, site) {
        let (own, place) = (Bound::Register(instance, register), Bound::Standing(place, ty));
        after.differences.below((Some(register), own), (None, place), 1);
        after.differences.below((None, place), (Some(register), own), 1);
    }
    ground.barriers.next(code, facts, &mut after.waits, site);
    ground.events.next(code, facts, &mut after.events, site, &|register| copied_from(known, instance, register));
    if let Op::Alloc { dst, .. } = op {
        after.fresh.insert((instance, *dst));
    }
    if let Op::Sync { op, args, dst: Some(dst), .. } = op
        && let (LockUse::Tries(mode), Some(lock)) = (lock_use(*op), args.first())
        && let Some(lock) = known_sum(code, facts, &after, instance, lock)
    {
        after.tried.insert(*dst, (lock, mode));
    }
    after
}

/// The register of the same call that a register is a copy of.
pub(super) fn copied_from(known: &Known, instance: InstanceId, register: LocalId) -> LocalId {
    match known.equal.get(&register).map(|sum| (&sum.terms[..], sum.number)) {
        Some(([(Term::Register(owner, other), 1)], 0)) if *owner == instance => *other,
        Some(_) | None => register,
    }
}

fn take(after: &mut Known, lock: Sum, mode: Mode) {
    let held = after.locks.entry(lock).or_insert(mode);
    *held = mode.max(*held);
}

fn assign(
    code: &Code<'_>,
    facts: &Facts,
    known: &Known,
    after: &mut Known,
    instance: InstanceId,
    (dst, value): (LocalId, &Expr),
) {
    let sum = known_sum(code, facts, known, instance, value);
    // A copy of the address of a fresh block points into it, too.
    let copied = sum.as_ref().and_then(|sum| fresh_base(code, facts, known, sum));
    let number = step_of(code, known, instance, dst, value);
    match number {
        Some((Some(register), by)) if register == dst => {
            after.set(instance, dst);
            after.differences = known.differences.clone();
            (after.ranges, after.created) = (known.ranges.clone(), known.created.clone());
            after.parties = known.parties.clone();
            let bound = Bound::Register(instance, dst);
            after.differences.step(instance, dst, by);
            after.bounded().for_each(|range| range.step(bound, by));
        }
        Some((register, by)) => {
            let own = register.map_or(Bound::Zero, |register| Bound::Register(instance, register));
            let (_, from, by) = bound_of(code, facts, known, instance, register, by).unwrap_or((None, own, by));
            after.set(instance, dst);
            let bound = Bound::Register(instance, dst);
            let mut range = Range::default();
            range.at_least(from, by);
            if let Some(next) = by.checked_add(1) {
                range.below(from, next);
            }
            after.differences.0.insert(dst, range);
            after.bounded().for_each(|range| range.copy(from, bound, by));
        }
        None => after.set(instance, dst),
    }
    if copied.is_some() {
        after.fresh.insert((instance, dst));
    }
    if let Some(sum) = sum
        && !sum.terms.is_empty()
        && !sum.has(Term::Register(instance, dst))
        && after.equal.len() < MAX_EQUAL
    {
        after.equal.insert(dst, sum);
    }
}

fn sync(
    code: &Code<'_>,
    facts: &Facts,
    ground: &Ground,
    known: &Known,
    after: &mut Known,
    site: Site,
    (op, args): (SyncOp, &[Expr]),
) {
    let first = || args.first().and_then(|lock| known_sum(code, facts, known, site.instance, lock));
    match lock_use(op) {
        LockUse::Takes(mode) => {
            if let Some(lock) = first() {
                take(after, lock, mode);
            }
        }
        LockUse::Releases | LockUse::Remakes if !after.locks.is_empty() || !after.tried.is_empty() => {
            let released = first();
            let value = args.first().map_or_else(Value::default, |e| facts.values.evaluate(code, site.instance, e));
            let stays = |lock: &Sum| match released.as_ref().and_then(|sum| sum.distance(lock)) {
                Some(distance) => distance != 0,
                None => !may_be_same(&value, &value_of(code, &facts.values, lock)),
            };
            after.locks.retain(|lock, _| stays(lock));
            after.tried.retain(|_, (lock, _)| stays(lock));
        }
        LockUse::Tries(_) | LockUse::Releases | LockUse::Remakes | LockUse::Nothing => {}
    }
    if op == SyncOp::BarrierInit
        && let Some((barrier, bound, number)) = ground.barriers.made(code, facts, known, (site.instance, args))
    {
        let mut parties = Range::default();
        parties.at_least(bound, number);
        after.parties.insert(barrier, parties);
    }
    if op == SyncOp::ThreadCreate {
        let indices = &ground.indices;
        let bound = |kind: KindId| Some(Bound::Register(site.instance, indices.register(kind)?));
        let created = code.instances.created(site);
        let add = |ranges: &mut BTreeMap<KindId, Range>, before: &BTreeMap<KindId, Range>, kind: KindId| {
            // Two threads with one index would have one place for their ids.
            let is_new = |bound| created.iter().all(|other| is_new(before, *other, bound));
            let new = created.iter().all(|kind| bound(*kind).is_some_and(is_new));
            let room = created.iter().all(|kind| indices.has_room(*kind, known));
            let only = match (bound(kind), indices.register(kind)) {
                (Some(bound), Some(register)) if new && room => Range::only(bound, known.differences.0.get(&register)),
                _ => Range::default(),
            };
            match ranges.get_mut(&kind) {
                Some(range) => range.weaken(&only, Widening::Not),
                None => drop(ranges.insert(kind, only)),
            }
        };
        for kind in created {
            add(&mut after.ranges, &known.ranges, *kind);
            if ground.barriers.counts(*kind) {
                add(&mut after.created, &known.created, *kind);
            }
            for below in &facts.below[*kind] {
                after.ranges.insert(*below, Range::default());
            }
        }
    } else if op == SyncOp::ThreadJoin {
        if let Some(kind) = joined_kind(code, facts, site) {
            after.ranges.remove(&kind);
        }
        for (kind, bound, number) in joined_indices(code, facts, &ground.indices, site) {
            if let Some(range) = after.ranges.get_mut(&kind) {
                range.without(bound, number);
            }
        }
        after.ranges.retain(|_, range| !range.is_empty());
    }
}

/// What is known where a called instance begins.
pub fn enter(code: &Code<'_>, facts: &Facts, known: &Known, site: Site, callee: InstanceId) -> Known {
    let Op::Call { args, .. } = &code.edge(site).op else { return Known::default() };
    if code.instances.get(callee).merged {
        return begin_ending(known, &BTreeSet::new());
    }
    let mut inside =
        Known { equal: BTreeMap::new(), tried: BTreeMap::new(), differences: Differences::default(), ..known.clone() };
    inside.events.answers.clear();
    let params = code.program.functions[code.instances.get(callee).function].params;
    for (i, arg) in args.iter().take(params).enumerate() {
        if let Some(sum) = known_sum(code, facts, known, site.instance, arg).filter(|sum| !sum.terms.is_empty()) {
            inside.equal.insert(LocalId(i as u32), sum);
        }
    }
    inside
}

/// What is known behind a call, given what is known before it and where the called instance returns.
pub fn resume(
    code: &Code<'_>,
    facts: &Facts,
    ground: &Ground,
    (site, before): (Site, &Known),
    (end_site, end): (Site, &Known),
) -> Known {
    let Op::Call { dst, args, .. } = &code.edge(site).op else { return Known::default() };
    let callee = end_site.instance;
    let Op::Return { value } = &code.edge(end_site).op else { return Known::default() };
    let mut after = before.clone();
    after.tried.clear();
    after.forget_standing(|place| ground.standing.writes(callee, place));
    if code.instances.get(callee).merged {
        let effect = &facts.effects[callee];
        if effect.releases != Value::default() {
            after.locks.clear();
        }
        after.bounded().for_each(|range| *range = Range::default());
        after.waits = end.waits.clone();
        for kind in &effect.creates {
            after.ranges.insert(*kind, Range::default());
            after.created.insert(*kind, Range::default());
            after.ranges.extend(facts.below[*kind].iter().map(|below| (*below, Range::default())));
        }
        for arg in args {
            after.publish(&facts.values, &facts.values.evaluate(code, site.instance, arg));
        }
        after.events.caused.extend(&end.events.caused);
        after.events.inside.clear();
        dst.iter().for_each(|dst| after.set(site.instance, *dst));
        return after;
    }
    let sum = value.as_ref().and_then(|value| known_sum(code, facts, end, callee, value));
    let fresh = sum.as_ref().is_some_and(|sum| fresh_base(code, facts, end, sum).is_some());
    let mut outside = end.clone();
    outside.leave(code, &ground.indices, callee);
    after.events = Seen { answers: std::mem::take(&mut after.events.answers), ..outside.events };
    (after.locks, after.fresh, after.ranges) = (outside.locks, outside.fresh, outside.ranges);
    (after.created, after.waits, after.parties) = (outside.created, outside.waits, outside.parties);
    let Some(dst) = dst else { return after };
    after.set(site.instance, *dst);
    if let Some(number) = sum.as_ref().filter(|sum| sum.terms.is_empty()).map(|sum| sum.number)
        && value.as_ref().map(|value| value.ty) == register_type(code, site.instance, *dst)
    {
        let returned = (Bound::Register(site.instance, *dst), number);
        for range in after.indices().filter(|range| range.only_if.is_none()) {
            range.only_if = Some(returned);
        }
    }
    if fresh {
        after.fresh.insert((site.instance, *dst));
    }
    if let Some(sum) = sum
        && !sum.terms.is_empty()
        && sum.outlives(code, callee)
        && !sum.has(Term::Register(site.instance, *dst))
    {
        after.equal.insert(*dst, sum);
    }
    after
}

/// The bytes of which objects an edge may write.
pub fn written(code: &Code<'_>, facts: &Facts, site: Site) -> Vec<super::accesses::Access> {
    accesses(code, facts, site).list.into_iter().filter(|access| access.write).collect()
}
