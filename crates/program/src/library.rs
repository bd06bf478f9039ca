//! The one table from C library names to meanings.
//!
//! Nowhere else does Raddle match the name of a C function. The table says *what a call means*; how a meaning becomes
//! edges is the front end's business. Three layers:
//!
//! - a **meaning** of the program model itself: synchronisation, allocation, the end of the program, errors, output;
//! - a **contract**: the function may return any value of a range and does nothing else that a program can observe;
//! - a **model**: the function is written in C, in the front end's `models/`, in terms of the other two.
//!
//! What is known but not modelled is [`Meaning::Unsupported`]: reaching it makes the verdict UNKNOWN. A function that
//! is not in the table is an *external* (see `docs/soundness.md`), never a silent no-op.
//!
//! A body in the program wins over the table, as it does when a C program is linked, but for the names whose meaning
//! the rules of SV-COMP fix ([`Entry::fixed`]).

mod table;

use crate::op::{EndKind, ErrorKind, SyncOp};
use table::TABLE;

/// A library function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What calling it means.
    pub meaning: Meaning,
    /// Whether the meaning holds even if the program defines a function of this name.
    pub fixed: bool,
}

/// What a call means. Arguments are named by their position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The error of `unreach-call`.
    Error(ErrorKind),
    /// The program ends at once.
    End(EndKind),
    /// The program ends after what `atexit` and destructors ask for.
    Exit,
    /// Argument 0 must differ from zero, or the thread stays here for ever.
    Assume,
    /// Argument 0 must differ from zero, or the program ends.
    AssumeOrAbort,
    /// An atomic section begins.
    AtomicBegin,
    /// An atomic section ends.
    AtomicEnd,
    /// Any value (of a range) of the return type: an input of the verification task.
    Input(Option<(i128, i128)>),
    /// Any value (of a range) of the return type, as the function's contract allows.
    Anything(Option<(i128, i128)>),
    /// Any number from 0 to the constant argument 0, exclusive.
    Below,
    /// Nothing a program can observe but this result.
    Constant(i64),
    /// A synchronisation operation.
    Sync(SyncCall),
    /// Memory.
    Allocate(Allocation),
    /// Frees the block at argument 0.
    Free,
    /// The size of the heap block at argument 0.
    BlockSize,
    /// Formatted output.
    Print(Printer),
    /// The address of the standard output stream (null if the program does not mention it).
    StandardOutput,
    /// A memory fence.
    Fence,
    /// A basic assembly statement, which the grammar takes for a call; argument 0 is its text.
    Assembly,
    /// Undefined behaviour if reached.
    Unreachable,
    /// Defined in C by the front end's models.
    Model,
    /// Known, but not modelled.
    Unsupported,
    /// Not modelled; argument 0 says what.
    Stop,
}

/// An argument of a synchronisation operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncArg {
    /// An argument as wide as a pointer.
    Word(u8),
    /// An argument of type `int` or `unsigned`.
    Int(u8),
    /// The `int` that a pointer argument points to; zero if the pointer is null. (Our models of attribute objects
    /// keep what matters in their first `int`.)
    Behind(u8),
}

/// Where a synchronisation operation stores its second result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyncOut {
    /// The pointer argument; if it is null nothing is stored.
    pub pointer: u8,
    /// What is stored.
    pub ty: OutType,
}

/// The type of an out value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutType {
    /// As wide as a pointer (`pthread_t`, `void *`).
    Word,
    /// `int`
    Int,
    /// `unsigned int`
    UInt,
}

/// What a synchronisation operation returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncResult {
    /// An `int` status.
    Status,
    /// Something as wide as a pointer.
    Word,
    /// The operation has no result; the function returns zero (or nothing).
    Zero,
    /// It does not return.
    Never,
}

/// A library function that is a synchronisation operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SyncCall {
    /// Which.
    pub op: SyncOp,
    /// Its arguments, in the operation's order.
    pub args: &'static [SyncArg],
    /// Its out value.
    pub out: Option<SyncOut>,
    /// Its result.
    pub result: SyncResult,
}

