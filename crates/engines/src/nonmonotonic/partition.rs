//! Partitions of control locations with the fewest classes.
//!
//! **Idea** (Figure 4 of the paper, `NonMonControlRefine`). A spurious counterexample in which a thread is at one location and goes on from another has *mismatches*: pairs of locations of which the abstraction
//! believed that they are one. It is excluded as soon as the two locations of one mismatch are in different classes. So every counterexample is a disjunction of inequations `bits(ℓ) ≠ bits(ℓ′)`, and a partition
//! is a solution of all of them.
//!
//! **Corrections.** As printed the figure gives each location ⌈log₂ m⌉ bits, which admits up to 2^⌈log₂ m⌉ classes, and increments m before it has failed: it does not minimise. Here `bits(ℓ) < mᵢ` for the locations
//! of thread i, the sum of all mᵢ (which is the paper's |≡|: a class belongs to one thread, and a thread whose counter is not tracked counts one) is at most m, and m grows only after failure; it starts from the last number. That is sound
//! because constraints are only added.
//!
//! **Choice.** Of the partitions with the fewest classes the one is taken that honours the first reason of every counterexample where it can and none of its reasons is honoured already, in the order of the counterexamples, and then gives each location the
//! first class that it can have. So the result is a function of the history. Locations in no mismatch are in the first class of their thread.
//! The constraints of the history stay in one solver.
//!
//! **Cost.** A location has the least class that none of its class's earlier members is in (restricted growth), without which the solver would look at every permutation of the classes to find out that m is not
//! enough.

use std::collections::BTreeMap;

use raddle_deadline::Deadline;
use raddle_smt::{Answer, Embedded, Solver, Sort, Stop, Term, Terms};

use super::NonMonRefine;

/// A location of a thread, as a number.
pub type Location = u32;

/// A thread of the program that is one of a fixed number.
pub type ThreadNumber = usize;

/// That a thread is at a location, and the path goes on from another, or from one of several.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mismatch {
    /// Which thread.
    pub thread: ThreadNumber,
    /// Where it is.
    pub at: Location,
    /// Where it would have to be: at any of these. The abstraction has to keep all of them apart from where it is.
    pub needed: Vec<Location>,
}

/// Classes of the locations of all threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// For each thread the class of each location; classes are numbered from 0.
    classes: Vec<Vec<u32>>,
}

impl Partition {
    /// One class for each thread; `sizes` are the numbers of locations.
    pub fn coarsest(sizes: &[usize]) -> Partition {
        Partition { classes: sizes.iter().map(|size| vec![0; *size]).collect() }
    }

    /// Every location is a class.
    pub fn finest(sizes: &[usize]) -> Partition {
        Partition { classes: sizes.iter().map(|size| (0..*size as u32).collect()).collect() }
    }

    /// The class of a location.
    pub fn class(&self, thread: ThreadNumber, location: Location) -> u32 {
        self.classes[thread][location as usize]
    }

    /// The classes of a thread.
    pub fn of_thread(&self, thread: ThreadNumber) -> Vec<Vec<Location>> {
        let mut found: BTreeMap<u32, Vec<Location>> = BTreeMap::new();
        for (location, class) in self.classes[thread].iter().enumerate() {
            found.entry(*class).or_default().push(location as Location);
        }
        found.into_values().collect()
    }

    #[cfg(test)]
    pub(super) fn classes_mut(&mut self) -> &mut Vec<Vec<u32>> {
        &mut self.classes
    }

    /// How many classes there are: the paper's |≡|.
    pub fn count(&self) -> usize {
        (0..self.classes.len()).map(|thread| self.of_thread(thread).len()).sum()
    }

    /// Whether a mismatch cannot happen any more.
    pub fn separates(&self, mismatch: &Mismatch) -> bool {
        let Mismatch { thread, at, needed } = mismatch;
        needed.iter().all(|other| self.class(*thread, *at) != self.class(*thread, *other))
    }

    /// Monotonic refinement: the location gets a class of its own, and so does the other one if there is only one. (The paper's section 2: after 11 ≢ 13 and 12 ≢ 16 all four are alone.)
    pub fn split(&mut self, mismatch: &Mismatch) {
        let Mismatch { thread, at, needed } = mismatch;
        let classes = &mut self.classes[*thread];
        let alone = if let [other] = needed[..] { vec![*at, other] } else { vec![*at] };
        for location in alone {
            let class = classes[location as usize];
            if classes.iter().filter(|c| **c == class).count() > 1 {
                classes[location as usize] = classes.iter().max().map_or(0, |last| last + 1);
            }
        }
    }
}

/// Chooses partitions with the fewest classes.
pub struct Repartition {
    sizes: Vec<usize>,
    /// The number of classes found last.
    classes: usize,
    deadline: Deadline,
    stop: Option<Stop>,
    /// The constraints of the paths so far.
    encoding: Option<Encoding>,
}

impl Repartition {
    /// For threads with so many locations.
    pub fn new(sizes: &[usize], deadline: &Deadline, stop: Option<Stop>) -> Repartition {
        Repartition { sizes: sizes.to_vec(), classes: sizes.len(), deadline: deadline.clone(), stop, encoding: None }
    }
}

/// The constraints on classes, and who solves them.
struct Encoding {
    terms: Terms,
    solver: Embedded,
    width: u32,
    bits: BTreeMap<(ThreadNumber, Location), Term>,
    /// The paths whose constraints it has.
    paths: Vec<Vec<Mismatch>>,
    /// For each path a formula for each of its reasons.
    reasons: Vec<Vec<Term>>,
    /// The sum of the numbers of classes of all threads.
    total: Term,
    /// What was chosen so far, of this choice only.
    chosen: Vec<Term>,
}

