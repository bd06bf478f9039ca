//! `--races all`, suppressions, and how a race is told.

use std::path::{Path, PathBuf};
use std::process::Command;

use raddle_engines::registry::ANALYSES;
use raddle_evidence::Property;

/// A folder with some files, gone when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str, files: &[(&str, &str)]) -> Scratch {
        let folder = std::env::temp_dir().join(format!("raddle-races-{}-{test}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the temporary folder can be made");
        for (name, text) in files {
            std::fs::write(folder.join(name), text).expect("the temporary folder can be written");
        }
        Scratch(folder)
    }

    /// Standard output, exit code and standard error of `raddle check --property no-data-race`.
    fn check(&self, arguments: &[&str]) -> (String, Option<i32>, String) {
        check(&self.0, arguments)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn check(folder: &Path, arguments: &[&str]) -> (String, Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .args(["check", "--property", "no-data-race"])
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("raddle starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), output.status.code(), text(&output.stderr))
}

/// The variables of the races of a report, in its order.
fn variables(report: &str) -> Vec<&str> {
    report
        .lines()
        .filter_map(|line| line.strip_prefix("Data race on `"))
        .map(|rest| rest.trim_end_matches('`'))
        .collect()
}

const POOL: &str = "
#include <pthread.h>
#include <stdlib.h>
struct item { int key; struct item *next; };
struct pool { pthread_mutex_t lock; struct item *head; int work[4]; int done; };
static void finish(struct pool *p, int n) {
    p->done = p->done + n;
}
void *worker(void *arg) {
    struct pool *pool = arg;
    pthread_mutex_lock(&pool->lock);
    pool->work[pool->done * 0 + 1]++;
    pool->head->next->key = 3;
    pthread_mutex_unlock(&pool->lock);
    return 0;
}
static pthread_t start(struct pool *pool) {
    pthread_t t;
    pthread_create(&t, 0, worker, pool);
    return t;
}
int main(void) {
    struct pool *pool = malloc(sizeof *pool);
    struct item *last = malloc(sizeof *last);
    pool->head = malloc(sizeof *pool->head);
    pool->head->next = last;
    pool->done = 0;
    pool->work[1] = 0;
    pthread_mutex_init(&pool->lock, 0);
    pthread_t t = start(pool);
    finish(pool, 1);
    pool->head->next->key = 4;
    pool->work[1] = 7;
    pthread_join(t, 0);
    return 0;
}
";

#[test]
fn cells_of_the_heap_have_the_names_of_the_source() {
    let scratch = Scratch::new("names", &[("pool.c", POOL)]);
    let (report, code, _) = scratch.check(&["--races", "all", "pool.c"]);
    assert_eq!(code, Some(1), "{report}");
    let mut races = variables(&report);
    races.sort_unstable();
    assert_eq!(races, ["p->done", "pool->head->next->key", "pool->work[1]"], "{report}");
    assert!(report.contains("T1 holds `pool->lock` (taken at pool.c:11)"), "{report}");
    assert!(!report.contains("heap block"), "{report}");
}

#[test]
fn the_report_says_where_memory_and_threads_come_from_and_which_lock_is_missing() {
    let scratch = Scratch::new("stacks", &[("pool.c", POOL)]);
    let (report, _, _) = scratch.check(&["pool.c"]);
    let told = "allocated at pool.c:23";
    assert!(report.contains(told), "{report}");
    assert!(report.contains("T1 was created by main at pool.c:19\n    in start, called at pool.c:30"), "{report}");
    assert!(
        report.contains("main does not hold `pool->lock`, which 1 of the 2 other accesses of `p->done` holds"),
        "{report}"
    );
    let (json, _, _) = scratch.check(&["--format", "json", "pool.c"]);
    for part in
        ["\"allocation_stack\"", "\"creation_stack\"", "\"missing_lock\"", "\"taken_at\"", "\"action\": \"reads\""]
    {
        assert!(json.contains(part), "no {part} in {json}");
    }
    let (sarif, _, _) = scratch.check(&["--format", "sarif", "pool.c"]);
    for part in ["allocated here", "T1 was created here", "T1 took `pool->lock` here"] {
        assert!(sarif.contains(part), "no {part} in {sarif}");
    }
}

#[test]
fn the_accesses_are_the_last_lines_of_the_lanes() {
    let scratch = Scratch::new("lanes", &[("pool.c", POOL)]);
    let (report, _, _) = scratch.check(&["pool.c"]);
    let lanes = report.split("\nData race on").next().unwrap_or("");
    let last: Vec<&str> = lanes.lines().filter(|line| line.contains(" here")).collect();
    assert_eq!(last.len(), 2, "{lanes}");
    assert!(lanes.trim_end().ends_with(last[1].trim_end()), "{lanes}");
    assert!(last.iter().any(|line| line.contains("reads pool->done here")), "{lanes}");
    assert!(last.iter().any(|line| line.contains("writes p->done here")), "{lanes}");
}

#[test]
fn a_lock_is_one_thing_and_free_is_a_free() {
    let lock = "#include <pthread.h>
        pthread_mutex_t m;
        void *worker(void *arg) { pthread_mutex_init(&m, 0); return 0; }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, worker, 0);
            pthread_mutex_init(&m, 0);
            pthread_join(t, 0);
            return 0;
        }";
    let free = "#include <pthread.h>
        #include <stdlib.h>
        int *p;
        void *worker(void *arg) { *p = 1; return 0; }
        int main(void) {
            pthread_t t;
            p = malloc(sizeof *p);
            pthread_create(&t, 0, worker, 0);
            free(p);
            pthread_join(t, 0);
            return 0;
        }";
    let scratch = Scratch::new("free", &[("lock.c", lock), ("free.c", free)]);
    let (report, _, _) = scratch.check(&["lock.c"]);
    assert!(report.contains("Data race on `m`\n") && report.contains("main initialises `m` (40 bytes)"), "{report}");
    let (report, _, _) = scratch.check(&["free.c"]);
    assert!(report.contains("main frees `*p` (4 bytes)") && report.contains("T1 worker writes `*p`"), "{report}");
}

