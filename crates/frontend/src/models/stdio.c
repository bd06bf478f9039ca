// Formatted output beyond printf itself, and variants of other functions.

//@ fputc_unlocked
void __raddle_stream_unlocked(void *, int);
int fputc(int, void *);

int fputc_unlocked(int c, void *stream)
{
    __raddle_stream_unlocked(stream, 1);
    return fputc(c, stream);
}

//@ fputs_unlocked
void __raddle_stream_unlocked(void *, int);
int fputs(const char *, void *);

int fputs_unlocked(const char *s, void *stream)
{
    __raddle_stream_unlocked(stream, 1);
    return fputs(s, stream);
}

//@ fwrite_unlocked
void __raddle_stream_unlocked(void *, int);
unsigned long fwrite(const void *, unsigned long, unsigned long, void *);

unsigned long fwrite_unlocked(const void *data, unsigned long size, unsigned long count, void *stream)
{
    __raddle_stream_unlocked(stream, 1);
    return fwrite(data, size, count, stream);
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
        int shorts = 0;
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
                int number = __builtin_va_arg(list, int);
                // A negative precision is none.
                if (spec[length - 1] == '.' && number < 0)
                    length--;
                else
                    length += snprintf(spec + length, 12, "%d", number);
                continue;
            }
            if (c == 'h')
                shorts++;
            else if (c == 'l')
                longs++;
            else if (c == 'q' || c == 'j')
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
            if (longs >= 2 || wide)
                *__builtin_va_arg(list, long long *) = total;
            else if (longs == 1)
                *__builtin_va_arg(list, long *) = total;
            else if (shorts >= 2)
                *__builtin_va_arg(list, signed char *) = total;
            else if (shorts == 1)
                *__builtin_va_arg(list, short *) = total;
            else
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
        } else if (longs == 0 && !wide) {
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

//@ vprintf __raddle_quiet_vprintf
void __raddle_errno_of_output(void);
void __raddle_errno_of_dropped_output(void);
_Bool __raddle_nondet_bool(void);
int __raddle_output_fails(void);
int __raddle_vformat(int, char *, unsigned long, const char *, __builtin_va_list);

int __raddle_quiet_vprintf(const char *format, __builtin_va_list list)
{
    return __raddle_vformat(1, 0, 0, format, list);
}

int vprintf(const char *format, __builtin_va_list list)
{
    int printed = __raddle_vformat(1, 0, 0, format, list);
    if (__raddle_nondet_bool())
        return __raddle_output_fails();
    __raddle_errno_of_output();
    return printed;
}

//@ vfprintf __raddle_quiet_vfprintf
void __raddle_errno_of_output(void);
void __raddle_errno_of_dropped_output(void);
int __raddle_stream_refuses(void *, int);
_Bool __raddle_nondet_bool(void);
int __raddle_stream_fails(void *);
int __raddle_vformat(int, char *, unsigned long, const char *, __builtin_va_list);
int __raddle_memory_vprintf(void *, const char *, __builtin_va_list);
void *__raddle_stdout(void);

int __raddle_quiet_vfprintf(void *stream, const char *format, __builtin_va_list list)
{
    int printed;
    if (((int *)stream)[4] == 4)
        return __raddle_memory_vprintf(stream, format, list);
    printed = __raddle_vformat(stream == __raddle_stdout(), 0, 0, format, list);
    return __raddle_stream_refuses(stream, 1) ? -1 : printed;
}

int vfprintf(void *stream, const char *format, __builtin_va_list list)
{
    int printed = __raddle_quiet_vfprintf(stream, format, list);
    if (printed >= 0 && ((int *)stream)[4] != 4 && __raddle_nondet_bool())
        return __raddle_stream_fails(stream);
    if (printed >= 0)
        __raddle_errno_of_output();
    return printed;
}

//@ vdprintf
_Bool __raddle_nondet_bool(void);
int __raddle_output_fails(void);
int __raddle_vformat(int, char *, unsigned long, const char *, __builtin_va_list);

int vdprintf(int file, const char *format, __builtin_va_list list)
{
    int printed = __raddle_vformat(file == 1, 0, 0, format, list);
    return __raddle_nondet_bool() ? __raddle_output_fails() : printed;
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

//@ __vprintf_chk
int vprintf(const char *, __builtin_va_list);

int __vprintf_chk(int flag, const char *format, __builtin_va_list list)
{
    return vprintf(format, list);
}

//@ __vfprintf_chk
int vfprintf(void *, const char *, __builtin_va_list);

int __vfprintf_chk(void *stream, int flag, const char *format, __builtin_va_list list)
{
    return vfprintf(stream, format, list);
}

//@ __vsprintf_chk
int __raddle_vformat(int, char *, unsigned long, const char *, __builtin_va_list);

int __vsprintf_chk(char *to, int flag, unsigned long size, const char *format, __builtin_va_list list)
{
    return __raddle_vformat(0, to, 0x7ffffffful, format, list);
}

//@ __vsnprintf_chk
int __raddle_vformat(int, char *, unsigned long, const char *, __builtin_va_list);

int __vsnprintf_chk(char *to, unsigned long room, int flag, unsigned long size, const char *format, __builtin_va_list list)
{
    return __raddle_vformat(0, to, room, format, list);
}

//@ vasprintf
int __raddle_vformat(int, char *, unsigned long, const char *, __builtin_va_list);
void *malloc(unsigned long);

int vasprintf(char **result, const char *format, __builtin_va_list list)
{
    int length;
    char *text;
    __builtin_va_list again;
    __builtin_va_copy(again, list);
    length = __raddle_vformat(0, 0, 0, format, again);
    __builtin_va_end(again);
    text = malloc((unsigned long)length + 1);
    if (!text)
        return -1;
    __raddle_vformat(0, text, (unsigned long)length + 1, format, list);
    *result = text;
    return length;
}

//@ __vasprintf_chk
int vasprintf(char **, const char *, __builtin_va_list);

int __vasprintf_chk(char **result, int flag, const char *format, __builtin_va_list list)
{
    return vasprintf(result, format, list);
}

//@ asprintf
int vasprintf(char **, const char *, __builtin_va_list);

int asprintf(char **result, const char *format, ...)
{
    int length;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    length = vasprintf(result, format, list);
    __builtin_va_end(list);
    return length;
}

//@ __asprintf_chk
int vasprintf(char **, const char *, __builtin_va_list);

int __asprintf_chk(char **result, int flag, const char *format, ...)
{
    int length;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    length = vasprintf(result, format, list);
    __builtin_va_end(list);
    return length;
}

//@ vwarn
int __raddle_vformat(int, char *, unsigned long, const char *, __builtin_va_list);
void __raddle_errno_of_dropped_output(void);

void vwarn(const char *format, __builtin_va_list list)
{
    if (format)
        __raddle_vformat(0, 0, 0, format, list);
    __raddle_errno_of_dropped_output();
}

//@ vwarnx
int __raddle_vformat(int, char *, unsigned long, const char *, __builtin_va_list);
void __raddle_errno_of_dropped_output(void);

void vwarnx(const char *format, __builtin_va_list list)
{
    if (format)
        __raddle_vformat(0, 0, 0, format, list);
    __raddle_errno_of_dropped_output();
}

//@ warn
void vwarn(const char *, __builtin_va_list);

void warn(const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    vwarn(format, list);
    __builtin_va_end(list);
}

//@ warnx
void vwarnx(const char *, __builtin_va_list);

void warnx(const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    vwarnx(format, list);
    __builtin_va_end(list);
}

//@ syslog
void vsyslog(int, const char *, __builtin_va_list);

void syslog(int priority, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    vsyslog(priority, format, list);
    __builtin_va_end(list);
}

//@ vsyslog
// The message goes to a socket.
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int *__errno_location(void);
int __raddle_vformat(int, char *, unsigned long, const char *, __builtin_va_list);

void vsyslog(int priority, const char *format, __builtin_va_list list)
{
    __raddle_vformat(0, 0, 0, format, list);
    if (__raddle_nondet_bool())
        *__errno_location() = __raddle_one_of(EACCES, ECONNREFUSED, EMFILE, ENFILE, ENOBUFS, ENOENT, ENOMEM);
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
