//! Who accesses which variable, and under which locks: what a search for races has seen.
//!
//! **Idea** (the lock sets of Savage et al., *Eraser*, TOCS 1997). Each access that a run executes is noted with its thread and the locks that the thread holds. In the end
//! each variable is only read after its initialisation, or used by one thread, or always used under the same lock, or used atomically, or ordered in another way.
//!
//! **Soundness.** What is noted of an access depends on its own thread: the address, the locks it holds, and whether `main` makes it before it creates the first thread. So it is
//! the same in all interleavings that the reduction takes for one, and a search that is complete has seen every access. (What `main` does alone counts as initialisation only
//! in its first run; if that is cut, what comes behind the cut counts as shared, and less can be said.) Of a search that is not complete nothing is said but which variables are racy.
//!
//! **Members.** What was seen is kept for each range of bytes that is accessed as one; ranges that overlap are one. A variable whose members are not all alike has a line for each of them, all elements of an array being one member: `pool->pending: racy`, but
//! `pool->head: protected by pool->lock`. A member on the heap is named by whoever was seen first to access it. That a block is freed is no use of what is in it.

use std::collections::{BTreeMap, BTreeSet};

use raddle_machine::{Addr, Machine, NextAccess, State, SyncObject, ThreadIx};
use raddle_program::analysis::Object;
use raddle_program::{GlobalKind, Op};

use crate::race::RacyBytes;

/// From how many ranges of bytes on a variable is only looked at as a whole.
const MANY: usize = 4096;

/// What was seen of some bytes.
#[derive(Clone, Debug)]
struct Seen {
    /// What the first who accessed them calls them.
    name: String,
    threads: BTreeSet<ThreadIx>,
    /// Whether it was written after its initialisation.
    written: bool,
    /// Whether an access after its initialisation was not atomic.
    plain: bool,
    /// What all accesses after its initialisation were protected by; `None` if there was none.
    guards: Option<BTreeSet<Guard>>,
}

impl Seen {
    fn nothing(name: String) -> Seen {
        Seen { name, threads: BTreeSet::new(), written: false, plain: false, guards: None }
    }

    /// What was seen of two parts together.
    fn add(&mut self, other: &Seen) {
        self.threads.extend(&other.threads);
        self.written |= other.written;
        self.plain |= other.plain;
        self.guards = match (self.guards.take(), &other.guards) {
            (None, guards) => guards.clone(),
            (Some(mine), None) => Some(mine),
            (Some(mine), Some(theirs)) => Some(mine.intersection(theirs).copied().collect()),
        };
    }
}

/// What keeps others out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Guard {
    Lock(Addr),
    Section,
}

/// What a variable is for the threads that use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Usage {
    /// Two threads race for it.
    Racy,
    /// The search is not complete.
    Undecided,
    /// Nobody races for it: why.
    Safe(String),
}

/// What was seen of all variables: for each range of bytes that is accessed as one, its first byte and how many there are.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    seen: BTreeMap<Object, BTreeMap<(u64, u64), Seen>>,
    locks: BTreeMap<Addr, String>,
    /// Whether what is executed is the first run of `main`.
    pub is_start: bool,
}

impl Survey {
    /// Notes what the next step of a thread accesses.
    pub fn note(&mut self, machine: &Machine<'_>, state: &State, thread: ThreadIx) {
        let alone = self.is_start && state.threads.len() == 1;
        let mut accesses = Vec::new();
        machine.for_each_access(state, thread, &mut |access| accesses.push(access));
        let next = machine.edge(state, thread).map(|(function, edge)| machine.program().functions[function].edge(edge));
        match next.map(|edge| &edge.op) {
            // Locks and the like are no data.
            Some(Op::Sync { op, .. }) if !op.objects().is_empty() => {
                for access in accesses {
                    self.locks.entry(access.addr).or_insert_with(|| called(machine, state, thread, access));
                }
                return;
            }
            // That memory is given back is no use of what is in it.
            Some(Op::Free { .. }) => return,
            Some(_) | None => {}
        }
        for access in accesses {
            let object = machine.object_at(state, access.addr);
            let Some((variable, offset)) = object.and_then(|(object, offset)| Some((object.declared()?, offset)))
            else {
                continue;
            };
            if state.sync.objects.iter().any(|(addr, _)| *addr == access.addr) {
                continue;
            }
            let guards = guards(state, thread, access.write);
            for guard in &guards {
                if let Guard::Lock(lock) = guard {
                    self.locks.entry(*lock).or_insert_with(|| machine.describe_addr(state, *lock));
                }
            }
            let seen = self.of(variable, (offset, access.len), || called(machine, state, thread, access));
            seen.threads.insert(thread);
            if !alone {
                seen.written |= access.write;
                seen.plain |= !access.atomic;
                seen.guards = Some(match seen.guards.take() {
                    None => guards,
                    Some(known) => known.intersection(&guards).copied().collect(),
                });
            }
        }
    }

