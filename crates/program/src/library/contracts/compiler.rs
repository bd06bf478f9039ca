//! What is written like a call but belongs to the language: fences, assembly, what the compiler knows by itself.
//!
//! The order of an `atomic_thread_fence` is taken to be the strongest one, and memory is sequentially consistent anyway
//! (docs/soundness.md).

use crate::library::contract::Contract;

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    Contract::of("void atomic_thread_fence(int order)").nothing(),
    Contract::of("void atomic_signal_fence(int order)").nothing(),
    Contract::of("void __atomic_thread_fence(int order)").nothing(),
    Contract::of("void __atomic_signal_fence(int order)").nothing(),
    Contract::of("void __sync_synchronize(void)").nothing(),
    Contract::of("void asm(const char *instructions)").nothing(),
    Contract::of("void __asm(const char *instructions)").nothing(),
    Contract::of("void __asm__(const char *instructions)").nothing(),
    Contract::of("void __builtin_trap(void)").nothing(),
    Contract::of("void __builtin_unreachable(void)").nothing(),
];
