//! Questions about several values that nobody knows: `x < y`.
//!
//! **Idea.** A symbol alone has a set of values, and a question about it splits the set. A question about several symbols has no such answer: the values that
//! agree with it are no product. So the answer itself is remembered, as a constraint, and whether an answer is possible at all is asked of the solver:
//! together with the domains of the symbols, and with everything that was answered about them before and about those they are connected with.
//!
//! **Soundness.** An answer is left out only if the solver says that nothing agrees with it. If it gives up after some conflicts, or if it is not
//! even asked because there are quotients, products, or floats ([`Terms::is_easy`]), the answer stands. So an execution may be followed that does not exist: that can
//! cost a proof, never make a wrong one, and a counterexample is replayed anyway.
//!
//! **Cost.** Two checks for each new question. Questions are the same if they differ only in how symbols are numbered, so most are asked once. Conflicts
//! are counted, not time: the same question in the same order has the same answer.
//!
//! **Rejected.** A procedure for orders and differences alone: `(x > y) - (x < y)` is neither, and comparison functions are written like that.
//! Bounds that follow for each symbol (`x > y` and `y >= 0`, so `x >= 1`): the largest of many inputs would have a new
//! state in every round of its loop.

use raddle_program::{Id, Scalar};
use raddle_smt::{Confirmation, Term as Formula, Terms as Store};
use rustc_hash::FxHashMap;

use super::domain::Domain;
use super::formula::{Attempt, Logic, Model, Symbols};
use super::terms::{Constraint, Symbol, SymbolId, Term, Terms};
use crate::value::{LazyId, Value};

/// How many conflicts a check may have while the search goes on.
const CONFLICTS: u32 = 1_000;

/// How many conflicts a check may have that looks for the inputs of a counterexample.
const MANY_CONFLICTS: u32 = 20_000;

/// A domain with more intervals is given to the solver as the one interval around them.
const MAX_INTERVALS: usize = 32;

/// How hard the solver tries.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effort {
    /// In every step of a search.
    Little,
    /// Once for each counterexample.
    Any,
}

/// Which answers a question may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Possible {
    pub yes: bool,
    pub no: bool,
}

/// A question with all that was answered before, in the judge's own numbering.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Question {
    /// The symbols of the logic, and their values as far as intervals can say.
    symbols: Vec<(SymbolId, Domain)>,
    known: Vec<Constraint>,
    /// The question; none: whether there are values at all.
    asked: Option<(LazyId, Scalar)>,
}

/// Decides questions, if anybody asks one. A copy begins anew.
#[derive(Default)]
pub(super) struct Judge {
    bench: Option<Box<Bench>>,
    /// Who is told whether the solver's answers were confirmed; none if they are believed.
    confirmation: Option<Confirmation>,
}

impl Clone for Judge {
    fn clone(&self) -> Judge {
        Judge { bench: None, confirmation: self.confirmation.clone() }
    }
}

impl std::fmt::Debug for Judge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Judge")
    }
}

/// What a judge works with.
struct Bench {
    /// Terms over the symbols of the logic.
    terms: Terms,
    logic: Logic<'static>,
    /// How many conflicts a check may have, but for counterexamples.
    conflicts: u32,
    /// What has been asked before. A solver that gives up once may know the answer the next time, but a step that is executed again has
    /// to be given the same answers.
    answered: FxHashMap<Question, Possible>,
    listed: FxHashMap<Question, (usize, Option<Vec<u128>>)>,
}

fn never() -> bool {
    false
}

impl Terms {
    /// Which answers a question may have, with all that is known about its symbols.
    pub(super) fn possible(&mut self, symbols: &[Symbol], term: LazyId, ty: Scalar) -> Possible {
        let about = self.symbols(term).to_vec();
        self.with_bench(|bench, terms| {
            let (question, _) = bench.question(terms, symbols, &about, Some((term, ty)));
            bench.possible(question)
        })
    }

