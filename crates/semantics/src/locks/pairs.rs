//! The pairs of accesses that would be a race if they happened at the same time, and why they do not.
//!
//! Accesses that touch the same bytes in the same way, in threads of the same kind, with the same locks held and the same threads beside
//! them, are one *class*: what is said of one of them is said of all. A *pair* are two classes (or one, with itself) that may touch a common byte, one of
//! them writing, not both atomic, in an object that several threads know. [`Reason`] lists what may exclude that two threads get there at the same
//! time; [`Pairs::holds`] says whether a reason is true. Each is an invariant of executions:
//!
//! - [`Reason::NotParallel`]: no two different threads of these kinds are at these points at the same time (`crate::locks::parallel`).
//! - [`Reason::Section`]: both are inside of atomic sections, where only one thread at a time is.
//! - [`Reason::Lock`]: both hold a lock, one of them exclusively, and the lock is *sound*.
//!
//! **Sound locks.** A lock that somebody makes anew, or overwrites, while others use it, excludes nobody. A lock is sound if each plain write to its bytes
//! happens while no thread that takes the lock runs beside, and if it is not robust (who takes a robust mutex may be told that he has not got it).
//!
//! **Cost.** Quadratic in the classes of one object, linear in everything else.

use std::collections::BTreeMap;

use raddle_program::{Id, Op, SyncOp};

use super::accesses::{Access, accesses};
use super::instances::{KindId, Site};
use super::lock_use::{LockUse, Mode, lock_use};
use super::objects::{Object, ObjectId};
use super::offsets::Offsets;
use super::parallel::Parallel;
use super::point::{Lock, Point, may_name};
use super::value::Value;
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
    pub point: Point,
    /// The first edge that makes such an access.
    pub site: Site,
}

/// Why two accesses do not happen at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The threads do not run at the same time there.
    NotParallel,
    /// Both are inside of atomic sections.
    Section,
    /// Both hold this lock, one of them exclusively.
    Lock(Lock),
}

/// Why nothing can be concluded if a thread gets to an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obstacle {
    /// The edge.
    pub site: Site,
    /// Why, in the user's words.
    pub what: String,
}

/// All classes and pairs of a program, as the facts say.
#[derive(Clone, Debug)]
pub struct Pairs {
    /// The classes.
    pub classes: Vec<Class>,
    /// The pairs that need a reason.
    pub conflicts: Vec<(ClassId, ClassId)>,
    /// What stands in the way of any conclusion.
    pub obstacles: Vec<Obstacle>,
    parallel: Parallel,
    /// Whether each lock that somebody takes is sound.
    sound: BTreeMap<Lock, bool>,
}

impl Pairs {
    /// Lists them.
    pub fn new(code: &Code<'_>, facts: &Facts) -> Pairs {
        let mut found: BTreeMap<(Access, KindId, Point), Site> = BTreeMap::new();
        let mut obstacles = Vec::new();
        for site in code.sites() {
            let Some(point) = facts.before(code, site) else { continue };
            let edge = accesses(code, facts, site);
            if let Some(what) = edge.obstacle {
                obstacles.push(Obstacle { site, what });
            }
            let known = Point { tried: BTreeMap::new(), ..point.clone() };
            for access in edge.list.into_iter().filter(|access| facts.shared.contains(access.object.0)) {
                for kind in code.instances.get(site.instance).kinds.iter() {
                    found.entry((access, KindId(kind), known.clone())).or_insert(site);
                }
            }
        }
        let classes: Vec<Class> =
            found.into_iter().map(|((access, kind, point), site)| Class { access, kind, point, site }).collect();
        let mut pairs = Pairs {
            conflicts: conflicts(&classes),
            classes,
            obstacles,
            parallel: Parallel::new(code, facts),
            sound: BTreeMap::new(),
        };
        pairs.sound = pairs.sound_locks(code, facts);
        pairs
    }

    /// A class.
    pub fn class(&self, id: ClassId) -> &Class {
        &self.classes[id.0 as usize]
    }

    /// What may run at the same time.
    pub fn parallel(&self) -> &Parallel {
        &self.parallel
    }

    /// Whether a reason excludes a pair.
    pub fn holds(&self, (a, b): (ClassId, ClassId), reason: Reason) -> bool {
        let (a, b) = (self.class(a), self.class(b));
        match reason {
            Reason::NotParallel => !self.parallel.may_meet((a.kind, &a.point), (b.kind, &b.point)),
            Reason::Section => a.point.sections > 0 && b.point.sections > 0,
            Reason::Lock(lock) => {
                let modes = (a.point.held.get(&lock), b.point.held.get(&lock));
                let excludes =
                    matches!(modes, (Some(Mode::Exclusive), Some(_)) | (Some(Mode::Shared), Some(Mode::Exclusive)));
                excludes && self.sound.get(&lock) == Some(&true)
            }
        }
    }

