//! An oracle that decides nothing before the program looks.
//!
//! [`LazyOracle`] hands out a fresh symbol for every nondeterministic value and keeps, for each symbol, the exact set
//! of bit patterns that agree with all answers given so far. A question about a term over one symbol splits that set:
//! both halves are explored if both are inhabited, so a value costs as many cases as the program tells apart. A
//! question about several symbols is answered by fixing the one with the fewest values first.
//!
//! **Answers that are no intervals** (`x % 2 == 0` over all integers) are given both ways and remembered with the symbol.
//! They are applied when the domain has become small (`0 <= x && x < 6`), and when a counterexample needs a value. Until
//! then an execution may be followed that does not exist: that can cost a proof, never a wrong one, and a counterexample
//! is replayed anyway. Of questions that repeat (`x % 2`) only the answers that some value gives are followed ([`super::period`]).
//!
//! **Anything.** [`LazyId::ANY`] stands for what an abstraction has forgotten. A question about it has both answers, every
//! time; needing it exactly is a halt.
//!
//! **Guesses.** An analysis that checks its counterexamples anyway may have questions that are too complex (two unconstrained inputs
//! are compared) answered both ways, without remembering the answer in the state: that is forgetting the answer.
//!
//! **Soundness.** The domains are independent of each other (a product), every split is a partition of one domain, and
//! all parts are offered to the [`Decide`]r. So the explored cases together are all concrete executions, and each case
//! whose symbols have a value that agrees with their constraints has one.
//!
//! **Cost.** A split is linear in the number of intervals; what is not invertible is enumerated up to `max_cases`
//! values. Beyond that, questions about several symbols and exact values halt with [`HaltKind::TooManyCases`].

use std::collections::BTreeMap;

use raddle_program::{Scalar, Span};

use super::domain::Domain;
use super::period::representatives;
use super::preimage::{preimage, true_set};
use super::terms::{Constraint, Substitute, Symbol, Terms};
use crate::arith;
use crate::halt::{Halt, HaltKind};
use crate::oracle::{Choice, Event, LazyOp, Oracle, Origin};
use crate::state::ThreadIx;
use crate::value::{LazyId, Value};

/// Answers about one symbol that are remembered as they are; beyond this many the execution halts.
const MAX_CONSTRAINTS: usize = 16;

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
    /// See `explicit.max_cases`.
    pub max_cases: u64,
    /// Every alternative taken in [`Oracle::choose`], in order.
    pub choices: Vec<u32>,
    /// How many questions had more than one answer.
    pub decisions: u32,
    /// How many of them were about [`LazyId::ANY`], or were guesses.
    pub forgotten: u32,
    /// If it is there: questions about truth that are too complex are answered both ways instead of halting, and the
    /// answers are put here. An execution with guesses need not exist.
    pub guesses: Option<Vec<Constraint>>,
    /// Set when an execution turns out not to exist: the error returned then is no reason for anything.
    pub infeasible: bool,
    /// Undefined behaviour that was observed.
    pub undefined: Vec<(&'static str, Span)>,
}

