//! What there is to say of a race besides the two accesses: what each does, and which lock is likely missing.

use raddle_evidence::{Ending, HeldLock, RaceAccess, ThreadNo, Trace, TraceEvent, TraceStep};
use raddle_machine::Addr;
use raddle_program::{Op, Program, SyncOp, SyncUse};

use crate::story::{object_name, short_name};

/// What an access does, in words: `free` is more than a write of the block.
pub fn verb(program: &Program, access: &RaceAccess) -> &'static str {
    let plain = if access.write { "writes" } else { "reads" };
    let Some(edge) = program.functions[access.func].edges().get(access.edge) else { return plain };
    if let Op::Free { .. } = edge.op {
        return "frees";
    }
    if let Op::Sync { op, .. } = edge.op {
        let remade = op.objects().iter().any(|(_, usage)| *usage == SyncUse::Remakes);
        return match (remade, is_end(op)) {
            (true, true) => "destroys",
            (true, false) => "initialises",
            (false, _) => "uses",
        };
    }
    plain
}

/// Whether an operation ends the life of a synchronisation object.
fn is_end(op: SyncOp) -> bool {
    let ends = [
        SyncOp::MutexDestroy,
        SyncOp::RwlockDestroy,
        SyncOp::SpinDestroy,
        SyncOp::CondDestroy,
        SyncOp::BarrierDestroy,
        SyncOp::SemDestroy,
    ];
    ends.contains(&op)
}

/// A lock that one of the two accesses does not hold and others of the same memory do.
pub struct MissingLock {
    /// Who does not hold it.
    pub thread: ThreadNo,
    /// Its name.
    pub lock: String,
    /// Whether it holds it for reading, and writes.
    pub for_reading: bool,
    /// How many other accesses of the execution hold it.
    pub holding: usize,
    /// How many other accesses there are.
    pub others: usize,
    variable: String,
}

impl MissingLock {
    /// In words.
    pub fn text(&self) -> String {
        let MissingLock { thread, lock, for_reading, holding, others, variable } = self;
        let who = short_name(*thread);
        if *for_reading {
            return format!("{who} writes `{variable}`, and holds `{lock}` only for reading");
        }
        match (holding, others) {
            (1, 1) => format!("{who} does not hold `{lock}`, which the other access of `{variable}` holds"),
            _ if holding == others => {
                format!("{who} does not hold `{lock}`, which all {others} other accesses of `{variable}` hold")
            }
            _ => {
                let (holds, accesses) = if *holding == 1 { ("holds", "1 of the") } else { ("hold", "of the") };
                let number = if *holding == 1 { String::new() } else { format!("{holding} ") };
                format!(
                    "{who} does not hold `{lock}`, which {number}{accesses} {others} other accesses of `{variable}` {holds}"
                )
            }
        }
    }
}

/// The lock that is likely missing: held by at least half of the other accesses since there is more than one thread, and by at most one of the
/// two that race. All of them are of the execution that is told; nothing is said of others.
pub fn missing_lock(trace: &Trace) -> Option<MissingLock> {
    let Ending::Race { cell, accesses, .. } = &trace.ending else { return None };
    let [a, b] = &**accesses;
    let from = a.cell.addr.max(b.cell.addr);
    let to = (a.cell.addr + a.len).min(b.cell.addr + b.len);
    let first_creation = trace.threads.iter().filter_map(|t| t.created.as_ref()).map(|c| c.step).min().unwrap_or(0);
    let earlier = trace.steps.iter().skip(first_creation).filter(|step| touches(step, from, to)).map(|s| &s.locks);
    let earlier: Vec<&Vec<HeldLock>> = earlier.collect();
    let candidate = |mine: &RaceAccess, theirs: &RaceAccess| {
        let others = || earlier.iter().copied().chain([&theirs.locks]);
        let total = others().count();
        let mut best: Option<(usize, &HeldLock, bool)> = None;
        for lock in others().flatten() {
            let is_it = |held: &&HeldLock| held.lock.addr == lock.lock.addr;
            let holding = others().filter(|locks| locks.iter().any(|held| is_it(&held))).count();
            let here = mine.locks.iter().find(is_it);
            // A lock that is held for reading keeps no other reader out.
            let for_reading = here.is_some_and(|held| held.shared && mine.write);
            let is_missing = here.is_none() || for_reading;
            if is_missing && 2 * holding >= total && best.is_none_or(|(most, ..)| holding > most) {
                best = Some((holding, lock, for_reading));
            }
        }
        best.map(|(holding, lock, for_reading)| MissingLock {
            thread: mine.thread,
            lock: object_name(&lock.lock).to_string(),
            for_reading,
            holding,
            others: total,
            variable: cell.name.clone(),
        })
    };
    [candidate(a, b), candidate(b, a)].into_iter().flatten().max_by_key(|missing| missing.holding)
}

/// Whether a step accesses some of the bytes.
fn touches(step: &TraceStep, from: Addr, to: Addr) -> bool {
    step.events.iter().any(|event| match event {
        TraceEvent::Read { cell, ty, .. } | TraceEvent::Write { cell, ty, .. } => {
            cell.addr < to && from < cell.addr + ty.size()
        }
        TraceEvent::Set { .. }
        | TraceEvent::Freed(_)
        | TraceEvent::Input { .. }
        | TraceEvent::Sync { .. }
        | TraceEvent::Created(_)
        | TraceEvent::Woken(_)
        | TraceEvent::Undefined { .. }
        | TraceEvent::Output(_)
        | TraceEvent::ThreadEnded
        | TraceEvent::ProgramEnded(_)
        | TraceEvent::Error(_) => false,
    })
}
