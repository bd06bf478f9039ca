//! Small programs as tables, and Cartesian abstraction written down as the formulas are.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raddle_cpa::cartesian::galois::{Boolean, GaloisConnection, Lattice};
use raddle_cpa::cartesian::{
    Antichain, Exceptions, FixpointEnd, GlobId, LocalId, LocalSet, Multithreaded, Product, Step, Steps, ThreadNo,
};

/// A state: what is shared, and the parts of all threads.
pub type ToyState = (u32, Vec<u32>);

/// A program as a table.
#[derive(Clone, Debug, Default)]
pub struct Table {
    pub threads: usize,
    pub init: Vec<ToyState>,
    /// Thread, from, to.
    #[allow(clippy::type_complexity)]
    pub steps: Vec<(usize, (u32, u32), (u32, u32))>,
    /// Where a thread fails.
    pub fails: Vec<(usize, (u32, u32))>,
    /// Thread and part, and what both become if the other thread has a part: mover, other.
    pub meetings: Vec<Meeting>,
}

/// A step of two threads at once.
#[derive(Clone, Debug)]
pub struct Meeting {
    pub movers: (usize, usize),
    pub from: (u32, u32, u32),
    pub to: (u32, u32, u32),
}

impl Multithreaded for Table {
    type Halt = std::convert::Infallible;

    fn threads(&self) -> usize {
        self.threads
    }

    fn absent(&self) -> LocalId {
        LocalId(0)
    }

    fn initial(&mut self) -> Result<Vec<(GlobId, Vec<LocalId>)>, Self::Halt> {
        Ok(self.init.iter().map(|(g, tuple)| (GlobId(*g), tuple.iter().map(|l| LocalId(*l)).collect())).collect())
    }

    fn steps(&mut self, glob: GlobId, thread: ThreadNo, local: LocalId) -> Result<Rc<Steps>, Self::Halt> {
        let here = |(t, from): (usize, (u32, u32))| (t, from) == (thread.0, (glob.0, local.0));
        let alone = self.steps.iter().filter(|(t, from, _)| here((*t, *from)));
        let meets = self.meetings.iter().filter(|m| here((m.movers.0, (m.from.0, m.from.1))));
        Ok(Rc::new(Steps {
            alone: alone.map(|(_, _, (g, l))| Step { glob: GlobId(*g), local: LocalId(*l), others: vec![] }).collect(),
            meets: meets.map(|m| ThreadNo(m.movers.1)).collect::<BTreeSet<_>>().into_iter().collect(),
            fails: self.fails.iter().any(|fails| here(*fails)),
        }))
    }

    fn meeting(
        &mut self,
        glob: GlobId,
        thread: (ThreadNo, LocalId),
        with: (ThreadNo, LocalId),
    ) -> Result<Rc<Steps>, Self::Halt> {
        let movers = (thread.0.0, with.0.0);
        let from = (glob.0, thread.1.0, with.1.0);
        let here = self.meetings.iter().filter(|m| (m.movers, m.from) == (movers, from));
        let step = |Meeting { to: (g, l, m), .. }: &Meeting| Step {
            glob: GlobId(*g),
            local: LocalId(*l),
            others: vec![(with.0, LocalId(*m))],
        };
        Ok(Rc::new(Steps { alone: here.map(step).collect(), ..Steps::default() }))
    }
}

/// Sets of states.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct States(pub BTreeSet<ToyState>);

impl Lattice for States {
    fn bottom() -> States {
        States::default()
    }

    fn join(&mut self, other: &States) -> bool {
        let before = self.0.len();
        self.0.extend(other.0.iter().cloned());
        self.0.len() > before
    }

    fn is_below(&self, other: &States) -> bool {
        self.0.is_subset(&other.0)
    }
}

impl Boolean for States {
    fn minus(&self, other: &States) -> States {
        States(self.0.difference(&other.0).cloned().collect())
    }
}

/// A set of thread states for each thread: the paper's D#.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ThreadStates(pub BTreeMap<usize, BTreeSet<(u32, u32)>>);

impl Lattice for ThreadStates {
    fn bottom() -> ThreadStates {
        ThreadStates::default()
    }

    fn join(&mut self, other: &ThreadStates) -> bool {
        let mut grows = false;
        for (thread, states) in &other.0 {
            let mine = self.0.entry(*thread).or_default();
            let before = mine.len();
            mine.extend(states);
            grows |= mine.len() > before;
        }
        grows
    }

    fn is_below(&self, other: &ThreadStates) -> bool {
        let empty = BTreeSet::new();
        self.0.iter().all(|(thread, states)| states.is_subset(other.0.get(thread).unwrap_or(&empty)))
    }
}

/// (α_cart, γ_cart) of so many threads.
#[derive(Clone, Debug)]
pub struct Cartesian(pub usize);

