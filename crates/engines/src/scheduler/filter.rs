//! The scheduler of the configurable analyses: plans of moves in groups, with sleep sets.
//!
//! The first group of a plan is a persistent set, the second everything else ([`super`] says why that is enough as long as
//! one step of the first leads to states that are expanded later).
//!
//! **Sleep sets** (P. Godefroid, *Using Partial Orders to Improve Automatic Verification Methods*, CAV 1990). If a thread
//! u was moved in a state s and then another thread t, whose step a is independent of u's next step b, then a b and b a lead
//! to the same state, and the second way is on its way already. So u *sleeps* after a: it is not moved until
//! somebody takes a step that depends on b. Persistent sets leave out threads that do not matter yet; sleep sets leave out the
//! second order of steps that were both taken.
//!
//! **Soundness.** Two sequences of steps are equivalent if one is made of the other by swapping neighbours that are
//! independent; [w] is the class of w, and a step is an *initial* of [w] if some member starts with it. Claim: if a
//! violation follows from s by w, and no initial of [w] is the step of a thread that sleeps in s, then one is found from s.
//! By induction on the length of w, and for the same length on how late s is expanded:
//! - If w contains a step of the first group's threads P, the first such step is an initial of [w] (persistence), so its
//!   thread is awake. Of all initials of [w] whose threads were moved in s take the one moved first, a: w ≡ a w'. Suppose
//!   that some u which sleeps after a is an initial b of [w']. As a and b are independent, b is an initial of [w] as well. If
//!   u slept in s that contradicts the assumption; if it was moved before a, it contradicts the choice. So the claim
//!   applies to w', which is shorter.
//! - If it contains none, the steps of P are independent of all of w, and one of them leads to a state that is expanded
//!   later. Who sleeps there slept in s, or belongs to P; neither is an initial of [w].
//! - If nobody in P is awake, the first case cannot happen, and the second group is planned at once. With both
//!   groups every awake thread was moved, and the first case applies to w's first step.
//!
//! In the beginning nobody sleeps. When a state is reached again with fewer threads asleep, the graph takes the
//! intersection and expands the state again. Only threads that can take a step sleep, never one that waits (it has several
//! moves: waking up, timing out); an independent step keeps it able to. Edges that a run passes conflict with no future at all,
//! so they wake nobody. A thread that was just created never sleeps.
//!
//! **All ways.** A step that asks about a value goes several ways, each for some of the concrete states that s stands
//! for. For the second case all of them have to lead to states expanded later: w may exist for those concrete states only
//! that go back to a state which covers them, where the value is open again. (If states cover nothing but
//! themselves one way is enough: what was learnt about values that w depends on is never forgotten, so a cycle that learns is
//! impossible.)
//!
//! **Cost**: a comparison of two footprints for each pair of moves. Saves transitions, not states.

use std::collections::BTreeSet;

use raddle_analyses::threading::{Action, Choice, Configuration, Domain, Threading};
use raddle_cpa::{Plan, PlannedStep, Scheduler};
use raddle_evidence::Expanded;
use raddle_machine::{Enabled, Halt, State, ThreadIx, ThreadSet};
use raddle_semantics::dependence::Dependence;

use super::{Moves, moves};
use crate::config::{Reduction, SchedulerConfig};

/// Plans the moves of a state.
pub struct Filter<'a, 'p> {
    dependence: &'a Dependence<'p>,
    /// Which reductions are applied.
    pub options: SchedulerConfig,
    /// Whether waking up for no reason may be what leads on from a state ([`PlannedStep::counts`]). The checker allows it where every state stands for executions that all go the same way.
    pub wakes_count: bool,
    /// In how many states threads were in conflict about accesses.
    pub contested: u64,
    /// Why the relation could not be asked in some state; each makes the verdict UNKNOWN.
    pub halts: BTreeSet<Halt>,
}

