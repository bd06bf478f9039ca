//! What every engine does around the CPA+ algorithm: limits, progress, statistics, reasons, assumptions.
//!
//! The algorithm itself ([`raddle_cpa::explore`]) knows nothing of them; it tells a [`Watch`]. [`search`] has the rest of an engine: set-up, rounds, outcome.

pub mod proof;
pub mod search;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use raddle_analyses::threading::{Domain, Stepper, Threading};
use raddle_cpa::{Arg, Cpa, NodeId, Observer, Origin};
use raddle_evidence::{Assumption, Reason, Statistics};
use raddle_machine::Halt;
use raddle_machine::lazy::formula::Logic;
use raddle_program::{BlockOwner, EdgeId, FuncId, NondetKind, Op, Program};

use crate::config::{Config, Overflow, SearchOrder, UndefinedReads};
use crate::limits::{Limits, Progress};
use crate::refusals::Refusals;
use crate::undefined::Shown;

/// Nodes between two looks at the limits, if that is not too long.
const NODES_PER_CHECK: u32 = 64;

/// How long that may be: where a node stands for many states, expanding it takes a while.
const PATIENCE: Duration = Duration::from_millis(100);

/// Watches an exploration.
pub struct Watch<'a, A: Cpa> {
    /// How far the exploration may go.
    pub limits: &'a Limits,
    since_check: u32,
    expanded: u64,
    depth: u64,
    started: Instant,
    looked: Instant,
    /// Reasons for UNKNOWN that are known to be real.
    pub reasons: BTreeSet<Halt>,
    /// Whether every halt counts as real.
    pub believe_halts: bool,
    /// A halt that ended the exploration because nobody knows yet whether it is real, or because it is to be shown, and how it came about.
    pub doubtful: Option<(Halt, Origin<A>)>,
    /// Undefined behaviour and the execution to it.
    pub shown: Shown,
    /// How many nodes may be expanded, if not as many as there are.
    pub max_nodes: Option<u64>,
    /// After how many nodes the exploration pauses.
    pub pause_after: Option<u64>,
    paused: bool,
    /// The limit that ended the exploration.
    exceeded: Option<Reason>,
    /// Targets whose counterexample was not believed.
    refused: Vec<Origin<A>>,
    /// Halts whose execution was looked for.
    followed: Vec<Origin<A>>,
    /// How many counterexamples were not believed.
    refusals: Refusals<()>,
}

impl<'a, A: Cpa> Watch<'a, A> {
    /// Watches with these limits.
    pub fn new(config: &Config, limits: &'a Limits, believe_halts: bool) -> Watch<'a, A> {
        Watch {
            limits,
            since_check: 0,
            expanded: 0,
            depth: 0,
            started: Instant::now(),
            looked: Instant::now(),
            reasons: BTreeSet::new(),
            believe_halts,
            doubtful: None,
            shown: Shown::default(),
            max_nodes: None,
            pause_after: None,
            paused: false,
            exceeded: None,
            refused: Vec::new(),
            followed: Vec::new(),
            refusals: Refusals::new(config),
        }
    }

    /// A counterexample to a target was not believed: that is a reason for UNKNOWN, and the exploration can be taken up without it.
    pub fn refuse(&mut self, arg: &mut Arg<A>, origin: Origin<A>, halt: Halt) {
        self.reasons.insert(halt);
        self.refusals.count(());
        match &origin.from {
            Some((parent, _)) => arg.expand_again(*parent, arg.node(*parent).precision.clone()),
            None => arg.clear(),
        }
        self.refused.push(origin);
    }

    /// A halt counts as a reason for UNKNOWN, and the exploration, which it has ended, can be taken up.
    pub fn believe(&mut self, arg: &mut Arg<A>, origin: Origin<A>, halt: Halt) {
        self.reasons.insert(halt);
        match &origin.from {
            Some((parent, _)) => arg.expand_again(*parent, arg.node(*parent).precision.clone()),
            None => arg.clear(),
        }
        self.followed.push(origin);
    }

    /// The graph is made anew, so that nothing is known of its targets.
    pub fn anew(&mut self) {
        self.refused.retain(|origin| origin.from.is_none());
        self.followed.retain(|origin| origin.from.is_none());
    }

    /// Whether the exploration was ended to be taken up again; asked once.
    pub fn is_paused(&mut self) -> bool {
        std::mem::take(&mut self.paused)
    }

    /// How many nodes were expanded.
    pub fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Whether a limit is exceeded.
    pub fn is_over(&mut self) -> bool {
        self.exceeded = self.limits.exceeded();
        self.exceeded.is_some()
    }

    /// The limit that ended the exploration.
    pub fn over(&self) -> Reason {
        self.exceeded.clone().expect("an exploration is stopped by a limit, or by a halt that is looked at")
    }

    /// How much work it was.
    pub fn statistics<D: Domain>(&self, arg: &Arg<A>, threading: &Threading<'_, '_, D>, threads: u64) -> Statistics {
        Statistics {
            states: arg.len() as u64,
            transitions: threading.runs,
            edges: threading.stepper.edges,
            depth: self.depth,
            frontier: arg.waiting() as u64,
            threads,
            bytes: 0,
            search_micros: self.started.elapsed().as_micros() as u64,
            refinement_micros: 0,
            check_micros: 0,
            confirmed: 0,
        }
    }
}

impl<A: Cpa> Observer<A> for Watch<'_, A> {
    fn expanding(&mut self, arg: &Arg<A>, node: NodeId) -> bool {
        self.since_check += 1;
        self.expanded += 1;
        self.depth = self.depth.max(u64::from(arg.node(node).depth));
        if self.pause_after.is_some_and(|most| self.expanded > most) {
            // The node is expanded later.
            self.expanded -= 1;
            self.paused = true;
            return false;
        }
        if let Some(max) = self.max_nodes.filter(|max| self.expanded > *max) {
            self.exceeded = Some(Reason::StateLimit(max));
            return false;
        }
        if self.since_check < NODES_PER_CHECK && self.looked.elapsed() < PATIENCE {
            return true;
        }
        self.since_check = 0;
        self.looked = Instant::now();
        let (states, frontier) = (arg.len() as u64, arg.waiting() as u64);
        self.limits.report(Progress { states, frontier, depth: self.depth });
        !self.is_over()
    }

