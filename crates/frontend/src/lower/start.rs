//! What happens before `main` and after it.
//!
//! Most programs start with `main` itself: its parameters, if it has any, become registers which are set at its entry.
//! A start function of ours is needed only where something runs before (constructors) or after (`atexit`, destructors).
//! A program that calls its own entry function calls an ordinary copy of it. If `main` may end as a thread, by `pthread_exit`, what runs after it runs
//! at the end of the last thread instead: that is a function of its own, which the machine calls.

use raddle_program::library::{REGISTER_EXIT_HANDLER, RUN_EXIT_HANDLERS};
use raddle_program::{EndKind, Expr, FuncId, Op, Scalar, Span, SyncOp};

use super::automaton::Head;
use super::body::Body;
use super::{Linker, Task, Typed, arguments, fold};
use crate::hir::{FuncRef, Function};

/// Whether something runs after `main`: a destructor, or the program mentions `atexit`.
pub(super) fn has_exit_handlers(typed: &Typed) -> bool {
    typed.functions.iter().any(|f| {
        let registers = f.name == REGISTER_EXIT_HANDLER && f.body.is_some();
        registers || f.destructor.is_some() && f.body.is_some()
    })
}

/// The functions with a priority in the order in which the linker puts them: smaller priorities first, then in the order
/// of the definitions and of the files.
fn by_priority(typed: &Typed, priority: impl Fn(&Function) -> Option<u16>) -> Vec<FuncRef> {
    let found = typed.functions.iter().enumerate().filter(|(_, f)| f.body.is_some());
    let mut found: Vec<_> = found
        .filter_map(|(i, f)| Some((priority(f)?, f.span.unit, f.span.start, FuncRef(u32::try_from(i).ok()?))))
        .collect();
    found.sort();
    found.into_iter().map(|(_, _, _, f)| f).collect()
}

fn constructors(typed: &Typed) -> Vec<FuncRef> {
    by_priority(typed, |f| f.constructor)
}

/// Whether the program starts with the entry function itself.
fn is_entry_itself(linker: &Linker<'_>) -> bool {
    !linker.exit_handlers && constructors(linker.typed).is_empty()
}

/// The function the program starts with.
pub(super) fn entry(linker: &mut Linker<'_>, entry: FuncRef) -> FuncId {
    if is_entry_itself(linker) { linker.task(Task::Entry(entry)) } else { linker.task(Task::Start) }
}

/// Nothing can be followed if something at file scope is not modelled.
pub(super) fn refuse(body: &mut Body<'_, '_>) {
    if let Some((what, span)) = body.linker.typed.refused.first() {
        body.unsupported(what.clone(), *span);
    }
}

/// The start function: constructors, `main`, then what `exit` does.
pub(super) fn lower_start(linker: &mut Linker<'_>) -> raddle_program::Function {
    let typed = linker.typed;
    let (main, before) = (linker.entry, constructors(typed));
    let mut body = Body::new(linker, "start", true);
    let span = Span::NONE;
    refuse(&mut body);
    for f in before {
        body.call_by_runtime(f, span);
    }
    let function = &typed.functions[main.0 as usize];
    let params = function.body.as_ref().map_or(&[][..], |b| &b.locals[..b.params]);
    let (mut args, mut argc) = (Vec::new(), None);
    for (i, param) in params.iter().enumerate() {
        let passed = param.promoted.unwrap_or(param.ty).ty;
        let scalar = body.scalar(passed);
        let dst = body.typed_temporary(passed, scalar, param.span);
        arguments::set(&mut body, (dst, scalar), i, Some(argc.clone()), param.span);
        argc = argc.or(Some(Expr::reg(dst, scalar, param.span)).filter(|_| arguments::is_count(i, scalar)));
        args.push(super::call::Argument { value: Expr::reg(dst, scalar, param.span), ty: passed });
    }
    let ty = body.return_type(function.ty);
    let result = body.call_function(main, &args, &[], ty, None, true, span);
    if body.linker.exit_handlers {
        body.run_exit_handlers(span);
    }
    let value = result.unwrap_or_else(|| fold::zero(Scalar::INT, span));
    body.ret = Some(value.ty);
    body.leave(Some(value), span);
    let ret = body.ret;
    let pointer = body.linker.pointer();
    body.automaton.finish(Head { name: "start".to_string(), span, params: 0, ret, internal: true, pointer })
}

/// The function that the last thread runs when it has ended, if it is needed: something has to run, and some thread may end by `pthread_exit`,
/// which may be `main`. All other functions are lowered already.
pub(super) fn after_last_thread(linker: &mut Linker<'_>) -> Option<FuncId> {
    let exits = |op: &Op| matches!(op, Op::Sync { op: SyncOp::ThreadExit, .. });
    let ends = linker.done.iter().flatten().any(|f| f.edges().iter().any(|e| exits(&e.op)));
    (linker.exit_handlers && ends).then(|| linker.task(Task::Finish))
}

/// What `exit(0)` does.
pub(super) fn lower_finish(linker: &mut Linker<'_>) -> raddle_program::Function {
    let span = Span::NONE;
    let mut body = Body::new(linker, "finish", true);
    body.run_exit_handlers(span);
    body.automaton.end(Op::End { kind: EndKind::Exit }, span);
    let pointer = body.linker.pointer();
    body.automaton.finish(Head { name: "finish".to_string(), span, params: 0, ret: None, internal: true, pointer })
}

impl Body<'_, '_> {
    /// Calls the functions registered with `atexit` in reverse order, then the destructors.
    pub fn run_exit_handlers(&mut self, span: Span) {
        if self.linker.defined(RUN_EXIT_HANDLERS).is_some() {
            self.call_model(RUN_EXIT_HANDLERS, Vec::new(), span);
        }
        for f in by_priority(self.linker.typed, |f| f.destructor).into_iter().rev() {
            self.call_by_runtime(f, span);
        }
    }

    /// A constructor or destructor is called by what runs around `main`.
    fn call_by_runtime(&mut self, f: FuncRef, span: Span) {
        let function = &self.linker.typed.functions[f.0 as usize];
        let ty = self.return_type(function.ty);
        if self.linker.is_error_function(f) {
            self.forbidden_call(ty, false, function.span);
        } else {
            self.call_function(f, &[], &[], ty, None, false, span);
        }
    }
}
