//! Random programs of `csmith` print the same checksum in the machine and compiled with the system compiler.
//!
//! Runs where csmith and its headers are installed (Debian: `csmith` and `libcsmith-dev`; or `RADDLE_CSMITH_INCLUDE` says
//! where the headers are), on a few programs unless `RADDLE_CSMITH` says how many.
//! Programs that do not end within the step limit (or compiled, within some seconds) are counted and skipped.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use raddle_frontend::{Options, load};
use raddle_machine::{Config, Machine, RoundRobin, RunEnd, ZeroOracle, run};

const STEPS: u64 = 50_000_000;

fn headers() -> Option<PathBuf> {
    Command::new("csmith").arg("--version").output().ok()?;
    if let Some(folder) = std::env::var_os("RADDLE_CSMITH_INCLUDE") {
        return Some(PathBuf::from(folder));
    }
    let entries = std::fs::read_dir("/usr/include").ok()?;
    let mut found = entries.flatten().map(|e| e.path()).filter(|p| p.join("csmith.h").exists());
    found.next()
}

/// What the compiled program prints; `None` if it takes too long.
fn compiled(file: &Path, include: &Path) -> Option<String> {
    let binary = file.with_extension("bin");
    let built = Command::new("cc").args(["-w", "-O0", "-I"]).arg(include).arg("-o").arg(&binary).arg(file).status();
    assert!(built.is_ok_and(|status| status.success()), "cc fails on {}", file.display());
    let mut child = Command::new(&binary).stdout(Stdio::piped()).spawn().expect("the compiled program runs");
    let started = Instant::now();
    while child.try_wait().expect("a child to wait for").is_none() {
        if started.elapsed() > Duration::from_secs(3) {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output().expect("its output");
    let _ = std::fs::remove_file(&binary);
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What the machine prints; `None` at the step limit.
fn interpreted(file: &Path, include: &Path) -> Result<Option<String>, String> {
    let options = Options { include_dirs: vec![include.to_path_buf()], ..Options::default() };
    let (program, _) = load(&[file.to_path_buf()], &options)
        .map_err(|error| error.diagnostics.first().map_or(String::new(), |d| d.message.clone()))?;
    let machine = Machine::new(&program, Config::default());
    let mut oracle = ZeroOracle::default();
    match run(&machine, &mut oracle, &mut RoundRobin::default(), STEPS).end {
        RunEnd::Ended(_) => Ok(Some(String::from_utf8_lossy(&oracle.output).into_owned())),
        RunEnd::StepLimit => Ok(None),
        RunEnd::Halted(halt) => {
            let place = program.source.place(halt.span).map_or(String::new(), |p| format!("{p}: "));
            Err(format!("{place}{halt}"))
        }
        RunEnd::Error(_) | RunEnd::Blocked => Err("error location or deadlock".to_string()),
    }
}

fn check(options: &[&str], programs: u32) {
    let Some(include) = headers() else {
        eprintln!("csmith is not installed: nothing was tested");
        return;
    };
    let folder = std::env::temp_dir().join(format!("raddle-csmith-{}{}", std::process::id(), options.join("-")));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let (mut same, mut long, mut wrong) = (0, 0, Vec::new());
    for seed in 1..=programs {
        let file = folder.join(format!("{seed}.c"));
        let seed = seed.to_string();
        let mut csmith = Command::new("csmith");
        // It leaves a file `platform.info` in the current folder.
        csmith.current_dir(&folder).args(["--seed", &seed]).args(options);
        let made = csmith.output().expect("csmith runs");
        std::fs::write(&file, made.stdout).expect("a temporary file");
        let Some(expected) = compiled(&file, &include) else {
            long += 1;
            continue;
        };
        match interpreted(&file, &include) {
            Ok(Some(output)) if output == expected => same += 1,
            Ok(None) => long += 1,
            Ok(Some(output)) => wrong.push(format!("{seed}: {} instead of {}", output.trim(), expected.trim())),
            Err(message) => wrong.push(format!("{seed}: {message}")),
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    eprintln!("csmith {options:?}: {same} the same, {long} too long, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "seeds with {options:?}:\n{}", wrong.join("\n"));
}

fn programs() -> u32 {
    std::env::var("RADDLE_CSMITH").ok().and_then(|n| n.parse().ok()).unwrap_or(5)
}

#[test]
fn default_options() {
    check(&[], programs());
}

#[test]
fn without_floats() {
    check(&["--no-float"], programs());
}

#[test]
fn with_floats() {
    check(&["--float"], programs());
}
