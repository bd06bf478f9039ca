//! The laws of [`Modular`] that can be checked abstractly, on states that the analysis reaches by itself.
//!
//! Effects are those of all steps of the states, and what the states offer. What is checked: `agree` is reflexive and symmetric, and who does not agree absorbs
//! nothing; every effect includes itself; if one includes another they are of one kind, and absorbing it leads to nothing that
//! absorbing the other does not lead to; what is absorbed is the same whenever it is asked.

use super::{Broken, Law};
use crate::cpa::{Cpa, Nowhere, Successor};
use crate::modular::{Graph, Modular, ModularObserver};

/// How much was checked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Absorbed {
    /// Pairs of states and effects.
    pub pairs: u32,
    /// States that effects have led to.
    pub reached: u32,
    /// Pairs of different effects of which one includes the other.
    pub included: u32,
}

/// Ends after some work.
struct Few(usize);

impl ModularObserver for Few {
    fn working(&mut self, _: usize, _: usize) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 > 0
    }

    fn is_known(&mut self, _: &raddle_machine::Halt) -> bool {
        true
    }
}

/// Checks the laws on the first states that an analysis reaches.
pub fn check_modular<A: Modular>(
    cpa: &mut A,
    precision: &A::Precision,
    states: usize,
    effects: usize,
) -> Result<Absorbed, Broken> {
    let mut graph = Graph::default();
    graph.explore(cpa, precision, &mut Few(states));
    let states: Vec<A::State> = graph.nodes().map(|(_, node)| node.state.clone()).take(states).collect();
    let mut found = published(cpa, &states, precision);
    found.truncate(effects);
    let mut absorbed = Absorbed::default();
    numbers(cpa, &states, &found)?;
    for effect in &found {
        if !cpa.includes(effect, effect) {
            return broken(Law::Includes, "an effect does not include itself");
        }
        for state in &states {
            absorbed.pairs += 1;
            absorbed.reached += agreeing(cpa, state, effect)?;
        }
    }
    for (index, effect) in found.iter().enumerate() {
        for other in found.iter().take(index).chain(&found[index + 1..]) {
            if cpa.includes(effect, other) {
                absorbed.included += 1;
                included(cpa, &states, (effect, other), precision)?;
            }
        }
    }
    Ok(absorbed)
}

fn broken<T>(law: Law, what: impl Into<String>) -> Result<T, Broken> {
    Err(Broken { law, what: what.into() })
}

/// What others notice of the steps of some states.
fn published<A: Modular>(cpa: &mut A, states: &[A::State], precision: &A::Precision) -> Vec<A::Effect> {
    let mut found = Vec::new();
    for from in states {
        found.extend(cpa.offer(from));
        for step in cpa.steps(from) {
            for Successor { state, .. } in cpa.post(from, &step, precision) {
                found.extend(state.ok().and_then(|to| cpa.publish(from, &to)));
            }
        }
    }
    found
}

/// Checks who agrees with whom.
fn numbers<A: Modular>(cpa: &mut A, states: &[A::State], effects: &[A::Effect]) -> Result<(), Broken> {
    let mut numbers: Vec<u32> = states.iter().map(|state| cpa.shared(state)).collect();
    numbers.extend(effects.iter().map(|effect| cpa.requires(effect)));
    numbers.sort_unstable();
    numbers.dedup();
    for a in &numbers {
        if !cpa.agree(*a, *a) {
            return broken(Law::Agree, format!("{a} does not agree with itself"));
        }
        for b in &numbers {
            if cpa.agree(*a, *b) != cpa.agree(*b, *a) {
                return broken(Law::Agree, format!("of {a} and {b} only one agrees with the other"));
            }
        }
    }
    Ok(())
}

/// Checks that only what agrees is absorbed; how many states that leads to.
fn agreeing<A: Modular>(cpa: &mut A, state: &A::State, effect: &A::Effect) -> Result<u32, Broken> {
    let next = cpa.absorb(state, effect);
    if cpa.absorb(state, effect).len() != next.len() {
        return broken(Law::Deterministic, format!("absorbing an effect twice differs: {state:?}"));
    }
    let (of_state, of_effect) = (cpa.shared(state), cpa.requires(effect));
    if !next.is_empty() && !cpa.agree(of_state, of_effect) {
        return broken(Law::Agree, format!("an effect is absorbed that does not agree: {state:?}"));
    }
    Ok(next.len() as u32)
}

/// Checks what follows if one effect includes another.
fn included<A: Modular>(
    cpa: &mut A,
    states: &[A::State],
    (effect, other): (&A::Effect, &A::Effect),
    precision: &A::Precision,
) -> Result<(), Broken> {
    if cpa.kind(effect) != cpa.kind(other) {
        return broken(Law::Includes, "an effect includes one of another kind");
    }
    for state in states {
        let theirs = cpa.absorb(state, other);
        if theirs.iter().any(Result::is_err) {
            continue;
        }
        let theirs: Vec<A::State> =
            theirs.into_iter().flatten().map(|to| cpa.prec(to, precision, &Nowhere).0).collect();
        for next in cpa.absorb(state, effect).into_iter().flatten() {
            let next = cpa.prec(next, precision, &Nowhere).0;
            if !covers(cpa, &next, theirs.iter().chain([state])) {
                return broken(
                    Law::Includes,
                    format!("absorbing an effect leads to more than one that includes it: {next:?}"),
                );
            }
        }
    }
    Ok(())
}

fn covers<'s, A: Cpa>(cpa: &mut A, state: &A::State, mut by: impl Iterator<Item = &'s A::State>) -> bool
where
    A::State: 's,
{
    by.any(|other| cpa.leq(state, other))
}
