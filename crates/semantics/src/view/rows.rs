//! Rows of ids: loops that create any number of threads, and the loops that join them.
//!
//! **Idea.** `for (i = 0; i < 10000; i++) pthread_create(&t[i], …)` makes ten thousand times the same thread. If views hold the row `t`, and so the counter that says where in it the next id goes, there is
//! a view of `main` for each round. But of the ids in a row all that matters is that each is joined once, and that can be told from the text: the loop that joins walks
//! through the same row from the same beginning, by the same steps, under the same condition. So a row is *forgotten*: its bytes are zero in every view, what is read from it is an id of which nothing is known, a store goes anywhere
//! inside, and the counter is forgotten at the head of its loop: there it is any number that it can be. Then the cost does not depend on how many threads there are. (Counter abstraction does the rest: how many threads there are
//! is counted up to [`Views::many`](super::Views::many).)
//!
//! **When two loops match.** Ids must be opaque ([`super::ids`]), nobody detaches, and of the object with the row it holds that
//! - one edge stores into it, an id that one edge creates, of a thread that can be joined; all others are loads;
//! - the creating loop is left through its head only, as far as a load is reached from where it is left; it is entered once in an execution, at a number that its counter is set to. In each round
//!   the edges that create, store and count are executed once, in this order, and nothing else changes the counter;
//! - each load is in such a loop, with the edge that joins instead, which is entered once and only behind the regular end of the creating loop;
//! - both have the same first number, and, up to the name of the counter, the same step (by one), the same condition and the same address: a base plus the counter times at least the size of an id. What else
//!   occurs in those is a register that is not set any more from the creating loop on.
//!
//! **Soundness.** Counter, step and condition are the same functions of the same registers in both loops, so the counters run through the same numbers, and as the creating loop ends, no number comes twice. Numbers that differ by
//! one have cells side by side, and cells further away are others as long as the object does not end, which a store outside of it would show. So each join reads the id of another one
//! of these threads, which exists, can be joined and was not joined before: it waits and cannot fail ([`Rows::joins`]). Behind the regular end of the joining loop ([`Rows::none_left`]) all of them are joined, so if no other edge creates threads with
//! their start routines, there are none: a view that counts some is of no state. For which rows this is done is a matter of cost; what is read from a row may be anything anyway.
//!
//! **Cost**: linear in the edges, for each edge that stores an id. **Rejected**: indices as terms in each view, with predicates that say which ids were joined: the proof needs quantifiers, and says no more than the text.

use std::collections::{BTreeMap, BTreeSet};

use raddle_machine::{Addr, ObjectKind, ObjectMeta, State, ThreadIx};
use raddle_program::analysis::Object;
use raddle_program::{Edge, EdgeId, Expr, ExprKind, FuncId, Loc, LocalId, Op, Storage, SyncOp};

use super::joins::register;
use super::rounds::{Counter, Round, avoids, only_def};
use crate::dead::{clear_block, clear_global};
use crate::dependence::{Dependence, is_in_loop};
use crate::exact::ExactUses;

/// An edge of a function.
type Site = (FuncId, EdgeId);

/// Calls above a function that are looked at to see that it runs once.
const CALLS: u32 = 8;

/// Rows of at most so many ids stay as they are: names say more of them ([`super::ids`]).
const FEW: u64 = 16;

/// All rows of ids of a program.
#[derive(Debug, Default)]
pub(super) struct Rows {
    objects: BTreeSet<Object>,
    /// Loads from rows and stores into them; whether these are certainly inside.
    accesses: BTreeMap<Site, (Object, bool)>,
    /// Edges that create what is in a row.
    creations: BTreeSet<Site>,
    /// Edges that join it, with what their threads start with.
    joins: BTreeMap<Site, Vec<FuncId>>,
    /// From where to where no thread is left that starts with these functions.
    none_left: BTreeMap<(FuncId, Loc, Loc), Vec<FuncId>>,
    /// The counters of these loops, at their heads.
    counters: BTreeMap<(FuncId, Loc), Counter>,
}

