//! Verdicts and diagnostics, for people and for machines.

mod diagnostic;
mod paint;

pub use diagnostic::{DiskLines, Excerpt, show_diagnostic, show_excerpt};
pub use paint::{Look, Role, width, wrap};
