//! What gcc's sanitizers say about random programs, and what Raddle says: they agree wherever both have an answer.
//!
//! The programs run one thread and read nothing, so that there is one execution and both see the same one. Many have a fault:
//! operations that overflow and `no-overflow` against `-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero`; memory that is
//! misused and `valid-memsafety` against `-fsanitize=address` with its search for leaks. Verdict, kind and line have to be the same.
//! The programs are those of csmith with faults put in (`csmith`), and our own, whose grammar goes where csmith's does not.
//!
//! **Where the definitions differ** (`docs/soundness.md` has ours), and what is compared then:
//!
//! - A negative value shifted to the left: gcc says "negative value" whatever the result. Ours is an overflow if the exact result does not fit, and
//!   otherwise undefined without being one. So Raddle may say FALSE, or undefined, on this line.
//! - Division by zero, and shifts by a negative number or by the width and more, are undefined and no overflow: Raddle must say so on the same line, or FALSE on
//!   that line, where another operation may come first. If gcc says nothing, Raddle must not say that something is undefined.
//! - gcc computes operations on constants itself, drops those whose result nobody wants, puts sums together, and computes only the bits that are wanted: `c = x + 1` of a `char` and
//!   an `int` does not overflow there. Raddle executes what is written. So gcc gets the programs with `OPAQUE` defined ([`raddle_randprog::arithmetic`] says what that
//!   is), Raddle without.
//! - The order of evaluation is ours (A4). Lines of our programs have one call at most; those of csmith have many, so that there another line may be the first.
//! - Lost memory: Raddle says so where it is lost, the sanitizer at the end and unless something goes wrong before. Then both say that the program
//!   is wrong, and that is compared. At the end, words that are left on the stack look like pointers to the sanitizer, so the stack is wiped before it looks.
//! - The sanitizer misses accesses that are far outside of an object, and what is used long after it was freed. The programs are such that there are none.
//!
//! A few programs run by default; `RADDLE_SANITIZERS=500` runs so many of each kind, `RADDLE_SANITIZERS_FROM=7` begins with another seed, `RADDLE_SANITIZERS_KEEP`
//! keeps the programs. The address sanitizer needs an address space without limit.

mod csmith;
mod native;
mod single;
mod verdict;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use native::{Fault, Native, Sanitizer};
use raddle_evidence::Property;
use raddle_frontend::with_large_stack;
use raddle_randprog::{arithmetic, memory};
use verdict::Raddle;

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// How the answers of both compare.
enum Compared {
    Agree,
    /// One of them has none; which, and why.
    NoAnswer(String),
    Disagree,
}

/// Compares kinds, and lines if asked to.
fn compare(native: &Native, raddle: &Raddle, lines: bool) -> Compared {
    let agree = |yes| if yes { Compared::Agree } else { Compared::Disagree };
    let first_of_many = || Compared::NoAnswer("both: it depends on the order of evaluation".into());
    match (native, raddle) {
        (Native::NoAnswer(why), _) => Compared::NoAnswer(format!("compiled: {why}")),
        (_, Raddle::Unknown(why)) => Compared::NoAnswer(format!("Raddle: {why}")),
        (Native::Clean, Raddle::True) => Compared::Agree,
        (Native::Clean, Raddle::False { .. } | Raddle::Undefined { .. }) | (Native::Faulty { .. }, Raddle::True) => {
            Compared::Disagree
        }
        (Native::Faulty { line, .. }, Raddle::Undefined { line: ours, .. }) if lines || line == ours => {
            agree(line.is_some() && line == ours)
        }
        (Native::Faulty { .. }, Raddle::Undefined { .. }) => first_of_many(),
        (Native::Faulty { fault, line, .. }, Raddle::False { violated, line: ours }) => match (fault, *violated) {
            (Fault::Leak, violated) => agree(violated == "valid-memtrack"),
            (_, "valid-memtrack") => Compared::Agree,
            (Fault::Overflow, "no-overflow") | (Fault::Access, "valid-deref") | (Fault::Free, "valid-free") => {
                agree(!lines || line.is_some() && line == ours)
            }
            (Fault::Other, _) if lines || line == ours => agree(line.is_some() && line == ours),
            (Fault::Other, _) => first_of_many(),
            (Fault::Overflow | Fault::Access | Fault::Free, _) => Compared::Disagree,
        },
    }
}

struct Comparison {
    name: &'static str,
    sanitizer: Sanitizer,
    property: Property,
    folder: PathBuf,
    include: Vec<PathBuf>,
    /// Whether the order of evaluation is known, so that the lines have to be the same.
    lines: bool,
    /// How many programs both say are right, wrong, and undefined without being wrong.
    right: usize,
    wrong: usize,
    undefined: usize,
    none: BTreeMap<String, usize>,
    differences: Vec<String>,
}

