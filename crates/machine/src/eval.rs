//! Evaluation of pure expressions.
//!
//! Two evaluators that agree: [`Machine::fast`] computes integers of up to 64 bits and gives up on anything unusual (a
//! lazy operand, an overflow, a division by zero, floats, wide integers); [`Machine::eval`] falls back to the complete
//! one, which tells the oracle about undefined behaviour, asks it to apply operations to lazy values, and halts where
//! nothing can be said. Nearly every evaluation ends in the fast one, which allocates nothing and cannot fail.

use raddle_program::{BinaryOp, Expr, ExprKind, Id, Scalar, UnaryOp};

use crate::arith;
use crate::float;
use crate::halt::{Halt, HaltKind};
use crate::layout::Home;
use crate::machine::Machine;
use crate::oracle::{Event, LazyOp, Oracle};
use crate::overflow::{self, Site};
use crate::state::{Addr, Frame, ThreadIx};
use crate::value::Value;

fn sign_extend(value: u64, bits: u8) -> i64 {
    let shift = 64 - u32::from(bits);
    ((value << shift) as i64) >> shift
}

fn mask(value: u64, bits: u8) -> u64 {
    value & (u64::MAX >> (64 - u32::from(bits)))
}

/// A signed result, if it fits.
fn fits(value: Option<i64>, bits: u8) -> Option<u64> {
    let value = value?;
    (sign_extend(value as u64, bits) == value).then(|| mask(value as u64, bits))
}

