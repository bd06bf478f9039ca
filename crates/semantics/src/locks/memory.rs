//! What memory and registers may hold, in all executions: one solution of the inclusions that the edges of a program make.
//!
//! **Idea.** Every edge lets values flow: into a register, into a cell of memory, into the parameters of a callee. [`flows`] lists the
//! flows of one edge, given what everything holds. [`Values`] is a *solution* if nothing flows anywhere that is not in there already. An
//! engine finds one by adding what is missing until nothing is; the checker looks at each edge once.
//!
//! **Memory** is cells: objects with offsets and a size. A load gets what is in every cell that its bytes may overlap: as it is, if
//! the bytes are the same; otherwise only the objects of it are known. It also gets what was there in the beginning. Memory that nobody has
//! set (fresh heap blocks, locals) may hold any number, but no address: who follows a pointer that was never set has undefined behaviour.
//!
//! **Soundness.** By induction over executions: what a register or a byte holds in a reachable state is in the solution. A store
//! through an address that the program made up is not covered; `crate::locks::accesses` reports each such access, and then nothing is concluded.

use std::collections::BTreeMap;

use raddle_program::{
    AccessKind, Edge, Expr, ExprKind, Flow, Function, GlobalKind, Id, IdVec, Loc, LocalId, MemoryAccess, NondetKind,
    Op, RelocationTarget, RmwOp, Scalar, SyncOp, Type,
};

use super::Code;
use super::instances::{InstanceId, Site};
use super::objects::{Object, ObjectId};
use super::offsets::Offsets;
use super::value::{Gathered, Inclusions, Number, Value, evaluate};

/// Bytes of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// Where the first one is.
    pub offsets: Offsets,
    /// How many.
    pub size: u64,
}

impl Cell {
    /// Bytes of an object that nobody has placed.
    pub const ANYWHERE: Cell = Cell { offsets: Offsets::ANY, size: 1 };
}

/// Something that holds a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// A register of an instance.
    Register(InstanceId, LocalId),
    /// Bytes of an object.
    Cell(ObjectId, Cell),
    /// What an instance returns.
    Result(InstanceId),
    /// What threads leave behind for those who join them.
    Joined,
    /// What threads store under keys.
    Keys,
}

/// What everything may hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// The registers of each instance.
    pub registers: IdVec<InstanceId, Vec<Value>>,
    /// The cells of each object, besides what they hold in the beginning.
    pub cells: Vec<BTreeMap<Cell, Value>>,
    /// What instances return.
    pub results: IdVec<InstanceId, Value>,
    /// What threads leave behind for those who join them.
    pub joined: Value,
    /// What threads store under keys.
    pub keys: Value,
}

impl Values {
    /// Nothing is known to hold anything.
    pub fn empty(code: &Code<'_>) -> Values {
        let registers = |instance: &super::instances::Instance| {
            vec![Value::default(); code.program.functions[instance.function].locals.len()]
        };
        Values {
            registers: code.instances.list().iter().map(registers).collect(),
            cells: vec![BTreeMap::new(); code.objects.len()],
            results: code.instances.list().iter().map(|_| Value::default()).collect(),
            joined: Value::default(),
            keys: Value::default(),
        }
    }

    /// What an expression of an instance may be.
    pub fn evaluate(&self, code: &Code<'_>, instance: InstanceId, expr: &Expr) -> Value {
        evaluate(&code.objects, instance, &self.registers[instance], expr)
    }

    /// Whether what flows into a slot is in there. Comparisons of sets are remembered.
    pub fn holds(&self, slot: Slot, value: &Value, compared: &mut Inclusions) -> bool {
        let mut is_within = |value: &Value, held: &Value| {
            value.has_number_within(held) && compared.is_within(&value.targets, &held.targets)
        };
        match slot {
            Slot::Register(instance, local) => is_within(value, &self.registers[instance][local.index()]),
            Slot::Cell(object, cell) => {
                let cells = &self.cells[object.0 as usize];
                if cells.get(&cell).is_some_and(|held| is_within(value, held)) {
                    return true;
                }
                let covers = |c: &Cell| c.size == cell.size && cell.offsets.is_within(c.offsets);
                cells.iter().any(|(c, held)| covers(c) && is_within(value, held))
            }
            Slot::Result(instance) => is_within(value, &self.results[instance]),
            Slot::Joined => is_within(value, &self.joined),
            Slot::Keys => is_within(value, &self.keys),
        }
    }

