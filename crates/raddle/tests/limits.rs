//! Limits are kept by every phase of every analysis, on programs that were written to make one of them take for ever.
//!
//! Each program has made Raddle overrun a limit of seconds by a factor, or is a brother of one that has. What has to hold: the run ends within a second of
//! its limit, with the right last line and exit code, and it ends *by itself*: the watchdog, which would also end it in time, says so on
//! standard error, and has to keep quiet. A run takes wall-clock time or, on a busy machine, processor time; the lesser one counts.

use std::fmt::Write;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4;

const LIMIT: Duration = Duration::from_secs(1);
const LATE: Duration = Duration::from_secs(1);

const DECLARATIONS: &str = "#include <pthread.h>\n#include <stdlib.h>\n#include <string.h>\n\
    int __VERIFIER_nondet_int(void);\nunsigned __VERIFIER_nondet_uint(void);\n__int128 __VERIFIER_nondet_int128(void);\n\
    void reach_error(void) {}\n";

struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
    took: Duration,
    resident: u64,
}

fn check(name: &str, program: &str, arguments: &[&str]) -> Run {
    let file: PathBuf = std::env::temp_dir().join(format!("raddle-limits-{}-{name}.c", std::process::id()));
    std::fs::write(&file, format!("{DECLARATIONS}{program}")).expect("the temporary folder can be written");
    let started = Instant::now();
    let mut child = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .args(["check", "--property", "unreach-call"])
        .args(arguments)
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("raddle starts");
    let (mut stdout, mut stderr) = (String::new(), String::new());
    // Both are a few lines: no pipe fills up while the other one is read.
    child.stdout.take().expect("it is a pipe").read_to_string(&mut stdout).expect("it prints text");
    child.stderr.take().expect("it is a pipe").read_to_string(&mut stderr).expect("it prints text");
    let ended = child.wait4().expect("it can be waited for");
    let wall = started.elapsed();
    let cpu = ended.rusage.utime + ended.rusage.stime;
    std::fs::remove_file(&file).expect("it can be removed");
    Run { code: ended.status.code(), stdout, stderr, took: wall.min(cpu), resident: ended.rusage.maxrss }
}

/// Checks a program with analyses, each of which has to end at the limit of time.
fn ends(name: &str, program: &str, analyses: &[&str]) {
    for (analysis, run) in analyses.iter().zip(in_time(name, program, analyses)) {
        let what = format!("{name} with {analysis}, {:?}:\n{}{}", run.took, run.stdout, run.stderr);
        assert!(run.stdout.ends_with("\nVerdict: UNKNOWN(time limit)\n"), "too small a program, or no limit: {what}");
        assert_eq!(run.code, Some(3), "{what}");
    }
}

/// Checks a program with analyses, each of which has to end by itself when its time is over, or before.
fn in_time(name: &str, program: &str, analyses: &[&str]) -> Vec<Run> {
    let mut runs = Vec::new();
    for analysis in analyses {
        let run = check(name, program, &["--time", "1s", "--analysis", analysis]);
        let what = format!("{name} with {analysis}, {:?}:\n{}{}", run.took, run.stdout, run.stderr);
        assert!(!run.stderr.contains("watchdog"), "no loop looks at the deadline: {what}");
        assert!(run.took < LIMIT + LATE, "the limit is not kept: {what}");
        runs.push(run);
    }
    runs
}

/// Parts of a value that nobody has looked at yet, in all combinations. Not with `bdd`: one operation of its library can take longer than a
/// run may, and cannot look; there the watchdog is right.
#[test]
fn parts_of_lazy_values() {
    let program = "int main(void) {\n    long x;\n    int s = 0;\n    for (int i = 0; i < 8; i++) s += ((unsigned char *)&x)[i];\n\
        \x20   if (s == 2041) reach_error();\n}\n";
    // The bounds of the sum answer it at once where they are looked at.
    in_time("parts", program, &["explicit", "value", "sign"]);
}

/// A term whose DAG is small and whose paths are more than can be walked.
#[test]
fn shared_parts_of_terms() {
    let program = "int main(void) {\n    unsigned x = __VERIFIER_nondet_uint();\n    for (int i = 0; i < 60; i++) x = x * x + x;\n\
        \x20   if (x == 3) reach_error();\n}\n";
    ends("dag", program, &["explicit", "value", "thread-modular"]);
}

#[test]
fn long_sums() {
    let term = "    s += __VERIFIER_nondet_int();\n";
    let program =
        format!("int main(void) {{\n    int s = 0;\n{}    if (s == 7) reach_error();\n}}\n", term.repeat(5000));
    ends("sum", &program, &["predicate", "value", "bmc", "thread-modular"]);
}

