//! Semaphores without a name, semaphore.h. Waiting is never interrupted.

use crate::library::contract::{Contract, Region, bytes};

const SUCCESS: &[(i128, i128)] = &[(0, 0)];
const DEADLINE: &[Region] = &[bytes("deadline", "2 * sizeof(long)")];

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    Contract::of("int sem_init(void *semaphore, int shared, unsigned int value)").returns(SUCCESS).fails("-1", &["EINVAL"]),
    Contract::of("int sem_destroy(void *semaphore)").returns(SUCCESS),
    Contract::of("int sem_wait(void *semaphore)").returns(SUCCESS),
    Contract::of("int sem_trywait(void *semaphore)").returns(SUCCESS).fails("-1", &["EAGAIN"]),
    Contract::of("int sem_timedwait(void *semaphore, const void *deadline)").reads(DEADLINE).returns(SUCCESS)
        .fails("-1", &["EINVAL", "ETIMEDOUT"]),
    Contract::of("int sem_clockwait(void *semaphore, int clock, const void *deadline)").reads(DEADLINE).returns(SUCCESS)
        .fails("-1", &["EINVAL", "ETIMEDOUT"]),
    Contract::of("int sem_post(void *semaphore)").returns(SUCCESS).fails("-1", &["EOVERFLOW"]),
    Contract::of("int sem_getvalue(void *semaphore, int *value)").writes(&[bytes("value", "sizeof(int)")]).returns(SUCCESS),
];
