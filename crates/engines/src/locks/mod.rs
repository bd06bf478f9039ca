//! Data races excluded by facts about the whole program: lock sets, threads that run beside each other, memory that one thread knows.
//!
//! **Idea.** [`raddle_semantics::locks`] says what the facts are and when they exclude a pair of accesses. This engine finds facts ([`solve`]), lists the pairs, and looks for a
//! reason for each. If every pair has one, the facts and the reasons are the proof. If not, the verdict is UNKNOWN, and the pairs that are open are listed: an open pair
//! is not a race, but nobody has excluded it. No state is ever executed, so the number of threads does not matter, and the cost is that of a compiler's pass.
//!
//! It cannot say FALSE, and of other properties it says nothing.

mod solve;
mod summary;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use raddle_evidence::{
    AboutRaces, Assumption, Claim, ExcludedPairs, Outcome, PossibleAccess, PossibleRace, Proof, Property, Reason,
    Statistics,
};
use raddle_machine::{Halt, HaltKind, Names};
use raddle_program::analysis::PointsTo;
use raddle_program::{NondetKind, Op, Program, Span};
use raddle_semantics::locks::accesses::Access;
use raddle_semantics::locks::memory::Cell;
use raddle_semantics::locks::pairs::{Class, ClassId, Pairs, name};
use raddle_semantics::locks::point::named;
use raddle_semantics::locks::{Code, Facts, Lock, LockUse, Object, Offsets, Site, lock_use};

use crate::config::{Config, External, Races};
use crate::limits::Limits;
use crate::reach;

pub use solve::facts;

/// Whether pairs of accesses decide a property.
pub fn checks(property: Property) -> bool {
    property.is_about_pairs()
}

/// Runs the analysis.
pub fn run(program: &Program, property: Property, config: &Config, limits: &Limits) -> Outcome {
    let started = Instant::now();
    let points_to = PointsTo::within(program, limits.deadline());
    let code = Code::new(program, &points_to);
    let facts = facts(&code, limits.deadline());
    let pairs = Pairs::new(&code, &facts);
    let mut reasons = BTreeMap::new();
    let mut open = Vec::new();
    for pair in &pairs.conflicts {
        limits.deadline().look();
        match pairs.reason(*pair) {
            Some(reason) => {
                reasons.insert(*pair, reason);
            }
            None => open.push(*pair),
        }
    }
    let mut unknown = obstacles(&code, &facts, &pairs, config);
    let obstructed = !unknown.is_empty();
    let possible = open_pairs(&code, &facts, &pairs, &open);
    if let Some(first) = possible.first() {
        let (count, span) = (possible.len(), first.accesses[0].span);
        let what = match count {
            1 => "a pair of accesses may happen at the same time".to_string(),
            _ => format!("{count} pairs of accesses may happen at the same time"),
        };
        unknown.push(Reason::Halt(Halt::new(HaltKind::Imprecise, what, span)));
    }
    let stats = Statistics {
        states: facts.points.iter().flatten().flatten().count() as u64,
        transitions: pairs.conflicts.len() as u64,
        edges: code.sites().count() as u64,
        threads: code.instances.kinds().len() as u64,
        search_micros: started.elapsed().as_micros() as u64,
        ..Statistics::default()
    };
    let assumptions = assumptions(&code, &facts, config);
    let variables = match config.races.tell {
        Races::First => Vec::new(),
        Races::All => summary::variables(&code, &facts, &pairs, &open, !obstructed),
    };
    let claim = match unknown.is_empty() {
        true => Claim::True(Proof::Pairs(Box::new(ExcludedPairs { facts, reasons }))),
        false => Claim::Unknown(unknown),
    };
    let (notes, undefined) = (BTreeSet::new(), None);
    let (explanation, races) = (Vec::new(), AboutRaces { possible, variables });
    Outcome { property, claim, assumptions, notes, undefined, stats, explanation, races }
}

/// Where the edge of a site stands; in a model of a library function, where that was called.
fn span(code: &Code<'_>, mut site: Site) -> Span {
    loop {
        let span = code.edge(site).span;
        match code.instances.get(site.instance).callers.first() {
            Some(caller) if code.program.source.is_internal(span) => site = *caller,
            Some(_) | None => return span,
        }
    }
}

