//! Facts about whole programs ([`crate::locks`]) are compared with executions.
//!
//! A random execution is taken, edge by edge, with a random thread each time. In each of its states, for each thread:
//! - it is where the facts say that threads get to, in the chain of calls that it is in;
//! - the locks that the facts say it surely holds, and that are a reason to exclude pairs, are held by it, and it is in as many atomic sections at least;
//! - the bytes that its next step accesses are among those that the facts say;
//! - if another thread's next access conflicts with its own and both can be made, the facts do not exclude that pair.
//!
//! An execution that makes an address up, or that gets to something that is not modelled, is followed up to there: facts say nothing then, and the
//! engine says UNKNOWN.

use raddle_machine::{Addr, Enabled, Machine, NextAccess, Progress, State, Status, SyncObject, ThreadIx};

use super::Answers;
use super::answers::Mixed;
use crate::dependence::threads;
use crate::locks::accesses::accesses;
use crate::locks::memory::Cell;
use crate::locks::pairs::Pairs;
use crate::locks::{Code, Facts, InstanceId, KindId, Lock, Mode, Object, Offsets, Site};
use crate::race::could_move;

/// How often there was something to compare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FactTally {
    /// Threads that were somewhere.
    pub places: u64,
    /// Locks and sections that were surely held.
    pub held: u64,
    /// Accesses to globals.
    pub accesses: u64,
    /// Pairs that met.
    pub met: u64,
}

impl FactTally {
    /// Adds what another one has counted.
    pub fn add(&mut self, other: FactTally) {
        self.places += other.places;
        self.held += other.held;
        self.accesses += other.accesses;
        self.met += other.met;
    }
}

/// What is believed about a program.
pub struct Believed<'a, 'p> {
    /// The program.
    pub code: &'a Code<'p>,
    /// The facts.
    pub facts: &'a Facts,
    /// The pairs that are excluded.
    pub pairs: &'a Pairs,
}

/// Takes the random execution of a seed, at most so many steps of it; what the facts say wrongly.
pub fn check_facts(
    machine: &Machine<'_>,
    believed: &Believed<'_, '_>,
    seed: u64,
    steps: usize,
) -> Result<FactTally, String> {
    let mut tally = FactTally::default();
    let mut random = Mixed(seed);
    let mut oracle = Answers::new(seed, ThreadIx(0));
    let Ok(mut state) = machine.initial(&mut oracle) else { return Ok(tally) };
    for _ in 0..steps {
        machine.deadline().look();
        compare(machine, believed, &state, &mut tally)?;
        let able: Vec<ThreadIx> = threads(&state).filter(|t| machine.enabled(&state, *t) == Enabled::Yes).collect();
        let Some(thread) = random.pick(&able) else {
            let waiting: Vec<ThreadIx> = threads(&state).filter(|t| machine.can_wake_spuriously(&state, *t)).collect();
            let Some(thread) = random.pick(&waiting) else { break };
            machine.wake(&mut state, thread, false);
            continue;
        };
        match machine.step(&mut state, thread, &mut Answers::new(seed, thread)) {
            Ok(Progress::Ran) => {}
            Ok(Progress::Error(_) | Progress::Ended(_)) | Err(_) => break,
        }
    }
    Ok(tally)
}

/// A thread as the facts see it: one of these instances is the one that it is in.
struct Seen {
    thread: ThreadIx,
    sites: Vec<Site>,
}

fn compare(
    machine: &Machine<'_>,
    believed: &Believed<'_, '_>,
    state: &State,
    tally: &mut FactTally,
) -> Result<(), String> {
    if state.ended.is_some() {
        return Ok(());
    }
    let mut seen = Vec::new();
    for thread in threads(state) {
        let Some((_, edge)) = machine.edge(state, thread) else { continue };
        let instances = instances(believed.code, state, thread);
        let sites: Vec<Site> = instances.into_iter().map(|instance| Site { instance, edge }).collect();
        let known = |site: &Site| believed.facts.before(believed.code, *site).is_some();
        if !sites.iter().any(known) {
            return Err(format!("{thread:?} is where no thread gets to"));
        }
        tally.places += 1;
        // Who waits on a condition has given its mutex away, and is at no access before it has it again.
        if state.threads[thread.0 as usize].status == Status::Running {
            held(machine, believed, state, thread, &sites, tally)?;
        }
        touched(machine, believed, state, thread, &sites, tally)?;
        seen.push(Seen { thread, sites });
    }
    for (i, a) in seen.iter().enumerate() {
        for b in &seen[i + 1..] {
            met(machine, believed, state, (a, b), tally)?;
        }
    }
    Ok(())
}

