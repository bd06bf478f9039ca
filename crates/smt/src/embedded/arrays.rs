//! Arrays and uninterpreted functions, as bits and lemmas on demand.
//!
//! A read from a store, a choice or a constant array is expanded into a choice between what was written and a read from below
//! (read over write), down to array variables. A read from a variable at an index is a word of inputs, and so is the result of a function:
//! that equal indices read equal elements is not said in advance. After each model the reads are compared, and only a pair that
//! contradicts the axiom gets its instance, a *lemma* (W. Ackermann, *Solvable cases of the decision problem*, 1954; on demand
//! after R. Brummayer, A. Biere, *Lemmas on demand for the extensional theory of arrays*, JSAT 2009). Lemmas are valid, so they stay.
//!
//! Equality of arrays is an input `e`. If one side is a variable that has not been read yet and the other does not depend on it, as in the
//! path formula's `m2 == store(m1, i, v)`, then the equality *defines* the variable: what is read from it is, where `e` holds, what is read from the other
//! side. Otherwise there are lemmas: equal arrays agree at every index that any array of the sort is read or written at; equal arrays have
//! the same *default*, the element where nobody looks. Unequal arrays differ at a witness index of their own. The default is right only if there is such a place: for indices of fewer than [`LARGE`] bits equality is
//! instantiated at every value instead, for wider ones there are more indices than anything that fits into memory could name.
//!
//! Cost: reads times the length of the store chain below, and equalities that define nothing times indices. Rejected: expanding all pairs in advance (quadratic although few pairs ever matter); lemmas for stores, too
//! (chains are short where regions are separated by a points-to analysis).

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::circuit::{Bit, Circuit};
use super::words::Word;
use crate::term::{Function, Node, Sort, Term};
use crate::terms::Terms;

/// From this index width on, some index is always unnamed.
const LARGE: u32 = 16;

/// An index, by its bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Index(u32);

struct Equality {
    bit: Bit,
    a: Term,
    b: Term,
    index_width: u32,
    /// How many of the indices it has been instantiated with.
    instantiated: usize,
    /// Whether the lemma about defaults, or those for all values of a small index, have been made.
    complete: bool,
    /// Whether it defines a variable and so needs no lemmas where it holds.
    defines: bool,
    /// Where the arrays differ if they do, and whether the lemma that says so has been made.
    witness: Option<Index>,
    witnessed: bool,
}

/// A word of inputs that stands for a value at a place: a read from an array variable or a function's result.
pub(crate) struct Use {
    pub(crate) place: Word,
    pub(crate) value: Word,
}

/// What is known of arrays and functions.
#[derive(Default)]
pub(crate) struct Arrays {
    indices: Vec<Word>,
    index_of: FxHashMap<Word, Index>,
    reads: FxHashMap<(Term, Index), Word>,
    defaults: FxHashMap<Term, Word>,
    /// The defaults of array variables where no definition holds.
    own_defaults: FxHashMap<Term, Word>,
    /// Variables that have been read, and those that equalities define: what they are where the bit holds.
    touched: FxHashSet<Term>,
    definitions: FxHashMap<Term, (Bit, Term)>,
    /// The reads from each array variable.
    pub(crate) variables: BTreeMap<Term, Vec<Use>>,
    /// The applications of each function.
    pub(crate) functions: BTreeMap<Function, Vec<Use>>,
    applications: FxHashMap<(Function, Word), Word>,
    equalities: Vec<Equality>,
}

type Words = FxHashMap<Term, Box<[Bit]>>;

impl Arrays {
    /// Whether there is nothing that lemmas could be about.
    pub(crate) fn is_empty(&self) -> bool {
        self.variables.is_empty() && self.functions.is_empty() && self.equalities.is_empty()
    }

    /// Words that stand for values at places.
    pub(crate) fn uses(&self) -> impl Iterator<Item = &Use> {
        self.variables.values().chain(self.functions.values()).flatten()
    }

    /// The default element of an array variable where no definition holds, if one has been needed.
    pub(crate) fn known_default(&self, array: Term) -> Option<&[Bit]> {
        self.own_defaults.get(&array).map(|w| &**w)
    }

    /// The bit of the equality that defines an array variable, and what the variable is where it holds.
    pub(crate) fn definition(&self, array: Term) -> Option<(Bit, Term)> {
        self.definitions.get(&array).copied()
    }

    /// The number of an index.
    pub(crate) fn index(&mut self, word: &[Bit]) -> Index {
        if let Some(known) = self.index_of.get(word) {
            return *known;
        }
        let index = Index(u32::try_from(self.indices.len()).expect("fewer than 2^32 indices"));
        self.indices.push(word.to_vec());
        self.index_of.insert(word.to_vec(), index);
        index
    }

