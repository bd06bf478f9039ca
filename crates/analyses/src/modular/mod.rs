//! Single threads with predicates: the analysis that thread-modular verification runs.
//!
//! **Idea** (V. Rudenchik, P. Andrianov, *Predicate Abstraction Refinement in Thread-Modular Analysis*; A. Gupta, C. Popeea, A.
//! Rybalchenko, POPL 2011). A state is what one thread sees ([`View`]) and a combination of predicates over the symbols of the holders in it:
//! registers of the thread, private and shared memory. Every run ends a block, so a state has no path formula of its own: others
//! can interfere between any two runs.
//!
//! An *effect* is a step as others notice it: the *guard*, what the thread that makes it knows, and the *action*, what it makes of
//! the shared holders. What of both is not shared (registers of that thread) gets names of its own, `env_`; as nothing else is known
//! about these symbols they are existentially quantified without anybody having to eliminate them. A state and an effect are
//! *compatible* if they agree about what is shared, explicitly ([`Views::meet`]) and as formulas.
//!
//! **Soundness.** γ(state) are the views in which the symbols have values that satisfy the abstraction. Absorbing an effect takes the exact
//! action (or, with [`Environment::Havoc`], any values) under the conjunction of both abstractions, which is weaker than what is true.

mod absorb;
mod effects;
mod facing;
mod seeds;
mod sharing;

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use raddle_cpa::{Cpa, ReachedSet, Successor};
use raddle_machine::Note;
use raddle_machine::lazy::SymbolId;
use raddle_machine::lazy::formula::FormulaOracle;
use raddle_machine::{Halt, HaltKind, ThreadIx};
use raddle_program::Span;
use raddle_semantics::race::RaceId;
use raddle_semantics::view::{Act, Change, Ran, SideEffects, Stand, View, Views};
use raddle_smt::Term;
use rustc_hash::{FxHashMap, FxHasher};

use self::seeds::Seeds;
use self::sharing::{SharedId, Sharings};
use crate::bdd::Holder;
use crate::predicate::{At, Precision, Predicate};
use crate::threading::Decisions;

/// How the actions of others are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Environment {
    /// With what they assign.
    Precise,
    /// As assignments of any value.
    Havoc,
}

/// A block: from the symbols of one state to those of the next.
#[derive(Clone, Debug)]
pub struct Link {
    /// What was known at its beginning.
    pub before: Term,
    /// What was decided in it.
    pub path: Term,
    /// For an effect: what the thread that absorbs it has to have known explicitly.
    pub agreed: Term,
    /// What each symbol of its end stands for, over the symbols of its beginning and inputs; sorted.
    pub bound: Vec<(SymbolId, Term)>,
    /// The same for the symbols of a thread that was created in it, if they are not among those.
    pub born: Vec<(SymbolId, Term)>,
}

impl Link {
    /// The block, with what it makes of the symbols of a thread that is created in it.
    fn with_born(&self, born: &Link) -> Link {
        let own = |symbol: SymbolId| self.bound.binary_search_by_key(&symbol, |(s, _)| *s).is_ok();
        let born = born.bound.iter().copied().filter(|(symbol, _)| !own(*symbol)).collect();
        Link { born, ..self.clone() }
    }
}

/// A state.
#[derive(Clone, Debug)]
pub struct Seen {
    /// What the thread sees; symbols stand for themselves.
    pub view: View,
    /// What of it is shared.
    shared: SharedId,
    /// What is known about the symbols; before [`Cpa::prec`]: nothing.
    pub abstraction: Term,
    /// The block that led here.
    pub link: Rc<Link>,
    /// Whether an error was reached on the way.
    pub error: bool,
    /// Whether the block ended with the creation of the thread that sees this.
    born: bool,
    /// Whether the block was a step of another thread.
    foreign: bool,
    /// What was done to others in it.
    side_effects: SideEffects,
    /// What the thread is about to access, if that matters.
    pub stand: Option<Rc<Stand>>,
    /// Whether it is in the middle of an atomic section, in front of which it sees this.
    pub inside: bool,
}

