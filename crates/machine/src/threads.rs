//! Threads: creation, the end, joining; thread-specific keys and their destructors.
//!
//! A thread lives in a slot of the state. The lowest free slot is used for a new thread, and a slot becomes free when
//! its thread has ended and was joined, or was detached; so a program that creates and joins threads in a loop comes
//! back to states it has been in. Joining an id that is no longer valid is undefined in POSIX; here it is ESRCH while the slot is free.
//!
//! Which ids they have: [`crate::thread_ids`].
//!
//! A thread that ends runs the destructors of its keys as POSIX says: in rounds (at most four), each key with a
//! destructor and a value that is not null is set to null and its destructor called with the old value. When the last
//! thread has ended, after `main` called `pthread_exit`, the program ends as if that thread called `exit(0)`: there is one more function for it to
//! run then, if the program has exit handlers ([`Program::after_last_thread`](raddle_program::Program)). As in glibc this comes after the destructors and before
//! robust mutexes are given back.

use std::sync::Arc;

use raddle_program::{EdgeId, EndKind, FuncId, Scalar, Span};

use crate::halt::{Halt, HaltKind};
use crate::machine::Machine;
use crate::oracle::Oracle;
use crate::state::{Addr, BlockReason, GONE, State, Status, SyncObject, Thread, ThreadIx};
use crate::sync::{EAGAIN, EDEADLK, EINVAL, ESRCH, Outcome};
use crate::value::Value;

/// `PTHREAD_DESTRUCTOR_ITERATIONS`.
const DESTRUCTOR_ROUNDS: u8 = 4;

/// `PTHREAD_KEYS_MAX`.
const MAX_KEYS: usize = 1024;

fn free_slot() -> Thread {
    Thread {
        frames: Vec::new(),
        status: Status::Free,
        atomic: 0,
        detached: false,
        keys: Vec::new(),
        ending: 0,
        ending_key: 0,
        result: Value::ZERO,
        cancel: 0,
        created: None,
    }
}

