//! Proofs with decision diagrams and with formulas, made by hand for loops of one thread: the truth is accepted, and each lie refused.

#[path = "support/explore.rs"]
mod explore;
mod support;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use explore::{Made, Offers, fully, states_of};
use raddle_evidence::{
    Answer, Candidate, Claim, ClosedStates, Expansion, KnownValues, Language, PathFormula, Proof, Property, Sought,
    StateIx, States,
};
use raddle_machine::lazy::formula::Symbols;
use raddle_machine::lazy::relation::Encoding;
use raddle_machine::lazy::{SymbolId, Terms};
use raddle_machine::{Block, Config, LazyOp, LazyRange, Machine, State, Value};
use raddle_program::{Program, Scalar};
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

/// The low half of `x` is always zero, `x` is not.
const WIDE: &str = "long x;
int main(void) {
  while (__VERIFIER_nondet_bool()) x = (long)__VERIFIER_nondet_bool() << 32;
  if (x) reach_error();
  return 0;
}";

/// `x` is any number, and so is `q`; after one round it is asked for in the same order as `x` was.
const ANY: &str = "int x, went;
int main(void) {
  while (__VERIFIER_nondet_bool()) { x = __VERIFIER_nondet_int(); went = 1; }
  if (went) {
    int q = __VERIFIER_nondet_int();
    if (x != q) reach_error();
  }
  return 0;
}";

/// Two flags that have nothing to do with each other, one after the other.
const TWO: &str = "int x = 1, y;
int main(void) {
  while (__VERIFIER_nondet_bool()) x = __VERIFIER_nondet_bool();
  while (__VERIFIER_nondet_bool()) y = __VERIFIER_nondet_bool();
  if (y == 1 && x == 0) reach_error();
  return 0;
}";

/// The state at the head of the loop of a program, with other contents of its globals.
fn at_head(program: &Program, globals: &[(&str, Value)]) -> State {
    at_loop(program, 0, globals)
}

/// The state at the head of a loop, the first being number 0.
fn at_loop(program: &Program, number: usize, globals: &[(&str, Value)]) -> State {
    let (found, _) = states_of(program, Property::UnreachCall, true);
    let mut heads: Vec<State> = Vec::new();
    for (state, _) in found {
        if heads.iter().all(|head| head.threads[0].frames[0].loc != state.threads[0].frames[0].loc) {
            heads.push(state);
        }
    }
    let mut state = heads[number].clone();
    let machine = Machine::new(program, Config::default());
    // Temporaries that nobody reads again differ from round to round.
    Dead::new(&machine, &Effects::new(program, machine.points_to())).cut(&mut state, None);
    for (name, content) in globals {
        let (id, global) = program.globals.enumerated().find(|(_, g)| g.name == *name).expect("a global");
        let (block, offset) = machine.global_block(id).expect("it is in a block");
        let len = global.size as u32;
        let Block { bytes, lazy } = Arc::make_mut(&mut state.memory[block]);
        bytes[offset as usize..(offset + len) as usize].fill(0);
        lazy.retain(|range| range.offset != offset);
        match content {
            Value::Bits(bits) => {
                bytes[offset as usize..][..len as usize].copy_from_slice(&bits.to_le_bytes()[..len as usize])
            }
            Value::Lazy(id) => lazy.push(LazyRange { offset, len, value: Some((*id, 0)) }),
        }
        lazy.sort_by_key(|range| range.offset);
    }
    state
}

/// The values of symbols that choose, for a state that is looked for.
type Chosen = fn(&State) -> Vec<(SymbolId, u128)>;

/// What a proof is made of.
struct Parts {
    /// The states, with what is known.
    states: Vec<(State, KnownValues)>,
    language: Language,
    terms: Terms,
    /// Knows nothing.
    always: KnownValues,
    /// The values of symbols that choose, for a state that is looked for.
    chosen: Chosen,
}

