//! Errors and messages: errno.h, err.h, error.h, syslog.h, locale.h.
//!
//! Messages go to streams that nobody looks at, and whether they arrive is not seen. Arguments after a format are read
//! as the format says.

use crate::library::contract::{Contract, text};

/// What output that fails leaves in `errno`.
const OUTPUT: &[&str] = &["EAGAIN", "EBADF", "EDQUOT", "EFBIG", "EIO", "ENOSPC", "EPIPE"];
/// What the way to the logger leaves in `errno`.
const LOGGER: &[&str] = &["EACCES", "ECONNREFUSED", "EMFILE", "ENFILE", "ENOBUFS", "ENOENT", "ENOMEM"];

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    Contract::of("int *__errno_location(void)"),

    Contract::of("void err(int status, const char *format, ...)").reads(&[text("format")]).nothing(),
    Contract::of("void errx(int status, const char *format, ...)").reads(&[text("format")]).nothing(),
    Contract::of("void verr(int status, const char *format, __builtin_va_list list)").reads(&[text("format")]).nothing(),
    Contract::of("void verrx(int status, const char *format, __builtin_va_list list)").reads(&[text("format")]).nothing(),
    Contract::of("void warn(const char *format, ...)").reads(&[text("format")]).nothing().leaves(OUTPUT),
    Contract::of("void warnx(const char *format, ...)").reads(&[text("format")]).nothing().leaves(OUTPUT),
    Contract::of("void vwarn(const char *format, __builtin_va_list list)").reads(&[text("format")]).nothing().leaves(OUTPUT),
    Contract::of("void vwarnx(const char *format, __builtin_va_list list)").reads(&[text("format")]).nothing().leaves(OUTPUT),
    Contract::of("void error(int status, int number, const char *format, ...)").reads(&[text("format")]).nothing().leaves(OUTPUT),
    Contract::of("void syslog(int priority, const char *format, ...)").reads(&[text("format")]).nothing().leaves(LOGGER),
    Contract::of("void vsyslog(int priority, const char *format, __builtin_va_list list)").reads(&[text("format")]).nothing().leaves(LOGGER),

    Contract::of("char *setlocale(int category, const char *name)").reads(&[text("name")])
        .fails("0", &["EACCES", "EINVAL", "ENOENT", "ENOMEM"]).assumes("the locale of the environment is C, or there is none"),
];
