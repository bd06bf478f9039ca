//! Classes of accesses: those of which the same can be said.
//!
//! A class says what is accessed, by threads of which kind, and everything about the location that a reason may need ([`super::pairs::Reason`]), relative to the access:
//! how far away a held lock is, whether the block is fresh, whether the access is computed from what the thread was given, and on which side of an
//! access the threads of a row are. What no reason needs is left out, so that there are few classes.

use std::collections::{BTreeMap, BTreeSet};

use raddle_program::{Expr, Op};

use super::accesses::Access;
use super::barriers::Waits;
use super::bytes::bytes;
use super::fresh::fresh_base;
use super::instances::{KindId, Site};
use super::known::{Ground, Known, known_sum};
use super::lock_use::Mode;
use super::point::{Lock, Point};
use super::ranges::Bound;
use super::sums::{Sum, Term};
use super::{Code, Facts};

/// The number of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub u32);

/// Accesses of which the same can be said.
#[derive(Clone, Debug)]
pub struct Class {
    /// What is accessed.
    pub access: Access,
    /// By threads of which kind.
    pub kind: KindId,
    /// What is known where it is.
    pub at: At,
    /// The first edge that makes such an access.
    pub site: Site,
}

/// What reasons need to know of an access and of where it is.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct At {
    /// Locks that are held, sections, and threads that may still run.
    pub point: Point,
    /// Locks that are held, by how far behind the first byte of the access they are.
    pub beside: BTreeMap<i64, Mode>,
    /// Whether no other thread knows the block that is accessed.
    pub fresh: bool,
    /// Between which bytes of its object the access surely is, if it is to elements with indices that are bounded by numbers.
    pub bytes: Option<(i64, i64)>,
    /// The address, if it is computed from what the thread was given and from objects that an execution has only one of.
    pub given: Option<Sum>,
    /// Whether the address is in the block whose address the thread was given.
    pub inside_given: bool,
    /// The address as a sum with a register, and for kinds of threads that this thread has made, where their indices are:
    /// none in between (at least, less than).
    pub aside: Option<Aside>,
    /// Events that have come about, surely.
    pub seen: BTreeSet<Lock>,
    /// Events that this thread, who is the only one to bring them about, has surely not brought about yet.
    pub pending: BTreeSet<Lock>,
    /// Initialisers that the thread surely runs.
    pub inside: BTreeSet<Lock>,
    /// How many waits at barriers the thread is past.
    pub waits: Waits,
}

/// An access to an element of a row while threads of the row run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Aside {
    /// The address of element 0, and how far the next is.
    pub first: Sum,
    /// See there.
    pub stride: i64,
    /// For each kind: the least index that runs is so far ahead of the element, the greatest is below so far ahead; as far as that is known.
    pub kinds: BTreeMap<KindId, (Option<i64>, Option<i64>)>,
}

/// The address of the one access that an edge makes. (A wait on a condition makes two, and what is known of one is not known of the other.)
fn address(op: &Op) -> Option<&Expr> {
    match op {
        Op::Sync { op, args, .. } if op.objects().len() == 1 => args.first(),
        Op::Sync { .. } => None,
        Op::Free { addr } => Some(addr),
        op => op.access().map(|access| access.addr),
    }
}

/// What is to be said of an access of an edge.
pub fn at(code: &Code<'_>, facts: &Facts, ground: &Ground, access: &Access, site: Site) -> Option<At> {
    let (point, known) = (facts.before(code, site)?, facts.known_before(code, site)?);
    let point = Point { tried: BTreeMap::new(), made: facts.running(code, site), ..point.clone() };
    let mut out = At { point, ..At::default() };
    out.seen = known.events.seen.clone();
    out.inside = known.events.inside.clone();
    out.waits = known.waits.clone();
    let kinds = &code.instances.get(site.instance).kinds;
    let own = ground.events.by(|kind| kinds.contains(kind.0));
    out.pending = own.filter(|event| !known.events.caused.contains(event)).collect();
    // A lock that the thread knows to be in an object of which there is only one has a name for all threads.
    for (lock, mode) in &known.locks {
        if let [(Term::Object(object), 1)] = lock.terms[..]
            && code.objects.is_single(object)
        {
            let held = out.point.held.entry(Lock { object, offset: lock.number }).or_insert(*mode);
            *held = (*mode).max(*held);
        }
    }
    // A lock in the same object, at a place that is known as that of the access is.
    if let Some(offset) = access.cell.offsets.exact()
        && code.objects.is_single(access.object)
    {
        for (lock, mode) in out.point.held.iter().filter(|(lock, _)| lock.object == access.object) {
            out.beside.insert(lock.offset - offset, *mode);
        }
    }
    let Some(address) = address(&code.edge(site).op) else { return Some(out) };
    let is_free = matches!(code.edge(site).op, Op::Free { .. });
    if !is_free && access.cell.size > 0 {
        out.bytes = bytes(code, facts, known, access, (site.instance, address));
    }
    let Some(sum) = known_sum(code, facts, known, site.instance, address) else { return Some(out) };
    out.fresh = fresh_base(code, facts, known, &sum).is_some();
    // Who frees a block frees all of it.
    if is_free {
        out.inside_given = inside_given(facts, &sum);
        return Some(out);
    }
    for (lock, mode) in &known.locks {
        if let Some(distance) = sum.distance(lock) {
            out.beside.insert(distance, *mode);
        }
    }
    if access.cell.size > 0 {
        out.given = given(code, &sum);
        out.inside_given = inside_given(facts, &sum);
        out.aside = aside(code, ground, known, &sum);
    }
    Some(out)
}

