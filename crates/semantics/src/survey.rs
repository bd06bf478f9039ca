//! Who accesses which variable, and under which locks: what a search for races has seen.
//!
//! **Idea** (the lock sets of Savage et al., *Eraser*, TOCS 1997). Each access that a run executes is noted with its thread and the locks that the thread holds. In the end
//! each variable is only read after its initialisation, or used by one thread, or always used under the same lock, or used atomically, or ordered in another way.
//!
//! **Soundness.** What is noted of an access depends on its own thread: the address, the locks it holds, and whether `main` makes it before it creates the first thread. So it is
//! the same in all interleavings that the reduction takes for one, and a search that is complete has seen every access. (What `main` does alone counts as initialisation only
//! in its first run; if that is cut, what comes behind the cut counts as shared, and less can be said.) Of a search that is not complete nothing is said but which variables are racy.

use std::collections::{BTreeMap, BTreeSet};

use raddle_machine::{Addr, Machine, State, SyncObject, ThreadIx};
use raddle_program::GlobalKind;
use raddle_program::analysis::Object;

/// What was seen of one variable.
#[derive(Clone, Debug)]
struct Seen {
    name: String,
    threads: BTreeSet<ThreadIx>,
    /// Whether it was written after its initialisation.
    written: bool,
    /// Whether an access after its initialisation was not atomic.
    plain: bool,
    /// What all accesses after its initialisation were protected by; `None` if there was none.
    guards: Option<BTreeSet<Guard>>,
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

/// What was seen of all variables.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    seen: BTreeMap<Object, Seen>,
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
        for access in accesses {
            let object = machine.object_at(state, access.addr);
            let Some(variable) = object.and_then(|(object, _)| object.declared()) else { continue };
            if state.sync.objects.iter().any(|(addr, _)| *addr == access.addr) {
                continue;
            }
            let guards = guards(state, thread, access.write);
            for guard in &guards {
                if let Guard::Lock(lock) = guard {
                    self.locks.entry(*lock).or_insert_with(|| machine.describe_addr(state, *lock));
                }
            }
            let seen = self.seen.entry(variable).or_insert_with(|| Seen {
                name: name(machine, variable),
                threads: BTreeSet::new(),
                written: false,
                plain: false,
                guards: None,
            });
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

    /// Each global of the user and whatever else several threads have accessed, with what it is, if the search is complete.
    pub fn variables(&self, machine: &Machine<'_>, racy: &BTreeSet<Object>, complete: bool) -> Vec<(String, Usage)> {
        let program = machine.program();
        let is_told = |(object, seen): &(&Object, &Seen)| match object {
            Object::Global(id) => {
                let global = &program.globals[*id];
                global.kind != GlobalKind::Constant && !program.source.is_internal(global.span)
            }
            Object::Local(function, _) | Object::Block(function, _) => {
                seen.threads.len() > 1 && !program.functions[*function].internal
            }
            Object::Function(_) | Object::ThreadIds => false,
        };
        let told = self.seen.iter().filter(is_told);
        told.map(|(object, seen)| {
            let usage = match (racy.contains(object), complete) {
                (true, _) => Usage::Racy,
                (false, false) => Usage::Undecided,
                (false, true) => Usage::Safe(self.status(seen)),
            };
            (seen.name.clone(), usage)
        })
        .collect()
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
