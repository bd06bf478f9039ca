//! Members of `auto` in processes of their own: what becomes of one changes nothing for the others, and the verdict does not depend on how many run at the same time.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal};

/// Any number of threads: nobody who executes all of them comes to an end, and each thread by itself is proved in a second.
const ANY_NUMBER: &str = "#include <pthread.h>\n#include <assert.h>\nint __VERIFIER_nondet_int(void);\n\
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint x;\n\
    void *t(void *a) {\n  for (int i = 0; i < 2; i++) {\n    pthread_mutex_lock(&m);\n    x = x + 1;\n    assert(x == 1);\n    x = x - 1;\n    pthread_mutex_unlock(&m);\n  }\n  return a;\n}\n\
    int main(void) {\n  pthread_t a;\n  while (__VERIFIER_nondet_int()) pthread_create(&a, 0, t, 0);\n}\n";

/// Nobody has an answer: a number of rounds that nobody knows, and a sum that has no bound.
const HARD: &str = "#include <pthread.h>\n#include <assert.h>\nunsigned __VERIFIER_nondet_uint(void);\nunsigned long a = 1, b = 1;\n\
    void *t(void *p) {\n  for (unsigned n = __VERIFIER_nondet_uint(); n; n--) a = a * 3 + b;\n  return p;\n}\n\
    void *u(void *p) {\n  for (unsigned n = __VERIFIER_nondet_uint(); n; n--) b = b * 5 + a;\n  return p;\n}\n\
    int main(void) {\n  pthread_t x, y;\n  pthread_create(&x, 0, t, 0);\n  pthread_create(&y, 0, u, 0);\n  pthread_join(x, 0);\n  pthread_join(y, 0);\n  assert(a % 7919 != 4711 || b % 7919 != 42);\n}\n";

/// A program in a file that is gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, text: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("raddle-members-{}-{name}.c", std::process::id()));
        std::fs::write(&path, text).expect("the temporary folder can be written");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn start(arguments: &[&str], file: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_raddle"))
        .args(["check", "--property", "unreach-call"])
        .args(arguments)
        .arg(file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("raddle starts")
}

fn finish(mut run: Child) -> (String, String) {
    let (mut stdout, mut stderr) = (String::new(), String::new());
    run.stdout.take().expect("it is a pipe").read_to_string(&mut stdout).expect("it prints text");
    run.stderr.take().expect("it is a pipe").read_to_string(&mut stderr).expect("it prints text");
    run.wait().expect("it can be waited for");
    (stdout, stderr)
}

/// The members that a process has started and that have not ended.
fn members(of: u32) -> Vec<Pid> {
    let Ok(tasks) = std::fs::read_dir(format!("/proc/{of}/task")) else { return Vec::new() };
    let lists = tasks.flatten().map(|task| std::fs::read_to_string(task.path().join("children")).unwrap_or_default());
    let numbers: Vec<i32> =
        lists.flat_map(|l| l.split_whitespace().map(|n| n.parse().unwrap()).collect::<Vec<_>>()).collect();
    let is_member = |number: &i32| {
        let line = std::fs::read(format!("/proc/{number}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains("--member")
    };
    numbers.into_iter().filter(is_member).filter_map(Pid::from_raw).collect()
}

/// Waits until something is there.
fn wait_for<T>(what: &str, look: impl Fn() -> Option<T>) -> T {
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(60) {
        if let Some(found) = look() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    panic!("no {what}");
}

#[test]
fn a_member_that_is_killed_takes_nobody_with_it() {
    let file = Scratch::new("killed", ANY_NUMBER);
    let run = start(&["--time", "60s", "--set", "explicit.max_states=500"], &file.0);
    let id = run.id();
    let first = wait_for("member", || members(id).first().copied());
    rustix::process::kill_process(first, Signal::SEGV).expect("it lives");
    let (stdout, stderr) = finish(run);
    assert!(stdout.ends_with("Verdict: TRUE\n"), "{stdout}{stderr}");
    assert!(stderr.contains("has ended without a verdict (signal 11)"), "the error is told: {stdout}{stderr}");
}

#[test]
fn nobody_is_left_behind() {
    let file = Scratch::new("left", HARD);
    for threads in ["1", "2"] {
        let mut run = start(&["--time", "100s", "--threads", threads, "--set", "explicit.max_states=500"], &file.0);
        let id = run.id();
        let wanted: usize = threads.parse().expect("a number");
        let running = wait_for("members", || Some(members(id)).filter(|members| members.len() == wanted));
        run.kill().expect("it lives");
        run.wait().expect("it can be waited for");
        for member in running {
            let path = format!("/proc/{}/cmdline", member.as_raw_nonzero());
            // A dead process that nobody has waited for has no command line.
            wait_for("end of a member", || std::fs::read(&path).map_or(true, |line| line.is_empty()).then_some(()));
        }
    }
}

#[test]
fn limits_are_kept_with_one_process_and_with_two() {
    let file = Scratch::new("limits", HARD);
    for threads in ["1", "2"] {
        let started = Instant::now();
        let (stdout, stderr) = finish(start(&["--time", "2s", "--threads", threads], &file.0));
        let took = started.elapsed();
        assert!(stdout.ends_with("Verdict: UNKNOWN(time limit)\n"), "{stdout}{stderr}");
        assert!(took < Duration::from_secs(6) && !stderr.contains("watchdog"), "{took:?} {stderr}");
    }
}

#[test]
fn one_process_and_two_say_the_same() {
    for (name, text) in [("any", ANY_NUMBER), ("racy", &ANY_NUMBER.replace("x = x - 1;", "x = x - 1 + (i == 1);"))] {
        let file = Scratch::new(name, text);
        let say = |threads: &str| {
            let (stdout, stderr) = finish(start(&["--threads", threads, "--set", "explicit.max_states=500"], &file.0));
            assert!(stdout.contains("Verdict: TRUE") || stdout.contains("Verdict: FALSE"), "{stdout}{stderr}");
            stdout
        };
        let one = say("1");
        assert_eq!(one, say("2"), "{name}");
        assert_eq!(one, say("3"), "{name}");
    }
}

#[test]
fn a_program_that_cannot_be_read_again_is_checked_in_one_process() {
    let file = Scratch::new("piped", ANY_NUMBER);
    let script = "cc -E -o \"$2.text\" \"$2\" && mkfifo \"$2.i\" && { cat \"$2.text\" >\"$2.i\" & \
        timeout 100 \"$1\" check --property unreach-call --set explicit.max_states=500 \"$2.i\"; rm \"$2.i\" \"$2.text\"; }";
    let run = Command::new("sh")
        .args(["-c", script, "sh"])
        .arg(env!("CARGO_BIN_EXE_raddle"))
        .arg(&file.0)
        .output()
        .expect("a shell starts");
    let stdout = String::from_utf8_lossy(&run.stdout);
    assert!(stdout.ends_with("Verdict: TRUE\n"), "{stdout}{}", String::from_utf8_lossy(&run.stderr));
}
