//! What the forms of a report contain: undefined behaviour met while something else is checked, and several properties in one run.

use std::path::{Path, PathBuf};
use std::process::Command;

use expect_test::expect;
use serde_json::Value;

/// A worker uses what `main` has freed, if it is slow.
const POOL: &str = "#include <pthread.h>
#include <stdlib.h>
static int *pending;
static int done;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    int *job = pending;
    pthread_mutex_unlock(&m);
    if (job)
        done += *job;
    return 0;
}
int main(void) {
    pthread_t t;
    pending = calloc(1, sizeof *pending);
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&m);
    int *left = pending;
    pending = 0;
    pthread_mutex_unlock(&m);
    free(left);
    pthread_join(t, 0);
    return 0;
}
";

/// A race and a wrong assertion; nothing is wrong with memory.
const RACY: &str = "#include <pthread.h>
#include <assert.h>
int x;
void *f(void *a) { x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; pthread_join(t, 0); assert(x == 1); return 0; }
";

/// Named one by one, so that a new property changes nothing here.
const SEVERAL: &str = "unreach-call,no-data-race,no-deadlock,no-overflow,valid-memsafety";

/// A folder that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("raddle-forms-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the temporary folder can be made");
        Folder(folder)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("the folder can be written");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// The files that are there, in order.
    fn names(&self) -> Vec<String> {
        let files = std::fs::read_dir(&self.0).expect("the folder can be read");
        let mut names: Vec<String> =
            files.map(|file| file.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Exit code, standard output, standard error.
    fn raddle(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
            .args(arguments)
            .current_dir(Path::new(&self.0))
            .output()
            .expect("raddle starts");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (output.status.code(), text(output.stdout), text(output.stderr))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn texts<'a>(values: &'a Value, part: &str) -> Vec<&'a str> {
    let values = values.as_array().expect("a list");
    values
        .iter()
        .map(|value| value.pointer(part).and_then(Value::as_str).unwrap_or_else(|| panic!("{value}")))
        .collect()
}

/// The results and notifications of a log that is as SARIF wants it.
fn sarif(log: &Value) -> (&Value, &Value) {
    assert_eq!(log["version"], "2.1.0");
    assert_eq!(log["runs"].as_array().map(Vec::len), Some(1), "{log}");
    let run = &log["runs"][0];
    let rules = texts(&run["tool"]["driver"]["rules"], "/id");
    let results = &run["results"];
    for (rule, result) in texts(results, "/ruleId").into_iter().zip(results.as_array().expect("a list")) {
        assert!(rules.contains(&rule), "{rule} is none of {rules:?}");
        assert!(result.pointer("/message/text").is_some_and(|text| text.as_str() != Some("")), "{result}");
        let line = result.pointer("/locations/0/physicalLocation/region/startLine").and_then(Value::as_u64);
        assert!(line.is_some_and(|line| line > 0), "{result}");
        let flow = result.pointer("/codeFlows/0/threadFlows/0/locations").and_then(Value::as_array);
        assert!(flow.is_some_and(|flow| !flow.is_empty()), "{result}");
    }
    let notifications = &run["invocations"][0]["toolExecutionNotifications"];
    for rule in texts(notifications, "/associatedRule/id") {
        assert!(rules.contains(&rule), "{rule} is none of {rules:?}");
    }
    (results, notifications)
}

#[test]
fn undefined_behaviour_is_told_like_a_counterexample() {
    let folder = Folder::new("undefined");
    folder.write("pool.c", POOL);
    let (code, out, _) = folder.raddle(&["check", "--property", "no-deadlock", "pool.c"]);
    assert_eq!(code, Some(3), "{out}");
    expect![[r#"
        No answer, because:
          • the behaviour is undefined: read of 4 bytes of heap memory that was freed or never allocated,
            pool.c:11
          help: the behaviour of the program is undefined there; what comes after it cannot be judged

        Execution to undefined behaviour in pool.c: 2 threads, 3 context switches, 16 steps

                    main                                         T1 worker
        ──────────┬────────────────────────────────────────────┬───────────────────────────────────────────
        pool.c:16 │ pending = calloc(1, sizeof *pending);      │
                  │   pending := 0x200000000010                │
        pool.c:17 │ pthread_create(&t, 0, worker, 0);          │
                  │   starts T1 (worker)                       │
                  │   t := the id of T1                        │
                  ├╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ ├► T1 ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌
        pool.c:7  │                                            │ pthread_mutex_lock(&m);
                  │                                            │   locks m
        pool.c:8  │                                            │ int *job = pending;
                  │                                            │   pending is 0x200000000010
                  │                                            │   job := 0x200000000010
        pool.c:9  │                                            │ pthread_mutex_unlock(&m);
                  │                                            │   unlocks m
        pool.c:10 │                                            │ if (job)
                  ├► main ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌
        pool.c:18 │ pthread_mutex_lock(&m);                    │
                  │   locks m                                  │
        pool.c:19 │ int *left = pending;                       │
                  │   pending is 0x200000000010                │
                  │   left := 0x200000000010                   │
        pool.c:20 │ pending = 0;                               │
                  │   pending := 0                             │
        pool.c:21 │ pthread_mutex_unlock(&m);                  │
                  │   unlocks m                                │
        pool.c:22 │ free(left);                                │
                  │   frees *left                              │
        pool.c:23 │ pthread_join(t, 0);                        │
                  │   t is the id of T1                        │
                  ├╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ ├► T1 ╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌
        pool.c:11 │                                            │ done += *job;
                  │                                            │   undefined behaviour: read of 4 bytes of
                  │                                            │     heap memory that was freed or never
                  │                                            │     allocated

        Undefined behaviour in T1 worker at pool.c:11: read of 4 bytes of heap memory that was freed or never allocated
              11 |         done += *job;
                 |                  ^^^
            T1 was created by main at pool.c:17

        Assuming: memory allocation never fails
        Assuming: memory is sequentially consistent
        Assuming: freed memory is used again as soon as it fits
        Explored: 6 states, 9 transitions, depth 5, at most 2 threads at once

        Verdict: UNKNOWN(the behaviour is undefined: read of 4 bytes of heap memory that was freed or never allocated, pool.c:11)
    "#]].assert_eq(&out);
}

#[test]
fn undefined_behaviour_is_in_every_form() {
    let folder = Folder::new("every-form");
    folder.write("pool.c", POOL);
    let (code, _, err) =
        folder.raddle(&["check", "--property", "no-deadlock", "--output", "out", "--witness", "w.json", "pool.c"]);
    assert_eq!(code, Some(3), "{err}");
    // There is no counterexample: nobody knows whether the property is violated.
    assert!(err.contains("there is no counterexample, so w.json was not written"), "{err}");
    assert_eq!(folder.names(), ["out", "pool.c"]);
    let verdict = folder.json("out/verdict.json");
    assert_eq!((&verdict["verdict"], &verdict["counterexample"]), (&"UNKNOWN".into(), &Value::Null));
    let shown = &verdict["undefined_behaviour"];
    assert_eq!(shown["violation"]["kind"], "undefined-behaviour");
    assert_eq!(
        (&shown["violation"]["thread"], &shown["violation"]["stack"][0]["place"]["line"]),
        (&1.into(), &11.into())
    );
    let lines: Vec<u64> = shown["steps"].as_array().expect("steps").iter().filter_map(|s| s["line"].as_u64()).collect();
    let free = lines.iter().position(|line| *line == 22).expect("main frees");
    assert!(lines[..free].contains(&8) && lines.last() == Some(&11), "{lines:?}");
    let log = folder.json("out/verdict.sarif");
    let (results, notifications) = sarif(&log);
    assert_eq!(texts(results, "/ruleId"), ["undefined-behaviour"]);
    assert_eq!(texts(notifications, "/associatedRule/id"), ["no-deadlock"]);
    let html = folder.read("out/report.html");
    for part in ["<h2>Undefined behaviour</h2>", "<th>T1 worker</th>", "frees *left", "class=\"verdict UNKNOWN\""] {
        assert!(html.contains(part), "no `{part}` in\n{html}");
    }
}

#[test]
fn several_properties_have_a_part_each_in_every_form() {
    let folder = Folder::new("several");
    folder.write("racy.c", RACY);
    let (code, _, err) = folder.raddle(&["check", "--property", SEVERAL, "--output", "out", "racy.c"]);
    assert_eq!(code, Some(1), "{err}");
    let json = folder.json("out/verdict.json");
    assert_eq!((&json["schema"], &json["verdict"]), (&"raddle-verdicts".into(), &"FALSE".into()));
    let properties = texts(&json["verdicts"], "/property");
    let words = texts(&json["verdicts"], "/verdict");
    let verdicts: Vec<_> = properties.iter().copied().zip(words).collect();
    assert_eq!(
        verdicts,
        [
            ("unreach-call", "FALSE"),
            ("no-data-race", "FALSE"),
            ("no-deadlock", "TRUE"),
            ("no-overflow", "TRUE"),
            ("valid-memsafety", "TRUE"),
        ]
    );
    let log = folder.json("out/verdict.sarif");
    let (results, notifications) = sarif(&log);
    assert_eq!(texts(results, "/ruleId"), ["unreach-call", "no-data-race"]);
    assert_eq!(notifications, &Value::Array(Vec::new()));
    let html = folder.read("out/report.html");
    let sections: Vec<&str> = html.split("<section id=\"").skip(1).collect();
    assert_eq!(sections.len(), verdicts.len());
    for (section, (property, word)) in sections.iter().zip(&verdicts) {
        assert!(
            section.starts_with(&format!("{property}\">\n<h1>{property} <span class=\"verdict {word}\">")),
            "{section}"
        );
        assert_eq!(section.contains("<h2>What goes wrong</h2>"), *word == "FALSE", "{section}");
        assert_eq!(section.contains(&format!("No execution violates {property}.")), *word == "TRUE", "{section}");
    }
    assert!(html.contains("<title>racy.c: FALSE(unreach-call)</title>"), "{html}");
}

#[test]
fn the_same_undefined_behaviour_is_one_result() {
    let folder = Folder::new("once");
    folder.write("pool.c", POOL);
    let (_, out, _) = folder.raddle(&["check", "--property", SEVERAL, "--format", "sarif", "pool.c"]);
    let log = serde_json::from_str(&out).expect("JSON");
    let (results, notifications) = sarif(&log);
    assert_eq!(texts(results, "/ruleId"), ["no-data-race", "undefined-behaviour", "valid-memsafety"]);
    assert_eq!(texts(notifications, "/associatedRule/id"), ["no-deadlock", "no-overflow"]);
}

#[test]
fn witnesses_of_several_properties_are_named_after_them_and_replay() {
    let folder = Folder::new("witnesses");
    folder.write("racy.c", RACY);
    let (_, _, err) = folder.raddle(&["check", "--property", "all", "--witness", "w.json", "racy.c"]);
    assert_eq!(folder.names(), ["racy.c", "w-no-data-race.json", "w-unreach-call.json"]);
    for property in ["unreach-call", "no-data-race"] {
        let name = format!("w-{property}.json");
        assert!(err.contains(&name), "{err}");
        assert_eq!(folder.json(&name)["property"], property);
        let (code, out, err) = folder.raddle(&["replay", &name, "racy.c"]);
        assert_eq!(code, Some(1), "{err}");
        assert!(out.ends_with(&format!("\nVerdict: FALSE({property})\n")), "{out}");
    }
    // One property: the name that was given, without an extension too.
    folder.raddle(&["check", "--property", "no-data-race", "--witness", "one", "racy.c"]);
    folder.raddle(&["check", "--property", "no-deadlock,no-data-race", "--witness", "two", "racy.c"]);
    assert_eq!(folder.names(), ["one", "racy.c", "two-no-data-race", "w-no-data-race.json", "w-unreach-call.json"]);
}
