//! The views of all threads are followed beside an execution.
//!
//! In the beginning there is one thread and one view of it. When a thread moves, its view goes where the definition says that it may go, with the same
//! inputs and in every way that the definition allows; one of these views must be one of the thread in the state that the execution has reached
//! ([`Law::OwnView`]). The views of all others become what the step makes of them, and must be views of theirs in that state
//! ([`Law::OthersViews`]); they stay what they were where the definition says that nobody notices the step ([`Law::Unnoticed`]). The views that the
//! threads have in one state must be compatible ([`Law::Coexist`]). If races are looked for and two threads race, in the state or on the way through an atomic section, their views must say that they
//! may ([`Law::Races`]): a proof that has both views cannot be one.
//!
//! This is the induction of the soundness of views, one execution at a time. What a view of a thread in a state is says
//! [`Scene::is_described`]. Where the definition halts, so that a verdict would be UNKNOWN, the execution is not followed further.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

use raddle_machine::{
    Addr, Choice as Question, Enabled, Event, Halt, LazyId, LazyOp, Machine, Oracle, Origin, Progress, State, Status,
    SyncObject, ThreadIx, Value,
};
use raddle_program::{NondetKind, Scalar, Span};

use super::answers::{Answers, Mixed};
use super::{Broken, Law, Tally};
use crate::asking::Asking;
use crate::dependence::threads;
use crate::run::{Action, Choice, choices};
use crate::view::describe::{Member, Scene, is_same_there};
use crate::view::{
    Act, Applied, Change, FORGOTTEN, ID_OF_A_THREAD, Knowledge, Partition, Places, RESULT_OF_A_THREAD, Ran,
    SideEffects, Spot, Stand, View, Views,
};

/// Edges after which a run is not followed further.
const EDGES: usize = 2_000;

/// The most ways of one step that are looked at.
const WAYS: usize = 64;

/// What is believed about views.
pub trait ViewBeliefs {
    /// The views of the program.
    fn views(&self) -> &Views<'_, '_>;

    /// What a thread makes of its own view.
    fn step(&self, view: &View, act: Act, oracle: &mut Replies<'_>) -> Result<Ran, Halt> {
        self.views().step(view, act, oracle)
    }

    /// Whether others notice nothing of a step.
    fn is_unnoticed(&self, change: &Change) -> bool {
        change.is_nothing()
    }

    /// What a step makes of the view of another thread.
    fn meet(&self, view: &View, change: &Change) -> Result<Option<Applied>, Halt> {
        self.views().meet(view, &self.views().shared(view), change)
    }

    /// Whether two views can be of threads that exist at the same time.
    fn can_coexist(&self, view: &View, other: &View) -> Result<bool, Halt> {
        self.views().can_coexist(view, other)
    }

    /// Whether a thread that sees this and is about to access something may race with another.
    fn may_race(&self, view: &View, stand: &Stand, other: &View) -> Result<bool, Halt> {
        let clash = self.views().stand(other).is_some_and(|other| stand.clash(&other).is_some());
        Ok(clash && self.views().can_coexist(view, other)?)
    }
}

/// The definition of this crate.
impl ViewBeliefs for Views<'_, '_> {
    fn views(&self) -> &Views<'_, '_> {
        self
    }
}

/// Which of several answers each question gets: all sequences of answers, one after the other.
#[derive(Default)]
struct Ways {
    taken: Vec<(u32, u32)>,
}

impl Ways {
    /// Goes to the next sequence; false if there is none.
    fn advance(&mut self) -> bool {
        while let Some((answer, of)) = self.taken.pop() {
            if answer + 1 < of {
                self.taken.push((answer + 1, of));
                return true;
            }
        }
        false
    }
}

/// Answers in a view: inputs are those of the execution, and every question is answered in every way.
pub struct Replies<'w> {
    inputs: Answers,
    ways: &'w mut Ways,
    asked: usize,
    id: Value,
    kept: VecDeque<Value>,
    result: Value,
}

fn refuse<T>(span: Span) -> Result<T, Halt> {
    Err(Halt::new(raddle_machine::HaltKind::Oracle, "a lazy value in a concrete execution", span))
}