const MANY: &str = "
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int a, b, c, d, safe;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *arg) {
    a++;
    pthread_mutex_lock(&m);
    b++;
    safe++;
    pthread_mutex_unlock(&m);
    __VERIFIER_atomic_begin();
    c = 1;
    d = 2;
    __VERIFIER_atomic_end();
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    a = 5;
    b = 7;
    pthread_mutex_lock(&m);
    safe++;
    pthread_mutex_unlock(&m);
    c = 2; /* raddle: allow-race */
    d = 3;
    pthread_join(t, 0);
    return 0;
}
";

#[test]
fn all_races_are_told_once() {
    let program = MANY.replace("/* raddle: allow-race */", "");
    let scratch = Scratch::new("all", &[("many.c", &program)]);
    let (first, code, _) = scratch.check(&["many.c"]);
    assert_eq!((variables(&first).len(), code), (1, Some(1)), "{first}");
    for reduction in ["persistent", "none"] {
        let set = format!("scheduler.reduction={reduction}");
        let (report, code, _) = scratch.check(&["--races", "all", "--set", &set, "many.c"]);
        let mut races = variables(&report);
        races.sort_unstable();
        assert_eq!((races, code), (vec!["a", "b", "c", "d"], Some(1)), "{report}");
        assert!(report.contains("4 data races; the search is complete, so there are no others."), "{report}");
    }
    let (json, _, _) = scratch.check(&["--races", "all", "--format", "json", "many.c"]);
    assert_eq!(json.matches("\"kind\": \"race\"").count(), 4, "{json}");
    let (sarif, _, _) = scratch.check(&["--races", "all", "--format", "sarif", "many.c"]);
    assert_eq!(sarif.matches("\"ruleId\": \"no-data-race\"").count(), 4, "{sarif}");
}

