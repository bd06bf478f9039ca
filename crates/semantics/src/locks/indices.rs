//! Threads that a loop creates: what tells them apart, and where their ids are kept.
//!
//! **Idea.** If the edge that creates threads of a kind is followed by a store of the id into `t[i]`, the value of `i` then is the *index* of the thread; so it is if
//! no id is kept but the argument is computed from a register. The register is found by looking at the two expressions, before anything is known.
//! `crate::locks::known` follows which indices run; here is where ids are, who may overwrite them, and which index a join waits for.
//!
//! **Soundness.** Ids are believed only if they are in one object, and only the thread that has created the threads can write there: the object is known to no other thread, or all who may write
//! it are one thread. A write other than the one behind the creation *spoils* the range: nothing is known of it until nobody runs any more. How long the row is, is not known; if others write beside it in
//! the same structure, a number is guessed that some condition compares the index with, and who creates a thread without knowing that its index is natural and below that number knows nothing of the range. A join
//! waits for the thread whose id it has read if that thread can be joined (`crate::locks::threads`) and nobody is cancelled, who might go on without having waited.

use std::collections::{BTreeMap, BTreeSet};

use raddle_program::{BinaryOp, Expr, ExprKind, Id, IdVec, LocalId, Op, SyncOp};

use super::instances::{InstanceId, KindId, Site};
use super::known::{Known, written};
use super::memory::Cell;
use super::objects::ObjectId;
use super::ranges::{Bound, Range};
use super::sums::{Plain, Sum, Term, number_of, sum_of};
use super::threads::{id_store, is_joinable, join_load, waits_for};
use super::{Code, Facts};

/// Where ids are: of index 0, and how far the next is.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ids {
    first: Sum,
    stride: i64,
    object: ObjectId,
}

#[derive(Clone, Debug, Default)]
struct Index {
    register: Option<LocalId>,
    ids: Option<Ids>,
    /// Indices that creations must surely be below, because somebody writes behind the ids or in front of them.
    below: Option<i64>,
}

/// The indices of all kinds of threads.
#[derive(Clone, Debug)]
pub struct Indices {
    kinds: IdVec<KindId, Index>,
    /// Writes that may overwrite ids.
    spoils: BTreeMap<Site, Vec<KindId>>,
}

/// Whether an instance creates or joins threads.
pub fn has_threads(code: &Code<'_>, instance: InstanceId) -> bool {
    code.counting.contains(&code.instances.get(instance).function)
}

/// Whether numbers matter in an instance: its function creates or joins threads, or has indices.
pub fn counts(code: &Code<'_>, instance: InstanceId) -> bool {
    has_threads(code, instance) || code.indexing.contains(&code.instances.get(instance).function)
}

impl Indices {
    /// From the facts about values and about who knows which object.
    pub fn new(code: &Code<'_>, facts: &Facts) -> Indices {
        let kinds: IdVec<KindId, Index> =
            code.instances.kinds().ids().map(|kind| index_of(code, facts, kind).unwrap_or_default()).collect();
        let mut out = Indices { kinds, spoils: BTreeMap::new() };
        out.find_spoilers(code, facts);
        out
    }

    /// The register whose value is the index of a new thread.
    pub fn register(&self, kind: KindId) -> Option<LocalId> {
        self.kinds[kind].register
    }

    /// The object with the ids of a kind.
    pub fn ids_in(&self, kind: KindId) -> Option<ObjectId> {
        self.kinds[kind].ids.as_ref().map(|ids| ids.object)
    }

    /// Whether an index is surely one of those that the ids of a kind have room for.
    pub fn has_room(&self, kind: KindId, known: &Known) -> bool {
        let (Some(below), Some(register)) = (self.kinds[kind].below, self.kinds[kind].register) else { return true };
        known.differences.0.get(&register).is_some_and(|range| {
            range.lower.get(&Bound::Zero).is_some_and(|low| *low >= 0)
                && range.upper.get(&Bound::Zero).is_some_and(|high| *high <= below)
        })
    }

    /// The kinds whose ids an edge may overwrite.
    pub fn spoiled(&self, site: Site) -> &[KindId] {
        self.spoils.get(&site).map_or(&[], Vec::as_slice)
    }

