//! Statements: control flow, scopes and the life of variable-length arrays.

use std::collections::BTreeSet;

use raddle_program::{Expr, LocalId, Op, Span};

use super::body::{Body, Exit};
use super::scopes::Ending;
use super::{fold, library};
use crate::hir::{self, LabelRef, LocalRef, Stmt, StmtKind};

impl<'h> Body<'_, 'h> {
    /// A list of statements in the current scope.
    pub fn statements(&mut self, stmts: &'h [Stmt]) {
        for stmt in stmts {
            self.statement(stmt);
        }
    }

    /// A list of statements in a scope of its own.
    pub fn block(&mut self, stmts: &'h [Stmt], span: Span) {
        let before = self.endings.len();
        self.depth += 1;
        self.statements(stmts);
        self.depth -= 1;
        self.close_scope(before, span);
    }

    fn statement(&mut self, stmt: &'h Stmt) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Expr(e) => self.effect(e),
            StmtKind::Block(stmts) => self.block(stmts, span),
            StmtKind::Declare { local, init } => self.declare(*local, init.as_ref(), span),
            StmtKind::Cleanup { call } => self.endings.push(Ending::Call(call)),
            StmtKind::VlaLength { vla, length } => {
                let value = self.expression(length);
                let dst = self.temporary(value.ty, span);
                self.emit(Op::Assign { dst, value }, span);
                self.lengths.insert(*vla, dst);
            }
            StmtKind::If { cond, then, otherwise } => self.if_statement(cond, then, otherwise.as_deref()),
            StmtKind::While { cond, body } => {
                let head = self.automaton.fresh();
                let (inside, after) = (self.automaton.fresh(), self.automaton.fresh());
                self.automaton.enter(head);
                self.condition(cond, inside, after);
                self.automaton.resume(inside);
                self.loop_body(body, after, head);
                self.automaton.jump(head);
                self.automaton.resume(after);
            }
            StmtKind::DoWhile { body, cond } => {
                let head = self.automaton.fresh();
                let (test, after) = (self.automaton.fresh(), self.automaton.fresh());
                self.automaton.enter(head);
                self.loop_body(body, after, test);
                self.automaton.enter(test);
                self.condition(cond, head, after);
                self.automaton.resume(after);
            }
            StmtKind::For { init, cond, step, body } => {
                let before = self.endings.len();
                self.depth += 1;
                self.statements(init);
                self.for_loop(cond.as_ref(), step.as_ref(), body);
                self.depth -= 1;
                self.close_scope(before, span);
            }
            StmtKind::Switch { value, body } => self.switch(value, body, span),
            StmtKind::Case { low, high, stmt } => {
                self.case(*low, *high);
                self.revive(span);
                self.statement(stmt);
            }
            StmtKind::Default(stmt) => {
                self.default_case();
                self.revive(span);
                self.statement(stmt);
            }
            StmtKind::Label(label, stmt) => {
                let loc = self.labels[label.0 as usize];
                self.automaton.enter(loc);
                if !self.endings.is_empty() {
                    self.endings_at.insert(*label, self.endings.clone());
                    self.revive(span);
                }
                self.statement(stmt);
            }
            StmtKind::Goto(label) => self.depart(*label, span),
            StmtKind::ComputedGoto(target) => self.computed_goto(target, span),
            StmtKind::Break => self.leave_to(self.breaks.last().copied(), span),
            StmtKind::Continue => self.leave_to(self.continues.last().copied(), span),
            StmtKind::Return(value) => self.return_statement(value.as_ref(), span),
            StmtKind::Asm { template, has_operands } => match library::is_barrier(template) && !has_operands {
                true => self.emit(Op::Fence, span),
                false => self.unsupported("inline assembly", span),
            },
            StmtKind::Empty => {}
        }
    }

    fn if_statement(&mut self, cond: &'h hir::Expr, then: &'h Stmt, otherwise: Option<&'h Stmt>) {
        let (yes, after) = (self.automaton.fresh(), self.automaton.fresh());
        let no = if otherwise.is_some() { self.automaton.fresh() } else { after };
        self.condition(cond, yes, no);
        self.automaton.resume(yes);
        self.statement(then);
        match otherwise {
            Some(otherwise) => {
                self.automaton.jump(after);
                self.automaton.resume(no);
                self.statement(otherwise);
                self.automaton.enter(after);
            }
            None => self.automaton.enter(after),
        }
    }

    fn for_loop(&mut self, cond: Option<&'h hir::Expr>, step: Option<&'h hir::Expr>, body: &'h Stmt) {
        let head = self.automaton.fresh();
        let (inside, after, next) = (self.automaton.fresh(), self.automaton.fresh(), self.automaton.fresh());
        self.automaton.enter(head);
        match cond {
            Some(cond) => self.condition(cond, inside, after),
            None => self.automaton.jump(inside),
        }
        self.automaton.resume(inside);
        self.loop_body(body, after, next);
        self.automaton.enter(next);
        if let Some(step) = step {
            self.effect(step);
        }
        self.automaton.jump(head);
        self.automaton.resume(after);
    }

    fn loop_body(&mut self, body: &'h Stmt, exit: raddle_program::Loc, next: raddle_program::Loc) {
        let endings = self.endings.len();
        self.breaks.push(Exit { target: exit, endings });
        self.continues.push(Exit { target: next, endings });
        self.statement(body);
        self.breaks.pop();
        self.continues.pop();
    }

    fn leave_to(&mut self, exit: Option<Exit>, span: Span) {
        match exit {
            Some(exit) => {
                self.end_scopes(exit.endings, span);
                self.automaton.jump(exit.target);
            }
            None => self.unsupported("a jump that leaves no loop and no switch", span),
        }
    }

    fn return_statement(&mut self, value: Option<&'h hir::Expr>, span: Span) {
        let value = match (value, self.result) {
            (Some(e), Some(result)) if self.linker.is_record(e.ty) => {
                let addr = Expr::reg(result, self.linker.pointer(), span);
                self.record_into(addr, e);
                None
            }
            (Some(e), _) => match (self.ret, self.linker.types.scalar(e.ty)) {
                (Some(ret), Some(_)) => {
                    let value = self.expression(e);
                    Some(fold::cast(value, ret, span))
                }
                (Some(_) | None, _) => {
                    self.effect(e);
                    self.missing_result(span)
                }
            },
            (None, _) => self.missing_result(span),
        };
        self.leave_scopes(span);
        self.leave(value, span);
    }

    /// `return;` in a function that should return a value: indeterminate.
    fn missing_result(&mut self, span: Span) -> Option<Expr> {
        self.ret.map(|scalar| {
            let dst = self.temporary(scalar, span);
            let kind = raddle_program::NondetKind::Uninitialised;
            self.emit(Op::Nondet { dst, kind, ranges: None }, span);
            Expr::reg(dst, scalar, span)
        })
    }

    /// All `goto *` of a function share one dispatcher, which is built when all labels are known.
    fn computed_goto(&mut self, target: &'h hir::Expr, span: Span) {
        if !self.endings.is_empty() {
            return self.unsupported("a computed goto in the scope of a variable-length array or of a cleanup", span);
        }
        let value = self.expression(target);
        let pointer = self.linker.pointer();
        let (register, dispatcher) = match self.computed_goto {
            Some(known) => known,
            None => {
                let new = (self.temporary(pointer, span), self.automaton.fresh());
                self.computed_goto = Some(new);
                new
            }
        };
        self.emit(Op::Assign { dst: register, value: fold::cast(value, pointer, span) }, span);
        self.automaton.jump(dispatcher);
    }

    /// Emits the dispatcher of `goto *`: a chain over the labels.
    pub fn finish_computed_goto(&mut self) {
        let Some((register, dispatcher)) = self.computed_goto else { return };
        let span = Span::NONE;
        self.automaton.resume(dispatcher);
        // All labels, since the address of any may stand in static data.
        for label in (0..self.labels.len() as u32).map(LabelRef) {
            let value = Expr::reg(register, self.linker.pointer(), span);
            let address = self.word(label.address(), span);
            let next = self.automaton.fresh();
            let cond = fold::binary(raddle_program::BinaryOp::Eq, value, address, span);
            let mut target = self.labels[label.0 as usize];
            let outside = !self.endings_at.contains_key(&label);
            if !outside {
                target = self.automaton.fresh();
            }
            self.automaton.branch(cond, span, target, next);
            if !outside {
                self.automaton.resume(target);
                let what = "a computed goto into the scope of a variable-length array or of a cleanup";
                self.unsupported(what, span);
            }
            self.automaton.resume(next);
        }
        self.unsupported("a computed goto to an address that is not one of the labels of the function", span);
    }

    /// A register that holds an address.
    pub fn pointer_register(&self, id: LocalId, span: Span) -> Expr {
        Expr::reg(id, self.linker.pointer(), span)
    }
}

