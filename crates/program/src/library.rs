//! The one table from C library names to meanings.
//!
//! Nowhere else does Raddle match the name of a C function. The table says *what a call means*; how a meaning becomes
//! edges is the front end's business. Three layers:
//!
//! - a **meaning** of the program model itself: synchronisation, allocation, the end of the program, errors, output;
//! - a **contract**: the function may do whatever its contract allows; the front end writes a model from it;
//! - a **model**: the function is written in C, in the front end's `models/`, in terms of the other two.
//!
//! What each function promises (what it reads and writes, when it fails) is said by its [`Contract`], whatever the layer.
//!
//! What is known but not modelled is [`Meaning::Unsupported`]: reaching it makes the verdict UNKNOWN. That holds for rows
//! of the table, and for every name that the standards, the C library or the compiler reserve and that has no row
//! (`standard_names`). A function that is neither is an *external* (see `docs/soundness.md`), never a silent no-op.
//!
//! A body in the program wins over the table, as it does when a C program is linked, but for the names whose meaning
//! the rules of SV-COMP fix ([`Entry::fixed`]).

mod cancellation;
pub mod contract;
mod contracts;
mod errno;
mod internal;
mod math;
mod standard_names;
mod stream_locks;
mod system;
mod table;
mod wide;

use crate::computation::Computation;
use crate::op::{EndKind, ErrorKind, SyncOp};
pub use cancellation::{CancellationPoint, cancellation_point};
pub use contract::Contract;
pub use errno::number as error_number;
use internal::INTERNAL;
use math::MATH;
pub use stream_locks::{LockedStream, StreamUse, locked_stream};
use system::SYSTEM;
use table::TABLE;
use wide::WIDE;

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

/// Whether a function that is a model of ours hands memory to its caller that the caller has to free.
pub fn gives_memory(name: &str) -> bool {
    let names = [
        "realloc",
        "reallocarray",
        "posix_memalign",
        "valloc",
        "strdup",
        "__strdup",
        "strndup",
        "__strndup",
        "wcsdup",
        "asprintf",
        "vasprintf",
        "__asprintf_chk",
        "__vasprintf_chk",
        "getline",
        "getdelim",
    ];
    names.contains(&name)
}

/// What a call means. Arguments are named by their position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The error of `unreach-call`.
    Error(ErrorKind),
    /// The program ends at once.
    End(EndKind),
    /// The program ends by a signal that the calling thread sends itself; if the signal has a handler, the handler runs before.
    Die(u8),
    /// The program ends after what `atexit` and destructors ask for.
    Exit,
    /// Argument 0, the only one or followed by a text, must differ from zero, or it is an error.
    Assert,
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
    /// Any one of the arguments, which are constants.
    OneOf,
    /// Any number from argument 0 to argument 1, which are constants.
    Between,
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
    /// Takes the text at argument 0 away, if nobody has looked at it.
    TakeText,
    /// A function of exact numbers.
    Compute(Computation),
    /// Formatted output.
    Print(Printer),
    /// The address of a standard stream.
    StandardStream(Stream),
    /// A memory fence.
    Fence,
    /// A basic assembly statement, which the grammar takes for a call; argument 0 is its text.
    Assembly,
    /// Undefined behaviour if reached.
    Unreachable,
    /// Defined in C by the front end's models.
    Model,
    /// Whatever its contract allows, and nothing else.
    Contract,
    /// Known, but not modelled.
    Unsupported,
    /// Not modelled; argument 0 says what.
    Stop,
    /// From here on more may happen than the C library allows; argument 0 says why.
    Inexact,
    /// A verdict assumes what argument 0 says.
    Assuming,
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
    /// An `int`: 0, or -1 with the status in `errno`.
    Errno,
    /// An `int`: 0, or 2 (`thrd_error`).
    C11,
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
    /// Memory of the environment that may be longer than it is modelled.
    OfEnvironment {
        /// Bytes that are modelled.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
    let row = |rows: &'static [Entry]| rows.binary_search_by(|e| e.name.cmp(name)).ok().map(|index| &rows[index]);
    match [TABLE, SYSTEM, MATH, WIDE, INTERNAL].into_iter().find_map(row) {
        Some(entry) => Some(entry),
        None if name.starts_with(INPUT_PREFIX) => Some(&ANY_INPUT),
        None if name.starts_with(ATOMIC_PREFIX) => None,
        None if standard_names::contains(name) => Some(&NOT_MODELLED),
        None => None,
    }
}

