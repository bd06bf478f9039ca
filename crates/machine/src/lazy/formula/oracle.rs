//! An oracle whose answers are those that a formula admits.

use std::rc::Rc;

use raddle_program::{Scalar, Span};
use raddle_smt::{Sort, Term as Formula};

use super::encode::is_encoded;
use super::logic::{Cases, Logic, Stopped};
use crate::halt::{Halt, HaltKind};
use crate::lazy::domain::Domain;
use crate::lazy::oracle::Decide;
use crate::lazy::relation::operand_types;
use crate::lazy::terms::Terms;
use crate::oracle::{Choice, Event, LazyOp, Oracle, Origin, Parted, Widths};
use crate::state::ThreadIx;
use crate::value::{LazyId, Value};

/// Answers with everything that the abstraction and the path admit together.
pub struct FormulaOracle<'o, 'l, D> {
    /// All terms.
    pub terms: &'o mut Terms,
    /// All formulas.
    pub logic: &'o mut Logic<'l>,
    /// What is known about the symbols the path starts with.
    pub abstraction: Formula,
    /// All answers since, those that had no alternative included. Law: satisfiable together with the abstraction.
    pub path: Formula,
    /// How many inputs the path has had.
    pub inputs: u32,
    /// The values that were asked for in this run.
    pub asked: Vec<Value>,
    /// Who decides.
    pub decider: &'o mut D,
    /// Into how many cases a value may be split.
    pub max_cases: u64,
    /// Every alternative taken in [`Oracle::choose`], in order.
    pub choices: Vec<u32>,
    /// How many questions had more than one answer.
    pub decisions: u32,
    /// How many of them were about the truth of something.
    pub branches: u32,
    /// Whether control went back in a loop.
    pub jumped: bool,
    /// Whether a function was entered or left.
    pub called: bool,
    /// Undefined behaviour that was observed.
    pub undefined: Vec<(&'static str, Span)>,
    /// What had too many cases, if the run halted for that.
    pub too_many: Option<Formula>,
    /// Whether the content of an object may be a map ([`crate::unknown`]).
    pub arrays: bool,
}

/// What has more values than this is not split if there is another way.
const FEW: u64 = 16;

/// The solver splits a value into at most this many cases: each costs a check.
const MAX_CASES: u64 = 512;

fn too_many(span: Span) -> Halt {
    let what = "a nondeterministic value is used in a way that has too many cases";
    Halt::new(HaltKind::TooManyCases, what, span)
}

fn stopped(span: Span) -> impl Fn(Stopped) -> Halt {
    move |Stopped| Halt::limit("the limit was reached in the middle of a step", span)
}

impl<'o, 'l, D: Decide> FormulaOracle<'o, 'l, D> {
    /// An oracle for a run from a state with this formula.
    pub fn new(
        terms: &'o mut Terms,
        logic: &'o mut Logic<'l>,
        (abstraction, path): (Formula, Formula),
        inputs: u32,
        decider: &'o mut D,
        max_cases: u64,
    ) -> FormulaOracle<'o, 'l, D> {
        FormulaOracle {
            terms,
            logic,
            abstraction,
            path,
            inputs,
            asked: Vec::new(),
            decider,
            max_cases: max_cases.min(MAX_CASES),
            choices: Vec::new(),
            decisions: 0,
            branches: 0,
            jumped: false,
            called: false,
            undefined: Vec::new(),
            too_many: None,
            arrays: false,
        }
    }

    /// One of the values that a lazy value can have, if there are at most `most`.
    pub fn few(&mut self, value: LazyId, ty: Scalar, most: u64, span: Span) -> Result<Option<u128>, Halt> {
        let Some(term) = self.logic.value(self.terms, Value::Lazy(value), ty.bits()) else { return Ok(None) };
        let all = std::mem::replace(&mut self.max_cases, most);
        let cases = self.values(term).map_err(stopped(span));
        self.max_cases = all;
        let Some(cases) = cases? else { return Ok(None) };
        let Some(value) = cases.get(self.decide(cases.len())).copied() else { return Ok(None) };
        let is = self.is(term, value);
        self.path = self.with(is);
        Ok(Some(value))
    }

    fn decide(&mut self, alternatives: usize) -> usize {
        if alternatives < 2 {
            return 0;
        }
        self.decisions += 1;
        self.decider.decide(alternatives as u32) as usize
    }

    /// The path with one more answer.
    fn with(&mut self, answer: Formula) -> Formula {
        self.logic.smt.and(self.path, answer)
    }

    fn whether(&mut self, holds: Formula) -> Result<bool, Stopped> {
        if let Some(known) = self.logic.smt.as_bool(holds) {
            return Ok(known);
        }
        let fails = self.logic.smt.not(holds);
        let (yes, no) = (self.with(holds), self.with(fails));
        let answer = if !self.logic.is_satisfiable(self.abstraction, yes)? {
            false
        } else if !self.logic.is_satisfiable(self.abstraction, no)? {
            true
        } else {
            self.branches += 1;
            self.decide(2) == 0
        };
        self.path = if answer { yes } else { no };
        Ok(answer)
    }

    /// All values that a term can have, ascending; `None` if there are too many. All ways of a step ask for the same again.
    fn values(&mut self, term: Formula) -> Result<Cases, Stopped> {
        let question = (self.abstraction, self.path, term, self.max_cases);
        if let Some(known) = self.logic.cases.get(&question) {
            return Ok(known.clone());
        }
        let found = self.enumerated(term)?.map(Rc::from);
        self.logic.cases.insert(question, found.clone());
        Ok(found)
    }

