//! The program as one of its threads sees it.
//!
//! **Idea** (thread-modular reasoning; C. Flanagan, S. Qadeer, SPIN 2003; C. Jones, 1983, for rely and guarantee). A *view*
//! holds what one thread sees: its own call stack and private objects, and everything that is shared. The others are not in it. What
//! they do comes in as *effects* on what is shared ([`Views::meet`]); how far they are is not known, but for this:
//! - which threads were created and not joined, counted up to [`Views::many`], so that nobody is disturbed by threads that do not exist;
//! - that a thread which joins another goes on only where that one, in its own view, has ended, and the two views agree;
//! - the locks that the thread itself holds, so that nobody is disturbed by those who would have to hold them as well;
//! - the cells that it was the last to change ([`View::mine`]), as far as it did so in one step with reading them. Two threads cannot both
//!   have been the last, so a flag that is tested and set keeps others out like a lock.
//!
//! Of the id of a thread nothing is known: it depends on which slots are free. Who joins a thread may join any, and the join may fail
//! unless the program is plain ([`joins`]). If nobody looks at ids, they are names ([`ids`]), and then it is known who is joined.
//!
//! What nobody reads is not in a view ([`unread`]), nor are ids that are only kept to join any number of threads one after the other ([`rows`]), and some arrays ([`slots`]).
//!
//! More is said where that is not enough ([`knowledge`]): which locks others hold, and how far they are.
//!
//! Threads with the same start routine are instances of one *template*, and a view is one of a template: any number of
//! instances share their views. In a view the template's number is the thread's slot.
//!
//! **Soundness.** A concrete state is a shared part g and the local parts of all threads; the view of a thread is (g, its part). Every
//! step of a thread changes its own view as [`Views::step`] says, and the views of all others, which share g, as `meet` says. Where
//! a step depends on what others do beyond g (whether a lock is free, whether a thread has ended), every possibility is
//! taken, by asking the oracle to choose. What cannot be said without knowing the others (which instance a thread is, barriers,
//! who waits) is a halt. All that is compared explicitly, which objects exist, how many threads there are, is a function of g, and so
//! must be equal in the views of threads that exist at the same time.
//!
//! This module is the definition. It explores nothing: the engine and the checker of proofs both build on it.

mod assume;
mod crowd;
pub(crate) mod describe;
mod ids;
mod joins;
mod knowledge;
mod meet;
mod race;
mod rounds;
mod rows;
mod run;
mod slots;
mod unread;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

use raddle_machine::{
    Addr, Halt, HaltKind, Machine, ObjectKind, ObjectMeta, State, Status, SyncObject, Thread, ThreadIx, Value,
};
use raddle_program::{EdgeId, FuncId, Op, Span, SyncOp};

use crate::dead::Dead;
use crate::dependence::Dependence;
use crate::exact::ExactUses;
use crate::unread::Unread;

use ids::Ids;
use rows::Rows;
use slots::Slots;

pub(crate) use assume::RESULT_OF_A_THREAD;
pub(crate) use run::{FORGOTTEN, ID_OF_A_THREAD};

pub use crowd::{Crowd, MOST_SPOTS, Moves, Spot};
pub use ids::ThreadName;
pub use knowledge::{Calls, Class, InCall, Knowledge, Partition, Place, Places, Whereabouts};
pub use meet::{Applied, Bits, Change, can_agree};
pub use race::{Clash, Side, Stand};
pub use run::{Act, Awaited, Ran, SideEffects};

/// The count that stands for itself and everything above, where threads are joined.
const MANY: u8 = 16;

/// That count where no thread is ever joined: all that matters is whether there may be another one.
const SEVERAL: u8 = 2;

/// What one thread sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Its own frames and objects and everything that is shared; the slots of all others are closed.
    pub state: State,
    /// Its template.
    pub me: ThreadIx,
    /// How many threads of each template there are, itself included: created and not joined, at most [`Views::many`]. Empty if only
    /// `main` creates and joins threads and this is not `main`: then it does not know.
    pub alive: Vec<u8>,
    /// How far the threads are that are the only ones of their templates, if that is known ([`Places`]): `None` if there is no
    /// such thread.
    pub whereabouts: Vec<Option<Whereabouts>>,
    /// At most how many threads are where, if they are counted ([`Views::count_at`]).
    pub crowd: Crowd,
    /// Cells whose value nobody has changed since it did, if that is said ([`Knowledge::cells`]). Law: may be fewer than that.
    pub mine: BTreeSet<Addr>,
    /// Names of threads, in the variables of `main`, that are created and neither joined nor detached. Law: may be fewer than that.
    pub ids: BTreeSet<ThreadName>,
}