impl Oracle for Replies<'_> {
    fn nondet(&mut self, ty: Scalar, ranges: Option<&[(i128, i128)]>, origin: Origin<'_>) -> Result<Value, Halt> {
        match origin.kind {
            NondetKind::Library(what) if what == ID_OF_A_THREAD => Ok(self.id),
            NondetKind::Library(what) if what == FORGOTTEN => Ok(self.kept.pop_front().unwrap_or(Value::ZERO)),
            NondetKind::Library(what) if what == RESULT_OF_A_THREAD => Ok(self.result),
            NondetKind::Uninitialised
            | NondetKind::Input(_)
            | NondetKind::Library(_)
            | NondetKind::Inexact(_)
            | NondetKind::Assuming(_) => self.inputs.nondet(ty, ranges, origin),
        }
    }

    fn choose(&mut self, alternatives: u32, _: Question, _: Span) -> Result<u32, Halt> {
        if self.ways.taken.len() == self.asked {
            self.ways.taken.push((0, alternatives));
        }
        self.asked += 1;
        Ok(self.ways.taken[self.asked - 1].0)
    }

    fn apply(&mut self, _: LazyOp, _: &[Value], span: Span) -> Result<Value, Halt> {
        refuse(span)
    }

    fn truth(&mut self, _: LazyId, _: Scalar, span: Span) -> Result<bool, Halt> {
        refuse(span)
    }

    fn exact(&mut self, _: LazyId, _: Scalar, span: Span) -> Result<u128, Halt> {
        refuse(span)
    }
}

impl Asking for Replies<'_> {
    fn asked(&self) -> u32 {
        self.asked as u32
    }
}

/// Answers in the execution: choices do not disturb inputs, because a view is asked more of them. Remembers what is written.
struct Actual {
    inputs: Answers,
    choices: Answers,
    written: Vec<(Addr, Scalar)>,
    /// What was read last.
    read: Option<Value>,
}

impl Oracle for Actual {
    fn nondet(&mut self, ty: Scalar, ranges: Option<&[(i128, i128)]>, origin: Origin<'_>) -> Result<Value, Halt> {
        self.inputs.nondet(ty, ranges, origin)
    }

    fn choose(&mut self, alternatives: u32, choice: Question, span: Span) -> Result<u32, Halt> {
        self.choices.choose(alternatives, choice, span)
    }

    fn apply(&mut self, _: LazyOp, _: &[Value], span: Span) -> Result<Value, Halt> {
        refuse(span)
    }

    fn truth(&mut self, _: LazyId, _: Scalar, span: Span) -> Result<bool, Halt> {
        refuse(span)
    }

    fn exact(&mut self, _: LazyId, _: Scalar, span: Span) -> Result<u128, Halt> {
        refuse(span)
    }

    fn observe(&mut self, _: ThreadIx, event: Event<'_>) {
        match event {
            Event::Write { addr, ty, .. } => self.written.push((addr, ty)),
            Event::Read { value, .. } => self.read = Some(value),
            Event::Register { .. } | Event::Sync { .. } | Event::Undefined { .. } => {}
        }
    }
}

/// Told each view of each thread on the way; may say that something is wrong with it.
pub type OnView<'f> = &'f mut dyn FnMut(&View) -> Result<(), String>;

/// Some parts of knowledge, other ones with each seed: the places of the execution in random classes, and counted at some.
fn parts(views: &mut Views<'_, '_>, seed: u64, steps: usize) -> Result<Knowledge, Broken> {
    const LEVELS: [Knowledge; 5] =
        [Knowledge::PLAIN, Knowledge::NUMBERS, Knowledge::LOCKS, Knowledge::LOCATIONS, Knowledge::LOCALS];
    let kinds = LEVELS.len() as u64 + 3;
    let (kind, mut random) = (seed % kinds, Mixed(seed ^ 0x636c_6173));
    if let Some(level) = LEVELS.get(kind as usize) {
        views.know(level.clone());
        return Ok(level.clone());
    }
    // Where threads are is the same whatever is known.
    views.know(Knowledge::LOCATIONS);
    let mut spots: BTreeSet<Spot> = BTreeSet::new();
    let views_now = &*views;
    follow(views_now, seed, steps, &mut |view| {
        spots.insert((view.me, view.calls()));
        Ok(())
    })?;
    let mut flips = || random.pick(&[false, true]).unwrap_or(false);
    let (cells, locks, registers) = (flips(), flips(), flips());
    let counted = kind != kinds - 2;
    let classes: Partition = spots
        .iter()
        .map(|(template, calls)| {
            let class = random.pick(&[0, 1, 2, 3]).unwrap_or(0);
            ((views.templates()[template.0 as usize], calls.clone()), class)
        })
        .collect();
    let places = if kind == kinds - 3 { Places::Unsaid } else { Places::Classes(Arc::new(classes)) };
    let knowledge = Knowledge { cells, locks, places, registers };
    if !knowledge.tells_apart() {
        spots = spots.into_iter().map(|(template, calls)| (views.kind(template), calls)).collect();
    }
    views.know(knowledge.clone());
    if counted {
        views.count_at(spots.into_iter().filter(|(_, calls)| !calls.is_empty()));
    }
    Ok(knowledge)
}

