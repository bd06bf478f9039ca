//! Exhaustive search over all interleavings with explicit values.
//!
//! **Idea.** The oldest algorithm there is: store every state that is reached, expand each once. What makes it usable:
//! steps are runs of one thread up to the next point where the order of threads matters ([`raddle_analyses::threading`]), the scheduler leaves
//! out moves whose order does not matter (`scheduler`), states share their components (`store`), nondeterministic values
//! stay symbolic until the program looks at them ([`raddle_machine::lazy`]).
//!
//! Where a program starts many threads with the same routine, few of them are looked at first (`few`).
//!
//! **Soundness.** The machine decides what a step does; every alternative of every question it asks is followed. What
//! cannot be followed is remembered as a reason for UNKNOWN, and the search goes on elsewhere: a violation is one
//! whatever else is unknown. So is a violation that would not be believed ([`doubt`]): there may be another one. TRUE is claimed only if nothing was left out, with the set of states as the proof
//! ([`raddle_evidence::ClosedStates`]); FALSE with a schedule and inputs that are replayed.
//!
//! **Cost.** Linear in states × enabled threads; the number of states is what it is.

mod few;
mod frontier;
mod path;
mod proof;
mod quest;
mod races;
mod store;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Instant;

use raddle_analyses::threading::{Choice, Decisions, MAX_EDGES, StepEnd, Stepper, execute};
use raddle_evidence::{
    AboutRaces, Claim, ClosedStates, Confirmed, Counterexample, Language, Note, Outcome, Proof, Property, Reason,
    Statistics, doubt,
};
use raddle_machine::lazy::{LazyOracle, Symbol, SymbolId, Terms, canonical_order};
use raddle_machine::{Halt, HaltKind, Machine, State, ThreadIx};
use raddle_program::{EdgeId, FuncId, Program, Span};
use raddle_semantics::dependence::Dependence;
use raddle_semantics::{Apart, Dead};

use crate::config::{Config, External, Races, Reduction};
use crate::limits::{Limits, Progress};
use crate::refusals::Refusals;
use crate::scheduler::facts::{Next, Relations};
use crate::undefined::Shown;
use crate::{reach, scheduler};
pub(crate) use frontier::{Schedule, Strategy};
pub(crate) use quest::{MayMove, Quest, Sought, find};

use frontier::Frontier;
use proof::Explored;
use store::{Insertion, Loaded, StateId, Store};

/// Searches all interleavings.
pub fn run(program: &Program, property: Property, config: &Config, limits: &Limits) -> Outcome {
    let machine = Machine::new(program, property.watching(limits.machine(config)));
    let dependence = Dependence::new(&machine, property);
    let relations = Relations::new(&dependence);
    let mut reduction = config.scheduler.reduction;
    let mut search = Search::new(relations.now(), property, config, limits, reduction);
    search.facts = Next::first(&config.scheduler, program);
    search.looks_at_few = config.races.tell != Races::All && few::makes_many(&dependence);
    // What was explored without facts, as long as it is not known whether they help.
    let mut before = None;
    loop {
        let mut next = match search.run_to_limit() {
            // A section that waits inside lets others in; the reduction does not reason about that.
            End::SectionBlocked if reduction == Reduction::Persistent => {
                reduction = Reduction::None;
                Search::new(relations.now(), property, config, limits, reduction)
            }
            End::FewAreDue => match few::violation(program, property, config, limits) {
                Some((counterexample, assumptions)) => {
                    let mut outcome = search.outcome(End::Found(counterexample));
                    outcome.assumptions.extend(assumptions);
                    return outcome;
                }
                None => continue,
            },
            End::FactsAreDue if !relations.is_informed() => {
                search.facts = Next::Nothing;
                if !relations.inform(limits.deadline()) {
                    continue;
                }
                let mut informed = Search::new(relations.now(), property, config, limits, reduction);
                informed.facts = Next::after_finding(&config.scheduler);
                informed.confirmed = std::mem::take(&mut search.confirmed);
                before = Some(std::mem::replace(&mut search, informed));
                continue;
            }
            End::FactsAreDue if relations.now().apart().is_some_and(Apart::helps) => {
                (search.facts, before) = (Next::Nothing, None);
                continue;
            }
            End::FactsAreDue | End::Deviates => {
                relations.distrust();
                let plain = before.take();
                plain.unwrap_or_else(|| Search::new(relations.now(), property, config, limits, reduction))
            }
            end => return search.outcome(end),
        };
        next.confirmed.append(&mut search.confirmed);
        search = next;
    }
}

