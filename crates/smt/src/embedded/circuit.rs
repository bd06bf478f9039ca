//! Circuits: gates over bits, shared by structure.
//!
//! A [`Bit`] is a gate's output or its negation. Gates are *and* (of any number of bits), *xor*, *if-then-else* and *majority* (the carry
//! of an adder and the step of a comparator). Constructors fold constants, equal and complementary inputs, bring negations
//! outwards and order inputs; then equal gates are one gate. This is the and-inverter graph of the model checkers (A. Kuehlmann,
//! F. Krohm, *Equivalence checking using cuts and heaps*, DAC 1997) with a few more gates, because each of them is one variable and
//! a handful of clauses with good propagation where and-gates would need three variables.
//!
//! The circuit knows nothing of a SAT solver: clauses of a gate are written when the gate is needed (`cnf.rs`). So gates outlive the SAT
//! solver, which is replaced when most of what it holds is no longer asked about, and interpolation can write one
//! circuit's clauses twice.

use raddle_deadline::Deadline;
use rustc_hash::FxHashMap;

/// A gate's output, or its negation in the lowest bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Bit(u32);

impl Bit {
    pub(crate) const FALSE: Bit = Bit(0);
    pub(crate) const TRUE: Bit = Bit(1);

    pub(crate) fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub(crate) fn of(value: bool) -> Bit {
        if value { Bit::TRUE } else { Bit::FALSE }
    }

    pub(crate) fn constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self == Bit::TRUE)
    }

    fn positive(self) -> Bit {
        Bit(self.0 & !1)
    }
}

impl std::ops::Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }
}

/// A gate. Inputs are never constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Gate {
    /// The constant false; the first gate.
    False,
    /// Anything.
    Input,
    /// All of them; two or more, ordered, without repetition.
    And(Box<[Bit]>),
    /// An odd number of them.
    Xor(Bit, Bit),
    /// The second if the first, else the third.
    Ite(Bit, Bit, Bit),
    /// At least two of them.
    Majority(Bit, Bit, Bit),
}

impl Gate {
    pub(crate) fn for_each_input(&self, mut f: impl FnMut(Bit)) {
        match self {
            Gate::False | Gate::Input => {}
            Gate::And(inputs) => inputs.iter().for_each(|b| f(*b)),
            Gate::Xor(a, b) => [*a, *b].into_iter().for_each(f),
            Gate::Ite(a, b, c) | Gate::Majority(a, b, c) => [*a, *b, *c].into_iter().for_each(f),
        }
    }
}

/// Gates, inputs before the gates they feed.
#[derive(Debug)]
pub(crate) struct Circuit {
    gates: Vec<Gate>,
    table: FxHashMap<Gate, u32>,
    deadline: Deadline,
}

impl Circuit {
    pub(crate) fn within(deadline: &Deadline) -> Self {
        Self { gates: vec![Gate::False], table: FxHashMap::default(), deadline: deadline.clone() }
    }

    pub(crate) fn deadline(&self) -> &Deadline {
        &self.deadline
    }

    pub(crate) fn gate(&self, index: usize) -> &Gate {
        &self.gates[index]
    }

    pub(crate) fn len(&self) -> usize {
        self.gates.len()
    }

    /// A new input.
    pub(crate) fn input(&mut self) -> Bit {
        let index = self.gates.len();
        self.gates.push(Gate::Input);
        Bit(u32::try_from(index << 1).expect("fewer than 2^31 gates"))
    }

    fn output(&mut self, gate: Gate) -> Bit {
        self.deadline.look();
        if let Some(known) = self.table.get(&gate) {
            return Bit(known << 1);
        }
        let index = u32::try_from(self.gates.len()).expect("fewer than 2^31 gates");
        assert!(index < 1 << 31, "fewer than 2^31 gates");
        self.gates.push(gate.clone());
        self.table.insert(gate, index);
        Bit(index << 1)
    }

    pub(crate) fn and(&mut self, a: Bit, b: Bit) -> Bit {
        if a == Bit::FALSE || b == Bit::FALSE || a == !b {
            return Bit::FALSE;
        }
        if a == Bit::TRUE || a == b {
            return b;
        }
        if b == Bit::TRUE {
            return a;
        }
        self.output(Gate::And(Box::new([a.min(b), a.max(b)])))
    }

    pub(crate) fn or(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and(!a, !b)
    }

    /// The conjunction of many bits as one gate.
    pub(crate) fn all(&mut self, mut bits: Vec<Bit>) -> Bit {
        bits.retain(|b| *b != Bit::TRUE);
        bits.sort_unstable();
        bits.dedup();
        // Complementary bits are neighbours in the order.
        if bits.first() == Some(&Bit::FALSE) || bits.windows(2).any(|w| w[0] == !w[1]) {
            return Bit::FALSE;
        }
        match bits[..] {
            [] => Bit::TRUE,
            [one] => one,
            _ => self.output(Gate::And(bits.into())),
        }
    }

    /// The disjunction of many bits as one gate.
    pub(crate) fn any(&mut self, mut bits: Vec<Bit>) -> Bit {
        bits.iter_mut().for_each(|b| *b = !*b);
        !self.all(bits)
    }

    pub(crate) fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        match (a.constant(), b.constant()) {
            (Some(false), _) => return b,
            (Some(true), _) => return !b,
            (_, Some(false)) => return a,
            (_, Some(true)) => return !a,
            (None, None) => {}
        }
        let negated = a.negated() != b.negated();
        let (a, b) = (a.positive(), b.positive());
        let output = if a == b { Bit::FALSE } else { self.output(Gate::Xor(a.min(b), a.max(b))) };
        if negated { !output } else { output }
    }

    pub(crate) fn ite(&mut self, c: Bit, a: Bit, b: Bit) -> Bit {
        match c.constant() {
            Some(true) => return a,
            Some(false) => return b,
            None => {}
        }
        if c.negated() {
            return self.ite(!c, b, a);
        }
        if a == b {
            return a;
        }
        // A branch that is the condition is a constant there.
        let a = if a == c {
            Bit::TRUE
        } else if a == !c {
            Bit::FALSE
        } else {
            a
        };
        let b = if b == c {
            Bit::FALSE
        } else if b == !c {
            Bit::TRUE
        } else {
            b
        };
        match (a.constant(), b.constant()) {
            (Some(true), _) => return self.or(c, b),
            (Some(false), _) => return self.and(!c, b),
            (_, Some(true)) => return self.or(!c, a),
            (_, Some(false)) => return self.and(c, a),
            (None, None) => {}
        }
        if a == !b {
            return !self.xor(c, a);
        }
        if a.negated() {
            return !self.output(Gate::Ite(c, !a, !b));
        }
        self.output(Gate::Ite(c, a, b))
    }

    pub(crate) fn majority(&mut self, a: Bit, b: Bit, c: Bit) -> Bit {
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        // Constants are the first bits of the order.
        match a.constant() {
            Some(false) => return self.and(b, c),
            Some(true) => return self.or(b, c),
            None => {}
        }
        if a == b {
            return a;
        }
        if b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        // Majority is its own dual: the first input can be made positive.
        if a.negated() {
            return !self.output(Gate::Majority(!a, !b, !c));
        }
        self.output(Gate::Majority(a, b, c))
    }
}
