//! What a library function promises, as data.
//!
//! Each function of the table has a contract: its C prototype, the memory it reads and writes through its arguments,
//! what it returns, and when it fails with which `errno`. The contract is read by
//! - the front end, which writes the model of a function whose meaning is [`Meaning::Contract`] from it;
//! - the race check, by way of these models, and of the tests that ask for a race on every region named here;
//! - `docs/library.md`, which is generated from it.
//!
//! There are three levels and no fourth ([`Level`]). The verdicts TRUE and FALSE rest on the first two only.
//!
//! A region is a parameter and a C expression for the number of bytes, over the other parameters. C is the language
//! of those who write contracts and of the models made from them; a data type for sizes would be a second one.

use super::{Entry, Meaning, contracts};

/// How well a function is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Its effects and results are computed as the C library does.
    Exact,
    /// It may do and return whatever its contract allows, each of which some environment gives.
    Contract,
    /// A verdict that depends on it is UNKNOWN.
    NotModelled,
}

/// Bytes behind a pointer argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Region {
    /// The parameter. If it is a null pointer nothing is touched.
    pub parameter: &'static str,
    /// How many bytes.
    pub extent: Extent,
}

/// How many bytes a region has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Up to and including the first zero byte.
    Text,
    /// As many as this C expression over the parameters says.
    Bytes(&'static str),
}

/// What a function returns if it does not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Returns {
    /// The model says.
    Modelled,
    /// Nothing.
    Nothing,
    /// A value of one of these inclusive ranges, which ascend.
    OneOf(&'static [(i128, i128)]),
}

/// How a function fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fails {
    /// Never; it leaves `errno` alone.
    Never,
    /// It returns this value (C text) and sets `errno` to one of these.
    Errno(&'static str, &'static [&'static str]),
    /// It returns one of these error numbers and leaves `errno` alone.
    Status(&'static [&'static str]),
}

/// A condition under which a function always fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// A C expression over the parameters, and over `kind` where a parameter is called `fd` (see `files.c`).
    pub when: &'static str,
    /// The error numbers it may give then.
    pub errors: &'static [&'static str],
}

/// What a library function promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contract {
    /// Its prototype, with types that need no header.
    pub prototype: &'static str,
    /// What it reads.
    pub reads: &'static [Region],
    /// What it writes, if it succeeds: any bytes, where the contract is the model.
    pub writes: &'static [Region],
    /// What it returns.
    pub returns: Returns,
    /// How it fails.
    pub fails: Fails,
    /// What it may leave in `errno` although it succeeds.
    pub leaves: &'static [&'static str],
    /// When it always fails; the first condition that holds counts.
    pub refuses: &'static [Refusal],
    /// What is assumed about the environment where it is called.
    pub assumes: Option<&'static str>,
}

impl Contract {
    /// A function that touches nothing and whose result its model computes.
    pub(super) const fn of(prototype: &'static str) -> Contract {
        let (returns, fails) = (Returns::Modelled, Fails::Never);
        Contract { prototype, reads: &[], writes: &[], returns, fails, leaves: &[], refuses: &[], assumes: None }
    }

    pub(super) const fn reads(self, reads: &'static [Region]) -> Contract {
        Contract { reads, ..self }
    }

    pub(super) const fn writes(self, writes: &'static [Region]) -> Contract {
        Contract { writes, ..self }
    }

    pub(super) const fn returns(self, ranges: &'static [(i128, i128)]) -> Contract {
        Contract { returns: Returns::OneOf(ranges), ..self }
    }

    pub(super) const fn nothing(self) -> Contract {
        Contract { returns: Returns::Nothing, ..self }
    }

    pub(super) const fn fails(self, value: &'static str, errno: &'static [&'static str]) -> Contract {
        Contract { fails: Fails::Errno(value, errno), ..self }
    }

    pub(super) const fn refuses(self, refuses: &'static [Refusal]) -> Contract {
        Contract { refuses, ..self }
    }

    pub(super) const fn status(self, errors: &'static [&'static str]) -> Contract {
        Contract { fails: Fails::Status(errors), ..self }
    }