/// How many edges take as long as what else there is to do for a move.
const EDGES_PER_MOVE: u64 = 8;

/// Why the search is over.
enum End {
    /// Every reachable state was expanded.
    Exhausted,
    /// A violation.
    Found(Box<Counterexample>),
    /// A limit.
    Stopped(Reason),
    /// A thread waits inside an atomic section.
    SectionBlocked,
    /// It is time to look for facts about the whole program, or to see whether they help.
    FactsAreDue,
    /// It is time to look at few threads.
    FewAreDue,
    /// An execution did not do what these facts foresee.
    Deviates,
}

/// Where a violation is.
#[derive(Clone, Copy, Debug)]
struct Violation {
    /// The state before it; `None` if it happens on the way to the first state.
    at: Option<StateId>,
    /// The move that leads to it; `None` if it is the state itself.
    last: Option<Choice>,
    /// How that move ends.
    end: StepEnd,
}

/// How often parts of objects were told apart to find a smaller set of threads. It costs more than a step, so it has to help.
#[derive(Default)]
struct PartsTried {
    tried: u32,
    helped: u32,
}

impl PartsTried {
    /// So often it is tried in any case.
    const AT_FIRST: u32 = 256;
    /// Then it has to help once in so many times.
    const ONE_IN: u32 = 8;

    fn is_worth_it(&self) -> bool {
        self.tried < PartsTried::AT_FIRST || self.helped >= self.tried / PartsTried::ONE_IN
    }

    fn count(&mut self, helped: Option<bool>) {
        self.tried += u32::from(helped.is_some());
        self.helped += u32::from(helped == Some(true));
    }
}

/// How a state was reached first.
#[derive(Clone, Copy, Debug)]
struct Parent {
    state: u32,
    choice: Option<Choice>,
}

/// What an alternative of a move led to.
enum Reached {
    State(StateId),
    Nothing,
    /// How the move ends, and where.
    Violation(StepEnd, Box<State>),
}

/// What has become of a violation.
enum Found {
    /// It ends the search.
    Ends(End),
    /// It is a race that was told; the search goes on behind it.
    Told,
    /// It is not believed.
    Refused,
}

struct Search<'a, 'p> {
    config: &'a Config,
    limits: &'a Limits,
    stepper: Stepper<'a, 'p>,
    reduction: Reduction,
    dead: Option<Dead<'p>>,
    terms: Terms,
    store: Store,
    parents: Vec<Parent>,
    /// For each expanded state: the threads that were moved, as bits; 0 for all.
    moved: Vec<u32>,
    frontier: Frontier,
    no_symbols: Arc<Vec<Symbol>>,
    reasons: BTreeSet<Halt>,
    /// Why violations were not believed.
    refused: BTreeSet<Halt>,
    refusals: Refusals<Option<(FuncId, EdgeId)>>,
    notes: BTreeSet<Note>,
    shown: Shown,
    transitions: u64,
    depth: u64,
    depth_ends: usize,
    max_threads: usize,
    since_check: u32,
    edges_at_check: u64,
    started: Instant,
    parts: PartsTried,
    /// Whether the search goes on behind a race.
    all_races: bool,
    /// The races behind which it went on.
    confirmed: Vec<Confirmed>,
    /// Where threads may move, if not everywhere.
    may_move: Option<&'a MayMove<'a>>,
    /// How much is done at most.
    max_work: Option<u64>,
    /// What is to be done about facts about the whole program.
    facts: Next,
    /// In how many states threads were in conflict about accesses.
    contested: u64,
    /// Whether few threads are still to be looked at.
    looks_at_few: bool,
    /// Whether the states that `main` reaches by itself are known.
    begun: bool,
}

