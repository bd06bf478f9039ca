//! `raddle capture -- make …`: records how a build compiles and links, then checks the programs it makes.
//!
//! **Idea** (Bear and others). The build runs as it always does, but the compilers that it finds along `PATH` are little scripts that note how they were called and then do what they were called for. Afterwards the notes say which
//! objects come from which source, which archives are made of which objects, and what is linked into which program.
//!
//! **What it does not see**: compilers that are called by an absolute path. A build that does so is told to take `cc` (`make CC=cc`).
//! Everything in an archive is part of a program that links it; a linker would take only what is needed. **Rejected**: `LD_PRELOAD`, which sees all of it but only where programs are linked dynamically.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use raddle_frontend::Unit;
use raddle_program::DataModel;
use raddle_report::{BuiltProgram, BuiltUnit, build_file};

use super::command_line::{self, Compilation, Stage, is_compiler, joined};
use crate::args::CaptureArgs;
use crate::{Failure, write_file};

/// What a script does: note the directory and all words, then call the tool of its name.
const SCRIPT: &str = "#!/bin/sh
# Made by `raddle capture`: notes how it is called, and does what the tool of this name does.
printf '%s\\0' \"$PWD\" \"${0##*/}\" \"$@\" > \"$RADDLE_CAPTURE/$$-$(date +%s%N)\"
PATH=$RADDLE_CAPTURE_PATH exec \"${0##*/}\" \"$@\"
";

/// A folder that is removed with everything in it at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> std::io::Result<Folder> {
        let path = std::env::temp_dir().join(format!("raddle-capture-{}", std::process::id()));
        fs::create_dir_all(path.join("bin"))?;
        fs::create_dir_all(path.join("calls"))?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Nothing depends on the removal; at worst a few small files stay behind.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// One call of a tool.
struct Call {
    directory: PathBuf,
    words: Vec<String>,
}

/// The command: runs the build, writes the build file, and checks each program. The exit code is the worst of the checks.
pub fn capture(args: &CaptureArgs) -> Result<(String, u8), Failure> {
    let internal = |e: std::io::Error| Failure::internal(format!("the build cannot be recorded: {e}"));
    let folder = Folder::new().map_err(internal)?;
    let path = std::env::var_os("PATH").unwrap_or_default();
    for name in tools(&path) {
        let script = folder.0.join("bin").join(name);
        fs::write(&script, SCRIPT).map_err(internal)?;
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).map_err(internal)?;
    }
    let mut first = folder.0.join("bin").into_os_string();
    first.push(":");
    first.push(&path);
    let (program, rest) = args.command.split_first().expect("clap asks for at least one word");
    let status = Command::new(program)
        .args(rest)
        .env("PATH", &first)
        .env("RADDLE_CAPTURE", folder.0.join("calls"))
        .env("RADDLE_CAPTURE_PATH", &path)
        .status()
        .map_err(|e| Failure::usage(format!("`{program}` cannot be run: {e}")))?;
    if !status.success() {
        eprintln!("note: the build has failed ({status}); what it has made until then is looked at");
    }
    let (programs, notes) = programs_of(&calls(&folder.0.join("calls")).map_err(internal)?);
    notes.iter().for_each(|note| eprintln!("note: {note}"));
    if programs.is_empty() {
        let help = "clean it first if it had nothing to do; a build that names its compiler by a path needs `make CC=cc` or alike";
        return Err(Failure::usage(format!("the build links no C program; {help}")));
    }
    write_file(&args.output, &build_file(&programs))?;
    for program in &programs {
        eprintln!("note: {} is made of {} C files", program.name, program.units.len());
    }
    if args.only {
        let names: Vec<&str> = programs.iter().map(|program| program.name.as_str()).collect();
        let target = if names.len() > 1 { format!(" --target {}", names[0]) } else { String::new() };
        return Ok((format!("raddle check --build {}{target}\n", args.output.display()), 0));
    }
    let mut worst = 0;
    for program in &programs {
        println!("== {}", program.name);
        worst = worse(worst, check(args, program)?);
    }
    Ok((String::new(), worst))
}

/// Checks one program in a process of its own.
fn check(args: &CaptureArgs, program: &BuiltProgram) -> Result<u8, Failure> {
    let own = std::env::current_exe().map_err(|e| Failure::internal(format!("where is this program? {e}")))?;
    let mut command = Command::new(own);
    command.arg("check").arg("--build").arg(&args.output).args(["--target", &program.name]).args(&args.check);
    let status = command.status().map_err(|e| Failure::internal(format!("a check cannot be run: {e}")))?;
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(crate::INTERNAL))
}

