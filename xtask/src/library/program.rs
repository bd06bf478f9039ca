//! The programs for Raddle, made from recipes and what was seen natively, and from rows and their regions.

use raddle_program::library::contract::{Contract, Extent, Region};

use super::native::{COMMON, Observation};
use super::recipe::{Group, RaceRecipe, Recipe};

/// What is asked of a program made from a recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Can this be seen? The error is reached exactly if it is.
    Inside,
    /// Is nothing else seen? The error is reached exactly if something else is.
    Exact,
}

/// The recipe with what was seen natively.
pub fn observed(group: &Group, recipe: &Recipe, seen: &Observation, question: Question) -> String {
    let count = seen.values.len();
    let list: Vec<String> = seen.values.iter().map(|v| literal(*v)).chain(["0".to_string()]).collect();
    let (wrong, last, end) = match (question, seen.done) {
        (Question::Inside, true) => ("__VERIFIER_assume(0)", "", "if (values_seen == expected_count) reach_error();"),
        (Question::Inside, false) => ("__VERIFIER_assume(0)", "if (values_seen == expected_count) reach_error();", ""),
        (Question::Exact, true) => ("reach_error()", "", "if (values_seen != expected_count) reach_error();"),
        (Question::Exact, false) => ("reach_error()", "", "reach_error();"),
    };
    format!(
        "#define _GNU_SOURCE\n{COMMON}\n#include <stdlib.h>\nvoid reach_error(void);\nvoid __VERIFIER_assume(int);\n\
        static const long long expected_values[] = {{{}}};\nstatic const int expected_count = {count};\nstatic int values_seen;\n\
        static void see(long long value)\n{{\n    if (values_seen >= expected_count || value != expected_values[values_seen])\n        {wrong};\n    values_seen++;\n    {last}\n}}\n\
        static void done(void)\n{{\n    {end}\n    exit(0);\n}}\n{}\nint main(void)\n{{\n{}\n    done();\n}}\n",
        list.join(", "),
        group.prelude,
        recipe.body
    )
}

fn literal(value: i64) -> String {
    match value {
        i64::MIN => "-9223372036854775807LL - 1".to_string(),
        _ => format!("{value}LL"),
    }
}

/// What the other thread does to a byte of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// It reads it: that races with a function that writes.
    Read,
    /// It writes it: that races with every access.
    Write,
}

/// A program in which one thread calls a function and another touches a byte.
#[derive(Clone, Debug)]
pub struct RaceProgram {
    /// The parameter, what is done to the byte, and which byte.
    pub name: String,
    pub text: String,
    /// Whether there must be a race; if not, there must be none.
    pub races: bool,
}

