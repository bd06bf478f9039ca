//! Calls of functions on streams, in programs that can tell more of them than others: those that lock streams themselves, and those that
//! have streams in memory.

use raddle_program::library::{LockedStream, Stream, locked_stream};
use raddle_program::{Callee, Expr, Op, Scalar, Span};

use super::body::Body;
use super::call::Argument;
use super::fold;
use crate::hir::FuncRef;

impl Body<'_, '_> {
    /// Locks the stream that a library function works on. The stream is returned if it has to be unlocked.
    pub(super) fn lock_stream(&mut self, name: &str, args: &[Argument], span: Span) -> Option<Expr> {
        let (enter, _) = self.linker.stream_lock?;
        let used = locked_stream(name)?;
        let word = self.linker.pointer();
        let stream = match used.stream {
            LockedStream::Argument(position) => fold::cast(args.get(usize::from(position))?.value.clone(), word, span),
            LockedStream::Standard(stream) => {
                let file = self.linker.stream(stream);
                self.global_address(file, span)
            }
        };
        let stream = self.hold(stream);
        let callee = Callee::Direct(self.linker.function(enter));
        let writes = Expr::constant(u128::from(used.writes), Scalar::INT, span);
        self.emit(Op::Call { dst: None, callee, args: vec![stream.clone(), writes] }, span);
        if used.closes {
            // Nobody may use the stream afterwards, so that the lock is given back before.
            self.unlock_stream(stream, span);
            return None;
        }
        Some(stream)
    }

    pub(super) fn unlock_stream(&mut self, stream: Expr, span: Span) {
        let Some((_, leave)) = self.linker.stream_lock else { return };
        let callee = Callee::Direct(self.linker.function(leave));
        self.emit(Op::Call { dst: None, callee, args: vec![stream] }, span);
    }

    /// What to call in the place of `fprintf`, with which arguments, if the stream may be one in memory.
    pub(super) fn to_memory(
        &self,
        name: &str,
        is_library: bool,
        args: &[Argument],
        streams: &[Option<Stream>],
    ) -> Option<(FuncRef, Vec<Argument>)> {
        let printf = self.linker.stream_printf?;
        let standard = streams.first().copied().flatten().is_some();
        if self.internal || standard || !is_library {
            return None;
        }
        match name {
            "fprintf" => Some((printf, args.to_vec())),
            // It has a flag behind the stream.
            "__fprintf_chk" if args.len() > 2 => {
                let mut args = args.to_vec();
                args.remove(1);
                Some((printf, args))
            }
            _ => None,
        }
    }
}
