//! The checker of thread-modular proofs.
//!
//! A proof is a list of views ([`raddle_semantics::view`]) whose unknown values are symbols, and for each a formula over its symbols: it stands for all
//! views in which the symbols have values that satisfy the formula. It proves that no error is reachable if
//! 1. the first view of `main` is *inside* one of them;
//! 2. every step of a thread from one of them, executed here again with every answer to every question, leads to a view that is inside
//!    one of them, and so does every thread that it creates; or it ends the program; never to an error, and never is it a violation of the property itself (an overflow);
//!    a thread that joins another goes on where the view of the other has ended and agrees with its own;
//! 3. *interference freedom* (S. Owicki, D. Gries, 1976): what such a step of one thread makes of the view of another, for every two
//!    of them that can exist at the same time, is inside one of them;
//! 4. if the property is about races: no two of them, nor one with itself, whose threads are about to make accesses that may race (in front of their next edges, or of one of them inside an atomic section)
//!    can be of threads that exist at the same time.
//!
//! By induction over the steps of an execution the views of all threads of all reachable states are in the proof: the steps of a thread
//! keep its own view there by 2, and all others by 3.
//!
//! **Symbols.** In an obligation of the third kind two formulas are true at the same time. Symbols of what is shared mean the same in both;
//! all others belong to one thread, and those of the one that makes the step are renamed. So no symbol may be both, and a
//! formula must not mention symbols that do not occur in its view; both are checked first.
//!
//! The checker shares with the engine the definition of views and the machine; its solver is its own.

use std::collections::BTreeSet;

use raddle_machine::lazy::formula::{FormulaOracle, Logic};
use raddle_machine::lazy::{SymbolId, Term, Terms};
use raddle_machine::{LazyId, Machine, State, Status, Value};
use raddle_semantics::dependence::Dependence;
use raddle_semantics::view::{Act, Change, Ran, SideEffects, Stand, View, Views};
use raddle_smt::Term as Formula;
use rustc_hash::FxHashMap;

use super::{Counter, Rejected, Task, matching};
use crate::outcome::{Basis, Certificate, Reason};
use crate::proof::ClosedViews;

/// A step that others notice.
struct Effect {
    change: Change,
    /// What is known where it is made, in names of its own.
    guard: Formula,
    /// What was decided in it, in names of its own.
    path: Formula,
}

/// A thread that is about to access something.
struct Standing {
    stand: Stand,
    /// Of this view.
    index: usize,
    /// The view, as others see it.
    still: Change,
    /// What is known, in the names of the view.
    known: Formula,
    /// The same in names of its own.
    known_there: Formula,
}

/// What there is to compare with all views.
#[derive(Default)]
struct Seen {
    effects: Vec<Effect>,
    standing: Vec<Standing>,
}

/// Checks a closed set of views.
pub(crate) fn check_views(task: Task<'_>, proof: ClosedViews) -> Result<Certificate, Rejected> {
    if !task.property.is_seen_by_single_threads() {
        return wrong("views say nothing about this property");
    }
    let ClosedViews { views: proof, candidates, knowledge, counted, mut terms, formulas, symbols } = proof;
    if let Some(confirmation) = task.confirmation {
        terms.confirm_answers(confirmation.clone());
    }
    let stop = || (task.exceeded)().is_some();
    let machine = Machine::new(task.program, task.property.watching(task.machine.clone()));
    let dependence = Dependence::new(&machine, task.property);
    let mut views = Views::new(&dependence, false);
    views.know(knowledge);
    views.count_at(counted);
    let logic = Logic::with(formulas, symbols, task.confirmation.cloned(), &stop);
    let mut checker = ViewsChecker {
        proof: &proof,
        candidates: &*candidates,
        views,
        terms,
        logic,
        common: BTreeSet::new(),
        twins: FxHashMap::default(),
        max_cases: task.max_cases,
        transitions: 0,
        exceeded: task.exceeded,
    };
    checker.check().map_err(|rejected| match (task.exceeded)() {
        // A solver that was stopped halts the execution.
        Some(reason) => Rejected::Stopped(reason),
        None => rejected,
    })?;
    Ok(Certificate { states: proof.len() as u64, transitions: checker.transitions, basis: Basis::States })
}

