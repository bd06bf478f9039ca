//! One step of one thread: the meaning of each operation.
//!
//! Law: a step executes exactly one edge (of a branch, the half that holds), and everything that the state does not
//! determine is asked of the oracle. `Machine::step` may only be called for a thread that `Machine::enabled` allows.
//! After an `Err` the state is unspecified (a part of the step may have been done): keep the old one.

use std::sync::Arc;

use raddle_program::{
    Access, BinaryOp, BlockOwner, Callee, Edge, EndKind, Expr, ExprKind, FuncId, Id, LocalId, NondetKind, Op, RmwOp,
    Scalar, Span, Storage, UnaryOp,
};

use crate::arith;
use crate::eval::check_division;
use crate::halt::{Halt, HaltKind, Undefined};
use crate::heap::TakenText;
use crate::machine::{Machine, Progress};
use crate::memory::{self, Asker, Resolved};
use crate::oracle::{Choice, Event, LazyOp, Oracle, Origin};
use crate::overflow::{self, Site};
use crate::state::{Addr, Frame, State, Status, ThreadIx};
use crate::value::Value;

/// The innermost frame of a thread that has one.
pub(crate) fn top(state: &State, thread: ThreadIx) -> &Frame {
    state.threads[thread.0 as usize].frames.last().expect("a running thread has a frame")
}

impl<'p> Machine<'p> {
    /// Executes one edge of `thread`, or completes the wait it is in. A halt names a place of the user's program.
    pub fn step<O: Oracle>(&self, state: &mut State, thread: ThreadIx, oracle: &mut O) -> Result<Progress, Halt> {
        if self.config.no_overflow && !self.config.watch.overflow {
            return self.step_without_overflow(state, thread, oracle);
        }
        self.execute(state, thread, oracle).map_err(|halt| self.told(state, thread, halt))
    }

