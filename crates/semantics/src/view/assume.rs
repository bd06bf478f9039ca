//! What a step needs of others, assumed before it is executed.
//!
//! A view does not know who holds a lock that its thread does not hold, whether another thread has ended, what a semaphore counts. A
//! step that depends on it is executed once for each possibility, chosen by the oracle: the state is made to look like it before the
//! step, and made to look like a view again after it.

use std::sync::Arc;

use raddle_machine::{
    Addr, Choice, Halt, Oracle, Origin, Status, SyncObject, Thread, ThreadIx, Value, put_sync_object, sync_object,
};
use raddle_program::{Id, LocalId, MutexKind, NondetKind, Scalar, Span, SyncOp};

use super::knowledge::SOMEBODY;
use super::{ThreadName, View, Views, closed, owner, unsupported};

/// What a view asks for when a thread is joined.
pub(crate) const RESULT_OF_A_THREAD: &str = "the result of a thread";

/// What was assumed.
#[derive(Clone, Debug)]
pub(super) enum Assumed {
    /// Nothing.
    Nothing,
    /// That an object is held by somebody, or counts something; what it was in the view.
    Object(Addr, Option<SyncObject>),
    /// That a thread of a template has ended.
    Ended(ThreadIx),
    /// That an unknown id is a certain one; the register that it is in, the id, and what was there.
    Known(LocalId, Value, Value),
    /// That the slot of a template is free; the register that gets the id, and whether the thread may be joined.
    Creates(ThreadIx, Option<(LocalId, bool)>),
}

impl Assumed {
    /// Without a step.
    pub(super) fn withdraw(self, view: &mut View) {
        match self {
            Assumed::Object(addr, was) => put_sync_object(&mut view.state, addr, was),
            Assumed::Known(register, id, was) => {
                let thread = Arc::make_mut(&mut view.state.threads[view.me.0 as usize]);
                let held = thread.frames.last_mut().map(|frame| &mut frame.regs[register.index()]);
                held.into_iter().filter(|held| **held == id).for_each(|held| *held = was);
            }
            Assumed::Nothing | Assumed::Ended(_) | Assumed::Creates(..) => {}
        }
    }
}

impl Views<'_, '_> {
    /// Makes the state of a view look like one again after a step.
    pub(super) fn conclude(
        &self,
        view: &mut View,
        assumed: Assumed,
        oracle: &mut impl Oracle,
        span: Span,
    ) -> Result<(), Halt> {
        if let Assumed::Ended(template) = assumed {
            if let Some(count) = view.alive.get_mut(template.0 as usize) {
                let stay = *count == self.many && oracle.choose(2, Choice::Sync(SyncOp::ThreadJoin), span)? == 1;
                *count -= u8::from(!stay);
            }
            view.whereabouts[template.0 as usize] = None;
            self.close(&mut view.state, Some(view.me));
        }
        if let Assumed::Known(..) = assumed {
            self.close(&mut view.state, Some(view.me));
        }
        assumed.withdraw(view);
        Ok(())
    }

