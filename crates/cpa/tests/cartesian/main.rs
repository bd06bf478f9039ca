//! Cartesian abstraction with exceptions, on toys.

mod laws;
mod peterson;
mod toy;