/// Whether a name is the compiler's own in every program: a keyword, a builtin, or a macro of the standard whose uses are
/// no calls of a function of that name.
pub fn is_compiler_operation(name: &str) -> bool {
    const PREFIXES: &[&str] = &["__builtin_", "__sync_", "__atomic_", "__c11_atomic_"];
    const NAMES: &[&str] = &[
        "_Alignof",
        "_Generic",
        "_Static_assert",
        "__alignof__",
        "__typeof__",
        "alignof",
        "alloca",
        "asm",
        "assert",
        "do",
        "else",
        "for",
        "goto",
        "if",
        "offsetof",
        "return",
        "setjmp",
        "sigsetjmp",
        "sizeof",
        "static_assert",
        "switch",
        "typeof",
        "va_arg",
        "va_copy",
        "va_end",
        "va_start",
        "while",
    ];
    const ATOMIC: &[&str] = &[
        "compare_exchange_strong",
        "compare_exchange_weak",
        "exchange",
        "fetch_add",
        "fetch_and",
        "fetch_or",
        "fetch_sub",
        "fetch_xor",
        "flag_clear",
        "flag_test_and_set",
        "init",
        "is_lock_free",
        "load",
        "signal_fence",
        "store",
        "thread_fence",
    ];
    let atomic = name.strip_prefix("atomic_").map(|rest| rest.strip_suffix("_explicit").unwrap_or(rest));
    PREFIXES.iter().any(|p| name.starts_with(p))
        || NAMES.contains(&name)
        || atomic.is_some_and(|rest| ATOMIC.contains(&rest))
}

/// All entries.
pub fn entries() -> impl Iterator<Item = &'static Entry> {
    [TABLE, SYSTEM, MATH, WIDE, INTERNAL].into_iter().flatten()
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

/// `int __raddle_output_fails(void)`: sets `errno` as output to a stream that fails does, and returns -1; a model.
pub const OUTPUT_FAILS: &str = "__raddle_output_fails";
/// A model whose name begins with this changes nothing but `errno` and what comes with it, and is called only in programs that
/// look at `errno`.
pub const ERRNO_PREFIX: &str = "__raddle_errno_";
/// `void __raddle_errno_of_output(void)`: sets `errno`, or not, as output to a stream that succeeds does; a model.
pub const ERRNO_OF_OUTPUT: &str = "__raddle_errno_of_output";
/// `void __raddle_errno_of_dropped_output(void)`: sets `errno`, or not, as output to a stream does; a model.
pub const ERRNO_OF_DROPPED_OUTPUT: &str = "__raddle_errno_of_dropped_output";
/// `int __raddle_stream_refuses(void *stream, int writes)`: whether a stream is not open for this; a model.
pub const STREAM_REFUSES: &str = "__raddle_stream_refuses";
/// `void __raddle_stream_enter(void *stream, int writes)`: locks a stream; a model, which only programs have that can tell.
pub const STREAM_ENTER: &str = "__raddle_stream_enter";
/// `void __raddle_stream_leave(void *stream)`: unlocks it; a model.
pub const STREAM_LEAVE: &str = "__raddle_stream_leave";
/// `int __raddle_stream_printf(void *stream, const char *format, ...)`: `fprintf` in programs that have streams in memory; a model.
pub const STREAM_PRINTF: &str = "__raddle_stream_printf";
/// A model of this name and that of a library function is called in its place where the result is dropped.
pub const QUIET_PREFIX: &str = "__raddle_quiet_";
/// The function that runs what `atexit` has collected; a model.
pub const RUN_EXIT_HANDLERS: &str = "__raddle_run_exit_handlers";
/// The function that registers exit handlers; a program that uses it has some.
pub const REGISTER_EXIT_HANDLER: &str = "atexit";
/// `void __raddle_before_death(int number)`: runs the handler of a signal that ends the program; a model. A program without it has no handlers.
pub const BEFORE_DEATH: &str = "__raddle_before_death";
/// `SIGABRT`, which `abort` and failing assertions send.
pub const ABORT_SIGNAL: u8 = 6;
/// The function that runs what `pthread_cleanup_push` has registered in the calling thread; a model.
pub const RUN_CLEANUP_HANDLERS: &str = "__raddle_run_cleanup";
/// The function that asks for the end of a thread; a program that uses it has cancellation points.
pub const CANCEL: &str = "pthread_cancel";
/// The function that says where `errno` is; a model. A program that does not use it cannot see `errno`.
pub const ERRNO_LOCATION: &str = "__errno_location";
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