    /// Makes the state of a view look as if others were as they have to be for the next step.
    pub(super) fn assume(
        &self,
        view: &mut View,
        joined: Option<ThreadIx>,
        oracle: &mut impl Oracle,
    ) -> Result<Assumed, Halt> {
        if let Some((id, register)) = self.machine().detaches(&view.state, view.me) {
            return self.detaches(view, id, register, oracle);
        }
        if let Some((id, register)) = self.machine().joins(&view.state, view.me) {
            return match (joined, id, register) {
                (Some(template), ..) => self.has_ended(view, template, oracle, self.span(view)),
                (None, Some(0), _) => Ok(Assumed::Nothing),
                (None, _, Some(register)) => self.fails(view, register, oracle),
                (None, _, None) => Err(unsupported("the id of a thread that is not known", self.span(view))),
            };
        }
        let Some((op, first, span)) = self.machine().next_sync(&view.state, view.me, oracle)? else {
            return Ok(Assumed::Nothing);
        };
        match op {
            SyncOp::ThreadCreate => self.may_create(view, first, span),
            SyncOp::ThreadTryjoin | SyncOp::ThreadExists | SyncOp::ThreadCancel | SyncOp::CancelTest => {
                Err(unsupported(&format!("an operation ({op:?}) on a thread that is not joined or detached"), span))
            }
            // They were dealt with before their arguments were asked for.
            SyncOp::ThreadJoin | SyncOp::ThreadDetach => Ok(Assumed::Nothing),
            SyncOp::ThreadSelf if view.me.0 != 0 => {
                Err(unsupported("which of several like threads it is cannot be said", span))
            }
            SyncOp::MutexTrylock
            | SyncOp::MutexTimedlock
            | SyncOp::MutexDestroy
            | SyncOp::SpinTrylock
            | SyncOp::SemWait
            | SyncOp::SemTrywait
            | SyncOp::SemTimedwait
            | SyncOp::SemPost
            | SyncOp::SemGetvalue
            | SyncOp::OnceEnter
            | SyncOp::OnceLeave
                if self.knows_locks() =>
            {
                Ok(Assumed::Nothing)
            }
            SyncOp::MutexTrylock | SyncOp::MutexTimedlock | SyncOp::MutexDestroy => {
                let held = SyncObject::Mutex { kind: MutexKind::default(), owner: Some(SOMEBODY), count: 1 };
                may_be(view, (op, first), held, oracle, span)
            }
            SyncOp::RwlockTryrdlock
            | SyncOp::RwlockTimedrdlock
            | SyncOp::RwlockTrywrlock
            | SyncOp::RwlockTimedwrlock
            | SyncOp::RwlockDestroy => {
                let held = SyncObject::Rwlock { writer: Some(SOMEBODY), readers: Vec::new(), writers_first: false };
                may_be(view, (op, first), held, oracle, span)
            }
            SyncOp::SpinTrylock => may_be(view, (op, first), SyncObject::Spin { owner: Some(SOMEBODY) }, oracle, span),
            SyncOp::SemWait => Ok(counts(view, first, 1)),
            SyncOp::SemTrywait | SyncOp::SemTimedwait => {
                let value = oracle.choose(2, Choice::Sync(op), span)?;
                Ok(counts(view, first, value))
            }
            SyncOp::SemPost => {
                let full = oracle.choose(2, Choice::Sync(op), span)? == 1;
                Ok(counts(view, first, if full { i32::MAX as u32 } else { 0 }))
            }
            SyncOp::SemGetvalue => Err(unsupported("the value of a semaphore is asked for", span)),
            SyncOp::OnceEnter
                if matches!(sync_object(&view.state, first), Some(SyncObject::Once { done: true, .. })) =>
            {
                Ok(Assumed::Nothing)
            }
            SyncOp::CondDestroy | SyncOp::BarrierWait | SyncOp::OnceEnter | SyncOp::OnceLeave | SyncOp::KeyDelete => {
                match view.is_alone() {
                    true => Ok(Assumed::Nothing),
                    false => {
                        Err(unsupported(&format!("an operation ({op:?}) that depends on how far others are"), span))
                    }
                }
            }
            // Only where `main` ends before the others do, one of them may be the last.
            SyncOp::ThreadExit if view.me.0 == 0 && self.machine().program().after_last_thread.is_some() => Err(
                unsupported("which thread is the last and runs the exit handlers depends on how far others are", span),
            ),
            SyncOp::ThreadExit
            | SyncOp::ThreadSelf
            | SyncOp::CancelSet
            | SyncOp::MutexInit
            | SyncOp::MutexConsistent
            | SyncOp::MutexCeiling
            | SyncOp::MutexLock
            | SyncOp::MutexUnlock
            | SyncOp::RwlockInit
            | SyncOp::RwlockRdlock
            | SyncOp::RwlockWrlock
            | SyncOp::RwlockUnlock
            | SyncOp::SpinInit
            | SyncOp::SpinDestroy
            | SyncOp::SpinLock
            | SyncOp::SpinUnlock
            | SyncOp::CondInit
            | SyncOp::CondWait
            | SyncOp::CondTimedwait
            | SyncOp::CondSignal
            | SyncOp::CondBroadcast
            | SyncOp::BarrierInit
            | SyncOp::BarrierDestroy
            | SyncOp::SemInit
            | SyncOp::SemDestroy
            | SyncOp::KeyCreate
            | SyncOp::KeySet
            | SyncOp::KeyGet
            | SyncOp::Yield => Ok(Assumed::Nothing),
        }
    }

    /// Has the id of a thread that is about to be joined be one that cannot be: of no thread, of the thread itself, or of one that is
    /// detached.
    fn fails(&self, view: &mut View, register: LocalId, oracle: &mut impl Oracle) -> Result<Assumed, Halt> {
        let span = self.span(view);
        let other = (0..self.templates.len()).find(|slot| *slot != view.me.0 as usize);
        let ways = if other.is_some() { 3 } else { 2 };
        let id = match (oracle.choose(ways, Choice::Sync(SyncOp::ThreadJoin), span)?, other) {
            (0, _) => Value::ZERO,
            (1, _) | (_, None) => self.id_of(view, view.me),
            (_, Some(other)) => {
                Arc::make_mut(&mut view.state.threads[other]).detached = true;
                self.id_of(view, ThreadIx(other as u16))
            }
        };
        Ok(Assumed::Known(register, id, self.set_register(view, register, id)))
    }

