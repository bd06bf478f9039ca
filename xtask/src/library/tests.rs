use raddle_program::library::contract::{Extent, Region};

use super::native::Observation;
use super::*;

fn toy(text: &str) -> Group {
    recipe::parse("toy", text).unwrap()
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("raddle-library-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The verdict of a toy recipe about what somebody claims to have seen.
fn verdict(name: &str, body: &str, values: &[i64], question: Question) -> Verdict {
    let folder = folder(name);
    let group = toy(&format!("#include <string.h>\n#include <fcntl.h>\nrecipe strlen\n    {body}\n"));
    let seen = Observation { values: values.to_vec(), done: true, memory: false };
    let path = folder.join("toy.c");
    std::fs::write(&path, program::observed(&group, &group.recipes[0], &seen, question)).unwrap();
    let verdict = check::check(&path, Property::UnreachCall, false);
    std::fs::remove_dir_all(folder).unwrap();
    verdict
}

#[test]
fn what_the_model_does_not_allow_is_found() {
    let length = "CALL(strlen(\"abc\"));";
    assert_eq!(verdict("inside", length, &[3, 0], Question::Inside), Verdict::False);
    assert_eq!(verdict("outside", length, &[4, 0], Question::Inside), Verdict::True);
    assert_eq!(verdict("errno", length, &[3, 2], Question::Inside), Verdict::True);
    assert_eq!(verdict("less", length, &[3], Question::Inside), Verdict::True);
    assert_eq!(verdict("more", length, &[3, 0, 0], Question::Inside), Verdict::True);
}

#[test]
fn what_the_model_allows_too_much_is_found() {
    assert_eq!(verdict("exact", "CALL(strlen(\"abc\"));", &[3, 0], Question::Exact), Verdict::True);
    assert_eq!(verdict("other", "CALL(strlen(\"abc\"));", &[4, 0], Question::Exact), Verdict::False);
    // A contract is not exact: opening a file may fail in many ways.
    assert_eq!(verdict("open", "CALL(open(\"file\", 0));", &[-1, 2], Question::Exact), Verdict::False);
    assert_eq!(verdict("missing", "CALL(open(\"file\", 0));", &[-1, 2], Question::Inside), Verdict::False);
}

/// The verdicts of all race programs about a row.
fn race_verdicts(name: &str, contract: &Contract) -> Vec<(String, bool, Verdict)> {
    let folder = folder(name);
    let group = toy("#include <string.h>\nrace strlen\n    s = \"abc\"\n    index s = 0, 2\n");
    let judged = program::races(&group, contract).into_iter().map(|race| {
        let path = folder.join("race.c");
        std::fs::write(&path, &race.text).unwrap();
        (race.name, race.races, check::check(&path, Property::NoDataRace, false))
    });
    let judged = judged.collect();
    std::fs::remove_dir_all(folder).unwrap();
    judged
}

#[test]
fn a_region_that_is_too_small_or_too_large_is_found() {
    let right = contract::contract("strlen").unwrap();
    for (name, races, verdict) in race_verdicts("right", right) {
        assert_eq!(verdict, if races { Verdict::False } else { Verdict::True }, "{name}");
    }
    // A row that says less: the byte behind its region is touched.
    let less = [Region { parameter: "s", extent: Extent::Bytes("1") }];
    let less = Contract { reads: Box::leak(Box::new(less)), ..*right };
    let found = race_verdicts("less", &less);
    assert!(found.iter().any(|(_, races, verdict)| !races && *verdict == Verdict::False), "{found:?}");
    // One that says that it writes: no race with a thread that reads.
    let writes = Contract { reads: &[], writes: right.reads, ..*right };
    let found = race_verdicts("writes", &writes);
    assert!(found.iter().any(|(_, races, verdict)| *races && *verdict == Verdict::True), "{found:?}");
}

#[test]
fn gaps_are_pinned_and_unpinned() {
    let task = |kind, name: &str| Task {
        kind,
        name: name.to_string(),
        about: String::new(),
        text: String::new(),
        property: Property::UnreachCall,
        malloc_may_fail: false,
    };
    let tasks = [task(Kind::Inside, "f 1"), task(Kind::Inside, "g 1"), task(Kind::Exact, "h 1")];
    let unknown = || Verdict::Unknown("reason".to_string());
    let pinned = |list: &[&str]| list.iter().map(|k| (k.to_string(), String::new())).collect::<BTreeMap<_, _>>();
    let problems = |verdicts: Vec<Verdict>, list: &[&str]| {
        let mut report = Report::default();
        judge(&tasks, verdicts, &pinned(list), Path::new("nowhere"), &mut report);
        report.problems
    };
    let good = || vec![unknown(), Verdict::False, Verdict::True];
    assert_eq!(problems(good(), &["inside f 1", "inside elsewhere 1"]), Vec::<String>::new());
    assert_eq!(problems(good(), &[]).len(), 1);
    assert_eq!(problems(good(), &["inside f 1", "inside g 1"]), ["no gap any more, unpin it: inside g 1"]);
    assert_eq!(problems(vec![unknown(), Verdict::True, Verdict::False], &["inside f 1"]).len(), 2);
}

#[test]
fn arguments_of_the_command() {
    let selection = Selection::parse(&["--only", "strlen,open", "--sample", "3/12", "--jobs", "2"]).unwrap();
    assert_eq!((selection.only.len(), selection.sample, selection.jobs), (2, Some((3, 12)), 2));
    assert!(selection.takes(15, "open") && !selection.takes(16, "open") && !selection.takes(15, "close"));
    assert!(Selection::parse(&["--only"]).is_err());
    assert!(Selection::parse(&["--sample", "3"]).is_err());
    assert!(Selection::parse(&["--fast", "1"]).is_err());
}

/// A sample of the rows; `RADDLE_LIBRARY=7` takes another one, `cargo xtask library` all.
#[test]
fn sampled_rows_agree_with_the_c_library() {
    let start = std::env::var("RADDLE_LIBRARY").ok().and_then(|n| n.parse().ok()).unwrap_or(5);
    let folder = folder("sample");
    let selection = Selection { sample: Some((start, 12)), jobs: 1, ..Selection::default() };
    let report = run(&crate::root().join("xtask/recipes"), &folder, &selection);
    println!("{}", report.table());
    assert!(report.problems.is_empty(), "{}", report.problems.join("\n"));
    assert!(report.rows > 40 && report.runs > 300, "{}", report.table());
    std::fs::remove_dir_all(folder).unwrap();
}