#[test]
fn wide_division() {
    let program = "int main(void) {\n    unsigned __int128 a = __VERIFIER_nondet_int128(), b = __VERIFIER_nondet_int128();\n\
        \x20   if (b == 0) return 0;\n    unsigned __int128 q = a / b, r = a % b;\n\
        \x20   if (r >= b || q * b + r != a) reach_error();\n}\n";
    ends("division", program, &["predicate", "predicate+value", "bmc"]);
}

/// Thousands of functions that hand each other pointers, through each other.
fn pointers(functions: usize) -> String {
    let mut out = String::from("struct n { struct n *next; int *p; void (*f)(struct n *); int v; };\n");
    let _ = writeln!(out, "struct n g[{functions}];");
    for i in 0..functions {
        let _ = writeln!(out, "void f{i}(struct n *);");
    }
    let names: Vec<String> = (0..functions).map(|i| format!("f{i}")).collect();
    let _ = writeln!(out, "void (*table[])(struct n *) = {{ {} }};", names.join(", "));
    for i in 0..functions {
        let (other, next) = ((i * 7 + 1) % functions, (i * 13 + 5) % functions);
        let _ = writeln!(
            out,
            "void f{i}(struct n *a) {{\n    struct n l;\n    l.next = a;\n    l.p = &g[{i}].v;\n    a->f = f{other};\n    g[{i}].next = &g[{next}];\n\
             \x20   if (a->v > 3) a->next->f(&l);\n    else table[a->v % {functions}](a->next);\n    *a->p = 3;\n    a->p = l.next->p;\n}}"
        );
    }
    out.push_str("void *run(void *a) { table[__VERIFIER_nondet_int() & 7](a); return 0; }\n");
    out.push_str("int main(void) {\n    pthread_t t;\n    pthread_create(&t, 0, run, &g[0]);\n    f0(&g[1]);\n    if (g[3].v == 99) reach_error();\n}\n");
    out
}

#[test]
fn many_pointers() {
    ends("pointers", &pointers(3000), &["explicit", "predicate", "bdd"]);
}

/// The preprocessor, the parser and the front end.
#[test]
fn large_texts() {
    let macros = "#define A(x) x x x x x x x x x x\n#define B(x) A(A(A(x)))\nint main(void) {\n    int y = 0;\n    B(B(y++;))\n    if (y == 3) reach_error();\n}\n";
    ends("macros", macros, &["explicit"]);
    let mut functions = String::from("int g;\n");
    for i in 0..60_000 {
        let _ = writeln!(
            functions,
            "int f{i}(int a, int *p) {{ int x = a * {i}; if (x > 3 && p) {{ *p = x + a; g = x; }} return x; }}"
        );
    }
    functions.push_str("int main(void) { if (f7(3, &g) == 9) reach_error(); }\n");
    ends("functions", &functions, &["explicit"]);
    let numbers: Vec<String> = (0..700_000).map(|i| (i * 7 % 1000 + 4).to_string()).collect();
    let array = format!("int a[] = {{ {} }};\nint main(void) {{ if (a[7] == 3) reach_error(); }}\n", numbers.join(","));
    ends("array", &array, &["explicit"]);
}

#[test]
fn long_functions() {
    let mut body = String::new();
    for i in 0..30_000 {
        let _ = writeln!(body, "    x = x * 3 + {i};\n    g ^= x;");
    }
    let program = format!(
        "int g;\nint main(void) {{\n    int x = __VERIFIER_nondet_int();\n{body}    if (g == 3) reach_error();\n}}\n"
    );
    ends("straight", &program, &["explicit", "predicate", "bmc+simplify"]);
    let mut cases = String::new();
    for i in 0..30_000 {
        let _ = writeln!(cases, "    case {}: y = {}; break;", 3 * i, i + 1);
    }
    let program = format!(
        "int main(void) {{\n    int y = 0;\n    switch (__VERIFIER_nondet_int()) {{\n{cases}    }}\n    if (y == 300000) reach_error();\n}}\n"
    );
    ends("switch", &program, &["value", "bmc+value"]);
}

