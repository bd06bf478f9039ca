//! Noticing when the program looks at where its objects lie.
//!
//! **Idea.** Every object has one address here, one layout of the many that compilers, allocators and loaders make. As
//! long as no operation can tell, all layouts behave alike and exploring one is exploring all. So the machine checks
//! the operands of every operation that *could* tell ([`AddressUses`] says which edges have one) and halts where
//! another layout would have given another result, or one that means something else: an order between two objects,
//! equality with a number, a hash, a mask wider than the alignment.
//!
//! **What is an address?** Values carry no provenance. A value is taken for the address of an object if it lies in the
//! object (or right behind it, or up to [`SLACK`] bytes beside it) *and* the points-to analysis says that the operand
//! may point to that object: a plain number that happens to equal an address is left alone, in the narrow address
//! space of ILP32 too.
//!
//! **Objects that are gone.** Whether a later object gets the address of one that was freed depends on the allocator, so
//! comparing a dangling pointer is layout dependent as well. Here both ways are followed: the address is not in use
//! again, which is what this layout says and a possible execution; or it may be, and then nothing can be said. So an
//! error behind such a comparison is found, but nothing is proved.
//!
//! **Ids of threads** are numbers that nobody may look at, too. Which one a thread gets differs from run to run, so an id is followed like the address of an
//! object of its own, but all that programs may count on is that ids of threads that exist are different, and that none is
//! zero or -1. The id of a thread that was joined, or was detached and has ended, may become that of another thread: comparing it is
//! like comparing a dangling pointer.
//!
//! **Soundness.** By induction over the steps: a value derived from an address is the address of the same object, or
//! the operation that derived it was checked and either depends on no layout or has halted. Arithmetic that leaves the
//! object halts, because the result would be taken for a plain number later. What is not covered is said in
//! `docs/soundness.md` (A6): dangling pointers whose address is in use again, and conditions on lazy values.
//!
//! **Cost**: nothing but a bit test on edges that are not marked; a few lookups by address on those that are.
//!
//! **Rejected**: values with provenance (see `docs/decisions/0001-pointers-are-integers.md`); exploring several layouts,
//! which proves nothing about the others.

mod ids;
mod locate;

use std::cell::Cell;

use raddle_deadline::Deadline;
use raddle_program::analysis::{AddressUses, PointsTo, is_harmless, prints_only};
use raddle_program::{AccessKind, BinaryOp, Edge, Expr, ExprKind, FuncId, MemoryAccess, Op, RmwOp, Scalar, Span};

use crate::arith;
use crate::describe::ObjectRef;
use crate::halt::{Halt, HaltKind};
use crate::machine::Machine;
use crate::oracle::{Choice, Oracle};
use crate::state::{Addr, Frame, State, ThreadIx};
use crate::step::top;

/// Bytes beside an object that count as its own: loops that step backwards compute the address of the element before
/// the first, whatever C says. Red zones are wider than this on both sides together.
const SLACK: u64 = 8;

/// Bits that addresses of user programs have on x86-64.
const USER_BITS: u32 = 47;

/// Something with an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thing {
    Object(ObjectRef),
    Function(FuncId),
}

/// A value that is an address.
#[derive(Clone, Copy, Debug)]
struct Located {
    thing: Thing,
    base: Addr,
    size: u64,
    /// From the base, in bytes; negative in the slack before it.
    offset: i64,
}

impl Located {
    fn is_inside(&self) -> bool {
        self.offset >= 0 && (self.offset as u64) < self.size.max(1)
    }

    fn reaches(&self, addr: Addr) -> bool {
        (self.base.saturating_sub(SLACK)..=self.base.saturating_add(self.size + SLACK)).contains(&addr)
    }
}

/// Where an operand comes from.
#[derive(Clone, Copy)]
enum Source<'e> {
    /// It is the value of an expression.
    Value(&'e Expr),
    /// It is what lies in memory at the address an expression has.
    Content(&'e Expr),
}

/// An operand with a known value.
#[derive(Clone, Copy)]
struct Operand<'e> {
    source: Source<'e>,
    ty: Scalar,
    bits: u128,
}

/// What is known before the program runs.
#[derive(Clone, Debug)]
pub(crate) struct Addresses {
    pub(crate) points_to: PointsTo,
    uses: AddressUses,
}

impl Addresses {
    pub(crate) fn new(program: &raddle_program::Program, deadline: &Deadline) -> Addresses {
        let points_to = PointsTo::within(program, deadline);
        let uses = AddressUses::new(program, &points_to);
        Addresses { points_to, uses }
    }

