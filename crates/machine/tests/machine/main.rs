//! The machine on programs built by hand: faults, allocation, threads, synchronisation.

mod build;
mod evaluation;

use build::{Fun, I32, PTR, binary, function, global, int, pointer, program};
use raddle_machine::{
    BlockReason, Config, Enabled, Machine, ObjectRef, Pending, Progress, RoundRobin, RunEnd, ScriptedOracle, State,
    ThreadIx, Value, ZeroOracle, run,
};
use raddle_program::{BinaryOp, BlockOwner, EndKind, ErrorKind, GlobalId, GlobalKind, Op, Program, SyncOp};

const G: GlobalId = GlobalId(0);
const H: GlobalId = GlobalId(1);

fn end_of(program: &Program) -> RunEnd {
    let machine = Machine::new(program, Config::default());
    run(&machine, &mut ZeroOracle::default(), &mut RoundRobin::default(), 100_000).end
}

/// Runs a `main` and returns what it returns, or why it could not go on.
fn outcome(program: &Program) -> Result<u128, String> {
    let machine = Machine::new(program, Config::default());
    let result = run(&machine, &mut ZeroOracle::default(), &mut RoundRobin::default(), 100_000);
    match (result.end, result.result) {
        (RunEnd::Ended(EndKind::Exit), Some(Value::Bits(bits))) => Ok(bits),
        (RunEnd::Halted(halt), _) => Err(halt.what),
        (other, _) => Err(format!("{other:?}")),
    }
}

#[test]
fn a_loop_sums_in_memory() {
    let mut main = Fun::new("main");
    let (i, sum) = (main.reg("i", I32), main.reg("sum", I32));
    main.emit(Op::Assign { dst: i, value: int(0) });
    let head = main.label();
    main.load(sum, global(G, 0));
    let new = binary(BinaryOp::Add, main.value(sum), main.value(i));
    main.store(global(G, 0), new);
    let next = binary(BinaryOp::Add, main.value(i), int(1));
    main.emit(Op::Assign { dst: i, value: next });
    let again = binary(BinaryOp::Lt, main.value(i), int(10));
    main.loop_while(again, head);
    main.load(sum, global(G, 0));
    let value = main.value(sum);
    main.ret(value);
    assert_eq!(outcome(&program(vec![main], &[("g", 4, GlobalKind::Variable)])), Ok(45));
}

#[test]
fn faults_say_what_is_wrong() {
    let globals = [("a", 16, GlobalKind::Variable), ("b", 4, GlobalKind::Variable), ("text", 8, GlobalKind::Constant)];
    let cases: Vec<(Op, &str)> = vec![
        (store(pointer(0)), "null pointer dereference"),
        (store(global(G, 16)), "write of 4 bytes past the end of `a` (size 16)"),
        (store(global(G, 14)), "write of 4 bytes that reaches past the end of `a` (size 16)"),
        (store(global(H, 4)), "write of 4 bytes past the end of `b` (size 4)"),
        (store(global(GlobalId(2), 0)), "write to the constant text"),
        (store(function(0)), "write of 4 bytes in the code of the program"),
        (store(pointer(0x1234_5678)), "write of 4 bytes through an invalid pointer (0x12345678)"),
        (Op::Free { addr: global(G, 0) }, "free of a, which is not the start of a heap block"),
        (Op::Unreachable, "control reaches a place that was declared unreachable"),
        (Op::AtomicEnd, "an atomic section ends that was not begun"),
        (Op::Require { cond: binary(BinaryOp::Div, int(1), int(0)) }, "division by zero"),
    ];
    for (op, expected) in cases {
        let mut main = Fun::new("main");
        main.emit(op).ret(int(0));
        assert_eq!(outcome(&program(vec![main], &globals)), Err(expected.to_string()));
    }
}

fn store(addr: raddle_program::Expr) -> Op {
    Op::Store { addr, value: int(1), access: raddle_program::Access::plain(I32) }
}

#[test]
fn freed_memory_is_gone_and_its_address_used_again() {
    let alloc = |main: &mut Fun, dst| {
        main.emit(Op::Alloc { dst, size: pointer(8), align: pointer(0), zeroed: true, owner: BlockOwner::Program });
    };
    let mut main = Fun::new("main");
    let (p, q, x) = (main.reg("p", PTR), main.reg("q", PTR), main.reg("x", I32));
    alloc(&mut main, p);
    let addr = main.value(p);
    main.emit(Op::Free { addr: addr.clone() });
    alloc(&mut main, q);
    let same = binary(BinaryOp::Eq, addr.clone(), main.value(q));
    main.emit(Op::Assign { dst: x, value: same });
    main.emit(Op::Free { addr: addr.clone() });
    let mut twice = Fun::new("main");
    let x2 = main.value(x);
    main.ret(x2);
    assert_eq!(outcome(&program(vec![main], &[])), Ok(1));

    let p = twice.reg("p", PTR);
    alloc(&mut twice, p);
    let addr = twice.value(p);
    twice.emit(Op::Free { addr: addr.clone() });
    twice.emit(Op::Free { addr });
    twice.ret(int(0));
    let message = outcome(&program(vec![twice], &[])).unwrap_err();
    assert!(message.contains("double free"), "{message}");
}

