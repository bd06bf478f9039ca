//! Memory as the source calls it: `pool->work[1]`, not "40 bytes behind the beginning of a heap block".
//!
//! A global or a local has a name. A block of the heap has none, but whoever accesses it has come there through a pointer, and the
//! pointer has one: the expression that the next step evaluates begins with a variable, or with a value that was loaded from a place that
//! has a name itself. Its declared type then says which member lies at the offset that was really accessed, so `pool->work[i]` is named with the
//! element that it is. Inside a model of a library function of ours the arguments of the user's call are what leads there.
//!
//! A name is for people. If none is found, the block is named by the place that allocated it ([`Machine::describe_addr`]).

use raddle_program::{
    ArrayLen, EdgeId, Expr, ExprKind, FuncId, Function, Loc, LocalId, Op, Program, Type, TypeId, TypeTable,
};

use crate::describe::ObjectRef;
use crate::machine::Machine;
use crate::state::{Addr, Frame, ObjectKind, State, ThreadIx};

/// How far back the definition of a temporary is looked for, and how many pointers a name goes through.
const FAR: usize = 32;
const DEEP: usize = 6;

/// A place of the source: `head->next`, with its type.
struct Named {
    name: String,
    ty: TypeId,
}

impl Machine<'_> {
    /// What a thread's next step accesses, as its source calls it. Fits [`Machine::describe_addr`] for what has a name of its own.
    #[cold]
    pub fn describe_access(&self, state: &State, thread: ThreadIx, addr: Addr, len: u64) -> String {
        let block = match self.object_at(state, addr) {
            Some((ObjectRef::Object { kind: ObjectKind::Heap(..) | ObjectKind::StackBlock(..), base }, _)) => {
                Some(base)
            }
            Some(_) | None => None,
        };
        let through = block.and_then(|base| self.through_pointer(state, thread, base, addr, len));
        through.unwrap_or_else(|| self.describe_bytes(state, addr, len))
    }

    /// The name of bytes of a block through the pointer that the thread's statement uses.
    fn through_pointer(&self, state: &State, thread: ThreadIx, base: Addr, addr: Addr, len: u64) -> Option<String> {
        let frames = &state.threads.get(thread.0 as usize)?.frames;
        let frame = frames.iter().rev().find(|frame| !self.program.functions[frame.func].internal)?;
        let function = &self.program.functions[frame.func];
        let op = &function.edge(function.first_edge(frame.loc)?).op;
        let mut pointers = Vec::new();
        match op.access() {
            Some(access) => pointers.push(access.addr),
            None => op.for_each_expr(&mut |expr| pointers.push(expr)),
        }
        let inside = |value: Addr| {
            self.object_at(state, value).is_some_and(|(object, _)| match object {
                ObjectRef::Object { base: found, .. } => found == base,
                ObjectRef::Global(_) => false,
            })
        };
        pointers.into_iter().find_map(|pointer| {
            let (start, named) = self.pointer(frame, thread, pointer)?;
            let value = self.fast(pointer, frame, thread)?;
            let offset = addr.checked_sub(start).filter(|_| inside(start) && value <= addr)?;
            Some(Names::new(self.program).behind(&named, offset, len))
        })
    }

    /// The pointer that an address is computed from: its value, and the place of the source that it was read from.
    fn pointer(&self, frame: &Frame, thread: ThreadIx, addr: &Expr) -> Option<(Addr, Named)> {
        let function = &self.program.functions[frame.func];
        let mut found = None;
        self.leaves(function, frame.loc, addr, DEEP, &mut |expr, at| {
            let value = self.fast(expr, frame, thread)?;
            let named = Names::new(self.program).value_name(frame.func, at, expr, DEEP)?;
            found = Some((value, named));
            Some(())
        });
        found
    }

    /// The operands of an address that may be its pointer, until one is taken; temporaries that hold a sum are looked through.
    fn leaves(
        &self,
        function: &Function,
        at: Loc,
        expr: &Expr,
        deep: usize,
        take: &mut dyn FnMut(&Expr, Loc) -> Option<()>,
    ) -> Option<()> {
        match &expr.kind {
            ExprKind::Reg(local) => take(expr, at).or_else(|| {
                let (edge, Op::Assign { value, .. }) = definition(function, at, *local)? else { return None };
                self.leaves(function, edge, value, deep.checked_sub(1)?, take)
            }),
            ExprKind::Binary(_, a, b) => {
                self.leaves(function, at, a, deep, take).or_else(|| self.leaves(function, at, b, deep, take))
            }
            ExprKind::Cast(a) => self.leaves(function, at, a, deep, take),
            ExprKind::Const(_)
            | ExprKind::GlobalAddr(..)
            | ExprKind::LocalAddr(..)
            | ExprKind::FuncAddr(_)
            | ExprKind::Unary(..)
            | ExprKind::Ite(..) => None,
        }
    }

    /// [`member`] of a type of the program.
    pub(crate) fn member(&self, ty: TypeId, offset: u64, len: u64) -> (String, TypeId) {
        member(&self.program.types, ty, offset, len)
    }
}

