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

use crate::op::EndKind;
use crate::op::ErrorKind::{self, AssertFail, ReachError};
use crate::op::SyncOp::{self, *};

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

const ANY_INPUT: Entry = Entry { name: INPUT_PREFIX, meaning: Input(None), fixed: true };

use Meaning::*;
use SyncArg::{Behind, Int, Word};

const fn entry(name: &'static str, meaning: Meaning) -> Entry {
    Entry { name, meaning, fixed: false }
}

impl Entry {
    const fn fixed(self) -> Entry {
        Entry { fixed: true, ..self }
    }
}

const fn call(op: SyncOp, args: &'static [SyncArg], result: SyncResult) -> SyncCall {
    SyncCall { op, args, out: None, result }
}

const fn status(op: SyncOp, args: &'static [SyncArg]) -> SyncCall {
    call(op, args, SyncResult::Status)
}

const fn word(op: SyncOp, args: &'static [SyncArg]) -> SyncCall {
    call(op, args, SyncResult::Word)
}

const fn zero(op: SyncOp, args: &'static [SyncArg]) -> SyncCall {
    call(op, args, SyncResult::Zero)
}

const fn never(op: SyncOp, args: &'static [SyncArg]) -> SyncCall {
    call(op, args, SyncResult::Never)
}

const fn out(op: SyncOp, args: &'static [SyncArg], pointer: u8, ty: OutType) -> SyncCall {
    SyncCall { op, args, out: Some(SyncOut { pointer, ty }), result: SyncResult::Status }
}

