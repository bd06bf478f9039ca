//! Why no two threads access the same memory at the same time: facts about a whole program, and the pairs of accesses they exclude.
//!
//! **Idea.** Most programs keep their threads apart in a few ways: each variable has a lock, or belongs to one thread, or is written
//! only before other threads exist. To see that, no interleaving has to be executed. It is enough to know, for every location, which locks a thread
//! surely holds there and which threads may run beside it ([`point`]), what it knows about its own registers ([`known`]), and for every access, which bytes of which objects it may touch
//! ([`accesses`], [`memory`]). Then every pair of accesses that may touch the same byte, one of them writing, needs a reason why the two cannot happen at the
//! same time ([`pairs`]). If each pair has one there is no race, for any number of threads.
//!
//! **Facts are checked, not found, here.** [`Facts`] are solutions of inclusions that edges make. Each part has a function that tells what one edge demands, given the facts
//! ([`memory::flows`], [`threads::effect_of`], [`closure::point_flows`], …). An engine adds what is missing until nothing is; the checker
//! (`raddle-evidence`) asks every edge once. Which instances, objects and accesses there are is computed by both from the program.
//!
//! **What is assumed.** Undefined behaviour other than a race is not looked for: an access outside of its object, to memory that was freed, or through a
//! pointer that was never set, is assumed not to happen (a verdict says so). An address that the program makes up, on the other hand, is
//! noticed, and then nothing is concluded.
//!
//! **Source.** Lock sets are those of S. Savage et al. (Eraser, 1997), computed before running as in P. Pratikakis, J. Foster, M. Hicks (LOCKSMITH, 2006) and V. Vojdani
//! et al. (Goblint, 2016).

pub mod accesses;
pub mod barriers;
mod bytes;
pub mod classes;
pub mod closure;
mod counting;
pub mod events;
mod fresh;
pub mod indices;
pub mod instances;
pub mod known;
mod lock_use;
pub mod memory;
pub mod objects;
pub mod offsets;
pub mod pairs;
pub mod parallel;
pub mod point;
pub mod ranges;
pub mod standing;
pub mod steps;
pub mod sums;
pub mod threads;
pub mod value;

use std::collections::{BTreeMap, BTreeSet};

use raddle_program::analysis::{BitSet, PointsTo};
use raddle_program::{
    BinaryOp, Edge, EdgeId, Expr, ExprKind, FuncId, GlobalId, Id, IdVec, Op, Program, Scalar, SyncOp,
};

pub use instances::{InstanceId, Instances, KindId, Site};
pub use known::Known;
pub use lock_use::{LockUse, Mode, lock_use};
pub use objects::{Object, ObjectId, Objects};
pub use offsets::Offsets;
pub use point::{Lock, Point};

/// The kind of `main`.
pub const MAIN: KindId = KindId(0);

/// A program with its instances and objects.
#[derive(Clone, Debug)]
pub struct Code<'p> {
    /// The program.
    pub program: &'p Program,
    /// Its functions, called from where.
    pub instances: Instances,
    /// What addresses point into.
    pub objects: Objects,
    syncs: BTreeMap<SyncOp, Vec<Site>>,
    returns: IdVec<FuncId, Vec<EdgeId>>,
    /// The edges that enter each location of a function.
    entering: IdVec<FuncId, Vec<Vec<EdgeId>>>,
    /// The functions that create or join threads.
    counting: BTreeSet<FuncId>,
    /// The functions that access elements of arrays with indices that they compare with something.
    indexing: BTreeSet<FuncId>,
    /// Whether each global has nothing but zeros in the beginning.
    zeroed: IdVec<GlobalId, bool>,
}

impl<'p> Code<'p> {
    /// Looks at a program in which signed numbers stay in their types, as C says.
    pub fn new(program: &'p Program, points_to: &PointsTo) -> Code<'p> {
        Code::with(program, points_to, false)
    }

    /// Looks at a program as the machine executes it: signed numbers wrap around.
    pub fn wrapping(program: &'p Program, points_to: &PointsTo) -> Code<'p> {
        Code::with(program, points_to, true)
    }

    fn with(program: &'p Program, points_to: &PointsTo, wraps: bool) -> Code<'p> {
        let instances = Instances::new(program, points_to);
        let objects = Objects::new(program, &instances, wraps);
        let mut syncs: BTreeMap<SyncOp, Vec<Site>> = BTreeMap::new();
        for (instance, i) in instances.list().enumerated() {
            points_to.deadline().look();
            for (edge, e) in program.functions[i.function].edges().enumerated() {
                if let Op::Sync { op, .. } = e.op {
                    syncs.entry(op).or_default().push(Site { instance, edge });
                }
            }
        }
        let returns = |function: &raddle_program::Function| {
            let is_return = |e: &Edge| matches!(e.op, Op::Return { .. });
            function.edges().enumerated().filter(|(_, e)| is_return(e)).map(|(id, _)| id).collect()
        };
        let entering = |function: &raddle_program::Function| {
            let mut list = vec![Vec::new(); function.locations()];
            for (id, edge) in function.edges().enumerated().filter(|(_, e)| e.op.continues()) {
                list[edge.target.index()].push(id);
            }
            list
        };
        let threads = |op: SyncOp| syncs.get(&op).into_iter().flatten().copied();
        let counting = threads(SyncOp::ThreadCreate).chain(threads(SyncOp::ThreadJoin));
        let counting = counting.map(|site| instances.get(site.instance).function).collect();
        Code {
            program,
            objects,
            returns: program.functions.iter().map(returns).collect(),
            entering: program.functions.iter().map(entering).collect(),
            counting,
            indexing: program.functions.ids().filter(|id| indexes(&program.functions[*id])).collect(),
            zeroed: program.globals.iter().map(|g| g.init.iter().all(|byte| *byte == 0)).collect(),
            instances,
            syncs,
        }
    }

    /// Whether signed numbers wrap around.
    pub fn wraps(&self) -> bool {
        self.objects.arithmetic().wraps
    }

    /// The edges that enter a location.
    pub fn entering(&self, function: FuncId, loc: raddle_program::Loc) -> impl Iterator<Item = &'p Edge> + '_ {
        let program = self.program;
        self.entering[function][loc.index()].iter().map(move |edge| program.functions[function].edge(*edge))
    }

    /// The edge of a site.
    pub fn edge(&self, site: Site) -> &'p Edge {
        self.program.functions[self.instances.get(site.instance).function].edge(site.edge)
    }

    /// All edges of all instances.
    pub fn sites(&self) -> impl Iterator<Item = Site> + '_ {
        self.instances.list().enumerated().flat_map(|(instance, i)| {
            self.program.functions[i.function].edges().ids().map(move |edge| Site { instance, edge })
        })
    }

    /// All edges with a synchronisation operation.
    pub fn sync_edges(&self, op: SyncOp) -> impl Iterator<Item = Site> + '_ {
        self.syncs.get(&op).into_iter().flatten().copied()
    }

