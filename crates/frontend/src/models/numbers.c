// Numbers in text: strtod and its relatives. The text is taken apart here, byte by byte; the machine rounds. ERANGE is 34.

//@ __raddle_number
// Takes the number at s apart. Returns what it is: 0 none, 1 decimal, 2 binary, 3 infinite, 4 not a number. The digits are
// *high * B + *low, where B is 10^19 or 2^64, times ten or two to the power of *exponent; *more says that other digits than zeros
// follow.
int isspace(int);
int isxdigit(int);
int isdigit(int);
int isalnum(int);
void __raddle_unsupported(const char *);

int __raddle_number(const char *s, const char **end, int *negative, unsigned long long *high, unsigned long long *low,
                    int *exponent, int *more)
{
    const char *p = s;
    unsigned base = 10;
    int group = 19;
    int any = 0;
    int used = 0;
    int fraction = 0;
    int power = 0;
    unsigned long long first = 0;
    unsigned long long second = 0;
    *negative = 0;
    *more = 0;
    *end = s;
    while (isspace((unsigned char)*p))
        p++;
    if (*p == '-') {
        *negative = 1;
        p++;
    } else if (*p == '+') {
        p++;
    }
    if ((p[0] | 32) == 'i' && (p[1] | 32) == 'n' && (p[2] | 32) == 'f') {
        p += 3;
        if ((p[0] | 32) == 'i' && (p[1] | 32) == 'n' && (p[2] | 32) == 'i' && (p[3] | 32) == 't' && (p[4] | 32) == 'y')
            p += 5;
        *end = p;
        return 3;
    }
    if ((p[0] | 32) == 'n' && (p[1] | 32) == 'a' && (p[2] | 32) == 'n') {
        p += 3;
        if (*p == '(') {
            const char *q = p + 1;
            while (isalnum((unsigned char)*q) || *q == '_')
                q++;
            if (*q == ')') {
                if (q > p + 1)
                    __raddle_unsupported("a NaN with a tag in a text");
                p = q + 1;
            }
        }
        *end = p;
        return 4;
    }
    if (*p == '0' && (p[1] | 32) == 'x'
        && (isxdigit((unsigned char)p[2]) || p[2] == '.' && isxdigit((unsigned char)p[3]))) {
        base = 16;
        group = 16;
        p += 2;
    }
    for (;;) {
        char c = *p;
        unsigned digit;
        if (c == '.' && !fraction) {
            fraction = 1;
            p++;
            continue;
        }
        if (c >= '0' && c <= '9')
            digit = c - '0';
        else if (base == 16 && (c | 32) >= 'a' && (c | 32) <= 'f')
            digit = (c | 32) - 'a' + 10;
        else
            break;
        any = 1;
        if (used || digit) {
            if (used < group) {
                first = first * base + digit;
            } else if (used < 2 * group) {
                second = second * base + digit;
            } else {
                if (digit)
                    *more = 1;
                power++;
            }
            used++;
        }
        if (fraction)
            power--;
        p++;
    }
    if (!any)
        return 0;
    if (used <= group) {
        second = first;
        first = 0;
    }
    for (; used > group && used < 2 * group; used++) {
        second *= base;
        power--;
    }
    if (base == 16)
        power *= 4;
    if ((*p | 32) == (base == 16 ? 'p' : 'e')) {
        const char *q = p + 1;
        int down = 0;
        int n = 0;
        if (*q == '-') {
            down = 1;
            q++;
        } else if (*q == '+') {
            q++;
        }
        if (isdigit((unsigned char)*q)) {
            while (isdigit((unsigned char)*q)) {
                if (n < 1000000)
                    n = 10 * n + (*q - '0');
                q++;
            }
            power += down ? -n : n;
            p = q;
        }
    }
    *high = first;
    *low = second;
    *exponent = power;
    *end = p;
    return base == 16 ? 2 : 1;
}

//@ strtod
int __raddle_number(const char *, const char **, int *, unsigned long long *, unsigned long long *, int *, int *);
double __raddle_from_decimal_double(unsigned long long, unsigned long long, int);
double __raddle_from_binary_double(unsigned long long, unsigned long long, int);
int __raddle_decimal_status(unsigned long long, unsigned long long, int, int);
int __raddle_binary_status(unsigned long long, unsigned long long, int, int);
int *__errno_location(void);
void __raddle_unsupported(const char *);

double strtod(const char *s, char **end)
{
    const char *stop;
    int negative;
    int exponent;
    int more;
    int status = 0;
    unsigned long long high;
    unsigned long long low;
    double value = 0;
    int what = __raddle_number(s, &stop, &negative, &high, &low, &exponent, &more);
    if (end)
        *end = (char *)stop;
    if (what == 0)
        return 0;
    if (what == 3) {
        value = (double)1 / value;
    } else if (what == 4) {
        // The quotient has its sign set.
        value = -(value / value);
    } else if (what == 1) {
        value = __raddle_from_decimal_double(high, low, exponent);
        status = __raddle_decimal_status(high, low, exponent, 8);
        if (more) {
            if (value != __raddle_from_decimal_double(high, low + 1, exponent))
                __raddle_unsupported("a number of which more than 38 digits matter");
            if (!status)
                status = __raddle_decimal_status(high, low + 1, exponent, 8);
        }
    } else {
        low |= more;
        value = __raddle_from_binary_double(high, low, exponent);
        status = __raddle_binary_status(high, low, exponent, 8);
    }
    if (status)
        *__errno_location() = status;
    return negative ? -value : value;
}

