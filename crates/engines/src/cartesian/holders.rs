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
use std::rc::Rc;

use raddle_cpa::cartesian::{
    Exceptions, FixpointEnd, GlobId, LocalId, Multithreaded, Step, Steps, ThreadNo, least_fixpoint,
};
use raddle_machine::{Halt, Machine};
use raddle_program::analysis::Object;
use raddle_program::{AccessKind, Expr, ExprKind, FuncId, GlobalId, MemoryAccess, Op};
use rustc_hash::FxHashMap;

use super::numbered::Numbered;

/// At most this many lock cells.
const MOST: usize = 4;

/// An integer in a global variable: where it is in the memory of every state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LockCell {
    global: GlobalId,
    offset: u32,
    len: u32,
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

/// A program whose shared parts also say who holds the lock cells.
struct Ghosts<'n, 'a, 'p> {
    inner: &'n mut Numbered<'a, 'p>,
    cells: Vec<LockCell>,
    globs: Vec<(GlobId, Vec<Option<ThreadNo>>)>,
    numbers: FxHashMap<(GlobId, Vec<Option<ThreadNo>>), GlobId>,
    steps: FxHashMap<(GlobId, ThreadNo, LocalId), Rc<Steps>>,
}

impl Ghosts<'_, '_, '_> {
    fn number(&mut self, glob: GlobId, holders: Vec<Option<ThreadNo>>) -> GlobId {
        let next = GlobId(self.globs.len() as u32);
        let number = *self.numbers.entry((glob, holders.clone())).or_insert(next);
        if number == next {
            self.globs.push((glob, holders));
        }
        number
    }

    /// Whether a cell is not zero; `None` if nobody knows.
    fn is_taken(&self, glob: GlobId, cell: LockCell) -> Option<bool> {
        let (block, offset) = self.inner.splitting.machine().global_block(cell.global)?;
        let block = self.inner.shared(glob).memory.blocks.get(block as usize)?;
        let (from, to) = (offset + cell.offset, offset + cell.offset + cell.len);
        let known = block.lazy.iter().all(|range| range.offset + range.len <= from || to <= range.offset);
        let bytes = block.bytes.get(from as usize..to as usize)?;
        known.then(|| bytes.iter().any(|byte| *byte != 0))
    }

    /// Who holds the cells after a step.
    fn after(
        &self,
        before: &[Option<ThreadNo>],
        (from, to): (GlobId, GlobId),
        mover: ThreadNo,
    ) -> Vec<Option<ThreadNo>> {
        let cells = self.cells.iter().zip(before);
        let holder = |(cell, before): (&LockCell, &Option<ThreadNo>)| match (
            self.is_taken(from, *cell),
            self.is_taken(to, *cell),
        ) {
            (Some(false), Some(true)) => Some(mover),
            (_, Some(false)) => None,
            (_, Some(true) | None) => *before,
        };
        cells.map(holder).collect()
    }

    fn with_ghosts(&mut self, glob: GlobId, mover: ThreadNo, steps: &Steps) -> Rc<Steps> {
        let (from, holders) = self.globs[glob.0 as usize].clone();
        let alone = steps.alone.iter().map(|step| {
            let holders = self.after(&holders, (from, step.glob), mover);
            Step { glob: self.number(step.glob, holders), ..step.clone() }
        });
        let alone = alone.collect();
        Rc::new(Steps { alone, meets: steps.meets.clone(), fails: steps.fails })
    }
}

impl Multithreaded for Ghosts<'_, '_, '_> {
    type Halt = Halt;

    fn threads(&self) -> usize {
        self.inner.threads()
    }

    fn absent(&self) -> LocalId {
        self.inner.absent()
    }

    fn rank(&self, glob: GlobId) -> usize {
        self.inner.rank(self.globs[glob.0 as usize].0)
    }

    fn initial(&mut self) -> Result<Vec<(GlobId, Vec<LocalId>)>, Halt> {
        let initial = self.inner.initial()?;
        let nobody = vec![None; self.cells.len()];
        Ok(initial.into_iter().map(|(glob, tuple)| (self.number(glob, nobody.clone()), tuple)).collect())
    }

    fn steps(&mut self, glob: GlobId, thread: ThreadNo, local: LocalId) -> Result<Rc<Steps>, Halt> {
        if let Some(steps) = self.steps.get(&(glob, thread, local)) {
            return Ok(steps.clone());
        }
        let steps = self.inner.steps(self.globs[glob.0 as usize].0, thread, local)?;
        let steps = self.with_ghosts(glob, thread, &steps);
        self.steps.insert((glob, thread, local), steps.clone());
        Ok(steps)
    }

    fn meeting(
        &mut self,
        glob: GlobId,
        thread: (ThreadNo, LocalId),
        with: (ThreadNo, LocalId),
    ) -> Result<Rc<Steps>, Halt> {
        let steps = self.inner.meeting(self.globs[glob.0 as usize].0, thread, with)?;
        Ok(self.with_ghosts(glob, thread.0, &steps))
    }
}

/// The exceptions of a program: nothing if it has no lock cells, or if ghosts do not prove it.
pub fn exceptions(program: &mut Numbered<'_, '_>) -> Result<Exceptions, Halt> {
    let cells = lock_cells(program.splitting.machine());
    let mut exceptions = Exceptions::new();
    if cells.is_empty() {
        return Ok(exceptions);
    }
    let (numbers, steps) = (FxHashMap::default(), FxHashMap::default());
    let mut ghosts = Ghosts { inner: program, cells, globs: Vec::new(), numbers, steps };
    let FixpointEnd::Closed(element) = least_fixpoint(&mut ghosts, &Exceptions::new())? else {
        return Ok(exceptions);
    };
    for (glob, product) in element.products() {
        let (glob, holders) = &ghosts.globs[glob.0 as usize];
        if holders.iter().any(Option::is_some) {
            exceptions.insert(*glob, product.clone());
        }
    }
    Ok(exceptions)
}
