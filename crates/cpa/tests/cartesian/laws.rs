//! Propositions, lemmas and laws, on random small sets and programs; and that each of them can fail.

use std::collections::BTreeSet;

use proptest::prelude::*;
use raddle_cpa::cartesian::galois::{self, Boolean, Excepting, GaloisConnection, Lattice};
use raddle_cpa::cartesian::{
    Antichain, Exceptions, FixpointEnd, Found, LocalId, LocalSet, Product, Reached, ThreadNo, least_fixpoint,
};

use crate::toy::{
    Cartesian, Meeting, States, Table, ThreadStates, excepted, exceptions, product, stands_for, tuple, tuples_in,
    tuples_of,
};

/// Local parts of a thread.
const LOCALS: u32 = 3;
/// Shared parts.
const SHARED: u32 = 3;

type Tuples = BTreeSet<Vec<u32>>;

fn tuples(threads: usize) -> impl Strategy<Value = Tuples> {
    prop::collection::btree_set(prop::collection::vec(0..LOCALS, threads), 0..14)
}

fn states(threads: usize) -> impl Strategy<Value = States> {
    prop::collection::btree_set((0..SHARED, prop::collection::vec(0..LOCALS, threads)), 0..14).prop_map(States)
}

fn products(threads: usize) -> impl Strategy<Value = Product> {
    let set = (1u32..1 << LOCALS).prop_map(|bits| (0..LOCALS).filter(|l| bits >> l & 1 == 1).map(LocalId).collect());
    prop::collection::vec(set, threads).prop_map(Product::new)
}

fn programs() -> impl Strategy<Value = Table> {
    let step = (0..2usize, (0..SHARED, 0..LOCALS), (0..SHARED, 0..LOCALS));
    let meeting = ((0..SHARED, 0..LOCALS, 0..LOCALS), (0..SHARED, 0..LOCALS, 0..LOCALS));
    let meeting = meeting.prop_map(|(from, to)| Meeting { movers: (0, 1), from, to });
    let steps = prop::collection::vec(step, 0..14);
    let init = prop::collection::vec((0..SHARED, prop::collection::vec(0..LOCALS, 2)), 1..3);
    let fails = prop::collection::vec((0..2usize, (0..SHARED, 0..LOCALS)), 0..2);
    (init, steps, fails, prop::collection::vec(meeting, 0..2)).prop_map(|(init, steps, fails, meetings)| Table {
        threads: 2,
        init,
        steps,
        fails,
        meetings,
    })
}

/// A set of tuples as a maximized antichain.
fn antichain(tuples: &Tuples) -> Antichain {
    let mut antichain = plain(tuples);
    antichain.maximise(usize::MAX);
    antichain
}

/// A set of tuples as one product for each.
fn plain(tuples: &Tuples) -> Antichain {
    let mut antichain = Antichain::new();
    for locals in tuples {
        antichain.insert(Product::of(&tuple(locals)));
    }
    antichain
}

/// All products that are not empty.
fn all_products(threads: usize) -> Vec<Product> {
    let sets: Vec<LocalSet> =
        (1u32..1 << LOCALS).map(|bits| (0..LOCALS).filter(|l| bits >> l & 1 == 1).map(LocalId).collect()).collect();
    let mut parts: Vec<Vec<LocalSet>> = vec![vec![]];
    for _ in 0..threads {
        parts =
            parts.iter().flat_map(|p| sets.iter().map(move |s| [&p[..], std::slice::from_ref(s)].concat())).collect();
    }
    parts.into_iter().map(Product::new).collect()
}

/// The law of Galois connections, for one element on each side.
fn is_connected<G: GaloisConnection>(connection: &G, x: &G::Concrete, y: &G::Abstract) -> bool {
    connection.alpha(x).is_below(y) == x.is_below(&connection.gamma(y))
}

fn excepting<G: GaloisConnection<Concrete = States>>(inner: G, exceptions: &States) -> Excepting<G> {
    Excepting { inner, exceptions: exceptions.clone() }
}

/// Proposition 3: exactly the maximal products of a set.
fn is_maximized(antichain: &Antichain, tuples: &Tuples) -> bool {
    let inside: Vec<Product> =
        all_products(3).into_iter().filter(|product| tuples_of(product).is_subset(tuples)).collect();
    let is_maximal = |p: &&Product| inside.iter().all(|other| other == *p || !p.is_within(other));
    let maximal: BTreeSet<&Product> = inside.iter().filter(is_maximal).collect();
    antichain.products().iter().collect::<BTreeSet<_>>() == maximal
}

/// Proposition 8, by its definition.
fn takes_as_defined(taken: Option<Product>, tuples: &Tuples, from: &Product) -> bool {
    let left: Vec<Vec<u32>> = tuples_of(from).difference(tuples).cloned().collect();
    let projected = (0..from.parts().len()).map(|i| left.iter().map(|tuple| LocalId(tuple[i])).collect()).collect();
    taken == (!left.is_empty()).then(|| Product::new(projected))
}

