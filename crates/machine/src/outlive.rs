//! Which frames something may point to after they are gone.
//!
//! A frame's addresses are used again by the next call. A pointer to a local that is gone would then be one to a local that lives, and nobody would
//! notice its use. So who looks for such uses ([`Watch::memory`](crate::Watch)) does not have addresses used again if something may still point there.
//!
//! **What may still point there.** The address of a local can survive its frame in memory that is not the frame's own, in the result of the function, or in what
//! is handed to a thread, to a key or to whoever joins. Registers of callees are gone before, those of callers know the local only by the result.
//! Points-to says where addresses may be; it is not sensitive to the order of statements, which can only name more.
//!
//! **Cost.** Once per program, linear in objects and edges. *Rejected*: looking through the state at each return for addresses. It would be exact, but
//! where a frame lies would depend on the registers of all threads then, and no two steps would commute.

use raddle_program::analysis::{Object, ObjectSet, PointsTo};
use raddle_program::{Flow, FuncId, GlobalKind, Id, Op, Program, SyncScope};

/// The answer for all functions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outlived {
    functions: Vec<bool>,
    /// Whether something may point to a thread-local variable of a thread that has ended.
    pub(crate) thread_locals: bool,
}

impl Outlived {
    /// Looks at all objects and edges.
    pub(crate) fn new(program: &Program, points_to: &PointsTo) -> Outlived {
        let objects = points_to.objects();
        let owner = |object: &Object| match object {
            Object::Local(f, _) => Some(*f),
            Object::Block(f, e) if matches!(program.functions[*f].edge(*e).op, Op::StackAlloc { .. }) => Some(*f),
            Object::Block(..) | Object::Global(_) | Object::Function(_) | Object::ThreadIds => None,
        };
        let mut kept = ObjectSet::default();
        for (number, object) in objects.enumerated() {
            points_to.deadline().look();
            let own = owner(object);
            for held in points_to.content(number).iter() {
                if own.is_none() || owner(&objects[held]) != own {
                    kept.insert(held);
                }
            }
        }
        for (id, function) in program.functions.enumerated().filter(|(id, _)| points_to.is_reachable(*id)) {
            for edge in function.edges().iter() {
                points_to.deadline().look();
                match edge.op.flow() {
                    Flow::Return { value } => value.into_iter().for_each(|value| {
                        kept.union_with(&points_to.may_address(id, value));
                    }),
                    Flow::Sync { op, args, .. } => match op.scope() {
                        SyncScope::Objects(_) | SyncScope::Nobody => {}
                        SyncScope::Threads
                        | SyncScope::Detach
                        | SyncScope::Cancel
                        | SyncScope::Cancellation
                        | SyncScope::ThreadEnd
                        | SyncScope::KeyNumbers
                        | SyncScope::KeyValues => args.iter().for_each(|arg| {
                            kept.union_with(&points_to.may_address(id, arg));
                        }),
                    },
                    Flow::Condition(_)
                    | Flow::Assign { .. }
                    | Flow::Nondet { .. }
                    | Flow::Declare { .. }
                    | Flow::Access(_)
                    | Flow::Call { .. }
                    | Flow::External { .. }
                    | Flow::Block { .. }
                    | Flow::Size { .. }
                    | Flow::Compute { .. }
                    | Flow::Output { .. }
                    | Flow::Nothing => {}
                }
            }
        }
        let mut outlived = Outlived { functions: vec![false; program.functions.len()], thread_locals: false };
        for number in kept.iter() {
            let object = &objects[number];
            if let Some(function) = owner(object) {
                outlived.functions[function.index()] = true;
            }
            if let Object::Global(global) = object {
                outlived.thread_locals |= program.globals[*global].kind == GlobalKind::ThreadLocal;
            }
        }
        outlived
    }

    /// Whether something may point to a frame of a function that is gone.
    pub(crate) fn contains(&self, function: FuncId) -> bool {
        self.functions.get(function.index()).copied().unwrap_or(false)
    }
}
