//! Formatted output and input: the printf and scanf families of stdio.h.
//!
//! The rows name what is always touched: the text of the format, and the buffer or the text that is printed to or read
//! from. The arguments after the format are read or written as the format says: the text of `%s`, the number behind
//! `%n`, and whatever a conversion of input stores. Formatted text is computed exactly; what a stream gives is any input.
//!
//! A failure of `snprintf` and its like needs a result that no `int` holds, and is not among the rows.

use crate::library::contract::{Contract, bytes, text};

/// What may happen to output.
const OUTPUT: &[&str] = &["EAGAIN", "EBADF", "EDQUOT", "EFBIG", "EIO", "ENOSPC", "EPIPE"];
/// What making a buffer for a stream that is not open leaves in `errno`; output is kept there until it is full.
const BUFFER: &[&str] = &["EBADF"];
/// What a number that its type cannot hold leaves in `errno`; the nearest there is is stored.
const RANGE: &[&str] = &["ERANGE"];
/// What may happen when a stream reads or writes; its indicator for errors is set.
#[rustfmt::skip]
const STREAM: &[&str] = &[
    "EAGAIN", "EBADF", "ECONNRESET", "EDQUOT", "EFBIG", "EIO", "EISDIR", "ENOMEM", "ENOSPC", "ENXIO", "EOVERFLOW", "EPIPE",
];

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    Contract::of("int printf(const char *format, ...)").reads(&[text("format")]).fails("-1", OUTPUT).leaves(BUFFER),
    Contract::of("int fprintf(void *stream, const char *format, ...)").reads(&[text("format")]).fails("-1", OUTPUT).leaves(BUFFER),
    Contract::of("int dprintf(int fd, const char *format, ...)").reads(&[text("format")]).fails("-1", OUTPUT),
    Contract::of("int sprintf(char *to, const char *format, ...)").reads(&[text("format")]).writes(&[text("to")]),
    Contract::of("int snprintf(char *to, unsigned long size, const char *format, ...)").reads(&[text("format")])
        .writes(&[bytes("to", "size")]),
    Contract::of("int asprintf(char **result, const char *format, ...)").reads(&[text("format")])
        .writes(&[bytes("result", "sizeof(char *)")]).fails("-1", &["ENOMEM"]),
    Contract::of("int vprintf(const char *format, __builtin_va_list list)").reads(&[text("format")]).fails("-1", OUTPUT).leaves(BUFFER),
    Contract::of("int vfprintf(void *stream, const char *format, __builtin_va_list list)").reads(&[text("format")])
        .fails("-1", STREAM).leaves(BUFFER),
    Contract::of("int vdprintf(int fd, const char *format, __builtin_va_list list)").reads(&[text("format")])
        .fails("-1", OUTPUT),
    Contract::of("int vsprintf(char *to, const char *format, __builtin_va_list list)").reads(&[text("format")])
        .writes(&[text("to")]),
    Contract::of("int vsnprintf(char *to, unsigned long size, const char *format, __builtin_va_list list)")
        .reads(&[text("format")]).writes(&[bytes("to", "size")]),
    Contract::of("int vasprintf(char **result, const char *format, __builtin_va_list list)").reads(&[text("format")])
        .writes(&[bytes("result", "sizeof(char *)")]).fails("-1", &["ENOMEM"]),

    Contract::of("int scanf(const char *format, ...)").reads(&[text("format")]).fails("-1", STREAM).leaves(RANGE),
    Contract::of("int fscanf(void *stream, const char *format, ...)").reads(&[text("format")]).fails("-1", STREAM).leaves(RANGE),
    Contract::of("int sscanf(const char *from, const char *format, ...)").reads(&[text("from"), text("format")]).leaves(RANGE),
    Contract::of("int vscanf(const char *format, __builtin_va_list list)").reads(&[text("format")]).fails("-1", STREAM).leaves(RANGE),
    Contract::of("int vfscanf(void *stream, const char *format, __builtin_va_list list)").reads(&[text("format")])
        .fails("-1", STREAM).leaves(RANGE),
    Contract::of("int vsscanf(const char *from, const char *format, __builtin_va_list list)")
        .reads(&[text("from"), text("format")]).leaves(RANGE),
    Contract::of("int __isoc99_scanf(const char *format, ...)").reads(&[text("format")]).fails("-1", STREAM).leaves(RANGE),
    Contract::of("int __isoc99_fscanf(void *stream, const char *format, ...)").reads(&[text("format")]).fails("-1", STREAM).leaves(RANGE),
    Contract::of("int __isoc99_sscanf(const char *from, const char *format, ...)").reads(&[text("from"), text("format")]).leaves(RANGE),
    Contract::of("int __isoc99_vscanf(const char *format, __builtin_va_list list)").reads(&[text("format")])
        .fails("-1", STREAM).leaves(RANGE),
    Contract::of("int __isoc99_vfscanf(void *stream, const char *format, __builtin_va_list list)").reads(&[text("format")])
        .fails("-1", STREAM).leaves(RANGE),
    Contract::of("int __isoc99_vsscanf(const char *from, const char *format, __builtin_va_list list)")
        .reads(&[text("from"), text("format")]).leaves(RANGE),
    Contract::of("int __isoc23_scanf(const char *format, ...)").reads(&[text("format")]).fails("-1", STREAM).leaves(RANGE),
    Contract::of("int __isoc23_fscanf(void *stream, const char *format, ...)").reads(&[text("format")]).fails("-1", STREAM).leaves(RANGE),
    Contract::of("int __isoc23_sscanf(const char *from, const char *format, ...)").reads(&[text("from"), text("format")]).leaves(RANGE),
    Contract::of("int __isoc23_vscanf(const char *format, __builtin_va_list list)").reads(&[text("format")])
        .fails("-1", STREAM).leaves(RANGE),
    Contract::of("int __isoc23_vfscanf(void *stream, const char *format, __builtin_va_list list)").reads(&[text("format")])
        .fails("-1", STREAM).leaves(RANGE),
    Contract::of("int __isoc23_vsscanf(const char *from, const char *format, __builtin_va_list list)")
        .reads(&[text("from"), text("format")]).leaves(RANGE),
];
