//! Composite analyses: a lead with any number of components beside it, chosen at run time.
//!
//! **Idea** (CompositeCPA; Beyer, Henzinger, Théoduloz, CAV 2007 and ASE 2008). The state is a tuple, the order is the product
//! order, and a step is a step of every component. In Raddle one analysis *leads*: it executes the step, because a step of a
//! multi-threaded program has to be executed by somebody who knows threads, locks and addresses. The [`Component`]s
//! follow the edges that were executed ([`Taken`]), and each may refute the way the lead went. What they know about values becomes
//! part of the proof ([`Fact`]), so that the checker can see for itself that nobody goes where they say that nobody does.
//!
//! **Soundness.** γ of a tuple is the intersection of the γ of its parts. A concrete step out of it is a way of the lead's
//! (law of its `post`), and by the law of the components' `post` no part excludes where it leads; so the
//! tuple contains it. A way is left out only if some part shows that there is nothing to go this way.
//!
//! **Merge** keeps the parts in agreement: what was merged must cover the new state in every part, or nothing is merged.
//! Merging some parts and not others would forget how they belong together, and still not stop.
//!
//! **Cost.** One virtual call and one allocation for each component and way; nothing if there are no components.
//!
//! **Rejected**: tuples by hand for two, three, four components (types stay, but configurations are fixed when Raddle is
//! compiled); components that find each other by type (they would depend on each other); components that ask each other what they know
//! after each step (the operator ↓ of the papers), which no component had a use for.

mod component;
mod erase;
mod fact;

use std::fmt::Debug;
use std::hash::{Hash, Hasher};

use raddle_machine::{Halt, State, ThreadIx, ThreadSet};
use raddle_program::Span;
use rustc_hash::FxHasher;

pub use component::Component;
use erase::{Adapter, Erased};
pub use erase::{Part, PartPrecision};
pub use fact::{Fact, Variable};

use crate::cpa::{Cpa, ReachedSet, Successor};
use crate::run::Taken;
use crate::scheduler::{Plan, Scheduler};

/// A successor with what was executed on the way; of a way that ends in a halt: what was executed before.
#[derive(Clone, Debug)]
pub struct Recorded<S, L> {
    /// The successor.
    pub successor: Successor<S, L>,
    /// The edges, in order.
    pub run: Vec<Taken>,
}

/// An analysis that executes steps and can tell what it has executed.
pub trait Lead: Cpa {
    /// [`Cpa::initial`] with what was executed.
    fn initial_recorded(&mut self, precision: &Self::Precision) -> Vec<Recorded<Self::State, Self::Label>>;

    /// [`Cpa::post`] with what was executed. Law: the same successors in the same order.
    fn post_recorded(
        &mut self,
        state: &Self::State,
        step: &Self::Step,
        precision: &Self::Precision,
    ) -> Vec<Recorded<Self::State, Self::Label>>;

    /// The place that a user knows for one that a thread has come to from a state: of a library model of ours, the call.
    fn visible_place(&self, _state: &Self::State, _thread: ThreadIx, span: Span) -> Span {
        span
    }
}

/// A state of the lead with one of each component.
#[derive(Clone, Debug)]
pub struct CompositeState<S> {
    /// The lead's.
    pub lead: S,
    /// The components', in the order in which they were added.
    pub parts: Vec<Part>,
}

/// A precision of the lead with one of each component.
#[derive(Clone)]
pub struct CompositePrecision<P> {
    /// The lead's.
    pub lead: P,
    /// The components', in the order in which they were added.
    pub parts: Vec<PartPrecision>,
}

/// What the lead has of the states that were reached.
struct OfLeads<'r, S>(&'r dyn ReachedSet<CompositeState<S>>);

impl<S> ReachedSet<S> for OfLeads<'_, S> {
    fn added(&self) -> usize {
        self.0.added()
    }

    fn state(&self, index: usize) -> Option<&S> {
        self.0.state(index).map(|state| &state.lead)
    }
}

/// The analysis.
pub struct Composite<'c, L> {
    /// Who executes steps.
    pub lead: L,
    components: Vec<Box<dyn Erased + 'c>>,
}

impl<'c, L: Lead> Composite<'c, L> {
    /// A lead without components.
    pub fn new(lead: L) -> Composite<'c, L> {
        Composite { lead, components: Vec::new() }
    }

    /// The composite with one more component.
    #[must_use]
    pub fn with(mut self, component: impl Component + 'c) -> Composite<'c, L> {
        self.components.push(Box::new(Adapter(component)));
        self
    }

    /// The names of the components.
    pub fn names(&self) -> Vec<&'static str> {
        self.components.iter().map(|c| c.name()).collect()
    }

    /// The precision to begin with.
    pub fn precision(&self, lead: L::Precision) -> CompositePrecision<L::Precision> {
        CompositePrecision { lead, parts: self.components.iter().map(|c| c.precision()).collect() }
    }

    /// What the components know about values in a state.
    pub fn facts(&self, state: &CompositeState<L::State>) -> Vec<Fact> {
        self.components.iter().zip(&state.parts).flat_map(|(c, part)| c.facts(part)).collect()
    }

    /// Whether no component excludes a concrete state; what the lead says is the lead's business.
    pub fn parts_contain(&self, state: &CompositeState<L::State>, concrete: &State) -> bool {
        self.components.iter().zip(&state.parts).all(|(c, part)| c.contains(part, concrete))
    }

    /// Lets the components follow a way of the lead; `None` if one of them refutes it.
    fn follow(
        &mut self,
        before: Option<&L::State>,
        parts: &[Part],
        recorded: Recorded<L::State, L::Label>,
        precision: &CompositePrecision<L::Precision>,
    ) -> Option<Recorded<CompositeState<L::State>, L::Label>> {
        let Recorded { successor: Successor { label, state }, run } = recorded;
        let mut halt: Option<Halt> = None;
        let mut next = Vec::with_capacity(parts.len());
        for ((component, part), precision) in self.components.iter_mut().zip(parts).zip(&precision.parts) {
            match component.post(part, &run, precision) {
                Ok(Some(part)) => next.push(part),
                Ok(None) => return None,
                // Somebody else may still refute the way.
                Err(why) => {
                    let place =
                        before.zip(run.last()).map(|(b, last)| self.lead.visible_place(b, last.thread, why.span));
                    halt.get_or_insert(Halt { span: place.unwrap_or(why.span), ..why });
                    next.push(part.clone());
                }
            }
        }
        let lead = match (state, halt) {
            (Ok(lead), None) => lead,
            (Err(halt), _) | (Ok(_), Some(halt)) => {
                return Some(Recorded { successor: Successor { label, state: Err(halt) }, run });
            }
        };
        let state = CompositeState { lead, parts: next };
        Some(Recorded { successor: Successor { label, state: Ok(state) }, run })
    }
}