    /// Whether two accesses, in threads of these kinds, are a pair that nothing excludes.
    pub fn is_open(
        &self,
        code: &Code<'_>,
        facts: &Facts,
        a: (Access, KindId, Site),
        b: (Access, KindId, Site),
    ) -> bool {
        let class = |(access, kind, site): (Access, KindId, Site)| {
            let point = Point { tried: BTreeMap::new(), ..facts.before(code, site)?.clone() };
            let key = |c: &Class| (c.access, c.kind, c.point.clone());
            let found = self.classes.binary_search_by_key(&(access, kind, point), key).ok()?;
            Some(ClassId(found as u32))
        };
        match (class(a), class(b)) {
            (Some(a), Some(b)) => {
                let pair = (a.min(b), a.max(b));
                self.conflicts.contains(&pair) && self.reason(pair).is_none()
            }
            (None, _) | (_, None) => false,
        }
    }

    /// A reason that excludes a pair, if there is one.
    pub fn reason(&self, pair: (ClassId, ClassId)) -> Option<Reason> {
        let locks = self.class(pair.0).point.held.keys().map(|lock| Reason::Lock(*lock));
        [Reason::NotParallel, Reason::Section].into_iter().chain(locks).find(|reason| self.holds(pair, *reason))
    }

    /// The locks that somebody holds at an access, and whether they exclude others.
    fn sound_locks(&self, code: &Code<'_>, facts: &Facts) -> BTreeMap<Lock, bool> {
        let mut takers: Vec<(KindId, Value, u64)> = Vec::new();
        let mut robust = Vec::new();
        for site in code.sites() {
            let Op::Sync { op, args, .. } = &code.edge(site).op else { continue };
            let value =
                |i: usize| args.get(i).map(|e| facts.values.evaluate(code, site.instance, e)).unwrap_or_default();
            match lock_use(*op) {
                LockUse::Takes(_) | LockUse::Tries(_) => {
                    let kinds = code.instances.get(site.instance).kinds.iter();
                    let bytes = op.objects().first().map_or(0, |(kind, _)| code.program.sync_sizes.get(*kind));
                    takers.extend(kinds.map(|kind| (KindId(kind), value(0), bytes)));
                }
                LockUse::Releases | LockUse::Remakes | LockUse::Nothing => {}
            }
            if *op == SyncOp::MutexInit && !is_plain(value(1).exact_number()) {
                robust.push(value(0));
            }
        }
        let mut writes: BTreeMap<ObjectId, Vec<&Class>> = BTreeMap::new();
        for class in self.classes.iter().filter(|class| class.access.write && !class.access.atomic) {
            writes.entry(class.access.object).or_default().push(class);
        }
        let held = self.classes.iter().flat_map(|class| class.point.held.keys());
        let mut sound = BTreeMap::new();
        for lock in held {
            sound.entry(*lock).or_insert_with(|| {
                let overwritten = |class: &&Class| {
                    let cell = class.access.cell;
                    let by = |(kind, address, bytes): &(KindId, Value, u64)| {
                        may_name(address, *lock)
                            && cell.offsets.overlaps(cell.size, Offsets::exactly(lock.offset), *bytes)
                            && self.parallel.may_run_beside((class.kind, &class.point), *kind)
                    };
                    takers.iter().any(by)
                };
                let written = writes.get(&lock.object).is_some_and(|list| list.iter().any(overwritten));
                !written && !robust.iter().any(|address| may_name(address, *lock))
            });
        }
        sound
    }
}

/// Whether a mutex that is initialised with these attributes is neither robust nor of a kind that is not modelled.
fn is_plain(attributes: Option<i64>) -> bool {
    attributes.is_some_and(|bits| (0..=3).contains(&bits))
}

/// The pairs of classes that conflict.
fn conflicts(classes: &[Class]) -> Vec<(ClassId, ClassId)> {
    // Classes are sorted by object.
    let mut pairs = Vec::new();
    let mut start = 0;
    for (i, class) in classes.iter().enumerate() {
        if classes[start].access.object != class.access.object {
            start = i;
        }
        for (j, other) in classes.iter().enumerate().take(i + 1).skip(start) {
            if class.access.conflicts(&other.access) {
                pairs.push((ClassId(j as u32), ClassId(i as u32)));
            }
        }
    }
    pairs
}

/// An object as a person names it.
pub fn name(code: &Code<'_>, access: &Access) -> String {
    let offset = match access.cell.offsets.exact() {
        Some(0) | None => String::new(),
        Some(offset) => format!(" + {offset}"),
    };
    let function = |instance| &code.program.functions[code.instances.get(instance).function];
    match code.objects.get(access.object) {
        Object::Global(g) => format!("{}{offset}", code.program.globals[g].name),
        Object::Local(instance, local) => {
            let local = function(instance).locals[local].name.as_deref().unwrap_or("a temporary");
            format!("{local} of {}{offset}", function(instance).name)
        }
        Object::Block(instance, edge) => {
            let place = code.program.source.place(function(instance).edge(edge).span);
            format!("memory allocated at {}{offset}", place.map_or("an unknown place".to_string(), |p| p.to_string()))
        }
        Object::Function(f) => code.program.functions[f].name.clone(),
        Object::Threads(kind) => format!("thread {}", kind.index()),
    }
}
