//! What is checked: one file per property.
//!
//! A property is all that search, checker, replay and reports have to know of it, in one place ([`Definition`]): what a violation in a state is, what
//! a violation in a step is, what the machine has to watch for it, and the words that a person reads. Everybody else asks. So a new property is a file
//! here, a variant of [`Property`] and a line in [`Property::definition`] (docs/adding-a-property.md walks through it).
//!
//! **Soundness.** Engines and the checker of proofs see the same test: the tests of steps belong to the definition of a run
//! ([`crate::run`]), the test of states is asked by both for every state. A test may say too much, since a violation counts only if the replay finds it
//! again in concrete values; it must never say too little. And the reduction may leave out an interleaving only if it leads to no other
//! violation, so every definition says why the steps that it looks at are not lost.
//!
//! *Rejected*: one `match` on the property where it is needed. There were 17 files with one, and each new property would have been
//! a walk through all of them, with a wrong TRUE where one was overlooked.

mod no_data_race;
mod no_deadlock;
mod no_overflow;
mod unreach_call;
mod valid_memsafety;

use std::cell::OnceCell;
use std::fmt;

use raddle_machine::{Config, Halt, Machine, Progress, State, ThreadIx, Undefined, Watch};

use raddle_program::Program;

use crate::dependence::Dependence;
use raddle_program::analysis::Liveness;

/// What is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Property {
    /// No call of an error function and no failing assertion is reachable.
    UnreachCall,
    /// No two conflicting accesses can happen at the same time.
    NoDataRace,
    /// Never does some thread wait while none can move any more.
    NoDeadlock,
    /// No signed operation has a result that its type cannot hold.
    NoOverflow,
    /// Memory is accessed and freed only where it is there, and never lost.
    ValidMemsafety,
}

/// What goes wrong at the end of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ViolationKind {
    /// An error edge is reached.
    Error,
    /// Some thread waits and none can ever move.
    Deadlock,
    /// The next accesses of two threads conflict.
    Race(ThreadIx, ThreadIx),
    /// A step is undefined behaviour of a kind that the property looks for.
    Undefined(Undefined),
    /// A heap block that was not freed is no longer pointed to.
    Lost,
}

impl ViolationKind {
    /// The threads that race.
    pub fn racing(self) -> Option<(ThreadIx, ThreadIx)> {
        match self {
            ViolationKind::Race(a, b) => Some((a, b)),
            ViolationKind::Error | ViolationKind::Deadlock | ViolationKind::Undefined(_) | ViolationKind::Lost => None,
        }
    }
}

impl fmt::Display for ViolationKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ViolationKind::Error => "an error",
            ViolationKind::Deadlock => "a deadlock",
            ViolationKind::Race(..) => "a race",
            ViolationKind::Undefined(_) => "undefined behaviour that the property excludes",
            ViolationKind::Lost => "a state with lost memory",
        })
    }
}

/// The words for a person.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// The name on the command line, in verdicts and in witnesses.
    pub name: &'static str,
    /// A violation in a sentence; the rule of a SARIF log.
    pub violation: &'static str,
    /// The formulas of SV-COMP's property files that mean this property; one of them, or all.
    pub formulas: &'static [&'static str],
}

/// A property.
trait Definition: Sync {
    /// The words for a person.
    fn words(&self) -> Words;

    /// The violation that a state is. Law: some violation, or a halt, in every state that is one.
    fn in_state(&self, _dependence: &Dependence<'_>, _state: &State) -> Result<Option<ViolationKind>, Halt> {
        Ok(None)
    }

    /// The name of a violation in a verdict.
    fn name_of(&self, _violation: ViolationKind) -> &'static str {
        self.words().name
    }

    /// What the machine has to watch. Law: without it no step would show the violation, with it every one does.
    fn watch(&self) -> Watch {
        Watch::default()
    }

    /// The violation that a step is which the machine cannot execute.
    fn in_halt(&self, _halt: &Halt) -> Option<ViolationKind> {
        None
    }

    /// The violation that there is in front of the next edge of a thread inside an atomic section, where no state is stored.
    fn in_section(
        &self,
        _dependence: &Dependence<'_>,
        _state: &State,
        _thread: ThreadIx,
    ) -> Result<Option<ViolationKind>, Halt> {
        Ok(None)
    }

    /// The violation that an executed edge is; of what the step has done, and the state behind it.
    fn in_step(
        &self,
        _progress: Progress,
        _machine: &Machine<'_>,
        _liveness: &OnceCell<Liveness>,
        _state: &State,
    ) -> Result<Option<ViolationKind>, Halt> {
        Ok(None)
    }

    /// Whether the state at the end of a replay is a violation. `racing`: the threads that are said to race.
    fn at_end(
        &self,
        _machine: &Machine<'_>,
        _liveness: &OnceCell<Liveness>,
        _state: &State,
        _racing: Option<(ThreadIx, ThreadIx)>,
    ) -> Option<ViolationKind> {
        None
    }

    /// Whether an error edge is the violation. If not, it ends the program like any other end, and conflicts with everybody.
    fn is_about_errors(&self) -> bool {
        false
    }

    /// Whether it has to be decided where everybody's next access is before a state is looked at.
    fn looks_at_next_accesses(&self) -> bool {
        false
    }

    /// Whether a violation is a step of one thread, or what two threads are about to do, so that an analysis of single threads can look for it.
    fn is_seen_by_single_threads(&self) -> bool {
        false
    }

    /// Whether a violation is a pair of accesses that happen at the same time, so that who excludes all pairs has proved the property.
    fn is_about_pairs(&self) -> bool {
        false
    }
}

