use std::collections::BTreeSet;

use raddle_deadline::Deadline;
use raddle_smt::{Sort, Terms};

use super::cover::FewestPredicates;
use super::partition::{Mismatch, Partition, Repartition};
use super::{History, NonMonRefine};

/// Thread 0 has the locations 1 to 10 of the paper's Figure 2, thread 1 those from 11 to 20.
fn mismatch(at: u32, needed: u32) -> Mismatch {
    Mismatch { thread: 1, at: at - 11, needed: vec![needed - 11] }
}

fn classes(partition: &Partition) -> Vec<Vec<u32>> {
    let second = partition.of_thread(1).into_iter();
    second.map(|class| class.into_iter().map(|location| location + 11).collect()).collect()
}

/// Section 2 of the paper: 11 ≢ 13 or 14 ≢ 17, then 12 ≢ 16, then 11 ≢ 12. The paper prints locations in no mismatch as a class of their own; two classes are enough for them as well.
#[test]
fn the_worked_example_is_repartitioned_as_printed() {
    let mut history = History::default();
    let mut refinement = Repartition::new(&[10, 10], &Deadline::new(), None);
    let mut step = |name: &'static str, reasons: Vec<Mismatch>| {
        let partition = history.refine(&mut refinement, name, reasons).expect("there is a partition");
        assert_eq!(partition.of_thread(0).len(), 1, "the first thread is not tracked");
        (partition.count(), classes(&partition))
    };
    let others = |tracked: &[u32]| -> Vec<u32> { (11..=20).filter(|l| !tracked.contains(l)).collect() };
    let first = step("1 2 3 4 5 13 6 7 17 8", vec![mismatch(11, 13), mismatch(14, 17)]);
    assert_eq!(first, (3, vec![others(&[13]), vec![13]]), "11 and 13 are in different classes");
    let second = step("another", vec![mismatch(12, 16)]);
    assert_eq!(second, (3, vec![others(&[13, 16]), vec![13, 16]]), "{{11, 12}} and {{13, 16}}");
    let third = step("a third", vec![mismatch(11, 12)]);
    assert_eq!(third, (3, vec![others(&[12, 13]), vec![12, 13]]), "{{11, 16}} and {{12, 13}}");
}

#[test]
fn monotonic_refinement_of_the_same_leaves_four_alone() {
    let mut partition = Partition::coarsest(&[10, 10]);
    partition.split(&mismatch(11, 13));
    assert_eq!(partition.count(), 4, "{{11}}, {{13}}, the others, and the first thread");
    partition.split(&mismatch(12, 16));
    let mut found = classes(&partition);
    found.sort();
    assert_eq!(found, [vec![11], vec![12], vec![13], vec![14, 15, 17, 18, 19, 20], vec![16]]);
}

#[test]
#[should_panic(expected = "came twice")]
fn a_counterexample_that_comes_twice_is_noticed() {
    let mut history = History::default();
    let mut refinement = Repartition::new(&[2, 10], &Deadline::new(), None);
    for _ in 0..2 {
        history.refine(&mut refinement, "the same", vec![mismatch(11, 12)]);
    }
}

/// A refinement that honours nothing.
struct Liar;

impl NonMonRefine for Liar {
    type Reason = Mismatch;
    type Abstraction = Partition;

    fn choose(&mut self, _: &[Vec<Mismatch>]) -> Option<Partition> {
        Some(Partition::coarsest(&[10, 10]))
    }

    fn honours(&self, partition: &Partition, mismatch: &Mismatch) -> bool {
        partition.separates(mismatch)
    }
}

#[test]
#[should_panic(expected = "chosen to exclude")]
fn an_abstraction_that_excludes_nothing_is_noticed() {
    History::default().refine(&mut Liar, 0, vec![mismatch(11, 12)]);
}

#[test]
fn a_path_without_reasons_has_no_abstraction() {
    let mut refinement = Repartition::new(&[3], &Deadline::new(), None);
    assert_eq!(refinement.choose(&[vec![]]), None);
}

