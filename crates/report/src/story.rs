//! From a trace to a story: what a person wants to know of an execution, in order.
//!
//! A trace has one step per edge: loading a variable, adding, storing are three. A story has one *entry* per source
//! line that a thread executes without being interrupted, with what happened there: values read and written, locks,
//! threads, inputs. Steps inside our models of library functions are told at the line that calls the library, and a
//! line at which nothing can be observed (a jump, a declaration) is left out. Nothing is invented: every detail is an
//! event of the replayed execution.

use raddle_evidence::{Cell, Ending, RaceAccess, StepKind, ThreadInfo, ThreadNo, Trace, TraceEvent, TraceStep};
use raddle_program::{CANCELLED, Control, EndKind, ErrorKind, NondetKind, Op, Place, Program, Scalar, Span, SyncOp};

use crate::diagnostic::{DiskLines, is_preprocessed, without_comment};
use crate::race::verb;
use crate::text::count;
use crate::value::show_value;

/// What a detail is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DetailKind {
    /// A value read.
    Read,
    /// A value written or a local set.
    Write,
    /// A lock, condition variable, semaphore or barrier.
    Lock,
    /// A thread begins or ends.
    Thread,
    /// A nondeterministic value.
    Input,
    /// The violation.
    Error,
    /// Anything else.
    Other,
}

impl DetailKind {
    /// The word in machine-readable output.
    pub fn name(self) -> &'static str {
        match self {
            DetailKind::Read => "read",
            DetailKind::Write => "write",
            DetailKind::Lock => "sync",
            DetailKind::Thread => "thread",
            DetailKind::Input => "input",
            DetailKind::Error => "error",
            DetailKind::Other => "other",
        }
    }
}

/// Something that happened at an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// What it is about.
    pub kind: DetailKind,
    /// In words: `balance is 100`, `locks m`.
    pub text: String,
}

/// A source line executed by one thread without interruption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Who.
    pub thread: ThreadNo,
    /// Where.
    pub place: Option<Place>,
    /// The statement as the user wrote it.
    pub text: String,
    /// The function it stands in.
    pub function: String,
    /// What happened, in order.
    pub details: Vec<Detail>,
    /// The steps of the trace it tells, first and last; behind the last one for an access that races.
    pub steps: (usize, usize),
    /// Whether another thread moved before it.
    pub switched: bool,
}

/// A readable execution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Story {
    /// What happened, in order.
    pub entries: Vec<Entry>,
    /// How often the moving thread changed.
    pub switches: usize,
}

/// The name of a thread: `main`, `T1 deposit`.
pub fn thread_name(program: &Program, thread: &ThreadInfo) -> String {
    match &thread.created {
        None => "main".to_string(),
        Some(_) => format!("T{} {}", thread.no.0, program.functions[thread.start].name),
    }
}

/// The short name of a thread: `main`, `T1`.
pub fn short_name(thread: ThreadNo) -> String {
    if thread.0 == 0 { "main".to_string() } else { format!("T{}", thread.0) }
}

/// The source line of a span, trimmed: from disk if possible, otherwise from the preprocessed text. Machine-made lines
/// that are very long are cut down to the text of the span.
pub fn statement(program: &Program, span: Span, disk: &mut DiskLines) -> String {
    const LONG: usize = 120;
    let Some(unit) = program.source.unit(span.unit) else { return String::new() };
    let place = unit.place(span.start);
    let own = unit.line_at(span.start).0;
    let spanned = squeeze(program.source.text(span));
    let line = match disk.line(&place.file, place.line) {
        Some(line) if !is_preprocessed(&unit.name) || begins_alike(line, own) => line,
        Some(_) | None => own,
    };
    let line = squeeze(without_comment(line));
    if line.len() > LONG || line.is_empty() { spanned.chars().take(LONG).collect() } else { line }
}

/// Whether a line on disk may well be what a preprocessor made `own` from.
fn begins_alike(original: &str, own: &str) -> bool {
    let word =
        |line: &str| -> String { line.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect() };
    !original.trim().is_empty() && word(original) == word(own)
}

fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Tells the story of a trace.
pub fn tell(program: &Program, trace: &Trace, disk: &mut DiskLines) -> Story {
    let mut entries: Vec<Entry> = Vec::new();
    let mut group: Vec<usize> = Vec::new();
    let mut mover = None;
    let mut switches = 0;
    let mut flush = |group: &mut Vec<usize>, entries: &mut Vec<Entry>, disk: &mut DiskLines| {
        if let Some(mut entry) = entry(program, trace, group, disk) {
            entry.switched = mover.is_some_and(|m| m != entry.thread);
            switches += usize::from(entry.switched);
            if entry.switched && resumes(trace, entries.iter().rfind(|e| e.thread == entry.thread), &entry) {
                entry.text.insert_str(0, "… ");
            }
            mover = Some(entry.thread);
            entries.push(entry);
        }
        group.clear();
    };
    for index in 0..trace.steps.len() {
        if let Some(last) = group.last()
            && !continues(program, trace, *last, index, &group)
        {
            flush(&mut group, &mut entries, disk);
        }
        group.push(index);
    }
    flush(&mut group, &mut entries, disk);
    race_lines(program, trace, &mut entries, disk);
    Story { entries, switches }
}

/// The two accesses of a race are the last lines: nobody has moved there, both are about to.
fn race_lines(program: &Program, trace: &Trace, entries: &mut Vec<Entry>, disk: &mut DiskLines) {
    let Ending::Race { accesses, .. } = &trace.ending else { return };
    let mover = entries.last().map(|entry| entry.thread);
    let mut both: Vec<&RaceAccess> = accesses.iter().collect();
    both.sort_by_key(|access| Some(access.thread) != mover);
    for access in both {
        let frame = access.stack.iter().find(|s| !s.internal);
        let span = frame.map_or(access.span, |s| s.span);
        let place = program.source.place(span);
        let function = frame.map_or(String::new(), |s| program.functions[s.func].name.clone());
        let line = |place: &Option<Place>| place.as_ref().map(|place| (place.file.clone(), place.line));
        let goes_on = |entry: &Entry| {
            entry.thread == access.thread && line(&entry.place) == line(&place) && entry.function == function
        };
        // A line that has only just begun, and of which there is nothing to say, is said with the access.
        let begun = entries.pop_if(|last| goes_on(last) && last.details.is_empty());
        let before = entries.iter().rfind(|entry| entry.thread == access.thread);
        let dots = if begun.is_none() && before.is_some_and(goes_on) { "… " } else { "" };
        let text = format!("{} {} here", verb(program, access), access.cell.name);
        let switched = entries.last().is_some_and(|last| last.thread != access.thread);
        entries.push(Entry {
            thread: access.thread,
            place,
            text: format!("{dots}{}", statement(program, span, disk)),
            function,
            details: vec![Detail { kind: DetailKind::Error, text }],
            steps: begun.map_or((trace.steps.len(), trace.steps.len()), |entry| entry.steps),
            switched,
        });
    }
}

/// Whether an entry goes on in the middle of the line in which its thread was interrupted.
fn resumes(trace: &Trace, before: Option<&Entry>, entry: &Entry) -> bool {
    let Some(before) = before.filter(|b| b.place == entry.place && b.function == entry.function) else { return false };
    let first = &trace.steps[entry.steps.0];
    let last = &trace.steps[before.steps.1];
    let repeated = trace.steps[before.steps.0..=before.steps.1]
        .iter()
        .any(|s| s.thread == entry.thread && s.kind == first.kind && s.stack == first.stack);
    visible_depth(first) == visible_depth(last) && !repeated
}

/// The span a person associates with a step: its own, or the call that leads into our library model.
fn visible(step: &TraceStep) -> Span {
    step.stack.iter().find(|s| !s.internal).map_or(step.span, |s| s.span)
}

fn visible_depth(step: &TraceStep) -> usize {
    step.stack.iter().filter(|s| !s.internal).count()
}

/// Whether a step belongs to the entry that `last` ends.
fn continues(program: &Program, trace: &Trace, last: usize, next: usize, group: &[usize]) -> bool {
    let (a, b) = (&trace.steps[last], &trace.steps[next]);
    let line = |s: &TraceStep| program.source.place(visible(s)).map(|p| (p.file, p.line));
    let same_line = a.thread == b.thread && visible_depth(a) == visible_depth(b) && line(a) == line(b);
    // The same edge again is the next round of a loop on one line.
    let again = !b.internal && group.iter().any(|g| trace.steps[*g].kind == b.kind && trace.steps[*g].stack == b.stack);
    let sleeps = matches!(b.kind, StepKind::Wake { .. });
    same_line && !again && !sleeps
}

