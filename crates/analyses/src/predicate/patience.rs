//! Values of which there are too many: they are left to the predicates.
//!
//! **Idea** (dynamic precision adjustment; D. Beyer, T. Henzinger, G. Théoduloz, *Program Analysis with Dynamic Precision Adjustment*, ASE 2008, section 3: "explicit values until a threshold, then
//! predicates"). With known values in the states, a counter makes a state of each of its values, although a predicate or two say all that matters. So when a block begins, a look at the states that were reached
//! says how many values each holder has had where all threads are at the same locations. If they are more than so many, the value is not kept in the new state, nor in those that are reached
//! from it: it becomes a symbol, of which the predicates say what they can.
//!
//! **Soundness.** Forgetting a value makes γ larger ([`Cpa::prec`](raddle_cpa::Cpa::prec)'s law). Values that steps need exactly are never left.
//!
//! **Cost**: one walk over the holders of each state at which a block begins. Values are counted as states are added; those of states that were taken out again still count, so that what was left
//! once is left at once the next time.
//!
//! **Rejected**: counting over all states of a location whatever the other threads do. A flag that a thread sets in each phase has few values in each, and many together.

use std::hash::{Hash, Hasher};
use std::rc::Rc;

use raddle_cpa::ReachedSet;
use raddle_machine::{State, Value};
use raddle_program::Program;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::{Formula, Precision, Predicate};
use crate::bdd::{Cells, Content, Holder};
use crate::holders::{self, Held};
use crate::threading::Configuration;
use raddle_machine::lazy::Terms;

/// Where all threads are.
type Places = u64;

/// The values that holders have had.
#[derive(Default)]
pub(super) struct Patience {
    /// How many of the states that were reached have been looked at.
    seen: usize,
    values: FxHashMap<(Places, Holder), FxHashSet<u128>>,
}

impl Patience {
    /// Remembers a value; whether there are more of them than `most`.
    fn note(&mut self, at: (Places, Holder), bits: u128, most: u64) -> bool {
        let values = self.values.entry(at).or_default();
        if values.len() as u64 <= most {
            values.insert(bits);
        }
        values.len() as u64 > most
    }
}

/// Where all threads are, as a number.
fn places(state: &State) -> Places {
    let mut hasher = FxHasher::default();
    for thread in &state.threads {
        thread.frames.iter().for_each(|frame| (frame.func, frame.loc).hash(&mut hasher));
        u64::MAX.hash(&mut hasher);
    }
    hasher.finish()
}

/// The values in a state that may be left to predicates.
fn known(cells: &Cells, program: &Program, terms: &mut Terms, state: &State) -> Vec<(Holder, u128)> {
    let mut known = Vec::new();
    let mut copy = state.clone();
    holders::replace(cells, program, terms, &mut copy, &mut |_: &mut Terms, held: Held<'_>| {
        if let (Value::Bits(bits), Content::Few(_) | Content::Many) = (held.value, held.content) {
            known.push((held.holder, bits));
        }
        None
    });
    known
}

impl Predicate<'_, '_> {
    /// The precision of a state at which a block begins.
    pub(super) fn leaving(
        &mut self,
        state: &Configuration<Formula>,
        precision: &Rc<Precision>,
        reached: &dyn ReachedSet<Configuration<Formula>>,
    ) -> Rc<Precision> {
        let (cells, program, most) = (self.cells.clone(), self.program, self.options().max_values);
        let mut patience = std::mem::take(&mut self.patience);
        let mut terms = std::mem::take(&mut self.terms);
        // A graph that is smaller than the last one is another one.
        patience.seen = patience.seen.min(reached.added());
        for index in patience.seen..reached.added() {
            let Some(other) = reached.state(index).filter(|other| other.element.before.is_some()) else { continue };
            let there = places(&other.state);
            for (holder, bits) in known(&cells, program, &mut terms, &other.state) {
                patience.note((there, holder), bits, most);
            }
        }
        patience.seen = reached.added();
        let here = places(&state.state);
        let mut many = Vec::new();
        for (holder, bits) in known(&cells, program, &mut terms, &state.state) {
            if !precision.leaves(holder) && patience.note((here, holder), bits, most) {
                many.push(holder);
            }
        }
        (self.terms, self.patience) = (terms, patience);
        if many.is_empty() { precision.clone() } else { Rc::new(precision.leaving(many)) }
    }
}
