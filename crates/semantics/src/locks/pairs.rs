//! The pairs of accesses that would be a race if they happened at the same time, and why they do not.
//!
//! Accesses that touch the same bytes in the same way, in threads of the same kind, with the same locks held and the same threads beside
//! them, are one *class* ([`super::classes`]): what is said of one of them is said of all. A *pair* are two classes (or one, with itself) that may touch a common byte, one of
//! them writing, not both atomic, in an object that several threads know. [`Reason`] lists what may exclude that two threads get there at the same
//! time; [`Pairs::holds`] says whether a reason is true. Each is an invariant of executions:
//!
//! - [`Reason::NotParallel`]: no two different threads of these kinds are at these points at the same time (`crate::locks::parallel`).
//! - [`Reason::Section`]: both are inside of atomic sections, where only one thread at a time is.
//! - [`Reason::Lock`]: both hold a lock, one of them exclusively, and the lock is *sound*.
//! - [`Reason::Beside`]: each holds a lock so and so far from the bytes it accesses; if the bytes are the same, so is the lock.
//! - [`Reason::Fresh`]: one of them accesses a block that no other thread knows yet.
//! - [`Reason::OwnArgument`]: both access, by what they were given when they were created, an element of a row or a block; all threads of the kind are given different ones.
//! - [`Reason::HandOver`], [`Reason::Once`]: one of them has seen something that happens only behind the other one (`crate::locks::events`).
//! - [`Reason::Phase`]: both are threads that wait at a barrier, past different numbers of waits (`crate::locks::barriers`).
//! - [`Reason::OtherBytes`]: one of them is to an element of a row of which the indices are between numbers, and the other one's bytes are not in there.
//! - [`Reason::OtherElement`]: one of them is the thread that has created the other one, and accesses another element than the other one was given.
//!
//! **Sound locks.** A lock that somebody makes anew, or overwrites, while others use it, excludes nobody. A lock is sound if each plain write to its bytes
//! happens while no thread that takes the lock runs beside, and if it is not robust (who takes a robust mutex may be told that he has not got it).
//!
//! **Cost.** Quadratic in the classes of one object, linear in everything else.

use std::collections::{BTreeMap, BTreeSet};

use raddle_machine::member;
use raddle_program::{Id, Op, SyncOp, TypeId};

use super::accesses::{Access, Accesses, accesses};
use super::barriers::waits_at;
use super::classes::{At, Gift, at, gifts};
pub use super::classes::{Class, ClassId};
use super::instances::{KindId, Site};
use super::known::Ground;
use super::lock_use::{LockUse, Mode, lock_use};
use super::objects::{Object, ObjectId};
use super::offsets::Offsets;
use super::parallel::Parallel;
use super::point::Lock;
use super::sums::Term;
use super::value::Value;
use super::{Code, Facts};

/// Why two accesses do not happen at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// The threads do not run at the same time there.
    NotParallel,
    /// Both are inside of atomic sections.
    Section,
    /// Both hold this lock, one of them exclusively.
    Lock(Lock),
    /// Both hold a lock that is so far behind what they access, the first and the second of them.
    Beside(i64, i64),
    /// One of them accesses what nobody else knows.
    Fresh,
    /// Each accesses its own element.
    OwnArgument,
    /// One of them accesses another element than the other one was given.
    OtherElement,
    /// They touch other bytes, as the numbers say that indices are between.
    OtherBytes,
    /// One has seen an event that the other one alone brings about, and has not brought about yet.
    HandOver(Lock),
    /// One runs an initialiser; the other one has seen that it is over, or would have to run it, too.
    Once(Lock),
    /// They are in different phases of this barrier.
    Phase(Lock),
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
    /// What kinds of threads are given, and by whom.
    gifts: BTreeMap<KindId, (KindId, Gift)>,
    ground: Ground,
    /// The barriers that let nobody past before all have come, with the kinds of threads that wait there.
    barriers: BTreeMap<Lock, BTreeSet<KindId>>,
    /// Whether each lock that somebody takes is sound.
    sound: BTreeMap<Lock, bool>,
    /// Who takes locks: threads of which kind, where, and how many bytes a lock has.
    takers: Vec<(KindId, Value, u64)>,
    /// Locks that may be robust.
    robust: Vec<Value>,
    /// Classes that overwrite something, by object.
    writes: BTreeMap<ObjectId, Vec<ClassId>>,
}