/// What others notice of a step.
#[derive(Clone, Debug)]
pub struct Effect {
    /// What of it is explicit.
    pub change: Change,
    /// What is known where it is made, private symbols renamed.
    pub guard: Term,
    /// What was decided in it, private symbols renamed.
    pub path: Term,
    /// What shared holders become, private symbols renamed.
    pub action: Vec<(SymbolId, Term)>,
    /// The shared symbols of the view it is made in.
    pub common: Vec<SymbolId>,
    /// What is shared before and after.
    shared: (SharedId, SharedId),
    /// Whether there are as many threads of each kind before as after. It is asked for each state and each effect.
    keeps_alive: bool,
    /// The step as its own thread makes it; none if it is an offer.
    pub link: Option<Rc<Link>>,
    /// What its thread is about to access, if it is an offer to face that.
    pub stand: Option<Rc<Stand>>,
}

/// Which of the ways a step can go, and whose state it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// How many ways come before it.
    pub way: u32,
    /// Whether the state is the one of a new thread.
    pub born: bool,
}

/// Ways of a step between two questions whether to stop.
const WAYS_PER_CHECK: u32 = 16;

/// Predicates of each template.
pub type Precisions = Rc<Vec<Precision>>;

/// The analysis.
pub struct SingleThreads<'a, 'p, 'l> {
    /// What threads see.
    pub views: Views<'a, 'p>,
    /// What is known about values.
    pub domain: Predicate<'p, 'l>,
    /// How the actions of others are known.
    pub environment: Environment,
    /// Whether others may make their steps wherever they are: whatever is known there, and whatever keeps threads out (the papers' σ).
    pub unguarded: bool,
    /// Races that nobody could refute or show, and that are passed over since.
    pub passed: BTreeSet<RaceId>,
    /// Whether predicates are tracked at all.
    pub tracks_predicates: bool,
    /// Undefined behaviour seen on the way.
    pub notes: BTreeSet<Note>,
    /// How many runs there were.
    pub runs: u64,
    /// The names of private symbols in effects.
    twins: FxHashMap<SymbolId, SymbolId>,
    sharings: Sharings,
    /// Predicates that are tracked in any case.
    seeds: Seeds,
    /// The symbols that have these names.
    originals: FxHashMap<SymbolId, SymbolId>,
    max_cases: u64,
    /// Whether it was learnt since this was last false that more threads exist at the same time: what has been explored may lack effects.
    pub learnt: bool,
    /// What had too many cases in the last run, if it halted for that.
    pub too_many: Option<Term>,
    stop: &'l dyn Fn() -> bool,
}

impl<'a, 'p, 'l> SingleThreads<'a, 'p, 'l> {
    /// An analysis of the threads of a program.
    pub fn new(
        views: Views<'a, 'p>,
        domain: Predicate<'p, 'l>,
        environment: Environment,
        stop: &'l dyn Fn() -> bool,
    ) -> Self {
        let max_cases = domain.options().max_cases;
        let seeds = Seeds::new(&views);
        let (twins, originals) = (FxHashMap::default(), FxHashMap::default());
        SingleThreads {
            views,
            domain,
            environment,
            unguarded: false,
            passed: BTreeSet::new(),
            tracks_predicates: true,
            notes: BTreeSet::new(),
            runs: 0,
            twins,
            sharings: Sharings::default(),
            seeds,
            originals,
            max_cases,
            too_many: None,
            learnt: false,
            stop,
        }
    }

