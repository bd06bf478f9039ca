//! The ids of threads.
//!
//! **Idea.** An id (`pthread_t`) looks like glibc's, an address. It is made from the number of the thread's slot; what depends on which number
//! that is, is noticed as what depends on addresses is ([`crate::addresses`]).
//!
//! **Ids of threads that are gone.** When a thread was joined its id may become that of a new one, or not: the libraries differ. A program that
//! does nothing with ids but keep them and join threads cannot tell, and there a slot's id is used again. In a program that may compare two ids
//! a copy of the old one could not be told from the new one then. So there a new thread gets a number that is no
//! other's and that no variable holds, and what compares the id of a thread that is gone is known to do so. Two threads that existed at the same
//! time have different ids for ever; of those who are gone each thread remembers ([`Numbered::beside`]), so that looking for
//! oneself in a table of ids is no question.
//!
//! **Soundness.** Ids are opaque: whoever looks at more than equality is stopped. An execution is the same under every renaming of ids that keeps apart what
//! the execution can compare, so the number of a new thread may be chosen by what variables hold. Where a variable is not known, any
//! number might be in it, and a new one is taken. **Cost**: a look at the variables that may hold ids ([`PointsTo`]) when a thread is
//! created, in programs that compare ids.
//!
//! **Rejected**: a new number for every thread, with which a loop that creates and joins threads never comes back to a state.
//!
//! [`PointsTo`]: raddle_program::analysis::PointsTo

use std::collections::BTreeSet;
use std::sync::Arc;

use raddle_program::analysis::Object;
use raddle_program::{LocalId, Span};

use crate::halt::Halt;
use crate::machine::Machine;
use crate::state::{Block, Numbered, ObjectKind, State, Status, ThreadIx};
use crate::value::Value;

/// Ids made from numbers below this are those of slots.
const FIRST: u64 = 1 << 16;

/// The entry of a thread among the numbered ones, or where it belongs.
fn entry(state: &State, thread: ThreadIx) -> Result<usize, usize> {
    state.sync.numbered.binary_search_by_key(&thread, |numbered| numbered.slot)
}

/// A slot becomes free.
pub(crate) fn give_back(state: &mut State, thread: ThreadIx) {
    if let Ok(at) = entry(state, thread) {
        let numbered = &mut Arc::make_mut(&mut state.sync).numbered;
        let gone = numbered.remove(at).number;
        for other in numbered {
            if let Err(at) = other.beside.binary_search(&gone) {
                other.beside.insert(at, gone);
            }
        }
    }
}

