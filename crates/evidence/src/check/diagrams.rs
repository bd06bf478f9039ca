//! Decision diagrams of the checker's own.
//!
//! Reduced, ordered, hash-consed (R. Bryant, 1986), with one operation, if-then-else, and a table of its results; and one question,
//! whether a set implies a function in which variables are replaced ([`Diagrams::is_inside`]). Small on purpose: the engine
//! uses a library with everything; the checker must be possible to read. Every operation keeps the limits.

use std::collections::BTreeMap;

use raddle_machine::lazy::relation::{Full, Gates};
use raddle_program::Id;
use rustc_hash::FxHashMap;

raddle_program::ids! {
    /// A function: the number of a node. 0 is false, 1 is true.
    Bdd = "n";
}

/// Nodes that there can be.
const MAX_NODES: usize = 40_000_000;

/// Results that are remembered at first and at most; powers of two.
const CACHE: (usize, usize) = (1 << 12, 1 << 20);

/// Values of what replaces variables that are looked at one by one.
const CASES: usize = 64;

/// Steps between two questions whether to stop.
const LOOK: u32 = 1 << 16;

/// A place for a result that has none: what it would be the result of is never looked up.
const UNUSED: (Bdd, Bdd, Bdd, Bdd) = (FALSE, FALSE, FALSE, FALSE);

/// All nodes.
pub struct Diagrams<'a> {
    /// Asked every now and then whether to stop.
    stop: &'a dyn Fn() -> bool,
    steps: u32,
    nodes: Vec<(u32, Bdd, Bdd)>,
    unique: FxHashMap<(u32, Bdd, Bdd), Bdd>,
    restricted: FxHashMap<(Bdd, Values), Bdd>,
    cache: Vec<(Bdd, Bdd, Bdd, Bdd)>,
}

/// Values of some variables, sorted.
type Values = Vec<(u32, bool)>;

/// Nowhere.
pub const FALSE: Bdd = Bdd(0);
/// Everywhere.
pub const TRUE: Bdd = Bdd(1);

