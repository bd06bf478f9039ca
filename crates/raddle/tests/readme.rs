//! What the README and the examples say is true.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn verdict(arguments: &[&str]) -> (String, Option<i32>) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_raddle")).args(arguments).current_dir(root()).output().expect("raddle starts");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    (stdout.lines().last().unwrap_or_default().to_string(), output.status.code())
}

/// The commands in the README's shell blocks.
fn commands() -> Vec<String> {
    let readme = read("README.md");
    let blocks = readme.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    blocks.flat_map(|block| block.lines().map(str::to_string).collect::<Vec<_>>()).collect()
}

#[test]
fn there_are_two_commands_and_they_work() {
    let commands = commands();
    assert_eq!(commands.len(), 2, "{commands:?}");
    let arguments = commands[0].strip_prefix("cargo run --release -- ").expect("the first command runs raddle");
    let arguments: Vec<&str> = arguments.split(' ').collect();
    assert_eq!(verdict(&arguments), ("Verdict: FALSE(unreach-call)".to_string(), Some(1)));
    assert!(read(".ci/run").contains(&commands[1]), ".ci/run does not run `{}`", commands[1]);
}

#[test]
fn the_examples_have_the_verdicts_their_comments_promise() {
    for (property, file, expected) in [
        ("unreach-call", "bank_account_race.c", "FALSE(unreach-call)"),
        ("no-data-race", "bank_account_race.c", "FALSE(no-data-race)"),
        ("unreach-call", "bank_account.c", "TRUE"),
        ("no-data-race", "bank_account.c", "TRUE"),
        ("no-deadlock", "bank_account.c", "TRUE"),
        ("no-deadlock", "dining_philosophers.c", "FALSE(no-deadlock)"),
    ] {
        let file = format!("examples/{file}");
        let (said, _) = verdict(&["check", "--property", property, &file]);
        assert_eq!(said, format!("Verdict: {expected}"), "{property} {file}");
    }
}

#[test]
fn a_witness_replays() {
    let witness = std::env::temp_dir().join(format!("raddle-witness-{}.json", std::process::id()));
    let path = witness.to_str().expect("temporary paths are text");
    let program = "examples/bank_account_race.c";
    let (said, code) = verdict(&["check", "--property", "unreach-call", "--witness", path, program]);
    assert_eq!((verdict(&["replay", path, program]).0, verdict(&["replay", path, program]).1), (said, code));
    let (_, code) = verdict(&["replay", path, "examples/bank_account.c"]);
    assert_eq!(code, Some(2), "a witness of another program is refused");
    std::fs::remove_file(witness).expect("the witness was written");
}

#[test]
fn the_presets_can_be_used() {
    let mut presets: Vec<PathBuf> =
        std::fs::read_dir(root().join("configs")).expect("configs/ is there").map(|e| e.unwrap().path()).collect();
    presets.sort();
    assert!(!presets.is_empty());
    for preset in presets {
        let text = std::fs::read_to_string(&preset).unwrap();
        assert!(text.starts_with("# "), "{} does not open with its purpose", preset.display());
        let (said, _) = verdict(&["check", "--config", preset.to_str().unwrap(), "examples/bank_account_race.c"]);
        assert_eq!(said, "Verdict: FALSE(unreach-call)", "{}", preset.display());
    }
}
