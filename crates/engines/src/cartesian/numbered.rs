//! The parts of states, numbered: a program as Cartesian abstraction wants to have it.
//!
//! [`raddle_semantics::split`] says what shared and local parts are and what steps do to them. Here they get numbers, and the steps from each pair of a shared
//! and a local part are executed once, when they are asked for. Most steps do not depend on which slots are in use ([`NewParts::any_slots`]); those are executed once for all
//! shared parts that differ in nothing else, so that creating n threads does not cost n times what they do.

use std::hash::Hash;
use std::rc::Rc;

use raddle_analyses::threading::Decisions;
use raddle_cpa::cartesian::{GlobId, LocalId, Multithreaded, Step, Steps, ThreadNo};
use raddle_deadline::Deadline;
use raddle_machine::lazy::Terms;
use raddle_machine::{Halt, State, ThreadIx};
use raddle_semantics::run::Choice;
use raddle_semantics::split::{LocalPart, Moving, NewParts, SharedPart, Splitting, Went};
use rustc_hash::FxHashMap;

/// The local part of a slot that is not in use.
pub const ABSENT: LocalId = LocalId(0);

/// Things with numbers.
pub(super) struct Numbers<T> {
    /// In the order of their numbers.
    pub things: Vec<Rc<T>>,
    numbers: FxHashMap<Rc<T>, u32>,
}

impl<T: Eq + Hash> Numbers<T> {
    /// Nothing has a number yet.
    pub fn new() -> Numbers<T> {
        Numbers { things: Vec::new(), numbers: FxHashMap::default() }
    }

    /// The number of a thing.
    pub fn number(&mut self, thing: T) -> u32 {
        if let Some(number) = self.numbers.get(&thing) {
            return *number;
        }
        let number = self.things.len() as u32;
        let thing = Rc::new(thing);
        self.things.push(thing.clone());
        self.numbers.insert(thing, number);
        number
    }
}

/// The steps of one thread from one shared part, by its local part.
type OfThread = Vec<Option<Rc<Steps>>>;

/// Steps that do not depend on which slots are in use: what is shared afterwards besides them, and the local part.
struct Plain {
    steps: Vec<(u32, LocalId)>,
    fails: bool,
}

/// A program with numbered parts.
pub struct Numbered<'a, 'p> {
    /// What steps do.
    pub splitting: Splitting<'a, 'p>,
    deadline: Deadline,
    terms: Terms,
    /// Shared parts, by their numbers: as they are, and as the numbers of what is shared besides the slots, and of the slots.
    shared: Vec<(Rc<SharedPart>, (u32, u32))>,
    globs: FxHashMap<(u32, u32), GlobId>,
    /// Shared parts without their slots.
    besides: Numbers<SharedPart>,
    slots: Numbers<Vec<bool>>,
    plain: FxHashMap<(u32, ThreadNo, LocalId), Option<Rc<Plain>>>,
    /// For each slot. The numbers of parts begin with 1.
    locals: Vec<Numbers<LocalPart>>,
    steps: Vec<Vec<OfThread>>,
    #[allow(clippy::type_complexity)]
    meetings: FxHashMap<(GlobId, (ThreadNo, LocalId), (ThreadNo, LocalId)), Rc<Steps>>,
    /// How many steps were executed.
    pub executed: u64,
}

fn slot(thread: ThreadNo) -> ThreadIx {
    ThreadIx(thread.0 as u16)
}

impl<'a, 'p> Numbered<'a, 'p> {
    /// Nothing has a number yet.
    pub fn new(splitting: Splitting<'a, 'p>, deadline: Deadline) -> Numbered<'a, 'p> {
        Numbered {
            splitting,
            terms: Terms::within(&deadline),
            deadline,
            shared: Vec::new(),
            globs: FxHashMap::default(),
            besides: Numbers::new(),
            slots: Numbers::new(),
            plain: FxHashMap::default(),
            locals: Vec::new(),
            steps: Vec::new(),
            meetings: FxHashMap::default(),
            executed: 0,
        }
    }

    /// A shared part.
    pub fn shared(&self, glob: GlobId) -> &Rc<SharedPart> {
        &self.shared[glob.0 as usize].0
    }