impl Rows {
    /// Looks at objects that hold ids and nothing else, if ids are opaque and only `main` handles threads.
    pub(super) fn new(dependence: &Dependence<'_>, kept: &BTreeSet<Object>) -> Rows {
        let mut rows = Rows::default();
        if has(dependence, SyncOp::ThreadDetach) || has(dependence, SyncOp::ThreadCancel) {
            return rows;
        }
        let program = dependence.machine().program();
        let pointer = program.data_model().pointer_size();
        for object in kept {
            let size = match object {
                Object::Global(global) => Some(program.globals[*global].size),
                Object::Local(function, local) => match program.functions[*function].locals[*local].storage {
                    Storage::Memory { size, .. } => Some(size),
                    Storage::Register(_) => continue,
                },
                Object::Block(..) => None,
                Object::Function(_) | Object::ThreadIds => continue,
            };
            let more_than = |ids: u64| size.is_none_or(|size| size / pointer > ids);
            if !more_than(FEW) {
                continue;
            }
            let Some(row) = Row::of(dependence, *object) else { continue };
            match row.matched(dependence, (size, pointer)) {
                Some(matched) => rows.add(dependence, row, Some(matched)),
                None if more_than(super::ids::NAMES) => rows.add(dependence, row, None),
                None => {}
            }
        }
        rows
    }

    fn add(&mut self, dependence: &Dependence<'_>, row: Row, matched: Option<Matched>) {
        let inside = matched.as_ref().is_some_and(|matched| matched.inside);
        self.objects.insert(row.object);
        self.creations.extend(&row.creations);
        self.accesses.extend(row.loads.iter().chain(&row.stores).map(|site| (*site, (row.object, inside))));
        let Some(Matched { join, starts, rounds, .. }) = matched else { return };
        self.counters.extend(rounds);
        let Some((join, (head, behind))) = join else { return };
        let only = |start: &FuncId| creators(dependence, *start) == row.creations;
        let gone: Vec<FuncId> = starts.iter().copied().filter(only).collect();
        self.none_left.entry((join.0, head, behind)).or_default().extend(gone);
        self.joins.insert(join, starts);
    }

    /// Keeps the counters that are needed exactly.
    pub(super) fn keep_counters(&mut self, exact: &ExactUses) {
        let needed = |(function, _): &(FuncId, Loc), counter: &Counter| exact.register(*function, counter.register);
        self.counters.retain(|head, counter| !needed(head, counter));
    }

    /// The counter that is forgotten where a function is at a location.
    pub(super) fn counter(&self, function: FuncId, at: Loc) -> Option<Counter> {
        self.counters.get(&(function, at)).copied()
    }

    /// Whether an edge loads from one or stores into it.
    pub fn is_access(&self, site: Site) -> bool {
        self.accesses.contains_key(&site)
    }

    /// The one that an edge loads from or stores into, and whether that is certainly inside.
    pub(super) fn accessed(&self, site: Site) -> Option<(Object, bool)> {
        self.accesses.get(&site).copied()
    }

    /// Whether an edge creates what goes into one.
    pub(super) fn is_creation(&self, site: Site) -> bool {
        self.creations.contains(&site)
    }

    /// What the threads start with that an edge joins, which cannot fail.
    pub fn joins(&self, site: Site) -> Option<&[FuncId]> {
        self.joins.get(&site).map(Vec::as_slice)
    }

    /// What no thread starts with that there is when a function goes from one location to another.
    pub fn none_left(&self, function: FuncId, from: Loc, to: Loc) -> &[FuncId] {
        self.none_left.get(&(function, from, to)).map_or(&[], Vec::as_slice)
    }

    /// Makes all rows zero.
    pub(super) fn clear(&self, dependence: &Dependence<'_>, state: &mut State) {
        clear(dependence, &self.objects, state);
    }
}

/// Makes all bytes of some objects zero.
pub(super) fn clear(dependence: &Dependence<'_>, objects: &BTreeSet<Object>, state: &mut State) {
    let mut others = false;
    for object in objects {
        match object {
            Object::Global(global) => clear_global(dependence.machine(), state, *global),
            Object::Local(..) | Object::Block(..) => others = true,
            Object::Function(_) | Object::ThreadIds => {}
        }
    }
    if !others {
        return;
    }
    for at in 0..state.memory.shape.objects.len() {
        if declared(state.memory.shape.objects[at].kind).is_some_and(|object| objects.contains(&object)) {
            clear_block(&mut state.memory.blocks[at]);
        }
    }
}

