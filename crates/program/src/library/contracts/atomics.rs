//! Fences. Memory is sequentially consistent (docs/soundness.md, A1), so that they order nothing that is not ordered anyway.
//! Atomic accesses themselves are operations of the language and have no rows.

use crate::library::contract::Contract;

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    Contract::of("void atomic_thread_fence(int order)").nothing(),
    Contract::of("void atomic_signal_fence(int order)").nothing(),
    Contract::of("void __atomic_thread_fence(int order)").nothing(),
    Contract::of("void __atomic_signal_fence(int order)").nothing(),
    Contract::of("void __sync_synchronize(void)").nothing(),
    // Assembly statements without operands.
    Contract::of("void asm(const char *text)").nothing().assumes("the text is nothing but fences and hints; others are not modelled"),
    Contract::of("void __asm(const char *text)").nothing().assumes("the text is nothing but fences and hints; others are not modelled"),
    Contract::of("void __asm__(const char *text)").nothing().assumes("the text is nothing but fences and hints; others are not modelled"),
];
