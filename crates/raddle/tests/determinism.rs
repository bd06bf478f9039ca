//! The same input, options and seed give the same bytes on standard output.

use std::path::Path;
use std::process::Command;

fn output(arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .output()
        .expect("raddle starts");
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!output.stdout.is_empty());
    output.stdout
}

#[test]
fn two_runs_print_the_same_bytes() {
    for arguments in [
        &["check", "examples/bank_account_race.c"][..],
        &["check", "examples/bank_account.c"],
        &["check", "--property", "no-data-race", "examples/bank_account_race.c"],
        &["check", "--property", "no-deadlock", "examples/dining_philosophers.c"],
        &["check", "--format", "json", "examples/bank_account_race.c"],
        &["check", "--format", "sarif", "--property", "no-deadlock", "examples/dining_philosophers.c"],
        &["cfa", "examples/bank_account.c"],
        &["cfa", "--dot", "examples/bank_account.c"],
    ] {
        assert_eq!(output(arguments), output(arguments), "{arguments:?}");
    }
}
