//! Which threads may change places, and what a state looks like when they do.
//!
//! **Idea** (symmetry reduction; E. Clarke, R. Enders, T. Filkorn, S. Jha, FMSD 1996; C. Ip, D. Dill, FMSD 1996). Threads live in numbered slots.
//! If nothing depends on which slot a thread lives in, states that differ only in that lead to the same violations, and one of them is
//! enough. Slots can be told apart in three ways:
//! - *addresses*: the stack, the thread-local objects and the heap arena of a thread depend on its slot. A *plain* start
//!   routine, with all it calls, has no memory locals, allocates nothing, and the program has no thread-local variables; so no
//!   value ever depends on them;
//! - *the thread's own id*: plain routines do not ask for it, and do not create, join or detach;
//! - *the creator's copy of the id*: it is used to join. That is the common case (`pthread_t t[N]`, joined in order),
//!   and the reason for the next paragraph.
//!
//! **Joins in a row.** Let `main` be at a point from which it, whatever the others do, creates some more threads (or none), then
//! joins the threads of a set J one after the other, with nothing in between but steps that touch nothing the others
//! touch, and ignores their results. Then the order of the joins does not matter: all that anybody can see of them
//! is that `main` goes on when all of J have ended. So the threads of J may change places, *without* changing the ids that `main`
//! holds. In detail: let w lead from s to a violation, and let π(s) be s with the threads of J permuted. Execute from
//! π(s) the steps of the others and the creations in the same order, renamed; delay the joins until `main` goes on after
//! the last of them. When w contains that, all of J have ended there, and so have they here. When it does not, the violation is
//! one of the others (`main` is at a join or in a step that touches nothing), or a deadlock in which some thread of J has
//! not ended: then `main` waits for it here as well, perhaps at another join. Nobody else takes part: no
//! start routine of the program creates, joins or detaches. If the program never joins or detaches at all, J is everybody.
//!
//! That `main` really does this is found out by letting it run ahead in a copy of the state in which the threads it joins have
//! ended (*probing*), as long as it asks nothing and each step is in conflict with nobody.
//!
//! Ids stay with the slots, so what a comparison of two ids says is the same after the change: the threads that move never ask
//! for their own, and whether the thread with an id exists (joined or not) does not change either.
//!
//! Threads that get different arguments are let alone: they hardly ever become equal, so nothing would be gained.
//! Detached threads stay where they are: their end frees the slot, and the next thread takes the lowest free one.
//!
//! **Cost**: a probe executes some edges per thread, for states in which somebody has to change places.
//!
//! **Rejected**: rewriting the ids in memory along with the permutation. One has to know which cells hold ids, and the
//! joins in a row would still distinguish the threads by their position in the array.
//!
//! This module is a definition, like [`crate::dependence`]: the engines choose a permutation with it, the checker decides with it
//! whether the permutation was allowed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use raddle_machine::{
    BlockReason, Choice, Enabled, Halt, HaltKind, LazyId, LazyOp, Machine, Oracle, Origin, Progress, State, Status,
    SyncObject, ThreadIx, Value,
};
use raddle_program::{Callee, EdgeId, ExprKind, FuncId, GlobalKind, Op, Program, Scalar, Span, Storage, SyncOp};

use crate::dependence::{Dependence, may_repeat, threads};

/// Edges after which probing gives up.
const MAX_EDGES: u32 = 2000;

/// New slots of threads: entry i is the new slot of the thread in slot i; empty if all stay where they are.
pub type Renaming = Vec<ThreadIx>;

/// What is known about the start routines of a program.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// Edges that create threads which may change places.
    plain: BTreeSet<(FuncId, EdgeId)>,
    /// Whether somebody joins or detaches.
    joins: bool,
}

