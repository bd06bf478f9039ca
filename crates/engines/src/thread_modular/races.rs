//! All races of a program by single threads: the analysis goes on behind each one.
//!
//! **Idea.** A race that is met is refuted, shown, or neither. With `--races all` none of the three is the end. What is refuted makes the analysis know more, as ever. What an execution shows is confirmed by its replay and *told*
//! ([`RaceLog`](raddle_semantics::race::RaceLog)); the search for executions passes over it from then on, and so do the stands of views that would clash in it. What nothing refutes when everything is known that
//! can be, and no execution shows, is listed as *possible*, and passed over as well.
//!
//! **Soundness.** Nothing is TRUE after a race was passed over ([`Search::has_passed_over`]); that there are no others is said if the graph is closed but for those. A race that is passed over has been told or listed with the same variable and
//! the same lines, by the same words in which exhaustive search tells races apart ([`RaceId`]), so none is lost. What was shown stays shown when a limit comes; what was not looked at until then is not listed, and the limit is the reason why there may be more.
//!
//! **Variables.** What is protected by which lock nobody knows better than [`crate::locks`], which takes no time beside this. What it leaves open is decided by what was told and listed here.
//!
//! **Cost.** Where a race cannot be refuted all that can be known of other threads is known from then on, and everything behind it costs as much as that.
//!
//! **Rejected.** A new exploration for each race, with the others taken out of the program: the same predicates would be found again each time.

use std::collections::BTreeSet;
use std::rc::Rc;

use raddle_analyses::modular::{Effect, Seen};
use raddle_cpa::{EffectId, How, NodeId};
use raddle_deadline::caught;
use raddle_evidence::{AboutRaces, Claim, PossibleAccess, PossibleRace, Reason, Variable};
use raddle_machine::{Halt, HaltKind};
use raddle_program::{Op, Span};
use raddle_semantics::race::RaceId;
use raddle_semantics::survey;
use raddle_semantics::view::{Side, Stand, View};

use super::{Cpa, Search};
use crate::locks;

/// The state and the offer that a target has come from, if it is a race.
pub(super) fn facing<'a, 'p>(how: &How<Cpa<'a, 'p, 'a>>) -> Option<(NodeId, EffectId)> {
    match how {
        How::Effect(state, offer) => Some((*state, *offer)),
        How::Start(_) | How::Step(..) => None,
    }
}

impl<'a, 'p> Search<'a, 'p> {
    /// The state and the offer of the last counterexample with the two accesses, if it is a race that is not passed over.
    fn sides(&self) -> Option<(&Seen, &Effect, [Side; 2])> {
        let (node, offer) = self.facing?;
        let (state, effect) = (&self.graph.node(node).state, &*self.graph.effect(offer).effect);
        let (_, sides) = self.cpa.clash(state, effect)?;
        Some((state, effect, sides?))
    }

    /// Whether the race of the last counterexample was told, after it was found.
    pub(super) fn is_told(&self) -> bool {
        let looked_for = self.executions.all_races() && self.facing.is_some();
        looked_for && self.sides().is_none()
    }

    /// Lists the race of the last counterexample as possible; whether the analysis goes on behind it.
    pub(super) fn list(&mut self) -> bool {
        let Some((state, effect, [mine, theirs])) = self.sides() else { return false };
        let (here, there) = (&state.view, &effect.change.from);
        let variable =
            self.cpa.views.machine().describe_access(&here.state, here.me, mine.access.addr, mine.access.len);
        let in_section = |stand: Option<&Rc<Stand>>| stand.is_some_and(|stand| stand.is_in_section());
        let mut accesses = [
            self.described(here, &mine, in_section(state.stand.as_ref())),
            self.described(there, &theirs, in_section(effect.stand.as_ref())),
        ];
        accesses.sort();
        let race: Option<RaceId> = self.cpa.views.race_of([&mine, &theirs]);
        self.possible.push(PossibleRace { variable, accesses });
        // Without a name it would come again.
        race.is_some_and(|race| self.cpa.passed.insert(race))
    }

