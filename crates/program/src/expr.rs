//! Pure expressions over registers.
//!
//! An [`Expr`] reads no memory and has no side effect. Its value is a bit pattern of its [`Scalar`] type. All C
//! conversions are explicit ([`ExprKind::Cast`]): both operands of a binary operator have the same scalar type
//! (but for shifts, whose right operand may have any integer type).

use crate::ids::{FuncId, GlobalId, LocalId};
use crate::source::Span;
use crate::types::DataModel;

/// The floating formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatKind {
    /// IEEE single: `float`.
    F32,
    /// IEEE double: `double`.
    F64,
    /// x87 extended: `long double`.
    F80,
    /// IEEE quadruple: `__float128`.
    F128,
}

impl FloatKind {
    /// Bytes in memory.
    pub fn size(self, model: DataModel) -> u64 {
        match (self, model) {
            (FloatKind::F32, _) => 4,
            (FloatKind::F64, _) => 8,
            (FloatKind::F80, DataModel::Ilp32) => 12,
            (FloatKind::F80, DataModel::Lp64) | (FloatKind::F128, _) => 16,
        }
    }

    /// Alignment in bytes.
    pub fn align(self, model: DataModel) -> u64 {
        match (self, model) {
            (FloatKind::F32, _) | (FloatKind::F80, DataModel::Ilp32) => 4,
            (FloatKind::F64, _) => 8,
            (FloatKind::F80, DataModel::Lp64) | (FloatKind::F128, _) => 16,
        }
    }
}

/// What a register can hold: the machine's view of a C scalar type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scalar {
    /// Two's complement; `bits` is a multiple of 8 up to 128 (3-byte integers occur as bit-field containers).
    Int {
        /// Width.
        bits: u8,
        /// Whether the top bit is a sign.
        signed: bool,
    },
    /// A floating-point bit pattern.
    Float(FloatKind),
}

impl Scalar {
    /// C's `int`, the type of comparisons.
    pub const INT: Scalar = Scalar::Int { bits: 32, signed: true };

    /// Pointers are unsigned integers of the data model's width.
    pub fn pointer(model: DataModel) -> Scalar {
        Scalar::Int { bits: 8 * model.pointer_size() as u8, signed: false }
    }

    /// Width of the bit pattern that counts (80 for `long double`, whose memory is larger).
    pub fn bits(self) -> u32 {
        match self {
            Scalar::Int { bits, .. } => u32::from(bits),
            Scalar::Float(FloatKind::F32) => 32,
            Scalar::Float(FloatKind::F64) => 64,
            Scalar::Float(FloatKind::F80) => 80,
            Scalar::Float(FloatKind::F128) => 128,
        }
    }

    /// Bytes that an access of this type touches.
    pub fn size(self) -> u64 {
        u64::from(self.bits().div_ceil(8))
    }

    /// `bits` cut to the width of this type.
    pub fn truncate(self, bits: u128) -> u128 {
        match self.bits() {
            128 => bits,
            width => bits & ((1 << width) - 1),
        }
    }

    /// The mathematical value of an integer bit pattern (128-bit unsigned values above `i128::MAX` wrap).
    pub fn to_i128(self, bits: u128) -> i128 {
        match self {
            Scalar::Int { bits: width, signed: true } if width < 128 => {
                let shift = 128 - u32::from(width);
                ((bits << shift) as i128) >> shift
            }
            Scalar::Int { .. } | Scalar::Float(_) => bits as i128,
        }
    }
}

/// Operators with one operand; the result has the operand's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum UnaryOp {
    /// `-x`
    Neg,
    /// `~x`
    BitNot,
}

/// Operators with two operands. Arithmetic has the operands' type; comparisons have [`Scalar::INT`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    /// Division by zero is undefined behaviour; signed division truncates.
    Div,
    Rem,
    /// A shift by the width or more, or by a negative amount, is undefined behaviour (the hardware masks the amount).
    Shl,
    /// Arithmetic for signed left operands.
    Shr,
    And,
    Or,
    Xor,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl BinaryOp {
    /// Whether the result is a truth value of type [`Scalar::INT`].
    pub fn is_comparison(self) -> bool {
        match self {
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => true,
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::Shl
            | BinaryOp::Shr
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor => false,
        }
    }
}

/// A pure expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Expr {
    /// What it computes.
    pub kind: ExprKind,
    /// The type of its value.
    pub ty: Scalar,
    /// Where it stands, for messages about overflow and division.
    pub span: Span,
}

/// The forms of expressions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExprKind {
    /// A bit pattern, already truncated to the type.
    Const(u128),
    /// The value of a register local.
    Reg(LocalId),
    /// The address of a global plus a byte offset.
    GlobalAddr(GlobalId, i64),
    /// The address of a memory local of the current frame plus a byte offset.
    LocalAddr(LocalId, i64),
    /// The address of a function.
    FuncAddr(FuncId),
    /// One operand.
    Unary(UnaryOp, Box<Expr>),
    /// Two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// Conversion to the expression's type: integers truncate, sign- or zero-extend by the *operand's* signedness;
    /// floats convert as C says. Conversion to `_Bool` is a comparison with zero, not a cast.
    Cast(Box<Expr>),
    /// `condition ? then : otherwise`, all pure; the condition is true if its bits are not zero.
    Ite(Box<Expr>, Box<Expr>, Box<Expr>),
}

impl Expr {
    /// A constant.
    pub fn constant(bits: u128, ty: Scalar, span: Span) -> Expr {
        Expr { kind: ExprKind::Const(ty.truncate(bits)), ty, span }
    }

    /// A register read.
    pub fn reg(local: LocalId, ty: Scalar, span: Span) -> Expr {
        Expr { kind: ExprKind::Reg(local), ty, span }
    }

    /// The value, if it is a constant.
    pub fn as_const(&self) -> Option<u128> {
        match self.kind {
            ExprKind::Const(bits) => Some(bits),
            ExprKind::Reg(_)
            | ExprKind::GlobalAddr(..)
            | ExprKind::LocalAddr(..)
            | ExprKind::FuncAddr(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Cast(_)
            | ExprKind::Ite(..) => None,
        }
    }

    /// Calls `visit` on this expression and all below it, parents first.
    pub fn walk<'a>(&'a self, visit: &mut impl FnMut(&'a Expr)) {
        visit(self);
        match &self.kind {
            ExprKind::Const(_)
            | ExprKind::Reg(_)
            | ExprKind::GlobalAddr(..)
            | ExprKind::LocalAddr(..)
            | ExprKind::FuncAddr(_) => {}
            ExprKind::Unary(_, a) | ExprKind::Cast(a) => a.walk(visit),
            ExprKind::Binary(_, a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            ExprKind::Ite(c, a, b) => {
                c.walk(visit);
                a.walk(visit);
                b.walk(visit);
            }
        }
    }
}
