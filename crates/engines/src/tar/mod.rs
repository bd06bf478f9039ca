//! Thread-modular abstraction refinement.
//!
//! **Idea** (T. Henzinger, R. Jhala, R. Majumdar, S. Qadeer, *Thread-Modular Abstraction Refinement*, CAV 2003). What a thread may do is approximated from *above*, by predicates; what it may
//! assume of the others is approximated from *below*: in the beginning they do nothing. Each thread is explored by itself under these assumptions. If two threads then face each other in a race
//! (or one is at an error), the paths of both are examined together: they are an execution, or predicates refute them, and then the assumptions are reset to nothing, because what was assumed
//! with fewer predicates may be too much. If there is no race, the steps that the threads have made are assumed as well, and everything goes on, until nothing is assumed that was not before.
//!
//! **Algorithms** (`tar.algorithm`; section 2 of the paper):
//! - `tar`: this one. With `tar.havoc` (section 3) a step of another thread assigns any value: what is assumed is only *where* others write.
//! - `b`: the assumptions are approximated from above as well: others make every step that they can make in *any* state of their own, reachable or not. That is the paper's σ: an effect has the conditions and the
//!   action of its step, but not what is known where it is made, and no lock or cell keeps it from happening. It proves what is safe in a *strongly* thread-modular way, and so no locking at all. (Steps that a thread never makes
//!   at all are not in it, where the paper has those of unreachable states, too; so it proves a little more, where unreachable code would spoil the paper's proof.)
//! - `a`: no thread by itself, but all interleavings with predicates: the analysis `predicate`.
//!
//! **What it shares.** Views, effects, stands, refiners and graph are those of [`crate::thread_modular`]; new is the order, and B's unguarded effects. The graph withholds effects until they are
//! admitted ([`Graph::admit`](raddle_cpa::Graph::admit)), so exploring under the assumptions is exploring until nothing is new: own steps, with the effects admitted so far. Then stands are
//! admitted, which is the check for races, and then the effects: the paper's ρ. It begins and ends with the least knowledge of other threads ([`Knowledge::NUMBERS`](raddle_semantics::view::Knowledge), or with `thread_modular.knowledge=plain` less than that): what a proof needs beyond that
//! the paper's algorithm does not prove.
//!
//! **Soundness.** Nothing is TRUE before no effect is withheld that is not included in one that was admitted: ρᵢ ⊆ gᵢ. (Step 3 of section 3 has it the other way round in print, `h ⊆ R ∩ Write`; then *false*
//! would pass.) The graph is closed then, and its views are checked like those of thread-modular analysis, with every effect as it is.
//!
//! **Cost.** One exploration for every refinement, from scratch, and in each as many rounds as effects build upon each other.
//!
//! **Rejected**: keeping the assumptions after a refinement, where they are still implied. That is what [`crate::thread_modular`] does with its whole graph (`thread_modular.lazy`).

use raddle_evidence::{Claim, Outcome, Property, Reason, confirm_violation};
use raddle_machine::{Halt, HaltKind, Machine};
use raddle_program::{Program, Span};
use raddle_semantics::dependence::Dependence;

use crate::config::{Config, EnvironmentKind, KnowledgeKind, Races, Refiner, TarAlgorithm};
use crate::limits::Limits;
use crate::predicate;
use crate::thread_modular::Search;

pub use crate::thread_modular::checks;

/// How often the assumptions about other threads were reset, and extended since then.
#[derive(Clone, Copy, Debug, Default)]
pub struct Iterations {
    /// Resets, the beginning included.
    pub outer: u64,
    /// Extensions since the last reset.
    pub inner: u64,
}

