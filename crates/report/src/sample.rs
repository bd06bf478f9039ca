//! A small program and executions of it, made by hand, for the tests of this crate.

use std::collections::BTreeMap;

use raddle_evidence::Property;
use raddle_evidence::{
    Cell, Creation, Ending, HeldLock, RaceAccess, StackEntry, StepKind, ThreadInfo, ThreadNo, Trace, TraceEvent,
    TraceStep, WaitingThread,
};
use raddle_machine::{BlockReason, ThreadIx};
use raddle_program::{
    DataModel, Edge, EdgeId, ErrorKind, FuncId, Function, IdVec, Loc, LocalId, Op, Program, Scalar, SourceMap,
    SourceUnit, Span, SyncOp, SyncSizes, TypeTable, UnitId,
};

const TEXT: &str = "\
int balance = 100;
pthread_mutex_t m;
void *deposit(void *amount) {
    int b = balance;
    pthread_mutex_lock(&m);
    balance = b + *(int *)amount;
    pthread_mutex_unlock(&m);
    return 0;
}
int main() {
    pthread_create(&t1, 0, deposit, &ten);
    pthread_create(&t2, 0, deposit, &ten);
    assert(balance == 120);
}
";

const DEPOSIT: FuncId = FuncId(0);
const MAIN: FuncId = FuncId(1);

/// The span of the first occurrence of `needle`.
pub fn at(needle: &str) -> Span {
    let start = TEXT.find(needle).expect("the needle is in the text") as u32;
    Span { unit: UnitId(0), start, end: start + needle.len() as u32 }
}

/// The program: its functions have one edge each, which steps refer to.
pub fn program() -> Program {
    let mut source = SourceMap::default();
    source.add(SourceUnit::new("no-such-file.c", TEXT));
    let function = |name: &str| {
        let edge = Edge { source: Loc(0), target: Loc(0), op: Op::Fence, span: Span::NONE };
        Function::new(name.to_string(), Span::NONE, 0, None, IdVec::new(), Loc(0), 1, vec![edge], false)
    };
    Program {
        types: TypeTable::new(DataModel::Lp64),
        globals: IdVec::new(),
        functions: [function("deposit"), function("main")].into_iter().collect(),
        entry: MAIN,
        source,
        after_last_thread: None,
        sync_sizes: SyncSizes::new(DataModel::Lp64),
        lifetimes: false,
        arguments: None,
        allowed_races: Default::default(),
    }
}

fn cell(name: &str) -> Cell {
    Cell { addr: 16, name: name.to_string(), declared: at("balance = 100"), unnamed: false }
}

fn stack(func: FuncId, span: Span) -> Vec<StackEntry> {
    vec![StackEntry { func, span, internal: false }]
}

fn step(thread: u32, needle: &str, events: Vec<TraceEvent>) -> TraceStep {
    let func = if thread == 0 { MAIN } else { DEPOSIT };
    TraceStep {
        thread: ThreadNo(thread),
        kind: StepKind::Edge { func, edge: EdgeId(0) },
        span: at(needle),
        stack: stack(func, at(needle)),
        events,
        locks: Vec::new(),
        in_atomic: false,
        internal: false,
    }
}

fn read(name: &str, value: u128) -> TraceEvent {
    TraceEvent::Read { cell: cell(name), ty: Scalar::INT, value }
}

fn write(name: &str, value: u128) -> TraceEvent {
    TraceEvent::Write { cell: cell(name), ty: Scalar::INT, value }
}

fn lock(op: SyncOp) -> TraceEvent {
    TraceEvent::Sync { op, objects: vec![cell("m")], args: vec![64], result: Some(0) }
}

fn threads() -> Vec<ThreadInfo> {
    let thread = |no: u32, created: Option<&str>| ThreadInfo {
        no: ThreadNo(no),
        slot: ThreadIx(no as u16),
        id: 0x7f5a_3c00_0000 + 64 * u64::from(no),
        start: if no == 0 { MAIN } else { DEPOSIT },
        created: created.map(|needle| Creation { by: ThreadNo(0), step: 0, stack: stack(MAIN, at(needle)) }),
    };
    vec![thread(0, None), thread(1, Some("pthread_create(&t1")), thread(2, Some("pthread_create(&t2"))]
}

