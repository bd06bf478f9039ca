//! Proofs with decision diagrams and with formulas, made by hand for loops of one thread: the truth is accepted, and each lie refused.

#[path = "support/explore.rs"]
mod explore;
mod support;

use std::sync::Arc;

use explore::{Made, Offers, closed, fully, states_of};
use raddle_evidence::{Answer, Claim, ClosedStates, Known, Language, PathFormula, Proof, Property};
use raddle_machine::lazy::Terms;
use raddle_machine::lazy::formula::Symbols;
use raddle_machine::lazy::relation::Encoding;
use raddle_machine::{Block, Config, LazyId, LazyRange, Machine, State};
use raddle_program::Program;
use raddle_semantics::{Dead, Effects};
use raddle_smt::{Sort, Terms as Formulas};
use support::{confirmed, program, rejected, told};

/// `x` is 0 or 1 in every round.
const FLAG: &str = "int x;
int main(void) {
  while (__VERIFIER_nondet_bool()) x = __VERIFIER_nondet_bool();
  if (x > 1) reach_error();
  return 0;
}";

/// The only zero among the low halves of `x` is not zero.
const WIDE: &str = "long x;
int main(void) {
  while (__VERIFIER_nondet_bool()) x = __VERIFIER_nondet_bool() ? 4294967296L : 0;
  if (x) reach_error();
  return 0;
}";

/// `x` is any number, and so is `q`.
const ANY: &str = "int x;
int main(void) {
  while (__VERIFIER_nondet_bool()) x = __VERIFIER_nondet_int();
  int q = __VERIFIER_nondet_int();
  if (x != q) reach_error();
  return 0;
}";

/// Two flags that have nothing to do with each other.
const TWO: &str = "int x, y;
int main(void) {
  while (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool()) x = __VERIFIER_nondet_bool();
    else y = __VERIFIER_nondet_bool();
  }
  if (y == 1 && x == 0) reach_error();
  return 0;
}";

/// The state at the head of the loop of a program, with other contents of its globals: a term, or zero.
fn at_head(program: &Program, globals: &[(&str, Option<LazyId>)]) -> State {
    let (found, _) = states_of(program, Property::UnreachCall, true);
    let mut state = found[0].0.clone();
    let machine = Machine::new(program, Config::default());
    // Temporaries that nobody reads again differ from round to round.
    Dead::new(&machine, &Effects::new(program, machine.points_to())).cut(&mut state, None);
    for (name, content) in globals {
        let (id, global) = program.globals.enumerated().find(|(_, g)| g.name == *name).expect("a global");
        let (block, offset) = machine.global_block(id).expect("it is in a block");
        let len = global.size as u32;
        let Block { bytes, lazy } = Arc::make_mut(&mut state.memory.blocks[block as usize]);
        bytes[offset as usize..(offset + len) as usize].fill(0);
        lazy.retain(|range| range.offset != offset);
        if let Some(id) = content {
            lazy.push(LazyRange { offset, len, value: Some((*id, 0)) });
            lazy.sort_by_key(|range| range.offset);
        }
    }
    state
}

fn check(program: &Program, states: Vec<(State, Known)>, language: Language, terms: Terms) -> Answer {
    let expansions = states.iter().map(|_| fully()).collect();
    let made = Made { states, expansions, offers: Offers::All };
    let proof = ClosedStates { passes: true, cuts_dead: true, ..closed((made, language, terms)) };
    confirmed(program, Property::UnreachCall, Claim::True(Proof::States(proof)))
}

/// A symbol with a variable for each bit.
fn wide(width: u32) -> Encoding {
    Encoding { width, values: None, vars: (0..width).map(|bit| 2 * bit).collect() }
}

/// A symbol with few values and this variable.
fn few(values: &[u128], variable: u32) -> Encoding {
    Encoding { width: 32, values: Some(values.into()), vars: vec![variable] }
}

/// Nodes of the diagram that says that some bits of a wide symbol are zero; the last is its root.
fn zero(bits: std::ops::Range<u32>) -> (Vec<(u32, u32, u32)>, u32) {
    let mut nodes = Vec::new();
    let mut root = 1;
    for bit in bits.rev() {
        nodes.push((2 * bit, root, 0));
        root = nodes.len() as u32 + 1;
    }
    (nodes, root)
}

