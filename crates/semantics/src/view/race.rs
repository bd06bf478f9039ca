//! Races between the threads of two views.
//!
//! **Idea** (T. Henzinger, R. Jhala, R. Majumdar, S. Qadeer, *Thread-Modular Abstraction Refinement*, CAV 2003, section 3). A race is a target of *two* threads: each is
//! about to make an access, and the accesses conflict ([`crate::race`]). What a thread is about to access is in its own view: a [`Stand`]. So there is no race if no two
//! views whose stands [clash](Stand::clash) can be of threads that exist at the same time ([`Views::face`]).
//!
//! **Why every access has a view in front of it.** A run ends in front of each edge that touches something that several threads may know, one of them writing
//! ([`Dependence::is_invisible`](crate::dependence::Dependence::is_invisible)); an edge that touches nothing of the kind races with nothing. Four kinds of edges are executed without a view in front of them
//! although they may touch such a thing:
//! - those of a thread that is alone: there is nobody to race with;
//! - stores into objects that nobody reads ([`super::unread`]): for races there are no such objects;
//! - accesses of rows of ids ([`super::rows`]), which nobody but `main` accesses;
//! - those inside an atomic section. As long as its thread can move there nobody else can, so all others are where they were when the run began, in front of the same accesses: what they
//!   are about to access is a matter of their registers, and of texts in memory that the section cannot change without racing with whoever is about to read them. So the
//!   accesses of the section are those of a stand *inside*, with the view in front of the run ([`SideEffects::inside`](super::SideEffects)) and the condition that the run goes this way. It holds whatever becomes of the
//!   run: also if the program ends in the middle of the section.
//!
//! A thread that waits for a condition may have been woken and wait for its mutex already, which its view does not say: it is about to take its mutex.
//!
//! **What is not asked** is whether the two threads can move: a lock that another one holds may keep a thread from its access. That is a race too many, never one too few.
//! An access whose races the user allows is left out: a race is allowed if one of its accesses is.
//!
//! **All races.** If each race is to be told once ([`Views::tell_apart`]), a stand says of each access what it belongs to and in which line it stands, as [`RaceId`] does, and a clash of two accesses that were told is passed over. Whoever
//! passes over one proves nothing any more.
//!
//! Private objects are nobody else's, though two like threads have them at the same addresses, so accesses to them are left out; an address at which there is no object in the view may be anything.

use raddle_machine::{Extent, Halt, NextAccess, ObjectKind, ObjectRef, Oracle, State, Status, ThreadIx, Value};
use raddle_program::analysis::Object;
use raddle_program::{EdgeId, FuncId, Span};

use super::{Bits, Change, View, Views};
use crate::effects::Touch;
use crate::race::{RaceId, is_allowed_name, is_allowed_place, may_touch_the_same, touched, unclear};

/// One access that a thread is about to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    /// The access.
    pub access: NextAccess,
    /// What of the program is accessed, and the edge and the place in the user's text that do it; only if races are told apart.
    pub of: Option<(Option<Object>, FuncId, EdgeId, Span)>,
}

/// What a thread is about to access of what others may access as well.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stand {
    accesses: Vec<Side>,
    /// Whether there may be others, of what is touched.
    vague: bool,
    /// What is touched; `None` if that may be everything.
    touches: Option<Vec<Touch>>,
    /// Whether it is inside an atomic section.
    in_section: bool,
}

/// What two stands mean together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clash {
    /// A race.
    Race,
    /// Perhaps a race: it is not known which memory is accessed.
    Feared,
}

impl Stand {
    fn nothing(in_section: bool) -> Stand {
        Stand { accesses: Vec::new(), vague: false, touches: Some(Vec::new()), in_section }
    }

    fn is_nothing(&self) -> bool {
        self.accesses.is_empty() && !self.vague
    }

    /// Whether it is inside an atomic section.
    pub fn is_in_section(&self) -> bool {
        self.in_section
    }

    /// What it is if another thread is about to access this; nothing if both can do so. Inside of sections there is never more than one thread.
    pub fn clash(&self, other: &Stand) -> Option<Clash> {
        self.clash_besides(other, &|_| false).map(|(clash, _)| clash)
    }

    /// The same, but for pairs of accesses that are passed over; and which pair it is, if that is certain.
    pub fn clash_besides(
        &self,
        other: &Stand,
        passes: &dyn Fn([&Side; 2]) -> bool,
    ) -> Option<(Clash, Option<[Side; 2]>)> {
        if self.in_section && other.in_section {
            return None;
        }
        let mut feared =
            (self.vague || other.vague) && may_touch_the_same(self.touches.as_deref(), other.touches.as_deref());
        for mine in &self.accesses {
            let conflicting = other.accesses.iter().filter(|theirs| mine.access.conflicts(&theirs.access));
            for theirs in conflicting.filter(|theirs| !passes([mine, theirs])) {
                if mine.access.sure && theirs.access.sure {
                    return Some((Clash::Race, Some([*mine, *theirs])));
                }
                feared = true;
            }
        }
        feared.then_some((Clash::Feared, None))
    }
}

impl Views<'_, '_> {
    /// Whether it matters what threads are about to access.
    pub(super) fn looks_for_races(&self) -> bool {
        self.dependence.property().looks_at_next_accesses()
    }

    /// Has stands say of each access which race it would be, so that each is told once.
    pub fn tell_apart(&mut self) {
        self.tells_apart = true;
    }

    /// Which race two accesses are, if races are told apart.
    pub fn race_of(&self, [mine, theirs]: [&Side; 2]) -> Option<RaceId> {
        let (Some((here, _, _, a)), Some((there, _, _, b))) = (mine.of, theirs.of) else { return None };
        let variable = if mine.access.addr >= theirs.access.addr { here } else { there };
        let source = &self.machine().program().source;
        let mut lines = [a, b].map(|span| source.place(span).map_or((String::new(), 0), |p| (p.file, p.line)));
        lines.sort();
        Some(RaceId { variable, lines })
    }