    /// What was stored into bytes of an object.
    pub fn stored(&self, object: ObjectId, cell: Cell) -> Value {
        let mut found = Stored::default();
        self.gather(object, cell, &mut found);
        found.value()
    }

    fn gather(&self, object: ObjectId, cell: Cell, found: &mut Stored) {
        for (c, held) in &self.cells[object.0 as usize] {
            if !c.offsets.overlaps(c.size, cell.offsets, cell.size) {
                continue;
            }
            if c.size == cell.size && c.offsets.coincides(cell.offsets, cell.size) {
                found.whole.add(&held.targets);
                found.numbers.join(&Value { number: held.number, ..Value::default() });
            } else {
                found.pieces.add(&held.targets);
                found.numbers.join(&Value::number(Number::ANY));
            }
        }
    }

    /// What a load through an address gets.
    pub fn loaded(&self, code: &Code<'_>, address: &Value, ty: Scalar) -> Value {
        let mut found = Stored::default();
        for (object, offsets) in address.targets.iter() {
            let cell = Cell { offsets: *offsets, size: ty.size() };
            self.gather(*object, cell, &mut found);
            let beginning = in_the_beginning(code, *object, cell);
            found.whole.add(&beginning.targets);
            found.numbers.join(&Value { number: beginning.number, ..Value::default() });
        }
        let mut out = found.value();
        if ty.size() < code.program.data_model().pointer_size() {
            out.targets = out.targets.map(|_| Offsets::ANY);
        }
        if address.is_made_up() {
            out.number = Some(Number::ANY);
        }
        out
    }

    /// All objects that can be reached from an address by following what is stored.
    pub fn reachable(&self, address: &Value) -> Vec<ObjectId> {
        let mut found: std::collections::BTreeSet<ObjectId> = address.targets.iter().map(|(o, _)| *o).collect();
        let mut queue: Vec<ObjectId> = found.iter().copied().collect();
        while let Some(object) = queue.pop() {
            for (target, _) in self.cells[object.0 as usize].values().flat_map(|v| v.targets.iter()) {
                if found.insert(*target) {
                    queue.push(*target);
                }
            }
        }
        found.into_iter().collect()
    }
}

/// What is found in cells: values as they are, and what is a piece of something else.
#[derive(Default)]
struct Stored {
    whole: Gathered,
    pieces: Gathered,
    numbers: Value,
}

impl Stored {
    fn value(self) -> Value {
        let mut out = Value { targets: self.pieces.all().map(|_| Offsets::ANY), ..Value::default() };
        out.join(&Value { targets: self.whole.all(), ..self.numbers });
        out
    }
}

/// The elements of an array up to which initial values are looked at one by one.
const MAX_ELEMENTS: u64 = 4096;

/// What bytes hold before anything is stored. (Addresses in initialised data are stored when the program begins.)
fn in_the_beginning(code: &Code<'_>, object: ObjectId, cell: Cell) -> Value {
    let zero = Value::number(Number::exactly(0));
    let unset = Value::number(Number::SMALL);
    match code.objects.get(object) {
        Object::Global(g) => {
            let global = &code.program.globals[g];
            match global.kind {
                GlobalKind::Extern => return Value::number(Number::ANY),
                GlobalKind::Variable | GlobalKind::StaticLocal | GlobalKind::ThreadLocal | GlobalKind::Constant => {}
            }
            if code.is_zeroed(g) {
                return zero;
            }
            let step = cell.offsets.modulus;
            let first = cell.offsets.rest;
            if cell.size > 8 || first < 0 || (step > 0 && global.size / step > MAX_ELEMENTS) {
                return Value::number(Number::ANY);
            }
            let mut out = Value::default();
            let mut at = first as u64;
            while at + cell.size <= global.size {
                let in_place = |r: &raddle_program::Relocation| {
                    r.offset == at && cell.size == code.program.data_model().pointer_size()
                };
                if !global.relocations.iter().any(in_place) {
                    let byte = |i: u64| global.init.get((at + i) as usize).copied().unwrap_or(0);
                    let bits = (0..cell.size).rev().fold(0u64, |bits, i| bits << 8 | u64::from(byte(i)));
                    // Whether the type is signed is not known here; small numbers are the same in both.
                    let number = match i64::try_from(bits) {
                        Ok(number) if bits < 1 << (8 * cell.size - 1) => Number::exactly(number),
                        Ok(_) | Err(_) => Number::ANY,
                    };
                    out.join(&Value::number(number));
                }
                if step == 0 {
                    break;
                }
                at += step;
            }
            out
        }
        Object::Block(instance, edge) => {
            let function = code.instances.get(instance).function;
            let is_zero = matches!(code.program.functions[function].edge(edge).op, Op::Alloc { zeroed: true, .. });
            if is_zero { zero } else { unset }
        }
        Object::Local(..) => unset,
        Object::CommandLine => Value { number: Some(Number::SMALL), ..Value::address(object, Offsets::ANY) },
        Object::Function(_) | Object::Threads(_) => Value::default(),
    }
}

