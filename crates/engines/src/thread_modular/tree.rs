//! Paths of single threads, joined where one thread makes a step that another notices.
//!
//! A *chain* is the path to a state in the graph: runs of its own thread (before that, of the one that created it) and effects of
//! others. Each is a block over the symbols of places. An effect in a chain is either *unconstrained* (its action happens, and nothing is
//! known about who makes it), or *joined* with the chain to the state in which it is made: there the paths agree in the values of
//! all that is shared. So a counterexample is a tree of chains, and a formula says whether all of them are possible together.
//!
//! **Names.** The symbols of a chain that is joined to another would be those of the other. The joined chain is *executed*: its conditions and
//! the values at its end are terms over its inputs, which have names of their own in every use (what the paper does by the prefix
//! `env_` and SSA indices); the equalities of the paper are between the shared symbols of the one chain and these values.

use raddle_machine::ThreadIx;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use raddle_analyses::modular::{Effect, Link, SingleThreads};
use raddle_analyses::predicate::At;
use raddle_cpa::{EffectId, Graph, How, NodeId};
use raddle_machine::lazy::SymbolId;
use raddle_machine::lazy::formula::Stopped;
use raddle_smt::interpolation::Block;
use raddle_smt::{Sort, Term};
use rustc_hash::FxHashMap;

use super::Cpa;

/// A step of a chain.
#[derive(Clone)]
pub struct Step {
    /// The block.
    pub link: Rc<Link>,
    /// The effect, if it is one of another thread.
    pub effect: Option<EffectId>,
    /// Whose state it leads to, and where the thread is then; `None` at the end of a counterexample.
    pub to: Option<(ThreadIx, Option<At>)>,
    /// The state that it leads to.
    pub node: Option<NodeId>,
}

/// A path in one thread.
#[derive(Clone, Default)]
pub struct Chain {
    /// Its steps.
    pub steps: Vec<Step>,
}

/// A chain with those that are joined to its effects, by the number of the step; each with the effect as it is made there.
#[derive(Clone, Default)]
pub struct Tree {
    /// The chain.
    pub chain: Chain,
    /// How many of its first steps are left out: what is known then does not matter.
    pub skipped: usize,
    /// What is joined to it.
    pub joined: BTreeMap<usize, (Tree, Rc<Effect>)>,
}

impl Tree {
    /// A chain by itself.
    pub fn of(chain: Chain) -> Tree {
        Tree { chain, skipped: 0, joined: BTreeMap::new() }
    }

    /// Where chains are joined, as the numbers of the steps on the way; what is joined to a joined chain comes after it.
    pub fn places(&self) -> Vec<Vec<usize>> {
        let mut all = Vec::new();
        for (number, (other, _)) in &self.joined {
            all.push(vec![*number]);
            all.extend(other.places().into_iter().map(|place| [vec![*number], place].concat()));
        }
        all
    }

    /// The tree that is joined at a place.
    pub fn at(&mut self, place: &[usize]) -> Option<&mut Tree> {
        match place {
            [] => Some(self),
            [number, rest @ ..] => self.joined.get_mut(number)?.0.at(rest),
        }
    }

    /// Cuts off what is joined at a place; false if there is nothing.
    pub fn cut(&mut self, place: &[usize]) -> bool {
        match place {
            [] => false,
            [number] => self.joined.remove(number).is_some(),
            [number, rest @ ..] => self.joined.get_mut(number).is_some_and(|(other, _)| other.cut(rest)),
        }
    }

    /// All chains.
    pub fn chains(&self) -> Vec<&Chain> {
        let mut all = vec![&self.chain];
        self.joined.values().for_each(|(tree, _)| all.extend(tree.chains()));
        all
    }
}

/// The chain to a state of the graph.
pub fn chain_to<'a, 'p, 'l>(graph: &Graph<Cpa<'a, 'p, 'l>>, mut node: NodeId) -> Chain {
    let mut steps = Vec::new();
    loop {
        let reached = graph.node(node);
        let effect = match reached.how {
            How::Effect(_, effect) => Some(effect),
            How::Start(_) | How::Step(..) => None,
        };
        let to = Some((reached.state.view.me, SingleThreads::at(&reached.state)));
        steps.push(Step { link: reached.state.link.clone(), effect, to, node: Some(node) });
        match reached.how {
            How::Start(_) => break,
            How::Step(from, ..) | How::Effect(from, _) => node = from,
        }
    }
    steps.reverse();
    Chain { steps }
}

