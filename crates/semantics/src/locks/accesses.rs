//! Which bytes of which objects an edge may access: what the race check counts (`raddle_machine`, `Machine::for_each_access`), before running.
//!
//! Loads, stores and atomic operations access one place. `free` writes its block. An operation on a lock works on the lock's bytes, as an atomic
//! access, but for those that make or unmake it. `printf` and relatives read the format and the text of each `%s`, and write the buffer and the target of each `%n`. An
//! external function reads what its arguments lead to, and writes what it may write. Where it is not known how many bytes are accessed,
//! it is the whole object.
//!
//! An access through an address that the program may have made up, a call of an unknown function, a function whose address an external gets, and everything
//! that is not modelled are *obstacles*: nothing can be concluded of a program in which a thread may get there.

use raddle_program::{AccessKind, Callee, Expr, Op, OutputSink, SyncOp, SyncUse};

use super::instances::Site;
use super::memory::Cell;
use super::objects::{Object, ObjectId};
use super::value::Value;
use super::{Code, Facts};

/// What an edge does to some bytes of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Access {
    /// The object.
    pub object: ObjectId,
    /// The bytes.
    pub cell: Cell,
    /// Whether it writes.
    pub write: bool,
    /// Whether it is atomic.
    pub atomic: bool,
}

impl Access {
    /// Whether two accesses may touch a common byte, one of them writing, not both atomic.
    pub fn conflicts(&self, other: &Access) -> bool {
        self.object == other.object
            && (self.write || other.write)
            && !(self.atomic && other.atomic)
            && self.cell.offsets.overlaps(self.cell.size, other.cell.offsets, other.cell.size)
    }
}

/// What an edge accesses, and what stands in the way of saying so.
#[derive(Clone, Debug, Default)]
pub struct Accesses {
    /// What it accesses.
    pub list: Vec<Access>,
    /// Why nothing can be concluded if a thread gets there, in the user's words.
    pub obstacle: Option<String>,
}

impl Accesses {
    fn add(&mut self, code: &Code<'_>, address: &Value, size: Option<u64>, write: bool, atomic: bool) {
        for (object, offsets) in address.targets.iter() {
            if code.objects.is_memory(*object) {
                let cell = size.map_or(Cell::ANYWHERE, |size| Cell { offsets: *offsets, size });
                self.list.push(Access { object: *object, cell, write, atomic });
            }
        }
        if address.is_made_up() {
            self.obstacle(MADE_UP);
        }
    }

    fn obstacle(&mut self, what: impl Into<String>) {
        self.obstacle.get_or_insert(what.into());
    }
}

const MADE_UP: &str =
    "the address of this access may be one that the program made up, or was given by a function that is not known";