impl Symmetry {
    /// Looks at all start routines; `None` if no threads can ever change places.
    pub fn new(machine: &Machine<'_>) -> Option<Symmetry> {
        let program = machine.program();
        let points_to = machine.points_to();
        let local = |kind: GlobalKind| kind == GlobalKind::ThreadLocal;
        if program.globals.iter().any(|g| local(g.kind)) {
            return None;
        }
        // Whoever asks for a thread by its id without joining it tells it from others.
        if program.functions.ids().any(|f| points_to.is_reachable(f) && has_sync(program, f, names_a_thread)) {
            return None;
        }
        let starts: BTreeSet<FuncId> = points_to.thread_starts().collect();
        let mut plain = BTreeSet::new();
        for start in &starts {
            let closure = called(machine, *start);
            if closure.iter().any(|f| has_sync(program, *f, changes_threads)) {
                return None;
            }
            if closure.iter().all(|f| is_plain(program, *f)) {
                plain.insert(*start);
            }
        }
        let liveness = machine.liveness().clone();
        let ignores_argument = |start: &FuncId| {
            let f = &program.functions[*start];
            let first = f.locals.ids().next().filter(|_| f.params > 0);
            first.is_none_or(|parameter| !liveness.is_live(*start, f.entry, parameter))
        };
        let mut creations = BTreeSet::new();
        let mut instances: BTreeMap<FuncId, usize> = BTreeMap::new();
        let mut joins = false;
        for f in program.functions.ids().filter(|f| points_to.is_reachable(*f)) {
            joins |= has_sync(program, f, joins_or_detaches);
            for (id, edge) in program.functions[f].edges().enumerated() {
                let Op::Sync { op: SyncOp::ThreadCreate, args, .. } = &edge.op else { continue };
                let [start, argument, ..] = &args[..] else { continue };
                let starts = points_to.callees(f, start);
                let same_argument = matches!(argument.kind, ExprKind::Const(_));
                if starts.iter().all(|s| plain.contains(s) && (same_argument || ignores_argument(s))) {
                    creations.insert((f, id));
                    let more = if may_repeat(program, f, edge) { 2 } else { 1 };
                    starts.into_iter().for_each(|s| *instances.entry(s).or_default() += more);
                }
            }
        }
        instances.values().any(|n| *n > 1).then_some(Symmetry { plain: creations, joins })
    }

    /// The threads that may be of a set in which all may change places, before `main` was asked.
    pub fn candidates(&self, state: &State) -> Vec<ThreadIx> {
        let may = |thread: &ThreadIx| {
            let t = &state.threads[thread.0 as usize];
            thread.0 != 0
                && !t.detached
                && t.atomic == 0
                && t.status != Status::Free
                && t.created.is_some_and(|creation| self.plain.contains(&creation))
        };
        threads(state).filter(may).collect()
    }

    /// Threads that may change places with each other in a state.
    pub fn interchangeable(&self, dependence: &Dependence<'_>, state: &State) -> Vec<ThreadIx> {
        let candidates = self.candidates(state);
        if !self.joins || candidates.len() < 2 {
            return candidates;
        }
        let joined = probe(dependence, state);
        candidates.into_iter().filter(|t| joined.contains(t)).collect()
    }
}

/// All functions that a function may call, itself included.
fn called(machine: &Machine<'_>, start: FuncId) -> BTreeSet<FuncId> {
    let mut all = BTreeSet::from([start]);
    let mut queue = vec![start];
    // Destructors of keys run in every thread.
    for destructor in machine.points_to().destructors() {
        if all.insert(destructor) {
            queue.push(destructor);
        }
    }
    while let Some(f) = queue.pop() {
        for edge in machine.program().functions[f].edges().iter() {
            if let Op::Call { callee, .. } = &edge.op {
                let callees = match callee {
                    Callee::Direct(callee) => vec![*callee],
                    Callee::Indirect(target) => machine.points_to().callees(f, target),
                };
                queue.extend(callees.into_iter().filter(|callee| all.insert(*callee)));
            }
        }
    }
    all
}

