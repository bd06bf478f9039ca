//! The model of a check, read from the SAT solver as far as it is asked for, and kept for later checks.
//!
//! A model of one check often is one of the next: of a predicate and its negation, each model of the path satisfies one. So before the SAT
//! solver is asked, a few earlier models are tried by evaluation, which costs microseconds. A kept model is total: variables that
//! were in no assertion at its time are zero.

use rustc_hash::{FxHashMap, FxHashSet};

use super::arrays::Use;
use super::blast::Blaster;
use super::circuit::Bit;
use super::cnf::Sat;
use crate::array_value::ArrayValue;
use crate::evaluate::{Valuation, Value};
use crate::term::{Function, Sort, Term};
use crate::terms::Terms;

/// Values of variables and functions, and of terms that have been evaluated.
#[derive(Default)]
pub(crate) struct Model {
    bits: FxHashMap<Term, u128>,
    arrays: FxHashMap<Term, ArrayValue>,
    functions: Option<FxHashMap<(Function, Vec<u128>), u128>>,
    seen: FxHashSet<Term>,
    /// Terms known to hold, without evaluation.
    satisfied: FxHashSet<Term>,
    /// Whether it no longer depends on the SAT solver.
    kept: bool,
    values: FxHashMap<Term, Option<Value>>,
}

impl Model {
    /// The value of a Bool or bit-vector term.
    pub(crate) fn value(&mut self, terms: &Terms, blaster: &Blaster, sat: &mut Sat, t: Term) -> Option<u128> {
        if !self.values.contains_key(&t) {
            self.read_variables(terms, blaster, sat, t);
            let mut values = std::mem::take(&mut self.values);
            terms.evaluate_into(&[t], &*self, &mut values);
            self.values = values;
        }
        match self.values.get(&t) {
            Some(Some(Value::Bits(bits))) => Some(*bits),
            Some(Some(Value::Array(_)) | None) | None => None,
        }
    }

    /// The value of an array variable.
    pub(crate) fn array_of(&mut self, terms: &Terms, blaster: &Blaster, sat: &mut Sat, variable: Term) -> ArrayValue {
        self.read_variables(terms, blaster, sat, variable);
        self.arrays.get(&variable).cloned().unwrap_or_default()
    }

    fn read_variables(&mut self, terms: &Terms, blaster: &Blaster, sat: &mut Sat, t: Term) {
        if self.kept {
            return;
        }
        for variable in terms.variables(t).iter() {
            if self.seen.insert(*variable) {
                self.read(terms, blaster, sat, *variable);
            }
        }
        if self.functions.is_none() {
            self.functions = Some(functions(terms, blaster, sat));
        }
    }

    /// Makes the model independent of the SAT solver: a total model of the terms, which hold in it.
    pub(crate) fn keep(
        &mut self,
        terms: &Terms,
        blaster: &Blaster,
        sat: &mut Sat,
        satisfied: impl Iterator<Item = Term>,
    ) {
        if self.kept {
            return;
        }
        for t in satisfied {
            self.read_variables(terms, blaster, sat, t);
            self.satisfied.insert(t);
        }
        self.kept = true;
    }

    /// Whether a term holds in a kept model.
    pub(crate) fn holds(&mut self, terms: &Terms, t: Term) -> bool {
        if self.satisfied.contains(&t) {
            return true;
        }
        let mut values = std::mem::take(&mut self.values);
        terms.evaluate_into(&[t], &*self, &mut values);
        let holds = values.get(&t) == Some(&Some(Value::Bits(1)));
        self.values = values;
        if holds {
            self.satisfied.insert(t);
        }
        holds
    }

    fn read(&mut self, terms: &Terms, blaster: &Blaster, sat: &mut Sat, variable: Term) {
        match terms.sort(variable) {
            Sort::Bool | Sort::Bv(_) => {
                let value = blaster.known(variable).map_or(0, |word| number(sat, word));
                self.bits.insert(variable, value);
            }
            Sort::Array { .. } => self.read_array(terms, blaster, sat, variable),
        }
    }