/// Two deposits, the second of which overwrites the first; the assertion fails.
pub fn lost_update() -> Trace {
    let steps = vec![
        step(0, "pthread_create(&t1", vec![TraceEvent::Created(ThreadNo(1))]),
        step(0, "pthread_create(&t2", vec![TraceEvent::Created(ThreadNo(2))]),
        step(1, "int b =", vec![read("balance", 100)]),
        step(2, "int b =", vec![read("balance", 100)]),
        step(2, "pthread_mutex_lock", vec![lock(SyncOp::MutexLock)]),
        step(2, "balance = b +", vec![read("ten", 10), write("balance", 110)]),
        step(2, "pthread_mutex_unlock", vec![lock(SyncOp::MutexUnlock)]),
        step(2, "return 0;", vec![TraceEvent::ThreadEnded]),
        step(1, "balance = b +", vec![read("ten", 10), write("balance", 110)]),
        step(0, "assert(", vec![read("balance", 110), TraceEvent::Error(ErrorKind::AssertFail)]),
    ];
    let ending = Ending::Error { thread: ThreadNo(0), kind: ErrorKind::AssertFail, span: at("assert(") };
    Trace {
        property: Property::UnreachCall,
        violated: "unreach-call",
        threads: threads(),
        steps,
        ending,
        addresses: BTreeMap::new(),
    }
}

/// The lost update, and before it the first deposit runs through lines that set nothing but a local of its own.
pub fn with_private_lines(many: u128) -> Trace {
    let mut trace = lost_update();
    let line = |value: u128| {
        let set = TraceEvent::Set { func: DEPOSIT, local: LocalId(0), name: "i".to_string(), ty: Scalar::INT, value };
        step(1, "return 0;", vec![set])
    };
    trace.steps.splice(2..2, (0..many).map(line));
    trace
}

/// A read of one thread and a write of another meet.
pub fn race() -> Trace {
    let access = |thread: u32, needle: &str, write: bool, locks: Vec<HeldLock>| RaceAccess {
        thread: ThreadNo(thread),
        write,
        atomic: false,
        cell: cell("balance"),
        len: 4,
        func: DEPOSIT,
        edge: EdgeId(0),
        span: at(needle),
        stack: stack(DEPOSIT, at(needle)),
        locks,
        in_atomic: false,
    };
    let held = HeldLock { lock: cell("m"), shared: false, taken_at: at("pthread_mutex_lock(&m)") };
    let accesses = [access(1, "balance;", false, Vec::new()), access(2, "balance = b +", true, vec![held])];
    Trace {
        property: Property::NoDataRace,
        violated: "no-data-race",
        threads: threads(),
        steps: lost_update().steps[..5].to_vec(),
        ending: Ending::Race { cell: cell("balance"), allocated: Vec::new(), accesses: Box::new(accesses) },
        addresses: BTreeMap::new(),
    }
}

/// Two threads wait for each other.
pub fn deadlock() -> Trace {
    let waiting = |thread: u32, other: u32| WaitingThread {
        thread: ThreadNo(thread),
        reason: BlockReason::Lock(64),
        object: Some(cell("m")),
        waits_for: Some(ThreadNo(other)),
        span: at("pthread_mutex_lock"),
        stack: stack(DEPOSIT, at("pthread_mutex_lock(&m)")),
        locks: Vec::new(),
    };
    Trace {
        property: Property::NoDeadlock,
        violated: "no-deadlock",
        threads: threads(),
        steps: lost_update().steps[..2].to_vec(),
        ending: Ending::Deadlock(vec![waiting(1, 2), waiting(2, 1)]),
        addresses: BTreeMap::new(),
    }
}