impl Machine<'_> {
    /// The id (`pthread_t`) of the thread in a slot.
    pub fn thread_id(&self, state: &State, thread: ThreadIx) -> u64 {
        let number = match entry(state, thread) {
            Ok(at) => FIRST + u64::from(state.sync.numbered[at].number),
            Err(_) => u64::from(thread.0),
        };
        // There are more ids than slots, and no number is given that no id can be made from.
        self.layout.regions.thread_id(number).unwrap_or_default()
    }

    /// The thread with an id, if its slot is in use.
    pub fn thread_of(&self, state: &State, id: u64) -> Option<ThreadIx> {
        let number = self.layout.regions.thread_number(id)?;
        let thread = match number.checked_sub(FIRST) {
            None => ThreadIx(number as u16),
            Some(number) => state.sync.numbered.iter().find(|other| u64::from(other.number) == number)?.slot,
        };
        let in_use = state.threads.get(thread.0 as usize)?.status != Status::Free;
        (in_use && self.thread_id(state, thread) == id).then_some(thread)
    }

    /// The slot that an id is made from, whether a thread is in it or not; none in a program that compares ids.
    pub fn slot_of_id(&self, id: u64) -> Option<ThreadIx> {
        let number = self.layout.regions.thread_number(id).filter(|number| *number < FIRST)?;
        (!self.addresses.compares_ids()).then_some(ThreadIx(number as u16))
    }

    /// Whether a thread that exists has had another id than one that is gone, because they existed at the same time.
    pub(crate) fn differs_from_gone(&self, state: &State, thread: ThreadIx, gone: u64) -> bool {
        let number = self.layout.regions.thread_number(gone).and_then(|number| number.checked_sub(FIRST));
        match (entry(state, thread), number) {
            (Ok(at), Some(number)) => state.sync.numbered[at].beside.iter().any(|other| u64::from(*other) == number),
            // The first thread exists from the beginning to the end.
            (Err(_), Some(_)) => thread.0 == 0,
            (_, None) => false,
        }
    }

    /// Whether the program may compare ids of threads with each other. Then the number of a new thread depends on those that
    /// memory holds, and executions of which one has forgotten more than the other may number threads differently; they are
    /// the same but for the names.
    pub fn compares_ids(&self) -> bool {
        self.addresses.compares_ids()
    }

    /// Gives the thread in a slot an id that can be told from all others, if somebody compares ids.
    pub(crate) fn number_thread(&self, state: &mut State, thread: ThreadIx, span: Span) -> Result<(), Halt> {
        if !self.addresses.compares_ids() {
            return Ok(());
        }
        let held = self.held_numbers(state);
        let taken = |number: &u32| state.sync.numbered.iter().any(|other| other.number == *number);
        let free =
            |held: &BTreeSet<u32>| (0..state.sync.next_number).find(|number| !held.contains(number) && !taken(number));
        let number = held.as_ref().and_then(free).unwrap_or(state.sync.next_number);
        if self.layout.regions.thread_id(FIRST + u64::from(number)).is_none() {
            let what = "more threads one after the other than there are ids, in a program that compares ids";
            return Err(Halt::limit(what, span));
        }
        let at = entry(state, thread).unwrap_or_else(|at| at);
        let sync = Arc::make_mut(&mut state.sync);
        sync.next_number = sync.next_number.max(number + 1);
        // What is remembered of a number that nobody holds is of no use, and this one means another thread from now on.
        for other in &mut sync.numbered {
            other.beside.retain(|gone| *gone != number && held.as_ref().is_none_or(|held| held.contains(gone)));
        }
        sync.numbered.insert(at, Numbered { slot: thread, number, beside: Vec::new() });
        Ok(())
    }

    /// The numbers of threads whose ids variables hold; `None` if one of them is not known.
    fn held_numbers(&self, state: &State) -> Option<BTreeSet<u32>> {
        let mut held = BTreeSet::new();
        let points_to = &self.addresses.points_to;
        for thread in &state.threads {
            if let Status::Ended { result } = thread.status {
                self.note_number(result, &mut held)?;
            }
            self.note_number(thread.result, &mut held)?;
            for (_, value) in &thread.keys {
                self.note_number(*value, &mut held)?;
            }
            for frame in &thread.frames {
                for (register, value) in frame.regs.iter().enumerate() {
                    if points_to.register_may_hold_ids(frame.func, LocalId(register as u32)) {
                        self.note_number(*value, &mut held)?;
                    }
                }
            }
        }
        for (object, block) in state.memory.shape.objects.iter().zip(&state.memory.blocks) {
            let whole = (0, block.bytes.len() as u32);
            let (declared, (offset, len)) = match object.kind {
                ObjectKind::Freed => continue,
                ObjectKind::GlobalPage(page) => {
                    for global in &self.layout.pages[page as usize] {
                        if points_to.object_may_hold_ids(Object::Global(global.global)) {
                            self.note_numbers(block, (global.offset, global.size as u32), &mut held)?;
                        }
                    }
                    continue;
                }
                ObjectKind::Global(global) | ObjectKind::ThreadLocal(global, _) => (Object::Global(global), whole),
                ObjectKind::Local(function, local, _) => (Object::Local(function, local), whole),
                ObjectKind::StackBlock(function, edge, _) | ObjectKind::Heap(function, edge) => {
                    (Object::Block(function, edge), whole)
                }
            };
            if points_to.object_may_hold_ids(declared) {
                self.note_numbers(block, (offset, len), &mut held)?;
            }
        }
        Some(held)
    }

    fn note_number(&self, value: Value, held: &mut BTreeSet<u32>) -> Option<()> {
        let Value::Bits(bits) = value else { return None };
        let number = u64::try_from(bits).ok().and_then(|id| self.layout.regions.thread_number(id));
        held.extend(number.and_then(|number| number.checked_sub(FIRST)).and_then(|number| u32::try_from(number).ok()));
        Some(())
    }

    fn note_numbers(&self, block: &Block, (offset, len): (u32, u32), held: &mut BTreeSet<u32>) -> Option<()> {
        let inside = |at: u32| offset <= at && at < offset + len;
        // Bytes that nobody has set or read hold nothing.
        if block.lazy.iter().any(|r| r.value.is_some() && (inside(r.offset) || inside(r.offset + r.len - 1))) {
            return None;
        }
        let size = self.pointer.size() as usize;
        let bytes = block.bytes.get(offset as usize..(offset + len) as usize)?;
        for word in bytes.windows(size) {
            let bits = word.iter().rev().fold(0, |n, byte| n << 8 | u128::from(*byte));
            self.note_number(Value::Bits(bits), held)?;
        }
        Some(())
    }
}