/// Sorted by name (a test asserts it).
#[rustfmt::skip]
static TABLE: &[Entry] = &[
    entry("_Exit", End(EndKind::Exit)),
    entry("__VERIFIER_assume", Assume).fixed(),
    entry("__VERIFIER_atomic_begin", AtomicBegin).fixed(),
    entry("__VERIFIER_atomic_end", AtomicEnd).fixed(),
    entry("__VERIFIER_error", Error(ReachError)).fixed(),
    entry("__VERIFIER_nondet_bool", Input(Some((0, 1)))).fixed(),
    entry("__VERIFIER_nondet_memory", Model),
    entry("__asm", Assembly).fixed(),
    entry("__asm__", Assembly).fixed(),
    entry("__assert", Error(AssertFail)),
    entry("__assert_fail", Error(AssertFail)),
    entry("__assert_perror_fail", Error(AssertFail)),
    entry("__assert_rtn", Error(AssertFail)),
    entry("__atomic_signal_fence", Fence),
    entry("__atomic_thread_fence", Fence),
    entry("__builtin_alloca", Allocate(Allocation::Stack { size: 0 })),
    entry("__builtin_trap", End(EndKind::Abort)),
    entry("__builtin_unreachable", Unreachable),
    entry("__ctype_b_loc", Model),
    entry("__ctype_get_mb_cur_max", Constant(1)),
    entry("__ctype_tolower_loc", Model),
    entry("__ctype_toupper_loc", Model),
    entry("__errno_location", Model),
    entry("__finite", Model),
    entry("__finitef", Model),
    entry("__fpclassify", Model),
    entry("__fpclassifyf", Model),
    entry("__fprintf_chk", Print(Printer { format: 2, sink: Sink::Stream(0) })),
    entry("__isinf", Model),
    entry("__isinff", Model),
    entry("__isnan", Model),
    entry("__isnanf", Model),
    entry("__isoc23_fscanf", Model),
    entry("__isoc23_scanf", Model),
    entry("__isoc23_sscanf", Model),
    entry("__isoc23_strtol", Model),
    entry("__isoc23_strtoll", Model),
    entry("__isoc23_strtoul", Model),
    entry("__isoc23_strtoull", Model),
    entry("__isoc99_fscanf", Model),
    entry("__isoc99_scanf", Model),
    entry("__isoc99_sscanf", Model),
    entry("__longjmp_chk", Unsupported),
    entry("__memcpy_chk", Model),
    entry("__memmove_chk", Model),
    entry("__memset_chk", Model),
    entry("__printf_chk", Print(Printer { format: 1, sink: Sink::Stdout })),
    entry("__pthread_register_cancel", Unsupported),
    entry("__pthread_unregister_cancel", Unsupported),
    entry("__pthread_unwind_next", Unsupported),
    entry("__raddle_block_size", BlockSize),
    entry("__raddle_copy", Model),
    entry("__raddle_digits", Model),
    entry("__raddle_mutex_init", Sync(status(MutexInit, &[Word(0), Int(1)]))),
    entry("__raddle_nondet_below", Below),
    entry("__raddle_nondet_bool", Anything(Some((0, 1)))),
    entry("__raddle_nondet_char", Anything(None)),
    entry("__raddle_nondet_double", Anything(None)),
    entry("__raddle_nondet_float", Anything(None)),
    entry("__raddle_nondet_int", Anything(None)),
    entry("__raddle_nondet_ldouble", Anything(None)),
    entry("__raddle_nondet_llong", Anything(None)),
    entry("__raddle_nondet_long", Anything(None)),
    entry("__raddle_nondet_short", Anything(None)),
    entry("__raddle_once_enter", Sync(status(OnceEnter, &[Word(0)]))),
    entry("__raddle_once_leave", Sync(zero(OnceLeave, &[Word(0)]))),
    entry("__raddle_run_exit_handlers", Model),
    entry("__raddle_sem_init", Sync(status(SemInit, &[Word(0), Int(1)]))),
    entry("__raddle_sem_timedwait", Sync(status(SemTimedwait, &[Word(0)]))),
    entry("__raddle_sem_trywait", Sync(status(SemTrywait, &[Word(0)]))),
    entry("__raddle_stdout", StandardOutput),
    entry("__raddle_unsupported", Stop),
    entry("__raddle_vformat", Model),
    entry("__raddle_vscan", Model),
    entry("__raddle_vsscan", Model),
    entry("__raddle_yield", Sync(zero(Yield, &[]))),
    entry("__raddle_zero", Model),
    entry("__signbit", Model),
    entry("__signbitf", Model),
    entry("__sigsetjmp", Unsupported),
    entry("__snprintf_chk", Print(Printer { format: 4, sink: Sink::Buffer { addr: 0, size: Some(1) } })),
    entry("__sprintf_chk", Print(Printer { format: 3, sink: Sink::Buffer { addr: 0, size: None } })),
    entry("__strcat_chk", Model),
    entry("__strcpy_chk", Model),
    entry("__strdup", Model),
    entry("__strncpy_chk", Model),
    entry("__sync_synchronize", Fence),
    entry("__vsnprintf_chk", Model),
    entry("_exit", End(EndKind::Exit)),
    entry("_longjmp", Unsupported),
    entry("_pthread_cleanup_pop", Unsupported),
    entry("_pthread_cleanup_push", Unsupported),
    entry("_setjmp", Unsupported),
    entry("abort", End(EndKind::Abort)),
    entry("abs", Model),
    entry("access", Anything(Some((-1, 0)))),
    entry("acos", Anything(None)),
    entry("alarm", Unsupported),
    entry("aligned_alloc", Allocate(Allocation::Aligned { align: 0, size: 1 })),
    entry("alloca", Allocate(Allocation::Stack { size: 0 })),
    entry("asin", Anything(None)),
    entry("asm", Assembly).fixed(),
    entry("asprintf", Unsupported),
    entry("assume_abort_if_not", AssumeOrAbort),
    entry("at_quick_exit", Unsupported),
    entry("atan", Anything(None)),
    entry("atan2", Anything(None)),
    entry("atexit", Model),
    entry("atof", Unsupported),
    entry("atoi", Model),
    entry("atol", Model),
    entry("atoll", Model),
    entry("atomic_signal_fence", Fence),
    entry("atomic_thread_fence", Fence),
    entry("bcmp", Model),
    entry("bcopy", Model),
    entry("bsearch", Model),
    entry("bzero", Model),
    entry("call_once", Model),
    entry("calloc", Allocate(Allocation::Zeroed { count: 0, size: 1 })),
    entry("cbrt", Anything(None)),
    entry("ceil", Model),
    entry("ceilf", Model),
    entry("ceill", Unsupported),
    entry("cfree", Free),
    entry("clearerr", Constant(0)),
    entry("clock", Anything(Some((-1, i32::MAX as i128)))),
    entry("clock_getres", Model),
    entry("clock_gettime", Model),
    entry("clock_nanosleep", Sync(zero(Yield, &[]))),
    entry("clone", Unsupported),
    entry("close", Anything(Some((-1, 0)))),
    entry("cnd_broadcast", Sync(status(CondBroadcast, &[Word(0)]))),
    entry("cnd_destroy", Sync(status(CondDestroy, &[Word(0)]))),
    entry("cnd_init", Sync(status(CondInit, &[Word(0)]))),
    entry("cnd_signal", Sync(status(CondSignal, &[Word(0)]))),
    entry("cnd_timedwait", Model),
    entry("cnd_wait", Sync(status(CondWait, &[Word(0), Word(1)]))),
    entry("copysign", Model),
    entry("copysignf", Model),
    entry("copysignl", Unsupported),
    entry("cos", Anything(None)),
    entry("cosf", Anything(None)),
    entry("cosh", Anything(None)),
    entry("difftime", Model),
    entry("div", Model),
    entry("dlopen", Unsupported),
    entry("dlsym", Unsupported),
    entry("dprintf", Print(Printer { format: 1, sink: Sink::Unobserved })),
    entry("drand48", Model),
    entry("err", Exit),
    entry("error", Model),
    entry("errx", Exit),
    entry("execl", Unsupported),
    entry("execlp", Unsupported),
    entry("execv", Unsupported),
    entry("execve", Unsupported),
    entry("execvp", Unsupported),
    entry("exit", Exit),
    entry("exp", Anything(None)),
    entry("exp2", Anything(None)),
    entry("expf", Anything(None)),
    entry("expm1", Anything(None)),
    entry("fabs", Model),
    entry("fabsf", Model),
    entry("fabsl", Model),
    entry("fclose", Anything(Some((-1, 0)))),
    entry("fdopen", Model),
    entry("feof", Anything(Some((0, 1)))),
    entry("ferror", Anything(Some((0, 1)))),
    entry("fflush", Constant(0)),
    entry("ffs", Model),
    entry("ffsl", Model),
    entry("ffsll", Model),
    entry("fgetc", Anything(Some((-1, 255)))),
    entry("fgets", Model),
    entry("fileno", Anything(Some((-1, 65535)))),
    entry("finite", Model),
    entry("flockfile", Unsupported),
    entry("floor", Model),
    entry("floorf", Model),
    entry("floorl", Unsupported),
    entry("fma", Unsupported),
    entry("fmax", Model),
    entry("fmaxf", Model),
    entry("fmaxl", Unsupported),
    entry("fmemopen", Unsupported),
    entry("fmin", Model),
    entry("fminf", Model),
    entry("fminl", Unsupported),
    entry("fmod", Model),
    entry("fmodf", Model),
    entry("fmodl", Unsupported),
    entry("fopen", Model),
    entry("fork", Unsupported),
    entry("fprintf", Print(Printer { format: 1, sink: Sink::Stream(0) })),
    entry("fputc", Model),
    entry("fputs", Model),
    entry("fread", Model),
    entry("free", Free),
    entry("frexp", Unsupported),
    entry("fscanf", Model),
    entry("fseek", Anything(Some((-1, 0)))),
    entry("fsync", Anything(Some((-1, 0)))),
    entry("ftell", Anything(Some((-1, i32::MAX as i128)))),
    entry("funlockfile", Unsupported),
    entry("fwrite", Model),
    entry("get_nprocs", Anything(Some((1, i32::MAX as i128)))),
    entry("getc", Anything(Some((-1, 255)))),
    entry("getchar", Anything(Some((-1, 255)))),
    entry("getcontext", Unsupported),
    entry("getenv", Model),
    entry("getgid", Anything(None)),
    entry("getline", Unsupported),
    entry("getopt", Unsupported),
    entry("getopt_long", Unsupported),
    entry("getopt_long_only", Unsupported),
    entry("getpagesize", Constant(4096)),
    entry("getpid", Anything(Some((1, i32::MAX as i128)))),
    entry("getppid", Anything(Some((0, i32::MAX as i128)))),
    entry("gets", Unsupported),
    entry("gettid", Anything(Some((1, i32::MAX as i128)))),
    entry("gettimeofday", Model),
    entry("getuid", Anything(None)),
    entry("hsearch", Unsupported),
    entry("htonl", Model),
    entry("htons", Model),
    entry("hypot", Anything(None)),
    entry("ilogb", Unsupported),
    entry("imaxabs", Model),
    entry("index", Model),
    entry("isalnum", Model),
    entry("isalpha", Model),
    entry("isascii", Model),
    entry("isatty", Anything(Some((0, 1)))),
    entry("isblank", Model),
    entry("iscntrl", Model),
    entry("isdigit", Model),
    entry("isgraph", Model),
    entry("isinf", Model),
    entry("islower", Model),
    entry("isnan", Model),
    entry("isprint", Model),
    entry("ispunct", Model),
    entry("isspace", Model),
    entry("isupper", Model),
    entry("isxdigit", Model),
    entry("kill", Unsupported),
    entry("labs", Model),
    entry("ldexp", Unsupported),
    entry("ldexpf", Unsupported),
    entry("ldexpl", Unsupported),
    entry("ldiv", Model),
    entry("lfind", Unsupported),
    entry("llabs", Model),
    entry("lldiv", Model),
    entry("llrint", Model),
    entry("llround", Model),
    entry("log", Anything(None)),
    entry("log10", Anything(None)),
    entry("log1p", Anything(None)),
    entry("log2", Anything(None)),
    entry("logb", Unsupported),
    entry("logf", Anything(None)),
    entry("longjmp", Unsupported),
    entry("lrand48", Anything(Some((0, i32::MAX as i128)))),
    entry("lrint", Model),
    entry("lround", Model),
    entry("lsearch", Unsupported),
    entry("makecontext", Unsupported),
    entry("malloc", Allocate(Allocation::Heap { size: 0 })),
    entry("malloc_usable_size", BlockSize),
    entry("mbstowcs", Unsupported),
    entry("mbtowc", Unsupported),
    entry("memalign", Allocate(Allocation::Aligned { align: 0, size: 1 })),
    entry("memccpy", Model),
    entry("memchr", Model),
    entry("memcmp", Model),
    entry("memcpy", Model),
    entry("memmem", Unsupported),
    entry("memmove", Model),
    entry("mempcpy", Model),
    entry("memrchr", Model),
    entry("memset", Model),
    entry("mmap", Unsupported),
    entry("modf", Model),
    entry("mrand48", Anything(Some((i32::MIN as i128, i32::MAX as i128)))),
    entry("mtx_destroy", Sync(status(MutexDestroy, &[Word(0)]))),
    entry("mtx_init", Model),
    entry("mtx_lock", Sync(status(MutexLock, &[Word(0)]))),
    entry("mtx_timedlock", Model),
    entry("mtx_trylock", Model),
    entry("mtx_unlock", Sync(status(MutexUnlock, &[Word(0)]))),
    entry("munmap", Unsupported),
    entry("nanosleep", Sync(zero(Yield, &[]))),
    entry("nearbyint", Model),
    entry("nextafter", Unsupported),
    entry("nl_langinfo", Unsupported),
    entry("ntohl", Model),
    entry("ntohs", Model),
    entry("on_exit", Unsupported),
    entry("open", Anything(Some((-1, 65535)))),
    entry("open_memstream", Unsupported),
    entry("pause", Unsupported),
    entry("perror", Constant(0)),
    entry("posix_memalign", Model),
    entry("pow", Anything(None)),
    entry("powf", Anything(None)),
    entry("printf", Print(Printer { format: 0, sink: Sink::Stdout })),
    entry("pthread_atfork", Constant(0)),
    entry("pthread_attr_destroy", Constant(0)),
    entry("pthread_attr_getdetachstate", Model),
    entry("pthread_attr_getguardsize", Model),
    entry("pthread_attr_getinheritsched", Model),
    entry("pthread_attr_getschedpolicy", Model),
    entry("pthread_attr_getscope", Model),
    entry("pthread_attr_getstacksize", Model),
    entry("pthread_attr_init", Model),
    entry("pthread_attr_setaffinity_np", Constant(0)),
    entry("pthread_attr_setdetachstate", Model),
    entry("pthread_attr_setguardsize", Constant(0)),
    entry("pthread_attr_setinheritsched", Constant(0)),
    entry("pthread_attr_setschedparam", Constant(0)),
    entry("pthread_attr_setschedpolicy", Constant(0)),
    entry("pthread_attr_setscope", Constant(0)),
    entry("pthread_attr_setstack", Constant(0)),
    entry("pthread_attr_setstackaddr", Constant(0)),
    entry("pthread_attr_setstacksize", Constant(0)),
    entry("pthread_barrier_destroy", Sync(status(BarrierDestroy, &[Word(0)]))),
    entry("pthread_barrier_init", Sync(status(BarrierInit, &[Word(0), Int(2)]))),
    entry("pthread_barrier_wait", Sync(status(BarrierWait, &[Word(0)]))),
    entry("pthread_barrierattr_destroy", Constant(0)),
    entry("pthread_barrierattr_init", Constant(0)),
    entry("pthread_barrierattr_setpshared", Constant(0)),
    entry("pthread_cancel", Unsupported),
    entry("pthread_clockjoin_np", Unsupported),
    entry("pthread_cond_broadcast", Sync(status(CondBroadcast, &[Word(0)]))),
    entry("pthread_cond_clockwait", Sync(status(CondTimedwait, &[Word(0), Word(1)]))),
    entry("pthread_cond_destroy", Sync(status(CondDestroy, &[Word(0)]))),
    entry("pthread_cond_init", Sync(status(CondInit, &[Word(0)]))),
    entry("pthread_cond_signal", Sync(status(CondSignal, &[Word(0)]))),
    entry("pthread_cond_timedwait", Sync(status(CondTimedwait, &[Word(0), Word(1)]))),
    entry("pthread_cond_wait", Sync(status(CondWait, &[Word(0), Word(1)]))),
    entry("pthread_condattr_destroy", Constant(0)),
    entry("pthread_condattr_init", Constant(0)),
    entry("pthread_condattr_setclock", Constant(0)),
    entry("pthread_condattr_setpshared", Constant(0)),
    entry("pthread_create", Sync(out(ThreadCreate, &[Word(2), Word(3), Behind(1)], 0, OutType::Word))),
    entry("pthread_detach", Sync(status(ThreadDetach, &[Word(0)]))),
    entry("pthread_equal", Model),
    entry("pthread_exit", Sync(never(ThreadExit, &[Word(0)]))),
    entry("pthread_getattr_np", Unsupported),
    entry("pthread_getconcurrency", Anything(Some((0, i32::MAX as i128)))),
    entry("pthread_getspecific", Sync(word(KeyGet, &[Int(0)]))),
    entry("pthread_join", Sync(out(ThreadJoin, &[Word(0)], 1, OutType::Word))),
    entry("pthread_key_create", Sync(out(KeyCreate, &[Word(1)], 0, OutType::UInt))),
    entry("pthread_key_delete", Sync(status(KeyDelete, &[Int(0)]))),
    entry("pthread_kill", Unsupported),
    entry("pthread_mutex_clocklock", Sync(status(MutexTimedlock, &[Word(0)]))),
    entry("pthread_mutex_consistent", Constant(0)),
    entry("pthread_mutex_destroy", Sync(status(MutexDestroy, &[Word(0)]))),
    entry("pthread_mutex_getprioceiling", Unsupported),
    entry("pthread_mutex_init", Sync(status(MutexInit, &[Word(0), Behind(1)]))),
    entry("pthread_mutex_lock", Sync(status(MutexLock, &[Word(0)]))),
    entry("pthread_mutex_setprioceiling", Unsupported),
    entry("pthread_mutex_timedlock", Sync(status(MutexTimedlock, &[Word(0)]))),
    entry("pthread_mutex_trylock", Sync(status(MutexTrylock, &[Word(0)]))),
    entry("pthread_mutex_unlock", Sync(status(MutexUnlock, &[Word(0)]))),
    entry("pthread_mutexattr_destroy", Constant(0)),
    entry("pthread_mutexattr_gettype", Model),
    entry("pthread_mutexattr_init", Model),
    entry("pthread_mutexattr_setkind_np", Model),
    entry("pthread_mutexattr_setprioceiling", Constant(0)),
    entry("pthread_mutexattr_setprotocol", Constant(0)),
    entry("pthread_mutexattr_setpshared", Constant(0)),
    entry("pthread_mutexattr_setrobust", Constant(0)),
    entry("pthread_mutexattr_setrobust_np", Constant(0)),
    entry("pthread_mutexattr_settype", Model),
    entry("pthread_once", Model),
    entry("pthread_rwlock_clockrdlock", Sync(status(RwlockTimedrdlock, &[Word(0)]))),
    entry("pthread_rwlock_clockwrlock", Sync(status(RwlockTimedwrlock, &[Word(0)]))),
    entry("pthread_rwlock_destroy", Sync(status(RwlockDestroy, &[Word(0)]))),
    entry("pthread_rwlock_init", Sync(status(RwlockInit, &[Word(0)]))),
    entry("pthread_rwlock_rdlock", Sync(status(RwlockRdlock, &[Word(0)]))),
    entry("pthread_rwlock_timedrdlock", Sync(status(RwlockTimedrdlock, &[Word(0)]))),
    entry("pthread_rwlock_timedwrlock", Sync(status(RwlockTimedwrlock, &[Word(0)]))),
    entry("pthread_rwlock_tryrdlock", Sync(status(RwlockTryrdlock, &[Word(0)]))),
    entry("pthread_rwlock_trywrlock", Sync(status(RwlockTrywrlock, &[Word(0)]))),
    entry("pthread_rwlock_unlock", Sync(status(RwlockUnlock, &[Word(0)]))),
    entry("pthread_rwlock_wrlock", Sync(status(RwlockWrlock, &[Word(0)]))),
    entry("pthread_rwlockattr_destroy", Constant(0)),
    entry("pthread_rwlockattr_init", Constant(0)),
    entry("pthread_rwlockattr_setkind_np", Constant(0)),
    entry("pthread_rwlockattr_setpshared", Constant(0)),
    entry("pthread_self", Sync(word(ThreadSelf, &[]))),
    entry("pthread_setaffinity_np", Constant(0)),
    entry("pthread_setcancelstate", Model),
    entry("pthread_setcanceltype", Model),
    entry("pthread_setconcurrency", Constant(0)),
    entry("pthread_setname_np", Constant(0)),
    entry("pthread_setschedparam", Constant(0)),
    entry("pthread_setschedprio", Constant(0)),
    entry("pthread_setspecific", Sync(status(KeySet, &[Int(0), Word(1)]))),
    entry("pthread_sigmask", Constant(0)),
    entry("pthread_sigqueue", Unsupported),
    entry("pthread_spin_destroy", Sync(status(SpinDestroy, &[Word(0)]))),
    entry("pthread_spin_init", Sync(status(SpinInit, &[Word(0)]))),
    entry("pthread_spin_lock", Sync(status(SpinLock, &[Word(0)]))),
    entry("pthread_spin_trylock", Sync(status(SpinTrylock, &[Word(0)]))),
    entry("pthread_spin_unlock", Sync(status(SpinUnlock, &[Word(0)]))),
    entry("pthread_testcancel", Constant(0)),
    entry("pthread_timedjoin_np", Unsupported),
    entry("pthread_tryjoin_np", Unsupported),
    entry("pthread_yield", Sync(zero(Yield, &[]))),
    entry("putc", Model),
    entry("putchar", Model),
    entry("putchar_unlocked", Model),
    entry("puts", Model),
    entry("qsort", Model),
    entry("qsort_r", Unsupported),
    entry("quick_exit", End(EndKind::Exit)),
    entry("raise", Unsupported),
    entry("rand", Anything(Some((0, i32::MAX as i128)))),
    entry("rand_r", Model),
    entry("random", Anything(Some((0, i32::MAX as i128)))),
    entry("random_r", Unsupported),
    entry("reach_error", Error(ReachError)).fixed(),
    entry("read", Model),
    entry("realloc", Model),
    entry("reallocarray", Model),
    entry("remainder", Unsupported),
    entry("remove", Anything(Some((-1, 0)))),
    entry("remquo", Unsupported),
    entry("rename", Anything(Some((-1, 0)))),
    entry("rewind", Constant(0)),
    entry("rindex", Model),
    entry("rint", Model),
    entry("round", Model),
    entry("roundf", Model),
    entry("roundl", Unsupported),
    entry("scalbln", Unsupported),
    entry("scalbn", Unsupported),
    entry("scanf", Model),
    entry("sched_get_priority_max", Anything(Some((0, 99)))),
    entry("sched_get_priority_min", Anything(Some((0, 99)))),
    entry("sched_getcpu", Anything(Some((0, 65535)))),
    entry("sched_setaffinity", Anything(Some((-1, 0)))),
    entry("sched_yield", Sync(zero(Yield, &[]))),
    entry("secure_getenv", Model),
    entry("sem_clockwait", Model),
    entry("sem_close", Unsupported),
    entry("sem_destroy", Sync(status(SemDestroy, &[Word(0)]))),
    entry("sem_getvalue", Sync(out(SemGetvalue, &[Word(0)], 1, OutType::Int))),
    entry("sem_init", Model),
    entry("sem_open", Unsupported),
    entry("sem_post", Sync(status(SemPost, &[Word(0)]))),
    entry("sem_timedwait", Model),
    entry("sem_trywait", Model),
    entry("sem_unlink", Unsupported),
    entry("sem_wait", Sync(status(SemWait, &[Word(0)]))),
    entry("setbuf", Constant(0)),
    entry("setcontext", Unsupported),
    entry("setitimer", Unsupported),
    entry("setjmp", Unsupported),
    entry("setlinebuf", Constant(0)),
    entry("setlocale", Model),
    entry("setvbuf", Constant(0)),
    entry("sigaction", Unsupported),
    entry("sigaddset", Constant(0)),
    entry("sigdelset", Constant(0)),
    entry("sigemptyset", Constant(0)),
    entry("sigfillset", Constant(0)),
    entry("siglongjmp", Unsupported),
    entry("signal", Unsupported),
    entry("sigprocmask", Constant(0)),
    entry("sigsetjmp", Unsupported),
    entry("sigsuspend", Unsupported),
    entry("sigwait", Unsupported),
    entry("sin", Anything(None)),
    entry("sinf", Anything(None)),
    entry("sinh", Anything(None)),
    entry("sleep", Sync(zero(Yield, &[]))),
    entry("snprintf", Print(Printer { format: 2, sink: Sink::Buffer { addr: 0, size: Some(1) } })),
    entry("sprintf", Print(Printer { format: 1, sink: Sink::Buffer { addr: 0, size: None } })),
    entry("sqrt", Model),
    entry("sqrtf", Model),
    entry("sqrtl", Unsupported),
    entry("srand", Constant(0)),
    entry("srand48", Constant(0)),
    entry("srandom", Constant(0)),
    entry("sscanf", Model),
    entry("stpcpy", Model),
    entry("strcasecmp", Model),
    entry("strcasestr", Unsupported),
    entry("strcat", Model),
    entry("strchr", Model),
    entry("strchrnul", Model),
    entry("strcmp", Model),
    entry("strcoll", Model),
    entry("strcpy", Model),
    entry("strcspn", Model),
    entry("strdup", Model),
    entry("strerror", Model),
    entry("strerror_r", Unsupported),
    entry("strlcat", Unsupported),
    entry("strlcpy", Unsupported),
    entry("strlen", Model),
    entry("strncasecmp", Model),
    entry("strncat", Model),
    entry("strncmp", Model),
    entry("strncpy", Model),
    entry("strndup", Model),
    entry("strnlen", Model),
    entry("strpbrk", Model),
    entry("strrchr", Model),
    entry("strsep", Model),
    entry("strspn", Model),
    entry("strstr", Model),
    entry("strtod", Unsupported),
    entry("strtof", Unsupported),
    entry("strtok", Model),
    entry("strtok_r", Model),
    entry("strtol", Model),
    entry("strtold", Unsupported),
    entry("strtoll", Model),
    entry("strtoul", Model),
    entry("strtoull", Model),
    entry("strverscmp", Unsupported),
    entry("strxfrm", Unsupported),
    entry("swab", Unsupported),
    entry("swapcontext", Unsupported),
    entry("syscall", Unsupported),
    entry("sysconf", Anything(None)),
    entry("syslog", Print(Printer { format: 1, sink: Sink::Unobserved })),
    entry("system", Unsupported),
    entry("tan", Anything(None)),
    entry("tanf", Anything(None)),
    entry("tanh", Anything(None)),
    entry("tfind", Unsupported),
    entry("thrd_create", Model),
    entry("thrd_current", Sync(word(ThreadSelf, &[]))),
    entry("thrd_detach", Model),
    entry("thrd_equal", Model),
    entry("thrd_exit", Model),
    entry("thrd_join", Model),
    entry("thrd_sleep", Sync(zero(Yield, &[]))),
    entry("thrd_yield", Sync(zero(Yield, &[]))),
    entry("time", Model),
    entry("timer_create", Unsupported),
    entry("timespec_get", Model),
    entry("toascii", Model),
    entry("tolower", Model),
    entry("toupper", Model),
    entry("trunc", Model),
    entry("truncf", Model),
    entry("truncl", Unsupported),
    entry("tsearch", Unsupported),
    entry("tss_create", Sync(out(KeyCreate, &[Word(1)], 0, OutType::UInt))),
    entry("tss_delete", Sync(status(KeyDelete, &[Int(0)]))),
    entry("tss_get", Sync(word(KeyGet, &[Int(0)]))),
    entry("tss_set", Model),
    entry("ungetc", Unsupported),
    entry("unlink", Anything(Some((-1, 0)))),
    entry("usleep", Sync(zero(Yield, &[]))),
    entry("valloc", Model),
    entry("vasprintf", Unsupported),
    entry("verr", Exit),
    entry("verrx", Exit),
    entry("vfork", Unsupported),
    entry("vfprintf", Model),
    entry("vprintf", Model),
    entry("vsnprintf", Model),
    entry("vsprintf", Model),
    entry("warn", Print(Printer { format: 0, sink: Sink::Unobserved })),
    entry("warnx", Print(Printer { format: 0, sink: Sink::Unobserved })),
    entry("wcscmp", Unsupported),
    entry("wcscpy", Unsupported),
    entry("wcslen", Unsupported),
    entry("wcstombs", Unsupported),
    entry("wctomb", Unsupported),
    entry("write", Model),
];

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
        assert!(matches!(meaning("__VERIFIER_nondet_uint"), Some(e) if e.meaning == Input(None) && e.fixed));
    }

    #[test]
    fn atomic_sections_are_functions_of_the_program() {
        assert!(is_atomic_section("__VERIFIER_atomic_inc"));
        assert!(!is_atomic_section("__VERIFIER_atomic_begin"));
        assert!(!is_atomic_section("main"));
    }
}