    /// The same; a step with an overflow does not happen, as if the program said so.
    #[cold]
    fn step_without_overflow<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        oracle: &mut O,
    ) -> Result<Progress, Halt> {
        let before = state.clone();
        match self.execute(state, thread, oracle) {
            Err(halt) if halt.kind == HaltKind::Undefined(Undefined::Overflow) => {
                *state = before;
                Arc::make_mut(&mut state.threads[thread.0 as usize]).status = Status::Stuck;
                Ok(Progress::Ran)
            }
            done => done.map_err(|halt| self.told(state, thread, halt)),
        }
    }

    /// A halt as the user is told it.
    #[cold]
    fn told(&self, state: &State, thread: ThreadIx, halt: Halt) -> Halt {
        let halt = self.excused(state, thread, halt);
        Halt { span: self.visible_place(state, thread, halt.span), ..halt }
    }

    /// Nothing is wrong with memory that only others know: an access through a pointer from outside is not modelled.
    #[cold]
    fn excused(&self, state: &State, thread: ThreadIx, halt: Halt) -> Halt {
        let HaltKind::Undefined(Undefined::Dereference | Undefined::Free) = halt.kind else { return halt };
        let Some((function, edge)) = self.edge(state, thread) else { return halt };
        let op = &self.program.functions[function].edge(edge).op;
        let mut from_outside = false;
        let mut look = |expr: &Expr| from_outside |= self.outside().may_be(function, expr);
        match op.access() {
            Some(access) => look(access.addr),
            None => op.for_each_expr(&mut |expr| look(expr)),
        }
        if !from_outside {
            return halt;
        }
        let what = "an access through a pointer that may come from outside of the program (from a function or variable that no file defines) is not modelled";
        Halt::new(HaltKind::Unsupported, what, halt.span)
    }

    /// Whether a load that no object is there for gives any value.
    #[cold]
    fn reads_anything(&self, state: &State, thread: ThreadIx, halt: &Halt) -> bool {
        let is_undefined = |halt: &Halt| halt.kind == HaltKind::Undefined(Undefined::Dereference);
        self.config.undefined_reads
            && !self.config.watch.memory
            && is_undefined(halt)
            && is_undefined(&self.excused(state, thread, halt.clone()))
    }

    fn execute<O: Oracle>(&self, state: &mut State, thread: ThreadIx, oracle: &mut O) -> Result<Progress, Halt> {
        self.config.deadline.look();
        match state.threads[thread.0 as usize].status {
            Status::Running => {}
            Status::Reacquiring { mutex, result, .. } => {
                return self.finish_wait(state, thread, mutex, result, oracle).map(|()| Progress::Ran);
            }
            Status::Queued { lock } => {
                return self.leave_queue(state, thread, lock, oracle).map(|()| Progress::Ran);
            }
            Status::Waiting { .. } if self.shall_end(state, thread) => {
                self.cancel_wait(state, thread);
                return Ok(Progress::Ran);
            }
            Status::Waiting { .. } | Status::AtBarrier { .. } | Status::Stuck | Status::Ended { .. } | Status::Free => {
                let what = format!("{thread:?} was asked to move but cannot");
                return Err(Halt::new(HaltKind::Oracle, what, Span::NONE));
            }
        }
        let frame = top(state, thread);
        let function = &self.program.functions[frame.func];
        let Some(id) = function.first_edge(frame.loc) else {
            return Err(Halt::undefined("control reaches a place the program does not continue from", function.span));
        };
        let edge = function.edge(id);
        if self.addresses.are_used(frame.func, id) {
            self.check_addresses(state, thread, edge, oracle)?;
        }
        match &edge.op {
            Op::Skip | Op::Fence => self.advance(state, thread, edge),
            Op::Assume { cond, holds } => {
                let truth = self.eval_truth(cond, frame, thread, oracle)?;
                let taken = if truth == *holds {
                    edge
                } else {
                    match function.leaving(frame.loc).nth(1) {
                        Some((_, other)) => other,
                        None => {
                            // A condition with one half only: the other way leads nowhere.
                            Arc::make_mut(&mut state.threads[thread.0 as usize]).status = Status::Stuck;
                            return Ok(Progress::Ran);
                        }
                    }
                };
                self.advance(state, thread, taken);
            }
            Op::Require { cond } => {
                if self.eval_truth(cond, frame, thread, oracle)? {
                    self.advance(state, thread, edge);
                } else {
                    Arc::make_mut(&mut state.threads[thread.0 as usize]).status = Status::Stuck;
                }
            }
            Op::Assign { dst, value } => {
                let value = self.eval(value, frame, thread, oracle)?;
                self.set(state, thread, edge, *dst, value, oracle);
            }
            Op::Nondet { dst, kind, ranges } => {
                let ty = function.locals[*dst].scalar();
                let value = oracle.nondet(ty, ranges.as_deref(), Origin { kind, thread, span: edge.span })?;
                if let NondetKind::Inexact(_) = kind {
                    self.mark_inexact(state, thread);
                }
                self.set(state, thread, edge, *dst, value, oracle);
            }
            Op::Declare { local } => self.declare(state, thread, edge, *local, oracle)?,
            Op::Live { local, begins } => {
                if self.config.watch.memory {
                    self.change_life(state, thread, *local, *begins, edge.span)?;
                }
                self.advance(state, thread, edge);
            }
            Op::Load { dst, addr, access } => {
                let value = match self.locate(state, thread, addr, access.ty.size(), oracle) {
                    Ok((at, resolved)) => {
                        let asker = Asker { thread, span: edge.span };
                        let value = self.read(&mut state.memory, resolved, access.ty, asker, oracle)?;
                        oracle.observe(thread, Event::Read { addr: at, ty: access.ty, value });
                        value
                    }
                    Err(halt) if self.reads_anything(state, thread, &halt) => {
                        let origin = Origin { kind: &NondetKind::Uninitialised, thread, span: edge.span };
                        oracle.nondet(access.ty, None, origin)?
                    }
                    Err(halt) => return Err(halt),
                };
                self.set(state, thread, edge, *dst, value, oracle);
            }
            Op::Store { addr, value, access } => {
                let value = self.eval(value, frame, thread, oracle)?;
                let (at, resolved) = self.locate(state, thread, addr, access.ty.size(), oracle)?;
                self.store(state, thread, at, resolved, value, access, edge.span, oracle)?;
                self.advance(state, thread, edge);
            }
            Op::Rmw { dst, addr, op, operand, access } => {
                let right = self.eval(operand, frame, thread, oracle)?;
                let (at, resolved) = self.locate(state, thread, addr, access.ty.size(), oracle)?;
                let asker = Asker { thread, span: edge.span };
                let old = self.read(&mut state.memory, resolved, access.ty, asker, oracle)?;
                oracle.observe(thread, Event::Read { addr: at, ty: access.ty, value: old });
                // These are operators on an atomic object only, and compute as other operators do; `atomic_fetch_add` and the like wrap.
                let watched = match op {
                    RmwOp::Mul => Some(BinaryOp::Mul),
                    RmwOp::Shl => Some(BinaryOp::Shl),
                    RmwOp::Shr => Some(BinaryOp::Shr),
                    RmwOp::Exchange
                    | RmwOp::Add
                    | RmwOp::Sub
                    | RmwOp::And
                    | RmwOp::Nand
                    | RmwOp::Or
                    | RmwOp::Xor
                    | RmwOp::Div
                    | RmwOp::Rem => None,
                };
                if let Some(op) = watched.filter(|_| self.looks_at_overflow()) {
                    let site = Site { span: edge.span, internal: false };
                    overflow::check_binary(op, (access.ty, operand.ty), (old, right), site, oracle)?;
                }
                let new = rmw(*op, access.ty, operand.ty, old, right, edge.span, oracle)?;
                self.store(state, thread, at, resolved, new, access, edge.span, oracle)?;
                match dst {
                    Some(dst) => self.set(state, thread, edge, *dst, old, oracle),
                    None => self.advance(state, thread, edge),
                }
            }
            Op::CompareExchange { dst, failed, addr, expected, desired, weak, access } => {
                let expected = self.eval(expected, frame, thread, oracle)?;
                let desired = self.eval(desired, frame, thread, oracle)?;
                let (at, resolved) = self.locate(state, thread, addr, access.ty.size(), oracle)?;
                let asker = Asker { thread, span: edge.span };
                let old = self.read(&mut state.memory, resolved, access.ty, asker, oracle)?;
                oracle.observe(thread, Event::Read { addr: at, ty: access.ty, value: old });
                let exchanges = same_pattern(access.ty, old, expected, edge.span, oracle)?
                    && !(*weak && oracle.choose(2, Choice::WeakExchange, edge.span)? == 1);
                if exchanges {
                    self.store(state, thread, at, resolved, desired, access, edge.span, oracle)?;
                }
                self.set(state, thread, edge, *dst, old, oracle);
                self.set(state, thread, edge, *failed, Value::Bits(u128::from(!exchanges)), oracle);
            }
            Op::Call { dst, callee, args } => self.call(state, thread, edge, *dst, callee, args, oracle)?,
            Op::External { dst, name, args } => self.external(state, thread, edge, *dst, name, args, oracle)?,
            Op::Return { value } => return self.do_return(state, thread, edge, value.as_ref(), oracle),
            Op::Alloc { dst, size, align, zeroed, owner } => {
                let kind = crate::state::ObjectKind::Heap(frame.func, id);
                let size = match self.eval(size, frame, thread, oracle)? {
                    Value::Bits(bits) => bits,
                    Value::Lazy(value) if align.as_const() == Some(0) && *owner == BlockOwner::Program => {
                        let (value, span) = ((value, size.ty), edge.span);
                        match self.allocate_unknown(state, thread, value, *zeroed, kind, span, oracle)? {
                            Err(size) => size,
                            Ok(addr) => {
                                self.set(state, thread, edge, *dst, Value::Bits(u128::from(addr)), oracle);
                                return Ok(Progress::Ran);
                            }
                        }
                    }
                    Value::Lazy(value) => oracle.exact(value, size.ty, size.span)?,
                };
                let align = self.eval_exact(align, top(state, thread), thread, oracle)?;
                let addr = self.allocate(state, thread, size, align, *zeroed, (kind, *owner), edge.span, oracle)?;
                self.set(state, thread, edge, *dst, Value::Bits(u128::from(addr)), oracle);
            }
            Op::Free { addr } => {
                let addr = match self.eval(addr, frame, thread, oracle)? {
                    Value::Lazy(id) if self.config.watch.memory => {
                        self.freed_block(state, thread, (addr, id), oracle)?
                    }
                    Value::Lazy(id) => oracle.exact(id, addr.ty, addr.span)? as Addr,
                    Value::Bits(bits) => bits as Addr,
                };
                self.free(state, addr, edge.span)?;
                self.advance(state, thread, edge);
            }
            Op::BlockSize { dst, addr } => {
                let addr = self.eval_exact(addr, frame, thread, oracle)? as Addr;
                let size = self.heap_block(state, addr, "the size", edge.span)?.size;
                self.set(state, thread, edge, *dst, Value::Bits(u128::from(size)), oracle);
            }
            Op::TakeText { dst, addr } => {
                let addr = self.eval_exact(addr, frame, thread, oracle)? as Addr;
                let answer = match self.take_text(state, addr) {
                    TakenText::No => 0,
                    TakenText::Now => 1,
                    TakenText::Before => 2,
                };
                self.set(state, thread, edge, *dst, Value::Bits(answer), oracle);
            }
            Op::Compute { dst, function: computation, args } => {
                let wanted = (*computation, function.locals[*dst].scalar());
                let bits = self.compute(state, thread, wanted, args, edge.span, oracle)?;
                self.set(state, thread, edge, *dst, Value::Bits(bits), oracle);
            }
            Op::StackAlloc { dst, size, align } => {
                let kind = crate::state::ObjectKind::StackBlock(frame.func, id, thread);
                let size = match self.eval(size, frame, thread, oracle)? {
                    Value::Bits(bits) => bits,
                    Value::Lazy(value) => {
                        let (value, span) = ((value, size.ty), edge.span);
                        match self.allocate_unknown(state, thread, value, false, kind, span, oracle)? {
                            Err(size) => size,
                            Ok(addr) => {
                                self.set(state, thread, edge, *dst, Value::Bits(u128::from(addr)), oracle);
                                return Ok(Progress::Ran);
                            }
                        }
                    }
                };
                let addr = self.stack_allocate(state, thread, size, *align, kind, edge.span)?;
                self.set(state, thread, edge, *dst, Value::Bits(u128::from(addr)), oracle);
            }
            Op::StackFree { addr } => {
                let addr = self.eval_exact(addr, frame, thread, oracle)? as Addr;
                self.stack_free(state, addr, edge.span)?;
                self.advance(state, thread, edge);
            }
            Op::Sync { op, args, dst, out } => {
                let at = (frame.func, id);
                self.sync(state, thread, at, edge, *op, args, (*dst, *out), oracle)?;
                if let Some(end) = state.ended {
                    return Ok(Progress::Ended(end));
                }
            }
            Op::AtomicBegin => {
                self.advance(state, thread, edge);
                Arc::make_mut(&mut state.threads[thread.0 as usize]).atomic += 1;
            }
            Op::AtomicEnd => {
                if state.threads[thread.0 as usize].atomic == 0 {
                    return Err(Halt::undefined("an atomic section ends that was not begun", edge.span));
                }
                self.advance(state, thread, edge);
                Arc::make_mut(&mut state.threads[thread.0 as usize]).atomic -= 1;
            }
            Op::Output { dst, sink, format, args } => {
                let count = self.output(state, thread, edge.span, sink, format, args, dst.is_some(), oracle)?;
                match dst {
                    Some(dst) => self.set(state, thread, edge, *dst, count, oracle),
                    None => self.advance(state, thread, edge),
                }
            }
            Op::Error { kind } => return Ok(Progress::Error(*kind)),
            Op::End { kind } => {
                state.ended = Some(*kind);
                return Ok(Progress::Ended(*kind));
            }
            Op::Unreachable => {
                return Err(Halt::undefined("control reaches a place that was declared unreachable", edge.span));
            }
            Op::Unsupported { what } => {
                let what = format!("{what} is not modelled");
                return Err(Halt::new(HaltKind::Unsupported, what, edge.span));
            }
        }
        Ok(Progress::Ran)
    }

    /// Moves control to the end of an edge.
    pub(crate) fn advance(&self, state: &mut State, thread: ThreadIx, edge: &Edge) {
        let thread = Arc::make_mut(&mut state.threads[thread.0 as usize]);
        if let Some(frame) = thread.frames.last_mut() {
            frame.loc = edge.target;
        }
    }

    /// Sets a register and moves control to the end of the edge.
    pub(crate) fn set<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        edge: &Edge,
        dst: LocalId,
        value: Value,
        oracle: &mut O,
    ) {
        let Some(frame) = Arc::make_mut(&mut state.threads[thread.0 as usize]).frames.last_mut() else { return };
        frame.regs[dst.index()] = value;
        frame.loc = edge.target;
        let local = &self.program.functions[frame.func].locals[dst];
        if local.name.is_some() {
            oracle.observe(thread, Event::Register { local: dst, ty: local.scalar(), value });
        }
    }

    /// Evaluates an address and finds its bytes.
    fn locate<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        addr: &Expr,
        len: u64,
        oracle: &mut O,
    ) -> Result<(Addr, Resolved), Halt> {
        if oracle.has_arrays() && !self.config.watch.memory {
            let value = self.eval(addr, top(state, thread), thread, oracle)?;
            if let Some(found) = self.locate_element(state, thread, (addr, value), len, oracle)? {
                return Ok(found);
            }
        }
        if let ExprKind::GlobalAddr(global, offset) = addr.kind
            && let Some(resolved) = self.resolve_global(global, offset, len)
        {
            return Ok((self.layout.globals[global].addr.wrapping_add_signed(offset), resolved));
        }
        let at = match self.eval(addr, top(state, thread), thread, oracle)? {
            Value::Bits(bits) => bits,
            Value::Lazy(id) => {
                if self.config.watch.memory || self.config.undefined_reads {
                    self.check_within(state, thread, (addr, id), len, oracle)?;
                }
                oracle.exact(id, addr.ty, addr.span)?
            }
        } as Addr;
        if self.config.watch.memory {
            self.check_same_object(state, thread, addr, at)?;
        }
        match self.resolve(&state.memory, at, len) {
            Some(resolved) => Ok((at, resolved)),
            None => Err(self.fault(state, thread, at, len, addr.span)),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn store<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        at: Addr,
        resolved: Resolved,
        value: Value,
        access: &Access,
        span: Span,
        oracle: &mut O,
    ) -> Result<(), Halt> {
        oracle.observe(thread, Event::Write { addr: at, ty: access.ty, value });
        match resolved {
            Resolved::Block { block, offset } => {
                let block = &mut state.memory[block];
                memory::write(block, offset, access.ty.size() as u32, value, span, oracle)
            }
            Resolved::Constant { .. } => {
                Err(Halt::undefined(format!("write to the constant {}", self.describe_addr(state, at)), span))
            }
            Resolved::Element { block, offset } => self.put(&mut state.memory, (block, offset), value, span, oracle),
        }
    }

    fn declare<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        edge: &Edge,
        local: LocalId,
        oracle: &mut O,
    ) -> Result<(), Halt> {
        let frame = top(state, thread);
        let declared = &self.program.functions[frame.func].locals[local];
        match declared.storage {
            Storage::Register(ty) => {
                let kind = NondetKind::Uninitialised;
                let value = oracle.nondet(ty, None, Origin { kind: &kind, thread, span: declared.span })?;
                self.set(state, thread, edge, local, value, oracle);
            }
            Storage::Memory { size, .. } => {
                let layout = &self.layout.frames[frame.func];
                let base = frame.base + layout.offsets[local.index()];
                let object = layout.objects.binary_search_by_key(&local, |o| o.local);
                let index = state.memory.shape.objects.partition_point(|o| o.base < base);
                let lives = state.memory.shape.objects.get(index).is_some_and(|o| o.base == base);
                if let (Ok(object), Some(block), true) = (object, state.memory.blocks.get_mut(index), lives) {
                    *block = layout.objects[object].block.clone();
                    if state.memory.shape.objects[index].array.is_some() {
                        Arc::make_mut(&mut state.memory.shape).objects[index].array = None;
                    }
                }
                self.drop_sync_objects(state, base, base + size.max(1));
                self.advance(state, thread, edge);
            }
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn call<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        edge: &Edge,
        dst: Option<LocalId>,
        callee: &Callee,
        args: &[Expr],
        oracle: &mut O,
    ) -> Result<(), Halt> {
        let frame = top(state, thread);
        let func = match callee {
            Callee::Direct(func) => *func,
            Callee::Indirect(target) => {
                let addr = self.eval_exact(target, frame, thread, oracle)? as Addr;
                self.callee_at(state, addr, target.span)?
            }
        };
        let function = &self.program.functions[func];
        if function.params != args.len() {
            let what = format!(
                "`{}` is called with {} arguments but has {} parameters",
                function.name,
                args.len(),
                function.params
            );
            return Err(Halt::undefined(what, edge.span));
        }
        let mut values = Vec::with_capacity(function.locals.len());
        for (arg, parameter) in args.iter().zip(function.locals.iter()) {
            if !compatible(arg.ty, parameter.scalar()) {
                let what = format!("`{}` is called with an argument of another type than its parameter", function.name);
                return Err(Halt::undefined(what, arg.span));
            }
            values.push(self.eval(arg, frame, thread, oracle)?);
        }
        let top = self.stack_top(state, thread);
        self.push_frame(state, thread, func, &values, dst, top, edge.span)
    }

    /// The function a pointer points to.
    pub fn callee_at(&self, state: &State, addr: Addr, span: Span) -> Result<FuncId, Halt> {
        if let Some(func) = self.layout.function_at(addr, self.program) {
            return Ok(func);
        }
        let what = match addr {
            0 => "call through a null pointer".to_string(),
            _ => format!("call of {}, which is not a function", self.describe_addr(state, addr)),
        };
        Err(Halt::new(HaltKind::Undefined(Undefined::Dereference), what, span))
    }

    fn do_return<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        edge: &Edge,
        value: Option<&Expr>,
        oracle: &mut O,
    ) -> Result<Progress, Halt> {
        let frame = top(state, thread);
        let (func, base, dst) = (frame.func, frame.base, frame.dst);
        let result = match value {
            Some(value) => Some((self.eval(value, frame, thread, oracle)?, value.ty)),
            None => None,
        };
        let layout = &self.layout.frames[func];
        if !layout.objects.is_empty() || layout.grows {
            let end = self.layout.regions.stack(thread).1;
            self.remove_frames(state, base, end, self.outlived.contains(func));
        }
        let running = Arc::make_mut(&mut state.threads[thread.0 as usize]);
        running.frames.pop();
        let Some(caller) = running.frames.last() else {
            let result = match result {
                Some((value, _)) => value,
                None if self.program.functions[func].ret.is_some() && thread.0 != 0 && running.ending == 0 => {
                    let kind = NondetKind::Uninitialised;
                    oracle.nondet(self.pointer, None, Origin { kind: &kind, thread, span: edge.span })?
                }
                None => Value::ZERO,
            };
            return self.last_frame_left(state, thread, result, edge.span, oracle);
        };
        let function = &self.program.functions[caller.func];
        let Some(call) = function.first_edge(caller.loc).map(|id| function.edge(id)) else {
            return Err(Halt::undefined("a function returns to a place that made no call", edge.span));
        };
        let Some(dst) = dst else {
            self.advance(state, thread, call);
            return Ok(Progress::Ran);
        };
        let ty = function.locals[dst].scalar();
        let value = match result {
            Some((value, from)) if compatible(from, ty) => value,
            Some(_) => {
                let name = &self.program.functions[func].name;
                let what = format!("the result of `{name}` is used as a value of another type");
                return Err(Halt::undefined(what, call.span));
            }
            None => {
                let kind = NondetKind::Uninitialised;
                oracle.nondet(ty, None, Origin { kind: &kind, thread, span: call.span })?
            }
        };
        self.set(state, thread, call, dst, value, oracle);
        Ok(Progress::Ran)
    }

    /// A thread's first function has returned.
    fn last_frame_left<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        result: Value,
        span: Span,
        oracle: &mut O,
    ) -> Result<Progress, Halt> {
        let running = &state.threads[thread.0 as usize];
        if running.ending > 0 {
            self.run_destructors(state, thread, span, oracle)?;
        } else if thread.0 == 0 {
            Arc::make_mut(&mut state.threads[0]).result = result;
            state.ended = Some(EndKind::Exit);
        } else {
            self.end_thread(state, thread, result, span, oracle)?;
        }
        Ok(state.ended.map_or(Progress::Ran, Progress::Ended))
    }
}