impl Machine<'_> {
    /// The value of an expression.
    pub(crate) fn eval<O: Oracle>(
        &self,
        expr: &Expr,
        frame: &Frame,
        thread: ThreadIx,
        oracle: &mut O,
    ) -> Result<Value, Halt> {
        match &expr.kind {
            ExprKind::Const(bits) => Ok(Value::Bits(*bits)),
            ExprKind::Reg(local) => Ok(frame.regs[local.index()]),
            ExprKind::GlobalAddr(..)
            | ExprKind::LocalAddr(..)
            | ExprKind::FuncAddr(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::Ite(..) => match self.fast(expr, frame, thread) {
                Some(bits) => Ok(Value::Bits(u128::from(bits))),
                None => self.eval_fully(expr, frame, thread, oracle),
            },
        }
    }

    /// The bit pattern of an expression; asks the oracle for all of a lazy value.
    pub(crate) fn eval_exact<O: Oracle>(
        &self,
        expr: &Expr,
        frame: &Frame,
        thread: ThreadIx,
        oracle: &mut O,
    ) -> Result<u128, Halt> {
        match self.eval(expr, frame, thread, oracle)? {
            Value::Bits(bits) => Ok(bits),
            Value::Lazy(id) => oracle.exact(id, expr.ty, expr.span),
        }
    }

    /// The truth of a condition.
    pub(crate) fn eval_truth<O: Oracle>(
        &self,
        expr: &Expr,
        frame: &Frame,
        thread: ThreadIx,
        oracle: &mut O,
    ) -> Result<bool, Halt> {
        match self.eval(expr, frame, thread, oracle)? {
            Value::Bits(bits) => Ok(arith::is_true(expr.ty, bits)),
            Value::Lazy(id) => oracle.truth(id, expr.ty, expr.span),
        }
    }

    /// The address of a global in a thread.
    pub(crate) fn global_address(&self, global: raddle_program::GlobalId, thread: ThreadIx) -> Addr {
        let object = &self.layout.globals[global];
        match object.home {
            Home::Block { .. } | Home::Constant(_) => object.addr,
            Home::ThreadLocal => self.layout.regions.stack(thread).0 + object.addr,
        }
    }

    /// The value of an integer expression of at most 64 bits, if nothing unusual happens.
    pub(crate) fn fast(&self, expr: &Expr, frame: &Frame, thread: ThreadIx) -> Option<u64> {
        let address = |addr: u64, offset: i64| match expr.ty {
            Scalar::Int { bits, .. } if bits <= 64 => Some(mask(addr.wrapping_add_signed(offset), bits)),
            Scalar::Int { .. } | Scalar::Float(_) => None,
        };
        match &expr.kind {
            ExprKind::Const(bits) => u64::try_from(*bits).ok(),
            ExprKind::Reg(local) => match frame.regs[local.index()] {
                Value::Bits(bits) => u64::try_from(bits).ok(),
                Value::Lazy(_) => None,
            },
            ExprKind::GlobalAddr(global, offset) => address(self.global_address(*global, thread), *offset),
            ExprKind::LocalAddr(local, offset) => {
                address(frame.base + self.layout.frames[frame.func].offsets[local.index()], *offset)
            }
            ExprKind::FuncAddr(function) => Some(self.layout.function_address(*function)),
            ExprKind::Unary(op, a) => {
                let Scalar::Int { bits: bits @ ..=64, signed } = a.ty else { return None };
                let a = self.fast(a, frame, thread)?;
                match op {
                    UnaryOp::Neg if signed => fits(sign_extend(a, bits).checked_neg(), bits),
                    UnaryOp::Neg => Some(mask(a.wrapping_neg(), bits)),
                    UnaryOp::BitNot => Some(mask(!a, bits)),
                }
            }
            ExprKind::Binary(op, a, b) => {
                let Scalar::Int { bits: bits @ ..=64, signed } = a.ty else { return None };
                let Scalar::Int { bits: right_bits @ ..=64, signed: right_signed } = b.ty else { return None };
                let watched = signed && self.looks_at_overflow();
                let a = self.fast(a, frame, thread)?;
                let b = self.fast(b, frame, thread)?;
                let (sa, sb) = (sign_extend(a, bits), sign_extend(b, right_bits));
                match op {
                    BinaryOp::Add if signed => fits(sa.checked_add(sb), bits),
                    BinaryOp::Sub if signed => fits(sa.checked_sub(sb), bits),
                    BinaryOp::Mul if signed => fits(sa.checked_mul(sb), bits),
                    BinaryOp::Div if signed => fits(sa.checked_div(sb), bits),
                    BinaryOp::Rem if signed => match sb {
                        0 | -1 => None,
                        sb => Some(mask((sa % sb) as u64, bits)),
                    },
                    BinaryOp::Add => Some(mask(a.wrapping_add(b), bits)),
                    BinaryOp::Sub => Some(mask(a.wrapping_sub(b), bits)),
                    BinaryOp::Mul => Some(mask(a.wrapping_mul(b), bits)),
                    BinaryOp::Div => a.checked_div(b),
                    BinaryOp::Rem => a.checked_rem(b),
                    BinaryOp::Shl | BinaryOp::Shr => {
                        let amount = if right_signed { u64::try_from(sb).ok()? } else { b };
                        if amount >= u64::from(bits) || watched && *op == BinaryOp::Shl {
                            None
                        } else if *op == BinaryOp::Shl {
                            Some(mask(a << amount, bits))
                        } else if signed {
                            Some(mask((sa >> amount) as u64, bits))
                        } else {
                            Some(a >> amount)
                        }
                    }
                    BinaryOp::And => Some(a & b),
                    BinaryOp::Or => Some(a | b),
                    BinaryOp::Xor => Some(a ^ b),
                    BinaryOp::Eq => Some(u64::from(a == b)),
                    BinaryOp::Ne => Some(u64::from(a != b)),
                    BinaryOp::Lt => Some(u64::from(if signed { sa < sb } else { a < b })),
                    BinaryOp::Le => Some(u64::from(if signed { sa <= sb } else { a <= b })),
                    BinaryOp::Gt => Some(u64::from(if signed { sa > sb } else { a > b })),
                    BinaryOp::Ge => Some(u64::from(if signed { sa >= sb } else { a >= b })),
                }
            }
            ExprKind::Cast(a) => match (a.ty, expr.ty) {
                (Scalar::Int { bits: from @ ..=64, signed }, Scalar::Int { bits: to @ ..=64, .. }) => {
                    let a = self.fast(a, frame, thread)?;
                    Some(mask(if signed { sign_extend(a, from) as u64 } else { a }, to))
                }
                (Scalar::Int { .. } | Scalar::Float(_), Scalar::Int { .. } | Scalar::Float(_)) => None,
            },
            ExprKind::Ite(c, a, b) => match c.ty {
                Scalar::Int { .. } => {
                    let chosen = if self.fast(c, frame, thread)? != 0 { a } else { b };
                    self.fast(chosen, frame, thread)
                }
                Scalar::Float(_) => None,
            },
        }
    }

    /// Where an operation is made.
    fn site(&self, expr: &Expr, frame: &Frame) -> Site {
        Site { span: expr.span, internal: self.program.functions[frame.func].internal }
    }

    /// The complete evaluator.
    fn eval_fully<O: Oracle>(
        &self,
        expr: &Expr,
        frame: &Frame,
        thread: ThreadIx,
        oracle: &mut O,
    ) -> Result<Value, Halt> {
        match &expr.kind {
            ExprKind::Const(bits) => Ok(Value::Bits(*bits)),
            ExprKind::Reg(local) => Ok(frame.regs[local.index()]),
            ExprKind::GlobalAddr(global, offset) => {
                let addr = self.global_address(*global, thread).wrapping_add_signed(*offset);
                Ok(Value::Bits(expr.ty.truncate(u128::from(addr))))
            }
            ExprKind::LocalAddr(local, offset) => {
                let base = frame.base + self.layout.frames[frame.func].offsets[local.index()];
                Ok(Value::Bits(expr.ty.truncate(u128::from(base.wrapping_add_signed(*offset)))))
            }
            ExprKind::FuncAddr(function) => Ok(Value::Bits(u128::from(self.layout.function_address(*function)))),
            ExprKind::Unary(op, a) => match self.eval(a, frame, thread, oracle)? {
                value if *op == UnaryOp::Neg && self.looks_at_overflow() => {
                    overflow::check_negation(a.ty, value, self.site(expr, frame), oracle)?;
                    match value {
                        Value::Bits(bits) => Ok(Value::Bits(arith::unary(*op, a.ty, bits))),
                        lazy => oracle.apply(LazyOp::Unary(*op, a.ty), &[lazy], expr.span),
                    }
                }
                Value::Bits(bits) => {
                    if *op == UnaryOp::Neg && is_least(a.ty, bits) {
                        oracle.observe(thread, Event::Undefined { what: "signed integer overflow", expr });
                    }
                    Ok(Value::Bits(arith::unary(*op, a.ty, bits)))
                }
                lazy => oracle.apply(LazyOp::Unary(*op, a.ty), &[lazy], expr.span),
            },
            ExprKind::Binary(op, a, b) => {
                let left = self.eval(a, frame, thread, oracle)?;
                let right = self.eval(b, frame, thread, oracle)?;
                if let (BinaryOp::Div | BinaryOp::Rem, Scalar::Int { .. }) = (op, a.ty) {
                    check_division(a.ty, left, right, self.site(expr, frame), oracle)?;
                }
                if self.looks_at_overflow() {
                    overflow::check_binary(*op, (a.ty, b.ty), (left, right), self.site(expr, frame), oracle)?;
                }
                match (left, right) {
                    (Value::Bits(x), Value::Bits(y)) => {
                        if let Some(what) = arith::overflow(*op, a.ty, b.ty, x, y) {
                            oracle.observe(thread, Event::Undefined { what, expr });
                        }
                        arith::binary(*op, a.ty, b.ty, x, y).map(Value::Bits).ok_or_else(|| Halt {
                            kind: HaltKind::Unsupported,
                            what: format!("operator `{op}` on values of type {}", a.ty),
                            span: expr.span,
                        })
                    }
                    (left, right) => oracle.apply(LazyOp::Binary(*op, a.ty, b.ty), &[left, right], expr.span),
                }
            }
            ExprKind::Cast(a) => match self.eval(a, frame, thread, oracle)? {
                Value::Bits(bits) => {
                    let (value, in_range) = arith::cast(a.ty, expr.ty, bits);
                    if in_range {
                        return Ok(Value::Bits(value));
                    }
                    let what = "conversion of a floating value that does not fit the integer type";
                    oracle.observe(thread, Event::Undefined { what, expr });
                    // No instruction converts a constant: the compiler has done it, and compilers saturate.
                    if let (Some(_), Scalar::Float(kind), Scalar::Int { bits: width, signed }) =
                        (a.as_const(), a.ty, expr.ty)
                    {
                        return Ok(Value::Bits(float::saturate(kind, bits, u32::from(width), signed)));
                    }
                    Ok(Value::Bits(value))
                }
                lazy if same_bits(a.ty, expr.ty) => Ok(lazy),
                lazy => oracle.apply(LazyOp::Cast(a.ty, expr.ty), &[lazy], expr.span),
            },
            ExprKind::Ite(c, a, b) => {
                let condition = self.eval(c, frame, thread, oracle)?;
                let truth = match condition {
                    Value::Bits(bits) => arith::is_true(c.ty, bits),
                    // Both branches may be computed only if neither can be undefined.
                    Value::Lazy(_) if is_total(a) && is_total(b) => {
                        let args =
                            [condition, self.eval(a, frame, thread, oracle)?, self.eval(b, frame, thread, oracle)?];
                        return oracle.apply(LazyOp::Ite(c.ty, expr.ty), &args, expr.span);
                    }
                    Value::Lazy(id) => oracle.truth(id, c.ty, c.span)?,
                };
                self.eval(if truth { a } else { b }, frame, thread, oracle)
            }
        }
    }
}