impl<L: Lead> Cpa for Composite<'_, L> {
    type State = CompositeState<L::State>;
    type Precision = CompositePrecision<L::Precision>;
    type Step = L::Step;
    type Label = L::Label;

    fn initial(&mut self, precision: &Self::Precision) -> Vec<Successor<Self::State, L::Label>> {
        self.initial_recorded(precision).into_iter().map(|r| r.successor).collect()
    }

    fn post(
        &mut self,
        state: &Self::State,
        step: &L::Step,
        precision: &Self::Precision,
    ) -> Vec<Successor<Self::State, L::Label>> {
        self.post_recorded(state, step, precision).into_iter().map(|r| r.successor).collect()
    }

    fn control(&self, state: &Self::State) -> u64 {
        let mut hasher = FxHasher::default();
        self.lead.control(&state.lead).hash(&mut hasher);
        self.components.iter().zip(&state.parts).for_each(|(c, part)| c.control(part).hash(&mut hasher));
        hasher.finish()
    }

    fn fingerprint(&self, state: &Self::State) -> u64 {
        let mut hasher = FxHasher::default();
        self.lead.fingerprint(&state.lead).hash(&mut hasher);
        self.components.iter().zip(&state.parts).for_each(|(c, part)| c.fingerprint(part).hash(&mut hasher));
        hasher.finish()
    }

    fn leq(&mut self, a: &Self::State, b: &Self::State) -> bool {
        let parts = a.parts.iter().zip(&b.parts);
        self.lead.leq(&a.lead, &b.lead) && self.components.iter_mut().zip(parts).all(|(c, (a, b))| c.leq(a, b))
    }

    fn merge(&mut self, new: &Self::State, old: &Self::State) -> Option<Self::State> {
        let lead = self.lead.merge(&new.lead, &old.lead);
        let mut changed = lead.is_some();
        let mut joined = CompositeState { lead: lead.unwrap_or_else(|| old.lead.clone()), parts: Vec::new() };
        for ((component, new), old) in self.components.iter_mut().zip(&new.parts).zip(&old.parts) {
            let part = component.merge(new, old);
            changed |= part.is_some();
            joined.parts.push(part.unwrap_or_else(|| old.clone()));
        }
        (changed && self.leq(new, &joined)).then_some(joined)
    }

    fn prec(
        &mut self,
        state: Self::State,
        precision: &Self::Precision,
        reached: &dyn ReachedSet<Self::State>,
    ) -> (Self::State, Self::Precision) {
        let (lead, adjusted) = self.lead.prec(state.lead, &precision.lead, &OfLeads(reached));
        let parts = self.components.iter_mut().zip(state.parts).zip(&precision.parts);
        let parts = parts.map(|((c, part), precision)| c.prec(part, precision)).collect();
        let adjusted = CompositePrecision { lead: adjusted, parts: precision.parts.clone() };
        (CompositeState { lead, parts }, adjusted)
    }

    fn thread(step: &L::Step) -> ThreadIx {
        L::thread(step)
    }

    fn is_target(&mut self, state: &Self::State) -> bool {
        self.lead.is_target(&state.lead)
    }
}

impl<L: Lead> Lead for Composite<'_, L> {
    fn initial_recorded(&mut self, precision: &Self::Precision) -> Vec<Recorded<Self::State, L::Label>> {
        let parts: Vec<Part> = self.components.iter_mut().map(|c| c.initial()).collect();
        let ways = self.lead.initial_recorded(&precision.lead);
        ways.into_iter().filter_map(|way| self.follow(None, &parts, way, precision)).collect()
    }

    fn post_recorded(
        &mut self,
        state: &Self::State,
        step: &L::Step,
        precision: &Self::Precision,
    ) -> Vec<Recorded<Self::State, L::Label>> {
        let ways = self.lead.post_recorded(&state.lead, step, &precision.lead);
        ways.into_iter().filter_map(|way| self.follow(Some(&state.lead), &state.parts, way, precision)).collect()
    }

    fn visible_place(&self, state: &Self::State, thread: ThreadIx, span: Span) -> Span {
        self.lead.visible_place(&state.lead, thread, span)
    }
}

/// The scheduler of a composite is that of its lead: who moves is none of the components' business.
pub struct OfLead<'s, S>(pub &'s mut S);

impl<L: Lead, S: Scheduler<L>> Scheduler<Composite<'_, L>> for OfLead<'_, S> {
    fn plan(&mut self, state: &CompositeState<L::State>, asleep: ThreadSet) -> Plan<L::Step> {
        self.0.plan(&state.lead, asleep)
    }
}