impl<'a, 'p> Search<'a, 'p> {
    fn new(
        dependence: &'a Dependence<'p>,
        property: Property,
        config: &'a Config,
        limits: &'a Limits,
        reduction: Reduction,
    ) -> Search<'a, 'p> {
        let strict = config.program.external == External::Strict;
        let mut stepper = Stepper::new(dependence, property, reduction == Reduction::Persistent, strict);
        let all_races = config.races.tell == Races::All && property.looks_at_next_accesses();
        stepper.survey = all_races.then(Box::default);
        Search {
            config,
            limits,
            stepper,
            reduction,
            dead: config.scheduler.dead.then(|| dependence.dead()),
            terms: Terms::within(limits.deadline()),
            store: Store::new(),
            parents: Vec::new(),
            moved: Vec::new(),
            frontier: Frontier::new(config.explicit.order.into()),
            no_symbols: Arc::new(Vec::new()),
            reasons: BTreeSet::new(),
            refused: BTreeSet::new(),
            refusals: Refusals::new(config),
            notes: BTreeSet::new(),
            shown: Shown::default(),
            transitions: 0,
            depth: 0,
            depth_ends: 0,
            max_threads: 1,
            parts: PartsTried::default(),
            since_check: 0,
            edges_at_check: 0,
            started: Instant::now(),
            all_races,
            confirmed: Vec::new(),
            may_move: None,
            max_work: None,
            facts: Next::Nothing,
            contested: 0,
            looks_at_few: false,
            begun: false,
        }
    }

    /// The main loop. It can be taken up where it was left to look for facts.
    fn run(&mut self) -> End {
        if !std::mem::replace(&mut self.begun, true)
            && let Some(end) = self.start()
        {
            return end;
        }
        loop {
            if self.facts.is_due(u64::from(self.frontier.expanded()), self.contested) {
                return End::FactsAreDue;
            }
            if self.looks_at_few && self.frontier.expanded() >= few::AFTER {
                self.looks_at_few = false;
                return End::FewAreDue;
            }
            let Some(id) = self.next() else { return End::Exhausted };
            if let Some(end) = self.expand(id) {
                return end;
            }
        }
    }

    /// The states that `main` reaches by itself.
    fn start(&mut self) -> Option<End> {
        let mut decisions = Decisions::default();
        loop {
            match self.alternative(None, None, &mut decisions) {
                Ok(Reached::Violation(end, state)) => {
                    match self.found(Violation { at: None, last: None, end }, &state) {
                        Found::Ends(end) => return Some(end),
                        Found::Told => {
                            decisions.rewind();
                            continue;
                        }
                        Found::Refused => {}
                    }
                }
                Ok(Reached::State(_) | Reached::Nothing) => {}
                Err(end) => return Some(end),
            }
            if !decisions.advance() {
                return None;
            }
        }
    }

    /// The state to be expanded next.
    fn next(&mut self) -> Option<StateId> {
        if self.frontier.strategy() == Strategy::BreadthFirst && self.frontier.passed() as usize == self.depth_ends {
            self.depth += 1;
            self.depth_ends = self.store.len();
        }
        self.frontier.next(self.store.len())
    }

    /// Checks a state and lets the threads move that have to.
    fn expand(&mut self, id: StateId) -> Option<End> {
        let loaded = self.store.load(id);
        while let Some(end) = self.violated(&loaded.state) {
            match self.found(Violation { at: Some(id), last: None, end }, &loaded.state) {
                Found::Ends(end) => return Some(end),
                Found::Told => {}
                Found::Refused => break,
            }
        }
        let dependence = self.stepper.dependence;
        let parts = self.config.scheduler.parts && self.parts.is_worth_it();
        let moves = scheduler::moves(dependence, &loaded.state, self.reduction, parts).or_else(|halt| {
            self.reasons.insert(halt);
            scheduler::moves(dependence, &loaded.state, Reduction::None, false)
        });
        let mut moves = moves.expect("without reduction nothing is asked that could halt");
        self.parts.count(moves.parts);
        self.contested += u64::from(moves.contested);
        let (set, others) = moves.all.split_at_mut(moves.first);
        self.frontier.sort(id, set);
        self.frontier.sort(id, others);
        let mut later = false;
        for (i, choice) in moves.all.iter().enumerate() {
            if i == moves.first && later && moves.all.iter().all(|m| m.thread.0 < 32) {
                self.moved[id.0 as usize] = mask(&moves.all[..moves.first]);
                break;
            }
            if self.may_move.is_some_and(|may_move| !may_move(&loaded.state, choice.thread)) {
                continue;
            }
            let group = if i < moves.first { 0..moves.first } else { moves.first..moves.all.len() };
            self.frontier.follow(id, &moves.all[group], *choice);
            match self.follow(id, &loaded, *choice) {
                Ok(comes_later) => later |= comes_later,
                Err(end) => return Some(end),
            }
        }
        None
    }

