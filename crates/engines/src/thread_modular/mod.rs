//! Thread-modular predicate analysis with refinement of the environment.
//!
//! **Idea** (V. Rudenchik, P. Andrianov, *Predicate Abstraction Refinement in Thread-Modular Analysis*). Every thread template is analysed by
//! itself, under the effects of the others ([`raddle_cpa::Modular`], [`raddle_analyses::modular`]). A path to an error is one of a single
//! thread with effects in it; [`refine`] says whether it is possible, alone or with the paths to the effects ([`tree`]), and which
//! predicates refute it. A path to a race is one of a thread with the offer of another at its end to face it, and the path to that offer is refuted with it ([`raddle_analyses::modular`]). If nothing is against it, an execution is looked for that takes these steps ([`concrete`]), and only
//! that is FALSE; if there is none, the analysis is at its limit, and says so.
//!
//! **Soundness.** A graph without errors is closed under own steps and effects; the checker sees to that again (`proof`).
//!
//! **Cost.** Polynomial in the number of templates, and independent of the number of their instances.

mod anew;
pub(crate) mod concrete;
mod escalate;
mod explain;
mod lazy;
mod line;
mod mismatch;
mod parts;
mod proof;
mod races;
mod refine;
mod tree;

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use raddle_analyses::bdd::Cells;
use raddle_analyses::modular::{Link, Precisions, Seen, SingleThreads, Turn};
use raddle_analyses::predicate::{Block, Combination, Options, Precision, Predicate, Scope};
use raddle_analyses::threading::Decisions;
use raddle_cpa::{EffectId, Graph, How, ModularEnd, ModularObserver, ModularOrder, NodeId};
use raddle_deadline::caught;
use raddle_evidence::{Claim, Outcome, PossibleRace, Proof, Property, Reason, Statistics};
use raddle_machine::{Halt, HaltKind, Machine};
use raddle_program::{Program, Span};
use raddle_semantics::dependence::Dependence;
use raddle_semantics::view::{Knowledge, Places, Views};
use raddle_smt::{Stop, Term};

use crate::config::{Config, External, KnowledgeKind, Refinement as Refinements, Refiner};
use crate::limits::{Limits, Progress};
use crate::nonmonotonic::cover::FewestPredicates;
use crate::reach;
use crate::tar::Iterations;
use anew::Environment;
use concrete::Executions;
use line::Lined;
use mismatch::Moves;
use parts::Asked;
use refine::{Judged, NewPredicates, Refinement};
use tree::{Assembler, Chain, Step, Tree, chain_to};

/// How many values a value may have on a path to be told apart from all others.
const FEW_CASES: usize = 16;

/// After how many rounds states may rest that others cover: good counterexamples first, then fewer states.
const FEW_ROUNDS: u32 = 4;

/// Why nothing can be said about a counterexample that is not refuted, or by nothing new.
const NO_PREDICATE: &str =
    "thread-modular: no predicate about a single thread excludes a path to an error that no execution takes";

/// The same for one that was refuted before.
const AGAIN: &str = "thread-modular: the predicates that refute a path to an error do not exclude it: it comes again with the same effects of other threads";

/// The analysis of single threads.
pub(crate) type Cpa<'a, 'p, 'l> = SingleThreads<'a, 'p, 'l>;

/// Whether views of single threads say anything about a property.
pub fn checks(property: Property) -> bool {
    property.is_seen_by_single_threads()
}

/// Runs the analysis.
pub fn run(program: &Program, property: Property, config: &Config, limits: &Limits) -> Outcome {
    let machine = Machine::new(program, property.watching(limits.machine(config)));
    let dependence = Dependence::new(&machine, property);
    let stop = || limits.exceeded().is_some();
    let mut search = Search::new(&dependence, config, limits, &stop);
    let claim = if checks(property) {
        search.run()
    } else {
        let what = format!("thread-modular analysis does not check {property}");
        Claim::Unknown(vec![Reason::Halt(Halt::new(HaltKind::Unsupported, what, Span::NONE))])
    };
    search.outcome(property, claim)
}

/// Watches the limits, and knows which halts are real.
struct Watch<'a> {
    limits: &'a Limits,
    /// How many states were expanded since the search for executions had its turn, and after how many it has the next one.
    expanded: u64,
    patience: u64,
    real: BTreeSet<Halt>,
    looked: Instant,
}

