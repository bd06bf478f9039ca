// Streams of stdio.h. What a file contains is not known: each read gives any character, the end, or an error. Only a temporary
// file, which nobody else can open, gives back what was written to it. A stream keeps its indicators for the end and for
// errors, and one character that was pushed back. Its first bytes:
//     _Atomic int end, error, pushed (a character and 1 more, 0, or below: one that did not match a format, see `scan.c`), number of the
//         descriptor, direction (1 only for reading, 2 only for writing, 3 for reading and 4 for writing memory);
//     int that functions without a lock write;
//     _Atomic int what else is known: 1 the position, 2 the contents; 4 there is output that may not have arrived, 8 output
//         that may have failed while nobody looked, 16 output goes to the end, 32 output over what was there before, 64 the contents are not known
//         though nobody else has them, 128 it was made from a descriptor, 256 moving it has failed before all output arrived; and what the file is (see `files.rs`), 0 if not known;
//     from byte 32 who has locked it and how often (`flockfile`), a mutex;
//     from byte 96 what a stream in memory is, or _Atomic long position, size of the contents, size that has arrived, and from byte 128 up to
//         64 bytes of contents
// Standard streams have zeros in all of it but the lock. Output whose result the program drops may fail unseen; only `ferror` and `fclose` can tell.

//@ __raddle_stream_fails
// Output fails. Always -1; where the stream is then, and what its file contains, is not known.
int __raddle_one_of(int, ...);
int __raddle_is_standard_stream(const void *);
int *__errno_location(void);

int __raddle_stream_fails(void *stream)
{
    _Atomic int *indicators = stream;
    int known = __raddle_is_standard_stream(stream) ? 128 : indicators[6];
    indicators[1] = 1;
    if (known & 128)
        *__errno_location() = __raddle_one_of(EAGAIN, EBADF, ECONNRESET, EDQUOT, EFBIG, EIO, EISDIR, ENOMEM, ENOSPC, ENXIO,
                                              EOVERFLOW, EPIPE);
    else
        *__errno_location() = __raddle_one_of(EDQUOT, EFBIG, EIO, ENOMEM, ENOSPC, ENXIO, EPIPE);
    if (known & 3)
        indicators[6] = known & 2 ? known & ~3 | 64 : known & ~1;
    return -1;
}

//@ __raddle_reading_fails
// Input fails. Always -1.
int __raddle_one_of(int, ...);
int __raddle_is_standard_stream(const void *);
int *__errno_location(void);

int __raddle_reading_fails(void *stream)
{
    _Atomic int *indicators = stream;
    indicators[1] = 1;
    if (__raddle_is_standard_stream(stream) || indicators[6] & 128)
        *__errno_location() = __raddle_one_of(EAGAIN, EBADF, ECONNRESET, EIO, EISDIR, ENOMEM, ENXIO, EOVERFLOW, ETIMEDOUT);
    else
        *__errno_location() = __raddle_one_of(EIO, ENOMEM, ENXIO, EOVERFLOW);
    return -1;
}

//@ __raddle_output_fails
// Always -1.
int __raddle_one_of(int, ...);
int *__errno_location(void);

int __raddle_output_fails(void)
{
    *__errno_location() = __raddle_one_of(EAGAIN, EBADF, EDQUOT, EFBIG, EIO, ENOSPC, EPIPE);
    return -1;
}

//@ __raddle_errno_of_output
// Making the buffer of a stream asks for the status of its file, which may not be open.
_Bool __raddle_nondet_bool(void);
int *__errno_location(void);

void __raddle_errno_of_output(void)
{
    if (__raddle_nondet_bool())
        *__errno_location() = EBADF;
}

//@ __raddle_errno_of_dropped_output
_Bool __raddle_nondet_bool(void);
int __raddle_output_fails(void);

void __raddle_errno_of_dropped_output(void)
{
    if (__raddle_nondet_bool())
        __raddle_output_fails();
}

//@ __raddle_stream_direction
int __raddle_is_standard_stream(const void *);

int __raddle_stream_direction(const void *stream)
{
    int standard = __raddle_is_standard_stream(stream);
    return standard ? 1 + (standard > 1) : ((_Atomic int *)stream)[4];
}

//@ __raddle_refuses
// Whether a stream has the direction in which it cannot be used; then it fails.
int __raddle_stream_direction(const void *);
int *__errno_location(void);

int __raddle_refuses(void *stream, int direction)
{
    int own = __raddle_stream_direction(stream);
    if ((own > 2 ? own - 2 : own) != direction)
        return 0;
    ((_Atomic int *)stream)[1] = 1;
    *__errno_location() = EBADF;
    return 1;
}

