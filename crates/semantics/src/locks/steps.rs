//! Which steps of other threads may meet an access: what the reduction asks of facts about the whole program.
//!
//! **Idea.** If no other thread can ever be about to do something to the bytes that a thread is about to access, as long as that thread stays where it is, then
//! nobody has to move before it. Facts say more than that for races: no two threads are at two such places at the same time, whatever the reason: the bytes are
//! others, the locks exclude each other, one thread does not exist yet or has ended. For an exchange of steps the reason does not matter either (see `crate::apart` for
//! the argument).
//!
//! **What is different from races.** Two atomic accesses are no race, and still depend on each other. And memory changes not only by accesses: a local is declared anew, a
//! frame goes and takes its objects with it. Both are *touches* here ([`touches`]). A thread that waits on a condition is at the edge of its wait, and
//! has given the mutex away that the facts say it holds there: against operations on synchronisation objects only that the threads do not run at the same time
//! counts.
//!
//! **Cost**: classes as for races; for each access that is asked about the classes of the same objects, once.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use raddle_program::analysis::BitSet;
use raddle_program::{GlobalKind, Local, Op, Storage, SyncOp, SyncScope};

use super::accesses::{Access, Accesses, accesses};
use super::instances::{InstanceId, KindId, Site};
use super::memory::Cell;
use super::objects::{Object, ObjectId};
use super::pairs::{ClassId, Pairs, Reason};
use super::{Code, Facts};

/// What an edge does to memory. `atomic` are operations on synchronisation objects that neither make nor unmake them.
pub fn touches(code: &Code<'_>, facts: &Facts, site: Site) -> Accesses {
    let mut out = accesses(code, facts, site);
    let op = &code.edge(site).op;
    if !matches!(op, Op::Sync { .. }) {
        out.list.iter_mut().for_each(|access| access.atomic = false);
    }
    // For a race it is as if somebody reads the text; but nobody can look at it afterwards.
    if let Op::TakeText { .. } = op {
        out.list.iter_mut().for_each(|access| (access.cell, access.write) = (Cell::ANYWHERE, true));
    }
    let ends = |object| Access { object, cell: Cell::ANYWHERE, write: true, atomic: false };
    if let Op::Declare { local } | Op::Live { local, .. } = op {
        let function = &code.program.functions[code.instances.get(site.instance).function];
        if let Storage::Memory { .. } = function.locals[*local].storage {
            out.list.push(ends(code.objects.id(Object::Local(site.instance, *local))));
        }
    }
    if let Op::Return { .. } = op {
        out.list.extend(frame(code, site.instance).map(ends));
    }
    if let Op::StackFree { addr } = op {
        let value = facts.values.evaluate(code, site.instance, addr);
        out.list.extend(value.targets.iter().map(|(object, _)| ends(*object)));
    }
    if let Op::Sync { op, .. } = op
        && op.scope() == SyncScope::ThreadEnd
    {
        let kinds = &code.instances.get(site.instance).kinds;
        let runs = |other: &InstanceId| code.instances.get(*other).kinds.iter().any(|kind| kinds.contains(kind));
        out.list.extend(code.instances.list().ids().filter(runs).flat_map(|other| frame(code, other)).map(ends));
    }
    out
}

/// The objects that go with a frame of an instance.
fn frame<'a>(code: &'a Code<'_>, instance: InstanceId) -> impl Iterator<Item = ObjectId> + 'a {
    let function = &code.program.functions[code.instances.get(instance).function];
    let in_memory = |local: &Local| matches!(local.storage, Storage::Memory { .. });
    let locals = function.locals.enumerated().filter(move |(_, local)| in_memory(local));
    let blocks = function.edges().enumerated().filter(|(_, edge)| matches!(edge.op, Op::StackAlloc { .. }));
    locals
        .map(move |(local, _)| Object::Local(instance, local))
        .chain(blocks.map(move |(edge, _)| Object::Block(instance, edge)))
        .map(|object| code.objects.id(object))
}

/// What steps of other threads may meet accesses.
#[derive(Debug)]
pub struct Steps {
    pairs: Pairs,
    of_object: BTreeMap<ObjectId, Vec<ClassId>>,
    met: RefCell<FxHashMap<Site, Option<Rc<BitSet>>>>,
}

impl Steps {
    /// From facts about a program; nothing if a thread may get to where nothing can be concluded, or may be asked to end at any place.
    pub fn new(code: &Code<'_>, facts: &Facts) -> Option<Steps> {
        let pairs = Pairs::among(code, facts, |site| touches(code, facts, site));
        if !pairs.obstacles.is_empty() || code.sync_edges(SyncOp::ThreadCancel).next().is_some() {
            return None;
        }
        let mut of_object: BTreeMap<ObjectId, Vec<ClassId>> = BTreeMap::new();
        for (i, class) in pairs.classes.iter().enumerate() {
            of_object.entry(class.access.object).or_default().push(ClassId(i as u32));
        }
        Some(Steps { pairs, of_object, met: RefCell::default() })
    }

    /// The kinds of threads of which another one may be about to touch what an edge accesses, while a thread is in front of the edge; nothing if that cannot be told.
    pub fn met_by(&self, code: &Code<'_>, facts: &Facts, site: Site) -> Option<Rc<BitSet>> {
        if let Some(known) = self.met.borrow().get(&site) {
            return known.clone();
        }
        let found = self.find(code, facts, site).map(Rc::new);
        self.met.borrow_mut().insert(site, found.clone());
        found
    }

    fn find(&self, code: &Code<'_>, facts: &Facts, site: Site) -> Option<BitSet> {
        code.edge(site).op.access()?;
        let touched = touches(code, facts, site);
        let mut kinds = BitSet::default();
        for access in touched.list.into_iter().filter(|access| facts.shared.contains(access.object.0)) {
            // What is thread-local goes with its thread.
            if let Object::Global(global) = code.objects.get(access.object)
                && code.program.globals[global].kind == GlobalKind::ThreadLocal
            {
                return None;
            }
            for kind in code.instances.get(site.instance).kinds.iter() {
                let mine = self.pairs.class_of(code, facts, (access, KindId(kind), site))?;
                for theirs in self.of_object.get(&access.object).into_iter().flatten() {
                    if self.depend(mine, *theirs) && !self.are_excluded(mine, *theirs) {
                        kinds.insert(self.pairs.class(*theirs).kind.0);
                    }
                }
            }
        }
        Some(kinds)
    }

    /// Whether two touches may be of a common byte, one of them writing.
    fn depend(&self, a: ClassId, b: ClassId) -> bool {
        let (a, b) = (self.pairs.class(a).access, self.pairs.class(b).access);
        (a.write || b.write) && a.cell.offsets.overlaps(a.cell.size, b.cell.offsets, b.cell.size)
    }

    /// Whether two threads are never in front of two touches at the same time.
    fn are_excluded(&self, mine: ClassId, theirs: ClassId) -> bool {
        let pair = (mine.min(theirs), mine.max(theirs));
        match self.pairs.class(theirs).access.atomic {
            true => self.pairs.holds(pair, Reason::NotParallel),
            false => self.pairs.reason(pair).is_some(),
        }
    }
}