/// Whether a value of one type can be passed as another: the bit patterns mean the same register.
fn compatible(from: Scalar, to: Scalar) -> bool {
    match (from, to) {
        (Scalar::Int { bits: from, .. }, Scalar::Int { bits: to, .. }) => from == to,
        (Scalar::Float(from), Scalar::Float(to)) => from == to,
        (Scalar::Int { .. }, Scalar::Float(_)) | (Scalar::Float(_), Scalar::Int { .. }) => false,
    }
}

/// Whether two values have the same bit pattern.
fn same_pattern<O: Oracle>(ty: Scalar, a: Value, b: Value, span: Span, oracle: &mut O) -> Result<bool, Halt> {
    if a == b && a != Value::ANY {
        return Ok(true);
    }
    if let (Value::Bits(_), Value::Bits(_)) = (a, b) {
        return Ok(false);
    }
    let bits = Scalar::Int { bits: ty.bits() as u8, signed: false };
    match oracle.apply(LazyOp::Binary(BinaryOp::Eq, bits, bits), &[a, b], span)? {
        Value::Bits(bits) => Ok(bits != 0),
        Value::Lazy(id) => oracle.truth(id, Scalar::INT, span),
    }
}

/// What an atomic read-modify-write stores. Arithmetic wraps silently, as C11 says of the functions.
fn rmw<O: Oracle>(
    op: RmwOp,
    ty: Scalar,
    right_ty: Scalar,
    old: Value,
    operand: Value,
    span: Span,
    oracle: &mut O,
) -> Result<Value, Halt> {
    let complement = op == RmwOp::Nand;
    let op = match op {
        RmwOp::Exchange => return Ok(operand),
        RmwOp::Add => BinaryOp::Add,
        RmwOp::Sub => BinaryOp::Sub,
        RmwOp::And | RmwOp::Nand => BinaryOp::And,
        RmwOp::Or => BinaryOp::Or,
        RmwOp::Xor => BinaryOp::Xor,
        RmwOp::Mul => BinaryOp::Mul,
        RmwOp::Div => BinaryOp::Div,
        RmwOp::Rem => BinaryOp::Rem,
        RmwOp::Shl => BinaryOp::Shl,
        RmwOp::Shr => BinaryOp::Shr,
    };
    if let (BinaryOp::Div | BinaryOp::Rem, Scalar::Int { .. }) = (op, ty) {
        // An atomic division is the compiler's `x /= y` of an atomic `x`.
        check_division(ty, old, operand, Site { span, internal: false }, oracle)?;
    }
    let value = match (old, operand) {
        (Value::Bits(a), Value::Bits(b)) => {
            let unsupported = || {
                Halt::new(HaltKind::Unsupported, "an atomic operation on a value of this type is not modelled", span)
            };
            Value::Bits(arith::binary(op, ty, right_ty, a, b).ok_or_else(unsupported)?)
        }
        (a, b) => oracle.apply(LazyOp::Binary(op, ty, right_ty), &[a, b], span)?,
    };
    match (complement, value) {
        (false, value) => Ok(value),
        (true, Value::Bits(bits)) => Ok(Value::Bits(arith::unary(UnaryOp::BitNot, ty, bits))),
        (true, lazy) => oracle.apply(LazyOp::Unary(UnaryOp::BitNot, ty), &[lazy], span),
    }
}
