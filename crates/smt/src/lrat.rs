//! The SAT solver's word is not enough: "unsatisfiable" with a proof that is checked here.
//!
//! **Idea.** CaDiCaL reports each clause that it learns together with the clauses it follows from, in the order in which they propagate (*hints*). That is
//! the proof format LRAT (L. Cruz-Filipe, M. Heule, W. Hunt, M. Kaufmann, P. Schneider-Kamp, *Efficient certified RAT verification*, CADE 2017), of which only the
//! part is needed that is *reverse unit propagation* (E. Goldberg, Y. Novikov, *Verification of proofs of unsatisfiability for CNF formulas*, DATE 2003). To check a clause, assume that all its literals are false, look at the hints one by one, each of which must
//! leave exactly one literal that is not false yet (it is true then) or none: that is the contradiction. There is no search, and no watched literals;
//! a few dozen lines can be read in one go and have to be right, instead of forty thousand of the solver.
//!
//! **Soundness.** Whatever the checker holds follows from the clauses that *our* encoder gave to the solver:
//! - a given clause is written down on our side, before the solver sees it; the solver's report of it contributes nothing but the number it has from now on;
//! - a derived clause is held after its hints have refuted its negation, by unit propagation in clauses that are held;
//! - a clause that the solver puts aside (*weakens*, when it eliminates a variable) and later *restores* is one that was held; our copy of it comes back;
//! - deletion only takes away.
//!
//! At the end the solver names a clause, and that clause is held here and consists of negations of literals that were assumed: so they cannot be
//! true together. An empty clause is the case of no assumptions. Nothing of the order of calls has to be believed: clauses that are added later make
//! nothing wrong that followed before, so one checker goes with a solver through all its calls. Steps that are not of this form (a RAT clause, a variable of
//! the solver's own as bounded variable addition makes them, a hint that is not there) are not understood but refused; `factor` is switched off for
//! the solvers that are checked, and nothing else in CaDiCaL 3 needs them.
//!
//! **What is not checked here.** That the clauses mean the formula: rewriting and constant folding (`rewrite/`), bit-blasting (`embedded/blast.rs`, `words.rs`, `circuit.rs`), the clauses
//! of gates (`cnf.rs`), and that lemmas are instances of the axioms of arrays and functions (`arrays.rs`). These are tested: random formulas against a
//! meaning of their own by evaluation, and against Z3. Answers found by rewriting or constants alone involve no SAT solver. "Satisfiable" needs no
//! proof: a proof of a program never rests on it, and a counterexample is executed.
//!
//! **Cost.** Every derived clause is checked when it is reported, whether an answer will need it or not. A check looks at each literal of each hint once.
//! Measured on the true tasks of the development set: `docs/decisions/0018-solver-answers-are-checked.md`.
//!
//! **Rejected.** To check backward from the conclusion only what it needs: hints and deleted clauses would have to be kept, and most questions
//! of a proof check are answered after a few conflicts. To write the proof to a file for a verified checker (cake_lpr): a process for each of
//! thousands of questions. CaDiCaL's own checker (`checkproof`): it lives in the solver's memory, believes what the solver says it was given, and ends
//! the process.

#[cfg(test)]
mod tests;

use std::cell::{Cell, RefCell};
use std::fmt;
use std::rc::Rc;

use cadical_sys::ProofTracer;
use rustc_hash::FxHashMap;

/// How far the number of a clause may be from the highest so far.
const GAP: usize = 1 << 16;

/// Places of dead clauses are used again when there are this many, and more than living ones and numbers.
const GARBAGE: usize = 1 << 16;

/// Why an answer is not confirmed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    /// A clause was reported as given that nobody gave, or not reported.
    NotGiven,
    /// A number that is taken, or far from all others.
    Number(i64),
    /// A hint names a clause that is not there.
    Missing { clause: i64, hint: i64 },
    /// A hint neither propagates nor is the contradiction.
    Idle { clause: i64, hint: i64 },
    /// The hints lead to no contradiction.
    NoConflict(i64),
    /// A clause about a variable that nobody gave.
    Variable(i64),
    /// A clause that does not follow from others.
    NotImplied(i64),
    /// A clause comes back that was not put aside.
    NotWeakened(i64),
    /// No clause says that the assumptions cannot be true together.
    NoConclusion,
    /// There are too many literals.
    Full,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::NotGiven => write!(f, "the solver works on other clauses than it was given"),
            Failure::Number(id) => write!(f, "clause {id} has a number that it cannot have"),
            Failure::Missing { clause, hint } => {
                write!(f, "clause {clause} rests on clause {hint}, which is not there")
            }
            Failure::Idle { clause, hint } => {
                write!(f, "clause {hint} says nothing at its place in the proof of clause {clause}")
            }
            Failure::NoConflict(id) => write!(f, "the proof of clause {id} ends without a contradiction"),
            Failure::Variable(id) => write!(f, "clause {id} is about a variable of the solver's own"),
            Failure::NotImplied(id) => write!(f, "clause {id} does not follow from others"),
            Failure::NotWeakened(id) => write!(f, "clause {id} comes back although it was not put aside"),
            Failure::NoConclusion => write!(f, "nothing that was proved contradicts the question"),
            Failure::Full => write!(f, "the proof is too large"),
        }
    }
}