    fn enumerated(&mut self, term: Formula) -> Result<Option<Vec<u128>>, Stopped> {
        let mut found = Vec::new();
        let mut others = self.path;
        while let Some(model) = self.logic.solve(&[self.abstraction, others])? {
            if found.len() as u64 >= self.max_cases {
                return Ok(None);
            }
            let value = self.logic.evaluate(term, &model).unwrap_or(0);
            let is = self.is(term, value);
            let is_not = self.logic.smt.not(is);
            others = self.logic.smt.and(others, is_not);
            found.push(value);
        }
        found.sort_unstable();
        Ok(Some(found))
    }

    fn is(&mut self, term: Formula, value: u128) -> Formula {
        let width = self.logic.smt.sort(term).width();
        let value = self.logic.smt.constant(value, width);
        self.logic.smt.equal(term, value)
    }

    /// That an input is in a domain.
    fn within(&mut self, input: Formula, domain: &Domain, width: u32) -> Formula {
        let mut any = self.logic.smt.bool(false);
        for (lo, hi) in domain.intervals() {
            let smt = &mut self.logic.smt;
            let (lo, hi) = (smt.constant(*lo, width), smt.constant(*hi, width));
            let (above, below) = (smt.ule(lo, input), smt.ule(input, hi));
            let inside = smt.and(above, below);
            any = smt.or(any, inside);
        }
        any
    }
}

impl<D: Decide> Oracle for FormulaOracle<'_, '_, D> {
    fn nondet(&mut self, ty: Scalar, ranges: Option<&[(i128, i128)]>, origin: Origin<'_>) -> Result<Value, Halt> {
        let domain = Domain::of_ranges(ty, ranges);
        if domain.is_empty() {
            let what = "a nondeterministic value has no value in the range that is asked for";
            return Err(Halt::new(HaltKind::Unsupported, what, origin.span));
        }
        let value = match domain.as_single() {
            Some(bits) => Value::Bits(bits),
            None => {
                let symbol = self.logic.symbols.input(self.inputs, ty.bits());
                self.inputs += 1;
                if ranges.is_some()
                    && let Some(variable) = self.logic.variable(symbol)
                {
                    let within = self.within(variable, &domain, ty.bits());
                    self.path = self.with(within);
                }
                Value::Lazy(self.terms.symbol(symbol))
            }
        };
        self.asked.push(value);
        Ok(value)
    }

    fn choose(&mut self, alternatives: u32, _: Choice, _: Span) -> Result<u32, Halt> {
        let chosen = self.decide(alternatives as usize) as u32;
        self.choices.push(chosen);
        Ok(chosen)
    }

    fn apply(&mut self, op: LazyOp, args: &[Value], span: Span) -> Result<Value, Halt> {
        let mut known = args.to_vec();
        loop {
            let result = self.terms.apply(op, &known).ok_or_else(|| Halt::undefined("division by zero", span))?;
            if is_encoded(op) {
                return Ok(result);
            }
            // What has no meaning in the logic may still have few operands here.
            let Some(at) = known.iter().position(|arg| matches!(arg, Value::Lazy(_))) else { return Ok(result) };
            if let Value::Lazy(arg) = known[at] {
                known[at] = Value::Bits(self.exact(arg, operand_types(op)[at], span)?);
            }
        }
    }

    fn truth(&mut self, value: LazyId, ty: Scalar, span: Span) -> Result<bool, Halt> {
        let holds = match ty {
            Scalar::Int { .. } => self.logic.truth(self.terms, value, ty).ok_or_else(|| too_many(span))?,
            Scalar::Float(_) => {
                let bits = self.exact(value, ty, span)?;
                return Ok(crate::arith::is_true(ty, bits));
            }
        };
        self.whether(holds).map_err(stopped(span))
    }

    fn exact(&mut self, value: LazyId, ty: Scalar, span: Span) -> Result<u128, Halt> {
        let term = self.logic.value(self.terms, Value::Lazy(value), ty.bits()).ok_or_else(|| too_many(span))?;
        let Some(cases) = self.values(term).map_err(stopped(span))? else {
            self.too_many = Some(term);
            return Err(too_many(span));
        };
        let chosen = self.decide(cases.len());
        let value = *cases.get(chosen).ok_or_else(|| too_many(span))?;
        let is = self.is(term, value);
        self.path = self.with(is);
        Ok(value)
    }

    fn one_of_few(&mut self, value: LazyId, ty: Scalar, span: Span) -> Result<Option<u128>, Halt> {
        self.few(value, ty, FEW, span)
    }

    fn has_arrays(&self) -> bool {
        self.arrays
    }

    fn unknown_array(&mut self, widths: Widths, _: Origin<'_>) -> Result<Value, Halt> {
        let sort = Sort::Array { index: u32::from(widths.offset), element: u32::from(widths.element) };
        let symbol = self.logic.symbols.input_of(self.inputs, sort);
        self.inputs += 1;
        Ok(Value::Lazy(self.terms.symbol(symbol)))
    }

    fn parted(&mut self, value: LazyId, _: Scalar) -> Parted {
        self.terms.parted(Value::Lazy(value))
    }

    fn observe(&mut self, _thread: ThreadIx, event: Event<'_>) {
        if let Event::Undefined { what, expr } = event {
            self.undefined.push((what, expr.span));
        }
    }
}
