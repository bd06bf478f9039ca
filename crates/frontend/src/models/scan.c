// The scanf family: texts exactly as glibc reads them, streams as any input.

//@ __raddle_scan_set
// Whether a character is in the set of a conversion %[ of which the text begins after the bracket; *end is what follows the set.
int __raddle_scan_set(const char *set, int c, const char **end)
{
    const char *p = set;
    int inverted = 0;
    int found = 0;
    if (*p == '^') {
        inverted = 1;
        p++;
    }
    do {
        unsigned char low = *p;
        if (!low)
            break;
        if (p[1] == '-' && p[2] && p[2] != ']' && low <= (unsigned char)p[2]) {
            found |= c >= low && c <= (unsigned char)p[2];
            p += 3;
        } else {
            found |= c == low;
            p++;
        }
    } while (*p && *p != ']');
    *end = *p ? p + 1 : p;
    return found != inverted;
}

//@ __raddle_scan_looks_ahead __raddle_scan_breaks_off __raddle_scan_stops
_Bool __raddle_nondet_bool(void);
// A number or a word is read until a character comes that does not belong to it, or the end, or an error.
int __raddle_one_of(int, ...);
int __raddle_reading_fails(void *);

int __raddle_scan_looks_ahead(void *stream)
{
    int seen = __raddle_one_of(0, 1, 2);
    if (seen == 1)
        ((_Atomic int *)stream)[0] = 1;
    if (seen == 2)
        __raddle_reading_fails(stream);
    return seen;
}

int __raddle_scan_breaks_off(void *stream)
{
    if (__raddle_nondet_bool())
        ((_Atomic int *)stream)[0] = 1;
    else
        __raddle_reading_fails(stream);
    return 1;
}

// A call stops: the input does not match (`c` says what was sought: every character is one of a word, and numbers may
// break off in the middle), or it ends or fails.
int __raddle_scan_stops(void *stream, int stored, char c)
{
    if (c == 'c' || c == 's') {
        __raddle_scan_breaks_off(stream);
    } else if (!__raddle_scan_looks_ahead(stream)) {
        if (c != '%' && c != '[' && __raddle_nondet_bool())
            __raddle_scan_breaks_off(stream);
        else
            ((_Atomic int *)stream)[2] = -1;
        return stored;
    }
    return stored ? stored : -1;
}

//@ __raddle_errno_of_number __raddle_errno_of_fraction
// Numbers that are too large for `long`, or `long long` if it is asked for, become the nearest there is, cut to the type that
// is stored. Fractions that are too large become infinite, and those that are too small come near 0.
_Bool __raddle_nondet_bool(void);
unsigned long long __raddle_nondet_llong(void);
int *__errno_location(void);

void __raddle_errno_of_number(long long *value, int sign, int longs)
{
    if (!__raddle_nondet_bool())
        return;
    *__errno_location() = ERANGE;
    if (!sign)
        *value = -1;
    else if (longs == 2)
        *value = __raddle_nondet_bool() ? 0x7fffffffffffffffll : -0x7fffffffffffffffll - 1;
    else
        *value = __raddle_nondet_bool() ? (long)((unsigned long)-1 >> 1) : -(long)((unsigned long)-1 >> 1) - 1;
}

void __raddle_errno_of_fraction(void *value, int longs)
{
    unsigned long long tiny;
    int negative;
    if (!__raddle_nondet_bool())
        return;
    *__errno_location() = ERANGE;
    tiny = __raddle_nondet_bool() ? 0 : __raddle_nondet_llong();
    negative = __raddle_nondet_bool();
    if (__raddle_nondet_bool()) {
        double infinite = negative ? -__builtin_inf() : __builtin_inf();
        if (longs == 1)
            *(double *)value = infinite;
        else if (longs == 2)
            *(long double *)value = infinite;
        else
            *(float *)value = infinite;
    } else if (longs == 1) {
        *(unsigned long long *)value = (tiny & 0xfffffffffffffull) | (unsigned long long)negative << 63;
    } else if (longs == 2) {
        *(unsigned long long *)value = tiny & 0x7fffffffffffffffull;
        ((unsigned short *)value)[4] = (unsigned short)(negative << 15);
    } else {
        *(unsigned int *)value = (unsigned int)(tiny & 0x7fffff) | (unsigned int)negative << 31;
    }
}

