//! Time: time.h and sys/time.h.
//!
//! A clock shows any time; what is known of two readings is kept when a counterexample is replayed (docs/soundness.md, A7). The bytes of
//! `struct tm` are counted with what glibc has behind the standard's nine numbers.

use crate::library::contract::{Contract, bytes, text};

const PAIR: &str = "2 * sizeof(long)";
const CALENDAR: &str = "sizeof(long) == 8 ? 56 : 44";
/// What reading the time zone may leave in `errno`; the date is told all the same.
const ZONE: &[&str] = &["EACCES", "EMFILE", "ENFILE", "ENOENT", "ENOMEM"];
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
    Contract::of("void *gmtime(const long *time)").reads(&[bytes("time", "sizeof(long)")]).fails("0", &["EOVERFLOW"]).leaves(ZONE),
    Contract::of("void *gmtime_r(const long *time, void *result)").reads(&[bytes("time", "sizeof(long)")])
        .writes(&[bytes("result", CALENDAR)]).fails("0", &["EOVERFLOW"]).leaves(ZONE),
    Contract::of("void *localtime(const long *time)").reads(&[bytes("time", "sizeof(long)")]).fails("0", &["EOVERFLOW"]).leaves(ZONE)
        .assumes("the process has one time zone (A7)"),
    Contract::of("void *localtime_r(const long *time, void *result)").reads(&[bytes("time", "sizeof(long)")])
        .writes(&[bytes("result", CALENDAR)]).fails("0", &["EOVERFLOW"]).leaves(ZONE).assumes("the process has one time zone (A7)"),
    Contract::of("long timegm(void *date)").reads(&[bytes("date", "6 * sizeof(int)")]).writes(&[bytes("date", CALENDAR)])
        .fails("-1", &["EOVERFLOW"]).leaves(ZONE),
    Contract::of("long mktime(void *date)").reads(&[bytes("date", "6 * sizeof(int)")]).writes(&[bytes("date", CALENDAR)])
        .fails("-1", &["EOVERFLOW"]).leaves(ZONE).assumes("the process has one time zone (A7)"),
    Contract::of("long timelocal(void *date)").reads(&[bytes("date", "6 * sizeof(int)")]).writes(&[bytes("date", CALENDAR)])
        .fails("-1", &["EOVERFLOW"]).leaves(ZONE).assumes("the process has one time zone (A7)"),
    Contract::of("void tzset(void)").nothing().leaves(ZONE),
    // Which fields are read, and how much is written, depends on the format.
    Contract::of("unsigned long strftime(char *text, unsigned long room, const char *format, const void *date)").reads(&[text("format")]).leaves(ZONE),
    // `asctime` and `ctime` write one object that both share. A year with four digits makes 26 bytes.
    Contract::of("char *asctime(const void *date)").reads(&[bytes("date", "7 * sizeof(int)")]).fails("0", &["EOVERFLOW"]),
    Contract::of("char *asctime_r(const void *date, char *text)").reads(&[bytes("date", "7 * sizeof(int)")])
        .writes(&[bytes("text", "26")]).fails("0", &["EOVERFLOW"]),
    Contract::of("char *ctime(const long *time)").reads(&[bytes("time", "sizeof(long)")]).fails("0", &["EINVAL", "EOVERFLOW"])
        .leaves(ZONE).assumes("the process has one time zone (A7)"),
    Contract::of("char *ctime_r(const long *time, char *text)").reads(&[bytes("time", "sizeof(long)")])
        .writes(&[bytes("text", "26")]).fails("0", &["EINVAL", "EOVERFLOW"]).leaves(ZONE).assumes("the process has one time zone (A7)"),
    Contract::of("long times(void *result)").writes(&[bytes("result", "4 * sizeof(long)")]),
    Contract::of("int getrusage(int who, void *result)").writes(&[bytes("result", "18 * sizeof(long)")]).fails("-1", &["EINVAL"]),
];
