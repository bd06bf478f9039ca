//! Terms of values as terms of the logic.

use raddle_program::{BinaryOp, Scalar, UnaryOp};
use raddle_smt::{Sort, Term as Formula};

use super::logic::Logic;
use crate::lazy::terms::{Term, Terms};
use crate::oracle::{ArrayOp, LazyOp, Widths};
use crate::value::{LazyId, Value};

/// The width of a truth value in C.
const INT: u32 = 32;

/// Whether an operation has a meaning in the logic.
pub(in crate::lazy) fn is_encoded(op: LazyOp) -> bool {
    let int = |ty: Scalar| matches!(ty, Scalar::Int { .. });
    match op {
        LazyOp::Unary(_, ty) => int(ty),
        LazyOp::Binary(_, ty, right) => int(ty) && int(right),
        LazyOp::Cast(from, to) => int(from) && int(to),
        LazyOp::Ite(condition, _) => int(condition),
        LazyOp::Extract { .. } | LazyOp::Concat { .. } | LazyOp::Array(..) => true,
    }
}

impl Logic<'_> {
    /// A value of some bits as a bit-vector; `None` if an operation in it has no meaning in the logic.
    pub fn value(&mut self, terms: &Terms, value: Value, width: u32) -> Option<Formula> {
        match value {
            Value::Bits(bits) => Some(self.smt.constant(bits, width)),
            Value::Lazy(id) => {
                let term = self.term(terms, id)?;
                self.is_number(term).then(|| self.fit(term, width, false))
            }
        }
    }

    /// Whether a formula has bits.
    fn is_number(&self, term: Formula) -> bool {
        match self.smt.sort(term) {
            Sort::Bool | Sort::Bv(_) => true,
            Sort::Array { .. } => false,
        }
    }

    /// A value as a formula of a sort; `None` if an operation in it has no meaning in the logic, or if it is a number and a map is wanted or the other way round.
    pub fn value_of(&mut self, terms: &Terms, value: Value, sort: Sort) -> Option<Formula> {
        match (sort, value) {
            (Sort::Bool | Sort::Bv(_), _) => self.value(terms, value, sort.width()),
            (Sort::Array { index, element }, Value::Bits(0)) => {
                let zero = self.smt.constant(0, element);
                Some(self.smt.constant_array(index, zero))
            }
            (Sort::Array { .. }, Value::Bits(_)) => None,
            (Sort::Array { .. }, Value::Lazy(id)) => {
                let term = self.term(terms, id)?;
                (self.smt.sort(term) == sort).then_some(term)
            }
        }
    }

    /// An operation on maps.
    fn array(&mut self, terms: &Terms, (op, widths): (ArrayOp, Widths), args: &[Value; 3]) -> Option<Formula> {
        let (index, element) = (u32::from(widths.offset), u32::from(widths.element));
        let sort = Sort::Array { index, element };
        match op {
            ArrayOp::Select => {
                let map = self.value_of(terms, args[0], sort)?;
                let at = self.value(terms, args[1], index)?;
                Some(self.smt.select(map, at))
            }
            ArrayOp::Store => {
                let map = self.value_of(terms, args[0], sort)?;
                let at = self.value(terms, args[1], index)?;
                let value = self.value(terms, args[2], element)?;
                Some(self.smt.store(map, at, value))
            }
            ArrayOp::Choose(ty) => {
                let c = self.value(terms, args[0], ty.bits())?;
                let (a, b) = (self.value_of(terms, args[1], sort)?, self.value_of(terms, args[2], sort)?);
                let c = self.is_not_zero(c, ty.bits());
                Some(self.smt.ite(c, a, b))
            }
        }
    }

    /// Where a value is true.
    pub fn truth(&mut self, terms: &Terms, id: LazyId, ty: Scalar) -> Option<Formula> {
        let Scalar::Int { bits, .. } = ty else { return None };
        let value = self.value(terms, Value::Lazy(id), u32::from(bits))?;
        Some(self.is_not_zero(value, u32::from(bits)))
    }

    fn is_not_zero(&mut self, value: Formula, width: u32) -> Formula {
        let zero = self.smt.constant(0, width);
        let is_zero = self.smt.equal(value, zero);
        self.smt.not(is_zero)
    }

    /// A bit-vector cut or extended to a width.
    fn fit(&mut self, term: Formula, width: u32, signed: bool) -> Formula {
        let has = self.smt.sort(term).width();
        match has.cmp(&width) {
            std::cmp::Ordering::Equal => term,
            std::cmp::Ordering::Greater => self.smt.extract(term, 0, width),
            std::cmp::Ordering::Less if signed => self.smt.sign_extend(term, width),
            std::cmp::Ordering::Less => self.smt.zero_extend(term, width),
        }
    }

    /// A term in its own width; `None` if an operation in it has no meaning in the logic.
    pub fn term(&mut self, terms: &Terms, id: LazyId) -> Option<Formula> {
        if let Some(known) = self.translated.get(&id) {
            return *known;
        }
        let term = match terms.get(id) {
            Term::Any => None,
            Term::Symbol(symbol) => self.variable(symbol),
            Term::Apply(op, args) => self.operation(terms, op, &args),
        };
        self.translated.insert(id, term);
        term
    }

    fn operation(&mut self, terms: &Terms, op: LazyOp, args: &[Value; 3]) -> Option<Formula> {
        if !is_encoded(op) {
            return None;
        }
        match op {
            LazyOp::Unary(unary, ty) => {
                let a = self.value(terms, args[0], ty.bits())?;
                Some(match unary {
                    UnaryOp::Neg => self.smt.bv_neg(a),
                    UnaryOp::BitNot => self.smt.bv_not(a),
                })
            }
            LazyOp::Binary(binary, ty, right) => {
                let (a, b) = (self.value(terms, args[0], ty.bits())?, self.value(terms, args[1], right.bits())?);
                Some(self.binary(binary, ty, a, b))
            }
            LazyOp::Cast(from, to) => {
                let a = self.value(terms, args[0], from.bits())?;
                Some(self.fit(a, to.bits(), matches!(from, Scalar::Int { signed: true, .. })))
            }
            LazyOp::Ite(condition, ty) => {
                let c = self.value(terms, args[0], condition.bits())?;
                let (a, b) = (self.value(terms, args[1], ty.bits())?, self.value(terms, args[2], ty.bits())?);
                let c = self.is_not_zero(c, condition.bits());
                Some(self.smt.ite(c, a, b))
            }
            LazyOp::Extract { of, first, count } => {
                let (low, width) = (8 * u32::from(first), 8 * u32::from(count));
                let a = self.value(terms, args[0], of.bits())?;
                let a = self.fit(a, of.bits().max(low + width), false);
                Some(self.smt.extract(a, low, width))
            }
            LazyOp::Concat { low, high } => {
                let a = self.value(terms, args[0], 8 * u32::from(low))?;
                let b = self.value(terms, args[1], 8 * u32::from(high))?;
                Some(self.smt.concat(b, a))
            }
            LazyOp::Array(op, widths) => self.array(terms, (op, widths), args),
        }
    }

    /// An operator on integers; the machine has excluded quotients that do not exist.
    fn binary(&mut self, op: BinaryOp, ty: Scalar, a: Formula, b: Formula) -> Formula {
        let signed = matches!(ty, Scalar::Int { signed: true, .. });
        let smt = &mut self.smt;
        match op {
            BinaryOp::Add => smt.add(a, b),
            BinaryOp::Sub => smt.sub(a, b),
            BinaryOp::Mul => smt.mul(a, b),
            BinaryOp::Div if signed => smt.sdiv(a, b),
            BinaryOp::Div => smt.udiv(a, b),
            BinaryOp::Rem if signed => smt.srem(a, b),
            BinaryOp::Rem => smt.urem(a, b),
            BinaryOp::And => smt.bv_and(a, b),
            BinaryOp::Or => smt.bv_or(a, b),
            BinaryOp::Xor => smt.bv_xor(a, b),
            BinaryOp::Shl => {
                let amount = self.amount(ty, b);
                self.smt.shl(a, amount)
            }
            BinaryOp::Shr => {
                let amount = self.amount(ty, b);
                if signed { self.smt.ashr(a, amount) } else { self.smt.lshr(a, amount) }
            }
            BinaryOp::Eq => {
                let holds = smt.equal(a, b);
                smt.bool_to_bv(holds, INT)
            }
            BinaryOp::Ne => {
                let holds = smt.distinct(a, b);
                smt.bool_to_bv(holds, INT)
            }
            BinaryOp::Lt => self.less(signed, a, b),
            BinaryOp::Gt => self.less(signed, b, a),
            BinaryOp::Le => self.at_most(signed, a, b),
            BinaryOp::Ge => self.at_most(signed, b, a),
        }
    }

    /// The amount that a value of a type is shifted by: the hardware looks at the low bits only.
    fn amount(&mut self, ty: Scalar, given: Formula) -> Formula {
        let mask = match ty.bits() {
            0..=32 => 31,
            33..=64 => 63,
            _ => 127,
        };
        let mask = self.smt.constant(mask, self.smt.width(given));
        let amount = self.smt.bv_and(given, mask);
        self.fit(amount, ty.bits(), false)
    }

    fn less(&mut self, signed: bool, a: Formula, b: Formula) -> Formula {
        let holds = if signed { self.smt.slt(a, b) } else { self.smt.ult(a, b) };
        self.smt.bool_to_bv(holds, INT)
    }

    fn at_most(&mut self, signed: bool, a: Formula, b: Formula) -> Formula {
        let holds = if signed { self.smt.sle(a, b) } else { self.smt.ule(a, b) };
        self.smt.bool_to_bv(holds, INT)
    }
}
