//! Knowing where a thread is about to access memory.

use raddle_program::{Expr, ExprKind, Flow, Id, LocalId, OutputSink, Scalar, Storage};

use crate::halt::Halt;
use crate::machine::Machine;
use crate::oracle::Oracle;
use crate::state::{State, ThreadIx};
use crate::value::{LazyId, Value};

impl Machine<'_> {
    /// If the next edge of a thread accesses memory at an address that is not decided yet, has the oracle decide it now
    /// rather than when the edge is executed. The state need not change: the oracle remembers.
    ///
    /// Race detection looks at pairs of pending accesses, so it has to know where they are.
    pub fn decide_address<O: Oracle>(&self, state: &State, thread: ThreadIx, oracle: &mut O) -> Result<(), Halt> {
        let Some(frame) = state.threads.get(thread.0 as usize).and_then(|t| t.frames.last()) else { return Ok(()) };
        self.undecided_addresses(state, thread, |expr| self.eval_exact(expr, frame, thread, oracle).map(|_| ()))
    }

    /// The registers that have to be known so that it is known where the next edge of a thread accesses memory, with what they hold.
    pub fn registers_of_addresses(&self, state: &State, thread: ThreadIx) -> Vec<(LocalId, LazyId, Scalar)> {
        let mut registers = Vec::new();
        let Some(frame) = state.threads.get(thread.0 as usize).and_then(|t| t.frames.last()) else { return registers };
        let locals = &self.program.functions[frame.func].locals;
        let listed = self.undecided_addresses(state, thread, |expr| {
            expr.walk(&mut |part| {
                if let ExprKind::Reg(local) = part.kind
                    && let Value::Lazy(id) = frame.regs[local.index()]
                    && let Storage::Register(ty) = locals[local].storage
                    && registers.iter().all(|(known, ..)| *known != local)
                {
                    registers.push((local, id, ty));
                }
            });
            Ok(())
        });
        debug_assert!(listed.is_ok());
        registers
    }

    /// Does something with every address of the next edge of a thread that is not decided yet.
    fn undecided_addresses(
        &self,
        state: &State,
        thread: ThreadIx,
        mut with: impl FnMut(&Expr) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        let Some((function, edge)) = self.edge(state, thread) else { return Ok(()) };
        let Some(frame) = state.threads[thread.0 as usize].frames.last() else { return Ok(()) };
        let op = &self.program.functions[function].edge(edge).op;
        let mut decide = |expr: &Expr| match self.fast(expr, frame, thread) {
            Some(_) => Ok(()),
            None => with(expr),
        };
        match op.flow() {
            Flow::Access(access) => decide(access.addr),
            Flow::Sync { op, args, .. } => args.iter().take(op.objects().len()).try_for_each(decide),
            Flow::Output { sink, format, args, .. } => {
                if let OutputSink::Buffer { addr, size } = sink {
                    decide(addr)?;
                    size.as_ref().map_or(Ok(()), &mut decide)?;
                }
                let is_text = |arg: &&Expr| !self.addresses.points_to.may_address(function, arg).is_empty();
                args.iter().filter(is_text).chain([format]).try_for_each(decide)
            }
            Flow::Condition(_)
            | Flow::Assign { .. }
            | Flow::Nondet { .. }
            | Flow::Declare { .. }
            | Flow::Call { .. }
            | Flow::Return { .. }
            | Flow::External { .. }
            | Flow::Block { .. }
            | Flow::Size { .. }
            | Flow::Compute { .. }
            | Flow::Nothing => Ok(()),
        }
    }
}