/// The statements directly below a statement: lists, and single ones.
fn children(stmt: &Stmt) -> (Vec<&[Stmt]>, Vec<&Stmt>) {
    match &stmt.kind {
        StmtKind::Block(stmts) => (vec![stmts], vec![]),
        StmtKind::If { then, otherwise, .. } => {
            (vec![], std::iter::once(&**then).chain(otherwise.as_deref()).collect())
        }
        StmtKind::While { body, .. } | StmtKind::DoWhile { body, .. } | StmtKind::Switch { body, .. } => {
            (vec![], vec![body])
        }
        StmtKind::For { init, body, .. } => (vec![init], vec![body]),
        StmtKind::Case { stmt, .. } | StmtKind::Default(stmt) | StmtKind::Label(_, stmt) => (vec![], vec![stmt]),
        StmtKind::Expr(_)
        | StmtKind::Declare { .. }
        | StmtKind::Cleanup { .. }
        | StmtKind::VlaLength { .. }
        | StmtKind::Goto(_)
        | StmtKind::ComputedGoto(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(_)
        | StmtKind::Asm { .. }
        | StmtKind::Empty => (vec![], vec![]),
    }
}

/// The variables whose declaration control may jump over: one stands before a case of the same switch, or before a
/// label that some `goto` names. Their registers are made indeterminate at the function's entry.
pub(super) fn bypassable(stmts: &[Stmt]) -> Vec<LocalRef> {
    let mut targets = Targets::default();
    for stmt in stmts {
        targets.collect(stmt);
    }
    let mut found = Vec::new();
    targets.search(stmts, &mut found);
    found.sort();
    found.dedup();
    found
}

/// The labels that a jump may go to.
#[derive(Default)]
struct Targets {
    labels: BTreeSet<LabelRef>,
    /// There is a `goto *`, which may go to any label.
    all: bool,
}

/// What a statement contains that control may enter it by.
#[derive(Clone, Copy, Default)]
struct Entrances {
    label: bool,
    case: bool,
}

impl Targets {
    fn collect(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Goto(label) => {
                self.labels.insert(*label);
            }
            StmtKind::ComputedGoto(_) => self.all = true,
            StmtKind::Expr(_)
            | StmtKind::Block(_)
            | StmtKind::Declare { .. }
            | StmtKind::Cleanup { .. }
            | StmtKind::VlaLength { .. }
            | StmtKind::If { .. }
            | StmtKind::While { .. }
            | StmtKind::DoWhile { .. }
            | StmtKind::For { .. }
            | StmtKind::Switch { .. }
            | StmtKind::Case { .. }
            | StmtKind::Default(_)
            | StmtKind::Label(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_)
            | StmtKind::Asm { .. }
            | StmtKind::Empty => {}
        }
        let (lists, single) = children(stmt);
        for child in lists.into_iter().flatten().chain(single) {
            self.collect(child);
        }
    }

    /// How control may enter the list from outside; collects the declarations in front of an entrance.
    fn search(&self, stmts: &[Stmt], found: &mut Vec<LocalRef>) -> Entrances {
        let mut all = Entrances::default();
        let mut declared = Vec::new();
        for stmt in stmts {
            let (lists, single) = children(stmt);
            let mut here = Entrances::default();
            for list in lists.into_iter().chain(single.into_iter().map(std::slice::from_ref)) {
                let inner = self.search(list, found);
                here = Entrances { label: here.label || inner.label, case: here.case || inner.case };
            }
            match &stmt.kind {
                StmtKind::Case { .. } | StmtKind::Default(_) => here.case = true,
                StmtKind::Label(label, _) => here.label |= self.all || self.labels.contains(label),
                // The cases of a switch can be reached only through it.
                StmtKind::Switch { .. } => here.case = false,
                StmtKind::Declare { local, .. } => declared.push(*local),
                StmtKind::Expr(_)
                | StmtKind::Block(_)
                | StmtKind::Cleanup { .. }
                | StmtKind::VlaLength { .. }
                | StmtKind::If { .. }
                | StmtKind::While { .. }
                | StmtKind::DoWhile { .. }
                | StmtKind::For { .. }
                | StmtKind::Goto(_)
                | StmtKind::ComputedGoto(_)
                | StmtKind::Break
                | StmtKind::Continue
                | StmtKind::Return(_)
                | StmtKind::Asm { .. }
                | StmtKind::Empty => {}
            }
            if here.label || here.case {
                found.append(&mut declared);
            }
            all = Entrances { label: all.label || here.label, case: all.case || here.case };
        }
        all
    }
}
