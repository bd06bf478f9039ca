//! Calls of functions that have no body and no meaning.
//!
//! Such a function returns any value and may write any value to memory reachable through its pointer arguments, not
//! through pointers to const; it touches nothing else. A pointer to const whose target holds other pointers (`readv`) lets it
//! write what those point to, and so does a record that is given by value. Reachable is what the arguments point to, and in turn what the
//! pointer-sized words stored there point to, before the call; reached objects become indeterminate as a whole. A word
//! counts as a pointer if it is the address of an object, whatever its type: that can only make too much indeterminate.
//! Lazy words are no pointers here: a value nobody has fixed points to no particular object.
//!
//! What such a function only reads matters for races, and for nothing else. Who looks for these ([`Watch::reads`](crate::Watch)) has to know where every
//! pointer among the arguments leads, also those to const, unless there is no other thread: a value that may be any address is one of too many cases.

use raddle_program::analysis::Object;
use raddle_program::{Edge, ExternalArg, FuncId, LocalId, NondetKind, Scalar, Span};

use crate::describe::ObjectRef;
use crate::halt::{Halt, HaltKind};
use crate::machine::Machine;
use crate::memory::{self, Resolved};
use crate::oracle::{Oracle, Origin};
use crate::state::{Addr, State, Status, ThreadIx};
use crate::step::top;

/// Whether there is another thread that can still do something.
fn has_company(state: &State, thread: ThreadIx) -> bool {
    let others = state.threads.iter().enumerate().filter(|(slot, _)| *slot != thread.0 as usize);
    others.into_iter().any(|(_, other)| !matches!(other.status, Status::Ended { .. } | Status::Free))
}

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
        self.check_callbacks(state, thread, name, args, edge.span)?;
        if self.config.watch.reads && has_company(state, thread) {
            for arg in args.iter().filter(|arg| arg.points) {
                self.eval_exact(&arg.value, top(state, thread), thread, oracle)?;
            }
        }
        let mut reached: Vec<(ObjectRef, Addr)> = Vec::new();
        for arg in args.iter().filter(|arg| arg.may_write()) {
            let addr = self.eval_exact(&arg.value, top(state, thread), thread, oracle)? as Addr;
            match arg.writable_target {
                Some(_) => self.reach(state, addr, &mut reached),
                None => {
                    let mut direct = Vec::new();
                    self.reach(state, addr, &mut direct);
                    for (object, base) in direct {
                        self.reach_words(state, object, base, &mut reached);
                    }
                }
            }
        }
        self.close(state, &mut reached);
        for (object, base) in reached {
            let size = self.object_size(state, object);
            if let Some(Resolved::Block { block, offset }) = self.resolve(&state.memory, base, size) {
                memory::forget(&mut state.memory[block], offset, size as u32, edge.span, oracle)?;
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

    /// A function whose address is given to an external, in an argument or in memory that it can reach, may be called by it:
    /// now, later, in another thread. That cannot be followed.
    fn check_callbacks(
        &self,
        state: &State,
        thread: ThreadIx,
        name: &str,
        args: &[ExternalArg],
        span: Span,
    ) -> Result<(), Halt> {
        let points_to = &self.addresses.points_to;
        let frame = top(state, thread);
        let given = |function: FuncId| {
            let function = &self.program.functions[function].name;
            let what = format!(
                "`{name}`, which no file that was given defines, gets the function `{function}` and may call it at any time: \
                 give the file that defines `{name}`"
            );
            Halt::new(HaltKind::Unsupported, what, span)
        };
        for arg in args.iter().filter(|arg| matches!(arg.value.ty, Scalar::Int { .. })) {
            let possible: Vec<FuncId> = points_to
                .closure(points_to.may_address(frame.func, &arg.value))
                .iter()
                .filter_map(|number| match points_to.objects()[number] {
                    Object::Function(function) => Some(function),
                    Object::Global(_) | Object::Local(..) | Object::Block(..) | Object::ThreadIds => None,
                })
                .collect();
            let Some(first) = possible.first() else { continue };
            let Some(addr) = self.fast(&arg.value, frame, thread) else { return Err(given(*first)) };
            let mut reached = Vec::new();
            self.reach(state, addr, &mut reached);
            self.close(state, &mut reached);
            for function in possible {
                let wanted = self.layout.function_address(function);
                let holds = |(object, base): &(ObjectRef, Addr)| {
                    self.words(state, *object, *base).any(|resolved| self.may_hold(state, resolved, wanted))
                };
                if addr == wanted || reached.iter().any(holds) {
                    return Err(given(function));
                }
            }
        }
        Ok(())
    }

    /// Adds what can be reached from the objects reached so far.
    fn close(&self, state: &State, reached: &mut Vec<(ObjectRef, Addr)>) {
        let mut next = 0;
        while let Some((object, base)) = reached.get(next).copied() {
            next += 1;
            self.reach_words(state, object, base, reached);
        }
    }

    fn reach_words(&self, state: &State, object: ObjectRef, base: Addr, reached: &mut Vec<(ObjectRef, Addr)>) {
        let width = self.program.data_model().pointer_size() as u32;
        for resolved in self.words(state, object, base) {
            if let Some(bits) = self.peek(&state.memory, resolved, width) {
                self.reach(state, bits as Addr, reached);
            }
        }
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
    fn words<'a>(&'a self, state: &'a State, object: ObjectRef, base: Addr) -> impl Iterator<Item = Resolved> + 'a {
        let width = self.program.data_model().pointer_size();
        let end = (base + self.object_size(state, object)).saturating_sub(width - 1);
        let words = (base.next_multiple_of(width)..end).step_by(width as usize);
        words.filter_map(move |addr| self.resolve(&state.memory, addr, width))
    }

    /// Whether a word may be an address: it is, or what is not known of it leaves that open. Bytes that nobody has set are no
    /// address.
    fn may_hold(&self, state: &State, resolved: Resolved, wanted: Addr) -> bool {
        let width = self.program.data_model().pointer_size() as u32;
        let (block, offset) = match resolved {
            Resolved::Constant { .. } => return self.peek(&state.memory, resolved, width) == Some(u128::from(wanted)),
            Resolved::Block { block, offset } => (block, offset),
            // Maps hold no addresses.
            Resolved::Element { .. } => return false,
        };
        let lazy = &state.memory[block].lazy;
        (0..width).all(|i| {
            let at = offset + i;
            match lazy.iter().find(|range| (range.offset..range.offset + range.len).contains(&at)) {
                Some(range) => range.value.is_some(),
                None => {
                    let byte = self.peek(&state.memory, Resolved::Block { block, offset: at }, 1);
                    byte == Some(u128::from(wanted >> (8 * i) & 0xff))
                }
            }
        })
    }
}