struct ViewsChecker<'a, 'p> {
    proof: &'a [(View, Formula)],
    candidates: &'a dyn Fn(&View) -> Vec<usize>,
    views: Views<'a, 'p>,
    terms: Terms,
    logic: Logic<'a>,
    /// Symbols of what is shared.
    common: BTreeSet<SymbolId>,
    /// The names of all others in effects.
    twins: FxHashMap<SymbolId, SymbolId>,
    max_cases: u64,
    transitions: u64,
    exceeded: &'a dyn Fn() -> Option<Reason>,
}

fn wrong<T>(what: impl Into<String>) -> Result<T, Rejected> {
    Err(Rejected::Wrong(what.into()))
}

impl ViewsChecker<'_, '_> {
    /// The proof's conditions, one after the other: the views are well formed; the program begins in them; no step of a thread leads out of them; no
    /// effect of such a step on another thread does; nobody races.
    fn check(&mut self) -> Result<(), Rejected> {
        self.check_symbols()?;
        self.check_counts()?;
        let always = self.logic.smt.bool(true);
        self.ways(None, |checker, ran, path| checker.own_step(ran, (always, path)).map(|_| ()))?;
        let mut seen = Seen::default();
        for index in 0..self.proof.len() {
            self.own_steps(index, &mut seen)?;
        }
        self.joins(&mut seen.effects)?;
        self.interference(&seen.effects)?;
        self.no_races(&seen.standing)
    }

    /// Views count threads only where they are counted.
    fn check_counts(&mut self) -> Result<(), Rejected> {
        for index in 0..self.proof.len() {
            self.views.machine().deadline().look();
            let view = &self.proof[index].0;
            self.views.learn(view);
            if !self.views.counts_rightly(view) {
                return wrong(format!("view {index} counts threads where they are not counted, or not itself"));
            }
        }
        Ok(())
    }

