//! The least fixpoint of Cartesian abstraction with exceptions (propositions 9 and 10, corollary 11).
//!
//! **Idea.** lfp(λX. α_cart α_E(init ∪ post γ_E γ_cart X)). An abstract element is one product for each shared part g, and so the concrete set that it stands for, exceptions included, is a union
//! of products. The image of a product P at g under a step of thread i from l to l′ that leads to g′ is the product P[i := {l′}] at g′ ([`super::images`]); those of all l with the same g′ together are P[i := L′].
//! What is left of it without the exceptions at g′ is abstracted by proposition 8 and joined to what is known at g′.
//!
//! **Soundness.** Every product that is added is expanded completely, exceptions once, the others whenever they grow; so what comes out is closed.
//!
//! **Cost.** A product is expanded at most n · |Loc| times for each g, and each time costs for each successor g′ (|M| + 1) · n set operations to compare it with the exceptions
//! there once, and then |M| + n for each thread. The steps themselves are asked for once: [`Multithreaded`] remembers them.
//!
//! **Rejected**: the proof of proposition 8 as an algorithm (a restriction for every thread and every local part). It gives the same product at n · |Loc| times the cost.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::{Antichain, GlobId, Image, Images, LocalId, LocalSet, Multithreaded, Product, ThreadNo, ThreadState};

/// An abstract element: a product for each shared part, none of them empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Element {
    products: BTreeMap<GlobId, Product>,
}

impl Element {
    /// The products.
    pub fn products(&self) -> &BTreeMap<GlobId, Product> {
        &self.products
    }

    /// Whether a state is one that the element stands for, exceptions not counted.
    pub fn contains(&self, glob: GlobId, tuple: &[LocalId]) -> bool {
        self.products.get(&glob).is_some_and(|product| product.contains(tuple))
    }
}

/// Exceptions: for each shared part a set of tuples, which should be a maximized antichain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exceptions {
    sets: BTreeMap<GlobId, Antichain>,
}

impl Exceptions {
    /// None.
    pub fn new() -> Exceptions {
        Exceptions::default()
    }

    /// The sets.
    pub fn sets(&self) -> &BTreeMap<GlobId, Antichain> {
        &self.sets
    }

    /// Adds a product; whether it was new.
    pub fn insert(&mut self, glob: GlobId, product: Product) -> bool {
        !product.is_empty() && self.sets.entry(glob).or_default().insert(product)
    }

    /// How many products there are.
    pub fn len(&self) -> usize {
        self.sets.values().map(|set| set.products().len()).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// Makes every set maximized that has at most `most` products on the way.
    pub fn maximise(&mut self, most: usize) {
        for set in self.sets.values_mut() {
            set.maximise(most);
        }
    }

    /// Whether a state is an exception.
    pub fn contains(&self, glob: GlobId, tuple: &[LocalId]) -> bool {
        self.sets.get(&glob).is_some_and(|set| set.contains(tuple))
    }

    /// More threads, of which the new ones have only this local part.
    pub fn grow(&mut self, threads: usize, local: LocalId) {
        for set in self.sets.values_mut() {
            set.grow(threads, local);
        }
    }
}

/// How the iteration ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FixpointEnd {
    /// At the least fixpoint: with the exceptions it stands for a set of states that is closed and in which no step fails.
    Closed(Element),
    /// A step fails in a state that the element or an exception stands for; it need not be reachable.
    Fails(ThreadState),
}

/// Computes the least fixpoint.
pub fn least_fixpoint<P: Multithreaded>(program: &mut P, exceptions: &Exceptions) -> Result<FixpointEnd, P::Halt> {
    let mut iteration = Iteration {
        exceptions: exceptions.clone(),
        element: Element::default(),
        images: Images::new(),
        due: BTreeMap::new(),
        threads: 0,
    };
    for (glob, tuple) in program.initial()? {
        iteration.add_state(program.rank(glob), glob, &tuple);
    }
    iteration.follow(program);
    for (glob, set) in exceptions.sets() {
        for product in set.products() {
            let mut product = product.clone();
            product.grow(iteration.threads, program.absent());
            if let Err(failing) = iteration.expand(program, *glob, &product)? {
                return Ok(FixpointEnd::Fails(failing));
            }
        }
    }
    while let Some(glob) = iteration.next() {
        let product = iteration.element.products[&glob].clone();
        if let Err(failing) = iteration.expand(program, glob, &product)? {
            return Ok(FixpointEnd::Fails(failing));
        }
    }
    Ok(FixpointEnd::Closed(iteration.element))
}

struct Iteration {
    exceptions: Exceptions,
    element: Element,
    images: Images,
    /// Where a product has grown, in the order in which that happened, by rank.
    due: BTreeMap<usize, Due>,
    threads: usize,
}

