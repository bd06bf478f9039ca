//! Recipes: how each function of the library is called by the differential test, as data.
//!
//! A file `xtask/recipes/NAME.recipes` holds the recipes of a header or two. It opens with C text that stands before all of
//! them, the *prelude*; then come parts that begin with a word in the first column, and whose lines are indented:
//!
//! - `recipe memcpy memmove` calls these functions (`NAME` stands for each) and tells what it sees with `SEE` and its like
//!   (`common.h`). Words behind a colon: `any` (what is seen depends on the environment and is not asserted), `exact` (it is
//!   asserted although the row is only a contract), `ends` (the call does not return), `memory` (also where memory is short).
//! - `race memchr` says with which arguments a race is looked for: `value = 'z'`, `index to = 2` (which byte is surely
//!   touched), `call wrapper(to, 1)` in place of the call with all parameters, `behind to = 64` (the first byte that is not
//!   touched), and C statements, which end with `;` or `}`, for what must be so before.
//! - `default stream = stdout` is the argument for a parameter of this name in all races of the file.
//! - `skip abort: reason` for what cannot be called, or `skip race NAME PARAMETER: reason`.

use std::collections::BTreeMap;
use std::path::Path;

/// One way to call a function.
#[derive(Clone, Debug)]
pub struct Recipe {
    pub function: String,
    /// Its number among the recipes of the function, from 1.
    pub number: usize,
    pub body: String,
    pub words: Vec<String>,
}

impl Recipe {
    pub fn is(&self, word: &str) -> bool {
        self.words.iter().any(|w| w == word)
    }
}

/// With which arguments races are looked for.
#[derive(Clone, Debug, Default)]
pub struct RaceRecipe {
    /// Arguments by the name of the parameter.
    pub arguments: BTreeMap<String, String>,
    /// Bytes that are surely touched, by the name of the parameter.
    pub indices: BTreeMap<String, Vec<String>>,
    /// The first byte that is not touched, by the name of the parameter.
    pub behind: BTreeMap<String, String>,
    pub call: Option<String>,
    pub statements: Vec<String>,
}

/// The recipes of one file.
#[derive(Clone, Debug, Default)]
pub struct Group {
    pub name: String,
    pub prelude: String,
    pub recipes: Vec<Recipe>,
    pub races: BTreeMap<String, RaceRecipe>,
    pub defaults: BTreeMap<String, String>,
    /// Functions that are not called, with the reason.
    pub skipped: BTreeMap<String, String>,
    /// Regions (function and parameter) for which no race is looked for, with the reason.
    pub skipped_races: BTreeMap<(String, String), String>,
}

const WORDS: [&str; 4] = ["any", "exact", "ends", "memory"];

/// All recipes of a folder, file by file in the order of their names.
pub fn read(folder: &Path) -> Result<Vec<Group>, String> {
    let listing = std::fs::read_dir(folder).map_err(|e| format!("cannot read {}: {e}", folder.display()))?;
    let mut paths: Vec<_> = listing.filter_map(|e| e.ok().map(|e| e.path())).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "recipes"));
    paths.sort();
    let group = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
        let name = path.file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
        parse(&name, &text).map_err(|e| format!("{}: {e}", path.display()))
    };
    paths.iter().map(group).collect()
}

/// Reads one file.
pub fn parse(name: &str, text: &str) -> Result<Group, String> {
    let mut group = Group { name: name.to_string(), ..Group::default() };
    let mut lines = text.lines().enumerate().peekable();
    while let Some((_, line)) = lines.next_if(|(_, line)| !begins_part(line)) {
        group.prelude.push_str(line);
        group.prelude.push('\n');
    }
    while let Some((at, head)) = lines.next() {
        let mut body = Vec::new();
        while let Some((_, line)) = lines.next_if(|(_, line)| !begins_part(line)) {
            if !line.starts_with("//") && !line.trim().is_empty() {
                body.push(line.to_string());
            }
        }
        part(&mut group, head, &body).map_err(|e| format!("line {}: {e}", at + 1))?;
    }
    Ok(group)
}

