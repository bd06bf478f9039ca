//! Which predicates are tracked where, and which values are not.

use std::collections::{BTreeMap, BTreeSet};

use raddle_program::{FuncId, Loc};
use raddle_smt::Term;
use rustc_hash::FxHashSet;

use crate::bdd::Holder;

/// Where a predicate that was found at a place is tracked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Everywhere.
    Global,
    /// Where the thread that moved is in the same function.
    Function,
    /// Where it is at the same location.
    Location,
}

/// Where the thread that moved is.
pub type At = (FuncId, Loc);

/// Predicates over the symbols of holders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Precision {
    everywhere: BTreeSet<Term>,
    functions: BTreeMap<FuncId, BTreeSet<Term>>,
    locations: BTreeMap<At, BTreeSet<Term>>,
    /// What holds values that are left to the predicates.
    left: FxHashSet<Holder>,
}

impl Precision {
    /// Whether what a holder holds is left to the predicates.
    pub fn leaves(&self, holder: Holder) -> bool {
        self.left.contains(&holder)
    }

    /// Whether values are left to the predicates at all.
    pub fn leaves_some(&self) -> bool {
        !self.left.is_empty()
    }

    /// The same, with more that is left to the predicates.
    pub fn leaving(&self, more: impl IntoIterator<Item = Holder>) -> Precision {
        let mut adjusted = self.clone();
        adjusted.left.extend(more);
        adjusted
    }

    /// Adds a predicate; whether it is new there.
    pub fn add(&mut self, scope: Scope, at: Option<At>, predicate: Term) -> bool {
        match (scope, at) {
            (Scope::Global, _) | (_, None) => self.everywhere.insert(predicate),
            (Scope::Function, Some((function, _))) => self.functions.entry(function).or_default().insert(predicate),
            (Scope::Location, Some(at)) => self.locations.entry(at).or_default().insert(predicate),
        }
    }

    /// The predicates that are tracked when threads are at these places.
    pub fn at(&self, places: impl IntoIterator<Item = At>) -> BTreeSet<Term> {
        let mut all = self.everywhere.clone();
        for (function, loc) in places {
            all.extend(self.functions.get(&function).into_iter().flatten());
            all.extend(self.locations.get(&(function, loc)).into_iter().flatten());
        }
        all
    }

    /// The same places with other predicates; without those that have no other.
    pub fn mapped(&self, mut other: impl FnMut(Term) -> Option<Term>) -> Precision {
        let mut all =
            |predicates: &BTreeSet<Term>| predicates.iter().filter_map(|p| other(*p)).collect::<BTreeSet<Term>>();
        Precision {
            everywhere: all(&self.everywhere),
            functions: self.functions.iter().map(|(function, of)| (*function, all(of))).collect(),
            locations: self.locations.iter().map(|(at, of)| (*at, all(of))).collect(),
            left: self.left.clone(),
        }
    }

    /// All predicates.
    pub fn all(&self) -> BTreeSet<Term> {
        let everywhere = self.everywhere.iter();
        everywhere.chain(self.functions.values().flatten()).chain(self.locations.values().flatten()).copied().collect()
    }
}
