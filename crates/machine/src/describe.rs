//! Addresses in the words of the source, and what is wrong with a bad one.

use raddle_program::analysis::Object;
use raddle_program::{GlobalId, GlobalKind, Id, LocalId, Span};

use crate::halt::{Halt, HaltKind, Undefined};
use crate::machine::Machine;
use crate::state::{Addr, BlockIx, Frame, ObjectKind, State, ThreadIx};

/// An object that exists, as something to compare and to name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ObjectRef {
    /// A global or a constant, whether it shares a page or not.
    Global(GlobalId),
    /// Any other object: a thread-local variable, a local, a stack block, a heap block.
    Object {
        /// What it is.
        kind: ObjectKind,
        /// Its address.
        base: Addr,
    },
}

impl ObjectRef {
    /// What of the program it is an instance of.
    pub fn declared(self) -> Option<Object> {
        match self {
            ObjectRef::Global(global) => Some(Object::Global(global)),
            ObjectRef::Object { kind, .. } => match kind {
                ObjectKind::GlobalPage(_) | ObjectKind::Freed => None,
                ObjectKind::Global(global) | ObjectKind::ThreadLocal(global, _) => Some(Object::Global(global)),
                ObjectKind::Local(function, local, _) => Some(Object::Local(function, local)),
                ObjectKind::StackBlock(function, edge, _) | ObjectKind::Heap(function, edge) => {
                    Some(Object::Block(function, edge))
                }
            },
        }
    }
}

/// Why nothing can be said about what an open block has behind its end.
pub(crate) const BEHIND: &str = "a text of the environment behind its first characters or after it was read as a number, or an argument behind the first ones, is not modelled";

/// Red zones and a little more: an address this close to an object is told as being beside it.
const NEAR: u64 = 64;

