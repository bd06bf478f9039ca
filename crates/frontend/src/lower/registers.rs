//! Temporaries share registers.
//!
//! Lowering makes one temporary per memory read, and nearly all of them are dead after the next edge. A frame of the
//! machine has one slot per local, and every step of a search copies and hashes frames, so that a hundred slots for
//! values that never live at the same time are a cost in every state. This is register allocation by graph colouring
//! (Chaitin et al. 1981) without spilling: two temporaries of the same type get one register if neither is set while
//! the other is alive. Greedy in the order of the text, which is close to optimal for short straight ranges.
//!
//! Soundness: at every location each live temporary has its value in its register, since whatever sets that register
//! while it is alive interferes with it. Variables of the program keep registers of their own (people look at them),
//! and so do temporaries of the pointer's type: analyses that do not follow the flow would mix up what they point to.
//!
//! Cost: a bit per temporary and location for liveness, and a bit per pair for interference; functions where that would
//! be too much are left as they are.

use raddle_program::{Edge, ExprKind, Id, IdVec, Local, LocalId, QualType, Scalar, Storage};

/// Tables larger than this (in 64-bit words) are not worth it.
const LIMIT: usize = 1 << 22;

/// Lets temporaries share registers and drops those nobody uses. Returns the locals that are left; the first `params`
/// stay where they are, and temporaries of type `apart` get no other's register.
pub(super) fn share(
    locals: IdVec<LocalId, Local>,
    edges: &mut [Edge],
    locations: usize,
    params: usize,
    apart: Scalar,
) -> IdVec<LocalId, Local> {
    let mut representative: Vec<LocalId> = locals.ids().collect();
    let candidates: Vec<LocalId> = locals
        .enumerated()
        .skip(params)
        .filter(|(_, l)| l.name.is_none() && is_register_but(l.storage, apart))
        .map(|(id, _)| id)
        .collect();
    let words = candidates.len().div_ceil(64);
    if candidates.len() > 1 && words * (locations + candidates.len()) <= LIMIT {
        let ranges = Ranges::new(&candidates, locals.len(), edges, locations);
        ranges.colour(&locals, &candidates, &mut representative);
    }
    renumber(locals, edges, params, &representative)
}

fn is_register_but(storage: Storage, apart: Scalar) -> bool {
    match storage {
        Storage::Register(scalar) => scalar != apart,
        Storage::Memory { .. } => false,
    }
}

/// Which temporaries are set while which others are alive.
struct Ranges {
    words: usize,
    /// Row `d`: what is alive after some edge that sets `d`, or is set together with it.
    interference: Vec<u64>,
}

impl Ranges {
    fn new(candidates: &[LocalId], locals: usize, edges: &[Edge], locations: usize) -> Ranges {
        let mut index: Vec<Option<usize>> = vec![None; locals];
        for (i, id) in candidates.iter().enumerate() {
            index[id.index()] = Some(i);
        }
        let words = candidates.len().div_ceil(64);
        let sets: Vec<Vec<usize>> = edges
            .iter()
            .map(|e| e.op.defs().into_iter().flatten().filter_map(|d| index[d.index()]).collect())
            .collect();
        let live = live_sets(&index, &sets, words, edges, locations);
        let mut interference = vec![0u64; candidates.len() * words];
        for (edge, set) in edges.iter().zip(&sets) {
            for d in set {
                let row = &mut interference[d * words..(d + 1) * words];
                for (word, alive) in row.iter_mut().zip(&live[edge.target.index() * words..]) {
                    *word |= alive;
                }
                for other in set {
                    row[other / 64] |= 1 << (other % 64);
                }
                row[d / 64] &= !(1 << (d % 64));
            }
        }
        Ranges { words, interference }
    }

    fn row(&self, i: usize) -> &[u64] {
        &self.interference[i * self.words..(i + 1) * self.words]
    }

    /// Gives each candidate the first register of its type that it does not interfere with.
    fn colour(&self, locals: &IdVec<LocalId, Local>, candidates: &[LocalId], representative: &mut [LocalId]) {
        let mut colours: Vec<Colour> = Vec::new();
        for (i, id) in candidates.iter().enumerate() {
            let class = (locals[*id].storage, locals[*id].ty);
            let bit = 1u64 << (i % 64);
            let free = colours.iter_mut().find(|c| {
                c.class == class
                    && c.interference[i / 64] & bit == 0
                    && c.members.iter().zip(self.row(i)).all(|(members, row)| members & row == 0)
            });
            let colour = match free {
                Some(colour) => colour,
                None => {
                    let (members, interference) = (vec![0; self.words], vec![0; self.words]);
                    colours.push(Colour { class, first: *id, members, interference });
                    let last = colours.len() - 1;
                    &mut colours[last]
                }
            };
            colour.members[i / 64] |= bit;
            for (word, row) in colour.interference.iter_mut().zip(self.row(i)) {
                *word |= row;
            }
            representative[id.index()] = colour.first;
        }
    }
}

/// A register and the temporaries it holds.
struct Colour {
    class: (Storage, QualType),
    first: LocalId,
    members: Vec<u64>,
    /// What some member interferes with.
    interference: Vec<u64>,
}