/// What of the program an object with an address of its own is.
fn declared(kind: ObjectKind) -> Option<Object> {
    match kind {
        ObjectKind::Local(function, local, _) => Some(Object::Local(function, local)),
        ObjectKind::StackBlock(function, edge, _) | ObjectKind::Heap(function, edge) => {
            Some(Object::Block(function, edge))
        }
        ObjectKind::GlobalPage(_) | ObjectKind::Global(_) | ObjectKind::ThreadLocal(..) | ObjectKind::Freed => None,
    }
}

/// Where a row is in a state, and its size; none if there are several objects, of which one cannot be told.
pub(super) fn extent(dependence: &Dependence<'_>, state: &State, me: ThreadIx, row: Object) -> Option<(Addr, u64)> {
    let machine = dependence.machine();
    if let Object::Global(global) = row {
        return Some((machine.global_addr(global), machine.program().globals[global].size));
    }
    let own = |kind: ObjectKind| match kind {
        ObjectKind::Local(_, _, owner) | ObjectKind::StackBlock(_, _, owner) => owner == me,
        ObjectKind::GlobalPage(_)
        | ObjectKind::Global(_)
        | ObjectKind::ThreadLocal(..)
        | ObjectKind::Heap(..)
        | ObjectKind::Freed => true,
    };
    let all = state.memory.shape.objects.iter().filter(|o| declared(o.kind) == Some(row));
    let mut found: Vec<&ObjectMeta> = all.collect();
    if found.len() > 1 {
        found.retain(|object| own(object.kind));
    }
    let [object] = found[..] else { return None };
    Some((object.base, object.size))
}

/// A row, and who uses it.
struct Row {
    object: Object,
    stores: Vec<Site>,
    loads: Vec<Site>,
    creations: Vec<Site>,
}

/// What two loops that match say of a row.
struct Matched {
    /// The edge that joins, what it joins, and the head and the place behind the end of its loop; if anybody joins.
    join: Option<(Site, (Loc, Loc))>,
    starts: Vec<FuncId>,
    /// Whether all indices are certainly inside.
    inside: bool,
    /// The heads of the loops, and what is counted there.
    rounds: Vec<((FuncId, Loc), Counter)>,
}

impl Row {
    /// The row that is in an object, if ids are stored into it and loaded from it, and nothing else is done with it.
    fn of(dependence: &Dependence<'_>, object: Object) -> Option<Row> {
        let program = dependence.machine().program();
        let points_to = dependence.machine().points_to();
        let others = dependence.executed_by_others();
        let mut row = Row { object, stores: Vec::new(), loads: Vec::new(), creations: Vec::new() };
        for (id, function) in program.functions.enumerated().filter(|(id, _)| points_to.is_reachable(*id)) {
            for (number, edge) in function.edges().enumerated() {
                let mut addressed = BTreeSet::new();
                edge.op.for_each_expr(&mut |expr| {
                    addressed.extend(points_to.may_address(id, expr).iter().map(|n| points_to.objects()[n]));
                });
                if !addressed.contains(&object) {
                    continue;
                }
                let only = |addr: &Expr| {
                    let mut all =
                        points_to.may_address(id, addr).iter().map(|n| points_to.objects()[n]).collect::<Vec<_>>();
                    let first = all.pop();
                    first == Some(object) && all.is_empty()
                };
                let elsewhere =
                    |addr: &Expr| points_to.may_address(id, addr).iter().all(|n| points_to.objects()[n] != object);
                if others.contains(&id) {
                    return None;
                }
                if let Op::Store { addr, value, .. } = &edge.op
                    && only(addr)
                {
                    let (made, creation) = only_def(function, register(value)?)?;
                    let Op::Sync { op: SyncOp::ThreadCreate, .. } = &creation.op else { return None };
                    row.stores.push((id, number));
                    row.creations.push((id, made));
                } else if let Op::Load { addr, .. } = &edge.op
                    && only(addr)
                {
                    row.loads.push((id, number));
                } else if !hands_on(&edge.op) && !matches!(&edge.op, Op::Store { addr, .. } if elsewhere(addr)) {
                    return None;
                }
            }
        }
        (!row.stores.is_empty()).then_some(row)
    }

