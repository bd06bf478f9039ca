//! Addresses that nobody knows exactly, for who looks for accesses out of bounds ([`Watch::memory`](crate::Watch)).
//!
//! An access needs its address exactly, and an address with an index that nobody knows has too many cases. But most of them are wrong in the same way. So
//! the oracle is asked first whether the address is inside one of the objects that the pointer may point to; if it is in none, the access is a
//! violation, whatever its value, and only what is inside is looked at case by case. A pointer that was never set may be null.
//!
//! **Soundness.** Both answers are followed where both are possible, so every value is covered: by a violation, or exactly as before. Which objects are
//! asked about decides only how few cases are left.

use raddle_program::analysis::Object;
use raddle_program::{BinaryOp, Expr, ExprKind, Id, LocalId, Scalar, Span, Storage};

use crate::describe::BEHIND;
use crate::halt::{Halt, HaltKind, Undefined};
use crate::layout::Home;
use crate::machine::Machine;
use crate::memory;
use crate::oracle::{LazyOp, Oracle};
use crate::state::{Addr, ObjectKind, ObjectMeta, State, ThreadIx};
use crate::step::top;
use crate::value::{LazyId, Value};

/// At most this many objects are asked about.
const MANY: usize = 8;

impl Machine<'_> {
    /// Halts if a lazy address is in none of the objects that it may point to.
    pub(crate) fn check_within<O: Oracle>(
        &self,
        state: &State,
        thread: ThreadIx,
        (addr, value): (&Expr, LazyId),
        len: u64,
        oracle: &mut O,
    ) -> Result<(), Halt> {
        if value == LazyId::ANY {
            return Ok(());
        }
        let objects = self.may_be_in(state, thread, addr);
        if objects.is_empty() || objects.len() > MANY {
            if self.is(value, 0, addr.span, oracle)? {
                return Err(self.fault(state, thread, 0, len, addr.span));
            }
            return Ok(());
        }
        let open = objects.iter().any(|(base, _)| self.is_open_at(state, *base));
        for (base, size) in objects {
            let Some(last) = size.checked_sub(len) else { continue };
            let minus = LazyOp::Binary(BinaryOp::Sub, self.pointer, self.pointer);
            let offset = oracle.apply(minus, &[Value::Lazy(value), Value::Bits(u128::from(base))], addr.span)?;
            let inside = LazyOp::Binary(BinaryOp::Le, self.pointer, self.pointer);
            if self.holds(inside, [offset, Value::Bits(u128::from(last))], addr.span, oracle)? {
                return Ok(());
            }
        }
        if open {
            return Err(Halt::new(HaltKind::Unsupported, BEHIND, addr.span));
        }
        let what = "access through a pointer that is out of bounds of all objects it may point to";
        Err(Halt::new(HaltKind::Undefined(Undefined::Dereference), what, addr.span))
    }

    /// The life of a local of an inner block begins or ends.
    ///
    /// It begins at the same address again. What was kept of its address the last time would look right then, so if there is something of the kind,
    /// nothing can be said.
    pub(crate) fn change_life(
        &self,
        state: &mut State,
        thread: ThreadIx,
        local: LocalId,
        begins: bool,
        span: Span,
    ) -> Result<(), Halt> {
        let frame = top(state, thread);
        let layout = &self.layout.frames[frame.func];
        let Ok(index) = layout.objects.binary_search_by_key(&local, |o| o.local) else { return Ok(()) };
        let object = &layout.objects[index];
        let (base, kind) = (frame.base + object.offset, ObjectKind::Local(frame.func, local, thread));
        let objects = &state.memory.shape.objects;
        let lives = objects.get(objects.partition_point(|o| o.base < base)).is_some_and(|o| o.base == base);
        match (begins, lives) {
            (true, false) => {
                if self.is_pointed_to(state, Object::Local(frame.func, local), base, object.size) {
                    let what = "the block of a variable is entered again, and something may still point to the variable of the last time";
                    return Err(Halt::new(HaltKind::Unsupported, what, span));
                }
                let block = object.block.clone();
                memory::insert(&mut state.memory, ObjectMeta { base, size: object.size, kind, array: None }, block);
            }
            (false, true) => {
                let end = base + object.size.max(1);
                memory::remove(&mut state.memory, base, base + 1);
                self.drop_sync_objects(state, base, end);
            }
            (true, true) | (false, false) => {}
        }
        Ok(())
    }

    /// Whether a register or an object has an address in an object that is gone, or may have one because nobody knows its value. Registers that are not
    /// read again do not matter: who searches has cut them out of the state, who replays has not, and both have to get the same answer.
    fn is_pointed_to(&self, state: &State, object: Object, base: Addr, size: u64) -> bool {
        self.is_pointed_to_but_by(state, None, (object, base, size))
    }

    /// Whether somebody may have an address in the block that a thread has just allocated, besides the register that it was put into.
    pub fn is_known_from_before(&self, state: &State, thread: ThreadIx, dst: LocalId) -> bool {
        let Value::Bits(base) = top(state, thread).regs[dst.index()] else { return true };
        let Some((object, 0)) = self.object_at(state, base as Addr) else { return base != 0 };
        let Some(declared) = object.declared() else { return true };
        self.is_pointed_to_but_by(state, Some((thread, dst)), (declared, base as Addr, self.object_size(state, object)))
    }

    /// The same, without a register of the innermost call of a thread.
    fn is_pointed_to_but_by(
        &self,
        state: &State,
        register: Option<(ThreadIx, LocalId)>,
        (object, base, size): (Object, Addr, u64),
    ) -> bool {
        let points_to = self.points_to();
        let Some(number) = points_to.number(object) else { return false };
        let inside = |word: u64| (base..=base + size).contains(&word);
        let slots = state.threads.iter().enumerate();
        let frames = slots.flat_map(|(slot, thread)| (0..thread.frames.len()).map(move |depth| (slot, thread, depth)));
        let in_register = frames.into_iter().any(|(slot, thread, depth)| {
            let frame = &thread.frames[depth];
            let is_left_out =
                |local| depth + 1 == thread.frames.len() && register == Some((ThreadIx(slot as u16), local));
            let (loc, awaited) = thread.goes_on(self.program, depth);
            let function = &self.program.functions[frame.func];
            let is_read = |local| awaited != Some(local) && self.liveness().is_live(frame.func, loc, local);
            let locals = function.locals.enumerated().filter(|(local, _)| !is_left_out(*local));
            locals.into_iter().any(|(local, declared)| match frame.regs[local.index()] {
                Value::Bits(bits) => inside(bits as u64) && is_read(local),
                Value::Lazy(_) => match declared.storage {
                    Storage::Register(ty) if ty == self.pointer => {
                        let addresses = points_to.may_address(frame.func, &Expr::reg(local, ty, Span::NONE));
                        addresses.contains(number) && is_read(local)
                    }
                    Storage::Register(_) | Storage::Memory { .. } => false,
                },
            })
        });
        let width = self.program.data_model().pointer_size() as usize;
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        let may_hold = points_to.objects().ids().any(|o| points_to.content(o).contains(number));
        let in_memory = may_hold
            && state.memory.blocks.iter().any(|block| {
                block.bytes.windows(width).any(|bytes| inside(word(bytes)))
                    || block.lazy.iter().any(|range| range.value.is_some() && range.len as usize >= width)
            });
        in_register || in_memory
    }

    /// The start of the heap block that a lazy pointer points to, or null. Halts if it may be anything else.
    pub(crate) fn freed_block<O: Oracle>(
        &self,
        state: &State,
        thread: ThreadIx,
        (addr, value): (&Expr, LazyId),
        oracle: &mut O,
    ) -> Result<Addr, Halt> {
        let objects = self.may_be_in(state, thread, addr);
        if value == LazyId::ANY || objects.len() > MANY {
            return Ok(oracle.exact(value, addr.ty, addr.span)? as Addr);
        }
        for base in objects.into_iter().map(|(base, _)| base).chain([0]) {
            if self.is(value, base, addr.span, oracle)? {
                return Ok(base);
            }
        }
        let what = "free of a pointer that is not the start of a heap block";
        Err(Halt::new(HaltKind::Undefined(Undefined::Free), what, addr.span))
    }

    /// Halts if arithmetic has led from one object into another, where the access would look right. (`p + i` with p in an object has to stay in it; but an
    /// integer may look like a p, so nothing is said.)
    pub(crate) fn check_same_object(&self, state: &State, thread: ThreadIx, addr: &Expr, at: Addr) -> Result<(), Halt> {
        let ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, base, _) = &addr.kind else { return Ok(()) };
        let Some(base) = self.fast(base, top(state, thread), thread) else { return Ok(()) };
        let (Some((from, _)), Some((to, offset))) = (self.object_at(state, base), self.object_at(state, at)) else {
            return Ok(());
        };
        if from != to && offset < self.object_size(state, to) {
            let what = "pointer arithmetic that leads from one object into another";
            return Err(Halt::new(HaltKind::Unsupported, what, addr.span));
        }
        Ok(())
    }

    fn is<O: Oracle>(&self, value: LazyId, addr: Addr, span: Span, oracle: &mut O) -> Result<bool, Halt> {
        let equal = LazyOp::Binary(BinaryOp::Eq, self.pointer, self.pointer);
        self.holds(equal, [Value::Lazy(value), Value::Bits(u128::from(addr))], span, oracle)
    }

    fn holds<O: Oracle>(&self, op: LazyOp, args: [Value; 2], span: Span, oracle: &mut O) -> Result<bool, Halt> {
        let value = match args {
            [Value::Bits(a), Value::Bits(b)] => crate::arith::apply(op, &[a, b]).map(Value::Bits),
            _ => None,
        };
        let value = match value {
            Some(value) => value,
            None => oracle.apply(op, &args, span)?,
        };
        match value {
            Value::Bits(bits) => Ok(bits != 0),
            Value::Lazy(id) => oracle.truth(id, Scalar::INT, span),
        }
    }

    /// Start and size of the objects that live and that an address may be in, by points-to.
    fn may_be_in(&self, state: &State, thread: ThreadIx, addr: &Expr) -> Vec<(Addr, u64)> {
        let points_to = self.points_to();
        let mut found = Vec::new();
        for number in points_to.may_address(top(state, thread).func, addr).iter() {
            let object = points_to.objects()[number];
            if let Object::Global(global) = object
                && !matches!(self.layout.globals[global].home, Home::ThreadLocal)
            {
                found.push((self.layout.globals[global].addr, self.layout.globals[global].size));
                continue;
            }
            let is_one = |kind: ObjectKind| match kind {
                ObjectKind::GlobalPage(_) | ObjectKind::Global(_) | ObjectKind::Freed => false,
                ObjectKind::ThreadLocal(global, _) => object == Object::Global(global),
                ObjectKind::Local(function, local, _) => object == Object::Local(function, local),
                ObjectKind::StackBlock(function, edge, _) | ObjectKind::Heap(function, edge) => {
                    object == Object::Block(function, edge)
                }
            };
            let objects = state.memory.shape.objects.iter().filter(|o| is_one(o.kind));
            found.extend(objects.map(|o| (o.base, o.size)));
        }
        found
    }
}
