//! From terms to circuits: bit-blasting.
//!
//! Every term of sort Bool or bit-vector becomes a word of bits, once; terms are visited operands first, without recursion. Arrays have
//! no bits: what is read from them has (`arrays.rs`).

use raddle_deadline::Deadline;
use rustc_hash::FxHashMap;

use super::arrays::Arrays;
use super::circuit::{Bit, Circuit};
use super::words::{Word, complement};
use crate::term::{Node, Sort, Term};
use crate::terms::Terms;

/// The circuits of terms.
pub(crate) struct Blaster {
    pub(crate) circuit: Circuit,
    pub(crate) arrays: Arrays,
    words: FxHashMap<Term, Box<[Bit]>>,
}

impl Blaster {
    pub(crate) fn within(deadline: &Deadline) -> Self {
        Self { circuit: Circuit::within(deadline), arrays: Arrays::default(), words: FxHashMap::default() }
    }

    /// The bits of a term that has been blasted.
    pub(crate) fn known(&self, t: Term) -> Option<&[Bit]> {
        self.words.get(&t).map(|w| &**w)
    }

    /// The bit of a Bool.
    pub(crate) fn bit(&mut self, terms: &Terms, t: Term) -> Bit {
        assert_eq!(terms.sort(t), Sort::Bool, "what is asserted is a Bool");
        self.blast(terms, t);
        self.words[&t][0]
    }

    /// Blasts a term and all its subterms.
    pub(crate) fn blast(&mut self, terms: &Terms, t: Term) {
        if self.words.contains_key(&t) {
            return;
        }
        terms.postorder(
            &[t],
            self,
            |blaster, t| blaster.words.contains_key(&t),
            |blaster, t| {
                let word = blaster.word(terms, t);
                blaster.words.insert(t, word.into());
            },
        );
    }

    /// The lemmas about arrays and functions that a model contradicts, as clauses.
    pub(crate) fn lemmas(&mut self, terms: &Terms, value: &mut impl FnMut(Bit) -> Option<bool>) -> Vec<Vec<Bit>> {
        self.arrays.lemmas(terms, &self.words, &mut self.circuit, value)
    }

    fn word(&mut self, terms: &Terms, t: Term) -> Word {
        let words = &self.words;
        let circuit = &mut self.circuit;
        let w = |t: &Term| &*words[t];
        let one = |bit: Bit| vec![bit];
        match terms.node(t) {
            Node::Bool(value) => one(Bit::of(*value)),
            Node::Constant { value, width } => Circuit::constant_word(*value, *width),
            Node::Variable(_, sort) => match sort {
                Sort::Bool => one(circuit.input()),
                Sort::Bv(width) => circuit.input_word(*width),
                Sort::Array { .. } => Vec::new(),
            },
            Node::Not(a) => one(!w(a)[0]),
            Node::And(a, b) => one(circuit.and(w(a)[0], w(b)[0])),
            Node::Or(a, b) => one(circuit.or(w(a)[0], w(b)[0])),
            Node::Equal(a, b) => match terms.sort(*a) {
                Sort::Bool => one(!circuit.xor(w(a)[0], w(b)[0])),
                Sort::Bv(_) => one(circuit.equal_words(w(a), w(b))),
                Sort::Array { index, .. } => one(self.arrays.equality(terms, circuit, *a, *b, index)),
            },
            Node::Ite(c, a, b) => match terms.sort(t) {
                Sort::Bool => one(circuit.ite(w(c)[0], w(a)[0], w(b)[0])),
                Sort::Bv(_) => circuit.choose_words(w(c)[0], w(a), w(b)),
                Sort::Array { .. } => Vec::new(),
            },
            Node::Neg(a) => circuit.negate_word(w(a)),
            Node::BvNot(a) => complement(w(a)),
            Node::Add(a, b) => circuit.add_words(w(a), w(b)),
            Node::Sub(a, b) => circuit.subtract_words(w(a), w(b)),
            Node::Mul(a, b) => circuit.multiply_words(w(a), w(b)),
            Node::Udiv(a, b) => circuit.divide_words(w(a), w(b)).0,
            Node::Urem(a, b) => circuit.divide_words(w(a), w(b)).1,
            Node::Sdiv(a, b) => circuit.signed_divide_words(w(a), w(b)).0,
            Node::Srem(a, b) => circuit.signed_divide_words(w(a), w(b)).1,
            Node::BvAnd(a, b) => bitwise(circuit, w(a), w(b), Circuit::and),
            Node::BvOr(a, b) => bitwise(circuit, w(a), w(b), Circuit::or),
            Node::BvXor(a, b) => bitwise(circuit, w(a), w(b), Circuit::xor),
            Node::Shl(a, b) => circuit.shift_word(w(a), w(b), true, Bit::FALSE),
            Node::Lshr(a, b) => circuit.shift_word(w(a), w(b), false, Bit::FALSE),
            Node::Ashr(a, b) => {
                let sign = w(a)[w(a).len() - 1];
                circuit.shift_word(w(a), w(b), false, sign)
            }
            Node::Ult(a, b) => one(circuit.less_words(w(a), w(b))),
            Node::Slt(a, b) => one(circuit.signed_less_words(w(a), w(b))),
            Node::Concat(high, low) => w(low).iter().chain(w(high)).copied().collect(),
            Node::Extract { term, low, width } => w(term)[*low as usize..(*low + *width) as usize].to_vec(),
            Node::ZeroExtend(a, width) => {
                let mut word = w(a).to_vec();
                word.resize(*width as usize, Bit::FALSE);
                word
            }
            Node::SignExtend(a, width) => {
                let mut word = w(a).to_vec();
                let sign = word[word.len() - 1];
                word.resize(*width as usize, sign);
                word
            }
            Node::Select(array, index) => {
                let index = self.arrays.index(w(index));
                self.arrays.read(terms, words, circuit, *array, index)
            }
            Node::Store(_, index, _) => {
                self.arrays.index(w(index));
                Vec::new()
            }
            Node::ConstantArray { .. } => Vec::new(),
            Node::Apply(f, arguments) => {
                let arguments: Word = arguments.iter().flat_map(|a| w(a).iter().copied()).collect();
                let (_, result) = terms.signature(*f);
                self.arrays.apply(circuit, *f, arguments, result.width())
            }
        }
    }
}

fn bitwise(circuit: &mut Circuit, a: &[Bit], b: &[Bit], gate: fn(&mut Circuit, Bit, Bit) -> Bit) -> Word {
    a.iter().zip(b).map(|(x, y)| gate(circuit, *x, *y)).collect()
}
