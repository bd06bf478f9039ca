//! What a state becomes by what other threads do.
//!
//! Most effects are nothing to most states: they assign what nobody knows anything about. That is seen first, without a solver and without
//! building a view; then what is explicit is compared, and only then formulas.

use std::rc::Rc;

use raddle_machine::lazy::formula::FormulaOracle;
use raddle_machine::lazy::{SymbolId, Term as Lazy};
use raddle_machine::{Halt, HaltKind, LazyId, Status, Value};
use raddle_semantics::view::{Bits, Ran, SideEffects, View};
use raddle_smt::Term;

use super::{Effect, Link, Seen, SingleThreads, Turn, in_parts};
use crate::predicate::Predicate;
use crate::threading::Decisions;

impl SingleThreads<'_, '_, '_> {
    /// What a state becomes by a step of another thread.
    pub(super) fn disturb(&mut self, state: &Seen, effect: &Effect) -> Result<Option<Seen>, Halt> {
        if self.is_nothing(state, effect) {
            return Ok(None);
        }
        let shared = self.sharings.state(state.shared);
        let Some(met) = self.views.meet(&state.view, &shared, &effect.change)? else { return Ok(None) };
        let mut view = met.view;
        let unchanged = view.is_within(&state.view) && met.assumed_here.is_empty() && met.assumed_there.is_empty();
        if unchanged && !self.concerns(effect, state.abstraction) {
            // What is known stays true, so this is nothing but the state itself.
            return Ok(None);
        }
        let Some((before, agreed)) = self.both(state, effect, (&met.assumed_here, &met.assumed_there))? else {
            return Ok(None);
        };
        let Some(mut bound) = self.bound(state, &mut view) else {
            return Err(in_parts(self.views.span(&effect.change.from)));
        };
        for (id, bits) in &met.assumed_there {
            if let Lazy::Symbol(symbol) = self.domain.terms.get(*id)
                && let Ok(at) = bound.binary_search_by_key(&symbol, |(s, _)| *s)
            {
                let width = self.domain.logic.smt.width(bound[at].1);
                bound[at].1 = self.domain.logic.smt.constant(*bits, width);
            }
        }
        for (symbol, term) in &effect.action {
            if let Ok(at) = bound.binary_search_by_key(symbol, |(s, _)| *s) {
                bound[at].1 = *term;
            }
        }
        self.learnt |= self.views.learn(&view);
        let shared = self.sharings.number(self.views.shared(&view), &view.whereabouts);
        let link = Rc::new(Link { before, path: effect.path, agreed, bound, born: Vec::new() });
        let abstraction = self.domain.logic.smt.bool(true);
        let stand = self.stand(&view);
        Ok(Some(Seen {
            stand,
            inside: false,
            view,
            shared,
            abstraction,
            link,
            error: false,
            born: false,
            foreign: true,
            side_effects: SideEffects::default(),
        }))
    }

    /// Whether an effect leaves a state what it is, as can be seen without looking further: nothing explicit changes, and nothing that
    /// is known is about what it assigns.
    fn is_nothing(&self, state: &Seen, effect: &Effect) -> bool {
        let change = &effect.change;
        state.shared == effect.shared.0
            && state.shared == effect.shared.1
            && effect.keeps_alive
            && change.crowd_after(&state.view).is_within(state.view.crowd)
            && !change.wrote.iter().any(|addr| state.view.mine.contains(addr))
            && !self.concerns(effect, state.abstraction)
    }

    /// What the symbols of a view stand for that a state has become by a step of another thread, as far as that is in the view.
    fn bound(&mut self, state: &Seen, view: &mut View) -> Option<Vec<(SymbolId, Term)>> {
        let keep = self.keeps_values(view);
        if view.state != state.view.state || keep != self.keeps_values(&state.view) {
            return self.domain.named(&mut view.state, keep);
        }
        // Nothing has to be looked for where every symbol stands for itself.
        state.link.bound.iter().map(|(symbol, _)| Some((*symbol, self.domain.logic.variable(*symbol)?))).collect()
    }

    /// What is known if a state and an effect come together, and what of it is about explicit values; `None` if they cannot.
    pub(super) fn both(
        &mut self,
        state: &Seen,
        effect: &Effect,
        bits: (&Bits, &Bits),
    ) -> Result<Option<(Term, Term)>, Halt> {
        let (agreed, there) = (self.have_bits(bits.0), self.have_bits(bits.1));
        let smt = &mut self.domain.logic.smt;
        let both = smt.and(state.abstraction, effect.guard);
        let before = smt.conjunction([both, agreed, there]);
        let span = self.views.span(&effect.change.from);
        let stopped = |_| Halt::limit("the limit was reached in the middle of a step", span);
        let possible = self.domain.logic.is_satisfiable(before, effect.path).map_err(stopped)?;
        Ok(possible.then_some((before, agreed)))
    }

    /// What a thread does that waits for one that has ended.
    pub(super) fn join(&mut self, state: &Seen, effect: &Effect) -> Vec<Result<Seen, Halt>> {
        let shared = self.sharings.state(state.shared);
        let met = match self.views.meet_ended(&state.view, &shared, &effect.change) {
            Ok(Some(met)) => met,
            Ok(None) => return Vec::new(),
            Err(halt) => return vec![Err(halt)],
        };
        let (before, agreed) = match self.both(state, effect, (&met.0, &met.1)) {
            Ok(Some(both)) => both,
            Ok(None) => return Vec::new(),
            Err(halt) => return vec![Err(halt)],
        };
        let mut decisions = Decisions::default();
        let mut out = Vec::new();
        loop {
            self.runs += 1;
            let always = self.domain.logic.smt.bool(true);
            let Predicate { terms, logic, .. } = &mut self.domain;
            let mut oracle = FormulaOracle::new(terms, logic, (before, always), 0, &mut decisions, self.max_cases);
            let ran = self.views.join(&state.view, effect.change.from.me, &mut oracle);
            let (path, asked) = (oracle.path, oracle.asked.first().copied());
            match ran {
                Err(halt) => out.push(Err(halt)),
                Ok(Ran::Out { .. }) => {}
                // A join computes nothing.
                Ok(Ran::Error) => {
                    let span = self.views.span(&state.view);
                    out.push(Err(Halt::new(HaltKind::Unsupported, "thread-modular: a violation in a join", span)));
                }
                Ok(Ran::On { view, side_effects, .. }) => {
                    let result = self.result_of(effect, asked);
                    let path = self.domain.logic.smt.and(path, result);
                    let reached = self.reached(view, (before, path), Turn { way: 0, born: false }, side_effects);
                    out.push(
                        reached.map(|seen| Seen { link: Rc::new(Link { agreed, ..(*seen.link).clone() }), ..seen }),
                    );
                }
            }
            if !decisions.advance() {
                return out;
            }
        }
    }

    /// That what was asked for is what the thread that makes an offer has ended with.
    fn result_of(&mut self, offer: &Effect, asked: Option<Value>) -> Term {
        let always = self.domain.logic.smt.bool(true);
        let Status::Ended { result } = offer.change.from.thread().status else { return always };
        let Some(Value::Lazy(asked)) = asked else { return always };
        let Some(asked) = self.domain.logic.term(&self.domain.terms, asked) else { return always };
        let width = self.domain.logic.smt.width(asked);
        let Some(result) = self.domain.logic.value(&self.domain.terms, result, width) else { return always };
        let result = self.renamed(result, &offer.change.from);
        self.domain.logic.smt.equal(asked, result)
    }

    /// Whether an effect changes something that a formula is about.
    fn concerns(&self, effect: &Effect, formula: Term) -> bool {
        let changes = |symbol: &SymbolId| effect.action.binary_search_by_key(symbol, |(s, _)| *s).is_ok();
        self.domain.logic.symbols_in(formula).iter().any(changes)
    }

    /// That some values have these bits.
    fn have_bits(&mut self, values: &[(LazyId, u128)]) -> Term {
        let mut all = self.domain.logic.smt.bool(true);
        for (id, bits) in values {
            let Some(value) = self.domain.logic.term(&self.domain.terms, *id) else { continue };
            let smt = &mut self.domain.logic.smt;
            let bits = smt.constant(*bits, smt.width(value));
            let equal = smt.equal(value, bits);
            all = smt.and(all, equal);
        }
        all
    }
}