impl Pairs {
    /// Lists them: of all accesses that the race check counts.
    pub fn new(code: &Code<'_>, facts: &Facts) -> Pairs {
        let mut pairs = Pairs::among(code, facts, |site| accesses(code, facts, site));
        pairs.conflicts = conflicts(&pairs.classes);
        pairs
    }

    /// The classes of what each edge does to memory. Pairs of them are not listed.
    pub fn among(code: &Code<'_>, facts: &Facts, accesses: impl Fn(Site) -> Accesses) -> Pairs {
        let ground = Ground::new(code, facts);
        let mut found: BTreeMap<(Access, KindId, At), Site> = BTreeMap::new();
        let mut obstacles = Vec::new();
        for site in code.sites() {
            if facts.before(code, site).is_none() {
                continue;
            }
            let edge = accesses(site);
            if let Some(what) = edge.obstacle {
                obstacles.push(Obstacle { site, what });
            }
            for access in edge.list.into_iter().filter(|access| facts.shared.contains(access.object.0)) {
                let Some(at) = at(code, facts, &ground, &access, site) else { continue };
                for kind in code.instances.get(site.instance).kinds.iter() {
                    found.entry((access, KindId(kind), at.clone())).or_insert(site);
                }
            }
        }
        let classes: Vec<Class> =
            found.into_iter().map(|((access, kind, at), site)| Class { access, kind, at, site }).collect();
        let mut writes: BTreeMap<ObjectId, Vec<ClassId>> = BTreeMap::new();
        for (i, class) in classes.iter().enumerate().filter(|(_, c)| c.access.write && !c.access.atomic) {
            writes.entry(class.access.object).or_default().push(ClassId(i as u32));
        }
        let mut pairs = Pairs {
            conflicts: Vec::new(),
            classes,
            obstacles,
            parallel: Parallel::new(code, facts),
            gifts: gifts(code, facts, &ground),
            barriers: ground.barriers.complete(code, facts, &ground.indices),
            ground,
            sound: BTreeMap::new(),
            takers: Vec::new(),
            robust: Vec::new(),
            writes,
        };
        pairs.find_takers(code, facts);
        let held = pairs.classes.iter().flat_map(|class| class.at.point.held.keys().copied());
        let held: BTreeSet<Lock> = held.collect();
        let is_sound = |lock: Lock| pairs.is_sound(lock.object, Offsets::exactly(lock.offset));
        pairs.sound = held.into_iter().map(|lock| (lock, is_sound(lock))).collect();
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

    /// Whether a lock that two threads surely hold is a reason: who takes a robust mutex may be told that he has not got it.
    pub fn relies_on(&self, lock: Lock) -> bool {
        self.sound.get(&lock) == Some(&true)
    }

    /// Whether a reason excludes a pair.
    pub fn holds(&self, (a, b): (ClassId, ClassId), reason: Reason) -> bool {
        let (a, b) = (self.class(a), self.class(b));
        match reason {
            Reason::NotParallel => !self.parallel.may_meet((a.kind, &a.at.point), (b.kind, &b.at.point)),
            Reason::Section => a.at.point.sections > 0 && b.at.point.sections > 0,
            Reason::Lock(lock) => {
                excludes(a.at.point.held.get(&lock), b.at.point.held.get(&lock)) && self.relies_on(lock)
            }
            Reason::Beside(mine, theirs) => {
                let (first, second) = (a.access.cell, b.access.cell);
                // How far the second access is from the first if both touch a byte: one lock is so far from both.
                let same = first.offsets.only_distance(first.size, second.offsets, second.size)
                    == mine.checked_sub(theirs).map(i128::from);
                excludes(a.at.beside.get(&mine), b.at.beside.get(&theirs))
                    && same
                    && self.is_sound(a.access.object, first.offsets.plus(Offsets::exactly(mine)))
            }
            Reason::Fresh => a.at.fresh || b.at.fresh,
            Reason::OwnArgument => self.have_own(a, b),
            Reason::OtherBytes => !may_touch(a, b),
            Reason::OtherElement => self.is_aside(a, b) || self.is_aside(b, a),
            Reason::HandOver(event) => self.is_behind(event, a, b) || self.is_behind(event, b, a),
            Reason::Once(event) => {
                let over = |class: &Class| class.at.seen.contains(&event) || class.at.inside.contains(&event);
                self.ground.events.is_once(event)
                    && ((a.at.inside.contains(&event) && over(b)) || (b.at.inside.contains(&event) && over(a)))
            }
            Reason::Phase(barrier) => {
                let wait = |kinds: &BTreeSet<KindId>| kinds.contains(&a.kind) && kinds.contains(&b.kind);
                let (mine, theirs) = (waits_at(&a.at.waits, barrier), waits_at(&b.at.waits, barrier));
                self.barriers.get(&barrier).is_some_and(wait) && !mine.overlaps(1, theirs, 1)
            }
        }
    }

    /// Whether one access happens only when the other one's thread has brought an event about.
    fn is_behind(&self, event: Lock, first: &Class, second: &Class) -> bool {
        self.ground.events.cause(event) == Some(first.kind)
            && first.at.pending.contains(&event)
            && second.at.seen.contains(&event)
    }

    /// Whether two threads of a kind access different elements or blocks that they were given.
    fn have_own(&self, a: &Class, b: &Class) -> bool {
        if a.kind != b.kind {
            return false;
        }
        match self.gifts.get(&a.kind) {
            Some((_, Gift::Block)) => a.at.inside_given && b.at.inside_given,
            Some((_, Gift::Row(_, stride))) => {
                let (Some(mine), Some(theirs)) = (&a.at.given, &b.at.given) else { return false };
                let argument = Term::Argument(a.kind);
                let step = stride.checked_mul(mine.factor(argument)).filter(|step| *step > 0);
                let (Some(step), Some(ahead)) = (step, mine.distance(theirs)) else { return false };
                let (step, ahead) = (i128::from(step), i128::from(ahead));
                ahead + step >= i128::from(a.access.cell.size) && step - ahead >= i128::from(b.access.cell.size)
            }
            None => false,
        }
    }

    /// Whether a thread accesses another element than any that a thread of its making was given.
    fn is_aside(&self, maker: &Class, made: &Class) -> bool {
        let (Some(aside), Some(given)) = (&maker.at.aside, &made.at.given) else { return false };
        let Some((by, Gift::Row(first, stride))) = self.gifts.get(&made.kind) else { return false };
        let Some((least, most)) = aside.kinds.get(&made.kind) else { return false };
        let argument = Term::Argument(made.kind);
        let factor = given.factor(argument);
        let Some(step) = stride.checked_mul(factor).filter(|step| *step > 0) else { return false };
        // The made thread accesses element 0 here, and its own element `index` steps behind.
        let zero = given.without(argument).plus(first, factor);
        let (Some(ahead), true) = (aside.first.distance(&zero), *by == maker.kind) else { return false };
        let in_step = aside.stride == step || aside.stride == 0;
        let (ahead, step) = (i128::from(ahead), i128::from(step));
        let above = |low: i64| ahead + step * i128::from(low) >= i128::from(maker.access.cell.size);
        let under = |high: i64| ahead + step * (i128::from(high) - 1) + i128::from(made.access.cell.size) <= 0;
        in_step && (least.is_some_and(above) || most.is_some_and(under))
    }

    /// The class of an access of an edge in threads of a kind.
    pub fn class_of(
        &self,
        code: &Code<'_>,
        facts: &Facts,
        (access, kind, site): (Access, KindId, Site),
    ) -> Option<ClassId> {
        let at = at(code, facts, &self.ground, &access, site)?;
        let key = (&access, &kind, &at);
        let found = self.classes.binary_search_by(|c| (&c.access, &c.kind, &c.at).cmp(&key)).ok()?;
        Some(ClassId(found as u32))
    }

    /// Whether two accesses, in threads of these kinds, are a pair that nothing excludes.
    pub fn is_open(
        &self,
        code: &Code<'_>,
        facts: &Facts,
        a: (Access, KindId, Site),
        b: (Access, KindId, Site),
    ) -> bool {
        match (self.class_of(code, facts, a), self.class_of(code, facts, b)) {
            (Some(a), Some(b)) => {
                let pair = (a.min(b), a.max(b));
                self.conflicts.contains(&pair) && self.reason(pair).is_none()
            }
            (None, _) | (_, None) => false,
        }
    }

    /// A reason that excludes a pair, if there is one.
    pub fn reason(&self, pair: (ClassId, ClassId)) -> Option<Reason> {
        let (a, b) = (self.class(pair.0), self.class(pair.1));
        let locks = a.at.point.held.keys().map(|lock| Reason::Lock(*lock));
        let seen = a.at.seen.iter().chain(&b.at.seen);
        let events = seen.chain(&a.at.inside).flat_map(|event| [Reason::HandOver(*event), Reason::Once(*event)]);
        let beside =
            a.at.beside.keys().flat_map(|mine| b.at.beside.keys().map(|theirs| Reason::Beside(*mine, *theirs)));
        [Reason::NotParallel, Reason::Section]
            .into_iter()
            .chain(locks)
            .chain([Reason::Fresh, Reason::OwnArgument, Reason::OtherBytes, Reason::OtherElement])
            .chain(events)
            .chain(self.barriers.keys().map(|barrier| Reason::Phase(*barrier)))
            .chain(beside)
            .find(|reason| self.holds(pair, *reason))
    }

    fn find_takers(&mut self, code: &Code<'_>, facts: &Facts) {
        for site in code.sites() {
            let Op::Sync { op, args, .. } = &code.edge(site).op else { continue };
            let value =
                |i: usize| args.get(i).map(|e| facts.values.evaluate(code, site.instance, e)).unwrap_or_default();
            match lock_use(*op) {
                LockUse::Takes(_) | LockUse::Tries(_) => {
                    let kinds = code.instances.get(site.instance).kinds.iter();
                    let bytes = op.objects().first().map_or(0, |(kind, _)| code.program.sync_sizes.get(*kind));
                    self.takers.extend(kinds.map(|kind| (KindId(kind), value(0), bytes)));
                }
                LockUse::Releases | LockUse::Remakes | LockUse::Nothing => {}
            }
            if *op == SyncOp::MutexInit && !is_plain(value(1).exact_number()) {
                self.robust.push(value(0));
            }
        }
    }

    /// Whether the locks at some offsets of an object exclude others.
    fn is_sound(&self, object: ObjectId, offsets: Offsets) -> bool {
        let names = |address: &Value| {
            address.is_made_up() || address.offsets_in(object).is_some_and(|theirs| theirs.overlaps(1, offsets, 1))
        };
        let overwritten = |class: &Class| {
            let cell = class.access.cell;
            let by = |(kind, address, bytes): &(KindId, Value, u64)| {
                names(address)
                    && cell.offsets.overlaps(cell.size, offsets, *bytes)
                    && class.at.bytes.is_none_or(|range| offsets.meets(*bytes, range))
                    && self.parallel.may_run_beside((class.kind, &class.at.point), *kind)
            };
            // Nobody else has a lock in a block that nobody else knows.
            !class.at.fresh && self.takers.iter().any(by)
        };
        let mut writes = self.writes.get(&object).into_iter().flatten();
        !writes.any(|class| overwritten(self.class(*class))) && !self.robust.iter().any(names)
    }
}

/// Whether two accesses to one object may touch a common byte, as far as indices are between numbers.
fn may_touch(a: &Class, b: &Class) -> bool {
    match (a.at.bytes, b.at.bytes) {
        (Some((start, end)), Some((other_start, other_end))) => start < other_end && other_start < end,
        (Some(bytes), None) => b.access.cell.offsets.meets(b.access.cell.size, bytes),
        (None, Some(bytes)) => a.access.cell.offsets.meets(a.access.cell.size, bytes),
        (None, None) => true,
    }
}

/// Whether two ways of holding a lock exclude each other.
fn excludes(a: Option<&Mode>, b: Option<&Mode>) -> bool {
    matches!((a, b), (Some(Mode::Exclusive), Some(_)) | (Some(Mode::Shared), Some(Mode::Exclusive)))
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
    let path = |ty: TypeId| match access.cell.offsets.exact().map(u64::try_from) {
        Some(Ok(offset)) => member(&code.program.types, ty, offset, access.cell.size).0,
        Some(Err(_)) => offset.clone(),
        None => String::new(),
    };
    let function = |instance| &code.program.functions[code.instances.get(instance).function];
    match code.objects.get(access.object) {
        Object::Global(g) => {
            let global = &code.program.globals[g];
            format!("{}{}", global.name, path(global.ty.ty))
        }
        Object::Local(instance, local) => {
            let local = function(instance).locals[local].name.as_deref().unwrap_or("a temporary");
            format!("{local} of {}{offset}", function(instance).name)
        }
        Object::Block(instance, edge) => {
            let place = code.program.source.place(function(instance).edge(edge).span);
            format!("memory allocated at {}{offset}", place.map_or("an unknown place".to_string(), |p| p.to_string()))
        }
        Object::CommandLine => "the command line".to_string(),
        Object::Function(f) => code.program.functions[f].name.clone(),
        Object::Threads(kind) => format!("thread {}", kind.index()),
    }
}