//@ __raddle_vscan
// Input is any input: each conversion may fail, or store any value that a text can have. What a directive leaves in the input is the first
// character that did not belong to it; `left` says what is known of it:
//     0 nothing, -2 no digit, -3 a space, -4 not in the set of `left_set`, -5 something did not belong to a number, -6 no space, -9 too little
// From -2 to -5 it is known to be there.
void __raddle_inexact(const char *);
void __VERIFIER_assume(int);
int __raddle_scan_looks_ahead(void *);
int __raddle_scan_breaks_off(void *);
int __raddle_stream_direction(const void *);
int __raddle_stream_refuses(void *, int);
int *__errno_location(void);
void __raddle_errno_of_number(long long *, int, int);
void __raddle_errno_of_fraction(void *, int);
int __raddle_scan_stops(void *, int, char);
_Bool __raddle_nondet_bool(void);
char __raddle_nondet_char(void);
short __raddle_nondet_short(void);
int __raddle_nondet_int(void);
long __raddle_nondet_long(void);
long long __raddle_nondet_llong(void);
float __raddle_nondet_float(void);
double __raddle_nondet_double(void);
long double __raddle_nondet_ldouble(void);
unsigned long __raddle_nondet_below(unsigned long);
int isspace(int);
int __raddle_scan_set(const char *, int, const char **);
void __raddle_unsupported(const char *);

// Whether a character can be the one that was left.
static int can_be(int c, int left, const char *set)
{
    const char *rest;
    if (left == -5 || left == -9)
        __raddle_inexact("a character behind a number");
    return left == -2 ? c < '0' || c > '9' : left == -3 ? isspace(c) : left == -4 ? !__raddle_scan_set(set, c, &rest) : left == -6 ? !isspace(c) : 1;
}

