//! What a step of one thread does to the view of another.
//!
//! Two views can be of threads that exist at the same time only if they agree about everything that is shared. Values that are
//! explicit are compared here; those that are symbols of holders are the same symbols in both views, and a formula says whether
//! they can agree.

use std::sync::Arc;

use raddle_machine::{Addr, Block, Halt, LazyId, LazyRange, ObjectMeta, State, Status, put_sync_object, sync_object};

use super::crowd::{have_room, moves};
use super::{Awaited, Calls, Hold, Moves, Places, SideEffects, View, Views, Whereabouts, unsupported};

/// A step that others can see: the explicit part of an *effect* (the papers' *projection* of a step).
#[derive(Clone, Debug)]
pub struct Change {
    /// The view of who makes it, before.
    pub from: View,
    /// What of it is shared.
    pub before: State,
    /// The locks that are held before or after.
    pub held: Vec<(Addr, Hold)>,
    /// How many threads there are after it.
    pub alive: Vec<u8>,
    /// How far they are.
    pub whereabouts: Vec<Option<Whereabouts>>,
    /// Where the thread is that makes it, after it, if others know only the class of that: what tells why a counterexample is not one, and says nothing to anybody else.
    pub to: Option<Calls>,
    /// Who goes where.
    pub moves: Moves,
    /// What is shared after it.
    pub after: State,
    /// The cells that it writes.
    pub wrote: Vec<Addr>,
}

impl Change {
    /// Whether others see no difference, as far as it is explicit.
    pub fn is_nothing(&self) -> bool {
        self.before == self.after
            && self.alive == self.from.alive
            && self.whereabouts == self.from.whereabouts
            && self.moves.is_nothing()
    }

    /// Whether it is the same for others as another one, as far as it is explicit, and nobody who can meet it cannot meet that one.
    pub fn is_also(&self, other: &Change) -> bool {
        self.from.me == other.from.me
            && (&self.alive, &self.from.alive) == (&other.alive, &other.from.alive)
            && (&self.whereabouts, &self.from.whereabouts) == (&other.whereabouts, &other.from.whereabouts)
            && (&self.held, &self.wrote, &self.moves) == (&other.held, &other.wrote, &other.moves)
            && self.from.crowd.is_within(other.from.crowd)
            && other.from.mine.is_subset(&self.from.mine)
            && self.before == other.before
            && self.after == other.after
    }
}

/// The bits of some values.
pub type Bits = Vec<(LazyId, u128)>;

/// What a thread sees after a step of another: the result of the papers' *application* of a projection to a state.
#[derive(Clone, Debug)]
pub struct Applied {
    /// It sees this.
    pub view: View,
    /// The condition for it on values of this thread: those of which it does not know the bits have the bits that the other knows.
    pub assumed_here: Bits,
    /// The condition for it on values of the other: those of which that one does not know the bits have the bits that this one knows.
    pub assumed_there: Bits,
}

impl Views<'_, '_> {
    /// What of a view is shared: the same in the views of all threads that exist at the same time.
    pub fn shared(&self, view: &View) -> State {
        let mut state = view.state.clone();
        self.hide(&mut state, view.me);
        self.close(&mut state, None);
        self.drop_private(&mut state, |_| true);
        state
    }

    /// The step from one view of a thread to the next, as others see it (the papers' *projection*).
    pub fn change(&self, from: &View, to: &View, side_effects: &SideEffects) -> Change {
        let mut held = from.held();
        held.extend(to.held());
        Change {
            from: from.clone(),
            before: self.shared(from),
            held,
            alive: to.alive.clone(),
            whereabouts: to.whereabouts.clone(),
            to: matches!(self.knowledge.places, Places::Classes(_)).then(|| to.calls()),
            after: self.shared(to),
            moves: moves(from, to, side_effects),
            wrote: side_effects.wrote.iter().copied().collect(),
        }
    }