//@ __raddle_stream_refuses
// The same, for input and output with formats, after which neither position nor contents are known. (Direction 1: the stream is written.)
int __raddle_refuses(void *, int);
int __raddle_is_standard_stream(const void *);
void __raddle_inexact(const char *);

int __raddle_stream_refuses(void *stream, int direction)
{
    _Atomic int *indicators = stream;
    int known;
    if (__raddle_refuses(stream, direction))
        return 1;
    if (__raddle_is_standard_stream(stream))
        return 0;
    known = indicators[6];
    if (direction == 2 && known & 66)
        __raddle_inexact("what a format finds in a temporary file");
    if (known & 2)
        known = known & ~2 | 64;
    indicators[6] = direction == 1 ? known & ~1 | 12 : known & ~1;
    return 0;
}

//@ __raddle_put
// So many bytes were written, if they arrive.
int __raddle_is_standard_stream(const void *);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

void __raddle_put(void *stream, const char *data, unsigned long count, int unseen)
{
    _Atomic int *indicators = stream;
    _Atomic long *numbers = (_Atomic long *)((char *)stream + 96);
    _Atomic unsigned char *contents = (_Atomic unsigned char *)stream + 128;
    unsigned long i;
    int known;
    if (count == 0 || __raddle_is_standard_stream(stream))
        return;
    __VERIFIER_atomic_begin();
    known = indicators[6] | (unseen ? 12 : 4);
    if (known & 16)
        known &= ~1;
    if (known & 2 && (known & 256 || count > 64 || numbers[0] > (long)(64 - count)))
        known = known & ~2 | 64;
    if (known & 2) {
        long position = numbers[0];
        long size = numbers[1];
        if (position < size)
            known |= 32;
        for (; size < position; size++)
            contents[size] = 0;
        for (i = 0; i < count; i++)
            contents[position++] = (unsigned char)data[i];
        numbers[1] = position > size ? position : size;
    }
    if (known & 1)
        numbers[0] += (long)count;
    indicators[6] = known;
    __VERIFIER_atomic_end();
}

//@ __raddle_new_stream
void *malloc(unsigned long);

void *__raddle_new_stream(int fd, int direction)
{
    _Atomic int *stream = malloc(216);
    if (stream) {
        int i;
        for (i = 0; i < 32; i++)
            if (i != 5)
                stream[i] = 0;
        stream[3] = fd;
        stream[4] = direction;
        stream[6] = 128;
    }
    return (void *)stream;
}

//@ __raddle_is_standard_stream
// 1 for stdin, 2 for stdout, 3 for stderr, 0 for others.
void *__raddle_stdin(void);
void *__raddle_stdout(void);
void *__raddle_stderr(void);

int __raddle_is_standard_stream(const void *stream)
{
    return stream == __raddle_stdin() ? 1 : stream == __raddle_stdout() ? 2 : stream == __raddle_stderr() ? 3 : 0;
}

//@ fopen
int __raddle_open(const char *, int);
int __raddle_nature(int);
long __raddle_long_between(long, long);
void *__raddle_new_stream(int, int);
void __raddle_read_text(const char *);
int *__errno_location(void);

void *fopen(const char *path, const char *mode)
{
    int flags = mode[0] == 'r' ? 0 : mode[0] == 'w' ? 01101 : 02101;
    int fd;
    int i;
    _Atomic int *stream;
    __raddle_read_text(path);
    __raddle_read_text(mode);
    if (mode[0] != 'r' && mode[0] != 'w' && mode[0] != 'a') {
        *__errno_location() = EINVAL;
        return 0;
    }
    for (i = 1; i < 7 && mode[i] && mode[i] != ','; i++)
        if (mode[i] == '+')
            flags = flags & ~3 | 2;
        else if (mode[i] == 'x')
            flags |= 0200;
    fd = __raddle_open(path, flags);
    if (fd < 0)
        return 0;
    stream = __raddle_new_stream(fd, flags & 2 ? 0 : flags & 1 ? 2 : 1);
    if (stream) {
        stream[7] = __raddle_nature(fd);
        stream[6] = mode[0] != 'a' ? 1 : flags & 2 ? 16 : 17;
        // A stream that only appends begins at the end.
        if (mode[0] == 'a')
            *(_Atomic long *)((char *)stream + 96) = __raddle_long_between(0, (long)((unsigned long)-1 >> 1));
    }
    return (void *)stream;
}

//@ fopen64
void *fopen(const char *, const char *);

void *fopen64(const char *path, const char *mode)
{
    return fopen(path, mode);
}