/// Tells everything that flows before the first edge.
pub fn flows_at_start(code: &Code<'_>, into: &mut dyn FnMut(Slot, Value)) {
    let entry = &code.program.functions[code.program.entry];
    let root = code.instances.kinds()[super::MAIN].root;
    // Whoever follows what the program is given follows a number, but for the command line (see `nondet`).
    for local in entry.locals.ids().take(entry.params) {
        into(Slot::Register(root, local), Value::number(Number::ANY));
    }
    let size = code.program.data_model().pointer_size();
    for (id, global) in code.program.globals.enumerated() {
        let object = code.objects.id(Object::Global(id));
        for relocation in &global.relocations {
            let target = match relocation.target {
                RelocationTarget::Global(g) => Object::Global(g),
                RelocationTarget::Function(f) => Object::Function(f),
            };
            let cell = Cell { offsets: Offsets::exactly(relocation.offset as i64), size };
            let value = Value::address(code.objects.id(target), Offsets::exactly(relocation.addend));
            into(Slot::Cell(object, cell), value);
        }
    }
}

/// Tells everything that flows over an edge, given what everything holds.
pub fn flows(code: &Code<'_>, values: &Values, site: Site, into: &mut dyn FnMut(Slot, Value)) {
    let instance = site.instance;
    let edge = code.edge(site);
    let eval = |e: &Expr| values.evaluate(code, instance, e);
    let register = |local: LocalId| Slot::Register(instance, local);
    match edge.op.flow() {
        Flow::Access(access) => access_flows(code, values, instance, &access, into),
        Flow::Assign { dst, value } => into(register(dst), eval(value)),
        Flow::Nondet { dst, ranges } => into(register(dst), nondet(code, instance, edge, dst, ranges)),
        Flow::Declare { local } => {
            let l = &code.program.functions[code.instances.get(instance).function].locals[local];
            let is_register = matches!(l.storage, raddle_program::Storage::Register(_));
            let function = &code.program.functions[code.instances.get(instance).function];
            if is_register && may_be_read(function, edge.target, local) {
                let unset = if is_pointer(code, instance, local) { Number::SMALL } else { Number::ANY };
                into(register(local), Value::number(unset));
            }
        }
        Flow::Call { dst, callee: _, args } => {
            for callee in code.instances.callees(site) {
                let params = code.program.functions[code.instances.get(*callee).function].params;
                for (i, arg) in args.iter().take(params).enumerate() {
                    into(Slot::Register(*callee, LocalId::from_index(i)), eval(arg));
                }
                if let Some(dst) = dst {
                    into(register(dst), values.results[*callee].clone());
                }
            }
        }
        Flow::Return { value } => {
            let value = value.map_or_else(Value::default, eval);
            if code.instances.get(instance).begins.is_some() {
                into(Slot::Joined, value.clone());
            }
            into(Slot::Result(instance), value);
        }
        Flow::Block { dst } => {
            let function = code.instances.get(instance).function;
            let id = code.objects.id(Object::Block(instance, site.edge));
            debug_assert!(code.program.functions[function].edge(site.edge).op.defs()[0] == Some(dst));
            into(register(dst), Value::address(id, Offsets::exactly(0)));
        }
        Flow::Sync { op, args, dst, out } => sync_flows(code, values, site, (op, args, dst, out), into),
        Flow::External { dst, args } => {
            if let Some(dst) = dst {
                into(register(dst), Value::number(Number::ANY));
            }
            for arg in args.iter().filter(|arg| arg.may_write()) {
                for object in values.reachable(&eval(&arg.value)) {
                    if code.objects.is_memory(object) {
                        into(Slot::Cell(object, Cell::ANYWHERE), Value::number(Number::ANY));
                    }
                }
            }
        }
        Flow::Size { dst } | Flow::Compute { dst } => into(register(dst), Value::number(Number::ANY)),
        Flow::Output { dst, sink, format, args } => {
            if let Some(dst) = dst {
                into(register(dst), Value::number(Number::ANY));
            }
            if let raddle_program::OutputSink::Buffer { addr, size } = sink {
                let room = room(code, values, instance, size.as_ref());
                for (object, offsets) in eval(addr).targets.iter() {
                    let cell = room.map_or(Cell::ANYWHERE, |size| Cell { offsets: *offsets, size });
                    into(Slot::Cell(*object, cell), Value::number(Number::ANY));
                }
            }
            let mut written = Value::default();
            if code.program.may_store_count(format) {
                args.iter().for_each(|arg| {
                    written.join(&eval(arg));
                });
            }
            for (object, _) in written.targets.iter() {
                into(Slot::Cell(*object, Cell::ANYWHERE), Value::number(Number::ANY));
            }
        }
        // These move nothing that is not said above.
        Flow::Condition(_) | Flow::Nothing => {}
    }
}