/// Tries the laws of views on the execution of a seed, with other parts of knowledge for each; the one that breaks one.
pub fn check_views(views: &mut Views<'_, '_>, seed: u64, steps: usize) -> Result<Tally, Broken> {
    let known = parts(views, seed, steps)?;
    let counted = views.counted().clone();
    views.know(known);
    views.count_at(counted);
    follow(views, seed, steps, &mut |_| Ok(()))
}

/// Takes the random execution of a seed with the views of all its threads beside it.
pub fn follow(beliefs: &dyn ViewBeliefs, seed: u64, steps: usize, on_view: OnView<'_>) -> Result<Tally, Broken> {
    let mut tally = Tally::default();
    let views = beliefs.views();
    let mut random = Mixed(seed ^ 0x7669_6577);
    let inputs = Answers::new(seed, ThreadIx(0));
    let mut actual = Actual { inputs: inputs.clone(), choices: inputs.clone(), written: Vec::new(), read: None };
    let Ok(state) = views.machine().initial(&mut actual) else { return Ok(tally) };
    let mut ways = Ways::default();
    let mut replies =
        Replies { inputs, ways: &mut ways, asked: 0, id: Value::ZERO, kept: VecDeque::new(), result: Value::ZERO };
    let Ok(Ran::On { view, .. }) = views.start(&mut replies) else { return Ok(tally) };
    views.learn(&view);
    let mut following = Following {
        beliefs,
        state,
        members: vec![Member { thread: Some(ThreadIx(0)), view }],
        changed: BTreeMap::new(),
        kept: VecDeque::new(),
        seed,
        schedule: Vec::new(),
    };
    let (state, members) = (following.state.clone(), following.members.clone());
    let first = following.scene(&state, &members).is_described(&members[0].view, ThreadIx(0));
    first.map_err(|what| following.broken(Law::OwnView, format!("the first view: {what}")))?;
    for _ in 0..steps {
        views.machine().deadline().look();
        following.races(&mut tally)?;
        for member in &following.members {
            on_view(&member.view).map_err(|what| following.broken(Law::OwnView, what))?;
        }
        let machine = views.machine();
        let moves: Vec<Choice> =
            threads(&following.state).flat_map(|thread| choices(machine, &following.state, thread)).collect();
        let Some(choice) = random.pick(&moves) else { break };
        following.schedule.push(choice);
        if !following.advance(choice, &mut tally)? {
            break;
        }
    }
    Ok(tally)
}

/// A step that was found: what the thread sees after it, what a new one sees, what was done to others.
struct Step {
    view: View,
    born: Option<View>,
    side_effects: SideEffects,
    /// Whom it has joined.
    joined: Option<usize>,
}

/// All ways a step of a view can go.
#[derive(Default)]
struct Options {
    steps: Vec<Step>,
    error: bool,
    out: bool,
    /// What it was about to access inside an atomic section that the program ends in.
    inside: Vec<Stand>,
    /// Whether one of them is a halt, so that nothing is promised.
    halts: bool,
}

struct Following<'b> {
    beliefs: &'b dyn ViewBeliefs,
    state: State,
    members: Vec<Member>,
    /// Who has changed each cell last.
    changed: BTreeMap<Addr, ThreadIx>,
    /// What the step that is followed has read from where views forget it, in order.
    kept: VecDeque<Value>,
    seed: u64,
    schedule: Vec<Choice>,
}

