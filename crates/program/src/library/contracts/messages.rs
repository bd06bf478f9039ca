//! Errors and messages: errno.h, err.h, error.h, syslog.h, locale.h.
//!
//! Messages go to streams that nobody looks at, and whether they arrive is not seen. Arguments after a format are read
//! as the format says.

use crate::library::contract::{Contract, text};

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    Contract::of("int *__errno_location(void)"),

    Contract::of("void err(int status, const char *format, ...)").reads(&[text("format")]).nothing(),
    Contract::of("void errx(int status, const char *format, ...)").reads(&[text("format")]).nothing(),
    Contract::of("void verr(int status, const char *format, __builtin_va_list list)").reads(&[text("format")]).nothing(),
    Contract::of("void verrx(int status, const char *format, __builtin_va_list list)").reads(&[text("format")]).nothing(),
    Contract::of("void warn(const char *format, ...)").reads(&[text("format")]).nothing(),
    Contract::of("void warnx(const char *format, ...)").reads(&[text("format")]).nothing(),
    Contract::of("void vwarn(const char *format, __builtin_va_list list)").reads(&[text("format")]).nothing(),
    Contract::of("void vwarnx(const char *format, __builtin_va_list list)").reads(&[text("format")]).nothing(),
    Contract::of("void error(int status, int number, const char *format, ...)").reads(&[text("format")]).nothing(),
    Contract::of("void syslog(int priority, const char *format, ...)").reads(&[text("format")]).nothing(),
    Contract::of("void vsyslog(int priority, const char *format, __builtin_va_list list)").reads(&[text("format")]).nothing(),

    Contract::of("char *setlocale(int category, const char *name)").reads(&[text("name")])
        .fails("0", &["EACCES", "EINVAL", "ENOENT", "ENOMEM"]).assumes("the locale of the environment is C, or there is none"),
];
