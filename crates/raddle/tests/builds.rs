//! Programs as builds make them: compilers' command lines, `compile_commands.json`, recorded builds, and what units say differently.

use std::path::PathBuf;
use std::process::Command;

/// A folder of its own for each test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("raddle-builds-{}-{name}", std::process::id()));
        std::fs::create_dir_all(path.join("inc")).expect("a folder");
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("written");
    }

    /// Runs raddle in the folder: exit code, standard output, standard error.
    fn raddle(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_raddle")).args(arguments).current_dir(&self.0).output();
        let output = output.expect("raddle starts");
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn last_line(out: &str) -> &str {
    out.lines().last().unwrap_or("")
}

/// A program of two units that is right only with the flags of its build: without `-DSTEP` it does not compile, and with another number it is broken.
fn counter(folder: &Folder) {
    folder.file("inc/counter.h", "extern int counter;\nvoid count(void);\n");
    folder.file(
        "main.c",
        "#include <assert.h>\n#include \"counter.h\"\nint main(void) { count(); assert(counter == 2); return 0; }\n",
    );
    folder.file("counter.c", "#include \"counter.h\"\nint counter;\nvoid count(void) { counter += STEP; }\n");
}

const UNREACH: &[&str] = &["--property", "unreach-call", "--analysis", "explicit"];

fn check<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["check"], UNREACH, more].concat()
}

#[test]
fn a_compilers_command_line_is_a_program() {
    let folder = Folder::new("line");
    counter(&folder);
    let line = [
        "--",
        "gcc",
        "-O2",
        "-Wall",
        "-std=gnu99",
        "-Iinc",
        "-DSTEP=2",
        "main.c",
        "counter.c",
        "-lpthread",
        "-o",
        "prog",
    ];
    let (code, out, err) = folder.raddle(&check(&line));
    assert_eq!((code, last_line(&out)), (Some(0), "Verdict: TRUE"), "{err}");
    let (code, out, _) = folder.raddle(&check(&["--", "cc", "-Iinc", "-D", "STEP=1", "main.c", "counter.c"]));
    assert_eq!((code, last_line(&out)), (Some(1), "Verdict: FALSE(unreach-call)"));
    let (code, _, err) = folder.raddle(&check(&["--", "cc", "-funsigned-char", "main.c"]));
    assert_eq!(code, Some(2));
    assert!(err.contains("`-funsigned-char` changes what the program means"), "{err}");
    let (code, _, err) = folder.raddle(&check(&["--", "cc", "-o", "x"]));
    assert!(code == Some(2) && err.contains("names no C file"), "{err}");
}

#[test]
fn a_database_says_how_files_are_compiled() {
    let folder = Folder::new("database");
    counter(&folder);
    folder.file("other.c", "int main(void) { return 0; }\n");
    let entry = |file: &str, target: &str| {
        format!(
            "{{\"directory\": \".\", \"file\": \"{file}\", \"command\": \"cc -Iinc -DSTEP=2 -c {file} -o {target}.dir/{file}.o\"}}"
        )
    };
    let entries = [entry("main.c", "app"), entry("counter.c", "app"), entry("other.c", "tool")].join(",\n");
    folder.file("compile_commands.json", &format!("[{entries}]"));
    let (code, out, err) = folder.raddle(&check(&["--compile-commands", "compile_commands.json", "--target", "app"]));
    assert_eq!((code, last_line(&out)), (Some(0), "Verdict: TRUE"), "{err}");
    let (code, out, err) =
        folder.raddle(&check(&["--compile-commands", "compile_commands.json", "main.c", "counter.c"]));
    assert_eq!((code, last_line(&out)), (Some(0), "Verdict: TRUE"), "{err}");
    let (code, _, err) = folder.raddle(&check(&["--compile-commands", "compile_commands.json"]));
    assert_eq!(code, Some(2));
    assert!(err.contains("there are `app`, `tool`: choose one with --target"), "{err}");
}