impl Parts {
    fn with_diagrams(
        states: Vec<(State, KnownValues)>,
        nodes: Vec<(u32, u32, u32)>,
        symbols: Vec<Encoding>,
        terms: Terms,
    ) -> Parts {
        let language = Language::Diagrams { nodes, symbols };
        Parts { states, language, terms, always: KnownValues::Diagram(1), chosen: |_| Vec::new() }
    }

    fn with_formulas(
        states: Vec<(State, KnownValues)>,
        mut formulas: Formulas,
        symbols: Symbols,
        terms: Terms,
    ) -> Parts {
        let always = formulas.bool(true);
        let always = KnownValues::Formula(PathFormula { abstraction: always, path: always, inputs: 0, begins: true });
        Parts {
            states,
            language: Language::Formulas { formulas, symbols, arrays: false },
            terms,
            always,
            chosen: |_| Vec::new(),
        }
    }
}

/// A proof that offers all its states, and writes down what is looked for.
struct Asked {
    made: Made,
    chosen: Chosen,
    sought: Rc<RefCell<Vec<State>>>,
}

impl States for Asked {
    fn len(&self) -> usize {
        self.made.len()
    }

    fn state(&self, index: StateIx) -> (State, KnownValues) {
        self.made.state(index)
    }

    fn expansion(&self, index: StateIx) -> Expansion {
        self.made.expansion(index)
    }

    fn candidates(&self, sought: &Sought<'_>, terms: &mut Terms) -> Vec<Candidate> {
        self.sought.borrow_mut().push(sought.state.clone());
        let chosen = (self.chosen)(sought.state);
        let all = self.made.candidates(sought, terms).into_iter();
        all.map(|c| Candidate { chosen: chosen.clone(), ..c }).collect()
    }
}

/// Checks a proof about the head of the loop. Where else a run ends, behind the loop, nothing is left that matters: such states are put in
/// as they are looked for.
fn check(program: &Program, parts: impl Fn() -> Parts) -> Answer {
    let mut behind: Vec<State> = Vec::new();
    loop {
        let Parts { mut states, language, terms, always, chosen } = parts();
        let loc = |state: &State| state.threads[0].frames[0].loc;
        let head = loc(&states[0].0);
        states.extend(behind.iter().map(|state| (state.clone(), always.clone())));
        let expansions = states.iter().map(|_| fully()).collect();
        let sought = Rc::new(RefCell::new(Vec::new()));
        let made = Made { states, expansions, offers: Offers::All };
        let states = Box::new(Asked { made, chosen, sought: sought.clone() });
        let proof =
            ClosedStates { states, language, terms, passes: true, by_control: false, cuts_dead: true, facts: None };
        let answer = confirmed(program, Property::UnreachCall, Claim::True(Proof::States(proof)));
        let last = sought.borrow().last().cloned();
        match last.filter(|state| loc(state) != head && !behind.contains(state)) {
            Some(state) if rejected(&answer) == Some(MISSING) && is_plain(&state) => behind.push(state),
            Some(_) | None => return answer,
        }
    }
}

const MISSING: &str = "a reachable state is missing";

/// Whether all values of a state are known.
fn is_plain(state: &State) -> bool {
    let regs = state.threads.iter().flat_map(|t| &t.frames).flat_map(|f| &f.regs);
    regs.into_iter().all(|value| matches!(value, Value::Bits(_)))
        && state.memory.blocks.iter().all(|b| b.lazy.is_empty())
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
    let answer = check(&program, || {
        let mut terms = Terms::default();
        let x = terms.symbol(SymbolId(mentioned));
        let state = at_head(&program, &[("x", Value::Lazy(x))]);
        Parts::with_diagrams(vec![(state, KnownValues::Diagram(root))], nodes.clone(), vec![symbol.clone()], terms)
    });
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
        assert!(told(&program, &answer).starts_with("TRUE"), "{symbol:?}: {answer:?}");
    }
}