fn begins_part(line: &str) -> bool {
    ["recipe ", "race ", "default ", "skip "].iter().any(|word| line.starts_with(word))
}

fn part(group: &mut Group, head: &str, body: &[String]) -> Result<(), String> {
    let (keyword, rest) = head.split_once(' ').ok_or("a part needs a name")?;
    match keyword {
        "recipe" => {
            let (names, words) = rest.split_once(':').unwrap_or((rest, ""));
            let words: Vec<String> = words.split_whitespace().map(str::to_string).collect();
            if let Some(word) = words.iter().find(|w| !WORDS.contains(&w.as_str())) {
                return Err(format!("`{word}` is not known of recipes"));
            }
            for function in names.split_whitespace() {
                let number = group.recipes.iter().filter(|r| r.function == function).count() + 1;
                let body = body.join("\n").replace("NAME", function);
                group.recipes.push(Recipe { function: function.to_string(), number, body, words: words.clone() });
            }
        }
        "race" => {
            let recipe = race(body)?;
            for function in rest.split_whitespace() {
                if group.races.insert(function.to_string(), recipe.clone()).is_some() {
                    return Err(format!("the races of {function} are described twice"));
                }
            }
        }
        "default" => {
            let (name, value) = rest.split_once('=').ok_or("a default is `name = value`")?;
            group.defaults.insert(name.trim().to_string(), value.trim().to_string());
        }
        "skip" => {
            let (names, reason) = rest.split_once(':').ok_or("skipping needs a reason behind a colon")?;
            let reason = reason.trim().to_string();
            let names: Vec<&str> = names.split_whitespace().collect();
            match names[..] {
                ["race", function, parameter] => {
                    group.skipped_races.insert((function.to_string(), parameter.to_string()), reason);
                }
                _ => group.skipped.extend(names.iter().map(|n| (n.to_string(), reason.clone()))),
            }
        }
        other => return Err(format!("`{other}` begins no part")),
    }
    Ok(())
}

fn race(body: &[String]) -> Result<RaceRecipe, String> {
    let mut recipe = RaceRecipe::default();
    for line in body.iter().map(|l| l.trim()) {
        if line.ends_with(';') || line.ends_with('}') {
            recipe.statements.push(line.to_string());
        } else if let Some(call) = line.strip_prefix("call ") {
            recipe.call = Some(call.to_string());
        } else if let Some((name, value)) = line.split_once(" = ") {
            let value = value.trim().to_string();
            match name.split_once(' ') {
                Some(("index", parameter)) => {
                    let all = value.split(',').map(|v| v.trim().to_string()).collect();
                    recipe.indices.insert(parameter.to_string(), all);
                }
                Some(("behind", parameter)) => {
                    recipe.behind.insert(parameter.to_string(), value);
                }
                _ => {
                    recipe.arguments.insert(name.trim().to_string(), value);
                }
            }
        } else {
            return Err(format!("`{line}` is neither an argument nor a statement"));
        }
    }
    Ok(recipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_file() {
        let text = "#include <string.h>\n\nrecipe strlen strnlen: any\n    CALL(NAME(\"a\"));\nrace strlen\n    s = \"a\"\n    index s = 0, 1\n    int x = 1;\n\
            default stream = stdout\nskip abort: it ends\nskip race f g: no\n";
        let group = parse("toy", text).unwrap();
        assert_eq!(group.prelude, "#include <string.h>\n\n");
        assert_eq!(group.recipes.len(), 2);
        assert_eq!(group.recipes[1].body, "    CALL(strnlen(\"a\"));");
        assert!(group.recipes[1].is("any") && !group.recipes[1].is("ends"));
        let race = &group.races["strlen"];
        assert_eq!((&*race.arguments["s"], race.indices["s"].len(), race.statements.len()), ("\"a\"", 2, 1));
        assert_eq!(group.defaults["stream"], "stdout");
        assert_eq!(group.skipped["abort"], "it ends");
        assert_eq!(group.skipped_races.len(), 1);
        assert!(parse("toy", "recipe f: fast\n").is_err());
        assert!(parse("toy", "race f\n    what\n").is_err());
    }
}
