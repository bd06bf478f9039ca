//! Assertions and the functions of verification tasks. `__VERIFIER_nondet_X` returns any value of the type X and has no row
//! but for the types whose names say more.

use crate::library::contract::{Contract, bytes};

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    // These end in the error that is looked for.
    Contract::of("void reach_error(void)").nothing(),
    Contract::of("void __VERIFIER_error(void)").nothing(),
    Contract::of("void __assert_fail(const char *text, const char *file, unsigned int line, const char *function)").nothing(),
    Contract::of("void __assert_perror_fail(int error, const char *file, unsigned int line, const char *function)").nothing(),
    Contract::of("void __assert(const char *text, const char *file, int line)").nothing(),
    Contract::of("void __assert_rtn(const char *function, const char *file, int line, const char *text)").nothing(),
    // These do if the condition is zero.
    Contract::of("void assert(int condition)").nothing(),
    Contract::of("void __VERIFIER_assert(int condition)").nothing(),
    Contract::of("void static_assert(int condition, const char *message)").nothing(),
    Contract::of("void _Static_assert(int condition, const char *message)").nothing(),

    Contract::of("void __VERIFIER_assume(int condition)").nothing().assumes("the condition is not zero"),
    // Ends the program if the condition is zero.
    Contract::of("void assume_abort_if_not(int condition)").nothing(),
    Contract::of("void __builtin_trap(void)").nothing(),
    Contract::of("void __builtin_unreachable(void)").nothing(),
    Contract::of("void __VERIFIER_atomic_begin(void)").nothing(),
    Contract::of("void __VERIFIER_atomic_end(void)").nothing(),
    Contract::of("_Bool __VERIFIER_nondet_bool(void)").returns(&[(0, 1)]),
    Contract::of("void __VERIFIER_nondet_memory(void *at, unsigned long bytes)").writes(&[bytes("at", "bytes")]).nothing(),
];