#[test]
fn large_states() {
    let program = "int main(void) {\n    char *p = malloc(100000000);\n    memset(p, 1, 100000000);\n    if (p[5] == 3) reach_error();\n}\n";
    ends("memory", program, &["predicate", "thread-modular"]);
    let threads = "int g;\nvoid *run(void *a) { for (int i = 0; i < 1000; i++) g += i; return a; }\nint main(void) {\n    pthread_t t[8];\n\
        \x20   for (int i = 0; i < 8; i++) pthread_create(&t[i], 0, run, 0);\n    for (int i = 0; i < 8; i++) pthread_join(t[i], 0);\n\
        \x20   if (g == -1) reach_error();\n}\n";
    ends("threads", threads, &["explicit", "value", "bmc"]);
}

/// All analyses that there are.
const ANALYSES: [&str; 10] = [
    "explicit",
    "value",
    "bdd",
    "predicate",
    "predicate+value",
    "bmc",
    "bmc+simplify",
    "bmc+value",
    "thread-modular",
    "sign",
];

#[test]
fn one_byte_of_an_unknown_value() {
    let program = "int main(void) {\n    int x;\n    if (((unsigned char *)&x)[1] == 7) reach_error();\n}\n";
    for (analysis, run) in ANALYSES.iter().zip(in_time("byte", program, &ANALYSES)) {
        assert!(run.stdout.ends_with("\nVerdict: FALSE(unreach-call)\n"), "{analysis}: {}", run.stdout);
    }
}

/// An object above the limit of its size is not laid out.
#[test]
fn large_globals() {
    let program = "static char big[300u << 20];\nint main(void) {\n    big[__VERIFIER_nondet_uint() % sizeof big] = 1;\n\
        \x20   if (big[sizeof big - 1] == 2) reach_error();\n}\n";
    for (analysis, run) in ANALYSES.iter().zip(in_time("global", program, &ANALYSES)) {
        let verdict = run.stdout.lines().last().unwrap_or_default();
        assert!(verdict.contains("`big` has 314572800 bytes, more than the limit"), "{analysis}: {}", run.stdout);
        assert!(run.resident < 300 << 20, "{analysis} takes {} bytes", run.resident);
    }
}

/// An analysis that eats memory says so; it is neither killed nor does it abort.
#[test]
fn memory_is_a_limit() {
    let program = "int main(void) {\n    char *p = malloc(100000000);\n    memset(p, 1, 100000000);\n    if (p[5] == 3) reach_error();\n}\n";
    for analysis in ["explicit", "predicate"] {
        let run = check("eats", program, &["--memory", "250MiB", "--time", "60s", "--analysis", analysis]);
        let what = format!("{analysis}, {} MiB:\n{}{}", run.resident >> 20, run.stdout, run.stderr);
        assert!(run.stdout.ends_with("\nVerdict: UNKNOWN(memory limit)\n"), "{what}");
        assert_eq!(run.code, Some(3), "{what}");
        assert!(run.resident < 1 << 30, "the limit is noticed late: {what}");
        assert!(!run.stderr.contains("watchdog"), "{what}");
    }
}

/// A function of somebody else that never returns, here a read from a pipe that nobody writes to, is the watchdog's business.
#[test]
fn what_cannot_look_is_ended_from_outside() {
    let pipe = std::env::temp_dir().join(format!("raddle-limits-{}-pipe.i", std::process::id()));
    let made = Command::new("mkfifo").arg(&pipe).status().expect("there is mkfifo");
    assert!(made.success());
    let started = Instant::now();
    let run = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .args(["check", "--time", "200ms", "--format", "text"])
        .arg(&pipe)
        .output()
        .expect("raddle starts");
    let took = started.elapsed();
    std::fs::remove_file(&pipe).expect("it can be removed");
    let (stdout, stderr) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(stdout.ends_with("\nVerdict: UNKNOWN(time limit)\n"), "{stdout}{stderr}");
    assert!(stderr.contains("watchdog"), "{stderr}");
    assert_eq!(run.status.code(), Some(3));
    // Much more than it takes: the machine may be busy, and the process sleeps.
    assert!(took < Duration::from_secs(10), "{took:?}");
}

/// What programs read gets the same answer.
#[test]
fn every_format_has_its_answer() {
    let program = pointers(3000);
    let json = check("json", &program, &["--time", "1s", "--format", "json"]);
    assert!(json.stdout.contains("\"verdict_line\": \"UNKNOWN(time limit)\""), "{}{}", json.stdout, json.stderr);
    assert_eq!(json.code, Some(3));
    let sarif = check("sarif", &program, &["--time", "1s", "--format", "sarif"]);
    assert!(sarif.stdout.contains("Verdict: UNKNOWN(time limit)"), "{}{}", sarif.stdout, sarif.stderr);
    assert_eq!(sarif.code, Some(3));
}
