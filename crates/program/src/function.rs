//! Functions as control-flow automata.

use crate::expr::Scalar;
use crate::ids::{EdgeId, Id, IdVec, Loc, LocalId};
use crate::op::Op;
use crate::source::Span;
use crate::types::QualType;

/// Where a local lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// A scalar whose address is never taken: invisible to other threads.
    Register(Scalar),
    /// An object in the frame, because it is an aggregate or its address is taken.
    Memory {
        /// Bytes.
        size: u64,
        /// Alignment in bytes.
        align: u64,
    },
}

/// A parameter, variable or temporary of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// The name in the source; `None` for temporaries.
    pub name: Option<String>,
    /// Its C type.
    pub ty: QualType,
    /// Where it lives.
    pub storage: Storage,
    /// Where it is declared.
    pub span: Span,
}

impl Local {
    /// The register type; panics for a memory local, which no register operand may name.
    pub fn scalar(&self) -> Scalar {
        match self.storage {
            Storage::Register(scalar) => scalar,
            Storage::Memory { .. } => panic!("{:?} is a memory local used as a register", self.name),
        }
    }
}

/// An edge of the automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it starts.
    pub source: Loc,
    /// Where it ends; meaningless (equal to `source`) for operations that do not go on.
    pub target: Loc,
    /// What it does.
    pub op: Op,
    /// The statement or expression it comes from.
    pub span: Span,
}

/// A function with a body.
///
/// Law: a location has either no outgoing edge (it is never reached), one edge, or two [`Op::Assume`] edges with the
/// same condition and opposite truth values.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name in the source.
    pub name: String,
    /// The name's place.
    pub span: Span,
    /// What registers a caller passes, in order: the first `params` locals. A parameter is always a register; the
    /// body copies it where it needs an address.
    pub params: usize,
    /// What [`Op::Return`] carries.
    pub ret: Option<Scalar>,
    /// Parameters first, then variables and temporaries.
    pub locals: IdVec<LocalId, Local>,
    /// Where it begins.
    pub entry: Loc,
    /// A library model of ours: people should not see its inside.
    pub internal: bool,
    edges: IdVec<EdgeId, Edge>,
    /// Edges leaving location `l` are `edges[first[l]..first[l + 1]]`.
    first: Vec<u32>,
}

impl Function {
    /// Builds the automaton; edges are sorted by source, stably.
    #[allow(clippy::too_many_arguments)]
    pub fn new(
        name: String,
        span: Span,
        params: usize,
        ret: Option<Scalar>,
        locals: IdVec<LocalId, Local>,
        entry: Loc,
        locations: usize,
        mut edges: Vec<Edge>,
        internal: bool,
    ) -> Function {
        edges.sort_by_key(|e| e.source);
        let mut first = vec![0u32; locations + 1];
        for edge in &edges {
            first[edge.source.index() + 1] += 1;
        }
        for i in 0..locations {
            first[i + 1] += first[i];
        }
        Function { name, span, params, ret, locals, entry, internal, edges: edges.into_iter().collect(), first }
    }

    /// How many locations there are.
    pub fn locations(&self) -> usize {
        self.first.len() - 1
    }

    /// The edges that leave a location.
    pub fn leaving(&self, loc: Loc) -> impl ExactSizeIterator<Item = (EdgeId, &Edge)> + DoubleEndedIterator {
        (self.first[loc.index()]..self.first[loc.index() + 1]).map(|i| (EdgeId(i), &self.edges[EdgeId(i)]))
    }

    /// The first edge that leaves a location.
    pub fn first_edge(&self, loc: Loc) -> Option<EdgeId> {
        let i = self.first[loc.index()];
        (i < self.first[loc.index() + 1]).then_some(EdgeId(i))
    }

    /// An edge.
    pub fn edge(&self, id: EdgeId) -> &Edge {
        &self.edges[id]
    }

    /// All edges, sorted by source.
    pub fn edges(&self) -> &IdVec<EdgeId, Edge> {
        &self.edges
    }
}
