//! The names of functions that the standards, the C library and the compiler reserve.
//!
//! A program that calls such a function without giving it a body calls the library's, whether it declares it or not. What
//! the library does is known to everybody but Raddle, so that nothing may be assumed about it: unlike a function of
//! the program's own that is defined in a file which was not given, it is never an external.
//!
//! `standard_names.txt` has one name a line, sorted by bytes. It has what gcc finds declared in the headers of C11,
//! POSIX and glibc (`gcc -D_GNU_SOURCE -aux-info`, with and without `_FORTIFY_SOURCE`), the functions of C11's Annex K, of
//! C23 and of POSIX that glibc lacks, and macros of these headers that look like functions.

use std::sync::OnceLock;

/// What reserved names begin with that no list can name.
const PREFIXES: &[&str] = &["__VERIFIER_", "__atomic_", "__builtin_", "__c11_atomic_", "__isoc", "__sync_"];

/// Whether a function of this name belongs to the implementation.
pub(super) fn contains(name: &str) -> bool {
    static NAMES: OnceLock<Vec<&'static str>> = OnceLock::new();
    let names = NAMES.get_or_init(|| TEXT.lines().collect());
    let listed = |name: &str| names.binary_search(&name).is_ok();
    if listed(name) || PREFIXES.iter().any(|p| name.starts_with(p)) {
        return true;
    }
    // glibc's own names of its functions: `__strdup`, and `__strcpy_chk` for the one that checks.
    let Some(inner) = name.strip_prefix("__") else { return false };
    listed(inner) || inner.strip_suffix("_chk").is_some_and(listed)
}

const TEXT: &str = include_str!("standard_names.txt");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_sorted_for_the_search() {
        let names: Vec<&str> = TEXT.lines().collect();
        assert!(names.len() > 3000);
        for pair in names.windows(2) {
            assert!(pair[0] < pair[1], "{} before {}", pair[0], pair[1]);
        }
        assert!(names.iter().all(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')));
    }
}
