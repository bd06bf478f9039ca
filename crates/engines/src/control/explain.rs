//! A proof as a person reads it: the classes of each thread's places, with source lines, and the predicates.

use raddle_analyses::bdd::Holder;
use raddle_machine::lazy::SymbolId;
use raddle_machine::{Status, ThreadIx};
use raddle_program::Id;
use raddle_semantics::stations::{Ground, Setting, Station};
use raddle_smt::{Sort, Term};
use rustc_hash::FxHashMap;

use super::Search;
use super::system::System;

/// The proof in lines.
pub(super) fn lines(search: &mut Search<'_, '_>) -> Vec<String> {
    let system = &search.system;
    let mut out = vec![String::new()];
    let (classes, predicates) = (search.partition.count(), search.predicates.all.len());
    let refuted = (search.by_control.count() + search.fewest.count(), search.paths.len());
    out.push(format!(
        "{classes} classes of places, {predicates} predicates, {} spurious counterexamples (at least {} by control):",
        refuted.1, refuted.0
    ));
    for slot in 0..system.stations.len() {
        out.push(format!("  {}", thread_name(system, slot)));
        for class in search.partition.of_thread(slot) {
            let mut places: Vec<String> = Vec::new();
            for station in class {
                let place = place(system, slot, &system.stations[slot][station as usize]);
                if !places.contains(&place) {
                    places.push(place);
                }
            }
            out.push(format!("    {{{}}}", places.join(", ")));
        }
    }
    let predicates = search.predicates.all.clone();
    if !predicates.is_empty() {
        out.push("  predicates:".to_string());
    }
    for predicate in predicates {
        out.push(format!("    {}", show(&mut search.system, predicate)));
    }
    out
}

/// The start routines of the threads that are ever in a slot.
fn thread_name(system: &System<'_, '_>, slot: usize) -> String {
    let program = system.stepper.dependence.machine().program();
    let mut names: Vec<&str> = Vec::new();
    for station in &system.stations[slot] {
        if let Some(frame) = station.thread.frames.first()
            && !names.contains(&program.functions[frame.func].name.as_str())
        {
            names.push(&program.functions[frame.func].name);
        }
    }
    format!("thread {slot}: {}", names.join(", "))
}

/// Where a station is.
pub fn place(system: &System<'_, '_>, slot: usize, station: &Station) -> String {
    match station.thread.status {
        Status::Free => return "not created".to_string(),
        Status::Ended { .. } => return "ended".to_string(),
        Status::Stuck => return "stuck in an assumption".to_string(),
        Status::Running
        | Status::Waiting { .. }
        | Status::Reacquiring { .. }
        | Status::Queued { .. }
        | Status::AtBarrier { .. } => {}
    }
    let machine = system.stepper.dependence.machine();
    let ground = Ground { sync: Default::default(), objects: Vec::new(), slots: Vec::new() };
    let free = Station::free();
    let thread = ThreadIx(slot as u16);
    let stations = (0..=slot).map(|i| if i == slot { station } else { &free }).collect();
    let state = Setting { ground: &ground, mover: thread, stations }.state();
    let Some((function, edge)) = machine.edge(&state, thread) else { return "at its end".to_string() };
    let span = machine.visible_place(&state, thread, machine.program().functions[function].edge(edge).span);
    machine.program().source.place(span).map_or("somewhere".to_string(), |place| format!("line {}", place.line))
}

/// A formula in C, with the names of the program.
pub fn show(system: &mut System<'_, '_>, formula: Term) -> String {
    let mut names = FxHashMap::default();
    for symbol in system.domain.logic.symbols_in(formula) {
        let name = name(system, symbol);
        let width = system.domain.logic.symbols.width(symbol).unwrap_or(1);
        let named = system.domain.logic.smt.variable(&name, Sort::Bv(width));
        names.extend(system.domain.logic.variable(symbol).map(|variable| (variable, named)));
    }
    let named = system.domain.logic.smt.substitute(formula, &names);
    system.domain.logic.smt.to_c(named)
}

/// The name of a holder as the program has it; variables of threads with their slot.
fn name(system: &System<'_, '_>, symbol: SymbolId) -> String {
    let machine = system.stepper.dependence.machine();
    let program = machine.program();
    match system.domain.holder(symbol) {
        Some(Holder::Register(thread, _, function, local)) => {
            let declared = program.functions[function].locals[local].name.clone();
            let name = declared.unwrap_or_else(|| format!("temporary{}", local.index()));
            format!("{name}_{}", thread.0)
        }
        Some(Holder::Memory(base, offset, len, _)) => {
            let objects = system.grounds.first().map_or(&[][..], |ground| &ground.objects);
            let global = program.globals.enumerated().find_map(|(id, global)| {
                let (block, first) = machine.global_block(id)?;
                let inside = first <= offset && u64::from(offset) < u64::from(first) + global.size;
                let here = objects.get(block.index()).is_some_and(|(object, _)| object.base == base);
                (here && inside).then(|| (global, offset - first))
            });
            match global {
                Some((global, 0)) if global.size == u64::from(len) => global.name.clone(),
                Some((global, offset)) => format!("{}[byte {offset}]", global.name),
                None => format!("memory{base:x}[byte {offset}]"),
            }
        }
        Some(Holder::Key(thread, key)) => format!("key{key}_{}", thread.0),
        Some(Holder::Result(thread) | Holder::Ended(thread)) => format!("result_{}", thread.0),
        None => "any".to_string(),
    }
}