fn has_sync(program: &Program, function: FuncId, wanted: fn(SyncOp) -> bool) -> bool {
    program.functions[function].edges().iter().any(|e| matches!(e.op, Op::Sync { op, .. } if wanted(op)))
}

fn joins_or_detaches(op: SyncOp) -> bool {
    matches!(op, SyncOp::ThreadJoin | SyncOp::ThreadDetach)
}

fn names_a_thread(op: SyncOp) -> bool {
    matches!(op, SyncOp::ThreadTryjoin | SyncOp::ThreadExists | SyncOp::ThreadCancel)
}

fn changes_threads(op: SyncOp) -> bool {
    joins_or_detaches(op) || op == SyncOp::ThreadCreate
}

/// Whether nothing a function does depends on the slot of its thread.
fn is_plain(program: &Program, function: FuncId) -> bool {
    let f = &program.functions[function];
    let in_registers = f.locals.iter().all(|l| matches!(l.storage, Storage::Register(_)));
    let allocates = |op: &Op| matches!(op, Op::Alloc { .. } | Op::StackAlloc { .. });
    in_registers
        && !f.edges().iter().any(|e| allocates(&e.op))
        && !has_sync(program, function, |op| op == SyncOp::ThreadSelf)
}

/// The threads that `main` joins in a row.
fn probe(dependence: &Dependence<'_>, state: &State) -> BTreeSet<ThreadIx> {
    let machine = dependence.machine();
    let main = ThreadIx(0);
    let mut ahead = state.clone();
    let mut joined = BTreeSet::new();
    for _ in 0..MAX_EDGES {
        if state.threads[0].atomic > 0 || ahead.threads[0].status != Status::Running {
            break;
        }
        let Some((function, edge)) = machine.edge(&ahead, main) else { break };
        let op = &machine.program().functions[function].edge(edge).op;
        let goes_on = if let Op::Sync { op: SyncOp::ThreadJoin, out: None, .. } = op {
            join(machine, &mut ahead).is_some_and(|thread| joined.insert(thread))
        } else if let Op::Sync { op: SyncOp::ThreadCreate, .. } = op {
            joined.is_empty() && step(machine, &mut ahead)
        } else {
            is_quiet(dependence, state, &ahead) && step(machine, &mut ahead)
        };
        if !goes_on {
            break;
        }
    }
    joined
}

/// Whether the next step of `main` touches nothing the others touch, those included that it has joined already: they may
/// change places with others that it has not joined yet.
fn is_quiet(dependence: &Dependence<'_>, state: &State, ahead: &State) -> bool {
    let main = ThreadIx(0);
    let mut before = ahead.clone();
    before.threads.truncate(1);
    before.threads.extend(state.threads.iter().skip(1).cloned());
    dependence.is_alone(&before, main) == Ok(true) && dependence.is_alone(ahead, main) == Ok(true)
}

/// Lets `main` join a thread as if it had ended; which, if that succeeds.
fn join(machine: &Machine<'_>, ahead: &mut State) -> Option<ThreadIx> {
    let waits_for = match machine.enabled(ahead, ThreadIx(0)) {
        Enabled::Blocked(BlockReason::Join(thread)) => {
            let joined = Arc::make_mut(&mut ahead.threads[thread.0 as usize]);
            joined.frames.clear();
            joined.status = Status::Ended { result: Value::ZERO };
            Some(thread)
        }
        Enabled::Yes => None,
        Enabled::Blocked(_) | Enabled::Stuck | Enabled::Done => return None,
    };
    let in_use = |state: &State| -> BTreeSet<ThreadIx> {
        threads(state).filter(|t| state.threads[t.0 as usize].status != Status::Free).collect()
    };
    let before = in_use(ahead);
    if !step(machine, ahead) {
        return None;
    }
    let gone = before.difference(&in_use(ahead)).copied().next()?;
    waits_for.is_none_or(|thread| thread == gone).then_some(gone)
}

