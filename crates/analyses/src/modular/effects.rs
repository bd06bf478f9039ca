//! What others notice of a thread: its effects, when one includes another, and who can absorb them.
//!
//! An effect has the guard, what was decided and the action of a step, with the private symbols of its thread under names of their own, and the explicit part as a
//! [`Change`](raddle_semantics::view::Change). A thread that has ended offers that to whoever waits for it, and one that is about to
//! make an access offers that to whoever may race with it ([`super::facing`]).

use std::hash::{Hash, Hasher};

use raddle_cpa::Modular;
use raddle_machine::{Halt, State, Status, Value};
use raddle_semantics::view::{Act, Change, Clash, SideEffects, View};
use raddle_smt::Term;
use rustc_hash::FxHasher;

use super::sharing::SharedId;
use super::{Effect, Environment, Seen, SingleThreads};

impl Modular for SingleThreads<'_, '_, '_> {
    type Effect = Effect;

    fn steps(&self, state: &Seen) -> Vec<Act> {
        if state.inside { Vec::new() } else { self.views.acts(&state.view).to_vec() }
    }

    fn publish(&mut self, from: &Seen, to: &Seen) -> Option<Effect> {
        if to.error || to.born || to.foreign || to.inside {
            return None;
        }
        let mut action = Vec::new();
        for (symbol, term) in to.link.bound.clone() {
            if self.is_common(symbol, &to.view) && self.domain.logic.variable(symbol) != Some(term) {
                let value = match self.environment {
                    Environment::Precise => self.renamed(term, &from.view),
                    Environment::Havoc => self.any(symbol)?,
                };
                action.push((symbol, value));
            }
        }
        let mut change = self.views.change(&from.view, &to.view, &to.side_effects);
        // States with the same number are the same objects, so that comparing them costs nothing.
        change.before = State::clone(&self.sharings.state(from.shared));
        change.after = State::clone(&self.sharings.state(to.shared));
        if action.is_empty() && change.is_nothing() {
            return None;
        }
        let guard = self.guard(from, &mut change);
        let path = self.renamed(to.link.path, &from.view);
        let common = self.common(from);
        let shared = (from.shared, to.shared);
        let link = Some(to.link.clone());
        let keeps_alive = change.alive == change.from.alive;
        Some(Effect { guard, path, action, common, link, change, shared, keeps_alive, stand: None })
    }

    fn offer(&mut self, state: &Seen) -> Option<Effect> {
        if !state.view.has_ended() {
            return self.standing(state);
        }
        let mut change = self.views.change(&state.view, &state.view, &SideEffects::default());
        change.before = State::clone(&self.sharings.state(state.shared));
        let guard = self.renamed(state.abstraction, &state.view);
        let path = self.domain.logic.smt.bool(true);
        let common = self.common(state);
        let shared = (state.shared, state.shared);
        let (action, keeps_alive) = (Vec::new(), change.alive == change.from.alive);
        Some(Effect { guard, path, action, common, link: None, change, shared, keeps_alive, stand: None })
    }

    fn absorb(&mut self, state: &Seen, effect: &Effect) -> Vec<Result<Seen, Halt>> {
        match effect.change.from.has_ended() {
            _ if effect.stand.is_some() => match self.race(state, effect) {
                Ok(Some((error, Clash::Race))) => vec![Ok(error)],
                Ok(Some((_, Clash::Feared))) => vec![Err(self.views.feared(&state.view))],
                Ok(None) => Vec::new(),
                Err(halt) => vec![Err(halt)],
            },
            _ if state.inside => Vec::new(),
            true => self.join(state, effect),
            false => self.disturb(state, effect).transpose().into_iter().collect(),
        }
    }

    fn includes(&mut self, effect: &Effect, other: &Effect) -> bool {
        let (a, b) = (&effect.change, &other.change);
        effect.path == other.path
            && effect.action == other.action
            && effect.shared == other.shared
            && effect.stand == other.stand
            && a.is_also(b)
            && ended_with(&a.from) == ended_with(&b.from)
            && {
                let always = self.domain.logic.smt.bool(true);
                self.domain.logic.implies(effect.guard, always, other.guard).unwrap_or(false)
            }
    }

    fn shared(&self, state: &Seen) -> u32 {
        state.shared.0
    }

    fn requires(&self, effect: &Effect) -> u32 {
        effect.shared.0.0
    }

    fn agree(&mut self, a: u32, b: u32) -> bool {
        self.sharings.can_agree(SharedId(a), SharedId(b))
    }

    fn kind(&self, effect: &Effect) -> u64 {
        let change = &effect.change;
        let mut hasher = FxHasher::default();
        (change.from.me, effect.path, &effect.action, effect.shared, &change.alive).hash(&mut hasher);
        (&change.wrote, &change.moves, &change.from.alive, ended_with(&change.from)).hash(&mut hasher);
        effect.stand.hash(&mut hasher);
        hasher.finish()
    }
}

impl SingleThreads<'_, '_, '_> {
    /// What is known where a step is made, private symbols renamed; nothing, and nothing that would keep the step from happening, if steps are unguarded.
    pub(super) fn guard(&mut self, from: &Seen, change: &mut Change) -> Term {
        if self.unguarded {
            change.held.clear();
            change.from.mine.clear();
            return self.domain.logic.smt.bool(true);
        }
        self.renamed(from.abstraction, &from.view)
    }
}

/// What a thread has ended with, if it has.
fn ended_with(view: &View) -> Option<Value> {
    match view.thread().status {
        Status::Ended { result } => Some(result),
        Status::Running
        | Status::Waiting { .. }
        | Status::Reacquiring { .. }
        | Status::Queued { .. }
        | Status::AtBarrier { .. }
        | Status::Stuck
        | Status::Free => None,
    }
}
