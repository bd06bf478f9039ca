//! The ways of interpolating compared on random infeasible paths of 32-bit assignments and guards: `cargo bench -p raddle-smt --bench interpolation`
//!
//! For each method: how many of the paths it solves, how long it takes, how many different atoms the interpolants of a path have (these become
//! predicates) and how large the interpolants are.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use raddle_smt::interpolation::{Block, Failure, Method, Settings, check_sequence, sequence};
use raddle_smt::{Sort, Term, Terms};

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

fn path(random: &mut Random, terms: &mut Terms) -> Vec<Block> {
    let variables: Vec<Term> = (0..VARIABLES).map(|i| terms.variable(&format!("x{i}"), Sort::Bv(32))).collect();
    let input = terms.variable("input", Sort::Bv(32));
    let length = 5 + random.below(30);
    (0..length)
        .map(|_| {
            let x = variables[random.below(VARIABLES) as usize];
            let y = variables[random.below(VARIABLES) as usize];
            let c = terms.constant(random.below(8).into(), 32);
            let mut block = Block::default();
            if random.below(3) == 0 {
                let right = if random.below(2) == 0 { y } else { c };
                block.guard.push(match random.below(5) {
                    0 => terms.equal(x, right),
                    1 => terms.distinct(x, right),
                    2 => terms.slt(x, right),
                    3 => terms.sle(x, right),
                    _ => terms.ult(x, right),
                });
            } else {
                let value = match random.below(8) {
                    0 | 1 => c,
                    2 | 3 => terms.add(x, c),
                    4 => y,
                    5 => terms.sub(x, y),
                    6 => {
                        let less = terms.slt(y, c);
                        terms.ite(less, y, c)
                    }
                    _ => {
                        block.inputs.push(input);
                        input
                    }
                };
                block.assign.push((x, value));
            }
            block
        })
        .collect()
}

fn main() {
    let wanted: usize = std::env::args().filter_map(|a| a.parse().ok()).next().unwrap_or(200);
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let mut terms = Terms::new();
    let mut paths = Vec::new();
    while paths.len() < wanted {
        let blocks = path(&mut random, &mut terms);
        let settings = Settings { minimise: 0, ..Settings::default() };
        if sequence(&mut terms, &blocks, &settings) != Err(Failure::Feasible) {
            paths.push(blocks);
        }
    }
    for method in [Method::Forward, Method::Backward, Method::Craig] {
        let settings = Settings { method, ..Settings::default() };
        let (mut solved, mut atoms, mut size, mut time) = (0, 0, 0, Duration::ZERO);
        for blocks in &paths {
            let start = Instant::now();
            let result = sequence(&mut terms, blocks, &settings);
            time += start.elapsed();
            if let Ok(interpolants) = result {
                assert!(check_sequence(&mut terms, blocks, &interpolants), "{method:?}");
                solved += 1;
                atoms += interpolants.iter().flat_map(|i| terms.atoms(*i)).collect::<BTreeSet<Term>>().len();
                size += interpolants.iter().map(|i| terms.size(*i)).sum::<usize>() / interpolants.len();
            }
        }
        println!(
            "{method:?}: {solved} of {} paths, {:.2} ms a path, {:.1} atoms a path, {:.1} nodes an interpolant",
            paths.len(),
            time.as_secs_f64() * 1e3 / paths.len() as f64,
            atoms as f64 / f64::from(solved),
            size as f64 / f64::from(solved),
        );
    }
}
