//! An oracle that decides nothing before the program looks.
//!
//! [`LazyOracle`] hands out a fresh symbol for every nondeterministic value and keeps, for each symbol, the exact set
//! of bit patterns that agree with all answers given so far. A question about a term over one symbol splits that set:
//! both halves are explored if both are inhabited, so a value costs as many cases as the program tells apart. In a
//! question about several symbols those with a few values are fixed first; if several are left, the answers that the solver does not
//! exclude are followed, and remembered as they are ([`super::joint`]).
//!
//! **Answers that are no intervals** (`x % 2 == 0` over all integers) are given both ways and remembered with the symbol.
//! They are applied when the domain has become small (`0 <= x && x < 6`), and when a counterexample needs a value. Until
//! then an execution may be followed that does not exist: that can cost a proof, never a wrong one, and a counterexample
//! is replayed anyway. Of questions that repeat (`x % 2`) only the answers that some value gives are followed ([`super::period`]).
//!
//! **Anything.** [`LazyId::ANY`] stands for what an abstraction has forgotten. A question about it has both answers, every
//! time; needing it exactly is a halt.
//!
//! **Soundness.** Every split is a partition of the values of the symbols, by a domain or by an answer, and
//! all parts that may be inhabited are offered to the [`Decide`]r. So the explored cases together are all concrete executions, and each case
//! whose symbols have values that agree with their constraints has one.
//!
//! **Cost.** A split is linear in the number of intervals; what is not invertible is enumerated up to `max_cases`
//! values, or left to the solver. Beyond that, exact values halt with [`HaltKind::TooManyCases`], all but a few samples ([`super::sample`]).

use std::collections::BTreeMap;

use raddle_program::{BinaryOp, Id, Scalar, Span};

use super::bounds;
use super::domain::Domain;
use super::joint::{Possible, is_joint};
use super::period::representatives;
use super::preimage::{preimage, true_set};
use super::terms::{Constraint, Substitute, Symbol, SymbolId, Terms};
use crate::arith;
use crate::halt::{Halt, HaltKind};
use crate::oracle::{Choice, Event, LazyOp, Oracle, Origin};
use crate::state::ThreadIx;
use crate::value::{LazyId, Value};

/// Answers about one symbol that are remembered as they are; beyond this many an answer is forgotten ([`LazyOracle::dropped`] has it).
const MAX_CONSTRAINTS: usize = 16;

/// Symbols with at most this many values are fixed where several are compared.
const FEW: u64 = 16;

/// Picks one of several ways to go on; whoever explores all of them calls the step again with other answers.
pub trait Decide {
    /// A number below `alternatives`, which is at least 2.
    fn decide(&mut self, alternatives: u32) -> u32;
}

/// The oracle; see the essay above.
pub struct LazyOracle<'a, D> {
    /// All terms.
    pub terms: &'a mut Terms,
    /// The symbols of the state, by index; every value asked for is appended.
    pub symbols: Vec<Symbol>,
    /// Who decides.
    pub decider: &'a mut D,
    /// See `program.max_cases`.
    pub max_cases: u64,
    /// How many values are tried where there are too many.
    pub samples: usize,
    /// Whether one of a few values was taken in place of too many.
    pub sampled: bool,
    /// Every alternative taken in [`Oracle::choose`], in order.
    pub choices: Vec<u32>,
    /// How many questions had more than one answer.
    pub decisions: u32,
    /// How many of them were about [`LazyId::ANY`], or had an answer that is not remembered.
    pub forgotten: u32,
    /// Answers that are not remembered with a symbol because it has too many already: who wants inputs for this very execution needs them.
    pub dropped: Vec<Constraint>,
    /// Whether every answer is remembered with its symbol, however many there are.
    pub remembers_all: bool,
    /// How many symbols there were in the beginning.
    pub(super) before: usize,
    /// Whether answers of the environment are made to go together ([`super::reading`]).
    pub relates: bool,
    /// Set when an execution turns out not to exist: the error returned then is no reason for anything.
    pub infeasible: bool,
    /// Undefined behaviour that was observed.
    pub undefined: Vec<(&'static str, Span)>,
}

