//! What synchronisation operations do to locks: the one list of them that the rest of this folder looks at.

use raddle_program::SyncOp;

/// How a lock is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// Others may hold it in the same way: a read lock.
    Shared,
    /// Nobody else holds it.
    Exclusive,
}

/// What an operation does to the lock that its first argument names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockUse {
    /// When it is over, the caller holds the lock.
    Takes(Mode),
    /// If its result is 0, the caller holds the lock.
    Tries(Mode),
    /// The caller does not hold the lock any more.
    Releases,
    /// The lock is as new, or gone.
    Remakes,
    /// Nothing.
    Nothing,
}

/// What an operation does to locks. A wait on a condition releases its mutex, and has it again when it is over: nothing.
pub fn lock_use(op: SyncOp) -> LockUse {
    match op {
        SyncOp::MutexLock | SyncOp::RwlockWrlock | SyncOp::SpinLock => LockUse::Takes(Mode::Exclusive),
        SyncOp::RwlockRdlock => LockUse::Takes(Mode::Shared),
        SyncOp::MutexTrylock
        | SyncOp::MutexTimedlock
        | SyncOp::RwlockTrywrlock
        | SyncOp::RwlockTimedwrlock
        | SyncOp::SpinTrylock => LockUse::Tries(Mode::Exclusive),
        SyncOp::RwlockTryrdlock | SyncOp::RwlockTimedrdlock => LockUse::Tries(Mode::Shared),
        SyncOp::MutexUnlock | SyncOp::RwlockUnlock | SyncOp::SpinUnlock => LockUse::Releases,
        SyncOp::MutexInit
        | SyncOp::MutexDestroy
        | SyncOp::RwlockInit
        | SyncOp::RwlockDestroy
        | SyncOp::SpinInit
        | SyncOp::SpinDestroy => LockUse::Remakes,
        SyncOp::ThreadCreate
        | SyncOp::ThreadJoin
        | SyncOp::ThreadTryjoin
        | SyncOp::ThreadExists
        | SyncOp::ThreadCancel
        | SyncOp::CancelTest
        | SyncOp::CancelSet
        | SyncOp::ThreadDetach
        | SyncOp::ThreadExit
        | SyncOp::ThreadSelf
        | SyncOp::MutexConsistent
        | SyncOp::MutexCeiling
        | SyncOp::CondInit
        | SyncOp::CondDestroy
        | SyncOp::CondWait
        | SyncOp::CondTimedwait
        | SyncOp::CondSignal
        | SyncOp::CondBroadcast
        | SyncOp::BarrierInit
        | SyncOp::BarrierDestroy
        | SyncOp::BarrierWait
        | SyncOp::SemInit
        | SyncOp::SemDestroy
        | SyncOp::SemWait
        | SyncOp::SemTrywait
        | SyncOp::SemTimedwait
        | SyncOp::SemPost
        | SyncOp::SemGetvalue
        | SyncOp::OnceEnter
        | SyncOp::OnceLeave
        | SyncOp::KeyCreate
        | SyncOp::KeyDelete
        | SyncOp::KeySet
        | SyncOp::KeyGet
        | SyncOp::Yield => LockUse::Nothing,
    }
}
