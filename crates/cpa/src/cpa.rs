//! The tuple: what makes an analysis.

use std::fmt::Debug;

use raddle_machine::{Halt, ThreadIx};

/// One way a step can go.
#[derive(Clone, Debug)]
pub struct Successor<S, L> {
    /// Which way.
    pub label: L,
    /// Where it leads, or why it cannot be followed.
    pub state: Result<S, Halt>,
}

/// The states reached so far, for [`Cpa::prec`] to look at.
pub trait ReachedSet<S> {
    /// How many were added, those included that were taken out again.
    fn added(&self) -> usize;

    /// One of them, in the order in which they were added; `None` if it was taken out again.
    fn state(&self, index: usize) -> Option<&S>;
}

/// Nothing was reached.
#[derive(Clone, Copy, Debug)]
pub struct Nowhere;

impl<S> ReachedSet<S> for Nowhere {
    fn added(&self) -> usize {
        0
    }

    fn state(&self, _: usize) -> Option<&S> {
        None
    }
}

impl<S> ReachedSet<S> for Vec<S> {
    fn added(&self) -> usize {
        self.len()
    }

    fn state(&self, index: usize) -> Option<&S> {
        self.get(index)
    }
}

/// A configurable program analysis.
///
/// γ(e) is the set of concrete states that an abstract state e stands for; ⊑ is [`Cpa::leq`].
///
/// **Convergence.** [`explore`](crate::explore) ends if there are no infinite sequences of states that differ by `post`
/// and are not stopped. Nothing in the framework enforces that; limits do.
///
/// The methods take `&mut self` because analyses share what they build (terms, decision diagrams) between states. What
/// they return depends on their arguments only.
pub trait Cpa {
    /// An abstract state.
    type State: Clone + Debug;
    /// How much is tracked.
    type Precision: Clone;
    /// A step of the program: who moves.
    type Step: Clone + Debug + PartialEq;
    /// Which of the ways a step can go.
    type Label: Clone + Debug + PartialEq;

    /// The states in which the program starts.
    ///
    /// Law: the γ of the result together contain every initial concrete state.
    fn initial(&mut self, precision: &Self::Precision) -> Vec<Successor<Self::State, Self::Label>>;

    /// The abstract successors of a state under a step; in the same order whenever it is asked.
    ///
    /// Law: ⋃ γ(out) ⊇ { c' | c ∈ γ(state), c → c' by the step }, unless some way ends in a halt.
    fn post(
        &mut self,
        state: &Self::State,
        step: &Self::Step,
        precision: &Self::Precision,
    ) -> Vec<Successor<Self::State, Self::Label>>;

    /// The control state, as a number. Only states with the same number are merged or compared.
    ///
    /// Law: a ⊑ b implies control(a) = control(b). (The converse need not hold: numbers may collide.)
    fn control(&self, state: &Self::State) -> u64;

    /// The whole state, as a number: where to look first for a state that covers another.
    ///
    /// Law: equal states have equal numbers.
    fn fingerprint(&self, state: &Self::State) -> u64;

    /// Whether one state is below another.
    ///
    /// Law: a ⊑ b implies γ(a) ⊆ γ(b); ⊑ is reflexive and transitive.
    fn leq(&mut self, a: &Self::State, b: &Self::State) -> bool;

    /// Weakens a state of the reached set with a new one; `None` keeps the old one as it is.
    ///
    /// Law: old ⊑ result, and not result ⊑ old.
    fn merge(&mut self, new: &Self::State, old: &Self::State) -> Option<Self::State>;

    /// Adjusts a new state and its precision, after a look at what was reached (*dynamic precision adjustment*). The precision is that of the state it comes from;
    /// what is returned is that of the new one, and so of all that is reached from it.
    ///
    /// Law: state ⊑ the state that is returned, whatever was reached.
    fn prec(
        &mut self,
        state: Self::State,
        precision: &Self::Precision,
        reached: &dyn ReachedSet<Self::State>,
    ) -> (Self::State, Self::Precision);

    /// Who moves in a step.
    fn thread(step: &Self::Step) -> ThreadIx;

    /// Whether the state violates the property.
    ///
    /// Law: if γ(state) contains a violating state, the answer is yes.
    fn is_target(&mut self, state: &Self::State) -> bool;
}
