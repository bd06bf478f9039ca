// Streams of stdio.h. What a file contains is not known: each read gives any character, the end, or an error. A stream
// keeps its indicators for the end and for errors, and one character that was pushed back. Its first bytes:
//     _Atomic int end, error, pushed (a character and 1 more, 0, or -1: one that did not match a format), number of the
//         descriptor, direction (1 only for reading, 2 only for writing);
//     int that functions without a lock write
// Output whose result the program drops may fail unseen; only `ferror` and `fclose` can tell.

//@ __raddle_stream_fails
// Always -1.
int __raddle_one_of(int, ...);
int *__errno_location(void);

int __raddle_stream_fails(void *stream)
{
    ((_Atomic int *)stream)[1] = 1;
    *__errno_location() = __raddle_one_of(EAGAIN, EBADF, ECONNRESET, EDQUOT, EFBIG, EIO, EISDIR, ENOMEM, ENOSPC, ENXIO,
                                          EOVERFLOW, EPIPE);
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

//@ __raddle_stream_direction
int __raddle_is_standard_stream(const void *);

int __raddle_stream_direction(const void *stream)
{
    int standard = __raddle_is_standard_stream(stream);
    return standard ? 1 + (standard > 1) : ((_Atomic int *)stream)[4];
}

//@ __raddle_stream_refuses
// Whether a stream has the direction in which it cannot be used; then it fails.
int __raddle_stream_direction(const void *);
int *__errno_location(void);

int __raddle_stream_refuses(void *stream, int direction)
{
    if (__raddle_stream_direction(stream) != direction)
        return 0;
    ((_Atomic int *)stream)[1] = 1;
    *__errno_location() = EBADF;
    return 1;
}

//@ __raddle_new_stream
void *malloc(unsigned long);

void *__raddle_new_stream(int fd, int direction)
{
    _Atomic int *stream = malloc(sizeof(long) == 8 ? 216 : 148);
    if (stream) {
        stream[0] = 0;
        stream[1] = 0;
        stream[2] = 0;
        stream[3] = fd;
        stream[4] = direction;
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
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_new_descriptor(int);
void *__raddle_new_stream(int, int);
void __raddle_read_text(const char *);
int *__errno_location(void);

void *fopen(const char *path, const char *mode)
{
    __raddle_read_text(path);
    __raddle_read_text(mode);
    if (mode[0] != 'r' && mode[0] != 'w' && mode[0] != 'a') {
        *__errno_location() = EINVAL;
        return 0;
    }
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EACCES, EBUSY, EDQUOT, EEXIST, EFBIG, EINVAL, EIO, EISDIR, ELOOP, EMFILE,
                                              ENAMETOOLONG, ENFILE, ENODEV, ENOENT, ENOMEM, ENOSPC, ENOTDIR, ENXIO,
                                              EOPNOTSUPP, EOVERFLOW, EPERM, EROFS, ETXTBSY);
        return 0;
    }
    if (mode[1] == '+' || mode[1] && mode[2] == '+')
        return __raddle_new_stream(__raddle_new_descriptor(3), 0);
    return __raddle_new_stream(__raddle_new_descriptor(mode[0] == 'r' ? 1 : 2), mode[0] == 'r' ? 1 : 2);
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
void *__raddle_new_stream(int, int);
int *__errno_location(void);

void *tmpfile(void)
{
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EACCES, EEXIST, EMFILE, ENFILE, ENOMEM, ENOSPC, EROFS);
        return 0;
    }
    return __raddle_new_stream(__raddle_new_descriptor(3), 0);
}

//@ fdopen
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_descriptor(int);
void *__raddle_new_stream(int, int);
void __raddle_read_text(const char *);
int *__errno_location(void);

void *fdopen(int fd, const char *mode)
{
    int kind = __raddle_descriptor(fd);
    int plus;
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
    return __raddle_new_stream(fd, plus ? 0 : mode[0] == 'r' ? 1 : 2);
}

//@ fclose
_Bool __raddle_nondet_bool(void);
int __raddle_output_fails(void);
int __raddle_forget_descriptor(int);
int __raddle_is_standard_stream(const void *);
void free(void *);