/// The ways to get memory; the numbers are positions of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allocation {
    /// `malloc`
    Heap {
        /// Bytes.
        size: u8,
    },
    /// `calloc`
    Zeroed {
        /// Number of elements.
        count: u8,
        /// Bytes of an element.
        size: u8,
    },
    /// `aligned_alloc`
    Aligned {
        /// Alignment.
        align: u8,
        /// Bytes.
        size: u8,
    },
    /// `alloca`
    Stack {
        /// Bytes.
        size: u8,
    },
}

/// A function that prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printer {
    /// Position of the format; the arguments after it are printed.
    pub format: u8,
    /// Where it prints to.
    pub sink: Sink,
}

/// Where output goes; the numbers are positions of arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sink {
    /// Standard output.
    Stdout,
    /// A `FILE *`.
    Stream(u8),
    /// Somewhere we do not look at.
    Unobserved,
    /// Memory.
    Buffer {
        /// First byte.
        addr: u8,
        /// Room in bytes.
        size: Option<u8>,
    },
}

/// The standard streams that a program names as global variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// `stdin`
    Input,
    /// `stdout`
    Output,
    /// `stderr`
    Error,
}

/// The prefix of functions whose body is an atomic section.
const ATOMIC_PREFIX: &str = "__VERIFIER_atomic_";

/// The prefix of functions that return an input.
const INPUT_PREFIX: &str = "__VERIFIER_nondet_";

/// What a call of a function of this name means; `None`: it has no meaning of its own.
pub fn meaning(name: &str) -> Option<&'static Entry> {
    match TABLE.binary_search_by(|e| e.name.cmp(name)) {
        Ok(index) => Some(&TABLE[index]),
        Err(_) if name.starts_with(INPUT_PREFIX) => Some(&ANY_INPUT),
        Err(_) => None,
    }
}

/// All entries, sorted by name.
pub fn entries() -> &'static [Entry] {
    TABLE
}

/// Whether the body of a function of this name is one atomic section (`__VERIFIER_atomic_*`).
pub fn is_atomic_section(name: &str) -> bool {
    name.starts_with(ATOMIC_PREFIX) && meaning(name).is_none()
}

/// The stream a global variable of this name stands for, if the program does not define it.
pub fn stream(name: &str) -> Option<Stream> {
    match name {
        "stdin" => Some(Stream::Input),
        "stdout" => Some(Stream::Output),
        "stderr" => Some(Stream::Error),
        _ => None,
    }
}

/// The function that runs what `atexit` has collected; a model.
pub const RUN_EXIT_HANDLERS: &str = "__raddle_run_exit_handlers";
/// The function that registers exit handlers; a program that uses it has some.
pub const REGISTER_EXIT_HANDLER: &str = "atexit";
/// `void __raddle_copy(void *to, const void *from, unsigned long bytes)`; a model.
pub const COPY: &str = "__raddle_copy";
/// `void __raddle_zero(void *at, unsigned long bytes)`; a model.
pub const ZERO: &str = "__raddle_zero";
/// `void __raddle_read_text(const char *text)`: reads each byte up to and including the zero; a model.
pub const READ_TEXT: &str = "__raddle_read_text";
/// `void __raddle_read(const void *at, unsigned long bytes)`: reads bytes and does nothing with them; a model.
pub const READ: &str = "__raddle_read";
/// `void __raddle_write_any(void *at, unsigned long bytes)`: writes bytes of any value; a model.
pub const WRITE_ANY: &str = "__raddle_write_any";

const ANY_INPUT: Entry = Entry { name: INPUT_PREFIX, meaning: Meaning::Input(None), fixed: true };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_without_duplicates() {
        for pair in TABLE.windows(2) {
            assert!(pair[0].name < pair[1].name, "{} before {}", pair[0].name, pair[1].name);
        }
    }

    #[test]
    fn every_name_is_found() {
        for entry in TABLE {
            assert_eq!(meaning(entry.name), Some(entry));
        }
        assert_eq!(meaning("no_such_function"), None);
        assert!(matches!(meaning("__VERIFIER_nondet_uint"), Some(e) if e.meaning == Meaning::Input(None) && e.fixed));
    }

    #[test]
    fn atomic_sections_are_functions_of_the_program() {
        assert!(is_atomic_section("__VERIFIER_atomic_inc"));
        assert!(!is_atomic_section("__VERIFIER_atomic_begin"));
        assert!(!is_atomic_section("main"));
    }
}