    /// Frees the slot of the template of a thread that is about to be created.
    fn may_create(&self, view: &mut View, start: Addr, span: Span) -> Result<Assumed, Halt> {
        let function = self.machine().callee_at(&view.state, start, span)?;
        let Some(template) = self.template(view, function) else {
            return Err(unsupported("a thread is created whose start routine was not foreseen", span));
        };
        if template == view.me {
            return Err(unsupported("a thread creates threads of its own kind", span));
        }
        if view.state.memory.shape.objects.iter().any(|object| owner(object.kind) == Some(template)) {
            return Err(unsupported("a local variable of one of several like threads is shared with others", span));
        }
        let free = Thread { status: Status::Free, ..closed(false) };
        view.state.threads[template.0 as usize] = Arc::new(free);
        Ok(Assumed::Creates(template, self.machine().creates_into(&view.state, view.me)))
    }

    /// Has the id of a thread that is about to be detached be one that exists, and stays counted, or one that cannot be detached.
    fn detaches(
        &self,
        view: &mut View,
        id: Option<u64>,
        register: Option<LocalId>,
        oracle: &mut impl Oracle,
    ) -> Result<Assumed, Halt> {
        let span = self.span(view);
        let register = match (id, register) {
            (Some(0), _) => return Ok(Assumed::Nothing),
            (_, Some(register)) => register,
            (_, None) => return Err(unsupported("the id of a thread that is not known", span)),
        };
        let exists = id.is_some_and(|id| self.named(view, id).is_some());
        let way = if exists { 0 } else { oracle.choose(3, Choice::Sync(SyncOp::ThreadDetach), span)? };
        match id.filter(|_| exists) {
            Some(name) => {
                view.ids.remove(&ThreadName(u128::from(name)));
            }
            // It may be any of them that is detached.
            None if way == 0 => view.ids.clear(),
            None => {}
        }
        // Who it is does not matter, so it is the thread itself.
        Arc::make_mut(&mut view.state.threads[view.me.0 as usize]).detached = way == 2;
        let id = if way == 1 { Value::ZERO } else { self.id_of(view, view.me) };
        Ok(Assumed::Known(register, id, self.set_register(view, register, id)))
    }

    /// Has a thread end that is about to be joined; nobody knows with which result.
    fn has_ended(
        &self,
        view: &mut View,
        template: ThreadIx,
        oracle: &mut impl Oracle,
        span: Span,
    ) -> Result<Assumed, Halt> {
        let kind = NondetKind::Library(RESULT_OF_A_THREAD.to_string());
        let pointer = Scalar::pointer(self.machine().program().data_model());
        let result = oracle.nondet(pointer, None, Origin { kind: &kind, thread: view.me, span })?;
        let ended = Thread { status: Status::Ended { result }, ..closed(false) };
        view.state.threads[template.0 as usize] = Arc::new(ended);
        Ok(Assumed::Ended(template))
    }
}

/// An object may be in a state that others have brought it into, unless the thread holds it itself.
fn may_be(
    view: &mut View,
    (op, addr): (SyncOp, Addr),
    held: SyncObject,
    oracle: &mut impl Oracle,
    span: Span,
) -> Result<Assumed, Halt> {
    let own = view.held().iter().any(|(lock, _)| *lock == addr);
    if own || view.is_alone() || oracle.choose(2, Choice::Sync(op), span)? == 0 {
        return Ok(Assumed::Nothing);
    }
    let was = sync_object(&view.state, addr).cloned();
    // What is no lock is for the step itself to complain about.
    if was.as_ref().is_some_and(|was| std::mem::discriminant(was) != std::mem::discriminant(&held)) {
        return Ok(Assumed::Nothing);
    }
    put_sync_object(&mut view.state, addr, Some(held));
    Ok(Assumed::Object(addr, was))
}

/// A semaphore counts something.
fn counts(view: &mut View, addr: Addr, value: u32) -> Assumed {
    let was = sync_object(&view.state, addr).cloned();
    if matches!(was, Some(SyncObject::Semaphore { .. })) {
        put_sync_object(&mut view.state, addr, Some(SyncObject::Semaphore { value }));
    }
    Assumed::Object(addr, was)
}
