//! POSIX threads: pthread.h, but for the attribute objects.
//!
//! Most functions return an error number and leave `errno` alone (`pthread_setschedparam` sets it, too). A lock, a condition variable, a barrier or a once flag that
//! a function works on is no region here: using it is what makes threads wait for each other. Creating threads and
//! objects never fails for lack of resources (docs/soundness.md, A7). A deadline is seconds and nanoseconds, two `long`.

use crate::library::contract::{Contract, Region, bytes, text};

const SUCCESS: &[(i128, i128)] = &[(0, 0)];
/// A point in time.
const DEADLINE: &[Region] = &[bytes("deadline", "2 * sizeof(long)")];
const RESULT: &[Region] = &[bytes("result", "sizeof(void *)")];
/// What taking a mutex may answer. The last two are about robust mutexes.
const LOCK: &[&str] = &["EAGAIN", "EDEADLK", "ENOTRECOVERABLE", "EOWNERDEAD"];
const TRYLOCK: &[&str] = &["EAGAIN", "EBUSY", "EDEADLK", "ENOTRECOVERABLE", "EOWNERDEAD"];
const TIMEDLOCK: &[&str] = &["EAGAIN", "EDEADLK", "EINVAL", "ENOTRECOVERABLE", "EOWNERDEAD", "ETIMEDOUT"];

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    Contract::of("int pthread_create(unsigned long *thread, const void *attr, void *(*start)(void *), void *argument)")
        .reads(&[bytes("attr", "sizeof(void *) == 8 ? 56 : 36")]).writes(&[bytes("thread", "sizeof(unsigned long)")])
        .returns(SUCCESS).status(&["EPERM"]).assumes("there are resources for another thread"),
    Contract::of("int pthread_join(unsigned long thread, void **result)").writes(RESULT).returns(SUCCESS)
        .status(&["EDEADLK", "EINVAL", "ESRCH"]),
    Contract::of("int pthread_tryjoin_np(unsigned long thread, void **result)").writes(RESULT).returns(SUCCESS)
        .status(&["EBUSY", "EINVAL", "ESRCH"]),
    Contract::of("int pthread_timedjoin_np(unsigned long thread, void **result, const void *deadline)").reads(DEADLINE).writes(RESULT)
        .returns(SUCCESS).status(&["EDEADLK", "EINVAL", "ESRCH", "ETIMEDOUT"]),
    Contract::of("int pthread_clockjoin_np(unsigned long thread, void **result, int clock, const void *deadline)").reads(DEADLINE)
        .writes(RESULT).returns(SUCCESS).status(&["EDEADLK", "EINVAL", "ESRCH", "ETIMEDOUT"]),
    Contract::of("int pthread_detach(unsigned long thread)").returns(SUCCESS).status(&["EINVAL", "ESRCH"]),
    Contract::of("void pthread_exit(void *result)").nothing(),
    Contract::of("unsigned long pthread_self(void)"),
    Contract::of("int pthread_equal(unsigned long a, unsigned long b)"),
    Contract::of("int pthread_once(void *once, void (*initialise)(void))").returns(SUCCESS),
    Contract::of("int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))").returns(SUCCESS),
    Contract::of("int pthread_yield(void)").returns(SUCCESS),
    Contract::of("int pthread_kill(unsigned long thread, int signal)").returns(SUCCESS).status(&["EINVAL", "ESRCH"])
        .assumes("the signal is 0, which asks whether the thread exists; others are not modelled"),

    Contract::of("int pthread_cancel(unsigned long thread)").returns(SUCCESS).status(&["ESRCH"]),
    Contract::of("void pthread_testcancel(void)").nothing(),
    Contract::of("int pthread_setcancelstate(int state, int *old)").writes(&[bytes("old", "sizeof(int)")]).returns(SUCCESS)
        .status(&["EINVAL"]),
    Contract::of("int pthread_setcanceltype(int type, int *old)").writes(&[bytes("old", "sizeof(int)")]).returns(SUCCESS)
        .status(&["EINVAL"]),
    // What the macros `pthread_cleanup_push` and `pthread_cleanup_pop` call with a buffer of their own.
    Contract::of("void __pthread_register_cancel(void *buffer)").nothing(),
    Contract::of("void __pthread_unregister_cancel(void *buffer)").nothing(),
    Contract::of("void _pthread_cleanup_push(void *buffer, void (*routine)(void *), void *argument)")
        .writes(&[bytes("buffer", "3 * sizeof(void *)")]).nothing(),
    Contract::of("void _pthread_cleanup_pop(void *buffer, int execute)")
        .reads(&[bytes("buffer", "execute ? 3 * sizeof(void *) : 0")]).nothing(),

    Contract::of("int pthread_key_create(unsigned int *key, void (*destructor)(void *))")
        .writes(&[bytes("key", "sizeof(unsigned int)")]).returns(SUCCESS).status(&["EAGAIN"]),
    Contract::of("int pthread_key_delete(unsigned int key)").returns(SUCCESS).status(&["EINVAL"]),
    Contract::of("int pthread_setspecific(unsigned int key, const void *value)").returns(SUCCESS).status(&["EINVAL"]),
    Contract::of("void *pthread_getspecific(unsigned int key)"),

    Contract::of("int pthread_mutex_init(void *mutex, const void *attr)").reads(&[bytes("attr", "sizeof(int)")]).returns(SUCCESS)
        .status(&["ENOTSUP"]),
    Contract::of("int pthread_mutex_destroy(void *mutex)").returns(SUCCESS).status(&["EBUSY"]),
    Contract::of("int pthread_mutex_lock(void *mutex)").returns(SUCCESS).status(LOCK),
    Contract::of("int pthread_mutex_trylock(void *mutex)").returns(SUCCESS).status(TRYLOCK),
    Contract::of("int pthread_mutex_timedlock(void *mutex, const void *deadline)").reads(DEADLINE).returns(SUCCESS).status(TIMEDLOCK),
    Contract::of("int pthread_mutex_clocklock(void *mutex, int clock, const void *deadline)").reads(DEADLINE).returns(SUCCESS)
        .status(TIMEDLOCK),
    Contract::of("int pthread_mutex_unlock(void *mutex)").returns(SUCCESS).status(&["ENOTRECOVERABLE", "EPERM"]),
    Contract::of("int pthread_mutex_consistent(void *mutex)").returns(SUCCESS).status(&["EINVAL"]),
    Contract::of("int pthread_mutex_consistent_np(void *mutex)").returns(SUCCESS).status(&["EINVAL"]),
    Contract::of("int pthread_mutex_getprioceiling(const void *mutex, int *ceiling)").writes(&[bytes("ceiling", "sizeof(int)")])
        .returns(SUCCESS).status(&["EINVAL"]),
    Contract::of("int pthread_mutex_setprioceiling(void *mutex, int ceiling, int *old)").status(&["EINVAL"])
        .assumes("the mutex has no priority ceiling; changing one is not modelled"),

    Contract::of("int pthread_rwlock_init(void *lock, const void *attr)").reads(&[bytes("attr", "sizeof(int)")]).returns(SUCCESS),
    Contract::of("int pthread_rwlock_destroy(void *lock)").returns(SUCCESS),
    Contract::of("int pthread_rwlock_rdlock(void *lock)").returns(SUCCESS).status(&["EDEADLK"]),
    Contract::of("int pthread_rwlock_tryrdlock(void *lock)").returns(SUCCESS).status(&["EBUSY"]),
    Contract::of("int pthread_rwlock_timedrdlock(void *lock, const void *deadline)").reads(DEADLINE).returns(SUCCESS)
        .status(&["EDEADLK", "EINVAL", "ETIMEDOUT"]),
    Contract::of("int pthread_rwlock_clockrdlock(void *lock, int clock, const void *deadline)").reads(DEADLINE).returns(SUCCESS)
        .status(&["EDEADLK", "EINVAL", "ETIMEDOUT"]),
    Contract::of("int pthread_rwlock_wrlock(void *lock)").returns(SUCCESS).status(&["EDEADLK"]),
    Contract::of("int pthread_rwlock_trywrlock(void *lock)").returns(SUCCESS).status(&["EBUSY"]),
    Contract::of("int pthread_rwlock_timedwrlock(void *lock, const void *deadline)").reads(DEADLINE).returns(SUCCESS)
        .status(&["EDEADLK", "EINVAL", "ETIMEDOUT"]),
    Contract::of("int pthread_rwlock_clockwrlock(void *lock, int clock, const void *deadline)").reads(DEADLINE).returns(SUCCESS)
        .status(&["EDEADLK", "EINVAL", "ETIMEDOUT"]),
    Contract::of("int pthread_rwlock_unlock(void *lock)").returns(SUCCESS),

    Contract::of("int pthread_spin_init(int *lock, int shared)").returns(SUCCESS),
    Contract::of("int pthread_spin_destroy(int *lock)").returns(SUCCESS),
    Contract::of("int pthread_spin_lock(int *lock)").returns(SUCCESS),
    Contract::of("int pthread_spin_trylock(int *lock)").returns(SUCCESS).status(&["EBUSY"]),
    Contract::of("int pthread_spin_unlock(int *lock)").returns(SUCCESS),

    Contract::of("int pthread_cond_init(void *condition, const void *attr)").reads(&[bytes("attr", "sizeof(int)")]).returns(SUCCESS),
    Contract::of("int pthread_cond_destroy(void *condition)").returns(SUCCESS),
    Contract::of("int pthread_cond_wait(void *condition, void *mutex)").returns(SUCCESS).status(&["ENOTRECOVERABLE", "EOWNERDEAD", "EPERM"]),
    Contract::of("int pthread_cond_timedwait(void *condition, void *mutex, const void *deadline)").reads(DEADLINE).returns(SUCCESS)
        .status(&["EINVAL", "ENOTRECOVERABLE", "EOWNERDEAD", "EPERM", "ETIMEDOUT"]),
    Contract::of("int pthread_cond_clockwait(void *condition, void *mutex, int clock, const void *deadline)").reads(DEADLINE)
        .returns(SUCCESS).status(&["EINVAL", "ENOTRECOVERABLE", "EOWNERDEAD", "EPERM", "ETIMEDOUT"]),
    Contract::of("int pthread_cond_signal(void *condition)").returns(SUCCESS),
    Contract::of("int pthread_cond_broadcast(void *condition)").returns(SUCCESS),

    Contract::of("int pthread_barrier_init(void *barrier, const void *attr, unsigned int count)").reads(&[bytes("attr", "sizeof(int)")])
        .returns(SUCCESS).status(&["EINVAL"]),
    Contract::of("int pthread_barrier_destroy(void *barrier)").returns(SUCCESS),
    // One of the threads that go on gets -1, `PTHREAD_BARRIER_SERIAL_THREAD`.
    Contract::of("int pthread_barrier_wait(void *barrier)").returns(&[(-1, 0)]),

    Contract::of("int pthread_setconcurrency(int level)").returns(SUCCESS).status(&["EINVAL"]),
    Contract::of("int pthread_getconcurrency(void)"),
    Contract::of("int pthread_setname_np(unsigned long thread, const char *name)").reads(&[text("name")]).returns(SUCCESS)
        .status(&["ENOENT", "ERANGE"]),
    Contract::of("int pthread_getname_np(unsigned long thread, char *name, unsigned long size)").writes(&[bytes("name", "16")])
        .returns(SUCCESS).status(&["ERANGE"])
        .assumes("the thread has named itself; other names are not modelled"),
    Contract::of("int pthread_setaffinity_np(unsigned long thread, unsigned long size, const void *set)").reads(&[bytes("set", "size")])
        .returns(SUCCESS).status(&["EINVAL"]),
    Contract::of("int pthread_setschedparam(unsigned long thread, int policy, const int *parameters)")
        .reads(&[bytes("parameters", "sizeof(int)")]).returns(SUCCESS).status(&["EINVAL", "EPERM"]),
    Contract::of("int pthread_getschedparam(unsigned long thread, int *policy, int *parameters)")
        .writes(&[bytes("policy", "sizeof(int)"), bytes("parameters", "sizeof(int)")]).returns(SUCCESS),
];