    /// What an array has at an index. Everything below the array must have its bits.
    pub(crate) fn read(&mut self, terms: &Terms, words: &Words, circuit: &mut Circuit, array: Term, at: Index) -> Word {
        self.unfold(terms, words, circuit, array, Some(at))
    }

    /// The element at an index, or the default element.
    fn unfold(&mut self, terms: &Terms, words: &Words, circuit: &mut Circuit, array: Term, at: Option<Index>) -> Word {
        let mut stack = vec![(array, false)];
        while let Some((array, ready)) = stack.pop() {
            if self.done(array, at).is_some() {
                continue;
            }
            let below = |arrays: &Self, t: &Term| arrays.done(*t, at).cloned().expect("below comes first");
            let word = match terms.node(array) {
                Node::Store(a, _, _) if !ready => {
                    stack.extend([(array, true), (*a, false)]);
                    continue;
                }
                Node::Ite(_, a, b) if !ready => {
                    stack.extend([(array, true), (*a, false), (*b, false)]);
                    continue;
                }
                Node::Store(a, i, v) => {
                    let otherwise = below(self, a);
                    match at {
                        Some(at) => {
                            let hit = circuit.equal_words(&words[i], &self.indices[at.0 as usize]);
                            circuit.choose_words(hit, &words[v], &otherwise)
                        }
                        None => otherwise,
                    }
                }
                Node::Ite(c, a, b) => {
                    let (a, b) = (below(self, a), below(self, b));
                    circuit.choose_words(words[c][0], &a, &b)
                }
                Node::ConstantArray { element, .. } => words[element].to_vec(),
                Node::Variable(_, Sort::Array { element, .. }) => {
                    let definition = self.definition(array);
                    if let (Some((_, other)), false) = (definition, ready) {
                        stack.extend([(array, true), (other, false)]);
                        continue;
                    }
                    self.touched.insert(array);
                    let own = circuit.input_word(*element);
                    match at {
                        Some(at) => {
                            let place = self.indices[at.0 as usize].clone();
                            self.variables.entry(array).or_default().push(Use { place, value: own.clone() });
                        }
                        None => {
                            self.own_defaults.insert(array, own.clone());
                        }
                    }
                    match definition {
                        Some((holds, other)) => {
                            let other = below(self, &other);
                            circuit.choose_words(holds, &other, &own)
                        }
                        None => own,
                    }
                }
                other => panic!("{other:?} is no array"),
            };
            match at {
                Some(at) => self.reads.insert((array, at), word),
                None => self.defaults.insert(array, word),
            };
        }
        self.done(array, at).cloned().expect("the array has been unfolded")
    }

    fn done(&self, array: Term, at: Option<Index>) -> Option<&Word> {
        match at {
            Some(at) => self.reads.get(&(array, at)),
            None => self.defaults.get(&array),
        }
    }

    /// The result of a function for arguments.
    pub(crate) fn apply(&mut self, circuit: &mut Circuit, f: Function, place: Word, width: u32) -> Word {
        if let Some(known) = self.applications.get(&(f, place.clone())) {
            return known.clone();
        }
        let value = circuit.input_word(width);
        self.applications.insert((f, place.clone()), value.clone());
        self.functions.entry(f).or_default().push(Use { place, value: value.clone() });
        value
    }

    /// Whether two arrays are equal: an input, which defines a variable if it can.
    pub(crate) fn equality(&mut self, terms: &Terms, circuit: &mut Circuit, a: Term, b: Term, index_width: u32) -> Bit {
        let bit = circuit.input();
        let definable = [(a, b), (b, a)].into_iter().find(|(variable, other)| {
            terms.is_variable(*variable)
                && !self.touched.contains(variable)
                && !self.definitions.contains_key(variable)
                && !self.reaches(terms, *other, *variable)
        });
        if let Some((variable, other)) = definable {
            self.definitions.insert(variable, (bit, other));
        }
        self.equalities.push(Equality {
            bit,
            a,
            b,
            index_width,
            instantiated: 0,
            complete: false,
            defines: definable.is_some(),
            witness: None,
            witnessed: false,
        });
        bit
    }

