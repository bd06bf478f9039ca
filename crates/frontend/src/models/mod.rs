//! Library functions written in C.
//!
//! A model is C text that our own front end compiles together with the program that calls it, so that every engine
//! gets the function without knowing it, byte by byte and access by access. The files in `models/` are cut into
//! *snippets* at lines of the form `//@ name name …`, which say what functions a snippet defines. Only the snippets a
//! program needs are compiled: those of the functions it calls but does not define, and of the functions these call.
//!
//! A snippet declares what it calls and depends on no header: objects of library types are `void *`, `size_t` is
//! `unsigned long`, which has the right width in both data models. What C cannot say is said with functions named
//! `__raddle_*` that the library table ([`raddle_program::library`]) gives a meaning. Error numbers are written by name.
//!
//! A function that may do whatever its contract allows has no snippet in a file: [`contract`] writes it.
//!
//! A library copy is no atomic step: another thread may see it half done. So models copy byte by byte, which costs eight times
//! the steps of copying words. Where no thread is ever created nobody can tell, and there a snippet marked
//! `//@ sequential name …` takes the place of the one that defines the same functions.
//!
//! Rejected: models as hand-made automata (nobody can read them), and one text for all (each run would pay for it).

mod contract;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use raddle_program::SyncOp;
use raddle_program::library::{self, Meaning};

/// Some C text that defines one or a few library functions.
#[derive(Debug)]
pub struct ModelSource {
    /// The first function it defines; its name as a unit of the program.
    pub name: &'static str,
    /// The functions it defines, separated by blanks.
    pub defines: &'static str,
    /// Whether it is only for programs that create no threads.
    pub sequential: bool,
    origin: Origin,
    /// The text, made when somebody needs it: a program needs few of the models.
    text: OnceLock<String>,
}

/// Where the text of a snippet comes from.
#[derive(Clone, Copy, Debug)]
enum Origin {
    /// A file; error numbers are still names.
    File(&'static str),
    /// It is written from a contract.
    Contract(&'static library::Contract),
}

impl ModelSource {
    /// The C text.
    pub fn text(&self) -> &str {
        self.text.get_or_init(|| match self.origin {
            Origin::File(text) => with_error_numbers(text),
            Origin::Contract(promise) => with_error_numbers(&contract::text(promise)),
        })
    }
}

/// The files, in the order in which they are read.
const FILES: &[&str] = &[
    include_str!("support.c"),
    include_str!("allocation.c"),
    include_str!("string.c"),
    include_str!("stdlib.c"),
    include_str!("ctype.c"),
    include_str!("wide.c"),
    include_str!("stdio.c"),
    include_str!("streams.c"),
    include_str!("stream_input.c"),
    include_str!("stream_output.c"),
    include_str!("stream_locks.c"),
    include_str!("memory_streams.c"),
    include_str!("files.c"),
    include_str!("descriptors.c"),
    include_str!("pipes.c"),
    include_str!("transfer.c"),
    include_str!("opened.c"),
    include_str!("signal.c"),
    include_str!("getopt.c"),
    include_str!("sockets.c"),
    include_str!("waiting.c"),
    include_str!("addresses.c"),
    include_str!("connections.c"),
    include_str!("pthread.c"),
    include_str!("pthread_attributes.c"),
    include_str!("threads.c"),
    include_str!("time.c"),
    include_str!("calendar.c"),
    include_str!("environment.c"),
    include_str!("process.c"),
    include_str!("system.c"),
    include_str!("math.c"),
    include_str!("ieee.c"),
    include_str!("classes.c"),
    include_str!("libm.c"),
    include_str!("numbers.c"),
    include_str!("scan.c"),
    include_str!("search.c"),
    include_str!("errors.c"),
];

/// What begins a snippet.
const MARK: &str = "//@ ";

/// What begins the list of functions of a snippet that is only for programs that create no threads.
const SEQUENTIAL: &str = "sequential ";

/// The functions that lowering calls by itself.
const ALWAYS: &[&str] = &[raddle_program::library::COPY, raddle_program::library::READ, raddle_program::library::ZERO];

/// The functions that lowering calls for library functions without a body, to make their accesses.
const ACCESSES: &[&str] =
    &[raddle_program::library::READ_TEXT, raddle_program::library::READ, raddle_program::library::WRITE_ANY];

/// Those that lowering calls for functions that print.
const PRINTING: &[&str] = &[
    raddle_program::library::READ_TEXT,
    raddle_program::library::READ,
    raddle_program::library::WRITE_ANY,
    raddle_program::library::ERRNO_OF_DROPPED_OUTPUT,
    raddle_program::library::ERRNO_OF_OUTPUT,
    raddle_program::library::OUTPUT_FAILS,
    raddle_program::library::STREAM_REFUSES,
];

/// What lowering may call for a library function of this name.
fn accesses(name: &str) -> &'static [&'static str] {
    let meaning = library::meaning(name).map(|entry| entry.meaning);
    match meaning {
        Some(Meaning::Print(_)) => PRINTING,
        Some(Meaning::Anything(_) | Meaning::Constant(_) | Meaning::Sync(_)) => ACCESSES,
        _ => &[],
    }
}

/// The snippets that define the named functions (names without a model are left out), with all they depend on, and
/// with those every program may need. Each snippet comes once; the order depends only on the set of names.
pub fn needed<'n>(undefined: impl IntoIterator<Item = &'n str>) -> Vec<&'static ModelSource> {
    let undefined: Vec<&str> = undefined.into_iter().chain(ALWAYS.iter().copied()).collect();
    let concurrent = closure(&undefined, index(false));
    let creates = |name: &str| creates_threads(name);
    let calls = |model: &&ModelSource| identifiers(model.text()).any(creates);
    match undefined.iter().any(|name| creates(name)) || concurrent.iter().any(calls) {
        true => concurrent,
        false => closure(&undefined, index(true)),
    }
}

