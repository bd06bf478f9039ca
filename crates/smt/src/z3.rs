//! The second back end: Z3, for comparison.
//!
//! Terms become Z3's terms one to one, so that the two back ends share nothing behind the store: Z3 is the oracle of the differential tests
//! (`tests/against_z3.rs`) and the other side of the benchmark (`benches/abstraction.rs`). The cargo feature `z3` is off by default because
//! it links the system's `libz3`; docs/decisions/0009 says how to get one. Z3 cannot ask a callback whether to stop, so a check
//! runs in slices of growing length with the question in between.

use rustc_hash::FxHashMap;
use z3::ast::{Array, Ast, BV, Bool, Dynamic};
use z3::{FuncDecl, Params, SatResult};

use crate::semantics::mask;
use crate::solver::{Answer, Solver, Stop, StopReason};
use crate::term::{Function, Node, Sort, Term};
use crate::terms::Terms;

/// The milliseconds of the first slice of a check.
const SLICE: u32 = 200;

/// A solver by Z3.
pub struct Z3 {
    solver: z3::Solver,
    translated: FxHashMap<Term, Dynamic>,
    functions: FxHashMap<Function, FuncDecl>,
    names: u32,
    stop: Option<Stop>,
    conflicts: Option<u32>,
    core: Vec<Term>,
    model: Option<z3::Model>,
}

impl Default for Z3 {
    fn default() -> Self {
        Self::new()
    }
}

impl Z3 {
    /// A solver without assertions.
    pub fn new() -> Self {
        Self {
            solver: z3::Solver::new(),
            translated: FxHashMap::default(),
            functions: FxHashMap::default(),
            names: 0,
            stop: None,
            conflicts: None,
            core: Vec::new(),
            model: None,
        }
    }

    fn translate(&mut self, terms: &Terms, t: Term) -> Dynamic {
        terms.postorder(
            &[t],
            self,
            |z3, t| z3.translated.contains_key(&t),
            |z3, t| {
                let new = z3.translate_node(terms, t);
                z3.translated.insert(t, new);
            },
        );
        self.translated[&t].clone()
    }

    fn bool(&mut self, terms: &Terms, t: Term) -> Bool {
        self.translate(terms, t).as_bool().expect("a Bool is a Bool")
    }

    fn translate_node(&mut self, terms: &Terms, t: Term) -> Dynamic {
        let known = &self.translated;
        let bool = |t: &Term| known[t].as_bool().expect("a Bool is a Bool");
        let bv = |t: &Term| known[t].as_bv().expect("a bit-vector is a bit-vector");
        let array = |t: &Term| known[t].as_array().expect("an array is an array");
        match terms.node(t) {
            Node::Bool(value) => Bool::from_bool(*value).into(),
            Node::Constant { value, width } => constant(*value, *width).into(),
            Node::Variable(_, s) => {
                // Names are unique per sort only, so each gets a number.
                self.names += 1;
                let name = format!("{}#{}", terms.name(t).unwrap_or_default(), self.names);
                match *s {
                    Sort::Bool => Bool::new_const(name).into(),
                    Sort::Bv(width) => BV::new_const(name, width).into(),
                    Sort::Array { index, element } => {
                        Array::new_const(name, &z3::Sort::bitvector(index), &z3::Sort::bitvector(element)).into()
                    }
                }
            }
            Node::Not(a) => bool(a).not().into(),
            Node::And(a, b) => Bool::and(&[&bool(a), &bool(b)]).into(),
            Node::Or(a, b) => Bool::or(&[&bool(a), &bool(b)]).into(),
            Node::Equal(a, b) => known[a].eq(&known[b]).into(),
            Node::Ite(c, a, b) => bool(c).ite(&known[a], &known[b]),
            Node::Neg(a) => bv(a).bvneg().into(),
            Node::BvNot(a) => bv(a).bvnot().into(),
            Node::Add(a, b) => bv(a).bvadd(bv(b)).into(),
            Node::Sub(a, b) => bv(a).bvsub(bv(b)).into(),
            Node::Mul(a, b) => bv(a).bvmul(bv(b)).into(),
            Node::Udiv(a, b) => bv(a).bvudiv(bv(b)).into(),
            Node::Urem(a, b) => bv(a).bvurem(bv(b)).into(),
            Node::Sdiv(a, b) => bv(a).bvsdiv(bv(b)).into(),
            Node::Srem(a, b) => bv(a).bvsrem(bv(b)).into(),
            Node::BvAnd(a, b) => bv(a).bvand(bv(b)).into(),
            Node::BvOr(a, b) => bv(a).bvor(bv(b)).into(),
            Node::BvXor(a, b) => bv(a).bvxor(bv(b)).into(),
            Node::Shl(a, b) => bv(a).bvshl(bv(b)).into(),
            Node::Lshr(a, b) => bv(a).bvlshr(bv(b)).into(),
            Node::Ashr(a, b) => bv(a).bvashr(bv(b)).into(),
            Node::Ult(a, b) => bv(a).bvult(bv(b)).into(),
            Node::Slt(a, b) => bv(a).bvslt(bv(b)).into(),
            Node::Concat(a, b) => bv(a).concat(bv(b)).into(),
            Node::Extract { term, low, width } => bv(term).extract(low + width - 1, *low).into(),
            Node::ZeroExtend(a, width) => bv(a).zero_ext(width - terms.width(*a)).into(),
            Node::SignExtend(a, width) => bv(a).sign_ext(width - terms.width(*a)).into(),
            Node::Select(a, i) => array(a).select(&bv(i)),
            Node::Store(a, i, v) => array(a).store(&bv(i), &bv(v)).into(),
            Node::ConstantArray { index, element } => {
                Array::const_array(&z3::Sort::bitvector(*index), &bv(element)).into()
            }
            Node::Apply(f, arguments) => {
                let declaration = self.functions.entry(*f).or_insert_with(|| {
                    let (sorts, result) = terms.signature(*f);
                    let sorts: Vec<z3::Sort> = sorts.iter().map(|s| bits_sort(*s)).collect();
                    self.names += 1;
                    let name = format!("{}#{}", terms.function_name(*f), self.names);
                    FuncDecl::new(name, &sorts.iter().collect::<Vec<_>>(), &bits_sort(result))
                });
                let arguments: Vec<&dyn Ast> = arguments.iter().map(|a| &known[a] as &dyn Ast).collect();
                declaration.apply(&arguments)
            }
        }
    }

