//! Which registers matter: classic backward liveness.
//!
//! A register is live at a location if some path from there reads it before setting it. The explicit search clears
//! dead registers, so that states that differ only in values nobody will look at become one. An old address in a dead register is no
//! pointer to what is gone. Temporaries, of which the
//! lowering makes one per memory read, are dead almost everywhere. Registers on which nothing depends ([`Faint`]) are dead although they
//! are read.
//!
//! Cost: a worklist over locations with one bit per register; linear in practice, as the automata are reducible.

use raddle_deadline::Deadline;

use super::{Faint, PointsTo};
use crate::{ExprKind, FuncId, Function, Id, IdVec, Loc, LocalId, Program};

/// The live registers of every location of a program.
#[derive(Clone, Debug)]
pub struct Liveness {
    functions: IdVec<FuncId, FunctionLiveness>,
}

#[derive(Clone, Debug)]
struct FunctionLiveness {
    /// 64-bit words per location.
    words: usize,
    live: Vec<u64>,
}

impl Liveness {
    /// Computes liveness of all functions. If overflow matters, so does an operand of what may overflow.
    pub fn new(program: &Program, points_to: &PointsTo, overflow_matters: bool) -> Liveness {
        let faint = match overflow_matters {
            true => Faint::if_overflow_matters(program, points_to),
            false => Faint::new(program, points_to),
        };
        let of = |(id, function)| FunctionLiveness::new(id, function, &faint, points_to.deadline());
        Liveness { functions: program.functions.enumerated().map(of).collect() }
    }

    /// Whether `local` is live when control is at `loc` of `function`.
    pub fn is_live(&self, function: FuncId, loc: Loc, local: LocalId) -> bool {
        let f = &self.functions[function];
        f.live[loc.index() * f.words + local.index() / 64] >> (local.index() % 64) & 1 == 1
    }

    /// The live set of a location as 64-bit words, bit `i` of word `w` standing for local `64 w + i`.
    pub fn words(&self, function: FuncId, loc: Loc) -> &[u64] {
        let f = &self.functions[function];
        &f.live[loc.index() * f.words..(loc.index() + 1) * f.words]
    }
}

impl FunctionLiveness {
    fn new(name: FuncId, function: &Function, faint: &Faint, deadline: &Deadline) -> FunctionLiveness {
        let words = function.locals.len().div_ceil(64).max(1);
        let locations = function.locations();
        let mut live = vec![0u64; locations * words];
        let mut predecessors = vec![Vec::new(); locations];
        for (id, edge) in function.edges().enumerated() {
            predecessors[edge.target.index()].push(id);
        }
        // Every edge once at first (some end in no location), then those whose target has changed.
        let mut queue: Vec<_> = function.edges().ids().collect();
        let mut queued = vec![true; queue.len()];
        let mut out = vec![0u64; words];
        while let Some(id) = queue.pop() {
            deadline.look();
            queued[id.index()] = false;
            let edge = function.edge(id);
            out.copy_from_slice(&live[edge.target.index() * words..(edge.target.index() + 1) * words]);
            for def in edge.op.defs().into_iter().flatten() {
                out[def.index() / 64] &= !(1 << (def.index() % 64));
            }
            edge.op.for_each_expr(&mut |e| {
                e.walk(&mut |e| {
                    if let ExprKind::Reg(local) = e.kind
                        && !faint.register(name, local)
                    {
                        out[local.index() / 64] |= 1 << (local.index() % 64);
                    }
                })
            });
            let source = edge.source.index() * words;
            let mut changed = false;
            for (i, word) in out.iter().enumerate() {
                changed |= *word & !live[source + i] != 0;
                live[source + i] |= word;
            }
            if changed {
                for p in &predecessors[edge.source.index()] {
                    if !std::mem::replace(&mut queued[p.index()], true) {
                        queue.push(*p);
                    }
                }
            }
        }
        FunctionLiveness { words, live }
    }
}