impl<'a, D: Decide> LazyOracle<'a, D> {
    /// An oracle for a state with these symbols.
    pub fn new(terms: &'a mut Terms, symbols: Vec<Symbol>, decider: &'a mut D, max_cases: u64) -> LazyOracle<'a, D> {
        LazyOracle {
            terms,
            symbols,
            decider,
            max_cases,
            choices: Vec::new(),
            decisions: 0,
            forgotten: 0,
            guesses: None,
            infeasible: false,
            undefined: Vec::new(),
        }
    }

    fn too_many(&self, span: Span) -> Halt {
        Halt {
            kind: HaltKind::TooManyCases,
            what: "a nondeterministic value is used in a way that has too many cases".to_string(),
            span,
        }
    }

    /// The term with all decided symbols replaced by their values.
    fn resolved(&mut self, term: LazyId, span: Span) -> Result<Value, Halt> {
        if self.terms.symbols(term).iter().all(|s| self.symbols[*s as usize].domain.as_single().is_none()) {
            return Ok(Value::Lazy(term));
        }
        let symbols = &self.symbols;
        let known = |s: u32| match symbols[s as usize].domain.as_single() {
            Some(bits) => Substitute::Constant(bits),
            None => Substitute::Symbol(s),
        };
        self.terms.substitute(term, &known).ok_or_else(|| undefined_operation(span))
    }

    /// Reduces a value to a constant or a term over one symbol: decides comparisons inside it that are about one
    /// symbol, then fixes symbols with few values.
    fn with_one_symbol(&mut self, value: Value, span: Span) -> Result<Value, Halt> {
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
            let size = |s: &u32| self.symbols[*s as usize].domain.size();
            let fewest = *symbols.iter().min_by_key(|s| size(s)).expect("two symbols");
            if size(&fewest) > u128::from(self.max_cases) {
                return Err(self.too_many(span));
            }
            let cases: Vec<u128> = self.symbols[fewest as usize].domain.values().collect();
            let chosen = self.pick(cases.len());
            self.narrow(fewest as usize, Domain::single(cases[chosen]), span)?;
        }
    }

    /// Decides a comparison inside a term and puts its value in its place.
    fn decide_part(&mut self, term: LazyId, part: LazyId, span: Span) -> Result<Value, Halt> {
        let holds = self.truth_of_one(part, Scalar::INT, span)?;
        self.terms.replace(term, part, Value::Bits(u128::from(holds))).ok_or_else(|| undefined_operation(span))
    }

    /// The truth of a term over one symbol.
    fn truth_of_one(&mut self, term: LazyId, ty: Scalar, span: Span) -> Result<bool, Halt> {
        let holds = match self.where_true(term, ty, span) {
            Err(halt) if halt.kind == HaltKind::TooManyCases => return self.constrain(term, ty, span)?.ok_or(halt),
            other => other?,
        };
        let symbol = self.terms.symbols(term)[0] as usize;
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
    fn constrain(&mut self, term: LazyId, ty: Scalar, span: Span) -> Result<Option<bool>, Halt> {
        let symbol = self.terms.symbols(term)[0] as usize;
        if let Some(known) = self.symbols[symbol].constraints.iter().find(|c| c.term == term && c.ty == ty) {
            return Ok(Some(known.holds));
        }
        if let Some(values) = representatives(self.terms, term, &self.symbols[symbol], self.max_cases) {
            let mut possible = [false; 2];
            for value in values.values().filter(|v| self.symbols[symbol].admits(*v, self.terms)) {
                let result = self.terms.evaluate(term, &|_| value).ok_or_else(|| undefined_operation(span))?;
                possible[usize::from(arith::is_true(ty, result))] = true;
            }
            match possible {
                [false, false] => return Err(self.no_value(span)),
                [no, yes] if no != yes => return Ok(Some(yes)),
                [_, _] => {}
            }
        }
        if self.symbols[symbol].constraints.len() >= MAX_CONSTRAINTS {
            return Ok(None);
        }
        let holds = self.decide(2) == 0;
        let constraints = &mut self.symbols[symbol].constraints;
        constraints.push(Constraint { term, ty, holds });
        constraints.sort_unstable();
        Ok(Some(holds))
    }

    /// The execution turns out not to exist.
    fn no_value(&mut self, span: Span) -> Halt {
        self.infeasible = true;
        Halt::new(HaltKind::Oracle, "no value agrees with the answers given", span)
    }

    /// Gives a symbol a smaller domain, and applies its constraints once that is possible.
    fn narrow(&mut self, symbol: usize, domain: Domain, span: Span) -> Result<(), Halt> {
        self.symbols[symbol].domain = domain;
        let narrowed = &self.symbols[symbol];
        if narrowed.constraints.is_empty() || narrowed.domain.size() > u128::from(self.max_cases) {
            return Ok(());
        }
        let left = Domain::from_values(narrowed.domain.values().filter(|v| narrowed.admits(*v, self.terms)));
        if left.is_empty() {
            return Err(self.no_value(span));
        }
        self.symbols[symbol].domain = left;
        self.symbols[symbol].constraints.clear();
        Ok(())
    }

    /// Answers a question that is too complex both ways, if that is allowed.
    fn guess(&mut self, term: LazyId, ty: Scalar) -> Option<bool> {
        self.guesses.as_ref()?;
        self.forgotten += 1;
        let holds = self.decide(2) == 0;
        self.guesses.as_mut()?.push(Constraint { term, ty, holds });
        Some(holds)
    }

    fn decide(&mut self, alternatives: u32) -> u32 {
        self.decisions += 1;
        self.decider.decide(alternatives)
    }

    fn pick(&mut self, alternatives: usize) -> usize {
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
        let domain = &self.symbols[symbol as usize].domain;
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

fn undefined_operation(span: Span) -> Halt {
    Halt { kind: HaltKind::Undefined, what: "division by zero".to_string(), span }
}

impl<D: Decide> Oracle for LazyOracle<'_, D> {
    fn nondet(&mut self, ty: Scalar, ranges: Option<&[(i128, i128)]>, origin: Origin<'_>) -> Result<Value, Halt> {
        let domain = Domain::of_ranges(ty, ranges);
        if domain.is_empty() {
            return Err(Halt {
                kind: HaltKind::Unsupported,
                what: "a nondeterministic value of an empty set of values".to_string(),
                span: origin.span,
            });
        }
        let symbol = u32::try_from(self.symbols.len()).expect("fewer than 2^32 symbols");
        let single = domain.as_single();
        self.symbols.push(Symbol { ty, domain, constraints: Vec::new() });
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
        let answer = match self.with_one_symbol(Value::Lazy(value), span) {
            Ok(Value::Bits(bits)) => Ok(arith::is_true(ty, bits)),
            Ok(Value::Lazy(term)) => self.truth_of_one(term, ty, span),
            Err(halt) => Err(halt),
        };
        match answer {
            Err(halt) if halt.kind == HaltKind::TooManyCases => self.guess(value, ty).ok_or(halt),
            other => other,
        }
    }

    fn exact(&mut self, value: LazyId, _ty: Scalar, span: Span) -> Result<u128, Halt> {
        if value == LazyId::ANY {
            return Err(Halt::new(HaltKind::Imprecise, "a value that is not tracked is needed exactly", span));
        }
        let term = match self.with_one_symbol(Value::Lazy(value), span)? {
            Value::Bits(bits) => return Ok(bits),
            Value::Lazy(term) => term,
        };
        let symbol = self.terms.symbols(term)[0] as usize;
        let domain = &self.symbols[symbol].domain;
        if domain.size() > u128::from(self.max_cases) {
            return Err(self.too_many(span));
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