#[test]
fn a_recorded_build_is_checked_and_replayed() {
    let folder = Folder::new("capture");
    counter(&folder);
    folder.file("build.sh", "set -e\ncc -Iinc -DSTEP=3 -c counter.c\nar rcs libcounter.a counter.o\ncc -Iinc main.c -L. -lcounter -o prog\n");
    let arguments = ["--check=--property=unreach-call", "--check=--analysis=explicit", "--check=--witness=bug.json"];
    let (code, out, err) = folder.raddle(&[&["capture"], &arguments[..], &["--", "sh", "build.sh"]].concat());
    assert_eq!((code, last_line(&out)), (Some(1), "Verdict: FALSE(unreach-call)"), "{err}");
    assert!(out.contains("== prog") && err.contains("prog is made of 2 C files"), "{out}{err}");
    let (code, out, err) = folder.raddle(&check(&["--build", "raddle-build.json"]));
    assert_eq!((code, last_line(&out)), (Some(1), "Verdict: FALSE(unreach-call)"), "{err}");
    // The witness knows files and flags.
    let (code, out, err) = folder.raddle(&["replay", "bug.json"]);
    assert_eq!((code, last_line(&out)), (Some(1), "Verdict: FALSE(unreach-call)"), "{err}");
    let (_, _, err) = folder.raddle(&["replay", "bug.json", "main.c", "counter.c", "-I", "inc", "-D", "STEP=3"]);
    assert!(err.contains("with other flags"), "{err}");
    let (code, _, err) = folder.raddle(&["capture", "--", "true"]);
    assert!(code == Some(2) && err.contains("the build links no C program"), "{err}");
}

/// Units that differ where it does not matter are one program; where it matters the verdict is UNKNOWN if an execution gets there, and only then.
#[test]
fn units_that_differ_are_linked() {
    let folder = Folder::new("differ");
    let main = |call: &str| {
        format!(
            "#include <assert.h>\nextern unsigned seen;\nint half(int);\nint wrong(int);\nint main(void) {{ assert(half(6) == 3); {call} assert(seen == 1); return 0; }}\n"
        )
    };
    folder.file(
        "lib.c",
        "int seen;\nlong wrong(int a, int b) { return a + b; }\nint half(int x) { seen++; return x / 2; }\n",
    );
    folder.file("main.c", &main(""));
    let (code, out, err) = folder.raddle(&check(&["main.c", "lib.c"]));
    assert_eq!((code, last_line(&out)), (Some(0), "Verdict: TRUE"), "{err}");
    assert!(err.contains("'wrong' has type") && !err.contains("'seen'"), "{err}");
    for files in [["main.c", "lib.c"], ["lib.c", "main.c"]] {
        folder.file("main.c", &main("wrong(1);"));
        let (code, out, _) = folder.raddle(&check(&files));
        assert_eq!(code, Some(3));
        assert!(last_line(&out).contains("a call of `wrong`, which units declare differently"), "{out}");
    }
}

#[test]
fn arguments_that_are_given_are_those_that_the_program_gets() {
    let folder = Folder::new("arguments");
    folder.file(
        "main.c",
        "#include <assert.h>\n#include <stdlib.h>\n#include <string.h>\n\
         int main(int argc, char **argv) {\n\
           assert(argc == 4 && !argv[4] && !strcmp(argv[2], \"two words\") && !*argv[3]);\n\
           assert(atoi(argv[1]) < 5);\n\
           return 0;\n}\n",
    );
    let (code, out, _) = folder.raddle(&check(&["--args", "4 'two words' \"\"", "main.c"]));
    assert_eq!((code, last_line(&out)), (Some(0), "Verdict: TRUE"), "{out}");
    assert!(out.contains("the program gets the arguments `4` `two words` ``"), "{out}");
    let (code, out, _) = folder.raddle(&check(&["--args", "5 'two words' ''", "--witness", "bug.json", "main.c"]));
    assert_eq!((code, last_line(&out)), (Some(1), "Verdict: FALSE(unreach-call)"), "{out}");
    let (code, out, _) = folder.raddle(&["replay", "bug.json"]);
    assert_eq!(code, Some(1), "the witness has the arguments: {out}");
    let (code, out, _) = folder.raddle(&check(&["main.c"]));
    assert_eq!(code, Some(1), "without them there may be any: {out}");
    let (code, _, err) = folder.raddle(&check(&["--args", "'open", "main.c"]));
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("--args"), "{err}");
}

#[test]
fn nothing_lies_behind_a_given_argument() {
    let folder = Folder::new("behind-argument");
    folder.file("main.c", "int main(int argc, char **argv) { return argv[1][3]; }\n");
    let memory = ["check", "--property", "valid-memsafety", "--analysis", "explicit", "main.c"];
    for (given, verdict) in [("ab", "Verdict: FALSE(valid-deref)"), ("abc", "Verdict: TRUE")] {
        let (_, out, _) = folder.raddle(&[&memory[..], &["--args", given]].concat());
        assert_eq!(last_line(&out), verdict, "{given}: {out}");
    }
}
