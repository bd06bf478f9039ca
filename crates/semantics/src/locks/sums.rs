//! Values of a thread as sums: of addresses and registers times numbers.
//!
//! **Idea.** `&p->lock` and `&p->data` are `p + 8` and `p + 40`: of whatever `p` is, they lie 32 bytes apart. So an expression is written as a *sum* of *terms*, each times a
//! number, plus a number. Two sums with the same terms differ by a number that is known, without knowing what the terms are. A term is the address of an object, a
//! register, or what a thread was given when it was created.
//!
//! **Soundness.** Sums are equal to their expressions modulo the size of the address space: additions, subtractions and products with numbers are, at the width of addresses; narrower
//! arithmetic counts only if it is signed, where leaving the type is undefined (and not if that wraps around, [`super::value::Arithmetic`]); casts that widen keep what they widen. A register stands for its value now. Who sets the register has to
//! forget every sum in which it occurs (`crate::locks::known`).

use raddle_program::{BinaryOp, Expr, ExprKind, LocalId, Scalar, Storage, UnaryOp};

use super::instances::{InstanceId, KindId};
use super::objects::{Object, ObjectId};
use super::{Code, Facts};

/// Something with a value that only an assignment changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Term {
    /// Where an object begins: one that an execution has only one of, or a local of the call that the thread is in.
    Object(ObjectId),
    /// What threads of a kind are given.
    Argument(KindId),
    /// A register of the call of an instance that the thread is in.
    Register(InstanceId, LocalId),
}

/// Terms times numbers, and a number.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sum {
    /// Sorted by term; no factor is 0.
    pub terms: Vec<(Term, i64)>,
    /// The number.
    pub number: i64,
}

impl Sum {
    /// A number.
    pub fn number(number: i64) -> Sum {
        Sum { terms: Vec::new(), number }
    }

    /// A term.
    pub fn term(term: Term) -> Sum {
        Sum { terms: vec![(term, 1)], number: 0 }
    }

    /// This one and another, so often.
    pub fn plus(&self, other: &Sum, times: i64) -> Sum {
        let mut out = self.clone();
        out.number = out.number.wrapping_add(other.number.wrapping_mul(times));
        for (term, factor) in &other.terms {
            let factor = factor.wrapping_mul(times);
            match out.terms.binary_search_by_key(term, |(t, _)| *t) {
                Ok(at) => out.terms[at].1 = out.terms[at].1.wrapping_add(factor),
                Err(at) => out.terms.insert(at, (*term, factor)),
            }
        }
        out.terms.retain(|(_, factor)| *factor != 0);
        out
    }

    /// How often a term is in it.
    pub fn factor(&self, term: Term) -> i64 {
        self.terms.iter().find(|(t, _)| *t == term).map_or(0, |(_, factor)| *factor)
    }

    /// Without a term.
    pub fn without(&self, term: Term) -> Sum {
        Sum { terms: self.terms.iter().filter(|(t, _)| *t != term).copied().collect(), number: self.number }
    }

    /// Whether a term is in it.
    pub fn has(&self, term: Term) -> bool {
        self.factor(term) != 0
    }

    /// Whether nothing in it belongs to the calls of an instance.
    pub fn outlives(&self, code: &Code<'_>, instance: InstanceId) -> bool {
        self.terms.iter().all(|(term, _)| match term {
            Term::Register(owner, _) => *owner != instance,
            Term::Object(object) => !belongs_to(code, *object, instance),
            Term::Argument(_) => true,
        })
    }

    /// How far another one is from this one, if that is known.
    pub fn distance(&self, other: &Sum) -> Option<i64> {
        (self.terms == other.terms).then(|| other.number.wrapping_sub(self.number))
    }
}

/// Whether an object is a local of an instance.
pub fn belongs_to(code: &Code<'_>, object: ObjectId, instance: InstanceId) -> bool {
    matches!(code.objects.get(object), Object::Local(owner, _) if owner == instance)
}

/// How a register is written.
pub trait Registers {
    /// The sum that a register of the instance is.
    fn sum(&self, local: LocalId) -> Sum;
}

/// Registers as what they are: one place in one object, a number, or themselves.
#[derive(Clone, Copy)]
pub struct Plain<'a, 'p> {
    /// The program.
    pub code: &'a Code<'p>,
    /// What is known.
    pub facts: &'a Facts,
    /// Whose registers.
    pub instance: InstanceId,
}

impl Registers for Plain<'_, '_> {
    fn sum(&self, local: LocalId) -> Sum {
        use raddle_program::Id;
        let value = &self.facts.values.registers[self.instance][local.index()];
        if let Some((object, offset)) = value.exact_address()
            && self.code.objects.is_single(object)
            && self.code.objects.is_memory(object)
        {
            return Sum { terms: vec![(Term::Object(object), 1)], number: offset };
        }
        match value.exact_number() {
            Some(number) => Sum::number(number),
            None => Sum::term(Term::Register(self.instance, local)),
        }
    }
}