impl<'a> Diagrams<'a> {
    /// No nodes but the constants.
    pub fn new(stop: &'a dyn Fn() -> bool) -> Diagrams<'a> {
        let constants = vec![(u32::MAX, FALSE, FALSE), (u32::MAX, TRUE, TRUE)];
        Diagrams {
            stop,
            steps: 0,
            nodes: constants,
            unique: FxHashMap::default(),
            restricted: FxHashMap::default(),
            cache: vec![UNUSED; CACHE.0],
        }
    }

    /// The function that is `low` where the variable is false and `high` where it is true. Both may depend on later variables only;
    /// otherwise there is none.
    pub fn node(&mut self, variable: u32, low: Bdd, high: Bdd) -> Result<Bdd, Full> {
        let ordered = |child: Bdd| self.nodes.get(child.index()).is_some_and(|(v, _, _)| variable < *v);
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
        if self.nodes.len() >= 2 * self.cache.len() && self.cache.len() < CACHE.1 {
            // What is forgotten here will soon be known again.
            self.cache = vec![UNUSED; 4 * self.cache.len()];
        }
        let new = Bdd::from_index(self.nodes.len());
        self.nodes.push((variable, low, high));
        self.unique.insert((variable, low, high), new);
        Ok(new)
    }

    fn cofactors(&self, f: Bdd, variable: u32) -> (Bdd, Bdd) {
        let (own, low, high) = self.nodes[f.index()];
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
        let hash = (u64::from(f.0).wrapping_mul(0x9e37_79b9_7f4a_7c15))
            ^ (u64::from(g.0).wrapping_mul(0xc2b2_ae3d_27d4_eb4f))
            ^ (u64::from(h.0).wrapping_mul(0x1656_67b1_9e37_79f9));
        let slot = (hash >> 40) as usize & (self.cache.len() - 1);
        let (a, b, c, known) = self.cache[slot];
        if (a, b, c) == (f, g, h) {
            return Ok(known);
        }
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(LOOK) && (self.stop)() {
            return Err(Full);
        }
        let first = |x: Bdd| self.nodes[x.index()].0;
        let variable = first(f).min(first(g)).min(first(h));
        let ((f0, f1), (g0, g1)) = (self.cofactors(f, variable), self.cofactors(g, variable));
        let (h0, h1) = self.cofactors(h, variable);
        let low = self.if_then_else(f0, g0, h0)?;
        let high = self.if_then_else(f1, g1, h1)?;
        let result = self.node(variable, low, high)?;
        let slot = (hash >> 40) as usize & (self.cache.len() - 1);
        self.cache[slot] = (f, g, h, result);
        Ok(result)
    }

    /// Whether a function is true everywhere in a set if some of its variables are replaced by functions, all at once.
    pub fn is_inside(&mut self, set: Bdd, f: Bdd, by: &BTreeMap<u32, Bdd>) -> Result<bool, Full> {
        let Some(cases) = self.cases(set, by)? else {
            return Ok(self.compose(f, set, by, &mut FxHashMap::default())? == set);
        };
        for (part, values) in cases {
            let key = (f, values);
            let restricted = match self.restricted.get(&key) {
                Some(known) => *known,
                None => {
                    let new = self.restrict(f, &key.1, &mut FxHashMap::default())?;
                    self.restricted.insert(key, new);
                    new
                }
            };
            if !self.implies(part, restricted)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The parts of a set where some functions have certain values, if they are few.
    fn cases(&mut self, set: Bdd, of: &BTreeMap<u32, Bdd>) -> Result<Option<Vec<(Bdd, Values)>>, Full> {
        let mut cases: Vec<(Bdd, Values)> = vec![(set, Values::new())];
        for (variable, f) in of {
            if *f <= TRUE {
                cases.iter_mut().for_each(|(_, values)| values.push((*variable, *f == TRUE)));
                continue;
            }
            let mut split = Vec::with_capacity(cases.len());
            for (part, mut values) in cases {
                let yes = self.and(&part, f)?;
                if yes != FALSE && yes != part {
                    let mut others = values.clone();
                    others.push((*variable, false));
                    split.push((self.if_then_else(*f, FALSE, part)?, others));
                }
                values.push((*variable, yes != FALSE));
                split.push((if yes == FALSE { part } else { yes }, values));
            }
            if split.len() > CASES {
                return Ok(None);
            }
            cases = split;
        }
        Ok(Some(cases))
    }

    /// A function with constants in place of some variables (sorted).
    fn restrict(&mut self, f: Bdd, values: &[(u32, bool)], done: &mut FxHashMap<Bdd, Bdd>) -> Result<Bdd, Full> {
        let (variable, low, high) = self.nodes[f.index()];
        if values.last().is_none_or(|(last, _)| variable > *last) {
            return Ok(f);
        }
        if let Some(known) = done.get(&f) {
            return Ok(*known);
        }
        let result = match values.binary_search_by_key(&variable, |(v, _)| *v) {
            Ok(at) => self.restrict(if values[at].1 { high } else { low }, values, done)?,
            Err(_) => {
                let (low, high) = (self.restrict(low, values, done)?, self.restrict(high, values, done)?);
                self.node(variable, low, high)?
            }
        };
        done.insert(f, result);
        Ok(result)
    }

    /// The part of a set where a function is true if its variables are replaced by functions, all at once. (To stay inside
    /// the set on the way keeps everything small that is small there.)
    fn compose(
        &mut self,
        f: Bdd,
        set: Bdd,
        by: &BTreeMap<u32, Bdd>,
        done: &mut FxHashMap<Bdd, Bdd>,
    ) -> Result<Bdd, Full> {
        if f <= TRUE {
            return Ok(if f == TRUE { set } else { FALSE });
        }
        if let Some(known) = done.get(&f) {
            return Ok(*known);
        }
        let (variable, low, high) = self.nodes[f.index()];
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
    fn substitution_replaces_all_variables_at_once() {
        let mut d = Diagrams::new(&|| false);
        let all = functions(&mut d);
        // Which variables are replaced: by what table each.
        let cases: [&[(u32, u32)]; 4] =
            [&[(0, 0b1100_1100), (1, 0b1010_1010), (2, 0b0110_1001)], &[(1, 0b1111_0000)], &[(2, 0b1000_1110)], &[]];
        for replaced in cases {
            let new: BTreeMap<u32, Bdd> = replaced.iter().map(|(v, table)| (*v, all[*table as usize])).collect();
            for (table, f) in all.iter().enumerate() {
                let image = |row: u32| {
                    let bit =
                        |v: u32| replaced.iter().find(|(w, _)| *w == v).map_or(row >> v & 1, |(_, t)| t >> row & 1);
                    bit(0) | bit(1) << 1 | bit(2) << 2
                };
                let holds = (0..8u32).filter(|row| table as u32 >> image(*row) & 1 == 1);
                let holds = holds.fold(0usize, |t, row| t | 1 << row);
                for set in [0b1111_1111, 0b0001_1010, 0b1000_0001, 0b0011_0000, 0] {
                    let at_once = d.compose(*f, all[set], &new, &mut FxHashMap::default()).unwrap() == all[set];
                    let by_cases = d.is_inside(all[set], *f, &new).unwrap();
                    assert_eq!([at_once, by_cases], [set & !holds == 0; 2], "{table:b} in {set:b}");
                }
            }
        }
    }

    #[test]
    fn a_node_that_breaks_the_order_is_refused() {
        let mut d = Diagrams::new(&|| false);
        let x = d.variable(5).unwrap();
        assert_eq!(d.node(5, x, TRUE), Err(Full));
        assert_eq!(d.node(7, FALSE, x), Err(Full));
        assert_eq!(d.node(4, FALSE, Bdd(99)), Err(Full));
    }
}
