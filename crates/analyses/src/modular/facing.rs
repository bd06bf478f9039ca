//! Two threads that are about to make accesses that race.
//!
//! **Idea.** What a thread is about to access ([`Stand`]) is an offer to all others, like that a thread has ended: an effect that changes nothing. A state that absorbs the offer, and is about to make an
//! access that clashes with it, becomes an error, if both can exist at the same time. So a race is reached like everything else, the paths of both threads are refuted together like that of an effect and
//! that of whoever absorbs it, and whatever rests on one of them goes after a refinement.
//!
//! The accesses inside an atomic section are those of a state of their own, *inside*: it has the view in front of the section, and what was decided on the way through it. It takes no steps, and
//! nobody disturbs it.

use std::rc::Rc;

use raddle_cpa::Successor;
use raddle_machine::{Halt, State};
use raddle_semantics::race::RaceId;
use raddle_semantics::view::{Clash, Side, SideEffects, Stand, View};
use raddle_smt::Term;

use super::{Effect, Link, Seen, SingleThreads, Turn};

impl SingleThreads<'_, '_, '_> {
    /// What the thread of a view is about to access, if that matters.
    pub(super) fn stand(&self, view: &View) -> Option<Rc<Stand>> {
        self.views.stand(view).map(Rc::new)
    }

    /// The state in the middle of an atomic section that a way leads through.
    pub(super) fn inside(&mut self, from: &Seen, turn: Turn, path: Term, stand: Stand) -> Successor<Seen, Turn> {
        let bound = from.link.bound.iter();
        let bound = bound.filter_map(|(symbol, _)| Some((*symbol, self.domain.logic.variable(*symbol)?))).collect();
        let agreed = self.domain.logic.smt.bool(true);
        let link = Rc::new(Link { before: from.abstraction, path, agreed, bound, born: Vec::new() });
        let state = Seen {
            link,
            abstraction: agreed,
            inside: true,
            stand: Some(Rc::new(stand)),
            born: false,
            foreign: false,
            side_effects: SideEffects::default(),
            ..from.clone()
        };
        Successor { label: turn, state: Ok(state) }
    }

    /// That a thread is about to make an access, for others to face.
    pub(super) fn standing(&mut self, state: &Seen) -> Option<Effect> {
        let stand = state.stand.clone()?;
        let mut change = self.views.change(&state.view, &state.view, &SideEffects::default());
        change.before = State::clone(&self.sharings.state(state.shared));
        change.after = change.before.clone();
        if self.unguarded {
            // If others release what a thread holds, it keeps nobody out.
            change.held.clear();
            change.from.mine.clear();
        }
        let guard = self.renamed(state.abstraction, &state.view);
        let path = self.domain.logic.smt.bool(true);
        let common = self.common(state);
        let shared = (state.shared, state.shared);
        let (action, keeps_alive) = (Vec::new(), change.alive == change.from.alive);
        Some(Effect { guard, path, action, common, link: None, change, shared, keeps_alive, stand: Some(stand) })
    }

    /// What the stands of a state and of one that makes an offer to face it mean together, but for races that are passed over because they were told, or listed as possible; and which accesses race.
    pub fn clash(&self, state: &Seen, effect: &Effect) -> Option<(Clash, Option<[Side; 2]>)> {
        let (mine, theirs) = (state.stand.as_ref()?, effect.stand.as_ref()?);
        let told = self.views.dependence.races();
        if self.passed.is_empty() && !told.has_told() {
            return mine.clash_besides(theirs, &|_| false);
        }
        let passes = |race: RaceId| told.is_told(&race) || self.passed.contains(&race);
        mine.clash_besides(theirs, &|sides| self.views.race_of(sides).is_some_and(passes))
    }

    /// The race of a state and of one that makes an offer to face it: how it is reached, and whether it is only feared.
    pub fn race(&mut self, state: &Seen, effect: &Effect) -> Result<Option<(Seen, Clash)>, Halt> {
        let Some((clash, _)) = self.clash(state, effect) else { return Ok(None) };
        let shared = self.sharings.state(state.shared);
        let Some((here, there)) = self.views.face(&state.view, &shared, &effect.change)? else { return Ok(None) };
        let Some((before, agreed)) = self.both(state, effect, (&here, &there))? else { return Ok(None) };
        let always = self.domain.logic.smt.bool(true);
        let link = Link { before, path: effect.path, agreed, bound: Vec::new(), born: Vec::new() };
        let error = Seen { error: true, abstraction: always, link: Rc::new(link), ..state.clone() };
        Ok(Some((error, clash)))
    }
}