/// Of two exit codes the one that asks for more attention: a violation, an error of ours, an input that is not right, no answer.
fn worse(a: u8, b: u8) -> u8 {
    let rank = |code: u8| match code {
        0 => 0,
        3 => 1,
        2 => 2,
        1 => 4,
        _ => 3,
    };
    if rank(b) > rank(a) { b } else { a }
}

/// The names of compilers, archivers and linkers along a path.
fn tools(path: &std::ffi::OsStr) -> BTreeSet<String> {
    let is_archiver = |name: &str| name == "ar" || name.ends_with("-ar");
    let mut out: BTreeSet<String> = ["cc", "gcc", "ar"].map(str::to_string).into();
    for directory in std::env::split_paths(path) {
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if is_compiler(&name) || is_archiver(&name) || name == "ld" {
                out.insert(name);
            }
        }
    }
    out
}

/// The calls that were noted, in the order they were made.
fn calls(folder: &Path) -> std::io::Result<Vec<Call>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        files.push((entry.metadata()?.modified()?, entry.path()));
    }
    files.sort();
    let mut out = Vec::new();
    for (_, path) in files {
        let bytes = fs::read(path)?;
        let mut words = bytes.split(|byte| *byte == 0).map(|word| String::from_utf8_lossy(word).into_owned());
        let directory = PathBuf::from(words.next().unwrap_or_default());
        let mut words: Vec<String> = words.collect();
        // Each word ends with a zero, so behind the last one is nothing.
        words.pop();
        out.push(Call { directory, words });
    }
    Ok(out)
}

/// What a build has made.
#[derive(Default)]
struct Made {
    /// Objects of one source.
    objects: BTreeMap<PathBuf, (Unit, Option<DataModel>)>,
    /// Archives, libraries and objects that were linked of others.
    parts: BTreeMap<PathBuf, Linked>,
    /// Programs, in the order they were linked first.
    programs: Vec<PathBuf>,
    notes: BTreeSet<String>,
}

/// What was put together.
#[derive(Default)]
struct Linked {
    units: Vec<Unit>,
    data_model: Option<DataModel>,
    others: Vec<PathBuf>,
}

/// The programs of a build, from its calls, and what the user should know.
fn programs_of(calls: &[Call]) -> (Vec<BuiltProgram>, BTreeSet<String>) {
    let mut made = Made::default();
    calls.iter().for_each(|call| made.follow(call));
    let mut out: Vec<BuiltProgram> = Vec::new();
    for name in std::mem::take(&mut made.programs) {
        let (mut units, mut unread, mut data_model) = (Vec::new(), BTreeSet::new(), None);
        made.collect(&name, &mut BTreeSet::new(), &mut units, &mut unread, &mut data_model);
        // What `configure` has compiled to see whether it can be compiled is gone.
        if units.is_empty() || units.iter().any(|unit: &Unit| !unit.path.exists()) {
            continue;
        }
        let written = |unit: Unit| BuiltUnit { file: unit.path.display().to_string(), flags: unit.flags };
        out.push(BuiltProgram {
            name: name.display().to_string(),
            data_model,
            units: units.into_iter().map(written).collect(),
            unread: unread.into_iter().map(|path| path.display().to_string()).collect(),
        });
    }
    (out, made.notes)
}

impl Made {
    fn follow(&mut self, call: &Call) {
        let Some((tool, arguments)) = call.words.split_first() else { return };
        if tool == "ar" || tool.ends_with("-ar") {
            self.archive(arguments, &call.directory);
            return;
        }
        match command_line::read(&call.words, &call.directory) {
            Ok(compilation) => {
                self.notes.extend(compilation.notes.iter().cloned());
                match compilation.stage {
                    Stage::Text => {}
                    Stage::Object => self.compile(compilation, &call.directory),
                    Stage::Link => self.link(compilation, &call.directory),
                }
            }
            Err(problem) => {
                self.notes.insert(format!("a call of `{tool}` is left out: {problem}"));
            }
        }
    }

    fn compile(&mut self, compilation: Compilation, directory: &Path) {
        for unit in compilation.sources {
            let stem = unit.path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            let object = compilation.output.clone().unwrap_or_else(|| joined(directory, &format!("{stem}.o")));
            self.objects.insert(object, (unit, compilation.data_model));
        }
    }

