//! Which memory matters: liveness of shared objects, across calls and threads.
//!
//! **Idea.** Classic backward liveness ([`Liveness`](raddle_program::analysis::Liveness) does it for registers), with the resources of [`Effects`] in
//! place of registers: an object is live at a location if some path from there may read it before it has been overwritten as a
//! whole. What a path does after the function returns is another frame's business, so there are two sets per location: what
//! may be read *until the return* (`reads`), and what may get to the return without being overwritten (`passes`). A call stack is then
//! read from the innermost frame outwards, as M. Sharir and A. Pnueli's functional approach does (1981): the callers' reads
//! count as far as all inner frames let them pass.
//!
//! **Threads.** An object is dead in a state if it is live in *no* thread. Suppose somebody reads it in the future, for the
//! first time; then he has overwritten it before himself, or it would be live where he is now. If the reader
//! does not exist yet, what its start routine reads counts as read by the edge that creates it, so the creator
//! (or his, and so on) has overwritten it before that edge. Either way nobody sees the value that is there now. What other threads
//! overwrite is never counted on.
//!
//! **Overwriting** is a store to a global with a constant address that covers all of it: of everything else there may be
//! several instances, or the store may go elsewhere.
//!
//! **Soundness** rests on the summaries of edges: a read through an address that a program has invented is in none of them.
//! Whoever executes steps compares each access through a pointer with the summary (`Dependence` of `raddle-evidence`), and
//! only objects that more than one thread can reach are summarised, so only they are ever dead.
//!
//! **Cost.** Two bits per resource and location; one pass over the edges per round of a fixpoint that needs few.

use std::collections::VecDeque;

use crate::effects::{Effects, Resource};
use raddle_program::ExprKind;
use raddle_program::{Edge, Function};
use raddle_program::{EdgeId, FuncId, Id, IdVec, Loc};
use raddle_program::{Flow, Op, SyncOp};
use raddle_program::{GlobalKind, Program};

/// What may be read from a location on.
#[derive(Clone, Copy, Debug)]
pub struct LiveRow<'a> {
    /// The resources that may be read before the function returns, and before they are overwritten, as words of bits.
    pub reads: &'a [u64],
    /// The resources that may still have their value when the function returns.
    pub passes: &'a [u64],
}

/// Liveness of all locations of a program.
#[derive(Clone, Debug)]
pub struct MemoryLiveness {
    words: usize,
    /// Reads, then passes, per location.
    rows: IdVec<FuncId, Vec<u64>>,
    /// What may be read when any thread ends.
    at_end: Vec<u64>,
}

impl MemoryLiveness {
    /// The result of a thread is read by a join; no other resource without bytes is summarised here.
    pub const RESULTS: Resource = Resource::THREADS;

    /// Solves the equations of all functions.
    pub fn new(program: &Program, effects: &Effects) -> MemoryLiveness {
        let solver = Solver::new(program, effects);
        let rows = solver.solve();
        let words = effects.words();
        let mut at_end = vec![0; words];
        for destructor in effects.destructors() {
            let entry = program.functions[*destructor].entry.index() * 2 * words;
            add(&mut at_end, &rows[*destructor][entry..entry + words]);
        }
        MemoryLiveness { words, rows, at_end }
    }

    /// What may be read from a location on.
    pub fn from(&self, function: FuncId, loc: Loc) -> LiveRow<'_> {
        let start = loc.index() * 2 * self.words;
        let (reads, passes) = self.rows[function][start..start + 2 * self.words].split_at(self.words);
        LiveRow { reads, passes }
    }

    /// What may be read by what runs at the end of any thread.
    pub fn at_end(&self) -> &[u64] {
        &self.at_end
    }
}

/// What an edge itself reads and overwrites.
#[derive(Clone, Debug, Default)]
struct Uses {
    reads: Vec<Resource>,
    overwrites: Option<Resource>,
}

struct Solver<'a> {
    program: &'a Program,
    effects: &'a Effects,
    words: usize,
    uses: IdVec<FuncId, Vec<Uses>>,
}

/// Adds words of bits; true if something is new.
fn add(to: &mut [u64], from: &[u64]) -> bool {
    let mut changed = false;
    for (mine, theirs) in to.iter_mut().zip(from) {
        changed |= theirs & !*mine != 0;
        *mine |= theirs;
    }
    changed
}

fn set(words: &mut [u64], resource: Resource) {
    words[resource.0 as usize / 64] |= 1 << (resource.0 % 64);
}

