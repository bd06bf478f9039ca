//! Bad input: a clear message that names the place, the right exit code, no panic, no verdict.

use std::path::{Path, PathBuf};
use std::process::Command;

use raddle_evidence::Property;

struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

fn raddle(arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .output()
        .expect("raddle starts");
    Run {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// A file that is gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, content: impl AsRef<[u8]>) -> Scratch {
        let folder = std::env::temp_dir().join(format!("raddle-cli-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the temporary folder can be made");
        let path = folder.join(name);
        std::fs::write(&path, content).expect("the temporary folder can be written");
        Scratch(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("temporary paths are text")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Checks that the arguments are refused with exit code 2 and a message that contains all `parts`.
fn refused(arguments: &[&str], parts: &[&str]) {
    let run = raddle(arguments);
    assert_eq!(run.code, Some(2), "{arguments:?}: {}{}", run.stdout, run.stderr);
    assert_eq!(run.stdout, "", "{arguments:?}");
    for part in parts {
        assert!(run.stderr.contains(part), "{arguments:?}: no `{part}` in\n{}", run.stderr);
    }
    assert!(!run.stderr.contains("panicked") && !run.stderr.contains("internal error"), "{}", run.stderr);
}

#[test]
fn a_missing_file() {
    refused(&["check", "no-such-file.c"], &["error", "no-such-file.c"]);
}

#[test]
fn a_directory() {
    refused(&["check", "crates"], &["error", "`crates` is a directory"]);
}

#[test]
fn an_empty_file() {
    let file = Scratch::new("empty.c", "");
    refused(&["check", file.path()], &["error", "empty.c"]);
    let file = Scratch::new("empty.i", "\n\n");
    refused(&["check", file.path()], &["error", "empty.i"]);
}

#[test]
fn binary_junk() {
    let junk: Vec<u8> = (0..5000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for name in ["junk.c", "junk.i"] {
        let file = Scratch::new(name, &junk);
        refused(&["check", file.path()], &["error", name]);
    }
}

#[test]
fn a_syntax_error_in_line_three() {
    let text = "int x;\nint main() {\n    x = = 1;\n}\n";
    for name in ["syntax.c", "syntax.i"] {
        let file = Scratch::new(name, text);
        refused(&["check", file.path()], &["error", &format!("{name}:3:"), "    x = = 1;", "^"]);
    }
}

#[test]
fn a_type_error() {
    let file =
        Scratch::new("type.c", "struct s { int a; };\nint main(void) {\n    struct s v;\n    return v + 1;\n}\n");
    refused(&["check", file.path()], &["error", "type.c:4:", "return v + 1;", "^"]);
}

#[test]
fn an_undeclared_name() {
    let file = Scratch::new("undeclared.c", "int main(void) {\n    return nowhere;\n}\n");
    refused(&["check", file.path()], &["error", "undeclared.c:2:", "nowhere"]);
}

#[test]
fn deep_nesting() {
    let deep = format!("int main(void) {{ return {}1{}; }}\n", "(".repeat(50_000), ")".repeat(50_000));
    let file = Scratch::new("deep.i", deep);
    let run = raddle(&["check", file.path()]);
    // Deep nesting may be verified or refused, but never crash.
    assert!(matches!(run.code, Some(0 | 2 | 3)), "{:?}\n{}", run.code, run.stderr);
    let deep = format!("int main(void) {{ int x = 1; return {}x; }}\n", "-(x) + ".repeat(50_000));
    let file = Scratch::new("long.i", deep);
    let run = raddle(&["check", file.path()]);
    assert!(matches!(run.code, Some(0 | 2 | 3)), "{:?}\n{}", run.code, run.stderr);
}

#[test]
fn a_missing_header() {
    let file = Scratch::new("header.c", "int x;\n#include \"no-such-header.h\"\nint main(void) { return 0; }\n");
    refused(&["check", file.path()], &["error", "header.c:2", "no-such-header.h"]);
}

#[test]
fn no_main() {
    let file = Scratch::new("nomain.c", "int f(void) { return 0; }\n");
    refused(&["check", file.path()], &["error", "main"]);
}

#[test]
fn several_properties_have_a_line_each_and_the_worst_is_the_verdict() {
    let racy = "#include <pthread.h>\n\
        int x;\n\
        void *f(void *a) { x = 1; return 0; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; pthread_join(t, 0); return 0; }\n";
    let file = Scratch::new("several.c", racy);
    let run = raddle(&["check", "--property", "all", file.path()]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    for line in
        ["unreach-call: TRUE", "no-data-race: FALSE(no-data-race)", "no-overflow: TRUE", "valid-memsafety: TRUE"]
    {
        assert!(run.stdout.lines().any(|l| l == line), "no `{line}` in\n{}", run.stdout);
    }
    assert_eq!(run.stdout.lines().last(), Some("Verdict: FALSE(no-data-race)"));
    let fine = raddle(&["check", "--property", "no-overflow,unreach-call", file.path()]);
    assert_eq!((fine.code, fine.stdout.lines().last()), (Some(0), Some("Verdict: TRUE")));
    assert!(!fine.stdout.contains("no-data-race"), "{}", fine.stdout);
}

#[test]
fn without_a_property_assertions_races_and_deadlocks_are_checked() {
    let fine = "#include <pthread.h>\n#include <assert.h>\n\
        int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
        void *f(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }\n\
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); CHECK }\n";
    let lines = |run: &Run| -> Vec<String> {
        let is_one = |line: &&str| Property::ALL.iter().any(|p| line.starts_with(&format!("{}: ", p.name())));
        run.stdout.lines().filter(is_one).map(str::to_string).collect()
    };
    let file = Scratch::new("usual.c", fine.replace("CHECK", "assert(x == 2);"));
    let run = raddle(&["check", file.path()]);
    assert_eq!(lines(&run), ["unreach-call: TRUE", "no-data-race: TRUE", "no-deadlock: TRUE"], "{}", run.stdout);
    assert_eq!((run.code, run.stdout.lines().last()), (Some(0), Some("Verdict: TRUE")));
    assert!(!run.stdout.contains("nothing to violate"), "{}", run.stdout);
    // Whoever checks nothing is told so.
    let file = Scratch::new("nothing.c", fine.replace("CHECK", "return 0;"));
    let run = raddle(&["check", file.path()]);
    assert_eq!(lines(&run), ["unreach-call: TRUE", "no-data-race: TRUE", "no-deadlock: TRUE"], "{}", run.stdout);
    assert!(run.stdout.contains("There is nothing to violate: no assertion"), "{}", run.stdout);
    // An analysis that checks some of them checks these.
    let run = raddle(&["check", "--analysis", "thread-modular", file.path()]);
    assert_eq!(lines(&run), ["unreach-call: TRUE", "no-data-race: TRUE"], "{}", run.stdout);
    let run = raddle(&["check", "--analysis", "locks", file.path()]);
    assert!(run.stdout.contains("no execution violates no-data-race"), "{}", run.stdout);
    assert_eq!((run.code, run.stdout.lines().last()), (Some(0), Some("Verdict: TRUE")));
}

#[test]
fn wrong_options() {
    let file = Scratch::new("fine.c", "int main(void) { return 0; }\n");
    let path = file.path();
    refused(&["check", "--property", "termination", path], &["termination", "no-overflow", "valid-memsafety"]);
    refused(&["check", "--property", "no-overflow,nonsense", path], &["nonsense"]);
    let of_single_threads = ["check", "--analysis", "thread-modular", "--property", "no-deadlock", path];
    refused(&of_single_threads, &["thread-modular", "no-deadlock"]);
    refused(&["check", "--property", "nonsense", path], &["nonsense", "unreach-call"]);
    refused(&["check", "--analysis", "magic", path], &["magic", "explicit"]);
    refused(&["check", "--set", "explicit.ordr=dfs", path], &["explicit.ordr", "explicit.order"]);
    refused(&["check", "--set", "explicit.order=sideways", path], &["sideways", "bfs"]);
    refused(&["check", "--time", "fast", path], &["--time", "90s"]);
    refused(&["check", "--memory", "much", path], &["--memory", "4GiB"]);
    refused(&["check", "--data-model", "lp128", path], &["lp128", "lp64"]);
    refused(&["check", "--config", "no-such.toml", path], &["no-such.toml"]);
    refused(&["check", "--prp", "no-such.prp", path], &["no-such.prp"]);
    refused(&["check", "--entry", "nowhere", path], &["nowhere"]);
    refused(&["check"], &["FILE"]);
    refused(&["frobnicate"], &["frobnicate"]);
    refused(&["bench", "no-such-folder"], &["no-such-folder"]);
    refused(&["cfa", "--function", "nowhere", path], &["nowhere", "main"]);
    refused(&["replay", path, path], &["not a Raddle witness"]);
}

#[test]
fn property_files_choose_the_property() {
    let file = Scratch::new("prp.c", "int main(void) { return 0; }\n");
    let run = raddle(&["check", "--prp", "corpus/properties/no-data-race.prp", file.path()]);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.ends_with("\nVerdict: TRUE\n"), "{}", run.stdout);
}

#[test]
fn help_has_examples_and_exit_codes() {
    for arguments in [&["--help"][..], &["check", "--help"]] {
        let run = raddle(arguments);
        assert_eq!(run.code, Some(0));
        assert!(run.stdout.contains("Examples:") && run.stdout.contains("Exit codes: 0 TRUE"), "{}", run.stdout);
    }
}

#[test]
fn limits_end_the_search_in_time() {
    let endless = "int x;\nint main(void) {\n    for (;;) x++;\n}\n";
    let file = Scratch::new("endless.c", endless);
    let started = std::time::Instant::now();
    let run = raddle(&["check", "--analysis", "explicit", "--time", "1s", file.path()]);
    assert_eq!(run.code, Some(3), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.ends_with("\nVerdict: UNKNOWN(time limit)\n"), "{}", run.stdout);
    assert!(started.elapsed().as_secs() < 20, "{:?} on a busy machine is still too long", started.elapsed());
    let run = raddle(&["check", "--analysis", "explicit", "--memory", "1MiB", "--time", "100s", file.path()]);
    assert_eq!(run.code, Some(3), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.ends_with("\nVerdict: UNKNOWN(memory limit)\n"), "{}", run.stdout);
}

#[test]
fn what_the_solver_is_asked_is_recorded() {
    let text = "int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\n\
                int main(void) {\n    int x = __VERIFIER_nondet_int();\n    if (x > 3 && x < 2) reach_error();\n}\n";
    let file = Scratch::new("asks.c", text);
    let folder = file.0.with_extension("logs");
    let record = format!("smt.record={}", folder.display());
    let mut scripts = Vec::new();
    for _ in 0..2 {
        let run = raddle(&["check", "--analysis", "bmc", "--set", &record, file.path()]);
        assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
        scripts.push(std::fs::read_to_string(folder.join("001.smt2")).expect("a session is written"));
        std::fs::remove_dir_all(&folder).expect("it can be removed");
    }
    assert!(scripts[0].contains("(check-sat-assuming ("), "{}", scripts[0]);
    assert_eq!(scripts[0], scripts[1]);
}

#[test]
fn a_project_has_options_of_its_own() {
    let folder = std::env::temp_dir().join(format!("raddle-project-{}", std::process::id()));
    let inner = folder.join("src/deep");
    std::fs::create_dir_all(&inner).expect("the temporary folder can be made");
    let program = inner.join("x.c");
    let text = "#include <pthread.h>\n#include \"n.h\"\nint x;\nvoid *w(void *p) { x = N; return p; }\nint main(void) { pthread_t t; pthread_create(&t, 0, w, 0); x = 2; return 0; }\n";
    std::fs::write(&program, text).expect("the temporary folder can be written");
    std::fs::create_dir_all(folder.join("include")).expect("the temporary folder can be made");
    std::fs::write(folder.join("include/n.h"), "#define N M\n").expect("the temporary folder can be written");
    let file = folder.join("raddle.toml");
    let options = "analysis = \"explicit\"\n[explicit]\norder = \"dfs\"\n[check]\nproperty = \"no-data-race\"\ninclude = [\"include\"]\ndefine = \"M=7\"\n";
    std::fs::write(&file, options).expect("the temporary folder can be written");
    let path = program.to_str().expect("temporary paths are text");
    let run = raddle(&["check", path]);
    assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.ends_with("Verdict: FALSE(no-data-race)\n"), "{}", run.stdout);
    assert!(run.stderr.contains("options are taken from") && run.stderr.contains("raddle.toml"), "{}", run.stderr);
    let run = raddle(&["check", "--property", "no-overflow", path]);
    assert!(run.stdout.ends_with("Verdict: TRUE\n"), "the command line wins: {}", run.stdout);
    assert_eq!(raddle(&["cfa", path]).code, Some(0), "headers are found");
    refused(&["check", "--no-config", path], &["n.h"]);
    std::fs::write(&file, "[check]\nproprty = \"all\"\n").expect("the temporary folder can be written");
    refused(&["check", path], &["raddle.toml", "`check.proprty` is not known; did you mean `property`?"]);
    std::fs::remove_dir_all(&folder).expect("the temporary folder can be removed");
}

#[test]
fn colours_are_printed_when_they_are_wanted() {
    let coloured = |arguments: &[&str]| {
        let run = raddle(arguments);
        (run.stdout.contains('\u{1b}'), run.stderr.contains('\u{1b}'))
    };
    let racy = "examples/bank_account_race.c";
    assert_eq!(coloured(&["check", racy]), (false, false));
    assert!(coloured(&["check", "--color", "always", racy]).0);
    assert!(coloured(&["--color=always", "check", racy]).0);
    assert_eq!(coloured(&["check", "--color", "never", racy]), (false, false));
    refused(&["check", "--color", "sometimes", racy], &["sometimes"]);
}

#[test]
fn shells_and_man_can_read_the_command_line() {
    for shell in ["bash", "zsh", "fish"] {
        let run = raddle(&["completions", shell]);
        assert_eq!(run.code, Some(0));
        assert!(run.stdout.contains("no-config") && run.stdout.contains("capture"), "{shell}: {}", run.stdout);
    }
    let page = raddle(&["man"]);
    assert_eq!(page.code, Some(0));
    for part in [".TH raddle", "RADDLE CHECK", "\\-\\-property", "RADDLE REPLAY"] {
        assert!(page.stdout.contains(part), "no `{part}` in the manual page");
    }
    assert!(!page.stdout.contains("member"), "what is hidden is not in it");
}
