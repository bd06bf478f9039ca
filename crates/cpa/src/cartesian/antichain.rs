//! Sets of tuples as antichains of Cartesian products.
//!
//! **Idea** (section 4.3). Every set of tuples is the union of the Cartesian products inside of it that are maximal, and of no other *maximized* antichain
//! (propositions 2 to 4). In that form it is easy to say whether a product is inside of the set: exactly if it is inside of one of the maximal ones. In any other
//! form it is not; that a union of products covers another is coNP-complete.
//!
//! **From any union to the maximized one**: *consensus* (W. Quine, 1955, for Boolean functions; products are cubes with several values). Two products C and D of a set give, for a
//! thread j, the product that has C_j ∪ D_j at j and C_k ∩ D_k elsewhere; it is inside of C ∪ D. Repeated until nothing new comes, with what is inside of
//! another thrown away, this leads to all maximal ones. There may be exponentially many: [`Antichain::maximise`] stops at a bound.
//!
//! **Soundness without maximality.** [`Antichain::includes`] may then say no wrongly and [`Antichain::taken_from`] take out too little; never the
//! opposite. So nothing is wrong with an antichain that is not maximized, it is only less precise.

use super::{LocalId, LocalSet, Product, ThreadNo};

/// A set of tuples as the union of products of which none is inside of another, and none is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Antichain {
    products: Vec<Product>,
}

impl Antichain {
    /// No tuples.
    pub fn new() -> Antichain {
        Antichain::default()
    }

    /// The products, in the order in which they came.
    pub fn products(&self) -> &[Product] {
        &self.products
    }

    /// Whether there are no tuples.
    pub fn is_empty(&self) -> bool {
        self.products.is_empty()
    }

    /// Whether a tuple is in the set.
    pub fn contains(&self, tuple: &[LocalId]) -> bool {
        self.products.iter().any(|product| product.contains(tuple))
    }

    /// Adds the tuples of a product; whether it was not inside of another.
    pub fn insert(&mut self, product: Product) -> bool {
        if product.is_empty() || self.includes(&product) {
            return false;
        }
        self.products.retain(|old| !old.is_within(&product));
        self.products.push(product);
        true
    }

    /// Proposition 7: whether a product is inside of the set, if the antichain is maximized. |M| · n inclusions.
    pub fn includes(&self, product: &Product) -> bool {
        product.is_empty() || self.products.iter().any(|of| product.is_within(of))
    }

    /// Lemma 6: the tuples without their place i, of those that have `local` there. Maximized if this antichain is, and not larger.
    /// |M|² · n inclusions.
    #[must_use]
    pub fn restriction(&self, thread: ThreadNo, local: LocalId) -> Antichain {
        let mut restricted = Antichain::new();
        for product in self.products.iter().filter(|product| product.part(thread).contains(local)) {
            restricted.insert(product.without_thread(thread));
        }
        restricted
    }

    /// Proposition 8: α after removing the set, α_c(γ_c(A) ∖ E): the smallest product that contains what is left of a product. Nothing if nothing is left.
    ///
    /// The paper asks for every thread i and every r in A_i whether the other parts are inside of the restriction to r. That is so for some maximal C with r in C_i that the
    /// other parts are inside of. So one look at each C is enough: if A sticks out of C at two places, C takes nothing away; if only at i, it takes C_i out of A_i; if nowhere,
    /// everything is gone. |M| · n inclusions for all i and r together.
    pub fn taken_from(&self, product: &Product) -> Option<Product> {
        let mut left = product.clone();
        if left.is_empty() {
            return None;
        }
        for taken in &self.products {
            let mut outside = (0..product.parts().len())
                .map(ThreadNo)
                .filter(|thread| !product.part(*thread).is_within(taken.part(*thread)));
            match (outside.next(), outside.next()) {
                (None, _) => return None,
                (Some(thread), None) => left.part_mut(thread).remove(taken.part(thread)),
                (Some(_), Some(_)) => {}
            }
        }
        (!left.is_empty()).then_some(left)
    }

    /// Makes the antichain the maximized one of the same set, if it has at most `most` products on the way; whether it has.
    pub fn maximise(&mut self, most: usize) -> bool {
        // All pairs below `next` were looked at.
        let mut next = 1;
        while next < self.products.len() {
            let mut found = Vec::new();
            for earlier in &self.products[..next] {
                consensus(earlier, &self.products[next], &mut found);
            }
            let mut grows = false;
            for product in found {
                grows |= self.insert(product);
            }
            // What is new may have taken the place of what was looked at.
            next = if grows { 1 } else { next + 1 };
            if self.products.len() > most {
                return false;
            }
        }
        true
    }

    /// More threads, of which the new ones have only this local part.
    pub fn grow(&mut self, threads: usize, local: LocalId) {
        for product in &mut self.products {
            product.grow(threads, local);
        }
    }
}

/// The products that two of them give together and that are inside of neither.
fn consensus(a: &Product, b: &Product, found: &mut Vec<Product>) {
    // The parts that are disjoint: with two of them nothing comes out.
    let threads = || (0..a.parts().len()).map(ThreadNo);
    let mut apart = threads().filter(|thread| a.part(*thread).is_disjoint(b.part(*thread)));
    let places = match (apart.next(), apart.next()) {
        (None, _) => None,
        (Some(only), None) => Some(only),
        (Some(_), Some(_)) => return,
    };
    let common = a.meet(b);
    for thread in threads().filter(|thread| places.is_none_or(|only| only == *thread)) {
        let (of_a, of_b) = (a.part(thread), b.part(thread));
        if of_a.is_within(of_b) || of_b.is_within(of_a) {
            continue;
        }
        let mut either: LocalSet = of_a.clone();
        either.join(of_b);
        found.push(common.with(thread, either));
    }
}