/// What a chain is when it has been executed.
struct Executed {
    /// What its inputs must satisfy.
    conditions: Vec<Term>,
    /// The values at its end.
    values: FxHashMap<Term, Term>,
    /// Its inputs.
    inputs: Vec<Term>,
}

/// Makes formulas of trees.
pub struct Assembler<'c, 'a, 'p, 'l> {
    /// Knows the symbols.
    pub cpa: &'c mut Cpa<'a, 'p, 'l>,
    /// How many blocks were made, so that inputs have names of their own.
    pub made: &'c mut u32,
}

impl Assembler<'_, '_, '_, '_> {
    /// The blocks of a tree's chain.
    pub fn blocks(&mut self, tree: &Tree) -> Vec<Block> {
        let steps = tree.chain.steps.iter().enumerate().skip(tree.skipped);
        let mut blocks = Vec::with_capacity(tree.chain.steps.len());
        for (number, step) in steps {
            blocks.push(match (tree.joined.get(&number), step.effect) {
                (Some((other, effect)), _) => self.joined(step, other, effect),
                // What happens wherever its thread is happens under its own conditions.
                (None, Some(_)) if self.cpa.unguarded => self.made_by_itself(&step.link),
                (None, Some(_)) => self.plain(&step.link, false),
                (None, None) => self.plain(&step.link, true),
            });
        }
        blocks
    }

    /// A step as the thread makes it that makes it, for the thread that it creates as well.
    pub fn made_by_itself(&mut self, link: &Link) -> Block {
        let bound = link.bound.iter().chain(&link.born).copied().collect();
        let path = self.cpa.domain.logic.smt.and(link.path, link.agreed);
        self.plain(&Link { path, bound, ..link.clone() }, true)
    }

    /// A block by itself, with its conditions or without.
    fn plain(&mut self, link: &Link, constrained: bool) -> Block {
        let mut inputs = FxHashMap::default();
        let smt = &mut self.cpa.domain.logic.smt;
        let guard = smt.conjuncts(if constrained { link.path } else { link.agreed });
        let guard = guard.into_iter().map(|t| self.with_inputs(t, &mut inputs)).collect();
        let bound = link.bound.iter();
        let assign = bound.filter_map(|(s, t)| Some((self.variable(*s)?, self.with_inputs(*t, &mut inputs)))).collect();
        self.block(guard, assign, inputs)
    }

    /// The block of an effect that is joined with the chain to where it is made.
    fn joined(&mut self, step: &Step, other: &Tree, effect: &Effect) -> Block {
        let blocks = self.blocks(other);
        let beginning = self.beginning(other, &blocks);
        let mut executed = self.execute(&blocks, beginning.clone());
        executed.inputs.extend(beginning.into_values());
        let mut guard = executed.conditions;
        for symbol in &effect.common {
            if let Some(variable) = self.variable(*symbol)
                && let Some(value) = executed.values.get(&variable)
            {
                guard.push(self.cpa.domain.logic.smt.equal(variable, *value));
            }
        }
        let mut foreign = FxHashMap::default();
        for (twin, own) in self.twins(step, effect) {
            foreign.extend(executed.values.get(&own).map(|value| (twin, *value)));
        }
        let mut inputs = FxHashMap::default();
        let smt = &mut self.cpa.domain.logic.smt;
        let conditions = [smt.conjuncts(step.link.path), smt.conjuncts(step.link.agreed)].concat();
        for condition in conditions {
            let condition = self.cpa.domain.logic.smt.substitute(condition, &foreign);
            guard.push(self.with_inputs(condition, &mut inputs));
        }
        let mut assign = Vec::new();
        for (symbol, value) in &step.link.bound {
            let Some(variable) = self.variable(*symbol) else { continue };
            let value = self.cpa.domain.logic.smt.substitute(*value, &foreign);
            assign.push((variable, self.with_inputs(value, &mut inputs)));
        }
        let mut block = self.block(guard, assign, inputs);
        block.inputs.extend(executed.inputs);
        block
    }

