//! What is known when a thread is at a location: the locks it surely holds, and the threads it has made that may still run.
//!
//! **Idea.** A *must* analysis for locks (S. Savage et al., Eraser, 1997, is the same set computed along one execution) and a *may* analysis
//! for threads, forward along the edges of all instances ([`next`], [`enter`], [`resume`]). A [`Point`] *covers* another one if it says less: fewer locks, more
//! threads. Facts are points for all locations such that each edge leads from the point of its source to something that the
//! point of its target covers; so whatever an execution does, the point of a location holds whenever a thread is there.
//!
//! **Locks** are named by a place in an object that an execution has only one of, so that the same name is the same lock
//! for all threads. A lock that is taken through an address that may be several places is not in the set; one
//! that is released drops everything it may be. A `trylock` is remembered with the register of its result, until somebody
//! looks whether that is zero. Atomic sections are a number: how many the thread is in at least. The machine lets only one thread at a time be
//! in sections, even if it waits there.
//!
//! **Threads** that this thread has made: the kinds of those that may not have ended. Threads that others make are found by
//! `crate::locks::parallel`. Who joins the only thread of a kind ([`joined_kind`]) knows that it has ended, and has to reckon with those that it has
//! left behind ([`Facts::left`]).

use std::collections::{BTreeMap, BTreeSet};

use raddle_program::{BinaryOp, Expr, ExprKind, LocalId, Op, SyncOp};

use super::instances::{KindId, Site};
use super::lock_use::{LockUse, Mode, lock_use};
use super::objects::{Object, ObjectId};
use super::threads::joined_kind;
use super::value::Value;
use super::{Code, Facts};

/// A lock: a place in an object that an execution has only one of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lock {
    /// The object.
    pub object: ObjectId,
    /// Where in it.
    pub offset: i64,
}

/// What is known at a location.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    /// The locks that the thread surely holds.
    pub held: BTreeMap<Lock, Mode>,
    /// How many atomic sections it is in, at least.
    pub sections: u8,
    /// The kinds of threads that it has made and that may not have ended.
    pub made: BTreeSet<KindId>,
    /// The lock that it holds if a register is zero.
    pub tried: BTreeMap<LocalId, (Lock, Mode)>,
}

impl Point {
    /// Whether this one says no more than another.
    pub fn covers(&self, other: &Point) -> bool {
        self.held.iter().all(|(lock, mode)| other.held.get(lock).is_some_and(|theirs| theirs >= mode))
            && self.sections <= other.sections
            && self.made.is_superset(&other.made)
            && self.tried.iter().all(|(register, lock)| other.tried.get(register) == Some(lock))
    }

    /// Becomes one that covers another, too; true if it says less than before.
    pub fn weaken(&mut self, other: &Point) -> bool {
        if self.covers(other) {
            return false;
        }
        let common = |(lock, mode): (&Lock, &Mode)| other.held.get(lock).map(|theirs| (*lock, *theirs.min(mode)));
        self.held = self.held.iter().filter_map(common).collect();
        self.sections = self.sections.min(other.sections);
        self.made.extend(&other.made);
        self.tried.retain(|register, lock| other.tried.get(register) == Some(lock));
        true
    }

    /// A lock is held.
    fn take(&mut self, lock: Lock, mode: Mode) {
        let held = self.held.entry(lock).or_insert(mode);
        *held = mode.max(*held);
    }

    /// Everything that an address may name is not held any more.
    fn release(&mut self, address: &Value) {
        let may_be = |lock: &Lock| may_name(address, *lock);
        self.held.retain(|lock, _| !may_be(lock));
        self.tried.retain(|_, (lock, _)| !may_be(lock));
    }
}

/// Whether an address may be that of a lock.
pub fn may_name(address: &Value, lock: Lock) -> bool {
    let offset = super::Offsets::exactly(lock.offset);
    address.is_made_up() || address.offsets_in(lock.object).is_some_and(|offsets| offset.is_within(offsets))
}

/// The lock that an address names, if it is surely that one.
pub fn named(code: &Code<'_>, address: &Value) -> Option<Lock> {
    let (object, offset) = address.exact_address()?;
    let memory = match code.objects.get(object) {
        Object::Global(_) | Object::Local(..) | Object::Block(..) => true,
        Object::CommandLine | Object::Function(_) | Object::Threads(_) => false,
    };
    (memory && code.objects.is_single(object)).then_some(Lock { object, offset })
}