/// A literal as an index: twice its variable, and one more if it is negative.
fn code(literal: i32) -> usize {
    (literal.unsigned_abs() as usize) << 1 | usize::from(literal < 0)
}

/// Holds clauses and checks new ones.
#[derive(Default)]
pub(crate) struct LratChecker {
    /// All clauses: the number of literals, then their codes.
    arena: Vec<u32>,
    /// Where in the arena the clause with a number is, plus one; 0 if there is none.
    starts: Vec<u32>,
    /// How much of the arena belongs to no clause.
    garbage: usize,
    /// Clauses that may come back.
    weakened: FxHashMap<i64, Box<[u32]>>,
    /// The clause that the solver is being given.
    given: Option<Box<[u32]>>,
    /// For each literal the last check in which it was false.
    false_in: Vec<u32>,
    /// The number of the check.
    check: u32,
    /// Clauses of the conclusion, which are gone with the assumptions.
    passing: Vec<i64>,
    /// Which clauses the solver says are the conclusion.
    concluded: Vec<i64>,
    /// The first thing that was wrong: from then on nothing is confirmed.
    failure: Option<Failure>,
    /// How many derived clauses were checked.
    #[cfg(test)]
    checked: u64,
}

impl LratChecker {
    /// A literal that our side uses.
    fn know(&mut self, literal: i32) {
        let code = code(literal) | 1;
        if code >= self.false_in.len() {
            self.false_in.resize(code + 1, 0);
        }
    }

    /// The solver is being given this clause.
    pub(crate) fn give(&mut self, clause: &[i32]) {
        clause.iter().for_each(|l| self.know(*l));
        self.given = Some(clause.iter().map(|l| code(*l) as u32).collect());
    }

    /// The solver was given the clause.
    pub(crate) fn gave(&mut self) {
        if self.given.take().is_some() {
            self.fail(Failure::NotGiven);
        }
    }

    /// The solver is being asked under assumptions.
    pub(crate) fn ask(&mut self, assumptions: &[i32]) {
        assumptions.iter().for_each(|l| self.know(*l));
        self.concluded.clear();
    }

