//! An oracle that writes down which memory a step has accessed, and otherwise answers as another one.

use raddle_machine::{Addr, Choice, Event, Halt, LazyId, LazyOp, Oracle, Origin, ThreadIx, Value};
use raddle_program::{Scalar, Span};

/// Writes accesses down: from where, how many bytes, and whether it writes.
pub(crate) struct Noting<'a, O> {
    /// Who answers.
    pub(crate) oracle: &'a mut O,
    /// What was accessed.
    pub(crate) made: Vec<(Addr, u64, bool)>,
}

impl<O: Oracle> Oracle for Noting<'_, O> {
    fn nondet(&mut self, ty: Scalar, ranges: Option<&[(i128, i128)]>, origin: Origin<'_>) -> Result<Value, Halt> {
        self.oracle.nondet(ty, ranges, origin)
    }

    fn choose(&mut self, alternatives: u32, choice: Choice, span: Span) -> Result<u32, Halt> {
        self.oracle.choose(alternatives, choice, span)
    }

    fn apply(&mut self, op: LazyOp, args: &[Value], span: Span) -> Result<Value, Halt> {
        self.oracle.apply(op, args, span)
    }

    fn truth(&mut self, value: LazyId, ty: Scalar, span: Span) -> Result<bool, Halt> {
        self.oracle.truth(value, ty, span)
    }

    fn exact(&mut self, value: LazyId, ty: Scalar, span: Span) -> Result<u128, Halt> {
        self.oracle.exact(value, ty, span)
    }

    fn observe(&mut self, thread: ThreadIx, event: Event<'_>) {
        match &event {
            Event::Read { addr, ty, .. } => self.made.push((*addr, ty.size(), false)),
            Event::Write { addr, ty, .. } => self.made.push((*addr, ty.size(), true)),
            Event::Register { .. } | Event::Sync { .. } | Event::Undefined { .. } => {}
        }
        self.oracle.observe(thread, event);
    }

    fn output(&mut self, bytes: &[u8]) {
        self.oracle.output(bytes);
    }
}
