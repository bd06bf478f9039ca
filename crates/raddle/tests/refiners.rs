//! What each refiner of thread-modular analysis proves: every program of `corpus/thread-modular/` with each of them.
//!
//! The table `corpus/thread-modular/refiners.txt` says what is to be answered, the task definitions say what is true. A program about which
//! a refiner says more or less than the table has to be moved in it; one about which a refiner, or the table, says
//! what is not true fails the test whatever else it says. The programs are chosen so that every run ends by itself: a limit that is
//! reached is a failure too.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use raddle::bench::task::{self, Task};
use raddle_engines::{Config, Limits, registry};
use raddle_evidence::{Answer, Property, Reason};
use raddle_frontend::{Options, load, with_large_stack};
use raddle_program::Program;

/// A column of the table.
#[derive(Clone, Copy)]
struct Column {
    name: &'static str,
    refiner: &'static str,
    environment: &'static str,
    knowledge: &'static str,
    domain: &'static str,
}

impl Column {
    const fn of(refiner: &'static str) -> Column {
        Column { name: refiner, refiner, environment: "precise", knowledge: "numbers", domain: "predicates" }
    }
}

const COLUMNS: [Column; 10] = [
    Column::of("default"),
    Column::of("simple"),
    Column::of("effect"),
    Column::of("recursive"),
    Column { name: "havoc", environment: "havoc", ..Column::of("recursive") },
    Column { name: "locks", knowledge: "locks", ..Column::of("recursive") },
    Column { name: "crowds", knowledge: "crowds", ..Column::of("recursive") },
    Column { name: "locals", knowledge: "locals", ..Column::of("recursive") },
    Column { name: "plain", knowledge: "plain", ..Column::of("recursive") },
    Column { name: "classes", knowledge: "classes", ..Column::of("recursive") },
];

/// How many states are looked at for an execution; many of the programs have no end of them.
const SEARCH_STATES: &str = "5000";

/// Far more than a run needs.
const LIMIT: Duration = Duration::from_secs(100);

/// What is said about a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Said {
    True,
    False,
    Unknown,
}

impl Said {
    /// Whether it is said of a program that is not so.
    fn is_wrong(self, expected: bool) -> bool {
        match self {
            Said::True => !expected,
            Said::False => expected,
            Said::Unknown => false,
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/thread-modular")
}

/// For each program what each column says.
fn table() -> BTreeMap<String, [Said; COLUMNS.len()]> {
    let text =
        std::fs::read_to_string(folder().join("refiners.txt")).expect("corpus/thread-modular/refiners.txt is there");
    let said = |word: &str| match word {
        "true" => Said::True,
        "false" => Said::False,
        "unknown" => Said::Unknown,
        other => panic!("`{other}` in corpus/thread-modular/refiners.txt"),
    };
    let mut table = BTreeMap::new();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let mut words = line.split_whitespace();
        let name = words.next().expect("a line with words");
        let row: Vec<Said> = words.map(said).collect();
        let row = row.try_into().unwrap_or_else(|_| panic!("not {} answers in `{line}`", COLUMNS.len()));
        assert!(table.insert(name.to_string(), row).is_none(), "two lines for {name}");
    }
    table
}

/// The programs with what is true about them.
fn tasks() -> BTreeMap<String, (Task, bool)> {
    let paths = task::collect(&[folder()]).expect("the folder can be read");
    let read = |path: &PathBuf| {
        let task = task::read(path).unwrap_or_else(|e| panic!("{e}"));
        let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
        let is_reachability = |e: &&task::Expectation| e.property == Some(Property::UnreachCall);
        let expected = task.expectations.iter().find(is_reachability).and_then(|e| e.expected);
        let expected = expected.unwrap_or_else(|| panic!("{}: no expected verdict", path.display()));
        (name.expect("a file has a name"), (task, expected))
    };
    paths.iter().map(read).collect()
}

/// What is said, or what is wrong with it apart from that.
fn run(program: &Program, column: &Column) -> Result<Said, String> {
    let analysis = registry::find("thread-modular").expect("the analysis is registered");
    let mut config = Config::default();
    let settings = [
        ("refiner", column.refiner),
        ("environment", column.environment),
        ("knowledge", column.knowledge),
        ("domain", column.domain),
        ("search_states", SEARCH_STATES),
    ];
    for (key, value) in settings {
        config.set(&format!("thread_modular.{key}"), value).expect("a setting that exists");
    }
    let limits = Limits::new(Some(LIMIT), Some(3 << 30));
    let verdict = registry::check(analysis, program, Property::UnreachCall, &config, &limits);
    match verdict.answer() {
        Answer::True(_) => Ok(Said::True),
        Answer::False(_) => Ok(Said::False),
        Answer::Unknown(reasons) => {
            let other = reasons.iter().find(|reason| !matches!(reason, Reason::Halt(_)));
            other.map_or(Ok(Said::Unknown), |reason| Err(reason.text(program)))
        }
    }
}

/// What is wrong with the answers about a program.
fn problems(name: &str, (task, expected): &(Task, bool), row: &[Said; COLUMNS.len()]) -> Vec<String> {
    let options = Options { data_model: task.data_model, ..Options::default() };
    let (program, _) = load(&task.inputs, &options).unwrap_or_else(|e| panic!("{name}: {:?}", e.diagnostics));
    let mut problems = Vec::new();
    for (column, told) in COLUMNS.iter().zip(row) {
        match run(&program, column) {
            Err(reason) => problems.push(format!("{name} {}: {reason}", column.name)),
            Ok(said) if said.is_wrong(*expected) => problems.push(format!("WRONG: {name} {}: {said:?}", column.name)),
            Ok(said) if said != *told => problems.push(format!("{name} {}: {said:?}, not {told:?}", column.name)),
            Ok(_) => {}
        }
    }
    problems
}

#[test]
fn every_refiner_says_what_the_table_says() {
    let (tasks, table) = (tasks(), table());
    let jobs: Vec<_> = table.iter().map(|(name, row)| (name, tasks.get(name), row)).collect();
    let found: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((name, task, row)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let new = match task {
                Some(task) => problems(name, task, row),
                None => vec![format!("{name} is in the table, but not in the folder")],
            };
            found.lock().expect("no panic while locked").extend(new);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, |n| n.get().min(8)) {
            scope.spawn(|| with_large_stack(work));
        }
    });
    let mut found = found.into_inner().expect("no panic while locked");
    found.sort();
    assert!(found.is_empty(), "{} of {} runs:\n{}", found.len(), jobs.len() * COLUMNS.len(), found.join("\n"));
}

