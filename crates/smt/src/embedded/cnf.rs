//! Circuits as clauses in CaDiCaL.
//!
//! The clauses of a gate are written when its output is first asserted or assumed, with those of all gates it depends on (G. Tseitin,
//! *On the complexity of derivation in propositional calculus*, 1968): a variable per gate and clauses for both
//! directions. If-then-else gates get the two redundant clauses that let equal branches propagate.
//!
//! Rejected: clauses for one polarity only (D. Plaisted, S. Greenbaum, 1986). Predicate abstraction assumes a predicate and its negation
//! in turn, so almost every gate is soon needed in both polarities, and one-sided gates would have to be remembered per
//! polarity and give worse models.

use cadical_sys::{CaDiCal, ProofTracer, Status, Terminator};

use super::circuit::{Bit, Circuit, Gate};
use crate::solver::Stop;

struct Callback(Stop);

impl Terminator for Callback {
    fn terminated(&mut self) -> bool {
        (self.0)()
    }
}

/// A SAT solver with the variables of the gates that were written.
pub(crate) struct Sat {
    solver: CaDiCal,
    /// The variable of each gate; 0 while it is not written.
    variables: Vec<i32>,
    count: i32,
}

impl Sat {
    pub(crate) fn new(stop: Option<&Stop>) -> Self {
        let mut solver = CaDiCal::new();
        for (option, value) in OPTIONS {
            assert!(solver.set(option, *value), "CaDiCaL has the option {option}");
        }
        let mut sat = Self { solver, variables: Vec::new(), count: 0 };
        sat.set_stop(stop);
        sat
    }

    /// A SAT solver that only resolves, and tells every step to a tracer.
    pub(crate) fn traced(stop: Option<&Stop>, tracer: impl ProofTracer + 'static) -> Self {
        let mut solver = CaDiCal::new();
        assert!(solver.configure("plain"), "CaDiCaL has the configuration plain");
        solver.connect_proof_tracer1(tracer, true, false);
        let mut sat = Self { solver, variables: Vec::new(), count: 0 };
        sat.set_stop(stop);
        sat
    }

    /// Forgets the variables of gates, because another circuit follows, and gives some of its inputs variables.
    pub(crate) fn next_circuit(&mut self, circuit: &Circuit, inputs: impl Iterator<Item = (Bit, i32)>) {
        self.variables.clear();
        self.variables.resize(circuit.len(), 0);
        for (bit, variable) in inputs {
            self.variables[bit.gate()] = variable;
        }
    }

    pub(crate) fn set_stop(&mut self, stop: Option<&Stop>) {
        match stop {
            Some(stop) => self.solver.connect_terminator(Callback(stop.clone())),
            None => self.solver.disconnect_terminator(),
        }
    }

    /// How many variables there are.
    pub(crate) fn variables(&self) -> usize {
        self.count as usize
    }

    /// A variable that belongs to no gate.
    pub(crate) fn fresh(&mut self) -> i32 {
        self.count = self.count.checked_add(1).expect("fewer than 2^31 variables");
        self.count
    }

    pub(crate) fn clause(&mut self, literals: &[i32]) {
        match *literals {
            [a] => self.solver.clause1(a),
            [a, b] => self.solver.clause2(a, b),
            [a, b, c] => self.solver.clause3(a, b, c),
            _ => {
                for literal in literals {
                    self.solver.add(*literal);
                }
                self.solver.add(0);
            }
        }
    }

    /// The literal of a bit, if its gate has been written.
    pub(crate) fn known(&self, bit: Bit) -> Option<i32> {
        match self.variables.get(bit.gate()) {
            None | Some(0) => None,
            Some(variable) => Some(if bit.negated() { -variable } else { *variable }),
        }
    }

