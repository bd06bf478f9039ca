//! Recipes compiled and run with the system's C library, in environments in which calls fail.
//!
//! All recipes of a group are one program; which of them is run, and in which environment, are its arguments. Each run has a
//! folder of its own with the same files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::recipe::{Group, Recipe};

/// What recipes may use, natively and in programs for Raddle.
pub const COMMON: &str = include_str!("common.h");
const NATIVE: &str = include_str!("native.c");

/// The environments (`native.c`). Only recipes that ask for it are run where memory is short: that allocation succeeds is
/// an assumption (docs/soundness.md, A5).
pub const ENVIRONMENTS: [&str; 9] =
    ["plain", "closed", "descriptors", "sizes", "memory", "empty", "locked", "pipes", "numbers"];

/// What a run of a recipe has seen.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Observation {
    pub values: Vec<i64>,
    /// Whether the end of the recipe was reached.
    pub done: bool,
    /// Whether allocation may fail.
    pub memory: bool,
}

/// All that a recipe has shown, with the environment that showed it first, and the number of runs.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub observations: BTreeMap<Observation, &'static str>,
    pub runs: usize,
}

/// A compiled group.
pub struct Native {
    binary: PathBuf,
    folder: PathBuf,
}

impl Native {
    /// Compiles these recipes of a group.
    pub fn build(group: &Group, recipes: &[&Recipe], folder: &Path) -> Result<Native, String> {
        let folder = folder.join(&group.name);
        std::fs::create_dir_all(&folder).map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
        let source = folder.join("native.c");
        std::fs::write(&source, text(group, recipes)).map_err(|e| format!("cannot write {}: {e}", source.display()))?;
        let binary = folder.join("native");
        let output = Command::new("cc")
            .args(["-std=gnu11", "-w", "-fno-builtin", "-pthread", "-o"])
            .args([&binary, &source])
            // The end of a thread needs a library that would be loaded then, which fails where no file can be opened.
            .args(["-lm", "-Wl,--no-as-needed", "-lgcc_s"])
            .output()
            .map_err(|e| format!("cannot run cc: {e}"))?;
        if !output.status.success() {
            return Err(format!("cc refuses {}:\n{}", source.display(), String::from_utf8_lossy(&output.stderr)));
        }
        Ok(Native { binary, folder })
    }

    /// Runs one recipe in all environments.
    pub fn run(&self, at: usize, recipe: &Recipe) -> Result<Seen, String> {
        let mut seen = Seen::default();
        for environment in ENVIRONMENTS {
            let memory = environment == "memory";
            if memory && !recipe.is("memory") {
                continue;
            }
            let (values, done) = self.run_in(at, environment)?;
            if done == recipe.is("ends") {
                let how = if done { "reaches its end" } else { "does not reach its end" };
                return Err(format!("{} {how} in the environment {environment}: {values:?}", name(recipe)));
            }
            seen.runs += 1;
            seen.observations.entry(Observation { values, done, memory }).or_insert(environment);
        }
        Ok(seen)
    }

    fn run_in(&self, at: usize, environment: &str) -> Result<(Vec<i64>, bool), String> {
        let folder = self.folder.join("run");
        make_files(&folder, environment != "empty").map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
        let output = Command::new(&self.binary)
            .args([&at.to_string(), environment])
            .current_dir(&folder)
            .env_clear()
            .env("HOME", "/home/raddle")
            .env("EMPTY", "")
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output()
            .map_err(|e| format!("cannot run {}: {e}", self.binary.display()))?;
        let out = String::from_utf8_lossy(&output.stdout);
        let done = out.lines().last() == Some("done");
        if !done && matches!(output.status.code(), Some(90..=99)) {
            return Err(format!("the environment {environment} cannot be made: {}", output.status));
        }
        let values = out.lines().filter(|l| *l != "done").map(str::parse);
        let values: Result<Vec<i64>, _> = values.collect();
        Ok((values.map_err(|e| format!("a recipe wrote where it should not: {e}"))?, done))
    }
}

/// How a recipe is called in messages.
pub fn name(recipe: &Recipe) -> String {
    format!("{} {}", recipe.function, recipe.number)
}

fn text(group: &Group, recipes: &[&Recipe]) -> String {
    let mut out = format!("#define _GNU_SOURCE\n{COMMON}\n{NATIVE}\n{}\n", group.prelude);
    for (at, recipe) in recipes.iter().enumerate() {
        out.push_str(&format!("static void recipe_{at}(void)\n{{\n{}\n}}\n", recipe.body));
    }
    out.push_str("int main(int argc, char **argv)\n{\n    environment(argv[2]);\n    switch (atoi(argv[1])) {\n");
    for at in 0..recipes.len() {
        out.push_str(&format!("    case {at}: recipe_{at}(); break;\n"));
    }
    out.push_str("    }\n    done();\n}\n");
    out
}

/// A fresh folder with the files that recipes know.
fn make_files(folder: &Path, with_files: bool) -> std::io::Result<()> {
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    std::fs::create_dir_all(folder)?;
    if with_files {
        std::fs::write(folder.join("file"), "hello\nworld\n")?;
        std::fs::write(folder.join("input"), "12 abc 3.5\nsecond line\n")?;
        std::fs::write(folder.join("numbers"), b"-99999999999999999999 \xff\xfe 0x1p4\n\n\0tail")?;
        std::fs::create_dir(folder.join("folder"))?;
        std::os::unix::fs::symlink("file", folder.join("link"))?;
        std::os::unix::fs::symlink("loop", folder.join("loop"))?;
    }
    Ok(())
}
