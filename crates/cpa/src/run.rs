//! What was executed: the edges of a run, as those who follow it see them.

use raddle_machine::ThreadIx;
use raddle_program::{EdgeId, FuncId, Loc};

/// An edge that was executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Taken {
    /// By whom.
    pub thread: ThreadIx,
    /// How many frames the thread had before.
    pub depth: u32,
    /// The function.
    pub function: FuncId,
    /// The edge. Of the two edges of a branch: the one whose condition was found to be true. (If both lead to the same place
    /// nothing tells them apart, and nothing was found out; it is the first then, and `branched` is false.)
    pub edge: EdgeId,
    /// Whether the edge is one of two and known to be the one that was taken.
    pub branched: bool,
    /// Where the thread is then (in its innermost frame); `None` if it has ended.
    pub after: Option<(FuncId, Loc)>,
}
