//! The holders of a state that a diagram knows about.

use std::sync::Arc;

use raddle_machine::{Addr, Block, LazyId, LazyRange, Machine, ObjectKind, ObjectMeta, State, ThreadIx};
use raddle_program::analysis::Liveness;
use raddle_program::analysis::Object;
use raddle_program::{FuncId, Id, IdVec, Loc, LocalId, Program, Scalar, Storage};
use raddle_semantics::ExactUses;
use rustc_hash::FxHashMap;

use super::values::{Few, ValueSets};

/// What holds one value of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Holder {
    /// A register: thread, depth of the frame, register.
    Register(ThreadIx, u32, FuncId, LocalId),
    /// Bytes of a block: base of its object, first byte, how many, and what the object is: an address may be used again by one that others know.
    Memory(Addr, u32, u32, ObjectKind),
    /// What a thread has set for a key.
    Key(ThreadIx, u32),
    /// What a thread will end with.
    Result(ThreadIx),
    /// What a thread has ended with.
    Ended(ThreadIx),
}

impl Holder {
    /// The thread that has it for itself, as far as that can be told from the holder.
    pub fn thread(self) -> Option<ThreadIx> {
        match self {
            Holder::Register(thread, ..) | Holder::Key(thread, _) | Holder::Result(thread) | Holder::Ended(thread) => {
                Some(thread)
            }
            Holder::Memory(..) => None,
        }
    }
}

/// What is known about a holder without looking at a state.
#[derive(Clone, Debug)]
pub enum Content {
    /// Its value stays in the state if it is known.
    Plain,
    /// It has few values.
    Few(Arc<[u128]>),
    /// It has any value.
    Many,
}

/// A holder in a block.
#[derive(Clone, Debug)]
pub struct Cell {
    /// First byte.
    pub offset: u32,
    /// Bytes.
    pub len: u32,
    /// What is in it.
    pub content: Content,
}

/// Where an edge leads, and the register it sets.
type Next = (Loc, Option<LocalId>);

/// Which holders a program has.
pub struct Cells {
    registers: IdVec<FuncId, Vec<(Content, u32)>>,
    /// By block, for globals.
    globals: Vec<Vec<Cell>>,
    /// By object, for everything else.
    objects: FxHashMap<Object, Vec<Cell>>,
    /// Which registers are live where; without it all of them.
    liveness: Option<Liveness>,
    /// All registers of any function.
    all: Vec<u64>,
    /// For each location with an edge: where the edge leads and what it sets.
    after: IdVec<FuncId, Vec<Option<Next>>>,
}

impl Cells {
    /// Finds the holders of a program that are worth a diagram: integers that are not needed exactly.
    pub fn new(machine: &Machine<'_>) -> Cells {
        let exact = ExactUses::new(machine.program(), machine.points_to());
        Cells::besides(machine, &exact)
    }

    /// Finds the holders for who needs these values exactly.
    pub fn besides(machine: &Machine<'_>, exact: &ExactUses) -> Cells {
        let program = machine.program();
        let points_to = machine.points_to();
        let sets = ValueSets::new(program, points_to);
        let mut registers = IdVec::new();
        for (id, function) in program.functions.enumerated() {
            let of = |(local, declared): (LocalId, &raddle_program::Local)| match declared.storage {
                Storage::Memory { .. } => (Content::Plain, 0),
                Storage::Register(scalar) => {
                    let plain = exact.register(id, local) || !matches!(scalar, Scalar::Int { bits: 0..=64, .. });
                    let content = if plain { Content::Plain } else { content(sets.register(id, local, scalar)) };
                    (content, scalar.bits())
                }
            };
            registers.push(function.locals.enumerated().map(of).collect());
        }
        let mut after = IdVec::new();
        for function in program.functions.iter() {
            let first = |index: usize| {
                let edge = function.edge(function.first_edge(Loc::from_index(index))?);
                Some((edge.target, edge.op.defs()[0]))
            };
            after.push((0..function.locations()).map(first).collect());
        }
        let most = program.functions.iter().map(|f| f.locals.len()).max().unwrap_or(0);
        let all = vec![u64::MAX; most.div_ceil(64).max(1)];
        let liveness = Some(machine.liveness().clone());
        let mut cells = Cells { registers, globals: Vec::new(), objects: FxHashMap::default(), liveness, all, after };
        for object in points_to.objects().iter() {
            if !exact.object(*object) {
                cells.add(machine, program, *object, &sets);
            }
        }
        cells
    }

