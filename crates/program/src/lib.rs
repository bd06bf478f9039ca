//! The immutable program: what every other room of the house talks about.
//!
//! A [`Program`] is a linked C program after the front end is done with it: types with their layout for the data
//! model, globals with their initial bytes, functions as control-flow automata over *registers* and explicit memory
//! accesses, and the map back to the source text. It never changes after it was built.
//!
//! The one rule that shapes it: **one memory access per edge**. Expressions ([`Expr`]) are pure and read registers
//! only; every read or write of memory is an edge of its own ([`Op::Load`], [`Op::Store`], [`Op::Rmw`], …). So the
//! interleavings of edges are exactly the interleavings of accesses, and an analysis that gives meaning to edges has
//! given meaning to the program.

mod allowed_races;
pub mod analysis;
mod computation;
mod diagnostic;
mod display;
mod expr;
mod flow;
mod function;
mod ids;
pub mod library;
mod op;
mod operands;
mod program;
mod rename;
mod source;
mod sync_objects;
mod types;
mod types_display;
mod validate;

pub use allowed_races::AllowedRaces;
pub use computation::Computation;
pub use diagnostic::{Diagnostic, Severity};
pub use display::{Pretty, write_dot};
pub use expr::{BinaryOp, Expr, ExprKind, FloatKind, Scalar, UnaryOp};
pub use flow::{Control, Flow};
pub use function::{Edge, Function, Local, Storage};
pub use ids::{EdgeId, EnumId, FuncId, GlobalId, Id, IdVec, Loc, LocalId, RecordId, TypeId, UnitId, VlaId};
pub use op::{
    Access, BlockOwner, CANCELLED, Callee, EndKind, ErrorKind, ExternalArg, MemoryOrder, MutexKind, NondetKind, Op,
    OutputSink, RmwOp, SyncOp,
};
pub use operands::{AccessKind, MemoryAccess, SyncScope};
pub use program::{Global, GlobalKind, Program, Relocation, RelocationTarget};
pub use source::{Place, SourceMap, SourceUnit, Span};
pub use sync_objects::{SyncKind, SyncSizes, SyncUse};
pub use types::{
    ArrayLen, BitRange, DataModel, EnumDef, Field, FunctionType, IntKind, QualType, Quals, Record, RecordKind, Type,
    TypeTable,
};