impl Encoding {
    fn new(refinement: &Repartition) -> Encoding {
        let mut solver = Embedded::within(&refinement.deadline);
        solver.set_stop(refinement.stop.clone());
        // Wide enough for the sum of all numbers of classes, none of which is larger than the number of locations.
        let most = refinement.sizes.iter().copied().max().unwrap_or(0) + 1;
        let width = usize::BITS - (most * (refinement.sizes.len() + 1)).leading_zeros() + 1;
        let mut terms = Terms::within(&refinement.deadline);
        let total = terms.constant(0, width);
        let (bits, paths, reasons, chosen) = (BTreeMap::new(), Vec::new(), Vec::new(), Vec::new());
        let mut encoding = Encoding { terms, solver, width, bits, paths, reasons, total, chosen };
        for (thread, size) in refinement.sizes.iter().enumerate() {
            encoding.limit(thread, *size);
        }
        encoding
    }

    /// The classes of a thread are those below its number of classes, each of which begins where the ones before it have begun.
    fn limit(&mut self, thread: ThreadNumber, size: usize) {
        let number = self.terms.variable(&format!("classes {thread}"), Sort::Bv(self.width));
        let one = self.terms.constant(1, self.width);
        let most = self.terms.constant(size.max(1) as u128, self.width);
        let (at_least_one, not_more) = (self.terms.ule(one, number), self.terms.ule(number, most));
        self.solver.assert(&self.terms, at_least_one);
        self.solver.assert(&self.terms, not_more);
        // How many classes were begun so far.
        let mut begun = self.terms.constant(0, self.width);
        for location in 0..size as Location {
            let bits = self.terms.variable(&format!("class {thread} {location}"), Sort::Bv(self.width));
            self.bits.insert((thread, location), bits);
            let (below, grows) = (self.terms.ult(bits, number), self.terms.ule(bits, begun));
            let new = self.terms.equal(bits, begun);
            let more = self.terms.add(begun, one);
            begun = self.terms.ite(new, more, begun);
            self.solver.assert(&self.terms, below);
            self.solver.assert(&self.terms, grows);
        }
        self.total = self.terms.add(self.total, number);
    }

    /// Excludes one more path.
    fn exclude(&mut self, path: &[Mismatch]) {
        let reasons = path.iter().map(|mismatch| self.differs(mismatch)).collect::<Vec<Term>>();
        let some = self.terms.disjunction(reasons.iter().copied());
        self.solver.assert(&self.terms, some);
        self.reasons.push(reasons);
        self.paths.push(path.to_vec());
    }

    /// That the locations of a mismatch are in different classes.
    fn differs(&mut self, mismatch: &Mismatch) -> Term {
        let at = self.bits[&(mismatch.thread, mismatch.at)];
        let others: Vec<Term> = mismatch.needed.iter().map(|other| self.bits[&(mismatch.thread, *other)]).collect();
        let different: Vec<Term> = others.into_iter().map(|other| self.terms.distinct(at, other)).collect();
        self.terms.conjunction(different)
    }

    /// Whether all constraints, all that was chosen and one more can be met; then it is chosen. `None` if nobody knows.
    fn choose(&mut self, formula: Term) -> Option<bool> {
        self.chosen.push(formula);
        // The solution that was found last may be one of it, too.
        if self.solver.value(&self.terms, formula) == Some(1) {
            return Some(true);
        }
        match self.solver.check(&self.terms, &self.chosen) {
            Answer::Sat => Some(true),
            Answer::Unsat => {
                self.chosen.pop();
                Some(false)
            }
            Answer::Unknown(_) => None,
        }
    }
}

impl NonMonRefine for Repartition {
    type Reason = Mismatch;
    type Abstraction = Partition;

    fn choose(&mut self, paths: &[Vec<Mismatch>]) -> Option<Partition> {
        if paths.iter().any(Vec::is_empty) {
            return None;
        }
        let kept = self.encoding.take().filter(|encoding| paths.starts_with(&encoding.paths));
        let mut encoding = kept.unwrap_or_else(|| Encoding::new(self));
        for path in &paths[encoding.paths.len()..] {
            encoding.exclude(path);
        }
        encoding.chosen.clear();
        let most = self.sizes.iter().map(|size| (*size).max(1)).sum::<usize>();
        loop {
            let number = encoding.terms.constant(self.classes as u128, encoding.width);
            let enough = encoding.terms.ule(encoding.total, number);
            // What was found before does not know of the new path.
            match encoding.solver.check(&encoding.terms, &[enough]) {
                Answer::Sat => {
                    encoding.chosen.push(enough);
                    break;
                }
                Answer::Unsat if self.classes < most => self.classes += 1,
                Answer::Unsat | Answer::Unknown(_) => return None,
            }
        }
        for reasons in encoding.reasons.clone() {
            if reasons.iter().any(|reason| encoding.chosen.contains(reason)) {
                continue;
            }
            for reason in reasons {
                if encoding.choose(reason)? {
                    break;
                }
            }
        }
        let mut partition = Partition::coarsest(&self.sizes);
        for ((thread, location), bits) in encoding.bits.clone() {
            let mut class = 0;
            loop {
                let number = encoding.terms.constant(u128::from(class), encoding.width);
                let is = encoding.terms.equal(bits, number);
                if encoding.choose(is)? {
                    break;
                }
                class += 1;
            }
            partition.classes[thread][location as usize] = class;
        }
        self.encoding = Some(encoding);
        Some(partition)
    }

    fn honours(&self, partition: &Partition, mismatch: &Mismatch) -> bool {
        partition.separates(mismatch)
    }
}