impl<'a> Solver<'a> {
    fn new(program: &'a Program, effects: &'a Effects) -> Solver<'a> {
        let mut uses = IdVec::new();
        for (id, function) in program.functions.enumerated() {
            let of = |(edge, e): (EdgeId, &Edge)| uses_of(program, effects, id, edge, e);
            uses.push(function.edges().enumerated().map(of).collect());
        }
        Solver { program, effects, words: effects.words(), uses }
    }

    /// The least solution.
    fn solve(&self) -> IdVec<FuncId, Vec<u64>> {
        let functions = &self.program.functions;
        let mut rows: IdVec<FuncId, Vec<u64>> =
            functions.iter().map(|f| vec![0; f.locations() * 2 * self.words]).collect();
        let mut callers: IdVec<FuncId, Vec<FuncId>> = functions.iter().map(|_| Vec::new()).collect();
        for caller in functions.ids() {
            for callee in self.effects.callees(caller).iter().flat_map(|(_, callees)| callees) {
                callers[*callee].push(caller);
            }
        }
        let mut queue: VecDeque<FuncId> = functions.ids().collect();
        let mut queued = vec![true; queue.len()];
        while let Some(f) = queue.pop_front() {
            queued[f.index()] = false;
            let function = &functions[f];
            let mut mine = rows[f].clone();
            let entry = function.entry.index() * 2 * self.words..(function.entry.index() + 1) * 2 * self.words;
            let before = mine[entry.clone()].to_vec();
            while self.round(f, function, &mut mine, &rows) {
                // A function that calls itself reads its own row.
                if callers[f].contains(&f) {
                    rows[f].clone_from(&mine);
                }
            }
            let total_changed = mine[entry] != before;
            rows[f] = mine;
            if total_changed {
                for caller in &callers[f] {
                    if *caller != f && !std::mem::replace(&mut queued[caller.index()], true) {
                        queue.push_back(*caller);
                    }
                }
            }
        }
        rows
    }

    /// One round over the edges of a function, last first; true if something has changed.
    fn round(&self, f: FuncId, function: &Function, mine: &mut [u64], rows: &IdVec<FuncId, Vec<u64>>) -> bool {
        let words = self.words;
        let mut changed = false;
        let mut row = vec![0u64; 2 * words];
        for (id, edge) in function.edges().enumerated().rev() {
            self.effects.deadline().look();
            row.fill(0);
            if edge.op.continues() {
                let target = edge.target.index() * 2 * words;
                row.copy_from_slice(&mine[target..target + 2 * words]);
            }
            if matches!(edge.op, Op::Return { .. }) {
                row[words..].fill(u64::MAX);
            }
            let callees = self.effects.callees(f);
            if let Ok(found) = callees.binary_search_by_key(&id, |(e, _)| *e) {
                let is_call = matches!(edge.op, Op::Call { .. });
                let after = row.clone();
                if is_call {
                    row.fill(0);
                }
                for callee in &callees[found].1 {
                    let entry = self.program.functions[*callee].entry.index() * 2 * words;
                    let theirs = &rows[*callee][entry..entry + 2 * words];
                    add(&mut row[..words], &theirs[..words]);
                    for i in (0..words).filter(|_| is_call) {
                        row[i] |= theirs[words + i] & after[i];
                        row[words + i] |= theirs[words + i] & after[words + i];
                    }
                }
            }
            let uses = &self.uses[f][id.index()];
            if let Some(resource) = uses.overwrites {
                let (word, bit) = (resource.0 as usize / 64, 1u64 << (resource.0 % 64));
                row[word] &= !bit;
                row[words + word] &= !bit;
            }
            uses.reads.iter().for_each(|resource| set(&mut row, *resource));
            let source = edge.source.index() * 2 * words;
            changed |= add(&mut mine[source..source + 2 * words], &row);
        }
        changed
    }
}

/// What one edge reads and overwrites. Reading means: what happens depends on the bytes.
fn uses_of(program: &Program, effects: &Effects, function: FuncId, id: EdgeId, edge: &Edge) -> Uses {
    let touched = || effects.edge(function, id).iter().map(|touch| touch.resource).collect();
    let reads: Vec<Resource> = match edge.op.flow() {
        // Whether a text can be taken depends on whether it was looked at.
        Flow::Size { .. } if matches!(edge.op, Op::TakeText { .. }) => touched(),
        Flow::Access(access) if access.kind.reads() => touched(),
        Flow::External { .. } | Flow::Output { .. } => touched(),
        Flow::Sync { op: SyncOp::ThreadExit, .. } => Vec::new(),
        Flow::Sync { op: SyncOp::ThreadJoin | SyncOp::ThreadTryjoin, out, .. } => {
            out.map(|_| MemoryLiveness::RESULTS).into_iter().collect()
        }
        // The bytes of a lock say of which kind it is, and whether it was initialised.
        Flow::Sync { .. } => touched().into_iter().filter(|r: &Resource| *r != MemoryLiveness::RESULTS).collect(),
        Flow::Access(_)
        | Flow::Condition(_)
        | Flow::Assign { .. }
        | Flow::Nondet { .. }
        | Flow::Declare { .. }
        | Flow::Call { .. }
        | Flow::Return { .. }
        | Flow::Block { .. }
        | Flow::Size { .. }
        | Flow::Compute { .. }
        | Flow::Nothing => Vec::new(),
    };
    Uses { reads, overwrites: overwritten(program, effects, &edge.op) }
}

/// The global that a store overwrites as a whole.
fn overwritten(program: &Program, effects: &Effects, op: &Op) -> Option<Resource> {
    let Op::Store { addr, access, .. } = op else { return None };
    let ExprKind::GlobalAddr(global, 0) = addr.kind else { return None };
    let whole = program.globals[global].size == access.ty.size();
    let one = program.globals[global].kind != GlobalKind::ThreadLocal;
    if whole && one { effects.resource(raddle_program::analysis::Object::Global(global)) } else { None }
}
