//! Decision diagrams of the checker's own.
//!
//! Reduced, ordered, hash-consed (R. Bryant, 1986), with one operation, if-then-else, and a table of its results. Small on
//! purpose: the engine uses a library with everything; the checker must be possible to read.

use raddle_machine::lazy::relation::{Full, Gates};
use rustc_hash::FxHashMap;

/// A function: the number of a node. 0 is false, 1 is true.
pub type Bdd = u32;

/// Nodes that there can be.
const MAX_NODES: usize = 40_000_000;

/// Results that are remembered; a power of two.
const CACHE: usize = 1 << 18;

/// Steps between two questions whether to stop.
const LOOK: u32 = 1 << 16;

/// All nodes.
pub struct Diagrams<'a> {
    /// Asked every now and then whether to stop.
    stop: &'a dyn Fn() -> bool,
    steps: u32,
    nodes: Vec<(u32, Bdd, Bdd)>,
    unique: FxHashMap<(u32, Bdd, Bdd), Bdd>,
    cache: Vec<(Bdd, Bdd, Bdd, Bdd)>,
}

const FALSE: Bdd = 0;
const TRUE: Bdd = 1;

impl<'a> Diagrams<'a> {
    /// No nodes but the constants.
    pub fn new(stop: &'a dyn Fn() -> bool) -> Diagrams<'a> {
        let constants = vec![(u32::MAX, FALSE, FALSE), (u32::MAX, TRUE, TRUE)];
        Diagrams { stop, steps: 0, nodes: constants, unique: FxHashMap::default(), cache: vec![(0, 0, 0, 0); CACHE] }
    }

    /// The function that is `low` where the variable is false and `high` where it is true. Both may depend on later variables only;
    /// otherwise there is none.
    pub fn node(&mut self, variable: u32, low: Bdd, high: Bdd) -> Result<Bdd, Full> {
        let ordered = |child: Bdd| self.nodes.get(child as usize).is_some_and(|(v, _, _)| variable < *v);
        if !ordered(low) || !ordered(high) {
            return Err(Full);
        }
        if low == high {
            return Ok(low);
        }
        if let Some(known) = self.unique.get(&(variable, low, high)) {
            return Ok(*known);
        }
        if self.nodes.len() >= MAX_NODES {
            return Err(Full);
        }
        let new = self.nodes.len() as Bdd;
        self.nodes.push((variable, low, high));
        self.unique.insert((variable, low, high), new);
        Ok(new)
    }

    fn cofactors(&self, f: Bdd, variable: u32) -> (Bdd, Bdd) {
        let (own, low, high) = self.nodes[f as usize];
        if own == variable { (low, high) } else { (f, f) }
    }

    fn if_then_else(&mut self, f: Bdd, g: Bdd, h: Bdd) -> Result<Bdd, Full> {
        match (f, g, h) {
            (TRUE, _, _) => return Ok(g),
            (FALSE, _, _) => return Ok(h),
            (_, TRUE, FALSE) => return Ok(f),
            (_, _, _) if g == h => return Ok(g),
            (_, _, _) if f == g => return self.if_then_else(f, TRUE, h),
            (_, _, _) if f == h => return self.if_then_else(f, g, FALSE),
            (_, _, _) => {}
        }
        let hash = (u64::from(f).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            ^ (u64::from(g).wrapping_mul(0xc2b2_ae3d_27d4_eb4f))
            ^ (u64::from(h).wrapping_mul(0x1656_67b1_9e37_79f9));
        let slot = (hash >> 40) as usize % CACHE;
        let (a, b, c, known) = self.cache[slot];
        if (a, b, c) == (f, g, h) {
            return Ok(known);
        }
        self.steps = self.steps.wrapping_add(1);
        if self.steps % LOOK == 0 && (self.stop)() {
            return Err(Full);
        }
        let variable = [f, g, h].into_iter().map(|x| self.nodes[x as usize].0).min().unwrap_or(u32::MAX);
        let ((f0, f1), (g0, g1)) = (self.cofactors(f, variable), self.cofactors(g, variable));
        let (h0, h1) = self.cofactors(h, variable);
        let low = self.if_then_else(f0, g0, h0)?;
        let high = self.if_then_else(f1, g1, h1)?;
        let result = self.node(variable, low, high)?;
        self.cache[slot] = (f, g, h, result);
        Ok(result)
    }

    /// The part of a set where a function is true if its variables are replaced by functions, all at once. (To stay inside
    /// the set on the way keeps everything small that is small there.)
    pub fn compose(
        &mut self,
        f: Bdd,
        set: Bdd,
        by: &FxHashMap<u32, Bdd>,
        done: &mut FxHashMap<Bdd, Bdd>,
    ) -> Result<Bdd, Full> {
        if f <= TRUE {
            return Ok(if f == TRUE { set } else { FALSE });
        }
        if let Some(known) = done.get(&f) {
            return Ok(*known);
        }
        let (variable, low, high) = self.nodes[f as usize];
        let (low, high) = (self.compose(low, set, by, done)?, self.compose(high, set, by, done)?);
        let condition = match by.get(&variable) {
            Some(condition) => *condition,
            None => self.variable(variable)?,
        };
        let result = self.if_then_else(condition, high, low)?;
        done.insert(f, result);
        Ok(result)
    }

    /// Whether f implies g.
    pub fn implies(&mut self, f: Bdd, g: Bdd) -> Result<bool, Full> {
        Ok(self.if_then_else(f, g, TRUE)? == TRUE)
    }
}

impl Gates for Diagrams<'_> {
    type Bit = Bdd;

    fn constant(&self, value: bool) -> Bdd {
        if value { TRUE } else { FALSE }
    }

    fn as_constant(&self, bit: &Bdd) -> Option<bool> {
        (*bit <= TRUE).then_some(*bit == TRUE)
    }

    fn variable(&mut self, variable: u32) -> Result<Bdd, Full> {
        self.node(variable, FALSE, TRUE)
    }

    fn not(&mut self, a: &Bdd) -> Result<Bdd, Full> {
        self.if_then_else(*a, FALSE, TRUE)
    }

    fn and(&mut self, a: &Bdd, b: &Bdd) -> Result<Bdd, Full> {
        self.if_then_else(*a.min(b), *a.max(b), FALSE)
    }

    fn or(&mut self, a: &Bdd, b: &Bdd) -> Result<Bdd, Full> {
        self.if_then_else(*a.min(b), TRUE, *a.max(b))
    }

    fn xor(&mut self, a: &Bdd, b: &Bdd) -> Result<Bdd, Full> {
        let flipped = self.not(b)?;
        self.if_then_else(*a, flipped, *b)
    }

    fn ite(&mut self, a: &Bdd, b: &Bdd, c: &Bdd) -> Result<Bdd, Full> {
        self.if_then_else(*a, *b, *c)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each function of three variables by its table: bit i is the value where the variables are the bits of i.
    fn functions(d: &mut Diagrams<'_>) -> Vec<Bdd> {
        let make = |d: &mut Diagrams<'_>, table: u32| {
            let mut f = FALSE;
            for row in (0..8).filter(|row| table >> row & 1 == 1) {
                let mut minterm = TRUE;
                for variable in 0..3 {
                    let v = d.variable(variable).unwrap();
                    let literal = if row >> variable & 1 == 1 { v } else { d.not(&v).unwrap() };
                    minterm = d.and(&minterm, &literal).unwrap();
                }
                f = d.or(&f, &minterm).unwrap();
            }
            f
        };
        (0..256).map(|table| make(d, table)).collect()
    }

    #[test]
    fn functions_are_equal_if_and_only_if_their_tables_are() {
        let mut d = Diagrams::new(&|| false);
        let all = functions(&mut d);
        for (a, f) in all.iter().enumerate() {
            assert_eq!(all[255 - a], d.not(f).unwrap());
            for (b, g) in all.iter().enumerate() {
                assert_eq!(all[a & b], d.and(f, g).unwrap());
                assert_eq!(all[a | b], d.or(f, g).unwrap());
                assert_eq!(all[a ^ b], d.xor(f, g).unwrap());
                assert_eq!(a & !b == 0, d.implies(*f, *g).unwrap());
            }
        }
    }

    #[test]
    fn composition_replaces_all_variables_at_once() {
        let mut d = Diagrams::new(&|| false);
        let all = functions(&mut d);
        let by: FxHashMap<u32, Bdd> =
            [(0, all[0b1100_1100]), (1, all[0b1010_1010]), (2, all[0b0110_1001])].into_iter().collect();
        for (table, f) in all.iter().enumerate() {
            let expected = (0..8u32).filter(|row| {
                let image = [0b1100_1100u32, 0b1010_1010, 0b0110_1001].map(|t| t >> row & 1);
                table as u32 >> (image[0] | image[1] << 1 | image[2] << 2) & 1 == 1
            });
            let expected = expected.fold(0usize, |t, row| t | 1 << row);
            for set in [0b1111_1111, 0b0001_1010, 0] {
                let found = d.compose(*f, all[set], &by, &mut FxHashMap::default()).unwrap();
                assert_eq!(found, all[expected & set]);
            }
        }
    }

    #[test]
    fn a_node_that_breaks_the_order_is_refused() {
        let mut d = Diagrams::new(&|| false);
        let x = d.variable(5).unwrap();
        assert_eq!(d.node(5, x, TRUE), Err(Full));
        assert_eq!(d.node(7, FALSE, x), Err(Full));
        assert_eq!(d.node(4, FALSE, 99), Err(Full));
    }
}
