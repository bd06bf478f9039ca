//! Whether a view is one of a thread in a concrete state.
//!
//! **Idea.** A view stands for states: those whose shared part is the one that it has, in which its thread is where it says, and of whose other
//! threads all that it says is true. So the projection of a state to a thread is a relation here, [`Scene::is_described`], and not
//! a function: views of several threads have their own addresses on stacks and heaps (a template's, not a slot's) and names instead of ids. Which
//! object of the view is which one of the state is found by following pointers from the registers and globals of both at the
//! same time, as a copying collector does; a name stands for the same id wherever it occurs. Shared blocks that no pointer of the thread leads to are in
//! both as well, so these are paired in some way that fits.
//!
//! A pointer to what is gone leads nowhere in a view. In the state there may be something at the address again, since slots of threads are used again and views have none. So the view
//! says less of such a pointer: an access through it is a halt, as is a comparison for who wants to prove something.
//!
//! This is what the laws of views ([`crate::laws`]) and nobody else is checked against: engines and the checker of proofs never see a concrete state
//! and a view together. So it is written without the functions that make views, but for what is cut out of both.

use std::collections::BTreeMap;
use std::ops::Range;

use raddle_machine::{Addr, GONE, ObjectKind, ObjectMeta, State, Status, SyncObject, Thread, ThreadIx, Value};
use raddle_program::{Id, LocalId};

use super::{Calls, InCall, Place, Places, ThreadName, View, Views, Whereabouts};

/// Heaps and stacks are here (`raddle_machine`, `layout`): what is in no object points to something that is gone.
const OWN_ADDRESSES: Range<u128> = 0x2000_0000_0000..0x7f00_0000_0000;

/// How many ways are tried to pair blocks that no pointer leads to.
const PAIRINGS: usize = 200;

/// A thread that was created and not joined, and what it sees.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its slot; none if it was detached and has ended.
    pub thread: Option<ThreadIx>,
    /// What it sees.
    pub view: View,
}

/// A concrete state with all threads that were created and not joined.
pub struct Scene<'a, 'v, 'p> {
    views: &'v Views<'v, 'p>,
    state: State,
    members: Vec<(Option<ThreadIx>, &'a View)>,
    /// Who has changed each cell last, if somebody has.
    changed: &'a BTreeMap<Addr, ThreadIx>,
}

impl<'a, 'v, 'p> Scene<'a, 'v, 'p> {
    /// A state, and who takes part.
    pub fn new(
        views: &'v Views<'v, 'p>,
        state: &State,
        members: Vec<(Option<ThreadIx>, &'a View)>,
        changed: &'a BTreeMap<Addr, ThreadIx>,
    ) -> Scene<'a, 'v, 'p> {
        let mut state = state.clone();
        views.dead.cut_frames(&mut state);
        views.clear_unread(&mut state);
        views.rows.clear(views.dependence, &mut state);
        views.slots.clear(views.dependence, &mut state);
        Scene { views, state, members, changed }
    }

    /// Whether a view is one of the thread in a slot; if not, what is wrong.
    pub fn is_described(&self, view: &View, thread: ThreadIx) -> Result<(), String> {
        self.numbers(view)?;
        self.whereabouts(view)?;
        self.crowds(view)?;
        // Addresses of heaps are the view's own.
        for addr in view.mine.iter().filter(|addr| u128::from(**addr) < OWN_ADDRESSES.start) {
            match self.changed.get(addr) {
                Some(last) if *last != thread => return Err(format!("{last:?} has changed its cell {addr:#x}")),
                Some(_) | None => {}
            }
        }
        let mut matching = Matching {
            views: self.views,
            thread,
            view: &view.state,
            state: &self.state,
            objects: BTreeMap::new(),
            names: BTreeMap::new(),
            queue: Vec::new(),
        };
        self.roots(view, thread, &mut matching)?;
        let there = self.state.threads.get(thread.0 as usize).filter(|t| t.status != Status::Free);
        match there {
            Some(there) => matching.threads(view.thread(), there)?,
            None if view.has_ended() => {}
            None => return Err("it has ended and its slot is free".to_string()),
        }
        matching.follow()?;
        self.rest(view, thread, matching, &mut PAIRINGS.clone())
    }

