//! Inline assembly whose instructions do nothing but order memory.
//!
//! `asm("" : "+r"(x))` and its relatives hide a value from the optimiser. What they do to the program is in the
//! constraints alone: an operand in a register is loaded before and stored after, an output that is tied to an input gets
//! its value, and a memory operand is not touched, because no instruction mentions it. Such a statement becomes
//! assignments. Where the constraints leave open what happens (an output that nothing sets, a choice between register and
//! memory for an object that other threads may see), and where instructions are not known, it is not supported, and reaching it is UNKNOWN.

use lang_c::ast::{AsmStatement, GnuAsmOperand, GnuExtendedAsmStatement, StringLiteral};
use lang_c::span::Node;
use raddle_program::Span;

use super::lvalue::Operand;
use super::{Typed, Typer, literal};
use crate::hir::{Expr, ExprKind, Init, InitItem, Lvalue, LvalueKind, Stmt, StmtKind};

/// Where a constraint puts an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Home {
    /// Always in a register (or an immediate).
    Register,
    /// Always in memory.
    Memory,
    /// As the compiler likes.
    Any,
}

/// What a constraint of letters and modifiers says; `None` if it has alternatives or letters we do not know.
fn home(letters: &str) -> Option<Home> {
    let letters: Vec<char> = letters.chars().filter(|c| !matches!(c, '=' | '+' | '&' | '%')).collect();
    let register =
        |c: &char| matches!(c, 'r' | 'q' | 'Q' | 'a' | 'b' | 'c' | 'd' | 'S' | 'D' | 'R' | 'l' | 'x' | 'i' | 'n');
    match letters.as_slice() {
        [] => None,
        ['m' | 'o' | 'V'] => Some(Home::Memory),
        all if all.iter().all(register) => Some(Home::Register),
        all if all.iter().all(|c| register(c) || matches!(c, 'm' | 'g' | 'X')) => Some(Home::Any),
        _ => None,
    }
}

impl Typer<'_> {
    pub(super) fn asm(&mut self, asm: &AsmStatement, span: Span) -> Typed<StmtKind> {
        match asm {
            AsmStatement::GnuBasic(template) => {
                Ok(StmtKind::Asm { template: text(&template.node), has_operands: false })
            }
            AsmStatement::GnuExtended(asm) => {
                let template = text(&asm.template.node);
                if asm.outputs.is_empty() && asm.inputs.is_empty() {
                    return Ok(StmtKind::Asm { template, has_operands: false });
                }
                if !template.replace("%%", "").contains('%')
                    && let Some(mut stmts) = self.operands_only(asm, span)?
                {
                    stmts.push(Stmt { kind: StmtKind::Asm { template, has_operands: false }, span });
                    return Ok(StmtKind::Block(stmts));
                }
                for output in &asm.outputs {
                    if let Operand::Lvalue(lvalue) = self.operand(&output.node.variable_name)? {
                        self.take_address(&lvalue);
                    }
                }
                for input in &asm.inputs {
                    self.operand(&input.node.variable_name)?;
                }
                Ok(StmtKind::Asm { template, has_operands: true })
            }
        }
    }

    /// The effect of the operands alone: all inputs are read, then all outputs are written.
    fn operands_only(&mut self, asm: &GnuExtendedAsmStatement, span: Span) -> Typed<Option<Vec<Stmt>>> {
        let mut stmts = Vec::new();
        let mut writes: Vec<(Lvalue, Expr)> = Vec::new();
        let mut tied = vec![None; asm.outputs.len()];
        for input in &asm.inputs {
            let letters = text(&input.node.constraints.node);
            let output = letters.parse::<usize>().ok().or_else(|| named(&letters, &asm.outputs));
            let operand = self.operand(&input.node.variable_name)?;
            let local = is_local(&operand);
            match (output, home(&letters)) {
                (Some(output), _) if output < tied.len() => {
                    let value = self.rvalue(operand)?;
                    tied[output] = Some(self.held(value, &mut stmts, span));
                }
                (None, Some(Home::Register)) => {
                    let value = self.rvalue(operand)?;
                    self.held(value, &mut stmts, span);
                }
                (None, Some(Home::Memory)) => {}
                (None, Some(Home::Any)) if local || !matches!(operand, Operand::Lvalue(_)) => {
                    let value = self.rvalue(operand)?;
                    self.held(value, &mut stmts, span);
                }
                (_, _) => return Ok(None),
            }
        }
        for (output, tied) in asm.outputs.iter().zip(tied) {
            let letters = text(&output.node.constraints.node);
            let operand = self.operand(&output.node.variable_name)?;
            let local = is_local(&operand);
            let Operand::Lvalue(lvalue) = operand else { return Ok(None) };
            let Some(home) = home(&letters) else { return Ok(None) };
            let reads = letters.contains('+');
            if home == Home::Memory && tied.is_none() {
                continue;
            }
            let value = match tied {
                Some(value) if !reads => value,
                None if reads && (home == Home::Register || local) => {
                    let value = self.rvalue(Operand::Lvalue(lvalue.clone()))?;
                    self.held(value, &mut stmts, span)
                }
                Some(_) | None => return Ok(None),
            };
            let (from, to) = (self.p.types.scalar(value.ty), self.p.types.scalar(lvalue.ty.ty));
            let fits = matches!((from, to), (Some(a), Some(b)) if a.bits() == b.bits())
                && self.float_kind(value.ty) == self.float_kind(lvalue.ty.ty);
            if !fits {
                return Ok(None);
            }
            writes.push((lvalue, value));
        }
        for (lvalue, value) in writes {
            let value = self.convert(value, lvalue.ty.ty);
            let assign = self.assign(Operand::Lvalue(lvalue), value, span)?;
            stmts.push(Stmt { kind: StmtKind::Expr(assign), span });
        }
        Ok(Some(stmts))
    }

    /// The value in a variable of its own, set by a statement.
    fn held(&mut self, value: Expr, stmts: &mut Vec<Stmt>, span: Span) -> Expr {
        let ty = value.ty;
        if !self.is_scalar(ty) {
            return value;
        }
        let local = self.new_local(None, ty.into(), None, span);
        let item = InitItem { offset: 0, bits: None, ty: ty.into(), value };
        let init = Some(Init { zero: false, items: vec![item] });
        stmts.push(Stmt { kind: StmtKind::Declare { local, init }, span });
        let lvalue = Lvalue { kind: LvalueKind::Local(local), ty: ty.into(), span };
        Expr { kind: ExprKind::Load(Box::new(lvalue)), ty, span }
    }
}

fn is_local(operand: &Operand) -> bool {
    matches!(operand, Operand::Lvalue(Lvalue { kind: LvalueKind::Local(_), .. }))
}

/// The output that `"[name]"` names.
fn named(letters: &str, outputs: &[Node<GnuAsmOperand>]) -> Option<usize> {
    let name = letters.strip_prefix('[')?.strip_suffix(']')?;
    outputs.iter().position(|o| o.node.symbolic_name.as_ref().is_some_and(|n| n.node.name == name))
}

/// The text of an assembler template or constraint; a malformed one stays as it is and so is never taken for a known one.
fn text(tokens: &StringLiteral) -> String {
    match literal::string(tokens) {
        Ok((_, bytes)) => String::from_utf8_lossy(bytes.strip_suffix(&[0][..]).unwrap_or(&bytes)).into_owned(),
        Err(_) => tokens.concat(),
    }
}