impl<'b> Following<'b> {
    fn broken(&self, law: Law, what: String) -> Broken {
        let knowledge = self.beliefs.views().knowledge();
        Broken { law, what: format!("{what} ({knowledge:?})"), schedule: self.schedule.clone() }
    }

    fn machine(&self) -> &'b Machine<'b> {
        self.beliefs.views().machine()
    }

    fn scene<'s>(&'s self, state: &State, members: &'s [Member]) -> Scene<'s, 's, 's> {
        let members = members.iter().map(|member| (member.thread, &member.view)).collect();
        Scene::new(self.beliefs.views(), state, members, &self.changed)
    }

    /// Remembers what a thread has written in a step, and so who has changed a cell last.
    fn wrote(&mut self, thread: ThreadIx, written: &[(Addr, Scalar)], after: &State) {
        for (addr, ty) in written {
            if !is_same_there(&self.state, after, *addr, ty.size() as usize) {
                self.changed.insert(*addr, thread);
            }
        }
    }

    /// Lets a thread move, in the execution and in the views; false if the execution is not followed further.
    fn advance(&mut self, choice: Choice, tally: &mut Tally) -> Result<bool, Broken> {
        let thread = choice.thread;
        let Some(mover) = self.members.iter().position(|member| member.thread == Some(thread)) else {
            return Err(self.broken(Law::OwnView, format!("{thread:?} exists and has no view")));
        };
        let mut state = self.state.clone();
        match choice.action {
            Action::Step => {}
            Action::Wake => self.machine().wake(&mut state, thread, false),
            Action::TimeOut => self.machine().wake(&mut state, thread, true),
        }
        if self.machine().enabled(&state, thread) != Enabled::Yes || choice.action == Action::TimeOut {
            // It has only begun to wait for its mutex, which nobody knows.
            self.state = state;
            return self.all_described(None, Law::Unnoticed, tally).map(|()| true);
        }
        let answers = Answers::new(self.seed ^ (self.schedule.len() as u64) << 20, thread);
        let mut actual = Actual { inputs: answers.clone(), choices: answers.clone(), written: Vec::new(), read: None };
        self.kept.clear();
        let mut options = self.options(mover, None, &answers);
        let mut created = None;
        let mut raced = BTreeSet::new();
        let mut reasons = BTreeSet::new();
        for edges in 0.. {
            if edges == EDGES {
                return Ok(false);
            }
            // A detached thread that has ended is gone, and so may be its slot.
            let exists = (thread.0 as usize) < state.threads.len();
            let moves = exists && self.machine().enabled(&state, thread) == Enabled::Yes;
            if !moves || self.beliefs.views().dependence.check_access(&state, thread).is_err() {
                break;
            }
            if edges > 0 && state.threads[thread.0 as usize].atomic > 0 {
                raced.extend(threads(&state).filter(|other| self.do_race(&state, thread, *other)));
            }
            let site = self.machine().edge(&state, thread);
            let counter = self.beliefs.views().forgets_now(&state, thread);
            self.kept.extend(counter);
            let progress = match self.machine().step(&mut state, thread, &mut actual) {
                Ok(progress) => progress,
                Err(halt) => return self.halted(thread, &halt, &options, tally).map(|()| false),
            };
            let new = self.newcomer(&state);
            if new.is_some() && created.is_none() {
                // Now it is known which id the new thread has.
                (created, options) = (new, self.options(mover, new.map(|new| self.id(&state, new)), &answers));
            }
            let forgotten = site.is_some_and(|site| self.beliefs.views().reads_forgotten(site));
            let kept = actual.read.filter(|_| forgotten);
            self.kept.extend(kept);
            if counter.is_some() || kept.is_some() {
                options = self.options(mover, created.map(|new| self.id(&state, new)), &answers);
            }
            match progress {
                Progress::Ran => {}
                Progress::Error(_) | Progress::Ended(_) => {
                    // Who ends as the last one does not know that it is.
                    let over = options.out || options.steps.iter().any(|step| step.view.has_ended());
                    let errs = matches!(progress, Progress::Error(_)) && self.beliefs.views().looks_for_errors();
                    let said = if errs { options.error } else { over };
                    tally.count(Law::OwnView);
                    if !options.halts && over {
                        self.races_inside(mover, &options.inside, &raced, tally)?;
                    }
                    return match said || options.halts {
                        true => Ok(false),
                        false => Err(self.broken(Law::OwnView, format!("{thread:?} ends, its view does not"))),
                    };
                }
            }
            match self.matching(mover, &state, new, &mut options, &actual) {
                Ok(step) => {
                    tally.count(Law::OwnView);
                    let inside: Vec<Stand> = step.side_effects.inside.clone().into_iter().collect();
                    self.races_inside(mover, &inside, &raced, tally)?;
                    return self.taken(mover, step, (new, state), actual.written, tally);
                }
                Err(why) => reasons.extend(why),
            }
        }
        if options.halts {
            return Ok(false);
        }
        let reasons = reasons.into_iter().collect::<Vec<_>>().join("; ");
        Err(self.broken(Law::OwnView, format!("{thread:?} moves, its view does not follow: {reasons}")))
    }