    /// Whether an error edge is what is looked for, or just the end of the program.
    pub(crate) fn looks_for_errors(&self) -> bool {
        self.dependence.property().is_about_errors()
    }

    /// What the thread of a view is about to access of what others may access, if that matters and is anything.
    pub fn stand(&self, view: &View) -> Option<Stand> {
        if !self.looks_for_races() || view.is_alone() || self.is_at_row(view) {
            return None;
        }
        let mut stand = Stand::nothing(view.thread().atomic > 0);
        match view.thread().status {
            Status::Waiting { .. } => {
                let mut woken = view.state.clone();
                self.machine().wake(&mut woken, view.me, false);
                self.add_next(&woken, view.me, &mut stand);
            }
            Status::Running
            | Status::Reacquiring { .. }
            | Status::Queued { .. }
            | Status::AtBarrier { .. }
            | Status::Stuck
            | Status::Ended { .. }
            | Status::Free => self.add_next(&view.state, view.me, &mut stand),
        }
        (!stand.is_nothing()).then_some(stand)
    }

    /// Adds what the thread of a view is about to access in the middle of a run, inside an atomic section.
    pub(super) fn add_inside(&self, view: &View, inside: &mut Option<Stand>) {
        let mut stand = inside.take().unwrap_or_else(|| Stand::nothing(true));
        self.add_next(&view.state, view.me, &mut stand);
        *inside = (!stand.is_nothing()).then_some(stand);
    }

    fn add_next(&self, state: &State, thread: ThreadIx, stand: &mut Stand) {
        let Stand { accesses, vague, touches, .. } = stand;
        let mut nowhere = false;
        let mut any = false;
        let extent = self.machine().for_each_access(state, thread, &mut |access| {
            let known = self.machine().object_at(state, access.addr).is_some();
            nowhere |= !known && access.len > 0;
            if access.len > 0
                && self.is_of_interest(state, access)
                && !self.is_allowed(state, thread, access)
                && (!known || self.dependence.resource_at(state, access.addr).is_some())
            {
                any = true;
                let side = Side { access, of: self.identity(state, thread, access) };
                if !accesses.contains(&side) {
                    accesses.push(side);
                }
            }
        });
        if nowhere {
            (*vague, *touches) = (true, None);
        } else if any || extent == Extent::Unknown {
            *vague |= extent == Extent::Unknown;
            // The step itself halts where the footprint does.
            let more = self.dependence.edge_footprint(state, thread).ok().and_then(touched);
            *touches = match (touches.take(), more) {
                (Some(all), Some(more)) => Some([all, more].concat()),
                (None, _) | (_, None) => None,
            };
        }
    }

    /// What tells the races of an access from others.
    fn identity(
        &self,
        state: &State,
        thread: ThreadIx,
        access: NextAccess,
    ) -> Option<(Option<Object>, FuncId, EdgeId, Span)> {
        let machine = self.machine();
        let (function, edge) = machine.edge(state, thread).filter(|_| self.tells_apart)?;
        let span = machine.visible_place(state, thread, machine.program().functions[function].edge(edge).span);
        let object = machine.object_at(state, access.addr).and_then(|(object, _)| object.declared());
        Some((object, function, edge, span))
    }

    /// Whether the user allows all races of an access. A view has the call stack of its thread and the names of globals; whatever else has a name is not asked for it, which allows less than in an execution.
    fn is_allowed(&self, state: &State, thread: ThreadIx, access: NextAccess) -> bool {
        let is_global = || match self.machine().object_at(state, access.addr) {
            Some((ObjectRef::Global(_) | ObjectRef::Object { kind: ObjectKind::Global(_), .. }, _)) => true,
            Some((ObjectRef::Object { .. }, _)) | None => false,
        };
        is_allowed_place(self.machine(), state, thread) || is_global() && is_allowed_name(self.machine(), state, access)
    }

    /// Whether races on what is accessed matter.
    fn is_of_interest(&self, state: &State, access: NextAccess) -> bool {
        let Some(names) = &self.of_interest else { return true };
        match self.machine().object_at(state, access.addr) {
            Some((ObjectRef::Global(global) | ObjectRef::Object { kind: ObjectKind::Global(global), .. }, _)) => {
                names.contains(&self.machine().program().globals[global].name)
            }
            Some((ObjectRef::Object { .. }, _)) => false,
            // One that is not known may be any.
            None => true,
        }
    }

    /// Has the oracle decide where the next edge of a thread accesses memory, if that matters.
    pub(super) fn decide_addresses(&self, view: &mut View, oracle: &mut impl Oracle, span: Span) -> Result<(), Halt> {
        // Only `main` has a row, so where in it the access goes does not matter.
        if !self.looks_for_races() || view.thread().status != Status::Running || self.is_at_row(view) {
            return Ok(());
        }
        for (register, held, ty) in self.machine().registers_of_addresses(&view.state, view.me) {
            let bits = oracle.exact(held, ty, span)?;
            self.set_register(view, register, Value::Bits(bits));
        }
        Ok(())
    }

    /// If the threads of a view and of another one can exist at the same time: the bits of values that the one and the other do not know. `shared` is what is shared of the view, and the change is that
    /// the other one stands still.
    pub fn face(&self, view: &View, shared: &State, still: &Change) -> Result<Option<(Bits, Bits)>, Halt> {
        self.together(view, shared, still)
    }

    /// Why nothing can be said about a race that is feared.
    pub fn feared(&self, view: &View) -> Halt {
        unclear(self.machine(), &view.state, view.me)
    }
}