/// One edge of `main`; false if it asks something, halts or ends anything.
fn step(machine: &Machine<'_>, ahead: &mut State) -> bool {
    matches!(machine.step(ahead, ThreadIx(0), &mut Silent), Ok(Progress::Ran)) && ahead.ended.is_none()
}

/// Answers nothing.
struct Silent;

impl Silent {
    fn refuse<T>(span: Span) -> Result<T, Halt> {
        Err(Halt::new(HaltKind::Oracle, "a question while probing", span))
    }
}

impl Oracle for Silent {
    fn nondet(&mut self, _: Scalar, _: Option<&[(i128, i128)]>, origin: Origin<'_>) -> Result<Value, Halt> {
        Silent::refuse(origin.span)
    }

    fn choose(&mut self, _: u32, _: Choice, span: Span) -> Result<u32, Halt> {
        Silent::refuse(span)
    }

    fn apply(&mut self, _: LazyOp, _: &[Value], span: Span) -> Result<Value, Halt> {
        Silent::refuse(span)
    }

    fn truth(&mut self, _: LazyId, _: Scalar, span: Span) -> Result<bool, Halt> {
        Silent::refuse(span)
    }

    fn exact(&mut self, _: LazyId, _: Scalar, span: Span) -> Result<u128, Halt> {
        Silent::refuse(span)
    }
}

/// Whether a renaming is a permutation of the slots of a state that moves only the given threads.
pub fn is_permutation_of(renaming: &Renaming, state: &State, moving: &[ThreadIx]) -> bool {
    let slots: BTreeSet<ThreadIx> = renaming.iter().copied().collect();
    let stays = |(old, new): (ThreadIx, &ThreadIx)| old == *new || moving.contains(&old) && moving.contains(new);
    renaming.len() == state.threads.len()
        && slots == threads(state).collect()
        && threads(state).zip(renaming).all(stays)
}

/// The state in which threads live in other slots; only threads that may change places must move.
pub fn rename(machine: &Machine<'_>, state: &mut State, renaming: &Renaming) {
    let new_slot = |thread: &mut ThreadIx| {
        if let Some(new) = renaming.get(thread.0 as usize) {
            *thread = *new;
        }
    };
    let old = std::mem::take(&mut state.threads);
    state.threads = old.clone();
    for (slot, thread) in old.into_iter().enumerate() {
        let from = ThreadIx(slot as u16);
        let mut to = from;
        new_slot(&mut to);
        if from == to {
            continue;
        }
        let mut moved = thread;
        if !moved.frames.is_empty() {
            let (old_base, new_base) = (machine.stack_base(from), machine.stack_base(to));
            for frame in &mut Arc::make_mut(&mut moved).frames {
                frame.base = frame.base - old_base + new_base;
            }
        }
        state.threads[to.0 as usize] = moved;
    }
    let names = |object: &SyncObject| match object {
        SyncObject::Mutex { owner, .. } | SyncObject::Spin { owner } => owner.is_some(),
        SyncObject::Rwlock { writer, readers, .. } => writer.is_some() || !readers.is_empty(),
        SyncObject::Once { running, .. } => running.is_some(),
        SyncObject::Cond | SyncObject::Barrier { .. } | SyncObject::Semaphore { .. } | SyncObject::Destroyed => false,
    };
    if !state.sync.objects.iter().any(|(_, object)| names(object)) {
        return;
    }
    for (_, object) in &mut Arc::make_mut(&mut state.sync).objects {
        match object {
            SyncObject::Mutex { owner, .. } | SyncObject::Spin { owner } => owner.iter_mut().for_each(new_slot),
            SyncObject::Rwlock { writer, readers, .. } => {
                writer.iter_mut().for_each(new_slot);
                readers.iter_mut().for_each(new_slot);
                readers.sort_unstable();
            }
            SyncObject::Once { running, .. } => running.iter_mut().for_each(new_slot),
            SyncObject::Cond | SyncObject::Barrier { .. } | SyncObject::Semaphore { .. } | SyncObject::Destroyed => {}
        }
    }
}
