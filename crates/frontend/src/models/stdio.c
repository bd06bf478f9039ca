// stdio.h and unistd.h beyond printf itself.

//@ puts
int printf(const char *, ...);

int puts(const char *s)
{
    return printf("%s\n", s);
}

//@ putchar
int printf(const char *, ...);

int putchar(int c)
{
    printf("%c", c);
    return (unsigned char)c;
}

//@ putchar_unlocked
int putchar(int);

int putchar_unlocked(int c)
{
    return putchar(c);
}

//@ fputc
int putchar(int);
void *__raddle_stdout(void);

int fputc(int c, void *stream)
{
    if (stream == __raddle_stdout())
        return putchar(c);
    return (unsigned char)c;
}

//@ putc
int fputc(int, void *);

int putc(int c, void *stream)
{
    return fputc(c, stream);
}

//@ fputs
int printf(const char *, ...);
int snprintf(char *, unsigned long, const char *, ...);
void *__raddle_stdout(void);

int fputs(const char *s, void *stream)
{
    if (stream == __raddle_stdout())
        printf("%s", s);
    else
        snprintf(0, 0, "%s", s);
    return 1;
}

//@ fwrite
int putchar(int);
void *__raddle_stdout(void);

unsigned long fwrite(const void *data, unsigned long size, unsigned long count, void *stream)
{
    const char *p = data;
    unsigned long bytes = size * count;
    int shown = stream == __raddle_stdout();
    while (bytes) {
        char c = *p++;
        if (shown)
            putchar(c);
        bytes--;
    }
    return size ? count : 0;
}

//@ write
int putchar(int);
_Bool __raddle_nondet_bool(void);
int *__errno_location(void);

long write(int file, const void *data, unsigned long bytes)
{
    const char *p = data;
    unsigned long i;
    if (file != 1 && __raddle_nondet_bool()) {
        *__errno_location() = 5;
        return -1;
    }
    for (i = 0; i < bytes; i++) {
        char c = p[i];
        if (file == 1)
            putchar(c);
    }
    return (long)bytes;
}

//@ read
char __raddle_nondet_char(void);
_Bool __raddle_nondet_bool(void);
int *__errno_location(void);

long read(int file, void *data, unsigned long bytes)
{
    char *p = data;
    unsigned long i;
    if (__raddle_nondet_bool()) {
        *__errno_location() = 5;
        return -1;
    }
    for (i = 0; i < bytes && __raddle_nondet_bool(); i++)
        p[i] = __raddle_nondet_char();
    return (long)i;
}

//@ fread
char __raddle_nondet_char(void);
_Bool __raddle_nondet_bool(void);

unsigned long fread(void *data, unsigned long size, unsigned long count, void *stream)
{
    char *p = data;
    unsigned long i;
    for (i = 0; i < size * count && __raddle_nondet_bool(); i++)
        p[i] = __raddle_nondet_char();
    return size ? i / size : 0;
}

//@ fgets
char __raddle_nondet_char(void);
_Bool __raddle_nondet_bool(void);

char *fgets(char *s, int size, void *stream)
{
    int i = 0;
    if (size <= 0 || __raddle_nondet_bool())
        return 0;
    while (i < size - 1) {
        char c = __raddle_nondet_char();
        s[i++] = c;
        if (c == '\n' || __raddle_nondet_bool())
            break;
    }
    s[i] = 0;
    return s;
}

//@ fopen
_Bool __raddle_nondet_bool(void);
static long opened_file;

void *fopen(const char *name, const char *mode)
{
    return __raddle_nondet_bool() ? (void *)&opened_file : 0;
}

//@ fdopen
_Bool __raddle_nondet_bool(void);
static long opened_file;

void *fdopen(int file, const char *mode)
{
    return __raddle_nondet_bool() ? (void *)&opened_file : 0;
}

//@ __raddle_vformat
// Walks a format and prints it piece by piece: each conversion is copied into a format of its own and printed with the
// argument of its type. To standard output if `shown`, else into the buffer, as far as it has room.
int printf(const char *, ...);
int snprintf(char *, unsigned long, const char *, ...);
void __raddle_unsupported(const char *);