    /// All ways a step (or the beginning) can go.
    fn ways(&mut self, from: Option<(&Seen, Act)>) -> Vec<Successor<Seen, Turn>> {
        let mut decisions = Decisions::default();
        let mut out = Vec::new();
        for way in 0.. {
            if way % WAYS_PER_CHECK == WAYS_PER_CHECK - 1 && (self.stop)() {
                let halt = Halt::limit("the limit was reached in the middle of a step", Span::NONE);
                out.push(Successor { label: Turn { way, born: false }, state: Err(halt) });
                return out;
            }
            let (ran, path) = self.run(from, &mut decisions);
            let before = from.map_or_else(|| self.domain.logic.smt.bool(true), |(from, _)| from.abstraction);
            let turn = Turn { way, born: false };
            match ran {
                Err(halt) => out.push(Successor { label: turn, state: Err(halt) }),
                Ok(Ran::Out { inside }) => {
                    let state = from.zip(inside).map(|((from, _), inside)| self.inside(from, turn, path, inside));
                    out.extend(state);
                }
                Ok(Ran::Error) => {
                    // There is no error in front of the first edge.
                    let state = from.map(|(from, _)| self.failed(from, path));
                    out.extend(state.map(|state| Successor { label: turn, state: Ok(state) }));
                }
                Ok(Ran::On { view, born, side_effects }) => {
                    let of_born = Turn { born: true, ..turn };
                    let inside = from.zip(side_effects.inside.clone());
                    out.extend(inside.map(|((from, _), inside)| self.inside(from, turn, path, inside)));
                    let born = born.map(|view| self.reached(view, (before, path), of_born, side_effects.clone()));
                    let mut own = self.reached(view, (before, path), turn, side_effects);
                    if let (Ok(own), Some(Ok(born))) = (&mut own, &born) {
                        own.link = Rc::new(own.link.with_born(&born.link));
                    }
                    out.push(Successor { label: turn, state: own });
                    out.extend(born.map(|state| Successor { label: of_born, state }));
                }
            }
            if !decisions.advance() {
                return out;
            }
        }
        out
    }

    /// One way, and what was decided on it.
    pub fn run(&mut self, from: Option<(&Seen, Act)>, decisions: &mut Decisions) -> (Result<Ran, Halt>, Term) {
        self.runs += 1;
        let always = self.domain.logic.smt.bool(true);
        let known = from.map_or(always, |(from, _)| from.abstraction);
        let Predicate { terms, logic, .. } = &mut self.domain;
        let mut oracle = FormulaOracle::new(terms, logic, (known, always), 0, decisions, self.max_cases);
        let ran = match from {
            Some((from, act)) => self.views.step(&from.view, act, &mut oracle),
            None => self.views.start(&mut oracle),
        };
        let path = oracle.path;
        self.too_many = oracle.too_many;
        let undefined = std::mem::take(&mut oracle.undefined);
        self.notes.extend(undefined.into_iter().map(|(what, span)| Note { span, what: what.to_string() }));
        (ran, path)
    }

    fn failed(&mut self, from: &Seen, path: Term) -> Seen {
        let always = self.domain.logic.smt.bool(true);
        let link = Link { before: from.abstraction, path, agreed: always, bound: Vec::new(), born: Vec::new() };
        Seen { error: true, abstraction: always, link: Rc::new(link), ..from.clone() }
    }

    /// A state in which every symbol stands for itself.
    fn reached(
        &mut self,
        mut view: View,
        (before, path): (Term, Term),
        turn: Turn,
        side_effects: SideEffects,
    ) -> Result<Seen, Halt> {
        let span = self.views.span(&view);
        let keep = self.keeps_values(&view);
        let Some(bound) = self.domain.named(&mut view.state, keep) else {
            return Err(in_parts(span));
        };
        self.learnt |= self.views.learn(&view);
        let shared = self.sharings.number(self.views.shared(&view), &view.whereabouts);
        let agreed = self.domain.logic.smt.bool(true);
        let link = Rc::new(Link { before, path, agreed, bound, born: Vec::new() });
        let abstraction = self.domain.logic.smt.bool(true);
        let stand = self.stand(&view);
        let (error, born, foreign, inside) = (false, turn.born, false, false);
        Ok(Seen { view, shared, abstraction, link, error, born, foreign, side_effects, stand, inside })
    }

    /// Whether values that are known stay explicit in a view. Nobody interferes with a thread that is alone: what it knows stays known.
    pub fn keeps_values(&self, view: &View) -> bool {
        view.is_alone() || self.domain.options().values
    }

