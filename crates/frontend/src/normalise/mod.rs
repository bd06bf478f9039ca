//! Placeholder of the normaliser while it is written.
pub mod markers;
