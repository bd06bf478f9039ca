//! Products of states that are all reachable.
//!
//! **Idea.** Exceptions that are not reachable may ruin a proof; those that are never do ([`super::galois`]). So exceptions are looked for by a search that abstracts nothing. It goes in
//! whole products: the image of a product of reachable states is a union of products of reachable states ([`Images`]). Two things make the products large:
//! - *Solo excursions.* If a thread, by steps of its own that set nobody else's part, comes from g and its part l back to g with the part l′, then it can do so whatever the others' parts
//!   are, and all threads can, one after the other. So each set of a product at g may be closed under such excursions.
//! - *Merging.* Two products at the same g that differ for one thread only are one product.
//!
//! **Laws.** All states of all products are reachable. If the search is exhausted, every reachable state is in one of them.
//!
//! **Cost.** In the worst case that of exhaustive search, times n; where threads are independent but for what is shared, as behind a lock, one product stands for exponentially many
//! states. It is any-time: after every step what was found can be used.
//!
//! **Rejected**: exceptions made from spurious counterexamples. Adding one unreachable state to the paper's set for Peterson's algorithm destroys the proof in 82 of 108 cases.

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::{FxHashMap, FxHashSet};

use super::images::ThreadState;
use super::{Exceptions, GlobId, Images, LocalId, LocalSet, Multithreaded, Product, ThreadNo};

/// Thread states on one excursion.
const LONGEST_EXCURSION: usize = 4096;

/// What a part of the search has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// There is more to look at.
    More,
    /// Every reachable state is in one of the products.
    Everything,
    /// A thread fails in a state that is reachable.
    Fails(ThreadState),
}

/// The products that were found.
#[derive(Default)]
pub struct Reached {
    nodes: Vec<Node>,
    /// The nodes at a shared part that are inside of no other.
    largest: BTreeMap<GlobId, Vec<usize>>,
    due: BTreeMap<usize, VecDeque<usize>>,
    images: Images,
    /// What the sets of a thread at a shared part become by excursions.
    closed: FxHashMap<(GlobId, ThreadNo, LocalSet), LocalSet>,
    threads: usize,
}

struct Node {
    glob: GlobId,
    product: Product,
    /// Whether it is inside of no other.
    largest: bool,
}

impl Reached {
    /// The initial states.
    pub fn new<P: Multithreaded>(program: &mut P) -> Result<Reached, P::Halt> {
        let mut reached = Reached::default();
        for (glob, tuple) in program.initial()? {
            reached.add(program, glob, Product::of(&tuple))?;
        }
        Ok(reached)
    }

    /// Expands at most so many products.
    pub fn expand<P: Multithreaded>(&mut self, program: &mut P, most: usize) -> Result<Found, P::Halt> {
        let mut expanded = 0;
        while expanded < most {
            let Some(node) = self.next() else { return Ok(Found::Everything) };
            if !self.nodes[node].largest {
                continue;
            }
            expanded += 1;
            let (glob, product) = (self.nodes[node].glob, self.nodes[node].product.clone());
            match self.images.of(program, glob, &product)? {
                Err(failing) => return Ok(Found::Fails(failing)),
                Ok(images) => {
                    let (threads, absent) = (program.threads(), program.absent());
                    for image in images {
                        self.add(program, image.glob, image.of(&product, threads, absent))?;
                    }
                }
            }
        }
        Ok(Found::More)
    }

    /// The products that are inside of no other.
    pub fn exceptions(&self) -> Exceptions {
        let mut exceptions = Exceptions::new();
        for node in self.nodes.iter().filter(|node| node.largest) {
            exceptions.insert(node.glob, node.product.clone());
        }
        exceptions
    }

    /// How many products there are that are inside of no other.
    pub fn len(&self) -> usize {
        self.largest.values().map(Vec::len).sum()
    }

