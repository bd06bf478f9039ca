//! Property names and SV-COMP property files.

use std::path::Path;

use raddle_evidence::Property;
use raddle_program::library::{self, Meaning};

/// The property with this name, or why there is none.
pub fn by_name(name: &str) -> Result<Property, String> {
    if let Some(property) = Property::from_name(name) {
        return Ok(property);
    }
    let known: Vec<&str> = Property::ALL.iter().map(|p| p.name()).collect();
    Err(format!("there is no property `{name}`; there are {}", known.join(", ")))
}

/// The properties of a list of names, in the order in which they are listed to users; `all` is all of them.
pub fn by_names(names: &str) -> Result<Vec<Property>, String> {
    if names == "all" {
        return Ok(Property::ALL.to_vec());
    }
    let asked = names.split(',').map(|name| by_name(name.trim())).collect::<Result<Vec<_>, _>>()?;
    Ok(Property::ALL.into_iter().filter(|property| asked.contains(property)).collect())
}

/// A property file: what to check, and from which function on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Specification {
    /// The property's name, implemented or not.
    pub property: String,
    /// The entry function.
    pub entry: String,
    /// The function whose call is the error, if the file names one that does not mean an error by its name.
    pub error_function: Option<String>,
}

/// Reads a property file.
pub fn read_file(path: &Path) -> Result<Specification, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("cannot read `{}`: {e}", path.display()))?;
    parse(&text).map_err(|e| format!("`{}`: {e}", path.display()))
}

/// Reads `CHECK( init(main()), LTL(G ! call(reach_error())) )` and relatives.
pub fn parse(text: &str) -> Result<Specification, String> {
    let mut found: Option<Specification> = None;
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        let specification = check_line(line)?;
        match &found {
            Some(before) if *before != specification => {
                return Err(format!("two properties in one file: {} and {}", before.shown(), specification.shown()));
            }
            Some(_) | None => found = Some(specification),
        }
    }
    found.ok_or_else(|| "there is no CHECK( … ) line in it".to_string())
}

impl Specification {
    /// The property in a few words.
    fn shown(&self) -> String {
        match &self.error_function {
            Some(name) => format!("{} of `{name}` from `{}` on", self.property, self.entry),
            None => format!("{} from `{}` on", self.property, self.entry),
        }
    }
}

fn check_line(line: &str) -> Result<Specification, String> {
    let unknown = || {
        format!(
            "`{line}` is not a property that is known; one is `CHECK( init(main()), LTL(G ! call(reach_error())) )`"
        )
    };
    let words = words(line).ok_or_else(unknown)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let ["CHECK", "(", "init", "(", entry, "(", ")", ")", ",", "LTL", "(", formula @ .., ")", ")"] = &words[..] else {
        return Err(unknown());
    };
    let mut error_function = None;
    let property = match formula {
        ["G", "valid-memcleanup"] => "valid-memcleanup",
        ["F", "end"] => "termination",
        ["G", "def-behavior"] => "def-behavior",
        ["G", "!", "call", "(", name, "(", ")", ")"] => {
            error_function = error_named(name)?;
            "unreach-call"
        }
        _ => Property::from_formula(&formula.join(" ")).ok_or_else(unknown)?.name(),
    };
    if !is_name(entry) {
        return Err(unknown());
    }
    Ok(Specification { property: property.to_string(), entry: entry.to_string(), error_function })
}

/// The function that `call(name())` forbids: `None` for the names that mean an error in every program.
fn error_named(name: &str) -> Result<Option<String>, String> {
    if !is_name(name) {
        return Err(format!("`{name}` is not the name of a function"));
    }
    if matches!(library::meaning(name), Some(entry) if matches!(entry.meaning, Meaning::Error(_))) {
        return Ok(None);
    }
    if library::is_compiler_operation(name) {
        return Err(format!(
            "the compiler itself gives `{name}` its meaning, so it is not a function whose calls can be forbidden; \
             a failing assertion is a call of `__assert_fail`"
        ));
    }
    Ok(Some(name.to_string()))
}

/// Whether a word can name a function in C.
fn is_name(word: &str) -> bool {
    word.chars().next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The words and signs of a line; `None` if there is anything else in it.
fn words(line: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let mut joins = false;
    for c in line.chars() {
        let in_word = c.is_ascii_alphanumeric() || c == '_' || c == '-';
        match words.last_mut().filter(|_| joins && in_word) {
            Some(word) => word.push(c),
            None if in_word || matches!(c, '(' | ')' | ',' | '!') => words.push(c.to_string()),
            None if c.is_whitespace() => {}
            None => return None,
        }
        joins = in_word;
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn property_files_of_several_years() {
        let name = |text: &str| parse(text).map(|s| s.property);
        assert_eq!(name("CHECK( init(main()), LTL(G ! call(reach_error())) )").as_deref(), Ok("unreach-call"));
        assert_eq!(name("CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n\n").as_deref(), Ok("unreach-call"));
        assert_eq!(name("CHECK( init(main()), LTL(G ! data-race) )").as_deref(), Ok("no-data-race"));
        let memory = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )";
        assert_eq!(name(memory).as_deref(), Ok("valid-memsafety"));
        assert!(name("").is_err());
        assert!(name("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )").is_err());
    }

    #[test]
    fn any_function_can_be_the_error() {
        let named = |name: &str| {
            let line = format!("CHECK( init(main()), LTL(G ! call({name}())) )");
            parse(&line).map(|s| s.error_function)
        };
        for name in ["reach_error", "__VERIFIER_error", "__assert_fail"] {
            assert_eq!(named(name), Ok(None));
        }
        for name in ["give_up", "abort", "_Exit", "f2"] {
            assert_eq!(named(name), Ok(Some(name.to_string())));
        }
        for name in ["", "2f", "a-b", "a b", "f(int)", "*f", "f,g", "__builtin_trap", "assert", "atomic_load", "while"]
        {
            assert!(named(name).is_err(), "{name}");
        }
        let two = "CHECK( init(main()), LTL(G ! call(f())) )\nCHECK( init(main()), LTL(G ! call(g())) )";
        assert!(parse(two).unwrap_err().contains("two properties"));
    }

    #[test]
    fn what_is_not_understood_as_a_whole_is_refused() {
        for line in [
            "CHECK( init(main()), LTL(G ! call(f()) )",
            "CHECK( init(main()), LTL(G call(f())) )",
            "CHECK( init(main()), LTL(G ! call(f())) ) and more",
            "CHECK( init(ma in()), LTL(G ! data-race) )",
            "CHECK( init(main()), LTL(G ! data race) )",
            "CHECK( init(main(), LTL(G ! data-race) )",
            "CHECK( init(main()), LTL(G ! call(f()) || G ! call(g())) )",
            "check( init(main()), LTL(G ! data-race) )",
            "CHECK( init(4()), LTL(G ! data-race) )",
        ] {
            assert!(parse(line).is_err(), "{line}");
        }
    }

    #[test]
    fn names() {
        assert_eq!(by_name("no-deadlock"), Ok(Property::NoDeadlock));
        assert_eq!(by_name("valid-memsafety"), Ok(Property::ValidMemsafety));
        assert!(by_name("frobnicate").unwrap_err().contains("there is no property"));
    }
}