/// What an operation does besides accessing memory, in words.
fn words_for(program: &Program, trace: &Trace, index: usize, op: &Op) -> Option<String> {
    if let Op::External { name, .. } = op {
        return Some(format!("{name} is not defined: it may write through its arguments"));
    }
    match op.control() {
        Control::SectionBegin => Some("enters an atomic section".to_string()),
        Control::SectionEnd => Some("leaves the atomic section".to_string()),
        Control::Call => called(program, trace, index).map(|callee| format!("calls {callee}")),
        Control::Next
        | Control::Condition
        | Control::Return
        | Control::ThreadEnd
        | Control::Error(_)
        | Control::End(_)
        | Control::Unknown => None,
    }
}

fn entry(program: &Program, trace: &Trace, group: &[usize], disk: &mut DiskLines) -> Option<Entry> {
    let (first, last) = (*group.first()?, *group.last()?);
    let mut details = Vec::new();
    let mut branches = false;
    let (mut hidden_reads, mut hidden_writes) = (0u64, 0u64);
    for index in group {
        let step = &trace.steps[*index];
        match step.kind {
            StepKind::Edge { func, edge } => {
                let op = &program.functions[func].edge(edge).op;
                branches |= op.control() == Control::Condition && !step.internal;
                if !step.internal {
                    details.extend(words_for(program, trace, *index, op).map(|what| other(&what)));
                }
            }
            StepKind::Wake { timed_out: true } => details.push(lock("the wait times out".to_string())),
            StepKind::Wake { timed_out: false } => details.push(lock("wakes up spuriously".to_string())),
        }
        for event in &step.events {
            match event {
                TraceEvent::Read { .. } if step.internal => hidden_reads += 1,
                TraceEvent::Write { .. } if step.internal => hidden_writes += 1,
                TraceEvent::Set { .. } if step.internal => {}
                // What the compiler keeps for itself, like the value of `(struct point){1, 2}`.
                TraceEvent::Read { cell, .. } | TraceEvent::Write { cell, .. } if cell.unnamed => {}
                TraceEvent::Read { cell, .. } | TraceEvent::Write { cell, .. }
                    if comes_from_macro(program, cell.declared, &cell.name, disk) => {}
                TraceEvent::Set { func, local, name, .. }
                    if comes_from_macro(program, program.functions[*func].locals[*local].span, name, disk) => {}
                TraceEvent::Input {
                    kind: NondetKind::Uninitialised | NondetKind::Inexact(_) | NondetKind::Assuming(_),
                    ..
                } if declares_macro_local(program, step, disk) => {}
                TraceEvent::Read { .. }
                | TraceEvent::Write { .. }
                | TraceEvent::Set { .. }
                | TraceEvent::Input { .. }
                | TraceEvent::Sync { .. }
                | TraceEvent::Freed(_)
                | TraceEvent::Created(_)
                | TraceEvent::Woken(_)
                | TraceEvent::Undefined { .. }
                | TraceEvent::Output(_)
                | TraceEvent::ThreadEnded
                | TraceEvent::ProgramEnded(_)
                | TraceEvent::Error(_) => details.extend(detail(program, trace, event)),
            }
        }
    }
    if hidden_reads + hidden_writes > 0 {
        let of = |number: u64, what: &str| (number > 0).then(|| count(number, what));
        let accesses = [of(hidden_reads, "read"), of(hidden_writes, "write")];
        let accesses: Vec<String> = accesses.into_iter().flatten().collect();
        details.push(other(&format!("library code: {}", accesses.join(", "))));
    }
    details.dedup();
    // Code of ours that runs by itself (exit handlers) matters only if it changes what others see.
    let visible_frame = trace.steps[first].stack.iter().any(|s| !s.internal);
    if !visible_frame {
        details.retain(|d| d.kind != DetailKind::Other);
    }
    if details.is_empty() && !(branches && visible_frame) {
        return None;
    }
    let span = visible(&trace.steps[first]);
    let function = trace.steps[first].stack.iter().find(|s| !s.internal);
    Some(Entry {
        thread: trace.steps[first].thread,
        place: program.source.place(span),
        text: statement(program, span, disk),
        function: function.map_or(String::new(), |s| program.functions[s.func].name.clone()),
        details,
        steps: (first, last),
        switched: false,
    })
}