    /// Whether some symbols may have values that agree with all that is known about them.
    pub(super) fn have_values(&mut self, symbols: &[Symbol], about: &[SymbolId]) -> bool {
        self.with_bench(|bench, terms| {
            let (question, _) = bench.question(terms, symbols, about, None);
            bench.possible(question).yes
        })
    }

    /// Values of some symbols, and of all that they are connected with, if the solver finds some.
    pub(super) fn values_of(&mut self, symbols: &[Symbol], about: &[SymbolId]) -> Option<Vec<(SymbolId, u128)>> {
        self.with_bench(|bench, terms| {
            let (question, order) = bench.question(terms, symbols, about, None);
            let parts = bench.parts(&question, Effort::Any);
            match bench.logic.attempt(&parts, MANY_CONFLICTS) {
                Attempt::Satisfiable(model) => Some(bench.read(&question, &order, &model)),
                Attempt::Unsatisfiable | Attempt::GaveUp => None,
            }
        })
    }

    /// All values that a term may have, ascending; `None` if there are more than `most`, or nobody knows.
    pub(super) fn values_of_term(&mut self, symbols: &[Symbol], term: LazyId, most: usize) -> Option<Vec<u128>> {
        let about = self.symbols(term).to_vec();
        self.with_bench(|bench, terms| {
            let (question, _) = bench.question(terms, symbols, &about, Some((term, Scalar::INT)));
            if let Some((listed, known)) = bench.listed.get(&question)
                && *listed == most
            {
                return known.clone();
            }
            let values = bench.list(&question, most);
            bench.listed.insert(question, (most, values.clone()));
            values
        })
    }

    /// Forgets all answers of the solver; from now on one is only left out if the SAT solver's proof of it was checked.
    ///
    /// The solver may try longer then: what it has excluded before, perhaps with what it had learnt from other questions, should be excluded again.
    pub fn confirm_answers(&mut self, confirmation: Confirmation) {
        self.joint = Judge { bench: None, confirmation: Some(confirmation) };
    }

    fn with_bench<T>(&mut self, work: impl FnOnce(&mut Bench, &Terms) -> T) -> T {
        let mut bench = self.joint.bench.take().unwrap_or_else(|| {
            let confirmation = self.joint.confirmation.clone();
            let conflicts = if confirmation.is_some() { MANY_CONFLICTS } else { CONFLICTS };
            let logic = Logic::with(Store::within(self.deadline()), Symbols::default(), confirmation, &never);
            let (answered, listed) = (FxHashMap::default(), FxHashMap::default());
            Box::new(Bench { terms: Terms::within(self.deadline()), logic, conflicts, answered, listed })
        });
        let result = work(&mut bench, self);
        self.joint.bench = Some(bench);
        result
    }
}

/// Whether a constraint is about several symbols.
pub(super) fn is_joint(constraint: &Constraint, terms: &Terms) -> bool {
    terms.symbols(constraint.term).len() > 1
}

/// Some symbols and all that they are connected with by answers about several, in the order in which they are found; and
/// all these answers.
pub(super) fn connected(symbols: &[Symbol], terms: &Terms, from: &[SymbolId]) -> (Vec<SymbolId>, Vec<Constraint>) {
    let joint: Vec<&Constraint> = symbols.iter().flat_map(|s| &s.constraints).filter(|c| is_joint(c, terms)).collect();
    let mut order = from.to_vec();
    let mut known: Vec<Constraint> = Vec::new();
    let mut next = 0;
    while let Some(symbol) = order.get(next).copied() {
        next += 1;
        known.extend(symbols[symbol.index()].own(terms));
        for constraint in joint.iter().filter(|c| terms.symbols(c.term).contains(&symbol)) {
            if known.contains(constraint) {
                continue;
            }
            known.push(**constraint);
            let new: Vec<SymbolId> =
                terms.symbols(constraint.term).iter().filter(|s| !order.contains(s)).copied().collect();
            order.extend(new);
        }
    }
    (order, known)
}