/// How a lock is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// Nobody else can hold it.
    Alone,
    /// Others can hold it as well, in the same way.
    Shared,
}

impl View {
    /// The thread itself.
    pub fn thread(&self) -> &Thread {
        &self.state.threads[self.me.0 as usize]
    }

    /// Whether it has ended.
    pub fn has_ended(&self) -> bool {
        matches!(self.thread().status, Status::Ended { .. })
    }

    /// The calls that it is in; none after its end.
    pub fn calls(&self) -> Calls {
        let thread = self.thread();
        let ended = matches!(thread.status, Status::Ended { .. });
        let frames = thread.frames.iter().filter(|_| !ended);
        frames.map(|frame| InCall { func: frame.func, loc: frame.loc }).collect()
    }

    /// Whether another one stands for all that this one stands for, as far as that is explicit.
    pub fn is_within(&self, other: &View) -> bool {
        self.claims_no_less(other) && self.state == other.state
    }

    /// Whether another one says the same of threads, or less. Of what is in memory nothing is compared.
    pub fn claims_no_less(&self, other: &View) -> bool {
        (self.me, &self.alive, &self.whereabouts) == (other.me, &other.alive, &other.whereabouts)
            && self.crowd.is_within(other.crowd)
            && other.mine.is_subset(&self.mine)
            && other.ids.is_subset(&self.ids)
    }

    /// Whether there is certainly no other thread.
    pub fn is_alone(&self) -> bool {
        self.alive.iter().map(|n| u32::from(*n)).sum::<u32>() == 1
    }

    /// Whether there may be threads of a template, besides as many of others as given.
    fn may_have(&self, template: ThreadIx, others: u8) -> bool {
        self.alive.get(template.0 as usize).is_none_or(|count| *count > others)
    }

    /// Whether others hold locks.
    fn has_locks_of_others(&self) -> bool {
        let by_others = |object: &SyncObject| match object {
            SyncObject::Mutex { owner, .. } | SyncObject::Spin { owner } => owner.is_some_and(|owner| owner != self.me),
            SyncObject::Rwlock { writer, readers, .. } => {
                writer.is_some_and(|writer| writer != self.me) || readers.iter().any(|reader| *reader != self.me)
            }
            SyncObject::Once { running, .. } => running.is_some_and(|running| running != self.me),
            SyncObject::Cond | SyncObject::Barrier { .. } | SyncObject::Semaphore { .. } | SyncObject::Destroyed => {
                false
            }
        };
        self.state.sync.objects.iter().any(|(_, object)| by_others(object))
    }

    /// The locks that it holds.
    pub fn held(&self) -> Vec<(Addr, Hold)> {
        let hold = |object: &SyncObject| match object {
            SyncObject::Mutex { owner, .. } | SyncObject::Spin { owner } => {
                (*owner == Some(self.me)).then_some(Hold::Alone)
            }
            SyncObject::Rwlock { writer, .. } if *writer == Some(self.me) => Some(Hold::Alone),
            SyncObject::Rwlock { readers, .. } => readers.contains(&self.me).then_some(Hold::Shared),
            SyncObject::Once { running, .. } => (*running == Some(self.me)).then_some(Hold::Alone),
            SyncObject::Cond | SyncObject::Barrier { .. } | SyncObject::Semaphore { .. } | SyncObject::Destroyed => {
                None
            }
        };
        self.state.sync.objects.iter().filter_map(|(addr, object)| Some((*addr, hold(object)?))).collect()
    }
}