/// Whether a variable is declared by a macro: its name does not stand in the line in which it is declared. Such
/// variables (the temporaries of `stdatomic.h`) mean nothing to a reader.
fn comes_from_macro(program: &Program, declared: Span, name: &str, disk: &mut DiskLines) -> bool {
    let Some(unit) = program.source.unit(declared.unit).filter(|u| !u.internal && !is_preprocessed(&u.name)) else {
        return false;
    };
    let place = unit.place(declared.start);
    let variable: String = name.chars().take_while(|c| c.is_alphanumeric() || *c == '_' || *c == '$').collect();
    let named = program.source.text(declared).contains(&variable);
    !variable.is_empty() && named && disk.line(&place.file, place.line).is_some_and(|line| !line.contains(&variable))
}

/// Whether a step begins the life of a local that a macro declares.
fn declares_macro_local(program: &Program, step: &TraceStep, disk: &mut DiskLines) -> bool {
    let StepKind::Edge { func, edge } = step.kind else { return false };
    let function = &program.functions[func];
    match function.edge(edge).op.defs()[0].map(|local| &function.locals[local]) {
        Some(local) => local.name.as_ref().is_some_and(|name| comes_from_macro(program, local.span, name, disk)),
        None => false,
    }
}

/// Whom a call step calls, seen from the callee's frame in the next step of the thread. Library models are not named:
/// the statement already says what is called.
fn called(program: &Program, trace: &Trace, index: usize) -> Option<String> {
    let thread = trace.steps[index].thread;
    let next = trace.steps[index + 1..].iter().find(|s| s.thread == thread)?;
    let top = next.stack.first()?;
    (next.stack.len() > trace.steps[index].stack.len() && !top.internal)
        .then(|| program.functions[top.func].name.clone())
}

fn other(text: &str) -> Detail {
    Detail { kind: DetailKind::Other, text: text.to_string() }
}

fn lock(text: String) -> Detail {
    Detail { kind: DetailKind::Lock, text }
}

fn detail(program: &Program, trace: &Trace, event: &TraceEvent) -> Option<Detail> {
    let of = |kind, text: String| Some(Detail { kind, text });
    match event {
        TraceEvent::Read { cell, ty, value } => {
            of(DetailKind::Read, format!("{} is {}", cell_name(cell), show(trace, *ty, *value)))
        }
        TraceEvent::Write { cell, ty, value } => {
            of(DetailKind::Write, format!("{} := {}", cell_name(cell), show(trace, *ty, *value)))
        }
        TraceEvent::Set { name, ty, value, .. } => {
            of(DetailKind::Write, format!("{name} := {}", show(trace, *ty, *value)))
        }
        TraceEvent::Input { kind, ty, value } => {
            let value = show(trace, *ty, *value);
            match kind {
                NondetKind::Input(name) | NondetKind::Library(name) => {
                    let name = name.strip_prefix("__raddle_").unwrap_or(name);
                    of(DetailKind::Input, format!("{name}() gives {value}"))
                }
                NondetKind::Uninitialised => of(DetailKind::Input, format!("indeterminate, happens to be {value}")),
                NondetKind::Inexact(what) => of(DetailKind::Input, format!("{what} is not modelled exactly")),
                NondetKind::Assuming(what) => of(DetailKind::Input, format!("assuming: {what}")),
            }
        }
        TraceEvent::Sync { op: SyncOp::ThreadJoin, args, result: Some(0), .. } => {
            let joined = args.first().and_then(|id| named(trace, *id));
            let whom = joined.map_or("the thread".to_string(), short_name);
            of(DetailKind::Thread, format!("joins {whom}"))
        }
        TraceEvent::Sync { op, objects, args, result } => sync_detail(*op, objects, args, *result),
        // Memory of the library is its own affair.
        TraceEvent::Freed(block) if program.source.is_internal(block.declared) => None,
        TraceEvent::Freed(block) => of(DetailKind::Write, format!("frees {}", object_name(block))),
        TraceEvent::Created(thread) => {
            let info = trace.threads.get(thread.0 as usize)?;
            let start = &program.functions[info.start].name;
            of(DetailKind::Thread, format!("starts {} ({start})", short_name(*thread)))
        }
        TraceEvent::Woken(thread) => of(DetailKind::Lock, format!("wakes {}", short_name(*thread))),
        TraceEvent::Undefined { what, .. } => of(DetailKind::Other, format!("undefined behaviour: {what}")),
        TraceEvent::Output(bytes) => {
            of(DetailKind::Other, format!("prints \"{}\"", String::from_utf8_lossy(bytes).escape_debug()))
        }
        TraceEvent::ThreadEnded => of(DetailKind::Thread, "the thread ends".to_string()),
        TraceEvent::ProgramEnded(EndKind::Exit) => of(DetailKind::Thread, "the program ends".to_string()),
        TraceEvent::ProgramEnded(EndKind::Abort) => of(DetailKind::Thread, "the program aborts".to_string()),
        TraceEvent::Error(ErrorKind::ReachError) => of(DetailKind::Error, "the error is reached".to_string()),
        TraceEvent::Error(ErrorKind::AssertFail) => of(DetailKind::Error, "the assertion fails".to_string()),
        TraceEvent::Error(ErrorKind::ForbiddenCall) => {
            of(DetailKind::Error, "calls the function that the property forbids".to_string())
        }
    }
}