impl Machine<'_> {
    /// Gives a slot back; free slots at the end are cut off, so that they leave no trace. Locks that the thread held stay locked.
    fn release(&self, state: &mut State, thread: ThreadIx) {
        self.hand_over(state, thread, GONE);
        state.threads[thread.0 as usize] = Arc::new(free_slot());
        crate::thread_ids::give_back(state, thread);
        while state.threads.last().is_some_and(|t| t.status == Status::Free) {
            state.threads.pop();
        }
    }

    pub(crate) fn create_thread(
        &self,
        state: &mut State,
        at: (FuncId, EdgeId),
        start: Addr,
        arg: Value,
        detached: bool,
        span: Span,
    ) -> Result<Outcome, Halt> {
        let func = self.callee_at(state, start, span)?;
        let function = &self.program.functions[func];
        // A start routine without a parameter ignores its argument on every platform we know.
        let parameters: Vec<Scalar> = function.locals.iter().take(function.params).map(|l| l.scalar()).collect();
        let args = match parameters[..] {
            [] => Vec::new(),
            [ty @ Scalar::Int { bits, .. }] if u32::from(bits) <= self.pointer.bits() => match arg {
                Value::Bits(value) => vec![Value::Bits(ty.truncate(value))],
                lazy if u32::from(bits) == self.pointer.bits() => vec![lazy],
                Value::Lazy(_) => {
                    return Err(Halt::undefined("a start routine whose parameter is not a pointer", span));
                }
            },
            _ => {
                let what = format!("`{}` cannot be a start routine: it takes other parameters", function.name);
                return Err(Halt::undefined(what, span));
            }
        };
        let slot = state.threads.iter().position(|t| t.status == Status::Free).unwrap_or(state.threads.len());
        let most = self.config.at_once.unwrap_or(self.config.max_threads);
        if slot >= usize::from(most) {
            return Err(Halt::limit(format!("more than {most} threads at one time"), span));
        }
        let thread = Thread { status: Status::Running, detached, created: Some(at), ..free_slot() };
        match state.threads.get_mut(slot) {
            Some(free) => *free = Arc::new(thread),
            None => state.threads.push(Arc::new(thread)),
        }
        let new = ThreadIx(slot as u16);
        self.number_thread(state, new, span)?;
        if self.outlived.thread_locals && self.used_before(state, new).is_some() {
            let what = "a thread takes the place of one that has ended and whose thread-local variables may still be pointed to";
            return Err(Halt::new(HaltKind::Unsupported, what, span));
        }
        let top = self.start_thread_memory(state, new);
        self.push_frame(state, new, func, &args, None, top, span)?;
        Ok(Outcome::Out(0, Value::Bits(u128::from(self.thread_id(state, new)))))
    }

    /// Whether a join has to wait.
    pub(crate) fn join_blocks(&self, state: &State, thread: ThreadIx, id: u64) -> Option<BlockReason> {
        let target = self.thread_of(state, id)?;
        let joined = &state.threads[target.0 as usize];
        let ended = matches!(joined.status, Status::Ended { .. });
        (target != thread && !joined.detached && !ended).then_some(BlockReason::Join(target))
    }

    pub(crate) fn join_thread(&self, state: &mut State, thread: ThreadIx, id: u64) -> Outcome {
        let Some(target) = self.thread_of(state, id) else { return Outcome::Done(ESRCH) };
        let joined = &state.threads[target.0 as usize];
        match joined.status {
            _ if target == thread && !joined.detached => Outcome::Done(EDEADLK),
            Status::Ended { result } if !joined.detached => {
                self.release(state, target);
                Outcome::Out(0, result)
            }
            _ => Outcome::Done(EINVAL),
        }
    }

    pub(crate) fn detach_thread(&self, state: &mut State, id: u64) -> Outcome {
        let Some(target) = self.thread_of(state, id) else { return Outcome::Done(ESRCH) };
        let detached = &state.threads[target.0 as usize];
        if detached.detached {
            return Outcome::Done(EINVAL);
        }
        match detached.status {
            Status::Ended { .. } if target.0 != 0 => self.release(state, target),
            _ => Arc::make_mut(&mut state.threads[target.0 as usize]).detached = true,
        }
        Outcome::Done(0)
    }

    /// `pthread_exit`: all frames go.
    pub(crate) fn exit_thread<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        result: Value,
        span: Span,
        oracle: &mut O,
    ) -> Result<Outcome, Halt> {
        let first = state.threads[thread.0 as usize].frames.first();
        if first.is_some_and(|frame| Some(frame.func) == self.program.after_last_thread) {
            let what = "`pthread_exit` in an exit handler that the end of the last thread runs";
            return Err(Halt::new(HaltKind::Unsupported, what, span));
        }
        if let Some(base) = first.map(|f| f.base) {
            let end = self.layout.regions.stack(thread).1;
            let frames = &state.threads[thread.0 as usize].frames;
            let outlived = frames.iter().any(|frame| self.outlived.contains(frame.func));
            self.remove_frames(state, base, end, outlived);
        }
        Arc::make_mut(&mut state.threads[thread.0 as usize]).frames.clear();
        if state.threads[thread.0 as usize].ending > 0 {
            self.run_destructors(state, thread, span, oracle)?;
        } else {
            self.end_thread(state, thread, result, span, oracle)?;
        }
        Ok(Outcome::Moved)
    }

    /// A thread begins to end: its frames are gone, its destructors are to be run.
    pub(crate) fn end_thread<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        result: Value,
        span: Span,
        oracle: &mut O,
    ) -> Result<(), Halt> {
        let ending = Arc::make_mut(&mut state.threads[thread.0 as usize]);
        if ending.atomic > 0 {
            return Err(Halt::undefined("a thread ends inside an atomic section", span));
        }
        let runs = |object: &SyncObject| matches!(object, SyncObject::Once { running, .. } if *running == Some(thread));
        if state.sync.objects.iter().any(|(_, object)| runs(object)) {
            let what = "the end of a thread inside the initialiser of `pthread_once` is not modelled";
            return Err(Halt::new(HaltKind::Unsupported, what, span));
        }
        ending.result = result;
        ending.ending = DESTRUCTOR_ROUNDS;
        ending.ending_key = 0;
        self.run_destructors(state, thread, span, oracle)
    }

    /// Calls the next destructor, or ends the thread if none is left.
    pub(crate) fn run_destructors<O: Oracle>(
        &self,
        state: &mut State,
        thread: ThreadIx,
        span: Span,
        oracle: &mut O,
    ) -> Result<(), Halt> {
        let sync = state.sync.clone();
        let destructor = |key: u32| sync.keys.get(key as usize).copied().flatten().filter(|addr| *addr != 0);
        let ending = Arc::make_mut(&mut state.threads[thread.0 as usize]);
        while ending.ending > 0 {
            let next = ending.keys.iter().position(|(k, _)| *k >= ending.ending_key && destructor(*k).is_some());
            let Some((key, addr)) = next.and_then(|i| Some((i, destructor(ending.keys[i].0)?))) else {
                ending.ending_key = 0;
                ending.ending = match ending.keys.iter().any(|(k, _)| destructor(*k).is_some()) {
                    true => ending.ending - 1,
                    false => 0,
                };
                continue;
            };
            let (number, value) = ending.keys.remove(key);
            // A value that is not known may be null, and then there is no call.
            let called = match value {
                Value::Bits(bits) => bits != 0,
                Value::Lazy(id) => oracle.truth(id, self.pointer, span)?,
            };
            ending.ending_key = number + 1;
            if called {
                let func = self.callee_at(state, addr, span)?;
                if self.program.functions[func].params != 1 {
                    return Err(Halt::undefined("a key destructor that does not take one parameter", span));
                }
                let top = self.stack_top(state, thread);
                return self.push_frame(state, thread, func, &[value], None, top, span);
            }
        }
        let others = state.threads.iter().enumerate().filter(|(slot, _)| *slot != usize::from(thread.0));
        let is_last = others.into_iter().all(|(_, t)| matches!(t.status, Status::Ended { .. } | Status::Free));
        if let (true, Some(exit)) = (is_last, self.program.after_last_thread) {
            let top = self.stack_top(state, thread);
            return self.push_frame(state, thread, exit, &[], None, top, span);
        }
        self.thread_is_over(state, thread);
        Ok(())
    }

    fn thread_is_over(&self, state: &mut State, thread: ThreadIx) {
        let (start, end) = self.layout.regions.stack(thread);
        self.remove_frames(state, start, end, self.outlived.thread_locals);
        self.owner_dies(state, thread);
        let over = &state.threads[thread.0 as usize];
        let result = over.result;
        if over.detached && thread.0 != 0 {
            self.release(state, thread);
        } else {
            let ended = Thread {
                status: Status::Ended { result },
                detached: over.detached,
                created: over.created,
                ..free_slot()
            };
            state.threads[thread.0 as usize] = Arc::new(ended);
        }
        if state.threads.iter().all(|t| matches!(t.status, Status::Ended { .. } | Status::Free)) {
            state.ended = Some(EndKind::Exit);
        }
    }

    pub(crate) fn create_key(&self, state: &mut State, destructor: Addr) -> Outcome {
        let keys = &mut Arc::make_mut(&mut state.sync).keys;
        let key = keys.iter().position(Option::is_none).unwrap_or(keys.len());
        if key >= MAX_KEYS {
            return Outcome::Done(EAGAIN);
        }
        match keys.get_mut(key) {
            Some(free) => *free = Some(destructor),
            None => keys.push(Some(destructor)),
        }
        Outcome::Out(0, Value::Bits(key as u128))
    }

    fn is_key(&self, state: &State, key: u64) -> bool {
        usize::try_from(key).ok().and_then(|key| state.sync.keys.get(key)).is_some_and(Option::is_some)
    }

    pub(crate) fn delete_key(&self, state: &mut State, key: u64) -> Outcome {
        if !self.is_key(state, key) {
            return Outcome::Done(EINVAL);
        }
        let keys = &mut Arc::make_mut(&mut state.sync).keys;
        keys[key as usize] = None;
        while keys.last().is_some_and(Option::is_none) {
            keys.pop();
        }
        for thread in &mut state.threads {
            if thread.keys.iter().any(|(k, _)| u64::from(*k) == key) {
                Arc::make_mut(thread).keys.retain(|(k, _)| u64::from(*k) != key);
            }
        }
        Outcome::Done(0)
    }

    pub(crate) fn set_key(&self, state: &mut State, thread: ThreadIx, key: u64, value: Value) -> Outcome {
        if !self.is_key(state, key) {
            return Outcome::Done(EINVAL);
        }
        let keys = &mut Arc::make_mut(&mut state.threads[thread.0 as usize]).keys;
        match (keys.binary_search_by_key(&key, |(k, _)| u64::from(*k)), value) {
            (Ok(i), Value::ZERO) => {
                keys.remove(i);
            }
            (Err(_), Value::ZERO) => {}
            (Ok(i), value) => keys[i].1 = value,
            (Err(i), value) => keys.insert(i, (key as u32, value)),
        }
        Outcome::Done(0)
    }

    pub(crate) fn get_key(&self, state: &State, thread: ThreadIx, key: u64) -> Outcome {
        let keys = &state.threads[thread.0 as usize].keys;
        let position = keys.binary_search_by_key(&key, |(k, _)| u64::from(*k));
        Outcome::Value(position.map_or(Value::ZERO, |i| keys[i].1))
    }
}
