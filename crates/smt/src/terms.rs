//! The store of terms: hash-consing.
//!
//! Every term is made by a constructor of [`Terms`], which first rewrites (`rewrite/`) and then looks the node up: equal nodes are
//! one term. So equality of terms is equality of numbers, a formula is a DAG, and results computed once per term (gates,
//! variables) are shared by every formula the term occurs in. Terms are never freed: an analysis keeps a store for its lifetime
//! and its formulas share most of their nodes.

use std::cell::RefCell;
use std::hash::BuildHasher;
use std::sync::Arc;

use hashbrown::HashTable;
use raddle_deadline::Deadline;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::semantics::mask;
use crate::term::{Function, Node, Sort, Symbol, Term};

/// The signature of an uninterpreted function.
#[derive(Clone, Debug)]
struct Signature {
    name: String,
    arguments: Box<[Sort]>,
    result: Sort,
}

/// A store of terms.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    table: HashTable<u32>,
    names: Vec<String>,
    symbols: FxHashMap<String, Symbol>,
    functions: Vec<Signature>,
    fresh: u64,
    pub(crate) variables_of: RefCell<FxHashMap<Term, Arc<[Term]>>>,
    deadline: Deadline,
}

impl Terms {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty store. What is done with its terms looks at a deadline.
    pub fn within(deadline: &Deadline) -> Self {
        Self { deadline: deadline.clone(), ..Self::default() }
    }

    /// When everything that is done with the terms has to end.
    pub fn deadline(&self) -> &Deadline {
        &self.deadline
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The sort of a term.
    pub fn sort(&self, t: Term) -> Sort {
        self.sorts[t.index()]
    }

    /// The width of a bit-vector, 1 for a Bool.
    pub fn width(&self, t: Term) -> u32 {
        self.sort(t).width()
    }

    /// The operator and operands of a term.
    pub fn node(&self, t: Term) -> &Node {
        &self.nodes[t.index()]
    }

    /// The variable of that name and sort; the same name and sort give the same term.
    pub fn variable(&mut self, name: &str, sort: Sort) -> Term {
        check_sort(sort);
        let symbol = match self.symbols.get(name) {
            Some(symbol) => *symbol,
            None => {
                let symbol = Symbol(u32::try_from(self.names.len()).expect("fewer than 2^32 names"));
                self.names.push(name.to_string());
                self.symbols.insert(name.to_string(), symbol);
                symbol
            }
        };
        self.intern(Node::Variable(symbol, sort), sort)
    }

    /// A variable with a name that no variable has had before, made from the hint.
    pub fn fresh(&mut self, hint: &str, sort: Sort) -> Term {
        loop {
            let name = format!("{hint}!{}", self.fresh);
            self.fresh += 1;
            if !self.symbols.contains_key(&name) {
                return self.variable(&name, sort);
            }
        }
    }

    /// The name of a variable, none for other terms.
    pub fn name(&self, t: Term) -> Option<&str> {
        match self.node(t) {
            Node::Variable(symbol, _) => Some(&self.names[symbol.0 as usize]),
            _ => None,
        }
    }

    /// Whether the term is a variable.
    pub fn is_variable(&self, t: Term) -> bool {
        matches!(self.node(t), Node::Variable(..))
    }

    /// A truth value.
    pub fn bool(&mut self, value: bool) -> Term {
        self.intern(Node::Bool(value), Sort::Bool)
    }

    /// A bit-vector constant: the value modulo 2^width.
    pub fn constant(&mut self, value: u128, width: u32) -> Term {
        check_sort(Sort::Bv(width));
        self.intern(Node::Constant { value: value & mask(width), width }, Sort::Bv(width))
    }

    /// The value of a bit-vector constant.
    pub fn as_constant(&self, t: Term) -> Option<u128> {
        match self.node(t) {
            Node::Constant { value, .. } => Some(*value),
            _ => None,
        }
    }

    /// The value of a truth value.
    pub fn as_bool(&self, t: Term) -> Option<bool> {
        match self.node(t) {
            Node::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The uninterpreted function of that name and signature; the same name and signature give the same function.
    ///
    /// # Panics
    /// If an argument or the result is an array.
    pub fn function(&mut self, name: &str, arguments: &[Sort], result: Sort) -> Function {
        for sort in arguments.iter().chain([&result]) {
            check_sort(*sort);
            assert!(!matches!(sort, Sort::Array { .. }), "functions take and give bits");
        }
        let known =
            self.functions.iter().position(|f| f.name == name && *f.arguments == *arguments && f.result == result);
        let position = known.unwrap_or_else(|| {
            self.functions.push(Signature { name: name.to_string(), arguments: arguments.into(), result });
            self.functions.len() - 1
        });
        Function(u32::try_from(position).expect("fewer than 2^32 functions"))
    }

    /// The name of a function.
    pub fn function_name(&self, f: Function) -> &str {
        &self.functions[f.0 as usize].name
    }

    /// The sorts of a function's arguments and of its result.
    pub fn signature(&self, f: Function) -> (&[Sort], Sort) {
        let signature = &self.functions[f.0 as usize];
        (&signature.arguments, signature.result)
    }

    /// The term of a node, which must be what rewriting leaves.
    pub(crate) fn intern(&mut self, node: Node, sort: Sort) -> Term {
        self.deadline.look();
        let hash = FxBuildHasher.hash_one(&node);
        let nodes = &self.nodes;
        if let Some(known) = self.table.find(hash, |i| nodes[*i as usize] == node) {
            return Term(*known);
        }
        let index = u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms");
        self.nodes.push(node);
        self.sorts.push(sort);
        let nodes = &self.nodes;
        self.table.insert_unique(hash, index, |i| FxBuildHasher.hash_one(&nodes[*i as usize]));
        Term(index)
    }
}

fn check_sort(sort: Sort) {
    let valid = |width: u32| (1..=128).contains(&width);
    match sort {
        Sort::Bool => {}
        Sort::Bv(width) => assert!(valid(width), "widths are between 1 and 128"),
        Sort::Array { index, element } => {
            assert!(valid(index) && valid(element), "widths are between 1 and 128");
        }
    }
}
