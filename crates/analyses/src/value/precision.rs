//! Which variables are tracked.
//!
//! A variable is a global, a local, or all blocks that one allocating edge makes. Temporaries are always tracked: they hold a
//! value for the length of a statement. What is needed exactly ([`ExactUses`]: pointers, indices, threads to be joined) is
//! tracked from the beginning, because a step cannot be executed without it; every other variable is tracked when a spurious
//! counterexample needs it.

use std::collections::BTreeSet;
use std::sync::Arc;

use raddle_machine::lazy::forget_bytes;
use raddle_machine::{Block, BlockIx, LazyId, LazyRange, Machine, ObjectKind, State, Value};
use raddle_program::analysis::{Object, PointsTo};
use raddle_program::{FuncId, GlobalKind, Id, IdVec, LocalId, Program, Storage};
use raddle_semantics::ExactUses;

/// A variable that can be tracked or not: a global, a memory local, an allocating edge, or (as [`Object::Local`], too) a
/// local in a register.
pub type Variable = Object;

/// The variables that are tracked.
#[derive(Clone, Debug)]
pub struct Precision {
    tracked: Arc<BTreeSet<Variable>>,
    /// For speed: the bytes of globals that are forgotten (block, offset, length) and the registers of each function.
    forgotten: Arc<Forgotten>,
}

#[derive(Debug, Default)]
struct Forgotten {
    globals: Vec<(BlockIx, u32, u32)>,
    registers: IdVec<FuncId, Vec<LocalId>>,
}

/// All variables of a program that can be tracked.
pub fn variables(program: &Program, points_to: &PointsTo) -> BTreeSet<Variable> {
    let mut all: BTreeSet<Variable> = points_to.objects().iter().copied().collect();
    all.retain(|object| match object {
        Object::Global(g) => program.globals[*g].kind != GlobalKind::Constant,
        Object::Local(..) | Object::Block(..) => true,
        Object::Function(_) | Object::ThreadIds => false,
    });
    for (id, _) in program.globals.enumerated().filter(|(_, g)| g.kind != GlobalKind::Constant) {
        all.insert(Object::Global(id));
    }
    for (function, body) in program.functions.enumerated().filter(|(f, _)| points_to.is_reachable(*f)) {
        all.extend(body.locals.enumerated().filter(|(_, l)| l.name.is_some()).map(|(l, _)| Object::Local(function, l)));
    }
    all
}

/// The variables that are needed exactly.
pub fn needed(program: &Program, points_to: &PointsTo) -> BTreeSet<Variable> {
    let uses = ExactUses::new(program, points_to);
    let mut all = variables(program, points_to);
    all.retain(|variable| {
        let register = match variable {
            Object::Local(function, local) => uses.register(*function, *local),
            Object::Global(_) | Object::Block(..) | Object::Function(_) | Object::ThreadIds => false,
        };
        register || uses.object(*variable)
    });
    all
}

impl Precision {
    /// The precision that tracks these variables.
    pub fn new(machine: &Machine<'_>, tracked: BTreeSet<Variable>) -> Precision {
        let program = machine.program();
        let mut forgotten = Forgotten::default();
        for (id, global) in program.globals.enumerated() {
            if let Some((block, offset)) = machine.global_block(id)
                && !tracked.contains(&Object::Global(id))
                && global.size > 0
            {
                forgotten.globals.push((block, offset, global.size as u32));
            }
        }
        for (function, body) in program.functions.enumerated() {
            let is_forgotten = |(id, local): (LocalId, &raddle_program::Local)| match local.storage {
                Storage::Register(_) => local.name.is_some() && !tracked.contains(&Object::Local(function, id)),
                Storage::Memory { .. } => false,
            };
            let all = body.locals.enumerated().filter(|(id, local)| is_forgotten((*id, local)));
            forgotten.registers.push(all.map(|(id, _)| id).collect());
        }
        Precision { tracked: Arc::new(tracked), forgotten: Arc::new(forgotten) }
    }

    /// The variables that are tracked.
    pub fn tracked(&self) -> &BTreeSet<Variable> {
        &self.tracked
    }

    /// Forgets what is not tracked.
    pub fn forget(&self, state: &mut State) {
        for (block, offset, len) in &self.forgotten.globals {
            forget_bytes(&mut state.memory[*block], *offset, *len);
        }
        for thread in &mut state.threads {
            let stale = |frame: &raddle_machine::Frame| {
                self.forgotten.registers[frame.func].iter().any(|l| frame.regs[l.index()] != Value::ANY)
            };
            if thread.frames.iter().any(stale) {
                for frame in &mut Arc::make_mut(thread).frames {
                    self.forgotten.registers[frame.func].iter().for_each(|l| frame.regs[l.index()] = Value::ANY);
                }
            }
        }
        for (i, object) in state.memory.shape.objects.iter().enumerate() {
            let variable = match object.kind {
                ObjectKind::GlobalPage(_) | ObjectKind::Global(_) | ObjectKind::Freed => continue,
                ObjectKind::ThreadLocal(global, _) => Object::Global(global),
                ObjectKind::Local(function, local, _) => Object::Local(function, local),
                ObjectKind::StackBlock(function, edge, _) | ObjectKind::Heap(function, edge) => {
                    Object::Block(function, edge)
                }
            };
            let block = &mut state.memory.blocks[i];
            if !self.tracked.contains(&variable) && !block.bytes.is_empty() && !is_forgotten(block) {
                let len = block.bytes.len();
                let all = LazyRange { offset: 0, len: len as u32, value: Some((LazyId::ANY, 0)) };
                *block = Arc::new(Block { bytes: vec![0; len], lazy: vec![all] });
            }
        }
    }
}

/// Whether nothing is known about a block.
fn is_forgotten(block: &Block) -> bool {
    match &block.lazy[..] {
        [only] => only.len as usize == block.bytes.len() && only.value.is_some_and(|(id, _)| id == LazyId::ANY),
        _ => false,
    }
}