    /// Looks for everybody who may write where ids are.
    fn find_spoilers(&mut self, code: &Code<'_>, facts: &Facts) {
        let mut objects: BTreeMap<ObjectId, Vec<KindId>> = BTreeMap::new();
        for (kind, index) in self.kinds.enumerated() {
            if let Some(ids) = &index.ids {
                objects.entry(ids.object).or_default().push(kind);
            }
        }
        if objects.is_empty() {
            return;
        }
        for site in code.sites() {
            for access in written(code, facts, site) {
                for kind in objects.get(&access.object).into_iter().flatten() {
                    let Some((creator, store)) = store_of(code, *kind) else { continue };
                    let Some(ids) = &self.kinds[*kind].ids else { continue };
                    let cell = Cell { offsets: super::Offsets::exactly(ids.first.number), size: ids.stride as u64 };
                    // Somewhere in a row of ids; how long the row is, is not known.
                    let row = super::Offsets::exactly(0).join(super::Offsets::exactly(ids.stride)).plus(cell.offsets);
                    if site == store || !access.cell.offsets.overlaps(access.cell.size, row, pointer(code)) {
                        continue;
                    }
                    // Beside so many ids as the index may be compared with.
                    let ids_end = |below: i64| {
                        let last = below.checked_sub(1)?.checked_mul(ids.stride)?.checked_add(ids.first.number)?;
                        last.checked_add(pointer(code) as i64)
                    };
                    let guess = self.kinds[*kind].register.and_then(|r| most(code, facts, creator.instance, r));
                    if let Some((below, end)) = guess.and_then(|below| Some((below, ids_end(below)?)))
                        && !access.cell.offsets.meets(access.cell.size, (ids.first.number, end))
                    {
                        self.kinds[*kind].below = Some(below);
                        continue;
                    }
                    let both = [creator.instance, site.instance];
                    let private = !facts.shared.contains(access.object.0);
                    if private || is_one_thread(code, &both) {
                        self.spoils.entry(site).or_default().push(*kind);
                    } else {
                        self.kinds[*kind].ids = None;
                    }
                }
            }
        }
    }
}

/// The greatest number that a condition compares a register with from above.
fn most(code: &Code<'_>, facts: &Facts, instance: InstanceId, register: LocalId) -> Option<i64> {
    let function = &code.program.functions[code.instances.get(instance).function];
    let mut most = None;
    for edge in function.edges().iter() {
        let Op::Assume { cond, .. } = &edge.op else { continue };
        cond.walk(&mut |part| {
            let ExprKind::Binary(op @ (BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge), a, b) = &part.kind
            else {
                return;
            };
            let is_upper = matches!(op, BinaryOp::Lt | BinaryOp::Le);
            let (small, great) = if is_upper { (a, b) } else { (b, a) };
            let number = facts.values.evaluate(code, instance, great).exact_number();
            if let (Some((Some(compared), 0)), Some(number)) = (number_of(small, code.wraps(), &|_| true), number)
                && compared == register
            {
                let equal = matches!(op, BinaryOp::Le | BinaryOp::Ge);
                most = most.max(number.checked_add(i64::from(equal)));
            }
        });
    }
    most
}

fn pointer(code: &Code<'_>) -> u64 {
    code.program.data_model().pointer_size()
}

/// Whether only one thread of an execution runs these instances.
pub fn is_one_thread(code: &Code<'_>, instances: &[InstanceId]) -> bool {
    let kinds: BTreeSet<u32> =
        instances.iter().flat_map(|instance| code.instances.get(*instance).kinds.iter().collect::<Vec<_>>()).collect();
    kinds.len() == 1 && kinds.iter().all(|kind| code.instances.kinds()[KindId(*kind)].once)
}

/// The edge that creates threads of a kind, if there is one only, and the edge that stores their ids.
fn store_of(code: &Code<'_>, kind: KindId) -> Option<(Site, Site)> {
    let [creator] = code.instances.kinds()[kind].creators[..] else { return None };
    Some((creator, id_store(code, None, creator)?.0))
}

