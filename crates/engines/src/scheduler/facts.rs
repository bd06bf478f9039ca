//! When facts about the whole program are looked for, to keep threads apart ([`raddle_semantics::Apart`]).
//!
//! Facts cost as much as a compiler's pass over the program, and most searches are over sooner. So a search begins without them, and begins again with them when it has
//! turned out to be long, with threads in conflict about accesses: what was done until then is little beside what is left. Where nothing can be concluded from the facts, or they turn out not to help, it goes on where it was
//! (engines that refine begin again).

use std::cell::{Cell, OnceCell};
use std::sync::Arc;

use raddle_deadline::Deadline;
use raddle_program::Program;
use raddle_semantics::dependence::Dependence;
use raddle_semantics::locks::Code;

use crate::config::{Apart, Reduction, SchedulerConfig};
use crate::locks;

/// A search that has expanded fewer states than these is short.
const SHORT: u64 = 2000;
/// Facts for an edge take as long as so many states.
const STATES_PER_EDGE: u64 = 8;
/// So many states are expanded with facts to see whether they help.
const TRIAL: u64 = 256;

/// What is to be done about facts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing.
    Nothing,
    /// Look for them, when so many states have been expanded.
    Look(u64),
    /// See whether they help, when so many states have been expanded with them.
    Judge(u64),
}

impl Next {
    /// In the beginning of a search.
    pub fn first(config: &SchedulerConfig, program: &Program) -> Next {
        let edges: u64 = program.functions.iter().map(|function| function.edges().len() as u64).sum();
        match (config.reduction, config.facts) {
            (Reduction::None, _) | (_, Apart::Never) => Next::Nothing,
            (Reduction::Persistent, Apart::Always) => Next::Look(0),
            (Reduction::Persistent, Apart::Late) => Next::Look(SHORT.max(edges * STATES_PER_EDGE)),
        }
    }

    /// When facts were found.
    pub fn after_finding(config: &SchedulerConfig) -> Next {
        if config.facts == Apart::Always { Next::Nothing } else { Next::Judge(TRIAL) }
    }

    /// Whether it is due after so many states, in some of which threads were in conflict about accesses. Looking for facts is put off if there were few of these.
    pub fn is_due(&mut self, expanded: u64, contested: u64) -> bool {
        match *self {
            Next::Nothing => false,
            Next::Look(after) if expanded < after => false,
            Next::Look(after) if 4 * contested < expanded => {
                *self = Next::Look(4 * after);
                false
            }
            Next::Look(_) => true,
            Next::Judge(after) => expanded >= after,
        }
    }
}

/// The relation between steps, with and without facts about the whole program.
pub struct Relations<'a, 'p> {
    plain: &'a Dependence<'p>,
    informed: OnceCell<Dependence<'p>>,
    /// Whether the one with facts is asked.
    trusts: Cell<bool>,
}

impl<'a, 'p> Relations<'a, 'p> {
    /// The one without facts, until there are some.
    pub fn new(plain: &'a Dependence<'p>) -> Relations<'a, 'p> {
        Relations { plain, informed: OnceCell::new(), trusts: Cell::new(false) }
    }

    /// The one that is asked.
    pub fn now(&self) -> &Dependence<'p> {
        self.informed.get().filter(|_| self.trusts.get()).unwrap_or(self.plain)
    }

    /// Finds facts; whether anything can be concluded from them, and they are asked from now on.
    pub fn inform(&self, deadline: &Deadline) -> bool {
        let machine = self.plain.machine();
        let code = Code::wrapping(machine.program(), machine.points_to());
        let informed = self.plain.with_facts(Arc::new(locks::facts(&code, deadline)));
        self.trusts.set(informed.is_some_and(|informed| self.informed.set(informed).is_ok()));
        self.trusts.get()
    }

    /// Whether facts are asked.
    pub fn is_informed(&self) -> bool {
        self.trusts.get()
    }

    /// Facts are not asked any more: they do not help, or an execution has deviated from what they assume.
    pub fn distrust(&self) {
        self.trusts.set(false);
    }
}
