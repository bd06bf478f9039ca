//! `value`: explicit values, as few as possible.
//!
//! **Idea** (D. Beyer, S. Löwe, *Explicit-State Software Model Checking Based on CEGAR and Interpolation*, FASE 2013; in the
//! thesis: the value analysis). A state holds explicit values of the variables that are *tracked*; nothing is known about the
//! others ("unknown = absent"; here: [`LazyId::ANY`](raddle_machine::LazyId::ANY)), and a branch that depends on them goes both
//! ways. Which variables are tracked is the precision; it starts with those that are needed exactly and grows when a
//! counterexample turns out to be spurious (the engine `cegar`). Nondeterministic values of tracked variables stay symbolic
//! until the program looks at them, as in `explicit`; with everything tracked the two analyses are the same.
//!
//! **Soundness.** Forgetting only ever makes γ larger; the machine answers every question about a forgotten value both ways, and
//! halts where it would need one exactly. States are never joined; a state is covered by one that is above it
//! ([`is_below`]).
//!
//! **Cost**: that of exhaustive search over the tracked variables, once for each refinement.

mod precision;

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use raddle_deadline::Deadline;
use raddle_machine::lazy::{LazyOracle, Symbol, Terms, canonicalise, is_below, may_contain};
use raddle_machine::{Halt, State};
use rustc_hash::{FxHashSet, FxHasher};

pub use precision::{Precision, Variable, needed, variables};

use crate::threading::{Answers, Configuration, Decisions, Domain, hash_control};

/// The domain.
#[derive(Debug)]
pub struct ValueDomain {
    /// What symbolic values mean.
    pub terms: Terms,
    /// Into how many cases a value may be split.
    pub max_cases: u64,
    symbols: FxHashSet<Arc<Vec<Symbol>>>,
}

impl ValueDomain {
    /// A domain that knows nothing yet.
    pub fn new(max_cases: u64, deadline: &Deadline) -> ValueDomain {
        ValueDomain { terms: Terms::within(deadline), max_cases, symbols: FxHashSet::default() }
    }

    /// Symbols that are the same are one object.
    fn share(&mut self, symbols: Vec<Symbol>) -> Arc<Vec<Symbol>> {
        match self.symbols.get(&symbols) {
            Some(known) => known.clone(),
            None => {
                let new = Arc::new(symbols);
                self.symbols.insert(new.clone());
                new
            }
        }
    }
}

impl Domain for ValueDomain {
    type Element = Arc<Vec<Symbol>>;
    type Precision = Precision;
    type Oracle<'a> = LazyOracle<'a, Decisions>;

    fn start(&mut self) -> Self::Element {
        self.share(Vec::new())
    }

    fn oracle<'a>(&'a mut self, element: &Self::Element, decisions: &'a mut Decisions) -> Self::Oracle<'a> {
        let mut oracle = LazyOracle::new(&mut self.terms, element.to_vec(), decisions, self.max_cases);
        // Threads may change places, and the symbols would not know.
        oracle.relates = false;
        oracle
    }

    fn answers(oracle: Self::Oracle<'_>) -> Answers<Self::Element> {
        Answers {
            element: Arc::new(oracle.symbols),
            infeasible: oracle.infeasible,
            choices: oracle.choices,
            undefined: oracle.undefined,
        }
    }

    fn canonicalise(&mut self, state: &mut State, element: Self::Element) -> Result<Self::Element, Halt> {
        let symbols = Arc::unwrap_or_clone(element);
        let symbols = canonicalise(state, symbols, &mut self.terms)?;
        Ok(self.share(symbols))
    }

    fn forget(&mut self, state: &mut State, element: Self::Element, precision: &Precision) -> Self::Element {
        precision.forget(state);
        let symbols = canonicalise(state, element.to_vec(), &mut self.terms);
        self.share(symbols.expect("a canonical state has no operation without a value"))
    }

    fn leq(&mut self, a: &Configuration<Self::Element>, b: &Configuration<Self::Element>) -> bool {
        let same = Arc::ptr_eq(&a.element, &b.element) && same_components(&a.state, &b.state);
        same || is_below((&a.state, &a.element), (&b.state, &b.element), &self.terms)
    }

    fn merge(
        &mut self,
        _: &Configuration<Self::Element>,
        _: &Configuration<Self::Element>,
    ) -> Option<Configuration<Self::Element>> {
        None
    }

    fn contains(&mut self, state: &Configuration<Self::Element>, concrete: &State) -> bool {
        may_contain((&state.state, &state.element), concrete, &self.terms)
    }

    fn fingerprint(&self, element: &Self::Element) -> u64 {
        let mut hasher = FxHasher::default();
        Arc::as_ptr(element).hash(&mut hasher);
        hasher.finish()
    }

    fn control(&self, state: &State) -> u64 {
        hash_control(state)
    }
}

/// Whether two states consist of the same components.
fn same_components(a: &State, b: &State) -> bool {
    fn same<T>(a: &[Arc<T>], b: &[Arc<T>]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| Arc::ptr_eq(a, b))
    }
    same(&a.threads, &b.threads)
        && same(&a.memory.blocks, &b.memory.blocks)
        && Arc::ptr_eq(&a.memory.shape, &b.memory.shape)
        && Arc::ptr_eq(&a.sync, &b.sync)
}
