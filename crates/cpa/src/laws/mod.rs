//! The laws of the operators, as checks that run on any analysis.
//!
//! [`Cpa`] states a law for each operator. They are universally quantified over states; here they are checked on a [`Sample`] of
//! states that the analysis reaches by itself when it explores a program. [`check`] checks what can be checked
//! abstractly; [`follow`] checks `post`, `prec` and γ against concrete executions.
//!
//! **What a green run means**: no counterexample among the states of the sample. It proves nothing, but every law has a toy
//! analysis that breaks it in the tests, so each check can fail.

mod follow;
mod modular;

use std::fmt::{self, Debug};

use raddle_machine::{Halt, ThreadSet};

use crate::algorithm::{Observer, explore};
use crate::arg::{Arg, NodeId, Origin};
use crate::cpa::{Cpa, Nowhere, ReachedSet, Successor};
use crate::scheduler::Scheduler;
use crate::waitlist::Order;

pub use follow::{Concrete, Followed, follow};
pub use modular::{Absorbed, check_modular};

/// A law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    /// a ⊑ a.
    Reflexive,
    /// a ⊑ b and b ⊑ c imply a ⊑ c.
    Transitive,
    /// a ⊑ b implies that a and b have the same control state.
    Control,
    /// Equal states have equal fingerprints.
    Fingerprint,
    /// The result of a merge is above the old state, not below it, and of the same control state.
    Merge,
    /// Adjusting a state to a precision makes it larger, whatever was reached.
    Prec,
    /// The same question has the same answer.
    Deterministic,
    /// a ⊑ b implies that every successor of a is below one of b. Not every analysis claims it.
    Monotone,
    /// Every concrete execution is followed.
    Post,
    /// a ⊑ b implies γ(a) ⊆ γ(b).
    Gamma,
    /// Who agrees is symmetric and reflexive, and only what agrees is absorbed.
    Agree,
    /// An effect includes itself; if it includes another they are of one kind, and it leads to nothing that the other does not lead to.
    Includes,
}

/// A law that does not hold.
#[derive(Clone, Debug)]
pub struct Broken {
    /// Which.
    pub law: Law,
    /// For which states.
    pub what: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.law, self.what)
    }
}

fn broken<T: Debug>(law: Law, states: &[&T]) -> Result<(), Broken> {
    Err(Broken { law, what: format!("{states:#?}") })
}

/// States that an analysis has reached.
pub struct Sample<A: Cpa> {
    /// Adjusted to the precision, as they are stored.
    pub states: Vec<A::State>,
    /// As `post` has returned them.
    pub raw: Vec<A::State>,
    /// Steps that the scheduler plans: the number of a state, and the step.
    pub steps: Vec<(usize, A::Step)>,
}

/// Ends an exploration after some nodes.
struct Brief {
    left: usize,
}

impl<A: Cpa> Observer<A> for Brief {
    fn expanding(&mut self, _: &Arg<A>, _: NodeId) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }

    fn halted(&mut self, _: Halt, _: &Origin<A>) -> bool {
        true
    }
}

/// Explores about `size` nodes and collects what was met.
pub fn sample<A: Cpa>(
    cpa: &mut A,
    scheduler: &mut impl Scheduler<A>,
    precision: &A::Precision,
    size: usize,
) -> Sample<A> {
    let mut arg = Arg::new(Order::BreadthFirst);
    explore(cpa, scheduler, precision, &mut arg, &mut Brief { left: size });
    let mut sample = Sample { states: Vec::new(), raw: Vec::new(), steps: Vec::new() };
    for (_, node) in arg.nodes().take(size) {
        let planned = scheduler.plan(&node.state, ThreadSet::NONE).groups.into_iter().flatten();
        for planned in planned {
            if sample.raw.len() < size {
                let ways = cpa.post(&node.state, &planned.step, precision);
                sample.raw.extend(ways.into_iter().filter_map(|way| way.state.ok()));
            }
            sample.steps.push((sample.states.len(), planned.step));
        }
        sample.states.push(node.state.clone());
    }
    sample
}

/// Checks all laws but [`Law::Post`] and [`Law::Gamma`]; monotony only if it is claimed. The first precision is that of the
/// sample.
pub fn check<A: Cpa>(
    cpa: &mut A,
    sample: &Sample<A>,
    precisions: &[A::Precision],
    claims_monotone: bool,
) -> Result<(), Broken> {
    let states = &sample.states;
    let mut below = vec![vec![false; states.len()]; states.len()];
    for (i, a) in states.iter().enumerate() {
        for (j, b) in states.iter().enumerate() {
            below[i][j] = cpa.leq(a, b);
        }
    }
    check_order(cpa, states, &below)?;
    let Some(precision) = precisions.first() else { return Ok(()) };
    let adjusted: Vec<A::State> = sample.raw.iter().map(|s| cpa.prec(s.clone(), precision, &Nowhere).0).collect();
    check_merge(cpa, &adjusted, states)?;
    for state in &sample.raw {
        for precision in precisions {
            let reached: [&dyn ReachedSet<A::State>; 2] = [&Nowhere, states];
            for reached in reached {
                let (adjusted, _) = cpa.prec(state.clone(), precision, reached);
                if !cpa.leq(state, &adjusted) {
                    return broken(Law::Prec, &[state, &adjusted]);
                }
            }
        }
    }
    for (state, step) in &sample.steps {
        check_deterministic(cpa, &states[*state], step, precision)?;
    }
    if claims_monotone { check_monotone(cpa, sample, &below, precision) } else { Ok(()) }
}

