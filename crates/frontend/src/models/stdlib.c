// stdlib.h.

//@ abs
int abs(int value)
{
    return value < 0 ? -value : value;
}

//@ labs
long labs(long value)
{
    return value < 0 ? -value : value;
}

//@ llabs
long long llabs(long long value)
{
    return value < 0 ? -value : value;
}

//@ imaxabs
long long imaxabs(long long value)
{
    return value < 0 ? -value : value;
}

//@ div
struct __raddle_div { int quot; int rem; };

struct __raddle_div div(int a, int b)
{
    struct __raddle_div result;
    result.quot = a / b;
    result.rem = a % b;
    return result;
}

//@ ldiv
struct __raddle_ldiv { long quot; long rem; };

struct __raddle_ldiv ldiv(long a, long b)
{
    struct __raddle_ldiv result;
    result.quot = a / b;
    result.rem = a % b;
    return result;
}

//@ lldiv
struct __raddle_lldiv { long long quot; long long rem; };

struct __raddle_lldiv lldiv(long long a, long long b)
{
    struct __raddle_lldiv result;
    result.quot = a / b;
    result.rem = a % b;
    return result;
}

//@ imaxdiv
struct __raddle_imaxdiv { long long quot; long long rem; };

struct __raddle_imaxdiv imaxdiv(long long a, long long b)
{
    struct __raddle_imaxdiv result;
    result.quot = a / b;
    result.rem = a % b;
    return result;
}

//@ __raddle_digits
// The magnitude of the number at s (saturated), whether it is negative and whether it was saturated; *end is set to
// the first byte that does not belong to it, or to s if there is no number.
int isspace(int);

unsigned long long __raddle_digits(const char *s, const char **end, int base, int *negative, int *overflow)
{
    const char *p = s;
    unsigned long long value = 0;
    int any = 0;
    *negative = 0;
    *overflow = 0;
    *end = s;
    while (isspace((unsigned char)*p))
        p++;
    if (*p == '-') {
        *negative = 1;
        p++;
    } else if (*p == '+') {
        p++;
    }
    if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X')) {
        char next = p[2];
        if (next >= '0' && next <= '9' || next >= 'a' && next <= 'f' || next >= 'A' && next <= 'F') {
            p += 2;
            base = 16;
        }
    }
    if (base == 0)
        base = *p == '0' ? 8 : 10;
    for (;;) {
        char c = *p;
        int digit;
        if (c >= '0' && c <= '9')
            digit = c - '0';
        else if (c >= 'a' && c <= 'z')
            digit = c - 'a' + 10;
        else if (c >= 'A' && c <= 'Z')
            digit = c - 'A' + 10;
        else
            break;
        if (digit >= base)
            break;
        if (value > ((unsigned long long)-1 - digit) / base) {
            *overflow = 1;
            value = (unsigned long long)-1;
        } else if (!*overflow) {
            value = value * base + digit;
        }
        any = 1;
        p++;
    }
    if (any)
        *end = p;
    return value;
}

//@ strtol
unsigned long long __raddle_digits(const char *, const char **, int, int *, int *);
int *__errno_location(void);

long strtol(const char *s, char **end, int base)
{
    const char *stop;
    int negative;
    int overflow;
    unsigned long max = (unsigned long)-1 >> 1;
    unsigned long long value;
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = 22;
        return 0;
    }
    value = __raddle_digits(s, &stop, base, &negative, &overflow);
    if (end)
        *end = (char *)stop;
    if (overflow || value > (unsigned long long)max + negative) {
        *__errno_location() = 34;
        return negative ? -(long)max - 1 : (long)max;
    }
    return negative ? (long)(0ul - (unsigned long)value) : (long)value;
}

//@ strtoll
unsigned long long __raddle_digits(const char *, const char **, int, int *, int *);
int *__errno_location(void);

long long strtoll(const char *s, char **end, int base)
{
    const char *stop;
    int negative;
    int overflow;
    unsigned long long max = (unsigned long long)-1 >> 1;
    unsigned long long value;
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = 22;
        return 0;
    }
    value = __raddle_digits(s, &stop, base, &negative, &overflow);
    if (end)
        *end = (char *)stop;
    if (overflow || value > max + negative) {
        *__errno_location() = 34;
        return negative ? -(long long)max - 1 : (long long)max;
    }
    return negative ? (long long)(0ull - value) : (long long)value;
}

