//! Statements (C11 6.8).

use std::collections::BTreeMap;

use lang_c::ast::{
    BlockItem, Expression, ForInitializer, ForStatement, Label, LabeledStatement, Statement, SwitchStatement,
};
use lang_c::span::Node;
use raddle_program::Span;

use super::convert::Target;
use super::function::SwitchContext;
use super::{Reported, Typed, Typer};
use crate::hir::{Expr, Stmt, StmtKind};
use crate::normalise::markers::COMPUTED_GOTO;

impl Typer<'_> {
    /// The items of a block; an error ends only the item it is in.
    pub(super) fn block_items(&mut self, items: &[Node<BlockItem>], out: &mut Vec<Stmt>) {
        for item in items {
            let depth = self.unevaluated;
            let _reported: Typed<()> = match &item.node {
                BlockItem::Declaration(declaration) => self.declaration(declaration, out),
                BlockItem::StaticAssert(assertion) => self.static_assert(assertion),
                BlockItem::Statement(statement) => self.statement(statement).map(|stmt| out.push(stmt)),
            };
            self.unevaluated = depth;
        }
    }

    /// An expression as a statement.
    pub(super) fn full_expression(&mut self, e: &Node<Expression>) -> Typed<Expr> {
        self.value(e)
    }

    fn scalar_condition(&mut self, e: &Node<Expression>) -> Typed<Expr> {
        let value = self.value(e)?;
        self.condition(value)
    }

    /// A statement in a scope of its own, as 6.8.4 and 6.8.5 ask for bodies.
    fn scoped(&mut self, node: &Node<Statement>) -> Typed<Box<Stmt>> {
        self.scopes.enter();
        let stmt = self.statement(node);
        self.scopes.leave();
        stmt.map(Box::new)
    }

    /// The body of a loop.
    fn loop_body(&mut self, node: &Node<Statement>) -> Typed<Box<Stmt>> {
        if let Some(function) = &mut self.function {
            function.loops += 1;
            function.breakable += 1;
        }
        let body = self.scoped(node);
        if let Some(function) = &mut self.function {
            function.loops -= 1;
            function.breakable -= 1;
        }
        body
    }

    pub(super) fn statement(&mut self, node: &Node<Statement>) -> Typed<Stmt> {
        let span = self.span(node.span);
        let kind = match &node.node {
            Statement::Labeled(labeled) => self.labeled(&labeled.node, span)?,
            Statement::Compound(items) => {
                let mut stmts = Vec::with_capacity(items.len());
                self.scopes.enter();
                self.block_items(items, &mut stmts);
                self.scopes.leave();
                StmtKind::Block(stmts)
            }
            Statement::Expression(None) => StmtKind::Empty,
            Statement::Expression(Some(e)) => self.expression_statement(e)?,
            Statement::If(node) => {
                let cond = self.scalar_condition(&node.node.condition);
                let then = self.scoped(&node.node.then_statement);
                let otherwise = node.node.else_statement.as_ref().map(|s| self.scoped(s)).transpose();
                StmtKind::If { cond: cond?, then: then?, otherwise: otherwise? }
            }
            Statement::Switch(node) => self.switch(&node.node)?,
            Statement::While(node) => {
                let cond = self.scalar_condition(&node.node.expression);
                let body = self.loop_body(&node.node.statement);
                StmtKind::While { cond: cond?, body: body? }
            }
            Statement::DoWhile(node) => {
                let body = self.loop_body(&node.node.statement);
                let cond = self.scalar_condition(&node.node.expression);
                StmtKind::DoWhile { body: body?, cond: cond? }
            }
            Statement::For(node) => {
                self.scopes.enter();
                let result = self.for_statement(&node.node);
                self.scopes.leave();
                result?
            }
            Statement::Goto(name) => {
                let at = self.span(name.span);
                StmtKind::Goto(self.label(&name.node.name, at, false)?)
            }
            Statement::Continue => {
                if self.function.as_ref().is_none_or(|f| f.loops == 0) {
                    return Err(self.error(span, "continue statement not within a loop"));
                }
                StmtKind::Continue
            }
            Statement::Break => {
                if self.function.as_ref().is_none_or(|f| f.breakable == 0) {
                    return Err(self.error(span, "break statement not within loop or switch"));
                }
                StmtKind::Break
            }
            Statement::Return(value) => self.return_statement(value.as_deref(), span)?,
            Statement::Asm(asm) => self.asm(&asm.node, span)?,
        };
        Ok(Stmt { kind, span })
    }

    fn expression_statement(&mut self, e: &Node<Expression>) -> Typed<StmtKind> {
        if let Expression::Call(call) = &e.node
            && let (Expression::Identifier(name), [target]) = (&call.node.callee.node, &call.node.arguments[..])
            && name.node.name == COMPUTED_GOTO
        {
            let value = self.value(target)?;
            return Ok(StmtKind::ComputedGoto(self.convert(value, self.p.predeclared.void_ptr)));
        }
        Ok(StmtKind::Expr(self.full_expression(e)?))
    }

    fn labeled(&mut self, labeled: &LabeledStatement, span: Span) -> Typed<StmtKind> {
        match &labeled.label.node {
            Label::Identifier(name) => {
                let at = self.span(name.span);
                let label = self.label(&name.node.name, at, true);
                let stmt = self.statement(&labeled.statement)?;
                Ok(StmtKind::Label(label?, Box::new(stmt)))
            }
            Label::Case(e) => {
                let range = self.case_value(e).map(|value| (value, value));
                self.case(range, &labeled.statement, span)
            }
            Label::CaseRange(range) => {
                let low = self.case_value(&range.node.low);
                let high = self.case_value(&range.node.high);
                let range = low.and_then(|low| high.map(|high| (low, high)));
                self.case(range, &labeled.statement, span)
            }
            Label::Default => {
                let duplicate = match self.function.as_mut().and_then(|f| f.switches.last_mut()) {
                    Some(switch) => std::mem::replace(&mut switch.default, true),
                    None => return Err(self.error(span, "'default' label not within a switch statement")),
                };
                if duplicate {
                    return Err(self.error(span, "multiple default labels in one switch"));
                }
                let stmt = self.statement(&labeled.statement)?;
                Ok(StmtKind::Default(Box::new(stmt)))
            }
        }
    }

    /// The value of a case label, converted to the type of the switch.
    fn case_value(&mut self, e: &Node<Expression>) -> Typed<i128> {
        let value = self.value(e)?;
        let Some(ty) = self.function.as_ref().and_then(|f| f.switches.last()).map(|s| s.ty) else {
            return Err(self.error(value.span, "case label not within a switch statement"));
        };
        if !self.is_integer(value.ty) {
            return Err(self.error(value.span, "case label does not reduce to an integer constant"));
        }
        let value = self.convert(value, ty);
        match self.constant_integer(&value) {
            Some(value) => Ok(value),
            None => Err(self.error(value.span, "case label does not reduce to an integer constant")),
        }
    }

    fn case(&mut self, range: Typed<(i128, i128)>, statement: &Node<Statement>, span: Span) -> Typed<StmtKind> {
        let noted = range.and_then(|(low, high)| self.note_case(low, high, span));
        let stmt = self.statement(statement)?;
        let (low, high) = noted?;
        if low > high {
            // An empty range selects nothing; the statement is still there to fall into.
            return Ok(stmt.kind);
        }
        Ok(StmtKind::Case { low, high, stmt: Box::new(stmt) })
    }

    fn note_case(&mut self, low: i128, high: i128, span: Span) -> Typed<(i128, i128)> {
        if low > high {
            self.warn(span, "empty range specified");
            return Ok((low, high));
        }
        let Some(switch) = self.function.as_mut().and_then(|f| f.switches.last_mut()) else { return Err(Reported) };
        let before = switch.cases.range(..=high).next_back();
        if before.is_some_and(|(_, last)| *last >= low) {
            return Err(self.error(span, "duplicate case value"));
        }
        switch.cases.insert(low, high);
        Ok((low, high))
    }

    fn switch(&mut self, node: &SwitchStatement) -> Typed<StmtKind> {
        let mut value = self.value(&node.expression)?;
        if self.is_opaque(value.ty) {
            value = self.convert(value, self.p.predeclared.int);
        }
        if !self.is_integer(value.ty) {
            return Err(self.error(value.span, "switch quantity not an integer"));
        }
        let value = self.promote(value);
        let ty = value.ty;
        if let Some(function) = &mut self.function {
            function.breakable += 1;
            function.switches.push(SwitchContext { ty, cases: BTreeMap::new(), default: false });
        }
        let body = self.scoped(&node.statement);
        if let Some(function) = &mut self.function {
            function.breakable -= 1;
            function.switches.pop();
        }
        Ok(StmtKind::Switch { value, body: body? })
    }

    fn for_statement(&mut self, node: &ForStatement) -> Typed<StmtKind> {
        let mut init = Vec::new();
        match &node.initializer.node {
            ForInitializer::Empty => {}
            ForInitializer::Expression(e) => {
                let kind = self.expression_statement(e)?;
                init.push(Stmt { kind, span: self.span(e.span) });
            }
            ForInitializer::Declaration(declaration) => self.declaration(declaration, &mut init)?,
            ForInitializer::StaticAssert(assertion) => self.static_assert(assertion)?,
        }
        let cond = node.condition.as_ref().map(|e| self.scalar_condition(e)).transpose();
        let step = node.step.as_ref().map(|e| self.full_expression(e)).transpose();
        let body = self.loop_body(&node.statement);
        Ok(StmtKind::For { init, cond: cond?, step: step?, body: body? })
    }

    fn return_statement(&mut self, value: Option<&Node<Expression>>, span: Span) -> Typed<StmtKind> {
        let Some(ret) = self.function.as_ref().map(|f| f.ret) else { return Err(Reported) };
        let returns_void = self.is_void(ret.ty);
        let Some(e) = value else {
            if !returns_void {
                self.warn(span, "'return' with no value, in function returning non-void");
            }
            return Ok(StmtKind::Return(None));
        };
        let value = self.value(e)?;
        if !returns_void {
            let target = raddle_program::QualType::from(ret.ty);
            return Ok(StmtKind::Return(Some(self.assign_convert(value, target, &Target::Return)?)));
        }
        if !self.is_void(value.ty) {
            self.warn(value.span, "'return' with a value, in function returning void");
        }
        let at = value.span;
        let stmts = vec![Stmt { kind: StmtKind::Expr(value), span: at }, Stmt { kind: StmtKind::Return(None), span }];
        Ok(StmtKind::Block(stmts))
    }
}
