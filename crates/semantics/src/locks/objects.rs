//! The abstract objects: what addresses point into, and the ids of threads.
//!
//! As in [`raddle_program::analysis::Object`], with instances in place of functions: a local or a heap block of each instance is an object by itself, and so are
//! the threads of each kind, whose ids flow as addresses do. An object is *one of a kind* if an execution has at most one such object at
//! all: then two addresses in it with the same offset are the same address.

use rustc_hash::FxHashMap;

use raddle_program::{BlockOwner, EdgeId, FuncId, GlobalId, GlobalKind, LocalId, Op, Program, Storage};

use super::instances::{InstanceId, Instances, KindId, Site};
use super::value::Arithmetic;

/// The number of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u32);

/// An abstract object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Object {
    /// A global (all instances of it, if it is thread-local).
    Global(GlobalId),
    /// A memory local of the frames of an instance.
    Local(InstanceId, LocalId),
    /// The blocks made by an allocating edge of an instance, on the heap or the stack.
    Block(InstanceId, EdgeId),
    /// What `argv` leads to: the pointers and the texts together.
    CommandLine,
    /// A function.
    Function(FuncId),
    /// The ids of the threads of a kind.
    Threads(KindId),
}

/// All of them.
#[derive(Clone, Debug)]
pub struct Objects {
    list: Vec<Object>,
    ids: FxHashMap<Object, ObjectId>,
    /// Whether an execution has at most one.
    single: Vec<bool>,
    /// Whether it is memory that can change.
    memory: Vec<bool>,
    /// Bytes; a block whose size is not known has all there are.
    sizes: Vec<u64>,
    arithmetic: Arithmetic,
}

impl Objects {
    /// Numbers them.
    pub fn new(program: &Program, instances: &Instances, wraps: bool) -> Objects {
        let mut out = Objects {
            list: Vec::new(),
            ids: FxHashMap::default(),
            single: Vec::new(),
            memory: Vec::new(),
            sizes: Vec::new(),
            arithmetic: Arithmetic { data_model: program.data_model(), wraps },
        };
        for (id, global) in program.globals.enumerated() {
            let (single, memory) = match global.kind {
                GlobalKind::Variable | GlobalKind::StaticLocal | GlobalKind::Extern => (true, true),
                GlobalKind::ThreadLocal => (false, true),
                GlobalKind::Constant => (true, false),
            };
            out.push(Object::Global(id), single, memory, global.size);
        }
        out.push(Object::CommandLine, true, true, u64::MAX);
        for id in program.functions.ids() {
            out.push(Object::Function(id), true, false, 0);
        }
        for (id, kind) in instances.kinds().enumerated() {
            out.push(Object::Threads(id), kind.once, false, 0);
        }
        for (id, instance) in instances.list().enumerated() {
            let function = &program.functions[instance.function];
            for (local, l) in function.locals.enumerated() {
                match l.storage {
                    Storage::Memory { size, .. } => out.push(Object::Local(id, local), instance.once, true, size),
                    Storage::Register(_) => {}
                }
            }
            for (edge, e) in function.edges().enumerated() {
                // Of what the environment gives there may be more than is modelled.
                let (Op::Alloc { size, .. } | Op::StackAlloc { size, .. }) = &e.op else { continue };
                let given = matches!(e.op, Op::Alloc { owner, .. } if owner != BlockOwner::Program);
                let size = size.as_const().filter(|_| !given).and_then(|bytes| u64::try_from(bytes).ok());
                let size = size.unwrap_or(u64::MAX);
                let once = !given && instances.is_once(Site { instance: id, edge });
                out.push(Object::Block(id, edge), once, true, size);
            }
        }
        out
    }

    fn push(&mut self, object: Object, single: bool, memory: bool, size: u64) {
        self.ids.insert(object, ObjectId(self.list.len() as u32));
        self.list.push(object);
        self.single.push(single);
        self.memory.push(memory);
        self.sizes.push(size);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All numbers.
    pub fn all(&self) -> impl Iterator<Item = ObjectId> + use<> {
        (0..self.list.len() as u32).map(ObjectId)
    }

    /// The number of an object.
    pub fn id(&self, object: Object) -> ObjectId {
        self.ids[&object]
    }

    /// An object.
    pub fn get(&self, id: ObjectId) -> Object {
        self.list[id.0 as usize]
    }

    /// Whether an execution has at most one such object.
    pub fn is_single(&self, id: ObjectId) -> bool {
        self.single[id.0 as usize]
    }

    /// Whether it is memory that can change.
    pub fn is_memory(&self, id: ObjectId) -> bool {
        self.memory[id.0 as usize]
    }

    /// How many bytes it has at most.
    pub fn size(&self, id: ObjectId) -> u64 {
        self.sizes[id.0 as usize]
    }

    /// The arithmetic of the program.
    pub fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }
}
