//! C text in, `Program` out: preprocess → normalise → parse → type → lower.

pub mod hir;
pub mod normalise;
pub mod parse;
