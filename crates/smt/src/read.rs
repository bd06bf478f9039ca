//! Reading SMT-LIB scripts: the part of the standard that this crate writes, and what other tools commonly write for bit-vectors and arrays.
//!
//! A script is tokens and parentheses; nested expressions are read with an explicit stack, so that a deep one is no deeper than memory
//! allows. Definitions without parameters and `let` are names for terms. What is not known is an error with its line, never
//! ignored.

use std::collections::BTreeMap;

use crate::session::Event;
use crate::term::{Function, Sort, Term};
use crate::terms::Terms;

/// Why a script could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// The session that a script describes.
pub fn read_smtlib(terms: &mut Terms, text: &str) -> Result<Vec<Event>, ReadError> {
    let mut reader = Reader { terms, names: BTreeMap::new(), functions: BTreeMap::new(), events: Vec::new() };
    for command in parse(text)? {
        reader.command(&command)?;
    }
    Ok(reader.events)
}

/// An expression with its line.
#[derive(Debug)]
enum Expression {
    Atom(String, usize),
    List(Vec<Expression>, usize),
}

impl Drop for Expression {
    /// Frees nested lists one after the other: the compiler's way would recurse.
    fn drop(&mut self) {
        let take = |e: &mut Expression| match e {
            Expression::List(items, _) => std::mem::take(items),
            Expression::Atom(..) => Vec::new(),
        };
        let mut inner = take(self);
        while let Some(mut e) = inner.pop() {
            inner.append(&mut take(&mut e));
        }
    }
}

impl Expression {
    fn line(&self) -> usize {
        match self {
            Expression::Atom(_, line) | Expression::List(_, line) => *line,
        }
    }

    fn atom(&self) -> Option<&str> {
        match self {
            Expression::Atom(text, _) => Some(text),
            Expression::List(..) => None,
        }
    }

    fn list(&self) -> Option<&[Expression]> {
        match self {
            Expression::List(items, _) => Some(items),
            Expression::Atom(..) => None,
        }
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, ReadError> {
        Err(ReadError { line: self.line(), message: message.into() })
    }
}

fn parse(text: &str) -> Result<Vec<Expression>, ReadError> {
    let mut stack: Vec<(Vec<Expression>, usize)> = vec![(Vec::new(), 1)];
    let mut line = 1;
    let mut rest = text.char_indices().peekable();
    while let Some((at, c)) = rest.next() {
        let mut atom = None;
        match c {
            '\n' => line += 1,
            c if c.is_whitespace() => {}
            ';' => while rest.next_if(|(_, c)| *c != '\n').is_some() {},
            '(' => stack.push((Vec::new(), line)),
            ')' => {
                let (items, start) = stack.pop().unwrap_or_default();
                match stack.last_mut() {
                    Some((outer, _)) => outer.push(Expression::List(items, start)),
                    None => return Err(ReadError { line, message: "a parenthesis too many".to_string() }),
                }
            }
            '|' => {
                let mut name = String::new();
                for (_, c) in rest.by_ref() {
                    if c == '|' {
                        atom = Some(name);
                        break;
                    }
                    line += usize::from(c == '\n');
                    name.push(c);
                }
            }
            _ => {
                let mut end = at + c.len_utf8();
                while let Some((at, c)) = rest.next_if(|(_, c)| !c.is_whitespace() && !"();|".contains(*c)) {
                    end = at + c.len_utf8();
                }
                atom = Some(text[at..end].to_string());
            }
        }
        if let (Some(atom), Some((items, _))) = (atom, stack.last_mut()) {
            items.push(Expression::Atom(atom, line));
        }
    }
    match (stack.pop(), stack.is_empty()) {
        (Some((commands, _)), true) => Ok(commands),
        _ => Err(ReadError { line, message: "a parenthesis is not closed".to_string() }),
    }
}

struct Reader<'a> {
    terms: &'a mut Terms,
    names: BTreeMap<String, Term>,
    functions: BTreeMap<String, Function>,
    events: Vec<Event>,
}

