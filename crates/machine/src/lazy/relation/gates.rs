//! What a representation of Boolean functions has to offer.

/// There is no room for a function, or it is not worth the effort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// Boolean functions of numbered variables.
///
/// Law: a function is represented in one way only, so that equality of representations is equality of functions.
pub trait Gates {
    /// A function.
    type Bit: Clone + PartialEq;

    /// A constant.
    fn constant(&self, value: bool) -> Self::Bit;

    /// Whether a function is constant, and which.
    fn as_constant(&self, bit: &Self::Bit) -> Option<bool>;

    /// A variable.
    fn variable(&mut self, variable: u32) -> Result<Self::Bit, Full>;

    /// ¬a
    fn not(&mut self, a: &Self::Bit) -> Result<Self::Bit, Full>;

    /// a ∧ b
    fn and(&mut self, a: &Self::Bit, b: &Self::Bit) -> Result<Self::Bit, Full>;

    /// a ∨ b
    fn or(&mut self, a: &Self::Bit, b: &Self::Bit) -> Result<Self::Bit, Full>;

    /// a ⊕ b
    fn xor(&mut self, a: &Self::Bit, b: &Self::Bit) -> Result<Self::Bit, Full>;

    /// b where a, otherwise c
    fn ite(&mut self, a: &Self::Bit, b: &Self::Bit, c: &Self::Bit) -> Result<Self::Bit, Full>;
}