/// The name of a parameter: its last word, or what `(*name)` says of a pointer to a function.
pub fn parameter_name(parameter: &'static str) -> &'static str {
    match parameter.split_once("(*") {
        Some((_, rest)) => rest.split(')').next().unwrap_or(rest),
        None => parameter.rsplit([' ', '*']).next().unwrap_or(parameter),
    }
}

/// Parameters that point to something that makes threads wait for each other. It is no region of a row, but whoever
/// touches its bytes races with the function.
const OBJECTS: [&str; 7] = ["mutex", "lock", "condition", "semaphore", "barrier", "once", "flag"];

/// The objects that a function works on, each as a region of one byte.
fn objects(contract: &Contract) -> Vec<Region> {
    let is_object = |p: &&'static str| p.contains('*') && OBJECTS.contains(&parameter_name(p));
    let objects = contract.parameters().filter(is_object).map(parameter_name);
    let is_region = |name: &str| contract.reads.iter().chain(contract.writes).any(|r| r.parameter == name);
    objects.filter(|n| !is_region(n)).map(|parameter| Region { parameter, extent: Extent::Bytes("1") }).collect()
}

/// All programs about the regions of a row.
pub fn races(group: &Group, contract: &Contract) -> Vec<RaceProgram> {
    let nothing = RaceRecipe::default();
    let recipe = group.races.get(contract.name()).unwrap_or(&nothing);
    let mut programs = Vec::new();
    let writes = contract.writes.iter().map(|r| (r, true));
    let only_read = |r: &&Region| contract.writes.iter().all(|w| w.parameter != r.parameter);
    let reads = contract.reads.iter().filter(only_read).map(|r| (r, false));
    for (region, written) in writes.chain(reads) {
        let parameter = region.parameter;
        if group.skipped_races.contains_key(&(contract.name().to_string(), parameter.to_string())) {
            continue;
        }
        let touch = if written { Touch::Read } else { Touch::Write };
        let inside = match (recipe.indices.get(parameter), region.extent) {
            (Some(indices), _) => indices.clone(),
            (None, Extent::Text) => vec!["0".to_string()],
            (None, Extent::Bytes(_)) => vec!["0".to_string(), "extent - 1".to_string()],
        };
        let mut add = |index: &str, touch: Touch, races: bool| {
            let what = if touch == Touch::Read { "read" } else { "write" };
            let name = format!("{parameter} {what} {index}");
            let text = race(group, contract, recipe, region, index, touch);
            programs.push(RaceProgram { name, text, races });
        };
        for index in &inside {
            add(index, touch, true);
        }
        if !written {
            add(&inside[0], Touch::Read, false);
        }
        let behind = match (recipe.behind.get(parameter), written, region.extent) {
            (Some(index), _, _) => index.as_str(),
            (None, true, Extent::Text) => "200",
            (None, false, Extent::Text) | (None, _, Extent::Bytes(_)) => "extent",
        };
        add(behind, Touch::Write, false);
    }
    for object in objects(contract) {
        if !group.skipped_races.contains_key(&(contract.name().to_string(), object.parameter.to_string())) {
            let name = format!("{} write 0", object.parameter);
            let text = race(group, contract, recipe, &object, "0", Touch::Write);
            programs.push(RaceProgram { name, text, races: true });
        }
    }
    programs
}

fn race(group: &Group, contract: &Contract, recipe: &RaceRecipe, region: &Region, index: &str, touch: Touch) -> String {
    let mut objects = String::new();
    let mut body = String::new();
    for statement in &recipe.statements {
        body.push_str(&format!("    {statement}\n"));
    }
    let mut names = Vec::new();
    for parameter in contract.parameters() {
        if parameter == "..." {
            names.extend(recipe.arguments.get("...").cloned());
            continue;
        }
        // Where there is one, the recipe says how to make it.
        if parameter.starts_with("__builtin_va_list") {
            continue;
        }
        let name = parameter_name(parameter);
        let given = recipe.arguments.get(name).or_else(|| group.defaults.get(name)).cloned();
        let value = given.unwrap_or_else(|| default_argument(contract, parameter));
        if let Some(text) = value.strip_prefix('"') {
            objects.push_str(&format!("static char {name}_bytes[256] = \"{text};\n"));
            body.push_str(&format!("    {parameter} = (void *){name}_bytes;\n"));
        } else if value == "bytes" {
            objects.push_str(&format!("static _Alignas(16) char {name}_bytes[256];\n"));
            body.push_str(&format!("    {parameter} = (void *){name}_bytes;\n"));
        } else {
            body.push_str(&format!("    {parameter} = {value};\n"));
        }
        names.push(name.to_string());
    }
    let extent = match region.extent {
        Extent::Text => "    while (region[extent++]) { }\n".to_string(),
        Extent::Bytes(bytes) => format!("    extent = {bytes};\n"),
    };
    let access = match touch {
        Touch::Read => format!("char seen = region[{index}]; (void)seen"),
        Touch::Write => format!("region[{index}] = 'x'"),
    };
    let call = recipe.call.clone().unwrap_or_else(|| format!("{}({})", contract.name(), names.join(", ")));
    format!(
        "#define _GNU_SOURCE\n#include <errno.h>\n#include <pthread.h>\n{}\n{objects}static char *region;\nstatic unsigned long extent;\n\
        static void *touch_region(void *ignored)\n{{\n    {access};\n    return 0;\n}}\n\
        int main(void)\n{{\n{body}    region = (char *){};\n{extent}    pthread_t toucher;\n\
        \x20   pthread_create(&toucher, 0, touch_region, 0);\n    {call};\n    return 0;\n}}\n",
        group.prelude, region.parameter
    )
}

/// An argument by the type of the parameter: a text, other bytes, or a number.
fn default_argument(contract: &Contract, parameter: &'static str) -> String {
    let name = parameter_name(parameter);
    let is_read = contract.reads.iter().any(|r| r.parameter == name && r.extent == Extent::Text);
    let is_region = contract.reads.iter().chain(contract.writes).any(|r| r.parameter == name);
    if is_read {
        "\"ab\"".to_string()
    } else if is_region {
        "bytes".to_string()
    } else if parameter.contains('*') {
        "0".to_string()
    } else {
        "4".to_string()
    }
}
