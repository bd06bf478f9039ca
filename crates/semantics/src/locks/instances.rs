//! Which functions run, called from where, in threads of which kind.
//!
//! **Idea.** A function that locks for its caller, or that takes a pointer, means something else at each call. So facts are kept not
//! per function but per *instance*: a function together with the chain of calls that leads to it. As long as there is room, every
//! call gets an instance of its own, breadth first from the beginnings of threads, and every edge that creates threads makes a *kind* of
//! threads of its own. A call that would repeat a function of its own chain, or for which there is no room any more, goes to the one
//! *merged* instance of the function, which stands for all other calls of it.
//!
//! **Soundness.** Each call of an execution is a call of exactly one instance, determined by the chain of calls: induction over the
//! chain, because the instance that a call edge leads to depends only on the instance it is an edge of and on the callee. Callees and
//! start routines are those of [`PointsTo`]; a pointer that it does not cover is reported where it is called (`crate::locks::accesses`).
//!
//! **At most once.** An instance runs at most once in an execution if its call edge is in no cycle of its function and belongs to an
//! instance that runs at most once; `main` does. The same holds for the creation of threads.
//!
//! **The end of threads.** Destructors of keys run when the frames of a thread are gone: they are instances that no edge calls, one for
//! each kind of threads. What runs after the last thread has ended is a kind by itself, which nobody runs beside.
//!
//! **Cost**: linear in the room, which is linear in the size of the program.

use std::collections::{BTreeMap, VecDeque};

use rustc_hash::FxHashMap;

use raddle_program::analysis::{BitSet, PointsTo};
use raddle_program::{Callee, EdgeId, FuncId, Function, Id, IdVec, Op, Program, SyncOp};

/// A function with the chain of calls that leads to it, or all other calls of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstanceId(pub u32);

/// The threads that one edge of one instance creates; also `main`, and what runs after the last thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindId(pub u32);

impl Id for InstanceId {
    fn from_index(index: usize) -> InstanceId {
        InstanceId(u32::try_from(index).expect("fewer than 2^32 instances"))
    }
    fn index(self) -> usize {
        self.0 as usize
    }
}

impl Id for KindId {
    fn from_index(index: usize) -> KindId {
        KindId(u32::try_from(index).expect("fewer than 2^32 kinds"))
    }
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// An edge of an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// Whose edge.
    pub instance: InstanceId,
    /// Which.
    pub edge: EdgeId,
}

/// An instance.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The function.
    pub function: FuncId,
    /// The edges that call it; none if threads begin or end with it.
    pub callers: Vec<Site>,
    /// The kinds of threads that may run it.
    pub kinds: BitSet,
    /// Whether it stands for all calls that have no instance of their own.
    pub merged: bool,
    /// Whether it runs at most once in an execution.
    pub once: bool,
    /// The kind whose threads begin with it.
    pub begins: Option<KindId>,
    /// Whether it runs when the frames of a thread are gone.
    pub ends: bool,
}

/// A kind of threads.
#[derive(Clone, Debug)]
pub struct Kind {
    /// What its threads begin with.
    pub root: InstanceId,
    /// The edges that create them; none for `main` and for what runs after the last thread.
    pub creators: Vec<Site>,
    /// Whether an execution has at most one of them.
    pub once: bool,
    /// What runs at the end of each: destructors of keys.
    pub endings: Vec<InstanceId>,
}

/// All instances and kinds of a program.
#[derive(Clone, Debug)]
pub struct Instances {
    list: IdVec<InstanceId, Instance>,
    kinds: IdVec<KindId, Kind>,
    calls: FxHashMap<Site, Vec<InstanceId>>,
    creates: FxHashMap<Site, Vec<KindId>>,
    cyclic: IdVec<FuncId, BitSet>,
}

/// How many locations instances may have together, besides a few for each location of the program.
const ROOM: usize = 60_000;
const ROOM_PER_LOCATION: usize = 4;
/// How long chains of calls are followed.
const MAX_CHAIN: usize = 40;

struct Builder<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    out: Instances,
    room: usize,
    merged: BTreeMap<FuncId, InstanceId>,
    merged_kinds: BTreeMap<FuncId, KindId>,
    /// The functions on the chain of each instance, through the creation of threads.
    chains: Vec<Vec<FuncId>>,
    queue: VecDeque<InstanceId>,
}