    fn link(&mut self, compilation: Compilation, directory: &Path) {
        let mut others = compilation.objects;
        for library in &compilation.libraries {
            let names = [format!("lib{library}.so"), format!("lib{library}.a")];
            let places =
                compilation.library_dirs.iter().flat_map(|dir| names.iter().map(move |name| joined(dir, name)));
            others.extend(places.into_iter().find(|place| self.parts.contains_key(place)));
        }
        let output = compilation.output.unwrap_or_else(|| joined(directory, "a.out"));
        if !compilation.is_part && !self.programs.contains(&output) {
            self.programs.push(output.clone());
        }
        let linked = Linked { units: compilation.sources, data_model: compilation.data_model, others };
        self.parts.insert(output, linked);
    }

    /// `ar rcs libx.a a.o b.o`
    fn archive(&mut self, arguments: &[String], directory: &Path) {
        let mut words = arguments.iter().filter(|word| !word.starts_with("--"));
        let Some(operation) = words.next() else { return };
        if !operation.contains(['r', 'q']) {
            return;
        }
        // With these a member is named before the archive, beside which new ones are put.
        if operation.contains(['a', 'b', 'i']) {
            words.next();
        }
        let Some(archive) = words.next() else { return };
        let part = self.parts.entry(joined(directory, archive)).or_default();
        for member in words.map(|member| joined(directory, member)) {
            if !part.others.contains(&member) {
                part.others.push(member);
            }
        }
    }

    /// The units behind a file.
    fn collect(
        &self,
        file: &Path,
        seen: &mut BTreeSet<PathBuf>,
        units: &mut Vec<Unit>,
        unread: &mut BTreeSet<PathBuf>,
        data_model: &mut Option<DataModel>,
    ) {
        if !seen.insert(file.to_path_buf()) {
            return;
        }
        if let Some((unit, model)) = self.objects.get(file) {
            *data_model = data_model.or(*model);
            if !units.contains(unit) {
                units.push(unit.clone());
            }
        } else if let Some(part) = self.parts.get(file) {
            *data_model = data_model.or(part.data_model);
            units.extend(part.units.iter().filter(|unit| !units.contains(unit)).cloned().collect::<Vec<_>>());
            part.others.iter().for_each(|other| self.collect(other, seen, units, unread, data_model));
        } else {
            unread.insert(file.to_path_buf());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(directory: &Path, text: &str) -> Call {
        Call { directory: directory.to_path_buf(), words: command_line::words(text).expect("words") }
    }

    #[test]
    fn objects_archives_and_programs() {
        let folder = std::env::temp_dir().join(format!("raddle-made-{}", std::process::id()));
        fs::create_dir_all(folder.join("lib")).expect("a folder");
        for file in ["a.c", "b.c", "lib/c.c", "d.c"] {
            fs::write(folder.join(file), "int x;").expect("written");
        }
        let (here, lib) = (folder.clone(), folder.join("lib"));
        let calls = [
            call(&here, "gcc -E conftest.c"),
            call(&here, "gcc conftest.c -o conftest"),
            call(&here, "gcc -DA -c a.c"),
            call(&here, "gcc -DB -c b.c -o b.o"),
            call(&lib, "cc -fPIC -c c.c -o c.o"),
            call(&lib, "ar rcs libc1.a c.o"),
            call(&here, "g++ -c x.cpp"),
            call(&here, "gcc -shared -o lib/libd.so d.c"),
            call(&here, "gcc a.o b.o old.o -Llib -lc1 -ld -lpthread -o prog"),
            call(&here, "gcc -m32 a.c d.c"),
        ];
        let (programs, _) = programs_of(&calls);
        let names: Vec<&str> = programs.iter().map(|p| p.name.rsplit('/').next().expect("a name")).collect();
        assert_eq!(names, ["prog", "a.out"]);
        let files = |program: &BuiltProgram| {
            let name = |unit: &BuiltUnit| unit.file.rsplit('/').next().expect("a name").to_string();
            program.units.iter().map(name).collect::<Vec<_>>()
        };
        assert_eq!(files(&programs[0]), ["a.c", "b.c", "c.c", "d.c"]);
        assert_eq!(programs[0].units[0].flags, ["-DA"]);
        assert_eq!(programs[0].unread.len(), 1, "{:?}", programs[0].unread);
        assert_eq!(
            (files(&programs[1]), programs[1].data_model),
            (vec!["a.c".into(), "d.c".into()], Some(DataModel::Ilp32))
        );
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[test]
    fn the_worst_code_wins() {
        assert_eq!([0, 3, 0].into_iter().fold(0, worse), 3);
        assert_eq!([3, 1, 4, 2].into_iter().fold(0, worse), 1);
    }
}