/// How many bytes an output may write into a buffer at most, if that is a number that the buffer may have.
pub fn room(code: &Code<'_>, values: &Values, instance: InstanceId, size: Option<&Expr>) -> Option<u64> {
    let size = values.evaluate(code, instance, size?).exact_number()?;
    u64::try_from(size).ok().filter(|size| (1..MAX_ROOM).contains(size))
}

/// Buffers for more bytes than these are written anywhere.
const MAX_ROOM: u64 = 1 << 20;

/// Tells what flows at the end of the threads of all kinds.
pub fn flows_at_end(code: &Code<'_>, values: &Values, into: &mut dyn FnMut(Slot, Value)) {
    for ending in code.instances.kinds().iter().flat_map(|kind| &kind.endings) {
        if code.program.functions[code.instances.get(*ending).function].params > 0 {
            into(Slot::Register(*ending, LocalId(0)), values.keys.clone());
        }
    }
}

/// Locations up to which it is looked whether a register is read.
const MAX_LOOKED_AT: usize = 256;

/// Whether a register may be read, from a location on, before it is set.
pub fn may_be_read(function: &Function, start: Loc, register: LocalId) -> bool {
    let (mut seen, mut queue) = (std::collections::BTreeSet::from([start]), vec![start]);
    while let Some(loc) = queue.pop() {
        for (_, edge) in function.leaving(loc) {
            let mut read = seen.len() > MAX_LOOKED_AT;
            edge.op.for_each_expr(&mut |e| e.walk(&mut |part| read |= part.kind == ExprKind::Reg(register)));
            if read {
                return true;
            }
            let set = edge.op.defs().contains(&Some(register));
            if !set && edge.op.continues() && seen.insert(edge.target) {
                queue.push(edge.target);
            }
        }
    }
    false
}

/// Whether a register of an instance is a pointer in the source. One that was never set is not an address.
fn is_pointer(code: &Code<'_>, instance: InstanceId, local: LocalId) -> bool {
    let local = &code.program.functions[code.instances.get(instance).function].locals[local];
    matches!(code.program.types.get(local.ty.ty), Type::Pointer(_))
}

fn nondet(code: &Code<'_>, instance: InstanceId, edge: &Edge, dst: LocalId, ranges: Option<&[(i128, i128)]>) -> Value {
    let unset = matches!(&edge.op, Op::Nondet { kind: NondetKind::Uninitialised, .. });
    if unset && is_pointer(code, instance, dst) {
        return Value::number(Number::SMALL);
    }
    if matches!(&edge.op, Op::Nondet { kind: NondetKind::Input(name), .. } if name == "argv") {
        return Value::address(code.objects.id(Object::CommandLine), Offsets::exactly(0));
    }
    let small = |(low, high): &(i128, i128)| *low > -4096 && *high < 4096;
    Value::number(match ranges {
        Some(ranges) if ranges.iter().all(small) => Number::SMALL,
        Some(_) | None => Number::ANY,
    })
}

