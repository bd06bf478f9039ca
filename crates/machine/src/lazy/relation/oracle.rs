//! An oracle that knows a relation between all symbols.

use std::rc::Rc;

use raddle_program::{BinaryOp, Scalar, Span};

use super::encoder::Encoder;
use super::gates::{Full, Gates};
use crate::halt::{Halt, HaltKind};
use crate::lazy::domain::Domain;
use crate::lazy::oracle::Decide;
use crate::lazy::terms::{SymbolId, Term, Terms};
use crate::oracle::{Choice, Event, LazyOp, Oracle, Origin};
use crate::state::ThreadIx;
use crate::value::{LazyId, Value};

/// The oracle; see the essay of the module.
pub struct RelationOracle<'a, G: Gates, D> {
    /// All terms.
    pub terms: &'a mut Terms,
    /// All symbols.
    pub encoder: &'a mut Encoder<G>,
    /// Which values the symbols can have, given all answers so far. Law: some.
    pub path: G::Bit,
    /// The symbols of the state the run starts from.
    pub cells: Rc<[SymbolId]>,
    /// The inputs asked for in this run.
    pub inputs: Vec<Value>,
    /// Who decides.
    pub decider: &'a mut D,
    /// Into how many cases a value may be split.
    pub max_cases: u64,
    /// Every alternative taken in [`Oracle::choose`], in order.
    pub choices: Vec<u32>,
    /// How many questions had more than one answer.
    pub decisions: u32,
    /// Undefined behaviour that was observed.
    pub undefined: Vec<(&'static str, Span)>,
}

fn too_many(span: Span) -> Halt {
    Halt::new(HaltKind::TooManyCases, "a value is used in a way that a decision diagram cannot express", span)
}

/// Whether an operation has a circuit whatever its operands are.
fn is_cheap(op: LazyOp) -> bool {
    let int = |ty: Scalar| matches!(ty, Scalar::Int { .. });
    match op {
        LazyOp::Unary(_, ty) => int(ty),
        LazyOp::Binary(BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem, ..) => false,
        LazyOp::Binary(_, ty, _) => int(ty),
        LazyOp::Cast(from, to) => int(from) && int(to),
        LazyOp::Ite(condition, _) => int(condition),
        LazyOp::Extract { .. } | LazyOp::Concat { .. } => true,
        LazyOp::Array(..) => false,
    }
}

/// The types of the operands of an operation.
pub(in crate::lazy) fn operand_types(op: LazyOp) -> [Scalar; 3] {
    let unsigned = |bytes: u8| Scalar::Int { bits: 8 * bytes, signed: false };
    match op {
        LazyOp::Unary(_, ty) | LazyOp::Cast(ty, _) | LazyOp::Extract { of: ty, .. } => [ty; 3],
        LazyOp::Binary(_, left, right) => [left, right, right],
        LazyOp::Ite(condition, ty) => [condition, ty, ty],
        LazyOp::Concat { low, high } => [unsigned(low), unsigned(high), unsigned(high)],
        // Nobody asks: maps have a meaning in the logic, and nowhere else.
        LazyOp::Array(..) => [Scalar::INT; 3],
    }
}