/// Names that the text of a program gives, whatever is executed.
#[derive(Clone, Copy)]
pub struct Names<'p> {
    program: &'p Program,
}

impl<'p> Names<'p> {
    /// Those of a program.
    pub fn new(program: &'p Program) -> Names<'p> {
        Names { program }
    }

    /// What an edge accesses: `pool->jobs`.
    pub fn accessed(&self, function: FuncId, edge: EdgeId) -> Option<String> {
        let edge = self.program.functions[function].edge(edge);
        let access = edge.op.access()?;
        Some(self.place_name(function, edge.source, access.addr, access.access.ty.size(), DEEP)?.name)
    }

    /// What an operand of an edge points to: `pool->lock`.
    pub fn pointed_to(&self, function: FuncId, edge: EdgeId, operand: &Expr) -> Option<String> {
        let edge = self.program.functions[function].edge(edge);
        Some(self.place_name(function, edge.source, operand, self.program.data_model().pointer_size(), DEEP)?.name)
    }

    /// The place whose value a register has: a variable, or what a temporary was loaded from. `None` if it is no pointer.
    fn value_name(&self, function: FuncId, at: Loc, expr: &Expr, deep: usize) -> Option<Named> {
        let ExprKind::Reg(id) = expr.kind else { return None };
        let body = &self.program.functions[function];
        let local = &body.locals[id];
        let named = match &local.name {
            Some(name) => Named { name: name.clone(), ty: local.ty.ty },
            None => {
                let (edge, op) = definition(body, at, id)?;
                let deep = deep.checked_sub(1)?;
                if let Op::Load { addr, .. } = op {
                    self.place_name(function, edge, addr, self.program.data_model().pointer_size(), deep)?
                } else if let Op::Assign { value, .. } = op {
                    self.value_name(function, edge, value, deep)?
                } else {
                    return None;
                }
            }
        };
        matches!(self.program.types.get(named.ty), Type::Pointer(_)).then_some(named)
    }

    /// The place at an address, as far as the text of the program says which it is.
    fn place_name(&self, function: FuncId, at: Loc, addr: &Expr, len: u64, deep: usize) -> Option<Named> {
        match &addr.kind {
            ExprKind::GlobalAddr(global, offset) => {
                let global = &self.program.globals[*global];
                let (path, ty) = self.member(global.ty.ty, u64::try_from(*offset).ok()?, len);
                Some(Named { name: format!("{}{path}", global.name), ty })
            }
            ExprKind::LocalAddr(id, offset) => {
                let local = &self.program.functions[function].locals[*id];
                let (path, ty) = self.member(local.ty.ty, u64::try_from(*offset).ok()?, len);
                Some(Named { name: format!("{}{path}", local.name.as_ref()?), ty })
            }
            ExprKind::Reg(_) => self.target(&self.value_name(function, at, addr, deep)?, 0, len),
            ExprKind::Binary(raddle_program::BinaryOp::Add, a, b) => {
                let offset = u64::try_from(b.as_const()?).ok()?;
                self.target(&self.value_name(function, at, a, deep)?, offset, len)
            }
            ExprKind::Cast(a) => self.place_name(function, at, a, len, deep),
            ExprKind::Const(_)
            | ExprKind::FuncAddr(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Ite(..) => None,
        }
    }

    /// Some bytes behind a pointer, as C writes them.
    fn behind(&self, pointer: &Named, offset: u64, len: u64) -> String {
        match self.target(pointer, offset, len) {
            Some(named) => named.name,
            None if offset == 0 => format!("*{}", pointer.name),
            None => format!("*{} + {offset}", pointer.name),
        }
    }

    /// What lies behind a pointer; `None` if its type does not say.
    fn target(&self, pointer: &Named, offset: u64, len: u64) -> Option<Named> {
        let Type::Pointer(target) = self.program.types.get(pointer.ty) else { return None };
        let size = self.program.types.size(target.ty).filter(|size| *size > 0)?;
        if matches!(self.program.types.get(target.ty), Type::Void | Type::Function(_)) {
            return None;
        }
        let (path, ty) = self.member(target.ty, offset % size, len);
        let name = match (offset / size, path.strip_prefix('.')) {
            (0, Some(member)) => format!("{}->{member}", pointer.name),
            (0, None) if path.is_empty() => format!("*{}", pointer.name),
            (0, None) => format!("(*{}){path}", pointer.name),
            (index, _) => format!("{}[{index}]{path}", pointer.name),
        };
        Some(Named { name, ty })
    }

    fn member(&self, ty: TypeId, offset: u64, len: u64) -> (String, TypeId) {
        member(&self.program.types, ty, offset, len)
    }
}

/// The member of a type that `len` bytes at an offset are, as C writes it, and its type. A type that only the C library knows the
/// inside of (all members of which have reserved names) is one thing.
pub fn member(types: &TypeTable, mut ty: TypeId, mut offset: u64, len: u64) -> (String, TypeId) {
    let mut path = String::new();
    while offset > 0 || types.size(ty).is_none_or(|size| size > len) {
        match types.get(ty) {
            Type::Array(element, ArrayLen::Fixed(_) | ArrayLen::Incomplete | ArrayLen::Variable(_)) => {
                let Some(size) = types.size(element.ty).filter(|size| *size > 0) else { break };
                path += &format!("[{}]", offset / size);
                offset %= size;
                ty = element.ty;
            }
            Type::Record(record) => {
                let fields = types.records[*record].fields.iter().flatten();
                let mut names = fields.clone().filter_map(|field| field.name.as_ref()).peekable();
                if names.peek().is_some() && names.all(|name| name.starts_with("__")) {
                    return (path, ty);
                }
                let holds = |f: &&raddle_program::Field| {
                    let size = types.size(f.ty.ty).unwrap_or(u64::MAX);
                    f.offset <= offset && (offset - f.offset < size || f.bits.is_some() && offset == f.offset)
                };
                let Some(field) = fields.clone().find(holds) else { break };
                if let Some(name) = &field.name {
                    path += &format!(".{name}");
                }
                offset -= field.offset;
                ty = field.ty.ty;
            }
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Pointer(_) | Type::Enum(_) | Type::Function(_) => {
                break;
            }
        }
    }
    if offset > 0 {
        path += &format!(" + {offset}");
    }
    (path, ty)
}

/// What a register was set to last before a location, as long as only one way leads there.
fn definition(function: &Function, mut at: Loc, local: LocalId) -> Option<(Loc, &Op)> {
    for _ in 0..FAR {
        let mut before = function.edges().iter().filter(|edge| edge.target == at && edge.source != at);
        let edge = before.next()?;
        if edge.op.defs().contains(&Some(local)) {
            return Some((edge.source, &edge.op));
        }
        if before.next().is_some() {
            return None;
        }
        at = edge.source;
    }
    None
}
