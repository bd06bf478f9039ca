//! `raddle bench`: variants side by side, limits, neighbours that misbehave, a kill in the middle, and everything that is written.
//!
//! Most tasks here are shell scripts under a C file's name, and the program that runs them is a script as well (`program=`): so a run can hang, crash and eat
//! memory at will, and notes that it was started.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// A folder with tasks that is gone when the test is over.
struct Tasks {
    folder: PathBuf,
}

impl Drop for Tasks {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// Notes that it was started with the task, then is what the task says.
const FAKE: &str = "#!/bin/sh\nfor last; do :; done\necho \"${last##*/}\" >> \"${last%/*/*}/started\"\n. \"$last\"\n";

impl Tasks {
    /// Tasks by `folder/name`, expected verdict and script.
    fn new(test: &str, tasks: &[(&str, &str, &str)]) -> Tasks {
        let folder = std::env::temp_dir().join(format!("raddle-bench-{}-{test}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("the temporary folder can be made");
        let set = Tasks { folder };
        for (name, expected, script) in tasks {
            let base = set.path(name);
            std::fs::create_dir_all(base.parent().expect("it has one")).expect("it can be made");
            let file = base.file_name().expect("it has one").to_string_lossy();
            let definition = format!(
                "format_version: '2.0'\ninput_files: '{file}.c'\nproperties:\n  - property_file: unreach-call.prp\n    expected_verdict: {expected}\n"
            );
            std::fs::write(base.with_extension("yml"), definition).expect("it can be written");
            std::fs::write(base.with_extension("c"), script).expect("it can be written");
        }
        let fake = set.path("fake");
        std::fs::write(&fake, FAKE).expect("it can be written");
        std::fs::set_permissions(&fake, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
        set
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The variant that runs the scripts.
    fn fake(&self, name: &str) -> String {
        format!("--variant={name}=:program={}", self.path("fake").display())
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
        command.arg("bench").args(arguments).arg(&self.folder).current_dir(&self.folder);
        command
    }

    fn bench(&self, arguments: &[&str]) -> Run {
        finished(self.command(arguments))
    }

    fn rows(&self, json: &str) -> Vec<Value> {
        let text = std::fs::read_to_string(self.path(json)).expect("the bench has written it");
        let file: Value = serde_json::from_str(&text).expect("it is JSON");
        file["rows"].as_array().expect("it has rows").clone()
    }

    /// The tasks that were started, in order.
    fn started(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.path("started")).unwrap_or_default();
        text.lines().map(str::to_string).collect()
    }
}

fn finished(mut command: Command) -> Run {
    let output = command.output().expect("raddle starts");
    Run {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

fn said(rows: &[Value]) -> BTreeMap<String, (String, String)> {
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_string();
    let stem = |task: String| Path::new(&task).file_stem().expect("it has a name").to_string_lossy().into_owned();
    rows.iter().map(|row| (stem(text(row, "task")), (text(row, "verdict"), text(row, "class")))).collect()
}

fn pid(child: &Child) -> Pid {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw).expect("it is a process id")
}

/// Waits until something is the case.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(60), "it never came to this: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

const RIGHT: &str = "echo 'Explored: 7 states, depth 3'\necho 'Verdict: TRUE'\n";

#[test]
fn who_misbehaves_does_not_disturb_the_neighbours() {
    let tasks = Tasks::new(
        "neighbours",
        &[
            ("d/a-before", "true", RIGHT),
            ("d/b-hangs", "true", "trap '' INT TERM; while :; do sleep 1; done\n"),
            ("d/c-eats-memory", "true", "tail /dev/zero\n"),
            ("d/d-crashes", "true", "echo 'Verdict: TRUE'; kill -SEGV $$\n"),
            ("d/e-burns-time", "true", "while :; do :; done\n"),
            ("d/f-leaves-somebody", "true", "sleep 600 &\necho 'Verdict: TRUE'\n"),
            ("d/g-is-late", "false", "trap 'echo \"Verdict: TRUE\"; exit 0' INT; while :; do :; done\n"),
            ("d/h-says-nothing", "true", "echo 'error: no such thing' >&2; exit 2\n"),
            ("d/i-after", "false", "echo 'Verdict: FALSE(unreach-call)'; exit 1\n"),
            ("d/j-after", "true", RIGHT),
        ],
    );
    let fake = tasks.fake("fake");
    let arguments = ["--jobs=2", "--time=3s", "--cpu=1s", "--memory=100MiB", "--json=rows.json", &fake];
    let run = tasks.bench(&arguments);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    let said = said(&tasks.rows("rows.json"));
    let is = |task: &str, verdict: &str, class: &str| {
        assert_eq!(said[task], (verdict.to_string(), class.to_string()), "{task}");
    };
    is("a-before", "TRUE", "correct-true");
    is("b-hangs", "killed: ignored its time limit", "error");
    is("c-eats-memory", "killed: ignored its memory limit", "error");
    is("d-crashes", "died of signal 11", "error");
    is("e-burns-time", "UNKNOWN(CPU limit)", "unknown");
    is("f-leaves-somebody", "TRUE", "correct-true");
    is("g-is-late", "UNKNOWN(CPU limit)", "unknown");
    is("h-says-nothing", "error: no such thing", "error");
    is("i-after", "FALSE(unreach-call)", "correct-false");
    is("j-after", "TRUE", "correct-true");
    let memory = tasks.rows("rows.json")[2]["max_rss"].as_u64().expect("it is a number");
    assert!(memory < 1 << 30, "it was stopped early: {memory}");
}

#[test]
fn a_bench_that_is_killed_goes_on_where_it_was() {
    let mut list = Vec::new();
    let names: Vec<String> = (0..12).map(|n| format!("d{}/t{n:02}", n % 2)).collect();
    for (number, name) in names.iter().enumerate() {
        let (expected, script) = match number % 3 {
            0 => ("true", "sleep 0.2; echo 'Verdict: TRUE'\n"),
            1 => ("false", "sleep 0.1; echo 'Verdict: FALSE(unreach-call)'\n"),
            _ => ("true", "sleep 0.1; echo 'Verdict: UNKNOWN(inline assembly, x.c:3)'\n"),
        };
        list.push((name.as_str(), expected, script));
    }
    let tasks = Tasks::new("killed", &list);
    let variants = [tasks.fake("one"), tasks.fake("two")];
    let with = |more: &[&str]| {
        let mut arguments = vec!["--jobs=2", "--time=20s", &variants[0], &variants[1]];
        arguments.extend(more);
        tasks.command(&arguments)
    };
    let whole = finished(with(&["--json=whole.json"]));
    assert_eq!((whole.code, tasks.started().len()), (Some(0), 24), "{}", whole.stderr);

    std::fs::remove_file(tasks.path("started")).expect("it is there");
    let mut child = with(&["-o", "out"]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("raddle starts");
    let journal = tasks.path("out/journal.jsonl");
    let lines = || std::fs::read_to_string(&journal).unwrap_or_default().matches('\n').count();
    until("seven runs are done", || lines() >= 8);
    kill_process(pid(&child), Signal::KILL).expect("it is ours");
    child.wait().expect("it can be waited for");
    let kept = std::fs::read_to_string(&journal).expect("it is there");
    let finished_before = kept.lines().count() - 1;
    assert!((7..24).contains(&finished_before), "{finished_before} were done");
    // The last thing a killed process does may be half a line.
    std::fs::write(&journal, format!("{kept}{{\"task\":\"half of a ro")).expect("it can be written");
    // The runs under way end by themselves: they are scripts, which do not know whose children they are.
    std::thread::sleep(Duration::from_millis(500));
    let started_before = tasks.started();

    let run = finished(with(&["-o", "out", "--resume=out/journal.jsonl"]));
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let again = tasks.started().len() - started_before.len();
    assert_eq!(again, 24 - finished_before, "only what was not finished is run");
    // Times differ from run to run; everything else is the same, in the same order.
    let shown = |rows: &[Value]| -> Vec<String> {
        let key = |row: &Value, key: &str| row[key].to_string();
        let keys = ["task", "property", "variant", "expected", "verdict", "class", "exit"];
        rows.iter().map(|row| keys.map(|k| key(row, k)).join(" ")).collect()
    };
    let rows = tasks.rows("out/results.json");
    assert_eq!(shown(&rows), shown(&tasks.rows("whole.json")));
    let counts = |out: &str| -> Vec<String> {
        let table = out.lines().skip_while(|line| !line.starts_with("folder")).take_while(|line| !line.is_empty());
        table
            .map(|line| line.split_whitespace().take_while(|word| !word.contains('.')).collect::<Vec<_>>().join(" "))
            .collect()
    };
    assert_eq!(counts(&run.stdout), counts(&whole.stdout));
    assert!(counts(&run.stdout).contains(&"total one 12 4 4 0 4 0 12".to_string()), "{}", run.stdout);
    // What was measured before the kill is what the results say.
    for line in kept.lines().skip(1) {
        let row: Value = serde_json::from_str(line).expect("it is a row");
        assert!(rows.contains(&row), "{line}");
    }
    // And again: nothing is left to run, and the table is the same to the byte.
    let before = tasks.started().len();
    let last = finished(with(&["--resume=out/journal.jsonl"]));
    assert_eq!((last.stdout, tasks.started().len()), (run.stdout, before));
}

#[test]
fn journals_are_not_mixed_up() {
    let tasks = Tasks::new("journals", &[("d/a", "true", RIGHT)]);
    let fake = tasks.fake("x");
    let first = tasks.bench(&["--time=5s", "--journal=j", &fake]);
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    let refused = |arguments: &[&str], part: &str| {
        let run = tasks.bench(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.stderr.contains(part), "{arguments:?}: {}", run.stderr);
    };
    refused(&["--time=5s", "--journal=j", &fake], "`j` has 1 rows of an earlier bench: go on with `--resume j`");
    refused(&["--time=6s", "--resume=j", &fake], "cannot resume `j`: it was begun with `--time 5000ms");
    refused(&["--time=5s", "--resume=j", &tasks.fake("y")], "it was begun without `y`");
    refused(&["--time=5s", "--resume=none", &fake], "cannot open the journal `none`");
    refused(&["--time=5s", "--journal=d/a.c", &fake], "`d/a.c` is something else than a journal");
    assert_eq!(std::fs::read_to_string(tasks.path("d/a.c")).expect("it is there"), RIGHT);
    assert_eq!(tasks.started().len(), 1);
}

/// A child that is Raddle ends with the bench, even if the bench has no time to say so.
#[test]
fn no_run_outlives_the_bench() {
    let program = "int x;\nextern int __VERIFIER_nondet_int(void);\nvoid reach_error(void) {}\n\
        int main(void) { while (1) { x = x + (__VERIFIER_nondet_int() & 3) + 1; if (x == -7) reach_error(); } }\n";
    let tasks = Tasks::new("orphans", &[("d/endless", "true", program)]);
    let arguments = ["--time=50s", "--analysis=explicit"];
    let mut child = tasks.command(&arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let mut run = 0;
    until("the run has its orders", || {
        let threads = std::fs::read_dir(format!("/proc/{}/task", child.id())).into_iter().flatten().flatten();
        let children = threads.filter_map(|t| std::fs::read_to_string(t.path().join("children")).ok());
        run = children
            .flat_map(|c| c.split_whitespace().filter_map(|n| n.parse().ok()).collect::<Vec<i32>>())
            .next()
            .unwrap_or(0);
        // It has several threads when it works.
        run != 0 && std::fs::read_dir(format!("/proc/{run}/task")).is_ok_and(|threads| threads.count() > 1)
    });
    kill_process(pid(&child), Signal::KILL).expect("it is ours");
    child.wait().expect("it can be waited for");
    until("the run is gone", || {
        let state = std::fs::read_to_string(format!("/proc/{run}/stat")).unwrap_or_default();
        state.is_empty() || state.rsplit_once(')').is_some_and(|(_, rest)| rest.starts_with(" Z"))
    });
}

#[test]
fn an_interrupt_tells_what_was_done() {
    let tasks = Tasks::new("interrupt", &[("d/a", "true", RIGHT), ("d/b", "true", "sleep 600\n")]);
    let fake = tasks.fake("x");
    let child = tasks.command(&["-o", "out", &fake]).stdout(Stdio::piped()).spawn().expect("raddle starts");
    until("the second run has begun", || tasks.started().len() == 2);
    kill_process(pid(&child), Signal::INT).expect("it is ours");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("Interrupted: 1 of 2 runs were done; go on with --resume out/journal.jsonl"), "{text}");
    let said = said(&tasks.rows("out/results.json"));
    assert_eq!(said.keys().collect::<Vec<_>>(), ["a"]);
}

/// Real runs: two analyses, of which one does not check everything, and one with an option.
#[test]
fn analyses_stand_side_by_side() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
    command.current_dir(&root).args(["bench", "--time=30s", "--analysis=explicit,locks"]);
    command.args(["--variant=all=explicit:scheduler.reduction=none", "--filter=07-figure-1.", "--filter=01-rudenchik"]);
    command.args(["corpus/tar", "corpus/seeds"]);
    let run = finished(command);
    assert_eq!(run.code, Some(0), "{}{}", run.stdout, run.stderr);
    let lines: Vec<String> =
        run.stdout.lines().map(|line| line.split_whitespace().take(10).collect::<Vec<_>>().join(" ")).collect();
    for line in [
        "seeds unreach-call explicit 1 1 0 0 0 0 2",
        "seeds unreach-call all 1 1 0 0 0 0 2",
        "tar no-data-race explicit 1 1 0 0 0 0 2",
        "tar no-data-race locks 1 0 0 0 1 0 0",
        "tar no-data-race all 1 1 0 0 0 0 2",
    ] {
        assert!(lines.iter().any(|l| l == line), "{line}:\n{}", run.stdout);
    }
    for part in [
        "1 runs left out: locks does not check unreach-call\n",
        "explicit and all: 4 both, 0 only explicit, 0 only all",
    ] {
        assert!(run.stdout.contains(part), "{part}:\n{}", run.stdout);
    }
}

#[test]
fn wrong_orders_are_refused_before_anything_runs() {
    let tasks = Tasks::new("orders", &[("d/a", "true", RIGHT)]);
    let refused = |arguments: &[&str], part: &str| {
        let run = tasks.bench(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(part), "{arguments:?}: {}", run.stderr);
    };
    refused(&["--analysis=explicit,guess"], "there is no analysis `guess`");
    refused(&["--variant=x"], "NAME=ANALYSIS[:KEY=VALUE,…] is needed");
    refused(&["--variant=x=explicit:explicit.ordr=dfs"], "explicit.ordr");
    refused(&["--variant=x=explicit:order"], "`order` is not KEY=VALUE");
    refused(&["--variant=a/b=explicit"], "a variant cannot be called `a/b`");
    refused(&["--variant=x=explicit:program=none"], "cannot find the program `none`");
    refused(&["--analysis=bdd", "--analysis=bdd"], "two variants are called `bdd`");
    refused(&["--peer=none.csv"], "NAME=FILE.csv is needed");
    refused(&["--peer=x=none.csv"], "cannot read `none.csv`");
    refused(&["--filter=nothing"], "no task fits the filters");
    refused(&["--baseline=d/a.c"], "not a result of `raddle bench`");
    let maybe = Tasks::new("maybe", &[("d/a", "maybe", RIGHT)]);
    let run = maybe.bench(&[]);
    assert_eq!(run.code, Some(2));
    assert!(run.stderr.contains("d/a.yml`: the expected_verdict `maybe` is neither true nor false"), "{}", run.stderr);
    assert!(tasks.started().is_empty() && maybe.started().is_empty());
}

#[test]
fn everything_is_written_and_linked() {
    let tasks = Tasks::new(
        "written",
        &[
            ("d/a", "true", RIGHT),
            (
                "d/b",
                "false",
                "echo 'a long story'; echo 'a warning' >&2; echo 'Verdict: FALSE(unreach-call)'; exit 1\n",
            ),
            ("e/c d", "false", RIGHT),
            ("e/d", "true", "echo 'Verdict: UNKNOWN(inline assembly, x.c:3)'\n"),
        ],
    );
    let fake = tasks.fake("x");
    let before = tasks.bench(&["--json=before.json", "--filter=/d/", &fake]);
    assert_eq!(before.code, Some(0), "{}", before.stderr);
    std::fs::write(tasks.path("e/d.c"), RIGHT).expect("it can be written");
    std::fs::write(tasks.path("d/b.c"), "echo 'Verdict: UNKNOWN(time limit)'\n").expect("it can be written");
    let csv = "dir,task,property,expected,verdict,cpu,rss_mb,step\nd,a,unreach-call,true,true,0.5,18,x\ne,d,unreach-call,true,false,0.5,18,x\n\
        e,z,unreach-call,true,false,0.5,18,x\n";
    std::fs::write(tasks.path("other.csv"), csv).expect("it can be written");
    let run = tasks.bench(&["-o", "out", "--baseline=before.json", "--peer=other=other.csv", &fake, &tasks.fake("y")]);
    assert_eq!(run.code, Some(1), "a verdict of ours is wrong: {}", run.stderr);
    for part in [
        "1 rows of other are about other tasks",
        "WRONG TRUE: x: ",
        "WRONG FALSE: other: ",
        "CONTRADICTION: ",
        "Side by side:\n  x solves 2, 0 of them alone",
        "2 × time limit (x 1, y 1)",
        "Compared with the baseline: 1 runs changed their class\n  correct false → unknown: ",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let page = std::fs::read_to_string(tasks.path("out/index.html")).expect("it is there");
    let links: Vec<&str> = page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(links.len() >= 8, "every run of ours has a link: {links:?}");
    for link in links {
        let file = tasks.path("out").join(link.replace("%20", " "));
        let log = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        assert!(
            log.starts_with("$ ") && log.contains(" check --property unreach-call ") && log.contains(" s CPU, "),
            "{log}"
        );
    }
    for plot in ["quantile", "scatter-x-y", "scatter-x-other", "scatter-baseline"] {
        let svg = std::fs::read_to_string(tasks.path(&format!("out/plots/{plot}.svg"))).expect(plot);
        assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"), "{plot}");
        assert!(page.contains(&svg), "{plot} is on the page");
    }
    assert_eq!(std::fs::read_to_string(tasks.path("out/summary.txt")).expect("it is there"), run.stdout);
    let rows = tasks.rows("out/results.json");
    assert_eq!(rows.len(), 8, "rows of others are not ours");
    assert_eq!((&rows[0]["figures"]["states"], &rows[0]["figures"]["depth"]), (&Value::from(7), &Value::from(3)));
}

/// The rows do not depend on how many runs there are at the same time, nor on the sample's beginning.
#[test]
fn samples_and_jobs() {
    let names: Vec<String> = (0..9).map(|n| format!("d/t{n}")).collect();
    let list: Vec<(&str, &str, &str)> = names.iter().map(|name| (name.as_str(), "true", RIGHT)).collect();
    let tasks = Tasks::new("samples", &list);
    let fake = tasks.fake("x");
    let mut shown = String::new();
    for jobs in ["--jobs=1", "--jobs=4"] {
        let run = tasks.bench(&[jobs, "--every=3", "--json=rows.json", &fake]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        let stems: Vec<String> = said(&tasks.rows("rows.json")).into_keys().collect();
        let _ = writeln!(shown, "{}", stems.join(" "));
    }
    assert_eq!(shown, "t0 t3 t6\nt0 t3 t6\n");
}