    /// Shared blocks that no pointer leads to are paired until everything fits; what is wrong with the last pairing if nothing does.
    fn rest(
        &self,
        view: &View,
        thread: ThreadIx,
        matching: Matching<'_, '_, '_>,
        most: &mut usize,
    ) -> Result<(), String> {
        let shared_block =
            |object: &ObjectMeta| matches!(object.kind, ObjectKind::Heap(..)) && self.views.is_shared(object);
        let mut objects = view.state.memory.shape.objects.iter().enumerate();
        let unmet = objects.find(|(at, object)| shared_block(object) && !matching.objects.contains_key(at));
        let Some((ours, _)) = unmet else {
            self.locks(view, thread, &matching)?;
            return self.ids(view, &matching);
        };
        let mut wrong = Err("it has a block that does not exist".to_string());
        for (theirs, object) in self.state.memory.shape.objects.iter().enumerate() {
            if !shared_block(object) || !matching.are_alike(ours, theirs) {
                continue;
            }
            if *most == 0 {
                return Ok(());
            }
            *most -= 1;
            let mut tried = matching.clone();
            let paired = tried.pair(ours, theirs).and_then(|()| tried.follow());
            wrong = paired.and_then(|()| self.rest(view, thread, tried, most));
            if wrong.is_ok() {
                break;
            }
        }
        wrong
    }

    /// How many threads there are.
    fn numbers(&self, view: &View) -> Result<(), String> {
        for (template, said) in view.alive.iter().enumerate() {
            let real = self.members.iter().filter(|(_, other)| other.me.0 as usize == template).count();
            if usize::from(*said) != real.min(usize::from(self.views.many)) {
                return Err(format!("there are {real} threads of template {template}, not {said}"));
            }
        }
        Ok(())
    }

    /// How far the others are, as they themselves see it: where that is said, in the class that the partition has for it, and what its registers hold if they are shown.
    fn whereabouts(&self, view: &View) -> Result<(), String> {
        let of = |template: usize| self.members.iter().find(|(_, other)| other.me.0 as usize == template);
        for (template, said) in view.whereabouts.iter().enumerate() {
            let known = !self.views.several[template];
            let real = of(template).filter(|_| known).and_then(|(_, other)| self.real_whereabouts(template, other));
            if *said != real {
                return Err(format!("the thread of template {template} is elsewhere: {real:?}, not {said:?}"));
            }
        }
        Ok(())
    }

    /// How far a thread is, as much of it as others know.
    fn real_whereabouts(&self, template: usize, of: &View) -> Option<Whereabouts> {
        let super::Knowledge { places, registers, .. } = &self.views.knowledge;
        let frames = if of.has_ended() { &[][..] } else { &of.thread().frames[..] };
        let calls: Calls = frames.iter().map(|frame| InCall { func: frame.func, loc: frame.loc }).collect();
        let place = match places {
            Places::Unsaid => return None,
            Places::Each => Place::At(calls),
            Places::Classes(classes) => {
                let of_start = classes
                    .iter()
                    .find(|((start, place), _)| *start == self.views.templates[template] && place[..] == calls[..]);
                Place::Among(of_start.map_or(0, |(_, class)| *class))
            }
        };
        let mut known = Vec::new();
        for (depth, frame) in frames.iter().enumerate().filter(|_| *registers) {
            for (register, value) in frame.regs.iter().enumerate() {
                if let Value::Bits(bits) = value {
                    known.push((depth as u32, LocalId::from_index(register), *bits));
                }
            }
        }
        Some(Whereabouts { place, known: known.into() })
    }

    /// At most how many threads are where.
    fn crowds(&self, view: &View) -> Result<(), String> {
        let everybody = self.members.iter().map(|(_, other)| *other);
        match self.views.counts_rightly(view) && self.views.is_bound(view.crowd, everybody) {
            true => Ok(()),
            false => Err("more threads are somewhere than it says".to_string()),
        }
    }

