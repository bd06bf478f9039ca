//! Threads of C11, threads.h, with glibc's numbers: success 0, busy 1, error 2, time over 4. Creating threads and objects
//! never fails for lack of resources (docs/soundness.md, A7).

use crate::library::contract::{Contract, Region, bytes};

const SUCCESS: &[(i128, i128)] = &[(0, 0)];
const OR_BUSY: &[(i128, i128)] = &[(0, 1)];
const OR_ERROR: &[(i128, i128)] = &[(0, 0), (2, 2)];
const OR_TIME_IS_OVER: &[(i128, i128)] = &[(0, 0), (2, 2), (4, 4)];
const DEADLINE: &[Region] = &[bytes("deadline", "2 * sizeof(long)")];

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    Contract::of("int thrd_create(unsigned long *thread, int (*start)(void *), void *argument)")
        .writes(&[bytes("thread", "sizeof(unsigned long)")]).returns(SUCCESS).assumes("there are resources for another thread"),
    Contract::of("int thrd_join(unsigned long thread, int *result)").writes(&[bytes("result", "sizeof(int)")]).returns(OR_ERROR),
    Contract::of("int thrd_detach(unsigned long thread)").returns(OR_ERROR),
    Contract::of("void thrd_exit(int result)").nothing(),
    Contract::of("unsigned long thrd_current(void)"),
    Contract::of("int thrd_equal(unsigned long a, unsigned long b)"),
    // What is left of the time is written only by an interruption, which never comes. -2: that was no time.
    Contract::of("int thrd_sleep(const void *time, void *left)").reads(&[bytes("time", "2 * sizeof(long)")]).returns(&[(-2, -2), (0, 0)]),
    Contract::of("void thrd_yield(void)").nothing(),

    Contract::of("int mtx_init(void *mutex, int type)").returns(SUCCESS),
    Contract::of("void mtx_destroy(void *mutex)").nothing(),
    Contract::of("int mtx_lock(void *mutex)").returns(OR_ERROR),
    Contract::of("int mtx_trylock(void *mutex)").returns(OR_BUSY),
    Contract::of("int mtx_timedlock(void *mutex, const void *deadline)").reads(DEADLINE).returns(OR_TIME_IS_OVER),
    Contract::of("int mtx_unlock(void *mutex)").returns(OR_ERROR),

    Contract::of("int cnd_init(void *condition)").returns(SUCCESS),
    Contract::of("void cnd_destroy(void *condition)").nothing(),
    Contract::of("int cnd_wait(void *condition, void *mutex)").returns(OR_ERROR),
    Contract::of("int cnd_timedwait(void *condition, void *mutex, const void *deadline)").reads(DEADLINE).returns(OR_TIME_IS_OVER),
    Contract::of("int cnd_signal(void *condition)").returns(SUCCESS),
    Contract::of("int cnd_broadcast(void *condition)").returns(SUCCESS),

    Contract::of("int tss_create(unsigned int *key, void (*destructor)(void *))").writes(&[bytes("key", "sizeof(unsigned int)")])
        .returns(OR_ERROR),
    Contract::of("void tss_delete(unsigned int key)").nothing(),
    Contract::of("void *tss_get(unsigned int key)"),
    Contract::of("int tss_set(unsigned int key, void *value)").returns(OR_ERROR),

    Contract::of("void call_once(void *flag, void (*initialise)(void))").nothing(),
];
