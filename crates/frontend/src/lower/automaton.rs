//! Building one function's control-flow automaton.
//!
//! Lowering walks the statements once and emits edges at the *current location*. A jump emits no edge: it *forwards*
//! the current location to its target, and all forwarding is resolved at the end, when unreachable locations are
//! dropped as well. So `goto`, `break`, loops and joins cost no step of the program. The one exception is a loop that
//! does nothing at all (`while (1);`): it keeps a [`Op::Skip`] edge, since it must remain an infinite run.
//!
//! After a jump the current location is a fresh one without predecessors: dead code is lowered like any other (a label
//! in it may bring it to life) and disappears at the end if nothing reaches it.

use raddle_program::{Edge, Expr, Function, Id, IdVec, Loc, Local, LocalId, Op, QualType, Scalar, Span, Storage};

use super::{fold, registers};

/// The automaton of a function while it is being built.
#[derive(Debug)]
pub(super) struct Automaton {
    /// Parameters first, then variables and temporaries.
    pub locals: IdVec<LocalId, Local>,
    edges: Vec<Edge>,
    /// One entry per location: where control goes without a step.
    forward: Vec<Option<Loc>>,
    here: Loc,
}

/// The head of a function, as [`Function::new`] wants it.
pub(super) struct Head {
    pub name: String,
    pub span: Span,
    pub params: usize,
    pub ret: Option<Scalar>,
    pub internal: bool,
    /// The type of pointers: such temporaries are not shared.
    pub pointer: Scalar,
}

impl Automaton {
    /// An automaton with one location, which is the entry and the current one.
    pub fn new() -> Automaton {
        Automaton { locals: IdVec::new(), edges: Vec::new(), forward: vec![None], here: Loc(0) }
    }

    /// A location nothing leads to yet.
    pub fn fresh(&mut self) -> Loc {
        self.forward.push(None);
        Loc::from_index(self.forward.len() - 1)
    }

    /// All edges so far.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Where the next edge starts.
    pub fn here(&self) -> Loc {
        self.here
    }

    /// Goes on at a location that has no edges yet, leaving the current one as it is.
    pub fn resume(&mut self, loc: Loc) {
        self.here = loc;
    }

    /// An edge from the current location to a fresh one, which becomes the current one.
    pub fn emit(&mut self, op: Op, span: Span) {
        let target = self.fresh();
        self.edges.push(Edge { source: self.here, target, op, span });
        self.here = target;
    }

    /// An edge after which this path does not go on (return, end, error).
    pub fn end(&mut self, op: Op, span: Span) {
        self.edges.push(Edge { source: self.here, target: self.here, op, span });
        self.here = self.fresh();
    }

    /// Control goes to `target` without a step.
    pub fn jump(&mut self, target: Loc) {
        self.forward[self.here.index()] = Some(target);
        self.here = self.fresh();
    }

    /// Control flows from the current location into `loc`, which becomes the current one.
    pub fn enter(&mut self, loc: Loc) {
        self.forward[self.here.index()] = Some(loc);
        self.here = loc;
    }

    /// Two ways on; a constant condition is no branch.
    pub fn branch(&mut self, cond: Expr, span: Span, yes: Loc, no: Loc) {
        let cond = fold::condition(cond);
        if let Some(bits) = cond.as_const() {
            return self.jump(if bits != 0 { yes } else { no });
        }
        self.edges.push(Edge {
            source: self.here,
            target: yes,
            op: Op::Assume { cond: cond.clone(), holds: true },
            span,
        });
        self.edges.push(Edge { source: self.here, target: no, op: Op::Assume { cond, holds: false }, span });
        self.here = self.fresh();
    }

    /// A register for an intermediate value.
    pub fn temporary(&mut self, scalar: Scalar, ty: QualType, span: Span) -> LocalId {
        self.locals.push(Local { name: None, ty, storage: Storage::Register(scalar), span })
    }

    /// Makes the last edge set `to` instead of the temporary `from`, if it is the one that sets it and control is
    /// right behind it. The caller knows that nothing else reads `from`.
    pub fn retarget(&mut self, from: LocalId, to: LocalId) -> bool {
        let here = self.here;
        let Some(edge) = self.edges.last_mut().filter(|e| e.target == here && e.source != here) else { return false };
        // What sets two registers sets a flag beside the value.
        let kept = matches!(edge.op, Op::Declare { .. } | Op::Output { .. });
        let sets = edge.op.defs() == [Some(from), None] && !kept;
        if sets {
            edge.op.for_each_mut(&mut |dst| *dst = to, &mut |_| {});
        }
        sets
    }