/// Whether a conversion leaves the bit pattern as it is.
fn same_bits(from: Scalar, to: Scalar) -> bool {
    match (from, to) {
        (Scalar::Int { bits: from, .. }, Scalar::Int { bits: to, .. }) => from == to,
        (Scalar::Float(from), Scalar::Float(to)) => from == to,
        (Scalar::Int { .. }, Scalar::Float(_)) | (Scalar::Float(_), Scalar::Int { .. }) => false,
    }
}

/// Whether a bit pattern is the least value of a signed type, which has no negation.
fn is_least(ty: Scalar, bits: u128) -> bool {
    match ty {
        Scalar::Int { bits: width, signed: true } => bits == 1 << (width - 1),
        Scalar::Int { signed: false, .. } | Scalar::Float(_) => false,
    }
}

/// Whether evaluation can never be undefined.
fn is_total(expr: &Expr) -> bool {
    let mut total = true;
    expr.walk(&mut |e| {
        let signed = matches!(e.ty, Scalar::Int { signed: true, .. });
        total &= match &e.kind {
            ExprKind::Const(_)
            | ExprKind::Reg(_)
            | ExprKind::GlobalAddr(..)
            | ExprKind::LocalAddr(..)
            | ExprKind::FuncAddr(_)
            | ExprKind::Ite(..) => true,
            ExprKind::Unary(UnaryOp::Neg, _) => !signed,
            ExprKind::Unary(UnaryOp::BitNot, _) => true,
            ExprKind::Binary(op, ..) => match op {
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => !signed,
                BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr => false,
                BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::Eq
                | BinaryOp::Ne
                | BinaryOp::Lt
                | BinaryOp::Le
                | BinaryOp::Gt
                | BinaryOp::Ge => true,
            },
            ExprKind::Cast(a) => !matches!((a.ty, e.ty), (Scalar::Float(_), Scalar::Int { .. })),
        }
    });
    total
}