/// The thread that an id names. An id that several threads had, one after the other, names none of them.
fn named(trace: &Trace, id: u128) -> Option<ThreadNo> {
    let mut owners = trace.threads.iter().filter(|t| u128::from(t.id) == id);
    owners.next().filter(|_| owners.next().is_none()).map(|t| t.no)
}

/// A value as a person reads it: the id of a thread is the name of the thread.
pub(crate) fn show(trace: &Trace, ty: Scalar, value: u128) -> String {
    let is_id = trace.threads.iter().any(|t| u128::from(t.id) == value);
    match named(trace, value) {
        Some(thread) => format!("the id of {}", short_name(thread)),
        None if is_id => "the id of a thread".to_string(),
        None => trace.addresses.get(&value).cloned().unwrap_or_else(|| show_value(ty, value)),
    }
}

/// The name of a place in memory, short enough for a lane: blocks without a name are told by the line that made them.
pub(crate) fn cell_name(cell: &Cell) -> String {
    for (long, short) in [("heap block allocated at ", "heap block"), ("array allocated at ", "array")] {
        if let Some((_, line)) = cell.name.strip_prefix(long).and_then(|place| place.rsplit_once(':')) {
            let digits = line.find(|c: char| !c.is_ascii_digit()).unwrap_or(line.len());
            return format!("{short} (line {}){}", &line[..digits], &line[digits..]);
        }
    }
    cell.name.clone()
}

/// The name of a synchronisation object, without the members the C library gives its first bytes.
pub fn object_name(cell: &Cell) -> &str {
    cell.name.split(".__").next().unwrap_or(&cell.name)
}

/// `EOWNERDEAD`: the lock was taken all the same.
const OWNER_DIED: u128 = 130;

