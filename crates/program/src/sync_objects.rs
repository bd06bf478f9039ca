//! The objects that synchronisation operations work on, as memory: how large they are, and how an operation uses their
//! bytes. A program may look at these bytes, too, or overwrite them (`memset`, a copy of the structure they are in); that
//! is a race with an operation of another thread.

use crate::op::SyncOp;
use crate::types::DataModel;

/// The kinds of synchronisation objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SyncKind {
    Mutex,
    Rwlock,
    Spin,
    Cond,
    Barrier,
    Semaphore,
    Once,
}

/// How a synchronisation operation uses the bytes of its object, as far as a race is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncUse {
    /// It makes or unmakes the object, which nobody else may use meanwhile: a plain write.
    Remakes,
    /// As an atomic access: such operations exclude each other, plain accesses they do not.
    Works,
    /// As an atomic access that changes nothing.
    Looks,
}

/// How many bytes synchronisation objects have in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct SyncSizes {
    pub mutex: u64,
    pub rwlock: u64,
    pub spin: u64,
    pub cond: u64,
    pub barrier: u64,
    pub semaphore: u64,
    pub once: u64,
}

impl SyncSizes {
    /// Those of the GNU C library.
    pub fn new(model: DataModel) -> SyncSizes {
        match model {
            DataModel::Lp64 => {
                SyncSizes { mutex: 40, rwlock: 56, spin: 4, cond: 48, barrier: 32, semaphore: 32, once: 4 }
            }
            DataModel::Ilp32 => {
                SyncSizes { mutex: 24, rwlock: 32, spin: 4, cond: 48, barrier: 20, semaphore: 16, once: 4 }
            }
        }
    }

    /// The size of one kind.
    pub fn get(&self, kind: SyncKind) -> u64 {
        match kind {
            SyncKind::Mutex => self.mutex,
            SyncKind::Rwlock => self.rwlock,
            SyncKind::Spin => self.spin,
            SyncKind::Cond => self.cond,
            SyncKind::Barrier => self.barrier,
            SyncKind::Semaphore => self.semaphore,
            SyncKind::Once => self.once,
        }
    }

    /// The program's headers give an object this size: the bytes behind it are something else.
    pub fn limit(&mut self, kind: SyncKind, size: u64) {
        let known = match kind {
            SyncKind::Mutex => &mut self.mutex,
            SyncKind::Rwlock => &mut self.rwlock,
            SyncKind::Spin => &mut self.spin,
            SyncKind::Cond => &mut self.cond,
            SyncKind::Barrier => &mut self.barrier,
            SyncKind::Semaphore => &mut self.semaphore,
            SyncKind::Once => &mut self.once,
        };
        *known = size.min(*known);
    }
}

impl SyncOp {
    /// The objects that the first arguments are addresses of, and how the operation uses their bytes.
    pub fn objects(self) -> &'static [(SyncKind, SyncUse)] {
        use SyncKind::{Barrier, Cond, Mutex, Once, Rwlock, Semaphore, Spin};
        use SyncUse::{Looks, Remakes, Works};
        match self {
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
            | SyncOp::KeyCreate
            | SyncOp::KeyDelete
            | SyncOp::KeySet
            | SyncOp::KeyGet
            | SyncOp::Yield => &[],
            SyncOp::MutexInit | SyncOp::MutexDestroy => &[(Mutex, Remakes)],
            SyncOp::MutexLock
            | SyncOp::MutexTrylock
            | SyncOp::MutexTimedlock
            | SyncOp::MutexUnlock
            | SyncOp::MutexConsistent => &[(Mutex, Works)],
            SyncOp::MutexCeiling => &[(Mutex, Looks)],
            SyncOp::RwlockInit | SyncOp::RwlockDestroy => &[(Rwlock, Remakes)],
            SyncOp::RwlockRdlock
            | SyncOp::RwlockTryrdlock
            | SyncOp::RwlockTimedrdlock
            | SyncOp::RwlockWrlock
            | SyncOp::RwlockTrywrlock
            | SyncOp::RwlockTimedwrlock
            | SyncOp::RwlockUnlock => &[(Rwlock, Works)],
            SyncOp::SpinInit | SyncOp::SpinDestroy => &[(Spin, Remakes)],
            SyncOp::SpinLock | SyncOp::SpinTrylock | SyncOp::SpinUnlock => &[(Spin, Works)],
            SyncOp::CondInit | SyncOp::CondDestroy => &[(Cond, Remakes)],
            SyncOp::CondWait | SyncOp::CondTimedwait => &[(Cond, Works), (Mutex, Works)],
            SyncOp::CondSignal | SyncOp::CondBroadcast => &[(Cond, Works)],
            SyncOp::BarrierInit | SyncOp::BarrierDestroy => &[(Barrier, Remakes)],
            SyncOp::BarrierWait => &[(Barrier, Works)],
            SyncOp::SemInit | SyncOp::SemDestroy => &[(Semaphore, Remakes)],
            SyncOp::SemWait | SyncOp::SemTrywait | SyncOp::SemTimedwait | SyncOp::SemPost => &[(Semaphore, Works)],
            SyncOp::SemGetvalue => &[(Semaphore, Looks)],
            SyncOp::OnceEnter | SyncOp::OnceLeave => &[(Once, Works)],
        }
    }
}