    /// Pairs what must exist in both: globals, shared objects, and what is on the stack of the thread.
    fn roots(&self, view: &View, thread: ThreadIx, matching: &mut Matching<'_, '_, '_>) -> Result<(), String> {
        let slot = |template: ThreadIx| match template == view.me {
            true => Some(thread),
            false => self.members.iter().find(|(_, other)| other.me == template).and_then(|(slot, _)| *slot),
        };
        let mut seen: BTreeMap<ObjectKind, usize> = BTreeMap::new();
        for (at, object) in view.state.memory.shape.objects.iter().enumerate() {
            let kind = match object.kind {
                ObjectKind::GlobalPage(_) | ObjectKind::Global(_) | ObjectKind::Freed => object.kind,
                ObjectKind::ThreadLocal(global, owner) => match slot(owner) {
                    Some(owner) => ObjectKind::ThreadLocal(global, owner),
                    None => return Err(format!("it has {:?} of a thread that is gone", object.kind)),
                },
                ObjectKind::Local(function, local, owner) => match slot(owner) {
                    Some(owner) => ObjectKind::Local(function, local, owner),
                    None => return Err(format!("it has {:?} of a thread that is gone", object.kind)),
                },
                ObjectKind::StackBlock(function, edge, owner) => match slot(owner) {
                    Some(owner) => ObjectKind::StackBlock(function, edge, owner),
                    None => return Err(format!("it has {:?} of a thread that is gone", object.kind)),
                },
                // Which one is which only pointers say.
                ObjectKind::Heap(..) => continue,
            };
            let nth = seen.entry(kind).or_default();
            let objects = self.state.memory.shape.objects.iter().enumerate();
            let Some((other, _)) = objects.filter(|(_, o)| o.kind == kind).nth(*nth) else {
                return Err(format!("it has an object {:?} that does not exist", object.kind));
            };
            *nth += 1;
            matching.pair(at, other)?;
        }
        let count =
            |state: &State, kind: ObjectKind| state.memory.shape.objects.iter().filter(|o| o.kind == kind).count();
        for object in &self.state.memory.shape.objects {
            let shared = self.views.is_shared(object);
            let (real, said) = match object.kind {
                ObjectKind::Heap(..) if shared => (count(&self.state, object.kind), count(&view.state, object.kind)),
                ObjectKind::Heap(..) => continue,
                kind if shared || super::owner(kind) == Some(thread) => {
                    (count(&self.state, kind), seen.get(&kind).copied().unwrap_or(0))
                }
                ObjectKind::GlobalPage(_)
                | ObjectKind::Global(_)
                | ObjectKind::ThreadLocal(..)
                | ObjectKind::Local(..)
                | ObjectKind::StackBlock(..)
                | ObjectKind::Freed => continue,
            };
            if real != said {
                return Err(format!("there are {real} objects {:?}, not {said}", object.kind));
            }
        }
        Ok(())
    }

    /// What synchronisation objects say, as the thread is allowed to know it.
    fn locks(&self, view: &View, thread: ThreadIx, matching: &Matching<'_, '_, '_>) -> Result<(), String> {
        let mut real = BTreeMap::new();
        for (addr, object) in &self.state.sync.objects {
            if let (Some(known), true) =
                (self.known((&self.state, *addr), object, thread, view.me), matching.is_visible(*addr, thread))
            {
                real.insert(*addr, known);
            }
        }
        let mut said = BTreeMap::new();
        for (addr, object) in &view.state.sync.objects {
            let Some(there) = matching.address(*addr) else { continue };
            said.extend(self.known((&view.state, *addr), object, view.me, view.me).map(|known| (there, known)));
        }
        match real.iter().find(|(addr, object)| said.get(*addr) != Some(*object)) {
            Some((addr, object)) => return Err(format!("{object:?} at {addr:#x}, not {:?}", said.get(addr))),
            None if said.len() != real.len() => return Err(format!("{said:?}, not {real:?}")),
            None => {}
        }
        if view.state.sync.keys != self.state.sync.keys {
            return Err("the keys are others".to_string());
        }
        Ok(())
    }

    /// An object at an address in a state as a thread may know it, with its own holds under the number of its template; none if it is as good as new.
    fn known(&self, at: (&State, Addr), object: &SyncObject, thread: ThreadIx, me: ThreadIx) -> Option<SyncObject> {
        let tells = self.views.knows_locks();
        let holder = |owner: Option<ThreadIx>| match owner {
            Some(owner) if owner == thread => Some(me),
            Some(_) if tells => Some(GONE),
            Some(_) | None => None,
        };
        match object {
            SyncObject::Mutex { kind, owner, count } => {
                let owner = holder(*owner);
                let count = if owner == Some(me) { *count } else { u32::from(owner.is_some()) };
                let new = owner.is_none() && self.views.machine().static_kind(at.0, at.1) == Some(*kind);
                (!new).then_some(SyncObject::Mutex { kind: *kind, owner, count })
            }
            SyncObject::Rwlock { writer, readers, writers_first } => {
                let writer = holder(*writer);
                let readers: Vec<ThreadIx> = readers.iter().filter(|r| **r == thread).map(|_| me).collect();
                let new = writer.is_none() && readers.is_empty() && !writers_first;
                (!new).then_some(SyncObject::Rwlock { writer, readers, writers_first: *writers_first })
            }
            SyncObject::Spin { owner } => holder(*owner).map(|owner| SyncObject::Spin { owner: Some(owner) }),
            SyncObject::Semaphore { value } => Some(SyncObject::Semaphore { value: if tells { *value } else { 0 } }),
            SyncObject::Once { running, done } => {
                let running = holder(*running);
                (running.is_some() || *done).then_some(SyncObject::Once { running, done: *done })
            }
            SyncObject::Cond | SyncObject::Barrier { .. } | SyncObject::Destroyed => Some(object.clone()),
        }
    }

