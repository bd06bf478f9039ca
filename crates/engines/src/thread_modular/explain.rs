//! A thread-modular proof as a person reads it: what each thread relies on, and what it assumes the others do.
//!
//! For each template the predicates that are known somewhere in its views, and the effects of others that were ever absorbed by one of them, with
//! guard and action in C syntax. Private places of another thread have the prefix `env_`.
//!
//! Where there is no proof: the path that a single thread cannot exclude, with the effects on it. To know that one of them is impossible there is what
//! a thread-modular proof cannot express.

use raddle_machine::ThreadIx;
use raddle_machine::lazy::SymbolId;
use std::collections::{BTreeMap, BTreeSet};

use raddle_analyses::bdd::Holder;
use raddle_analyses::modular::Effect;
use raddle_cpa::{Graph, How};
use raddle_program::{FuncId, Id, Span};
use raddle_semantics::view::{Calls, Class, InCall, Knowledge, Places, View};
use raddle_smt::{Sort, Term};
use rustc_hash::FxHashMap;

use super::Cpa;
use super::tree::Chain;
use crate::predicate::refine::atoms;

/// The proof in lines; how many predicates are tracked, one of two threads twice, and after how many refinements.
pub fn lines<'a, 'p, 'l>(
    cpa: &mut Cpa<'a, 'p, 'l>,
    graph: &Graph<Cpa<'a, 'p, 'l>>,
    (tracked, refinements): (usize, u64),
) -> Vec<String> {
    let mut predicates: BTreeMap<ThreadIx, BTreeSet<String>> = BTreeMap::new();
    let mut environment: BTreeMap<ThreadIx, BTreeSet<String>> = BTreeMap::new();
    for (_, node) in graph.nodes() {
        let (view, abstraction) = (&node.state.view, node.state.abstraction);
        let known = predicates.entry(view.me).or_default();
        let conjuncts = cpa.domain.logic.smt.conjuncts(abstraction);
        for conjunct in conjuncts {
            for atom in atoms(&cpa.domain.logic.smt, conjunct) {
                // A conjunct that is a literal says which way it is.
                let negated = cpa.domain.logic.smt.not(atom);
                let shown = if conjunct == negated { negated } else { atom };
                known.insert(show(cpa, shown, view));
            }
        }
        if let How::Effect(_, effect) = node.how {
            let published = graph.effect(effect).effect.clone();
            let line = effect_line(cpa, &published);
            environment.entry(view.me).or_default().insert(line);
        }
    }
    let functions = &cpa.views.machine().program().functions;
    let counted = format!("{tracked} predicates, {refinements} refinements");
    let mut out = vec![String::new(), counted, "Thread by thread:".to_string()];
    for (number, start) in cpa.views.templates().iter().enumerate() {
        out.push(format!("  {}", functions[*start].name));
        for (what, lines) in [("knows", &predicates), ("assumes that others may do", &environment)] {
            let lines = lines.get(&ThreadIx(number as u16)).into_iter().flatten();
            let lines: Vec<String> = lines.map(|line| format!("      {line}")).collect();
            if !lines.is_empty() {
                out.push(format!("    {what}:"));
                out.extend(lines);
            }
        }
    }
    out.extend(parts(cpa));
    out
}

/// What views say of others, beyond how many there are.
fn parts(cpa: &Cpa<'_, '_, '_>) -> Vec<String> {
    let Knowledge { cells: _, locks, places, registers } = cpa.views.knowledge();
    let program = cpa.views.machine().program();
    let line = |call: &InCall| {
        let function = &program.functions[call.func];
        let span = function.leaving(call.loc).map(|(_, edge)| edge.span).find(|span| *span != Span::NONE);
        let place = span.and_then(|span| program.source.place(span));
        place.map_or_else(|| format!("the end of {}", function.name), |place| format!("line {}", place.line))
    };
    let at = |calls: &Calls| calls.last().map_or_else(|| "ended".to_string(), line);
    let mut said = Vec::new();
    if *locks {
        said.push("which locks they hold".to_string());
    }
    if !cpa.views.counted().is_empty() {
        let spots: BTreeSet<String> = cpa.views.counted().iter().map(|(_, calls)| at(calls)).collect();
        said.push(format!("whether none, one or many are at: {}", spots.into_iter().collect::<Vec<_>>().join(", ")));
    }
    match places {
        Places::Unsaid => {}
        Places::Each => said.push("where each of the first few is".to_string()),
        Places::Classes(classes) => {
            let mut of: BTreeMap<(FuncId, Class), BTreeSet<String>> = BTreeMap::new();
            for ((start, calls), class) in classes.iter().filter(|(_, class)| **class > 0) {
                of.entry((*start, *class)).or_default().insert(at(calls));
            }
            for ((start, _), lines) in of {
                let lines = lines.into_iter().collect::<Vec<_>>().join(", ");
                said.push(format!("whether {} is at: {lines}", program.functions[start].name));
            }
        }
    }
    if *registers {
        said.push("what it has in registers".to_string());
    }
    match said.is_empty() {
        true => Vec::new(),
        false => {
            let said = said.into_iter().map(|what| format!("    {what}"));
            ["  Each thread knows of the others".to_string()].into_iter().chain(said).collect()
        }
    }
}