#[test]
fn what_was_found_before_a_limit_is_told() {
    let program = MANY.replace(
        "safe++;",
        "for (int i = 0; i < 1000; i++) { safe++; pthread_mutex_unlock(&m); pthread_mutex_lock(&m); }",
    );
    let scratch = Scratch::new("limit", &[("long.c", &program)]);
    let (report, code, _) =
        scratch.check(&["--analysis", "explicit", "--races", "all", "--set", "explicit.max_states=200", "long.c"]);
    assert_eq!(code, Some(1), "{report}");
    assert!(report.contains("there may be others, because:\n  • the limit of 200 states is reached"), "{report}");
    let (report, code, _) = scratch.check(&["--analysis", "explicit", "--races", "all", "--time", "2s", "long.c"]);
    assert_eq!(code, Some(1), "{report}");
    assert!(
        !variables(&report).is_empty() && report.contains("there may be others, because:\n  • time limit"),
        "{report}"
    );
}

#[test]
fn the_reduction_hides_no_race() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut compared = 0;
    for name in ["races", "data-races", "locks", "idioms"] {
        let Ok(entries) = std::fs::read_dir(root.join("corpus").join(name)) else { continue };
        let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|path| path.to_string_lossy().ends_with("-bug.c"));
        files.sort();
        for file in files.iter().step_by(4) {
            let file = file.to_string_lossy();
            let all = |reduction: &str| {
                let set = format!("scheduler.reduction={reduction}");
                let arguments = ["--analysis", "explicit", "--races", "all", "--time", "5s", "--set", &set, &file];
                check(&root, &arguments).0
            };
            let (reduced, full) = (all("persistent"), all("none"));
            if !(reduced.contains("so there are no others") && full.contains("so there are no others")) {
                continue;
            }
            assert_eq!(pairs(&reduced), pairs(&full), "{file}");
            compared += 1;
        }
    }
    assert!(compared >= 5, "only {compared} programs could be compared");
}

/// The races of a report: the lines of both accesses.
fn pairs(report: &str) -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = Vec::new();
    for line in report.split("\nData race on").skip(1) {
        let accesses = line.lines().filter(|l| l.contains(" bytes) at ") || l.contains(" byte) at "));
        let mut places: Vec<String> =
            accesses.filter_map(|l| l.rsplit_once(" at ")).map(|(_, place)| place.to_string()).collect();
        places.sort();
        all.push(places);
    }
    all.sort();
    all
}

#[test]
fn suppressed_races_do_not_count_and_are_counted() {
    let file = "# what we know\n\nrace:^worker$\nthread:leaky\n";
    let scratch =
        Scratch::new("suppressed", &[("many.c", MANY), ("tsan.txt", file), ("some.txt", "race:^a$\nrace:^b$\n")]);
    let (report, code, notes) = scratch.check(&["--suppressions", "tsan.txt", "many.c"]);
    assert_eq!(code, Some(0), "{report}");
    assert!(report.contains("Assuming: 4 suppressed races do not count"), "{report}");
    assert!(notes.contains("tsan.txt:4: `thread:` says nothing to Raddle"), "{notes}");
    let (report, code, _) = scratch.check(&["--races", "all", "--suppressions", "some.txt", "many.c"]);
    assert_eq!((variables(&report), code), (vec!["d"], Some(1)), "{report}");
    assert!(report.contains("Assuming: 3 suppressed races do not count"), "{report}");
    let (report, _, _) = scratch.check(&["--races", "all", "many.c"]);
    assert!(!variables(&report).contains(&"c"), "a comment allows it: {report}");
}

