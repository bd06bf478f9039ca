//! What views share, as numbers.
//!
//! Thousands of views share the same few explicit states: all that has no symbol of its own, which is little. Each of those states is
//! kept once and has a number, and whether two of them can be what threads share at the same time is found out once.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use raddle_evidence::view::can_agree;
use raddle_machine::State;
use rustc_hash::{FxHashMap, FxHasher};

/// The number of a state that views share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SharedId(pub u32);

/// All states that views share.
#[derive(Default)]
pub struct Sharings {
    states: Vec<Rc<State>>,
    by_hash: FxHashMap<u64, Vec<SharedId>>,
    agree: FxHashMap<(SharedId, SharedId), bool>,
}

impl Sharings {
    /// The number of a state.
    pub fn number(&mut self, state: State) -> SharedId {
        let mut hasher = FxHasher::default();
        (&state.memory.shape, &state.memory.blocks, &state.sync).hash(&mut hasher);
        let known = self.by_hash.entry(hasher.finish()).or_default();
        if let Some(id) = known.iter().find(|id| *self.states[id.0 as usize] == state) {
            return *id;
        }
        let id = SharedId(self.states.len() as u32);
        known.push(id);
        self.states.push(Rc::new(state));
        id
    }

    /// A state.
    pub fn state(&self, id: SharedId) -> Rc<State> {
        self.states[id.0 as usize].clone()
    }

    /// Whether two states can be what threads share at the same time, as far as they are explicit.
    pub fn can_agree(&mut self, a: SharedId, b: SharedId) -> bool {
        let (a, b) = (a.min(b), a.max(b));
        let states = &self.states;
        a == b || *self.agree.entry((a, b)).or_insert_with(|| can_agree(&states[a.0 as usize], &states[b.0 as usize]))
    }
}
