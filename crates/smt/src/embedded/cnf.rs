//! Circuits as clauses in CaDiCaL.
//!
//! The clauses of a gate are written when its output is first asserted or assumed, with those of all gates it depends on (G. Tseitin,
//! *On the complexity of derivation in propositional calculus*, 1968): a variable per gate and clauses for both
//! directions. If-then-else gates get the two redundant clauses that let equal branches propagate. Only at the top, where a formula is asserted or
//! assumed, one direction is enough (D. Plaisted, S. Greenbaum, *A structure-preserving clause form translation*, 1986): an equation of two words
//! is two clauses per bit there instead of a tree of gates.
//!
//! Rejected: one direction everywhere. Predicate abstraction assumes a predicate and its negation in turn, so almost every inner gate is
//! soon needed in both, and gates would have to be remembered per polarity.

use std::cell::RefCell;
use std::rc::Rc;

use cadical_sys::{CaDiCal, ProofTracer, Status, Terminator};

use rustc_hash::FxHashMap;

use super::circuit::{Bit, Circuit, Gate};
use crate::lrat::{Confirmation, Failure, Lie, LratChecker};
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
    /// Variables that imply a bit but are not implied by it.
    guards: FxHashMap<Bit, i32>,
    count: i32,
    /// Who checks that answers follow from the clauses, if somebody does.
    checker: Option<Rc<RefCell<LratChecker>>>,
    lie: Option<Lie>,
}

impl Sat {
    /// A SAT solver without clauses; its answers can be confirmed if a confirmation is given.
    pub(crate) fn new(stop: Option<&Stop>, confirmation: Option<&Confirmation>) -> Self {
        let mut solver = CaDiCal::new();
        for (option, value) in OPTIONS {
            assert!(solver.set(option, *value), "CaDiCaL has the option {option}");
        }
        let checker = confirmation.map(|confirmation| {
            let (checker, tracer) = confirmation.checker();
            solver.connect_proof_tracer1(tracer, true, false);
            checker
        });
        let lie = confirmation.and_then(Confirmation::lie);
        Self::with(solver, stop, checker, lie)
    }

    fn with(solver: CaDiCal, stop: Option<&Stop>, checker: Option<Rc<RefCell<LratChecker>>>, lie: Option<Lie>) -> Self {
        let (variables, guards) = (Vec::new(), FxHashMap::default());
        let mut sat = Self { solver, variables, guards, count: 0, checker, lie };
        sat.set_stop(stop);
        sat
    }

