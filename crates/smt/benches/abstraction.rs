//! The workload of predicate abstraction: thousands of small questions about a few formulas that share their terms.
//!
//! `cargo bench -p raddle-smt --features z3` asks both back ends the same questions in one run, in turn, and says the ratio of their times
//! and whether they agree; without the feature, or with the argument `embedded`, it measures the embedded solver alone. A number says how many
//! tasks. Each task has solvers of its own, as a program has; with the argument `shared` all tasks share one, as the many formulas of a large
//! program do.
//!
//! A *task* is a random straight-line program of 32-bit assignments and guards, a path through it, and predicates as a refinement would find
//! them. For every point of the path the abstraction is computed twice: *Cartesian* (does the path formula imply each predicate or its
//! negation: checks under assumptions) and *Boolean* (all combinations of predicate values: models and blocking clauses within a level).

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use raddle_smt::{Answer, Embedded, Solver, Sort, Statistics, Term, Terms};

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

const VARIABLES: u64 = 6;

/// A comparison as programs have them.
fn comparison(random: &mut Random, terms: &mut Terms, variables: &[Term]) -> Term {
    let x = variables[random.below(VARIABLES) as usize];
    let y = variables[random.below(VARIABLES) as usize];
    let c = terms.constant(random.below(10).into(), 32);
    let (left, right) = match random.below(4) {
        0 | 1 => (x, c),
        2 => (x, y),
        _ => (terms.add(x, c), y),
    };
    match random.below(5) {
        0 => terms.equal(left, right),
        1 => terms.distinct(left, right),
        2 => terms.slt(left, right),
        3 => terms.sle(left, right),
        _ => terms.ult(left, right),
    }
}

fn value(random: &mut Random, terms: &mut Terms, variables: &[Term]) -> Term {
    let x = variables[random.below(VARIABLES) as usize];
    let y = variables[random.below(VARIABLES) as usize];
    let c = terms.constant(random.below(5).into(), 32);
    match random.below(8) {
        0 => c,
        1 | 2 => terms.add(x, c),
        3 => terms.sub(x, c),
        4 => terms.add(x, y),
        5 => terms.sub(x, y),
        6 => {
            let condition = comparison(random, terms, variables);
            terms.ite(condition, x, c)
        }
        _ => terms.mul(x, c),
    }
}

/// What is asked at one point: the path formula so far and the predicates in the variables' versions there.
struct Question {
    path: Term,
    predicates: Vec<Term>,
}

fn questions(seed: u64, terms: &mut Terms) -> Vec<Question> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let variables: Vec<Term> = (0..VARIABLES).map(|i| terms.variable(&format!("x{i}"), Sort::Bv(32))).collect();
    let predicates: Vec<Term> = (0..10).map(|_| comparison(&mut random, terms, &variables)).collect();
    let mut version: BTreeMap<Term, Term> = BTreeMap::new();
    let mut path = terms.bool(true);
    let mut asked = Vec::new();
    for step in 0..12 {
        if random.below(3) == 0 {
            let guard = comparison(&mut random, terms, &variables);
            let guard = terms.substitute(guard, &version);
            path = terms.and(path, guard);
        } else {
            let new = value(&mut random, terms, &variables);
            let new = terms.substitute(new, &version);
            let x = variables[random.below(VARIABLES) as usize];
            let next = terms.variable(&format!("{}#{seed}#{step}", terms.name(x).unwrap_or_default()), Sort::Bv(32));
            let is = terms.equal(next, new);
            path = terms.and(path, is);
            version.insert(x, next);
        }
        if step % 3 == 2 {
            let predicates = predicates.iter().map(|p| terms.substitute(*p, &version)).collect();
            asked.push(Question { path, predicates });
        }
    }
    asked
}

/// Asks everything; the checks and a digest of the answers.
fn ask(solver: &mut impl Solver, terms: &mut Terms, question: &Question, digest: &mut Vec<Answer>) {
    solver.push();
    solver.assert(terms, question.path);
    let feasible = solver.check(terms, &[]);
    digest.push(feasible);
    if feasible == Answer::Sat {
        for p in &question.predicates {
            let negated = terms.not(*p);
            digest.push(solver.check(terms, &[*p]));
            digest.push(solver.check(terms, &[negated]));
        }
        // The Boolean abstraction over the first predicates.
        let tracked = &question.predicates[..6];
        loop {
            let answer = solver.check(terms, &[]);
            digest.push(answer);
            if answer != Answer::Sat {
                break;
            }
            let cube: Vec<Term> =
                tracked.iter().map(|p| if solver.value(terms, *p) == Some(1) { *p } else { terms.not(*p) }).collect();
            let cube = terms.conjunction(cube);
            let other = terms.not(cube);
            solver.assert(terms, other);
        }
    }
    solver.pop();
}

fn measure(solver: &mut impl Solver, terms: &mut Terms, asked: &[Question], digest: &mut Vec<Answer>) -> Duration {
    let start = Instant::now();
    for question in asked {
        ask(solver, terms, question, digest);
    }
    start.elapsed()
}

fn add(sum: &mut Statistics, more: Statistics) {
    sum.checks += more.checks;
    sum.solved += more.solved;
    sum.lemmas += more.lemmas;
    sum.replaced += more.replaced;
    sum.gates += more.gates;
}

fn main() {
    let tasks = std::env::args().filter_map(|a| a.parse().ok()).next().unwrap_or(60);
    #[cfg(feature = "z3")]
    let both = !std::env::args().any(|a| a == "embedded");
    let shared = std::env::args().any(|a| a == "shared");
    let mut terms = Terms::new();
    let mut embedded = Embedded::new();
    #[cfg(feature = "z3")]
    let mut z3 = raddle_smt::Z3::new();
    let mut ours = Vec::new();
    let mut our_time = Duration::ZERO;
    let mut statistics = Statistics::default();
    #[cfg(feature = "z3")]
    let (mut theirs, mut their_time) = (Vec::new(), Duration::ZERO);
    for seed in 0..tasks {
        let asked = questions(seed, &mut terms);
        if !shared {
            add(&mut statistics, embedded.statistics());
            embedded = Embedded::new();
        }
        our_time += measure(&mut embedded, &mut terms, &asked, &mut ours);
        #[cfg(feature = "z3")]
        if both {
            if !shared {
                z3 = raddle_smt::Z3::new();
            }
            their_time += measure(&mut z3, &mut terms, &asked, &mut theirs);
        }
    }
    add(&mut statistics, embedded.statistics());
    println!("{} checks, {} satisfiable", ours.len(), ours.iter().filter(|a| **a == Answer::Sat).count());
    println!(
        "embedded: {:.3} s, {:.1} µs a check",
        our_time.as_secs_f64(),
        our_time.as_secs_f64() * 1e6 / ours.len() as f64
    );
    println!("{statistics:?}");
    #[cfg(feature = "z3")]
    if both {
        println!(
            "z3: {:.3} s, {:.1} µs a check",
            their_time.as_secs_f64(),
            their_time.as_secs_f64() * 1e6 / theirs.len() as f64
        );
        println!("ratio embedded / z3: {:.3}", our_time.as_secs_f64() / their_time.as_secs_f64());
        assert_eq!(ours, theirs, "both solvers answer the same");
    }
}