/// What an edge accesses.
pub fn accesses(code: &Code<'_>, facts: &Facts, site: Site) -> Accesses {
    let mut out = Accesses::default();
    let eval = |e: &Expr| facts.values.evaluate(code, site.instance, e);
    let edge = code.edge(site);
    if let Some(access) = edge.op.access() {
        let atomic = access.access.atomic.is_some();
        let write = match access.kind {
            AccessKind::Load { .. } => false,
            AccessKind::Store { .. } | AccessKind::Rmw { .. } | AccessKind::CompareExchange { .. } => true,
        };
        out.add(code, &eval(access.addr), Some(access.access.ty.size()), write, atomic);
        return out;
    }
    match &edge.op {
        Op::Free { addr } => {
            let mut block = eval(addr);
            // Only heap blocks can be freed.
            let on_heap = |(object, _): &(ObjectId, _)| matches!(code.objects.get(*object), Object::Block(..));
            block.targets = block.targets.iter().copied().filter(on_heap).collect();
            out.add(code, &block, None, true, false);
        }
        Op::TakeText { addr, .. } => out.add(code, &eval(addr), Some(1), false, false),
        Op::Sync { op, args, .. } => {
            sync_accesses(code, site, *op, &args.iter().map(eval).collect::<Vec<_>>(), &mut out)
        }
        Op::Output { sink, format, args, .. } => {
            if let OutputSink::Buffer { addr, size } = sink {
                let room = super::memory::room(code, &facts.values, site.instance, size.as_ref());
                out.add(code, &eval(addr), room, true, false);
            }
            out.add(code, &eval(format), None, false, false);
            if follows_arguments(code, format) {
                let counts = code.program.may_store_count(format);
                args.iter().filter(|arg| may_be_address(code, arg)).for_each(|arg| {
                    out.add(code, &eval(arg), None, counts, false);
                });
            }
        }
        Op::External { args, name, .. } => {
            for arg in args.iter().filter(|arg| may_be_address(code, &arg.value)) {
                let address = eval(&arg.value);
                for object in facts.values.reachable(&address) {
                    match code.objects.get(object) {
                        Object::Function(f) => {
                            let function = &code.program.functions[f].name;
                            out.obstacle(format!(
                                "`{name}`, which no file that was given defines, gets the function `{function}` and may call it at any time"
                            ));
                        }
                        Object::Global(_) | Object::Local(..) | Object::Block(..) | Object::CommandLine => {
                            let reached = Value::address(object, super::Offsets::ANY);
                            out.add(code, &reached, None, arg.may_write(), false);
                        }
                        Object::Threads(_) => {}
                    }
                }
                if (arg.points || arg.may_write()) && address.is_made_up() {
                    out.obstacle(MADE_UP);
                }
            }
        }
        Op::Call { callee: Callee::Indirect(target), .. } => {
            if eval(target).is_made_up() {
                out.obstacle("a function is called through a pointer that the program may have made up");
            }
        }
        Op::Unsupported { what } => out.obstacle(format!("{what} is not modelled")),
        Op::Skip
        | Op::Assume { .. }
        | Op::Require { .. }
        | Op::Assign { .. }
        | Op::Nondet { .. }
        | Op::Declare { .. }
        | Op::Live { .. }
        | Op::Fence
        | Op::Call { .. }
        | Op::Return { .. }
        | Op::Alloc { .. }
        | Op::BlockSize { .. }
        | Op::Compute { .. }
        | Op::StackAlloc { .. }
        | Op::StackFree { .. }
        | Op::AtomicBegin
        | Op::AtomicEnd
        | Op::Error { .. }
        | Op::End { .. }
        | Op::Unreachable
        | Op::Load { .. }
        | Op::Store { .. }
        | Op::Rmw { .. }
        | Op::CompareExchange { .. } => {}
    }
    out
}

fn sync_accesses(code: &Code<'_>, site: Site, op: SyncOp, args: &[Value], out: &mut Accesses) {
    for ((kind, usage), address) in op.objects().iter().zip(args) {
        let (write, atomic) = match usage {
            SyncUse::Remakes => (true, false),
            SyncUse::Works => (true, true),
            SyncUse::Looks => (false, true),
        };
        out.add(code, address, Some(code.program.sync_sizes.get(*kind)), write, atomic);
    }
    if op == SyncOp::ThreadCreate && args.first().is_some_and(Value::is_made_up) {
        out.obstacle("a thread starts with a function whose address the program may have made up");
    }
    // The first argument says what is set: 1 is whether threads end at once when they are asked to.
    let number = |i: usize| args.get(i).and_then(Value::exact_number);
    let at_once = op == SyncOp::CancelSet && !matches!((number(0), number(1)), (Some(0 | 2), _) | (_, Some(0)));
    if at_once && code.sync_edges(SyncOp::ThreadCancel).next().is_some() {
        out.obstacle("the asynchronous cancellation of a thread is not modelled");
    }
    debug_assert!(matches!(code.edge(site).op, Op::Sync { .. }));
}

/// Whether a value is as wide as an address.
fn may_be_address(code: &Code<'_>, expr: &Expr) -> bool {
    expr.ty.bits() == raddle_program::Scalar::pointer(code.program.data_model()).bits()
        && matches!(expr.ty, raddle_program::Scalar::Int { .. })
}

/// Whether output with this format may read or write through its arguments.
fn follows_arguments(code: &Code<'_>, format: &Expr) -> bool {
    let Some(text) = code.program.literal(format) else { return true };
    let letter = |rest: &[u8]| rest.iter().copied().find(|b| !b"-+ #0123456789.*'hljztLq$".contains(b));
    // A string is among them, a count, or what only the C library knows (wide strings).
    text.split(|b| *b == b'%').skip(1).any(|rest| matches!(letter(rest), Some(b's' | b'n' | b'S')))
}
