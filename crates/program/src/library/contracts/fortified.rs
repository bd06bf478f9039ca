//! Formatted output if `_FORTIFY_SOURCE` is defined: names that end in `_chk`.
//!
//! They get the size of the buffer that they print to (`room`). A program that prints more ends there in the C library;
//! here it does what the function without the check does, an invalid access.

use crate::library::contract::{Contract, bytes, text};

/// What may happen to output.
const OUTPUT: &[&str] = &["EAGAIN", "EBADF", "EDQUOT", "EFBIG", "EIO", "ENOSPC", "EPIPE"];
/// What making a buffer for a stream that is not open leaves in `errno`; output is kept there until it is full.
const BUFFER: &[&str] = &["EBADF"];
/// What may happen when a stream writes; its indicator for errors is set.
#[rustfmt::skip]
const STREAM: &[&str] = &[
    "EAGAIN", "EBADF", "ECONNRESET", "EDQUOT", "EFBIG", "EIO", "EISDIR", "ENOMEM", "ENOSPC", "ENXIO", "EOVERFLOW", "EPIPE",
];

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    Contract::of("int __printf_chk(int flag, const char *format, ...)").reads(&[text("format")]).fails("-1", OUTPUT).leaves(BUFFER),
    Contract::of("int __fprintf_chk(void *stream, int flag, const char *format, ...)").reads(&[text("format")])
        .fails("-1", OUTPUT).leaves(BUFFER),
    Contract::of("int __dprintf_chk(int fd, int flag, const char *format, ...)").reads(&[text("format")]).fails("-1", OUTPUT),
    Contract::of("int __sprintf_chk(char *to, int flag, unsigned long room, const char *format, ...)")
        .reads(&[text("format")]).writes(&[text("to")]),
    Contract::of("int __snprintf_chk(char *to, unsigned long size, int flag, unsigned long room, const char *format, ...)")
        .reads(&[text("format")]).writes(&[bytes("to", "size")]),
    Contract::of("int __asprintf_chk(char **result, int flag, const char *format, ...)").reads(&[text("format")])
        .writes(&[bytes("result", "sizeof(char *)")]).fails("-1", &["ENOMEM"]),
    Contract::of("int __vprintf_chk(int flag, const char *format, __builtin_va_list list)").reads(&[text("format")])
        .fails("-1", OUTPUT).leaves(BUFFER),
    Contract::of("int __vfprintf_chk(void *stream, int flag, const char *format, __builtin_va_list list)")
        .reads(&[text("format")]).fails("-1", STREAM).leaves(BUFFER),
    Contract::of("int __vsprintf_chk(char *to, int flag, unsigned long room, const char *format, __builtin_va_list list)")
        .reads(&[text("format")]).writes(&[text("to")]),
    Contract::of("int __vsnprintf_chk(char *to, unsigned long size, int flag, unsigned long room, const char *format, \
            __builtin_va_list list)")
        .reads(&[text("format")]).writes(&[bytes("to", "size")]),
    Contract::of("int __vasprintf_chk(char **result, int flag, const char *format, __builtin_va_list list)")
        .reads(&[text("format")]).writes(&[bytes("result", "sizeof(char *)")]).fails("-1", &["ENOMEM"]),
];