#[test]
fn each_variable_is_summed_up() {
    let program = "#include <pthread.h>
        #include <stdatomic.h>
        int table[2] = {1, 2}, racy, locked, own, joined;
        atomic_int hits;
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        void *worker(void *arg) {
            hits++;
            racy = table[1];
            pthread_mutex_lock(&m);
            locked++;
            pthread_mutex_unlock(&m);
            joined = 1;
            return 0;
        }
        int main(void) {
            pthread_t t;
            table[1] = 5;
            pthread_create(&t, 0, worker, 0);
            hits++;
            own = table[0];
            racy = 2;
            pthread_mutex_lock(&m);
            locked++;
            pthread_mutex_unlock(&m);
            pthread_join(t, 0);
            return joined;
        }";
    let scratch = Scratch::new("summary", &[("sum.c", program)]);
    let (report, _, _) = scratch.check(&["--races", "all", "sum.c"]);
    for line in [
        "  table: read-only after initialisation\n",
        "  racy: racy\n",
        "  locked: protected by `m`\n",
        "  own: used by one thread at a time\n",
        "  hits: accessed atomically\n",
        "  joined: never accessed at the same time",
    ] {
        assert!(report.contains(line), "no {line} in {report}");
    }
    let (json, _, _) = scratch.check(&["--races", "all", "--format", "json", "sum.c"]);
    assert!(json.contains("\"  locked: protected by `m`\""), "{json}");
    let cut = ["--races", "all", "--set", "explicit.max_states=8", "sum.c"];
    let (report, _, _) = scratch.check(&cut);
    assert!(report.contains("  locked: protected by `m`\n"), "`locks` knows without a search: {report}");
    let (report, _, _) = scratch.check(&[&["--analysis", "explicit"], &cut[..]].concat());
    assert!(report.contains("  table: undecided") || !report.contains("  table:"), "{report}");
    assert!(!report.contains("protected by"), "{report}");
}

/// What `locks` cannot exclude is possible, in every form; what is shown is not, and nothing is if all executions were followed.
#[test]
fn what_is_not_excluded_is_possible() {
    let program = "#include <pthread.h>
        int racy, kept;
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        void *worker(void *arg) {
            pthread_mutex_lock(&m);
            kept++;
            pthread_mutex_unlock(&m);
            racy = 1;
            return 0;
        }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, worker, 0);
            pthread_mutex_lock(&m);
            racy = kept;
            pthread_mutex_unlock(&m);
            return 0;
        }";
    let scratch = Scratch::new("possible", &[("open.c", program)]);
    let pair = "racy: write at open.c:8 and write at open.c:15 holding m";
    let by_locks = ["--analysis", "locks", "--races", "all", "open.c"];
    let (report, code, _) = scratch.check(&by_locks);
    assert_eq!(code, Some(3));
    assert!(report.contains("not excluded and not shown (1 pair):") && report.contains(pair), "{report}");
    assert!(report.contains("  kept: protected by `m`\n") && report.contains("  racy: undecided"), "{report}");
    assert!(!report.contains("  m:"), "a lock is no variable: {report}");
    let (json, _, _) = scratch.check(&[&["--format", "json"], &by_locks[..]].concat());
    assert!(json.contains("\"possible_races\"") && json.contains("\"does\": \"write\""), "{json}");
    let (sarif, _, _) = scratch.check(&[&["--format", "sarif"], &by_locks[..]].concat());
    assert!(sarif.contains("\"ruleId\": \"possible-data-race\""), "{sarif}");
    let (report, code, _) = scratch.check(&["--races", "all", "open.c"]);
    assert_eq!(code, Some(1));
    assert!(!report.contains("not excluded"), "all executions were followed: {report}");
}

/// Races that are allowed are none for analyses of single threads either, and others are.
#[test]
fn suppressed_races_are_none_between_views() {
    let program = "#include <pthread.h>
        int hits, other;
        void *worker(void *arg) {
            hits++; /* raddle: allow-race */
            return 0;
        }
        int main(void) {
            pthread_t t;
            while (1) {
                pthread_create(&t, 0, worker, 0);
                if (hits > 3) OTHER;
            }
        }";
    let quiet = program.replace("OTHER", "break");
    let loud = program.replace("OTHER", "other++").replace("return 0;", "other = 1; return 0;");
    let scratch = Scratch::new("views", &[("quiet.c", &quiet), ("loud.c", &loud), ("s.txt", "race:^hits$\n")]);
    for analysis in ["thread-modular", "tar"] {
        let (report, code, _) = scratch.check(&["--analysis", analysis, "--time", "60s", "quiet.c"]);
        assert!(code == Some(0) && report.contains("suppressed races do not count"), "{analysis}: {report}");
        let arguments = ["--analysis", analysis, "--suppressions", "s.txt", "--time", "60s", "loud.c"];
        let (report, code, _) = scratch.check(&arguments);
        assert!(code == Some(1) && report.contains("Data race on `other`"), "{analysis}: {report}");
    }
}