impl ModularObserver for Watch<'_> {
    fn working(&mut self, states: usize, waiting: usize) -> bool {
        if self.expanded >= self.patience {
            return false;
        }
        self.expanded += 1;
        if self.looked.elapsed().as_millis() < 20 {
            return true;
        }
        self.looked = Instant::now();
        let (states, frontier) = (states as u64, waiting as u64);
        self.limits.report(Progress { states, frontier, depth: 0 });
        self.limits.exceeded().is_none()
    }

    fn is_known(&mut self, halt: &Halt) -> bool {
        self.real.contains(halt)
    }
}

/// The search for a proof, of this analysis and of [`crate::tar`].
pub(crate) struct Search<'a, 'p> {
    config: &'a Config,
    limits: &'a Limits,
    pub(crate) cpa: Cpa<'a, 'p, 'a>,
    pub(crate) graph: Graph<Cpa<'a, 'p, 'a>>,
    precision: Precisions,
    watch: Watch<'a>,
    /// The search for executions that violate the property.
    executions: Executions<'a, 'p>,
    started: Instant,
    pub(crate) refinements: u64,
    /// Whether the effects of others are assumed round by round, and how often that was done.
    pub(crate) below: Option<Iterations>,
    /// How often it began anew with the same knowledge of other threads.
    rounds: u32,
    /// Blocks made for formulas of paths.
    made: u32,
    /// The counterexamples that were refuted.
    refuted: BTreeSet<u64>,
    /// The same for refinement that chooses all predicates anew.
    environment: Environment,
    /// How many levels of knowledge were taken, and how often what is known of other threads has changed.
    level: usize,
    knowledges: u64,
    /// Where counterexamples have asked for more.
    asked: Asked,
    /// In which order states are dealt with.
    order: ModularOrder,
    /// The proof as a person reads it.
    explanation: Vec<String>,
    /// The stands of the last counterexample, if it is a race.
    facing: Option<(NodeId, EffectId)>,
    /// The races that were neither refuted nor shown.
    possible: Vec<PossibleRace>,
    /// Whether nothing is new any more, but for what was passed over.
    closed: bool,
}