    fn add(&mut self, machine: &Machine<'_>, program: &Program, object: Object, sets: &ValueSets) {
        let parts: Vec<Cell> = sets
            .parts(object)
            .into_iter()
            .map(|(offset, len, values)| Cell { offset, len, content: content(values) })
            .filter(|cell| !matches!(cell.content, Content::Plain) && cell.len <= 8)
            .collect();
        if parts.is_empty() {
            return;
        }
        if let Object::Global(global) = object
            && let Some((block, first)) = machine.global_block(global)
        {
            if program.globals[global].size == 0 {
                return;
            }
            if self.globals.len() <= block.index() {
                self.globals.resize(block.index() + 1, Vec::new());
            }
            let cells = &mut self.globals[block.index()];
            cells.extend(parts.into_iter().map(|cell| Cell { offset: cell.offset + first, ..cell }));
            cells.sort_by_key(|cell| cell.offset);
        } else {
            self.objects.insert(object, parts);
        }
    }

    /// Treats registers that nobody will read again like all others: they are not cut out of states.
    pub fn keep_dead(&mut self) {
        self.liveness = None;
    }

    /// What a register holds, and how many bits it has.
    pub fn register(&self, function: FuncId, local: usize) -> (&Content, u32) {
        let (content, bits) = &self.registers[function][local];
        (content, *bits)
    }

    /// The holders of a block.
    pub fn of_block(&self, index: usize, object: &ObjectMeta) -> &[Cell] {
        let object = match object.kind {
            ObjectKind::GlobalPage(_) | ObjectKind::Global(_) => {
                return self.globals.get(index).map_or(&[], |cells| cells);
            }
            ObjectKind::Freed => return &[],
            ObjectKind::ThreadLocal(global, _) => Object::Global(global),
            ObjectKind::Local(function, local, _) => Object::Local(function, local),
            ObjectKind::StackBlock(function, edge, _) | ObjectKind::Heap(function, edge) => {
                Object::Block(function, edge)
            }
        };
        self.objects.get(&object).map_or(&[], |cells| cells)
    }

    /// The live registers of a frame, as bits in words; and a register that the frame waits for.
    pub fn live(&self, state: &State, thread: ThreadIx, depth: usize) -> (&[u64], Option<LocalId>) {
        let frames = &state.threads[thread.0 as usize].frames;
        let frame = &frames[depth];
        let Some(liveness) = &self.liveness else { return (&self.all, None) };
        match self.after[frame.func][frame.loc.index()] {
            Some((target, defined)) if depth + 1 < frames.len() => (liveness.words(frame.func, target), defined),
            Some(_) | None => (liveness.words(frame.func, frame.loc), None),
        }
    }
}

fn content(values: Few) -> Content {
    match values {
        Few::Values(values) if values.is_empty() => Content::Plain,
        Few::Values(values) => Content::Few(values.into_iter().collect()),
        Few::Many => Content::Many,
        Few::Addresses => Content::Plain,
    }
}

/// What the bytes of a cell are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bytes {
    /// A known number.
    Plain(u128),
    /// A value that is not known, from one of its bytes on.
    Lazy(LazyId, u8),
}

/// The bytes of a cell: all plain, or of one lazy value; `None` if they are a mixture or indeterminate.
pub fn bytes_of(block: &Block, offset: u32, len: u32) -> Option<Bytes> {
    let overlaps = |r: &&LazyRange| r.offset < offset + len && offset < r.offset + r.len;
    let mut ranges = block.lazy.iter().filter(overlaps);
    match (ranges.next(), ranges.next()) {
        (None, _) => {
            let bytes = block.bytes.get(offset as usize..(offset + len) as usize)?;
            Some(Bytes::Plain(bytes.iter().rev().fold(0, |n, b| n << 8 | u128::from(*b))))
        }
        (Some(range), None) if range.offset == offset && range.len == len => {
            range.value.map(|(id, first)| Bytes::Lazy(id, first))
        }
        (Some(_), _) => None,
    }
}