/// Any number of threads, two variables that they race for and one that is kept by a lock.
const CROWD: &str = "#include <pthread.h>
int __VERIFIER_nondet_int(void);
int first, second, kept;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *worker(void *arg) {
    first++;
    pthread_mutex_lock(&m);
    kept++;
    pthread_mutex_unlock(&m);
    second = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    while (__VERIFIER_nondet_int()) pthread_create(&t, 0, worker, 0);
    return 0;
}
";

/// Analyses of single threads go on behind a race, with any number of threads: each is told once, and that there are no others.
#[test]
fn single_threads_tell_all_races() {
    let quiet = CROWD.replace("first++;", "").replace("second = 1;", "");
    let scratch = Scratch::new("crowd", &[("crowd.c", CROWD), ("quiet.c", &quiet)]);
    for analysis in ["thread-modular", "tar"] {
        let (report, code, _) = scratch.check(&["--analysis", analysis, "--races", "all", "--time", "100s", "crowd.c"]);
        let mut races = variables(&report);
        races.sort_unstable();
        assert_eq!((races, code), (vec!["first", "second"], Some(1)), "{analysis}: {report}");
        assert!(report.contains("2 data races; the search is complete, so there are no others."), "{report}");
        for line in ["  first: racy\n", "  second: racy\n", "  kept: protected by `m`\n"] {
            assert!(report.contains(line), "{analysis}, no {line} in {report}");
        }
        let (report, code, _) = scratch.check(&["--analysis", analysis, "--races", "all", "--time", "100s", "quiet.c"]);
        assert_eq!(code, Some(0), "{analysis}: {report}");
    }
    let (report, code, _) =
        scratch.check(&["--analysis", "tar", "--set", "tar.algorithm=a", "--races", "all", "crowd.c"]);
    assert!(code == Some(1) && report.contains("algorithm `a` of `tar` ends with the first race"), "{report}");
}

/// What single threads neither refute nor show is listed, and the analysis goes on behind it to what it can show.
#[test]
fn what_single_threads_cannot_tell_is_possible() {
    // The two locals say together that the writes exclude each other; no thread knows the other's.
    let program = "#include <pthread.h>
int kept, racy, turn;
void __VERIFIER_assume(int);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int next(void) {
    pthread_mutex_lock(&m);
    int mine = turn++;
    pthread_mutex_unlock(&m);
    return mine;
}
void *worker(void *arg) {
    int mine = next();
    if (mine == 1)
        kept = 1;
    racy = 1;
    return 0;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    return 0;
}
";
    let scratch = Scratch::new("both", &[("both.c", program)]);
    let (report, code, _) = scratch.check(&["--analysis", "tar", "--races", "all", "--time", "100s", "both.c"]);
    assert_eq!((variables(&report), code), (vec!["racy"], Some(1)), "{report}");
    assert!(report.contains("is neither excluded nor shown"), "{report}");
    let pair = "kept: write at both.c:14 and write at both.c:14";
    assert!(report.contains("not excluded and not shown (1 pair):") && report.contains(pair), "{report}");
    assert!(report.contains("  kept: undecided") && report.contains("  racy: racy\n"), "{report}");
    let (report, code, _) = scratch.check(&["--races", "all", "both.c"]);
    assert!(code == Some(1) && report.contains("so there are no others"), "`explicit` knows: {report}");
}