/// The instances that a thread may be in, as its frames say.
fn instances(code: &Code<'_>, state: &State, thread: ThreadIx) -> Vec<InstanceId> {
    let running = &state.threads[thread.0 as usize];
    let Some(first) = running.frames.first() else { return Vec::new() };
    let begins = |kind: &crate::locks::instances::Kind| {
        let made = running.created.is_none_or(|(function, edge)| {
            kind.creators.iter().any(|s| s.edge == edge && code.instances.get(s.instance).function == function)
        });
        made && (thread.0 == 0) == running.created.is_none()
    };
    let roots = code.instances.kinds().iter().filter(|kind| begins(kind) || kind.creators.is_empty());
    let mut now: Vec<InstanceId> =
        roots.flat_map(|kind| std::iter::once(kind.root).chain(kind.endings.clone())).collect();
    now.retain(|instance| code.instances.get(*instance).function == first.func);
    for pair in running.frames.windows(2) {
        let [caller, callee] = pair else { continue };
        let edge = code.program.functions[caller.func].first_edge(caller.loc);
        let sites = now.iter().filter_map(|instance| edge.map(|edge| Site { instance: *instance, edge }));
        now = sites.flat_map(|site| code.instances.callees(site).to_vec()).collect();
        now.retain(|instance| code.instances.get(*instance).function == callee.func);
    }
    now
}

/// A lock that is surely held is held.
fn held(
    machine: &Machine<'_>,
    believed: &Believed<'_, '_>,
    state: &State,
    thread: ThreadIx,
    sites: &[Site],
    tally: &mut FactTally,
) -> Result<(), String> {
    let points = || sites.iter().filter_map(|site| believed.facts.before(believed.code, *site));
    let atomic = state.threads[thread.0 as usize].atomic;
    let wrong = |point: &crate::locks::Point| {
        let mut relied_on = point.held.iter().filter(|(lock, _)| believed.pairs.relies_on(**lock));
        let lock = relied_on.find(|(lock, mode)| !holds(machine, believed.code, state, thread, **lock, **mode));
        lock.is_some() || u32::from(point.sections) > atomic
    };
    tally.held += points().map(|p| p.held.len() as u64 + u64::from(p.sections)).max().unwrap_or(0);
    match points().all(wrong) {
        true => Err(format!("{thread:?} does not hold what it surely holds: {:?}", points().collect::<Vec<_>>())),
        false => Ok(()),
    }
}

/// Whether a thread holds a lock; those that are not in globals are not looked for.
fn holds(machine: &Machine<'_>, code: &Code<'_>, state: &State, thread: ThreadIx, lock: Lock, mode: Mode) -> bool {
    let Object::Global(global) = code.objects.get(lock.object) else { return true };
    let addr = machine.global_addr(global).wrapping_add(lock.offset as u64);
    let object = state.sync.objects.iter().find(|(a, _)| *a == addr).map(|(_, object)| object);
    match object {
        Some(SyncObject::Mutex { owner, .. } | SyncObject::Spin { owner }) => *owner == Some(thread),
        Some(SyncObject::Rwlock { writer, readers, .. }) => {
            *writer == Some(thread) || (mode == Mode::Shared && readers.contains(&thread))
        }
        _ => false,
    }
}

/// The accesses of a thread's next step.
fn next_accesses(machine: &Machine<'_>, state: &State, thread: ThreadIx) -> Vec<NextAccess> {
    let mut all = Vec::new();
    machine.for_each_access(state, thread, &mut |access| all.push(access));
    all.retain(|access| access.sure && access.len > 0);
    all
}