impl Bench {
    /// A question in the judge's own numbering, and which symbols it is about.
    fn question(
        &mut self,
        terms: &Terms,
        symbols: &[Symbol],
        about: &[SymbolId],
        asked: Option<(LazyId, Scalar)>,
    ) -> (Question, Vec<SymbolId>) {
        let (order, known) = connected(symbols, terms, about);
        let mut numbers = FxHashMap::default();
        let mut listed = Vec::new();
        for (place, symbol) in order.iter().enumerate() {
            let Symbol { ty, domain, .. } = &symbols[symbol.index()];
            let number = self.logic.symbols.input(place as u32, ty.bits());
            numbers.insert(*symbol, number);
            listed.push((number, domain.clone()));
        }
        let mut copied = FxHashMap::default();
        let mut own = |id: LazyId| copy(terms, id, &numbers, &mut self.terms, &mut copied);
        // What has become a constant says nothing.
        let known = known.into_iter().filter_map(|c| match own(c.term)? {
            Value::Lazy(term) => Some(Constraint { term, ..c }),
            Value::Bits(_) => None,
        });
        let known = known.collect();
        let asked = asked.and_then(|(term, ty)| match own(term)? {
            Value::Lazy(term) => Some((term, ty)),
            Value::Bits(_) => None,
        });
        (Question { symbols: listed, known, asked }, order)
    }

    fn possible(&mut self, question: Question) -> Possible {
        if let Some(known) = self.answered.get(&question) {
            return *known;
        }
        let mut parts = self.parts(&question, Effort::Little);
        let easy = question.asked.filter(|(term, _)| self.terms.is_easy(Value::Lazy(*term)));
        let asked = easy.and_then(|(term, ty)| self.logic.truth(&self.terms, term, ty));
        let possible = match asked {
            Some(holds) => {
                let fails = self.logic.smt.not(holds);
                let mut may = |answer: Formula| {
                    parts.push(answer);
                    let possible = self.logic.attempt(&parts, self.conflicts) != Attempt::Unsatisfiable;
                    parts.pop();
                    possible
                };
                Possible { yes: may(holds), no: may(fails) }
            }
            // What the solver is not asked has both answers.
            None if question.asked.is_some() => Possible { yes: true, no: true },
            None => {
                let some = self.logic.attempt(&parts, self.conflicts) != Attempt::Unsatisfiable;
                Possible { yes: some, no: some }
            }
        };
        self.answered.insert(question, possible);
        possible
    }

    /// All values of what is asked for, if there are at most `most`.
    fn list(&mut self, question: &Question, most: usize) -> Option<Vec<u128>> {
        let (own, _) = question.asked?;
        let formula = self.logic.term(&self.terms, own)?;
        let width = self.logic.smt.width(formula);
        let mut parts = self.parts(question, Effort::Little);
        let mut found = Vec::new();
        loop {
            let model = match self.logic.attempt(&parts, self.conflicts) {
                Attempt::Satisfiable(model) => model,
                Attempt::Unsatisfiable => break,
                Attempt::GaveUp => return None,
            };
            if found.len() == most {
                return None;
            }
            let value = self.logic.evaluate(formula, &model)?;
            let smt = &mut self.logic.smt;
            let constant = smt.constant(value, width);
            let is = smt.equal(formula, constant);
            parts.push(smt.not(is));
            found.push(value);
        }
        found.sort_unstable();
        Some(found)
    }

    /// What is known, as formulas; with little effort without what is not easy.
    fn parts(&mut self, question: &Question, effort: Effort) -> Vec<Formula> {
        let mut parts = Vec::new();
        for (symbol, domain) in &question.symbols {
            let Some((variable, width)) = self.logic.variable(*symbol).zip(self.logic.symbols.width(*symbol)) else {
                continue;
            };
            if *domain == Domain::full(width) {
                continue;
            }
            let intervals = match domain.intervals() {
                [(lo, _), .., (_, hi)] if domain.intervals().len() > MAX_INTERVALS => vec![(*lo, *hi)],
                few => few.to_vec(),
            };
            let smt = &mut self.logic.smt;
            let mut any = smt.bool(false);
            for (lo, hi) in intervals {
                let (lo, hi) = (smt.constant(lo, width), smt.constant(hi, width));
                let (above, below) = (smt.ule(lo, variable), smt.ule(variable, hi));
                let inside = smt.and(above, below);
                any = smt.or(any, inside);
            }
            parts.push(any);
        }
        for constraint in &question.known {
            if effort == Effort::Little && !self.terms.is_easy(Value::Lazy(constraint.term)) {
                continue;
            }
            if let Some(holds) = self.logic.truth(&self.terms, constraint.term, constraint.ty) {
                parts.push(if constraint.holds { holds } else { self.logic.smt.not(holds) });
            }
        }
        parts
    }

