// Formatted output beyond printf itself, and variants of other functions.

//@ fputc_unlocked
int fputc(int, void *);

int fputc_unlocked(int c, void *stream)
{
    ((int *)stream)[5] = 0;
    return fputc(c, stream);
}

//@ fputs_unlocked
int fputs(const char *, void *);

int fputs_unlocked(const char *s, void *stream)
{
    ((int *)stream)[5] = 0;
    return fputs(s, stream);
}

//@ fwrite_unlocked
unsigned long fwrite(const void *, unsigned long, unsigned long, void *);

unsigned long fwrite_unlocked(const void *data, unsigned long size, unsigned long count, void *stream)
{
    ((int *)stream)[5] = 0;
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
    return __raddle_nondet_bool() ? __raddle_output_fails() : printed;
}

//@ vfprintf __raddle_quiet_vfprintf
int __raddle_stream_refuses(void *, int);
_Bool __raddle_nondet_bool(void);
int __raddle_stream_fails(void *);
int __raddle_vformat(int, char *, unsigned long, const char *, __builtin_va_list);
void *__raddle_stdout(void);

int __raddle_quiet_vfprintf(void *stream, const char *format, __builtin_va_list list)
{
    int printed = __raddle_vformat(stream == __raddle_stdout(), 0, 0, format, list);
    return __raddle_stream_refuses(stream, 1) ? -1 : printed;
}

int vfprintf(void *stream, const char *format, __builtin_va_list list)
{
    int printed = __raddle_quiet_vfprintf(stream, format, list);
    return printed >= 0 && __raddle_nondet_bool() ? __raddle_stream_fails(stream) : printed;
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

void vwarn(const char *format, __builtin_va_list list)
{
    if (format)
        __raddle_vformat(0, 0, 0, format, list);
}

//@ vwarnx
int __raddle_vformat(int, char *, unsigned long, const char *, __builtin_va_list);

void vwarnx(const char *format, __builtin_va_list list)
{
    if (format)
        __raddle_vformat(0, 0, 0, format, list);
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

//@ vsyslog
int __raddle_vformat(int, char *, unsigned long, const char *, __builtin_va_list);

void vsyslog(int priority, const char *format, __builtin_va_list list)
{
    __raddle_vformat(0, 0, 0, format, list);
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