/// The number of classes that some partition of few locations needs, by trying all.
fn fewest(sizes: &[usize], paths: &[Vec<Mismatch>]) -> Option<usize> {
    let most = sizes.iter().copied().max().unwrap_or(1);
    let mut best = None;
    for number in 0..most.pow(sizes.iter().sum::<usize>() as u32) {
        let mut digits = number;
        let mut partition = Partition::coarsest(sizes);
        for (thread, size) in sizes.iter().enumerate() {
            for location in 0..*size {
                partition.classes_mut()[thread][location] = (digits % most) as u32;
                digits /= most;
            }
        }
        if paths.iter().all(|reasons| reasons.iter().any(|m| partition.separates(m))) {
            let count = partition.count();
            best = Some(best.map_or(count, |best: usize| best.min(count)));
        }
    }
    best
}

/// Numbers that look random.
fn next(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *seed >> 33
}

#[test]
fn minimal_means_minimal() {
    let sizes = [3, 3];
    let mut seed = 7;
    for round in 0..30 {
        let mut refinement = Repartition::new(&sizes, &Deadline::new(), None);
        let mut paths = Vec::new();
        for _ in 0..4 {
            let reasons = (0..1 + next(&mut seed) % 2).map(|_| {
                let (thread, at, other) = (next(&mut seed) % 2, next(&mut seed) % 3, 1 + next(&mut seed) % 2);
                let mut needed = vec![(at as u32 + other as u32) % 3];
                if next(&mut seed).is_multiple_of(4) {
                    needed = (0..3).filter(|l| *l != at as u32).collect();
                }
                Mismatch { thread: thread as usize, at: at as u32, needed }
            });
            paths.push(reasons.collect::<Vec<_>>());
            let found = refinement.choose(&paths).map(|partition| partition.count());
            assert_eq!(found, fewest(&sizes, &paths), "round {round}: {paths:?}");
        }
    }
}

#[test]
fn the_fewest_predicates_cover_all_paths() {
    let mut terms = Terms::new();
    let p: Vec<_> = (0..4).map(|i| terms.variable(&format!("p{i}"), Sort::Bool)).collect();
    let set = |indices: &[usize]| -> BTreeSet<_> { indices.iter().map(|i| p[*i]).collect() };
    let mut history = History::default();
    let mut refinement = FewestPredicates::new(&Deadline::new(), None);
    let mut step = |name: u32, reasons: Vec<BTreeSet<_>>| history.refine(&mut refinement, name, reasons);
    assert_eq!(step(0, vec![set(&[0]), set(&[2])]), Some(set(&[0])), "the first of two that cost the same");
    assert_eq!(step(1, vec![set(&[1]), set(&[2])]), Some(set(&[2])), "one predicate for both instead of two");
    assert_eq!(step(2, vec![set(&[0, 1]), set(&[2, 3])]), Some(set(&[0, 1])), "and two others for all three");
    assert_eq!(step(3, vec![set(&[3])]), Some(set(&[2, 3])));
}

/// The environment's instance: an element is a predicate with the thread that tracks it. Compared with all sets there are.
#[test]
fn the_fewest_tracked_predicates_are_the_fewest() {
    type Tracked = (u32, char);
    let all: Vec<Tracked> = (0..2).flat_map(|thread| "pqr".chars().map(move |name| (thread, name))).collect();
    let mut seed = 11;
    for round in 0..40 {
        let mut refinement = FewestPredicates::<Tracked>::new(&Deadline::new(), None);
        let mut history = History::default();
        let mut paths: Vec<Vec<BTreeSet<Tracked>>> = Vec::new();
        for path in 0..4 {
            let reasons: Vec<BTreeSet<Tracked>> = (0..1 + next(&mut seed) % 3)
                .map(|_| (0..1 + next(&mut seed) % 3).map(|_| all[next(&mut seed) as usize % all.len()]).collect())
                .collect();
            paths.push(reasons.clone());
            let chosen = history.refine(&mut refinement, path, reasons).expect("every path has a reason");
            let sets = (0..1u32 << all.len()).map(|bits| {
                all.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, p)| *p).collect::<BTreeSet<_>>()
            });
            let refutes =
                |set: &BTreeSet<Tracked>| paths.iter().all(|of| of.iter().any(|reason| reason.is_subset(set)));
            let fewest = sets.filter(refutes).map(|set| set.len()).min();
            assert_eq!(Some(chosen.len()), fewest, "round {round}: {paths:?}");
        }
    }
}
