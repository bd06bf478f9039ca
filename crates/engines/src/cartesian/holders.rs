//! `cartesian.exceptions=locks`: one exception product for each holder of a lock that does not say who holds it.
//!
//! **Idea** (section 5 of the paper). Its exception set for mutual exclusion is all states in which the lock is taken and exactly one thread is in a critical section:
//! one product for each thread. The sets of local parts that are *in* and *not in* a critical section are given there. Here they are computed: shared parts get a ghost, the thread that was the
//! last to change each *lock cell* from zero; the plain Cartesian abstraction of that program has one product for each shared part and each holder. Without the ghosts
//! the products of those shared parts in which some cell is taken are the exceptions.
//!
//! **Lock cells** are integers that some thread reads and writes in one step: by an atomic operation, or in an atomic section. Mutexes and the like need no ghost, what is shared says who holds them.
//!
//! **Soundness.** Any set of exceptions is as good as another. **Precision**: what the ghosts prove is a closed set of states that is one product for each shared part besides the exceptions, so the least
//! fixpoint with the exceptions is inside of it.
//!
//! **Cost**: shared parts times holders: n + 1 for one cell, (n + 1)ᵏ at worst for k of them; so there are at most [`MOST`].

use std::collections::BTreeSet;

use raddle_cpa::cartesian::{Exceptions, Ghosts, GlobId, Multithreaded, ThreadNo, least_partition};
use raddle_machine::Machine;
use raddle_program::analysis::Object;
use raddle_program::{AccessKind, Expr, ExprKind, FuncId, GlobalId, MemoryAccess, Op};
use rustc_hash::FxHashMap;

/// At most this many lock cells.
const MOST: usize = 4;

/// An integer in a global variable: where it is in the memory of every state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LockCell {
    /// The variable.
    pub global: GlobalId,
    /// Its first byte there.
    pub offset: u32,
    /// How many bytes it has.
    pub len: u32,
}

/// A program whose shared parts say of lock cells whether they are taken.
pub trait LockValues {
    /// Whether a cell is not zero; `None` if nobody knows.
    fn is_taken(&self, glob: GlobId, cell: LockCell) -> Option<bool>;
}

/// The cells that threads read and write in one step.
pub fn lock_cells(machine: &Machine<'_>) -> Vec<LockCell> {
    let program = machine.program();
    let mut cells = BTreeSet::new();
    for (id, function) in program.functions.enumerated() {
        let has_section = function.edges().iter().any(|edge| matches!(edge.op, Op::AtomicBegin));
        let (mut loaded, mut stored) = (BTreeSet::new(), BTreeSet::new());
        for edge in function.edges().iter() {
            let Some(MemoryAccess { addr, access, kind }) = edge.op.access() else { continue };
            let at = cells_at(machine, id, addr, access.ty.size());
            match kind {
                AccessKind::Rmw { .. } | AccessKind::CompareExchange { .. } => cells.extend(at),
                AccessKind::Load { .. } => loaded.extend(at),
                AccessKind::Store { .. } => stored.extend(at),
            }
        }
        if has_section {
            cells.extend(loaded.intersection(&stored));
        }
    }
    cells.into_iter().take(MOST).collect()
}

fn cells_at(machine: &Machine<'_>, function: FuncId, addr: &Expr, len: u64) -> Vec<LockCell> {
    if let ExprKind::GlobalAddr(global, offset) = addr.kind {
        let cell = u32::try_from(offset).map(|offset| LockCell { global, offset, len: len as u32 });
        return cell.into_iter().collect();
    }
    let points_to = machine.points_to();
    let whole = |object: &Object| match object {
        Object::Global(global) if machine.program().globals[*global].size == len => {
            Some(LockCell { global: *global, offset: 0, len: len as u32 })
        }
        Object::Global(_) | Object::Local(..) | Object::Block(..) | Object::Function(_) | Object::ThreadIds => None,
    };
    points_to.may_address(function, addr).iter().filter_map(|number| whole(&points_to.objects()[number])).collect()
}

/// Remembers who was the last to change each cell from zero.
struct Holders {
    cells: Vec<LockCell>,
    /// Which cells are not zero in each shared part; `None` if nobody knows.
    taken: FxHashMap<GlobId, Vec<Option<bool>>>,
}

impl Holders {
    fn taken(&mut self, program: &impl LockValues, glob: GlobId) -> Vec<Option<bool>> {
        let cells = &self.cells;
        let taken = || cells.iter().map(|cell| program.is_taken(glob, *cell)).collect();
        self.taken.entry(glob).or_insert_with(taken).clone()
    }
}

impl<P: Multithreaded + LockValues> Ghosts<P> for Holders {
    type Ghost = Vec<Option<ThreadNo>>;

    fn start(&self) -> Vec<Option<ThreadNo>> {
        vec![None; self.cells.len()]
    }

    fn after(
        &mut self,
        program: &P,
        ghost: &Vec<Option<ThreadNo>>,
        (from, to): (GlobId, GlobId),
        mover: ThreadNo,
    ) -> Vec<Option<ThreadNo>> {
        if from == to {
            return ghost.clone();
        }
        let (before, after) = (self.taken(program, from), self.taken(program, to));
        let holder = |(before, after): (Option<bool>, Option<bool>), holder: Option<ThreadNo>| match (before, after) {
            (Some(false), Some(true)) => Some(mover),
            (_, Some(false)) => None,
            (_, Some(true) | None) => holder,
        };
        before.into_iter().zip(after).zip(ghost).map(|(taken, of)| holder(taken, *of)).collect()
    }
}

/// The exceptions of a program: nothing if it has no lock cells, or if ghosts do not prove it.
pub fn exceptions<P: Multithreaded + LockValues>(program: &mut P, cells: Vec<LockCell>) -> Result<Exceptions, P::Halt> {
    let mut exceptions = Exceptions::new();
    if cells.is_empty() {
        return Ok(exceptions);
    }
    let mut holders = Holders { cells, taken: FxHashMap::default() };
    let Ok(partition) = least_partition(program, &mut holders)? else { return Ok(exceptions) };
    for ((glob, holders), product) in partition {
        if holders.iter().any(Option::is_some) {
            exceptions.insert(glob, product);
        }
    }
    Ok(exceptions)
}
