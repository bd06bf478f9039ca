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

use std::collections::BTreeSet;

use raddle_program::SyncOp;
use raddle_program::library::{self, Meaning};

// The models, cut into snippets when Raddle was built: `FILES` and `ROWS`.
include!(concat!(env!("OUT_DIR"), "/snippets.rs"));

/// Some C text that defines one or a few library functions.
#[derive(Debug)]
pub struct ModelSource {
    /// The first function it defines; its name as a unit of the program.
    pub name: &'static str,
    /// Whether it is only for programs that create no threads.
    pub sequential: bool,
    /// The C text.
    pub text: String,
}

/// Where the snippet is that defines a function.
#[derive(Debug)]
struct Row {
    function: &'static str,
    /// Whether the snippet is only for programs that create no threads.
    sequential: bool,
    /// The first function that the snippet defines.
    name: &'static str,
    /// The snippet: from a byte of a file to another one.
    file: usize,
    start: usize,
    end: usize,
}

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
    let Some(entry) = library::meaning(name) else { return &[] };
    match entry.meaning {
        Meaning::Print(_) => PRINTING,
        Meaning::Anything(_) | Meaning::Constant(_) | Meaning::Sync(_) => ACCESSES,
        Meaning::Error(_)
        | Meaning::End(_)
        | Meaning::Die(_)
        | Meaning::Exit
        | Meaning::Assert
        | Meaning::Assume
        | Meaning::AssumeOrAbort
        | Meaning::AtomicBegin
        | Meaning::AtomicEnd
        | Meaning::Input(_)
        | Meaning::Below
        | Meaning::OneOf
        | Meaning::Between
        | Meaning::Allocate(_)
        | Meaning::Free
        | Meaning::BlockSize
        | Meaning::TakeText
        | Meaning::Compute(_)
        | Meaning::StandardStream(_)
        | Meaning::Fence
        | Meaning::Assembly
        | Meaning::Unreachable
        | Meaning::Model
        | Meaning::Contract
        | Meaning::Unsupported
        | Meaning::Stop
        | Meaning::Inexact
        | Meaning::Assuming => &[],
    }
}

/// The snippets that define the named functions (names without a model are left out), with all they depend on, and
/// with those every program may need. Each snippet comes once; the order depends only on the set of names.
pub fn needed<'n>(undefined: impl IntoIterator<Item = &'n str>) -> Vec<ModelSource> {
    let undefined: Vec<&str> = undefined.into_iter().chain(ALWAYS.iter().copied()).collect();
    let concurrent = closure(&undefined, false);
    let creates = |name: &str| creates_threads(name);
    let calls = |model: &ModelSource| identifiers(&model.text).any(creates);
    match undefined.iter().any(|name| creates(name)) || concurrent.iter().any(calls) {
        true => concurrent,
        false => closure(&undefined, true),
    }
}

/// Whether a call of a function of this name may create a thread.
fn creates_threads(name: &str) -> bool {
    let meaning = library::meaning(name).map(|entry| entry.meaning);
    matches!(meaning, Some(Meaning::Sync(call)) if call.op == SyncOp::ThreadCreate)
}

/// The snippets of some functions and of those they depend on.
fn closure(names: &[&str], sequential: bool) -> Vec<ModelSource> {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut found: BTreeSet<&'static str> = BTreeSet::new();
    let mut result: Vec<ModelSource> = Vec::new();
    let mut queue: Vec<String> = names.iter().map(|name| name.to_string()).collect();
    while let Some(name) = queue.pop() {
        for function in [name.as_str()].into_iter().chain(accesses(&name).iter().copied()) {
            if let Some(model) = model(function, sequential).filter(|model| found.insert(model.name)) {
                let words = identifiers(&model.text).filter(|word| !seen.contains(*word)).map(str::to_string);
                queue.extend(words);
                result.push(model);
            }
        }
        seen.insert(name);
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
    let models = closure(&[name], false);
    let asks = |model: &ModelSource| identifiers(&model.text).any(|w| ASKING.iter().any(|a| w.starts_with(a)));
    let own = model(name, false).map_or(String::new(), |model| model.text);
    let text = |rest: &str| rest.strip_prefix("(\"")?.split('"').next().map(str::to_string);
    let told = |call: &str| own.split(call).skip(1).filter_map(text).collect();
    ModelFacts {
        is_nondeterministic: models.iter().any(asks),
        inexact: told("__raddle_inexact"),
        unsupported: told("__raddle_unsupported"),
        assumed: told("__raddle_assuming"),
    }
}

/// The snippet of a function, in programs that create threads or in those that do not.
fn model(function: &str, sequential: bool) -> Option<ModelSource> {
    let row =
        |special: bool| ROWS.binary_search_by(|row| (row.function, row.sequential).cmp(&(function, special))).ok();
    let special = if sequential { row(true) } else { None };
    if let Some(row) = special.or_else(|| row(false)).map(|index| &ROWS[index]) {
        let text = with_error_numbers(&FILES[row.file][row.start..row.end]);
        return Some(ModelSource { name: row.name, sequential: row.sequential, text });
    }
    let entry = library::meaning(function).filter(|entry| entry.meaning == Meaning::Contract)?;
    let promise = library::contract::contract(entry.name)?;
    let text = with_error_numbers(&contract::text(promise));
    Some(ModelSource { name: promise.name(), sequential: false, text })
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
            let modelled = model(entry.name, false).is_some();
            assert_eq!(modelled, matches!(entry.meaning, Meaning::Model | Meaning::Contract), "{}", entry.name);
        }
        for Row { function, .. } in ROWS {
            assert!(library::meaning(function).is_some(), "{function} has a model but is not in the table");
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
        let models = library::entries().flat_map(|e| [true, false].into_iter().filter_map(|s| model(e.name, s)));
        for model in models {
            for word in identifiers(&model.text).filter(|w| w.starts_with("__raddle_") || w.starts_with("pthread_")) {
                let tag = word.ends_with("div");
                assert!(tag || library::meaning(word).is_some(), "{word} in {}", model.name);
            }
        }
    }
}