int fclose(void *stream)
{
    int standard = __raddle_is_standard_stream(stream);
    if (!standard) {
        __raddle_forget_descriptor(((_Atomic int *)stream)[3]);
        free(stream);
    }
    if (__raddle_nondet_bool())
        return __raddle_output_fails();
    return 0;
}

//@ fflush __raddle_quiet_fflush
_Bool __raddle_nondet_bool(void);
int __raddle_stream_fails(void *);
int __raddle_one_of(int, ...);
int *__errno_location(void);

int fflush(void *stream)
{
    if (__raddle_nondet_bool())
        return 0;
    if (stream)
        return __raddle_stream_fails(stream);
    *__errno_location() = __raddle_one_of(EAGAIN, EBADF, EDQUOT, EFBIG, EIO, ENOSPC, EPIPE);
    return -1;
}

int __raddle_quiet_fflush(void *stream)
{
    return 0;
}

//@ feof
int feof(void *stream)
{
    return ((_Atomic int *)stream)[0] != 0;
}

//@ feof_unlocked
int feof(void *);

int feof_unlocked(void *stream)
{
    ((int *)stream)[5] = 0;
    return feof(stream);
}

//@ ferror
// Output that nobody looked at may have failed before.
_Bool __raddle_nondet_bool(void);
int __raddle_stream_direction(const void *);

int ferror(void *stream)
{
    _Atomic int *indicators = stream;
    if (!indicators[1] && __raddle_stream_direction(stream) != 1 && __raddle_nondet_bool())
        indicators[1] = 1;
    return indicators[1];
}

//@ ferror_unlocked
int ferror(void *);

int ferror_unlocked(void *stream)
{
    ((int *)stream)[5] = 0;
    return ferror(stream);
}

//@ clearerr
void clearerr(void *stream)
{
    ((_Atomic int *)stream)[0] = 0;
    ((_Atomic int *)stream)[1] = 0;
}

//@ fgetc
void __raddle_inexact(const char *);
int __raddle_stream_refuses(void *, int);
_Bool __raddle_nondet_bool(void);
int __raddle_int_between(int, int);
int __raddle_stream_fails(void *);

int fgetc(void *stream)
{
    _Atomic int *indicators = stream;
    int pushed = indicators[2];
    if (pushed) {
        indicators[2] = 0;
        if (pushed > 0)
            return pushed - 1;
        __raddle_inexact("a character that did not match a format");
        return __raddle_int_between(0, 255);
    }
    if (indicators[0] || __raddle_stream_refuses(stream, 2))
        return -1;
    if (__raddle_nondet_bool())
        return __raddle_int_between(0, 255);
    if (__raddle_nondet_bool())
        return __raddle_stream_fails(stream);
    indicators[0] = 1;
    return -1;
}

//@ getc
int fgetc(void *);

int getc(void *stream)
{
    return fgetc(stream);
}

//@ getc_unlocked
int fgetc(void *);

int getc_unlocked(void *stream)
{
    ((int *)stream)[5] = 0;
    return fgetc(stream);
}

//@ fgetc_unlocked
int fgetc(void *);

int fgetc_unlocked(void *stream)
{
    ((int *)stream)[5] = 0;
    return fgetc(stream);
}

//@ getchar
int fgetc(void *);
void *__raddle_stdin(void);

int getchar(void)
{
    return fgetc(__raddle_stdin());
}

//@ getchar_unlocked
int getc_unlocked(void *);
void *__raddle_stdin(void);

int getchar_unlocked(void)
{
    return getc_unlocked(__raddle_stdin());
}

//@ ungetc
void __raddle_unsupported(const char *);

int ungetc(int c, void *stream)
{
    _Atomic int *indicators = stream;
    if (c == -1)
        return -1;
    if (indicators[2])
        __raddle_unsupported("a second character that is pushed back");
    indicators[2] = (unsigned char)c + 1;
    indicators[0] = 0;
    return (unsigned char)c;
}

//@ fgets
int fgetc(void *);

char *fgets(char *line, int size, void *stream)
{
    int i = 0;
    if (size <= 0)
        return 0;
    while (i < size - 1) {
        int c = fgetc(stream);
        if (c == -1) {
            // An error leaves the buffer in any state; the end after some characters does not.
            if (i == 0 || !((_Atomic int *)stream)[0])
                return 0;
            break;
        }
        line[i++] = (char)c;
        if (c == '\n')
            break;
    }
    line[i] = 0;
    return line;
}

