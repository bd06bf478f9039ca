//! The value of a term under a valuation of its variables.

use rustc_hash::FxHashMap;

use crate::array_value::ArrayValue;
use crate::semantics::{self, mask};
use crate::term::{Function, Node, Sort, Term};
use crate::terms::Terms;

/// The value of a term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A bit-vector, or a Bool as 0 or 1.
    Bits(u128),
    /// An array.
    Array(ArrayValue),
}

/// What variables and functions are. No answer means unknown, and so is every value that depends on it.
pub trait Valuation {
    /// The value of a Bool or bit-vector variable.
    fn bits(&self, variable: Term) -> Option<u128>;
    /// The value of an array variable.
    fn array(&self, variable: Term) -> Option<ArrayValue>;
    /// The value of a function for arguments.
    fn apply(&self, function: Function, arguments: &[u128]) -> Option<u128>;
}

impl<F: Fn(Term) -> Option<u128>> Valuation for F {
    fn bits(&self, variable: Term) -> Option<u128> {
        self(variable)
    }

    fn array(&self, _: Term) -> Option<ArrayValue> {
        None
    }

    fn apply(&self, _: Function, _: &[u128]) -> Option<u128> {
        None
    }
}

impl Terms {
    /// The value of a Bool (as 0 or 1) or bit-vector term; none if it has a variable of unknown value, an array variable or a function.
    pub fn evaluate(&self, t: Term, values: &impl Fn(Term) -> Option<u128>) -> Option<u128> {
        self.evaluate_bits(t, values)
    }

    /// The value of a Bool (as 0 or 1) or bit-vector term; none if a variable or function it has is unknown.
    pub fn evaluate_bits(&self, t: Term, valuation: &impl Valuation) -> Option<u128> {
        match self.evaluate_value(t, valuation)? {
            Value::Bits(bits) => Some(bits),
            Value::Array(_) => None,
        }
    }

    /// The value of any term; none if a variable or function it has is unknown.
    pub fn evaluate_value(&self, t: Term, valuation: &impl Valuation) -> Option<Value> {
        let mut values: FxHashMap<Term, Option<Value>> = FxHashMap::default();
        self.evaluate_into(&[t], valuation, &mut values);
        values.remove(&t).flatten()
    }

    /// The values of many terms, with those of all their subterms kept in `values`.
    pub(crate) fn evaluate_into(
        &self,
        roots: &[Term],
        valuation: &impl Valuation,
        values: &mut FxHashMap<Term, Option<Value>>,
    ) {
        self.postorder(
            roots,
            values,
            |values, t| values.contains_key(&t),
            |values, t| {
                let value = self.evaluate_node(t, valuation, values);
                values.insert(t, value);
            },
        );
    }

    fn evaluate_node(
        &self,
        t: Term,
        valuation: &impl Valuation,
        values: &FxHashMap<Term, Option<Value>>,
    ) -> Option<Value> {
        let width = |t: Term| self.width(t);
        let value = |t: &Term| values[t].clone();
        let bits = |t: &Term| match &values[t] {
            Some(Value::Bits(bits)) => Some(*bits),
            Some(Value::Array(_)) | None => None,
        };
        let array = |t: &Term| match &values[t] {
            Some(Value::Array(array)) => Some(array.clone()),
            Some(Value::Bits(_)) | None => None,
        };
        let result = match self.node(t) {
            Node::Bool(value) => u128::from(*value),
            Node::Constant { value, .. } => *value,
            Node::Variable(_, sort) => match sort {
                Sort::Bool => u128::from(valuation.bits(t)? != 0),
                Sort::Bv(width) => valuation.bits(t)? & mask(*width),
                Sort::Array { .. } => return Some(Value::Array(valuation.array(t)?)),
            },
            Node::Not(a) => bits(a)? ^ 1,
            // A false operand decides even where the other one is unknown.
            Node::And(a, b) => match (bits(a), bits(b)) {
                (Some(0), _) | (_, Some(0)) => 0,
                (a, b) => a? & b?,
            },
            Node::Or(a, b) => match (bits(a), bits(b)) {
                (Some(1), _) | (_, Some(1)) => 1,
                (a, b) => a? | b?,
            },
            Node::Equal(a, b) => match (value(a)?, value(b)?) {
                (Value::Array(x), Value::Array(y)) => match self.sort(*a) {
                    Sort::Array { index, .. } => x.same(&y, index).into(),
                    Sort::Bool | Sort::Bv(_) => return None,
                },
                (x, y) => (x == y).into(),
            },
            Node::Ite(c, a, b) => return if bits(c)? == 1 { value(a) } else { value(b) },
            Node::Neg(a) => semantics::neg(bits(a)?, width(t)),
            Node::BvNot(a) => !bits(a)? & mask(width(t)),
            Node::Add(a, b) => semantics::add(bits(a)?, bits(b)?, width(t)),
            Node::Sub(a, b) => semantics::sub(bits(a)?, bits(b)?, width(t)),
            Node::Mul(a, b) => semantics::mul(bits(a)?, bits(b)?, width(t)),
            Node::Udiv(a, b) => semantics::udiv(bits(a)?, bits(b)?, width(t)),
            Node::Urem(a, b) => semantics::urem(bits(a)?, bits(b)?),
            Node::Sdiv(a, b) => semantics::sdiv(bits(a)?, bits(b)?, width(t)),
            Node::Srem(a, b) => semantics::srem(bits(a)?, bits(b)?, width(t)),
            Node::BvAnd(a, b) => bits(a)? & bits(b)?,
            Node::BvOr(a, b) => bits(a)? | bits(b)?,
            Node::BvXor(a, b) => bits(a)? ^ bits(b)?,
            Node::Shl(a, b) => semantics::shl(bits(a)?, bits(b)?, width(t)),
            Node::Lshr(a, b) => semantics::lshr(bits(a)?, bits(b)?, width(t)),
            Node::Ashr(a, b) => semantics::ashr(bits(a)?, bits(b)?, width(t)),
            Node::Ult(a, b) => (bits(a)? < bits(b)?).into(),
            Node::Slt(a, b) => semantics::slt(bits(a)?, bits(b)?, width(*a)).into(),
            Node::Concat(a, b) => bits(a)? << width(*b) | bits(b)?,
            Node::Extract { term, low, width } => semantics::extract(bits(term)?, *low, *width),
            Node::ZeroExtend(a, _) => bits(a)?,
            Node::SignExtend(a, to) => semantics::sign_extend(bits(a)?, width(*a), *to),
            Node::Select(a, i) => match &values[a] {
                Some(Value::Array(array)) => array.get(bits(i)?),
                Some(Value::Bits(_)) | None => return None,
            },
            Node::Store(a, i, v) => {
                let mut array = array(a)?;
                array.set(bits(i)?, bits(v)?);
                return Some(Value::Array(array));
            }
            Node::ConstantArray { element, .. } => return Some(Value::Array(ArrayValue::constant(bits(element)?))),
            Node::Apply(f, arguments) => {
                let arguments: Vec<u128> = arguments.iter().map(bits).collect::<Option<_>>()?;
                let (_, result) = self.signature(*f);
                valuation.apply(*f, &arguments)? & mask(result.width())
            }
        };
        Some(Value::Bits(result))
    }
}