    pub(super) const fn leaves(self, leaves: &'static [&'static str]) -> Contract {
        Contract { leaves, ..self }
    }

    pub(super) const fn assumes(self, what: &'static str) -> Contract {
        Contract { assumes: Some(what), ..self }
    }

    /// The function's name: the word before the first parenthesis of the prototype.
    pub fn name(&self) -> &'static str {
        let before = self.prototype.split('(').next().unwrap_or(self.prototype);
        before.rsplit([' ', '*']).next().unwrap_or(before)
    }

    /// The parameters, each with its type: `const char *path`.
    pub fn parameters(&self) -> impl Iterator<Item = &'static str> {
        let list = self.prototype.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')')).unwrap_or("");
        split_list(list).into_iter().filter(|p| !p.is_empty() && *p != "void")
    }
}

/// The parts of a list between commas that stand outside of parentheses.
fn split_list(list: &'static str) -> Vec<&'static str> {
    let (mut parts, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, c) in list.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(list[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[from..].trim());
    parts
}

pub(super) const fn text(parameter: &'static str) -> Region {
    Region { parameter, extent: Extent::Text }
}

pub(super) const fn when(when: &'static str, errors: &'static [&'static str]) -> Refusal {
    Refusal { when, errors }
}

pub(super) const fn bytes(parameter: &'static str, count: &'static str) -> Region {
    Region { parameter, extent: Extent::Bytes(count) }
}

/// The contracts of each header.
pub fn by_header() -> &'static [(&'static str, &'static [Contract])] {
    contracts::BY_HEADER
}

/// The contract of a function, if it has one.
pub fn contract(name: &str) -> Option<&'static Contract> {
    all().find(|c| c.name() == name)
}

/// All contracts, header by header.
pub fn all() -> impl Iterator<Item = &'static Contract> {
    contracts::BY_HEADER.iter().flat_map(|(_, contracts)| contracts.iter())
}

/// The level of a table entry. `calls_nondeterminism` says of a model whether it asks for any nondeterministic value.
pub fn level(entry: &Entry, calls_nondeterminism: impl Fn(&str) -> bool) -> Level {
    match entry.meaning {
        Meaning::Unsupported | Meaning::Stop | Meaning::Inexact => Level::NotModelled,
        Meaning::Contract | Meaning::Anything(_) | Meaning::Input(_) => Level::Contract,
        Meaning::Below | Meaning::OneOf | Meaning::Between => Level::Contract,
        Meaning::Model => match calls_nondeterminism(entry.name) {
            true => Level::Contract,
            false => Level::Exact,
        },
        Meaning::Error(_)
        | Meaning::Assert
        | Meaning::Compute(_)
        | Meaning::End(_)
        | Meaning::Die(_)
        | Meaning::Exit
        | Meaning::Assume
        | Meaning::AssumeOrAbort
        | Meaning::AtomicBegin
        | Meaning::AtomicEnd
        | Meaning::Constant(_)
        | Meaning::Sync(_)
        | Meaning::Allocate(_)
        | Meaning::Free
        | Meaning::BlockSize
        | Meaning::TakeText
        | Meaning::Print(_)
        | Meaning::StandardStream(_)
        | Meaning::Fence
        | Meaning::Assembly
        | Meaning::Assuming
        | Meaning::Unreachable => Level::Exact,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::{error_number, meaning};

    /// The name of a parameter: its last word, or what `(*name)` says of a pointer to a function.
    fn parameter_name(parameter: &str) -> &str {
        match parameter.split_once("(*") {
            Some((_, rest)) => rest.split(')').next().unwrap_or(rest),
            None => parameter.rsplit([' ', '*']).next().unwrap_or(parameter),
        }
    }

    #[test]
    fn rows_are_well_formed() {
        let mut names = std::collections::BTreeSet::new();
        for contract in all() {
            let name = contract.name();
            assert!(names.insert(name), "{name} twice");
            assert!(meaning(name).is_some_and(|e| e.meaning != Meaning::Unsupported), "{name}");
            for region in contract.reads.iter().chain(contract.writes) {
                let named = contract.parameters().any(|p| parameter_name(p) == region.parameter);
                assert!(named, "{name} has no parameter {}", region.parameter);
            }
            for error in contract.leaves {
                assert!(error_number(error).is_some(), "{name}: {error}");
            }
            let refused = contract.refuses.iter().flat_map(|r| r.errors);
            match contract.fails {
                Fails::Never => assert!(contract.refuses.is_empty(), "{name}"),
                Fails::Errno(_, errors) | Fails::Status(errors) => {
                    for error in errors.iter().chain(refused) {
                        assert!(error_number(error).is_some(), "{name}: {error}");
                    }
                }
            }
        }
    }
}
