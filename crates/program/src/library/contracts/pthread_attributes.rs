//! Attribute objects of POSIX threads, pthread.h.
//!
//! What is inside of them is the library's secret. Their first `int` stands for all of it: whoever changes something of the
//! object writes it, whoever only looks reads it (see the models in `pthread_attributes.c`).

use crate::library::contract::{Contract, Region, bytes};

const SUCCESS: &[(i128, i128)] = &[(0, 0)];
const INVALID: &[&str] = &["EINVAL"];
const ATTR: &[Region] = &[bytes("attr", "sizeof(int)")];
/// All that `pthread_attr_init` sets: four `int` and four words.
const ALL: &[Region] = &[bytes("attr", "4 * sizeof(int) + 4 * sizeof(void *)")];
const VALUE: &[Region] = &[bytes("value", "sizeof(int)")];
const SIZE: &[Region] = &[bytes("size", "sizeof(unsigned long)")];

/// A function that changes something of the object.
const fn change(prototype: &'static str) -> Contract {
    Contract::of(prototype).reads(ATTR).writes(ATTR).returns(SUCCESS)
}

/// A function that tells something of the object.
const fn tell(prototype: &'static str, what: &'static [Region]) -> Contract {
    Contract::of(prototype).reads(ATTR).writes(what).returns(SUCCESS)
}

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    Contract::of("int pthread_attr_init(void *attr)").writes(ALL).returns(SUCCESS),
    change("int pthread_attr_destroy(void *attr)"),
    change("int pthread_attr_setdetachstate(void *attr, int state)").status(INVALID),
    tell("int pthread_attr_getdetachstate(const void *attr, int *value)", VALUE),
    change("int pthread_attr_setguardsize(void *attr, unsigned long size)"),
    tell("int pthread_attr_getguardsize(const void *attr, unsigned long *size)", SIZE),
    change("int pthread_attr_setstacksize(void *attr, unsigned long size)").status(INVALID),
    tell("int pthread_attr_getstacksize(const void *attr, unsigned long *size)", SIZE),
    change("int pthread_attr_setstack(void *attr, void *lowest, unsigned long size)").status(INVALID),
    tell("int pthread_attr_getstack(const void *attr, void **lowest, unsigned long *size)",
        &[bytes("lowest", "sizeof(void *)"), bytes("size", "sizeof(unsigned long)")]),
    change("int pthread_attr_setstackaddr(void *attr, void *top)"),
    tell("int pthread_attr_getstackaddr(const void *attr, void **top)", &[bytes("top", "sizeof(void *)")]),
    change("int pthread_attr_setinheritsched(void *attr, int inherit)").status(INVALID),
    tell("int pthread_attr_getinheritsched(const void *attr, int *value)", VALUE),
    change("int pthread_attr_setschedpolicy(void *attr, int policy)").status(INVALID),
    tell("int pthread_attr_getschedpolicy(const void *attr, int *value)", VALUE),
    change("int pthread_attr_setschedparam(void *attr, const int *parameters)")
        .reads(&[bytes("attr", "sizeof(int)"), bytes("parameters", "sizeof(int)")]).status(INVALID),
    tell("int pthread_attr_getschedparam(const void *attr, int *parameters)", &[bytes("parameters", "sizeof(int)")]),
    change("int pthread_attr_setscope(void *attr, int scope)").status(&["EINVAL", "ENOTSUP"]),
    tell("int pthread_attr_getscope(const void *attr, int *value)", VALUE),
    change("int pthread_attr_setaffinity_np(void *attr, unsigned long size, const void *set)")
        .reads(&[bytes("attr", "sizeof(int)"), bytes("set", "size")]).status(&["ENOMEM"]),
    tell("int pthread_attr_getaffinity_np(const void *attr, unsigned long size, void *set)", &[bytes("set", "size")]).status(INVALID),

    Contract::of("int pthread_mutexattr_init(void *attr)").writes(ATTR).returns(SUCCESS),
    change("int pthread_mutexattr_destroy(void *attr)"),
    change("int pthread_mutexattr_settype(void *attr, int kind)").status(INVALID),
    tell("int pthread_mutexattr_gettype(const void *attr, int *value)", VALUE),
    change("int pthread_mutexattr_setkind_np(void *attr, int kind)").status(INVALID),
    tell("int pthread_mutexattr_getkind_np(const void *attr, int *value)", VALUE),
    change("int pthread_mutexattr_setrobust(void *attr, int robust)").status(INVALID),
    tell("int pthread_mutexattr_getrobust(const void *attr, int *value)", VALUE),
    change("int pthread_mutexattr_setrobust_np(void *attr, int robust)").status(INVALID),
    tell("int pthread_mutexattr_getrobust_np(const void *attr, int *value)", VALUE),
    change("int pthread_mutexattr_setprotocol(void *attr, int protocol)").status(INVALID),
    tell("int pthread_mutexattr_getprotocol(const void *attr, int *value)", VALUE),
    change("int pthread_mutexattr_setprioceiling(void *attr, int ceiling)").status(INVALID),
    tell("int pthread_mutexattr_getprioceiling(const void *attr, int *value)", VALUE),
    change("int pthread_mutexattr_setpshared(void *attr, int shared)").status(INVALID),
    tell("int pthread_mutexattr_getpshared(const void *attr, int *value)", VALUE),

    Contract::of("int pthread_condattr_init(void *attr)").writes(ATTR).returns(SUCCESS),
    change("int pthread_condattr_destroy(void *attr)"),
    change("int pthread_condattr_setclock(void *attr, int clock)").status(INVALID),
    tell("int pthread_condattr_getclock(const void *attr, int *value)", VALUE),
    change("int pthread_condattr_setpshared(void *attr, int shared)").status(INVALID),
    tell("int pthread_condattr_getpshared(const void *attr, int *value)", VALUE),

    Contract::of("int pthread_rwlockattr_init(void *attr)").writes(&[bytes("attr", "2 * sizeof(int)")]).returns(SUCCESS),
    change("int pthread_rwlockattr_destroy(void *attr)"),
    change("int pthread_rwlockattr_setkind_np(void *attr, int kind)").status(INVALID),
    tell("int pthread_rwlockattr_getkind_np(const void *attr, int *value)", VALUE),
    change("int pthread_rwlockattr_setpshared(void *attr, int shared)").status(INVALID),
    tell("int pthread_rwlockattr_getpshared(const void *attr, int *value)", VALUE),

    Contract::of("int pthread_barrierattr_init(void *attr)").writes(ATTR).returns(SUCCESS),
    change("int pthread_barrierattr_destroy(void *attr)"),
    change("int pthread_barrierattr_setpshared(void *attr, int shared)").status(INVALID),
    tell("int pthread_barrierattr_getpshared(const void *attr, int *value)", VALUE),
];