/// Excludes division by zero and the one quotient that does not fit.
pub(crate) fn check_division<O: Oracle>(
    ty: Scalar,
    left: Value,
    right: Value,
    site: Site,
    oracle: &mut O,
) -> Result<(), Halt> {
    let span = site.span;
    let divides = match right {
        Value::Bits(bits) => bits != 0,
        Value::Lazy(id) => oracle.truth(id, ty, span)?,
    };
    if !divides {
        return Err(Halt::undefined("division by zero", span));
    }
    let Scalar::Int { bits: width, signed: true } = ty else { return Ok(()) };
    let least = Value::Bits(1 << (width - 1));
    let minus_one = Value::Bits(ty.truncate(u128::MAX));
    let differs = |value: Value, from: Value| matches!(value, Value::Bits(_)) && value != from;
    if differs(left, least) || differs(right, minus_one) {
        return Ok(());
    }
    let mut equals = |a: Value, b: Value| -> Result<bool, Halt> {
        match (a, b) {
            (Value::Bits(a), Value::Bits(b)) => Ok(a == b),
            (a, b) => match oracle.apply(LazyOp::Binary(BinaryOp::Eq, ty, ty), &[a, b], span)? {
                Value::Bits(bits) => Ok(bits != 0),
                Value::Lazy(id) => oracle.truth(id, Scalar::INT, span),
            },
        }
    };
    if equals(left, least)? && equals(right, minus_one)? {
        return Err(site.overflow("signed integer overflow in a division"));
    }
    Ok(())
}
