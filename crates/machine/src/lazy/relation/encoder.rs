//! Symbols as Boolean variables, terms as vectors of functions of them.

use std::rc::Rc;
use std::sync::Arc;

use raddle_program::{Id, Scalar};
use rustc_hash::FxHashMap;

use super::gates::{Full, Gates};
use crate::lazy::domain::{Domain, mask};
use crate::lazy::terms::{SymbolId, Terms};
use crate::value::{LazyId, Value};

/// Variables of symbols with few values.
const NARROW: u32 = 4096;
/// Symbols that have a variable for each bit.
const SLOTS: u32 = 128;
/// Widest symbol.
const WIDEST: u32 = 64;

/// How a symbol is encoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// Bits of its value.
    pub width: u32,
    /// If it has few values: which, in the order of their codes.
    pub values: Option<Arc<[u128]>>,
    /// The variables of its value or code, least significant first. Each has a twin, the variable after it, that stands for the
    /// same bit after a step.
    pub vars: Vec<u32>,
}

/// Which variables are taken.
///
/// The number of a variable is its place in the order. Codes lie one after the other. The bits of wide symbols are
/// interleaved, bit by bit: that keeps sums and comparisons of several symbols small (R. Bryant, IEEE ToC 1986, on adders).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Variables {
    first: u32,
    narrow: u32,
    slots: u32,
}

impl Variables {
    /// How many variables there can be.
    pub const ALL: u32 = NARROW + 2 * SLOTS * WIDEST;

    /// The twins of all those: each lies beside the variable that others have in its stead.
    pub fn twins() -> Variables {
        Variables { first: 1, narrow: 0, slots: 0 }
    }

    fn take(&mut self, width: u32, bits: u32) -> Result<Vec<u32>, Full> {
        if bits <= 8 && self.narrow + 2 * bits <= NARROW {
            let first = self.first + self.narrow;
            self.narrow += 2 * bits;
            return Ok((0..bits).map(|bit| first + 2 * bit).collect());
        }
        if width > WIDEST || self.slots >= SLOTS {
            return Err(Full);
        }
        self.slots += 1;
        // High bits are mostly zero; near the root they cost one node each.
        let first = self.first + NARROW;
        Ok((0..bits).map(|bit| first + (WIDEST - 1 - bit) * 2 * SLOTS + 2 * (self.slots - 1)).collect())
    }
}

/// The symbols, and what is known about terms over them.
pub struct Encoder<G: Gates> {
    /// The representation of functions.
    pub gates: G,
    symbols: Vec<Encoding>,
    inputs: FxHashMap<(usize, u32, Domain), SymbolId>,
    variables: Variables,
    pub(super) blasted: FxHashMap<LazyId, Rc<[G::Bit]>>,
    split: Vec<(LazyId, G::Bit, Cases<G>)>,
}

/// Values, each with the set where it is the one.
pub type Cases<G> = Rc<[(u128, <G as Gates>::Bit)]>;

/// Values that have been split and are remembered: a step asks the same questions on each of its ways.
const SPLIT: usize = 16;

impl<G: Gates> Encoder<G> {
    /// An encoder without symbols.
    pub fn new(gates: G) -> Encoder<G> {
        Encoder::with_symbols(gates, Vec::new(), Variables::default())
    }

    /// An encoder with the symbols of another.
    pub fn with_symbols(gates: G, symbols: Vec<Encoding>, variables: Variables) -> Encoder<G> {
        Encoder {
            gates,
            symbols,
            inputs: FxHashMap::default(),
            variables,
            blasted: FxHashMap::default(),
            split: Vec::new(),
        }
    }

    /// All symbols.
    pub fn symbols(&self) -> &[Encoding] {
        &self.symbols
    }

    /// A new symbol of a width, with the given values if they are few.
    pub fn symbol(&mut self, width: u32, values: Option<Arc<[u128]>>) -> Result<SymbolId, Full> {
        let bits = values.as_ref().map_or(width, |v| v.len().next_power_of_two().trailing_zeros());
        let vars = self.variables.take(width, bits)?;
        self.symbols.push(Encoding { width, values, vars });
        Ok(SymbolId::from_index(self.symbols.len() - 1))
    }

