//! Exceptions for any Galois connection (section 3).
//!
//! **Idea.** Let (α, γ) be a Galois connection between a complete Boolean lattice D and an abstract lattice, with γ(⊥) = ⊥, and E any element of D. Then
//! α_E(X) = X ∖ E and γ_E(Y) = Y ∪ E are a Galois connection of D with itself (proposition 1), so the composition (α ∘ α_E, γ_E ∘ γ) is one again: [`Excepting`]. The abstract
//! least fixpoint under it stands for a superset of the concrete one, whatever E is; and for nothing but E if E is closed under the steps and contains
//! the beginning. So every precision up to the exact one can be had by choosing E.
//!
//! **More exceptions.** γ_E adds all of E. So a larger E may be worse, but never one that is inside of the concrete least fixpoint: if E ⊆ E′ ⊆ lfp, then the result with E′ is inside of
//! the result with E. (Let Z be the result with E, a union of γ(Y) and E that is closed. Z contains lfp, so E′ ⊆ Z, and α(Z ∖ E′) ⊑ α(Z ∖ E) ⊑ Y. So Y is a post-fixpoint of the
//! iteration with E′, and the least one stands for no more than γ(Y) ∪ E′ ⊆ Z.)
//!
//! Everything here is written down as the formulas are: concrete sets are computed. It is what the polynomial algorithms are compared with.

/// A complete lattice.
pub trait Lattice: Clone + PartialEq {
    /// The least element.
    fn bottom() -> Self;

    /// Becomes the least upper bound; whether it was not that before.
    fn join(&mut self, other: &Self) -> bool;

    /// The order.
    fn is_below(&self, other: &Self) -> bool;
}

/// A complete Boolean lattice.
pub trait Boolean: Lattice {
    /// The meet with the complement of the other.
    #[must_use]
    fn minus(&self, other: &Self) -> Self;
}

/// Law: `alpha(x)` is below `y` exactly if `x` is below `gamma(y)`; and `gamma(bottom)` is the bottom.
pub trait GaloisConnection {
    /// What is abstracted.
    type Concrete: Boolean;
    /// What it becomes.
    type Abstract: Lattice;

    /// The abstraction map.
    fn alpha(&self, concrete: &Self::Concrete) -> Self::Abstract;

    /// The concretization map.
    fn gamma(&self, element: &Self::Abstract) -> Self::Concrete;
}

/// A Galois connection with an element that is excepted from it: (α ∘ α_E, γ_E ∘ γ).
#[derive(Clone, Debug)]
pub struct Excepting<G: GaloisConnection> {
    /// The connection.
    pub inner: G,
    /// E.
    pub exceptions: G::Concrete,
}

impl<G: GaloisConnection> GaloisConnection for Excepting<G> {
    type Concrete = G::Concrete;
    type Abstract = G::Abstract;

    fn alpha(&self, concrete: &G::Concrete) -> G::Abstract {
        self.inner.alpha(&concrete.minus(&self.exceptions))
    }

    fn gamma(&self, element: &G::Abstract) -> G::Concrete {
        let mut concrete = self.inner.gamma(element);
        concrete.join(&self.exceptions);
        concrete
    }
}

/// lfp(λY. α(init ∪ F(γ(Y)))), by iteration from the bottom. It ends if the abstract lattice has no infinite ascending chains.
pub fn least_fixpoint<G: GaloisConnection>(
    connection: &G,
    init: &G::Concrete,
    post: impl Fn(&G::Concrete) -> G::Concrete,
) -> G::Abstract {
    let mut element = G::Abstract::bottom();
    loop {
        let mut next = post(&connection.gamma(&element));
        next.join(init);
        if !element.join(&connection.alpha(&next)) {
            return element;
        }
    }
}
