//! The bytes that the next step of a thread reads and writes: what the race check looks at.
//!
//! Loads, stores and atomic operations access one place. Library functions that are one step of the machine access what
//! the C library does: `free` writes its block, an operation on a lock works on the lock's bytes (as an atomic access,
//! but for those that make or unmake it), and `printf` and relatives read the format and the text of each `%s`, and
//! write the buffer and the target of each `%n`.
//!
//! Where a text is not known as a whole, the bytes that are accessed in any case are *sure* and the others only
//! possible: of the first a race can be shown, of the others only feared.

use raddle_program::{Expr, Op, OutputSink, SyncOp, SyncUse};

use crate::machine::Machine;
use crate::pending::Pending;
use crate::state::{Addr, State, ThreadIx};
use crate::value::Value;

/// An access a thread is about to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NextAccess {
    /// First byte.
    pub addr: Addr,
    /// How many.
    pub len: u64,
    /// Whether it writes.
    pub write: bool,
    /// Whether it is atomic.
    pub atomic: bool,
    /// Whether it is made in any case.
    pub sure: bool,
}

impl NextAccess {
    /// Whether the two cannot happen at the same time without a race.
    pub fn conflicts(&self, other: &NextAccess) -> bool {
        self.addr < other.addr + other.len
            && other.addr < self.addr + self.len
            && (self.write || other.write)
            && !(self.atomic && other.atomic)
    }
}

/// Whether all accesses of a step were told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// These are all.
    Known,
    /// There may be others, anywhere.
    Unknown,
}

/// How many bytes a text has that is read up to its zero, or up to a number of bytes.
struct TextExtent {
    /// Bytes that are read in any case.
    sure: u64,
    /// Bytes that may be read.
    possible: u64,
}

