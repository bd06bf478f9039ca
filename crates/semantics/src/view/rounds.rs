//! Loops that count: what they count, from where, how long, and what they do once in each round.
//!
//! **Idea.** A loop whose head alone decides when it ends, whose counter is set once in each round, to itself plus one, and whose condition depends on nothing else that changes, runs through numbers that can be told
//! from its first number and its condition. Two such loops with the same first number and the same condition run through the same numbers ([`Round::is_like`]).
//!
//! **Method.** Reachability in the automaton of the function, without some edges, and without going on at the head: an edge is executed in each round if the head cannot be reached again without it, and once if it is not reached from its end
//! without passing the head. **Cost**: a few searches for each location with two edges.

use std::collections::BTreeSet;

use raddle_program::{BinaryOp, Edge, EdgeId, Expr, ExprKind, Function, Id, Loc, LocalId, Op, Scalar};

use super::joins::register;
use crate::dependence::is_in_loop;

/// A loop with a counter.
pub(super) struct Round<'p> {
    /// Where it is decided whether there is one more round.
    pub(super) head: Loc,
    /// The edge by which it ends.
    pub(super) exit: EdgeId,
    /// The edge that sets the counter.
    sets: EdgeId,
    counter: LocalId,
    first: u128,
    condition: &'p Expr,
    step: &'p Expr,
    addr: &'p Expr,
}

/// The counter of a loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counter {
    pub(super) register: LocalId,
    pub(super) ty: Scalar,
    /// What it can be at the head of the loop, if that is known.
    pub(super) range: Option<(i128, i128)>,
}

