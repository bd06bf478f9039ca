//! Values in registers.

/// A value the oracle has promised but not yet fixed. Only the oracle that made it can say what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LazyId(pub u32);

/// The content of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A bit pattern, truncated to the register's type.
    Bits(u128),
    /// Not looked at yet.
    Lazy(LazyId),
}

impl LazyId {
    /// A value that an abstraction has forgotten: anything, and at each occurrence perhaps something else.
    pub const ANY: LazyId = LazyId(0);
}

impl Value {
    /// [`LazyId::ANY`] of any type.
    pub const ANY: Value = Value::Lazy(LazyId::ANY);

    /// Zero of any type.
    pub const ZERO: Value = Value::Bits(0);
}
