//! Numbers that stand in memory, where only the thread that reads them writes: `for (i = 0; i < nthreads; i++)`.
//!
//! **Idea.** A bound of a loop is often a global that was set once, a member of a structure, or a local that a function like `scanf` was given the address of. Each load of it goes into another register, so that nothing connects the loop that creates threads with the loop that
//! joins them. If an execution has only one such object and only one of its threads writes there, then for that thread it is what a register is: something with a value that only its own stores change. So it may be a
//! [`Bound`](super::ranges::Bound), and what is loaded from it is equal to it until the thread writes there.
//!
//! **Soundness.** The place is read with one type only. Every access of the whole program that may write any of its bytes is by that one thread ([`Standing::written`] tells where: what was
//! known of the number is forgotten there, and behind calls that lead there); a place that another thread may write is none. A local that is declared anew is written. What was never written
//! is something that stays (the machine writes down what it has read).
//!
//! **Cost**: one look at each edge, if there is such a place.

use std::collections::{BTreeMap, BTreeSet};

use raddle_program::{LocalId, Op, Scalar, Storage};

use super::indices::{has_threads, is_one_thread};
use super::instances::{InstanceId, Site};
use super::known::written;
use super::memory::Cell;
use super::objects::Object;
use super::offsets::Offsets;
use super::point::{Lock, named};
use super::sums::register_type;
use super::{Code, Facts, ObjectId};

/// The numbers of a program that only their reader writes.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    list: BTreeMap<Lock, (Scalar, InstanceId)>,
    /// Where they may be written.
    written: BTreeMap<Site, Vec<Lock>>,
    /// What instances may write, together with all that they call.
    inside: BTreeMap<InstanceId, BTreeSet<Lock>>,
}

impl Standing {
    /// Finds them.
    pub fn new(code: &Code<'_>, facts: &Facts) -> Standing {
        let mut out = Standing::default();
        let mut spoiled = BTreeSet::new();
        for site in code.sites() {
            let Some((_, place, ty)) = load(code, facts, site) else { continue };
            let same = |(known, instance): (Scalar, InstanceId)| {
                known == ty && is_one_thread(code, &[instance, site.instance])
            };
            if !same(*out.list.entry(place).or_insert((ty, site.instance))) {
                spoiled.insert(place);
            }
        }
        out.list.retain(|place, _| !spoiled.contains(place));
        let mut objects: BTreeMap<ObjectId, Vec<Lock>> = BTreeMap::new();
        out.list.keys().for_each(|place| objects.entry(place.object).or_default().push(*place));
        if objects.is_empty() {
            return out;
        }
        for site in code.sites() {
            let accesses = written(code, facts, site).into_iter().map(|access| (access.object, access.cell));
            for (object, cell) in accesses.chain(declared(code, site)) {
                for place in objects.get(&object).into_iter().flatten() {
                    let Some((ty, reader)) = out.list.get(place).copied() else { continue };
                    let offsets = Offsets::exactly(place.offset);
                    if !cell.offsets.overlaps(cell.size, offsets, ty.size()) {
                        continue;
                    }
                    if is_one_thread(code, &[reader, site.instance]) {
                        out.written.entry(site).or_default().push(*place);
                    } else {
                        out.list.remove(place);
                    }
                }
            }
        }
        let written = out.written.iter().flat_map(|(site, places)| places.iter().map(|place| (site.instance, *place)));
        let mut queue: Vec<(InstanceId, Lock)> = written.collect();
        while let Some((instance, place)) = queue.pop() {
            if out.inside.entry(instance).or_default().insert(place) {
                queue.extend(code.instances.get(instance).callers.iter().map(|caller| (caller.instance, place)));
            }
        }
        out
    }

    /// Whether a call of an instance may write such a number.
    pub fn writes(&self, callee: InstanceId, place: Lock) -> bool {
        self.inside.get(&callee).is_some_and(|places| places.contains(&place))
    }

    /// The register that an edge loads such a number into, where it stands, and its type.
    pub fn loaded(&self, code: &Code<'_>, facts: &Facts, site: Site) -> Option<(LocalId, Lock, Scalar)> {
        if self.list.is_empty() {
            return None;
        }
        let (register, place, ty) = load(code, facts, site)?;
        self.list.contains_key(&place).then_some((register, place, ty))
    }

    /// The numbers that an edge may overwrite.
    pub fn written(&self, site: Site) -> &[Lock] {
        self.written.get(&site).map_or(&[], Vec::as_slice)
    }
}

/// The register, the place and the type of a load of a number by the only thread that runs an instance that counts.
fn load(code: &Code<'_>, facts: &Facts, site: Site) -> Option<(LocalId, Lock, Scalar)> {
    let Op::Load { dst, addr, access } = &code.edge(site).op else { return None };
    let ty = access.ty;
    let is_number = matches!(ty, Scalar::Int { bits: 1..=64, .. });
    let counted = is_number && has_threads(code, site.instance) && !code.instances.get(site.instance).merged;
    if !counted || register_type(code, site.instance, *dst) != Some(ty) || !is_one_thread(code, &[site.instance]) {
        return None;
    }
    let place = named(code, &facts.values.evaluate(code, site.instance, addr))?;
    Some((*dst, place, ty))
}

/// The local whose life begins or ends at an edge, as a write of all of it.
fn declared(code: &Code<'_>, site: Site) -> Option<(ObjectId, Cell)> {
    let (Op::Declare { local } | Op::Live { local, .. }) = code.edge(site).op else { return None };
    let function = &code.program.functions[code.instances.get(site.instance).function];
    let Storage::Memory { .. } = function.locals[local].storage else { return None };
    Some((code.objects.id(Object::Local(site.instance, local)), Cell::ANYWHERE))
}