impl<'a, G: Gates, D: Decide> RelationOracle<'a, G, D> {
    /// An oracle for a run from a state whose symbols are in a relation.
    pub fn new(
        terms: &'a mut Terms,
        encoder: &'a mut Encoder<G>,
        path: G::Bit,
        cells: Rc<[SymbolId]>,
        decider: &'a mut D,
        max_cases: u64,
    ) -> RelationOracle<'a, G, D> {
        RelationOracle {
            terms,
            encoder,
            path,
            cells,
            inputs: Vec::new(),
            decider,
            max_cases,
            choices: Vec::new(),
            decisions: 0,
            undefined: Vec::new(),
        }
    }

    /// The symbols of the inputs asked for.
    pub fn input_symbols(&self) -> Vec<SymbolId> {
        let symbol = |value: &Value| match value {
            Value::Bits(_) => None,
            Value::Lazy(id) => match self.terms.get(*id) {
                Term::Symbol(symbol) => Some(symbol),
                Term::Any | Term::Apply(..) => None,
            },
        };
        self.inputs.iter().filter_map(symbol).collect()
    }

    fn decide(&mut self, alternatives: u32) -> u32 {
        if alternatives < 2 {
            return 0;
        }
        self.decisions += 1;
        self.decider.decide(alternatives)
    }

    fn input(&mut self, ty: Scalar, domain: &Domain) -> Result<Value, Full> {
        if let Some(bits) = domain.as_single() {
            return Ok(Value::Bits(bits));
        }
        let symbol = self.encoder.input(self.inputs.len(), ty, domain)?;
        let within = self.encoder.within(symbol, domain)?;
        self.path = self.encoder.gates.and(&self.path, &within)?;
        Ok(Value::Lazy(self.terms.symbol(symbol)))
    }

    fn whether(&mut self, value: LazyId, ty: Scalar) -> Result<bool, Full> {
        let yes = self.where_true(value, ty)?;
        if yes == self.path {
            return Ok(true);
        }
        if self.encoder.gates.as_constant(&yes) == Some(false) {
            return Ok(false);
        }
        let answer = self.decide(2) == 0;
        self.path = if answer {
            yes
        } else {
            let fails = self.encoder.gates.not(&yes)?;
            self.encoder.gates.and(&self.path, &fails)?
        };
        Ok(answer)
    }

    /// The part of the path where a term is true.
    fn where_true(&mut self, value: LazyId, ty: Scalar) -> Result<G::Bit, Full> {
        let path = self.path.clone();
        if let Term::Apply(LazyOp::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), of @ Scalar::Int { .. }, _), [a, b, _]) =
            self.terms.get(value)
            && self.terms.takes_apart(Value::Lazy(value))
        {
            // Equality of wide values can be exponential where it is not on the path.
            let (a, b) = (self.encoder.bits(self.terms, a, of.bits())?, self.encoder.bits(self.terms, b, of.bits())?);
            let same = self.encoder.equal_within(&path, &a, &b)?;
            if op == BinaryOp::Eq {
                return Ok(same);
            }
            let differ = self.encoder.gates.not(&same)?;
            return self.encoder.gates.and(&path, &differ);
        }
        let holds = self.encoder.truth(self.terms, value, ty)?;
        self.encoder.gates.and(&path, &holds)
    }

    fn which(&mut self, value: LazyId, ty: Scalar) -> Result<u128, Full> {
        let cases = self.encoder.split(self.terms, value, ty.bits(), &self.path, self.max_cases as usize)?;
        let chosen = self.decide(cases.len() as u32) as usize;
        self.path = cases[chosen].1.clone();
        Ok(cases[chosen].0)
    }
}

impl<G: Gates, D: Decide> Oracle for RelationOracle<'_, G, D> {
    fn nondet(&mut self, ty: Scalar, ranges: Option<&[(i128, i128)]>, origin: Origin<'_>) -> Result<Value, Halt> {
        let domain = Domain::of_ranges(ty, ranges);
        if domain.is_empty() {
            let what = "a nondeterministic value has no value in the range that is asked for";
            return Err(Halt::new(HaltKind::Unsupported, what, origin.span));
        }
        let value = self.input(ty, &domain).map_err(|Full| too_many(origin.span))?;
        self.inputs.push(value);
        Ok(value)
    }

    fn choose(&mut self, alternatives: u32, _: Choice, _: Span) -> Result<u32, Halt> {
        let chosen = self.decide(alternatives);
        self.choices.push(chosen);
        Ok(chosen)
    }

    fn apply(&mut self, op: LazyOp, args: &[Value], span: Span) -> Result<Value, Halt> {
        let mut known = args.to_vec();
        loop {
            let result = self.terms.apply(op, &known).ok_or_else(|| Halt::undefined("division by zero", span))?;
            let Value::Lazy(term) = result else { return Ok(result) };
            if is_cheap(op) || self.encoder.bits(self.terms, Value::Lazy(term), 0).is_ok() {
                return Ok(result);
            }
            // What has no circuit may still have few values here.
            let types = operand_types(op);
            let Some(at) = known.iter().position(|arg| matches!(arg, Value::Lazy(_))) else { return Ok(result) };
            if let Value::Lazy(arg) = known[at] {
                known[at] = Value::Bits(self.exact(arg, types[at], span)?);
            }
        }
    }

    fn truth(&mut self, value: LazyId, ty: Scalar, span: Span) -> Result<bool, Halt> {
        self.whether(value, ty).map_err(|Full| too_many(span))
    }

    fn exact(&mut self, value: LazyId, ty: Scalar, span: Span) -> Result<u128, Halt> {
        self.which(value, ty).map_err(|Full| too_many(span))
    }

    fn observe(&mut self, _thread: ThreadIx, event: Event<'_>) {
        if let Event::Undefined { what, expr } = event {
            self.undefined.push((what, expr.span));
        }
    }
}