/// What the paper's algorithm has to compute, by the formula of section 3.
fn by_formula(table: &Table, excepted: &States) -> States {
    let connection = excepting(Cartesian(2), excepted);
    let init = States(table.init.iter().cloned().collect());
    connection.gamma(&galois::least_fixpoint(&connection, &init, |states| table.post(states)))
}

/// Whether the algorithm computes it; where it stops because a thread fails, one has to.
fn computes(end: &FixpointEnd, table: &Table, exceptions: &Exceptions) -> bool {
    let expected = by_formula(table, &excepted(exceptions));
    match stands_for(end, exceptions) {
        Some(states) => states == expected && !expected.0.iter().any(|state| table.fails_in(state)),
        None => expected.0.iter().any(|state| table.fails_in(state)),
    }
}

proptest! {
    /// Proposition 1, and that the composition with Cartesian abstraction is a Galois connection.
    #[test]
    fn exceptions_are_a_galois_connection(x in states(2), y in states(2), e in states(2)) {
        let element = Cartesian(2).alpha(&y);
        prop_assert!(is_connected(&Cartesian(2), &x, &element));
        let (of_sets, of_products) = (excepting(Identity, &e), excepting(Cartesian(2), &e));
        prop_assert!(is_connected(&of_sets, &x, &y));
        prop_assert!(is_connected(&of_products, &x, &element));
        prop_assert_eq!(Cartesian(2).gamma(&ThreadStates::bottom()), States::bottom());
    }

    #[test]
    fn lemma_5(a in products(3), b in products(3)) {
        prop_assert_eq!(a.is_within(&b), tuples_of(&a).is_subset(&tuples_of(&b)));
        let empty = a.with(ThreadNo(1), LocalSet::new());
        prop_assert!(empty.is_within(&b) && tuples_of(&empty).is_empty());
    }

    /// Propositions 2, 3 and 4: consensus finds exactly the maximal products.
    #[test]
    fn consensus_maximises(set in tuples(3)) {
        let maximized = antichain(&set);
        prop_assert_eq!(&tuples_in(&maximized), &set);
        prop_assert!(is_maximized(&maximized, &set));
    }

    #[test]
    fn lemma_6(set in tuples(3), thread in 0..3usize, local in 0..LOCALS) {
        let maximized = antichain(&set);
        let restricted = maximized.restriction(ThreadNo(thread), LocalId(local));
        let mut expected: Tuples = set.iter().filter(|t| t[thread] == local).cloned().collect();
        expected = expected.into_iter().map(|mut t| { t.remove(thread); t }).collect();
        prop_assert_eq!(&tuples_in(&restricted), &expected);
        prop_assert!(restricted.products().len() <= maximized.products().len());
        let mut again = restricted.clone();
        prop_assert!(again.maximise(usize::MAX));
        prop_assert_eq!(again, restricted, "it is maximized already");
    }

    #[test]
    fn proposition_7(set in tuples(3), a in products(3)) {
        let inside = tuples_of(&a).is_subset(&set);
        prop_assert_eq!(antichain(&set).includes(&a), inside);
        // Without maximality it may only be said less often.
        prop_assert!(inside || !plain(&set).includes(&a));
    }

    #[test]
    fn proposition_8(set in tuples(3), a in products(3)) {
        prop_assert!(takes_as_defined(antichain(&set).taken_from(&a), &set, &a));
        // The algorithm as the paper writes it, by restrictions.
        let maximized = antichain(&set);
        let parts = (0..3).map(|i| a.part(ThreadNo(i)).iter().filter(|local| {
            !maximized.restriction(ThreadNo(i), *local).includes(&a.without_thread(ThreadNo(i)))
        }).collect::<LocalSet>()).collect();
        let by_restrictions = Product::new(parts);
        prop_assert_eq!(maximized.taken_from(&a), (!by_restrictions.is_empty()).then_some(by_restrictions));
        // Without maximality less is taken, never too much.
        let less = plain(&set).taken_from(&a);
        let left: Tuples = tuples_of(&a).difference(&set).cloned().collect();
        prop_assert!(left.is_subset(&less.map_or(Tuples::new(), |less| tuples_of(&less))));
    }

    /// Propositions 9 and 10 and corollary 11.
    #[test]
    fn the_algorithm_computes_the_formula(table in programs(), e in states(2)) {
        let exceptions = exceptions(&e);
        let end = least_fixpoint(&mut table.clone(), &exceptions).expect("no halts");
        prop_assert!(computes(&end, &table, &exceptions), "{end:?}");
    }

    /// The result contains what is reachable; with a closed exception set it is nothing but that set.
    #[test]
    fn closed_exceptions_are_the_result(table in programs(), e in states(2)) {
        let reachable = table.reachable();
        prop_assert!(reachable.is_below(&by_formula(&table, &e)));
        prop_assert_eq!(by_formula(&table, &reachable), reachable);
    }

    /// More exceptions that are reachable never make it worse.
    #[test]
    fn reachable_exceptions_never_hurt(table in programs(), chosen in prop::collection::vec(any::<(bool, bool)>(), 81)) {
        let reachable = table.reachable();
        let pick = |wanted: &dyn Fn((bool, bool)) -> bool| {
            States(reachable.0.iter().zip(&chosen).filter(|(_, c)| wanted(**c)).map(|(s, _)| s.clone()).collect())
        };
        let (fewer, more) = (pick(&|(a, b)| a && b), pick(&|(a, _)| a));
        prop_assert!(by_formula(&table, &more).is_below(&by_formula(&table, &fewer)));
    }

    #[test]
    fn what_is_reached_is_reachable(table in programs(), expanded in 0..6usize) {
        let table = Table { fails: vec![], ..table };
        let reachable = table.reachable();
        let mut reached = Reached::new(&mut table.clone()).expect("no halts");
        reached.expand(&mut table.clone(), expanded).expect("no halts");
        prop_assert!(excepted(&reached.exceptions()).is_below(&reachable));
        prop_assert_eq!(reached.expand(&mut table.clone(), usize::MAX), Ok(Found::Everything));
        prop_assert_eq!(excepted(&reached.exceptions()), reachable);
    }

    #[test]
    fn what_fails_really_fails(table in programs()) {
        let fails = table.reachable().0.iter().any(|state| table.fails_in(state));
        let mut reached = Reached::new(&mut table.clone()).expect("no halts");
        let found = reached.expand(&mut table.clone(), usize::MAX).expect("no halts");
        prop_assert_eq!(matches!(found, Found::Fails(_)), fails);
    }
}