impl Comparison {
    /// Nothing if there is no such sanitizer here.
    fn new(name: &'static str, sanitizer: Sanitizer, property: &str) -> Option<Comparison> {
        let folder = std::env::temp_dir().join(format!("raddle-sanitizers-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a temporary folder");
        if !sanitizer.works(&folder) {
            eprintln!(
                "{name}: gcc or its {sanitizer:?} sanitizer is not installed or does not run here: nothing was tested"
            );
            return None;
        }
        let property = Property::ALL.into_iter().find(|p| p.name() == property).expect("the property exists");
        Some(Comparison {
            name,
            sanitizer,
            property,
            folder,
            include: Vec::new(),
            lines: true,
            right: 0,
            wrong: 0,
            undefined: 0,
            none: BTreeMap::new(),
            differences: Vec::new(),
        })
    }

    fn add(&mut self, seed: u64, text: &str) -> Raddle {
        let file = self.folder.join(format!("{seed}.c"));
        std::fs::write(&file, text).expect("a temporary file");
        let native = self.sanitizer.run(&file, &self.include);
        let raddle = verdict::verdict(&file, &self.include, self.property);
        match compare(&native, &raddle, self.lines) {
            Compared::Agree if matches!(raddle, Raddle::True) => self.right += 1,
            Compared::Agree if matches!(raddle, Raddle::Undefined { .. }) => self.undefined += 1,
            Compared::Agree => self.wrong += 1,
            Compared::NoAnswer(why) => *self.none.entry(why).or_default() += 1,
            Compared::Disagree => {
                let kept = self.keep(&file);
                self.differences.push(format!("seed {seed}: gcc {native:?}, Raddle {raddle:?}, {kept}"));
            }
        }
        raddle
    }

    /// A program on which they differ stays where somebody can look at it.
    fn keep(&self, file: &Path) -> String {
        let name = format!("raddle-sanitizers-{}-{}", self.name, file.file_name().unwrap_or_default().display());
        let target = std::env::temp_dir().join(name);
        let _ = std::fs::copy(file, &target);
        target.display().to_string()
    }

    /// Both agree wherever they answer, and they do answer: about right programs, and about so many wrong ones at least.
    fn end(self, least: usize) {
        if std::env::var_os("RADDLE_SANITIZERS_KEEP").is_none() {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
        let Comparison { name, right, wrong, undefined, none, differences, .. } = self;
        let without: usize = none.values().sum();
        eprintln!(
            "{name}: {right} right, {wrong} wrong, {undefined} undefined, {} differ, {without} without an answer: {none:#?}",
            differences.len()
        );
        assert!(differences.is_empty(), "{name}:\n{}", differences.join("\n"));
        assert!(right > 0 && wrong >= least, "{name}: only {right} right and {wrong} wrong programs");
        // Programs that do not end in time when they run say nothing about Raddle.
        let of_raddle = none.iter().filter(|(why, _)| !why.starts_with("compiled: "));
        let (with, without) = (right + wrong + undefined, of_raddle.map(|(_, count)| count).sum::<usize>());
        assert!(with > without, "{name}: {without} programs of {} without an answer", with + without);
    }
}

fn seeds(default: u64) -> std::ops::Range<u64> {
    let from = number("RADDLE_SANITIZERS_FROM", 1);
    from..from + number("RADDLE_SANITIZERS", default)
}

#[test]
fn our_programs_overflow_where_the_sanitizer_says_so() {
    with_large_stack(|| {
        let Some(mut comparison) = Comparison::new("arithmetic", Sanitizer::Undefined, "no-overflow") else { return };
        seeds(25).for_each(|seed| drop(comparison.add(seed, &arithmetic(seed))));
        comparison.end(3);
    });
}

#[test]
fn our_programs_misuse_memory_where_the_sanitizer_says_so() {
    with_large_stack(|| {
        let Some(mut comparison) = Comparison::new("memory", Sanitizer::Address, "valid-memsafety") else { return };
        seeds(25).for_each(|seed| drop(comparison.add(seed, &memory(seed))));
        comparison.end(5);
    });
}

#[test]
fn single_statements_mean_what_c_says() {
    with_large_stack(|| {
        let Some(mut comparison) = Comparison::new("single", Sanitizer::Undefined, "no-overflow") else { return };
        for (number, (statement, meaning)) in single::STATEMENTS.iter().enumerate() {
            let answer = comparison.add(number as u64, &single::program(statement));
            assert!(single::is(&answer, *meaning), "{statement} should be {meaning:?}, Raddle says {answer:?}");
        }
        assert!(comparison.none.is_empty(), "{:?}", comparison.none);
        comparison.end(5);
    });
}

/// Compares programs of csmith with faults.
fn csmith(name: &'static str, sanitizer: Sanitizer, property: &str, options: &[&str], fault: fn(u64, &str) -> String) {
    with_large_stack(|| {
        let Some(include) = csmith::headers() else {
            eprintln!("{name}: csmith is not installed: nothing was tested");
            return;
        };
        let Some(mut comparison) = Comparison::new(name, sanitizer, property) else { return };
        comparison.include.push(include);
        comparison.lines = false;
        for seed in seeds(8) {
            let text = csmith::program(seed, options, &comparison.folder);
            comparison.add(seed, &fault(seed, &text));
        }
        // A fault in a program of csmith is often in a part that is never reached.
        comparison.end(0);
    });
}

#[test]
fn programs_of_csmith_overflow_where_the_sanitizer_says_so() {
    csmith("csmith-numbers", Sanitizer::Undefined, "no-overflow", &[], csmith::without_guards);
}

#[test]
fn programs_of_csmith_misuse_memory_where_the_sanitizer_says_so() {
    csmith("csmith-memory", Sanitizer::Address, "valid-memsafety", &[], csmith::one_further);
}