#[test]
fn diagrams_that_say_too_much_or_too_little() {
    let missing = MISSING;
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
    assert_eq!(rejected(&answer), Some(MISSING));
    let (_, answer) = with_diagram(WIDE, wide(64), zero(0..32), 0);
    assert_eq!(rejected(&answer), Some("an error is reachable"));
}

#[test]
fn a_symbol_that_does_not_exist_is_no_input_of_the_check() {
    // The first inputs of the check get the next numbers; then `x` would be `q`.
    for mentioned in [2, 1, 3] {
        let (_, answer) = with_diagram(ANY, wide(32), (vec![], 1), mentioned);
        assert_eq!(rejected(&answer), Some("state 0 mentions a symbol that does not exist"));
    }
}

#[test]
fn symbols_that_share_a_variable_are_not_equal_for_that() {
    let program = program(TWO);
    let parts = |variable: u32| {
        let mut terms = Terms::default();
        let (x, y) = (Value::Lazy(terms.symbol(SymbolId(0))), Value::Lazy(terms.symbol(SymbolId(1))));
        let states = vec![
            at_loop(&program, 0, &[("x", x), ("y", Value::ZERO)]),
            at_loop(&program, 1, &[("x", Value::Bits(1)), ("y", y)]),
            // With one variable for both this would say that they are equal.
            at_loop(&program, 1, &[("x", x), ("y", y)]),
        ];
        let states = states.into_iter().map(|state| (state, KnownValues::Diagram(1))).collect();
        let symbols = vec![few(&[0, 1], 0), few(&[0, 1], variable)];
        Parts::with_diagrams(states, Vec::new(), symbols, terms)
    };
    let check_with = |variable: u32| check(&program, || parts(variable));
    assert_eq!(rejected(&check_with(2)), Some("an error is reachable"));
    assert_eq!(rejected(&check_with(0)), Some("two symbols share a variable"));
}

/// Checks that the head of a loop stands for all values of `x` that satisfy a formula, which is made of the variables s0, s1, …; of these
/// only the symbols exist.
fn with_formula(
    text: &str,
    symbols: &[u32],
    mentioned: u32,
    formula: impl Fn(&mut Formulas) -> raddle_smt::Term,
) -> (Program, Answer) {
    let program = program(text);
    let answer = check(&program, || {
        let (mut terms, mut formulas, mut all) = (Terms::default(), Formulas::new(), Symbols::default());
        for width in symbols {
            all.add(*width);
        }
        let x = terms.symbol(SymbolId(mentioned));
        let state = at_head(&program, &[("x", Value::Lazy(x))]);
        let (abstraction, path) = (formula(&mut formulas), formulas.bool(true));
        let known = KnownValues::Formula(PathFormula { abstraction, path, inputs: 0, begins: true });
        Parts::with_formulas(vec![(state, known)], formulas, all, terms)
    });
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
    let (program, answer) = with_formula(FLAG, &[32], 0, below("s0", 32, 2));
    assert!(told(&program, &answer).starts_with("TRUE"), "{answer:?}");
    for (bound, why) in
        [(0, MISSING), (1, MISSING), (3, "an error is reachable"), (u32::MAX.into(), "an error is reachable")]
    {
        let (_, answer) = with_formula(FLAG, &[32], 0, below("s0", 32, bound));
        assert_eq!(rejected(&answer), Some(why), "x is less than {bound}");
    }
}