impl<'a, 'p> Search<'a, 'p> {
    /// Nothing has been explored.
    pub(crate) fn new(
        dependence: &'a Dependence<'p>,
        config: &'a Config,
        limits: &'a Limits,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        let handle: Stop = {
            let limits = limits.clone();
            Arc::new(move || limits.exceeded().is_some())
        };
        let options = Options {
            block: Block::Statement,
            combination: Combination::Cartesian,
            values: config.thread_modular.domain.keeps_values(),
            max_values: 0,
            simplify: false,
            max_cases: config.program.max_cases,
            arrays: false,
        };
        let mut views = Views::new(dependence, config.program.external == External::Strict);
        if config.thread_modular.knowledge == KnowledgeKind::Plain {
            views.know(Knowledge::PLAIN);
        }
        let cells = Cells::besides(dependence.machine(), views.exact_uses());
        let domain = Predicate::new(dependence.machine(), options, stop).with_cells(cells);
        let precision = vec![Precision::default(); views.templates().len()];
        let mut cpa = SingleThreads::new(views, domain, config.thread_modular.environment.into(), stop);
        cpa.tracks_predicates = config.thread_modular.domain.tracks_predicates();
        let executions = Executions::new(dependence, config, limits);
        if executions.all_races() {
            cpa.views.tell_apart();
        }
        Search {
            config,
            limits,
            cpa,
            graph: Graph::default(),
            rounds: 0,
            precision: Rc::new(precision),
            watch: Watch { limits, expanded: 0, patience: 0, real: BTreeSet::new(), looked: Instant::now() },
            executions,
            started: Instant::now(),
            refinements: 0,
            below: None,
            made: 0,
            refuted: BTreeSet::new(),
            environment: Environment::new(FewestPredicates::new(limits.deadline(), Some(handle))),
            level: 0,
            knowledges: 0,
            asked: Asked::default(),
            order: ModularOrder::default(),
            explanation: Vec::new(),
            facing: None,
            possible: Vec::new(),
            closed: false,
        }
    }

    /// Runs until there is something to say.
    pub(crate) fn run(&mut self) -> Claim {
        let claim = match self.executions.all_races() {
            // What was shown until a limit comes stays.
            true => caught(|| self.refined()).unwrap_or_else(|over| Claim::Unknown(vec![over.into()])),
            false => self.refined(),
        };
        self.with_races(claim)
    }

    /// The loop of counterexample-guided refinement, with the search for executions beside it.
    fn refined(&mut self) -> Claim {
        loop {
            if std::mem::take(&mut self.cpa.learnt) {
                self.begin();
            }
            if let Some(counterexample) = self.executions.after_expansions(std::mem::take(&mut self.watch.expanded)) {
                return Claim::False(counterexample);
            }
            self.watch.patience = self.executions.expansions_left();
            let (support, chain, halt) = match self.graph.explore(&mut self.cpa, &self.precision, &mut self.watch) {
                ModularEnd::Exhausted if self.cpa.learnt || self.assume_more() => continue,
                ModularEnd::Exhausted if self.watch.real.is_empty() => return self.proof(),
                ModularEnd::Exhausted if self.know_more(None) => continue,
                ModularEnd::Exhausted => return Claim::Unknown(self.reasons(None)),
                ModularEnd::Stopped if self.limits.exceeded().is_none() => continue,
                ModularEnd::Stopped => return Claim::Unknown(self.reasons(self.limits.exceeded())),
                ModularEnd::Target(state, how) => {
                    self.facing = races::facing(&how);
                    (self.graph.support(&how), self.chain(how, Some(&state)), None)
                }
                ModularEnd::Halted(halt, how) => (self.graph.support(&how), self.chain(how, None), Some(halt)),
            };
            if self.rebuild(&support) {
                continue;
            }
            if let Some(counterexample) = self.executions.after_counterexample() {
                return Claim::False(counterexample);
            }
            if halt.is_none() && self.is_told() {
                continue;
            }
            if let Some(reason) = self.limits.exceeded() {
                return Claim::Unknown(self.reasons(Some(reason)));
            }
            if let Some(claim) = self.examined(&support, chain, halt) {
                return claim;
            }
        }
    }

    /// Examines a path to an error or a halt: refines what it shows to be missing, or says what there is to say.
    fn examined(&mut self, support: &BTreeSet<NodeId>, chain: Chain, halt: Option<Halt>) -> Option<Claim> {
        let judged = match self.in_line(&chain) {
            Some(Lined::Refuted(ways)) if self.track_one_of(&chain, &ways) => {
                self.again(support);
                return None;
            }
            Some(Lined::Possible) => Judged::Possible(Tree::of(chain)),
            Some(Lined::Refuted(_) | Lined::Several) | None => self.judge(chain),
        };
        match (judged, halt) {
            (Judged::Spurious(trees), halt) => {
                let is_new = self.is_new(&trees);
                if self.refine(&trees) {
                    self.again(support);
                    return None;
                }
                if !self.combine_more() && !self.know_more(Some(&trees[0])) && !self.other_order() {
                    let what = if is_new { NO_PREDICATE } else { AGAIN };
                    return self.given_up(&trees[0], halt, what);
                }
            }
            (Judged::Possible(_), Some(halt)) => {
                self.watch.real.insert(halt);
                self.go_on();
                return None;
            }
            (Judged::Possible(tree), None) => {
                if let Some(counterexample) = self.executions.try_out(&tree) {
                    return Some(Claim::False(counterexample));
                }
                if self.is_told() {
                    return None;
                }
                if !self.know_more(Some(&tree)) && !self.other_order() {
                    return self.given_up(&tree, None, NO_PREDICATE);
                }
            }
            (Judged::Stopped, _) => return Some(Claim::Unknown(self.reasons(self.limits.exceeded()))),
        }
        self.restart();
        None
    }

    /// Nothing more can be known that would exclude a counterexample: it is real, or the analysis cannot tell. If all races are told it goes on behind one.
    fn given_up(&mut self, tree: &Tree, halt: Option<Halt>, what: &str) -> Option<Claim> {
        if let Some(counterexample) = self.executions.search(tree) {
            return Some(Claim::False(counterexample));
        }
        if halt.is_none() && (self.is_told() || self.list()) {
            return None;
        }
        let halt = halt.unwrap_or_else(|| self.at_limit(tree, what));
        Some(Claim::Unknown(self.reasons(Some(Reason::Halt(halt)))))
    }

    /// Explores anew.
    pub(crate) fn restart(&mut self) {
        if let Some(below) = &mut self.below {
            below.outer += 1;
        }
        self.begin();
    }

    /// Explores from the beginning.
    fn begin(&mut self) {
        self.rounds += 1;
        self.graph = Graph::default();
        self.graph.order = self.order;
        if let Some(below) = &mut self.below {
            below.inner = 0;
            self.graph.withhold();
        }
        self.rest_if_covered();
    }

    fn rest_if_covered(&mut self) {
        self.graph.covered_rest = self.rounds > FEW_ROUNDS || !self.cpa.views.counted().is_empty();
    }

    fn refinement(&mut self) -> Refinement<'_, '_, 'a, 'p, 'a> {
        let limits = self.limits.clone();
        let stop: Stop = Arc::new(move || limits.exceeded().is_some());
        Refinement {
            assembler: Assembler { cpa: &mut self.cpa, made: &mut self.made },
            graph: &self.graph,
            refiner: self.config.thread_modular.refiner,
            method: self.config.predicates.interpolation.into(),
            stop,
        }
    }

    fn judge(&mut self, chain: Chain) -> Judged {
        self.refinement().judge(chain)
    }

    /// Judges a path as one execution, where it has the steps of all threads and is possible for its own thread.
    fn in_line(&mut self, chain: &Chain) -> Option<Lined> {
        let joins = match self.config.thread_modular.refiner {
            Refiner::Default | Refiner::Simple => false,
            Refiner::Effect | Refiner::Recursive => true,
        };
        let silent = match self.cpa.views.knowledge().places {
            Places::Unsaid => return None,
            Places::Each => None,
            Places::Classes(_) => Some(Moves::of(&self.graph, &self.cpa)),
        };
        let alone = Tree::of(chain.clone());
        if !joins
            || !self.cpa.tracks_predicates
            || silent.as_ref().is_some_and(|moves| !moves.mismatches(&alone).is_empty())
        {
            return None;
        }
        let limits = self.limits.clone();
        let stop: Stop = Arc::new(move || limits.exceeded().is_some());
        let mut refinement = Refinement {
            assembler: Assembler { cpa: &mut self.cpa, made: &mut self.made },
            graph: &self.graph,
            refiner: self.config.thread_modular.refiner,
            method: self.config.predicates.interpolation.into(),
            stop,
        };
        match refinement.is_feasible(&alone) == Ok(true) {
            true => refinement.in_line(chain, silent.as_ref()).ok(),
            false => None,
        }
    }

    /// Tracks what refutes some trees; whether that is more than before.
    fn refine(&mut self, trees: &[Tree]) -> bool {
        if !self.cpa.tracks_predicates {
            return false;
        }
        if self.config.thread_modular.refinement == Refinements::NonMonotonic {
            let refuted = trees.iter().map(|tree| (self.name_of([tree]), self.refinement().refutations(tree)));
            let refuted = refuted.collect();
            return self.track_anew(refuted);
        }
        let found: Vec<NewPredicates> = trees.iter().filter_map(|tree| self.refinement().refute(tree)).collect();
        self.track(&found.concat())
    }

    /// Tracks what refutes a path in one of several ways; whether that is more than before.
    fn track_one_of(&mut self, chain: &Chain, ways: &[NewPredicates]) -> bool {
        match self.config.thread_modular.refinement {
            Refinements::Monotonic => ways.iter().any(|found| self.track(found)),
            Refinements::NonMonotonic => {
                let name = self.name_of([&Tree::of(chain.clone())]);
                self.track_anew(vec![(name, ways.to_vec())])
            }
        }
    }

    /// Tracks some predicates; whether that is more than before.
    fn track(&mut self, found: &NewPredicates) -> bool {
        self.refinements += 1;
        let scope = self.config.predicates.scope.into();
        let mut precisions = Vec::clone(&self.precision);
        let mut more = false;
        for (template, at, predicates) in found {
            for predicate in predicates {
                if self.is_for_all(*predicate) {
                    more |=
                        precisions.iter_mut().fold(false, |more, of| of.add(Scope::Global, None, *predicate) | more);
                    continue;
                }
                more |= precisions[template.0 as usize].add(scope, *at, *predicate);
            }
        }
        self.precision = Rc::new(precisions);
        more
    }

    /// Conjunctions of predicates are tried first, as there are far fewer of them; if they do not suffice, all combinations. Whether
    /// that is something new.
    fn combine_more(&mut self) -> bool {
        let more: Combination = self.config.predicates.combination.into();
        let new = self.cpa.tracks_predicates && self.cpa.domain.options().combination != more;
        self.cpa.domain.combine(more);
        new
    }

    /// The chain to an error, or to a halt.
    fn chain(&mut self, how: How<Cpa<'a, 'p, 'a>>, target: Option<&Seen>) -> Chain {
        let (mut chain, link, effect) = match how {
            How::Start(_) => (Chain::default(), None, None),
            How::Effect(from, effect) => {
                // A race that is feared is a halt, but one of two threads.
                let (state, other) = (self.graph.node(from).state.clone(), self.graph.effect(effect).effect.clone());
                let feared = self.cpa.race(&state, &other).ok().flatten().map(|(error, _)| error.link);
                (chain_to(&self.graph, from), feared, Some(effect))
            }
            How::Step(from, act, Turn { way, .. }) => {
                let chain = chain_to(&self.graph, from);
                let state = self.graph.node(from).state.clone();
                let mut decisions = Decisions::default();
                for _ in 0..way {
                    let _ = self.cpa.run(Some((&state, act)), &mut decisions);
                    decisions.advance();
                }
                let (_, mut path) = self.cpa.run(Some((&state, act)), &mut decisions);
                if let Some(term) = self.cpa.too_many {
                    path = self.other_case(&chain, path, term);
                }
                let agreed = self.cpa.domain.logic.smt.bool(true);
                let link = Link { before: state.abstraction, path, agreed, bound: Vec::new(), born: Vec::new() };
                (chain, Some(Rc::new(link)), None)
            }
        };
        if let Some(link) = target.map(|target| target.link.clone()).or(link) {
            chain.steps.push(Step { link, effect, to: None, node: None });
        }
        chain
    }

    /// A run halted because a value has too many cases where only predicates are known. If it has few on the path itself, the
    /// counterexample is that it has another one.
    fn other_case(&mut self, chain: &Chain, path: Term, term: Term) -> Term {
        let agreed = self.cpa.domain.logic.smt.bool(true);
        let link = Rc::new(Link { before: path, path, agreed, bound: Vec::new(), born: Vec::new() });
        let mut chain = chain.clone();
        chain.steps.push(Step { link, effect: None, to: None, node: None });
        let tree = Tree::of(chain);
        match (Assembler { cpa: &mut self.cpa, made: &mut self.made }).cases(&tree, term, FEW_CASES) {
            Some(cases) => {
                let smt = &mut self.cpa.domain.logic.smt;
                cases.into_iter().fold(path, |path, value| {
                    let value = smt.constant(value, smt.width(term));
                    let is = smt.equal(term, value);
                    let other = smt.not(is);
                    smt.and(path, other)
                })
            }
            None => path,
        }
    }

    /// Why nothing can be said about a counterexample.
    fn at_limit(&mut self, tree: &Tree, what: &str) -> Halt {
        self.explanation = explain::not_excluded(&mut self.cpa, &self.graph, &tree.chain);
        let last = tree.chain.steps.iter().rev().find_map(|step| step.node);
        let span = last.map_or(Span::NONE, |node| self.cpa.views.span(&self.graph.node(node).state.view));
        Halt::new(HaltKind::Imprecise, what, span)
    }

    fn proof(&mut self) -> Claim {
        self.closed = true;
        if self.has_passed_over() {
            return Claim::Unknown(self.reasons(None));
        }
        if self.config.thread_modular.explain {
            let tracked = self.precision.iter().map(|of| of.all().len()).sum();
            self.explanation = explain::lines(&mut self.cpa, &self.graph, (tracked, self.refinements));
        }
        Claim::True(Proof::Views(proof::proof(&self.graph, &mut self.cpa)))
    }

    /// The reasons for UNKNOWN, a limit first.
    fn reasons(&mut self, first: Option<Reason>) -> Vec<Reason> {
        let mut halts = std::mem::take(&mut self.watch.real);
        // An execution that is not believed says more than a path that no single thread excludes.
        let refused = std::mem::take(&mut self.executions.refused);
        let at_limit = |reason: &Reason| matches!(reason, Reason::Halt(halt) if halt.kind == HaltKind::Imprecise);
        let first = first.filter(|reason| refused.is_empty() || !at_limit(reason));
        halts.extend(refused);
        first.into_iter().chain(halts.into_iter().map(Reason::Halt)).collect()
    }

    /// What is said in the end.
    pub(crate) fn outcome(mut self, property: Property, claim: Claim) -> Outcome {
        let races = self.about_races();
        let stats = Statistics {
            states: self.graph.nodes().count() as u64,
            transitions: self.cpa.runs,
            threads: self.cpa.views.templates().len() as u64,
            search_micros: self.started.elapsed().as_micros() as u64,
            ..Statistics::default()
        };
        let mut assumptions =
            reach::assumed(self.cpa.views.machine().program(), &self.cpa.views.externals.borrow(), self.config);
        assumptions.extend(self.executions.assumptions);
        let (notes, undefined) = (self.cpa.notes, self.executions.shown.into_found());
        Outcome { property, claim, assumptions, notes, undefined, stats, explanation: self.explanation, races }
    }
}