int __raddle_vformat(int shown, char *to, unsigned long room, const char *format, __builtin_va_list list)
{
    int total = 0;
    char spec[80];
    if (!shown && room)
        to[0] = 0;
    while (*format) {
        char *at = !shown && (unsigned long)total < room ? to + total : 0;
        unsigned long left = at ? room - (unsigned long)total : 0;
        int length = 0;
        int longs = 0;
        int wide = 0;
        char c = *format++;
        if (c != '%') {
            total += shown ? printf("%c", c) : snprintf(at, left, "%c", c);
            continue;
        }
        spec[length++] = '%';
        for (;;) {
            c = *format++;
            if (c == '*') {
                length += snprintf(spec + length, 12, "%d", __builtin_va_arg(list, int));
                continue;
            }
            if (c == 'l')
                longs++;
            else if (c == 'q')
                longs = 2;
            else if (c == 'j')
                longs = 2;
            else if (c == 'z' || c == 't')
                longs = 1;
            else if (c == 'L')
                wide = 1;
            if (length > 60 || !c)
                __raddle_unsupported("this format of a printf function");
            spec[length++] = c;
            if (!(c == '-' || c == '+' || c == ' ' || c == '#' || c == '\'' || c >= '0' && c <= '9' || c == '.'
                  || c == 'h' || c == 'l' || c == 'q' || c == 'j' || c == 'z' || c == 't' || c == 'L'))
                break;
        }
        spec[length] = 0;
        if (c == '%' || c == 'm') {
            total += shown ? printf(spec) : snprintf(at, left, spec);
        } else if (c == 'n') {
            *__builtin_va_arg(list, int *) = total;
        } else if (c == 's' || c == 'p') {
            void *value = __builtin_va_arg(list, void *);
            total += shown ? printf(spec, value) : snprintf(at, left, spec, value);
        } else if (c == 'e' || c == 'E' || c == 'f' || c == 'F' || c == 'g' || c == 'G' || c == 'a' || c == 'A') {
            if (wide) {
                long double value = __builtin_va_arg(list, long double);
                total += shown ? printf(spec, value) : snprintf(at, left, spec, value);
            } else {
                double value = __builtin_va_arg(list, double);
                total += shown ? printf(spec, value) : snprintf(at, left, spec, value);
            }
        } else if (longs == 0) {
            int value = __builtin_va_arg(list, int);
            total += shown ? printf(spec, value) : snprintf(at, left, spec, value);
        } else if (longs == 1) {
            long value = __builtin_va_arg(list, long);
            total += shown ? printf(spec, value) : snprintf(at, left, spec, value);
        } else {
            long long value = __builtin_va_arg(list, long long);
            total += shown ? printf(spec, value) : snprintf(at, left, spec, value);
        }
    }
    return total;
}

//@ vprintf
int __raddle_vformat(int, char *, unsigned long, const char *, __builtin_va_list);

int vprintf(const char *format, __builtin_va_list list)
{
    return __raddle_vformat(1, 0, 0, format, list);
}

//@ vfprintf
int __raddle_vformat(int, char *, unsigned long, const char *, __builtin_va_list);
void *__raddle_stdout(void);

int vfprintf(void *stream, const char *format, __builtin_va_list list)
{
    return __raddle_vformat(stream == __raddle_stdout(), 0, 0, format, list);
}

//@ vsnprintf
int __raddle_vformat(int, char *, unsigned long, const char *, __builtin_va_list);

int vsnprintf(char *to, unsigned long room, const char *format, __builtin_va_list list)
{
    return __raddle_vformat(0, to, room, format, list);
}

//@ vsprintf
int __raddle_vformat(int, char *, unsigned long, const char *, __builtin_va_list);

int vsprintf(char *to, const char *format, __builtin_va_list list)
{
    return __raddle_vformat(0, to, 0x7ffffffful, format, list);
}

//@ __vsnprintf_chk
int __raddle_vformat(int, char *, unsigned long, const char *, __builtin_va_list);

int __vsnprintf_chk(char *to, unsigned long room, int flag, unsigned long size, const char *format,
                    __builtin_va_list list)
{
    return __raddle_vformat(0, to, room, format, list);
}

//@ __raddle_vscan
// Input is any input: each conversion may fail, or store any value of its type.
_Bool __raddle_nondet_bool(void);
char __raddle_nondet_char(void);
short __raddle_nondet_short(void);
int __raddle_nondet_int(void);
long __raddle_nondet_long(void);
long long __raddle_nondet_llong(void);
float __raddle_nondet_float(void);
double __raddle_nondet_double(void);
void __raddle_unsupported(const char *);