#[derive(Default)]
struct Due {
    queue: VecDeque<GlobId>,
    queued: BTreeSet<GlobId>,
}

impl Iteration {
    fn add_state(&mut self, rank: usize, glob: GlobId, tuple: &[LocalId]) {
        self.threads = self.threads.max(tuple.len());
        if !self.exceptions.contains(glob, tuple) {
            self.join(rank, glob, &Product::of(tuple));
        }
    }

    fn next(&mut self) -> Option<GlobId> {
        loop {
            let mut lowest = self.due.first_entry()?;
            match lowest.get_mut().queue.pop_front() {
                Some(glob) => {
                    lowest.get_mut().queued.remove(&glob);
                    return Some(glob);
                }
                None => drop(lowest.remove()),
            }
        }
    }

    fn join(&mut self, rank: usize, glob: GlobId, product: &Product) {
        let grows = match self.element.products.get_mut(&glob) {
            Some(known) => known.join(product),
            None => {
                self.element.products.insert(glob, product.clone());
                true
            }
        };
        if grows {
            let due = self.due.entry(rank).or_default();
            if due.queued.insert(glob) {
                due.queue.push_back(glob);
            }
        }
    }

    /// There may be more threads than before.
    fn follow<P: Multithreaded>(&mut self, program: &P) {
        let threads = program.threads();
        if threads > self.threads {
            self.threads = threads;
            self.exceptions.grow(threads, program.absent());
            for product in self.element.products.values_mut() {
                product.grow(threads, program.absent());
            }
        }
    }

    /// Adds the image of a product.
    fn expand<P: Multithreaded>(
        &mut self,
        program: &mut P,
        glob: GlobId,
        product: &Product,
    ) -> Result<Result<(), ThreadState>, P::Halt> {
        let images = match self.images.of(program, glob, product)? {
            Ok(images) => images,
            Err(failing) => return Ok(Err(failing)),
        };
        self.follow(program);
        let mut product = product.clone();
        product.grow(self.threads, program.absent());
        let mut outside: BTreeMap<GlobId, Vec<Outside>> = BTreeMap::new();
        // If a product is outside at two places more than are changed, it stays outside at two.
        let most = 2 + images.iter().map(|image| image.changed.len()).max().unwrap_or(0);
        for image in images {
            let Some(left) = self.abstracted(&product, &image, most, &mut outside) else { continue };
            self.join(program.rank(image.glob), image.glob, &left);
        }
        Ok(Ok(()))
    }

    /// Proposition 8 for an image of a product; where the product itself is outside of the exceptions is computed once for all images at the same shared part.
    fn abstracted(
        &self,
        product: &Product,
        image: &Image,
        most: usize,
        outside: &mut BTreeMap<GlobId, Vec<Outside>>,
    ) -> Option<Product> {
        let mut left = image.of(product, 0, LocalId(0));
        let Some(exceptions) = self.exceptions.sets.get(&image.glob) else { return Some(left) };
        let outside = outside
            .entry(image.glob)
            .or_insert_with(|| exceptions.products().iter().map(|taken| Outside::new(product, taken, most)).collect());
        for (taken, outside) in exceptions.products().iter().zip(outside) {
            match outside.places(taken, &image.changed) {
                Places::None => return None,
                Places::One(thread) => left.part_mut(thread).remove(taken.part(thread)),
                Places::Several => {}
            }
        }
        (!left.is_empty()).then_some(left)
    }
}

/// At which threads a product is not inside of another: the first of them, one more than can matter.
struct Outside(Vec<ThreadNo>);

enum Places {
    None,
    One(ThreadNo),
    Several,
}

impl Outside {
    /// Looks for at most so many.
    fn new(product: &Product, of: &Product, most: usize) -> Outside {
        let parts = product.parts().iter().zip(of.parts()).enumerate();
        let outside = parts.filter(|(_, (a, b))| !a.is_within(b)).map(|(thread, _)| ThreadNo(thread));
        Outside(outside.take(most).collect())
    }

    /// The same after some parts were replaced.
    fn places(&self, of: &Product, changed: &[(ThreadNo, LocalSet)]) -> Places {
        let is_changed = |place: ThreadNo| changed.iter().any(|(thread, _)| *thread == place);
        // Whatever is changed, more places than that are left.
        if self.0.len() > changed.len() + 1 {
            return Places::Several;
        }
        let kept = self.0.iter().copied().filter(|place| !is_changed(*place));
        let new = changed.iter().filter(|(thread, set)| !set.is_within(of.part(*thread))).map(|(thread, _)| *thread);
        let mut places = kept.chain(new);
        match (places.next(), places.next()) {
            (None, _) => Places::None,
            (Some(thread), None) => Places::One(thread),
            (Some(_), Some(_)) => Places::Several,
        }
    }
}