    /// Whether it was proved that these assumptions cannot be true together.
    pub(crate) fn confirm(&mut self, assumptions: &[i32]) -> Result<(), Failure> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        self.begin();
        for literal in assumptions {
            // False is here what may be in the conclusion.
            self.false_in[code(-*literal)] = self.check;
        }
        let inside = |l: &u32| self.false_in[*l as usize] == self.check;
        let concludes = |id: &i64| self.clause(*id).is_some_and(|clause| clause.iter().all(inside));
        if self.concluded.iter().any(concludes) { Ok(()) } else { Err(Failure::NoConclusion) }
    }

    /// How many derived clauses were checked.
    #[cfg(test)]
    pub(crate) fn checked(&self) -> u64 {
        self.checked
    }

    fn fail(&mut self, failure: Failure) {
        self.failure.get_or_insert(failure);
    }

    fn note(&mut self, result: Result<(), Failure>) {
        if let Err(failure) = result {
            self.fail(failure);
        }
    }

    /// Nothing is false.
    fn begin(&mut self) {
        self.check = self.check.checked_add(1).unwrap_or_else(|| {
            self.false_in.fill(0);
            1
        });
    }

    fn start(&self, id: i64) -> Option<usize> {
        let start = *self.starts.get(usize::try_from(id).ok()?)?;
        start.checked_sub(1).map(|start| start as usize)
    }

    fn clause(&self, id: i64) -> Option<&[u32]> {
        let start = self.start(id)?;
        let length = self.arena[start] as usize;
        Some(&self.arena[start + 1..start + 1 + length])
    }

    fn hold(&mut self, id: i64, clause: impl ExactSizeIterator<Item = u32>) -> Result<(), Failure> {
        let index = usize::try_from(id).ok().filter(|i| *i > 0 && *i <= self.starts.len() + GAP);
        let index = index.ok_or(Failure::Number(id))?;
        if index >= self.starts.len() {
            self.starts.resize(index + 1, 0);
        }
        if self.starts[index] != 0 {
            return Err(Failure::Number(id));
        }
        self.starts[index] = u32::try_from(self.arena.len() + 1).map_err(|_| Failure::Full)?;
        self.arena.push(clause.len() as u32);
        self.arena.extend(clause);
        Ok(())
    }

    /// Takes a clause away. One that is not there is not missed.
    fn drop_clause(&mut self, id: i64) {
        let Some(start) = self.start(id) else { return };
        self.garbage += 1 + self.arena[start] as usize;
        self.starts[id as usize] = 0;
        let living = self.arena.len() - self.garbage;
        if self.garbage > GARBAGE.max(living).max(self.starts.len()) {
            let mut arena = Vec::with_capacity(2 * living);
            for start in self.starts.iter_mut().filter(|start| **start != 0) {
                let old = *start as usize - 1;
                *start = arena.len() as u32 + 1;
                arena.extend_from_slice(&self.arena[old..=old + self.arena[old] as usize]);
            }
            (self.arena, self.garbage) = (arena, 0);
        }
    }

    /// Whether a clause follows by unit propagation along its hints.
    fn follows(&mut self, id: i64, clause: &[i32], hints: &[i64]) -> Result<(), Failure> {
        self.begin();
        let check = self.check;
        for literal in clause {
            let literal = code(*literal);
            match self.false_in.get(literal ^ 1) {
                None => return Err(Failure::Variable(id)),
                // Both signs of a variable: true whatever its value is.
                Some(at) if *at == check => return Ok(()),
                Some(_) => self.false_in[literal] = check,
            }
        }
        for hint in hints {
            let start = self.start(*hint).ok_or(Failure::Missing { clause: id, hint: *hint })?;
            let length = self.arena[start] as usize;
            let mut open = None;
            for literal in &self.arena[start + 1..start + 1 + length] {
                if self.false_in[*literal as usize] == check || open == Some(*literal) {
                    continue;
                }
                if open.is_some() {
                    return Err(Failure::Idle { clause: id, hint: *hint });
                }
                open = Some(*literal);
            }
            match open {
                None => return Ok(()),
                Some(literal) => self.false_in[literal as usize ^ 1] = check,
            }
        }
        Err(Failure::NoConflict(id))
    }

    /// The solver says which number the clause has that it is being given.
    fn original(&mut self, id: i64) -> Result<(), Failure> {
        let clause = self.given.take().ok_or(Failure::NotGiven)?;
        self.hold(id, clause.iter().copied())
    }

    fn derive(&mut self, id: i64, clause: &[i32], hints: &[i64]) -> Result<(), Failure> {
        #[cfg(test)]
        {
            self.checked += 1;
        }
        self.follows(id, clause, hints)?;
        self.hold(id, clause.iter().map(|l| code(*l) as u32))
    }

    fn weaken(&mut self, id: i64) {
        if let Some(clause) = self.clause(id) {
            let clause = clause.into();
            self.weakened.insert(id, clause);
        }
    }

    fn restore(&mut self, id: i64) -> Result<(), Failure> {
        let clause = self.weakened.remove(&id).ok_or(Failure::NotWeakened(id))?;
        self.drop_clause(id);
        self.hold(id, clause.iter().copied())
    }

    fn forget_conclusion(&mut self) {
        for id in std::mem::take(&mut self.passing) {
            self.drop_clause(id);
        }
    }
}

/// What a tracer changes in what the solver says: for tests of those who have to notice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lie {
    /// The last hint of each derived clause is left out.
    LostHint,
    /// The first hint of each derived clause is another clause.
    WrongHint,
    /// Each derived clause has a literal less.
    ShorterClause,
    /// What a clause rests on is deleted before it.
    DeletedHint,
    /// The conclusion is some clause that was given.
    OtherConclusion,
    /// Every question is answered "unsatisfiable".
    AlwaysUnsatisfiable,
}

/// Passes on what the solver says.
struct Tracer {
    checker: Rc<RefCell<LratChecker>>,
    lie: Option<Lie>,
}