    fn set_slice(&self, milliseconds: u32) {
        let mut params = Params::new();
        params.set_u32("timeout", milliseconds);
        if let Some(limit) = self.conflicts {
            params.set_u32("max_conflicts", limit);
        }
        self.solver.set_params(&params);
    }

    fn run(&mut self, assumptions: &[Bool]) -> Answer {
        let Some(stop) = self.stop.clone() else {
            return match self.solver.check_assumptions(assumptions) {
                SatResult::Sat => Answer::Sat,
                SatResult::Unsat => Answer::Unsat,
                SatResult::Unknown => Answer::Unknown(StopReason::Conflicts),
            };
        };
        let mut slice = SLICE;
        loop {
            if stop() {
                return Answer::Unknown(StopReason::Stopped);
            }
            self.set_slice(slice);
            match self.solver.check_assumptions(assumptions) {
                SatResult::Sat => return Answer::Sat,
                SatResult::Unsat => return Answer::Unsat,
                SatResult::Unknown if self.conflicts.is_some() => return Answer::Unknown(StopReason::Conflicts),
                SatResult::Unknown => slice = slice.saturating_mul(2),
            }
        }
    }
}

fn bits_sort(sort: Sort) -> z3::Sort {
    match sort {
        Sort::Bool => z3::Sort::bool(),
        Sort::Bv(width) => z3::Sort::bitvector(width),
        Sort::Array { .. } => panic!("functions take and give bits"),
    }
}

fn constant(value: u128, width: u32) -> BV {
    if width <= 64 {
        return BV::from_u64((value & mask(width)) as u64, width);
    }
    let high = BV::from_u64((value >> 64) as u64, width - 64);
    high.concat(BV::from_u64(value as u64, 64))
}

impl Solver for Z3 {
    fn assert(&mut self, terms: &Terms, t: Term) {
        let t = self.bool(terms, t);
        self.solver.assert(&t);
    }

    fn push(&mut self) {
        self.solver.push();
    }

    fn pop(&mut self) {
        self.solver.pop(1);
    }

    fn check(&mut self, terms: &Terms, assumptions: &[Term]) -> Answer {
        self.core.clear();
        self.model = None;
        let assumed: Vec<Bool> = assumptions.iter().map(|t| self.bool(terms, *t)).collect();
        let answer = self.run(&assumed);
        match answer {
            Answer::Sat => self.model = self.solver.get_model(),
            Answer::Unsat => {
                let core = self.solver.get_unsat_core();
                self.core = assumptions
                    .iter()
                    .zip(&assumed)
                    .filter(|(_, a)| core.iter().any(|c| c == *a))
                    .map(|(t, _)| *t)
                    .collect();
            }
            Answer::Unknown(_) => {}
        }
        answer
    }

    fn core(&self) -> Vec<Term> {
        self.core.clone()
    }

    fn value(&mut self, terms: &Terms, t: Term) -> Option<u128> {
        self.model.as_ref()?;
        let translated = self.translate(terms, t);
        let model = self.model.as_ref()?;
        match terms.sort(t) {
            Sort::Bool => model.eval(&translated.as_bool()?, true)?.as_bool().map(u128::from),
            Sort::Bv(width) if width <= 64 => model.eval(&translated.as_bv()?, true)?.as_u64().map(u128::from),
            Sort::Bv(width) => {
                let word = translated.as_bv()?;
                let high = model.eval(&word.extract(width - 1, 64), true)?.as_u64()?;
                let low = model.eval(&word.extract(63, 0), true)?.as_u64()?;
                Some(u128::from(high) << 64 | u128::from(low))
            }
            Sort::Array { .. } => None,
        }
    }

    fn set_stop(&mut self, stop: Option<Stop>) {
        self.stop = stop;
    }

    fn set_conflicts(&mut self, limit: Option<u32>) {
        self.conflicts = limit;
        self.set_slice(u32::MAX);
    }
}