    /// The values of the symbols of a question in a model.
    fn read(&mut self, question: &Question, order: &[SymbolId], model: &Model) -> Vec<(SymbolId, u128)> {
        let mut values = Vec::new();
        for (symbol, (number, domain)) in order.iter().zip(&question.symbols) {
            let told = self.logic.variable(*number).and_then(|variable| model.get(&variable).copied());
            let first = domain.intervals().first().map_or(0, |(lo, _)| *lo);
            values.push((*symbol, told.unwrap_or(first)));
        }
        values
    }
}

/// A term in another store, with other numbers of its symbols.
fn copy(
    terms: &Terms,
    id: LazyId,
    numbers: &FxHashMap<SymbolId, SymbolId>,
    into: &mut Terms,
    copied: &mut FxHashMap<LazyId, Option<Value>>,
) -> Option<Value> {
    if let Some(known) = copied.get(&id) {
        return *known;
    }
    let value = match terms.get(id) {
        Term::Any => None,
        Term::Symbol(symbol) => numbers.get(&symbol).map(|number| Value::Lazy(into.symbol(*number))),
        Term::Apply(..) => match terms.args(id) {
            (Some(op), args) => args
                .into_iter()
                .map(|arg| match arg {
                    Value::Bits(_) => Some(arg),
                    Value::Lazy(arg) => copy(terms, arg, numbers, into, copied),
                })
                .collect::<Option<Vec<Value>>>()
                .and_then(|args| into.apply(op, &args)),
            (None, _) => None,
        },
    };
    copied.insert(id, value);
    value
}

#[cfg(test)]
mod tests {
    use raddle_program::BinaryOp;

    use super::*;
    use crate::arith;
    use crate::lazy::inputs;
    use crate::oracle::LazyOp;

    const BYTE: Scalar = Scalar::Int { bits: 8, signed: true };

    fn apply(terms: &mut Terms, op: BinaryOp, a: Value, b: Value) -> Value {
        terms.apply(LazyOp::Binary(op, BYTE, BYTE), &[a, b]).expect("it has a value")
    }

    fn id(value: Value) -> LazyId {
        match value {
            Value::Lazy(id) => id,
            Value::Bits(bits) => panic!("{bits} is known"),
        }
    }

    /// Questions about two symbols and one about a third.
    fn questions(terms: &mut Terms) -> Vec<LazyId> {
        use BinaryOp::{Add, Eq, Ge, Gt, Le, Lt, Mul, Ne, Sub, Xor};
        let [x, y, z] = [0, 1, 2].map(|s| Value::Lazy(terms.symbol(SymbolId(s))));
        let mut all: Vec<Value> = [Lt, Le, Gt, Ge, Eq, Ne].iter().map(|op| apply(terms, *op, x, y)).collect();
        all.push(apply(terms, Lt, y, z));
        let (above, below) = (apply(terms, Gt, x, y), apply(terms, Lt, x, y));
        let sign = terms.apply(LazyOp::Binary(Sub, Scalar::INT, Scalar::INT), &[above, below]).expect("it has a value");
        all.push(
            terms.apply(LazyOp::Binary(Gt, Scalar::INT, Scalar::INT), &[sign, Value::ZERO]).expect("it has a value"),
        );
        for op in [Add, Sub, Xor, Mul] {
            let combined = apply(terms, op, x, y);
            all.push(apply(terms, Eq, combined, Value::Bits(6)));
        }
        all.into_iter().map(id).collect()
    }