//@ strtoul
unsigned long long __raddle_digits(const char *, const char **, int, int *, int *);
int *__errno_location(void);

unsigned long strtoul(const char *s, char **end, int base)
{
    const char *stop;
    int negative;
    int overflow;
    unsigned long long value;
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = 22;
        return 0;
    }
    value = __raddle_digits(s, &stop, base, &negative, &overflow);
    if (end)
        *end = (char *)stop;
    if (overflow || value > (unsigned long)-1) {
        *__errno_location() = 34;
        return (unsigned long)-1;
    }
    return negative ? 0ul - (unsigned long)value : (unsigned long)value;
}

//@ strtoull
unsigned long long __raddle_digits(const char *, const char **, int, int *, int *);
int *__errno_location(void);

unsigned long long strtoull(const char *s, char **end, int base)
{
    const char *stop;
    int negative;
    int overflow;
    unsigned long long value;
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = 22;
        return 0;
    }
    value = __raddle_digits(s, &stop, base, &negative, &overflow);
    if (end)
        *end = (char *)stop;
    if (overflow) {
        *__errno_location() = 34;
        return (unsigned long long)-1;
    }
    return negative ? 0ull - value : value;
}

//@ __raddle_refuse_binary
// What C23 made of "0b1" is not modelled.
int isspace(int);
void __raddle_unsupported(const char *);

void __raddle_refuse_binary(const char *s, int base)
{
    if (base != 0 && base != 2)
        return;
    while (isspace((unsigned char)*s))
        s++;
    if (*s == '-' || *s == '+')
        s++;
    if (s[0] == '0' && (s[1] == 'b' || s[1] == 'B'))
        __raddle_unsupported("a binary number in a text");
}

//@ __isoc23_strtol
long strtol(const char *, char **, int);
void __raddle_refuse_binary(const char *, int);

long __isoc23_strtol(const char *s, char **end, int base)
{
    __raddle_refuse_binary(s, base);
    return strtol(s, end, base);
}

//@ __isoc23_strtoll
long long strtoll(const char *, char **, int);
void __raddle_refuse_binary(const char *, int);

long long __isoc23_strtoll(const char *s, char **end, int base)
{
    __raddle_refuse_binary(s, base);
    return strtoll(s, end, base);
}

//@ __isoc23_strtoul
unsigned long strtoul(const char *, char **, int);
void __raddle_refuse_binary(const char *, int);

unsigned long __isoc23_strtoul(const char *s, char **end, int base)
{
    __raddle_refuse_binary(s, base);
    return strtoul(s, end, base);
}

//@ __isoc23_strtoull
unsigned long long strtoull(const char *, char **, int);
void __raddle_refuse_binary(const char *, int);

unsigned long long __isoc23_strtoull(const char *s, char **end, int base)
{
    __raddle_refuse_binary(s, base);
    return strtoull(s, end, base);
}

//@ atoi
long strtol(const char *, char **, int);

int atoi(const char *s)
{
    return (int)strtol(s, 0, 10);
}

//@ atol
long strtol(const char *, char **, int);

long atol(const char *s)
{
    return strtol(s, 0, 10);
}

//@ atoll
long long strtoll(const char *, char **, int);

long long atoll(const char *s)
{
    return strtoll(s, 0, 10);
}

//@ error
void exit(int);
void __raddle_errno_of_dropped_output(void);
int __raddle_vformat(int, char *, unsigned long, const char *, __builtin_va_list);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
// The program may look at the count and ask for a function to be called. The lock of `stderr` is held while the count grows.
unsigned int error_message_count;
void (*error_print_progname)(void);

void error(int status, int number, const char *format, ...)
{
    __builtin_va_list list;
    __builtin_va_start(list, format);
    if (error_print_progname)
        error_print_progname();
    __raddle_vformat(0, 0, 0, format, list);
    __VERIFIER_atomic_begin();
    error_message_count++;
    __VERIFIER_atomic_end();
    if (status)
        exit(status);
    __raddle_errno_of_dropped_output();
}

//@ htonl
unsigned int htonl(unsigned int value)
{
    return __builtin_bswap32(value);
}

//@ ntohl
unsigned int ntohl(unsigned int value)
{
    return __builtin_bswap32(value);
}

//@ htons
unsigned short htons(unsigned short value)
{
    return __builtin_bswap16(value);
}

//@ ntohs
unsigned short ntohs(unsigned short value)
{
    return __builtin_bswap16(value);
}
