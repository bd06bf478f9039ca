//! What predicates say before and after a step: predicate abstraction with conjunctions of literals (the paper's α).
//!
//! A valuation is the set of literals that are known to hold; which of them hold after a step follows from those before it, its guard and its assignments, one literal after the other.
//!
//! **Cost.** Whether a step is possible and a literal holds after it depends only on those literals that share variables with guard and predicate, directly or through others ([`Facts::near`]); so most questions are asked once for many states.

use std::collections::BTreeSet;

use raddle_evidence::Reason;
use raddle_smt::Term;
use rustc_hash::FxHashMap;

use super::system::System;
use super::way::WayId;

/// The predicates that are tracked.
#[derive(Clone, Debug, Default)]
pub struct Predicates {
    /// In the order in which they were found.
    pub all: Vec<Term>,
}

impl Predicates {
    /// One more; whether it is new. A predicate and its negation are one.
    pub fn add(&mut self, system: &mut System<'_, '_>, predicate: Term) -> bool {
        let smt = &mut system.domain.logic.smt;
        let negated = smt.not(predicate);
        let new = smt.as_bool(predicate).is_none() && !self.all.contains(&predicate) && !self.all.contains(&negated);
        if new {
            self.all.push(predicate);
        }
        new
    }

    /// A literal as a formula.
    pub fn formula(&self, smt: &mut raddle_smt::Terms, literal: u32) -> Term {
        let predicate = self.all[literal as usize / 2];
        if literal.is_multiple_of(2) { predicate } else { smt.not(predicate) }
    }
}

/// What is known of data: literals, sorted. Literal 2k says that predicate k holds, 2k + 1 that it does not.
pub type Literals = Vec<u32>;

/// The literals as formulas.
struct Facts {
    literals: Vec<Term>,
    variables: Vec<BTreeSet<Term>>,
}

impl Facts {
    /// Those of some literals that say something about variables, directly or through others.
    fn near(&self, known: &Literals, mut variables: BTreeSet<Term>) -> Vec<u32> {
        let mut near = Vec::new();
        let mut rest: Vec<u32> = known.clone();
        loop {
            let size = near.len();
            rest.retain(|literal| {
                let of = &self.variables[*literal as usize / 2];
                let touches = of.iter().any(|variable| variables.contains(variable));
                if touches {
                    variables.extend(of.iter().copied());
                    near.push(*literal);
                }
                !touches
            });
            if near.len() == size {
                near.sort_unstable();
                return near;
            }
        }
    }
}

/// Some predicates, and what is remembered of what they say about steps.
pub struct Valuations {
    predicates: Predicates,
    facts: Facts,
    /// What a predicate says before a way about what holds after it.
    before: FxHashMap<(WayId, u32), Term>,
}

impl Valuations {
    /// Nothing is known of any step yet.
    pub fn new(system: &mut System<'_, '_>, predicates: &Predicates) -> Valuations {
        let smt = &mut system.domain.logic.smt;
        let literals = predicates.all.iter().flat_map(|p| [*p, smt.not(*p)]).collect();
        let variables = predicates.all.iter().map(|p| smt.variables(*p).iter().copied().collect()).collect();
        let facts = Facts { literals, variables };
        Valuations { predicates: predicates.clone(), facts, before: FxHashMap::default() }
    }

    /// The predicates.
    pub fn predicates(&self) -> &Predicates {
        &self.predicates
    }

    /// The variables of a predicate.
    pub fn variables(&self, predicate: u32) -> &BTreeSet<Term> {
        &self.facts.variables[predicate as usize]
    }

    /// What some literals say together about some variables.
    fn formula(&self, system: &mut System<'_, '_>, known: &Literals, variables: BTreeSet<Term>) -> Term {
        let near = self.facts.near(known, variables);
        let terms: Vec<Term> = near.iter().map(|literal| self.facts.literals[*literal as usize]).collect();
        system.domain.logic.smt.conjunction(terms)
    }

    fn guard(&self, system: &mut System<'_, '_>, way: WayId) -> (Term, BTreeSet<Term>) {
        let guard = system.ways[way as usize].guard.clone();
        let smt = &mut system.domain.logic.smt;
        let guard = smt.conjunction(guard);
        (guard, smt.variables(guard).iter().copied().collect())
    }

    /// Whether a step can be taken as far as is known.
    pub fn is_possible(&self, system: &mut System<'_, '_>, known: &Literals, way: WayId) -> Result<bool, Reason> {
        let (guard, variables) = self.guard(system, way);
        let formula = self.formula(system, known, variables);
        system.domain.logic.is_satisfiable(formula, guard).map_err(|_| stopped(system))
    }

    /// The literals that hold after a way.
    pub fn post(&mut self, system: &mut System<'_, '_>, known: &Literals, way: WayId) -> Result<Literals, Reason> {
        self.post_of(system, known, way, 0..self.predicates.all.len() as u32)
    }

    /// The literals of some predicates that hold after a way.
    pub fn post_of(
        &mut self,
        system: &mut System<'_, '_>,
        known: &Literals,
        way: WayId,
        predicates: impl IntoIterator<Item = u32>,
    ) -> Result<Literals, Reason> {
        let (guard, of_guard) = self.guard(system, way);
        let mut after = Literals::new();
        for number in predicates {
            let wanted = self.before(system, way, number);
            let predicate = self.predicates.all[number as usize];
            let smt = &system.domain.logic.smt;
            if let Some(holds) = smt.as_bool(wanted) {
                after.push(2 * number + u32::from(!holds));
                continue;
            }
            if wanted == predicate {
                let kept = [2 * number, 2 * number + 1].into_iter().find(|l| known.binary_search(l).is_ok());
                if let Some(kept) = kept {
                    after.push(kept);
                    continue;
                }
            }
            let mut variables: BTreeSet<Term> = smt.variables(wanted).iter().copied().collect();
            variables.extend(of_guard.iter().copied());
            let formula = self.formula(system, known, variables);
            let logic = &mut system.domain.logic;
            let negated = logic.smt.not(wanted);
            for (literal, wanted) in [(2 * number, wanted), (2 * number + 1, negated)] {
                let logic = &mut system.domain.logic;
                if logic.implies(formula, guard, wanted).map_err(|_| stopped(system))? {
                    after.push(literal);
                    break;
                }
            }
        }
        after.sort_unstable();
        Ok(after)
    }

    /// What has to hold before a way so that a predicate holds after it.
    fn before(&mut self, system: &mut System<'_, '_>, way: WayId, number: u32) -> Term {
        if let Some(known) = self.before.get(&(way, number)) {
            return *known;
        }
        let taken = system.ways[way as usize].clone();
        let values: FxHashMap<Term, Term> = taken.assign.iter().copied().collect();
        let wanted = system.domain.logic.smt.substitute(self.predicates.all[number as usize], &values);
        self.before.insert((way, number), wanted);
        wanted
    }
}

/// Why a solver was stopped.
pub fn stopped(system: &System<'_, '_>) -> Reason {
    system.over().unwrap_or(Reason::Internal("the solver gave up".to_string()))
}