    /// All values of three symbols that agree with what is known.
    fn agreeing(symbols: &[Symbol], terms: &Terms) -> Vec<[u128; 3]> {
        let values = |s: usize| symbols[s].domain.values().collect::<Vec<_>>();
        let mut all = Vec::new();
        for x in values(0) {
            for y in values(1) {
                for z in values(2) {
                    let holds = |c: &Constraint| {
                        let value = terms.evaluate(c.term, &|s| [x, y, z][s.index()]);
                        value.is_some_and(|value| arith::is_true(c.ty, value) == c.holds)
                    };
                    if symbols.iter().flat_map(|s| &s.constraints).all(holds) {
                        all.push([x, y, z]);
                    }
                }
            }
        }
        all
    }

    #[test]
    fn answers_are_those_that_some_values_give() {
        let mut terms = Terms::default();
        let all = questions(&mut terms);
        let small = || Symbol::new(BYTE, Domain::from_intervals(vec![(0, 3), (254, 255)]));
        for first in &all {
            for holds in [true, false] {
                let mut symbols = vec![small(), small(), small()];
                let home = terms.symbols(*first).last().expect("a symbol").index();
                symbols[home].constraints.push(Constraint { term: *first, ty: Scalar::INT, holds });
                let known = agreeing(&symbols, &terms);
                let about = terms.symbols(*first).to_vec();
                assert!(terms.have_values(&symbols, &about) || known.is_empty());
                match inputs(&symbols, &mut terms) {
                    Some(found) => assert!(known.contains(&[found[0], found[1], found[2]]), "{found:?}"),
                    None => assert!(known.is_empty(), "{first:?} {holds}: there are {known:?}"),
                }
                for second in &all {
                    let gives = |wanted: bool| {
                        known.iter().any(|v| {
                            let value = terms.evaluate(*second, &|s| v[s.index()]);
                            value.is_some_and(|value| arith::is_true(Scalar::INT, value) == wanted)
                        })
                    };
                    let (yes, no) = (gives(true), gives(false));
                    let easy = [first, second].iter().all(|t| terms.is_easy(Value::Lazy(**t)));
                    let possible = terms.possible(&symbols, *second, Scalar::INT);
                    assert!(possible.yes >= yes && possible.no >= no, "{second:?} after {first:?} is {holds}");
                    assert!(!easy || possible == Possible { yes, no }, "{second:?} after {first:?} is {holds}");
                }
            }
        }
    }

    #[test]
    fn few_values_are_listed() {
        let mut terms = Terms::default();
        let [x, y] = [0, 1].map(|s| Value::Lazy(terms.symbol(SymbolId(s))));
        let full = || Symbol::new(BYTE, Domain::full(8));
        let above = id(apply(&mut terms, BinaryOp::Gt, x, y));
        let low = id(apply(&mut terms, BinaryOp::And, x, Value::Bits(3)));
        assert_eq!(terms.values_of_term(&[full(), full()], above, 16), Some(vec![0, 1]));
        assert_eq!(terms.values_of_term(&[full(), full()], low, 16), Some(vec![0, 1, 2, 3]));
        assert_eq!(terms.values_of_term(&[full(), full()], id(x), 16), None);
    }

    #[test]
    fn what_is_asked_under_other_names_is_the_same_question() {
        let mut terms = Terms::default();
        let [x, y, z] = [0, 1, 2].map(|s| Value::Lazy(terms.symbol(SymbolId(s))));
        let (first, second) = (id(apply(&mut terms, BinaryOp::Lt, x, y)), id(apply(&mut terms, BinaryOp::Lt, y, z)));
        let symbols = vec![Symbol::new(BYTE, Domain::full(8)); 3];
        terms.possible(&symbols, first, Scalar::INT);
        terms.possible(&symbols, second, Scalar::INT);
        assert_eq!(terms.joint.bench.as_ref().map(|bench| bench.answered.len()), Some(1));
    }
}