fn is_single(code: &Code<'_>, term: Term) -> bool {
    matches!(term, Term::Object(object) if code.objects.is_single(object))
}

fn given(code: &Code<'_>, sum: &Sum) -> Option<Sum> {
    let mut arguments = 0;
    for (term, _) in &sum.terms {
        match term {
            Term::Argument(_) => arguments += 1,
            Term::Object(_) if is_single(code, *term) => {}
            Term::Object(_) | Term::Register(..) => return None,
        }
    }
    (arguments == 1).then(|| sum.clone())
}

/// Whether a sum is what the thread was given, and numbers.
fn inside_given(facts: &Facts, sum: &Sum) -> bool {
    let mut argument = false;
    for (term, factor) in &sum.terms {
        match term {
            Term::Argument(_) if *factor == 1 => argument = true,
            Term::Argument(_) | Term::Object(_) => return false,
            Term::Register(instance, local) => {
                if !facts.values.registers[*instance][local.0 as usize].targets.is_empty() {
                    return false;
                }
            }
        }
    }
    argument
}

fn aside(code: &Code<'_>, ground: &Ground, known: &Known, sum: &Sum) -> Option<Aside> {
    let mut row = None;
    for (term, factor) in &sum.terms {
        match term {
            Term::Register(instance, local) if *factor > 0 => {
                if row
                    .replace((Term::Register(*instance, *local), Bound::Register(*instance, *local), *factor))
                    .is_some()
                {
                    return None;
                }
            }
            Term::Object(_) if is_single(code, *term) => {}
            Term::Register(..) | Term::Object(_) | Term::Argument(_) => return None,
        }
    }
    // Without a register it is an element of which the index is a number.
    let (first, bound, stride) = match row {
        Some((term, bound, stride)) => (sum.without(term), bound, stride),
        None => (sum.clone(), Bound::Zero, 0),
    };
    let mut kinds = BTreeMap::new();
    for (kind, range) in known.ranges.iter().filter(|(kind, _)| ground.indices.register(**kind).is_some()) {
        let sides = (range.lower.get(&bound).copied(), range.upper.get(&bound).copied());
        if sides != (None, None) {
            kinds.insert(*kind, sides);
        }
    }
    (!kinds.is_empty()).then_some(Aside { first, stride, kinds })
}

/// What the threads of a kind are given: an argument that differs for any two of them that run at the same time.
#[derive(Clone, Debug)]
pub enum Gift {
    /// A block that was new.
    Block,
    /// An element of a row: what index 0 would be given, and how far the next is.
    Row(Sum, i64),
}

/// For each kind of threads that are all created by one thread, what they are given.
pub fn gifts(code: &Code<'_>, facts: &Facts, ground: &Ground) -> BTreeMap<KindId, (KindId, Gift)> {
    let mut out = BTreeMap::new();
    for (kind, k) in code.instances.kinds().enumerated() {
        let [creator] = k.creators[..] else { continue };
        let Op::Sync { args, .. } = &code.edge(creator).op else { continue };
        let (Some(known), Some(arg)) = (facts.known_before(code, creator), args.get(1)) else { continue };
        let makers: BTreeSet<u32> = code.instances.get(creator.instance).kinds.iter().collect();
        let (1, Some(maker)) = (makers.len(), makers.first()) else { continue };
        let maker = KindId(*maker);
        let Some(sum) = known_sum(code, facts, known, creator.instance, arg) else { continue };
        if fresh_base(code, facts, known, &sum).is_some() {
            out.insert(kind, (maker, Gift::Block));
            continue;
        }
        let Some(register) = ground.indices.register(kind) else { continue };
        let plain = super::sums::Plain { code, facts, instance: creator.instance };
        let registers = super::known::Knowing { plain, known, keep: Some(register) };
        let Some(sum) = super::sums::sum_of(code, creator.instance, &registers, arg) else { continue };
        let term = Term::Register(creator.instance, register);
        let (first, stride) = (sum.without(term), sum.factor(term));
        let bound = Bound::Register(creator.instance, register);
        let new = super::indices::is_new(&known.ranges, kind, bound) && code.instances.kinds()[maker].once;
        if new && stride > 0 && first.terms.iter().all(|(term, _)| is_single(code, *term)) {
            out.insert(kind, (maker, Gift::Row(first, stride)));
        }
    }
    out
}