//@ fread
int fgetc(void *);

unsigned long fread(void *data, unsigned long size, unsigned long count, void *stream)
{
    char *p = data;
    unsigned long i;
    unsigned long j;
    if (size == 0)
        return 0;
    for (i = 0; i < count; i++)
        for (j = 0; j < size; j++) {
            int c = fgetc(stream);
            if (c == -1)
                return i;
            *p++ = (char)c;
        }
    return count;
}

//@ getdelim
int fgetc(void *);
void *malloc(unsigned long);
void free(void *);
int *__errno_location(void);

long getdelim(char **line, unsigned long *size, int delimiter, void *stream)
{
    unsigned long i = 0;
    if (!line || !size) {
        *__errno_location() = EINVAL;
        return -1;
    }
    if (!*line || *size == 0) {
        *size = 120;
        free(*line);
        *line = malloc(120);
        if (!*line)
            return -1;
    }
    for (;;) {
        int c = fgetc(stream);
        if (c == -1) {
            if (i == 0 || !((_Atomic int *)stream)[0])
                return -1;
            break;
        }
        if (i + 1 >= *size) {
            char *larger = malloc(2 * *size + 1);
            unsigned long j;
            if (!larger)
                return -1;
            for (j = 0; j < i; j++)
                larger[j] = (*line)[j];
            free(*line);
            *line = larger;
            *size = 2 * *size;
        }
        (*line)[i++] = (char)c;
        if (c == delimiter)
            break;
    }
    (*line)[i] = 0;
    return (long)i;
}

//@ getline
long getdelim(char **, unsigned long *, int, void *);

long getline(char **line, unsigned long *size, void *stream)
{
    return getdelim(line, size, '\n', stream);
}

//@ fputc __raddle_quiet_fputc
int __raddle_stream_refuses(void *, int);
_Bool __raddle_nondet_bool(void);
int __raddle_stream_fails(void *);
int printf(const char *, ...);
void *__raddle_stdout(void);

int __raddle_quiet_fputc(int c, void *stream)
{
    if (stream == __raddle_stdout())
        printf("%c", c);
    else if (__raddle_stream_refuses(stream, 1))
        return -1;
    return (unsigned char)c;
}

int fputc(int c, void *stream)
{
    int written = __raddle_quiet_fputc(c, stream);
    if (written >= 0 && __raddle_nondet_bool())
        return __raddle_stream_fails(stream);
    return written;
}

//@ putc __raddle_quiet_putc
int fputc(int, void *);
int __raddle_quiet_fputc(int, void *);

int putc(int c, void *stream)
{
    return fputc(c, stream);
}

int __raddle_quiet_putc(int c, void *stream)
{
    return __raddle_quiet_fputc(c, stream);
}

//@ putc_unlocked
int fputc(int, void *);

int putc_unlocked(int c, void *stream)
{
    ((int *)stream)[5] = 0;
    return fputc(c, stream);
}

//@ putchar __raddle_quiet_putchar
_Bool __raddle_nondet_bool(void);
int __raddle_output_fails(void);
int printf(const char *, ...);

int __raddle_quiet_putchar(int c)
{
    printf("%c", c);
    return (unsigned char)c;
}

int putchar(int c)
{
    if (__raddle_nondet_bool())
        return __raddle_output_fails();
    return __raddle_quiet_putchar(c);
}

//@ putchar_unlocked __raddle_quiet_putchar_unlocked
int putchar(int);
int __raddle_quiet_putchar(int);
void *__raddle_stdout(void);

int putchar_unlocked(int c)
{
    ((int *)__raddle_stdout())[5] = 0;
    return putchar(c);
}

int __raddle_quiet_putchar_unlocked(int c)
{
    ((int *)__raddle_stdout())[5] = 0;
    return __raddle_quiet_putchar(c);
}

//@ puts __raddle_quiet_puts
_Bool __raddle_nondet_bool(void);
int __raddle_output_fails(void);
int __raddle_int_between(int, int);
int printf(const char *, ...);

