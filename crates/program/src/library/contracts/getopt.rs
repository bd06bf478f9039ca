//! Options of the command line: getopt.h.
//!
//! The arguments are read, and reordered, as far as options are sought among them. What is found is kept in `optarg`,
//! `optind` and `optopt`, which belong to the program: two threads that parse options race. A long option that has a
//! `flag` stores its value there. `longs` is read up to its entry without a name.

use crate::library::contract::{Contract, bytes, text};

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    Contract::of("int getopt(int argc, char *const *argv, const char *options)").reads(&[text("options")]),
    Contract::of("int getopt_long(int argc, char *const *argv, const char *options, const void *longs, int *index)")
        .reads(&[text("options")]).writes(&[bytes("index", "sizeof(int)")]),
    Contract::of("int getopt_long_only(int argc, char *const *argv, const char *options, const void *longs, int *index)")
        .reads(&[text("options")]).writes(&[bytes("index", "sizeof(int)")]),
];