    /// Whether reading from an array may read from a variable. Reads within its indices and elements need not be looked at: they have touched
    /// everything they depend on.
    fn reaches(&self, terms: &Terms, array: Term, variable: Term) -> bool {
        let mut seen: FxHashSet<Term> = FxHashSet::default();
        let mut stack = vec![array];
        while let Some(array) = stack.pop() {
            if array == variable {
                return true;
            }
            if !seen.insert(array) {
                continue;
            }
            match terms.node(array) {
                Node::Store(below, _, _) => stack.push(*below),
                Node::Ite(_, a, b) => stack.extend([*a, *b]),
                _ => stack.extend(self.definition(array).map(|(_, other)| other)),
            }
        }
        false
    }

    /// The lemmas that a model contradicts, as clauses. `value` is a bit in the model, or none if the bit plays no part in it.
    pub(crate) fn lemmas(
        &mut self,
        terms: &Terms,
        words: &Words,
        circuit: &mut Circuit,
        value: &mut impl FnMut(Bit) -> Option<bool>,
    ) -> Vec<Vec<Bit>> {
        let mut lemmas = Vec::new();
        for uses in self.variables.values().chain(self.functions.values()) {
            congruence(uses, circuit, value, &mut lemmas);
        }
        if lemmas.is_empty() {
            self.extensionality(terms, words, circuit, value, &mut lemmas);
        }
        lemmas
    }

    fn extensionality(
        &mut self,
        terms: &Terms,
        words: &Words,
        circuit: &mut Circuit,
        value: &mut impl FnMut(Bit) -> Option<bool>,
        lemmas: &mut Vec<Vec<Bit>>,
    ) {
        for i in 0..self.equalities.len() {
            let Equality { bit, a, b, index_width, instantiated, complete, defines, witness, witnessed } =
                self.equalities[i];
            match value(bit) {
                Some(true) if !defines => {}
                Some(false) if !witnessed => {
                    let witness = witness.unwrap_or_else(|| {
                        let word = circuit.input_word(index_width);
                        self.index(&word)
                    });
                    let at_a = self.read(terms, words, circuit, a, witness);
                    let at_b = self.read(terms, words, circuit, b, witness);
                    let same = circuit.equal_words(&at_a, &at_b);
                    lemmas.push(vec![bit, !same]);
                    self.equalities[i].witness = Some(witness);
                    self.equalities[i].witnessed = true;
                    continue;
                }
                Some(_) | None => continue,
            }
            if !complete && index_width < LARGE {
                for index in 0..1u128 << index_width {
                    self.index(&Circuit::constant_word(index, index_width));
                }
            } else if !complete {
                let at_a = self.unfold(terms, words, circuit, a, None);
                let at_b = self.unfold(terms, words, circuit, b, None);
                let same = circuit.equal_words(&at_a, &at_b);
                lemmas.push(vec![!bit, same]);
            }
            let known = self.indices.len();
            for index in instantiated..known {
                if self.indices[index].len() as u32 != index_width {
                    continue;
                }
                let index = Index(index as u32);
                let at_a = self.read(terms, words, circuit, a, index);
                let at_b = self.read(terms, words, circuit, b, index);
                let same = circuit.equal_words(&at_a, &at_b);
                lemmas.push(vec![!bit, same]);
            }
            self.equalities[i].instantiated = known;
            self.equalities[i].complete = true;
        }
    }

    /// Forgets which lemmas have been made, for a SAT solver that has none of them.
    pub(crate) fn forget_lemmas(&mut self) {
        for equality in &mut self.equalities {
            equality.instantiated = 0;
            equality.complete = false;
            equality.witnessed = false;
        }
    }
}

/// Equal places have equal values: the instances that the model contradicts.
fn congruence(
    uses: &[Use],
    circuit: &mut Circuit,
    value: &mut impl FnMut(Bit) -> Option<bool>,
    lemmas: &mut Vec<Vec<Bit>>,
) {
    if uses.len() < 2 {
        return;
    }
    let mut first: FxHashMap<Vec<bool>, (usize, Vec<bool>)> = FxHashMap::default();
    for (i, u) in uses.iter().enumerate() {
        let values: Option<Vec<bool>> = u.value.iter().map(|b| value(*b)).collect();
        let place: Option<Vec<bool>> = u.place.iter().map(|b| value(*b).or(b.constant())).collect();
        let (Some(values), Some(place)) = (values, place) else { continue };
        match first.entry(place) {
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert((i, values));
            }
            std::collections::hash_map::Entry::Occupied(entry) => {
                let (j, other) = entry.get();
                if *other != values {
                    let same_place = circuit.equal_words(&uses[*j].place, &u.place);
                    let same_value = circuit.equal_words(&uses[*j].value, &u.value);
                    lemmas.push(vec![!same_place, same_value]);
                }
            }
        }
    }
}
