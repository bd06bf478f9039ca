//! Programs of several threads, and what their steps make of products.
//!
//! The image of a product P at a shared part g under a step of thread i from l to l′ that leads to g′ is the product P[i := {l′}] at g′; those of all l with the same g′ together are P[i := L′]. Nothing is abstracted.
//!
//! **Beyond the paper**, whose threads change nothing but their own part: a step may also set the part of *another* thread (it creates it, or has joined it), and may have to
//! *look* at it (whether it has ended). The image of a product is then a union of products as before: P[i := {l′}, j := {m′}].
//!
//! **Cost.** Each pair of a shared and a local part is asked for its steps once; what steps make of the same set of local parts is remembered, as it comes up in many products.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{GlobId, LocalId, LocalSet, Product, ThreadNo};

/// A step of a thread.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// What is shared afterwards.
    pub glob: GlobId,
    /// Its own part afterwards.
    pub local: LocalId,
    /// The parts of others that it sets.
    pub others: Vec<(ThreadNo, LocalId)>,
}

/// The steps of a thread from a shared and a local part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// Those that depend on nothing else.
    pub alone: Vec<Step>,
    /// Others whose parts matter: what happens then is [`Multithreaded::meeting`].
    pub meets: Vec<ThreadNo>,
    /// Whether one of the steps that depend on nothing else is an error.
    pub fails: bool,
}

/// A program with finitely many shared and local parts: the paper's (Glob, Loc, (→ᵢ), init), with steps that involve another thread.
pub trait Multithreaded {
    /// Why a step cannot be followed.
    type Halt;

    /// How many threads there are; may grow while steps are asked for.
    fn threads(&self) -> usize;

    /// The local part of a thread that was not there before.
    fn absent(&self) -> LocalId;

    /// Which shared parts are looked at first: those with lower numbers. Any order is right; a good one has few steps that lead back to lower numbers.
    fn rank(&self, _glob: GlobId) -> usize {
        0
    }

    /// The initial states.
    fn initial(&mut self) -> Result<Vec<(GlobId, Vec<LocalId>)>, Self::Halt>;

    /// The steps of a thread from its part.
    fn steps(&mut self, glob: GlobId, thread: ThreadNo, local: LocalId) -> Result<Rc<Steps>, Self::Halt>;

    /// The steps of a thread that meets another one, by the part of that one. They depend on nobody else.
    fn meeting(
        &mut self,
        glob: GlobId,
        thread: (ThreadNo, LocalId),
        with: (ThreadNo, LocalId),
    ) -> Result<Rc<Steps>, Self::Halt>;
}

/// A part of the image of a product: the product with some parts replaced, at a shared part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// What is shared.
    pub glob: GlobId,
    /// The thread that moves.
    pub mover: ThreadNo,
    /// The parts that are replaced.
    pub changed: Vec<(ThreadNo, LocalSet)>,
}

impl Image {
    /// The product.
    pub fn of(&self, from: &Product, threads: usize, absent: LocalId) -> Product {
        let mut product = from.clone();
        product.grow(threads, absent);
        for (thread, set) in &self.changed {
            product.set(*thread, set.clone());
        }
        product
    }
}

/// A thread with its part and what is shared: the paper's thread state.
pub type ThreadState = (GlobId, ThreadNo, LocalId);

/// What the steps of one thread make of its part at a shared part.
#[derive(Clone, Debug, Default)]
struct Moves {
    /// The local parts that are followed.
    done: LocalSet,
    /// The parts that steps which involve nobody else lead to; mostly at one or two shared parts.
    moved: Vec<(GlobId, LocalSet)>,
    /// Steps that set the parts of others.
    involved: BTreeSet<Step>,
    /// From where the thread meets whom.
    meets: Vec<(LocalId, ThreadNo)>,
}