impl Property {
    /// All of them, in the order they are listed to users.
    pub const ALL: [Property; 5] = [
        Property::UnreachCall,
        Property::NoDataRace,
        Property::NoDeadlock,
        Property::NoOverflow,
        Property::ValidMemsafety,
    ];

    fn definition(self) -> &'static dyn Definition {
        match self {
            Property::UnreachCall => &unreach_call::UnreachCall,
            Property::NoDataRace => &no_data_race::NoDataRace,
            Property::NoDeadlock => &no_deadlock::NoDeadlock,
            Property::NoOverflow => &no_overflow::NoOverflow,
            Property::ValidMemsafety => &valid_memsafety::ValidMemsafety,
        }
    }

    /// What is checked if nobody says what to check: what goes wrong between threads, whatever the program is for.
    pub const DEFAULT: [Property; 3] = [Property::UnreachCall, Property::NoDataRace, Property::NoDeadlock];

    /// The words for a person.
    pub fn words(self) -> Words {
        self.definition().words()
    }

    /// The name on the command line and in verdicts.
    pub fn name(self) -> &'static str {
        self.words().name
    }

    /// The name of a violation in a verdict: the property's, or that of the part of it that is violated.
    pub fn name_of(self, violation: ViolationKind) -> &'static str {
        self.definition().name_of(violation)
    }

    /// The property with this name.
    pub fn from_name(name: &str) -> Option<Property> {
        Property::ALL.into_iter().find(|p| p.name() == name)
    }

    /// The property that a formula of SV-COMP's property files means. (`G ! call(f())` has a parameter and is none of them.)
    pub fn from_formula(formula: &str) -> Option<Property> {
        Property::ALL.into_iter().find(|p| p.words().formulas.contains(&formula))
    }

    /// A machine's setup in which violations are seen.
    pub fn watching(self, config: Config) -> Config {
        Config { watch: self.definition().watch(), ..config }
    }

    /// Whether the program has to say when the life of each local ends ([`Program::lifetimes`]).
    pub fn needs_lifetimes(self) -> bool {
        self.definition().watch().memory
    }

    /// Whether a machine is set up, and its program made, so that violations are seen.
    pub fn is_watched_by(self, machine: &Machine<'_>) -> bool {
        machine.watch() == self.definition().watch() && self.is_visible_in(machine.program())
    }

    /// Whether violations can be seen in a program.
    pub fn is_visible_in(self, program: &Program) -> bool {
        program.lifetimes || !self.needs_lifetimes()
    }

    /// The violation that a step is which the machine cannot execute.
    pub fn in_halt(self, halt: &Halt) -> Option<ViolationKind> {
        self.definition().in_halt(halt)
    }

    /// The violation that a state is. A halt if that cannot be told.
    pub fn in_state(self, dependence: &Dependence<'_>, state: &State) -> Result<Option<ViolationKind>, Halt> {
        self.definition().in_state(dependence, state)
    }

    /// The violation that there is in front of the next edge of a thread inside an atomic section.
    pub fn in_section(
        self,
        dependence: &Dependence<'_>,
        state: &State,
        thread: ThreadIx,
    ) -> Result<Option<ViolationKind>, Halt> {
        self.definition().in_section(dependence, state, thread)
    }

    /// The violation that an executed edge is, with the state behind it.
    pub fn in_step(
        self,
        progress: Progress,
        machine: &Machine<'_>,
        liveness: &OnceCell<Liveness>,
        state: &State,
    ) -> Result<Option<ViolationKind>, Halt> {
        self.definition().in_step(progress, machine, liveness, state)
    }

    /// The violation that the last state of a replay is.
    pub fn at_end(
        self,
        machine: &Machine<'_>,
        liveness: &OnceCell<Liveness>,
        state: &State,
        racing: Option<(ThreadIx, ThreadIx)>,
    ) -> Option<ViolationKind> {
        self.definition().at_end(machine, liveness, state, racing)
    }

    /// Whether an error edge is the violation. If not, it ends the program.
    pub fn is_about_errors(self) -> bool {
        self.definition().is_about_errors()
    }

    /// Whether it has to be decided where everybody's next access is before a state is looked at.
    pub fn looks_at_next_accesses(self) -> bool {
        self.definition().looks_at_next_accesses()
    }

    /// Whether an analysis of single threads can look for it.
    pub fn is_seen_by_single_threads(self) -> bool {
        self.definition().is_seen_by_single_threads()
    }

    /// Whether it holds if no two conflicting accesses can happen at the same time.
    pub fn is_about_pairs(self) -> bool {
        self.definition().is_about_pairs()
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