impl Machine<'_> {
    /// Where a global lies (of a thread-local one: nothing that means an object).
    pub fn global_addr(&self, global: GlobalId) -> Addr {
        self.layout.globals[global].addr
    }

    /// Where a memory local of a frame lies.
    pub fn local_addr(&self, frame: &Frame, local: LocalId) -> Addr {
        frame.base + self.layout.frames[frame.func].offsets[local.index()]
    }

    /// The bit pattern of some bytes, if they are all in one object and nothing about them is open.
    pub fn plain_at(&self, state: &State, addr: Addr, len: u32) -> Option<u128> {
        self.peek(&state.memory, self.resolve(&state.memory, addr, u64::from(len))?, len)
    }

    /// Where the stack of a thread begins.
    pub fn stack_base(&self, thread: ThreadIx) -> Addr {
        self.layout.regions.stack(thread).0
    }

    /// In which block of every state the content of a global is, from which byte on; `None` for constants and thread-local
    /// variables.
    pub fn global_block(&self, global: GlobalId) -> Option<(BlockIx, u32)> {
        match self.layout.globals[global].home {
            crate::layout::Home::Block { block, offset } => Some((block, offset)),
            crate::layout::Home::Constant(_) | crate::layout::Home::ThreadLocal => None,
        }
    }

    /// The object that contains an address (or ends right before it), and the offset in it.
    pub fn object_at(&self, state: &State, addr: Addr) -> Option<(ObjectRef, u64)> {
        let (object, offset) = self.object_before(state, addr)?;
        (offset <= self.object_size(state, object)).then_some((object, offset))
    }

    /// The last object that starts at or before an address, and the distance from its start.
    pub(crate) fn object_before(&self, state: &State, addr: Addr) -> Option<(ObjectRef, u64)> {
        if self.layout.regions.is_constant(addr) {
            let index = self.layout.constants.partition_point(|c| c.addr <= addr).checked_sub(1)?;
            let constant = &self.layout.constants[index];
            return Some((ObjectRef::Global(constant.global), addr - constant.addr));
        }
        let objects = &state.memory.shape.objects;
        let index = objects.partition_point(|o| o.base <= addr).checked_sub(1)?;
        let object = &objects[index];
        match object.kind {
            ObjectKind::GlobalPage(page) => {
                let entry = self.layout.page_entry(page as usize, addr)?;
                Some((ObjectRef::Global(entry.global), addr - entry.addr))
            }
            ObjectKind::Freed => None,
            ObjectKind::Global(global) => Some((ObjectRef::Global(global), addr - object.base)),
            ObjectKind::ThreadLocal(..) | ObjectKind::Local(..) | ObjectKind::StackBlock(..) | ObjectKind::Heap(..) => {
                Some((ObjectRef::Object { kind: object.kind, base: object.base }, addr - object.base))
            }
        }
    }

    /// Bytes of an object.
    pub fn object_size(&self, state: &State, object: ObjectRef) -> u64 {
        match object {
            ObjectRef::Global(global) => self.layout.globals[global].size,
            ObjectRef::Object { base, .. } => {
                let objects = &state.memory.shape.objects;
                objects.binary_search_by_key(&base, |o| o.base).map_or(0, |i| objects[i].size)
            }
        }
    }

    /// An address as a person names it: `x`, `buf[3]`, `s.next`, "heap block allocated at f.c:12 + 8".
    pub fn describe_addr(&self, state: &State, addr: Addr) -> String {
        if addr == 0 {
            return "null".to_string();
        }
        if let Some(function) = self.layout.function_at(addr, self.program) {
            return format!("function {}", self.program.functions[function].name);
        }
        self.describe_bytes(state, addr, 1)
    }

    /// A pointer to something that is there all the time, as C writes it: `&table[1]`, `"text"`, `worker`.
    pub fn describe_pointer(&self, state: &State, value: Addr) -> Option<String> {
        if value == 0 {
            return None;
        }
        if let Some(function) = self.layout.function_at(value, self.program) {
            return Some(self.program.functions[function].name.clone());
        }
        let (object, offset) = self.object_at(state, value)?;
        let ObjectRef::Global(id) = object else { return None };
        let global = &self.program.globals[id];
        let name = self.name(object, offset, u64::MAX);
        let is_text = global.kind == GlobalKind::Constant && !is_identifier(&global.name);
        Some(if is_text { name } else { format!("&{name}") })
    }

    /// Some bytes as a person names them: the largest variable, member or element that they cover from its beginning.
    pub(crate) fn describe_bytes(&self, state: &State, addr: Addr, len: u64) -> String {
        match self.object_at(state, addr) {
            Some((object, offset)) => self.name(object, offset, len),
            None => format!("address {addr:#x}, where there is no object"),
        }
    }

    /// The name of some bytes at an offset of an object.
    fn name(&self, object: ObjectRef, offset: u64, len: u64) -> String {
        let plus = |name: String| if offset == 0 { name } else { format!("{name} + {offset}") };
        match object {
            ObjectRef::Global(id) => {
                let global = &self.program.globals[id];
                if global.kind == GlobalKind::Constant && !is_identifier(&global.name) {
                    return plus(format!("{:?}", global.name));
                }
                format!("{}{}", global.name, self.member(global.ty.ty, offset, len).0)
            }
            ObjectRef::Object { kind: ObjectKind::ThreadLocal(id, thread), .. } => {
                let global = &self.program.globals[id];
                format!("{}{} of thread {thread:?}", global.name, self.member(global.ty.ty, offset, len).0)
            }
            ObjectRef::Object { kind: ObjectKind::Local(function, id, thread), .. } => {
                let local = &self.program.functions[function].locals[id];
                match &local.name {
                    Some(name) => format!("{name}{}", self.member(local.ty.ty, offset, len).0),
                    None => {
                        plus(format!("a temporary of {} in thread {thread:?}", self.program.functions[function].name))
                    }
                }
            }
            ObjectRef::Object { kind: ObjectKind::StackBlock(function, edge, _), .. } => {
                let span = self.program.functions[function].edge(edge).span;
                plus(format!("array allocated at {}", self.place(span)))
            }
            ObjectRef::Object { kind: ObjectKind::Heap(function, edge), .. } => {
                let span = self.program.functions[function].edge(edge).span;
                plus(format!("heap block allocated at {}", self.place(span)))
            }
            ObjectRef::Object { kind: ObjectKind::Freed, .. } => plus("memory that is gone".to_string()),
            ObjectRef::Object { kind: ObjectKind::Global(_) | ObjectKind::GlobalPage(_), .. } => {
                plus("a global".to_string())
            }
        }
    }

    fn place(&self, span: Span) -> String {
        self.program.source.place(span).map_or("an unknown place".to_string(), |place| place.to_string())
    }

    /// The place of the user's program that a thread is at while it executes something at `span`: that itself, or the call
    /// of the library function whose model of ours `span` lies in. A line of a model says nothing to a user.
    #[cold]
    pub fn visible_place(&self, state: &State, thread: ThreadIx, span: Span) -> Span {
        let source = &self.program.source;
        if !source.is_internal(span) {
            return span;
        }
        let frames = state.threads.get(thread.0 as usize).map_or(&[][..], |thread| &thread.frames);
        let places = frames.iter().rev().filter_map(|frame| {
            let function = &self.program.functions[frame.func];
            function.first_edge(frame.loc).map(|edge| function.edge(edge).span)
        });
        places.into_iter().find(|place| !source.is_internal(*place)).unwrap_or(Span::NONE)
    }

    /// What is wrong with an access to bytes that no object has.
    #[cold]
    pub(crate) fn fault(&self, state: &State, thread: ThreadIx, addr: Addr, len: u64, span: Span) -> Halt {
        let writes = self.edge(state, thread).is_some_and(|(function, edge)| {
            self.program.functions[function].edge(edge).op.access().is_some_and(|access| access.kind.writes())
        });
        if let Some(index) = state.memory.shape.objects.partition_point(|o| o.base <= addr).checked_sub(1)
            && self.is_behind_open(&state.memory.shape.objects[index], addr)
        {
            return Halt::new(HaltKind::Unsupported, BEHIND, span);
        }
        let access = if writes { "write" } else { "read" };
        let bytes = if len == 1 { "1 byte".to_string() } else { format!("{len} bytes") };
        let what = if addr < 4096 {
            "null pointer dereference".to_string()
        } else if self.layout.function_at(addr & !15, self.program).is_some() {
            format!("{access} of {bytes} in the code of the program")
        } else if let Some((object, offset)) =
            self.object_before(state, addr).filter(|(object, o)| *o < self.object_size(state, *object) + NEAR)
        {
            let size = self.object_size(state, object);
            let name = self.name(object, 0, size);
            match offset {
                o if o >= size => format!("{access} of {bytes} past the end of `{name}` (size {size})"),
                _ => format!("{access} of {bytes} that reaches past the end of `{name}` (size {size})"),
            }
        } else if self.layout.regions.is_stack(addr) {
            format!("{access} of {bytes} of a local variable whose function has returned, or past the stack")
        } else if self.layout.regions.is_heap(addr) {
            format!("{access} of {bytes} of heap memory that was freed or never allocated")
        } else {
            format!("{access} of {bytes} through an invalid pointer ({addr:#x})")
        };
        Halt::new(HaltKind::Undefined(Undefined::Dereference), what, span)
    }
}

pub(crate) fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$' || c == '.')
}