/// How a state was expanded, for the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// Which threads were moved.
    pub expanded: Expanded,
    /// Which of them were moved first.
    pub first: Vec<ThreadIx>,
}

impl<'a, 'p> Filter<'a, 'p> {
    /// A scheduler with these reductions.
    pub fn new(dependence: &'a Dependence<'p>, options: SchedulerConfig) -> Filter<'a, 'p> {
        Filter { dependence, options, wakes_count: false, contested: 0, halts: BTreeSet::new() }
    }

    /// The plan for a state in which some threads sleep.
    fn plan_moves(&mut self, state: &State, asleep: ThreadSet) -> Plan<Choice> {
        let moves = self.moves(state);
        self.contested += u64::from(moves.contested);
        let mut moved = ThreadSet::NONE;
        let mut group = |filter: &mut Self, choices: &[Choice]| {
            let mut steps = Vec::new();
            for step in choices.iter().filter(|c| !asleep.contains(c.thread)) {
                let candidates = if filter.sleeps() { asleep.or(moved) } else { ThreadSet::NONE };
                let asleep = filter.sleepers(state, step.thread, candidates);
                let counts = filter.wakes_count || step.action == Action::Step;
                steps.push(PlannedStep { step: *step, asleep, counts });
                moved = moved.with(step.thread);
            }
            steps
        };
        let first = group(self, &moves.all[..moves.first]);
        let rest = group(self, &moves.all[moves.first..]);
        Plan { groups: [first, rest].into_iter().filter(|group| !group.is_empty()).collect() }
    }

    /// Whether threads sleep. Without persistent sets atomic sections may wait inside, and then steps are not what their
    /// footprints say.
    fn sleeps(&self) -> bool {
        self.options.sleep && self.options.reduction == Reduction::Persistent
    }

    fn moves(&mut self, state: &State) -> Moves {
        let moves = moves(self.dependence, state, self.options.reduction, self.options.parts).or_else(|halt| {
            self.halts.insert(halt);
            moves(self.dependence, state, Reduction::None, false)
        });
        moves.expect("without reduction nothing is asked that could halt")
    }

    /// Which of some threads sleep after a step of another.
    fn sleepers(&mut self, state: &State, moving: ThreadIx, candidates: ThreadSet) -> ThreadSet {
        let mut asleep = ThreadSet::NONE;
        let slots = (0..state.threads.len() as u16).map(ThreadIx).filter(|t| *t != moving && candidates.contains(*t));
        for thread in slots {
            if self.dependence.machine().enabled(state, thread) != Enabled::Yes {
                continue;
            }
            match self.dependence.is_independent(state, moving, thread) {
                Ok(true) => asleep = asleep.with(thread),
                Ok(false) => {}
                Err(halt) => {
                    self.halts.insert(halt);
                }
            }
        }
        asleep
    }

    /// How a state was expanded of which this many groups were taken.
    pub fn expansion(&mut self, state: &State, asleep: ThreadSet, groups_taken: u32) -> Expansion {
        let moves = self.moves(state);
        let mut first: Vec<ThreadIx> = moves.all[..moves.first].iter().map(|m| m.thread).collect();
        first.dedup();
        let awake = |choices: &[Choice]| choices.iter().any(|c| !asleep.contains(c.thread));
        let groups = [awake(&moves.all[..moves.first]), awake(&moves.all[moves.first..])];
        // If only the first of two groups was taken, it was the persistent set.
        let expanded = match groups_taken < groups.iter().filter(|g| **g).count() as u32 {
            true => Expanded::Only(first.clone()),
            false => Expanded::Fully,
        };
        Expansion { expanded, first }
    }
}

impl<D: Domain> Scheduler<Threading<'_, '_, D>> for Filter<'_, '_> {
    fn plan(&mut self, state: &Configuration<D::Element>, asleep: ThreadSet) -> Plan<Choice> {
        self.plan_moves(&state.state, asleep)
    }
}