    /// The symbol of the input that is asked for as number `number` of a run. The same symbol serves in all runs.
    pub fn input(&mut self, number: usize, ty: Scalar, domain: &Domain) -> Result<SymbolId, Full> {
        let key = (number, ty.bits(), domain.clone());
        if let Some(symbol) = self.inputs.get(&key) {
            return Ok(*symbol);
        }
        let values = (domain.size() <= 16).then(|| domain.values().collect());
        let symbol = self.symbol(ty.bits(), values)?;
        self.inputs.insert(key, symbol);
        Ok(symbol)
    }

    /// The values that a term has somewhere in a set, ascending, each with the part of the set where it has it.
    pub fn split(&mut self, terms: &Terms, id: LazyId, width: u32, set: &G::Bit, max: usize) -> Result<Cases<G>, Full> {
        if let Some((.., known)) = self.split.iter().find(|(term, within, _)| *term == id && within == set) {
            return Ok(known.clone());
        }
        let bits = self.bits(terms, Value::Lazy(id), width)?;
        let cases: Cases<G> = self.cases(&bits, set, max)?.into();
        if self.split.len() == SPLIT {
            self.split.remove(0);
        }
        self.split.push((id, set.clone(), cases.clone()));
        Ok(cases)
    }

    /// What the variables of a symbol that has a domain must satisfy.
    pub fn within(&mut self, symbol: SymbolId, domain: &Domain) -> Result<G::Bit, Full> {
        let encoding = self.symbols[symbol.index()].clone();
        if let Some(values) = &encoding.values {
            return self.code_below(&encoding.vars, values.len());
        }
        if domain.size() == mask(encoding.width).saturating_add(1) {
            return Ok(self.gates.constant(true));
        }
        let value = self.value_of(symbol)?;
        let mut any = self.gates.constant(false);
        for (lo, hi) in domain.intervals() {
            let (lo, hi) = (self.constant_bits(*lo, encoding.width), self.constant_bits(*hi, encoding.width));
            let (below, above) = (self.less(&value, &lo)?, self.less(&hi, &value)?);
            let outside = self.gates.or(&below, &above)?;
            let inside = self.gates.not(&outside)?;
            any = self.gates.or(&any, &inside)?;
        }
        Ok(any)
    }

    /// Whether the number that some variables encode is below a bound.
    fn code_below(&mut self, vars: &[u32], bound: usize) -> Result<G::Bit, Full> {
        if bound == 1 << vars.len() {
            return Ok(self.gates.constant(true));
        }
        let bound = self.constant_bits(bound as u128, vars.len() as u32);
        let code = vars.iter().map(|v| self.gates.variable(*v)).collect::<Result<Vec<_>, Full>>()?;
        self.less(&code, &bound)
    }

    /// The bits of a symbol's value.
    pub fn value_of(&mut self, symbol: SymbolId) -> Result<Vec<G::Bit>, Full> {
        let encoding = self.symbols[symbol.index()].clone();
        let code = encoding.vars.iter().map(|v| self.gates.variable(*v)).collect::<Result<Vec<_>, Full>>()?;
        let Some(values) = &encoding.values else { return Ok(code) };
        let mut bits = vec![self.gates.constant(false); encoding.width as usize];
        for (number, value) in values.iter().enumerate() {
            let is = self.equals_constant(&code, number as u128)?;
            for (i, bit) in bits.iter_mut().enumerate() {
                if value >> i & 1 == 1 {
                    *bit = self.gates.or(bit, &is)?;
                }
            }
        }
        Ok(bits)
    }

    /// The variables that a symbol must have to be a value: a function for each, and where the symbol can be that value.
    pub fn code_of(&mut self, symbol: SymbolId, value: &[G::Bit]) -> Result<(Vec<G::Bit>, G::Bit), Full> {
        let encoding = self.symbols[symbol.index()].clone();
        let Some(values) = &encoding.values else { return Ok((value.to_vec(), self.gates.constant(true))) };
        let mut code = vec![self.gates.constant(false); encoding.vars.len()];
        let mut possible = self.gates.constant(false);
        for (number, one) in values.iter().enumerate() {
            let is = self.equals_constant(value, *one)?;
            possible = self.gates.or(&possible, &is)?;
            for (i, bit) in code.iter_mut().enumerate() {
                if number >> i & 1 == 1 {
                    *bit = self.gates.or(bit, &is)?;
                }
            }
        }
        Ok((code, possible))
    }
}
