//! Calls of functions that have no body and no meaning.
//!
//! Such a function returns any value and may write any value to memory reachable through its pointer arguments, not
//! through pointers to const; it touches nothing else. Reachable is what the arguments point to, and in turn what the
//! pointer-sized words stored there point to, before the call; reached objects become indeterminate as a whole. A word
//! counts as a pointer if it is the address of an object, whatever its type: that can only make too much indeterminate.
//! Lazy words are no pointers here: a value nobody has fixed points to no particular object.

use raddle_program::{Edge, ExternalArg, LocalId, NondetKind};

use crate::describe::ObjectRef;
use crate::halt::Halt;
use crate::machine::Machine;
use crate::memory::{self, Place};
use crate::oracle::{Oracle, Origin};
use crate::state::{Addr, State, ThreadIx};
use crate::step::top;

impl Machine<'_> {
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn external<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        edge: &Edge,
        dst: Option<LocalId>,
        name: &str,
        args: &[ExternalArg],
        oracle: &mut O,
    ) -> Result<(), Halt> {
        let mut reached: Vec<(ObjectRef, Addr)> = Vec::new();
        for arg in args.iter().filter(|arg| arg.writable_target.is_some()) {
            let addr = self.eval_exact(&arg.value, top(state, thread), thread, oracle)? as Addr;
            self.reach(state, addr, &mut reached);
        }
        let mut next = 0;
        while let Some((object, base)) = reached.get(next).copied() {
            next += 1;
            for addr in self.words(state, object, base) {
                self.reach(state, addr, &mut reached);
            }
        }
        for (object, base) in reached {
            let size = self.object_size(state, object);
            if let Some(Place::Block { block, offset }) = self.resolve(&state.memory, base, size) {
                memory::forget(&mut state.memory.blocks[block as usize], offset, size as u32, edge.span, oracle)?;
            }
        }
        match dst {
            None => self.advance(state, thread, edge),
            Some(dst) => {
                let ty = self.program.functions[top(state, thread).func].locals[dst].scalar();
                let kind = NondetKind::Library(name.to_string());
                let value = oracle.nondet(ty, None, Origin { kind: &kind, thread, span: edge.span })?;
                self.set(state, thread, edge, dst, value, oracle);
            }
        }
        Ok(())
    }

    /// Adds the object at an address to those reached.
    fn reach(&self, state: &State, addr: Addr, reached: &mut Vec<(ObjectRef, Addr)>) {
        if let Some((object, offset)) = self.object_at(state, addr)
            && !reached.iter().any(|(known, _)| *known == object)
        {
            reached.push((object, addr - offset));
        }
    }

    /// The pointer-sized words of an object.
    fn words(&self, state: &State, object: ObjectRef, base: Addr) -> Vec<Addr> {
        let width = self.program.data_model().pointer_size();
        let size = self.object_size(state, object);
        let first = base.next_multiple_of(width);
        (first..base + size)
            .step_by(width as usize)
            .filter_map(|addr| {
                let place = self.resolve(&state.memory, addr, width)?;
                self.peek(&state.memory, place, width as u32).map(|bits| bits as Addr)
            })
            .filter(|addr| *addr != 0)
            .collect()
    }
}
