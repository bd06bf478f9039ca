//! C programs give the same output and exit code in the machine and compiled with the system compiler.

use std::path::{Path, PathBuf};
use std::process::Command;

use raddle_frontend::{Options, load};
use raddle_machine::{Config, Machine, RoundRobin, RunEnd, Value, ZeroOracle, run};

fn compiled(file: &Path) -> (String, i32) {
    let binary = std::env::temp_dir().join(format!(
        "raddle-{}-{}",
        std::process::id(),
        file.file_stem().unwrap_or_default().to_string_lossy()
    ));
    let built = Command::new("cc").args(["-w", "-O0", "-pthread", "-o"]).arg(&binary).arg(file).arg("-lm").status();
    assert!(built.is_ok_and(|status| status.success()), "cc fails on {}", file.display());
    let output = Command::new(&binary).output().expect("the compiled program runs");
    let _ = std::fs::remove_file(&binary);
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code().unwrap_or(-1))
}

fn interpreted(file: &Path) -> (String, Option<i32>) {
    let program = match load(&[PathBuf::from(file)], &Options::default()) {
        Ok((program, _)) => program,
        Err(error) => panic!("{}: {:?}", file.display(), error.diagnostics),
    };
    let machine = Machine::new(&program, Config::default());
    let mut oracle = ZeroOracle::default();
    let result = run(&machine, &mut oracle, &mut RoundRobin::default(), 10_000_000);
    let output = String::from_utf8_lossy(&oracle.output).into_owned();
    match result.end {
        RunEnd::Ended(_) => {}
        RunEnd::Halted(halt) => {
            panic!("{}: {halt} at {:?}\n{output}", file.display(), program.source.place(halt.span))
        }
        other => panic!("{}: {other:?}\n{output}", file.display()),
    }
    let code = match result.result {
        Some(Value::Bits(code)) => Some(code as i32 & 0xff),
        _ => None,
    };
    (output, code)
}

#[test]
fn programs_behave_as_compiled() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the folder is there").flatten().map(|e| e.path()).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "c"));
    files.sort();
    assert!(files.len() >= 6);
    let mut wrong = Vec::new();
    for file in files {
        let (expected, code) = compiled(&file);
        let (output, result) = interpreted(&file);
        // `exit` inside the program leaves no code behind in the model.
        if output != expected || result.is_some_and(|result| result != code) {
            wrong.push(format!("{}\n--- cc ({code})\n{expected}--- machine ({result:?})\n{output}", file.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