/// The identity of sets.
struct Identity;

impl GaloisConnection for Identity {
    type Concrete = States;
    type Abstract = States;

    fn alpha(&self, states: &States) -> States {
        states.clone()
    }

    fn gamma(&self, states: &States) -> States {
        states.clone()
    }
}

/// Forgets the last thread.
struct Forgetful;

impl GaloisConnection for Forgetful {
    type Concrete = States;
    type Abstract = ThreadStates;

    fn alpha(&self, states: &States) -> ThreadStates {
        let mut element = Cartesian(2).alpha(states);
        element.0.remove(&1);
        element
    }

    fn gamma(&self, element: &ThreadStates) -> States {
        Cartesian(2).gamma(element)
    }
}

/// Leaves the exceptions out and does not put them back.
struct Dropping(States);

impl GaloisConnection for Dropping {
    type Concrete = States;
    type Abstract = States;

    fn alpha(&self, states: &States) -> States {
        states.minus(&self.0)
    }

    fn gamma(&self, states: &States) -> States {
        states.clone()
    }
}

#[test]
fn lies_are_noticed() {
    let x = States([(0, vec![0, 0]), (0, vec![1, 1])].into());
    assert!(!is_connected(&Forgetful, &x, &Forgetful.alpha(&x)));
    assert!(!is_connected(&Dropping(x.clone()), &x, &States::default()));

    // {0}×{0,1}×{0} ∪ {1}×{0,1}×{0} is one product; two of them are not maximized.
    let set: Tuples = [[0, 0, 0], [0, 1, 0], [1, 0, 0], [1, 1, 0]].map(Vec::from).into();
    assert!(!is_maximized(&plain(&set), &set) && is_maximized(&antichain(&set), &set));

    let from = product(&[&[0, 1], &[0, 1], &[0, 1]]);
    let too_much = antichain(&set).taken_from(&from).map(|p| p.with(ThreadNo(0), LocalSet::of(LocalId(0))));
    assert!(!takes_as_defined(too_much, &set, &from));
    assert!(!takes_as_defined(Some(from.clone()), &set, &from), "too little");

    // A program that keeps a step for itself, or that does not tell that it fails.
    let steps = vec![(0, (0, 0), (0, 1)), (1, (0, 0), (1, 1))];
    let table = Table { threads: 2, init: vec![(0, vec![0, 0])], steps, fails: vec![(1, (1, 1))], ..Table::default() };
    let honest = least_fixpoint(&mut table.clone(), &Exceptions::new()).expect("no halts");
    assert!(computes(&honest, &table, &Exceptions::new()));
    let mut silent = table.clone();
    silent.steps.pop();
    let end = least_fixpoint(&mut silent, &Exceptions::new()).expect("no halts");
    assert!(!computes(&end, &table, &Exceptions::new()), "{end:?}");
    let mut silent = Table { fails: vec![], ..table.clone() };
    let end = least_fixpoint(&mut silent, &Exceptions::new()).expect("no halts");
    assert!(!computes(&end, &table, &Exceptions::new()), "{end:?}");
}

/// A step that needs to see another thread, and sets its part: a join.
#[test]
fn meetings_look_at_one_part_of_the_other() {
    let join = Meeting { movers: (0, 1), from: (0, 0, 2), to: (1, 1, 0) };
    let steps = vec![(1, (0, 0), (0, 1)), (1, (0, 1), (0, 2))];
    let table = Table { threads: 2, init: vec![(0, vec![0, 0])], steps, meetings: vec![join], ..Table::default() };
    let end = least_fixpoint(&mut table.clone(), &Exceptions::new()).expect("no halts");
    let states = stands_for(&end, &Exceptions::new()).expect("it is closed");
    let after: Vec<_> = states.0.iter().filter(|(g, _)| *g == 1).collect();
    assert_eq!(after, [&(1, vec![1, 0])]);
}
