//! The checker of proofs by pairs: that facts about a program are true, and that they exclude every race.
//!
//! The checker computes the instances, the objects, the accesses and the pairs of the program itself ([`raddle_semantics::locks`]). Of the facts it asks
//! one question per edge: is what the edge demands, given the facts, in the facts? If so they hold in every execution, by induction over its steps. Then every
//! pair needs a reason, and the reason has to be true. Nothing is iterated: a fact that is missing is not added.
//!
//! **Cost**: linear in the edges of all instances and in the pairs.

use raddle_program::Id;
use raddle_program::analysis::PointsTo;
use raddle_semantics::locks::known::Ground;
use raddle_semantics::locks::pairs::Pairs;
use raddle_semantics::locks::value::Inclusions;
use raddle_semantics::locks::{Code, Facts, closure, memory};

use super::{Rejected, Task};
use crate::outcome::{Basis, Certificate};
use crate::proof::ExcludedPairs;

/// Checks that facts exclude all races.
pub(crate) fn check_pairs(task: Task<'_>, proof: &ExcludedPairs) -> Result<Certificate, Rejected> {
    if !task.property.is_about_pairs() {
        return wrong("pairs of accesses say nothing about this property");
    }
    let points_to = PointsTo::within(task.program, &task.machine.deadline);
    let code = Code::new(task.program, &points_to);
    let facts = &proof.facts;
    check_facts(&code, facts)?;
    let pairs = Pairs::new(&code, facts);
    if let Some(obstacle) = pairs.obstacles.first() {
        return wrong(&format!("a thread may get to where nothing can be said: {}", obstacle.what));
    }
    for pair in &pairs.conflicts {
        match proof.reasons.get(pair) {
            Some(reason) if pairs.holds(*pair, *reason) => {}
            Some(reason) => {
                return wrong(&format!("a pair of accesses is excluded by a reason that is not true: {reason:?}"));
            }
            None => return wrong("a pair of accesses is excluded by nothing"),
        }
    }
    let locations = facts.points.iter().flatten().flatten().count() as u64;
    let edges = code.sites().count() as u64;
    Ok(Certificate { states: locations, transitions: edges, basis: Basis::Pairs(pairs.conflicts.len() as u64) })
}

/// Checks that facts hold.
pub(crate) fn check_facts(code: &Code<'_>, facts: &Facts) -> Result<(), Rejected> {
    check_shape(code, facts)?;
    check_values(code, facts)?;
    check_threads(code, facts)?;
    check_points(code, facts)?;
    check_shared(code, facts)?;
    check_known(code, facts)
}

fn wrong<T>(what: &str) -> Result<T, Rejected> {
    Err(Rejected::Wrong(what.to_string()))
}

fn demand(holds: bool, what: &str) -> Result<(), Rejected> {
    if holds { Ok(()) } else { wrong(what) }
}

/// There is a fact about everything.
fn check_shape(code: &Code<'_>, facts: &Facts) -> Result<(), Rejected> {
    let (instances, kinds) = (code.instances.list(), code.instances.kinds());
    let values = &facts.values;
    let fits = values.registers.len() == instances.len()
        && values.results.len() == instances.len()
        && values.cells.len() == code.objects.len()
        && facts.effects.len() == instances.len()
        && facts.points.len() == instances.len()
        && facts.known.len() == instances.len()
        && facts.below.len() == kinds.len()
        && facts.left.len() == kinds.len();
    let fits = fits
        && instances.enumerated().all(|(id, instance)| {
            let function = &code.program.functions[instance.function];
            values.registers[id].len() == function.locals.len()
                && facts.points[id].len() == function.locations()
                && facts.known[id].len() == function.locations()
        });
    demand(fits, "the facts are about another program")
}

/// What flows into a register or a cell is in there.
fn check_values(code: &Code<'_>, facts: &Facts) -> Result<(), Rejected> {
    let values = &facts.values;
    let mut closed = true;
    let mut compared = Inclusions::default();
    let mut into = |slot, value| closed &= values.holds(slot, &value, &mut compared);
    memory::flows_at_start(code, &mut into);
    code.sites().for_each(|site| memory::flows(code, values, site, &mut into));
    memory::flows_at_end(code, values, &mut into);
    demand(closed, "a value flows where the facts do not have it")
}

/// What instances and threads do as a whole is what their parts do.
fn check_threads(code: &Code<'_>, facts: &Facts) -> Result<(), Rejected> {
    for site in code.sites() {
        let effect = closure::effect_flows(code, facts, site);
        demand(effect.is_within(&facts.effects[site.instance]), "an instance does more than the facts say")?;
    }
    for kind in code.instances.kinds().ids() {
        let below = closure::below(code, facts, kind);
        demand(below.is_subset(&facts.below[kind]), "threads are made that the facts do not know")?;
    }
    Ok(())
}

/// Every edge leads from its point to one that the facts cover.
fn check_points(code: &Code<'_>, facts: &Facts) -> Result<(), Rejected> {
    let mut closed = true;
    let mut into = |instance, loc: raddle_program::Loc, point: raddle_semantics::locks::Point| {
        let known = facts.points[instance][loc.index()].as_ref();
        closed &= known.is_some_and(|known| known.covers(&point));
    };
    closure::points_at_start(code, &mut into);
    code.sites().for_each(|site| closure::point_flows(code, facts, site, &mut into));
    demand(closed, "an edge leads to a location with more than what holds there")?;
    let mut left = true;
    for site in code.sites() {
        closure::left_flows(code, facts, site, &mut |kind, made| left &= made.is_subset(&facts.left[kind]));
    }
    demand(left, "a thread leaves others behind that the facts do not know")
}

/// Every edge leads from what a thread knows to something that it knows at least.
fn check_known(code: &Code<'_>, facts: &Facts) -> Result<(), Rejected> {
    let ground = Ground::new(code, facts);
    let mut closed = true;
    let mut into = |instance, loc: raddle_program::Loc, known: raddle_semantics::locks::Known| {
        let there = facts.known[instance][loc.index()].as_ref();
        closed &= there.is_some_and(|there| there.covers(&known));
    };
    closure::known_at_start(code, &mut into);
    code.sites().for_each(|site| closure::known_flows(code, facts, &ground, site, &mut into));
    demand(closed, "a thread does not know what the facts say that it knows")
}

/// Who knows a shared object knows what is stored in it.
fn check_shared(code: &Code<'_>, facts: &Facts) -> Result<(), Rejected> {
    let mut closed = true;
    let mut into = |object: raddle_semantics::locks::ObjectId| closed &= facts.shared.contains(object.0);
    closure::shared_at_start(code, facts, &mut into);
    for object in code.objects.all().filter(|object| facts.shared.contains(object.0)) {
        closure::shared_flows(facts, object, &mut into);
    }
    demand(closed, "several threads know an object that the facts call private")
}
