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

//@ __raddle_number_of_text
// What number a text begins with. A text of the environment that nobody has looked at is any text, so its number is any number, and need not be put together from characters. It is
// taken then: nothing is known of its characters from now on. Who asks again in the same way gets the same answer.
//
// 0: it is no such text, or somebody has looked at it. 1: the number. 2: one that is too large; `errno` says so. Only if asked with SCAN: 3: a text that does not begin with a number. 4: an empty or blank text.
enum { SCAN = 256 };
int __raddle_take_text(const char *);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int *__errno_location(void);
_Bool __raddle_nondet_bool(void);
int __raddle_one_of(int, ...);
int __raddle_nondet_int(void);
long __raddle_nondet_long(void);
unsigned long long __raddle_nondet_llong(void);
static const char *_Atomic texts[8];
static _Atomic int asked_as[8];
static _Atomic int answers[8];
static _Atomic long long numbers[8];
static _Atomic int texts_asked;

int __raddle_number_of_text(const char *s, int kind, long long *number)
{
    int answer = 1;
    int i = 0;
    int take = __raddle_take_text(s);
    if (take == 0)
        return 0;
    if (take == 1) {
        if (kind & SCAN)
            answer = __raddle_one_of(1, 2, 3, 4);
        else if (__raddle_nondet_bool())
            answer = 2;
        if (answer == 2) {
            // The nearest number that there is, cut to the type that is wanted.
            _Bool negative = __raddle_nondet_bool();
            switch (kind & 255) {
            case 'i':
                *number = (int)(negative ? -(long)((unsigned long)-1 >> 1) - 1 : (long)((unsigned long)-1 >> 1));
                break;
            case 'l':
                *number = negative ? -(long)((unsigned long)-1 >> 1) - 1 : (long)((unsigned long)-1 >> 1);
                break;
            case 'q':
                *number = negative ? -0x7fffffffffffffffll - 1 : 0x7fffffffffffffffll;
                break;
            default:
                *number = -1;
            }
        } else if (answer == 1) {
            switch (kind & 255) {
            case 'i':
            case 'I':
                *number = __raddle_nondet_int();
                break;
            case 'l':
            case 'L':
                *number = __raddle_nondet_long();
                break;
            default:
                *number = (long long)__raddle_nondet_llong();
            }
        } else {
            *number = 0;
        }
    }
    __VERIFIER_atomic_begin();
    for (i = 0; i < texts_asked && texts[i] != s; i++) {
    }
    if (take == 1 && i < 8) {
        texts[i] = s;
        asked_as[i] = kind;
        answers[i] = answer;
        numbers[i] = *number;
        if (i == texts_asked)
            texts_asked = i + 1;
    } else {
        // Another thread has taken it and is about to write the answer down: no different from one that has.
        __VERIFIER_assume(i < texts_asked || take == 1);
        if (take == 1 || asked_as[i] != kind) {
            // Nothing is modelled of a text that was taken: there are too many of them, or it is asked in another way.
            answer = *s;
        } else {
            answer = answers[i];
            *number = numbers[i];
        }
    }
    __VERIFIER_atomic_end();
    if (answer == 2)
        *__errno_location() = 34;
    return answer;
}

//@ strtol
int __raddle_number_of_text(const char *, int, long long *);
unsigned long long __raddle_digits(const char *, const char **, int, int *, int *);
int *__errno_location(void);

long strtol(const char *s, char **end, int base)
{
    long long number;
    const char *stop;
    int negative;
    int overflow;
    unsigned long max = (unsigned long)-1 >> 1;
    unsigned long long value;
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = 22;
        return 0;
    }
    if (!end && __raddle_number_of_text(s, 'l' + base * 512, &number))
        return (long)number;
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
int __raddle_number_of_text(const char *, int, long long *);
unsigned long long __raddle_digits(const char *, const char **, int, int *, int *);
int *__errno_location(void);

long long strtoll(const char *s, char **end, int base)
{
    long long number;
    const char *stop;
    int negative;
    int overflow;
    unsigned long long max = (unsigned long long)-1 >> 1;
    unsigned long long value;
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = 22;
        return 0;
    }
    if (!end && __raddle_number_of_text(s, 'q' + base * 512, &number))
        return (long long)number;
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
int __raddle_number_of_text(const char *, int, long long *);
unsigned long long __raddle_digits(const char *, const char **, int, int *, int *);
int *__errno_location(void);

unsigned long strtoul(const char *s, char **end, int base)
{
    long long number;
    const char *stop;
    int negative;
    int overflow;
    unsigned long long value;
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = 22;
        return 0;
    }
    if (!end && __raddle_number_of_text(s, 'L' + base * 512, &number))
        return (unsigned long)number;
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
int __raddle_number_of_text(const char *, int, long long *);
unsigned long long __raddle_digits(const char *, const char **, int, int *, int *);
int *__errno_location(void);

unsigned long long strtoull(const char *s, char **end, int base)
{
    long long number;
    const char *stop;
    int negative;
    int overflow;
    unsigned long long value;
    if (base < 0 || base == 1 || base > 36) {
        *__errno_location() = 22;
        return 0;
    }
    if (!end && __raddle_number_of_text(s, 'Q' + base * 512, &number))
        return (unsigned long long)number;
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
int __raddle_number_of_text(const char *, int, long long *);
long strtol(const char *, char **, int);

int atoi(const char *s)
{
    long long number;
    if (__raddle_number_of_text(s, 'i' + 10 * 512, &number))
        return (int)number;
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