int __raddle_vscan(const char *format, __builtin_va_list list)
{
    int stored = 0;
    while (*format) {
        int shorts = 0;
        int longs = 0;
        int width = 0;
        char c = *format++;
        if (c != '%')
            continue;
        if (*format == '%') {
            format++;
            continue;
        }
        if (__raddle_nondet_bool())
            return stored ? stored : -(int)__raddle_nondet_bool();
        c = *format++;
        while (c >= '0' && c <= '9') {
            width = 10 * width + (c - '0');
            c = *format++;
        }
        while (c == 'h' || c == 'l' || c == 'z' || c == 'j' || c == 't') {
            if (c == 'h')
                shorts++;
            else
                longs += c == 'j' ? 2 : 1;
            c = *format++;
        }
        if (c == 'd' || c == 'i' || c == 'u' || c == 'x' || c == 'X' || c == 'o') {
            if (shorts >= 2)
                *__builtin_va_arg(list, char *) = __raddle_nondet_char();
            else if (shorts == 1)
                *__builtin_va_arg(list, short *) = __raddle_nondet_short();
            else if (longs == 0)
                *__builtin_va_arg(list, int *) = __raddle_nondet_int();
            else if (longs == 1)
                *__builtin_va_arg(list, long *) = __raddle_nondet_long();
            else
                *__builtin_va_arg(list, long long *) = __raddle_nondet_llong();
        } else if (c == 'f' || c == 'e' || c == 'g') {
            if (longs)
                *__builtin_va_arg(list, double *) = __raddle_nondet_double();
            else
                *__builtin_va_arg(list, float *) = __raddle_nondet_float();
        } else if (c == 'c' && width <= 1) {
            *__builtin_va_arg(list, char *) = __raddle_nondet_char();
        } else if (c == 's' && width) {
            char *at = __builtin_va_arg(list, char *);
            int i = 0;
            do {
                char byte = __raddle_nondet_char();
                if (!byte || byte == ' ' || byte >= '\t' && byte <= '\r')
                    break;
                at[i++] = byte;
            } while (i < width);
            at[i] = 0;
        } else {
            __raddle_unsupported("this format of a scanf function");
        }
        stored++;
    }
    return stored;
}

//@ scanf
int __raddle_vscan(const char *, __builtin_va_list);

int scanf(const char *format, ...)
{
    int stored;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    stored = __raddle_vscan(format, list);
    __builtin_va_end(list);
    return stored;
}

//@ __isoc99_scanf
int __raddle_vscan(const char *, __builtin_va_list);

int __isoc99_scanf(const char *format, ...)
{
    int stored;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    stored = __raddle_vscan(format, list);
    __builtin_va_end(list);
    return stored;
}

//@ __isoc23_scanf
int __raddle_vscan(const char *, __builtin_va_list);

int __isoc23_scanf(const char *format, ...)
{
    int stored;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    stored = __raddle_vscan(format, list);
    __builtin_va_end(list);
    return stored;
}

//@ fscanf
int __raddle_vscan(const char *, __builtin_va_list);

int fscanf(void *stream, const char *format, ...)
{
    int stored;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    stored = __raddle_vscan(format, list);
    __builtin_va_end(list);
    return stored;
}

//@ __isoc99_fscanf
int __raddle_vscan(const char *, __builtin_va_list);

int __isoc99_fscanf(void *stream, const char *format, ...)
{
    int stored;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    stored = __raddle_vscan(format, list);
    __builtin_va_end(list);
    return stored;
}

//@ __isoc23_fscanf
int __raddle_vscan(const char *, __builtin_va_list);

int __isoc23_fscanf(void *stream, const char *format, ...)
{
    int stored;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    stored = __raddle_vscan(format, list);
    __builtin_va_end(list);
    return stored;
}

//@ __raddle_vsscan
// Exact, for what programs use: integers, characters, words, literal text. The rest is unsupported.
int isspace(int);
void __raddle_unsupported(const char *);