/// What is known behind an edge that does not call anybody; `None` if no execution goes on there.
pub fn next(code: &Code<'_>, facts: &Facts, point: &Point, site: Site) -> Option<Point> {
    let edge = code.edge(site);
    if !edge.op.continues() {
        return None;
    }
    let eval = |e: &Expr| facts.values.evaluate(code, site.instance, e);
    let mut after = point.clone();
    for register in edge.op.defs().into_iter().flatten() {
        after.tried.remove(&register);
    }
    match &edge.op {
        Op::Assume { cond, holds } => {
            if let Some(number) = eval(cond).exact_number()
                && (number != 0) != *holds
            {
                return None;
            }
            if let Some(register) = is_zero(cond, *holds)
                && let Some((lock, mode)) = point.tried.get(&register)
            {
                after.take(*lock, *mode);
            }
        }
        Op::Sync { op, args, dst, .. } => sync(code, facts, site, &mut after, (*op, args, *dst)),
        Op::AtomicBegin => after.sections = after.sections.saturating_add(1),
        Op::AtomicEnd => after.sections = after.sections.saturating_sub(1),
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
        | Op::Output { .. }
        | Op::Error { .. }
        | Op::End { .. }
        | Op::Unreachable
        | Op::Unsupported { .. } => {}
    }
    Some(after)
}

fn sync(
    code: &Code<'_>,
    facts: &Facts,
    site: Site,
    after: &mut Point,
    (op, args, dst): (SyncOp, &[Expr], Option<LocalId>),
) {
    let first = || args.first().map_or_else(Value::default, |e| facts.values.evaluate(code, site.instance, e));
    match lock_use(op) {
        LockUse::Takes(mode) => {
            if let Some(lock) = named(code, &first()) {
                after.take(lock, mode);
            }
        }
        LockUse::Tries(mode) => {
            if let (Some(lock), Some(dst)) = (named(code, &first()), dst) {
                after.tried.insert(dst, (lock, mode));
            }
        }
        LockUse::Releases | LockUse::Remakes => after.release(&first()),
        LockUse::Nothing => {}
    }
    if op == SyncOp::ThreadCreate {
        after.made.extend(code.instances.created(site));
    } else if op == SyncOp::ThreadJoin
        && let Some(kind) = joined_kind(code, facts, site)
        && after.made.remove(&kind)
    {
        after.made.extend(&facts.left[kind]);
    }
}

/// The register that is surely zero if a condition has a truth value.
pub fn is_zero(cond: &Expr, holds: bool) -> Option<LocalId> {
    match &cond.kind {
        ExprKind::Reg(local) => (!holds).then_some(*local),
        // A wider or equally wide integer is zero if the narrower is.
        ExprKind::Cast(inner) if cond.ty.bits() >= inner.ty.bits() => is_zero(inner, holds),
        ExprKind::Binary(BinaryOp::Eq, a, b) => compared_with_zero(a, b).and_then(|x| is_zero(x, !holds)),
        ExprKind::Binary(BinaryOp::Ne, a, b) => compared_with_zero(a, b).and_then(|x| is_zero(x, holds)),
        ExprKind::Cast(_)
        | ExprKind::Binary(..)
        | ExprKind::Const(_)
        | ExprKind::GlobalAddr(..)
        | ExprKind::LocalAddr(..)
        | ExprKind::FuncAddr(_)
        | ExprKind::Unary(..)
        | ExprKind::Ite(..) => None,
    }
}

fn compared_with_zero<'a>(a: &'a Expr, b: &'a Expr) -> Option<&'a Expr> {
    match (a.as_const(), b.as_const()) {
        (_, Some(0)) => Some(a),
        (Some(0), _) => Some(b),
        _ => None,
    }
}

/// What is known where a called instance begins.
pub fn enter(point: &Point) -> Point {
    Point { tried: BTreeMap::new(), ..point.clone() }
}

/// What is known where a thread of a kind begins, and where what runs at its end does.
pub fn begin(made: BTreeSet<KindId>) -> Point {
    Point { made, ..Point::default() }
}

/// What is known behind a call, given the points before the call and where the called instance returns.
///
/// An instance of one call returns to it. A merged one returns to all its callers: what it cannot have changed is as it was before.
pub fn resume(
    code: &Code<'_>,
    facts: &Facts,
    site: Site,
    callee: super::InstanceId,
    before: &Point,
    end: &Point,
) -> Point {
    let mut after = Point { tried: BTreeMap::new(), ..end.clone() };
    if code.instances.get(callee).merged {
        let effect = &facts.effects[callee];
        for (lock, mode) in before.held.iter().filter(|(lock, _)| !may_name(&effect.releases, **lock)) {
            after.take(*lock, *mode);
        }
        if !effect.ends_sections {
            after.sections = after.sections.max(before.sections);
        }
        after.made = before.made.union(&effect.creates).copied().collect();
    }
    debug_assert!(matches!(code.edge(site).op, Op::Call { .. }));
    after
}