    /// The steps of a view's thread lead inside. Collects what others notice of them, and what the thread is about to access.
    fn own_steps(&mut self, index: usize, seen: &mut Seen) -> Result<(), Rejected> {
        let (view, known) = (self.proof[index].0.clone(), self.proof[index].1);
        if let Some(stand) = self.views.stand(&view) {
            self.note(index, stand, known, &mut seen.standing);
        }
        if view.has_ended() {
            let change = self.views.change(&view, &view, &SideEffects::default());
            let (guard, path) = (self.renamed(known), self.logic.smt.bool(true));
            seen.effects.push(Effect { change, guard, path });
        }
        for act in self.views.acts(&view) {
            self.ways(Some((index, *act)), |checker, ran, path| {
                let (Ran::Out { inside } | Ran::On { side_effects: SideEffects { inside, .. }, .. }) = &ran else {
                    return wrong("an error is reachable");
                };
                if let Some(stand) = inside.clone() {
                    let known = checker.logic.smt.and(known, path);
                    checker.note(index, stand, known, &mut seen.standing);
                }
                let to = checker.own_step(ran, (known, path))?;
                if let Some((to, side_effects)) = to {
                    checker.publish(&view, (&to, &side_effects), (known, path), &mut seen.effects)?;
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// What threads do that wait for one that has ended leads inside. Joining is a step that others notice, too.
    fn joins(&mut self, effects: &mut Vec<Effect>) -> Result<(), Rejected> {
        for index in 0..self.proof.len() {
            let view = self.proof[index].0.clone();
            if self.views.awaits(&view).is_none() {
                continue;
            }
            let shared = self.views.shared(&view);
            for number in 0..effects.len() {
                self.views.machine().deadline().look();
                if effects[number].change.from.has_ended() {
                    self.join(index, &shared, number, effects)?;
                }
            }
        }
        Ok(())
    }

    /// No effect leads a view out of the proof.
    fn interference(&mut self, effects: &[Effect]) -> Result<(), Rejected> {
        for index in 0..self.proof.len() {
            let view = self.proof[index].0.clone();
            let shared = self.views.shared(&view);
            for effect in effects.iter().filter(|effect| !effect.change.from.has_ended()) {
                self.views.machine().deadline().look();
                self.interfere(index, &view, &shared, effect)?;
            }
        }
        Ok(())
    }

    /// Notes that a thread is about to access something.
    fn note(&mut self, index: usize, stand: Stand, known: Formula, standing: &mut Vec<Standing>) {
        let view = &self.proof[index].0;
        let still = self.views.change(view, view, &SideEffects::default());
        let known_there = self.renamed(known);
        standing.push(Standing { stand, index, still, known, known_there });
    }

    /// No two threads that can exist at the same time are about to make accesses that may race.
    fn no_races(&mut self, standing: &[Standing]) -> Result<(), Rejected> {
        for (at, a) in standing.iter().enumerate() {
            self.views.machine().deadline().look();
            // Two threads may see the same.
            for b in standing[at..].iter().filter(|b| a.stand.clash(&b.stand).is_some()) {
                self.transitions += 1;
                if self.transitions.is_multiple_of(64)
                    && let Some(reason) = (self.exceeded)()
                {
                    return Err(Rejected::Stopped(reason));
                }
                let view = &self.proof[a.index].0;
                let Some((here, there)) = self.views.face(view, &a.still.before, &b.still)? else { continue };
                let both = self.logic.smt.and(a.known, b.known_there);
                let both = self.with_bits(both, here.into_iter().chain(there));
                let always = self.logic.smt.bool(true);
                if self.logic.is_satisfiable(both, always)? {
                    return wrong(format!("views {} and {} may race", a.index, b.index));
                }
            }
        }
        Ok(())
    }

    /// What a thread does that waits for one that has ended must lead inside.
    fn join(&mut self, index: usize, shared: &State, number: usize, effects: &mut Vec<Effect>) -> Result<(), Rejected> {
        let (view, offer) = (self.proof[index].0.clone(), &effects[number]);
        let Some((assumed_here, assumed_there)) = self.views.meet_ended(&view, shared, &offer.change)? else {
            return Ok(());
        };
        let (guard, change) = (offer.guard, offer.change.clone());
        let before = self.logic.smt.and(self.proof[index].1, guard);
        let before = self.with_bits(before, assumed_here.into_iter().chain(assumed_there));
        let always = self.logic.smt.bool(true);
        if !self.logic.is_satisfiable(before, always)? {
            return Ok(());
        }
        let mut counter = Counter::default();
        loop {
            self.transitions += 1;
            let (terms, logic) = (&mut self.terms, &mut self.logic);
            let mut oracle = FormulaOracle::new(terms, logic, (before, always), 0, &mut counter, self.max_cases);
            let ran = self.views.join(&view, change.from.me, &mut oracle);
            let (path, asked) = (oracle.path, oracle.asked.first().copied());
            let result = self.result_of(&change, asked);
            let path = self.logic.smt.and(path, result);
            if let Some((to, side_effects)) = self.own_step(ran?, (before, path))? {
                self.publish(&view, (&to, &side_effects), (before, path), effects)?;
            }
            if !counter.increment() {
                return Ok(());
            }
        }
    }

    /// That what was asked for is what a thread has ended with.
    fn result_of(&mut self, ended: &Change, asked: Option<Value>) -> Formula {
        let always = self.logic.smt.bool(true);
        let Status::Ended { result } = ended.from.thread().status else { return always };
        let Some(Value::Lazy(asked)) = asked else { return always };
        let Some(asked) = self.logic.term(&self.terms, asked) else { return always };
        let width = self.logic.smt.width(asked);
        let Some(result) = self.logic.value(&self.terms, result, width) else { return always };
        let result = self.renamed(result);
        self.logic.smt.equal(asked, result)
    }

    /// A formula, and that some values have these bits.
    fn with_bits(&mut self, formula: Formula, bits: impl Iterator<Item = (LazyId, u128)>) -> Formula {
        bits.fold(formula, |all, (id, bits)| {
            let Some(value) = self.logic.term(&self.terms, id) else { return all };
            let bits = self.logic.smt.constant(bits, self.logic.smt.width(value));
            let equal = self.logic.smt.equal(value, bits);
            self.logic.smt.and(all, equal)
        })
    }

    /// No symbol is both shared and private, none is an input, and formulas mention symbols of their views only.
    fn check_symbols(&mut self) -> Result<(), Rejected> {
        let mut private = BTreeSet::new();
        for index in 0..self.proof.len() {
            let view = self.proof[index].0.clone();
            let shared = self.symbols_of(&self.views.shared(&view))?;
            let all = self.symbols_of(&view.state)?;
            let known = self.logic.symbols_in(self.proof[index].1);
            let variables = self.logic.smt.variables(self.proof[index].1).len();
            if known.len() != variables || !known.iter().all(|symbol| all.contains(symbol)) {
                return wrong(format!("the formula of view {index} mentions what is not in it"));
            }
            if all.iter().any(|symbol| self.logic.symbols.number(*symbol).is_some()) {
                return wrong(format!("view {index} mentions an input"));
            }
            // It would become whatever the check makes next.
            if all.iter().any(|symbol| self.logic.symbols.width(*symbol).is_none()) {
                return wrong(format!("view {index} mentions a symbol that does not exist"));
            }
            private.extend(all.difference(&shared).copied());
            self.common.extend(shared);
        }
        match private.is_disjoint(&self.common) {
            true => Ok(()),
            false => wrong("a symbol is shared in one view and private in another"),
        }
    }

    fn symbols_of(&mut self, state: &State) -> Result<BTreeSet<SymbolId>, Rejected> {
        let Some(pairs) = matching::pairs(state, state, &mut self.terms) else {
            return wrong("a view with parts of values");
        };
        Ok(pairs.iter().flat_map(|(id, _)| self.terms.symbols(*id)).copied().collect())
    }

    /// Executes a step, or the beginning, in all ways.
    fn ways(
        &mut self,
        from: Option<(usize, Act)>,
        mut then: impl FnMut(&mut Self, Ran, Formula) -> Result<(), Rejected>,
    ) -> Result<(), Rejected> {
        let mut counter = Counter::default();
        let always = self.logic.smt.bool(true);
        let known = from.map_or(always, |(index, _)| self.proof[index].1);
        loop {
            self.transitions += 1;
            if let Some(reason) = (self.exceeded)() {
                return Err(Rejected::Stopped(reason));
            }
            let (terms, logic) = (&mut self.terms, &mut self.logic);
            let mut oracle = FormulaOracle::new(terms, logic, (known, always), 0, &mut counter, self.max_cases);
            let ran = match from {
                Some((index, act)) => self.views.step(&self.proof[index].0, act, &mut oracle),
                None => self.views.start(&mut oracle),
            };
            let path = oracle.path;
            then(self, ran?, path)?;
            if !counter.increment() {
                return Ok(());
            }
        }
    }

    /// Where a step has led must be inside; the view of who made it and what was written, if it goes on.
    fn own_step(&mut self, ran: Ran, known: (Formula, Formula)) -> Result<Option<(View, SideEffects)>, Rejected> {
        match ran {
            Ran::Error => wrong("an error is reachable"),
            Ran::Out { .. } => Ok(None),
            Ran::On { view, born, side_effects } => {
                for reached in [Some(&view), born.as_ref()].into_iter().flatten() {
                    self.inside(reached, known, |_, _, value| value)?;
                }
                Ok(Some((view, side_effects)))
            }
        }
    }

    /// Whether a view is inside one of the proof; `rename` gives the value of what is shared its names.
    fn inside(
        &mut self,
        view: &View,
        (before, path): (Formula, Formula),
        rename: impl Fn(&mut Self, bool, Formula) -> Formula,
    ) -> Result<(), Rejected> {
        for index in (self.candidates)(view) {
            if index >= self.proof.len() {
                continue;
            }
            let other = &self.proof[index].0;
            if !view.claims_no_less(other) {
                continue;
            }
            let Some(pairs) = matching::pairs(&other.state, &view.state, &mut self.terms) else { continue };
            let Some(values) = self.values(&pairs, &rename) else { continue };
            let then = self.logic.smt.substitute(self.proof[index].1, &values);
            if self.logic.implies(before, path, then)? {
                return Ok(());
            }
        }
        wrong("a view that is reachable is missing")
    }

    fn values(
        &mut self,
        pairs: &[(LazyId, Value)],
        rename: &impl Fn(&mut Self, bool, Formula) -> Formula,
    ) -> Option<FxHashMap<Formula, Formula>> {
        let mut values = FxHashMap::default();
        for (id, value) in pairs {
            let Term::Symbol(symbol) = self.terms.get(*id) else { return None };
            let (variable, sort) = (self.logic.variable(symbol)?, self.logic.symbols.sort(symbol)?);
            let value = matching::fitting(&mut self.logic, &self.terms, *value, sort)?;
            let value = rename(self, self.common.contains(&symbol), value);
            if values.insert(variable, value).is_some_and(|other| other != value) {
                return None;
            }
        }
        Some(values)
    }

    /// Remembers what others notice of a step.
    fn publish(
        &mut self,
        from: &View,
        (to, side_effects): (&View, &SideEffects),
        (known, path): (Formula, Formula),
        effects: &mut Vec<Effect>,
    ) -> Result<(), Rejected> {
        let change = self.views.change(from, to, side_effects);
        if change.is_nothing() {
            return Ok(());
        }
        let (guard, path) = (self.renamed(known), self.renamed(path));
        let always = self.logic.smt.bool(true);
        for other in effects.iter().filter(|other| other.path == path && change.is_also(&other.change)) {
            if self.logic.implies(guard, always, other.guard)? {
                return Ok(());
            }
        }
        effects.push(Effect { change, guard, path });
        Ok(())
    }

    /// A formula of who makes an effect, in names of its own.
    fn renamed(&mut self, formula: Formula) -> Formula {
        let mut names = FxHashMap::default();
        for symbol in self.logic.symbols_in(formula) {
            // Inputs belong to the step and to nobody else.
            if self.common.contains(&symbol) || self.logic.symbols.number(symbol).is_some() {
                continue;
            }
            let width = self.logic.symbols.width(symbol).unwrap_or(1);
            let symbols = &mut self.logic.symbols;
            let twin = *self.twins.entry(symbol).or_insert_with(|| symbols.add(width));
            if let (Some(from), Some(to)) = (self.logic.variable(symbol), self.logic.variable(twin)) {
                names.insert(from, to);
            }
        }
        self.logic.smt.substitute(formula, &names)
    }

    /// What an effect makes of a view must be inside.
    fn interfere(&mut self, index: usize, view: &View, shared: &State, effect: &Effect) -> Result<(), Rejected> {
        let Some(met) = self.views.meet(view, shared, &effect.change)? else { return Ok(()) };
        self.transitions += 1;
        if self.transitions.is_multiple_of(64)
            && let Some(reason) = (self.exceeded)()
        {
            return Err(Rejected::Stopped(reason));
        }
        let before = self.logic.smt.and(self.proof[index].1, effect.guard);
        let before = self.with_bits(before, met.assumed_here.into_iter().chain(met.assumed_there));
        if !self.logic.is_satisfiable(before, effect.path)? {
            return Ok(());
        }
        self.inside(&met.view, (before, effect.path), |checker, common, value| match common {
            true => checker.renamed(value),
            false => value,
        })
    }
}