/// The live candidates of each location: backward, until nothing changes.
fn live_sets(index: &[Option<usize>], sets: &[Vec<usize>], words: usize, edges: &[Edge], locations: usize) -> Vec<u64> {
    let mut live = vec![0u64; locations * words];
    let mut entering: Vec<Vec<usize>> = vec![Vec::new(); locations];
    for (i, edge) in edges.iter().enumerate() {
        entering[edge.target.index()].push(i);
    }
    let mut queue: Vec<usize> = (0..edges.len()).collect();
    let mut queued = vec![true; edges.len()];
    let mut before = vec![0u64; words];
    while let Some(i) = queue.pop() {
        queued[i] = false;
        let edge = &edges[i];
        before.copy_from_slice(&live[edge.target.index() * words..(edge.target.index() + 1) * words]);
        for d in &sets[i] {
            before[d / 64] &= !(1 << (d % 64));
        }
        edge.op.for_each_expr(&mut |e| {
            e.walk(&mut |e| {
                if let ExprKind::Reg(local) = e.kind
                    && let Some(read) = index[local.index()]
                {
                    before[read / 64] |= 1 << (read % 64);
                }
            })
        });
        let source = edge.source.index() * words;
        let mut changed = false;
        for (word, new) in live[source..source + words].iter_mut().zip(&before) {
            changed |= new & !*word != 0;
            *word |= new;
        }
        if changed {
            for p in &entering[edge.source.index()] {
                if !std::mem::replace(&mut queued[*p], true) {
                    queue.push(*p);
                }
            }
        }
    }
    live
}

/// Replaces locals by their representatives and drops temporaries that no edge mentions.
fn renumber(
    locals: IdVec<LocalId, Local>,
    edges: &mut [Edge],
    params: usize,
    representative: &[LocalId],
) -> IdVec<LocalId, Local> {
    let mut used: Vec<bool> = locals.enumerated().map(|(id, l)| id.index() < params || l.name.is_some()).collect();
    for edge in edges.iter() {
        for d in edge.op.defs().into_iter().flatten() {
            used[representative[d.index()].index()] = true;
        }
        edge.op.for_each_expr(&mut |e| {
            e.walk(&mut |e| {
                if let ExprKind::Reg(local) | ExprKind::LocalAddr(local, _) = e.kind {
                    used[representative[local.index()].index()] = true;
                }
            })
        });
    }
    let mut kept: IdVec<LocalId, Local> = IdVec::new();
    let number: Vec<LocalId> = locals
        .iter()
        .zip(&used)
        .map(|(local, used)| if *used { kept.push(local.clone()) } else { kept.next_id() })
        .collect();
    for edge in edges {
        edge.op.rename_locals(&|local| number[representative[local.index()].index()]);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_program::{Access, Expr, GlobalId, Loc, Op, Span, TypeId};

    const POINTER: Scalar = Scalar::Int { bits: 64, signed: false };

    fn temporary() -> Local {
        let storage = Storage::Register(Scalar::INT);
        Local { name: None, ty: TypeId(0).into(), storage, span: Span::NONE }
    }

    fn edge(at: u32, op: Op) -> Edge {
        Edge { source: Loc(at), target: Loc(at + 1), op, span: Span::NONE }
    }

    fn load(dst: u32) -> Op {
        let addr = Expr { kind: ExprKind::GlobalAddr(GlobalId(0), 0), ty: POINTER, span: Span::NONE };
        Op::Load { dst: LocalId(dst), addr, access: Access::plain(Scalar::INT) }
    }

    fn sum(a: u32, b: u32) -> Op {
        let reg = |l| Box::new(Expr::reg(LocalId(l), Scalar::INT, Span::NONE));
        let kind = ExprKind::Binary(raddle_program::BinaryOp::Eq, reg(a), reg(b));
        Op::Require { cond: Expr { kind, ty: Scalar::INT, span: Span::NONE } }
    }

    #[test]
    fn values_that_live_together_keep_apart() {
        let locals: IdVec<LocalId, Local> = (0..5).map(|_| temporary()).collect();
        // 0 and 1 live together; 2 and 3 do so later; 4 is never mentioned.
        let mut edges = vec![
            edge(0, load(0)),
            edge(1, load(1)),
            edge(2, sum(0, 1)),
            edge(3, load(2)),
            edge(4, load(3)),
            edge(5, sum(2, 3)),
        ];
        let kept = share(locals, &mut edges, 7, 0, POINTER);
        assert_eq!(kept.len(), 2);
        assert_eq!(edges[2].op, sum(0, 1));
        assert_eq!(edges[5].op, sum(0, 1));
    }

    #[test]
    fn a_value_nobody_reads_overwrites_no_other() {
        let locals: IdVec<LocalId, Local> = (0..2).map(|_| temporary()).collect();
        let mut edges = vec![edge(0, load(0)), edge(1, load(1)), edge(2, sum(0, 0))];
        let kept = share(locals, &mut edges, 4, 0, POINTER);
        assert_eq!(kept.len(), 2);
    }
}