impl Machine<'_> {
    /// Tells the accesses of a thread's next step.
    pub fn for_each_access(&self, state: &State, thread: ThreadIx, found: &mut dyn FnMut(NextAccess)) -> Extent {
        match self.pending(state, thread) {
            Pending::Access { addr, len, write, atomic, .. } => {
                found(NextAccess { addr, len: u64::from(len), write, atomic, sure: true });
                Extent::Known
            }
            Pending::Heap { block: Some((addr, len)) } => {
                let frees = self.next_op(state, thread).is_some_and(|op| matches!(op, Op::Free { .. }));
                if frees {
                    found(NextAccess { addr, len, write: true, atomic: false, sure: true });
                }
                Extent::Known
            }
            Pending::Sync { op, addrs } => {
                self.sync_accesses(state, op, addrs, found);
                Extent::Known
            }
            Pending::Everything => match self.next_op(state, thread) {
                Some(Op::Output { sink, format, args, .. }) => {
                    self.output_accesses(state, thread, sink, format, args, found)
                }
                // For others it is as if somebody reads the text, whose first byte is read in any case.
                Some(Op::TakeText { addr, .. }) => self.text_access(state, thread, addr, found),
                Some(_) | None => Extent::Unknown,
            },
            Pending::Local
            | Pending::AtomicBegin
            | Pending::AtomicEnd
            | Pending::Heap { block: None }
            | Pending::Thread(_)
            | Pending::End
            | Pending::Error
            | Pending::None => Extent::Known,
        }
    }

    fn next_op(&self, state: &State, thread: ThreadIx) -> Option<&Op> {
        let (function, edge) = self.edge(state, thread)?;
        Some(&self.program.functions[function].edge(edge).op)
    }

    fn sync_accesses(&self, state: &State, op: SyncOp, addrs: [Option<Addr>; 2], found: &mut dyn FnMut(NextAccess)) {
        for ((kind, usage), addr) in op.objects().iter().zip(addrs) {
            let Some(addr) = addr else { continue };
            let len = self.program.sync_sizes.get(*kind).min(self.room(state, addr));
            let (write, atomic) = match usage {
                SyncUse::Remakes => (true, false),
                SyncUse::Works => (true, true),
                SyncUse::Looks => (false, true),
            };
            found(NextAccess { addr, len, write, atomic, sure: true });
        }
    }

    /// Bytes from an address to the end of the object it is in.
    fn room(&self, state: &State, addr: Addr) -> u64 {
        let object = self.object_at(state, addr);
        object.map_or(0, |(object, offset)| self.object_size(state, object).saturating_sub(offset))
    }

    fn text_access(&self, state: &State, thread: ThreadIx, addr: &Expr, found: &mut dyn FnMut(NextAccess)) -> Extent {
        let frame = state.threads.get(thread.0 as usize).and_then(|t| t.frames.last());
        let Some(addr) = frame.and_then(|frame| self.fast(addr, frame, thread)) else { return Extent::Unknown };
        if self.object_at(state, addr).is_some() {
            found(NextAccess { addr, len: 1, write: false, atomic: false, sure: true });
        }
        Extent::Known
    }

    fn output_accesses(
        &self,
        state: &State,
        thread: ThreadIx,
        sink: &OutputSink,
        format: &Expr,
        args: &[Expr],
        found: &mut dyn FnMut(NextAccess),
    ) -> Extent {
        let Some(frame) = state.threads.get(thread.0 as usize).and_then(|t| t.frames.last()) else {
            return Extent::Unknown;
        };
        let known = |e: &Expr| self.fast(e, frame, thread);
        let access = |addr, len, write, sure| NextAccess { addr, len, write, atomic: false, sure };
        let mut read = |addr, limit| {
            let extent = self.text_extent(state, addr, limit);
            found(access(addr, extent.sure, false, true));
            if extent.possible > extent.sure {
                found(access(addr, extent.possible, false, false));
            }
        };
        let Some(format_addr) = known(format) else { return Extent::Unknown };
        read(format_addr, None);
        let Some(text) = self.known_text(state, format_addr) else { return Extent::Unknown };
        let mut extent = Extent::Known;
        let mut rest = args.iter();
        let mut counts = Vec::new();
        // How long the text is at least, whatever the arguments are.
        let mut least = text.len() as u64;
        for conversion in conversions(&text, self.program.data_model().pointer_size()) {
            least = least.saturating_sub(conversion.length).saturating_add(conversion.least());
            if conversion.width_argument {
                rest.next();
            }
            let limit = match conversion.precision {
                Precision::None => Some(None),
                Precision::Fixed(limit) => Some(Some(limit)),
                // A negative precision is as if there were none.
                Precision::Argument => rest.next().and_then(known).map(|bits| u64::try_from(bits as u32 as i32).ok()),
            };
            match conversion.letter {
                b'%' => {}
                b's' => match (rest.next().and_then(known), limit) {
                    (Some(0), _) => {}
                    (Some(addr), Some(limit)) => read(addr, limit),
                    (None, _) | (_, None) => extent = Extent::Unknown,
                },
                b'n' => match rest.next().and_then(known) {
                    Some(addr) => counts.push((addr, conversion.size)),
                    None => extent = Extent::Unknown,
                },
                _ => {
                    rest.next();
                }
            }
        }
        for (addr, size) in counts {
            found(access(addr, size, true, true));
        }
        let OutputSink::Buffer { addr, size } = sink else { return extent };
        let (Some(addr), Some(size)) = (known(addr), size.as_ref().map_or(Some(u64::MAX), known)) else {
            return Extent::Unknown;
        };
        let values: Vec<(Value, &Expr)> =
            args.iter().map(|arg| (self.argument_value(arg, frame, thread), arg)).collect();
        match self.text_length(state, thread, &text, &values) {
            _ if size == 0 => {}
            Some(length) => found(access(addr, size.min(length as u64 + 1), true, true)),
            None => {
                found(access(addr, size.min(least.saturating_add(1)), true, true));
                found(access(addr, size.min(self.room(state, addr)), true, false));
            }
        }
        extent
    }

    /// What an argument of an output operation is, if that is plain.
    fn argument_value(&self, arg: &Expr, frame: &crate::state::Frame, thread: ThreadIx) -> Value {
        if let raddle_program::ExprKind::Reg(local) = arg.kind {
            return frame.regs[raddle_program::Id::index(local)];
        }
        self.fast(arg, frame, thread).map_or(Value::ANY, |bits| Value::Bits(u128::from(bits)))
    }

    /// The text at an address without its final zero, if all its bytes are there and known.
    fn known_text(&self, state: &State, addr: Addr) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        loop {
            match self.known_byte(state, addr.wrapping_add(text.len() as u64))? {
                0 => return Some(text),
                byte => text.push(byte),
            }
        }
    }

    fn known_byte(&self, state: &State, addr: Addr) -> Option<u8> {
        let resolved = self.resolve(&state.memory, addr, 1)?;
        self.peek(&state.memory, resolved, 1).map(|bits| bits as u8)
    }

    fn text_extent(&self, state: &State, addr: Addr, limit: Option<u64>) -> TextExtent {
        let room = self.room(state, addr);
        let end = limit.map_or(room, |limit| limit.min(room));
        for length in 0..end {
            match self.known_byte(state, addr + length) {
                Some(0) => return TextExtent { sure: length + 1, possible: length + 1 },
                Some(_) => {}
                None => return TextExtent { sure: length + 1, possible: end },
            }
        }
        TextExtent { sure: end, possible: end }
    }
}

