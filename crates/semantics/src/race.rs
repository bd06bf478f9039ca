//! What a data race and what a deadlock is, as a property of one state.
//!
//! **Race** (C11 5.1.2.4p25, under sequential consistency): a state in which two threads are about to access the same
//! byte, at least one of them writes, and not both accesses are atomic. `free` accesses its whole block (C11 7.22.3p2).
//! So do operations on locks, conditions, semaphores and the like with the object's bytes: those that make or unmake it
//! write them, the others work on them atomically (`raddle_program::SyncUse`). What `printf` and relatives read and write
//! counts, too. Accesses inside atomic sections exclude each other; an access inside a section races with one outside.
//!
//! **Races that are passed over.** The user may allow races ([`raddle_program::AllowedRaces`]), and a search for all of them tells each once
//! ([`RaceLog`]). Neither kind is a violation, and the execution goes on behind it: a race does not keep the machine from making both accesses.
//!
//! **Deadlock**: some thread waits and none can ever move. A spurious wake-up is no way out (nobody can rely on it), a
//! time-out is. A thread stuck at a false `__VERIFIER_assume` runs for ever, so it is no deadlock.

use std::cell::RefCell;
use std::collections::BTreeSet;

use raddle_machine::{BlockReason, Enabled, Extent, Halt, HaltKind, Machine, State, ThreadIx};
use raddle_program::analysis::Object;
use raddle_program::{Place, Span};

use crate::dependence::{Dependence, Footprint, threads};
use crate::effects::Touch;

pub use raddle_machine::NextAccess;

/// A race as a person counts them: the variable, and the lines of both accesses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RaceId {
    /// What of the program is accessed; of the heap, where it is allocated.
    pub variable: Option<Object>,
    /// The lines, in their order.
    pub lines: [(String, u32); 2],
}

/// Some bytes of a variable: the first one, and how many.
pub type RacyBytes = (Object, u64, u64);

/// Which races were seen and are passed over from then on.
#[derive(Debug, Default)]
pub struct RaceLog {
    told: RefCell<BTreeSet<RaceId>>,
    allowed: RefCell<BTreeSet<RaceId>>,
    /// What these races are about.
    bytes: RefCell<BTreeSet<RacyBytes>>,
}

impl RaceLog {
    /// From now on a race is passed over, because it was told.
    pub fn tell(&self, race: RaceId, bytes: Option<RacyBytes>) {
        self.told.borrow_mut().insert(race);
        self.bytes.borrow_mut().extend(bytes);
    }

    /// The bytes that all races were about that were seen, whether they count or not.
    pub fn racy_bytes(&self) -> BTreeSet<RacyBytes> {
        self.bytes.borrow().clone()
    }

    /// Whether a race was told.
    pub fn is_told(&self, race: &RaceId) -> bool {
        self.told.borrow().contains(race)
    }

    /// Whether any race was told.
    pub fn has_told(&self) -> bool {
        !self.told.borrow().is_empty()
    }

    /// The variables of all races that were seen, whether they count or not.
    pub fn racy(&self) -> BTreeSet<Object> {
        let (told, allowed) = (self.told.borrow(), self.allowed.borrow());
        told.iter().chain(allowed.iter()).filter_map(|race| race.variable).collect()
    }

    /// How many races were met that the user allows.
    pub fn allowed(&self) -> usize {
        self.allowed.borrow().len()
    }

    /// Whether a race was told or is allowed.
    fn passes(&self, machine: &Machine<'_>, state: &State, accesses: [(ThreadIx, NextAccess); 2]) -> bool {
        if self.told.borrow().is_empty() && machine.program().allowed_races.is_empty() {
            return false;
        }
        if is_allowed(machine, state, accesses) {
            self.allowed.borrow_mut().insert(identify(machine, state, accesses));
            self.bytes.borrow_mut().extend(raced_for(machine, state, accesses));
            return true;
        }
        let told = self.told.borrow();
        !told.is_empty() && told.contains(&identify(machine, state, accesses))
    }
}

/// Where a thread is in the user's program.
fn visible_line(machine: &Machine<'_>, state: &State, thread: ThreadIx) -> Option<Place> {
    let (function, edge) = machine.edge(state, thread)?;
    let span = machine.program().functions[function].edge(edge).span;
    machine.program().source.place(machine.visible_place(state, thread, span))
}

/// Which race two accesses are.
fn identify(machine: &Machine<'_>, state: &State, [(a, mine), (b, theirs)]: [(ThreadIx, NextAccess); 2]) -> RaceId {
    let object = machine.object_at(state, mine.addr.max(theirs.addr));
    let line = |thread| visible_line(machine, state, thread).map_or((String::new(), 0), |p| (p.file, p.line));
    let mut lines = [line(a), line(b)];
    lines.sort();
    RaceId { variable: object.and_then(|(object, _)| object.declared()), lines }
}