/// Whether a call of a function of this name may create a thread.
fn creates_threads(name: &str) -> bool {
    let meaning = library::meaning(name).map(|entry| entry.meaning);
    matches!(meaning, Some(Meaning::Sync(call)) if call.op == SyncOp::ThreadCreate)
}

/// The snippets of some functions and of those they depend on.
fn closure(names: &[&str], index: &Index) -> Vec<&'static ModelSource> {
    let mut found: BTreeSet<&'static str> = BTreeSet::new();
    let mut result = Vec::new();
    let named = |name: &str| {
        let own = index.get(name).copied().into_iter();
        own.chain(accesses(name).iter().filter_map(|n| index.get(n).copied())).collect::<Vec<_>>()
    };
    let mut queue: Vec<&'static ModelSource> = names.iter().copied().flat_map(named).collect();
    while let Some(model) = queue.pop() {
        if found.insert(model.name) {
            result.push(model);
            queue.extend(identifiers(model.text()).flat_map(named));
        }
    }
    result.sort_by_key(|m| m.name);
    result
}

/// What the model of a function says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelFacts {
    /// Whether it, or a model it calls, asks for values that nothing determines.
    pub is_nondeterministic: bool,
    /// What it gives more possibilities than there are; a violation that rests on it is not believed.
    pub inexact: Vec<String>,
    /// What it does not model.
    pub unsupported: Vec<String>,
    /// What a verdict assumes where it is called.
    pub assumed: Vec<String>,
}

/// What is known of the model of a function.
pub fn facts(name: &str) -> ModelFacts {
    const ASKING: &[&str] = &["__raddle_nondet_", "__raddle_one_of", "__raddle_int_between", "__raddle_long_between"];
    let models = closure(&[name], index(false));
    let asks = |model: &&ModelSource| identifiers(model.text()).any(|w| ASKING.iter().any(|a| w.starts_with(a)));
    let own = index(false).get(name).map_or("", |model| model.text());
    let text = |rest: &str| rest.strip_prefix("(\"")?.split('"').next().map(str::to_string);
    let told = |call: &str| own.split(call).skip(1).filter_map(text).collect();
    ModelFacts {
        is_nondeterministic: models.iter().any(asks),
        inexact: told("__raddle_inexact"),
        unsupported: told("__raddle_unsupported"),
        assumed: told("__raddle_assuming"),
    }
}

type Index = BTreeMap<&'static str, &'static ModelSource>;