#[test]
fn what_a_formula_must_not_mention() {
    // The low half of `x` is always zero.
    let (_, answer) = with_formula(WIDE, &[32], 0, below("s0", 32, 1));
    assert_eq!(rejected(&answer), Some(MISSING));
    // The first inputs of the check get the next numbers; then `x` would be `q`.
    for mentioned in [1, 0, 2] {
        let (_, answer) = with_formula(ANY, &[], mentioned, |formulas| formulas.bool(true));
        assert_eq!(rejected(&answer), Some("state 0 mentions a symbol that does not exist"), "s{mentioned}");
    }
    for other in ["s2", "s1", "s3"] {
        let (_, answer) = with_formula(ANY, &[32], 0, |formulas| {
            let (x, other) = (formulas.variable("s0", Sort::Bv(32)), formulas.variable(other, Sort::Bv(32)));
            formulas.equal(x, other)
        });
        assert_eq!(rejected(&answer), Some("state 0 mentions a variable that is no symbol"), "x is {other}");
    }
    let (_, answer) = with_formula(ANY, &[32], 0, |formulas| formulas.bool(true));
    assert_eq!(rejected(&answer), Some("an error is reachable"));
}

#[test]
fn an_input_that_is_still_to_come() {
    let program = program(ANY);
    let parts = |inputs: u32| {
        let (mut terms, mut formulas, mut symbols) = (Terms::default(), Formulas::new(), Symbols::default());
        // The second input of a run, which has 32 bits.
        let x = terms.symbol(symbols.input(1, 32));
        let state = at_head(&program, &[("x", Value::Lazy(x))]);
        let always = formulas.bool(true);
        let known = KnownValues::Formula(PathFormula { abstraction: always, path: always, inputs, begins: true });
        Parts::with_formulas(vec![(state, known)], formulas, symbols, terms)
    };
    let with_inputs = |inputs: u32| check(&program, || parts(inputs));
    for inputs in [0, 1] {
        assert_eq!(rejected(&with_inputs(inputs)), Some("state 0 mentions an input that it has not had"));
    }
    assert_eq!(rejected(&with_inputs(2)), Some("an error is reachable"));
}

#[test]
fn what_was_merged_has_the_values_that_the_proof_gives() {
    // At the head `x` is 1 or 0, as s0 chooses. Nothing is known of s0 but what is given for each way.
    let program = program(
        "int x;
int main(void) {
  head: if (__VERIFIER_nondet_bool()) { x = 1; goto head; }
  if (__VERIFIER_nondet_bool()) { x = 0; goto head; }
  if (x > 1) reach_error();
  return 0;
}",
    );
    let merged = |one: u128, chosen: Chosen| {
        check(&program, || {
            let (mut terms, mut formulas, mut symbols) = (Terms::default(), Formulas::new(), Symbols::default());
            let s0 = terms.symbol(symbols.add(32));
            let args = [Value::Lazy(s0), Value::Bits(one), Value::Bits(0)];
            let Some(Value::Lazy(x)) = terms.apply(LazyOp::Ite(Scalar::INT, Scalar::INT), &args) else {
                panic!("nobody knows")
            };
            let state = at_head(&program, &[("x", Value::Lazy(x))]);
            let always = formulas.bool(true);
            let known =
                KnownValues::Formula(PathFormula { abstraction: always, path: always, inputs: 0, begins: false });
            Parts { chosen, ..Parts::with_formulas(vec![(state, known)], formulas, symbols, terms) }
        })
    };
    let right = merged(1, |state| vec![(SymbolId(0), u128::from(state.memory.blocks[0].bytes[0]))]);
    assert!(matches!(right, Answer::True(_)), "{right:?}");
    let lies: [(&str, Chosen); 5] = [
        ("always the first", |_| vec![(SymbolId(0), 1)]),
        ("always the second", |_| vec![(SymbolId(0), 0)]),
        ("the other one", |state| vec![(SymbolId(0), 1 - u128::from(state.memory.blocks[0].bytes[0]))]),
        ("none", |_| vec![]),
        ("a symbol that does not exist", |_| vec![(SymbolId(7), 1)]),
    ];
    for (what, chosen) in lies {
        assert_eq!(rejected(&merged(1, chosen)), Some(MISSING), "{what}");
    }
    let wrong = merged(2, |state| vec![(SymbolId(0), u128::from(state.memory.blocks[0].bytes[0]))]);
    assert!(rejected(&wrong).is_some(), "what was merged is not what was reached: {wrong:?}");
}
