//! Steps that are called independent, or alone, are taken in another order.

use raddle_machine::{Enabled, State, ThreadIx};

use super::answers::Mixed;
use super::{Law, Tally, Tried, moves};
use crate::dependence::threads;
use crate::run::{Action, Choice, StepEnd};

/// How far the others go before a thread that is called alone.
const AHEAD: usize = 6;

/// Independent steps commute.
pub(super) fn independent(tried: &Tried<'_>, tally: &mut Tally) -> Result<(), String> {
    let state = tried.state;
    let machine = tried.beliefs.runs().dependence.machine();
    let able: Vec<ThreadIx> = threads(state).filter(|t| machine.enabled(state, *t) == Enabled::Yes).collect();
    for (i, a) in able.iter().enumerate() {
        for b in &able[i + 1..] {
            if tried.beliefs.is_independent(state, *a, *b) == Ok(true) {
                tally.count(Law::Independent);
                both_orders(tried, *a, *b)?;
            }
        }
    }
    Ok(())
}

fn step(thread: ThreadIx) -> Choice {
    Choice { thread, action: Action::Step }
}

fn both_orders(tried: &Tried<'_>, a: ThreadIx, b: ThreadIx) -> Result<(), String> {
    let halts = |thread| tried.run(tried.state, step(thread)).is_none();
    if halts(a) || halts(b) {
        return Ok(());
    }
    let (Some(one), Some(other)) = (in_order(tried, [a, b])?, in_order(tried, [b, a])?) else { return Ok(()) };
    match (one, other) {
        ((one, StepEnd::State), (other, StepEnd::State)) if one != other => {
            Err(format!("{a:?} and {b:?} lead to another state in the other order{}", difference(&one, &other)))
        }
        ((_, one), (_, other)) if !is_alike(one, other) => {
            Err(format!("{a:?} and then {b:?} end in {one:?}, in the other order in {other:?}"))
        }
        _ => Ok(()),
    }
}

/// Two steps, one after the other; where the first one ends if it does not lead to a state. Nothing if the first one halts.
fn in_order(tried: &Tried<'_>, [first, second]: [ThreadIx; 2]) -> Result<Option<(State, StepEnd)>, String> {
    let Some((state, end)) = tried.run(tried.state, step(first)) else { return Ok(None) };
    if end != StepEnd::State {
        return Ok(Some((state, end)));
    }
    if waits_in_section(tried, &state) {
        return Ok(None);
    }
    let enabled = tried.beliefs.runs().dependence.machine().enabled(&state, second);
    if enabled != Enabled::Yes {
        return Err(format!("{second:?} cannot move after {first:?} ({enabled:?})"));
    }
    let reached = tried.try_run(&state, step(second), second);
    reached.map(Some).map_err(|halt| format!("{second:?} halts after {first:?}: {}", halt.what))
}

/// Whether two steps end in the same way: which two threads race is nothing that is promised.
pub(super) fn is_alike(a: StepEnd, b: StepEnd) -> bool {
    a == b || a.racing().is_some() && b.racing().is_some()
}

/// Whether a thread waits, or loops for ever, inside its atomic section: then nothing is reduced.
pub(super) fn waits_in_section(tried: &Tried<'_>, state: &State) -> bool {
    let machine = tried.beliefs.runs().dependence.machine();
    threads(state).any(|t| state.threads[t.0 as usize].atomic > 0 && machine.enabled(state, t) != Enabled::Yes)
}

/// A step of a thread that is alone commutes with all that the others do before it.
pub(super) fn alone(tried: &Tried<'_>, random: &mut Mixed, tally: &mut Tally) -> Result<(), String> {
    let state = tried.state;
    let machine = tried.beliefs.runs().dependence.machine();
    let able = threads(state).filter(|t| machine.enabled(state, *t) == Enabled::Yes);
    for thread in able.filter(|t| state.threads[t.0 as usize].atomic == 0) {
        if tried.beliefs.is_alone(state, thread) == Ok(true) {
            tally.count(Law::Alone);
            others_first(tried, thread, &[thread], random)?;
        }
    }
    Ok(())
}

/// The next step of each thread of a persistent set commutes with all that those outside do before it.
///
/// Sets are grown from one thread by adding whoever is in conflict, as the scheduler of the engines does.
pub(super) fn persistent(tried: &Tried<'_>, random: &mut Mixed, tally: &mut Tally) -> Result<(), String> {
    let state = tried.state;
    let machine = tried.beliefs.runs().dependence.machine();
    let able: Vec<ThreadIx> = threads(state).filter(|t| machine.enabled(state, *t) == Enabled::Yes).collect();
    // Inside of a section nobody else can move.
    let Some(seed) = random.pick(&able).filter(|_| !waits_in_section(tried, state)) else { return Ok(()) };
    let mut set = vec![seed];
    loop {
        match tried.beliefs.first_conflict(state, &set) {
            Ok(Some(other)) => set.push(other),
            Ok(None) => break,
            Err(_) => return Ok(()),
        }
    }
    if able.iter().all(|thread| set.contains(thread)) {
        return Ok(());
    }
    tally.count(Law::Persistent);
    stay_blocked(tried, &set, random)?;
    set.iter().filter(|member| able.contains(member)).try_for_each(|member| others_first(tried, *member, &set, random))
}

