//! `loop_bound`: how often each loop has been gone round, up to a bound.
//!
//! **Idea** (LoopBoundCPA; V. Kolesnykov, *SMT-based Model Checking of Concurrent Programs*, section 2.5.1, after D. Beyer, M. Dangl,
//! P. Wendler, CAV 2015). Bounded engines unroll loops k times. The component counts, for each activation of a function in
//! each thread, how often control came back to a loop head. The bound is the precision, so an engine raises it by exploring
//! again with another one.
//!
//! **Soundness.** γ of every state is the set of all states: the component restricts paths, not states. A path that would
//! go round once more is not dropped but ends in a [`Halt`] of kind limit, so nobody can take a bounded exploration for a
//! complete one. Recursion is bounded by the machine's call depth.
//!
//! **Order.** A state with fewer rounds taken covers one with more: whatever the second can still do within the bound, the first can.
//!
//! **Cost.** A map entry for each loop that is being gone round.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use raddle_cpa::{Component, Taken};
use raddle_machine::{Halt, HaltKind, ThreadIx};
use raddle_program::analysis::Loops;
use raddle_program::{Loc, Op, Program, Span, SyncOp};
use rustc_hash::FxHasher;

/// Rounds taken: by thread, depth of the frame, and loop head.
pub type Rounds = BTreeMap<(ThreadIx, u32, Loc), u32>;

/// The component.
#[derive(Clone, Debug)]
pub struct LoopBound<'p> {
    program: &'p Program,
    bound: u32,
    apart: bool,
    loops: Loops,
}

impl<'p> LoopBound<'p> {
    /// Counts rounds of a program's loops; the bound is that of the first precision.
    pub fn new(program: &'p Program, bound: u32) -> LoopBound<'p> {
        LoopBound { program, bound, apart: false, loops: Loops::new(program) }
    }

    /// States after different rounds count as different control states, so that nothing merges them.
    #[must_use]
    pub fn apart(self) -> LoopBound<'p> {
        LoopBound { apart: true, ..self }
    }

    /// Where a loop is for a user: at its head, or at the call of the library function whose model has it.
    fn visible_place(&self, before: &[Taken], taken: &Taken, head: Span) -> Span {
        let is_visible = |span: &Span| !self.program.source.is_internal(*span);
        if is_visible(&head) {
            return head;
        }
        let own = before.iter().rev().filter(|t| t.thread == taken.thread);
        let spans = own.map(|t| self.program.functions[t.function].edge(t.edge).span);
        spans.into_iter().find(is_visible).unwrap_or(head)
    }
}

impl Component for LoopBound<'_> {
    type State = Rounds;
    type Precision = u32;

    fn name(&self) -> &'static str {
        "loop_bound"
    }

    fn precision(&self) -> u32 {
        self.bound
    }

    fn initial(&mut self) -> Rounds {
        Rounds::new()
    }

    fn post(&mut self, state: &Rounds, run: &[Taken], bound: &u32) -> Result<Option<Rounds>, Halt> {
        let mut rounds = state.clone();
        for (at, taken) in run.iter().enumerate() {
            let function = &self.program.functions[taken.function];
            let edge = function.edge(taken.edge);
            let ends = taken.after.is_none() || matches!(edge.op, Op::Sync { op: SyncOp::ThreadExit, .. });
            if ends || matches!(edge.op, Op::Return { .. }) {
                let first = if ends { 0 } else { taken.depth };
                rounds.retain(|(thread, depth, _), _| *thread != taken.thread || *depth < first);
                continue;
            }
            // A call that comes back to its own function enters a new frame.
            if matches!(edge.op, Op::Call { .. }) {
                continue;
            }
            // An operation that blocks has not gone anywhere yet.
            let arrived = taken.after == Some((taken.function, edge.target));
            if arrived && self.loops.is_back(taken.function, edge.source, edge.target) {
                let count = rounds.entry((taken.thread, taken.depth, edge.target)).or_default();
                *count += 1;
                if *count > *bound {
                    let head = function.first_edge(edge.target).map_or(edge.span, |first| function.edge(first).span);
                    let place = self.visible_place(&run[..at], taken, head);
                    return Err(Halt::new(HaltKind::Unwound, format!("a loop goes on after {bound} rounds"), place));
                }
            }
        }
        Ok(Some(rounds))
    }

    fn control(&self, state: &Rounds) -> u64 {
        if self.apart { self.fingerprint(state) } else { 0 }
    }

    fn fingerprint(&self, state: &Rounds) -> u64 {
        let mut hasher = FxHasher::default();
        state.hash(&mut hasher);
        hasher.finish()
    }

    fn leq(&mut self, a: &Rounds, b: &Rounds) -> bool {
        if self.apart {
            return a == b;
        }
        b.iter().all(|(head, rounds)| a.get(head).is_some_and(|more| rounds <= more))
    }
}
