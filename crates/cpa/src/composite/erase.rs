//! The adapter that forgets the types of components, so that a composite can be put together at run time.
//!
//! **Architecture invariant**: this is the only place in Raddle with downcasts. They cannot fail: a [`Part`] is only ever
//! handed to the component that made it, because both have the same position in the composite.

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use raddle_machine::{Halt, State};

use super::component::Component;
use super::fact::Fact;
use crate::run::Taken;

trait AnyState: Any + Debug {}
impl<T: Any + Debug> AnyState for T {}

/// A component's state without its type.
#[derive(Clone)]
pub struct Part(Arc<dyn AnyState>);

impl Debug for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A component's precision without its type.
#[derive(Clone)]
pub struct PartPrecision(Arc<dyn Any>);

impl PartPrecision {
    /// The precision of the component at the same position.
    pub fn new<P: 'static>(precision: P) -> PartPrecision {
        PartPrecision(Arc::new(precision))
    }
}

/// [`Component`] without its types.
pub(super) trait Erased {
    fn name(&self) -> &'static str;
    fn precision(&self) -> PartPrecision;
    fn initial(&mut self) -> Part;
    fn post(&mut self, state: &Part, run: &[Taken], precision: &PartPrecision) -> Result<Option<Part>, Halt>;
    fn facts(&self, state: &Part) -> Vec<Fact>;
    fn control(&self, state: &Part) -> u64;
    fn fingerprint(&self, state: &Part) -> u64;
    fn leq(&mut self, a: &Part, b: &Part) -> bool;
    fn merge(&mut self, new: &Part, old: &Part) -> Option<Part>;
    fn prec(&mut self, state: Part, precision: &PartPrecision) -> Part;
    fn contains(&self, state: &Part, concrete: &State) -> bool;
}

/// A component whose types are to be forgotten.
pub(super) struct Adapter<C>(pub C);

impl<C: Component> Adapter<C> {
    fn typed(part: &Part) -> &C::State {
        let any: &dyn Any = &*part.0;
        any.downcast_ref().expect("a part belongs to the component at its position")
    }

    fn precision(precision: &PartPrecision) -> &C::Precision {
        precision.0.downcast_ref().expect("a precision belongs to the component at its position")
    }

    fn part(state: C::State) -> Part {
        Part(Arc::new(state))
    }
}

impl<C: Component> Erased for Adapter<C> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn precision(&self) -> PartPrecision {
        PartPrecision::new(self.0.precision())
    }

    fn initial(&mut self) -> Part {
        Self::part(self.0.initial())
    }

    fn post(&mut self, state: &Part, run: &[Taken], precision: &PartPrecision) -> Result<Option<Part>, Halt> {
        let next = self.0.post(Self::typed(state), run, Self::precision(precision))?;
        Ok(next.map(Self::part))
    }

    fn facts(&self, state: &Part) -> Vec<Fact> {
        self.0.facts(Self::typed(state))
    }

    fn control(&self, state: &Part) -> u64 {
        self.0.control(Self::typed(state))
    }

    fn fingerprint(&self, state: &Part) -> u64 {
        self.0.fingerprint(Self::typed(state))
    }

    fn leq(&mut self, a: &Part, b: &Part) -> bool {
        // Most steps leave most components as they are.
        Arc::ptr_eq(&a.0, &b.0) || self.0.leq(Self::typed(a), Self::typed(b))
    }

    fn merge(&mut self, new: &Part, old: &Part) -> Option<Part> {
        self.0.merge(Self::typed(new), Self::typed(old)).map(Self::part)
    }

    fn prec(&mut self, state: Part, precision: &PartPrecision) -> Part {
        Self::part(self.0.prec(Self::typed(&state).clone(), Self::precision(precision)))
    }

    fn contains(&self, state: &Part, concrete: &State) -> bool {
        self.0.contains(Self::typed(state), concrete)
    }
}
