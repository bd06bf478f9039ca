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
//! The number of a barrier is often a variable, the one that bounds the loop which creates the threads. Who makes the barrier then knows that it is for at least as many as that
//! variable plus a number ([`Known::parties`](super::Known)), until the variable changes; if all indices are below the same variable wherever a thread is created, the two are compared without knowing it.
//!
//! **Soundness.** The barrier is a place in an object that an execution has only one of; one edge, taken at most once, makes it; nobody else writes its bytes but who
//! waits there or destroys it. Everybody who may wait there is counted: kinds of which there is one thread, and kinds that one thread creates under different indices. What the barrier is for
//! never changes, so it is at least the variable plus the number in each state where the facts say so, whatever the variable was in other states.
//!
//! **Rejected**: barriers for the number of threads of several loops with variables, and barriers made out of a mutex and a condition.

use std::collections::{BTreeMap, BTreeSet};

use raddle_program::{BinaryOp, Expr, ExprKind, LocalId, Op, Scalar, SyncKind, SyncOp};

use super::accesses::accesses;
use super::counting::{bound_of, is_natural};
use super::indices::{Indices, is_new, is_one_thread};
use super::instances::{InstanceId, KindId, Site};
use super::offsets::Offsets;
use super::point::{Lock, may_name, named};
use super::ranges::Bound;
use super::sums::number_of;
use super::value::Value;
use super::{Code, Facts, Known};

/// How many waits a thread is past, of each barrier; none where there is no entry.
pub type Waits = BTreeMap<Lock, Offsets>;

/// The barriers of a program.
#[derive(Clone, Debug, Default)]
pub struct Barriers {
    /// With how many threads they wait for, if that is a number, and the kinds of threads that may wait.
    list: BTreeMap<Lock, (Option<i64>, BTreeSet<KindId>)>,
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
            if let (Some(place), true) = (named(code, &object(code, facts, site)), code.instances.is_once(site)) {
                out.list.insert(place, (count.filter(|count| *count >= 1), BTreeSet::new()));
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

    /// The barrier that an edge makes, and what it is for at least: a bound plus a number.
    pub fn made(
        &self,
        code: &Code<'_>,
        facts: &Facts,
        known: &Known,
        (instance, args): (InstanceId, &[Expr]),
    ) -> Option<(Lock, Bound, i64)> {
        let [barrier, parties, ..] = args else { return None };
        let place = named(code, &facts.values.evaluate(code, instance, barrier))?;
        self.list.get(&place)?;
        let is_natural = |register| is_natural(code, known, instance, register);
        let (register, number) = least_of(parties, code.wraps(), &is_natural)?;
        let (_, bound, number) = bound_of(code, facts, known, instance, register, number)?;
        Some((place, bound, number))
    }

    /// The kinds of threads that wait at each barrier at which not more threads ever wait than it is for.
    pub fn complete(&self, code: &Code<'_>, facts: &Facts, indices: &Indices) -> BTreeMap<Lock, BTreeSet<KindId>> {
        let is_complete = |(place, (count, kinds)): &(&Lock, &(Option<i64>, BTreeSet<KindId>))| {
            let threads: Option<Vec<Threads>> =
                kinds.iter().map(|kind| how_many(code, facts, indices, (*kind, **place))).collect();
            let fit = |threads: Vec<Threads>| {
                let number = |more: i64| threads.iter().try_fold(more, |sum, some| sum.checked_add(some.number()));
                let above: Vec<i64> = threads.iter().filter_map(Threads::above).collect();
                // If the variable is negative the loop creates nobody, and the barrier may be for fewer than the others are; it is for one at least.
                let few = number(0).is_some_and(|others| others <= 1);
                match above[..] {
                    [] => count.is_some_and(|count| number(0).is_some_and(|all| all <= count)),
                    [above] => few && number(above).is_some_and(|more| more <= 0),
                    _ => false,
                }
            };
            threads.is_some_and(fit)
        };
        let complete = self.list.iter().filter(is_complete);
        complete.map(|(place, (_, kinds))| (*place, kinds.clone())).collect()
    }
}

/// A register plus a number that an expression is at least.
fn least_of(expr: &Expr, wraps: bool, is_natural: &impl Fn(LocalId) -> bool) -> Option<(Option<LocalId>, i64)> {
    if let Some(sum) = signed_sum(expr, wraps, is_natural) {
        return Some(sum);
    }
    number_of(expr, wraps, is_natural)
}

/// A signed number, taken as an unsigned one of the same width, plus small numbers. The sum is below the range of the unsigned type or in there; so what comes out is the sum, or more.
fn signed_sum(expr: &Expr, wraps: bool, is_natural: &impl Fn(LocalId) -> bool) -> Option<(Option<LocalId>, i64)> {
    let Scalar::Int { bits, signed: false } = expr.ty else { return None };
    if let ExprKind::Cast(inner) = &expr.kind {
        return number_of(inner, wraps, is_natural).filter(|_| inner.ty == Scalar::Int { bits, signed: true });
    }
    let ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) = &expr.kind else { return None };
    let (register, number) = signed_sum(a, wraps, is_natural)?;
    let by = i64::try_from(b.ty.to_i128(b.as_const()?)).ok().filter(|by| (0..1 << 16).contains(by))?;
    let sum = if *op == BinaryOp::Add { number.checked_add(by)? } else { number.checked_sub(by)? };
    (-(1 << 16)..1 << 16).contains(&sum).then_some((register, sum))
}

/// How many threads of a kind an execution has at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Threads {
    /// So many.
    Number(i64),
    /// So many more than the barrier is for.
    Above(i64),
}

impl Threads {
    fn number(&self) -> i64 {
        match self {
            Threads::Number(number) => *number,
            Threads::Above(_) => 0,
        }
    }

    fn above(&self) -> Option<i64> {
        match self {
            Threads::Number(_) => None,
            Threads::Above(above) => Some(*above),
        }
    }
}

fn how_many(code: &Code<'_>, facts: &Facts, indices: &Indices, (kind, barrier): (KindId, Lock)) -> Option<Threads> {
    let k = &code.instances.kinds()[kind];
    if k.once {
        return Some(Threads::Number(1));
    }
    let [creator] = k.creators[..] else { return None };
    if !is_one_thread(code, &[creator.instance]) {
        return None;
    }
    let Some(known) = facts.known_before(code, creator) else { return Some(Threads::Number(0)) };
    let register = indices.register(kind)?;
    let bound = Bound::Register(creator.instance, register);
    let between = known.differences.0.get(&register)?;
    let low = between.lower.get(&Bound::Zero)?;
    if !is_new(&known.created, kind, bound) {
        return None;
    }
    if let Some(high) = between.upper.get(&Bound::Zero) {
        return Some(Threads::Number(high.saturating_sub(*low).max(0)));
    }
    let parties = known.parties.get(&barrier)?;
    let above = |(bound, high): (&Bound, &i64)| high.checked_sub(*low)?.checked_sub(*parties.lower.get(bound)?);
    between.upper.iter().filter_map(above).min().map(Threads::Above)
}