int __raddle_vscan(void *stream, const char *format, __builtin_va_list list)
{
    _Atomic int *indicators = stream;
    int stored = 0;
    int left = 0;
    const char *left_set = 0;
    // Whether nothing can be read any more by this call.
    int over = indicators[0];
    if (indicators[2] < -1)
        left = indicators[2] == -8 ? -9 : indicators[2];
    else if (indicators[2])
        __raddle_inexact("formatted input that begins with a character that was pushed back or did not match before");
    indicators[2] = 0;
    // This is no error that the stream keeps.
    if (__raddle_stream_direction(stream) == 2) {
        *__errno_location() = EBADF;
        return -1;
    }
    if (((int *)stream)[4] > 2)
        __raddle_unsupported("formatted input from a stream in memory");
    if (*format && !over)
        __raddle_stream_refuses(stream, 2);
    while (*format) {
        int shorts = 0;
        int longs = 0;
        int width = 0;
        int drop = 0;
        const char *set = 0;
        char c = *format++;
        if (isspace((unsigned char)c)) {
            // A conversion that follows skips spaces by itself.
            if (!over && *format != '%')
                over = __raddle_scan_looks_ahead(stream);
            left = -6;
            continue;
        }
        if (c != '%' || *format == '%') {
            // A literal character, which may not come.
            if (c == '%')
                format++;
            if (over)
                return stored ? stored : -1;
            if (!can_be((unsigned char)c, left, left_set) || __raddle_nondet_bool()) {
                if (left >= 0 || left < -5)
                    return __raddle_scan_stops(stream, stored, '%');
                indicators[2] = -1;
                return stored;
            }
            left = 0;
            continue;
        }
        c = *format++;
        if (c == '*') {
            drop = 1;
            c = *format++;
        }
        while (c >= '0' && c <= '9') {
            width = 10 * width + (c - '0');
            c = *format++;
        }
        while (c == 'h' || c == 'l' || c == 'L' || c == 'q' || c == 'z' || c == 'j' || c == 't') {
            if (c == 'h')
                shorts++;
            else
                longs += c == 'j' || c == 'L' || c == 'q' ? 2 : 1;
            c = *format++;
        }
        if (c == 'n') {
            if (!drop)
                __raddle_unsupported("the conversion `%n` of a scanf function");
            continue;
        }
        if (c == '[') {
            set = format;
            __raddle_scan_set(set, 0, &format);
        }
        if (over)
            return stored ? stored : -1;
        if (left < 0 && left >= -5 && c == '[') {
            if (__raddle_nondet_bool()) {
                indicators[2] = -1;
                return stored;
            }
        } else if ((left >= 0 || left < -5 || c != 'c') && __raddle_nondet_bool()) {
            return __raddle_scan_stops(stream, stored, c);
        }
        if (c == 'd' || c == 'i' || c == 'u' || c == 'x' || c == 'X' || c == 'o') {
            long long value;
            left = 0;
            if (drop) {
                if (width != 1)
                    over = __raddle_scan_looks_ahead(stream);
                if (!width)
                    left = c == 'd' || c == 'u' ? -2 : -5;
                else if (width != 1)
                    __raddle_inexact("a number that is dropped");
                continue;
            }
            if (width && (c == 'd' || c == 'u') && width < 19) {
                // The digits limit the value; a sign takes the place of one.
                long long limit = 1;
                int i;
                for (i = 0; i < width; i++)
                    limit *= 10;
                value = __raddle_nondet_llong();
                if (value >= limit || value <= -limit / 10)
                    return __raddle_scan_stops(stream, stored, c);
                // A number with all the characters it may have is not read further.
                if (width > 1 && value < limit / 10 && value > -(limit / 100)) {
                    over = __raddle_scan_looks_ahead(stream);
                    // Zeros in front, or a sign, may have used up the width.
                    left = -9;
                }
            } else if (width && width < 19) {
                __raddle_unsupported("this width of a number in input");
            } else if (shorts >= 2) {
                value = __raddle_nondet_char();
            } else if (shorts == 1) {
                value = __raddle_nondet_short();
            } else if (longs == 0) {
                value = __raddle_nondet_int();
            } else if (longs == 1) {
                value = __raddle_nondet_long();
            } else {
                value = __raddle_nondet_llong();
            }
            if (!width || width >= 19) {
                over = __raddle_scan_looks_ahead(stream);
                left = width ? -5 : c == 'd' || c == 'u' ? -2 : -5;
                __raddle_errno_of_number(&value, c == 'd' || c == 'i', longs);
            }
            if (shorts >= 2)
                *__builtin_va_arg(list, char *) = (char)value;
            else if (shorts == 1)
                *__builtin_va_arg(list, short *) = (short)value;
            else if (longs == 0)
                *__builtin_va_arg(list, int *) = (int)value;
            else if (longs == 1)
                *__builtin_va_arg(list, long *) = (long)value;
            else
                *__builtin_va_arg(list, long long *) = value;
        } else if ((c | 32) == 'f' || (c | 32) == 'e' || (c | 32) == 'g' || (c | 32) == 'a') {
            if (width != 1)
                over = __raddle_scan_looks_ahead(stream);
            left = width == 1 ? 0 : -5;
            if (drop)
                continue;
            if (width)
                __raddle_unsupported("the width of a floating number in input");
            if (longs == 1) {
                double value = __raddle_nondet_double();
                __raddle_errno_of_fraction(&value, longs);
                *__builtin_va_arg(list, double *) = value;
            } else if (longs == 2) {
                long double value = __raddle_nondet_ldouble();
                __raddle_errno_of_fraction(&value, longs);
                *__builtin_va_arg(list, long double *) = value;
            } else {
                float value = __raddle_nondet_float();
                __raddle_errno_of_fraction(&value, longs);
                *__builtin_va_arg(list, float *) = value;
            }
        } else if ((c == 'c' || c == 's' || c == '[') && !longs) {
            char *to;
            int i = 0;
            if (drop) {
                if (c == 'c' ? width > 1 : width != 1)
                    over = __raddle_scan_looks_ahead(stream);
                left = c == 'c' || width ? 0 : c == 's' ? -3 : -4;
                left_set = set;
                if (c != 'c' && width > 1)
                    __raddle_inexact("a word that is dropped");
                continue;
            }
            to = __builtin_va_arg(list, char *);
            if (c == 'c') {
                do {
                    char in = __raddle_nondet_char();
                    if (i == 0 && left)
                        __VERIFIER_assume(can_be((unsigned char)in, left, left_set));
                    to[i++] = in;
                } while (i < width && __raddle_nondet_bool());
                left = 0;
                if (i < width)
                    over = __raddle_scan_breaks_off(stream);
            } else {
                if (!width)
                    __raddle_unsupported("a word of input of any length in a buffer (a conversion of scanf without a width)");
                do {
                    char in = __raddle_nondet_char();
                    const char *rest;
                    if (i == 0 && c == '[' && left)
                        __VERIFIER_assume(can_be((unsigned char)in, left, left_set));
                    if (c == 's' ? isspace((unsigned char)in) : !__raddle_scan_set(set, (unsigned char)in, &rest))
                        break;
                    to[i++] = in;
                } while (i < width && __raddle_nondet_bool());
                if (i == 0)
                    return __raddle_scan_stops(stream, stored, c);
                left = 0;
                if (i < width) {
                    over = __raddle_scan_looks_ahead(stream);
                    left = c == 's' ? -3 : -4;
                    left_set = set;
                }
                to[i] = 0;
            }
        } else {
            __raddle_unsupported("this format of a scanf function");
        }
        stored++;
    }
    // The text of the set is the caller's.
    if (left && !over)
        indicators[2] = left == -4 ? -5 : left == -9 ? -8 : left;
    // Where input fails in the middle of a word, and goes on later, the rest of it comes.
    if (left && over == 2)
        indicators[2] = -8;
    return stored;
}

