//! All races of a program: the search goes on behind each one.
//!
//! **Idea.** A race does not keep the machine from making both accesses, so what comes after it is explored as if nothing had happened. Each race is told once
//! ([`RaceLog`](raddle_semantics::race::RaceLog)): a state that only shows races that were told is a state like any other. A move that ends at a race
//! inside an atomic section, where no state is stored, is made again and passes over it then.
//!
//! **Which are one.** Races with the same variable and the same two lines are one entry, whatever leads there.
//!
//! **Soundness.** Each entry is confirmed by a replay as soon as it is found, so that a limit that comes later takes nothing away. That there are no others is said
//! only if the search is complete, nothing was left out and no race was refused. The reduction hides none of them behind another: let threads A and B be next at two
//! accesses that race after some steps of others from a stored state, and look at a persistent set there. If one of these steps is made by a thread of the set, the first such
//! step is independent of those before it and can be made now, and fewer are left. If none is, neither A nor B alone is in the set: the other's access could be reached without
//! the set's threads, and depends on what is in it. So the set is independent of all of it, its moves keep the race possible, and the rule against moves that are
//! put off for ever (`later` in [`Search`]) ends this. Both in the set means that both are next now.
//!
//! **Cost.** The search does not end early; each entry costs the way back to the beginning and a replay.

use raddle_analyses::threading::Stepper;
use raddle_deadline::caught;
use raddle_evidence::{Claim, Counterexample, Reason, Variable, confirm_violation};
use raddle_machine::{State, ThreadIx};
use raddle_semantics::race::race_between;
use raddle_semantics::survey::Usage;

use super::{End, Found, Search};

/// What each variable is, if all races are told.
pub(super) fn variables(stepper: &Stepper<'_, '_>, claim: &Claim) -> Vec<Variable> {
    let Some(survey) = &stepper.survey else { return Vec::new() };
    let complete = match claim {
        Claim::True(_) => true,
        Claim::Several { open, .. } => open.is_empty(),
        Claim::False(_) | Claim::Unknown(_) => false,
    };
    let dependence = stepper.dependence;
    let variables = survey.variables(dependence.machine(), &dependence.races().racy_bytes(), complete);
    let variable = |(name, usage)| match usage {
        Usage::Racy => Variable { name, status: Variable::RACY.to_string(), decided: true },
        Usage::Undecided => {
            Variable { name, status: "undecided: the search is not complete".to_string(), decided: false }
        }
        Usage::Safe(status) => Variable { name, status, decided: true },
    };
    variables.into_iter().map(variable).collect()
}

impl Search<'_, '_> {
    /// The main loop; if it has to end, what was found until then stays.
    pub(super) fn run_to_limit(&mut self) -> End {
        match self.all_races {
            true => caught(|| self.run()).unwrap_or_else(|over| End::Stopped(over.into())),
            false => self.run(),
        }
    }

    /// Confirms a race, and passes over it from now on.
    pub(super) fn tell(
        &mut self,
        counterexample: Counterexample,
        state: &State,
        (a, b): (ThreadIx, ThreadIx),
    ) -> Found {
        let dependence = self.stepper.dependence;
        let Some((race, bytes)) = race_between(dependence, state, a, b) else { return Found::Refused };
        match confirm_violation(dependence.machine(), counterexample) {
            Ok(confirmed) => {
                self.confirmed.push(confirmed);
                dependence.races().tell(race, bytes);
                Found::Told
            }
            Err(Reason::Halt(halt)) => {
                self.refused.insert(halt);
                Found::Refused
            }
            Err(reason) => Found::Ends(End::Stopped(reason)),
        }
    }
}