    /// A violation that the state itself is.
    fn violated(&mut self, state: &State) -> Option<StepEnd> {
        let end = self.violation(state)?;
        self.believed(state).then_some(end)
    }

    /// Whether a violation in a state counts; if not, that is a reason for UNKNOWN, and the search goes on.
    fn believed(&mut self, state: &State) -> bool {
        let disbelief = self.stepper.dependence.machine().disbelief(state);
        self.refused.extend(disbelief.clone());
        disbelief.is_none()
    }

    fn violation(&mut self, state: &State) -> Option<StepEnd> {
        let dependence = self.stepper.dependence;
        match self.stepper.property.in_state(dependence, state) {
            Ok(violation) => violation.map(StepEnd::Violation),
            Err(halt) => {
                self.reasons.insert(halt);
                None
            }
        }
    }

    /// Ends the search, if inputs can be found that lead to a violation and it is believed, or tells it and goes on. If there are none, the path may not exist at all
    /// (`raddle_machine::lazy` says why it was followed); the search goes on, and proves nothing any more.
    fn found(&mut self, violation: Violation, state: &State) -> Found {
        let place = self.place(violation);
        if self.refusals.is_tired_of(place) {
            return Found::Refused;
        }
        let machine = self.stepper.dependence.machine();
        if let Some(counterexample) = self.counterexample(violation) {
            let Some(halt) = doubt(machine, &counterexample) else {
                return match violation.end.racing().filter(|_| self.all_races) {
                    Some(racing) => self.tell(counterexample, state, racing),
                    None => Found::Ends(End::Found(Box::new(counterexample))),
                };
            };
            self.refused.insert(halt);
            self.refusals.count(place);
            return Found::Refused;
        }
        let span = violation.at.zip(violation.last).and_then(|(id, choice)| {
            let state = &self.store.load(id).state;
            let (function, edge) = machine.edge(state, choice.thread)?;
            Some(machine.visible_place(state, choice.thread, machine.program().functions[function].edge(edge).span))
        });
        let what = "no inputs were found that lead to a possible violation: the conditions on nondeterministic values \
                    are too complex";
        self.reasons.insert(Halt::new(HaltKind::TooManyCases, what, span.unwrap_or(Span::NONE)));
        Found::Refused
    }

    /// The edge at which a violation's last move begins, or somebody who takes part in it is about to go on.
    fn place(&self, violation: Violation) -> Option<(FuncId, EdgeId)> {
        let machine = self.stepper.dependence.machine();
        let state = self.store.load(violation.at?).state;
        let thread = match (violation.last, violation.end.racing()) {
            (Some(choice), _) => choice.thread,
            (None, Some((a, _))) => a,
            (None, None) => ThreadIx(0),
        };
        machine.edge(&state, thread)
    }

    /// Follows all alternatives of a move; whether one leads to a state that is expanded later.
    fn follow(&mut self, id: StateId, loaded: &Loaded, choice: Choice) -> Result<bool, End> {
        let mut decisions = Decisions::default();
        let mut later = false;
        loop {
            match self.alternative(Some((id, loaded)), Some(choice), &mut decisions)? {
                Reached::State(next) => later |= self.frontier.comes_later(next),
                Reached::Nothing => {}
                Reached::Violation(end, state) => {
                    match self.found(Violation { at: Some(id), last: Some(choice), end }, &state) {
                        Found::Ends(end) => return Err(end),
                        Found::Told => {
                            decisions.rewind();
                            continue;
                        }
                        Found::Refused => {}
                    }
                }
            }
            if !decisions.advance() {
                return Ok(later);
            }
        }
    }