/// Nobody of a set that cannot move can after steps of others.
fn stay_blocked(tried: &Tried<'_>, set: &[ThreadIx], random: &mut Mixed) -> Result<(), String> {
    let machine = tried.beliefs.runs().dependence.machine();
    let blocked = |state: &State, member: &ThreadIx| matches!(machine.enabled(state, *member), Enabled::Blocked(_));
    let waiting: Vec<ThreadIx> = set.iter().copied().filter(|member| blocked(tried.state, member)).collect();
    let mut state = tried.state.clone();
    for _ in 0..AHEAD {
        let others: Vec<Choice> = moves(tried, &state).into_iter().filter(|c| !set.contains(&c.thread)).collect();
        let Some(choice) = random.pick(&others) else { return Ok(()) };
        let Some((next, StepEnd::State)) = tried.run(&state, choice) else { return Ok(()) };
        if waits_in_section(tried, &next) {
            return Ok(());
        }
        if let Some(member) = waiting.iter().find(|member| machine.enabled(&next, **member) == Enabled::Yes) {
            return Err(format!("{member:?} is in the persistent set {set:?}, and {:?} lets it move", choice.thread));
        }
        state = next;
    }
    Ok(())
}

fn others_first(tried: &Tried<'_>, thread: ThreadIx, set: &[ThreadIx], random: &mut Mixed) -> Result<(), String> {
    let Some((mut after, StepEnd::State)) = tried.run(tried.state, step(thread)) else { return Ok(()) };
    if waits_in_section(tried, &after) {
        return Ok(());
    }
    let mut before = tried.state.clone();
    for _ in 0..AHEAD {
        let others: Vec<Choice> = moves(tried, &before).into_iter().filter(|c| !set.contains(&c.thread)).collect();
        let Some(choice) = random.pick(&others) else { return Ok(()) };
        let Some((next, end)) = tried.run(&before, choice) else { return Ok(()) };
        // The end of the program is in nobody's future: nothing is violated after it.
        if end == StepEnd::Nothing || waits_in_section(tried, &next) {
            return Ok(());
        }
        let machine = tried.beliefs.runs().dependence.machine();
        if is_step(choice) && machine.enabled(&after, choice.thread) != Enabled::Yes {
            return Err(format!("{:?} cannot move after {thread:?}, which does not depend on it", choice.thread));
        }
        let Some((later, its_end)) = tried.run(&after, choice) else {
            return Err(format!("{:?} halts after {thread:?}", choice.thread));
        };
        if end != StepEnd::State {
            return match is_alike(end, its_end) {
                true => Ok(()),
                false => Err(format!("{:?} ends in {its_end:?} after {thread:?}, in {end:?} without", choice.thread)),
            };
        }
        // What races with the step that the thread would take next is found sooner if it moves first.
        if its_end.racing().is_some() {
            return Ok(());
        }
        (before, after) = (next, later);
        if machine.enabled(&before, thread) != Enabled::Yes {
            return Err(format!("{thread:?} depends on nobody outside of {set:?}, and others keep it from moving"));
        }
        let Some((last, end)) = tried.run(&before, step(thread)) else {
            return Err(format!("{thread:?} depends on nobody outside of {set:?}, and halts after others"));
        };
        if !is_alike(end, its_end) {
            return Err(format!(
                "{thread:?} depends on nobody outside of {set:?}, and ends in {end:?} after others, in {its_end:?} before"
            ));
        }
        if end != StepEnd::State {
            return Ok(());
        }
        if last != after {
            return Err(format!(
                "{thread:?} depends on nobody outside of {set:?}, and leads elsewhere after others{}",
                difference(&last, &after)
            ));
        }
    }
    Ok(())
}

fn is_step(choice: Choice) -> bool {
    choice.action == Action::Step
}

/// In which parts two states differ.
pub(super) fn difference(a: &State, b: &State) -> String {
    let mut parts = Vec::new();
    if a.memory.shape != b.memory.shape {
        parts.push("objects".to_string());
    }
    let blocks = a.memory.blocks.iter().zip(&b.memory.blocks).zip(&a.memory.shape.objects);
    parts.extend(blocks.filter(|((x, y), _)| x != y).map(|(_, object)| format!("{:?}", object.kind)));
    let slots = a.threads.iter().zip(&b.threads).enumerate();
    parts.extend(slots.filter(|(_, (x, y))| x != y).map(|(slot, _)| format!("T{slot}")));
    if a.threads.len() != b.threads.len() {
        parts.push("numbers of threads".to_string());
    }
    if a.sync != b.sync {
        parts.push("synchronisation objects".to_string());
    }
    format!(" (what differs: {})", parts.join(", "))
}
