//! Every component of a state exists once.
//!
//! States share threads, blocks, shapes and synchronisation tables with the states they come from; components that come
//! about anew are looked up here, so equal components are the same object in memory. That makes comparing and hashing whole
//! states a matter of comparing pointers, and memory proportional to what differs.

use std::hash::Hash;
use std::sync::Arc;

use raddle_machine::{Block, Shape, State, SyncTable, Thread};
use rustc_hash::FxHashSet;

/// All components of all states.
#[derive(Clone, Debug, Default)]
pub struct Components {
    threads: FxHashSet<Arc<Thread>>,
    blocks: FxHashSet<Arc<Block>>,
    shapes: FxHashSet<Arc<Shape>>,
    syncs: FxHashSet<Arc<SyncTable>>,
}

fn share<T: Eq + Hash>(known: &mut FxHashSet<Arc<T>>, item: &mut Arc<T>) {
    match known.get(item) {
        Some(same) => *item = same.clone(),
        None => {
            known.insert(item.clone());
        }
    }
}

impl Components {
    /// Replaces every component by the one that is known already.
    pub fn share(&mut self, state: &mut State) {
        state.threads.iter_mut().for_each(|t| share(&mut self.threads, t));
        state.memory.blocks.iter_mut().for_each(|b| share(&mut self.blocks, b));
        share(&mut self.shapes, &mut state.memory.shape);
        share(&mut self.syncs, &mut state.sync);
    }
}