    /// Executes a move with the given decisions and stores where it leads.
    fn alternative(
        &mut self,
        from: Option<(StateId, &Loaded)>,
        choice: Option<Choice>,
        decisions: &mut Decisions,
    ) -> Result<Reached, End> {
        self.check_limits()?;
        self.transitions += 1;
        let symbols = from.map_or(Vec::new(), |(_, loaded)| loaded.symbols.to_vec());
        let mut oracle = LazyOracle::new(&mut self.terms, symbols, decisions, self.config.program.max_cases);
        oracle.samples = self.config.explicit.samples as usize;
        let stepped = execute(&mut self.stepper, from.map(|(_, l)| &l.state), choice, &mut oracle);
        for (what, span) in oracle.undefined.drain(..) {
            self.notes.insert(Note { span, what: what.to_string() });
        }
        let (symbols, infeasible, sampled) = (oracle.symbols, oracle.infeasible, oracle.sampled);
        let (mut state, end) = match stepped {
            Ok(stepped) => stepped,
            Err(_) if infeasible => return Ok(Reached::Nothing),
            Err(_) if self.stepper.dependence.deviates() => return Err(End::Deviates),
            Err(halt) => {
                let reached = self.before_halt(from, choice, decisions);
                self.show(&halt, from.map(|(id, _)| id), choice);
                self.reasons.insert(halt);
                return reached;
            }
        };
        match end {
            StepEnd::Nothing => return Ok(Reached::Nothing),
            StepEnd::Violation(_) => {
                let believed = self.believed(&state);
                return Ok(if believed { Reached::Violation(end, Box::new(state)) } else { Reached::Nothing });
            }
            StepEnd::State => {}
        }
        if self.reduction == Reduction::Persistent && state.threads.iter().any(|t| t.atomic > 0) {
            // In front of a halt inside a section is not a place where others may move.
            let cut = self.stepper.budget < MAX_EDGES;
            return if cut { Ok(Reached::Nothing) } else { Err(End::SectionBlocked) };
        }
        let loaded = from.map(|(_, loaded)| loaded);
        match self.normalise(&mut state, symbols, loaded) {
            Ok((symbols, _)) => self.insert(&state, &symbols, from, choice, sampled),
            Err(halt) => {
                self.reasons.insert(halt);
                Ok(Reached::Nothing)
            }
        }
    }

    /// Makes the execution that ends in a halt, if it is one to be shown.
    fn show(&mut self, halt: &Halt, at: Option<StateId>, choice: Option<Choice>) {
        if self.shown.wants(halt) && self.stepper.budget == MAX_EDGES {
            let execution = self.halting(at, choice, halt);
            self.shown.offer(self.stepper.dependence.machine(), halt, execution);
        }
    }

    /// A run that halts is repeated up to the edge in front: the others may find a violation from there.
    fn before_halt(
        &mut self,
        from: Option<(StateId, &Loaded)>,
        choice: Option<Choice>,
        decisions: &mut Decisions,
    ) -> Result<Reached, End> {
        let possible = self.stepper.executed.saturating_sub(1);
        if possible == 0 || possible >= self.stepper.budget {
            return Ok(Reached::Nothing);
        }
        decisions.rewind();
        self.stepper.budget = possible;
        let reached = self.alternative(from, choice, decisions);
        self.stepper.budget = MAX_EDGES;
        reached
    }

    /// Gives a state its canonical form; its symbols, and which of the given ones they were.
    fn normalise(
        &mut self,
        state: &mut State,
        symbols: Vec<Symbol>,
        from: Option<&Loaded>,
    ) -> Result<(Arc<Vec<Symbol>>, Vec<SymbolId>), Halt> {
        if let Some(dead) = &self.dead {
            dead.cut(state, from.map(|from| &from.state));
        }
        let (symbols, order) = canonical_order(state, symbols, &mut self.terms)?;
        let shared = match from {
            Some(f) if *f.symbols == symbols => f.symbols.clone(),
            _ if symbols.is_empty() => self.no_symbols.clone(),
            _ => Arc::new(symbols),
        };
        Ok((shared, order))
    }