/// The bytes that two accesses have in common.
fn raced_for(machine: &Machine<'_>, state: &State, [(_, a), (_, b)]: [(ThreadIx, NextAccess); 2]) -> Option<RacyBytes> {
    let (first, end) = (a.addr.max(b.addr), (a.addr + a.len).min(b.addr + b.len));
    let (object, offset) = machine.object_at(state, first)?;
    Some((object.declared()?, offset, end.saturating_sub(first)))
}

/// Whether the user allows a race: one of its accesses is allowed, whatever it races with.
fn is_allowed(machine: &Machine<'_>, state: &State, accesses: [(ThreadIx, NextAccess); 2]) -> bool {
    accesses.iter().any(|(thread, access)| {
        is_allowed_place(machine, state, *thread) || {
            let allowed = &machine.program().allowed_races;
            let here = || machine.describe_access(state, *thread, access.addr, access.len);
            !allowed.is_empty() && (is_allowed_name(machine, state, *access) || allowed.has_name(&here()))
        }
    })
}

/// Whether the user allows all races of a thread where it is: one of the functions or files in its call stack fits a pattern, or its next access stands in a line with a comment that
/// says so.
pub(crate) fn is_allowed_place(machine: &Machine<'_>, state: &State, thread: ThreadIx) -> bool {
    let program = machine.program();
    let allowed = &program.allowed_races;
    if allowed.is_empty() {
        return false;
    }
    let in_line = visible_line(machine, state, thread).is_some_and(|place| allowed.has_place(&place));
    let frames = &state.threads[thread.0 as usize].frames;
    let in_stack = || {
        frames.iter().any(|frame| {
            let function = &program.functions[frame.func];
            let edge = function.first_edge(frame.loc).map(|edge| function.edge(edge).span);
            let file = edge.filter(|_| !function.internal).and_then(|span| program.source.place(span));
            !function.internal && allowed.has_name(&function.name)
                || file.is_some_and(|place| allowed.has_name(&place.file))
        })
    };
    in_line || in_stack()
}

/// Whether the user allows all races on what is accessed, by its own name.
pub(crate) fn is_allowed_name(machine: &Machine<'_>, state: &State, access: NextAccess) -> bool {
    let allowed = &machine.program().allowed_races;
    !allowed.is_empty() && allowed.has_name(&machine.describe_addr(state, access.addr))
}

/// Which race two threads make, and for what, if their next steps race in a way that was not told yet.
pub fn race_between(
    dependence: &Dependence<'_>,
    state: &State,
    a: ThreadIx,
    b: ThreadIx,
) -> Option<(RaceId, Option<RacyBytes>)> {
    let machine = dependence.machine();
    let passes = |pair| dependence.races().passes(machine, state, pair);
    let (mine, theirs) = sure_pairs(machine, state, a, b).into_iter().find(|(x, y)| !passes([(a, *x), (b, *y)]))?;
    let accesses = [(a, mine), (b, theirs)];
    Some((identify(machine, state, accesses), raced_for(machine, state, accesses)))
}

/// The pairs of accesses of two threads' next steps that race and are made in any case.
fn sure_pairs(machine: &Machine<'_>, state: &State, a: ThreadIx, b: ThreadIx) -> Vec<(NextAccess, NextAccess)> {
    let list = |thread| {
        let mut accesses = Vec::new();
        machine.for_each_access(state, thread, &mut |access| accesses.push(access));
        accesses.into_iter().filter(|access: &NextAccess| access.sure).collect::<Vec<_>>()
    };
    let theirs = list(b);
    let conflicting = |mine: NextAccess| {
        theirs.iter().filter(move |other| mine.conflicts(other)).map(move |other| (mine, *other)).collect::<Vec<_>>()
    };
    list(a).into_iter().flat_map(conflicting).collect()
}

/// Two accesses of two threads' next steps that race and that the user does not allow, if there are some and both are made in any case.
pub fn racing_accesses(
    machine: &Machine<'_>,
    state: &State,
    a: ThreadIx,
    b: ThreadIx,
) -> Option<(NextAccess, NextAccess)> {
    let is_allowed = |mine, theirs| is_allowed(machine, state, [(a, mine), (b, theirs)]);
    sure_pairs(machine, state, a, b).into_iter().find(|(mine, theirs)| !is_allowed(*mine, *theirs))
}

/// Two threads that race in this state. `Err` if a step of unknown extent (an external function, a pointer that is not
/// known) may race with another.
pub fn find_race(dependence: &Dependence<'_>, state: &State) -> Result<Option<(ThreadIx, ThreadIx)>, Halt> {
    let machine = dependence.machine();
    let mut exact: Vec<(ThreadIx, NextAccess)> = Vec::new();
    let mut vague: Vec<ThreadIx> = Vec::new();
    for thread in threads(state) {
        if machine.enabled(state, thread) != Enabled::Yes {
            continue;
        }
        match machine.for_each_access(state, thread, &mut |access| exact.push((thread, access))) {
            Extent::Known => {}
            Extent::Unknown => vague.push(thread),
        }
    }
    let mut feared = None;
    for (i, (a, mine)) in exact.iter().enumerate() {
        for (b, theirs) in exact[i + 1..].iter().filter(|(b, _)| b != a) {
            let passes = || dependence.races().passes(machine, state, [(*a, *mine), (*b, *theirs)]);
            match mine.conflicts(theirs) && !passes() {
                true if mine.sure && theirs.sure => return Ok(Some((*a, *b))),
                true => feared = Some(if mine.sure { *b } else { *a }),
                false => {}
            }
        }
    }
    if let Some(thread) = feared {
        return Err(unclear(machine, state, thread));
    }
    for a in &vague {
        let others = exact.iter().map(|(t, _)| t).chain(&vague).filter(|t| *t != a);
        for b in others {
            let (mine, theirs) = (dependence.footprint(state, *a)?, dependence.footprint(state, *b)?);
            if overlap(mine, theirs) {
                return Err(unclear(machine, state, *a));
            }
        }
    }
    Ok(None)
}