/// Runs the algorithm that the configuration says.
pub fn run(program: &Program, property: Property, config: &Config, limits: &Limits) -> Outcome {
    let mut config = config.clone();
    let below = match config.tar.algorithm {
        TarAlgorithm::A => return all_interleavings(program, property, &config, limits),
        TarAlgorithm::B => None,
        TarAlgorithm::Tar => Some(Iterations::default()),
    };
    let of_interest = config.tar.variables.clone();
    let unguarded = below.is_none();
    config.thread_modular.lazy = false;
    if config.thread_modular.knowledge != KnowledgeKind::Plain {
        config.thread_modular.knowledge = KnowledgeKind::Numbers;
    }
    if unguarded {
        // Nothing that is known where an effect is made keeps it from happening: only the paths of the threads at the error matter.
        config.thread_modular.refiner = Refiner::Default;
    }
    if config.tar.havoc {
        config.thread_modular.environment = EnvironmentKind::Havoc;
    }
    if !of_interest.is_empty() {
        // An execution may end in a race on another variable.
        config.thread_modular.search_states = 0;
    }
    let machine = Machine::new(program, property.watching(limits.machine(&config)));
    let dependence = Dependence::new(&machine, property);
    let stop = || limits.exceeded().is_some();
    let mut search = Search::new(&dependence, &config, limits, &stop);
    search.assume_from_below(below, unguarded);
    if let Some(unknown) = search.look_for_races_on(&of_interest) {
        let what = format!("`tar.variables` names `{unknown}`, and there is no such global variable");
        let claim = unsupported(what);
        return search.outcome(property, claim);
    }
    let mut claim = search.run();
    if let (Claim::True(_), false, Property::NoDataRace) = (&claim, of_interest.is_empty(), property) {
        let names = of_interest.join("`, `");
        claim = unsupported(format!("there is no race on `{names}`; on others none was looked for (`tar.variables`)"));
    }
    let counted = search.counted();
    let mut outcome = search.outcome(property, claim);
    outcome.explanation.push(counted);
    outcome
}

/// Algorithm A, which ends with the first race; if all are asked for it says that there may be others.
fn all_interleavings(program: &Program, property: Property, config: &Config, limits: &Limits) -> Outcome {
    let mut outcome = predicate::run(program, property, config, limits, false);
    if let Claim::False(counterexample) = &outcome.claim
        && config.races.tell == Races::All
        && property.looks_at_next_accesses()
    {
        let machine = Machine::new(program, property.watching(limits.machine(config)));
        if let Ok(confirmed) = confirm_violation(&machine, counterexample.clone()) {
            let what = "algorithm `a` of `tar` ends with the first race".to_string();
            let open = vec![Reason::Halt(Halt::new(HaltKind::Unsupported, what, Span::NONE))];
            outcome.claim = Claim::Several { violations: vec![confirmed], open };
        }
    }
    outcome
}

fn unsupported(what: String) -> Claim {
    Claim::Unknown(vec![Reason::Halt(Halt::new(HaltKind::Unsupported, what, Span::NONE))])
}

impl Search<'_, '_> {
    /// Has assumptions about others be approximated from below, or effects happen whatever is known where they are made.
    fn assume_from_below(&mut self, below: Option<Iterations>, unguarded: bool) {
        self.below = below;
        self.cpa.unguarded = unguarded;
        self.restart();
    }

    /// Has only races on some variables matter; all if there are none. One that does not exist.
    fn look_for_races_on(&mut self, names: &[String]) -> Option<String> {
        let globals = &self.cpa.views.machine().program().globals;
        let unknown = names.iter().find(|name| globals.iter().all(|global| global.name != **name));
        if !names.is_empty() {
            self.cpa.views.of_interest = Some(names.iter().cloned().collect());
        }
        unknown.cloned()
    }

    /// Nothing is new under what is assumed of others: looks for races, and then assumes what they have done; whether there is more to explore.
    pub(crate) fn assume_more(&mut self) -> bool {
        if self.below.is_none() {
            return false;
        }
        if self.graph.admit(&mut self.cpa, |effect| effect.stand.is_some()) > 0 {
            return true;
        }
        let more = self.graph.admit(&mut self.cpa, |_| true) > 0;
        if let Some(below) = &mut self.below {
            below.inner += u64::from(more);
        }
        more
    }

    /// How much work it was, in the columns of the paper's Table 2.
    fn counted(&self) -> String {
        let queries = self.cpa.domain.logic.queries;
        match self.below {
            Some(Iterations { outer, inner }) => {
                format!("Iterations: {outer} outer, {inner} inner; {queries} solver queries")
            }
            None => format!("Iterations: {} outer; {queries} solver queries", self.refinements + 1),
        }
    }
}
