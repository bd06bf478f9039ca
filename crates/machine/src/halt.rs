//! Why an execution cannot be continued, in words a user can act on.

use raddle_program::Span;

/// Which rule of C is broken, as far as properties tell it apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Undefined {
    /// The result of a signed operation is not a value of its type.
    Overflow,
    /// An access to memory that no object has: null, out of bounds, freed, of a function that has returned.
    Dereference,
    /// `free` (or `realloc`) of what is not the start of a heap block that lives.
    Free,
    /// Something else.
    Other,
}

/// What stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HaltKind {
    /// A construct that is not modelled.
    Unsupported,
    /// Undefined behaviour after which nothing can be said: an access that cannot be resolved, a division by zero.
    Undefined(Undefined),
    /// A nondeterministic value was observed in a way that would need too many cases.
    TooManyCases,
    /// A value that the abstraction has forgotten would be needed exactly.
    Imprecise,
    /// The behaviour depends on where objects lie in memory, of which only one layout is explored.
    Layout,
    /// A limit that an option sets (threads, call depth, object size).
    Limit,
    /// A loop was gone round as often as a bounded analysis does.
    Unwound,
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

impl Halt {
    /// A halt of a kind at a place.
    pub fn new(kind: HaltKind, what: impl Into<String>, span: Span) -> Halt {
        Halt { kind, what: what.into(), span }
    }

    /// Undefined behaviour after which nothing can be said, of no kind that a property looks at.
    pub fn undefined(what: impl Into<String>, span: Span) -> Halt {
        Halt::new(HaltKind::Undefined(Undefined::Other), what, span)
    }

    /// A violation behind something that is modelled with more possibilities than there are.
    pub fn inexact(rests_on: &str, span: Span) -> Halt {
        let what = format!("a violation was found, but it rests on {rests_on}, which is not modelled exactly");
        Halt::new(HaltKind::Unsupported, what, span)
    }

    /// A limit was reached.
    pub fn limit(what: impl Into<String>, span: Span) -> Halt {
        Halt::new(HaltKind::Limit, what, span)
    }
}

impl std::fmt::Display for Halt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)
    }
}

/// Something worth telling besides the verdict: undefined behaviour that the hardware gives a meaning.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Note {
    /// Where.
    pub span: Span,
    /// What: "signed integer overflow".
    pub what: String,
}
