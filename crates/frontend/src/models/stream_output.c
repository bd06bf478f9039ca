// Writing characters, lines and bytes to streams (see `streams.c` for what a stream keeps).

//@ fputc __raddle_quiet_fputc
void __raddle_errno_of_output(void);
int __raddle_refuses(void *, int);
_Bool __raddle_nondet_bool(void);
int __raddle_stream_fails(void *);
void __raddle_put(void *, const char *, unsigned long, int);
int printf(const char *, ...);
void *__raddle_stdout(void);
int __raddle_memory_put(void *, const char *, unsigned long);

static int output(int c, void *stream, int unseen)
{
    char data = (char)c;
    if (stream == __raddle_stdout())
        printf("%c", c);
    else if (__raddle_refuses(stream, 1))
        return -1;
    else if (((int *)stream)[4] == 4)
        return __raddle_memory_put(stream, &data, 1) ? -1 : (unsigned char)c;
    __raddle_put(stream, &data, 1, unseen);
    return (unsigned char)c;
}

int __raddle_quiet_fputc(int c, void *stream)
{
    return output(c, stream, 1);
}

int fputc(int c, void *stream)
{
    int written = output(c, stream, 0);
    if (written >= 0 && ((int *)stream)[4] != 4 && __raddle_nondet_bool())
        return __raddle_stream_fails(stream);
    if (written >= 0)
        __raddle_errno_of_output();
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
void __raddle_stream_unlocked(void *, int);
int fputc(int, void *);

int putc_unlocked(int c, void *stream)
{
    __raddle_stream_unlocked(stream, 1);
    return fputc(c, stream);
}

//@ putchar __raddle_quiet_putchar
void __raddle_errno_of_output(void);
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
    __raddle_errno_of_output();
    return __raddle_quiet_putchar(c);
}

//@ putchar_unlocked __raddle_quiet_putchar_unlocked
void __raddle_stream_unlocked(void *, int);
int putchar(int);
int __raddle_quiet_putchar(int);
void *__raddle_stdout(void);

int putchar_unlocked(int c)
{
    __raddle_stream_unlocked(__raddle_stdout(), 1);
    return putchar(c);
}

int __raddle_quiet_putchar_unlocked(int c)
{
    __raddle_stream_unlocked(__raddle_stdout(), 1);
    return __raddle_quiet_putchar(c);
}

//@ puts __raddle_quiet_puts
void __raddle_errno_of_output(void);
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
    __raddle_errno_of_output();
    return __raddle_int_between(0, 0x7fffffff);
}

//@ fputs __raddle_quiet_fputs
void __raddle_errno_of_output(void);
int __raddle_refuses(void *, int);
_Bool __raddle_nondet_bool(void);
int __raddle_stream_fails(void *);
int __raddle_int_between(int, int);
void __raddle_put(void *, const char *, unsigned long, int);
int printf(const char *, ...);
void *__raddle_stdout(void);
unsigned long strlen(const char *);
int __raddle_memory_put(void *, const char *, unsigned long);

static int output(const char *text, void *stream, int unseen)
{
    unsigned long length = 0;
    if (((int *)stream)[4] == 4)
        return __raddle_memory_put(stream, text, strlen(text)) ? -1 : 1;
    if (stream == __raddle_stdout())
        printf("%s", text);
    else
        while (text[length])
            length++;
    if (*text && __raddle_refuses(stream, 1))
        return -1;
    __raddle_put(stream, text, length, unseen);
    return 1;
}

int __raddle_quiet_fputs(const char *text, void *stream)
{
    return output(text, stream, 1);
}

int fputs(const char *text, void *stream)
{
    if (output(text, stream, 0) < 0)
        return -1;
    if (((int *)stream)[4] != 4 && __raddle_nondet_bool())
        return __raddle_stream_fails(stream);
    __raddle_errno_of_output();
    return __raddle_int_between(0, 0x7fffffff);
}

//@ fwrite __raddle_quiet_fwrite
void __raddle_errno_of_output(void);
int __raddle_refuses(void *, int);
_Bool __raddle_nondet_bool(void);
long __raddle_long_up_to(long);
int __raddle_stream_fails(void *);
void __raddle_put(void *, const char *, unsigned long, int);
int printf(const char *, ...);
void *__raddle_stdout(void);
int __raddle_memory_put(void *, const char *, unsigned long);

static unsigned long output(const void *data, unsigned long size, unsigned long count, void *stream, int unseen)
{
    const char *p = data;
    unsigned long bytes = size * count;
    int shown = stream == __raddle_stdout();
    if (((int *)stream)[4] == 4 && bytes)
        return __raddle_memory_put(stream, data, bytes) ? 0 : count;
    while (bytes) {
        char c = *p++;
        if (shown)
            printf("%c", c);
        bytes--;
    }
    if (size == 0 || count == 0 || __raddle_refuses(stream, 1))
        return 0;
    __raddle_put(stream, data, size * count, unseen);
    return count;
}

unsigned long __raddle_quiet_fwrite(const void *data, unsigned long size, unsigned long count, void *stream)
{
    return output(data, size, count, stream, 1);
}

unsigned long fwrite(const void *data, unsigned long size, unsigned long count, void *stream)
{
    if (!output(data, size, count, stream, 0))
        return 0;
    if (((int *)stream)[4] != 4 && __raddle_nondet_bool()) {
        __raddle_stream_fails(stream);
        return (unsigned long)__raddle_long_up_to((long)(count - 1));
    }
    __raddle_errno_of_output();
    return count;
}

//@ perror
// It prints to a copy of the descriptor.
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int *__errno_location(void);
void __raddle_read_text(const char *);

void perror(const char *text)
{
    *__errno_location();
    if (text)
        __raddle_read_text(text);
    if (__raddle_nondet_bool())
        *__errno_location() = __raddle_one_of(EAGAIN, EBADF, EDQUOT, EFBIG, EIO, EMFILE, ENOMEM, ENOSPC, EPIPE);
}