impl<'a, D: Decide> LazyOracle<'a, D> {
    /// An oracle for a state with these symbols.
    pub fn new(terms: &'a mut Terms, symbols: Vec<Symbol>, decider: &'a mut D, max_cases: u64) -> LazyOracle<'a, D> {
        LazyOracle {
            before: symbols.len(),
            relates: true,
            terms,
            symbols,
            decider,
            max_cases,
            samples: 0,
            sampled: false,
            choices: Vec::new(),
            decisions: 0,
            forgotten: 0,
            dropped: Vec::new(),
            remembers_all: false,
            infeasible: false,
            undefined: Vec::new(),
        }
    }

    pub(super) fn too_many(&self, span: Span) -> Halt {
        Halt {
            kind: HaltKind::TooManyCases,
            what: "a nondeterministic value is used in a way that has too many cases".to_string(),
            span,
        }
    }

    /// The term with all decided symbols replaced by their values.
    pub(super) fn resolved(&mut self, term: LazyId, span: Span) -> Result<Value, Halt> {
        if self.terms.symbols(term).iter().all(|s| self.symbols[s.index()].domain.as_single().is_none()) {
            return Ok(Value::Lazy(term));
        }
        let symbols = &self.symbols;
        let known = |s: SymbolId| match symbols[s.index()].domain.as_single() {
            Some(bits) => Substitute::Constant(bits),
            None => Substitute::Symbol(s),
        };
        self.terms.substitute(term, &known).ok_or_else(|| undefined_operation(span))
    }

    /// Reduces a value to a constant or a term over few symbols: decides comparisons inside it that are about one
    /// symbol, then fixes symbols with at most `few` values.
    fn with_few_symbols(&mut self, value: Value, few: u64, span: Span) -> Result<Value, Halt> {
        let mut value = value;
        loop {
            let Value::Lazy(term) = value else { return Ok(value) };
            value = self.resolved(term, span)?;
            let Value::Lazy(term) = value else { return Ok(value) };
            let symbols = self.terms.symbols(term);
            if symbols.len() < 2 {
                return Ok(value);
            }
            if let Some(part) = self.terms.comparison_inside(term) {
                value = self.decide_part(term, part, span)?;
                continue;
            }
            let size = |s: &SymbolId| self.symbols[s.index()].domain.size();
            let fewest = *symbols.iter().min_by_key(|s| size(s)).expect("two symbols");
            if size(&fewest) > u128::from(few) {
                return Ok(value);
            }
            let cases: Vec<u128> = self.symbols[fewest.index()].domain.values().collect();
            let chosen = self.pick(cases.len());
            self.narrow(fewest.index(), Domain::single(cases[chosen]), span)?;
        }
    }

    /// The truth of a term over several symbols.
    fn truth_of_several(&mut self, term: LazyId, ty: Scalar, span: Span) -> Result<bool, Halt> {
        let same = |c: &&Constraint| c.term == term && c.ty == ty;
        if let Some(known) = self.symbols.iter().flat_map(|s| &s.constraints).find(same) {
            return Ok(known.holds);
        }
        self.truth_by_solver(term, ty, span)
    }

    /// Asks the solver which answers are possible, decides between them, and remembers the answer.
    fn truth_by_solver(&mut self, term: LazyId, ty: Scalar, span: Span) -> Result<bool, Halt> {
        match self.terms.possible(&self.symbols, term, ty) {
            Possible { yes: false, no: false } => Err(self.no_value(span)),
            Possible { yes, no } if yes != no => Ok(yes),
            Possible { .. } => {
                let holds = self.decide(2) == 0;
                self.remember(Constraint { term, ty, holds });
                Ok(holds)
            }
        }
    }

    /// Remembers an answer, with the last symbol that it is about.
    pub(super) fn remember(&mut self, constraint: Constraint) {
        let Some(home) = self.terms.symbols(constraint.term).last() else { return };
        let constraints = &mut self.symbols[home.index()].constraints;
        if constraints.len() >= MAX_CONSTRAINTS && !self.remembers_all {
            self.forgotten += 1;
            self.dropped.push(constraint);
            return;
        }
        constraints.push(constraint);
        constraints.sort_unstable();
    }

    /// Decides a comparison inside a term and puts its value in its place.
    fn decide_part(&mut self, term: LazyId, part: LazyId, span: Span) -> Result<Value, Halt> {
        let holds = self.truth_of_one(part, Scalar::INT, span)?;
        self.terms.replace(term, part, Value::Bits(u128::from(holds))).ok_or_else(|| undefined_operation(span))
    }

    /// The truth of a term over one symbol.
    fn truth_of_one(&mut self, term: LazyId, ty: Scalar, span: Span) -> Result<bool, Halt> {
        let holds = match self.where_true(term, ty, span) {
            Err(halt) if halt.kind == HaltKind::TooManyCases => return self.constrain(term, ty, span),
            other => other?,
        };
        let symbol = self.terms.symbols(term)[0].index();
        let domain = &self.symbols[symbol].domain;
        let yes = domain.intersect(&holds);
        let no = domain.intersect(&holds.complement(128));
        if yes.is_empty() || no.is_empty() {
            return Ok(no.is_empty());
        }
        let answer = self.decide(2) == 0;
        self.narrow(symbol, if answer { yes } else { no }, span)?;
        Ok(answer)
    }

    /// Answers a question about one symbol that cannot be turned into intervals, and remembers the answer.
    fn constrain(&mut self, term: LazyId, ty: Scalar, span: Span) -> Result<bool, Halt> {
        let symbol = self.terms.symbols(term)[0].index();
        if let Some(known) = self.symbols[symbol].constraints.iter().find(|c| c.term == term && c.ty == ty) {
            return Ok(known.holds);
        }
        if let Some(truth) = bounds::truth(self.terms, &self.symbols, term, ty) {
            return Ok(truth);
        }
        if let Some(values) = representatives(self.terms, term, &self.symbols[symbol], self.max_cases) {
            let mut possible = [false; 2];
            for value in values.values().filter(|v| self.symbols[symbol].admits(*v, self.terms)) {
                let result = self.terms.evaluate(term, &|_| value).ok_or_else(|| undefined_operation(span))?;
                possible[usize::from(arith::is_true(ty, result))] = true;
            }
            match possible {
                [false, false] => return Err(self.no_value(span)),
                [no, yes] if no != yes => return Ok(yes),
                [_, _] => {}
            }
        }
        self.truth_by_solver(term, ty, span)
    }

    /// The execution turns out not to exist.
    fn no_value(&mut self, span: Span) -> Halt {
        self.infeasible = true;
        Halt::new(HaltKind::Oracle, "no value agrees with the answers given", span)
    }

    /// Gives a symbol a smaller domain, and applies its constraints once that is possible.
    pub(super) fn narrow(&mut self, symbol: usize, domain: Domain, span: Span) -> Result<(), Halt> {
        self.symbols[symbol].domain = domain;
        let narrowed = &self.symbols[symbol];
        if narrowed.own(self.terms).next().is_some() && narrowed.domain.size() <= u128::from(self.max_cases) {
            let left = Domain::from_values(narrowed.domain.values().filter(|v| narrowed.admits(*v, self.terms)));
            if left.is_empty() {
                return Err(self.no_value(span));
            }
            self.symbols[symbol].domain = left;
            self.symbols[symbol].constraints.retain(|c| is_joint(c, self.terms));
        }
        let is_about = |c: &&Constraint| {
            is_joint(c, self.terms) && self.terms.symbols(c.term).contains(&SymbolId::from_index(symbol))
        };
        let compared: Vec<Constraint> =
            self.symbols.iter().flat_map(|s| &s.constraints).filter(is_about).copied().collect();
        if compared.iter().any(|c| self.fails(c)) {
            return Err(self.no_value(span));
        }
        if !compared.is_empty() && !self.terms.have_values(&self.symbols, &[SymbolId::from_index(symbol)]) {
            return Err(self.no_value(span));
        }
        Ok(())
    }

    /// Whether all symbols of a constraint have their values, and they do not agree with it.
    fn fails(&self, constraint: &Constraint) -> bool {
        let value = |s: SymbolId| self.symbols[s.index()].domain.as_single();
        let about = self.terms.symbols(constraint.term);
        if about.iter().any(|s| value(*s).is_none()) {
            return false;
        }
        let result = self.terms.evaluate(constraint.term, &|s| value(s).unwrap_or_default());
        result.is_none_or(|result| arith::is_true(constraint.ty, result) != constraint.holds)
    }

    /// One of the values of a term that has a few by all that is known; `None` if it has many.
    fn one_of_few(&mut self, term: LazyId, ty: Scalar, span: Span) -> Result<Option<u128>, Halt> {
        if !self.terms.is_easy(Value::Lazy(term)) {
            return Ok(None);
        }
        let Some(cases) = self.terms.values_of_term(&self.symbols, term, FEW as usize) else { return Ok(None) };
        if cases.is_empty() {
            return Err(self.no_value(span));
        }
        let value = cases[self.pick(cases.len())];
        let is = self
            .terms
            .apply(LazyOp::Binary(BinaryOp::Eq, unsigned(ty), unsigned(ty)), &[Value::Lazy(term), Value::Bits(value)]);
        if let Some(Value::Lazy(is)) = is {
            self.remember(Constraint { term: is, ty: Scalar::INT, holds: true });
        }
        Ok(Some(value))
    }

    fn decide(&mut self, alternatives: u32) -> u32 {
        self.decisions += 1;
        self.decider.decide(alternatives)
    }

    pub(super) fn pick(&mut self, alternatives: usize) -> usize {
        if alternatives < 2 { 0 } else { self.decide(alternatives as u32) as usize }
    }

    /// [`LazyOracle::where_true`] by the cases of an invertible comparison inside the term.
    fn by_cases(&mut self, term: LazyId, ty: Scalar, span: Span) -> Result<Option<Domain>, Halt> {
        let Some(part) = self.terms.comparison_inside(term).filter(|part| *part != term) else { return Ok(None) };
        let Some(holds) = preimage(self.terms, part, &true_set(Scalar::INT)) else { return Ok(None) };
        let mut set = Domain::EMPTY;
        for (value, case) in [(1, holds.clone()), (0, holds.complement(128))] {
            match self.terms.replace(term, part, Value::Bits(value)) {
                None => return Ok(None),
                Some(Value::Bits(bits)) if arith::is_true(ty, bits) => set = set.union(&case),
                Some(Value::Bits(_)) => {}
                Some(Value::Lazy(rest)) => set = set.union(&self.where_true(rest, ty, span)?.intersect(&case)),
            }
        }
        Ok(Some(set))
    }

    /// The values of a symbol under which a term over that symbol alone is true.
    fn where_true(&mut self, term: LazyId, ty: Scalar, span: Span) -> Result<Domain, Halt> {
        if let Some(set) = preimage(self.terms, term, &true_set(ty)) {
            return Ok(set);
        }
        if let Some(set) = self.by_cases(term, ty, span)? {
            return Ok(set);
        }
        let symbol = self.terms.symbols(term)[0];
        let domain = &self.symbols[symbol.index()].domain;
        if domain.size() > u128::from(self.max_cases) {
            return Err(self.too_many(span));
        }
        let mut holds = Vec::new();
        for value in domain.values() {
            let result = self.terms.evaluate(term, &|_| value).ok_or_else(|| undefined_operation(span))?;
            if arith::is_true(ty, result) {
                holds.push(value);
            }
        }
        Ok(Domain::from_values(holds))
    }
}