    /// Names of threads that exist are names of different ones that do.
    fn ids(&self, view: &View, matching: &Matching<'_, '_, '_>) -> Result<(), String> {
        let machine = self.views.machine();
        let mut ids = Vec::new();
        for ThreadName(name) in &view.ids {
            let Some(id) = matching.names.get(name).and_then(|ids| ids.first()) else { continue };
            let thread = machine.thread_of(&self.state, *id as u64);
            let exists = |thread: &ThreadIx| self.members.iter().any(|(slot, _)| *slot == Some(*thread));
            if !thread.is_some_and(|t| exists(&t)) || ids.contains(id) || matching.names[name].len() > 1 {
                return Err(format!("the name {name:#x} is not one of a thread that exists"));
            }
            ids.push(*id);
        }
        Ok(())
    }
}

/// Which objects and names of a view are which of a state.
#[derive(Clone)]
struct Matching<'m, 'v, 'p> {
    views: &'m Views<'v, 'p>,
    thread: ThreadIx,
    view: &'m State,
    state: &'m State,
    objects: BTreeMap<usize, usize>,
    /// Ids for each name.
    names: BTreeMap<u128, Vec<u128>>,
    queue: Vec<(usize, usize)>,
}

impl Matching<'_, '_, '_> {
    fn pair(&mut self, ours: usize, theirs: usize) -> Result<(), String> {
        if self.objects.iter().any(|(other, met)| *met == theirs && *other != ours) {
            return Err("one object is two in it".to_string());
        }
        match self.objects.insert(ours, theirs) {
            Some(before) if before != theirs => Err("two objects are one in it".to_string()),
            Some(_) => Ok(()),
            None => {
                self.queue.push((ours, theirs));
                Ok(())
            }
        }
    }

    /// Compares the contents of all objects that were paired, and of those that they point to.
    fn follow(&mut self) -> Result<(), String> {
        while let Some((ours, theirs)) = self.queue.pop() {
            let (a, b) = (self.view.memory.blocks[ours].clone(), self.state.memory.blocks[theirs].clone());
            let kind = self.view.memory.shape.objects[ours].kind;
            if a.bytes.len() != b.bytes.len() || a.lazy != b.lazy {
                return Err(format!("other bytes are written in {kind:?}"));
            }
            for part in self.variables(kind, theirs, a.bytes.len()) {
                let start = part.start;
                let ids = self.views.ids.as_ref().filter(|ids| ids.are_kept_in(kind, (theirs, start)));
                let (ours, theirs) = (&a.bytes[part.clone()], &b.bytes[part]);
                let compared = match ids {
                    Some(ids) => self.names_in(ids.size(), ours, theirs),
                    None => self.bytes(ours, theirs),
                };
                compared.map_err(|what| format!("{what} in the variable at byte {start} of {kind:?}"))?;
            }
        }
        Ok(())
    }

    /// Where the variables in a block are: small globals lie densely, so that pointers in a page are not at multiples of their size.
    fn variables(&self, kind: ObjectKind, block: usize, len: usize) -> Vec<Range<usize>> {
        let ObjectKind::GlobalPage(_) = kind else { return vec![Range { start: 0, end: len }] };
        let machine = self.views.machine();
        let globals = machine.program().globals.enumerated();
        let inside = globals.filter_map(|(id, global)| match machine.global_block(id) {
            Some((page, offset)) if page.index() == block => {
                Some(offset as usize..(offset as usize + global.size as usize).min(len))
            }
            Some(_) | None => None,
        });
        inside.collect()
    }

    /// Compares what is in a variable for ids: names, zeros, and pieces of names, which are no names and so say nothing.
    fn names_in(&mut self, size: usize, ours: &[u8], theirs: &[u8]) -> Result<(), String> {
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0u128, |n, b| n << 8 | u128::from(*b));
        let mut at = 0;
        while at + size <= ours.len() {
            let (a, b) = (word(&ours[at..at + size]), word(&theirs[at..at + size]));
            if self.is_name(a) {
                self.values(a, b)?;
                at += size;
            } else if a == 0 && b != 0 && at.is_multiple_of(size) {
                return Err(format!("{b:#x}, and no thread"));
            } else {
                at += 1;
            }
        }
        Ok(())
    }

    /// Whether some bits are the name of a thread.
    fn is_name(&self, bits: u128) -> bool {
        self.views.ids.as_ref().is_some_and(|ids| ids.template(ThreadName(bits)).is_some())
    }

    fn bytes(&mut self, ours: &[u8], theirs: &[u8]) -> Result<(), String> {
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0u128, |n, b| n << 8 | u128::from(*b));
        for (a, b) in ours.chunks(8).zip(theirs.chunks(8)) {
            // Nobody has a pointer in fewer bytes.
            if a.len() == 8 {
                self.values(word(a), word(b))?;
            } else if a != b {
                return Err("another value".to_string());
            }
        }
        Ok(())
    }

    fn threads(&mut self, ours: &Thread, theirs: &Thread) -> Result<(), String> {
        let same = ours.atomic == theirs.atomic
            && (ours.ending, ours.ending_key, ours.cancel) == (theirs.ending, theirs.ending_key, theirs.cancel)
            && ours.frames.len() == theirs.frames.len()
            && ours.keys.len() == theirs.keys.len();
        if !same {
            return Err("it is at another place in its calls".to_string());
        }
        self.statuses(ours.status, theirs.status)?;
        for (a, b) in ours.frames.iter().zip(&theirs.frames) {
            if (a.func, a.loc, a.dst, a.regs.len()) != (b.func, b.loc, b.dst, b.regs.len()) {
                return Err("it is at another place".to_string());
            }
            for (register, (x, y)) in a.regs.iter().zip(&b.regs).enumerate() {
                // A piece of a name is no name.
                let ids = self.views.ids.as_ref().filter(|ids| ids.are_kept_in_register(a.func, register));
                match (ids, *x, *y) {
                    (Some(_), Value::Bits(x), Value::Bits(y)) if x != 0 && y != 0 && !self.is_name(x) => {}
                    (Some(_) | None, x, y) => {
                        self.held(x, y).map_err(|what| format!("{what} in register {register}"))?
                    }
                }
            }
        }
        for ((key, a), (other, b)) in ours.keys.iter().zip(&theirs.keys) {
            if key != other {
                return Err("it has set another key".to_string());
            }
            self.held(*a, *b)?;
        }
        match matches!(ours.status, Status::Ended { .. }) {
            true => Ok(()),
            false => self.held(ours.result, theirs.result),
        }
    }

    fn statuses(&mut self, ours: Status, theirs: Status) -> Result<(), String> {
        match (ours, theirs) {
            (Status::Ended { result: a }, Status::Ended { result: b }) => self.held(a, b),
            (Status::Waiting { cond: a, mutex: x, timed }, Status::Waiting { cond: b, mutex: y, timed: other })
                if timed == other =>
            {
                self.values(a.into(), b.into())?;
                self.values(x.into(), y.into())
            }
            // Others do not know who waits: a view may wake up at any time, so it need not know that it has to.
            (Status::Waiting { mutex: x, timed, .. }, Status::Reacquiring { mutex: y, result, .. })
                if timed || result == 0 =>
            {
                self.values(x.into(), y.into())
            }
            (
                Status::Reacquiring { mutex: x, result: r, count: n },
                Status::Reacquiring { mutex: y, result: s, count: m },
            ) if (r, n) == (s, m) => self.values(x.into(), y.into()),
            (a, b) if a == b => Ok(()),
            (a, b) => Err(format!("it is {b:?}, not {a:?}")),
        }
    }

    fn held(&mut self, ours: Value, theirs: Value) -> Result<(), String> {
        match (ours, theirs) {
            (Value::Bits(a), Value::Bits(b)) => self.values(a, b),
            (a, b) if a == b => Ok(()),
            (_, _) => Err("a value that is not known".to_string()),
        }
    }

    /// Compares two values that may be addresses.
    fn values(&mut self, ours: u128, theirs: u128) -> Result<(), String> {
        if self.is_name(ours) && ours != theirs {
            let ids = self.names.entry(ours).or_default();
            if !ids.contains(&theirs) {
                ids.push(theirs);
            }
            return Ok(());
        }
        match (at(self.view, ours), at(self.state, theirs)) {
            (Some((a, offset)), Some((b, same))) if offset == same && self.are_alike(a, b) => self.pair(a, b),
            (None, None) if OWN_ADDRESSES.contains(&ours) && OWN_ADDRESSES.contains(&theirs) => Ok(()),
            (None, Some((b, _))) if OWN_ADDRESSES.contains(&ours) && self.may_be_new(b) => Ok(()),
            _ if ours == theirs && !OWN_ADDRESSES.contains(&ours) => Ok(()),
            _ => Err(format!("{theirs:#x}, not {ours:#x}")),
        }
    }

    /// Whether an object may be at an address that something had which is gone: all but the blocks of the thread itself that nobody shares. (Of others it was counted that the
    /// view has as many.)
    fn may_be_new(&self, theirs: usize) -> bool {
        let object = self.state.memory.shape.objects[theirs];
        match object.kind {
            ObjectKind::Local(..) | ObjectKind::StackBlock(..) | ObjectKind::ThreadLocal(..) => true,
            ObjectKind::Heap(..) => {
                self.views.is_shared(&object) || !self.views.machine().allocates_at(self.thread, object.base)
            }
            ObjectKind::GlobalPage(_) | ObjectKind::Global(_) | ObjectKind::Freed => false,
        }
    }

    /// Whether two objects came about in the same way.
    fn are_alike(&self, ours: usize, theirs: usize) -> bool {
        let (a, b) = (self.view.memory.shape.objects[ours], self.state.memory.shape.objects[theirs]);
        let without_owner = |kind: ObjectKind| match kind {
            ObjectKind::ThreadLocal(global, _) => ObjectKind::ThreadLocal(global, GONE),
            ObjectKind::Local(function, local, _) => ObjectKind::Local(function, local, GONE),
            ObjectKind::StackBlock(function, edge, _) => ObjectKind::StackBlock(function, edge, GONE),
            ObjectKind::GlobalPage(_) | ObjectKind::Global(_) | ObjectKind::Heap(..) | ObjectKind::Freed => kind,
        };
        a.size == b.size && without_owner(a.kind) == without_owner(b.kind)
    }

    /// Where an address of the view is in the state, if its object was met.
    fn address(&self, ours: Addr) -> Option<Addr> {
        let (object, _) = at(self.view, ours.into())?;
        let theirs = self.state.memory.shape.objects[*self.objects.get(&object)?];
        Some(theirs.base + (ours - self.view.memory.shape.objects[object].base))
    }

    /// Whether a thread sees what is at an address of the state.
    fn is_visible(&self, theirs: Addr, thread: ThreadIx) -> bool {
        let Some((object, _)) = at(self.state, theirs.into()) else { return false };
        let meta = &self.state.memory.shape.objects[object];
        let own = super::owner(meta.kind) == Some(thread) || self.objects.values().any(|other| *other == object);
        own || self.views.is_shared(meta)
    }
}

/// The object at an address, or that ends there, and the offset.
fn at(state: &State, addr: u128) -> Option<(usize, u128)> {
    let objects = &state.memory.shape.objects;
    let found = objects.partition_point(|o| u128::from(o.base) <= addr).checked_sub(1)?;
    let object = objects[found];
    let offset = addr - u128::from(object.base);
    (offset <= u128::from(object.size)).then_some((found, offset))
}

/// Whether the same is at an address in two states.
pub fn is_same_there(a: &State, b: &State, addr: Addr, size: usize) -> bool {
    let bytes = |state: &State| {
        let (object, offset) = at(state, addr.into())?;
        let (block, offset) = (&state.memory.blocks[object], offset as usize);
        let unwritten = |byte: usize| block.lazy.iter().any(|l| (l.offset..l.offset + l.len).contains(&(byte as u32)));
        let one = |byte: usize| Some((*block.bytes.get(byte)?, unwritten(byte)));
        (offset..offset + size).map(one).collect::<Option<Vec<_>>>()
    };
    bytes(a) == bytes(b)
}
