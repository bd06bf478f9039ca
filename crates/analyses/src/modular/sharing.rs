//! What views share, as numbers.
//!
//! Thousands of views share the same few explicit states: all that has no symbol of its own, which is little. Each of those states is
//! kept once and has a number, and whether two of them can be what threads share at the same time is found out once.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use raddle_machine::State;
use raddle_semantics::view::{Whereabouts, can_agree};
use rustc_hash::{FxHashMap, FxHasher};

/// How far threads are.
type AllWhereabouts = Vec<Option<Whereabouts>>;

/// The number of a state that views share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SharedId(pub u32);

/// All states that views share.
#[derive(Default)]
pub struct Sharings {
    states: Vec<(Rc<State>, AllWhereabouts)>,
    by_hash: FxHashMap<u64, Vec<SharedId>>,
    agree: FxHashMap<(SharedId, SharedId), bool>,
}

impl Sharings {
    /// The number of a state, with the whereabouts of threads that are known.
    pub fn number(&mut self, state: State, whereabouts: &AllWhereabouts) -> SharedId {
        let mut hasher = FxHasher::default();
        (&state.memory.shape, &state.memory.blocks, &state.sync, whereabouts).hash(&mut hasher);
        let known = self.by_hash.entry(hasher.finish()).or_default();
        let is_it = |(other, theirs): &(Rc<State>, AllWhereabouts)| **other == state && theirs == whereabouts;
        if let Some(id) = known.iter().find(|id| is_it(&self.states[id.0 as usize])) {
            return *id;
        }
        let id = SharedId(self.states.len() as u32);
        known.push(id);
        self.states.push((Rc::new(state), whereabouts.clone()));
        id
    }

    /// A state.
    pub fn state(&self, id: SharedId) -> Rc<State> {
        self.states[id.0 as usize].0.clone()
    }

    /// Whether two states can be what threads share at the same time, as far as they are explicit.
    pub fn can_agree(&mut self, a: SharedId, b: SharedId) -> bool {
        let (a, b) = (a.min(b), a.max(b));
        let states = &self.states;
        let find_out = || {
            let ((a, of_a), (b, of_b)) = (&states[a.0 as usize], &states[b.0 as usize]);
            of_a == of_b && can_agree(a, b)
        };
        a == b || *self.agree.entry((a, b)).or_insert_with(find_out)
    }
}
