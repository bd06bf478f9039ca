//! Functions of exact numbers that neither C operators nor library models can say: what `math.h` leaves to the C library, and the rounding of
//! a text that is a number.

/// What an [`Op::Compute`](crate::Op::Compute) computes. The type of its result is that of the register it sets; where nothing else is said the
/// arguments have that type, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Computation {
    Sin,
    Cos,
    Tan,
    Asin,
    Acos,
    Atan,
    Atan2,
    Sinh,
    Cosh,
    Tanh,
    Exp,
    Exp2,
    Expm1,
    Log,
    Log2,
    Log10,
    Log1p,
    Pow,
    Hypot,
    /// x · y + z, rounded once.
    Fma,
    Sqrt,
    Fmod,
    Remainder,
    /// The nearest integer; halves go to the even one.
    Rint,
    /// The nearest integer; halves go away from zero.
    Round,
    Floor,
    Ceil,
    Trunc,
    /// The next value after the first argument in the direction of the second.
    NextAfter,
    /// x · 2^n; the second argument is an `int`.
    Scale,
    /// An `int`: the exponent of a finite argument that is not zero, as one of 1 ≤ |x| < 2.
    Exponent,
    /// (a · 10^19 + b) · 10^n, rounded; a and b are `unsigned long long`, n is an `int`.
    FromDecimal,
    /// (a · 2^64 + b) · 2^n, rounded; as above.
    FromBinary,
    /// An `int`: the `errno` (or 0) that rounding the decimal number leaves. The arguments are those of [`Computation::FromDecimal`] and an `int`
    /// that says to what: the bytes of a `float`, `double` or (any other number) `long double`.
    DecimalStatus,
    /// The same for [`Computation::FromBinary`].
    BinaryStatus,
}

impl Computation {
    /// Whether the result is an `int`.
    pub fn gives_int(self) -> bool {
        matches!(self, Computation::Exponent | Computation::DecimalStatus | Computation::BinaryStatus)
    }

    /// Whether C libraries give different results in the last bits: the standard does not say how exact the function is.
    pub fn is_approximate(self) -> bool {
        match self {
            Computation::Sin
            | Computation::Cos
            | Computation::Tan
            | Computation::Asin
            | Computation::Acos
            | Computation::Atan
            | Computation::Atan2
            | Computation::Sinh
            | Computation::Cosh
            | Computation::Tanh
            | Computation::Exp
            | Computation::Exp2
            | Computation::Expm1
            | Computation::Log
            | Computation::Log2
            | Computation::Log10
            | Computation::Log1p
            | Computation::Pow
            | Computation::Hypot => true,
            Computation::Fma
            | Computation::Sqrt
            | Computation::Fmod
            | Computation::Remainder
            | Computation::Rint
            | Computation::Round
            | Computation::Floor
            | Computation::Ceil
            | Computation::Trunc
            | Computation::NextAfter
            | Computation::Scale
            | Computation::Exponent
            | Computation::FromDecimal
            | Computation::FromBinary
            | Computation::DecimalStatus
            | Computation::BinaryStatus => false,
        }
    }
}