    /// Whether nothing is reached.
    pub fn is_empty(&self) -> bool {
        self.largest.is_empty()
    }

    fn next(&mut self) -> Option<usize> {
        loop {
            let mut lowest = self.due.first_entry()?;
            match lowest.get_mut().pop_front() {
                Some(node) => return Some(node),
                None => drop(lowest.remove()),
            }
        }
    }

    fn includes(&self, glob: GlobId, product: &Product) -> bool {
        self.largest.get(&glob).is_some_and(|nodes| nodes.iter().any(|n| product.is_within(&self.nodes[*n].product)))
    }

    fn add<P: Multithreaded>(&mut self, program: &mut P, glob: GlobId, mut product: Product) -> Result<(), P::Halt> {
        self.follow(program);
        product.grow(self.threads, program.absent());
        if self.includes(glob, &product) {
            return Ok(());
        }
        for thread in (0..product.parts().len()).map(ThreadNo) {
            let closed = self.close(program, glob, thread, product.part(thread))?;
            product.set(thread, closed);
        }
        // An excursion may have created a thread elsewhere, but not here.
        self.follow(program);
        product.grow(self.threads, program.absent());
        while !self.includes(glob, &product) {
            let nodes = self.largest.entry(glob).or_default();
            let merged = nodes.iter().find_map(|node| union(&self.nodes[*node].product, &product));
            nodes.retain(|node| {
                let kept = !self.nodes[*node].product.is_within(&product);
                self.nodes[*node].largest &= kept;
                kept
            });
            nodes.push(self.nodes.len());
            self.due.entry(program.rank(glob)).or_default().push_back(self.nodes.len());
            self.nodes.push(Node { glob, product: product.clone(), largest: true });
            match merged {
                Some(merged) => product = merged,
                None => break,
            }
        }
        Ok(())
    }

    /// There may be more threads than before.
    fn follow<P: Multithreaded>(&mut self, program: &P) {
        if program.threads() > self.threads {
            self.threads = program.threads();
            for node in &mut self.nodes {
                node.product.grow(self.threads, program.absent());
            }
        }
    }

    /// What the set of a thread becomes by steps of its own that lead back to the same shared part.
    fn close<P: Multithreaded>(
        &mut self,
        program: &mut P,
        glob: GlobId,
        thread: ThreadNo,
        set: &LocalSet,
    ) -> Result<LocalSet, P::Halt> {
        let key = (glob, thread, set.clone());
        if let Some(closed) = self.closed.get(&key) {
            return Ok(closed.clone());
        }
        let mut closed = set.clone();
        let mut seen: FxHashSet<(GlobId, LocalId)> = set.iter().map(|local| (glob, local)).collect();
        let mut due: VecDeque<(GlobId, LocalId)> = set.iter().map(|local| (glob, local)).collect();
        while let Some((at, local)) = due.pop_front() {
            if seen.len() > LONGEST_EXCURSION {
                break;
            }
            // What cannot be followed is noticed where the product itself is expanded.
            let Ok(steps) = program.steps(at, thread, local) else { continue };
            for step in steps.alone.iter().filter(|step| step.others.is_empty()) {
                if seen.insert((step.glob, step.local)) {
                    due.push_back((step.glob, step.local));
                    if step.glob == glob {
                        closed.insert(step.local);
                    }
                }
            }
        }
        self.closed.insert(key, closed.clone());
        Ok(closed)
    }
}

/// The union of two products, if it is one and larger than both: they differ for one thread only.
fn union(a: &Product, b: &Product) -> Option<Product> {
    let mut differ = (0..a.parts().len()).map(ThreadNo).filter(|thread| !a.part(*thread).is_same(b.part(*thread)));
    let (Some(thread), None) = (differ.next(), differ.next()) else { return None };
    let mut either = a.part(thread).clone();
    let larger = either.join(b.part(thread)) && either != *b.part(thread);
    larger.then(|| a.with(thread, either))
}