    /// An array variable is what defines it where that holds; what it is defined by comes first.
    fn read_array(&mut self, terms: &Terms, blaster: &Blaster, sat: &mut Sat, variable: Term) {
        let mut stack = vec![variable];
        while let Some(variable) = stack.pop() {
            if self.arrays.contains_key(&variable) {
                continue;
            }
            let definition = blaster.arrays.definition(variable).filter(|(bit, _)| sat.value(*bit) == Some(true));
            let array = match definition {
                Some((_, other)) => {
                    let mut missing = Vec::new();
                    for v in terms.variables(other).iter() {
                        match terms.sort(*v) {
                            Sort::Array { .. } if !self.arrays.contains_key(v) => missing.push(*v),
                            Sort::Array { .. } => {}
                            Sort::Bool | Sort::Bv(_) => self.read(terms, blaster, sat, *v),
                        }
                    }
                    if !missing.is_empty() {
                        stack.push(variable);
                        stack.extend(missing);
                        continue;
                    }
                    if self.functions.is_none() {
                        self.functions = Some(functions(terms, blaster, sat));
                    }
                    let mut values = std::mem::take(&mut self.values);
                    terms.evaluate_into(&[other], &*self, &mut values);
                    self.values = values;
                    match self.values.get(&other) {
                        Some(Some(Value::Array(array))) => array.clone(),
                        Some(Some(Value::Bits(_)) | None) | None => ArrayValue::default(),
                    }
                }
                None => own_array(blaster, sat, variable),
            };
            self.arrays.insert(variable, array);
        }
    }
}

/// What has been read from an array variable itself.
fn own_array(blaster: &Blaster, sat: &mut Sat, variable: Term) -> ArrayValue {
    let default = blaster.arrays.known_default(variable).map_or(0, |word| number(sat, word));
    let mut array = ArrayValue::constant(default);
    for Use { place, value } in blaster.arrays.variables.get(&variable).into_iter().flatten() {
        if plays_a_part(sat, value) {
            array.set(number(sat, place), number(sat, value));
        }
    }
    array
}

fn functions(terms: &Terms, blaster: &Blaster, sat: &mut Sat) -> FxHashMap<(Function, Vec<u128>), u128> {
    let mut table = FxHashMap::default();
    for (f, uses) in &blaster.arrays.functions {
        for Use { place, value } in uses {
            if !plays_a_part(sat, value) {
                continue;
            }
            let (sorts, _) = terms.signature(*f);
            let mut rest = &place[..];
            let mut arguments = Vec::with_capacity(sorts.len());
            for sort in sorts {
                let (argument, others) = rest.split_at(sort.width() as usize);
                arguments.push(number(sat, argument));
                rest = others;
            }
            table.insert((*f, arguments), number(sat, value));
        }
    }
    table
}

/// Whether the SAT solver knows the word.
pub(crate) fn plays_a_part(sat: &Sat, word: &[Bit]) -> bool {
    word.iter().any(|b| sat.known(*b).is_some())
}

/// The value of a word; bits that play no part are zero.
fn number(sat: &mut Sat, word: &[Bit]) -> u128 {
    let bit = |sat: &mut Sat, b: &Bit| b.constant().or_else(|| sat.value(*b)).unwrap_or(false);
    word.iter().rev().fold(0, |n, b| n << 1 | u128::from(bit(sat, b)))
}

impl Valuation for Model {
    fn bits(&self, variable: Term) -> Option<u128> {
        Some(self.bits.get(&variable).copied().unwrap_or(0))
    }

    fn array(&self, variable: Term) -> Option<ArrayValue> {
        Some(self.arrays.get(&variable).cloned().unwrap_or_default())
    }

    fn apply(&self, function: Function, arguments: &[u128]) -> Option<u128> {
        let known = self.functions.as_ref().and_then(|f| f.get(&(function, arguments.to_vec())));
        Some(known.copied().unwrap_or(0))
    }
}