//@ tmpfile
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_new_descriptor(int);
void __raddle_opened(int, int);
void *__raddle_new_stream(int, int);
int *__errno_location(void);

void *tmpfile(void)
{
    int fd;
    _Atomic int *stream;
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EACCES, EEXIST, EMFILE, ENFILE, ENOMEM, ENOSPC, EROFS);
        return 0;
    }
    fd = __raddle_new_descriptor(3);
    __raddle_opened(fd, 1);
    stream = __raddle_new_stream(fd, 0);
    if (stream) {
        stream[6] = 3;
        stream[7] = 1;
    }
    return (void *)stream;
}

//@ fdopen
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
int __raddle_nature(int);
void *__raddle_new_stream(int, int);
void __raddle_read_text(const char *);
void __raddle_inexact(const char *);
int *__errno_location(void);

void *fdopen(int fd, const char *mode)
{
    int kind = __raddle_descriptor(fd);
    int plus;
    _Atomic int *stream;
    __raddle_read_text(mode);
    if (mode[0] != 'r' && mode[0] != 'w' && mode[0] != 'a') {
        *__errno_location() = EINVAL;
        return 0;
    }
    plus = mode[1] == '+' || mode[1] && mode[2] == '+';
    if ((kind == 1 || kind == 4) && (mode[0] != 'r' || plus) || (kind == 2 || kind == 5) && (mode[0] == 'r' || plus)) {
        *__errno_location() = EINVAL;
        return 0;
    }
    if (kind == 0 || __raddle_nondet_bool()) {
        *__errno_location() = kind == 0 ? EBADF : kind == 7 ? __raddle_one_of(EBADF, EINVAL, ENOMEM) : ENOMEM;
        return 0;
    }
    if (kind >= 4 && kind <= 6)
        __raddle_inexact("what goes through a pipe with a stream");
    stream = __raddle_new_stream(fd, plus ? 0 : mode[0] == 'r' ? 1 : 2);
    if (stream)
        stream[7] = __raddle_nature(fd);
    return (void *)stream;
}

//@ fclose
_Bool __raddle_nondet_bool(void);
int __raddle_output_fails(void);
int __raddle_one_of(int, ...);
int __raddle_forget_descriptor(int);
int __raddle_is_standard_stream(const void *);
int __raddle_memory_flush(void *);
void free(void *);
int *__errno_location(void);

int fclose(void *stream)
{
    int pending = 1;
    if (!__raddle_is_standard_stream(stream)) {
        int known = ((_Atomic int *)stream)[6];
        int kind;
        if (((int *)stream)[4] > 2) {
            __raddle_memory_flush(stream);
            free(stream);
            return 0;
        }
        kind = __raddle_forget_descriptor(((_Atomic int *)stream)[3]);
        pending = known & 132;
        free(stream);
        if (kind == 0) {
            *__errno_location() = EBADF;
            return -1;
        }
    }
    if (!__raddle_nondet_bool())
        return 0;
    if (pending)
        return __raddle_output_fails();
    // Only files on a network or with a quota fail when they are closed.
    *__errno_location() = __raddle_one_of(EIO, ENOSPC, EDQUOT);
    return -1;
}

//@ fflush __raddle_quiet_fflush
// A stream for reading is set to where the program is in its file, which does not matter to pipes.
int __raddle_memory_flush(void *);
_Bool __raddle_nondet_bool(void);
int __raddle_stream_fails(void *);
int __raddle_stream_direction(const void *);
int __raddle_is_standard_stream(const void *);
int __raddle_one_of(int, ...);
int *__errno_location(void);
void __raddle_errno_of_dropped_output(void);

static void finds_no_position(void *stream)
{
    _Atomic int *indicators = stream;
    if (!stream || __raddle_stream_direction(stream) == 2)
        return;
    if (!__raddle_is_standard_stream(stream) && indicators[7] && indicators[7] != 4 && indicators[7] != 5 && indicators[7] != 7)
        return;
    if (__raddle_nondet_bool())
        *__errno_location() = ESPIPE;
}

int fflush(void *stream)
{
    _Atomic int *indicators = stream;
    int known = stream && !__raddle_is_standard_stream(stream);
    if (stream && ((int *)stream)[4] > 2)
        return __raddle_memory_flush(stream);
    // Where nothing was written nothing can fail.
    if (known && !(indicators[6] & 4)) {
        finds_no_position(stream);
        return 0;
    }
    if (__raddle_nondet_bool()) {
        if (known) {
            indicators[6] &= ~36;
            ((_Atomic long *)((char *)stream + 96))[2] = ((_Atomic long *)((char *)stream + 96))[1];
        }
        finds_no_position(stream);
        return 0;
    }
    if (stream)
        return __raddle_stream_fails(stream);
    *__errno_location() = __raddle_one_of(EAGAIN, EBADF, EDQUOT, EFBIG, EIO, ENOSPC, EPIPE);
    return -1;
}