    /// What a thread sees after a step of another (the papers' *application*); `None` if the step cannot be made while it sees what it sees. `shared` is what
    /// is shared of the view.
    pub fn meet(&self, view: &View, shared: &State, change: &Change) -> Result<Option<Applied>, Halt> {
        let count = |alive: &[u8]| alive.get(view.me.0 as usize).copied();
        let joined = count(&change.alive) < count(&change.from.alive);
        // The last one of its template cannot be joined before it has been joined.
        if (joined && count(&change.from.alive) == Some(1)) || self.keeps_others_out(view) {
            return Ok(None);
        }
        let span = self.span(&change.from);
        let Some((assumed_here, assumed_there)) = self.together(view, shared, change)? else { return Ok(None) };
        let alive = if view.alive.is_empty() { Vec::new() } else { alive_after(view, change) };
        let crowd = change.crowd_after(view);
        let mut next = View { alive, whereabouts: change.whereabouts.clone(), crowd, ..view.clone() };
        next.mine.retain(|addr| !change.wrote.contains(addr));
        next.state.memory = change.after.memory.clone();
        next.state.sync = change.after.sync.clone();
        for (addr, _) in view.held() {
            if sync_object(shared, addr) != sync_object(&change.after, addr) {
                return Err(unsupported("a lock is initialised or destroyed while somebody holds it", span));
            }
            put_sync_object(&mut next.state, addr, sync_object(&view.state, addr).cloned());
        }
        let memory = &view.state.memory;
        for (object, block) in memory.shape.objects.iter().zip(&memory.blocks) {
            if !self.is_shared(object) && !insert(&mut next.state, object, block) {
                return Err(unsupported("private memory of several like threads has the same address", span));
            }
        }
        self.check_stacks(&next, span)?;
        Ok(Some(Applied { view: next, assumed_here, assumed_there }))
    }

    /// What a thread and one that has ended know of each other where the first joins the second; `None` if it does not wait for such a
    /// thread, or they cannot exist at the same time.
    pub fn meet_ended(&self, view: &View, shared: &State, ended: &Change) -> Result<Option<(Bits, Bits)>, Halt> {
        let awaited = match self.awaits(view) {
            Some(Awaited::Known(template, _)) => template == ended.from.me,
            Some(Awaited::Any(_)) => {
                view.may_have(ended.from.me, u8::from(view.me == ended.from.me)) && self.may_join(view, ended.from.me)
            }
            None => false,
        };
        match awaited && ended.from.has_ended() {
            true => self.together(view, shared, ended),
            false => Ok(None),
        }
    }

    /// Whether two views can be of threads that exist at the same time; that is law for two threads that do.
    pub fn can_coexist(&self, view: &View, other: &View) -> Result<bool, Halt> {
        let still = self.change(other, other, &SideEffects::default());
        Ok(self.together(view, &self.shared(view), &still)?.is_some())
    }

    /// If two views can be of threads that exist at the same time: the bits of values that the one and the other do not know.
    pub(super) fn together(&self, view: &View, shared: &State, change: &Change) -> Result<Option<(Bits, Bits)>, Halt> {
        if !self.coexist(view, &change.from)
            || excludes(&view.held(), &change.held)
            || view.mine.intersection(&change.from.mine).next().is_some()
        {
            return Ok(None);
        }
        match agree(shared, &change.before) {
            Agreement::No => Ok(None),
            Agreement::Unknown => {
                let span = self.span(&change.from);
                Err(unsupported("threads do not know the same parts of a value", span))
            }
            Agreement::If(assumed_here, assumed_there) => Ok(Some((assumed_here, assumed_there))),
        }
    }

    /// Whether the threads of two views can exist at the same time, as far as they know.
    fn coexist(&self, a: &View, b: &View) -> bool {
        let both_know = !a.alive.is_empty() && !b.alive.is_empty();
        let neither_knows = a.alive.is_empty() && b.alive.is_empty();
        let same = u8::from(a.me == b.me);
        (!both_know || a.alive == b.alive)
            && a.whereabouts == b.whereabouts
            && have_room(a, b)
            && a.may_have(b.me, same)
            && b.may_have(a.me, same)
            && (!neither_knows || self.parallel.borrow().contains(&(a.me, b.me)))
    }

    /// Whether nobody else moves as long as a thread sees this: it is in an atomic section and does not wait there.
    fn keeps_others_out(&self, view: &View) -> bool {
        let thread = view.thread();
        let waits = match thread.status {
            Status::Running => self.machine().edge(&view.state, view.me).is_some_and(|(function, edge)| {
                let op = &self.machine().program().functions[function].edge(edge).op;
                matches!(op, raddle_program::Op::Sync { .. })
            }),
            Status::Waiting { .. } | Status::Reacquiring { .. } | Status::Queued { .. } | Status::AtBarrier { .. } => {
                true
            }
            Status::Stuck | Status::Ended { .. } | Status::Free => false,
        };
        thread.atomic > 0 && !waits
    }
}