#[test]
fn a_local_is_gone_when_its_function_has_returned() {
    let mut main = Fun::new("main");
    let (p, x) = (main.reg("p", PTR), main.reg("x", I32));
    main.emit(Op::Call {
        dst: Some(p),
        callee: raddle_program::Callee::Direct(raddle_program::FuncId(1)),
        args: vec![],
    });
    let addr = main.value(p);
    main.load(x, addr).ret(int(0));
    let mut leak = Fun::new("leak");
    let local = leak.mem("local", 4);
    let addr = leak.address(local);
    leak.ret(addr);
    let message = outcome(&program(vec![main, leak], &[])).unwrap_err();
    assert!(message.contains("whose function has returned"), "{message}");
}

/// `main` creates a thread that runs `worker`, does something, joins it and returns what the worker returned.
fn with_worker(worker: Fun, middle: impl FnOnce(&mut Fun), globals: &[(&str, u64, GlobalKind)]) -> Program {
    let mut main = Fun::new("main");
    let (id, result) = (main.reg("id", PTR), main.reg("result", PTR));
    main.sync(SyncOp::ThreadCreate, &[function(1), pointer(7), int(0)], None, Some(id));
    middle(&mut main);
    let thread = main.value(id);
    main.sync(SyncOp::ThreadJoin, &[thread], None, Some(result));
    let value = main.value(result);
    main.ret(value);
    program(vec![main, worker], globals)
}

#[test]
fn a_thread_gets_its_argument_and_gives_its_result() {
    let mut worker = Fun::new("worker");
    let arg = worker.param("arg", PTR);
    let value = binary(BinaryOp::Add, worker.value(arg), pointer(1));
    worker.ret(value);
    let built = with_worker(worker, |_| {}, &[]);
    assert_eq!(outcome(&built), Ok(8));
    // The slot is free again: nothing of the thread is left in the state.
    let machine = Machine::new(&built, Config::default());
    let mut oracle = ZeroOracle::default();
    let mut state = machine.initial(&mut oracle).unwrap();
    machine.step(&mut state, ThreadIx(0), &mut oracle).unwrap();
    assert_eq!(machine.enabled(&state, ThreadIx(0)), Enabled::Blocked(BlockReason::Join(ThreadIx(1))));
    machine.step(&mut state, ThreadIx(1), &mut oracle).unwrap();
    assert_eq!(state.threads.len(), 2);
    machine.step(&mut state, ThreadIx(0), &mut oracle).unwrap();
    assert_eq!(state.threads.len(), 1);
}

#[test]
fn locks_block_and_leave_no_trace() {
    let mut worker = Fun::new("worker");
    worker.sync(SyncOp::MutexLock, &[global(G, 0)], None, None);
    worker.sync(SyncOp::MutexUnlock, &[global(G, 0)], None, None);
    worker.ret(pointer(0));
    let built = with_worker(
        worker,
        |main| {
            main.sync(SyncOp::MutexLock, &[global(G, 0)], None, None);
            main.sync(SyncOp::MutexUnlock, &[global(G, 0)], None, None);
        },
        &[("m", 40, GlobalKind::Variable)],
    );
    let machine = Machine::new(&built, Config::default());
    let mut oracle = ZeroOracle::default();
    let mut state = machine.initial(&mut oracle).unwrap();
    let (main, other) = (ThreadIx(0), ThreadIx(1));
    machine.step(&mut state, main, &mut oracle).unwrap();
    let free = state.sync.clone();
    machine.step(&mut state, main, &mut oracle).unwrap();
    assert!(matches!(machine.enabled(&state, other), Enabled::Blocked(BlockReason::Lock(_))));
    machine.step(&mut state, main, &mut oracle).unwrap();
    assert_eq!(machine.enabled(&state, other), Enabled::Yes);
    assert_eq!(state.sync, free);
    assert_eq!(end_of(&built), RunEnd::Ended(EndKind::Exit));
}

