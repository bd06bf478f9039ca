//! The violation itself, explained: which assertion, which two accesses, who waits for whom.

use std::fmt::Write;

use raddle_evidence::{Ending, HeldLock, RaceAccess, StackEntry, ThreadNo, Trace, WaitingThread};
use raddle_machine::BlockReason;
use raddle_program::{ErrorKind, Program, Span};

use crate::diagnostic::{DiskLines, Excerpt, show_excerpt};
use crate::paint::{Look, Role};
use crate::race::{missing_lock, verb};
use crate::story::{object_name, short_name, thread_name};

struct Teller<'a> {
    program: &'a Program,
    trace: &'a Trace,
    disk: &'a mut DiskLines,
    look: Look,
    out: String,
}

/// Explains how a trace ends. Ends with a newline.
pub fn show_ending(program: &Program, trace: &Trace, disk: &mut DiskLines, look: Look) -> String {
    let mut teller = Teller { program, trace, disk, look, out: String::new() };
    match &trace.ending {
        Ending::Error { thread, kind, span } => teller.error(*thread, *kind, *span),
        Ending::Lost(blocks) => {
            teller.headline("Memory is lost: it was not freed, and no pointer leads to it any more");
            for block in blocks {
                let line = format!("  {}", object_name(block));
                let _ = writeln!(teller.out, "{line}");
                teller.declared(block.declared, "allocated");
            }
        }
        Ending::Undefined { thread, what, span, .. } => teller.undefined(*thread, what, *span),
        Ending::Race { cell, allocated, accesses } => {
            teller.headline(&format!("Data race on `{}`", cell.name));
            match allocated.iter().find(|s| !s.internal) {
                Some(entry) => {
                    teller.declared(entry.span, "allocated");
                    teller.callers(allocated);
                }
                None => teller.declared(cell.declared, "declared"),
            }
            for access in accesses.iter() {
                teller.access(access);
            }
            if let Some(missing) = missing_lock(trace) {
                let line = teller.look.paint(Role::Warning, &missing.text());
                let _ = writeln!(teller.out, "\n  {line}");
            }
        }
        Ending::Deadlock(waiting) => {
            teller.headline("Deadlock: nobody can move any more");
            for thread in waiting {
                teller.waiting(thread);
            }
        }
    }
    teller.out
}

/// What a thread waits for, in words.
pub fn waits_for(waiting: &WaitingThread) -> String {
    let object = waiting.object.as_ref().map_or("?", object_name);
    let who = |no: ThreadNo| short_name(no);
    match (waiting.reason, waiting.waits_for) {
        (BlockReason::Lock(_), Some(holder)) if holder == waiting.thread => {
            format!("waits for lock `{object}`, which it holds itself")
        }
        (BlockReason::Lock(_), Some(holder)) => format!("waits for lock `{object}`, held by {}", who(holder)),
        (BlockReason::Lock(_), None) => format!("waits for lock `{object}`, whose holder has ended"),
        (BlockReason::Condition(_), _) => {
            format!("waits on condition variable `{object}`; nobody is left to signal it")
        }
        (BlockReason::Semaphore(_), _) => format!("waits for semaphore `{object}`, which is 0"),
        (BlockReason::Barrier(_), _) => format!("waits at barrier `{object}` for more threads"),
        (BlockReason::Join(_), Some(other)) => format!("waits for the end of {}", who(other)),
        (BlockReason::Join(_), None) => "waits for the end of a thread".to_string(),
        (BlockReason::Once(_), Some(other)) => {
            format!("waits for {} to finish the initialiser of `{object}`", who(other))
        }
        (BlockReason::Once(_), None) => format!("waits for the initialiser of `{object}`"),
        (BlockReason::AtomicSection(_), Some(other)) => format!("waits for {} to leave its atomic section", who(other)),
        (BlockReason::AtomicSection(_), None) => "waits for an atomic section".to_string(),
    }
}