    /// Looks for the loop that creates the threads and the one that joins them.
    fn matched(&self, dependence: &Dependence<'_>, (size, pointer): (Option<u64>, u64)) -> Option<Matched> {
        let ([(id, store)], [(_, made)]) = (&self.stores[..], &self.creations[..]) else { return None };
        // One activation has both loops.
        if self.loads.len() > 1 || self.loads.iter().any(|(f, _)| f != id) || !runs_once(dependence, *id, CALLS) {
            return None;
        }
        let function = &dependence.machine().program().functions[*id];
        let Op::Store { addr, value, .. } = &function.edge(*store).op else { return None };
        let Op::Sync { args, out, .. } = &function.edge(*made).op else { return None };
        if *out != register(value) || args.get(2)?.kind != ExprKind::Const(0) {
            return None;
        }
        let creating = Round::new(function, &[*made, *store], addr, pointer)?;
        let starts = dependence.machine().points_to().callees(*id, args.first()?);
        let inside = size.is_some_and(|size| creating.stays_inside(function, size, pointer));
        let mut rounds = vec![((*id, creating.head), creating.counts(function))];
        let Some((f, load)) = self.loads.first().copied() else {
            return Some(Matched { join: None, starts, inside, rounds });
        };
        let Op::Load { dst, addr, .. } = &function.edge(load).op else { return None };
        let mut joining = function.edges().enumerated().filter(|(_, edge)| joins(edge, *dst));
        let ((join, _), None) = (joining.next()?, joining.next()) else { return None };
        if only_def(function, *dst)?.0 != load {
            return None;
        }
        let round = Round::new(function, &[load, join], addr, pointer)?;
        let matches = creating.is_like(&round, function) && !avoids(function, round.head, creating.exit);
        let behind = (round.head, function.edge(round.exit).target);
        rounds.push(((*id, round.head), round.counts(function)));
        matches.then_some(Matched { join: Some(((f, join), behind)), starts, inside, rounds })
    }
}

/// Whether an operation does nothing with an address but hand it on, or free what is there.
fn hands_on(op: &Op) -> bool {
    matches!(op, Op::Assign { .. } | Op::Assume { .. } | Op::Call { .. } | Op::Return { .. } | Op::Free { .. })
}

/// Whether an edge joins the thread whose id is in a register.
fn joins(edge: &Edge, id: LocalId) -> bool {
    let Op::Sync { op: SyncOp::ThreadJoin, args, .. } = &edge.op else { return false };
    args.first().and_then(register) == Some(id)
}

/// Whether a function runs at most once in an execution.
fn runs_once(dependence: &Dependence<'_>, function: FuncId, calls: u32) -> bool {
    let program = dependence.machine().program();
    let points_to = dependence.machine().points_to();
    if calls == 0 || points_to.thread_starts().chain(points_to.destructors()).any(|start| start == function) {
        return false;
    }
    let mut callers = Vec::new();
    for (id, body) in program.functions.enumerated().filter(|(id, _)| points_to.is_reachable(*id)) {
        for edge in body.edges().iter() {
            let Op::Call { callee, .. } = &edge.op else { continue };
            let calls = match callee {
                raddle_program::Callee::Direct(callee) => *callee == function,
                raddle_program::Callee::Indirect(target) => points_to.callees(id, target).contains(&function),
            };
            if calls {
                callers.push((id, edge));
            }
        }
    }
    match callers[..] {
        [] => function == program.entry,
        [(caller, edge)] => {
            function != program.entry
                && !is_in_loop(&program.functions[caller], edge)
                && runs_once(dependence, caller, calls - 1)
        }
        _ => false,
    }
}

/// The edges that create threads with a start routine.
fn creators(dependence: &Dependence<'_>, start: FuncId) -> Vec<Site> {
    let points_to = dependence.machine().points_to();
    let mut found = Vec::new();
    for (id, function) in dependence.machine().program().functions.enumerated() {
        for (number, edge) in function.edges().enumerated() {
            if let Op::Sync { op: SyncOp::ThreadCreate, args, .. } = &edge.op
                && args.first().is_none_or(|arg| points_to.callees(id, arg).contains(&start))
            {
                found.push((id, number));
            }
        }
    }
    found
}

/// Whether the program has an operation anywhere.
fn has(dependence: &Dependence<'_>, wanted: SyncOp) -> bool {
    let is_it = |edge: &Edge| matches!(&edge.op, Op::Sync { op, .. } if *op == wanted);
    dependence.machine().program().functions.iter().any(|f| f.edges().iter().any(is_it))
}