int __raddle_quiet_fflush(void *stream)
{
    _Atomic int *indicators = stream;
    if (stream && ((int *)stream)[4] > 2)
        return __raddle_memory_flush(stream);
    if (stream && !__raddle_is_standard_stream(stream) && indicators[6] & 4)
        indicators[6] |= 8;
    finds_no_position(stream);
    return 0;
}

//@ feof
int feof(void *stream)
{
    return ((_Atomic int *)stream)[0] != 0;
}

//@ feof_unlocked
void __raddle_stream_unlocked(void *, int);
int feof(void *);

int feof_unlocked(void *stream)
{
    __raddle_stream_unlocked(stream, 0);
    return feof(stream);
}

//@ ferror
// Output that nobody looked at may have failed before.
_Bool __raddle_nondet_bool(void);
int __raddle_stream_direction(const void *);
int __raddle_is_standard_stream(const void *);
void __raddle_inexact(const char *);

int ferror(void *stream)
{
    _Atomic int *indicators = stream;
    if (indicators[1])
        return 1;
    if (__raddle_is_standard_stream(stream)) {
        if (__raddle_stream_direction(stream) == 2 && __raddle_nondet_bool()) {
            __raddle_inexact("whether there was output before that failed");
            indicators[1] = 1;
        }
    } else if (indicators[6] & 8) {
        indicators[6] &= ~8;
        if (__raddle_nondet_bool())
            indicators[1] = 1;
    }
    return indicators[1];
}

//@ ferror_unlocked
void __raddle_stream_unlocked(void *, int);
int ferror(void *);

int ferror_unlocked(void *stream)
{
    __raddle_stream_unlocked(stream, 0);
    return ferror(stream);
}

//@ clearerr
int __raddle_is_standard_stream(const void *);

void clearerr(void *stream)
{
    _Atomic int *indicators = stream;
    indicators[0] = 0;
    indicators[1] = 0;
    if (!__raddle_is_standard_stream(stream) && indicators[6] & 8)
        indicators[6] &= ~8;
}

//@ __raddle_seek
// What was written before has to arrive first. Of files that are not regular only few have a position.
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
long __raddle_long_between(long, long);
int __raddle_stream_fails(void *);
int __raddle_is_standard_stream(const void *);
void __raddle_assuming(const char *);
void __raddle_inexact(const char *);
int *__errno_location(void);
int __raddle_memory_seek(void *, long, int);

static int fails(int error)
{
    *__errno_location() = error;
    return -1;
}

static int anywhere(_Atomic int *indicators)
{
    if (__raddle_nondet_bool())
        return fails(__raddle_one_of(EAGAIN, EBADF, EFBIG, EINVAL, EIO, ENOSPC, ENXIO, EOVERFLOW, EPIPE, ESPIPE));
    // It may read on the way, and go on without what it could not read.
    if (__raddle_nondet_bool())
        *__errno_location() = __raddle_one_of(EAGAIN, EIO, EISDIR);
    indicators[0] = 0;
    indicators[2] = 0;
    return 0;
}