impl<'p> Round<'p> {
    /// The loop in which some edges are executed once in each round, in this order and before the counter goes on, if that is all as it should be.
    pub(super) fn new(function: &'p Function, once: &[EdgeId], addr: &'p Expr, pointer: u64) -> Option<Round<'p>> {
        let counter = counter_of(addr, pointer)?;
        let within = function.edge(*once.first()?).source;
        for head in (0..function.locations()).map(Loc::from_index) {
            if let Some(round) = Round::at(function, head, within, counter, addr)
                && round.executes(function, once)
            {
                return Some(round);
            }
        }
        None
    }

    /// The loop with a head that a location is in, if it has this counter.
    fn at(function: &'p Function, head: Loc, within: Loc, counter: LocalId, addr: &'p Expr) -> Option<Round<'p>> {
        let mut leaving = function.leaving(head);
        let (Some(a), Some(b), None) = (leaving.next(), leaving.next(), leaving.next()) else { return None };
        let inside = |(_, edge): &(EdgeId, &Edge)| reaches(function, edge.target, within, &[], Some(head));
        let (enter, exit) = match (inside(&a), inside(&b)) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            (true, true) | (false, false) => return None,
        };
        let Op::Assume { cond, .. } = &enter.1.op else { return None };
        // It comes back to the head, and after its end never again.
        let comes_back = |from: Loc| reaches(function, from, head, &[], None);
        if !comes_back(enter.1.target) || comes_back(exit.1.target) {
            return None;
        }
        let body = |loc: Loc| loc != head && reaches(function, enter.1.target, loc, &[], Some(head)) && comes_back(loc);
        // Nobody jumps into the middle of it.
        if function.edges().iter().any(|edge| body(edge.target) && !body(edge.source) && edge.source != head) {
            return None;
        }
        let mut entries = function.edges().iter().filter(|edge| edge.target == head && !body(edge.source));
        let (Some(entry), None) = (entries.next(), entries.next()) else { return None };
        let Op::Assign { dst, value: Expr { kind: ExprKind::Const(first), .. } } = &entry.op else { return None };
        if *dst != counter || is_in_loop(function, entry) {
            return None;
        }
        let mut sets =
            function.edges().enumerated().filter(|(_, e)| body(e.source) && e.op.defs().contains(&Some(counter)));
        let ((number, set), None) = (sets.next()?, sets.next()) else { return None };
        let Op::Assign { value: step, .. } = &set.op else { return None };
        let ExprKind::Binary(BinaryOp::Add, x, by) = &step.kind else { return None };
        let stable = |expr: &Expr| is_stable(function, expr, counter, head);
        let counts = x.kind == ExprKind::Reg(counter) && by.kind == ExprKind::Const(1);
        let round = Round { head, exit: exit.0, sets: number, counter, first: *first, condition: cond, step, addr };
        (counts && stable(cond) && stable(addr) && round.executes(function, &[])).then_some(round)
    }

    /// Whether some edges are executed once in each round, in this order, and then the counter is set.
    fn executes(&self, function: &Function, once: &[EdgeId]) -> bool {
        let Some((_, enter)) = function.leaving(self.head).find(|(id, _)| *id != self.exit) else { return false };
        let in_round = |from: Loc, to: Loc, without: &[EdgeId]| reaches(function, from, to, without, Some(self.head));
        let mut before: Option<&Edge> = None;
        for id in once.iter().chain([&self.sets]) {
            let edge = function.edge(*id);
            let again = in_round(edge.target, edge.source, &[]);
            let skipped = in_round(enter.target, self.head, &[*id]);
            let too_early = before.is_some_and(|before| in_round(edge.target, before.source, &[]));
            if again || skipped || too_early {
                return false;
            }
            before = Some(edge);
        }
        true
    }

    /// Whether each cell is inside of an object, as the counter goes from a number to another and the address begins with the object's name.
    pub(super) fn stays_inside(&self, function: &Function, size: u64, pointer: u64) -> bool {
        let ExprKind::Binary(_, base, offset) = &self.addr.kind else { return false };
        let ExprKind::Binary(_, _, stride) = &offset.kind else { return false };
        let (ExprKind::GlobalAddr(_, 0) | ExprKind::LocalAddr(_, 0)) = base.kind else { return false };
        let ExprKind::Binary(BinaryOp::Lt, counter, end) = &self.condition.kind else { return false };
        let (ExprKind::Const(end), ExprKind::Const(stride)) = (&end.kind, &stride.kind) else { return false };
        let small = |number: u128| number < 1 << 31;
        counter.kind == ExprKind::Reg(self.counter)
            && function.locals[self.counter].scalar() == counter.ty
            && ends_if(function, self) == Some(false)
            && small(self.first)
            && small(*end)
            && end.saturating_sub(1) * stride + u128::from(pointer) <= u128::from(size)
    }

    /// The register that counts, and at least the numbers that it can be at the head.
    pub(super) fn counts(&self, function: &Function) -> Counter {
        let ty = function.locals[self.counter].scalar();
        let most = match ty {
            Scalar::Int { bits: bits @ 1..=64, signed } => (1i128 << (bits - u8::from(signed))) - 1,
            Scalar::Int { .. } | Scalar::Float(_) => return Counter { register: self.counter, ty, range: None },
        };
        let small = |number: u128| number < 1 << 31;
        let ExprKind::Binary(BinaryOp::Lt, counter, end) = &self.condition.kind else {
            return Counter { register: self.counter, ty, range: None };
        };
        let upwards = counter.kind == ExprKind::Reg(self.counter)
            && counter.ty == ty
            && ends_if(function, self) == Some(false)
            && small(self.first);
        // It is below the end before it is one more.
        let end = if let ExprKind::Const(end) = end.kind
            && small(end)
        {
            (end as i128).max(self.first as i128)
        } else {
            most
        };
        Counter { register: self.counter, ty, range: upwards.then_some((self.first as i128, end)) }
    }

    /// Whether another loop in the same function runs through the same numbers and addresses.
    pub(super) fn is_like(&self, other: &Round<'_>, function: &Function) -> bool {
        let ty = |register: LocalId| function.locals[register].scalar();
        let names = (self.counter, other.counter);
        self.first == other.first
            && ty(self.counter) == ty(other.counter)
            && are_alike(self.condition, other.condition, names)
            && are_alike(self.step, other.step, names)
            && are_alike(self.addr, other.addr, names)
            && is_stable(function, other.condition, other.counter, self.head)
            && is_stable(function, other.addr, other.counter, self.head)
            && ends_if(function, self) == ends_if(function, other)
    }
}