/// The views of a program.
pub struct Views<'a, 'p> {
    /// Which steps others can see.
    pub dependence: &'a Dependence<'p>,
    dead: Dead<'p>,
    /// What views say of others.
    knowledge: Knowledge,
    /// Where threads are counted.
    counted: BTreeSet<Spot>,
    /// Which registers steps need to know exactly.
    exact: ExactUses,
    /// Objects that nobody reads.
    unread: Unread,
    /// Objects with ids that are created and joined in loops.
    rows: Rows,
    /// Arrays of which nothing is kept.
    slots: Slots,
    /// The start routine of each template; `main` is the first. Those come last that tell like threads apart.
    templates: Vec<FuncId>,
    /// How many templates there are if no like threads are told apart.
    kinds: usize,
    /// Whether only `main` creates and joins threads, so that nobody else has to know how many there are.
    pub only_main: bool,
    /// Templates of which some view of `main` has threads at the same time, if only `main` knows.
    parallel: RefCell<BTreeSet<(ThreadIx, ThreadIx)>>,
    /// Templates of which there may be several threads at the same time.
    several: Vec<bool>,
    /// The count of threads of one template that stands for itself and everything above.
    pub many: u8,
    /// If every join is one of a thread that was created and not joined before: of which; otherwise it may fail.
    plain_joins: Option<joins::Plain>,
    /// Where ids are kept, if nobody looks at them.
    ids: Option<Ids>,
    /// Whether a call of a function without a definition is refused.
    strict_externals: bool,
    /// The names of global variables if only races on these matter.
    pub of_interest: Option<BTreeSet<String>>,
    /// Whether stands say which race each of their accesses would be.
    tells_apart: bool,
    /// The calls of functions without a definition that were executed.
    pub externals: RefCell<BTreeSet<(FuncId, EdgeId)>>,
}

impl<'a, 'p> Views<'a, 'p> {
    /// The views of the program that a relation of dependence is about.
    pub fn new(dependence: &'a Dependence<'p>, strict_externals: bool) -> Views<'a, 'p> {
        let machine = dependence.machine();
        let mut starts: Vec<FuncId> = machine.points_to().thread_starts().collect();
        starts.sort_unstable();
        starts.dedup();
        let program = machine.program();
        let templates: Vec<FuncId> = [program.entry].into_iter().chain(starts).collect();
        let only_main = !dependence.executed_by_others().into_iter().any(|f| dependence.handles_threads(f));
        let several = templates.iter().map(|start| dependence.may_start_twice(*start)).collect();
        let ids = match only_main {
            true => Ids::new(dependence, &ExactUses::new(program, machine.points_to())),
            false => None,
        };
        let mut rows = ids.as_ref().map_or_else(Rows::default, |ids| Rows::new(dependence, ids.all()));
        let joins = |op: &Op| matches!(op, Op::Sync { op: SyncOp::ThreadJoin, .. });
        // How many are left of those in a row does not matter, but whether there are any.
        let joined = program.functions.enumerated().any(|(id, function)| {
            function.edges().enumerated().any(|(edge, e)| joins(&e.op) && rows.joins((id, edge)).is_none())
        });
        let many = if joined { MANY } else { SEVERAL };
        // A store that nobody reads may race.
        let unread = match dependence.property().looks_at_next_accesses() {
            true => Unread::default(),
            false => Unread::new(program, machine.points_to()),
        };
        let slots = Slots::new(dependence, &rows, &unread);
        let needs = |site| slots::needs(&rows, &slots, site);
        let exact = ExactUses::besides(program, machine.points_to(), &unread, &needs);
        rows.keep_counters(&exact);
        let parallel = RefCell::default();
        Views {
            many,
            knowledge: Knowledge::default(),
            counted: BTreeSet::new(),
            plain_joins: joins::plain(dependence),
            ids,
            only_main,
            parallel,
            several,
            exact,
            unread,
            rows,
            slots,
            dependence,
            dead: dependence.dead(),
            kinds: templates.len(),
            templates,
            strict_externals,
            of_interest: None,
            tells_apart: false,
            externals: RefCell::default(),
        }
    }

    /// The machine.
    pub fn machine(&self) -> &'p Machine<'p> {
        self.dependence.machine()
    }

    /// The start routine of each template; `main` is the first.
    pub fn templates(&self) -> &[FuncId] {
        &self.templates
    }

    /// What steps need to know exactly.
    pub fn exact_uses(&self) -> &ExactUses {
        &self.exact
    }

    /// Whether there are threads that are not told apart.
    pub fn has_like_threads(&self) -> bool {
        self.several.contains(&true)
    }

    /// Whether there may be several threads of a template at the same time.
    pub fn may_be_several(&self, template: ThreadIx) -> bool {
        self.several[template.0 as usize]
    }

    /// Whether an object is one that several threads may know.
    pub fn is_shared(&self, object: &ObjectMeta) -> bool {
        self.is_shared_kind(object.kind)
    }