impl GaloisConnection for Cartesian {
    type Concrete = States;
    type Abstract = ThreadStates;

    fn alpha(&self, states: &States) -> ThreadStates {
        let mut element = ThreadStates::default();
        for (g, tuple) in &states.0 {
            for (thread, local) in tuple.iter().enumerate() {
                element.0.entry(thread).or_default().insert((*g, *local));
            }
        }
        element
    }

    fn gamma(&self, element: &ThreadStates) -> States {
        let shared: BTreeSet<u32> = element.0.values().flatten().map(|(g, _)| *g).collect();
        let mut states = BTreeSet::new();
        for g in shared {
            let mut tuples = vec![vec![]];
            for thread in 0..self.0 {
                let of_thread = element.0.get(&thread).into_iter().flatten().filter(|(at, _)| *at == g);
                let locals: Vec<u32> = of_thread.map(|(_, local)| *local).collect();
                tuples = tuples
                    .iter()
                    .flat_map(|tuple: &Vec<u32>| {
                        locals.iter().map(move |local| tuple.iter().copied().chain([*local]).collect())
                    })
                    .collect();
            }
            states.extend(tuples.into_iter().map(|tuple| (g, tuple)));
        }
        States(states)
    }
}

impl Table {
    /// The successors of a set of states.
    pub fn post(&self, states: &States) -> States {
        let mut next = BTreeSet::new();
        for (g, tuple) in &states.0 {
            for (thread, from, to) in &self.steps {
                if *from == (*g, tuple[*thread]) {
                    let mut tuple = tuple.clone();
                    tuple[*thread] = to.1;
                    next.insert((to.0, tuple));
                }
            }
            for Meeting { movers: (mover, other), from, to } in &self.meetings {
                if *from == (*g, tuple[*mover], tuple[*other]) {
                    let mut tuple = tuple.clone();
                    (tuple[*mover], tuple[*other]) = (to.1, to.2);
                    next.insert((to.0, tuple));
                }
            }
        }
        States(next)
    }

    /// The reachable states.
    pub fn reachable(&self) -> States {
        let mut reached = States(self.init.iter().cloned().collect());
        while reached.clone().join(&self.post(&reached)) {
            let next = self.post(&reached);
            reached.join(&next);
        }
        reached
    }

    /// Whether a thread fails in a state.
    pub fn fails_in(&self, (g, tuple): &ToyState) -> bool {
        self.fails.iter().any(|(thread, at)| *at == (*g, tuple[*thread]))
    }
}

/// A tuple of numbers as one of local parts.
pub fn tuple(locals: &[u32]) -> Vec<LocalId> {
    locals.iter().map(|local| LocalId(*local)).collect()
}

/// A set of states as exceptions, maximized.
pub fn exceptions(states: &States) -> Exceptions {
    let mut exceptions = Exceptions::new();
    for (g, locals) in &states.0 {
        exceptions.insert(GlobId(*g), Product::of(&tuple(locals)));
    }
    exceptions.maximise(usize::MAX);
    exceptions
}

/// The states of a union of products.
pub fn states_of<'a>(products: impl IntoIterator<Item = (&'a GlobId, &'a Product)>) -> States {
    let mut states = States::default();
    for (glob, product) in products {
        states.0.extend(tuples_of(product).into_iter().map(|tuple| (glob.0, tuple)));
    }
    states
}

/// The tuples of a product.
pub fn tuples_of(product: &Product) -> BTreeSet<Vec<u32>> {
    let mut tuples = BTreeSet::from([vec![]]);
    for set in product.parts() {
        tuples = tuples
            .iter()
            .flat_map(|tuple: &Vec<u32>| set.iter().map(move |local| tuple.iter().copied().chain([local.0]).collect()))
            .collect();
    }
    tuples
}

/// The tuples of an antichain.
pub fn tuples_in(antichain: &Antichain) -> BTreeSet<Vec<u32>> {
    antichain.products().iter().flat_map(tuples_of).collect()
}

/// The states of exceptions.
pub fn excepted(exceptions: &Exceptions) -> States {
    states_of(exceptions.sets().iter().flat_map(|(glob, set)| set.products().iter().map(move |p| (glob, p))))
}

/// The states that a result stands for, exceptions included.
pub fn stands_for(end: &FixpointEnd, exceptions: &Exceptions) -> Option<States> {
    match end {
        FixpointEnd::Closed(element) => {
            let mut states = states_of(element.products());
            states.join(&excepted(exceptions));
            Some(states)
        }
        FixpointEnd::Fails(_) => None,
    }
}

/// A product of sets of numbers.
pub fn product(parts: &[&[u32]]) -> Product {
    let set = |part: &&[u32]| part.iter().map(|local| LocalId(*local)).collect::<LocalSet>();
    Product::new(parts.iter().map(set).collect())
}