impl Instances {
    /// Finds them.
    pub fn new(program: &Program, points_to: &PointsTo) -> Instances {
        let locations: usize = program.functions.iter().map(Function::locations).sum();
        let mut builder = Builder {
            program,
            points_to,
            out: Instances {
                list: IdVec::new(),
                kinds: IdVec::new(),
                calls: FxHashMap::default(),
                creates: FxHashMap::default(),
                cyclic: program.functions.iter().map(cyclic_edges).collect(),
            },
            room: ROOM + ROOM_PER_LOCATION * locations,
            merged: BTreeMap::new(),
            merged_kinds: BTreeMap::new(),
            chains: Vec::new(),
            queue: VecDeque::new(),
        };
        builder.kind(program.entry, Vec::new(), None, true);
        if let Some(last) = program.after_last_thread {
            builder.kind(last, Vec::new(), None, true);
        }
        while let Some(id) = builder.queue.pop_front() {
            points_to.deadline().look();
            builder.expand(id);
        }
        builder.spread_kinds();
        builder.out
    }

    /// All instances.
    pub fn list(&self) -> &IdVec<InstanceId, Instance> {
        &self.list
    }

    /// One of them.
    pub fn get(&self, id: InstanceId) -> &Instance {
        &self.list[id]
    }

    /// All kinds; the first is `main`.
    pub fn kinds(&self) -> &IdVec<KindId, Kind> {
        &self.kinds
    }

    /// The instances that an edge may call.
    pub fn callees(&self, site: Site) -> &[InstanceId] {
        self.calls.get(&site).map_or(&[], Vec::as_slice)
    }

    /// The kinds of threads that an edge may create.
    pub fn created(&self, site: Site) -> &[KindId] {
        self.creates.get(&site).map_or(&[], Vec::as_slice)
    }

    /// Whether an edge can be taken again without a new call of its function.
    pub fn is_cyclic(&self, function: FuncId, edge: EdgeId) -> bool {
        self.cyclic[function].contains(edge.0)
    }

    /// Whether an edge is taken at most once in an execution.
    pub fn is_once(&self, site: Site) -> bool {
        let instance = &self.list[site.instance];
        instance.once && !self.is_cyclic(instance.function, site.edge)
    }
}