    /// A step that is a violation of the property is one for the view of its thread.
    fn halted(&self, thread: ThreadIx, halt: &Halt, options: &Options, tally: &mut Tally) -> Result<(), Broken> {
        if self.beliefs.views().dependence.property().in_halt(halt).is_none() {
            return Ok(());
        }
        tally.count(Law::OwnView);
        match options.error || options.halts {
            true => Ok(()),
            false => Err(self.broken(Law::OwnView, format!("{}, not for the view of {thread:?}", halt.what))),
        }
    }

    /// Whether two threads race in a state, if that is looked for.
    fn do_race(&self, state: &State, a: ThreadIx, b: ThreadIx) -> bool {
        let dependence = self.beliefs.views().dependence;
        let exists = |thread: ThreadIx| self.members.iter().any(|member| member.thread == Some(thread));
        a != b
            && exists(a)
            && exists(b)
            && dependence.property().at_end(self.machine(), dependence.liveness(), state, Some((a, b))).is_some()
    }

    /// The views of threads that race say that they may.
    fn races(&self, tally: &mut Tally) -> Result<(), Broken> {
        let views = self.beliefs.views();
        for (at, a) in self.members.iter().enumerate() {
            for b in &self.members[at + 1..] {
                let (Some(one), Some(other)) = (a.thread, b.thread) else { continue };
                if self.do_race(&self.state, one, other) {
                    let stands = views.stand(&a.view).into_iter().collect::<Vec<_>>();
                    self.must_race(&a.view, &stands, b, tally)?;
                }
            }
        }
        Ok(())
    }

    /// The same for a thread that was about to access something on its way through an atomic section.
    fn races_inside(
        &self,
        mover: usize,
        stands: &[Stand],
        raced: &BTreeSet<ThreadIx>,
        tally: &mut Tally,
    ) -> Result<(), Broken> {
        for other in self.members.iter().filter(|m| m.thread.is_some_and(|thread| raced.contains(&thread))) {
            self.must_race(&self.members[mover].view, stands, other, tally)?;
        }
        Ok(())
    }

    fn must_race(&self, view: &View, stands: &[Stand], other: &Member, tally: &mut Tally) -> Result<(), Broken> {
        tally.count(Law::Races);
        // Where it halts nothing is promised.
        match stands.iter().any(|stand| self.beliefs.may_race(view, stand, &other.view) != Ok(false)) {
            true => Ok(()),
            false => {
                let what = format!("{:?} races with {:?}, and their views do not say so", view.me, other.thread);
                Err(self.broken(Law::Races, what))
            }
        }
    }

    /// A thread that was created and has no view yet.
    fn newcomer(&self, state: &State) -> Option<ThreadIx> {
        let is_new = |thread: &ThreadIx| {
            let status = state.threads[thread.0 as usize].status;
            let known = self.members.iter().any(|member| member.thread == Some(*thread));
            let was = self.state.threads.get(thread.0 as usize).is_some_and(|t| t.status != Status::Free);
            status != Status::Free && !known && !was
        };
        threads(state).find(is_new)
    }

    fn id(&self, state: &State, thread: ThreadIx) -> Value {
        Value::Bits(u128::from(self.machine().thread_id(state, thread)))
    }