/// Checks [`Law::Gamma`]: whoever is in γ of a state is in γ of every state above it.
pub fn check_gamma<A: Cpa, C: Debug>(
    cpa: &mut A,
    states: &[A::State],
    concrete: &[C],
    contains: impl Fn(&mut A, &A::State, &C) -> bool,
) -> Result<(), Broken> {
    for a in states {
        let members: Vec<&C> = concrete.iter().filter(|c| contains(cpa, a, c)).collect();
        for b in states {
            if !members.is_empty() && cpa.leq(a, b) && !members.iter().all(|c| contains(cpa, b, c)) {
                return broken(Law::Gamma, &[a, b]);
            }
        }
    }
    Ok(())
}

fn check_order<A: Cpa>(cpa: &A, states: &[A::State], below: &[Vec<bool>]) -> Result<(), Broken> {
    for (i, a) in states.iter().enumerate() {
        if !below[i][i] {
            return broken(Law::Reflexive, &[a]);
        }
        if cpa.fingerprint(a) != cpa.fingerprint(&a.clone()) {
            return broken(Law::Fingerprint, &[a]);
        }
        for (j, b) in states.iter().enumerate().filter(|(j, _)| below[i][*j]) {
            if cpa.control(a) != cpa.control(b) {
                return broken(Law::Control, &[a, b]);
            }
            for (k, c) in states.iter().enumerate() {
                if below[j][k] && !below[i][k] {
                    return broken(Law::Transitive, &[a, b, c]);
                }
            }
        }
    }
    Ok(())
}

fn check_merge<A: Cpa>(cpa: &mut A, new: &[A::State], old: &[A::State]) -> Result<(), Broken> {
    for new in new.iter().chain(old) {
        for old in old {
            if cpa.control(new) != cpa.control(old) {
                continue;
            }
            let Some(joined) = cpa.merge(new, old) else { continue };
            let above = cpa.leq(old, &joined) && !cpa.leq(&joined, old);
            if !above || cpa.control(&joined) != cpa.control(old) {
                return broken(Law::Merge, &[new, old, &joined]);
            }
        }
    }
    Ok(())
}

fn check_deterministic<A: Cpa>(
    cpa: &mut A,
    state: &A::State,
    step: &A::Step,
    precision: &A::Precision,
) -> Result<(), Broken> {
    let first = cpa.post(state, step, precision);
    let again = cpa.post(state, step, precision);
    let mut same = first.len() == again.len();
    for (a, b) in first.into_iter().zip(again) {
        same &= format!("{:?}", a.label) == format!("{:?}", b.label);
        same &= match (a.state, b.state) {
            (Ok(a), Ok(b)) => {
                let (a, b) = (cpa.prec(a, precision, &Nowhere).0, cpa.prec(b, precision, &Nowhere).0);
                cpa.fingerprint(&a) == cpa.fingerprint(&b) && cpa.leq(&a, &b) && cpa.leq(&b, &a)
            }
            (Err(a), Err(b)) => a == b,
            (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
        };
    }
    if same { Ok(()) } else { broken(Law::Deterministic, &[state]) }
}

fn check_monotone<A: Cpa>(
    cpa: &mut A,
    sample: &Sample<A>,
    below: &[Vec<bool>],
    precision: &A::Precision,
) -> Result<(), Broken> {
    for (small, step) in &sample.steps {
        for large in (0..sample.states.len()).filter(|large| large != small && below[*small][*large]) {
            let lower = cpa.post(&sample.states[*small], step, precision);
            let upper = cpa.post(&sample.states[large], step, precision);
            if upper.iter().any(|way| way.state.is_err()) {
                continue;
            }
            let adjust = |cpa: &mut A, ways: Vec<Successor<A::State, A::Label>>| -> Vec<A::State> {
                ways.into_iter().filter_map(|w| w.state.ok()).map(|s| cpa.prec(s, precision, &Nowhere).0).collect()
            };
            let (lower, upper) = (adjust(cpa, lower), adjust(cpa, upper));
            for a in &lower {
                if !upper.iter().any(|b| cpa.leq(a, b)) {
                    return broken(Law::Monotone, &[&sample.states[*small], &sample.states[large], a]);
                }
            }
        }
    }
    Ok(())
}