    /// Whether a symbol is one of a holder that is shared in a view.
    pub fn is_common(&self, symbol: SymbolId, view: &View) -> bool {
        match self.domain.holder(symbol) {
            Some(Holder::Memory(base, _, _, kind)) => {
                let objects = &view.state.memory.shape.objects;
                let found = objects.binary_search_by_key(&base, |o| o.base);
                found.is_ok_and(|at| objects[at].kind == kind && self.views.is_shared(&objects[at]))
            }
            Some(Holder::Register(..) | Holder::Key(..) | Holder::Result(_) | Holder::Ended(_)) | None => false,
        }
    }

    /// Whether a symbol is one of a holder.
    pub fn is_place(&self, symbol: SymbolId) -> bool {
        self.domain.holder(symbol).is_some()
    }

    /// The name of a private symbol of another thread.
    fn twin(&mut self, symbol: SymbolId) -> SymbolId {
        let width = self.domain.logic.symbols.width(symbol).unwrap_or(1);
        let symbols = &mut self.domain.logic.symbols;
        let twin = *self.twins.entry(symbol).or_insert_with(|| symbols.add(width));
        self.originals.insert(twin, symbol);
        twin
    }

    /// The symbol whose name in effects this is.
    pub fn original(&self, twin: SymbolId) -> Option<SymbolId> {
        self.originals.get(&twin).copied()
    }

    /// A block with the symbols of other threads in it under the names that these have for them.
    pub fn in_own_names(&mut self, link: &Link) -> Link {
        let terms = link.bound.iter().map(|(_, term)| *term).chain([link.path, link.agreed]);
        let twins: BTreeSet<SymbolId> = terms.flat_map(|term| self.domain.logic.symbols_in(term)).collect();
        let mut names = FxHashMap::default();
        for twin in twins {
            let Some(symbol) = self.original(twin) else { continue };
            if let (Some(from), Some(to)) = (self.domain.logic.variable(twin), self.domain.logic.variable(symbol)) {
                names.insert(from, to);
            }
        }
        let smt = &mut self.domain.logic.smt;
        let bound = link.bound.iter().map(|(symbol, term)| (*symbol, smt.substitute(*term, &names))).collect();
        let path = smt.substitute(link.path, &names);
        let agreed = smt.substitute(link.agreed, &names);
        Link { path, agreed, bound, ..link.clone() }
    }

    /// Renames all symbols of holders that are not shared in a view.
    fn renamed(&mut self, formula: Term, view: &View) -> Term {
        let mut names = FxHashMap::default();
        for symbol in self.domain.logic.symbols_in(formula) {
            if !self.is_place(symbol) || self.is_common(symbol, view) {
                continue;
            }
            let twin = self.twin(symbol);
            if let (Some(from), Some(to)) = (self.domain.logic.variable(symbol), self.domain.logic.variable(twin)) {
                names.insert(from, to);
            }
        }
        self.domain.logic.smt.substitute(formula, &names)
    }

    /// A predicate of a thread of one template as one of another, with the same start routine; `None` if it is about private memory, which is at other addresses there.
    pub fn for_another(&mut self, predicate: Term, from: ThreadIx, to: ThreadIx) -> Option<Term> {
        let mut names = FxHashMap::default();
        for symbol in self.domain.logic.symbols_in(predicate) {
            let holder = self.domain.holder(symbol)?;
            let own = |thread: ThreadIx| thread == from;
            let other = match holder {
                Holder::Register(thread, depth, function, local) if own(thread) => {
                    Holder::Register(to, depth, function, local)
                }
                Holder::Key(thread, key) if own(thread) => Holder::Key(to, key),
                Holder::Result(thread) if own(thread) => Holder::Result(to),
                Holder::Ended(thread) if own(thread) => Holder::Ended(to),
                Holder::Memory(.., kind) if !self.views.is_shared_kind(kind) => return None,
                Holder::Register(..) | Holder::Key(..) | Holder::Result(_) | Holder::Ended(_) | Holder::Memory(..) => {
                    continue;
                }
            };
            let sort = self.domain.logic.symbols.sort(symbol)?;
            let other = self.domain.symbol(other, sort);
            names.insert(self.domain.logic.variable(symbol)?, self.domain.logic.variable(other)?);
        }
        Some(self.domain.logic.smt.substitute(predicate, &names))
    }