fn index_of(code: &Code<'_>, facts: &Facts, kind: KindId) -> Option<Index> {
    let [creator] = code.instances.kinds()[kind].creators[..] else { return None };
    let instance = creator.instance;
    if code.instances.get(instance).merged {
        return None;
    }
    let plain = Plain { code, facts, instance };
    let sum = |e: &Expr| sum_of(code, instance, &plain, e);
    let store = id_store(code, Some(&facts.values), creator).and_then(|(_, addr)| sum(addr));
    let row = store.as_ref().and_then(|sum| row_of(sum, instance));
    if let Some((register, stride)) = row {
        let first = store.unwrap_or_default().without(Term::Register(instance, register));
        let ids = ids_at(code, facts, creator, first, stride);
        return Some(Index { register: Some(register), ids, below: None });
    }
    let Op::Sync { args, .. } = &code.edge(creator).op else { return None };
    let given = sum(args.get(1)?)?;
    let number = |(term, _): &&(Term, i64)| match term {
        Term::Register(_, local) => facts.values.registers[instance][local.index()].targets.is_empty(),
        Term::Object(_) | Term::Argument(_) => false,
    };
    let mut registers = given.terms.iter().filter(number);
    match (registers.next(), registers.next()) {
        (Some((Term::Register(_, local), _)), None) => Some(Index { register: Some(*local), ids: None, below: None }),
        _ => None,
    }
}

/// The register that tells the elements of a row apart, and how long one is.
fn row_of(sum: &Sum, instance: InstanceId) -> Option<(LocalId, i64)> {
    let mut found = None;
    for (term, factor) in &sum.terms {
        match term {
            Term::Register(owner, local) if *owner == instance && *factor > 1 => {
                if found.replace((*local, *factor)).is_some() {
                    return None;
                }
            }
            Term::Register(..) | Term::Object(_) | Term::Argument(_) => {}
        }
    }
    found
}

/// The row of ids in an object, if nobody else than the creating thread may be in the way.
fn ids_at(code: &Code<'_>, facts: &Facts, creator: Site, first: Sum, stride: i64) -> Option<Ids> {
    let [(Term::Object(object), 1)] = first.terms[..] else { return None };
    let alone = !facts.shared.contains(object.0)
        || (code.objects.is_single(object) && is_one_thread(code, &[creator.instance]));
    (alone && stride >= pointer(code) as i64).then_some(Ids { first, stride, object })
}

/// Whether none of the threads of a kind, as far as they are among these, has the index that a register is now.
pub fn is_new(ranges: &BTreeMap<KindId, Range>, kind: KindId, bound: Bound) -> bool {
    ranges.get(&kind).is_none_or(|range| {
        range.upper.get(&bound).is_some_and(|high| *high <= 0) || range.lower.get(&bound).is_some_and(|low| *low >= 1)
    })
}

/// The indices of threads that have ended when a join is over: for each kind a bound and a number.
pub fn joined_indices(code: &Code<'_>, facts: &Facts, indices: &Indices, site: Site) -> Vec<(KindId, Bound, i64)> {
    if code.sync_edges(SyncOp::ThreadCancel).next().is_some() {
        return Vec::new();
    }
    let Some(addr) = join_load(code, site) else { return Vec::new() };
    let plain = Plain { code, facts, instance: site.instance };
    let Some(sum) = sum_of(code, site.instance, &plain, addr) else { return Vec::new() };
    let mut out = Vec::new();
    for (kind, index) in indices.kinds.enumerated() {
        let (Some(ids), [creator]) = (&index.ids, &code.instances.kinds()[kind].creators[..]) else { continue };
        let row = row_of(&sum, site.instance);
        let (bound, rest) = match row {
            Some((register, stride)) if stride == ids.stride => {
                (Bound::Register(site.instance, register), sum.without(Term::Register(site.instance, register)))
            }
            Some(_) => continue,
            None => (Bound::Zero, sum.clone()),
        };
        let Some(distance) = ids.first.distance(&rest).filter(|distance| distance % ids.stride == 0) else { continue };
        let joins = is_joinable(code, &facts.values, kind, *creator) && !waits_for(code, &facts.values, kind, site);
        if joins {
            out.push((kind, bound, distance / ids.stride));
        }
    }
    out
}
