//! Cartesian abstraction of a program whose shared parts remember something.
//!
//! **Idea.** A *ghost* is computed from the steps so far and changes nothing: who was the last to take a lock. If the shared parts are taken together with it, the abstraction keeps one product for each shared part
//! and each ghost, so it tells apart what the ghost tells apart. Without the ghosts that is a union of products for each shared part: a set of exceptions.
//!
//! **Soundness.** The program with ghosts is a program; what comes out is closed under its steps.
//!
//! **Cost.** Shared parts times ghosts. What steps make of sets of local parts does not depend on the ghosts, and is computed once for all of them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::images::{Images, Multithreaded, ThreadState};
use super::{GlobId, Product, ThreadNo};

/// What is remembered.
pub trait Ghosts<P> {
    /// What there is to remember.
    type Ghost: Clone + Ord;

    /// In the beginning.
    fn start(&self) -> Self::Ghost;

    /// After a step of a thread from a shared part to another one. Law: the same ghost if they are the same.
    fn after(&mut self, program: &P, ghost: &Self::Ghost, step: (GlobId, GlobId), mover: ThreadNo) -> Self::Ghost;
}

/// One product for each shared part with a ghost.
pub type Partition<G> = BTreeMap<(GlobId, G), Product>;

/// The least fixpoint without exceptions, of the program with ghosts; or where a step fails.
pub fn least_partition<P: Multithreaded, G: Ghosts<P>>(
    program: &mut P,
    ghosts: &mut G,
) -> Result<Result<Partition<G::Ghost>, ThreadState>, P::Halt> {
    let mut partition: Partition<G::Ghost> = BTreeMap::new();
    let mut images = Images::new();
    let mut due: BTreeMap<usize, VecDeque<(GlobId, G::Ghost)>> = BTreeMap::new();
    let mut queued: BTreeSet<(GlobId, G::Ghost)> = BTreeSet::new();
    for (glob, tuple) in program.initial()? {
        let key = (glob, ghosts.start());
        partition.entry(key.clone()).or_insert_with(|| Product::of(&tuple)).join(&Product::of(&tuple));
        due.entry(program.rank(glob)).or_default().push_back(key);
    }
    while let Some(mut lowest) = due.first_entry() {
        let Some(key) = lowest.get_mut().pop_front() else {
            lowest.remove();
            continue;
        };
        queued.remove(&key);
        let mut product = partition[&key].clone();
        product.grow(program.threads(), program.absent());
        let (glob, ghost) = key;
        let found = match images.of(program, glob, &product)? {
            Ok(found) => found,
            Err(failing) => return Ok(Err(failing)),
        };
        for image in found {
            let (threads, absent) = (program.threads(), program.absent());
            let next = image.of(&product, threads, absent);
            let key = (image.glob, ghosts.after(program, &ghost, (glob, image.glob), image.mover));
            let grows = match partition.get_mut(&key) {
                Some(known) => {
                    known.grow(threads, absent);
                    known.join(&next)
                }
                None => {
                    partition.insert(key.clone(), next);
                    true
                }
            };
            if grows && queued.insert(key.clone()) {
                due.entry(program.rank(key.0)).or_default().push_back(key);
            }
        }
    }
    let threads = program.threads();
    partition.values_mut().for_each(|product| product.grow(threads, program.absent()));
    Ok(Ok(partition))
}
