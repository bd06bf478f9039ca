//! Terms in SMT-LIB 2.6.
//!
//! A script declares sorts, variables and functions and defines every term that is used more than once by a `define-fun` of its own, in an
//! order in which each uses only earlier ones: linear in the size of the DAG, and no nesting deeper than what is used
//! once. Names are quoted where the standard wants it; characters that even quotes do not allow are replaced, and a number tells names
//! apart that would be the same.

use std::collections::BTreeMap;
use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::session::Event;
use crate::term::{Function, Node, Sort, Term};
use crate::terms::Terms;

impl Terms {
    /// A script that asserts the terms and checks whether they have a model.
    pub fn to_smtlib(&self, assertions: &[Term]) -> String {
        let events: Vec<Event> =
            assertions.iter().map(|t| Event::Assert(*t)).chain([Event::Check(Vec::new())]).collect();
        self.session_to_smtlib(&events)
    }

    /// A session with a solver as a script.
    pub fn session_to_smtlib(&self, events: &[Event]) -> String {
        let roots: Vec<Term> = events.iter().flat_map(Event::terms).copied().collect();
        let mut script = Script::new(self, &roots);
        script.text.push_str("(set-logic ALL)\n");
        script.declare(&roots);
        script.define(&roots);
        for event in events {
            let line = match event {
                Event::Assert(t) => format!("(assert {})", script.reference(*t)),
                Event::Push => "(push 1)".to_string(),
                Event::Pop => "(pop 1)".to_string(),
                Event::Reset => "(reset-assertions)".to_string(),
                Event::Check(assumptions) if assumptions.is_empty() => "(check-sat)".to_string(),
                Event::Check(assumptions) => {
                    let assumptions: Vec<String> = assumptions.iter().map(|t| script.reference(*t)).collect();
                    format!("(check-sat-assuming ({}))", assumptions.join(" "))
                }
            };
            writeln!(script.text, "{line}").expect("strings can be written to");
        }
        script.text
    }
}

/// A sort in SMT-LIB.
fn sort(s: Sort) -> String {
    match s {
        Sort::Bool => "Bool".to_string(),
        Sort::Bv(width) => format!("(_ BitVec {width})"),
        Sort::Array { index, element } => format!("(Array (_ BitVec {index}) (_ BitVec {element}))"),
    }
}

struct Script<'a> {
    terms: &'a Terms,
    text: String,
    /// How often each term is used, and the names of those that have one.
    shared: FxHashMap<Term, u32>,
    names: FxHashMap<Term, String>,
    functions: BTreeMap<Function, String>,
    used: BTreeMap<String, u32>,
}

impl<'a> Script<'a> {
    fn new(terms: &'a Terms, roots: &[Term]) -> Self {
        let mut shared: FxHashMap<Term, u32> = FxHashMap::default();
        for t in terms.subterms(roots) {
            terms.node(t).for_each_child(|child| *shared.entry(child).or_default() += 1);
        }
        Self {
            terms,
            text: String::new(),
            shared,
            names: FxHashMap::default(),
            functions: BTreeMap::new(),
            used: BTreeMap::new(),
        }
    }

    /// A name that no other symbol of the script has.
    fn symbol(&mut self, name: &str) -> String {
        let clean: String =
            name.chars().map(|c| if c == '|' || c == '\\' || c.is_control() { '_' } else { c }).collect();
        let count = self.used.entry(clean.clone()).or_default();
        *count += 1;
        let clean = if *count == 1 { clean } else { format!("{clean}\u{b7}{count}") };
        let simple = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
        let plain = clean.chars().all(simple) && clean.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if plain && !RESERVED.contains(&clean.as_str()) { clean } else { format!("|{clean}|") }
    }

    fn declare(&mut self, roots: &[Term]) {
        let mut functions: Vec<Function> = Vec::new();
        for t in self.terms.subterms(roots) {
            match self.terms.node(t) {
                Node::Variable(_, s) => {
                    let name = self.symbol(self.terms.name(t).expect("a variable"));
                    writeln!(self.text, "(declare-fun {name} () {})", sort(*s)).expect("strings can be written to");
                    self.names.insert(t, name);
                }
                Node::Apply(f, _) if !functions.contains(f) => functions.push(*f),
                _ => {}
            }
        }
        for f in functions {
            let name = self.symbol(self.terms.function_name(f));
            let (arguments, result) = self.terms.signature(f);
            let arguments: Vec<String> = arguments.iter().map(|s| sort(*s)).collect();
            writeln!(self.text, "(declare-fun {name} ({}) {})", arguments.join(" "), sort(result))
                .expect("strings can be written to");
            self.functions.insert(f, name);
        }
    }