    /// Resolves forwarding, drops what cannot be reached, numbers the rest in order and lets temporaries share registers.
    pub fn finish(mut self, head: Head) -> Function {
        let resolved = self.resolve();
        for edge in &mut self.edges {
            edge.target = resolved[edge.target.index()];
        }
        let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); self.forward.len()];
        for (i, edge) in self.edges.iter().enumerate() {
            leaving[edge.source.index()].push(i);
        }
        let entry = resolved[0];
        // Numbers follow the flow: depth first, the branch that holds before the other.
        let mut number: Vec<Option<Loc>> = vec![None; self.forward.len()];
        let mut locations = 0;
        let mut queue = vec![entry];
        while let Some(loc) = queue.pop() {
            if number[loc.index()].is_none() {
                number[loc.index()] = Some(Loc::from_index(locations));
                locations += 1;
                queue.extend(leaving[loc.index()].iter().rev().map(|i| self.edges[*i].target));
            }
        }
        let mut edges = Vec::with_capacity(self.edges.len());
        for mut edge in self.edges {
            if let (Some(source), Some(target)) = (number[edge.source.index()], number[edge.target.index()]) {
                (edge.source, edge.target) = (source, target);
                edges.push(edge);
            }
        }
        let entry = number[entry.index()].unwrap_or(Loc(0));
        let locals = registers::share(self.locals, &mut edges, locations, head.params, head.pointer);
        Function::new(head.name, head.span, head.params, head.ret, locals, entry, locations, edges, head.internal)
    }

    /// Where control really is when it is at each location. A circle of forwarded locations becomes one location with
    /// a `Skip` edge to itself.
    fn resolve(&mut self) -> Vec<Loc> {
        let mut resolved: Vec<Option<Loc>> = vec![None; self.forward.len()];
        let mut on_path = vec![false; self.forward.len()];
        let mut path = Vec::new();
        for start in (0..self.forward.len()).map(Loc::from_index) {
            let mut at = start;
            let end = loop {
                if let Some(end) = resolved[at.index()] {
                    break end;
                }
                if on_path[at.index()] {
                    self.edges.push(Edge { source: at, target: at, op: Op::Skip, span: Span::NONE });
                    break at;
                }
                match self.forward[at.index()] {
                    Some(next) => {
                        on_path[at.index()] = true;
                        path.push(at);
                        at = next;
                    }
                    None => break at,
                }
            };
            resolved[at.index()] = Some(end);
            for loc in path.drain(..) {
                resolved[loc.index()] = Some(end);
                on_path[loc.index()] = false;
            }
        }
        resolved.into_iter().enumerate().map(|(i, end)| end.unwrap_or(Loc::from_index(i))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(build: impl FnOnce(&mut Automaton)) -> Function {
        let mut automaton = Automaton::new();
        build(&mut automaton);
        let head = Head {
            name: "f".to_string(),
            span: Span::NONE,
            params: 0,
            ret: None,
            internal: false,
            pointer: Scalar::INT,
        };
        automaton.finish(head)
    }

    #[test]
    fn jumps_cost_nothing_and_dead_code_disappears() {
        let function = finished(|a| {
            let target = a.fresh();
            a.emit(Op::Fence, Span::NONE);
            a.jump(target);
            a.emit(Op::AtomicBegin, Span::NONE);
            a.enter(target);
            a.end(Op::Return { value: None }, Span::NONE);
        });
        let ops: Vec<_> = function.edges().iter().map(|e| &e.op).collect();
        assert_eq!(ops, [&Op::Fence, &Op::Return { value: None }]);
        assert_eq!(function.locations(), 2);
    }

    #[test]
    fn an_empty_loop_stays_a_loop() {
        let function = finished(|a| {
            let (head, other) = (a.fresh(), a.fresh());
            a.enter(head);
            a.enter(other);
            a.jump(head);
        });
        let edges: Vec<_> = function.edges().iter().collect();
        assert_eq!(edges.len(), 1);
        assert_eq!((edges[0].source, &edges[0].op), (edges[0].target, &Op::Skip));
        assert_eq!(edges[0].source, function.entry);
    }
}