/// Every analysis is right about races, or refuses to look for them with a sentence.
#[test]
fn every_analysis_checks_races_or_refuses() {
    let racy = "#include <pthread.h>
        int x;
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        void *worker(void *arg) { LOCK x++; UNLOCK return 0; }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, worker, 0);
            pthread_mutex_lock(&m);
            x++;
            pthread_mutex_unlock(&m);
            return 0;
        }";
    let kept = racy.replace("UNLOCK", "pthread_mutex_unlock(&m);").replace("LOCK", "pthread_mutex_lock(&m);");
    let racy = racy.replace("UNLOCK", "").replace("LOCK", "");
    let scratch = Scratch::new("every", &[("racy.c", &racy), ("kept.c", &kept)]);
    for analysis in ANALYSES {
        let run = |file: &str| scratch.check(&["--analysis", analysis.name, "--time", "60s", file]);
        if !(analysis.checks)(Property::NoDataRace) {
            let (_, code, message) = run("racy.c");
            assert_eq!(code, Some(2), "{}", analysis.name);
            assert!(message.contains("does not check no-data-race"), "{}: {message}", analysis.name);
            continue;
        }
        // What executes nothing shows nothing.
        let shown = if analysis.name == "locks" { 3 } else { 1 };
        assert_eq!(run("racy.c").1, Some(shown), "{}: {}", analysis.name, run("racy.c").0);
        assert_eq!(run("kept.c").1, Some(0), "{}: {}", analysis.name, run("kept.c").0);
    }
}

#[test]
fn bad_suppressions_are_refused() {
    let scratch = Scratch::new("bad", &[("many.c", MANY), ("bad.txt", "race:x\nrace\n"), ("kind.txt", "rice:x\n")]);
    let (out, code, message) = scratch.check(&["--suppressions", "bad.txt", "many.c"]);
    assert_eq!((out.as_str(), code), ("", Some(2)));
    assert!(message.contains("bad.txt:2: a line is `race:PATTERN`"), "{message}");
    let (_, code, message) = scratch.check(&["--suppressions", "kind.txt", "many.c"]);
    assert!(code == Some(2) && message.contains("kind.txt:1: there is no kind `rice`"), "{message}");
    let (_, code, message) = scratch.check(&["--races", "all", "--analysis", "value", "many.c"]);
    assert!(code == Some(2) && message.contains("--races all needs `--analysis auto`"), "{message}");
}

/// A structure whose members are not alike has a line for each; a lock for reading is too little for a write; pointers have the names of what they point to.
#[test]
fn members_are_summed_up() {
    let program = "#include <pthread.h>
#include <stdlib.h>
struct queue { pthread_mutex_t lock; int length; int slot[4]; int stop; };
static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;
static struct point { int x, y; } table[2];
static void *worker(void *arg) {
    struct queue *q = arg;
    pthread_mutex_lock(&q->lock);
    q->slot[q->length++ % 4] = 1;
    pthread_mutex_unlock(&q->lock);
    struct point *p = &table[1];
    pthread_rwlock_rdlock(&table_lock);
    p->x = 3;
    pthread_rwlock_unlock(&table_lock);
    return q->stop ? 0 : q;
}
int main(void) {
    struct queue *queue = calloc(1, sizeof *queue);
    pthread_t t;
    pthread_mutex_init(&queue->lock, 0);
    pthread_create(&t, 0, worker, queue);
    pthread_mutex_lock(&queue->lock);
    queue->slot[queue->length++ % 4] = 2;
    pthread_mutex_unlock(&queue->lock);
    pthread_rwlock_rdlock(&table_lock);
    int seen = table[1].x + table[1].y;
    pthread_rwlock_unlock(&table_lock);
    queue->stop = seen;
    pthread_join(t, 0);
    free(queue);
    return 0;
}
";
    let scratch = Scratch::new("members", &[("members.c", program)]);
    let (report, code, _) = scratch.check(&["--races", "all", "--verbose", "members.c"]);
    assert_eq!(code, Some(1), "{report}");
    let variables = report.split("\nVariables:\n").nth(1).expect("a summary");
    for line in [
        "  memory allocated at members.c:18: racy\n",
        "->length: protected by `queue->lock`\n",
        "->slot[]: protected by `queue->lock`\n",
        "->stop: racy\n",
        "  table: racy\n",
        "  table[].x: racy\n",
        "  table[].y: read-only after initialisation\n",
    ] {
        assert!(variables.contains(line), "no {line} in {variables}");
    }
    assert!(!variables.contains("table_lock"), "a lock is no variable: {variables}");
    assert!(report.contains("T1 writes `table[1].x`, and holds `table_lock` only for reading"), "{report}");
    assert!(report.contains("p := &table[1]"), "{report}");
}