/// The truth value of the condition under which a loop ends.
fn ends_if(function: &Function, round: &Round<'_>) -> Option<bool> {
    let Op::Assume { holds, .. } = &function.edge(round.exit).op else { return None };
    Some(*holds)
}

/// The counter of an address that is a base plus a register times at least the size of an id.
fn counter_of(addr: &Expr, pointer: u64) -> Option<LocalId> {
    let ExprKind::Binary(BinaryOp::Add, _, offset) = &addr.kind else { return None };
    let ExprKind::Binary(BinaryOp::Mul, index, stride) = &offset.kind else { return None };
    let wide = matches!(stride.kind, ExprKind::Const(stride) if (u128::from(pointer)..1 << 31).contains(&stride));
    let lossless = !matches!(&index.kind, ExprKind::Cast(inner) if inner.ty.bits() > index.ty.bits());
    let full = matches!(offset.ty, Scalar::Int { bits, .. } if u64::from(bits) == 8 * pointer);
    register(index).filter(|_| wide && lossless && full)
}

/// Whether all registers in an expression but a counter are not set any more from a location on, and nothing else is in it that may change.
fn is_stable(function: &Function, expr: &Expr, counter: LocalId, from: Loc) -> bool {
    let mut used = BTreeSet::new();
    let mut places = BTreeSet::new();
    expr.walk(&mut |e| {
        if let ExprKind::Reg(local) = e.kind
            && local != counter
        {
            used.insert(local);
        }
        if let ExprKind::LocalAddr(local, _) = e.kind {
            places.insert(local);
        }
    });
    let changes = |edge: &Edge| {
        let sets = edge.op.defs().iter().flatten().any(|local| used.contains(local));
        let lives = matches!(&edge.op, Op::Declare { local } | Op::Live { local, .. } if places.contains(local) || used.contains(local));
        sets || lives
    };
    !function.edges().iter().any(|edge| changes(edge) && reaches(function, from, edge.source, &[], None))
}

/// Whether two expressions are the same up to the name of a register.
fn are_alike(a: &Expr, b: &Expr, names: (LocalId, LocalId)) -> bool {
    a.ty == b.ty
        && match (&a.kind, &b.kind) {
            (ExprKind::Reg(x), ExprKind::Reg(y)) => (*x, *y) == names || (x == y && *x != names.0 && *y != names.1),
            (ExprKind::Unary(f, x), ExprKind::Unary(g, y)) => f == g && are_alike(x, y, names),
            (ExprKind::Cast(x), ExprKind::Cast(y)) => are_alike(x, y, names),
            (ExprKind::Binary(f, x, s), ExprKind::Binary(g, y, t)) => {
                f == g && are_alike(x, y, names) && are_alike(s, t, names)
            }
            (ExprKind::Ite(c, x, s), ExprKind::Ite(d, y, t)) => {
                are_alike(c, d, names) && are_alike(x, y, names) && are_alike(s, t, names)
            }
            (a, b) => a == b,
        }
}

/// The only edge that sets a register.
pub(super) fn only_def(function: &Function, local: LocalId) -> Option<(EdgeId, &Edge)> {
    let mut sets = function.edges().enumerated().filter(|(_, edge)| edge.op.defs().contains(&Some(local)));
    let (Some(one), None) = (sets.next(), sets.next()) else { return None };
    Some(one)
}

/// Whether one location is another, or leads there; without some edges, and without going on from a location.
fn reaches(function: &Function, from: Loc, to: Loc, without: &[EdgeId], until: Option<Loc>) -> bool {
    let mut seen = vec![false; function.locations()];
    let mut queue = vec![from];
    while let Some(loc) = queue.pop() {
        if loc == to {
            return true;
        }
        if Some(loc) != until && !std::mem::replace(&mut seen[loc.index()], true) {
            let kept = function.leaving(loc).filter(|(id, _)| !without.contains(id));
            queue.extend(kept.map(|(_, edge)| edge.target));
        }
    }
    false
}

/// Whether a location can be reached from the entry without an edge.
pub(super) fn avoids(function: &Function, to: Loc, without: EdgeId) -> bool {
    reaches(function, function.entry, to, &[without], None)
}