/// Checks that the head of a loop stands for all values of `x` that satisfy a diagram.
fn with_diagram(
    text: &str,
    symbol: Encoding,
    (nodes, root): (Vec<(u32, u32, u32)>, u32),
    mentioned: u32,
) -> (Program, Answer) {
    let program = program(text);
    let mut terms = Terms::default();
    let x = terms.symbol(mentioned);
    let state = at_head(&program, &[("x", Some(x))]);
    let language = Language::Diagrams { nodes, symbols: vec![symbol] };
    let answer = check(&program, vec![(state, Known::Diagram(root))], language, terms);
    (program, answer)
}

#[test]
fn diagrams_that_are_true() {
    for (symbol, diagram) in [
        (wide(32), zero(1..32)),
        (few(&[0, 1], 0), (vec![], 1)),
        (few(&[0, 1], 6), (vec![], 1)),
        (Encoding { width: 32, values: Some([0, 1, 7].into()), vars: vec![0, 2] }, (vec![(2, 1, 0)], 2)),
    ] {
        let (program, answer) = with_diagram(FLAG, symbol.clone(), diagram, 0);
        assert_eq!(told(&program, &answer), "TRUE, 1 states", "{symbol:?}");
    }
}

#[test]
fn diagrams_that_say_too_much_or_too_little() {
    let missing = "a reachable state is missing";
    let error = "an error is reachable";
    for (what, symbol, diagram, why) in [
        ("x is 0", wide(32), zero(0..32), missing),
        ("x is 1", few(&[0, 1], 0), (vec![(0, 0, 1)], 2), missing),
        ("x is nothing", wide(32), (vec![], 0), missing),
        ("x can only be 0", few(&[0], 0), (vec![], 1), missing),
        ("x can only be 1", few(&[1, 2], 0), (vec![], 1), missing),
        ("x is less than 4", wide(32), zero(2..32), error),
        ("x is anything", wide(32), (vec![], 1), error),
        ("x can be 2", few(&[0, 1, 2], 0), (vec![], 1), "a symbol with too few variables"),
        ("too few variables", Encoding { vars: vec![0], ..wide(32) }, (vec![], 1), "a symbol with too few variables"),
        ("two codes for one value", few(&[1, 1], 0), (vec![], 1), "a symbol with a value that has two codes"),
        ("a wrong order", few(&[1, 0], 0), (vec![], 1), "a symbol with a value that has two codes"),
        ("a value that does not fit", few(&[0, 1 << 32], 0), (vec![], 1), "a symbol with a value that has two codes"),
        ("the variable of an input", few(&[0, 1], 1), (vec![], 1), "a variable out of range"),
        ("a variable beyond all", few(&[0, 1], 1 << 30), (vec![], 1), "a variable out of range"),
        ("a node about an input", few(&[0, 1], 0), (vec![(1, 0, 1)], 2), "a diagram with a variable out of range"),
        ("a node of itself", few(&[0, 1], 0), (vec![(0, 2, 1)], 2), "a diagram with a node that is not there"),
        ("no such diagram", few(&[0, 1], 0), (vec![], 2), "a diagram that is not there"),
        ("twice one variable", Encoding { values: Some([0, 1].into()), vars: vec![0, 0], width: 32 }, (vec![], 1), {
            "two symbols share a variable"
        }),
    ] {
        let (_, answer) = with_diagram(FLAG, symbol, diagram, 0);
        assert_eq!(rejected(&answer), Some(why), "{what}: {answer:?}");
    }
    // A diagram out of order is none: it cannot be built.
    let (program, answer) = with_diagram(FLAG, few(&[0, 1], 0), (vec![(4, 0, 1), (6, 2, 1)], 1), 0);
    assert!(told(&program, &answer).starts_with("UNKNOWN: the decision diagrams"), "{answer:?}");
}

