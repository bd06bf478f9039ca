//! Time: time.h and sys/time.h.
//!
//! A clock shows any time; what is known of two readings is kept when a counterexample is replayed (docs/soundness.md, A7). The bytes of
//! `struct tm` are counted with what glibc has behind the standard's nine numbers.

use crate::library::contract::{Contract, bytes};

const PAIR: &str = "2 * sizeof(long)";
const CALENDAR: &str = "sizeof(long) == 8 ? 56 : 44";
const SUCCESS: &[(i128, i128)] = &[(0, 0)];

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    Contract::of("long time(long *result)").writes(&[bytes("result", "sizeof(long)")]),
    Contract::of("long clock(void)"),
    Contract::of("double difftime(long end, long start)"),
    Contract::of("int gettimeofday(void *result, void *zone)").returns(SUCCESS)
        .writes(&[bytes("result", PAIR), bytes("zone", "2 * sizeof(int)")]),
    Contract::of("int timespec_get(void *result, int base)").writes(&[bytes("result", "base == 1 ? 2 * sizeof(long) : 0")]),
    Contract::of("int clock_gettime(int clock, void *result)").returns(SUCCESS).writes(&[bytes("result", PAIR)])
        .fails("-1", &["EINVAL"]),
    Contract::of("int clock_getres(int clock, void *result)").returns(SUCCESS).writes(&[bytes("result", PAIR)])
        .fails("-1", &["EINVAL"]),
    // Sleeping is not interrupted, so that nothing is left.
    Contract::of("int nanosleep(const void *duration, void *left)").returns(SUCCESS).reads(&[bytes("duration", PAIR)])
        .fails("-1", &["EINVAL"]).assumes("sleeping is not interrupted (A7)"),
    Contract::of("int clock_nanosleep(int clock, int flags, const void *duration, void *left)").reads(&[bytes("duration", PAIR)])
        .status(&["EINVAL", "EOPNOTSUPP"]).assumes("sleeping is not interrupted (A7)"),
    // `gmtime` and `localtime` write one object that both share.
    Contract::of("void *gmtime(const long *time)").reads(&[bytes("time", "sizeof(long)")]).fails("0", &["EOVERFLOW"]),
    Contract::of("void *gmtime_r(const long *time, void *result)").reads(&[bytes("time", "sizeof(long)")])
        .writes(&[bytes("result", CALENDAR)]).fails("0", &["EOVERFLOW"]),
    Contract::of("void *localtime(const long *time)").reads(&[bytes("time", "sizeof(long)")]).fails("0", &["EOVERFLOW"])
        .assumes("the process has one time zone (A7)"),
    Contract::of("void *localtime_r(const long *time, void *result)").reads(&[bytes("time", "sizeof(long)")])
        .writes(&[bytes("result", CALENDAR)]).fails("0", &["EOVERFLOW"]).assumes("the process has one time zone (A7)"),
];