    /// The shared symbols of a state.
    fn common(&self, state: &Seen) -> Vec<SymbolId> {
        state.link.bound.iter().map(|(s, _)| *s).filter(|s| self.is_common(*s, &state.view)).collect()
    }

    /// A symbol of which nothing is known, in place of what an action assigns.
    fn any(&mut self, symbol: SymbolId) -> Option<Term> {
        let twin = self.twin(symbol);
        self.domain.logic.variable(twin)
    }

    /// Where the thread of a state is.
    pub fn at(state: &Seen) -> Option<At> {
        state.view.thread().frames.last().map(|frame| (frame.func, frame.loc))
    }
}

fn in_parts(span: Span) -> Halt {
    Halt::new(HaltKind::Unsupported, "thread-modular: a value that is not known is used in parts", span)
}

impl Cpa for SingleThreads<'_, '_, '_> {
    type State = Seen;
    type Precision = Precisions;
    type Step = Act;
    type Label = Turn;

    fn initial(&mut self, _: &Precisions) -> Vec<Successor<Seen, Turn>> {
        self.ways(None)
    }

    fn post(&mut self, state: &Seen, step: &Act, _: &Precisions) -> Vec<Successor<Seen, Turn>> {
        self.ways(Some((state, *step)))
    }

    fn control(&self, state: &Seen) -> u64 {
        let mut hasher = FxHasher::default();
        (state.view.me, &state.view.alive, &state.view.whereabouts).hash(&mut hasher);
        self.domain.cells().skeleton(&state.view.state, self.keeps_values(&state.view)).hash(&mut hasher);
        state.stand.as_ref().filter(|_| state.inside).hash(&mut hasher);
        hasher.finish()
    }

    fn fingerprint(&self, state: &Seen) -> u64 {
        let mut hasher = FxHasher::default();
        (self.control(state), state.abstraction).hash(&mut hasher);
        hasher.finish()
    }

    fn leq(&mut self, a: &Seen, b: &Seen) -> bool {
        let always = self.domain.logic.smt.bool(true);
        (a.error, a.inside) == (b.error, b.inside)
            && (!a.inside || a.stand == b.stand)
            && a.view.is_within(&b.view)
            && (a.abstraction == b.abstraction
                || self.domain.logic.implies(a.abstraction, always, b.abstraction).unwrap_or(false))
    }

    fn merge(&mut self, new: &Seen, old: &Seen) -> Option<Seen> {
        if new.view.crowd == old.view.crowd || new.abstraction != old.abstraction || !self.leq(old, new) {
            return None;
        }
        let crowd = new.view.crowd.widened(old.view.crowd);
        Some(Seen { view: View { crowd, ..new.view.clone() }, ..new.clone() })
    }

    fn prec(&mut self, state: Seen, precision: &Precisions, _: &dyn ReachedSet<Seen>) -> (Seen, Precisions) {
        if state.error {
            return (state, precision.clone());
        }
        let mut values = FxHashMap::default();
        for (symbol, term) in &state.link.bound {
            values.extend(self.domain.logic.variable(*symbol).map(|variable| (variable, *term)));
        }
        let mut predicates = precision[state.view.me.0 as usize].at(Self::at(&state));
        if self.tracks_predicates {
            predicates.extend(self.seeded(&state));
        }
        let abstraction = self.domain.combined((state.link.before, state.link.path), &predicates, &values);
        (Seen { abstraction, ..state }, precision.clone())
    }

    fn thread(_: &Act) -> ThreadIx {
        ThreadIx(0)
    }

    fn is_target(&mut self, state: &Seen) -> bool {
        state.error
    }
}
