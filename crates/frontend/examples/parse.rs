//! Times the parsing of preprocessed files.
use raddle_frontend::{parse, with_large_stack};
use raddle_program::{Id, SourceUnit, SourceMap};
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let dump = args.iter().any(|a| a == "-d");
    let text = args.iter().any(|a| a == "-t");
    with_large_stack(|| {
        let (mut ok, mut times) = (0, vec![]);
        for f in args.iter().filter(|a| !a.starts_with('-')) {
            let bytes = std::fs::read(f).unwrap();
            let mut map = SourceMap::default();
            let unit = map.add(SourceUnit::new(f.as_str(), String::from_utf8_lossy(&bytes)));
            if text {
                println!("{}", raddle_frontend::normalise::normalise(&bytes, unit).map(|n| n.text).unwrap_or_default());
            }
            let t = Instant::now();
            let parsed = parse::parse(&bytes, unit);
            times.push((t.elapsed(), f));
            match parsed {
                Ok(p) => {
                    ok += 1;
                    if dump {
                        println!("{:#?}", p.ast);
                    }
                }
                Err(e) => {
                    for d in e {
                        println!("{}: {:?} {} {:?} {:?} >{}<", f, map.place(d.span).map(|p| (p.to_string(), p.column)), d.message, d.label, d.help, map.text(d.span));
                    }
                }
            }
        }
        times.sort();
        if let Some(last) = times.last() { println!("{ok} of {} parse; median {:?} max {:?}", times.len(), times[times.len() / 2].0, last); }
    });
    let _ = <raddle_program::UnitId as Id>::index;
}