/// A thread whose pending access outside of atomic sections races with the next access of `inside`, which is in one.
pub fn find_section_race(
    dependence: &Dependence<'_>,
    state: &State,
    inside: ThreadIx,
) -> Result<Option<ThreadIx>, Halt> {
    let machine = dependence.machine();
    let mut mine: Vec<NextAccess> = Vec::new();
    let extent = machine.for_each_access(state, inside, &mut |access| mine.push(access));
    if mine.is_empty() && extent == Extent::Known {
        return Ok(None);
    }
    let mut feared = None;
    for other in threads(state).filter(|t| *t != inside && state.threads[t.0 as usize].atomic == 0) {
        let mut any = false;
        let mut conflicts = Vec::new();
        machine.for_each_access(state, other, &mut |theirs| {
            any = true;
            let conflicting = mine.iter().filter(|access| access.conflicts(&theirs));
            conflicts.extend(conflicting.map(|access| (*access, theirs)));
        });
        if !any || !could_move(machine, state, other, inside) {
            continue;
        }
        let passes = |x, y| dependence.races().passes(machine, state, [(inside, x), (other, y)]);
        conflicts.retain(|(access, theirs)| !passes(*access, *theirs));
        let races = conflicts.iter().any(|(access, theirs)| access.sure && theirs.sure);
        let unsure = conflicts.iter().any(|(access, theirs)| !(access.sure && theirs.sure));
        if races {
            return Ok(Some(other));
        }
        let vague = extent == Extent::Unknown
            && overlap(dependence.edge_footprint(state, inside)?, dependence.footprint(state, other)?);
        if unsure || vague {
            feared = Some(inside);
        }
    }
    match feared {
        Some(thread) => Err(unclear(machine, state, thread)),
        None => Ok(None),
    }
}

/// Whether nothing but the atomic section of another thread keeps a thread from moving.
pub fn could_move(machine: &Machine<'_>, state: &State, thread: ThreadIx, inside: ThreadIx) -> bool {
    match machine.enabled(state, thread) {
        Enabled::Yes => true,
        Enabled::Blocked(BlockReason::AtomicSection(holder)) => holder == inside,
        Enabled::Blocked(_) | Enabled::Stuck | Enabled::Done => false,
    }
}

/// Why nothing can be said about a step of unknown extent that may race with another.
pub(crate) fn unclear(machine: &Machine<'_>, state: &State, thread: ThreadIx) -> Halt {
    let span = machine.edge(state, thread).map_or(Span::NONE, |(f, e)| machine.program().functions[f].edge(e).span);
    let span = machine.visible_place(state, thread, span);
    Halt {
        kind: HaltKind::Unsupported,
        what: "it is not known which memory this accesses, and another thread may access it at the same time"
            .to_string(),
        span,
    }
}

/// Whether two footprints may touch the same resource, one of them writing.
fn overlap(a: Footprint<'_>, b: Footprint<'_>) -> bool {
    may_touch_the_same(touched(a).as_deref(), touched(b).as_deref())
}

/// What a footprint may access; `None` if that is everything.
pub(crate) fn touched(footprint: Footprint<'_>) -> Option<Vec<Touch>> {
    match footprint {
        Footprint::Nothing => Some(Vec::new()),
        Footprint::One(touch) => Some(vec![touch]),
        Footprint::Many(touches) => Some(touches.to_vec()),
        Footprint::End(..) => Some(Vec::new()),
        Footprint::Row(row) => Some(row.touches()),
        Footprint::Everything => None,
    }
}

/// Whether one may change what the other touches; `None` is everything.
pub(crate) fn may_touch_the_same(a: Option<&[Touch]>, b: Option<&[Touch]>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.iter().any(|x| b.iter().any(|y| x.resource == y.resource && (x.write || y.write))),
        (None, _) | (_, None) => true,
    }
}

/// Whether some thread waits and none can ever move.
pub fn is_deadlock(machine: &Machine<'_>, state: &State) -> bool {
    let mut waits = false;
    for thread in threads(state) {
        match machine.enabled(state, thread) {
            Enabled::Yes | Enabled::Stuck => return false,
            Enabled::Blocked(_) if machine.can_time_out(state, thread) => return false,
            Enabled::Blocked(_) => waits = true,
            Enabled::Done => {}
        }
    }
    waits
}