/// The locks a thread holds, in words.
pub fn locks_held(program: &Program, locks: &[HeldLock], in_atomic: bool) -> String {
    let mut held: Vec<String> = locks
        .iter()
        .map(|lock| {
            let how = if lock.shared { " for reading" } else { "" };
            let place = program.source.place(lock.taken_at).map_or(String::new(), |p| format!(" (taken at {p})"));
            format!("`{}`{how}{place}", object_name(&lock.lock))
        })
        .collect();
    if in_atomic {
        held.push("an atomic section".to_string());
    }
    if held.is_empty() { "holds no lock".to_string() } else { format!("holds {}", held.join(", ")) }
}

impl Teller<'_> {
    fn headline(&mut self, text: &str) {
        let painted = self.look.paint(Role::Error, text);
        let _ = writeln!(self.out, "{painted}");
    }

    fn name(&self, thread: ThreadNo) -> String {
        match self.trace.threads.get(thread.0 as usize) {
            Some(info) => thread_name(self.program, info),
            None => short_name(thread),
        }
    }

    fn excerpt(&mut self, span: Span, role: Role) {
        if let Some(excerpt) = Excerpt::of(&self.program.source, span, self.disk) {
            let gutter = excerpt.line.to_string().len().max(4) + 4;
            self.out.push_str(&show_excerpt(&excerpt, role, None, gutter, self.look));
        }
    }

    fn place(&self, span: Span) -> String {
        self.program.source.place(span).map_or("an unknown place".to_string(), |p| p.to_string())
    }

    fn declared(&mut self, span: Span, verb: &str) {
        if !span.is_none() && !self.program.source.is_internal(span) {
            let place = self.place(span);
            let _ = writeln!(self.out, "  {verb} at {place}");
            self.excerpt(span, Role::Warning);
        }
    }

    /// The call stack below the innermost visible frame, which the caller has shown already.
    fn callers(&mut self, stack: &[StackEntry]) {
        for entry in stack.iter().filter(|s| !s.internal).skip(1) {
            let line = format!("    in {}, called at {}", self.callee_of(stack, entry), self.place(entry.span));
            let _ = writeln!(self.out, "{line}");
        }
    }

    /// The function that the call at `entry` has entered: the visible frame before it.
    fn callee_of(&self, stack: &[StackEntry], entry: &StackEntry) -> String {
        let visible: Vec<_> = stack.iter().filter(|s| !s.internal).collect();
        let at = visible.iter().position(|s| std::ptr::eq(*s, entry)).unwrap_or(0);
        at.checked_sub(1).map_or(String::new(), |i| self.program.functions[visible[i].func].name.clone())
    }

    /// Where a thread comes from.
    fn origin(&mut self, thread: ThreadNo) {
        let Some(creation) = self.trace.threads.get(thread.0 as usize).and_then(|t| t.created.as_ref()) else { return };
        let by = short_name(creation.by);
        let at = creation.stack.iter().find(|s| !s.internal).map_or(Span::NONE, |s| s.span);
        let line = format!("    {} was created by {by} at {}", short_name(thread), self.place(at));
        let _ = writeln!(self.out, "{line}");
        self.callers(&creation.stack);
    }

    fn error(&mut self, thread: ThreadNo, kind: ErrorKind, span: Span) {
        let last = self.trace.steps.iter().rev().find(|s| s.thread == thread).cloned();
        let stack = last.as_ref().map_or(&[][..], |s| &s.stack);
        let shown = stack.iter().find(|s| !s.internal).map_or(span, |s| s.span);
        let what = match kind {
            ErrorKind::ReachError => "Error reached",
            ErrorKind::AssertFail => "Assertion fails",
            ErrorKind::ForbiddenCall => "The function that the property forbids is called",
        };
        let line = format!("{what} in {} at {}", self.name(thread), self.place(shown));
        self.headline(&line);
        self.excerpt(shown, Role::Error);
        self.callers(stack);
        self.origin(thread);
    }

    fn undefined(&mut self, thread: ThreadNo, what: &str, span: Span) {
        let last = self.trace.steps.iter().rev().find(|s| s.thread == thread).cloned();
        let stack = last.as_ref().map_or(&[][..], |s| &s.stack);
        let inner = stack.iter().find(|s| !s.internal).map_or(span, |s| s.span);
        let shown = if self.program.source.is_internal(span) || span.is_none() { inner } else { span };
        let line = format!("Undefined behaviour in {} at {}: {what}", self.name(thread), self.place(shown));
        self.headline(&line);
        self.excerpt(shown, Role::Error);
        self.callers(stack);
        self.origin(thread);
    }

    fn access(&mut self, access: &RaceAccess) {
        let verb = verb(self.program, access);
        let atomic = if access.atomic && matches!(verb, "reads" | "writes") { " atomically" } else { "" };
        let shown = access.stack.iter().find(|s| !s.internal).map_or(access.span, |s| s.span);
        let name = self.look.paint(Role::Strong, &self.name(access.thread));
        let bytes = if access.len == 1 { "1 byte".to_string() } else { format!("{} bytes", access.len) };
        let line = format!("  {name} {verb} `{}`{atomic} ({bytes}) at {}", access.cell.name, self.place(shown));
        let _ = writeln!(self.out, "\n{line}");
        self.excerpt(shown, Role::Error);
        self.callers(&access.stack);
        let locks = locks_held(self.program, &access.locks, access.in_atomic);
        let _ = writeln!(self.out, "    {} {locks}", short_name(access.thread));
        self.origin(access.thread);
    }

    fn waiting(&mut self, waiting: &WaitingThread) {
        let shown = waiting.stack.iter().find(|s| !s.internal).map_or(waiting.span, |s| s.span);
        let name = self.look.paint(Role::Strong, &self.name(waiting.thread));
        let line = format!("  {name} at {} {}", self.place(shown), waits_for(waiting));
        let _ = writeln!(self.out, "\n{line}");
        self.excerpt(shown, Role::Error);
        self.callers(&waiting.stack);
        let locks = locks_held(self.program, &waiting.locks, false);
        let _ = writeln!(self.out, "    {} {locks}", short_name(waiting.thread));
        self.origin(waiting.thread);
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::sample;

    fn check(trace: Trace, expected: Expect) {
        let program = sample::program();
        expected.assert_eq(&show_ending(&program, &trace, &mut DiskLines::default(), Look::PLAIN));
    }

    #[test]
    fn a_failing_assertion() {
        check(
            sample::lost_update(),
            expect![[r#"
            Assertion fails in main at no-such-file.c:13
                  13 |     assert(balance == 120);
                     |     ^^^^^^^
        "#]],
        );
    }

    #[test]
    fn a_race_shows_both_sides() {
        check(
            sample::race(),
            expect![[r#"
            Data race on `balance`
              declared at no-such-file.c:1
                   1 | int balance = 100;
                     |     ^^^^^^^^^^^^^

              T1 deposit reads `balance` (4 bytes) at no-such-file.c:4
                   4 |     int b = balance;
                     |             ^^^^^^^^
                T1 holds no lock
                T1 was created by main at no-such-file.c:11

              T2 deposit writes `balance` (4 bytes) at no-such-file.c:6
                   6 |     balance = b + *(int *)amount;
                     |     ^^^^^^^^^^^^^
                T2 holds `m` (taken at no-such-file.c:5)
                T2 was created by main at no-such-file.c:12
        "#]],
        );
    }

    #[test]
    fn a_deadlock_says_who_waits_for_whom() {
        check(
            sample::deadlock(),
            expect![[r#"
                Deadlock: nobody can move any more

                  T1 deposit at no-such-file.c:5 waits for lock `m`, held by T2
                       5 |     pthread_mutex_lock(&m);
                         |     ^^^^^^^^^^^^^^^^^^^^^^
                    T1 holds no lock
                    T1 was created by main at no-such-file.c:11

                  T2 deposit at no-such-file.c:5 waits for lock `m`, held by T1
                       5 |     pthread_mutex_lock(&m);
                         |     ^^^^^^^^^^^^^^^^^^^^^^
                    T2 holds no lock
                    T2 was created by main at no-such-file.c:12
            "#]],
        );
    }
}