/// An expression of an instance as a sum.
pub fn sum_of(code: &Code<'_>, instance: InstanceId, registers: &impl Registers, expr: &Expr) -> Option<Sum> {
    let part = |e: &Expr| sum_of(code, instance, registers, e);
    let width = 8 * code.program.data_model().pointer_size() as u32;
    let Scalar::Int { bits, signed } = expr.ty else { return None };
    let bits = u32::from(bits);
    // Whether arithmetic of this type is that of addresses, or that of numbers.
    let exact = bits == width || (signed && bits < width && !code.wraps());
    match &expr.kind {
        ExprKind::Const(pattern) if bits <= width => {
            let as_signed = Scalar::Int { bits: bits as u8, signed: signed || bits == width };
            i64::try_from(as_signed.to_i128(*pattern)).ok().map(Sum::number)
        }
        ExprKind::Reg(local) if bits <= width => Some(registers.sum(*local)),
        ExprKind::GlobalAddr(global, offset) => {
            let object = code.objects.id(Object::Global(*global));
            let known = code.objects.is_single(object);
            known.then(|| Sum { terms: vec![(Term::Object(object), 1)], number: *offset })
        }
        ExprKind::LocalAddr(local, offset) => {
            let object = code.objects.id(Object::Local(instance, *local));
            Some(Sum { terms: vec![(Term::Object(object), 1)], number: *offset })
        }
        ExprKind::Unary(UnaryOp::Neg, a) if exact => Some(Sum::default().plus(&part(a)?, -1)),
        ExprKind::Binary(BinaryOp::Add, a, b) if exact => Some(part(a)?.plus(&part(b)?, 1)),
        ExprKind::Binary(BinaryOp::Sub, a, b) if exact => Some(part(a)?.plus(&part(b)?, -1)),
        ExprKind::Binary(BinaryOp::Mul, a, b) if exact => match (part(a)?, part(b)?) {
            (a, b) if b.terms.is_empty() => Some(Sum::default().plus(&a, b.number)),
            (a, b) if a.terms.is_empty() => Some(Sum::default().plus(&b, a.number)),
            _ => None,
        },
        ExprKind::Binary(BinaryOp::Shl, a, b) if exact => {
            let by = part(b)?;
            let known = by.terms.is_empty() && (0..40).contains(&by.number);
            if known { Some(Sum::default().plus(&part(a)?, 1 << by.number)) } else { None }
        }
        ExprKind::Cast(inner) => {
            let Scalar::Int { bits: from, signed: was_signed } = inner.ty else { return None };
            let from = u32::from(from);
            // To an address, everything is kept; to a number, what the type has.
            let keeps = (bits == width && from <= width) || (bits > from && bits < width && (signed || !was_signed));
            let sum = part(inner)?;
            // A number that was as narrow when the thread was given it.
            let narrow = matches!(sum.terms[..], [(Term::Argument(kind), 1)] if code.gives_narrow(kind))
                && (sum.number, from, signed, bits >= 32) == (0, width, true, true);
            (keeps || narrow).then_some(sum)
        }
        ExprKind::Const(_)
        | ExprKind::Reg(_)
        | ExprKind::FuncAddr(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Ite(..) => None,
    }
}

/// An expression as a register plus a number, both as mathematical numbers of their types; no register if it is a number.
///
/// Unlike in [`sum_of`] nothing wraps around: where signed numbers do, nothing is said about sums. `is_natural` says of registers that they are not negative.
pub fn number_of(expr: &Expr, wraps: bool, is_natural: &impl Fn(LocalId) -> bool) -> Option<(Option<LocalId>, i64)> {
    let Scalar::Int { bits, signed } = expr.ty else { return None };
    match &expr.kind {
        ExprKind::Const(pattern) => i64::try_from(expr.ty.to_i128(*pattern)).ok().map(|number| (None, number)),
        ExprKind::Reg(local) => Some((Some(*local), 0)),
        ExprKind::Cast(inner) => {
            let Scalar::Int { bits: from, signed: was_signed } = inner.ty else { return None };
            let (register, number) = number_of(inner, wraps, is_natural)?;
            let widens = bits > from && (signed || !was_signed);
            // What is not negative is the same in a wider type, and in the unsigned one of the same width.
            let natural =
                (bits > from || (bits == from && was_signed)) && number >= 0 && register.is_none_or(is_natural);
            (widens || natural || (bits, signed) == (from, was_signed)).then_some((register, number))
        }
        ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), a, b) if signed && !wraps => {
            let (register, number) = number_of(a, wraps, is_natural)?;
            let (None, more) = number_of(b, wraps, is_natural)? else { return None };
            let more = if *op == BinaryOp::Add { more } else { more.checked_neg()? };
            Some((register, number.checked_add(more)?))
        }
        ExprKind::GlobalAddr(..)
        | ExprKind::LocalAddr(..)
        | ExprKind::FuncAddr(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Ite(..) => None,
    }
}

/// The type of a register.
pub fn register_type(code: &Code<'_>, instance: InstanceId, local: LocalId) -> Option<Scalar> {
    match code.program.functions[code.instances.get(instance).function].locals[local].storage {
        Storage::Register(scalar) => Some(scalar),
        Storage::Memory { .. } => None,
    }
}