impl Moves {
    /// Follows the local parts of a set that are not followed yet.
    fn follow<P: Multithreaded>(
        &mut self,
        program: &mut P,
        (glob, mover): (GlobId, ThreadNo),
        part: &LocalSet,
    ) -> Result<Result<(), ThreadState>, P::Halt> {
        for local in part.iter() {
            if !self.done.insert(local) {
                continue;
            }
            let steps = program.steps(glob, mover, local)?;
            if steps.fails {
                return Ok(Err((glob, mover, local)));
            }
            for step in &steps.alone {
                if !step.others.is_empty() {
                    self.involved.insert(step.clone());
                    continue;
                }
                match self.moved.iter_mut().find(|(glob, _)| *glob == step.glob) {
                    Some((_, set)) => drop(set.insert(step.local)),
                    None => self.moved.push((step.glob, LocalSet::of(step.local))),
                }
            }
            self.meets.extend(steps.meets.iter().map(|with| (local, *with)));
        }
        Ok(Ok(()))
    }

    /// The steps in which the thread meets another one of a product.
    fn meetings<P: Multithreaded>(
        &self,
        program: &mut P,
        (glob, mover): (GlobId, ThreadNo),
        product: &Product,
    ) -> Result<Result<BTreeSet<Step>, ThreadState>, P::Halt> {
        let mut met = BTreeSet::new();
        for (local, with) in &self.meets {
            for its in product.part(*with).iter() {
                let steps = program.meeting(glob, (mover, *local), (*with, its))?;
                if steps.fails {
                    return Ok(Err((glob, mover, *local)));
                }
                for step in &steps.alone {
                    let mut step = step.clone();
                    // Who is met has the part that was looked at, even if the step does not change it.
                    if step.others.iter().all(|(other, _)| other != with) {
                        step.others.push((*with, its));
                    }
                    met.insert(step);
                }
            }
        }
        Ok(Ok(met))
    }
}

/// Remembers what steps make of sets of local parts: the same sets come up in many products.
#[derive(Default)]
pub struct Images {
    known: FxHashMap<(GlobId, ThreadNo), Vec<Rc<Moves>>>,
}

/// Sets of one thread at one shared part that are remembered.
const REMEMBERED: usize = 2;

impl Images {
    /// Nothing is known yet.
    pub fn new() -> Images {
        Images::default()
    }

    fn moves<P: Multithreaded>(
        &mut self,
        program: &mut P,
        at: (GlobId, ThreadNo),
        part: &LocalSet,
    ) -> Result<Result<Rc<Moves>, ThreadState>, P::Halt> {
        let known = self.known.entry(at).or_default();
        if let Some(moves) = known.iter().find(|moves| moves.done.is_same(part)) {
            return Ok(Ok(moves.clone()));
        }
        let largest = known.iter().enumerate().filter(|(_, moves)| moves.done.is_within(part));
        let largest = largest.max_by_key(|(_, moves)| moves.done.len()).map(|(index, _)| index);
        let mut moves = largest.map_or(Moves::default(), |index| (*known[index]).clone());
        if let Err(failing) = moves.follow(program, at, part)? {
            return Ok(Err(failing));
        }
        if known.len() == REMEMBERED {
            known.remove(0);
        }
        known.push(Rc::new(moves));
        Ok(Ok(known[known.len() - 1].clone()))
    }

    /// The image of a product under all steps of all threads, besides what stays inside of it; or where one fails. Nothing is abstracted.
    pub fn of<P: Multithreaded>(
        &mut self,
        program: &mut P,
        glob: GlobId,
        product: &Product,
    ) -> Result<Result<Vec<Image>, ThreadState>, P::Halt> {
        let mut images = Vec::new();
        for mover in (0..product.parts().len()).map(ThreadNo) {
            let part = product.part(mover);
            let moves = match self.moves(program, (glob, mover), part)? {
                Ok(moves) => moves,
                Err(failing) => return Ok(Err(failing)),
            };
            for (to, set) in &moves.moved {
                if *to != glob || !set.is_within(part) {
                    images.push(Image { glob: *to, mover, changed: vec![(mover, set.clone())] });
                }
            }
            let met = match moves.meetings(program, (glob, mover), product)? {
                Ok(met) => met,
                Err(failing) => return Ok(Err(failing)),
            };
            images.extend(moves.involved.iter().chain(&met).map(|step| {
                let own = (mover, LocalSet::of(step.local));
                let others = step.others.iter().map(|(thread, local)| (*thread, LocalSet::of(*local)));
                Image { glob: step.glob, mover, changed: std::iter::once(own).chain(others).collect() }
            }));
        }
        Ok(Ok(images))
    }
}