    /// A local part; none if the slot is not in use.
    pub fn local(&self, thread: ThreadNo, local: LocalId) -> Option<&Rc<LocalPart>> {
        self.locals[thread.0].things.get((local.0 as usize).checked_sub(1)?)
    }

    /// All shared parts, and all local parts of every slot.
    pub fn parts(&self) -> (Vec<SharedPart>, Vec<Vec<LocalPart>>) {
        let local = |of: &Numbers<LocalPart>| of.things.iter().map(|part| (**part).clone()).collect();
        (self.shared.iter().map(|(part, _)| (**part).clone()).collect(), self.locals.iter().map(local).collect())
    }

    /// How many shared parts there are.
    pub fn shared_parts(&self) -> usize {
        self.shared.len()
    }

    /// A state in which only one thread is what it is.
    pub fn state(&self, glob: GlobId, thread: ThreadNo, local: LocalId) -> Option<State> {
        let part = self.local(thread, local)?;
        Some(self.splitting.together(self.shared(glob), &[(slot(thread), part)]))
    }

    fn glob(&mut self, besides: u32, slots: u32) -> GlobId {
        let next = GlobId(self.shared.len() as u32);
        let glob = *self.globs.entry((besides, slots)).or_insert(next);
        if glob == next {
            let mut shared = (*self.besides.things[besides as usize]).clone();
            shared.slots = (*self.slots.things[slots as usize]).clone();
            self.shared.push((Rc::new(shared), (besides, slots)));
        }
        glob
    }

    fn number(&mut self, NewParts { mut shared, parts, .. }: NewParts) -> (GlobId, Vec<(ThreadNo, LocalId)>) {
        let numbered = parts.into_iter().map(|(slot, part)| {
            let slot = slot.0 as usize;
            if self.locals.len() <= slot {
                self.locals.resize_with(slot + 1, Numbers::new);
            }
            let local = part.map_or(ABSENT, |part| LocalId(self.locals[slot].number(part) + 1));
            (ThreadNo(slot), local)
        });
        let parts = numbered.collect();
        let slots = self.slots.number(std::mem::take(&mut shared.slots));
        let besides = self.besides.number(shared);
        (self.glob(besides, slots), parts)
    }

    /// Adds the steps of a thread in a state that was put together; whether none of them depends on which slots are in use.
    fn execute(
        &mut self,
        glob: GlobId,
        state: &State,
        (choice, meets): (Choice, Option<ThreadIx>),
        steps: &mut Steps,
    ) -> Result<bool, Halt> {
        let shared = self.shared(glob).clone();
        let mut decisions = Decisions::default();
        let mut any_slots = true;
        loop {
            self.deadline.look();
            self.executed += 1;
            let moving = Moving { shared: &shared, choice, meets };
            match self.splitting.step(state, moving, &mut self.terms, &mut decisions)? {
                // What ends the program, or nothing at all, may have been decided by looking at others.
                Went::Nowhere => any_slots = false,
                Went::Fails(_) => steps.fails = true,
                Went::To(new) => {
                    any_slots &= new.any_slots;
                    let (glob, mut parts) = self.number(new);
                    let (_, local) = parts.remove(0);
                    let step = Step { glob, local, others: parts };
                    if !steps.alone.contains(&step) {
                        steps.alone.push(step);
                    }
                }
            }
            if !decisions.advance() {
                return Ok(any_slots);
            }
        }
    }