/// What keeps a proof from being one.
fn obstacles(code: &Code<'_>, facts: &Facts, pairs: &Pairs, config: &Config) -> Vec<Reason> {
    let mut found: BTreeSet<(String, Span)> =
        pairs.obstacles.iter().map(|o| (o.what.clone(), span(code, o.site))).collect();
    if config.program.external == External::Strict {
        for site in code.sites().filter(|site| facts.before(code, *site).is_some()) {
            if let Op::External { name, .. } = &code.edge(site).op {
                found.insert((format!("no definition of `{name}`"), span(code, site)));
            }
        }
    }
    let reason = |(what, span)| Reason::Halt(Halt::new(HaltKind::Unsupported, what, span));
    found.into_iter().map(reason).collect()
}

/// The open pairs as a person counts them: each pair of places with a variable once. An access stands for all that are alike.
fn open_pairs(code: &Code<'_>, facts: &Facts, pairs: &Pairs, open: &[(ClassId, ClassId)]) -> Vec<PossibleRace> {
    let mut races: BTreeMap<(Span, Span, String), PossibleRace> = BTreeMap::new();
    let locks = if open.is_empty() { BTreeMap::new() } else { lock_names(code, facts) };
    for (a, b) in open {
        let (a, b) = (pairs.class(*a), pairs.class(*b));
        let variable = variable(code, a).or_else(|| variable(code, b)).unwrap_or_else(|| name(code, &a.access));
        let mut accesses = [described(code, &locks, a), described(code, &locks, b)];
        accesses.sort();
        let key = (accesses[0].span, accesses[1].span, variable.clone());
        races.entry(key).or_insert(PossibleRace { variable, accesses });
    }
    races.into_values().collect()
}

/// What an access of the heap is called in the source: `pool->jobs`.
fn variable(code: &Code<'_>, class: &Class) -> Option<String> {
    let function = code.instances.get(class.site.instance).function;
    let on_heap = matches!(code.objects.get(class.access.object), Object::Block(..));
    let is_ours = code.program.functions[function].internal;
    if on_heap && !is_ours { Names::new(code.program).accessed(function, class.site.edge) } else { None }
}

/// The locks on the heap as the first who takes them calls them.
fn lock_names(code: &Code<'_>, facts: &Facts) -> BTreeMap<Lock, String> {
    let mut names = BTreeMap::new();
    for site in code.sites() {
        let Op::Sync { op, args, .. } = &code.edge(site).op else { continue };
        let (LockUse::Takes(_) | LockUse::Tries(_), Some(lock)) = (lock_use(*op), args.first()) else { continue };
        let function = code.instances.get(site.instance).function;
        let taken = named(code, &facts.values.evaluate(code, site.instance, lock));
        if let Some(taken) = taken.filter(|lock| matches!(code.objects.get(lock.object), Object::Block(..)))
            && let Some(name) = Names::new(code.program).pointed_to(function, site.edge, lock)
        {
            names.entry(taken).or_insert(name);
        }
    }
    names
}

/// An access with its place and what is held there.
fn described(code: &Code<'_>, names: &BTreeMap<Lock, String>, class: &Class) -> PossibleAccess {
    let op = &code.edge(class.site).op;
    let does = match (class.access.write, class.access.atomic) {
        (true, _) if matches!(op, Op::Free { .. }) => "free",
        (_, true) if matches!(op, Op::Sync { .. }) => "use",
        (true, false) => "write",
        (true, true) => "atomic write",
        (false, false) => "read",
        (false, true) => "atomic read",
    };
    let section = (class.at.point.sections > 0).then(|| "an atomic section".to_string());
    let locks = class.at.point.held.keys();
    let locks = locks.map(|lock| names.get(lock).cloned().unwrap_or_else(|| lock_name(code, *lock)));
    let holding = section.into_iter().chain(locks).collect();
    PossibleAccess { span: span(code, class.site), does: does.to_string(), holding }
}

fn lock_name(code: &Code<'_>, lock: Lock) -> String {
    let cell = Cell { offsets: Offsets::exactly(lock.offset), size: 1 };
    name(code, &Access { object: lock.object, cell, write: false, atomic: true })
}

/// What a verdict rests on: what all verdicts do, and that nothing else is undefined.
fn assumptions(code: &Code<'_>, facts: &Facts, config: &Config) -> BTreeSet<Assumption> {
    let mut rests_on = BTreeSet::new();
    for site in code.sites().filter(|site| facts.before(code, *site).is_some()) {
        if let Op::External { .. } | Op::Nondet { kind: NondetKind::Assuming(_), .. } = &code.edge(site).op {
            rests_on.insert((code.instances.get(site.instance).function, site.edge));
        }
    }
    let mut all = reach::assumed(code.program, &rests_on, config);
    all.insert(Assumption::DefinedOtherwise);
    all
}