    /// One side of a race in words.
    fn described(&self, view: &View, side: &Side, in_section: bool) -> PossibleAccess {
        let machine = self.cpa.views.machine();
        let program = machine.program();
        let edge = side.of.map(|(_, function, edge, span)| (function, edge, span)).or_else(|| {
            let (function, edge) = machine.edge(&view.state, view.me)?;
            let span = program.functions[function].edge(edge).span;
            Some((function, edge, machine.visible_place(&view.state, view.me, span)))
        });
        let op = edge.map(|(function, edge, _)| &program.functions[function].edge(edge).op);
        let does = match (side.access.write, side.access.atomic) {
            (true, _) if matches!(op, Some(Op::Free { .. })) => "free",
            (_, true) if matches!(op, Some(Op::Sync { .. })) => "use",
            (true, false) => "write",
            (true, true) => "atomic write",
            (false, false) => "read",
            (false, true) => "atomic read",
        };
        let locks = view.held().into_iter().map(|(lock, _)| machine.describe_addr(&view.state, lock));
        let section = in_section.then(|| "an atomic section".to_string());
        PossibleAccess {
            span: edge.map_or(Span::NONE, |(_, _, span)| span),
            does: does.to_string(),
            holding: section.into_iter().chain(locks).collect(),
        }
    }

    /// Whether a race was passed over, so that there is no proof any more.
    pub(super) fn has_passed_over(&self) -> bool {
        !self.cpa.passed.is_empty() || self.cpa.views.dependence.races().has_told() || !self.executions.told.is_empty()
    }

    /// What is claimed, with the races that were shown and listed on the way.
    pub(super) fn with_races(&mut self, claim: Claim) -> Claim {
        let mut open = match claim {
            Claim::Unknown(reasons) if self.executions.all_races() => reasons,
            Claim::Unknown(_) | Claim::True(_) | Claim::False(_) | Claim::Several { .. } => return claim,
        };
        if let Some(first) = self.possible.first() {
            let what = match self.possible.len() {
                1 => "a pair of accesses is neither excluded nor shown".to_string(),
                many => format!("{many} pairs of accesses are neither excluded nor shown"),
            };
            open.push(Reason::Halt(Halt::new(HaltKind::Imprecise, what, first.accesses[0].span)));
        }
        match std::mem::take(&mut self.executions.told) {
            told if told.is_empty() => Claim::Unknown(open),
            violations => Claim::Several { violations, open },
        }
    }

    /// What is possible, and what each variable is if all races are told.
    pub(super) fn about_races(&mut self) -> AboutRaces {
        let possible = std::mem::take(&mut self.possible);
        let variables = if self.executions.all_races() { self.variables() } else { Vec::new() };
        AboutRaces { possible, variables }
    }

    fn variables(&self) -> Vec<Variable> {
        let machine = self.cpa.views.machine();
        let named = |variable| survey::name(machine, variable);
        let races = self.cpa.views.dependence.races();
        let racy: BTreeSet<String> = races.racy().into_iter().map(named).collect();
        let open: BTreeSet<String> = self.cpa.passed.iter().filter_map(|race| race.variable).map(named).collect();
        // One that is listed without a name may be of anything.
        let closed = self.closed && self.cpa.passed.iter().all(|race| race.variable.is_some());
        let program = machine.program();
        let property = self.cpa.views.dependence.property();
        let by_locks = caught(|| locks::run(program, property, self.config, self.limits).races.variables);
        let mut variables = by_locks.unwrap_or_default();
        for variable in &mut variables {
            if racy.contains(&variable.name) {
                *variable = Variable { status: Variable::RACY.to_string(), decided: true, ..variable.clone() };
            } else if closed && !variable.decided && !open.contains(&variable.name) {
                let status = "never accessed at the same time".to_string();
                *variable = Variable { status, decided: true, ..variable.clone() };
            }
        }
        variables
    }
}