    /// What was seen of some bytes until now.
    fn of(&mut self, variable: Object, bytes: (u64, u64), name: impl Fn() -> String) -> &mut Seen {
        let ranges = self.seen.entry(variable).or_default();
        if ranges.len() >= MANY {
            let mut all = Seen::nothing(name());
            ranges.values().for_each(|part| all.add(part));
            *ranges = BTreeMap::from([((0, u64::MAX), all)]);
        }
        let whole = ranges.contains_key(&(0, u64::MAX));
        ranges.entry(if whole { (0, u64::MAX) } else { bytes }).or_insert_with(|| Seen::nothing(name()))
    }

    /// Each global of the user and whatever else several threads have accessed, with what it is, if the search is complete; and its members, if they are not all alike.
    pub fn variables(&self, machine: &Machine<'_>, racy: &BTreeSet<RacyBytes>, complete: bool) -> Vec<(String, Usage)> {
        let program = machine.program();
        let mut told = Vec::new();
        for (object, ranges) in &self.seen {
            let mut whole = Seen::nothing(name(machine, *object));
            ranges.values().for_each(|part| whole.add(part));
            let is_told = match object {
                Object::Global(id) => {
                    let global = &program.globals[*id];
                    global.kind != GlobalKind::Constant && !program.source.is_internal(global.span)
                }
                Object::Local(function, _) | Object::Block(function, _) => {
                    whole.threads.len() > 1 && !program.functions[*function].internal
                }
                Object::Function(_) | Object::ThreadIds => false,
            };
            if !is_told {
                continue;
            }
            let members = self.members(ranges, &|first, end| {
                racy.iter().any(|(of, at, len)| of == object && *at < end && first < at.saturating_add(*len))
            });
            let usage = match (racy.iter().any(|(of, ..)| of == object), complete) {
                (true, _) => Usage::Racy,
                (false, false) => Usage::Undecided,
                (false, true) => Usage::Safe(self.status(&whole)),
            };
            let alike = members.iter().all(|(_, other)| *other == members[0].1);
            told.push((whole.name, usage));
            if complete && !alike {
                told.extend(members);
            }
        }
        told
    }

