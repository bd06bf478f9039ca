//! Tests of typing as a whole.
