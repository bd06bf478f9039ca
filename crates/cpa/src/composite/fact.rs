//! Facts: what a component knows about one value of a state, in words that the proof checker understands.

use raddle_machine::{Machine, State, ThreadIx, Value};
use raddle_program::{GlobalId, Id, LocalId, Scalar};

/// What holds one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// A register in a frame of a thread; the outermost frame has number 0.
    Register(ThreadIx, u32, LocalId),
    /// A global scalar, all of it.
    Global(GlobalId),
}

/// A variable has a value in one of some ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Which variable.
    pub variable: Variable,
    /// Its type: an integer type of at most 64 bits.
    pub ty: Scalar,
    /// Inclusive ranges of mathematical values, in ascending order.
    pub ranges: Vec<(i128, i128)>,
}

impl Fact {
    /// Whether it holds in a concrete state. A variable that is not there, or that nobody has looked at yet, is not known to break it.
    pub fn holds(&self, machine: &Machine<'_>, concrete: &State) -> bool {
        let bits = match self.variable {
            Variable::Register(thread, frame, local) => {
                let frames = concrete.threads.get(thread.0 as usize).map(|t| &t.frames);
                let Some(frame) = frames.and_then(|frames| frames.get(frame as usize)) else { return false };
                match frame.regs[local.index()] {
                    Value::Bits(bits) => bits,
                    Value::Lazy(_) => return true,
                }
            }
            Variable::Global(global) => {
                let Some((block, offset)) = machine.global_block(global) else { return true };
                let block = &concrete.memory[block];
                let (first, end) = (offset as usize, offset as usize + self.ty.size() as usize);
                if block.lazy.iter().any(|r| (r.offset as usize) < end && first < (r.offset + r.len) as usize) {
                    return true;
                }
                block.bytes[first..end].iter().rev().fold(0, |bits, byte| bits << 8 | u128::from(*byte))
            }
        };
        let number = self.ty.to_i128(bits);
        self.ranges.iter().any(|(lo, hi)| *lo <= number && number <= *hi)
    }
}