#[test]
fn the_table_has_all_programs_and_says_nothing_wrong() {
    let (tasks, table) = (tasks(), table());
    assert!(table.len() >= 24, "the table has {} programs", table.len());
    assert_eq!(tasks.keys().collect::<Vec<_>>(), table.keys().collect::<Vec<_>>());
    for (name, row) in &table {
        let expected = tasks[name].1;
        for (column, said) in COLUMNS.iter().zip(row) {
            assert!(!said.is_wrong(expected), "{name} {}: {said:?}", column.name);
        }
        assert_eq!(name.ends_with("-bug"), !expected, "{name}");
    }
}

/// What is proved by the values that threads know, without predicates and with them; what is not is about values that are not the same in all
/// executions.
#[test]
fn values_do_without_predicates_and_beside_them() {
    let alone = Column { domain: "values", knowledge: "locals", ..Column::of("recursive") };
    let both = Column { domain: "both", ..alone };
    let expected = [
        ("09-motivating-example", Said::True, Said::True),
        ("10-motivating-example-bug", Said::False, Said::False),
        ("17-relay", Said::True, Said::True),
        ("18-relay-bug", Said::False, Said::False),
        ("25-many-count-under-lock", Said::True, Said::True),
        ("26-many-unlocked-once-bug", Said::False, Said::False),
        ("27-many-set-under-lock", Said::Unknown, Said::True),
        ("30-many-test-and-set", Said::True, Said::True),
        ("41-peterson", Said::True, Said::True),
        ("42-pair-under-lock", Said::True, Said::True),
        ("94-two-flags-and-a-sum", Said::True, Said::True),
        ("95-one-flag-and-a-sum-bug", Said::False, Said::False),
    ];
    let tasks = tasks();
    for (name, by_values, by_both) in expected {
        let options = Options { data_model: tasks[name].0.data_model, ..Options::default() };
        let (program, _) = load(&tasks[name].0.inputs, &options).expect("a program of the corpus");
        let said = with_large_stack(|| [run(&program, &alone), run(&program, &both)]);
        assert_eq!(said, [Ok(by_values), Ok(by_both)], "{name}");
    }
}

/// The four refiners are a ladder: each proves what the one before it proves, and something else.
#[test]
fn every_refiner_proves_strictly_more_than_the_one_before() {
    let table = table();
    let proved = |column: usize| -> BTreeSet<&String> {
        table.iter().filter(|(_, row)| row[column] == Said::True).map(|(name, _)| name).collect()
    };
    for weaker in 0..3 {
        let (fewer, more) = (proved(weaker), proved(weaker + 1));
        let (weaker, stronger) = (COLUMNS[weaker].name, COLUMNS[weaker + 1].name);
        let lost: Vec<_> = fewer.difference(&more).collect();
        assert!(lost.is_empty(), "`{weaker}` proves what `{stronger}` does not: {lost:?}");
        assert!(more.len() > fewer.len(), "`{stronger}` proves nothing that `{weaker}` does not");
    }
    let (precise, havoc) = (proved(3), proved(4));
    assert!(havoc.is_subset(&precise) && havoc.len() < precise.len());
}

/// So are the numbers of threads, what they hold, and where they are.
#[test]
fn who_knows_more_of_others_proves_more() {
    let table = table();
    let proved = |column: usize| -> BTreeSet<&String> {
        table.iter().filter(|(_, row)| row[column] == Said::True).map(|(name, _)| name).collect()
    };
    let [numbers, locks, crowds, locals, plain, classes] = [3, 5, 6, 7, 8, 9].map(proved);
    for (less, more) in [(&plain, &numbers), (&numbers, &locks), (&locks, &crowds), (&crowds, &locals)] {
        assert!(less.is_subset(more) && less.len() < more.len());
    }
    assert!(locals.is_subset(&classes));
    // What the papers say that thread-modular methods cannot prove: a lock that is a plain variable, tested and set in one step.
    let of_cells: Vec<&str> = numbers.difference(&plain).map(|name| name.as_str()).collect();
    assert_eq!(of_cells, ["30-many-test-and-set", "32-many-compare-exchange", "92-flag-guards-a-swap"]);
}
