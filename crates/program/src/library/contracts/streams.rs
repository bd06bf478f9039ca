//! Streams: stdio.h.
//!
//! What a file contains is not known: every read gives any character, the end, or an error. A stream remembers its end,
//! its errors and one character that was pushed back. It has a lock of its own, so that the stream is no region here;
//! only the functions that end in `_unlocked` race with each other on it.
//!
//! The end of the input is no failure: it is shown by the same result, and `errno` stays as it is.

use crate::library::contract::{Contract, bytes, text};

/// What may be wrong with a file that is opened.
#[rustfmt::skip]
const OPEN: &[&str] = &[
    "EACCES", "EBUSY", "EDQUOT", "EEXIST", "EFBIG", "EINVAL", "EIO", "EISDIR", "ELOOP", "EMFILE", "ENAMETOOLONG", "ENFILE",
    "ENODEV", "ENOENT", "ENOMEM", "ENOSPC", "ENOTDIR", "ENXIO", "EOPNOTSUPP", "EOVERFLOW", "EPERM", "EROFS", "ETXTBSY",
];
/// What may happen when a stream reads or writes; its indicator for errors is set.
#[rustfmt::skip]
const STREAM: &[&str] = &[
    "EAGAIN", "EBADF", "ECONNRESET", "EDQUOT", "EFBIG", "EIO", "EISDIR", "ENOMEM", "ENOSPC", "ENXIO", "EOVERFLOW", "EPIPE",
];
/// What may happen to output.
const OUTPUT: &[&str] = &["EAGAIN", "EBADF", "EDQUOT", "EFBIG", "EIO", "ENOSPC", "EPIPE"];
/// What making a buffer for a stream that is not open leaves in `errno`; output is kept there until it is full.
const BUFFER: &[&str] = &["EBADF"];
/// What may happen when a stream moves to another position, after writing what it has kept.
const SEEK: &[&str] = &["EAGAIN", "EBADF", "EFBIG", "EINVAL", "EIO", "ENOSPC", "ENXIO", "EOVERFLOW", "EPIPE", "ESPIPE"];

/// What may happen when a line is read into memory that grows.
#[rustfmt::skip]
const GET_LINE: &[&str] = &[
    "EAGAIN", "EBADF", "ECONNRESET", "EDQUOT", "EFBIG", "EINVAL", "EIO", "EISDIR", "ENOMEM", "ENOSPC", "ENXIO", "EOVERFLOW",
    "EPIPE",
];