int __raddle_vsscan(const char *text, const char *format, __builtin_va_list list)
{
    const char *s = text;
    int stored = 0;
    while (*format) {
        int shorts = 0;
        int longs = 0;
        int width = 0;
        int drop = 0;
        char c = *format++;
        if (isspace((unsigned char)c)) {
            while (isspace((unsigned char)*s))
                s++;
            continue;
        }
        if (c == '%' && *format != '%') {
            if (*format == '*') {
                drop = 1;
                format++;
            }
            c = *format++;
            while (c >= '0' && c <= '9') {
                width = 10 * width + (c - '0');
                c = *format++;
            }
            while (c == 'h' || c == 'l' || c == 'z' || c == 'j' || c == 't') {
                if (c == 'h')
                    shorts++;
                else
                    longs += c == 'j' ? 2 : 1;
                c = *format++;
            }
        } else {
            if (c == '%') {
                format++;
                while (isspace((unsigned char)*s))
                    s++;
            }
            if (*s != c)
                return stored || *s ? stored : -1;
            s++;
            continue;
        }
        if (c == 'n') {
            *__builtin_va_arg(list, int *) = (int)(s - text);
            continue;
        }
        if (c != 'c')
            while (isspace((unsigned char)*s))
                s++;
        if (!*s)
            return stored ? stored : -1;
        if (c == 'd' || c == 'i' || c == 'u' || c == 'x' || c == 'X' || c == 'o') {
            int base = c == 'i' ? 0 : c == 'o' ? 8 : c == 'd' || c == 'u' ? 10 : 16;
            int left = width ? width : 0x7fffffff;
            int negative = 0;
            int any = 0;
            unsigned long long value = 0;
            if (*s == '-' || *s == '+') {
                negative = *s == '-';
                s++;
                left--;
            }
            if ((base == 0 || base == 16) && left > 0 && *s == '0') {
                any = 1;
                s++;
                left--;
                if (left > 0 && (*s == 'x' || *s == 'X')) {
                    base = 16;
                    any = 0;
                    s++;
                    left--;
                } else if (base == 0) {
                    base = 8;
                }
            }
            if (base == 0)
                base = 10;
            while (left > 0) {
                char d = *s;
                int digit = d >= '0' && d <= '9' ? d - '0' : d >= 'a' && d <= 'f' ? d - 'a' + 10
                            : d >= 'A' && d <= 'F' ? d - 'A' + 10 : 99;
                if (digit >= base)
                    break;
                if (value > ((unsigned long long)-1 >> 1) / base)
                    __raddle_unsupported("a number of this size in sscanf");
                value = value * base + digit;
                any = 1;
                s++;
                left--;
            }
            if (!any)
                return stored;
            // As strtol and strtoul do, numbers that do not fit a long are cut to its limits.
            if (longs < 2 && (c == 'd' || c == 'i') && value > ((unsigned long)-1 >> 1) + (unsigned long long)negative)
                value = ((unsigned long)-1 >> 1) + (unsigned long long)negative;
            if (longs < 2 && c != 'd' && c != 'i' && value > (unsigned long)-1) {
                value = (unsigned long)-1;
                negative = 0;
            }
            if (negative)
                value = 0 - value;
            if (drop)
                continue;
            if (shorts >= 2)
                *__builtin_va_arg(list, char *) = (char)value;
            else if (shorts == 1)
                *__builtin_va_arg(list, short *) = (short)value;
            else if (longs == 0)
                *__builtin_va_arg(list, int *) = (int)(long long)value;
            else if (longs == 1)
                *__builtin_va_arg(list, long *) = (long)value;
            else
                *__builtin_va_arg(list, long long *) = (long long)value;
        } else if (c == 'c' || c == 's') {
            char *to = drop ? 0 : __builtin_va_arg(list, char *);
            int left = width ? width : c == 'c' ? 1 : 0x7fffffff;
            while (left > 0 && *s && !(c == 's' && isspace((unsigned char)*s))) {
                if (to)
                    *to++ = *s;
                s++;
                left--;
            }
            if (c == 's' && to)
                *to = 0;
        } else {
            __raddle_unsupported("this format of sscanf");
        }
        if (!drop)
            stored++;
    }
    return stored;
}

//@ sscanf
int __raddle_vsscan(const char *, const char *, __builtin_va_list);

int sscanf(const char *text, const char *format, ...)
{
    int stored;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    stored = __raddle_vsscan(text, format, list);
    __builtin_va_end(list);
    return stored;
}

//@ __isoc99_sscanf
int __raddle_vsscan(const char *, const char *, __builtin_va_list);

int __isoc99_sscanf(const char *text, const char *format, ...)
{
    int stored;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    stored = __raddle_vsscan(text, format, list);
    __builtin_va_end(list);
    return stored;
}

//@ __isoc23_sscanf
int __raddle_vsscan(const char *, const char *, __builtin_va_list);

int __isoc23_sscanf(const char *text, const char *format, ...)
{
    int stored;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    stored = __raddle_vsscan(text, format, list);
    __builtin_va_end(list);
    return stored;
}

//@ verr verrx
int __raddle_vformat(int, char *, unsigned long, const char *, __builtin_va_list);
_Noreturn void exit(int);

_Noreturn void verr(int status, const char *format, __builtin_va_list list)
{
    if (format)
        __raddle_vformat(0, 0, 0, format, list);
    exit(status);
}

_Noreturn void verrx(int status, const char *format, __builtin_va_list list)
{
    verr(status, format, list);
}

//@ err errx
_Noreturn void verr(int, const char *, __builtin_va_list);

_Noreturn void err(int status, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    verr(status, format, list);
}

_Noreturn void errx(int status, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    verr(status, format, list);
}
