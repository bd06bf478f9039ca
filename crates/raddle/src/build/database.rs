//! `compile_commands.json`, as CMake, Meson, Bear and others write it: an array of `{directory, file, command | arguments, output}`.
//!
//! It says how each source is compiled and not what is linked. Build systems put the target into the name of the object
//! (`CMakeFiles/app.dir/main.c.o`, `app.p/main.c.o`), so a target can be chosen by its name; otherwise files are chosen, or all of them are the program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use raddle_frontend::Unit;
use yaml_rust2::{Yaml, YamlLoader};

use super::command_line::{self, Compilation};
use super::{Found, listed};

/// One entry.
struct Entry {
    compilation: Compilation,
    /// The source.
    file: PathBuf,
    /// The target that the object's name mentions.
    target: Option<String>,
}

/// The units of a database: those of `files` if there are any, those of `target` if one is named, or all.
pub fn read(path: &Path, files: &[PathBuf], target: Option<&str>) -> Result<Found, String> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|e| format!("cannot read `{shown}`: {e}"))?;
    // JSON is YAML.
    let documents = YamlLoader::load_from_str(&text).map_err(|e| format!("`{shown}` is not JSON: {e}"))?;
    let Some(Yaml::Array(entries)) = documents.first() else {
        return Err(format!("`{shown}` is no list of compile commands"));
    };
    let mut found = Vec::new();
    let mut notes = Vec::new();
    for (number, value) in entries.iter().enumerate() {
        match entry(value, path) {
            Ok(entry) => found.push(entry),
            Err(problem) => notes.push(format!("entry {} of `{shown}` is left out: {problem}", number + 1)),
        }
    }
    let targets: BTreeSet<&str> = found.iter().filter_map(|entry| entry.target.as_deref()).collect();
    let is_wanted = |entry: &&Entry| match target {
        Some(target) => entry.target.as_deref() == Some(target),
        None => files.is_empty() || files.iter().any(|file| same_file(file, &entry.file)),
    };
    let wanted: Vec<&Entry> = found.iter().filter(is_wanted).collect();
    if let Some(missing) = files.iter().find(|file| !wanted.iter().any(|entry| same_file(file, &entry.file))) {
        return Err(format!("`{shown}` does not say how `{}` is compiled", missing.display()));
    }
    match target {
        Some(target) if wanted.is_empty() => {
            return Err(format!("`{shown}`: there is no target `{target}`; there {}", listed(&targets)));
        }
        None if files.is_empty() && targets.len() > 1 => {
            return Err(format!("`{shown}`: there {}: choose one with --target", listed(&targets)));
        }
        Some(_) | None => {}
    }
    let mut units: Vec<Unit> = Vec::new();
    let mut data_model = None;
    for entry in wanted {
        data_model = data_model.or(entry.compilation.data_model);
        notes.extend(entry.compilation.notes.iter().cloned());
        for unit in &entry.compilation.sources {
            // A file that is compiled for two targets is one unit of a program.
            if !units.iter().any(|known| same_file(&known.path, &unit.path)) {
                units.push(unit.clone());
            }
        }
    }
    notes.dedup();
    if units.is_empty() {
        return Err(format!("`{shown}` names no C file"));
    }
    Ok(Found { units, data_model, notes })
}

fn entry(value: &Yaml, database: &Path) -> Result<Entry, String> {
    let text = |key: &str| value[key].as_str();
    let here = database.parent().unwrap_or(Path::new(""));
    let directory = here.join(text("directory").unwrap_or(""));
    let file = text("file").ok_or("it names no file")?;
    let command = match (&value["arguments"], text("command")) {
        (Yaml::Array(arguments), _) => {
            let words = arguments.iter().map(|word| word.as_str().map(str::to_string));
            words.collect::<Option<Vec<_>>>().ok_or("an argument is no text")?
        }
        (_, Some(command)) => command_line::words(command)?,
        (_, None) => return Err("it has neither `command` nor `arguments`".to_string()),
    };
    let compilation = command_line::read(&command, &directory)?;
    let output = text("output").map(|output| directory.join(output)).or_else(|| compilation.output.clone());
    Ok(Entry {
        file: command_line::joined(&directory, file),
        target: output.as_deref().and_then(target_of),
        compilation,
    })
}

/// `app` in `CMakeFiles/app.dir/main.c.o` (CMake) or `app.p/main.c.o` (Meson).
fn target_of(object: &Path) -> Option<String> {
    let mut innermost_first = object.parent()?.iter().rev().filter_map(|part| part.to_str());
    innermost_first.find_map(|part| part.strip_suffix(".dir").or(part.strip_suffix(".p"))).map(str::to_string)
}

fn same_file(a: &Path, b: &Path) -> bool {
    let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    a == b || whole(a) == whole(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_in_the_names_of_objects() {
        let target = |path: &str| target_of(Path::new(path));
        assert_eq!(target("CMakeFiles/app.dir/src/main.c.o").as_deref(), Some("app"));
        assert_eq!(target("/b/sub.p/x_y.c.o").as_deref(), Some("sub"));
        assert_eq!(target("main.o"), None);
    }

    #[test]
    fn entries_files_and_targets() {
        let folder = std::env::temp_dir().join(format!("raddle-database-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("build")).expect("a folder");
        for file in ["a.c", "b.c", "c.c"] {
            std::fs::write(folder.join(file), "int x;").expect("written");
        }
        let path = folder.join("build/compile_commands.json");
        let text = r#"[
            {"directory": "..", "file": "a.c", "command": "gcc -DA='x y' -c a.c -o CMakeFiles/one.dir/a.c.o"},
            {"directory": "..", "file": "b.c", "arguments": ["cc", "-m32", "-Iinc", "-c", "b.c"], "output": "one.p/b.o"},
            {"directory": "..", "file": "c.c", "command": "cc -c c.c -o CMakeFiles/two.dir/c.c.o"},
            {"directory": "..", "file": "d.cpp", "command": "c++ -c d.cpp"}
        ]"#;
        std::fs::write(&path, text).expect("written");
        let one = read(&path, &[], Some("one")).expect("a target");
        assert_eq!((one.units.len(), one.data_model), (2, Some(raddle_program::DataModel::Ilp32)));
        assert_eq!(one.units[0].flags, ["-DA=x y"]);
        assert!(one.units[1].flags[1].ends_with("inc"), "{:?}", one.units[1].flags);
        assert!(one.notes.iter().any(|note| note.contains("entry 4")), "{:?}", one.notes);
        let file = read(&path, &[folder.join("c.c")], None).expect("a file");
        assert_eq!(file.units.len(), 1);
        let message = |files: &[PathBuf], target| read(&path, files, target).expect_err("refused");
        assert!(message(&[], None).contains("there are `one`, `two`: choose one with --target"));
        assert!(message(&[], Some("three")).contains("no target `three`"));
        assert!(message(&[folder.join("e.c")], None).contains("does not say how"));
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