impl Builder<'_> {
    fn instance(&mut self, function: FuncId, chain: Vec<FuncId>, once: bool) -> InstanceId {
        let id = self.out.list.push(Instance {
            function,
            callers: Vec::new(),
            kinds: BitSet::default(),
            merged: false,
            once,
            begins: None,
            ends: false,
        });
        self.room = self.room.saturating_sub(self.program.functions[function].locations());
        self.chains.push(chain);
        self.queue.push_back(id);
        id
    }

    /// A kind of threads that begin with a function.
    fn kind(&mut self, start: FuncId, mut chain: Vec<FuncId>, creator: Option<Site>, once: bool) -> KindId {
        chain.push(start);
        let root = self.instance(start, chain.clone(), once);
        let mut endings = Vec::new();
        for destructor in self.points_to.destructors() {
            if Some(destructor) == self.program.after_last_thread {
                continue;
            }
            let mut chain = chain.clone();
            chain.push(destructor);
            let ending = self.instance(destructor, chain, false);
            self.out.list[ending].ends = true;
            endings.push(ending);
        }
        let id = self.out.kinds.push(Kind { root, creators: creator.into_iter().collect(), once, endings });
        self.out.list[root].begins = Some(id);
        id
    }

    fn has_room(&self, function: FuncId, chain: &[FuncId]) -> bool {
        self.program.functions[function].locations() <= self.room
            && chain.len() < MAX_CHAIN
            && !chain.contains(&function)
    }

    /// Gives the edges of an instance the instances they call and the kinds they create.
    fn expand(&mut self, id: InstanceId) {
        let (function, once, merged) = {
            let instance = &self.out.list[id];
            (instance.function, instance.once, instance.merged)
        };
        let chain = self.chains[id.index()].clone();
        for (edge, e) in self.program.functions[function].edges().enumerated() {
            let site = Site { instance: id, edge };
            let once = once && !self.out.is_cyclic(function, edge);
            if let Op::Call { callee, .. } = &e.op {
                let callees = match callee {
                    Callee::Direct(f) => vec![*f],
                    Callee::Indirect(target) => self.points_to.callees(function, target),
                };
                let list = callees.into_iter().map(|callee| self.call(site, callee, &chain, once, merged)).collect();
                self.out.calls.insert(site, list);
            } else if let Op::Sync { op: SyncOp::ThreadCreate, args, .. } = &e.op {
                let starts = args.first().map(|start| self.points_to.callees(function, start)).unwrap_or_default();
                let list = starts.into_iter().map(|start| self.create(site, start, &chain, once, merged)).collect();
                self.out.creates.insert(site, list);
            }
        }
    }

    fn call(&mut self, site: Site, callee: FuncId, chain: &[FuncId], once: bool, merged: bool) -> InstanceId {
        let id = if !merged && self.has_room(callee, chain) {
            let mut chain = chain.to_vec();
            chain.push(callee);
            self.instance(callee, chain, once)
        } else if let Some(id) = self.merged.get(&callee) {
            *id
        } else {
            let id = self.instance(callee, Vec::new(), false);
            self.out.list[id].merged = true;
            self.merged.insert(callee, id);
            id
        };
        self.out.list[id].callers.push(site);
        id
    }

    fn create(&mut self, site: Site, start: FuncId, chain: &[FuncId], once: bool, merged: bool) -> KindId {
        if !merged && self.has_room(start, chain) {
            return self.kind(start, chain.to_vec(), Some(site), once);
        }
        if let Some(kind) = self.merged_kinds.get(&start) {
            self.out.kinds[*kind].creators.push(site);
            return *kind;
        }
        let kind = self.kind(start, Vec::new(), Some(site), false);
        self.merged_kinds.insert(start, kind);
        kind
    }

    /// Lets every instance know which kinds of threads run it.
    fn spread_kinds(&mut self) {
        let mut queue = Vec::new();
        for (kind, k) in self.out.kinds.enumerated() {
            for instance in std::iter::once(k.root).chain(k.endings.iter().copied()) {
                self.out.list[instance].kinds.insert(kind.0);
                queue.push(instance);
            }
        }
        let mut callees: IdVec<InstanceId, Vec<InstanceId>> = self.out.list.iter().map(|_| Vec::new()).collect();
        for (id, instance) in self.out.list.enumerated() {
            instance.callers.iter().for_each(|site| callees[site.instance].push(id));
        }
        while let Some(id) = queue.pop() {
            let kinds = self.out.list[id].kinds.clone();
            for callee in &callees[id] {
                if self.out.list[*callee].kinds.union_with(&kinds) {
                    queue.push(*callee);
                }
            }
        }
    }
}

/// The edges of a function that are in a cycle.
fn cyclic_edges(function: &Function) -> BitSet {
    let component = components(function);
    let cyclic =
        |e: &raddle_program::Edge| e.op.continues() && component[e.source.index()] == component[e.target.index()];
    function.edges().enumerated().filter(|(_, e)| cyclic(e)).map(|(id, _)| id.0).collect()
}

/// The strongly connected component of each location (R. Tarjan, 1972), without recursion.
fn components(function: &Function) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let n = function.locations();
    let next: Vec<Vec<usize>> = (0..n)
        .map(|l| {
            let leaving = function.leaving(raddle_program::Loc::from_index(l));
            leaving.filter(|(_, e)| e.op.continues()).map(|(_, e)| e.target.index()).collect()
        })
        .collect();
    let (mut order, mut low, mut component) = (vec![NONE; n], vec![0u32; n], vec![NONE; n]);
    let (mut stack, mut counter, mut found) = (Vec::new(), 0u32, 0u32);
    for start in 0..n {
        if order[start] != NONE {
            continue;
        }
        let mut walk = vec![(start, 0usize)];
        while let Some((node, position)) = walk.pop() {
            if position == 0 {
                order[node] = counter;
                low[node] = counter;
                counter += 1;
                stack.push(node);
            }
            if let Some(&target) = next[node].get(position) {
                walk.push((node, position + 1));
                if order[target] == NONE {
                    walk.push((target, 0));
                } else if component[target] == NONE {
                    low[node] = low[node].min(order[target]);
                }
                continue;
            }
            if low[node] == order[node] {
                while let Some(member) = stack.pop() {
                    component[member] = found;
                    if member == node {
                        break;
                    }
                }
                found += 1;
            }
            if let Some(&(parent, _)) = walk.last() {
                low[parent] = low[parent].min(low[node]);
            }
        }
    }
    component
}