/// The snippet of each function, in programs that create threads and in those that do not.
fn index(sequential: bool) -> &'static Index {
    static SNIPPETS: OnceLock<Vec<ModelSource>> = OnceLock::new();
    static INDEXES: [OnceLock<Index>; 2] = [OnceLock::new(), OnceLock::new()];
    INDEXES[usize::from(sequential)].get_or_init(|| {
        let snippets = SNIPPETS.get_or_init(|| FILES.iter().flat_map(|file| cut(file)).chain(written()).collect());
        let of = |special: bool| {
            let snippets = snippets.iter().filter(move |s| s.sequential == special);
            snippets.flat_map(|s| s.defines.split_whitespace().map(move |name| (name, s)))
        };
        match sequential {
            false => of(false).collect(),
            true => of(false).chain(of(true)).collect(),
        }
    })
}

/// Cuts a file into snippets; what stands before the first mark is a comment.
fn cut(file: &'static str) -> Vec<ModelSource> {
    let mut snippets = Vec::new();
    for piece in file.split(MARK).skip(1) {
        let (defines, text) = piece.split_once('\n').unwrap_or((piece, ""));
        let (sequential, defines) = match defines.strip_prefix(SEQUENTIAL) {
            Some(defines) => (true, defines),
            None => (false, defines),
        };
        let name = defines.split_whitespace().next().unwrap_or(defines);
        snippets.push(ModelSource { name, defines, sequential, origin: Origin::File(text), text: OnceLock::new() });
    }
    snippets
}

/// The snippets that are written from contracts.
fn written() -> impl Iterator<Item = ModelSource> {
    let contracts = library::contract::all();
    contracts.filter(|c| library::meaning(c.name()).is_some_and(|e| e.meaning == Meaning::Contract)).map(|c| {
        let name = c.name();
        ModelSource { name, defines: name, sequential: false, origin: Origin::Contract(c), text: OnceLock::new() }
    })
}

/// A text after declarations of the error numbers it names.
fn with_error_numbers(text: &str) -> String {
    let names: BTreeSet<&str> = identifiers(text).collect();
    let numbers = names.iter().filter_map(|name| Some((name, library::error_number(name)?)));
    let list: Vec<String> = numbers.map(|(name, number)| format!("{name} = {number}")).collect();
    match list.is_empty() {
        true => text.to_string(),
        false => format!("enum {{ {} }};\n{text}", list.join(", ")),
    }
}

/// The words of a C text outside of comments, which name many a library function without calling it.
fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let code = text.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code));
    code.flat_map(|line| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')).filter(|w| !w.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_and_the_models_agree() {
        for entry in library::entries() {
            let modelled = index(false).contains_key(entry.name);
            assert_eq!(modelled, matches!(entry.meaning, Meaning::Model | Meaning::Contract), "{}", entry.name);
        }
        for name in index(false).keys() {
            assert!(library::meaning(name).is_some(), "{name} has a model but is not in the table");
        }
    }

    #[test]
    fn dependencies_come_along() {
        let names: Vec<_> = needed(["strdup", "no_such_function"]).iter().map(|m| m.name).collect();
        assert_eq!(names, ["__raddle_copy", "__raddle_read", "__raddle_zero", "strdup", "strlen"]);
    }

    #[test]
    fn copies_are_in_words_where_nobody_can_tell() {
        let in_words = |names: &[&'static str]| {
            let models = needed(names.iter().copied());
            models.iter().filter(|m| m.sequential).map(|m| m.name).collect::<Vec<_>>()
        };
        assert_eq!(in_words(&["memset"]), ["__raddle_copy", "memset"]);
        assert!(in_words(&["memset", "pthread_create"]).is_empty());
        assert!(in_words(&["memset", "thrd_create"]).is_empty());
    }

    #[test]
    fn what_a_model_calls_has_a_meaning() {
        for model in index(true).values().chain(index(false).values()) {
            for word in identifiers(model.text()).filter(|w| w.starts_with("__raddle_") || w.starts_with("pthread_")) {
                let tag = word.ends_with("div");
                assert!(tag || library::meaning(word).is_some(), "{word} in {}", model.name);
            }
        }
    }
}
