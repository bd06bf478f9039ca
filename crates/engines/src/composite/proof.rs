//! The graph of a finished exploration with components as a proof.
//!
//! What a component knows of a variable that threading has forgotten is written into the state: the variable gets a symbol of its own, whose
//! domain is what the component says. So the proof is one of states with symbols ([`Language::Symbols`]), as that of `value`, and the checker
//! knows nothing of components: it executes each step with all values that the symbols can have, and sees whether the result is one of those
//! that the successor's symbols can have. What a component has refuted without a reason in its facts is reached there, and the proof
//! is rejected.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::sync::Arc;

use raddle_analyses::threading::{Components, hash_components, hash_control};
use raddle_analyses::value::Precision;
use raddle_cpa::{Fact, Variable};
use raddle_evidence::{Candidate, ClosedStates, KnownValues, Language, Sought, SoughtValues, StateIx};
use raddle_machine::lazy::{Domain, Symbol, SymbolId, Terms, canonicalise, is_below, name_bytes};
use raddle_machine::{Machine, State, Value};
use raddle_program::Id;
use rustc_hash::FxHashMap;

use super::Led;
use crate::reach::proof::{Executed, Index, Nodes, closed};
use crate::reach::search::Search;

/// Where the states are.
struct Described {
    precision: Precision,
    components: RefCell<Components>,
    /// By components, before the facts were written into the states.
    exact: FxHashMap<u64, Vec<StateIx>>,
    /// By control state.
    partitions: FxHashMap<u64, Vec<StateIx>>,
}

/// The proof that a graph is.
pub fn proof<'a, 'p>(search: Search<'a, 'p, Led<'a, 'p>>) -> ClosedStates {
    let Search { cpa, arg, mut filter, precision, .. } = search;
    let machine = cpa.lead.dependence().machine();
    let mut terms = cpa.lead.domain.terms.clone();
    let mut nodes = Nodes::default();
    let mut index = Described {
        precision: precision.lead,
        components: RefCell::new(cpa.lead.components().clone()),
        exact: FxHashMap::default(),
        partitions: FxHashMap::default(),
    };
    for (_, node) in arg.nodes() {
        let number = nodes.next();
        let lead = &node.state.lead;
        index.exact.entry(hash_components(&lead.state)).or_default().push(number);
        index.partitions.entry(hash_control(&lead.state)).or_default().push(number);
        let facts = cpa.facts(&node.state);
        // A value that nobody reads any more is cut out of the states of the checker: there is nothing to be known of it.
        let mut live = lead.state.clone();
        if let Some(dead) = &cpa.lead.dead {
            dead.cut(&mut live, None);
        }
        let (state, symbols) = described(machine, (&lead.state, &live), &lead.element, &facts, &mut terms);
        nodes.push(node, &mut filter, &lead.state, KnownValues::Symbols(symbols));
        nodes.states[number.index()].0 = state;
    }
    closed(nodes, index, Executed::by(&cpa.lead), Language::Symbols, terms)
}

/// A state with facts written into it, as far as they are about what is live.
fn described(
    machine: &Machine<'_>,
    (state, live): (&State, &State),
    symbols: &Arc<Vec<Symbol>>,
    facts: &[Fact],
    terms: &mut Terms,
) -> (State, Arc<Vec<Symbol>>) {
    let (mut all, mut described, mut live) = (symbols.to_vec(), state.clone(), live.clone());
    for fact in facts {
        let domain = Domain::of_ranges(fact.ty, Some(&fact.ranges));
        if domain.is_empty() || domain == Domain::full(fact.ty.bits()) {
            continue;
        }
        let name = terms.symbol(SymbolId::from_index(all.len()));
        let named = match fact.variable {
            Variable::Register(thread, frame, local) => {
                let frames = &live.threads[thread.0 as usize].frames;
                let forgotten = frames.get(frame as usize).is_some_and(|f| f.regs[local.index()] == Value::ANY);
                if forgotten {
                    let thread = Arc::make_mut(&mut described.threads[thread.0 as usize]);
                    thread.frames[frame as usize].regs[local.index()] = Value::Lazy(name);
                }
                forgotten
            }
            Variable::Global(global) => machine.global_block(global).is_some_and(|(block, offset)| {
                let (block, len) = (block, fact.ty.size() as u32);
                name_bytes(&mut live.memory[block], offset, len, name)
                    && name_bytes(&mut described.memory[block], offset, len, name)
            }),
        };
        if named {
            all.push(Symbol::new(fact.ty, domain));
        }
    }
    match canonicalise(&mut described, all, terms) {
        Ok(symbols) => (described, Arc::new(symbols)),
        // Then the proof has to do without.
        Err(_) => (state.clone(), symbols.clone()),
    }
}

impl Index for Described {
    fn candidates(&self, nodes: &Nodes, sought: &Sought<'_>, terms: &mut Terms) -> Vec<Candidate> {
        let SoughtValues::Symbols(symbols) = sought.known else { return Vec::new() };
        let mut forgotten = sought.state.clone();
        self.precision.forget(&mut forgotten);
        if canonicalise(&mut forgotten, symbols.to_vec(), terms).is_err() {
            return Vec::new();
        }
        self.components.borrow_mut().share(&mut forgotten);
        let stands_for = |index: &StateIx| {
            let (state, KnownValues::Symbols(its)) = nodes.get(*index) else { return false };
            nodes.asleep(*index).is_inside(sought.asleep) && is_below((sought.state, symbols), (state, its), terms)
        };
        // Several may stand for it, since facts about dead values are not in the proof. Where moves are left out one is needed that was expanded later.
        let rank = |index: StateIx| nodes.expansions[index.index()].rank;
        let is_later = |index: &StateIx| sought.near.is_none_or(|from| rank(*index) > rank(from));
        let mut exact = self.exact.get(&hash_components(&forgotten)).into_iter().flatten().copied();
        let found = exact.find(|index| is_later(index) && stands_for(index)).or_else(|| {
            let mut partition = self.partitions.get(&hash_control(&forgotten))?.clone();
            partition.sort_by_key(|index| Reverse(rank(*index)));
            partition.into_iter().find(stands_for)
        });
        found.map(Candidate::plain).into_iter().collect()
    }
}