    fn compute(&mut self, glob: GlobId, thread: ThreadNo, local: LocalId) -> Result<Steps, Halt> {
        let (besides, slots) = self.shared[glob.0 as usize].1;
        if let Some(Some(plain)) = self.plain.get(&(besides, thread, local)).cloned() {
            let step = |(besides, local): &(u32, LocalId)| Step {
                glob: self.glob(*besides, slots),
                local: *local,
                others: Vec::new(),
            };
            let alone = plain.steps.iter().map(step).collect();
            return Ok(Steps { alone, meets: Vec::new(), fails: plain.fails });
        }
        let mut steps = Steps::default();
        let Some(state) = self.state(glob, thread, local) else { return Ok(steps) };
        if let Some(met) = self.splitting.meets(&state, slot(thread)) {
            steps.meets.push(ThreadNo(met.0 as usize));
            return Ok(steps);
        }
        let choices = self.splitting.choices(self.shared(glob), &state, slot(thread));
        // Whether a thread can move may depend on others.
        let mut any_slots = !choices.is_empty();
        for choice in choices {
            any_slots &= self.execute(glob, &state, (choice, None), &mut steps)?;
        }
        let plain = any_slots.then(|| {
            let plain = |step: &Step| (self.shared[step.glob.0 as usize].1.0, step.local);
            Rc::new(Plain { steps: steps.alone.iter().map(plain).collect(), fails: steps.fails })
        });
        self.plain.insert((besides, thread, local), plain);
        Ok(steps)
    }
}

impl Multithreaded for Numbered<'_, '_> {
    type Halt = Halt;

    fn threads(&self) -> usize {
        self.locals.len()
    }

    fn absent(&self) -> LocalId {
        ABSENT
    }

    fn rank(&self, glob: GlobId) -> usize {
        self.shared(glob).slots.iter().filter(|used| **used).count()
    }

    fn initial(&mut self) -> Result<Vec<(GlobId, Vec<LocalId>)>, Halt> {
        let mut decisions = Decisions::default();
        let mut initial = Vec::new();
        loop {
            match self.splitting.start(&mut self.terms, &mut decisions)? {
                Went::Nowhere => {}
                // Nobody else is there, so the search for executions finds it.
                Went::Fails(violation) => {
                    let what = format!("{violation} happens before anything else");
                    return Err(Halt::new(raddle_machine::HaltKind::Imprecise, what, raddle_program::Span::NONE));
                }
                Went::To(new) => {
                    let (glob, parts) = self.number(new);
                    let mut tuple = vec![ABSENT; self.threads()];
                    parts.into_iter().for_each(|(thread, local)| tuple[thread.0] = local);
                    initial.push((glob, tuple));
                }
            }
            if !decisions.advance() {
                break;
            }
        }
        let threads = self.threads();
        initial.iter_mut().for_each(|(_, tuple)| tuple.resize(threads, ABSENT));
        Ok(initial)
    }

    fn steps(&mut self, glob: GlobId, thread: ThreadNo, local: LocalId) -> Result<Rc<Steps>, Halt> {
        let known = self.steps.get(glob.0 as usize).and_then(|of| of.get(thread.0)?.get(local.0 as usize));
        if let Some(Some(steps)) = known {
            return Ok(steps.clone());
        }
        let steps = Rc::new(self.compute(glob, thread, local)?);
        let shared = glob.0 as usize;
        if self.steps.len() <= shared {
            self.steps.resize_with(shared + 1, Vec::new);
        }
        let of_threads = &mut self.steps[shared];
        if of_threads.len() <= thread.0 {
            of_threads.resize_with(thread.0 + 1, Vec::new);
        }
        let of_thread = &mut of_threads[thread.0];
        if of_thread.len() <= local.0 as usize {
            of_thread.resize(local.0 as usize + 1, None);
        }
        of_thread[local.0 as usize] = Some(steps.clone());
        Ok(steps)
    }

    fn meeting(
        &mut self,
        glob: GlobId,
        thread: (ThreadNo, LocalId),
        with: (ThreadNo, LocalId),
    ) -> Result<Rc<Steps>, Halt> {
        let key = (glob, thread, with);
        if let Some(steps) = self.meetings.get(&key) {
            return Ok(steps.clone());
        }
        let mut steps = Steps::default();
        if let (Some(mover), Some(met)) = (self.local(thread.0, thread.1), self.local(with.0, with.1)) {
            let parts = [(slot(thread.0), &**mover), (slot(with.0), &**met)];
            let state = self.splitting.together(self.shared(glob), &parts);
            for choice in self.splitting.choices(self.shared(glob), &state, slot(thread.0)) {
                self.execute(glob, &state, (choice, Some(slot(with.0))), &mut steps)?;
            }
        }
        let steps = Rc::new(steps);
        self.meetings.insert(key, steps.clone());
        Ok(steps)
    }
}