    /// Whether the program may compare ids of threads with each other.
    pub(crate) fn compares_ids(&self) -> bool {
        self.uses.compare_ids()
    }

    /// Whether an edge has to be checked before it is executed.
    #[inline]
    pub(crate) fn are_used(&self, function: FuncId, edge: raddle_program::EdgeId) -> bool {
        self.uses.contains(function, edge)
    }
}

impl Machine<'_> {
    /// Halts if the next edge of a thread would do something that depends on where objects lie.
    #[cold]
    pub(crate) fn check_addresses<O: Oracle>(
        &self,
        state: &State,
        thread: ThreadIx,
        edge: &Edge,
        oracle: &mut O,
    ) -> Result<(), Halt> {
        let check = Check::new(self, state, thread, edge.span);
        check.op(&edge.op)?;
        if let Some(what) = check.reuse.get()
            && oracle.choose(2, Choice::AddressReuse, edge.span)? == 1
        {
            return Err(Halt::new(HaltKind::Layout, what, edge.span));
        }
        Ok(())
    }

    /// Whether the value of an expression is an address of an object or the id of a thread, or made from one, for the text of which somebody
    /// looks.
    pub(crate) fn is_address(&self, state: &State, thread: ThreadIx, expr: &Expr, bits: u128) -> bool {
        let check = Check::new(self, state, thread, expr.span);
        let operand = Operand { source: Source::Value(expr), ty: expr.ty, bits };
        let is_one = check.locate(operand).is_some() || check.id(operand).is_some();
        is_one || check.value(expr).is_err() || check.reuse.get().is_some()
    }
}

struct Check<'a, 'p> {
    machine: &'a Machine<'p>,
    state: &'a State,
    thread: ThreadIx,
    frame: &'a Frame,
    span: Span,
    /// Whether only ids of threads count, because this is a library model of ours.
    only_ids: bool,
    /// Set when the result depends on whether the address of an object that is gone, or the id of a thread, is in use again; how to say that.
    reuse: Cell<Option<&'static str>>,
}

impl<'a, 'p> Check<'a, 'p> {
    fn new(machine: &'a Machine<'p>, state: &'a State, thread: ThreadIx, span: Span) -> Check<'a, 'p> {
        let frame = top(state, thread);
        let only_ids = machine.program.functions[frame.func].internal;
        Check { machine, state, thread, frame, span, only_ids, reuse: Cell::new(None) }
    }
}

impl Check<'_, '_> {
    fn op(&self, op: &Op) -> Result<(), Halt> {
        // Who counts what is printed looks at the numbers then.
        if prints_only(op) {
            return Ok(());
        }
        let Some(MemoryAccess { addr, access, kind }) = op.access() else {
            let mut result = Ok(());
            op.for_each_expr(&mut |e| {
                if result.is_ok() {
                    result = self.value(e);
                }
            });
            return result;
        };
        self.accessed_address(addr)?;
        match kind {
            AccessKind::Load { .. } if self.is_wide(access.ty) => Ok(()),
            AccessKind::Load { .. } => self.part(addr, access.ty.size()),
            AccessKind::Store { value } => self.value(value),
            AccessKind::Rmw { op, operand, .. } => {
                self.value(operand)?;
                match (rmw_operator(op), self.content(addr, access.ty), self.operand(operand)) {
                    (Some(op), Some(old), Some(operand)) => self.binary(op, old, operand),
                    (None, _, _) | (_, None, _) | (_, _, None) => Ok(()),
                }
            }
            AccessKind::CompareExchange { expected, desired, .. } => {
                self.value(expected)?;
                self.value(desired)?;
                match (self.content(addr, access.ty), self.operand(expected)) {
                    (Some(old), Some(expected)) => self.binary(BinaryOp::Eq, old, expected),
                    (None, _) | (_, None) => Ok(()),
                }
            }
        }
    }

    /// A load of bytes that may be a part of an address.
    fn part(&self, addr: &Expr, len: u64) -> Result<(), Halt> {
        let Some(at) = self.known(addr).map(|bits| bits as Addr) else { return Ok(()) };
        let word = self.machine.pointer.size();
        for start in (at / word * word..at.saturating_add(len)).step_by(word as usize) {
            let resolved = self.machine.resolve(&self.state.memory, start, word);
            let bits = resolved.and_then(|resolved| self.machine.peek(&self.state.memory, resolved, word as u32));
            let source = Source::Content(addr);
            if let Some(bits) = bits {
                let operand = Operand { source, ty: self.machine.pointer, bits };
                if let Some(located) = self.locate_any(operand) {
                    return Err(self.depends(located, "a part of it is read"));
                }
                if self.id(operand).is_some() {
                    return Err(self.depends_on_id("a part of it is read"));
                }
            }
        }
        Ok(())
    }