    /// The literal of a bit; writes the gates it depends on.
    pub(crate) fn literal(&mut self, circuit: &Circuit, bit: Bit) -> i32 {
        if let Some(literal) = self.known(bit) {
            return literal;
        }
        if self.variables.len() < circuit.len() {
            self.variables.resize(circuit.len(), 0);
        }
        let mut stack = vec![(bit.gate(), false)];
        while let Some((gate, ready)) = stack.pop() {
            if self.variables[gate] != 0 {
                continue;
            }
            if ready {
                let variable = self.fresh();
                self.variables[gate] = variable;
                self.write(circuit.gate(gate), variable);
            } else {
                stack.push((gate, true));
                circuit.gate(gate).for_each_input(|input| {
                    if self.variables[input.gate()] == 0 {
                        stack.push((input.gate(), false));
                    }
                });
            }
        }
        let variable = self.variables[bit.gate()];
        if bit.negated() { -variable } else { variable }
    }

    fn input(&self, bit: Bit) -> i32 {
        let variable = self.variables[bit.gate()];
        if bit.negated() { -variable } else { variable }
    }

    fn write(&mut self, gate: &Gate, g: i32) {
        match gate {
            Gate::False => self.clause(&[-g]),
            Gate::Input => {}
            Gate::And(inputs) => {
                let mut long = Vec::with_capacity(inputs.len() + 1);
                for bit in inputs {
                    let x = self.input(*bit);
                    self.clause(&[-g, x]);
                    long.push(-x);
                }
                long.push(g);
                self.clause(&long);
            }
            Gate::Xor(a, b) => {
                let (a, b) = (self.input(*a), self.input(*b));
                self.clause(&[-g, a, b]);
                self.clause(&[-g, -a, -b]);
                self.clause(&[g, -a, b]);
                self.clause(&[g, a, -b]);
            }
            Gate::Ite(c, a, b) => {
                let (c, a, b) = (self.input(*c), self.input(*a), self.input(*b));
                self.clause(&[-g, -c, a]);
                self.clause(&[g, -c, -a]);
                self.clause(&[-g, c, b]);
                self.clause(&[g, c, -b]);
                self.clause(&[-g, a, b]);
                self.clause(&[g, -a, -b]);
            }
            Gate::Majority(a, b, c) => {
                let (a, b, c) = (self.input(*a), self.input(*b), self.input(*c));
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    self.clause(&[-g, x, y]);
                    self.clause(&[g, -x, -y]);
                }
            }
        }
    }

    /// Asserts a bit, if the guard (a literal) is given only where it holds. Conjunctions become their parts, disjunctions clauses.
    pub(crate) fn assert(&mut self, circuit: &Circuit, bit: Bit, guard: Option<i32>) {
        let mut stack = vec![bit];
        while let Some(bit) = stack.pop() {
            let mut clause: Vec<i32> = guard.iter().map(|g| -g).collect();
            match (circuit.gate(bit.gate()), bit.negated()) {
                (Gate::And(inputs), false) => {
                    stack.extend(inputs.iter().rev());
                    continue;
                }
                (Gate::And(inputs), true) => {
                    for input in inputs {
                        clause.push(self.literal(circuit, !*input));
                    }
                }
                (Gate::False, true) => continue,
                _ => clause.push(self.literal(circuit, bit)),
            }
            self.clause(&clause);
        }
    }

    pub(crate) fn solve(&mut self, assumptions: &[i32], conflicts: Option<u32>) -> Status {
        for literal in assumptions {
            self.solver.assume(*literal);
        }
        if let Some(limit) = conflicts {
            self.solver.limit("conflicts", i32::try_from(limit).unwrap_or(i32::MAX));
        }
        self.solver.solve()
    }

    /// Whether an assumption takes part in the refutation.
    pub(crate) fn failed(&mut self, literal: i32) -> bool {
        self.solver.failed(literal)
    }

    /// The value of a bit in the model; none if its gate was not written.
    pub(crate) fn value(&mut self, bit: Bit) -> Option<bool> {
        self.known(bit).map(|literal| self.solver.val(literal) == literal)
    }
}

/// What is set differently from CaDiCaL's defaults, which are for one large problem instead of many small ones. Trying lucky assignments
/// before each search took half of the time of the abstraction benchmark.
const OPTIONS: &[(&str, i32)] = &[("lucky", 0)];
