//! When facts about the whole program are looked for, to keep threads apart ([`raddle_semantics::Apart`]).
//!
//! Facts cost as much as a compiler's pass over the program, and most searches are over sooner. So a search begins without them, and begins again with them when it has
//! turned out to be long: what was done until then is little beside what is left. Where nothing can be concluded from the facts, it goes on where it was.

use std::cell::{Cell, OnceCell};
use std::sync::Arc;

use raddle_deadline::Deadline;
use raddle_program::Program;
use raddle_semantics::dependence::Dependence;
use raddle_semantics::locks::Code;

use crate::config::{Apart, Reduction, SchedulerConfig};
use crate::locks;

/// A search that has expanded fewer states than these is short.
const SHORT: u64 = 1000;

/// After how many expanded states facts are looked for, if at all: so many as there are edges, for each of which facts take about as long as a state.
pub fn due(config: &SchedulerConfig, program: &Program) -> Option<u64> {
    let edges: u64 = program.functions.iter().map(|function| function.edges().len() as u64).sum();
    match (config.reduction, config.facts) {
        (Reduction::None, _) | (_, Apart::Never) => None,
        (Reduction::Persistent, Apart::Always) => Some(0),
        (Reduction::Persistent, Apart::Late) => Some(edges.max(SHORT)),
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

    /// Facts are not asked any more: an execution has deviated from what they assume.
    pub fn distrust(&self) {
        self.trusts.set(false);
    }
}