    /// The address of an access: whether the sum is in the object is checked by the access.
    fn accessed_address(&self, expr: &Expr) -> Result<(), Halt> {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, a, b) => {
                self.accessed_address(a)?;
                self.accessed_address(b)
            }
            ExprKind::Cast(a) if self.is_wide(expr.ty) => self.accessed_address(a),
            ExprKind::Const(_)
            | ExprKind::Reg(_)
            | ExprKind::GlobalAddr(..)
            | ExprKind::LocalAddr(..)
            | ExprKind::FuncAddr(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::Ite(..) => self.value(expr),
        }
    }

    fn value(&self, expr: &Expr) -> Result<(), Halt> {
        match &expr.kind {
            ExprKind::Const(_)
            | ExprKind::Reg(_)
            | ExprKind::GlobalAddr(..)
            | ExprKind::LocalAddr(..)
            | ExprKind::FuncAddr(_) => Ok(()),
            ExprKind::Unary(_, a) => {
                self.value(a)?;
                self.no_address(a, "its bits are inverted")
            }
            ExprKind::Cast(a) => {
                self.value(a)?;
                if self.is_wide(expr.ty) { Ok(()) } else { self.no_address(a, "it is converted to a narrower type") }
            }
            ExprKind::Binary(op, a, b) => {
                if matches!(op, BinaryOp::And | BinaryOp::Rem) && self.keeps_known_bits(*op, a, b) {
                    return Ok(());
                }
                self.value(a)?;
                self.value(b)?;
                match (self.operand(a), self.operand(b)) {
                    (Some(a), Some(b)) => self.binary(*op, a, b),
                    (None, _) | (_, None) => Ok(()),
                }
            }
            ExprKind::Ite(c, a, b) => {
                self.value(c)?;
                match self.known(c) {
                    Some(bits) => self.value(if arith::is_true(c.ty, bits) { a } else { b }),
                    None => {
                        self.value(a)?;
                        self.value(b)
                    }
                }
            }
        }
    }

    /// Whether `a op b` is about those low bits of an address that its alignment fixes, in a narrower type too.
    fn keeps_known_bits(&self, op: BinaryOp, a: &Expr, b: &Expr) -> bool {
        let mut inner = a;
        while let ExprKind::Cast(operand) = &inner.kind {
            inner = operand;
        }
        let (Some(located), Some(number)) = (self.operand(inner).and_then(|o| self.locate(o)), self.known(b)) else {
            return false;
        };
        let known = u128::from(self.align(located) - 1);
        let kept = if op == BinaryOp::And { number } else { number.wrapping_sub(1) };
        let is_mask = op == BinaryOp::And || number.is_power_of_two();
        is_mask && kept & !known == 0 && self.value(inner).is_ok()
    }

    fn no_address(&self, expr: &Expr, how: &str) -> Result<(), Halt> {
        let Some(operand) = self.operand(expr) else { return Ok(()) };
        if self.id(operand).is_some() {
            return Err(self.depends_on_id(how));
        }
        match self.locate(operand) {
            Some(located) => Err(self.depends(located, how)),
            None => Ok(()),
        }
    }

    /// An operator with two operands.
    fn binary(&self, op: BinaryOp, a: Operand<'_>, b: Operand<'_>) -> Result<(), Halt> {
        match (self.id(a), self.id(b)) {
            (None, None) => {}
            (Some(p), Some(q)) => return self.both_ids(op, p, q),
            (Some(_), None) => return self.id_with_number(op, a.ty, b.bits),
            (None, Some(_)) => return self.id_with_number(op, b.ty, a.bits),
        }
        match (self.locate(a), self.locate(b)) {
            (None, None) => {
                if a.bits != b.bits {
                    self.dangling(op, a, b);
                }
                Ok(())
            }
            (Some(p), None) if op.is_comparison() => self.compared(op, a, b, p),
            (Some(p), None) => self.with_number(op, a, b, p),
            (None, Some(q)) => match op {
                BinaryOp::Add | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => self.with_number(op, b, a, q),
                BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                    self.compared(op, b, a, q)
                }
                BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr => {
                    Err(self.depends(q, &format!("it is the right operand of `{op}`")))
                }
            },
            (Some(p), Some(q)) => self.both(op, p, q),
        }
    }

    /// A comparison of an address, on whichever side, with something else.
    fn compared(&self, op: BinaryOp, a: Operand<'_>, b: Operand<'_>, p: Located) -> Result<(), Halt> {
        if is_harmless(op, a.ty, b.bits, self.machine.pointer) {
            return Ok(());
        }
        let equality = matches!(op, BinaryOp::Eq | BinaryOp::Ne);
        if equality && self.is_gone(b) {
            self.dangling(op, a, b);
            return Ok(());
        }
        Err(self.depends(p, "it is compared with a number"))
    }

    /// An operator on two addresses.
    fn both(&self, op: BinaryOp, p: Located, q: Located) -> Result<(), Halt> {
        let same = p.thing == q.thing;
        match op {
            BinaryOp::Sub | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne
                if same =>
            {
                Ok(())
            }
            BinaryOp::Eq | BinaryOp::Ne => {
                let name = self.name(q);
                if !p.is_inside() || !q.is_inside() {
                    Err(self.depends(p, &format!("an address outside the object is compared with that of {name}")))
                } else if self.is_literal(p) && self.is_literal(q) {
                    Err(self.depends(p, "equal string literals may be one object or several"))
                } else {
                    Ok(())
                }
            }
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => {
                Err(self.depends(p, &format!("it is ordered against that of {}", self.name(q))))
            }
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => {
                Err(self.depends(p, &format!("a number is computed from it and the address of {}", self.name(q))))
            }
        }
    }

    /// An arithmetic operator on an address (on the left, or either side if it commutes) and a number.
    fn with_number(&self, op: BinaryOp, a: Operand<'_>, b: Operand<'_>, p: Located) -> Result<(), Halt> {
        let known = u128::from(self.align(p) - 1);
        let fine = match op {
            BinaryOp::Add | BinaryOp::Sub => {
                let result = arith::binary(op, a.ty, b.ty, a.bits, b.bits);
                if result.is_some_and(|result| p.reaches(self.as_address(result, a.ty))) {
                    return Ok(());
                }
                return Err(self.depends(p, "arithmetic on it leaves the object"));
            }
            // Either only bits that are known are kept, or all bits that are not.
            BinaryOp::And => {
                let unused = match self.machine.pointer.bits() {
                    64 => u128::MAX << USER_BITS,
                    _ => 0,
                };
                b.bits & !known == 0 || a.ty.truncate(!(b.bits | known | unused)) == 0
            }
            BinaryOp::Or | BinaryOp::Xor => b.bits & !known == 0,
            BinaryOp::Rem => b.bits.is_power_of_two() && (b.bits - 1) & !known == 0,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Shl | BinaryOp::Shr => false,
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => false,
        };
        if fine { Ok(()) } else { Err(self.depends(p, &format!("a number is computed from it with `{op}`"))) }
    }

    /// A comparison of which one side may be the address of an object that is gone.
    fn dangling(&self, op: BinaryOp, a: Operand<'_>, b: Operand<'_>) {
        let harmless = |o: Operand<'_>| is_harmless(op, o.ty, o.bits, self.machine.pointer);
        if !op.is_comparison() || harmless(a) || harmless(b) {
            return;
        }
        if self.is_gone(a) || self.is_gone(b) {
            self.reuse.set(Some(
                "the program compares a pointer to an object whose life has ended: whether another object has \
                 its address by now depends on the allocator",
            ));
        }
    }
}

/// The operator of an atomic read-modify-write that computes; NAND is AND and an inversion.
fn rmw_operator(op: RmwOp) -> Option<BinaryOp> {
    match op {
        RmwOp::Exchange => None,
        RmwOp::Add => Some(BinaryOp::Add),
        RmwOp::Sub => Some(BinaryOp::Sub),
        RmwOp::And => Some(BinaryOp::And),
        // The inversion of an address is never the same in two layouts.
        RmwOp::Nand => Some(BinaryOp::Mul),
        RmwOp::Or => Some(BinaryOp::Or),
        RmwOp::Xor => Some(BinaryOp::Xor),
        RmwOp::Mul => Some(BinaryOp::Mul),
        RmwOp::Div => Some(BinaryOp::Div),
        RmwOp::Rem => Some(BinaryOp::Rem),
        RmwOp::Shl => Some(BinaryOp::Shl),
        RmwOp::Shr => Some(BinaryOp::Shr),
    }
}