/// How many steps of a path are shown, the last ones.
const SHOWN: usize = 20;

/// A path that nothing excludes which a thread can know, in lines.
pub fn not_excluded<'a, 'p, 'l>(
    cpa: &mut Cpa<'a, 'p, 'l>,
    graph: &Graph<Cpa<'a, 'p, 'l>>,
    chain: &Chain,
) -> Vec<String> {
    let mut steps = Vec::new();
    let mut before = None;
    for step in &chain.steps {
        match (step.effect, before) {
            (Some(effect), _) => {
                let published = graph.effect(effect).effect.clone();
                steps.push(format!("  meanwhile {}", effect_line(cpa, &published)));
            }
            (None, Some(node)) => steps.push(format!("  {}", who(cpa, &graph.node(node).state.view))),
            (None, None) => {}
        }
        before = step.node;
    }
    let left_out = steps.len().saturating_sub(SHOWN);
    let mut out = vec![String::new(), "What no thread can know to be impossible, step by step:".to_string()];
    if left_out > 0 {
        out.push(format!("  ({left_out} steps before)"));
    }
    out.extend(steps.split_off(left_out));
    out
}

/// Whose view it is, and where it is.
fn who(cpa: &Cpa<'_, '_, '_>, view: &View) -> String {
    let program = cpa.views.machine().program();
    let start = cpa.views.templates()[view.me.0 as usize];
    let place = program.source.place(cpa.views.span(view)).map_or(String::new(), |place| format!(", {place}"));
    format!("{}{place}", program.functions[start].name)
}

/// An effect: who, where, when, what.
fn effect_line(cpa: &mut Cpa<'_, '_, '_>, effect: &Effect) -> String {
    let from = &effect.change.from;
    let who = who(cpa, from);
    let guard = show(cpa, effect.guard, from);
    let mut actions = Vec::new();
    for (symbol, value) in &effect.action {
        actions.push(format!("{} = {}", name(cpa, *symbol, from), show(cpa, *value, from)));
    }
    if from.has_ended() {
        actions.push("be joined".to_string());
    } else if effect.change.alive != from.alive {
        actions.push("create or join a thread".to_string());
    } else if effect.change.before.sync != effect.change.after.sync {
        actions.push("take or release a lock".to_string());
    } else if effect.change.before == effect.change.after && actions.is_empty() {
        actions.push("go on".to_string());
    } else if actions.is_empty() {
        actions.push("change which objects exist or what they point to".to_string());
    }
    match guard.as_str() {
        "1" => format!("{who}: {}", actions.join(", ")),
        guard => format!("{who}: if ({guard}) {}", actions.join(", ")),
    }
}

/// A formula in C, with the names of the program.
fn show(cpa: &mut Cpa<'_, '_, '_>, formula: Term, view: &View) -> String {
    let mut names = FxHashMap::default();
    for symbol in cpa.domain.logic.symbols_in(formula) {
        let name = match cpa.original(symbol) {
            Some(original) => format!("env_{}", name(cpa, original, view)),
            None => name(cpa, symbol, view),
        };
        let width = cpa.domain.logic.symbols.width(symbol).unwrap_or(1);
        let named = cpa.domain.logic.smt.variable(&name, Sort::Bv(width));
        names.extend(cpa.domain.logic.variable(symbol).map(|variable| (variable, named)));
    }
    let named = cpa.domain.logic.smt.substitute(formula, &names);
    cpa.domain.logic.smt.to_c(named)
}

/// The name of a place as the program has it.
fn name(cpa: &Cpa<'_, '_, '_>, symbol: SymbolId, view: &View) -> String {
    let machine = cpa.views.machine();
    let program = machine.program();
    match cpa.domain.holder(symbol) {
        Some(Holder::Register(_, _, function, local)) => {
            let declared = program.functions[function].locals[local].name.clone();
            declared.unwrap_or_else(|| format!("temporary{}", local.index()))
        }
        Some(Holder::Memory(base, offset, len, _)) => {
            let objects = &view.state.memory.shape.objects;
            let global = program.globals.enumerated().find_map(|(id, global)| {
                let (block, first) = machine.global_block(id)?;
                let inside = first <= offset && u64::from(offset) < u64::from(first) + global.size;
                let here = objects.get(block.index()).is_some_and(|object| object.base == base);
                (here && inside).then(|| (global, offset - first))
            });
            match global {
                Some((global, 0)) if global.size == u64::from(len) => global.name.clone(),
                Some((global, offset)) => format!("{}[byte {offset}]", global.name),
                None => machine.describe_addr(&view.state, base + u64::from(offset)),
            }
        }
        Some(Holder::Key(_, key)) => format!("key{key}"),
        Some(Holder::Result(_) | Holder::Ended(_)) => "result".to_string(),
        None => "any".to_string(),
    }
}
