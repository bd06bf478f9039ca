//! Times the front end on files, one program each.
use std::time::Instant;
use raddle_frontend::{Options, load};
use raddle_program::DataModel;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut options = Options::default();
    if args.iter().any(|a| a == "-32") { options.data_model = DataModel::Ilp32; }
    let (mut ok, mut times) = (0, vec![]);
    for f in args.iter().filter(|a| !a.starts_with('-')) {
        let t = Instant::now();
        let r = std::panic::catch_unwind(|| load(&[f.into()], &options));
        times.push((t.elapsed(), f));
        match r {
            Ok(Ok((_p, w))) => { ok += 1; if args.iter().any(|a| a == "-w") { for d in w { println!("{f}: warning {}", d.message); } } }
            Ok(Err(e)) => for d in e.diagnostics.iter().take(3) {
                println!("{}: {:?} {} {:?} >{}<", f, e.source.place(d.span).map(|p| (p.to_string(), p.column)), d.message, d.help, e.source.text(d.span));
            },
            Err(_) => println!("{f}: PANIC"),
        }
    }
    times.sort();
    if let Some(last) = times.last() { println!("{ok} of {}; median {:?} max {:?}", times.len(), times[times.len() / 2].0, last); }
}