/// A synchronisation operation in words.
fn sync_detail(op: SyncOp, objects: &[Cell], args: &[u128], result: Option<u128>) -> Option<Detail> {
    let name = |i: usize| objects.get(i).map_or("?", object_name);
    let object = name(0);
    let failed = result.filter(|r| *r != 0);
    let tried = |verb: &str| match failed {
        None => format!("{verb} {object}"),
        Some(_) => format!("does not get {object}"),
    };
    let text = match op {
        SyncOp::ThreadCreate | SyncOp::ThreadSelf | SyncOp::KeySet | SyncOp::KeyGet | SyncOp::Yield => return None,
        SyncOp::ThreadExit | SyncOp::ThreadExists | SyncOp::CancelSet | SyncOp::MutexCeiling => return None,
        SyncOp::CancelTest => match failed {
            None => return None,
            Some(_) => {
                return Some(Detail { kind: DetailKind::Thread, text: "is cancelled".to_string() });
            }
        },
        SyncOp::ThreadCancel => {
            return Some(Detail { kind: DetailKind::Thread, text: "cancels a thread".to_string() });
        }
        _ if op.is_cancellation_point() && result == Some(u128::from(CANCELLED)) => {
            return Some(Detail { kind: DetailKind::Thread, text: "is cancelled".to_string() });
        }
        SyncOp::ThreadTryjoin => {
            let text = if failed.is_none() { "joins the thread" } else { "cannot join the thread yet" };
            return Some(Detail { kind: DetailKind::Thread, text: text.to_string() });
        }
        SyncOp::ThreadJoin => {
            return Some(Detail { kind: DetailKind::Thread, text: "cannot join the thread".to_string() });
        }
        SyncOp::ThreadDetach => {
            return Some(Detail { kind: DetailKind::Thread, text: "detaches the thread".to_string() });
        }
        SyncOp::MutexInit | SyncOp::RwlockInit | SyncOp::SpinInit | SyncOp::CondInit => format!("makes {object}"),
        SyncOp::MutexDestroy | SyncOp::RwlockDestroy | SyncOp::SpinDestroy | SyncOp::CondDestroy => {
            format!("destroys {object}")
        }
        SyncOp::MutexConsistent => match failed {
            None => format!("makes {object} consistent"),
            Some(_) => format!("cannot make {object} consistent"),
        },
        SyncOp::MutexLock | SyncOp::MutexTrylock | SyncOp::MutexTimedlock if result == Some(OWNER_DIED) => {
            format!("locks {object}, whose owner has died")
        }
        SyncOp::MutexLock | SyncOp::MutexTrylock | SyncOp::MutexTimedlock | SyncOp::SpinLock | SyncOp::SpinTrylock => {
            tried("locks")
        }
        SyncOp::RwlockRdlock | SyncOp::RwlockTryrdlock | SyncOp::RwlockTimedrdlock => tried("read-locks"),
        SyncOp::RwlockWrlock if result.is_none() => format!("waits for {object}"),
        SyncOp::RwlockWrlock | SyncOp::RwlockTrywrlock | SyncOp::RwlockTimedwrlock => tried("write-locks"),
        SyncOp::MutexUnlock | SyncOp::RwlockUnlock | SyncOp::SpinUnlock => match failed {
            None => format!("unlocks {object}"),
            Some(_) => format!("does not hold {object}"),
        },
        // A wait is told twice: when it begins, and when it is over and the mutex is taken again.
        SyncOp::CondWait | SyncOp::CondTimedwait => match result {
            None => format!("unlocks {} and waits on {object}", name(1)),
            Some(_) => format!("locks {} again", name(1)),
        },
        SyncOp::CondSignal => format!("signals {object}"),
        SyncOp::CondBroadcast => format!("broadcasts {object}"),
        SyncOp::BarrierInit => format!("makes barrier {object} for {}", args.get(1).copied().unwrap_or(0)),
        SyncOp::BarrierDestroy => format!("destroys {object}"),
        SyncOp::BarrierWait => match result {
            None => format!("waits at barrier {object}"),
            Some(_) => format!("passes barrier {object}"),
        },
        SyncOp::SemInit => format!("makes semaphore {object} with {}", args.get(1).copied().unwrap_or(0)),
        SyncOp::SemDestroy => format!("destroys {object}"),
        SyncOp::SemWait | SyncOp::SemTrywait | SyncOp::SemTimedwait => match failed {
            None => format!("takes one from {object}"),
            Some(_) => format!("finds {object} at 0"),
        },
        SyncOp::SemPost => format!("posts {object}"),
        SyncOp::SemGetvalue => format!("looks at {object}"),
        SyncOp::OnceEnter => match result {
            Some(1) => format!("is the first at {object}"),
            Some(_) | None => format!("{object} is done already"),
        },
        SyncOp::OnceLeave => format!("{object} is done"),
        SyncOp::KeyCreate => "makes a key".to_string(),
        SyncOp::KeyDelete => "deletes a key".to_string(),
    };
    Some(lock(text))
}