    /// The names of private places in an effect, with the names that they have for the thread that makes it.
    fn twins(&mut self, step: &Step, effect: &Effect) -> Vec<(Term, Term)> {
        let terms = step.link.bound.iter().map(|(_, term)| *term).chain([step.link.path]);
        let symbols: BTreeSet<SymbolId> = terms.flat_map(|term| self.cpa.domain.logic.symbols_in(term)).collect();
        let originals = symbols.into_iter().filter_map(|twin| Some((twin, self.cpa.original(twin)?)));
        // What is shared has a name of its own only if its new value may be anything.
        let private: Vec<(SymbolId, SymbolId)> = originals.filter(|(_, own)| !effect.common.contains(own)).collect();
        private.into_iter().filter_map(|(twin, own)| Some((self.variable(twin)?, self.variable(own)?))).collect()
    }

    /// What must hold of the thread that makes an effect so that it does what a proof of the other thread needs: the last block of its
    /// chain. `before` and `after` are what is known in the other thread.
    pub fn demand(&mut self, step: &Step, effect: &Effect, before: Term, after: Term) -> Block {
        let own: FxHashMap<Term, Term> = self.twins(step, effect).into_iter().collect();
        // Private places of the other thread are inputs here, also where both threads have the same.
        let mut foreign = FxHashMap::default();
        for symbol in step.link.bound.iter().map(|(symbol, _)| *symbol).collect::<Vec<_>>() {
            self.rename_foreign(symbol, effect, &mut foreign);
        }
        for formula in [before, after] {
            for symbol in self.cpa.domain.logic.symbols_in(formula) {
                self.rename_foreign(symbol, effect, &mut foreign);
            }
        }
        let mut inputs = FxHashMap::default();
        // What the block does not set keeps its value.
        let mut ends = foreign.clone();
        for (symbol, value) in &step.link.bound {
            let Some(variable) = self.variable(*symbol) else { continue };
            let value = self.of_maker(*value, &foreign, &own, &mut inputs);
            ends.insert(variable, value);
        }
        let mut guard = Vec::new();
        let smt = &mut self.cpa.domain.logic.smt;
        let conditions = [smt.conjuncts(step.link.path), smt.conjuncts(step.link.agreed), vec![before]].concat();
        for condition in conditions {
            guard.push(self.of_maker(condition, &foreign, &own, &mut inputs));
        }
        let smt = &mut self.cpa.domain.logic.smt;
        let holds = smt.substitute(after, &ends);
        guard.push(smt.not(holds));
        let mut block = self.block(guard, Vec::new(), inputs);
        block.inputs.extend(foreign.into_values());
        block.inputs.sort_unstable();
        block.inputs.dedup();
        block
    }

    /// A formula of the block of an effect, in the names of who makes it.
    fn of_maker(
        &mut self,
        term: Term,
        foreign: &FxHashMap<Term, Term>,
        own: &FxHashMap<Term, Term>,
        inputs: &mut FxHashMap<Term, Term>,
    ) -> Term {
        let smt = &mut self.cpa.domain.logic.smt;
        let term = smt.substitute(term, foreign);
        let term = smt.substitute(term, own);
        self.with_inputs(term, inputs)
    }

    fn rename_foreign(&mut self, symbol: SymbolId, effect: &Effect, foreign: &mut FxHashMap<Term, Term>) {
        if self.cpa.is_place(symbol)
            && !effect.common.contains(&symbol)
            && let Some(variable) = self.variable(symbol)
            && !foreign.contains_key(&variable)
        {
            let name = self.name(symbol);
            foreign.insert(variable, name);
        }
    }

    fn block(&mut self, guard: Vec<Term>, assign: Vec<(Term, Term)>, inputs: FxHashMap<Term, Term>) -> Block {
        *self.made += 1;
        let mut inputs: Vec<Term> = inputs.into_values().collect();
        inputs.sort_unstable();
        Block { guard, assign, inputs }
    }

    fn variable(&mut self, symbol: SymbolId) -> Option<Term> {
        self.cpa.domain.logic.variable(symbol)
    }

    /// The name of an input in the block that is being made.
    fn name(&mut self, symbol: SymbolId) -> Term {
        let width = self.cpa.domain.logic.symbols.width(symbol).unwrap_or(1);
        self.cpa.domain.logic.smt.variable(&format!("{symbol:?}@{}", self.made), Sort::Bv(width))
    }

