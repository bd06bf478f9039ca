//! Section 2: Peterson's algorithm. The figure with the program is lost in our copy of the paper; the states that it prints determine it.

use raddle_cpa::cartesian::{Exceptions, FixpointEnd, Found, GlobId, Product, Reached, least_fixpoint};

use crate::toy::{States, Table, exceptions, product, stands_for, states_of};

const A: u32 = 0;
const B: u32 = 1;
const C: u32 = 2;
const D: u32 = 3;

/// Shared parts are the bits x, y, turn. Nobody fails.
pub fn peterson() -> Table {
    let mut table = Table { threads: 2, init: vec![(0b000, vec![A, A])], ..Table::default() };
    for g in 0..8 {
        for (thread, mine, other, yields) in [(0, 0b100, 0b010, 1), (1, 0b010, 0b100, 0)] {
            let turn = g & 1;
            let mut step = |from, to| table.steps.push((thread, from, to));
            step((g, A), (g | mine, B));
            step((g, B), (g & !1 | yields, C));
            let enters = g & other == 0 || turn != yields;
            step((g, C), (g, if enters { D } else { C }));
            step((g, D), (g & !mine, A));
        }
    }
    table
}

/// The exception set of the paper.
fn of_the_paper() -> Exceptions {
    exceptions(&States([(0b110, vec![B, D]), (0b110, vec![C, C]), (0b111, vec![D, B])].into()))
}

fn closed(end: FixpointEnd) -> Vec<(u32, Product)> {
    match end {
        FixpointEnd::Closed(element) => element.products().iter().map(|(g, p)| (g.0, p.clone())).collect(),
        FixpointEnd::Fails(at) => panic!("nobody fails, but at {at:?}"),
    }
}

#[test]
fn with_the_exceptions_of_the_paper_the_result_is_the_printed_one() {
    let end = least_fixpoint(&mut peterson(), &of_the_paper()).expect("no halts");
    let printed = vec![
        (0b000, product(&[&[A], &[A]])),
        (0b001, product(&[&[A], &[A]])),
        (0b010, product(&[&[A], &[B, C, D]])),
        (0b011, product(&[&[A], &[B]])),
        (0b100, product(&[&[B], &[A]])),
        (0b101, product(&[&[B, C, D], &[A]])),
        (0b110, product(&[&[B, D], &[B, C]])),
        (0b111, product(&[&[B, C], &[B, C, D]])),
    ];
    assert_eq!(closed(end.clone()), printed);
    let states = stands_for(&end, &of_the_paper()).expect("it is closed");
    assert!(states.0.iter().all(|(_, tuple)| tuple[..] != [D, D]), "mutual exclusion");
}

/// What the paper prints without exceptions has eight states more: it lets the second thread be at A while y = 1.
#[test]
fn without_exceptions_the_result_is_the_least_one() {
    let end = least_fixpoint(&mut peterson(), &Exceptions::new()).expect("no halts");
    let least = vec![
        (0b000, product(&[&[A], &[A]])),
        (0b001, product(&[&[A], &[A]])),
        (0b010, product(&[&[A], &[B, C, D]])),
        (0b011, product(&[&[A], &[B, C, D]])),
        (0b100, product(&[&[B, C, D], &[A]])),
        (0b101, product(&[&[B, C, D], &[A]])),
        (0b110, product(&[&[B, C, D], &[B, C, D]])),
        (0b111, product(&[&[B, C, D], &[B, C, D]])),
    ];
    let computed = closed(end);
    assert_eq!(computed, least);
    let printed = [(2, &[A][..]), (3, &[A]), (6, &[B, C, D]), (7, &[B, C, D])];
    let printed = printed.map(|(g, first)| (GlobId(g), product(&[first, &[A, B, C, D]])));
    let more = states_of(printed.iter().map(|(g, p)| (g, p))).0;
    let computed = computed.iter().map(|(g, p)| (GlobId(*g), p.clone())).collect::<Vec<_>>();
    let computed = states_of(computed.iter().map(|(g, p)| (g, p))).0;
    assert_eq!(more.difference(&computed).count(), 8);
    assert!(computed.contains(&(0b110, vec![D, D])) && computed.contains(&(0b111, vec![D, D])), "it is too coarse");
}

/// The notes say: adding a reachable exception never destroys the proof, adding one that is not mostly does.
#[test]
fn only_exceptions_that_are_reachable_never_hurt() {
    let reachable = peterson().reachable();
    let (mut tried, mut destroyed) = ((0, 0), (0, 0));
    for g in 0..8 {
        for (a, b) in (0..16).map(|pair| (pair / 4, pair % 4)) {
            let state = (g, vec![a, b]);
            let mut more = of_the_paper();
            if (a, b) == (D, D) || !more.insert(GlobId(g), product(&[&[a], &[b]])) {
                continue;
            }
            more.maximise(usize::MAX);
            let end = least_fixpoint(&mut peterson(), &more).expect("no halts");
            let states = stands_for(&end, &more).expect("it is closed");
            let lost = u32::from(states.0.iter().any(|(_, tuple)| tuple[..] == [D, D]));
            match reachable.0.contains(&state) {
                true => (tried.0, destroyed.0) = (tried.0 + 1, destroyed.0 + lost),
                false => (tried.1, destroyed.1) = (tried.1 + 1, destroyed.1 + lost),
            }
        }
    }
    assert_eq!(destroyed.0, 0, "of {} reachable ones", tried.0);
    assert!(destroyed.1 > tried.1 / 2, "{} of {}", destroyed.1, tried.1);
}

#[test]
fn reachable_exceptions_are_found_and_prove_it() {
    let mut table = peterson();
    let mut reached = Reached::new(&mut table).expect("no halts");
    for _ in 0..100 {
        let exceptions = reached.exceptions();
        let end = least_fixpoint(&mut table, &exceptions).expect("no halts");
        let states = stands_for(&end, &exceptions).expect("it is closed");
        if states.0.iter().all(|(_, tuple)| tuple[..] != [D, D]) {
            return;
        }
        assert_eq!(reached.expand(&mut table, 1), Ok(Found::More), "all are found, and nothing is proved");
    }
    panic!("no proof");
}
