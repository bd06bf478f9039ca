//! Each part of a state is changed alone: the two states no longer match. And blocks that the machine would never make.

use std::sync::Arc;

use raddle_machine::{ObjectKind, ObjectMeta, Shape, SyncObject, SyncTable, ThreadIx};
use raddle_program::{EndKind, FuncId, GlobalId, Loc, LocalId};

use super::*;

const A: LazyId = LazyId(1);
const B: LazyId = LazyId(2);

fn thread() -> Thread {
    let frame = Frame { func: FuncId(0), loc: Loc(1), regs: vec![Value::Bits(5)], base: 64, dst: None };
    Thread {
        frames: vec![frame],
        status: Status::Running,
        atomic: 0,
        detached: false,
        keys: vec![(0, Value::Bits(9))],
        ending: 0,
        ending_key: 0,
        result: Value::ZERO,
        cancel: 0,
        created: None,
    }
}

/// Two threads, one of which has ended, and a block.
fn state(block: Block) -> State {
    let object =
        ObjectMeta { base: 4096, size: block.bytes.len() as u64, kind: ObjectKind::Global(GlobalId(0)), array: None };
    let ended = Thread { frames: Vec::new(), status: Status::Ended { result: Value::Bits(3) }, ..thread() };
    State {
        memory: Memory { shape: Arc::new(Shape { objects: vec![object] }), blocks: vec![Arc::new(block)] },
        threads: vec![Arc::new(thread()), Arc::new(ended)],
        sync: Arc::new(SyncTable::default()),
        ended: None,
    }
}

fn lazy(offset: u32, len: u32, id: LazyId) -> LazyRange {
    LazyRange { offset, len, value: Some((id, 0)) }
}

fn indeterminate(offset: u32, len: u32) -> LazyRange {
    LazyRange { offset, len, value: None }
}

fn block(bytes: &[u8], lazy: &[LazyRange]) -> Block {
    Block { bytes: bytes.to_vec(), lazy: lazy.to_vec() }
}

fn plain() -> State {
    state(block(&[1, 2, 3, 4, 5, 6, 7, 8], &[]))
}