#[test]
fn relocking_a_normal_mutex_is_a_deadlock_and_foreign_unlock_is_undefined() {
    let mut main = Fun::new("main");
    main.sync(SyncOp::MutexLock, &[global(G, 0)], None, None);
    main.sync(SyncOp::MutexLock, &[global(G, 0)], None, None).ret(int(0));
    assert_eq!(end_of(&program(vec![main], &[("m", 40, GlobalKind::Variable)])), RunEnd::Blocked);
    let mut main = Fun::new("main");
    main.sync(SyncOp::MutexUnlock, &[global(G, 0)], None, None).ret(int(0));
    let message = outcome(&program(vec![main], &[("m", 40, GlobalKind::Variable)])).unwrap_err();
    assert_eq!(message, "unlock of the mutex m, which is not locked");
}

#[test]
fn a_wait_releases_the_mutex_and_takes_it_again() {
    // The worker waits; main signals under the mutex and sees that the worker cannot go on before the unlock.
    let mut worker = Fun::new("worker");
    worker.sync(SyncOp::MutexLock, &[global(G, 0)], None, None);
    worker.sync(SyncOp::CondWait, &[global(H, 0), global(G, 0)], None, None);
    worker.sync(SyncOp::MutexUnlock, &[global(G, 0)], None, None);
    worker.ret(pointer(3));
    let built = with_worker(
        worker,
        |main| {
            main.sync(SyncOp::MutexLock, &[global(G, 0)], None, None);
            main.sync(SyncOp::CondSignal, &[global(H, 0)], None, None);
            main.sync(SyncOp::MutexUnlock, &[global(G, 0)], None, None);
        },
        &[("m", 40, GlobalKind::Variable), ("c", 48, GlobalKind::Variable)],
    );
    let machine = Machine::new(&built, Config::default());
    let mut oracle = ZeroOracle::default();
    let mut state = machine.initial(&mut oracle).unwrap();
    let (main, worker) = (ThreadIx(0), ThreadIx(1));
    let mut step = |state: &mut State, t| assert_eq!(machine.step(state, t, &mut oracle), Ok(Progress::Ran));
    step(&mut state, main);
    step(&mut state, worker);
    step(&mut state, worker);
    assert!(machine.can_wake_spuriously(&state, worker));
    step(&mut state, main);
    step(&mut state, main);
    assert!(!machine.can_wake_spuriously(&state, worker));
    assert!(matches!(machine.enabled(&state, worker), Enabled::Blocked(BlockReason::Lock(_))));
    step(&mut state, main);
    for _ in 0..3 {
        step(&mut state, worker);
    }
    step(&mut state, main);
    assert_eq!(machine.step(&mut state, main, &mut ZeroOracle::default()), Ok(Progress::Ended(EndKind::Exit)));
}

#[test]
fn an_atomic_section_keeps_others_out_unless_it_waits() {
    let mut worker = Fun::new("worker");
    worker.emit(Op::AtomicBegin);
    worker.sync(SyncOp::MutexLock, &[global(G, 0)], None, None);
    worker.emit(Op::AtomicEnd).ret(pointer(0));
    let built = with_worker(
        worker,
        |main| {
            main.sync(SyncOp::MutexLock, &[global(G, 0)], None, None);
            main.emit(Op::Skip);
            main.sync(SyncOp::MutexUnlock, &[global(G, 0)], None, None);
        },
        &[("m", 40, GlobalKind::Variable)],
    );
    let machine = Machine::new(&built, Config::default());
    let mut oracle = ZeroOracle::default();
    let mut state = machine.initial(&mut oracle).unwrap();
    let (main, worker) = (ThreadIx(0), ThreadIx(1));
    machine.step(&mut state, main, &mut oracle).unwrap();
    let mut inside = state.clone();
    machine.step(&mut inside, worker, &mut oracle).unwrap();
    assert_eq!(machine.enabled(&inside, main), Enabled::Blocked(BlockReason::AtomicSection(worker)));
    machine.step(&mut state, main, &mut oracle).unwrap();
    machine.step(&mut state, worker, &mut oracle).unwrap();
    // Main holds the mutex the section waits for, so main may go on.
    assert_eq!(machine.enabled(&state, main), Enabled::Yes);
}