#[test]
fn a_symbol_narrower_than_its_place_is_not_its_low_half() {
    let (_, answer) = with_diagram(WIDE, wide(32), zero(0..32), 0);
    assert_eq!(rejected(&answer), Some("a reachable state is missing"));
    let (_, answer) = with_diagram(WIDE, wide(64), zero(0..32), 0);
    assert_eq!(rejected(&answer), Some("an error is reachable"));
}

#[test]
fn a_symbol_that_does_not_exist_is_no_input_of_the_check() {
    // The first inputs of the check get the next numbers; then `x` would be `q`.
    for mentioned in 1..4 {
        let (_, answer) = with_diagram(ANY, wide(32), (vec![], 1), mentioned);
        assert_eq!(rejected(&answer), Some("state 0 mentions a symbol that does not exist"));
    }
    let (_, answer) = with_diagram(ANY, wide(32), (vec![], 1), 0);
    assert_eq!(rejected(&answer), Some("an error is reachable"));
}

#[test]
fn symbols_that_share_a_variable_are_not_equal_for_that() {
    let program = program(TWO);
    let check_with = |variable: u32| {
        let mut terms = Terms::default();
        let (x, y) = (terms.symbol(0), terms.symbol(1));
        let states = [&[("x", Some(x)), ("y", None)][..], &[("x", Some(x)), ("y", Some(y))]]
            .map(|globals| (at_head(&program, globals), Known::Diagram(1)));
        let symbols = vec![few(&[0, 1], 0), few(&[0, 1], variable)];
        check(&program, states.to_vec(), Language::Diagrams { nodes: vec![], symbols }, terms)
    };
    assert_eq!(rejected(&check_with(2)), Some("an error is reachable"));
    assert_eq!(rejected(&check_with(0)), Some("two symbols share a variable"));
}

/// Checks that the head of a loop stands for all values of `x` that satisfy a formula, which is made of the variables s0, s1, …; of these
/// only the symbols exist.
fn with_formula(
    text: &str,
    symbols: &[u32],
    mentioned: u32,
    inputs: u32,
    formula: impl Fn(&mut Formulas) -> raddle_smt::Term,
) -> (Program, Answer) {
    let program = program(text);
    let (mut terms, mut formulas, mut all) = (Terms::default(), Formulas::new(), Symbols::default());
    for width in symbols {
        all.add(*width);
    }
    let x = terms.symbol(mentioned);
    let state = at_head(&program, &[("x", Some(x))]);
    let (abstraction, path) = (formula(&mut formulas), formulas.bool(true));
    let known = Known::Formula(PathFormula { abstraction, path, inputs, begins: true });
    let answer = check(&program, vec![(state, known)], Language::Formulas { formulas, symbols: all }, terms);
    (program, answer)
}

/// A symbol is less than a number.
fn below(name: &'static str, width: u32, number: u128) -> impl Fn(&mut Formulas) -> raddle_smt::Term {
    move |formulas| {
        let (variable, number) = (formulas.variable(name, Sort::Bv(width)), formulas.constant(number, width));
        formulas.ult(variable, number)
    }
}

#[test]
fn formulas_that_are_true_and_others() {
    let (program, answer) = with_formula(FLAG, &[32], 0, 0, below("s0", 32, 2));
    assert_eq!(told(&program, &answer), "TRUE, 1 states");
    for (bound, why) in [
        (0, "a reachable state is missing"),
        (1, "a reachable state is missing"),
        (3, "an error is reachable"),
        (u32::MAX.into(), "an error is reachable"),
    ] {
        let (_, answer) = with_formula(FLAG, &[32], 0, 0, below("s0", 32, bound));
        assert_eq!(rejected(&answer), Some(why), "x is less than {bound}");
    }
}