const NOT_MODELLED: Entry = Entry { name: "", meaning: Meaning::Unsupported, fixed: false };
/// What the values that the environment gives, one after the other, have to do with each other. A search may take each of them for any value of
/// the contract; a counterexample counts only if all relations hold in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// Seconds and a fraction, in turns: never earlier than before.
    NeverBack {
        /// Each thread has a clock of its own.
        per_thread: bool,
    },
    /// One number: never less than before, but for zero, which stands for a failure.
    NeverLess,
    /// The same at every call.
    Same,
    /// No two are equal.
    Distinct,
}

/// The models whose values have to do with each other.
const RELATIONS: &[(&str, Relation)] = &[
    ("__raddle_clock_monotonic", Relation::NeverBack { per_thread: false }),
    ("__raddle_clock_raw", Relation::NeverBack { per_thread: false }),
    ("__raddle_clock_coarse", Relation::NeverBack { per_thread: false }),
    ("__raddle_clock_boot", Relation::NeverBack { per_thread: false }),
    ("__raddle_clock_process", Relation::NeverBack { per_thread: false }),
    ("__raddle_clock_thread", Relation::NeverBack { per_thread: true }),
    ("clock", Relation::NeverLess),
    ("__raddle_ticks", Relation::NeverLess),
    ("__raddle_zone_offset", Relation::Same),
    ("__raddle_zone_summer", Relation::Same),
    (THREAD_NUMBER, Relation::Distinct),
    (PROCESS_NUMBER, Relation::Distinct),
];

/// The relation between the values that are made up in a model, with the model's name.
pub fn relation(model: &str) -> Option<(&'static str, Relation)> {
    RELATIONS.iter().find(|(name, _)| *name == model).copied()
}

/// The model that makes up the kernel's number of a thread; it must not be that of another one or of the process.
const THREAD_NUMBER: &str = "__raddle_thread_number";
/// The model that makes up the number of the process.
const PROCESS_NUMBER: &str = "__raddle_process_number";