//@ strtof
int __raddle_number(const char *, const char **, int *, unsigned long long *, unsigned long long *, int *, int *);
float __raddle_from_decimal_float(unsigned long long, unsigned long long, int);
float __raddle_from_binary_float(unsigned long long, unsigned long long, int);
int __raddle_decimal_status(unsigned long long, unsigned long long, int, int);
int __raddle_binary_status(unsigned long long, unsigned long long, int, int);
int *__errno_location(void);
void __raddle_unsupported(const char *);

float strtof(const char *s, char **end)
{
    const char *stop;
    int negative;
    int exponent;
    int more;
    int status = 0;
    unsigned long long high;
    unsigned long long low;
    float value = 0;
    int what = __raddle_number(s, &stop, &negative, &high, &low, &exponent, &more);
    if (end)
        *end = (char *)stop;
    if (what == 0)
        return 0;
    if (what == 3) {
        value = (float)1 / value;
    } else if (what == 4) {
        // The quotient has its sign set.
        value = -(value / value);
    } else if (what == 1) {
        value = __raddle_from_decimal_float(high, low, exponent);
        status = __raddle_decimal_status(high, low, exponent, 4);
        if (more) {
            if (value != __raddle_from_decimal_float(high, low + 1, exponent))
                __raddle_unsupported("a number of which more than 38 digits matter");
            if (!status)
                status = __raddle_decimal_status(high, low + 1, exponent, 4);
        }
    } else {
        low |= more;
        value = __raddle_from_binary_float(high, low, exponent);
        status = __raddle_binary_status(high, low, exponent, 4);
    }
    if (status)
        *__errno_location() = status;
    return negative ? -value : value;
}

//@ strtold
int __raddle_number(const char *, const char **, int *, unsigned long long *, unsigned long long *, int *, int *);
long double __raddle_from_decimal_ldouble(unsigned long long, unsigned long long, int);
long double __raddle_from_binary_ldouble(unsigned long long, unsigned long long, int);
int __raddle_decimal_status(unsigned long long, unsigned long long, int, int);
int __raddle_binary_status(unsigned long long, unsigned long long, int, int);
int *__errno_location(void);
void __raddle_unsupported(const char *);

long double strtold(const char *s, char **end)
{
    const char *stop;
    int negative;
    int exponent;
    int more;
    int status = 0;
    unsigned long long high;
    unsigned long long low;
    long double value = 0;
    int what = __raddle_number(s, &stop, &negative, &high, &low, &exponent, &more);
    if (end)
        *end = (char *)stop;
    if (what == 0)
        return 0;
    if (what == 3) {
        value = (long double)1 / value;
    } else if (what == 4) {
        // The quotient has its sign set.
        value = -(value / value);
    } else if (what == 1) {
        value = __raddle_from_decimal_ldouble(high, low, exponent);
        status = __raddle_decimal_status(high, low, exponent, 16);
        if (more) {
            if (value != __raddle_from_decimal_ldouble(high, low + 1, exponent))
                __raddle_unsupported("a number of which more than 38 digits matter");
            if (!status)
                status = __raddle_decimal_status(high, low + 1, exponent, 16);
        }
    } else {
        low |= more;
        value = __raddle_from_binary_ldouble(high, low, exponent);
        status = __raddle_binary_status(high, low, exponent, 16);
    }
    if (status)
        *__errno_location() = status;
    return negative ? -value : value;
}

//@ atof
double strtod(const char *, char **);

double atof(const char *s)
{
    return strtod(s, 0);
}

//@ strtoimax
long long strtoll(const char *, char **, int);

long long strtoimax(const char *s, char **end, int base)
{
    return strtoll(s, end, base);
}

//@ strtoumax
unsigned long long strtoull(const char *, char **, int);

unsigned long long strtoumax(const char *s, char **end, int base)
{
    return strtoull(s, end, base);
}

//@ strtoq
long long strtoll(const char *, char **, int);

long long strtoq(const char *s, char **end, int base)
{
    return strtoll(s, end, base);
}

//@ strtouq
unsigned long long strtoull(const char *, char **, int);

unsigned long long strtouq(const char *s, char **end, int base)
{
    return strtoull(s, end, base);
}

//@ __isoc23_strtoimax
long long __isoc23_strtoll(const char *, char **, int);

long long __isoc23_strtoimax(const char *s, char **end, int base)
{
    return __isoc23_strtoll(s, end, base);
}

//@ __isoc23_strtoumax
unsigned long long __isoc23_strtoull(const char *, char **, int);

unsigned long long __isoc23_strtoumax(const char *s, char **end, int base)
{
    return __isoc23_strtoull(s, end, base);
}
