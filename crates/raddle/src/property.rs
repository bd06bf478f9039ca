//! Property names and SV-COMP property files.

use std::path::Path;

use raddle_evidence::Property;

/// Properties that design and competitions know and Raddle cannot check yet.
const PLANNED: [&str; 2] = ["no-overflow", "valid-memsafety"];

/// The property with this name, or why there is none.
pub fn by_name(name: &str) -> Result<Property, String> {
    if let Some(property) = Property::from_name(name) {
        return Ok(property);
    }
    let known: Vec<&str> = Property::ALL.iter().map(|p| p.name()).collect();
    let known = known.join(", ");
    if PLANNED.contains(&name) {
        Err(format!("the property `{name}` is not implemented yet; implemented are {known}"))
    } else {
        Err(format!("there is no property `{name}`; implemented are {known}"))
    }
}

/// A property file: what to check, and from which function on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Specification {
    /// The property's name, implemented or not.
    pub property: String,
    /// The entry function.
    pub entry: String,
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
        let specification = check_line(line).ok_or_else(|| format!("`{line}` is not a property that is known"))?;
        match &found {
            Some(before) if *before != specification => {
                return Err(format!("two properties in one file: {} and {}", before.property, specification.property));
            }
            Some(_) | None => found = Some(specification),
        }
    }
    found.ok_or_else(|| "there is no CHECK( … ) line in it".to_string())
}

fn check_line(line: &str) -> Option<Specification> {
    let squeezed: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let body = squeezed.strip_prefix("CHECK(")?.strip_suffix(')')?;
    let (entry, formula) = body.strip_prefix("init(")?.split_once("()),")?;
    let formula = formula.strip_prefix("LTL(")?.strip_suffix(')')?;
    let property = match formula {
        "G!data-race" => "no-data-race",
        "G!deadlock" => "no-deadlock",
        "G!overflow" => "no-overflow",
        "Gvalid-free" | "Gvalid-deref" | "Gvalid-memtrack" => "valid-memsafety",
        "Gvalid-memcleanup" => "valid-memcleanup",
        "Fend" => "termination",
        "Gdef-behavior" => "def-behavior",
        call if call.starts_with("G!call(") && call.ends_with("())") => "unreach-call",
        _ => return None,
    };
    Some(Specification { property: property.to_string(), entry: entry.to_string() })
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
    fn names_that_are_not_implemented_say_so() {
        assert_eq!(by_name("no-deadlock"), Ok(Property::NoDeadlock));
        assert!(by_name("no-overflow").unwrap_err().contains("not implemented yet"));
        assert!(by_name("frobnicate").unwrap_err().contains("there is no property"));
    }
}