    /// Whether threads of a kind are given a number of a signed type of at most 32 bits.
    pub fn gives_narrow(&self, kind: KindId) -> bool {
        let narrow = |site: &Site| {
            let Op::Sync { args, .. } = &self.edge(*site).op else { return false };
            args.get(1).is_some_and(is_narrow)
        };
        self.instances.kinds()[kind].creators.iter().all(narrow)
    }

    /// Whether a global has nothing but zeros in the beginning, besides addresses.
    pub fn is_zeroed(&self, global: GlobalId) -> bool {
        self.zeroed[global]
    }

    /// The edges where a function returns.
    pub fn returns(&self, function: FuncId) -> &[EdgeId] {
        &self.returns[function]
    }
}

/// Whether a function accesses elements with a register as index, and compares a register of a number type.
fn indexes(function: &raddle_program::Function) -> bool {
    let is_element = |edge: &Edge| {
        let Some(access) = edge.op.access() else { return false };
        let mut parts = 0;
        access.addr.walk(&mut |part| {
            parts +=
                u32::from(matches!(part.kind, ExprKind::Reg(_) | ExprKind::GlobalAddr(..) | ExprKind::LocalAddr(..)));
        });
        parts > 1
    };
    let compares = |edge: &Edge| {
        let Op::Assume { cond, .. } = &edge.op else { return false };
        let mut found = false;
        cond.walk(&mut |part| {
            if let ExprKind::Binary(op, ..) = &part.kind {
                found |= matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge);
            }
        });
        found
    };
    function.edges().iter().any(is_element) && function.edges().iter().any(compares)
}

/// Whether an expression is a signed number of at most 32 bits, in a type that is at least as wide.
fn is_narrow(expr: &Expr) -> bool {
    let Scalar::Int { bits, signed } = expr.ty else { return false };
    bits <= 32 && signed || matches!(&expr.kind, ExprKind::Cast(inner) if bits >= 32 && is_narrow(inner))
}

/// What is known about a program.
#[derive(Clone, Debug)]
pub struct Facts {
    /// What registers and memory may hold.
    pub values: memory::Values,
    /// What each instance may do as a whole.
    pub effects: IdVec<InstanceId, threads::Effect>,
    /// The kinds of threads that threads of a kind may make, and those that these make, and so on.
    pub below: IdVec<KindId, BTreeSet<KindId>>,
    /// The kinds of threads that may still run when a thread of a kind has ended, of those it has made.
    pub left: IdVec<KindId, BTreeSet<KindId>>,
    /// What is known at each location of each instance; nothing if no thread gets there.
    pub points: IdVec<InstanceId, Vec<Option<Point>>>,
    /// What a thread knows about its registers at each location of each instance; nothing if no thread gets there, as points or the bounds of registers say.
    pub known: IdVec<InstanceId, Vec<Option<Known>>>,
    /// The objects that several threads may know.
    pub shared: BitSet,
}

impl Facts {
    /// What is known before an edge.
    pub fn before(&self, code: &Code<'_>, site: Site) -> Option<&Point> {
        self.points[site.instance][code.edge(site).source.index()].as_ref()
    }

    /// What a thread knows before an edge.
    pub fn known_before(&self, code: &Code<'_>, site: Site) -> Option<&Known> {
        self.known[site.instance][code.edge(site).source.index()].as_ref()
    }

    /// The kinds of threads that a thread before an edge has made and that may not have ended.
    pub fn running(&self, code: &Code<'_>, site: Site) -> BTreeSet<KindId> {
        let (Some(point), Some(known)) = (self.before(code, site), self.known_before(code, site)) else {
            return BTreeSet::new();
        };
        let mut running = BTreeSet::new();
        for kind in &point.made {
            match known.ranges.contains_key(kind) {
                true => drop(running.insert(*kind)),
                false => running.extend(&self.left[*kind]),
            }
        }
        running
    }
}