    /// The same of objects of a kind.
    pub fn is_shared_kind(&self, kind: ObjectKind) -> bool {
        self.dependence.is_shared(kind)
    }

    /// Closes the slots of all others, cuts what nobody reads again, and halts if the view cannot be one of a template.
    fn settle(&self, view: &mut View, span: Span) -> Result<(), Halt> {
        self.close(&mut view.state, Some(view.me));
        self.dead.cut_frames(&mut view.state);
        self.clear_unread(&mut view.state);
        self.rows.clear(self.dependence, &mut view.state);
        self.slots.clear(self.dependence, &mut view.state);
        self.forget_others(view);
        self.forget_names(view);
        self.locate(view);
        self.check_stacks(view, span)
    }

    /// Learns from a view of `main` which threads there are at the same time; whether that is something new.
    pub fn learn(&self, view: &View) -> bool {
        if !self.only_main || view.me.0 != 0 {
            return false;
        }
        let mut parallel = self.parallel.borrow_mut();
        let known = parallel.len();
        for (a, count) in view.alive.iter().enumerate().filter(|(_, count)| **count > 0) {
            for (b, _) in view.alive.iter().enumerate().filter(|(_, count)| **count > 0) {
                if a != b || *count > 1 {
                    parallel.insert((ThreadIx(a as u16), ThreadIx(b as u16)));
                }
            }
        }
        parallel.len() > known
    }

    /// Remembers that a verdict rests on the model of an external function, or refuses to.
    fn note_external(&self, view: &View) -> Result<(), Halt> {
        let Some((function, id)) = self.dependence.external(&view.state, view.me) else { return Ok(()) };
        let edge = self.machine().program().functions[function].edge(id);
        if self.strict_externals
            && let Op::External { name, .. } = &edge.op
        {
            return Err(Halt::new(
                HaltKind::Unsupported,
                format!("`{name}` is called, and no file that was given defines it: give the file that does"),
                edge.span,
            ));
        }
        self.externals.borrow_mut().insert((function, id));
        Ok(())
    }

    /// What synchronisation objects say about others is not part of a view.
    fn forget_others(&self, view: &mut View) {
        if self.knows_locks() {
            return;
        }
        let counted = |object: &SyncObject| matches!(object, SyncObject::Semaphore { value } if *value != 0);
        if view.state.sync.objects.iter().any(|(_, object)| counted(object)) {
            for (_, object) in &mut Arc::make_mut(&mut view.state.sync).objects {
                if counted(object) {
                    *object = SyncObject::Semaphore { value: 0 };
                }
            }
        }
    }

    /// Names that are in no variable are of no use.
    fn forget_names(&self, view: &mut View) {
        if let Some(ids) = self.ids.as_ref().filter(|_| !view.ids.is_empty())
            && let Some(held) = ids.held(&view.state, view.me)
        {
            view.ids.retain(|name| held.contains(name));
        }
    }

    /// Instances of a template have the same addresses on their stacks, so these must not be shared if there are several.
    fn check_stacks(&self, view: &View, span: Span) -> Result<(), Halt> {
        let collides = |object: &ObjectMeta| {
            let several = owner(object.kind).is_some_and(|owner| match view.alive.get(owner.0 as usize) {
                Some(count) => *count > 1,
                None => self.several[owner.0 as usize],
            });
            several && self.is_shared(object)
        };
        match view.state.memory.shape.objects.iter().any(collides) {
            true => Err(unsupported("a local variable of one of several like threads is shared with others", span)),
            false => Ok(()),
        }
    }
}

/// Who has an object on its stack.
fn owner(kind: ObjectKind) -> Option<ThreadIx> {
    match kind {
        ObjectKind::ThreadLocal(_, owner) | ObjectKind::Local(_, _, owner) | ObjectKind::StackBlock(_, _, owner) => {
            Some(owner)
        }
        ObjectKind::GlobalPage(_) | ObjectKind::Global(_) | ObjectKind::Heap(..) | ObjectKind::Freed => None,
    }
}

/// A slot in which nobody moves: of another thread, or of one that has ended.
fn closed(ended: bool) -> Thread {
    Thread {
        frames: Vec::new(),
        status: if ended { Status::Ended { result: Value::ZERO } } else { Status::Stuck },
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

fn unsupported(what: &str, span: Span) -> Halt {
    Halt::new(HaltKind::Unsupported, format!("thread-modular: {what}"), span)
}