int __raddle_quiet_puts(const char *text)
{
    printf("%s\n", text);
    return 1;
}

int puts(const char *text)
{
    __raddle_quiet_puts(text);
    if (__raddle_nondet_bool())
        return __raddle_output_fails();
    return __raddle_int_between(0, 0x7fffffff);
}

//@ fputs __raddle_quiet_fputs
int __raddle_stream_refuses(void *, int);
_Bool __raddle_nondet_bool(void);
int __raddle_stream_fails(void *);
int __raddle_int_between(int, int);
int printf(const char *, ...);
void __raddle_read_text(const char *);
void *__raddle_stdout(void);

int __raddle_quiet_fputs(const char *text, void *stream)
{
    if (stream == __raddle_stdout())
        printf("%s", text);
    else
        __raddle_read_text(text);
    return *text && __raddle_stream_refuses(stream, 1) ? -1 : 1;
}

int fputs(const char *text, void *stream)
{
    if (__raddle_quiet_fputs(text, stream) < 0)
        return -1;
    if (__raddle_nondet_bool())
        return __raddle_stream_fails(stream);
    return __raddle_int_between(0, 0x7fffffff);
}

//@ fwrite __raddle_quiet_fwrite
int __raddle_stream_refuses(void *, int);
_Bool __raddle_nondet_bool(void);
long __raddle_long_up_to(long);
int __raddle_stream_fails(void *);
int printf(const char *, ...);
void *__raddle_stdout(void);

unsigned long __raddle_quiet_fwrite(const void *data, unsigned long size, unsigned long count, void *stream)
{
    const char *p = data;
    unsigned long bytes = size * count;
    int shown = stream == __raddle_stdout();
    while (bytes) {
        char c = *p++;
        if (shown)
            printf("%c", c);
        bytes--;
    }
    if (size == 0 || count == 0 || __raddle_stream_refuses(stream, 1))
        return 0;
    return count;
}

unsigned long fwrite(const void *data, unsigned long size, unsigned long count, void *stream)
{
    if (!__raddle_quiet_fwrite(data, size, count, stream))
        return 0;
    if (__raddle_nondet_bool()) {
        __raddle_stream_fails(stream);
        return (unsigned long)__raddle_long_up_to((long)(count - 1));
    }
    return count;
}

//@ perror
int *__errno_location(void);
void __raddle_read_text(const char *);

void perror(const char *text)
{
    *__errno_location();
    if (text)
        __raddle_read_text(text);
}

//@ fseek
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int *__errno_location(void);

int fseek(void *stream, long offset, int whence)
{
    _Atomic int *indicators = stream;
    if (whence < 0 || whence > 2 || __raddle_nondet_bool()) {
        *__errno_location() = whence < 0 || whence > 2 ? EINVAL
            : __raddle_one_of(EAGAIN, EBADF, EFBIG, EINVAL, EIO, ENOSPC, ENXIO, EOVERFLOW, EPIPE, ESPIPE);
        return -1;
    }
    indicators[0] = 0;
    indicators[2] = 0;
    return 0;
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
int *__errno_location(void);

long ftell(void *stream)
{
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EBADF, EOVERFLOW, ESPIPE);
        return -1;
    }
    return __raddle_long_between(0, (long)((unsigned long)-1 >> 1));
}

//@ ftello
long ftell(void *);

long ftello(void *stream)
{
    return ftell(stream);
}

//@ rewind
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int *__errno_location(void);

void rewind(void *stream)
{
    _Atomic int *indicators = stream;
    if (__raddle_nondet_bool()) {
        *__errno_location() = __raddle_one_of(EAGAIN, EBADF, EFBIG, EINVAL, EIO, ENOSPC, ENXIO, EOVERFLOW, EPIPE, ESPIPE);
    } else {
        indicators[0] = 0;
        indicators[2] = 0;
    }
    indicators[1] = 0;
}

//@ fileno
// The descriptor of a standard stream is its number; a program can close these, which is not kept here.
_Bool __raddle_nondet_bool(void);
int __raddle_is_standard_stream(const void *);
int *__errno_location(void);

int fileno(void *stream)
{
    int standard = __raddle_is_standard_stream(stream);
    return standard ? standard - 1 : ((_Atomic int *)stream)[3];
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