//@ __raddle_vsscan
// As glibc does it. The end of the text before anything was stored is EOF; a text that does not match is not.
int isspace(int);
int isdigit(int);
int isxdigit(int);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
long long strtoll(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
float strtof(const char *, char **);
double strtod(const char *, char **);
long double strtold(const char *, char **);
int __raddle_scan_set(const char *, int, const char **);
void __raddle_unsupported(const char *);
enum { SCAN = 256 };
int __raddle_number_of_text(const char *, int, long long *);

// How a text is asked for a number that is all that a format wants, or 0.
static int only_number(const char *format, int *shorts, int *longs)
{
    char c;
    if (format[0] != '%')
        return 0;
    format++;
    for (; *format == 'h' || *format == 'l'; format++) {
        *shorts += *format == 'h';
        *longs += *format == 'l';
    }
    c = *format;
    if ((c != 'd' && c != 'i' && c != 'u' && c != 'x' && c != 'X' && c != 'o') || format[1])
        return 0;
    if (c == 'd' || c == 'i')
        return SCAN + (c == 'i' ? 0 : 10 * 512) + (*longs == 0 ? 'i' : *longs == 1 ? 'l' : 'q');
    return SCAN + (c == 'u' ? 10 : c == 'o' ? 8 : 16) * 512 + (*longs == 0 ? 'I' : *longs == 1 ? 'L' : 'Q');
}

int __raddle_vsscan(const char *text, const char *format, __builtin_va_list list)
{
    int number_shorts = 0;
    int number_longs = 0;
    long long number;
    int kind = only_number(format, &number_shorts, &number_longs);
    int answer = kind ? __raddle_number_of_text(text, kind, &number) : 0;
    if (answer > 2)
        return answer == 3 ? 0 : -1;
    if (answer) {
        if (number_shorts >= 2)
            *__builtin_va_arg(list, signed char *) = (signed char)number;
        else if (number_shorts == 1)
            *__builtin_va_arg(list, short *) = (short)number;
        else if (number_longs == 0)
            *__builtin_va_arg(list, int *) = (int)number;
        else if (number_longs == 1)
            *__builtin_va_arg(list, long *) = (long)number;
        else
            *__builtin_va_arg(list, long long *) = number;
        return 1;
    }
    const char *s = text;
    int stored = 0;
    char word[128];
    while (*format) {
        int shorts = 0;
        int longs = 0;
        int width = 0;
        int drop = 0;
        int length = 0;
        const char *set = 0;
        char c = *format++;
        if (isspace((unsigned char)c)) {
            while (isspace((unsigned char)*s))
                s++;
            continue;
        }
        if (c != '%' || *format == '%') {
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
        c = *format++;
        if (c == '*') {
            drop = 1;
            c = *format++;
        }
        while (c >= '0' && c <= '9') {
            width = 10 * width + (c - '0');
            c = *format++;
        }
        while (c == 'h' || c == 'l' || c == 'L' || c == 'q' || c == 'z' || c == 'j' || c == 't') {
            if (c == 'h')
                shorts++;
            else
                longs += c == 'j' || c == 'L' || c == 'q' ? 2 : 1;
            c = *format++;
        }
        if (c == 'n') {
            long count = s - text;
            if (drop)
                continue;
            if (shorts >= 2)
                *__builtin_va_arg(list, signed char *) = (signed char)count;
            else if (shorts == 1)
                *__builtin_va_arg(list, short *) = (short)count;
            else if (longs == 0)
                *__builtin_va_arg(list, int *) = (int)count;
            else if (longs == 1)
                *__builtin_va_arg(list, long *) = count;
            else
                *__builtin_va_arg(list, long long *) = count;
            continue;
        }
        if (c == '[') {
            set = format;
            __raddle_scan_set(set, 0, &format);
        } else if (c != 'c') {
            while (isspace((unsigned char)*s))
                s++;
        }
        if (!*s)
            return stored ? stored : -1;
        if (!width)
            width = c == 'c' ? 1 : 0x7fffffff;
        if (c == 'd' || c == 'i' || c == 'u' || c == 'x' || c == 'X' || c == 'o' || c == 'p') {
            int base = c == 'i' ? 0 : c == 'o' ? 8 : c == 'd' || c == 'u' ? 10 : 16;
            int digits = 0;
            if (*s == '-' || *s == '+') {
                word[length++] = *s++;
                width--;
            }
            if (width > 0 && *s == '0') {
                word[length++] = *s++;
                width--;
                digits++;
                if (width > 0 && (*s == 'x' || *s == 'X') && (base == 0 || base == 16)) {
                    base = 16;
                    s++;
                    width--;
                } else if (base == 0) {
                    base = 8;
                }
            }
            if (base == 0)
                base = 10;
            while (width > 0) {
                char d = *s;
                int digit = d >= '0' && d <= '9' ? d - '0' : d >= 'a' && d <= 'f' ? d - 'a' + 10
                            : d >= 'A' && d <= 'F' ? d - 'A' + 10 : 99;
                if (digit >= base)
                    break;
                if (length > 120)
                    __raddle_unsupported("a number of this length in sscanf");
                word[length++] = d;
                digits++;
                s++;
                width--;
            }
            if (!digits) {
                if (c == 'p' && *s == '(')
                    __raddle_unsupported("a text `(nil)` for the conversion `%p` of sscanf");
                return stored;
            }
            word[length] = 0;
            // A number that is not stored is read all the same: it may be too large.
            if (c == 'p') {
                unsigned long value = strtoul(word, 0, base);
                if (!drop)
                    *__builtin_va_arg(list, void **) = (void *)value;
            } else if (c == 'd' || c == 'i') {
                long long value = longs >= 2 ? strtoll(word, 0, base) : strtol(word, 0, base);
                if (drop)
                    continue;
                if (shorts >= 2)
                    *__builtin_va_arg(list, signed char *) = (signed char)value;
                else if (shorts == 1)
                    *__builtin_va_arg(list, short *) = (short)value;
                else if (longs == 0)
                    *__builtin_va_arg(list, int *) = (int)value;
                else if (longs == 1)
                    *__builtin_va_arg(list, long *) = (long)value;
                else
                    *__builtin_va_arg(list, long long *) = value;
            } else {
                unsigned long long value = longs >= 2 ? strtoull(word, 0, base) : strtoul(word, 0, base);
                if (drop)
                    continue;
                if (shorts >= 2)
                    *__builtin_va_arg(list, unsigned char *) = (unsigned char)value;
                else if (shorts == 1)
                    *__builtin_va_arg(list, unsigned short *) = (unsigned short)value;
                else if (longs == 0)
                    *__builtin_va_arg(list, unsigned *) = (unsigned)value;
                else if (longs == 1)
                    *__builtin_va_arg(list, unsigned long *) = (unsigned long)value;
                else
                    *__builtin_va_arg(list, unsigned long long *) = value;
            }
        } else if ((c | 32) == 'f' || (c | 32) == 'e' || (c | 32) == 'g' || (c | 32) == 'a') {
            char *end;
            int hex = 0;
            int digits = 0;
            int point = 0;
            int power = 0;
            if (*s == '-' || *s == '+') {
                word[length++] = *s++;
                width--;
            }
            if (width > 0 && ((*s | 32) == 'n' || (*s | 32) == 'i')) {
                const char *name = (*s | 32) == 'n' ? "nan" : "infinity";
                int i = 0;
                while (name[i] && width > 0 && (*s | 32) == name[i]) {
                    word[length++] = *s++;
                    width--;
                    i++;
                }
                if (i != 3 && i != 8)
                    return stored;
                if (i == 3 && name[i] && width > 0 && (*s | 32) == name[i])
                    return stored;
            } else {
                if (width > 0 && *s == '0') {
                    word[length++] = *s++;
                    width--;
                    digits++;
                    if (width > 0 && (*s | 32) == 'x') {
                        word[length++] = *s++;
                        width--;
                        hex = 1;
                        digits = 0;
                    }
                }
                while (width > 0) {
                    char d = *s;
                    if (!power && (hex ? isxdigit((unsigned char)d) : isdigit((unsigned char)d)))
                        digits++;
                    else if (power && isdigit((unsigned char)d))
                        ;
                    else if (power && (d == '-' || d == '+') && (word[length - 1] | 32) == (hex ? 'p' : 'e'))
                        ;
                    else if (d == '.' && !point && !power)
                        point = 1;
                    else if (digits && !power && (d | 32) == (hex ? 'p' : 'e'))
                        power = 1;
                    else
                        break;
                    if (length > 120)
                        __raddle_unsupported("a number of this length in sscanf");
                    word[length++] = d;
                    s++;
                    width--;
                }
                if (hex && (word[length - 1] | 32) == 'x') {
                    if (width <= 0)
                        __raddle_unsupported("a width that ends after 0x in sscanf");
                    return stored;
                }
            }
            word[length] = 0;
            if (longs == 1) {
                double value = strtod(word, &end);
                if (end != word && !drop)
                    *__builtin_va_arg(list, double *) = value;
            } else if (longs >= 2) {
                long double value = strtold(word, &end);
                if (end != word && !drop)
                    *__builtin_va_arg(list, long double *) = value;
            } else {
                float value = strtof(word, &end);
                if (end != word && !drop)
                    *__builtin_va_arg(list, float *) = value;
            }
            if (end == word)
                return stored;
        } else if ((c == 'c' || c == 's' || c == '[') && !longs) {
            char *to = drop ? 0 : __builtin_va_arg(list, char *);
            const char *first = s;
            const char *rest;
            while (width > 0 && *s) {
                if (c == 's' && isspace((unsigned char)*s))
                    break;
                if (c == '[' && !__raddle_scan_set(set, (unsigned char)*s, &rest))
                    break;
                if (to)
                    *to++ = *s;
                s++;
                width--;
            }
            if (s == first)
                return stored;
            if (c != 'c' && to)
                *to = 0;
        } else {
            __raddle_unsupported("this format of sscanf");
        }
        if (!drop)
            stored++;
    }
    return stored;
}

//@ scanf
int __raddle_vscan(void *, const char *, __builtin_va_list);
void *__raddle_stdin(void);

int scanf(const char *format, ...)
{
    int stored;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    stored = __raddle_vscan(__raddle_stdin(), format, list);
    __builtin_va_end(list);
    return stored;
}

//@ vscanf
int __raddle_vscan(void *, const char *, __builtin_va_list);
void *__raddle_stdin(void);

int vscanf(const char *format, __builtin_va_list list)
{
    return __raddle_vscan(__raddle_stdin(), format, list);
}

//@ fscanf
int __raddle_vscan(void *, const char *, __builtin_va_list);

int fscanf(void *stream, const char *format, ...)
{
    int stored;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    stored = __raddle_vscan(stream, format, list);
    __builtin_va_end(list);
    return stored;
}

//@ vfscanf
int __raddle_vscan(void *, const char *, __builtin_va_list);

int vfscanf(void *stream, const char *format, __builtin_va_list list)
{
    return __raddle_vscan(stream, format, list);
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

//@ vsscanf
int __raddle_vsscan(const char *, const char *, __builtin_va_list);

int vsscanf(const char *text, const char *format, __builtin_va_list list)
{
    return __raddle_vsscan(text, format, list);
}

//@ __isoc99_scanf
int __raddle_vscan(void *, const char *, __builtin_va_list);
void *__raddle_stdin(void);

int __isoc99_scanf(const char *format, ...)
{
    int stored;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    stored = __raddle_vscan(__raddle_stdin(), format, list);
    __builtin_va_end(list);
    return stored;
}

//@ __isoc99_vscanf
int __raddle_vscan(void *, const char *, __builtin_va_list);
void *__raddle_stdin(void);

int __isoc99_vscanf(const char *format, __builtin_va_list list)
{
    return __raddle_vscan(__raddle_stdin(), format, list);
}

//@ __isoc99_fscanf
int __raddle_vscan(void *, const char *, __builtin_va_list);

int __isoc99_fscanf(void *stream, const char *format, ...)
{
    int stored;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    stored = __raddle_vscan(stream, format, list);
    __builtin_va_end(list);
    return stored;
}

//@ __isoc99_vfscanf
int __raddle_vscan(void *, const char *, __builtin_va_list);

int __isoc99_vfscanf(void *stream, const char *format, __builtin_va_list list)
{
    return __raddle_vscan(stream, format, list);
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

//@ __isoc99_vsscanf
int __raddle_vsscan(const char *, const char *, __builtin_va_list);

int __isoc99_vsscanf(const char *text, const char *format, __builtin_va_list list)
{
    return __raddle_vsscan(text, format, list);
}

//@ __isoc23_scanf
int __raddle_vscan(void *, const char *, __builtin_va_list);
void *__raddle_stdin(void);

int __isoc23_scanf(const char *format, ...)
{
    int stored;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    stored = __raddle_vscan(__raddle_stdin(), format, list);
    __builtin_va_end(list);
    return stored;
}

//@ __isoc23_vscanf
int __raddle_vscan(void *, const char *, __builtin_va_list);
void *__raddle_stdin(void);

int __isoc23_vscanf(const char *format, __builtin_va_list list)
{
    return __raddle_vscan(__raddle_stdin(), format, list);
}

//@ __isoc23_fscanf
int __raddle_vscan(void *, const char *, __builtin_va_list);

int __isoc23_fscanf(void *stream, const char *format, ...)
{
    int stored;
    __builtin_va_list list;
    __builtin_va_start(list, format);
    stored = __raddle_vscan(stream, format, list);
    __builtin_va_end(list);
    return stored;
}

//@ __isoc23_vfscanf
int __raddle_vscan(void *, const char *, __builtin_va_list);

int __isoc23_vfscanf(void *stream, const char *format, __builtin_va_list list)
{
    return __raddle_vscan(stream, format, list);
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

//@ __isoc23_vsscanf
int __raddle_vsscan(const char *, const char *, __builtin_va_list);

int __isoc23_vsscanf(const char *text, const char *format, __builtin_va_list list)
{
    return __raddle_vsscan(text, format, list);
}