#[test]
fn what_a_formula_must_not_mention() {
    // The low half of `x` is always zero.
    let (_, answer) = with_formula(WIDE, &[32], 0, 0, below("s0", 32, 1));
    assert_eq!(rejected(&answer), Some("a reachable state is missing"));
    // The first inputs of the check get the next numbers; then `x` would be `q`.
    for mentioned in 0..4 {
        let (_, answer) = with_formula(ANY, &[], mentioned, 0, |formulas| formulas.bool(true));
        assert_eq!(rejected(&answer), Some("state 0 mentions a symbol that does not exist"), "s{mentioned}");
    }
    for other in ["s1", "s2", "s3"] {
        let (_, answer) = with_formula(ANY, &[32], 0, 0, |formulas| {
            let (x, other) = (formulas.variable("s0", Sort::Bv(32)), formulas.variable(other, Sort::Bv(32)));
            formulas.equal(x, other)
        });
        assert_eq!(rejected(&answer), Some("state 0 mentions a variable that is no symbol"), "x is {other}");
    }
    let (_, answer) = with_formula(ANY, &[32], 0, 0, |formulas| formulas.bool(true));
    assert_eq!(rejected(&answer), Some("an error is reachable"));
}

#[test]
fn an_input_that_is_still_to_come() {
    let program = program(ANY);
    let with_inputs = |inputs: u32| {
        let (mut terms, mut formulas, mut symbols) = (Terms::default(), Formulas::new(), Symbols::default());
        // The second input of a run, which has 32 bits.
        let x = terms.symbol(symbols.input(1, 32));
        let state = at_head(&program, &[("x", Some(x))]);
        let always = formulas.bool(true);
        let known = Known::Formula(PathFormula { abstraction: always, path: always, inputs, begins: true });
        check(&program, vec![(state, known)], Language::Formulas { formulas, symbols }, terms)
    };
    for inputs in [0, 1] {
        assert_eq!(rejected(&with_inputs(inputs)), Some("state 0 mentions an input that it has not had"));
    }
    assert_eq!(rejected(&with_inputs(2)), Some("an error is reachable"));
}

#[test]
fn what_was_merged_has_the_values_that_the_proof_gives() {
    // At the head `x` is what s0 chooses: 0 or 1. Nothing is known of s0 but what is given for each way.
    let program = program(FLAG);
    let merged = |chosen: Vec<(u32, u128)>, high: u128| {
        use raddle_machine::LazyOp;
        use raddle_machine::Value;
        use raddle_program::Scalar;
        let (mut terms, mut formulas, mut symbols) = (Terms::default(), Formulas::new(), Symbols::default());
        let s0 = terms.symbol(symbols.add(32));
        let choice = LazyOp::Ite(Scalar::INT, Scalar::INT);
        let args = [Value::Lazy(s0), Value::Bits(high), Value::Bits(0)];
        let Some(Value::Lazy(x)) = terms.apply(choice, &args) else { panic!("nobody knows") };
        let state = at_head(&program, &[("x", Some(x))]);
        let always = formulas.bool(true);
        let known = Known::Formula(PathFormula { abstraction: always, path: always, inputs: 0, begins: false });
        let made =
            Chosen(Made { states: vec![(state, known)], expansions: vec![fully()], offers: Offers::All }, chosen);
        let language = Language::Formulas { formulas, symbols };
        let closed =
            raddle_evidence::ClosedStates { states: Box::new(made), language, terms, passes: false, cuts_dead: false };
        confirmed(&program, Property::UnreachCall, Claim::True(Proof::States(closed)))
    };
    // One value for both ways is wrong for one of them, and so is none.
    for chosen in [vec![], vec![(0, 0)], vec![(0, 1)], vec![(7, 1)]] {
        assert_eq!(rejected(&merged(chosen.clone(), 1)), Some("a reachable state is missing"), "{chosen:?}");
    }
}

/// A proof that gives values for the symbols that choose.
struct Chosen(Made, Vec<(u32, u128)>);

impl raddle_evidence::States for Chosen {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn state(&self, index: usize) -> (State, Known) {
        self.0.state(index)
    }

    fn expansion(&self, index: usize) -> raddle_evidence::Expansion {
        self.0.expansion(index)
    }

    fn candidates(&self, sought: &raddle_evidence::Sought<'_>, terms: &mut Terms) -> Vec<raddle_evidence::Candidate> {
        let found = self.0.candidates(sought, terms).into_iter();
        found.map(|c| raddle_evidence::Candidate { chosen: self.1.clone(), ..c }).collect()
    }
}