impl Tracer {
    fn derived(&self, id: i64, clause: &[i32], hints: &[i64]) {
        let mut checker = self.checker.borrow_mut();
        let (mut clause, mut hints) = (clause.to_vec(), hints.to_vec());
        match self.lie {
            None | Some(Lie::OtherConclusion | Lie::AlwaysUnsatisfiable) => {}
            Some(Lie::LostHint) => drop(hints.pop()),
            Some(Lie::WrongHint) => hints.first_mut().into_iter().for_each(|hint| *hint = 1),
            Some(Lie::ShorterClause) => drop(clause.pop()),
            Some(Lie::DeletedHint) => hints.first().into_iter().for_each(|hint| checker.drop_clause(*hint)),
        }
        let result = checker.derive(id, &clause, &hints);
        checker.note(result);
    }
}

/// No callback may unwind: the solver is between us and whoever would catch it.
impl ProofTracer for Tracer {
    fn add_original_clause(&mut self, id: i64, _: bool, _: &[i32], restored: bool) {
        let mut checker = self.checker.borrow_mut();
        let result = if restored { checker.restore(id) } else { checker.original(id) };
        checker.note(result);
    }

    fn add_derived_clause(&mut self, id: i64, _: bool, witness: i32, clause: &[i32], antecedents: &[i64]) {
        if self.lie.is_some() {
            return self.derived(id, clause, antecedents);
        }
        let mut checker = self.checker.borrow_mut();
        if checker.failure.is_some() {
            return;
        }
        let result = match witness {
            0 => checker.derive(id, clause, antecedents),
            _ => Err(Failure::NotImplied(id)),
        };
        checker.note(result);
    }

    fn delete_clause(&mut self, id: i64, _: bool, _: &[i32]) {
        self.checker.borrow_mut().drop_clause(id);
    }

    fn weaken_minus(&mut self, id: i64, _: &[i32]) {
        self.checker.borrow_mut().weaken(id);
    }

    fn strengthen(&mut self, _: i64) {}

    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}

    fn add_assumption(&mut self, _: i32) {}

    fn add_constraint(&mut self, _: &[i32]) {}

    fn reset_assumptions(&mut self) {
        self.checker.borrow_mut().forget_conclusion();
    }

    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], antecedents: &[i64]) {
        self.add_derived_clause(id, true, 0, clause, antecedents);
        self.checker.borrow_mut().passing.push(id);
    }

    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}

    fn conclude_unsat(&mut self, _: i32, clause_ids: &[i64]) {
        let ids = if self.lie == Some(Lie::OtherConclusion) { &[1] } else { clause_ids };
        self.checker.borrow_mut().concluded = ids.to_vec();
    }

    fn conclude_unknown(&mut self, _: &[i32]) {}
}

/// What all solvers of one check of a proof share: how often their answer "unsatisfiable" was confirmed, and the first time that it was not.
#[derive(Clone, Debug, Default)]
pub struct Confirmation {
    shared: Rc<Shared>,
    lie: Option<Lie>,
}

#[derive(Debug, Default)]
struct Shared {
    answers: Cell<u64>,
    failure: RefCell<Option<String>>,
}

impl Confirmation {
    /// Nothing was asked yet.
    pub fn new() -> Confirmation {
        Confirmation::default()
    }

    /// One whose solvers lie, for tests.
    pub fn lying(lie: Lie) -> Confirmation {
        Confirmation { lie: Some(lie), ..Confirmation::default() }
    }

    /// How many answers "unsatisfiable" of a SAT solver were confirmed.
    pub fn answers(&self) -> u64 {
        self.shared.answers.get()
    }

    /// What was wrong with the first answer that was not confirmed. Nothing that was concluded from any answer should be believed then.
    pub fn failure(&self) -> Option<String> {
        self.shared.failure.borrow().clone()
    }

    pub(crate) fn lie(&self) -> Option<Lie> {
        self.lie
    }

    /// A checker and the tracer that tells it what a solver says.
    pub(crate) fn checker(&self) -> (Rc<RefCell<LratChecker>>, impl ProofTracer + 'static) {
        let checker = Rc::new(RefCell::new(LratChecker::default()));
        let tracer = Tracer { checker: checker.clone(), lie: self.lie };
        (checker, tracer)
    }

    /// Remembers whether an answer was confirmed; whether it was.
    pub(crate) fn count(&self, result: Result<(), Failure>) -> bool {
        match result {
            Ok(()) => self.shared.answers.set(self.shared.answers.get() + 1),
            Err(failure) => {
                self.shared.failure.borrow_mut().get_or_insert_with(|| failure.to_string());
            }
        }
        self.failure().is_none()
    }
}
