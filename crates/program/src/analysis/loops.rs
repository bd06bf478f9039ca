//! Where control goes back: the edges that close cycles.
//!
//! A depth-first walk from a function's entry; an edge that leads to a location on the walk's stack is a *back edge*. Every cycle of
//! the automaton contains one, whether or not the automaton is reducible, so whoever does something at every back edge
//! does it in every round of every loop. The locations they lead to are the *loop heads*.
//!
//! Cost: linear in the number of edges.

use std::collections::BTreeSet;

use crate::function::Function;
use crate::ids::{FuncId, Id, IdVec, Loc};
use crate::program::Program;

/// The back edges of all functions.
#[derive(Clone, Debug)]
pub struct Loops {
    functions: IdVec<FuncId, BTreeSet<(Loc, Loc)>>,
}

impl Loops {
    /// Finds them.
    pub fn new(program: &Program) -> Loops {
        Loops { functions: program.functions.iter().map(back_edges).collect() }
    }

    /// Whether going from one location of a function to another closes a cycle.
    pub fn is_back(&self, function: FuncId, from: Loc, to: Loc) -> bool {
        self.functions[function].contains(&(from, to))
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Seen {
    Not,
    Open,
    Done,
}

fn back_edges(function: &Function) -> BTreeSet<(Loc, Loc)> {
    let targets = |loc: Loc| -> Vec<Loc> {
        // Operations that do not go on have their source as target.
        let goes_on = function.leaving(loc).filter(|(_, e)| e.op.continues());
        goes_on.map(|(_, edge)| edge.target).collect()
    };
    let mut seen = vec![Seen::Not; function.locations()];
    let mut found = BTreeSet::new();
    let mut stack = vec![(function.entry, targets(function.entry))];
    seen[function.entry.index()] = Seen::Open;
    while let Some((loc, rest)) = stack.last_mut() {
        let loc = *loc;
        match rest.pop() {
            None => {
                seen[loc.index()] = Seen::Done;
                stack.pop();
            }
            Some(next) => match seen[next.index()] {
                Seen::Not => {
                    seen[next.index()] = Seen::Open;
                    let all = targets(next);
                    stack.push((next, all));
                }
                Seen::Open => {
                    found.insert((loc, next));
                }
                Seen::Done => {}
            },
        }
    }
    found
}