type Change = (&'static str, fn(&mut State));

fn of_thread(state: &mut State, thread: usize) -> &mut Thread {
    Arc::make_mut(&mut state.threads[thread])
}

#[test]
fn a_state_matches_itself_and_nothing_that_differs_in_one_part() {
    let changes: &[Change] = &[
        ("a register", |s| of_thread(s, 0).frames[0].regs[0] = Value::Bits(6)),
        ("one more register", |s| of_thread(s, 0).frames[0].regs.push(Value::ZERO)),
        ("the function", |s| of_thread(s, 0).frames[0].func = FuncId(1)),
        ("the location", |s| of_thread(s, 0).frames[0].loc = Loc(2)),
        ("where the frame lies", |s| of_thread(s, 0).frames[0].base = 128),
        ("where the result goes", |s| of_thread(s, 0).frames[0].dst = Some(LocalId(0))),
        ("one more frame", |s| {
            let frame = of_thread(s, 0).frames[0].clone();
            of_thread(s, 0).frames.push(frame);
        }),
        ("the value of a key", |s| of_thread(s, 0).keys[0].1 = Value::Bits(8)),
        ("a key", |s| of_thread(s, 0).keys[0].0 = 1),
        ("no key", |s| of_thread(s, 0).keys.clear()),
        ("the status", |s| of_thread(s, 0).status = Status::Free),
        ("the result of a thread", |s| of_thread(s, 1).status = Status::Ended { result: Value::Bits(4) }),
        ("an ended thread that runs", |s| of_thread(s, 1).status = Status::Running),
        ("a result that waits for destructors", |s| of_thread(s, 0).result = Value::Bits(1)),
        ("an atomic section", |s| of_thread(s, 0).atomic = 1),
        ("a detached thread", |s| of_thread(s, 0).detached = true),
        ("a thread that ends", |s| of_thread(s, 0).ending = 1),
        ("the key whose destructor is due", |s| of_thread(s, 0).ending_key = 1),
        ("cancellation", |s| of_thread(s, 0).cancel = 1),
        ("where a thread was created", |s| {
            of_thread(s, 0).created = Some((FuncId(0), raddle_program::EdgeId(0)));
        }),
        ("one thread less", |s| drop(s.threads.pop())),
        ("two threads in other slots", |s| s.threads.swap(0, 1)),
        ("a lock", |s| {
            let held = SyncObject::Spin { owner: Some(ThreadIx(0)) };
            raddle_machine::put_sync_object(s, 4096, Some(held));
        }),
        ("the end", |s| s.ended = Some(EndKind::Exit)),
        ("a byte", |s| Arc::make_mut(&mut s.memory.blocks[0]).bytes[7] = 9),
        ("one byte more", |s| Arc::make_mut(&mut s.memory.blocks[0]).bytes.push(0)),
        ("an indeterminate byte", |s| {
            let block = Arc::make_mut(&mut s.memory.blocks[0]);
            block.bytes[7] = 0;
            block.lazy.push(indeterminate(7, 1));
        }),
        ("no block", |s| s.memory.blocks.clear()),
        ("another object", |s| Arc::make_mut(&mut s.memory.shape).objects[0].base = 8192),
        ("another kind of object", |s| {
            Arc::make_mut(&mut s.memory.shape).objects[0].kind = ObjectKind::Global(GlobalId(1));
        }),
    ];
    let mut terms = Terms::default();
    assert_eq!(pairs(&plain(), &plain(), &mut terms), Some(Vec::new()));
    for (what, change) in changes {
        let mut changed = plain();
        change(&mut changed);
        assert_eq!(pairs(&plain(), &changed, &mut terms), None, "{what}");
        assert_eq!(pairs(&changed, &plain(), &mut terms), None, "{what}, in the proof");
        // A symbol elsewhere makes no difference.
        let mut with_symbol = changed.clone();
        let last = with_symbol.threads.len() - 1;
        of_thread(&mut with_symbol, last).result = Value::Lazy(A);
        assert_eq!(pairs(&with_symbol, &plain(), &mut terms), None, "{what}, beside a symbol");
    }
}

#[test]
fn a_symbol_is_paired_with_what_stands_in_its_place() {
    let mut terms = Terms::default();
    let (mut known, mut other) = (plain(), plain());
    of_thread(&mut known, 0).frames[0].regs[0] = Value::Lazy(A);
    of_thread(&mut known, 0).keys[0].1 = Value::Lazy(B);
    of_thread(&mut known, 1).status = Status::Ended { result: Value::Lazy(A) };
    let found = pairs(&known, &other, &mut terms).expect("they match");
    // The same symbol with two values: both are told, so that whoever reads them can refuse.
    assert_eq!(found, [(A, Value::Bits(3)), (A, Value::Bits(5)), (B, Value::Bits(9))]);
    of_thread(&mut other, 0).frames[0].regs[0] = Value::Lazy(B);
    assert!(pairs(&known, &other, &mut terms).expect("they match").contains(&(A, Value::Lazy(B))));
    // What the proof knows and the state does not.
    assert_eq!(pairs(&other, &known, &mut terms), None);
}

/// What the block of a state is paired with; `None` if the blocks do not match.
fn blocks(known: Block, other: Block) -> Option<Vec<(LazyId, Value)>> {
    pairs(&state(known), &state(other), &mut Terms::default())
}

#[test]
fn a_range_is_paired_with_the_bytes_in_its_place() {
    let known = || block(&[0, 0, 0, 0, 5, 6, 7, 8], &[lazy(0, 4, A)]);
    let number = Value::Bits(0x0403_0201);
    assert_eq!(blocks(known(), block(&[1, 2, 3, 4, 5, 6, 7, 8], &[])), Some(vec![(A, number)]));
    let other = block(&[0, 0, 0, 0, 5, 6, 7, 8], &[lazy(0, 4, B)]);
    assert_eq!(blocks(known(), other), Some(vec![(A, Value::Lazy(B))]));
    let two = block(&[0; 8], &[lazy(0, 4, A), lazy(4, 4, A)]);
    assert_eq!(
        blocks(two, block(&[1, 0, 0, 0, 2, 0, 0, 0], &[])),
        Some(vec![(A, Value::Bits(1)), (A, Value::Bits(2))])
    );
    for (what, other) in [
        ("another byte beside it", block(&[1, 2, 3, 4, 5, 6, 7, 9], &[])),
        ("a value that begins before", block(&[0, 0, 0, 0, 0, 0, 7, 8], &[lazy(0, 6, B)])),
        ("a value of a part", block(&[0, 0, 3, 4, 5, 6, 7, 8], &[lazy(0, 2, B)])),
        ("two values", block(&[0, 0, 0, 0, 5, 6, 7, 8], &[lazy(0, 2, B), lazy(2, 2, B)])),
        ("an indeterminate value", block(&[0, 0, 0, 0, 5, 6, 7, 8], &[indeterminate(0, 4)])),
        ("one more range", block(&[1, 2, 3, 4, 0, 6, 7, 8], &[lazy(4, 1, B)])),
    ] {
        assert_eq!(blocks(known(), other), None, "{what}");
    }
}

#[test]
fn what_is_indeterminate_stands_for_the_same_only() {
    let known = || block(&[0, 0, 0, 0, 5, 0, 0, 0], &[indeterminate(0, 4), lazy(5, 3, A)]);
    let same = block(&[0, 0, 0, 0, 5, 1, 0, 0], &[indeterminate(0, 4)]);
    assert_eq!(blocks(known(), same), Some(vec![(A, Value::Bits(1))]));
    for other in [
        block(&[0, 0, 0, 0, 5, 1, 0, 0], &[]),
        block(&[0, 0, 0, 0, 5, 1, 0, 0], &[lazy(0, 4, B)]),
        block(&[0, 0, 0, 0, 5, 1, 0, 0], &[indeterminate(0, 3)]),
    ] {
        assert_eq!(blocks(known(), other.clone()), None, "{other:?}");
    }
}

#[test]
fn a_block_that_the_machine_would_never_make_stands_for_nothing() {
    let value = || block(&[1, 0, 0, 0, 2, 0, 0, 0], &[]);
    for (what, ranges) in [
        // The machine would read A, and B would be bound to the zero that is left.
        ("two symbols in one place", vec![lazy(0, 4, A), lazy(0, 4, B)]),
        ("ranges that overlap", vec![lazy(0, 4, A), lazy(2, 4, B)]),
        // The machine looks for ranges by bisection: it would not find A and read a zero.
        ("ranges in a wrong order", vec![lazy(4, 4, B), lazy(0, 4, A)]),
        ("a range outside", vec![lazy(6, 4, A)]),
        ("a range beyond all numbers", vec![lazy(4, u32::MAX, A)]),
        ("a value wider than any", vec![lazy(0, 17, A)]),
    ] {
        assert_eq!(blocks(block(&[0; 8], &ranges), value()), None, "{what}");
    }
    // What lies under a range is not read, but it is no state of the machine either.
    assert_eq!(blocks(block(&[7, 0, 0, 0, 2, 0, 0, 0], &[lazy(0, 4, A)]), value()), None);
}

#[test]
fn a_value_fits_into_a_symbol_or_is_none_of_its_values() {
    use raddle_machine::lazy::formula::Symbols;
    let mut symbols = Symbols::default();
    let (wide, narrow) = (symbols.add(64), symbols.add(32));
    let mut terms = Terms::default();
    let ids = [wide, narrow].map(|symbol| Value::Lazy(terms.symbol(symbol)));
    let mut logic = Logic::with(raddle_smt::Terms::new(), symbols, None, &|| false);
    let mut fits = |value, width| fitting(&mut logic, &terms, value, Sort::Bv(width)).is_some();
    assert!(fits(Value::Bits(u32::MAX.into()), 32) && fits(Value::Bits(u128::MAX), 128));
    assert!(fits(ids[0], 64) && fits(ids[1], 32) && fits(ids[1], 64));
    assert!(!fits(Value::Bits(1 << 32), 32), "a number of which the upper half would be lost");
    assert!(!fits(ids[0], 32), "a symbol of which the upper half would be lost");
    assert!(!fits(Value::ANY, 32), "anything is no term");
}

#[test]
fn a_map_is_no_number() {
    use raddle_machine::lazy::formula::Symbols;
    let sort = Sort::Array { index: 64, element: 32 };
    let mut symbols = Symbols::default();
    let (map, number) = (symbols.add_of(sort), symbols.add(64));
    let mut terms = Terms::default();
    let [map, number] = [map, number].map(|symbol| Value::Lazy(terms.symbol(symbol)));
    let mut logic = Logic::with(raddle_smt::Terms::new(), symbols, None, &|| false);
    let mut fits = |value, sort| fitting(&mut logic, &terms, value, sort).is_some();
    assert!(fits(map, sort) && fits(Value::ZERO, sort) && fits(number, Sort::Bv(64)));
    assert!(!fits(map, Sort::Bv(64)) && !fits(number, sort) && !fits(Value::Bits(1), sort));
    assert!(!fits(map, Sort::Array { index: 64, element: 8 }));
}