enum Precision {
    None,
    Fixed(u64),
    Argument,
}

/// A conversion of a format, as far as it says which memory is accessed.
struct Conversion {
    /// Characters in the format.
    length: u64,
    width: u64,
    width_argument: bool,
    precision: Precision,
    /// Bytes of the target of `%n`.
    size: u64,
    letter: u8,
}

impl Conversion {
    /// How many characters it makes at least.
    fn least(&self) -> u64 {
        let shown = match self.letter {
            b'%' | b'c' | b'p' => true,
            // A zero with precision zero has no digits.
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => match self.precision {
                Precision::None => true,
                Precision::Fixed(digits) => digits > 0,
                Precision::Argument => false,
            },
            _ => false,
        };
        if self.letter == b'n' { 0 } else { self.width.max(u64::from(shown)) }
    }
}

/// The conversions of a format.
fn conversions(format: &[u8], word: u64) -> impl Iterator<Item = Conversion> {
    let mut rest = format;
    std::iter::from_fn(move || {
        let start = rest.iter().position(|b| *b == b'%')?;
        let spec = &rest[start + 1..];
        let mut bytes = spec.iter().copied().peekable();
        let number = |bytes: &mut std::iter::Peekable<std::iter::Copied<std::slice::Iter<'_, u8>>>| {
            let mut value: u64 = 0;
            while let Some(digit) = bytes.next_if(u8::is_ascii_digit) {
                value = value.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            }
            value
        };
        while bytes.next_if(|b| b"-+ #0'".contains(b)).is_some() {}
        let width_argument = bytes.next_if_eq(&b'*').is_some();
        let width = number(&mut bytes);
        let precision = match bytes.next_if_eq(&b'.') {
            None => Precision::None,
            Some(_) if bytes.next_if_eq(&b'*').is_some() => Precision::Argument,
            Some(_) => Precision::Fixed(number(&mut bytes)),
        };
        let mut size = 4;
        let mut long = false;
        while let Some(modifier) = bytes.next_if(|b| b"hljztLq".contains(b)) {
            size = match modifier {
                b'h' => size / 2,
                b'l' if long => 8,
                b'l' | b'z' | b't' => word,
                _ => 8,
            };
            long |= modifier == b'l';
        }
        let letter = bytes.next()?;
        let used = spec.len() - bytes.count();
        rest = &spec[used..];
        Some(Conversion { length: used as u64 + 1, width, width_argument, precision, size: size.max(1), letter })
    })
}