    fn insert(
        &mut self,
        state: &State,
        symbols: &Arc<Vec<Symbol>>,
        from: Option<(StateId, &Loaded)>,
        choice: Option<Choice>,
        sampled: bool,
    ) -> Result<Reached, End> {
        let sampled = sampled || from.is_some_and(|(id, _)| self.frontier.is_behind_samples(id));
        let parent = Parent { state: from.map_or(u32::MAX, |(id, _)| id.0), choice };
        match self.store.insert(state, symbols, from.map(|(_, loaded)| loaded)) {
            Insertion::Old(id) => {
                if self.frontier.cheaper(id, sampled) {
                    self.parents[id.0 as usize] = parent;
                }
                Ok(Reached::State(id))
            }
            Insertion::Full => Err(End::Stopped(Reason::MemoryLimit)),
            Insertion::New(id) => {
                self.parents.push(parent);
                self.moved.push(0);
                self.max_threads = self.max_threads.max(state.threads.len());
                self.frontier.push(id, sampled);
                let max = self.config.explicit.max_states;
                if max > 0 && self.store.len() as u64 > max {
                    return Err(End::Stopped(Reason::StateLimit(max)));
                }
                Ok(Reached::State(id))
            }
        }
    }

    /// How much was done, in moves of a few edges.
    fn work(&self) -> u64 {
        self.transitions + self.stepper.edges / EDGES_PER_MOVE
    }

    fn check_limits(&mut self) -> Result<(), End> {
        if let Some(max) = self.max_work.filter(|max| self.work() >= *max) {
            return Err(End::Stopped(Reason::StateLimit(max)));
        }
        self.since_check += 1;
        if self.since_check < 1024 && self.stepper.edges < self.edges_at_check + 100_000 {
            return Ok(());
        }
        self.since_check = 0;
        self.edges_at_check = self.stepper.edges;
        let frontier = self.store.len() as u64 - u64::from(self.frontier.expanded());
        let depth = self.depth;
        self.limits.report(Progress { states: self.store.len() as u64, frontier, depth });
        self.limits.exceeded().map_or(Ok(()), |reason| Err(End::Stopped(reason)))
    }

    /// What is claimed in the end.
    fn outcome(self, end: End) -> Outcome {
        let property = self.stepper.property;
        let stats = Statistics {
            states: self.store.len() as u64,
            transitions: self.transitions,
            edges: self.stepper.edges,
            depth: self.depth,
            frontier: self.store.len() as u64 - u64::from(self.frontier.expanded()),
            threads: self.max_threads as u64,
            bytes: self.store.bytes() + 16 * self.parents.len() as u64,
            search_micros: self.started.elapsed().as_micros() as u64,
            refinement_micros: 0,
            check_micros: 0,
            confirmed: 0,
        };
        // A violation that was not believed says more than what could not be followed.
        let halts: Vec<Reason> = self.refused.into_iter().chain(self.reasons).map(Reason::Halt).collect();
        let claim = match end {
            End::Found(counterexample) => Claim::False(*counterexample),
            End::Exhausted if !self.confirmed.is_empty() => Claim::Several { violations: self.confirmed, open: halts },
            End::Stopped(reason) if !self.confirmed.is_empty() => {
                let open = std::iter::once(reason).chain(halts).collect();
                self.limits.let_go((self.store, self.parents, self.terms));
                Claim::Several { violations: self.confirmed, open }
            }
            End::Stopped(reason) => Claim::Unknown(std::iter::once(reason).chain(halts).collect()),
            End::SectionBlocked | End::FactsAreDue | End::FewAreDue | End::Deviates => {
                Claim::Unknown(vec![Reason::Internal("a search ends that should have begun again".to_string())])
            }
            End::Exhausted if !halts.is_empty() => Claim::Unknown(halts),
            End::Exhausted => {
                let ranks = self.frontier.into_ranks();
                let states = Box::new(Explored { store: self.store, moved: self.moved, ranks });
                let language = Language::Symbols;
                let (passes, cuts_dead) = (self.stepper.reduce, self.dead.is_some());
                let (terms, by_control) = (self.terms, false);
                let facts = self.stepper.dependence.apart().map(|apart| apart.facts().clone());
                let proof = ClosedStates { states, language, terms, passes, by_control, cuts_dead, facts };
                Claim::True(Proof::States(proof))
            }
        };
        let races = AboutRaces { possible: Vec::new(), variables: races::variables(&self.stepper, &claim) };
        let assumptions = reach::assumptions(&self.stepper, self.config);
        let undefined = self.shown.into_found();
        Outcome { property, claim, assumptions, notes: self.notes, undefined, stats, explanation: Vec::new(), races }
    }
}

/// The threads of some moves as bits.
fn mask(moves: &[Choice]) -> u32 {
    moves.iter().fold(0, |bits, m| bits | 1 << m.thread.0)
}
