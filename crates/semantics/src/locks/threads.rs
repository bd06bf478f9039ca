//! Which thread a join waits for, and what an instance does to locks and threads as a whole.
//!
//! **Joins.** An edge joins *the* thread of a kind if an execution has at most one thread of the kind, the id that
//! was stored when it was created is what the edge surely reads, and the join cannot fail: nobody detaches the
//! thread, and it does not itself join the one that waits (a deadlock that one of the two is told of). That the id is what the edge reads is seen like this:
//! the edge that follows the creation stores it in one place, the edge before the join loads it from there, and nothing else
//! is ever stored there.
//!
//! **Effects** of instances, calls included ([`Effect`]): what they may release and the kinds of threads they may make. As everywhere in these facts, a solution is
//! checked edge by edge.

use std::collections::BTreeSet;

use raddle_program::{EdgeId, Expr, ExprKind, LocalId, Op, SyncOp};

use super::instances::{InstanceId, KindId, Site};
use super::lock_use::{LockUse, lock_use};
use super::memory::{Cell, Values};
use super::objects::{Object, ObjectId};
use super::offsets::Offsets;
use super::value::Value;
use super::{Code, Facts};

/// What an instance may do, together with all that it calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// The locks that it may release or make anew.
    pub releases: Value,
    /// Whether it may leave an atomic section.
    pub ends_sections: bool,
    /// The kinds of threads that it may make.
    pub creates: BTreeSet<KindId>,
}

impl Effect {
    /// Adds another one; true if something was new.
    pub fn join(&mut self, other: &Effect) -> bool {
        let before = (self.creates.len(), self.ends_sections);
        self.creates.extend(&other.creates);
        self.ends_sections |= other.ends_sections;
        self.releases.join(&other.releases) || before != (self.creates.len(), self.ends_sections)
    }

    /// Whether another one has all of this one.
    pub fn is_within(&self, other: &Effect) -> bool {
        self.releases.is_within(&other.releases)
            && (!self.ends_sections || other.ends_sections)
            && self.creates.is_subset(&other.creates)
    }
}

/// What an edge does by itself.
pub fn effect_of(code: &Code<'_>, values: &Values, site: Site) -> Effect {
    let mut effect = Effect::default();
    let op = &code.edge(site).op;
    effect.ends_sections = matches!(op, Op::AtomicEnd);
    if let Op::Sync { op, args, .. } = op {
        effect.creates.extend(code.instances.created(site));
        match lock_use(*op) {
            LockUse::Releases | LockUse::Remakes => {
                effect.releases = args.first().map_or_else(Value::default, |e| values.evaluate(code, site.instance, e));
            }
            LockUse::Takes(_) | LockUse::Tries(_) | LockUse::Nothing => {}
        }
    }
    effect
}

/// The kind whose only thread has ended when a join is over.
pub fn joined_kind(code: &Code<'_>, facts: &Facts, site: Site) -> Option<KindId> {
    // Who is cancelled while it waits goes on, to its end, without having waited.
    if code.sync_edges(SyncOp::ThreadCancel).next().is_some() {
        return None;
    }
    let place = loaded_from(code, &facts.values, site)?;
    let stored = facts.values.stored(place.0, place.1);
    let kind = match (&stored.targets[..], stored.number) {
        ([(object, _)], None) => match code.objects.get(*object) {
            Object::Threads(kind) => kind,
            Object::Global(_) | Object::Local(..) | Object::Block(..) | Object::Function(_) | Object::CommandLine => {
                return None;
            }
        },
        _ => return None,
    };
    let created = &code.instances.kinds()[kind];
    let [creator] = created.creators[..] else { return None };
    let kept = created.once && stored_at_once(code, &facts.values, creator) == Some(place);
    let joined = kept && is_joinable(code, &facts.values, kind, creator) && !waits_for(code, &facts.values, kind, site);
    joined.then_some(kind)
}

/// The address that the id which a join gets was loaded from, on the edge before.
pub fn join_load<'p>(code: &Code<'p>, site: Site) -> Option<&'p Expr> {
    loaded(code, site).map(|(addr, _)| addr)
}