/// The patterns of a type as numbers.
fn unsigned(ty: Scalar) -> Scalar {
    Scalar::Int { bits: ty.bits() as u8, signed: false }
}

fn undefined_operation(span: Span) -> Halt {
    Halt::undefined("division by zero", span)
}

impl<D: Decide> Oracle for LazyOracle<'_, D> {
    fn nondet(&mut self, ty: Scalar, ranges: Option<&[(i128, i128)]>, origin: Origin<'_>) -> Result<Value, Halt> {
        let domain = Domain::of_ranges(ty, ranges);
        if domain.is_empty() {
            return Err(Halt {
                kind: HaltKind::Unsupported,
                what: "a nondeterministic value has no value in the range that is asked for".to_string(),
                span: origin.span,
            });
        }
        let symbol = SymbolId::from_index(self.symbols.len());
        let single = domain.as_single();
        self.symbols.push(Symbol::new(ty, domain));
        if single.is_none() && self.relates {
            self.relate(symbol, origin);
        }
        Ok(match single {
            Some(bits) => Value::Bits(bits),
            None => Value::Lazy(self.terms.symbol(symbol)),
        })
    }

    fn choose(&mut self, alternatives: u32, _choice: Choice, _span: Span) -> Result<u32, Halt> {
        let chosen = self.decide(alternatives);
        self.choices.push(chosen);
        Ok(chosen)
    }

    fn apply(&mut self, op: LazyOp, args: &[Value], span: Span) -> Result<Value, Halt> {
        // A conditional expression is a branch: deciding it keeps terms small and mostly over one symbol.
        if let (LazyOp::Ite(condition, _), [Value::Lazy(c), a, b]) = (op, args) {
            if *c == LazyId::ANY {
                // Nothing is learnt from deciding it, so the two ways are not worth their number.
                return Ok(if a == b { *a } else { Value::ANY });
            }
            let same = a == b;
            return Ok(if same || self.truth(*c, condition, span)? { *a } else { *b });
        }
        let mut known = [Value::ZERO; 3];
        for (slot, arg) in known.iter_mut().zip(args) {
            *slot = match arg {
                Value::Bits(_) => *arg,
                Value::Lazy(term) => self.resolved(*term, span)?,
            };
        }
        self.terms.apply(op, &known[..args.len()]).ok_or_else(|| undefined_operation(span))
    }

    fn truth(&mut self, value: LazyId, ty: Scalar, span: Span) -> Result<bool, Halt> {
        if value == LazyId::ANY {
            self.forgotten += 1;
            return Ok(self.decide(2) == 0);
        }
        // Whatever the symbols are, the answer may be the same.
        if self.terms.symbols(value).len() > 1
            && let Some(truth) = bounds::truth(self.terms, &self.symbols, value, ty)
        {
            return Ok(truth);
        }
        // What is hard for the solver is better decided by its cases.
        let few = if self.terms.is_easy(Value::Lazy(value)) { FEW.min(self.max_cases) } else { self.max_cases };
        match self.with_few_symbols(Value::Lazy(value), few, span)? {
            Value::Bits(bits) => Ok(arith::is_true(ty, bits)),
            Value::Lazy(term) if self.terms.symbols(term).len() > 1 => self.truth_of_several(term, ty, span),
            Value::Lazy(term) => self.truth_of_one(term, ty, span),
        }
    }

    fn exact(&mut self, value: LazyId, ty: Scalar, span: Span) -> Result<u128, Halt> {
        if value == LazyId::ANY {
            return Err(Halt::new(HaltKind::Imprecise, "a value that is not tracked is needed exactly", span));
        }
        let mut value = self.with_few_symbols(Value::Lazy(value), FEW.min(self.max_cases), span)?;
        if let Value::Lazy(term) = value
            && self.terms.symbols(term).len() > 1
        {
            if let Some(bits) = self.one_of_few(term, ty, span)? {
                return Ok(bits);
            }
            value = self.with_few_symbols(value, self.max_cases, span)?;
        }
        let term = match value {
            Value::Bits(bits) => return Ok(bits),
            Value::Lazy(term) if self.terms.symbols(term).len() > 1 => return self.one_of_samples(value, span),
            Value::Lazy(term) => term,
        };
        let symbol = self.terms.symbols(term)[0].index();
        let domain = &self.symbols[symbol].domain;
        if domain.size() > u128::from(self.max_cases) {
            return match self.one_of_few(term, ty, span)? {
                Some(bits) => Ok(bits),
                None => self.one_of_samples(value, span),
            };
        }
        let mut groups: BTreeMap<u128, Vec<u128>> = BTreeMap::new();
        for value in domain.values() {
            let result = self.terms.evaluate(term, &|_| value).ok_or_else(|| undefined_operation(span))?;
            groups.entry(result).or_default().push(value);
        }
        let chosen = self.pick(groups.len());
        let (result, values) = groups.into_iter().nth(chosen).expect("a decision is below the alternatives");
        self.narrow(symbol, Domain::from_values(values), span)?;
        Ok(result)
    }

    fn observe(&mut self, _thread: ThreadIx, event: Event<'_>) {
        if let Event::Undefined { what, expr } = event {
            self.undefined.push((what, expr.span));
        }
    }
}