    fn halted(&mut self, halt: Halt, origin: &Origin<A>) -> bool {
        if self.is_over() {
            return false;
        }
        let is_reason = self.believe_halts || self.reasons.contains(&halt);
        if is_reason && (!self.shown.wants(&halt) || is_among(&self.followed, origin)) {
            self.reasons.insert(halt);
            return true;
        }
        self.doubtful = Some((halt, origin.clone()));
        false
    }

    fn reached(&mut self, origin: &Origin<A>) -> bool {
        !is_among(&self.refused, origin) && !self.refusals.is_tired_of(())
    }
}

/// Whether a step is one of some that were taken before, from the same states.
fn is_among<A: Cpa>(known: &[Origin<A>], origin: &Origin<A>) -> bool {
    let same = |known: &Origin<A>| {
        (&known.from, &known.label, known.parent_origins) == (&origin.from, &origin.label, origin.parent_origins)
    };
    known.iter().any(same)
}

/// Hands over what the solver was asked, if somebody wants to know.
pub fn tell_session(limits: &Limits, logic: &Logic<'_>) {
    if let Some(listener) = &limits.session {
        listener(logic.session());
    }
}

/// The order in which nodes are expanded.
pub fn order(config: &Config) -> raddle_cpa::Order {
    match config.reach.order {
        SearchOrder::BreadthFirst => raddle_cpa::Order::BreadthFirst,
        SearchOrder::DepthFirst => raddle_cpa::Order::DepthFirst,
        SearchOrder::FewestSwitches => raddle_cpa::Order::FewestSwitches,
        SearchOrder::Random => raddle_cpa::Order::Random(config.reach.seed),
    }
}

/// What a verdict rests on besides the program.
pub fn assumptions(stepper: &Stepper<'_, '_>, config: &Config) -> BTreeSet<Assumption> {
    let machine = stepper.dependence.machine();
    let mut all = assumed(machine.program(), &stepper.externals, config);
    if machine.watch().memory {
        all.remove(&Assumption::FreedAddressesAgain);
    }
    if machine.watch().overflow {
        all.remove(&Assumption::NoOverflow);
    }
    if stepper.property.looks_at_next_accesses() && !machine.program().allowed_races.is_empty() {
        all.insert(Assumption::AllowedRaces(stepper.dependence.races().allowed()));
    }
    all
}

/// What a verdict rests on besides the program, if these calls of functions without a definition were executed.
pub fn assumed(program: &Program, externals: &BTreeSet<(FuncId, EdgeId)>, config: &Config) -> BTreeSet<Assumption> {
    let mut all = BTreeSet::from([Assumption::SequentialConsistency]);
    let has =
        |wanted: fn(&Op) -> bool| program.functions.iter().flat_map(|f| f.edges().iter()).any(|edge| wanted(&edge.op));
    let allocates = has(|op| matches!(op, Op::Alloc { owner: BlockOwner::Program, .. }));
    if allocates && has(|op| matches!(op, Op::Free { .. })) {
        all.insert(Assumption::FreedAddressesAgain);
    }
    if allocates && !config.program.malloc_may_fail {
        all.insert(Assumption::AllocationSucceeds);
    }
    if let Some(arguments) = &program.arguments {
        let named: Vec<String> = arguments.iter().map(|argument| format!("`{argument}`")).collect();
        let what = match named.len() {
            0 => "the program gets no arguments".to_string(),
            _ => format!("the program gets the arguments {}", named.join(" ")),
        };
        all.insert(Assumption::Environment(what));
    }
    if config.program.undefined_reads == UndefinedReads::Any {
        all.insert(Assumption::UndefinedReads);
    }
    if config.program.overflow == Overflow::Never {
        all.insert(Assumption::NoOverflow);
    }
    for (function, edge) in externals {
        let edge = program.functions[*function].edge(*edge);
        let is_known =
            |name: &str| all.iter().any(|a| matches!(a, Assumption::External { name: known, .. } if known == name));
        if let Op::External { name, .. } = &edge.op
            && !is_known(name)
        {
            all.insert(Assumption::External { name: name.clone(), span: edge.span });
        }
        if let Op::Nondet { kind: NondetKind::Assuming(what), .. } = &edge.op {
            all.insert(Assumption::Environment(what.clone()));
        }
    }
    all
}