    /// All ways the view of a thread can go.
    fn options(&self, mover: usize, id: Option<Value>, answers: &Answers) -> Options {
        let views = self.beliefs.views();
        let view = &self.members[mover].view;
        let mut options = Options::default();
        for act in views.acts(view) {
            self.ways((id, Value::ZERO), answers, None, &mut options, |oracle| self.beliefs.step(view, *act, oracle));
        }
        if views.awaits(view).is_none() {
            return options;
        }
        let shared = views.shared(view);
        for (other, ended) in self.members.iter().enumerate().filter(|(_, member)| member.view.has_ended()) {
            let offer = views.change(&ended.view, &ended.view, &SideEffects::default());
            let Status::Ended { result } = ended.view.thread().status else { continue };
            match views.meet_ended(view, &shared, &offer) {
                Ok(Some(_)) => self.ways((id, result), answers, Some(other), &mut options, |oracle| {
                    views.join(view, ended.view.me, oracle)
                }),
                Ok(None) => {}
                Err(_) => options.halts = true,
            }
        }
        options
    }

    fn ways(
        &self,
        (id, result): (Option<Value>, Value),
        answers: &Answers,
        joined: Option<usize>,
        options: &mut Options,
        mut run: impl FnMut(&mut Replies<'_>) -> Result<Ran, Halt>,
    ) {
        let mut ways = Ways::default();
        for _ in 0..WAYS {
            let id = id.unwrap_or(Value::ZERO);
            let (ways, kept) = (&mut ways, self.kept.clone());
            let mut replies = Replies { inputs: answers.clone(), ways, asked: 0, id, kept, result };
            match run(&mut replies) {
                Ok(Ran::On { view, born, side_effects }) => {
                    options.steps.push(Step { view, born, side_effects, joined })
                }
                Ok(Ran::Error) => options.error = true,
                Ok(Ran::Out { inside }) => {
                    options.out = true;
                    options.inside.extend(inside);
                }
                Err(_) => options.halts = true,
            }
            if !ways.advance() {
                return;
            }
        }
        options.halts = true;
    }

    /// Everybody after a step.
    fn members_after(&self, mover: usize, step: &Step, new: Option<ThreadIx>, state: &State) -> Vec<Member> {
        let exists = |thread: ThreadIx| state.threads.get(thread.0 as usize).is_some_and(|t| t.status != Status::Free);
        let mut members = self.members.clone();
        members[mover].view.clone_from(&step.view);
        if let (Some(born), Some(new)) = (&step.born, new) {
            members.push(Member { thread: Some(new), view: born.clone() });
        }
        if let Some(joined) = step.joined {
            members.remove(joined);
        }
        for member in &mut members {
            member.thread = member.thread.filter(|thread| exists(*thread));
        }
        members
    }

    /// The way of a view that has led to a view of the thread, or what is wrong with each.
    fn matching(
        &mut self,
        mover: usize,
        state: &State,
        new: Option<ThreadIx>,
        options: &mut Options,
        actual: &Actual,
    ) -> Result<Step, Vec<String>> {
        let before = self.changed.clone();
        let Some(thread) = self.members[mover].thread else { return Err(Vec::new()) };
        self.wrote(thread, &actual.written, state);
        self.counted(thread, state);
        let mut wrong = Vec::new();
        let found = (0..options.steps.len()).find(|at| {
            let fits = self.fits(mover, thread, &options.steps[*at], state, new);
            fits.map_err(|what| wrong.push(what)).is_ok()
        });
        self.changed = before;
        found.map(|at| options.steps.swap_remove(at)).ok_or(wrong)
    }

    /// Whether a step of a view is the one of its thread.
    fn fits(
        &self,
        mover: usize,
        thread: ThreadIx,
        step: &Step,
        state: &State,
        new: Option<ThreadIx>,
    ) -> Result<(), String> {
        let joined = step.joined.and_then(|joined| self.members[joined].thread);
        let still =
            joined.is_some_and(|joined| state.threads.get(joined.0 as usize).is_some_and(|t| t.status != Status::Free));
        if step.born.is_some() != new.is_some() || still {
            return Err("a thread is created or joined, in one of both only".to_string());
        }
        let members = self.members_after(mover, step, new, state);
        let scene = self.scene(state, &members);
        scene.is_described(&step.view, thread)?;
        match (&step.born, new) {
            (Some(born), Some(new)) => scene.is_described(born, new),
            (None, _) | (_, None) => Ok(()),
        }
    }

    /// What semaphores count is a cell like others.
    fn counted(&mut self, thread: ThreadIx, state: &State) {
        let count = |state: &State| -> BTreeMap<Addr, u32> {
            let value = |(addr, object): &(Addr, SyncObject)| match object {
                SyncObject::Semaphore { value } => Some((*addr, *value)),
                SyncObject::Mutex { .. }
                | SyncObject::Rwlock { .. }
                | SyncObject::Spin { .. }
                | SyncObject::Cond
                | SyncObject::Barrier { .. }
                | SyncObject::Once { .. }
                | SyncObject::Destroyed => None,
            };
            state.sync.objects.iter().filter_map(value).collect()
        };
        let (before, after) = (count(&self.state), count(state));
        for addr in before.keys().chain(after.keys()).filter(|addr| before.get(addr) != after.get(addr)) {
            self.changed.insert(*addr, thread);
        }
    }

    /// A step that fits is taken: what becomes of the views of all others; false if nothing is promised any more.
    fn taken(
        &mut self,
        mover: usize,
        step: Step,
        (new, after): (Option<ThreadIx>, State),
        written: Vec<(Addr, Scalar)>,
        tally: &mut Tally,
    ) -> Result<bool, Broken> {
        if let Some(thread) = self.members[mover].thread {
            self.wrote(thread, &written, &after);
            self.counted(thread, &after);
        }
        let from = self.members[mover].view.clone();
        let change = self.beliefs.views().change(&from, &step.view, &step.side_effects);
        let mut members = self.members_after(mover, &step, new, &after);
        self.state = after;
        // Who was created sees what it was created with; who was joined sees nothing any more.
        let mover_now = mover - usize::from(step.joined.is_some_and(|joined| joined < mover));
        let others = members.len() - usize::from(step.born.is_some());
        let unnoticed = self.beliefs.is_unnoticed(&change);
        self.beliefs.views().learn(&step.view);
        for member in members[..others].iter_mut().enumerate().filter(|(at, _)| *at != mover_now).map(|(_, m)| m) {
            if unnoticed || member.thread.is_none() {
                continue;
            }
            match self.beliefs.meet(&member.view, &change) {
                Ok(Some(met)) if met.assumed_here.is_empty() && met.assumed_there.is_empty() => member.view = met.view,
                Ok(Some(_)) => return Err(self.broken(Law::OthersViews, "bits are missing".to_string())),
                Ok(None) => {
                    let what = format!("{:?} exists, and the step is called impossible while it does", member.thread);
                    return Err(self.broken(Law::OthersViews, what));
                }
                // Nothing is promised any more.
                Err(_) => return Ok(false),
            }
        }
        self.members = members;
        let law = if unnoticed { Law::Unnoticed } else { Law::OthersViews };
        self.all_described(Some(mover_now), law, tally).map(|()| true)
    }

    /// All views are of their threads, and of threads that exist at the same time.
    fn all_described(&self, mover: Option<usize>, law: Law, tally: &mut Tally) -> Result<(), Broken> {
        let scene = self.scene(&self.state, &self.members);
        let there = |member: &Member| member.thread.is_some();
        for (at, member) in self.members.iter().enumerate().filter(|(_, member)| there(member)) {
            let Some(thread) = member.thread.filter(|_| mover != Some(at)) else { continue };
            tally.count(law);
            let described = scene.is_described(&member.view, thread);
            described.map_err(|what| self.broken(law, format!("what {thread:?} sees: {what}")))?;
        }
        for (at, a) in self.members.iter().enumerate().filter(|(_, member)| there(member)) {
            for b in self.members[at + 1..].iter().filter(|member| there(member)) {
                tally.count(Law::Coexist);
                if self.beliefs.can_coexist(&a.view, &b.view) == Ok(false) {
                    let what = format!("{:?} and {:?} exist, and their views exclude each other", a.thread, b.thread);
                    return Err(self.broken(Law::Coexist, what));
                }
            }
        }
        Ok(())
    }
}