/// How many threads there are after a change: `main` changes that itself, or everybody knows.
fn alive_after(view: &View, change: &Change) -> Vec<u8> {
    if change.alive.is_empty() { view.alive.clone() } else { change.alive.clone() }
}

/// Whether locks are held that cannot be held at the same time.
fn excludes(a: &[(Addr, Hold)], b: &[(Addr, Hold)]) -> bool {
    let both = |(lock, how): &(Addr, Hold)| {
        b.iter().any(|(other, their)| lock == other && (*how == Hold::Alone || *their == Hold::Alone))
    };
    a.iter().any(both)
}

/// Whether two states can be what is shared in views of threads that exist at the same time, as far as they are explicit.
///
/// Law: if not, [`Views::meet`] is `None`, whatever else there is in the views.
pub fn can_agree(a: &State, b: &State) -> bool {
    !matches!(agree(a, b), Agreement::No)
}

/// Whether explicit values are the same.
enum Agreement {
    /// If these values of the one and of the other have these bits.
    If(Bits, Bits),
    No,
    Unknown,
}

fn agree(a: &State, b: &State) -> Agreement {
    if a.sync.objects != b.sync.objects || a.sync.keys != b.sync.keys || a.memory.shape != b.memory.shape {
        return Agreement::No;
    }
    let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
    let mut unknown = false;
    for (x, y) in a.memory.blocks.iter().zip(&b.memory.blocks) {
        if Arc::ptr_eq(x, y) || x == y {
            continue;
        }
        if differ_in_bytes(x, y) {
            return Agreement::No;
        }
        unknown |= !bits_of(x, y, &mut of_a) || !bits_of(y, x, &mut of_b);
    }
    if unknown { Agreement::Unknown } else { Agreement::If(of_a, of_b) }
}

/// Whether two blocks differ in a byte that is plain in both, or that was never written in one of them only.
fn differ_in_bytes(a: &Block, b: &Block) -> bool {
    let bytes = a.bytes.iter().zip(&b.bytes);
    bytes.zip(kinds(a).into_iter().zip(kinds(b))).any(|((x, y), kinds)| match kinds {
        (Kind::Plain, Kind::Plain) => x != y,
        (Kind::Unwritten, Kind::Unwritten) => false,
        (Kind::Unwritten, Kind::Plain | Kind::Value) | (Kind::Plain | Kind::Value, Kind::Unwritten) => true,
        (Kind::Value, Kind::Plain | Kind::Value) | (Kind::Plain, Kind::Value) => false,
    })
}

/// What a byte is.
#[derive(Clone, Copy)]
enum Kind {
    Plain,
    /// A part of a value.
    Value,
    Unwritten,
}

/// What each byte of a block is.
fn kinds(block: &Block) -> Vec<Kind> {
    let mut kinds = vec![Kind::Plain; block.bytes.len()];
    for range in &block.lazy {
        let kind = if range.value.is_some() { Kind::Value } else { Kind::Unwritten };
        kinds[range.offset as usize..(range.offset + range.len) as usize].fill(kind);
    }
    kinds
}

fn overlaps(ranges: &[LazyRange], offset: u32, len: u32) -> bool {
    ranges.iter().any(|r| r.offset < offset + len && offset < r.offset + r.len)
}

/// What the values of one block have to be that are plain in another; false if the two do not have the same parts.
fn bits_of(block: &Block, other: &Block, equal: &mut Bits) -> bool {
    for range in block.lazy.iter().filter(|range| range.value.is_some() && !other.lazy.contains(range)) {
        let Some((id, 0)) = range.value else { return false };
        if range.len > 16 || overlaps(&other.lazy, range.offset, range.len) {
            return false;
        }
        let bytes = &other.bytes[range.offset as usize..(range.offset + range.len) as usize];
        equal.push((id, bytes.iter().rev().fold(0, |n, b| n << 8 | u128::from(*b))));
    }
    true
}

/// Adds an object; false if its addresses are taken.
fn insert(state: &mut State, object: &ObjectMeta, block: &Arc<Block>) -> bool {
    let objects = &state.memory.shape.objects;
    let at = objects.partition_point(|o| o.base < object.base);
    let before = at.checked_sub(1).is_none_or(|i| objects[i].base + objects[i].size.max(1) <= object.base);
    let after = objects.get(at).is_none_or(|next| object.base + object.size.max(1) <= next.base);
    if !before || !after {
        return false;
    }
    Arc::make_mut(&mut state.memory.shape).objects.insert(at, *object);
    state.memory.blocks.insert(at, block.clone());
    true
}