    /// A term with the names of the inputs that are not symbols of places.
    fn with_inputs(&mut self, term: Term, inputs: &mut FxHashMap<Term, Term>) -> Term {
        for symbol in self.cpa.domain.logic.symbols_in(term) {
            if !self.cpa.is_place(symbol)
                && let Some(variable) = self.variable(symbol)
                && !inputs.contains_key(&variable)
            {
                let name = self.name(symbol);
                inputs.insert(variable, name);
            }
        }
        self.cpa.domain.logic.smt.substitute(term, inputs)
    }

    /// Names for what places hold where the steps of a chain begin that are not left out.
    fn beginning(&mut self, tree: &Tree, blocks: &[Block]) -> FxHashMap<Term, Term> {
        let mut names = FxHashMap::default();
        if tree.skipped == 0 {
            return names;
        }
        let terms = blocks.iter().flat_map(|b| b.guard.iter().copied().chain(b.assign.iter().map(|(_, term)| *term)));
        let symbols: BTreeSet<SymbolId> = terms.flat_map(|term| self.cpa.domain.logic.symbols_in(term)).collect();
        for symbol in symbols {
            if let Some(variable) = self.variable(symbol) {
                let name = self.name(symbol);
                names.insert(variable, name);
            }
        }
        *self.made += 1;
        names
    }

    fn execute(&mut self, blocks: &[Block], values: FxHashMap<Term, Term>) -> Executed {
        let smt = &mut self.cpa.domain.logic.smt;
        let mut executed = Executed { conditions: Vec::new(), values, inputs: Vec::new() };
        for block in blocks {
            let guard: Vec<Term> = block.guard.iter().map(|t| smt.substitute(*t, &executed.values)).collect();
            executed.conditions.extend(guard);
            let assigned: Vec<(Term, Term)> =
                block.assign.iter().map(|(v, t)| (*v, smt.substitute(*t, &executed.values))).collect();
            executed.values.extend(assigned);
            executed.inputs.extend(block.inputs.iter().copied());
        }
        executed
    }

    /// All values that a term of the last block can have, if there are at most `most`.
    pub fn cases(&mut self, tree: &Tree, term: Term, most: usize) -> Option<Vec<u128>> {
        // Inputs of the last block have other names in it.
        if !self.cpa.domain.logic.symbols_in(term).iter().all(|symbol| self.cpa.is_place(*symbol)) {
            return None;
        }
        let mut blocks = self.blocks(tree);
        let last = blocks.pop()?;
        let executed = self.execute(&blocks, FxHashMap::default());
        let smt = &mut self.cpa.domain.logic.smt;
        let conditions = executed.conditions.iter().copied();
        let last: Vec<Term> = last.guard.iter().map(|t| smt.substitute(*t, &executed.values)).collect();
        let mut all = smt.conjunction(conditions.chain(last).collect::<Vec<_>>());
        let value = smt.substitute(term, &executed.values);
        let mut found = Vec::new();
        while let Some(model) = self.cpa.domain.logic.solve(&[all]).ok()? {
            if found.len() == most {
                return None;
            }
            let bits = self.cpa.domain.logic.evaluate(value, &model)?;
            found.push(bits);
            let smt = &mut self.cpa.domain.logic.smt;
            let bits = smt.constant(bits, smt.width(value));
            let is = smt.equal(value, bits);
            let other = smt.not(is);
            all = smt.and(all, other);
        }
        Some(found)
    }

    /// Whether all chains of a tree are possible together.
    pub fn is_feasible(&mut self, tree: &Tree) -> Result<bool, Stopped> {
        let blocks = self.blocks(tree);
        self.can_execute(&blocks)
    }

    /// Whether blocks can be executed one after the other, from wherever.
    pub fn can_execute(&mut self, blocks: &[Block]) -> Result<bool, Stopped> {
        let executed = self.execute(blocks, FxHashMap::default());
        let all = self.cpa.domain.logic.smt.conjunction(executed.conditions);
        let always = self.cpa.domain.logic.smt.bool(true);
        self.cpa.domain.logic.is_satisfiable(all, always)
    }
}