const ANY_INPUT: Entry = Entry { name: INPUT_PREFIX, meaning: Meaning::Input(None), fixed: true };

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_without_duplicates() {
        for pair in [TABLE, SYSTEM, MATH, WIDE, INTERNAL].into_iter().flat_map(|rows| rows.windows(2)) {
            assert!(pair[0].name < pair[1].name, "{} before {}", pair[0].name, pair[1].name);
        }
    }

    #[test]
    fn every_name_is_found() {
        for entry in entries() {
            assert_eq!(meaning(entry.name), Some(entry));
        }
        assert_eq!(meaning("no_such_function"), None);
        assert!(matches!(meaning("__VERIFIER_nondet_uint"), Some(e) if e.meaning == Meaning::Input(None) && e.fixed));
    }

    #[test]
    fn names_of_the_standards_are_never_externals() {
        let unsupported = |name: &str| meaning(name).is_some_and(|e| e.meaning == Meaning::Unsupported);
        for name in ["wordexp", "regcomp", "strcpy_s", "__isoc23_swscanf", "__wcscpy_chk", "__builtin_apply", "mq_send"]
        {
            assert!(unsupported(name), "{name}");
        }
        for name in ["__VERIFIER_something", "__atomic_something", "__sync_something"] {
            assert!(unsupported(name), "{name}");
        }
        assert_eq!(meaning("__VERIFIER_atomic_swap"), None);
        assert_eq!(meaning("my_wordexp"), None);
    }

    #[test]
    fn atomic_sections_are_functions_of_the_program() {
        assert!(is_atomic_section("__VERIFIER_atomic_inc"));
        assert!(!is_atomic_section("__VERIFIER_atomic_begin"));
        assert!(!is_atomic_section("main"));
    }

    /// Rows that no program calls by their own name: what the compiler makes of statements and macros, and our models' inside.
    fn is_no_function(name: &str) -> bool {
        is_compiler_operation(name) || name.starts_with("__raddle_") || ["__asm", "__asm__", "asm"].contains(&name)
    }

    #[test]
    fn a_function_is_either_promised_something_of_or_not_modelled() {
        let mut names = std::collections::BTreeSet::new();
        for entry in entries() {
            assert!(names.insert(entry.name), "{} is in two tables", entry.name);
            let promised = contract::contract(entry.name).is_some();
            let unsupported = entry.meaning == Meaning::Unsupported;
            assert!(!(promised && unsupported), "{} is promised and not modelled", entry.name);
            assert!(promised || unsupported || is_no_function(entry.name), "{} has no contract", entry.name);
            let level = contract::level(entry, |_| true);
            let stops = [Meaning::Stop, Meaning::Inexact].contains(&entry.meaning);
            assert_eq!(unsupported || stops, level == contract::Level::NotModelled, "{}", entry.name);
        }
    }

    #[test]
    fn reserved_names_without_a_row_are_not_modelled() {
        for name in include_str!("library/standard_names.txt").lines() {
            assert!(meaning(name).is_some() || name.starts_with(ATOMIC_PREFIX), "{name} would be an external");
        }
        // Whatever is glibc's own, also if no list names it.
        for name in ["__strtok_r_chk", "__nanosleep", "__isoc99_anything", "__c11_atomic_new", "__builtin_new"] {
            assert!(meaning(name).is_some_and(|e| e.meaning != Meaning::Model), "{name}");
        }
        // What is nobody's but the program's.
        for name in ["f", "__f", "strlen_", "_strlen", "Strlen", "", "__", "_chk", "my__VERIFIER_error"] {
            assert_eq!(meaning(name), None, "{name}");
        }
    }

    #[test]
    fn names_whose_meaning_the_rules_fix_are_those_of_the_rules() {
        let fixed: Vec<&str> = entries().filter(|e| e.fixed).map(|e| e.name).collect();
        for name in &fixed {
            let of_the_rules = name.starts_with("__VERIFIER_") || *name == "reach_error";
            assert!(of_the_rules || is_no_function(name), "a program may define {name} itself");
        }
        assert!(fixed.contains(&"__VERIFIER_assume") && fixed.contains(&"__VERIFIER_atomic_begin"));
    }

    #[test]
    fn synchronisation_gets_the_arguments_it_needs() {
        for entry in entries() {
            let Meaning::Sync(call) = entry.meaning else { continue };
            let objects = call.op.objects();
            assert!(call.args.len() >= objects.len(), "{}", entry.name);
            for arg in &call.args[..objects.len()] {
                assert!(matches!(arg, SyncArg::Word(_)), "{}: an object is named by its address", entry.name);
            }
            assert_eq!(
                call.op.scope() == crate::SyncScope::ThreadEnd,
                call.result == SyncResult::Never,
                "{}",
                entry.name
            );
            match call.op.scope() {
                crate::SyncScope::Objects(count) => assert_eq!(count, objects.len(), "{}", entry.name),
                _ => assert!(objects.is_empty(), "{}", entry.name),
            }
        }
    }
}