#[rustfmt::skip]
pub(super) const CONTRACTS: &[Contract] = &[
    Contract::of("void *fopen(const char *path, const char *mode)").reads(&[text("path"), text("mode")]).fails("0", OPEN),
    Contract::of("void *fopen64(const char *path, const char *mode)").reads(&[text("path"), text("mode")]).fails("0", OPEN),
    Contract::of("void *fdopen(int fd, const char *mode)").reads(&[text("mode")]).fails("0", &["EBADF", "EINVAL", "ENOMEM"]),
    Contract::of("void *tmpfile(void)")
        .fails("0", &["EACCES", "EEXIST", "EMFILE", "ENFILE", "ENOMEM", "ENOSPC", "EROFS"]),
    Contract::of("int fclose(void *stream)").fails("-1", OUTPUT),
    Contract::of("int fflush(void *stream)").fails("-1", STREAM).leaves(&["ESPIPE"]),
    Contract::of("int fileno(void *stream)"),
    Contract::of("int feof(void *stream)"),
    Contract::of("int feof_unlocked(void *stream)"),
    Contract::of("int ferror(void *stream)"),
    Contract::of("int ferror_unlocked(void *stream)"),
    Contract::of("void clearerr(void *stream)").nothing(),
    Contract::of("void clearerr_unlocked(void *stream)").nothing(),
    Contract::of("int fflush_unlocked(void *stream)").fails("-1", STREAM),
    Contract::of("int fileno_unlocked(void *stream)").fails("-1", &["EBADF"]),
    // The lock belongs to the stream; a thread may take it several times.
    Contract::of("void flockfile(void *stream)").nothing(),
    Contract::of("int ftrylockfile(void *stream)"),
    Contract::of("void funlockfile(void *stream)").nothing(),
    // Streams in memory.
    Contract::of("void *fmemopen(void *data, unsigned long size, const char *mode)").reads(&[text("mode")])
        .fails("0", &["EINVAL", "ENOMEM"]),
    Contract::of("void *open_memstream(char **where, unsigned long *size)")
        .writes(&[bytes("where", "sizeof(char *)"), bytes("size", "sizeof(long)")]).fails("0", &["EINVAL", "ENOMEM"]),
    Contract::of("void *freopen(const char *path, const char *mode, void *stream)").reads(&[text("path"), text("mode")]).fails("0", OPEN),
    Contract::of("void *popen(const char *command, const char *mode)").reads(&[text("command"), text("mode")])
        .fails("0", &["EAGAIN", "EINVAL", "EMFILE", "ENFILE", "ENOMEM"]),
    Contract::of("int pclose(void *stream)").fails("-1", &["ECHILD"]),

    Contract::of("int fgetc(void *stream)").fails("-1", STREAM),
    Contract::of("int fgetc_unlocked(void *stream)").fails("-1", STREAM),
    Contract::of("int getc(void *stream)").fails("-1", STREAM),
    Contract::of("int getc_unlocked(void *stream)").fails("-1", STREAM),
    Contract::of("int getchar(void)").fails("-1", STREAM),
    Contract::of("int getchar_unlocked(void)").fails("-1", STREAM),
    Contract::of("int ungetc(int character, void *stream)").assumes("one character is pushed back at a time"),
    Contract::of("char *fgets(char *line, int size, void *stream)").writes(&[bytes("line", "size")]).fails("0", STREAM),
    Contract::of("unsigned long fread(void *data, unsigned long size, unsigned long count, void *stream)")
        .writes(&[bytes("data", "size * count")]).fails("0", STREAM),
    Contract::of("char *fgets_unlocked(char *line, int size, void *stream)").writes(&[bytes("line", "size")]).fails("0", STREAM),
    Contract::of("unsigned long fread_unlocked(void *data, unsigned long size, unsigned long count, void *stream)")
        .writes(&[bytes("data", "size * count")]).fails("0", STREAM),
    Contract::of("long getline(char **line, unsigned long *size, void *stream)")
        .reads(&[bytes("line", "sizeof(char *)"), bytes("size", "sizeof(unsigned long)")])
        .writes(&[bytes("line", "sizeof(char *)"), bytes("size", "sizeof(unsigned long)")]).fails("-1", GET_LINE),
    Contract::of("long getdelim(char **line, unsigned long *size, int delimiter, void *stream)")
        .reads(&[bytes("line", "sizeof(char *)"), bytes("size", "sizeof(unsigned long)")])
        .writes(&[bytes("line", "sizeof(char *)"), bytes("size", "sizeof(unsigned long)")]).fails("-1", GET_LINE),

    Contract::of("int fputc(int character, void *stream)").fails("-1", STREAM).leaves(BUFFER),
    Contract::of("int fputc_unlocked(int character, void *stream)").fails("-1", STREAM).leaves(BUFFER),
    Contract::of("int putc(int character, void *stream)").fails("-1", STREAM).leaves(BUFFER),
    Contract::of("int putc_unlocked(int character, void *stream)").fails("-1", STREAM).leaves(BUFFER),
    Contract::of("int putchar(int character)").fails("-1", OUTPUT).leaves(BUFFER),
    Contract::of("int putchar_unlocked(int character)").fails("-1", OUTPUT).leaves(BUFFER),
    Contract::of("int puts(const char *text)").reads(&[text("text")]).fails("-1", OUTPUT).leaves(BUFFER),
    Contract::of("int fputs(const char *text, void *stream)").reads(&[text("text")]).fails("-1", STREAM).leaves(BUFFER),
    Contract::of("int fputs_unlocked(const char *text, void *stream)").reads(&[text("text")]).fails("-1", STREAM).leaves(BUFFER),
    Contract::of("unsigned long fwrite(const void *data, unsigned long size, unsigned long count, void *stream)")
        .reads(&[bytes("data", "size * count")]).fails("0", STREAM).leaves(BUFFER),
    Contract::of("unsigned long fwrite_unlocked(const void *data, unsigned long size, unsigned long count, void *stream)")
        .reads(&[bytes("data", "size * count")]).fails("0", STREAM).leaves(BUFFER),
    Contract::of("void perror(const char *text)").reads(&[text("text")]).nothing()
        .leaves(&["EAGAIN", "EBADF", "EDQUOT", "EFBIG", "EIO", "EMFILE", "ENOMEM", "ENOSPC", "EPIPE"]),

    Contract::of("int fseek(void *stream, long offset, int whence)").fails("-1", SEEK).leaves(&["EAGAIN", "EIO", "EISDIR"]),
    Contract::of("int fseeko(void *stream, long offset, int whence)").fails("-1", SEEK).leaves(&["EAGAIN", "EIO", "EISDIR"]),
    Contract::of("long ftell(void *stream)").fails("-1", &["EBADF", "EOVERFLOW", "ESPIPE"]),
    Contract::of("long ftello(void *stream)").fails("-1", &["EBADF", "EOVERFLOW", "ESPIPE"]),
    Contract::of("int fgetpos(void *stream, void *position)").writes(&[bytes("position", "16")]).fails("-1", &["EBADF", "EOVERFLOW", "ESPIPE"]),
    Contract::of("int fsetpos(void *stream, const void *position)").reads(&[bytes("position", "16")]).fails("-1", SEEK),
    Contract::of("void rewind(void *stream)").nothing().fails("", SEEK),
    Contract::of("int setvbuf(void *stream, char *buffer, int mode, unsigned long size)"),
    Contract::of("void setbuf(void *stream, char *buffer)").nothing(),
    Contract::of("void setlinebuf(void *stream)").nothing(),
];
