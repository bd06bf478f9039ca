//! `post` against the machine: random concrete executions are followed step by step in the abstract.
//!
//! **Idea.** A concrete state c in γ(e) takes a step. Some way of `post(e)` must have executed the very edges that the machine
//! executes from c, and where the machine is then must be in γ of where that way leads, adjusted to the precision. The run
//! of a way says how far to go, so nothing is assumed about where an analysis cuts its runs.
//!
//! If a way halts, nothing is promised (the law says so) and the execution is followed no further.

use raddle_machine::{HaltKind, Machine, Progress, SeededOracle, State, ThreadIx};

use super::{Broken, Law};
use crate::composite::{Composite, Lead, Recorded};
use crate::cpa::Nowhere;
use crate::run::Taken;

/// An analysis whose steps the machine can take, too.
pub trait Concrete: Lead {
    /// The steps of a concrete state.
    fn steps(&self, machine: &Machine<'_>, concrete: &State) -> Vec<Self::Step>;

    /// What a step does before its first edge: a thread wakes up.
    fn begin(&self, machine: &Machine<'_>, step: &Self::Step, concrete: &mut State);

    /// Whether a concrete state, in which registers that nobody will read again are zero, is in γ.
    fn contains(&mut self, state: &Self::State, concrete: &State) -> bool;
}

impl<L: Concrete> Concrete for Composite<'_, L> {
    fn steps(&self, machine: &Machine<'_>, concrete: &State) -> Vec<L::Step> {
        self.lead.steps(machine, concrete)
    }

    fn begin(&self, machine: &Machine<'_>, step: &L::Step, concrete: &mut State) {
        self.lead.begin(machine, step, concrete);
    }

    fn contains(&mut self, state: &Self::State, concrete: &State) -> bool {
        self.lead.contains(&state.lead, concrete) && self.parts_contain(state, concrete)
    }
}

/// How far an execution was followed.
#[derive(Clone, Debug, Default)]
pub struct Followed {
    /// Steps.
    pub steps: u32,
    /// Edges.
    pub edges: u32,
    /// Whether the analysis halted.
    pub halted: bool,
    /// Where the machine was after each step; registers that nobody will read again are zero.
    pub visited: Vec<State>,
}

/// Edges that a thread executes alone before it is said to have left the abstraction.
const PATIENCE: u32 = 20_000;

/// A concrete execution under way.
#[derive(Clone)]
struct Execution {
    state: State,
    oracle: SeededOracle,
    over: bool,
}

/// Follows the execution with this seed for some steps.
pub fn follow<A: Concrete>(
    cpa: &mut A,
    machine: &Machine<'_>,
    precision: &A::Precision,
    seed: u64,
    steps: u32,
) -> Result<Followed, Broken> {
    let mut followed = Followed::default();
    let mut oracle = SeededOracle::new(seed);
    let mut dice = Dice(seed);
    let Ok(state) = machine.initial(&mut oracle) else { return Ok(followed) };
    let mut execution = Execution { state, oracle, over: false };
    let mut ways = cpa.initial_recorded(precision);
    let mut thread = ThreadIx(0);
    let mut doing = "the beginning".to_string();
    loop {
        let halts = ways.iter().any(|way| way.successor.state.is_err());
        let mut matching = Vec::new();
        for Recorded { successor, run } in ways {
            let Ok(next) = successor.state else { continue };
            let Some(there) = replay(machine, &execution, &run) else { continue };
            let next = cpa.prec(next, precision, &Nowhere).0;
            if cpa.is_target(&next) || cpa.contains(&next, &there.state) {
                matching.push((next, there, run.len()));
            }
        }
        if matching.is_empty() && halts {
            followed.halted = true;
            return Ok(followed);
        }
        if matching.is_empty() {
            return match alone(machine, execution, thread) {
                Ok(()) => Ok(followed),
                Err(how) => {
                    let what = format!("seed {seed}, after {} steps, {doing}: {how}", followed.steps);
                    Err(Broken { law: Law::Post, what })
                }
            };
        }
        let (state, there, edges) = matching.swap_remove(dice.below(matching.len()));
        followed.visited.push(there.state.clone());
        execution = there;
        followed.edges += edges as u32;
        let choices = cpa.steps(machine, &execution.state);
        if execution.over || cpa.is_target(&state) || choices.is_empty() || followed.steps >= steps {
            return Ok(followed);
        }
        followed.steps += 1;
        let step = choices[dice.below(choices.len())].clone();
        thread = A::thread(&step);
        doing = format!("{step:?}");
        ways = cpa.post_recorded(&state, &step, precision);
        cpa.begin(machine, &step, &mut execution.state);
    }
}

/// Executes the edges of a run; `None` if the execution goes another way.
fn replay(machine: &Machine<'_>, from: &Execution, run: &[Taken]) -> Option<Execution> {
    let mut at = from.clone();
    for taken in run {
        let (function, edge) = machine.edge(&at.state, taken.thread)?;
        let body = &machine.program().functions[function];
        let same = function == taken.function && body.edge(edge).source == body.edge(taken.edge).source;
        if at.over || !same {
            return None;
        }
        at.over = match machine.step(&mut at.state, taken.thread, &mut at.oracle).ok()? {
            Progress::Ran => false,
            Progress::Error(_) | Progress::Ended(_) => true,
        };
        let frame = at.state.threads.get(taken.thread.0 as usize).and_then(|t| t.frames.last());
        if frame.map(|f| (f.func, f.loc)) != taken.after {
            return None;
        }
    }
    Some(at)
}

/// Lets a thread go on that no way follows: it must end the program or turn out not to be able to move at all.
fn alone(machine: &Machine<'_>, mut at: Execution, thread: ThreadIx) -> Result<(), String> {
    for edges in 0..PATIENCE {
        let exists = (thread.0 as usize) < at.state.threads.len();
        if !exists || machine.enabled(&at.state, thread) != raddle_machine::Enabled::Yes {
            return if edges == 0 { Ok(()) } else { Err(format!("no way follows {edges} edges")) };
        }
        match machine.step(&mut at.state, thread, &mut at.oracle) {
            Ok(Progress::Ran) => {}
            Ok(Progress::Ended(_)) => return Ok(()),
            Ok(Progress::Error(_)) => return Err("no way leads to the error".to_string()),
            // An analysis that goes both ways where the layout of memory decides has not missed anything.
            Err(halt) if halt.kind == HaltKind::Layout => return Ok(()),
            Err(halt) => return Err(format!("no way halts with \"{}\"", halt.what)),
        }
    }
    Err("no way follows".to_string())
}

/// Random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, sides: usize) -> usize {
        // An oracle is a good generator already; a seed of its own keeps the schedule independent of the inputs.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % sides as u64) as usize
    }
}
