//! Why an execution cannot be continued, in words a user can act on.

use raddle_program::Span;

/// What stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HaltKind {
    /// A construct that is not modelled.
    Unsupported,
    /// Undefined behaviour after which nothing can be said: an access that cannot be resolved, a division by zero.
    Undefined,
    /// A nondeterministic value was observed in a way that would need too many cases.
    TooManyCases,
    /// A limit that an option sets (threads, call depth, object size).
    Limit,
    /// The oracle had no answer (a counterexample that does not fit the program).
    Oracle,
}

/// An execution that cannot be continued: UNKNOWN with this reason, never silence.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Halt {
    /// The kind.
    pub kind: HaltKind,
    /// Without the place: "null pointer dereference", "inline assembly".
    pub what: String,
    /// The place.
    pub span: Span,
}