/// The next access to a global is one that the facts know.
fn touched(
    machine: &Machine<'_>,
    believed: &Believed<'_, '_>,
    state: &State,
    thread: ThreadIx,
    sites: &[Site],
    tally: &mut FactTally,
) -> Result<(), String> {
    // To free a global is undefined.
    let frees = |site: &Site| matches!(believed.code.edge(*site).op, raddle_program::Op::Free { .. });
    if sites.iter().any(frees) {
        return Ok(());
    }
    for access in next_accesses(machine, state, thread) {
        let Some((object, offset)) = global_at(machine, believed.code, access.addr) else { continue };
        tally.accesses += 1;
        let cell = Cell { offsets: Offsets::exactly(offset), size: access.len };
        let known = |site: &Site| {
            let all = accesses(believed.code, believed.facts, *site);
            let covers = |a: &crate::locks::accesses::Access| {
                believed.code.objects.get(a.object) == object
                    && a.cell.offsets.overlaps(a.cell.size, cell.offsets, cell.size)
                    && (a.write || !access.write)
                    && (!a.atomic || access.atomic)
            };
            all.obstacle.is_some() || all.list.iter().any(covers)
        };
        if !sites.iter().any(known) {
            return Err(format!("{thread:?} accesses {object:?} + {offset}, which its edge does not"));
        }
    }
    Ok(())
}

/// The global that can change at an address.
fn global_at(machine: &Machine<'_>, code: &Code<'_>, addr: Addr) -> Option<(Object, i64)> {
    let inside = |(id, global): &(raddle_program::GlobalId, &raddle_program::Global)| {
        let object = code.objects.id(Object::Global(*id));
        let base = machine.global_addr(*id);
        code.objects.is_memory(object) && code.objects.is_single(object) && (base..base + global.size).contains(&addr)
    };
    let (id, _) = code.program.globals.enumerated().find(inside)?;
    Some((Object::Global(id), addr as i64 - machine.global_addr(id) as i64))
}

/// Two accesses that conflict and can both be made now are not excluded.
fn met(
    machine: &Machine<'_>,
    believed: &Believed<'_, '_>,
    state: &State,
    (a, b): (&Seen, &Seen),
    tally: &mut FactTally,
) -> Result<(), String> {
    let in_section = |seen: &Seen| state.threads[seen.thread.0 as usize].atomic > 0;
    let can = |x: &Seen, y: &Seen| could_move(machine, state, x.thread, y.thread);
    if (in_section(a) && in_section(b)) || !can(a, b) || !can(b, a) {
        return Ok(());
    }
    let theirs = next_accesses(machine, state, b.thread);
    let race = |mine: &NextAccess| theirs.iter().any(|other| mine.conflicts(other));
    if !next_accesses(machine, state, a.thread).iter().any(race) {
        return Ok(());
    }
    tally.met += 1;
    let open = a.sites.iter().any(|x| b.sites.iter().any(|y| is_open(believed, *x, *y)));
    match open {
        true => Ok(()),
        false => Err(format!("{:?} and {:?} race although the facts exclude it", a.thread, b.thread)),
    }
}

/// Whether facts leave it open that the accesses of two edges meet.
fn is_open(believed: &Believed<'_, '_>, a: Site, b: Site) -> bool {
    let Believed { code, facts, pairs } = believed;
    let [mine, theirs] = [a, b].map(|site| accesses(code, facts, site));
    if mine.obstacle.is_some() || theirs.obstacle.is_some() {
        return true;
    }
    let kinds = |site: Site| code.instances.get(site.instance).kinds.iter().map(KindId).collect::<Vec<_>>();
    mine.list.iter().filter(|access| facts.shared.contains(access.object.0)).any(|x| {
        theirs.list.iter().filter(|y| x.conflicts(y)).any(|y| {
            kinds(a)
                .into_iter()
                .any(|k| kinds(b).into_iter().any(|l| pairs.is_open(code, facts, (*x, k, a), (*y, l, b))))
        })
    })
}
