//! Parses and types preprocessed files and reports what went wrong and how long it took:
//! `cargo run -p raddle-frontend --example typecheck -- [--lp64] FILE.i…`. Each file is a program of its own.

use std::time::{Duration, Instant};

use raddle_frontend::{parse, typing, with_large_stack};
use raddle_program::{DataModel, Diagnostic, Severity, SourceMap, SourceUnit};

fn check(path: &str, model: DataModel) -> Result<(usize, Duration), Vec<String>> {
    let text = std::fs::read(path).map_err(|e| vec![e.to_string()])?;
    let mut source = SourceMap::default();
    let id = source.add(SourceUnit::new(path, String::from_utf8_lossy(&text)));
    let shown = |diagnostics: Vec<Diagnostic>| {
        let errors = diagnostics.iter().filter(|d| d.severity == Severity::Error);
        let place = |d: &Diagnostic| source.place(d.span).map_or(String::new(), |p| p.to_string());
        errors.map(|d| format!("{}: {}", place(d), d.message)).collect::<Vec<_>>()
    };
    let parsed = parse::parse(&text, id).map_err(shown)?;
    let start = Instant::now();
    let hir = typing::check(vec![parsed], &source, model).map_err(shown)?;
    Ok((hir.warnings.len(), start.elapsed()))
}

fn main() {
    let mut model = DataModel::Ilp32;
    let (mut good, mut bad, mut slowest) = (0, 0, (Duration::ZERO, String::new()));
    for path in std::env::args().skip(1) {
        if path == "--lp64" {
            model = DataModel::Lp64;
            continue;
        }
        match with_large_stack(|| check(&path, model)) {
            Ok((_, time)) => {
                good += 1;
                slowest = slowest.max((time, path));
            }
            Err(errors) => {
                bad += 1;
                println!("{path}");
                for error in errors.iter().take(5) {
                    println!("    {error}");
                }
            }
        }
    }
    println!("{good} typed, {bad} with errors; slowest {:?} ({})", slowest.0, slowest.1);
}