    /// Defines every term that is used more than once, and breaks up what is nested deeply.
    fn define(&mut self, roots: &[Term]) {
        let mut depth: FxHashMap<Term, u32> = FxHashMap::default();
        for t in self.terms.subterms(roots) {
            let node = self.terms.node(t);
            if matches!(node, Node::Bool(_) | Node::Constant { .. } | Node::Variable(..)) {
                continue;
            }
            let mut nesting = 0;
            node.for_each_child(|child| nesting = nesting.max(depth.get(&child).copied().unwrap_or(0)));
            if self.shared.get(&t).copied().unwrap_or(0) > 1 || nesting > 100 {
                let body = self.reference(t);
                let name = self.symbol(&format!("?{}", t.index()));
                let sort = sort(self.terms.sort(t));
                writeln!(self.text, "(define-fun {name} () {sort} {body})").expect("strings can be written to");
                self.names.insert(t, name);
                nesting = 0;
            }
            depth.insert(t, nesting + 1);
        }
    }

    fn reference(&self, t: Term) -> String {
        if let Some(name) = self.names.get(&t) {
            return name.clone();
        }
        let operand = |t: &Term| self.reference(*t);
        let apply = |name: &str, operands: &[&Term]| {
            let operands: Vec<String> = operands.iter().map(|t| self.reference(**t)).collect();
            format!("({name} {})", operands.join(" "))
        };
        match self.terms.node(t) {
            Node::Bool(value) => value.to_string(),
            Node::Constant { value, width } => constant(*value, *width),
            Node::Variable(..) => self.terms.name(t).unwrap_or_default().to_string(),
            Node::Not(a) => apply("not", &[a]),
            Node::And(a, b) => apply("and", &[a, b]),
            Node::Or(a, b) => apply("or", &[a, b]),
            Node::Equal(a, b) => apply("=", &[a, b]),
            Node::Ite(a, b, c) => apply("ite", &[a, b, c]),
            Node::Neg(a) => apply("bvneg", &[a]),
            Node::BvNot(a) => apply("bvnot", &[a]),
            Node::Add(a, b) => apply("bvadd", &[a, b]),
            Node::Sub(a, b) => apply("bvsub", &[a, b]),
            Node::Mul(a, b) => apply("bvmul", &[a, b]),
            Node::Udiv(a, b) => apply("bvudiv", &[a, b]),
            Node::Urem(a, b) => apply("bvurem", &[a, b]),
            Node::Sdiv(a, b) => apply("bvsdiv", &[a, b]),
            Node::Srem(a, b) => apply("bvsrem", &[a, b]),
            Node::BvAnd(a, b) => apply("bvand", &[a, b]),
            Node::BvOr(a, b) => apply("bvor", &[a, b]),
            Node::BvXor(a, b) => apply("bvxor", &[a, b]),
            Node::Shl(a, b) => apply("bvshl", &[a, b]),
            Node::Lshr(a, b) => apply("bvlshr", &[a, b]),
            Node::Ashr(a, b) => apply("bvashr", &[a, b]),
            Node::Ult(a, b) => apply("bvult", &[a, b]),
            Node::Slt(a, b) => apply("bvslt", &[a, b]),
            Node::Concat(a, b) => apply("concat", &[a, b]),
            Node::Extract { term, low, width } => apply(&format!("(_ extract {} {low})", low + width - 1), &[term]),
            Node::ZeroExtend(a, width) => apply(&format!("(_ zero_extend {})", width - self.terms.width(*a)), &[a]),
            Node::SignExtend(a, width) => apply(&format!("(_ sign_extend {})", width - self.terms.width(*a)), &[a]),
            Node::Select(a, i) => apply("select", &[a, i]),
            Node::Store(a, i, v) => apply("store", &[a, i, v]),
            Node::ConstantArray { element, .. } => {
                format!("((as const {}) {})", sort(self.terms.sort(t)), operand(element))
            }
            Node::Apply(f, arguments) => {
                let name = self.functions.get(f).map_or(self.terms.function_name(*f), String::as_str);
                if arguments.is_empty() { name.to_string() } else { apply(name, &arguments.iter().collect::<Vec<_>>()) }
            }
        }
    }
}

fn constant(value: u128, width: u32) -> String {
    if width.is_multiple_of(4) {
        format!("#x{value:0digits$x}", digits = (width / 4) as usize)
    } else {
        format!("#b{value:0digits$b}", digits = width as usize)
    }
}

/// Words that are no names.
const RESERVED: &[&str] = &[
    "_", "and", "as", "assert", "distinct", "exists", "false", "forall", "ite", "let", "match", "not", "or", "par",
    "true", "xor", "select", "store", "concat",
];