/// What is to be done with an expression.
enum Work<'a> {
    Read(&'a Expression),
    /// Apply an operator to the last results.
    Apply(&'a Expression, usize),
    /// Name the last results for a `let`, and remember what the names were.
    Bind(&'a [Expression]),
    Unbind(Vec<(String, Option<Term>)>),
}

impl Reader<'_> {
    fn command(&mut self, command: &Expression) -> Result<(), ReadError> {
        let Some([head, arguments @ ..]) = command.list() else { return command.error("a command is a list") };
        match (head.atom().unwrap_or_default(), arguments) {
            ("set-logic" | "set-info" | "set-option" | "get-model" | "exit" | "get-unsat-assumptions", _) => {}
            ("declare-fun", [name, parameters, result]) => {
                let parameters: Vec<Sort> =
                    parameters.list().unwrap_or_default().iter().map(sort).collect::<Result<_, _>>()?;
                self.declare(name, &parameters, sort(result)?)?;
            }
            ("declare-const", [name, result]) => self.declare(name, &[], sort(result)?)?,
            ("define-fun", [name, parameters, _, body]) => {
                if !parameters.list().is_some_and(<[Expression]>::is_empty) {
                    return parameters.error("definitions with parameters are not read");
                }
                let body = self.term(body)?;
                self.names.insert(name.atom().unwrap_or_default().to_string(), body);
            }
            ("assert", [t]) => {
                let t = self.truth(t)?;
                self.events.push(Event::Assert(t));
            }
            ("push", levels) => self.levels(levels, Event::Push),
            ("pop", levels) => self.levels(levels, Event::Pop),
            ("reset-assertions", []) => self.events.push(Event::Reset),
            ("check-sat", []) => self.events.push(Event::Check(Vec::new())),
            ("check-sat-assuming", [assumptions]) => {
                let assumptions =
                    assumptions.list().unwrap_or_default().iter().map(|t| self.truth(t)).collect::<Result<_, _>>()?;
                self.events.push(Event::Check(assumptions));
            }
            (other, _) => return command.error(format!("the command `{other}` is not known in this form")),
        }
        Ok(())
    }

    fn levels(&mut self, levels: &[Expression], event: Event) {
        let count = levels.first().and_then(Expression::atom).and_then(|n| n.parse().ok()).unwrap_or(1);
        self.events.extend(std::iter::repeat_n(event, count));
    }

    fn declare(&mut self, name: &Expression, parameters: &[Sort], result: Sort) -> Result<(), ReadError> {
        let Some(text) = name.atom() else { return name.error("a name is expected") };
        let bits = |s: &Sort| !matches!(s, Sort::Array { .. });
        if parameters.is_empty() {
            let variable = self.terms.variable(text, result);
            self.names.insert(text.to_string(), variable);
        } else if parameters.iter().chain([&result]).all(bits) {
            let function = self.terms.function(text, parameters, result);
            self.functions.insert(text.to_string(), function);
        } else {
            return name.error("functions of arrays are not read");
        }
        Ok(())
    }

    fn truth(&mut self, e: &Expression) -> Result<Term, ReadError> {
        let t = self.term(e)?;
        if self.terms.sort(t) == Sort::Bool { Ok(t) } else { e.error("a Bool is expected") }
    }

    fn term(&mut self, e: &Expression) -> Result<Term, ReadError> {
        let mut results: Vec<Term> = Vec::new();
        let mut work = vec![Work::Read(e)];
        while let Some(next) = work.pop() {
            match next {
                Work::Read(e) => match e {
                    Expression::Atom(text, _) => results.push(self.leaf(e, text)?),
                    Expression::List(items, _) => match &items[..] {
                        [head, name, width] if head.atom() == Some("_") => {
                            let value = name.atom().and_then(|n| n.strip_prefix("bv")).and_then(|n| n.parse().ok());
                            match (value, number(width)) {
                                (Some(value), Some(width @ 1..=128)) => results.push(self.terms.constant(value, width)),
                                _ => return e.error("an unknown constant"),
                            }
                        }
                        [head, bindings, body] if head.atom() == Some("let") => {
                            let Some(bindings) = bindings.list() else { return bindings.error("bindings are a list") };
                            work.push(Work::Read(body));
                            work.push(Work::Bind(bindings));
                            for binding in bindings.iter().rev() {
                                let Some([_, value]) = binding.list() else {
                                    return binding.error("a name and its value are expected");
                                };
                                work.push(Work::Read(value));
                            }
                        }
                        [head, arguments @ ..] => {
                            work.push(Work::Apply(head, arguments.len()));
                            work.extend(arguments.iter().rev().map(Work::Read));
                        }
                        [] => return e.error("an empty expression"),
                    },
                },
                Work::Bind(bindings) => {
                    let values = results.split_off(results.len() - bindings.len());
                    let mut before = Vec::new();
                    for (binding, value) in bindings.iter().zip(values) {
                        let name = binding.list().and_then(|b| b[0].atom()).unwrap_or_default().to_string();
                        let old = self.names.insert(name.clone(), value);
                        before.push((name, old));
                    }
                    // The body is read next; afterwards the names are what they were.
                    let body = work.pop();
                    work.push(Work::Unbind(before));
                    work.extend(body);
                }
                Work::Unbind(before) => {
                    for (name, old) in before.into_iter().rev() {
                        match old {
                            Some(t) => self.names.insert(name, t),
                            None => self.names.remove(&name),
                        };
                    }
                }
                Work::Apply(head, count) => {
                    let operands = results.split_off(results.len() - count);
                    results.push(self.apply(head, &operands)?);
                }
            }
        }
        results.pop().map_or_else(|| e.error("an empty expression"), Ok)
    }

    fn leaf(&mut self, e: &Expression, text: &str) -> Result<Term, ReadError> {
        if let Some(t) = self.names.get(text) {
            return Ok(*t);
        }
        let digits = |radix: u32, bits: usize| {
            let digits = &text[2..];
            let value = u128::from_str_radix(digits, radix).ok()?;
            let width = u32::try_from(digits.len() * bits).ok().filter(|w| (1..=128).contains(w))?;
            Some((value, width))
        };
        let constant = match text.get(..2) {
            Some("#x") => digits(16, 4),
            Some("#b") => digits(2, 1),
            _ => None,
        };
        match (constant, text) {
            (Some((value, width)), _) => Ok(self.terms.constant(value, width)),
            (None, "true") => Ok(self.terms.bool(true)),
            (None, "false") => Ok(self.terms.bool(false)),
            (None, _) => e.error(format!("`{text}` is not declared")),
        }
    }

    fn apply(&mut self, head: &Expression, t: &[Term]) -> Result<Term, ReadError> {
        if let Some(name) = head.atom() {
            if let Some(f) = self.functions.get(name) {
                let (sorts, _) = self.terms.signature(*f);
                if sorts.len() != t.len() || sorts.iter().zip(t).any(|(s, t)| *s != self.terms.sort(*t)) {
                    return head.error("arguments do not fit the function");
                }
                return Ok(self.terms.apply(*f, t));
            }
            return match self.operator(name, t) {
                Some(term) => Ok(term),
                None => head.error(format!("`{name}` with {} operands of these sorts is not known", t.len())),
            };
        }
        let items = head.list().unwrap_or_default();
        let words: Vec<&str> = items.iter().map(|i| i.atom().unwrap_or_default()).collect();
        let width = t.first().and_then(|t| self.bv(*t));
        match (&words[..], t, width) {
            (["_", "extract", _, _], [a], Some(width)) => match (number(&items[2]), number(&items[3])) {
                (Some(high), Some(low)) if low <= high && high < width => {
                    Ok(self.terms.extract(*a, low, high - low + 1))
                }
                _ => head.error("no such bits"),
            },
            (["_", name @ ("zero_extend" | "sign_extend"), _], [a], Some(width)) => match number(&items[2]) {
                Some(more) if more <= 128 && width + more <= 128 => {
                    Ok(self.terms.resize(*a, width + more, *name == "sign_extend"))
                }
                _ => head.error("no such width"),
            },
            (["as", "const", _], [element], Some(_)) => match sort(&items[2])? {
                Sort::Array { index, element: width } if Some(width) == self.bv(*element) => {
                    Ok(self.terms.constant_array(index, *element))
                }
                Sort::Array { .. } | Sort::Bool | Sort::Bv(_) => head.error("the element does not fit the array"),
            },
            _ => head.error("an unknown operator"),
        }
    }

    fn bv(&self, t: Term) -> Option<u32> {
        match self.terms.sort(t) {
            Sort::Bv(width) => Some(width),
            Sort::Bool | Sort::Array { .. } => None,
        }
    }

    /// An operator of the standard; none if it does not exist for these operands.
    fn operator(&mut self, name: &str, t: &[Term]) -> Option<Term> {
        let s = &mut *self.terms;
        let all_bools = t.iter().all(|t| s.sort(*t) == Sort::Bool);
        let same = t.windows(2).all(|w| s.sort(w[0]) == s.sort(w[1]));
        let words = same && t.first().is_some_and(|t| matches!(s.sort(*t), Sort::Bv(_)));
        let pairs = |s: &mut Terms, f: fn(&mut Terms, Term, Term) -> Term| {
            let all: Vec<Term> = t.windows(2).map(|w| f(s, w[0], w[1])).collect();
            s.conjunction(all)
        };
        Some(match (name, t) {
            ("not", [a]) if all_bools => s.not(*a),
            ("and", _) if all_bools => s.conjunction(t.iter().copied()),
            ("or", _) if all_bools => s.disjunction(t.iter().copied()),
            ("xor", [a, b]) if all_bools => s.xor(*a, *b),
            ("=>", [a, b]) if all_bools => s.implies(*a, *b),
            ("=", [_, _, ..]) if same => pairs(s, Terms::equal),
            ("distinct", [a, b]) if same => s.distinct(*a, *b),
            ("ite", [c, a, b]) if s.sort(*c) == Sort::Bool && s.sort(*a) == s.sort(*b) => s.ite(*c, *a, *b),
            ("select", [a, i]) if indexes(s, *a, *i) => s.select(*a, *i),
            ("store", [a, i, v]) if indexes(s, *a, *i) && holds(s, *a, *v) => s.store(*a, *i, *v),
            ("concat", [a, b]) => match (s.sort(*a), s.sort(*b)) {
                (Sort::Bv(v), Sort::Bv(w)) if v + w <= 128 => s.concat(*a, *b),
                _ => return None,
            },
            ("bvneg", [a]) if words => s.bv_neg(*a),
            ("bvnot", [a]) if words => s.bv_not(*a),
            (_, [a, rest @ ..]) if words && !rest.is_empty() => {
                let (a, b) = (*a, rest[0]);
                let chain = |s: &mut Terms, f: fn(&mut Terms, Term, Term) -> Term| {
                    rest.iter().fold(a, |sum, next| f(s, sum, *next))
                };
                match (name, rest.len()) {
                    ("bvadd", _) => chain(s, Terms::add),
                    ("bvmul", _) => chain(s, Terms::mul),
                    ("bvand", _) => chain(s, Terms::bv_and),
                    ("bvor", _) => chain(s, Terms::bv_or),
                    ("bvxor", _) => chain(s, Terms::bv_xor),
                    ("bvsub", 1) => s.sub(a, b),
                    ("bvudiv", 1) => s.udiv(a, b),
                    ("bvurem", 1) => s.urem(a, b),
                    ("bvsdiv", 1) => s.sdiv(a, b),
                    ("bvsrem", 1) => s.srem(a, b),
                    ("bvshl", 1) => s.shl(a, b),
                    ("bvlshr", 1) => s.lshr(a, b),
                    ("bvashr", 1) => s.ashr(a, b),
                    ("bvult", 1) => s.ult(a, b),
                    ("bvule", 1) => s.ule(a, b),
                    ("bvugt", 1) => s.ult(b, a),
                    ("bvuge", 1) => s.ule(b, a),
                    ("bvslt", 1) => s.slt(a, b),
                    ("bvsle", 1) => s.sle(a, b),
                    ("bvsgt", 1) => s.slt(b, a),
                    ("bvsge", 1) => s.sle(b, a),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }
}

fn indexes(s: &Terms, array: Term, at: Term) -> bool {
    matches!((s.sort(array), s.sort(at)), (Sort::Array { index, .. }, Sort::Bv(width)) if index == width)
}

fn holds(s: &Terms, array: Term, value: Term) -> bool {
    matches!((s.sort(array), s.sort(value)), (Sort::Array { element, .. }, Sort::Bv(width)) if element == width)
}

fn number(e: &Expression) -> Option<u32> {
    e.atom()?.parse().ok()
}

fn sort(e: &Expression) -> Result<Sort, ReadError> {
    match e {
        Expression::Atom(text, _) if text == "Bool" => Ok(Sort::Bool),
        Expression::List(items, _) => match &items[..] {
            [underscore, name, width] if underscore.atom() == Some("_") && name.atom() == Some("BitVec") => {
                match number(width) {
                    Some(width @ 1..=128) => Ok(Sort::Bv(width)),
                    _ => e.error("widths are between 1 and 128"),
                }
            }
            [name, index, element] if name.atom() == Some("Array") => match (sort(index)?, sort(element)?) {
                (Sort::Bv(index), Sort::Bv(element)) => Ok(Sort::Array { index, element }),
                _ => e.error("arrays are between bit-vectors"),
            },
            _ => e.error("an unknown sort"),
        },
        Expression::Atom(..) => e.error("an unknown sort"),
    }
}