fn access_flows(
    code: &Code<'_>,
    values: &Values,
    instance: InstanceId,
    access: &MemoryAccess<'_>,
    into: &mut dyn FnMut(Slot, Value),
) {
    let eval = |e: &Expr| values.evaluate(code, instance, e);
    let address = eval(access.addr);
    let old = || values.loaded(code, &address, access.access.ty);
    let stored = match access.kind {
        AccessKind::Load { dst } => {
            into(Slot::Register(instance, dst), old());
            return;
        }
        AccessKind::Store { value } => eval(value),
        AccessKind::Rmw { op, operand, dst } => {
            let old = old();
            let operand = eval(operand);
            if let Some(dst) = dst {
                into(Slot::Register(instance, dst), old.clone());
            }
            match op {
                RmwOp::Exchange => operand,
                RmwOp::Add
                | RmwOp::Sub
                | RmwOp::And
                | RmwOp::Or
                | RmwOp::Xor
                | RmwOp::Nand
                | RmwOp::Mul
                | RmwOp::Div
                | RmwOp::Rem
                | RmwOp::Shl
                | RmwOp::Shr => {
                    let mut both = old.blurred();
                    both.join(&operand.blurred());
                    both.number = Some(Number::ANY);
                    both
                }
            }
        }
        AccessKind::CompareExchange { expected: _, desired, dst, failed } => {
            into(Slot::Register(instance, dst), old());
            into(Slot::Register(instance, failed), Value::number(Number::SMALL));
            eval(desired)
        }
    };
    for (object, offsets) in address.targets.iter() {
        if code.objects.is_memory(*object) {
            into(Slot::Cell(*object, Cell { offsets: *offsets, size: access.access.ty.size() }), stored.clone());
        }
    }
}

fn sync_flows(
    code: &Code<'_>,
    values: &Values,
    site: Site,
    (op, args, dst, out): (SyncOp, &[Expr], Option<LocalId>, Option<LocalId>),
    into: &mut dyn FnMut(Slot, Value),
) {
    let instance = site.instance;
    let eval = |e: &Expr| values.evaluate(code, instance, e);
    let mut result = Value::number(Number::SMALL);
    let mut second = Value::number(Number::ANY);
    if op == SyncOp::ThreadCreate {
        // Who is refused a thread gets there by another edge.
        result = Value::number(Number::exactly(0));
        second = Value::default();
        for kind in code.instances.created(site) {
            second.join(&Value::address(code.objects.id(Object::Threads(*kind)), Offsets::exactly(0)));
            let root = code.instances.kinds()[*kind].root;
            let takes = code.program.functions[code.instances.get(root).function].params > 0;
            if let (true, Some(arg)) = (takes, args.get(1)) {
                into(Slot::Register(root, LocalId(0)), eval(arg));
            }
        }
    } else if op == SyncOp::ThreadSelf {
        result = Value::default();
        for kind in code.instances.get(instance).kinds.iter() {
            let id = code.objects.id(Object::Threads(super::KindId(kind)));
            result.join(&Value::address(id, Offsets::exactly(0)));
        }
    } else if op == SyncOp::ThreadJoin || op == SyncOp::ThreadTryjoin {
        second = values.joined.clone();
        // The result of a thread that was cancelled.
        second.join(&Value::number(Number::exactly(-1)));
    } else if op == SyncOp::ThreadExit {
        args.iter().for_each(|value| into(Slot::Joined, eval(value)));
    } else if op == SyncOp::KeySet {
        args.iter().skip(1).for_each(|value| into(Slot::Keys, eval(value)));
    } else if op == SyncOp::KeyGet {
        result = values.keys.clone();
        result.join(&Value::number(Number::exactly(0)));
    }
    if let Some(dst) = dst {
        into(Slot::Register(instance, dst), result);
    }
    if let Some(out) = out {
        into(Slot::Register(instance, out), second);
    }
}