    /// A SAT solver that only resolves, and tells every step to a tracer.
    pub(crate) fn traced(stop: Option<&Stop>, tracer: impl ProofTracer + 'static) -> Self {
        let mut solver = CaDiCal::new();
        assert!(solver.configure("plain"), "CaDiCaL has the configuration plain");
        solver.connect_proof_tracer1(tracer, true, false);
        Self::with(solver, stop, None, None)
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
        if let Some(checker) = &self.checker {
            checker.borrow_mut().give(literals);
        }
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
        if let Some(checker) = &self.checker {
            checker.borrow_mut().gave();
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
            circuit.deadline().look();
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

    /// Asserts a bit, if a guard (a literal) is given only where it holds. A gate that has no variable yet gets none: its clauses are written
    /// with its output in place. So the equations of a path formula are two clauses per bit.
    pub(crate) fn assert(&mut self, circuit: &Circuit, bit: Bit, guard: Option<i32>) {
        let mut stack = vec![bit];
        while let Some(bit) = stack.pop() {
            circuit.deadline().look();
            if let Some(literal) = self.known(bit) {
                self.guarded(guard, &[literal]);
                continue;
            }
            let positive = !bit.negated();
            match circuit.gate(bit.gate()) {
                Gate::And(inputs) if positive => stack.extend(inputs.iter().rev()),
                Gate::And(inputs) => {
                    let clause: Vec<i32> = inputs.iter().map(|i| self.literal(circuit, !*i)).collect();
                    self.guarded(guard, &clause);
                }
                Gate::Xor(a, b) => {
                    let (a, b) = (self.literal(circuit, *a), self.literal(circuit, *b));
                    let b = if positive { b } else { -b };
                    self.guarded(guard, &[a, b]);
                    self.guarded(guard, &[-a, -b]);
                }
                Gate::Ite(c, a, b) => {
                    let c = self.literal(circuit, *c);
                    let (a, b) = if positive { (*a, *b) } else { (!*a, !*b) };
                    let (a, b) = (self.literal(circuit, a), self.literal(circuit, b));
                    self.guarded(guard, &[-c, a]);
                    self.guarded(guard, &[c, b]);
                }
                Gate::Majority(a, b, c) => {
                    let inputs = [*a, *b, *c].map(|i| self.literal(circuit, if positive { i } else { !i }));
                    for (x, y) in [(0, 1), (0, 2), (1, 2)] {
                        self.guarded(guard, &[inputs[x], inputs[y]]);
                    }
                }
                Gate::False if !positive => {}
                Gate::False | Gate::Input => {
                    let literal = self.literal(circuit, bit);
                    self.guarded(guard, &[literal]);
                }
            }
        }
    }

    fn guarded(&mut self, guard: Option<i32>, clause: &[i32]) {
        match guard {
            Some(guard) => {
                let mut longer = Vec::with_capacity(clause.len() + 1);
                longer.push(-guard);
                longer.extend(clause);
                self.clause(&longer);
            }
            None => self.clause(clause),
        }
    }

    /// A literal that implies a bit, to be assumed. A conjunction or disjunction without a variable gets one that only implies it.
    pub(crate) fn assumption(&mut self, circuit: &Circuit, bit: Bit) -> i32 {
        if let Some(literal) = self.known(bit).or_else(|| self.guards.get(&bit).copied()) {
            return literal;
        }
        match circuit.gate(bit.gate()) {
            Gate::And(_) => {
                let guard = self.fresh();
                self.assert(circuit, bit, Some(guard));
                self.guards.insert(bit, guard);
                guard
            }
            Gate::False | Gate::Input | Gate::Xor(..) | Gate::Ite(..) | Gate::Majority(..) => {
                self.literal(circuit, bit)
            }
        }
    }

    pub(crate) fn solve(&mut self, assumptions: &[i32], conflicts: Option<u32>) -> Status {
        if let Some(checker) = &self.checker {
            checker.borrow_mut().ask(assumptions);
        }
        for literal in assumptions {
            self.solver.assume(*literal);
        }
        if let Some(limit) = conflicts {
            self.solver.limit("conflicts", i32::try_from(limit).unwrap_or(i32::MAX));
        }
        let answer = self.solver.solve();
        if self.lie == Some(Lie::AlwaysUnsatisfiable) { Status::UNSATISFIABLE } else { answer }
    }

    /// Whether an assumption takes part in the refutation.
    pub(crate) fn failed(&mut self, literal: i32) -> bool {
        self.lie == Some(Lie::AlwaysUnsatisfiable) || self.solver.failed(literal)
    }

    /// Whether the solver has proved that those of its assumptions that have failed cannot be true together; yes if nobody checks it.
    pub(crate) fn confirm(&mut self, assumptions: &[i32]) -> Result<(), Failure> {
        let Some(checker) = self.checker.clone() else { return Ok(()) };
        self.solver.conclude();
        let failed: Vec<i32> = assumptions.iter().copied().filter(|l| self.failed(*l)).collect();
        checker.borrow_mut().confirm(&failed)
    }

    /// How many clauses the solver has derived and its checker has looked at.
    #[cfg(test)]
    pub(crate) fn derived(&self) -> u64 {
        self.checker.as_ref().map_or(0, |checker| checker.borrow().checked())
    }

    /// The value of a bit in the model; none if its gate was not written.
    pub(crate) fn value(&mut self, bit: Bit) -> Option<bool> {
        self.known(bit).map(|literal| self.solver.val(literal) == literal)
    }
}

/// What is set differently from CaDiCaL's defaults, which are for one large problem instead of many small ones. Trying lucky assignments
/// before each search took half of the time of the abstraction benchmark. Bounded variable addition is off by default; it makes variables of the
/// solver's own, which no proof that is checked may have.
const OPTIONS: &[(&str, i32)] = &[("lucky", 0), ("factor", 0)];