int __raddle_seek(void *stream, long offset, int whence)
{
    const long largest = (long)((unsigned long)-1 >> 1);
    _Atomic int *indicators = stream;
    _Atomic long *numbers = (_Atomic long *)((char *)stream + 96);
    int nature;
    int known;
    long position;
    if (((int *)stream)[4] > 2)
        return __raddle_memory_seek(stream, offset, whence);
    if (whence < 0 || whence > 2)
        return fails(EINVAL);
    if (__raddle_is_standard_stream(stream) || !indicators[7])
        return anywhere(indicators);
    nature = indicators[7];
    known = indicators[6];
    if (nature == 4 || nature == 7)
        return fails(known & 4 ? __raddle_one_of(EAGAIN, EIO, EPIPE, ESPIPE) : ESPIPE);
    if (nature == 5) {
        __raddle_inexact("the position in a device");
        indicators[6] = known & ~1;
        return anywhere(indicators);
    }
    __raddle_assuming("files are no devices that ignore positions, such as /dev/null");
    if (known & 4) {
        if (__raddle_nondet_bool()) {
            // It stays where it is, and some of the output may have arrived.
            if (!(known & 2))
                return __raddle_stream_fails(stream);
            indicators[1] = 1;
            indicators[6] = known | 256;
            return fails(__raddle_one_of(EDQUOT, EFBIG, EIO, ENOMEM, ENOSPC));
        }
        known &= ~36;
        numbers[2] = numbers[1];
        indicators[6] = known;
    }
    position = whence == 0 ? 0 : whence == 1 ? numbers[0] - (indicators[2] != 0) : numbers[1];
    if (whence == 1 && !(known & 1) || whence == 2 && !(known & 2)) {
        if (whence == 1)
            __raddle_inexact("the position in a stream");
        if ((whence == 1 || offset < 0) && __raddle_nondet_bool())
            return fails(EINVAL);
        position = __raddle_long_between(0, (long)((unsigned long)-1 >> 1));
    } else {
        if (offset > 0 && position > largest - offset)
            return fails(EOVERFLOW);
        position += offset;
        if (position < 0 || position > 0x7fffffff && __raddle_nondet_bool())
            return fails(EINVAL);
    }
    // It may read on the way, and go on without what it could not read.
    if (__raddle_nondet_bool())
        *__errno_location() = nature == 2 ? EISDIR : EIO;
    numbers[0] = position;
    indicators[6] = known | 1;
    indicators[0] = 0;
    indicators[2] = 0;
    return 0;
}

//@ fseek
int __raddle_seek(void *, long, int);

int fseek(void *stream, long offset, int whence)
{
    return __raddle_seek(stream, offset, whence);
}

//@ fseeko
int fseek(void *, long, int);

int fseeko(void *stream, long offset, int whence)
{
    return fseek(stream, offset, whence);
}

//@ ftell
_Bool __raddle_nondet_bool(void);
long __raddle_long_between(long, long);
int __raddle_one_of(int, ...);
int __raddle_is_standard_stream(const void *);
void __raddle_assuming(const char *);
void __raddle_inexact(const char *);
int *__errno_location(void);
long __raddle_memory_tell(void *);

long ftell(void *stream)
{
    _Atomic int *indicators = stream;
    int nature = __raddle_is_standard_stream(stream) ? 0 : indicators[7];
    if (((int *)stream)[4] > 2)
        return __raddle_memory_tell(stream);
    if (!nature && __raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EBADF, EINVAL, EOVERFLOW, ESPIPE);
        return -1;
    }
    if (nature == 4 || nature == 7) {
        *__errno_location() = ESPIPE;
        return -1;
    }
    if (!nature || nature == 5 || !(indicators[6] & 1)) {
        __raddle_inexact("the position in a stream");
        return __raddle_long_between(0, (long)((unsigned long)-1 >> 1));
    }
    __raddle_assuming("files are no devices that ignore positions, such as /dev/null");
    if (indicators[2] && *(_Atomic long *)((char *)stream + 96) == 0) {
        *__errno_location() = EINVAL;
        return -1;
    }
    return *(_Atomic long *)((char *)stream + 96) - (indicators[2] != 0);
}

//@ ftello
long ftell(void *);

long ftello(void *stream)
{
    return ftell(stream);
}

//@ rewind
int __raddle_seek(void *, long, int);

void rewind(void *stream)
{
    _Atomic int *indicators = stream;
    __raddle_seek(stream, 0, 0);
    // The C library of this system clears both, whether it has moved or not.
    indicators[0] = 0;
    indicators[1] = 0;
}

//@ fileno
// The descriptor of a standard stream is its number; a program can close these, which is not kept here. What goes through the
// descriptor of another stream moves it.
int __raddle_is_standard_stream(const void *);
int *__errno_location(void);

int fileno(void *stream)
{
    _Atomic int *indicators = stream;
    int standard = __raddle_is_standard_stream(stream);
    int known;
    if (((int *)stream)[4] > 2) {
        *__errno_location() = EBADF;
        return -1;
    }
    if (standard)
        return standard - 1;
    known = indicators[6];
    if (known & 3)
        indicators[6] = known & 2 ? known & ~3 | 64 : known & ~1;
    return indicators[3];
}

//@ setvbuf
void __raddle_unsupported(const char *);

int setvbuf(void *stream, char *buffer, int mode, unsigned long size)
{
    if (mode < 0 || mode > 2)
        return -1;
    if (buffer)
        __raddle_unsupported("a buffer of the program that a stream uses");
    return 0;
}

//@ setbuf
int setvbuf(void *, char *, int, unsigned long);

void setbuf(void *stream, char *buffer)
{
    setvbuf(stream, buffer, 0, 8192);
}

//@ setlinebuf
void setlinebuf(void *stream)
{
}
