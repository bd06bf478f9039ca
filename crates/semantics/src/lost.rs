//! Which heap blocks are lost: allocated, not freed, and no pointer leads to them any more.
//!
//! **Definition.** A block is *tracked* if a word that somebody can still read has an address in it (or one past its end), or if such a word is in another
//! tracked block. Words that can be read are those in objects that live (globals, thread-local variables, locals of functions that have not
//! returned), in variables of such functions that have no address, in the values of keys, and in the results of threads that nobody has joined.
//! Of the temporaries that the translation of expressions makes, those count that are still needed: a C program has none. All that is not tracked is *lost*.
//!
//! Any word counts that has the number of an address, at any place in an object: pointers may be packed, and nobody knows what is an integer.
//!
//! **A block that is lost stays lost**: a pointer comes from a pointer that somebody has. So it is enough to look at the states that are stored and at the end of
//! each execution, and no loss is overlooked, not even in executions without an end.
//!
//! **Values that nobody knows** lead nowhere here: so at least what is lost is found. Whether it is lost in truth is seen in the replay, where all values are
//! known.
//!
//! **Cost**: linear in the size of memory, and nothing where no heap block lives.

use std::cell::OnceCell;

use raddle_machine::{Block, Machine, ObjectKind, ObjectMeta, State, Status, Thread, Value};
use raddle_program::{BlockOwner, Id};

use raddle_program::analysis::Liveness;

/// The blocks that are lost in a state.
pub fn lost_blocks(machine: &Machine<'_>, liveness: &OnceCell<Liveness>, state: &State) -> Vec<ObjectMeta> {
    let objects = &state.memory.shape.objects;
    if !objects.iter().any(is_heap) {
        return Vec::new();
    }
    let liveness = liveness.get_or_init(|| machine.liveness().clone());
    let mut search = Search {
        machine,
        heap: machine.heap_addresses(),
        state,
        tracked: vec![false; objects.len()],
        queue: Vec::new(),
    };
    for (object, block) in objects.iter().zip(&state.memory.blocks) {
        if !is_heap(object) {
            search.scan(block);
        }
    }
    for thread in &state.threads {
        search.thread(liveness, thread);
    }
    while let Some(index) = search.queue.pop() {
        search.scan(&state.memory.blocks[index]);
    }
    let is_lost = |object: &ObjectMeta| is_heap(object) && machine.owner(object.kind) == BlockOwner::Program;
    let lost = objects.iter().zip(&search.tracked).filter(|(object, tracked)| is_lost(object) && !**tracked);
    lost.map(|(object, _)| *object).collect()
}

fn is_heap(object: &ObjectMeta) -> bool {
    matches!(object.kind, ObjectKind::Heap(..))
}

struct Search<'a, 'p> {
    machine: &'a Machine<'p>,
    heap: std::ops::Range<u64>,
    state: &'a State,
    tracked: Vec<bool>,
    /// Tracked blocks whose words have not been looked at.
    queue: Vec<usize>,
}

impl Search<'_, '_> {
    /// Follows a word.
    fn word(&mut self, word: u64) {
        if !self.heap.contains(&word) {
            return;
        }
        let objects = &self.state.memory.shape.objects;
        let Some(index) = objects.partition_point(|o| o.base <= word).checked_sub(1) else { return };
        let object = &objects[index];
        if is_heap(object) && word - object.base <= object.size && !std::mem::replace(&mut self.tracked[index], true) {
            self.queue.push(index);
        }
    }

    fn value(&mut self, value: Value) {
        if let Value::Bits(bits) = value {
            self.word(bits as u64);
        }
    }

    /// Follows all words of a block. Bytes of values that nobody knows are zero in it.
    fn scan(&mut self, block: &Block) {
        let size = self.machine.program().data_model().pointer_size() as usize;
        for window in block.bytes.windows(size) {
            let mut bytes = [0; 8];
            bytes[..size].copy_from_slice(window);
            self.word(u64::from_le_bytes(bytes));
        }
    }

    fn thread(&mut self, liveness: &Liveness, thread: &Thread) {
        self.value(thread.result);
        thread.keys.iter().for_each(|(_, value)| self.value(*value));
        if let Status::Ended { result } = thread.status {
            self.value(result);
        }
        let program = self.machine.program();
        for (depth, frame) in thread.frames.iter().enumerate() {
            let function = &program.functions[frame.func];
            // What the register that waits for a result has had before is read no more.
            let (after, awaited) = thread.goes_on(program, depth);
            for (local, declared) in function.locals.enumerated() {
                let read_later = || awaited != Some(local) && liveness.is_live(frame.func, after, local);
                let live = || read_later() || liveness.is_live(frame.func, frame.loc, local);
                if declared.name.is_some() || live() {
                    self.value(frame.regs[local.index()]);
                }
            }
        }
    }
}
