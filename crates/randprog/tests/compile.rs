//! What the generators promise, checked with the system's compiler. Without one the tests have nothing to say.

use std::path::{Path, PathBuf};
use std::process::Command;

use raddle_randprog::{Concurrent, sequential};

fn scratch(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("raddle-randprog-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// Compiles a text; `None` if there is no compiler.
fn compile(directory: &Path, name: &str, text: &str, flags: &[&str]) -> Option<PathBuf> {
    let source = directory.join(format!("{name}.c"));
    let binary = directory.join(name);
    std::fs::write(&source, text).unwrap();
    let output = Command::new("cc").args(["-std=gnu11", "-w"]).args(flags).arg("-o").arg(&binary).arg(&source).output();
    let output = output.ok()?;
    assert!(output.status.success(), "{}\n{}", source.display(), String::from_utf8_lossy(&output.stderr));
    Some(binary)
}

#[test]
fn sequential_programs_print_the_same_at_every_optimisation_level() {
    let directory = scratch("sequential");
    for seed in 0..20 {
        let text = sequential(seed, 20);
        // The sanitizers are slow to compile with; a few seeds show that undefined behaviour is avoided.
        let checked: &[&str] = &["-O0", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"];
        let flags: [&[&str]; 2] = [if seed < 2 { checked } else { &["-O0"] }, &["-O2"]];
        let mut outputs = Vec::new();
        for (i, flags) in flags.iter().enumerate() {
            let Some(binary) = compile(&directory, &format!("s{seed}_{i}"), &text, flags) else { return };
            let output = Command::new(&binary).output().unwrap();
            assert!(output.status.success(), "seed {seed}: {}", String::from_utf8_lossy(&output.stderr));
            outputs.push(String::from_utf8(output.stdout).unwrap());
        }
        assert_eq!(outputs[0], outputs[1], "seed {seed}");
        assert!(outputs[0].contains("checksum "));
    }
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn concurrent_programs_compile() {
    let directory = scratch("concurrent");
    for seed in 0..20 {
        let text = Concurrent::generate(seed).to_string();
        if compile(&directory, &format!("c{seed}"), &text, &["-c", "-Wall", "-Werror", "-Wno-unused"]).is_none() {
            return;
        }
    }
    std::fs::remove_dir_all(directory).unwrap();
}
