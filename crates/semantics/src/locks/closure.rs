//! Where points and the other facts about threads flow: what each edge demands of them.

use std::collections::BTreeSet;

use raddle_program::{Control, Id, Loc, Op};

use super::instances::{InstanceId, KindId, Site};
use super::known::{self, Ground, Known};
use super::objects::{Object, ObjectId};
use super::point::{Point, begin, enter, next, resume};
use super::threads::{Effect, effect_of};
use super::{Code, Facts, MAIN};

/// Tells where threads begin that nobody makes: `main`, and what runs after the last thread.
pub fn points_at_start(code: &Code<'_>, into: &mut dyn FnMut(InstanceId, Loc, Point)) {
    for kind in code.instances.kinds().iter().filter(|kind| kind.creators.is_empty()) {
        into(kind.root, entry(code, kind.root), Point::default());
    }
}

fn entry(code: &Code<'_>, instance: InstanceId) -> Loc {
    code.program.functions[code.instances.get(instance).function].entry
}

/// Tells which points an edge leads to from the point of its source.
pub fn point_flows(code: &Code<'_>, facts: &Facts, site: Site, into: &mut dyn FnMut(InstanceId, Loc, Point)) {
    let Some(point) = facts.before(code, site) else { return };
    let edge = code.edge(site);
    for kind in code.instances.created(site) {
        let root = code.instances.kinds()[*kind].root;
        into(root, entry(code, root), Point::default());
    }
    for kind in ending_kinds(code, site) {
        for ending in &code.instances.kinds()[kind].endings {
            into(*ending, entry(code, *ending), begin(point.made.clone()));
        }
    }
    if let Op::Call { .. } = edge.op {
        for callee in code.instances.callees(site) {
            into(*callee, entry(code, *callee), enter(point));
            let function = code.instances.get(*callee).function;
            for end in code.returns(function) {
                if let Some(end) = facts.before(code, Site { instance: *callee, edge: *end }) {
                    into(site.instance, edge.target, resume(code, facts, site, *callee, point, end));
                }
            }
        }
    } else if let Some(after) = next(code, facts, point, site) {
        into(site.instance, edge.target, after);
    }
}

/// Tells where threads begin that nobody makes, and what they know.
pub fn known_at_start(code: &Code<'_>, into: &mut dyn FnMut(InstanceId, Loc, Known)) {
    for (id, kind) in code.instances.kinds().enumerated().filter(|(_, kind)| kind.creators.is_empty()) {
        into(kind.root, entry(code, kind.root), known::begin(code, id, None));
    }
}

/// Tells what threads know behind an edge, given what they know before. No thread gets to where points say so, nor to where its registers would have to be what they cannot be:
/// a loop that has not counted to its bound yet is not left.
pub fn known_flows(
    code: &Code<'_>,
    facts: &Facts,
    ground: &Ground,
    site: Site,
    into: &mut dyn FnMut(InstanceId, Loc, Known),
) {
    let (Some(point), Some(known)) = (facts.before(code, site), facts.known_before(code, site)) else { return };
    let edge = code.edge(site);
    for kind in code.instances.created(site) {
        let root = code.instances.kinds()[*kind].root;
        into(root, entry(code, root), known::begin(code, *kind, Some(known)));
    }
    for kind in ending_kinds(code, site) {
        for ending in &code.instances.kinds()[kind].endings {
            into(*ending, entry(code, *ending), known::begin_ending(known, &point.made));
        }
    }
    if let Op::Call { .. } = edge.op {
        for callee in code.instances.callees(site) {
            into(*callee, entry(code, *callee), known::enter(code, facts, known, site, *callee));
            for end in code.returns(code.instances.get(*callee).function) {
                let end = Site { instance: *callee, edge: *end };
                if let Some(there) = facts.known_before(code, end) {
                    let after = known::resume(code, facts, ground, (site, known), (end, there));
                    into(site.instance, edge.target, after);
                }
            }
        }
    } else if edge.op.continues() && is_taken(code, facts, point, site) {
        let after = known::next(code, facts, ground, known, site);
        if !after.differences.is_empty() {
            into(site.instance, edge.target, after);
        }
    }
}

/// Whether a thread can get past an edge, as points say.
fn is_taken(code: &Code<'_>, facts: &Facts, point: &Point, site: Site) -> bool {
    !matches!(code.edge(site).op, Op::Assume { .. }) || next(code, facts, point, site).is_some()
}

/// The kinds of threads whose frames are gone behind an edge.
pub fn ending_kinds(code: &Code<'_>, site: Site) -> Vec<KindId> {
    let instance = code.instances.get(site.instance);
    let ends = match code.edge(site).op.control() {
        Control::ThreadEnd => true,
        Control::Return => instance.begins.is_some() || instance.ends,
        Control::Next
        | Control::Condition
        | Control::Call
        | Control::SectionBegin
        | Control::SectionEnd
        | Control::Error(_)
        | Control::End(_)
        | Control::Unknown => false,
    };
    if ends { instance.kinds.iter().map(KindId).collect() } else { Vec::new() }
}

/// Tells which threads may still run behind the end of one of a kind.
pub fn left_flows(code: &Code<'_>, facts: &Facts, site: Site, into: &mut dyn FnMut(KindId, &BTreeSet<KindId>)) {
    let Some(point) = facts.before(code, site) else { return };
    for kind in ending_kinds(code, site) {
        into(kind, &point.made);
    }
}

/// Tells what an edge adds to the effect of its instance.
pub fn effect_flows(code: &Code<'_>, facts: &Facts, site: Site) -> Effect {
    let mut effect = effect_of(code, &facts.values, site);
    for callee in code.instances.callees(site) {
        effect.join(&facts.effects[*callee]);
    }
    effect
}

/// The kinds that the threads of a kind make, and what these make according to the facts.
pub fn below(code: &Code<'_>, facts: &Facts, kind: KindId) -> BTreeSet<KindId> {
    let k = &code.instances.kinds()[kind];
    let mut out = BTreeSet::new();
    for instance in std::iter::once(&k.root).chain(&k.endings) {
        for made in &facts.effects[*instance].creates {
            out.insert(*made);
            out.extend(&facts.below[*made]);
        }
    }
    out
}

/// Tells the objects that several threads know because of how the program is made: globals, what new threads are given, what threads leave behind.
pub fn shared_at_start(code: &Code<'_>, facts: &Facts, into: &mut dyn FnMut(ObjectId)) {
    for id in code.objects.all() {
        if let Object::Global(g) = code.objects.get(id)
            && code.program.globals[g].kind != raddle_program::GlobalKind::ThreadLocal
        {
            into(id);
        }
    }
    into(code.objects.id(Object::CommandLine));
    let mut given = facts.values.joined.clone();
    given.join(&facts.values.keys);
    for (id, kind) in code.instances.kinds().enumerated().filter(|(id, _)| *id != MAIN) {
        debug_assert!(id.index() > 0);
        let params = code.program.functions[code.instances.get(kind.root).function].params;
        for value in facts.values.registers[kind.root].iter().take(params) {
            given.join(value);
        }
    }
    given.targets.iter().for_each(|(object, _)| into(*object));
}

/// Tells the objects whose addresses are stored in an object.
pub fn shared_flows(facts: &Facts, object: ObjectId, into: &mut dyn FnMut(ObjectId)) {
    let held = facts.values.cells[object.0 as usize].values().flat_map(|value| value.targets.iter());
    held.for_each(|(object, _)| into(*object));
}
