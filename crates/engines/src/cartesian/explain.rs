//! A proof by products as a person reads it: the exceptions, and what the abstraction says besides.
//!
//! For each shared part the variables that are not as they were in the beginning; for each thread the lines of the program where it may be. Exceptions come first: they are what plain Cartesian
//! abstraction could not tell.

use std::collections::{BTreeMap, BTreeSet};

use raddle_cpa::cartesian::{Element, Exceptions, GlobId, LocalId, Product, ThreadNo};
use raddle_machine::{Machine, State, Status, SyncObject, SyncTable, ThreadIx};

use super::numbered::Numbered;

/// How many products are shown of each kind.
const SHOWN: usize = 40;

/// A program whose parts can be read by a person.
pub trait Readable {
    /// What is shared.
    fn shared_part(&mut self, glob: GlobId) -> String;

    /// Where a thread is, and what is known of it; nothing if there is none.
    fn local_part(&mut self, glob: GlobId, thread: ThreadNo, local: LocalId) -> Option<String>;
}

impl Readable for Numbered<'_, '_> {
    fn shared_part(&mut self, glob: GlobId) -> String {
        shared(self, glob)
    }

    fn local_part(&mut self, glob: GlobId, thread: ThreadNo, local: LocalId) -> Option<String> {
        place(self, glob, thread, local)
    }
}

/// The proof in lines.
pub fn lines(program: &mut impl Readable, element: &Element, exceptions: &Exceptions) -> Vec<String> {
    let excepted: Vec<(GlobId, &Product)> =
        exceptions.sets().iter().flat_map(|(g, set)| set.products().iter().map(move |p| (*g, p))).collect();
    let mut out = vec![String::new(), format!("Exceptions: {}", excepted.len())];
    out.extend(of_products(program, &excepted));
    let others: Vec<(GlobId, &Product)> = element.products().iter().map(|(g, p)| (*g, p)).collect();
    out.push(format!("Products besides them: {}", others.len()));
    out.extend(of_products(program, &others));
    out
}

fn of_products(program: &mut impl Readable, products: &[(GlobId, &Product)]) -> Vec<String> {
    let mut out = Vec::new();
    for (glob, product) in products.iter().take(SHOWN) {
        out.push(format!("  {}", program.shared_part(*glob)));
        // Threads that may be at the same places are named together.
        let mut at: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for thread in (0..product.parts().len()).map(ThreadNo) {
            let places: BTreeSet<String> =
                product.part(thread).iter().filter_map(|local| program.local_part(*glob, thread, local)).collect();
            if !places.is_empty() {
                at.entry(places.into_iter().collect::<Vec<_>>().join(", ")).or_default().push(name(thread));
            }
        }
        let mut lines: Vec<(String, String)> = at.into_iter().map(|(places, who)| (who.join(", "), places)).collect();
        lines.sort();
        out.extend(lines.into_iter().map(|(who, places)| format!("    {who}: {places}")));
    }
    if products.len() > SHOWN {
        out.push(format!("  and {} more", products.len() - SHOWN));
    }
    out
}

fn name(thread: ThreadNo) -> String {
    match thread.0 {
        0 => "main".to_string(),
        number => format!("thread {number}"),
    }
}

/// What is shared: the variables that are not as in the beginning, and who holds what.
fn shared(program: &Numbered<'_, '_>, glob: GlobId) -> String {
    let machine = program.splitting.machine();
    let (here, first) = (program.shared(glob), program.shared(GlobId(0)));
    let state = |of| -> State { program.splitting.together(of, &[]) };
    let (now, before) = (state(here), state(first));
    let mut said = Vec::new();
    for (global, declared) in machine.program().globals.enumerated() {
        let addr = machine.global_addr(global);
        let (Ok(len), true) = (u32::try_from(declared.size), (1..=8).contains(&declared.size)) else { continue };
        let value = machine.plain_at(&now, addr, len);
        if value != machine.plain_at(&before, addr, len) {
            let value = value.map_or("anything".to_string(), |value| value.to_string());
            said.push(format!("{} = {value}", declared.name));
        }
    }
    said.extend(held(machine, &now, &here.sync));
    let threads = here.slots.iter().filter(|used| **used).count();
    if said.is_empty() {
        format!("{}; all variables as in the beginning", count(threads))
    } else {
        format!("{}; {}", count(threads), said.join(", "))
    }
}

/// How many threads there are.
pub fn count(threads: usize) -> String {
    if threads == 1 { "1 thread".to_string() } else { format!("{threads} threads") }
}

/// Who holds what.
pub fn held(machine: &Machine<'_>, state: &State, sync: &SyncTable) -> Vec<String> {
    let mut said = Vec::new();
    for (addr, object) in &sync.objects {
        let holder = match object {
            SyncObject::Mutex { owner, .. } | SyncObject::Spin { owner } | SyncObject::Rwlock { writer: owner, .. } => {
                *owner
            }
            SyncObject::Once { running, .. } => *running,
            SyncObject::Cond | SyncObject::Barrier { .. } | SyncObject::Semaphore { .. } | SyncObject::Destroyed => {
                None
            }
        };
        if let Some(ThreadIx(holder)) = holder {
            said.push(format!("{} held by {}", machine.describe_addr(state, *addr), name(ThreadNo(holder as usize))));
        }
    }
    said
}

/// Where a thread is; nothing if there is none.
fn place(program: &Numbered<'_, '_>, glob: GlobId, thread: ThreadNo, local: LocalId) -> Option<String> {
    let state = program.state(glob, thread, local)?;
    let (machine, slot) = (program.splitting.machine(), ThreadIx(thread.0 as u16));
    let ended = matches!(state.threads[thread.0].status, Status::Ended { .. });
    let Some((function, edge)) = machine.edge(&state, slot).filter(|_| !ended) else {
        return Some("ended".to_string());
    };
    let span = machine.program().functions[function].edge(edge).span;
    let place = machine.program().source.place(machine.visible_place(&state, slot, span))?;
    Some(format!("line {}", place.line))
}