#[test]
fn a_barrier_lets_all_go_and_one_is_serial() {
    let mut worker = Fun::new("worker");
    let r = worker.reg("r", I32);
    worker.sync(SyncOp::BarrierWait, &[global(G, 0)], Some(r), None);
    let value = worker.value(r);
    worker.ret(value);
    let mut main = Fun::new("main");
    let (r, id) = (main.reg("r", I32), main.reg("id", PTR));
    let result = main.reg("result", PTR);
    main.sync(SyncOp::BarrierInit, &[global(G, 0), int(2)], None, None);
    main.sync(SyncOp::ThreadCreate, &[function(1), pointer(0), int(0)], None, Some(id));
    main.sync(SyncOp::BarrierWait, &[global(G, 0)], Some(r), None);
    let thread = main.value(id);
    main.sync(SyncOp::ThreadJoin, &[thread], None, Some(result));
    let value = main.value(r);
    main.ret(value);
    let built = program(vec![main, worker], &[("b", 32, GlobalKind::Variable)]);
    let machine = Machine::new(&built, Config::default());
    for (choice, expected) in [(0, u32::MAX), (1, 0)] {
        let mut oracle = ScriptedOracle { choices: [choice].into(), ..ScriptedOracle::default() };
        let result = run(&machine, &mut oracle, &mut RoundRobin::default(), 100);
        assert_eq!(result.end, RunEnd::Ended(EndKind::Exit));
        assert_eq!(result.result, Some(Value::Bits(u128::from(expected))));
    }
}

#[test]
fn an_error_is_told_and_limits_halt() {
    let mut main = Fun::new("main");
    main.emit(Op::Error { kind: ErrorKind::ReachError });
    assert_eq!(end_of(&program(vec![main], &[])), RunEnd::Error(ErrorKind::ReachError));
    let mut main = Fun::new("main");
    main.emit(Op::Call { dst: None, callee: raddle_program::Callee::Direct(raddle_program::FuncId(0)), args: vec![] });
    let message = outcome(&program(vec![main], &[])).unwrap_err();
    assert!(message.contains("calls nest deeper than"), "{message}");
    let mut main = Fun::new("main");
    main.ret(int(0));
    let message = outcome(&program(vec![main], &[("huge", 1 << 40, GlobalKind::Variable)])).unwrap_err();
    assert!(message.contains("`huge` has 1099511627776 bytes"), "{message}");
}

#[test]
fn pending_says_what_a_step_would_touch() {
    let external = |value, writable: bool| {
        let ty = raddle_program::TypeId(0).into();
        let writable_target = writable.then_some(ty);
        let arg = raddle_program::ExternalArg { value, writable_target, writes_behind: false, points: true };
        Op::External { dst: None, name: "unknown".to_string(), args: vec![arg] }
    };
    let lock = |addr| Op::Sync { op: SyncOp::MutexLock, args: vec![addr], dst: None, out: None };
    let cases = [
        (Op::Skip, "Local"),
        (store(global(G, 4)), "Access write 4..8 of g0"),
        (store(pointer(0)), "Everything"),
        (external(global(G, 0), true), "Everything"),
        (external(global(G, 0), false), "Everything"),
        (external(pointer(0), true), "Local"),
        (lock(global(H, 0)), "Sync MutexLock"),
        (
            Op::Alloc {
                dst: raddle_program::LocalId(0),
                size: pointer(1),
                align: pointer(0),
                zeroed: true,
                owner: BlockOwner::Program,
            },
            "Heap",
        ),
        (Op::Free { addr: pointer(0) }, "Local"),
        (Op::AtomicBegin, "AtomicBegin"),
        (Op::Error { kind: ErrorKind::ReachError }, "Error"),
        (Op::Return { value: None }, "End"),
    ];
    for (op, expected) in cases {
        let mut main = Fun::new("main");
        main.reg("p", PTR);
        main.emit(op);
        let built = program(vec![main], &[("a", 16, GlobalKind::Variable), ("m", 40, GlobalKind::Variable)]);
        let machine = Machine::new(&built, Config::default());
        let state = machine.initial(&mut ZeroOracle::default()).unwrap();
        let start = |object| match object {
            ObjectRef::Global(id) => state.memory.shape.objects[id.0 as usize / 2].base,
            ObjectRef::Object { base, .. } => base,
        };
        let shown = match machine.pending(&state, ThreadIx(0)) {
            Pending::Access { addr, len, write, object, .. } => {
                let first = addr - start(object);
                let kind = if write { "write" } else { "read" };
                let ObjectRef::Global(id) = object else { panic!("{object:?}") };
                format!("Access {kind} {first}..{} of {id:?}", first + u64::from(len))
            }
            Pending::Sync { op, .. } => format!("Sync {op:?}"),
            Pending::Heap { .. } => "Heap".to_string(),
            Pending::Thread(op) => format!("Thread {op:?}"),
            other => format!("{other:?}"),
        };
        assert_eq!(shown, expected);
    }
}