fn loaded<'p>(code: &Code<'p>, site: Site) -> Option<(&'p Expr, u64)> {
    let function = &code.program.functions[code.instances.get(site.instance).function];
    let edge = function.edge(site.edge);
    let Op::Sync { args, .. } = &edge.op else { return None };
    let ExprKind::Reg(register) = args.first()?.kind else { return None };
    let mut entering = code.entering(code.instances.get(site.instance).function, edge.source);
    let (before, None) = (entering.next()?, entering.next()) else { return None };
    let Op::Load { dst, addr, access } = &before.op else { return None };
    (*dst == register).then_some((addr, access.ty.size()))
}

/// The one place that a register was loaded from on the edge before.
fn loaded_from(code: &Code<'_>, values: &Values, site: Site) -> Option<(ObjectId, Cell)> {
    let (addr, size) = loaded(code, site)?;
    exact_cell(code, values, site.instance, addr, size)
}

fn exact_cell(
    code: &Code<'_>,
    values: &Values,
    instance: InstanceId,
    addr: &Expr,
    size: u64,
) -> Option<(ObjectId, Cell)> {
    let (object, offset) = values.evaluate(code, instance, addr).exact_address()?;
    code.objects.is_single(object).then_some((object, Cell { offsets: Offsets::exactly(offset), size }))
}

/// Where the id of a new thread is stored before anything else happens.
fn stored_at_once(code: &Code<'_>, values: &Values, creator: Site) -> Option<(ObjectId, Cell)> {
    let (store, addr) = id_store(code, Some(values), creator)?;
    let Op::Store { access, .. } = &code.edge(store).op else { return None };
    exact_cell(code, values, creator.instance, addr, access.ty.size())
}

/// The edge that stores the id of a new thread before anything else happens, and the address where it does. Without values, whether there is a place for the id is not asked.
pub fn id_store<'p>(code: &Code<'p>, values: Option<&Values>, creator: Site) -> Option<(Site, &'p Expr)> {
    let function = &code.program.functions[code.instances.get(creator.instance).function];
    let edge = function.edge(creator.edge);
    let Op::Sync { out: Some(id), .. } = &edge.op else { return None };
    let id: LocalId = *id;
    let mut loc = edge.target;
    for _ in 0..3 {
        let passing = |(_, e): &(EdgeId, &raddle_program::Edge)| {
            // Whether there is a place for the id: an address is not null.
            let Op::Assume { cond, holds } = &e.op else { return true };
            let null = values.is_some_and(|values| {
                let address = values.evaluate(code, creator.instance, cond);
                address.number.is_some() || address.targets.is_empty()
            });
            *holds || null
        };
        let leaving: Vec<_> = function.leaving(loc).filter(passing).collect();
        let [(id_edge, edge)] = leaving[..] else { return None };
        if let Op::Store { addr, value, .. } = &edge.op
            && value.kind == ExprKind::Reg(id)
        {
            return Some((Site { instance: creator.instance, edge: id_edge }, addr));
        }
        let (Op::Assume { .. } | Op::Skip) = edge.op else { return None };
        loc = edge.target;
    }
    None
}

/// Whether a kind of threads is made joinable and nobody changes that.
pub fn is_joinable(code: &Code<'_>, values: &Values, kind: KindId, creator: Site) -> bool {
    let Op::Sync { args, .. } = &code.edge(creator).op else { return false };
    let detached = args.get(2).map(|arg| values.evaluate(code, creator.instance, arg));
    if detached.and_then(|value| value.exact_number()) != Some(0) {
        return false;
    }
    !code.sync_edges(SyncOp::ThreadDetach).any(|site| may_be_thread(code, values, site, kind))
}

/// Whether the thread of a kind may be the one that executes an edge, or may join it.
pub fn waits_for(code: &Code<'_>, values: &Values, kind: KindId, site: Site) -> bool {
    let waiting = &code.instances.get(site.instance).kinds;
    let joins = |join: &Site| code.instances.get(join.instance).kinds.contains(kind.0);
    waiting.contains(kind.0)
        || code
            .sync_edges(SyncOp::ThreadJoin)
            .filter(joins)
            .any(|join| waiting.iter().any(|w| may_be_thread(code, values, join, KindId(w))))
}

/// Whether the id that an operation gets may be that of a thread of a kind.
fn may_be_thread(code: &Code<'_>, values: &Values, site: Site, kind: KindId) -> bool {
    let Op::Sync { args, .. } = &code.edge(site).op else { return false };
    let Some(id) = args.first().map(|arg| values.evaluate(code, site.instance, arg)) else { return true };
    id.is_made_up() || id.offsets_in(code.objects.id(Object::Threads(kind))).is_some()
}