    /// What each member is, in the order of the first byte; all elements of an array are one.
    fn members(&self, ranges: &BTreeMap<(u64, u64), Seen>, is_racy: &dyn Fn(u64, u64) -> bool) -> Vec<(String, Usage)> {
        let mut parts: Vec<(u64, u64, Seen)> = Vec::new();
        // What was only initialised may have been so as a whole.
        let is_used = |seen: &Seen| seen.guards.is_some();
        let overlaps = |first: u64, len: u64| {
            let inside =
                |(other, size): (u64, u64)| other < first.saturating_add(len) && first < other.saturating_add(size);
            ranges.iter().any(|(range, seen)| is_used(seen) && inside(*range))
        };
        let own = ranges.iter().filter(|((first, len), seen)| is_used(seen) || !overlaps(*first, *len));
        for ((first, len), seen) in own {
            let end = first.saturating_add(*len);
            match parts.last_mut().filter(|(_, until, _)| *first < *until) {
                Some((_, until, known)) => {
                    *until = end.max(*until);
                    known.add(seen);
                }
                None => parts.push((*first, end, seen.clone())),
            }
        }
        // The elements of an array together, with whether one of them is racy and whether each has one thread only.
        let mut members: Vec<(String, Seen, bool, bool)> = Vec::new();
        for (first, end, seen) in parts {
            let (name, racy, own) = (without_indices(&seen.name), is_racy(first, end), seen.threads.len() == 1);
            match members.iter_mut().find(|(known, ..)| *known == name) {
                Some((_, known, any_racy, all_own)) => {
                    known.add(&seen);
                    *any_racy |= racy;
                    *all_own &= own;
                }
                None => members.push((name, seen, racy, own)),
            }
        }
        let usage = |(name, seen, racy, own): (String, Seen, bool, bool)| match (racy, own && seen.threads.len() > 1) {
            (true, _) => (name, Usage::Racy),
            (false, true) if seen.written => (name, Usage::Safe("each element is used by one thread".to_string())),
            (false, _) => (name, Usage::Safe(self.status(&seen))),
        };
        members.into_iter().map(usage).collect()
    }

    /// What a variable without races is.
    fn status(&self, seen: &Seen) -> String {
        let guards = seen.guards.iter().flatten().map(|guard| match guard {
            Guard::Lock(lock) => format!("`{}`", self.locks.get(lock).map_or("a lock", String::as_str)),
            Guard::Section => "atomic sections".to_string(),
        });
        let guards: Vec<String> = guards.collect();
        if !seen.written {
            "read-only after initialisation".to_string()
        } else if seen.threads.len() == 1 {
            // Threads that follow each other may look like one.
            "used by one thread at a time".to_string()
        } else if !guards.is_empty() {
            format!("protected by {}", guards.join(", "))
        } else if !seen.plain {
            "accessed atomically".to_string()
        } else {
            "never accessed at the same time, without a lock that all accesses hold".to_string()
        }
    }
}

/// What the source calls the bytes of an access.
fn called(machine: &Machine<'_>, state: &State, thread: ThreadIx, access: NextAccess) -> String {
    machine.describe_access(state, thread, access.addr, access.len)
}

/// The name of a member with the elements of arrays as one: `slot[]` for `slot[3]`.
fn without_indices(name: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for c in name.chars() {
        inside &= c != ']';
        if !inside {
            out.push(c);
        }
        inside |= c == '[';
    }
    out
}

/// The name of a variable as a whole.
pub fn name(machine: &Machine<'_>, variable: Object) -> String {
    let program = machine.program();
    match variable {
        Object::Global(id) => program.globals[id].name.clone(),
        Object::Local(function, id) => {
            let function = &program.functions[function];
            let local = function.locals[id].name.as_deref().unwrap_or("a temporary");
            format!("{local} of {}", function.name)
        }
        Object::Block(function, edge) => {
            let place = program.source.place(program.functions[function].edge(edge).span);
            place.map_or("memory".to_string(), |place| format!("memory allocated at {place}"))
        }
        Object::Function(function) => program.functions[function].name.clone(),
        Object::ThreadIds => "the ids of threads".to_string(),
    }
}

/// What keeps others from the accesses that conflict with one of a thread's: a lock for reading protects no write.
fn guards(state: &State, thread: ThreadIx, write: bool) -> BTreeSet<Guard> {
    let mut all = BTreeSet::new();
    if state.threads[thread.0 as usize].atomic > 0 {
        all.insert(Guard::Section);
    }
    for (addr, object) in &state.sync.objects {
        let holds = match object {
            SyncObject::Mutex { owner, .. } | SyncObject::Spin { owner } => *owner == Some(thread),
            SyncObject::Rwlock { writer, readers, .. } => {
                *writer == Some(thread) || !write && readers.contains(&thread)
            }
            SyncObject::Cond
            | SyncObject::Barrier { .. }
            | SyncObject::Semaphore { .. }
            | SyncObject::Once { .. }
            | SyncObject::Destroyed => false,
        };
        if holds {
            all.insert(Guard::Lock(*addr));
        }
    }
    all
}
