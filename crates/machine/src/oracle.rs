//! The questions a step may ask, and what it tells.

use raddle_program::{BinaryOp, Expr, NondetKind, Scalar, Span, SyncOp, UnaryOp};

use crate::halt::Halt;
use crate::state::{Addr, ThreadIx};
use crate::value::{LazyId, Value};

/// Where a nondeterministic value is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a> {
    /// Why there is one.
    pub kind: &'a NondetKind,
    /// Which thread asks.
    pub thread: ThreadIx,
    /// The place.
    pub span: Span,
}

/// What an alternative is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Alternative 0: succeeds or keeps waiting; 1: times out. Or which waiter a signal wakes.
    Sync(SyncOp),
    /// 0: exchanges; 1: fails although equal.
    WeakExchange,
    /// 0: an address; 1: null (asked only if the configuration lets allocation fail).
    AllocationFails,
    /// 0: the address of an object that is gone is not in use again; 1: it may be, and nothing can be said.
    AddressReuse,
}

/// A pure function of values of which at least one is lazy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LazyOp {
    /// Operand and result of this type.
    Unary(UnaryOp, Scalar),
    /// Operands of this type (the right operand of a shift: of the second).
    Binary(BinaryOp, Scalar, Scalar),
    /// From, to.
    Cast(Scalar, Scalar),
    /// Condition (first type), two values of the second.
    Ite(Scalar, Scalar),
    /// Bytes `first .. first + count` of a value of the type, as an unsigned integer of `8 * count` bits.
    Extract {
        /// The value's type.
        of: Scalar,
        /// First byte (little endian).
        first: u8,
        /// How many.
        count: u8,
    },
    /// Two unsigned integers of `low` and `high` bytes joined into one of `low + high` bytes.
    Concat {
        /// Bytes of the first operand, the less significant one.
        low: u8,
        /// Bytes of the second operand.
        high: u8,
    },
    /// An operation on a map from offsets to elements ([`crate::unknown`]). The number 0 is the map with zeros everywhere.
    Array(ArrayOp, Widths),
}

/// The widths in a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Widths {
    /// Bits of an offset.
    pub offset: u8,
    /// Bits of an element.
    pub element: u8,
}

/// What is done with a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrayOp {
    /// The element at an offset: map, offset.
    Select,
    /// The map with another element at an offset: map, offset, element.
    Store,
    /// One of two maps: condition of this type, map, map.
    Choose(Scalar),
}

impl LazyOp {
    /// How many bits the result has.
    pub fn result_bits(self) -> u32 {
        match self {
            LazyOp::Binary(op, ..) if op.is_comparison() => Scalar::INT.bits(),
            LazyOp::Unary(_, ty) | LazyOp::Binary(_, ty, _) | LazyOp::Cast(_, ty) | LazyOp::Ite(_, ty) => ty.bits(),
            LazyOp::Extract { count, .. } => 8 * u32::from(count),
            LazyOp::Concat { low, high } => 8 * (u32::from(low) + u32::from(high)),
            // A map has no bits; nothing that is plain is as wide.
            LazyOp::Array(ArrayOp::Store | ArrayOp::Choose(_), _) => u32::MAX,
            LazyOp::Array(ArrayOp::Select, elements) => u32::from(elements.element),
        }
    }
}

/// A value as a sum, modulo the size of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parted {
    /// What is known of it.
    pub number: u128,
    /// What is not.
    pub rest: Value,
    /// So many low bits of the rest are zero.
    pub zeros: u32,
}

/// What happened during a step; for counterexamples, race reports and notes about undefined behaviour.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// Memory was read.
    Read {
        /// First byte.
        addr: Addr,
        /// Type of the access.
        ty: Scalar,
        /// What was read.
        value: Value,
    },
    /// Memory was written.
    Write {
        /// First byte.
        addr: Addr,
        /// Type of the access.
        ty: Scalar,
        /// What was written.
        value: Value,
    },
    /// A register with a name in the source was set.
    Register {
        /// The edge's function and local are those of the thread's top frame.
        local: raddle_program::LocalId,
        /// Its type.
        ty: Scalar,
        /// The new value.
        value: Value,
    },
    /// A synchronisation operation completed; or, without a result, a thread began to wait on a condition variable or
    /// a barrier, was the last at a barrier, or does not return (`pthread_exit`).
    Sync {
        /// Which.
        op: SyncOp,
        /// Its arguments.
        args: &'a [Value],
        /// Its result, if it has one.
        result: Option<Value>,
    },
    /// Undefined behaviour that the hardware gives a meaning (overflow, oversized shift).
    Undefined {
        /// What: "signed integer overflow".
        what: &'static str,
        /// The expression.
        expr: &'a Expr,
    },
}

/// Answers what the state does not determine.
///
/// Law: the answers are consistent. All lazy values that were handed out can be replaced by concrete bit patterns such
/// that every answer of [`Oracle::truth`], [`Oracle::exact`] and every result of [`Oracle::apply`] is the one that the
/// concrete patterns give.
pub trait Oracle {
    /// Any value of a type, within inclusive ranges of mathematical values if some are given.
    fn nondet(&mut self, ty: Scalar, ranges: Option<&[(i128, i128)]>, origin: Origin<'_>) -> Result<Value, Halt>;

    /// One of `alternatives` (at least 2) ways to go on.
    fn choose(&mut self, alternatives: u32, choice: Choice, span: Span) -> Result<u32, Halt>;

    /// The result of a pure operation on values of which at least one is lazy.
    fn apply(&mut self, op: LazyOp, args: &[Value], span: Span) -> Result<Value, Halt>;

    /// Whether a lazy value (of an integer or floating type) differs from zero.
    fn truth(&mut self, value: LazyId, ty: Scalar, span: Span) -> Result<bool, Halt>;

    /// The bit pattern of a lazy value, because something needs all of it (an address, a size, a divisor, a callee).
    fn exact(&mut self, value: LazyId, ty: Scalar, span: Span) -> Result<u128, Halt>;

    /// The bit pattern of a lazy value if it can have few; `None` if it can have many, and who asks can do without.
    fn one_of_few(&mut self, value: LazyId, ty: Scalar, span: Span) -> Result<Option<u128>, Halt> {
        self.exact(value, ty, span).map(Some)
    }

    /// Whether the content of an object may be a map from offsets to elements ([`crate::unknown`]).
    fn has_arrays(&self) -> bool {
        false
    }

    /// A map of which nothing is known. Asked only of who has arrays.
    fn unknown_array(&mut self, _elements: Widths, origin: Origin<'_>) -> Result<Value, Halt> {
        let what = "memory of unknown size is not modelled here";
        Err(Halt::new(crate::halt::HaltKind::TooManyCases, what, origin.span))
    }

    /// A lazy value as the sum of a number and what is not known, with how many low bits of that are zero for sure. Asked only of who has arrays.
    fn parted(&mut self, value: LazyId, _ty: Scalar) -> Parted {
        Parted { number: 0, rest: Value::Lazy(value), zeros: 0 }
    }

    /// Told what happens, in order.
    fn observe(&mut self, _thread: ThreadIx, _event: Event<'_>) {}

    /// Told what is printed on standard output.
    fn output(&mut self, _bytes: &[u8]) {}
}
